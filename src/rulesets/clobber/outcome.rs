//! Who wins on boards too large for a value: a search of sums, in which small groups are played in canonical form.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::rc::Rc;

use super::proof_numbers::{Child, Frontier, Known, ProofNumbers, Table};
use super::{Board, Clobber, Key, Piece};
use crate::engine::{Limit, Outcome, Player, Store, Value};
use crate::rulesets::valuer::Mixer;
use crate::rulesets::{Ruleset, Signed, Valuer};

/// Which parts are valued, where larger ones are played out, and how much is remembered. What is chosen changes the cost and
/// never the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Rows of up to so many stones are valued.
    pub row: usize,
    /// Other groups of up to so many stones are valued.
    pub group: usize,
    /// Two values are added up if the product of their numbers of followers is at most this; else they stay two parts.
    pub sum: u64,
    /// About how many bytes the table of positions may take, with the parts that they consist of.
    pub table: usize,
}

impl Default for Reach {
    fn default() -> Reach {
        Reach { row: 32, group: 10, sum: 64, table: 2 << 30 }
    }
}

impl Reach {
    /// What is chosen for a board. On a large grid the same small groups are met so often that it pays to value larger ones, on two
    /// rows above all, where there are few kinds of them.
    pub fn on(board: &Board) -> Reach {
        let group = match *board {
            Board::Grid { rows, columns } if rows * columns >= 28 => 12 + usize::from(rows.min(columns) <= 2),
            _ => Reach::default().group,
        };
        Reach { group, ..Reach::default() }
    }
}

/// A bound of an atomic weight that says nothing.
const UNKNOWN: i32 = 1 << 20;

/// About how many bytes an entry takes, with its part of the tables that find it.
const ENTRY_BYTES: usize = 256;

/// How an outcome was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// By the value of the whole position.
    Value,
    /// By search, with the values of small groups; this many positions were searched.
    Search { positions: u64 },
}

/// The outcome of a position whose value may be out of reach, and how it was settled.
///
/// The search is of sums: large groups as stones, small ones by their value, of which only the canonical options are
/// played. Parts that are negatives of each other are left out. A sum of values whose atomic weight is at least 2 is
/// won by Left, and one of weight at least 1 if she is to move \[albert-clobber2005\]; so for Right. Which move is tried next
/// is decided by proof numbers \[nagai2002\]. Cost: at most `budget` positions whose moves are worked out, since neither
/// these rules nor a value settles them, some 30 μs each. Each search remembers positions, with the groups in them, in up to about
/// 2 GB ([`Reach::table`]); then it forgets those that cost least, and works them out again if need be. The values of small
/// groups stay in `store` and `valuer` and come on top. This uses values, so it is no second opinion on them.
pub fn outcome(
    position: &Clobber,
    store: &mut Store,
    valuer: &mut Valuer<Clobber>,
    budget: u64,
) -> Result<(Outcome, Settled), Limit> {
    outcome_within(Reach::on(position.board()), position, store, valuer, budget)
}

/// [`outcome`] with another choice of the parts that are valued.
pub fn outcome_within(
    reach: Reach,
    position: &Clobber,
    store: &mut Store,
    valuer: &mut Valuer<Clobber>,
    budget: u64,
) -> Result<(Outcome, Settled), Limit> {
    let pieces = Clobber::pieces(position)?;
    let mut search = Search::new(reach, store, valuer, budget);
    let sum = search.sum_of(pieces)?;
    let turned = search.negative(&sum);
    search.kept = vec![sum.clone(), turned.clone()];
    let left_first = search.mover_wins(&sum)?;
    let right_first = if turned == sum { left_first } else { search.mover_wins(&turned)? };
    let outcome = match (left_first, right_first) {
        (false, false) => Outcome::P,
        (true, true) => Outcome::N,
        (true, false) => Outcome::L,
        (false, true) => Outcome::R,
    };
    let settled = match search.positions {
        0 => Settled::Value,
        positions => Settled::Search { positions },
    };
    Ok((outcome, settled))
}

/// A move by which `player`, who is to move, wins; `None` if he loses. Cost and limits as for [`outcome`].
pub fn winning_move(
    position: &Clobber,
    player: Player,
    store: &mut Store,
    valuer: &mut Valuer<Clobber>,
    budget: u64,
) -> Result<Option<(usize, usize)>, Limit> {
    let mut search = Search::new(Reach::on(position.board()), store, valuer, budget);
    let mut moves = search.first_moves(position, player)?;
    moves.sort_unstable();
    for (_, answered, called) in moves {
        if !search.mover_wins(&answered)? {
            return Ok(Some(called));
        }
    }
    Ok(None)
}

