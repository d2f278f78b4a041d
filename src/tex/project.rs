//! Several files as one text: which is the main one, and in what encoding each is written.

use std::collections::{BTreeMap, BTreeSet};

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use super::Document;
use crate::diagnostic::{Diagnostic, Source};

/// A file of a project, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    pub name: String,
    /// As what its bytes were read: `UTF-8`, `windows-1252`, ...; empty if they were not.
    pub encoding: String,
    pub role: Role,
}

/// What became of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Reading began there.
    Main,
    /// Read where another file includes it.
    Included,
    /// A text that nothing included.
    Unused,
    /// Below `anc/`: the authors' own data and programs, not read as TeX.
    Ancillary,
    /// A picture, or whatever else is no text.
    Other,
}

/// Names by which a main file often goes, the likeliest first.
const USUAL: [&str; 8] = ["ms", "main", "paper", "article", "arxiv", "manuscript", "thesis", "root"];
/// Endings of files that are not TeX, even where they are text.
const NOT_TEX: [&str; 39] = [
    "pdf", "png", "jpg", "jpeg", "gif", "svg", "eps", "epsf", "epsi", "ps", "bib", "bst", "csv", "tsv",
    "json", "xml", "html", "py", "sage", "m", "c", "h", "cpp", "java", "rs", "jl", "hs", "sh", "ipynb",
    "zip", "gz", "tgz", "log", "aux", "out", "toc", "md", "ttf", "otf",
];
/// Endings of files from which a reading may begin.
const MAIN: [&str; 3] = ["tex", "ltx", "latex"];
/// More bytes than this are not read as TeX.
const MOST_BYTES: usize = 64 << 20;

/// Texts in the order in which they are joined, the main one first, and what was noticed on the way.
pub struct Project {
    pub source: Source,
    pub files: Vec<File>,
    pub notices: Vec<Diagnostic>,
}

/// Reads a paper that consists of several files, given by their paths and bytes, from its main one on.
///
/// The main file is the one that `main` names; else the one that `00README.json` or `00README.XXX` calls top level;
/// else the only one with a `\documentclass`; else the one with a `.bbl` of the same name; else the one that is
/// called as main files often are. Never looks outside of `files`. Linear time.
///
/// # Errors
/// No file can be the main one, or several can; the error names them.
pub fn read_project(
    files: &BTreeMap<String, Vec<u8>>,
    main: Option<&str>,
    name: &str,
) -> Result<Document, Diagnostic> {
    Ok(super::read_files(join(files, main, name)?))
}

