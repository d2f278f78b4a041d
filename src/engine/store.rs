//! The arena that holds every game once.
//!
//! A game and its negative are one record, and the lowest bit of a handle says which of the two is meant:
//! negation is free, Left and Right are one code path, and whatever is remembered of a game serves its
//! negative, too. Numbers plus ups plus a nimber (x + n·↑ + *m) are kept in closed form; their options are
//! written out only if the general recursion asks for them. The options of all other games are sorted
//! handles in one flat vector.

use std::cmp::Ordering;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use super::cache::{Cache, Order, Sum};
use super::canonical::Scratch;
use super::limit::within_options;
use super::touchstones::{Sight, Touchstones};
use super::{Budget, Cost, Dyadic, Limit, Player};

/// A short game, up to equality: a handle into the [`Store`] that made it.
///
/// Equal games have equal handles. The order of handles is the order of creation, which says nothing about
/// the games; see [`Store::compare`] for the partial order of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value {
    handle: Handle,
    /// Which arena: a handle of another one is a bug that tests must find.
    #[cfg(debug_assertions)]
    arena: u32,
}

impl Value {
    /// A small number of its own for every value of a store, for tables beside the store.
    pub fn index(self) -> usize {
        self.handle.dense()
    }
}

/// record << 2 | "has another negative" << 1 | "is that negative".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Handle(u32);

impl Handle {
    pub const ZERO: Handle = Handle(0);

    pub fn record(self) -> usize {
        (self.0 >> 2) as usize
    }

    pub fn sign(self) -> u32 {
        self.0 & 1
    }

    pub fn bits(self) -> u32 {
        self.0
    }

    pub fn from_bits(bits: u32) -> Handle {
        Handle(bits)
    }

    /// record << 1 | sign
    pub fn dense(self) -> usize {
        ((self.0 >> 2 << 1) | self.sign()) as usize
    }

    /// The same record without its sign.
    pub fn unsigned(self) -> Handle {
        Handle(self.0 & !1)
    }
}

impl std::ops::Neg for Handle {
    type Output = Handle;

    fn neg(self) -> Handle {
        Handle(self.0 ^ (self.0 >> 1 & 1))
    }
}

/// x + n·↑ + *m.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct UpStar {
    pub number: Dyadic,
    pub ups: i64,
    pub nimber: u32,
}

impl UpStar {
    pub fn is_number(&self) -> bool {
        self.ups == 0 && self.nimber == 0
    }

    /// 0 if it is its own negative, 1 if it is stored, −1 if its negative is.
    fn sign(&self) -> i64 {
        match self.number.signum() {
            0 => self.ups.signum(),
            sign => sign.into(),
        }
    }

    /// Numbers decide, then ups, then whether it is the same nimber.
    pub fn le(&self, other: &UpStar) -> bool {
        let nimber = self.nimber ^ other.nimber;
        self.number.cmp(&other.number).then_with(|| match other.ups.saturating_sub(self.ups) {
            0 if nimber == 0 => Ordering::Equal,
            // ↑ is confused with *, and above all other nimbers.
            1 if nimber != 1 => Ordering::Less,
            2.. => Ordering::Less,
            _ => Ordering::Greater,
        }) != Ordering::Greater
    }

    /// The Left options of its canonical form.
    pub fn left_options(self) -> Result<Vec<UpStar>, Limit> {
        let UpStar { number, ups, nimber } = self;
        Ok(if self.is_number() {
            if number.is_integer() && number.signum() <= 0 {
                return Ok(vec![]);
            }
            vec![UpStar { number: (number - number.step())?, ups, nimber }]
        } else if ups == 0 {
            within_options(nimber as usize)?;
            (0..nimber).map(|nimber| UpStar { number, ups, nimber }).collect()
        } else if ups > 0 {
            // n·↑ + *m = {0 | (n−1)·↑ + *(m⊕1)}, and ↑* = {0, * | 0}.
            let stars = if ups == 1 && nimber == 1 { 2 } else { 1 };
            (0..stars).map(|nimber| UpStar { number, ups: 0, nimber }).collect()
        } else {
            let nimber = if ups == -1 && nimber == 1 { 0 } else { nimber ^ 1 };
            vec![UpStar { number, ups: ups + 1, nimber }]
        })
    }

