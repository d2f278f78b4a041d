//! The one list of rulesets, and positions of which it is left open to which of them they belong.

use std::fmt;
use std::rc::Rc;

use super::{Clobber, Konane, KonaneRow, Move, Picture, Ruleset, Snort, Valuer, Visitor, value_by_moves};
use crate::engine::{Limit, Outcome, Player, Store, Value};
use crate::graphs::Graph;
use crate::search;

rulesets! { Clobber, Konane, KonaneRow, Snort }

/// Makes of the list: [`visit_all`], and for each of [`Position`], [`Valuers`], [`Plain`] and [`PlainPosition`] a variant or
/// field a ruleset, called as it is. Everything is answered by the ruleset itself; there is no other code here.
macro_rules! rulesets {
    ($($ruleset:ident),+) => {
        /// Every ruleset there is.
        pub fn visit_all(visitor: &mut impl Visitor) {
            $(visitor.visit::<$ruleset>();)+
        }

        /// A position of any ruleset. Cheap to copy.
        #[derive(Clone)]
        pub enum Position {
            $($ruleset(Rc<<$ruleset as Ruleset>::Position>)),+
        }

        $(impl From<<$ruleset as Ruleset>::Position> for Position {
            fn from(position: <$ruleset as Ruleset>::Position) -> Position {
                Position::$ruleset(Rc::new(position))
            }
        })+

        impl Position {
            /// The name of its ruleset.
            pub fn ruleset(&self) -> &'static str {
                match self {
                    $(Position::$ruleset(_) => <$ruleset as Ruleset>::NAME),+
                }
            }

            /// The moves of `player`: what they are called, and the positions after them.
            pub fn moves(&self, player: Player) -> Vec<(Move, Position)> {
                match self {
                    $(Position::$ruleset(position) => <$ruleset as Ruleset>::moves(position, player)
                        .into_iter()
                        .map(|(called, after)| (called, after.into()))
                        .collect()),+
                }
            }

            /// The position after the move that is called so; `None` if `player` has no such move.
            pub fn after(&self, player: Player, called: &[i64]) -> Option<Position> {
                match self {
                    $(Position::$ruleset(position) => {
                        <$ruleset as Ruleset>::after(position, player, called).map(Position::from)
                    }),+
                }
            }

            /// The players exchanged.
            pub fn negative(&self) -> Position {
                match self {
                    $(Position::$ruleset(position) => <$ruleset as Ruleset>::negative(position).into()),+
                }
            }

            /// As its ruleset reads it.
            pub fn write(&self) -> String {
                match self {
                    $(Position::$ruleset(position) => <$ruleset as Ruleset>::write(position)),+
                }
            }

            /// What it looks like.
            pub fn picture(&self) -> Picture {
                match self {
                    $(Position::$ruleset(position) => <$ruleset as Ruleset>::picture(position)),+
                }
            }

            /// The graph that it is played on, if it is played on one.
            pub fn graph(&self) -> Option<&Graph> {
                match self {
                    $(Position::$ruleset(position) => <$ruleset as Ruleset>::graph(position)),+
                }
            }

            /// The value by the moves alone; see [`value_by_moves`].
            pub fn value_by_moves(&self, store: &mut Store, budget: u64) -> Result<Value, Limit> {
                match self {
                    $(Position::$ruleset(position) => value_by_moves::<$ruleset>(position, store, budget)),+
                }
            }

            /// For plain search; `None` if it is too large for that.
            pub fn plain(&self) -> Option<Plain> {
                match self {
                    $(Position::$ruleset(position) => <$ruleset as Ruleset>::plain(position).map(Plain::$ruleset)),+
                }
            }
        }

        /// A valuer for each ruleset; all value into the same store.
        #[allow(non_snake_case, reason = "a field is called as its ruleset")]
        pub struct Valuers {
            $($ruleset: Valuer<$ruleset>),+
        }

        impl Valuers {
            /// Valuers of which each remembers up to `budget` kinds of pieces.
            pub fn with_budget(budget: u64) -> Valuers {
                Valuers { $($ruleset: Valuer::with_budget(budget)),+ }
            }

            /// How many kinds of pieces are remembered.
            pub fn remembered(&self) -> u64 {
                [$(self.$ruleset.remembered()),+].iter().sum()
            }

            /// The value of a position.
            pub fn value(&mut self, position: &Position, store: &mut Store) -> Result<Value, Limit> {
                match position {
                    $(Position::$ruleset(position) => self.$ruleset.value(position, store)),+
                }
            }

            /// The outcome of a position whose value may be out of reach; see [`Ruleset::outcome`].
            pub fn outcome(
                &mut self,
                position: &Position,
                store: &mut Store,
                budget: u64,
            ) -> Result<Outcome, Limit> {
                match position {
                    $(Position::$ruleset(position) => {
                        <$ruleset as Ruleset>::outcome(position, store, &mut self.$ruleset, budget)
                    }),+
                }
            }

            /// A move of `player`, who is to move, that wins; see [`Ruleset::winning_move`].
            pub fn winning_move(
                &mut self,
                position: &Position,
                player: Player,
                store: &mut Store,
                budget: u64,
            ) -> Result<Option<Move>, Limit> {
                match position {
                    $(Position::$ruleset(position) => {
                        <$ruleset as Ruleset>::winning_move(position, player, store, &mut self.$ruleset, budget)
                    }),+
                }
            }

            /// All moves of `player`, who is to move, that win; see [`Ruleset::winning_moves`].
            pub fn winning_moves(
                &mut self,
                position: &Position,
                player: Player,
                store: &mut Store,
                budget: u64,
            ) -> Result<Vec<Move>, Limit> {
                match position {
                    $(Position::$ruleset(position) => {
                        <$ruleset as Ruleset>::winning_moves(position, player, store, &mut self.$ruleset, budget)
                    }),+
                }
            }
        }

        /// A game of any ruleset for plain search.
        pub enum Plain {
            $($ruleset(<$ruleset as Ruleset>::Plain)),+
        }

        /// A position of [`Plain`].
        #[derive(Clone, PartialEq, Eq, Hash)]
        pub enum PlainPosition {
            $($ruleset(<<$ruleset as Ruleset>::Plain as search::Game>::Position)),+
        }

        impl search::Game for Plain {
            type Position = PlainPosition;

            fn start(&self) -> PlainPosition {
                match self {
                    $(Plain::$ruleset(game) => PlainPosition::$ruleset(game.start())),+
                }
            }

            fn moves(&self, position: &PlainPosition, player: search::Player) -> Vec<PlainPosition> {
                match (self, position) {
                    $((Plain::$ruleset(game), PlainPosition::$ruleset(position)) => {
                        game.moves(position, player).into_iter().map(PlainPosition::$ruleset).collect()
                    })+
                    _ => unreachable!("a position of another ruleset"),
                }
            }

            fn show(&self, position: &PlainPosition) -> String {
                match (self, position) {
                    $((Plain::$ruleset(game), PlainPosition::$ruleset(position)) => game.show(position),)+
                    _ => unreachable!("a position of another ruleset"),
                }
            }

            fn show_move(&self, before: &PlainPosition, after: &PlainPosition) -> String {
                match (self, before, after) {
                    $((
                        Plain::$ruleset(game),
                        PlainPosition::$ruleset(before),
                        PlainPosition::$ruleset(after),
                    ) => game.show_move(before, after),)+
                    _ => unreachable!("a position of another ruleset"),
                }
            }
        }
    };
}
use rulesets;

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.ruleset(), self.write())
    }
}
