//! What can be asked of a value: its kind, its birthday, its followers, its incentives.
//!
//! All of it is about the canonical form.

use std::collections::{HashMap, HashSet};

use super::{Dyadic, Limit, Player, Store, Value};

/// The kinds of games. A game can be of many kinds; 0 is a number, an integer, a nimber, all-small and infinitesimal.
impl Store {
    /// Whether g is 0.
    pub fn is_zero(&self, g: Value) -> bool {
        g == self.zero()
    }

    /// Whether g is a number m/2^k.
    pub fn is_number(&self, g: Value) -> bool {
        self.as_number(g).is_some()
    }

    /// Whether g is an integer.
    pub fn is_integer(&self, g: Value) -> bool {
        self.as_number(g).is_some_and(Dyadic::is_integer)
    }

    /// Whether g is *m for some m ≥ 0.
    pub fn is_nimber(&self, g: Value) -> bool {
        self.as_up_star(g).is_some_and(|(number, ups, _)| number.is_zero() && ups == 0)
    }

    /// Whether both stops of g are the same number x: then g is x plus an infinitesimal.
    pub fn is_numberish(&self, g: Value) -> bool {
        self.stop(g, Player::Left) == self.stop(g, Player::Right)
    }

    /// Whether −x < g < x for every number x > 0, that is, whether both stops are 0.
    pub fn is_infinitesimal(&self, g: Value) -> bool {
        Player::BOTH.into_iter().all(|player| self.stop(g, player).is_zero())
    }

    /// Whether in g and in each follower either both players can move or neither can; so 0 is the only number there.
    ///
    /// Domain: every game. Cost: each follower once, then remembered. Source: \[winningways\], chapter 8.
    pub fn is_all_small(&mut self, g: Value) -> Result<bool, Limit> {
        if let Some((number, ..)) = self.as_up_star(g) {
            return Ok(number.is_zero());
        }
        if let Some(&known) = self.memo.all_small.get(&g) {
            return Ok(known);
        }
        let mut all = true;
        for option in self.both_options(g)? {
            if !self.deeper(|store| store.is_all_small(option))? {
                all = false;
                break;
            }
        }
        self.memo.all_small.insert(g, all);
        Ok(all)
    }
}

/// Sizes.
impl Store {
    /// The birthday of g: the length of the longest play in its canonical form, whoever moves.
    ///
    /// Domain: every game. Cost: immediate for numbers plus n·↑ + *m; else each follower once, then remembered.
    /// Source: \[siegel2013\], section II.1.
    pub fn birthday(&mut self, g: Value) -> Result<u128, Limit> {
        if let Some((number, ups, nimber)) = self.as_up_star(g) {
            let number = birthday_of_number(number);
            // n·↑ + *m has the option (n−1)·↑ + *(m^1), so the star at the end is *m or *(m^1); but ↑* has *.
            let rest = match ups.unsigned_abs() {
                0 => u128::from(nimber),
                n => u128::from(n) + u128::from(last_nimber(n, nimber)),
            };
            return number.checked_add(rest).ok_or(Limit::Overflow);
        }
        if let Some(&known) = self.memo.birthdays.get(&g) {
            return Ok(known);
        }
        let mut birthday = 0;
        for option in self.both_options(g)? {
            birthday = birthday.max(self.deeper(|store| store.birthday(option))?);
        }
        birthday = birthday.checked_add(1).ok_or(Limit::Overflow)?;
        self.memo.birthdays.insert(g, birthday);
        Ok(birthday)
    }

    /// The number of followers of g: the distinct positions that any sequence of moves in its canonical form can
    /// lead to, g itself among them. 0 has one and * has two.
    ///
    /// Domain: every game. Cost: each follower once, but the followers of numbers and of n·↑ + *m are counted and not
    /// visited. Source: \[siegel2013\], section II.2.
    pub fn followers(&mut self, g: Value) -> Result<u128, Limit> {
        let mut seen = HashSet::from([g]);
        let mut waiting = vec![g];
        let mut simple = SimpleFollowers::default();
        let mut others: u128 = 0;
        while let Some(follower) = waiting.pop() {
            if let Some((number, ups, nimber)) = self.as_up_star(follower) {
                simple.add(number, ups, nimber);
                continue;
            }
            others += 1;
            waiting.extend(self.both_options(follower)?.into_iter().filter(|&option| seen.insert(option)));
        }
        others.checked_add(simple.count()?).ok_or(Limit::Overflow)
    }

    /// The number of stopping positions of g: plays, whoever moves, in its canonical form up to the first number.
    ///
    /// Domain: every game. Cost: each follower once, then remembered; immediate for numbers plus n·↑ + *m.
    /// Source: the property of this name in CGSuite.
    pub fn stop_count(&mut self, g: Value) -> Result<u128, Limit> {
        if let Some((_, ups, nimber)) = self.as_up_star(g) {
            return stop_count_of_up_star(ups, nimber).ok_or(Limit::Overflow);
        }
        if let Some(&known) = self.memo.stop_counts.get(&g) {
            return Ok(known);
        }
        let mut count: u128 = 0;
        for option in self.both_options(g)? {
            let more = self.deeper(|store| store.stop_count(option))?;
            count = count.checked_add(more).ok_or(Limit::Overflow)?;
        }
        self.memo.stop_counts.insert(g, count);
        Ok(count)
    }

