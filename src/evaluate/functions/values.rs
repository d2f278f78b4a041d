//! Functions of games. Forms are always canonical forms: the question is about the value.

use super::{Function, Means, numbers, once};
use crate::engine::{Dyadic, Player, Value};
use crate::evaluate::datum::{Datum, Kind};
use crate::evaluate::language::{Evaluator, LONGEST_LIST, MOST_ORDER};
use crate::evaluate::rational::Rational;
use crate::evaluate::stop::{Limit, Trouble};

const WALLS: &str = "walls over positions as they stand, without canonical forms";

pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "outcome",
        parameters: &[once("g", Kind::Game)],
        result: "outcome",
        sentence: "Who wins: P the second player, N the first, L Left, R Right.",
        example: ("outcome(↑*)", "N"),
        means: Means::Twice {
            first: |evaluator, arguments| Ok(Datum::Outcome(evaluator.store.outcome(value(arguments, 0))?)),
            second: |evaluator, arguments| evaluator.raw_outcome(&arguments[0]),
            method: "plain search",
        },
    },
    Function {
        name: "left_stop",
        parameters: &[once("g", Kind::Game)],
        result: "number",
        sentence: "The number at which play stops if Left begins.",
        example: ("left_stop({3|1})", "3"),
        means: Means::Twice {
            first: |evaluator, arguments| rational(evaluator.store.stop(value(arguments, 0), Player::Left)),
            second: |evaluator, arguments| {
                evaluator.raw_thermograph(&arguments[0], |graph| graph.left_stop())
            },
            method: WALLS,
        },
    },
    Function {
        name: "right_stop",
        parameters: &[once("g", Kind::Game)],
        result: "number",
        sentence: "The number at which play stops if Right begins.",
        example: ("right_stop({1|0,{1|-1}})", "0"),
        means: Means::Twice {
            first: |evaluator, arguments| rational(evaluator.store.stop(value(arguments, 0), Player::Right)),
            second: |evaluator, arguments| {
                evaluator.raw_thermograph(&arguments[0], |graph| graph.right_stop())
            },
            method: WALLS,
        },
    },
    Function {
        name: "mean",
        parameters: &[once("g", Kind::Game)],
        result: "number",
        sentence: "The mean: n copies of g are worth about n times this.",
        example: ("mean({3||2|1})", "9/4"),
        means: Means::Twice {
            first: |evaluator, arguments| rational(evaluator.store.mean(value(arguments, 0))?),
            second: |evaluator, arguments| evaluator.raw_thermograph(&arguments[0], |graph| graph.mean),
            method: WALLS,
        },
    },
    Function {
        name: "temperature",
        parameters: &[once("g", Kind::Game)],
        result: "number",
        sentence: "The tax at which the walls meet; -1 for an integer, -1/2^k for another number m/2^k.",
        example: ("temperature({2000000000|-2000000000})", "2000000000"),
        means: Means::Twice {
            first: |evaluator, arguments| rational(evaluator.store.temperature(value(arguments, 0))?),
            second: |evaluator, arguments| {
                evaluator.raw_thermograph(&arguments[0], |graph| graph.temperature)
            },
            method: WALLS,
        },
    },
    Function {
        name: "thermograph",
        parameters: &[once("g", Kind::Game)],
        result: "thermograph",
        sentence: "Both walls and the mast, from tax -1 upwards.",
        example: ("thermograph(±1)", "left wall 2 at -1, 0 at 1; right wall -2 at -1, 0 at 1; mast 0"),
        means: Means::Once(|evaluator, arguments| {
            Ok(Datum::Thermograph(evaluator.store.thermograph(value(arguments, 0))?))
        }),
    },
    Function {
        name: "atomic_weight",
        parameters: &[once("g", Kind::Game)],
        result: "game or none",
        sentence: "The atomic weight, which counts the ups of an infinitesimal; none where there is none.",
        example: ("atomic_weight(3·↑ + *)", "3"),
        means: Means::Twice {
            first: |evaluator, arguments| game_or_none(evaluator.store.atomic_weight(value(arguments, 0))?),
            second: |evaluator, arguments| evaluator.raw_atomic_weight(&arguments[0]),
            method: "outcomes of sums with ups and a far star",
        },
    },
    Function {
        name: "birthday",
        parameters: &[once("g", Kind::Game)],
        result: "integer",
        sentence: "The length of the longest play in the canonical form.",
        example: ("birthday(50000)", "50000"),
        means: Means::Once(|evaluator, arguments| count(evaluator.store.birthday(value(arguments, 0))?)),
    },
    Function {
        name: "followers",
        parameters: &[once("g", Kind::Game)],
        result: "integer",
        sentence: "The number of distinct positions in the canonical form, itself among them.",
        example: ("followers(*)", "2"),
        means: Means::Once(|evaluator, arguments| count(evaluator.store.followers(value(arguments, 0))?)),
    },
    Function {
        name: "stop_count",
        parameters: &[once("g", Kind::Game)],
        result: "integer",
        sentence: "The number of plays in the canonical form up to the first number.",
        example: ("stop_count(*)", "2"),
        means: Means::Once(|evaluator, arguments| count(evaluator.store.stop_count(value(arguments, 0))?)),
    },
    Function {
        name: "reduced",
        parameters: &[once("g", Kind::Game)],
        result: "game",
        sentence: "The reduced canonical form: the simplest game that differs from g by an infinitesimal.",
        example: ("reduced({1*|↑})", "{1|0}"),
        means: Means::Once(|evaluator, arguments| game(evaluator.store.reduced(value(arguments, 0))?)),
    },
    Function {
        name: "cool",
        parameters: &[once("g", Kind::Game), once("t", Kind::Number)],
        result: "game or none",
        sentence: "g cooled by t, every move taxed; none for t at most -1.",
        example: ("cool({2|0}, 1)", "1*"),
        means: Means::Once(|evaluator, arguments| {
            let t = dyadic(arguments, 1)?;
            game_or_none(evaluator.store.cool(value(arguments, 0), t)?)
        }),
    },
    Function {
        name: "heat",
        parameters: &[once("g", Kind::Game), once("t", Kind::Game)],
        result: "game",
        sentence: "g heated by t, every move rewarded; numbers stay.",
        example: ("heat(*, 1)", "±1"),
        means: Means::Once(|evaluator, arguments| {
            game(evaluator.store.heat(value(arguments, 0), value(arguments, 1))?)
        }),
    },
    Function {
        name: "overheat",
        parameters: &[once("g", Kind::Game), once("s", Kind::Game), once("t", Kind::Game)],
        result: "game",
        sentence: "g overheated from s to t: an integer n becomes n copies of s, other moves are rewarded with t.",
        example: ("overheat(1/2, 1, 1)", "{1|0}"),
        means: Means::Once(|evaluator, arguments| {
            game(evaluator.store.overheat(value(arguments, 0), value(arguments, 1), value(arguments, 2))?)
        }),
    },
    Function {
        name: "freeze",
        parameters: &[once("g", Kind::Game)],
        result: "game",
        sentence: "g cooled by its own temperature.",
        example: ("freeze({2|0})", "1*"),
        means: Means::Once(|evaluator, arguments| game(evaluator.store.freeze(value(arguments, 0))?)),
    },
    Function {
        name: "conway",
        parameters: &[once("g", Kind::Game), once("h", Kind::Game)],
        result: "game",
        sentence: "Conway's product of the canonical forms.",
        example: ("conway(↑, ↑)", "↑*3"),
        means: Means::Once(|evaluator, arguments| {
            game(evaluator.store.conway(value(arguments, 0), value(arguments, 1))?)
        }),
    },
    Function {
        name: "norton",
        parameters: &[once("g", Kind::Game), once("u", Kind::Game)],
        result: "game or none",
        sentence: "Norton's product of g with a unit u > 0; none for another u.",
        example: ("norton(3, ↑)", "↑3"),
        means: Means::Once(|evaluator, arguments| {
            game_or_none(evaluator.store.norton(value(arguments, 0), value(arguments, 1))?)
        }),
    },
    Function {
        name: "pow",
        parameters: &[once("g", Kind::Game), once("n", Kind::Number)],
        result: "game or none",
        sentence: "The power of a base of the form {0|H}, so that pow(↑, n) is ↑^n; none for other bases.",
        example: ("pow(↑, 2) = {0|↓*}", "true"),
        means: Means::Once(|evaluator, arguments| {
            let n = exponent(arguments)?;
            game_or_none(evaluator.store.pow(value(arguments, 0), n)?)
        }),
    },
    Function {
        name: "pow_to",
        parameters: &[once("g", Kind::Game), once("n", Kind::Number)],
        result: "game or none",
        sentence: "The sum of the first n powers of a base of the form {0|H}; none for other bases.",
        example: ("pow_to(↑, 2) = {↑|*}", "true"),
        means: Means::Once(|evaluator, arguments| {
            let n = exponent(arguments)?;
            game_or_none(evaluator.store.pow_to(value(arguments, 0), n)?)
        }),
    },
    Function {
        name: "left_options",
        parameters: &[once("g", Kind::Game)],
        result: "list of games",
        sentence: "Left's options in the canonical form.",
        example: ("left_options(↑*)", "[0, *]"),
        means: Means::Once(|evaluator, arguments| options(evaluator, value(arguments, 0), &[Player::Left])),
    },
    Function {
        name: "right_options",
        parameters: &[once("g", Kind::Game)],
        result: "list of games",
        sentence: "Right's options in the canonical form.",
        example: ("right_options(↑*)", "[0]"),
        means: Means::Once(|evaluator, arguments| options(evaluator, value(arguments, 0), &[Player::Right])),
    },
    Function {
        name: "left_incentives",
        parameters: &[once("g", Kind::Game)],
        result: "list of games",
        sentence: "What Left gains by each move in the canonical form: the option less g.",
        example: ("left_incentives({3|1})", "[{2|0}]"),
        means: Means::Once(|evaluator, arguments| {
            incentives(evaluator, value(arguments, 0), &[Player::Left])
        }),
    },
    Function {
        name: "right_incentives",
        parameters: &[once("g", Kind::Game)],
        result: "list of games",
        sentence: "What Right gains by each move in the canonical form: g less the option.",
        example: ("right_incentives({3|1})", "[{2|0}]"),
        means: Means::Once(|evaluator, arguments| {
            incentives(evaluator, value(arguments, 0), &[Player::Right])
        }),
    },
    Function {
        name: "incentives",
        parameters: &[once("g", Kind::Game)],
        result: "list of games",
        sentence: "The incentives of both players, each once, Left's first.",
        example: ("incentives(1)", "[-1]"),
        means: Means::Once(|evaluator, arguments| incentives(evaluator, value(arguments, 0), &Player::BOTH)),
    },
    Function {
        name: "is_zero",
        parameters: &[once("g", Kind::Game)],
        result: "boolean",
        sentence: "Whether g = 0.",
        example: ("is_zero(* + *)", "true"),
        means: Means::Twice {
            first: |evaluator, arguments| boolean(evaluator.store.is_zero(value(arguments, 0))),
            second: |evaluator, arguments| evaluator.raw_is_zero(&arguments[0]),
            method: "plain search",
        },
    },
    Function {
        name: "is_number",
        parameters: &[once("g", Kind::Game)],
        result: "boolean",
        sentence: "Whether g is an integer or a fraction m/2^k.",
        example: ("is_number({0|1})", "true"),
        means: Means::Twice {
            first: |evaluator, arguments| boolean(evaluator.store.is_number(value(arguments, 0))),
            second: |evaluator, arguments| {
                evaluator.raw_walls(&arguments[0], |graph| graph.temperature.numerator() < 0)
            },
            method: WALLS,
        },
    },
    Function {
        name: "is_integer",
        parameters: &[once("g", Kind::Game)],
        result: "boolean",
        sentence: "Whether g is an integer.",
        example: ("is_integer({0|1})", "false"),
        means: Means::Twice {
            first: |evaluator, arguments| boolean(evaluator.store.is_integer(value(arguments, 0))),
            second: |evaluator, arguments| {
                evaluator.raw_walls(&arguments[0], |graph| {
                    graph.temperature.numerator() < 0 && graph.mean.denominator() == 1
                })
            },
            method: WALLS,
        },
    },
    Function {
        name: "is_nimber",
        parameters: &[once("g", Kind::Game)],
        result: "boolean",
        sentence: "Whether g is *n for some n from 0 on.",
        example: ("is_nimber({0,*|0,*})", "true"),
        means: Means::Once(|evaluator, arguments| boolean(evaluator.store.is_nimber(value(arguments, 0)))),
    },
    Function {
        name: "is_infinitesimal",
        parameters: &[once("g", Kind::Game)],
        result: "boolean",
        sentence: "Whether g lies between all negative and all positive numbers: both stops are 0.",
        example: ("is_infinitesimal(⧾(1))", "true"),
        means: Means::Twice {
            first: |evaluator, arguments| boolean(evaluator.store.is_infinitesimal(value(arguments, 0))),
            second: |evaluator, arguments| {
                evaluator.raw_walls(&arguments[0], |graph| {
                    graph.left_stop().numerator() == 0 && graph.right_stop().numerator() == 0
                })
            },
            method: WALLS,
        },
    },
    Function {
        name: "is_numberish",
        parameters: &[once("g", Kind::Game)],
        result: "boolean",
        sentence: "Whether g is a number and an infinitesimal: both stops are equal.",
        example: ("is_numberish(3↑)", "true"),
        means: Means::Twice {
            first: |evaluator, arguments| boolean(evaluator.store.is_numberish(value(arguments, 0))),
            second: |evaluator, arguments| {
                evaluator.raw_walls(&arguments[0], |graph| graph.left_stop() == graph.right_stop())
            },
            method: WALLS,
        },
    },
    Function {
        name: "is_all_small",
        parameters: &[once("g", Kind::Game)],
        result: "boolean",
        sentence: "Whether in every position of the canonical form both players can move or neither can.",
        example: ("is_all_small(⧾(1))", "false"),
        means: Means::Once(|evaluator, arguments| {
            boolean(evaluator.store.is_all_small(value(arguments, 0))?)
        }),
    },
    Function {
        name: "is_canonical",
        parameters: &[once("form", Kind::Form)],
        result: "boolean",
        sentence: "Whether the form, as it is written, is the canonical form of its value up to abbreviations.",
        example: ("is_canonical({0,0|0})", "false"),
        means: Means::Syntax(|evaluator, frame, arguments| evaluator.is_canonical(frame, &arguments[0])),
    },
];

