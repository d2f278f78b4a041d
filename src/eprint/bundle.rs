//! The files of an e-print, unpacked in memory: from an archive, a single file, a folder.
//!
//! What something is, is told by its bytes: names and headers are often wrong. Archives are hostile until shown
//! otherwise: regular files only, below one folder, and no more of them than the limits say.

use std::collections::BTreeMap;
use std::io::Read;
use std::path::Path;

use flate2::read::{GzDecoder, MultiGzDecoder};
use sha2::{Digest, Sha256};

use super::metadata::{one_line, steers};
use crate::diagnostic::Diagnostic;
use crate::files;

/// The most files in an e-print.
pub const MAX_FILES: usize = 5_000;
/// The most bytes of an e-print, unpacked: arXiv takes submissions of some 50 MB.
pub const MAX_UNPACKED: usize = 256 << 20;
/// How many bytes may come out of one; more, and beyond [`FREE_OF_RATIO`], is a bomb. Text seldom shrinks below a tenth.
pub const MAX_RATIO: usize = 200;
/// Below this many bytes nothing is a bomb.
pub const FREE_OF_RATIO: usize = 16 << 20;
/// The most wrappings of gzip around each other.
pub const MAX_WRAPPINGS: usize = 3;

/// What is packed in a way that e-prints are not, by its first bytes.
const PACKED: &[(&[u8], &str)] = &[
    (b"PK\x03\x04", "it is a zip archive"),
    (b"BZh", "it is packed by bzip2"),
    (b"\xfd7zXZ", "it is packed by xz"),
    (b"\x28\xb5\x2f\xfd", "it is packed by zstd"),
    (b"\x1f\x9d", "it is packed by compress"),
    (b"7z\xbc\xaf\x27\x1c", "it is a 7z archive"),
    (b"Rar!\x1a\x07", "it is a RAR archive"),
];

/// What an e-print is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Several files: a tar archive or a folder.
    Several,
    /// One file of text.
    Single,
    /// A PDF without its source.
    Pdf,
    /// PostScript without its source.
    PostScript,
}

impl Kind {
    /// In words: `an archive`.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Several => "several files",
            Kind::Single => "a single file",
            Kind::Pdf => "a PDF",
            Kind::PostScript => "PostScript",
        }
    }
}

/// The files of an e-print, by their paths (with `/`, below the root of the e-print).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    pub kind: Kind,
    pub files: BTreeMap<String, Vec<u8>>,
    /// What was in the archive or the folder and was left there, each with the reason.
    pub left_out: Vec<String>,
}

impl Bundle {
    /// What bytes hold: gzip (also twice, also in several members) around a tar archive, a TeX file, a PDF, PostScript.
    /// `name` is what the bytes are called, for messages and for a file without a name.
    ///
    /// Time and memory are linear in what comes out, which is bounded by [`MAX_UNPACKED`].
    ///
    /// # Errors
    /// Nothing, a web page, a damaged or truncated wrapping, a path that leads out of the archive, a limit.
    pub fn from_bytes(name: &str, bytes: &[u8]) -> Result<Bundle, Diagnostic> {
        let refused = |why: &str| Diagnostic::error(format!("{name} is no e-print: {why}"));
        let mut inner_name = None;
        let mut unpacked: Option<Vec<u8>> = None;
        for layer in 0.. {
            let here = unpacked.as_deref().unwrap_or(bytes);
            if !here.starts_with(&[0x1f, 0x8b]) {
                break;
            }
            if layer == MAX_WRAPPINGS {
                return Err(refused(&format!("gzip around gzip more than {MAX_WRAPPINGS} times")));
            }
            inner_name = gzip_name(here).or(inner_name);
            unpacked = Some(gunzip(name, here, bytes.len())?);
        }
        let content = unpacked.as_deref().unwrap_or(bytes);
        // An archive of no files is zeros.
        if content.iter().all(|byte| *byte == 0 || byte.is_ascii_whitespace()) {
            return Err(refused("it is empty"));
        }
        if is_tar(content) {
            return untar(name, content);
        }
        if let Some((_, what)) = PACKED.iter().find(|(mark, _)| content.starts_with(mark)) {
            return Err(refused(what).note("unpack it, and name the folder"));
        }
        let kind = match beginning(content) {
            text if text.starts_with(b"%PDF") => Kind::Pdf,
            text if is_postscript(text) => Kind::PostScript,
            // UTF-16, which announces itself, has zeros too.
            _ if content.iter().take(1 << 12).any(|byte| *byte == 0)
                && !content.starts_with(b"\xff\xfe")
                && !content.starts_with(b"\xfe\xff") =>
            {
                return Err(refused("it is neither text nor an archive, a PDF or PostScript"));
            }
            text if is_html(text) => {
                let title = html_title(text).map_or(String::new(), |title| format!(", titled \"{title}\""));
                return Err(refused(&format!("it is a web page{title}")));
            }
            _ => Kind::Single,
        };
        let ending = match kind {
            Kind::Pdf => "pdf",
            Kind::PostScript => "ps",
            _ => "tex",
        };
        // Whatever it was called before it was packed, a single text of TeX is one that can be begun with.
        let is_tex = |name: &str| {
            [".tex", ".ltx", ".latex"].iter().any(|ending| name.to_ascii_lowercase().ends_with(ending))
        };
        let file = match inner_name {
            Some(name) if kind == Kind::Single && !is_tex(&name) => format!("{name}.tex"),
            Some(name) => name,
            None => file_name(name, ending),
        };
        let content = unpacked.unwrap_or_else(|| bytes.to_vec());
        Ok(Bundle { kind, files: BTreeMap::from([(file, content)]), left_out: Vec::new() })
    }

