//! `source.lock` of a paper: which e-print it was read from, to the byte.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::cache::{Held, is_sha256};
use super::id::Id;
use crate::diagnostic::{Diagnostic, Source};
use crate::files;

const HEAD: &str = "\
# The e-print that this paper was read from, as it arrived. Written by `referee`, from what arXiv sent: a hash is never
# typed by hand. The e-print itself is not here; `referee fetch` gets it.
";

/// What is known of the e-print of a paper. Its text depends on nothing but that: no dates, no hosts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lock {
    pub id: String,
    pub version: u32,
    /// Of the bytes as they arrived.
    pub sha256: String,
    /// In bytes, as it arrived.
    pub size: u64,
    /// Of the files in it, whatever they are wrapped in; see [`super::Bundle::contents_sha256`].
    pub contents: String,
    pub title: String,
    /// Its address; empty if arXiv has none on record.
    pub licence: String,
    /// The newest version that is known.
    pub newest: u32,
    /// The newest version says that the paper was withdrawn.
    pub withdrawn: bool,
}

impl Lock {
    /// The lock on what is held.
    ///
    /// # Errors
    /// What is held cannot be unpacked.
    pub fn of(held: &Held) -> Result<Lock, Diagnostic> {
        let newest = held.metadata.newest().map_or(held.version, |newest| newest.number);
        Ok(Lock {
            id: held.id.to_string(),
            version: held.version,
            sha256: held.sha256.clone(),
            size: held.size,
            contents: held.bundle()?.contents_sha256(),
            title: held.metadata.title.clone(),
            licence: held.metadata.licence.clone(),
            newest: newest.max(held.version),
            withdrawn: held.metadata.withdrawn(),
        })
    }

    /// Reads the file; `None` if it is not there: the paper was never fetched.
    ///
    /// # Errors
    /// Marks what is no TOML, no field of a lock, or not of its form.
    pub fn read(path: &Path) -> Result<Option<Lock>, Diagnostic> {
        if !files::exists(path) {
            return Ok(None);
        }
        Lock::parse(&Source::new(path.display().to_string(), files::read_text(path)?)).map(Some)
    }

    /// Reads the text of the file.
    ///
    /// # Errors
    /// As [`Lock::read`].
    pub fn parse(source: &Source) -> Result<Lock, Diagnostic> {
        let hint = "it is written by the program: take it from the history, or remove it and fetch again";
        let lock: Lock = toml::from_str(&source.text).map_err(|error| {
            let problem = Diagnostic::error("the lock of an e-print cannot be read").note(hint);
            match error.span() {
                Some(span) => problem.at(source, span).label(error.message()),
                None => problem.note(error.message()),
            }
        })?;
        let wrong = |field: &str, why: &str| {
            let lines = source.text.split_inclusive('\n').scan(0, |at, line| {
                let here = *at;
                *at += line.len();
                Some((here, line.trim_end()))
            });
            let line = lines.into_iter().find(|(_, line)| line.starts_with(field));
            let span = line.map_or(0..0, |(at, line)| at..at + line.len());
            Diagnostic::error("the lock of an e-print cannot be read").at(source, span).label(why).note(hint)
        };
        match Id::parse(&lock.id) {
            Ok((id, None)) if id.as_str() == lock.id => (),
            _ => return Err(wrong("id", "this is no id of an e-print")),
        }
        if lock.version == 0 {
            return Err(wrong("version", "versions begin with 1"));
        }
        if lock.newest < lock.version {
            return Err(wrong("newest", "older than the version that is locked"));
        }
        for (field, hash) in [("sha256", &lock.sha256), ("contents", &lock.contents)] {
            if !is_sha256(hash) {
                return Err(wrong(field, "a sha256 is 64 digits of 0-9 and a-f"));
            }
        }
        Ok(lock)
    }

    /// The text of the file.
    ///
    /// # Errors
    /// None that can happen: every field is a text, a number or a truth value.
    pub fn text(&self) -> Result<String, Diagnostic> {
        let fields = toml::to_string(self)
            .map_err(|error| Diagnostic::error(format!("cannot write the lock of an e-print: {error}")))?;
        Ok(format!("{HEAD}{fields}"))
    }

    /// Writes the file, if it says anything else; says whether it wrote.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<bool, Diagnostic> {
        files::write_if_changed(path, self.text()?.as_bytes())
    }

    /// What differs between the lock and what was fetched. Other contents of the same version are an alarm, an error:
    /// arXiv never changes a version. The same contents in another wrapping, a newer version and a withdrawal are
    /// notices, warnings.
    ///
    /// # Errors
    /// What is held cannot be unpacked.
    pub fn compare(&self, held: &Held) -> Result<Vec<Diagnostic>, Diagnostic> {
        let now = Lock::of(held)?;
        let name = held.name();
        let mut found = Vec::new();
        if (&now.id, now.version) != (&self.id, self.version) {
            let locked = format!("{}v{}", self.id, self.version);
            found.push(Diagnostic::error(format!("the paper was read from {locked}, and this is {name}")));
            return Ok(found);
        }
        if now.contents != self.contents {
            found.push(
                Diagnostic::error(format!("{name} is not what it was: the same version has other contents"))
                    .note(format!("it was   {} ({} bytes)", self.sha256, self.size))
                    .note(format!("and is   {} ({} bytes)", now.sha256, now.size))
                    .note("arXiv does not change a version: look at both before anything else"),
            );
        } else if now.sha256 != self.sha256 {
            found.push(
                Diagnostic::warning(format!("{name} has the same contents, in another wrapping"))
                    .note(format!("it was   {} ({} bytes)", self.sha256, self.size))
                    .note(format!("and is   {} ({} bytes)", now.sha256, now.size)),
            );
        }
        found.extend(now.notices());
        Ok(found)
    }

    /// What a reader of the paper ought to know of the version that is locked: a withdrawal, a newer version.
    pub fn notices(&self) -> Vec<Diagnostic> {
        let Lock { id, version, newest, .. } = self;
        if self.withdrawn {
            let message = format!("{id} was withdrawn: version {newest} says so, and this is v{version}");
            return vec![Diagnostic::warning(message)];
        }
        if newest > version {
            let message = format!("{id}v{version} is not the newest version: there is v{newest}");
            return vec![Diagnostic::warning(message)];
        }
        Vec::new()
    }
}
