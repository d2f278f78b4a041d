//! The quotient of a few letters, learnt from outcomes: which sums of letters must be told apart.
//!
//! Sums of letters are words, the P-positions among them a set of words, and the misère quotient is the least monoid that
//! recognises this set. As letters commute, it is the least automaton, too, and can be learnt like one, by queries and
//! counterexamples \[angluin1987\]. Elements are the leaves of a tree whose forks are companies: a word goes down it by its
//! outcome in each, and so asks about as many outcomes as the tree is deep \[kearns-vazirani1994\]. Once no step leads to a
//! new leaf, the finite proof either certifies what has been learnt or gives a sum on which it is wrong, and with it a new
//! company to tell elements apart by.

use std::collections::HashMap;

use super::monoid::{Bipartite, Monoid};
use super::packed::Packed;
use super::proof::{Added, Transitions};
use super::quotient::Bounds;
use super::set::Set;
use super::word::Word;
use crate::engine::store::Hash;

/// Why learning stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stop {
    Elements,
    Positions,
    States,
    Exponents,
    Letters,
}

/// Outcomes of sums of letters by search.
pub(super) struct Oracle {
    /// The options of each letter, as words.
    options: Vec<Vec<Packed>>,
    /// Of letters from which one can only move to nothing two are like none: of those only the parity is kept.
    kept: Packed,
    memo: HashMap<Packed, bool, Hash>,
}

impl Default for Oracle {
    fn default() -> Oracle {
        Oracle { options: Vec::new(), kept: Packed::everything(), memo: HashMap::default() }
    }
}

impl Oracle {
    /// Is the sum a P-position in misère play?
    fn is_p(&mut self, word: &Packed, most: usize) -> Result<bool, Stop> {
        let word = word.masked(&self.kept);
        match self.memo.get(&word) {
            Some(&known) => Ok(known),
            None => self.find(word, most),
        }
    }

    /// The same of a masked word that is not known.
    fn find(&mut self, word: Packed, most: usize) -> Result<bool, Stop> {
        if self.memo.len() >= most {
            return Err(Stop::Positions);
        }
        let is_p = stacker::maybe_grow(64 << 10, 1 << 20, || self.search(&word, most))?;
        self.memo.insert(word, is_p);
        Ok(is_p)
    }

    fn search(&mut self, word: &Packed, most: usize) -> Result<bool, Stop> {
        // Options that are known are looked at first.
        let mut unknown: Vec<Packed> = Vec::new();
        for letter in (0..self.options.len()).filter(|&letter| word.exponent(letter) > 0) {
            let rest = word.without(letter);
            for option in &self.options[letter] {
                let next = rest.times(option).ok_or(Stop::Exponents)?.masked(&self.kept);
                match self.memo.get(&next) {
                    Some(true) => return Ok(false),
                    Some(false) => {}
                    None => unknown.push(next),
                }
            }
        }
        for option in unknown {
            if self.is_p(&option, most)? {
                return Ok(false);
            }
        }
        // Whoever cannot move wins.
        Ok(!word.is_one())
    }

    /// Forgets the outcomes of all sums from which play can come to some letters.
    fn forget(&mut self, letters: &[usize]) {
        let also =
            |leading: Packed, letter: &usize| leading.times(&Packed::letter(*letter)).unwrap_or(leading);
        let mut leading = letters.iter().fold(Packed::default(), also);
        // Letters may lead to them through letters that are later still.
        let leads = |l: usize, leading: &Packed| {
            leading.exponent(l) == 0 && self.options[l].iter().any(|option| option.meets(leading))
        };
        while let Some(more) = (0..self.options.len()).find(|&l| leads(l, &leading)) {
            leading = also(leading, &more);
        }
        self.memo.retain(|word, _| !word.meets(&leading));
    }
}

/// What has been learnt of the letters so far.
#[derive(Default)]
pub(super) struct Learner {
    pub oracle: Oracle,
    table: Table,
}

/// Words that stand for elements, and what letters make of them.
#[derive(Default)]
struct Table {
    words: Vec<Packed>,
    /// The leaf of each element.
    leaves: Vec<usize>,
    /// Where in the tree the word of the element with one letter more is, as far as it has gone down.
    steps: Vec<Vec<usize>>,
    nodes: Vec<Node>,
}

/// A place in the tree.
struct Node {
    parent: usize,
    what: What,
}

