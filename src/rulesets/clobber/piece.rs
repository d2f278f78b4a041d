//! A connected group of stones of both colours.

use super::{Board, Clobber};
use crate::engine::{Dyadic, Limit, Player, Store, Value};
use crate::graphs::{self, Code};
use crate::rulesets::{Signed, bits};

/// The most stones of a group that is no row.
pub const MOST_STONES: usize = 128;

/// A connected group of stones of both colours: by what it is that its stones form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A path, from one of its ends. It may have been bent on its board: only who is next to whom matters.
    Row(Box<[Player]>),
    /// Cells of a grid, in the smallest rectangle around them.
    Block(Block),
    /// Vertices of a graph.
    Group(Group),
}

/// Stones in a rectangle of at most 128 cells: bit `row * columns + column` of a set is a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block {
    rows: u8,
    columns: u8,
    left: u128,
    right: u128,
}

/// Stones on the vertices of a connected graph; each has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    neighbours: Vec<u128>,
    left: u128,
}

/// What groups are alike: rows up to reversal, blocks up to the symmetries of the square, others up to isomorphism.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    Row(Box<[Player]>),
    Block(Block),
    Group(Code),
}

/// The groups of a position that have stones of both colours.
pub(super) fn pieces(position: &Clobber) -> Result<Vec<Piece>, Limit> {
    let stones = position.stones();
    let board = position.board();
    if stones.len() <= MOST_STONES {
        let (mut left, mut right) = (0u128, 0u128);
        for (place, stone) in stones.iter().enumerate() {
            match stone {
                Some(Player::Left) => left |= 1 << place,
                Some(Player::Right) => right |= 1 << place,
                None => {}
            }
        }
        match board {
            &Board::Grid { rows, columns } => return Ok(Grid::new(rows, columns).pieces(left, right)),
            Board::Graph(graph) => {
                let neighbours = (0..stones.len()).map(|place| graph.row_u128(place)).collect();
                return Ok(Group { neighbours, left }.pieces(left | right, left));
            }
        }
    }
    let mut found = Vec::new();
    let mut seen = vec![false; stones.len()];
    for start in 0..stones.len() {
        if seen[start] || stones[start].is_none() {
            continue;
        }
        seen[start] = true;
        let mut group = vec![start];
        let mut next = 0;
        while let Some(&place) = group.get(next) {
            next += 1;
            for near in board.neighbours(place) {
                if stones[near].is_some() && !seen[near] {
                    seen[near] = true;
                    group.push(near);
                }
            }
        }
        if group.iter().any(|&place| stones[place] != stones[start]) {
            group.sort_unstable();
            found.push(piece_of(position, &group)?);
        }
    }
    Ok(found)
}

/// The group on these places, ascending.
fn piece_of(position: &Clobber, group: &[usize]) -> Result<Piece, Limit> {
    let stone = |place: usize| position.stones()[place].expect("a place of a group");
    let near: Vec<Vec<usize>> = group
        .iter()
        .map(|&place| {
            let neighbours = position.board().neighbours(place).into_iter();
            neighbours.filter_map(|near| group.binary_search(&near).ok()).collect()
        })
        .collect();
    if let Some(order) = path(group.len(), |i| &near[i]) {
        return Ok(Piece::Row(order.into_iter().map(|i| stone(group[i])).collect()));
    }
    if let Board::Grid { columns, .. } = *position.board() {
        let of = |player| group.iter().copied().filter(move |&place| stone(place) == player);
        let cells = |player| of(player).map(|place| (place / columns, place % columns)).collect::<Vec<_>>();
        if let Some(block) = Block::around(&cells(Player::Left), &cells(Player::Right)) {
            return Ok(Piece::Block(block));
        }
    }
    if group.len() > MOST_STONES {
        return Err(Limit::Board(group.len() as u64));
    }
    let neighbours = near.iter().map(|near| near.iter().fold(0u128, |set, &i| set | 1 << i)).collect();
    let left =
        (0..group.len()).filter(|&i| stone(group[i]) == Player::Left).fold(0, |set, i| set | 1u128 << i);
    Ok(Piece::Group(Group { neighbours, left }))
}

