//! The line for one paper: its texts in, its verdicts out.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::answers::{Answer, Means, answers, job};
use super::draw::{bars, called_alike, chart_jobs, charts};
use super::extract::{EXTRACT, Extract, Pinned};
use super::figures::drawn;
use super::frozen::{self, Frozen};
use super::grids::tabulated;
use super::jobs::{Part, Runner};
use super::judge::Bench;
use super::language::{Budget, Opinion};
use super::plant;
use super::printed::{Transcripts, columns_not_asked, headings_asked, rows_not_asked};
use super::questions::{Question, definitions, questions, reading_id};
use super::standing;
use super::stated::in_letters;
use super::sweep::run;
use super::weave::weave;
use super::{Definitions, Evaluator, Stop};
use crate::claims::{self, At, Block, Claim, Document, Reading, What};
use crate::diagnostic::{Diagnostic, Source};
use crate::notation::Dialect;
use crate::tex;
use crate::verdicts::{self, ClaimVerdicts, Cost, Entry, PaperVerdicts, Shown, Verdict, tally};

/// The texts of a paper's folder.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    /// The name of the folder.
    pub key: String,
    /// The folder as the user knows it: `papers/KEY`.
    pub folder: String,
    /// `paper.md`
    pub document: String,
    /// The transcripts, by path relative to the folder: `printed/table-1.tex`; and the extract of the e-print.
    pub printed: BTreeMap<String, String>,
    /// What `source.lock` says of the e-print.
    pub pinned: Option<Pinned>,
    /// `frozen.jsonl`
    pub frozen: String,
    /// `planted.json`
    pub planted: String,
}

/// How much is computed.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    pub jobs: usize,
    /// Full ranges: of no claim, of one, or of all.
    pub full: Full,
    /// Full ranges are computed even where a frozen result stands.
    pub again: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Full {
    #[default]
    Never,
    Claim(String),
    All,
}

/// A paper read and computed, ready for verdicts on whatever is printed.
pub struct Prepared {
    pub document: Document,
    pub transcripts: Transcripts,
    pub means: Means,
    pub evaluator: Evaluator,
    /// In the order of the page, a reading of a claim each.
    pub readings: Vec<Computed>,
    pub frozen: BTreeMap<String, Frozen>,
    /// What `source.lock` says of the e-print.
    pub pinned: Option<Pinned>,
    /// Warnings about the texts, with their places.
    pub warnings: Vec<Diagnostic>,
}

/// A reading of a claim with its questions and answers.
pub struct Computed {
    pub claim: usize,
    pub reading: usize,
    pub questions: Vec<Question>,
    /// None where only a full run answers.
    pub answers: Vec<Option<Answer>>,
    /// The points of its charts that a sweep gave, a curve each.
    pub points: Vec<Vec<(String, String)>>,
    pub cost: Cost,
    /// What a frozen result would have to be computed from; empty without a full range.
    pub from: BTreeMap<String, String>,
    /// What it was computed from, in short.
    pub made_from: BTreeMap<String, String>,
    /// Rows of the table that nothing asks about.
    pub not_asked: Vec<String>,
    /// Headings of the table under which nothing is asked about.
    pub columns_not_asked: Vec<String>,
}

/// Entries, each with the index of its reading.
pub type Entries = Vec<(usize, Entry)>;

/// What the second methods say when they are asked alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replayed {
    /// Lines of what was found.
    Confirms(Vec<String>),
    OutOfReach(String),
    Contradicts(String),
}

/// What a run over one paper gives.
pub struct Audited {
    pub verdicts: PaperVerdicts,
    pub warnings: Vec<Diagnostic>,
    /// What is frozen now.
    pub frozen: BTreeMap<String, Frozen>,
}

/// A paper's texts, read and found in order: all that can be said of them before anything is computed.
pub struct Read {
    pub document: Document,
    definitions: Arc<Definitions>,
    transcripts: Transcripts,
    frozen: BTreeMap<String, Frozen>,
    warnings: Vec<Diagnostic>,
}

