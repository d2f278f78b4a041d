//! A table to cells that were read, and what each column reads as.

use std::ops::Range;

use super::headings::{self, Heading, Sureness};
use crate::diagnostic::Source;
use crate::evaluate::{Datum, Evaluator, Formula, Rational, Stop};
use crate::findings::ColumnKind;
use crate::notation::marks::{self, Inside};
use crate::notation::{Conventions, Dialect, Expr, ExprKind, Form};
use crate::tex;

/// What stands in a cell.
#[derive(Clone, Debug, Default)]
pub enum Read {
    #[default]
    Empty,
    /// Its author says that nothing is there: a dash, dots, a question mark.
    Blank,
    /// A number, a game, an outcome.
    Said(Said),
    /// An expression with variables, or one that is neither: an equation.
    Open,
    /// It could not be read: where in the file, and why.
    Unread { at: Range<usize>, why: String },
}

/// Something that can be compared.
#[derive(Clone, Debug)]
pub struct Said {
    pub datum: Datum,
    /// As it is written, of games and numbers.
    pub form: Option<Form>,
    /// Digits after the point of a decimal fraction, which may be rounded.
    pub digits: Option<u32>,
    /// Whether it is written with more than digits: a star, an arrow, braces.
    pub game: bool,
    /// Whether it is written as a number with a star behind it.
    pub starred: bool,
}

/// A cell of the grid, with what was read of it.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// Bytes of the file.
    pub span: Range<usize>,
    /// What the reader of notation was given.
    pub content: String,
    /// As written.
    pub source: String,
    pub read: Read,
    /// A ditto mark: content and meaning are those of the cell above.
    pub ditto: bool,
}

impl Cell {
    pub fn said(&self) -> Option<&Said> {
        match &self.read {
            Read::Said(said) => Some(said),
            _ => None,
        }
    }
}

/// A column of a table: its heading and its cells, row by row.
pub struct Column {
    pub heading: Heading,
    /// As the paper has it.
    pub title: String,
    pub kind: ColumnKind,
    pub cells: Vec<Cell>,
}

impl Column {
    pub fn said(&self, row: usize) -> Option<&Said> {
        self.cells[row].said()
    }

    pub fn filled(&self) -> usize {
        self.cells.iter().filter(|cell| !matches!(cell.read, Read::Empty)).count()
    }

    /// Cells that hold what the column holds.
    pub fn read(&self) -> usize {
        let open = self.kind == ColumnKind::Formula;
        let read = |cell: &&Cell| match cell.read {
            Read::Said(_) => true,
            Read::Open => open,
            Read::Empty | Read::Blank | Read::Unread { .. } => false,
        };
        self.cells.iter().filter(read).count()
    }

    pub fn blank(&self) -> usize {
        self.cells.iter().filter(|cell| matches!(cell.read, Read::Blank)).count()
    }
}

/// A table in columns.
pub struct Grid {
    pub columns: Vec<Column>,
    /// How many rows there are below the headings.
    pub rows: usize,
    /// Whether rows and columns have been exchanged.
    pub transposed: bool,
}

impl Grid {
    /// Whether one of these cells of a row is a ditto mark.
    pub fn repeats(&self, row: usize, columns: &[usize]) -> bool {
        columns.iter().any(|column| self.columns[*column].cells[row].ditto)
    }
}

/// Tables with more cells are not read.
pub const MOST_CELLS: usize = 20_000;