/// The vertices of a connected graph from end to end, if it is a path.
fn path<'a>(order: usize, near: impl Fn(usize) -> &'a Vec<usize>) -> Option<Vec<usize>> {
    let end = (0..order).find(|&i| near(i).len() <= 1)?;
    let mut walked = vec![end];
    let mut previous = end;
    let mut at = end;
    loop {
        if near(at).len() > 2 {
            return None;
        }
        let Some(&next) = near(at).iter().find(|&&i| i != previous) else { break };
        (previous, at) = (at, next);
        walked.push(at);
    }
    (walked.len() == order).then_some(walked)
}

/// A rectangle of cells with what it takes to find neighbours.
struct Grid {
    rows: usize,
    columns: usize,
    /// The cells that are not in the first column.
    after_first: u128,
    /// The cells that are not in the last column.
    before_last: u128,
}

impl Grid {
    fn new(rows: usize, columns: usize) -> Grid {
        let first = (0..rows).fold(0u128, |set, row| set | 1 << (row * columns));
        let last = if columns == 0 { 0 } else { first << (columns - 1) };
        Grid { rows, columns, after_first: !first, before_last: !last }
    }

    fn neighbours(&self, cells: u128) -> u128 {
        let sideways = (cells & self.before_last) << 1 | (cells & self.after_first) >> 1;
        match self.rows {
            0 | 1 => sideways,
            _ => sideways | cells << self.columns | cells >> self.columns,
        }
    }

    fn pieces(&self, left: u128, right: u128) -> Vec<Piece> {
        let mut found = Vec::new();
        let mut rest = left | right;
        while rest & left != 0 && rest & right != 0 {
            let mut group = rest & rest.wrapping_neg();
            loop {
                let grown = (group | self.neighbours(group)) & rest;
                if grown == group {
                    break;
                }
                group = grown;
            }
            rest &= !group;
            if group & left != 0 && group & right != 0 {
                found.push(self.piece(left & group, right & group));
            }
        }
        found
    }

    fn piece(&self, left: u128, right: u128) -> Piece {
        let all = left | right;
        if self.rows == 1 {
            let (first, last) = (all.trailing_zeros(), 127 - all.leading_zeros());
            return Piece::Row((first..=last).map(|cell| owner(left, cell as usize)).collect());
        }
        // A path has one edge fewer than stones, and each has at most two neighbours.
        let along = all & (all & self.before_last) << 1;
        let across = all & all << self.columns;
        if along.count_ones() + across.count_ones() + 1 == all.count_ones()
            && bits(all).all(|cell| (self.neighbours(1 << cell) & all).count_ones() <= 2)
        {
            return Piece::Row(self.walk(all).map(|cell| owner(left, cell)).collect());
        }
        let row = all.trailing_zeros() as usize / self.columns;
        let last_row = (127 - all.leading_zeros()) as usize / self.columns;
        let mask = u128::MAX >> (128 - self.columns);
        let shade = (row..=last_row).fold(0, |shade, row| shade | all >> (row * self.columns) & mask);
        let column = shade.trailing_zeros() as usize;
        let columns = (128 - shade.leading_zeros()) as usize - column;
        let rows = last_row - row + 1;
        let moved = |set: u128| {
            if columns == self.columns {
                return set >> (row * columns);
            }
            let mask = u128::MAX >> (128 - columns);
            (0..rows).fold(0, |moved, i| {
                moved | (set >> ((row + i) * self.columns + column) & mask) << (i * columns)
            })
        };
        Piece::Block(Block {
            rows: rows as u8,
            columns: columns as u8,
            left: moved(left),
            right: moved(right),
        })
    }

    /// The rows in reverse order.
    fn upside_down(&self, cells: u128) -> u128 {
        let row = u128::MAX >> (128 - self.columns);
        (0..self.rows).fold(0, |turned, i| turned << self.columns | cells >> (i * self.columns) & row)
    }