    pub fn negative(&self) -> Result<UpStar, Limit> {
        let ups = self.ups.checked_neg().ok_or(Limit::Overflow)?;
        Ok(UpStar { number: -self.number, ups, nimber: self.nimber })
    }
}

/// What is known of a game and its negative.
pub(super) struct Record {
    /// `options[start..middle]` are the Left options of the game with sign 0, `options[middle..end]` are those
    /// of the game with sign 1: the negatives of the first one's Right options.
    start: u32,
    middle: u32,
    end: u32,
    /// Where its closed form is, or `NOT_CLOSED`.
    closed: u32,
    /// The left stops of both, handles of numbers.
    stops: [Handle; 2],
    /// How the game with sign 0 compares with the touchstones.
    sight: Sight,
}

const NOT_CLOSED: u32 = u32::MAX;
/// The end of options that have not been written out.
const NOT_WRITTEN: u32 = u32::MAX;
/// An entry of the table for no record.
const EMPTY: u64 = u64::MAX;

/// Caches never grow beyond that many slots: 32 MB for comparisons and 24 MB for sums.
const MOST_ORDERS: usize = 1 << 22;
const MOST_SUMS: usize = 1 << 21;

/// x + n·↑ + *m is compared with the touchstones by way of its options only if |n| and m are at most that.
const FEW: u32 = 16;

/// The arena of games. See the module's words on how games are kept.
///
/// ```
/// use referee::engine::{Outcome, Player, Store};
/// let mut store = Store::new();
/// let (zero, star) = (store.zero(), store.nimber(1)?);
/// let up = store.game(&[zero], &[star])?;
/// assert_eq!(store.outcome(up)?, Outcome::L);
/// let up_star = store.add(up, star)?;
/// assert_eq!(store.options(up_star, Player::Left)?, [zero, star]);
/// # Ok::<(), referee::engine::Limit>(())
/// ```
pub struct Store {
    records: Vec<Record>,
    options: Vec<Handle>,
    closed: Vec<UpStar>,
    /// Open addressing over all records by content, a power of two in size: the hash, then the record.
    table: Vec<u64>,
    pub(super) budget: Budget,
    pub(super) comparisons: u64,
    pub(super) depth: u32,
    pub(super) orders: Cache<Order>,
    pub(super) sums: Cache<Sum>,
    pub(super) touchstones: Touchstones,
    pub(super) scratch: Scratch,
    /// What the other files of the engine have worked out about values.
    pub(super) memo: super::memo::Memo,
    #[cfg(debug_assertions)]
    arena: u32,
}

impl Default for Store {
    fn default() -> Store {
        Store::new()
    }
}

impl Store {
    /// An arena with the [default budget](Budget::default).
    pub fn new() -> Store {
        Store::with_budget(Budget::default())
    }

    /// An arena whose operations end with a [`Limit`] when the budget is used up.
    pub fn with_budget(budget: Budget) -> Store {
        let mut store = Store {
            records: Vec::new(),
            options: Vec::new(),
            closed: Vec::new(),
            table: vec![EMPTY; 64],
            budget: Budget { comparisons: budget.comparisons, games: budget.games.clamp(1, 1 << 30) },
            comparisons: 0,
            depth: 0,
            orders: Cache::new(MOST_ORDERS),
            sums: Cache::new(MOST_SUMS),
            touchstones: Touchstones::default(),
            scratch: Scratch::default(),
            memo: Default::default(),
            #[cfg(debug_assertions)]
            arena: {
                use std::sync::atomic::{AtomicU32, Ordering};
                static ARENAS: AtomicU32 = AtomicU32::new(0);
                ARENAS.fetch_add(1, Ordering::Relaxed)
            },
        };
        let zero = store.closed(UpStar { number: Dyadic::ZERO, ups: 0, nimber: 0 });
        assert_eq!(zero, Ok(Handle::ZERO));
        store
    }

