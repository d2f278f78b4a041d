//! Thermographs: the stops of a game as it is cooled, as exact trajectories.
//!
//! The thermograph of a game has a left and a right wall: the Left stop and the Right stop of the game cooled by t,
//! for every t ≥ −1. Both are straight pieces that lean by 45° or stand; above the temperature they are one mast at
//! the mean \[winningways\], chapter 6; \[siegel2013\], section II.5.
//!
//! One computation serves both players: the scaffold of a player is the best of the opponent's walls of the player's
//! options, leaning by the tax t, and a wall is its scaffold below the place where the two scaffolds meet.

use std::sync::Arc;

use super::{Dyadic, Limit, Player, Sides, Store, Value};

/// A place on a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    pub temperature: Dyadic,
    pub value: Dyadic,
}

/// A trajectory: straight between its points, standing above the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wall {
    points: Vec<Point>,
}

/// The thermograph of a game, from t = −1 upwards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thermograph {
    walls: Sides<Wall>,
}

impl Thermograph {
    /// The wall of a player: the player's stop of the game cooled by t, for every t.
    pub fn wall(&self, player: Player) -> &Wall {
        &self.walls[player]
    }

    /// The value at which the two walls have become one: the mean of the game.
    pub fn mast(&self) -> Dyadic {
        self.walls.left.mast()
    }

    /// The least t from which both walls are the mast.
    pub fn temperature(&self) -> Dyadic {
        self.walls.left.top().temperature.max(self.walls.right.top().temperature)
    }

    /// Both walls stand from the first temperature on.
    fn standing(temperature: Dyadic, value: Dyadic) -> Thermograph {
        Thermograph { walls: Sides::from_fn(|_| Wall::standing(temperature, value)) }
    }
}

impl Wall {
    /// The points at which the wall turns, from the lowest temperature (−1) upwards; above the last one it stands.
    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// The value at which the wall stands in the end.
    pub fn mast(&self) -> Dyadic {
        self.top().value
    }

    /// The temperatures at which the wall turns, from the highest downwards, without −1 where it begins.
    pub fn turns(&self) -> impl Iterator<Item = Dyadic> {
        self.points[1..].iter().rev().map(|point| point.temperature)
    }

    /// The slopes d(value)/dt of the pieces, from the mast (0) downwards: one more than there are turns.
    pub fn slopes(&self) -> Vec<i8> {
        let pieces = self.points.windows(2).rev();
        std::iter::once(0).chain(pieces.map(|piece| piece[1].value.cmp(&piece[0].value) as i8)).collect()
    }

    /// The value of the wall at the temperature t.
    ///
    /// Domain: t ≥ −1; below, the value at −1. Cost: a binary search.
    pub fn value_at(&self, t: Dyadic) -> Result<Dyadic, Limit> {
        let above = self.points.partition_point(|point| point.temperature <= t);
        let Some(below) = above.checked_sub(1).map(|index| self.points[index]) else {
            return Ok(self.points[0].value);
        };
        let Some(next) = self.points.get(above) else { return Ok(below.value) };
        lean(below.value, next.value, (t - below.temperature)?)
    }

    fn standing(temperature: Dyadic, value: Dyadic) -> Wall {
        Wall { points: vec![Point { temperature, value }] }
    }

    fn top(&self) -> Point {
        self.points[self.points.len() - 1]
    }

    /// Adds a point above the others. Pieces lean by −1, 0 or 1, so three points are in a line when both pieces lean
    /// the same way: the middle one is then no turn.
    fn push(&mut self, point: Point) {
        if let [.., a, b] = self.points[..]
            && b.value.cmp(&a.value) == point.value.cmp(&b.value)
        {
            self.points.pop();
        }
        self.points.push(point);
    }

    /// A last piece that stands is part of the mast.
    fn finish(mut self) -> Wall {
        if let [.., a, b] = self.points[..]
            && a.value == b.value
        {
            self.points.pop();
        }
        self
    }