    /// Rows and columns in reverse order.
    fn half_turn(&self, cells: u128) -> u128 {
        cells.reverse_bits() >> (128 - self.rows * self.columns)
    }

    /// The cells of a path from one end to the other.
    fn walk(&self, path: u128) -> impl Iterator<Item = usize> {
        let end = bits(path).find(|&cell| (self.neighbours(1 << cell) & path).count_ones() <= 1);
        let mut rest = path;
        let mut at = end.map_or(0, |cell| 1u128 << cell);
        std::iter::from_fn(move || {
            let here = (at != 0).then_some(at)?;
            rest &= !here;
            at = self.neighbours(here) & rest;
            Some(here.trailing_zeros() as usize)
        })
    }
}

fn owner(left: u128, cell: usize) -> Player {
    if left >> cell & 1 == 1 { Player::Left } else { Player::Right }
}

impl Block {
    /// The rectangle around the cells, given by row and column; `None` if it has more than 128 cells.
    fn around(left: &[(usize, usize)], right: &[(usize, usize)]) -> Option<Block> {
        let all = || left.iter().chain(right);
        let (top, bottom) = (all().map(|cell| cell.0).min()?, all().map(|cell| cell.0).max()?);
        let (first, last) = (all().map(|cell| cell.1).min()?, all().map(|cell| cell.1).max()?);
        let (rows, columns) = (bottom - top + 1, last - first + 1);
        if rows * columns > MOST_STONES {
            return None;
        }
        let set = |cells: &[(usize, usize)]| {
            let bits = cells.iter().map(|&(row, column)| (row - top) * columns + column - first);
            bits.fold(0u128, |set, bit| set | 1 << bit)
        };
        Some(Block { rows: rows as u8, columns: columns as u8, left: set(left), right: set(right) })
    }

    fn grid(&self) -> Grid {
        Grid::new(self.rows.into(), self.columns.into())
    }

    fn options(&self, player: Player) -> Vec<Vec<Piece>> {
        let grid = self.grid();
        let (own, other) = match player {
            Player::Left => (self.left, self.right),
            Player::Right => (self.right, self.left),
        };
        let mut found = Vec::new();
        for from in bits(own) {
            for to in bits(grid.neighbours(1 << from) & other) {
                let (own, other) = (own & !(1 << from) | 1 << to, other & !(1 << to));
                found.push(match player {
                    Player::Left => grid.pieces(own, other),
                    Player::Right => grid.pieces(other, own),
                });
            }
        }
        found
    }

    /// The images under the symmetries of the square, of which a rectangle has four; one that is higher than it is wide is
    /// turned on its side first.
    fn images(self) -> impl Iterator<Item = Block> {
        let (rows, columns) = (self.rows, self.columns);
        let upright = (rows <= columns).then_some(self);
        let on_its_side = (rows >= columns).then(|| self.on_its_side());
        upright.into_iter().chain(on_its_side).flat_map(|block| {
            let upside_down = block.mapped(|set| block.grid().upside_down(set));
            let half_turn = |block: Block| block.mapped(|set| block.grid().half_turn(set));
            [block, upside_down, half_turn(block), half_turn(upside_down)]
        })
    }

    /// Rows and columns exchanged.
    fn on_its_side(self) -> Block {
        let (rows, columns) = (self.rows, self.columns);
        let exchange = |cell| 1u128 << turned(rows.into(), columns.into(), 4, cell);
        let side = self.mapped(|set| bits(set).fold(0, |image, cell| image | exchange(cell)));
        Block { rows: columns, columns: rows, ..side }
    }

    fn mapped(self, image: impl Fn(u128) -> u128) -> Block {
        Block { left: image(self.left), right: image(self.right), ..self }
    }

    /// The least of the images, and of the images of the negative: each the same for all images.
    fn least(self) -> (Block, Block) {
        let least_of =
            |images: [Block; 2], image: Block| [images[0].min(image), images[1].min(image.negative())];
        let [own, other] = self.images().fold([self, self.negative()], least_of);
        (own, other)
    }

