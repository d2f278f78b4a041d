//! Domains, and the quantifiers that run through them.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::calls::{Arguments, spans};
use super::{Evaluator, Frame, LONGEST_LIST, Opinion, Visited, locate};
use crate::evaluate::datum::Datum;
use crate::evaluate::definitions::is_constant;
use crate::evaluate::domains::Domain;
use crate::evaluate::functions::{self, Means};
use crate::evaluate::rational::Rational;
use crate::evaluate::stop::{Limit, Stop, Trouble};
use crate::notation::{Binding, Expr, ExprKind, Quantifier};

impl Evaluator {
    /// The values that an expression runs through.
    pub(in crate::evaluate) fn domain(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Domain, Stop> {
        match &expr.kind {
            ExprKind::Range { from, to } => {
                let mut end = |evaluator: &mut Evaluator, expr: &Expr| -> Result<i128, Stop> {
                    let datum = evaluator.eval(frame, expr)?;
                    datum.as_integer().ok_or_else(|| {
                        frame
                            .error(
                                &expr.span,
                                format!("a range runs between integers, not {}", datum.a_kind()),
                            )
                            .into()
                    })
                };
                let from = end(self, from)?;
                let Some(to) = to else {
                    return Err(frame
                        .error(&expr.span, "this range has no end")
                        .note("give it one: `1..20`; nothing can be computed for all n")
                        .into());
                };
                let to = end(self, to)?;
                Ok(Domain::Range(from, to))
            }
            ExprKind::Call { function: name, arguments }
                if self.definitions.position(&name.text).is_none() =>
            {
                let Some(function) = functions::find(&name.text) else {
                    return self.list_domain(frame, expr);
                };
                let Means::Domain { first, second, method } = function.means else {
                    return self.list_domain(frame, expr);
                };
                let mut values = Arguments::default();
                if !self.arguments(frame, expr, function, arguments, &mut values)? {
                    return Err(frame.error(&expr.span, "the domain is none").into());
                };
                let run = match self.opinion {
                    Opinion::First => first,
                    Opinion::Second => {
                        self.methods.insert(method);
                        second
                    }
                };
                run(values.as_slice())
                    .map_err(|trouble| locate(frame, trouble, &expr.span, &spans(arguments)))
            }
            _ => self.list_domain(frame, expr),
        }
    }

    fn list_domain(&mut self, frame: &mut Frame, expr: &Expr) -> Result<Domain, Stop> {
        match self.eval(frame, expr)? {
            Datum::List(entries) => Ok(Domain::List(entries)),
            other => Err(frame
                .error(&expr.span, format!("a domain is a range or a list, not {}", other.a_kind()))
                .note("`1..20`, `trees(8)`, `[1, 3, 5]`; `referee functions` names all domains")
                .into()),
        }
    }

    pub(super) fn quantified(
        &mut self,
        frame: &mut Frame,
        quantifier: Quantifier,
        bindings: &[Binding],
        condition: Option<&Expr>,
        body: Option<&Expr>,
    ) -> Result<Datum, Stop> {
        for binding in bindings {
            if is_constant(&binding.name.text) {
                return Err(frame
                    .error(
                        &binding.name.span,
                        format!("`{}` is a constant of the language", binding.name.text),
                    )
                    .into());
            }
        }
        let mut tally = Tally::new(quantifier);
        let mut visit =
            |evaluator: &mut Evaluator, frame: &mut Frame| evaluator.case(frame, bindings, body, &mut tally);
        let _stopped_early = self.each_case(frame, bindings, condition, &mut visit)?;
        Ok(tally.result())
    }

    /// Runs through the cases of the bindings that satisfy the condition, later bindings inside earlier ones.
    fn each_case(
        &mut self,
        frame: &mut Frame,
        bindings: &[Binding],
        condition: Option<&Expr>,
        visit: &mut dyn FnMut(&mut Evaluator, &mut Frame) -> Visited,
    ) -> Result<ControlFlow<()>, Stop> {
        let Some((binding, inner)) = bindings.split_first() else {
            self.cases += 1;
            if self.cases > self.budget.cases {
                return Err(Stop::Undecided(Limit::Cases(self.budget.cases)));
            }
            if let Some(condition) = condition
                && !self.condition(frame, condition)?
            {
                return Ok(ControlFlow::Continue(()));
            }
            return visit(self, frame);
        };
        let domain = self.domain(frame, &binding.domain)?;
        let own = frame.bound.len();
        frame.bound.push((binding.name.text.clone(), Datum::None));
        let mut all = Ok(ControlFlow::Continue(()));
        for datum in domain.iter() {
            frame.bound[own].1 = datum;
            match self.each_case(frame, inner, condition, visit) {
                Ok(ControlFlow::Continue(())) => continue,
                Err(Stop::Error(diagnostic)) => {
                    let value = self.brief(&frame.bound[own].1);
                    let note = format!("it happened for {} = {value}", binding.name.text);
                    all = Err(Stop::Error(Box::new(diagnostic.note(note))));
                }
                other => all = other,
            }
            break;
        }
        frame.bound.truncate(own);
        all
    }

    /// One case of a quantifier.
    fn case(
        &mut self,
        frame: &mut Frame,
        bindings: &[Binding],
        body: Option<&Expr>,
        tally: &mut Tally,
    ) -> Result<ControlFlow<()>, Stop> {
        let next = ControlFlow::Continue(());
        let Some(body) = body else {
            tally.count += 1;
            return Ok(next);
        };
        match tally.quantifier {
            Quantifier::Count => tally.count += i128::from(self.condition(frame, body)?),
            Quantifier::All => {
                tally.truth = self.condition(frame, body)?;
                if !tally.truth {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Quantifier::Any => {
                tally.truth = self.condition(frame, body)?;
                if tally.truth {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Quantifier::For => {
                let datum = self.eval(frame, body)?;
                if tally.list.len() >= LONGEST_LIST {
                    return Err(Stop::Undecided(Limit::Length(LONGEST_LIST)));
                }
                tally.list.push(datum);
            }
            Quantifier::Sum => {
                let datum = self.eval(frame, body)?;
                tally.sum = self.add(&tally.sum, &datum).map_err(|t| locate(frame, t, &body.span, &[]))?;
            }
            Quantifier::Max | Quantifier::Min | Quantifier::ArgMax | Quantifier::ArgMin => {
                let datum = self.eval(frame, body)?;
                let x = match &datum {
                    Datum::Number(x) => *x,
                    // A case without an answer is neither greatest nor least.
                    Datum::None => return Ok(next),
                    other => {
                        let word = tally.quantifier.word();
                        return Err(frame
                            .error(&body.span, format!("`{word}` compares numbers, not {}", other.kind()))
                            .note("games are only partly ordered; compare their means, stops or temperatures")
                            .into());
                    }
                };
                let wanted = match tally.quantifier {
                    Quantifier::Max | Quantifier::ArgMax => Ordering::Greater,
                    _ => Ordering::Less,
                };
                // Of equals, the first stays.
                if tally.best.as_ref().is_none_or(|(best, _)| x.cmp(best) == wanted) {
                    let variables = &frame.bound[frame.bound.len() - bindings.len()..];
                    let case = match variables {
                        [(_, only)] => only.clone(),
                        several => Datum::list(several.iter().map(|(_, datum)| datum.clone())),
                    };
                    tally.best = Some((x, case));
                }
            }
        }
        Ok(next)
    }
}

/// What a quantifier has made of the cases so far.
struct Tally {
    quantifier: Quantifier,
    count: i128,
    truth: bool,
    list: Vec<Datum>,
    sum: Datum,
    best: Option<(Rational, Datum)>,
}

impl Tally {
    fn new(quantifier: Quantifier) -> Tally {
        Tally {
            quantifier,
            count: 0,
            // `all` of no cases is true, `any` of none is false.
            truth: quantifier == Quantifier::All,
            list: Vec::new(),
            sum: Datum::integer(0),
            best: None,
        }
    }

    fn result(self) -> Datum {
        match self.quantifier {
            Quantifier::Count => Datum::integer(self.count),
            Quantifier::All | Quantifier::Any => Datum::Boolean(self.truth),
            Quantifier::For => Datum::list(self.list),
            Quantifier::Sum => self.sum,
            Quantifier::Max | Quantifier::Min => self.best.map_or(Datum::None, |(x, _)| Datum::Number(x)),
            Quantifier::ArgMax | Quantifier::ArgMin => self.best.map_or(Datum::None, |(_, case)| case),
        }
    }
}

/// A domain as a list.
pub(super) fn collect(domain: Domain) -> Result<Datum, Trouble> {
    let mut list = Vec::new();
    for datum in domain.iter() {
        if list.len() >= LONGEST_LIST {
            return Err(Trouble::Limit(Limit::Length(LONGEST_LIST)));
        }
        list.push(datum);
    }
    Ok(Datum::list(list))
}
