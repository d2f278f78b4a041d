//! `referee audit`: what a paper's own TeX says twice, held against itself.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::eprints::{CacheFolder, Network, murmur};
use super::project::Project;
use super::{End, Failure, tell};
use crate::audit::{Told, audit, draft};
use crate::diagnostic::{Diagnostic, Source};
use crate::eprint::{Bundle, Client, Id, Kind};
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
  referee audit 2406.02107
  referee audit paper.tex --define 's(m) = if even(m) then 0 else *' --notation 'n* = n·*'")]
pub struct Audit {
    /// A .tex file, a folder or an archive with a paper's files, an arXiv id or address.
    source: String,
    /// The file of a folder from which the paper begins, where several could be it.
    #[arg(long, value_name = "FILE")]
    main: Option<String>,
    /// Also writes papers/NAME/paper.md with a claim for each table and equation, to be filled in; never over another.
    #[arg(long)]
    draft: bool,
    #[command(flatten)]
    project: Project,
    #[command(flatten)]
    cache: CacheFolder,
    #[command(flatten)]
    network: Network,
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
        let told = self.told()?;
        let paper = self.read()?;
        let told = Told { key: paper.key, source: paper.name, ..told };
        let findings = audit(&paper.document, &told)?;
        let out = self.out.clone().unwrap_or_else(|| Path::new("referee-audit").join(&told.key));
        let json = serde_json::to_string_pretty(&findings)
            .map_err(|error| Diagnostic::error(format!("the findings cannot be written: {error}")))?;
        for (name, bytes) in report::audit_page(&findings)? {
            files::write_if_changed(&out.join(name), &bytes)?;
        }
        files::write_if_changed(&out.join("findings.json"), format!("{json}\n").as_bytes())?;
        let drafted = if self.draft { Some(self.write_draft(&findings)?) } else { None };
        let mut stdout = super::output();
        match self.format {
            Format::Json => writeln!(stdout, "{json}")?,
            Format::Text => {
                write!(stdout, "{}", in_words(&findings, &out))?;
                if let Some(path) = drafted {
                    writeln!(stdout, "The draft: {}", path.display())?;
                }
            }
        }
        stdout.flush()?;
        Ok(if findings.findings.is_empty() { End::Done } else { End::Attention })
    }

    fn write_draft(&self, findings: &Findings) -> Result<PathBuf, Diagnostic> {
        let path = self.project.paper_file(&findings.key, "paper.md");
        if files::exists(&path) {
            return Err(Diagnostic::error(format!("{} is there already", path.display()))
                .note("a draft is never written over it; move it away, or leave out --draft"));
        }
        files::write(&path, draft(findings).as_bytes())?;
        Ok(path)
    }

    /// The paper, and what it is called.
    fn read(&self) -> Result<Paper, Failure> {
        let path = Path::new(&self.source);
        if files::exists(path) {
            let bundle = Bundle::from_path(path)?;
            let mut document = self.document(&bundle, &self.source)?;
            // Places are to be found from where the command was given.
            let archive = files::is_folder(path) || bundle.kind != Kind::Several;
            let folder = if files::is_folder(path) { Some(path) } else { path.parent() };
            if let Some(folder) = folder.filter(|folder| archive && !folder.as_os_str().is_empty()) {
                document.source = below(&document.source, folder);
            }
            return Ok(Paper { document, key: key(&stem(path)), name: self.source.clone() });
        }
        let (id, version) = Id::parse(&self.source)
            .map_err(|problem| problem.note(format!("there is no file or folder {} either", self.source)))?;
        let cache = self.cache.open()?;
        let kept = match version {
            Some(version) => cache.get(&id, Some(version))?,
            None => None,
        };
        let held = match kept {
            Some(held) => held,
            None => {
                let client =
                    Client::new(&cache, &self.network.access()?, &murmur).map_err(|failed| failed.told)?;
                match client.fetch(&id, version, false) {
                    Ok(held) => held,
                    // What is in the cache can be read without a network.
                    Err(failed) => match cache.get(&id, version)? {
                        Some(held) => {
                            tell(&[failed
                                .told
                                .note(format!("{} is in the cache, and read from there", held.name()))]);
                            held
                        }
                        None => return Err(failed.told.into()),
                    },
                }
            }
        };
        let name = format!("arXiv:{}", held.name());
        let document = self.document(&held.bundle()?, &name)?;
        Ok(Paper { document, key: key(id.as_str()), name })
    }

    fn document(&self, bundle: &Bundle, name: &str) -> Result<tex::Document, Diagnostic> {
        if let Some(warning) = bundle.incomplete(name) {
            tell(&[warning]);
        }
        if matches!(bundle.kind, Kind::Pdf | Kind::PostScript) {
            return Err(Diagnostic::error(format!("{name} is {}, and an audit reads TeX", bundle.kind.words()))
                .note("ask the authors for the source, or type its tables into papers/KEY/printed/ as .tex or .tsv and begin a paper.md"));
        }
        if bundle.is_withdrawal() {
            return Err(Diagnostic::error(format!("{name} was withdrawn: there is nothing to read")));
        }
        // A single file is the paper, whatever it is called.
        let only = bundle.files.keys().next().filter(|_| bundle.files.len() == 1);
        let main = self.main.as_deref().or(only.map(String::as_str));
        tex::read_project(&bundle.files, main, name)
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
        Ok(Told { conventions, notation, definitions: Arc::new(definitions), ..Told::default() })
    }
}

/// A paper that was read.
struct Paper {
    document: tex::Document,
    key: String,
    name: String,
}

/// The same text with its files named from outside their folder.
fn below(source: &Source, folder: &Path) -> Source {
    let named = |(name, bytes): (&str, std::ops::Range<usize>)| {
        (folder.join(name).display().to_string(), source.text[bytes].to_string())
    };
    Source::joined(source.name.clone(), source.files().into_iter().map(named))
}

/// What a file is called, without the endings of archives and of TeX.
fn stem(path: &Path) -> String {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let endings = [".tar.gz", ".tgz", ".tar", ".gz", ".tex", ".ltx", ".latex"];
    let ending = endings.iter().find(|ending| name.to_lowercase().ends_with(**ending));
    name[..name.len() - ending.map_or(0, |ending| ending.len())].to_string()
}

/// The name of an audit's folder: letters, digits and hyphens.
fn key(name: &str) -> String {
    let mut key = String::new();
    for c in name.to_lowercase().chars() {
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
    let coverage = findings.coverage();
    for words in report::read_in_words(findings) {
        line(words);
    }
    let found = findings.findings.len();
    match found {
        0 if coverage.compared == 0 && coverage.equations_tried == 0 => {
            line("Nothing was compared.".to_string());
        }
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