/// Reads the cells of a table; rows and columns are exchanged if it is its first column that names what stands in the rows.
///
/// # Errors
/// A table that is too large.
pub fn grid(
    table: &tex::Table,
    conventions: &Conventions,
    source: &Source,
    evaluator: &mut Evaluator,
) -> Result<Grid, String> {
    if table.rows.len() * table.width() > MOST_CELLS {
        return Err(format!("it has more than {MOST_CELLS} cells"));
    }
    let named = |table: &tex::Table, from: usize| {
        (from..table.width()).filter(|column| Heading::of(&table.heading(*column)).is_known()).count()
    };
    let sideways = table.transposed();
    // The corner stands in the first row and in the first column.
    let transposed = named(table, 1) == 0 && named(&sideways, 1) > 0;
    let table = if transposed { &sideways } else { table };
    let first = first_row(table, conventions, source, evaluator);
    let rows = table.rows.len() - first;
    let mut columns = Vec::new();
    for at in 0..table.width() {
        let title = if first == 0 { String::new() } else { table.heading(at) };
        let mut cells: Vec<Cell> = Vec::with_capacity(rows);
        for row in first..table.rows.len() {
            let mut cell = match table.cell(row, at) {
                Some(cell) => Cell {
                    span: cell.span.clone(),
                    content: cell.content.clone(),
                    source: cell.source.clone(),
                    read: if cell.columns > 1 && cell.column != at {
                        Read::Empty
                    } else {
                        read_cell(cell, conventions, source, evaluator)
                    },
                    ditto: is_ditto(&cell.content),
                },
                None => Cell::default(),
            };
            // In a table that is read sideways, what stands above is another quantity.
            if let Some(above) = cells.last().filter(|_| cell.ditto && !transposed) {
                carry_down(above, &mut cell);
            }
            cells.push(cell);
        }
        let heading = Heading::of(&title);
        join_digits(&mut cells, &heading);
        let kind = kind(&cells, &heading, at);
        if matches!(kind, ColumnKind::Number | ColumnKind::Index) {
            cells.iter_mut().filter(|cell| cell.said().is_some_and(is_game)).for_each(set_apart);
        } else if heading.is_atomic_weight() {
            // Weights are games, most often numbers: a star at one of them may be a mark.
            let numbers = cells.iter().filter(|cell| cell.said().is_some_and(|said| !is_game(said))).count();
            let starred: Vec<&mut Cell> =
                cells.iter_mut().filter(|cell| cell.said().is_some_and(|said| said.starred)).collect();
            if numbers >= 2 * starred.len() {
                starred.into_iter().for_each(set_apart);
            }
        }
        columns.push(Column { heading, title, kind, cells });
    }
    // A heading over several columns, as over both halves of `r@{.}l`, says of none of them what it holds.
    let shared = |at: usize| {
        let title = &columns[at].title;
        let same = |other: Option<&Column>| other.is_some_and(|other| other.title == *title);
        !title.is_empty() && (same(columns.get(at + 1)) || at > 0 && same(columns.get(at - 1)))
    };
    let several: Vec<usize> = (0..columns.len()).filter(|at| shared(*at)).collect();
    for at in several {
        columns[at].heading = Heading::default();
    }
    Ok(Grid { columns, rows, transposed })
}

/// The first row that is data: the one below the headings, or the first of a table without headings.
fn first_row(
    table: &tex::Table,
    conventions: &Conventions,
    source: &Source,
    evaluator: &mut Evaluator,
) -> usize {
    let ruled = table.rows.get(table.headings).is_some_and(|row| row.rule_above);
    if ruled || table.headings != 1 || table.rows.len() < 2 {
        return table.headings.min(table.rows.len());
    }
    // Without a rule below it, a row that reads like what stands below it is no heading.
    let cells = table.rows[0].cells.iter().filter(|cell| !cell.content.is_empty());
    let reads: Vec<Read> = cells.map(|cell| read_cell(cell, conventions, source, evaluator)).collect();
    let data = |read: &Read| matches!(read, Read::Said(said) if said.form.is_some());
    if !reads.is_empty() && reads.iter().all(data) { 0 } else { 1 }
}

/// What a cell's content says under these conventions, if it is a number or a game.
pub fn read_text(
    content: &str,
    conventions: &Conventions,
    source: &Source,
    evaluator: &mut Evaluator,
) -> Option<Said> {
    let expr = crate::notation::parse_with(content, Dialect::Tex, conventions).ok()?;
    match said(expr, source, evaluator) {
        Ok(Read::Said(said)) => Some(said),
        _ => None,
    }
}

