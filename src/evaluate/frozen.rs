//! Results of full ranges, kept in `papers/<key>/frozen.jsonl` with what they were computed from.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::definitions::{Defined, Definitions};
use super::questions::reading_id;
use crate::claims::{Claim, Columns, Document, Domain, Expression, Reading, What};
use crate::diagnostic::{Diagnostic, Source};
use crate::notation::Expr;
use crate::verdicts::{Cost, Entry};

/// The answers of one claim's full range.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Frozen {
    /// `CLAIM` or `CLAIM@reading`
    pub claim: String,
    /// What it was computed from, each part with its hash: `claim`, `definitions`, `transcript`, `conventions`,
    /// `revisions`.
    pub from: BTreeMap<String, String>,
    pub cost: Cost,
    /// The entries of the quick range and of the full one.
    pub entries: Vec<Entry>,
}

impl Frozen {
    /// The parts that have changed since; none if the result stands.
    pub fn changed(&self, now: &BTreeMap<String, String>) -> Vec<String> {
        let names: BTreeSet<&String> = self.from.keys().chain(now.keys()).collect();
        names.into_iter().filter(|name| self.from.get(*name) != now.get(*name)).cloned().collect()
    }
}

/// Reads `frozen.jsonl`: a claim a line.
///
/// # Errors
/// A line that is no frozen result, with its place.
pub fn read(source: &Source) -> Result<BTreeMap<String, Frozen>, Vec<Diagnostic>> {
    let (mut frozen, mut problems, mut start) = (BTreeMap::new(), Vec::new(), 0);
    for line in source.text.split_inclusive('\n') {
        let here = start..start + line.trim_end().len();
        start += line.len();
        if line.trim().is_empty() {
            continue;
        }
        match serde_json::from_str::<Frozen>(line) {
            Ok(one) => {
                frozen.insert(one.claim.clone(), one);
            }
            Err(error) => {
                let column = here.start + error.column().saturating_sub(1).min(here.len());
                problems.push(
                    Diagnostic::error("this line is no frozen result")
                        .at(source, column..column + 1)
                        .label(error.to_string())
                        .note("delete the line and compute it again with `build-report --full`"),
                );
            }
        }
    }
    if problems.is_empty() { Ok(frozen) } else { Err(problems) }
}

/// Writes `frozen.jsonl`, sorted by claim.
///
/// # Errors
/// Never, in practice: data that cannot be written as JSON.
pub fn write(frozen: &BTreeMap<String, Frozen>) -> Result<String, Diagnostic> {
    let mut text = String::new();
    for one in frozen.values() {
        let line = serde_json::to_string(one)
            .map_err(|error| Diagnostic::error(format!("cannot write frozen results: {error}")))?;
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}

/// The sha256 of a text, in hexadecimal.
pub fn hash(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The revisions of the rooms whose answers end up in a verdict: a new number makes older results stale.
pub fn revisions() -> String {
    format!(
        "engine {}, graphs {}, rulesets {}, search {}, evaluate {}",
        crate::engine::REVISION,
        crate::graphs::REVISION,
        crate::rulesets::REVISION,
        crate::search::REVISION,
        super::REVISION
    )
}

/// The definitions that a reading uses, directly or not: text and name of each.
fn used(reading: &Reading, definitions: &Definitions) -> BTreeSet<(String, String)> {
    let mut used = BTreeSet::new();
    let named = |defined: &Defined| (defined.text.clone(), defined.name.clone());
    let mut see = |tree: &Expr| used.extend(definitions.used_by(tree).into_iter().map(named));
    for expression in expressions(reading) {
        see(&expression.tree);
    }
    for domain in domains(reading) {
        domain.bindings.iter().for_each(|binding| see(&binding.domain));
        domain.condition.iter().for_each(&mut see);
    }
    // A printed formula may use definitions, too; it is part of the claim's text, and so are they of the answer.
    let printed_formula = match &reading.what {
        What::Formula(formula) => formula.printed.as_ref(),
        _ => None,
    };
    if printed_formula.is_some() {
        used.extend(definitions.iter().map(named));
    }
    used
}

/// The same parts in short, and which definitions are used: for whoever compares two runs.
pub fn made_from(
    mut made: BTreeMap<String, String>,
    claim: &Claim,
    reading: &Reading,
    definitions: &Definitions,
) -> BTreeMap<String, String> {
    // A renamed claim has the same text.
    made.insert("claim".to_string(), hash(&claim.text.text));
    for (_, hash) in made.iter_mut().filter(|(part, _)| *part != "revisions") {
        hash.truncate(16);
    }
    let names: Vec<String> = used(reading, definitions).into_iter().map(|(_, name)| name).collect();
    if names.is_empty() {
        made.remove("definitions");
    } else {
        made.insert("uses".to_string(), names.join(" "));
    }
    made
}

/// What a reading of a claim is computed from.
pub fn parts(
    document: &Document,
    claim: &Claim,
    reading: &Reading,
    definitions: &Definitions,
    printed: &BTreeMap<String, String>,
) -> BTreeMap<String, String> {
    let used: Vec<String> = used(reading, definitions).into_iter().map(|(text, _)| text).collect();
    let notation: Vec<String> =
        document.front.notation.iter().map(|(a, b)| format!("{} = {}", a.text, b.text)).collect();
    let mut parts = BTreeMap::from([
        ("claim".to_string(), hash(&format!("{} {}", reading_id(claim, reading), claim.text.text))),
        ("definitions".to_string(), hash(&used.join("\n"))),
        ("conventions".to_string(), hash(&notation.join("\n"))),
        ("revisions".to_string(), revisions()),
    ]);
    if let What::Table(table) = &reading.what
        && let Some(from) = &table.from
    {
        parts.insert("transcript".to_string(), hash(printed.get(&from.text).map_or("", String::as_str)));
    }
    parts
}

/// Every expression of a reading that is evaluated.
fn expressions(reading: &Reading) -> Vec<&Expression> {
    let mut all: Vec<&Expression> = reading.show.iter().chain(&reading.second).collect();
    match &reading.what {
        What::Table(table) => {
            all.extend(table.reads.iter().map(|(_, expression)| expression));
            match &table.columns {
                Columns::Named(columns) => all.extend(columns.iter().map(|column| &column.equals)),
                Columns::Across { equals, .. } => all.push(equals),
            }
        }
        What::Formula(formula) => all.push(&formula.equals),
        What::Search(search) => {
            all.extend(search.such.iter().chain(&search.max).chain(&search.first));
            all.extend(search.printed.iter().map(|tally| &tally.value));
        }
        What::Statement(statement) => {
            all.push(&statement.holds);
            all.extend(&statement.such);
        }
        What::NotAttempted => {}
    }
    all
}

fn domains(reading: &Reading) -> Vec<&Domain> {
    let ranges = match &reading.what {
        What::Formula(formula) => &formula.ranges,
        What::Search(search) => &search.ranges,
        What::Statement(statement) => &statement.ranges,
        _ => &None,
    };
    let mut all: Vec<&Domain> = Vec::new();
    if let Some(ranges) = ranges {
        all.extend(ranges.quick.iter().chain(&ranges.full));
    }
    match &reading.what {
        What::Search(search) => all.push(&search.search),
        What::Table(table) => {
            all.extend(table.keys.iter().filter_map(|key| key.domain.as_ref()));
            if let Columns::Across { domain, .. } = &table.columns {
                all.push(domain);
            }
        }
        _ => {}
    }
    all
}
