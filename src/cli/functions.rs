//! `referee functions`: the manual of the language's functions, from the tables that they are called by.

use std::io::{self, Write};

use clap::Args;

use super::{End, Failure};
use crate::diagnostic::{Diagnostic, nearest};
use crate::evaluate::functions::{Function, TABLES, all, find, names};

/// Lists the functions of the expression language, or explains some.
#[derive(Args)]
pub struct Functions {
    /// Names of functions; without one, all are listed.
    names: Vec<String>,
}

impl Functions {
    pub fn run(self) -> Result<End, Failure> {
        let mut out = super::output();
        if self.names.is_empty() {
            let width = all().map(|function| function.signature().chars().count()).max().unwrap_or(0).min(48);
            for (index, (title, functions)) in TABLES.iter().enumerate() {
                if index > 0 {
                    writeln!(out)?;
                }
                writeln!(out, "{title}")?;
                for function in *functions {
                    writeln!(out, "  {:width$}  {}", function.signature(), function.sentence)?;
                }
            }
            out.flush()?;
            return Ok(End::Done);
        }
        let mut problems = Vec::new();
        for name in &self.names {
            match find(name) {
                Some(function) => explain(&mut out, function)?,
                None => {
                    let problem = Diagnostic::error(format!("no function is called `{name}`"));
                    problems.push(match nearest(name, names()) {
                        Some(near) => problem.note(format!("did you mean `{near}`?")),
                        None => problem.note("`referee functions` lists them"),
                    });
                }
            }
        }
        out.flush()?;
        if problems.is_empty() { Ok(End::Done) } else { Err(problems.into()) }
    }
}

fn explain(out: &mut impl Write, function: &Function) -> io::Result<()> {
    let (example, result) = function.example;
    writeln!(out, "{} gives {}", function.signature(), function.result)?;
    writeln!(out, "  {}", function.sentence)?;
    writeln!(out, "  {example} is {result}")?;
    let second = if function.has_second_method() { "a second method" } else { "no second method" };
    writeln!(out, "  There is {second}.")
}
