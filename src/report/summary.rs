//! What a terminal shows at the end of a run: at most 15 lines.

use super::text::{self, count, grouped};
use crate::verdicts::{Entry, PaperVerdicts, Verdict, tally};

const LINES: usize = 15;

/// How many of them may be notices.
const NOTICES: usize = 4;

/// Per paper the counts by verdict, then notices (`more` besides those of the pages), the discrepancies with id and place,
/// what was not checked, and the path of the index. What does not fit is counted, never dropped silently.
pub fn summary(papers: &[PaperVerdicts], more: &[String], index: &str) -> String {
    let unchecked: Vec<&Entry> = papers.iter().flat_map(PaperVerdicts::entries).filter(unchecked).collect();
    // The last lines are always there; papers and discrepancies share the rest, papers first.
    let mut end = Vec::new();
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
    let differing: Vec<String> = papers
        .iter()
        .flat_map(|paper| {
            paper.claims.iter().flat_map(move |claim| claim.entries.iter().map(move |e| (paper, claim, e)))
        })
        .filter(|(_, _, entry)| entry.verdict.differs())
        .map(|(paper, claim, entry)| {
            let read = entry.read_at.as_ref().map(|at| format!("{}:{}", at.file, at.line));
            let place = read.or_else(|| paper.places.get(&claim.id).cloned()).unwrap_or_default();
            let at = if place.is_empty() { String::new() } else { format!(" at {place}") };
            text::visible(&format!("  {} {}{at}", entry.verdict.word(), entry.id))
        })
        .collect();

    let unread = papers.iter().flat_map(unreadable);
    let own = papers.iter().flat_map(|paper| {
        paper.notices.iter().map(move |notice| format!("  notice: {}: {notice}", paper.key))
    });
    let notices = unread.chain(own).chain(more.iter().map(|notice| format!("  notice: {notice}")));
    let notices = cut(notices.map(|notice| text::visible(&notice)).collect(), NOTICES, "notice", "notices");

    let room = LINES - end.len() - notices.len();
    let papers_room = room - differing.len().min(room / 2);
    let mut lines = cut(per_paper, papers_room, "paper", "papers");
    let left = room - lines.len();
    lines.extend(notices);
    lines.extend(cut(differing, left, "discrepancy", "discrepancies"));
    lines.extend(end);
    lines.join("\n") + "\n"
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
