//! Many cases on all cores, with the same result for any number of threads.
//!
//! Jobs over the same cases are run together. The cases are cut into batches by index alone; each batch has an evaluator,
//! and so an arena and a budget, of its own, and batches are merged in their order.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::domains::Domain;
use super::jobs::{Job, Part, Runner};
use super::language::Bindings;
use super::questions::outer_cases;
use super::{Evaluator, Stop};
use crate::verdicts::Cost;

/// What a job collected and spent over all its cases, or why it stopped.
pub type Swept = Result<(Part, Cost), Stop>;

/// Into how many batches the innermost domains are cut: enough for some cores, few enough that boards that occur again
/// and again are rarely valued anew.
const BATCHES: usize = 6;

/// Runs jobs, and gives what each collected, in their order.
pub fn run(jobs: &[Job], runner: Runner<'_>) -> Vec<Swept> {
    let mut swept: Vec<Option<Swept>> = jobs.iter().map(|_| None).collect();
    for first in 0..jobs.len() {
        if swept[first].is_some() {
            continue;
        }
        let name = jobs[first].name();
        let together: Vec<usize> =
            (first..jobs.len()).filter(|&job| swept[job].is_none() && jobs[job].name() == name).collect();
        let group = Group { jobs: together.iter().map(|&job| &jobs[job]).collect(), runner };
        for (job, result) in together.into_iter().zip(group.run()) {
            swept[job] = Some(result);
        }
    }
    swept.into_iter().flatten().collect()
}

/// Jobs over the same cases.
struct Group<'a> {
    jobs: Vec<&'a Job>,
    runner: Runner<'a>,
}

/// A chunk of the innermost domain under the variables of the outer ones.
struct Task {
    outer: Bindings,
    domain: Domain,
    chunk: usize,
}

impl Group<'_> {
    fn run(&self) -> Vec<Swept> {
        let tasks = match self.tasks() {
            Ok(tasks) => tasks.len(),
            Err(stop) => return self.jobs.iter().map(|_| Err(stop.clone())).collect(),
        };
        let size = tasks.div_ceil(BATCHES).max(1);
        let batches = tasks.div_ceil(size);
        let next = AtomicUsize::new(0);
        let done: Mutex<Vec<Option<Vec<Swept>>>> = Mutex::new((0..batches).map(|_| None).collect());
        let work = || {
            // Domains cannot cross threads; each worker finds them again, which is cheap beside the cases.
            let Ok(tasks) = self.tasks() else { return };
            loop {
                let batch = next.fetch_add(1, Ordering::Relaxed);
                if batch >= batches {
                    break;
                }
                let result = self.batch(&tasks[batch * size..((batch + 1) * size).min(tasks.len())]);
                done.lock().unwrap_or_else(|poisoned| poisoned.into_inner())[batch] = Some(result);
            }
        };
        let threads = self.runner.threads.clamp(1, batches.max(1));
        if threads == 1 {
            work();
        } else {
            std::thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(work);
                }
            });
        }
        let mut whole: Vec<Swept> = self.jobs.iter().map(|job| Ok((job.start(), Cost::default()))).collect();
        for batch in done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).into_iter().flatten()
        {
            for (whole, part) in whole.iter_mut().zip(batch) {
                match (&mut *whole, part) {
                    // The first stop, by index, is the job's, whatever later batches did.
                    (Err(_), _) => {}
                    (Ok((whole, cost)), Ok((part, spent))) => {
                        whole.merge(part);
                        *cost = cost.plus(spent);
                    }
                    (_, Err(stop)) => *whole = Err(stop),
                }
            }
        }
        whole
    }

    fn evaluator(&self) -> Evaluator {
        let budget = self.jobs.first().map(|job| job.budget).unwrap_or_default();
        Evaluator::of(self.runner.opinion, self.runner.definitions.clone(), budget)
    }

    fn tasks(&self) -> Result<Vec<Task>, Stop> {
        let mut evaluator = self.evaluator();
        let split = self.jobs.first().and_then(|job| job.cases.generators.split_last());
        let Some(((_, innermost), outer)) = split else { return Ok(Vec::new()) };
        let mut tasks = Vec::new();
        for case in outer_cases(&mut evaluator, outer)? {
            let domain = evaluator.domain_of(innermost, &case)?;
            tasks.extend((0..domain.chunks()).map(|chunk| Task {
                outer: case.clone(),
                domain: domain.clone(),
                chunk,
            }));
        }
        Ok(tasks)
    }

    fn batch(&self, tasks: &[Task]) -> Vec<Swept> {
        let mut collected: Vec<Swept> =
            self.jobs.iter().map(|job| Ok((job.start(), Cost::default()))).collect();
        let Some(lead) = self.jobs.first() else { return collected };
        let Some((variable, _)) = lead.cases.generators.last() else { return collected };
        let mut evaluator = self.evaluator();
        for task in tasks {
            let mut case = task.outer.clone();
            for datum in task.domain.chunk(task.chunk) {
                case.push((variable.clone(), datum));
                match lead.cases.admit(&mut evaluator, &case) {
                    Ok(true) => self.visit(&mut evaluator, &case, &mut collected),
                    Ok(false) => {}
                    Err(stop) => return self.jobs.iter().map(|_| Err(stop.clone())).collect(),
                }
                case.pop();
            }
        }
        collected
    }

    fn visit(&self, evaluator: &mut Evaluator, case: &Bindings, collected: &mut [Swept]) {
        for (job, so_far) in self.jobs.iter().zip(collected) {
            let before = evaluator.cost();
            if let Ok((part, cost)) = so_far {
                let visited = job.visit(evaluator, case, part);
                *cost = cost.plus(evaluator.cost().minus(before));
                if let Err(stop) = visited {
                    *so_far = Err(stop);
                }
            }
        }
    }
}
