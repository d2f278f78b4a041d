//! The quotient of a few letters, learnt from outcomes: which sums of letters must be told apart.
//!
//! Sums of letters are words, the P-positions among them a set of words, and the misère quotient is the least monoid that
//! recognises this set. As letters commute, it is the least automaton, too, and can be learnt like one, by queries and
//! counterexamples \[angluin1987\]: outcomes of short words by search; once the table is closed, the finite proof
//! either certifies it or gives a sum on which it is wrong, and with it a new company to tell elements apart by.

use std::collections::HashMap;

use super::monoid::{Bipartite, Monoid};
use super::proof::{Added, Transitions};
use super::quotient::Bounds;
use super::set::Set;
use super::word::Word;

/// Why learning stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Elements,
    Positions,
    States,
    Exponents,
}

/// Exponents of letters without trailing zeros, so that words outlast the coming of new letters.
type Short = Box<[u8]>;

/// Outcomes of sums of letters by search.
#[derive(Default)]
pub(super) struct Oracle {
    /// The options of each letter, as words.
    options: Vec<Vec<Short>>,
    /// Letters from which one can only move to nothing: two of them are like none.
    singles: Vec<bool>,
    memo: HashMap<Short, bool>,
}

/// `word` with one letter less and the word `instead` more.
fn replaced(word: &[u8], letter: usize, instead: &[u8]) -> Result<Vec<u8>, Stop> {
    let mut next = word.to_vec();
    next[letter] -= 1;
    next.resize(next.len().max(instead.len()), 0);
    for (to, &more) in next.iter_mut().zip(instead) {
        *to = to.checked_add(more).ok_or(Stop::Exponents)?;
    }
    Ok(next)
}

impl Oracle {
    fn short(&self, word: &[u8]) -> Short {
        let mut word = word.to_vec();
        for (exponent, single) in word.iter_mut().zip(&self.singles) {
            if *single {
                *exponent &= 1;
            }
        }
        let len = word.iter().rposition(|&e| e > 0).map_or(0, |last| last + 1);
        word.truncate(len);
        word.into()
    }

    /// Is the sum a P-position in misère play?
    fn is_p(&mut self, word: &[u8], most: usize) -> Result<bool, Stop> {
        let word = self.short(word);
        if let Some(&known) = self.memo.get(&word) {
            return Ok(known);
        }
        if self.memo.len() >= most {
            return Err(Stop::Positions);
        }
        let is_p = stacker::maybe_grow(64 << 10, 1 << 20, || self.search(&word, most))?;
        self.memo.insert(word, is_p);
        Ok(is_p)
    }

    fn search(&mut self, word: &[u8], most: usize) -> Result<bool, Stop> {
        // Whoever cannot move wins.
        let mut is_p = !word.is_empty();
        // Options that are known are looked at first.
        for known_only in [true, false] {
            for letter in 0..word.len() {
                if word[letter] == 0 {
                    continue;
                }
                for option in 0..self.options[letter].len() {
                    let next = replaced(word, letter, &self.options[letter][option])?;
                    let found = if known_only {
                        self.memo.get(&self.short(&next)).copied().unwrap_or(false)
                    } else {
                        self.is_p(&next, most)?
                    };
                    if found {
                        is_p = false;
                        return Ok(is_p);
                    }
                }
            }
        }
        Ok(is_p)
    }
}

/// What has been learnt of the letters so far.
#[derive(Default)]
pub(super) struct Learner {
    pub oracle: Oracle,
    contexts: Vec<Short>,
}

/// A table under construction: words that stand for elements, and their outcomes in each company.
#[derive(Default)]
struct Table {
    letters: usize,
    words: Vec<Vec<u8>>,
    rows: Vec<Vec<bool>>,
    numbers: HashMap<Vec<bool>, usize>,
    /// What each letter makes of each element: the row, and its element once there is one.
    steps: Vec<Vec<(Vec<bool>, usize)>>,
}

const UNKNOWN: usize = usize::MAX;

impl Learner {
    pub fn add_letter(&mut self, options: &[Word]) {
        self.oracle.options.push(Vec::new());
        self.oracle.singles.push(false);
        self.set_options(self.oracle.options.len() - 1, options);
    }

    /// Says anew what the options of a letter are. All outcomes are forgotten.
    pub fn change_letter(&mut self, letter: usize, options: &[Word]) {
        self.oracle.memo.clear();
        self.set_options(letter, options);
    }

    fn set_options(&mut self, letter: usize, options: &[Word]) {
        let narrow =
            |word: &Word| word.0.iter().map(|&e| u8::try_from(e).unwrap_or(u8::MAX)).collect::<Vec<u8>>();
        let short: Vec<Short> = options.iter().map(|word| self.oracle.short(&narrow(word))).collect();
        self.oracle.singles[letter] = short.iter().all(|option| option.is_empty());
        self.oracle.options[letter] = short;
    }

