//! Decisions on what changed: `reviews.tsv`, a line a decision, sorted, committed.
//!
//! A decision is on the step of one entry or text from one content to another, and is bound to the hashes of both; the name
//! that it had before, if that was another, belongs to what it said before. When either changes it lapses, and is kept.
//! Steps add up: whoever accepted the step from A to B and the one from B to C has accepted what a comparison of A and C
//! shows, so that decisions outlive the commits that they were made with; a decision on A to C itself comes first.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use crate::diagnostic::{Diagnostic, Source};
use crate::report::diff::{Diff, Group, Member, Remark};
use crate::report::text::grouped;

/// The name of the file in the folder of the project.
pub const FILE: &str = "reviews.tsv";

const HEADER: &str = "\
# Decisions on changes of entries and texts, written by `referee review`; see docs/verdicts.md.
# decision, entry or text, hash of what it said before, hash of what it says now (- if absent), cause, reason
";

/// What was decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ruling {
    Accept,
    Reject,
}

impl Ruling {
    /// The word in the file.
    pub fn word(self) -> &'static str {
        match self {
            Ruling::Accept => "accept",
            Ruling::Reject => "reject",
        }
    }
}

/// The step of one entry or text from one content to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// The name of the entry or text.
    pub entry: String,
    pub was: String,
    pub now: String,
}

impl Step {
    fn of(member: &Member) -> Step {
        Step { entry: member.id.clone(), was: member.was.clone(), now: member.now.clone() }
    }
}

/// A decision and why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decision {
    pub ruling: Ruling,
    /// The group that it was decided with.
    pub cause: String,
    pub reason: String,
}

/// How an entry's change stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    Accepted(String),
    Rejected(String),
    /// With the decisions on other content that came out of the same, which do not hold for this.
    Unreviewed(Vec<Decision>),
}

/// All decisions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reviews {
    /// Lines that begin with `#`, as they stand.
    comments: Vec<String>,
    /// Of one step, all have the same ruling.
    decisions: BTreeMap<Step, BTreeSet<Decision>>,
}

impl Reviews {
    /// Reads `reviews.tsv`. Lines may stand in any order, and twice if they say the same.
    ///
    /// # Errors
    /// Every line that is no decision, and every two that contradict each other, with their places.
    pub fn read(source: &Source) -> Result<Reviews, Vec<Diagnostic>> {
        let mut reviews = Reviews::default();
        let mut places: BTreeMap<Step, Range<usize>> = BTreeMap::new();
        let (mut problems, mut start) = (Vec::new(), 0);
        for whole in source.text.split_inclusive('\n') {
            let line = whole.trim_end_matches(['\n', '\r']);
            let place = start..start + line.len();
            start += whole.len();
            if line.starts_with('#') {
                if !reviews.comments.iter().any(|known| known == line) {
                    reviews.comments.push(line.to_owned());
                }
                continue;
            }
            if line.trim().is_empty() {
                continue;
            }
            match decision(source, line, place.start) {
                Ok((step, decision)) => {
                    let known = reviews.decisions.entry(step.clone()).or_default();
                    if known.first().is_some_and(|known| known.ruling != decision.ruling) {
                        problems.push(contradiction(source, &step.entry, &places[&step], &place));
                    } else {
                        known.insert(decision);
                        places.insert(step, place);
                    }
                }
                Err(problem) => problems.push(*problem),
            }
        }
        if problems.is_empty() { Ok(reviews) } else { Err(problems) }
    }

    /// The bytes of `reviews.tsv`.
    pub fn write(&self) -> String {
        let mut text =
            if self.comments.is_empty() { HEADER.to_owned() } else { self.comments.join("\n") + "\n" };
        for (step, decisions) in &self.decisions {
            for Decision { ruling, cause, reason } in decisions {
                let Step { entry, was, now } = step;
                let _ = writeln!(text, "{}\t{entry}\t{was}\t{now}\t{cause}\t{reason}", ruling.word());
            }
        }
        text
    }

    /// How the change of an entry stands.
    pub fn standing(&self, member: &Member) -> Standing {
        let step = Step::of(member);
        let first = Step { entry: step.entry.clone(), was: String::new(), now: String::new() };
        let of_entry =
            || self.decisions.range(first.clone()..).take_while(|(known, _)| known.entry == step.entry);
        // The last word on the step itself is the answer, whatever chains lead around it.
        if let Some(decisions) = self.decisions.get(&step) {
            return settled(decisions);
        }
        // What decisions lead to, at least one; that nothing seems to change is no decision.
        let mut reached: BTreeMap<&str, String> = BTreeMap::new();
        let mut waiting = vec![(step.was.as_str(), String::new())];
        let mut lapsed = Vec::new();
        while let Some((here, so_far)) = waiting.pop() {
            for (known, decisions) in of_entry().filter(|(known, _)| known.was == here) {
                lapsed.extend(decisions.iter().cloned());
                if rejects(decisions) || reached.contains_key(known.now.as_str()) {
                    continue;
                }
                let all = format!("{so_far}\n{}", reasons(decisions).join("\n"));
                reached.insert(&known.now, all.clone());
                if known.now != step.was {
                    waiting.push((&known.now, all));
                }
            }
        }
        if let Some(reasons) = reached.get(step.now.as_str()) {
            let reasons: Vec<&str> = reasons.lines().filter(|reason| !reason.is_empty()).collect();
            return Standing::Accepted(reasons.join("; then: "));
        }
        // What was rejected stays rejected, whatever it is compared with.
        let rejected = of_entry().filter(|(known, _)| known.now == step.now).flat_map(|(_, all)| all);
        match rejected.filter(|decision| decision.ruling == Ruling::Reject).max() {
            Some(decision) => Standing::Rejected(decision.reason.clone()),
            None => Standing::Unreviewed(lapsed),
        }
    }

