//! Pictures as graphs, and small boards.
//!
//! A TikZ picture becomes the graph that it draws (see [`tikz`](super::tikz)), a `forest` the tree. Other pictures are
//! listed with the reason why they are not read. A table, an array or a row of signs whose every cell is a stone or
//! empty becomes a board.

use super::equations::{Equation, Piece, piece};
use super::expand::Trouble;
use super::tables::{group, group_in_braces, hull, optional};
use super::tikz::{self, Styles};
use super::tokens::{Kind, Token, text, tokens};
use super::{Passage, Span, Table};

/// A picture, and the graph that it draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub span: Span,
    /// `tikzpicture`, `\tikz`, `forest`, `\includegraphics`, `\xymatrix`, ...
    pub environment: String,
    /// Of `\includegraphics`: the name of the file.
    pub file: Option<String>,
    pub caption: Option<Passage>,
    pub label: Option<Passage>,
    /// In the order in which they are drawn.
    pub vertices: Vec<Vertex>,
    /// Each pair of vertices once, in the order in which they are drawn.
    pub edges: Vec<Edge>,
    /// What might be a vertex or an edge and was not understood.
    pub reasons: Vec<Reason>,
}

impl Picture {
    /// Whether all that is drawn was understood; if not, the graph lacks something or is none.
    pub fn complete(&self) -> bool {
        self.reasons.is_empty()
    }

    /// Whether every vertex is drawn as one. Where none is, the picture is of bare lines, with a vertex at every end.
    pub fn drawn(&self) -> bool {
        self.vertices.iter().all(|vertex| vertex.drawn)
    }

    /// The edges as pairs of vertices, arrows from their tail.
    pub fn pairs(&self) -> Vec<(usize, usize)> {
        self.edges.iter().map(|edge| edge.ends).collect()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vertex {
    /// As the author named the node.
    pub name: Option<String>,
    /// What is written in it or beside it.
    pub label: Option<Piece>,
    /// The colour that it is filled with, as it is written; `black` where no colour is named.
    pub fill: Option<String>,
    /// `circle`, `rectangle`, ... where it is said.
    pub shape: Option<String>,
    /// Something is drawn there: a dot, or a node. Else it is only where a line ends.
    pub drawn: bool,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Indices of vertices; of an arrow, its tail and its head.
    pub ends: (usize, usize),
    pub arrow: bool,
    /// The colour of the line, as it is written.
    pub tint: Option<String>,
    /// What is written on the line.
    pub label: Option<Piece>,
    pub span: Span,
}

/// Why a picture is not read, or not all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    pub message: String,
    pub span: Span,
}

/// A position of stones as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    pub span: Span,
    /// `tabular`, `array`, ..., or how its row of signs is set: `$`.
    pub environment: String,
    pub caption: Option<Passage>,
    pub label: Option<Passage>,
    /// In the alphabet of positions: `x`, `o`, `.`; all of one length.
    pub rows: Vec<String>,
    /// Which sign was read as which letter. An empty cell is the sign ``.
    pub signs: Vec<(String, char)>,
}

/// Environments that tie a caption and a label to a picture.
const FLOATS: &str = " figure figure* wrapfigure subfigure SCfigure sidewaysfigure floatingfigure marginfigure table table* wraptable subtable ";
/// Pictures that are listed and not read, and what they are.
const UNREAD: [(&str, &str); 9] = [
    ("pspicture", "PSTricks"),
    ("pspicture*", "PSTricks"),
    ("picture", "a `picture` of LaTeX"),
    ("xy", "XY-pic"),
    ("tikzcd", "a diagram of tikz-cd"),
    ("psmatrix", "PSTricks"),
    ("asy", "Asymptote"),
    ("mpost", "MetaPost"),
    ("diagram", "a diagram"),
];
/// Pictures that are read.
const READ: [&str; 3] = ["tikzpicture", "\\tikz", "forest"];
/// A forest is not deeper.
const DEEPEST: usize = 60;

/// A figure, and what was found in it.
#[derive(Default)]
struct Float {
    name: String,
    captions: Vec<Passage>,
    labels: Vec<Passage>,
    pictures: Vec<usize>,
}

impl Float {
    /// Captions and labels one to one where there are as many as pictures, else the first to all.
    fn tie(self, pictures: &mut [Picture]) {
        for (index, &own) in self.pictures.iter().enumerate() {
            let pick = |passages: &[Passage]| {
                let own = if passages.len() == self.pictures.len() { index } else { 0 };
                passages.get(own).cloned()
            };
            let picture = &mut pictures[own];
            picture.caption = picture.caption.take().or_else(|| pick(&self.captions));
            picture.label = picture.label.take().or_else(|| pick(&self.labels));
        }
    }
}

