//! The evaluator: an expression, the definitions in force and the variables bound, to a value.
//!
//! One evaluator serves two ways of computing. The engine's holds games up to equality; the second opinion's holds them as
//! they stand and asks the search room. What an expression says is read by the same few lines for both, so that the
//! second opinion answers the same question; everything that values a game has two entries in the tables of functions.

mod arithmetic;
mod calls;
mod quantifiers;

use std::collections::{BTreeSet, HashMap};
use std::hash::BuildHasherDefault;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;

use self::arithmetic::{integer, natural};
use self::quantifiers::collect;
use super::datum::{Datum, Kind};
use super::definitions::{Definitions, Formula};
use super::domains::Domain;
use super::rational::Rational;
use super::second::Table;
use super::stop::{Stop, Trouble};
use crate::diagnostic::Diagnostic;
use crate::engine::{self, Outcome, Player, Store, Value};
use crate::notation::{Expr, ExprKind, Form, Operator};
use crate::rulesets::{Mixer, Valuers};

/// How much an evaluator may do: counts, so that the same evaluation ends at the same place on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Kinds of positions valued.
    pub positions: u64,
    /// Positions judged by one search of the second opinion, which remembers each.
    pub searched: u64,
    /// Comparisons of games in the engine.
    pub comparisons: u64,
    /// Games that the engine stores.
    pub games: u64,
    /// Cases of quantifiers.
    pub cases: u64,
}

impl Default for Budget {
    /// Where comparisons are hardest (0.7 million a second for large boards of Snort) they end after half an hour; the positions
    /// and games that are remembered take some gigabytes. No committed claim needs a third of any.
    fn default() -> Budget {
        Budget {
            positions: 40_000_000,
            searched: 500_000,
            comparisons: 1_200_000_000,
            games: 40_000_000,
            cases: 1_000_000_000,
        }
    }
}

/// The longest list that is written out as a value. (Quantifiers run through their domains without one.)
pub const LONGEST_LIST: usize = 100_000;

/// The greatest order of a power of up that is made: it takes as many games.
pub(super) const MOST_ORDER: u32 = 10_000;

/// Variables and their values, outermost first: an inner one hides an outer one of the same name.
pub type Bindings = Vec<(String, Datum)>;

/// What a visitor of a domain says: to go on, or that it has seen enough.
pub type Visited = Result<ControlFlow<()>, Stop>;

/// A visitor of a domain.
pub type Visit<'v, T> = &'v mut dyn FnMut(&mut Evaluator, T) -> Visited;

/// By which means games are valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opinion {
    /// Canonical forms, by the engine.
    First,
    /// Games as they stand, by search.
    Second,
}

/// Evaluates expressions; holds the games that they give, and remembers what definitions gave.
///
/// ```
/// use referee::evaluate::{Datum, Evaluator, Formula};
/// let mut evaluator = Evaluator::default();
/// let sum = Formula::typed("↑ + ↑ + * = {0|↑}")?;
/// assert!(matches!(evaluator.evaluate(&sum, &[]), Ok(Datum::Boolean(true))));
/// # Ok::<(), referee::diagnostic::Diagnostic>(())
/// ```
pub struct Evaluator {
    pub store: Store,
    pub(super) valuers: Valuers,
    /// The games of the second opinion.
    pub(super) table: Table,
    pub(super) opinion: Opinion,
    pub(super) budget: Budget,
    definitions: Arc<Definitions>,
    remembered: HashMap<(usize, Vec<Key>), Datum, BuildHasherDefault<Mixer>>,
    cases: u64,
    /// How values were reached, other than by the engine and by arithmetic.
    pub(super) methods: BTreeSet<&'static str>,
    /// What the first opinion found, for questions that can be confirmed and not answered.
    pub(super) to_confirm: Option<Form>,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new(Arc::new(Definitions::new()), Budget::default())
    }
}

/// What a definition's value is remembered by. Graphs, positions and lists are not worth hashing.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Key {
    None,
    Boolean(bool),
    Number(Rational),
    Outcome(Outcome),
    Player(Player),
    Game(Value),
}