/// The longest cell that is read, in bytes.
const LONGEST_CELL: usize = 20_000;

fn read_cell(
    cell: &tex::Cell,
    conventions: &Conventions,
    source: &Source,
    evaluator: &mut Evaluator,
) -> Read {
    let content = cell.content.trim();
    if content.is_empty() {
        return Read::Empty;
    }
    if is_blank(content) {
        return Read::Blank;
    }
    if let Some(letter) = headings::outcome(content) {
        return Read::Said(Said {
            datum: Datum::Outcome(letter),
            form: None,
            digits: None,
            game: false,
            starred: false,
        });
    }
    if let Some((x, digits)) = decimal(content) {
        return Read::Said(Said {
            datum: Datum::Number(x),
            form: None,
            digits: Some(digits),
            game: false,
            starred: false,
        });
    }
    if content.len() > LONGEST_CELL {
        return Read::Unread { at: cell.span.clone(), why: format!("longer than {LONGEST_CELL} bytes") };
    }
    let why = in_words(content, cell.math)
        .or_else(|| is_range(content, &cell.source).then_some("a range of numbers"))
        .or_else(|| is_marked(content, &cell.source).then_some(MARKED));
    if let Some(why) = why {
        return Read::Unread { at: cell.span.clone(), why: why.to_string() };
    }
    // `+1`, beside a column of `-1`.
    let signed = content.strip_prefix('+').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let expr = match crate::notation::parse_with(signed.unwrap_or(&cell.content), Dialect::Tex, conventions) {
        Ok(expr) => expr,
        Err(problem) => {
            return Read::Unread { at: cell.place(problem.span.clone()), why: problem.to_string() };
        }
    };
    let why = match crate::notation::is_marked_quotient(&expr) {
        true => Some(MARKED),
        false => (!cell.math && crate::notation::is_range(&expr)).then_some("a range of numbers"),
    };
    if let Some(why) = why {
        return Read::Unread { at: cell.span.clone(), why: why.to_string() };
    }
    said(expr, source, evaluator).unwrap_or_else(|why| Read::Unread { at: cell.span.clone(), why })
}

/// What a star or a raised number behind a formula may be.
const MARKED: &str = "what stands behind it may be the mark of a note";

/// Whether a cell holds what authors write where there is nothing.
fn is_blank(content: &str) -> bool {
    const BLANK: [&str; 22] = [
        "-",
        "--",
        "---",
        "−",
        "–",
        "—",
        "?",
        "??",
        "...",
        "…",
        "\\cdot",
        "\\cdots",
        "\\dots",
        "\\ldots",
        "\\vdots",
        "\\ddots",
        "\\textemdash",
        "\\textendash",
        "n/a",
        "N/A",
        "n.a.",
        "N.A.",
    ];
    BLANK.contains(&content.trim_matches(|c: char| c.is_whitespace() || "{}".contains(c)))
}

/// Whether two numbers stand there with a dash between them that is no sign of a formula.
fn is_range(content: &str, source: &str) -> bool {
    let number = |text: &str| {
        let text = text.replace("\\tfrac", "").replace("\\dfrac", "").replace("\\frac", "");
        let text = text.trim().trim_start_matches('-');
        text.contains(|c: char| c.is_ascii_digit())
            && text.chars().all(|c| c.is_ascii_digit() || "{}/., ".contains(c))
    };
    let parted =
        |dash: &str, text: &str| text.split_once(dash).is_some_and(|(low, high)| number(low) && number(high));
    // One dash is a range only outside of the formulas, or as a formula of its own.
    let apart = source.contains("$-$") && parted("-", content);
    apart || ["---", "--", "–", "—", "\\textendash"].iter().any(|dash| parted(dash, content))
}

/// Whether something stands behind a formula that may be the mark of a note: a star of the text, a raised number.
fn is_marked(content: &str, source: &str) -> bool {
    // Nothing says here what the value should be, so that whatever may be a mark is taken for one, wherever it is moved to.
    let moved = || marks::moved(source).is_some_and(|moved| moved.stars || moved.is_short());
    marks::raised(content) || marks::star_outside(source).is_some() || moved()
}

