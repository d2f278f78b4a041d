//! The finite proof that a dictionary is right for sums of every size.
//!
//! A dictionary gives each component an element of a monoid Q with a set P; it is *right* if a sum is a P-position exactly
//! when the product of its elements is in P. To move from a sum is to replace, in one component, its element by that
//! of an option. So if the dictionary is right for all sums that are nearer to the end, the outcome of a sum follows from the
//! product x of all its elements and, for each *kind* of component in it, the product r of the others. (Two components
//! are of a kind if they have the same element and the same set of elements of options.) There are finitely many such
//! states. From the empty sum, adding a component of each kind to each state, all are reached; if in all of them what
//! the options say agrees with whether x is in P, the dictionary is right, by induction on play.

use std::collections::HashMap;

use super::components::Components;
use super::monoid::Bipartite;
use super::set::Set;
use super::slices::Slices;

/// An element for each component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dictionary<'a> {
    pub pair: &'a Bipartite,
    pub components: &'a Components,
    /// The element of each component.
    pub values: Vec<usize>,
}

/// What a finite proof came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The dictionary is right for all sums: so many states were seen, of so many kinds of components.
    Right { states: usize, kinds: usize },
    /// It is not: a sum for which the elements and the options disagree.
    Wrong(Counterexample),
    /// There are more states than were allowed; none of those that were seen is wrong.
    Open { states: usize },
}

/// A sum whose outcome by its options (looked up in the dictionary) is not what its product says.
///
/// So the dictionary is wrong for this sum or for one of its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The components of the sum.
    pub sum: Vec<usize>,
    pub product: usize,
    /// Is the sum a P-position as its options have it?
    pub options_say_p: bool,
}

/// Components that the proof need not tell apart.
pub(super) struct ProofKind {
    pub value: usize,
    /// The elements z such that some option, times z, is in P: in such company there is a winning move here.
    pub wins: Set,
    /// One component of the kind.
    pub example: usize,
}

impl ProofKind {
    fn new(pair: &Bipartite, value: usize, options: &[usize], example: usize) -> ProofKind {
        let mut wins = Set::new(pair.monoid.order());
        options.iter().for_each(|&y| wins.unite(&pair.row(y)));
        ProofKind { value, wins, example }
    }
}

impl Dictionary<'_> {
    /// The elements of the options of a component, each once, ascending.
    pub fn option_values(&self, component: usize) -> Vec<usize> {
        option_values(self.pair, self.components, &self.values, component)
    }

    /// The kinds of components that have options; or a component without any whose element is not 1.
    fn kinds(&self) -> Result<Vec<ProofKind>, Counterexample> {
        let mut known = HashMap::new();
        let mut kinds = Vec::new();
        for component in 0..self.components.len() {
            let (value, options) = (self.values[component], self.option_values(component));
            if options.is_empty() {
                // In company z it must be what z alone is.
                if let Some(z) = self.pair.separating(value, 0) {
                    let product = self.pair.monoid.times(value, z);
                    let options_say_p = self.pair.in_p(z);
                    return Err(Counterexample { sum: vec![component], product, options_say_p });
                }
            } else if known.insert((value, options.clone()), component).is_none() {
                kinds.push(ProofKind::new(self.pair, value, &options, component));
            }
        }
        Ok(kinds)
    }
}

