//! The report: from verdicts to pages, charts and the machine's copy, as bytes.
//!
//! Everything here is a pure function of plain data, so the same verdicts give the same bytes on every machine,
//! and a saved `verdicts.json` can be rendered again without an engine. Nothing is read from or written to a disk,
//! and no date, timing or host name enters a page.
//!
//! The way through: [`view`] turns verdicts into ready words; [`html`] and [`markdown`] put the same words into
//! two formats; [`charts`] draws; [`math`] and [`prose`] are the only makers of markup from a paper's own text;
//! [`discrepancies`] makes one item of what differs in the same way,
//! [`saved`] is the machine's copy, [`diff`] compares two of them, [`summary`] is what a terminal shows at the end.

pub mod audit;
pub mod charts;
pub mod diff;
mod discrepancies;
pub mod drawings;
mod errata;
pub mod grids;
pub mod html;
mod links;
pub mod markdown;
pub mod math;
pub mod prose;
pub mod saved;
pub mod summary;
pub mod text;
pub mod view;

use std::collections::BTreeMap;

use crate::diagnostic::Diagnostic;
use crate::verdicts::PaperVerdicts;

pub use audit::{audit_page, read_in_words};
pub use diff::{Change, Diff, diff};
pub use saved::{read_verdicts, verdicts_json};
pub use summary::{Sought, summary};
pub use text::shell_quoted;

/// The whole report: every file, by its path inside the report's folder, with `/`.
///
/// `index.html`, `index.md`, a page and an errata sheet a paper, `charts/*.svg`, `verdicts.json`, and the stylesheet
/// and script that the pages name. Pages keep the order of `papers`.
///
/// # Errors
/// If two papers, claims or entries have the same id, a document names a claim or a place that is not there, or a
/// chart has a coordinate that is not a rational: the message names it.
pub fn render(papers: &[PaperVerdicts]) -> Result<BTreeMap<String, Vec<u8>>, Diagnostic> {
    render_for(papers, IN_CHECKOUT)
}

/// How the program is called from its own checkout.
pub const IN_CHECKOUT: &str = "cargo run --";

/// As [`render`], with commands that call the program as `program`.
///
/// # Errors
/// As [`render`].
pub fn render_for(papers: &[PaperVerdicts], program: &str) -> Result<BTreeMap<String, Vec<u8>>, Diagnostic> {
    saved::check_ids(papers)?;
    let mut files = BTreeMap::new();
    let site = view::site(papers, program)?;
    let pages = html::Pages::new()?;
    for page in &site.pages {
        files.insert(format!("{}.html", page.key), pages.paper(page)?.into_bytes());
        let charts = page.charts().map(|chart| (&chart.file, &chart.file_svg));
        for (file, svg) in charts.chain(page.figures().map(|figure| (&figure.file, &figure.file_svg))) {
            if files.insert(file.clone(), svg.clone().into_bytes()).is_some() {
                return Err(Diagnostic::error(format!("{}: two drawings are called {file}", page.key)));
            }
        }
    }
    files.insert("index.html".to_owned(), pages.index(&site)?.into_bytes());
    for (name, text) in html::ASSETS {
        files.insert((*name).to_owned(), text.as_bytes().to_vec());
    }
    for (paper, page) in papers.iter().zip(&site.pages) {
        files.insert(format!("{}.md", page.key), markdown::paper(paper, page)?.into_bytes());
        files.insert(format!("{}.errata.md", page.key), errata::markdown(paper, program).into_bytes());
        files.insert(format!("{}.errata.tex", page.key), errata::tex(paper).into_bytes());
    }
    files.insert("index.md".to_owned(), markdown::index(papers, &site).into_bytes());
    files.insert("verdicts.json".to_owned(), verdicts_json(papers)?);
    links::check(&files)?;
    Ok(files)
}
