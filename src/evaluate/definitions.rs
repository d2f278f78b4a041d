//! Expressions with their places, and the definitions that they may use.

use std::collections::{BTreeSet, HashMap};
use std::hash::BuildHasherDefault;
use std::ops::Range;
use std::sync::Arc;

use super::functions;
use crate::diagnostic::{Diagnostic, Source, nearest};
use crate::notation::{self, Conventions, Dialect, Expr, ExprKind, Problem};
use crate::rulesets::Mixer;

/// An expression and where it stands. Cheap to copy, and the same for all threads.
#[derive(Clone, Debug)]
pub struct Formula {
    pub expr: Arc<Expr>,
    /// The text that the expression is a part of.
    pub source: Arc<Source>,
    /// Where in that text the expression begins: its own places count from there.
    pub offset: usize,
}

impl Formula {
    /// Reads an expression that stands at byte `offset` of `source`.
    ///
    /// # Errors
    /// What cannot be read, marked in `source`.
    pub fn read(
        text: &str,
        dialect: Dialect,
        conventions: &Conventions,
        source: &Source,
        offset: usize,
    ) -> Result<Formula, Diagnostic> {
        Formula::found(notation::parse_with(text, dialect, conventions), source, offset)
    }

    /// Reads what is printed for an answer at byte `offset` of `source`; `cell`: in a cell of a table.
    ///
    /// # Errors
    /// As [`Formula::read`]; and what may be no part of the value, as [`notation::parse_entry`] and
    /// [`notation::parse_cell`] say.
    pub fn read_printed(
        text: &str,
        dialect: Dialect,
        conventions: &Conventions,
        source: &Source,
        offset: usize,
        cell: bool,
    ) -> Result<Formula, Diagnostic> {
        let parse = if cell { notation::parse_cell } else { notation::parse_entry };
        Formula::found(parse(text, dialect, conventions), source, offset)
    }

    fn found(
        read: Result<notation::Expr, notation::Problem>,
        source: &Source,
        offset: usize,
    ) -> Result<Formula, Diagnostic> {
        let expr = read.map_err(|problem| diagnostic(problem, source, offset))?;
        Ok(Formula { expr: Arc::new(expr), source: Arc::new(source.clone()), offset })
    }

    /// Reads an expression that somebody typed, which is a text of its own.
    ///
    /// # Errors
    /// What cannot be read, marked in the text.
    ///
    /// ```
    /// use referee::evaluate::Formula;
    /// assert!(Formula::typed("{1|").is_err());
    /// ```
    pub fn typed(text: &str) -> Result<Formula, Diagnostic> {
        let source = Source::new("<expression>", text);
        Formula::read(text, Dialect::Plain, &Conventions::default(), &source, 0)
    }

    /// The text of the expression.
    pub fn text(&self) -> &str {
        self.source.text.get(self.place(&self.expr.span)).unwrap_or("")
    }

    /// A part of this formula, as a formula.
    pub fn part(&self, expr: &Expr) -> Formula {
        Formula { expr: Arc::new(expr.clone()), ..self.clone() }
    }

    /// The place of one of its nodes in `source`.
    pub fn place(&self, span: &Range<usize>) -> Range<usize> {
        self.offset + span.start..self.offset + span.end
    }

    /// The variables that the expression leaves open, in the order of their first occurrence: names that are neither bound in
    /// it, nor defined, nor constants of the language.
    pub fn variables(&self, definitions: &Definitions) -> Vec<String> {
        let mut open: Vec<String> = Vec::new();
        each_name(&self.expr, &mut Vec::new(), &mut |used| {
            let known = definitions.get(used.text).is_some() || is_constant(used.text);
            if used.call.is_none() && !known && !open.iter().any(|name| name == used.text) {
                open.push(used.text.to_string());
            }
        });
        open
    }
}

/// A notation's problem as a diagnostic.
pub fn diagnostic(problem: Problem, source: &Source, offset: usize) -> Diagnostic {
    let span = offset + problem.span.start..offset + problem.span.end;
    let found = Diagnostic::error(problem.message).at(source, span);
    match problem.help {
        Some(help) => found.note(help),
        None => found,
    }
}

/// The constants of the language, which no variable and no definition may be called.
pub const CONSTANTS: [&str; 9] = ["true", "false", "none", "P", "N", "L", "R", "Left", "Right"];

pub(super) fn is_constant(name: &str) -> bool {
    CONSTANTS.contains(&name)
}

/// `C(n) = snort(caterpillar(n+1, n, n+1))`
#[derive(Clone, Debug)]
pub struct Defined {
    pub name: String,
    pub parameters: Vec<String>,
    pub body: Formula,
    /// The whole definition, as written.
    pub text: String,
    span: Range<usize>,
    /// The definitions that the body names, by index.
    uses: BTreeSet<usize>,
}

/// The definitions in force: each sees itself neither directly nor through others, so that every evaluation ends.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    list: Vec<Defined>,
    index: HashMap<String, usize, BuildHasherDefault<Mixer>>,
}