impl Read {
    /// Each reading: `CLAIM`, or `CLAIM@reading`, and whether it has a full range.
    pub fn readings(&self) -> Vec<(String, bool)> {
        let claims = self.document.claims();
        claims
            .flat_map(|claim| claim.readings.iter().map(move |reading| (claim, reading)))
            .map(|(claim, reading)| (reading_id(claim, reading), reading.has_full_range()))
            .collect()
    }
}

/// Reads a paper and computes nothing. Cost: linear in its texts.
///
/// # Errors
/// Every problem of its texts.
pub fn read(texts: &Texts) -> Result<Read, Vec<Diagnostic>> {
    let source = Source::new(format!("{}/paper.md", texts.folder), texts.document.as_str());
    let document = claims::read(&texts.key, &source)?;
    if let Some(problem) = standing::pinned_another(&document, texts.pinned.as_ref()) {
        return Err(vec![problem]);
    }
    let definitions = definitions(&document)?;
    let (transcripts, warnings) = transcripts(texts)?;
    let mut found: Vec<Diagnostic> =
        document.claims().flat_map(|claim| missing(&document, claim, texts)).collect();
    found.extend(called_alike(&document));
    found.extend(plant::kept(texts).err());
    if !found.is_empty() {
        return Err(found);
    }
    let frozen_source = Source::new(format!("{}/frozen.jsonl", texts.folder), texts.frozen.as_str());
    let frozen = frozen::read(&frozen_source)?;
    Ok(Read { document, definitions, transcripts, frozen, warnings })
}

/// Reads and computes a paper; the second half, [`Prepared::verdicts`], holds it against what is printed.
///
/// # Errors
/// Every problem of its texts; or the first expression that makes no sense.
pub fn prepare(texts: &Texts, jobs_at_once: usize, step: &dyn Fn(&str)) -> Result<Prepared, Vec<Diagnostic>> {
    let Read { document, definitions, transcripts, frozen, mut warnings } = read(texts)?;
    let means = Means { definitions: definitions.clone(), jobs: jobs_at_once };
    let mut evaluator = Evaluator::new(definitions, Budget::default());
    let mut asked = Vec::new();
    let mut jobs = Vec::new();
    for (index, claim) in document.claims().enumerate() {
        for (reading, read) in claim.readings.iter().enumerate() {
            let questions = questions(&document, index, claim, reading, &transcripts, &mut evaluator)
                .map_err(|stop| problems(stop, &document, claim))?;
            let own = job(&document, claim, reading, &questions, false, &means)
                .map_err(|stop| problems(stop, &document, claim))?;
            let curves = chart_jobs(&document, read);
            asked.push((index, claim, reading, questions, own.is_some(), curves.len()));
            jobs.extend(own);
            jobs.extend(curves);
        }
    }
    step(&format!("{}: {} sweeps", texts.key, jobs.len()));
    let runner = Runner { definitions: &means.definitions, opinion: Opinion::First, threads: jobs_at_once };
    let mut swept = run(&jobs, runner).into_iter();
    let headings = headings_asked(&document, &transcripts);
    let mut readings = Vec::new();
    for (index, claim, reading, questions, sweeps, curves) in asked {
        let read = &claim.readings[reading];
        step(&format!("{}/{}", texts.key, reading_id(claim, read)));
        let own = if sweeps { swept.next() } else { None };
        let mut points = Vec::new();
        for curve in swept.by_ref().take(curves) {
            match curve.map_err(|stop| problems(stop, &document, claim))?.part {
                Part::Points(found) => points.push(found),
                _ => points.push(Vec::new()),
            }
        }
        let (answers, cost) = answers(&document, claim, reading, &questions, false, own, &mut evaluator)
            .map_err(|stop| problems(stop, &document, claim))?;
        let parts = frozen::parts(&document, claim, read, &means.definitions, &texts.printed);
        let full = questions.iter().any(|question| question.full);
        let from = if full { parts.clone() } else { BTreeMap::new() };
        let (not_asked, columns_not_asked) = match &read.what {
            What::Table(table) => (
                rows_not_asked(&transcripts, table, &questions, &mut evaluator),
                columns_not_asked(&transcripts, table, &headings),
            ),
            _ => Default::default(),
        };
        let made_from = frozen::made_from(parts, claim, read, &means.definitions);
        readings.push(Computed {
            claim: index,
            reading,
            questions,
            answers,
            points,
            cost,
            from,
            made_from,
            not_asked,
            columns_not_asked,
        });
    }
    let claimed: Vec<&Claim> = document.claims().collect();
    let asked = readings.iter().flat_map(|computed: &Computed| {
        computed.questions.iter().map(|question| (claimed[computed.claim], computed.reading, question))
    });
    let differing = standing::transcript_differs(&document, &transcripts, asked, &mut evaluator);
    if !differing.is_empty() {
        return Err(differing);
    }
    warnings.extend(standing::changed_claims(&document, &transcripts.extract));
    let pinned = texts.pinned.clone();
    Ok(Prepared { document, transcripts, means, evaluator, readings, frozen, pinned, warnings })
}

