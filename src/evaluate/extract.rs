//! `printed/eprint.tsv`: what was read from a paper's e-print, and nothing else of it.
//!
//! The e-print itself stays outside the project. What the claims ask for is kept here, a line an entry, so that
//! a report can be made from the project alone:
//!
//! ```text
//! # What was read from the e-print; `build-report --fetch` writes this file.
//! # e-print: arXiv:2406.02107v1
//! # sha256: 9f86d0…
//! # asked: table-1 4be2f09ac1d27f35
//! entry ⇥ written ⇥ content ⇥ file ⇥ line ⇥ standing
//! table-1/n=1/temperature ⇥ $3$ ⇥ 3 ⇥ main.tex ⇥ 120 ⇥ printed
//! ```
//!
//! `written` is the text of the file, on one line; `content` is what a reader of notation reads, macros
//! expanded. `asked` binds the lines of a claim to what it asked for: if the claim asks for something else by now,
//! they count no more.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::frozen::hash;
use super::questions::reading_id;
use crate::claims::{Claim, Columns, Reading, TableClaim, What};
use crate::diagnostic::{Diagnostic, Source};

/// The extract of a paper, relative to its folder.
pub const EXTRACT: &str = "printed/eprint.tsv";

/// The standing of what was read from an e-print.
pub const FROM_EPRINT: &str = "e-print";

const FIRST: &str = "# What was read from the e-print; `build-report --fetch` writes this file.";
const HEADINGS: [&str; 6] = ["entry", "written", "content", "file", "line", "standing"];
const PRINTED: &str = "printed";
const COMMENTED: &str = "commented out";

/// What source.lock says of a paper's e-print.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pinned {
    /// `2406.02107`, without the version.
    pub id: String,
    pub version: u64,
    pub sha256: String,
    /// The newest version that was known when arXiv was last asked.
    pub newest: u64,
    /// Whether that one says that the paper was withdrawn.
    pub withdrawn: bool,
}

impl Pinned {
    /// `arXiv:2406.02107v1`
    pub fn name(&self) -> String {
        format!("arXiv:{}v{}", self.id, self.version)
    }
}

/// What was read of one entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// The entry's id without the paper, `table-1/n=3/temperature`; of a formula the claim's, `theorem-3-7`.
    pub entry: String,
    /// As it is written, spaces and ends of lines as one space, comments left out.
    pub written: String,
    /// What a reader of notation reads.
    pub content: String,
    /// The file of the e-print and the line in it.
    pub file: String,
    pub line: usize,
    /// Commented out by the author: not printed.
    pub commented: bool,
    /// The content's bytes in the extract.
    pub span: Range<usize>,
}

/// An extract; empty if nothing has been read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extract {
    /// The e-print and its sha256; none if there is no extract.
    pub of: Option<(String, String)>,
    /// Why nothing could be read of it, if so: `it is only a PDF`.
    pub not_read: Option<String>,
    /// The claims that were looked for, with the hash of what they asked for.
    pub asked: BTreeMap<String, String>,
    /// In the order of the page.
    pub lines: Vec<Line>,
    pub source: Option<Source>,
}

/// What an extract knows of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Nothing: the e-print has not been read.
    Unread,
    /// Nothing any more: the claim has changed since.
    Changed,
    /// It was looked for: what has no line was not found.
    Sought,
}

impl Extract {
    /// Reads an extract.
    ///
    /// # Errors
    /// Every line that is not what [`Extract::write`] writes, with its place.
    pub fn read(source: &Source) -> Result<Extract, Vec<Diagnostic>> {
        let mut extract = Extract { source: Some(source.clone()), ..Extract::default() };
        let (mut name, mut sha256, mut headed) = (None, None, false);
        let mut problems = Vec::new();
        let mut next = 0;
        let mut seen = BTreeSet::new();
        for line in source.text.split_inclusive('\n') {
            let start = next;
            next += line.len();
            let line = line.trim_end_matches(['\n', '\r']);
            let wrong = |why: String| {
                Diagnostic::error("this line was not written by `build-report --fetch`")
                    .at(source, start..start + line.len())
                    .label(why)
                    .note("write the file again with `build-report --fetch`; nothing in it is typed by hand")
            };
            if let Some(comment) = line.strip_prefix('#') {
                match comment.trim().split_once(": ") {
                    Some(("e-print", words)) => name = Some(words.to_string()),
                    Some(("sha256", words)) => sha256 = Some(words.to_string()),
                    Some(("not read", words)) => extract.not_read = Some(words.to_string()),
                    Some(("asked", words)) => match words.split_once(' ') {
                        Some((claim, hash)) => {
                            extract.asked.insert(claim.to_string(), hash.to_string());
                        }
                        None => problems.push(wrong("a claim and a hash are expected".to_string())),
                    },
                    _ => {}
                }
                continue;
            }
            let fields: Vec<&str> = line.split('\t').collect();
            if !headed {
                headed = true;
                if fields != HEADINGS {
                    problems.push(wrong(format!("the headings are {}", HEADINGS.join(", "))));
                }
                continue;
            }
            let [entry, written, content, file, number, standing] = fields[..] else {
                problems.push(wrong(format!("{} fields, and there should be 6", fields.len())));
                continue;
            };
            let Ok(number) = number.parse::<usize>() else {
                problems.push(wrong(format!("`{number}` is no line")));
                continue;
            };
            if standing != PRINTED && standing != COMMENTED {
                problems.push(wrong(format!("`{standing}` is neither `{PRINTED}` nor `{COMMENTED}`")));
                continue;
            }
            if !seen.insert(entry) {
                problems.push(wrong(format!("a second line for {entry}")));
                continue;
            }
            let begin = start + entry.len() + 1 + written.len() + 1;
            extract.lines.push(Line {
                entry: entry.to_string(),
                written: written.to_string(),
                content: content.to_string(),
                file: file.to_string(),
                line: number,
                commented: standing == COMMENTED,
                span: begin..begin + content.len(),
            });
        }
        match (name, sha256) {
            (Some(name), Some(sha256)) => extract.of = Some((name, sha256)),
            _ => problems.push(
                Diagnostic::error("the extract does not say what it was read from")
                    .at(source, 0..source.text.lines().next().map_or(0, str::len))
                    .note("write the file again with `build-report --fetch`"),
            ),
        }
        if problems.is_empty() { Ok(extract) } else { Err(problems) }
    }

