//! The second opinion: the same expression by other means, and the witness of a difference.
//!
//! Games stand here as they are written or as they are played: braces, sums of positions, negatives. Nothing is brought to
//! a canonical form, no sum is simplified. What is asked of them is answered by the search room.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use super::datum::Datum;
use super::definitions::Formula;
use super::language::{Bindings, Budget, Evaluator, Opinion, out_of_reach};
use super::rational::Rational;
use super::stop::{Stop, Trouble};
use crate::engine;
use crate::notation::Form;
use crate::rulesets::clobber::PlainClobber;
use crate::rulesets::{Clobber, Plain, PlainPosition, Position};
use crate::search::{self, Game, Judged, Node, Player, Searcher, Tree};
use crate::verdicts;

/// A game as it stands: a sum of written games and of positions, each of these perhaps negated.
#[derive(Clone, Debug, Default)]
pub struct Raw {
    written: Node,
    positions: Vec<Placed>,
}

/// A position as a term of a sum.
#[derive(Clone, Debug)]
struct Placed {
    position: Position,
    negated: bool,
}

impl Placed {
    /// The position to be played as it is on paper.
    fn play(&self) -> Result<Plain, Trouble> {
        self.position.plain().ok_or_else(|| out_of_reach("the board is too large for plain search"))
    }
}

impl Raw {
    pub(super) fn position(position: Position) -> Raw {
        Raw { written: Node::default(), positions: vec![Placed { position, negated: false }] }
    }
}

/// Copies of a position that are written out as a sum, at most.
const MOST_COPIES: u64 = 1_000;

/// The written games of an evaluation, and what was spent on judging.
#[derive(Default)]
pub struct Table {
    tree: Tree,
    judged: u64,
    /// The board of Clobber that was searched last, for further positions on it.
    board: Option<SameBoard>,
}

/// Positions on one board, judged by plain search.
struct SameBoard {
    rules: PlainClobber,
    judged: Judged<(u128, u128)>,
}

/// More judged positions of one board are forgotten (about 200 MB).
const MOST_JUDGED: usize = 1 << 21;

impl Table {
    pub(super) fn new() -> Table {
        Table::default()
    }

    /// Positions judged by searches so far.
    pub(super) fn judged(&self) -> u64 {
        self.judged
    }

    pub(super) fn number(&self, numerator: i128, exponent: u32) -> Raw {
        Raw { written: self.tree.number(numerator, exponent), positions: Vec::new() }
    }

    pub(super) fn nimber(&self, n: u32) -> Raw {
        Raw { written: self.tree.nimber(n), positions: Vec::new() }
    }

    pub(super) fn ups(&mut self, n: i64) -> Result<Raw, search::Limit> {
        let up = self.tree.up();
        let arrow = if n < 0 { self.tree.negative(&up) } else { up };
        Ok(Raw { written: self.tree.copies(n.unsigned_abs(), &arrow)?, positions: Vec::new() })
    }

    pub(super) fn form(&mut self, form: &Form) -> Result<Raw, search::Limit> {
        Ok(Raw { written: self.tree.plant(form)?, positions: Vec::new() })
    }

    pub(super) fn sum(&self, g: &Raw, h: &Raw) -> Raw {
        Raw {
            written: self.tree.sum(&g.written, &h.written),
            positions: g.positions.iter().chain(&h.positions).cloned().collect(),
        }
    }

    pub(super) fn negative(&mut self, g: &Raw) -> Raw {
        let turn = |placed: &Placed| Placed { negated: !placed.negated, ..placed.clone() };
        Raw { written: self.tree.negative(&g.written), positions: g.positions.iter().map(turn).collect() }
    }

    pub(super) fn multiple(&mut self, n: i128, g: &Raw) -> Result<Raw, Trouble> {
        let copies = u64::try_from(n.unsigned_abs()).map_err(|_| Trouble::overflow())?;
        let g = if n < 0 { self.negative(g) } else { g.clone() };
        if copies > MOST_COPIES && !g.positions.is_empty() {
            return Err(out_of_reach(format!("{copies} copies of a position are too many to search")));
        }
        let mut positions = Vec::new();
        if !g.positions.is_empty() {
            for _ in 0..copies {
                positions.extend(g.positions.iter().cloned());
            }
        }
        Ok(Raw { written: self.tree.copies(copies, &g.written)?, positions })
    }

