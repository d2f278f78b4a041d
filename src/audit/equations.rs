//! Equations between games: what can be tried is tried, on both opinions.
//!
//! Only what is beyond doubt about games is tried: braces with a bar, arrows, stars, signs ±. Not tried are definitions
//! (`G = {a | b}`), conditions ("if", "suppose"), products that look like stars, and whatever names something that is
//! not known here. An identity with variables is tried on small integers.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::about::is_of_games;
use super::cells::{any, written_as_game};
use super::judge::{judge, shown, witness};
use super::relations::quantity_of;
use super::{BUDGET, OPENS_CASES, Told, at, play, prose, shortened};
use crate::diagnostic::{Diagnostic, Source};
use crate::evaluate::{Bindings, Datum, Definitions, Evaluator, Formula, functions};
use crate::findings::{EquationFound, Finding, FindingKind, Findings, Question, QuestionKind, Standing};
use crate::notation::{self, Conventions, Dialect, Expr, ExprKind, Operator};
use crate::tex::{self, Equation, Piece, Relation};
use crate::verdicts::{Shown, Witness};

/// Integers that a variable runs through, by the number of variables.
const TRIED: [i128; 3] = [9, 6, 4];
/// Formulas that are looked at, at most.
const MOST: usize = 20_000;
/// What printed notation could also mean.
const NOTATIONS: [(&str, &str); 3] = [("n*", "n·*"), ("5↓", "5·↓"), ("↑^n", "n·↑")];

/// Two neighbouring sides of a chain, as one condition.
struct Claim {
    /// `left = right`, or another comparison.
    formula: Formula,
    left: Expr,
    right: Expr,
    operator: Operator,
    /// It says that the comparison does not hold: `\not\ge`, `\lhd|`.
    denied: bool,
    variables: Vec<String>,
}

/// What became of a claim.
enum Fate {
    Holds {
        tried: u64,
    },
    /// It is false in all that was tried, or nearly.
    Fails {
        tried: u64,
        held: u64,
        first: Bindings,
    },
    /// It holds for some values; under a simple condition, if one explains them.
    Sometimes {
        tried: u64,
        held: u64,
        first: Bindings,
        condition: Option<String>,
    },
    /// It makes no claim that can be tried; why.
    NoClaim(String),
}

/// Tries all equations of a document.
///
/// # Errors
/// If two of our own methods disagree.
pub fn equations(document: &tex::Document, told: &Told, findings: &mut Findings) -> Result<(), Diagnostic> {
    let source = &document.source;
    let definitions = with_cases(document, told, findings);
    let mut evaluator = Evaluator::new(definitions.clone(), BUDGET);
    let otherwise = play::otherwise(&source.text);
    let other_play = if !is_of_games(&source.text, &findings.about) {
        Some("the text is not on games".to_string())
    } else {
        otherwise.map(|(first, word)| {
            format!(
                "the text is on another kind of play than normal play (“{word}”, first at {})",
                at(source, first)
            )
        })
    };
    let mut silenced = 0;
    let mut conventions: Vec<Convention> = Vec::new();
    let mut number = 0;
    for (index, equation) in document.equations.iter().enumerate().take(MOST) {
        if equation.relations.is_empty() {
            continue;
        }
        number += 1;
        let mut found = EquationFound {
            id: format!("equation-{number}"),
            at: at(source, equation.span.start),
            label: equation.label.as_ref().map(|label| label.source.clone()),
            text: shortened_tex(source.text.get(equation.span.clone()).unwrap_or("")),
            ..EquationFound::default()
        };
        if has_cases(equation) {
            found.standing = Standing::NoClaim;
            found.note = by_cases_note(&found, findings);
            findings.equations.push(found);
            continue;
        }
        let mut standings = Vec::new();
        let mut off = false;
        let mut chain = Chain::of(equation);
        while let Some((link, relation)) = chain.next() {
            let fate = match (claim(equation, link, &relation, told, &definitions), &other_play) {
                (Ok(_), Some(why)) => {
                    off = true;
                    Fate::NoClaim(why.clone())
                }
                (Ok(claim), None) => {
                    let conditions = conditions(document, index, &claim.variables, told);
                    let known = (equation.condition.is_none() || conditions.own) && !conditions.others;
                    let fate = tried(&claim, &conditions.all, &definitions, &mut evaluator);
                    let fate =
                        of_quantity(fate, &claim, equation, &mut found, source, &mut evaluator, findings);
                    let fate =
                        spared(fate, &claim, equation, known, source, told, &definitions, &mut conventions);
                    differs(fate, &claim, &mut found, link, equation, source, &mut evaluator, findings)?
                }
                (Err(fate), _) => fate,
            };
            chain.note(link, &fate);
            if link.1 == link.0 + 1 || !matches!(fate, Fate::NoClaim(_)) {
                standings.push(standing(&fate, &mut found));
            }
        }
        silenced += usize::from(off);
        found.standing = worst(&standings);
        if let Some((link, why)) = chain.left_out().filter(|_| found.standing == Standing::Holds) {
            found.standing = Standing::HoldsInPart;
            let sides = |side: usize| shortened_tex(content(&equation.sides[side]));
            found.note = format!("${}$ beside ${}$ was not tried: {why}", sides(link.0), sides(link.1));
        }
        findings.equations.push(found);
    }
    if let Some(why) = other_play.filter(|_| silenced > 0) {
        let equations =
            if silenced == 1 { "1 equation was".to_string() } else { format!("{silenced} equations were") };
        findings.remarks.push(format!("{equations} not tried: {why}."));
    }
    for (at, convention) in conventions.into_iter().enumerate() {
        findings.questions.push(convention.question(at));
    }
    Ok(())
}

