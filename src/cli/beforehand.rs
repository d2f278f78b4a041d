//! What can be wrong before anything is computed: it is said first, and all of it at once.

use std::path::Path;

use super::project::Project;
use crate::claims::Block;
use crate::diagnostic::{Diagnostic, nearest};
use crate::evaluate::{Read, Texts, read};
use crate::files;
use crate::report::prose::{self, Places};

/// The problems of the texts of these papers, and of what `--full` asks of them.
pub fn papers(project: &Project, keys: &[&String], full: Option<&str>) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    for key in keys {
        let texts = match project.texts(key) {
            Ok(texts) => texts,
            Err(problem) => {
                problems.push(problem);
                continue;
            }
        };
        match read(&texts) {
            Ok(read) => {
                problems.extend(links_to_nowhere(&read));
                let asked = full.and_then(|target| target.split_once('/'));
                problems.extend(
                    asked
                        .filter(|(paper, _)| paper == key)
                        .and_then(|(_, id)| has_full_range(&read, id).err()),
                );
            }
            Err(found) => problems.extend(found),
        }
    }
    problems
}

/// Links of the prose to places that the page will not have.
fn links_to_nowhere(read: &Read) -> Vec<Diagnostic> {
    let document = &read.document;
    let readings: Vec<String> = read.readings().into_iter().map(|(reading, _)| reading).collect();
    let claims = readings.iter().map(|reading| reading.split('@').next().unwrap_or(reading));
    let shown = document.blocks.iter().filter_map(|block| match block {
        Block::Figure(figure) => Some(figure.id.text.as_str()),
        Block::Grid(grid) => Some(grid.id.text.as_str()),
        Block::Claim(_) | Block::Prose(_) | Block::Definitions(_) => None,
    });
    let named = claims.zip(&readings).map(|(claim, reading)| (claim, reading.as_str()));
    let named = named.chain(shown.map(|id| (id, id)));
    let mut places = Places::of(named.map(|(name, id)| (name, format!("{}/{id}", document.key))));
    let prose = || {
        document.blocks.iter().filter_map(|block| match block {
            Block::Prose(prose) => Some(prose),
            _ => None,
        })
    };
    for piece in prose() {
        prose::headings(&piece.text, &mut places);
    }
    let mut problems = Vec::new();
    for piece in prose() {
        for (name, place) in prose::links(&piece.text) {
            if !places.ids.contains_key(&name) {
                let span = piece.span.start + place.start..piece.span.start + place.end;
                problems.push(prose::no_place(&name, &places).at(&document.source, span));
            }
        }
    }
    problems
}

/// A full range that was asked for and is not there would look like one that was computed.
fn has_full_range(read: &Read, id: &str) -> Result<(), Diagnostic> {
    let readings = read.readings();
    let of_claim = |name: &str| name == id || name.split_once('@').is_some_and(|(claim, _)| claim == id);
    let mut its = readings.iter().filter(|(name, _)| of_claim(name)).peekable();
    if its.peek().is_none() {
        let names = readings.iter().map(|(name, _)| name.as_str());
        let otherwise = "`--full PAPER/CLAIM` takes the id of a claim, without a key or a column";
        return Err(no_claim(id, names, otherwise));
    }
    if its.any(|(_, has_full)| *has_full) {
        return Ok(());
    }
    Err(Diagnostic::error(format!("the claim `{id}` has no full range"))
        .note("its quick range is all of it, and every run computes that"))
}

/// The texts of the paper that an entry's id is of, if it has the claim that the id names: that is known long before its entries are.
pub fn texts_of_entry(project: &Project, id: &str) -> Result<Texts, Vec<Diagnostic>> {
    let texts = project.texts_of_id(id).map_err(|problem| vec![problem])?;
    let read = read(&texts)?;
    let mut claims: Vec<String> =
        read.readings().into_iter().map(|(name, _)| format!("{}/{name}", texts.key)).collect();
    let is_of = |claim: &String| {
        id == claim || id.strip_prefix(claim.as_str()).is_some_and(|rest| rest.starts_with('/'))
    };
    if id == texts.key || claims.iter().any(is_of) {
        return Ok(texts);
    }
    claims.sort();
    let claim = id.splitn(3, '/').take(2).collect::<Vec<_>>().join("/");
    let otherwise = "report/index.html lists the entries; ids are PAPER/CLAIM/key=value/column";
    Err(vec![no_claim(&claim, claims.iter().map(String::as_str), otherwise)])
}

/// That there is no such claim, and which may be meant; if none is near, what else helps.
fn no_claim<'a>(name: &str, known: impl Iterator<Item = &'a str>, otherwise: &str) -> Diagnostic {
    let problem = Diagnostic::error(format!("there is no claim `{name}`"));
    match nearest(name, known) {
        Some(near) => problem.note(format!("did you mean `{near}`?")),
        None => problem.note(otherwise),
    }
}

/// Whether a report may be written to this folder.
///
/// # Errors
/// If it holds files and no report, or nothing can be written there.
pub fn may_write(out: &Path) -> Result<(), Diagnostic> {
    files::check_writable(out)?;
    let there = files::files_below(out)?;
    if !there.is_empty() && !there.iter().any(|name| name == "verdicts.json") {
        return Err(Diagnostic::error(format!("{} holds files and no report", out.display()))
            .note("nothing was written; name an empty folder, or one that build-report wrote"));
    }
    Ok(())
}
