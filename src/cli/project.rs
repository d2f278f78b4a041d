//! The project that a command works on: its papers as texts, its report as files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;

use super::sources;
use crate::diagnostic::{Diagnostic, Source, nearest};
use crate::eprint::Lock;
use crate::evaluate::Texts;
use crate::files;
use crate::report;
use crate::verdicts::PaperVerdicts;

/// Where the project is.
#[derive(Args, Clone, Debug)]
pub struct Project {
    /// The folder that holds papers/ and report/.
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub root: PathBuf,
}

/// What is said, and which paper could be meant by a key that none of these has.
pub(super) fn no_paper(message: &str, key: &str, keys: &[&str]) -> Diagnostic {
    let problem = Diagnostic::error(message);
    match nearest(key, keys.iter().copied()) {
        Some(near) => problem.note(format!("did you mean `{near}`?")),
        None => problem.note(format!("the papers are {}", keys.join(", "))),
    }
}

impl Project {
    /// The keys of all papers, sorted.
    pub fn keys(&self) -> Result<Vec<String>, Diagnostic> {
        let papers = self.root.join("papers");
        let mut keys = files::folders(&papers)?;
        keys.retain(|key| files::exists(&papers.join(key).join("paper.md")));
        if keys.is_empty() {
            return Err(Diagnostic::error(format!("there is no paper in {}", papers.display())).note(
                "a paper is a folder with a paper.md; `--root DIR` names the folder that holds papers/",
            ));
        }
        Ok(keys)
    }

    /// How a reader of this project's report calls the program: from its own checkout by cargo, elsewhere by its name.
    pub fn program(&self) -> &'static str {
        let manifest = files::read_text(&self.root.join("Cargo.toml")).unwrap_or_default();
        let package =
            manifest.split("[package]").nth(1).and_then(|rest| rest.split("\n[").next()).unwrap_or("");
        if package.lines().any(|line| line.trim() == "name = \"referee\"") {
            report::IN_CHECKOUT
        } else {
            "referee"
        }
    }

    /// The texts of one paper.
    pub fn texts(&self, key: &str) -> Result<Texts, Diagnostic> {
        let keys = self.keys()?;
        if !keys.iter().any(|known| known == key) {
            let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
            return Err(no_paper(&format!("there is no paper `{key}`"), key, &keys));
        }
        let folder = self.root.join("papers").join(key);
        let optional = |name: &str| {
            let path = folder.join(name);
            if files::exists(&path) { files::read_text(&path) } else { Ok(String::new()) }
        };
        let mut printed = BTreeMap::new();
        for name in files::files_below(&folder.join("printed"))? {
            let path = folder.join("printed").join(&name);
            if name.ends_with(".tex") || name.ends_with(".tsv") {
                printed.insert(format!("printed/{name}"), files::read_text(&path)?);
            }
        }
        Ok(Texts {
            key: key.to_string(),
            folder: format!("papers/{key}"),
            document: files::read_text(&folder.join("paper.md"))?,
            printed,
            pinned: self.lock(key)?.as_ref().map(sources::pinned),
            frozen: optional("frozen.jsonl")?,
            planted: optional("planted.json")?,
        })
    }

    /// The source.lock of a paper; none if its e-print was never fetched.
    pub fn lock(&self, key: &str) -> Result<Option<Lock>, Diagnostic> {
        let path = self.paper_file(key, "source.lock");
        if !files::exists(&path) {
            return Ok(None);
        }
        let name = format!("papers/{key}/source.lock");
        Lock::parse(&Source::new(name, files::read_text(&path)?)).map(Some)
    }

    /// The paper that an id is of: `PAPER/CLAIM/…`.
    pub fn texts_of_id(&self, id: &str) -> Result<Texts, Diagnostic> {
        self.texts(id.split('/').next().unwrap_or(id))
    }

    pub fn report(&self) -> PathBuf {
        self.path("report")
    }

    /// A path below the folder of the project, as a person would write it.
    pub fn path(&self, below: &str) -> PathBuf {
        if self.root == Path::new(".") { PathBuf::from(below) } else { self.root.join(below) }
    }

    /// A file of a paper's folder.
    pub fn paper_file(&self, key: &str, name: &str) -> PathBuf {
        self.path("papers").join(key).join(name)
    }

    /// The verdicts that are committed: as git has them, else as they stand on the disk; none if there are none.
    pub fn committed(&self) -> Result<Vec<PaperVerdicts>, Diagnostic> {
        match git_show(&self.root, "HEAD:./report/verdicts.json") {
            Some(bytes) => report::read_verdicts(&bytes),
            None => on_disk(&self.report()),
        }
    }
}

