//! `referee diff`: what changed between two runs.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::eprints::murmur;
use super::project::{Project, Run, no_paper};
use super::{End, Failure};
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::report;
use crate::report::diff::{is_page, under_key};
use crate::report::text::count;
use crate::verdicts::PaperVerdicts;

/// Compares two runs, or two papers, entry by entry, and tells what changed by its cause.
///
/// Entries are found by claim and by row and column, also where these have other names, never by line. What has the same
/// change for the same cause is one group, however many claims and papers it touches: an engine that answers
/// otherwise is one group with all the entries that changed. A change is new, worse, no longer checked, gone, verdict
/// changed, source changed, value changed, method changed, fixed, newly checked, appeared, renamed, reworded, text changed; what still
/// differs, what only moved to another line, and changed prose are shown and no change. docs/verdicts.md says what each word means.
#[derive(Args)]
#[command(after_help = "Exit codes: 0 nothing changed; 1 something did; 2 could not.

Examples:
  referee diff                          the report on the disk against the committed one
  referee diff HEAD~3 HEAD --html what-changed.html
  referee diff old/verdicts.json new/verdicts.json --json
  referee diff --papers snort-v1 snort-v2      two versions of a paper: what the authors changed")]
pub struct Diff {
    /// A verdicts.json, a report folder or a git revision; `./NAME` is a path for sure [default: HEAD; with --papers, what NEW is].
    old: Option<String>,
    /// Likewise [default: the project's report].
    new: Option<String>,
    /// Compares the paper OLD-KEY of the old run with the paper NEW-KEY of the new one, and no others.
    #[arg(long, num_args = 2, value_names = ["OLD-KEY", "NEW-KEY"])]
    papers: Option<Vec<String>>,
    /// Also writes a page; over an earlier one, but over no other file.
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// Writes the page over whatever is there.
    #[arg(long, requires = "html")]
    force: bool,
    /// Prints the groups with all their members as JSON instead of a summary.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    project: Project,
}

impl Diff {
    pub fn run(self) -> Result<End, Failure> {
        if let Some(path) = self.html.as_ref().filter(|_| !self.force) {
            is_ours_or_absent(path)?;
        }
        let run = |name: &Option<String>| match name {
            Some(name) => self.project.run(name),
            None => self.project.own_run(),
        };
        let mut new = run(&self.new)?;
        let mut old = match (&self.old, &self.papers) {
            (None, None) => self.project.run("HEAD")?,
            (None, Some(_)) => run(&self.new)?,
            (name, _) => run(name)?,
        };
        let mut lead = format!("{} against {}", old.name, new.name);
        if let Some([old_key, new_key]) = self.papers.as_deref() {
            lead = if old.name == new.name {
                format!("{old_key} against {new_key}")
            } else {
                format!("{old_key} of {} against {new_key} of {}", old.name, new.name)
            };
            old.papers = paper(&old, old_key, new_key)?;
            new.papers = paper(&new, new_key, new_key)?;
        }
        if self.papers.is_none() {
            murmur(&lead);
        }
        let diff = report::diff(&old.papers, &new.papers);
        if let Some(path) = &self.html {
            files::write(path, diff.html(&lead, &|_| None)?.as_bytes())?;
        }
        let mut out = super::output();
        if self.json {
            write!(out, "{}", diff.json()?)?;
        } else {
            if self.papers.is_some() {
                let number = count(diff.printed_otherwise(), "entry is", "entries are");
                writeln!(out, "{lead}: {number} printed otherwise")?;
            }
            write!(out, "{}", diff.summary())?;
        }
        out.flush()?;
        Ok(if diff.is_empty() { End::Done } else { End::Attention })
    }
}

fn paper(run: &Run, paper: &str, key: &str) -> Result<Vec<PaperVerdicts>, Diagnostic> {
    under_key(&run.papers, paper, key).ok_or_else(|| {
        let keys: Vec<&str> = run.papers.iter().map(|paper| paper.key.as_str()).collect();
        no_paper(&format!("there is no paper `{paper}` in {}", run.name), paper, &keys)
    })
}

/// A page of ours may be written over, and nothing else.
fn is_ours_or_absent(path: &Path) -> Result<(), Diagnostic> {
    if !files::exists(path) || (files::is_file(path) && is_page(&files::read_bytes(path)?)) {
        return Ok(());
    }
    Err(Diagnostic::error(format!("{} is there, and is no page of what changed", path.display()))
        .note("nothing was written; name another file, or say `--force`"))
}
