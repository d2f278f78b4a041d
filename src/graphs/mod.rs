//! Simple undirected graphs: reading and writing them, the families that papers name, all trees and all
//! graphs of an order, and keys that are equal exactly for isomorphic graphs.
//!
//! The room knows no game. A position's tints arrive here as plain numbers, called colours.

mod blocked;
mod canonical;
mod enumerate;
pub mod families;
mod graph;
pub mod second;
mod text;
mod tree;
mod word;

pub use blocked::blocked_length;
pub use canonical::{Code, canonical_code, canonical_code_of, labelled_code, sharing_code};
pub use enumerate::{Enumeration, MAX_GRAPHS_ORDER, MAX_TREES_ORDER};
pub use graph::{Graph, MAX_ORDER, OutsideDomain};
pub use text::{ReadError, read, read_adjacency, read_graph6, write_adjacency, write_graph6};
pub use tree::{tree_code, tree_code_of};

/// Raised when the room gives another answer than before: results frozen under an older number are stale.
pub const REVISION: u32 = 1;
