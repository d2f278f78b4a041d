//! How the printed text of a paper came to us, in words; and transcripts held against the e-print.

use super::Evaluator;
use super::extract::{Extract, FROM_EPRINT, Known, Pinned};
use super::printed::{Printed, Transcripts, cell};
use super::questions::{Question, Reads};
use super::same::Normal;
use crate::claims::{Claim, Document, What};
use crate::diagnostic::{Diagnostic, Place};
use crate::notation::Dialect;
use crate::verdicts::ClaimVerdicts;

/// Digits of a hash that a page shows.
const DIGITS: usize = 16;

/// Whether and what was read of the e-print, in a sentence or two.
pub fn sentence(
    pinned: Option<&Pinned>,
    document: &Document,
    extract: &Extract,
    claims: &[ClaimVerdicts],
) -> String {
    let quoted = "every printed entry names who quotes it.";
    let Some(pinned) = pinned else {
        return match document.front.publication.arxiv {
            Some(_) => format!("The e-print has not been read here; {quoted}"),
            None => format!("No e-print is named; {quoted}"),
        };
    };
    let name = pinned.name();
    let sha256: String = pinned.sha256.chars().take(DIGITS).collect();
    if let Some(why) = &extract.not_read {
        return format!("The e-print {name} (sha256 {sha256}…) could not be read, since {why}; {quoted}");
    }
    if extract.of.is_none() {
        return format!("The e-print {name} (sha256 {sha256}…) has been fetched and not read yet; {quoted}");
    }
    let entries = || claims.iter().flat_map(|claim| &claim.entries);
    let found =
        entries().filter(|entry| entry.read_at.as_ref().is_some_and(|at| at.standing == FROM_EPRINT)).count();
    format!(
        "Read from the e-print {name} (sha256 {sha256}…): {found} of {} entries were found there; every other one \
         names who quotes it.",
        entries().count()
    )
}

/// What a reader must know of the source before the rest.
pub fn notices(pinned: Option<&Pinned>, document: &Document, extract: &Extract) -> Vec<String> {
    let mut notices = Vec::new();
    if let Some(pinned) = pinned {
        let Pinned { id, version, newest, .. } = pinned;
        if pinned.withdrawn {
            notices.push(format!(
                "arXiv:{id} was withdrawn: version {newest} says so, and this page is about v{version}."
            ));
        } else if newest > version {
            notices.push(format!("arXiv:{id}v{version} is not the newest version: there is v{newest}."));
        }
        if let Some(why) = &extract.not_read {
            notices.push(format!("The e-print {} could not be read: {why}.", pinned.name()));
        }
    }
    let changed: Vec<&str> = changed(document, extract).map(|claim| claim.id.text.as_str()).collect();
    if !changed.is_empty() {
        notices.push(format!(
            "What is asked of the e-print has changed since it was read, in {}; what was read for that counts no more.",
            changed.join(", ")
        ));
    }
    notices
}

/// An error if source.lock pins another e-print than the one that paper.md is about.
pub fn pinned_another(document: &Document, pinned: Option<&Pinned>) -> Option<Diagnostic> {
    let pinned = pinned?;
    let again = "`build-report --fetch` gets it and writes source.lock again; without a network, remove source.lock and printed/eprint.tsv";
    let name = pinned.name();
    match &document.front.publication.arxiv {
        Some((id, version)) if (&id.text, *version) == (&pinned.id, pinned.version) => None,
        Some((id, version)) => Some(
            Diagnostic::error(format!(
                "source.lock pins {name}, and the paper is arXiv:{}v{version}",
                id.text
            ))
            .at(&document.source, id.span.clone())
            .note(again),
        ),
        None => Some(
            Diagnostic::error(format!("source.lock pins {name}, and the paper names no e-print"))
                .at(&document.source, document.front.title.span.clone())
                .note("give `arxiv` and `version` in `source`, or remove source.lock and printed/eprint.tsv"),
        ),
    }
}

/// The claims that ask for something else than when the e-print was read.
fn changed<'d>(document: &'d Document, extract: &Extract) -> impl Iterator<Item = &'d Claim> {
    document.claims().filter(|claim| {
        claim.readings.iter().any(|reading| {
            super::extract::asked(reading).is_some() && extract.known(claim, reading) == Known::Changed
        })
    })
}

/// A warning at each claim that asks for something else than when the e-print was read.
pub fn changed_claims(document: &Document, extract: &Extract) -> Vec<Diagnostic> {
    changed(document, extract)
        .map(|claim| {
            Diagnostic::warning("the claim has changed since the e-print was read")
                .at(&document.source, claim.id.span.clone())
                .note("`build-report --fetch` reads the e-print again; until then it counts for nothing here")
        })
        .collect()
}

/// An error for each entry that the transcript and the e-print print differently.
pub fn transcript_differs<'a>(
    document: &Document,
    transcripts: &Transcripts,
    asked: impl Iterator<Item = (&'a Claim, usize, &'a Question)>,
    evaluator: &mut Evaluator,
) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for (claim, reading, question) in asked {
        let reading = &claim.readings[reading];
        let entry = question.id.split_once('/').map_or("", |(_, entry)| entry);
        let (What::Table(table), Reads::Cell { keys, column }) = (&reading.what, &question.reads) else {
            continue;
        };
        let extract = &transcripts.extract;
        let (Some(line), Some(source)) = (extract.line(claim, reading, entry), &extract.source) else {
            continue;
        };
        if table.from.is_none() {
            continue;
        }
        let Ok(Printed::Notation(notation)) = cell(document, transcripts, table, keys, column, evaluator)
        else {
            continue;
        };
        let normal = |text: &str, dialect| Normal::of(text, dialect, &document.front.conventions);
        if normal(&notation.text, notation.dialect).same(&normal(&line.content, Dialect::Tex)) {
            continue;
        }
        let there = Place { source: source.clone(), span: line.span.clone() };
        problems.push(
            Diagnostic::error(format!("transcript and e-print differ at {}", question.id))
                .at(&notation.source, notation.span.clone())
                .label("the transcript")
                .related(there, format!("the e-print, {}:{}", extract.file(line), line.line))
                .note(
                    "mend the transcript; what others print differently is a claim or a reading of its own",
                ),
        );
    }
    problems
}