/// Two sides of a chain, by their places in it.
type Link = (usize, usize);

/// Chains with more sides are tried only between neighbours.
const LONGEST: usize = 30;

/// The sides of an equation that are still to be held against each other: neighbours first, then sides between which one was
/// passed over.
struct Chain<'e> {
    equation: &'e Equation,
    /// What is to be tried, the next one last.
    links: Vec<Link>,
    /// By side: the lowest side that it is joined to by what was tried.
    joined: Vec<usize>,
    /// Sides of which something was found false: one slip is not reported again from further away.
    false_at: Vec<usize>,
    /// Neighbours that were not tried, and why.
    left: Vec<(Link, String)>,
}

impl Chain<'_> {
    fn of(equation: &Equation) -> Chain<'_> {
        let sides = equation.sides.len();
        let most = if sides <= LONGEST { sides } else { 2 };
        let mut links = Vec::new();
        for distance in (1..most).rev() {
            links.extend((0..sides - distance).rev().map(|from| (from, from + distance)));
        }
        Chain { equation, links, joined: (0..sides).collect(), false_at: Vec::new(), left: Vec::new() }
    }

    /// The next two sides to be tried, and what the chain says of them.
    fn next(&mut self) -> Option<(Link, Relation)> {
        while let Some((from, to)) = self.links.pop() {
            if to == from + 1 {
                return Some(((from, to), self.equation.relations[from].clone()));
            }
            let passed = self.equation.sides[from + 1..to].iter().all(is_passed_over);
            if passed
                && self.joined[from] != self.joined[to]
                && !self.is_false(from)
                && !self.is_false(to)
                && let Some(relation) = follows(&self.equation.relations[from..to])
            {
                return Some(((from, to), relation));
            }
        }
        None
    }

    /// Whether something is false of what a side is joined to.
    fn is_false(&self, side: usize) -> bool {
        self.false_at.iter().any(|other| self.joined[*other] == self.joined[side])
    }

    fn note(&mut self, (from, to): Link, fate: &Fate) {
        if matches!(fate, Fate::Fails { .. }) {
            self.false_at.push(from);
        }
        match fate {
            Fate::NoClaim(why) if to == from + 1 => self.left.push(((from, to), why.clone())),
            Fate::NoClaim(_) => {}
            _ => {
                let (low, high) =
                    (self.joined[from].min(self.joined[to]), self.joined[from].max(self.joined[to]));
                self.joined.iter_mut().filter(|side| **side == high).for_each(|side| *side = low);
            }
        }
    }

    /// The first neighbours that nothing which was tried joins, and why; a name that the chain explains is none of its sides.
    fn left_out(&self) -> Option<&(Link, String)> {
        self.left.iter().find(|((from, to), why)| self.joined[*from] != self.joined[*to] && why != NAMED)
    }
}

/// Whether the sides around this one say the same of each other as of it: it is no second statement beside the first.
fn is_passed_over(side: &Piece) -> bool {
    let text = content(side);
    let second = ["\\quad", "\\qquad", ",", ";", "\\\\"];
    let words = ["\\text", "\\mbox", "\\hbox"];
    let only = words.iter().any(|word| text.starts_with(word)) && text.find('}') == Some(text.len() - 1);
    let mixed = !only && words.iter().any(|word| text.contains(word));
    !text.is_empty() && !mixed && !second.iter().any(|sign| text.contains(sign))
}

/// What follows of the first and the last side of a chain.
fn follows(relations: &[Relation]) -> Option<Relation> {
    let all = |these: &[Relation]| relations.iter().all(|relation| these.contains(relation));
    let strict = |relation: Relation| relations.contains(&relation);
    if all(&[Relation::Equal]) {
        Some(Relation::Equal)
    } else if all(&[Relation::Equal, Relation::Less, Relation::AtMost]) {
        Some(if strict(Relation::Less) { Relation::Less } else { Relation::AtMost })
    } else if all(&[Relation::Equal, Relation::Greater, Relation::AtLeast]) {
        Some(if strict(Relation::Greater) { Relation::Greater } else { Relation::AtLeast })
    } else {
        None
    }
}

/// What became of an equation by cases.
fn by_cases_note(found: &EquationFound, findings: &Findings) -> String {
    let place = format!("# {}", found.at);
    if findings.definitions.iter().any(|definition| definition.ends_with(&place)) {
        "it is taken as a definition by cases".to_string()
    } else {
        "by cases, which are not tried".to_string()
    }
}

/// What is printed, and what it may mean.
type Choice = (&'static str, &'static str);

/// Each other reading alone, then two of them together.
fn readings() -> Vec<Vec<Choice>> {
    let alone = NOTATIONS.iter().map(|choice| vec![*choice]);
    let pairs = NOTATIONS
        .iter()
        .enumerate()
        .flat_map(|(at, first)| NOTATIONS[at + 1..].iter().map(|second| vec![*first, *second]));
    alone.chain(pairs).collect()
}

/// ``` `n*` is read as `n·*` ```
fn read_as(choices: &[Choice]) -> String {
    let one = |(printed, meaning): &Choice| format!("`{printed}` is read as `{meaning}`");
    choices.iter().map(one).collect::<Vec<_>>().join(" and ")
}

/// Equations that other conventions would make true.
struct Convention {
    choices: Vec<Choice>,
    at: crate::findings::At,
    lines: Vec<String>,
}

