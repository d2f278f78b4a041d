//! Questions to answers: what is recomputed, without a look at what is printed.

use std::sync::Arc;

use super::jobs::{Found, Held, Job, LISTED, Part, Runner, equation, name_of};
use super::language::{Bindings, Budget, Opinion};
use super::questions::{Asks, Question};
use super::rational::Rational;
use super::sweep::{Swept, run};
use super::{Datum, Definitions, Evaluator, Formula, Stop};
use crate::claims::{self, Claim, Document, Reading, SearchClaim, StatementClaim, What};
use crate::diagnostic::Diagnostic;
use crate::verdicts::{Cost, Listing, Shown, Tested};

/// What came out.
#[derive(Clone, Debug)]
pub enum Answer {
    /// A value, in the evaluator of the document.
    Value(Datum),
    /// A number that a sweep counted or found; none if there was nothing to find.
    Swept { number: Option<Rational>, tested: Tested },
    /// Whether a statement held.
    Held { tested: Tested, failure: Option<Failure> },
    /// A limit was reached: which, and how far it got.
    Undecided(String),
    /// Nothing was computed.
    Nothing,
}

/// A case in which a statement does not hold.
#[derive(Clone, Debug)]
pub struct Failure {
    /// `n = 3, g = Cr`
    pub case: String,
    /// Of an equation, what stands on its left and on its right there.
    pub sides: Option<[String; 2]>,
    pub second: SecondOpinion,
}

/// What another method says of the engine's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecondOpinion {
    /// The same; by which methods.
    Agrees(Vec<String>),
    /// Another answer: a fault of ours.
    Contradicts(String),
    /// It does not get there; why.
    OutOfReach(String),
}

impl SecondOpinion {
    /// This, said of a condition that does not hold, together with what another expression of the same says.
    pub fn and(self, otherwise: &str, holds: bool) -> SecondOpinion {
        match self {
            SecondOpinion::Contradicts(why) => SecondOpinion::Contradicts(why),
            _ if holds => SecondOpinion::Contradicts(format!("`{otherwise}` holds")),
            SecondOpinion::Agrees(mut methods) => {
                methods.push(format!("the expression `{otherwise}`"));
                SecondOpinion::Agrees(methods)
            }
            SecondOpinion::OutOfReach(_) => {
                SecondOpinion::Agrees(vec![format!("the expression `{otherwise}`")])
            }
        }
    }
}

/// How a document is computed.
#[derive(Clone, Debug)]
pub struct Means {
    pub definitions: Arc<Definitions>,
    pub jobs: usize,
}

/// The budget of a claim's reading.
pub fn budget(of: &claims::Budget) -> Budget {
    limits(of, Budget::default())
}

/// A budget as the document has it; what it does not say is as in `own`.
pub fn limits(of: &claims::Budget, own: Budget) -> Budget {
    Budget {
        positions: of.positions.unwrap_or(own.positions),
        searched: of.searched.unwrap_or(own.searched),
        comparisons: of.comparisons.unwrap_or(own.comparisons),
        games: of.games.unwrap_or(own.games),
        ..own
    }
}

/// The sweep that the quick or the full range of a reading needs; none if its questions are expressions.
///
/// # Errors
/// Printed keys that are no list.
pub fn job(
    document: &Document,
    claim: &Claim,
    reading: usize,
    questions: &[Question],
    full: bool,
    means: &Means,
) -> Result<Option<Job>, Stop> {
    let read = &claim.readings[reading];
    let asked: Vec<&Question> = questions.iter().filter(|question| question.full == full).collect();
    if asked.is_empty() {
        return Ok(None);
    }
    let (source, limits) = (&document.source, budget(&read.budget));
    Ok(match &read.what {
        What::Search(search) => Some(Job::search(search, read, &asked, full, limits, source)?),
        What::Statement(statement) => {
            let second = Some(means.definitions.clone());
            Some(Job::statement(statement, read, full, limits, source, second)?)
        }
        _ => None,
    })
}