    /// The game 0.
    pub fn zero(&self) -> Value {
        self.value(Handle::ZERO)
    }

    /// The number x.
    pub fn number(&mut self, x: Dyadic) -> Result<Value, Limit> {
        self.up_star(x, 0, 0)
    }

    /// The integer n, |n| < 2^127.
    pub fn integer(&mut self, n: i128) -> Result<Value, Limit> {
        self.number(Dyadic::integer(n)?)
    }

    /// *m. Costs nothing, however large m is.
    pub fn nimber(&mut self, m: u32) -> Result<Value, Limit> {
        self.up_star(Dyadic::ZERO, 0, m)
    }

    /// number + ups·↑ + *nimber. Costs nothing, however large they are.
    pub fn up_star(&mut self, number: Dyadic, ups: i64, nimber: u32) -> Result<Value, Limit> {
        let handle = self.closed(UpStar { number, ups, nimber })?;
        Ok(self.value(handle))
    }

    /// {left | right}: the only way to a game that has no closed form. Any lists of options will do.
    pub fn game(&mut self, left: &[Value], right: &[Value]) -> Result<Value, Limit> {
        let left = left.iter().map(|&v| self.handle(v)).collect();
        // Right's options are Left's of the negative.
        let right = right.iter().map(|&v| -self.handle(v)).collect();
        let handle = self.canonical([left, right])?;
        Ok(self.value(handle))
    }

    /// The options of the canonical form. Those of numbers, ups and nimbers are made on demand, and *m has m.
    pub fn options(&mut self, v: Value, player: Player) -> Result<Vec<Value>, Limit> {
        let handle = self.handle(v);
        let seen = |x: Handle, player| if player == Player::Left { x } else { -x };
        let places = self.left_options(seen(handle, player))?;
        Ok(self.option_list(places).iter().map(|&x| self.value(seen(x, player))).collect())
    }

    /// The number that v equals, if it equals one.
    pub fn as_number(&self, v: Value) -> Option<Dyadic> {
        self.closed_form(self.handle(v)).filter(UpStar::is_number).map(|form| form.number)
    }

    /// The (x, n, m) with v = x + n·↑ + *m, if there are such.
    pub fn as_up_star(&self, v: Value) -> Option<(Dyadic, i64, u32)> {
        self.closed_form(self.handle(v)).map(|form| (form.number, form.ups, form.nimber))
    }

    /// The left (or right) stop: the number that is reached if Left (or Right) starts and both play well
    /// until there is a number. Remembered with every game, so it costs nothing.
    pub fn stop(&self, v: Value, starts: Player) -> Dyadic {
        let handle = self.handle(v);
        match starts {
            Player::Left => self.left_stop(handle),
            Player::Right => -self.left_stop(-handle),
        }
    }

    /// What has been done so far.
    pub fn cost(&self) -> Cost {
        Cost { comparisons: self.comparisons, games: self.records.len() as u64 }
    }

    pub(super) fn value(&self, handle: Handle) -> Value {
        Value {
            handle,
            #[cfg(debug_assertions)]
            arena: self.arena,
        }
    }

    /// The handle of a value, which must be of this arena (debug builds check that).
    pub(super) fn handle(&self, v: Value) -> Handle {
        #[cfg(debug_assertions)]
        assert_eq!(v.arena, self.arena, "a value of another arena");
        v.handle
    }

    pub(super) fn closed_form(&self, g: Handle) -> Option<UpStar> {
        let record = &self.records[g.record()];
        if record.closed == NOT_CLOSED {
            return None;
        }
        let form = self.closed[record.closed as usize];
        // The sign of a closed form is chosen so that its negative exists.
        Some(if g.sign() == 0 { form } else { form.negative().expect("both signs were checked") })
    }

