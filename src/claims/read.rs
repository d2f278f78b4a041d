//! The text of paper.md to a document.

use super::claim::claim;
use super::fields::{Fields, Problems};
use super::figure::figure;
use super::grid::grid;
use super::prose::{check, check_named, fence_marks, prose};
use super::syntax::definitions;
use super::uses;
use super::{
    Block, Claim, Contract, Definitions, Document, Front, Publication, Selector, Span, TableClaim, Text, What,
};
use crate::diagnostic::{Diagnostic, Source, nearest};
use crate::notation::Conventions;

/// A fenced block of ours, or the prose between two of them.
enum Piece {
    Prose(Span),
    Definitions { block: Span, body: Span },
    Claim { block: Span, id: Text, body: Span },
    Figure { block: Span, id: Text, body: Span },
    Grid { block: Span, id: Text, body: Span },
}

/// The kinds of our blocks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Define,
    Claim,
    Figure,
    Grid,
}

const KINDS: [(&str, Kind); 4] =
    [("claim", Kind::Claim), ("define", Kind::Define), ("figure", Kind::Figure), ("grid", Kind::Grid)];

/// Reads the document of the paper whose folder is called `key`. Linear time.
///
/// # Errors
/// All problems of the document, each with its place, in their order.
pub fn read(key: &str, source: &Source) -> Result<Document, Vec<Diagnostic>> {
    let mut problems = Problems::new(source);
    let file: &str = &source.text;
    let (front, rest) = front(file, &mut problems);
    let mut blocks = Vec::new();
    for piece in pieces(file, rest, &mut problems) {
        match piece {
            Piece::Prose(span) => {
                if !file[span.clone()].trim().is_empty() {
                    blocks.push(Block::Prose(prose(file, span, &mut problems)));
                }
            }
            Piece::Definitions { block, body } => {
                let text = Text { text: file[body.clone()].to_string(), span: body };
                let list = definitions(&text, &mut problems);
                blocks.push(Block::Definitions(Definitions { span: block, text, list }));
            }
            Piece::Figure { block, id, body } => {
                let figure = figure(id, block, body, &mut problems);
                blocks.extend(figure.map(|figure| Block::Figure(Box::new(figure))));
            }
            Piece::Grid { block, id, body } => {
                let grid = grid(id, block, body, &mut problems);
                blocks.extend(grid.map(|grid| Block::Grid(Box::new(grid))));
            }
            Piece::Claim { block, id, body } => {
                let text = Text { text: file[body.clone()].to_string(), span: body };
                if let Some(claim) = claim(id, block, text, &mut problems) {
                    blocks.push(Block::Claim(claim));
                }
            }
        }
    }
    let claims: Vec<&Claim> = blocks
        .iter()
        .filter_map(|block| match block {
            Block::Claim(claim) => Some(claim),
            _ => None,
        })
        .collect();
    called_once(&blocks, source, &mut problems);
    for block in &blocks {
        if let Block::Prose(prose) = block {
            check(prose, &claims, &mut problems);
        }
    }
    for bar in claims
        .iter()
        .flat_map(|claim| &claim.readings)
        .flat_map(|reading| &reading.bars)
        .flat_map(|bars| &bars.of)
    {
        check_named(&bar.claim, bar.reading.as_deref(), &bar.span, &claims, &mut problems);
    }
    uses::check(&blocks, &mut problems);
    if let Some(front) = &front {
        if front.publication.arxiv.is_none() {
            claims.iter().for_each(|claim| has_a_file(claim, &mut problems));
        }
        let promised = &front.contract.claims;
        let there = claims.len() as u64;
        if promised.value != there && problems.count() == 0 {
            let message = format!("the contract promises {} claims and there are {there}", promised.value);
            problems.add(promised.span.clone(), message, "", "");
        }
    }
    match (front, problems.all()) {
        (Some(front), found) if found.is_empty() => {
            Ok(Document { key: key.to_string(), source: source.clone(), front, blocks })
        }
        (_, found) => Err(found),
    }
}

/// Claims, figures and grids have different ids, since links in the prose go to each.
fn called_once(blocks: &[Block], source: &Source, problems: &mut Problems<'_>) {
    let ids: Vec<(&str, &Text)> = blocks
        .iter()
        .filter_map(|block| match block {
            Block::Claim(claim) => Some(("claim", &claim.id)),
            Block::Figure(figure) => Some(("figure", &figure.id)),
            Block::Grid(grid) => Some(("grid", &grid.id)),
            _ => None,
        })
        .collect();
    for (index, (kind, id)) in ids.iter().enumerate() {
        if let Some((other, first)) = ids[..index].iter().find(|(_, first)| first.text == id.text) {
            let (line, _) = source.line_column(first.span.start);
            let both = if kind == other { format!("two {kind}s") } else { format!("a {other} and a {kind}") };
            let help = format!("the first one is in line {line}");
            problems.add(id.span.clone(), format!("{both} are called `{}`", id.text), "", &help);
        }
    }
}

