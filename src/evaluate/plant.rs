//! Planted slips: does the audit notice what it is there to notice?
//!
//! Every printed entry is misprinted in the smallest plausible ways, in the text of its file, and read and judged again
//! from there. Each slip must differ at its entry and nowhere else; a change of form alone must give `same value`. A
//! misprint that happens to say the same, or to say what we recomputed, is no slip and is not counted.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::Datum;
use super::answers::Answer;
use super::extract::{EXTRACT, Extract};
use super::frozen::hash;
use super::judge::Bench;
use super::line::{Prepared, Texts};
use super::printed::{Notation, Printed, printed};
use super::questions::{Asks, Question, Reads};
use crate::claims::{self, Block};
use crate::diagnostic::{Diagnostic, Source};
use crate::notation::{Expr, ExprKind};
use crate::tex;
use crate::verdicts::{Planted, Verdict};

/// What `planted.json` holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score {
    /// The claims, definitions and transcripts that were planted in.
    pub hash: String,
    pub planted: u64,
    pub found: u64,
    pub forms: u64,
    pub forms_kept: u64,
    /// What went wrong, a sentence each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missed: Vec<String>,
}

/// A misprint.
struct Slip {
    /// `one more`, `a star lost`, ...
    kind: &'static str,
    text: String,
    /// Only the form changes.
    form_only: bool,
}

/// The score that `planted.json` holds, and whether the claims have changed since.
///
/// # Errors
/// If the file is not what [`plant`] writes.
pub fn score(texts: &Texts, prepared: &Prepared) -> Result<Option<Planted>, Vec<Diagnostic>> {
    let score = kept(texts).map_err(|problem| vec![problem])?;
    Ok(score.map(|score| Planted {
        planted: score.planted,
        found: score.found,
        forms: score.forms,
        forms_kept: score.forms_kept,
        stale: score.hash != claims_hash(texts, prepared),
    }))
}

/// What `planted.json` holds, if it is there.
pub(super) fn kept(texts: &Texts) -> Result<Option<Score>, Diagnostic> {
    if texts.planted.trim().is_empty() {
        return Ok(None);
    }
    serde_json::from_str(&texts.planted).map(Some).map_err(|error| {
        let source = Source::new(format!("{}/planted.json", texts.folder), texts.planted.as_str());
        Diagnostic::error(format!("this is no score of planted slips: {error}"))
            .at(&source, 0..0)
            .note("write it again with `referee plant`")
    })
}

/// The hash of all that entries are read from and computed with.
fn claims_hash(texts: &Texts, prepared: &Prepared) -> String {
    let mut all = String::new();
    for block in &prepared.document.blocks {
        match block {
            Block::Claim(claim) => all.push_str(&format!("{}\n{}\n", claim.id.text, claim.text.text)),
            Block::Definitions(block) => all.push_str(&block.text.text),
            Block::Prose(_) | Block::Figure(_) | Block::Grid(_) => {}
        }
    }
    for (path, text) in &texts.printed {
        all.push_str(&format!("{path}\n{text}"));
    }
    for (printed, meaning) in &prepared.document.front.notation {
        all.push_str(&format!("{} = {}\n", printed.text, meaning.text));
    }
    hash(&all)
}

