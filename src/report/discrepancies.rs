//! Discrepancies as lists tell them: what one printed thing gives in many cases is one item.
//!
//! An item never joins what could be two errors: its entries are of one claim and one column, have the same verdict, were
//! printed by one formula or state the same, and what tells the difference is the same sentence but for its numbers.
//! None is hidden: an item says how many there are and where, and each is marked in the table of its claim.

use std::collections::BTreeMap;

use super::diff::shape;
use super::text::{self, Columns, count, grouped};
use crate::verdicts::{Entry, Verdict};

/// So many entries of an item are told one by one.
const FIRST: usize = 3;

/// So many there are at least where others are only counted.
const LEAST: usize = 5;

/// So many places are named.
const PLACES: usize = 12;

/// Discrepancies of one claim that differ in the same way.
pub struct Item<'a> {
    /// Told one by one.
    pub shown: Vec<&'a Entry>,
    /// Counted, with their places.
    pub more: Vec<&'a Entry>,
}

/// The discrepancies of a claim among `entries`, in their order; an item stands where its first entry does.
pub fn items<'a>(entries: impl IntoIterator<Item = &'a Entry>) -> Vec<Item<'a>> {
    let (mut kinds, mut known): (Vec<Vec<&Entry>>, BTreeMap<Told<'_>, usize>) = Default::default();
    for entry in entries.into_iter().filter(|entry| entry.verdict.differs()) {
        let at = *known.entry(Told::of(entry)).or_insert(kinds.len());
        if at == kinds.len() {
            kinds.push(Vec::new());
        }
        kinds[at].push(entry);
    }
    let item = |mut shown: Vec<&'a Entry>| {
        let more = if shown.len() < LEAST { Vec::new() } else { shown.split_off(FIRST) };
        Item { shown, more }
    };
    kinds.into_iter().map(item).collect()
}

/// By what the difference of an entry is told.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Told<'a> {
    column: Option<&'a str>,
    verdict: Verdict,
    printed: Printed<'a>,
    /// Sentences without their numbers.
    sentence: String,
}

/// The one thing in print that entries come from.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Printed<'a> {
    /// A formula, by its file, line and text.
    Formula(&'a str, usize, &'a str),
    /// A statement of many cases.
    Statement(&'a str),
    /// Of this entry alone.
    Alone(&'a str),
}

impl<'a> Told<'a> {
    fn of(entry: &'a Entry) -> Told<'a> {
        let text =
            |side: &'a Option<crate::verdicts::Shown>| side.as_ref().map_or("", |shown| shown.text.as_str());
        let summary = entry.witness.as_ref().map_or("", |witness| witness.summary.as_str());
        let why = match entry.verdict {
            Verdict::Unconfirmed => entry.notes.first().map_or("", String::as_str),
            _ => "",
        };
        let (printed, sentence) = match &entry.read_at {
            // In which cases it fails is what tells its entries apart.
            _ if text::is_statement(entry) => {
                (Printed::Statement(text(&entry.printed)), text(&entry.recomputed))
            }
            // Without a row there is one entry; with a column the cell is printed by itself.
            Some(at) if entry.column.is_none() && !entry.key.is_empty() => {
                (Printed::Formula(&at.file, at.line, &at.text), summary.split(';').next().unwrap_or(summary))
            }
            _ => (Printed::Alone(&entry.id), summary),
        };
        let sentence = format!("{} {}", shape(sentence), shape(why));
        Told { column: entry.column.as_deref(), verdict: entry.verdict, printed, sentence }
    }
}

impl Item<'_> {
    /// How many entries it has.
    pub fn size(&self) -> u64 {
        u64::try_from(self.shown.len() + self.more.len()).unwrap_or(u64::MAX)
    }

    /// `9 more of the same formula, n = 4, 5, 6, 7, 8, 9, 10, 11, 12; 12 entries in all`; none if all are told.
    pub fn more_in_words(&self, columns: &Columns<'_>) -> Option<String> {
        let first = self.more.first()?;
        let what = if text::is_statement(first) { "statement" } else { "formula" };
        let more = u64::try_from(self.more.len()).unwrap_or(u64::MAX);
        let (places, all) = (places(columns, &self.more), count(self.size(), "entry", "entries"));
        Some(format!("{} more of the same {what}, {places}; {all} in all", grouped(more)))
    }
}

/// `n = 4, 5, 6`; the whole places if more than one name has values.
fn places(columns: &Columns<'_>, entries: &[&Entry]) -> String {
    let name = entries.first().and_then(|entry| entry.key.first()).map_or("", |(name, _)| name.as_str());
    let simple = entries.iter().all(|entry| matches!(&entry.key[..], [(one, _)] if one == name));
    let place = |entry: &&Entry| if simple { entry.key[0].1.clone() } else { columns.place(entry) };
    let mut all: Vec<String> = entries.iter().map(place).collect();
    if all.len() > PLACES {
        all.splice(PLACES - 2..all.len() - 1, ["…".to_owned()]);
    }
    if simple { format!("{name} = {}", all.join(", ")) } else { all.join("; ") }
}
