//! Tokens to tables.

use std::ops::Range;

use super::expand::Expander;
use super::macros::{Body, Parameter};
use super::tabularray::{self, Layout};
use super::tokens::{Kind, Token, text, written};
use super::{Cell, ColumnSpec, Passage, Row, Table, TableKind};

/// Environments that are tables, with the number of arguments before the column specification.
const TABLES: [(&str, usize); 20] = [
    ("tabular", 0),
    ("array", 0),
    ("longtable", 0),
    ("tabular*", 1),
    ("tabularx", 1),
    ("tabulary", 1),
    ("xltabular", 1),
    ("longtable*", 0),
    ("supertabular", 0),
    ("supertabular*", 1),
    ("xtabular", 0),
    ("xtabular*", 1),
    ("mpsupertabular", 0),
    ("deluxetable", 0),
    ("deluxetable*", 0),
    ("NiceTabular", 0),
    ("NiceTabular*", 1),
    ("NiceArray", 0),
    ("tabu", 0),
    ("longtabu", 0),
];
/// Environments that are matrices, with the number of arguments before the entries.
const MATRICES: [&str; 18] = [
    "matrix",
    "pmatrix",
    "bmatrix",
    "Bmatrix",
    "vmatrix",
    "Vmatrix",
    "smallmatrix",
    "psmallmatrix",
    "bsmallmatrix",
    "cases",
    "dcases",
    "rcases",
    "matrix*",
    "pmatrix*",
    "bmatrix*",
    "vmatrix*",
    "cases*",
    "dcases*",
];
/// Environments that are tables in a language of their own.
const UNREAD: [&str; 3] = ["tabbing", "IEEEeqnarraybox", "IEEEeqnarraybox*"];
/// Commands that make a table, often of a file of data.
const UNREAD_COMMANDS: [&str; 7] = [
    "\\ctable",
    "\\csvautotabular",
    "\\csvautobooktabular",
    "\\csvreader",
    "\\pgfplotstabletypeset",
    "\\DTLdisplaydb",
    "\\halign",
];
/// Environments that tie a caption and a label to a table that stands in them.
const FLOATS: [&str; 12] = [
    "table",
    "table*",
    "figure",
    "figure*",
    "wraptable",
    "wrapfigure",
    "sidewaystable",
    "sidewaystable*",
    "sidewaysfigure",
    "subtable",
    "subfigure",
    "threeparttable",
];
/// The same, of those that are tables themselves.
const LONG: [&str; 10] = [
    "longtable",
    "longtable*",
    "xltabular",
    "deluxetable",
    "deluxetable*",
    "longtblr",
    "talltblr",
    "longtabs",
    "talltabs",
    "longtabu",
];
/// Tables within tables are read as their own down to this depth.
const DEEPEST: usize = 6;
/// Most cells have fewer tokens.
const USUAL_CELL: usize = 24;
/// No specification is wider.
const MOST_COLUMNS: usize = 1000;

/// The number of arguments before the column specification of a table; none for an environment that is no table.
pub fn before_specification(name: &str) -> Option<usize> {
    let known = TABLES.iter().find(|(known, _)| *known == name).map(|(_, arguments)| *arguments);
    known.or(tabularray::ENVIRONMENTS.contains(&name).then_some(0))
}

/// What was found in a document.
#[derive(Default)]
pub struct Found {
    pub title: Option<Passage>,
    pub summary: Option<Passage>,
    pub tables: Vec<Table>,
}

pub fn read<'s>(tokens: &[Token<'s>], expander: &mut Expander<'s>) -> Found {
    let origins = origins(tokens);
    let mut reader = Reader {
        file: expander.text,
        tokens,
        next: 0,
        origins: &origins,
        expander,
        beside: None,
        head: None,
    };
    reader.document()
}

/// Where each `% origin: …` stands, and what it says.
pub fn origins(tokens: &[Token<'_>]) -> Vec<(usize, String)> {
    let comments = tokens.iter().filter(|token| token.kind == Kind::Comment);
    comments
        .filter_map(|comment| Some((comment.at.start, origin(comment.text.trim_start_matches('%'))?)))
        .collect()
}

/// What follows `origin:`, if the comment is one.
pub fn origin(comment: &str) -> Option<String> {
    let words = comment.trim().strip_prefix("origin:")?.trim();
    (!words.is_empty()).then(|| words.to_string())
}

/// The smallest range that holds all.
pub fn hull<'r>(spans: impl IntoIterator<Item = &'r Range<usize>>) -> Range<usize> {
    spans
        .into_iter()
        .filter(|span| !span.is_empty())
        .cloned()
        .reduce(|all, span| all.start.min(span.start)..all.end.max(span.end))
        .unwrap_or(0..0)
}

struct Reader<'t, 's> {
    file: &'s str,
    tokens: &'t [Token<'s>],
    next: usize,
    origins: &'t [(usize, String)],
    expander: &'t mut Expander<'s>,
    /// The caption and label of `\subfloat`, for the table that follows.
    beside: Option<(Passage, Option<Passage>)>,
    /// Which tokens are the head of the `supertabular` that follows.
    head: Option<Range<usize>>,
}

/// An environment with captions and labels, and the tables found in it.
#[derive(Default)]
struct Float {
    name: String,
    captions: Vec<Passage>,
    labels: Vec<Passage>,
    tables: Vec<usize>,
}

impl Float {
    /// Captions and labels to tables: one to one where there are as many, else the first to all.
    fn tie(self, tables: &mut [Table]) {
        for (index, &table) in self.tables.iter().enumerate() {
            let pick = |passages: &[Passage]| {
                let own = if passages.len() == self.tables.len() { index } else { 0 };
                passages.get(own).cloned()
            };
            let table = &mut tables[table];
            table.caption = table.caption.take().or_else(|| pick(&self.captions));
            table.label = table.label.take().or_else(|| pick(&self.labels));
        }
    }
}