    fn negative(self) -> Block {
        Block { left: self.right, right: self.left, ..self }
    }
}

impl Group {
    fn options(&self, player: Player) -> Vec<Vec<Piece>> {
        let all = self.all();
        let right = all & !self.left;
        let (own, other) = if player == Player::Left { (self.left, right) } else { (right, self.left) };
        let mut found = Vec::new();
        for from in bits(own) {
            for to in bits(self.neighbours[from] & other) {
                let own = own & !(1 << from) | 1 << to;
                let left = if player == Player::Left { own } else { other & !(1 << to) };
                found.push(self.pieces(all & !(1 << from), left));
            }
        }
        found
    }

    fn all(&self) -> u128 {
        u128::MAX >> (128 - self.neighbours.len())
    }

    /// The stones of a set that its lowest is connected with.
    fn connected(&self, set: u128) -> u128 {
        let mut group = set & set.wrapping_neg();
        let mut new = group;
        while new != 0 && group != set {
            let reached = bits(new).fold(0, |set, i| set | self.neighbours[i]);
            new = reached & set & !group;
            group |= new;
        }
        group
    }

    fn pieces(&self, all: u128, left: u128) -> Vec<Piece> {
        let mut found = Vec::with_capacity(1);
        let mut rest = all;
        while rest & left != 0 && rest & !left != 0 {
            let group = self.connected(rest);
            rest &= !group;
            if group & left != 0 && group & !left != 0 {
                found.push(self.piece(group, left));
            }
        }
        found
    }

    /// The stones of a connected set from end to end, if it is a path.
    fn row(&self, group: u128, left: u128) -> Option<Piece> {
        let beside = |i: usize| self.neighbours[i] & group;
        if bits(group).any(|i| bits(beside(i)).nth(2).is_some()) {
            return None;
        }
        let end = bits(group).find(|&i| bits(beside(i)).nth(1).is_none())?;
        let (mut rest, mut at) = (group, 1u128 << end);
        let mut row = Vec::new();
        while at != 0 {
            let i = at.trailing_zeros() as usize;
            row.push(owner(left, i));
            rest &= !at;
            at = self.neighbours[i] & rest;
        }
        Some(Piece::Row(row.into()))
    }

    fn piece(&self, group: u128, left: u128) -> Piece {
        if let Some(row) = self.row(group, left) {
            return row;
        }
        if group == self.all() {
            return Piece::Group(Group { neighbours: self.neighbours.clone(), left });
        }
        let packed = |set: u128| {
            bits(group)
                .enumerate()
                .filter(|&(_, i)| set >> i & 1 == 1)
                .fold(0u128, |packed, (new, _)| packed | 1 << new)
        };
        let neighbours = bits(group).map(|i| packed(self.neighbours[i])).collect();
        Piece::Group(Group { neighbours, left: packed(left) })
    }

    fn quick_key(&self) -> Option<u128> {
        quick_key_of(self.neighbours.len(), |v| self.neighbours[v] as u16, self.left as u16)
    }

    fn code(&self, negated: bool) -> Code {
        let colours: Vec<u8> =
            (0..self.neighbours.len()).map(|i| u8::from((self.left >> i & 1 == 1) != negated)).collect();
        graphs::sharing_code(self.neighbours.len(), &self.neighbours, &colours)
    }
}

