//! A document to questions: what is asked of the engine, and where the printed answer is to be read.
//!
//! A question knows no printed text. It is found again in the document and its transcripts by [`Reads`] each time a
//! verdict is made, so that a planted slip goes the same way as a printed entry.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::language::Bindings;
use super::printed::Transcripts;
use super::{Datum, Definitions, Evaluator, Formula, Limit, Stop};
use crate::claims::{
    Block, Claim, Columns, Document, Domain, Expression, FormulaClaim, Reading, SearchClaim, StatementClaim,
    TableClaim, Tally, TallyKeys, TallyOf, Text, What,
};
use crate::diagnostic::{Diagnostic, Source};
use crate::notation::Expr;
use crate::verdicts::{self, word};

/// One thing that is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// `PAPER/CLAIM/key=value/column`
    pub id: String,
    /// Which claim, in the order of the page, and which of its readings.
    pub claim: usize,
    pub reading: usize,
    /// Pairs for the id and the page.
    pub key: Vec<(String, String)>,
    pub column: Option<String>,
    /// The expression, as paper.md has it.
    pub expression: String,
    pub asks: Asks,
    pub reads: Reads,
    /// Only a full run answers it; any other run takes the frozen answer.
    pub full: bool,
}

/// What is to be computed.
#[derive(Clone, Debug)]
pub enum Asks {
    /// The value of an expression.
    Value { formula: Formula, bindings: Bindings },
    /// Whether a statement holds in all cases of its quick or full range.
    Holds,
    /// How many cases that are.
    Cases,
    /// How many cases of a search satisfy its condition, at keys `low` to `high` (all keys if none).
    Count(Option<(i64, i64)>),
    /// The greatest value of a search, likewise.
    Max(Option<(i64, i64)>),
    /// The first key at which a search meets the value that this expression has.
    First(Formula),
    /// Nothing: there is no way.
    Nothing,
}

/// Where the printed answer stands.
#[derive(Clone, Debug)]
pub enum Reads {
    /// In a table: the row whose key cells have these values, and the column.
    Cell { keys: Vec<(String, Datum)>, column: Heading },
    /// The formula of the claim.
    Formula,
    /// The tally of that index of a search.
    Tally(usize),
    /// The number of cases of a statement.
    Cases,
    /// The statement itself.
    Statement,
    /// Nowhere: it has not been seen.
    Nowhere,
}

/// How a column is found.
#[derive(Clone, Debug)]
pub enum Heading {
    Words(String),
    /// The heading is a value.
    Value(Datum),
}

/// The definitions of a document; they are in force in all of it.
///
/// # Errors
/// All problems of all definition blocks.
pub fn definitions(document: &Document) -> Result<Arc<Definitions>, Vec<Diagnostic>> {
    let (mut definitions, mut problems) = (Definitions::new(), Vec::new());
    for block in &document.blocks {
        if let Block::Definitions(block) = block
            && let Err(found) = definitions.add(&block.text.text, &document.source, block.text.span.start)
        {
            problems.extend(found);
        }
    }
    if problems.is_empty() { Ok(Arc::new(definitions)) } else { Err(problems) }
}

/// The part of an id that names the claim, with the reading if there are several.
pub fn reading_id(claim: &Claim, reading: &Reading) -> String {
    verdicts::reading_id(&claim.id.text, reading.name.as_ref().map(|name| name.text.as_str()))
}

/// An expression of a claim, ready to be evaluated.
pub fn formula(expression: &Expression, source: &Source) -> Formula {
    part(&expression.tree, expression.span.start, source)
}

fn part(tree: &Expr, offset: usize, source: &Source) -> Formula {
    Formula { expr: Arc::new(tree.clone()), source: Arc::new(source.clone()), offset }
}

/// A domain, ready to run.
#[derive(Clone, Debug, Default)]
pub struct Cases {
    /// Variables and what they run through, later ones inside earlier ones.
    pub generators: Vec<(String, Formula)>,
    /// Only the cases that satisfy all of these.
    pub conditions: Vec<Formula>,
}

impl Cases {
    pub fn of(domain: &Domain, source: &Source) -> Cases {
        let mut cases = Cases::default();
        cases.extend(domain, source);
        cases
    }

    /// Another domain inside this one.
    pub fn extend(&mut self, domain: &Domain, source: &Source) {
        let ready = |tree: &Expr| part(tree, domain.span.start, source);
        let bindings = domain.bindings.iter();
        self.generators.extend(bindings.map(|binding| (binding.name.text.clone(), ready(&binding.domain))));
        self.conditions.extend(domain.condition.iter().map(ready));
    }

