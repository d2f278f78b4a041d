//! Names, calls and their arguments.

use std::ops::Range;

use super::quantifiers::collect;
use super::{Bindings, Evaluator, Frame, Key, Opinion, locate};
use crate::diagnostic::Place;
use crate::engine::{Outcome, Player};
use crate::evaluate::datum::{Datum, Kind, a};
use crate::evaluate::definitions::Used;
use crate::evaluate::functions::{self, Function, Means};
use crate::evaluate::stop::{Stop, Trouble};
use crate::notation::{Expr, Name};

impl Evaluator {
    /// A name that stands alone: a variable, a definition without parameters, or a constant.
    pub(super) fn name(&mut self, frame: &mut Frame, expr: &Expr, name: &str) -> Result<Datum, Stop> {
        if let Some(datum) = frame.variable(name) {
            return Ok(datum.clone());
        }
        if let Some(index) = self.definitions.position(name) {
            let defined = self.definitions.at(index);
            if !defined.parameters.is_empty() {
                let signature = format!("{name}({})", defined.parameters.join(", "));
                return Err(frame
                    .error(&expr.span, format!("`{name}` needs its arguments"))
                    .note(format!("it is defined as `{signature}`"))
                    .into());
            }
            return self.defined(frame, &expr.span, index, Vec::new());
        }
        match name {
            "true" => Ok(Datum::Boolean(true)),
            "false" => Ok(Datum::Boolean(false)),
            "none" => Ok(Datum::None),
            "P" => Ok(Datum::Outcome(Outcome::P)),
            "N" => Ok(Datum::Outcome(Outcome::N)),
            "L" => Ok(Datum::Outcome(Outcome::L)),
            "R" => Ok(Datum::Outcome(Outcome::R)),
            "Left" => Ok(Datum::Player(Player::Left)),
            "Right" => Ok(Datum::Player(Player::Right)),
            _ => Err(self.unknown(frame, name, &expr.span, None)),
        }
    }

    fn unknown(&self, frame: &Frame, name: &str, span: &Range<usize>, call: Option<usize>) -> Stop {
        let variables: Vec<String> = frame.variables().map(|(name, _)| name.clone()).collect();
        let used = Used { text: name, span: span.clone(), call };
        match self.definitions.unknown(&used, &variables) {
            Some(problem) => frame.error(span, problem.message).note(problem.help.unwrap_or_default()).into(),
            None => frame.error(span, format!("`{name}` cannot stand here")).into(),
        }
    }

    pub(super) fn call(
        &mut self,
        frame: &mut Frame,
        expr: &Expr,
        function: &Name,
        arguments: &[Expr],
    ) -> Result<Datum, Stop> {
        let name = function.text.as_str();
        // A printed n(n+1) is a product.
        if let Some(variable) = frame.variable(name).cloned() {
            let [argument] = arguments else {
                return Err(frame
                    .error(&function.span, format!("`{name}` is a variable, not a function"))
                    .into());
            };
            let factor = self.eval(frame, argument)?;
            return self
                .multiply(&variable, &factor)
                .map_err(|t| locate(frame, t, &expr.span, &[function.span.clone(), argument.span.clone()]));
        }
        if let Some(index) = self.definitions.position(name) {
            let defined = self.definitions.at(index);
            if defined.parameters.len() != arguments.len() {
                let signature = format!("{name}({})", defined.parameters.join(", "));
                return Err(frame
                    .error(&expr.span, counted(name, defined.parameters.len(), arguments.len()))
                    .note(format!("it is defined as `{signature}`"))
                    .into());
            }
            let mut values = Vec::with_capacity(arguments.len());
            for argument in arguments {
                values.push(self.eval(frame, argument)?);
            }
            return self.defined(frame, &expr.span, index, values);
        }
        let Some(function) = functions::find(name) else {
            return Err(self.unknown(frame, name, &function.span, Some(arguments.len())));
        };
        if let Means::Syntax(compute) = function.means {
            self.arity(frame, expr, function, arguments.len())?;
            return compute(self, frame, arguments);
        }
        if matches!(function.means, Means::Domain { .. }) {
            let domain = self.domain(frame, expr)?;
            return collect(domain).map_err(|t| locate(frame, t, &expr.span, &[]));
        }
        let mut values = Arguments::default();
        if !self.arguments(frame, expr, function, arguments, &mut values)? {
            return Ok(Datum::None);
        }
        let compute = match (function.means, self.opinion) {
            (Means::Either(compute), _) => compute,
            (Means::Twice { first, .. }, Opinion::First) | (Means::Once(first), Opinion::First) => first,
            (Means::Twice { second, method, .. }, Opinion::Second) => {
                self.methods.insert(method);
                second
            }
            (Means::Once(_), Opinion::Second) => {
                return Err(Stop::OutOfReach(format!("`{name}` has no second method")));
            }
            (Means::Syntax(_) | Means::Domain { .. }, _) => unreachable!("handled above"),
        };
        compute(self, values.as_slice())
            .map_err(|trouble| locate(frame, trouble, &expr.span, &spans(arguments)))
    }

