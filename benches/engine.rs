//! What the engine costs, in seconds and peak memory, beside a plain engine that does the same work.
//!
//! `cargo bench --bench engine` runs every job in a process of its own, so that its peak memory is its own. With words
//! after `--`, only jobs whose name contains one of them. Seconds are processor time. Nothing is asserted of them;
//! that both engines get the same values is.

mod clobber;
mod cost;
pub mod jobs;
pub mod yardstick;

use jobs::{Arithmetic, measure};
use referee::engine::{Player, Store, Value};
use referee::rulesets::{Clobber, KonaneRow, Valuer};
use yardstick::Yardstick;

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
    Job { name: "konane-14", what: "Konane S(k,m,n), all 2,744 up to 14 stones in a block", ours_only: true },
    Job { name: "triples-2000", what: "sums of three of them (day 3 included)", ours_only: false },
];

/// What one job cost.
struct Measured {
    seconds: f64,
    peak_megabytes: f64,
    comparisons: u64,
    games: u64,
    fingerprint: u64,
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

/// The rows and strips by the project's own ruleset.
fn by_the_ruleset(name: &str, store: &mut Store) -> Vec<Value> {
    let (shape, size) = name.split_once('-').expect("a shape and a size");
    if shape == "konane" {
        return konane(size.parse().expect("the size of a job is a number"), store);
    }
    let text = if shape == "row" { "(xo)^n" } else { "x^n/o^n" };
    let mut valuer = Valuer::<Clobber>::new();
    let size: usize = size.parse().expect("the size of a job is a number");
    let position = |n| Clobber::read_with(text, Some(n)).expect("a position");
    (1..=size).map(|n| valuer.value(&position(n), store).unwrap()).collect()
}

/// All S(k,m,n) up to a size.
fn konane(size: usize, store: &mut Store) -> Vec<Value> {
    let mut valuer = Valuer::<KonaneRow>::new();
    let mut values = Vec::new();
    for k in 1..=size {
        for m in 1..=size {
            for n in 1..=size {
                let row = KonaneRow::blocks(&[k, m, n]).expect("a row");
                values.push(valuer.value(&row, store).unwrap());
            }
        }
    }
    values
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, engine, name] = &arguments[..]
        && flag == "--job"
    {
        return match &engine[..] {
            "plain" => measure(Yardstick::new(), name, jobs::answers),
            "ruleset" => measure(Store::new(), name, by_the_ruleset),
            _ => measure(Store::new(), name, jobs::answers),
        };
    }
    // Words on the command line choose the jobs whose names contain them.
    let chosen =
        |job: &&Job| arguments.is_empty() || arguments.iter().any(|word| job.name.contains(&word[..]));
    for job in JOBS.iter().filter(chosen) {
        println!("{}: {}", job.name, job.what);
        // Only the ruleset knows how rows of Konane are played.
        let ours = measured(if job.name.starts_with("konane") { "ruleset" } else { "ours" }, job.name);
        let print = |engine: &str, m: &Measured| {
            println!(
                "  {engine:9} {:8.3} s {:7.1} MB {:10} comparisons {:8} games  answers {:016x}",
                m.seconds, m.peak_megabytes, m.comparisons, m.games, m.fingerprint
            );
        };
        print("engine", &ours);
        if job.name.starts_with("row") || job.name.starts_with("strip") {
            let ruleset = measured("ruleset", job.name);
            print("ruleset", &ruleset);
            assert_eq!(ours.fingerprint, ruleset.fingerprint, "the ruleset disagrees on {}", job.name);
        }
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