    pub(super) fn braces(
        &mut self,
        left: &[Rc<Raw>],
        right: &[Rc<Raw>],
        budget: u64,
    ) -> Result<Raw, Trouble> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().zip([left, right]) {
            for option in options {
                side.push(self.write_out(option, budget)?);
            }
        }
        let [left, right] = sides;
        Ok(Raw { written: self.tree.braces(left, right), positions: Vec::new() })
    }

    /// A game with all its positions as written braces.
    fn write_out(&mut self, g: &Raw, budget: u64) -> Result<Node, Trouble> {
        let mut node = g.written.clone();
        for placed in &g.positions {
            let play = placed.play()?;
            let mut known = HashMap::new();
            let written = self.write_position(&play, &play.start(), &mut known, budget)?;
            let written = if placed.negated { self.tree.negative(&written) } else { written };
            node = self.tree.sum(&node, &written);
        }
        Ok(node)
    }

    fn write_position<G: Game>(
        &mut self,
        game: &G,
        position: &G::Position,
        known: &mut HashMap<G::Position, Node>,
        budget: u64,
    ) -> Result<Node, Trouble> {
        if let Some(node) = known.get(position) {
            return Ok(node.clone());
        }
        if known.len() as u64 >= budget {
            return Err(search::Limit::Positions(budget).into());
        }
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            for next in game.moves(position, player) {
                side.push(stacker::maybe_grow(128 << 10, 2 << 20, || {
                    self.write_position(game, &next, known, budget)
                })?);
            }
        }
        let [left, right] = sides;
        let node =
            if left.is_empty() && right.is_empty() { Node::default() } else { self.tree.braces(left, right) };
        known.insert(position.clone(), node.clone());
        Ok(node)
    }

    fn play<'a>(&'a self, g: &Raw) -> Result<Play<'a>, Trouble> {
        let mut boards = Vec::new();
        for placed in &g.positions {
            boards.push((placed.play()?, placed.negated));
        }
        Ok(Play { tree: &self.tree, start: g.written.clone(), boards })
    }

    fn outcome(&mut self, g: &Raw, budget: u64) -> Result<search::Outcome, Trouble> {
        if let [Placed { position: Position::Clobber(position), negated: false }] = &g.positions[..]
            && g.written == Node::default()
        {
            return self.on_the_same_board(position, budget);
        }
        let play = self.play(g)?;
        let mut searcher = Searcher::new(&play, budget);
        let outcome = searcher.outcome_of(&play.start());
        let judged = searcher.judged();
        self.judged += judged;
        Ok(outcome?)
    }

    /// The outcome of one position, by a search that goes on from what it found of others on the same board.
    fn on_the_same_board(&mut self, position: &Clobber, budget: u64) -> Result<search::Outcome, Trouble> {
        let kept = self.board.take().and_then(|board| Some((board.rules.position(position)?, board)));
        let (start, mut board) = match kept {
            Some(kept) => kept,
            None => {
                let rules = PlainClobber::new(position)
                    .ok_or_else(|| out_of_reach("the board is too large for plain search"))?;
                (rules.start(), SameBoard { rules, judged: Judged::default() })
            }
        };
        let mut searcher = Searcher::continued(&board.rules, budget, board.judged);
        let outcome = searcher.outcome_of(&start);
        self.judged += searcher.judged();
        board.judged = searcher.finish();
        if board.judged.len() <= MOST_JUDGED {
            self.board = Some(board);
        }
        Ok(outcome?)
    }

    /// The order of two games by the outcome of their difference.
    pub(super) fn compare(&mut self, g: &Raw, h: &Raw, budget: u64) -> Result<Option<Ordering>, Trouble> {
        let minus = self.negative(h);
        let difference = self.sum(g, &minus);
        Ok(match self.outcome(&difference, budget)? {
            search::Outcome::P => Some(Ordering::Equal),
            search::Outcome::L => Some(Ordering::Greater),
            search::Outcome::R => Some(Ordering::Less),
            search::Outcome::N => None,
        })
    }

    /// A game in words, cut if it is long.
    pub(super) fn show(&self, g: &Raw) -> String {
        match self.play(g) {
            Ok(play) => play.show(&play.start()),
            Err(_) => "a game".to_string(),
        }
    }

    /// Whether at every position either both players can move or neither can. Then the value is all-small; if not, it may
    /// be all the same.
    fn plainly_all_small(&self, node: &Node, budget: u64) -> Result<bool, search::Limit> {
        let mut seen = std::collections::HashSet::from([node.clone()]);
        let mut waiting = vec![node.clone()];
        while let Some(node) = waiting.pop() {
            if seen.len() as u64 > budget {
                return Err(search::Limit::Positions(budget));
            }
            let (left, right) =
                (self.tree.options(&node, Player::Left), self.tree.options(&node, Player::Right));
            if left.is_empty() != right.is_empty() {
                return Ok(false);
            }
            for option in left.into_iter().chain(right) {
                if seen.insert(option.clone()) {
                    waiting.push(option);
                }
            }
        }
        Ok(true)
    }
}