/// The answers to the questions of one reading, in their order: those of the full range if `full`, else those of the
/// quick one; the others are left out. `swept` is what its [`job`] collected.
///
/// # Errors
/// An expression of the claim that makes no sense, with its place.
pub fn answers(
    document: &Document,
    claim: &Claim,
    reading: usize,
    questions: &[Question],
    full: bool,
    swept: Option<Result<Swept, Stop>>,
    evaluator: &mut Evaluator,
) -> Result<(Vec<Option<Answer>>, Cost), Stop> {
    let read = &claim.readings[reading];
    let wanted = |question: &Question| question.full == full;
    if let Some(swept) = swept {
        let Swept { part, cost, .. } = match swept {
            Ok(swept) => swept,
            Err(Stop::Undecided(limit)) => {
                let undecided = Answer::Undecided(limit.to_string());
                let given = questions.iter().map(|question| wanted(question).then(|| undecided.clone()));
                return Ok((given.collect(), Cost::default()));
            }
            Err(other) => return Err(other),
        };
        let mut given = Vec::new();
        for question in questions {
            given.push(match wanted(question) {
                true => Some(answer(document, read, &part, question, evaluator)?),
                false => None,
            });
        }
        return Ok((given, cost));
    }
    let before = evaluator.cost();
    let mut given = Vec::new();
    for question in questions {
        given.push(match &question.asks {
            _ if !wanted(question) => None,
            Asks::Value { formula, bindings } => Some(match evaluator.evaluate(formula, bindings) {
                Ok(datum) => Answer::Value(datum),
                Err(Stop::Undecided(limit)) => Answer::Undecided(limit.to_string()),
                Err(other) => return Err(other),
            }),
            _ => Some(Answer::Nothing),
        });
    }
    Ok((given, evaluator.cost().minus(before)))
}

/// The answer to one question of a sweep by the second opinion: the same cases by other enumerators and by search. The
/// evaluator learns by which methods.
///
/// # Errors
/// As [`answers`].
pub fn second_sweep(
    document: &Document,
    claim: &Claim,
    question: &Question,
    means: &Means,
    evaluator: &mut Evaluator,
) -> Result<Answer, Stop> {
    let read = &claim.readings[question.reading];
    let (source, limits) = (&document.source, budget(&read.budget));
    let job = match &read.what {
        What::Search(search) => Job::search(search, read, &[question], question.full, limits, source)?,
        What::Statement(statement) => Job::statement(statement, read, question.full, limits, source, None)?,
        _ => return Ok(Answer::Nothing),
    };
    let runner = Runner { definitions: &means.definitions, opinion: Opinion::Second, threads: means.jobs };
    match run(&[job], runner).pop() {
        Some(Ok(swept)) => {
            evaluator.methods.extend(&swept.methods);
            answer(document, read, &swept.part, question, evaluator)
        }
        Some(Err(Stop::Undecided(limit))) => Ok(Answer::Undecided(limit.to_string())),
        Some(Err(stop)) => Err(stop),
        None => Ok(Answer::Nothing),
    }
}

/// The answer to one question of a sweep.
fn answer(
    document: &Document,
    reading: &Reading,
    part: &Part,
    question: &Question,
    evaluator: &mut Evaluator,
) -> Result<Answer, Stop> {
    match (&reading.what, part) {
        (What::Search(claim), Part::Search(found)) => searched(claim, reading, found, question, evaluator),
        (What::Statement(claim), Part::Statement(held)) => {
            let tested = stated(document, claim, reading, held, question.full)?;
            Ok(match question.asks {
                Asks::Cases => Answer::Swept {
                    number: Some(Rational::integer(i128::from(tested.cases))),
                    tested: Tested { listed: None, ..tested },
                },
                _ => Answer::Held { tested, failure: held.failure.clone() },
            })
        }
        _ => Ok(Answer::Nothing),
    }
}

