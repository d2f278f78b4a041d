//! When the next request may go: one at a time, some seconds apart, for all processes that share a cache.

use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::diagnostic::Diagnostic;
use crate::files;

/// The longest that a server is waited for; longer, and the user is told to come back.
pub const PATIENCE: Duration = Duration::from_secs(10 * 60);
/// A server that asks for more is asked again after this; a time further away comes from a clock that was wrong.
pub const BELIEVED: Duration = Duration::from_secs(48 * 60 * 60);

/// The pace at which one host is asked.
pub struct Pace {
    /// Holds the time, in milliseconds since 1970, before which nothing may be asked.
    file: PathBuf,
    pub interval: Duration,
}

/// Leave to ask once: nobody else is asking while it lives.
pub struct Turn {
    held: files::Hold,
    interval: Duration,
}

impl Pace {
    pub fn new(file: PathBuf, interval: Duration) -> Pace {
        Pace { file, interval }
    }

    /// Waits until it is our turn; `tell` says why if that takes long.
    ///
    /// # Errors
    /// The file cannot be held, or the server asked for more patience than [`PATIENCE`]: then how much is left.
    pub fn turn(&self, tell: &dyn Fn(&str)) -> Result<Result<Turn, Duration>, Diagnostic> {
        let mut held = files::hold(&self.file, || tell("waiting: another process is asking arXiv"))?;
        let left = left(&held.text());
        if left > PATIENCE {
            return Ok(Err(left));
        }
        if left > self.interval + Duration::from_secs(1) {
            tell(&format!("waiting for {} s", left.as_secs() + 1));
        }
        std::thread::sleep(left);
        held.replace(&text(self.interval)?)?;
        Ok(Ok(Turn { held, interval: self.interval }))
    }
}

impl Turn {
    /// Ends the turn, and lets nobody ask before some time has passed.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn end(mut self, before_next: Duration) -> Result<(), Diagnostic> {
        self.held.replace(&text(before_next.max(self.interval))?)
    }
}

fn now() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

fn text(ahead: Duration) -> Result<String, Diagnostic> {
    let until = now()
        .checked_add(ahead.min(BELIEVED))
        .ok_or_else(|| Diagnostic::error("the clock is at the end of time"))?;
    // Rounded up, so that the interval is never a fraction too short. Thirteen digits until the year 2286.
    Ok(format!("{}\n", until.as_millis() + 1))
}

/// How long it is until the time that the file says.
fn left(text: &str) -> Duration {
    // A line that is cut short, by a process killed in the midst, is no time.
    let until = text.strip_suffix('\n').and_then(|line| line.parse().ok()).map(Duration::from_millis);
    let left = until.unwrap_or_default().saturating_sub(now());
    if left > BELIEVED + Duration::from_secs(1) { Duration::ZERO } else { left }
}