/// Plants slips in every entry of a paper.
///
/// # Errors
/// As [`super::audit`].
pub fn plant(texts: &Texts, prepared: &mut Prepared) -> Result<Score, Vec<Diagnostic>> {
    let mut score = Score { hash: claims_hash(texts, prepared), ..Score::default() };
    let before = verdicts(texts, prepared, None, None)?.unwrap_or_default();
    let questions: Vec<(Question, Answer)> = prepared
        .readings
        .iter()
        .flat_map(|computed| computed.questions.iter().zip(&computed.answers))
        .filter_map(|(question, answer)| Some((question.clone(), answer.clone()?)))
        .collect();
    let spots = spots(prepared, questions);
    for (index, spot) in spots.iter().enumerate() {
        for slip in slips(&spot.notation, says_words(&spot.asked[0].1)) {
            let Some(expected) = expected(prepared, spot, &slip, &before) else { continue };
            let edits = vec![(file_of(&spot.notation), spot.notation.span.clone(), slip.text.clone())];
            let near = &spot.asked[0].0;
            let Some(after) = verdicts(texts, prepared, Some(&edits), Some(near))? else { continue };
            let told = format!("{}: {} ({})", near.id, slip.kind, slip.text);
            record(&mut score, slip.form_only, &told, &expected, &before, &after);
        }
        if let Some(other) = neighbour(&spots[index + 1..], spot) {
            let exchanged = |text: &str| Slip { kind: "exchanged", text: text.to_string(), form_only: false };
            let here = expected(prepared, spot, &exchanged(&other.notation.text), &before);
            let there = expected(prepared, other, &exchanged(&spot.notation.text), &before);
            if let (Some(mut both), Some(there)) = (here, there) {
                both.extend(there);
                let edits = vec![
                    (file_of(&spot.notation), spot.notation.span.clone(), other.notation.text.clone()),
                    (file_of(&other.notation), other.notation.span.clone(), spot.notation.text.clone()),
                ];
                let near = &spot.asked[0].0;
                let Some(after) = verdicts(texts, prepared, Some(&edits), Some(near))? else { continue };
                let told = format!("{}: exchanged with {}", near.id, other.asked[0].0.id);
                record(&mut score, false, &told, &both, &before, &after);
            }
        }
    }
    Ok(score)
}

/// A printed text and all that is asked of it: one entry of a table, or a formula for all members of its range.
struct Spot {
    notation: Notation,
    /// At least one.
    asked: Vec<(Question, Answer)>,
}

fn spots(prepared: &mut Prepared, questions: Vec<(Question, Answer)>) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    for (question, answer) in questions {
        let Printed::Notation(notation) =
            printed(&prepared.document, &prepared.transcripts, &question, &mut prepared.evaluator)
        else {
            continue;
        };
        let same = |spot: &&mut Spot| {
            file_of(&spot.notation) == file_of(&notation) && spot.notation.span == notation.span
        };
        match spots.iter_mut().find(same) {
            Some(spot) => spot.asked.push((question, answer)),
            None => spots.push(Spot { notation, asked: vec![(question, answer)] }),
        }
    }
    spots
}

/// The verdicts that must come of a slip; none if it says the same as before (or, for a change of form, does not), cannot be
/// read, or puts right what differs.
fn expected(
    prepared: &mut Prepared,
    spot: &Spot,
    slip: &Slip,
    before: &BTreeMap<String, Verdict>,
) -> Option<BTreeMap<String, Verdict>> {
    let mut expected = BTreeMap::new();
    let mut changes = false;
    for (question, answer) in &spot.asked {
        let (verdict, same) = judge_text(prepared, question, answer, &spot.notation, &slip.text)?;
        let was = *before.get(&question.id)?;
        if was.differs() && verdict.agrees() {
            return None;
        }
        let new = match (slip.form_only, same) {
            (true, true) if was.agrees() => Verdict::SameValue,
            (true, false) => return None,
            (false, false) if verdict.differs() => Verdict::Unconfirmed,
            _ => was,
        };
        changes |= new != was || (!slip.form_only && !same);
        expected.insert(question.id.clone(), new);
    }
    changes.then_some(expected)
}

/// Counts a planting: found if just these entries have just these verdicts and all others are as before.
fn record(
    score: &mut Score,
    form_only: bool,
    told: &str,
    expected: &BTreeMap<String, Verdict>,
    before: &BTreeMap<String, Verdict>,
    after: &BTreeMap<String, Verdict>,
) {
    let mut wrong = Vec::new();
    for (id, verdict) in after {
        let wanted = expected.get(id).or(before.get(id)).copied();
        if wanted != Some(*verdict) {
            wrong.push(format!("{id} is {verdict}"));
        }
    }
    let (planted, found) = if form_only {
        (&mut score.forms, &mut score.forms_kept)
    } else {
        (&mut score.planted, &mut score.found)
    };
    *planted += 1;
    if wrong.is_empty() {
        *found += 1;
    } else {
        wrong.truncate(3);
        score.missed.push(format!("{told}: {}", wrong.join(", ")));
    }
}