/// Whether a cell says that it is as the cell above.
fn is_ditto(content: &str) -> bool {
    const DITTO: [&str; 14] = [
        "''",
        "``",
        "``''",
        "\"",
        "”",
        "“",
        "〃",
        "\\textquotedbl",
        "\\textquotedblright",
        "\\textquotedblleft",
        "\\ditto",
        "ditto",
        "same as above",
        "as above",
    ];
    let mut mark = content.replace("\\hfill", "").replace("\\hfil", "");
    mark.retain(|c| !"{}~".contains(c));
    DITTO.contains(&mark.trim().trim_matches(['-', '—', '–']).trim().to_lowercase().as_str())
}

/// A ditto mark to what it repeats, if that was read.
fn carry_down(above: &Cell, cell: &mut Cell) {
    if matches!(above.read, Read::Said(_) | Read::Open | Read::Blank) {
        cell.content.clone_from(&above.content);
        cell.read = above.read.clone();
    }
}

/// Numbers with their digits in groups, `1,204` or `23{,}456`, where they cannot be lists or decimal fractions: in a column of
/// numbers all of whose commas part thousands, and which is headed as no quantity of games.
fn join_digits(cells: &mut [Cell], heading: &Heading) {
    let signs = |cell: &Cell| cell.content.replace("{,}", ",");
    let commas = |cell: &&Cell| signs(cell).contains(',');
    let groups: Vec<&Cell> = cells.iter().filter(|cell| grouped(&cell.content).is_some()).collect();
    let numbers = cells.iter().filter(|cell| cell.said().is_some_and(|said| !is_game(said))).count();
    let filled = cells.iter().filter(|cell| !matches!(cell.read, Read::Empty | Read::Blank)).count();
    // A comma in braces parts no list; two groups, or two such numbers, make a list as unlikely.
    let sure = |cell: &&Cell| {
        ["{,}", "\\,"].iter().any(|sign| cell.content.contains(sign)) || signs(cell).matches(',').count() > 1
    };
    let parts = groups.len() >= 2 || groups.iter().any(sure);
    let only = cells.iter().filter(commas).all(|cell| grouped(&cell.content).is_some());
    let quantity = heading.is_of_numbers() != Sureness::No || heading.is_value() || heading.is_of_lists();
    if !parts || !only || quantity || 2 * (groups.len() + numbers) <= filled {
        let unread = cells.iter_mut().filter(|cell| matches!(cell.read, Read::Unread { .. }));
        for cell in unread.filter(|cell| grouped(&cell.content).is_some()) {
            let why = "digits in groups, a list, or a decimal fraction".to_string();
            cell.read = Read::Unread { at: cell.span.clone(), why };
        }
        return;
    }
    for cell in cells {
        if let Some(number) = grouped(&cell.content) {
            let datum = Datum::integer(number);
            cell.read = Read::Said(Said { datum, form: None, digits: None, game: false, starred: false });
        }
    }
}

/// The number whose digits stand in groups of three, with commas or TeX's thin spaces between them.
fn grouped(content: &str) -> Option<i128> {
    let content = content.trim();
    let sign = ["{,}", "\\,", ","].into_iter().find(|sign| content.contains(sign))?;
    let parts: Vec<&str> = content.split(sign).collect();
    let digits = |part: &&str| part.chars().all(|c| c.is_ascii_digit());
    let (first, others) = parts.split_first()?;
    let leads = (1..=3).contains(&first.len()) && !first.starts_with('0');
    let whole = leads && parts.iter().all(digits) && others.iter().all(|part| part.len() == 3);
    if whole { parts.concat().parse().ok() } else { None }
}

