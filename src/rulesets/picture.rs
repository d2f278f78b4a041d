//! What a position looks like: places, where they are, and what is on them.

use super::Player;
use crate::graphs::Graph;

/// Places and what is on them. How they are drawn is not its business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    pub ground: Ground,
    /// What is on each place, in the order of the ground.
    pub places: Vec<Place>,
    /// The number by which moves call the first place.
    pub first: i64,
}

/// Where the places are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Row by row, so many in each.
    Rows { columns: usize },
    /// Vertices, and the pairs of them that are joined.
    Graph { edges: Vec<(usize, usize)> },
}

/// What is on a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Empty,
    /// A stone or colour of a player.
    Of(Player),
    /// Nothing yet, and only this player may come there.
    For(Player),
    /// Something that is nobody's.
    Neutral,
    /// There is no such place.
    Hole,
}

impl Place {
    /// A stone, or none.
    pub fn stone(whose: Option<Player>) -> Place {
        whose.map_or(Place::Empty, Place::Of)
    }
}

impl Picture {
    /// Rows of places, called from 0 on.
    pub fn rows(columns: usize, places: Vec<Place>) -> Picture {
        Picture { ground: Ground::Rows { columns }, places, first: 0 }
    }

    /// A graph with something on each of its vertices.
    pub fn graph(graph: &Graph, places: Vec<Place>) -> Picture {
        let edges = (0..graph.order())
            .flat_map(|v| graph.neighbours(v).filter(move |&w| v < w).map(move |w| (v, w)))
            .collect();
        Picture { ground: Ground::Graph { edges }, places, first: 0 }
    }
}
