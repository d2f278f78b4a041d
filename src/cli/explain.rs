//! `referee explain`: everything that is known about one entry.

use std::io::{self, Write};

use clap::Args;

use super::beforehand;
use super::project::Project;
use super::{End, Failure};
use crate::diagnostic::{Diagnostic, nearest};
use crate::evaluate::{Entries, prepare};
use crate::verdicts::{Entry, Shown};

/// Says where an entry was read, how and by which methods it was recomputed, and why it was recomputed or reused.
#[derive(Args)]
pub struct Explain {
    /// The entry's id, as the report shows it: PAPER/CLAIM/key=value/column. A claim's id explains all its entries.
    id: String,
    #[command(flatten)]
    project: Project,
}

impl Explain {
    pub fn run(self) -> Result<End, Failure> {
        let texts = beforehand::texts_of_entry(&self.project, &self.id)?;
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let mut prepared = prepare(&texts, jobs, &|_| ())?;
        let found = entries_of(prepared.all_entries()?, &self.id)?;
        let mut out = super::output();
        for (index, (reading, entry)) in found.iter().enumerate() {
            if index > 0 {
                writeln!(out)?;
            }
            tell(&mut out, entry)?;
            writeln!(out, "  {}", prepared.why(*reading, &entry.id))?;
        }
        out.flush()?;
        Ok(End::Done)
    }
}

/// The entries of that id, or of the claim of that id.
pub fn entries_of(all: Entries, id: &str) -> Result<Entries, Diagnostic> {
    let names: Vec<String> = all.iter().map(|(_, entry)| entry.id.clone()).collect();
    let below = format!("{id}/");
    let found: Entries =
        all.into_iter().filter(|(_, entry)| entry.id == id || entry.id.starts_with(&below)).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let problem = Diagnostic::error(format!("there is no entry `{id}`"));
    Err(match nearest(id, names.iter().map(String::as_str)) {
        Some(near) => problem.note(format!("did you mean `{near}`?")),
        None => problem.note("report/index.html lists them; ids are PAPER/CLAIM/key=value/column"),
    })
}

fn tell(out: &mut impl Write, entry: &Entry) -> io::Result<()> {
    let text =
        |shown: &Option<Shown>| shown.as_ref().map_or("nothing".to_string(), |shown| shown.text.clone());
    writeln!(out, "{}: {}", entry.id, entry.verdict)?;
    writeln!(out, "  printed     {}", text(&entry.printed))?;
    writeln!(out, "  recomputed  {}", text(&entry.recomputed))?;
    if !entry.expression.is_empty() {
        writeln!(out, "  expression  {}", entry.expression)?;
    }
    match &entry.read_at {
        Some(at) => {
            writeln!(out, "  read at     {}:{}", at.file, at.line)?;
            writeln!(out, "  there       {}", at.text)?;
            writeln!(out, "  origin      {}", at.standing)?;
        }
        None => writeln!(out, "  read at     nowhere: it has not been seen")?,
    }
    for method in &entry.methods {
        writeln!(out, "  by          {method}")?;
    }
    for note in &entry.notes {
        writeln!(out, "  note        {note}")?;
    }
    for standing in &entry.standings {
        writeln!(out, "  standing    {standing}")?;
    }
    if let Some(tested) = &entry.tested {
        writeln!(out, "  tested      {} of {} cases of {}", tested.held, tested.cases, tested.domain)?;
    }
    if let Some(witness) = &entry.witness {
        writeln!(out, "  witness     {}", witness.summary)?;
        for line in &witness.lines {
            writeln!(out, "              {line}")?;
        }
    }
    Ok(())
}
