//! What changed between two runs: entry by entry, found by claim and by row and column, never by line; told by cause.
//!
//! [`align`] finds what an entry of one run is in the other, [`change`] says what became of it, [`cause`] why as far as
//! the files tell, and here what has the same change for the same cause becomes one group, however many entries, claims
//! and papers it touches. What a report says beside its entries is compared by [`said`]. [`words`] and [`page`] show it.

mod align;
mod cause;
mod change;
mod drawn;
mod page;
mod said;
mod words;

use std::collections::{BTreeMap, BTreeSet};

use sha2::{Digest, Sha256};

pub use change::Change;
pub(in crate::report) use change::shape;
pub use page::{DiffView, Remark, is_page};
pub use said::Drawn;

use crate::verdicts::{ClaimVerdicts, Entry, PaperVerdicts, Verdict};

/// A claim of a run, with its paper.
#[derive(Clone, Copy)]
struct Claimed<'a> {
    paper: &'a PaperVerdicts,
    claim: &'a ClaimVerdicts,
}

/// An entry of a run, with its claim.
#[derive(Clone, Copy)]
struct Placed<'a> {
    of: Claimed<'a>,
    entry: &'a Entry,
}

/// A text on both sides; absent on one of them, if it is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    pub was: Option<String>,
    pub now: Option<String>,
}

/// An entry, or a text, on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    /// Its id in the new run; in the old one, if it is not in the new one.
    pub id: String,
    /// Its id in the old run, if that was another.
    pub was_id: Option<String>,
    pub old: Option<Entry>,
    pub new: Option<Entry>,
    /// What is compared, if it is no entry.
    pub text: Option<Text>,
    /// Who says what is printed, before and now: the origin of its claim.
    pub origins: (String, String),
    /// What is drawn of it before and now, if it is drawn.
    pub drawn: (Option<Drawn>, Option<Drawn>),
    /// The hash of its content in each run, with its id in the old one if that was another; `-` where it is absent.
    pub was: String,
    pub now: String,
}

/// Entries with the same change for the same cause; or texts of one kind and one paper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// `cause-` and ten digits: a hash of the cause, of the members and of their content, so that an id that was read
    /// names what was read and nothing else.
    pub id: String,
    pub change: Change,
    /// What of the entries changed, where the kind of change leaves that open; if not the same of all, with numbers.
    pub detail: String,
    /// What changed of that which the entries are made from; empty for what still differs.
    pub causes: Vec<String>,
    /// The texts that the causes speak of, definitions and formulas, by their names.
    pub texts: BTreeMap<String, Text>,
    /// The parts of an entry that changed in at least one member.
    pub parts: BTreeSet<&'static str>,
    /// The claims touched, `PAPER/CLAIM` with its title, in the order of the papers, each with the number of members.
    pub claims: Vec<(String, String, u64)>,
    pub members: Vec<Member>,
}

/// Everything that changed, and what still differs; by change, then as the papers and claims stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    pub groups: Vec<Group>,
    /// Entries that are the same on both sides.
    pub unchanged: u64,
}

/// An entry that changed, and why.
struct Turn<'a> {
    was: Option<Placed<'a>>,
    is: Option<Placed<'a>>,
    change: Change,
    parts: Vec<&'static str>,
    detail: String,
    causes: cause::Causes,
}

/// What members of one group share.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    change: Change,
    /// The verdicts before and now, where nothing says that there is one cause of all.
    turned: Option<(Verdict, Verdict)>,
    detail: String,
    causes: Vec<String>,
}

/// So many claims are named in a cause.
const MOST_CLAIMS: usize = 8;

/// The parts of entries that charts show.
const VALUES: [&str; 4] = ["verdict", "printed", "recomputed", "tested"];