    pub fn letters(&self) -> usize {
        self.oracle.options.len()
    }

    /// The options of the letter as elements of the monoid of letters.
    pub fn option_values(&self, monoid: &Monoid, letter: usize) -> Vec<usize> {
        let mut values: Vec<usize> = self.oracle.options[letter].iter().map(|w| element(monoid, w)).collect();
        values.sort_unstable();
        values.dedup();
        values
    }

    fn row(&mut self, word: &[u8], bounds: &Bounds) -> Result<Vec<bool>, Stop> {
        (0..self.contexts.len()).map(|c| self.in_company(word, c, bounds)).collect()
    }

    fn in_company(&mut self, word: &[u8], context: usize, bounds: &Bounds) -> Result<bool, Stop> {
        let joint = product(word, &self.contexts[context])?;
        self.oracle.is_p(&joint, bounds.positions)
    }

    /// The quotient of all sums of letters; the letters of its monoid are these letters.
    pub fn learn(&mut self, bounds: &Bounds) -> Result<Bipartite, Stop> {
        if self.contexts.is_empty() {
            self.contexts.push([].into());
        }
        let letters = self.letters();
        let mut table = Table { letters, ..Table::default() };
        let one = self.row(&[], bounds)?;
        self.add_element(&mut table, vec![0; letters], one, bounds)?;
        loop {
            self.close(&mut table, bounds)?;
            if let Some((x, a, b)) = table.does_not_commute() {
                let company = self.company_of_disorder(&table, x, a, b, bounds)?;
                self.add_context(&mut table, &company, bounds)?;
                continue;
            }
            let pair = table.pair().ok_or(Stop::Elements)?;
            match self.wrong_word(&pair, bounds)? {
                None => return Ok(pair),
                Some(word) => {
                    let company = self.company_of(&table, &word, bounds)?;
                    self.add_context(&mut table, &company, bounds)?;
                }
            }
        }
    }

    fn add_element(
        &mut self,
        table: &mut Table,
        word: Vec<u8>,
        row: Vec<bool>,
        bounds: &Bounds,
    ) -> Result<(), Stop> {
        if table.words.len() >= bounds.elements {
            return Err(Stop::Elements);
        }
        let mut steps = Vec::with_capacity(table.letters);
        for letter in 0..table.letters {
            steps.push((self.row(&times_letter(&word, letter)?, bounds)?, UNKNOWN));
        }
        table.numbers.insert(row.clone(), table.words.len());
        table.rows.push(row);
        table.words.push(word);
        table.steps.push(steps);
        Ok(())
    }

    /// Gives every row that no element has to a new element.
    fn close(&mut self, table: &mut Table, bounds: &Bounds) -> Result<(), Stop> {
        let mut at = 0;
        while at < table.words.len() {
            for letter in 0..table.letters {
                let (row, _) = &table.steps[at][letter];
                let element = match table.numbers.get(row) {
                    Some(&element) => element,
                    None => {
                        let (row, word) = (row.clone(), times_letter(&table.words[at], letter)?);
                        self.add_element(table, word, row, bounds)?;
                        table.words.len() - 1
                    }
                };
                table.steps[at][letter].1 = element;
            }
            at += 1;
        }
        Ok(())
    }

    fn add_context(&mut self, table: &mut Table, company: &[u8], bounds: &Bounds) -> Result<(), Stop> {
        let context = self.contexts.len();
        self.contexts.push(self.oracle.short(company));
        for element in 0..table.words.len() {
            let more = self.in_company(&table.words[element], context, bounds)?;
            table.rows[element].push(more);
        }
        table.numbers = table.rows.iter().cloned().zip(0..).collect();
        for element in 0..table.words.len() {
            for letter in 0..table.letters {
                let word = times_letter(&table.words[element], letter)?;
                let more = self.in_company(&word, context, bounds)?;
                table.steps[element][letter].0.push(more);
            }
        }
        Ok(())
    }

    /// A company that tells x·a from its element, or x·b from its, where the two orders of letters lead apart.
    fn company_of_disorder(
        &mut self,
        table: &Table,
        x: usize,
        a: usize,
        b: usize,
        bounds: &Bounds,
    ) -> Result<Vec<u8>, Stop> {
        let step = |x: usize, letter: usize| table.steps[x][letter].1;
        let (ab, ba) = (&table.rows[step(step(x, a), b)], &table.rows[step(step(x, b), a)]);
        // Elements have different rows.
        let context = ab.iter().zip(ba).position(|(p, q)| p != q).unwrap_or(0);
        let word = times_letter(&times_letter(&table.words[x], a)?, b)?;
        let truth = self.in_company(&word, context, bounds)?;
        let last = if ab[context] == truth { a } else { b };
        let mut company = self.contexts[context].to_vec();
        company.resize(table.letters, 0);
        times_letter(&company, last)
    }

