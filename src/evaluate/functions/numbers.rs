//! Functions of integers, rationals, nimbers' indices and lists.

use super::{Function, Means, once, repeated};
use crate::engine;
use crate::evaluate::datum::{Datum, Kind};
use crate::evaluate::language::Evaluator;
use crate::evaluate::rational::Rational;
use crate::evaluate::stop::Trouble;

pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "even",
        parameters: &[once("n", Kind::Integer)],
        result: "boolean",
        sentence: "Whether n is even.",
        example: ("even(-4)", "true"),
        means: Means::Either(|_, arguments| Ok(Datum::Boolean(integer(arguments, 0) % 2 == 0))),
    },
    Function {
        name: "odd",
        parameters: &[once("n", Kind::Integer)],
        result: "boolean",
        sentence: "Whether n is odd.",
        example: ("odd(-3)", "true"),
        means: Means::Either(|_, arguments| Ok(Datum::Boolean(integer(arguments, 0) % 2 != 0))),
    },
    Function {
        name: "abs",
        parameters: &[once("x", Kind::Number)],
        result: "number",
        sentence: "The absolute value of x.",
        example: ("abs(-13/4)", "13/4"),
        means: Means::Either(|_, arguments| {
            let x = number(arguments, 0);
            let x = if x.is_negative() { x.negative().ok_or_else(Trouble::overflow)? } else { x };
            Ok(Datum::Number(x))
        }),
    },
    Function {
        name: "max",
        parameters: &[repeated("x", Kind::Number)],
        result: "number",
        sentence: "The greatest of the numbers.",
        example: ("max(1/2, 2/3)", "2/3"),
        means: Means::Either(|_, arguments| {
            Ok(Datum::Number(numbers(arguments).max().unwrap_or(Rational::ZERO)))
        }),
    },
    Function {
        name: "min",
        parameters: &[repeated("x", Kind::Number)],
        result: "number",
        sentence: "The least of the numbers.",
        example: ("min(1/2, 2/3)", "1/2"),
        means: Means::Either(|_, arguments| {
            Ok(Datum::Number(numbers(arguments).min().unwrap_or(Rational::ZERO)))
        }),
    },
    Function {
        name: "floor",
        parameters: &[once("x", Kind::Number)],
        result: "integer",
        sentence: "The greatest integer that is at most x.",
        example: ("floor(-7/2)", "-4"),
        means: Means::Either(|_, arguments| Ok(Datum::integer(number(arguments, 0).floor()))),
    },
    Function {
        name: "ceiling",
        parameters: &[once("x", Kind::Number)],
        result: "integer",
        sentence: "The least integer that is at least x.",
        example: ("ceiling(7/2)", "4"),
        means: Means::Either(|_, arguments| {
            let minus = number(arguments, 0).negative().ok_or_else(Trouble::overflow)?;
            Ok(Datum::integer(minus.floor().checked_neg().ok_or_else(Trouble::overflow)?))
        }),
    },
    Function {
        name: "mod",
        parameters: &[once("n", Kind::Integer), once("m", Kind::Integer)],
        result: "integer",
        sentence: "The remainder of n by m > 0, which is from 0 to m - 1 for a negative n, too.",
        example: ("mod(-7, 3)", "2"),
        means: Means::Either(|_, arguments| {
            let m = integer(arguments, 1);
            if m <= 0 {
                return Err(Trouble::error(format!("the modulus is positive, not {m}")).argument(1));
            }
            Ok(Datum::integer(integer(arguments, 0).rem_euclid(m)))
        }),
    },
    Function {
        name: "gcd",
        parameters: &[repeated("n", Kind::Integer)],
        result: "integer",
        sentence: "The greatest common divisor, at least 0; of zeros it is 0.",
        example: ("gcd(12, -18)", "6"),
        means: Means::Either(|_, arguments| {
            let mut divisor = 0u128;
            for index in 0..arguments.len() {
                let (mut a, mut b) = (divisor, integer(arguments, index).unsigned_abs());
                while b != 0 {
                    (a, b) = (b, a % b);
                }
                divisor = a;
            }
            Ok(Datum::integer(i128::try_from(divisor).map_err(|_| Trouble::overflow())?))
        }),
    },
    Function {
        name: "nim_sum",
        parameters: &[once("a", Kind::Natural), once("b", Kind::Natural)],
        result: "integer",
        sentence: "The index of the nimber *a + *b.",
        example: ("nim_sum(5, 6)", "3"),
        means: Means::Either(|_, arguments| {
            Ok(Datum::integer(engine::nim_sum(natural(arguments, 0), natural(arguments, 1))))
        }),
    },
    Function {
        name: "nim_product",
        parameters: &[once("a", Kind::Natural), once("b", Kind::Natural)],
        result: "integer",
        sentence: "The index of the nim product of *a and *b.",
        example: ("nim_product(4, 4)", "6"),
        means: Means::Either(|_, arguments| {
            Ok(Datum::integer(engine::nim_product(natural(arguments, 0), natural(arguments, 1))))
        }),
    },
    Function {
        name: "mex",
        parameters: &[once("list", Kind::Naturals)],
        result: "integer",
        sentence: "The least natural number that is not in the list.",
        example: ("mex([0, 1, 3])", "2"),
        means: Means::Either(|_, arguments| {
            let entries = list(arguments, 0).iter().filter_map(Datum::as_integer);
            Ok(Datum::integer(engine::mex(entries.filter_map(|n| u32::try_from(n).ok()))))
        }),
    },
    Function {
        name: "length",
        parameters: &[once("list", Kind::List)],
        result: "integer",
        sentence: "The number of entries.",
        example: ("length([1, 1, 2])", "3"),
        means: Means::Either(|_, arguments| Ok(Datum::size(list(arguments, 0).len()))),
    },
    Function {
        name: "entry",
        parameters: &[once("list", Kind::List), once("i", Kind::Integer)],
        result: "anything",
        sentence: "The i-th entry, counted from 1; none past the end.",
        example: ("entry([3, 1, 4], 3)", "4"),
        means: Means::Either(|_, arguments| {
            let index = usize::try_from(integer(arguments, 1)).ok().and_then(|i| i.checked_sub(1));
            Ok(index.and_then(|i| list(arguments, 0).get(i).cloned()).unwrap_or(Datum::None))
        }),
    },
    Function {
        name: "distinct",
        parameters: &[once("list", Kind::List)],
        result: "list",
        sentence: "The entries without those that equal an earlier one.",
        example: ("distinct([1, *, 1, {0|0}])", "[1, *]"),
        means: Means::Either(distinct),
    },
    Function {
        name: "sorted",
        parameters: &[once("list", Kind::List)],
        result: "list",
        sentence: "The numbers of the list, ascending.",
        example: ("sorted([92/47, 3, 41/23, 9/4])", "[41/23, 92/47, 9/4, 3]"),
        means: Means::Either(|_, arguments| {
            let mut found = Vec::new();
            for entry in list(arguments, 0) {
                match entry {
                    Datum::Number(x) => found.push(*x),
                    other => {
                        let message = format!("only numbers are sorted, not {}", other.kind());
                        return Err(Trouble::error(message).argument(0));
                    }
                }
            }
            found.sort_unstable();
            Ok(Datum::list(found.into_iter().map(Datum::Number)))
        }),
    },
];