/// Compares two runs. Cost: the entries of both, times the logarithm of their number.
pub fn diff(old: &[PaperVerdicts], new: &[PaperVerdicts]) -> Diff {
    let told = cause::Told::new(old, new);
    let mut diff = Diff::default();
    let mut turns = Vec::new();
    for (was, is) in align::pairs(old, new) {
        match Turn::of(was, is, &told) {
            Some(turn) => turns.push(turn),
            None => diff.unchanged += 1,
        }
    }
    reworded_by_the_program(&mut turns);
    // The claims of which values changed, and the texts that the causes of changes name.
    let moved = turns.iter().filter(|turn| turn.moves_values()).filter_map(Turn::claim).collect();
    let texts_told = turns.iter().flat_map(|turn| turn.causes.texts.iter().cloned()).collect();
    let mut groups: Vec<(Key, Vec<Turn>)> = Vec::new();
    let mut group_of = BTreeMap::new();
    for turn in turns {
        let key = turn.key();
        let at = *group_of.entry(key.clone()).or_insert(groups.len());
        if at == groups.len() {
            groups.push((key, Vec::new()));
        }
        groups[at].1.push(turn);
    }
    diff.groups = groups.into_iter().map(|(key, turns)| Group::of(&key, turns)).collect();
    let texts_turned = said::turned(old, new, &moved, &texts_told);
    let alike = said::alike(old, new, &texts_told, &texts_turned);
    let (with_entries, alone): (Vec<said::Turned>, Vec<said::Turned>) =
        texts_turned.into_iter().partition(|text: &said::Turned| alike.contains_key(&text.id));
    for text in with_entries {
        let told_by = |group: &&mut Group| group.texts.contains_key(&alike[&text.id]);
        diff.groups.iter_mut().filter(told_by).for_each(|group| group.speaks_of(vec![text.id.clone()]));
    }
    diff.groups.extend(texts(alone, &told));
    let named = diff.groups.iter().flat_map(|group| group.texts.keys().cloned()).collect();
    let named = said::of_names(old, new, &named);
    for group in &mut diff.groups {
        for (id, text) in &mut group.texts {
            text.clone_from(&named[id]);
        }
        // A claim without a formula has none to tell.
        group.texts.retain(|_, text| text.was.is_some() || text.now.is_some());
        group.name_claims();
        group.name();
    }
    diff.groups.sort_by_key(|group| group.change);
    diff
}

impl<'a> Turn<'a> {
    /// None if nothing happened.
    fn of(was: Option<Placed<'a>>, is: Option<Placed<'a>>, told: &cause::Told) -> Option<Turn<'a>> {
        let (old, new) = (was.map(|was| was.entry), is.map(|is| is.entry));
        let change = change::change(old, new)?;
        let parts = change::parts(old, new);
        let detail = change::detail(change, old, new, &parts);
        Some(Turn { was, is, change, parts, detail, causes: told.causes(change, was, is) })
    }

    /// Whether what a chart of its claim shows is another thing now.
    fn moves_values(&self) -> bool {
        self.was.is_none()
            || self.is.is_none()
            || self.change == Change::Renamed
            || self.parts.iter().any(|part| VALUES.contains(part))
    }

    fn claim(&self) -> Option<String> {
        self.is.or(self.was).map(|placed| super::saved::claim_id(placed.of.paper, placed.of.claim))
    }

    fn verdicts(&self) -> (Option<Verdict>, Option<Verdict>) {
        (self.was.map(|was| was.entry.verdict), self.is.map(|is| is.entry.verdict))
    }

    /// One cause is one decision, whatever verdicts came of it. Where no cause is known there may be many, and what came of
    /// them is all that tells them apart.
    fn key(&self) -> Key {
        let apart = cause::may_be_many(&self.causes.words);
        let turned = match self.verdicts() {
            (Some(from), Some(to)) if apart && from != to => Some((from, to)),
            _ => None,
        };
        let detail =
            if apart || self.change.is_told_by_its_detail() { self.detail.clone() } else { String::new() };
        Key { change: self.change, turned, detail, causes: self.causes.words.clone() }
    }
}

/// A rewording that claims have whose text is as it was is the program's, in the claims whose text changed as well.
fn reworded_by_the_program(turns: &mut [Turn]) {
    let reworded = |turn: &&Turn| turn.change == Change::Reworded && turn.detail != change::NUMBERS;
    let program = turns.iter().filter(reworded).filter(|turn| cause::is_the_program(&turn.causes.words));
    let told: BTreeSet<String> = program.map(|turn| turn.detail.clone()).collect();
    for turn in turns.iter_mut().filter(|turn| turn.change == Change::Reworded && told.contains(&turn.detail))
    {
        let Some(placed) = turn.is else { continue };
        if turn.causes.words == [cause::texts_of_claims(&placed.of.paper.key)] {
            turn.causes = cause::Causes::of_the_program();
        }
    }
}