/// A sum being played: a move is a move in one of its terms.
struct Play<'a> {
    tree: &'a Tree,
    start: Node,
    boards: Vec<(Plain, bool)>,
}

impl Game for Play<'_> {
    type Position = (Node, Vec<PlainPosition>);

    fn start(&self) -> Self::Position {
        (self.start.clone(), self.boards.iter().map(|(board, _)| board.start()).collect())
    }

    fn moves(&self, (node, states): &Self::Position, player: Player) -> Vec<Self::Position> {
        let mut found: Vec<Self::Position> = Vec::new();
        for (index, ((board, negated), state)) in self.boards.iter().zip(states).enumerate() {
            let mover = if *negated { player.opponent() } else { player };
            for next in board.moves(state, mover) {
                let mut after = states.clone();
                after[index] = next;
                found.push((node.clone(), after));
            }
        }
        found.extend(self.tree.options(node, player).into_iter().map(|next| (next, states.clone())));
        found
    }

    fn show(&self, (node, states): &Self::Position) -> String {
        let mut terms = Vec::new();
        for ((board, negated), state) in self.boards.iter().zip(states) {
            let shown = board.show(state);
            terms.push(if *negated { format!("−({shown})") } else { shown });
        }
        if terms.is_empty() || *node != Node::default() {
            terms.push(self.tree.show(node));
        }
        terms.join(" + ")
    }

    fn show_move(&self, before: &Self::Position, after: &Self::Position) -> String {
        if before.0 != after.0 {
            return self.tree.show_move(&before.0, &after.0);
        }
        for (index, (board, _)) in self.boards.iter().enumerate() {
            if before.1[index] != after.1[index] {
                return board.show_move(&before.1[index], &after.1[index]);
            }
        }
        "nowhere".to_string()
    }
}

/// What the second opinion says of a value.
#[derive(Clone, Debug)]
pub enum Second {
    /// Both opinions agree; by which methods, in a sentence.
    Agrees { method: String },
    /// They do not: a bug of ours. What the second one found.
    Disagrees { method: String, found: String },
    /// There is no second method, or it did not come to an end; why.
    OutOfReach(String),
}

fn stop_of(trouble: Trouble) -> Stop {
    match trouble {
        Trouble::Limit(limit) => Stop::Undecided(limit),
        Trouble::Error { message, .. } => Stop::OutOfReach(message),
        Trouble::Stop(stop) => *stop,
    }
}

fn told(witness: search::Witness) -> verdicts::Witness {
    let mut summary = format!(
        "{} moving first wins G − H, where G is the game and H what is printed, so they differ",
        witness.first
    );
    if !witness.complete {
        summary.push_str("; the lines show a part of the winner's answers");
    }
    verdicts::Witness { summary, lines: witness.lines }
}

