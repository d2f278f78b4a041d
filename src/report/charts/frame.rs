//! What stands around a drawing: title and description for those who cannot see it, classes for colours, a legend.

use super::plot::{Drawn, HEIGHT, Key, MARK_CLASSES, Marker, WIDTH};
use super::svg_text;
use crate::verdicts::Chart;

/// The drawing as a whole `<svg>`, with `style` inside if it is to stand alone.
pub fn framed(chart: &Chart, id: &str, drawn: &Drawn, style: Option<&str>) -> String {
    let (legend, rows) = legend(&drawn.keys);
    let height = drawn.height + 26 * rows + 4;
    // A file has no page around it, so its ids need no prefix and its title is shown.
    let id = if style.is_some() { "chart" } else { id };
    let mut out = format!(
        "<svg class=\"chart\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-labelledby=\"{0} {0}/text\"",
        svg_text(id)
    );
    if style.is_some() {
        out.push_str(&format!(" width=\"{WIDTH}\" height=\"{height}\""));
    }
    out.push_str(" xmlns=\"http://www.w3.org/2000/svg\">\n");
    out.push_str(&format!("<title id=\"{}\">{}</title>\n", svg_text(id), svg_text(&chart.title)));
    out.push_str(&format!("<desc id=\"{}/text\">{}</desc>\n", svg_text(id), svg_text(&chart.description)));
    if let Some(style) = style {
        out.push_str(&format!("<style>\n{style}</style>\n"));
        out.push_str(&format!("<rect class=\"paper\" width=\"{WIDTH}\" height=\"{height}\"/>\n"));
    }
    out.push_str(&classed(&drawn.body));
    out.push_str(&legend);
    out.push_str("</svg>\n");
    out
}

/// The drawing's colours are marks: each names a class. Fonts are the page's.
fn classed(body: &str) -> String {
    let mut out = body.to_owned();
    for (mark, name) in MARK_CLASSES.iter().enumerate() {
        for (attribute, kind) in [("stroke", "s"), ("fill", "f")] {
            out =
                out.replace(&format!("{attribute}=\"#0102{mark:02X}\""), &format!("class=\"{kind}-{name}\""));
        }
    }
    for constant in [" opacity=\"1\"", " font-family=\"sans-serif\"", " stroke=\"none\""] {
        out = out.replace(constant, "");
    }
    out
}

/// The keys in rows below the drawing, and how many rows there are. Widths of words are guessed, with room.
fn legend(keys: &[Key]) -> (String, u32) {
    if keys.is_empty() {
        return (String::new(), 0);
    }
    let (mut out, mut x, mut row) = (String::from("<g class=\"legend\">\n"), 56, 0);
    for key in keys {
        let width = 40 + 8 * u32::try_from(key.name.chars().count()).unwrap_or(1_000).min(90);
        if x > 56 && x + width > WIDTH - 8 {
            (x, row) = (56, row + 1);
        }
        let y = HEIGHT + 26 * row + 14;
        out.push_str(&swatch(key, x, y));
        out.push_str(&format!(
            "<text class=\"f-ink\" x=\"{}\" y=\"{}\" font-size=\"14\">{}</text>\n",
            x + 32,
            y + 5,
            svg_text(&key.name)
        ));
        x += width;
    }
    out.push_str("</g>\n");
    (out, row + 1)
}

fn swatch(key: &Key, x: u32, y: u32) -> String {
    let (class, middle) = (key.class, x + 13);
    let mut out = String::new();
    if key.line {
        out.push_str(&format!(
            "<line class=\"s-{class}\" x1=\"{x}\" y1=\"{y}\" x2=\"{}\" y2=\"{y}\" stroke-width=\"2\"/>\n",
            x + 26
        ));
    }
    out.push_str(&match key.marker {
        Marker::None => String::new(),
        Marker::Circle => format!("<circle class=\"f-{class}\" cx=\"{middle}\" cy=\"{y}\" r=\"4\"/>\n"),
        Marker::Square => format!(
            "<rect class=\"s-{class}\" fill=\"none\" x=\"{}\" y=\"{}\" width=\"12\" height=\"12\"/>\n",
            middle - 6,
            y - 6
        ),
        Marker::Triangle => format!(
            "<polygon class=\"f-{class}\" points=\"{middle},{} {},{} {},{}\"/>\n",
            y - 5,
            middle - 5,
            y + 4,
            middle + 5,
            y + 4
        ),
        Marker::Cross => format!(
            "<path class=\"s-{class}\" fill=\"none\" stroke-width=\"3\" d=\"M{0} {1}L{2} {3}M{0} {3}L{2} {1}\"/>\n",
            middle - 6,
            y - 6,
            middle + 6,
            y + 6
        ),
    });
    out
}
