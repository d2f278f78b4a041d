//! What a column is of another one: a heading that says so, and rows that bear it out.
//!
//! A column is only ever held to a quantity that most of its own rows agree with, so that a column of something else is
//! never accused.

use super::cells::{Grid, Said};
use super::headings::{Gives, QUANTITIES, Quantity, Sureness};
use crate::evaluate::{Bindings, Datum, Evaluator, Formula, Rational};
use crate::findings::ColumnKind;
use crate::notation::Form;

/// Two columns, of which one is a quantity of the other, row by row.
pub struct Relation {
    pub quantity: &'static Quantity,
    /// The column of games.
    pub of: usize,
    /// The column that prints the quantity.
    pub column: usize,
    pub sureness: Sureness,
    pub rows: Vec<Row>,
}

/// How one row fares.
#[derive(Clone, Debug)]
pub struct Row {
    pub row: usize,
    pub found: Compared,
}

#[derive(Clone, Debug)]
pub enum Compared {
    Agrees,
    /// It agrees with what some papers write for the temperature of a number: 0, or −1.
    ByConvention,
    Differs(Datum),
    /// Not both are there, or there is no answer, or a limit was reached.
    Nothing,
}

impl Relation {
    pub fn agreeing(&self) -> usize {
        self.rows.iter().filter(|row| matches!(row.found, Compared::Agrees)).count()
    }

    pub fn differing(&self) -> usize {
        self.rows.iter().filter(|row| matches!(row.found, Compared::Differs(_))).count()
    }

    pub fn by_convention(&self) -> usize {
        self.rows.iter().filter(|row| matches!(row.found, Compared::ByConvention)).count()
    }

    pub fn compared(&self) -> usize {
        self.agreeing() + self.differing() + self.by_convention()
    }

    /// Whether its rows bear out what the heading says, so that the others are to be reported.
    pub fn holds(&self) -> bool {
        self.agreeing() > 0
            && bears_out(self.sureness, self.agreeing() + self.by_convention(), self.compared())
    }
}

/// Whether what several columns under one heading print, as in a table that goes on at its right, bears out together what
/// one of them is, too short to do so alone.
pub fn together(grid: &Grid, one: &Relation, all: &[Relation]) -> bool {
    let title = |at: usize| grid.columns[at].heading.plain();
    let like = all.iter().filter(|other| {
        other.quantity.name == one.quantity.name
            && title(other.column) == title(one.column)
            && title(other.of) == title(one.of)
            && other.column.wrapping_sub(other.of) == one.column.wrapping_sub(one.of)
    });
    let agreed = |relation: &Relation| relation.agreeing() + relation.by_convention();
    let (agree, of) =
        like.fold((0, 0), |(agree, of), relation| (agree + agreed(relation), of + relation.compared()));
    one.agreeing() > 0 && 2 * agreed(one) >= one.compared() && bears_out(one.sureness, agree, of)
}

/// Whether so many of so many rows are enough for a heading of that sureness.
pub fn bears_out(sureness: Sureness, agree: usize, of: usize) -> bool {
    match sureness {
        Sureness::No => false,
        Sureness::Letter => agree >= 3 && 3 * agree >= 2 * of,
        Sureness::Word => agree >= 2 && 2 * agree > of,
        Sureness::Exactly => agree >= 1 && (of <= 2 || agree >= 2 && 2 * agree > of),
    }
}

