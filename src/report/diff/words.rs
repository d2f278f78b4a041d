//! A diff for a terminal and for a program.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use super::{Change, Diff, Group, Member, Text, drawn, number};
use crate::diagnostic::Diagnostic;
use crate::report::text::{self, count, grouped};
use crate::verdicts::{Entry, Shown, Verdict, tally};

/// The name and the version that the machine's copy of a diff carries.
const FORMAT: &str = "referee-diff";
const VERSION: u32 = 2;

impl Diff {
    /// For a terminal, at most 15 lines: the counts, then the groups that ask most for attention.
    pub fn summary(&self) -> String {
        let mut lines = vec![self.counts()];
        let told: Vec<String> = self.groups.iter().map(Group::line).collect();
        let room = if told.len() > 14 { 13 } else { 14 };
        lines.extend(told.iter().take(room).map(|line| format!("  {line}")));
        if told.len() > room {
            lines.push(format!("  and {} more groups", grouped(number(told.len() - room))));
        }
        lines.join("\n") + "\n"
    }

    /// `400 new, 3 fixed; 4,112 unchanged`
    pub fn counts(&self) -> String {
        let counts: Vec<String> = Change::ALL
            .iter()
            .filter(|change| self.count(**change) > 0)
            .map(|change| format!("{} {}", grouped(self.count(*change)), change.word()))
            .collect();
        if counts.is_empty() {
            format!("nothing changed: {}", count(self.unchanged, "entry", "entries"))
        } else {
            format!("{}; {} unchanged", counts.join(", "), grouped(self.unchanged))
        }
    }

    /// The diff as one JSON object, described in docs/verdicts.md; a group a line.
    ///
    /// # Errors
    /// Never, in practice: data that cannot be written as JSON.
    pub fn json(&self) -> Result<String, Diagnostic> {
        let counts: Vec<String> = Change::ALL
            .iter()
            .map(|change| format!("{}:{}", json!(change.word()), self.count(*change)))
            .collect();
        let groups: Result<Vec<String>, serde_json::Error> =
            self.groups.iter().map(|group| serde_json::to_string(&SavedGroup::of(group))).collect();
        let groups = groups.map_err(|error| Diagnostic::error(format!("cannot write the diff: {error}")))?;
        Ok(format!(
            "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\"unchanged\":{},\n\"counts\":{{{}}},\n\"groups\":[\n{}\n]}}\n",
            self.unchanged,
            counts.join(","),
            groups.join(",\n")
        ))
    }
}

#[derive(Serialize)]
struct SavedGroup<'a> {
    id: &'a str,
    change: &'static str,
    turned: Vec<SavedTurn>,
    detail: &'a str,
    causes: &'a [String],
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    texts: BTreeMap<&'a str, SavedText<'a>>,
    parts: Vec<&'static str>,
    claims: Vec<&'a str>,
    members: Vec<SavedMember<'a>>,
}

/// Verdicts before and now, and how many members have them.
#[derive(Serialize)]
struct SavedTurn {
    from: Option<Verdict>,
    to: Option<Verdict>,
    members: u64,
}

impl SavedTurn {
    fn of(((from, to), members): ((Option<Verdict>, Option<Verdict>), u64)) -> SavedTurn {
        SavedTurn { from, to, members }
    }
}

#[derive(Serialize)]
struct SavedText<'a> {
    was: Option<&'a str>,
    now: Option<&'a str>,
}

#[derive(Serialize)]
struct SavedMember<'a> {
    id: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    was_id: Option<&'a str>,
    was: &'a str,
    now: &'a str,
    old: Option<&'a Entry>,
    new: Option<&'a Entry>,
    #[serde(skip_serializing_if = "Option::is_none")]
    was_text: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    now_text: Option<&'a str>,
}

impl<'a> SavedGroup<'a> {
    fn of(group: &'a Group) -> SavedGroup<'a> {
        SavedGroup {
            id: &group.id,
            change: group.change.word(),
            turned: group.turned().into_iter().map(SavedTurn::of).collect(),
            detail: &group.detail,
            causes: &group.causes,
            texts: group
                .texts
                .iter()
                .map(|(id, Text { was, now })| {
                    (id.as_str(), SavedText { was: was.as_deref(), now: now.as_deref() })
                })
                .collect(),
            parts: group.parts.iter().copied().collect(),
            claims: group.claims.iter().map(|(id, ..)| id.as_str()).collect(),
            members: group.members.iter().map(SavedMember::of).collect(),
        }
    }
}

impl<'a> SavedMember<'a> {
    fn of(member: &'a Member) -> SavedMember<'a> {
        SavedMember {
            id: &member.id,
            was_id: member.was_id.as_deref(),
            was: &member.was,
            now: &member.now,
            old: member.old.as_ref(),
            new: member.new.as_ref(),
            was_text: member.text.as_ref().and_then(|text| text.was.as_deref()),
            now_text: member.text.as_ref().and_then(|text| text.now.as_deref()),
        }
    }
}

impl Group {
    /// `match → mismatch`, with numbers if there are several such pairs; `absent → 361 match, 3 same value`, or the verdicts
    /// that stay as they were; of texts, what they are.
    pub fn verdicts(&self) -> String {
        if self.change.is_of_texts() {
            return self.parts.iter().copied().collect::<Vec<_>>().join(", ");
        }
        let turned = self.turned();
        if turned.keys().any(|(from, to)| from.is_some() && to.is_some() && from != to) {
            return turns(&turned);
        }
        let entries = self.members.iter().filter_map(|member| member.new.as_ref().or(member.old.as_ref()));
        let counts = tally(entries);
        let several = counts.len() > 1;
        let word = |(verdict, number): (Verdict, u64)| {
            if several { format!("{} {verdict}", grouped(number)) } else { verdict.to_string() }
        };
        let words = counts.into_iter().map(word).collect::<Vec<_>>().join(", ");
        match self.members.first() {
            Some(Member { old: None, .. }) => format!("absent → {words}"),
            Some(Member { new: None, .. }) => format!("{words} → absent"),
            _ => words,
        }
    }

