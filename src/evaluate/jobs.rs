//! What a claim does at each case of a sweep, and what it collects.
//!
//! A job is planned from a claim, run by [`super::sweep`] beside all other jobs over the same cases (so that a board that
//! three claims speak of is valued once), and turned into answers by [`super::answers`].

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answers::{Failure, second_condition};
use super::language::{Bindings, Budget, Opinion};
use super::questions::{Asks, Cases, Question, formula};
use super::rational::Rational;
use super::{Datum, Definitions, Evaluator, Formula, Stop};
use crate::claims::{Expression, Reading, SearchClaim, StatementClaim};
use crate::diagnostic::{Diagnostic, Source};
use crate::notation::{Expr, ExprKind, Operator};
use crate::verdicts::Shown;

/// How many rows of a sweep are listed at the most.
pub const LISTED: usize = 10;

/// The part that one claim, or one curve of a chart, has in a sweep.
#[derive(Clone)]
pub struct Job {
    pub cases: Cases,
    pub budget: Budget,
    work: Work,
}

#[derive(Clone)]
enum Work {
    Search {
        key: String,
        such: Option<Formula>,
        max: Option<Formula>,
        first: Option<Formula>,
        show: Vec<Formula>,
    },
    Statement {
        holds: Formula,
        such: Option<Formula>,
        show: Vec<Formula>,
        second: Option<Arc<Definitions>>,
        /// The same by another way, as paper.md has it.
        otherwise: Option<Formula>,
    },
    Points {
        x: Formula,
        y: Formula,
    },
}

/// What a job collects.
pub enum Part {
    Search(Found),
    Statement(Held),
    Points(Vec<(String, String)>),
}

/// What a search found at one key.
#[derive(Clone, Default)]
pub struct AtKey {
    pub cases: u64,
    pub counted: u64,
    pub max: Option<(Rational, Vec<Shown>)>,
}

/// What a search collects.
#[derive(Clone, Default)]
pub struct Found {
    pub keys: BTreeMap<i64, AtKey>,
    /// By value (rationals in their order, then anything else by its text) the first key and the case.
    pub first: BTreeMap<(Option<Rational>, String), (i64, Vec<Shown>)>,
    /// The first cases counted, with their keys.
    pub rows: Vec<(i64, Vec<Shown>)>,
}

/// What a statement collects.
#[derive(Clone, Default)]
pub struct Held {
    pub cases: u64,
    pub held: u64,
    pub failure: Option<Failure>,
    pub rows: Vec<Vec<Shown>>,
}

fn ready(expression: &Option<Expression>, source: &Source) -> Option<Formula> {
    expression.as_ref().map(|expression| formula(expression, source))
}

fn shows(reading: &Reading, source: &Source) -> Vec<Formula> {
    reading.show.iter().map(|expression| formula(expression, source)).collect()
}

impl Job {
    /// The sweep that answers these questions of a search.
    ///
    /// # Errors
    /// Printed keys that are no list.
    pub fn search(
        claim: &SearchClaim,
        reading: &Reading,
        questions: &[&Question],
        full: bool,
        budget: Budget,
        source: &Source,
    ) -> Result<Job, Stop> {
        let mut cases = Cases::default();
        match claim.ranges.as_ref().and_then(|ranges| ranges.of(full)) {
            Some(domain) => cases.extend(domain, source),
            None => {
                let keys = printed_keys(questions);
                if !keys.is_empty() {
                    let list: Vec<String> = keys.iter().map(i64::to_string).collect();
                    let list = Formula::typed(&format!("[{}]", list.join(", ")))?;
                    cases.generators.push((claim.key.text.clone(), list));
                }
            }
        }
        cases.extend(&claim.search, source);
        let work = Work::Search {
            key: claim.key.text.clone(),
            such: ready(&claim.such, source),
            max: ready(&claim.max, source),
            first: ready(&claim.first, source),
            show: shows(reading, source),
        };
        Ok(Job { cases, budget, work })
    }

