//! What an entry is made from, and what of that changed: as far as the two files tell, and no further.

use std::collections::{BTreeMap, BTreeSet};

use super::super::saved::claim_id;
use super::change::Sources;
use super::said::{definition_id, formula_id, origin_id};
use super::{Change, Claimed, Placed};
use crate::verdicts::{Block, Entry, PaperVerdicts};

/// What both runs say of their papers and claims as a whole.
pub(super) struct Told {
    old: Side,
    new: Side,
    /// Papers whose definitions differ: the names of those that do.
    definitions: BTreeMap<String, BTreeSet<String>>,
}

/// Why an entry changed.
#[derive(Default)]
pub(super) struct Causes {
    /// A phrase each.
    pub words: Vec<String>,
    /// The texts that the phrases name, by their names as texts: definitions, and formulas of claims.
    pub texts: Vec<String>,
}

impl Causes {
    /// Nothing that is recorded changed.
    pub(super) fn of_the_program() -> Causes {
        vec![PROGRAM.to_owned()].into()
    }
}

impl From<Vec<String>> for Causes {
    fn from(words: Vec<String>) -> Causes {
        Causes { words, texts: Vec::new() }
    }
}

struct Side {
    papers: BTreeSet<String>,
    claims: BTreeSet<String>,
}

impl Told {
    pub(super) fn new(old: &[PaperVerdicts], new: &[PaperVerdicts]) -> Told {
        let mut changed = BTreeMap::new();
        for paper in new {
            if let Some(was) = old.iter().find(|was| was.key == paper.key) {
                let (was, is) = (definitions(was), definitions(paper));
                let names = was.keys().chain(is.keys()).filter(|name| was.get(*name) != is.get(*name));
                changed.insert(paper.key.clone(), names.map(|name| (*name).to_owned()).collect());
            }
        }
        Told { old: Side::new(old), new: Side::new(new), definitions: changed }
    }

    /// What changed of that which an entry is made from; never empty but for what still differs.
    pub(super) fn causes(&self, change: Change, was: Option<Placed>, is: Option<Placed>) -> Causes {
        match (was, is) {
            _ if change == Change::Still => Causes::default(),
            (None, None) => Causes::default(),
            (None, Some(only)) => vec![self.old.lacks(only.of, "new")].into(),
            (Some(only), None) => vec![self.new.lacks(only.of, "gone")].into(),
            (Some(_), Some(is)) if change == Change::Moved => {
                vec![format!("lines of {}", file(is.entry))].into()
            }
            (Some(was), Some(is)) => self.of_both(change, was, is),
        }
    }

    fn of_both(&self, change: Change, was: Placed, is: Placed) -> Causes {
        let renamed = was.of.claim.id != is.of.claim.id;
        let mut causes = Vec::new();
        if renamed {
            causes.push(format!("{} is called {} now", name(was.of), name(is.of)));
        }
        let source = Sources::of(was.entry, is.entry);
        let mut texts = Vec::new();
        if formula_changed(was, is) {
            causes.push(format!("the printed formula of {}", name(is.of)));
            texts.push(formula_id(&name(is.of)));
        } else if source.file {
            causes.push(format!("read in {} → {}", file(was.entry), file(is.entry)));
        } else if source.text {
            causes.push(format!("the text printed in {}", file(is.entry)));
        } else if source.origin {
            causes.push(format!("the origin given in {}", file(is.entry)));
        }
        if source.origin && was.of.claim.origin != is.of.claim.origin {
            texts.push(origin_id(&name(is.of)));
        }
        let answer =
            |entry: &Entry| (entry.recomputed.clone(), entry.tested.clone(), entry.expression.clone());
        let explained = !causes.is_empty() && answer(was.entry) == answer(is.entry);
        // Another name or another printed text is all that is needed where the answer is the same.
        let mut all = if explained { Causes::default() } else { self.of_answer(change, was, is) };
        all.words.splice(..0, causes);
        all.texts.extend(texts);
        all
    }