    /// Why, in one line.
    pub fn cause(&self) -> String {
        text::visible(&self.causes.join("; and "))
    }

    /// `412 entries of 3 claims in 2 papers`
    pub fn extent(&self) -> String {
        let papers: std::collections::BTreeSet<&str> =
            self.claims.iter().map(|(id, ..)| id.split('/').next().unwrap_or(id)).collect();
        let (one, many) = self.change.units();
        let mut words = count(self.size(), one, many);
        if self.claims.len() > 1 {
            words.push_str(&format!(" of {} claims", grouped(number(self.claims.len()))));
        }
        if papers.len() > 1 {
            words.push_str(&format!(" in {} papers", papers.len()));
        }
        words
    }

    /// `new: snort/table-1/n=3/t and 399 more (match → mismatch), by the revision of engine, 1 → 2`
    fn line(&self) -> String {
        let first = self.members.first().map_or("", |member| member.id.as_str());
        let more = match self.members.len() {
            0 | 1 => String::new(),
            n => format!(" and {} more", grouped(number(n - 1))),
        };
        let mut line =
            format!("{}: {}{more} ({})", self.change.word(), text::visible(first), self.verdicts());
        for words in [text::visible(&self.detail), self.cause()] {
            if !words.is_empty() {
                line.push_str("; ");
                line.push_str(&shortened(&words, 160));
            }
        }
        line
    }
}

/// The text, with the middle left out if it is longer than `most` characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() <= most {
        return text.to_owned();
    }
    let (head, tail) = (most * 2 / 3, most / 3);
    chars[..head].iter().collect::<String>() + " … " + &chars[chars.len() - tail..].iter().collect::<String>()
}

impl Text {
    /// What it said and says, a line each.
    pub fn lines(&self) -> Vec<String> {
        let side = |text: &Option<String>| text.as_deref().map_or("absent".to_owned(), text::visible);
        vec![format!("was  {}", side(&self.was)), format!("now  {}", side(&self.now))]
    }
}

impl Member {
    /// What was printed and recomputed, before and now, a line each; equal things are said once.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(was) = &self.was_id {
            lines.push(format!("was called {was}"));
        }
        let drawn = drawn::words(self);
        if !drawn.is_empty() {
            return drawn.iter().map(|words| text::visible(words)).collect();
        }
        if let Some(text) = &self.text {
            return text.lines();
        }
        for (word, part) in [("printed", printed as fn(&Entry) -> String), ("recomputed", recomputed)] {
            let side = |entry: &Option<Entry>| entry.as_ref().map_or("absent".to_owned(), part);
            let (was, is) = (side(&self.old), side(&self.new));
            lines.push(if was == is {
                format!("{word} {}", text::visible(&is))
            } else {
                format!("{word} {} → {}", text::visible(&was), text::visible(&is))
            });
        }
        lines
    }
}

/// `12 match → mismatch, 3 match → unconfirmed`; one pair without its number.
fn turns(turned: &BTreeMap<(Option<Verdict>, Option<Verdict>), u64>) -> String {
    let side = |verdict: &Option<Verdict>| verdict.map_or("absent".to_owned(), |verdict| verdict.to_string());
    let words = |((from, to), number): (&(Option<Verdict>, Option<Verdict>), &u64)| {
        let number = if turned.len() > 1 { format!("{} ", grouped(*number)) } else { String::new() };
        if from == to { number + &side(to) } else { format!("{number}{} → {}", side(from), side(to)) }
    };
    turned.iter().map(words).collect::<Vec<_>>().join(", ")
}

fn printed(entry: &Entry) -> String {
    shown(&entry.printed)
}

fn recomputed(entry: &Entry) -> String {
    shown(&entry.recomputed)
}

fn shown(shown: &Option<Shown>) -> String {
    shown.as_ref().map_or("nothing".to_owned(), |shown| shown.text.clone())
}
