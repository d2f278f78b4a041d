//! Work for any engine of short partizan games, and what it costs.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::clobber::Clobber;
use super::cost;

/// What a job needs of an engine.
pub trait Arithmetic {
    type Game: Copy + Eq + Hash;
    fn zero(&self) -> Self::Game;
    fn game(&mut self, left: &[Self::Game], right: &[Self::Game]) -> Self::Game;
    fn negative(&mut self, g: Self::Game) -> Self::Game;
    fn add(&mut self, g: Self::Game, h: Self::Game) -> Self::Game;
    fn le(&mut self, g: Self::Game, h: Self::Game) -> bool;
    /// Left and Right options of the canonical form.
    fn options(&mut self, g: Self::Game) -> [Vec<Self::Game>; 2];
    /// Comparisons made or remembered, and games stored.
    fn cost(&self) -> (u64, u64);
}

/// Does a job and returns the games that stand for its answers.
pub fn answers<E: Arithmetic>(name: &str, engine: &mut E) -> Vec<E::Game> {
    let (name, size) = name.split_once('-').unwrap_or((name, "0"));
    let size: u32 = size.parse().expect("the size of a job is a number");
    if let "row" | "strip" = name {
        let mut clobber = Clobber::new(if name == "row" { 1 } else { 2 });
        return (1..=size).map(|n| clobber.alternating(engine, n)).collect();
    }
    let days = day_3(engine);
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut pick = || days[(random.next() % days.len() as u64) as usize];
    match name {
        "day3" => days,
        "order" => {
            let mut below = 0;
            for &g in &days {
                below += days.iter().filter(|&&h| engine.le(g, h)).count();
            }
            vec![days[below % days.len()]]
        }
        "forms" => {
            (0..size).map(|_| engine.game(&[pick(), pick(), pick()], &[pick(), pick(), pick()])).collect()
        }
        "sums" => {
            let pairs = (0..days.len()).flat_map(|i| (i..days.len()).map(move |j| (i, j)));
            pairs.filter(|(i, j)| (i + j) % 8 == 0).map(|(i, j)| engine.add(days[i], days[j])).collect()
        }
        "triples" => (0..size)
            .map(|_| {
                let sum = engine.add(pick(), pick());
                engine.add(sum, pick())
            })
            .collect(),
        _ => panic!("no job {name}"),
    }
}

/// The games born by day 3: every pair of antichains of the games born by day 2, and so on.
fn day_3<E: Arithmetic>(engine: &mut E) -> Vec<E::Game> {
    let mut games = vec![];
    for _ in 0..=3 {
        let mut antichains: Vec<Vec<E::Game>> = vec![vec![]];
        for &game in &games {
            for i in 0..antichains.len() {
                let chain = antichains[i].clone();
                if !chain.iter().any(|&x| engine.le(x, game) || engine.le(game, x)) {
                    antichains.push([chain, vec![game]].concat());
                }
            }
        }
        let mut seen = HashSet::new();
        let mut born = vec![];
        for left in &antichains {
            for right in &antichains {
                let game = engine.game(left, right);
                if seen.insert(game) {
                    born.push(game);
                }
            }
        }
        games = born;
    }
    games
}

/// Xorshift: the same games on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }
}

/// A number for each game that depends on its canonical form only.
pub struct Fingerprint<E: Arithmetic>(HashMap<E::Game, u64>);

impl<E: Arithmetic> Fingerprint<E> {
    pub fn of_all(engine: &mut E, games: &[E::Game]) -> u64 {
        let mut fingerprint = Fingerprint(HashMap::new());
        games.iter().fold(0, |sum: u64, &g| sum.rotate_left(7) ^ fingerprint.of(engine, g))
    }

    fn of(&mut self, engine: &mut E, g: E::Game) -> u64 {
        if let Some(&known) = self.0.get(&g) {
            return known;
        }
        let mut print = 1u64;
        for options in engine.options(g) {
            let mut prints: Vec<u64> = options.into_iter().map(|x| self.of(engine, x)).collect();
            prints.sort_unstable();
            for option in prints.into_iter().chain([2]) {
                print = (print.rotate_left(23) ^ option).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            }
        }
        self.0.insert(g, print);
        print
    }
}

/// In the process of one job: does it in the way given, and prints what it cost.
pub fn measure<E: Arithmetic>(mut engine: E, name: &str, answers: impl Fn(&str, &mut E) -> Vec<E::Game>) {
    let before = cost::seconds();
    let answers = answers(name, &mut engine);
    let seconds = cost::seconds() - before;
    let peak = cost::peak_megabytes();
    let (comparisons, games) = engine.cost();
    let fingerprint = Fingerprint::of_all(&mut engine, &answers);
    println!("{seconds} {peak} {comparisons} {games} {fingerprint}");
}
