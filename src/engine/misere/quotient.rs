//! Misère quotients: what of the components of a game must be told apart, computed and proved.

use std::collections::HashMap;

use super::components::Components;
use super::learn::{Learner, Stop};
use super::monoid::{Bipartite, Monoid};
use super::presentation::Presentation;
use super::proof::{Added, Dictionary, Proof, Transitions, option_values, prove_merged};
use super::set::Set;
use super::word::Word;
use crate::engine::Limit;

/// How far the computation of a quotient may go. Counts only, so that it ends alike on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Elements of the quotient, at most [`Monoid::MOST`].
    pub elements: usize,
    /// States of a proof.
    pub states: usize,
    /// Positions searched for outcomes.
    pub positions: usize,
}

impl Default for Bounds {
    fn default() -> Bounds {
        Bounds { elements: Monoid::MOST, states: 1 << 20, positions: 1 << 22 }
    }
}

/// The misère quotient of all sums of some components, with the proof that it is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisereQuotient {
    /// Q and P. The letters of Q are the values of the components at which it grows, in their order.
    pub pair: Bipartite,
    /// The pretending function: the element of each component.
    pub values: Vec<usize>,
    /// States and kinds of the finite proof (of [`prove_merged`]).
    pub states: usize,
    pub kinds: usize,
}

/// Why there is no quotient: it may be infinite or merely large.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unfinished {
    /// The components before this one have a quotient within the limits, or were not looked at alone.
    pub component: usize,
    /// Which limit, in words.
    pub limit: &'static str,
}

/// The misère quotient of the closure of the components (all sums of them and of what they lead to): exactly one
/// reduced pair (Q, P) and pretending function exist, up to names \[plambeck-siegel2008\].
///
/// Component by component: the value of one is an element of Q whose addition keeps the finite proof right, if there is one
/// (the mex rule); else it becomes a letter of its own, and Q is learnt again from outcomes. In the end the finite proof is run on all of it,
/// together with the tests that elements can be told apart and that all occur: nothing rests on the way it was found.
///
/// # Errors
/// A limit that was reached; a finite quotient may exist nevertheless.
pub fn quotient(components: &Components, bounds: &Bounds) -> Result<MisereQuotient, Unfinished> {
    let mut search =
        Search { components, bounds, letters: Vec::new(), learner: Learner::default(), words: Vec::new() };
    // Each round makes a component a letter or says anew what one is; there are not many that can go on for long.
    let mut at = 0;
    for _ in 0..4 * components.len() + 4 {
        match search.round() {
            Ok(Round::Done(found)) => return search.certified(found),
            Ok(Round::Again(component)) => at = component,
            Err((component, stop)) => {
                return Err(Unfinished { component: component.unwrap_or(at), limit: words_for(stop) });
            }
        }
    }
    Err(Unfinished { component: at, limit: "rounds" })
}

fn words_for(stop: Stop) -> &'static str {
    match stop {
        Stop::Elements => "elements of the quotient",
        Stop::Positions => "positions searched",
        Stop::States => "states of the proof",
        Stop::Exponents => "exponents below 256",
        Stop::Letters => "42 letters",
    }
}

struct Search<'a> {
    components: &'a Components,
    bounds: &'a Bounds,
    /// The components that are letters, in the order in which they became letters.
    letters: Vec<usize>,
    learner: Learner,
    /// Words for the components as they were last, in letters that are earlier components.
    words: Vec<Word>,
}

struct Found {
    pair: Bipartite,
    values: Vec<usize>,
}

enum Round {
    Done(Found),
    /// Something was learnt at a component.
    Again(usize),
}