/// The best relation for every column whose heading names a quantity.
pub fn relations(grid: &Grid, evaluator: &mut Evaluator) -> Vec<Relation> {
    let mut found = Vec::new();
    let games: Vec<usize> =
        (0..grid.columns.len()).filter(|at| grid.columns[*at].kind == ColumnKind::Game).collect();
    // What is a quantity itself, as a negative, is none that others are quantities of, where values stand beside it.
    let named = |at: &usize| QUANTITIES.iter().any(|it| grid.columns[*at].heading.names(it) != Sureness::No);
    let values: Vec<usize> = games.iter().copied().filter(|at| !named(at)).collect();
    let values = if values.is_empty() { &games } else { &values };
    for (at, column) in grid.columns.iter().enumerate() {
        let mut best: Option<Relation> = None;
        for quantity in QUANTITIES {
            let sureness = column.heading.names(quantity);
            if sureness == Sureness::No || !fits(quantity, column.kind) {
                continue;
            }
            // A bare letter in front of the values is a parameter of theirs: m × n, or {a|b}.
            let parameter = sureness == Sureness::Letter && !column.heading.has_argument();
            for &of in values.iter().filter(|of| **of != at && !(parameter && at < **of)) {
                let relation = relation(grid, quantity, of, at, sureness, evaluator);
                if relation.compared() > 0 && best.as_ref().is_none_or(|best| better(&relation, best)) {
                    best = Some(relation);
                }
            }
        }
        found.extend(best);
    }
    found.extend(same_values(grid, &games, evaluator));
    found
}

/// Whether a column of that kind can print the quantity.
fn fits(quantity: &Quantity, kind: ColumnKind) -> bool {
    match quantity.gives {
        Gives::Number => matches!(kind, ColumnKind::Number | ColumnKind::Index),
        Gives::Outcome => kind == ColumnKind::Outcome,
        Gives::Game => matches!(kind, ColumnKind::Game | ColumnKind::Number | ColumnKind::Index),
    }
}

/// More rows agree than differ; of equally good ones, the column of games that stands nearer at the left.
fn better(new: &Relation, old: &Relation) -> bool {
    let good = |relation: &Relation| {
        let agree = relation.agreeing() + relation.by_convention();
        (agree as i64 - relation.differing() as i64, agree, relation.sureness)
    };
    let distance = |relation: &Relation| {
        if relation.of < relation.column { relation.column - relation.of } else { 1000 + relation.of }
    };
    let (a, b) = (good(new), good(old));
    a > b || a == b && distance(new) < distance(old)
}

/// One quantity of one column held against another column.
pub fn relation(
    grid: &Grid,
    quantity: &'static Quantity,
    of: usize,
    column: usize,
    sureness: Sureness,
    evaluator: &mut Evaluator,
) -> Relation {
    let rows = (0..grid.rows).map(|row| {
        let found = match (grid.columns[of].said(row), grid.columns[column].said(row)) {
            (Some(game), Some(printed)) => match compare(quantity, &game.datum, printed, evaluator) {
                Compared::Differs(_) if is_of_the_form(quantity, game, printed, evaluator) => {
                    Compared::Agrees
                }
                // A ditto mark may repeat another cell than that above it.
                Compared::Differs(_) if grid.repeats(row, &[of, column]) => Compared::Nothing,
                found => found,
            },
            _ => Compared::Nothing,
        };
        Row { row, found }
    });
    Relation { quantity, of, column, sureness, rows: rows.collect() }
}

/// Whether a birthday is that of the form as it is printed, which may be later than that of its value.
fn is_of_the_form(quantity: &Quantity, game: &Said, printed: &Said, evaluator: &mut Evaluator) -> bool {
    let (true, Some(form)) = (quantity.name == "birthday", &game.form) else { return false };
    let printed = printed.datum.as_integer();
    printed.is_some() && printed == birthday(form, evaluator)
}

