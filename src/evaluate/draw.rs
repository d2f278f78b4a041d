//! Points for charts: what was printed beside what was recomputed, and whatever else a claim asks to draw.

use std::collections::BTreeMap;

use super::answers::budget;
use super::jobs::{Job, point};
use super::questions::{Asks, Cases, Question, formula};
use super::shown::thermograph_chart;
use super::weave::count;
use super::{Datum, Evaluator, Formula, Stop};
use crate::claims::{self, Axis, Block, Claim, Document, Field, Plot, Reading, Text, What};
use crate::diagnostic::{Diagnostic, Place};
use crate::verdicts::{Chart, ChartKind, ClaimVerdicts, Entry, Series, SeriesRole};

/// The charts of a reading.
///
/// # Errors
/// An expression of a chart that makes no sense, or a point that is no number.
pub fn charts(
    document: &Document,
    claim: &Claim,
    reading: &Reading,
    questions: &[Question],
    entries: &[Entry],
    swept: &[Vec<(String, String)>],
    evaluator: &mut Evaluator,
) -> Result<Vec<Chart>, Stop> {
    let mut charts = Vec::new();
    let names = Names::of(claim, reading);
    for (index, (caption, game)) in reading.thermographs.iter().enumerate() {
        let placed = |stop: Stop| Stop::from(stop.placed(&document.source, game.span.clone(), ""));
        let game_formula = formula(game, &document.source);
        let value = evaluator.evaluate_game(&game_formula, &[]).map_err(placed)?;
        let thermograph =
            evaluator.store.thermograph(value).map_err(|limit| placed(Stop::Undecided(limit.into())))?;
        let title =
            caption.as_ref().map_or(format!("Thermograph of {}", game.text), |caption| caption.text.clone());
        let chart = thermograph_chart(&names.thermograph(index), &title, &thermograph);
        charts.push(chart.map_err(|limit| placed(Stop::Undecided(limit)))?);
    }
    let mut drawing = Drawing { document, reading, questions, entries, swept: swept.iter() };
    for (index, chart) in reading.charts.iter().enumerate() {
        charts.push(drawing.chart(chart, names.chart(index), claim, evaluator)?);
    }
    Ok(charts)
}

/// What the drawings of a reading are called; their files, too.
struct Names(String);

impl Names {
    fn of(claim: &Claim, reading: &Reading) -> Names {
        Names(super::questions::reading_id(claim, reading).replace('@', "-"))
    }

    fn thermograph(&self, index: usize) -> String {
        format!("{}-thermograph-{}", self.0, index + 1)
    }

    fn chart(&self, index: usize) -> String {
        format!("{}-{}", self.0, index + 1)
    }

    fn bars(&self) -> String {
        format!("{}-bars", self.0)
    }

    fn all(&self, reading: &Reading) -> Vec<String> {
        let thermographs = (0..reading.thermographs.len()).map(|index| self.thermograph(index));
        let charts = (0..reading.charts.len()).map(|index| self.chart(index));
        thermographs.chain(charts).chain(reading.bars.as_ref().map(|_| self.bars())).collect()
    }
}

/// Charts and figures whose files would have the same name.
pub fn called_alike(document: &Document) -> Vec<Diagnostic> {
    let mut known: BTreeMap<String, &Text> = BTreeMap::new();
    let mut problems = Vec::new();
    for block in &document.blocks {
        let (id, names) = match block {
            Block::Claim(claim) => {
                let names = claim.readings.iter().flat_map(|reading| Names::of(claim, reading).all(reading));
                (&claim.id, names.collect())
            }
            Block::Figure(figure) => (&figure.id, vec![figure.id.text.clone()]),
            Block::Prose(_) | Block::Definitions(_) | Block::Grid(_) => continue,
        };
        for name in names {
            match known.get(&name) {
                Some(first) => {
                    let first = Place { source: document.source.clone(), span: first.span.clone() };
                    problems.push(
                        Diagnostic::error(format!("two drawings are called `{name}`"))
                            .at(&document.source, id.span.clone())
                            .label("a drawing of this")
                            .related(first, "and one of this")
                            .note("charts are called after their claim, and a number: give one of the two another id"),
                    );
                }
                None => {
                    known.insert(name, id);
                }
            }
        }
    }
    problems
}