type Edit = (String, Range<usize>, String);

fn file_of(notation: &Notation) -> String {
    notation.source.name.clone()
}

/// The verdicts, without confirmation, of every entry; or after edits, of those that share the edited entry's file (in
/// paper.md: its claim), since nothing else is read from there. None if paper.md cannot be read any more.
fn verdicts(
    texts: &Texts,
    prepared: &mut Prepared,
    edits: Option<&[Edit]>,
    near: Option<&Question>,
) -> Result<Option<BTreeMap<String, Verdict>>, Vec<Diagnostic>> {
    let mut document = prepared.document.clone();
    let mut transcripts = prepared.transcripts.clone();
    for file in edits
        .iter()
        .flat_map(|edits| edits.iter().map(|edit| &edit.0))
        .collect::<std::collections::BTreeSet<_>>()
    {
        let mut here: Vec<&Edit> = edits.unwrap_or_default().iter().filter(|edit| edit.0 == *file).collect();
        here.sort_by_key(|edit| std::cmp::Reverse(edit.1.start));
        let path = file.strip_prefix(&format!("{}/", texts.folder)).unwrap_or(file);
        let mut text = if path == "paper.md" {
            texts.document.clone()
        } else {
            texts.printed.get(path).cloned().unwrap_or_default()
        };
        for (_, span, new) in here {
            text.replace_range(span.clone(), new);
        }
        let source = Source::new(file.as_str(), text);
        if path == "paper.md" {
            match claims::read(&texts.key, &source) {
                Ok(read) => document = read,
                // What the document's own reader rejects is noticed before anything is compared.
                Err(_) => return Ok(None),
            }
        } else if path == EXTRACT {
            transcripts.extract = Extract::read(&source)?;
        } else if path.ends_with(".tsv") {
            transcripts.files.insert(path.to_string(), tex::read_tsv(&source));
        } else {
            transcripts.files.insert(path.to_string(), tex::read(&source));
        }
    }
    let from = |question: &Question, prepared: &Prepared| match &question.reads {
        Reads::Cell { .. } => prepared.document.claims().nth(question.claim).and_then(|claim| {
            let reading = &claim.readings[question.reading];
            let entry = question.id.split_once('/').map_or("", |(_, entry)| entry);
            if prepared.transcripts.extract.line(claim, reading, entry).is_some() {
                return Some(EXTRACT.to_string());
            }
            match &reading.what {
                claims::What::Table(table) => table.from.as_ref().map(|from| from.text.clone()),
                _ => None,
            }
        }),
        _ => None,
    };
    let wanted = near.map(|near| (from(near, prepared), near.claim));
    let mut after = BTreeMap::new();
    let readings = std::mem::take(&mut prepared.readings);
    for computed in &readings {
        for (question, answer) in computed.questions.iter().zip(&computed.answers) {
            let Some(answer) = answer else { continue };
            let concerned = wanted.as_ref().is_none_or(|(file, claim)| match file {
                Some(_) => from(question, prepared) == *file,
                None => question.claim == *claim,
            });
            if !concerned {
                continue;
            }
            let mut bench = Bench {
                document: &document,
                transcripts: &transcripts,
                means: &prepared.means,
                evaluator: &mut prepared.evaluator,
                confirm: false,
            };
            let verdict = bench.judge(question, answer).map(|entry| entry.verdict);
            match verdict {
                Ok(verdict) => after.insert(question.id.clone(), verdict),
                Err(problem) => {
                    prepared.readings = readings;
                    return Err(vec![problem]);
                }
            };
        }
    }
    prepared.readings = readings;
    Ok(Some(after))
}

