//! `referee plant`: misprints every entry on purpose and counts how many slips are noticed.

use std::io::Write;

use clap::Args;

use super::project::Project;
use super::{End, Failure};
use crate::evaluate::{plant, prepare};
use crate::files;

/// Plants small slips in every printed entry, in memory, and checks that each is found where it is and nowhere else.
///
/// The score goes to papers/PAPER/planted.json and to the report. Exit code 1 if a slip was missed.
#[derive(Args)]
pub struct Plant {
    /// The paper; or --all.
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    paper: Option<String>,
    /// Every paper.
    #[arg(long)]
    all: bool,
    /// Writes nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    project: Project,
}

impl Plant {
    pub fn run(self) -> Result<End, Failure> {
        let keys = match &self.paper {
            Some(paper) => vec![paper.clone()],
            None => self.project.keys()?,
        };
        let mut end = End::Done;
        let mut out = super::output();
        for key in keys {
            let texts = self.project.texts(&key)?;
            let jobs = std::thread::available_parallelism().map_or(1, usize::from);
            let mut prepared = prepare(&texts, jobs, &|_| ())?;
            let score = plant::plant(&texts, &mut prepared)?;
            writeln!(
                out,
                "{key}: {} of {} planted slips found; {} of {} changes of form alone gave `same value`",
                score.found, score.planted, score.forms_kept, score.forms
            )?;
            for missed in &score.missed {
                writeln!(out, "  {missed}")?;
                end = End::Attention;
            }
            if !self.dry_run {
                let path = self.project.paper_file(&key, "planted.json");
                files::write_if_changed(&path, plant::write(&score)?.as_bytes())?;
            }
        }
        out.flush()?;
        Ok(end)
    }
}
