//! An expression as a form: variables substituted and arithmetic done, everything else kept as it is written.

use super::datum::{Datum, Kind};
use super::language::{Evaluator, Frame, locate};
use super::stop::{Stop, Trouble};
use super::{Bindings, Formula};
use crate::engine::Value;
use crate::notation::{Expr, ExprKind, Form, Number, Operator, Ups, same_form};

impl Evaluator {
    /// What a formula says for these variables, as it would be printed: `±{2n+1+s(n), …}` becomes `±{7*, …}`. `None` if it is
    /// not a game.
    ///
    /// Braces, ±, tiny and the like are kept; sums and multiples of numbers are done, a number, ups and a star become one word,
    /// definitions are put in place. What a function of the language gives is written in its canonical form.
    ///
    /// # Errors
    /// As [`evaluate`](Self::evaluate).
    pub fn evaluate_form(
        &mut self,
        formula: &Formula,
        bindings: &[(String, Datum)],
    ) -> Result<Option<Form>, Stop> {
        self.form(&mut Frame::new(formula, bindings), &formula.expr)
    }

    /// The value of a form.
    ///
    /// # Errors
    /// A limit.
    pub fn value_of_form(&mut self, form: &Form) -> Result<Value, Stop> {
        self.store.read(form).map_err(|limit| Stop::Undecided(limit.into()))
    }