    fn arity(&self, frame: &Frame, expr: &Expr, function: &Function, given: usize) -> Result<(), Stop> {
        if function.takes(given) {
            return Ok(());
        }
        let wanted = function.parameters.len();
        Err(frame
            .error(&expr.span, counted(function.name, wanted, given))
            .note(format!("it is `{}`", function.signature()))
            .into())
    }

    /// What a parameter of this kind makes of a value.
    pub(in crate::evaluate) fn convert(&mut self, datum: &mut Datum, kind: Kind) -> Result<(), Trouble> {
        let fits = match (kind, &*datum) {
            (Kind::Any, _) => true,
            (Kind::Game, Datum::Number(_) | Datum::Game(_) | Datum::Raw(_) | Datum::Position(_)) => {
                *datum = match self.opinion {
                    Opinion::First => Datum::Game(self.game(datum)?),
                    Opinion::Second => Datum::Raw(self.raw(datum)?),
                };
                true
            }
            (Kind::Natural, Datum::Number(_)) => datum.as_integer().is_some_and(|n| u32::try_from(n).is_ok()),
            (Kind::Integer, Datum::Number(_)) => datum.as_integer().is_some(),
            (Kind::Naturals, Datum::List(entries)) => {
                entries.iter().all(|entry| entry.as_integer().is_some_and(|n| u32::try_from(n).is_ok()))
            }
            (Kind::Board, Datum::Position(position)) => position.graph().is_some(),
            (Kind::Move, Datum::Number(_)) => datum.as_integer().is_some(),
            (Kind::Move, Datum::List(entries)) => entries.iter().all(|entry| entry.as_integer().is_some()),
            (Kind::Tint, Datum::None | Datum::Player(_)) => true,
            (Kind::Tint, Datum::Outcome(outcome)) => matches!(outcome, Outcome::L | Outcome::R),
            (Kind::Boolean, Datum::Boolean(_))
            | (Kind::Number, Datum::Number(_))
            | (Kind::Outcome, Datum::Outcome(_))
            | (Kind::Player, Datum::Player(_))
            | (Kind::Position, Datum::Position(_))
            | (Kind::Graph, Datum::Graph(_))
            | (Kind::Board, Datum::Graph(_))
            | (Kind::List, Datum::List(_))
            | (Kind::Text, Datum::Text(_))
            | (Kind::Thermograph, Datum::Thermograph(_))
            | (Kind::Impartial | Kind::Rules, Datum::Impartial(_))
            | (Kind::Heaps | Kind::Rules, Datum::Heaps(_))
            | (Kind::Quotient | Kind::Ordered, Datum::Quotient(_))
            | (Kind::Ordered, Datum::Graph(_)) => true,
            _ => false,
        };
        if fits {
            return Ok(());
        }
        let given = match (&*datum, kind) {
            (Datum::Number(x), Kind::Natural | Kind::Integer) => x.to_string(),
            _ => datum.a_kind(),
        };
        Err(Trouble::error(format!("{}, not {given}", a(&kind.to_string()))))
    }