/// Texts that changed, a group for each kind and paper.
fn texts(turned: Vec<said::Turned>, told: &cause::Told) -> Vec<Group> {
    let paper_of = |text: &said::Turned| text.id.split(['/', '#']).next().unwrap_or(&text.id).to_owned();
    let causes_of = |text: &said::Turned| match text.was.is_some() && text.now.is_some() {
        true => told.of_uses(&paper_of(text), &text.uses),
        false => cause::Causes::default(),
    };
    // A definition that is a drawing's cause is told there.
    let named: BTreeSet<String> = turned.iter().flat_map(|text| causes_of(text).texts).collect();
    let mut groups: Vec<(String, said::Kind, Vec<String>, Group)> = Vec::new();
    for text in turned.into_iter().filter(|text| !named.contains(&text.id)) {
        let (paper, causes) = (paper_of(&text), causes_of(&text));
        let words = match causes.words.is_empty() {
            true => vec![format!("papers/{paper}/paper.md, or how it is told")],
            false => causes.words,
        };
        let same = |(of, kind, why, _): &(String, said::Kind, Vec<String>, Group)| {
            *of == paper && *kind == text.kind && *why == words
        };
        let at = groups.iter().position(same);
        let at = at.unwrap_or_else(|| {
            let change = match text.kind {
                said::Kind::Prose => Change::ProseChanged,
                _ => Change::TextChanged,
            };
            let mut group = Group::new(change, &words);
            group.parts.insert(text.kind.words());
            groups.push((paper, text.kind, words, group));
            groups.len() - 1
        });
        groups[at].3.speaks_of(causes.texts);
        groups[at].3.add_text(text);
    }
    groups.into_iter().map(|(.., group)| group).collect()
}

/// What a run says, entry by entry and text by text: the hash of each, by its name.
pub fn contents(papers: &[PaperVerdicts]) -> BTreeMap<String, String> {
    let entries = papers.iter().flat_map(PaperVerdicts::entries);
    let entries = entries.map(|entry| (entry.id.clone(), content_hash(entry)));
    entries.chain(said::texts(papers).into_iter().map(|(id, said)| (id, text_hash(&said.whole())))).collect()
}

/// The papers of a run that stand alone for one of another run: `paper` alone, under the key `key`. None if there is no
/// such paper.
pub fn under_key(papers: &[PaperVerdicts], paper: &str, key: &str) -> Option<Vec<PaperVerdicts>> {
    let mut paper = papers.iter().find(|known| known.key == paper)?.clone();
    let (id, folder) = (format!("{}/", paper.key), format!("papers/{}/", paper.key));
    for entry in paper.claims.iter_mut().flat_map(|claim| &mut claim.entries) {
        if let Some(rest) = entry.id.strip_prefix(&id) {
            entry.id = format!("{key}/{rest}");
        }
        if let Some(at) = &mut entry.read_at
            && let Some(rest) = at.file.strip_prefix(&folder)
        {
            at.file = format!("papers/{key}/{rest}");
        }
    }
    paper.key = key.to_owned();
    Some(vec![paper])
}

impl Group {
    fn new(change: Change, causes: &[String]) -> Group {
        Group {
            id: String::new(),
            change,
            detail: String::new(),
            causes: causes.to_vec(),
            texts: BTreeMap::new(),
            parts: BTreeSet::new(),
            claims: Vec::new(),
            members: Vec::new(),
        }
    }

    /// Entries with the same verdicts before and now stand together; else they stand as in the run.
    fn of(key: &Key, turns: Vec<Turn>) -> Group {
        let mut group = Group::new(key.change, &key.causes);
        group.detail = details(&turns);
        for turn in turns {
            group.add(turn.was, turn.is, &turn.parts);
            group.speaks_of(turn.causes.texts);
        }
        if group.turned().keys().any(|(from, to)| from.is_some() && to.is_some() && from != to) {
            group.members.sort_by_key(Member::verdicts);
        }
        group
    }

