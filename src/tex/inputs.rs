//! Files that include one another.
//!
//! `\input`, `\include`, `\subfile`, `\import` and `\subimport`, `\InputIfFileExists`, and packages of the author's
//! own, of which only the definitions are read. A file that is not there is a warning (a package is not); one that
//! includes itself is not read again.

use std::ops::Range;

use super::expand::Expander;
use super::tokens::{Categories, Category, Kind, Token, text};
use crate::diagnostic::Source;

/// Files that may be open at once.
const MOST_OPEN: usize = 40;
/// A text is not read more often than this, on the average, however it is included.
const MOST_READINGS: usize = 8;

/// The files of a source, the main one first.
pub struct Files {
    names: Vec<String>,
    starts: Vec<usize>,
    end: usize,
}

impl Files {
    pub fn new(source: &Source) -> Files {
        let files = source.files();
        Files {
            names: files.iter().map(|(name, _)| name.trim_start_matches("./").to_string()).collect(),
            starts: files.iter().map(|(_, bytes)| bytes.start).collect(),
            end: source.text.len(),
        }
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn first(&self) -> Option<Range<usize>> {
        (!self.names.is_empty()).then(|| self.bytes(0))
    }

    fn bytes(&self, index: usize) -> Range<usize> {
        self.starts[index]..self.starts.get(index + 1).copied().unwrap_or(self.end)
    }

    /// The file that holds a byte.
    pub fn index(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).saturating_sub(1)
    }

    /// Whether two bytes lie in one file.
    pub fn same(&self, a: usize, b: usize) -> bool {
        self.starts.len() <= 1 || self.index(a) == self.index(b)
    }
}

/// A file, or a part of one, that is being read.
pub struct Open {
    index: Option<usize>,
    pub next: usize,
    pub end: usize,
    pub after_comment: bool,
    /// What waits to be read again below this waits for the file to end.
    pub floor: usize,
    /// Reading goes no further than its end.
    pub wall: bool,
    /// It is a package: only its definitions count.
    pub style: bool,
    /// It has a `\documentclass` of its own.
    class: bool,
    /// Where its own inputs are looked for first.
    folder: String,
    /// The tokens that had been made when it was opened.
    made: usize,
    categories: Option<Categories>,
}

impl Open {
    /// A part of the text.
    pub fn part(part: Range<usize>, floor: usize) -> Open {
        Open {
            index: None,
            next: part.start,
            end: part.end,
            after_comment: false,
            floor,
            wall: true,
            style: false,
            class: false,
            folder: String::new(),
            made: 0,
            categories: None,
        }
    }

    /// Nothing but what waits above the floor.
    pub fn wall(floor: usize) -> Open {
        Open::part(0..0, floor)
    }
}

impl<'s> Expander<'s> {
    /// Whether the token includes a file; if so it is opened.
    pub fn include(&mut self, token: &Token<'s>) -> bool {
        let mark = self.mark();
        let known = match token.text {
            "\\input"
            | "\\@input"
            | "\\include"
            | "\\subfile"
            | "\\subfileinclude"
            | "\\includestandalone" => {
                if token.is("\\includestandalone") {
                    self.optional();
                }
                self.file_name().map(|name| self.input(token, &name, None))
            }
            "\\import" | "\\subimport" | "\\includefrom" | "\\subincludefrom" | "\\inputfrom"
            | "\\subinputfrom" => {
                self.follows("*");
                self.file_name().and_then(|folder| {
                    let name = self.file_name()?;
                    let sub = token.text.starts_with("\\sub");
                    let above = if sub { self.folder() } else { String::new() };
                    self.input(token, &name, Some(joined(&above, &folder)));
                    Some(())
                })
            }
            "\\InputIfFileExists" => self.file_name().and_then(|name| {
                let (yes, no) = (self.argument()?, self.argument()?);
                match self.find_file(&name) {
                    Some(_) => {
                        self.pending.extend(yes.into_iter().rev());
                        self.input(token, &name, None);
                    }
                    None => self.pending.extend(no.into_iter().rev()),
                }
                Some(())
            }),
            "\\usepackage" | "\\RequirePackage" => {
                self.optional();
                self.word().map(|names| {
                    let date = self.mark();
                    if self.optional().is_none() {
                        self.back(date);
                    }
                    for name in names.split(',').rev() {
                        self.package(token, name.trim());
                    }
                })
            }
            "\\documentclass" | "\\documentstyle" => {
                if let Some(file) = self.open.iter_mut().rev().find(|file| !file.wall) {
                    file.class = true;
                }
                return false;
            }
            "\\endinput" => {
                // The rest of its line is still read.
                if let Some(file) = self.open.last_mut() {
                    let line = self.text[file.next..file.end].find('\n').unwrap_or(file.end - file.next);
                    file.end = file.next + line;
                }
                return true;
            }
            _ => return false,
        };
        if known.is_none() {
            self.back(mark);
        }
        known.is_some()
    }

    /// `\begin{document}`; whether it is that of a part, of whose preamble only the definitions count.
    pub fn begin_part(&mut self) -> bool {
        let Some(index) = self.open.iter().rposition(|file| file.class && !file.wall) else { return false };
        if index > 0 {
            self.out.truncate(self.open[index].made);
        }
        index > 0
    }

    /// `\end{document}`
    pub fn end_document(&mut self) {
        let own = self.open.iter().rposition(|file| file.class && !file.wall).unwrap_or(0);
        for file in self.open.iter_mut().skip(own) {
            file.next = file.end;
        }
        if let Some(file) = self.open.get(own) {
            self.pending.truncate(file.floor);
        }
    }