impl Definitions {
    pub fn new() -> Definitions {
        Definitions::default()
    }

    pub(super) fn position(&self, name: &str) -> Option<usize> {
        self.index.get(name).copied()
    }

    pub(super) fn at(&self, index: usize) -> &Defined {
        &self.list[index]
    }

    pub fn get(&self, name: &str) -> Option<&Defined> {
        self.position(name).map(|index| &self.list[index])
    }

    /// All definitions, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Defined> {
        self.list.iter()
    }

    /// Adds a block of definitions that stands at byte `offset` of `source`. They may use one another in any order, and all
    /// that were added before.
    ///
    /// # Errors
    /// Every problem of the block: what cannot be read, a name that is taken or unknown, a definition that reaches itself.
    /// Then nothing is added.
    pub fn add(&mut self, text: &str, source: &Source, offset: usize) -> Result<(), Vec<Diagnostic>> {
        let read = notation::parse_definitions(text).map_err(|problems| {
            problems.into_iter().map(|problem| diagnostic(problem, source, offset)).collect::<Vec<_>>()
        })?;
        let mut next = self.clone();
        let mut problems = Vec::new();
        let shared = Arc::new(source.clone());
        let first_new = next.list.len();
        for definition in read {
            let span = offset + definition.span.start..offset + definition.span.end;
            let parameters: Vec<String> =
                definition.parameters.iter().map(|parameter| parameter.text.clone()).collect();
            for parameter in &definition.parameters {
                let place = offset + parameter.span.start..offset + parameter.span.end;
                if is_constant(&parameter.text) {
                    let message = format!("`{}` is a constant of the language", parameter.text);
                    problems.push(Diagnostic::error(message).at(source, place));
                }
            }
            let name = definition.name.text;
            let place = offset + definition.name.span.start..offset + definition.name.span.end;
            if is_constant(&name) {
                problems.push(
                    Diagnostic::error(format!("`{name}` is a constant of the language")).at(source, place),
                );
            } else if functions::find(&name).is_some() {
                problems.push(
                    Diagnostic::error(format!("`{name}` is a function of the language"))
                        .at(source, place)
                        .note("choose another name"),
                );
            } else if let Some(before) = next.get(&name) {
                problems.push(
                    Diagnostic::error(format!("`{name}` is defined twice")).at(source, place).related(
                        crate::diagnostic::Place {
                            source: (*before.body.source).clone(),
                            span: before.span.clone(),
                        },
                        "first defined here",
                    ),
                );
            } else {
                next.index.insert(name.clone(), next.list.len());
                next.list.push(Defined {
                    name,
                    parameters,
                    text: source.text.get(span.clone()).unwrap_or_default().trim().to_string(),
                    body: Formula { expr: Arc::new(definition.body), source: shared.clone(), offset },
                    span,
                    uses: BTreeSet::new(),
                });
            }
        }
        for index in first_new..next.list.len() {
            let (uses, unknown) = next.names_of(index);
            next.list[index].uses = uses;
            problems.extend(unknown);
        }
        if problems.is_empty() {
            problems.extend((first_new..next.list.len()).find_map(|index| next.circle_at(index)));
        }
        if problems.is_empty() {
            *self = next;
            Ok(())
        } else {
            Err(problems)
        }
    }

    /// The definitions that the `index`-th one names, and what is wrong with its names.
    fn names_of(&self, index: usize) -> (BTreeSet<usize>, Vec<Diagnostic>) {
        let Defined { parameters, body, .. } = &self.list[index];
        let (mut uses, mut problems) = (BTreeSet::new(), Vec::new());
        each_name(&body.expr, &mut Vec::new(), &mut |used| {
            if parameters.iter().any(|parameter| parameter == used.text) {
                return;
            }
            if let Some(other) = self.position(used.text) {
                uses.insert(other);
            } else if let Some(problem) = self.unknown(&used, parameters) {
                problems.push(
                    Diagnostic::error(problem.message)
                        .at(&body.source, body.place(&problem.span))
                        .note(problem.help.unwrap_or_default()),
                );
            }
        });
        (uses, problems)
    }

    /// What is wrong with a name that is neither a variable nor defined.
    pub(super) fn unknown(&self, used: &Used<'_>, variables: &[String]) -> Option<Problem> {
        let function = functions::find(used.text);
        let problem = match used.call {
            None if is_constant(used.text) => return None,
            Some(_) if function.is_some() => return None,
            None if function.is_some() => Problem::new(
                used.span.clone(),
                format!("`{}` is a function and needs its arguments", used.text),
            )
            .help(format!("write `{}`", function.map(|f| f.signature()).unwrap_or_default())),
            None => {
                let known = variables
                    .iter()
                    .map(String::as_str)
                    .chain(CONSTANTS)
                    .chain(self.list.iter().map(|defined| defined.name.as_str()));
                let near = nearest(used.text, known);
                Problem::new(used.span.clone(), format!("nothing is called `{}` here", used.text)).help(
                    near.map(|name| format!("did you mean `{name}`?"))
                        .unwrap_or_else(|| "define it, or bind it to a range".to_string()),
                )
            }
            Some(_) => {
                let mut known: Vec<&str> = functions::names().collect();
                known.extend(self.list.iter().map(|defined| defined.name.as_str()));
                let near = nearest(used.text, known);
                Problem::new(used.span.clone(), format!("no function is called `{}`", used.text)).help(
                    near.map(|name| format!("did you mean `{name}`?"))
                        .unwrap_or_else(|| "`referee functions` lists them".to_string()),
                )
            }
        };
        Some(problem)
    }

    /// A definition that reaches itself, if one is reached from the `start`-th.
    fn circle_at(&self, start: usize) -> Option<Diagnostic> {
        // Breadth first, so that the circle that is shown is a shortest one.
        let mut reached_from: HashMap<usize, usize> = HashMap::new();
        let mut waiting = std::collections::VecDeque::from([start]);
        while let Some(here) = waiting.pop_front() {
            for &next in &self.list[here].uses {
                if next == start {
                    let mut names = vec![self.list[start].name.clone()];
                    let mut at = here;
                    while at != start {
                        names.push(self.list[at].name.clone());
                        at = reached_from[&at];
                    }
                    names.push(self.list[start].name.clone());
                    names.reverse();
                    let defined = &self.list[start];
                    return Some(
                        Diagnostic::error(format!("the definition of `{}` reaches itself", defined.name))
                            .at(&defined.body.source, defined.span.clone())
                            .label(names.join(" uses "))
                            .note("the language has no recursion, so that every evaluation ends"),
                    );
                }
                if next != start && !reached_from.contains_key(&next) {
                    reached_from.insert(next, here);
                    waiting.push_back(next);
                }
            }
        }
        None
    }

    /// The definitions that an expression uses, directly or through others, in the order in which they were added: what
    /// its value depends on, for hashes.
    pub fn used_by(&self, expr: &Expr) -> Vec<&Defined> {
        let mut used = BTreeSet::new();
        let mut waiting: Vec<usize> = Vec::new();
        each_name(expr, &mut Vec::new(), &mut |name| waiting.extend(self.position(name.text)));
        while let Some(index) = waiting.pop() {
            if used.insert(index) {
                waiting.extend(&self.list[index].uses);
            }
        }
        used.into_iter().map(|index| &self.list[index]).collect()
    }
}