    /// What changed of that which the answer is made from.
    fn of_answer(&self, change: Change, was: Placed, is: Placed) -> Causes {
        let (mut causes, mut texts) = (Vec::new(), Vec::new());
        let asked_anew = was.entry.expression != is.entry.expression;
        if asked_anew {
            causes.push(format!("{EXPRESSION}{}` → `{}`", was.entry.expression, is.entry.expression));
        }
        let kept = |entry: &Entry| entry.standings.iter().any(|standing| standing == "frozen");
        match (kept(was.entry), kept(is.entry)) {
            (false, true) => causes.push("it comes from a full range now".to_owned()),
            (true, false) => causes.push("it comes from a full range no more".to_owned()),
            _ => {}
        }
        let (before, now) = (&was.of.claim.made_from, &is.of.claim.made_from);
        let differs = |part: &str| match (before.get(part), now.get(part)) {
            (Some(old), Some(new)) => old != new,
            _ => false,
        };
        if differs("claim") && !asked_anew {
            causes.push(match change {
                // One rewording in many claims is one cause.
                Change::Reworded => texts_of_claims(&is.of.paper.key),
                _ => format!("the text of the claim {}", name(is.of)),
            });
            texts.push(formula_id(&name(is.of)));
        }
        if before.get("definitions") != now.get("definitions") || before.is_empty() || now.is_empty() {
            let used = self.definitions_used(is);
            causes.extend(says_definitions(&used, &is.of.paper.key));
            texts.extend(used.into_iter().map(|name| definition_id(&is.of.paper.key, name)));
        }
        if differs("transcript") {
            causes.push(format!("the transcript of {}", name(is.of)));
        }
        if differs("conventions") {
            causes.push(format!("the notation of {}", is.of.paper.key));
        }
        if let (Some(old), Some(new)) = (before.get("revisions"), now.get("revisions")) {
            causes.extend(revisions(old, new));
        }
        if causes.is_empty() {
            let recorded = !before.is_empty() && !now.is_empty();
            causes.push(if recorded { PROGRAM } else { NOT_RECORDED }.to_owned());
        }
        Causes { words: causes, texts }
    }

    /// The changed definitions of a paper that a drawing, a grid or a chart uses, and what they are as a cause.
    pub(super) fn of_uses(&self, paper: &str, uses: &str) -> Causes {
        let Some(changed) = self.definitions.get(paper) else { return Causes::default() };
        let uses: BTreeSet<&str> = uses.split_whitespace().collect();
        let used: Vec<&str> = changed.iter().map(String::as_str).filter(|name| uses.contains(name)).collect();
        let texts = used.iter().map(|name| definition_id(paper, name)).collect();
        Causes { words: Vec::from_iter(says_definitions(&used, paper)), texts }
    }

    /// The changed definitions that the claim uses; where that is not recorded, those that the expression names.
    fn definitions_used(&self, is: Placed) -> Vec<&str> {
        let Some(changed) = self.definitions.get(&is.of.paper.key) else { return Vec::new() };
        let words = |text: &str| -> BTreeSet<String> {
            text.split(|c: char| !(c.is_alphanumeric() || c == '_')).map(str::to_owned).collect()
        };
        let used = match is.of.claim.made_from.get("uses") {
            Some(names) => words(names),
            None => words(&is.entry.expression),
        };
        changed.iter().filter(|name| used.contains(*name)).map(String::as_str).collect()
    }
}

/// Whether an entry is printed by a formula of its claim that is another one now, in the same file.
fn formula_changed(was: Placed, is: Placed) -> bool {
    let formula = |of: Claimed| of.claim.formula.as_ref().map(|formula| formula.text.clone());
    let (Some(old), Some(new)) = (formula(was.of), formula(is.of)) else { return false };
    let printed = |entry: &Entry| entry.read_at.as_ref().map(|at| at.text.clone());
    old != new && printed(was.entry) != printed(is.entry) && file(was.entry) == file(is.entry)
}