/// The verdict that a text would get in the place of an entry, and whether it says the same as what is printed there;
/// none if it cannot be read.
fn judge_text(
    prepared: &mut Prepared,
    question: &Question,
    answer: &Answer,
    notation: &Notation,
    text: &str,
) -> Option<(Verdict, bool)> {
    let bindings: &[(String, Datum)] = match &question.asks {
        Asks::Value { bindings, .. } => bindings,
        _ => &[],
    };
    let in_words = matches!(answer, Answer::Value(Datum::Text(_))) && !notation.text.contains('"');
    let words = |text: &str| Datum::Text(tex::normal(text).into());
    let mut value = |text: &str| {
        if in_words {
            return Some(words(text));
        }
        let source = Source::new("planted", text);
        let formula =
            super::Formula::read(text, notation.dialect, &prepared.document.front.conventions, &source, 0)
                .ok()?;
        prepared.evaluator.evaluate(&formula, bindings).ok()
    };
    let (planted, printed) = (value(text)?, value(&notation.text)?);
    let same = prepared.evaluator.equal(&planted, &printed).unwrap_or(false);
    let recomputed = match answer {
        Answer::Value(Datum::Text(answer)) if in_words => words(answer),
        Answer::Value(datum) => datum.clone(),
        Answer::Swept { number: Some(number), .. } => Datum::Number(*number),
        _ => return None,
    };
    let verdict = if prepared.evaluator.equal(&planted, &recomputed).ok()? {
        Verdict::Match
    } else {
        Verdict::Unconfirmed
    };
    Some((verdict, same))
}

/// The next entry of the same column: a printer's two lines exchanged.
fn neighbour<'s>(later: &'s [Spot], spot: &Spot) -> Option<&'s Spot> {
    let [(question, _)] = &spot.asked[..] else { return None };
    if !matches!(question.reads, Reads::Cell { .. } | Reads::Tally(_)) {
        return None;
    }
    later.iter().find(|other| {
        matches!(&other.asked[..], [(next, _)] if (next.claim, next.reading, &next.column)
            == (question.claim, question.reading, &question.column))
    })
}

const OUTCOMES: [&str; 4] = ["N", "P", "L", "R"];

/// Is the answer words (the element of a position, a presentation), or a list of them?
fn says_words(answer: &Answer) -> bool {
    match answer {
        Answer::Value(Datum::Text(_)) => true,
        Answer::Value(Datum::List(entries)) => matches!(entries.first(), Some(Datum::Text(_))),
        _ => false,
    }
}

/// The misprints of words: another letter, and of a list or of relations one lost.
fn word_slips(text: &str) -> Vec<(&'static str, String)> {
    let mut slips = Vec::new();
    for (at, letter) in text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_lowercase()) {
        let other = if letter == b'z' { 'y' } else { char::from(letter + 1) };
        slips.push(("another letter", replaced(text, &(at..at + 1), &other.to_string())));
    }
    let Some(start) = text.find('|').or_else(|| text.find('[')) else { return slips };
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut from = start + 1;
    for (at, _) in text.match_indices([',', '>', ']']).filter(|(at, _)| *at > start) {
        parts.push(from..at);
        from = at + 1;
    }
    for (number, part) in parts.iter().enumerate().filter(|_| parts.len() > 1) {
        // With the comma before it, or after it if it is the first.
        let lost = if number == 0 { part.start..part.end + 1 } else { part.start - 1..part.end };
        slips.push(("one lost", replaced(text, &lost, "")));
    }
    slips
}

