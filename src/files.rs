//! The only file that opens or writes files: one gate to the outside world, everything behind it is pure.
//!
//! Writing is atomic: a temporary file beside the target, flushed to the disk, then renamed over it. Files that belong
//! together are all written and flushed before the first of them is renamed.

use std::fs;
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;

/// The text of a file: without a byte order mark, its lines ended by `\n` alone, so that it is the same text, with the same
/// places and the same hash, however an editor or a checkout has written it down.
///
/// # Errors
/// Names the file if it cannot be read or is not UTF-8 (then with the byte offset).
pub fn read_text(path: &Path) -> Result<String, Diagnostic> {
    let text = String::from_utf8(read_bytes(path)?).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        Diagnostic::error(format!("{} is not UTF-8: byte {offset}", path.display()))
    })?;
    let bare = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    Ok(bare.replace("\r\n", "\n"))
}

/// The bytes of a file.
///
/// # Errors
/// Names the file and the system's reason.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Diagnostic> {
    let told = |why: String| Diagnostic::error(format!("cannot read {}: {why}", path.display()));
    // A pipe or a device would be waited for without end.
    if fs::metadata(path).is_ok_and(|there| !there.is_file()) {
        return Err(told("it is not a file".to_string()));
    }
    fs::read(path).map_err(|error| told(error.to_string()))
}

/// Writes a file whole or not at all, making the folders above it.
///
/// # Errors
/// Names the file and the system's reason; what stood there before stands there still.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Diagnostic> {
    let attempt = || -> std::io::Result<()> {
        let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let temporary = folder.join(format!(".{name}.{}.tmp", std::process::id()));
        let written = (|| {
            write_flushed(&temporary, bytes)?;
            fs::rename(&temporary, path)
        })();
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written
    };
    attempt().map_err(|error| cannot_write(path, &error))
}

/// Writes a file only if its bytes differ from those there; says whether it wrote.
///
/// # Errors
/// As [`write`].
pub fn write_if_changed(path: &Path, bytes: &[u8]) -> Result<bool, Diagnostic> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(false);
    }
    write(path, bytes)?;
    Ok(true)
}

/// The folder in which files wait until all that belong together are written. [`files_below`] does not look into it.
const WAITING: &str = ".referee-next";

/// Writes files below `folder`, which are named relative to it, all or none, as far as a disk lets us: they are written and
/// flushed beside the others first, and then renamed. Files whose bytes are there already are not touched. Waits while
/// another process does the same; what one that was killed has left is taken away.
///
/// # Errors
/// Names the file and the system's reason; unless a rename failed, which nothing of what was tried before had announced, all
/// that stood there stands there still.
pub fn write_together<'a>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<(), Diagnostic> {
    let changed: Vec<_> = files
        .into_iter()
        .filter(|(name, bytes)| fs::read(folder.join(name)).map_or(true, |there| there != *bytes))
        .collect();
    if changed.is_empty() {
        return Ok(());
    }
    let waiting = folder.join(WAITING);
    let held = hold(&waiting.join("lock"), || ())?;
    let written = stage(folder, &waiting, &changed).and_then(|()| {
        changed.iter().try_for_each(|(name, _)| {
            let path = folder.join(name);
            fs::rename(waiting.join("files").join(name), &path).map_err(|error| cannot_write(&path, &error))
        })
    });
    drop(held);
    // What stays is taken away by the next who writes here.
    let _ = fs::remove_dir_all(&waiting);
    written
}

/// Writes the files to where they wait, and sees to it that they can be renamed from there.
fn stage(folder: &Path, waiting: &Path, files: &[(&str, &[u8])]) -> Result<(), Diagnostic> {
    let stage = waiting.join("files");
    let _ = fs::remove_dir_all(&stage);
    for (name, bytes) in files {
        let path = folder.join(name);
        let attempt = || -> std::io::Result<()> {
            if path.is_dir() {
                return Err(std::io::Error::other("a folder stands in its place"));
            }
            let beside = stage.join(name);
            for path in [&path, &beside] {
                fs::create_dir_all(path.parent().unwrap_or(folder))?;
            }
            write_flushed(&beside, bytes)
        };
        attempt().map_err(|error| cannot_write(&path, &error))?;
    }
    Ok(())
}

fn write_flushed(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = fs::File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Diagnostic {
    Diagnostic::error(format!("cannot write {}: {error}", path.display()))
}

/// Whether files can be written to a folder, which need not be there yet; nothing stays behind.
///
/// # Errors
/// Names the folder and the system's reason.
pub fn check_writable(folder: &Path) -> Result<(), Diagnostic> {
    let there = folder.ancestors().find(|above| above.exists());
    let there = there.filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let attempt = || -> std::io::Result<()> {
        if !there.is_dir() {
            return Err(std::io::Error::other(format!("{} is no folder", there.display())));
        }
        let probe = there.join(format!(".referee.{}.tmp", std::process::id()));
        fs::File::create(&probe)?;
        fs::remove_file(&probe)
    };
    attempt().map_err(|error| Diagnostic::error(format!("cannot write to {}: {error}", folder.display())))
}

/// Whether a file or folder is there.
pub fn exists(path: &Path) -> bool {
    path.exists()
}

/// Removes one file; one that is not there is no error.
///
/// # Errors
/// Names the file and the system's reason.
pub fn remove(path: &Path) -> Result<(), Diagnostic> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Diagnostic::error(format!("cannot remove {}: {error}", path.display())))
        }
        _ => Ok(()),
    }
}