impl<'t, 's> Reader<'t, 's> {
    fn document(&mut self) -> Found {
        let mut found = Found::default();
        let mut floats: Vec<Float> = Vec::new();
        // Where the tables end within which this token stands.
        let mut around: Vec<usize> = Vec::new();
        while let Some(token) = self.tokens.get(self.next) {
            self.next += 1;
            if token.kind != Kind::Command {
                continue;
            }
            while around.last().is_some_and(|end| *end <= self.next) {
                around.pop();
            }
            match token.text {
                "\\begin" => {
                    let begun = self.next - 1;
                    let Some(name) = self.name() else { continue };
                    if FLOATS.contains(&name.as_str()) || LONG.contains(&name.as_str()) {
                        floats.push(Float { name: name.clone(), ..Float::default() });
                    }
                    if name == "abstract" && found.summary.is_none() {
                        found.summary = self.until_end(&name);
                    }
                    if UNREAD.contains(&name.as_str()) {
                        self.trouble(format!("a table in `{name}` is not read"), token.at.clone());
                        continue;
                    }
                    let matrix = MATRICES.contains(&name.as_str());
                    let arguments = before_specification(&name);
                    if !matrix && arguments.is_none() || around.len() >= DEEPEST {
                        continue;
                    }
                    let inner = self.next;
                    let nested = !around.is_empty();
                    let float = if nested { None } else { floats.last_mut() };
                    let mut table = self.table(&name, arguments.unwrap_or(0), token.at.start, float);
                    table.nested = nested;
                    if matrix || self.stands_in_fences(begun) {
                        (table.kind, table.headings) = (TableKind::Matrix, 0);
                    } else if !nested {
                        for float in &mut floats {
                            float.tables.push(found.tables.len());
                        }
                        if let Some((caption, label)) = self.beside.take() {
                            (table.caption, table.label) = (Some(caption), label);
                        }
                    }
                    found.tables.push(table);
                    if !nested
                        && LONG.contains(&name.as_str())
                        && let Some(float) = floats.pop()
                    {
                        float.tie(&mut found.tables);
                    }
                    // What lies in its cells is read again, for the tables there.
                    around.push(self.next);
                    self.next = inner;
                }
                "\\end" => {
                    let Some(name) = self.name() else { continue };
                    if around.is_empty()
                        && floats.last().is_some_and(|float| float.name == name)
                        && let Some(float) = floats.pop()
                    {
                        float.tie(&mut found.tables);
                    }
                }
                "\\caption" | "\\captionof" | "\\subcaption" | "\\label" | "\\tablecaption"
                | "\\topcaption" | "\\bottomcaption" | "\\tablecap"
                    if around.is_empty() =>
                {
                    self.caption(token, floats.last_mut());
                }
                "\\subfloat" | "\\subtable" | "\\subfigure" | "\\subcaptionbox" if around.is_empty() => {
                    self.beside = self.caption_beside(token);
                }
                "\\tablehead" | "\\tablefirsthead" if around.is_empty() => {
                    let first = token.is("\\tablefirsthead");
                    let head = group_in_braces(&self.tokens[self.next..]).map(|(head, rest)| {
                        let end = self.tokens.len() - rest.len() - 1;
                        end - head.len()..end
                    });
                    if first || self.head.is_none() {
                        self.head = head;
                    }
                }
                unread if UNREAD_COMMANDS.contains(&unread) => {
                    self.trouble(format!("a table made by `{unread}` is not read"), token.at.clone());
                }
                // The `\matrix` of a picture has other brackets.
                "\\matrix" | "\\pmatrix" | "\\bordermatrix" if self.peek_is("{") => {
                    self.trouble(format!("what `{}` lines up is not read", token.text), token.at.clone());
                }
                "\\title" if found.title.is_none() => {
                    self.optional();
                    found.title = self.group().map(|words| self.passage(words));
                }
                "\\abstract" if found.summary.is_none() => {
                    found.summary = self.group().map(|words| self.passage(words));
                }
                _ => {}
            }
        }
        while let Some(float) = floats.pop() {
            float.tie(&mut found.tables);
        }
        found
    }

    /// Whether the environment that begins at a token stands between brackets that grow with it.
    fn stands_in_fences(&self, begin: usize) -> bool {
        let before = self.tokens[..begin].iter().rev().filter(|token| !token.is_blank()).take(2);
        before.skip(1).any(|token| token.is("\\left"))
    }

    /// The caption of a part of a float, and its label.
    fn caption_beside(&mut self, command: &Token<'s>) -> Option<(Passage, Option<Passage>)> {
        let (words, rest) = match command.is("\\subcaptionbox") {
            true => group_in_braces(&self.tokens[self.next..])?,
            false => optional(&self.tokens[self.next..])?,
        };
        self.next = self.tokens.len() - rest.len();
        let (words, label) = self.words_and_label(words);
        Some((words, label))
    }

