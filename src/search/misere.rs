//! Impartial games in misère play, by their definitions: trees of play, compared by links.
//!
//! A game is here the set of its options, written out. Two games are *linked* if some company makes both P-positions; that is
//! so exactly if the first is equal to no option of the second and the second to no option of the first. They are
//! equal exactly if neither is linked to an option of the other, and, should one of them have no options, the other is an
//! N-position. (Conway, *On Numbers and Games*, chapter 12.) Nothing is simplified on the way to an answer.

use std::collections::HashMap;
use std::hash::Hash;

use super::{Limit, deep};

/// Trees of impartial games, each once.
pub struct MisereTrees {
    options: Vec<Vec<usize>>,
    known: HashMap<Vec<usize>, usize>,
    equal: HashMap<(usize, usize), bool>,
    /// Misère Grundy values with so many heaps of two and of one beside.
    beside: HashMap<(usize, u32, u32), u32>,
    spent: u64,
    budget: u64,
}

const NOTHING: usize = 0;

/// The least number that is not among these.
fn least_missing(mut numbers: Vec<u32>) -> u32 {
    numbers.sort_unstable();
    numbers.into_iter().fold(0, |least, n| if n == least { least + 1 } else { least })
}

impl MisereTrees {
    /// Trees, comparisons and values with company count against the budget, one each.
    pub fn new(budget: u64) -> MisereTrees {
        let mut trees = MisereTrees {
            options: Vec::new(),
            known: HashMap::new(),
            equal: HashMap::new(),
            beside: HashMap::new(),
            spent: 0,
            budget,
        };
        trees.store(Vec::new());
        trees
    }

    fn spend(&mut self) -> Result<(), Limit> {
        self.spent += 1;
        if self.spent > self.budget { Err(Limit::Positions(self.budget)) } else { Ok(()) }
    }

    fn store(&mut self, mut options: Vec<usize>) -> usize {
        options.sort_unstable();
        options.dedup();
        let next = self.options.len();
        let number = *self.known.entry(options.clone()).or_insert(next);
        if number == next {
            self.options.push(options);
        }
        number
    }

    /// The tree of a position, whose options are `moves`. Play must end.
    ///
    /// # Errors
    /// [`Limit::Positions`].
    pub fn tree<P: Clone + Eq + Hash>(
        &mut self,
        position: &P,
        moves: &dyn Fn(&P) -> Vec<P>,
    ) -> Result<usize, Limit> {
        self.grown(position, moves, &mut HashMap::new())
    }

    fn grown<P: Clone + Eq + Hash>(
        &mut self,
        position: &P,
        moves: &dyn Fn(&P) -> Vec<P>,
        grown: &mut HashMap<P, usize>,
    ) -> Result<usize, Limit> {
        if let Some(&tree) = grown.get(position) {
            return Ok(tree);
        }
        self.spend()?;
        let mut options = Vec::new();
        for next in moves(position) {
            options.push(deep(|| self.grown(&next, moves, grown))?);
        }
        let tree = self.store(options);
        grown.insert(position.clone(), tree);
        Ok(tree)
    }

    /// Does whoever is not to move win? Whoever makes the last move loses.
    ///
    /// # Errors
    /// [`Limit::Positions`].
    pub fn is_p(&mut self, tree: usize) -> Result<bool, Limit> {
        Ok(self.misere_grundy(tree)? == 0)
    }

    /// The Grundy value in normal play.
    pub fn grundy(&self, tree: usize) -> u32 {
        // Options are stored before what has them.
        let mut values: Vec<u32> = Vec::with_capacity(tree + 1);
        for options in &self.options[..=tree] {
            values.push(least_missing(options.iter().map(|&option| values[option]).collect()));
        }
        values[tree]
    }

    /// 1 if there is no move, else the least number that no option has.
    ///
    /// # Errors
    /// [`Limit::Positions`].
    pub fn misere_grundy(&mut self, tree: usize) -> Result<u32, Limit> {
        self.with_heaps(tree, 0, 0)
    }

