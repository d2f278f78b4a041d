//! What an expression can be: the types of the language.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;

use super::rational::Rational;
use super::second::Raw;
use crate::engine::misere::Bipartite;
use crate::engine::{Outcome, Player, Thermograph, Value};
use crate::graphs::Graph;
use crate::rulesets::Position;
use crate::rulesets::heaps::Heaps;
use crate::rulesets::impartial::{Closure, Sum};

/// A value of the expression language.
///
/// Games are handles into the [`Evaluator`](super::Evaluator) that made them; everything else stands for itself. Cheap to
/// copy.
// A tag of a whole word keeps all contents on whole words: with the tag of one byte that they have otherwise, every move of one
// reads bytes across two writes, and waits for both.
#[derive(Clone, Debug, Default)]
#[repr(u64)]
pub enum Datum {
    /// The question has no answer.
    #[default]
    None,
    Boolean(bool),
    /// An integer if its denominator is 1.
    Number(Rational),
    Outcome(Outcome),
    Player(Player),
    /// A game up to equality.
    Game(Value),
    /// A game as it stands, of which nothing is simplified: the games of the second opinion.
    Raw(Rc<Raw>),
    /// A position of a ruleset, valued when a game is wanted.
    Position(Position),
    Graph(Arc<Graph>),
    List(Rc<[Datum]>),
    Text(Rc<str>),
    Thermograph(Arc<Thermograph>),
    /// A sum of positions of an impartial game.
    Impartial(Rc<Sum>),
    /// The rules of a game with heaps.
    Heaps(Rc<Heaps>),
    /// A monoid with its P-elements, perhaps with the dictionary of a game.
    Quotient(Rc<Quotient>),
}

/// A pair (Q, P), and which element each position of a game has in it.
#[derive(Clone, Debug)]
pub struct Quotient {
    pub pair: Bipartite,
    /// The positions that have elements, and their elements.
    pub dictionary: Option<(Rc<Closure>, Vec<usize>)>,
    /// States of the proof that came with it, and kinds of components; none for what was only typed.
    pub proof: Option<(usize, usize)>,
}

impl Datum {
    pub fn integer(n: impl Into<i128>) -> Datum {
        Datum::Number(Rational::integer(n.into()))
    }

    /// A length or a vertex.
    pub fn size(n: usize) -> Datum {
        Datum::integer(n as u64)
    }

    pub fn list(entries: impl IntoIterator<Item = Datum>) -> Datum {
        Datum::List(entries.into_iter().collect())
    }

    /// The name of its type, as messages and `eval` say it.
    pub fn kind(&self) -> &'static str {
        match self {
            Datum::None => "none",
            Datum::Boolean(_) => "boolean",
            Datum::Number(x) if x.as_integer().is_some() => "integer",
            Datum::Number(_) => "rational",
            Datum::Outcome(_) => "outcome",
            Datum::Player(_) => "player",
            Datum::Game(_) | Datum::Raw(_) => "game",
            Datum::Position(_) => "position",
            Datum::Graph(_) => "graph",
            Datum::List(_) => "list",
            Datum::Text(_) => "text",
            Datum::Thermograph(_) => "thermograph",
            Datum::Impartial(_) => "impartial position",
            Datum::Heaps(_) => "heap game",
            Datum::Quotient(_) => "quotient",
        }
    }

    /// The type with its article: "an integer".
    pub fn a_kind(&self) -> String {
        a(self.kind())
    }

    /// The integer, if it is one.
    pub fn as_integer(&self) -> Option<i128> {
        match self {
            Datum::Number(x) => x.as_integer(),
            _ => None,
        }
    }
}

/// A word with its article.
pub fn a(word: &str) -> String {
    match word.chars().next() {
        _ if word == "none" => word.to_string(),
        Some('a' | 'e' | 'i' | 'o' | 'u') => format!("an {word}"),
        _ => format!("a {word}"),
    }
}

/// What a parameter of a function takes. Where a game is wanted, a position, an integer or a dyadic rational will do;
/// that is the only silent conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Any,
    Boolean,
    Integer,
    /// An integer from 0 on that fits a machine word: a length, a vertex, a nimber.
    Natural,
    /// An integer or a rational.
    Number,
    Outcome,
    Player,
    Game,
    /// A game that must be written as a form: the syntax counts, not the value.
    Form,
    Position,
    Graph,
    /// A graph or a position on one.
    Board,
    /// What `moves` lists: a place, or a list of places.
    Move,
    List,
    Naturals,
    /// Whose piece stands beside: Left, Right (or L, R), or none.
    Tint,
    Text,
    Thermograph,
    Impartial,
    Heaps,
    /// A heap game or an impartial position.
    Rules,
    Quotient,
    /// A graph or a quotient.
    Ordered,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Any => "anything",
            Kind::Boolean => "boolean",
            Kind::Integer => "integer",
            Kind::Natural => "natural number",
            Kind::Number => "number",
            Kind::Outcome => "outcome",
            Kind::Player => "player",
            Kind::Game => "game",
            Kind::Form => "form",
            Kind::Position => "position",
            Kind::Graph => "graph",
            Kind::Board => "graph or position",
            Kind::Move => "place or list of places",
            Kind::List => "list",
            Kind::Naturals => "list of natural numbers",
            Kind::Tint => "player or none",
            Kind::Text => "text",
            Kind::Thermograph => "thermograph",
            Kind::Impartial => "impartial position",
            Kind::Heaps => "heap game",
            Kind::Rules => "heap game or impartial position",
            Kind::Quotient => "quotient",
            Kind::Ordered => "graph or quotient",
        })
    }
}