    /// Decides on the changes of entries. A former decision on the same change gives way and is returned; others stay.
    pub fn decide<'a>(
        &mut self,
        members: impl IntoIterator<Item = &'a Member>,
        decision: &Decision,
    ) -> Vec<Decision> {
        let mut former = Vec::new();
        for member in members {
            let before = self.decisions.insert(Step::of(member), BTreeSet::from([decision.clone()]));
            former.extend(before.into_iter().flatten().filter(|before| before != decision));
        }
        former
    }

    /// Leaves out the decisions on steps that a comparison cannot show any more: those that end where every comparison
    /// begins, at what the entry says in `base` or at its absence there, and the accepted ones that only lead to these. A
    /// rejection of other content stays, since it holds whatever that is compared with. Returns how many.
    pub fn prune(&mut self, base: &BTreeMap<String, String>) -> usize {
        let before = self.decisions.len();
        let mut steps: BTreeMap<&str, Vec<&Step>> = BTreeMap::new();
        for (step, decisions) in &self.decisions {
            let all = steps.entry(&step.entry).or_default();
            if !rejects(decisions) {
                all.push(step);
            }
        }
        let mut past = BTreeSet::new();
        for (entry, accepted) in steps {
            let here = base.get(entry).map_or("-", String::as_str);
            let leading = closure(here, &accepted, |step| (&step.now, &step.was));
            let following = closure(here, &accepted, |step| (&step.was, &step.now));
            let useless = |step: &&Step| leading.contains(&*step.now) && !following.contains(&*step.was);
            past.extend(accepted.into_iter().filter(useless).cloned());
        }
        self.decisions.retain(|step, _| {
            base.get(&step.entry).map_or("-", String::as_str) != step.now && !past.contains(step)
        });
        before - self.decisions.len()
    }

    /// How the groups of a diff stand that want a review.
    pub fn judge<'a>(&self, diff: &'a Diff) -> Vec<Judged<'a>> {
        diff.to_review().map(|group| self.judge_group(group)).collect()
    }

    fn judge_group<'a>(&self, group: &'a Group) -> Judged<'a> {
        let mut judged = Judged { group, accepted: 0, rejected: 0, unreviewed: 0, reasons: BTreeMap::new() };
        for member in &group.members {
            let (word, reasons) = match self.standing(member) {
                Standing::Accepted(reason) => {
                    judged.accepted += 1;
                    (Word::Accepted, vec![reason])
                }
                Standing::Rejected(reason) => {
                    judged.rejected += 1;
                    (Word::Rejected, vec![reason])
                }
                Standing::Unreviewed(lapsed) => {
                    judged.unreviewed += 1;
                    let words = |d: Decision| format!("{}: {}", d.ruling.word(), d.reason);
                    (Word::Lapsed, lapsed.into_iter().map(words).collect())
                }
            };
            for reason in reasons {
                *judged.reasons.entry((word, reason)).or_insert(0) += 1;
            }
        }
        judged
    }

    /// What the page of a diff says of a group.
    pub fn remark(&self, group: &Group) -> Option<Remark> {
        group.change.wants_review().then(|| {
            let judged = self.judge_group(group);
            Remark { word: "review".to_owned(), lines: judged.lines() }
        })
    }
}

/// Of one step, all decisions have the same ruling.
fn rejects(decisions: &BTreeSet<Decision>) -> bool {
    decisions.iter().any(|decision| decision.ruling == Ruling::Reject)
}

fn reasons(decisions: &BTreeSet<Decision>) -> Vec<&str> {
    decisions.iter().map(|decision| decision.reason.as_str()).collect()
}

/// What the decisions on a step say of it.
fn settled(decisions: &BTreeSet<Decision>) -> Standing {
    let why = reasons(decisions).join("; and: ");
    if rejects(decisions) { Standing::Rejected(why) } else { Standing::Accepted(why) }
}

/// What steps lead to from `here`, itself among it; `ends` are the beginning and the end of a step.
fn closure<'a>(
    here: &'a str,
    steps: &[&'a Step],
    ends: impl Fn(&'a Step) -> (&'a String, &'a String),
) -> BTreeSet<&'a str> {
    let (mut reached, mut waiting) = (BTreeSet::from([here]), vec![here]);
    while let Some(at) = waiting.pop() {
        for (begin, end) in steps.iter().map(|step| ends(step)) {
            if begin == at && reached.insert(end) {
                waiting.push(end);
            }
        }
    }
    reached
}