    /// The misère Grundy value of the game with nim heaps of two and of one beside it, all of them played.
    fn with_heaps(&mut self, tree: usize, twos: u32, ones: u32) -> Result<u32, Limit> {
        if (tree, twos, ones) == (NOTHING, 0, 0) {
            return Ok(1);
        }
        if let Some(&known) = self.beside.get(&(tree, twos, ones)) {
            return Ok(known);
        }
        self.spend()?;
        let mut nexts: Vec<(usize, u32, u32)> =
            self.options[tree].iter().map(|&option| (option, twos, ones)).collect();
        if twos > 0 {
            nexts.extend([(tree, twos - 1, ones), (tree, twos - 1, ones + 1)]);
        }
        if ones > 0 {
            nexts.push((tree, twos, ones - 1));
        }
        let mut values = Vec::new();
        for (tree, twos, ones) in nexts {
            values.push(deep(|| self.with_heaps(tree, twos, ones))?);
        }
        let value = least_missing(values);
        self.beside.insert((tree, twos, ones), value);
        Ok(value)
    }

    /// The genus as `0^120`: the Grundy value, then the misère Grundy values with more and more heaps of two, as far as is needed
    /// for the last two to alternate ever after; looked at for so many heaps as there can be moves, and four more.
    ///
    /// # Errors
    /// [`Limit::Positions`].
    pub fn genus(&mut self, tree: usize) -> Result<String, Limit> {
        let mut misere = Vec::new();
        for twos in 0..self.depth(tree) + 5 {
            misere.push(self.with_heaps(tree, twos, 0)?);
        }
        while misere.len() > 2 && misere[misere.len() - 1] == misere[misere.len() - 3] {
            misere.pop();
        }
        let between = if misere.iter().any(|&value| value > 9) { "," } else { "" };
        let digits: Vec<String> = misere.iter().map(u32::to_string).collect();
        Ok(format!("{}^{}", self.grundy(tree), digits.join(between)))
    }

    /// The most moves that can be made.
    fn depth(&self, tree: usize) -> u32 {
        let mut depths: Vec<u32> = Vec::with_capacity(tree + 1);
        for options in &self.options[..=tree] {
            depths.push(options.iter().map(|&option| depths[option] + 1).max().unwrap_or(0));
        }
        depths[tree]
    }

    /// Are the two games equal in misère play, in the company of any impartial game?
    ///
    /// # Errors
    /// [`Limit::Positions`].
    pub fn are_equal(&mut self, g: usize, h: usize) -> Result<bool, Limit> {
        let key = (g.min(h), g.max(h));
        if g == h {
            return Ok(true);
        }
        if let Some(&known) = self.equal.get(&key) {
            return Ok(known);
        }
        self.spend()?;
        let equal = deep(|| self.by_links(g, h))?;
        self.equal.insert(key, equal);
        Ok(equal)
    }

