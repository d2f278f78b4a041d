//! `verdicts.json`: the machine's copy of a run, one paper, claim or entry a line.
//!
//! The file is one JSON object: a header (`format`, `version`), then `papers`, `claims` and `entries`. Entries are
//! sorted by id, byte by byte, so that two runs compare line by line; `of` names an entry's claim and `at` is its
//! place there, so that nothing is lost: [`read_verdicts`] gives back what [`verdicts_json`] was given.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::text::is_file_name;
use crate::diagnostic::Diagnostic;
use crate::verdicts::{ClaimVerdicts, Entry, PaperVerdicts, reading_id};

/// The name that the header carries.
const FORMAT: &str = "referee-verdicts";

/// Raised when a file of an older version can no longer be read.
const VERSION: u32 = 1;

/// A claim without its entries, and the paper that it is of.
#[derive(Serialize, Deserialize)]
struct SavedClaim {
    paper: String,
    #[serde(flatten)]
    claim: ClaimVerdicts,
}

/// An entry with its claim's name and its place in the claim.
#[derive(Serialize, Deserialize)]
struct SavedEntry {
    #[serde(flatten)]
    entry: Entry,
    of: String,
    at: usize,
}

#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

#[derive(Deserialize)]
struct Saved {
    papers: Vec<PaperVerdicts>,
    claims: Vec<SavedClaim>,
    entries: Vec<SavedEntry>,
}

/// `PAPER/CLAIM`, with the reading after `@` if the claim has several.
pub(super) fn claim_id(paper: &PaperVerdicts, claim: &ClaimVerdicts) -> String {
    format!("{}/{}", paper.key, reading_id(&claim.id, claim.reading.as_deref()))
}

/// Ids are promises: pages, commands and reviews find a thing by its id, so each may be given once.
///
/// # Errors
/// Names the first id that two papers, claims or entries share, or a paper's key that cannot be a file name.
pub(super) fn check_ids(papers: &[PaperVerdicts]) -> Result<(), Diagnostic> {
    let mut seen = BTreeSet::new();
    let mut once = |what: &str, id: String| {
        if seen.contains(&(what.to_owned(), id.clone())) {
            return Err(Diagnostic::error(format!("two {what} have the id `{id}`")));
        }
        seen.insert((what.to_owned(), id));
        Ok(())
    };
    for paper in papers {
        if !is_file_name(&paper.key) || paper.key == "index" {
            return Err(Diagnostic::error(format!("`{}` cannot be the key of a paper", paper.key))
                .note("a key is made of letters, digits, `-` and `_`, and is not `index`"));
        }
        once("papers", paper.key.clone())?;
        for claim in &paper.claims {
            once("claims", claim_id(paper, claim))?;
            for entry in &claim.entries {
                once("entries", entry.id.clone())?;
            }
        }
    }
    Ok(())
}

/// The bytes of `verdicts.json`.
///
/// # Errors
/// As [`super::render`]: an id that is given twice.
pub fn verdicts_json(papers: &[PaperVerdicts]) -> Result<Vec<u8>, Diagnostic> {
    check_ids(papers)?;
    let (mut heads, mut claims, mut entries) = (Vec::new(), Vec::new(), BTreeMap::new());
    for paper in papers {
        heads.push(line(&PaperVerdicts { claims: Vec::new(), ..paper.clone() })?);
        for claim in &paper.claims {
            let of = claim_id(paper, claim);
            let bare = ClaimVerdicts { entries: Vec::new(), ..claim.clone() };
            claims.push(line(&SavedClaim { paper: paper.key.clone(), claim: bare })?);
            for (at, entry) in claim.entries.iter().enumerate() {
                let saved = SavedEntry { entry: entry.clone(), of: of.clone(), at };
                entries.insert(entry.id.clone(), line(&saved)?);
            }
        }
    }
    let entries: Vec<String> = entries.into_values().collect();
    let list = |name: &str, lines: &[String]| format!("\"{name}\":[\n{}\n]", lines.join(",\n"));
    Ok(format!(
        "{{\"format\":\"{FORMAT}\",\"version\":{VERSION},\n{},\n{},\n{}}}\n",
        list("papers", &heads),
        list("claims", &claims),
        list("entries", &entries)
    )
    .into_bytes())
}

fn line(value: &impl Serialize) -> Result<String, Diagnostic> {
    serde_json::to_string(value).map_err(|error| Diagnostic::error(format!("cannot write verdicts: {error}")))
}

/// Reads back what [`verdicts_json`] wrote.
///
/// # Errors
/// If the text is not of that format and version, an entry names a claim that is not there, or an id is given twice.
pub fn read_verdicts(bytes: &[u8]) -> Result<Vec<PaperVerdicts>, Diagnostic> {
    let broken = |error: serde_json::Error| Diagnostic::error(format!("cannot read verdicts: {error}"));
    let header: Header = serde_json::from_slice(bytes).map_err(broken)?;
    if header.format != FORMAT {
        return Err(Diagnostic::error(format!("this is `{}`, not a file of verdicts", header.format)));
    }
    if header.version != VERSION {
        let message = format!("verdicts of version {}; this program reads version {VERSION}", header.version);
        return Err(Diagnostic::error(message).note("write them again with `build-report`"));
    }
    let saved: Saved = serde_json::from_slice(bytes).map_err(broken)?;

    let mut entries: BTreeMap<String, Vec<(usize, Entry)>> = BTreeMap::new();
    for SavedEntry { entry, of, at } in saved.entries {
        // The first files had spaces in the names of readings.
        entries.entry(of.replace(' ', "-")).or_default().push((at, entry));
    }
    let mut papers = saved.papers;
    for SavedClaim { paper, mut claim } in saved.claims {
        let Some(paper) = papers.iter_mut().find(|p| p.key == paper) else {
            return Err(Diagnostic::error(format!("claim `{}` is of no paper in the file", claim.id)));
        };
        let mut its = entries.remove(&claim_id(paper, &claim)).unwrap_or_default();
        its.sort_by_key(|(at, _)| *at);
        claim.entries = its.into_iter().map(|(_, entry)| entry).collect();
        paper.claims.push(claim);
    }
    if let Some(of) = entries.into_keys().next() {
        return Err(Diagnostic::error(format!("entries of `{of}`, which is not in the file")));
    }
    check_ids(&papers)?;
    Ok(papers)
}
