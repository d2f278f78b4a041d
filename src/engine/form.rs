//! Values to forms and back: the only place where the engine meets notation.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::rc::Rc;

use crate::notation::{Form, Number, Ups};

use super::store::{Handle, Hash, Store, UpStar, Value};
use super::{Dyadic, Limit, Player, Sides};

/// More nodes than this are not written down: a form is a tree, and grows beyond all bounds where options are shared.
const MOST_NODES: u64 = 1 << 22;

impl Store {
    /// The canonical form of v, with the usual abbreviations and with the options in an order that depends on nothing
    /// but the games: numbers, nimbers, ups, then games by their options.
    ///
    /// A form of more than four million nodes is [`Limit::Games`]. Cost: the size of the form.
    ///
    /// ```
    /// use referee::engine::Store;
    /// use referee::notation::Form;
    /// let mut store = Store::new();
    /// let one = store.integer(1)?;
    /// let switch = store.game(&[one], &[store.neg(one)])?;
    /// assert_eq!(store.form(switch)?, Form::plus_minus(vec![Form::integer(1)]));
    /// # Ok::<(), referee::engine::Limit>(())
    /// ```
    pub fn form(&mut self, v: Value) -> Result<Form, Limit> {
        let v = self.handle(v);
        let mut writer = Writer { store: self, sorted: HashMap::default(), nodes: HashMap::default() };
        let nodes = writer.nodes(v)?;
        if nodes > MOST_NODES { Err(Limit::Games(nodes)) } else { writer.form(v) }
    }

    /// The value of a form.
    pub fn read(&mut self, form: &Form) -> Result<Value, Limit> {
        self.deeper(|store| store.read_node(form))
    }

    /// An order for printing, which does not depend on what else the arena holds. See [`Store::compare`] for the
    /// order of games.
    pub fn printing_order(&mut self, a: Value, b: Value) -> Result<Ordering, Limit> {
        let (a, b) = (self.handle(a), self.handle(b));
        Writer { store: self, sorted: HashMap::default(), nodes: HashMap::default() }.order(a, b)
    }

    fn read_node(&mut self, form: &Form) -> Result<Value, Limit> {
        match form {
            Form::Number(x) => self.number(dyadic(*x)?),
            Form::UpStar { number, ups, nimber } => {
                let number = dyadic(*number)?;
                let (down, infinitesimal) = match *ups {
                    Ups::Multiple(ups) => return self.up_star(number, ups, *nimber),
                    Ups::Power { down, order } => (down, self.up_power(order)?),
                    Ups::PowerTo { down, order } => (down, self.up_power_to(order)?),
                };
                let infinitesimal = if down { self.neg(infinitesimal) } else { infinitesimal };
                let rest = self.up_star(number, 0, *nimber)?;
                self.add(rest, infinitesimal)
            }
            Form::Braces { left, right } => {
                let left = self.read_all(left)?;
                let right = self.read_all(right)?;
                self.game(&left, &right)
            }
            Form::PlusMinus(left) => {
                let left = self.read_all(left)?;
                let right: Vec<Value> = left.iter().map(|&x| self.neg(x)).collect();
                self.game(&left, &right)
            }
            Form::Tiny(of) => self.read(of).and_then(|of| self.tiny(of)),
            Form::Miny(of) => self.read(of).and_then(|of| self.miny(of)),
            Form::Negative(of) => self.read(of).map(|v| self.neg(v)),
            Form::Sum(terms) => {
                let mut sum = self.zero();
                for term in terms {
                    let term = self.read(term)?;
                    sum = self.add(sum, term)?;
                }
                Ok(sum)
            }
            Form::Multiple(n, of) => {
                let of = self.read(of)?;
                self.multiple(*n, of)
            }
        }
    }

    fn read_all(&mut self, forms: &[Form]) -> Result<Vec<Value>, Limit> {
        forms.iter().map(|form| self.read(form)).collect()
    }

    /// ↑^n = {0 | ↓_[n−1] + *}, n ≥ 1, where ↓_[k] is the negative of ↑^[k]. (Siegel, *Combinatorial Game Theory*,
    /// II.4; ↑^0 is taken as 0.)
    fn up_power(&mut self, n: u32) -> Result<Value, Limit> {
        let zero = self.zero();
        let Some(below) = n.checked_sub(1) else { return Ok(zero) };
        let star = self.nimber(1)?;
        let sum = self.up_power_to(below)?;
        let right = self.sub(star, sum)?;
        self.game(&[zero], &[right])
    }

    /// ↑^[n] = ↑^1 + … + ↑^n = {↑^[n−1] | *} for n ≥ 1.
    fn up_power_to(&mut self, n: u32) -> Result<Value, Limit> {
        let star = self.nimber(1)?;
        let mut sum = self.zero();
        for _ in 0..n {
            sum = self.game(&[sum], &[star])?;
        }
        Ok(sum)
    }
}

