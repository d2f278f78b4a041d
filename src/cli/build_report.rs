//! `referee build-report`: recomputes the papers and writes the report.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::beforehand;
use super::eprints::{CacheFolder, Network, murmur};
use super::project::{Project, on_disk};
use super::review;
use super::sources::{Sources, read_again};
use super::{End, Failure, tell};
use crate::diagnostic::{Diagnostic, Severity};
use crate::eprint::Cache;
use crate::evaluate::{Effort, Full, Prepared, Texts, plant, prepare, write_frozen};
use crate::files;
use crate::report;
use crate::report::Sought;
use crate::report::diff::{Change, Diff};
use crate::report::text::grouped;
use crate::review::Reviews;
use crate::verdicts::PaperVerdicts;

/// Recomputes every claim and writes the report: pages, Markdown, charts and verdicts.json.
///
/// Needs no network but for --fetch. Ends with the counts by verdict, the discrepancies, and what was not checked; what changed against
/// the committed verdicts is in target/referee/diff.html. Discrepancies of a paper do not make it fail.
#[derive(Args)]
#[command(
    after_help = "Exit codes: 0 done; 1 with --check, something is stale; 2 could not (bad input, a broken contract, \
two methods that disagree).

Examples:
  referee build-report
  referee build-report --check
  referee build-report --full KEY/CLAIM
  referee build-report --fetch"
)]
pub struct BuildReport {
    /// Recomputes this paper only; the others stay as report/verdicts.json has them.
    paper: Option<String>,
    /// Writes nothing: says whether the report is what this tree computes.
    #[arg(long)]
    check: bool,
    /// Computes full ranges, too, and keeps them in frozen.jsonl: of all claims, of a paper's or of one claim. What is
    /// frozen and fresh is not computed again, so that it can be interrupted; with --check all is, and nothing written.
    #[arg(long, value_name = "PAPER[/CLAIM]", num_args = 0..=1, default_missing_value = "")]
    full: Option<String>,
    /// Gets the papers' e-prints from arXiv, as far as they are not in the cache, looks in them for what the claims ask for,
    /// and writes source.lock and printed/eprint.tsv, from which the report is made. Where an e-print cannot be had, the
    /// report goes on with what is there.
    #[arg(long, conflicts_with = "check")]
    fetch: bool,
    /// Writes the report to this folder instead of report/.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Threads; the result is the same for any number.
    #[arg(long, value_name = "N")]
    jobs: Option<usize>,
    #[command(flatten)]
    cache: CacheFolder,
    #[command(flatten)]
    network: Network,
    #[command(flatten)]
    project: Project,
}

impl BuildReport {
    pub fn run(self) -> Result<End, Failure> {
        let keys = self.project.keys()?;
        self.asks_of_what_is_there()?;
        let out = self.out.clone().unwrap_or_else(|| self.project.report());
        let (reviews, page) = self.beforehand(&keys, &out)?;
        let kept = if self.paper.is_some() { on_disk(&self.project.report())? } else { Vec::new() };
        let progress = Progress::new(keys.len());
        let murmuring = |words: &str| progress.pause(|| murmur(words));
        // A cache is needed by --fetch alone; elsewhere it holds to account what is committed.
        let cache = match self.cache.open() {
            Ok(cache) => Some(cache),
            Err(problem) if self.fetch => return Err(problem.into()),
            Err(_) => None,
        };
        let mut sources = match &cache {
            Some(cache) if self.fetch => Some(Sources::new(cache, &self.network.access()?, &murmuring)?),
            _ => None,
        };
        let (mut papers, mut stale_frozen, mut problems) = (Vec::new(), Vec::new(), Vec::new());
        for key in &keys {
            let found = if self.paper.as_ref().is_some_and(|paper| paper != key) {
                as_it_was(&kept, key).map(|paper| (paper, Vec::new()))
            } else {
                self.paper(key, &mut sources, cache.as_ref(), &progress)
            };
            match found {
                Ok((verdicts, changed)) => {
                    papers.push(verdicts);
                    stale_frozen.extend(changed);
                }
                Err(found) => problems.extend(found),
            }
        }
        progress.finish();
        if !problems.is_empty() {
            return Err(Failure::Told(problems));
        }
        let rendered = report::render_for(&papers, self.project.program())?;
        if self.check {
            return self.compare(&out, &rendered, &papers, &stale_frozen);
        }
        let committed = self.committed();
        write(&out, &rendered)?;
        let diff = report::diff(&committed, &papers);
        let lead = "the committed report against what was computed now";
        files::write_if_changed(&page, diff.html(lead, &|group| reviews.remark(group))?.as_bytes())?;
        let mut stdout = super::output();
        let notices = sources.map(|sources| sources.notices).unwrap_or_default();
        let index = out.join("index.html").display().to_string();
        let new = if committed.is_empty() { BTreeSet::new() } else { diff.ids(Change::New) };
        let sought = Sought { paper: self.paper.clone(), new };
        write!(stdout, "{}", report::summary(&papers, &sought, &notices, &index))?;
        stdout.flush()?;
        if !diff.is_empty() && !committed.is_empty() {
            murmur(&format!("against the report that was there: {}", diff.counts()));
            murmur(&self.whither(&diff, &reviews, &page));
        }
        Ok(End::Done)
    }