impl Convention {
    fn question(self, index: usize) -> Question {
        let count = self.lines.len();
        let what =
            if count == 1 { "an equation holds".to_string() } else { format!("{count} equations hold") };
        let meant: Vec<String> = self
            .choices
            .iter()
            .map(|(printed, meaning)| format!("`{printed}` to be read as `{meaning}`"))
            .collect();
        let told: Vec<String> = self
            .choices
            .iter()
            .map(|(printed, meaning)| format!("--notation '{printed} = {meaning}'"))
            .collect();
        let reads = if told.len() == 1 { "reads" } else { "read" };
        Question {
            id: format!("equations/convention-{}", index + 1),
            kind: QuestionKind::Convention,
            at: self.at,
            asks: format!(
                "Is {}? Then {what} that otherwise would not. (`{}` {reads} it so.)",
                meant.join(", and "),
                told.join(" "),
            ),
            lines: self.lines,
            check: String::new(),
        }
    }
}

/// The standing of one pair of sides; notes why.
fn standing(fate: &Fate, found: &mut EquationFound) -> Standing {
    let (tried, held) = match fate {
        Fate::Holds { tried } => (*tried, *tried),
        Fate::Fails { tried, held, .. } | Fate::Sometimes { tried, held, .. } => (*tried, *held),
        Fate::NoClaim(why) => {
            if found.note.is_empty() {
                found.note.clone_from(why);
            }
            return if why.starts_with(UNREAD) { Standing::NotRead } else { Standing::NoClaim };
        }
    };
    found.tried += tried;
    found.held += held;
    if let Fate::Sometimes { condition, first, .. } = fate {
        found.note = match condition {
            Some(condition) => format!("holds where {condition}"),
            None => format!("does not hold for {}", case(first)),
        };
    }
    match fate {
        Fate::Holds { .. } => Standing::Holds,
        Fate::Fails { .. } => Standing::Differs,
        _ => Standing::HoldsSometimes,
    }
}

/// Why a side that is a name alone is not tried.
const NAMED: &str = "it names something, as a definition does";
/// How the notes of what could not be read begin.
const UNREAD: &str = "not read: ";

/// What a chain is as a whole: what differs counts first, then what holds.
fn worst(standings: &[Standing]) -> Standing {
    let order =
        [Standing::Differs, Standing::HoldsSometimes, Standing::Holds, Standing::NoClaim, Standing::NotRead];
    order.into_iter().find(|wanted| standings.contains(wanted)).unwrap_or_default()
}

fn case(bindings: &Bindings) -> String {
    let shown = |(name, datum): &(String, Datum)| {
        format!("{name} = {}", datum.as_integer().map(|n| n.to_string()).unwrap_or_default())
    };
    bindings.iter().map(shown).collect::<Vec<_>>().join(", ")
}

/// A part of a chain as a condition that could be tried.
fn claim(
    equation: &Equation,
    (from, to): Link,
    relation: &Relation,
    told: &Told,
    definitions: &Definitions,
) -> Result<Claim, Fate> {
    let no = |why: &str| Err(Fate::NoClaim(why.to_string()));
    if equation.relations.iter().any(|relation| matches!(relation, Relation::Connective(_))) {
        return no("a part of a longer statement");
    }
    if let Some(sign) = unread_sign(equation) {
        return Err(Fate::NoClaim(format!("the sign `{sign}` before a side is not read")));
    }
    let denied = matches!(relation, Relation::LessOrConfused | Relation::GreaterOrConfused);
    let (sign, operator) = match relation {
        Relation::Equal => ("=", Operator::Equal),
        Relation::Unequal => ("\\ne", Operator::Unequal),
        Relation::LessOrConfused => ("\\ge", Operator::GreaterOrEqual),
        Relation::GreaterOrConfused => ("\\le", Operator::LessOrEqual),
        Relation::Less => ("<", Operator::Less),
        Relation::AtMost => ("\\le", Operator::LessOrEqual),
        Relation::Greater => (">", Operator::Greater),
        Relation::AtLeast => ("\\ge", Operator::GreaterOrEqual),
        Relation::Confused => ("\\parallel", Operator::Confused),
        _ => return no("another relation than equality or order"),
    };
    let (left_text, right_text) = (content(&equation.sides[from]), content(&equation.sides[to]));
    let read = |text: &str| {
        notation::parse_with(text, Dialect::Tex, &told.conventions)
            .map_err(|problem| Fate::NoClaim(format!("{UNREAD}{}", problem.message)))
    };
    let (left, right) = (read(left_text)?, read(right_text)?);
    let game = |expr: &Expr| written_as_game(expr);
    if !game(&left) && !game(&right) {
        return no("nothing in it is written as a game");
    }
    for side in [&left, &right] {
        if any(side, &mut |expr| matches!(expr.kind, ExprKind::Binary { operator: Operator::OrdinalSum, .. }))
        {
            return no("an ordinal sum depends on how a game is written");
        }
        let lone = match &side.kind {
            ExprKind::Negative(inner) => inner,
            _ => side,
        };
        if matches!(lone.kind, ExprKind::Name(_)) {
            return no(NAMED);
        }
    }
    let mut text = format!("{} {sign} {}", grouped(left_text), grouped(right_text));
    if denied {
        text = format!("\\lnot ({text})");
    }
    let source = Source::new("equation", text.as_str());
    let formula = Formula::read(&text, Dialect::Tex, &told.conventions, &source, 0)
        .map_err(|problem| Fate::NoClaim(format!("{UNREAD}{}", problem.message)))?;
    let variables = formula.variables(definitions);
    if let Some(unknown) = unknown_call(&formula.expr, &variables, definitions) {
        return Err(Fate::NoClaim(format!("`{unknown}` is not known here: `--define '{unknown}(…) = …'`")));
    }
    if let Some(name) = variables.iter().find(|name| !counts(name)) {
        return Err(Fate::NoClaim(format!("`{name}` is not known here")));
    }
    if variables.len() > TRIED.len() {
        return no("too many variables");
    }
    Ok(Claim { formula, left, right, operator, denied, variables })
}