/// The pictures in the order of the file. Never fails; linear time but for the loops and the crossings of a
/// picture, which are bounded.
///
/// A picture in which something could not be expanded is not complete, nor is one with a condition: its loops are
/// followed only when conditions have been decided.
pub fn read<'s>(file: &'s str, tokens: &[Token<'s>], troubles: &[Trouble]) -> Vec<Picture> {
    let mut reader =
        Reader { file, tokens, ends: ends(tokens), styles: Styles::default(), pictures: Vec::new() };
    reader.document();
    let mut troubles: Vec<&Trouble> = troubles.iter().collect();
    troubles.sort_by_key(|trouble| trouble.at.start);
    for picture in reader.pictures.iter_mut().filter(|picture| READ.contains(&picture.environment.as_str())) {
        let span = picture.span.clone();
        let first = troubles.partition_point(|trouble| trouble.at.start < span.start);
        let inside = troubles[first..].iter().take_while(|trouble| trouble.at.start < span.end).take(20);
        let inside =
            inside.map(|trouble| Reason { message: trouble.message.clone(), span: trouble.at.clone() });
        picture.reasons.extend(inside);
        let conditions = file[span.clone()].match_indices("\\if").filter(|(at, _)| {
            let behind = &file[span.start + at + "\\if".len()..];
            behind.starts_with(|c: char| c.is_ascii_alphabetic()) && !behind.starts_with('f')
        });
        picture.reasons.extend(conditions.take(1).map(|(at, sign)| Reason {
            message: "a condition in a picture is not followed".into(),
            span: span.start + at..span.start + at + sign.len(),
        }));
    }
    reader.pictures
}

