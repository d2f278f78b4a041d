//! Stops, mean, temperature and thermograph by recursion over positions as they are.
//!
//! At tax t ≥ 0 the left wall of G is the best that Left gets by moving and paying t: the largest right wall of a
//! Left option, less t; and the right wall likewise. Where they meet the mast begins. If they have crossed or met
//! already at t = 0, G may be a number; then it is the simplest one that fits between, and plain search of G − x says
//! whether it is. (Siegel, *Combinatorial Game Theory*, II.5; Conway's simplicity theorem.)

use std::cmp::Ordering;
use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use super::tree::number_option;
use super::{Game, Limit, Player, Rational, Searcher, Sum, deep};

/// One wall: its points (tax, value) by rising tax, the first at tax 0; above the last it is the mast.
pub type Wall = Vec<(Rational, Rational)>;

/// The thermograph for taxes from 0 up, with the temperature of numbers by the usual convention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    pub left: Wall,
    pub right: Wall,
    pub mean: Rational,
    /// −1 for an integer, −1/2^k for another number with denominator 2^k, otherwise at least 0.
    pub temperature: Rational,
}

impl Thermograph {
    /// The left stop: the number that play reaches if Left begins.
    pub fn left_stop(&self) -> Rational {
        self.left[0].1
    }

    /// The right stop: the number that play reaches if Right begins.
    pub fn right_stop(&self) -> Rational {
        self.right[0].1
    }

    fn wall(&self, player: Player) -> &Wall {
        match player {
            Player::Left => &self.left,
            Player::Right => &self.right,
        }
    }

    fn number(x: Rational) -> Result<Thermograph, Limit> {
        let mast = vec![(Rational::ZERO, x)];
        let temperature = Rational::new(-1, x.denominator())?;
        Ok(Thermograph { left: mast.clone(), right: mast, mean: x, temperature })
    }
}

/// The thermograph of `game`. Cost: at most `budget` positions, those of the searches for numbers included.
///
/// ```
/// use referee::notation::Form;
/// use referee::search::{Tree, thermograph};
/// let switch = Form::braces(vec![Form::integer(6)], vec![Form::integer(3)]);
/// let hot = Tree::of(&Form::plus_minus(vec![switch])).unwrap();
/// assert_eq!(thermograph(&hot, 1_000).unwrap().temperature.to_string(), "9/2");
/// ```
pub fn thermograph<G: Game>(game: &G, budget: u64) -> Result<Thermograph, Limit> {
    let with_number = Sum::new(game, Numbers);
    let mut walls = Walls {
        game,
        known: HashMap::new(),
        searcher: Searcher::new(&with_number, budget),
        budget,
        begun: 0,
    };
    let found = walls.of(&game.start())?;
    Ok((*found).clone())
}

/// The numbers m/2^k as games, a position being (m, k).
struct Numbers;

impl Game for Numbers {
    type Position = (i128, u32);
    fn start(&self) -> (i128, u32) {
        (0, 0)
    }
    fn moves(&self, &(numerator, exponent): &(i128, u32), player: Player) -> Vec<(i128, u32)> {
        number_option(numerator, exponent, player).into_iter().collect()
    }
    fn show(&self, (numerator, exponent): &(i128, u32)) -> String {
        format!("{numerator}/2^{exponent}")
    }
}

struct Walls<'a, G: Game> {
    game: &'a G,
    known: HashMap<G::Position, Rc<Thermograph>>,
    searcher: Searcher<'a, Sum<&'a G, Numbers>>,
    budget: u64,
    /// Positions whose walls were asked for, done or not.
    begun: u64,
}