/// The smallest plausible misprints of a text; `words` says that it is compared as words.
fn slips(notation: &Notation, words: bool) -> Vec<Slip> {
    let text = &notation.text;
    let mut slips = Vec::new();
    let mut slip = |kind: &'static str, new: String, form_only: bool| {
        if new != *text && !slips.iter().any(|s: &Slip| s.text == new) {
            slips.push(Slip { kind, text: new, form_only });
        }
    };
    for run in numbers(text) {
        let Ok(n) = text[run.clone()].parse::<i128>() else { continue };
        slip("one more", replaced(text, &run, &(n + 1).to_string()), false);
        if n > 0 {
            slip("one less", replaced(text, &run, &(n - 1).to_string()), false);
        }
    }
    if OUTCOMES.contains(&text.as_str()) {
        for outcome in OUTCOMES {
            slip("another outcome", outcome.to_string(), false);
        }
    }
    if words {
        word_slips(text).into_iter().for_each(|(kind, new)| slip(kind, new, false));
        return slips;
    }
    slip(
        "the sign",
        if let Some(rest) = text.strip_prefix('-') { rest.to_string() } else { format!("-{text}") },
        false,
    );
    for star in ["*", "∗", "\\ast", "\\star"] {
        for (at, _) in text.match_indices(star) {
            slip("a star lost", replaced(text, &(at..at + star.len()), ""), false);
        }
    }
    for (from, to) in [
        ("\\Uparrow", "\\uparrow"),
        ("\\Downarrow", "\\downarrow"),
        ("\\uparrow", "\\Uparrow"),
        ("\\downarrow", "\\Downarrow"),
        ("⇑", "↑"),
        ("⇓", "↓"),
        ("↑", "⇑"),
        ("↓", "⇓"),
        ("^", "^^"),
        ("||", "|"),
        ("|", "||"),
        ("\\|", "\\mid"),
        ("\\Vert", "\\mid"),
    ] {
        for (at, _) in text.match_indices(from) {
            let kind = if from.contains('|') || from == "\\Vert" { "a bar" } else { "an arrow" };
            slip(kind, replaced(text, &(at..at + from.len()), to), false);
        }
    }
    if let Ok(expr) = crate::notation::parse(text, notation.dialect) {
        each(&expr, &mut |node| match &node.kind {
            ExprKind::Braces { left, right } => {
                if let (Some(l), Some(r)) = (hull(left), hull(right)) {
                    let (a, b) = (&text[l.clone()], &text[r.clone()]);
                    let swapped = replaced(&replaced(text, &r, a), &l, b);
                    slip("Left and Right exchanged", swapped, false);
                }
                if let Some(first) = left.first() {
                    let option = &text[first.span.clone()];
                    let again = format!("{option}, {option}");
                    slip("an option twice", replaced(text, &first.span, &again), true);
                }
            }
            ExprKind::PlusMinus(entries) if entries.len() > 1 => {
                let option = &text[entries[0].span.clone()];
                let again = format!("{option}, {option}");
                slip("an option twice", replaced(text, &entries[0].span, &again), true);
            }
            _ => {}
        });
    }
    slips
}

fn replaced(text: &str, span: &Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..span.start], &text[span.end..])
}

fn hull(entries: &[Expr]) -> Option<Range<usize>> {
    Some(entries.first()?.span.start..entries.last()?.span.end)
}

/// The numbers of a text; after `\frac` each digit is one of its own.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && bytes[at].is_ascii_digit() {
            at += 1;
        }
        if text[..start].trim_end().ends_with("frac") {
            found.extend((start..at).map(|digit| digit..digit + 1));
        } else {
            found.push(start..at);
        }
    }
    found
}

/// Visits a tree from the root.
fn each(expr: &Expr, visit: &mut dyn FnMut(&Expr)) {
    visit(expr);
    match &expr.kind {
        ExprKind::Braces { left, right } => left.iter().chain(right).for_each(|e| each(e, visit)),
        ExprKind::PlusMinus(parts) | ExprKind::Touching(parts) | ExprKind::List(parts) => {
            parts.iter().for_each(|e| each(e, visit));
        }
        ExprKind::Binary { left, right, .. } => {
            each(left, visit);
            each(right, visit);
        }
        ExprKind::Negative(inner) | ExprKind::Not(inner) => each(inner, visit),
        _ => {}
    }
}

/// `planted.json`.
///
/// # Errors
/// Never, in practice: data that cannot be written as JSON.
pub fn write(score: &Score) -> Result<String, Diagnostic> {
    serde_json::to_string_pretty(score)
        .map(|text| text + "\n")
        .map_err(|error| Diagnostic::error(format!("cannot write the score: {error}")))
}
