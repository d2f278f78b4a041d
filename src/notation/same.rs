//! Forms compared as forms: the same up to abbreviations and the order of options, and how they differ if not.

use std::cmp::Ordering;

use super::{Form, Number, Ups};

/// Left and Right options.
type Sides = (Vec<Form>, Vec<Form>);

/// Whether two forms are the same once every abbreviation is expanded, up to the order of options.
///
/// Abbreviations are expanded one level at a time and only against braces, so no integer becomes a chain. Numbers, ups
/// and stars that are added are one word (`7 + *` is `7*`), and a number with a tiny or miny, `2⧾(2)`, is an abbreviation,
/// too. Any other sum is the same form only as a sum of the same terms: `3 + ±1` is not the form `{4|2}`.
///
/// ```
/// use referee::notation::{Dialect, Form, same_form};
/// let read = |text| Form::read(text, Dialect::Plain).unwrap();
/// assert!(same_form(&read("{0|0}"), &read("*")));
/// assert!(same_form(&read("2Tiny(2)"), &read("{2||2|0}")));
/// assert!(!same_form(&read("{0,0|0}"), &read("*")));
/// ```
pub fn same_form(a: &Form, b: &Form) -> bool {
    stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
        let (a, b) = (a.head(), b.head());
        match (&a, &b) {
            (Form::Braces { left, right }, Form::Braces { left: l, right: r }) => {
                same_lists(left, l) && same_lists(right, r)
            }
            (Form::Braces { left, right }, leaf) | (leaf, Form::Braces { left, right }) => {
                match expand(leaf, left.len().max(right.len())) {
                    Some((l, r)) => same_lists(left, &l) && same_lists(right, &r),
                    None => false,
                }
            }
            (Form::Sum(terms), Form::Sum(others)) => same_lists(terms, others),
            (Form::Multiple(n, of), Form::Multiple(m, other)) => n == m && same_form(of, other),
            _ => a == b,
        }
    })
}

/// Whether the lists have the same forms, each as often. Sameness is an equivalence, so the first partner will do.
fn same_lists(a: &[Form], b: &[Form]) -> bool {
    a.len() == b.len() && {
        let mut free: Vec<&Form> = b.iter().collect();
        a.iter().all(|form| match free.iter().position(|other| same_form(form, other)) {
            Some(partner) => {
                free.swap_remove(partner);
                true
            }
            None => false,
        })
    }
}

impl Form {
    /// The form with its outermost abbreviation resolved: a number, an up-star word in lowest terms, braces, or a sum
    /// or multiple that is none of these.
    fn head(&self) -> Form {
        match self {
            Form::Number(x) => Form::Number(Number::new(x.numerator, x.exponent)),
            Form::UpStar { number, ups, nimber } => Form::uptimal(*number, *ups, *nimber),
            Form::Braces { .. } => self.clone(),
            Form::PlusMinus(left) => Form::braces(left.clone(), left.iter().map(negative).collect()),
            Form::Tiny(of) => {
                let threat = Form::braces(vec![Form::integer(0)], vec![negative(of)]);
                Form::braces(vec![Form::integer(0)], vec![threat])
            }
            Form::Miny(of) => {
                let threat = Form::braces(vec![(**of).clone()], vec![Form::integer(0)]);
                Form::braces(vec![threat], vec![Form::integer(0)])
            }
            Form::Negative(of) => match negative(of) {
                small @ (Form::Tiny(_) | Form::Miny(_)) => small.head(),
                other => other,
            },
            Form::Sum(terms) => sum(terms),
            Form::Multiple(n, of) => multiple(*n, of.head()),
        }
    }

    /// The Left and Right options of the form as written, one level: `↑` has 0 and `*`, `5` has 4 and none, a sum has
    /// the sums with one term moved. None for a word whose options do not fit in memory (`*4000000000`) or numbers that
    /// do not fit.
    pub fn options(&self) -> Option<(Vec<Form>, Vec<Form>)> {
        const MANY: usize = 1 << 16;
        match self.head() {
            Form::Braces { left, right } => Some((left, right)),
            Form::Sum(terms) => {
                let (mut left, mut right) = (Vec::new(), Vec::new());
                for (place, term) in terms.iter().enumerate() {
                    let moved = |option: Form| {
                        let mut terms = terms.clone();
                        terms[place] = option;
                        Form::sum(terms)
                    };
                    let (l, r) = term.options()?;
                    left.extend(l.into_iter().map(moved));
                    right.extend(r.into_iter().map(moved));
                }
                Some((left, right))
            }
            Form::Multiple(n, of) => {
                let copies = usize::try_from(n.unsigned_abs()).ok().filter(|copies| *copies < MANY)?;
                let of = if n < 0 { negative(&of) } else { *of };
                let (left, right) = of.options()?;
                let others = Form::sum(vec![of; copies.saturating_sub(1)]);
                let moved = |option: Form| Form::sum(vec![option, others.clone()]);
                Some((left.into_iter().map(moved).collect(), right.into_iter().map(moved).collect()))
            }
            leaf => expand(&leaf, MANY),
        }
    }

