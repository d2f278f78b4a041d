//! Charts as SVG, from exact points. Floating-point numbers occur here and in drawings alone: they place ink, they judge nothing.
//!
//! One palette, one size, one frame for every kind; colours are class names, so that a page's stylesheet (or the
//! one inside a file) gives light and dark. Text is real text.

mod axis;
mod bars;
mod frame;
mod plot;

use super::links::anchor;
use super::text::{Html, escape, is_file_name};
use super::view::ChartView;
use crate::diagnostic::Diagnostic;
use crate::verdicts::{Chart, ChartKind};

/// A chart as the page and the files show it.
///
/// # Errors
/// If a coordinate is not a rational number, or the chart's name cannot be a file name.
pub fn view(paper: &str, chart: &Chart) -> Result<ChartView, Diagnostic> {
    if !is_file_name(&chart.name) {
        return Err(Diagnostic::error(format!("{paper}: `{}` cannot be the name of a chart", chart.name))
            .note("a name is made of letters, digits, `-` and `_`"));
    }
    let fail = |why: String| Diagnostic::error(format!("{paper}: chart `{}`: {why}", chart.name));
    let id = anchor(&format!("chart/{paper}/{}", chart.name));
    let drawn = match chart.kind {
        ChartKind::Bars => bars::draw(chart),
        _ => plot::draw(chart),
    }
    .map_err(fail)?;
    Ok(ChartView {
        file: format!("charts/{paper}.{}.svg", chart.name),
        title: chart.title.clone(),
        description: chart.description.clone(),
        svg: Html(frame::framed(chart, &id, &drawn, None)),
        file_svg: frame::framed(chart, &id, &drawn, Some(STYLE)),
        id,
    })
}

/// What a file outside a page needs of the stylesheet: the page's own rules for charts.
const STYLE: &str = include_str!("../../../templates/chart.css");

/// Text as SVG content.
fn svg_text(text: &str) -> String {
    escape(text)
}
