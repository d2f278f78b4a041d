//! E-prints in the line of a paper: fetched into the cache, read again from there, held against what is committed.

use crate::claims;
use crate::diagnostic::{Diagnostic, Severity, Source};
use crate::eprint::{Access, Cache, Client, Held, Id, Kind, Lock, Why};
use crate::evaluate::{EXTRACT, Extract, Pinned, Texts, seek};
use crate::files;
use crate::tex;

use super::project::Project;

/// Characters of a line that a problem shows.
const SHOWN: usize = 200;

/// What source.lock pins, for the line of the paper.
pub fn pinned(lock: &Lock) -> Pinned {
    Pinned {
        id: lock.id.clone(),
        version: lock.version.into(),
        sha256: lock.sha256.clone(),
        newest: lock.newest.into(),
        withdrawn: lock.withdrawn,
    }
}

/// Where e-prints come from in a run with `--fetch`.
pub struct Sources<'a> {
    cache: &'a Cache,
    /// None if nobody can be asked, or nobody should be any more.
    client: Option<Client<'a>>,
    /// Why there is no e-print of a paper, a sentence each.
    pub notices: Vec<String>,
}

impl<'a> Sources<'a> {
    /// A program without the feature `net` has the cache alone.
    ///
    /// # Errors
    /// As [`Client::new`].
    pub fn new(cache: &'a Cache, access: &Access, tell: &'a dyn Fn(&str)) -> Result<Sources<'a>, Diagnostic> {
        let client = if cfg!(feature = "net") {
            Some(Client::new(cache, access, tell).map_err(|failed| failed.told)?)
        } else {
            None
        };
        Ok(Sources { cache, client, notices: Vec::new() })
    }

    /// Gets the e-print of a paper and writes source.lock and the extract; gives warnings. Without an arXiv identifier
    /// nothing happens. Where it cannot be had, one in the cache will do, else the paper stays as it is.
    ///
    /// # Errors
    /// Problems of the paper's own texts; the same version with other contents than before.
    pub fn fetch(&mut self, project: &Project, texts: &Texts) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
        let source = Source::new(format!("{}/paper.md", texts.folder), texts.document.as_str());
        let document = claims::read(&texts.key, &source)?;
        let publication = &document.front.publication;
        let Some((written, version)) = &publication.arxiv else { return Ok(Vec::new()) };
        let (id, _) = Id::parse(&written.text).map_err(one)?;
        let version = u32::try_from(*version).map_err(|_| {
            one(Diagnostic::error("no e-print has so many versions").at(&source, written.span.clone()))
        })?;
        let mut warnings = Vec::new();
        let Some(held) = self.held(&texts.key, &id, version, &mut warnings)? else { return Ok(warnings) };
        let path = project.paper_file(&texts.key, "source.lock");
        let mut lock = Lock::of(&held).map_err(one)?;
        if let Some(before) = Lock::read(&path).map_err(one)?
            && (&before.id, before.version) == (&lock.id, lock.version)
        {
            alarm(before.compare(&held).map_err(one)?)?;
            // Another wrapping of the same files is no other source.
            lock = Lock { sha256: before.sha256, size: before.size, ..lock };
        }
        let (extract, found) = read(texts, &lock, &held)?;
        warnings.extend(found);
        lock.write(&path).map_err(one)?;
        let path = project.paper_file(&texts.key, EXTRACT);
        files::write_if_changed(&path, extract.write().as_bytes()).map_err(one)?;
        Ok(warnings)
    }

    /// The e-print as it is now, else as it is in the cache.
    fn held(
        &mut self,
        key: &str,
        id: &Id,
        version: u32,
        warnings: &mut Vec<Diagnostic>,
    ) -> Result<Option<Held>, Vec<Diagnostic>> {
        let name = id.with_version(version);
        let why = match self.client.as_ref().map(|client| client.fetch(id, Some(version), false)) {
            Some(Ok(held)) => return Ok(Some(held)),
            Some(Err(failed)) if failed.why == Why::Changed => return Err(vec![failed.told]),
            Some(Err(failed)) => {
                if matches!(failed.why, Why::Forbidden | Why::Ours) {
                    self.client = None;
                }
                let why = failed.told.message.clone();
                warnings.push(Diagnostic { severity: Severity::Warning, ..failed.told });
                why
            }
            None => format!("{name} was not asked for"),
        };
        match self.cache.get(id, Some(version)) {
            Ok(Some(held)) => {
                self.notices.push(format!("{key}: {name} is read as it is in the cache ({why})"));
                Ok(Some(held))
            }
            other => {
                warnings.extend(other.err().map(|told| Diagnostic { severity: Severity::Warning, ..told }));
                self.notices
                    .push(format!("{key}: {name} could not be had ({why}); what is in printed/ stands"));
                Ok(None)
            }
        }
    }
}

