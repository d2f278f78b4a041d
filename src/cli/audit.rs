//! `referee audit`: what a paper's own TeX says twice, held against itself.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::{End, Failure};
use crate::audit::{Told, audit};
use crate::diagnostic::{Diagnostic, Source};
use crate::evaluate::Definitions;
use crate::files;
use crate::findings::Findings;
use crate::notation::Conventions;
use crate::report;
use crate::tex;

/// Checks what a paper says twice: values and their temperatures, equations, symmetries. Needs no ruleset.
///
/// Reads the TeX, lists its tables and equations and how much of them could be read, and reports what contradicts itself.
/// Whatever is reported as differing has been found by two methods, or says that it has not.
#[derive(Args)]
#[command(after_help = "Exit codes: 0 nothing was found; 1 something was; 2 it could not be done.

Examples:
  referee audit paper.tex
  referee audit paper/ --main main.tex
  referee audit paper.tex --define 's(m) = if even(m) then 0 else *' --notation 'n* = n·*'")]
pub struct Audit {
    /// A .tex file, or a folder with one.
    source: PathBuf,
    /// Writes the page and findings.json to this folder instead of ./referee-audit/NAME/.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// What is printed to standard output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// A definition that the paper's formulas use; may be given several times.
    #[arg(long, value_name = "DEFINITION")]
    define: Vec<String>,
    /// What the paper's notation means: `n* = n·*`, `5↓ = 5·↓`, `↑^n = n·↑`.
    #[arg(long, value_name = "PRINTED = MEANING")]
    notation: Vec<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

/// Findings that a terminal shows; the others are on the page.
const MOST_SHOWN: usize = 10;

impl Audit {
    pub fn run(self) -> Result<End, Failure> {
        let document = self.read()?;
        let told = self.told()?;
        let findings = audit(&document, &told)?;
        let out = self.out.clone().unwrap_or_else(|| Path::new("referee-audit").join(&told.key));
        let json = serde_json::to_string_pretty(&findings)
            .map_err(|error| Diagnostic::error(format!("the findings cannot be written: {error}")))?;
        for (name, bytes) in report::audit_page(&findings)? {
            files::write_if_changed(&out.join(name), &bytes)?;
        }
        files::write_if_changed(&out.join("findings.json"), format!("{json}\n").as_bytes())?;
        let mut stdout = io::stdout().lock();
        match self.format {
            Format::Json => writeln!(stdout, "{json}")?,
            Format::Text => write!(stdout, "{}", in_words(&findings, &out))?,
        }
        stdout.flush()?;
        Ok(if findings.findings.is_empty() { End::Done } else { End::Attention })
    }

    fn read(&self) -> Result<tex::Document, Diagnostic> {
        let path = &self.source;
        let text = files::read_text(path)?;
        Ok(tex::read(&Source::new(path.display().to_string(), text.as_str())))
    }

    fn told(&self) -> Result<Told, Failure> {
        let mut definitions = Definitions::new();
        for text in &self.define {
            definitions.add(text, &Source::new("--define", text.as_str()), 0)?;
        }
        let mut conventions = Conventions::default();
        let mut notation = Vec::new();
        for text in &self.notation {
            let source = Source::new("--notation", text.as_str());
            let whole = 0..text.len();
            let Some((printed, meaning)) = text.split_once('=') else {
                let problem =
                    Diagnostic::error("a notation is written `PRINTED = MEANING`").at(&source, whole);
                return Err(problem.note("for instance `n* = n·*`").into());
            };
            conventions.set(printed.trim(), meaning.trim()).map_err(|problem| {
                let told = Diagnostic::error(problem.message).at(&source, whole);
                match problem.help {
                    Some(help) => told.note(help),
                    None => told,
                }
            })?;
            notation.push((printed.trim().to_string(), meaning.trim().to_string()));
        }
        Ok(Told {
            key: key(&self.source),
            source: self.source.display().to_string(),
            conventions,
            notation,
            definitions: Arc::new(definitions),
        })
    }
}

/// The name of an audit's folder: that of the file, in letters, digits and hyphens.
fn key(source: &Path) -> String {
    let name = source.file_stem().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let mut key = String::new();
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => key.push(c),
            _ if !key.is_empty() && !key.ends_with('-') => key.push('-'),
            _ => {}
        }
    }
    let key = key.trim_end_matches('-');
    if key.is_empty() { "paper".to_string() } else { key.to_string() }
}

/// What a terminal shows.
fn in_words(findings: &Findings, out: &Path) -> String {
    let mut text = String::new();
    let mut line = |words: String| {
        text.push_str(&words);
        text.push('\n');
    };
    if !findings.title.is_empty() {
        line(findings.title.clone());
    }
    line(findings.about.sentence.clone());
    for words in report::coverage_in_words(&findings.coverage()) {
        line(words);
    }
    let found = findings.findings.len();
    match found {
        0 => line("Nothing that was compared differs.".to_string()),
        1 => line("1 finding:".to_string()),
        _ => line(format!("{found} findings:")),
    }
    for finding in findings.findings.iter().take(MOST_SHOWN) {
        let confirmed = if finding.confirmed { "" } else { " (not confirmed by a second method)" };
        line(format!("  {}: {}{confirmed}", finding.at, finding.place));
        line(format!("    printed {}; recomputed {}", finding.printed.text, finding.recomputed.text));
        line(format!("    referee eval {}", report::shell_quoted(&finding.check)));
    }
    if found > MOST_SHOWN {
        line(format!("  and {} more on the page", found - MOST_SHOWN));
    }
    let asked = findings.questions.len();
    if asked > 0 {
        line(if asked == 1 { "1 question:".to_string() } else { format!("{asked} questions:") });
    }
    for question in findings.questions.iter().take(MOST_SHOWN) {
        line(format!("  {}: {}", question.at, question.asks));
    }
    if asked > MOST_SHOWN {
        line(format!("  and {} more on the page", asked - MOST_SHOWN));
    }
    line(format!("The page: {}", out.join("index.html").display()));
    text
}