/// For the index of each `\begin`, that of its `\end`, by the names of environments.
fn ends(tokens: &[Token<'_>]) -> Vec<Option<usize>> {
    let mut ends = vec![None; tokens.len()];
    let mut open: Vec<(usize, String)> = Vec::new();
    for (index, token) in tokens.iter().enumerate() {
        if token.is("\\begin") {
            open.extend(name(&tokens[index + 1..]).map(|(name, _)| (index, name)));
        } else if token.is("\\end")
            && let Some((name, _)) = name(&tokens[index + 1..])
            // What is left open inside is given up; an end of nothing is none.
            && let Some(begun) = open.iter().rev().take(50).position(|(_, open)| *open == name)
        {
            open.truncate(open.len() - begun);
            ends[open.pop().map_or(0, |(begun, _)| begun)] = Some(index);
        }
    }
    ends
}

/// The name in braces in front, and how many tokens that is.
fn name(tokens: &[Token<'_>]) -> Option<(String, usize)> {
    let short = &tokens[..tokens.len().min(60)];
    let (inner, rest) = group_in_braces(short)?;
    Some((text(inner).trim().to_string(), short.len() - rest.len()))
}

struct Reader<'t, 's> {
    file: &'s str,
    tokens: &'t [Token<'s>],
    ends: Vec<Option<usize>>,
    styles: Styles<'s>,
    pictures: Vec<Picture>,
}

impl<'t, 's> Reader<'t, 's> {
    fn document(&mut self) {
        let mut floats: Vec<Float> = Vec::new();
        let mut next = 0;
        while let Some(token) = self.tokens.get(next) {
            let index = next;
            next += 1;
            if token.kind != Kind::Command {
                continue;
            }
            let pictures = self.pictures.len();
            let rest = &self.tokens[next..];
            match token.text {
                "\\begin" => {
                    let Some((name, length)) = name(rest) else { continue };
                    next += length;
                    if FLOATS.contains(&format!(" {name} ")) {
                        floats.push(Float { name, ..Float::default() });
                        continue;
                    }
                    let unread = UNREAD.iter().find(|(known, _)| *known == name);
                    if unread.is_none() && name != "tikzpicture" && name != "forest" {
                        continue;
                    }
                    let head = hull(self.tokens[index..next].iter().map(|token| &token.at));
                    let Some(end) = self.ends[index] else {
                        self.unread(&name, "the picture is not ended", head);
                        continue;
                    };
                    let after = end + 1 + self::name(&self.tokens[end + 1..]).map_or(0, |(_, length)| length);
                    let span = hull(self.tokens[index..after].iter().map(|token| &token.at));
                    let inner = &self.tokens[next..end];
                    match unread {
                        Some((_, what)) => self.unread(&name, &format!("{what} is not read"), span),
                        None if name == "forest" => self.forest(inner, span),
                        None => {
                            let (options, inner) = optional(inner).unwrap_or((&[], inner));
                            self.tikz(&name, options, inner, span);
                        }
                    }
                    next = after;
                }
                "\\end" => {
                    let Some((name, length)) = name(rest) else { continue };
                    next += length;
                    if floats.last().is_some_and(|float| float.name == name)
                        && let Some(float) = floats.pop()
                    {
                        float.tie(&mut self.pictures);
                    }
                }
                "\\tikz" => {
                    let (options, after) = optional(rest).unwrap_or((&[], rest));
                    let (inner, after) = match group_in_braces(after) {
                        Some(parts) => parts,
                        None => {
                            let end = after.iter().take(5_000).position(|token| token.text == ";");
                            after.split_at(end.map_or(0, |end| end + 1))
                        }
                    };
                    next = self.tokens.len() - after.len();
                    let span = hull(self.tokens[index..next].iter().map(|token| &token.at));
                    self.tikz("\\tikz", options, inner, span);
                }
                "\\tikzset" => {
                    if let Some((inner, after)) = group_in_braces(rest) {
                        self.styles.learn(inner);
                        next = self.tokens.len() - after.len();
                    }
                }
                "\\tikzstyle" => {
                    if let Some((name, after)) = group_in_braces(rest) {
                        let equal =
                            after.iter().take_while(|token| token.is_blank() || token.text == "=").count();
                        if let Some((options, after)) = optional(&after[equal..]) {
                            self.styles.set(&text(name), options);
                            next = self.tokens.len() - after.len();
                        }
                    }
                }
                "\\includegraphics" | "\\epsfig" | "\\epsfbox" | "\\psfig" => {
                    let starred = usize::from(rest.first().is_some_and(|token| token.text == "*"));
                    let after = optional(&rest[starred..]).map_or(&rest[starred..], |(_, after)| after);
                    if let Some((file, after)) = group_in_braces(after) {
                        next = self.tokens.len() - after.len();
                        let span = hull(self.tokens[index..next].iter().map(|token| &token.at));
                        self.unread(token.text, "a picture in a file of its own is not read", span);
                        if let Some(picture) = self.pictures.last_mut() {
                            picture.file = Some(text(file).trim().to_string());
                        }
                    }
                }
                "\\xymatrix" | "\\xygraph" | "\\Tree" => {
                    let what =
                        if token.is("\\Tree") { "a tree of qtree is not read" } else { "XY-pic is not read" };
                    self.unread(token.text, what, token.at.clone());
                }
                "\\caption" | "\\captionof" | "\\subcaption" | "\\label" => {
                    if let Some(float) = floats.last_mut() {
                        next = self.tokens.len() - caption(self.file, token, rest, float).len();
                    }
                }
                _ => {}
            }
            for float in &mut floats {
                float.pictures.extend(pictures..self.pictures.len());
            }
        }
        while let Some(float) = floats.pop() {
            float.tie(&mut self.pictures);
        }
    }

    fn tikz(&mut self, environment: &str, options: &[Token<'s>], inner: &[Token<'s>], span: Span) {
        let drawing = tikz::read(self.file, options, inner, &self.styles);
        self.pictures.push(Picture {
            span,
            environment: environment.to_string(),
            file: None,
            caption: None,
            label: None,
            vertices: drawing.vertices,
            edges: drawing.edges,
            reasons: drawing.reasons,
        });
    }

    fn unread(&mut self, environment: &str, message: &str, span: Span) {
        self.pictures.push(Picture {
            span: span.clone(),
            environment: environment.to_string(),
            file: None,
            caption: None,
            label: None,
            vertices: Vec::new(),
            edges: Vec::new(),
            reasons: vec![Reason { message: message.to_string(), span }],
        });
    }

    /// A tree in brackets: `[a [b] [c, red [d]]]`
    fn forest(&mut self, tokens: &[Token<'s>], span: Span) {
        self.unread("forest", "", span);
        let mut tree = Tree { file: self.file, vertices: Vec::new(), edges: Vec::new(), reasons: Vec::new() };
        let mut open: Vec<usize> = Vec::new();
        // The tokens of the vertex whose words are being read.
        let mut words: Option<Vec<Token<'s>>> = None;
        let mut depth = 0_usize;
        let mut begun = 0..0;
        for token in tokens.iter().filter(|token| token.kind != Kind::Comment) {
            let outside = depth == 0 && token.kind == Kind::Character;
            match (token.kind, token.text) {
                (Kind::Open, _) => depth += 1,
                (Kind::Close, _) => depth = depth.saturating_sub(1),
                _ => {}
            }
            if outside && (token.text == "[" || token.text == "]") {
                if let Some(words) = words.take() {
                    let vertex = tree.vertex(&words, begun.clone(), open.last().copied());
                    open.push(vertex);
                }
                if token.text == "[" {
                    if open.is_empty() && !tree.vertices.is_empty() || open.len() > DEEPEST {
                        tree.doubt("this bracket of a forest is not read", token.at.clone());
                        break;
                    }
                    (words, begun) = (Some(Vec::new()), token.at.clone());
                } else if open.pop().is_none() {
                    tree.doubt("this bracket closes nothing", token.at.clone());
                }
                continue;
            }
            match &mut words {
                Some(words) => words.push(token.clone()),
                // `for tree={…}` before the root says how it looks.
                None if tree.vertices.is_empty()
                    || token.is_blank()
                    || depth > 0
                    || token.kind == Kind::Close => {}
                None => tree.doubt("words between the brackets of a forest are not read", token.at.clone()),
            }
        }
        if !open.is_empty() || words.is_some() {
            tree.doubt("a bracket of the forest is not closed", begun);
        }
        if let Some(picture) = self.pictures.last_mut() {
            (picture.vertices, picture.edges, picture.reasons) = (tree.vertices, tree.edges, tree.reasons);
        }
    }
}

struct Tree<'s> {
    file: &'s str,
    vertices: Vec<Vertex>,
    edges: Vec<Edge>,
    reasons: Vec<Reason>,
}

impl<'s> Tree<'s> {
    fn doubt(&mut self, message: &str, span: Span) {
        if self.reasons.len() < 100 {
            self.reasons.push(Reason { message: message.to_string(), span });
        }
    }

    /// A vertex with those words and options, and the edge from its parent.
    fn vertex(&mut self, tokens: &[Token<'s>], span: Span, parent: Option<usize>) -> usize {
        let mut depth = 0_usize;
        let comma = tokens.iter().position(|token| {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && token.text == ","
        });
        let (words, options) = tokens.split_at(comma.unwrap_or(tokens.len()));
        let label = piece(self.file, words, span.start);
        let said = text(options);
        if ["phantom", "no edge", "dashed", "dotted"].iter().any(|word| said.contains(word)) {
            self.doubt("this vertex of a forest may be none, or not joined", span.clone());
        }
        let vertex = self.vertices.len();
        self.vertices.push(Vertex {
            name: None,
            label: Some(label).filter(|label| !label.content.is_empty()),
            fill: None,
            shape: None,
            drawn: true,
            span: span.clone(),
        });
        if let Some(parent) = parent {
            self.edges.push(Edge { ends: (parent, vertex), arrow: false, tint: None, label: None, span });
        }
        vertex
    }
}

/// Reads a caption or a label whose command has been read; what follows it.
fn caption<'t, 's>(
    file: &'s str,
    command: &Token<'s>,
    rest: &'t [Token<'s>],
    float: &mut Float,
) -> &'t [Token<'s>] {
    let mut rest = &rest[usize::from(rest.first().is_some_and(|token| token.text == "*"))..];
    if command.is("\\captionof") {
        rest = group(rest).map_or(rest, |(_, after)| after);
    }
    rest = optional(rest).map_or(rest, |(_, after)| after);
    let Some((inner, after)) = group_in_braces(rest) else { return rest };
    let passage = |tokens: &[Token<'s>]| {
        let span = hull(tokens.iter().map(|token| &token.at));
        Passage {
            source: file[span.clone()].trim().to_string(),
            expanded: text(tokens).trim().to_string(),
            span,
        }
    };
    let label = inner.iter().position(|token| token.is("\\label"));
    let words = passage(&inner[..label.unwrap_or(inner.len())]);
    if command.is("\\label") {
        float.labels.push(words);
    } else {
        float.captions.push(words);
    }
    if let Some((label, _)) = label.and_then(|label| group_in_braces(&inner[label + 1..])) {
        float.labels.push(passage(label));
    }
    after
}