pub(super) fn value(arguments: &[Datum], index: usize) -> Value {
    match &arguments[index] {
        Datum::Game(value) => *value,
        other => unreachable!("a game was checked, and it is {}", other.kind()),
    }
}

fn game(value: Value) -> Result<Datum, Trouble> {
    Ok(Datum::Game(value))
}

fn game_or_none(value: Option<Value>) -> Result<Datum, Trouble> {
    Ok(value.map_or(Datum::None, Datum::Game))
}

fn boolean(truth: bool) -> Result<Datum, Trouble> {
    Ok(Datum::Boolean(truth))
}

fn count(n: u128) -> Result<Datum, Trouble> {
    Ok(Datum::integer(i128::try_from(n).map_err(|_| Trouble::overflow())?))
}

/// A number of the engine as a fraction.
pub(crate) fn rational(x: Dyadic) -> Result<Datum, Trouble> {
    if x.exponent() > 126 {
        return Err(Trouble::overflow());
    }
    let fraction = Rational::new(x.mantissa(), 1 << x.exponent()).ok_or_else(Trouble::overflow)?;
    Ok(Datum::Number(fraction))
}

/// A number that must be dyadic.
fn dyadic(arguments: &[Datum], index: usize) -> Result<Dyadic, Trouble> {
    let x = numbers::number(arguments, index);
    if x.denominator() & (x.denominator() - 1) != 0 {
        let message = format!("the denominator is a power of 2, not {}", x.denominator());
        return Err(Trouble::error(message).argument(index));
    }
    Ok(Dyadic::new(x.numerator(), x.denominator().trailing_zeros())?)
}