/// A side in a group if an `\\over` in it would take more than the side.
fn grouped(side: &str) -> std::borrow::Cow<'_, str> {
    let takes = |at: usize| {
        let depth = side[..at].matches('{').count() - side[..at].matches("\\{").count();
        let closed = side[..at].matches('}').count() - side[..at].matches("\\}").count();
        depth == closed && !side[at + "\\over".len()..].starts_with(|c: char| c.is_ascii_alphabetic())
    };
    if side.match_indices("\\over").any(|(at, _)| takes(at)) {
        format!("{{{side}}}").into()
    } else {
        side.into()
    }
}

/// A sign that stands before a side and is no relation between two: `\sim\{1|0\} = \{0|-1\}`.
fn unread_sign(equation: &Equation) -> Option<&str> {
    let mut signs = equation.relations.iter().zip(&equation.sides);
    signs.find_map(|(relation, side)| match relation {
        Relation::Similar if content(side).is_empty() => Some("\\sim"),
        Relation::Other(sign) if content(side).is_empty() => Some(sign.as_str()),
        _ => None,
    })
}

/// A side without the punctuation of its sentence.
fn content(piece: &Piece) -> &str {
    piece.content.trim().trim_end_matches(['.', ',', ';', ':']).trim_end()
}

/// A function that is called and not known.
fn unknown_call(expr: &Expr, variables: &[String], definitions: &Definitions) -> Option<String> {
    let mut unknown = None;
    any(expr, &mut |part| {
        if let ExprKind::Call { function, .. } = &part.kind {
            let name = &function.text;
            let known = functions::find(name).is_some()
                || definitions.get(name).is_some()
                || variables.contains(name);
            if !known {
                unknown = Some(name.clone());
            }
        }
        unknown.is_some()
    });
    unknown
}

/// Whether a name stands for an integer as papers write: a small letter, perhaps with an index, and not g or h.
fn counts(name: &str) -> bool {
    let (letter, index) = name.split_once('_').unwrap_or((name, ""));
    let small = letter.len() == 1 && letter.chars().all(|c| c.is_ascii_lowercase());
    small && !["g", "h", "e", "f"].contains(&letter) && index.len() <= 2
}

/// Why something that reads as a claim about games, and is false, may be about something else; none if it is beyond doubt.
fn doubtful(claim: &Claim, definitions: &Definitions) -> Option<&'static str> {
    let sides = [&claim.left, &claim.right];
    let has = |expr: &Expr, such: fn(&ExprKind) -> bool| any(expr, &mut |part| such(&part.kind));
    let braces = |kind: &ExprKind| matches!(kind, ExprKind::Braces { .. });
    let arrows = |kind: &ExprKind| {
        matches!(
            kind,
            ExprKind::Ups { .. }
                | ExprKind::UpPower { .. }
                | ExprKind::UpPowerTo { .. }
                | ExprKind::Tiny(_)
                | ExprKind::Miny(_)
        )
    };
    let star = |kind: &ExprKind| matches!(kind, ExprKind::Nimber(_));
    let plus_minus = |kind: &ExprKind| matches!(kind, ExprKind::PlusMinus(_));
    let some = |such: fn(&ExprKind) -> bool| sides.iter().any(|side| has(side, such));
    if some(|kind| matches!(kind, ExprKind::Braces { left, right } if left.is_empty() && right.is_empty())) {
        return Some("`{|}` stands for many things");
    }
    if !claim.variables.is_empty() {
        let named = |expr: &Expr| any(expr, &mut |part| matches!(part.kind, ExprKind::Name(_)));
        let product = |expr: &Expr| match &expr.kind {
            ExprKind::Binary { operator: Operator::Multiply | Operator::Power, left, right } => {
                named(left) && named(right)
            }
            _ => false,
        };
        if sides.iter().any(|side| any(side, &mut |part| product(part))) {
            return Some("a product of variables is none of games");
        }
        if !some(braces) && !some(arrows) {
            return Some("with variables, a star or ± may be an operator");
        }
        let open = |side: &Expr| {
            let formula = claim.formula.part(side);
            formula.variables(definitions).into_iter().collect::<BTreeSet<String>>()
        };
        if open(&claim.left) != open(&claim.right) {
            return Some("its sides have not the same variables: it may be an equation to be solved");
        }
        return None;
    }
    if some(braces) {
        return None;
    }
    for (side, other) in [(sides[0], sides[1]), (sides[1], sides[0])] {
        if written_as_game(other) {
            continue;
        }
        // 2 * 3 = 6, 2 ↑ 3 = 8, * = 1: a number beside what may be an operation or a name.
        let word = matches!(
            side.kind,
            ExprKind::Touching(_) | ExprKind::Nimber(_) | ExprKind::Ups { .. } | ExprKind::UpPower { .. }
        );
        let order = claim.operator != Operator::Equal;
        let zero = matches!(other.kind, ExprKind::Integer(0));
        if word && !(order && zero) {
            return Some("a number beside a star or an arrow alone");
        }
    }
    if some(plus_minus) && !some(star) && !some(arrows) {
        return Some("± may stand for either sign");
    }
    if claim.operator != Operator::Equal && some(plus_minus) {
        return Some("± may stand for either sign");
    }
    None
}

/// Conditions under which an equation is said to hold.
struct Conditions {
    all: Vec<Formula>,
    /// Whether the equation's own condition was understood.
    own: bool,
    /// Whether the paragraph says something else of its variables: `n = 2k + 1`, `n \in S`, `n \equiv 1`.
    others: bool,
}