    fn add(&mut self, was: Option<Placed>, is: Option<Placed>, parts: &[&'static str]) {
        let Some(placed) = is.or(was) else { return };
        let claim = super::saved::claim_id(placed.of.paper, placed.of.claim);
        match self.claims.iter_mut().find(|(id, ..)| *id == claim) {
            Some((_, _, count)) => *count += 1,
            None => self.claims.push((claim, placed.of.claim.title.clone(), 1)),
        }
        self.parts.extend(parts);
        let hash = |side: Option<Placed>| side.map_or("-".to_owned(), |p| content_hash(p.entry));
        let origin = |side: Option<Placed>| side.map_or(String::new(), |p| p.of.claim.origin.clone());
        let was_id = was.map(|w| w.entry.id.clone()).filter(|id| *id != placed.entry.id);
        self.members.push(Member {
            id: placed.entry.id.clone(),
            was: match &was_id {
                Some(id) => short_hash(&format!("{id}\n{}", hash(was)), 8),
                None => hash(was),
            },
            was_id,
            old: was.map(|w| w.entry.clone()),
            new: is.map(|i| i.entry.clone()),
            text: None,
            origins: (origin(was), origin(is)),
            drawn: (None, None),
            now: hash(is),
        });
    }

    fn add_text(&mut self, text: said::Turned) {
        if let Some(claim) = &text.claim {
            match self.claims.iter_mut().find(|(id, ..)| id == claim) {
                Some((_, _, count)) => *count += 1,
                None => self.claims.push((claim.clone(), String::new(), 1)),
            }
        }
        let hash = |side: &Option<String>| side.as_ref().map_or("-".to_owned(), |text| text_hash(text));
        self.members.push(Member {
            id: text.id,
            was_id: None,
            old: None,
            new: None,
            was: hash(&text.was),
            now: hash(&text.now),
            text: Some(Text { was: text.was, now: text.now }),
            origins: Default::default(),
            drawn: text.drawn,
        });
    }

    /// Texts that its causes name; what they say is looked up when all are known.
    fn speaks_of(&mut self, ids: Vec<String>) {
        self.texts.extend(ids.into_iter().map(|id| (id, Text { was: None, now: None })));
    }

    /// Claims that are on one side only are named, as many as fit.
    fn name_claims(&mut self) {
        let Some((first, ..)) = self.claims.first() else { return };
        let paper = first.split('/').next().unwrap_or(first).to_owned();
        let lone = |word| (cause::lone_claims(&paper, word), "", word);
        for (unnamed, head, word) in
            [lone("new"), lone("gone"), (cause::texts_of_claims(&paper), "the text of ", "")]
        {
            let names: Vec<&str> = self
                .claims
                .iter()
                .map(|(id, ..)| id.split_once('/').map_or(id.as_str(), |(_, name)| name))
                .collect();
            let more = match names.len().saturating_sub(MOST_CLAIMS) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let (the, are) = if names.len() == 1 { ("claim", "is") } else { ("claims", "are") };
            let shown = names[..names.len().min(MOST_CLAIMS)].join(", ");
            for cause in self.causes.iter_mut().filter(|cause| **cause == unnamed) {
                *cause = match word {
                    "" => format!("{head}the {the} {shown}{more} of {paper}"),
                    _ => format!("the {the} {shown}{more} of {paper} {are} {word}"),
                };
            }
        }
    }

    fn name(&mut self) {
        let mut all = format!("{}\n{}\n{:?}\n", self.change.word(), self.detail, self.causes);
        if !self.texts.is_empty() {
            all.push_str(&format!("{:?}\n", self.texts));
        }
        for member in &self.members {
            all.push_str(&format!("{}\t{}\t{}\n", member.id, member.was, member.now));
        }
        self.id = format!("cause-{}", short_hash(&all, 5));
    }
}

/// The hash of all that an entry says, without its id and the line where it was read.
///
/// ```
/// use referee::report::diff::content_hash;
/// # let json = r#"{"id":"p/c","verdict":"match","notes":["a"]}"#;
/// let entry: referee::verdicts::Entry = serde_json::from_str(json).unwrap();
/// let mut other = entry.clone();
/// other.id = "p/d".into();
/// assert_eq!(content_hash(&entry), content_hash(&other));
/// other.notes.clear();
/// assert_ne!(content_hash(&entry), content_hash(&other));
/// ```
pub fn content_hash(entry: &Entry) -> String {
    let parts: Vec<String> =
        change::content(entry).into_iter().map(|(name, part)| name.to_owned() + &part).collect();
    short_hash(&parts.join("\n"), 8)
}

fn text_hash(text: &str) -> String {
    short_hash(text, 8)
}

fn short_hash(text: &str, bytes: usize) -> String {
    Sha256::digest(text.as_bytes()).iter().take(bytes).map(|byte| format!("{byte:02x}")).collect()
}

fn number(size: usize) -> u64 {
    u64::try_from(size).unwrap_or(u64::MAX)
}

impl Diff {
    /// Whether nothing changed that a reviewer must see; what differs as before is no change, nor is another line.
    pub fn is_empty(&self) -> bool {
        self.to_review().next().is_none()
    }

    /// The groups that want a review.
    pub fn to_review(&self) -> impl Iterator<Item = &Group> {
        self.groups.iter().filter(|group| group.change.wants_review())
    }