/// A table without a transcript is looked for in the e-print: there must be one.
fn has_a_file(claim: &Claim, problems: &mut Problems<'_>) {
    for reading in &claim.readings {
        if let What::Table(TableClaim { from: None, selector: Selector { span: Some(table), .. }, .. }) =
            &reading.what
            && reading.unseen.is_none()
        {
            let help = "give `from`, or in the front matter the arXiv identifier of its e-print";
            problems.add(table.clone(), "there is no file that could hold this table", "", help);
        }
    }
}

/// The front matter, and where the rest begins.
fn front(file: &str, problems: &mut Problems<'_>) -> (Option<Front>, usize) {
    let opening = file.lines().next().unwrap_or("");
    if opening.trim_end() != "+++" {
        let help = "the document begins with front matter between two lines `+++`";
        problems.add(0..opening.len(), "the front matter is missing", "", help);
        return (None, 0);
    }
    let start = file.find('\n').map_or(file.len(), |end| end + 1);
    let mut at = start;
    for line in file[start..].split_inclusive('\n') {
        if line.trim_end() == "+++" {
            let fields = Fields::read(start..at, "the front matter", problems);
            return (front_fields(fields, problems), at + line.len());
        }
        at += line.len();
    }
    problems.add(0..3, "the front matter is not closed", "", "write `+++` on a line of its own below it");
    (None, file.len())
}

fn front_fields(mut fields: Fields, problems: &mut Problems<'_>) -> Option<Front> {
    let required = |name: &str, problems: &mut Problems<'_>| {
        problems.add(0..3, format!("the front matter has no `{name}`"), "", "");
    };
    if !fields.has("title") {
        required("title", problems);
    }
    let title = fields.sentence("title", problems);
    let authors = fields.sentences("authors", problems);
    let summary = fields.sentence("summary", problems);
    let publication = match fields.take("source") {
        Some(node) => node.fields("the source", problems).and_then(|fields| publication(fields, problems)),
        None => {
            required("source", problems);
            None
        }
    };
    let contract = match fields.take("contract") {
        Some(node) => node.fields("the contract", problems).and_then(|fields| contract(fields, problems)),
        None => {
            required("contract", problems);
            None
        }
    };
    let notation = fields.take("notation").map(|node| node.pairs(problems)).unwrap_or_default();
    let notation: Vec<(Text, Text)> =
        notation.into_iter().filter_map(|(name, node)| Some((name, node.text(problems)?))).collect();
    let mut conventions = Conventions::default();
    for (printed, meaning) in &notation {
        if let Err(problem) = conventions.set(&printed.text, &meaning.text) {
            problems.notation(printed, &problem);
        }
    }
    fields.finish(problems);
    Some(Front {
        title: title?,
        authors,
        summary,
        publication: publication?,
        contract: contract?,
        notation,
        conventions,
    })
}

fn publication(mut fields: Fields, problems: &mut Problems<'_>) -> Option<Publication> {
    let before = problems.count();
    let span = fields.span.clone();
    let arxiv = fields.text("arxiv", problems);
    let version = fields.take("version").and_then(|node| node.count(problems));
    let main = fields.text("main", problems);
    let doi = fields.text("doi", problems);
    let citation = fields.sentence("citation", problems);
    let address = fields.sentence("address", problems);
    fields.finish(problems);
    if let Some(doi) = &doi
        && !(doi.text.starts_with("10.") && doi.text.contains('/'))
    {
        let help = "a DOI begins with `10.` and has a slash";
        problems.add(doi.span.clone(), "this is no DOI", "", help);
    }
    let arxiv = match (arxiv, version) {
        (Some(id), Some(version)) => {
            if !is_arxiv(&id.text) {
                let help = "write `2406.02107`, or for an old one `math/0410026`, without the version";
                problems.add(id.span.clone(), "this is no arXiv identifier", "", help);
            }
            if version.value == 0 {
                problems.add(version.span.clone(), "versions count from 1", "", "");
            }
            Some((id, version.value))
        }
        (Some(id), None) => {
            let help = "say which version was read: `version = 1`";
            problems.add(id.span, "the arXiv identifier has no version", "", help);
            None
        }
        (None, Some(version)) => {
            problems.add(version.span, "a version of what?", "", "give `arxiv` as well");
            None
        }
        (None, None) => {
            if doi.is_none() && citation.is_none() && address.is_none() && problems.count() == before {
                let help = "give `arxiv` and `version`, or `doi`, `citation`, `address`";
                problems.add(span, "the source names nothing", "", help);
            }
            None
        }
    };
    if let Some(main) = main.as_ref().filter(|_| arxiv.is_none() && problems.count() == before) {
        problems.add(main.span.clone(), "the main file of what?", "", "give `arxiv` and `version` as well");
    }
    Some(Publication { arxiv, main, doi, citation, address })
}