fn searched(
    claim: &SearchClaim,
    reading: &Reading,
    found: &Found,
    question: &Question,
    evaluator: &mut Evaluator,
) -> Result<Answer, Stop> {
    let within = |between: Option<(i64, i64)>| {
        let inside = move |key: &i64| between.is_none_or(|(low, high)| (low..=high).contains(key));
        found.keys.iter().filter(move |(key, _)| inside(key)).map(|(_, at)| at)
    };
    let total =
        |between| within(between).fold((0, 0), |(cases, held), at| (cases + at.cases, held + at.counted));
    let list = |caption: &str, rows: Vec<Vec<Shown>>| {
        let header: Vec<String> = reading.show.iter().map(|expression| expression.text.clone()).collect();
        let shown = !header.is_empty() && !rows.is_empty();
        shown.then(|| Listing { caption: caption.to_string(), header, rows })
    };
    let tested = |(cases, held): (u64, u64), listed| Tested {
        cases,
        held,
        domain: claim.search.text.clone(),
        claimed: None,
        listed,
    };
    Ok(match &question.asks {
        Asks::Count(between) => {
            let counts = total(*between);
            let inside = |key: i64| between.is_none_or(|(low, high)| (low..=high).contains(&key));
            let rows: Vec<Vec<Shown>> =
                found.rows.iter().filter(|(key, _)| inside(*key)).map(|(_, row)| row.clone()).collect();
            let all = u64::try_from(rows.len()) == Ok(counts.1);
            let caption = if all { "The cases counted" } else { "The first cases counted" };
            let number = Some(Rational::integer(i128::from(counts.1)));
            Answer::Swept { number, tested: tested(counts, list(caption, rows)) }
        }
        Asks::Max(between) => {
            let mut best: Option<&(Rational, Vec<Shown>)> = None;
            for new in within(*between).filter_map(|at| at.max.as_ref()) {
                if best.is_none_or(|(value, _)| new.0 > *value) {
                    best = Some(new);
                }
            }
            let rows = best.map(|(_, row)| vec![row.clone()]).unwrap_or_default();
            let listed = list("The first case that attains it", rows);
            Answer::Swept { number: best.map(|(value, _)| *value), tested: tested(total(*between), listed) }
        }
        Asks::First(value) => {
            let value = evaluator.evaluate(value, &[])?;
            let first = found.first.get(&name_of(&value, evaluator));
            let rows = first.map(|(_, row)| vec![row.clone()]).unwrap_or_default();
            let number = first.map(|(key, _)| Rational::integer(i128::from(*key)));
            Answer::Swept { number, tested: tested(total(None), list("The first case", rows)) }
        }
        _ => Answer::Nothing,
    })
}

fn stated(
    document: &Document,
    claim: &StatementClaim,
    reading: &Reading,
    held: &Held,
    full: bool,
) -> Result<Tested, Stop> {
    if held.cases == 0 {
        return Err(Diagnostic::error("the statement was tried on no case")
            .at(&document.source, claim.holds.span.clone())
            .label("its range is empty, or no case satisfies `such`")
            .into());
    }
    let mut header = vec!["case".to_string()];
    if equation(&claim.holds.tree).is_some() {
        header.extend(["left side", "right side"].map(String::from));
    }
    header.extend(reading.show.iter().map(|expression| expression.text.clone()));
    let listed = (!held.rows.is_empty()).then(|| Listing {
        caption: if held.rows.len() < LISTED { "Where it fails" } else { "The first failures" }.to_string(),
        header,
        rows: held.rows.clone(),
    });
    let ranges = claim.ranges.as_ref();
    let domain = ranges.and_then(|ranges| ranges.of(full));
    Ok(Tested {
        cases: held.cases,
        held: held.held,
        domain: domain.map_or(String::new(), |domain| domain.text.clone()),
        claimed: ranges.and_then(|ranges| ranges.paper.as_ref()).map(|paper| paper.text.clone()),
        listed,
    })
}

/// What the second opinion says of a condition in a case in which the engine says `engine`.
pub fn second_condition(
    condition: &Formula,
    case: &Bindings,
    engine: bool,
    definitions: &Arc<Definitions>,
    budget: Budget,
) -> SecondOpinion {
    if case.iter().any(|(_, datum)| matches!(datum, Datum::Game(_))) {
        return SecondOpinion::OutOfReach("a variable of the case is a value, not a position".to_string());
    }
    let mut second = Evaluator::of(Opinion::Second, definitions.clone(), budget);
    match second.evaluate_condition(condition, case) {
        Ok(truth) if truth == engine => SecondOpinion::Agrees(second.methods()),
        Ok(truth) => SecondOpinion::Contradicts(format!("the second method says {truth}")),
        Err(stop) => SecondOpinion::OutOfReach(stop.to_string()),
    }
}
