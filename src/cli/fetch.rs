//! `referee fetch`: e-prints from arXiv into the cache.

use std::io::Write;

use clap::Args;

use super::eprints::{CacheFolder, Network, murmur};
use super::{End, Failure, tell};
use crate::diagnostic::Diagnostic;
use crate::eprint::{Client, Held, Id, Kind, Lock, Why};
use crate::tex;

/// Fetches e-prints from arXiv into the cache, and says what came.
///
/// What is in the cache is not fetched again; whether there is a newer version, or a withdrawal, is asked every time.
/// arXiv permits one request in three seconds, and that is kept to across all processes with one cache.
#[derive(Args)]
#[command(after_help = "Environment:
  REFEREE_CONTACT          an address that arXiv may write to about your requests; please set it
  REFEREE_MIRROR_INTERVAL  milliseconds between requests to an institution's mirror that permits more than arXiv does

Exit codes: 0 done; 1 done, and an e-print was withdrawn or has no source in TeX; 2 an e-print could not be had.

Examples:
  referee fetch 2406.02107
  referee fetch 2406.02107v1 math/0410026
  referee fetch https://arxiv.org/abs/2406.02107")]
pub struct Fetch {
    /// Ids with or without a version (else the newest that stands), or addresses on arxiv.org.
    #[arg(required = true, value_name = "ID[vN]")]
    ids: Vec<String>,
    /// Fetches what is in the cache, too, and compares: a version never changes.
    #[arg(long)]
    again: bool,
    #[command(flatten)]
    cache: CacheFolder,
    #[command(flatten)]
    network: Network,
}

impl Fetch {
    pub fn run(self) -> Result<End, Failure> {
        let mut wanted = Vec::new();
        let mut problems = Vec::new();
        for written in &self.ids {
            match Id::parse(written) {
                Ok(id) => wanted.push(id),
                Err(problem) => problems.push(problem),
            }
        }
        if !problems.is_empty() {
            return Err(Failure::Told(problems));
        }
        let cache = self.cache.open()?;
        let client = Client::new(&cache, &self.network.access()?, &murmur).map_err(|failed| failed.told)?;
        let mut end = End::Done;
        for (index, (id, version)) in wanted.iter().enumerate() {
            match client.fetch(id, *version, self.again) {
                Ok(held) => match show(&held) {
                    Ok(shown) => end = end.max(shown),
                    Err(Failure::Told(problems)) => {
                        end = End::Failed;
                        tell(&problems);
                    }
                    Err(output) => return Err(output),
                },
                Err(failed) => {
                    end = End::Failed;
                    let left = wanted.len() - index - 1;
                    let stop = matches!(failed.why, Why::Forbidden | Why::Ours) && left > 0;
                    let told = if stop {
                        failed.told.note(format!("{left} more were not asked for"))
                    } else {
                        failed.told
                    };
                    tell(&[told]);
                    if stop {
                        break;
                    }
                }
            }
        }
        Ok(end)
    }
}

/// What came, for people; notices on standard error.
fn show(held: &Held) -> Result<End, Failure> {
    let bundle = held.bundle()?;
    let metadata = &held.metadata;
    let known = |text: &str| if text.is_empty() { "unknown".to_string() } else { text.to_string() };
    let kind = match bundle.kind {
        Kind::Several => format!("an archive of {} files", bundle.files.len()),
        kind => kind.words().to_string(),
    };
    let main = match tex::read_project(&bundle.files, None, &held.name()) {
        _ if matches!(bundle.kind, Kind::Pdf | Kind::PostScript) => None,
        Ok(document) => {
            document.files.into_iter().find(|file| file.role == tex::Role::Main).map(|file| file.name)
        }
        Err(problem) => Some(format!("not found: {}", problem.message)),
    };
    let newest = metadata.newest().map_or("unknown".to_string(), |newest| {
        format!("v{}{}", newest.number, if newest.withdrawn { ", a withdrawal" } else { "" })
    });
    let mut out = super::output();
    writeln!(out, "{}", held.name())?;
    writeln!(out, "  title    {}", known(&metadata.title))?;
    writeln!(out, "  authors  {}", known(&metadata.authors))?;
    writeln!(out, "  licence  {}", known(&metadata.licence))?;
    writeln!(out, "  newest   {newest}")?;
    writeln!(out, "  kind     {kind}")?;
    if let Some(main) = main {
        writeln!(out, "  main     {main}")?;
    }
    writeln!(out, "  size     {} bytes", held.size)?;
    writeln!(out, "  sha256   {}", held.sha256)?;
    out.flush()?;
    let mut notices: Vec<Diagnostic> = bundle.incomplete(&held.name()).into_iter().collect();
    let mut end = End::Done;
    if matches!(bundle.kind, Kind::Pdf | Kind::PostScript) {
        end = End::Attention;
        notices.push(
            Diagnostic::warning(format!("{} has no source in TeX: it is {kind}", held.name()))
                .note("its tables have to be transcribed by hand, into papers/KEY/printed/"),
        );
    }
    let lock = Lock::of(held)?;
    if lock.withdrawn {
        end = End::Attention;
    }
    notices.extend(lock.notices());
    tell(&notices);
    Ok(end)
}
