//! The evaluator: an expression, the definitions in force and the variables bound, to a value.
//!
//! One evaluator serves two ways of computing. The engine's holds games up to equality; the second opinion's holds them as
//! they stand and asks the search room. What an expression says is read by the same few lines for both, so that the
//! second opinion answers the same question; everything that values a game has two entries in the tables of functions.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};
use std::hash::BuildHasherDefault;
use std::ops::{ControlFlow, Range};
use std::rc::Rc;
use std::sync::Arc;

use super::datum::{Datum, Kind, a};
use super::definitions::{Definitions, Formula, Used, is_constant};
use super::domains::Domain;
use super::functions::{self, Function, Means};
use super::rational::Rational;
use super::second::{Raw, Table};
use super::stop::{Limit, Stop, Trouble};
use crate::diagnostic::{Diagnostic, Place};
use crate::engine::{self, Dyadic, Outcome, Player, Store, Value};
use crate::notation::{Binding, Expr, ExprKind, Form, Name, Number, Operator, Quantifier, Ups};
use crate::rulesets::impartial::Sum;
use crate::rulesets::{Mixer, Valuers};

/// How much an evaluator may do: counts, so that the same evaluation ends at the same place on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Kinds of positions valued.
    pub positions: u64,
    /// Positions judged by one search of the second opinion, which remembers each.
    pub searched: u64,
    /// Comparisons of games in the engine.
    pub comparisons: u64,
    /// Games that the engine stores.
    pub games: u64,
    /// Cases of quantifiers.
    pub cases: u64,
}

impl Default for Budget {
    /// Some minutes and some gigabytes at most.
    fn default() -> Budget {
        Budget {
            positions: 200_000_000,
            searched: 500_000,
            comparisons: 4_000_000_000,
            games: 40_000_000,
            cases: 1_000_000_000,
        }
    }
}

/// The longest list that is written out as a value. (Quantifiers run through their domains without one.)
pub const LONGEST_LIST: usize = 100_000;

/// The most copies of an impartial position in a sum.
const MOST_PARTS: usize = 1_000;

/// The greatest order of a power of up that is made: it takes as many games.
pub(super) const MOST_ORDER: u32 = 10_000;

/// Variables and their values, outermost first: an inner one hides an outer one of the same name.
pub type Bindings = Vec<(String, Datum)>;

/// What a visitor of a domain says: to go on, or that it has seen enough.
pub type Visited = Result<ControlFlow<()>, Stop>;

/// A visitor of a domain.
pub type Visit<'v, T> = &'v mut dyn FnMut(&mut Evaluator, T) -> Visited;

/// By which means games are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// Canonical forms, by the engine.
    First,
    /// Games as they stand, by search.
    Second,
}

/// Evaluates expressions; holds the games that they give, and remembers what definitions gave.
///
/// ```
/// use referee::evaluate::{Datum, Evaluator, Formula};
/// let mut evaluator = Evaluator::default();
/// let sum = Formula::typed("↑ + ↑ + * = {0|↑}")?;
/// assert!(matches!(evaluator.evaluate(&sum, &[]), Ok(Datum::Boolean(true))));
/// # Ok::<(), referee::diagnostic::Diagnostic>(())
/// ```
pub struct Evaluator {
    pub store: Store,
    pub(super) valuers: Valuers,
    /// The games of the second opinion.
    pub(super) table: Table,
    pub(super) opinion: Opinion,
    pub(super) budget: Budget,
    definitions: Arc<Definitions>,
    remembered: HashMap<(usize, Vec<Key>), Datum, BuildHasherDefault<Mixer>>,
    cases: u64,
    /// How values were reached, other than by the engine and by arithmetic.
    pub(super) methods: BTreeSet<&'static str>,
    /// What the first opinion found, for questions that can be confirmed and not answered.
    pub(super) to_confirm: Option<Form>,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new(Arc::new(Definitions::new()), Budget::default())
    }
}

/// What a definition's value is remembered by. Graphs, positions and lists are not worth hashing.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    None,
    Boolean(bool),
    Number(Rational),
    Outcome(Outcome),
    Player(Player),
    Game(Value),
}

impl Key {
    fn of(datum: &Datum) -> Option<Key> {
        Some(match datum {
            Datum::None => Key::None,
            Datum::Boolean(b) => Key::Boolean(*b),
            Datum::Number(x) => Key::Number(*x),
            Datum::Outcome(outcome) => Key::Outcome(*outcome),
            Datum::Player(player) => Key::Player(*player),
            Datum::Game(value) => Key::Game(*value),
            _ => return None,
        })
    }
}

/// The formula that is being evaluated, and its variables.
pub struct Frame<'f> {
    pub(super) formula: &'f Formula,
    /// The variables that it was given.
    given: &'f [(String, Datum)],
    /// Those that its own quantifiers have bound so far, inside the others.
    bound: Bindings,
}

impl<'f> Frame<'f> {
    pub(super) fn new(formula: &'f Formula, given: &'f [(String, Datum)]) -> Frame<'f> {
        Frame { formula, given, bound: Vec::new() }
    }

    pub(super) fn variable(&self, name: &str) -> Option<&Datum> {
        self.variables().rev().find(|(known, _)| known == name).map(|(_, datum)| datum)
    }

    /// All variables, outermost first.
    fn variables(&self) -> impl DoubleEndedIterator<Item = &(String, Datum)> {
        self.given.iter().chain(&self.bound)
    }

    pub(super) fn error(&self, span: &Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message).at(&self.formula.source, self.formula.place(span))
    }
}

impl Evaluator {
    /// An evaluator that values games with the engine.
    pub fn new(definitions: Arc<Definitions>, budget: Budget) -> Evaluator {
        Evaluator::of(Opinion::First, definitions, budget)
    }

    pub(super) fn of(opinion: Opinion, definitions: Arc<Definitions>, budget: Budget) -> Evaluator {
        Evaluator {
            store: Store::with_budget(engine::Budget {
                comparisons: budget.comparisons,
                games: budget.games,
            }),
            valuers: Valuers::with_budget(budget.positions),
            table: Table::new(),
            opinion,
            budget,
            definitions,
            remembered: HashMap::default(),
            cases: 0,
            methods: BTreeSet::new(),
            to_confirm: None,
        }
    }