    /// The files of a folder and of the folders in it; names that begin with a dot are passed over.
    ///
    /// # Errors
    /// A folder that is empty, holds more than [`MAX_FILES`] files or [`MAX_UNPACKED`] bytes, or cannot be read.
    pub fn from_folder(folder: &Path) -> Result<Bundle, Diagnostic> {
        let mut bundle = Bundle { kind: Kind::Several, files: BTreeMap::new(), left_out: Vec::new() };
        let mut size = 0_usize;
        for name in files::plain_files_below(folder, MAX_FILES)? {
            let path = folder.join(&name);
            if !files::is_file(&path) {
                bundle.left_out.push(format!("{name}: no regular file"));
                continue;
            }
            size = size.saturating_add(files::size(&path)?);
            if size > MAX_UNPACKED {
                return Err(too_large(&folder.display().to_string()));
            }
            bundle.files.insert(name, files::read_bytes(&path)?);
        }
        if bundle.files.is_empty() {
            return Err(Diagnostic::error(format!("there is no file in {}", folder.display())));
        }
        Ok(bundle)
    }

    /// A folder, or a file that is judged by its bytes.
    ///
    /// # Errors
    /// As [`Bundle::from_folder`] and [`Bundle::from_bytes`]; a file that cannot be read.
    pub fn from_path(path: &Path) -> Result<Bundle, Diagnostic> {
        if files::is_folder(path) {
            return Bundle::from_folder(path);
        }
        if files::exists(path) && files::size(path)? > MAX_UNPACKED {
            return Err(too_large(&path.display().to_string()));
        }
        Bundle::from_bytes(&path.display().to_string(), &files::read_bytes(path)?)
    }

    /// A warning if something was left out, with what that is; `name` is what the e-print is called.
    pub fn incomplete(&self, name: &str) -> Option<Diagnostic> {
        let warning = || self.noting_left_out(Diagnostic::warning(format!("{name} was not unpacked whole")));
        (!self.left_out.is_empty()).then(warning)
    }

    /// A problem with what was left out as notes: the first ten, and how many more there are.
    fn noting_left_out(&self, problem: Diagnostic) -> Diagnostic {
        let most = 10;
        let shown = self.left_out.iter().take(most);
        let problem = shown.fold(problem, |problem, left| problem.note(left.clone()));
        match self.left_out.len().saturating_sub(most) {
            0 => problem,
            more => problem.note(format!("and {more} more")),
        }
    }

    /// Whether the e-print says nothing but that it was withdrawn.
    pub fn is_withdrawal(&self) -> bool {
        let mut names = self.files.iter().filter(|(name, _)| !name.starts_with("00README"));
        let (Some((name, text)), None) = (names.next(), names.next()) else {
            return false;
        };
        if name.eq_ignore_ascii_case("withdrawn.txt") {
            return true;
        }
        // What arXiv puts in place of a withdrawn paper is not to be set by TeX, and says why it is there.
        let text = String::from_utf8_lossy(&text[..text.len().min(1 << 12)]).to_ascii_lowercase();
        text.trim_start().starts_with("%auto-ignore")
            && text.contains("withdrawn")
            && !text.contains("\\documentclass")
            && !text.contains("\\documentstyle")
            && !text.contains("\\begin{")
    }

    /// How a single file begins that holds no command of TeX: a server may send a word of its own instead of an e-print.
    pub fn words_without_tex(&self) -> Option<String> {
        let text = self.files.values().next().filter(|_| self.kind == Kind::Single)?;
        let beginning = String::from_utf8_lossy(&text[..text.len().min(1 << 10)]);
        let without = !text.contains(&b'\\');
        without.then(|| one_line(&beginning).chars().take(100).collect())
    }