    /// The arguments, each as its parameter wants it; `false` if one that must be something is none.
    pub(super) fn arguments(
        &mut self,
        frame: &mut Frame,
        expr: &Expr,
        function: &Function,
        arguments: &[Expr],
        values: &mut Arguments,
    ) -> Result<bool, Stop> {
        self.arity(frame, expr, function, arguments.len())?;
        for (index, argument) in arguments.iter().enumerate() {
            let datum = values.push(self.eval(frame, argument)?);
            let parameter = function.parameter(index);
            if matches!(datum, Datum::None) && !matches!(parameter.kind, Kind::Any | Kind::Tint) {
                return Ok(false);
            }
            self.convert(datum, parameter.kind).map_err(|trouble| {
                let trouble = match trouble {
                    Trouble::Error { argument, message, help } => Trouble::Error {
                        argument,
                        message: format!("`{}` takes {message}", function.name),
                        help: help.or_else(|| Some(format!("it is `{}`", function.signature()))),
                    },
                    other => other,
                };
                locate(frame, trouble, &argument.span, &[])
            })?;
        }
        Ok(true)
    }

    /// The value of a definition for these arguments; remembered.
    fn defined(
        &mut self,
        frame: &Frame,
        span: &Range<usize>,
        index: usize,
        values: Vec<Datum>,
    ) -> Result<Datum, Stop> {
        let key: Option<Vec<Key>> = values.iter().map(Key::of).collect();
        let key = key.map(|key| (index, key));
        if let Some(known) = key.as_ref().and_then(|key| self.remembered.get(key)) {
            return Ok(known.clone());
        }
        let definitions = self.definitions.clone();
        let defined = definitions.at(index);
        let shown: Vec<String> = values.iter().map(|value| self.brief(value)).collect();
        let given: Bindings = defined.parameters.iter().cloned().zip(values).collect();
        let mut inner = Frame::new(&defined.body, &given);
        let value = self.eval(&mut inner, &defined.body.expr).map_err(|stop| match stop {
            Stop::Error(diagnostic) => {
                let call = if shown.is_empty() {
                    format!("in {}", defined.name)
                } else {
                    format!("in {}({})", defined.name, shown.join(", "))
                };
                let place =
                    Place { source: (*frame.formula.source).clone(), span: frame.formula.place(span) };
                Stop::Error(Box::new(diagnostic.related(place, call)))
            }
            other => other,
        })?;
        if let Some(key) = key {
            self.remembered.insert(key, value.clone());
        }
        Ok(value)
    }
}

/// The arguments of a call. Sweeps make millions of calls, nearly all of them with few arguments, so these need no allocation.
#[derive(Default)]
pub(super) struct Arguments {
    few: [Datum; 3],
    count: usize,
    /// All of them, once they are more than a few.
    many: Vec<Datum>,
}

impl Arguments {
    pub(super) fn push(&mut self, datum: Datum) -> &mut Datum {
        let place = self.count;
        self.count += 1;
        if place < self.few.len() {
            self.few[place] = datum;
            return &mut self.few[place];
        }
        if self.many.is_empty() {
            self.many.extend(std::mem::take(&mut self.few));
        }
        self.many.push_mut(datum)
    }

    pub(super) fn as_slice(&self) -> &[Datum] {
        if self.many.is_empty() { &self.few[..self.count] } else { &self.many }
    }
}

pub(super) fn spans(arguments: &[Expr]) -> Vec<Range<usize>> {
    arguments.iter().map(|argument| argument.span.clone()).collect()
}

/// `f` takes 2 arguments, not 3
fn counted(name: &str, wanted: usize, given: usize) -> String {
    let plural = if wanted == 1 { "" } else { "s" };
    format!("`{name}` takes {wanted} argument{plural}, not {given}")
}