/// A run: its verdicts, and what was taken for it.
pub struct Run {
    pub papers: Vec<PaperVerdicts>,
    /// `the revision HEAD (1a2b3c4d5e)`, `the report report`, `the file old.json`
    pub name: String,
}

impl Project {
    /// A run by its name: a file, a report folder, or a git revision; without verdicts if the revision has no report.
    ///
    /// A name that begins with `.` or `/` or ends with `.json` is a path, from where the command is run; any other is a path if
    /// verdicts are there, and a revision if git knows it.
    ///
    /// # Errors
    /// If the name is none of these, or both, or the file cannot be read.
    pub fn run(&self, name: &str) -> Result<Run, Diagnostic> {
        // An empty name is git's index, and a variable of a script that was never set.
        if name.trim().is_empty() {
            return Err(Diagnostic::error("an empty name is no run")
                .note("name a git revision, a report folder or a file of verdicts"));
        }
        let path = Path::new(name);
        let is_path = name.starts_with(['.', '/']) || name.ends_with(".json");
        let commit = if is_path { None } else { self.commit(name) };
        let folder = files::exists(&path.join("verdicts.json"));
        if (folder || files::is_file(path)) && commit.is_some() {
            let what = if folder { "a report" } else { "a file" };
            return Err(Diagnostic::error(format!("`{name}` is {what} and a git revision"))
                .note(format!("write `./{name}` for {what}, and for the revision `{name}^0` or its whole name, such as `refs/heads/{name}`")));
        }
        if folder {
            return Ok(Run { papers: on_disk(path)?, name: format!("the report {name}") });
        }
        if files::is_file(path) {
            let papers = report::read_verdicts(&files::read_bytes(path)?)
                .map_err(|problem| problem.note(format!("in {}", path.display())))?;
            return Ok(Run { papers, name: format!("the file {name}") });
        }
        let Some(commit) = commit else { return Err(self.unknown(name)) };
        let name = format!("the revision {name} ({})", &commit[..commit.len().min(10)]);
        let papers = match git_show(&self.root, &format!("{commit}:./report/verdicts.json")) {
            Some(bytes) => report::read_verdicts(&bytes)
                .map_err(|problem| problem.note(format!("in report/verdicts.json of {name}")))?,
            None => Vec::new(),
        };
        Ok(Run { papers, name })
    }

    /// The project's own report.
    ///
    /// # Errors
    /// If its verdicts cannot be read.
    pub fn own_run(&self) -> Result<Run, Diagnostic> {
        let report = self.report();
        Ok(Run { papers: on_disk(&report)?, name: format!("the report {}", report.display()) })
    }

    /// Whether git has a state of the project to compare with.
    pub fn has_commit(&self) -> bool {
        self.commit("HEAD").is_some()
    }

    /// The commit that a name stands for in git.
    fn commit(&self, name: &str) -> Option<String> {
        let name = format!("{name}^{{commit}}");
        let hash = git(&self.root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &name]).ok()?;
        Some(String::from_utf8_lossy(&hash).trim().to_owned()).filter(|hash| !hash.is_empty())
    }

    fn unknown(&self, name: &str) -> Diagnostic {
        if name == "HEAD" {
            let problem = Diagnostic::error("there is no commit to compare with");
            return problem.note("what changed is told against the verdicts of before: name a report folder or a verdicts.json that you kept, or work in a git repository");
        }
        let unknown = format!("`{name}` is no file of verdicts, no report and no git revision");
        let said = git(&self.root, &["rev-parse", "--verify", "--end-of-options", name]);
        let why = String::from_utf8_lossy(&said.err().unwrap_or_default()).trim().to_string();
        let why = why.lines().next().unwrap_or_default().to_string();
        let problem = Diagnostic::error(unknown);
        if why.is_empty() { problem } else { problem.note(format!("git says: {why}")) }
    }
}

/// The verdicts of a report folder; none if it has none.
pub fn on_disk(folder: &Path) -> Result<Vec<PaperVerdicts>, Diagnostic> {
    let path = folder.join("verdicts.json");
    if !files::exists(&path) {
        return Ok(Vec::new());
    }
    report::read_verdicts(&files::read_bytes(&path)?)
        .map_err(|problem| problem.note(format!("in {}", path.display())))
}

/// What git prints for an object, if it knows it.
pub fn git_show(root: &Path, object: &str) -> Option<Vec<u8>> {
    git(root, &["show", "--end-of-options", object]).ok()
}

/// What git prints, or why it does not.
fn git(root: &Path, arguments: &[&str]) -> Result<Vec<u8>, Vec<u8>> {
    let output = std::process::Command::new("git").arg("-C").arg(root).args(arguments).output();
    let output = output.map_err(|error| error.to_string().into_bytes())?;
    if output.status.success() { Ok(output.stdout) } else { Err(output.stderr) }
}