    /// Whether an expression is written in the canonical form of its value.
    pub(super) fn is_canonical(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Datum, Stop> {
        let Some(written) = self.form(frame, expr)? else {
            return Err(frame.error(&expr.span, "only games have forms").into());
        };
        let value = self.value_of_form(&written)?;
        let canonical = self.store.form(value).map_err(|limit| Stop::Undecided(limit.into()))?;
        Ok(Datum::Boolean(same_form(&written, &canonical)))
    }

    fn form(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Option<Form>, Stop> {
        stacker::maybe_grow(128 << 10, 2 << 20, || self.form_here(frame, expr))
    }

    fn form_here(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Option<Form>, Stop> {
        Ok(Some(match &expr.kind {
            ExprKind::Tiny(inner) => match self.form(frame, inner)? {
                Some(inner) => Form::tiny(inner),
                None => return Ok(None),
            },
            ExprKind::Miny(inner) => match self.form(frame, inner)? {
                Some(inner) => Form::miny(inner),
                None => return Ok(None),
            },
            ExprKind::PlusMinus(entries) => match self.forms(frame, entries)? {
                Some(entries) => Form::plus_minus(entries),
                None => return Ok(None),
            },
            ExprKind::Braces { left, right } => match (self.forms(frame, left)?, self.forms(frame, right)?) {
                (Some(left), Some(right)) => Form::braces(left, right),
                _ => return Ok(None),
            },
            ExprKind::UpPower { down, order } => {
                let Some(order) = self.small(frame, order)? else { return Ok(None) };
                Form::uptimal(Number::ZERO, Ups::Power { down: *down, order }, 0)
            }
            ExprKind::UpPowerTo { down, order } => {
                let Some(order) = self.small(frame, order)? else { return Ok(None) };
                Form::uptimal(Number::ZERO, Ups::PowerTo { down: *down, order }, 0)
            }
            ExprKind::Touching(terms) => match self.forms(frame, terms)? {
                Some(terms) => terms.into_iter().reduce(plus).unwrap_or(Form::integer(0)),
                None => return Ok(None),
            },
            ExprKind::Negative(inner) => match self.number_or_form(frame, expr, inner)? {
                Ok(number) => number,
                Err(Some(form)) => minus(form),
                Err(None) => return Ok(None),
            },
            ExprKind::Binary { operator: operator @ (Operator::Add | Operator::Subtract), left, right } => {
                let (Some(g), Some(h)) = (self.form(frame, left)?, self.form(frame, right)?) else {
                    return self.canonical(frame, expr);
                };
                plus(g, if *operator == Operator::Add { h } else { minus(h) })
            }
            ExprKind::Binary { operator: Operator::Multiply, left, right } => {
                match (self.eval(frame, left)?, self.eval(frame, right)?) {
                    (Datum::Number(_), Datum::Number(_)) => return self.canonical(frame, expr),
                    (Datum::Number(n), _) => match (n.as_integer(), self.form(frame, right)?) {
                        (Some(n), Some(form)) => times(n, form),
                        _ => return self.canonical(frame, expr),
                    },
                    (_, Datum::Number(n)) => match (n.as_integer(), self.form(frame, left)?) {
                        (Some(n), Some(form)) => times(n, form),
                        _ => return self.canonical(frame, expr),
                    },
                    _ => return self.canonical(frame, expr),
                }
            }
            ExprKind::If { condition, then, otherwise } => {
                let branch = if self.condition(frame, condition)? { then } else { otherwise };
                return self.form(frame, branch);
            }
            ExprKind::Name(name) if frame.variable(name).is_none() => {
                return self.defined_form(frame, expr, name, &[]);
            }
            ExprKind::Call { function, arguments } if frame.variable(&function.text).is_none() => {
                return self.defined_form(frame, expr, &function.text, arguments);
            }
            _ => return self.canonical(frame, expr),
        }))
    }

    fn forms(&mut self, frame: &mut Frame, entries: &[Expr]) -> Result<Option<Vec<Form>>, Stop> {
        let mut forms = Vec::with_capacity(entries.len());
        for entry in entries {
            match self.form(frame, entry)? {
                Some(form) => forms.push(form),
                None => return Ok(None),
            }
        }
        Ok(Some(forms))
    }

    /// The number that the whole is, or else the form of a part of it.
    fn number_or_form(
        &mut self,
        frame: &mut Frame,
        whole: &Expr,
        part: &Expr,
    ) -> Result<Result<Form, Option<Form>>, Stop> {
        if let Datum::Number(_) = self.eval(frame, part)? {
            return Ok(self.canonical(frame, whole)?.ok_or(None));
        }
        Ok(Err(self.form(frame, part)?))
    }

    /// The form of a definition's body; of what is not defined, the canonical form.
    fn defined_form(
        &mut self,
        frame: &mut Frame,
        expr: &Expr,
        name: &str,
        arguments: &[Expr],
    ) -> Result<Option<Form>, Stop> {
        let definitions = self.definitions().clone();
        let Some(defined) = definitions.get(name).filter(|it| it.parameters.len() == arguments.len()) else {
            return self.canonical(frame, expr);
        };
        let mut variables: Bindings = Vec::new();
        for (parameter, argument) in defined.parameters.iter().zip(arguments) {
            variables.push((parameter.clone(), self.eval(frame, argument)?));
        }
        self.form(&mut Frame::new(&defined.body, &variables), &defined.body.expr)
    }

    /// The canonical form of what an expression gives.
    fn canonical(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Option<Form>, Stop> {
        let datum = self.eval(frame, expr)?;
        if !matches!(datum, Datum::Number(_) | Datum::Game(_) | Datum::Position(_)) {
            return Ok(None);
        }
        let form = self
            .game(&datum)
            .and_then(|value| Ok(self.store.form(value)?))
            .map_err(|trouble| locate(frame, trouble, &expr.span, &[]))?;
        Ok(Some(form))
    }

    fn small(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Option<u32>, Stop> {
        let mut datum = self.eval(frame, expr)?;
        match self.convert(&mut datum, Kind::Natural) {
            Ok(()) => Ok(datum.as_integer().and_then(|n| u32::try_from(n).ok())),
            Err(Trouble::Error { .. }) => Ok(None),
            Err(other) => Err(locate(frame, other, &expr.span, &[])),
        }
    }
}

/// The sum as it would be printed: numbers are added, and what makes one word is one word.
fn plus(g: Form, h: Form) -> Form {
    let mut terms = match g {
        Form::Sum(terms) => terms,
        other => vec![other],
    };
    for term in match h {
        Form::Sum(terms) => terms,
        other => vec![other],
    } {
        let place = terms.iter().enumerate().find_map(|(i, known)| Some((i, one_word(known, &term)?)));
        match place {
            Some((i, word)) => terms[i] = word,
            None => terms.push(term),
        }
    }
    if terms.len() > 1 {
        terms.retain(|term| *term != Form::integer(0));
    }
    Form::sum(terms)
}

/// The sum of two leaves that have no part in common but numbers.
fn one_word(g: &Form, h: &Form) -> Option<Form> {
    let (x, g_ups, g_star) = leaf(g)?;
    let (y, h_ups, h_star) = leaf(h)?;
    let none = Ups::Multiple(0);
    let ups = if g_ups == none {
        h_ups
    } else if h_ups == none {
        g_ups
    } else {
        return None;
    };
    if g_star != 0 && h_star != 0 {
        return None;
    }
    Some(Form::uptimal(x.plus(y)?, ups, g_star.max(h_star)))
}

fn leaf(form: &Form) -> Option<(Number, Ups, u32)> {
    match form {
        Form::Number(x) => Some((*x, Ups::Multiple(0), 0)),
        Form::UpStar { number, ups, nimber } => Some((*number, *ups, *nimber)),
        _ => None,
    }
}

fn minus(form: Form) -> Form {
    let negated = leaf(&form).and_then(|(x, ups, nimber)| {
        let ups = match ups {
            Ups::Multiple(n) => Ups::Multiple(n.checked_neg()?),
            Ups::Power { down, order } => Ups::Power { down: !down, order },
            Ups::PowerTo { down, order } => Ups::PowerTo { down: !down, order },
        };
        Some(Form::uptimal(x.negative()?, ups, nimber))
    });
    match (negated, form) {
        (Some(leaf), _) => leaf,
        // A switch is its own negative as it is printed.
        (None, Form::PlusMinus(entries)) => Form::PlusMinus(entries),
        (None, Form::Negative(inner)) => *inner,
        (None, Form::Sum(terms)) => Form::sum(terms.into_iter().map(minus).collect()),
        (None, other) => Form::negative(other),
    }
}

fn times(n: i128, form: Form) -> Form {
    match leaf(&form) {
        Some((x, Ups::Multiple(ups), 0)) => {
            let product = i64::try_from(n).ok().and_then(|n| ups.checked_mul(n)).zip(x.times(n));
            match product {
                Some((ups, x)) => Form::up_star(x, ups, 0),
                None => Form::multiple(n, form),
            }
        }
        _ if n == 1 => form,
        _ => Form::multiple(n, form),
    }
}
