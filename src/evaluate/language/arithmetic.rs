//! Operators: sums, products, orders and brackets of what an expression can be.

use std::cmp::Ordering;
use std::rc::Rc;

use super::{Evaluator, MOST_ORDER, Opinion, out_of_reach};
use crate::engine::{Dyadic, Value};
use crate::evaluate::datum::{Datum, Kind};
use crate::evaluate::rational::Rational;
use crate::evaluate::second::Raw;
use crate::evaluate::stop::{Limit, Trouble};
use crate::notation::{Form, Number, Operator, Ups};
use crate::rulesets::impartial::Sum;

/// The most copies of an impartial position in a sum.
const MOST_PARTS: usize = 1_000;

impl Evaluator {
    pub(super) fn binary(&mut self, operator: Operator, g: &Datum, h: &Datum) -> Result<Datum, Trouble> {
        if operator == Operator::Equal {
            return Ok(Datum::Boolean(self.equal(g, h)?));
        }
        if operator == Operator::Unequal {
            return Ok(Datum::Boolean(!self.equal(g, h)?));
        }
        if matches!((g, h), (Datum::None, _) | (_, Datum::None)) {
            return Ok(Datum::None);
        }
        match operator {
            Operator::Add => self.add(g, h),
            Operator::Subtract => {
                if let (Datum::Number(x), Datum::Number(y)) = (g, h) {
                    return Ok(Datum::Number(x.minus(*y).ok_or_else(Trouble::overflow)?));
                }
                let minus = self.negative(h).map_err(|trouble| trouble.argument(1))?;
                self.add(g, &minus)
            }
            Operator::Multiply => self.multiply(g, h),
            Operator::Divide => match (g, h) {
                (Datum::Number(_), Datum::Number(y)) if *y == Rational::ZERO => {
                    Err(Trouble::error("division by 0").argument(1))
                }
                (Datum::Number(x), Datum::Number(y)) => {
                    Ok(Datum::Number(x.over(*y).ok_or_else(Trouble::overflow)?))
                }
                _ => Err(mismatch("divide", g, "by", h)),
            },
            Operator::Power => match (g, h) {
                (Datum::Number(x), Datum::Number(y)) => {
                    let Some(n) = y.as_integer() else {
                        return Err(Trouble::error(format!("an exponent is an integer, not {y}")).argument(1));
                    };
                    if *x == Rational::ZERO && n < 0 {
                        return Err(Trouble::error("division by 0").argument(0));
                    }
                    Ok(Datum::Number(x.power(n).ok_or_else(Trouble::overflow)?))
                }
                _ => Err(mismatch("raise", g, "to", h).help("`pow(↑, n)` is the Conway power of a game")),
            },
            Operator::OrdinalSum => {
                if self.opinion == Opinion::Second {
                    return Err(out_of_reach("the ordinal sum has no second method"));
                }
                let (g, h) = (self.game(g)?, self.game(h)?);
                Ok(Datum::Game(self.store.ordinal_sum(g, h)?))
            }
            Operator::Less => self.ordered(g, h, |order| order == Some(Ordering::Less)),
            Operator::LessOrEqual => {
                self.ordered(g, h, |order| matches!(order, Some(Ordering::Less | Ordering::Equal)))
            }
            Operator::Greater => self.ordered(g, h, |order| order == Some(Ordering::Greater)),
            Operator::GreaterOrEqual => {
                self.ordered(g, h, |order| matches!(order, Some(Ordering::Greater | Ordering::Equal)))
            }
            Operator::Confused => self.ordered(g, h, |order| order.is_none()),
            Operator::Equal | Operator::Unequal | Operator::And | Operator::Or => {
                unreachable!("handled before")
            }
        }
    }

    pub(super) fn ordered(
        &mut self,
        g: &Datum,
        h: &Datum,
        judge: impl FnOnce(Option<Ordering>) -> bool,
    ) -> Result<Datum, Trouble> {
        if let (Datum::Number(x), Datum::Number(y)) = (g, h) {
            return Ok(Datum::Boolean(judge(Some(x.cmp(y)))));
        }
        if !(is_gamelike(g) && is_gamelike(h)) {
            return Err(mismatch("compare", g, "with", h));
        }
        Ok(Datum::Boolean(judge(self.compare(g, h)?)))
    }