    #[inline]
    pub(super) fn is_closed(&self, g: Handle) -> bool {
        self.records[g.record()].closed != NOT_CLOSED
    }

    pub(super) fn is_number_handle(&self, g: Handle) -> bool {
        let record = &self.records[g.record()];
        record.closed != NOT_CLOSED && self.closed[record.closed as usize].is_number()
    }

    /// The left stop, as the handle of a number.
    pub(super) fn left_stop_handle(&self, g: Handle) -> Handle {
        self.records[g.record()].stops[g.sign() as usize]
    }

    pub(super) fn left_stop(&self, g: Handle) -> Dyadic {
        let stop = self.left_stop_handle(g);
        self.closed_form(stop).expect("stops are numbers").number
    }

    /// Where the Left options of g are; written out now if they were not.
    ///
    /// Right's options are the negatives of the Left options of −g.
    pub(super) fn left_options(&mut self, g: Handle) -> Result<Range<usize>, Limit> {
        if self.records[g.record()].end == NOT_WRITTEN {
            self.write_out(g.unsigned())?;
        }
        let record = &self.records[g.record()];
        Ok(if g.sign() == 0 {
            record.start as usize..record.middle as usize
        } else {
            record.middle as usize..record.end as usize
        })
    }

    /// The option that stands at a place of [`Store::left_options`].
    pub(super) fn option(&self, place: usize) -> Handle {
        self.options[place]
    }

    /// The options that stand at some places of [`Store::left_options`].
    pub(super) fn option_list(&self, places: Range<usize>) -> &[Handle] {
        &self.options[places]
    }

    /// The Left options of a game without closed form.
    pub(super) fn written_left_options(&self, g: Handle) -> &[Handle] {
        let record = &self.records[g.record()];
        let (start, middle, end) = (record.start as usize, record.middle as usize, record.end as usize);
        if g.sign() == 0 { &self.options[start..middle] } else { &self.options[middle..end] }
    }

    /// How g compares with the touchstones.
    #[inline]
    pub(super) fn sight(&self, g: Handle) -> Sight {
        let sight = self.records[g.record()].sight;
        if g.sign() == 0 { sight } else { sight.negative() }
    }

    pub(super) fn sight_mut(&mut self, record: usize) -> &mut Sight {
        &mut self.records[record].sight
    }

    pub(super) fn records_made(&self) -> usize {
        self.records.len()
    }

    /// The handle of a record with sign 0.
    pub(super) fn unsigned_handle(&self, record: usize) -> Handle {
        let own_negative = match self.records[record].closed {
            NOT_CLOSED => {
                let g = Handle((record as u32) << 2);
                self.written_left_options(g) == self.written_left_options(Handle(g.0 | 1))
            }
            closed => self.closed[closed as usize].sign() == 0,
        };
        Handle((record as u32) << 2 | u32::from(!own_negative) << 1)
    }

    /// Writes out the options of a closed form.
    fn write_out(&mut self, g: Handle) -> Result<(), Limit> {
        let form = self.closed_form(g).expect("only closed forms are not written out");
        let left = self.closed_left_options(form)?;
        let right = self.closed_left_options(form.negative()?)?;
        let start = self.push_options(&left)?;
        let middle = self.push_options(&right)?;
        let end = self.options.len() as u32;
        let record = &mut self.records[g.record()];
        (record.start, record.middle, record.end) = (start, middle, end);
        Ok(())
    }

    fn closed_left_options(&mut self, form: UpStar) -> Result<Vec<Handle>, Limit> {
        form.left_options()?.into_iter().map(|option| self.closed(option)).collect()
    }

