//! Markdown and the results woven into it.

use super::fields::Problems;
use super::syntax::expression;
use super::{Claim, Field, Inline, InlineResult, Prose, Span, Text};
use crate::diagnostic::nearest;

const FIELDS: [(&str, Field); 13] = [
    ("entries", Field::Entries),
    ("agrees", Field::Agrees),
    ("differs", Field::Differs),
    ("cases", Field::Cases),
    ("held", Field::Held),
    ("matches", Field::Matches),
    ("same_value", Field::SameValue),
    ("mismatches", Field::Mismatches),
    ("unconfirmed", Field::Unconfirmed),
    ("unreadable", Field::Unreadable),
    ("undefined", Field::Undefined),
    ("undecided", Field::Undecided),
    ("not_attempted", Field::NotAttempted),
];

/// The inline results of bytes `span` of paper.md.
///
/// A result is a code span `{= … =}` (one backtick on each side), or `{= … =}` bare. Other code is left alone.
pub fn prose(file: &str, span: Span, problems: &mut Problems<'_>) -> Prose {
    let text = &file[span.clone()];
    let mut inlines = Vec::new();
    let mut fence: Option<&str> = None;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if at == 0 || text[..at].ends_with('\n') {
            let line = rest.lines().next().unwrap_or("");
            let marks = fence_marks(line);
            match (fence, marks) {
                (Some(open), Some(close)) if close.starts_with(open) && line.trim() == close => fence = None,
                (None, Some(open)) => fence = Some(open),
                _ => {}
            }
            if fence.is_some() || marks.is_some() {
                at += rest.find('\n').map_or(rest.len(), |end| end + 1);
                continue;
            }
        }
        let ticks = rest.len() - rest.trim_start_matches('`').len();
        if ticks > 0 {
            let inner = &rest[ticks..];
            let Some(end) = code_end(inner, ticks) else {
                at += ticks;
                continue;
            };
            let code = inner[..end].trim();
            if ticks == 1
                && let Some(result) = code.strip_prefix("{=").and_then(|code| code.strip_suffix("=}"))
            {
                let start = span.start + at + ticks + (result.as_ptr() as usize - inner.as_ptr() as usize);
                let whole = span.start + at..span.start + at + 2 * ticks + end;
                inlines.extend(inline(result, start, whole, problems));
            }
            at += 2 * ticks + end;
        } else if rest.starts_with("{= ") || rest.starts_with("{=\n") {
            let Some(end) = rest.find("=}") else {
                let here = span.start + at;
                problems.add(here..here + 2, "the inline result is not closed", "", "write `=}` behind it");
                break;
            };
            let start = span.start + at;
            inlines.extend(inline(&rest[2..end], start + 2, start..start + end + 2, problems));
            at += end + 2;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    Prose { text: text.to_string(), span, inlines }
}

/// The backticks or tildes that open or close a block of code.
pub fn fence_marks(line: &str) -> Option<&str> {
    let inner = line.trim_start_matches(' ');
    let mark = inner.chars().next().filter(|mark| ['`', '~'].contains(mark))?;
    let marks = inner.len() - inner.trim_start_matches(mark).len();
    let info = &inner[marks..];
    let opens = marks >= 3 && line.len() - inner.len() < 4 && !(mark == '`' && info.contains('`'));
    opens.then(|| &inner[..marks])
}

/// Where a run of exactly that many backticks stands.
fn code_end(text: &str, ticks: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text[at..].find('`') {
        let start = at + found;
        let run = text[start..].len() - text[start..].trim_start_matches('`').len();
        if run == ticks {
            return Some(start);
        }
        at = start + run;
    }
    None
}

fn inline(result: &str, start: usize, span: Span, problems: &mut Problems<'_>) -> Option<Inline> {
    let trimmed = result.trim();
    let start = start + (result.len() - result.trim_start().len());
    let at = start..start + trimmed.len();
    if trimmed.is_empty() {
        problems.add(span, "the inline result is empty", "", "");
        return None;
    }
    let result = match tally(trimmed) {
        Some((claim, reading, name)) => {
            let Some((_, field)) = FIELDS.iter().find(|(known, _)| *known == name) else {
                let known = FIELDS.map(|(known, _)| known);
                let help = match nearest(name, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("a claim has: {}", known.join(", ")),
                };
                let from = at.end - name.len();
                problems.add(from..at.end, format!("no number is called `{name}`"), "", &help);
                return None;
            };
            let claim = (claim != "all").then(|| claim.to_string());
            InlineResult::Tally { claim, reading: reading.map(str::to_string), field: *field }
        }
        None => InlineResult::Expression(expression(Text { text: trimmed.to_string(), span: at }, problems)?),
    };
    Some(Inline { span, result })
}

/// `claim` and `claim[reading]`.
pub fn named_claim(text: &str) -> (&str, Option<&str>) {
    match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
        Some((claim, reading)) => (claim, Some(reading)),
        None => (text, None),
    }
}

/// `claim.field` and `claim[reading].field`.
fn tally(text: &str) -> Option<(&str, Option<&str>, &str)> {
    let (claim, field) = text.rsplit_once('.')?;
    let (claim, reading) = named_claim(claim);
    let id = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-') && !text.is_empty();
    let word = field.starts_with(|c: char| c.is_ascii_alphabetic())
        && field.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    (id(claim) && word).then_some((claim, reading, field))
}

/// Whether what the inline results name is there.
pub fn check(prose: &Prose, claims: &[&Claim], problems: &mut Problems<'_>) {
    for inline in &prose.inlines {
        if let InlineResult::Tally { claim: Some(id), reading, .. } = &inline.result {
            check_named(id, reading.as_deref(), &inline.span, claims, problems);
        }
    }
}

/// Whether a claim of that name is there, and has the reading.
pub fn check_named(
    id: &str,
    reading: Option<&str>,
    span: &Span,
    claims: &[&Claim],
    problems: &mut Problems<'_>,
) {
    let Some(claim) = claims.iter().find(|claim| claim.id.text == id) else {
        let ids: Vec<&str> = claims.iter().map(|claim| claim.id.text.as_str()).collect();
        let help = match nearest(id, ids.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("the claims are: {}", ids.join(", ")),
        };
        problems.add(span.clone(), format!("there is no claim `{id}`"), "", &help);
        return;
    };
    let names: Vec<&str> =
        claim.readings.iter().filter_map(|reading| Some(reading.name.as_ref()?.text.as_str())).collect();
    if let Some(reading) = reading
        && !names.contains(&reading)
    {
        let help = match names[..] {
            [] => "the claim has only one reading, without a name".to_string(),
            _ => format!("its readings are: {}", names.join(", ")),
        };
        problems.add(span.clone(), format!("claim `{id}` has no reading `{reading}`"), "", &help);
    }
}