    /// Are they equal? Numbers as numbers, games as games, lists entry by entry; things of different types are no question.
    ///
    /// # Errors
    /// Types that cannot be compared, or a limit.
    pub fn equal(&mut self, g: &Datum, h: &Datum) -> Result<bool, Trouble> {
        Ok(match (g, h) {
            (Datum::None, Datum::None) => true,
            (Datum::None, _) | (_, Datum::None) => false,
            (Datum::Number(x), Datum::Number(y)) => x == y,
            (Datum::Boolean(x), Datum::Boolean(y)) => x == y,
            (Datum::Outcome(x), Datum::Outcome(y)) => x == y,
            (Datum::Player(x), Datum::Player(y)) => x == y,
            (Datum::Text(x), Datum::Text(y)) => x == y,
            (Datum::Thermograph(x), Datum::Thermograph(y)) => x == y,
            (Datum::List(x), Datum::List(y)) => {
                if x.len() != y.len() {
                    return Ok(false);
                }
                for (x, y) in x.iter().zip(y.iter()) {
                    if !self.equal(x, y)? {
                        return Ok(false);
                    }
                }
                true
            }
            (Datum::Graph(_), Datum::Graph(_)) => {
                return Err(Trouble::error("graphs are not compared with `=`")
                    .help("`isomorphic(g, h)` asks whether they are the same up to names of vertices"));
            }
            // Equal games have one handle.
            _ if is_gamelike(g) && is_gamelike(h) && self.opinion == Opinion::First => {
                let (g, h) = self.both(g, h)?;
                g == h
            }
            _ if is_gamelike(g) && is_gamelike(h) => self.compare(g, h)? == Some(Ordering::Equal),
            _ => return Err(mismatch("compare", g, "with", h)),
        })
    }

    /// Two operands as games of the engine.
    pub(super) fn both(&mut self, g: &Datum, h: &Datum) -> Result<(Value, Value), Trouble> {
        Ok((
            self.game(g).map_err(|trouble| trouble.argument(0))?,
            self.game(h).map_err(|trouble| trouble.argument(1))?,
        ))
    }

    /// The order of two games, `None` if they are confused.
    pub(super) fn compare(&mut self, g: &Datum, h: &Datum) -> Result<Option<Ordering>, Trouble> {
        match self.opinion {
            Opinion::First => {
                let (g, h) = self.both(g, h)?;
                Ok(self.store.compare(g, h)?)
            }
            Opinion::Second => {
                let (g, h) = (self.raw(g)?, self.raw(h)?);
                self.methods.insert("plain search of the difference");
                Ok(self.table.compare(&g, &h, self.budget.searched)?)
            }
        }
    }

    pub(in crate::evaluate) fn add(&mut self, g: &Datum, h: &Datum) -> Result<Datum, Trouble> {
        match (g, h) {
            (Datum::None, _) | (_, Datum::None) => Ok(Datum::None),
            (Datum::Number(x), Datum::Number(y)) => {
                Ok(Datum::Number(x.plus(*y).ok_or_else(Trouble::overflow)?))
            }
            _ if is_gamelike(g) && is_gamelike(h) => match self.opinion {
                Opinion::First => {
                    let (g, h) = self.both(g, h)?;
                    Ok(Datum::Game(self.store.add(g, h)?))
                }
                Opinion::Second => {
                    let (g, h) = (self.raw(g)?, self.raw(h)?);
                    Ok(Datum::Raw(Rc::new(self.table.sum(&g, &h))))
                }
            },
            (Datum::Impartial(g), Datum::Impartial(h)) => match g.plus(h) {
                Some(sum) => Ok(Datum::Impartial(Rc::new(sum))),
                None => Err(Trouble::error("these are positions of different games")
                    .help("impartial positions are added if they are played by the same rules")),
            },
            _ => Err(mismatch("add", g, "and", h)),
        }
    }