    /// The handle of x + n·↑ + *m.
    pub(super) fn closed(&mut self, form: UpStar) -> Result<Handle, Limit> {
        let (key, sign, hash) = closed_key(form)?;
        if let Some(handle) = self.find_closed_key(&key, sign, hash) {
            return Ok(handle);
        }
        let flags = u32::from(sign != 0) << 1;
        let (stop, sight) = if key.is_number() {
            (None, self.look_from_number(&key))
        } else {
            let stop = self.closed(UpStar { ups: 0, nimber: 0, ..key })?;
            let few = key.ups.unsigned_abs() <= FEW.into() && key.nimber <= FEW;
            let sight = if few {
                let left = self.closed_left_options(key)?;
                let right = self.closed_left_options(key.negative()?)?;
                self.look([&left, &right])
            } else {
                Sight::UNKNOWN
            };
            (Some(stop), sight)
        };
        // A number is its own stop.
        let stop = stop.unwrap_or(Handle((self.records.len() as u32) << 2 | flags));
        let closed = self.closed.len() as u32;
        self.closed.push(key);
        let stops = [stop, -stop];
        let record = Record { start: 0, middle: 0, end: NOT_WRITTEN, closed, stops, sight };
        let handle = self.push_record(record, hash, flags)?;
        Ok(if sign < 0 { -handle } else { handle })
    }

    /// The handle of x + n·↑ + *m, if the arena has it.
    pub(super) fn find_closed(&self, form: UpStar) -> Option<Handle> {
        let (key, sign, hash) = closed_key(form).ok()?;
        self.find_closed_key(&key, sign, hash)
    }

    fn find_closed_key(&self, key: &UpStar, sign: i64, hash: u32) -> Option<Handle> {
        let mut slot = self.first_slot(hash);
        while self.table[slot] != EMPTY {
            let (entry_hash, record) = split(self.table[slot]);
            let closed = self.records[record as usize].closed;
            if entry_hash == hash && closed != NOT_CLOSED && self.closed[closed as usize] == *key {
                return Some(Handle(record << 2 | u32::from(sign != 0) << 1 | u32::from(sign < 0)));
            }
            slot = self.next_slot(slot);
        }
        None
    }

    /// The handle of a game that is in the arena, by its sorted Left options and those of its negative.
    pub(super) fn find_options(&self, [ours, theirs]: [&[Handle]; 2]) -> Option<Handle> {
        self.find_ordered(&Ordered::new(ours, theirs))
    }

    fn find_ordered(&self, game: &Ordered) -> Option<Handle> {
        let mut slot = self.first_slot(game.hash);
        while self.table[slot] != EMPTY {
            let (hash, index) = split(self.table[slot]);
            if hash == game.hash {
                let record = &self.records[index as usize];
                let (start, middle, end) =
                    (record.start as usize, record.middle as usize, record.end as usize);
                if record.closed == NOT_CLOSED
                    && self.options[start..middle] == *game.left
                    && self.options[middle..end] == *game.right
                {
                    return Some(Handle(index << 2 | game.flags | game.sign));
                }
            }
            slot = self.next_slot(slot);
        }
        None
    }

    /// The handle of a game in canonical form that has no closed form, by its sorted Left options and those of
    /// its negative, and what it sees.
    pub(super) fn intern(&mut self, [ours, theirs]: [&[Handle]; 2], sight: Sight) -> Result<Handle, Limit> {
        let game = Ordered::new(ours, theirs);
        if let Some(known) = self.find_ordered(&game) {
            return Ok(known);
        }
        let stops = [self.stop_by_options(game.left), self.stop_by_options(game.right)];
        let sight = if game.sign == 1 { sight.negative() } else { sight };
        let start = self.push_options(game.left)?;
        let middle = self.push_options(game.right)?;
        let end = self.options.len() as u32;
        let record = Record { start, middle, end, closed: NOT_CLOSED, stops, sight };
        let handle = self.push_record(record, game.hash, game.flags)?;
        Ok(if game.sign == 1 { -handle } else { handle })
    }