/// The elements of the options of a component, each once, ascending; `values` may end before the component.
pub(super) fn option_values(
    pair: &Bipartite,
    components: &Components,
    values: &[usize],
    component: usize,
) -> Vec<usize> {
    let product = |sum: &Vec<u32>| sum.iter().fold(0, |x, &c| pair.monoid.times(x, values[c as usize]));
    let mut found: Vec<usize> = components.options(component).iter().map(product).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// So many components are added in every way before the proof goes kind by kind.
const SHORT: usize = 3;

/// The finite proof, state by state: the product, and per kind the product of the others.
///
/// Domain: any dictionary. Cost: each state is reached once for each kind that was added last; at most about `most_states`
/// are kept. Source: the argument is that of \[plambeck-siegel2008\], section 4, on plain products.
pub fn prove(dictionary: &Dictionary<'_>, most_states: usize) -> Proof {
    let kinds = match dictionary.kinds() {
        Ok(kinds) => kinds,
        Err(wrong) => return Proof::Wrong(wrong),
    };
    let count = kinds.len();
    // Short sums first, so that a counterexample is short.
    let mut sums = Sums::new(dictionary.pair, &kinds);
    let explored = sums.explore_by_length(SHORT, most_states).and_then(|_| {
        sums = Sums::new(dictionary.pair, &kinds);
        sums.explore(most_states)
    });
    match explored {
        Err(wrong) => Proof::Wrong(wrong),
        Ok(()) if sums.states.len() > most_states => Proof::Open { states: sums.states.len() },
        Ok(()) => Proof::Right { states: sums.states.len(), kinds: count },
    }
}

/// How many states the proof first meets in sums of no component, of one, of two, and so on, until no sum has a new one.
///
/// Domain: any dictionary; `None` if it is wrong. All sums are followed, the shortest first, so that this is also another way
/// through the states of [`prove`], of which it must find as many. Cost: some times that of [`prove`]; beyond `most_states`
/// the list ends, and the states in it are more than that.
pub fn proof_lengths(dictionary: &Dictionary<'_>, most_states: usize) -> Option<Vec<usize>> {
    let kinds = dictionary.kinds().ok()?;
    Sums::new(dictionary.pair, &kinds).explore_by_length(usize::MAX, most_states).ok()
}

/// The states of sums: the product x, then for each kind the product of the others, if there is one of the kind.
///
/// That product times the element of the kind is x, so that just few can stand beside x. Its place among them (0 if there is none
/// of the kind) is what is written down, in as few bits as will do.
struct Sums<'a> {
    pair: &'a Bipartite,
    kinds: Vec<Field>,
    /// The bits of the product, which stands lowest in the first word.
    product: u64,
    states: Slices,
    /// For each state but the first, one from which it comes, and the kind that is added there.
    parents: Vec<(u32, u16)>,
    next: Vec<u64>,
}

/// What a state says of a kind, and where.
struct Field {
    value: usize,
    /// One component of the kind.
    example: usize,
    word: usize,
    shift: u32,
    mask: u64,
    /// For each product the number of its first entry in the lists below: that there is none of the kind. Then come the
    /// products of the others.
    starts: Vec<usize>,
    others: Vec<Option<u16>>,
    /// Does one win by a move in a component of the kind?
    wins: Vec<bool>,
    /// For each product of the others its place behind the start.
    places: Vec<u64>,
}

impl Field {
    fn new(pair: &Bipartite, kind: &ProofKind) -> Field {
        let order = pair.monoid.order();
        let mut beside: Vec<Vec<u16>> = vec![Vec::new(); order];
        let mut places = Vec::with_capacity(order);
        for r in 0..order {
            let beside = &mut beside[pair.monoid.times(r, kind.value)];
            beside.push(r as u16);
            places.push(beside.len() as u64);
        }
        let most = beside.iter().map(Vec::len).max().unwrap_or(0);
        let (mut starts, mut others) = (Vec::with_capacity(order), Vec::with_capacity(2 * order));
        for beside in beside {
            starts.push(others.len());
            others.push(None);
            others.extend(beside.into_iter().map(Some));
        }
        let wins = others.iter().map(|r| r.is_some_and(|r| kind.wins.has(usize::from(r)))).collect();
        let mask = bits(most);
        let (value, example) = (kind.value, kind.example);
        Field { value, example, word: 0, shift: 0, mask, starts, others, wins, places }
    }

    /// The number of what the state says of the kind beside the product.
    fn entry(&self, product: usize, state: &[u64]) -> usize {
        self.starts[product] + (state[self.word] >> self.shift & self.mask) as usize
    }
}

/// As many ones as the binary form of a number has digits.
fn bits(most: usize) -> u64 {
    u64::MAX.checked_shr((most as u64).leading_zeros()).unwrap_or(0)
}

/// What adding a component of a kind makes of products, and of what is said of each kind.
struct Step {
    kind: usize,
    products: Vec<u64>,
    moved: Vec<Vec<u64>>,
}

