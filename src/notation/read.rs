//! A syntax tree to a form.

use super::{Conventions, Dialect, Expr, ExprKind, Form, Number, Operator, Problem, Span, Ups, parse_with};

impl Form {
    /// Reads a form without variables, with the conventions of CGSuite's printed form.
    ///
    /// # Errors
    /// A [`Problem`] with its place, also for a variable, a call or a comparison.
    ///
    /// ```
    /// use referee::notation::{Dialect, Form};
    /// let form = Form::read(r"\pm\{3*, \{\{5 \mid 4\} \mid *\}\}", Dialect::Tex).unwrap();
    /// assert_eq!(form.ascii(), "+-{3*,{5|4||*}}");
    /// ```
    pub fn read(text: &str, dialect: Dialect) -> Result<Form, Problem> {
        Form::read_with(text, dialect, &Conventions::default())
    }

    /// Reads a form without variables as a paper with these conventions prints it.
    pub fn read_with(text: &str, dialect: Dialect, conventions: &Conventions) -> Result<Form, Problem> {
        Form::read_expr(&parse_with(text, dialect, conventions)?)
    }

    /// The form of an expression without variables.
    pub fn read_expr(expr: &Expr) -> Result<Form, Problem> {
        Form::from_expr(expr, &mut |part: &Expr| {
            let what = match &part.kind {
                ExprKind::Name(name) => format!("`{name}` is a variable"),
                ExprKind::Call { function, .. } => format!("`{}(…)` is a call", function.text),
                ExprKind::Text(_) => "this is a string".to_string(),
                ExprKind::List(_) => "this is a list".to_string(),
                _ => "this is no game".to_string(),
            };
            Err(Problem::new(
                part.span.clone(),
                format!("{what}, and a game form has only numbers and options"),
            ))
        })
    }

    /// The form of an expression, whose notation (braces, stars, arrows, ±, tiny, sums, products with an integer and
    /// the arithmetic of numbers) is kept as written. `resolve` gives the form of every other part: variables, calls,
    /// conditions. Numbers are computed: at n = 3, `2n+1` is the number 7 and `2n+1+s(n)` the word `7*`.
    ///
    /// # Errors
    /// Those of `resolve`, and a [`Problem`] where arithmetic has no answer here (1/3, a product of games).
    pub fn from_expr<E: From<Problem>>(
        expr: &Expr,
        resolve: &mut impl FnMut(&Expr) -> Result<Form, E>,
    ) -> Result<Form, E> {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || Reader { resolve }.form(expr))
    }
}

struct Reader<'a, R> {
    resolve: &'a mut R,
}

impl<E: From<Problem>, R: FnMut(&Expr) -> Result<Form, E>> Reader<'_, R> {
    fn form(&mut self, expr: &Expr) -> Result<Form, E> {
        let at = &expr.span;
        Ok(match &expr.kind {
            ExprKind::Integer(value) => Form::integer(*value),
            ExprKind::Nimber(index) => Form::nimber(self.count(index, "the index of a nimber")?),
            ExprKind::Ups { down, count } => {
                let count: i64 = self.count(count, "a multiple of up")?;
                Form::up_star(Number::ZERO, if *down { -count } else { count }, 0)
            }
            ExprKind::UpPower { down, order } => {
                let order = self.order(order)?;
                Form::uptimal(Number::ZERO, Ups::Power { down: *down, order }, 0)
            }
            ExprKind::UpPowerTo { down, order } => {
                let order = self.order(order)?;
                Form::uptimal(Number::ZERO, Ups::PowerTo { down: *down, order }, 0)
            }
            ExprKind::Tiny(of) => Form::tiny(self.nested(of)?),
            ExprKind::Miny(of) => Form::miny(self.nested(of)?),
            ExprKind::PlusMinus(left) => Form::plus_minus(self.list(left)?),
            ExprKind::Braces { left, right } => Form::braces(self.list(left)?, self.list(right)?),
            ExprKind::Touching(terms) => touching(self.list(terms)?),
            ExprKind::Negative(of) => Form::negative(self.nested(of)?),
            ExprKind::Binary { operator, left, right } => {
                return self.binary(*operator, left, right, expr, at);
            }
            _ => (self.resolve)(expr)?,
        })
    }

    fn nested(&mut self, expr: &Expr) -> Result<Form, E> {
        Form::from_expr(expr, self.resolve)
    }

    fn list(&mut self, exprs: &[Expr]) -> Result<Vec<Form>, E> {
        exprs.iter().map(|expr| self.nested(expr)).collect()
    }

    /// A nonnegative integer that fits where it is needed.
    fn count<T: TryFrom<i128>>(&mut self, expr: &Expr, what: &str) -> Result<T, E> {
        let form = self.nested(expr)?;
        let Form::Number(Number { numerator, exponent: 0 }) = form else {
            let message = format!("{what} must be an integer, not {form}");
            return Err(Problem::new(expr.span.clone(), message).into());
        };
        if numerator < 0 {
            let message = format!("{what} must not be negative, and is {numerator}");
            return Err(Problem::new(expr.span.clone(), message).into());
        }
        T::try_from(numerator).map_err(|_| {
            Problem::new(expr.span.clone(), format!("{numerator} is too large for {what}")).into()
        })
    }

    fn order(&mut self, expr: &Expr) -> Result<u32, E> {
        let order = self.count(expr, "the order of a power of up")?;
        if order == 0 {
            let problem = Problem::new(expr.span.clone(), "the powers of up begin with ↑^1, which is ↑");
            return Err(problem.into());
        }
        Ok(order)
    }

    fn binary(
        &mut self,
        operator: Operator,
        left: &Expr,
        right: &Expr,
        expr: &Expr,
        at: &Span,
    ) -> Result<Form, E> {
        let too_large = || Problem::new(at.clone(), "the number is too large");
        if operator == Operator::Divide
            && let ExprKind::Binary { operator: Operator::Power, left: two, right: exponent } = &right.kind
            && two.kind == ExprKind::Integer(2)
        {
            // 1/(2 ^ 200), a denominator that no integer holds.
            let exponent: u32 = self.count(exponent, "the exponent of a denominator")?;
            return match self.nested(left)? {
                Form::Number(x) => {
                    let exponent = x.exponent.checked_add(exponent).ok_or_else(too_large)?;
                    Ok(Form::number(x.numerator, exponent))
                }
                _ => Err(Problem::new(at.clone(), "only numbers can be divided").into()),
            };
        }
        if !matches!(
            operator,
            Operator::Add | Operator::Subtract | Operator::Multiply | Operator::Divide | Operator::Power
        ) {
            return (self.resolve)(expr);
        }
        let (left, right) = (self.nested(left)?, self.nested(right)?);
        Ok(match (operator, left, right) {
            // Numbers that do not fit when added stay a sum.
            (Operator::Add, left, right) => Form::sum(vec![left, right]),
            (Operator::Subtract, left, right) => Form::sum(vec![left, Form::negative(right)]),
            (Operator::Multiply, Form::Number(x), Form::Number(y)) if !x.is_integer() && !y.is_integer() => {
                let exponent = x.exponent.checked_add(y.exponent).ok_or_else(too_large)?;
                let product = x.numerator.checked_mul(y.numerator).ok_or_else(too_large)?;
                Form::number(product, exponent)
            }
            (Operator::Multiply, Form::Number(Number { numerator, exponent: 0 }), game)
            | (Operator::Multiply, game, Form::Number(Number { numerator, exponent: 0 })) => {
                Form::multiple(numerator, game)
            }
            (Operator::Divide, Form::Number(x), Form::Number(y)) => divide(x, y, at)?,
            (Operator::Power, Form::Number(x), Form::Number(y)) => power(x, y)
                .ok_or_else(|| Problem::new(at.clone(), "this power is no dyadic rational that fits"))?,
            (Operator::Multiply, ..) => {
                return Err(Problem::new(at.clone(), "a form has only integer multiples")
                    .help("`conway(g, h)` is the product of games")
                    .into());
            }
            (Operator::Divide, ..) => {
                return Err(Problem::new(at.clone(), "only numbers can be divided").into());
            }
            _ => return Err(Problem::new(at.clone(), "only numbers have powers").help("`pow(↑, 2)`").into()),
        })
    }
}

