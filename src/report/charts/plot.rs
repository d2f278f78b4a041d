//! The drawing itself: axes, lines and points, in one style for every kind of chart.

use std::collections::BTreeMap;

use plotters::prelude::*;

use super::axis::{Axis, axis, rational};
use crate::report::text::visible;
use crate::verdicts::{Chart, ChartKind, Series, SeriesRole};

pub const WIDTH: u32 = 520;
pub const HEIGHT: u32 = 320;

/// What colours stand for. The drawing is inked with marks, one a class, which the frame replaces by the names.
pub const MARK_CLASSES: [&str; 13] = [
    "ink",
    "grid",
    "axis",
    "printed",
    "differs",
    "left",
    "right",
    "mast",
    "reference",
    "r0",
    "r1",
    "r2",
    "r3",
];

fn mark(class: &str) -> RGBColor {
    let at = MARK_CLASSES.iter().position(|name| *name == class).unwrap_or(0);
    RGBColor(1, 2, u8::try_from(at).unwrap_or(0))
}

/// A drawing and what its keys are.
pub struct Drawn {
    pub body: String,
    pub height: u32,
    pub keys: Vec<Key>,
}

/// How a series is drawn, for the legend and the drawing alike.
pub struct Key {
    pub name: String,
    pub class: &'static str,
    pub line: bool,
    pub marker: Marker,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Marker {
    None,
    Circle,
    Square,
    Triangle,
    Cross,
}

/// The inside of the SVG.
///
/// # Errors
/// If a coordinate is not a rational, or the drawing library refuses.
pub fn draw(chart: &Chart) -> Result<Drawn, String> {
    let keys = keys(chart);
    let mut curves = Vec::new();
    for series in &chart.series {
        let mut points = Vec::new();
        for (x, y) in &series.points {
            points.push((rational(x)?, rational(y)?));
        }
        // Only a wall may turn back; any other line runs from left to right.
        if chart.kind != ChartKind::Thermograph {
            points.sort_by(|a: &(f64, f64), b| a.0.total_cmp(&b.0));
        }
        curves.push(points);
    }
    // Values run from right to left in a thermograph, as in the books: positive is Left's side.
    let reversed = chart.kind == ChartKind::Thermograph;
    let xs: Vec<f64> = curves.iter().flatten().map(|point| point.0).collect();
    let ys: Vec<f64> = curves.iter().flatten().map(|point| point.1).collect();
    let mut body = String::new();
    let axes = (Axis { reversed, ..axis(&xs, 10, false) }, axis(&ys, 6, !reversed));
    ink(&mut body, chart, axes, &keys, &curves).map_err(|error| error.to_string())?;
    // The frame brings its own outer element.
    let inner = body.split_once('\n').map_or("", |(_, rest)| rest);
    let body = inner.trim_end().strip_suffix("</svg>").unwrap_or(inner).to_owned();
    Ok(Drawn { body, height: HEIGHT, keys })
}

fn keys(chart: &Chart) -> Vec<Key> {
    let both = chart.series.iter().any(|series| series.role == SeriesRole::Recomputed);
    let (mut recomputed, scatter) = (0, chart.kind == ChartKind::Scatter);
    let mut key = |series: &Series| {
        let (class, line, marker) = match series.role {
            // Printed points are squares around ours; alone they are joined.
            SeriesRole::Printed => ("printed", !both && !scatter, Marker::Square),
            SeriesRole::Recomputed => {
                let class = ["r0", "r1", "r2", "r3"][recomputed % 4];
                let marker = if recomputed % 2 == 0 { Marker::Circle } else { Marker::Triangle };
                recomputed += 1;
                (class, !scatter, marker)
            }
            SeriesRole::Differs => ("differs", false, Marker::Cross),
            SeriesRole::LeftWall => ("left", true, Marker::None),
            SeriesRole::RightWall => ("right", true, Marker::None),
            SeriesRole::Mast => ("mast", true, Marker::None),
            SeriesRole::Reference => ("reference", true, Marker::None),
        };
        Key { name: series.name.clone(), class, line, marker }
    };
    chart.series.iter().map(&mut key).collect()
}

type Failure = Box<dyn std::error::Error>;

fn ink(
    body: &mut String,
    chart: &Chart,
    (x, y): (Axis, Axis),
    keys: &[Key],
    curves: &[Vec<(f64, f64)>],
) -> Result<(), Failure> {
    let root = SVGBackend::with_string(body, (WIDTH, HEIGHT)).into_drawing_area();
    let mut area = ChartBuilder::on(&root)
        .margin_top(12)
        .margin_right(16)
        .margin_left(4)
        .x_label_area_size(46)
        .y_label_area_size(52)
        .build_cartesian_2d(x, y)
        .map_err(failure)?;
    let words = ("sans-serif", 18).into_font().color(&mark("ink"));
    area.configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(mark("grid"))
        .axis_style(mark("axis"))
        .x_labels(64)
        .y_labels(64)
        .x_desc(plain(&chart.x))
        .y_desc(plain(&chart.y))
        .label_style(words.clone())
        .axis_desc_style(words)
        .draw()
        .map_err(failure)?;
    for (key, points) in keys.iter().zip(curves) {
        if key.line {
            let style = mark(key.class).stroke_width(2);
            area.draw_series([PathElement::new(points.clone(), style)]).map_err(failure)?;
        }
    }
    for (key, points) in keys.iter().zip(curves) {
        let color = mark(key.class);
        for (at, often) in counted(points) {
            let size = if chart.kind == ChartKind::Scatter { size(often) } else { 3 };
            match key.marker {
                Marker::None => {}
                Marker::Circle => {
                    area.draw_series([Circle::new(at, size, color.filled())]).map_err(failure)?;
                }
                Marker::Triangle => {
                    area.draw_series([TriangleMarker::new(at, size + 2, color.filled())]).map_err(failure)?;
                }
                Marker::Square => {
                    let half = size + 3;
                    let square = EmptyElement::at(at)
                        + Rectangle::new([(-half, -half), (half, half)], color.stroke_width(1));
                    area.draw_series([square]).map_err(failure)?;
                }
                Marker::Cross => {
                    area.draw_series([Cross::new(at, size + 4, color.stroke_width(3))]).map_err(failure)?;
                }
            }
        }
    }
    root.present().map_err(failure)?;
    Ok(())
}

fn failure(error: impl std::fmt::Display) -> Failure {
    error.to_string().into()
}

/// Axes are named in plain text: the dollars of TeX go.
fn plain(words: &str) -> String {
    visible(words).replace('$', "")
}

/// Each place once, with how many points fall on it; in an order of its own, so that equal charts are equal bytes.
fn counted(points: &[(f64, f64)]) -> Vec<((f64, f64), usize)> {
    let mut places: BTreeMap<(u64, u64), ((f64, f64), usize)> = BTreeMap::new();
    for &(x, y) in points {
        // Adding 0 makes one zero of the two.
        places.entry(((x + 0.0).to_bits(), (y + 0.0).to_bits())).or_insert(((x, y), 0)).1 += 1;
    }
    places.into_values().collect()
}

/// Where more points coincide the sign is larger, slowly.
fn size(often: usize) -> i32 {
    match often {
        0 | 1 => 2,
        2..=9 => 3,
        10..=99 => 4,
        _ => 5,
    }
}