    /// Sorts the options of every list into CGSuite's order, which depends on nothing but the forms: numbers, nimbers,
    /// other up-star words, then games by their lists.
    pub fn sorted(self) -> Form {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || match self {
            Form::Braces { left, right } => Form::braces(sorted(left), sorted(right)),
            Form::PlusMinus(left) => Form::PlusMinus(sorted(left)),
            Form::Tiny(of) => Form::tiny(of.sorted()),
            Form::Miny(of) => Form::miny(of.sorted()),
            Form::Negative(of) => Form::negative(of.sorted()),
            Form::Multiple(n, of) => Form::multiple(n, of.sorted()),
            Form::Sum(terms) => Form::sum(terms.into_iter().map(Form::sorted).collect()),
            leaf => leaf,
        })
    }

    /// The structural order of printing, a total order on forms whose lists are [`Form::sorted`]. It is no order of
    /// games: `1*` comes after 2.
    pub fn structural_cmp(&self, other: &Form) -> Ordering {
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            let (a, b) = (self.head(), other.head());
            rank(&a).cmp(&rank(&b)).then_with(|| match (&a, &b) {
                (Form::Number(x), Form::Number(y)) => x.cmp(y),
                (Form::UpStar { number, ups, nimber }, Form::UpStar { number: x, ups: u, nimber: m }) => {
                    number.cmp(x).then_with(|| cmp_ups(*ups, *u)).then_with(|| nimber.cmp(m))
                }
                (Form::Braces { left, right }, Form::Braces { left: l, right: r }) => {
                    // The lists that an abbreviation stands for are not in order yet.
                    let lists = |form: &Form, left: &[Form], right: &[Form]| match form {
                        Form::Braces { .. } => (left.to_vec(), right.to_vec()),
                        _ => (sorted(left.to_vec()), sorted(right.to_vec())),
                    };
                    let (left, right) = lists(self, left, right);
                    let (l, r) = lists(other, l, r);
                    cmp_lists(&left, &l).then_with(|| cmp_lists(&right, &r))
                }
                (Form::Sum(terms), Form::Sum(others)) => cmp_lists(terms, others),
                (Form::Multiple(n, of), Form::Multiple(m, other)) => {
                    of.structural_cmp(other).then_with(|| n.cmp(m))
                }
                _ => Ordering::Equal,
            })
        })
        // Two ways to write one form, as `±1` and `{1|-1}`, stand in the order of their texts.
        .then_with(|| if self == other { Ordering::Equal } else { self.ascii().cmp(&other.ascii()) })
    }
}

fn sorted(options: Vec<Form>) -> Vec<Form> {
    let mut options: Vec<Form> = options.into_iter().map(Form::sorted).collect();
    options.sort_by(Form::structural_cmp);
    options
}

/// −G with its outermost abbreviation resolved; a tiny stays one.
fn negative(form: &Form) -> Form {
    let minus = |form: &Form| match form {
        Form::Negative(of) => (**of).clone(),
        other => Form::negative(other.clone()),
    };
    match form {
        Form::Number(_) => Form::negative(form.clone()),
        Form::UpStar { number, ups, nimber } => {
            let ups = match *ups {
                Ups::Multiple(n) => n.checked_neg().map(Ups::Multiple),
                Ups::Power { down, order } => Some(Ups::Power { down: !down, order }),
                Ups::PowerTo { down, order } => Some(Ups::PowerTo { down: !down, order }),
            };
            match (number.negative(), ups) {
                (Some(number), Some(ups)) => Form::uptimal(number, ups, *nimber),
                _ => Form::negative(form.clone()),
            }
        }
        Form::Braces { left, right } => {
            Form::braces(right.iter().map(minus).collect(), left.iter().map(minus).collect())
        }
        Form::PlusMinus(_) => form.head(),
        Form::Tiny(of) => Form::Miny(of.clone()),
        Form::Miny(of) => Form::Tiny(of.clone()),
        Form::Negative(of) => of.head(),
        Form::Sum(terms) => sum(&terms.iter().map(negative).collect::<Vec<_>>()),
        Form::Multiple(n, of) => match n.checked_neg() {
            Some(n) => multiple(n, of.head()),
            None => Form::negative(form.clone()),
        },
    }
}