    /// The sweep of a statement; with `second`, its first failure is put to the second opinion.
    ///
    /// # Errors
    /// Never, in practice.
    pub fn statement(
        claim: &StatementClaim,
        reading: &Reading,
        full: bool,
        budget: Budget,
        source: &Source,
        second: Option<Arc<Definitions>>,
    ) -> Result<Job, Stop> {
        let domain = claim.ranges.as_ref().and_then(|ranges| ranges.of(full));
        let mut cases = domain.map_or_else(Cases::default, |domain| Cases::of(domain, source));
        if cases.generators.is_empty() {
            // A statement without variables has one case.
            cases.generators.push(("_".to_string(), Formula::typed("[0]")?));
        }
        let (holds, such) = (formula(&claim.holds, source), ready(&claim.such, source));
        let (show, otherwise) = (shows(reading, source), ready(&reading.second, source));
        Ok(Job { cases, budget, work: Work::Statement { holds, such, show, second, otherwise } })
    }

    /// The sweep that gives a curve of a chart.
    pub fn points(cases: Cases, budget: Budget, x: Formula, y: Formula) -> Job {
        Job { cases, budget, work: Work::Points { x, y } }
    }

    /// Jobs of the same name run over the same domains within the same budget; what each leaves out of them is its own affair.
    pub fn name(&self) -> String {
        let mut name = format!("{:?}", self.budget);
        for (variable, values) in &self.cases.generators {
            name.push_str(&format!("; {variable} in {}", values.text()));
        }
        name
    }

    pub fn start(&self) -> Part {
        match self.work {
            Work::Search { .. } => Part::Search(Found::default()),
            Work::Statement { .. } => Part::Statement(Held::default()),
            Work::Points { .. } => Part::Points(Vec::new()),
        }
    }

    /// Adds a case to what has been collected, if it is one of the job's.
    ///
    /// # Errors
    /// What the evaluation gives.
    pub fn visit(&self, evaluator: &mut Evaluator, case: &Bindings, part: &mut Part) -> Result<(), Stop> {
        if !self.cases.admit(evaluator, case)? {
            return Ok(());
        }
        match (&self.work, part) {
            (Work::Search { key, such, max, first, show }, Part::Search(found)) => {
                let here =
                    case.iter().find(|(name, _)| name == key).and_then(|(_, datum)| datum.as_integer());
                let here = here.and_then(|n| i64::try_from(n).ok()).unwrap_or(0);
                let at = found.keys.entry(here).or_default();
                at.cases += 1;
                if let Some(max) = max
                    && let Datum::Number(value) = evaluator.evaluate(max, case)?
                    && at.max.as_ref().is_none_or(|(best, _)| value > *best)
                {
                    at.max = Some((value, row(show, evaluator, case)?));
                }
                if let Some(such) = such
                    && !evaluator.evaluate_condition(such, case)?
                {
                    return Ok(());
                }
                at.counted += 1;
                if let Some(first) = first {
                    let value = evaluator.evaluate(first, case)?;
                    let name = name_of(&value, evaluator);
                    if found.first.get(&name).is_none_or(|(known, _)| here < *known) {
                        let row = row(show, evaluator, case)?;
                        found.first.insert(name, (here, row));
                    }
                }
                if such.is_some() && found.rows.len() < LISTED {
                    found.rows.push((here, row(show, evaluator, case)?));
                }
            }
            (Work::Statement { holds, such, show, second, otherwise }, Part::Statement(found)) => {
                if let Some(such) = such
                    && !evaluator.evaluate_condition(such, case)?
                {
                    return Ok(());
                }
                found.cases += 1;
                if evaluator.evaluate_condition(holds, case)? {
                    found.held += 1;
                    return Ok(());
                }
                // The first failure, which has the witness, is the first row.
                if found.rows.len() == LISTED {
                    return Ok(());
                }
                let second = match (&found.failure, second) {
                    (None, Some(definitions)) => {
                        let second = second_condition(holds, case, false, definitions, self.budget);
                        Some(match otherwise {
                            Some(otherwise) => {
                                second.and(otherwise.text(), evaluator.evaluate_condition(otherwise, case)?)
                            }
                            None => second,
                        })
                    }
                    _ => None,
                };
                let (words, sides) = (case_text(evaluator, case), sides(evaluator, holds, case));
                if let Some(second) = second {
                    let sides = sides.as_ref().map(|sides| sides.each_ref().map(|side| side.text.clone()));
                    found.failure = Some(Failure { case: words.clone(), sides, second });
                }
                let mut cells = vec![Shown::words(words)];
                cells.extend(sides.into_iter().flatten());
                cells.extend(row(show, evaluator, case)?);
                found.rows.push(cells);
            }
            (Work::Points { x, y }, Part::Points(points)) => points.extend(point(evaluator, x, y, case)?),
            _ => {}
        }
        Ok(())
    }
}

