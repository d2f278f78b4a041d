//! Impartial games, and misère play: whoever makes the last move loses.
//!
//! A game is plain data here ([`Components`]: kinds of components, their options as sums of earlier ones), so that
//! boards and heaps are one thing. What can be asked of them: canonical forms and genus of single games ([`Games`]),
//! outcomes of sums by plain search ([`Plain`], [`SumTable`]), commutative monoids from presentations
//! ([`Presentation`], [`Monoid`]), and misère quotients ([`quotient`]), which come with a finite proof ([`prove`]).

mod components;
mod games;
mod learn;
mod monoid;
mod packed;
mod plain;
mod presentation;
mod proof;
mod quotient;
mod set;
mod slices;
mod sums;
mod word;

pub use components::Components;
pub use games::{Games, Genus, ImpartialGame, Kind};
pub use monoid::{Bipartite, Monoid};
pub use plain::Plain;
pub use presentation::{CriticalPair, Infinite, Presentation, Rewriting};
pub use proof::{Counterexample, Dictionary, Proof, proof_lengths, prove, prove_merged};
pub use quotient::{Bounds, MisereQuotient, Unfinished, named, period, quotient};
pub use set::Set;
pub use sums::{SumTable, Tally};
pub use word::{Unreadable, Word};