/// The exponent of a power, which takes about as many games.
fn exponent(arguments: &[Datum]) -> Result<Dyadic, Trouble> {
    let n = dyadic(arguments, 1)?;
    if n.abs().floor() > i128::from(MOST_ORDER) || n.exponent() > MOST_ORDER {
        return Err(Trouble::Limit(Limit::Order(MOST_ORDER)));
    }
    Ok(n)
}

/// A nimber has as many options as it is large, and they would all be written out.
fn writable(evaluator: &Evaluator, g: Value) -> Result<(), Trouble> {
    match evaluator.store.as_up_star(g) {
        Some((_, _, nimber)) if nimber as usize > LONGEST_LIST => {
            Err(Trouble::Limit(Limit::Length(LONGEST_LIST)))
        }
        _ => Ok(()),
    }
}

fn options(evaluator: &mut Evaluator, g: Value, players: &[Player]) -> Result<Datum, Trouble> {
    writable(evaluator, g)?;
    let mut found = Vec::new();
    for &player in players {
        found.extend(evaluator.store.options(g, player)?);
    }
    evaluator.sort_as_printed(&mut found)?;
    Ok(Datum::list(found.into_iter().map(Datum::Game)))
}

fn incentives(evaluator: &mut Evaluator, g: Value, players: &[Player]) -> Result<Datum, Trouble> {
    writable(evaluator, g)?;
    let mut all: Vec<Value> = Vec::new();
    for &player in players {
        let mut found = evaluator.store.incentives(g, player)?;
        evaluator.sort_as_printed(&mut found)?;
        for incentive in found {
            if !all.contains(&incentive) {
                all.push(incentive);
            }
        }
    }
    Ok(Datum::list(all.into_iter().map(Datum::Game)))
}
