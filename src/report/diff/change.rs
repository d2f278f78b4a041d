//! What became of one entry, by the first rule that applies.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::verdicts::{Entry, Verdict};

/// What became of an entry; in the order in which it wants attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// It differs now and did not before.
    New,
    /// It is compared as before, and less stands behind it.
    Worse,
    /// It was compared and is not now, or is not there any more.
    NoLongerChecked,
    /// It was not compared, and is in the old run only.
    Gone,
    /// Another verdict, and none of the other changes.
    VerdictChanged,
    /// Another text is printed, or it was read in another file or by another way.
    SourceChanged,
    /// Another value, or another tally, under the same verdict.
    ValueChanged,
    /// The same value, reached or confirmed by other means.
    MethodChanged,
    /// It differed and agrees now.
    Fixed,
    /// It is compared now and was not before.
    NewlyChecked,
    /// It is in the new run only, and was not compared.
    Appeared,
    /// It has another id and says the same.
    Renamed,
    /// It says the same in other words.
    Reworded,
    /// A title, a sentence, a definition, a chart or a drawing is not what it was, or is on one side only.
    TextChanged,
    /// It differs as it did.
    Still,
    /// It was read at another line of the same file.
    Moved,
    /// A paragraph is not what it was, apart from its numbers.
    ProseChanged,
}

impl Change {
    pub const ALL: [Change; 17] = [
        Change::New,
        Change::Worse,
        Change::NoLongerChecked,
        Change::Gone,
        Change::VerdictChanged,
        Change::SourceChanged,
        Change::ValueChanged,
        Change::MethodChanged,
        Change::Fixed,
        Change::NewlyChecked,
        Change::Appeared,
        Change::Renamed,
        Change::Reworded,
        Change::TextChanged,
        Change::Still,
        Change::Moved,
        Change::ProseChanged,
    ];

    /// The word that pages and terminals show.
    pub fn word(self) -> &'static str {
        match self {
            Change::New => "new",
            Change::Worse => "worse",
            Change::NoLongerChecked => "no longer checked",
            Change::Gone => "gone",
            Change::VerdictChanged => "verdict changed",
            Change::SourceChanged => "source changed",
            Change::ValueChanged => "value changed",
            Change::MethodChanged => "method changed",
            Change::Fixed => "fixed",
            Change::NewlyChecked => "newly checked",
            Change::Appeared => "appeared",
            Change::Renamed => "renamed",
            Change::Reworded => "reworded",
            Change::Still => "still",
            Change::Moved => "moved",
            Change::TextChanged => "text changed",
            Change::ProseChanged => "prose changed",
        }
    }

    /// What is said of the entries of that change; begins with the verb.
    pub(super) fn meaning(self, one: bool) -> &'static str {
        match (self, one) {
            (Change::New, true) => "differs now and did not before",
            (Change::New, false) => "differ now and did not before",
            (Change::Worse, true) => "is compared as before, and less stands behind it",
            (Change::Worse, false) => "are compared as before, and less stands behind them",
            (Change::NoLongerChecked, true) => "was compared and is not now",
            (Change::NoLongerChecked, false) => "were compared and are not now",
            (Change::Gone, true) => "was not compared and is not there any more",
            (Change::Gone, false) => "were not compared and are not there any more",
            (Change::VerdictChanged, true) => "has another verdict",
            (Change::VerdictChanged, false) => "have another verdict",
            (Change::SourceChanged, true) => "is printed otherwise, or read elsewhere",
            (Change::SourceChanged, false) => "are printed otherwise, or read elsewhere",
            (Change::ValueChanged, true) => "is recomputed to something else under the same verdict",
            (Change::ValueChanged, false) => "are recomputed to something else under the same verdict",
            (Change::MethodChanged, true) => "has the same value by other means",
            (Change::MethodChanged, false) => "have the same value by other means",
            (Change::Fixed, true) => "differed and agrees now",
            (Change::Fixed, false) => "differed and agree now",
            (Change::NewlyChecked, true) => "is compared now and was not before",
            (Change::NewlyChecked, false) => "are compared now and were not before",
            (Change::Appeared, true) => "is new and not compared",
            (Change::Appeared, false) => "are new and not compared",
            (Change::Renamed, true) => "says the same under another name",
            (Change::Renamed, false) => "say the same under other names",
            (Change::Reworded, true) => "says the same in other words",
            (Change::Reworded, false) => "say the same in other words",
            (Change::Still, true) => "differs as it did",
            (Change::Still, false) => "differ as they did",
            (Change::Moved, true) => "stands on another line, unchanged",
            (Change::Moved, false) => "stand on other lines, unchanged",
            (Change::TextChanged, true) => "says something else, is new or is gone",
            (Change::TextChanged, false) => "say something else, are new or are gone",
            (Change::ProseChanged, true) => "says something else, is new or is gone; its numbers apart",
            (Change::ProseChanged, false) => "say something else, are new or are gone; their numbers apart",
        }
    }

    /// Whether it wants a decision: what differs as before, or stands on another line, does not; nor does prose, which is
    /// read where it is written.
    pub fn wants_review(self) -> bool {
        !matches!(self, Change::Still | Change::Moved | Change::ProseChanged)
    }

    /// What is counted of it: one and many.
    pub(super) fn units(self) -> (&'static str, &'static str) {
        match self {
            Change::TextChanged => ("text", "texts"),
            Change::ProseChanged => ("paragraph", "paragraphs"),
            _ => ("entry", "entries"),
        }
    }

    /// Whether what of an entry changed is the change itself.
    pub(super) fn is_told_by_its_detail(self) -> bool {
        matches!(self, Change::Worse | Change::MethodChanged | Change::Reworded)
    }

    /// Whether its members are texts and no entries.
    pub(super) fn is_of_texts(self) -> bool {
        matches!(self, Change::TextChanged | Change::ProseChanged)
    }
}