    /// Where the changes are told, and how they are reviewed.
    fn whither(&self, diff: &Diff, reviews: &Reviews, page: &Path) -> String {
        let page = page.display();
        if !self.project.has_commit() {
            // What was there is written over by now.
            return format!(
                "  see {page}; reviewing needs the verdicts of before: a git repository, or a copy that you \
                 kept, as in `referee review --base FILE`"
            );
        }
        let left: u64 = reviews.judge(diff).iter().map(|one| one.rejected + one.unreviewed).sum();
        let (count, are) = if left == 1 { ("1".to_owned(), "is") } else { (grouped(left), "are") };
        format!("  {count} of these changes {are} not accepted: see {page} or `referee review`")
    }

    /// The paper and the full range that are asked for: whether the paper is there, and the range of it.
    fn asks_of_what_is_there(&self) -> Result<(), Diagnostic> {
        if let Some(paper) = &self.paper {
            self.project.texts(paper)?;
        }
        if let Some(target) = self.full.as_deref().filter(|target| !target.is_empty()) {
            let texts = self.project.texts_of_id(target)?;
            if let Some(paper) = self.paper.as_ref().filter(|paper| **paper != texts.key) {
                return Err(Diagnostic::error(format!("`--full {target}` is not of the paper `{paper}`"))
                    .note("name one paper, or none"));
            }
        }
        Ok(())
    }

    /// One paper, computed from its texts as they are when its e-print has been looked at; and which of its frozen results
    /// are not what is computed now.
    fn paper(
        &self,
        key: &str,
        sources: &mut Option<Sources>,
        cache: Option<&Cache>,
        progress: &Progress,
    ) -> Result<(PaperVerdicts, Vec<String>), Vec<Diagnostic>> {
        progress.begin(key);
        let mut texts = self.project.texts(key).map_err(|problem| vec![problem])?;
        let lock = self.project.lock(key).map_err(|problem| vec![problem])?;
        let read = match (&mut *sources, cache, lock) {
            (Some(sources), ..) => sources.fetch(&self.project, &texts)?,
            (None, Some(cache), Some(lock)) => read_again(&texts, &lock, cache)?,
            _ => Vec::new(),
        };
        progress.pause(|| tell(&read));
        if sources.is_some() {
            texts = self.project.texts(key).map_err(|problem| vec![problem])?;
            let found = beforehand::papers(&self.project, &[&texts.key], self.full.as_deref());
            if !found.is_empty() {
                return Err(found);
            }
        }
        let computed = self.paper_verdicts(&texts, progress);
        if let Ok((_, warnings, _)) = &computed {
            progress.pause(|| tell(warnings));
        }
        progress.end();
        computed.map(|(verdicts, _, changed)| (verdicts, changed))
    }

    /// Verdicts that cannot be read any more are no reason not to write new ones.
    fn committed(&self) -> Vec<PaperVerdicts> {
        self.project.committed().unwrap_or_else(|problem| {
            let unread = Diagnostic { severity: Severity::Warning, ..problem };
            tell(&[unread.note("what changed since the committed verdicts is not shown")]);
            Vec::new()
        })
    }

    /// What can be checked before anything is computed; the decisions, and where the page of what changed goes.
    fn beforehand(&self, keys: &[String], out: &Path) -> Result<(Reviews, PathBuf), Vec<Diagnostic>> {
        let mut problems = Vec::new();
        let reviews = review::read(&self.project).unwrap_or_else(|found| {
            problems.extend(found);
            Reviews::default()
        });
        let page = self.project.path("target/referee/diff.html");
        if !self.check {
            problems.extend(beforehand::may_write(out).err());
            problems.extend(page.parent().and_then(|folder| files::check_writable(folder).err()));
        } else {
            problems.extend(on_disk(out).err());
        }
        // What --fetch writes is read when it is there.
        let chosen = |key: &&String| !self.fetch && self.paper.as_ref().is_none_or(|paper| paper == *key);
        let chosen: Vec<&String> = keys.iter().filter(chosen).collect();
        problems.extend(beforehand::papers(&self.project, &chosen, self.full.as_deref()));
        if problems.is_empty() { Ok((reviews, page)) } else { Err(problems) }
    }

