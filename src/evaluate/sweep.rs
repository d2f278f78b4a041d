//! Many cases on all cores, with the same result for any number of threads.
//!
//! The cases of a domain are cut into batches by index alone. Each batch has an evaluator, and so an arena and a budget,
//! of its own; results are merged in the order of the batches.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use super::domains::Domain;
use super::language::{Bindings, Budget, Opinion};
use super::questions::{Cases, outer_cases};
use super::{Definitions, Evaluator, Stop};
use crate::verdicts::Cost;

/// What is swept, and with what.
#[derive(Clone, Copy)]
pub struct Sweep<'a> {
    pub definitions: &'a Arc<Definitions>,
    /// For each batch.
    pub budget: Budget,
    pub opinion: Opinion,
    /// At least one variable.
    pub cases: &'a Cases,
    pub jobs: usize,
}

/// What a batch collected and spent, or why it stopped.
type Done<T> = Result<(T, Cost), Stop>;

/// A batch holds this part of all chunks of the innermost domains.
const BATCHES: usize = 128;

impl Sweep<'_> {
    /// Visits every case; `start` makes what a batch collects. The collections come in the order of the cases.
    ///
    /// # Errors
    /// The first batch that stops, by index, whatever the others did.
    pub fn run<T: Send>(
        &self,
        start: impl Fn() -> T + Sync,
        visit: impl Fn(&mut Evaluator, &Bindings, &mut T) -> Result<(), Stop> + Sync,
    ) -> Result<(Vec<T>, Cost), Stop> {
        let tasks = self.tasks()?.len();
        let size = tasks.div_ceil(BATCHES).max(1);
        let batches = tasks.div_ceil(size);
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let done: Mutex<Vec<Option<Done<T>>>> = Mutex::new((0..batches).map(|_| None).collect());
        let work = || {
            // Domains cannot cross threads; each worker finds them again, which is cheap beside the cases.
            let tasks = match self.tasks() {
                Ok(tasks) => tasks,
                Err(_) => return,
            };
            loop {
                let batch = next.fetch_add(1, Ordering::Relaxed);
                // Earlier batches were taken before and are finished, so the first failure by index is kept.
                if batch >= batches || failed.load(Ordering::Relaxed) {
                    break;
                }
                let mine = &tasks[batch * size..((batch + 1) * size).min(tasks.len())];
                let result = self.batch(mine, start(), &visit);
                if result.is_err() {
                    failed.store(true, Ordering::Relaxed);
                }
                done.lock().unwrap_or_else(|poisoned| poisoned.into_inner())[batch] = Some(result);
            }
        };
        let jobs = self.jobs.clamp(1, batches.max(1));
        if jobs == 1 {
            work();
        } else {
            std::thread::scope(|scope| {
                for _ in 0..jobs {
                    scope.spawn(work);
                }
            });
        }
        let mut collected = Vec::with_capacity(batches);
        let mut cost = Cost::default();
        for result in done.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()).into_iter().flatten()
        {
            let (part, spent) = result?;
            collected.push(part);
            cost = cost.plus(spent);
        }
        Ok((collected, cost))
    }

    fn evaluator(&self) -> Evaluator {
        Evaluator::of(self.opinion, self.definitions.clone(), self.budget)
    }

    /// A task is a chunk of the innermost domain under the variables of the outer ones.
    fn tasks(&self) -> Result<Vec<(Bindings, Domain, usize)>, Stop> {
        let mut evaluator = self.evaluator();
        let Some(((_, innermost), outer)) = self.cases.generators.split_last() else { return Ok(Vec::new()) };
        let mut tasks = Vec::new();
        for case in outer_cases(&mut evaluator, outer)? {
            let domain = evaluator.domain_of(innermost, &case)?;
            tasks.extend((0..domain.chunks()).map(|chunk| (case.clone(), domain.clone(), chunk)));
        }
        Ok(tasks)
    }

    fn batch<T>(
        &self,
        tasks: &[(Bindings, Domain, usize)],
        mut collected: T,
        visit: &impl Fn(&mut Evaluator, &Bindings, &mut T) -> Result<(), Stop>,
    ) -> Result<(T, Cost), Stop> {
        let mut evaluator = self.evaluator();
        let Some((variable, _)) = self.cases.generators.last() else {
            return Ok((collected, Cost::default()));
        };
        for (outer, domain, chunk) in tasks {
            let mut case = outer.clone();
            for datum in domain.chunk(*chunk) {
                case.push((variable.clone(), datum));
                if self.cases.admit(&mut evaluator, &case)? {
                    visit(&mut evaluator, &case, &mut collected)?;
                }
                case.pop();
            }
        }
        Ok((collected, evaluator.cost()))
    }
}
