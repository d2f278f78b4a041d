//! Whether a second method also finds what differs.

use super::BUDGET;
use crate::diagnostic::Diagnostic;
use crate::evaluate::{Bindings, Datum, Evaluator, Formula, Second};
use crate::notation::Form;
use crate::verdicts::{Shown, Witness};

/// What became of a condition that the engine finds false.
pub struct Judged {
    pub confirmed: bool,
    pub methods: Vec<String>,
}

/// Puts a condition that should be false to both opinions; none if the engine does not find it false.
///
/// # Errors
/// If the two opinions contradict each other, which is a fault of ours.
pub fn judge(
    condition: &Formula,
    bindings: &Bindings,
    evaluator: &mut Evaluator,
) -> Result<Option<Judged>, Diagnostic> {
    if !matches!(evaluator.evaluate(condition, bindings), Ok(Datum::Boolean(false))) {
        return Ok(None);
    }
    let ours = "the engine's canonical forms and exact arithmetic".to_string();
    Ok(match evaluator.confirm(condition, bindings, &Datum::Boolean(false), BUDGET) {
        Ok(Second::Agrees { method }) => Some(Judged { confirmed: true, methods: vec![ours, method] }),
        Ok(Second::OutOfReach(why)) => Some(Judged {
            confirmed: false,
            methods: vec![ours, format!("no second method confirms it: {why}")],
        }),
        Ok(Second::Disagrees { method, .. }) => {
            return Err(Diagnostic::error(format!("two methods disagree on `{}`", condition.text()))
                .note(format!("the engine finds it false, and {method} finds it true"))
                .note("this is a fault of Referee, not of the paper"));
        }
        Err(stop) => Some(Judged {
            confirmed: false,
            methods: vec![ours, format!("no second method confirms it: {stop}")],
        }),
    })
}

/// A condition that somebody could type, to both opinions.
///
/// # Errors
/// As [`judge`].
pub fn judge_text(text: &str, evaluator: &mut Evaluator) -> Result<Option<Judged>, Diagnostic> {
    match Formula::typed(text) {
        Ok(formula) => judge(&formula, &Vec::new(), evaluator),
        Err(_) => Ok(None),
    }
}

/// A winning line of play in the difference of a game and a form; none if it is out of reach.
pub fn witness(game: &str, printed: &Form, evaluator: &mut Evaluator) -> Option<Witness> {
    let formula = Formula::typed(game).ok()?;
    evaluator.witness(&formula, &[], printed, BUDGET).ok().flatten()
}

/// A datum as an expression that reads back; none if it is too large to write.
pub fn text(datum: &Datum, evaluator: &mut Evaluator) -> Option<String> {
    let written = evaluator.written(datum, crate::evaluate::Style::Unicode).ok()?;
    (!written.cut).then_some(written.text)
}

/// A datum for pages.
pub fn shown(datum: &Datum, evaluator: &mut Evaluator) -> Shown {
    evaluator.shown(datum).unwrap_or_else(|_| Shown::words(format!("{} too large to write", datum.a_kind())))
}

/// A form as it is written, for pages.
pub fn shown_form(form: &Form) -> Shown {
    Shown { text: form.unicode(), tex: form.tex(), speech: form.speech() }
}