    fn by_links(&mut self, g: usize, h: usize) -> Result<bool, Limit> {
        for (one, other) in [(g, h), (h, g)] {
            if one == NOTHING && self.is_p(other)? {
                return Ok(false);
            }
            for option in self.options[one].clone() {
                if self.are_linked(option, other)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Is there a company in which both are P-positions?
    fn are_linked(&mut self, g: usize, h: usize) -> Result<bool, Limit> {
        for (one, other) in [(g, h), (h, g)] {
            for option in self.options[one].clone() {
                if self.are_equal(option, other)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// The canonical form: options in canonical form, each once; and if some option has an option that is equal to the whole,
    /// it is that.
    ///
    /// # Errors
    /// [`Limit::Positions`].
    pub fn canonical(&mut self, tree: usize) -> Result<usize, Limit> {
        let mut forms: Vec<usize> = Vec::with_capacity(tree + 1);
        for number in 0..=tree {
            let options = self.options[number].iter().map(|&option| forms[option]).collect();
            let form = self.store(options);
            let back: Vec<usize> =
                self.options[form].iter().flat_map(|&option| self.options[option].clone()).collect();
            let mut whole = None;
            for candidate in back {
                if whole.is_none() && self.are_equal(candidate, form)? {
                    whole = Some(candidate);
                }
            }
            forms.push(whole.unwrap_or(form));
        }
        Ok(forms[tree])
    }

    /// The mate: of nothing one counter, else the game of the mates of the options.
    ///
    /// # Errors
    /// [`Limit::Positions`].
    pub fn mate(&mut self, tree: usize) -> Result<usize, Limit> {
        let mut mates = vec![self.store(vec![NOTHING])];
        for number in 1..=tree {
            self.spend()?;
            let options = self.options[number].iter().map(|&option| mates[option]).collect();
            mates.push(self.store(options));
        }
        Ok(mates[tree])
    }

    /// "tame", "restive", "restless" or "wild", of the game as it stands: take the canonical form.
    ///
    /// # Errors
    /// [`Limit::Positions`].
    pub fn kind(&mut self, tree: usize) -> Result<&'static str, Limit> {
        let mut tame: Vec<bool> = Vec::with_capacity(tree + 1);
        for number in 0..=tree {
            let (g, m) = (self.grundy(number), self.misere_grundy(number)?);
            let options = self.options[number].iter().all(|&option| tame[option]);
            tame.push(options && (g == m || (g < 2 && m < 2)));
        }
        let options = self.options[tree].iter().all(|&option| tame[option]);
        Ok(match (self.grundy(tree), self.misere_grundy(tree)?) {
            _ if tame[tree] => "tame",
            (g, m) if options && g < 2 && m >= 2 => "restive",
            (g, m) if options && g >= 2 && m < 2 => "restless",
            _ => "wild",
        })
    }

    /// Generally tame, as it stands: its Grundy values are those of a sum of nim heaps and follow by the mex rule from its generally
    /// tame options alone, and each other option has two such options (or one that is both), one with the Grundy value and
    /// one with the misère Grundy value of the whole.
    ///
    /// # Errors
    /// [`Limit::Positions`].
    pub fn is_generally_tame(&mut self, tree: usize) -> Result<bool, Limit> {
        let mut values: Vec<(u32, u32)> = Vec::with_capacity(tree + 1);
        let mut tame: Vec<bool> = Vec::with_capacity(tree + 1);
        for number in 0..=tree {
            let (g, m) = (self.grundy(number), self.misere_grundy(number)?);
            let options = &self.options[number];
            let (good, other): (Vec<usize>, Vec<usize>) = options.iter().partition(|&&option| tame[option]);
            let reverts = |&option: &usize| {
                let back =
                    || self.options[option].iter().filter(|&&back| tame[back]).map(|&back| values[back]);
                back().any(|(normal, _)| normal == g) && back().any(|(_, misere)| misere == m)
            };
            let least = |taken: Vec<u32>| (0..).find(|n| !taken.contains(n)).unwrap_or(0);
            let by_good = (
                least(good.iter().map(|&option| values[option].0).collect()),
                least(good.iter().map(|&option| values[option].1).collect()),
            );
            let nim_like = (g == m || (g < 2 && m < 2)) && by_good == (g, m);
            tame.push(number == NOTHING || (nim_like && other.iter().all(reverts)));
            values.push((g, m));
        }
        Ok(tame[tree])
    }

    /// Nim heaps as numbers, `G#` for the game whose only option is G, else the options in braces, those of fewer moves first.
    pub fn text(&self, tree: usize) -> String {
        let options = &self.options[tree];
        let mut texts: Vec<(u32, usize, String)> = options
            .iter()
            .map(|&option| (self.depth(option), self.options[option].len(), self.text(option)))
            .collect();
        texts.sort();
        if texts.iter().enumerate().all(|(n, (_, _, text))| *text == n.to_string()) {
            return options.len().to_string();
        }
        let texts: Vec<String> = texts.into_iter().map(|(_, _, text)| text).collect();
        match &texts[..] {
            [only] => format!("{only}#"),
            _ => format!("{{{}}}", texts.join(",")),
        }
    }
}