    /// The words of a caption, and the label within it.
    fn words_and_label(&self, tokens: &[Token<'s>]) -> (Passage, Option<Passage>) {
        let label = tokens.iter().position(|token| token.is("\\label"));
        let words = self.passage(&tokens[..label.unwrap_or(tokens.len())]);
        let inner = label.and_then(|label| group(&tokens[label + 1..])).map(|(inner, _)| self.passage(inner));
        (words, inner)
    }

    /// What stands before `\end{name}`; it will be read again.
    fn until_end(&self, name: &str) -> Option<Passage> {
        let rest = &self.tokens[self.next..];
        let ends = |token: usize| {
            rest[token].is("\\end") && group(&rest[token + 1..]).is_some_and(|(ended, _)| text(ended) == name)
        };
        let end = (0..rest.len()).find(|&token| ends(token))?;
        Some(self.passage(&rest[..end]))
    }

    /// A caption or a label; its command has been read.
    fn caption(&mut self, command: &Token<'s>, float: Option<&mut Float>) {
        self.skip_star();
        if command.is("\\captionof") {
            self.group();
        }
        self.optional();
        let Some(tokens) = self.group() else { return };
        let Some(float) = float else { return };
        let (words, label) = self.words_and_label(tokens);
        match command.text {
            "\\label" => float.labels.push(words),
            _ => float.captions.push(words),
        }
        float.labels.extend(label);
    }

    fn passage(&self, tokens: &[Token<'s>]) -> Passage {
        let tokens = trim(tokens);
        let span = self.span(tokens);
        Passage { source: self.file[span.clone()].to_string(), expanded: text(tokens), span }
    }

    /// The bytes from the first token to the last; those of one file.
    fn span(&self, tokens: &[Token<'s>]) -> Range<usize> {
        let Some(first) = tokens.first() else { return 0..0 };
        let files = self.expander.files;
        if files.len() <= 1 {
            return hull(tokens.iter().map(|token| &token.at));
        }
        hull(tokens.iter().map(|token| &token.at).filter(|at| files.same(at.start, first.at.start)))
    }

    /// A table whose `\begin{name}` has been read, to its `\end`.
    fn table(&mut self, name: &str, arguments: usize, start: usize, mut float: Option<&mut Float>) -> Table {
        let matrix = MATRICES.contains(&name);
        let mut columns = Vec::new();
        let mut around: Vec<Around<'s>> = Vec::new();
        let mut layout = None;
        if tabularray::ENVIRONMENTS.contains(&name) {
            let mut said = self.tabularray(name, start, float.as_deref_mut());
            columns = std::mem::take(&mut said.columns);
            around = vec![Around::default(); columns.len()];
            for &column in &said.decorated {
                around[column] = Around::unread();
            }
            layout = Some(said);
        } else {
            self.optional();
        }
        if !matrix && layout.is_none() {
            for _ in 0..arguments {
                self.group();
            }
            self.optional();
            if name.ends_with("tabu") {
                self.skip_width();
            }
            match group_in_braces(&self.tokens[self.next..]) {
                Some((specification, rest)) => {
                    self.next = self.tokens.len() - rest.len();
                    let found = self.specification(specification);
                    (columns, around) = (found.columns, found.around);
                }
                None => self.trouble(format!("`{name}` has no column specification"), start..start + 6),
            }
            if name.starts_with("Nice") {
                self.optional();
            }
        }
        columns.iter_mut().for_each(|column| column.math |= matches!(name, "array" | "NiceArray"));

        let mut rows = Rows::default();
        if (name.contains("supertabular") || name.starts_with("xtabular"))
            && let Some(head) = self.head.take()
        {
            self.super_head(head, &mut rows);
        }
        // The braces of `\tablehead{…}` are none.
        let mut head = false;
        let mut inner: Vec<String> = Vec::new();
        let mut braces: Vec<Range<usize>> = Vec::new();
        let mut end = None;
        while let Some(token) = self.tokens.get(self.next) {
            self.next += 1;
            let outside = inner.is_empty() && braces.is_empty();
            match token.kind {
                Kind::Open => braces.push(token.at.clone()),
                Kind::Close if head && outside => {
                    head = false;
                    rows.end_row();
                    rows.rule = true;
                    continue;
                }
                Kind::Close => drop(braces.pop()),
                Kind::Comment => {
                    if outside && token.text.starts_with('%') {
                        self.commented(token, &mut rows, columns.len());
                    }
                    continue;
                }
                Kind::Ampersand if outside => {
                    rows.mark(&token.at);
                    rows.end_cell();
                    continue;
                }
                Kind::Command => match token.text {
                    "\\begin" => {
                        let (next, begun) = (self.next, self.name());
                        self.next = next;
                        inner.extend(begun);
                    }
                    "\\end" => {
                        let next = self.next;
                        let ended = self.name().unwrap_or_default();
                        match inner.iter().rposition(|open| *open == ended) {
                            Some(open) => inner.truncate(open),
                            None if inner.is_empty() || ended == name => {
                                if ended != name {
                                    let message = format!("`{name}` is ended by `{ended}`");
                                    self.trouble(message, token.at.clone());
                                }
                                end = self.tokens[..self.next].last().map(|last| last.at.end);
                                break;
                            }
                            None => {}
                        }
                        self.next = next;
                    }
                    "\\\\" | "\\tabularnewline" | "\\cr" | "\\crcr" if outside => {
                        self.skip_star();
                        self.skip_dimension();
                        rows.mark(&token.at);
                        rows.end_row();
                        continue;
                    }
                    "\\caption" | "\\label" | "\\tablecaption" if outside => {
                        self.caption(token, float.as_deref_mut());
                        continue;
                    }
                    "\\tablehead" if outside && name.starts_with("deluxe") => {
                        self.skip_blank();
                        if self.tokens.get(self.next).is_some_and(|token| token.kind == Kind::Open) {
                            self.next += 1;
                            head = true;
                        }
                        continue;
                    }
                    "\\endfirsthead" | "\\endhead" | "\\endfoot" | "\\endlastfoot" if outside => {
                        rows.end_part(token.text);
                        continue;
                    }
                    "\\CodeBefore" if outside && name.starts_with("Nice") => {
                        let body = self.tokens[self.next..].iter().position(|token| token.is("\\Body"));
                        self.next += body.map_or(0, |body| body + 1);
                        continue;
                    }
                    rule if outside && rows.between() => {
                        if let Some(whole) = self.rule(rule) {
                            rows.rule |= whole;
                            continue;
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
            if !token.is_blank() {
                rows.mark(&token.at);
            }
            rows.cell.push(token.clone());
        }
        if let Some(open) = braces.first() {
            self.trouble("the brace is not closed in its table".into(), open.clone());
        }
        if end.is_none() {
            self.trouble(format!("`{name}` is not ended"), start..start + "\\begin".len());
        }
        rows.end_row();

        let (done, head) = rows.parts();
        let mut raw = self.rows(&done, &columns, &[], layout.is_some(), 0);
        if around.iter().any(|around| *around != Around::default()) {
            // Authors do not mean their headings; without a rule below them nobody knows which they are.
            let bare = printed(&raw);
            let ruled = bare.iter().skip(1).any(|row| row.rule_above);
            let headings = if ruled { headings(&bare) } else { 0 };
            raw = self.rows(&done, &columns, &around, layout.is_some(), headings);
        }
        if let Some(layout) = &layout {
            laid_out(&mut raw, layout);
        }
        if matrix {
            raw.iter_mut().flat_map(|row| &mut row.cells).for_each(|cell| cell.math = true);
        }
        lift(&mut raw);
        let rows = printed(&raw);
        for row in &rows {
            let width = row.width();
            if width != columns.len() && !columns.is_empty() {
                let message = format!("the row has {}, its table {}", count(width), count(columns.len()));
                self.trouble(message, row.span.clone());
            }
        }
        let said = layout.and_then(|layout| layout.head).filter(|head| *head <= rows.len());
        let headings = said.unwrap_or_else(|| headings(&rows));
        // A rule below every row says nothing.
        let ruled = rows.iter().skip(1).filter(|row| row.rule_above).count();
        let headings_known =
            head || said.is_some() || ruled > 0 && (rows.len() == 2 || ruled + 1 < rows.len());
        let span = start..end.unwrap_or(self.file.len()).max(start);
        Table {
            environment: name.to_string(),
            kind: TableKind::Table,
            nested: false,
            span,
            caption: None,
            label: None,
            columns,
            rows,
            headings,
            headings_known,
            raw,
        }
    }

    /// What stands in front of a table of `tabularray`; its caption and label go to the float.
    fn tabularray(&mut self, name: &str, start: usize, float: Option<&mut Float>) -> Layout {
        if let Some((outer, rest)) = optional(&self.tokens[self.next..]) {
            self.next = self.tokens.len() - rest.len();
            if let Some(float) = float {
                let [caption, label] = tabularray::caption_and_label(outer);
                float.captions.extend(caption.map(|words| self.passage(words)));
                float.labels.extend(label.map(|words| self.passage(words)));
            }
        }
        match group_in_braces(&self.tokens[self.next..]) {
            Some((inner, rest)) => {
                self.next = self.tokens.len() - rest.len();
                tabularray::layout(inner)
            }
            None => {
                self.trouble(format!("`{name}` has no column specification"), start..start + 6);
                Layout::default()
            }
        }
    }

    fn trouble(&mut self, message: String, at: Range<usize>) {
        self.expander.trouble(message, at);
    }

    /// The head that stands in front of a `supertabular`.
    fn super_head(&mut self, head: Range<usize>, rows: &mut Rows<'s>) {
        let after = std::mem::replace(&mut self.next, head.start);
        let mut depth = 0_usize;
        while self.next < head.end {
            let token = &self.tokens[self.next];
            self.next += 1;
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::Ampersand if depth == 0 => {
                    rows.mark(&token.at);
                    rows.end_cell();
                    continue;
                }
                Kind::Command if depth == 0 => match token.text {
                    "\\\\" | "\\tabularnewline" | "\\cr" => {
                        self.skip_star();
                        self.skip_dimension();
                        rows.mark(&token.at);
                        rows.end_row();
                        continue;
                    }
                    rule if rows.between() => {
                        if let Some(whole) = self.rule(rule) {
                            rows.rule |= whole;
                            continue;
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
            if !token.is_blank() {
                rows.mark(&token.at);
            }
            rows.cell.push(token.clone());
        }
        self.next = after;
        rows.end_part("\\endfirsthead");
    }

    /// What a comment in a table hides: columns of a row, or a row; other comments are words.
    fn commented(&mut self, comment: &Token<'s>, rows: &mut Rows<'s>, width: usize) {
        let hidden = comment.text.trim_start_matches('%');
        if !hidden.contains('&') {
            return;
        }
        let start = comment.at.end - hidden.len();
        let mut parts = Rows::default();
        let mut depth = 0_usize;
        for token in self.expander.hidden(start..comment.at.end) {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::Ampersand if depth == 0 => {
                    parts.mark(&token.at);
                    parts.end_cell();
                    continue;
                }
                Kind::Command if depth == 0 && matches!(token.text, "\\\\" | "\\tabularnewline") => {
                    parts.mark(&token.at);
                    parts.end_row();
                    break;
                }
                _ => {}
            }
            if !token.is_blank() {
                parts.mark(&token.at);
            }
            parts.cell.push(token);
        }
        let ended = !parts.done.is_empty();
        parts.end_row();
        let Some(mut row) = parts.done.into_iter().next() else { return };
        row.cells.iter_mut().for_each(|cell| cell.commented = true);
        let begins = row.cells.first().is_some_and(|cell| trim(&cell.tokens).is_empty());
        if !rows.between() {
            // Columns of the row that is being read, behind its present cell or before it.
            let cells = row.cells.into_iter().skip(usize::from(begins));
            if begins || !trim(&rows.cell).is_empty() {
                rows.after.extend(cells);
            } else {
                rows.row.cells.extend(cells.filter(|cell| !trim(&cell.tokens).is_empty()));
            }
            return;
        }
        let last = rows.done.last_mut().filter(|last| {
            begins && !last.commented && !self.file[last.span.end.min(start)..start].contains('\n')
        });
        if let Some(last) = last {
            last.cells.extend(row.cells.into_iter().skip(1));
        } else if ended || row.cells.len() == width {
            row.commented = true;
            row.rule_above = false;
            rows.done.push(row);
        }
    }

    /// A command between rows that is no cell: read with its arguments; whether it is a rule over all columns.
    fn rule(&mut self, command: &str) -> Option<bool> {
        match command {
            "\\hline" | "\\Hline" | "\\hdashline" | "\\tableline" | "\\firsthline" | "\\lasthline"
            | "\\thickhline" | "\\toprule" | "\\midrule" | "\\bottomrule" | "\\startdata" | "\\colrule"
            | "\\botrule" => {
                self.optional();
                Some(true)
            }
            "\\SetHline" | "\\SetHlines" | "\\SetVline" | "\\SetVlines" | "\\SetRow" | "\\SetRows"
            | "\\SetColumn" | "\\SetColumns" | "\\SetCells" => {
                while let Some((_, rest)) = optional(&self.tokens[self.next..]) {
                    self.next = self.tokens.len() - rest.len();
                }
                while group_in_braces(&self.tokens[self.next..]).is_some() {
                    self.group();
                }
                Some(matches!(command, "\\SetHline" | "\\SetHlines"))
            }
            "\\tabucline" => {
                self.optional();
                Some(self.group().is_some_and(|columns| text(columns).trim() == "-"))
            }
            "\\hhline" | "\\Xhline" | "\\cutinhead" | "\\sidehead" => {
                self.group();
                Some(true)
            }
            "\\specialrule" => {
                for _ in 0..3 {
                    self.group();
                }
                Some(true)
            }
            "\\morecmidrules" | "\\pagebreak" | "\\nopagebreak" | "\\newpage" | "\\enddata"
            | "\\shrinkheight" | "\\Body" | "\\smallskip" | "\\medskip" | "\\bigskip" => Some(false),
            "\\rowfont" | "\\cline" | "\\noalign" | "\\cdashline" | "\\arrayrulecolor" | "\\vspace"
            | "\\tablewidth" | "\\tablecolumns" | "\\tabletypesize" | "\\tablenum" | "\\tablecomments"
            | "\\tablerefs" => {
                self.skip_star();
                self.optional();
                self.group();
                Some(false)
            }
            "\\tablenotetext" | "\\setcounter" | "\\addtocounter" | "\\setlength" | "\\addtolength" => {
                self.group();
                self.group();
                Some(false)
            }
            "\\cmidrule" => {
                self.optional();
                self.skip_spaces();
                if self.peek_is("(") {
                    while self.tokens.get(self.next).is_some_and(|token| token.text != ")") {
                        self.next += 1;
                    }
                    self.next += 1;
                }
                self.group();
                Some(false)
            }
            "\\addlinespace" => {
                self.optional();
                Some(false)
            }
            "\\rowcolor" => {
                self.optional();
                self.group();
                self.optional();
                self.optional();
                Some(false)
            }
            _ => None,
        }
    }

    /// The columns of a specification.
    fn specification(&self, tokens: &[Token<'s>]) -> Columns<'s> {
        let mut found = Columns::default();
        self.specified(tokens, &mut found, 0);
        found.end();
        found
    }

    fn specified(&self, tokens: &[Token<'s>], found: &mut Columns<'s>, depth: usize) {
        let mut rest = tokens;
        let mut math = false;
        while let Some((token, after)) = rest.split_first() {
            rest = after;
            match token.text {
                // `tabu` says how the line looks.
                "|" => rest = optional(rest).map_or(rest, |(_, after)| after),
                "@" | "!" => {
                    let Some((material, after)) = group(rest) else { continue };
                    found.between.extend(material.iter().cloned());
                    rest = after;
                }
                "<" => {
                    let Some((material, after)) = group(rest) else { continue };
                    // `1.`, `1:` and `1,` number or end a line.
                    let punctuates = [".", ":", ","].contains(&text(material).trim());
                    if prints(material)
                        && !punctuates
                        && let Some(last) = found.around.last_mut()
                    {
                        last.after.splice(0..0, material.iter().cloned());
                    }
                    rest = after;
                }
                ";" => rest = group_in_braces(rest).map_or(rest, |(_, after)| after),
                ">" => {
                    let Some((material, after)) = group(rest) else { continue };
                    math |= material.iter().any(|token| token.kind == Kind::Math || token.is("\\("));
                    if prints(material) {
                        found.before.extend(material.iter().cloned());
                    }
                    rest = after;
                }
                "*" => {
                    let Some((times, after)) = group(rest) else { continue };
                    let Some((repeated, after)) = group(after) else { continue };
                    let times: usize = text(times).trim().parse().unwrap_or(1);
                    for _ in 0..times.min(MOST_COLUMNS) {
                        if found.columns.len() < MOST_COLUMNS && depth < 4 {
                            self.specified(repeated, found, depth + 1);
                        }
                    }
                    rest = after;
                }
                letter if letter.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                    if let Some(own) = self.expander.columns.get(letter).cloned()
                        && let Body::Tokens(body) = &own.body
                        && depth < 4
                    {
                        let before = found.columns.len();
                        let (meaning, after) = filled(body, &own.parameters, rest);
                        rest = after;
                        self.specified(&meaning, found, depth + 1);
                        found.columns.iter_mut().skip(before).for_each(|column| column.math |= math);
                        math = false;
                        continue;
                    } else if found.columns.len() < MOST_COLUMNS {
                        found.push(ColumnSpec { letter: letter.to_string(), math });
                    }
                    math = false;
                    while let Some((said, after)) = optional(rest).or_else(|| group_in_braces(rest)) {
                        // `X[$]` is a column of formulas.
                        let formulas = letter == "X" && said.iter().any(|token| token.kind == Kind::Math);
                        found
                            .columns
                            .last_mut()
                            .filter(|_| formulas)
                            .into_iter()
                            .for_each(|it| it.math = true);
                        rest = after;
                    }
                }
                _ => {}
            }
        }
    }

    /// The rows that hold anything; those below the first `headings` printed ones with what the table prints around their cells.
    fn rows(
        &self,
        done: &[RawRow<'s>],
        columns: &[ColumnSpec],
        around: &[Around<'s>],
        covered: bool,
        headings: usize,
    ) -> Vec<Row> {
        let mut printed = 0;
        let mut rows = Vec::new();
        for row in done {
            if row.cells.iter().any(|cell| !trim(&cell.tokens).is_empty()) || row.cells.len() > 1 {
                let around = if printed < headings { &[] } else { around };
                printed += usize::from(!row.commented);
                rows.push(self.row(row, columns, around, covered));
            }
        }
        rows
    }

    /// A row of cells. In a table of `tabularray` what a cell covers is still written, and empty.
    fn row(&self, row: &RawRow<'s>, columns: &[ColumnSpec], around: &[Around<'s>], covered: bool) -> Row {
        let (mut column, mut left_out) = (0, 0);
        let mut cells = Vec::new();
        for raw in &row.cells {
            if left_out > 0 && trim(&raw.tokens).is_empty() {
                left_out -= 1;
                continue;
            }
            let math = columns.get(column).is_some_and(|column| column.math);
            let mut cell = self.cell(&raw.tokens, math, around.get(column));
            cell.column = column;
            cell.commented = raw.commented || row.commented;
            if !raw.commented || row.commented {
                column += cell.columns;
            }
            left_out = if covered { cell.columns - 1 } else { 0 };
            cells.push(cell);
        }
        let above = self.origins.partition_point(|(at, _)| *at <= row.span.start);
        let origin = above.checked_sub(1).map(|index| self.origins[index].1.clone());
        Row { cells, span: row.span.clone(), rule_above: row.rule_above, commented: row.commented, origin }
    }

    fn cell(&self, tokens: &[Token<'s>], mut math: bool, around: Option<&Around<'s>>) -> Cell {
        let mut around = around.cloned();
        let mut tokens = trim(tokens);
        let span = self.span(tokens);
        let (mut columns, mut rows, mut upward) = (1, 1, 0);
        while let Some((first, rest)) = tokens.split_first() {
            // How it looks may be said in front.
            if first.kind == Kind::Command && LOOKS.contains(&first.text) {
                tokens = trim(rest);
                continue;
            }
            if matches!(first.text, "\\cellcolor" | "\\color" | "\\columncolor") {
                let rest = optional(rest).map_or(rest, |(_, after)| after);
                if let Some((_, after)) = group(rest) {
                    tokens = trim(after);
                    continue;
                }
            }
            let number = |tokens: &[Token<'s>]| {
                text(tokens)
                    .trim()
                    .parse()
                    .ok()
                    .filter(|number| (1..=MOST_COLUMNS).contains(number))
                    .unwrap_or(1)
            };
            if first.is("\\SetCell")
                && let Some((high, wide, after)) = tabularray::set_cell(rest)
            {
                (rows, columns) = (high, wide);
                tokens = trim(after);
                continue;
            }
            let content = if first.is("\\multicolumn") {
                group(rest).and_then(|(number_of, rest)| {
                    let (specification, rest) = group(rest)?;
                    around = self.specification(specification).around.into_iter().next();
                    columns = number(number_of);
                    math = specification.iter().any(|token| token.kind == Kind::Math)
                        || math && specification.iter().all(|token| token.text != ">");
                    group(rest)
                })
            } else if first.is("\\multirow") {
                let skip = |rest| optional(rest).map_or(rest, |(_, after)| after);
                group(skip(rest)).and_then(|(number_of, rest)| {
                    let (_, rest) = group(skip(rest))?;
                    rows = number(number_of);
                    upward =
                        text(number_of).trim().strip_prefix('-').and_then(|up| up.parse().ok()).unwrap_or(0);
                    group(skip(rest))
                })
            } else {
                None
            };
            // Whatever stands behind the argument stays unread, and is nothing but space in practice.
            match content {
                Some((content, after)) if trim(after).is_empty() => tokens = trim(content),
                _ => break,
            }
        }
        let printed = around.filter(|_| !tokens.is_empty()).map(|around| around.printed(tokens, &span));
        let (content, marked) = plain(&without_marks(printed.as_deref().unwrap_or(tokens)));
        let (content, places) = written(trim(&content));
        Cell {
            source: self.file[span.clone()].to_string(),
            span,
            expanded: text(tokens),
            content,
            math: math || marked,
            column: 0,
            columns,
            rows,
            commented: false,
            upward,
            places,
        }
    }

    /// The name in braces behind `\begin` or `\end`.
    fn name(&mut self) -> Option<String> {
        let (name, rest) = group_in_braces(&self.tokens[self.next..])?;
        if name.len() > 40 {
            return None;
        }
        self.next = self.tokens.len() - rest.len();
        Some(text(name).trim().to_string())
    }

    fn group(&mut self) -> Option<&'t [Token<'s>]> {
        let (inner, rest) = group(&self.tokens[self.next..])?;
        self.next = self.tokens.len() - rest.len();
        Some(inner)
    }

    fn optional(&mut self) {
        if let Some((_, rest)) = optional(&self.tokens[self.next..]) {
            self.next = self.tokens.len() - rest.len();
        }
    }

    fn peek_is(&self, text: &str) -> bool {
        self.tokens.get(self.next).is_some_and(|token| token.text == text)
    }

    fn skip_blank(&mut self) {
        while self.tokens.get(self.next).is_some_and(Token::is_blank) {
            self.next += 1;
        }
    }

    fn skip_spaces(&mut self) {
        while self.tokens.get(self.next).is_some_and(|token| token.kind == Kind::Space) {
            self.next += 1;
        }
    }

    fn skip_star(&mut self) {
        if self.peek_is("*") {
            self.next += 1;
        }
    }

    /// `[2pt]` behind `\\`; a cell that begins with a bracket is none.
    /// `to 8cm` or `spread 2em`, which stands before the columns of `tabu`.
    fn skip_width(&mut self) {
        self.skip_blank();
        let columns = self.tokens[self.next..].iter().position(|token| token.kind == Kind::Open);
        if self.peek_is("t") || self.peek_is("s") {
            self.next += columns.unwrap_or(0);
        }
    }

    fn skip_dimension(&mut self) {
        let Some((inner, rest)) = optional(&self.tokens[self.next..]) else { return };
        let written = text(inner);
        let number = written.trim().trim_start_matches(['-', '+']);
        let unit = number.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').trim_start();
        let units = ["pt", "ex", "em", "mm", "cm", "in", "bp", "pc", "sp", "mu"];
        if units.contains(&unit) || unit.starts_with('\\') {
            self.next = self.tokens.len() - rest.len();
        }
    }
}

/// What a table prints around the cells of a column, of its specification: `>{$\pm}c<{$}`.
#[derive(Clone, Default, PartialEq)]
struct Around<'s> {
    before: Vec<Token<'s>>,
    after: Vec<Token<'s>>,
}

impl<'s> Around<'s> {
    /// Around cells of which nobody can say what of it belongs to them.
    fn unread() -> Around<'s> {
        let mark = Token { kind: Kind::Command, text: PRINTED_BETWEEN, at: 0..0 };
        Around { before: vec![mark], after: Vec::new() }
    }

    /// The cell as it is printed; what stands around it has no place of its own there.
    fn printed(&self, cell: &[Token<'s>], span: &Range<usize>) -> Vec<Token<'s>> {
        let at = |tokens: &[Token<'s>], place: usize| {
            tokens.iter().map(|token| Token { at: place..place, ..token.clone() }).collect::<Vec<_>>()
        };
        [at(&self.before, span.start), cell.to_vec(), at(&self.after, span.end)].concat()
    }
}

/// A command that no reader of values knows: something is printed beside the cell that may belong to it.
const PRINTED_BETWEEN: &str = "\\printedbetweencolumns";

/// The columns of a specification, and what it prints around them.
#[derive(Default)]
struct Columns<'s> {
    columns: Vec<ColumnSpec>,
    around: Vec<Around<'s>>,
    /// The `>{…}` of the column to come.
    before: Vec<Token<'s>>,
    /// The `@{…}` and `!{…}` since the last column.
    between: Vec<Token<'s>>,
}

impl<'s> Columns<'s> {
    fn push(&mut self, column: ColumnSpec) {
        let mut around = Around { before: std::mem::take(&mut self.before), after: Vec::new() };
        let between = std::mem::take(&mut self.between);
        // An equals sign and a colon are no part of either side.
        let spaces = ["\\quad", "\\qquad", "\\enspace", "\\thinspace", "\\space", "\\ ", "\\,", "\\;", "\\:"];
        let set = spaces.iter().fold(text(&plain(&between).0), |set, space| set.replace(space, ""));
        let sign = set.replace(['{', '}', ' ', '~', '$'], "");
        if prints(&between) && !["=", ":"].contains(&sign.as_str()) {
            match self.around.last_mut() {
                Some(last) => {
                    last.before.extend(Around::unread().before);
                    around.before.extend(Around::unread().before);
                }
                None => {
                    around.before.splice(0..0, between);
                }
            }
        }
        self.columns.push(column);
        self.around.push(around);
    }

    /// What stands behind the last column belongs to it.
    fn end(&mut self) {
        let between = std::mem::take(&mut self.between);
        if prints(&between)
            && let Some(last) = self.around.last_mut()
        {
            last.after.extend(between);
        }
    }
}

/// Whether what a specification puts beside cells prints anything: more than fonts, colours, rules, space and alignments.
pub fn prints(material: &[Token<'_>]) -> bool {
    let (plain, _) = plain(material);
    let words = text(&plain);
    let mut rest = words.as_str();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || "{}~$".contains(c));
        let Some(command) = rest.strip_prefix('\\') else { return !rest.is_empty() };
        let letters = command.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(command.len());
        let sign = command.chars().next().map_or(0, char::len_utf8);
        let (name, after) = command.split_at(if letters > 0 { letters } else { sign });
        rest = match name {
            _ if SILENT.contains(&name) => after,
            "let" => &after[after.find(|c: char| c.is_whitespace()).unwrap_or(after.len())..],
            "hskip" | "kern" | "mkern" | "vrule" => without_lengths(after),
            "columncolor" | "arrayrulecolor" | "extracolsep" | "setlength" | "addtolength" => {
                without_arguments(after)
            }
            _ => return true,
        };
    }
}

/// Commands of column specifications that print nothing and take nothing.
const SILENT: [&str; 29] = [
    ",",
    ";",
    ":",
    "!",
    " ",
    "/",
    "quad",
    "qquad",
    "enspace",
    "enskip",
    "thinspace",
    "medspace",
    "thickspace",
    "negthinspace",
    "space",
    "vline",
    "fill",
    "ignorespaces",
    "unskip",
    "bgroup",
    "egroup",
    "begingroup",
    "endgroup",
    "mathsurround",
    "slshape",
    "mdseries",
    "upshape",
    "scshape",
    "sf",
];

/// `2pt` and `width 1pt plus 1fil`, up to what follows them.
fn without_lengths(text: &str) -> &str {
    let mut rest = text.trim_start();
    loop {
        let words = ["width", "height", "depth", "plus", "minus"];
        let word = words.iter().find_map(|word| rest.strip_prefix(word)).unwrap_or(rest);
        let number = word.trim_start().trim_start_matches('-');
        let unit = number.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let letters = unit.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(unit.len());
        let shorter = match unit.strip_prefix('\\') {
            Some(name) if number.len() > unit.len() || word.len() < rest.len() => {
                name.trim_start_matches(|c: char| c.is_ascii_alphabetic())
            }
            _ if number.len() > unit.len() && unit.starts_with("fil") => &unit[letters..],
            _ if number.len() > unit.len() => &unit[letters.min(2)..],
            // The argument that was to say how wide was left out.
            _ if number.is_empty() => return number,
            _ => return rest,
        };
        rest = shorter.trim_start();
    }
}

/// Behind the `[…]` and `{…}` that come next.
fn without_arguments(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(close) = match rest.chars().next() {
        Some('[') => rest.find(']'),
        Some('{') => rest.find('}'),
        _ => None,
    } {
        rest = rest[close + 1..].trim_start();
    }
    rest
}

#[derive(Default)]
struct RawCell<'s> {
    tokens: Vec<Token<'s>>,
    commented: bool,
}

#[derive(Default)]
struct RawRow<'s> {
    cells: Vec<RawCell<'s>>,
    span: Range<usize>,
    rule_above: bool,
    commented: bool,
}

/// The rows read so far, the one being read, and its cell being read.
#[derive(Default)]
struct Rows<'s> {
    done: Vec<RawRow<'s>>,
    row: RawRow<'s>,
    cell: Vec<Token<'s>>,
    /// Commented-out cells that stand behind the present one.
    after: Vec<RawCell<'s>>,
    /// A rule has been seen since the last row.
    rule: bool,
    /// The heads and feet of a long table: that of its first page, of the others, their foot, and that of the last.
    long: [Option<Vec<RawRow<'s>>>; 4],
}

impl<'s> Rows<'s> {
    /// Whether no row has begun since the last one ended.
    fn between(&self) -> bool {
        self.row.cells.is_empty() && trim(&self.cell).is_empty()
    }

    fn mark(&mut self, at: &Range<usize>) {
        self.row.span = hull([&self.row.span, at]);
    }

    /// The rows so far are a head or a foot of a long table.
    fn end_part(&mut self, command: &str) {
        self.end_row();
        let part = match command {
            "\\endfirsthead" => 0,
            "\\endhead" => 1,
            "\\endfoot" => 2,
            _ => 3,
        };
        self.long[part] = Some(std::mem::take(&mut self.done));
        self.rule = false;
    }

    /// All rows, each once: those of the head in front and those of the last foot at the end; and whether there is
    /// such a head.
    fn parts(self) -> (Vec<RawRow<'s>>, bool) {
        let [first, head, _, foot] = self.long;
        let mut rows = first.filter(|first| !first.is_empty()).or(head).unwrap_or_default();
        let has_head = !rows.is_empty();
        let mut body = self.done;
        if has_head && let Some(first) = body.first_mut() {
            first.rule_above = true;
            // Rules among the rows of a head do not end it.
            rows.iter_mut().skip(1).for_each(|row| row.rule_above = false);
        }
        rows.append(&mut body);
        rows.extend(foot.into_iter().flatten());
        (rows, has_head)
    }

    fn end_cell(&mut self) {
        self.row.cells.push(RawCell {
            tokens: std::mem::replace(&mut self.cell, Vec::with_capacity(USUAL_CELL)),
            commented: false,
        });
        self.row.cells.append(&mut self.after);
    }

    fn end_row(&mut self) {
        self.end_cell();
        let mut row = std::mem::take(&mut self.row);
        row.rule_above = std::mem::take(&mut self.rule);
        if row.cells.len() == 1 && row.cells.iter().all(|cell| trim(&cell.tokens).is_empty()) {
            // No row, only the end of the last one, or space between rows.
            self.rule = row.rule_above;
            return;
        }
        self.done.push(row);
    }
}

/// What the head of a table of `tabularray` says of its cells and rules.
fn laid_out(raw: &mut [Row], layout: &Layout) {
    let mut printed = raw.iter_mut().filter(|row| !row.commented).collect::<Vec<_>>();
    for (index, row) in printed.iter_mut().enumerate() {
        row.rule_above |= layout.all_ruled || layout.ruled.contains(&index);
        row.cells.iter_mut().for_each(|cell| cell.math |= layout.math);
    }
    for &(row, column, high, wide) in &layout.spans {
        let Some(row) = printed.get_mut(row) else { continue };
        let Some(at) = row.cells.iter().position(|cell| cell.column == column) else { continue };
        let covered = row.cells[at + 1..].iter().take(wide - 1);
        let blank = covered.take_while(|cell| cell.content.is_empty()).count();
        row.cells.drain(at + 1..at + 1 + blank);
        (row.cells[at].rows, row.cells[at].columns) = (high, blank + 1);
    }
}

/// Moves what `\multirow{-2}` says upwards to the first of its rows, where nothing stands in its way.
fn lift(raw: &mut [Row]) {
    for row in 0..raw.len() {
        for index in 0..raw[row].cells.len() {
            let Cell { upward, column, columns, .. } = raw[row].cells[index];
            let above = (0..row).rev().filter(|above| !raw[*above].commented);
            let Some(top) = upward.checked_sub(2).and_then(|further| above.clone().nth(further)) else {
                continue;
            };
            let free = |cell: &Cell| {
                (cell.column, cell.columns) == (column, columns) && cell.content.is_empty() && !cell.commented
            };
            if let Some(over) = raw[top].cells.iter().position(free) {
                let empty = Cell { column, columns, rows: 1, ..Cell::default() };
                let cell = std::mem::replace(&mut raw[row].cells[index], empty);
                raw[top].cells[over] = Cell { rows: upward, upward: 0, ..cell };
            }
        }
    }
}

/// The rows that are printed, without what is commented out.
fn printed(raw: &[Row]) -> Vec<Row> {
    let rows = raw.iter().filter(|row| !row.commented);
    rows.map(|row| {
        let cells = row.cells.iter().filter(|cell| !cell.commented).cloned().collect();
        Row { cells, ..row.clone() }
    })
    .collect()
}

/// All rows, with commented-out columns where they would stand; a row without them has empty ones there.
pub fn with_commented(raw: &[Row]) -> Vec<Row> {
    let width = printed(raw).iter().map(Row::width).max().unwrap_or(0);
    // How many hidden columns stand before each printed one, and behind the last.
    let mut hidden = vec![0; width + 1];
    for row in raw.iter().filter(|row| !row.commented) {
        let mut here = vec![0; width + 1];
        for cell in row.cells.iter().filter(|cell| cell.commented) {
            here[cell.column.min(width)] += cell.columns;
        }
        hidden.iter_mut().zip(here).for_each(|(most, here)| *most = here.max(*most));
    }
    let shift = |column: usize| hidden[..=column.min(width)].iter().sum::<usize>();
    let mut rows = Vec::new();
    for row in raw {
        if row.commented && row.width() > width {
            // It has cells for the hidden columns, too.
            rows.push(row.clone());
            continue;
        }
        let mut cells: Vec<Cell> = Vec::new();
        let mut before = vec![0; width + 1];
        for cell in &row.cells {
            let mut cell = cell.clone();
            let column = cell.column.min(width);
            if cell.commented && !row.commented {
                cell.column += shift(column) - hidden[column] + before[column];
                before[column] += cell.columns;
            } else {
                let end = cell.column + cell.columns;
                cell.column += shift(column);
                cell.columns = end + shift(end - 1) - cell.column;
            }
            cells.push(cell);
        }
        for column in 0..=width {
            for missing in before[column]..hidden[column] {
                let column = column + shift(column) - hidden[column] + missing;
                if cells.iter().any(|cell| (cell.column..cell.column + cell.columns).contains(&column)) {
                    continue;
                }
                cells.push(Cell { column, columns: 1, rows: 1, commented: true, ..Cell::default() });
            }
        }
        cells.sort_by_key(|cell| cell.column);
        rows.push(Row { cells, ..row.clone() });
    }
    rows
}

/// How many rows are headings: those above the first rule below a row, else one.
pub fn headings(rows: &[Row]) -> usize {
    (1..rows.len()).find(|&row| rows[row].rule_above).unwrap_or(rows.len().min(1))
}

fn count(cells: usize) -> String {
    if cells == 1 { "1 column".into() } else { format!("{cells} columns") }
}

/// Without blank tokens in front.
fn trim_start<'t, 's>(tokens: &'t [Token<'s>]) -> &'t [Token<'s>] {
    let blank = tokens.iter().take_while(|token| token.is_blank()).count();
    &tokens[blank..]
}

/// Without blank tokens at both ends.
pub fn trim<'t, 's>(mut tokens: &'t [Token<'s>]) -> &'t [Token<'s>] {
    while let Some((first, rest)) = tokens.split_first()
        && first.is_blank()
    {
        tokens = rest;
    }
    while let Some((last, rest)) = tokens.split_last()
        && last.is_blank()
    {
        tokens = rest;
    }
    tokens
}

/// The tokens of an argument, and those behind it.
pub type Parts<'t, 's> = (&'t [Token<'s>], &'t [Token<'s>]);

/// An argument in front, in braces or a single token, and what follows it.
pub fn group<'t, 's>(tokens: &'t [Token<'s>]) -> Option<Parts<'t, 's>> {
    let blank = tokens.iter().take_while(|token| token.is_blank()).count();
    let tokens = &tokens[blank..];
    match tokens.first()?.kind {
        Kind::Open => group_in_braces(tokens),
        Kind::Close => None,
        _ => Some(tokens.split_at(1)),
    }
}

/// A group in braces in front, without them, and what follows it.
pub fn group_in_braces<'t, 's>(tokens: &'t [Token<'s>]) -> Option<Parts<'t, 's>> {
    let blank = tokens.iter().take_while(|token| token.is_blank()).count();
    enclosed(&tokens[blank..], |token| token.kind == Kind::Open, |token| token.kind == Kind::Close)
}