impl Sums<'_> {
    fn new<'a>(pair: &'a Bipartite, kinds: &[ProofKind]) -> Sums<'a> {
        let mut kinds: Vec<Field> = kinds.iter().map(|kind| Field::new(pair, kind)).collect();
        let product = bits(pair.monoid.order() - 1);
        let (mut word, mut shift) = (0, product.count_ones());
        for field in &mut kinds {
            if shift + field.mask.count_ones() > u64::BITS {
                (word, shift) = (word + 1, 0);
            }
            (field.word, field.shift) = (word, shift);
            shift += field.mask.count_ones();
        }
        let (states, next) = (Slices::new(word + 1), vec![0; word + 1]);
        Sums { pair, kinds, product, states, parents: Vec::new(), next }
    }

    fn step(&self, kind: usize) -> Step {
        let (m, added) = (&self.pair.monoid, &self.kinds[kind]);
        let products: Vec<u64> = (0..m.order()).map(|x| m.times(x, added.value) as u64).collect();
        let moved = |(number, field): (usize, &Field)| {
            let mut moved: Vec<u64> = field
                .others
                .iter()
                .map(|r| r.map_or(0, |r| field.places[products[usize::from(r)] as usize] << field.shift))
                .collect();
            if number == kind {
                // The others of the added one are all that was there.
                for (x, &start) in field.starts.iter().enumerate() {
                    let end = field.starts.get(x + 1).map_or(moved.len(), |&end| end);
                    moved[start..end].fill(field.places[x] << field.shift);
                }
            }
            moved
        };
        let moved = self.kinds.iter().enumerate().map(moved).collect();
        Step { kind, products, moved }
    }

    /// All sums of up to so many components, the shortest first; gives back how many states are new at each length.
    fn explore_by_length(
        &mut self,
        longest: usize,
        most_states: usize,
    ) -> Result<Vec<usize>, Counterexample> {
        self.keep(0, 0)?;
        let mut new = 0..1;
        let mut lengths = Vec::new();
        while !new.is_empty() {
            lengths.push(new.len());
            if lengths.len() > longest {
                break;
            }
            // One step at a time: with many kinds and elements, a step is larger than a million states.
            for kind in 0..self.kinds.len() {
                let step = self.step(kind);
                for state in new.clone() {
                    if self.states.len() > most_states {
                        break;
                    }
                    self.add(state, &step)?;
                }
            }
            new = new.end..self.states.len();
        }
        Ok(lengths)
    }

    /// All states, until one is wrong or there are too many: kind by kind, for it makes no difference in which order components
    /// come.
    fn explore(&mut self, most_states: usize) -> Result<(), Counterexample> {
        self.keep(0, 0)?;
        for kind in 0..self.kinds.len() {
            let step = self.step(kind);
            let mut state = 0;
            while state < self.states.len() && self.states.len() <= most_states {
                self.add(state, &step)?;
                state += 1;
            }
        }
        Ok(())
    }

    /// Adds a component of a kind to the sums of a state.
    fn add(&mut self, state: usize, step: &Step) -> Result<(), Counterexample> {
        let row = self.states.row(state);
        let product = (row[0] & self.product) as usize;
        self.next.fill(0);
        self.next[0] = step.products[product];
        for (field, moved) in self.kinds.iter().zip(&step.moved) {
            self.next[field.word] |= moved[field.entry(product, row)];
        }
        self.keep(state, step.kind as u16)
    }

    /// Keeps the state that stands in `next`, and sees whether its options say what its product says.
    fn keep(&mut self, parent: usize, kind: u16) -> Result<(), Counterexample> {
        let (number, new) = self.states.insert(&self.next);
        if !new {
            return Ok(());
        }
        self.parents.push((parent as u32, kind));
        let product = (self.next[0] & self.product) as usize;
        let wins_here = self.kinds.iter().any(|field| field.wins[field.entry(product, &self.next)]);
        // In the first state, the empty sum, there is no move.
        let options_say_p = number > 0 && !wins_here;
        if options_say_p == self.pair.in_p(product) {
            return Ok(());
        }
        Err(Counterexample { sum: self.sum(number), product, options_say_p })
    }

    /// A sum with this state.
    fn sum(&self, mut state: usize) -> Vec<usize> {
        let mut sum = Vec::new();
        while state > 0 {
            sum.push(self.kinds[usize::from(self.parents[state].1)].example);
            state = self.parents[state].0 as usize;
        }
        sum.sort_unstable();
        sum
    }
}