fn multiple(n: i128, of: Form) -> Form {
    match (n, &of) {
        (0, _) => Form::integer(0),
        (1, _) => of,
        (-1, _) => negative(&of),
        (_, Form::UpStar { number, ups: Ups::Multiple(ups), nimber }) => {
            let product = i64::try_from(n).ok().and_then(|n| n.checked_mul(*ups));
            match (number.times(n), product) {
                (Some(number), Some(ups)) => Form::up_star(number, ups, if n % 2 == 0 { 0 } else { *nimber }),
                _ => Form::multiple(n, of),
            }
        }
        _ => Form::multiple(n, of),
    }
}

/// The terms with numbers, ups and stars added up; a number and a tiny or miny are the braces that they stand for.
fn sum(terms: &[Form]) -> Form {
    let (mut number, mut ups, mut nimber) = (Number::ZERO, Ups::Multiple(0), 0);
    let mut rest = Vec::new();
    let mut flat: Vec<Form> = Vec::new();
    for term in terms {
        match term {
            Form::Tiny(_) | Form::Miny(_) => flat.push(term.clone()),
            _ => match term.head() {
                Form::Sum(inner) => flat.extend(inner),
                other => flat.push(other),
            },
        }
    }
    for term in flat {
        let (x, more, star) = match &term {
            Form::Number(x) => (*x, Ups::Multiple(0), 0),
            Form::UpStar { number, ups, nimber } => (*number, *ups, *nimber),
            _ => {
                rest.push(term);
                continue;
            }
        };
        let total = match (ups, more) {
            (Ups::Multiple(n), Ups::Multiple(m)) => n.checked_add(m).map(Ups::Multiple),
            (Ups::Multiple(0), power) | (power, Ups::Multiple(0)) => Some(power),
            _ => None,
        };
        match (number.plus(x), total) {
            (Some(sum), Some(total)) => {
                number = sum;
                ups = total;
                nimber ^= star;
            }
            _ => rest.push(term),
        }
    }
    let word = Form::uptimal(number, ups, nimber);
    match (&word, &rest[..]) {
        (_, []) => word,
        (Form::Number(Number::ZERO), [one]) => one.head(),
        (Form::Number(x), [small @ (Form::Tiny(_) | Form::Miny(_))]) => translated(*x, small),
        (Form::Number(Number::ZERO), _) => Form::sum(rest),
        _ => {
            rest.insert(0, word);
            Form::sum(rest)
        }
    }
}

/// x + G for a game G that is no number, canonical if G is: x is added to every option.
fn translated(x: Number, form: &Form) -> Form {
    match form.head() {
        Form::Braces { left, right } if !left.is_empty() && !right.is_empty() => {
            let moved = |options: &[Form]| options.iter().map(|option| translated(x, option)).collect();
            Form::braces(moved(&left), moved(&right))
        }
        other => sum(&[Form::Number(x), other]),
    }
}