impl Search<'_> {
    fn round(&mut self) -> Result<Round, (Option<usize>, Stop)> {
        let pair = self.learner.learn(self.bounds).map_err(|stop| (None, stop))?;
        let m = &pair.monoid;
        let mut transitions = Transitions::new(&pair, self.bounds.states);
        for (letter, &component) in self.letters.iter().enumerate() {
            let options = self.learner.option_values(m, letter);
            let kind = transitions.kind(m.letter(letter), &options, component);
            // The learner has proved this much.
            if let Added::Full = transitions.add(kind) {
                return Err((Some(component), Stop::States));
            }
        }
        let mut values: Vec<usize> = Vec::with_capacity(self.components.len());
        // The least word of each element in the letters so far.
        let mut reached: Vec<Option<Word>> = vec![None; m.order()];
        reached[0] = Some(Word::one(self.letters.len()));
        let mut by_wins: HashMap<Set, usize> = HashMap::new();
        // Letters of which the options are not what they were, with the new ones. All are changed at once, for to learn the quotient
        // anew is what costs; what is found behind the first of them is a guess, which a later round puts right.
        let mut changes: Vec<(usize, Vec<Word>)> = Vec::new();
        for component in 0..self.components.len() {
            let options = option_values(&pair, self.components, &values, component);
            if let Some(letter) = self.letters.iter().position(|&c| c == component) {
                if options != self.learner.option_values(m, letter) {
                    changes.push((letter, self.option_words(component)));
                }
                values.push(m.letter(letter));
                extend(m, &mut reached, letter);
                self.remember(component, Word::letter(self.letters.len(), letter));
                by_wins.insert(transitions.kind(0, &options, component).wins, m.letter(letter));
                continue;
            }
            let wins = transitions.kind(0, &options, component).wins;
            let value = if options.is_empty() {
                Some(0)
            } else if let Some(&value) = by_wins.get(&wins) {
                Some(value)
            } else {
                let found = self.mex(&pair, &mut transitions, component, &options);
                let found = found.map_err(|stop| (Some(component), stop))?;
                found.inspect(|&value| _ = by_wins.insert(wins, value))
            };
            let word = value.and_then(|value| {
                let before = self.words.get(component).filter(|word| m.evaluate(&padded(word, m)) == value);
                before.map(|word| padded(word, m)).or_else(|| reached[value].clone())
            });
            let guess =
                || self.words.get(component).filter(|_| !changes.is_empty()).map(|word| padded(word, m));
            let word = word.or_else(guess);
            let value = value.or_else(|| word.as_ref().map(|word| m.evaluate(word)));
            let (Some(value), Some(word)) = (value, word) else {
                if !changes.is_empty() {
                    break;
                }
                let added = self.learner.add_letter(&self.option_words(component));
                self.letters.push(component);
                return added.map(|()| Round::Again(component)).map_err(|stop| (Some(component), stop));
            };
            values.push(value);
            self.remember(component, word);
        }
        let Some(&(first, _)) = changes.first() else { return Ok(Round::Done(Found { pair, values })) };
        let component = self.letters[first];
        let changed = self.learner.change_letters(&changes);
        changed.map(|()| Round::Again(component)).map_err(|stop| (Some(component), stop))
    }

    fn remember(&mut self, component: usize, word: Word) {
        self.words.truncate(self.words.len().max(component));
        if component < self.words.len() {
            self.words[component] = word;
        } else {
            self.words.push(word);
        }
    }

    /// The element that the component can be, beside all that is there; at most one, for elements can be told apart.
    fn mex(
        &self,
        pair: &Bipartite,
        transitions: &mut Transitions<'_>,
        component: usize,
        options: &[usize],
    ) -> Result<Option<usize>, Stop> {
        let hint = self.words.get(component).map(|word| pair.monoid.evaluate(&padded(word, &pair.monoid)));
        let all = (0..pair.monoid.order()).filter(|x| hint != Some(*x));
        for x in hint.into_iter().chain(all) {
            let kind = transitions.kind(x, options, component);
            if transitions.agrees_once(&kind) {
                match transitions.add(kind) {
                    Added::Fits => return Ok(Some(x)),
                    Added::Wrong(_) => {}
                    Added::Full => return Err(Stop::States),
                }
            }
        }
        Ok(None)
    }

    /// The options of a component, all of them with words, as words.
    fn option_words(&self, component: usize) -> Vec<Word> {
        let letters = self.letters.len();
        let word = |sum: &Vec<u32>| {
            let mut total = Word::one(letters);
            for &c in sum {
                for (to, more) in total.0.iter_mut().zip(&self.words[c as usize].0) {
                    *to = to.saturating_add(*more);
                }
            }
            total
        };
        let mut words: Vec<Word> = self.components.options(component).iter().map(word).collect();
        words.sort();
        words.dedup();
        words
    }

    /// With letters named as they come, and the proof of all of it.
    fn certified(&self, found: Found) -> Result<MisereQuotient, Unfinished> {
        let unproved = |limit| Unfinished { component: self.components.len(), limit };
        let (pair, values) = renamed(&found).ok_or(unproved("elements that occur"))?;
        let dictionary = Dictionary { pair: &pair, components: self.components, values };
        if !pair.is_reduced() {
            return Err(unproved("elements that can be told apart"));
        }
        match prove_merged(&dictionary, self.bounds.states) {
            Proof::Right { states, kinds } => {
                let values = dictionary.values;
                Ok(MisereQuotient { pair, values, states, kinds })
            }
            Proof::Wrong(_) => Err(unproved("a proof")),
            Proof::Open { .. } => Err(unproved("states of the proof")),
        }
    }
}