fn distinct(evaluator: &mut Evaluator, arguments: &[Datum]) -> Result<Datum, Trouble> {
    let mut kept: Vec<Datum> = Vec::new();
    for entry in list(arguments, 0) {
        let mut known = false;
        for earlier in &kept {
            // Entries of types that cannot be compared are different.
            known = match evaluator.equal(earlier, entry) {
                Ok(equal) => equal,
                Err(Trouble::Error { .. }) => false,
                Err(other) => return Err(other),
            };
            if known {
                break;
            }
        }
        if !known {
            kept.push(entry.clone());
        }
    }
    Ok(Datum::list(kept))
}

pub(super) fn number(arguments: &[Datum], index: usize) -> Rational {
    match &arguments[index] {
        Datum::Number(x) => *x,
        other => unreachable!("a number was checked, and it is {}", other.kind()),
    }
}

fn numbers(arguments: &[Datum]) -> impl Iterator<Item = Rational> {
    (0..arguments.len()).map(|index| number(arguments, index))
}

pub(super) fn integer(arguments: &[Datum], index: usize) -> i128 {
    number(arguments, index).numerator()
}

pub(super) fn natural(arguments: &[Datum], index: usize) -> u32 {
    u32::try_from(integer(arguments, index)).expect("checked to be a natural number")
}

pub(super) fn list(arguments: &[Datum], index: usize) -> &[Datum] {
    match &arguments[index] {
        Datum::List(entries) => entries,
        other => unreachable!("a list was checked, and it is {}", other.kind()),
    }
}
