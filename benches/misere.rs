//! What misère play costs, in seconds and peak memory, beside plain programs that do the same work.
//!
//! `cargo bench --bench misere` runs every job in a process of its own, so that its peak memory is its own. With words
//! after `--`, only jobs whose name contains one of them; `octal-0.335-24` as the only word learns the quotient of
//! another game, heaps up to that size, within a number of positions if one follows. Seconds are processor time. Nothing is asserted of them; that a job and its plain
//! program get the same answers is.

mod cost;

use std::collections::HashSet;

use referee::engine::misere::{
    Bipartite, Bounds, Components, Dictionary, MisereQuotient, Proof, SumTable, Tally, period, prove,
    prove_merged, quotient,
};
use referee::rulesets::heaps::Heaps;
use referee::rulesets::notakto::{self, Board};

/// One piece of work, and the plain program for it, if there is one. Its answer is a text.
struct Job {
    name: &'static str,
    what: &'static str,
    ours: fn() -> Work,
    plain: Option<fn() -> Work>,
}

/// What is left to do when what a job needs is there; only this is timed.
type Work = Box<dyn FnOnce() -> String>;

const JOBS: &[Job] = &[
    Job {
        name: "quotient",
        what: "the quotient of Notakto 3×3, from the rules",
        ours: from_the_rules,
        plain: None,
    },
    Job {
        name: "proof",
        what: "the proof that its dictionary is right, state by state",
        ours: || on_notakto(|dictionary| format!("{:?}", prove(dictionary, 1 << 22))),
        plain: Some(|| on_notakto(plain_proof)),
    },
    Job {
        name: "merged",
        what: "the same proof with merged states",
        ours: || on_notakto(|dictionary| format!("{:?}", prove_merged(dictionary, 1 << 22))),
        plain: None,
    },
    Job {
        name: "changes",
        what: "all dictionaries with one value changed, by the merged proof",
        ours: changes,
        plain: None,
    },
    Job {
        name: "sums-7",
        what: "outcomes of all sums of up to 7 boards, equal games merged",
        ours: || sums(7, true),
        plain: None,
    },
    Job {
        name: "each-7",
        what: "the same, every kind of board on its own",
        ours: || sums(7, false),
        plain: Some(|| plain_sums(7)),
    },
    Job {
        name: "sums-8",
        what: "outcomes of all sums of up to 8 boards, equal games merged",
        ours: || sums(8, true),
        plain: None,
    },
    Job {
        name: "each-8",
        what: "the same, every kind of board on its own",
        ours: || sums(8, false),
        plain: None,
    },
    Job {
        name: "solved",
        what: "all 84 octal games of the survey with a known period, together",
        ours: solved,
        plain: None,
    },
    Job {
        name: "octal-0.357-44",
        what: "learning 0.357, heaps up to 44",
        ours: || octal("0.357", 44),
        plain: None,
    },
    Job {
        name: "octal-0.643-13",
        what: "learning 0.643, heaps up to 13",
        ours: || octal("0.643", 13),
        plain: None,
    },
];

/// The boards of Notakto, and their quotient.
fn boards() -> (Components, MisereQuotient) {
    let (_, components) = notakto::components(&[Board { side: 3, crosses: 0 }]);
    let found = quotient(&components, &Bounds::default()).expect("a finite quotient");
    (components, found)
}

fn from_the_rules() -> Work {
    Box::new(|| boards().1.presentation().text())
}

