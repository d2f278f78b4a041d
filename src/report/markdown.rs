//! The report as Markdown, readable on a forge: every table of the articles, regenerated.

use super::discrepancies::{Item, items};
use super::prose::{self, code, escape_markdown, tex_in_markdown};
use super::text::{self, Columns, capital, count, glyph};
use super::view::{ClaimView, FigureView, Page, Site, planted};
use crate::diagnostic::Diagnostic;
use crate::verdicts::{Block, ClaimVerdicts, Entry, Listing, PaperVerdicts, Shown, Verdict, tally};

/// `index.md`
pub fn index(papers: &[PaperVerdicts], site: &Site) -> String {
    let mut out = String::from("# Referee's report\n\n");
    out.push_str(&format!("{}: {}. {}\n\n", capital(&site.size), site.coverage.words, site.read));
    out.push_str("| Paper | Source | Entries | Verdicts | Planted slips |\n|---|---|--:|---|---|\n");
    for (paper, page) in papers.iter().zip(&site.pages) {
        out.push_str(&row(&[
            format!("[{}]({}.md)", title(&paper.title), paper.key),
            source(paper, page),
            paper.entries().count().to_string(),
            counts(paper.entries()),
            paper.planted.as_ref().map_or("not tried".to_owned(), planted),
        ]));
    }
    out.push_str("\n## Discrepancies\n\n");
    let mut differing = String::new();
    for paper in papers {
        let of = format!("[{}]({}.md)", escape_markdown(&paper.key), paper.key);
        for cells in paper.claims.iter().flat_map(|claim| discrepancies(claim, &format!("{}.md", paper.key)))
        {
            differing.push_str(&row(&[vec![of.clone()], cells].concat()));
        }
    }
    if differing.is_empty() {
        out.push_str("Our recomputation differs nowhere.\n");
    } else {
        out.push_str("| Paper | Place | Printed | Recomputed | Verdict |\n|---|---|---|---|---|\n");
        out.push_str(&differing);
    }
    out.push_str("\n## How to read a verdict\n\n| Verdict | Meaning |\n|---|---|\n");
    for v in Verdict::ALL {
        out.push_str(&row(&[verdict(v), escape_markdown(text::meaning(v))]));
    }
    out.push_str("\n| Word | Meaning |\n|---|---|\n");
    for (word, meaning) in text::WORDS {
        out.push_str(&row(&[escape_markdown(word), escape_markdown(meaning)]));
    }
    out
}

/// `KEY.md`
///
/// # Errors
/// None as yet; the view has found what is missing.
pub fn paper(paper: &PaperVerdicts, page: &Page) -> Result<String, Diagnostic> {
    let mut out = format!("# {}\n\n", title(&paper.title));
    if !paper.authors.is_empty() {
        out.push_str(&format!("{}\n\n", escape_markdown(&page.authors)));
    }
    out.push_str(&format!("Source: {}. {}\n\n", source(paper, page), escape_markdown(&page.standing)));
    for notice in &page.notices {
        out.push_str(&format!("> **{}**\n\n", escape_markdown(notice)));
    }
    out.push_str(&format!("{}: {}. ", page.coverage.total, page.coverage.words));
    out.push_str(&page.read);
    for words in page.standings.iter().chain(&page.planted) {
        out.push_str(&format!(" {}.", capital(words)));
    }
    if !page.contract.is_empty() {
        out.push_str(&format!(" {}.", capital(&page.contract)));
    }
    out.push_str("\n\n");
    if !paper.conventions.is_empty() {
        out.push_str("| Notation | Meaning |\n|---|---|\n");
        for (notation, meaning) in &paper.conventions {
            out.push_str(&row(&[code(notation), prose::words_in_markdown(meaning)]));
        }
        out.push('\n');
    }
    let differing: Vec<_> = paper.claims.iter().flat_map(|claim| discrepancies(claim, "")).collect();
    if !differing.is_empty() {
        out.push_str("**Where our recomputation differs**\n\n| Place | Printed | Recomputed | Verdict |\n|---|---|---|---|\n");
        differing.iter().for_each(|cells| out.push_str(&row(cells)));
        out.push('\n');
    }
    let mut blocks = paper.blocks.iter();
    for piece in &page.pieces {
        // Pieces follow the blocks; what the document does not place comes after all of them.
        if piece.claims.is_empty() {
            match blocks.find(|block| !matches!(block, Block::Claim(_))) {
                Some(Block::Prose(markdown)) => {
                    out.push_str(&format!("{}\n\n", prose::markdown(markdown).trim()))
                }
                Some(Block::Definitions(source)) => out.push_str(&fenced(source)),
                Some(Block::Figure(_)) => {
                    if let Some(figure) = &piece.figure {
                        out.push_str(&drawn(figure));
                    }
                }
                Some(Block::Grid(_)) => {
                    out.push_str(piece.grid.as_ref().map_or("", |grid| &grid.markdown));
                }
                _ => {}
            }
        }
        for view in &piece.claims {
            if let Some(claim) = paper.claims.iter().find(|c| super::saved::claim_id(paper, c) == view.name) {
                out.push_str(&claim_section(claim, view));
            }
        }
    }
    Ok(out.trim_end().to_owned() + "\n")
}

