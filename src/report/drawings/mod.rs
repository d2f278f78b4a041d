//! Positions as pictures: boards as squares with stones on them, graphs as points and lines; one style for all.
//!
//! Left's stones are filled and Right's are rings, so that nothing is told by colour alone.

mod layout;

use std::fmt::Write;

use super::links::{anchor, fragment};
use super::math;
use super::prose;
use super::text::{Html, ended, escape, is_file_name};
use super::view::{FigureView, PictureView};
use crate::diagnostic::Diagnostic;
use crate::verdicts::{Figure, Picture};
use layout::Point;

/// The side of a square, and half of it.
const CELL: f64 = 20.0;
const HALF: f64 = CELL / 2.0;
/// The distance of neighbours in a graph.
const STEP: f64 = 34.0;
const STONE: f64 = 7.0;
/// Room for the name of a vertex below it.
const NAME: f64 = 14.0;
/// Around every picture.
const MARGIN: f64 = 4.0;
/// How wide a file of several pictures is.
const SHEET: f64 = 760.0;
/// What fits a narrow page.
const NARROW: f64 = 280.0;
/// Below a picture in a file, for its label.
const LABEL: f64 = 22.0;

/// A figure as the page and the files show it.
///
/// # Errors
/// If its name cannot be a file name, or a picture speaks of places that it does not have.
pub fn view(paper: &str, figure: &Figure, number: usize) -> Result<FigureView, Diagnostic> {
    let fail = |why: &str| Diagnostic::error(format!("{paper}: figure `{}`: {why}", figure.name));
    if !is_file_name(&figure.name) {
        return Err(fail("this cannot be the name of a figure")
            .note("a name is made of letters, digits, `-` and `_`"));
    }
    let id = figure_id(paper, figure);
    let drawn = figure
        .pictures
        .iter()
        .map(draw)
        .collect::<Option<Vec<_>>>()
        .ok_or_else(|| fail("a picture speaks of places that it does not have"))?;
    let pictures = figure
        .pictures
        .iter()
        .zip(&drawn)
        .map(|(picture, drawn)| PictureView {
            wide: drawn.width > NARROW,
            svg: Html(alone(drawn, &spoken(picture))),
            label: picture.label.as_ref().map(|label| math::shown(label, false)),
        })
        .collect();
    Ok(FigureView {
        number,
        name: figure.name.clone(),
        id: anchor(&id),
        link: fragment(&id),
        title: prose::line(&ended(&figure.title)),
        title_text: figure.title.clone(),
        description: figure.description.clone(),
        file: format!("charts/{paper}.{}.svg", figure.name),
        file_svg: sheet(figure, &drawn),
        pictures,
    })
}

/// `PAPER/FIGURE`, as a claim's: no figure can have the name of another place of the page.
pub fn figure_id(paper: &str, figure: &Figure) -> String {
    format!("{paper}/{}", figure.name)
}

/// Ink and how much room it takes.
struct Drawn {
    width: f64,
    height: f64,
    body: String,
}

