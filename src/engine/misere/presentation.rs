//! Commutative monoids from presentations: completion of rewriting rules on exponent vectors.

use super::monoid::Monoid;
use super::word::{Reader, Unreadable, Word, letter_names};

/// Generators and relations: `<a,b | a2=1,b3=b>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    pub names: Vec<String>,
    pub relations: Vec<(Word, Word)>,
}

/// The most rules that completion may hold.
pub const MOST_RULES: usize = 1 << 14;

impl Presentation {
    /// Reads plain text or TeX: `<a,b | a^2=1, b^3=b>`, `\langle a,b \mid a^2=1 \rangle`, `⟨a | a²=1⟩`.
    ///
    /// ```
    /// use referee::engine::misere::Presentation;
    /// let read = Presentation::read(r"\langle a,b \mid a^2 = 1, b^{3} = b \rangle").unwrap();
    /// assert_eq!(read.text(), "<a,b | a2=1,b3=b>");
    /// ```
    ///
    /// # Errors
    /// What cannot be read, with its place.
    pub fn read(text: &str) -> Result<Presentation, Unreadable> {
        let mut reader = Reader { text, at: 0 };
        if !reader.take(&["<", "\\langle", "⟨"]) {
            return Err(reader.problem("`<` is expected here"));
        }
        let mut names = Vec::new();
        const BAR: &[&str] = &["|", "\\mid", "\\vert", "∣"];
        const END: &[&str] = &[">", "\\rangle", "⟩"];
        let mut bar = reader.take(BAR);
        while !bar {
            let start = reader.at;
            let name = reader.name().ok_or_else(|| reader.problem("a letter is expected here"))?;
            if names.contains(&name) {
                return Err(Unreadable { offset: start, message: format!("`{name}` stands here twice") });
            }
            names.push(name);
            if reader.take(END) {
                return reader.end(Presentation { names, relations: Vec::new() });
            }
            bar = reader.take(BAR);
            if !bar && !reader.take(&[","]) {
                return Err(reader.problem("`,` or `|` is expected here"));
            }
        }
        let mut relations = Vec::new();
        while !reader.take(END) {
            if !relations.is_empty() && !reader.take(&[","]) {
                return Err(reader.problem("`,` or `>` is expected here"));
            }
            let left = reader.word(&names)?;
            if !reader.take(&["="]) {
                return Err(reader.problem("`=` is expected here"));
            }
            relations.push((left, reader.word(&names)?));
        }
        reader.end(Presentation { names, relations })
    }

    pub fn text(&self) -> String {
        let relation = |(l, r): &(Word, Word)| format!("{}={}", l.text(&self.names), r.text(&self.names));
        let relations: Vec<String> = self.relations.iter().map(relation).collect();
        format!("<{} | {}>", self.names.join(","), relations.join(","))
    }

    pub fn tex(&self) -> String {
        let relation = |(l, r): &(Word, Word)| format!("{} = {}", l.tex(&self.names), r.tex(&self.names));
        let relations: Vec<String> = self.relations.iter().map(relation).collect();
        format!("\\langle {} \\mid {} \\rangle", self.names.join(", "), relations.join(", "))
    }

    /// The relations as rules, each from its greater side to its smaller one; relations of equal sides are left out.
    pub fn rules(&self) -> Rewriting {
        let turned =
            |(l, r): &(Word, Word)| if l > r { (l.clone(), r.clone()) } else { (r.clone(), l.clone()) };
        let rules = self.relations.iter().map(turned).filter(|(l, r)| l != r).collect();
        Rewriting { names: self.names.clone(), rules, added: 0 }
    }

    /// The reduced complete system of rules for the same monoid.
    ///
    /// Comes to an end for every presentation, for words in commuting letters contain no infinite sequence in which no word
    /// divides a later one. `None` beyond 2^14 rules or when an exponent overflows. Source: \[buchberger1965\],
    /// \[knuth-bendix1970\].
    pub fn complete(&self) -> Option<Rewriting> {
        let mut system = Rewriting { names: self.names.clone(), rules: Vec::new(), added: 0 };
        let given = self.rules().rules;
        for (left, right) in &given {
            system.join(left, right)?;
        }
        let mut done = 0;
        while done < system.rules.len() {
            for earlier in 0..done {
                let (p, q) = (&system.rules[earlier], &system.rules[done]);
                if p.0.lcm(&q.0).degree() < p.0.degree() + q.0.degree() {
                    let pair = critical_pair(p, q)?;
                    system.added += usize::from(system.join(&pair.0, &pair.1)?);
                }
            }
            done += 1;
            if system.rules.len() > MOST_RULES {
                return None;
            }
        }
        system.reduce()?;
        Some(system)
    }
}

impl Reader<'_> {
    fn end(&mut self, read: Presentation) -> Result<Presentation, Unreadable> {
        self.skip_blanks();
        if self.at < self.text.len() {
            Err(self.problem("the end of the presentation is expected here"))
        } else {
            Ok(read)
        }
    }
}

/// The two words to which the overlap of two rules is rewritten.
fn critical_pair(p: &(Word, Word), q: &(Word, Word)) -> Option<(Word, Word)> {
    let overlap = p.0.lcm(&q.0);
    Some((overlap.over(&p.0)?.times(&p.1)?, overlap.over(&q.0)?.times(&q.1)?))
}