/// The options of a number or an up-star word. None if a list would be longer than `most`, or a number does not fit.
fn expand(leaf: &Form, most: usize) -> Option<Sides> {
    let zero = || Form::integer(0);
    let star = |m: u32| Form::nimber(m);
    match leaf {
        Form::Number(x) if x.is_integer() => {
            let n = x.numerator;
            Some(match n.cmp(&0) {
                Ordering::Equal => (Vec::new(), Vec::new()),
                Ordering::Greater => (vec![Form::integer(n - 1)], Vec::new()),
                Ordering::Less => (Vec::new(), vec![Form::integer(n + 1)]),
            })
        }
        Form::Number(x) => Some((
            vec![Form::number(x.numerator.checked_sub(1)?, x.exponent)],
            vec![Form::number(x.numerator.checked_add(1)?, x.exponent)],
        )),
        Form::UpStar { number, ups, nimber } => {
            let m = *nimber;
            let stars = |to: u32| (0..to).map(Form::nimber).collect::<Vec<_>>();
            let count = usize::try_from(m).ok()?;
            let upward = match *ups {
                Ups::Multiple(n) if n < 0 => (Ups::Multiple(n.checked_neg()?), true),
                Ups::Power { down: true, order } => (Ups::Power { down: false, order }, true),
                Ups::PowerTo { down: true, order } => (Ups::PowerTo { down: false, order }, true),
                up => (up, false),
            };
            let word = |ups, nimber| Form::uptimal(Number::ZERO, ups, nimber);
            let (left, right) = match upward.0 {
                Ups::Multiple(0) if count > most => return None,
                Ups::Multiple(0) => (stars(m), stars(m)),
                Ups::Multiple(1) if m == 1 => (vec![zero(), star(1)], vec![zero()]),
                Ups::Multiple(n) => (vec![zero()], vec![word(Ups::Multiple(n - 1), m ^ 1)]),
                Ups::Power { .. } if count >= most && m > 0 => return None,
                // ↑^n + *m = {0, *, …, *m | ↓_[n−1] + *(m xor 1)}
                Ups::Power { order, .. } => {
                    (stars(m + 1), vec![word(Ups::PowerTo { down: true, order: order - 1 }, m ^ 1)])
                }
                Ups::PowerTo { order, .. } => {
                    let lower = word(Ups::PowerTo { down: false, order: order - 1 }, m);
                    match m {
                        1 => (vec![zero(), lower], vec![zero()]),
                        _ => (vec![lower], vec![star(m ^ 1)]),
                    }
                }
            };
            let (left, right) = if upward.1 {
                (right.iter().map(negative).collect(), left.iter().map(negative).collect())
            } else {
                (left, right)
            };
            if number.is_zero() {
                return Some((left, right));
            }
            // A number added to an infinitesimal is added to each of its options.
            let moved = |options: Vec<Form>| {
                options.iter().map(|option| sum(&[Form::Number(*number), option.clone()])).collect()
            };
            Some((moved(left), moved(right)))
        }
        _ => None,
    }
}

fn rank(form: &Form) -> u8 {
    match form {
        Form::Number(_) => 0,
        Form::UpStar { number: Number::ZERO, ups: Ups::Multiple(0), .. } => 1,
        Form::UpStar { .. } => 2,
        Form::Braces { .. } => 3,
        Form::Sum(_) => 4,
        _ => 5,
    }
}

fn cmp_lists(a: &[Form], b: &[Form]) -> Ordering {
    a.iter()
        .zip(b)
        .map(|(x, y)| x.structural_cmp(y))
        .find(|order| order.is_ne())
        .unwrap_or_else(|| a.len().cmp(&b.len()))
}

/// Ups by the coefficients of ↑, ↑², …, then by how many there are.
fn cmp_ups(a: Ups, b: Ups) -> Ordering {
    let length = |ups: Ups| match ups {
        Ups::Multiple(n) => u32::from(n != 0),
        Ups::Power { order, .. } | Ups::PowerTo { order, .. } => order,
    };
    let coefficient = |ups: Ups, place: u32| match ups {
        Ups::Multiple(n) => n,
        Ups::Power { order, .. } if place < order => 0,
        Ups::Power { down, .. } | Ups::PowerTo { down, .. } => {
            if down {
                -1
            } else {
                1
            }
        }
    };
    // Between the second and the last common place nothing changes.
    let common = length(a).min(length(b));
    let places = [1, 2, common.saturating_sub(1), common];
    places
        .into_iter()
        .filter(|place| (1..=common).contains(place))
        .map(|place| coefficient(a, place).cmp(&coefficient(b, place)))
        .find(|order| order.is_ne())
        .unwrap_or_else(|| length(a).cmp(&length(b)))
}