impl<G: Game> Walls<'_, G>
where
    G::Position: Clone + Eq + Hash,
{
    fn of(&mut self, position: &G::Position) -> Result<Rc<Thermograph>, Limit> {
        if let Some(known) = self.known.get(position) {
            return Ok(known.clone());
        }
        if self.begun + self.searcher.judged() >= self.budget {
            return Err(Limit::Positions(self.budget));
        }
        self.begun += 1;
        let left = self.scaffold(position, Player::Left)?;
        let right = self.scaffold(position, Player::Right)?;
        let found = Rc::new(match (&left, &right) {
            (Some(left), Some(right)) => match gap(left, right, 0)?.numerator().cmp(&0) {
                Ordering::Greater => meet(left, right)?,
                order => match self.number_between(position, Some(left.at_zero()), Some(right.at_zero()))? {
                    Some(x) => Thermograph::number(x)?,
                    // A number with an infinitesimal: a mast of temperature 0.
                    None => {
                        debug_assert_eq!(order, Ordering::Equal, "crossed scaffolds without a number");
                        Thermograph { temperature: Rational::ZERO, ..Thermograph::number(left.at_zero())? }
                    }
                },
            },
            // A player without a move: an integer.
            (left, right) => {
                let ends = (left.as_ref().map(Line::at_zero), right.as_ref().map(Line::at_zero));
                let x = self.number_between(position, ends.0, ends.1)?;
                Thermograph::number(x.expect("a game in which one player has no move is an integer"))?
            }
        });
        self.known.insert(position.clone(), found.clone());
        Ok(found)
    }

    /// What `player` gets by moving, at each tax; `None` without a move.
    fn scaffold(&mut self, position: &G::Position, player: Player) -> Result<Option<Line>, Limit> {
        let mut best: Option<Line> = None;
        for next in self.game.moves(position, player) {
            let walls = deep(|| self.of(&next))?;
            let line = Line::taxed(walls.wall(player.opponent()), player)?;
            best = Some(match best {
                None => line,
                Some(best) => best.better(&line, player)?,
            });
        }
        Ok(best)
    }

    /// The number that `position` equals, if it equals one. If it does, it is the simplest number between its
    /// scaffolds at tax 0, where each end may belong to the interval or not: four candidates, each tried by search.
    fn number_between(
        &mut self,
        position: &G::Position,
        low: Option<Rational>,
        high: Option<Rational>,
    ) -> Result<Option<Rational>, Limit> {
        let mut tried: Vec<Rational> = Vec::new();
        for (low_closed, high_closed) in [(false, false), (true, true), (true, false), (false, true)] {
            let below = low.map(|end| (end, low_closed));
            let above = high.map(|end| (end, high_closed));
            let Some(x) = simplest(below, above)? else { continue };
            if tried.contains(&x) {
                continue;
            }
            tried.push(x);
            let minus_x = (x.negate()?.numerator(), x.denominator().trailing_zeros());
            let sum = (position.clone(), minus_x);
            if !self.searcher.wins(&sum, Player::Left)? && !self.searcher.wins(&sum, Player::Right)? {
                return Ok(Some(x));
            }
        }
        Ok(None)
    }
}

/// A piecewise linear function of the tax, from 0 up; after the last point it goes on with a slope of −1 (what Left
/// gets) or +1 (what Right gets).
struct Line {
    points: Wall,
    slope: i128,
}

impl Line {
    /// A wall of an option after `player` has paid the tax for moving there.
    fn taxed(wall: &Wall, player: Player) -> Result<Line, Limit> {
        let slope = match player {
            Player::Left => -1,
            Player::Right => 1,
        };
        let paid = |(tax, x): &(Rational, Rational)| -> Result<(Rational, Rational), Limit> {
            Ok((*tax, x.add(&tax.mul(&Rational::integer(slope))?)?))
        };
        Ok(Line { points: wall.iter().map(paid).collect::<Result<_, _>>()?, slope })
    }

    fn at_zero(&self) -> Rational {
        self.points[0].1
    }

    fn at(&self, tax: &Rational) -> Result<Rational, Limit> {
        let mut after = 1;
        while after < self.points.len() && self.points[after].0.compare(tax)? == Ordering::Less {
            after += 1;
        }
        let (t0, x0) = self.points[after - 1];
        let slope = match self.points.get(after) {
            Some((t1, x1)) => x1.sub(&x0)?.div(&t1.sub(&t0)?)?,
            None => Rational::integer(self.slope),
        };
        x0.add(&slope.mul(&tax.sub(&t0)?)?)
    }

    /// The pointwise better of two for `player`: the larger for Left, the smaller for Right.
    fn better(&self, other: &Line, player: Player) -> Result<Line, Limit> {
        let taxes = taxes(self, other)?;
        let mut cuts = taxes.clone();
        for pair in taxes.windows(2) {
            let (d0, d1) = (
                self.at(&pair[0])?.sub(&other.at(&pair[0])?)?,
                self.at(&pair[1])?.sub(&other.at(&pair[1])?)?,
            );
            if d0.numerator().signum() * d1.numerator().signum() < 0 {
                let part = d0.div(&d0.sub(&d1)?)?;
                cuts.push(pair[0].add(&pair[1].sub(&pair[0])?.mul(&part)?)?);
            }
        }
        // Both go on with the same slope above the last cut, so they do not cross there.
        sort(&mut cuts)?;
        let wanted = match player {
            Player::Left => Ordering::Greater,
            Player::Right => Ordering::Less,
        };
        let mut points = Vec::new();
        for tax in cuts {
            let (a, b) = (self.at(&tax)?, other.at(&tax)?);
            points.push((tax, if a.compare(&b)? == wanted { a } else { b }));
        }
        Ok(Line { points: straightened(points, Some(self.slope))?, slope: self.slope })
    }
}

/// The taxes at which one of the two bends, ascending, each once.
fn taxes(a: &Line, b: &Line) -> Result<Vec<Rational>, Limit> {
    let mut all: Vec<Rational> = a.points.iter().chain(&b.points).map(|(tax, _)| *tax).collect();
    sort(&mut all)?;
    Ok(all)
}