fn join(files: &BTreeMap<String, Vec<u8>>, main: Option<&str>, name: &str) -> Result<Project, Diagnostic> {
    let mut texts: BTreeMap<&str, (String, &'static str)> = BTreeMap::new();
    let mut described = Vec::new();
    let mut bytes = 0;
    for (file, content) in files {
        let (mut encoding, mut role) = ("", Role::Other);
        if file.starts_with("anc/") || file.starts_with("./anc/") {
            role = Role::Ancillary;
        } else if !ends_in(file, &NOT_TEX) && !is_readme(file) && bytes + content.len() <= MOST_BYTES {
            bytes += content.len();
            if let Some((text, read_as)) = decode(content) {
                (encoding, role) = (read_as, Role::Unused);
                texts.insert(file, (text, read_as));
            }
        }
        described.push(File { name: file.clone(), encoding: encoding.to_string(), role });
    }
    let mut notices = Vec::new();
    let main = choose(files, &texts, main, name, &mut notices)?;
    let first = texts.remove_entry(main.as_str()).into_iter();
    let all = first.chain(texts).map(|(file, (text, _))| (file.to_string(), text));
    let source = Source::joined(name, all);
    for file in &mut described {
        if file.name == main {
            file.role = Role::Main;
        }
    }
    Ok(Project { source, files: described, notices })
}

fn ends_in(file: &str, endings: &[&str]) -> bool {
    let (_, name) = file.rsplit_once('/').unwrap_or(("", file));
    name.rsplit_once('.').is_some_and(|(_, ending)| endings.contains(&ending.to_ascii_lowercase().as_str()))
}

fn is_readme(file: &str) -> bool {
    file.starts_with("00README")
}

/// The text of a file's bytes and the encoding in which it is written; none for what is no text.
///
/// A byte order mark decides, else whether the bytes are UTF-8, else what the file itself tells the package inputenc,
/// else Western European. Lines end with `\n`, also those of old Macs.
pub fn decode(bytes: &[u8]) -> Option<(String, &'static str)> {
    let (encoding, bytes) = match Encoding::for_bom(bytes) {
        Some((encoding, length)) => (encoding, bytes.get(length..).unwrap_or_default()),
        None if std::str::from_utf8(bytes).is_ok() => (UTF_8, bytes),
        None => (hinted(bytes).unwrap_or(WINDOWS_1252), bytes),
    };
    if ![UTF_16LE, UTF_16BE].contains(&encoding) && bytes.contains(&0) {
        return None;
    }
    let (text, _) = encoding.decode_without_bom_handling(bytes);
    let mut text = text.into_owned();
    if text.contains('\r') && !text.contains('\n') {
        text = text.replace('\r', "\n");
    }
    Some((text, encoding.name()))
}

/// The encoding named by `\usepackage[…]{inputenc}`.
fn hinted(bytes: &[u8]) -> Option<&'static Encoding> {
    let package = bytes.windows(b"]{inputenc}".len()).position(|window| window == b"]{inputenc}")?;
    let options = &bytes[..package];
    let start = options.iter().rposition(|byte| *byte == b'[')?;
    let option = std::str::from_utf8(&options[start + 1..]).ok()?;
    let label = match option.trim() {
        "latin1" | "ansinew" | "cp1252" => "windows-1252",
        "latin2" => "iso-8859-2",
        "latin9" => "iso-8859-15",
        "applemac" => "macintosh",
        "cp1250" => "windows-1250",
        "cp1251" => "windows-1251",
        "koi8-r" => "koi8-r",
        _ => return None,
    };
    Encoding::for_label(label.as_bytes())
}

