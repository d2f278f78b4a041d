//! What the engine costs, in seconds and peak memory, beside a plain engine that does the same work.
//!
//! `cargo bench --bench engine` runs every job in a process of its own, so that its peak memory is its own. With words
//! after `--`, only jobs whose name contains one of them. Seconds are processor time. Nothing is asserted of them;
//! that both engines get the same values is.

mod clobber;
pub mod yardstick;

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use clobber::Clobber;
use referee::engine::{Player, Store, Value};
use yardstick::Yardstick;

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

impl Arithmetic for Store {
    type Game = Value;
    fn zero(&self) -> Value {
        self.zero()
    }
    fn game(&mut self, left: &[Value], right: &[Value]) -> Value {
        self.game(left, right).unwrap()
    }
    fn negative(&mut self, g: Value) -> Value {
        self.neg(g)
    }
    fn add(&mut self, g: Value, h: Value) -> Value {
        self.add(g, h).unwrap()
    }
    fn le(&mut self, g: Value, h: Value) -> bool {
        self.le(g, h).unwrap()
    }
    fn options(&mut self, g: Value) -> [Vec<Value>; 2] {
        Player::BOTH.map(|player| self.options(g, player).unwrap())
    }
    fn cost(&self) -> (u64, u64) {
        (self.cost().comparisons, self.cost().games)
    }
}

impl Arithmetic for Yardstick {
    type Game = yardstick::Id;
    fn zero(&self) -> Self::Game {
        Yardstick::ZERO
    }
    fn game(&mut self, left: &[Self::Game], right: &[Self::Game]) -> Self::Game {
        self.game(left.to_vec(), right.to_vec())
    }
    fn negative(&mut self, g: Self::Game) -> Self::Game {
        self.negative(g)
    }
    fn add(&mut self, g: Self::Game, h: Self::Game) -> Self::Game {
        self.add(g, h)
    }
    fn le(&mut self, g: Self::Game, h: Self::Game) -> bool {
        self.le(g, h)
    }
    fn options(&mut self, g: Self::Game) -> [Vec<Self::Game>; 2] {
        self.options_of(g).clone()
    }
    fn cost(&self) -> (u64, u64) {
        (self.comparisons() as u64, self.games() as u64)
    }
}

/// One piece of work; its answers go to a [`Fingerprint`].
struct Job {
    name: &'static str,
    what: &'static str,
    /// The plain engine would take too long, or too much memory.
    ours_only: bool,
}

const JOBS: &[Job] = &[
    Job { name: "row-13", what: "Clobber (xo)^n, n = 1..13", ours_only: false },
    Job { name: "row-17", what: "Clobber (xo)^n, n = 1..17", ours_only: false },
    Job { name: "row-19", what: "Clobber (xo)^n, n = 1..19", ours_only: false },
    Job { name: "row-20", what: "Clobber (xo)^n, n = 1..20", ours_only: true },
    Job { name: "strip-10", what: "Clobber 2×n strips, n = 1..10", ours_only: false },
    Job { name: "strip-12", what: "Clobber 2×n strips, n = 1..12", ours_only: false },
    Job { name: "strip-13", what: "Clobber 2×n strips, n = 1..13", ours_only: true },
    Job { name: "day3", what: "all games born by day 3", ours_only: false },
    Job { name: "order", what: "≤ of all pairs of them (day 3 included)", ours_only: false },
    Job {
        name: "forms-200000",
        what: "random {a, b, c | d, e, f} of them (day 3 included)",
        ours_only: false,
    },
    Job { name: "sums", what: "sums of every eighth pair of them (day 3 included)", ours_only: false },
    Job { name: "triples-2000", what: "sums of three of them (day 3 included)", ours_only: false },
];

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

/// What one job cost.
struct Measured {
    seconds: f64,
    peak_megabytes: f64,
    comparisons: u64,
    games: u64,
    fingerprint: u64,
}

/// In the process of one job: does it, and prints what it cost.
fn measure<E: Arithmetic>(mut engine: E, name: &str) {
    let before = seconds_of_this_process();
    let answers = answers(name, &mut engine);
    let seconds = seconds_of_this_process() - before;
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .and_then(|line| line.trim_end_matches("kB").trim().parse::<f64>().ok());
    let (comparisons, games) = engine.cost();
    let fingerprint = Fingerprint::of_all(&mut engine, &answers);
    println!("{seconds} {} {comparisons} {games} {fingerprint}", peak.unwrap_or(f64::NAN) / 1024.0);
}

/// Seconds of processor time, which other work on the machine does not lengthen; of the clock where Linux does not
/// tell.
fn seconds_of_this_process() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    let clock = START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64();
    let told = std::fs::read_to_string("/proc/self/schedstat").ok();
    told.and_then(|line| line.split(' ').next()?.parse::<f64>().ok())
        .map_or(clock, |nanoseconds| nanoseconds / 1e9)
}

/// Runs one job in a process of its own, whose peak memory is its own.
fn measured(engine: &str, name: &str) -> Measured {
    let this = std::env::current_exe().expect("this program has a path");
    let output = std::process::Command::new(this).args(["--job", engine, name]).output().expect("a process");
    let text = String::from_utf8_lossy(&output.stdout);
    let words: Vec<&str> = text.split_whitespace().collect();
    let [seconds, peak, comparisons, games, fingerprint] = words[..] else {
        panic!("{engine} {name}: {}", String::from_utf8_lossy(&output.stderr));
    };
    Measured {
        seconds: seconds.parse().unwrap(),
        peak_megabytes: peak.parse().unwrap(),
        comparisons: comparisons.parse().unwrap(),
        games: games.parse().unwrap(),
        fingerprint: fingerprint.parse().unwrap(),
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, engine, name] = &arguments[..]
        && flag == "--job"
    {
        return match &engine[..] {
            "plain" => measure(Yardstick::new(), name),
            _ => measure(Store::new(), name),
        };
    }
    // Words on the command line choose the jobs whose names contain them.
    let chosen =
        |job: &&Job| arguments.is_empty() || arguments.iter().any(|word| job.name.contains(&word[..]));
    for job in JOBS.iter().filter(chosen) {
        println!("{}: {}", job.name, job.what);
        let ours = measured("ours", job.name);
        let print = |engine: &str, m: &Measured| {
            println!(
                "  {engine:9} {:8.3} s {:7.1} MB {:10} comparisons {:8} games  answers {:016x}",
                m.seconds, m.peak_megabytes, m.comparisons, m.games, m.fingerprint
            );
        };
        print("engine", &ours);
        if !job.ours_only {
            let plain = measured("plain", job.name);
            print("yardstick", &plain);
            println!(
                "  ratio     {:8.1}   {:7.1}",
                plain.seconds / ours.seconds,
                plain.peak_megabytes / ours.peak_megabytes
            );
            assert_eq!(ours.fingerprint, plain.fingerprint, "the engines disagree on {}", job.name);
        }
    }
}
