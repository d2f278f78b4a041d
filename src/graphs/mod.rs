//! Simple undirected graphs: reading and writing them, the families that papers name, all trees and all
//! graphs of an order, and keys that are equal exactly for isomorphic graphs.
//!
//! The room knows no game. A position's tints arrive here as plain numbers, called colours.

mod graph;

pub use graph::{Graph, MAX_ORDER, OutsideDomain};
