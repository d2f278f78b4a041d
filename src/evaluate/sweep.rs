//! Many cases on all cores, with the same result for any number of threads.
//!
//! Jobs over the same domains are run together. The cases are cut into batches by index alone; each batch has an evaluator,
//! and so an arena and a budget, of its own, and batches are merged in their order. Cases that are told apart by numbers alone
//! are one batch: a larger one mostly has the smaller ones inside it, and cut apart they would be valued again and again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::domains::Domain;
use super::jobs::{Job, Part, Runner};
use super::language::Bindings;
use super::questions::outer_cases;
use super::{Datum, Evaluator, Stop};
use crate::verdicts::Cost;

/// What a job collected over all its cases.
pub struct Swept {
    pub part: Part,
    pub cost: Cost,
    /// How values were reached, other than by the engine and by arithmetic: by this job or another over the same cases.
    pub methods: BTreeSet<&'static str>,
}

impl Swept {
    fn start(job: &Job) -> Swept {
        Swept { part: job.start(), cost: Cost::default(), methods: BTreeSet::new() }
    }
}

/// What each job collected, or why it stopped, in the order of the jobs.
pub type Collected = Vec<Result<Swept, Stop>>;

/// Into how many batches the innermost domains are cut: enough for some cores, few enough that boards that occur again
/// and again are rarely valued anew.
const BATCHES: usize = 6;

/// Runs jobs, and gives what each collected, or why it stopped, in their order.
pub fn run(jobs: &[Job], runner: Runner<'_>) -> Collected {
    let groups = Group::all(jobs, runner);
    let batches: Vec<(usize, Range<usize>)> = groups
        .iter()
        .enumerate()
        .flat_map(|(index, group)| group.batches().into_iter().map(move |batch| (index, batch)))
        .collect();
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Option<Collected>>> = Mutex::new(batches.iter().map(|_| None).collect());
    let work = || {
        // Domains cannot cross threads; each worker finds them again, which is cheap beside the cases.
        let mut known: Option<(usize, Result<Vec<Task>, Stop>)> = None;
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some((index, batch)) = batches.get(at) else { break };
            let tasks = match known.take().filter(|(of, _)| of == index) {
                Some((_, tasks)) => tasks,
                None => groups[*index].tasks(),
            };
            let result = groups[*index].batch(&tasks, batch.clone());
            known = Some((*index, tasks));
            done.lock().unwrap_or_else(|poisoned| poisoned.into_inner())[at] = Some(result);
        }
    };
    let threads = runner.threads.clamp(1, batches.len().max(1));
    if threads == 1 {
        work();
    } else {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        });
    }
    let mut whole: Collected = jobs.iter().map(|job| Ok(Swept::start(job))).collect();
    let done = done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
    for ((index, _), results) in batches.iter().zip(done) {
        for (job, part) in groups[*index].jobs.iter().zip(results.into_iter().flatten()) {
            merge(&mut whole[*job], part);
        }
    }
    whole
}

/// Adds what a later batch collected. The first stop, by index, is the job's, whatever later batches did.
fn merge(whole: &mut Result<Swept, Stop>, part: Result<Swept, Stop>) {
    match (&mut *whole, part) {
        (Err(_), _) => {}
        (Ok(whole), Ok(part)) => {
            whole.part.merge(part.part);
            whole.cost = whole.cost.plus(part.cost);
            whole.methods.extend(part.methods);
        }
        (_, Err(stop)) => *whole = Err(stop),
    }
}

/// Jobs over the same domains, by their indices among all jobs.
struct Group<'a> {
    all: &'a [Job],
    jobs: Vec<usize>,
    runner: Runner<'a>,
}

/// A chunk of the innermost domain under the variables of the outer ones.
struct Task {
    outer: Bindings,
    domain: Domain,
    chunk: usize,
}

impl Task {
    /// Is each case of it told by numbers alone?
    fn is_numbered(&self) -> bool {
        self.domain.is_numbers() && self.outer.iter().all(|(_, datum)| matches!(datum, Datum::Number(_)))
    }
}

impl<'a> Group<'a> {
    /// All jobs in groups, in the order of their first ones.
    fn all(all: &'a [Job], runner: Runner<'a>) -> Vec<Group<'a>> {
        let mut groups: Vec<Group<'a>> = Vec::new();
        let mut named: BTreeMap<String, usize> = BTreeMap::new();
        for (index, job) in all.iter().enumerate() {
            let group = *named.entry(job.name()).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Group { all, jobs: Vec::new(), runner });
            }
            groups[group].jobs.push(index);
        }
        groups
    }

    fn own(&self) -> impl Iterator<Item = &'a Job> {
        let all = self.all;
        self.jobs.iter().map(move |&index| &all[index])
    }

    /// What is one batch, by the indices of its tasks. Where tasks cannot be found one batch says so.
    fn batches(&self) -> Vec<Range<usize>> {
        let Ok(tasks) = self.tasks() else { return std::iter::once(0..0).collect() };
        let batches = if tasks.iter().all(Task::is_numbered) { 1 } else { BATCHES };
        let size = tasks.len().div_ceil(batches).max(1);
        (0..tasks.len()).step_by(size).map(|from| from..(from + size).min(tasks.len())).collect()
    }

    fn evaluator(&self) -> Evaluator {
        let budget = self.own().next().map(|job| job.budget).unwrap_or_default();
        Evaluator::of(self.runner.opinion, self.runner.definitions.clone(), budget)
    }

    fn tasks(&self) -> Result<Vec<Task>, Stop> {
        let mut evaluator = self.evaluator();
        let split = self.own().next().and_then(|job| job.cases.generators.split_last());
        let Some(((_, innermost), outer)) = split else { return Ok(Vec::new()) };
        let mut tasks = Vec::new();
        for case in outer_cases(&mut evaluator, outer)? {
            let domain = evaluator.evaluate_domain(innermost, &case)?;
            tasks.extend((0..domain.chunks()).map(|chunk| Task {
                outer: case.clone(),
                domain: domain.clone(),
                chunk,
            }));
        }
        Ok(tasks)
    }

    fn batch(&self, tasks: &Result<Vec<Task>, Stop>, batch: Range<usize>) -> Collected {
        let tasks = match tasks {
            Ok(tasks) => &tasks[batch],
            Err(stop) => return self.jobs.iter().map(|_| Err(stop.clone())).collect(),
        };
        let mut collected: Collected = self.own().map(|job| Ok(Swept::start(job))).collect();
        let Some((variable, _)) = self.own().next().and_then(|lead| lead.cases.generators.last()) else {
            return collected;
        };
        let mut evaluator = self.evaluator();
        for task in tasks {
            let mut case = task.outer.clone();
            let own = case.len();
            case.push((variable.clone(), Datum::None));
            for datum in task.domain.chunk(task.chunk) {
                case[own].1 = datum;
                self.visit(&mut evaluator, &case, &mut collected);
            }
        }
        for swept in collected.iter_mut().flatten() {
            swept.methods.extend(&evaluator.methods);
        }
        collected
    }

    fn visit(&self, evaluator: &mut Evaluator, case: &Bindings, collected: &mut [Result<Swept, Stop>]) {
        for (job, so_far) in self.own().zip(collected) {
            let before = evaluator.cost();
            if let Ok(swept) = so_far {
                let visited = job.visit(evaluator, case, &mut swept.part);
                swept.cost = swept.cost.plus(evaluator.cost().minus(before));
                if let Err(stop) = visited {
                    *so_far = Err(stop);
                }
            }
        }
    }
}
