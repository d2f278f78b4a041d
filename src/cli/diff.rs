//! `referee diff`: what changed between two runs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::project::{Project, git_show, on_disk};
use super::{End, Failure};
use crate::diagnostic::Diagnostic;
use crate::files;
use crate::report;
use crate::verdicts::PaperVerdicts;

/// Compares two runs by entry: new and fixed discrepancies, other verdicts, entries newly checked or no longer checked.
///
/// Exit code 1 if anything changed.
#[derive(Args)]
pub struct Diff {
    /// A verdicts.json, a report folder or a git revision.
    old: String,
    /// Likewise.
    #[arg(default_value = "report")]
    new: String,
    /// Also writes a page.
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    #[command(flatten)]
    project: Project,
}

impl Diff {
    pub fn run(self) -> Result<End, Failure> {
        let old = self.verdicts(&self.old)?;
        let new = self.verdicts(&self.new)?;
        let diff = report::diff(&old, &new);
        if let Some(path) = &self.html {
            files::write(path, diff.html()?.as_bytes())?;
        }
        let mut out = io::stdout().lock();
        write!(out, "{}", diff.summary())?;
        out.flush()?;
        Ok(if diff.is_empty() { End::Done } else { End::Attention })
    }

    fn verdicts(&self, name: &str) -> Result<Vec<PaperVerdicts>, Diagnostic> {
        let path = Path::new(name);
        let below = self.project.root.join(name);
        for path in [path, &below] {
            if files::exists(&path.join("verdicts.json")) {
                return on_disk(path);
            }
            if files::exists(path) {
                return report::read_verdicts(&files::read_bytes(path)?)
                    .map_err(|problem| problem.note(format!("in {}", path.display())));
            }
        }
        match git_show(&self.project.root, &format!("{name}:./report/verdicts.json")) {
            Some(bytes) => report::read_verdicts(&bytes),
            None => Err(Diagnostic::error(format!(
                "`{name}` is no file of verdicts, no report and no git revision with one"
            ))),
        }
    }
}