fn dyadic(x: Number) -> Result<Dyadic, Limit> {
    Dyadic::new(x.numerator, x.exponent)
}

fn number(x: Dyadic) -> Number {
    Number { numerator: x.mantissa(), exponent: x.exponent() }
}

/// Left and Right options, in the printing order.
type Sorted = Rc<Sides<Vec<Handle>>>;

struct Writer<'a> {
    store: &'a mut Store,
    sorted: HashMap<Handle, Sorted, Hash>,
    nodes: HashMap<Handle, u64, Hash>,
}

impl Writer<'_> {
    fn form(&mut self, v: Handle) -> Result<Form, Limit> {
        if let Some(word) = self.word(v)? {
            return Ok(word);
        }
        if let Some(form) = self.tiny(v)? {
            return Ok(form);
        }
        let sorted = self.sorted(v)?;
        let left = self.forms(&sorted.left)?;
        if v == -v {
            return Ok(Form::plus_minus(left));
        }
        Ok(Form::braces(left, self.forms(&sorted.right)?))
    }

    /// Numbers plus n·↑ + *m, and powers of ↑, are written as one word.
    fn word(&mut self, v: Handle) -> Result<Option<Form>, Limit> {
        if let Some(UpStar { number: x, ups, nimber }) = self.store.closed_form(v) {
            return Ok(Some(Form::up_star(number(x), ups, nimber)));
        }
        Ok(self.uptimal(v)?.map(|(x, ups, nimber)| Form::uptimal(number(x), ups, nimber)))
    }

    fn forms(&mut self, options: &[Handle]) -> Result<Vec<Form>, Limit> {
        options.iter().map(|&x| self.deeper(|writer| writer.form(x))).collect()
    }

    /// How many nodes the tree of all options has.
    fn nodes(&mut self, v: Handle) -> Result<u64, Limit> {
        if self.store.closed_form(v).is_some() {
            return Ok(1);
        }
        // A game and its negative have as many.
        if let Some(&nodes) = self.nodes.get(&v.unsigned()) {
            return Ok(nodes);
        }
        let mut nodes = 1u64;
        for side in [v, -v] {
            for place in self.store.left_options(side)? {
                let option = self.store.option(place);
                nodes = nodes.saturating_add(self.deeper(|writer| writer.nodes(option))?);
            }
        }
        self.nodes.insert(v.unsigned(), nodes);
        Ok(nodes)
    }

    /// x + ↑^n, x + ↑^[n], their negatives, and each of these + *, by the shape of their canonical forms.
    fn uptimal(&mut self, v: Handle) -> Result<Option<(Dyadic, Ups, u32)>, Limit> {
        for down in [false, true] {
            let v = if down { -v } else { v };
            if let Some((x, power_to, order, nimber)) = self.positive_uptimal(v)? {
                let ups = if power_to { Ups::PowerTo { down, order } } else { Ups::Power { down, order } };
                return Ok(Some((if down { -x } else { x }, ups, nimber)));
            }
        }
        Ok(None)
    }

    /// (x, is it ↑^[n] and not ↑^n, n, nimber) for v of that kind with n ≥ 2.
    fn positive_uptimal(&mut self, v: Handle) -> Result<Option<(Dyadic, bool, u32, u32)>, Limit> {
        if self.store.closed_form(v).is_some() {
            return Ok(None);
        }
        let sorted = self.sorted(v)?;
        // {x | y} and {x, x* | y}, of which one more star changes into the other.
        let (first, nimber, second) = match (&sorted.left[..], &sorted.right[..]) {
            (&[first], &[right]) => (first, 0, right),
            (&[first, star], &[right]) => {
                let Some((x, 0, 0)) = self.parts(first) else { return Ok(None) };
                if self.parts(star) == Some((x, 0, 1)) {
                    // x + ↑^n + * = {x, x* | x + ↓_[n−1]}
                    let below = self.power_to(-right)?;
                    return Ok(below.filter(|b| (b.0, b.2) == (-x, 0)).map(|b| (x, false, b.1 + 1, 1)));
                }
                (star, 1, right)
            }
            _ => return Ok(None),
        };
        if nimber == 0
            && let Some((x, 0, 0)) = self.parts(first)
            && let Some((y, n, 1)) = self.power_to(-second)?
            && x == -y
        {
            return Ok(Some((x, false, n + 1, 0)));
        }
        // x + ↑^[n] = {x + ↑^[n−1] | x*} and x + ↑^[n] + * = {x, x + ↑^[n−1] + * | x}
        let below = self.power_to(first)?;
        let Some((x, n, star)) = below else { return Ok(None) };
        let fits = self.parts(second) == Some((x, 0, 1 - nimber))
            && star == nimber
            && (nimber == 0 || self.parts(sorted.left[0]) == Some((x, 0, 0)));
        Ok(fits.then_some((x, true, n + 1, nimber)))
    }

    /// The parts of x + n·↑ + *m.
    fn parts(&self, v: Handle) -> Option<(Dyadic, i64, u32)> {
        self.store.closed_form(v).map(|form| (form.number, form.ups, form.nimber))
    }

    /// (x, n, nimber) if v = x + ↑^[n] (+ *), n ≥ 1.
    fn power_to(&mut self, v: Handle) -> Result<Option<(Dyadic, u32, u32)>, Limit> {
        if let Some(form) = self.store.closed_form(v) {
            return Ok((form.ups == 1 && form.nimber <= 1).then_some((form.number, 1, form.nimber)));
        }
        let found = self.deeper(|writer| writer.positive_uptimal(v))?;
        Ok(found.filter(|found| found.1).map(|(x, _, n, nimber)| (x, n, nimber)))
    }

    /// x + tiny(g) = {x || x | x − g}, or x + miny(g).
    fn tiny(&mut self, v: Handle) -> Result<Option<Form>, Limit> {
        for down in [false, true] {
            let v = if down { -v } else { v };
            let sorted = self.sorted(v)?;
            let (&[x], &[threat]) = (&sorted.left[..], &sorted.right[..]) else { continue };
            let Some(form) = self.store.closed_form(x).filter(UpStar::is_number) else { continue };
            if self.store.closed_form(threat).is_some() {
                continue;
            }
            let sorted = self.sorted(threat)?;
            if let (&[same], &[y]) = (&sorted.left[..], &sorted.right[..])
                && same == x
            {
                let g = self.store.add_handles(x, -y)?;
                let g = self.deeper(|writer| writer.form(g))?;
                let tiny = if down { Form::miny(g) } else { Form::tiny(g) };
                let x = number(if down { -form.number } else { form.number });
                return Ok(Some(if x.is_zero() { tiny } else { Form::sum(vec![Form::Number(x), tiny]) }));
            }
        }
        Ok(None)
    }

    fn sorted(&mut self, v: Handle) -> Result<Sorted, Limit> {
        if let Some(sorted) = self.sorted.get(&v) {
            return Ok(sorted.clone());
        }
        let mut lists = Sides::<Vec<Handle>>::default();
        for player in Player::BOTH {
            let seen = |x: Handle| if player == Player::Left { x } else { -x };
            let places = self.store.left_options(seen(v))?;
            let options: Vec<Handle> = self.store.option_list(places).iter().map(|&x| seen(x)).collect();
            lists[player] = self.sort(options)?;
        }
        let sorted = Rc::new(lists);
        self.sorted.insert(v, sorted.clone());
        Ok(sorted)
    }

    /// A merge sort, for an order that may fail.
    fn sort(&mut self, mut options: Vec<Handle>) -> Result<Vec<Handle>, Limit> {
        if options.len() < 2 {
            return Ok(options);
        }
        let mut second = self.sort(options.split_off(options.len() / 2))?.into_iter().peekable();
        let mut first = self.sort(options)?.into_iter().peekable();
        let mut merged = Vec::new();
        while let (Some(&a), Some(&b)) = (first.peek(), second.peek()) {
            let next = if self.order(b, a)?.is_lt() { second.next() } else { first.next() };
            merged.extend(next);
        }
        merged.extend(first.chain(second));
        Ok(merged)
    }

    fn order(&mut self, a: Handle, b: Handle) -> Result<Ordering, Limit> {
        if a == b {
            return Ok(Ordering::Equal);
        }
        match (self.word(a)?, self.word(b)?) {
            (Some(a), Some(b)) => return Ok(a.structural_cmp(&b)),
            (Some(_), None) => return Ok(Ordering::Less),
            (None, Some(_)) => return Ok(Ordering::Greater),
            (None, None) => {}
        }
        self.deeper(|writer| {
            let (a, b) = (writer.sorted(a)?, writer.sorted(b)?);
            for player in Player::BOTH {
                for (&x, &y) in a[player].iter().zip(&b[player]) {
                    let order = writer.order(x, y)?;
                    if order.is_ne() {
                        return Ok(order);
                    }
                }
                let order = a[player].len().cmp(&b[player].len());
                if order.is_ne() {
                    return Ok(order);
                }
            }
            unreachable!("different games have different options")
        })
    }

    /// [`Store::deeper`] for a writer.
    fn deeper<T>(&mut self, step: impl FnOnce(&mut Self) -> T) -> T {
        self.store.depth += 1;
        let answer = if self.store.depth.is_multiple_of(32) {
            stacker::maybe_grow(256 << 10, 4 << 20, || step(self))
        } else {
            step(self)
        };
        self.store.depth -= 1;
        answer
    }
}
