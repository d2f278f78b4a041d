//! One table: what was read of it, and what its cells say of one another.

use super::cells::{self, Cell, Column, Grid, Read, Said};
use super::headings::{self, Quantity, Sureness};
use super::judge::{judge_text, shown, shown_form, text, witness};
use super::relations::{self, Compared, Relation};
use super::{Told, at, conventions, expressions, shortened, symmetry};
use crate::diagnostic::{Diagnostic, Source};
use crate::evaluate::{Datum, Evaluator};
use crate::findings::{
    ColumnFound, ColumnKind, Finding, FindingKind, Findings, OtherForm, Question, QuestionKind, TableFound,
    Uncompared, Unread,
};
use crate::notation::{describe_difference, same_form};
use crate::tex;
use crate::verdicts::{Shown, Witness};

/// A table that is being audited.
pub struct Desk<'a> {
    pub id: String,
    /// `Table 2 (tab:values)`
    pub name: String,
    pub source: &'a Source,
    pub told: &'a Told,
    pub grid: Grid,
    /// Cells that were held against something, by column and row.
    pub compared: Vec<Vec<bool>>,
}

/// Reads and checks the `index`-th table of a document; quantities of games are looked for only in a text that is on games.
///
/// # Errors
/// If two of our own methods disagree.
pub fn table(
    index: usize,
    table: &tex::Table,
    source: &Source,
    told: &Told,
    of_games: bool,
    evaluator: &mut Evaluator,
    findings: &mut Findings,
) -> Result<(), Diagnostic> {
    let id = format!("table-{}", index + 1);
    let label = table.label.as_ref().map(|label| label.source.clone());
    let name = match &label {
        Some(label) => format!("Table {} ({label})", index + 1),
        None => format!("Table {}", index + 1),
    };
    let mut found = TableFound {
        id: id.clone(),
        at: at(source, table.span.start),
        environment: table.environment.clone(),
        caption: table.caption.as_ref().map(|caption| shortened(&caption.expanded)),
        label,
        rows: table.body().count(),
        ..TableFound::default()
    };
    let grid = match cells::grid(table, &told.conventions, source, evaluator) {
        Ok(grid) => grid,
        Err(why) => {
            found.notes.push(format!("not read: {why}"));
            findings.tables.push(found);
            return Ok(());
        }
    };
    found.rows = grid.rows;
    if grid.transposed {
        found.notes.push("printed sideways: its rows are read as columns".to_string());
    }
    let compared = vec![vec![false; grid.rows]; grid.columns.len()];
    let mut desk = Desk { id, name, source, told, grid, compared };
    desk.cells(&mut found, evaluator);
    if !of_games && desk.grid.columns.iter().any(|column| column.kind == ColumnKind::Game) {
        found.notes.push(
            "its columns were not held against each other: the text nowhere speaks of games".to_string(),
        );
    }
    let relations = if of_games { relations::relations(&desk.grid, evaluator) } else { Vec::new() };
    let mut is: Vec<Option<String>> = vec![None; desk.grid.columns.len()];
    desk.relations(&relations, &mut is, &mut found, evaluator, findings)?;
    expressions::check(&mut desk, &mut is, evaluator, findings)?;
    symmetry::check(&mut desk, &mut found, evaluator, findings)?;
    desk.uncompared(&mut found);
    for (at, (column, is)) in desk.grid.columns.iter().zip(is).enumerate() {
        found.columns.push(ColumnFound {
            heading: column.title.clone(),
            kind: column.kind,
            cells: column.filled(),
            read: column.read(),
            empty: column.blank(),
            is,
            compared: desk.compared[at].iter().filter(|compared| **compared).count(),
        });
    }
    findings.tables.push(found);
    Ok(())
}