    /// One paper; full ranges as asked, each kept as soon as it is there.
    fn paper_verdicts(
        &self,
        texts: &Texts,
        progress: &Progress,
    ) -> Result<(PaperVerdicts, Vec<Diagnostic>, Vec<String>), Vec<Diagnostic>> {
        let jobs =
            self.jobs.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1);
        let mut prepared = prepare(texts, jobs, &|claim| progress.step(claim))?;
        let effort = Effort { jobs, full: self.full_of(&texts.key), again: self.check };
        let frozen_before = prepared.frozen.clone();
        for index in 0..prepared.readings.len() {
            progress.step(&format!("full range of {}", prepared.name_of(index)));
            if prepared.freeze(index, &effort)? && !self.check {
                self.keep(texts, &prepared)?;
            }
        }
        if effort.full == Full::All && prepared.forget_gone() && !self.check {
            self.keep(texts, &prepared)?;
        }
        let mut changed = Vec::new();
        if self.check {
            let names: BTreeSet<&String> = frozen_before.keys().chain(prepared.frozen.keys()).collect();
            for name in names {
                if frozen_before.get(name) != prepared.frozen.get(name) {
                    changed.push(format!("{}/{name}", texts.key));
                }
            }
            prepared.frozen = frozen_before;
        }
        let mut verdicts = prepared.verdicts()?;
        verdicts.planted = plant::score(texts, &prepared)?;
        Ok((verdicts, prepared.warnings, changed))
    }

    fn keep(&self, texts: &Texts, prepared: &Prepared) -> Result<(), Vec<Diagnostic>> {
        let text = write_frozen(&prepared.frozen).map_err(|problem| vec![problem])?;
        let path = self.project.paper_file(&texts.key, "frozen.jsonl");
        files::write_if_changed(&path, text.as_bytes()).map_err(|problem| vec![problem])?;
        Ok(())
    }

    fn full_of(&self, key: &str) -> Full {
        match self.full.as_deref() {
            None => Full::Never,
            Some("") => Full::All,
            Some(target) => match target.split_once('/') {
                Some((paper, claim)) if paper == key => Full::Claim(claim.to_string()),
                None if target == key => Full::All,
                _ => Full::Never,
            },
        }
    }

    /// Whether the folder holds just these bytes.
    fn compare(
        &self,
        out: &Path,
        rendered: &BTreeMap<String, Vec<u8>>,
        papers: &[PaperVerdicts],
        frozen: &[String],
    ) -> Result<End, Failure> {
        let mut differs: Vec<String> = frozen
            .iter()
            .map(|name| format!("{name}: the frozen result is not what is computed now"))
            .collect();
        let there: BTreeSet<String> = files::files_below(out)?.into_iter().collect();
        let diff = report::diff(&on_disk(out)?, papers);
        let members =
            diff.to_review().flat_map(|group| group.members.iter().map(|member| (group.change, &member.id)));
        differs.extend(members.map(|(change, id)| format!("{id}: {}", change.word())));
        for name in there.iter().filter(|name| !rendered.contains_key(*name)) {
            differs.push(format!("{}: not written by build-report", out.join(name).display()));
        }
        for (name, bytes) in rendered {
            let path = out.join(name);
            if !there.contains(name) {
                differs.push(format!("{}: missing", path.display()));
            } else if files::read_bytes(&path)? != *bytes {
                differs.push(format!("{}: other bytes", path.display()));
            }
        }
        let mut stdout = super::output();
        if differs.is_empty() {
            writeln!(stdout, "{} is up to date: {} files", out.display(), rendered.len())?;
            return Ok(End::Done);
        }
        for line in differs.iter().take(14) {
            writeln!(stdout, "{line}")?;
        }
        if differs.len() > 14 {
            writeln!(stdout, "and {} more", differs.len() - 14)?;
        }
        Ok(End::Attention)
    }
}

/// A paper that is not asked for, as the report has it.
fn as_it_was(kept: &[PaperVerdicts], key: &str) -> Result<PaperVerdicts, Vec<Diagnostic>> {
    kept.iter().find(|paper| paper.key == key).cloned().ok_or_else(|| {
        vec![
            Diagnostic::error(format!("`{key}` has never been computed"))
                .note("run `build-report` once without a paper"),
        ]
    })
}

/// Writes the files of a report, all or none, and takes away pages of an earlier one.
fn write(out: &Path, rendered: &BTreeMap<String, Vec<u8>>) -> Result<(), Diagnostic> {
    let there = files::files_below(out)?;
    files::write_together(out, rendered.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())))?;
    for name in there.iter().filter(|name| !rendered.contains_key(*name)) {
        let ours = [".html", ".md", ".svg", ".errata.tex"].iter().any(|ending| name.ends_with(ending));
        if ours {
            files::remove(&out.join(name))?;
        }
    }
    Ok(())
}

/// A bar on a terminal, plain lines elsewhere.
struct Progress {
    bar: Option<ProgressBar>,
}

impl Progress {
    fn new(papers: usize) -> Progress {
        let bar = io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::with_draw_target(Some(papers as u64), ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{bar:20} {pos}/{len} {msg}") {
                bar.set_style(style);
            }
            bar
        });
        Progress { bar }
    }

    fn begin(&self, key: &str) {
        match &self.bar {
            Some(bar) => bar.set_message(key.to_string()),
            None => {
                let _ = writeln!(io::stderr(), "recomputing {key}");
            }
        }
    }

    fn step(&self, claim: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(claim.to_string());
            bar.tick();
        }
    }

    fn pause(&self, shown: impl FnOnce()) {
        match &self.bar {
            Some(bar) => bar.suspend(shown),
            None => shown(),
        }
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