/// Reads, computes and judges a paper.
///
/// # Errors
/// Every problem of its texts, a broken contract, or two of our own methods that disagree.
pub fn audit(texts: &Texts, effort: &Effort) -> Result<Audited, Vec<Diagnostic>> {
    let mut prepared = prepare(texts, effort.jobs, &|_| ())?;
    for index in 0..prepared.readings.len() {
        prepared.freeze(index, effort)?;
    }
    let mut verdicts = prepared.verdicts()?;
    verdicts.planted = plant::score(texts, &prepared)?;
    Ok(Audited { verdicts, warnings: prepared.warnings, frozen: prepared.frozen })
}

/// What stopped the work on a claim as the problems of a run; a limit has the claim's place.
pub fn problems(stop: Stop, document: &Document, claim: &Claim) -> Vec<Diagnostic> {
    vec![stop.placed(&document.source, claim.id.span.clone(), "")]
}

/// The tables of every transcript and the extract of the e-print, and warnings about them.
///
/// # Errors
/// A row without an origin, or an extract that nothing pins or that is not what was written.
pub fn transcripts(texts: &Texts) -> Result<(Transcripts, Vec<Diagnostic>), Vec<Diagnostic>> {
    let (mut transcripts, mut warnings, mut problems) = (Transcripts::default(), Vec::new(), Vec::new());
    for (path, text) in &texts.printed {
        let source = Source::new(format!("{}/{path}", texts.folder), text.as_str());
        if path == EXTRACT {
            match Extract::read(&source) {
                Ok(extract) => {
                    problems.extend(extract.check(texts.pinned.as_ref()));
                    transcripts.extract = extract;
                }
                Err(found) => problems.extend(found),
            }
            continue;
        }
        let read = match path.rsplit('.').next() {
            Some("tsv") => tex::read_tsv(&source),
            Some("tex") => tex::read(&source),
            _ => continue,
        };
        problems.extend(read.rows_without_origin());
        warnings.extend(read.problems.iter().cloned());
        transcripts.files.insert(path.clone(), read);
    }
    if problems.is_empty() { Ok((transcripts, warnings)) } else { Err(problems) }
}

impl Prepared {
    /// Forgets frozen results of claims that are gone or have no full range any more; says whether there were any.
    pub fn forget_gone(&mut self) -> bool {
        let known: Vec<String> =
            self.readings.iter().filter(|computed| !computed.from.is_empty()).map(|c| self.name(c)).collect();
        let before = self.frozen.len();
        self.frozen.retain(|claim, _| known.contains(claim));
        self.frozen.len() != before
    }

    /// `CLAIM`, or `CLAIM@reading`, of the reading of that index.
    pub fn name_of(&self, index: usize) -> String {
        self.name(&self.readings[index])
    }

    fn name(&self, computed: &Computed) -> String {
        let claim = self.document.claims().nth(computed.claim);
        claim.map_or(String::new(), |claim| reading_id(claim, &claim.readings[computed.reading]))
    }

