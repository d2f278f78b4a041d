//! The jobs of `benches/engine.rs` with the `cgt` crate.
//!
//! `cargo run --release -- row-11 day3 sums` prints for each job the seconds of processor time, the peak memory in
//! megabytes so far (so give one job at a time to compare it), two columns that `cgt` cannot fill (comparisons) or that
//! come from this adapter (distinct values), and a fingerprint of the answers, which must be the engine's.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use cgt::short::partizan::canonical_form::CanonicalForm;
use cgt::total::TotalWrapper;
use jobs::{Arithmetic, measure};

#[path = "../../clobber.rs"]
mod clobber;
#[path = "../../jobs.rs"]
mod jobs;

/// The values of `cgt` are trees. Each distinct one is kept once here, as a ruleset's table would.
#[derive(Default)]
struct Cgt {
    games: Vec<CanonicalForm>,
    places: HashMap<u64, Vec<u32>>,
}

impl Cgt {
    fn new() -> Cgt {
        let mut cgt = Cgt::default();
        cgt.place(CanonicalForm::new_integer(0));
        cgt
    }

    fn place(&mut self, game: CanonicalForm) -> u32 {
        let mut hasher = DefaultHasher::new();
        TotalWrapper::new(&game).hash(&mut hasher);
        let places = self.places.entry(hasher.finish()).or_default();
        if let Some(&place) = places.iter().find(|&&place| self.games[place as usize] == game) {
            return place;
        }
        let place = self.games.len() as u32;
        places.push(place);
        self.games.push(game);
        place
    }

    fn at(&self, place: u32) -> &CanonicalForm {
        &self.games[place as usize]
    }
}

impl Arithmetic for Cgt {
    type Game = u32;

    fn zero(&self) -> u32 {
        0
    }

    fn game(&mut self, left: &[u32], right: &[u32]) -> u32 {
        let forms = |places: &[u32]| places.iter().map(|&place| self.at(place).clone()).collect();
        let game = CanonicalForm::new_from_moves(forms(left), forms(right));
        self.place(game)
    }

    fn negative(&mut self, g: u32) -> u32 {
        let negative = -self.at(g);
        self.place(negative)
    }

    fn add(&mut self, g: u32, h: u32) -> u32 {
        let sum = self.at(g) + self.at(h);
        self.place(sum)
    }

    fn le(&mut self, g: u32, h: u32) -> bool {
        CanonicalForm::leq(self.at(g), self.at(h))
    }

    fn options(&mut self, g: u32) -> [Vec<u32>; 2] {
        let left: Vec<CanonicalForm> = self.at(g).left_moves().map(|x| x.into_owned()).collect();
        let right: Vec<CanonicalForm> = self.at(g).right_moves().map(|x| x.into_owned()).collect();
        [left, right].map(|options| options.into_iter().map(|x| self.place(x)).collect())
    }

    fn cost(&self) -> (u64, u64) {
        (0, self.games.len() as u64)
    }
}

fn main() {
    for job in std::env::args().skip(1) {
        print!("{job} ");
        measure(Cgt::new(), &job);
    }
}