/// All moves by which `player`, who is to move, wins, ascending. Cost and limits as for [`outcome`]; the budget is for all
/// moves together.
pub fn winning_moves(
    position: &Clobber,
    player: Player,
    store: &mut Store,
    valuer: &mut Valuer<Clobber>,
    budget: u64,
) -> Result<Vec<(usize, usize)>, Limit> {
    let mut search = Search::new(Reach::on(position.board()), store, valuer, budget);
    let mut winning = Vec::new();
    for (_, answered, called) in search.first_moves(position, player)? {
        if !search.mover_wins(&answered)? {
            winning.push(called);
        }
    }
    Ok(winning)
}

/// A part of a sum: the number of an entry, below 0 for its negative.
pub(super) type Part = i32;

/// A sum of parts, ascending, without a part and its negative.
pub(super) type Sum = Rc<[Part]>;

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// What decides which of several positions is tried first: the least.
type Promise = (u64, i32);

/// What is known of a part.
struct Entry {
    what: What,
    /// Integers between which the atomic weight lies.
    weight: (i32, i32),
    /// The sums that Left's and Right's moves leave, once they are asked for.
    options: [Option<Rc<[Sum]>>; 2],
    is_its_own_negative: bool,
    /// Stones of a group, followers of a value.
    size: u64,
    /// About how many moves the players have together: each pair of stones of a group that can take each other counts 2, and
    /// each canonical option of a value 1.
    moves: u64,
}

enum What {
    Group(Piece),
    Value(Value),
}

struct Search<'a> {
    reach: Reach,
    store: &'a mut Store,
    valuer: &'a mut Valuer<Clobber>,
    budget: u64,
    positions: u64,
    entries: Vec<Entry>,
    groups: Map<Key, usize>,
    values: Map<Value, Part>,
    sums: Map<(Part, Part), Option<Part>>,
    /// Entries that are no longer used, and whose numbers are given to new ones.
    free: Vec<usize>,
    /// The positions that are asked for, and what the moves lead to on the way to the position that is searched now.
    kept: Vec<Sum>,
    path: Vec<Rc<[Child]>>,
    table: Table,
}

