//! Headings that say how columns are related: `t - d` beside columns headed `t` and `d`.

use super::cells::Said;
use super::headings::Sureness;
use super::judge::{judge_text, shown};
use super::relations::{agrees, bears_out};
use super::tables::{Desk, printed_text};
use super::{at, conventions};
use crate::diagnostic::Diagnostic;
use crate::evaluate::{Bindings, Datum, Evaluator, Formula};
use crate::findings::{ColumnKind, Finding, FindingKind, Findings, Question, QuestionKind};
use crate::notation::{Dialect, ExprKind};
use crate::verdicts::Witness;

/// A column as an expression of others.
struct Expression {
    column: usize,
    /// In variables `c_1`, `c_2`, …, the columns from 1.
    formula: Formula,
    of: Vec<usize>,
}

/// Holds columns to what their headings say of other columns, where most rows bear it out.
///
/// # Errors
/// If two of our own methods disagree.
pub fn check(
    desk: &mut Desk,
    is: &mut [Option<String>],
    evaluator: &mut Evaluator,
    findings: &mut Findings,
) -> Result<(), Diagnostic> {
    for (column, is) in is.iter_mut().enumerate() {
        if is.is_some() || !comparable(desk.grid.columns[column].kind) {
            continue;
        }
        let Some(expression) = of_heading(desk, column).or_else(|| difference(desk, column, evaluator))
        else {
            continue;
        };
        let rows = rows(desk, &expression, evaluator);
        let agree = rows.iter().filter(|(_, agrees, _)| *agrees).count();
        if agree < 3 || !bears_out(Sureness::Letter, agree, rows.len()) {
            continue;
        }
        let names: Vec<String> = expression.of.iter().map(|of| desk.column_name(*of)).collect();
        *is = Some(format!("of {}, as its heading says", names.join(" and ")));
        for (row, agrees, ours) in &rows {
            desk.compared[column][*row] = true;
            for of in &expression.of {
                desk.compared[*of][*row] = true;
            }
            if !agrees && let Some(question) = asked(desk, &expression, *row, evaluator) {
                findings.questions.push(question);
            } else if !agrees {
                let found = differs(desk, &expression, *row, ours, (agree, rows.len()), evaluator)?;
                findings.findings.extend(found);
            }
        }
    }
    Ok(())
}

fn comparable(kind: ColumnKind) -> bool {
    matches!(kind, ColumnKind::Number | ColumnKind::Game | ColumnKind::Index)
}

/// The expression that a heading is, if it is made of the headings of other columns.
fn of_heading(desk: &Desk, column: usize) -> Option<Expression> {
    let heading = desk.grid.columns[column].heading.plain();
    if heading.chars().count() > 60 {
        return None;
    }
    let mut names: Vec<(usize, &str)> = Vec::new();
    for (at, other) in desk.grid.columns.iter().enumerate() {
        let name = other.heading.plain();
        if at != column && comparable(other.kind) && !name.is_empty() && name != heading {
            names.push((at, name));
        }
    }
    // The longest name first; of two columns of one name, the nearer at the left.
    names.sort_by_key(|(at, name)| {
        let distance = if *at < column { column - at } else { 1000 + at };
        (std::cmp::Reverse(name.len()), distance)
    });
    let (mut text, mut of) = (String::new(), Vec::new());
    let mut rest = heading;
    while let Some(c) = rest.chars().next() {
        let joins =
            |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '^' | '\\' | '{'));
        let before = text.chars().next_back().filter(|c| !c.is_numeric());
        let here = names.iter().find(|(_, name)| {
            rest.starts_with(name) && !joins(before) && !joins(rest[name.len()..].chars().next())
        });
        match here {
            Some((at, name)) => {
                text.push_str(&format!(" c_{{{}}}", at + 1));
                of.push(*at);
                rest = &rest[name.len()..];
            }
            None => {
                text.push(c);
                rest = &rest[c.len_utf8()..];
            }
        }
    }
    of.sort_unstable();
    of.dedup();
    if of.is_empty() {
        return None;
    }
    let expression = expression(column, text, of)?;
    let calculates = matches!(
        expression.formula.expr.kind,
        ExprKind::Binary { .. } | ExprKind::Negative(_) | ExprKind::Touching(_) | ExprKind::PlusMinus(_)
    );
    let known: Vec<String> = expression.of.iter().map(|at| format!("c_{}", at + 1)).collect();
    let open = expression.formula.variables(&desk.told.definitions);
    (calculates && open.iter().all(|name| known.contains(name))).then_some(expression)
}

fn expression(column: usize, text: String, of: Vec<usize>) -> Option<Expression> {
    let source = crate::diagnostic::Source::new("heading", text.as_str());
    let formula = Formula::read(&text, Dialect::Tex, &Default::default(), &source, 0).ok()?;
    Some(Expression { column, formula, of })
}