/// All that an entry says, part by part as JSON; not its id, and not the line where it was read.
pub(super) fn content(entry: &Entry) -> [(&'static str, String); 10] {
    let source = entry.read_at.as_ref().map(|at| (&at.file, &at.text, &at.standing));
    [
        ("verdict", json(&entry.verdict)),
        ("printed", json(&entry.printed)),
        ("source", json(&source)),
        ("recomputed", json(&entry.recomputed)),
        ("tested", json(&entry.tested)),
        ("expression", json(&entry.expression)),
        ("methods", json(&entry.methods)),
        ("witness", json(&entry.witness)),
        ("standings", json(&entry.standings)),
        ("notes", json(&entry.notes)),
    ]
}

/// Fields in the order of their declaration, so that a hash of it is the same in every build.
fn json(part: &impl Serialize) -> String {
    serde_json::to_string(part).unwrap_or_default()
}

/// The names of the parts that are not the same; none if the entry is on one side only.
pub(super) fn parts(old: Option<&Entry>, new: Option<&Entry>) -> Vec<&'static str> {
    let (Some(old), Some(new)) = (old, new) else { return Vec::new() };
    let pairs = content(old).into_iter().zip(content(new));
    pairs.filter(|(was, is)| was.1 != is.1).map(|(was, _)| was.0).collect()
}

/// Whether printed and recomputed were held against each other; that a question has no answer is an answer.
fn compared(entry: &Entry) -> bool {
    entry.verdict.differs() || entry.verdict.agrees() || entry.verdict == Verdict::Undefined
}

/// None if nothing happened.
pub(super) fn change(old: Option<&Entry>, new: Option<&Entry>) -> Option<Change> {
    match (old, new) {
        (None, None) => None,
        (Some(old), None) => Some(if compared(old) { Change::NoLongerChecked } else { Change::Gone }),
        (None, Some(new)) if new.verdict.differs() => Some(Change::New),
        (None, Some(new)) => Some(if compared(new) { Change::NewlyChecked } else { Change::Appeared }),
        (Some(old), Some(new)) => of_both(old, new),
    }
}