/// `[…]` in front, without the brackets, and what follows it.
pub fn optional<'t, 's>(tokens: &'t [Token<'s>]) -> Option<Parts<'t, 's>> {
    let blank = tokens.iter().take_while(|token| token.is_blank()).count();
    enclosed(&tokens[blank..], |token| token.text == "[", |token| token.text == "]")
}

/// An argument is not longer than this many tokens: an open bracket does not swallow the file.
const LONGEST_ARGUMENT: usize = 20_000;

fn enclosed<'t, 's>(
    tokens: &'t [Token<'s>],
    opens: impl Fn(&Token<'s>) -> bool,
    closes: impl Fn(&Token<'s>) -> bool,
) -> Option<Parts<'t, 's>> {
    let (first, inner) = tokens.split_first()?;
    if !opens(first) {
        return None;
    }
    let mut depth = 0_usize;
    for (index, token) in inner.iter().enumerate().take(LONGEST_ARGUMENT) {
        if depth == 0 && closes(token) {
            return Some((&inner[..index], &inner[index + 1..]));
        }
        match token.kind {
            Kind::Open => depth += 1,
            Kind::Close if depth == 0 => return None,
            Kind::Close => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The meaning of a column type with its arguments, which stand in front of the rest.
fn filled<'t, 's>(
    body: &[Token<'s>],
    parameters: &[Parameter<'s>],
    mut rest: &'t [Token<'s>],
) -> (Vec<Token<'s>>, &'t [Token<'s>]) {
    let mut arguments: Vec<&[Token<'s>]> = Vec::new();
    for parameter in parameters {
        let found = match parameter {
            Parameter::Optional(..) => optional(rest),
            _ => group(rest),
        };
        let (argument, after) = found.unwrap_or((&[], rest));
        arguments.push(argument);
        rest = after;
    }
    let mut filled = Vec::new();
    for token in body {
        let number = token.text.strip_prefix('#').and_then(|number| number.parse::<usize>().ok());
        match number.and_then(|number| number.checked_sub(1)) {
            Some(index) if token.kind == Kind::Parameter => {
                filled.extend(arguments.get(index).into_iter().flat_map(|argument| argument.iter().cloned()));
            }
            _ => filled.push(token.clone()),
        }
    }
    (filled, rest)
}

/// Commands that say how a thing looks and not what it is.
const LOOKS: [&str; 43] = [
    "\\par",
    "\\leavevmode",
    "\\xspace",
    "\\em",
    "\\bf",
    "\\it",
    "\\rm",
    "\\tt",
    "\\sc",
    "\\LARGE",
    "\\mathstrut",
    "\\rotate",
    "\\displaystyle",
    "\\textstyle",
    "\\scriptstyle",
    "\\scriptscriptstyle",
    "\\centering",
    "\\raggedright",
    "\\raggedleft",
    "\\arraybackslash",
    "\\bfseries",
    "\\itshape",
    "\\rmfamily",
    "\\sffamily",
    "\\ttfamily",
    "\\tiny",
    "\\scriptsize",
    "\\footnotesize",
    "\\small",
    "\\normalsize",
    "\\large",
    "\\Large",
    "\\boldmath",
    "\\unboldmath",
    "\\strut",
    "\\hfill",
    "\\hfil",
    "\\hss",
    "\\null",
    "\\noindent",
    "\\relax",
    "\\protect",
    "\\selectfont",
];
/// Commands that with their argument say nothing of what the cell holds.
const IGNORED: [&str; 16] = [
    "\\TblrNote",
    "\\tablenotemark",
    "\\tnote",
    "\\cellcolor",
    "\\rowcolor",
    "\\color",
    "\\label",
    "\\footnote",
    "\\tablefootnote",
    "\\footnotemark",
    "\\phantom",
    "\\hphantom",
    "\\vphantom",
    "\\hspace",
    "\\vspace",
    "\\index",
];
/// Commands whose last argument is what the cell holds, with the number of arguments before it.
const WRAPPERS: [(&str, usize); 31] = [
    ("\\num", 0),
    ("\\pbox", 1),
    ("\\parbox", 1),
    ("\\shortstack", 0),
    ("\\thead", 0),
    ("\\colhead", 0),
    ("\\fbox", 0),
    ("\\href", 1),
    ("\\Block", 1),
    ("\\text", 0),
    ("\\textrm", 0),
    ("\\textbf", 0),
    ("\\textit", 0),
    ("\\textsf", 0),
    ("\\texttt", 0),
    ("\\textsc", 0),
    ("\\textup", 0),
    ("\\textnormal", 0),
    ("\\emph", 0),
    ("\\mathbf", 0),
    ("\\boldsymbol", 0),
    ("\\bm", 0),
    ("\\mbox", 0),
    ("\\hbox", 0),
    ("\\makebox", 0),
    ("\\ensuremath", 0),
    ("\\makecell", 0),
    ("\\textcolor", 1),
    ("\\colorbox", 1),
    ("\\raisebox", 1),
    ("\\rotatebox", 1),
];

/// Those of them whose content may have several lines.
const LINES: [&str; 5] = ["\\shortstack", "\\makecell", "\\thead", "\\pbox", "\\parbox"];

/// Commands that move or underline their argument.
const MOVES: [&str; 6] = ["\\llap", "\\rlap", "\\clap", "\\mathllap", "\\mathrlap", "\\underline"];
/// Signs that, raised, point to a note.
const MARKS: [&str; 6] = ["\\dagger", "\\ddagger", "\\dag", "\\ddag", "\\S", "\\P"];

/// A cell without what points to notes, and without what moves or underlines it. What may be such a mark and may be
/// none, as in `3$^2$`, becomes a command that no reader of values knows.
fn without_marks<'s>(tokens: &[Token<'s>]) -> Vec<Token<'s>> {
    let mut kept: Vec<Token<'s>> = Vec::with_capacity(tokens.len());
    let mut rest = tokens;
    // Whether the last thing was a mark, which is not kept.
    let mut marked = false;
    while let Some((token, after)) = rest.split_first() {
        rest = after;
        if MOVES.contains(&token.text) {
            continue;
        }
        let emptied = std::mem::take(&mut marked) && token.kind == Kind::Close;
        if emptied && kept.last().is_some_and(|last| last.kind == Kind::Open) {
            kept.pop();
            continue;
        }
        if token.is("\\textsuperscript")
            && let Some((raised, after)) = group(rest)
            && is_mark(raised)
        {
            (rest, marked) = (after, true);
            continue;
        }
        if token.text == "^"
            && let Some((raised, after)) = group(rest)
            && raised.iter().all(|token| MARKS.contains(&token.text) || token.is_blank())
        {
            (rest, marked) = (after, true);
            continue;
        }
        if token.kind == Kind::Math
            && kept.iter().any(|token| !token.is_blank())
            && let Some((raised, after)) = raised_alone(rest)
        {
            (rest, marked) = (after, is_mark(raised));
            if !marked {
                let sign = |kind, text| Token { kind, text, at: token.at.clone() };
                kept.push(sign(Kind::Command, "\\textsuperscript"));
                kept.push(sign(Kind::Open, "{"));
                kept.extend(raised.iter().cloned());
                kept.push(sign(Kind::Close, "}"));
            }
            continue;
        }
        kept.push(token.clone());
    }
    kept
}

/// Whether what is raised is the mark of a note: one of the first letters alone, or a dagger.
fn is_mark(raised: &[Token<'_>]) -> bool {
    let words = text(raised);
    let words = words.trim_matches(|c: char| c.is_whitespace() || "()$".contains(c));
    MARKS.contains(&words) || words.len() == 1 && words.starts_with(|c: char| ('a'..='e').contains(&c))
}

/// `^{…}$`, behind a dollar: what is raised, and what follows the formula that holds nothing else.
fn raised_alone<'t, 's>(tokens: &'t [Token<'s>]) -> Option<Parts<'t, 's>> {
    let (first, rest) = trim_start(tokens).split_first()?;
    let (raised, rest) = if first.text == "^" { group(rest)? } else { return None };
    let (last, rest) = trim_start(rest).split_first()?;
    // Stars are signs of games.
    let number = text(raised).chars().all(|c| c.is_ascii_digit() || c.is_ascii_lowercase());
    (last.kind == Kind::Math && (number || is_mark(raised))).then_some((raised, rest))
}

/// The tokens without dollars, colours, fonts and spacing, and whether a dollar was among them.
pub fn plain<'s>(tokens: &[Token<'s>]) -> (Vec<Token<'s>>, bool) {
    let mut found = Vec::with_capacity(tokens.len());
    let mut math = false;
    // What is to be read, and whether it may have several lines.
    let mut waiting = vec![(tokens, false)];
    while let Some((tokens, lines)) = waiting.pop() {
        let Some((token, mut rest)) = tokens.split_first() else { continue };
        let mut inner = None;
        if token.kind == Kind::Math || ["\\(", "\\)", "\\[", "\\]"].contains(&token.text) {
            math = true;
            // A bracket behind a formula is none of its factors.
            if rest.first().is_some_and(|next| next.text.starts_with('(')) && !trim(&found).is_empty() {
                found.push(Token { kind: Kind::Space, text: " ", at: token.at.clone() });
            }
        } else if token.is("\\fontsize") {
            rest = group(rest).and_then(|(_, after)| group(after)).map_or(rest, |(_, after)| after);
        } else if token.is("\\rule") {
            rest = optional(rest).map_or(rest, |(_, after)| after);
            rest = group(rest).and_then(|(_, after)| group(after)).map_or(rest, |(_, after)| after);
        } else if token.kind == Kind::Command && LOOKS.contains(&token.text) {
        } else if token.kind == Kind::Command && IGNORED.contains(&token.text) {
            if let Some((star, after)) = rest.split_first()
                && star.text == "*"
            {
                rest = after;
            }
            rest = optional(rest).map_or(rest, |(_, after)| after);
            if token.text != "\\footnotemark" {
                rest = group(rest).map_or(rest, |(_, after)| after);
            }
            if ["\\hspace", "\\phantom", "\\hphantom"].contains(&token.text) {
                found.push(Token { kind: Kind::Space, text: " ", at: token.at.clone() });
            }
        } else if token.kind == Kind::Command
            && let Some((_, before)) = WRAPPERS.iter().find(|(name, _)| *name == token.text)
        {
            math |= token.text == "\\ensuremath";
            for index in 0..=*before {
                while let Some((_, after)) = optional(rest) {
                    rest = after;
                }
                if token.is("\\Block")
                    && index == 1
                    && rest.first().is_some_and(|first| first.text == "<")
                    && let Some(end) = rest.iter().position(|token| token.text == ">")
                {
                    rest = &rest[end + 1..];
                }
                if index < *before {
                    rest = group(rest).map_or(rest, |(_, after)| after);
                }
            }
            if let Some((content, after)) = group(rest) {
                inner = Some((content, lines || LINES.contains(&token.text)));
                rest = after;
            }
        } else if lines && (token.is("\\\\") || token.is("\\newline")) {
            // The lines of one cell.
            found.push(Token { kind: Kind::Space, text: " ", at: token.at.clone() });
        } else if token.kind == Kind::Verbatim && token.text.starts_with("\\href") {
        } else if token.kind == Kind::Open
            && rest.first().is_some_and(|next| next.kind == Kind::Close)
            && found.last().is_none_or(|last| last.is_blank() || last.kind == Kind::Open)
        {
            // `{}` behind a command that is no content.
            rest = &rest[1..];
        } else if token.text == "~" {
            found.push(Token { kind: Kind::Space, text: " ", at: token.at.clone() });
        } else {
            found.push(token.clone());
        }
        waiting.push((rest, lines));
        waiting.extend(inner);
    }
    // Braces around everything say nothing.
    let whole = trim(&found);
    if let Some((inner, rest)) = group_in_braces(whole)
        && rest.is_empty()
    {
        return (inner.to_vec(), math);
    }
    (found, math)
}
