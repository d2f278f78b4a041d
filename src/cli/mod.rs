//! One file a command.
//!
//! Data goes to standard output, everything else to standard error. Exit codes: 0 done; 1 done, and something wants
//! attention; 2 could not.

mod audit;
mod beforehand;
mod build_report;
mod cache;
mod diff;
mod eprints;
mod eval;
mod explain;
mod fetch;
mod functions;
mod plant;
mod project;
mod replay;
mod review;
mod sources;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::diagnostic::{Diagnostic, Severity};

/// Recomputes combinatorial game theory papers, exactly.
#[derive(Parser)]
#[command(name = "referee", version, about, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Audit(audit::Audit),
    BuildReport(build_report::BuildReport),
    Explain(explain::Explain),
    Replay(replay::Replay),
    Plant(plant::Plant),
    Diff(diff::Diff),
    Review(review::Review),
    Eval(eval::Eval),
    Functions(functions::Functions),
    Fetch(fetch::Fetch),
    Cache(cache::CacheCommand),
}

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    Done,
    /// Done, and something is stale, unreviewed or found.
    Attention,
    /// It could not be done: input, contract, limits, two methods that disagree.
    Failed,
}

/// Runs the command that the arguments ask for.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let ended = match arguments.command {
        Command::Audit(command) => command.run(),
        Command::BuildReport(command) => command.run(),
        Command::Explain(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::Plant(command) => command.run(),
        Command::Diff(command) => command.run(),
        Command::Review(command) => command.run(),
        Command::Eval(command) => command.run(),
        Command::Functions(command) => command.run(),
        Command::Fetch(command) => command.run(),
        Command::Cache(command) => command.run(),
    };
    match ended {
        Ok(End::Done) => ExitCode::SUCCESS,
        Ok(End::Attention) => ExitCode::from(1),
        Ok(End::Failed) => ExitCode::from(2),
        Err(Failure::Told(problems)) => {
            tell(&problems);
            ExitCode::from(2)
        }
        Err(Failure::Output(error)) => {
            let _ = writeln!(io::stderr(), "error: cannot write the output: {error}");
            ExitCode::from(2)
        }
    }
}

/// Standard output. If whoever reads it has read enough and closed it, the rest goes nowhere: that is no reason to complain,
/// and changes neither what a command does nor how it ends.
pub fn output() -> impl Write {
    Output(io::stdout().lock())
}

struct Output(io::StdoutLock<'static>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(bytes.len()),
            other => other,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.0.flush() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            other => other,
        }
    }
}

/// Why a command stopped.
#[derive(Debug)]
pub enum Failure {
    /// Problems that a person can act on.
    Told(Vec<Diagnostic>),
    /// Standard output could not be written.
    Output(io::Error),
}

impl From<Diagnostic> for Failure {
    fn from(problem: Diagnostic) -> Failure {
        Failure::Told(vec![problem])
    }
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(problems: Vec<Diagnostic>) -> Failure {
        Failure::Told(problems)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

/// Shows problems to a person: on standard error, in colour on a terminal.
pub fn tell(problems: &[Diagnostic]) {
    let colour = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let mut errors = io::stderr().lock();
    for problem in problems {
        let _ = write!(errors, "{}", problem.render(colour));
        if problem.severity == Severity::Error && problems.len() > 1 {
            let _ = writeln!(errors);
        }
    }
}