/// The equation's own condition, and inequalities between its variables in the same paragraph.
fn conditions(document: &tex::Document, index: usize, variables: &[String], told: &Told) -> Conditions {
    let equation = &document.equations[index];
    let mut found = Conditions { all: Vec::new(), own: false, others: false };
    if variables.is_empty() {
        return found;
    }
    if let Some(own) = &equation.condition {
        let own = condition_of(content(own), variables, told);
        found.own = own.is_some();
        found.all.extend(own);
    }
    let text = &document.source.text;
    let paragraph = paragraph(text, equation.span.clone());
    let near = |other: &&Equation| {
        other.span.start >= paragraph.start && other.span.end <= paragraph.end && other.span != equation.span
    };
    let named = |side: &Piece| {
        content(side).split(',').any(|name| {
            let name = notation::parse_with(name, Dialect::Tex, &told.conventions).map(|expr| expr.kind);
            matches!(name, Ok(ExprKind::Name(name)) if variables.contains(&name))
        })
    };
    let order = |other: &&Equation| {
        let order = [Relation::Less, Relation::AtMost, Relation::Greater, Relation::AtLeast];
        !other.relations.is_empty() && other.relations.iter().all(|relation| order.contains(relation))
    };
    let low = index.saturating_sub(40);
    let others = document.equations[low..].iter().take(80).filter(near).filter(|other| !order(other));
    for other in others {
        found.others |= other.relations.iter().zip(&other.sides).any(|(relation, side)| {
            let says = match relation {
                Relation::Equal | Relation::Equivalent | Relation::Defined => true,
                Relation::Other(sign) => sign == "\\in" || sign == "\\notin" || sign == "∈",
                _ => false,
            };
            says && named(side)
        });
    }
    for other in document.equations[low..].iter().take(80).filter(near).filter(order) {
        let source = text.get(other.span.clone()).unwrap_or("").trim_end_matches(['.', ',', ';', '$', ' ']);
        found.all.extend(condition_of(source.trim_start_matches(['$', ' ']), variables, told));
    }
    found
}

/// A condition on the variables, if it is one: `n \ge 1`, `n even`, `for all n > m`.
fn condition_of(text: &str, variables: &[String], told: &Told) -> Option<Formula> {
    let mut words: Vec<String> = Vec::new();
    for word in text.replace(['$', '~', ','], " ").split_whitespace() {
        let word = word.trim_matches(['(', ')']);
        let filler = [
            "for",
            "all",
            "if",
            "where",
            "when",
            "whenever",
            "with",
            "and",
            "is",
            "any",
            "every",
            "each",
            "\\text{for}",
        ];
        if !filler.contains(&word) && !word.is_empty() {
            words.push(word.to_string());
        }
    }
    let text = match &words[..] {
        [name, parity] if variables.contains(name) && ["even", "odd"].contains(&parity.as_str()) => {
            format!("\\mathrm{{{parity}}}({name})")
        }
        _ => words.join(" "),
    };
    let source = Source::new("condition", text.as_str());
    let formula = Formula::read(&text, Dialect::Tex, &told.conventions, &source, 0).ok()?;
    // An inequality of games is a claim itself.
    if written_as_game(&formula.expr) {
        return None;
    }
    let open = formula.variables(&told.definitions);
    let ours = !open.is_empty() && open.iter().all(|name| variables.contains(name));
    let judges = matches!(
        &formula.expr.kind,
        ExprKind::Binary {
            operator: Operator::Less
                | Operator::LessOrEqual
                | Operator::Greater
                | Operator::GreaterOrEqual
                | Operator::Unequal
                | Operator::And,
            ..
        } | ExprKind::Call { .. }
    );
    (ours && judges).then_some(formula)
}

/// Environments that do not interrupt what is said around them.
const WITHIN: &[&str] = &[
    "equation",
    "align",
    "alignat",
    "flalign",
    "gather",
    "multline",
    "eqnarray",
    "displaymath",
    "math",
    "split",
    "aligned",
    "gathered",
    "cases",
    "array",
    "matrix",
    "pmatrix",
    "enumerate",
    "itemize",
    "subequations",
    "center",
];

/// The lines around a place, up to empty ones.
fn paragraph(text: &str, span: std::ops::Range<usize>) -> std::ops::Range<usize> {
    let before = text.get(..span.start).unwrap_or("");
    let after = text.get(span.end..).unwrap_or("");
    let start = before.rfind("\n\n").map_or(0, |at| at + 2);
    let end = span.end + after.find("\n\n").unwrap_or(after.len());
    // So does the frame of a theorem, a table, a section.
    let edges = |text: &str| {
        let framed = text.match_indices("\\begin{").chain(text.match_indices("\\end{"));
        let framed = framed.filter(|(at, sign)| {
            let name = text[at + sign.len()..].split('}').next().unwrap_or("").trim_end_matches('*');
            !WITHIN.contains(&name)
        });
        let sections = text.match_indices("\\section").chain(text.match_indices("\\subsection"));
        framed.chain(sections).map(|(at, _)| at).collect::<Vec<usize>>()
    };
    let start = edges(&text[start..span.start]).into_iter().max().map_or(start, |at| start + at);
    let end = edges(&text[span.end..end]).into_iter().min().map_or(end, |at| span.end + at);
    start..end
}

