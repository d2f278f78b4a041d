//! Simple undirected graphs: reading and writing them, the families that papers name, all trees and all
//! graphs of an order, and keys that are equal exactly for isomorphic graphs.
//!
//! The room knows no game. A position's tints arrive here as plain numbers, called colours.

pub mod families;
mod graph;
mod text;

pub use graph::{Graph, MAX_ORDER, OutsideDomain};
pub use text::{ReadError, read, read_adjacency, read_graph6, write_adjacency, write_graph6};