/// What a sign on a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Stone(char),
    /// A cross or a square, which is a stone where nothing else is one.
    Cross,
    Square,
    Empty,
}

fn sign(content: &str) -> Option<Sign> {
    Some(match content.trim() {
        "\\bullet" | "●" | "•" | "⚫" | "\\CIRCLE" | "\\newmoon" | "\\blacksquare" | "■" | "⬛" | "x"
        | "X" => Sign::Stone('x'),
        "\\circ" | "○" | "◦" | "◯" | "⚪" | "\\bigcirc" | "\\Circle" | "\\fullmoon" | "o" | "O" => {
            Sign::Stone('o')
        }
        "\\times" | "×" => Sign::Cross,
        "\\square" | "□" | "\\Box" | "⬜" => Sign::Square,
        "" | "." | "·" | "\\cdot" | "_" | "-" | "\\_" => Sign::Empty,
        _ => return None,
    })
}

/// The letters of signs that stand on one board; none where two signs would be one letter.
fn letters(signs: &[String]) -> Option<Vec<(String, char)>> {
    let read: Vec<Sign> = signs.iter().map(|content| sign(content)).collect::<Option<_>>()?;
    let has = |stone: char| read.contains(&Sign::Stone(stone));
    let mut found: Vec<(String, char)> = Vec::new();
    for (content, sign) in signs.iter().zip(&read) {
        let letter = match sign {
            Sign::Stone(letter) => *letter,
            Sign::Cross => 'x',
            Sign::Square if has('o') => '.',
            Sign::Square => 'o',
            Sign::Empty => '.',
        };
        if found.iter().any(|(_, other)| *other == letter) {
            return None;
        }
        found.push((content.clone(), letter));
    }
    found.iter().any(|(_, letter)| *letter != '.').then_some(found)
}

