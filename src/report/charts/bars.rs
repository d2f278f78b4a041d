//! Bars: how much of a whole, one below the other.

use super::axis::rational;
use super::plot::{Drawn, WIDTH};
use super::svg_text;
use crate::report::text::visible;
use crate::verdicts::Chart;

/// From one bar to the next.
const STEP: u32 = 36;
/// Room on the right for the numbers.
const NUMBERS: u32 = 130;
const LEFT: u32 = 8;

/// A bar for each series: its name above it, and beside it how many of how many.
///
/// # Errors
/// If a number is not a rational.
pub fn draw(chart: &Chart) -> Result<Drawn, String> {
    let (mut body, whole) = (String::new(), f64::from(WIDTH - NUMBERS - LEFT));
    let mut top = 8;
    for series in &chart.series {
        let Some((part, of)) = series.points.first() else { continue };
        let share = match rational(of)? {
            0.0 => 0.0,
            of => (rational(part)? / of).clamp(0.0, 1.0),
        };
        let (name, held) = (visible(&series.name).replace('$', ""), (whole * share).round());
        body.push_str(&format!(
            "<text class=\"f-ink\" x=\"{LEFT}\" y=\"{}\" font-size=\"14\">{}</text>\n\
             <rect class=\"f-r0\" x=\"{LEFT}\" y=\"{}\" width=\"{held}\" height=\"12\"/>\n\
             <rect class=\"s-axis\" fill=\"none\" x=\"{LEFT}\" y=\"{}\" width=\"{whole}\" height=\"12\"/>\n\
             <text class=\"f-ink\" x=\"{}\" y=\"{}\" font-size=\"14\">{} of {}</text>\n",
            top + 12,
            svg_text(&name),
            top + 17,
            top + 17,
            WIDTH - NUMBERS + 8,
            top + 28,
            svg_text(part),
            svg_text(of),
        ));
        top += STEP;
    }
    Ok(Drawn { body, height: top, keys: Vec::new() })
}