    /// The text of the file; the same for the same e-print and claims.
    pub fn write(&self) -> String {
        let mut text = format!("{FIRST}\n");
        if let Some((name, sha256)) = &self.of {
            text.push_str(&format!("# e-print: {name}\n# sha256: {sha256}\n"));
        }
        if let Some(why) = &self.not_read {
            text.push_str(&format!("# not read: {}\n", spaced(why)));
        }
        for (claim, hash) in &self.asked {
            text.push_str(&format!("# asked: {claim} {hash}\n"));
        }
        text.push_str(&HEADINGS.join("\t"));
        text.push('\n');
        for line in &self.lines {
            let Line { entry, written, content, file, line: number, commented, .. } = line;
            let standing = if *commented { COMMENTED } else { PRINTED };
            let (written, content, file) = (one_line(written), spaced(content), spaced(file));
            text.push_str(&format!("{entry}\t{written}\t{content}\t{file}\t{number}\t{standing}\n"));
        }
        text
    }

    /// What is known of a reading of a claim.
    pub fn known(&self, claim: &Claim, reading: &Reading) -> Known {
        if self.of.is_none() || self.not_read.is_some() {
            return Known::Unread;
        }
        match asked(reading) {
            Some(hash) if self.asked.get(&reading_id(claim, reading)) == Some(&hash) => Known::Sought,
            _ => Known::Changed,
        }
    }

    /// The line of an entry, by its id without the paper; none if the claim has changed since.
    pub fn line(&self, claim: &Claim, reading: &Reading, entry: &str) -> Option<&Line> {
        if self.known(claim, reading) != Known::Sought {
            return None;
        }
        self.lines.iter().find(|line| line.entry == entry)
    }

    /// Where a line stands in the e-print: `arXiv:2406.02107v1/main.tex`.
    pub fn file(&self, line: &Line) -> String {
        let name = self.of.as_ref().map_or("", |(name, _)| name.as_str());
        format!("{name}/{}", line.file)
    }

    /// An error if the extract is not of the e-print that is pinned.
    pub fn check(&self, pinned: Option<&Pinned>) -> Option<Diagnostic> {
        let (source, (name, sha256)) = (self.source.as_ref()?, self.of.as_ref()?);
        let head = |words: &str| source.text.find(words).map_or(0..0, |at| at..at + words.len());
        match pinned {
            None => Some(
                Diagnostic::error("there is an extract of an e-print, and no source.lock that pins it")
                    .at(source, head(name))
                    .note("`build-report --fetch` writes both"),
            ),
            Some(pinned) if (name, sha256) != (&pinned.name(), &pinned.sha256) => {
                let here = if *name == pinned.name() { sha256 } else { name };
                Some(
                    Diagnostic::error("the extract is not of the e-print that source.lock pins")
                        .at(source, head(here))
                        .label(format!("source.lock has {}, sha256 {}", pinned.name(), pinned.sha256))
                        .note("write the file again with `build-report --fetch`"),
                )
            }
            Some(_) => None,
        }
    }
}

/// A text on one line, its comments left out.
pub fn one_line(text: &str) -> String {
    let kept: Vec<&str> = text.lines().map(without_comment).collect();
    spaced(&kept.join(" "))
}

fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn without_comment(line: &str) -> &str {
    let mut escaped = false;
    for (at, c) in line.char_indices() {
        match c {
            '%' if !escaped => return &line[..at],
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    line
}

/// The hash of all that decides what is looked for in an e-print and where; none for what is not looked for.
pub fn asked(reading: &Reading) -> Option<String> {
    let text = match &reading.what {
        What::Table(table) => asked_table(table),
        What::Formula(formula) => format!("formula {}", formula.printed.as_ref()?.text),
        _ => return None,
    };
    Some(hash(&text)[..16].to_string())
}

fn asked_table(table: &TableClaim) -> String {
    let mut words = vec!["table".to_string()];
    for (word, asked) in
        [("transpose", table.transpose), ("unwrap", table.unwrap), ("commented", table.commented)]
    {
        words.extend(asked.then(|| word.to_string()));
    }
    let selector = &table.selector;
    words.extend(selector.label.iter().map(|label| format!("label {}", label.text)));
    words.extend(selector.caption.iter().map(|caption| format!("caption {}", caption.text)));
    words.extend(selector.header.iter().map(|heading| format!("header {}", heading.text)));
    for key in &table.keys {
        let domain = key.domain.as_ref().map_or("", |domain| domain.text.as_str());
        words.push(format!("key {} is {} {domain}", key.header.text, key.variable.text));
    }
    match &table.columns {
        Columns::Named(columns) => {
            words.extend(columns.iter().map(|column| format!("{} as {}", column.header.text, column.name)));
        }
        Columns::Across { domain, .. } => words.push(format!("across {}", domain.text)),
    }
    words.join("\n")
}