    /// The left stop: the greatest right stop of a Left option.
    fn stop_by_options(&self, left: &[Handle]) -> Handle {
        let stops = left.iter().map(|&x| -self.left_stop_handle(-x));
        let greater = |x, y| if self.compare_numbers(x, y).is_lt() { y } else { x };
        stops.reduce(greater).expect("a game without an option for one player is an integer")
    }

    fn push_options(&mut self, options: &[Handle]) -> Result<u32, Limit> {
        let start = self.options.len();
        if start + options.len() >= NOT_WRITTEN as usize {
            return Err(Limit::Games(self.records.len() as u64));
        }
        self.options.extend_from_slice(options);
        Ok(start as u32)
    }

    fn push_record(&mut self, record: Record, hash: u32, flags: u32) -> Result<Handle, Limit> {
        let index = self.records.len() as u32;
        if u64::from(index) >= self.budget.games {
            return Err(Limit::Games(index.into()));
        }
        self.records.push(record);
        if self.records.len() * 4 > self.table.len() * 3 {
            let size = self.table.len() * 2;
            let old = std::mem::replace(&mut self.table, vec![EMPTY; size]);
            old.into_iter().filter(|&entry| entry != EMPTY).for_each(|entry| self.insert(entry));
        }
        self.insert(u64::from(hash) << 32 | u64::from(index));
        let handle = Handle(index << 2 | flags);
        self.consider_touchstone(handle)?;
        Ok(handle)
    }

    fn insert(&mut self, entry: u64) {
        let mut slot = self.first_slot(split(entry).0);
        while self.table[slot] != EMPTY {
            slot = self.next_slot(slot);
        }
        self.table[slot] = entry;
    }

    fn first_slot(&self, hash: u32) -> usize {
        hash as usize & (self.table.len() - 1)
    }

    fn next_slot(&self, slot: usize) -> usize {
        (slot + 1) & (self.table.len() - 1)
    }
}

/// The hash and the record of an entry of the table.
fn split(entry: u64) -> (u32, u32) {
    ((entry >> 32) as u32, entry as u32)
}

/// Of a game and its negative, that one is stored whose Left options come first.
struct Ordered<'a> {
    left: &'a [Handle],
    right: &'a [Handle],
    flags: u32,
    sign: u32,
    hash: u32,
}

impl Ordered<'_> {
    fn new<'a>(ours: &'a [Handle], theirs: &'a [Handle]) -> Ordered<'a> {
        let order = ours.cmp(theirs);
        let (left, right) = if order.is_gt() { (theirs, ours) } else { (ours, theirs) };
        let mut hash = Multiply::default();
        hash.write_u32(left.len() as u32);
        left.iter().chain(right).for_each(|option| hash.write_u32(option.bits()));
        let (flags, sign) = (u32::from(order.is_ne()) << 1, u32::from(order.is_gt()));
        Ordered { left, right, flags, sign, hash: hash.finish() as u32 }
    }
}

/// A closed form or its negative, the sign that says which, and the hash.
fn closed_key(form: UpStar) -> Result<(UpStar, i64, u32), Limit> {
    let negative = form.negative()?;
    let sign = form.sign();
    let key = if sign < 0 { negative } else { form };
    Ok((key, sign, hash_closed(&key)))
}

fn hash_closed(form: &UpStar) -> u32 {
    let mut hash = Multiply::default();
    hash.write_u64(form.number.mantissa() as u64);
    hash.write_u64((form.number.mantissa() >> 64) as u64);
    hash.write_u32(form.number.exponent());
    hash.write_u64(form.ups as u64);
    hash.write_u32(form.nimber);
    hash.finish() as u32
}

/// Multiply and fold, a word at a time.
#[derive(Default)]
pub(super) struct Multiply(u64);

pub(super) type Hash = BuildHasherDefault<Multiply>;

impl Hasher for Multiply {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0.rotate_left(20) ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}
