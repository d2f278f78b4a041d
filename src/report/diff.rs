//! What changed between two runs, entry by entry, by id and never by line.

use std::collections::BTreeMap;

use serde::Serialize;

use super::html::{self, Pages};
use super::text::{self, Html, count, grouped};
use super::{math, prose};
use crate::diagnostic::Diagnostic;
use crate::verdicts::{Entry, PaperVerdicts, Shown, Verdict};

/// What became of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Change {
    /// It differs now and did not before.
    New,
    /// It differed and agrees now.
    Fixed,
    /// It differs as it did.
    Still,
    /// Another verdict, or another thing printed or recomputed, and none of the other changes.
    Changed,
    /// It agrees or is answered now and was not compared before.
    NewlyChecked,
    /// It was compared and is not now.
    NoLongerChecked,
    /// It is in the new run only, and was not compared.
    Appeared,
    /// It is in the old run only.
    Gone,
}

impl Change {
    pub const ALL: [Change; 8] = [
        Change::New,
        Change::Fixed,
        Change::Still,
        Change::Changed,
        Change::NewlyChecked,
        Change::NoLongerChecked,
        Change::Appeared,
        Change::Gone,
    ];

    /// The word that pages and terminals show.
    pub fn word(self) -> &'static str {
        match self {
            Change::New => "new",
            Change::Fixed => "fixed",
            Change::Still => "still",
            Change::Changed => "changed",
            Change::NewlyChecked => "newly checked",
            Change::NoLongerChecked => "no longer checked",
            Change::Appeared => "appeared",
            Change::Gone => "gone",
        }
    }

    fn meaning(self) -> &'static str {
        match self {
            Change::New => "differ now and did not before",
            Change::Fixed => "differed and agree now",
            Change::Still => "differ as they did",
            Change::Changed => "have another verdict, or another thing printed or recomputed",
            Change::NewlyChecked => "are compared now and were not before",
            Change::NoLongerChecked => "were compared and are not now",
            Change::Appeared => "are new and not compared",
            Change::Gone => "are not there any more",
        }
    }
}

/// An entry on both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub id: String,
    pub old: Option<Entry>,
    pub new: Option<Entry>,
}

/// Entries of one claim with the same change for the same cause: from one verdict to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub change: Change,
    pub paper: String,
    pub claim: String,
    /// The claim's title.
    pub title: String,
    pub from: Option<Verdict>,
    pub to: Option<Verdict>,
    pub members: Vec<Member>,
}

/// Everything that changed, and what still differs; groups by change, then as the papers and claims stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    pub groups: Vec<Group>,
    /// Entries that are the same on both sides.
    pub unchanged: u64,
}

/// Compares two runs. Cost: the entries of both, times the logarithm of their number.
pub fn diff(old: &[PaperVerdicts], new: &[PaperVerdicts]) -> Diff {
    let (before, after) = (by_id(old), by_id(new));
    let mut diff = Diff::default();
    let mut group_of = BTreeMap::new();
    let places = in_order(new).chain(in_order(old).filter(|(_, _, entry)| !after.contains_key(&*entry.id)));
    for (paper, (claim, title), entry) in places {
        let (was, is) = (before.get(&*entry.id).copied(), after.get(&*entry.id).copied());
        let Some(change) = change(was, is) else {
            diff.unchanged += 1;
            continue;
        };
        let (from, to) = (was.map(|e| e.verdict), is.map(|e| e.verdict));
        let at = *group_of.entry((change, paper, claim, from, to)).or_insert_with(|| {
            diff.groups.push(Group {
                change,
                paper: paper.to_owned(),
                claim: claim.to_owned(),
                title: title.to_owned(),
                from,
                to,
                members: Vec::new(),
            });
            diff.groups.len() - 1
        });
        diff.groups[at].members.push(Member { id: entry.id.clone(), old: was.cloned(), new: is.cloned() });
    }
    diff.groups.sort_by_key(|group| group.change);
    diff
}

fn by_id(papers: &[PaperVerdicts]) -> BTreeMap<&str, &Entry> {
    papers.iter().flat_map(PaperVerdicts::entries).map(|entry| (entry.id.as_str(), entry)).collect()
}

fn in_order(papers: &[PaperVerdicts]) -> impl Iterator<Item = (&str, (&str, &str), &Entry)> {
    papers.iter().flat_map(|paper| {
        paper.claims.iter().flat_map(move |claim| {
            claim
                .entries
                .iter()
                .map(move |entry| (paper.key.as_str(), (claim.id.as_str(), claim.title.as_str()), entry))
        })
    })
}

/// None if nothing happened that a reviewer must see.
fn change(old: Option<&Entry>, new: Option<&Entry>) -> Option<Change> {
    let compared = |e: &Entry| e.verdict.differs() || e.verdict.agrees() || e.verdict == Verdict::Undefined;
    let text = |shown: &Option<Shown>| shown.as_ref().map(|s| s.text.clone());
    match (old, new) {
        (None, None) => None,
        (Some(_), None) => Some(Change::Gone),
        (None, Some(new)) if new.verdict.differs() => Some(Change::New),
        (None, Some(new)) => Some(if compared(new) { Change::NewlyChecked } else { Change::Appeared }),
        (Some(old), Some(new)) => {
            let same = old.verdict == new.verdict
                && text(&old.printed) == text(&new.printed)
                && text(&old.recomputed) == text(&new.recomputed);
            match (old.verdict.differs(), new.verdict.differs()) {
                (false, true) => Some(Change::New),
                (true, false) if new.verdict.agrees() => Some(Change::Fixed),
                (true, true) if same => Some(Change::Still),
                _ if same => None,
                _ => Some(match (compared(old), compared(new)) {
                    (false, true) => Change::NewlyChecked,
                    (true, false) => Change::NoLongerChecked,
                    _ => Change::Changed,
                }),
            }
        }
    }
}

