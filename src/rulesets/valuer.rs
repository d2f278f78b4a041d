//! Values of positions, each kind of piece valued once.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;

use super::{Ruleset, Signed};
use crate::engine::{Limit, Player, Store, Value};

/// How many quick names are remembered before all are forgotten (about 100 MB). The table of keys is not touched.
const QUICK_NAMES: usize = 1 << 21;

/// Values pieces of one ruleset into one store, and remembers them.
///
/// A budget bounds how many kinds of pieces are remembered; when it is used up, values that need more are
/// [`Limit::Positions`], and those known stay known. A valuer belongs to the store that it was first used with.
///
/// ```
/// use referee::engine::Store;
/// use referee::graphs::families;
/// use referee::rulesets::{Snort, Valuer};
/// let (mut store, mut valuer) = (Store::new(), Valuer::<Snort>::new());
/// let star = valuer.value(&Snort::on(families::star(4)?), &mut store)?;
/// let (four, minus_four) = (store.integer(4)?, store.integer(-4)?);
/// assert_eq!(star, store.game(&[four], &[minus_four])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Valuer<R: Ruleset> {
    values: HashMap<R::Key, Value, BuildHasherDefault<Mixer>>,
    quick: HashMap<u128, Value, BuildHasherDefault<Mixer>>,
    budget: u64,
}

impl<R: Ruleset> Default for Valuer<R> {
    fn default() -> Self {
        Valuer::new()
    }
}

impl<R: Ruleset> Valuer<R> {
    /// A valuer that remembers up to 2^24 kinds of pieces.
    pub fn new() -> Valuer<R> {
        Valuer::with_budget(1 << 24)
    }

    /// A valuer that remembers up to `budget` kinds of pieces.
    pub fn with_budget(budget: u64) -> Valuer<R> {
        Valuer { values: HashMap::default(), quick: HashMap::default(), budget }
    }

    /// How many kinds of pieces are remembered.
    pub fn remembered(&self) -> u64 {
        self.values.len() as u64
    }

    /// The value of a position: the sum of the values of its pieces.
    pub fn value(&mut self, position: &R::Position, store: &mut Store) -> Result<Value, Limit> {
        let quick = R::quick_name(position);
        if let Some(value) = self.known(quick) {
            return Ok(value);
        }
        let value = self.sum(&R::pieces(position)?, store)?;
        self.call(quick, value);
        Ok(value)
    }

    fn known(&self, quick: Option<u128>) -> Option<Value> {
        self.quick.get(&quick?).copied()
    }

    fn call(&mut self, quick: Option<u128>, value: Value) {
        let Some(name) = quick else { return };
        if self.quick.len() >= QUICK_NAMES {
            self.quick.clear();
        }
        self.quick.insert(name, value);
    }

    /// The value of a sum of pieces.
    pub fn sum(&mut self, pieces: &[R::Piece], store: &mut Store) -> Result<Value, Limit> {
        let mut sum = store.zero();
        for piece in pieces {
            let value = self.piece(piece, store)?;
            sum = store.add(sum, value)?;
        }
        Ok(sum)
    }

    /// The value of one piece.
    pub fn piece(&mut self, piece: &R::Piece, store: &mut Store) -> Result<Value, Limit> {
        if let Some(value) = R::known(piece, store)? {
            return Ok(value);
        }
        let quick = R::quick_key(piece);
        if let Some(value) = self.known(quick) {
            return Ok(value);
        }
        let Signed { key, negated } = R::key(piece);
        let value = match self.values.get(&key) {
            Some(&known) if negated => store.neg(known),
            Some(&known) => known,
            None => {
                if self.values.len() as u64 >= self.budget {
                    return Err(Limit::Positions(self.budget));
                }
                let value = stacker::maybe_grow(128 << 10, 2 << 20, || self.by_play(piece, store))?;
                self.values.insert(key, if negated { store.neg(value) } else { value });
                value
            }
        };
        self.call(quick, value);
        Ok(value)
    }

    /// { values after Left's moves | values after Right's }
    fn by_play(&mut self, piece: &R::Piece, store: &mut Store) -> Result<Value, Limit> {
        let left = self.options(piece, Player::Left, store)?;
        let right = if R::is_its_own_negative(piece) {
            left.iter().map(|&option| store.neg(option)).collect()
        } else {
            self.options(piece, Player::Right, store)?
        };
        store.game(&left, &right)
    }

    fn options(&mut self, piece: &R::Piece, player: Player, store: &mut Store) -> Result<Vec<Value>, Limit> {
        let mut values = Vec::new();
        for left_over in R::options(piece, player)? {
            values.push(self.sum(&left_over, store)?);
        }
        values.sort_unstable();
        values.dedup();
        Ok(values)
    }
}

/// The value of a position by its moves alone: no pieces, no keys, no known values, nothing alike. Slow, and a check on a
/// ruleset's helps. [`Limit::Positions`] beyond `budget` different positions.
pub fn value_by_moves<R: Ruleset>(
    position: &R::Position,
    store: &mut Store,
    budget: u64,
) -> Result<Value, Limit> {
    fn value<R: Ruleset>(
        position: &R::Position,
        store: &mut Store,
        budget: u64,
        known: &mut HashMap<R::Position, Value>,
    ) -> Result<Value, Limit> {
        if let Some(&known) = known.get(position) {
            return Ok(known);
        }
        if known.len() as u64 >= budget {
            return Err(Limit::Positions(budget));
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip(Player::BOTH) {
            for (_, after) in R::moves(position, player) {
                side.push(stacker::maybe_grow(128 << 10, 2 << 20, || {
                    value::<R>(&after, store, budget, known)
                })?);
            }
        }
        let [left, right] = sides;
        let found = store.game(&left, &right)?;
        known.insert(position.clone(), found);
        Ok(found)
    }
    value::<R>(position, store, budget, &mut HashMap::new())
}

/// All of up to 16 bytes as one word, by two reads that may overlap: quicker than a copy of any length.
fn word(bytes: &[u8]) -> u128 {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        return u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << 64;
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        return u128::from(u32::from_le_bytes(*first)) | u128::from(u32::from_le_bytes(*last)) << 64;
    }
    bytes.iter().fold(0, |word, &byte| word << 8 | u128::from(byte))
}

/// Mixes names and keys into hashes: they are not chosen by an adversary.
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl std::hash::Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(16) {
            self.write_u128(word(part) ^ (part.len() as u128) << 120);
        }
    }
    /// A byte of its own (the end of a text, a yes or no) is not worth mixing: what is hashed besides it is.
    fn write_u8(&mut self, byte: u8) {
        self.0 = self.0.rotate_left(8) ^ u64::from(byte);
    }
    fn write_u128(&mut self, name: u128) {
        let (low, high) = (name as u64 ^ self.0, (name >> 64) as u64);
        let a = u128::from(low ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        let b = u128::from(high ^ 0xf39c_c060_5ced_c835) * 0xa24b_aed4_963e_e407;
        let mixed = a ^ b;
        let last = u128::from((mixed >> 64) as u64 ^ mixed as u64 ^ low) * 0x9fb2_1c65_1e98_df25;
        self.0 = (last >> 64) as u64 ^ last as u64;
    }
}