/// A claim tried: once, or on small integers.
fn tried(
    claim: &Claim,
    conditions: &[Formula],
    definitions: &Arc<Definitions>,
    evaluator: &mut Evaluator,
) -> Fate {
    let mut cases: Vec<(Bindings, bool)> = Vec::new();
    for bindings in assignments(&claim.variables) {
        let meant = conditions
            .iter()
            .all(|condition| !matches!(evaluator.evaluate(condition, &bindings), Ok(Datum::Boolean(false))));
        if !meant {
            continue;
        }
        match evaluator.evaluate(&claim.formula, &bindings) {
            Ok(Datum::Boolean(truth)) => cases.push((bindings, truth)),
            Ok(_) => return Fate::NoClaim("neither true nor false".to_string()),
            Err(crate::evaluate::Stop::Error(problem)) if claim.variables.is_empty() => {
                return Fate::NoClaim(problem.message.clone());
            }
            // A case that makes no sense, as *(n-1) at 0, is outside of what is meant.
            Err(crate::evaluate::Stop::Error(_)) => {}
            Err(_) => {
                *evaluator = Evaluator::new(definitions.clone(), BUDGET);
                return Fate::NoClaim("too large to try".to_string());
            }
        }
    }
    let tried = cases.len() as u64;
    let held = cases.iter().filter(|(_, truth)| *truth).count() as u64;
    let Some((first, _)) = cases.iter().find(|(_, truth)| !truth).cloned() else {
        return if tried == 0 {
            Fate::NoClaim("no small values of its variables fit its condition".to_string())
        } else {
            Fate::Holds { tried }
        };
    };
    if claim.variables.is_empty() {
        return Fate::Fails { tried, held, first };
    }
    let condition = explained(claim, &cases, evaluator);
    if condition.is_none() && tried >= 5 && 10 * held <= tried {
        return Fate::Fails { tried, held, first };
    }
    Fate::Sometimes { tried, held, first, condition }
}

/// All assignments of small integers.
fn assignments(variables: &[String]) -> Vec<Bindings> {
    let mut all: Vec<Bindings> = vec![Vec::new()];
    let Some(most) = variables.len().checked_sub(1).and_then(|index| TRIED.get(index)) else { return all };
    for name in variables {
        let longer = |before: &Bindings| {
            let before = before.clone();
            (0..*most).map(move |n| {
                let mut bindings = before.clone();
                bindings.push((name.clone(), Datum::integer(n)));
                bindings
            })
        };
        all = all.iter().flat_map(longer).collect();
    }
    all
}

/// A simple condition that holds in just the cases in which the claim does.
fn explained(claim: &Claim, cases: &[(Bindings, bool)], evaluator: &mut Evaluator) -> Option<String> {
    let mut simple: Vec<String> = Vec::new();
    for name in &claim.variables {
        for least in 1..=3 {
            simple.push(format!("{name} >= {least}"));
        }
        simple.extend([format!("even({name})"), format!("odd({name})")]);
        for other in claim.variables.iter().filter(|other| *other != name) {
            simple.push(format!("{name} > {other}"));
            simple.push(format!("{name} >= {other}"));
            simple.push(format!("{name} != {other}"));
        }
    }
    let mut judged: Vec<(String, Vec<bool>)> = Vec::new();
    for text in simple {
        let Ok(formula) = Formula::typed(&text) else { continue };
        let truths: Option<Vec<bool>> =
            cases.iter().map(|(bindings, _)| evaluator.evaluate_condition(&formula, bindings).ok()).collect();
        judged.extend(truths.map(|truths| (text, truths)));
    }
    let fits = |truths: &dyn Fn(usize) -> bool| {
        cases.iter().enumerate().all(|(at, (_, truth))| truths(at) == *truth)
    };
    if !cases.iter().any(|(_, truth)| *truth) {
        return None;
    }
    for (text, truths) in &judged {
        if fits(&|at| truths[at]) {
            return Some(text.clone());
        }
    }
    for (text, truths) in &judged {
        for (other, others) in &judged {
            if fits(&|at| truths[at] && others[at]) {
                return Some(format!("{text} and {other}"));
            }
        }
    }
    None
}

/// What is false as an equality of a game and a number, to what it says of the quantity that the sentence names before it:
/// that holds, or is asked about.
fn of_quantity(
    fate: Fate,
    claim: &Claim,
    equation: &Equation,
    found: &mut EquationFound,
    source: &Source,
    evaluator: &mut Evaluator,
    findings: &mut Findings,
) -> Fate {
    let of_game = written_as_game(&claim.left) && !written_as_game(&claim.right);
    let plain = claim.operator == Operator::Equal && !claim.denied && claim.variables.is_empty();
    if !(matches!(fate, Fate::Fails { .. }) && of_game && plain && equation.relations.len() == 1) {
        return fate;
    }
    let Some(quantity) = prose::quantity(&source.text, equation.span.start) else { return fate };
    let mut value = |expr: &Expr| evaluator.evaluate(&claim.formula.part(expr), &[]).ok();
    let (Some(game), Some(printed)) = (value(&claim.left), value(&claim.right)) else { return fate };
    let Some(ours) = quantity_of(quantity, &game, evaluator) else { return fate };
    match evaluator.equal(&ours, &printed) {
        Ok(true) => {
            found.note = format!("as said of the {} of its left side", quantity.name);
            Fate::Holds { tried: 1 }
        }
        Ok(false) => {
            let ours = shown(&ours, evaluator).text;
            let call = quantity.expression.replace("(g)", &format!("({})", claim.left.explicit()));
            findings.questions.push(Question {
                id: format!("{}/quantity", found.id),
                kind: QuestionKind::Quantity,
                at: found.at.clone(),
                asks: format!(
                    "Is ${}$ said of the {} of its left side? That is {ours}.",
                    shortened_tex(&claim.formula.source.text),
                    quantity.name
                ),
                lines: Vec::new(),
                check: format!("{call} = {}", claim.right.explicit()),
            });
            Fate::NoClaim(format!("it is said of the {} of its left side", quantity.name))
        }
        Err(_) => fate,
    }
}