fn on_notakto(work: fn(&Dictionary<'_>) -> String) -> Work {
    let (components, found) = boards();
    Box::new(move || {
        work(&Dictionary { pair: &found.pair, components: &components, values: found.values.clone() })
    })
}

fn changes() -> Work {
    on_notakto(|dictionary| {
        let mut right = [0, 0];
        for board in 0..dictionary.values.len() {
            for value in (0..dictionary.pair.monoid.order()).filter(|&x| x != dictionary.values[board]) {
                let mut values = dictionary.values.clone();
                values[board] = value;
                let changed = Dictionary { values, ..*dictionary };
                right[usize::from(matches!(prove_merged(&changed, 1 << 22), Proof::Right { .. }))] += 1;
            }
        }
        format!("{right:?}")
    })
}

fn sums(most: usize, merged: bool) -> Work {
    let (components, _) = boards();
    Box::new(move || {
        let (distinct, stands) = components.distinct();
        let mut copies = vec![0; distinct.len()];
        stands.iter().flatten().for_each(|&c| copies[c as usize] += 1);
        let (played, copies) =
            if merged { (&distinct, copies) } else { (&components, vec![1; components.len()]) };
        let table = SumTable::search(played, most).expect("boards do not split");
        let tallies = (1..=most).map(|k| table.tally(k, &copies, |_| true).0);
        told(tallies.collect())
    })
}

fn told(tallies: Vec<Tally>) -> String {
    let all: u64 = tallies.iter().map(|tally| tally.sums).sum();
    let p: Vec<u64> = tallies.iter().map(|tally| tally.p).collect();
    format!("{all} sums, P {p:?}")
}

/// Every row of the survey that has a period, checked: order, order of P, preperiod and period.
fn solved() -> Work {
    Box::new(|| {
        let rows = include_str!("../tests/data/misere_quotients.tsv").lines();
        let rows: Vec<Vec<&str>> = rows.map(|line| line.split('\t').collect()).collect();
        let solved = rows.iter().filter(|row| row[1] == "solved");
        let found = solved.map(|row| {
            let heaps = row[2].parse().expect("a number");
            let found = octal_answer(row[0], heaps, Bounds::default().positions);
            assert!(
                found.starts_with(&([row[3], row[4], row[7], row[6]].join(" ") + " ")),
                "{}: {found}",
                row[0]
            );
        });
        found.count().to_string()
    })
}

fn octal(code: &'static str, heaps: u32) -> Work {
    Box::new(move || octal_answer(code, heaps, Bounds::default().positions))
}

/// Order, order of P, preperiod and period, states and kinds of the proof.
fn octal_answer(code: &str, heaps: u32, positions: usize) -> String {
    let rules = Heaps::read(code).expect("a code");
    match quotient(&rules.components(heaps), &Bounds { positions, ..Bounds::default() }) {
        Ok(found) => {
            let period = period(&found.values, rules.octal_digits().unwrap_or(0), rules.breaks());
            let period = period.map_or("- -".to_string(), |(before, period)| format!("{before} {period}"));
            let (order, p) = (found.pair.monoid.order(), found.pair.p.count());
            format!("{order} {p} {period} {} {}", found.states, found.kinds)
        }
        Err(unfinished) => format!("{unfinished:?}"),
    }
}

/// The proof as it is told: from the empty sum, breadth first, states in a set.
fn plain_proof(dictionary: &Dictionary<'_>) -> String {
    let pair: &Bipartite = dictionary.pair;
    let m = &pair.monoid;
    let living = (0..dictionary.components.len()).filter(|&c| !dictionary.components.options(c).is_empty());
    let kinds: HashSet<(usize, Vec<usize>)> =
        living.map(|c| (dictionary.values[c], dictionary.option_values(c))).collect();
    let kinds: Vec<(usize, Vec<usize>)> = kinds.into_iter().collect();
    let empty: (usize, Vec<Option<usize>>) = (0, vec![None; kinds.len()]);
    let mut seen = HashSet::from([empty.clone()]);
    let mut level = vec![empty];
    while !level.is_empty() {
        let mut next = Vec::new();
        for (product, others) in &level {
            for (kind, (value, _)) in kinds.iter().enumerate() {
                let mut after: Vec<Option<usize>> =
                    others.iter().map(|r| r.map(|r| m.times(r, *value))).collect();
                after[kind] = Some(*product);
                let state = (m.times(*product, *value), after);
                if seen.insert(state.clone()) {
                    let wins = state.1.iter().zip(&kinds).any(|(r, (_, options))| {
                        r.is_some_and(|r| options.iter().any(|&y| pair.in_p(m.times(r, y))))
                    });
                    assert_eq!(!wins, pair.in_p(state.0), "the dictionary is wrong");
                    next.push(state);
                }
            }
        }
        level = next;
    }
    format!("{:?}", Proof::Right { states: seen.len(), kinds: kinds.len() })
}

/// Outcomes of sums as ascending lists of boards, a bit each, at places that binomial coefficients give.
fn plain_sums(most: usize) -> Work {
    let (components, _) = boards();
    Box::new(move || {
        let kinds = components.len();
        let choose = |n: usize, k: usize| (0..k).fold(1u64, |c, i| c * (n - i) as u64 / (i + 1) as u64);
        let places: Vec<Vec<u64>> =
            (0..most).map(|i| (0..kinds).map(|a| choose(a + i, i + 1)).collect()).collect();
        let place = |sum: &[usize]| -> u64 { sum.iter().enumerate().map(|(i, &a)| places[i][a]).sum() };
        let mut tables: Vec<Vec<u64>> = vec![vec![0]];
        let mut tallies = Vec::new();
        for k in 1..=most {
            tables.push(vec![0; choose(kinds + k - 1, k).div_ceil(64) as usize]);
            let mut tally = Tally::default();
            let mut sum = vec![0; k];
            loop {
                let mut wins = false;
                for i in 0..k {
                    for option in components.options(sum[i]) {
                        let mut next = sum.clone();
                        next.remove(i);
                        next.extend(option.iter().map(|&c| c as usize));
                        next.sort_unstable();
                        let at = place(&next);
                        wins |= tables[next.len()][(at / 64) as usize] >> (at % 64) & 1 == 1;
                    }
                }
                if !wins {
                    let at = place(&sum);
                    tables[k][(at / 64) as usize] |= 1 << (at % 64);
                }
                tally.sums += 1;
                tally.p += u64::from(!wins);
                let Some(up) =
                    (0..k).find(|&i| if i + 1 < k { sum[i] < sum[i + 1] } else { sum[i] + 1 < kinds })
                else {
                    break;
                };
                sum[up] += 1;
                sum[..up].fill(0);
            }
            tallies.push(tally);
        }
        told(tallies)
    })
}

/// In the process of one job: does it, and prints what it cost and its answer.
fn measure(prepare: impl FnOnce() -> Work) {
    let work = prepare();
    let before = cost::seconds();
    let answer = work();
    println!("{} {} {answer}", cost::seconds() - before, cost::peak_megabytes());
}

/// Runs one job in a process of its own; gives back the seconds and the answer.
fn measured(who: &str, name: &str) -> (f64, String) {
    let this = std::env::current_exe().expect("this program has a path");
    let output = std::process::Command::new(this).args(["--job", who, name]).output().expect("a process");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut words = text.trim_end().splitn(3, ' ');
    let mut next =
        || words.next().unwrap_or_else(|| panic!("{name}: {}", String::from_utf8_lossy(&output.stderr)));
    let (seconds, peak, answer) = (next(), next(), next().to_string());
    let (seconds, peak): (f64, f64) = (seconds.parse().unwrap(), peak.parse().unwrap());
    println!("  {who:6} {seconds:9.3} s {peak:8.1} MB  {answer}");
    (seconds, answer)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [flag, who, name] = &arguments[..]
        && flag == "--job"
    {
        let job = JOBS.iter().find(|job| job.name == name);
        return match (job, job.and_then(|job| job.plain)) {
            (Some(_), Some(plain)) if who == "plain" => measure(plain),
            (Some(job), _) => measure(job.ours),
            (None, _) => {
                let words: Vec<&str> = name.split('-').collect();
                let number = |word: &&str| word.parse().expect("a number");
                let (code, heaps): (String, usize) = (words[1].to_string(), number(&words[2]));
                let positions = words.get(3).map_or(Bounds::default().positions, number);
                measure(|| Box::new(move || octal_answer(&code, heaps as u32, positions)))
            }
        };
    }
    if let [name] = &arguments[..]
        && name.starts_with("octal-")
        && name.split('-').count() > 2
    {
        measured("ours", name);
        return;
    }
    let chosen =
        |job: &&Job| arguments.is_empty() || arguments.iter().any(|word| job.name.contains(&word[..]));
    for job in JOBS.iter().filter(chosen) {
        println!("{}: {}", job.name, job.what);
        let (seconds, answer) = measured("ours", job.name);
        if job.plain.is_some() {
            let (plain_seconds, plain_answer) = measured("plain", job.name);
            println!("  ratio  {:9.1}", plain_seconds / seconds);
            assert_eq!(answer, plain_answer, "{} has two answers", job.name);
        }
    }
}