/// The names of the folders directly in `folder`, sorted; none if it is not there.
///
/// # Errors
/// Names the folder and the system's reason.
pub fn folders(folder: &Path) -> Result<Vec<String>, Diagnostic> {
    let mut names = Vec::new();
    for (path, is_folder) in children(folder)? {
        if is_folder && let Some(name) = path.file_name() {
            names.push(name.to_string_lossy().into_owned());
        }
    }
    names.sort();
    Ok(names)
}

/// Every file below `folder`, relative to it with `/`, sorted; none if it is not there.
///
/// # Errors
/// Names the folder and the system's reason.
pub fn files_below(folder: &Path) -> Result<Vec<String>, Diagnostic> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(here) = waiting.pop() {
        for (path, is_folder) in children(&here)? {
            if is_folder && !path.ends_with(WAITING) {
                waiting.push(path);
            } else if !is_folder && let Ok(relative) = path.strip_prefix(folder) {
                found.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The files below `folder` as [`files_below`], without those whose name, or whose folder's name, begins with a dot.
///
/// # Errors
/// Names the folder if it cannot be listed, or if there are more than `limit` files.
pub fn plain_files_below(folder: &Path, limit: usize) -> Result<Vec<String>, Diagnostic> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(here) = waiting.pop() {
        for (path, is_folder) in children(&here)? {
            if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.')) {
                continue;
            }
            if is_folder {
                waiting.push(path);
            } else if let Ok(relative) = path.strip_prefix(folder) {
                found.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
        if found.len() + waiting.len() > limit {
            return Err(Diagnostic::error(format!("{} holds more than {limit} files", folder.display()))
                .note("name the folder that holds the paper alone"));
        }
    }
    found.sort();
    Ok(found)
}

/// How many bytes a file has.
///
/// # Errors
/// Names the file and the system's reason.
pub fn size(path: &Path) -> Result<usize, Diagnostic> {
    let size = fs::metadata(path).map(|there| usize::try_from(there.len()).unwrap_or(usize::MAX));
    size.map_err(|error| Diagnostic::error(format!("cannot read {}: {error}", path.display())))
}

/// Whether a file is there, itself or by a link.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Whether a folder is there.
pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

/// A small file that one process at a time holds; the hold ends with the value, or with the process, however that ends.
pub struct Hold {
    file: fs::File,
    path: PathBuf,
}

/// Holds a file, making it and the folders above it, and waits while another process does; `waiting` is called once
/// before that.
///
/// # Errors
/// Names the file and the system's reason.
pub fn hold(path: &Path, waiting: impl FnOnce()) -> Result<Hold, Diagnostic> {
    let attempt = || -> std::io::Result<Hold> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let file = fs::OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if file.try_lock().is_err() {
            waiting();
            file.lock()?;
        }
        Ok(Hold { file, path: path.to_path_buf() })
    };
    attempt().map_err(|error| Diagnostic::error(format!("cannot lock {}: {error}", path.display())))
}

impl Hold {
    /// What is written in it; nothing if it is no text, or longer than a line needs to be.
    pub fn text(&mut self) -> String {
        let mut text = String::new();
        let read = self.file.rewind().and_then(|()| (&self.file).take(1 << 10).read_to_string(&mut text));
        if read.is_ok() { text } else { String::new() }
    }

    /// Writes other text into it, in place. Texts of one length replace each other whole, whenever a process is killed.
    ///
    /// # Errors
    /// Names the file and the system's reason.
    pub fn replace(&mut self, text: &str) -> Result<(), Diagnostic> {
        let mut attempt = || -> std::io::Result<()> {
            self.file.rewind()?;
            self.file.write_all(text.as_bytes())?;
            self.file.set_len(text.len() as u64)?;
            self.file.sync_data()
        };
        attempt().map_err(|error| cannot_write(&self.path, &error))
    }
}

fn children(folder: &Path) -> Result<Vec<(PathBuf, bool)>, Diagnostic> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let fail =
        |error: std::io::Error| Diagnostic::error(format!("cannot list {}: {error}", folder.display()));
    let mut found = Vec::new();
    for child in fs::read_dir(folder).map_err(fail)? {
        let child = child.map_err(fail)?;
        let is_folder = child.file_type().map_err(fail)?.is_dir();
        found.push((child.path(), is_folder));
    }
    Ok(found)
}