/// A false claim that another reading makes true, or that nobody asserts, is none.
#[allow(clippy::too_many_arguments)]
fn spared(
    fate: Fate,
    claim: &Claim,
    equation: &Equation,
    known: bool,
    source: &Source,
    told: &Told,
    definitions: &Arc<Definitions>,
    conventions: &mut Vec<Convention>,
) -> Fate {
    if !matches!(fate, Fate::Fails { .. } | Fate::Sometimes { .. }) {
        return fate;
    }
    if let Some(why) = doubtful(claim, definitions) {
        return Fate::NoClaim(why.to_string());
    }
    if matches!(fate, Fate::Sometimes { condition: Some(_), .. }) {
        return fate;
    }
    // `{3|1} + 1 = 4||2`: of such a chain the bars may be no relation.
    let bars = equation.relations.contains(&Relation::Confused);
    if bars && equation.relations.iter().any(|relation| *relation != Relation::Confused) {
        return Fate::NoClaim("its bars may part options whose braces are left out".to_string());
    }
    if !known {
        return Fate::NoClaim("its condition could not be read".to_string());
    }
    let number = |side: &Expr| !written_as_game(side);
    let numeric = number(&claim.left) || number(&claim.right);
    let why = prose::unasserted(&source.text, equation.span.clone(), !claim.variables.is_empty(), numeric);
    if let Some(why) = why {
        return Fate::NoClaim(why.to_string());
    }
    let text = claim.formula.source.text.to_string();
    let holds = |text: &str, conventions: &Conventions| {
        let source = Source::new("equation", text);
        let Ok(formula) = Formula::read(text, Dialect::Tex, conventions, &source, 0) else { return false };
        let mut evaluator = Evaluator::new(definitions.clone(), BUDGET);
        let mut cases = 0;
        for bindings in assignments(&claim.variables) {
            match evaluator.evaluate(&formula, &bindings) {
                Ok(Datum::Boolean(true)) => cases += 1,
                Ok(_) => return false,
                Err(_) => {}
            }
        }
        cases > 0
    };
    for sign in ["+", "-"] {
        if text.contains("\\pm") && holds(&text.replace("\\pm", sign), &told.conventions) {
            return Fate::NoClaim("± may stand for either sign".to_string());
        }
    }
    let product = text.replace("\\ast", "*").replace("\\star", "*").replace('*', "\\cdot ");
    if product != text && holds(&product, &told.conventions) {
        return Fate::NoClaim("its star may be a product".to_string());
    }
    for choices in readings() {
        let mut other = told.conventions.clone();
        let set = choices.iter().all(|(printed, meaning)| other.set(printed, meaning).is_ok());
        if !set || !holds(&text, &other) {
            continue;
        }
        let place = at(source, equation.span.start);
        let line = format!("{place}: ${}$", shortened_tex(&text));
        match conventions.iter_mut().find(|known| known.choices == choices) {
            Some(known) => known.lines.push(line),
            None => conventions.push(Convention { choices: choices.clone(), at: place, lines: vec![line] }),
        }
        return Fate::NoClaim(format!("it holds if {}", read_as(&choices)));
    }
    fate
}

/// A false claim, confirmed, to a finding; one that holds for some values and no simple condition, to a question.
#[allow(clippy::too_many_arguments)]
fn differs(
    fate: Fate,
    claim: &Claim,
    found: &mut EquationFound,
    (from, to): Link,
    equation: &Equation,
    source: &Source,
    evaluator: &mut Evaluator,
    findings: &mut Findings,
) -> Result<Fate, Diagnostic> {
    let (Fate::Fails { tried, held, first } | Fate::Sometimes { tried, held, first, condition: None }) =
        &fate
    else {
        return Ok(fate);
    };
    let Some(judged) = judge(&claim.formula, first, evaluator)? else {
        return Ok(Fate::NoClaim("it could not be tried twice".to_string()));
    };
    let mut forms = |expr: &Expr| {
        let form = evaluator.evaluate_form(&claim.formula.part(expr), first).ok().flatten();
        let typed = match &form {
            Some(form) => form.unicode(),
            None => substituted(expr, first),
        };
        (form, typed)
    };
    let ((_, left), (right_form, right)) = (forms(&claim.left), forms(&claim.right));
    let mut check = format!("{left} {} {right}", claim.operator.symbol());
    if claim.denied {
        check = format!("not ({check})");
    }
    let id = match equation.relations.len() {
        1 => found.id.clone(),
        _ if to == from + 1 => format!("{}/{}", found.id, from + 1),
        _ => format!("{}/{}-{}", found.id, from + 1, to + 1),
    };
    if matches!(fate, Fate::Sometimes { .. }) {
        findings.questions.push(Question {
            id: format!("{id}/condition"),
            kind: QuestionKind::Condition,
            at: found.at.clone(),
            asks: format!(
                "${}$ holds for {held} of {tried} small values of its variables, and not for {}. Is there a condition?",
                shortened_tex(&claim.formula.source.text),
                case(first)
            ),
            lines: Vec::new(),
            check,
        });
        return Ok(fate);
    }
    let value = |expr: &Expr, evaluator: &mut Evaluator| {
        let datum = evaluator.evaluate(&claim.formula.part(expr), first).ok()?;
        evaluator.shown(&datum).ok()
    };
    let (ours_left, ours_right) = (value(&claim.left, evaluator), value(&claim.right, evaluator));
    let text = |shown: &Option<Shown>| shown.as_ref().map(|shown| shown.text.clone()).unwrap_or_default();
    let place = at(source, equation.sides[from].span.start);
    let at_case = if first.is_empty() { String::new() } else { format!(" for {}", case(first)) };
    let tally = if first.is_empty() {
        String::new()
    } else {
        format!(" It fails for {} of {tried} small values.", tried - held)
    };
    let label = equation.label.as_ref().map(|label| format!(" ({})", label.source)).unwrap_or_default();
    let witness = match &right_form {
        Some(form) if claim.operator == Operator::Equal => witness(&left, form, evaluator),
        _ => None,
    };
    findings.findings.push(Finding {
        id,
        kind: FindingKind::Equation,
        at: place,
        place: format!("Equation{label} ${}$", shortened_tex(&claim.formula.source.text)),
        printed: Shown {
            text: check.clone(),
            tex: claim.formula.source.text.to_string(),
            speech: String::new(),
        },
        recomputed: match (&ours_left, &ours_right) {
            (Some(left), Some(right)) if !left.tex.is_empty() && !right.tex.is_empty() => Shown {
                text: format!("{} and {}", left.text, right.text),
                tex: format!("{} \\quad\\text{{and}}\\quad {}", left.tex, right.tex),
                speech: String::new(),
            },
            _ => Shown::words(format!("{} and {}", text(&ours_left), text(&ours_right))),
        },
        why: format!(
            "The left side is {}{at_case}, and the right side {}.{tally}",
            text(&ours_left),
            text(&ours_right)
        ),
        confirmed: judged.confirmed,
        methods: judged.methods,
        witness: witness
            .or(Some(Witness { summary: format!("`{check}` is false{at_case}"), lines: Vec::new() })),
        check,
    });
    Ok(fate)
}