enum What {
    /// An element, or a place to which no word has come yet.
    Leaf(Option<usize>),
    /// Words part by their outcomes in a company: N-positions first, then P-positions.
    Fork(Packed, [usize; 2]),
}

const ROOT: usize = 0;

impl Learner {
    /// # Errors
    /// Too many letters, or too large an exponent.
    pub fn add_letter(&mut self, options: &[Word]) -> Result<(), Stop> {
        if self.letters() >= Packed::LETTERS {
            return Err(Stop::Letters);
        }
        self.oracle.options.push(Vec::new());
        self.set_options(self.oracle.options.len() - 1, options)?;
        // What is known of sums without the letter stays.
        self.table.steps.iter_mut().for_each(|steps| steps.push(ROOT));
        Ok(())
    }

    /// Says anew what the options of some letters are. Outcomes in which they play a part are forgotten, and elements with them; the
    /// companies are kept, for those that were needed will mostly be needed again.
    ///
    /// # Errors
    /// As of [`Learner::add_letter`].
    pub fn change_letters(&mut self, changes: &[(usize, Vec<Word>)]) -> Result<(), Stop> {
        let letters: Vec<usize> = changes.iter().map(|(letter, _)| *letter).collect();
        self.oracle.forget(&letters);
        self.table.forget_elements();
        changes.iter().try_for_each(|(letter, options)| self.set_options(*letter, options))
    }

    fn set_options(&mut self, letter: usize, options: &[Word]) -> Result<(), Stop> {
        let packed: Option<Vec<Packed>> = options.iter().map(Packed::of).collect();
        self.oracle.options[letter] = packed.ok_or(Stop::Exponents)?;
        let is_single = |letter: usize| self.oracle.options[letter].iter().all(Packed::is_one);
        self.oracle.kept = (0..self.letters())
            .filter(|&letter| is_single(letter))
            .fold(Packed::everything(), |kept, letter| kept.keeping_parity(letter));
        Ok(())
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

    /// The quotient of all sums of letters; the letters of its monoid are these letters.
    pub fn learn(&mut self, bounds: &Bounds) -> Result<Bipartite, Stop> {
        if self.table.nodes.is_empty() {
            self.table.grow();
        }
        if self.table.words.is_empty() {
            let one = Packed::default();
            let leaf = self.sift(&one, ROOT, bounds)?;
            self.table.add_element(one, leaf, self.letters());
        }
        loop {
            self.settle(bounds)?;
            let pair = self.table.pair().ok_or(Stop::Elements)?;
            let wrong = self.wrong_words(&pair, bounds)?;
            if wrong.is_empty() {
                return Ok(pair);
            }
            for word in wrong {
                while self.part_on_the_way(&word, bounds)? {
                    self.settle(bounds)?;
                }
            }
        }
    }

    /// Where a word comes to in the tree, from some node on its way.
    fn sift(&mut self, word: &Packed, from: usize, bounds: &Bounds) -> Result<usize, Stop> {
        let mut at = from;
        while let What::Fork(company, ways) = &self.table.nodes[at].what {
            let (company, ways) = (*company, *ways);
            let is_p = self.in_company(word, &company, bounds)?;
            at = ways[usize::from(is_p)];
        }
        Ok(at)
    }

    /// Until every step leads to an element, and letters commute.
    fn settle(&mut self, bounds: &Bounds) -> Result<(), Stop> {
        loop {
            self.close(bounds)?;
            match self.table.does_not_commute() {
                Some((x, a, b)) => self.part_by_disorder(x, a, b, bounds)?,
                None => return Ok(()),
            }
        }
    }

    /// Takes all steps down to leaves; a leaf without an element gets one.
    fn close(&mut self, bounds: &Bounds) -> Result<(), Stop> {
        let mut at = 0;
        while at < self.table.words.len() {
            for letter in 0..self.letters() {
                let from = self.table.steps[at][letter];
                if let What::Leaf(Some(_)) = self.table.nodes[from].what {
                    continue;
                }
                let word = times_letter(&self.table.words[at], letter)?;
                let leaf = self.sift(&word, from, bounds)?;
                self.table.steps[at][letter] = leaf;
                if let What::Leaf(None) = self.table.nodes[leaf].what {
                    if self.table.words.len() >= bounds.elements {
                        return Err(Stop::Elements);
                    }
                    self.table.add_element(word, leaf, self.letters());
                }
            }
            at += 1;
        }
        Ok(())
    }

    /// The two orders of the letters lead from x to different elements; some company tells these apart. There the
    /// word itself has one outcome, and so one of the two last steps was taken from a word that x and the first letter are not.
    fn part_by_disorder(&mut self, x: usize, a: usize, b: usize, bounds: &Bounds) -> Result<(), Stop> {
        let after = |first: usize, second: usize| {
            let element = self.table.step(self.table.step(x, first), second);
            self.table.leaves[element]
        };
        let (fork, way) = self.table.parting(after(a, b), after(b, a));
        let What::Fork(company, ways) = &self.table.nodes[fork].what else { return Ok(()) };
        let (company, is_p) = (*company, ways[1] == way);
        let word = times_letter(&times_letter(&self.table.words[x], a)?, b)?;
        let truth = self.in_company(&word, &company, bounds)?;
        let (first, last) = if is_p == truth { (b, a) } else { (a, b) };
        self.part(self.table.steps[x][first], &times_letter(&company, last)?, bounds)
    }

    /// Makes a leaf a fork: its element and some word that had come to it have different outcomes in the company.
    fn part(&mut self, leaf: usize, company: &Packed, bounds: &Bounds) -> Result<(), Stop> {
        let What::Leaf(Some(element)) = self.table.nodes[leaf].what else { return Ok(()) };
        let representative = self.table.words[element];
        let is_p = self.in_company(&representative, company, bounds)?;
        self.table.part(leaf, element, *company, is_p);
        Ok(())
    }

    fn in_company(&mut self, word: &Packed, company: &Packed, bounds: &Bounds) -> Result<bool, Stop> {
        self.oracle.is_p(&times(word, company)?, bounds.positions)
    }

    /// Words whose outcomes are not what the pair says: a sum that the proof found, or options of it. None if the pair is right.
    fn wrong_words(&mut self, pair: &Bipartite, bounds: &Bounds) -> Result<Vec<Packed>, Stop> {
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
            let mut word = Packed::default();
            for letter in wrong.sum {
                word = times_letter(&word, letter)?;
            }
            let mut suspects = vec![word];
            for letter in (0..self.letters()).filter(|&letter| word.exponent(letter) > 0) {
                for option in &self.oracle.options[letter] {
                    suspects.push(times(&word.without(letter), option)?);
                }
            }
            let mut wrong = Vec::new();
            for suspect in suspects {
                let says = pair.in_p(element(&pair.monoid, &suspect));
                if self.oracle.is_p(&suspect, bounds.positions)? != says {
                    wrong.push(suspect);
                }
            }
            return Ok(wrong);
        }
        Ok(Vec::new())
    }