    /// A hash of the files, whatever they came wrapped in: of each path and its content, in the order of the paths.
    pub fn contents_sha256(&self) -> String {
        let mut hash = Sha256::new();
        for (name, content) in &self.files {
            for part in [name.as_bytes(), content] {
                hash.update((part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        hex(&hash.finalize())
    }
}

/// The sha256 of bytes, in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn too_large(name: &str) -> Diagnostic {
    Diagnostic::error(format!("{name} is too large: the limit for an e-print is {} MiB", MAX_UNPACKED >> 20))
}

/// All members of a gzip file, one after the other. `outermost` is what arrived, against which a bomb is measured.
fn gunzip(name: &str, bytes: &[u8], outermost: usize) -> Result<Vec<u8>, Diagnostic> {
    let limit = MAX_UNPACKED.min(outermost.saturating_mul(MAX_RATIO).max(FREE_OF_RATIO));
    let mut content = Vec::new();
    let read = MultiGzDecoder::new(bytes).take(limit as u64 + 1).read_to_end(&mut content);
    if content.len() > limit {
        if limit == MAX_UNPACKED {
            return Err(too_large(name));
        }
        return Err(Diagnostic::error(format!(
            "{name} is no e-print: {outermost} bytes become more than {limit}, a decompression bomb"
        )));
    }
    let Err(error) = read else {
        return Ok(content);
    };
    let used = whole_members(bytes);
    let rest = &bytes[used..];
    if used == 0 || rest.starts_with(&[0x1f, 0x8b]) {
        return Err(if error.kind() == std::io::ErrorKind::UnexpectedEof {
            Diagnostic::error(format!("{name} is truncated: its gzip ends before its end"))
        } else {
            Diagnostic::error(format!("{name} is damaged: its gzip cannot be read ({error})"))
        });
    }
    // Zeros after the last member pad it to a block; so do tapes, and some programs that write archives.
    if rest.iter().any(|byte| *byte != 0) {
        let length = rest.len();
        return Err(Diagnostic::error(format!(
            "{name} is damaged: {length} bytes after its gzip are none of it"
        )));
    }
    gunzip(name, &bytes[..used], outermost)
}

/// How many bytes the leading whole members of a gzip file take.
fn whole_members(bytes: &[u8]) -> usize {
    let mut rest = bytes;
    while rest.starts_with(&[0x1f, 0x8b]) {
        let mut after = rest;
        let mut member = flate2::bufread::GzDecoder::new(&mut after);
        if std::io::copy(&mut member, &mut std::io::sink()).is_err() {
            break;
        }
        rest = after;
    }
    bytes.len() - rest.len()
}

/// The name that a gzip file gives to what is in it, if it is the plain name of a file.
fn gzip_name(bytes: &[u8]) -> Option<String> {
    let header = GzDecoder::new(bytes);
    let name = String::from_utf8(header.header()?.filename()?.to_vec()).ok()?;
    let plain = !name.is_empty()
        && !name.starts_with('.')
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ' ' | '+'));
    // `paper.tar` is the name of the archive.
    (plain && !name.ends_with(".tar") && !name.ends_with(".gz")).then_some(name)
}

/// The last part of a path, with this ending instead of those of archives.
fn file_name(name: &str, ending: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let stem = ["tgz", "gz", "tar"].iter().fold(last, |stem, ending| {
        stem.strip_suffix(ending).and_then(|stem| stem.strip_suffix('.')).unwrap_or(stem)
    });
    let named = stem.rsplit_once('.').is_some_and(|(_, ending)| {
        !ending.is_empty() && ending.len() <= 5 && ending.bytes().all(|b| b.is_ascii_alphabetic())
    });
    if named { stem.to_string() } else { format!("{stem}.{ending}") }
}

/// The text without what editors put before it: blanks and a byte order mark.
fn beginning(content: &[u8]) -> &[u8] {
    content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content).trim_ascii_start()
}

/// Whether PostScript begins here; `%!TEX root = main.tex` is a word to an editor, at the beginning of TeX.
fn is_postscript(text: &[u8]) -> bool {
    let text = text.strip_prefix(b"\x04").unwrap_or(text);
    let after = text.strip_prefix(b"%!").map(|after| after.strip_prefix(b"PS").map_or(after, |_| b"\n"));
    after.is_some_and(|after| after.starts_with(b"\n") || after.starts_with(b"\r"))
        || text.starts_with(b"\xc5\xd0\xd3\xc6")
}

/// Whether a web page begins here.
pub fn is_html(text: &[u8]) -> bool {
    let head = text[..text.len().min(1 << 10)].to_ascii_lowercase();
    let head = String::from_utf8_lossy(&head);
    // A page may begin with a declaration or a comment.
    ["<!doctype html", "<html", "<head", "<body"].iter().any(|tag| head.starts_with(tag))
        || (head.starts_with("<?xml") || head.starts_with("<!--")) && head.contains("<html")
}