    /// At every temperature the better of two walls for a player.
    fn best(&self, other: &Wall, player: Player) -> Result<Wall, Limit> {
        let pick = |a, b| better(player, a, b);
        let mut wall = Wall { points: Vec::new() };
        let mut last: Option<(Dyadic, Dyadic, Dyadic)> = None;
        for t in temperatures(self, other) {
            let (a, b) = (self.value_at(t)?, other.value_at(t)?);
            if let Some((t0, a0, b0)) = last
                && ((a0 < b0 && a > b) || (a0 > b0 && a < b))
            {
                // They cross in between. Walls of one player lean by 0 or by one and the same 45°, so one of the two
                // stands here, and they come nearer by one a degree.
                let gap = if a0 < b0 { (b0 - a0)? } else { (a0 - b0)? };
                let value = if a == a0 { a } else { b };
                wall.push(Point { temperature: (t0 + gap)?, value });
            }
            wall.push(Point { temperature: t, value: pick(a, b) });
            last = Some((t, a, b));
        }
        Ok(wall.finish())
    }
}

/// What a wall that starts from `from` and is on its way to `to` comes to after `distance` degrees.
fn lean(from: Dyadic, to: Dyadic, distance: Dyadic) -> Result<Dyadic, Limit> {
    match to.cmp(&from) {
        std::cmp::Ordering::Less => from - distance,
        std::cmp::Ordering::Equal => Ok(from),
        std::cmp::Ordering::Greater => from + distance,
    }
}

/// The larger for Left, the smaller for Right.
fn better(player: Player, a: Dyadic, b: Dyadic) -> Dyadic {
    match player {
        Player::Left => a.max(b),
        Player::Right => a.min(b),
    }
}

/// The temperatures at which one of two walls turns, upwards, each once.
fn temperatures(a: &Wall, b: &Wall) -> Vec<Dyadic> {
    let mut all: Vec<Dyadic> = a.points.iter().chain(&b.points).map(|point| point.temperature).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The thermograph with the given scaffolds, Left's leaning by −t and Right's by t.
fn between(scaffolds: &Sides<Wall>) -> Result<Thermograph, Limit> {
    let tilted = |t: Dyadic| -> Result<Sides<Dyadic>, Limit> {
        let (left, right) = (scaffolds.left.value_at(t)?, scaffolds.right.value_at(t)?);
        Ok(Sides { left: (left - t)?, right: (right + t)? })
    };
    let mut walls = Sides::from_fn(|_| Wall { points: Vec::new() });
    let mut last: Option<(Dyadic, Sides<Dyadic>)> = None;
    let mut meet = None;
    for temperature in temperatures(&scaffolds.left, &scaffolds.right) {
        let here = tilted(temperature)?;
        if here.left <= here.right {
            meet = Some(match last {
                None => Point { temperature, value: here.left },
                Some((below, there)) => {
                    // Each scaffold leans by 0 or 1 towards the other here.
                    let both = here.left < there.left && here.right > there.right;
                    let gap = (there.left - there.right)?;
                    let distance = if both { gap.half()? } else { gap };
                    let value = lean(there.left, here.left, distance)?;
                    Point { temperature: (below + distance)?, value }
                }
            });
            break;
        }
        for player in Player::BOTH {
            walls[player].push(Point { temperature, value: here[player] });
        }
        last = Some((temperature, here));
    }
    let meet = match (meet, last) {
        (Some(point), _) => point,
        // Above their last turns both scaffolds lean towards each other.
        (None, Some((below, there))) => {
            let distance = (there.left - there.right)?.half()?;
            Point { temperature: (below + distance)?, value: (there.left - distance)? }
        }
        (None, None) => unreachable!("a wall has a point"),
    };
    for player in Player::BOTH {
        walls[player].push(meet);
    }
    Ok(Thermograph { walls: Sides { left: walls.left.finish(), right: walls.right.finish() } })
}

/// Where the computation of walls starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum From {
    /// t = −1, as the theory has it.
    MinusOne,
    /// t = 0: all that mean and temperature of a game that is not a number need. There numbers, and games a number
    /// apart from an infinitesimal, have a bare mast.
    Zero,
}

impl Store {
    /// The thermograph of g, from t = −1.
    ///
    /// Domain: every game. Cost: a merge of walls for each option of each follower, the first time; then remembered.
    /// Source: \[winningways\], chapter 6; \[siegel2013\], section II.5.
    pub fn thermograph(&mut self, g: Value) -> Result<Arc<Thermograph>, Limit> {
        self.walls(g, From::MinusOne)
    }

