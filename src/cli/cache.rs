//! `referee cache`: the e-prints that were fetched.

use std::io::Write;

use clap::{Args, Subcommand};

use super::eprints::CacheFolder;
use super::{End, Failure, tell};
use crate::diagnostic::Diagnostic;
use crate::eprint::Id;

/// Lists, verifies or prunes the e-prints in the cache.
#[derive(Args)]
pub struct CacheCommand {
    #[command(subcommand)]
    what: What,
    #[command(flatten)]
    cache: CacheFolder,
}

#[derive(Subcommand)]
enum What {
    /// One line an e-print: id and version, bytes, sha256, title, with tabs between.
    List,
    /// Whether everything is as it arrived, by its hashes. Exit code 1 if something is damaged.
    Verify,
    /// Removes what is damaged and what killed processes left behind, or the e-prints that are named.
    Prune {
        /// Removes these: a version, or all that is held of an e-print.
        #[arg(value_name = "ID[vN]")]
        ids: Vec<String>,
    },
}

impl CacheCommand {
    pub fn run(self) -> Result<End, Failure> {
        let cache = self.cache.open()?;
        let mut out = super::output();
        match self.what {
            What::List => {
                for held in cache.list()? {
                    let name = held.id.with_version(held.version);
                    writeln!(out, "{name}\t{}\t{}\t{}", held.size, held.sha256, held.title)?;
                }
                out.flush()?;
                Ok(End::Done)
            }
            What::Verify => {
                let verified = cache.verify()?;
                writeln!(
                    out,
                    "{}: {} sound, {} damaged",
                    cache.folder().display(),
                    verified.sound,
                    verified.damaged.len()
                )?;
                for damaged in &verified.damaged {
                    writeln!(out, "{damaged}")?;
                }
                out.flush()?;
                if !verified.unused.is_empty() {
                    let notice = format!("{} files belong to nothing", verified.unused.len());
                    tell(&[Diagnostic::warning(notice).note("`referee cache prune` removes them")]);
                }
                Ok(if verified.damaged.is_empty() { End::Done } else { End::Attention })
            }
            What::Prune { ids } if ids.is_empty() => {
                for removed in cache.prune()? {
                    writeln!(out, "removed {removed}")?;
                }
                out.flush()?;
                Ok(End::Done)
            }
            What::Prune { ids } => {
                let named: Vec<(Id, Option<u32>)> =
                    ids.iter().map(|id| Id::parse(id)).collect::<Result<_, _>>()?;
                let mut end = End::Done;
                for (id, version) in named {
                    let name = version.map_or(id.to_string(), |version| id.with_version(version));
                    if cache.forget(&id, version)? {
                        writeln!(out, "removed {name}")?;
                    } else {
                        tell(&[Diagnostic::error(format!("{name} is not in the cache"))]);
                        end = End::Failed;
                    }
                }
                out.flush()?;
                Ok(end)
            }
        }
    }
}