    /// Computes and keeps the full range of one reading, if it is asked for and stale.
    ///
    /// # Errors
    /// As [`audit`].
    pub fn freeze(&mut self, index: usize, effort: &Effort) -> Result<bool, Vec<Diagnostic>> {
        let computed = &self.readings[index];
        let name = self.name(computed);
        let claim = self.document.claims().nth(computed.claim).ok_or_else(Vec::new)?;
        let asked = match &effort.full {
            Full::Never => false,
            Full::Claim(id) => *id == claim.id.text || *id == name,
            Full::All => true,
        };
        let stands = self.frozen.get(&name).is_some_and(|old| old.changed(&computed.from).is_empty());
        if computed.from.is_empty() || !asked || (stands && !effort.again) {
            return Ok(false);
        }
        // An arena of its own, so that what the quick range costs does not depend on the full one.
        let mut evaluator = Evaluator::new(
            self.means.definitions.clone(),
            super::answers::budget(&claim.readings[computed.reading].budget),
        );
        let fresh = questions(
            &self.document,
            computed.claim,
            claim,
            computed.reading,
            &self.transcripts,
            &mut evaluator,
        )
        .map_err(|stop| problems(stop, &self.document, claim))?;
        let own = job(&self.document, claim, computed.reading, &fresh, true, &self.means)
            .map_err(|stop| problems(stop, &self.document, claim))?;
        let runner = Runner {
            definitions: &self.means.definitions,
            opinion: Opinion::First,
            threads: self.means.jobs,
        };
        let swept = own.and_then(|job| run(&[job], runner).pop());
        let (full, cost) =
            answers(&self.document, claim, computed.reading, &fresh, true, swept, &mut evaluator)
                .map_err(|stop| problems(stop, &self.document, claim))?;
        let mut bench = Bench {
            document: &self.document,
            transcripts: &self.transcripts,
            means: &self.means,
            evaluator: &mut evaluator,
            confirm: true,
        };
        let mut entries = Vec::new();
        for (question, answer) in fresh.iter().zip(full) {
            if let Some(answer) = answer {
                let mut entry = bench.judge(question, &answer).map_err(|problem| vec![problem])?;
                entry.standings.push("frozen".to_string());
                entries.push(entry);
            }
        }
        bench.evaluator = &mut self.evaluator;
        for (question, answer) in computed.questions.iter().zip(&computed.answers) {
            if let Some(answer) = answer {
                entries.push(bench.judge(question, answer).map_err(|problem| vec![problem])?);
            }
        }
        let frozen = Frozen { claim: name.clone(), from: computed.from.clone(), cost, entries };
        self.frozen.insert(name, frozen);
        Ok(true)
    }