    /// The definitions in force.
    pub fn definitions(&self) -> &Arc<Definitions> {
        &self.definitions
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// An expression that makes no sense, with its place; or the limit that was reached.
    pub fn evaluate(&mut self, formula: &Formula, bindings: &[(String, Datum)]) -> Result<Datum, Stop> {
        self.eval(&mut Frame::new(formula, bindings), &formula.expr)
    }

    /// The value of an expression that must be a game (a position or a number will do).
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate), and if it is no game.
    pub fn evaluate_game(&mut self, formula: &Formula, bindings: &[(String, Datum)]) -> Result<Value, Stop> {
        let datum = self.evaluate(formula, bindings)?;
        let frame = Frame::new(formula, &[]);
        self.game(&datum).map_err(|trouble| locate(&frame, trouble, &formula.expr.span, &[]))
    }

    /// The value of a condition.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate), and if it is neither true nor false.
    pub fn evaluate_condition(
        &mut self,
        formula: &Formula,
        bindings: &[(String, Datum)],
    ) -> Result<bool, Stop> {
        let mut frame = Frame::new(formula, bindings);
        self.condition(&mut frame, &formula.expr)
    }

    /// Runs through the values of a domain (`1..20`, `trees(n)`, a list) in order, without holding them all.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate), and what `visit` gives.
    pub fn each(
        &mut self,
        domain: &Formula,
        bindings: &[(String, Datum)],
        visit: Visit<'_, Datum>,
    ) -> Result<(), Stop> {
        let mut frame = Frame::new(domain, bindings);
        for datum in self.domain(&mut frame, &domain.expr)?.iter() {
            if visit(self, datum)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The domain that an expression gives, to be run through in chunks. (In another evaluator, evaluate it there.)
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate), and if it is no domain.
    pub fn evaluate_domain(
        &mut self,
        formula: &Formula,
        bindings: &[(String, Datum)],
    ) -> Result<Domain, Stop> {
        self.domain(&mut Frame::new(formula, bindings), &formula.expr)
    }

    /// The domain that an expression is, to be run through by chunks.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate), and if it is no domain.
    pub fn domain_of(&mut self, domain: &Formula, bindings: &[(String, Datum)]) -> Result<Domain, Stop> {
        self.evaluate_domain(domain, bindings)
    }

    /// How values were reached so far, other than by the engine and by arithmetic.
    pub fn methods(&self) -> Vec<String> {
        if self.methods.is_empty() {
            return vec!["arithmetic done again".to_string()];
        }
        self.methods.iter().map(|method| method.to_string()).collect()
    }

    /// What has been spent.
    pub fn cost(&self) -> crate::verdicts::Cost {
        let engine::Cost { comparisons, games } = self.store.cost();
        crate::verdicts::Cost {
            positions: self.valuers.remembered() + self.table.judged(),
            comparisons,
            games,
        }
    }

    pub(super) fn eval(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Datum, Stop> {
        if let ExprKind::Integer(n) = expr.kind {
            return Ok(Datum::integer(n));
        }
        stacker::maybe_grow(128 << 10, 2 << 20, || self.eval_here(frame, expr))
    }

    fn eval_here(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Datum, Stop> {
        match &expr.kind {
            ExprKind::Integer(n) => Ok(Datum::integer(*n)),
            ExprKind::Text(text) => Ok(Datum::Text(text.as_str().into())),
            ExprKind::Name(name) => self.name(frame, expr, name),
            ExprKind::Nimber(inner) => self.leaf(frame, inner, |evaluator, n| {
                let n = natural(n, "the index of a nimber")?;
                evaluator.nimber(n)
            }),
            ExprKind::Ups { down, count } => self.leaf(frame, count, |evaluator, n| {
                let n =
                    i64::try_from(integer(n, "the number of arrows")?).map_err(|_| Trouble::overflow())?;
                let n = if *down { n.checked_neg().ok_or_else(Trouble::overflow)? } else { n };
                evaluator.ups(n)
            }),
            ExprKind::UpPower { down, order } => self.leaf(frame, order, |evaluator, n| {
                let n = natural(n, "the order of a power of up")?;
                evaluator.up_power(n, false, *down)
            }),
            ExprKind::UpPowerTo { down, order } => self.leaf(frame, order, |evaluator, n| {
                let n = natural(n, "the order of a power of up")?;
                evaluator.up_power(n, true, *down)
            }),
            ExprKind::Tiny(inner) => self.leaf(frame, inner, |evaluator, g| evaluator.tiny(g, false)),
            ExprKind::Miny(inner) => self.leaf(frame, inner, |evaluator, g| evaluator.tiny(g, true)),
            ExprKind::PlusMinus(entries) => {
                let Some(left) = self.games(frame, entries)? else { return Ok(Datum::None) };
                let mut right = Vec::new();
                for option in &left {
                    right.push(self.negative(option).map_err(|t| locate(frame, t, &expr.span, &[]))?);
                }
                self.braces(&left, &right).map_err(|t| locate(frame, t, &expr.span, &[]))
            }
            ExprKind::Braces { left, right } => {
                let (Some(left), Some(right)) = (self.games(frame, left)?, self.games(frame, right)?) else {
                    return Ok(Datum::None);
                };
                self.braces(&left, &right).map_err(|t| locate(frame, t, &expr.span, &[]))
            }
            ExprKind::Touching(terms) => {
                let mut sum: Option<Datum> = None;
                for term in terms {
                    let next = self.eval(frame, term)?;
                    sum = Some(match sum {
                        None => next,
                        Some(sum) => self.add(&sum, &next).map_err(|t| locate(frame, t, &expr.span, &[]))?,
                    });
                }
                Ok(sum.unwrap_or(Datum::integer(0)))
            }
            ExprKind::Negative(inner) => {
                let datum = self.eval(frame, inner)?;
                self.negative(&datum).map_err(|t| locate(frame, t, &expr.span, &[]))
            }
            ExprKind::Not(inner) => Ok(Datum::Boolean(!self.condition(frame, inner)?)),
            ExprKind::Binary { operator: Operator::And, left, right } => {
                Ok(Datum::Boolean(self.condition(frame, left)? && self.condition(frame, right)?))
            }
            ExprKind::Binary { operator: Operator::Or, left, right } => {
                Ok(Datum::Boolean(self.condition(frame, left)? || self.condition(frame, right)?))
            }
            ExprKind::Binary { operator, left, right } => {
                let g = self.eval(frame, left)?;
                let h = self.eval(frame, right)?;
                self.binary(*operator, &g, &h)
                    .map_err(|t| locate(frame, t, &expr.span, &[left.span.clone(), right.span.clone()]))
            }
            ExprKind::Call { function, arguments } => self.call(frame, expr, function, arguments),
            ExprKind::List(entries) => {
                let mut list = Vec::with_capacity(entries.len());
                for entry in entries {
                    list.push(self.eval(frame, entry)?);
                }
                Ok(Datum::list(list))
            }
            ExprKind::Range { .. } => {
                let domain = self.domain(frame, expr)?;
                collect(domain).map_err(|t| locate(frame, t, &expr.span, &[]))
            }
            ExprKind::If { condition, then, otherwise } => {
                if self.condition(frame, condition)? {
                    self.eval(frame, then)
                } else {
                    self.eval(frame, otherwise)
                }
            }
            ExprKind::Quantified { quantifier, bindings, condition, body } => {
                self.quantified(frame, *quantifier, bindings, condition.as_deref(), body.as_deref())
            }
        }
    }

    /// A name that stands alone: a variable, a definition without parameters, or a constant.
    fn name(&mut self, frame: &mut Frame, expr: &Expr, name: &str) -> Result<Datum, Stop> {
        if let Some(datum) = frame.variable(name) {
            return Ok(datum.clone());
        }
        if let Some(index) = self.definitions.position(name) {
            let defined = self.definitions.at(index);
            if !defined.parameters.is_empty() {
                let signature = format!("{name}({})", defined.parameters.join(", "));
                return Err(frame
                    .error(&expr.span, format!("`{name}` needs its arguments"))
                    .note(format!("it is defined as `{signature}`"))
                    .into());
            }
            return self.defined(frame, &expr.span, index, Vec::new());
        }
        match name {
            "true" => Ok(Datum::Boolean(true)),
            "false" => Ok(Datum::Boolean(false)),
            "none" => Ok(Datum::None),
            "P" => Ok(Datum::Outcome(Outcome::P)),
            "N" => Ok(Datum::Outcome(Outcome::N)),
            "L" => Ok(Datum::Outcome(Outcome::L)),
            "R" => Ok(Datum::Outcome(Outcome::R)),
            "Left" => Ok(Datum::Player(Player::Left)),
            "Right" => Ok(Datum::Player(Player::Right)),
            _ => Err(self.unknown(frame, name, &expr.span, None)),
        }
    }

    fn unknown(&self, frame: &Frame, name: &str, span: &Range<usize>, call: Option<usize>) -> Stop {
        let variables: Vec<String> = frame.variables().map(|(name, _)| name.clone()).collect();
        let used = Used { text: name, span: span.clone(), call };
        match self.definitions.unknown(&used, &variables) {
            Some(problem) => frame.error(span, problem.message).note(problem.help.unwrap_or_default()).into(),
            None => frame.error(span, format!("`{name}` cannot stand here")).into(),
        }
    }

    fn call(
        &mut self,
        frame: &mut Frame,
        expr: &Expr,
        function: &Name,
        arguments: &[Expr],
    ) -> Result<Datum, Stop> {
        let name = function.text.as_str();
        // A printed n(n+1) is a product.
        if let Some(variable) = frame.variable(name).cloned() {
            let [argument] = arguments else {
                return Err(frame
                    .error(&function.span, format!("`{name}` is a variable, not a function"))
                    .into());
            };
            let factor = self.eval(frame, argument)?;
            return self
                .multiply(&variable, &factor)
                .map_err(|t| locate(frame, t, &expr.span, &[function.span.clone(), argument.span.clone()]));
        }
        if let Some(index) = self.definitions.position(name) {
            let defined = self.definitions.at(index);
            if defined.parameters.len() != arguments.len() {
                let signature = format!("{name}({})", defined.parameters.join(", "));
                return Err(frame
                    .error(&expr.span, counted(name, defined.parameters.len(), arguments.len()))
                    .note(format!("it is defined as `{signature}`"))
                    .into());
            }
            let mut values = Vec::with_capacity(arguments.len());
            for argument in arguments {
                values.push(self.eval(frame, argument)?);
            }
            return self.defined(frame, &expr.span, index, values);
        }
        let Some(function) = functions::find(name) else {
            return Err(self.unknown(frame, name, &function.span, Some(arguments.len())));
        };
        if let Means::Syntax(compute) = function.means {
            self.arity(frame, expr, function, arguments.len())?;
            return compute(self, frame, arguments);
        }
        if matches!(function.means, Means::Domain { .. }) {
            let domain = self.domain(frame, expr)?;
            return collect(domain).map_err(|t| locate(frame, t, &expr.span, &[]));
        }
        let mut values = Arguments::default();
        if !self.arguments(frame, expr, function, arguments, &mut values)? {
            return Ok(Datum::None);
        }
        let compute = match (function.means, self.opinion) {
            (Means::Either(compute), _) => compute,
            (Means::Twice { first, .. }, Opinion::First) | (Means::Once(first), Opinion::First) => first,
            (Means::Twice { second, method, .. }, Opinion::Second) => {
                self.methods.insert(method);
                second
            }
            (Means::Once(_), Opinion::Second) => {
                return Err(Stop::OutOfReach(format!("`{name}` has no second method")));
            }
            (Means::Syntax(_) | Means::Domain { .. }, _) => unreachable!("handled above"),
        };
        compute(self, values.as_slice())
            .map_err(|trouble| locate(frame, trouble, &expr.span, &spans(arguments)))
    }

    fn arity(&self, frame: &Frame, expr: &Expr, function: &Function, given: usize) -> Result<(), Stop> {
        if function.takes(given) {
            return Ok(());
        }
        let wanted = function.parameters.len();
        Err(frame
            .error(&expr.span, counted(function.name, wanted, given))
            .note(format!("it is `{}`", function.signature()))
            .into())
    }

    /// The arguments, each as its parameter wants it; `false` if one that must be something is none.
    fn arguments(
        &mut self,
        frame: &mut Frame,
        expr: &Expr,
        function: &Function,
        arguments: &[Expr],
        values: &mut Arguments,
    ) -> Result<bool, Stop> {
        self.arity(frame, expr, function, arguments.len())?;
        for (index, argument) in arguments.iter().enumerate() {
            let datum = values.push(self.eval(frame, argument)?);
            let parameter = function.parameter(index);
            if matches!(datum, Datum::None) && !matches!(parameter.kind, Kind::Any | Kind::Tint) {
                return Ok(false);
            }
            self.convert(datum, parameter.kind).map_err(|trouble| {
                let trouble = match trouble {
                    Trouble::Error { argument, message, help } => Trouble::Error {
                        argument,
                        message: format!("`{}` takes {message}", function.name),
                        help: help.or_else(|| Some(format!("it is `{}`", function.signature()))),
                    },
                    other => other,
                };
                locate(frame, trouble, &argument.span, &[])
            })?;
        }
        Ok(true)
    }

    /// The value of a definition for these arguments; remembered.
    fn defined(
        &mut self,
        frame: &Frame,
        span: &Range<usize>,
        index: usize,
        values: Vec<Datum>,
    ) -> Result<Datum, Stop> {
        let key: Option<Vec<Key>> = values.iter().map(Key::of).collect();
        let key = key.map(|key| (index, key));
        if let Some(known) = key.as_ref().and_then(|key| self.remembered.get(key)) {
            return Ok(known.clone());
        }
        let definitions = self.definitions.clone();
        let defined = definitions.at(index);
        let shown: Vec<String> = values.iter().map(|value| self.brief(value)).collect();
        let given: Bindings = defined.parameters.iter().cloned().zip(values).collect();
        let mut inner = Frame::new(&defined.body, &given);
        let value = self.eval(&mut inner, &defined.body.expr).map_err(|stop| match stop {
            Stop::Error(diagnostic) => {
                let call = if shown.is_empty() {
                    format!("in {}", defined.name)
                } else {
                    format!("in {}({})", defined.name, shown.join(", "))
                };
                let place =
                    Place { source: (*frame.formula.source).clone(), span: frame.formula.place(span) };
                Stop::Error(Box::new(diagnostic.related(place, call)))
            }
            other => other,
        })?;
        if let Some(key) = key {
            self.remembered.insert(key, value.clone());
        }
        Ok(value)
    }

    /// The value of a condition: true or false.
    pub(super) fn condition(&mut self, frame: &mut Frame, expr: &Expr) -> Result<bool, Stop> {
        match self.eval(frame, expr)? {
            Datum::Boolean(truth) => Ok(truth),
            Datum::None => Err(frame
                .error(&expr.span, "this has no answer, so it is neither true nor false")
                .note("ask whether something has an answer with `= none`")
                .into()),
            other => Err(frame
                .error(&expr.span, format!("a condition is true or false, not {}", other.a_kind()))
                .into()),
        }
    }

    fn leaf(
        &mut self,
        frame: &mut Frame,
        inner: &Expr,
        make: impl FnOnce(&mut Evaluator, &Datum) -> Result<Datum, Trouble>,
    ) -> Result<Datum, Stop> {
        let datum = self.eval(frame, inner)?;
        if matches!(datum, Datum::None) {
            return Ok(Datum::None);
        }
        make(self, &datum).map_err(|trouble| locate(frame, trouble, &inner.span, &[]))
    }

    /// The games that these expressions give; nothing if one of them is none.
    fn games(&mut self, frame: &mut Frame, entries: &[Expr]) -> Result<Option<Vec<Datum>>, Stop> {
        let mut games = Vec::with_capacity(entries.len());
        for entry in entries {
            let mut datum = self.eval(frame, entry)?;
            if matches!(datum, Datum::None) {
                return Ok(None);
            }
            self.convert(&mut datum, Kind::Game).map_err(|trouble| {
                let trouble = match trouble {
                    Trouble::Error { argument, message, help } => {
                        Trouble::Error { argument, message: format!("an option is {message}"), help }
                    }
                    other => other,
                };
                locate(frame, trouble, &entry.span, &[])
            })?;
            games.push(datum);
        }
        Ok(Some(games))
    }

    /// The values that an expression runs through.
    pub(super) fn domain(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Domain, Stop> {
        match &expr.kind {
            ExprKind::Range { from, to } => {
                let mut end = |evaluator: &mut Evaluator, expr: &Expr| -> Result<i128, Stop> {
                    let datum = evaluator.eval(frame, expr)?;
                    datum.as_integer().ok_or_else(|| {
                        frame
                            .error(
                                &expr.span,
                                format!("a range runs between integers, not {}", datum.a_kind()),
                            )
                            .into()
                    })
                };
                let from = end(self, from)?;
                let Some(to) = to else {
                    return Err(frame
                        .error(&expr.span, "this range has no end")
                        .note("give it one: `1..20`; nothing can be computed for all n")
                        .into());
                };
                let to = end(self, to)?;
                Ok(Domain::Range(from, to))
            }
            ExprKind::Call { function: name, arguments }
                if self.definitions.position(&name.text).is_none() =>
            {
                let Some(function) = functions::find(&name.text) else {
                    return self.list_domain(frame, expr);
                };
                let Means::Domain { first, second, method } = function.means else {
                    return self.list_domain(frame, expr);
                };
                let mut values = Arguments::default();
                if !self.arguments(frame, expr, function, arguments, &mut values)? {
                    return Err(frame.error(&expr.span, "the domain is none").into());
                };
                let run = match self.opinion {
                    Opinion::First => first,
                    Opinion::Second => {
                        self.methods.insert(method);
                        second
                    }
                };
                run(values.as_slice())
                    .map_err(|trouble| locate(frame, trouble, &expr.span, &spans(arguments)))
            }
            _ => self.list_domain(frame, expr),
        }
    }

    fn list_domain(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Domain, Stop> {
        match self.eval(frame, expr)? {
            Datum::List(entries) => Ok(Domain::List(entries)),
            other => Err(frame
                .error(&expr.span, format!("a domain is a range or a list, not {}", other.a_kind()))
                .note("`1..20`, `trees(8)`, `[1, 3, 5]`; `referee functions` names all domains")
                .into()),
        }
    }

    fn quantified(
        &mut self,
        frame: &mut Frame,
        quantifier: Quantifier,
        bindings: &[Binding],
        condition: Option<&Expr>,
        body: Option<&Expr>,
    ) -> Result<Datum, Stop> {
        for binding in bindings {
            if is_constant(&binding.name.text) {
                return Err(frame
                    .error(
                        &binding.name.span,
                        format!("`{}` is a constant of the language", binding.name.text),
                    )
                    .into());
            }
        }
        let mut tally = Tally::new(quantifier);
        let mut visit =
            |evaluator: &mut Evaluator, frame: &mut Frame| evaluator.case(frame, bindings, body, &mut tally);
        let _stopped_early = self.each_case(frame, bindings, condition, &mut visit)?;
        Ok(tally.result())
    }

    /// Runs through the cases of the bindings that satisfy the condition, later bindings inside earlier ones.
    fn each_case(
        &mut self,
        frame: &mut Frame,
        bindings: &[Binding],
        condition: Option<&Expr>,
        visit: &mut dyn FnMut(&mut Evaluator, &mut Frame) -> Visited,
    ) -> Result<ControlFlow<()>, Stop> {
        let Some((binding, inner)) = bindings.split_first() else {
            self.cases += 1;
            if self.cases > self.budget.cases {
                return Err(Stop::Undecided(Limit::Cases(self.budget.cases)));
            }
            if let Some(condition) = condition
                && !self.condition(frame, condition)?
            {
                return Ok(ControlFlow::Continue(()));
            }
            return visit(self, frame);
        };
        let domain = self.domain(frame, &binding.domain)?;
        let own = frame.bound.len();
        frame.bound.push((binding.name.text.clone(), Datum::None));
        let mut all = Ok(ControlFlow::Continue(()));
        for datum in domain.iter() {
            frame.bound[own].1 = datum;
            match self.each_case(frame, inner, condition, visit) {
                Ok(ControlFlow::Continue(())) => continue,
                Err(Stop::Error(diagnostic)) => {
                    let value = self.brief(&frame.bound[own].1);
                    let note = format!("it happened for {} = {value}", binding.name.text);
                    all = Err(Stop::Error(Box::new(diagnostic.note(note))));
                }
                other => all = other,
            }
            break;
        }
        frame.bound.truncate(own);
        all
    }

    /// One case of a quantifier.
    fn case(
        &mut self,
        frame: &mut Frame,
        bindings: &[Binding],
        body: Option<&Expr>,
        tally: &mut Tally,
    ) -> Result<ControlFlow<()>, Stop> {
        let next = ControlFlow::Continue(());
        let Some(body) = body else {
            tally.count += 1;
            return Ok(next);
        };
        match tally.quantifier {
            Quantifier::Count => tally.count += i128::from(self.condition(frame, body)?),
            Quantifier::All => {
                tally.truth = self.condition(frame, body)?;
                if !tally.truth {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Quantifier::Any => {
                tally.truth = self.condition(frame, body)?;
                if tally.truth {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Quantifier::For => {
                let datum = self.eval(frame, body)?;
                if tally.list.len() >= LONGEST_LIST {
                    return Err(Stop::Undecided(Limit::Length(LONGEST_LIST)));
                }
                tally.list.push(datum);
            }
            Quantifier::Sum => {
                let datum = self.eval(frame, body)?;
                tally.sum = self.add(&tally.sum, &datum).map_err(|t| locate(frame, t, &body.span, &[]))?;
            }
            Quantifier::Max | Quantifier::Min | Quantifier::ArgMax | Quantifier::ArgMin => {
                let datum = self.eval(frame, body)?;
                let x = match &datum {
                    Datum::Number(x) => *x,
                    // A case without an answer is neither greatest nor least.
                    Datum::None => return Ok(next),
                    other => {
                        let word = tally.quantifier.word();
                        return Err(frame
                            .error(&body.span, format!("`{word}` compares numbers, not {}", other.kind()))
                            .note("games are only partly ordered; compare their means, stops or temperatures")
                            .into());
                    }
                };
                let wanted = match tally.quantifier {
                    Quantifier::Max | Quantifier::ArgMax => Ordering::Greater,
                    _ => Ordering::Less,
                };
                // Of equals, the first stays.
                if tally.best.as_ref().is_none_or(|(best, _)| x.cmp(best) == wanted) {
                    let variables = &frame.bound[frame.bound.len() - bindings.len()..];
                    let case = match variables {
                        [(_, only)] => only.clone(),
                        several => Datum::list(several.iter().map(|(_, datum)| datum.clone())),
                    };
                    tally.best = Some((x, case));
                }
            }
        }
        Ok(next)
    }

    fn binary(&mut self, operator: Operator, g: &Datum, h: &Datum) -> Result<Datum, Trouble> {
        if operator == Operator::Equal {
            return Ok(Datum::Boolean(self.equal(g, h)?));
        }
        if operator == Operator::Unequal {
            return Ok(Datum::Boolean(!self.equal(g, h)?));
        }
        if matches!((g, h), (Datum::None, _) | (_, Datum::None)) {
            return Ok(Datum::None);
        }
        match operator {
            Operator::Add => self.add(g, h),
            Operator::Subtract => {
                if let (Datum::Number(x), Datum::Number(y)) = (g, h) {
                    return Ok(Datum::Number(x.minus(*y).ok_or_else(Trouble::overflow)?));
                }
                let minus = self.negative(h).map_err(|trouble| trouble.argument(1))?;
                self.add(g, &minus)
            }
            Operator::Multiply => self.multiply(g, h),
            Operator::Divide => match (g, h) {
                (Datum::Number(_), Datum::Number(y)) if *y == Rational::ZERO => {
                    Err(Trouble::error("division by 0").argument(1))
                }
                (Datum::Number(x), Datum::Number(y)) => {
                    Ok(Datum::Number(x.over(*y).ok_or_else(Trouble::overflow)?))
                }
                _ => Err(mismatch("divide", g, "by", h)),
            },
            Operator::Power => match (g, h) {
                (Datum::Number(x), Datum::Number(y)) => {
                    let Some(n) = y.as_integer() else {
                        return Err(Trouble::error(format!("an exponent is an integer, not {y}")).argument(1));
                    };
                    if *x == Rational::ZERO && n < 0 {
                        return Err(Trouble::error("division by 0").argument(0));
                    }
                    Ok(Datum::Number(x.power(n).ok_or_else(Trouble::overflow)?))
                }
                _ => Err(mismatch("raise", g, "to", h).help("`pow(↑, n)` is the Conway power of a game")),
            },
            Operator::OrdinalSum => {
                if self.opinion == Opinion::Second {
                    return Err(out_of_reach("the ordinal sum has no second method"));
                }
                let (g, h) = (self.game(g)?, self.game(h)?);
                Ok(Datum::Game(self.store.ordinal_sum(g, h)?))
            }
            Operator::Less => self.ordered(g, h, |order| order == Some(Ordering::Less)),
            Operator::LessOrEqual => {
                self.ordered(g, h, |order| matches!(order, Some(Ordering::Less | Ordering::Equal)))
            }
            Operator::Greater => self.ordered(g, h, |order| order == Some(Ordering::Greater)),
            Operator::GreaterOrEqual => {
                self.ordered(g, h, |order| matches!(order, Some(Ordering::Greater | Ordering::Equal)))
            }
            Operator::Confused => self.ordered(g, h, |order| order.is_none()),
            Operator::Equal | Operator::Unequal | Operator::And | Operator::Or => {
                unreachable!("handled before")
            }
        }
    }

    fn ordered(
        &mut self,
        g: &Datum,
        h: &Datum,
        judge: impl FnOnce(Option<Ordering>) -> bool,
    ) -> Result<Datum, Trouble> {
        if let (Datum::Number(x), Datum::Number(y)) = (g, h) {
            return Ok(Datum::Boolean(judge(Some(x.cmp(y)))));
        }
        if !(is_gamelike(g) && is_gamelike(h)) {
            return Err(mismatch("compare", g, "with", h));
        }
        Ok(Datum::Boolean(judge(self.compare(g, h)?)))
    }

    /// Are they equal? Numbers as numbers, games as games, lists entry by entry; things of different types are no question.
    ///
    /// # Errors
    /// Types that cannot be compared, or a limit.
    pub fn equal(&mut self, g: &Datum, h: &Datum) -> Result<bool, Trouble> {
        Ok(match (g, h) {
            (Datum::None, Datum::None) => true,
            (Datum::None, _) | (_, Datum::None) => false,
            (Datum::Number(x), Datum::Number(y)) => x == y,
            (Datum::Boolean(x), Datum::Boolean(y)) => x == y,
            (Datum::Outcome(x), Datum::Outcome(y)) => x == y,
            (Datum::Player(x), Datum::Player(y)) => x == y,
            (Datum::Text(x), Datum::Text(y)) => x == y,
            (Datum::Thermograph(x), Datum::Thermograph(y)) => x == y,
            (Datum::List(x), Datum::List(y)) => {
                if x.len() != y.len() {
                    return Ok(false);
                }
                for (x, y) in x.iter().zip(y.iter()) {
                    if !self.equal(x, y)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Datum::Graph(_), Datum::Graph(_)) => {
                return Err(Trouble::error("graphs are not compared with `=`")
                    .help("`isomorphic(g, h)` asks whether they are the same up to names of vertices"));
            }
            // Equal games have one handle.
            _ if is_gamelike(g) && is_gamelike(h) && self.opinion == Opinion::First => {
                let (g, h) = self.both(g, h)?;
                g == h
            }
            _ if is_gamelike(g) && is_gamelike(h) => self.compare(g, h)? == Some(Ordering::Equal),
            _ => return Err(mismatch("compare", g, "with", h)),
        })
    }

    /// Two operands as games of the engine.
    fn both(&mut self, g: &Datum, h: &Datum) -> Result<(Value, Value), Trouble> {
        Ok((
            self.game(g).map_err(|trouble| trouble.argument(0))?,
            self.game(h).map_err(|trouble| trouble.argument(1))?,
        ))
    }

    /// The order of two games, `None` if they are confused.
    fn compare(&mut self, g: &Datum, h: &Datum) -> Result<Option<Ordering>, Trouble> {
        match self.opinion {
            Opinion::First => {
                let (g, h) = self.both(g, h)?;
                Ok(self.store.compare(g, h)?)
            }
            Opinion::Second => {
                let (g, h) = (self.raw(g)?, self.raw(h)?);
                self.methods.insert("plain search of the difference");
                Ok(self.table.compare(&g, &h, self.budget.searched)?)
            }
        }
    }

    pub(super) fn add(&mut self, g: &Datum, h: &Datum) -> Result<Datum, Trouble> {
        match (g, h) {
            (Datum::None, _) | (_, Datum::None) => Ok(Datum::None),
            (Datum::Number(x), Datum::Number(y)) => {
                Ok(Datum::Number(x.plus(*y).ok_or_else(Trouble::overflow)?))
            }
            _ if is_gamelike(g) && is_gamelike(h) => match self.opinion {
                Opinion::First => {
                    let (g, h) = self.both(g, h)?;
                    Ok(Datum::Game(self.store.add(g, h)?))
                }
                Opinion::Second => {
                    let (g, h) = (self.raw(g)?, self.raw(h)?);
                    Ok(Datum::Raw(Rc::new(self.table.sum(&g, &h))))
                }
            },
            (Datum::Impartial(g), Datum::Impartial(h)) => match g.plus(h) {
                Some(sum) => Ok(Datum::Impartial(Rc::new(sum))),
                None => Err(Trouble::error("these are positions of different games")
                    .help("impartial positions are added if they are played by the same rules")),
            },
            _ => Err(mismatch("add", g, "and", h)),
        }
    }

    fn multiply(&mut self, g: &Datum, h: &Datum) -> Result<Datum, Trouble> {
        let (n, game, argument) = match (g, h) {
            (Datum::None, _) | (_, Datum::None) => return Ok(Datum::None),
            (Datum::Number(x), Datum::Number(y)) => {
                return Ok(Datum::Number(x.times(*y).ok_or_else(Trouble::overflow)?));
            }
            (Datum::Number(n), Datum::Impartial(sum)) | (Datum::Impartial(sum), Datum::Number(n)) => {
                let n = n.as_integer().and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= MOST_PARTS);
                let Some(n) = n else {
                    return Err(Trouble::error(format!(
                        "an impartial position is taken from 0 to {MOST_PARTS} times"
                    )));
                };
                let parts = sum.parts.repeat(n);
                return Ok(Datum::Impartial(Rc::new(Sum { game: sum.game.clone(), parts })));
            }
            (Datum::Number(x), other) if is_gamelike(other) => (x, other, 1),
            (other, Datum::Number(x)) if is_gamelike(other) => (x, other, 0),
            _ if is_gamelike(g) && is_gamelike(h) => {
                return Err(Trouble::error("a game is multiplied by an integer, not by a game")
                    .help("`conway(g, h)` is Conway's product, `nim_product(a, b)` that of nimbers"));
            }
            _ => return Err(mismatch("multiply", g, "and", h)),
        };
        let Some(n) = n.as_integer() else {
            return Err(Trouble::error(format!("a game is multiplied by an integer, not by {n}"))
                .argument(1 - argument)
                .help("`conway(g, h)` is Conway's product, `norton(g, u)` Norton's"));
        };
        match self.opinion {
            Opinion::First => {
                let game = self.game(game).map_err(|trouble| trouble.argument(argument))?;
                Ok(Datum::Game(self.store.multiple(n, game)?))
            }
            Opinion::Second => {
                let game = self.raw(game)?;
                Ok(Datum::Raw(Rc::new(self.table.multiple(n, &game)?)))
            }
        }
    }

    pub(super) fn negative(&mut self, g: &Datum) -> Result<Datum, Trouble> {
        match g {
            Datum::None => Ok(Datum::None),
            Datum::Number(x) => Ok(Datum::Number(x.negative().ok_or_else(Trouble::overflow)?)),
            _ if is_gamelike(g) => match self.opinion {
                Opinion::First => {
                    let g = self.game(g)?;
                    Ok(Datum::Game(self.store.neg(g)))
                }
                Opinion::Second => {
                    let g = self.raw(g)?;
                    Ok(Datum::Raw(Rc::new(self.table.negative(&g))))
                }
            },
            _ => Err(Trouble::error(format!("{} has no negative", g.a_kind()))),
        }
    }

    /// `{left | right}` of games.
    fn braces(&mut self, left: &[Datum], right: &[Datum]) -> Result<Datum, Trouble> {
        match self.opinion {
            Opinion::First => {
                let mut sides = [Vec::new(), Vec::new()];
                for (side, options) in sides.iter_mut().zip([left, right]) {
                    for option in options {
                        side.push(self.game(option)?);
                    }
                }
                let [left, right] = sides;
                Ok(Datum::Game(self.store.game(&left, &right)?))
            }
            Opinion::Second => {
                let mut sides = [Vec::new(), Vec::new()];
                for (side, options) in sides.iter_mut().zip([left, right]) {
                    for option in options {
                        side.push(self.raw(option)?);
                    }
                }
                let [left, right] = sides;
                Ok(Datum::Raw(Rc::new(self.table.braces(&left, &right, self.budget.searched)?)))
            }
        }
    }

    pub(super) fn nimber(&mut self, n: u32) -> Result<Datum, Trouble> {
        match self.opinion {
            Opinion::First => Ok(Datum::Game(self.store.nimber(n)?)),
            Opinion::Second => Ok(Datum::Raw(Rc::new(self.table.nimber(n)))),
        }
    }

    fn ups(&mut self, n: i64) -> Result<Datum, Trouble> {
        match self.opinion {
            Opinion::First => Ok(Datum::Game(self.store.up_star(Dyadic::ZERO, n, 0)?)),
            Opinion::Second => Ok(Datum::Raw(Rc::new(self.table.ups(n)?))),
        }
    }

    /// ↑^n, or ↑^[n] if `to`; its negative if `down`.
    fn up_power(&mut self, n: u32, to: bool, down: bool) -> Result<Datum, Trouble> {
        if n == 0 {
            return Err(Trouble::error("the order of a power of up is at least 1"));
        }
        if n > MOST_ORDER {
            return Err(Trouble::Limit(Limit::Order(MOST_ORDER)));
        }
        let ups =
            if to { Ups::PowerTo { down: false, order: n } } else { Ups::Power { down: false, order: n } };
        let form = Form::uptimal(Number::ZERO, ups, 0);
        let power = match self.opinion {
            Opinion::First => Datum::Game(self.store.read(&form)?),
            Opinion::Second => Datum::Raw(Rc::new(self.table.form(&form)?)),
        };
        if down { self.negative(&power) } else { Ok(power) }
    }

    /// ⧾(g), or ⧿(g) if `miny`.
    fn tiny(&mut self, g: &Datum, miny: bool) -> Result<Datum, Trouble> {
        let mut g = g.clone();
        self.convert(&mut g, Kind::Game)?;
        match self.opinion {
            Opinion::First => {
                let g = self.game(&g)?;
                Ok(Datum::Game(if miny { self.store.miny(g)? } else { self.store.tiny(g)? }))
            }
            Opinion::Second => {
                let zero = Datum::Raw(Rc::new(Raw::default()));
                let minus = self.negative(&g)?;
                let threat = self.braces(std::slice::from_ref(&zero), &[minus])?;
                let tiny = self.braces(&[zero], &[threat])?;
                if miny { self.negative(&tiny) } else { Ok(tiny) }
            }
        }
    }

    /// The game that something is, where a game is wanted: a game, a position, an integer, a dyadic rational.
    ///
    /// # Errors
    /// Anything else, or a limit.
    pub fn game(&mut self, datum: &Datum) -> Result<Value, Trouble> {
        match datum {
            Datum::Game(value) => Ok(*value),
            Datum::Number(x) => Ok(self.store.number(dyadic(*x)?)?),
            Datum::Position(position) => Ok(self.valuers.value(position, &mut self.store)?),
            other => Err(Trouble::error(format!("a game, not {}", other.a_kind()))),
        }
    }

    /// The same for the second opinion: nothing is valued.
    pub(super) fn raw(&mut self, datum: &Datum) -> Result<Rc<Raw>, Trouble> {
        match datum {
            Datum::Raw(raw) => Ok(raw.clone()),
            Datum::Number(x) => {
                let x = dyadic(*x)?;
                Ok(Rc::new(self.table.number(x.mantissa(), x.exponent())))
            }
            Datum::Position(position) => Ok(Rc::new(Raw::position(position.clone()))),
            other => Err(Trouble::error(format!("a game, not {}", other.a_kind()))),
        }
    }

    /// What a parameter of this kind makes of a value.
    pub(super) fn convert(&mut self, datum: &mut Datum, kind: Kind) -> Result<(), Trouble> {
        let fits = match (kind, &*datum) {
            (Kind::Any, _) => true,
            (Kind::Game, Datum::Number(_) | Datum::Game(_) | Datum::Raw(_) | Datum::Position(_)) => {
                *datum = match self.opinion {
                    Opinion::First => Datum::Game(self.game(datum)?),
                    Opinion::Second => Datum::Raw(self.raw(datum)?),
                };
                true
            }
            (Kind::Natural, Datum::Number(_)) => datum.as_integer().is_some_and(|n| u32::try_from(n).is_ok()),
            (Kind::Integer, Datum::Number(_)) => datum.as_integer().is_some(),
            (Kind::Naturals, Datum::List(entries)) => {
                entries.iter().all(|entry| entry.as_integer().is_some_and(|n| u32::try_from(n).is_ok()))
            }
            (Kind::Board, Datum::Position(position)) => position.graph().is_some(),
            (Kind::Move, Datum::Number(_)) => datum.as_integer().is_some(),
            (Kind::Move, Datum::List(entries)) => entries.iter().all(|entry| entry.as_integer().is_some()),
            (Kind::Tint, Datum::None | Datum::Player(_)) => true,
            (Kind::Tint, Datum::Outcome(outcome)) => matches!(outcome, Outcome::L | Outcome::R),
            (Kind::Boolean, Datum::Boolean(_))
            | (Kind::Number, Datum::Number(_))
            | (Kind::Outcome, Datum::Outcome(_))
            | (Kind::Player, Datum::Player(_))
            | (Kind::Position, Datum::Position(_))
            | (Kind::Graph, Datum::Graph(_))
            | (Kind::Board, Datum::Graph(_))
            | (Kind::List, Datum::List(_))
            | (Kind::Text, Datum::Text(_))
            | (Kind::Thermograph, Datum::Thermograph(_))
            | (Kind::Impartial | Kind::Rules, Datum::Impartial(_))
            | (Kind::Heaps | Kind::Rules, Datum::Heaps(_))
            | (Kind::Quotient | Kind::Ordered, Datum::Quotient(_))
            | (Kind::Ordered, Datum::Graph(_)) => true,
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let given = match (&*datum, kind) {
            (Datum::Number(x), Kind::Natural | Kind::Integer) => x.to_string(),
            _ => datum.a_kind(),
        };
        Err(Trouble::error(format!("{}, not {given}", a(&kind.to_string()))))
    }
}

/// The arguments of a call. Sweeps make millions of calls, nearly all of them with few arguments, so these need no allocation.
#[derive(Default)]
struct Arguments {
    few: [Datum; 3],
    count: usize,
    /// All of them, once they are more than a few.
    many: Vec<Datum>,
}

impl Arguments {
    fn push(&mut self, datum: Datum) -> &mut Datum {
        let place = self.count;
        self.count += 1;
        if place < self.few.len() {
            self.few[place] = datum;
            return &mut self.few[place];
        }
        if self.many.is_empty() {
            self.many.extend(std::mem::take(&mut self.few));
        }
        self.many.push_mut(datum)
    }

    fn as_slice(&self) -> &[Datum] {
        if self.many.is_empty() { &self.few[..self.count] } else { &self.many }
    }
}

/// What a quantifier has made of the cases so far.
struct Tally {
    quantifier: Quantifier,
    count: i128,
    truth: bool,
    list: Vec<Datum>,
    sum: Datum,
    best: Option<(Rational, Datum)>,
}

impl Tally {
    fn new(quantifier: Quantifier) -> Tally {
        Tally {
            quantifier,
            count: 0,
            // `all` of no cases is true, `any` of none is false.
            truth: quantifier == Quantifier::All,
            list: Vec::new(),
            sum: Datum::integer(0),
            best: None,
        }
    }

    fn result(self) -> Datum {
        match self.quantifier {
            Quantifier::Count => Datum::integer(self.count),
            Quantifier::All | Quantifier::Any => Datum::Boolean(self.truth),
            Quantifier::For => Datum::list(self.list),
            Quantifier::Sum => self.sum,
            Quantifier::Max | Quantifier::Min => self.best.map_or(Datum::None, |(x, _)| Datum::Number(x)),
            Quantifier::ArgMax | Quantifier::ArgMin => self.best.map_or(Datum::None, |(_, case)| case),
        }
    }
}

/// Gives a trouble its place: that of the argument that is to blame, or `whole`.
pub(super) fn locate(
    frame: &Frame,
    trouble: Trouble,
    whole: &Range<usize>,
    arguments: &[Range<usize>],
) -> Stop {
    match trouble {
        Trouble::Error { argument, message, help } => {
            let span = argument.and_then(|index| arguments.get(index)).unwrap_or(whole);
            let diagnostic = frame.error(span, message);
            match help {
                Some(help) => diagnostic.note(help).into(),
                None => diagnostic.into(),
            }
        }
        Trouble::Limit(limit) => Stop::Undecided(limit),
        Trouble::Stop(stop) => *stop,
    }
}

fn spans(arguments: &[Expr]) -> Vec<Range<usize>> {
    arguments.iter().map(|argument| argument.span.clone()).collect()
}

pub(super) fn out_of_reach(why: impl Into<String>) -> Trouble {
    Trouble::Stop(Box::new(Stop::OutOfReach(why.into())))
}

/// `f` takes 2 arguments, not 3
fn counted(name: &str, wanted: usize, given: usize) -> String {
    let plural = if wanted == 1 { "" } else { "s" };
    format!("`{name}` takes {wanted} argument{plural}, not {given}")
}

fn mismatch(verb: &str, g: &Datum, word: &str, h: &Datum) -> Trouble {
    Trouble::error(format!("cannot {verb} {} {word} {}", g.a_kind(), h.a_kind()))
}

fn is_gamelike(datum: &Datum) -> bool {
    matches!(datum, Datum::Number(_) | Datum::Game(_) | Datum::Raw(_) | Datum::Position(_))
}

fn integer(datum: &Datum, what: &str) -> Result<i128, Trouble> {
    match datum {
        Datum::Number(x) => {
            x.as_integer().ok_or_else(|| Trouble::error(format!("{what} is an integer, not {x}")))
        }
        other => Err(Trouble::error(format!("{what} is an integer, not {}", other.a_kind()))),
    }
}

fn natural(datum: &Datum, what: &str) -> Result<u32, Trouble> {
    let n = integer(datum, what)?;
    if n < 0 {
        return Err(Trouble::error(format!("{what} is at least 0, not {n}")));
    }
    u32::try_from(n).map_err(|_| Trouble::error(format!("{what} is less than 2^32, not {n}")))
}

/// A rational as a number of games, whose denominators are powers of two.
fn dyadic(x: Rational) -> Result<Dyadic, Trouble> {
    if x.denominator() & (x.denominator() - 1) != 0 {
        return Err(Trouble::error(format!("a game, not {x}"))
            .help("only fractions whose denominator is a power of 2 are games"));
    }
    Ok(Dyadic::new(x.numerator(), x.denominator().trailing_zeros())?)
}

/// A domain as a list.
fn collect(domain: Domain) -> Result<Datum, Trouble> {
    let mut list = Vec::new();
    for datum in domain.iter() {
        if list.len() >= LONGEST_LIST {
            return Err(Trouble::Limit(Limit::Length(LONGEST_LIST)));
        }
        list.push(datum);
    }
    Ok(Datum::list(list))
}