fn draw(picture: &Picture) -> Option<Drawn> {
    let places: Vec<char> = picture.places.chars().collect();
    let there = |v: &usize| *v < places.len();
    let known = picture.edges.iter().all(|(v, w)| there(v) && there(w))
        && picture.marks.iter().flatten().all(there)
        && picture.columns.is_none_or(|columns| columns > 0 || places.is_empty())
        && [picture.names.len(), picture.at.len()].iter().all(|&count| count == 0 || count == places.len());
    if !known {
        return None;
    }
    let mut body = String::new();
    let points: Vec<Point> = match picture.columns {
        Some(columns) => {
            let at = |i: usize| ((i % columns) as f64 * CELL + HALF, (i / columns) as f64 * CELL + HALF);
            (0..places.len()).map(at).collect()
        }
        None if !picture.at.is_empty() => {
            let half = |steps: usize| steps as f64 * STEP / 2.0 + HALF;
            picture.at.iter().map(|&(right, down)| (half(right), half(down))).collect()
        }
        None => {
            let scaled = |p: &Point| (p.0 * STEP + HALF, p.1 * STEP + HALF);
            layout::layout(places.len(), &picture.edges).iter().map(scaled).collect()
        }
    };
    if picture.columns.is_some() {
        let squares = points.iter().zip(&places).filter(|(_, place)| **place != '-');
        let path: String = squares
            .map(|(p, _)| format!("M{} {}h{CELL}v{CELL}h-{CELL}z", n(p.0 - HALF), n(p.1 - HALF)))
            .collect();
        let _ = writeln!(body, "<path class=\"d-square\" d=\"{path}\"/>");
    } else {
        let line = |(v, w): &(usize, usize)| {
            format!("M{} {}L{} {}", n(points[*v].0), n(points[*v].1), n(points[*w].0), n(points[*w].1))
        };
        let path: String = picture.edges.iter().map(line).collect();
        let _ = writeln!(body, "<path class=\"d-edge\" d=\"{path}\"/>");
    }
    for (point, place) in points.iter().zip(&places) {
        body.push_str(&piece(*place, *point, picture.columns.is_none()));
    }
    for places in &picture.marks {
        body.push_str(&mark(&places.iter().map(|&place| points[place]).collect::<Vec<_>>()));
    }
    for (name, (x, y)) in picture.names.iter().zip(&points) {
        let (x, y) = (n(*x), n(y + HALF + NAME / 2.0));
        let _ = writeln!(body, "<text class=\"d-name\" x=\"{x}\" y=\"{y}\">{}</text>", escape(name));
    }
    let names = if picture.names.is_empty() { 0.0 } else { NAME };
    let far = |of: fn(&Point) -> f64| points.iter().map(of).fold(0.0, f64::max) + HALF;
    Some(Drawn { width: far(|p| p.0) + names, height: far(|p| p.1) + names, body })
}