/// A board of cells; none if a cell holds anything else.
fn board(cells: &[Vec<&str>], span: Span, environment: &str) -> Option<Board> {
    let width = cells.iter().map(Vec::len).max().unwrap_or(0);
    if width * cells.len() < 2 {
        return None;
    }
    let mut signs: Vec<String> = Vec::new();
    for content in cells.iter().flatten() {
        let content = content.trim();
        sign(content)?;
        if !signs.iter().any(|known| known == content) {
            signs.push(content.to_string());
        }
    }
    let signs = letters(&signs)?;
    let letter = |content: &str| {
        signs.iter().find(|(sign, _)| sign == content.trim()).map_or('.', |(_, letter)| *letter)
    };
    let row = |row: &Vec<&str>| {
        let missing = std::iter::repeat_n('.', width - row.len());
        row.iter().map(|content| letter(content)).chain(missing).collect()
    };
    let rows = cells.iter().map(row).collect();
    Some(Board { span, environment: environment.to_string(), caption: None, label: None, rows, signs })
}

/// The boards among tables, and the rows of signs among formulas.
pub fn boards(tables: &[Table], equations: &[Equation]) -> Vec<Board> {
    let mut found: Vec<Board> = tables.iter().filter_map(of_table).collect();
    for equation in equations {
        for side in &equation.sides {
            found.extend(of_row(side, &equation.environment));
        }
    }
    found.sort_by_key(|board| board.span.start);
    found
}

fn of_table(table: &Table) -> Option<Board> {
    if table.rows.iter().flat_map(|row| &row.cells).any(|cell| cell.columns > 1 || cell.rows > 1) {
        return None;
    }
    let cells: Vec<Vec<&str>> =
        table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.content.as_str()).collect()).collect();
    let board = board(&cells, table.span.clone(), &table.environment)?;
    Some(Board { caption: table.caption.clone(), label: table.label.clone(), ..board })
}

/// A row of signs that no product or composition is: two stones at least, and nothing else.
fn of_row(side: &Piece, environment: &str) -> Option<Board> {
    let content = &side.content;
    if content.len() > 2_000 || !content.contains(['\\', '●', '○', '■', '□']) {
        return None;
    }
    let lexed = tokens(content, 0..content.len());
    let solid = lexed.iter().filter(|token| {
        let space = ["\\,", "\\;", "\\!", "\\:", "\\ ", "\\quad", "~"].contains(&token.text);
        !token.is_blank() && !space && !matches!(token.kind, Kind::Open | Kind::Close)
    });
    let cells: Vec<&str> = solid.map(|token| token.text).collect();
    let stones =
        cells.iter().filter(|cell| matches!(sign(cell), Some(Sign::Stone(_) | Sign::Square))).count();
    let certain = cells.iter().any(|cell| {
        matches!(sign(cell), Some(Sign::Stone(_))) && !cell.is_ascii()
            || cell.starts_with('\\') && !["\\cdot", "\\times"].contains(cell)
    });
    (stones >= 2 && certain).then(|| board(&[cells], side.span.clone(), environment)).flatten()
}