fn one(problem: Diagnostic) -> Vec<Diagnostic> {
    vec![problem]
}

/// Stops at what is more than a notice.
fn alarm(found: Vec<Diagnostic>) -> Result<(), Vec<Diagnostic>> {
    if found.iter().any(|told| told.severity == Severity::Error) { Err(found) } else { Ok(()) }
}

/// Reads the e-print again if it is in the cache, and holds it against the committed extract. Gives warnings.
///
/// # Errors
/// Another extract than the committed one, with the first line that differs; other contents than source.lock pins.
pub fn read_again(texts: &Texts, lock: &Lock, cache: &Cache) -> Result<Vec<Diagnostic>, Vec<Diagnostic>> {
    let (id, _) = Id::parse(&lock.id).map_err(one)?;
    let held = match cache.get(&id, Some(lock.version)) {
        Ok(Some(held)) => held,
        Ok(None) => return Ok(Vec::new()),
        // The report is made from what is committed; a cache is only a means to hold that to account.
        Err(damaged) => {
            let told = Diagnostic { severity: Severity::Warning, ..damaged };
            return Ok(vec![told.note("the committed extract was not compared with it")]);
        }
    };
    alarm(lock.compare(&held).map_err(one)?)?;
    let (extract, warnings) = read(texts, lock, &held)?;
    let fresh = extract.write();
    match texts.printed.get(EXTRACT) {
        Some(committed) if *committed == fresh => Ok(warnings),
        committed => Err(vec![differs(texts, committed.map_or("", String::as_str), &fresh)]),
    }
}

/// What an e-print gives for the claims of a paper.
fn read(texts: &Texts, lock: &Lock, held: &Held) -> Result<(Extract, Vec<Diagnostic>), Vec<Diagnostic>> {
    let pinned = pinned(lock);
    let nothing = |why: String| Extract {
        of: Some((pinned.name(), pinned.sha256.clone())),
        not_read: Some(why),
        ..Extract::default()
    };
    let bundle = held.bundle().map_err(|problem| vec![problem])?;
    if matches!(bundle.kind, Kind::Pdf | Kind::PostScript) {
        let why = format!("it is {}", bundle.kind.words());
        let warning = Diagnostic::warning(format!("{} has no source in TeX: {why}", pinned.name()))
            .note("its tables have to be transcribed by hand, into printed/");
        return Ok((nothing(why), vec![warning]));
    }
    let main = main_of(texts)?;
    let mut warnings: Vec<Diagnostic> = bundle.incomplete(&pinned.name()).into_iter().collect();
    match tex::read_project(&bundle.files, main.as_deref(), &pinned.name()) {
        Ok(eprint) => {
            let (extract, found) = seek(texts, &pinned, &eprint)?;
            warnings.extend(found);
            Ok((extract, warnings))
        }
        Err(problem) => {
            let why = problem.message.clone();
            let told = Diagnostic { severity: Severity::Warning, ..problem };
            warnings.push(told.note("in paper.md: `main = '…'` in `source`"));
            Ok((nothing(why), warnings))
        }
    }
}

/// The main file, where paper.md names it.
fn main_of(texts: &Texts) -> Result<Option<String>, Vec<Diagnostic>> {
    let source = Source::new(format!("{}/paper.md", texts.folder), texts.document.as_str());
    let document = claims::read(&texts.key, &source)?;
    Ok(document.front.publication.main.map(|main| main.text))
}

/// The first line in which two extracts differ.
fn differs(texts: &Texts, committed: &str, fresh: &str) -> Diagnostic {
    let problem = Diagnostic::error("the e-print in the cache gives another extract than the committed one")
        .note("`build-report --fetch` writes it again; look at what has changed before you commit it");
    let source = Source::new(format!("{}/{EXTRACT}", texts.folder), committed);
    let short = |line: &str| match line.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_string(),
    };
    let mut at = 0;
    let mut again = fresh.lines();
    for line in committed.split_inclusive('\n') {
        let written = line.trim_end();
        let now = again.next();
        if now != Some(written) {
            let now = now
                .map_or("no such line".to_string(), |now| format!("`{}`", short(now).replace('\t', " ⇥ ")));
            return problem
                .at(&source, at..at + written.len())
                .label("committed")
                .note(format!("now it would be {now}"));
        }
        at += line.len();
    }
    match again.next() {
        Some(more) if committed.is_empty() => {
            problem.note(format!("there is no {EXTRACT}; it would begin `{}`", short(more)))
        }
        Some(more) => problem
            .at(&source, committed.len().saturating_sub(1)..committed.len())
            .label("the end")
            .note(format!("there would be more: `{}`", short(more).replace('\t', " ⇥ "))),
        None => problem.note("they differ in their ends of lines"),
    }
}