    /// The causes that want a review and have more than one group, each with these.
    pub fn shared_causes(&self) -> Vec<(String, Vec<&Group>)> {
        let mut causes: Vec<(String, Vec<&Group>)> = Vec::new();
        let known = |group: &&Group| {
            let is_of_a_text = !group.change.is_of_texts() || !group.texts.is_empty();
            is_of_a_text && !cause::is_unknown(&group.causes)
        };
        for group in self.to_review().filter(known) {
            match causes.iter_mut().find(|(cause, _)| *cause == group.cause()) {
                Some((_, groups)) => groups.push(group),
                None => causes.push((group.cause(), vec![group])),
            }
        }
        causes.retain(|(_, groups)| groups.len() > 1);
        causes
    }

    /// The ids of the entries that had a change.
    pub fn ids(&self, change: Change) -> BTreeSet<String> {
        let groups = self.groups.iter().filter(|group| group.change == change);
        groups.flat_map(|group| group.members.iter().map(|member| member.id.clone())).collect()
    }

    /// How many entries or texts had a change.
    pub fn count(&self, change: Change) -> u64 {
        self.groups.iter().filter(|group| group.change == change).map(Group::size).sum()
    }

    /// How many entries are printed otherwise in the new run than in the old one.
    pub fn printed_otherwise(&self) -> u64 {
        let text = |entry: &Option<Entry>| {
            entry.as_ref().and_then(|e| e.printed.as_ref()).map(|printed| printed.text.clone())
        };
        let both = |member: &&Member| member.old.is_some() && member.new.is_some();
        let members = self.groups.iter().flat_map(|group| &group.members).filter(both);
        number(members.filter(|member| text(&member.old) != text(&member.new)).count())
    }
}

/// What changed of entries; if not of all the same, of how many.
fn details(turns: &[Turn]) -> String {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for turn in turns {
        *counts.entry(&turn.detail).or_default() += 1;
    }
    if counts.len() < 2 {
        return counts.into_keys().collect();
    }
    let told = counts.into_iter().filter(|(detail, _)| !detail.is_empty());
    told.map(|(detail, count)| format!("{detail}: {count} of {}", turns.len())).collect::<Vec<_>>().join("; ")
}

impl Member {
    /// Its verdicts before and now.
    fn verdicts(&self) -> (Option<Verdict>, Option<Verdict>) {
        let verdict = |side: &Option<Entry>| side.as_ref().map(|entry| entry.verdict);
        (verdict(&self.old), verdict(&self.new))
    }

    /// The member by its name and what it said and says: `ID@` and eight digits.
    pub fn bound(&self) -> String {
        format!("{}@{}", self.id, short_hash(&format!("{} {}", self.was, self.now), 4))
    }
}

impl Group {
    /// The texts that its causes speak of, with what each is called; what claims say alike is told once.
    pub fn named_texts(&self) -> Vec<(String, &Text)> {
        let mut found: Vec<(&str, Vec<&str>, &Text)> = Vec::new();
        for (id, text) in &self.texts {
            let (of, part) = id.split_once('#').unwrap_or((id, ""));
            let is_same = |(other, of, said): &&mut (&str, Vec<&str>, &Text)| {
                *other == part && *said == text && of[0].contains('/')
            };
            match found.iter_mut().find(is_same) {
                Some((_, all, _)) => all.push(of),
                None => found.push((part, vec![of], text)),
            }
        }
        let name = |part: &str, of: &[&str]| {
            let what = if part == "formula" {
                "printed formula".to_owned()
            } else {
                part.replacen("define-", "definition ", 1)
            };
            let more = match of.len().saturating_sub(MOST_CLAIMS) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let one = self.claims.len() == 1 || !of[0].contains('/');
            if one { what } else { format!("{what} of {}{more}", of[..of.len().min(MOST_CLAIMS)].join(", ")) }
        };
        found.into_iter().map(|(part, of, text)| (name(part, &of), text)).collect()
    }

    /// The verdicts before and now, each pair with the number of its members.
    fn turned(&self) -> BTreeMap<(Option<Verdict>, Option<Verdict>), u64> {
        let mut counts = BTreeMap::new();
        for member in &self.members {
            *counts.entry(member.verdicts()).or_default() += 1;
        }
        counts
    }

    /// The text that all members are, if these are texts and all went from one to one other.
    pub fn only_text(&self) -> Option<&Text> {
        let first = self.members.first()?.text.as_ref()?;
        let is_same = |member: &Member| member.text.as_ref() == Some(first) && member.drawn == (None, None);
        self.members.iter().all(is_same).then_some(first)
    }

    /// How many members it has.
    pub fn size(&self) -> u64 {
        number(self.members.len())
    }
}
