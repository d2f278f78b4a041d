//! `referee replay`: an entry checked again by the second methods alone.

use std::io::Write;

use clap::Args;

use super::beforehand;
use super::explain::entries_of;
use super::project::Project;
use super::{End, Failure};
use crate::evaluate::{Replayed, prepare};

/// Checks an entry with search alone: no canonical forms, no values, no table of the engine.
///
/// Exit code 0 if search confirms the verdict, 1 if it cannot reach it, 2 if it contradicts it.
#[derive(Args)]
pub struct Replay {
    /// The entry's id, as the report shows it: PAPER/CLAIM/key=value/column.
    id: String,
    #[command(flatten)]
    project: Project,
}

impl Replay {
    pub fn run(self) -> Result<End, Failure> {
        let texts = beforehand::texts_of_entry(&self.project, &self.id)?;
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let mut prepared = prepare(&texts, jobs, &|_| ())?;
        let found = entries_of(prepared.all_entries()?, &self.id)?;
        let mut out = super::output();
        let mut end = End::Done;
        for (_, entry) in &found {
            let replayed = prepared.replay(entry)?;
            let (word, lines, worst) = match replayed {
                Replayed::Confirms(lines) => ("search alone confirms it", lines, End::Done),
                Replayed::OutOfReach(why) => ("search alone does not reach it", vec![why], End::Attention),
                Replayed::Contradicts(why) => ("search alone contradicts it", vec![why], End::Failed),
            };
            writeln!(out, "{}: {}; {word}", entry.id, entry.verdict)?;
            for line in lines {
                writeln!(out, "  {line}")?;
            }
            if let Some(witness) = &entry.witness {
                writeln!(out, "  witness: {}", witness.summary)?;
                for line in &witness.lines {
                    writeln!(out, "    {line}")?;
                }
            }
            end = end.max(worst);
        }
        out.flush()?;
        Ok(end)
    }
}