impl Evaluator {
    /// Asks the second opinion whether `formula` is worth `first`, which this evaluator found.
    ///
    /// Games are compared by search of the difference of the game as it stands and of the form of `first`; everything else is
    /// computed again. `budget` is the second opinion's own.
    ///
    /// # Errors
    /// A limit reached while the form of `first` is written.
    pub fn confirm(
        &mut self,
        formula: &Formula,
        bindings: &[(String, Datum)],
        first: &Datum,
        budget: Budget,
    ) -> Result<Second, Stop> {
        let mut other = Evaluator::of(Opinion::Second, self.definitions().clone(), budget);
        let judged = self.ask(&mut other, formula, bindings, first);
        let methods: Vec<&str> = other.methods.iter().copied().collect();
        let method =
            if methods.is_empty() { "arithmetic done again".to_string() } else { methods.join("; ") };
        Ok(match judged {
            Ok((true, _)) => Second::Agrees { method },
            Ok((false, found)) => Second::Disagrees { method, found },
            Err(Trouble::Limit(limit)) => Second::OutOfReach(limit.to_string()),
            Err(Trouble::Error { message, .. }) => Second::OutOfReach(message),
            Err(Trouble::Stop(stop)) => match *stop {
                Stop::Undecided(limit) => Second::OutOfReach(limit.to_string()),
                Stop::OutOfReach(why) => Second::OutOfReach(why),
                Stop::Error(diagnostic) => return Err(Stop::Error(diagnostic)),
            },
        })
    }

    fn ask(
        &mut self,
        other: &mut Evaluator,
        formula: &Formula,
        bindings: &[(String, Datum)],
        first: &Datum,
    ) -> Result<(bool, String), Trouble> {
        let mut carried: Bindings = Vec::new();
        for (name, datum) in bindings {
            carried.push((name.clone(), self.carry(datum, other)?));
        }
        if let Datum::Game(value) = first {
            other.to_confirm = Some(self.store.form(*value)?);
        }
        let found = other.evaluate(formula, &carried)?;
        let first = self.carry(first, other)?;
        let agrees = other.equal(&found, &first)?;
        let shown = other.brief(&found);
        Ok((agrees, shown))
    }

    /// A value of this evaluator as one of the second opinion: games as the forms that are printed.
    fn carry(&mut self, datum: &Datum, other: &mut Evaluator) -> Result<Datum, Trouble> {
        Ok(match datum {
            Datum::Game(value) => {
                let form = self.store.form(*value)?;
                Datum::Raw(Rc::new(other.table.form(&form)?))
            }
            Datum::List(entries) => {
                let mut carried = Vec::new();
                for entry in entries.iter() {
                    carried.push(self.carry(entry, other)?);
                }
                Datum::list(carried)
            }
            other => other.clone(),
        })
    }

    /// Whether two forms differ, and the play that shows it: by plain search of their difference, for games whose positions are
    /// too many to search. It says nothing about how the first form was found.
    ///
    /// # Errors
    /// A limit.
    pub fn forms_differ(
        &mut self,
        game: engine::Value,
        printed: &Form,
        budget: Budget,
    ) -> Result<Option<verdicts::Witness>, Stop> {
        let form = self.store.form(game).map_err(|limit| Stop::Undecided(limit.into()))?;
        let mut other = Evaluator::of(Opinion::Second, self.definitions().clone(), budget);
        let found = other.play_forms(&form, printed);
        found.map_err(stop_of)
    }

    fn play_forms(&mut self, g: &Form, h: &Form) -> Result<Option<verdicts::Witness>, Trouble> {
        let (g, h) = (self.table.form(g)?, self.table.form(h)?);
        let (g, h) = (self.table.play(&g)?, self.table.play(&h)?);
        Ok(search::witness(&g, &h, self.budget.searched)?.map(told))
    }

    /// The play that shows that a game is not what was printed: who moves first in the difference and wins, and an answer to
    /// every reply. `None` if search finds them equal.
    ///
    /// # Errors
    /// A limit, or an expression that the second opinion cannot reach.
    pub fn witness(
        &mut self,
        formula: &Formula,
        bindings: &[(String, Datum)],
        printed: &Form,
        budget: Budget,
    ) -> Result<Option<verdicts::Witness>, Stop> {
        let mut other = Evaluator::of(Opinion::Second, self.definitions().clone(), budget);
        let found = self.play_out(&mut other, formula, bindings, printed);
        found.map_err(stop_of)
    }