    pub(super) fn multiply(&mut self, g: &Datum, h: &Datum) -> Result<Datum, Trouble> {
        let (n, game, argument) = match (g, h) {
            (Datum::None, _) | (_, Datum::None) => return Ok(Datum::None),
            (Datum::Number(x), Datum::Number(y)) => {
                return Ok(Datum::Number(x.times(*y).ok_or_else(Trouble::overflow)?));
            }
            (Datum::Number(n), Datum::Impartial(sum)) | (Datum::Impartial(sum), Datum::Number(n)) => {
                let n = n.as_integer().and_then(|n| usize::try_from(n).ok()).filter(|n| *n <= MOST_PARTS);
                let Some(n) = n else {
                    return Err(Trouble::error(format!(
                        "an impartial position is taken from 0 to {MOST_PARTS} times"
                    )));
                };
                let parts = sum.parts.repeat(n);
                return Ok(Datum::Impartial(Rc::new(Sum { game: sum.game.clone(), parts })));
            }
            (Datum::Number(x), other) if is_gamelike(other) => (x, other, 1),
            (other, Datum::Number(x)) if is_gamelike(other) => (x, other, 0),
            _ if is_gamelike(g) && is_gamelike(h) => {
                return Err(Trouble::error("a game is multiplied by an integer, not by a game")
                    .help("`conway(g, h)` is Conway's product, `nim_product(a, b)` that of nimbers"));
            }
            _ => return Err(mismatch("multiply", g, "and", h)),
        };
        let Some(n) = n.as_integer() else {
            return Err(Trouble::error(format!("a game is multiplied by an integer, not by {n}"))
                .argument(1 - argument)
                .help("`conway(g, h)` is Conway's product, `norton(g, u)` Norton's"));
        };
        match self.opinion {
            Opinion::First => {
                let game = self.game(game).map_err(|trouble| trouble.argument(argument))?;
                Ok(Datum::Game(self.store.multiple(n, game)?))
            }
            Opinion::Second => {
                let game = self.raw(game)?;
                Ok(Datum::Raw(Rc::new(self.table.multiple(n, &game)?)))
            }
        }
    }

    pub(in crate::evaluate) fn negative(&mut self, g: &Datum) -> Result<Datum, Trouble> {
        match g {
            Datum::None => Ok(Datum::None),
            Datum::Number(x) => Ok(Datum::Number(x.negative().ok_or_else(Trouble::overflow)?)),
            _ if is_gamelike(g) => match self.opinion {
                Opinion::First => {
                    let g = self.game(g)?;
                    Ok(Datum::Game(self.store.neg(g)))
                }
                Opinion::Second => {
                    let g = self.raw(g)?;
                    Ok(Datum::Raw(Rc::new(self.table.negative(&g))))
                }
            },
            _ => Err(Trouble::error(format!("{} has no negative", g.a_kind()))),
        }
    }

    /// `{left | right}` of games.
    pub(super) fn braces(&mut self, left: &[Datum], right: &[Datum]) -> Result<Datum, Trouble> {
        match self.opinion {
            Opinion::First => {
                let mut sides = [Vec::new(), Vec::new()];
                for (side, options) in sides.iter_mut().zip([left, right]) {
                    for option in options {
                        side.push(self.game(option)?);
                    }
                }
                let [left, right] = sides;
                Ok(Datum::Game(self.store.game(&left, &right)?))
            }
            Opinion::Second => {
                let mut sides = [Vec::new(), Vec::new()];
                for (side, options) in sides.iter_mut().zip([left, right]) {
                    for option in options {
                        side.push(self.raw(option)?);
                    }
                }
                let [left, right] = sides;
                Ok(Datum::Raw(Rc::new(self.table.braces(&left, &right, self.budget.searched)?)))
            }
        }
    }

    pub(in crate::evaluate) fn nimber(&mut self, n: u32) -> Result<Datum, Trouble> {
        match self.opinion {
            Opinion::First => Ok(Datum::Game(self.store.nimber(n)?)),
            Opinion::Second => Ok(Datum::Raw(Rc::new(self.table.nimber(n)))),
        }
    }

    pub(super) fn ups(&mut self, n: i64) -> Result<Datum, Trouble> {
        match self.opinion {
            Opinion::First => Ok(Datum::Game(self.store.up_star(Dyadic::ZERO, n, 0)?)),
            Opinion::Second => Ok(Datum::Raw(Rc::new(self.table.ups(n)?))),
        }
    }