/// The discrepancies of a claim, a row of four cells each; `page` is where the claim stands, empty for this page.
fn discrepancies(claim: &ClaimVerdicts, page: &str) -> Vec<Vec<String>> {
    let (mut rows, columns) = (Vec::new(), Columns::of(claim));
    for item in items(&claim.entries) {
        for entry in &item.shown {
            rows.push(vec![
                place(claim, &columns, entry),
                printed(claim, entry),
                entry.recomputed.as_ref().map_or(String::new(), thing),
                verdict(entry.verdict),
            ]);
        }
        if let Some(more) = more(claim, &columns, &item, page) {
            let sign = item.more.first().map_or(String::new(), |entry| verdict(entry.verdict));
            rows.push(vec![more, String::new(), String::new(), sign]);
        }
    }
    rows
}

/// How many more differ in the same way, and where all of them are marked.
pub(super) fn more(
    claim: &ClaimVerdicts,
    columns: &Columns<'_>,
    item: &Item<'_>,
    page: &str,
) -> Option<String> {
    let words = item.more_in_words(columns)?;
    let table = format!("[all are marked in the table](<{page}#{}>)", claim.id);
    Some(format!("and {}: {table}", prose::words_in_markdown(&words)))
}

fn drawn(figure: &FigureView) -> String {
    let said = if figure.description.is_empty() { &figure.title_text } else { &figure.description };
    format!(
        "{}![{}]({})\n\nDrawing {}. {}\n\n",
        prose::anchor_in_markdown(&figure.name),
        escape_markdown(said),
        figure.file,
        figure.number,
        title(&figure.title_text)
    )
}

/// The heading of a claim, what it says, and who says so.
pub(super) fn claim_head(claim: &ClaimVerdicts, marks: &str, number: usize) -> String {
    let mut out = format!("{marks} {number}. {}\n\n", named(claim));
    for (head, sentence) in [("", &claim.says), ("Origin: ", &claim.origin)] {
        if !sentence.is_empty() {
            out.push_str(&format!("{head}{}\n\n", prose::markdown(sentence).trim()));
        }
    }
    out
}

fn claim_section(claim: &ClaimVerdicts, view: &ClaimView) -> String {
    let mut out = prose::anchor_in_markdown(&claim.id) + &claim_head(claim, "###", view.number);
    if let Some(formula) = claim.formula.as_ref().or_else(|| text::stated(claim)) {
        out.push_str(&format!("> {}\n\n", thing(formula)));
    }
    out.push_str(&format!("{}.", capital(&view.coverage.words)));
    if !claim.range.is_empty() {
        out.push_str(&format!(" {}.", prose::words_in_markdown(&capital(&claim.range))));
    }
    out.push_str(&format!(" Check it yourself: {}\n\n", code(&view.command)));
    out.push_str(&match &view.table {
        Some(table) if table.columned => pivoted(claim),
        _ => listed(claim),
    });
    for entry in &claim.entries {
        if let Some(tested) = &entry.tested {
            out.push_str(&format!(
                "{}: {}.\n\n",
                code(&entry.id),
                prose::words_in_markdown(&text::tested(&claim.origin, entry.column.as_deref(), tested))
            ));
            if let Some(rows) = &tested.listed {
                out.push_str(&listing(rows));
            }
        }
        if let Some(witness) = &entry.witness {
            out.push_str(&format!(
                "Witness for {}: {}\n\n",
                code(&entry.id),
                escape_markdown(&witness.summary)
            ));
            if !witness.lines.is_empty() {
                out.push_str(&fenced(&witness.lines.join("\n")));
            }
        }
    }
    for chart in &view.charts {
        out.push_str(&format!("![{}]({})\n\n", escape_markdown(&chart.description), chart.file));
    }
    out
}

/// A table as the paper has it: a row a key, a column a column; an entry that differs shows both sides.
fn pivoted(claim: &ClaimVerdicts) -> String {
    let Columns { keys, columns: headed, .. } = Columns::of(claim);
    let columns: Vec<&str> = headed.iter().map(|(name, _)| *name).collect();
    let heads: Vec<String> = keys
        .into_iter()
        .chain(headed.iter().map(|(_, heading)| *heading))
        .map(prose::words_in_markdown)
        .collect();
    let mut out = row(&heads) + &row(&vec!["---".to_owned(); heads.len()]);
    let (mut rows, mut known) = (Vec::new(), std::collections::BTreeSet::new());
    let mut entries = std::collections::BTreeMap::new();
    for entry in &claim.entries {
        let key = entry.key.as_slice();
        if known.insert(key) {
            rows.push(key);
        }
        entries.insert((key, entry.column.as_deref()), entry);
    }
    for key in rows {
        let mut cells: Vec<String> = key.iter().map(|(_, value)| prose::words_in_markdown(value)).collect();
        for column in &columns {
            cells.push(entries.get(&(key, Some(*column))).map_or(String::new(), |entry| cell(entry)));
        }
        out.push_str(&row(&cells));
    }
    out + "\n"
}