struct Drawing<'a> {
    document: &'a Document,
    reading: &'a Reading,
    questions: &'a [Question],
    entries: &'a [Entry],
    /// The points of the sweeps of [`chart_jobs`] that have not been drawn yet.
    swept: std::slice::Iter<'a, Vec<(String, String)>>,
}

impl Drawing<'_> {
    fn chart(
        &mut self,
        chart: &claims::Chart,
        name: String,
        claim: &Claim,
        evaluator: &mut Evaluator,
    ) -> Result<Chart, Stop> {
        let mut series = Vec::new();
        for axis in &chart.y {
            match &axis.plot {
                Plot::Column(column) => series.extend(self.column(axis, *column, &chart.x, evaluator)?),
                Plot::Expression(_) => {
                    let points = self.points(&chart.x, axis, evaluator)?;
                    series.push(Series {
                        name: axis.name.text.clone(),
                        role: SeriesRole::Recomputed,
                        points,
                    });
                }
            }
        }
        for axis in &chart.reference {
            let mut points = self.points(&chart.x, axis, evaluator)?;
            points.sort();
            points.dedup();
            series.push(Series { name: axis.name.text.clone(), role: SeriesRole::Reference, points });
        }
        for axis in &chart.marks {
            let points = self.points(&chart.x, axis, evaluator)?;
            series.push(Series { name: axis.name.text.clone(), role: SeriesRole::Differs, points });
        }
        let title = chart.title.as_ref().or(claim.title.as_ref()).map_or_else(
            || format!("{} against {}", names(&chart.y), chart.x.name.text),
            |title| title.text.clone(),
        );
        let description = chart.description.as_ref().map_or_else(
            || format!("{} against {}.", names(&chart.y), chart.x.name.text),
            |description| description.text.clone(),
        );
        Ok(Chart {
            name,
            title,
            description,
            x: chart.x.name.text.clone(),
            y: names(&chart.y),
            kind: if chart.scatter { ChartKind::Scatter } else { ChartKind::Lines },
            series,
        })
    }

    /// The recomputed points of an expression over the entries of the claim, or over its sweep.
    fn points(
        &mut self,
        x: &Axis,
        y: &Axis,
        evaluator: &mut Evaluator,
    ) -> Result<Vec<(String, String)>, Stop> {
        if sweeps(self.reading) {
            return Ok(self.swept.next().cloned().unwrap_or_default());
        }
        let (Some(x), Some(y)) = (ready(x, self.document), ready(y, self.document)) else {
            return Ok(Vec::new());
        };
        let mut points = Vec::new();
        for question in self.questions.iter().filter(|question| !question.full) {
            if let Asks::Value { bindings, .. } = &question.asks {
                points.extend(point(evaluator, &x, &y, bindings)?);
            }
        }
        points.dedup();
        Ok(points)
    }

    /// The printed and the recomputed points of a table's column, and those where they differ.
    fn column(
        &self,
        axis: &Axis,
        column: usize,
        x: &Axis,
        evaluator: &mut Evaluator,
    ) -> Result<Vec<Series>, Stop> {
        let Some(x) = ready(x, self.document) else { return Ok(Vec::new()) };
        let What::Table(table) = &self.reading.what else { return Ok(Vec::new()) };
        let claims::Columns::Named(columns) = &table.columns else { return Ok(Vec::new()) };
        let Some(named) = columns.get(column) else { return Ok(Vec::new()) };
        let (mut printed, mut recomputed, mut differs) = (Vec::new(), Vec::new(), Vec::new());
        for (question, entry) in self.questions.iter().zip(self.entries) {
            if question.column.as_deref() != Some(&named.name) {
                continue;
            }
            let Asks::Value { bindings, .. } = &question.asks else { continue };
            let Datum::Number(at) = evaluator.evaluate(&x, bindings)? else { continue };
            let number = |shown: &Option<crate::verdicts::Shown>| {
                let text = shown.as_ref()?.text.replace('−', "-");
                let ok = text.split('/').all(|part| part.parse::<i128>().is_ok());
                ok.then_some(text)
            };
            if let Some(y) = number(&entry.printed) {
                printed.push((at.to_string(), y.clone()));
                if entry.verdict.differs() {
                    differs.push((at.to_string(), y));
                }
            }
            if let Some(y) = number(&entry.recomputed) {
                recomputed.push((at.to_string(), y));
            }
        }
        let name = |word: &str| format!("{} {word}", axis.name.text);
        let mut series =
            vec![Series { name: name("recomputed"), role: SeriesRole::Recomputed, points: recomputed }];
        if !printed.is_empty() {
            series.push(Series { name: name("printed"), role: SeriesRole::Printed, points: printed });
        }
        if !differs.is_empty() {
            series.push(Series { name: name("differs"), role: SeriesRole::Differs, points: differs });
        }
        Ok(series)
    }
}