    /// The entries of one reading: quick ones judged now, full ones as they are frozen.
    ///
    /// # Errors
    /// As [`audit`].
    pub fn judge(&mut self, index: usize, confirm: bool) -> Result<Vec<Entry>, Vec<Diagnostic>> {
        let name = self.name(&self.readings[index]);
        let computed = &self.readings[index];
        let frozen = self.frozen.get(&name);
        let changed = frozen.map(|frozen| frozen.changed(&computed.from)).unwrap_or_default();
        let mut bench = Bench {
            document: &self.document,
            transcripts: &self.transcripts,
            means: &self.means,
            evaluator: &mut self.evaluator,
            confirm,
        };
        let mut entries = Vec::new();
        for (question, answer) in computed.questions.iter().zip(&computed.answers) {
            let kept = frozen.and_then(|frozen| frozen.entries.iter().find(|entry| entry.id == question.id));
            let entry = match (answer, kept) {
                (Some(answer), kept) => {
                    let entry = bench.judge(question, answer).map_err(|problem| vec![problem])?;
                    if let Some(kept) = kept
                        && changed.is_empty()
                        && confirm
                        && (kept.verdict, &kept.recomputed) != (entry.verdict, &entry.recomputed)
                    {
                        return Err(vec![disagreement(kept, &entry)]);
                    }
                    entry
                }
                // What is printed has not changed, but may stand in another line by now.
                (None, Some(kept)) if changed.is_empty() => bench.read_now(question, kept),
                (None, Some(kept)) => {
                    let mut stale = kept.clone();
                    stale.standings.push("stale".to_string());
                    stale.notes.push(format!(
                        "computed before these changed: {}; `build-report --full {}/{name}` computes it again",
                        changed.join(", "),
                        self.document.key
                    ));
                    stale
                }
                (None, None) => {
                    let nothing = bench.judge(question, &Answer::Nothing).map_err(|problem| vec![problem])?;
                    Entry {
                        verdict: Verdict::NotAttempted,
                        notes: vec![format!(
                            "its full range has not been computed yet: `build-report --full {}/{name}`",
                            self.document.key
                        )],
                        ..nothing
                    }
                }
            };
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Every entry, with the index of its reading.
    ///
    /// # Errors
    /// As [`audit`].
    pub fn all_entries(&mut self) -> Result<Entries, Vec<Diagnostic>> {
        let mut all = Vec::new();
        for index in 0..self.readings.len() {
            all.extend(self.judge(index, true)?.into_iter().map(|entry| (index, entry)));
        }
        Ok(all)
    }

    /// Why an entry was recomputed or reused, in a sentence.
    pub fn why(&self, reading: usize, id: &str) -> String {
        let computed = &self.readings[reading];
        let full = computed.questions.iter().any(|question| question.id == id && question.full);
        if !full {
            return "recomputed now: it is in the quick range, which every run computes".to_string();
        }
        let name = self.name(computed);
        match self.frozen.get(&name) {
            None => {
                format!("not computed yet: `build-report --full {}/{name}` computes it", self.document.key)
            }
            Some(frozen) => {
                let changed = frozen.changed(&computed.from);
                if changed.is_empty() {
                    let from: Vec<String> = computed
                        .from
                        .iter()
                        .map(|(part, hash)| format!("{part} {}", &hash[..hash.len().min(12)]))
                        .collect();
                    format!(
                        "reused: frozen, and nothing that it was computed from has changed ({})",
                        from.join("; ")
                    )
                } else {
                    format!("stale: {} changed since it was computed", changed.join(" and "))
                }
            }
        }
    }

    /// Checks an entry by the second methods alone.
    ///
    /// # Errors
    /// If paper.md makes no sense.
    pub fn replay(&mut self, entry: &Entry) -> Result<Replayed, Vec<Diagnostic>> {
        let found = self.readings.iter().find_map(|computed| {
            let at = computed.questions.iter().position(|question| question.id == entry.id)?;
            Some((computed.questions[at].clone(), computed.answers[at].clone()))
        });
        let Some((question, answer)) = found else {
            return Ok(Replayed::OutOfReach("the entry is gone".to_string()));
        };
        let Some(answer) = answer else {
            let why = "its range is a full one; the frozen result names the methods that it was checked by";
            return Ok(Replayed::OutOfReach(why.to_string()));
        };
        let mut bench = Bench {
            document: &self.document,
            transcripts: &self.transcripts,
            means: &self.means,
            evaluator: &mut self.evaluator,
            confirm: true,
        };
        bench.replay(&question, &answer, entry).map_err(|problem| vec![problem])
    }

    /// The verdicts of one reading, with its charts but for those that show what others found.
    fn of_reading(&mut self, index: usize) -> Result<ClaimVerdicts, Vec<Diagnostic>> {
        let mut entries = self.judge(index, true)?;
        let computed = &self.readings[index];
        let claim = self.document.claims().nth(computed.claim).ok_or_else(Vec::new)?;
        let reading = &claim.readings[computed.reading];
        let charts = charts(
            &self.document,
            claim,
            reading,
            &computed.questions,
            &entries,
            &computed.points,
            &mut self.evaluator,
        )
        .map_err(|stop| problems(stop, &self.document, claim))?;
        let rows = ("rows", &computed.not_asked);
        for (what, missing) in [rows, ("columns", &computed.columns_not_asked)] {
            if missing.is_empty() {
                continue;
            }
            let one = missing.len() == 1;
            let what_is =
                format!("{} {}", if one { what.trim_end_matches('s') } else { what }, "of the table");
            let is = if one { "is" } else { "are" };
            self.warnings.push(
                Diagnostic::warning(format!("{} {what_is} {is} not asked about", missing.len()))
                    .at(&self.document.source, claim.id.span.clone())
                    .note(missing.join(", ")),
            );
            if let Some(first) = entries.first_mut() {
                first.notes.push(format!("{what} not asked about: {}", missing.join(", ")));
            }
        }
        let frozen = self.frozen.get(&self.name(computed));
        let cost = frozen.filter(|_| !computed.from.is_empty()).map_or(Cost::default(), |f| f.cost);
        Ok(ClaimVerdicts {
            id: claim.id.text.clone(),
            title: titled(claim),
            printed_in: claim
                .at
                .iter()
                .flat_map(|at| &at.places)
                .map(|(kind, number)| (kind.clone(), number.text.clone()))
                .collect(),
            says: sentences([&claim.says, &reading.says]),
            origin: claim
                .at
                .as_ref()
                .and_then(|at| at.origin.as_ref())
                .map_or(String::new(), |origin| origin.text.clone()),
            formula: printed_formula(reading),
            stated: stated(reading),
            columns: columns(reading),
            reading: reading.name.as_ref().map(|name| name.text.clone()),
            range: range_words(claim, reading, &entries),
            entries,
            charts,
            cost: computed.cost.plus(cost),
            made_from: computed.made_from.clone(),
        })
    }

    /// What stands in the document, in its order: numbers in the prose, and what is drawn and tabulated.
    fn blocks(&mut self, claims: &[ClaimVerdicts]) -> Result<Blocks, Vec<Diagnostic>> {
        let (mut blocks, mut figures, mut grids) = (Vec::new(), Vec::new(), Vec::new());
        for block in &self.document.blocks {
            match block {
                Block::Prose(prose) => {
                    let woven = weave(&self.document, prose, claims, &mut self.evaluator)
                        .map_err(|problem| vec![problem])?;
                    blocks.push(verdicts::Block::Prose(woven));
                }
                Block::Definitions(block) => {
                    blocks.push(verdicts::Block::Definitions(block.text.text.clone()));
                }
                Block::Claim(claim) => blocks.push(verdicts::Block::Claim(claim.id.text.clone())),
                Block::Figure(figure) => {
                    let drawn = drawn(&self.document, figure, &self.means.definitions);
                    figures.push(drawn.map_err(|problem| vec![problem])?);
                    blocks.push(verdicts::Block::Figure(figure.id.text.clone()));
                }
                Block::Grid(grid) => {
                    let grid_of = tabulated(&self.document, grid, &self.means.definitions);
                    grids.push(grid_of.map_err(|problem| vec![problem])?);
                    blocks.push(verdicts::Block::Grid(grid.id.text.clone()));
                }
            }
        }
        Ok((blocks, figures, grids))
    }

    /// Every verdict of the paper, with its prose and charts.
    ///
    /// # Errors
    /// As [`audit`].
    pub fn verdicts(&mut self) -> Result<PaperVerdicts, Vec<Diagnostic>> {
        let indices = 0..self.readings.len();
        let mut claims = indices.map(|index| self.of_reading(index)).collect::<Result<Vec<_>, _>>()?;
        for (index, computed) in self.readings.iter().enumerate() {
            let claim = self.document.claims().nth(computed.claim).ok_or_else(Vec::new)?;
            let drawn = bars(claim, &claim.readings[computed.reading], &claims);
            claims[index].charts.extend(drawn);
        }
        self.contract(&claims)?;
        let (blocks, figures, grids) = self.blocks(&claims)?;
        let front = &self.document.front;
        let (source, address) = publication(&front.publication);
        let extract = &self.transcripts.extract;
        let source_standing = standing::sentence(self.pinned.as_ref(), &self.document, extract, &claims);
        let notices = standing::notices(self.pinned.as_ref(), &self.document, extract);
        let places = self
            .document
            .claims()
            .map(|claim| {
                let line = self.document.source.line_column(claim.span.start).0;
                (claim.id.text.clone(), format!("{}:{line}", self.document.source.name))
            })
            .collect();
        Ok(PaperVerdicts {
            key: self.document.key.clone(),
            title: front.title.text.clone(),
            authors: front.authors.iter().map(|author| author.text.clone()).collect(),
            summary: front.summary.as_ref().map_or(String::new(), |summary| summary.text.clone()),
            source,
            address,
            source_standing,
            notices,
            conventions: front.notation.iter().map(|(a, b)| (a.text.clone(), b.text.clone())).collect(),
            contract: (front.contract.claims.value, front.contract.entries.value),
            blocks,
            claims,
            figures,
            grids,
            planted: None,
            places,
        })
    }

    /// Holds the document to its promise: so many claims, so many entries. Fewer is a failure, and so is more.
    fn contract(&self, claims: &[ClaimVerdicts]) -> Result<(), Vec<Diagnostic>> {
        let contract = &self.document.front.contract;
        let entries: usize = claims.iter().map(|claim| claim.entries.len()).sum();
        let mut problems = Vec::new();
        for computed in self.readings.iter().filter(|computed| computed.questions.is_empty()) {
            if let Some(claim) = self.document.claims().nth(computed.claim) {
                problems.push(
                    Diagnostic::error("the claim has no entry: nothing of it would be checked")
                        .at(&self.document.source, claim.id.span.clone())
                        .note("its range, or the rows of its table, are empty"),
                );
            }
        }
        for (word, promised, found) in [
            ("claims", &contract.claims, self.document.claims().count()),
            ("entries", &contract.entries, entries),
        ] {
            if promised.value != found as u64 {
                problems.push(
                    Diagnostic::error(format!(
                        "the contract promises {} {word}, and there are {found}",
                        promised.value
                    ))
                    .at(&self.document.source, promised.span.clone())
                    .note(format!("if that is what you mean, write `{word} = {found}`")),
                );
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }
}

fn disagreement(kept: &Entry, entry: &Entry) -> Diagnostic {
    let text =
        |shown: &Option<Shown>| shown.as_ref().map_or("nothing".to_string(), |shown| shown.text.clone());
    Diagnostic::error(format!("the quick run disagrees with the frozen result at {}", entry.id))
        .note(format!("frozen: {}, {}", kept.verdict, text(&kept.recomputed)))
        .note(format!("now: {}, {}", entry.verdict, text(&entry.recomputed)))
        .note("nothing that it was computed from has changed but the program: raise the room's REVISION, or find the fault")
}

/// What is said of a claim, and of the reading of it.
fn sentences(said: [&Option<claims::Text>; 2]) -> String {
    let said: Vec<&str> = said.into_iter().flatten().map(|says| says.text.trim()).collect();
    said.join(" ")
}

/// Transcripts that a claim names and that are not there.
fn missing(document: &Document, claim: &Claim, texts: &Texts) -> Vec<Diagnostic> {
    let named = claim.readings.iter().filter_map(|reading| match &reading.what {
        What::Table(table) => table.from.as_ref(),
        _ => None,
    });
    let mut gone: Vec<_> = named.filter(|from| !texts.printed.contains_key(&from.text)).collect();
    gone.dedup();
    gone.into_iter()
        .map(|from| {
            let message = format!("there is no file {}/{}", texts.folder, from.text);
            Diagnostic::error(message).at(&document.source, from.span.clone())
        })
        .collect()
}

/// What the blocks of a document become, and the drawings and grids among them.
type Blocks = (Vec<verdicts::Block>, Vec<verdicts::Figure>, Vec<verdicts::Grid>);

/// The title of a claim, with its place before it unless it says that itself; without a title the place, or its id.
fn titled(claim: &claims::Claim) -> String {
    let place = claim.at.as_ref().map_or(String::new(), At::to_string);
    match &claim.title {
        None if place.is_empty() => claim.id.text.clone(),
        None => place,
        Some(title) if place.is_empty() || begins_with(&title.text, &place) => title.text.clone(),
        Some(title) => format!("{place}: {}", title.text),
    }
}

/// Whether a title begins with the name of a place, and not with a longer one: `Table 1` is not how `Table 10` begins, nor
/// `Table 1.2` or `Table 1-3`.
fn begins_with(title: &str, place: &str) -> bool {
    title.strip_prefix(place).is_some_and(|rest| {
        let mut rest = rest.chars();
        match rest.next() {
            Some('.' | '-' | '–') => !rest.next().is_some_and(char::is_alphanumeric),
            next => !next.is_some_and(char::is_alphanumeric),
        }
    })
}

fn publication(publication: &claims::Publication) -> (String, String) {
    if let Some((id, version)) = &publication.arxiv {
        let name = format!("{}v{version}", id.text);
        return (format!("arXiv:{name}"), format!("https://arxiv.org/abs/{name}"));
    }
    let citation = publication.citation.as_ref().map_or(String::new(), |citation| citation.text.clone());
    if let Some(doi) = &publication.doi {
        let source = if citation.is_empty() { format!("doi:{}", doi.text) } else { citation };
        return (source, format!("https://doi.org/{}", doi.text));
    }
    (citation, publication.address.as_ref().map_or(String::new(), |address| address.text.clone()))
}

fn printed_formula(reading: &Reading) -> Option<Shown> {
    let What::Formula(formula) = &reading.what else { return None };
    let printed = formula.printed.as_ref()?;
    Some(match formula.dialect {
        Dialect::Tex => {
            Shown { text: printed.text.clone(), tex: printed.text.clone(), speech: String::new() }
        }
        Dialect::Plain => Shown::words(printed.text.clone()),
    })
}

/// A statement in the letters of the paper; none if it is said with names that only paper.md knows.
fn stated(reading: &Reading) -> Option<Shown> {
    let What::Statement(statement) = &reading.what else { return None };
    let tex = in_letters(&statement.holds.tree)?;
    Some(Shown { text: statement.holds.text.clone(), tex, speech: String::new() })
}

fn columns(reading: &Reading) -> Vec<String> {
    let What::Table(table) = &reading.what else { return Vec::new() };
    let keys = table.keys.iter().map(|key| key.header.text.clone());
    match &table.columns {
        claims::Columns::Named(columns) => {
            keys.chain(columns.iter().map(|c| c.header.text.clone())).collect()
        }
        claims::Columns::Across { domain, .. } => keys.chain([domain.text.clone()]).collect(),
    }
}

/// `agrees on 20 of 20; claimed for n ≥ 1; not a proof`; what is our own question is claimed by nobody.
fn range_words(claim: &Claim, reading: &Reading, entries: &[Entry]) -> String {
    let ranges = match &reading.what {
        What::Formula(formula) => &formula.ranges,
        What::Statement(statement) => &statement.ranges,
        What::Search(search) => &search.ranges,
        _ => &None,
    };
    let Some(ranges) = ranges else { return String::new() };
    let (mut words, agrees) = match &reading.what {
        What::Formula(_) => {
            let counts = tally(entries);
            let of = |verdict| counts.get(&verdict).copied().unwrap_or(0);
            let compared = of(Verdict::Match)
                + of(Verdict::SameValue)
                + of(Verdict::Mismatch)
                + of(Verdict::Unconfirmed);
            if compared == 0 {
                return String::new();
            }
            let agree = of(Verdict::Match) + of(Verdict::SameValue);
            (format!("agrees on {agree} of {compared}"), agree == compared)
        }
        What::Statement(_) => {
            let swept =
                entries.iter().filter(|entry| entry.column.is_none()).filter_map(|e| e.tested.as_ref());
            let best = swept.max_by_key(|tested| tested.cases);
            let Some(tested) = best else { return String::new() };
            (tested.held_in_words(), tested.held == tested.cases)
        }
        _ => return String::new(),
    };
    if let Some(paper) = &ranges.paper {
        let origin = claim.at.as_ref().and_then(|at| at.origin.as_ref());
        let origin = origin.map_or("", |origin| origin.text.as_str());
        words.push_str(&verdicts::claimed_in_words(origin, &paper.text, agrees));
    }
    words
}
