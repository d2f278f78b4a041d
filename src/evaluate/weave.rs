//! Results woven into prose, so that no number in an article can go stale.

use super::questions::formula;
use super::{Datum, Evaluator};
use crate::claims::{Document, Field, InlineResult, Prose};
use crate::diagnostic::Diagnostic;
use crate::verdicts::{ClaimVerdicts, Tested, Verdict, grouped, tally};

/// A piece of prose with its inline results in place.
///
/// # Errors
/// An inline expression that makes no sense or reaches a limit, with its place.
pub fn weave(
    document: &Document,
    prose: &Prose,
    claims: &[ClaimVerdicts],
    evaluator: &mut Evaluator,
) -> Result<String, Diagnostic> {
    let mut out = String::new();
    let mut at = prose.span.start;
    for inline in &prose.inlines {
        out.push_str(&document.source.text[at..inline.span.start]);
        at = inline.span.end;
        match &inline.result {
            InlineResult::Tally { claim, reading, field } => {
                let chosen = claims.iter().filter(|verdicts| {
                    claim.as_ref().is_none_or(|id| verdicts.id == *id)
                        && reading.as_ref().is_none_or(|name| verdicts.reading.as_ref() == Some(name))
                });
                out.push_str(&grouped(count(chosen, *field)));
            }
            InlineResult::Expression(expression) => {
                let datum = evaluator.evaluate(&formula(expression, &document.source), &[]);
                let datum = datum.map_err(|stop| stop.placed(&document.source, inline.span.clone(), ""))?;
                let shown = evaluator.show(&datum);
                match &datum {
                    // A plain word stands in a sentence without the quotes of the language.
                    Datum::Text(word) if word.chars().all(|c| c.is_alphanumeric() || " .,".contains(c)) => {
                        out.push_str(word);
                    }
                    Datum::Number(x) if x.as_integer().is_some() => out.push_str(&shown.text),
                    _ if shown.tex.is_empty() => out.push_str(&shown.text),
                    _ => out.push_str(&format!("${}$", shown.tex)),
                }
            }
        }
    }
    out.push_str(&document.source.text[at..prose.span.end]);
    Ok(out)
}

/// A number of some claims' verdicts, summed.
pub fn count<'c>(claims: impl Iterator<Item = &'c ClaimVerdicts>, field: Field) -> u64 {
    let of =
        |verdict: Verdict, claim: &ClaimVerdicts| tally(&claim.entries).get(&verdict).copied().unwrap_or(0);
    // A statement's cases are counted once, whether or not their number is an entry, too.
    let once = |claim: &ClaimVerdicts, get: fn(&Tested) -> u64| -> u64 {
        let swept = claim.entries.iter().filter(|entry| entry.column.as_deref() != Some("cases"));
        swept.filter_map(|entry| entry.tested.as_ref()).map(get).sum()
    };
    claims
        .map(|claim| match field {
            Field::Entries => claim.entries.len() as u64,
            Field::Agrees => of(Verdict::Match, claim) + of(Verdict::SameValue, claim),
            Field::Differs => of(Verdict::Mismatch, claim) + of(Verdict::Unconfirmed, claim),
            Field::Cases => once(claim, |tested| tested.cases),
            Field::Held => once(claim, |tested| tested.held),
            Field::Matches => of(Verdict::Match, claim),
            Field::SameValue => of(Verdict::SameValue, claim),
            Field::Mismatches => of(Verdict::Mismatch, claim),
            Field::Unconfirmed => of(Verdict::Unconfirmed, claim),
            Field::Unreadable => of(Verdict::Unreadable, claim),
            Field::Undefined => of(Verdict::Undefined, claim),
            Field::Undecided => of(Verdict::Undecided, claim),
            Field::NotAttempted => of(Verdict::NotAttempted, claim),
        })
        .sum()
}