/// How a printed form differs from the recomputed one, in one short sentence without a full stop.
///
/// The two must be equal games and the recomputed one canonical; it is the printed one that is described. Claims of
/// dominance are checked by definition on the forms, within a fixed number of steps; what is not settled by then is said
/// more vaguely.
///
/// ```
/// use referee::notation::{Dialect, Form, describe_difference};
/// let read = |text| Form::read(text, Dialect::Plain).unwrap();
/// let differs = |printed, recomputed| describe_difference(&read(printed), &read(recomputed));
/// assert_eq!(differs("{1,0|0}", "{1|0}"), "the Left option 0 is dominated by 1");
/// assert_eq!(differs("±1 + 3", "{4|2}"), "printed as a sum");
/// ```
pub fn describe_difference(printed: &Form, recomputed: &Form) -> String {
    if same_form(printed, recomputed) {
        let same = printed.ascii() == recomputed.ascii();
        let short = |form: &Form| matches!(form, Form::UpStar { .. } | Form::Number(_));
        return match (same, short(recomputed)) {
            (true, _) => "the same form".to_string(),
            (false, true) => format!("the same form: {printed} is {recomputed}"),
            (false, false) => "the same form, written with other abbreviations".to_string(),
        };
    }
    let kind = match printed {
        Form::Sum(_) => Some("printed as a sum"),
        Form::Multiple(..) => Some("printed as a multiple"),
        Form::Negative(_) => Some("printed as a negative"),
        _ => None,
    };
    if let Some(kind) = kind {
        return kind.to_string();
    }
    let (Some(printed_sides), Some(sides)) = (printed.options(), recomputed.options()) else {
        return format!("not the canonical form {recomputed}");
    };
    let left = Side { left: true, printed: &printed_sides.0, canonical: &sides.0 };
    let right = Side { left: false, printed: &printed_sides.1, canonical: &sides.1 };
    for side in [&left, &right] {
        if let Some(words) = side.superfluous() {
            return words;
        }
    }
    for side in [&left, &right] {
        if let Some(words) = side.inside() {
            return words;
        }
    }
    format!("an option is reversible: the canonical form is {recomputed}")
}

/// The options of one player, printed and canonical.
struct Side<'a> {
    left: bool,
    printed: &'a [Form],
    canonical: &'a [Form],
}

impl Side<'_> {
    fn player(&self) -> &'static str {
        if self.left { "Left" } else { "Right" }
    }

    /// An option that is printed and not canonical, while all canonical ones are printed.
    fn superfluous(&self) -> Option<String> {
        let extra = unmatched(self.printed, self.canonical);
        let missing = unmatched(self.canonical, self.printed);
        let first = self.printed.get(*extra.first()?)?;
        let player = self.player();
        for (place, option) in self.printed.iter().enumerate() {
            if place != extra[0] && same_form(option, first) {
                return Some(format!("the {player} option {first} is printed twice"));
            }
        }
        for &place in &extra {
            let option = &self.printed[place];
            for (other_place, other) in self.printed.iter().enumerate() {
                let (worse, better) = if self.left { (option, other) } else { (other, option) };
                let dominated = other_place != place && Comparison::new().le(worse, better) == Some(true);
                if dominated {
                    return Some(format!("the {player} option {option} is dominated by {other}"));
                }
            }
        }
        missing.is_empty().then(|| format!("the {player} option {first} is reversible"))
    }

    /// The only option that differs, and how.
    fn inside(&self) -> Option<String> {
        let extra = unmatched(self.printed, self.canonical);
        let missing = unmatched(self.canonical, self.printed);
        let ([printed], [canonical]) = (&extra[..], &missing[..]) else { return None };
        let (printed, canonical) = (&self.printed[*printed], &self.canonical[*canonical]);
        let equal = Comparison::new().le(printed, canonical) == Some(true)
            && Comparison::new().le(canonical, printed) == Some(true);
        equal.then(|| {
            let inner = describe_difference(printed, canonical);
            format!("in the {} option {printed}: {inner}", self.player())
        })
    }
}

/// The places of `a` that have no partner in `b`.
fn unmatched(a: &[Form], b: &[Form]) -> Vec<usize> {
    let mut free: Vec<&Form> = b.iter().collect();
    let mut alone = Vec::new();
    for (place, form) in a.iter().enumerate() {
        match free.iter().position(|other| same_form(form, other)) {
            Some(partner) => {
                free.swap_remove(partner);
            }
            None => alone.push(place),
        }
    }
    alone
}

/// ≤ by its definition, within a number of steps.
struct Comparison {
    steps: usize,
}

impl Comparison {
    fn new() -> Comparison {
        Comparison { steps: 20_000 }
    }

    /// Whether a ≤ b: no Left option of a is ≥ b, and no Right option of b is ≤ a. None if the steps run out.
    fn le(&mut self, a: &Form, b: &Form) -> Option<bool> {
        self.steps = self.steps.checked_sub(1)?;
        if let (Form::Number(x), Form::Number(y)) = (a, b) {
            return Some(x <= y);
        }
        stacker::maybe_grow(64 * 1024, 1024 * 1024, || {
            for option in a.options()?.0 {
                if self.le(b, &option)? {
                    return Some(false);
                }
            }
            for option in b.options()?.1 {
                if self.le(&option, a)? {
                    return Some(false);
                }
            }
            Some(true)
        })
    }
}
