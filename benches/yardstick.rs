//! A plain interning engine: canonical forms by definition, hash maps for ≤ and +, and no fast path at all.
//! It is what the engine's speed and memory are measured against, and a second opinion on its values.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// A canonical form: its place in the arena.
pub type Id = u32;

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Multiply>>;

#[derive(Default)]
pub struct Yardstick {
    /// Left and Right options of every canonical form, sorted.
    games: Vec<[Vec<Id>; 2]>,
    ids: Map<[Vec<Id>; 2], Id>,
    le: Map<(Id, Id), bool>,
    sums: Map<(Id, Id), Id>,
    negatives: Map<Id, Id>,
}

impl Yardstick {
    pub fn new() -> Yardstick {
        let mut engine = Yardstick::default();
        engine.intern([vec![], vec![]]);
        engine
    }

    /// 0 is the first game.
    pub const ZERO: Id = 0;

    pub fn games(&self) -> usize {
        self.games.len()
    }

    pub fn comparisons(&self) -> usize {
        self.le.len()
    }

    pub fn options_of(&self, g: Id) -> &[Vec<Id>; 2] {
        &self.games[g as usize]
    }

    /// The canonical form of {left | right}.
    pub fn game(&mut self, left: Vec<Id>, right: Vec<Id>) -> Id {
        let mut options = [left, right];
        loop {
            for (side, list) in options.iter_mut().enumerate() {
                self.remove_dominated(list, side);
            }
            let Some((side, option, replacement)) = self.find_reversible(&options) else { break };
            options[side].retain(|&x| x != option);
            options[side].extend(replacement);
        }
        self.intern(options)
    }

    pub fn le(&mut self, g: Id, h: Id) -> bool {
        if g == h {
            return true;
        }
        if let Some(&answer) = self.le.get(&(g, h)) {
            return answer;
        }
        let (left, right) = (self.games[g as usize][0].clone(), self.games[h as usize][1].clone());
        let answer = !left.iter().any(|&x| self.le(h, x)) && !right.iter().any(|&x| self.le(x, g));
        self.le.insert((g, h), answer);
        answer
    }

    pub fn negative(&mut self, g: Id) -> Id {
        if let Some(&negative) = self.negatives.get(&g) {
            return negative;
        }
        let [left, right] = self.games[g as usize].clone();
        let left = left.into_iter().map(|x| self.negative(x)).collect();
        let right = right.into_iter().map(|x| self.negative(x)).collect();
        let negative = self.intern([right, left]);
        self.negatives.insert(g, negative);
        negative
    }

    pub fn add(&mut self, g: Id, h: Id) -> Id {
        let key = (g.min(h), g.max(h));
        if let Some(&sum) = self.sums.get(&key) {
            return sum;
        }
        let mut options = [vec![], vec![]];
        for (side, list) in options.iter_mut().enumerate() {
            for (moved, other) in [(g, h), (h, g)] {
                for x in self.games[moved as usize][side].clone() {
                    list.push(self.add(x, other));
                }
            }
        }
        let [left, right] = options;
        let sum = self.game(left, right);
        self.sums.insert(key, sum);
        sum
    }

    fn remove_dominated(&mut self, list: &mut Vec<Id>, side: usize) {
        list.sort_unstable();
        list.dedup();
        let all = list.clone();
        list.retain(|&x| {
            !all.iter().any(|&y| x != y && if side == 0 { self.le(x, y) } else { self.le(y, x) })
        });
    }

    /// An option with an answer that leaves its mover no better off, and the options that replace it.
    fn find_reversible(&mut self, options: &[Vec<Id>; 2]) -> Option<(usize, Id, Vec<Id>)> {
        for side in [0, 1] {
            for &option in &options[side] {
                for answer in self.games[option as usize][1 - side].clone() {
                    let reverses = match side {
                        0 => self.le_form(answer, options),
                        _ => self.ge_form(answer, options),
                    };
                    if reverses {
                        return Some((side, option, self.games[answer as usize][side].clone()));
                    }
                }
            }
        }
        None
    }

    /// Is x ≤ {left | right}, which is no canonical form yet?
    fn le_form(&mut self, x: Id, form: &[Vec<Id>; 2]) -> bool {
        !form[1].iter().any(|&y| self.le(y, x))
            && !self.games[x as usize][0].clone().into_iter().any(|y| self.ge_form(y, form))
    }

    fn ge_form(&mut self, x: Id, form: &[Vec<Id>; 2]) -> bool {
        !form[0].iter().any(|&y| self.le(x, y))
            && !self.games[x as usize][1].clone().into_iter().any(|y| self.le_form(y, form))
    }

    fn intern(&mut self, options: [Vec<Id>; 2]) -> Id {
        if let Some(&id) = self.ids.get(&options) {
            return id;
        }
        let id = self.games.len() as Id;
        self.games.push(options.clone());
        self.ids.insert(options, id);
        id
    }
}

/// The usual quick hash of small keys.
#[derive(Default)]
pub struct Multiply(u64);

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0.rotate_left(26)
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}