/// A name in an expression that no binding around it explains.
pub(super) struct Used<'a> {
    pub text: &'a str,
    pub span: Range<usize>,
    /// The number of arguments, if it is called.
    pub call: Option<usize>,
}

/// Visits the names that are not bound within the expression.
fn each_name<'a>(expr: &'a Expr, bound: &mut Vec<&'a str>, visit: &mut dyn FnMut(Used<'a>)) {
    stacker::maybe_grow(64 << 10, 1 << 20, || match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Text(_) => {}
        ExprKind::Name(name) => {
            if !bound.contains(&name.as_str()) {
                visit(Used { text: name, span: expr.span.clone(), call: None });
            }
        }
        ExprKind::Nimber(inner)
        | ExprKind::Ups { count: inner, .. }
        | ExprKind::UpPower { order: inner, .. }
        | ExprKind::UpPowerTo { order: inner, .. }
        | ExprKind::Tiny(inner)
        | ExprKind::Miny(inner)
        | ExprKind::Negative(inner)
        | ExprKind::Not(inner) => each_name(inner, bound, visit),
        ExprKind::PlusMinus(parts) | ExprKind::Touching(parts) | ExprKind::List(parts) => {
            parts.iter().for_each(|part| each_name(part, bound, visit));
        }
        ExprKind::Braces { left, right } => {
            left.iter().chain(right).for_each(|part| each_name(part, bound, visit));
        }
        ExprKind::Binary { left, right, .. } => {
            each_name(left, bound, visit);
            each_name(right, bound, visit);
        }
        ExprKind::Call { function, arguments } => {
            if !bound.contains(&function.text.as_str()) {
                visit(Used {
                    text: &function.text,
                    span: function.span.clone(),
                    call: Some(arguments.len()),
                });
            }
            arguments.iter().for_each(|part| each_name(part, bound, visit));
        }
        ExprKind::Range { from, to } => {
            each_name(from, bound, visit);
            to.iter().for_each(|to| each_name(to, bound, visit));
        }
        ExprKind::If { condition, then, otherwise } => {
            for part in [condition, then, otherwise] {
                each_name(part, bound, visit);
            }
        }
        ExprKind::Quantified { bindings, condition, body, .. } => {
            let before = bound.len();
            for binding in bindings {
                each_name(&binding.domain, bound, visit);
                bound.push(&binding.name.text);
            }
            for part in condition.iter().chain(body) {
                each_name(part, bound, visit);
            }
            bound.truncate(before);
        }
    });
}