    /// If the table is wrong on a word: on the way from the word to the element that the table makes of it, letter by letter,
    /// the outcome must change somewhere. There two words are told apart which the table holds for one.
    ///
    /// Looked for from the end, so that the company is short.
    fn part_on_the_way(&mut self, word: &Packed, bounds: &Bounds) -> Result<bool, Stop> {
        let letters: Vec<usize> = word.letters().collect();
        let mut way = vec![0];
        for (at, &letter) in letters.iter().enumerate() {
            way.push(self.table.step(way[at], letter));
        }
        let truth = self.oracle.is_p(word, bounds.positions)?;
        let mut rest = Packed::default();
        for (at, &letter) in letters.iter().enumerate().rev() {
            let after = self.table.words[way[at + 1]];
            if self.in_company(&after, &rest, bounds)? == truth {
                return Ok(false);
            }
            let before = times_letter(&self.table.words[way[at]], letter)?;
            if self.in_company(&before, &rest, bounds)? == truth {
                self.part(self.table.steps[way[at]][letter], &rest, bounds)?;
                return Ok(true);
            }
            rest = times_letter(&rest, letter)?;
        }
        // The whole word has its own outcome, so this is not reached.
        Ok(false)
    }
}

impl Table {
    /// The tree begins with the empty company.
    fn grow(&mut self) {
        let leaf = || Node { parent: ROOT, what: What::Leaf(None) };
        self.nodes = vec![Node { parent: ROOT, what: What::Fork(Packed::default(), [1, 2]) }, leaf(), leaf()];
    }

