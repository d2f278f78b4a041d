//! Which entry of the new run an entry of the old one is: the one of the same id; else of a claim, a row or a column
//! that can only be the same under another name.

use std::collections::{BTreeMap, BTreeSet};

use super::super::saved::claim_id;
use super::{Claimed, Placed, content_hash};
use crate::verdicts::{Entry, PaperVerdicts, Shown};

type Pair<'a> = (Option<Placed<'a>>, Option<Placed<'a>>);

/// All entries of both runs, paired; in the order of the new run, then what is in the old one only.
pub(super) fn pairs<'a>(old: &'a [PaperVerdicts], new: &'a [PaperVerdicts]) -> Vec<Pair<'a>> {
    let (before, after): (Vec<Placed>, Vec<Placed>) = (placed(old).collect(), placed(new).collect());
    let ids: BTreeSet<&str> = after.iter().map(|p| p.entry.id.as_str()).collect();
    let mut was: BTreeMap<&str, Placed> = before
        .iter()
        .filter(|p| ids.contains(p.entry.id.as_str()))
        .map(|p| (p.entry.id.as_str(), *p))
        .collect();
    for (renamed, now) in renamed_claims(old, new, &was) {
        pair_rows(renamed, now, &mut was);
    }
    let claims: BTreeMap<String, Claimed> = claimed(old).map(|c| (claim_id(c.paper, c.claim), c)).collect();
    for now in claimed(new) {
        if let Some(same) = claims.get(&claim_id(now.paper, now.claim)) {
            renamed_rows(*same, now, &mut was);
            renamed_columns(*same, now, &mut was);
        }
    }
    let found: BTreeSet<&str> = was.values().map(|p| p.entry.id.as_str()).collect();
    let mut pairs: Vec<Pair> =
        after.into_iter().map(|is| (was.get(is.entry.id.as_str()).copied(), Some(is))).collect();
    pairs.extend(
        before.into_iter().filter(|p| !found.contains(p.entry.id.as_str())).map(|gone| (Some(gone), None)),
    );
    pairs
}

fn claimed(papers: &[PaperVerdicts]) -> impl Iterator<Item = Claimed<'_>> {
    papers.iter().flat_map(|paper| paper.claims.iter().map(move |claim| Claimed { paper, claim }))
}

fn placed(papers: &[PaperVerdicts]) -> impl Iterator<Item = Placed<'_>> {
    claimed(papers).flat_map(|of| of.claim.entries.iter().map(move |entry| Placed { of, entry }))
}

/// The old entry of each new one, by the new one's id.
type Was<'a> = BTreeMap<&'a str, Placed<'a>>;

/// Claims that are wholly on one side, and can be only one of the other side: they say the same entry by entry; or ask
/// and print the same; or print the same.
fn renamed_claims<'a>(
    old: &'a [PaperVerdicts],
    new: &'a [PaperVerdicts],
    was: &Was<'a>,
) -> Vec<(Claimed<'a>, Claimed<'a>)> {
    let found: BTreeSet<&str> = was.values().map(|p| p.entry.id.as_str()).collect();
    let alone = |of: &Claimed, there: &dyn Fn(&str) -> bool| {
        !of.claim.entries.is_empty() && !of.claim.entries.iter().any(|entry| there(&entry.id))
    };
    let mut gone: Vec<Claimed> = claimed(old).filter(|c| alone(c, &|id| found.contains(id))).collect();
    let mut came: Vec<Claimed> = claimed(new).filter(|c| alone(c, &|id| was.contains_key(id))).collect();
    let mut renamed = Vec::new();
    for signature in [says_the_same as fn(Claimed) -> Option<String>, asks_the_same, prints_the_same] {
        let pairs = only_partners(&gone, &came, signature);
        gone.retain(|one| !pairs.iter().any(|(old, _)| std::ptr::eq(old.claim, one.claim)));
        came.retain(|one| !pairs.iter().any(|(_, new)| std::ptr::eq(new.claim, one.claim)));
        renamed.extend(pairs);
    }
    renamed
}

/// What has the same signature as exactly one of the other side, and shares it with none of its own.
fn only_partners<T: Copy>(old: &[T], new: &[T], signature: impl Fn(T) -> Option<String>) -> Vec<(T, T)> {
    let mut sides: BTreeMap<String, (Vec<T>, Vec<T>)> = BTreeMap::new();
    for one in old {
        if let Some(signature) = signature(*one) {
            sides.entry(signature).or_default().0.push(*one);
        }
    }
    for one in new {
        if let Some(signature) = signature(*one) {
            sides.entry(signature).or_default().1.push(*one);
        }
    }
    sides
        .into_values()
        .filter_map(|(old, new)| match (&old[..], &new[..]) {
            ([old], [new]) => Some((*old, *new)),
            _ => None,
        })
        .collect()
}

fn says_the_same(of: Claimed) -> Option<String> {
    Some(signature(of, content_hash))
}

fn asks_the_same(of: Claimed) -> Option<String> {
    let asked = of.claim.entries.iter().any(|entry| !entry.expression.is_empty());
    asked.then(|| signature(of, |entry| format!("{}\t{}", entry.expression, text(&entry.printed))))
}

fn prints_the_same(of: Claimed) -> Option<String> {
    let printed = of.claim.entries.iter().any(|entry| entry.printed.is_some());
    printed.then(|| signature(of, |entry| text(&entry.printed).to_owned()))
}