    /// Whether the conditions admit a case.
    ///
    /// # Errors
    /// What the evaluation gives.
    pub fn admit(&self, evaluator: &mut Evaluator, case: &Bindings) -> Result<bool, Stop> {
        for condition in &self.conditions {
            if !evaluator.evaluate_condition(condition, case)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// All cases, for domains that are small enough to be entries.
    ///
    /// # Errors
    /// What the evaluation gives.
    pub fn list(&self, evaluator: &mut Evaluator) -> Result<Vec<Bindings>, Stop> {
        self.within(evaluator, Vec::new())
    }

    /// As [`Cases::list`], with the variables of a case around them.
    fn within(&self, evaluator: &mut Evaluator, around: Bindings) -> Result<Vec<Bindings>, Stop> {
        let mut admitted = Vec::new();
        for case in cases_within(evaluator, around, &self.generators)? {
            if self.admit(evaluator, &case)? {
                admitted.push(case);
            }
        }
        Ok(admitted)
    }
}

/// So many cases are listed at the most: rows of a table, or what a sweep's last domain is nested in.
const MOST_CASES: usize = 1_000_000;

/// All cases of some generators, whatever the conditions.
///
/// # Errors
/// What the evaluation gives, and a limit beyond a million cases.
pub fn outer_cases(
    evaluator: &mut Evaluator,
    generators: &[(String, Formula)],
) -> Result<Vec<Bindings>, Stop> {
    cases_within(evaluator, Vec::new(), generators)
}

fn cases_within(
    evaluator: &mut Evaluator,
    around: Bindings,
    generators: &[(String, Formula)],
) -> Result<Vec<Bindings>, Stop> {
    let mut cases = vec![around];
    for (variable, values) in generators {
        let mut longer = Vec::new();
        for case in cases {
            evaluator.each(values, &case, &mut |_, datum| {
                let mut next = case.clone();
                next.push((variable.clone(), datum));
                longer.push(next);
                if longer.len() > MOST_CASES {
                    return Err(Stop::Undecided(Limit::Length(MOST_CASES)));
                }
                Ok(std::ops::ControlFlow::Continue(()))
            })?;
        }
        cases = longer;
    }
    Ok(cases)
}

/// The questions of one reading of a claim, in the order of the page.
///
/// # Errors
/// A domain or expression of the claim that makes no sense, with its place in paper.md.
pub fn questions(
    document: &Document,
    index: usize,
    claim: &Claim,
    reading: usize,
    transcripts: &Transcripts,
    evaluator: &mut Evaluator,
) -> Result<Vec<Question>, Stop> {
    let read = &claim.readings[reading];
    let asking = Asking {
        source: &document.source,
        id: format!("{}/{}", document.key, reading_id(claim, read)),
        claim: index,
        reading,
    };
    match &read.what {
        What::Table(table) => asking.table(table, transcripts, evaluator),
        What::Formula(formula) => asking.formula(formula, evaluator),
        What::Search(search) => asking.search(search),
        What::Statement(statement) => Ok(asking.statement(statement)),
        What::NotAttempted => Ok(vec![asking.question(&[], None, "", Asks::Nothing, Reads::Nowhere)]),
    }
}

struct Asking<'a> {
    source: &'a Source,
    id: String,
    claim: usize,
    reading: usize,
}

impl Asking<'_> {
    fn question(
        &self,
        key: &[(String, String)],
        column: Option<&str>,
        expression: &str,
        asks: Asks,
        reads: Reads,
    ) -> Question {
        let mut id = self.id.clone();
        if !key.is_empty() {
            let pairs: Vec<String> =
                key.iter().map(|(name, value)| format!("{name}={}", word(value))).collect();
            id = format!("{id}/{}", pairs.join(","));
        }
        if let Some(column) = column {
            id = format!("{id}/{}", word(column));
        }
        Question {
            id,
            claim: self.claim,
            reading: self.reading,
            key: key.to_vec(),
            column: column.map(str::to_string),
            expression: expression.to_string(),
            asks,
            reads,
            full: false,
        }
    }

    fn table(
        &self,
        table: &TableClaim,
        transcripts: &Transcripts,
        evaluator: &mut Evaluator,
    ) -> Result<Vec<Question>, Stop> {
        let mut keys = Cases::default();
        for key in &table.keys {
            match &key.domain {
                Some(domain) => keys.extend(domain, self.source),
                None => {
                    let texts = key_texts(transcripts, table, &key.header)
                        .map_err(|why| Diagnostic::error(why).at(self.source, key.header.span.clone()))?;
                    keys.generators.push((key.variable.text.clone(), Formula::typed(&texts)?));
                }
            }
        }
        let mut questions = Vec::new();
        for row in keys.list(evaluator)? {
            let shown = shown_key(evaluator, &row);
            let headed = table.keys.iter().zip(&row);
            let cells: Vec<(String, Datum)> =
                headed.map(|(key, (_, datum))| (key.header.text.clone(), datum.clone())).collect();
            let reads = |column: Heading| Reads::Cell { keys: cells.clone(), column };
            match &table.columns {
                Columns::Named(columns) => {
                    for column in columns {
                        let formula = formula(&column.equals, self.source);
                        let asks = Asks::Value { formula, bindings: row.clone() };
                        let at = reads(Heading::Words(column.header.text.clone()));
                        let text = &column.equals.text;
                        questions.push(self.question(&shown, Some(&column.name), text, asks, at));
                    }
                }
                Columns::Across { domain, equals, .. } => {
                    let across = Cases::of(domain, self.source);
                    for case in across.within(evaluator, row.clone())? {
                        let heading = case.last().map_or(Datum::None, |(_, datum)| datum.clone());
                        let shown = shown_key(evaluator, &case);
                        let formula = formula(equals, self.source);
                        let asks = Asks::Value { formula, bindings: case };
                        questions.push(self.question(
                            &shown,
                            None,
                            &equals.text,
                            asks,
                            reads(Heading::Value(heading)),
                        ));
                    }
                }
            }
        }
        Ok(questions)
    }

