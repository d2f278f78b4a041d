//! What arXiv says of an e-print, in the format `arXivRaw` of its OAI interface: the only one that tells the licence, all
//! versions and which of them were withdrawn, in one answer.

use serde::{Deserialize, Serialize};

use super::bundle::{html_title, is_html};
use super::id::Id;
use crate::diagnostic::Diagnostic;

/// The most versions that are believed in.
const MAX_VERSIONS: u32 = 1_000;

/// A version of an e-print, as arXiv lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Version {
    pub number: u32,
    /// It says that the paper was withdrawn, and has no files.
    pub withdrawn: bool,
    /// It was written in HTML or with a word processor: there is no TeX.
    pub foreign: bool,
    /// Its authors do not give the source away.
    pub secret: bool,
}

/// What arXiv says of an e-print.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Metadata {
    pub title: String,
    /// As arXiv prints them, in one line.
    pub authors: String,
    /// The authors' own remarks; where a paper was withdrawn, usually why.
    pub comments: String,
    /// The address of the licence of the newest version; empty if none is recorded.
    pub licence: String,
    /// By number.
    pub versions: Vec<Version>,
}

impl Metadata {
    /// The newest version; none if nothing is known.
    pub fn newest(&self) -> Option<Version> {
        self.versions.last().copied()
    }

    /// The newest version that was not withdrawn.
    pub fn newest_standing(&self) -> Option<Version> {
        self.versions.iter().rfind(|version| !version.withdrawn).copied()
    }

    /// Whether the newest version says that the paper was withdrawn.
    pub fn withdrawn(&self) -> bool {
        self.newest().is_some_and(|newest| newest.withdrawn)
    }

    /// Reads the answer to `GetRecord` about an e-print; `None` if arXiv knows no such e-print.
    ///
    /// # Errors
    /// What is no such answer, or one about another e-print, with the reason.
    pub fn read(answer: &[u8], id: &Id) -> Result<Option<Metadata>, Diagnostic> {
        let unlike =
            |why: String| Diagnostic::error(format!("the answer about an e-print cannot be read: {why}"));
        if is_html(answer.trim_ascii_start()) {
            let title = html_title(answer).map_or(String::new(), |title| format!(", titled \"{title}\""));
            return Err(unlike(format!("it is a web page{title}")));
        }
        let text = std::str::from_utf8(answer).map_err(|_| unlike("it is not UTF-8".to_string()))?;
        let document = roxmltree::Document::parse(text).map_err(|error| unlike(error.to_string()))?;
        let named = |name: &'static str| {
            document.descendants().find(move |node| node.is_element() && node.tag_name().name() == name)
        };
        if let Some(error) = named("error") {
            if error.attribute("code") == Some("idDoesNotExist") {
                return Ok(None);
            }
            return Err(unlike(one_line(error.text().unwrap_or_default())));
        }
        let record = named("arXivRaw").ok_or_else(|| unlike("it holds no record".to_string()))?;
        let child = |node: roxmltree::Node, name: &str| {
            let found = node.children().find(|child| child.tag_name().name() == name);
            one_line(&found.map_or(String::new(), |found| all_text(found)))
        };
        let about = child(record, "id");
        if about != id.as_str() {
            return Err(unlike(format!("it is about `{about}`")));
        }
        let mut versions = Vec::new();
        for node in record.children().filter(|child| child.tag_name().name() == "version") {
            let number = node.attribute("version").and_then(|text| text.strip_prefix('v')?.parse().ok());
            let number: u32 = number
                .filter(|number| (1..=MAX_VERSIONS).contains(number))
                .ok_or_else(|| unlike("a version has no number".to_string()))?;
            // `I`: to be ignored, for a withdrawal; `H`: HTML; `X`: a word processor's file; `S`: encrypted.
            let flags = child(node, "source_type");
            versions.push(Version {
                number,
                withdrawn: flags.contains('I'),
                foreign: flags.contains(['H', 'X']),
                secret: flags.contains('S'),
            });
        }
        versions.sort_by_key(|version| version.number);
        versions.dedup_by_key(|version| version.number);
        if versions.is_empty() {
            return Err(unlike("it lists no version".to_string()));
        }
        Ok(Some(Metadata {
            title: child(record, "title"),
            authors: child(record, "authors"),
            comments: child(record, "comments"),
            licence: child(record, "license"),
            versions,
        }))
    }
}

fn all_text(node: roxmltree::Node) -> String {
    node.descendants().filter(|part| part.is_text()).filter_map(|part| part.text()).collect()
}

/// Whether a character could move a terminal's cursor or turn the direction of what follows.
pub fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Text in one line, without what [`steers`] a terminal.
pub fn one_line(text: &str) -> String {
    let blank = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let plain: String = blank.filter(|c| !steers(*c)).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
