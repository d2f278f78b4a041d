//! Exact coordinates to places on an axis.

use std::ops::Range;

use plotters::coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter};

/// `13/4`, `-1` as a number.
///
/// # Errors
/// If the text is not a rational number, or its denominator is 0.
pub fn rational(text: &str) -> Result<f64, String> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let read = |part: &str| part.trim().replace('−', "-").parse::<i128>();
    match (read(numerator), read(denominator)) {
        (Ok(n), Ok(d)) if d != 0 => Ok(n as f64 / d as f64),
        _ => Err(format!("`{text}` is not a rational number")),
    }
}

/// An axis: what it spans, where its labels stand, and whether it runs backwards.
#[derive(Clone)]
pub struct Axis {
    pub span: Range<f64>,
    pub ticks: Vec<f64>,
    pub reversed: bool,
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (from, to): (i32, i32)) -> i32 {
        let part = (value - self.span.start) / (self.span.end - self.span.start);
        let part = if self.reversed { 1.0 - part } else { part };
        from + (f64::from(to - from) * part).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.clone()
    }

    fn range(&self) -> Range<f64> {
        self.span.clone()
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(value: &f64) -> String {
        label(*value)
    }
}

/// An axis on which all of `values` have room, with about `labels` round labels, whole ones if all values are.
pub fn axis(values: &[f64], labels: usize, from_zero: bool) -> Axis {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (mut least, mut most) = if least <= most { (least, most) } else { (0.0, 1.0) };
    if from_zero && least > 0.0 && least * 2.0 < most {
        least = 0.0;
    }
    if most - least <= 0.0 {
        (least, most) = (least - 1.0, most + 1.0);
    }
    let whole = values.iter().all(|value| value.fract() == 0.0);
    let step = step((most - least) / labels.max(1) as f64, whole);
    let pad = (most - least) * 0.06;
    let span = least - pad..most + pad;
    let mut ticks = Vec::new();
    let mut k = (span.start / step).ceil();
    while k * step <= span.end && ticks.len() < 64 {
        ticks.push(k * step);
        k += 1.0;
    }
    Axis { span, ticks, reversed: false }
}

/// The least of 1, 2 and 5 times a power of ten (or of a half and a quarter) that is not below `least`.
fn step(least: f64, whole: bool) -> f64 {
    if whole && least <= 1.0 {
        return 1.0;
    }
    // Values of games are dyadic: below 1, halves and quarters are the round numbers.
    if least <= 0.25 && least > 0.1 {
        return 0.25;
    }
    if least <= 0.5 && least > 0.25 {
        return 0.5;
    }
    let mut power = 1.0;
    while power > least && power > 1e-30 {
        power /= 10.0;
    }
    while power * 10.0 <= least && power < 1e300 {
        power *= 10.0;
    }
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * power).find(|s| *s >= least).unwrap_or(power * 10.0)
}

/// `2.5`, `−1`: a label of an axis.
pub fn label(value: f64) -> String {
    if value.abs() >= 1e7 {
        return format!("{value:e}").replace('-', "−");
    }
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.replace('-', "−") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rationals_are_read_and_nothing_else() {
        assert_eq!(rational("13/4"), Ok(3.25));
        assert_eq!(rational("-1"), Ok(-1.0));
        for wrong in ["", "1/0", "x", "1.5", "1/2/3", "NaN", "inf"] {
            assert!(rational(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn ticks_are_round_and_inside() {
        let axis = axis(&[1.0, 8.0], 8, true);
        assert_eq!(axis.ticks, [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
        assert_eq!(label(-0.25), "−0.25");
        assert_eq!(label(-0.0), "0");
    }
}