/// Why a cell that is text and no formula says nothing that can be compared: a ditto mark, a range, words.
fn in_words(content: &str, math: bool) -> Option<&'static str> {
    if is_ditto(content) {
        return Some("a ditto mark, and nothing that was read stands above it");
    }
    if is_remark(content) {
        return Some("a remark in brackets behind a value");
    }
    if math {
        return None;
    }
    let numbers: Vec<&str> = content.split(['-', '–']).filter(|part| !part.is_empty()).collect();
    let digits = |text: &&str| text.trim().chars().all(|c| c.is_ascii_digit()) && !text.trim().is_empty();
    if numbers.len() == 2 && numbers.iter().all(digits) && content.starts_with(|c: char| c.is_ascii_digit()) {
        return Some("a range of numbers");
    }
    let words = content.chars().all(|c| c.is_alphabetic() || c.is_whitespace() || "'-.,".contains(c));
    let long = |word: &str| word.chars().filter(|c| c.is_alphabetic()).count() >= 3;
    (words && content.split_whitespace().any(long)).then_some("words, and no value")
}

/// Whether a bracket that holds a word, a number or a mark stands behind a value, as in `3 (new)` or `3(4)`: no factor.
fn is_remark(content: &str) -> bool {
    let Some(found) = marks::bracket(content) else { return false };
    let digits = |text: &str| text.trim().chars().all(|c| c.is_ascii_digit());
    match found.inside {
        Inside::Number => found.apart || digits(found.value),
        Inside::Mark => found.apart,
        // Behind a bracket, letters are a factor.
        Inside::Words => found.apart && !found.value.ends_with([')', '|', '‖']),
    }
}

/// What an expression says, if it is a number or a game and has no variables.
fn said(expr: Expr, source: &Source, evaluator: &mut Evaluator) -> Result<Read, String> {
    let (game, starred) = (written_as_game(&expr), marks::is_starred_number(&expr));
    let formula = Formula { expr: expr.into(), source: source.clone().into(), offset: 0 };
    if has_names(&formula.expr) {
        return Ok(Read::Open);
    }
    let datum = evaluator.evaluate(&formula, &[]).map_err(why)?;
    if !matches!(datum, Datum::Number(_) | Datum::Game(_)) {
        return Ok(Read::Open);
    }
    let form = evaluator.evaluate_form(&formula, &[]).map_err(why).ok().flatten();
    Ok(Read::Said(Said { datum, form, digits: None, game, starred }))
}

fn why(stop: Stop) -> String {
    match stop {
        Stop::Error(problem) => problem.message.clone(),
        other => other.to_string(),
    }
}

/// Whether an expression names anything: a variable, a constant of the language, a call.
pub fn has_names(expr: &Expr) -> bool {
    any(expr, &mut |expr| matches!(expr.kind, ExprKind::Name(_) | ExprKind::Call { .. } | ExprKind::Text(_)))
}

/// Whether an expression is written as a game: with a star, an arrow, braces with a bar, a ±, tiny or miny.
pub fn written_as_game(expr: &Expr) -> bool {
    any(expr, &mut |expr| expr.is_written_as_game())
}

/// Whether a node of an expression is such.
pub fn any(expr: &Expr, such: &mut dyn FnMut(&Expr) -> bool) -> bool {
    stacker::maybe_grow(64 << 10, 1 << 20, || {
        such(expr) || parts(expr).into_iter().any(|part| any(part, such))
    })
}

/// The expressions directly within an expression.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Text(_) | ExprKind::Name(_) => Vec::new(),
        ExprKind::Nimber(inner)
        | ExprKind::Ups { count: inner, .. }
        | ExprKind::UpPower { order: inner, .. }
        | ExprKind::UpPowerTo { order: inner, .. }
        | ExprKind::Tiny(inner)
        | ExprKind::Miny(inner)
        | ExprKind::Negative(inner)
        | ExprKind::Not(inner) => vec![inner],
        ExprKind::PlusMinus(list) | ExprKind::Touching(list) | ExprKind::List(list) => list.iter().collect(),
        ExprKind::Braces { left, right } => left.iter().chain(right).collect(),
        ExprKind::Binary { left, right, .. } => vec![left, right],
        ExprKind::Call { arguments, .. } => arguments.iter().collect(),
        ExprKind::Range { from, to } => {
            let mut found: Vec<&Expr> = vec![from];
            found.extend(to.iter().map(|to| &**to));
            found
        }
        ExprKind::If { condition, then, otherwise } => vec![condition, then, otherwise],
        ExprKind::Quantified { bindings, condition, body, .. } => {
            let mut found: Vec<&Expr> = bindings.iter().map(|binding| &binding.domain).collect();
            found.extend(condition.iter().chain(body).map(|part| &**part));
            found
        }
    }
}