fn of_both(old: &Entry, new: &Entry) -> Option<Change> {
    let parts = parts(Some(old), Some(new));
    let line = |entry: &Entry| entry.read_at.as_ref().map(|at| at.line);
    if parts.is_empty() {
        return if old.id != new.id {
            Some(Change::Renamed)
        } else if new.verdict.differs() {
            Some(Change::Still)
        } else {
            (line(old) != line(new)).then_some(Change::Moved)
        };
    }
    let any = |names: &[&str]| names.iter().any(|name| parts.contains(name));
    Some(match (old.verdict.differs(), new.verdict.differs()) {
        (false, true) => Change::New,
        (true, false) if new.verdict.agrees() => Change::Fixed,
        _ => match (compared(old), compared(new)) {
            (false, true) => Change::NewlyChecked,
            (true, false) => Change::NoLongerChecked,
            _ if !lost(old, new).is_empty() => Change::Worse,
            _ if old.verdict != new.verdict => Change::VerdictChanged,
            _ if any(&["printed", "source"]) => Change::SourceChanged,
            _ if any(&["recomputed", "tested"]) => Change::ValueChanged,
            _ if any(&["expression", "methods", "witness", "standings"]) => Change::MethodChanged,
            _ => Change::Reworded,
        },
    })
}

/// What stood behind an entry and does not now.
fn lost(old: &Entry, new: &Entry) -> Vec<&'static str> {
    let mut lost = Vec::new();
    if old.verdict == Verdict::Mismatch && new.verdict == Verdict::Unconfirmed {
        lost.push("no second method confirms it any more");
    } else if new.methods.len() < old.methods.len() {
        lost.push("fewer methods reach it");
    }
    if old.recomputed.is_some() && new.recomputed.is_none() {
        lost.push("there is no value any more");
    }
    if let (Some(was), Some(is)) = (&old.tested, &new.tested) {
        // For counts and extremes, `held` is what was counted, and fewer is no worse.
        let fails = |entry: &Entry, cases: u64, held: u64| entry.column.is_none() && held < cases;
        let more = is.cases.saturating_sub(is.held) > was.cases.saturating_sub(was.held);
        if fails(new, is.cases, is.held) && more {
            lost.push("it fails in more cases");
        }
        if is.cases < was.cases {
            lost.push("it was tried on fewer cases");
        }
    } else if old.tested.is_some() && new.tested.is_none() {
        lost.push("it is not tried on a range any more");
    }
    let stale = |entry: &Entry| entry.standings.iter().any(|standing| standing == "stale");
    if stale(new) && !stale(old) {
        lost.push("the kept result is stale");
    }
    lost
}

