//! What a terminal shows at the end of a run: at most 15 lines.

use std::collections::BTreeSet;

use super::discrepancies::items;
use super::text::{self, count, grouped};
use crate::verdicts::{Entry, PaperVerdicts, Verdict, tally};

const LINES: usize = 15;

/// How many of them may be notices.
const NOTICES: usize = 4;

/// What a reader of the terminal looks for.
#[derive(Clone, Debug, Default)]
pub struct Sought {
    /// The one paper that was computed; of the others only their size is told.
    pub paper: Option<String>,
    /// The ids of entries that differ now and did not in the committed verdicts.
    pub new: BTreeSet<String>,
}

/// Per paper the counts by verdict, then notices (`more` besides those of the pages), the discrepancies with id and place,
/// new ones first, what was not checked, and the path of the index. What does not fit is counted, never dropped silently.
pub fn summary(all: &[PaperVerdicts], sought: &Sought, more: &[String], index: &str) -> String {
    let is_told = |paper: &&PaperVerdicts| sought.paper.as_ref().is_none_or(|key| *key == paper.key);
    let (papers, others): (Vec<&PaperVerdicts>, Vec<&PaperVerdicts>) = all.iter().partition(is_told);
    let entries = papers.iter().flat_map(|paper| paper.entries());
    let unchecked: Vec<&Entry> = entries.filter(unchecked).collect();
    // The last lines are always there; papers and discrepancies share the rest, papers first.
    let mut end = Vec::new();
    if !others.is_empty() {
        end.push(as_they_were(&others));
    }
    if !unchecked.is_empty() {
        end.push(not_checked(&unchecked));
    }
    end.push(format!("report: {index}"));

    let per_paper: Vec<String> = papers
        .iter()
        .map(|paper| {
            let counts = tally(paper.entries());
            let words: Vec<String> = Verdict::ALL
                .iter()
                .filter_map(|v| counts.get(v).map(|n| format!("{} {}", grouped(*n), v.word())))
                .collect();
            format!(
                "{}: {}",
                paper.key,
                if words.is_empty() { "no entries".to_owned() } else { words.join(", ") }
            )
        })
        .collect();
    // New ones first, whatever paper they are of.
    let new = differing(all.iter(), "new ", |entry| sought.new.contains(&entry.id));
    let known = differing(papers.iter().copied(), "", |entry| !sought.new.contains(&entry.id));

    let unread = papers.iter().flat_map(|paper| unreadable(paper));
    let own = papers.iter().flat_map(|paper| {
        paper.notices.iter().map(move |notice| format!("  notice: {}: {notice}", paper.key))
    });
    let notices = unread.chain(own).chain(more.iter().map(|notice| format!("  notice: {notice}")));
    let notices = cut(notices.map(|notice| text::visible(&notice)).collect(), NOTICES, "notice", "notices");

    let room = LINES - end.len() - notices.len();
    let papers_room = room - (new.len() + known.len()).min(room / 2);
    let mut lines = cut(per_paper, papers_room, "paper", "papers");
    let left = room - lines.len();
    lines.extend(notices);
    lines.extend(cut_of_both(new, known, left));
    lines.extend(end);
    lines.join("\n") + "\n"
}

/// The discrepancies of one kind, each line with its place and with how many it tells of.
fn differing<'a>(
    papers: impl Iterator<Item = &'a PaperVerdicts>,
    word: &str,
    which: impl Fn(&Entry) -> bool,
) -> Vec<(String, u64)> {
    let mut lines = Vec::new();
    for paper in papers {
        for claim in &paper.claims {
            for item in items(claim.entries.iter().filter(|entry| which(entry))) {
                // What stands for others is the first alone, since a line is all that there is.
                let alone = if item.more.is_empty() { item.shown.len() } else { 1 };
                for entry in &item.shown[..alone] {
                    let read = entry.read_at.as_ref().map(|at| format!("{}:{}", at.file, at.line));
                    let place = read.or_else(|| paper.places.get(&claim.id).cloned()).unwrap_or_default();
                    let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
                    let size = if item.more.is_empty() { 1 } else { item.size() };
                    let more = if size == 1 {
                        String::new()
                    } else {
                        format!(" and {} more of the same", grouped(size - 1))
                    };
                    let line = format!("  {word}{} {}{more}{at}", entry.verdict.word(), entry.id);
                    lines.push((text::visible(&line), size));
                }
            }
        }
    }
    lines
}