    /// A word whose outcome is not what the pair says, or none if it is right for all.
    fn wrong_word(&mut self, pair: &Bipartite, bounds: &Bounds) -> Result<Option<Vec<u8>>, Stop> {
        let mut transitions = Transitions::new(pair, bounds.states);
        for letter in 0..self.letters() {
            let kind = transitions.kind(
                pair.monoid.letter(letter),
                &self.option_values(&pair.monoid, letter),
                letter,
            );
            let wrong = match transitions.add(kind) {
                Added::Fits => continue,
                Added::Full => return Err(Stop::States),
                Added::Wrong(wrong) => wrong,
            };
            let mut word = vec![0u8; self.letters()];
            for letter in wrong.sum {
                word[letter] = word[letter].checked_add(1).ok_or(Stop::Exponents)?;
            }
            let mut suspects = vec![word.clone()];
            for letter in 0..self.letters() {
                if word[letter] > 0 {
                    for option in self.oracle.options[letter].clone() {
                        suspects.push(replaced(&word, letter, &option)?);
                    }
                }
            }
            for suspect in suspects {
                let says = pair.in_p(element(&pair.monoid, &suspect));
                if self.oracle.is_p(&suspect, bounds.positions)? != says {
                    return Ok(Some(suspect));
                }
            }
        }
        Ok(None)
    }

    /// A company that tells two words apart which the table holds for one, from a word on which it is wrong: on the way
    /// from the word to the element that the table makes of it, letter by letter, the outcome must change somewhere.
    fn company_of(&mut self, table: &Table, word: &[u8], bounds: &Bounds) -> Result<Vec<u8>, Stop> {
        let mut rest = word.to_vec();
        rest.resize(table.letters, 0);
        let outcome = self.oracle.is_p(&rest, bounds.positions)?;
        let mut element = 0;
        for letter in 0..table.letters {
            while rest[letter] > 0 {
                rest[letter] -= 1;
                element = table.steps[element][letter].1;
                if self.oracle.is_p(&product(&table.words[element], &rest)?, bounds.positions)? != outcome {
                    return Ok(rest);
                }
            }
        }
        // Not reached for a word on which the table is wrong; the empty company changes nothing.
        Ok(rest)
    }
}

impl Table {
    /// An element from which two letters lead to different elements in the two orders.
    fn does_not_commute(&self) -> Option<(usize, usize, usize)> {
        let step = |x: usize, letter: usize| self.steps[x][letter].1;
        let apart = |x, a, b| step(step(x, a), b) != step(step(x, b), a);
        let mut all = (0..self.words.len())
            .flat_map(|x| (0..self.letters).flat_map(move |a| (0..a).map(move |b| (x, a, b))));
        all.find(|&(x, a, b)| apart(x, a, b))
    }

    fn pair(&self) -> Option<Bipartite> {
        let cayley: Vec<Vec<u16>> = self
            .steps
            .iter()
            .map(|steps| steps.iter().map(|(_, element)| *element as u16).collect())
            .collect();
        let (monoid, renamed) = Monoid::of_cayley(&cayley, self.letters)?;
        let mut p = Set::new(monoid.order());
        for (row, element) in self.rows.iter().zip(0usize..) {
            // The first company is the empty one.
            if row[0] {
                p.insert(usize::from(renamed[element]));
            }
        }
        Some(Bipartite { monoid, p })
    }
}

fn product(a: &[u8], b: &[u8]) -> Result<Vec<u8>, Stop> {
    let mut joint = if a.len() > b.len() { a.to_vec() } else { b.to_vec() };
    let less = if a.len() > b.len() { b } else { a };
    for (to, &more) in joint.iter_mut().zip(less) {
        *to = to.checked_add(more).ok_or(Stop::Exponents)?;
    }
    Ok(joint)
}

fn times_letter(word: &[u8], letter: usize) -> Result<Vec<u8>, Stop> {
    let mut word = word.to_vec();
    word[letter] = word[letter].checked_add(1).ok_or(Stop::Exponents)?;
    Ok(word)
}

fn element(monoid: &Monoid, word: &[u8]) -> usize {
    let mut exponents: Vec<u32> = word.iter().map(|&e| u32::from(e)).collect();
    exponents.resize(monoid.letters(), 0);
    monoid.evaluate(&Word(exponents))
}