/// What tells changes of one kind apart, in words.
pub(super) fn detail(
    change: Change,
    old: Option<&Entry>,
    new: Option<&Entry>,
    parts: &[&'static str],
) -> String {
    let (Some(old), Some(new)) = (old, new) else { return String::new() };
    match change {
        Change::Worse => lost(old, new).join(", "),
        Change::MethodChanged => means(old, new, parts),
        Change::Reworded => rewording(&old.notes, &new.notes),
        Change::Renamed | Change::Still | Change::Moved => String::new(),
        _ => {
            let sides = [("printed", "what is printed"), ("recomputed", "what is recomputed")];
            let changed: Vec<&str> =
                sides.iter().filter(|(part, _)| parts.contains(part)).map(|(_, words)| *words).collect();
            match (changed.is_empty(), change) {
                (false, _) => format!("{} changed", changed.join(" and ")),
                (true, Change::SourceChanged) => Sources::of(old, new).words(),
                (true, Change::ValueChanged) => "the tally changed".to_owned(),
                (true, _) => String::new(),
            }
        }
    }
}

/// What of that where an entry was read is another thing.
pub(super) struct Sources {
    pub file: bool,
    /// What stands there.
    pub text: bool,
    /// Who says that it is printed so.
    pub origin: bool,
}

impl Sources {
    pub(super) fn of(old: &Entry, new: &Entry) -> Sources {
        let (was, is) = (old.read_at.as_ref(), new.read_at.as_ref());
        Sources {
            file: was.map(|at| &at.file) != is.map(|at| &at.file),
            text: was.map(|at| &at.text) != is.map(|at| &at.text),
            origin: was.map(|at| &at.standing) != is.map(|at| &at.standing),
        }
    }

    fn words(&self) -> String {
        let all = [
            (self.file, "read in another file"),
            (self.text, "written otherwise in the source"),
            (self.origin, "another origin is given"),
        ];
        all.iter().filter(|(changed, _)| *changed).map(|(_, words)| *words).collect::<Vec<_>>().join(", ")
    }
}

fn means(old: &Entry, new: &Entry, parts: &[&'static str]) -> String {
    let mut words = Vec::new();
    let list = |list: &[String]| if list.is_empty() { "none".to_owned() } else { list.join(" and ") };
    if parts.contains(&"methods") {
        words.push(format!("by {} → by {}", list(&old.methods), list(&new.methods)));
    }
    if parts.contains(&"standings") {
        words.push(format!("standing {} → {}", list(&old.standings), list(&new.standings)));
    }
    match (&old.witness, &new.witness) {
        (None, Some(_)) => words.push("has a witness now".to_owned()),
        (Some(_), None) => words.push("has no witness now".to_owned()),
        (Some(was), Some(is)) if was != is => words.push("another witness".to_owned()),
        _ => {}
    }
    words.join("; ")
}

/// The sentences are the same but for their numbers.
pub(super) const NUMBERS: &str = "numbers in the notes";

/// The sentences that went and came, without their numbers, so that one rewording of many entries is one.
fn rewording(old: &[String], new: &[String]) -> String {
    let shapes = |notes: &[String]| -> BTreeSet<String> { notes.iter().map(|note| shape(note)).collect() };
    let (was, is) = (shapes(old), shapes(new));
    let list = |shapes: Vec<&String>| {
        let quoted: Vec<String> = shapes.into_iter().map(|shape| format!("“{shape}”")).collect();
        if quoted.is_empty() { "nothing".to_owned() } else { quoted.join(", ") }
    };
    if was == is {
        return NUMBERS.to_owned();
    }
    format!("{} → {}", list(was.difference(&is).collect()), list(is.difference(&was).collect()))
}

/// A sentence without its numbers and without what stands in code.
pub(in crate::report) fn shape(note: &str) -> String {
    let mut out = String::with_capacity(note.len());
    let mut in_code = false;
    for c in note.chars() {
        match c {
            '`' => {
                in_code = !in_code;
                out.push_str(if in_code { "`…" } else { "`" });
            }
            _ if in_code => {}
            c if c.is_ascii_digit() => {
                if !out.ends_with('#') {
                    out.push('#');
                }
            }
            c => out.push(c),
        }
    }
    out
}

/// Prose without its numbers. In code nothing is woven, so it stays as it is.
pub(super) fn without_numbers(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('`') {
        numbers_left_out(&rest[..at], &mut out);
        let end = at + code_span(&rest[at..]);
        out.push_str(&rest[at..end]);
        rest = &rest[end..];
    }
    numbers_left_out(rest, &mut out);
    out
}

/// The length of the code that a text begins with: to the next as long run of backticks, or the run alone if there is none.
fn code_span(text: &str) -> usize {
    let run = |text: &str| text.len() - text.trim_start_matches('`').len();
    let ticks = run(text);
    let mut at = ticks;
    while let Some(next) = text[at..].find('`') {
        let length = run(&text[at + next..]);
        at += next + length;
        if length == ticks {
            return at;
        }
    }
    ticks
}

/// Each number becomes `#`: `998` and `1,002` are one number each.
fn numbers_left_out(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(begin) = rest.find(|c: char| c.is_ascii_digit()) {
        out.push_str(&rest[..begin]);
        out.push('#');
        rest = rest[begin..].trim_start_matches(|c: char| c.is_ascii_digit());
        while let Some(group) = rest.strip_prefix(',').and_then(|after| after.get(..3))
            && group.chars().all(|c| c.is_ascii_digit())
        {
            rest = &rest[4..];
        }
    }
    out.push_str(rest);
}
