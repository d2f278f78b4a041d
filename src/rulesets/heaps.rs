//! Games with heaps: taking, breaking, subtracting. Impartial, so plain data for the engine's misère room.

use super::Problem;
use crate::engine::misere::Components;

/// The rules of a game with heaps of counters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heaps {
    /// Take-and-break: digit k of the code says what may be done when k counters are taken from a heap, as a sum of 1 (if they
    /// were the whole heap), 2 (if one heap is left), 4 (two heaps), 8 (three heaps).
    TakeAndBreak(Vec<u8>),
    /// A number of the set may be taken from a heap, and nothing is broken.
    Subtraction(Vec<u32>),
    /// A heap is broken into two heaps of different sizes, and nothing is taken.
    Grundy,
}

impl Heaps {
    /// Kayles: one or two counters are taken from a heap, which may then be broken in two.
    pub fn kayles() -> Heaps {
        Heaps::TakeAndBreak(vec![0, 7, 7])
    }

    /// Dawson's Kayles: exactly two counters are taken, and the heap may be broken in two.
    pub fn dawson() -> Heaps {
        Heaps::TakeAndBreak(vec![0, 0, 7])
    }

    /// Reads a code such as `0.77`, `4.56` or, with digits up to F, `0.3F`: the digits before and after the point belong to taking
    /// 0, 1, 2, … counters. Taking nothing must break the heap.
    ///
    /// # Errors
    /// What is no digit, a code without a point, a first digit that would let a player pass.
    pub fn read(text: &str) -> Result<Heaps, Problem> {
        let problem = |offset, message: &str| Problem { offset, message: message.to_string() };
        let Some((before, after)) = text.split_once('.') else {
            return Err(problem(text.len(), "a code has a point: `0.77`"));
        };
        if before.chars().count() > 1 {
            return Err(problem(1, "before the point there is one digit"));
        }
        let mut digits = vec![0];
        for (offset, c) in text.char_indices().filter(|(_, c)| *c != '.') {
            let digit = c.to_digit(16).filter(|_| !c.is_ascii_lowercase());
            let digit =
                digit.ok_or_else(|| problem(offset, "a digit from 0 to 9 or A to F is expected here"))?;
            match offset {
                0 if !before.is_empty() => digits[0] = digit as u8,
                _ => digits.push(digit as u8),
            }
        }
        if after.contains('.') {
            return Err(problem(before.len() + 1 + after.find('.').unwrap_or(0), "a code has one point"));
        }
        if digits[0] & 3 != 0 {
            return Err(problem(0, "with this first digit a player could pass: it must be 0, 4, 8 or C"));
        }
        Ok(Heaps::TakeAndBreak(digits))
    }

    /// The code again; `None` for a game that has none.
    pub fn code(&self) -> Option<String> {
        let Heaps::TakeAndBreak(digits) = self else { return None };
        let text: String = digits.iter().filter_map(|&d| char::from_digit(d.into(), 16)).collect();
        let (first, rest) = text.split_at(1);
        Some(format!("{first}.{rest}").to_uppercase())
    }

    /// The number of digits after the point, for octal codes: what the theorem on periods needs.
    pub fn octal_digits(&self) -> Option<usize> {
        let Heaps::TakeAndBreak(digits) = self else { return None };
        let last = digits.iter().rposition(|&d| d > 0).unwrap_or(0);
        digits.iter().all(|&d| d < 8).then_some(last)
    }

    /// May a heap be broken into several?
    pub fn breaks(&self) -> bool {
        match self {
            Heaps::TakeAndBreak(digits) => digits.iter().any(|&d| d >= 4),
            Heaps::Subtraction(_) => false,
            Heaps::Grundy => true,
        }
    }

    /// What a heap can become: the heaps that are left, none of them empty.
    pub fn options(&self, heap: u32) -> Vec<Vec<u32>> {
        let mut options = Vec::new();
        match self {
            Heaps::TakeAndBreak(digits) => {
                for (taken, digit) in (0..=heap).zip(digits) {
                    let left = heap - taken;
                    if digit & 1 > 0 && left == 0 {
                        options.push(vec![]);
                    }
                    if digit & 2 > 0 && left > 0 {
                        options.push(vec![left]);
                    }
                    if digit & 4 > 0 {
                        options.extend((1..=left / 2).map(|a| vec![a, left - a]));
                    }
                    if digit & 8 > 0 {
                        for a in 1..=left / 3 {
                            options.extend((a..=(left - a) / 2).map(|b| vec![a, b, left - a - b]));
                        }
                    }
                }
            }
            Heaps::Subtraction(set) => {
                let taken = set.iter().filter(|&&taken| taken > 0 && taken <= heap);
                options.extend(taken.map(|taken| if *taken == heap { vec![] } else { vec![heap - taken] }));
            }
            Heaps::Grundy => options.extend((1..heap.div_ceil(2)).map(|a| vec![a, heap - a])),
        }
        options
    }

    /// The heaps 0 to `most` as components: component n is the heap of n.
    pub fn components(&self, most: u32) -> Components {
        // Options are smaller heaps, so this is never empty.
        Components::new((0..=most).map(|heap| self.options(heap)).collect()).unwrap_or_default()
    }
}