/// The title of a web page.
pub fn html_title(text: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(&text[..text.len().min(1 << 14)]).into_owned();
    let lower = text.to_ascii_lowercase();
    let start = lower.find("<title>")? + "<title>".len();
    let end = start + lower[start..].find('<')?;
    let title = one_line(&text[start..end]);
    (!title.is_empty()).then(|| title.chars().take(100).collect())
}

/// Whether a tar archive begins here: by its mark, else (archives older than the mark) by the sum of its header.
fn is_tar(content: &[u8]) -> bool {
    let Some(header) = content.get(..512) else {
        return false;
    };
    if &header[257..262] == b"ustar" {
        return true;
    }
    let field = String::from_utf8_lossy(&header[148..156]);
    let Ok(stated) = u64::from_str_radix(field.trim_matches(['\0', ' ']), 8) else {
        return false;
    };
    let sum = |range: &[u8]| range.iter().map(|byte| u64::from(*byte)).sum::<u64>();
    stated == sum(&header[..148]) + 8 * u64::from(b' ') + sum(&header[156..])
}

fn untar(name: &str, content: &[u8]) -> Result<Bundle, Diagnostic> {
    let damaged = |error: std::io::Error| {
        if !content.len().is_multiple_of(512) || error.kind() == std::io::ErrorKind::UnexpectedEof {
            Diagnostic::error(format!("{name} is truncated: its archive ends within a file"))
        } else {
            Diagnostic::error(format!("{name} is damaged: its archive cannot be read ({error})"))
        }
    };
    let mut bundle = Bundle { kind: Kind::Several, files: BTreeMap::new(), left_out: Vec::new() };
    let mut archive = tar::Archive::new(content);
    let mut members = 0;
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        members += 1;
        if members > MAX_FILES {
            return Err(Diagnostic::error(format!(
                "{name} is no e-print: its archive holds more than {MAX_FILES} files"
            )));
        }
        // Before UTF-8 a byte was a letter; two names that differ stay two.
        let written = String::from_utf8(entry.path_bytes().into_owned())
            .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect());
        let kind = entry.header().entry_type();
        // The oldest archives know a folder by its last letter alone.
        if kind.is_dir() || written.ends_with('/') || kind.is_pax_global_extensions() {
            continue;
        }
        let Some(path) = inside(&written) else {
            return Err(Diagnostic::error(format!(
                "{name} is not unpacked: a path in its archive leads out of it: `{}`",
                one_line(&written)
            )));
        };
        let unfit = if path.is_empty() {
            Some("a file without a name")
        } else if path.chars().any(steers) {
            Some("a name with characters that steer a terminal")
        } else if kind.is_symlink() || kind.is_hard_link() {
            Some("a link")
        } else if !(kind.is_file() || kind.is_contiguous()) || path.contains("GNUSparseFile.") {
            Some("no regular file")
        } else {
            None
        };
        if let Some(unfit) = unfit {
            let path = if path.is_empty() { "." } else { &path };
            bundle.left_out.push(format!("{}: {unfit}", one_line(path)));
            continue;
        }
        let mut bytes = Vec::new();
        let limit = MAX_UNPACKED as u64;
        let size = entry.size();
        let read = entry.by_ref().take(limit).read_to_end(&mut bytes).map_err(damaged)?;
        if read as u64 != size {
            return Err(damaged(std::io::ErrorKind::UnexpectedEof.into()));
        }
        if bundle.files.insert(path.clone(), bytes).is_some() {
            bundle.left_out.push(format!("{path}: stands in the archive again later, which counts"));
        }
    }
    // What the reader of the archive has not read; it stops behind the first block of zeros.
    let rest = archive.into_inner();
    let read = &content[..content.len() - rest.len()];
    if rest.iter().any(|byte| *byte != 0) {
        bundle.left_out.push(format!("{} bytes after the end of the archive", rest.len()));
    } else if read.iter().rev().take(512).any(|byte| *byte != 0) {
        bundle.left_out.push("what may have followed: the archive has no mark at its end".to_string());
    }
    if bundle.files.is_empty() {
        let problem = Diagnostic::error(format!("{name} is no e-print: there is no file in its archive"));
        return Err(bundle.noting_left_out(problem));
    }
    Ok(bundle)
}

/// A path of an archive without `.` and with `/` between its parts; `None` if it leads out of the archive.
fn inside(written: &str) -> Option<String> {
    let written = written.replace('\\', "/");
    let drive = matches!(written.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let parts: Vec<&str> = written.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    let out = written.starts_with('/') || drive || parts.contains(&"..");
    (!out).then(|| parts.join("/"))
}