    fn formula(&self, claim: &FormulaClaim, evaluator: &mut Evaluator) -> Result<Vec<Question>, Stop> {
        let equals = formula(&claim.equals, self.source);
        let reads = || if claim.printed.is_some() { Reads::Formula } else { Reads::Nowhere };
        let ask = |bindings| Asks::Value { formula: equals.clone(), bindings };
        let Some(ranges) = &claim.ranges else {
            return Ok(vec![self.question(&[], None, &claim.equals.text, ask(Vec::new()), reads())]);
        };
        let (mut questions, mut ids) = (Vec::new(), BTreeSet::new());
        for (range, full) in [(&ranges.quick, false), (&ranges.full, true)] {
            let Some(domain) = range else { continue };
            for case in Cases::of(domain, self.source).list(evaluator)? {
                let key = shown_key(evaluator, &case);
                let question = self.question(&key, None, &claim.equals.text, ask(case), reads());
                // What the quick range has is asked once.
                if ids.insert(question.id.clone()) {
                    questions.push(Question { full, ..question });
                }
            }
        }
        Ok(questions)
    }

    fn search(&self, claim: &SearchClaim) -> Result<Vec<Question>, Stop> {
        let mut questions = Vec::new();
        for (index, tally) in claim.printed.iter().enumerate() {
            let Tally { of, full, .. } = tally;
            let between = |keys: &TallyKeys| match keys {
                TallyKeys::All => None,
                TallyKeys::Between { low, high, .. } => Some((*low, *high)),
            };
            let at = |keys: &TallyKeys| match keys {
                TallyKeys::All => Vec::new(),
                TallyKeys::Between { low, high, .. } if low == high => {
                    vec![(claim.key.text.clone(), low.to_string())]
                }
                TallyKeys::Between { low, high, .. } => {
                    vec![(claim.key.text.clone(), format!("{low}..{high}"))]
                }
            };
            let text = |part: &Option<Expression>| part.as_ref().map_or(String::new(), |e| e.text.clone());
            let (key, column, expression, asks) = match of {
                TallyOf::Count(keys) => (at(keys), "count", text(&claim.such), Asks::Count(between(keys))),
                TallyOf::Max(keys) => (at(keys), "max", text(&claim.max), Asks::Max(between(keys))),
                TallyOf::First(value) => {
                    let key = vec![("value".to_string(), value.text.clone())];
                    (key, "first", text(&claim.first), Asks::First(formula(value, self.source)))
                }
            };
            let expression = if expression.is_empty() { claim.search.text.clone() } else { expression };
            let id = match asks {
                // `1/16` may stand in an id, but not with its slash.
                Asks::First(_) => vec![("value".to_string(), key[0].1.replace('/', "~"))],
                _ => key.clone(),
            };
            let question = self.question(&id, Some(column), &expression, asks, Reads::Tally(index));
            questions.push(Question { key, full: *full, ..question });
        }
        Ok(questions)
    }

    fn statement(&self, claim: &StatementClaim) -> Vec<Question> {
        let mut questions = Vec::new();
        let ranges = claim.ranges.as_ref();
        let has = |full: bool| ranges.map_or(!full, |ranges| ranges.of(full).is_some());
        for (full, cases) in [(false, &claim.cases.0), (true, &claim.cases.1)] {
            if !has(full) {
                continue;
            }
            let key =
                if full && has(false) { vec![("range".to_string(), "full".to_string())] } else { Vec::new() };
            let text = &claim.holds.text;
            let holds = self.question(&key, None, text, Asks::Holds, Reads::Statement);
            questions.push(Question { full, ..holds });
            if cases.is_some() {
                let count = self.question(&key, Some("cases"), text, Asks::Cases, Reads::Cases);
                questions.push(Question { full, ..count });
            }
        }
        questions
    }
}

/// The texts of a key column as a list of the language.
fn key_texts(transcripts: &Transcripts, claim: &TableClaim, header: &Text) -> Result<String, String> {
    let texts = super::printed::column_texts(transcripts, claim, &header.text)?;
    let quoted: Vec<String> = texts.iter().map(|text| format!("\"{}\"", text.replace('"', "'"))).collect();
    Ok(format!("[{}]", quoted.join(", ")))
}

/// The variables of a case as they stand in an id: short ones as they print, a graph as graph6.
fn shown_key(evaluator: &mut Evaluator, case: &Bindings) -> Vec<(String, String)> {
    case.iter().map(|(name, datum)| (name.clone(), evaluator.show(datum).text)).collect()
}
