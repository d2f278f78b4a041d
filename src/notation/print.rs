//! A form to text, in three ways. What is printed reads back as the same form.

use std::fmt::{self, Write};

use super::{Form, Number, Ups};

/// One of the three ways to write.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Unicode,
    /// Exactly what CGSuite 2 prints, for canonical forms.
    Ascii,
    Tex,
}

/// CGSuite writes braces again where bars would be more than four.
const MOST_BARS: usize = 4;

impl Form {
    /// Unicode: `{3|2||1}`, `1↑3*2`, `±{1,1*}`, `⧾(2)`, `↑²`, `↑^[2]`. The same as `to_string`.
    pub fn unicode(&self) -> String {
        Printer::text(Style::Unicode, self)
    }

    /// ASCII, exactly as CGSuite prints: `{3|2||1}`, `1^3*2`, `+-{1,1*}`, `Tiny(2)`, `^<2>`, `^[2]`.
    pub fn ascii(&self) -> String {
        Printer::text(Style::Ascii, self)
    }

    /// TeX, for math mode: `\{3\mid 2\mathrel{\Vert}1\}`, `1{+}3\cdot\uparrow\ast 2`, `\tfrac{1}{2}`, `{+}_{2}`.
    pub fn tex(&self) -> String {
        Printer::text(Style::Tex, self)
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.unicode())
    }
}

impl fmt::Display for Number {
    /// `-3/4`, as ASCII writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Form::Number(*self).ascii())
    }
}

struct Printer {
    style: Style,
    out: String,
}

impl Printer {
    fn text(style: Style, form: &Form) -> String {
        let mut printer = Printer { style, out: String::new() };
        printer.form(form);
        printer.out
    }

    fn put(&mut self, unicode: &str, ascii: &str, tex: &str) {
        self.out.push_str(match self.style {
            Style::Unicode => unicode,
            Style::Ascii => ascii,
            Style::Tex => tex,
        });
    }

    /// A value that is written the same in all styles.
    fn plain(&mut self, value: impl fmt::Display) {
        // Writing to a String does not fail.
        let _ = write!(self.out, "{value}");
    }