    /// The incentives of a player in g: g^L − g for Left, g − g^R for Right, in the order of the options. They say by
    /// how much each move is better than not to move.
    ///
    /// Domain: every game; an integer has none for one of the players. Cost: a sum for each option.
    /// Source: \[winningways\], chapter 6.
    pub fn incentives(&mut self, g: Value, player: Player) -> Result<Vec<Value>, Limit> {
        let options = self.options(g, player)?;
        let gain = |option| match player {
            Player::Left => self.sub(option, g),
            Player::Right => self.sub(g, option),
        };
        options.into_iter().map(gain).collect()
    }

    /// The options of both players, Left's first.
    fn both_options(&mut self, g: Value) -> Result<Vec<Value>, Limit> {
        let mut options = self.options(g, Player::Left)?;
        options.extend(self.options(g, Player::Right)?);
        Ok(options)
    }
}

/// The birthday of m/2^k is k more than that of the next integer away from 0.
fn birthday_of_number(number: Dyadic) -> u128 {
    number.abs().ceil().unsigned_abs() + u128::from(number.exponent())
}

/// The star where n·↑ + *m ends (n ≥ 1): *(m ^ 1) for odd n, *m for even n, and * instead of 0.
fn last_nimber(n: u64, nimber: u32) -> u32 {
    (nimber ^ u32::from(n % 2 == 1)).max(1)
}

/// *m has 2·3^(m−1) stops. Each further ↑ adds the stop at 0.
fn stop_count_of_up_star(ups: i64, nimber: u32) -> Option<u128> {
    let of_nimber = |m: u32| m.checked_sub(1).map_or(Some(1), |m| 3u128.checked_pow(m)?.checked_mul(2));
    match ups.unsigned_abs() {
        0 => of_nimber(nimber),
        n => {
            let last = nimber ^ u32::from(n % 2 == 1);
            // ↑ + *(last ^ 1) = {0 | *last}, but ↑* = {0, * | 0}.
            let last = if last == 0 { 4 } else { of_nimber(last)?.checked_add(1)? };
            last.checked_add(u128::from(n) - 1)
        }
    }
}

/// Numbers plus n·↑ + *m that are followers of a game, with all of their own followers, counted in ranges.
#[derive(Default)]
struct SimpleFollowers {
    /// The integers from −least to greatest, once there is any.
    integers: Option<(u128, u128)>,
    fractions: HashSet<Dyadic>,
    /// For each number x the largest m for which x + *m is there.
    nimbers: HashMap<Dyadic, u32>,
    /// For each number, sign of the ups and star at their end the number of ups.
    ups: HashMap<(Dyadic, i64, u32), u64>,
}

impl SimpleFollowers {
    fn add(&mut self, number: Dyadic, ups: i64, nimber: u32) {
        self.add_number(number);
        let n = ups.unsigned_abs();
        let nimber = if n == 0 {
            nimber
        } else {
            let last = nimber ^ u32::from(n % 2 == 1);
            let most = self.ups.entry((number, ups.signum(), last)).or_default();
            *most = n.max(*most);
            last_nimber(n, nimber)
        };
        let most = self.nimbers.entry(number).or_default();
        *most = nimber.max(*most);
    }

    /// The followers of a number are those on its way from 0: the integers up to the next one away from 0, then a
    /// fraction with each smaller denominator.
    fn add_number(&mut self, number: Dyadic) {
        let ceiling = number.abs().ceil().unsigned_abs();
        let (negative, positive) = self.integers.get_or_insert_default();
        let most = if number.signum() < 0 { negative } else { positive };
        *most = ceiling.max(*most);
        let mut on_the_way = number;
        while !on_the_way.is_integer() && self.fractions.insert(on_the_way) {
            on_the_way = simpler(on_the_way);
        }
    }

    fn count(&self) -> Result<u128, Limit> {
        let integers = match self.integers {
            None => Some(0),
            Some((negative, positive)) => negative.checked_add(positive).and_then(|n| n.checked_add(1)),
        };
        let nimbers = self.nimbers.values().map(|&m| u128::from(m));
        let ups = self.ups.values().map(|&n| u128::from(n));
        let rest: u128 = self.fractions.len() as u128 + nimbers.sum::<u128>() + ups.sum::<u128>();
        integers.and_then(|n| n.checked_add(rest)).ok_or(Limit::Overflow)
    }
}

/// The option of m/2^k (k ≥ 1) whose denominator is 2^(k−1) exactly: of (m−1)/2^k and (m+1)/2^k the one that cancels
/// once only. (For k = 1 both are integers.)
fn simpler(fraction: Dyadic) -> Dyadic {
    let (m, k) = (fraction.mantissa(), fraction.exponent());
    // m is odd, so m − 1 is 2 modulo 4 exactly when m is 3 modulo 4; halves do not overflow.
    let m = if m.rem_euclid(4) == 3 { (m - 1) / 2 } else { (m - 1) / 2 + 1 };
    Dyadic::new(m, k - 1).expect("it is smaller")
}