    pub fn open_file(&mut self, index: usize) {
        let bytes = self.files.bytes(index);
        let folder = self.files.names[index].rsplit_once('/').map_or("", |(folder, _)| folder).to_string();
        self.used[index] = true;
        self.open.push(Open {
            index: Some(index),
            wall: false,
            folder,
            made: self.out.len(),
            ..Open::part(bytes, self.pending.len())
        });
    }

    /// What is to be done when a file has been read.
    pub fn close_file(&mut self, ended: &Open) {
        if ended.style {
            self.out.truncate(ended.made);
        }
        if let Some(categories) = &ended.categories {
            self.categories = categories.clone();
        }
    }

    /// A name in braces or up to a space, as it is when expanded.
    fn file_name(&mut self) -> Option<String> {
        let first = self.solid()?;
        let name = match first.kind {
            Kind::Open => self.until(false, |token| token.kind == Kind::Close)?,
            Kind::Character => {
                let mut name = vec![first];
                while name.len() < 300 {
                    let mark = self.mark();
                    match self.note() {
                        Some(token) if token.kind == Kind::Character || token.is("\\jobname") => {
                            name.push(token)
                        }
                        Some(token) if token.kind == Kind::Space => break,
                        Some(_) => {
                            self.back(mark);
                            break;
                        }
                        None => break,
                    }
                }
                name
            }
            _ => return None,
        };
        let name = self.expanded(name);
        let name = text(&name);
        (!name.contains(['#', '{'])).then(|| name.trim().trim_matches('"').to_string())
    }

    fn folder(&self) -> String {
        self.open.iter().rev().find(|file| !file.wall).map_or(String::new(), |file| file.folder.clone())
    }

    /// The file of that name, with or without its ending, beside the one that is being read or at the root.
    pub fn find_file(&self, name: &str) -> Option<usize> {
        let name = name.trim().trim_matches('"');
        let folder = self.folder();
        let candidates = [joined("", name), joined(&folder, name)];
        let ending = ["", ".tex", ".ltx", ".sty"];
        let names =
            ending.iter().flat_map(|ending| candidates.iter().map(move |name| format!("{name}{ending}")));
        names.into_iter().find_map(|name| self.files.names.iter().position(|file| *file == name))
    }

    fn input(&mut self, token: &Token<'s>, name: &str, folder: Option<String>) {
        if self.aside || name.is_empty() {
            return;
        }
        let at = token.at.start..self.read.last().map_or(token.at.end, |last| last.at.end.max(token.at.end));
        let at = if self.files.same(at.start, at.end.saturating_sub(1)) { at } else { token.at.clone() };
        let found = match &folder {
            Some(folder) => self.find_file(&joined(folder, name)),
            None => self.find_file(name),
        };
        let Some(index) = found else {
            // What every TeX has is not missing.
            if !matches!(
                name.trim_end_matches(".tex"),
                "amstex" | "amssym" | "epsf" | "graphicx" | "tikz" | "xy"
            ) && !name.ends_with(".aux")
            {
                self.trouble(format!("the file `{name}` is not there"), at);
            }
            return;
        };
        if self.open.iter().any(|file| file.index == Some(index)) {
            return self.trouble(format!("`{name}` includes itself and is not read again"), at);
        }
        self.included += self.files.bytes(index).len() + 100;
        if self.open.len() >= MOST_OPEN || self.included > MOST_READINGS * (self.text.len() + 100_000) {
            return self.trouble("too many files are included; this one is not read", at);
        }
        self.open_file(index);
        if let (Some(folder), Some(file)) = (folder, self.open.last_mut()) {
            file.folder = folder;
        }
    }

    /// A package of the author's own; any other is passed over.
    fn package(&mut self, token: &Token<'s>, name: &str) {
        let Some(index) = self.files.names.iter().position(|file| *file == format!("{name}.sty")) else {
            return;
        };
        if PUBLIC.contains(&name) || self.used[index] {
            return;
        }
        let before = self.open.len();
        self.input(token, &format!("{name}.sty"), None);
        if self.open.len() > before {
            let categories = self.categories.clone();
            self.categories.set('@', Category::Letter);
            if let Some(file) = self.open.last_mut() {
                (file.style, file.categories) = (true, Some(categories));
            }
        }
    }
}

/// Packages that authors send along although everybody has them; what they define is known here by its name.
const PUBLIC: [&str; 44] = [
    "amsmath",
    "amssymb",
    "amsthm",
    "amsfonts",
    "array",
    "arydshln",
    "booktabs",
    "caption",
    "subcaption",
    "subfig",
    "subfigure",
    "cite",
    "natbib",
    "color",
    "xcolor",
    "colortbl",
    "enumitem",
    "epsfig",
    "fancyhdr",
    "float",
    "fullpage",
    "geometry",
    "graphicx",
    "graphics",
    "hyperref",
    "listings",
    "longtable",
    "makecell",
    "mathtools",
    "multirow",
    "pgf",
    "pgfplots",
    "psfrag",
    "pstricks",
    "rotating",
    "tabularx",
    "tikz",
    "times",
    "url",
    "verbatim",
    "wrapfig",
    "xspace",
    "xy",
    "youngtab",
];

/// A path below a folder, without `.` and `..`.
fn joined(folder: &str, name: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(name.split('/')) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