/// Terms that touch: a number, ups and a star in this order are one word, all else is a sum.
fn touching(terms: Vec<Form>) -> Form {
    let mut rest = &terms[..];
    let mut number = Number::ZERO;
    if let [Form::Number(x), others @ ..] = rest {
        number = *x;
        rest = others;
    }
    let mut word = (Ups::Multiple(0), 0);
    if let [Form::UpStar { number: Number::ZERO, ups, nimber: 0 }, others @ ..] = rest {
        word.0 = *ups;
        rest = others;
    }
    if let [Form::UpStar { number: Number::ZERO, ups: Ups::Multiple(0), nimber }, others @ ..] = rest {
        word.1 = *nimber;
        rest = others;
    }
    if rest.is_empty() { Form::uptimal(number, word.0, word.1) } else { Form::sum(terms) }
}

/// x / y, if it is a dyadic rational.
fn divide(x: Number, y: Number, at: &Span) -> Result<Form, Problem> {
    if y.is_zero() {
        return Err(Problem::new(at.clone(), "a division by 0"));
    }
    let too_large = || Problem::new(at.clone(), "the number is too large");
    // x / y = (a / 2^i) / (b / 2^j) = (a · 2^j) / (b · 2^i), and the odd part of b has to divide a.
    let twos = y.numerator.trailing_zeros();
    let odd = y.numerator >> twos;
    if x.numerator.checked_rem(odd) != Some(0) {
        return Err(Problem::new(at.clone(), "this is no dyadic rational")
            .help("numbers are integers over powers of two; 1/3 is no short game"));
    }
    let numerator = x.numerator.checked_div(odd).ok_or_else(too_large)?;
    let down = x.exponent.checked_add(twos).ok_or_else(too_large)?;
    let quotient = Number::new(numerator, down);
    if y.exponent <= quotient.exponent {
        return Ok(Form::number(quotient.numerator, quotient.exponent - y.exponent));
    }
    let up = 1_i128.checked_shl(y.exponent - quotient.exponent).filter(|up| *up > 0).ok_or_else(too_large)?;
    Ok(Form::integer(quotient.numerator.checked_mul(up).ok_or_else(too_large)?))
}

/// x ^ y for an integer y, if that is a dyadic rational that fits.
fn power(x: Number, y: Number) -> Option<Form> {
    if !y.is_integer() {
        return None;
    }
    let times = u32::try_from(y.numerator.unsigned_abs()).ok()?;
    if y.numerator >= 0 {
        return Some(Form::number(x.numerator.checked_pow(times)?, x.exponent.checked_mul(times)?));
    }
    // Only ± a power of two has an inverse.
    if x.exponent != 0 || !x.numerator.unsigned_abs().is_power_of_two() {
        return None;
    }
    let sign = if x.numerator < 0 && times % 2 == 1 { -1 } else { 1 };
    Some(Form::number(sign, x.numerator.trailing_zeros().checked_mul(times)?))
}