fn cell(entry: &Entry) -> String {
    let printed = entry.printed.as_ref().map(thing);
    let recomputed = entry.recomputed.as_ref().map(thing);
    match (printed, recomputed) {
        (Some(printed), _) if entry.verdict == Verdict::Match => {
            format!("{printed} {}", glyph(entry.verdict))
        }
        (Some(printed), Some(ours)) => format!("printed {printed}, ours {ours} {}", glyph(entry.verdict)),
        (Some(printed), None) => format!("printed {printed} {}", glyph(entry.verdict)),
        (None, Some(ours)) => format!("ours {ours} {}", glyph(entry.verdict)),
        (None, None) => glyph(entry.verdict).to_owned(),
    }
}

/// Entries without columns: one a row.
fn listed(claim: &ClaimVerdicts) -> String {
    let mut out = String::from("| Entry | Printed | Recomputed | Verdict | Notes |\n|---|---|---|---|---|\n");
    let columns = Columns::of(claim);
    for entry in &claim.entries {
        let place = columns.place(entry);
        out.push_str(&row(&[
            if place.is_empty() { code(&entry.id) } else { prose::words_in_markdown(&place) },
            entry.printed.as_ref().map_or(String::new(), thing),
            entry.recomputed.as_ref().map_or(String::new(), thing),
            verdict(entry.verdict),
            prose::words_in_markdown(&entry.notes.join(" ")),
        ]));
    }
    out + "\n"
}

fn listing(listing: &Listing) -> String {
    let heads: Vec<String> = listing.header.iter().map(|h| prose::words_in_markdown(h)).collect();
    let mut out = String::new();
    if !listing.caption.is_empty() {
        out.push_str(&format!("{}:\n\n", escape_markdown(&listing.caption)));
    }
    out.push_str(&row(&heads));
    out.push_str(&row(&vec!["---".to_owned(); heads.len()]));
    for things in &listing.rows {
        out.push_str(&row(&things.iter().map(thing).collect::<Vec<_>>()));
    }
    out + "\n"
}

pub(super) fn thing(shown: &Shown) -> String {
    if shown.tex.is_empty() {
        escape_markdown(&shown.text)
    } else {
        format!("${}$", tex_in_markdown(&shown.tex))
    }
}

fn verdict(verdict: Verdict) -> String {
    format!("{} {}", glyph(verdict), verdict.word())
}

/// Where an entry stands, and of what is tried on cases what the paper says there.
fn place(claim: &ClaimVerdicts, columns: &Columns<'_>, entry: &Entry) -> String {
    let place = columns.place(entry);
    let comma = if place.is_empty() { "" } else { ", " };
    let mut words = named(claim) + comma + &prose::words_in_markdown(&place);
    if entry.tested.is_some() && !claim.says.is_empty() {
        words.push_str(&format!(": {}", title(&text::shortened(&claim.says, text::SENTENCE))));
    }
    words
}

/// The title of a claim, with the name of its reading if it has several.
fn named(claim: &ClaimVerdicts) -> String {
    let reading = claim.reading.as_ref().map(|reading| format!(" ({})", escape_markdown(reading)));
    title(&claim.title) + &reading.unwrap_or_default()
}

/// What is printed: of a statement itself, if it is mathematics that is not said beside it.
pub(super) fn printed(claim: &ClaimVerdicts, entry: &Entry) -> String {
    match (text::is_statement(entry), text::stated(claim)) {
        (true, Some(stated)) => thing(stated),
        (true, None) if claim.says.is_empty() => code(&entry.expression),
        (true, None) => "as it is said".to_owned(),
        (false, _) => entry.printed.as_ref().map_or(String::new(), thing),
    }
}

fn title(markdown: &str) -> String {
    prose::markdown(markdown).replace('|', r"\|").replace('\n', " ").replace('<', "&lt;")
}

fn source(paper: &PaperVerdicts, page: &Page) -> String {
    match &page.address {
        Some(address) => format!("[{}](<{}>)", escape_markdown(&paper.source), address.replace('>', "%3E")),
        None => escape_markdown(&paper.source),
    }
}

fn counts<'a>(entries: impl Iterator<Item = &'a Entry>) -> String {
    let counts = tally(entries);
    let words: Vec<String> = counts.iter().map(|(v, n)| format!("{n} {}", v.word())).collect();
    if words.is_empty() { count(0, "entry", "entries") } else { words.join(", ") }
}

pub(super) fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

pub(super) fn fenced(source: &str) -> String {
    let source = text::visible(source);
    let longest = source.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{}\n{fence}\n\n", source.trim_end())
}
