//! A form in words, for screen readers: "up star", "plus-minus four bar two".

use super::{Form, Number, Ups};

const SMALL: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const BARS: [&str; 4] = ["bar", "double bar", "triple bar", "quadruple bar"];

impl Form {
    /// The form in English words. Integers below 100 are spelled out; the outermost braces are not spoken, the inner
    /// ones that are written are; bars are counted, as they are printed.
    ///
    /// ```
    /// use referee::notation::{Dialect, Form};
    /// let speak = |text| Form::read(text, Dialect::Plain).unwrap().speech();
    /// assert_eq!(speak("↑*"), "up star");
    /// assert_eq!(speak("±{4|2}"), "plus-minus four bar two");
    /// assert_eq!(speak("{3|2||1/2}"), "three bar two double bar one half");
    /// ```
    pub fn speech(&self) -> String {
        match self {
            // With a ± or a minus in front the braces would seem to belong to it alone.
            Form::Braces { left, .. }
                if !matches!(left.first(), Some(Form::PlusMinus(_) | Form::Negative(_))) =>
            {
                braces(self).map_or_else(String::new, |(words, _)| words)
            }
            _ => words(self),
        }
    }
}

fn words(form: &Form) -> String {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || match form {
        Form::Number(x) => number(*x),
        Form::UpStar { number: x, ups, nimber } => up_star(*x, *ups, *nimber),
        Form::Braces { .. } => match braces(form) {
            Some((inside, _)) => format!("brace {inside} end brace"),
            None => String::new(),
        },
        Form::PlusMinus(left) => match &left[..] {
            [one @ Form::Braces { .. }] => {
                let inside = braces(one).map_or_else(String::new, |(words, _)| words);
                format!("plus-minus {inside}")
            }
            [one] => format!("plus-minus {}", words(one)),
            several => format!("plus-minus list {} end list", list(several)),
        },
        Form::Tiny(of) => format!("tiny {}", argument(of)),
        Form::Miny(of) => format!("miny {}", argument(of)),
        Form::Negative(of) => format!("minus {}", argument(of)),
        Form::Sum(terms) => terms.iter().map(argument).collect::<Vec<_>>().join(" plus "),
        Form::Multiple(n, of) => format!("{} times {}", integer(*n), argument(of)),
    })
}

/// What stands after a word that reaches only as far as the next value.
fn argument(form: &Form) -> String {
    let words = words(form);
    match form {
        Form::Sum(_) | Form::Multiple(..) => format!("the sum {words} end sum"),
        Form::PlusMinus(left) if matches!(left[..], [Form::Braces { .. }]) => {
            format!("{words} end plus-minus")
        }
        _ => words,
    }
}

fn list(options: &[Form]) -> String {
    if options.is_empty() {
        return "nothing".to_string();
    }
    options.iter().map(argument).collect::<Vec<_>>().join(", ")
}

/// The inside of braces, and how many bars its outermost one has; none for other forms.
fn braces(form: &Form) -> Option<(String, usize)> {
    let Form::Braces { left, right } = form else { return None };
    let side = |options: &[Form]| match options {
        [one @ Form::Braces { left, right }] if !left.is_empty() && !right.is_empty() => {
            match stacker::maybe_grow(64 * 1024, 1024 * 1024, || braces(one)) {
                Some((inside, bars)) if bars >= BARS.len() => (format!("brace {inside} end brace"), 0),
                Some(free) => free,
                None => (words(one), 0),
            }
        }
        _ => (list(options), 0),
    };
    let ((before, l), (after, r)) = (side(left), side(right));
    let bars = l.max(r) + 1;
    Some((format!("{before} {} {after}", BARS[bars - 1]), bars))
}

fn up_star(x: Number, ups: Ups, nimber: u32) -> String {
    let mut parts = Vec::new();
    if !x.is_zero() {
        parts.push(number(x));
    }
    match ups {
        Ups::Multiple(0) => {}
        Ups::Multiple(n) => {
            let arrow = if n > 0 { "up" } else { "down" };
            parts.push(match n.unsigned_abs() {
                1 => arrow.to_string(),
                2 => format!("double {arrow}"),
                3 => format!("triple {arrow}"),
                many => format!("{}-fold {arrow}", integer(i128::from(many))),
            });
        }
        Ups::Power { down, order } => parts.push(power(down, "power", order)),
        Ups::PowerTo { down, order } => parts.push(power(down, "power sum", order)),
    }
    match nimber {
        0 => {}
        1 => parts.push("star".to_string()),
        n => parts.push(format!("star {}", integer(i128::from(n)))),
    }
    parts.join(" ")
}

fn power(down: bool, words: &str, order: u32) -> String {
    format!("{} {words} {}", if down { "down" } else { "up" }, integer(i128::from(order)))
}

fn number(x: Number) -> String {
    if x.exponent == 0 {
        return integer(x.numerator);
    }
    let several = x.numerator.unsigned_abs() != 1;
    let part = match (x.exponent, several) {
        (1, false) => "half".to_string(),
        (1, true) => "halves".to_string(),
        (2, false) => "quarter".to_string(),
        (2, true) => "quarters".to_string(),
        (k, _) => match 1_i128.checked_shl(k).filter(|denominator| *denominator > 0) {
            Some(denominator) => return format!("{} over {}", integer(x.numerator), integer(denominator)),
            None => return format!("{} over two to the {}", integer(x.numerator), integer(i128::from(k))),
        },
    };
    format!("{} {part}", integer(x.numerator))
}

fn integer(n: i128) -> String {
    let sign = if n < 0 { "minus " } else { "" };
    let size = n.unsigned_abs();
    match usize::try_from(size) {
        Ok(size) if size < 20 => format!("{sign}{}", SMALL[size]),
        Ok(size) if size < 100 && size % 10 == 0 => format!("{sign}{}", TENS[size / 10]),
        Ok(size) if size < 100 => format!("{sign}{}-{}", TENS[size / 10], SMALL[size % 10]),
        _ => format!("{sign}{size}"),
    }
}
