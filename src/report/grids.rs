//! Grids as tables: with headings of columns and rows, if there are any, and marks that are not told by colour alone.

use serde::Serialize;

use super::links::{anchor, fragment};
use super::markdown::{row, thing};
use super::math;
use super::prose::{self, anchor_in_markdown, escape_markdown};
use super::text::{Html, ended};
use crate::diagnostic::Diagnostic;
use crate::verdicts::Grid;

/// A grid as the page shows it.
#[derive(Debug, Serialize)]
pub struct GridView {
    pub number: usize,
    pub id: String,
    pub link: String,
    pub title: Html,
    /// What the table is called where it cannot be seen.
    pub name: String,
    pub description: String,
    pub corner: String,
    pub head: Vec<Html>,
    /// Whether rows have headings.
    pub beside: bool,
    pub rows: Vec<RowView>,
    #[serde(skip)]
    pub markdown: String,
}

#[derive(Debug, Serialize)]
pub struct RowView {
    pub side: Option<Html>,
    pub cells: Vec<CellView>,
}

#[derive(Debug, Serialize)]
pub struct CellView {
    pub html: Html,
    pub marked: bool,
}

/// A grid as the page and the Markdown show it.
///
/// # Errors
/// Rows of several lengths, or headings of another number than there are columns or rows.
pub fn view(paper: &str, grid: &Grid, number: usize) -> Result<GridView, Diagnostic> {
    let wide = grid.rows.first().map_or(0, Vec::len);
    let fits = |headings: usize, things: usize| headings == 0 || headings == things;
    if grid.rows.iter().any(|row| row.len() != wide)
        || !fits(grid.head.len(), wide)
        || !fits(grid.side.len(), grid.rows.len())
    {
        let why = format!("{paper}: grid `{}`: its rows and headings do not fit together", grid.name);
        return Err(Diagnostic::error(why));
    }
    let set = |shown| math::shown(shown, false);
    let rows = grid.rows.iter().enumerate().map(|(number, row)| RowView {
        side: grid.side.get(number).map(set),
        cells: row.iter().map(|cell| CellView { html: set(&cell.shown), marked: cell.marked }).collect(),
    });
    let id = grid_id(paper, grid);
    let said = if grid.title.is_empty() { &grid.description } else { &grid.title };
    Ok(GridView {
        number,
        id: anchor(&id),
        link: fragment(&id),
        title: prose::line(&ended(&grid.title)),
        name: said.clone(),
        description: grid.description.clone(),
        corner: grid.corner.clone(),
        head: grid.head.iter().map(set).collect(),
        beside: !grid.side.is_empty(),
        rows: rows.collect(),
        markdown: markdown(grid, number),
    })
}

/// `PAPER/GRID`, as a claim's: no grid can have the name of another place of the page.
pub fn grid_id(paper: &str, grid: &Grid) -> String {
    format!("{paper}/{}", grid.name)
}

fn markdown(grid: &Grid, number: usize) -> String {
    let wide = grid.rows.first().map_or(0, Vec::len);
    let beside = usize::from(!grid.side.is_empty());
    let mut heads = vec![escape_markdown(&grid.corner); beside];
    // A table of Markdown has headings, even if there is nothing in them.
    heads.extend(grid.head.iter().map(thing));
    heads.resize(beside + wide, String::new());
    let title = prose::markdown(&ended(&grid.title)).trim().replace('\n', " ");
    let mut out = anchor_in_markdown(&grid.name) + &format!("Grid {number}. {title}");
    if !grid.description.is_empty() {
        out.push_str(&format!(" {}", escape_markdown(&grid.description)));
    }
    out.push_str(&format!("\n\n{}|{}\n", row(&heads), "---|".repeat(beside + wide)));
    for (at, cells) in grid.rows.iter().enumerate() {
        let mut line: Vec<String> = grid.side.get(at).map(thing).into_iter().collect();
        line.extend(cells.iter().map(|cell| {
            let shown = thing(&cell.shown);
            if cell.marked { format!("**{shown}**") } else { shown }
        }));
        out.push_str(&row(&line));
    }
    out + "\n"
}