/// A column headed "difference", as the difference of two others.
fn difference(desk: &Desk, column: usize, evaluator: &mut Evaluator) -> Option<Expression> {
    let heading = desk.grid.columns[column].heading.plain().to_lowercase();
    let words = ["difference", "differences", "excess", "gap", "diff.", "diff", "\\delta", "surplus"];
    if !words.contains(&heading.as_str()) {
        return None;
    }
    let columns: Vec<usize> = (0..desk.grid.columns.len())
        .filter(|at| *at != column && comparable(desk.grid.columns[*at].kind))
        .collect();
    let mut best: Option<(usize, Expression)> = None;
    for &a in &columns {
        for &b in columns.iter().filter(|b| **b != a) {
            let text = format!("c_{{{}}} - c_{{{}}}", a + 1, b + 1);
            let expression = expression(column, text, vec![a, b])?;
            let rows = rows(desk, &expression, evaluator);
            let agree = rows.iter().filter(|(_, agrees, _)| *agrees).count();
            let nonzero = rows.iter().any(|(_, _, ours)| ours.as_integer() != Some(0));
            if nonzero
                && agree >= 4
                && 4 * agree >= 3 * rows.len()
                && best.as_ref().is_none_or(|best| agree > best.0)
            {
                best = Some((agree, expression));
            }
        }
    }
    best.map(|(_, expression)| expression)
}

/// The rows that can be compared: whether they agree, and what is expected.
fn rows(desk: &Desk, expression: &Expression, evaluator: &mut Evaluator) -> Vec<(usize, bool, Datum)> {
    let mut found = Vec::new();
    for row in 0..desk.grid.rows {
        let Some(printed) = desk.grid.columns[expression.column].said(row) else { continue };
        let values: Option<Vec<&Said>> =
            expression.of.iter().map(|of| desk.grid.columns[*of].said(row)).collect();
        let Some(values) = values else { continue };
        if values.iter().any(|said| said.digits.is_some()) {
            continue;
        }
        let bindings: Bindings = expression
            .of
            .iter()
            .zip(&values)
            .map(|(of, said)| (format!("c_{}", of + 1), said.datum.clone()))
            .collect();
        let Ok(ours) = evaluator.evaluate(&expression.formula, &bindings) else { continue };
        let repeats = desk.grid.repeats(row, &[&expression.of[..], &[expression.column]].concat());
        // A ditto mark may repeat another cell than that above it.
        if let Some(agrees) = agrees(&ours, printed, evaluator).filter(|agrees| *agrees || !repeats) {
            found.push((row, agrees, ours));
        }
    }
    found
}

/// A question in place of a finding, if the row agrees once a usual notation is read otherwise.
fn asked(desk: &Desk, expression: &Expression, row: usize, evaluator: &mut Evaluator) -> Option<Question> {
    let column = expression.column;
    let (printed, meaning) = conventions::NOTATIONS.into_iter().find(|choice| {
        let mut bindings: Bindings = Vec::new();
        for of in &expression.of {
            let Some(said) = conventions::read_as(desk, (row, *of), *choice, evaluator) else { return false };
            bindings.push((format!("c_{}", of + 1), said.datum));
        }
        let Some(printed) = conventions::read_as(desk, (row, column), *choice, evaluator) else {
            return false;
        };
        let ours = evaluator.evaluate(&expression.formula, &bindings);
        ours.is_ok_and(|ours| agrees(&ours, &printed, evaluator) == Some(true))
    })?;
    Some(Question {
        id: format!("{}/convention", desk.cell_id(row, column)),
        kind: QuestionKind::Convention,
        at: at(desk.source, desk.grid.columns[column].cells[row].span.start),
        asks: format!(
            "{}: is `{printed}` to be read as `{meaning}`? Then it is what its heading says. (`--notation '{printed} = {meaning}'` reads it so.)",
            desk.place(row, column)
        ),
        lines: Vec::new(),
        check: String::new(),
    })
}

fn differs(
    desk: &Desk,
    expression: &Expression,
    row: usize,
    ours: &Datum,
    (agree, of): (usize, usize),
    evaluator: &mut Evaluator,
) -> Result<Option<Finding>, Diagnostic> {
    let Some(printed) = desk.grid.columns[expression.column].said(row) else { return Ok(None) };
    let Some(printed_as) = printed_text(printed, evaluator) else { return Ok(None) };
    let mut typed = expression.formula.expr.explicit();
    for at in &expression.of {
        let Some(said) = desk.grid.columns[*at].said(row) else { return Ok(None) };
        let Some(text) = printed_text(said, evaluator) else { return Ok(None) };
        let plain = text.chars().all(|c| c.is_ascii_digit());
        let text = if plain { text } else { format!("({text})") };
        typed = replace_name(&typed, &format!("c_{}", at + 1), &text);
    }
    let check = format!("{typed} = {printed_as}");
    let Some(judged) = judge_text(&check, evaluator)? else { return Ok(None) };
    let recomputed = shown(ours, evaluator);
    let heading = desk.column_name(expression.column);
    Ok(Some(Finding {
        id: desk.cell_id(row, expression.column),
        kind: FindingKind::Heading,
        at: at(desk.source, desk.grid.columns[expression.column].cells[row].span.start),
        place: desk.place(row, expression.column),
        printed: desk.shown_cell(row, expression.column),
        why: format!(
            "In {agree} of {of} rows {heading} is what its heading says of the other columns; here that is {}. These cells do not fit together.",
            recomputed.text
        ),
        witness: Some(Witness {
            summary: format!("{typed} is {}, and {printed_as} is printed", recomputed.text),
            lines: Vec::new(),
        }),
        recomputed,
        confirmed: judged.confirmed,
        methods: judged.methods,
        check,
    }))
}

/// A name, as a whole word, put aside for what it stands for.
pub fn replace_name(text: &str, name: &str, by: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(found) = rest.find(name) {
        let after = &rest[found + name.len()..];
        out.push_str(&rest[..found]);
        let longer = after.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        out.push_str(if longer { name } else { by });
        rest = after;
    }
    out.push_str(rest);
    out
}