impl Key {
    fn of(datum: &Datum) -> Option<Key> {
        Some(match datum {
            Datum::None => Key::None,
            Datum::Boolean(b) => Key::Boolean(*b),
            Datum::Number(x) => Key::Number(*x),
            Datum::Outcome(outcome) => Key::Outcome(*outcome),
            Datum::Player(player) => Key::Player(*player),
            Datum::Game(value) => Key::Game(*value),
            _ => return None,
        })
    }
}

/// The formula that is being evaluated, and its variables.
pub struct Frame<'f> {
    pub(super) formula: &'f Formula,
    /// The variables that it was given.
    given: &'f [(String, Datum)],
    /// Those that its own quantifiers have bound so far, inside the others.
    bound: Bindings,
}

impl<'f> Frame<'f> {
    pub(super) fn new(formula: &'f Formula, given: &'f [(String, Datum)]) -> Frame<'f> {
        Frame { formula, given, bound: Vec::new() }
    }

    pub(super) fn variable(&self, name: &str) -> Option<&Datum> {
        self.variables().rev().find(|(known, _)| known == name).map(|(_, datum)| datum)
    }

    /// All variables, outermost first.
    fn variables(&self) -> impl DoubleEndedIterator<Item = &(String, Datum)> {
        self.given.iter().chain(&self.bound)
    }

    pub(super) fn error(&self, span: &Range<usize>, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(message).at(&self.formula.source, self.formula.place(span))
    }
}

impl Evaluator {
    /// An evaluator that values games with the engine.
    pub fn new(definitions: Arc<Definitions>, budget: Budget) -> Evaluator {
        Evaluator::of(Opinion::First, definitions, budget)
    }

    pub(super) fn of(opinion: Opinion, definitions: Arc<Definitions>, budget: Budget) -> Evaluator {
        Evaluator {
            store: Store::with_budget(engine::Budget {
                comparisons: budget.comparisons,
                games: budget.games,
            }),
            valuers: Valuers::with_budget(budget.positions),
            table: Table::new(),
            opinion,
            budget,
            definitions,
            remembered: HashMap::default(),
            cases: 0,
            methods: BTreeSet::new(),
            to_confirm: None,
        }
    }

    /// The definitions in force.
    pub fn definitions(&self) -> &Arc<Definitions> {
        &self.definitions
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// An expression that makes no sense, with its place; or the limit that was reached.
    pub fn evaluate(&mut self, formula: &Formula, bindings: &[(String, Datum)]) -> Result<Datum, Stop> {
        self.eval(&mut Frame::new(formula, bindings), &formula.expr)
    }

    /// The value of an expression that must be a game (a position or a number will do).
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate), and if it is no game.
    pub fn evaluate_game(&mut self, formula: &Formula, bindings: &[(String, Datum)]) -> Result<Value, Stop> {
        let datum = self.evaluate(formula, bindings)?;
        let frame = Frame::new(formula, &[]);
        self.game(&datum).map_err(|trouble| locate(&frame, trouble, &formula.expr.span, &[]))
    }

    /// The value of a condition.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate), and if it is neither true nor false.
    pub fn evaluate_condition(
        &mut self,
        formula: &Formula,
        bindings: &[(String, Datum)],
    ) -> Result<bool, Stop> {
        let mut frame = Frame::new(formula, bindings);
        self.condition(&mut frame, &formula.expr)
    }

    /// Runs through the values of a domain (`1..20`, `trees(n)`, a list) in order, without holding them all.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate), and what `visit` gives.
    pub fn each(
        &mut self,
        domain: &Formula,
        bindings: &[(String, Datum)],
        visit: Visit<'_, Datum>,
    ) -> Result<(), Stop> {
        let mut frame = Frame::new(domain, bindings);
        for datum in self.domain(&mut frame, &domain.expr)?.iter() {
            if visit(self, datum)?.is_break() {
                break;
            }
        }
        Ok(())
    }