/// The bars that a reading asks for, of the verdicts on all claims.
pub fn bars(claim: &Claim, reading: &Reading, claims: &[ClaimVerdicts]) -> Option<Chart> {
    let bars = reading.bars.as_ref()?;
    let bar = |bar: &claims::Bar| {
        let of = || {
            claims
                .iter()
                .filter(|one| one.id == bar.claim && (bar.reading.is_none() || one.reading == bar.reading))
        };
        let (held, cases) = match count(of(), Field::Cases) {
            // Only statements and searches have cases; of anything else the entries are counted.
            0 => (count(of(), Field::Agrees), count(of(), Field::Entries)),
            cases => (count(of(), Field::Held), cases),
        };
        Series {
            name: bar.name.text.clone(),
            role: SeriesRole::Recomputed,
            points: vec![(held.to_string(), cases.to_string())],
        }
    };
    Some(Chart {
        name: Names::of(claim, reading).bars(),
        title: bars.title.text.clone(),
        description: bars
            .description
            .as_ref()
            .map_or_else(|| bars.title.text.clone(), |text| text.text.clone()),
        x: "cases that hold".to_string(),
        y: "cases".to_string(),
        kind: ChartKind::Bars,
        series: bars.of.iter().map(bar).collect(),
    })
}

fn names(axes: &[Axis]) -> String {
    let names: Vec<&str> = axes.iter().map(|axis| axis.name.text.as_str()).collect();
    names.join(", ")
}

fn sweeps(reading: &Reading) -> bool {
    matches!(reading.what, What::Statement(_) | What::Search(_))
}

fn ready(axis: &Axis, document: &Document) -> Option<Formula> {
    match &axis.plot {
        Plot::Expression(expression) => Some(formula(expression, &document.source)),
        Plot::Column(_) => None,
    }
}

/// The sweeps that the charts of a reading need, a curve each, in the order in which [`charts`] takes them.
pub fn chart_jobs(document: &Document, reading: &Reading) -> Vec<Job> {
    let (range, search) = match &reading.what {
        What::Statement(statement) => (&statement.ranges, None),
        What::Search(search) => (&search.ranges, Some(&search.search)),
        _ => return Vec::new(),
    };
    let mut cases = Cases::default();
    if let Some(domain) = range.as_ref().and_then(|ranges| ranges.quick.as_ref()) {
        cases.extend(domain, &document.source);
    }
    if let Some(domain) = search {
        cases.extend(domain, &document.source);
    }
    let mut jobs = Vec::new();
    for chart in &reading.charts {
        for y in chart.y.iter().chain(&chart.reference).chain(&chart.marks) {
            if let (Some(x), Some(y)) = (ready(&chart.x, document), ready(y, document)) {
                jobs.push(Job::points(cases.clone(), budget(&reading.budget), x, y));
            }
        }
    }
    jobs
}