impl Desk<'_> {
    /// Lists what could not be read, and what is printed in another form.
    fn cells(&self, found: &mut TableFound, evaluator: &mut Evaluator) {
        for (index, column) in self.grid.columns.iter().enumerate() {
            for cell in &column.cells {
                match &cell.read {
                    Read::Unread { at: place, why } if wanted(index, column, cell) => {
                        found.unread.push(Unread {
                            at: at(self.source, place.start),
                            text: shortened(&cell.source),
                            why: why.clone(),
                        });
                    }
                    Read::Said(said) if column.kind == ColumnKind::Game => {
                        found.other_forms.extend(self.other_form(cell, said, evaluator));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Lists the filled cells that were held against nothing: with what is listed as not read, said to be empty, or compared,
    /// they are all.
    fn uncompared(&self, found: &mut TableFound) {
        for (index, column) in self.grid.columns.iter().enumerate() {
            let some = self.compared[index].iter().any(|compared| *compared);
            // What is said of the whole column stands once.
            let mut whole: Option<usize> = None;
            for (cell, compared) in column.cells.iter().zip(&self.compared[index]) {
                let why = match &cell.read {
                    Read::Empty | Read::Blank => continue,
                    _ if *compared => continue,
                    Read::Unread { .. } if wanted(index, column, cell) => continue,
                    Read::Open if column.kind != ColumnKind::Formula => Some(
                        "neither a number, a game nor an outcome: it has names, or is an equation or a choice",
                    ),
                    Read::Said(_) if some && cell.ditto => {
                        Some("a ditto mark, and the cell above it would not fit what stands beside it")
                    }
                    Read::Said(_) if some => {
                        Some("what it could be held against was not read, or has no answer")
                    }
                    _ => None,
                };
                let place = at(self.source, cell.span.start);
                match (why, whole) {
                    (Some(why), _) => {
                        let text = shortened(&cell.source);
                        found.uncompared.push(Uncompared { at: place, text, why: why.to_string(), cells: 1 });
                    }
                    (None, Some(entry)) => found.uncompared[entry].cells += 1,
                    (None, None) => {
                        whole = Some(found.uncompared.len());
                        let why = match column.kind {
                            ColumnKind::Index => "it numbers what stands beside it",
                            ColumnKind::Formula => "its formulas have names",
                            ColumnKind::Text | ColumnKind::Empty => {
                                "words, or names of what stands beside them"
                            }
                            _ => {
                                "no heading says that it and another column say the same, or too few cells bear it out"
                            }
                        };
                        let text = self.column_name(index);
                        found.uncompared.push(Uncompared { at: place, text, why: why.to_string(), cells: 1 });
                    }
                }
            }
        }
    }

    /// A game in another form than its canonical one.
    fn other_form(&self, cell: &Cell, said: &Said, evaluator: &mut Evaluator) -> Option<OtherForm> {
        let form = said.form.as_ref()?;
        let value = evaluator.game(&said.datum).ok()?;
        let canonical = evaluator.store.form(value).ok()?;
        if same_form(form, &canonical) {
            return None;
        }
        Some(OtherForm {
            at: at(self.source, cell.span.start),
            printed: shown_form(form),
            canonical: shown(&said.datum, evaluator),
            how: describe_difference(form, &canonical),
        })
    }

    /// What columns say of other columns: findings where the rows bear out a heading, questions where a convention would.
    fn relations(
        &mut self,
        relations: &[Relation],
        is: &mut [Option<String>],
        found: &mut TableFound,
        evaluator: &mut Evaluator,
        findings: &mut Findings,
    ) -> Result<(), Diagnostic> {
        let mut held: Vec<Relation> = Vec::new();
        for relation in relations {
            let explained = conventions::explain(self, relation, evaluator);
            let explained =
                explained.filter(|explained| !explained.is_refuted(self, relation, relations, evaluator));
            if let Some(explained) = &explained {
                findings.questions.push(explained.question.clone());
            }
            if !relation.holds() && !relations::together(&self.grid, relation, relations) {
                if explained.is_none() {
                    findings.questions.extend(self.lonely(relation, evaluator));
                }
                continue;
            }
            let mut rows = relation.rows.clone();
            for row in rows.iter_mut() {
                if explained.as_ref().is_some_and(|explained| explained.rows.contains(&row.row)) {
                    row.found = Compared::Nothing;
                }
            }
            let relation = Relation { rows, ..*relation };
            is[relation.column] = Some(self.sentence(&relation));
            if relation.by_convention() > 0 {
                found.notes.push(format!(
                    "in {} rows the temperature of a number is printed as 0 or -1, as many papers do; it is -1/2^k here",
                    relation.by_convention()
                ));
            }
            for row in &relation.rows {
                if !matches!(row.found, Compared::Nothing) {
                    self.compared[relation.column][row.row] = true;
                    self.compared[relation.of][row.row] = true;
                }
            }
            held.push(relation);
        }
        let accused = self.values(&held, evaluator, findings)?;
        for relation in &held {
            self.runs(relation, &accused, evaluator, findings)?;
        }
        Ok(())
    }

    /// `temperature of column 2`
    fn sentence(&self, relation: &Relation) -> String {
        format!("{} of {}", relation.quantity.name, self.column_name(relation.of))
    }

    /// `column 2 “value”`
    pub fn column_name(&self, column: usize) -> String {
        let title = shortened(&self.grid.columns[column].title);
        let word = if self.grid.transposed { "row" } else { "column" };
        if title.is_empty() { format!("{word} {}", column + 1) } else { format!("{word} “{title}”") }
    }

    /// `row n = 3`, by the cell that numbers it, else by its place.
    pub fn row_name(&self, row: usize) -> String {
        let word = if self.grid.transposed { "column" } else { "row" };
        let counts = self.grid.columns.iter().find(|column| column.kind == ColumnKind::Index);
        let label = counts.or(self.grid.columns.first()).map(|column| (column, &column.cells[row]));
        match label {
            Some((column, cell)) if !cell.content.is_empty() && cell.content.chars().count() <= 20 => {
                let title = column.heading.plain();
                if title.is_empty() || title.chars().count() > 20 {
                    format!("{word} {}", cell.content)
                } else {
                    format!("{word} {title} = {}", cell.content)
                }
            }
            _ => format!("{word} {}", row + 1),
        }
    }

    /// `Table 2 (tab:values), row n = 3, column “t”`
    pub fn place(&self, row: usize, column: usize) -> String {
        format!("{}, {}, {}", self.name, self.row_name(row), self.column_name(column))
    }

    pub fn cell_id(&self, row: usize, column: usize) -> String {
        format!("{}/row-{}/column-{}", self.id, row + 1, column + 1)
    }

    /// Rows in which a value differs from several quantities: one finding for the value. Gives the rows, with the column.
    fn values(
        &self,
        held: &[Relation],
        evaluator: &mut Evaluator,
        findings: &mut Findings,
    ) -> Result<Vec<(usize, usize)>, Diagnostic> {
        let mut accused = Vec::new();
        let mut of: Vec<usize> = held.iter().map(|relation| relation.of).collect();
        of.sort_unstable();
        of.dedup();
        for of in of {
            for row in 0..self.grid.rows {
                let here = held.iter().filter(|relation| relation.of == of);
                let differs: Vec<(&Relation, &Datum)> = here
                    .clone()
                    .filter_map(|relation| match &relation.rows[row].found {
                        Compared::Differs(ours) => Some((relation, ours)),
                        _ => None,
                    })
                    .collect();
                let agrees =
                    here.filter(|relation| matches!(relation.rows[row].found, Compared::Agrees)).count();
                if differs.len() < 2 || agrees >= differs.len() {
                    continue;
                }
                let Some(said) = self.grid.columns[of].said(row) else { continue };
                let Some(game) = printed_text(said, evaluator) else { continue };
                let (mut lines, mut checks, mut methods) = (Vec::new(), Vec::new(), Vec::new());
                let mut confirmed = false;
                for (relation, ours) in &differs {
                    let Some(printed) = self.printed(relation, row, evaluator) else { continue };
                    let check = condition(relation.quantity, &game, &printed);
                    let Some(judged) = judge_text(&check, evaluator)? else { continue };
                    confirmed |= judged.confirmed;
                    for method in judged.methods {
                        if !methods.contains(&method) {
                            methods.push(method);
                        }
                    }
                    let ours = shown(ours, evaluator).text;
                    lines.push(format!(
                        "{}: printed {printed}, of the printed value {ours}",
                        relation.quantity.name
                    ));
                    checks.push(check);
                }
                if checks.len() < 2 {
                    continue;
                }
                let names: Vec<&str> = differs.iter().map(|(relation, _)| relation.quantity.name).collect();
                findings.findings.push(Finding {
                    id: self.cell_id(row, of),
                    kind: FindingKind::Value,
                    at: at(self.source, self.grid.columns[of].cells[row].span.start),
                    place: self.place(row, of),
                    printed: self.shown_cell(row, of),
                    recomputed: Shown::words(format!("another game, by its {}", listed(&names))),
                    why: format!(
                        "The {} printed beside this value are not its own, although both columns agree with the values in most other rows; the value itself is the likelier slip.",
                        listed(&names)
                    ),
                    confirmed,
                    methods,
                    witness: Some(Witness { summary: "What stands beside it".to_string(), lines }),
                    check: checks.join(" and "),
                });
                accused.push((row, of));
            }
        }
        Ok(accused)
    }

    /// The rows of a relation that differ, each a finding; a run that agrees with its neighbours one, with a question.
    fn runs(
        &self,
        relation: &Relation,
        accused: &[(usize, usize)],
        evaluator: &mut Evaluator,
        findings: &mut Findings,
    ) -> Result<(), Diagnostic> {
        let differs: Vec<usize> = relation
            .rows
            .iter()
            .filter(|row| matches!(row.found, Compared::Differs(_)))
            .map(|row| row.row)
            .filter(|row| !accused.contains(&(*row, relation.of)))
            .collect();
        let mut next = 0;
        while next < differs.len() {
            let mut end = next + 1;
            while end < differs.len() && differs[end] == differs[end - 1] + 1 {
                end += 1;
            }
            let run = &differs[next..end];
            next = end;
            let shift = if run.len() >= 2 { self.shifted(relation, run, evaluator) } else { None };
            match shift {
                Some(by) => self.shift(relation, run, by, evaluator, findings)?,
                None => {
                    for &row in run {
                        findings.findings.extend(self.differs(relation, row, evaluator)?);
                    }
                }
            }
        }
        Ok(())
    }

    /// By how many rows a run is shifted, if all of it agrees with the rows above, or below.
    fn shifted(&self, relation: &Relation, run: &[usize], evaluator: &mut Evaluator) -> Option<isize> {
        [1, -1].into_iter().find(|by| {
            run.iter().all(|&row| {
                let game = row.checked_add_signed(*by).filter(|row| *row < self.grid.rows);
                let game = game.and_then(|row| self.grid.columns[relation.of].said(row));
                match (game, self.grid.columns[relation.column].said(row)) {
                    (Some(game), Some(printed)) => matches!(
                        relations::compare(relation.quantity, &game.datum, printed, evaluator),
                        Compared::Agrees
                    ),
                    _ => false,
                }
            })
        })
    }

    /// A shifted run: a finding for its first row, and a question.
    fn shift(
        &self,
        relation: &Relation,
        run: &[usize],
        by: isize,
        evaluator: &mut Evaluator,
        findings: &mut Findings,
    ) -> Result<(), Diagnostic> {
        let (first, last) = (run[0], run[run.len() - 1]);
        let Some(mut finding) = self.differs(relation, first, evaluator)? else { return Ok(()) };
        let rows = format!("{} to {}", self.row_name(first), self.row_name(last));
        finding.why = format!("{} So it is in {rows}, {} rows in all.", finding.why, run.len());
        let where_to = if by > 0 { "below" } else { "above" };
        let mut lines = Vec::new();
        for &row in run {
            let printed = self.grid.columns[relation.column].cells[row].content.clone();
            let game = row.checked_add_signed(by).map(|row| self.row_name(row)).unwrap_or_default();
            lines.push(format!(
                "{}: {printed} is the {} of {game}",
                self.row_name(row),
                relation.quantity.name
            ));
        }
        findings.questions.push(Question {
            id: format!("{}/shift", finding.id),
            kind: QuestionKind::Shift,
            at: finding.at.clone(),
            asks: format!(
                "In {}, {rows} of {} are what belongs to the rows {where_to} them. Has a run been shifted by one row?",
                self.name,
                self.column_name(relation.column)
            ),
            lines,
            check: finding.check.clone(),
        });
        findings.findings.push(finding);
        Ok(())
    }

    /// The finding of one row of a relation.
    fn differs(
        &self,
        relation: &Relation,
        row: usize,
        evaluator: &mut Evaluator,
    ) -> Result<Option<Finding>, Diagnostic> {
        let Compared::Differs(ours) = &relation.rows[row].found else { return Ok(None) };
        let (Some(game), Some(printed)) =
            (self.grid.columns[relation.of].said(row), self.grid.columns[relation.column].said(row))
        else {
            return Ok(None);
        };
        let (Some(game), Some(printed_as)) =
            (printed_text(game, evaluator), printed_text(printed, evaluator))
        else {
            return Ok(None);
        };
        let check = condition(relation.quantity, &game, &printed_as);
        let Some(judged) = judge_text(&check, evaluator)? else { return Ok(None) };
        let recomputed = shown(ours, evaluator);
        let expression = of_game(relation.quantity, &game);
        let witness = match &printed.form {
            Some(form) if relation.quantity.gives == headings::Gives::Game => {
                witness(&expression, form, evaluator)
            }
            _ => None,
        };
        let summary = format!("{expression} is {}, and {printed_as} is printed", recomputed.text);
        let (agree, of) = (relation.agreeing() + relation.by_convention(), relation.compared());
        Ok(Some(Finding {
            id: self.cell_id(row, relation.column),
            kind: FindingKind::Column,
            at: at(self.source, self.grid.columns[relation.column].cells[row].span.start),
            place: self.place(row, relation.column),
            printed: self.shown_cell(row, relation.column),
            why: format!(
                "In {agree} of {of} rows this column is the {} of {}; here the value beside it gives {}. The two do not fit together.",
                relation.quantity.name,
                self.column_name(relation.of),
                recomputed.text
            ),
            recomputed,
            confirmed: judged.confirmed,
            methods: judged.methods,
            witness: witness.or(Some(Witness { summary, lines: Vec::new() })),
            check,
        }))
    }

    /// A table of one or two rows, whose heading names the quantity and nothing else, and no row of which agrees.
    fn lonely(&self, relation: &Relation, evaluator: &mut Evaluator) -> Option<Question> {
        if relation.sureness < Sureness::Exactly || relation.compared() > 2 || relation.agreeing() > 0 {
            return None;
        }
        let row = relation.rows.iter().find(|row| matches!(row.found, Compared::Differs(_)))?;
        let Compared::Differs(ours) = &row.found else { return None };
        let game = printed_text(self.grid.columns[relation.of].said(row.row)?, evaluator)?;
        let printed = self.printed(relation, row.row, evaluator)?;
        let ours = shown(ours, evaluator).text;
        Some(Question {
            id: format!("{}/lonely", self.cell_id(row.row, relation.column)),
            kind: QuestionKind::Column,
            at: at(self.source, self.grid.columns[relation.column].cells[row.row].span.start),
            asks: format!(
                "{}: is {} the {} of {}? Then it is {ours} and not {printed}.",
                self.place(row.row, relation.column),
                self.column_name(relation.column),
                relation.quantity.name,
                self.column_name(relation.of)
            ),
            lines: Vec::new(),
            check: condition(relation.quantity, &game, &printed),
        })
    }

    fn printed(&self, relation: &Relation, row: usize, evaluator: &mut Evaluator) -> Option<String> {
        printed_text(self.grid.columns[relation.column].said(row)?, evaluator)
    }

    /// A cell as it is printed, for pages.
    pub fn shown_cell(&self, row: usize, column: usize) -> Shown {
        let cell = &self.grid.columns[column].cells[row];
        match cell.said() {
            Some(Said { form: Some(form), .. }) => shown_form(form),
            _ => Shown { text: cell.content.clone(), tex: cell.content.clone(), speech: String::new() },
        }
    }
}

/// Whether somebody would want to know that a cell was not read: one of a column that is mostly read or whose heading says
/// what it holds, or one that looks like a game.
fn wanted(index: usize, column: &Column, cell: &Cell) -> bool {
    let looks = |text: &str| {
        ["\\mid", "\\pm", "\\uparrow", "\\downarrow", "\\Uparrow", "\\Downarrow", "\\ast"]
            .iter()
            .any(|sign| text.contains(sign))
            || text.contains("\\{") && (text.contains('|') || text.contains("\\vert"))
    };
    // The first column may name its rows.
    let names = index == 0 && column.kind == ColumnKind::Text;
    let unread = matches!(column.kind, ColumnKind::Text | ColumnKind::Empty | ColumnKind::Formula);
    !names && (!unread || column.heading.is_known() || looks(&cell.content))
}

/// What is printed as an expression that reads back.
pub fn printed_text(said: &Said, evaluator: &mut Evaluator) -> Option<String> {
    const MOST: usize = 2_000;
    let written = match &said.form {
        Some(form) => form.unicode(),
        None => text(&said.datum, evaluator)?,
    };
    (written.len() <= MOST).then_some(written)
}

/// `temperature({3|1})`
fn of_game(quantity: &Quantity, game: &str) -> String {
    match quantity.expression {
        "g" => game.to_string(),
        "-g" => format!("-({game})"),
        expression => expression.replace("(g)", &format!("({game})")),
    }
}

/// `temperature({3|1}) = 2`
fn condition(quantity: &Quantity, game: &str, printed: &str) -> String {
    format!("{} = {printed}", of_game(quantity, game))
}

/// `a`, `a and b`, `a, b and c`
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => one.to_string(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