impl Part {
    /// What both collected, `later` being of later cases.
    pub fn merge(&mut self, later: Part) {
        match (self, later) {
            (Part::Search(whole), Part::Search(part)) => {
                for (key, new) in part.keys {
                    let at = whole.keys.entry(key).or_default();
                    at.cases += new.cases;
                    at.counted += new.counted;
                    if let Some((value, row)) = new.max
                        && at.max.as_ref().is_none_or(|(best, _)| value > *best)
                    {
                        at.max = Some((value, row));
                    }
                }
                for (name, (key, row)) in part.first {
                    if whole.first.get(&name).is_none_or(|(known, _)| key < *known) {
                        whole.first.insert(name, (key, row));
                    }
                }
                let room = LISTED - whole.rows.len();
                whole.rows.extend(part.rows.into_iter().take(room));
            }
            (Part::Statement(whole), Part::Statement(part)) => {
                whole.cases += part.cases;
                whole.held += part.held;
                whole.failure = whole.failure.take().or(part.failure);
                let room = LISTED - whole.rows.len();
                whole.rows.extend(part.rows.into_iter().take(room));
            }
            (Part::Points(whole), Part::Points(part)) => whole.extend(part),
            _ => {}
        }
    }
}

/// By what a value of a `first` search is found again.
pub fn name_of(value: &Datum, evaluator: &mut Evaluator) -> (Option<Rational>, String) {
    let rational = if let Datum::Number(x) = value { Some(*x) } else { None };
    (rational, evaluator.show(value).text)
}

fn row(show: &[Formula], evaluator: &mut Evaluator, case: &Bindings) -> Result<Vec<Shown>, Stop> {
    let mut row = Vec::new();
    for formula in show {
        let datum = evaluator.evaluate(formula, case)?;
        row.push(evaluator.show(&datum));
    }
    Ok(row)
}

/// A point, if both coordinates have an answer.
///
/// # Errors
/// A coordinate that is no number.
pub fn point(
    evaluator: &mut Evaluator,
    x: &Formula,
    y: &Formula,
    case: &Bindings,
) -> Result<Option<(String, String)>, Stop> {
    let mut number = |formula: &Formula| match evaluator.evaluate(formula, case)? {
        Datum::Number(value) => Ok(Some(value.to_string())),
        Datum::None => Ok(None),
        other => Err(Stop::from(
            Diagnostic::error(format!("a chart draws numbers, not {}", other.a_kind()))
                .at(&formula.source, formula.place(&formula.expr.span)),
        )),
    };
    let (x, y) = (number(x)?, number(y)?);
    Ok(x.zip(y))
}

/// Both sides of an equation that does not hold, as they are shown; none if it is another statement.
fn sides(evaluator: &mut Evaluator, holds: &Formula, case: &Bindings) -> Option<[Shown; 2]> {
    let (left, right) = equation(&holds.expr)?;
    let mut side = |expr| {
        let datum = evaluator.evaluate(&holds.part(expr), case).ok()?;
        Some(evaluator.show(&datum))
    };
    Some([side(left)?, side(right)?])
}

/// The sides of an equation.
pub fn equation(expr: &Expr) -> Option<(&Expr, &Expr)> {
    match &expr.kind {
        ExprKind::Binary { operator: Operator::Equal, left, right } => Some((left, right)),
        _ => None,
    }
}

/// `n = 3, g = Cr`
fn case_text(evaluator: &mut Evaluator, case: &Bindings) -> String {
    let parts: Vec<String> = case
        .iter()
        .filter(|(name, _)| name != "_")
        .map(|(name, datum)| format!("{name} = {}", evaluator.show(datum).text))
        .collect();
    parts.join(", ")
}

/// The keys of the printed numbers, each once, in order.
fn printed_keys(questions: &[&Question]) -> Vec<i64> {
    let mut keys = std::collections::BTreeSet::new();
    for question in questions {
        if let Asks::Count(Some((low, high))) | Asks::Max(Some((low, high))) = question.asks {
            keys.extend(low..=high);
        }
    }
    keys.into_iter().collect()
}

/// By which opinion jobs are run, and on how many threads.
#[derive(Clone, Copy)]
pub struct Runner<'a> {
    pub definitions: &'a Arc<Definitions>,
    pub opinion: Opinion,
    pub threads: usize,
}