/// `the definition C of snort`; none if there are none.
fn says_definitions(names: &[&str], paper: &str) -> Option<String> {
    let word = if names.len() == 1 { "definition" } else { "definitions" };
    (!names.is_empty()).then(|| format!("the {word} {} of {paper}", names.join(", ")))
}

/// Nothing that is recorded of what an entry is made from has changed.
const PROGRAM: &str = "the program: no text and no revision that it is made from changed";
const NOT_RECORDED: &str = "not known: one of the two runs does not say what it was made from";

const EXPRESSION: &str = "the expression `";

/// Whether a cause says the expression of before and now.
pub(super) fn is_expression(cause: &str) -> bool {
    cause.starts_with(EXPRESSION)
}

/// Whether nothing is known of a cause.
pub(super) fn is_unknown(causes: &[String]) -> bool {
    causes.iter().any(|cause| cause == NOT_RECORDED)
}

/// Whether it is the program, and nothing else.
pub(super) fn is_the_program(causes: &[String]) -> bool {
    causes == [PROGRAM]
}

/// Whether things with these causes may have many: nothing that is recorded tells one from another.
pub(super) fn may_be_many(causes: &[String]) -> bool {
    is_unknown(causes) || is_the_program(causes)
}

impl Side {
    fn new(papers: &[PaperVerdicts]) -> Side {
        let claims =
            papers.iter().flat_map(|paper| paper.claims.iter().map(move |claim| claim_id(paper, claim)));
        Side { papers: papers.iter().map(|paper| paper.key.clone()).collect(), claims: claims.collect() }
    }

    /// What is on the other side only: a paper, a claim, or rows.
    fn lacks(&self, of: Claimed, word: &str) -> String {
        if !self.papers.contains(&of.paper.key) {
            format!("the paper {} is {word}", of.paper.key)
        } else if !self.claims.contains(&claim_id(of.paper, of.claim)) {
            lone_claims(&of.paper.key, word)
        } else {
            format!("entries of {} are {word}", name(of))
        }
    }
}

/// What stands for the names of the claims until all are known.
pub(super) fn lone_claims(paper: &str, word: &str) -> String {
    format!("claims of {paper} are {word}")
}

/// Likewise for claims that say something in other words.
pub(super) fn texts_of_claims(paper: &str) -> String {
    format!("the text of claims of {paper}")
}

fn name(of: Claimed) -> String {
    claim_id(of.paper, of.claim)
}

fn file(entry: &Entry) -> &str {
    entry.read_at.as_ref().map_or("no file", |at| at.file.as_str())
}

/// A paper's definitions by name; each is one line.
pub(super) fn definitions(paper: &PaperVerdicts) -> BTreeMap<&str, &str> {
    let blocks = paper.blocks.iter().filter_map(|block| match block {
        Block::Definitions(text) => Some(text.lines()),
        _ => None,
    });
    blocks
        .flatten()
        .filter_map(|line| {
            let end = line.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(line.len());
            (end > 0).then(|| (&line[..end], line))
        })
        .collect()
}

/// `engine 1, search 1` and `engine 2, search 1` give `the revision of engine, 1 → 2`.
fn revisions(old: &str, new: &str) -> Vec<String> {
    let rooms = |text: &str| -> BTreeMap<String, String> {
        let pairs = text.split(", ").filter_map(|room| room.split_once(' '));
        pairs.map(|(room, number)| (room.to_owned(), number.to_owned())).collect()
    };
    let (old, new) = (rooms(old), rooms(new));
    let names: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let number = |side: &BTreeMap<String, String>, room: &String| {
        side.get(room).map_or("none".to_owned(), Clone::clone)
    };
    names
        .into_iter()
        .filter(|room| old.get(*room) != new.get(*room))
        .map(|room| format!("the revision of {room}, {} → {}", number(&old, room), number(&new, room)))
        .collect()
}
