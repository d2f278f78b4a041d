//! The e-prints that were fetched, outside of any repository: arXiv's licence lets a reader keep them, not pass them on.
//!
//! `objects/` holds what arrived, byte by byte, each under its sha256; `index/` a file an e-print that says which version
//! is which object, and what arXiv said of it. Both are written whole or not at all, the object first, so that a
//! process killed at any moment leaves at most something that nothing refers to. Whoever changes the index holds
//! `lock`; `format` says that all this is so, for programs that know it otherwise.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::bundle::{Bundle, sha256};
use super::id::Id;
use super::metadata::{Metadata, one_line};
use crate::diagnostic::Diagnostic;
use crate::files;

/// How the cache is written; another number in its file `format` comes from another version of the program.
const FORMAT: &str = "1";

/// A folder of e-prints.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// An e-print that is in the cache: one version, as it arrived, and what was known of it then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    pub id: Id,
    pub version: u32,
    /// Of the bytes as they arrived, wrapping and all.
    pub sha256: String,
    pub size: u64,
    pub metadata: Metadata,
    /// The bytes as they arrived.
    pub bytes: Vec<u8>,
}

impl Held {
    /// `2406.02107v1`
    pub fn name(&self) -> String {
        self.id.with_version(self.version)
    }

    /// Its files.
    ///
    /// # Errors
    /// As [`Bundle::from_bytes`].
    pub fn bundle(&self) -> Result<Bundle, Diagnostic> {
        Bundle::from_bytes(&self.name(), &self.bytes)
    }
}

/// An e-print as the index has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    id: String,
    metadata: Metadata,
    /// By number.
    held: Vec<Object>,
}

/// A version as the index has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Object {
    version: u32,
    sha256: String,
    size: u64,
}

/// A line of [`Cache::list`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: Id,
    pub version: u32,
    pub sha256: String,
    pub size: u64,
    pub title: String,
}

/// What [`Cache::verify`] found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verified {
    /// Versions whose object is there and has the hash that it is named by.
    pub sound: usize,
    /// What is wrong, a sentence each.
    pub damaged: Vec<String>,
    /// Files that nothing refers to, as a killed process leaves them; [`Cache::prune`] removes them.
    pub unused: Vec<String>,
}

