//! `referee diff`: what changed between two runs.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::project::Project;
use super::{End, Failure};
use crate::diagnostic::{Diagnostic, nearest};
use crate::files;
use crate::report;
use crate::report::diff::under_key;
use crate::report::text::count;
use crate::verdicts::PaperVerdicts;

/// Compares two runs, or two papers, entry by entry, and tells what changed by its cause.
///
/// Entries are found by claim and by row and column, also where these have other names, never by line. What has the same
/// change for the same cause is one group, however many claims and papers it touches: an engine that answers
/// otherwise is one group with all the entries that changed. A change is new, worse, no longer checked, gone, verdict
/// changed, source changed, value changed, method changed, fixed, newly checked, appeared, renamed, reworded; what still
/// differs, and what only moved to another line, is counted and no change. docs/verdicts.md says what each word means.
#[derive(Args)]
#[command(after_help = "Exit codes: 0 nothing changed; 1 something did; 2 could not.

Examples:
  referee diff                          the report on the disk against the committed one
  referee diff HEAD~3 HEAD --html what-changed.html
  referee diff old/verdicts.json new/verdicts.json --json
  referee diff --papers snort-v1 snort-v2      two versions of a paper: what the authors changed")]
pub struct Diff {
    /// A verdicts.json, a report folder or a git revision [default: HEAD; with --papers, what NEW is].
    old: Option<String>,
    /// Likewise [default: the project's report].
    new: Option<String>,
    /// Compares the paper OLD-KEY of the old run with the paper NEW-KEY of the new one, and no others.
    #[arg(long, num_args = 2, value_names = ["OLD-KEY", "NEW-KEY"])]
    papers: Option<Vec<String>>,
    /// Also writes a page.
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// Prints the groups with all their members as JSON instead of a summary.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    project: Project,
}

impl Diff {
    pub fn run(self) -> Result<End, Failure> {
        let new_name = self.new.clone().unwrap_or_else(|| self.project.report().display().to_string());
        let old_name = match (&self.old, &self.papers) {
            (Some(name), _) => name,
            (None, None) => "HEAD",
            (None, Some(_)) => &new_name,
        };
        let mut old = self.project.run(old_name)?;
        let mut new = self.project.run(&new_name)?;
        let mut lead = format!("{old_name} against {new_name}");
        if let Some([old_key, new_key]) = self.papers.as_deref() {
            old = paper(&old, old_key, new_key, old_name)?;
            new = paper(&new, new_key, new_key, &new_name)?;
            lead = format!("{old_key} against {new_key}");
        }
        let diff = report::diff(&old, &new);
        if let Some(path) = &self.html {
            files::write(path, diff.html(&lead, &|_| None)?.as_bytes())?;
        }
        let mut out = super::output();
        if self.json {
            write!(out, "{}", diff.json()?)?;
        } else {
            if self.papers.is_some() {
                let number = diff.printed_otherwise();
                writeln!(out, "{lead}: {} printed otherwise", count(number, "entry is", "entries are"))?;
            }
            write!(out, "{}", diff.summary())?;
        }
        out.flush()?;
        Ok(if diff.is_empty() { End::Done } else { End::Attention })
    }
}

fn paper(
    papers: &[PaperVerdicts],
    paper: &str,
    key: &str,
    run: &str,
) -> Result<Vec<PaperVerdicts>, Diagnostic> {
    under_key(papers, paper, key).ok_or_else(|| {
        let keys: Vec<&str> = papers.iter().map(|paper| paper.key.as_str()).collect();
        let problem = Diagnostic::error(format!("there is no paper `{paper}` in {run}"));
        match nearest(paper, keys.iter().copied()) {
            Some(near) => problem.note(format!("did you mean `{near}`?")),
            None => problem.note(format!("the papers are {}", keys.join(", "))),
        }
    })
}