    fn form(&mut self, form: &Form) {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match form {
            Form::Number(x) => self.number(*x),
            Form::UpStar { number, ups, nimber } => self.up_star(*number, *ups, *nimber),
            Form::Braces { left, right } => {
                self.braces(left, right, true);
            }
            Form::PlusMinus(left) => self.plus_minus(left),
            Form::Tiny(of) => self.small("⧾", "Tiny", "{+}", of),
            Form::Miny(of) => self.small("⧿", "Miny", "{-}", of),
            Form::Negative(of) => {
                self.out.push('-');
                // TeX prints two dashes as one long one.
                let minus = matches!(**of, Form::Negative(_))
                    || matches!(**of, Form::Number(Number { numerator, .. }) if numerator < 0);
                let dashes = minus && self.style == Style::Tex;
                self.guarded(of, dashes || is_word(of) || matches!(**of, Form::Sum(_) | Form::Multiple(..)));
            }
            Form::Sum(terms) => self.sum(terms),
            Form::Multiple(n, of) => {
                // A sign before what touches would belong to the whole.
                match self.style {
                    Style::Ascii => self.plain(format_args!("{n} * ")),
                    _ if *n < 0 => self.plain(format_args!("({n})")),
                    _ => self.plain(n),
                }
                self.put("·", "", "\\cdot ");
                let guard = match **of {
                    Form::UpStar { ups: Ups::Multiple(n), .. } => n.unsigned_abs() > 2 || is_word(of),
                    Form::Sum(_) | Form::Multiple(..) | Form::Negative(_) | Form::Number(_) => true,
                    _ => is_word(of),
                };
                self.guarded(of, guard);
            }
        });
    }

    /// The form, in round brackets if `guard`.
    fn guarded(&mut self, form: &Form, guard: bool) {
        if guard {
            self.out.push('(');
        }
        self.form(form);
        if guard {
            self.out.push(')');
        }
    }

    fn number(&mut self, x: Number) {
        if x.exponent == 0 {
            self.plain(x.numerator);
        } else if let Some(denominator) =
            1_i128.checked_shl(x.exponent).filter(|denominator| *denominator > 0)
        {
            match self.style {
                Style::Tex => {
                    let sign = if x.numerator < 0 { "-" } else { "" };
                    self.plain(format_args!(
                        "{sign}\\tfrac{{{}}}{{{denominator}}}",
                        x.numerator.unsigned_abs()
                    ));
                }
                _ => self.plain(format_args!("{}/{denominator}", x.numerator)),
            }
        } else {
            match self.style {
                Style::Tex => self.plain(format_args!("{}/2^{{{}}}", x.numerator, x.exponent)),
                _ => self.plain(format_args!("{}/(2 ^ {})", x.numerator, x.exponent)),
            }
        }
    }

    fn up_star(&mut self, number: Number, ups: Ups, nimber: u32) {
        if !number.is_zero() {
            self.number(number);
        }
        match ups {
            Ups::Multiple(0) => {}
            Ups::Multiple(1) => self.put("↑", "^", "\\uparrow "),
            Ups::Multiple(-1) => self.put("↓", "v", "\\downarrow "),
            Ups::Multiple(2) => self.put("⇑", "^^", "\\Uparrow "),
            Ups::Multiple(-2) => self.put("⇓", "vv", "\\Downarrow "),
            Ups::Multiple(n) if self.style == Style::Tex => {
                // A plus without space keeps the parts one word.
                let plus = if number.is_zero() { "" } else { "{+}" };
                let arrow = if n > 0 { "\\uparrow" } else { "\\downarrow" };
                self.plain(format_args!("{plus}{}\\cdot{arrow} ", n.unsigned_abs()));
            }
            Ups::Multiple(n) => {
                if n > 0 {
                    self.put("↑", "^", "");
                } else {
                    self.put("↓", "v", "");
                }
                self.plain(n.unsigned_abs());
            }
            Ups::Power { down: false, order } => match self.style {
                Style::Unicode => self.plain(format_args!("↑{}", raised(order))),
                Style::Ascii => self.plain(format_args!("^<{order}>")),
                Style::Tex => self.plain(format_args!("\\uparrow^{{{order}}}")),
            },
            Ups::Power { down: true, order } => match self.style {
                Style::Unicode => self.plain(format_args!("↓{}", lowered(order))),
                Style::Ascii => self.plain(format_args!("v<{order}>")),
                Style::Tex => self.plain(format_args!("\\downarrow_{{{order}}}")),
            },
            Ups::PowerTo { down: false, order } => match self.style {
                Style::Unicode => self.plain(format_args!("↑^[{order}]")),
                Style::Ascii => self.plain(format_args!("^[{order}]")),
                Style::Tex => self.plain(format_args!("\\uparrow^{{[{order}]}}")),
            },
            Ups::PowerTo { down: true, order } => match self.style {
                Style::Unicode => self.plain(format_args!("↓_[{order}]")),
                Style::Ascii => self.plain(format_args!("v[{order}]")),
                Style::Tex => self.plain(format_args!("\\downarrow_{{[{order}]}}")),
            },
        }
        if nimber > 0 {
            self.put("*", "*", "\\ast ");
            if nimber > 1 {
                self.plain(nimber);
            }
        }
    }

    fn small(&mut self, unicode: &str, ascii: &str, tex: &str, of: &Form) {
        self.put(unicode, ascii, tex);
        self.put("(", "(", "_{");
        self.form(of);
        self.put(")", ")", "}");
    }

    fn plus_minus(&mut self, left: &[Form]) {
        self.put("±", "+-", "\\pm ");
        match left {
            [Form::Braces { left, right }] => {
                self.braces(left, right, true);
            }
            [one] => {
                let bare =
                    matches!(one, Form::Number(_) | Form::PlusMinus(_)) || !is_word(one) && is_up_star(one);
                self.guarded(one, !bare);
            }
            several => {
                self.put("{", "{", "\\{");
                self.list(several);
                self.put("}", "}", "\\}");
            }
        }
    }

    fn list(&mut self, options: &[Form]) {
        for (place, option) in options.iter().enumerate() {
            if place > 0 {
                self.put(",", ",", ", ");
            }
            self.form(option);
        }
    }

    /// Gives the number of bars that stand free, without braces around them: the next bar outside must be longer.
    fn braces(&mut self, left: &[Form], right: &[Form], enclosed: bool) -> usize {
        let outside = std::mem::take(&mut self.out);
        let before = self.side(left);
        let left = std::mem::take(&mut self.out);
        let after = self.side(right);
        let right = std::mem::replace(&mut self.out, outside);
        let bars = before.max(after) + 1;
        let enclosed = enclosed || bars >= MOST_BARS;
        if enclosed {
            self.put("{", "{", "\\{");
        }
        self.out.push_str(&left);
        match self.style {
            Style::Tex => self.out.push_str(
                ["\\mid ", "\\mathrel{\\Vert}", "\\mathrel{\\Vert\\vert}", "\\mathrel{\\Vert\\Vert}"]
                    [bars - 1],
            ),
            _ => self.out.push_str(&"||||"[..bars]),
        }
        self.out.push_str(&right);
        if enclosed {
            self.put("}", "}", "\\}");
            return 0;
        }
        bars
    }

    /// The options of one side; a single game in braces is written without them, if it has options on both sides.
    fn side(&mut self, options: &[Form]) -> usize {
        match options {
            [Form::Braces { left, right }] if !left.is_empty() && !right.is_empty() => {
                stacker::maybe_grow(64 * 1024, 1024 * 1024, || self.braces(left, right, false))
            }
            _ => {
                self.list(options);
                0
            }
        }
    }

    fn sum(&mut self, terms: &[Form]) {
        if let [Form::Number(x), small @ (Form::Tiny(_) | Form::Miny(_) | Form::PlusMinus(_))] = terms
            && !x.is_zero()
        {
            self.number(*x);
            self.form(small);
            return;
        }
        for (place, term) in terms.iter().enumerate() {
            if place == 0 {
                self.guarded(term, matches!(term, Form::Sum(_)));
                continue;
            }
            let positive = match term {
                Form::Number(x) if x.numerator < 0 => x.negative().map(Form::Number),
                Form::Negative(of) => Some((**of).clone()),
                _ => None,
            };
            self.out.push_str(if positive.is_some() { " - " } else { " + " });
            let term = positive.as_ref().unwrap_or(term);
            self.guarded(term, matches!(term, Form::Sum(_)));
        }
    }
}

fn is_up_star(form: &Form) -> bool {
    matches!(form, Form::UpStar { .. })
}

/// A number, ups and a star of which two or more are there: what a sign in front would tear apart.
fn is_word(form: &Form) -> bool {
    match form {
        Form::UpStar { number, ups, nimber } => {
            let parts = [!number.is_zero(), *ups != Ups::Multiple(0), *nimber != 0];
            parts.into_iter().filter(|part| *part).count() > 1
        }
        _ => false,
    }
}

fn raised(order: u32) -> String {
    digits(order, "⁰¹²³⁴⁵⁶⁷⁸⁹")
}

fn lowered(order: u32) -> String {
    digits(order, "₀₁₂₃₄₅₆₇₈₉")
}

fn digits(n: u32, glyphs: &str) -> String {
    let glyph = |digit: char| digit.to_digit(10).and_then(|digit| glyphs.chars().nth(digit as usize));
    n.to_string().chars().filter_map(glyph).collect()
}