/// The name of the main file.
fn choose(
    files: &BTreeMap<String, Vec<u8>>,
    texts: &BTreeMap<&str, (String, &'static str)>,
    main: Option<&str>,
    name: &str,
    notices: &mut Vec<Diagnostic>,
) -> Result<String, Diagnostic> {
    let possible: Vec<&str> = texts.keys().copied().filter(|file| may_be_main(file)).collect();
    if let Some(main) = main {
        let with_ending = format!("{main}.tex");
        let known = |file: &&str| *file == main || *file == with_ending;
        return match texts.keys().copied().find(known) {
            Some(file) => Ok(file.to_string()),
            None => Err(ask(format!("{name} has no file `{main}`"), &possible)),
        };
    }
    let (declared, ignored) = readme(files);
    let declared: Vec<&str> =
        declared.iter().map(String::as_str).filter(|file| texts.contains_key(file)).collect();
    if let Some((first, others)) = declared.split_first() {
        if !others.is_empty() {
            notices.push(others_unread(first, others));
        }
        return Ok(first.to_string());
    }
    let possible: Vec<&str> = possible.into_iter().filter(|file| !ignored.contains(*file)).collect();
    let classes: Vec<(&str, &str)> =
        possible.iter().filter_map(|file| Some((*file, class(&texts[*file].0)?))).collect();
    let mut candidates: Vec<&str> = classes.iter().map(|(file, _)| *file).collect();
    // A part of another document, which can also be typeset on its own.
    let whole: Vec<&str> = classes
        .iter()
        .filter(|(_, class)| !matches!(*class, "subfiles" | "standalone"))
        .map(|(file, _)| *file)
        .collect();
    if !whole.is_empty() {
        candidates = whole;
    }
    if candidates.is_empty() {
        candidates = possible.clone();
    }
    if candidates.is_empty() {
        // A single file without an ending is what arXiv gives for a paper of one file.
        candidates = texts.keys().copied().filter(|file| !file.contains('.')).collect();
    }
    if let [only] = candidates[..] {
        return Ok(only.to_string());
    }
    let stem = |file: &str| file.rsplit_once('.').map_or(file.to_string(), |(stem, _)| stem.to_string());
    let with_bbl: Vec<&str> = candidates
        .iter()
        .copied()
        .filter(|file| files.contains_key(&format!("{}.bbl", stem(file))))
        .collect();
    let usual = || {
        USUAL.iter().find_map(|usual| candidates.iter().find(|file| stem(file).eq_ignore_ascii_case(usual)))
    };
    let chosen = match with_bbl[..] {
        [only] => Some(only),
        _ => usual().copied(),
    };
    let Some(chosen) = chosen else {
        return Err(if candidates.is_empty() {
            let all: Vec<&str> = files.keys().map(String::as_str).collect();
            ask(format!("{name} has no TeX file"), &all)
        } else {
            ask(format!("{} files of {name} could be the main one", candidates.len()), &candidates)
        });
    };
    let others: Vec<&str> = candidates.iter().copied().filter(|file| *file != chosen).collect();
    if !classes.is_empty() {
        notices.push(others_unread(chosen, &others));
    }
    Ok(chosen.to_string())
}

fn may_be_main(file: &str) -> bool {
    ends_in(file, &MAIN)
}

fn ask(message: String, candidates: &[&str]) -> Diagnostic {
    let mut shown = candidates.iter().take(20).map(|file| format!("`{file}`")).collect::<Vec<_>>().join(", ");
    if candidates.len() > 20 {
        shown.push_str(", …");
    }
    let problem = Diagnostic::error(message);
    if candidates.is_empty() { problem } else { problem.note(format!("say which by `--main`: {shown}")) }
}

fn others_unread(main: &str, others: &[&str]) -> Diagnostic {
    let shown = others.iter().take(20).map(|file| format!("`{file}`")).collect::<Vec<_>>().join(", ");
    Diagnostic::warning(format!("reading began at `{main}`; a document of its own, too: {shown}"))
        .note("another one is read by `--main`")
}

/// The class that a text is set in, looked for outside of comments.
fn class(text: &str) -> Option<&str> {
    if text.trim_start().starts_with("%auto-ignore") {
        return None;
    }
    for line in text.lines() {
        let line = line.split('%').next().unwrap_or("");
        let found = ["\\documentclass", "\\documentstyle"].iter().find_map(|command| {
            let (_, rest) = line.split_once(command)?;
            (!rest.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(rest)
        });
        if let Some(rest) = found {
            // Options may run over several lines; then the class is none of those that matter.
            let class = rest.rsplit_once('{').and_then(|(_, class)| class.split('}').next());
            return Some(class.unwrap_or("").trim());
        }
    }
    None
}

/// The files that 00README calls top level, and those that it says are to be ignored.
fn readme(files: &BTreeMap<String, Vec<u8>>) -> (Vec<String>, BTreeSet<String>) {
    let (mut top, mut ignored) = (Vec::new(), BTreeSet::new());
    let json =
        files.get("00README.json").and_then(|bytes| serde_json::from_slice::<serde_json::Value>(bytes).ok());
    if let Some(json) = json {
        for source in json["sources"].as_array().into_iter().flatten() {
            let Some(file) = source["filename"].as_str() else { continue };
            match source["usage"].as_str() {
                Some("toplevel") => top.push(file.to_string()),
                Some("ignore") => drop(ignored.insert(file.to_string())),
                _ => {}
            }
        }
    } else if let Some(bytes) = files.get("00README.XXX") {
        for line in String::from_utf8_lossy(bytes).lines() {
            let mut words = line.split_whitespace();
            let (Some(file), Some(usage)) = (words.next(), words.next()) else { continue };
            match usage {
                "toplevelfile" => top.push(file.to_string()),
                "ignore" => drop(ignored.insert(file.to_string())),
                _ => {}
            }
        }
    }
    (top, ignored)
}
