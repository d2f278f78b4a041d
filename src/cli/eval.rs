//! `referee eval`: expressions to values, one at a time or one a line.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use serde_json::json;

use super::{End, Failure};
use crate::diagnostic::{Diagnostic, Source};
use crate::evaluate::{
    Budget, Datum, Definitions, Evaluator, Formula, Stop, Style, Trouble, thermograph_chart,
};
use crate::files;
use crate::notation::{Conventions, Dialect};
use crate::report::charts;

/// Evaluates an expression and prints its value.
///
/// Exit code 2 if it cannot be read, makes no sense or reaches a limit; in a batch, if that happens to any line.
#[derive(Args)]
#[command(after_help = "Examples:
  referee eval '±{3*,{{5|4}|*}}'
  referee eval --format json 'snort(path(5))'
  referee eval '↑ + ↑ + * = {0|↑}'
  referee eval 'count g in connected_graphs(7) such that temperature(snort(g)) > degree(g)'
  referee eval --batch < expressions.txt")]
pub struct Eval {
    /// The expression, in Unicode, ASCII or (with --tex) TeX.
    #[arg(required_unless_present = "batch", conflicts_with = "batch", allow_hyphen_values = true)]
    expression: Option<String>,
    /// How to print the value.
    #[arg(long, value_enum, default_value_t = Format::Unicode, conflicts_with = "batch")]
    format: Format,
    /// Also draws the thermograph of the value to this file.
    #[arg(long, value_name = "FILE.svg", conflicts_with = "batch")]
    thermograph: Option<PathBuf>,
    /// Definitions that the expression may use: lines such as `C(n) = snort(caterpillar(n+1, n, n+1))`.
    #[arg(long, value_name = "FILE")]
    define: Vec<PathBuf>,
    /// The expression is TeX, as in a paper's source.
    #[arg(long)]
    tex: bool,
    /// Reads one expression a line from standard input and writes one JSON object a line.
    ///
    /// A game has its form, outcome, stops, mean, temperature, atomic weight, birthday and number of followers; anything else
    /// its type and value; a bad line an `error` with its `place`, and the batch goes on.
    #[arg(long)]
    batch: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    Unicode,
    Ascii,
    Tex,
    Speech,
    Json,
}

/// A batch starts with a new arena when the old one holds so many games.
const FULL: u64 = 1_000_000;

impl Eval {
    pub fn run(self) -> Result<End, Failure> {
        let mut definitions = Definitions::new();
        for path in &self.define {
            let text = files::read_text(path)?;
            let source = Source::new(path.display().to_string(), text.as_str());
            definitions.add(&text, &source, 0)?;
        }
        let definitions = Arc::new(definitions);
        match &self.expression {
            Some(text) => self.one(text, definitions),
            None => self.batch(&definitions),
        }
    }

    fn read(&self, text: &str, source: &Source) -> Result<Formula, Diagnostic> {
        let dialect = if self.tex { Dialect::Tex } else { Dialect::Plain };
        Formula::read(text, dialect, &Conventions::default(), source, 0)
    }

    fn one(&self, text: &str, definitions: Arc<Definitions>) -> Result<End, Failure> {
        let formula = self.read(text, &Source::new("<expression>", text))?;
        let mut evaluator = Evaluator::new(definitions, Budget::default());
        let answer = evaluator
            .evaluate(&formula, &[])
            .and_then(|datum| Ok((self.print(&mut evaluator, &datum).map_err(Stop::from)?, datum)));
        let (printed, datum) = answer.map_err(|stop| told(stop, &formula))?;
        let mut out = super::output();
        writeln!(out, "{printed}")?;
        out.flush()?;
        if let Some(path) = &self.thermograph {
            draw(&mut evaluator, &datum, &formula, path)?;
        }
        Ok(End::Done)
    }

    fn print(&self, evaluator: &mut Evaluator, datum: &Datum) -> Result<String, Trouble> {
        let style = match self.format {
            Format::Unicode => Style::Unicode,
            Format::Ascii => Style::Ascii,
            Format::Tex => Style::Tex,
            Format::Speech => Style::Speech,
            Format::Json => return evaluator.json(datum),
        };
        match datum {
            // A text is data here, not an expression.
            Datum::Text(text) => Ok(text.to_string()),
            _ => Ok(evaluator.written(datum, style)?.text),
        }
    }

    fn batch(&self, definitions: &Arc<Definitions>) -> Result<End, Failure> {
        let new = || Evaluator::new(definitions.clone(), Budget::default());
        let mut evaluator = new();
        let mut end = End::Done;
        let (mut input, mut out) = (io::stdin().lock(), super::output());
        let mut bytes = Vec::new();
        for number in 1.. {
            bytes.clear();
            let read = input.read_until(b'\n', &mut bytes);
            if read.map_err(|error| Diagnostic::error(format!("cannot read standard input: {error}")))? == 0 {
                break;
            }
            let line = String::from_utf8_lossy(&bytes);
            let line = line.trim_end_matches(['\n', '\r']);
            let source = Source::new(format!("<line {number}>"), line);
            let answer = match self.read(line, &source) {
                Ok(formula) => evaluator
                    .evaluate(&formula, &[])
                    .and_then(|datum| evaluator.json(&datum).map_err(Stop::from)),
                Err(problem) => Err(problem.into()),
            };
            let object = match answer {
                Ok(object) => object,
                Err(stop) => {
                    end = End::Failed;
                    if matches!(stop, Stop::Undecided(_)) {
                        evaluator = new();
                    }
                    object_of(&stop, number)
                }
            };
            writeln!(out, "{object}")?;
            if evaluator.cost().games > FULL {
                evaluator = new();
            }
        }
        out.flush()?;
        Ok(end)
    }
}

/// Why there is no value, as JSON.
fn object_of(stop: &Stop, line: usize) -> String {
    let object = match stop {
        Stop::Error(problem) => {
            let place = problem.place.as_ref().map(|(place, _)| {
                let (row, column) = place.source.line_column(place.span.start);
                let name = place.source.file_at(place.span.start).0;
                let typed = name.starts_with("<line ");
                json!({
                    "source": if typed { "<stdin>" } else { name },
                    "line": if typed { line } else { row },
                    "column": column,
                    "start": place.span.start,
                    "end": place.span.end,
                })
            });
            json!({ "error": problem.message, "place": place, "help": problem.notes })
        }
        other => json!({ "undecided": other.to_string() }),
    };
    object.to_string()
}

fn told(stop: Stop, formula: &Formula) -> Failure {
    stop.placed(&formula.source, formula.place(&formula.expr.span), "").into()
}

/// Draws the thermograph of a value; what is no game has none.
fn draw(evaluator: &mut Evaluator, datum: &Datum, formula: &Formula, path: &Path) -> Result<(), Failure> {
    let chart = match datum {
        Datum::Thermograph(thermograph) => thermograph_chart("thermograph", formula.text(), thermograph),
        _ => {
            let thermograph = evaluator
                .game(datum)
                .and_then(|value| evaluator.store.thermograph(value).map_err(Trouble::from))
                .map_err(|trouble| match Stop::from(trouble) {
                    Stop::Error(_) => {
                        Failure::from(Diagnostic::error(format!("{} has no thermograph", datum.a_kind())))
                    }
                    stop => told(stop, formula),
                })?;
            thermograph_chart("thermograph", formula.text(), &thermograph)
        }
    };
    let chart = chart.map_err(|limit| told(Stop::Undecided(limit), formula))?;
    files::write(path, charts::view("thermograph", &chart)?.file_svg.as_bytes())?;
    Ok(())
}