/// The matrix and the stones of a graph of up to 14, its vertices in an order that mostly depends little on their names: much
/// cheaper than a code, and most of those that are alike share one.
fn quick_key_of(order: usize, near: impl Fn(usize) -> u16, left: u16) -> Option<u128> {
    if order > 14 {
        return None;
    }
    let (mut rows, mut degrees, mut squares) = ([0u16; 14], [0u32; 14], [0u32; 16]);
    for v in 0..order {
        rows[v] = near(v);
        degrees[v] = rows[v].count_ones();
        squares[v] = degrees[v] * degrees[v];
    }
    let mut ranked = [0u32; 14];
    for (v, rank) in ranked.iter_mut().enumerate().take(order) {
        let (mut beyond, mut rest) = (0, rows[v]);
        while rest != 0 {
            beyond += squares[rest.trailing_zeros() as usize & 15];
            rest &= rest - 1;
        }
        let others = (rows[v] & left).count_ones();
        let kind = u32::from(left >> v & 1) << 8 | degrees[v] << 4 | others;
        // Squares of degrees of at most 13 neighbours need 12 bits.
        *rank = kind << 16 | beyond << 4 | v as u32;
    }
    let ranked = &mut ranked[..order];
    ranked.sort_unstable();
    let (mut matrix, mut stones) = (0u128, 0u16);
    for (i, rank) in ranked.iter().enumerate() {
        let v = rank & 15;
        stones |= (left >> v & 1) << i;
        let row = ranked[..i].iter().fold(0, |row, other| row << 1 | rows[v as usize] >> (other & 15) & 1);
        matrix = matrix << i | u128::from(row);
    }
    // The first bit, which rows and blocks leave free; 4 bits of the order, 14 of the stones, 91 of the matrix.
    Some(1 << 127 | (order as u128) << 120 | u128::from(stones) << 96 | matrix)
}

/// The same of a position on a graph with a stone on every vertex: sweeps ask for millions of them.
pub(super) fn quick_name(position: &Clobber) -> Option<u128> {
    let Board::Graph(graph) = position.board() else { return None };
    if graph.order() > 14 {
        return None;
    }
    let mut left = 0;
    for (v, stone) in position.stones().iter().enumerate() {
        left |= u16::from((*stone)? == Player::Left) << v;
    }
    quick_key_of(graph.order(), |v| graph.row(v)[0] as u16, left)
}

/// Where a cell of a rectangle goes under one of the symmetries of the square, 0..8: those from 4 on exchange rows and columns.
pub(super) fn turned(rows: usize, columns: usize, turn: usize, cell: usize) -> usize {
    let (mut row, mut column) = (cell / columns, cell % columns);
    if turn & 1 == 1 {
        column = columns - 1 - column;
    }
    if turn & 2 == 2 {
        row = rows - 1 - row;
    }
    if turn & 4 == 4 { column * rows + row } else { row * columns + column }
}

fn exchanged(row: impl Iterator<Item = Player>) -> Box<[Player]> {
    row.map(Player::opponent).collect()
}

/// The moves in a row: two stones of different colours side by side, and one of them takes the other.
fn row_options(row: &[Player], player: Player) -> Vec<Vec<Piece>> {
    let mut found = Vec::new();
    let part = |stones: Vec<Player>| {
        let mixed = stones.iter().any(|&stone| stone != stones[0]);
        mixed.then(|| Piece::Row(stones.into()))
    };
    for i in (1..row.len()).filter(|&i| row[i - 1] != row[i]) {
        // The mover's stone goes to the other's place, and its own is empty: between what is left and what is right of it.
        let (mut before, mut after) = (row[..i - 1].to_vec(), row[i..].to_vec());
        if row[i] == player {
            (before, after) = (row[..i].to_vec(), row[i + 1..].to_vec());
            before[i - 1] = player;
        } else {
            after[0] = player;
        }
        found.push([part(before), part(after)].into_iter().flatten().collect());
    }
    found
}

impl Piece {
    /// How many stones there are.
    pub(super) fn stones(&self) -> usize {
        match self {
            Piece::Row(row) => row.len(),
            Piece::Block(block) => (block.left | block.right).count_ones() as usize,
            Piece::Group(group) => group.neighbours.len(),
        }
    }

    /// How many pairs of neighbouring stones are of different colours.
    pub(super) fn contacts(&self) -> u64 {
        match self {
            Piece::Row(row) => row.windows(2).filter(|pair| pair[0] != pair[1]).count() as u64,
            Piece::Block(block) => {
                let grid = block.grid();
                let met = bits(block.left).map(|cell| grid.neighbours(1 << cell) & block.right);
                met.map(|cells| u64::from(cells.count_ones())).sum()
            }
            Piece::Group(group) => {
                let met = bits(group.left).map(|i| group.neighbours[i] & !group.left);
                met.map(|others| u64::from(others.count_ones())).sum()
            }
        }
    }