    fn play_out(
        &mut self,
        other: &mut Evaluator,
        formula: &Formula,
        bindings: &[(String, Datum)],
        printed: &Form,
    ) -> Result<Option<verdicts::Witness>, Trouble> {
        let mut carried: Bindings = Vec::new();
        for (name, datum) in bindings {
            carried.push((name.clone(), self.carry(datum, other)?));
        }
        let game = other.evaluate(formula, &carried)?;
        let game = other.raw(&game)?;
        let printed = other.table.form(printed)?;
        let (g, h) = (other.table.play(&game)?, other.table.play(&printed)?);
        let found = search::witness(&g, &h, other.budget.searched)?;
        Ok(found.map(told))
    }

    pub(super) fn raw_outcome(&mut self, g: &Datum) -> Result<Datum, Trouble> {
        let g = self.raw(g)?;
        Ok(Datum::Outcome(match self.table.outcome(&g, self.budget.searched)? {
            search::Outcome::P => engine::Outcome::P,
            search::Outcome::N => engine::Outcome::N,
            search::Outcome::L => engine::Outcome::L,
            search::Outcome::R => engine::Outcome::R,
        }))
    }

    /// Whether two games as they stand are equal: the difference is a win for the second player.
    pub(super) fn raw_equal(&mut self, g: &Datum, h: &Datum) -> Result<Datum, Trouble> {
        let (g, h) = (self.raw(g)?, self.raw(h)?);
        let difference = self.table.negative(&h);
        let difference = self.table.sum(&g, &difference);
        let outcome = self.table.outcome(&difference, self.budget.positions)?;
        Ok(Datum::Boolean(outcome == search::Outcome::P))
    }

    pub(super) fn raw_is_zero(&mut self, g: &Datum) -> Result<Datum, Trouble> {
        let g = self.raw(g)?;
        let outcome = self.table.outcome(&g, self.budget.searched)?;
        Ok(Datum::Boolean(outcome == search::Outcome::P))
    }

    fn raw_graph(&mut self, g: &Datum) -> Result<search::Thermograph, Trouble> {
        let g = self.raw(g)?;
        Ok(search::thermograph(&self.table.play(&g)?, self.budget.searched)?)
    }

    pub(super) fn raw_thermograph(
        &mut self,
        g: &Datum,
        read: fn(&search::Thermograph) -> search::Rational,
    ) -> Result<Datum, Trouble> {
        let x = read(&self.raw_graph(g)?);
        Ok(Datum::Number(Rational::new(x.numerator(), x.denominator()).ok_or_else(Trouble::overflow)?))
    }

    pub(super) fn raw_walls(
        &mut self,
        g: &Datum,
        judge: fn(&search::Thermograph) -> bool,
    ) -> Result<Datum, Trouble> {
        Ok(Datum::Boolean(judge(&self.raw_graph(g)?)))
    }

    /// The atomic weight: that of the first opinion, confirmed, or a small integer. No other is found by search.
    pub(super) fn raw_atomic_weight(&mut self, g: &Datum) -> Result<Datum, Trouble> {
        const MOST: i64 = 12;
        let g = self.raw(g)?;
        let budget = self.budget.searched;
        let node = self.table.write_out(&g, budget)?;
        if !self.table.plainly_all_small(&node, budget)? {
            return Err(out_of_reach("the game as it stands is not all-small at every position"));
        }
        let tree = self.table.tree.clone().at(node);
        if let Some(form) = self.to_confirm.clone()
            && search::atomic_weight_is(&tree, &Tree::of(&form)?, budget)?
        {
            return Ok(Datum::Raw(Rc::new(self.table.form(&form)?)));
        }
        match search::integer_atomic_weight(&tree, MOST, budget)? {
            Some(weight) => Ok(Datum::integer(weight)),
            None => Err(out_of_reach(format!(
                "no integer from -{MOST} to {MOST} is the atomic weight, and only those are tried"
            ))),
        }
    }
}