    /// The mean of g: the value of its mast, the limit of (n·g)/n.
    ///
    /// Domain: every game. Cost: immediate for n + k·↑ + *m and for games with equal stops; else as
    /// [`Store::thermograph`], for t ≥ 0 only. Source: \[winningways\], chapter 6.
    pub fn mean(&mut self, g: Value) -> Result<Dyadic, Limit> {
        match self.as_number(g) {
            Some(number) => Ok(number),
            None => Ok(self.walls(g, From::Zero)?.mast()),
        }
    }

    /// The temperature of g: the least t ≥ −1 from which both walls of its thermograph are the mast.
    ///
    /// Numbers have a negative one: −1 for an integer, −1/2^k for m/2^k in lowest terms. An infinitesimal other
    /// than 0, and a number plus one, has 0.
    ///
    /// Domain: every game. Cost: as [`Store::mean`]. Source: \[winningways\], chapter 6; \[siegel2013\], section II.5.
    pub fn temperature(&mut self, g: Value) -> Result<Dyadic, Limit> {
        match self.as_number(g) {
            Some(number) => Ok(-number.step()),
            None => Ok(self.walls(g, From::Zero)?.temperature()),
        }
    }

    fn walls(&mut self, g: Value, from: From) -> Result<Arc<Thermograph>, Limit> {
        if let Some(known) = self.memo.thermographs[from as usize].get(&g) {
            return Ok(known.clone());
        }
        let thermograph = Arc::new(self.deeper(|store| store.work_out_walls(g, from))?);
        self.memo.thermographs[from as usize].insert(g, thermograph.clone());
        Ok(thermograph)
    }

    fn work_out_walls(&mut self, g: Value, from: From) -> Result<Thermograph, Limit> {
        if from == From::Zero {
            let (left, right) = (self.stop(g, Player::Left), self.stop(g, Player::Right));
            if left == right {
                return Ok(Thermograph::standing(Dyadic::ZERO, left));
            }
        }
        if let Some((number, ups, nimber)) = self.as_up_star(g) {
            if (ups, nimber) == (0, 0) && number.is_integer() {
                return Ok(Thermograph::standing(-Dyadic::ONE, number));
            }
            // The walls of n·↑ + *m below 0 depend on little: they are those of *, of ↑ or of ↓.
            let (few_ups, few_stars) = if ups == 0 || (ups.abs() == 1 && nimber == 1) {
                (0, nimber.min(1))
            } else {
                (ups.signum(), 0)
            };
            if (few_ups, few_stars) != (ups, nimber) {
                let alike = self.up_star(number, few_ups, few_stars)?;
                return Ok((*self.walls(alike, from)?).clone());
            }
        }
        let left = self.scaffold(g, Player::Left, from)?;
        let right = self.scaffold(g, Player::Right, from)?;
        between(&Sides { left, right })
    }

    /// At every temperature the best that a player can move to, before the tax. g is not an integer, so there is
    /// something to move to.
    fn scaffold(&mut self, g: Value, player: Player, from: From) -> Result<Wall, Limit> {
        let mut scaffold: Option<Wall> = None;
        let mut mast: Option<Dyadic> = None;
        for option in self.options(g, player)? {
            // Most options stand from 0 on: of them only the best counts.
            let stop = self.stop(option, player.opponent());
            if from == From::Zero && stop == self.stop(option, player) {
                mast = Some(mast.map_or(stop, |mast| better(player, mast, stop)));
                continue;
            }
            let walls = self.walls(option, from)?;
            let wall = walls.wall(player.opponent());
            scaffold = Some(match scaffold {
                None => wall.clone(),
                Some(scaffold) => scaffold.best(wall, player)?,
            });
        }
        let mast = mast.map(|mast| Wall::standing(Dyadic::ZERO, mast));
        match (scaffold, mast) {
            (Some(scaffold), Some(mast)) => scaffold.best(&mast, player),
            (scaffold, mast) => Ok(scaffold.or(mast).expect("only integers lack options of a player")),
        }
    }
}