/// Rules that replace a word by a smaller one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewriting {
    pub names: Vec<String>,
    pub rules: Vec<(Word, Word)>,
    /// How many rules completion added to the given ones.
    pub added: usize,
}

/// What two rules make of the least word to which both apply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CriticalPair {
    pub rules: (usize, usize),
    pub overlap: Word,
    /// The normal forms of the two results; the pair is confluent if they are equal.
    pub results: (Word, Word),
}

impl CriticalPair {
    pub fn is_confluent(&self) -> bool {
        self.results.0 == self.results.1
    }
}

/// Why a presentation has infinitely many elements: no rule reduces any power of this letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Infinite {
    pub letter: String,
}

impl Rewriting {
    /// The word to which no rule applies. `None` if an exponent overflows on the way.
    pub fn normal_form(&self, word: &Word) -> Option<Word> {
        let mut word = word.clone();
        while let Some((rule, rest)) = self.rules.iter().find_map(|rule| Some((rule, word.over(&rule.0)?))) {
            word = rest.times(&rule.1)?;
        }
        Some(word)
    }

    /// Adds the rule that joins two words, unless they have the same normal form already; was one added?
    fn join(&mut self, left: &Word, right: &Word) -> Option<bool> {
        let (left, right) = (self.normal_form(left)?, self.normal_form(right)?);
        if left == right {
            return Some(false);
        }
        self.rules.push(if left > right { (left, right) } else { (right, left) });
        Some(true)
    }

    /// Leaves out the rules that others do the work of, and normalises the right sides.
    fn reduce(&mut self) -> Option<()> {
        let mut rules = std::mem::take(&mut self.rules);
        rules.sort();
        for (left, right) in rules {
            if !self.rules.iter().any(|(smaller, _)| smaller.divides(&left)) {
                self.rules.push((left, right));
            }
        }
        let normal: Option<Vec<Word>> = self.rules.iter().map(|(_, right)| self.normal_form(right)).collect();
        self.rules.iter_mut().zip(normal?).for_each(|(rule, right)| rule.1 = right);
        Some(())
    }

    /// All pairs of rules, with what becomes of their overlap, those without a common letter included.
    /// `None` if an exponent overflows.
    pub fn critical_pairs(&self) -> Option<Vec<CriticalPair>> {
        let mut pairs = Vec::new();
        for second in 0..self.rules.len() {
            for first in 0..second {
                let (p, q) = (&self.rules[first], &self.rules[second]);
                let (left, right) = critical_pair(p, q)?;
                let results = (self.normal_form(&left)?, self.normal_form(&right)?);
                pairs.push(CriticalPair { rules: (first, second), overlap: p.0.lcm(&q.0), results });
            }
        }
        Some(pairs)
    }

    /// A letter of which all powers are different: there is one exactly if the monoid is infinite.
    ///
    /// Domain: complete systems.
    pub fn infinite(&self) -> Option<Infinite> {
        let pure =
            |letter: usize| self.rules.iter().any(|(left, _)| left.degree() == u64::from(left.0[letter]));
        let letter = (0..self.names.len()).find(|&letter| !pure(letter))?;
        Some(Infinite { letter: self.names[letter].clone() })
    }

    /// The monoid of normal forms. `None` if it is infinite or has more than [`Monoid::MOST`] elements.
    ///
    /// Domain: complete systems.
    pub fn monoid(&self) -> Option<Monoid> {
        if self.infinite().is_some() {
            return None;
        }
        let letters = self.names.len();
        let mut forms = vec![Word::one(letters)];
        let mut at = 0;
        while at < forms.len() {
            for letter in 0..letters {
                // Each word once: from its predecessor at the last letter that it has.
                if forms[at].0[letter + 1..].iter().all(|&e| e == 0) {
                    let next = forms[at].times(&Word::letter(letters, letter))?;
                    if !self.rules.iter().any(|(left, _)| left.divides(&next)) {
                        forms.push(next);
                    }
                }
            }
            at += 1;
            if forms.len() > Monoid::MOST {
                return None;
            }
        }
        forms.sort();
        Monoid::of_normal_forms(self.names.clone(), forms, |word| self.normal_form(word))
    }
}

impl Monoid {
    /// The reduced complete presentation of the monoid in its own letters.
    pub fn presentation(&self) -> Presentation {
        let letters = self.letters();
        let is_normal = |word: &Word| self.form(self.evaluate(word)) == word;
        let mut relations = Vec::new();
        for element in 0..self.order() {
            for letter in 0..letters {
                let Some(word) = self.form(element).times(&Word::letter(letters, letter)) else { continue };
                let parts = (0..letters).filter_map(|l| word.over(&Word::letter(letters, l)));
                if !is_normal(&word) && parts.into_iter().all(|part| is_normal(&part)) {
                    relations.push((word.clone(), self.form(self.evaluate(&word)).clone()));
                }
            }
        }
        // The relations of `a`, then those with `b`, and so on, as papers print them.
        relations.sort_by(|(left, _), (other, _)| left.0.iter().rev().cmp(other.0.iter().rev()));
        relations.dedup();
        Presentation { names: letter_names(letters), relations }
    }
}