    /// The colours exchanged.
    pub(super) fn negative(&self) -> Piece {
        match self {
            Piece::Row(row) => Piece::Row(exchanged(row.iter().copied())),
            Piece::Block(block) => Piece::Block(block.negative()),
            Piece::Group(group) => Piece::Group(Group { left: group.all() & !group.left, ..group.clone() }),
        }
    }

    pub(super) fn options(&self, player: Player) -> Vec<Vec<Piece>> {
        match self {
            Piece::Row(row) => row_options(row, player),
            Piece::Block(block) => block.options(player),
            Piece::Group(group) => group.options(player),
        }
    }

    /// Rows of two runs: x^m o^n is 0 if both runs have more than one stone, and o x^n is (n − 1)·↑ + n·*.
    pub(super) fn known(&self, store: &mut Store) -> Result<Option<Value>, Limit> {
        let Piece::Row(row) = self else { return Ok(None) };
        let mut runs = row.chunk_by(|a, b| a == b);
        let (Some(first), Some(second), None) = (runs.next(), runs.next(), runs.next()) else {
            return Ok(None);
        };
        if first.len() > 1 && second.len() > 1 {
            return Ok(Some(store.zero()));
        }
        let long = if first.len() > 1 { first } else { second };
        let ups = i64::try_from(long.len() - 1).map_err(|_| Limit::Overflow)?;
        let sign = if long[0] == Player::Left { 1 } else { -1 };
        Ok(Some(store.up_star(Dyadic::ZERO, sign * ups, (long.len() % 2) as u32)?))
    }

    /// Rows of up to 120 stones, blocks of up to 56 cells, and groups of up to 14 stones.
    pub(super) fn quick_key(&self) -> Option<u128> {
        match self {
            Piece::Row(row) if row.len() <= 120 => {
                // The rows of a name that begins with 0: a leading 1, and a bit a stone.
                Some(row.iter().fold(1, |name, &stone| name << 1 | u128::from(stone == Player::Left)))
            }
            Piece::Block(block) if u32::from(block.rows) * u32::from(block.columns) <= 56 => {
                // The last byte, which rows of up to 120 stones leave free, is the number of columns.
                Some(u128::from(block.columns) << 121 | block.left << 56 | block.right)
            }
            Piece::Group(group) => group.quick_key(),
            _ => None,
        }
    }

    /// Images and negatives of images share a key.
    pub(super) fn key(&self) -> Signed<Key> {
        match self {
            Piece::Row(row) => {
                let back = || row.iter().rev().copied();
                let candidates = [
                    (row.clone(), false),
                    (back().collect(), false),
                    (exchanged(row.iter().copied()), true),
                    (exchanged(back()), true),
                ];
                let (key, negated) = candidates.into_iter().min().expect("four of them");
                Signed { key: Key::Row(key), negated }
            }
            Piece::Block(block) => {
                let (own, other) = block.least();
                Signed { key: Key::Block(own.min(other)), negated: other < own }
            }
            Piece::Group(group) => {
                let (all, left) = (group.all().count_ones(), group.left.count_ones());
                if 2 * left != all {
                    let negated = 2 * left < all;
                    return Signed { key: Key::Group(group.code(negated)), negated };
                }
                let (own, other) = (group.code(false), group.code(true));
                let negated = other < own;
                Signed { key: Key::Group(if negated { other } else { own }), negated }
            }
        }
    }

    pub(super) fn is_its_own_negative(&self) -> bool {
        match self {
            Piece::Row(row) => {
                let last = row.len() - 1;
                (0..row.len()).all(|i| row[i] != row[last - i])
            }
            Piece::Block(block) => {
                block.left.count_ones() == block.right.count_ones() && {
                    let (own, other) = block.least();
                    own == other
                }
            }
            Piece::Group(group) => {
                2 * group.left.count_ones() == group.all().count_ones()
                    && group.code(false) == group.code(true)
            }
        }
    }
}