    /// The domain that an expression gives, to be run through in chunks. (In another evaluator, evaluate it there.)
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate), and if it is no domain.
    pub fn evaluate_domain(
        &mut self,
        formula: &Formula,
        bindings: &[(String, Datum)],
    ) -> Result<Domain, Stop> {
        self.domain(&mut Frame::new(formula, bindings), &formula.expr)
    }

    /// How values were reached so far, other than by the engine and by arithmetic.
    pub fn methods(&self) -> Vec<String> {
        if self.methods.is_empty() {
            return vec!["arithmetic done again".to_string()];
        }
        self.methods.iter().map(|method| method.to_string()).collect()
    }

    /// What has been spent.
    pub fn cost(&self) -> crate::verdicts::Cost {
        let engine::Cost { comparisons, games } = self.store.cost();
        crate::verdicts::Cost {
            positions: self.valuers.remembered() + self.table.judged(),
            comparisons,
            games,
        }
    }

    pub(super) fn eval(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Datum, Stop> {
        if let ExprKind::Integer(n) = expr.kind {
            return Ok(Datum::integer(n));
        }
        stacker::maybe_grow(128 << 10, 2 << 20, || self.eval_here(frame, expr))
    }

    fn eval_here(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Datum, Stop> {
        match &expr.kind {
            ExprKind::Integer(n) => Ok(Datum::integer(*n)),
            ExprKind::Text(text) => Ok(Datum::Text(text.as_str().into())),
            ExprKind::Name(name) => self.name(frame, expr, name),
            ExprKind::Nimber(inner) => self.leaf(frame, inner, |evaluator, n| {
                let n = natural(n, "the index of a nimber")?;
                evaluator.nimber(n)
            }),
            ExprKind::Ups { down, count } => self.leaf(frame, count, |evaluator, n| {
                let n =
                    i64::try_from(integer(n, "the number of arrows")?).map_err(|_| Trouble::overflow())?;
                let n = if *down { n.checked_neg().ok_or_else(Trouble::overflow)? } else { n };
                evaluator.ups(n)
            }),
            ExprKind::UpPower { down, order } => self.leaf(frame, order, |evaluator, n| {
                let n = natural(n, "the order of a power of up")?;
                evaluator.up_power(n, false, *down)
            }),
            ExprKind::UpPowerTo { down, order } => self.leaf(frame, order, |evaluator, n| {
                let n = natural(n, "the order of a power of up")?;
                evaluator.up_power(n, true, *down)
            }),
            ExprKind::Tiny(inner) => self.leaf(frame, inner, |evaluator, g| evaluator.tiny(g, false)),
            ExprKind::Miny(inner) => self.leaf(frame, inner, |evaluator, g| evaluator.tiny(g, true)),
            ExprKind::PlusMinus(entries) => {
                let Some(left) = self.games(frame, entries)? else { return Ok(Datum::None) };
                let mut right = Vec::new();
                for option in &left {
                    right.push(self.negative(option).map_err(|t| locate(frame, t, &expr.span, &[]))?);
                }
                self.braces(&left, &right).map_err(|t| locate(frame, t, &expr.span, &[]))
            }
            ExprKind::Braces { left, right } => {
                let (Some(left), Some(right)) = (self.games(frame, left)?, self.games(frame, right)?) else {
                    return Ok(Datum::None);
                };
                self.braces(&left, &right).map_err(|t| locate(frame, t, &expr.span, &[]))
            }
            ExprKind::Touching(terms) => {
                let mut sum: Option<Datum> = None;
                for term in terms {
                    let next = self.eval(frame, term)?;
                    sum = Some(match sum {
                        None => next,
                        Some(sum) => self.add(&sum, &next).map_err(|t| locate(frame, t, &expr.span, &[]))?,
                    });
                }
                Ok(sum.unwrap_or(Datum::integer(0)))
            }
            ExprKind::Negative(inner) => {
                let datum = self.eval(frame, inner)?;
                self.negative(&datum).map_err(|t| locate(frame, t, &expr.span, &[]))
            }
            ExprKind::Not(inner) => Ok(Datum::Boolean(!self.condition(frame, inner)?)),
            ExprKind::Binary { operator: Operator::And, left, right } => {
                Ok(Datum::Boolean(self.condition(frame, left)? && self.condition(frame, right)?))
            }
            ExprKind::Binary { operator: Operator::Or, left, right } => {
                Ok(Datum::Boolean(self.condition(frame, left)? || self.condition(frame, right)?))
            }
            ExprKind::Binary { operator, left, right } => {
                let g = self.eval(frame, left)?;
                let h = self.eval(frame, right)?;
                self.binary(*operator, &g, &h)
                    .map_err(|t| locate(frame, t, &expr.span, &[left.span.clone(), right.span.clone()]))
            }
            ExprKind::Call { function, arguments } => self.call(frame, expr, function, arguments),
            ExprKind::List(entries) => {
                let mut list = Vec::with_capacity(entries.len());
                for entry in entries {
                    list.push(self.eval(frame, entry)?);
                }
                Ok(Datum::list(list))
            }
            ExprKind::Range { .. } => {
                let domain = self.domain(frame, expr)?;
                collect(domain).map_err(|t| locate(frame, t, &expr.span, &[]))
            }
            ExprKind::If { condition, then, otherwise } => {
                if self.condition(frame, condition)? {
                    self.eval(frame, then)
                } else {
                    self.eval(frame, otherwise)
                }
            }
            ExprKind::Quantified { quantifier, bindings, condition, body } => {
                self.quantified(frame, *quantifier, bindings, condition.as_deref(), body.as_deref())
            }
        }
    }

    /// The value of a condition: true or false.
    pub(super) fn condition(&mut self, frame: &mut Frame, expr: &Expr) -> Result<bool, Stop> {
        match self.eval(frame, expr)? {
            Datum::Boolean(truth) => Ok(truth),
            Datum::None => Err(frame
                .error(&expr.span, "this has no answer, so it is neither true nor false")
                .note("ask whether something has an answer with `= none`")
                .into()),
            other => Err(frame
                .error(&expr.span, format!("a condition is true or false, not {}", other.a_kind()))
                .into()),
        }
    }

    fn leaf(
        &mut self,
        frame: &mut Frame,
        inner: &Expr,
        make: impl FnOnce(&mut Evaluator, &Datum) -> Result<Datum, Trouble>,
    ) -> Result<Datum, Stop> {
        let datum = self.eval(frame, inner)?;
        if matches!(datum, Datum::None) {
            return Ok(Datum::None);
        }
        make(self, &datum).map_err(|trouble| locate(frame, trouble, &inner.span, &[]))
    }

    /// The games that these expressions give; nothing if one of them is none.
    fn games(&mut self, frame: &mut Frame, entries: &[Expr]) -> Result<Option<Vec<Datum>>, Stop> {
        let mut games = Vec::with_capacity(entries.len());
        for entry in entries {
            let mut datum = self.eval(frame, entry)?;
            if matches!(datum, Datum::None) {
                return Ok(None);
            }
            self.convert(&mut datum, Kind::Game).map_err(|trouble| {
                let trouble = match trouble {
                    Trouble::Error { argument, message, help } => {
                        Trouble::Error { argument, message: format!("an option is {message}"), help }
                    }
                    other => other,
                };
                locate(frame, trouble, &entry.span, &[])
            })?;
            games.push(datum);
        }
        Ok(Some(games))
    }
}

/// Gives a trouble its place: that of the argument that is to blame, or `whole`.
pub(super) fn locate(
    frame: &Frame,
    trouble: Trouble,
    whole: &Range<usize>,
    arguments: &[Range<usize>],
) -> Stop {
    match trouble {
        Trouble::Error { argument, message, help } => {
            let span = argument.and_then(|index| arguments.get(index)).unwrap_or(whole);
            let diagnostic = frame.error(span, message);
            match help {
                Some(help) => diagnostic.note(help).into(),
                None => diagnostic.into(),
            }
        }
        Trouble::Limit(limit) => Stop::Undecided(limit),
        Trouble::Stop(stop) => *stop,
    }
}

pub(super) fn out_of_reach(why: impl Into<String>) -> Trouble {
    Trouble::Stop(Box::new(Stop::OutOfReach(why.into())))
}