fn padded(word: &Word, monoid: &Monoid) -> Word {
    let mut word = word.clone();
    word.0.resize(monoid.letters(), 0);
    word
}

/// Adds a letter to those in which elements have words.
fn extend(m: &Monoid, reached: &mut [Option<Word>], letter: usize) {
    let mut level: Vec<usize> = (0..m.order()).filter(|&x| reached[x].is_some()).collect();
    while !level.is_empty() {
        let mut next = Vec::new();
        for x in level {
            let y = m.times(x, m.letter(letter));
            if reached[y].is_none() {
                let mut word = reached[x].clone().unwrap_or_else(|| Word::one(m.letters()));
                word.0[letter] += 1;
                reached[y] = Some(word);
                next.push(y);
            }
        }
        level = next;
    }
}

/// The same quotient, its letters the first components that are no products of earlier ones.
fn renamed(found: &Found) -> Option<(Bipartite, Vec<usize>)> {
    let m = &found.pair.monoid;
    let mut inside = Set::new(m.order());
    inside.insert(0);
    let mut letters = Vec::new();
    for &value in &found.values {
        if inside.has(value) {
            continue;
        }
        letters.push(value);
        let mut level: Vec<usize> = inside.members().collect();
        while let Some(x) = level.pop() {
            let y = m.times(x, value);
            if !inside.has(y) {
                inside.insert(y);
                level.push(y);
            }
        }
    }
    let (pair, new) = named(&found.pair, &letters)?;
    let values = found.values.iter().map(|&x| new[x]).collect();
    Some((pair, values))
}

/// The same pair with other letters, and the new number of each element; `None` if these elements do not generate it.
pub fn named(pair: &Bipartite, letters: &[usize]) -> Option<(Bipartite, Vec<usize>)> {
    let m = &pair.monoid;
    let cayley: Vec<Vec<u16>> =
        (0..m.order()).map(|x| letters.iter().map(|&l| m.times(x, l) as u16).collect()).collect();
    let (monoid, new) = Monoid::of_cayley(&cayley, letters.len())?;
    let new: Vec<usize> = new.into_iter().map(usize::from).collect();
    let mut p = Set::new(monoid.order());
    pair.p.members().for_each(|x| p.insert(new[x]));
    Some((Bipartite { monoid, p }, new))
}

impl Unfinished {
    /// The same among the engine's limits.
    pub fn reached(&self) -> Limit {
        Limit::Quotient(self.limit, self.component as u64)
    }
}

impl MisereQuotient {
    /// `<a,b | a2=1,b3=b>`: the reduced complete presentation, for the order of words of [`Word`].
    pub fn presentation(&self) -> Presentation {
        self.pair.monoid.presentation()
    }
}

impl Bipartite {
    /// The elements of P, those without the later letters first, as papers print them.
    pub fn p_elements(&self) -> Vec<usize> {
        let mut members: Vec<usize> = self.p.members().collect();
        members.sort_by(|&x, &y| self.monoid.form(x).0.iter().rev().cmp(self.monoid.form(y).0.iter().rev()));
        members
    }

    /// The same as words.
    pub fn p_texts(&self) -> Vec<String> {
        self.p_elements().into_iter().map(|x| self.monoid.text(x)).collect()
    }
}

/// Preperiod and period of a pretending function, if it goes on so for heaps of every size.
///
/// In a game whose code has `digits` digits, values are periodic for ever if they are for all n below 2·preperiod + period +
/// `digits`, as heaps are broken in two at most; without breaking (`breaks` is false), if they are for `digits` values of n
/// one after the other. Domain: values of the heaps 0, 1, 2 and so on of an octal game. Source: \[guy-smith1956\],
/// for misère quotients \[plambeck2005\].
pub fn period(values: &[usize], digits: usize, breaks: bool) -> Option<(usize, usize)> {
    let enough = |preperiod: usize| if breaks { 2 * preperiod } else { preperiod } + digits;
    (1..values.len())
        .map(|period| {
            let broken = (0..values.len() - period).rposition(|n| values[n] != values[n + period]);
            (broken.map_or(0, |n| n + 1), period)
        })
        .find(|&(preperiod, period)| {
            let more = if breaks { 2 * period } else { period };
            enough(preperiod) + more <= values.len()
        })
}