impl Diff {
    /// Whether nothing changed; what differs as before is no change.
    pub fn is_empty(&self) -> bool {
        self.groups.iter().all(|group| group.change == Change::Still)
    }

    /// How many entries had a change.
    pub fn count(&self, change: Change) -> u64 {
        let groups = self.groups.iter().filter(|group| group.change == change);
        groups.map(|group| u64::try_from(group.members.len()).unwrap_or(u64::MAX)).sum()
    }

    /// For a terminal, at most 15 lines: the counts, then the groups that ask most for attention.
    pub fn summary(&self) -> String {
        let counts: Vec<String> = Change::ALL
            .iter()
            .filter(|change| self.count(**change) > 0)
            .map(|change| format!("{} {}", grouped(self.count(*change)), change.word()))
            .collect();
        let mut lines = vec![if counts.is_empty() {
            format!("nothing changed: {}", count(self.unchanged, "entry", "entries"))
        } else {
            format!("{}; {} unchanged", counts.join(", "), grouped(self.unchanged))
        }];
        let told: Vec<String> = self.groups.iter().map(Group::line).collect();
        let room = if told.len() > 14 { 13 } else { 14 };
        lines.extend(told.iter().take(room).map(|line| format!("  {line}")));
        if told.len() > room {
            lines.push(format!("  and {} more groups", grouped(rest(told.len(), room))));
        }
        lines.join("\n") + "\n"
    }

    /// The page of what changed; it stands alone.
    ///
    /// # Errors
    /// If the template is broken.
    pub fn html(&self) -> Result<String, Diagnostic> {
        Pages::new()?.diff(&self.view())
    }

    fn view(&self) -> DiffView {
        DiffView {
            summary: self.summary().lines().next().unwrap_or("").to_owned(),
            style: Html(
                html::ASSETS.iter().find(|(name, _)| *name == html::STYLE).map_or("", |a| a.1).to_owned(),
            ),
            changes: Change::ALL
                .iter()
                .filter(|change| self.count(**change) > 0)
                .map(|change| ChangeView {
                    word: change.word(),
                    class: change.word().replace(' ', "-"),
                    meaning: change.meaning(),
                    count: count(self.count(*change), "entry", "entries"),
                    groups: self.groups.iter().filter(|g| g.change == *change).map(Group::view).collect(),
                })
                .collect(),
        }
    }
}

fn rest(all: usize, shown: usize) -> u64 {
    u64::try_from(all - shown).unwrap_or(u64::MAX)
}

/// So many members of a group are shown one by one.
const MEMBERS: usize = 50;

impl Group {
    fn verdicts(&self) -> String {
        let word = |verdict: Option<Verdict>| verdict.map_or("absent", Verdict::word);
        match (self.from, self.to) {
            (from, to) if from == to => word(from).to_owned(),
            (from, to) => format!("{} → {}", word(from), word(to)),
        }
    }

    /// `new  snort/table-1/n=3/t: match → mismatch`, or with `(and 399 more)`
    fn line(&self) -> String {
        let first = self.members.first().map_or("", |member| member.id.as_str());
        let more = match self.members.len() {
            0 | 1 => String::new(),
            n => format!(" and {} more", grouped(rest(n, 1))),
        };
        format!("{}: {}{more} ({})", self.change.word(), text::visible(first), self.verdicts())
    }

    fn view(&self) -> GroupView {
        let side = |entry: &Option<Entry>, part: fn(&Entry) -> &Option<Shown>| {
            entry
                .as_ref()
                .and_then(|entry| part(entry).as_ref())
                .map_or(Html::default(), |s| math::shown(s, false))
        };
        GroupView {
            paper: self.paper.clone(),
            claim: self.claim.clone(),
            title: prose::line(&self.title),
            verdicts: self.verdicts(),
            count: count(rest(self.members.len(), 0), "entry", "entries"),
            more: self.members.len().saturating_sub(MEMBERS),
            members: self
                .members
                .iter()
                .take(MEMBERS)
                .map(|member| MemberView {
                    id: member.id.clone(),
                    printed_old: side(&member.old, |e| &e.printed),
                    printed_new: side(&member.new, |e| &e.printed),
                    recomputed_old: side(&member.old, |e| &e.recomputed),
                    recomputed_new: side(&member.new, |e| &e.recomputed),
                })
                .collect(),
        }
    }
}

/// What the page of a diff shows, as ready words.
#[derive(Debug, Serialize)]
pub struct DiffView {
    pub summary: String,
    pub style: Html,
    pub changes: Vec<ChangeView>,
}

#[derive(Debug, Serialize)]
pub struct ChangeView {
    pub word: &'static str,
    pub class: String,
    pub meaning: &'static str,
    pub count: String,
    pub groups: Vec<GroupView>,
}

#[derive(Debug, Serialize)]
pub struct GroupView {
    pub paper: String,
    pub claim: String,
    pub title: Html,
    pub verdicts: String,
    pub count: String,
    pub more: usize,
    pub members: Vec<MemberView>,
}

#[derive(Debug, Serialize)]
pub struct MemberView {
    pub id: String,
    pub printed_old: Html,
    pub printed_new: Html,
    pub recomputed_old: Html,
    pub recomputed_new: Html,
}