/// `2406.02107` or `math/0410026` or `math.CO/0410026`.
fn is_arxiv(id: &str) -> bool {
    let digits = |text: &str, least: usize, most: usize| {
        (least..=most).contains(&text.len()) && text.chars().all(|c| c.is_ascii_digit())
    };
    if let Some((archive, number)) = id.split_once('/') {
        return digits(number, 7, 7)
            && !archive.is_empty()
            && archive.chars().all(|c| c.is_ascii_alphabetic() || c == '.' || c == '-');
    }
    id.split_once('.').is_some_and(|(month, number)| digits(month, 4, 4) && digits(number, 4, 5))
}

fn contract(mut fields: Fields, problems: &mut Problems<'_>) -> Option<Contract> {
    let before = problems.count();
    let span = fields.span.clone();
    let claims = fields.take("claims").and_then(|node| node.count(problems));
    let entries = fields.take("entries").and_then(|node| node.count(problems));
    fields.finish(problems);
    let (Some(claims), Some(entries)) = (claims, entries) else {
        let help = "write `contract = { claims = 3, entries = 47 }`";
        if problems.count() == before {
            problems.add(span, "the contract promises claims and entries", "", help);
        }
        return None;
    };
    if claims.value == 0 || entries.value == 0 {
        problems.add(span, "a contract of nothing checks nothing", "", "");
    }
    Some(Contract { claims, entries })
}

/// Cuts the file from `start` into blocks and prose.
fn pieces(file: &str, start: usize, problems: &mut Problems<'_>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut prose = start;
    let mut at = start;
    // A block of code that is not ours, and a block of ours: its line, its kind, its id, and where its body begins.
    let mut code: Option<&str> = None;
    let mut open: Option<(Span, Kind, Text, usize)> = None;
    for line in file[start..].split_inclusive('\n') {
        let (begin, end) = (at, at + line.len());
        at = end;
        let written = line.trim_end();
        let marks = fence_marks(written);
        if let Some(marks) = code {
            if written.trim() == marks || marks_close(written, marks) {
                code = None;
            }
            continue;
        }
        let ours = block_of_ours(written, begin, problems);
        if let Some((head, kind, id, body)) = open.take() {
            let closes = marks.is_some_and(|marks| marks.starts_with('~') && written.trim() == marks);
            if !closes && ours.is_none() {
                open = Some((head, kind, id, body));
                continue;
            }
            if !closes {
                let help = "write `~~~` on a line of its own below it";
                problems.add(head.clone(), "the block is not closed", "", help);
            }
            let block = head.start..if closes { end } else { begin };
            pieces.push(piece(block, kind, id, body..begin));
            prose = if closes { end } else { begin };
            if closes {
                continue;
            }
        }
        if let Some((kind, id)) = ours {
            pieces.push(Piece::Prose(prose..begin));
            open = Some((begin..begin + written.len(), kind, id, end));
        } else if let Some(marks) = marks {
            code = Some(marks);
        }
    }
    match open {
        Some((head, kind, id, body)) => {
            let help = "write `~~~` on a line of its own below it";
            problems.add(head.clone(), "the block is not closed", "", help);
            pieces.push(piece(head.start..file.len(), kind, id, body..file.len()));
        }
        None => pieces.push(Piece::Prose(prose.min(file.len())..file.len())),
    }
    pieces
}

fn marks_close(line: &str, marks: &str) -> bool {
    fence_marks(line).is_some_and(|close| close.starts_with(marks) && line.trim() == close)
}

fn piece(block: Span, kind: Kind, id: Text, body: Span) -> Piece {
    match kind {
        Kind::Define => Piece::Definitions { block, body },
        Kind::Claim => Piece::Claim { block, id, body },
        Kind::Figure => Piece::Figure { block, id, body },
        Kind::Grid => Piece::Grid { block, id, body },
    }
}

/// The head of a block: its kind and its id.
fn block_of_ours(line: &str, at: usize, problems: &mut Problems<'_>) -> Option<(Kind, Text)> {
    let info = line.strip_prefix("~~~").filter(|info| !info.starts_with('~'))?;
    let mut words = info.split_whitespace();
    let word = words.next()?;
    let place = |word: &str| {
        let start = at + (word.as_ptr() as usize - line.as_ptr() as usize);
        start..start + word.len()
    };
    let Some((_, kind)) = KINDS.into_iter().find(|(name, _)| *name == word) else {
        if let Some(near) = nearest(word, KINDS.map(|(name, _)| name)) {
            let message = format!("unknown block `{word}`");
            problems.add(place(word), message, "", &format!("did you mean `{near}`?"));
        }
        return None;
    };
    let id = words.next();
    let id = id.map_or(Text { text: String::new(), span: place(word) }, |id| Text {
        text: id.to_string(),
        span: place(id),
    });
    if kind == Kind::Define && !id.text.is_empty() {
        problems.add(id.span.clone(), "a block of definitions has no id", "", "");
    } else if kind != Kind::Define && id.text.is_empty() {
        let help = format!("write `~~~{word} table-1`");
        problems.add(id.span.clone(), format!("the {word} has no id"), "", &help);
    } else if let Some(more) = words.next() {
        problems.add(place(more), "an id is one word", "", "join its words by hyphens");
    }
    Some((kind, id))
}