/// What heads a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Word {
    Rejected,
    Accepted,
    Lapsed,
}

/// A group with the decisions on its members.
#[derive(Debug)]
pub struct Judged<'a> {
    pub group: &'a Group,
    pub accepted: u64,
    pub rejected: u64,
    pub unreviewed: u64,
    /// Each reason, and of how many members.
    reasons: BTreeMap<(Word, String), u64>,
}

impl Judged<'_> {
    /// Whether all of it was accepted.
    pub fn passes(&self) -> bool {
        self.rejected == 0 && self.unreviewed == 0
    }

    /// `not reviewed`, `rejected` or `accepted`; of a group in part, what asks most for attention, with its number.
    pub fn word(&self) -> String {
        let all = self.group.size();
        let (word, count) = match (self.unreviewed, self.rejected) {
            (0, 0) => ("accepted", self.accepted),
            (0, rejected) => ("rejected", rejected),
            (unreviewed, _) => ("not reviewed", unreviewed),
        };
        if count == all { word.to_owned() } else { format!("{word}: {} of {}", grouped(count), grouped(all)) }
    }

    /// How it stands and why, a sentence each.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (count, word) in
            [(self.unreviewed, "not reviewed"), (self.rejected, "rejected"), (self.accepted, "accepted")]
        {
            if count > 0 {
                lines.push(format!("{} {word}", grouped(count)));
            }
        }
        lines.extend(self.reasons());
        lines
    }

    /// The reasons of its decisions, each with the number of members if it is not of all.
    pub fn reasons(&self) -> Vec<String> {
        let all = self.group.size();
        let words = |((word, reason), count): (&(Word, String), &u64)| {
            let of = if *count == all {
                String::new()
            } else {
                format!("{} of {} ", grouped(*count), grouped(all))
            };
            match word {
                Word::Rejected => format!("{of}rejected: {reason}"),
                Word::Accepted => format!("{of}accepted: {reason}"),
                Word::Lapsed => format!("{of}lapsed, since the content changed: {reason}"),
            }
        };
        self.reasons.iter().map(words).collect()
    }
}

/// A reason as it may stand in the file.
///
/// # Errors
/// If it is empty, or has a line break, a tab or another control character.
pub fn reason(text: &str) -> Result<String, Diagnostic> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Diagnostic::error("a decision needs a reason").note("`--reason 'why it is right'`"));
    }
    if text.chars().any(char::is_control) {
        return Err(Diagnostic::error("a reason is one line, without tabs or control characters"));
    }
    Ok(text.to_owned())
}

/// One line of the file.
fn decision(source: &Source, line: &str, start: usize) -> Result<(Step, Decision), Box<Diagnostic>> {
    let wrong = |span: Range<usize>, message: &str| {
        Box::new(Diagnostic::error(message).at(source, start + span.start..start + span.end))
    };
    if ["<<<<<<<", "=======", ">>>>>>>", "|||||||"].iter().any(|mark| line.starts_with(mark)) {
        let problem = wrong(0..line.len(), "a merge was left unfinished here");
        return Err(Box::new(
            problem.note("keep the lines of both sides and delete the marks; their order does not matter"),
        ));
    }
    let fields: Vec<&str> = line.split('\t').collect();
    let [ruling, entry, was, now, cause, why] = fields[..] else {
        let problem = wrong(0..line.len(), "this line is no decision");
        let label = format!("{} fields, and a decision has 6, with a tab between them", fields.len());
        return Err(Box::new(problem.label(label)));
    };
    let place = |index: usize| {
        let begin = fields[..index].iter().map(|field| field.len() + 1).sum::<usize>();
        begin..begin + fields[index].len()
    };
    let ruling = match ruling {
        "accept" => Ruling::Accept,
        "reject" => Ruling::Reject,
        _ => return Err(wrong(place(0), "a decision is `accept` or `reject`")),
    };
    if entry.is_empty() {
        return Err(wrong(place(1), "the entry has no name"));
    }
    let is_hash =
        |text: &str| text == "-" || (text.len() == 16 && text.chars().all(|c| c.is_ascii_hexdigit()));
    for (index, hash) in [(2, was), (3, now)] {
        if !is_hash(hash) {
            return Err(wrong(place(index), "this is no hash of an entry's content: 16 digits, or `-`"));
        }
    }
    let why = reason(why)
        .map_err(|problem| Box::new(problem.at(source, start + place(5).start..start + place(5).end)))?;
    let step = Step { entry: entry.to_owned(), was: was.to_owned(), now: now.to_owned() };
    Ok((step, Decision { ruling, cause: cause.to_owned(), reason: why }))
}

fn contradiction(source: &Source, entry: &str, first: &Range<usize>, second: &Range<usize>) -> Diagnostic {
    use crate::diagnostic::Place;
    let first = Place { source: source.clone(), span: first.clone() };
    Diagnostic::error(format!("the same change of `{entry}` is accepted and rejected"))
        .at(source, second.clone())
        .label("here otherwise")
        .related(first, "decided here")
        .note("delete one of the two lines")
}