/// A number of a picture: tenths are enough.
fn n(x: f64) -> String {
    let text = format!("{x:.1}");
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

fn piece(place: char, (x, y): Point, on_graph: bool) -> String {
    let circle = |class: &str, r: f64| {
        format!("<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{r}\"/>\n", n(x), n(y))
    };
    match place {
        'x' => circle("d-left", STONE),
        'o' => circle("d-right", STONE),
        'l' | 'r' => {
            let letter = if place == 'l' { 'L' } else { 'R' };
            circle("d-tint", STONE + 1.0)
                + &format!("<text class=\"d-letter\" x=\"{}\" y=\"{}\">{letter}</text>\n", n(x), n(y + 3.6))
        }
        '+' => {
            let r = STONE - 1.5;
            let (a, b, c, d) = (n(x - r), n(y - r), n(x + r), n(y + r));
            format!("<path class=\"d-cross\" d=\"M{a} {b}L{c} {d}M{a} {d}L{c} {b}\"/>\n")
        }
        '.' if on_graph => circle("d-vertex", 3.5),
        '-' if on_graph => circle("d-gone", 1.5),
        _ => String::new(),
    }
}

/// One place is ringed; a way through several is a line with a head at its end.
fn mark(points: &[Point]) -> String {
    let (&[.., before, last], &[first, ..]) = (points, points) else {
        return points.first().map_or(String::new(), |(x, y)| {
            format!("<circle class=\"d-mark\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", n(*x), n(*y), STONE + 2.0)
        });
    };
    let (dx, dy) = (last.0 - before.0, last.1 - before.1);
    let length = (dx * dx + dy * dy).sqrt().max(1e-6);
    let (ux, uy) = (dx / length, dy / length);
    // The head ends at the middle of the last place, and the line at the back of the head.
    let (back_x, back_y) = (last.0 - 6.5 * ux, last.1 - 6.5 * uy);
    let mut way = format!("M{} {}", n(first.0), n(first.1));
    for (x, y) in &points[1..points.len() - 1] {
        let _ = write!(way, "L{} {}", n(*x), n(*y));
    }
    let _ = write!(way, "L{} {}", n(back_x), n(back_y));
    let head = [last, (back_x - 3.4 * uy, back_y + 3.4 * ux), (back_x + 3.4 * uy, back_y - 3.4 * ux)];
    let head: Vec<String> = head.iter().map(|p| format!("{},{}", n(p.0), n(p.1))).collect();
    format!(
        "<path class=\"d-way\" d=\"{way}\"/>\n<polygon class=\"d-head\" points=\"{}\"/>\n",
        head.join(" ")
    )
}

/// A picture in a page.
fn alone(drawn: &Drawn, words: &str) -> String {
    let (width, height) = (drawn.width + 2.0 * MARGIN, drawn.height + 2.0 * MARGIN);
    format!(
        "<svg class=\"drawing\" viewBox=\"-{MARGIN} -{MARGIN} {0} {1}\" width=\"{0}\" height=\"{1}\" role=\"img\" aria-label=\"{2}\">\n{3}</svg>",
        n(width),
        n(height),
        escape(words),
        drawn.body
    )
}

/// What stands outside a page of the stylesheet: the page's own rules for drawings.
const STYLE: &str = include_str!("../../../templates/drawing.css");

/// All pictures of a figure in a file of their own, in rows, with their labels as text.
fn sheet(figure: &Figure, drawn: &[Drawn]) -> String {
    let (mut x, mut y, mut row, mut right) = (MARGIN, MARGIN, 0.0f64, 0.0f64);
    let mut body = String::new();
    for (picture, drawn) in figure.pictures.iter().zip(drawn) {
        let label = picture.label.as_ref().map_or("", |label| &label.text);
        let width = drawn.width.max(7.5 * label.chars().count() as f64);
        if x > MARGIN && x + width > SHEET {
            (x, y, row) = (MARGIN, y + row + 12.0, 0.0);
        }
        let _ = write!(body, "<g transform=\"translate({} {})\">\n{}", n(x), n(y), drawn.body);
        if !label.is_empty() {
            let below = drawn.height + LABEL - 6.0;
            let _ =
                writeln!(body, "<text class=\"d-label\" x=\"0\" y=\"{}\">{}</text>", n(below), escape(label));
        }
        body.push_str("</g>\n");
        x += width + 16.0;
        (row, right) = (row.max(drawn.height + if label.is_empty() { 0.0 } else { LABEL }), right.max(x));
    }
    let (width, height) = (n(right), n(y + row + MARGIN));
    format!(
        "<svg class=\"drawing\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"title text\">\n<title id=\"title\">{}</title>\n<desc id=\"text\">{}</desc>\n<style>\n{STYLE}</style>\n<rect class=\"d-paper\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n",
        escape(&figure.title),
        escape(&figure.description)
    )
}

/// Above this many places, only what there is of each kind is spoken.
const MOST_SPOKEN: usize = 64;

/// What a place is called: by its name, or by its number.
fn name(picture: &Picture, place: usize) -> String {
    picture.names.get(place).cloned().unwrap_or_else(|| place.to_string())
}

/// A picture in words.
fn spoken(picture: &Picture) -> String {
    let places: Vec<char> = picture.places.chars().collect();
    let word = |place: &char| match place {
        'x' => "Left",
        'o' => "Right",
        'l' => "for Left",
        'r' => "for Right",
        '+' => "cross",
        '-' => "nothing",
        _ => "empty",
    };
    let marked: Vec<String> = picture
        .marks
        .iter()
        .map(|places| places.iter().map(|&place| name(picture, place)).collect::<Vec<_>>().join(" to "))
        .collect();
    let marked = if marked.is_empty() { String::new() } else { format!("; marked: {}", marked.join(", ")) };
    if places.len() > MOST_SPOKEN {
        let kinds = ['x', 'o', 'l', 'r', '+', '.'];
        let counts: Vec<String> = kinds
            .iter()
            .map(|kind| (kind, places.iter().filter(|place| *place == kind).count()))
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| format!("{count} {}", word(kind)))
            .collect();
        return format!("{} places: {}{marked}", places.len(), counts.join(", "));
    }
    match picture.columns {
        Some(columns) => {
            let row = |row: &[char]| row.iter().map(word).collect::<Vec<_>>().join(", ");
            places.chunks(columns.max(1)).map(row).collect::<Vec<_>>().join("; ") + &marked
        }
        None => {
            let each = |(v, place): (usize, &char)| format!("{} {}", name(picture, v), word(place));
            let vertices: Vec<String> = places.iter().enumerate().map(each).collect();
            let edge = |(v, w): &(usize, usize)| format!("{}-{}", name(picture, *v), name(picture, *w));
            let edges: Vec<String> = picture.edges.iter().map(edge).collect();
            format!("vertices {}; edges {}{marked}", vertices.join(", "), edges.join(" "))
        }
    }
}
