//! Questions to answers: what is recomputed, without a look at what is printed.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::language::{Bindings, Budget, Opinion};
use super::questions::{Asks, Cases, Question, formula};
use super::rational::Rational;
use super::sweep::Sweep;
use super::{Datum, Definitions, Evaluator, Formula, Stop};
use crate::claims::{self, Claim, Document, Domain, Expression, Ranges, SearchClaim, StatementClaim, What};
use crate::diagnostic::{Diagnostic, Source};
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

/// How a document is computed.
#[derive(Clone, Debug)]
pub struct Means {
    pub definitions: Arc<Definitions>,
    pub jobs: usize,
}

/// How many rows of a sweep are listed at the most.
const LISTED: usize = 10;

/// The budget of a claim's reading.
pub fn budget(of: &claims::Budget) -> Budget {
    let own = Budget::default();
    Budget {
        positions: of.positions.unwrap_or(own.positions),
        comparisons: of.comparisons.unwrap_or(own.comparisons),
        games: of.games.unwrap_or(own.games),
        ..own
    }
}

/// The answers to the questions of one reading, in their order: those of the full range if `full`, else those of the
/// quick one; the others are left out.
///
/// # Errors
/// An expression of the claim that makes no sense, with its place.
pub fn answers(
    document: &Document,
    claim: &Claim,
    reading: usize,
    questions: &[Question],
    full: bool,
    means: &Means,
    evaluator: &mut Evaluator,
) -> Result<(Vec<Option<Answer>>, Cost), Stop> {
    let read = &claim.readings[reading];
    let mut show = Vec::new();
    for expression in &read.show {
        show.push(formula(expression, &document.source));
    }
    let sweeping = Sweeping {
        source: &document.source,
        definitions: &means.definitions,
        budget: budget(&read.budget),
        jobs: means.jobs,
        show: &show,
    };
    let wanted = |question: &Question| question.full == full;
    match &read.what {
        What::Search(search) => {
            let mut given: Vec<Option<Answer>> = vec![None; questions.len()];
            let asked: Vec<usize> = (0..questions.len()).filter(|&i| wanted(&questions[i])).collect();
            if asked.is_empty() {
                return Ok((given, Cost::default()));
            }
            let these: Vec<&Question> = asked.iter().map(|&i| &questions[i]).collect();
            let (found, cost) = sweeping.search(search, &these, full, Opinion::First, evaluator)?;
            for (index, answer) in asked.into_iter().zip(found) {
                given[index] = Some(answer);
            }
            Ok((given, cost))
        }
        What::Statement(statement) => {
            if !questions.iter().any(wanted) {
                return Ok((vec![None; questions.len()], Cost::default()));
            }
            let (held, cost) = sweeping.statement(statement, full, Opinion::First)?;
            let answer = |question: &Question| {
                wanted(question).then(|| match (&question.asks, &held) {
                    (Asks::Cases, Answer::Held { tested, .. }) => {
                        let number = Some(Rational::integer(i128::from(tested.cases)));
                        Answer::Swept { number, tested: Tested { listed: None, ..tested.clone() } }
                    }
                    _ => held.clone(),
                })
            };
            Ok((questions.iter().map(answer).collect(), cost))
        }
        _ => {
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
    }
}

/// The value of a search's question by the second opinion: the same sweep by other enumerators and by search.
///
/// # Errors
/// As [`answers`].
pub fn second_search(
    document: &Document,
    claim: &Claim,
    reading: usize,
    question: &Question,
    means: &Means,
    evaluator: &mut Evaluator,
) -> Result<Answer, Stop> {
    let read = &claim.readings[reading];
    let What::Search(search) = &read.what else { return Ok(Answer::Nothing) };
    let sweeping = Sweeping {
        source: &document.source,
        definitions: &means.definitions,
        budget: budget(&read.budget),
        jobs: means.jobs,
        show: &[],
    };
    let (mut found, _) = sweeping.search(search, &[question], question.full, Opinion::Second, evaluator)?;
    Ok(found.pop().unwrap_or(Answer::Nothing))
}

/// Whether a statement holds, by the second opinion in every case of its range.
///
/// # Errors
/// As [`answers`].
pub fn second_statement(
    document: &Document,
    claim: &Claim,
    question: &Question,
    means: &Means,
) -> Result<Answer, Stop> {
    let read = &claim.readings[question.reading];
    let What::Statement(statement) = &read.what else { return Ok(Answer::Nothing) };
    let sweeping = Sweeping {
        source: &document.source,
        definitions: &means.definitions,
        budget: budget(&read.budget),
        jobs: means.jobs,
        show: &[],
    };
    Ok(sweeping.statement(statement, question.full, Opinion::Second)?.0)
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

/// What a search found at one key.
#[derive(Clone, Default)]
struct AtKey {
    cases: u64,
    counted: u64,
    max: Option<(Rational, Vec<Shown>)>,
}

/// What a batch of a search collects.
#[derive(Default)]
struct Found {
    keys: BTreeMap<i64, AtKey>,
    /// By value (rationals in their order, then anything else by its text) the first key and the case.
    first: BTreeMap<(Option<Rational>, String), (i64, Vec<Shown>)>,
    rows: Vec<Vec<Shown>>,
}

struct Sweeping<'a> {
    source: &'a Source,
    definitions: &'a Arc<Definitions>,
    budget: Budget,
    jobs: usize,
    show: &'a [Formula],
}

impl Sweeping<'_> {
    fn ready(&self, expression: &Option<Expression>) -> Result<Option<Formula>, Stop> {
        Ok(expression.as_ref().map(|e| formula(e, self.source)))
    }

    fn search(
        &self,
        claim: &SearchClaim,
        questions: &[&Question],
        full: bool,
        opinion: Opinion,
        evaluator: &mut Evaluator,
    ) -> Result<(Vec<Answer>, Cost), Stop> {
        let such = self.ready(&claim.such)?;
        let max = self.ready(&claim.max)?;
        let first = self.ready(&claim.first)?;
        let (key, mut all) = (&claim.key.text, Cases::default());
        let range = claim
            .ranges
            .as_ref()
            .and_then(|r: &Ranges| if full { r.full.as_ref() } else { r.quick.as_ref() });
        match range {
            Some(domain) => all.extend(domain, self.source),
            None => {
                let keys = printed_keys(questions);
                if !keys.is_empty() {
                    let list: Vec<String> = keys.iter().map(i64::to_string).collect();
                    all.generators.push((key.clone(), Formula::typed(&format!("[{}]", list.join(", ")))?));
                }
            }
        }
        all.extend(&claim.search, self.source);
        let sweep = Sweep {
            definitions: self.definitions,
            budget: self.budget,
            opinion,
            cases: &all,
            jobs: self.jobs,
        };
        let swept = sweep.run(Found::default, |evaluator, case, found| {
            let here = case.iter().find(|(name, _)| name == key).and_then(|(_, datum)| datum.as_integer());
            let here = here.and_then(|n| i64::try_from(n).ok()).unwrap_or(0);
            let at = found.keys.entry(here).or_default();
            at.cases += 1;
            if let Some(max) = &max
                && let Datum::Number(value) = evaluator.evaluate(max, case)?
                && at.max.as_ref().is_none_or(|(best, _)| value > *best)
            {
                at.max = Some((value, self.row(evaluator, case)?));
            }
            if let Some(such) = &such
                && !evaluator.evaluate_condition(such, case)?
            {
                return Ok(());
            }
            found.keys.entry(here).or_default().counted += 1;
            if let Some(first) = &first {
                let value = evaluator.evaluate(first, case)?;
                let rational = if let Datum::Number(x) = value { Some(x) } else { None };
                let name = (rational, evaluator.show(&value).text);
                if found.first.get(&name).is_none_or(|(known, _)| here < *known) {
                    let row = self.row(evaluator, case)?;
                    found.first.insert(name, (here, row));
                }
            }
            if such.is_some() && found.rows.len() < LISTED {
                let row = self.row(evaluator, case)?;
                found.rows.push(row);
            }
            Ok(())
        });
        let (parts, cost) = match swept {
            Ok(swept) => swept,
            Err(Stop::Undecided(limit)) => {
                let answer = Answer::Undecided(limit.to_string());
                return Ok((vec![answer; questions.len()], Cost::default()));
            }
            Err(other) => return Err(other),
        };
        let mut whole = Found::default();
        for part in parts {
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
        let mut given = Vec::new();
        for (index, question) in questions.iter().enumerate() {
            given.push(self.found(claim, &whole, question, index == 0, evaluator)?);
        }
        Ok((given, cost))
    }

    /// The answer to one question of a search; the first one also lists the cases.
    fn found(
        &self,
        claim: &SearchClaim,
        found: &Found,
        question: &Question,
        lists: bool,
        evaluator: &mut Evaluator,
    ) -> Result<Answer, Stop> {
        let within = |between: &Option<(i64, i64)>| {
            let between = *between;
            found
                .keys
                .iter()
                .filter(move |(key, _)| between.is_none_or(|(low, high)| (low..=high).contains(*key)))
                .map(|(_, at)| at)
        };
        let total = |between: &Option<(i64, i64)>| {
            within(between).fold((0, 0), |(cases, held), at| (cases + at.cases, held + at.counted))
        };
        let header: Vec<String> = self.show.iter().map(|formula| formula.text().to_string()).collect();
        let list = |caption: &str, rows: Vec<Vec<Shown>>| {
            let shown = !header.is_empty() && !rows.is_empty();
            shown.then(|| Listing { caption: caption.to_string(), header: header.clone(), rows })
        };
        let domain = claim.search.text.clone();
        let tested = |(cases, held): (u64, u64), listed| Tested {
            cases,
            held,
            domain: domain.clone(),
            claimed: None,
            listed,
        };
        Ok(match &question.asks {
            Asks::Count(between) => {
                let (cases, held) = total(between);
                let rows = if lists { found.rows.clone() } else { Vec::new() };
                let caption =
                    if rows.len() < LISTED { "The cases counted" } else { "The first cases counted" };
                let number = Some(Rational::integer(i128::from(held)));
                Answer::Swept { number, tested: tested((cases, held), list(caption, rows)) }
            }
            Asks::Max(between) => {
                let mut best: Option<&(Rational, Vec<Shown>)> = None;
                for at in within(between) {
                    if let Some(new) = &at.max
                        && best.is_none_or(|(value, _)| new.0 > *value)
                    {
                        best = Some(new);
                    }
                }
                let rows = best.map(|(_, row)| vec![row.clone()]).unwrap_or_default();
                let listed = list("The first case that attains it", rows);
                Answer::Swept {
                    number: best.map(|(value, _)| *value),
                    tested: tested(total(between), listed),
                }
            }
            Asks::First(value) => {
                let value = evaluator.evaluate(value, &[])?;
                let rational = if let Datum::Number(x) = value { Some(x) } else { None };
                let name = (rational, evaluator.show(&value).text);
                let first = found.first.get(&name);
                let rows = first.map(|(_, row)| vec![row.clone()]).unwrap_or_default();
                let listed = list("The first case", rows);
                let number = first.map(|(key, _)| Rational::integer(i128::from(*key)));
                Answer::Swept { number, tested: tested(total(&None), listed) }
            }
            _ => Answer::Nothing,
        })
    }

    fn row(&self, evaluator: &mut Evaluator, case: &Bindings) -> Result<Vec<Shown>, Stop> {
        let mut row = Vec::new();
        for formula in self.show {
            let datum = evaluator.evaluate(formula, case)?;
            row.push(evaluator.show(&datum));
        }
        Ok(row)
    }

    fn statement(
        &self,
        claim: &StatementClaim,
        full: bool,
        opinion: Opinion,
    ) -> Result<(Answer, Cost), Stop> {
        let holds = formula(&claim.holds, self.source);
        let such = self.ready(&claim.such)?;
        let domain: Option<&Domain> =
            claim.ranges.as_ref().and_then(|r| if full { r.full.as_ref() } else { r.quick.as_ref() });
        let mut all = domain.map_or_else(Cases::default, |domain| Cases::of(domain, self.source));
        if all.generators.is_empty() {
            // A statement without variables has one case.
            all.generators.push(("_".to_string(), Formula::typed("[0]")?));
        }
        #[derive(Default)]
        struct Held {
            cases: u64,
            held: u64,
            failure: Option<Failure>,
            rows: Vec<Vec<Shown>>,
        }
        let sweep = Sweep {
            definitions: self.definitions,
            budget: self.budget,
            opinion,
            cases: &all,
            jobs: self.jobs,
        };
        let swept = sweep.run(Held::default, |evaluator, case, found| {
            if let Some(such) = &such
                && !evaluator.evaluate_condition(such, case)?
            {
                return Ok(());
            }
            found.cases += 1;
            if evaluator.evaluate_condition(&holds, case)? {
                found.held += 1;
                return Ok(());
            }
            if found.failure.is_none() && opinion == Opinion::First {
                let second = second_condition(&holds, case, false, self.definitions, self.budget);
                found.failure = Some(Failure { case: case_text(evaluator, case), second });
            }
            if found.rows.len() < LISTED {
                let mut row = vec![Shown::words(case_text(evaluator, case))];
                row.extend(self.row(evaluator, case)?);
                found.rows.push(row);
            }
            Ok(())
        });
        let (parts, cost) = match swept {
            Ok(swept) => swept,
            Err(Stop::Undecided(limit)) => {
                return Ok((Answer::Undecided(limit.to_string()), Cost::default()));
            }
            Err(other) => return Err(other),
        };
        let mut whole = Held::default();
        for part in parts {
            whole.cases += part.cases;
            whole.held += part.held;
            whole.failure = whole.failure.or(part.failure);
            let room = LISTED - whole.rows.len();
            whole.rows.extend(part.rows.into_iter().take(room));
        }
        if whole.cases == 0 {
            return Err(Diagnostic::error("the statement was tried on no case")
                .at(self.source, claim.holds.span.clone())
                .label("its range is empty, or no case satisfies `such`")
                .into());
        }
        let mut header = vec!["case".to_string()];
        header.extend(self.show.iter().map(|formula| formula.text().to_string()));
        let listed = (!whole.rows.is_empty()).then(|| Listing {
            caption: if whole.rows.len() < LISTED { "Where it fails" } else { "The first failures" }
                .to_string(),
            header,
            rows: whole.rows,
        });
        let claimed = claim.ranges.as_ref().and_then(|r| r.paper.as_ref()).map(|paper| paper.text.clone());
        let words = domain.map_or(String::new(), |domain| domain.text.clone());
        let tested = Tested { cases: whole.cases, held: whole.held, domain: words, claimed, listed };
        Ok((Answer::Held { tested, failure: whole.failure }, cost))
    }
}

/// `n = 3, g = Cr`
pub fn case_text(evaluator: &mut Evaluator, case: &Bindings) -> String {
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
