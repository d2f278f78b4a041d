//! Points for charts: what was printed beside what was recomputed, and whatever else a claim asks to draw.

use super::answers::{Means, budget};
use super::language::{Bindings, Opinion};
use super::questions::{Asks, Cases, Question, formula};
use super::shown::thermograph_chart;
use super::sweep::Sweep;
use super::{Datum, Evaluator, Formula, Stop};
use crate::claims::{self, Axis, Claim, Document, Plot, Reading, What};
use crate::diagnostic::Diagnostic;
use crate::verdicts::{Chart, ChartKind, Entry, Series, SeriesRole};

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
    means: &Means,
    evaluator: &mut Evaluator,
) -> Result<Vec<Chart>, Stop> {
    let mut charts = Vec::new();
    let file = super::questions::claim_id(claim, reading).replace('@', "-");
    for (index, (caption, game)) in reading.thermographs.iter().enumerate() {
        let game_formula = formula(game, &document.source);
        let value = evaluator.evaluate_game(&game_formula, &[])?;
        let thermograph =
            evaluator.store.thermograph(value).map_err(|limit| Stop::Undecided(limit.into()))?;
        let title =
            caption.as_ref().map_or(format!("Thermograph of {}", game.text), |caption| caption.text.clone());
        let name = format!("{}-{file}-thermograph-{}", document.key, index + 1);
        charts.push(thermograph_chart(&name, &title, &thermograph).map_err(Stop::Undecided)?);
    }
    for (index, chart) in reading.charts.iter().enumerate() {
        let drawing = Drawing { document, reading, questions, entries, means };
        let name = format!("{}-{file}-{}", document.key, index + 1);
        charts.push(drawing.chart(chart, name, claim, evaluator)?);
    }
    Ok(charts)
}

struct Drawing<'a> {
    document: &'a Document,
    reading: &'a Reading,
    questions: &'a [Question],
    entries: &'a [Entry],
    means: &'a Means,
}

impl Drawing<'_> {
    fn chart(
        &self,
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
            points.dedup();
            series.push(Series { name: axis.name.text.clone(), role: SeriesRole::Reference, points });
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

    /// The recomputed points of an expression over the cases of the claim, each point once.
    fn points(&self, x: &Axis, y: &Axis, evaluator: &mut Evaluator) -> Result<Vec<(String, String)>, Stop> {
        let (Some(x), Some(y)) = (self.ready(x)?, self.ready(y)?) else { return Ok(Vec::new()) };
        let mut points = Vec::new();
        let asked: Vec<&Bindings> = self
            .questions
            .iter()
            .filter_map(|question| match &question.asks {
                Asks::Value { bindings, .. } if !question.full => Some(bindings),
                _ => None,
            })
            .collect();
        if !asked.is_empty() {
            for case in asked {
                points.extend(point(evaluator, &x, &y, case)?);
            }
            points.dedup();
            return Ok(points);
        }
        let domain = match &self.reading.what {
            What::Statement(statement) => statement.ranges.as_ref().and_then(|ranges| ranges.quick.as_ref()),
            What::Search(search) => search.ranges.as_ref().and_then(|ranges| ranges.quick.as_ref()),
            _ => None,
        };
        let mut all = domain.map_or_else(Cases::default, |domain| Cases::of(domain, &self.document.source));
        if let What::Search(search) = &self.reading.what {
            all.extend(&search.search, &self.document.source);
        }
        let sweep = Sweep {
            definitions: &self.means.definitions,
            budget: budget(&self.reading.budget),
            opinion: Opinion::First,
            cases: &all,
            jobs: self.means.jobs,
        };
        let (parts, _) = sweep.run(Vec::new, |evaluator, case, points: &mut Vec<(String, String)>| {
            points.extend(point(evaluator, &x, &y, case)?);
            Ok(())
        })?;
        Ok(parts.into_iter().flatten().collect())
    }

    fn ready(&self, axis: &Axis) -> Result<Option<Formula>, Stop> {
        match &axis.plot {
            Plot::Expression(expression) => Ok(Some(formula(expression, &self.document.source))),
            Plot::Column(_) => Ok(None),
        }
    }

    /// The printed and the recomputed points of a table's column, and those where they differ.
    fn column(
        &self,
        axis: &Axis,
        column: usize,
        x: &Axis,
        evaluator: &mut Evaluator,
    ) -> Result<Vec<Series>, Stop> {
        let Some(x) = self.ready(x)? else { return Ok(Vec::new()) };
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

fn names(axes: &[Axis]) -> String {
    let names: Vec<&str> = axes.iter().map(|axis| axis.name.text.as_str()).collect();
    names.join(", ")
}

/// A point, if both coordinates have an answer.
fn point(
    evaluator: &mut Evaluator,
    x: &Formula,
    y: &Formula,
    case: &Bindings,
) -> Result<Option<(String, String)>, Stop> {
    let mut number = |formula: &Formula| match evaluator.evaluate(formula, case)? {
        Datum::Number(value) => Ok(Some(value.to_string())),
        Datum::None => Ok(None),
        other => Err(Stop::from(
            Diagnostic::error(format!("a chart draws numbers, not {}", other.a_kind()))
                .at(&formula.source, formula.place(&formula.expr.span)),
        )),
    };
    let (x, y) = (number(x)?, number(y)?);
    Ok(x.zip(y))
}