    fn add_element(&mut self, word: Packed, leaf: usize, letters: usize) {
        self.nodes[leaf].what = What::Leaf(Some(self.words.len()));
        self.leaves.push(leaf);
        self.steps.push(vec![ROOT; letters]);
        self.words.push(word);
    }

    /// The element to which a letter leads. Domain: tables that are closed.
    fn step(&self, x: usize, letter: usize) -> usize {
        match self.nodes[self.steps[x][letter]].what {
            What::Leaf(Some(element)) => element,
            _ => 0,
        }
    }

    fn part(&mut self, leaf: usize, element: usize, company: Packed, is_p: bool) {
        let first = self.nodes.len();
        for side in [false, true] {
            let element = (side == is_p).then_some(element);
            self.nodes.push(Node { parent: leaf, what: What::Leaf(element) });
        }
        self.nodes[leaf].what = What::Fork(company, [first, first + 1]);
        self.leaves[element] = first + usize::from(is_p);
    }

    /// The fork at which the ways to two leaves part, and the way from it to the first.
    fn parting(&self, one: usize, other: usize) -> (usize, usize) {
        let up = |from: usize| {
            let mut way = vec![from];
            while way[way.len() - 1] != ROOT {
                way.push(self.nodes[way[way.len() - 1]].parent);
            }
            way.reverse();
            way
        };
        let (one, other) = (up(one), up(other));
        let apart = one.iter().zip(&other).position(|(a, b)| a != b).unwrap_or(1);
        (one[apart - 1], one[apart])
    }

    /// Leaves only the companies; forks of which one way was never taken go, too.
    fn forget_elements(&mut self) {
        let old = std::mem::take(self);
        let Some(root) = old.nodes.first() else { return };
        let What::Fork(_, ways) = &root.what else { return };
        self.grow();
        let mut waiting: Vec<(usize, usize)> = ways.iter().copied().zip([1, 2]).collect();
        while let Some((from, to)) = waiting.pop() {
            let What::Fork(company, ways) = &old.nodes[from].what else { continue };
            let taken: Vec<usize> = ways.iter().copied().filter(|&way| !old.is_bare(way)).collect();
            match taken[..] {
                [] => continue,
                [only] => {
                    waiting.push((only, to));
                    continue;
                }
                _ => {}
            }
            let first = self.nodes.len();
            for (way, &from) in (first..).zip(ways) {
                self.nodes.push(Node { parent: to, what: What::Leaf(None) });
                waiting.push((from, way));
            }
            self.nodes[to].what = What::Fork(*company, [first, first + 1]);
        }
    }

    fn is_bare(&self, node: usize) -> bool {
        matches!(self.nodes[node].what, What::Leaf(None))
    }

    /// An element from which two letters lead to different elements in the two orders.
    fn does_not_commute(&self) -> Option<(usize, usize, usize)> {
        let apart = |x, a, b| self.step(self.step(x, a), b) != self.step(self.step(x, b), a);
        let letters = self.steps.first().map_or(0, Vec::len);
        let mut all = (0..self.words.len())
            .flat_map(|x| (0..letters).flat_map(move |a| (0..a).map(move |b| (x, a, b))));
        all.find(|&(x, a, b)| apart(x, a, b))
    }

    fn pair(&self) -> Option<Bipartite> {
        let letters = self.steps.first().map_or(0, Vec::len);
        let cayley: Vec<Vec<u16>> = (0..self.words.len())
            .map(|x| (0..letters).map(|letter| self.step(x, letter) as u16).collect())
            .collect();
        let (monoid, renamed) = Monoid::of_cayley(&cayley, letters)?;
        let mut p = Set::new(monoid.order());
        for (element, &leaf) in self.leaves.iter().enumerate() {
            // The first company is the empty one.
            let (_, way) = self.parting(leaf, ROOT);
            if way == 2 {
                p.insert(usize::from(renamed[element]));
            }
        }
        Some(Bipartite { monoid, p })
    }
}

fn times(a: &Packed, b: &Packed) -> Result<Packed, Stop> {
    a.times(b).ok_or(Stop::Exponents)
}

fn times_letter(word: &Packed, letter: usize) -> Result<Packed, Stop> {
    times(word, &Packed::letter(letter))
}

fn element(monoid: &Monoid, word: &Packed) -> usize {
    monoid.evaluate(&Word((0..monoid.letters()).map(|letter| word.exponent(letter)).collect()))
}
