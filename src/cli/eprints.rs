//! What every command that reads e-prints has in common: the cache, and whom to ask.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use clap::Args;

use crate::diagnostic::Diagnostic;
use crate::eprint::{Access, Cache};

/// Where e-prints are kept.
#[derive(Args, Clone, Debug)]
pub struct CacheFolder {
    /// The folder of fetched e-prints, outside of any repository [default: referee in XDG_CACHE_HOME or ~/.cache].
    // An empty name is none, as of every variable; clap would refuse it as a path.
    #[arg(long = "cache", value_name = "DIR", env = "REFEREE_CACHE", hide_env_values = true, global = true)]
    folder: Option<OsString>,
}

impl CacheFolder {
    pub fn open(&self) -> Result<Cache, Diagnostic> {
        Cache::open(self.folder.as_deref().filter(|folder| !folder.is_empty()).map(Path::new))
    }
}

/// Whom to ask for e-prints.
#[derive(Args, Clone, Debug)]
pub struct Network {
    /// Asks this address instead of arXiv: one that serves /src/ID and /oai2 as https://export.arxiv.org does.
    #[arg(long, value_name = "URL", env = "REFEREE_MIRROR", hide_env_values = true)]
    mirror: Option<String>,
}

impl Network {
    /// The rest comes from the environment: REFEREE_CONTACT, an address that arXiv may write to, and
    /// REFEREE_MIRROR_INTERVAL, the milliseconds between two requests to an institution's mirror that permits more than
    /// arXiv does. arXiv itself is asked every three seconds, whatever it says.
    pub fn access(&self) -> Result<Access, Diagnostic> {
        let variable = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        let interval = match variable("REFEREE_MIRROR_INTERVAL") {
            None => None,
            Some(text) => match text.trim().parse() {
                Ok(milliseconds) => Some(Duration::from_millis(milliseconds)),
                Err(_) => {
                    return Err(Diagnostic::error(format!(
                        "REFEREE_MIRROR_INTERVAL is `{text}`, and no number of milliseconds"
                    )));
                }
            },
        };
        Ok(Access { mirror: self.mirror.clone(), interval, contact: variable("REFEREE_CONTACT") })
    }
}

/// Tells a person who waits what for, on standard error.
pub fn murmur(words: &str) {
    let _ = writeln!(io::stderr(), "{words}");
}