/// An expression with its variables replaced, as somebody would type it.
fn substituted(expr: &Expr, bindings: &Bindings) -> String {
    let mut text = expr.explicit();
    for (name, datum) in bindings {
        let by = datum.as_integer().map(|n| n.to_string()).unwrap_or_default();
        text = super::expressions::replace_name(&text, name, &by);
    }
    text
}

/// A formula's TeX on one line.
fn shortened_tex(text: &str) -> String {
    let text = shortened(text);
    text.trim_matches('$').trim().to_string()
}

fn has_cases(equation: &Equation) -> bool {
    let cases = ["\\begin{cases", "\\begin{dcases", "\\begin{rcases"];
    let array = |text: &str| {
        let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        OPENS_CASES.iter().any(|brace| text.contains(&format!("{brace}\\begin{{array}}")))
    };
    let by_cases = |text: &str| cases.iter().any(|begin| text.contains(begin)) || array(text);
    equation.sides.iter().any(|side| by_cases(&side.content))
}

/// The user's definitions, and those by cases that the paper gives: `s(m) = 0 if m is even, else *`.
fn with_cases(document: &tex::Document, told: &Told, findings: &mut Findings) -> Arc<Definitions> {
    let mut definitions = (*told.definitions).clone();
    for equation in document.equations.iter().filter(|equation| has_cases(equation)) {
        let [name, cases] = &equation.sides[..] else { continue };
        let Some(text) = by_cases(content(name), &cases.content, told) else { continue };
        let source = Source::new("the paper's definition", text.as_str());
        if definitions.add(&text, &source, 0).is_ok() {
            let place = at(&document.source, equation.span.start);
            findings.definitions.push(format!("{text}  # {place}"));
        }
    }
    Arc::new(definitions)
}

/// `s(m)` and its cases as a definition.
fn by_cases(head: &str, cases: &str, told: &Told) -> Option<String> {
    let read = |text: &str| notation::parse_with(text, Dialect::Tex, &told.conventions).ok();
    let ExprKind::Call { function, arguments } = read(head)?.kind else { return None };
    let mut parameters = Vec::new();
    for argument in &arguments {
        let ExprKind::Name(name) = &argument.kind else { return None };
        parameters.push(name.clone());
    }
    let inside = cases.split_once("\\begin{cases}")?.1.split_once("\\end{cases}")?.0;
    let mut rows: Vec<(String, Option<String>)> = Vec::new();
    for row in inside.split("\\\\").filter(|row| !row.trim().is_empty()) {
        let (value, when) = row.split_once('&')?;
        let value = read(value.trim().trim_end_matches([',', ';']).trim())?.explicit();
        let when = when.trim().trim_end_matches([',', ';', '.']).trim();
        let lower = when.to_lowercase();
        let otherwise = ["otherwise", "else", "in all other cases"].iter().any(|word| lower.contains(word));
        let when = if otherwise { None } else { Some(when_of(when, &parameters, told)?) };
        rows.push((value, when));
    }
    let (last, before) = rows.split_last()?;
    if before.is_empty() || before.iter().any(|(_, when)| when.is_none()) {
        return None;
    }
    // The last case is what remains; that the cases cover everything is the paper's business.
    let mut body = last.0.clone();
    for (value, when) in before.iter().rev() {
        body = format!("if {} then {value} else {body}", when.as_ref()?);
    }
    Some(format!("{}({}) = {body}", function.text, parameters.join(", ")))
}

fn when_of(text: &str, parameters: &[String], told: &Told) -> Option<String> {
    let words: Vec<String> = text
        .replace(['$', '~'], " ")
        .split_whitespace()
        .filter(|word| !["if", "is", "for", "when"].contains(word))
        .map(str::to_string)
        .collect();
    if let [name, parity] = &words[..]
        && parameters.contains(name)
        && ["even", "odd"].contains(&parity.as_str())
    {
        return Some(format!("{parity}({name})"));
    }
    let expr = notation::parse_with(&words.join(" "), Dialect::Tex, &told.conventions).ok()?;
    let compares = matches!(
        expr.kind,
        ExprKind::Binary {
            operator: Operator::Equal
                | Operator::Unequal
                | Operator::Less
                | Operator::LessOrEqual
                | Operator::Greater
                | Operator::GreaterOrEqual,
            ..
        }
    );
    compares.then(|| expr.explicit())
}