    /// ↑^n, or ↑^[n] if `to`; its negative if `down`.
    pub(super) fn up_power(&mut self, n: u32, to: bool, down: bool) -> Result<Datum, Trouble> {
        if n == 0 {
            return Err(Trouble::error("the order of a power of up is at least 1"));
        }
        if n > MOST_ORDER {
            return Err(Trouble::Limit(Limit::Order(MOST_ORDER)));
        }
        let ups =
            if to { Ups::PowerTo { down: false, order: n } } else { Ups::Power { down: false, order: n } };
        let form = Form::uptimal(Number::ZERO, ups, 0);
        let power = match self.opinion {
            Opinion::First => Datum::Game(self.store.read(&form)?),
            Opinion::Second => Datum::Raw(Rc::new(self.table.form(&form)?)),
        };
        if down { self.negative(&power) } else { Ok(power) }
    }

    /// ⧾(g), or ⧿(g) if `miny`.
    pub(super) fn tiny(&mut self, g: &Datum, miny: bool) -> Result<Datum, Trouble> {
        let mut g = g.clone();
        self.convert(&mut g, Kind::Game)?;
        match self.opinion {
            Opinion::First => {
                let g = self.game(&g)?;
                Ok(Datum::Game(if miny { self.store.miny(g)? } else { self.store.tiny(g)? }))
            }
            Opinion::Second => {
                let zero = Datum::Raw(Rc::new(Raw::default()));
                let minus = self.negative(&g)?;
                let threat = self.braces(std::slice::from_ref(&zero), &[minus])?;
                let tiny = self.braces(&[zero], &[threat])?;
                if miny { self.negative(&tiny) } else { Ok(tiny) }
            }
        }
    }

    /// The game that something is, where a game is wanted: a game, a position, an integer, a dyadic rational.
    ///
    /// # Errors
    /// Anything else, or a limit.
    pub fn game(&mut self, datum: &Datum) -> Result<Value, Trouble> {
        match datum {
            Datum::Game(value) => Ok(*value),
            Datum::Number(x) => Ok(self.store.number(dyadic(*x)?)?),
            Datum::Position(position) => Ok(self.valuers.value(position, &mut self.store)?),
            other => Err(Trouble::error(format!("a game, not {}", other.a_kind()))),
        }
    }

    /// The same for the second opinion: nothing is valued.
    pub(in crate::evaluate) fn raw(&mut self, datum: &Datum) -> Result<Rc<Raw>, Trouble> {
        match datum {
            Datum::Raw(raw) => Ok(raw.clone()),
            Datum::Number(x) => {
                let x = dyadic(*x)?;
                Ok(Rc::new(self.table.number(x.mantissa(), x.exponent())))
            }
            Datum::Position(position) => Ok(Rc::new(Raw::position(position.clone()))),
            other => Err(Trouble::error(format!("a game, not {}", other.a_kind()))),
        }
    }
}

fn mismatch(verb: &str, g: &Datum, word: &str, h: &Datum) -> Trouble {
    Trouble::error(format!("cannot {verb} {} {word} {}", g.a_kind(), h.a_kind()))
}

fn is_gamelike(datum: &Datum) -> bool {
    matches!(datum, Datum::Number(_) | Datum::Game(_) | Datum::Raw(_) | Datum::Position(_))
}

pub(super) fn integer(datum: &Datum, what: &str) -> Result<i128, Trouble> {
    match datum {
        Datum::Number(x) => {
            x.as_integer().ok_or_else(|| Trouble::error(format!("{what} is an integer, not {x}")))
        }
        other => Err(Trouble::error(format!("{what} is an integer, not {}", other.a_kind()))),
    }
}

pub(super) fn natural(datum: &Datum, what: &str) -> Result<u32, Trouble> {
    let n = integer(datum, what)?;
    if n < 0 {
        return Err(Trouble::error(format!("{what} is at least 0, not {n}")));
    }
    u32::try_from(n).map_err(|_| Trouble::error(format!("{what} is less than 2^32, not {n}")))
}

/// A rational as a number of games, whose denominators are powers of two.
fn dyadic(x: Rational) -> Result<Dyadic, Trouble> {
    if x.denominator() & (x.denominator() - 1) != 0 {
        return Err(Trouble::error(format!("a game, not {x}"))
            .help("only fractions whose denominator is a power of 2 are games"));
    }
    Ok(Dyadic::new(x.numerator(), x.denominator().trailing_zeros())?)
}