/// `1.25`, `-0.5`: a decimal fraction and its digits after the point.
fn decimal(text: &str) -> Option<(Rational, u32)> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest.trim_start()),
        None => (1, text),
    };
    let (whole, fraction) = digits.split_once('.')?;
    let plain = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    if !plain(whole) || !plain(fraction) || fraction.is_empty() || whole.len() + fraction.len() > 18 {
        return None;
    }
    let numerator: i128 = format!("{whole}{fraction}").parse().ok()?;
    let count = u32::try_from(fraction.len()).ok()?;
    Some((Rational::new(sign * numerator, 10_i128.pow(count))?, count))
}

/// What a column reads as.
fn kind(cells: &[Cell], heading: &Heading, at: usize) -> ColumnKind {
    let empty = |cell: &&Cell| matches!(cell.read, Read::Empty | Read::Blank);
    let filled: Vec<&Cell> = cells.iter().filter(|cell| !empty(cell)).collect();
    if filled.is_empty() {
        return ColumnKind::Empty;
    }
    let said: Vec<&Said> = filled.iter().filter_map(|cell| cell.said()).collect();
    let outcomes = said.iter().filter(|said| matches!(said.datum, Datum::Outcome(_))).count();
    let values = said.len() - outcomes;
    let open = filled.iter().filter(|cell| matches!(cell.read, Read::Open)).count();
    let most = |count: usize| 2 * count > filled.len();
    if most(outcomes) {
        return ColumnKind::Outcome;
    }
    // A heading that says what stands below it needs no majority: what is there is held to it row by row.
    let named = heading.is_value() || heading.is_of_numbers() >= Sureness::Word;
    if most(values) || named && values >= 2 {
        let numbers: Vec<&Said> = said.iter().copied().filter(|said| !is_game(said)).collect();
        let games = values.saturating_sub(numbers.len());
        // A star at one number is no reason to take a column of temperatures for one of games.
        let quantity = match heading.is_of_numbers() {
            Sureness::No => false,
            Sureness::Letter => numbers.len() >= 3 && numbers.len() >= 4 * games,
            Sureness::Word | Sureness::Exactly => numbers.len() > games,
        };
        // Nimbers may be printed as games: `*3` below "nim-value".
        let nimbers = !heading.is_grundy() || games > numbers.len();
        if (games > 0 && !quantity || heading.is_value()) && nimbers {
            return ColumnKind::Game;
        }
        return if is_index(&numbers, heading, at) { ColumnKind::Index } else { ColumnKind::Number };
    }
    if most(open + values) { ColumnKind::Formula } else { ColumnKind::Text }
}

/// Whether it is written as a game, and is no number.
fn is_game(said: &Said) -> bool {
    said.game && matches!(said.datum, Datum::Game(_))
}

/// A game in a column of numbers is none of what the column holds.
fn set_apart(cell: &mut Cell) {
    let why = "a game in a column of numbers, or a number with the mark of a note";
    cell.read = Read::Unread { at: cell.span.clone(), why: why.to_string() };
}

/// Integers that go up by one, at the left or below a letter that counts.
fn is_index(said: &[&Said], heading: &Heading, at: usize) -> bool {
    let integers: Option<Vec<i128>> = said.iter().map(|said| said.datum.as_integer()).collect();
    let Some(integers) = integers else { return false };
    let steps = integers.windows(2).all(|pair| pair[0].checked_add(1) == Some(pair[1]));
    let up = integers.windows(2).all(|pair| pair[0] < pair[1]);
    steps && (at == 0 || heading.counts()) || heading.counts() && up
}