impl Cache {
    /// The cache in this folder, which need not be there; without one, in `referee` below `XDG_CACHE_HOME` or `~/.cache`.
    ///
    /// # Errors
    /// No folder is named, and neither `XDG_CACHE_HOME` nor `HOME` is set; what is there is no folder, or a cache of another
    /// version of the program.
    pub fn open(folder: Option<&Path>) -> Result<Cache, Diagnostic> {
        // By the XDG rules a relative path counts as not set.
        let variable =
            |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let standard = || {
            let caches = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
            caches.map(|caches| caches.join("referee"))
        };
        match folder.map(Path::to_path_buf).or_else(standard) {
            Some(folder) => {
                if files::exists(&folder) && !files::is_folder(&folder) {
                    return Err(Diagnostic::error(format!("{} is no folder", folder.display())));
                }
                let cache = Cache { folder };
                cache.is_of_our_format()?;
                Ok(cache)
            }
            None => Err(Diagnostic::error("there is no place for a cache: HOME is not set")
                .note("name a folder by `--cache DIR` or REFEREE_CACHE")),
        }
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// This version, or the newest that is held.
    ///
    /// # Errors
    /// An index that cannot be read, an object that is missing or has other bytes than its name says.
    pub fn get(&self, id: &Id, version: Option<u32>) -> Result<Option<Held>, Diagnostic> {
        let Some(entry) = self.entry(id)? else {
            return Ok(None);
        };
        let wanted = |object: &&Object| version.is_none_or(|version| object.version == version);
        let Some(object) = entry.held.iter().rfind(wanted) else {
            return Ok(None);
        };
        let bytes = self.object(object).map_err(|why| {
            Diagnostic::error(format!("{} is damaged in the cache: {why}", id.with_version(object.version)))
                .note("`referee cache prune` removes it, `referee fetch` gets it again")
        })?;
        Ok(Some(Held {
            id: id.clone(),
            version: object.version,
            sha256: object.sha256.clone(),
            size: object.size,
            metadata: entry.metadata,
            bytes,
        }))
    }

    /// Keeps a version as it arrived, with what arXiv says of the e-print now.
    ///
    /// # Errors
    /// The cache cannot be written.
    pub fn put(
        &self,
        id: &Id,
        version: u32,
        metadata: &Metadata,
        bytes: Vec<u8>,
    ) -> Result<Held, Diagnostic> {
        let object = Object { version, sha256: sha256(&bytes), size: bytes.len() as u64 };
        let _lock = self.lock()?;
        let path = self.object_path(&object.sha256);
        if !files::exists(&path) || files::read_bytes(&path)? != bytes {
            files::write(&path, &bytes)?;
        }
        self.change(id, metadata, Some(object.clone()))?;
        Ok(Held {
            id: id.clone(),
            version,
            sha256: object.sha256,
            size: object.size,
            metadata: metadata.clone(),
            bytes,
        })
    }

    /// Notes what arXiv says of an e-print now.
    ///
    /// # Errors
    /// The cache cannot be written.
    pub fn note(&self, id: &Id, metadata: &Metadata) -> Result<(), Diagnostic> {
        let _lock = self.lock()?;
        self.change(id, metadata, None)
    }

    /// All that is held, by id and version.
    ///
    /// # Errors
    /// An index that cannot be read.
    pub fn list(&self) -> Result<Vec<Listed>, Diagnostic> {
        let mut listed = Vec::new();
        for name in self.index()? {
            let entry = self.read_entry(&name)?;
            let (id, _) = Id::parse(&entry.id)?;
            listed.extend(entry.held.into_iter().map(|object| Listed {
                id: id.clone(),
                version: object.version,
                sha256: object.sha256,
                size: object.size,
                title: entry.metadata.title.clone(),
            }));
        }
        listed.sort_by(|a, b| (&a.id, a.version).cmp(&(&b.id, b.version)));
        Ok(listed)
    }

    /// Whether everything in the index is there as it arrived. Reads all of it, without the lock where nothing can be
    /// written: nothing changes there either.
    ///
    /// # Errors
    /// The folder cannot be listed.
    pub fn verify(&self) -> Result<Verified, Diagnostic> {
        if !files::exists(&self.folder) {
            return Ok(Verified::default());
        }
        let _lock = self.lock().ok();
        self.inspect()
    }

    /// As [`Cache::verify`]; the lock is held.
    fn inspect(&self) -> Result<Verified, Diagnostic> {
        let mut verified = Verified::default();
        let mut used = Vec::new();
        for name in self.index()? {
            let entry = match self.read_entry(&name) {
                Ok(entry) => entry,
                Err(problem) => {
                    verified.damaged.push(problem.message);
                    continue;
                }
            };
            for object in &entry.held {
                match self.object(object) {
                    Ok(_) => verified.sound += 1,
                    Err(why) => verified.damaged.push(format!("{}v{}: {why}", entry.id, object.version)),
                }
                used.push(self.object_path(&object.sha256));
            }
        }
        for name in files::files_below(&self.folder)? {
            let path = self.folder.join(&name);
            // A folder is listed here if it is a link to one.
            let stray = name.starts_with("objects/") && !used.contains(&path) && !files::is_folder(&path);
            if stray || name.ends_with(".tmp") {
                verified.unused.push(name);
            }
        }
        Ok(verified)
    }

    /// Removes what is damaged and what nothing refers to, and says what that was.
    ///
    /// # Errors
    /// The cache cannot be changed.
    pub fn prune(&self) -> Result<Vec<String>, Diagnostic> {
        let mut removed = Vec::new();
        let _lock = self.lock()?;
        for name in self.index()? {
            let path = self.folder.join("index").join(&name);
            let Ok(mut entry) = self.read_entry(&name) else {
                files::remove(&path)?;
                removed.push(format!("index/{name}"));
                continue;
            };
            let before = entry.held.len();
            entry.held.retain(|object| {
                let sound = self.object(object).is_ok();
                if !sound {
                    removed.push(format!("{}v{}", entry.id, object.version));
                }
                sound
            });
            if entry.held.len() < before {
                self.write_entry(&path, &entry)?;
            }
        }
        removed.extend(self.sweep()?);
        Ok(removed)
    }

    /// Removes a version, or all of an e-print; says whether it was there.
    ///
    /// # Errors
    /// The cache cannot be changed.
    pub fn forget(&self, id: &Id, version: Option<u32>) -> Result<bool, Diagnostic> {
        let _lock = self.lock()?;
        let Some(mut entry) = self.entry(id)? else {
            return Ok(false);
        };
        let before = entry.held.len();
        entry.held.retain(|object| version.is_some_and(|version| object.version != version));
        let path = self.entry_path(id);
        if entry.held.is_empty() {
            files::remove(&path)?;
        } else {
            self.write_entry(&path, &entry)?;
        }
        self.sweep()?;
        Ok(entry.held.len() < before)
    }

    /// Removes files that nothing refers to, and names them; the lock is held.
    fn sweep(&self) -> Result<Vec<String>, Diagnostic> {
        let unused = self.inspect()?.unused;
        for name in &unused {
            files::remove(&self.folder.join(name))?;
        }
        Ok(unused)
    }

    /// Keeps others from changing the cache, and makes it if there is none.
    fn lock(&self) -> Result<files::Hold, Diagnostic> {
        let hold = files::hold(&self.folder.join("lock"), || ())?;
        self.is_of_our_format()?;
        files::write_if_changed(&self.folder.join("format"), format!("{FORMAT}\n").as_bytes())?;
        Ok(hold)
    }

    /// `Err` if another version of the program wrote the cache otherwise than we do.
    fn is_of_our_format(&self) -> Result<(), Diagnostic> {
        let path = self.folder.join("format");
        if !files::exists(&path) || files::read_bytes(&path)?.trim_ascii() == FORMAT.as_bytes() {
            return Ok(());
        }
        let folder = self.folder.display();
        Err(Diagnostic::error(format!(
            "{folder} is a cache of another version of `referee`, in another format"
        ))
        .note("name another folder by `--cache DIR` or REFEREE_CACHE"))
    }

    fn object_path(&self, sha256: &str) -> PathBuf {
        let (head, tail) = sha256.split_at_checked(2).unwrap_or((sha256, ""));
        self.folder.join("objects").join(head).join(tail)
    }

    /// The bytes of an object, or what is wrong with it.
    fn object(&self, object: &Object) -> Result<Vec<u8>, String> {
        let path = self.object_path(&object.sha256);
        if !is_sha256(&object.sha256) || !files::exists(&path) {
            return Err(format!("its object {} is missing", object.sha256));
        }
        let bytes = files::read_bytes(&path).map_err(|problem| problem.message)?;
        if bytes.len() as u64 != object.size || sha256(&bytes) != object.sha256 {
            return Err(format!("its object {} has other bytes", object.sha256));
        }
        Ok(bytes)
    }

    /// The names of the files of the index.
    fn index(&self) -> Result<Vec<String>, Diagnostic> {
        let mut names = files::files_below(&self.folder.join("index"))?;
        names.retain(|name| name.ends_with(".json"));
        Ok(names)
    }

    fn entry_path(&self, id: &Id) -> PathBuf {
        self.folder.join("index").join(format!("{id}.json"))
    }

    fn entry(&self, id: &Id) -> Result<Option<Entry>, Diagnostic> {
        let path = self.entry_path(id);
        if !files::exists(&path) { Ok(None) } else { self.read_entry(&format!("{id}.json")).map(Some) }
    }

    fn read_entry(&self, name: &str) -> Result<Entry, Diagnostic> {
        let path = self.folder.join("index").join(name);
        let entry: Entry = serde_json::from_slice(&files::read_bytes(&path)?).map_err(|error| {
            Diagnostic::error(format!("{} is damaged: {error}", path.display()))
                .note("`referee cache prune` removes it, `referee fetch` gets the e-print again")
        })?;
        let damaged = |why: &str| Err(Diagnostic::error(format!("{} is damaged: {why}", path.display())));
        if format!("{}.json", entry.id) != name {
            return damaged(&format!("it is the entry of `{}`", one_line(&entry.id)));
        }
        if !matches!(Id::parse(&entry.id), Ok((id, None)) if id.as_str() == entry.id) {
            return damaged("it is named by no id of an e-print");
        }
        let rising = |numbers: Vec<u32>| numbers.is_sorted_by(|a, b| a < b) && !numbers.contains(&0);
        let held = entry.held.iter().map(|object| object.version).collect();
        let known = entry.metadata.versions.iter().map(|version| version.number).collect();
        if !rising(held) || !rising(known) {
            return damaged("its versions are not in order");
        }
        Ok(entry)
    }

    fn write_entry(&self, path: &Path, entry: &Entry) -> Result<(), Diagnostic> {
        let mut text = serde_json::to_string_pretty(entry)
            .map_err(|error| Diagnostic::error(format!("cannot write an entry of the cache: {error}")))?;
        text.push('\n');
        files::write(path, text.as_bytes())
    }

    /// Enters an object and what is known; the lock is held.
    fn change(&self, id: &Id, metadata: &Metadata, object: Option<Object>) -> Result<(), Diagnostic> {
        // An entry that cannot be read is no reason not to write a new one.
        let mut held = self.entry(id).ok().flatten().map_or(Vec::new(), |entry| entry.held);
        if let Some(object) = object {
            held.retain(|other| other.version != object.version);
            held.push(object);
            held.sort_by_key(|object| object.version);
        }
        let entry = Entry { id: id.to_string(), metadata: metadata.clone(), held };
        self.write_entry(&self.entry_path(id), &entry)
    }
}

/// Whether a text is a sha256 in lower-case hexadecimal.
pub fn is_sha256(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
}