/// The same proof with fewer states.
///
/// Of a sum, companies ask just its product x and in which companies z some move of it wins. Of two sums with the same product,
/// the one that wins in fewer companies is the harder test: if wherever xz is not in P some move wins there, then for the
/// other one, too. So only states with the fewest wins are kept. What is left is to see that no move wins where xz is in
/// P, and for that products of kinds are enough. Right for one is right for the other, though the counterexamples may be
/// different sums. Source: the transition algebra of \[plambeck-siegel2008\], and its pruning.
pub fn prove_merged(dictionary: &Dictionary<'_>, most_states: usize) -> Proof {
    let kinds = match dictionary.kinds() {
        Ok(kinds) => kinds,
        Err(wrong) => return Proof::Wrong(wrong),
    };
    if dictionary.pair.in_p(0) {
        return Proof::Wrong(Counterexample { sum: Vec::new(), product: 0, options_say_p: false });
    }
    let count = kinds.len();
    let mut transitions = Transitions::new(dictionary.pair, most_states);
    for kind in kinds {
        match transitions.add(kind) {
            Added::Fits => {}
            Added::Wrong(wrong) => return Proof::Wrong(wrong),
            Added::Full => return Proof::Open { states: transitions.states.len() },
        }
    }
    Proof::Right { states: transitions.kept(), kinds: count }
}

/// The states of all sums of some kinds that are worth testing, each tested.
pub(super) struct Transitions<'a> {
    pair: &'a Bipartite,
    pub kinds: Vec<ProofKind>,
    /// The set of companies in which some move wins, by number; number 0 is the empty set of the empty sum.
    sets: Vec<Set>,
    set_numbers: HashMap<Set, u32>,
    states: Vec<State>,
    /// For each product, its states that are kept; the empty sum is not among them, for it has no move and yet is no P-position.
    by_product: Vec<Vec<u32>>,
    /// For an element y and a set: the companies z such that zy is in the set.
    before: HashMap<(u16, u32), u32>,
    unions: HashMap<(u32, u32), u32>,
    most_states: usize,
}

#[derive(Clone, Copy, Debug)]
struct State {
    product: u16,
    wins: u32,
    from: u32,
    kind: u32,
    /// Another state with the same product wins in fewer companies.
    dropped: bool,
}

pub(super) enum Added {
    Fits,
    Wrong(Counterexample),
    Full,
}

