//! The functions of the language: one table a room, each with its names, types, a sentence and an example that is run.

mod boards;
mod clobber;
mod misere;
mod numbers;
mod values;

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::sync::LazyLock;

use super::datum::{Datum, Kind};
use super::domains::Domain;
use super::language::{Evaluator, Frame};
use super::stop::{Stop, Trouble};
use crate::notation::Expr;
use crate::rulesets::Mixer;

/// A function of the language.
#[derive(Debug)]
pub struct Function {
    pub name: &'static str,
    pub parameters: &'static [Parameter],
    /// The type of what it gives, as a reader calls it: `number`, `game or none`.
    pub result: &'static str,
    /// What it gives, in one sentence.
    pub sentence: &'static str,
    /// An expression and what `eval` prints for it; run by a test.
    pub example: (&'static str, &'static str),
    pub means: Means,
}

/// A parameter: its name, what it takes, and how often.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    pub name: &'static str,
    pub kind: Kind,
    pub times: Times,
}

/// How often a parameter is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    Once,
    /// Once or not at all.
    Optional,
    /// Once or more; only the last parameter.
    Repeated,
}

/// What computes a function. The arguments have the types of the parameters; where a game is wanted they are games of the
/// evaluator's own opinion.
pub type Compute = fn(&mut Evaluator, &[Datum]) -> Result<Datum, Trouble>;

/// How a function is computed, for either opinion.
#[derive(Clone, Copy, Debug)]
pub enum Means {
    /// It values no game, so that the same lines serve both opinions.
    Either(Compute),
    /// By the engine alone; there is no second method.
    Once(Compute),
    /// By the engine, and by search (called so in reports).
    Twice { first: Compute, second: Compute, method: &'static str },
    /// What a variable can run through, by two enumerators.
    Domain {
        first: fn(&[Datum]) -> Result<Domain, Trouble>,
        second: fn(&[Datum]) -> Result<Domain, Trouble>,
        method: &'static str,
    },
    /// Its arguments are looked at as they are written.
    Syntax(fn(&mut Evaluator, &mut Frame, &[Expr]) -> Result<Datum, Stop>),
}

impl Function {
    /// `caterpillar(a: natural number, …): graph`, as `referee functions` prints it.
    pub fn signature(&self) -> String {
        let parameters: Vec<String> = self
            .parameters
            .iter()
            .map(|parameter| {
                let shown = format!("{}: {}", parameter.name, parameter.kind);
                match parameter.times {
                    Times::Once => shown,
                    Times::Optional => format!("[{shown}]"),
                    Times::Repeated => format!("{shown}, …"),
                }
            })
            .collect();
        format!("{}({})", self.name, parameters.join(", "))
    }

    /// Can it be called with so many arguments?
    pub(super) fn takes(&self, arguments: usize) -> bool {
        let needed = self.parameters.iter().filter(|parameter| parameter.times != Times::Optional).count();
        let repeated = self.parameters.last().is_some_and(|last| last.times == Times::Repeated);
        arguments >= needed && (repeated || arguments <= self.parameters.len())
    }

    /// The parameter that the `index`-th argument is for.
    pub(super) fn parameter(&self, index: usize) -> Parameter {
        self.parameters[index.min(self.parameters.len() - 1)]
    }

    /// Does a second method reach it?
    pub fn has_second_method(&self) -> bool {
        !matches!(self.means, Means::Once(_))
    }
}

/// All tables, with a heading each.
pub const TABLES: &[(&str, &[Function])] = &[
    ("Games", values::FUNCTIONS),
    ("Integers, rationals and lists", numbers::FUNCTIONS),
    ("Graphs and positions", boards::FUNCTIONS),
    ("Clobber", clobber::FUNCTIONS),
    ("Impartial games and misère play", misere::FUNCTIONS),
];

/// All functions, table by table.
pub fn all() -> impl Iterator<Item = &'static Function> {
    TABLES.iter().flat_map(|(_, functions)| functions.iter())
}

/// The names of all functions.
pub fn names() -> impl Iterator<Item = &'static str> {
    all().map(|function| function.name)
}

/// The function of that name.
pub fn find(name: &str) -> Option<&'static Function> {
    type Index = HashMap<&'static str, &'static Function, BuildHasherDefault<Mixer>>;
    static INDEX: LazyLock<Index> =
        LazyLock::new(|| all().map(|function| (function.name, function)).collect());
    INDEX.get(name).copied()
}

const fn once(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind, times: Times::Once }
}

const fn optional(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind, times: Times::Optional }
}

const fn repeated(name: &'static str, kind: Kind) -> Parameter {
    Parameter { name, kind, times: Times::Repeated }
}
