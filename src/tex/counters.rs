//! The author's own counters: `\newcounter`, what changes them, and what prints them.
//!
//! Those of LaTeX and its packages are stepped where nobody sees it, and stay as they are written; so does a counter as
//! soon as something else than these commands may change it.

use super::expand::Expander;
use super::tokens::{Kind, Token};

const DIGITS: [&str; 10] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
const SMALL: &str = "abcdefghijklmnopqrstuvwxyz";
const CAPITAL: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/// No counter goes further.
const MOST: i64 = 1_000_000_000;

impl<'s> Expander<'s> {
    /// A command about counters, which stands here: whether it was done.
    pub fn counter(&mut self, token: &Token<'s>) -> bool {
        if self.aside {
            return false;
        }
        let mark = self.mark();
        let known = match token.text {
            "\\newcounter" => self.new_counter(),
            "\\setcounter" => self.change(|_, by| by),
            "\\addtocounter" => self.change(|old, by| old + by),
            "\\stepcounter" | "\\refstepcounter" => self.step(),
            "\\usecounter" | "\\counterwithin" | "\\counterwithout" | "\\numberwithin" => self.forget(),
            "\\arabic" | "\\value" | "\\alph" | "\\Alph" => self.print(token),
            text => match text.strip_prefix("\\the").and_then(|name| self.counters.get(name)) {
                Some(&value) => self.put("\\arabic", value, token),
                None => None,
            },
        };
        if known.is_none() {
            self.back(mark);
        }
        known.is_some()
    }

    /// A counter that another one sets back to 0 is not followed.
    fn new_counter(&mut self) -> Option<()> {
        let name = self.word()?;
        if self.optional().is_none() {
            self.counters.insert(name, 0);
        }
        Some(())
    }

    fn change(&mut self, new: impl Fn(i64, i64) -> i64) -> Option<()> {
        let name = self.word()?;
        let old = *self.counters.get(&name)?;
        let by = self.argument()?;
        let text = super::tokens::text(&self.expanded(by));
        match text.trim().parse().ok().map(|by| new(old, by)).filter(|value| value.abs() < MOST) {
            Some(value) => self.counters.insert(name, value),
            None => self.counters.remove(&name),
        };
        Some(())
    }

    /// In the material of a column, as `>{\stepcounter{x}}`, it is done for every row and not here.
    fn step(&mut self) -> Option<()> {
        let name = self.word()?;
        let value = *self.counters.get(&name)?;
        let mut before = self.out.iter().rev().filter(|token| !token.is_blank());
        let material = before.next().is_some_and(|token| token.kind == Kind::Open)
            && before.next().is_some_and(|token| matches!(token.text, ">" | "<"));
        if material || value >= MOST {
            self.counters.remove(&name);
        } else {
            self.counters.insert(name, value + 1);
        }
        Some(())
    }

    /// Something else may change it from here on; the command stays.
    fn forget(&mut self) -> Option<()> {
        let name = self.word()?;
        self.counters.remove(&name);
        None
    }

    fn print(&mut self, token: &Token<'s>) -> Option<()> {
        let name = self.word()?;
        let value = *self.counters.get(&name)?;
        self.put(token.text, value, token)
    }

    /// Puts the number in front of what comes, with the place of its command.
    fn put(&mut self, how: &str, value: i64, token: &Token<'s>) -> Option<()> {
        let mut signs: Vec<&'static str> = Vec::new();
        if matches!(how, "\\alph" | "\\Alph") {
            let letters = if how == "\\alph" { SMALL } else { CAPITAL };
            let at = usize::try_from(value).ok()?.checked_sub(1)?;
            signs.push(letters.get(at..at + 1)?);
        } else {
            let written = value.to_string();
            signs.extend(written.chars().map(|c| c.to_digit(10).map_or("-", |digit| DIGITS[digit as usize])));
        }
        let at = self.extent(token);
        let sign = |text: &&'static str| Token { kind: Kind::Character, text, at: at.clone() };
        self.pending.extend(signs.iter().rev().map(sign));
        Some(())
    }
}