impl<'a> Transitions<'a> {
    pub fn new(pair: &'a Bipartite, most_states: usize) -> Transitions<'a> {
        let mut transitions = Transitions {
            pair,
            kinds: Vec::new(),
            sets: Vec::new(),
            set_numbers: HashMap::new(),
            states: vec![State { product: 0, wins: 0, from: 0, kind: u32::MAX, dropped: false }],
            by_product: vec![Vec::new(); pair.monoid.order()],
            before: HashMap::new(),
            unions: HashMap::new(),
            most_states,
        };
        transitions.set(Set::new(pair.monoid.order()));
        transitions
    }

    pub fn kind(&self, value: usize, options: &[usize], example: usize) -> ProofKind {
        ProofKind::new(self.pair, value, options, example)
    }

    /// How many states are kept, the empty sum included.
    fn kept(&self) -> usize {
        1 + self.by_product.iter().map(Vec::len).sum::<usize>()
    }

    fn set(&mut self, set: Set) -> u32 {
        if let Some(&number) = self.set_numbers.get(&set) {
            return number;
        }
        let number = self.sets.len() as u32;
        self.sets.push(set.clone());
        self.set_numbers.insert(set, number);
        number
    }

    fn before(&mut self, y: u16, set: u32) -> u32 {
        if y == 0 {
            return set;
        }
        if let Some(&number) = self.before.get(&(y, set)) {
            return number;
        }
        let (order, wins) = (self.pair.monoid.order(), &self.sets[set as usize]);
        // A row of the table is read along.
        let found = Set::of(order, |z| wins.has(self.pair.monoid.times(usize::from(y), z)));
        let number = self.set(found);
        self.before.insert((y, set), number);
        number
    }

    fn union(&mut self, a: u32, b: u32) -> u32 {
        let key = (a.min(b), a.max(b));
        if let Some(&number) = self.unions.get(&key) {
            return number;
        }
        let mut united = self.sets[a as usize].clone();
        united.unite(&self.sets[b as usize]);
        let number = self.set(united);
        self.unions.insert(key, number);
        number
    }

    /// Does a state with this product win at most in these companies?
    fn is_implied(&self, product: usize, wins: &Set) -> bool {
        self.by_product[product]
            .iter()
            .any(|&state| self.sets[self.states[state as usize].wins as usize].is_within(wins))
    }

    /// Does one component of the kind agree with all sums that are there?
    pub fn agrees_once(&self, kind: &ProofKind) -> bool {
        self.states.iter().filter(|state| !state.dropped).all(|state| {
            let y = usize::from(state.product);
            let in_p = self.pair.in_p(self.pair.monoid.times(kind.value, y));
            if in_p {
                !kind.wins.has(y)
            } else {
                kind.wins.has(y) || self.sets[state.wins as usize].has(kind.value)
            }
        })
    }

    /// Adds all sums with components of the kind. If one of them is wrong, nothing is added.
    pub fn add(&mut self, kind: ProofKind) -> Added {
        let before = self.states.len();
        let mut dropped = Vec::new();
        self.kinds.push(kind);
        let sets: Vec<(u16, u32)> = (0..self.kinds.len())
            .map(|k| (self.kinds[k].value as u16, self.set(self.kinds[k].wins.clone())))
            .collect();
        let mut at = 0;
        while at < self.states.len() {
            let state = self.states[at];
            // Old states know what the old kinds make of them.
            let first = if at < before { self.kinds.len() - 1 } else { 0 };
            for (number, &(value, wins)) in sets.iter().enumerate().skip(first) {
                if self.states[at].dropped {
                    break;
                }
                let product = self.pair.monoid.times(usize::from(state.product), usize::from(value));
                let in_p = self.pair.in_p(product);
                if in_p && self.sets[wins as usize].has(usize::from(state.product)) {
                    return self.undo(before, &dropped, self.wrong(at, number, product, false));
                }
                let (mine, yours) = (self.before(value, state.wins), self.before(state.product, wins));
                let wins = self.union(mine, yours);
                if !in_p && !self.sets[wins as usize].has(0) {
                    return self.undo(before, &dropped, self.wrong(at, number, product, true));
                }
                if self.is_implied(product, &self.sets[wins as usize]) {
                    continue;
                }
                let (sets, states) = (&self.sets, &mut self.states);
                self.by_product[product].retain(|&other| {
                    let more = sets[wins as usize].is_within(&sets[states[other as usize].wins as usize]);
                    if more {
                        states[other as usize].dropped = true;
                        dropped.push(other);
                    }
                    !more
                });
                let new = self.states.len() as u32;
                self.by_product[product].push(new);
                let (from, kind) = (at as u32, number as u32);
                self.states.push(State { product: product as u16, wins, from, kind, dropped: false });
                if self.states.len() > self.most_states {
                    self.take_back(before, &dropped);
                    return Added::Full;
                }
            }
            at += 1;
        }
        Added::Fits
    }

    fn wrong(&self, at: usize, kind: usize, product: usize, options_say_p: bool) -> Counterexample {
        let mut sum = vec![self.kinds[kind].example];
        let mut back = at;
        while self.states[back].kind != u32::MAX {
            sum.push(self.kinds[self.states[back].kind as usize].example);
            back = self.states[back].from as usize;
        }
        sum.sort_unstable();
        Counterexample { sum, product, options_say_p }
    }

    fn undo(&mut self, states: usize, dropped: &[u32], wrong: Counterexample) -> Added {
        self.take_back(states, dropped);
        Added::Wrong(wrong)
    }

    fn take_back(&mut self, states: usize, dropped: &[u32]) {
        self.states.truncate(states);
        for list in &mut self.by_product {
            list.retain(|&state| (state as usize) < states);
        }
        for &old in dropped.iter().filter(|&&old| (old as usize) < states) {
            self.states[old as usize].dropped = false;
            self.by_product[usize::from(self.states[old as usize].product)].push(old);
        }
        self.kinds.pop();
    }
}