impl Search<'_> {
    fn new<'a>(
        reach: Reach,
        store: &'a mut Store,
        valuer: &'a mut Valuer<Clobber>,
        budget: u64,
    ) -> Search<'a> {
        Search {
            reach,
            store,
            valuer,
            budget,
            positions: 0,
            entries: Vec::new(),
            groups: Map::default(),
            values: Map::default(),
            sums: Map::default(),
            free: Vec::new(),
            kept: Vec::new(),
            path: Vec::new(),
            table: Table::new(reach.table),
        }
    }

    fn entry(&self, part: Part) -> &Entry {
        &self.entries[part.unsigned_abs() as usize - 1]
    }

    fn turned(&self, part: Part) -> Part {
        if self.entry(part).is_its_own_negative { part } else { -part }
    }

    fn negative(&self, sum: &[Part]) -> Sum {
        let mut turned: Vec<Part> = sum.iter().map(|&part| self.turned(part)).collect();
        turned.sort_unstable();
        turned.into()
    }

    /// Integers between which the atomic weight of a part lies.
    fn weight(&self, part: Part) -> (i32, i32) {
        let (low, high) = self.entry(part).weight;
        if part > 0 { (low, high) } else { (-high, -low) }
    }

    fn weight_of(&self, sum: &[Part]) -> (i32, i32) {
        let weights = sum.iter().map(|&part| self.weight(part));
        weights.fold((0, 0), |(low, high), (l, h)| (low.saturating_add(l), high.saturating_add(h)))
    }

    /// The moves of `player`: how promising each is, the position after it as one in which Left is to move, and its places.
    #[allow(clippy::type_complexity, reason = "three things a move, taken apart at once")]
    fn first_moves(
        &mut self,
        position: &Clobber,
        player: Player,
    ) -> Result<Vec<(Promise, Sum, (usize, usize))>, Limit> {
        let mut moves = Vec::new();
        for (from, to) in position.playable(player) {
            let after = position.after(player, from, to).expect("a move that there is");
            let sum = self.sum_of(Clobber::pieces(&after)?)?;
            let turned = self.negative(&sum);
            let (own, answered) = if player == Player::Left { (sum, turned) } else { (turned, sum) };
            moves.push((self.promise(&own), answered, (from, to)));
        }
        self.kept = moves.iter().map(|(_, answered, _)| answered.clone()).collect();
        Ok(moves)
    }

    fn sum_of(&mut self, pieces: Vec<Piece>) -> Result<Sum, Limit> {
        let mut parts = Vec::new();
        for piece in pieces {
            let reach = if let Piece::Row(_) = piece { self.reach.row } else { self.reach.group };
            if piece.stones() <= reach {
                let value = self.valuer.piece(&piece, self.store)?;
                parts.extend(self.part_of_value(value)?);
            } else {
                parts.push(self.part_of_group(piece));
            }
        }
        self.gathered(parts)
    }

    fn part_of_group(&mut self, piece: Piece) -> Part {
        let Signed { key, negated } = Clobber::key(&piece);
        let index = match self.groups.get(&key) {
            Some(&known) => known,
            None => {
                let piece = if negated { piece.negative() } else { piece };
                let index = self.add(Entry {
                    weight: (-UNKNOWN, UNKNOWN),
                    options: [None, None],
                    is_its_own_negative: piece.is_its_own_negative(),
                    size: piece.stones() as u64,
                    moves: 2 * piece.contacts(),
                    what: What::Group(piece),
                });
                self.groups.insert(key, index);
                index
            }
        };
        let part = index as Part;
        if negated { self.turned(part) } else { part }
    }

    /// The number of a new entry, from 1.
    fn add(&mut self, entry: Entry) -> usize {
        self.table.charge(ENTRY_BYTES);
        match self.free.pop() {
            Some(number) => {
                self.entries[number - 1] = entry;
                number
            }
            None => {
                self.entries.push(entry);
                self.entries.len()
            }
        }
    }

    /// What cost least is forgotten, until half of the table is free; and with it all parts that only occur there.
    fn sweep(&mut self) {
        self.sums.clear();
        for entry in &mut self.entries {
            entry.options = [None, None];
        }
        self.table.forget_children();
        let mut worth = 1;
        let used = loop {
            worth *= 2;
            self.table.forget_less_than(worth);
            let used = self.used();
            self.table.charge(used.iter().filter(|&&used| used).count() * ENTRY_BYTES);
            if self.table.is_half_empty() || self.table.is_empty() {
                break used;
            }
        };
        self.table.swept();
        self.groups.retain(|_, number| used[*number - 1]);
        self.values.retain(|_, part| used[part.unsigned_abs() as usize - 1]);
        self.free = (1..=used.len()).filter(|number| !used[number - 1]).collect();
    }

    /// Which entries occur in positions that are remembered or asked for, or to which moves lead on the way to the position that
    /// is searched now.
    fn used(&self) -> Vec<bool> {
        let mut used = vec![false; self.entries.len()];
        let on_the_way = self.path.iter().flat_map(|children| children.iter().map(|child| &child.sum));
        for sum in self.kept.iter().chain(on_the_way).chain(self.table.sums()) {
            for part in sum.iter() {
                used[part.unsigned_abs() as usize - 1] = true;
            }
        }
        used
    }

    /// `None` for 0.
    fn part_of_value(&mut self, value: Value) -> Result<Option<Part>, Limit> {
        if value == self.store.zero() {
            return Ok(None);
        }
        if let Some(&known) = self.values.get(&value) {
            return Ok(Some(known));
        }
        let weight = match self.store.atomic_weight(value)? {
            None => (-UNKNOWN, UNKNOWN),
            Some(weight) => self.integers_around(weight)?,
        };
        let turned = self.store.neg(value);
        let size = self.store.followers(value)?;
        let mut moves = 0;
        for player in Player::BOTH {
            moves += self.store.options(value, player)?.len();
        }
        let part = self.add(Entry {
            what: What::Value(value),
            weight,
            options: [None, None],
            is_its_own_negative: turned == value,
            size: u64::try_from(size).unwrap_or(u64::MAX),
            moves: moves as u64,
        }) as Part;
        self.values.insert(turned, -part);
        self.values.insert(value, part);
        Ok(Some(part))
    }

    /// The greatest integer ≤ g and the least ≥ g.
    fn integers_around(&mut self, g: Value) -> Result<(i32, i32), Limit> {
        let bound =
            |n: i128| i32::try_from(n.clamp(-i128::from(UNKNOWN), i128::from(UNKNOWN))).expect("clamped");
        let mut low = self.store.stop(g, Player::Right).floor();
        let n = self.store.integer(low)?;
        if !self.store.le(n, g)? {
            low -= 1;
        }
        let mut high = self.store.stop(g, Player::Left).ceil();
        let n = self.store.integer(high)?;
        if !self.store.le(g, n)? {
            high += 1;
        }
        Ok((bound(low), bound(high)))
    }

    /// Parts that are negatives go, small values are added up.
    fn gathered(&mut self, mut parts: Vec<Part>) -> Result<Sum, Limit> {
        loop {
            let mut i = 0;
            while i < parts.len() {
                let negative = self.turned(parts[i]);
                match (i + 1..parts.len()).find(|&j| parts[j] == negative) {
                    Some(j) => {
                        parts.swap_remove(j);
                        parts.swap_remove(i);
                    }
                    None => i += 1,
                }
            }
            // The smallest first, so that what is gathered does not depend on the order of play.
            parts.sort_unstable_by_key(|&part| (self.entry(part).size, part));
            let values: Vec<usize> = (0..parts.len()).filter(|&i| self.is_value(parts[i])).collect();
            let Some(&[i, j]) = values.first_chunk::<2>() else { break };
            let (a, b) = (parts[i], parts[j]);
            if self.entry(a).size.saturating_mul(self.entry(b).size) > self.reach.sum {
                break;
            }
            let sum = match self.sums.get(&(a, b)) {
                Some(&known) => known,
                None => {
                    let (g, h) = (self.value_of(a), self.value_of(b));
                    let sum = self.store.add(g, h)?;
                    let sum = self.part_of_value(sum)?;
                    self.sums.insert((a, b), sum);
                    sum
                }
            };
            parts.remove(j);
            parts.remove(i);
            parts.extend(sum);
        }
        parts.sort_unstable();
        Ok(parts.into())
    }

    fn is_value(&self, part: Part) -> bool {
        matches!(self.entry(part).what, What::Value(_))
    }

    fn value_of(&self, part: Part) -> Value {
        match self.entry(part).what {
            What::Value(value) if part > 0 => value,
            What::Value(value) => self.store.neg(value),
            What::Group(_) => unreachable!("a part that is a value"),
        }
    }

    /// What Left's moves in a part leave; it is remembered unless the part is a group that stands alone, which is judged
    /// once.
    fn options(&mut self, part: Part, alone: bool) -> Result<(Rc<[Sum]>, bool), Limit> {
        let (index, negated) = (part.unsigned_abs() as usize - 1, part < 0);
        let player = if negated { Player::Right } else { Player::Left };
        let side = usize::from(negated);
        if let Some(known) = &self.entries[index].options[side] {
            return Ok((known.clone(), negated));
        }
        let mut found: Vec<Sum> = Vec::new();
        match &self.entries[index].what {
            What::Group(piece) => {
                for left_over in piece.options(player) {
                    found.push(self.sum_of(left_over)?);
                }
            }
            &What::Value(value) => {
                for option in self.store.options(value, player)? {
                    let part = self.part_of_value(option)?;
                    found.push(part.into_iter().collect());
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        let found: Rc<[Sum]> = found.into();
        if !(alone && matches!(self.entries[index].what, What::Group(_))) {
            self.table.charge(found.iter().map(|sum| 40 + size_of_val::<[_]>(sum)).sum());
            self.entries[index].options[side] = Some(found.clone());
        }
        Ok((found, negated))
    }

    /// Does Left, to move, win? `None` if that takes a search.
    fn at_once(&mut self, sum: &Sum) -> Result<Option<bool>, Limit> {
        let (low, high) = self.weight_of(sum);
        if low >= 1 {
            return Ok(Some(true));
        }
        if high <= -2 {
            return Ok(Some(false));
        }
        Ok(match **sum {
            [] => Some(false),
            [part] if self.is_value(part) => {
                let value = self.value_of(part);
                Some(!self.store.le(value, self.store.zero())?)
            }
            [part, other] if self.is_value(part) && self.is_value(other) => {
                let (value, other) = (self.value_of(part), self.value_of(other));
                let negative = self.store.neg(other);
                Some(!self.store.le(value, negative)?)
            }
            _ => self.table.get(sum).and_then(|known| known.numbers.settled()),
        })
    }

    /// Does Left, who is to move, win?
    fn mover_wins(&mut self, sum: &Sum) -> Result<bool, Limit> {
        if let Some(known) = self.at_once(sum)? {
            return Ok(known);
        }
        let infinite = ProofNumbers { proof: ProofNumbers::INFINITE, disproof: ProofNumbers::INFINITE };
        Ok(self.search(sum, infinite)?.settled().expect("nothing but a proof ends a search without a limit"))
    }

    /// The numbers of a position once it is settled or one of them reaches its limit: depth-first, and the next move to be
    /// looked at is the one after which the opponent is nearest to a loss \[nagai2002\].
    fn search(&mut self, sum: &Sum, limit: ProofNumbers) -> Result<ProofNumbers, Limit> {
        let before = self.positions;
        let Some(children) = self.children(sum)? else {
            return Ok(self.remember(sum, ProofNumbers::WON, None, before));
        };
        self.path.push(children.clone());
        let found = self.among(&children, limit);
        self.path.pop();
        let numbers = found?;
        Ok(self.remember(sum, numbers, numbers.settled().is_none().then_some(children), before))
    }

    /// [`search`](Self::search) of a position of which it is known where its moves lead.
    fn among(&mut self, children: &[Child], limit: ProofNumbers) -> Result<ProofNumbers, Limit> {
        // Kept here as well, since the table may forget.
        let mut found: Vec<ProofNumbers> = children.iter().map(|child| child.numbers).collect();
        loop {
            for (numbers, child) in found.iter_mut().zip(children.iter()) {
                *numbers = self.table.get(&child.sum).map_or(*numbers, |known| known.numbers);
            }
            let now = Frontier::of(&found);
            let numbers = now.numbers();
            let enough = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            if enough || numbers.settled().is_some() {
                return Ok(numbers);
            }
            let (next, limit) = (&children[now.best].sum, now.limit(limit));
            found[now.best] = stacker::maybe_grow(128 << 10, 2 << 20, || self.search(next, limit))?;
        }
    }

    fn remember(
        &mut self,
        sum: &Sum,
        numbers: ProofNumbers,
        children: Option<Rc<[Child]>>,
        before: u64,
    ) -> ProofNumbers {
        self.table.insert(sum, Known { numbers, children, work: self.positions - before });
        numbers
    }

    /// Where Left's moves lead if that is not settled at once; `None` if one of them is seen to win.
    fn children(&mut self, sum: &Sum) -> Result<Option<Rc<[Child]>>, Limit> {
        if let Some(Known { children: Some(children), .. }) = self.table.get(sum) {
            return Ok(Some(children.clone()));
        }
        if self.positions >= self.budget {
            return Err(Limit::Positions(self.positions));
        }
        self.positions += 1;
        if self.table.is_full() {
            self.sweep();
        }
        let mut children = Vec::new();
        for (i, &part) in sum.iter().enumerate() {
            if i > 0 && sum[i - 1] == part {
                continue;
            }
            let (options, negated) = self.options(part, sum.len() == 1)?;
            for option in options.iter() {
                let mut parts: Vec<Part> = sum.to_vec();
                parts.remove(i);
                parts.extend(option.iter().map(|&part| if negated { self.turned(part) } else { part }));
                let child = self.gathered(parts)?;
                let answered = self.negative(&child);
                match self.at_once(&answered)? {
                    Some(true) => {}
                    Some(false) => return Ok(None),
                    None => children.push((self.promise(&child), answered)),
                }
            }
        }
        children.sort_unstable();
        children.dedup();
        let glance = |(promise, sum): (Promise, Sum)| {
            let disproof =
                u32::try_from(promise.0 / 2 + 1).unwrap_or(u32::MAX).min(ProofNumbers::INFINITE - 1);
            Child { sum, numbers: ProofNumbers { proof: 1, disproof } }
        };
        Ok(Some(children.into_iter().map(glance).collect()))
    }

    /// How soon a position should be tried: the less, the sooner. Few moves left come first, and then a weight in
    /// the mover's favour.
    fn promise(&self, sum: &[Part]) -> Promise {
        let (low, high) = self.weight_of(sum);
        let moves = sum.iter().map(|&part| self.entry(part).moves).sum();
        (moves, -low.saturating_add(high))
    }
}