/// Both as far as there is room, and how many more there are, of what is new and of the rest.
fn cut_of_both(new: Vec<(String, u64)>, known: Vec<(String, u64)>, room: usize) -> Vec<String> {
    let fresh = new.len();
    let all: Vec<(String, u64)> = new.into_iter().chain(known).collect();
    let shown = if all.len() > room { room.saturating_sub(1) } else { all.len() };
    let size = |lines: &[(String, u64)]| lines.iter().map(|(_, size)| size).sum::<u64>();
    let (more, hidden) = (size(&all[shown..]), size(&all[shown..fresh.max(shown)]));
    let mut lines: Vec<String> = all.into_iter().take(shown).map(|(line, _)| line).collect();
    if more > 0 {
        let what = if more == 1 { "discrepancy" } else { "discrepancies" };
        let mut words = format!("  and {} more {what}", grouped(more));
        if hidden > 0 {
            words.push_str(&format!(", {} of them new", grouped(hidden)));
        }
        lines.push(words);
    }
    lines
}

/// `5 other papers as they were: 3,742 entries, 36 discrepancies`
fn as_they_were(others: &[&PaperVerdicts]) -> String {
    let entries = || others.iter().flat_map(|paper| paper.entries());
    let number = |size: usize| u64::try_from(size).unwrap_or(u64::MAX);
    format!(
        "{}: {}, {}",
        count(number(others.len()), "other paper as it was", "other papers as they were"),
        count(number(entries().count()), "entry", "entries"),
        count(
            number(entries().filter(|entry| entry.verdict.differs()).count()),
            "discrepancy",
            "discrepancies"
        )
    )
}

/// Why entries could not be read, each reason once, with the first entry and how many there are.
fn unreadable(paper: &PaperVerdicts) -> Vec<String> {
    let mut reasons: Vec<(&str, &str, u64)> = Vec::new();
    for entry in paper.entries().filter(|entry| entry.verdict == Verdict::Unreadable) {
        let reason = entry.notes.first().map_or("it could not be read", String::as_str);
        match reasons.iter_mut().find(|(why, ..)| *why == reason) {
            Some((.., more)) => *more += 1,
            None => reasons.push((reason, &entry.id, 0)),
        }
    }
    let line = |(why, first, more): (&str, &str, u64)| match more {
        0 => format!("  unreadable {first}: {why}"),
        _ => format!("  unreadable {first} and {} more: {why}", grouped(more)),
    };
    reasons.into_iter().map(line).collect()
}

/// Entries that were not compared, for a reason of ours.
fn unchecked(entry: &&Entry) -> bool {
    matches!(entry.verdict, Verdict::NotAttempted | Verdict::Undecided | Verdict::Unreadable)
}

/// `not checked: 54 entries (9 unreadable, 45 not attempted), the first snort/table-2/n=2/t`
fn not_checked(entries: &[&Entry]) -> String {
    let counts = tally(entries.iter().copied());
    let words: Vec<String> = counts.iter().map(|(v, n)| format!("{} {}", grouped(*n), v.word())).collect();
    let total = counts.values().sum();
    let first = entries.first().map_or("", |entry| entry.id.as_str());
    let all = count(total, "entry", "entries");
    text::visible(&format!("not checked: {all} ({}), the first {first}", words.join(", ")))
}

/// The lines, or as many as there is room for and how many more there are.
fn cut(lines: Vec<String>, room: usize, one: &str, many: &str) -> Vec<String> {
    if lines.len() <= room {
        return lines;
    }
    let shown = room.saturating_sub(1);
    let more = u64::try_from(lines.len() - shown).unwrap_or(u64::MAX);
    let mut kept: Vec<String> = lines.into_iter().take(shown).collect();
    kept.push(format!("  and {} more {}", grouped(more), if more == 1 { one } else { many }));
    kept
}