/// The day on which a form is born, its abbreviations being those of canonical forms.
fn birthday(form: &Form, evaluator: &mut Evaluator) -> Option<i128> {
    let mut after = |left: &[Form], right: &[Form]| {
        let latest = left
            .iter()
            .chain(right)
            .try_fold(0_i128, |latest, form| Some(birthday(form, evaluator)?.max(latest)));
        latest?.checked_add(1)
    };
    match form {
        Form::Braces { left, right } => after(left, right),
        Form::PlusMinus(left) => after(left, &[]),
        Form::Negative(form) => birthday(form, evaluator),
        Form::Tiny(form) | Form::Miny(form) => birthday(form, evaluator)?.checked_add(2),
        Form::Sum(terms) => {
            terms.iter().try_fold(0_i128, |days, term| days.checked_add(birthday(term, evaluator)?))
        }
        Form::Multiple(n, form) => birthday(form, evaluator)?.checked_mul(n.checked_abs()?),
        Form::Number(_) | Form::UpStar { .. } => {
            let formula = Formula::typed(&format!("birthday({})", form.unicode())).ok()?;
            evaluator.evaluate(&formula, &Vec::new()).ok()?.as_integer()
        }
    }
}

/// The quantity of a game beside what is printed.
pub fn compare(quantity: &Quantity, game: &Datum, printed: &Said, evaluator: &mut Evaluator) -> Compared {
    let Some(ours) = quantity_of(quantity, game, evaluator) else { return Compared::Nothing };
    match agrees(&ours, printed, evaluator) {
        Some(true) => Compared::Agrees,
        Some(false) if quantity.name == "temperature" && cold(&ours, &printed.datum) => {
            Compared::ByConvention
        }
        Some(false) => Compared::Differs(ours),
        None => Compared::Nothing,
    }
}

/// The quantity of a game; none where there is none, or a limit is reached.
pub fn quantity_of(quantity: &Quantity, game: &Datum, evaluator: &mut Evaluator) -> Option<Datum> {
    let formula = Formula::typed(quantity.expression).ok()?;
    let bindings: Bindings = vec![("g".to_string(), game.clone())];
    evaluator.evaluate(&formula, &bindings).ok().filter(|datum| !matches!(datum, Datum::None))
}

/// Whether a printed thing is this value; a decimal fraction may be rounded.
pub fn agrees(ours: &Datum, printed: &Said, evaluator: &mut Evaluator) -> Option<bool> {
    if evaluator.equal(ours, &printed.datum).ok()? {
        return Some(true);
    }
    if let (Datum::Number(x), Datum::Number(y), Some(digits)) = (ours, &printed.datum, printed.digits) {
        return Some(rounds(*x, *y, digits));
    }
    Some(false)
}

/// Whether `printed` is `exact` to so many digits.
fn rounds(exact: Rational, printed: Rational, digits: u32) -> bool {
    let difference = || {
        let difference = exact.minus(printed)?;
        let difference = if difference.is_negative() { difference.negative()? } else { difference };
        let half = Rational::new(1, 2 * 10_i128.checked_pow(digits)?)?;
        Some(difference <= half)
    };
    difference().unwrap_or(false)
}

/// A number is as cold as −1, or 0, in many papers, whatever its denominator.
fn cold(ours: &Datum, printed: &Datum) -> bool {
    let Datum::Number(ours) = ours else { return false };
    ours.is_negative() && matches!(printed.as_integer(), Some(0 | -1))
}

static SAME: Quantity = Quantity::same();

/// Two columns of games, one of which is headed as the canonical form, that print the same values.
fn same_values(grid: &Grid, games: &[usize], evaluator: &mut Evaluator) -> Vec<Relation> {
    let mut found = Vec::new();
    for &column in games {
        if !grid.columns[column].heading.is_canonical() {
            continue;
        }
        let others = games.iter().filter(|of| **of != column && !grid.columns[**of].heading.is_canonical());
        let named =
            |of: &usize| QUANTITIES.iter().all(|q| grid.columns[*of].heading.names(q) == Sureness::No);
        let mut best: Option<Relation> = None;
        for &of in others.filter(|of| named(of)) {
            let relation = relation(grid, &SAME, of, column, Sureness::Letter, evaluator);
            if best.as_ref().is_none_or(|best| better(&relation, best)) {
                best = Some(relation);
            }
        }
        found.extend(best.filter(|best| 4 * best.agreeing() >= 3 * best.compared()));
    }
    found
}