fn sort(all: &mut Vec<Rational>) -> Result<(), Limit> {
    let mut overflow = None;
    all.sort_by(|a, b| {
        a.compare(b).unwrap_or_else(|limit| {
            overflow = Some(limit);
            Ordering::Equal
        })
    });
    all.dedup();
    overflow.map_or(Ok(()), Err)
}

/// Left's line less Right's at the `index`-th tax at which one bends.
fn gap(left: &Line, right: &Line, index: usize) -> Result<Rational, Limit> {
    let tax = taxes(left, right)?[index];
    left.at(&tax)?.sub(&right.at(&tax)?)
}

/// The thermograph of a hot game from its scaffolds: they are cut where they meet.
fn meet(left: &Line, right: &Line) -> Result<Thermograph, Limit> {
    let taxes = taxes(left, right)?;
    let gap_at = |tax: &Rational| left.at(tax)?.sub(&right.at(tax)?);
    let mut below = taxes[0];
    let mut temperature = None;
    for tax in &taxes[1..] {
        let (d0, d1) = (gap_at(&below)?, gap_at(tax)?);
        if d1.numerator() <= 0 {
            let part = d0.div(&d0.sub(&d1)?)?;
            temperature = Some(below.add(&tax.sub(&below)?.mul(&part)?)?);
            break;
        }
        below = *tax;
    }
    let temperature = match temperature {
        Some(tax) => tax,
        // Above the last bend the gap shrinks by 2 for each unit of tax.
        None => below.add(&gap_at(&below)?.div(&Rational::integer(2))?)?,
    };
    let mean = left.at(&temperature)?;
    let cut = |line: &Line| -> Result<Wall, Limit> {
        let mut points = Vec::new();
        for point in &line.points {
            if point.0.compare(&temperature)? == Ordering::Less {
                points.push(*point);
            }
        }
        points.push((temperature, mean));
        straightened(points, None)
    };
    Ok(Thermograph { left: cut(left)?, right: cut(right)?, mean, temperature })
}

/// Drops the points at which the line does not bend; `slope` is that after the last point (`None`: vertical mast).
fn straightened(points: Wall, slope: Option<i128>) -> Result<Wall, Limit> {
    let steepness = |a: &(Rational, Rational), b: &(Rational, Rational)| b.1.sub(&a.1)?.div(&b.0.sub(&a.0)?);
    let mut kept: Wall = Vec::new();
    for (i, point) in points.iter().enumerate() {
        let before = kept.last().map(|last| steepness(last, point)).transpose()?;
        let after = match points.get(i + 1) {
            Some(next) => Some(steepness(point, next)?),
            None => Some(Rational::integer(slope.unwrap_or(0))),
        };
        if kept.is_empty() || before != after {
            kept.push(*point);
        }
    }
    Ok(kept)
}

/// The simplest number (least birthday) between two ends, each with whether it belongs to the interval; `None` if
/// there is none.
fn simplest(
    low: Option<(Rational, bool)>,
    high: Option<(Rational, bool)>,
) -> Result<Option<Rational>, Limit> {
    let fits = |x: &Rational| -> Result<bool, Limit> {
        let above = match &low {
            None => true,
            Some((end, closed)) => match x.compare(end)? {
                Ordering::Greater => true,
                Ordering::Equal => *closed,
                Ordering::Less => false,
            },
        };
        Ok(above
            && match &high {
                None => true,
                Some((end, closed)) => match x.compare(end)? {
                    Ordering::Less => true,
                    Ordering::Equal => *closed,
                    Ordering::Greater => false,
                },
            })
    };
    if let (Some((a, a_closed)), Some((b, b_closed))) = (&low, &high) {
        let order = a.compare(b)?;
        if order == Ordering::Greater || (order == Ordering::Equal && !(*a_closed && *b_closed)) {
            return Ok(None);
        }
    }
    if fits(&Rational::ZERO)? {
        return Ok(Some(Rational::ZERO));
    }
    // The interval lies on one side of 0, and its end next to 0 exists: the simplest number is the first that fits
    // among the integers from there outwards, then among the halves, the quarters, …
    let positive = low.as_ref().is_some_and(|(end, _)| end.numerator() >= 0);
    let near = if positive { low.as_ref() } else { high.as_ref() };
    let near = near.expect("an interval without 0 has an end next to it").0;
    for exponent in 0..127 {
        let scaled = near.mul(&Rational::dyadic(1 << exponent, 0)?)?;
        // The nearest multiples of 1/2^exponent at and beyond that end, the one nearer to 0 first.
        let candidates = match positive {
            true => [scaled.floor(), scaled.floor() + 1],
            false => [-scaled.negate()?.floor(), -scaled.negate()?.floor() - 1],
        };
        for numerator in candidates {
            let x = Rational::dyadic(numerator, exponent)?;
            if fits(&x)? {
                return Ok(Some(x));
            }
        }
    }
    Err(Limit::Overflow)
}