fn signature(of: Claimed, entry: impl Fn(&Entry) -> String) -> String {
    let lines = of.claim.entries.iter().map(|e| format!("{:?} {:?} {}", e.key, e.column, entry(e)));
    let reading = of.claim.reading.as_deref().unwrap_or("");
    format!("{}\n{reading}\n{}", of.paper.key, lines.collect::<Vec<_>>().join("\n"))
}

fn text(shown: &Option<Shown>) -> &str {
    shown.as_ref().map_or("", |shown| shown.text.as_str())
}

/// Pairs the entries of two claims that have the same row and column.
fn pair_rows<'a>(old: Claimed<'a>, new: Claimed<'a>, was: &mut Was<'a>) {
    let place = |e: &'a Entry| (&e.key, &e.column);
    let there: BTreeMap<_, &Entry> = old.claim.entries.iter().map(|entry| (place(entry), entry)).collect();
    for is in &new.claim.entries {
        if let Some(entry) = there.get(&place(is)) {
            was.insert(&is.id, Placed { of: old, entry });
        }
    }
}

/// A row of a claim: its entries, all of one key.
type Row<'a> = Vec<&'a Entry>;

fn rows<'a>(of: Claimed<'a>) -> Vec<Row<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    for entry in &of.claim.entries {
        match rows.last_mut() {
            Some(row) if row[0].key == entry.key => row.push(entry),
            _ => rows.push(vec![entry]),
        }
    }
    rows
}

/// Rows whose key has another name or value: between the same neighbours stand as many rows with the same columns, that
/// ask, print and give the same, one by one.
fn renamed_rows<'a>(old: Claimed<'a>, new: Claimed<'a>, was: &mut Was<'a>) {
    let kept: BTreeMap<&str, &str> = was.iter().map(|(new, old)| (old.entry.id.as_str(), *new)).collect();
    let old_gaps = gaps(rows(old), |entry| kept.get(entry.id.as_str()).copied());
    let new_gaps = gaps(rows(new), |entry| was.get_key_value(entry.id.as_str()).map(|(id, _)| *id));
    let mut found = Vec::new();
    for (around, gone) in &old_gaps {
        let Some(came) = new_gaps.get(around) else { continue };
        let look = |rows: &[Row<'a>]| -> Vec<Vec<_>> {
            rows.iter().map(|row| row.iter().map(|entry| face(entry)).collect()).collect()
        };
        if look(gone) == look(came) {
            found.extend(gone.iter().flatten().copied().zip(came.iter().flatten().copied()));
        }
    }
    for (entry, is) in found {
        was.insert(&is.id, Placed { of: old, entry });
    }
}

/// What an entry shows beside its key.
fn face(entry: &Entry) -> (Option<&str>, &str, &str, &str) {
    (entry.column.as_deref(), text(&entry.printed), text(&entry.recomputed), entry.expression.as_str())
}

/// The runs of rows without a partner, by the ids, in the new run, of the entries before and after them.
fn gaps<'a>(
    rows: Vec<Row<'a>>,
    partner: impl Fn(&Entry) -> Option<&'a str>,
) -> BTreeMap<(Option<&'a str>, Option<&'a str>), Vec<Row<'a>>> {
    let mut gaps = BTreeMap::new();
    let (mut before, mut waiting) = (None, Vec::new());
    for row in rows {
        let known = row.iter().find_map(|entry| partner(entry));
        match known {
            None => waiting.push(row),
            Some(_) => {
                if !waiting.is_empty() {
                    gaps.insert((before, known), std::mem::take(&mut waiting));
                }
                before = row.iter().rev().find_map(|entry| partner(entry));
            }
        }
    }
    if !waiting.is_empty() {
        gaps.insert((before, None), waiting);
    }
    gaps
}

/// Columns with another name: none of their entries has a partner, and they ask, print and give the same, row by row, as
/// exactly one column of the other side.
fn renamed_columns<'a>(old: Claimed<'a>, new: Claimed<'a>, was: &mut Was<'a>) {
    let found: BTreeSet<&str> = was.values().map(|p| p.entry.id.as_str()).collect();
    let gone = columns(old, |entry| found.contains(entry.id.as_str()));
    let came = columns(new, |entry| was.contains_key(entry.id.as_str()));
    let (gone, came): (Vec<&Row>, Vec<&Row>) = (gone.iter().collect(), came.iter().collect());
    let look = |column: &Row| {
        let faces =
            column.iter().map(|e| format!("{:?} {:?}", e.key, (text(&e.printed), text(&e.recomputed))));
        Some(faces.collect::<Vec<_>>().join("\n"))
    };
    for (old_column, new_column) in only_partners(&gone, &came, look) {
        for (entry, is) in old_column.iter().zip(new_column) {
            was.insert(&is.id, Placed { of: old, entry });
        }
    }
}

/// The columns of which no entry is known on the other side.
fn columns<'a>(of: Claimed<'a>, known: impl Fn(&Entry) -> bool) -> Vec<Row<'a>> {
    let mut columns: BTreeMap<&str, Row> = BTreeMap::new();
    for entry in &of.claim.entries {
        if let Some(column) = &entry.column {
            columns.entry(column).or_default().push(entry);
        }
    }
    columns.into_values().filter(|column| !column.iter().any(|entry| known(entry))).collect()
}
