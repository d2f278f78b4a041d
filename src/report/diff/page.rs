//! A diff as a page that stands alone.

use std::collections::BTreeMap;

use serde::Serialize;

use super::change::Sources;
use super::words::shortened;
use super::{Change, Diff, Group, Member, Text, cause, change, drawn, number};
use crate::diagnostic::Diagnostic;
use crate::report::html::{self, Pages};
use crate::report::text::{self, Html, count, grouped};
use crate::report::{math, prose};
use crate::verdicts::{Entry, Shown};

/// So many members of a group are shown with all that changed; of the rest, the names.
const MEMBERS: usize = 50;

/// So much of a cause is shown.
const LONGEST_CAUSE: usize = 400;

/// What a reviewer said of a group: the word that heads it, and sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Remark {
    pub word: String,
    pub lines: Vec<String>,
}

/// What tells a page of what changed from any other file.
const MARK: &str = "<meta name=\"generator\" content=\"referee diff\">";

/// Whether a file is a page that [`Diff::html`] made.
pub fn is_page(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(2_000)];
    String::from_utf8_lossy(head).contains(MARK)
}

impl Diff {
    /// The page of what changed; it stands alone. `remark` says of a group what was decided, if anything is to be said.
    ///
    /// # Errors
    /// If the template is broken.
    pub fn html(&self, lead: &str, remark: &dyn Fn(&Group) -> Option<Remark>) -> Result<String, Diagnostic> {
        let style = html::ASSETS.iter().find(|(name, _)| *name == html::STYLE).map_or("", |asset| asset.1);
        Pages::new()?.diff(&DiffView {
            mark: Html(MARK.to_owned()),
            lead: text::visible(lead),
            // The list of changes has their numbers.
            counts: if self.groups.is_empty() {
                self.counts()
            } else {
                count(self.unchanged, "entry is unchanged", "entries are unchanged")
            },
            style: Html(style.to_owned()),
            shared: self.shared_views(),
            changes: Change::ALL
                .iter()
                .filter(|change| self.count(**change) > 0)
                .map(|change| self.change_view(*change, remark))
                .collect(),
        })
    }

    fn shared_views(&self) -> Vec<SharedView> {
        let link = |group: &&Group| LinkView {
            id: group.id.clone(),
            words: format!("{} {}", grouped(group.size()), group.change.word()),
        };
        let view = |(cause, groups): (String, Vec<&Group>)| SharedView {
            cause: shortened(&cause, LONGEST_CAUSE),
            groups: groups.iter().map(link).collect(),
            names: groups.iter().map(|group| group.id.as_str()).collect::<Vec<_>>().join(" "),
        };
        self.shared_causes().into_iter().map(view).collect()
    }

    fn change_view(&self, change: Change, remark: &dyn Fn(&Group) -> Option<Remark>) -> ChangeView {
        let groups = self.groups.iter().filter(|group| group.change == change);
        let size = self.count(change);
        let (one, many) = change.units();
        ChangeView {
            word: change.word(),
            class: change.word().replace(' ', "-"),
            meaning: format!("{} {}.", count(size, one, many), change.meaning(size == 1)),
            count: grouped(size),
            open: matches!(change, Change::New | Change::Worse | Change::Fixed),
            groups: groups.map(|group| group.view(remark(group))).collect(),
        }
    }
}

impl Group {
    fn view(&self, remark: Option<Remark>) -> GroupView {
        let (shown, rest) = self.shown();
        let all = COLUMNS.iter().copied().filter(|column| column.is_for(self));
        let (mut once, mut columns) = (Vec::new(), Vec::new());
        for column in all {
            let cells: Vec<CellView> = self.members.iter().map(|member| column.cell(member)).collect();
            let usual = column.usual(&cells);
            if let Some((of, cell)) = usual.as_ref().filter(|(_, cell)| !cell.is_none()) {
                once.push(TextView { name: (*of).to_owned(), cell: cell.clone() });
            }
            let usual = usual.map(|(_, cell)| cell);
            let said = |cell: &CellView| usual.as_ref().is_some_and(|usual| usual.html == cell.html);
            if !shown.iter().all(|member| said(&column.cell(member))) {
                columns.push((column, usual));
            }
        }
        let of_texts = self.change.is_of_texts();
        let only_text = self.only_text().filter(|_| self.members.len() > 1);
        if let Some(text) = only_text {
            once.push(TextView { name: "what it says, all".to_owned(), cell: CellView::text(text) });
        }
        let (one, many) = self.change.units();
        GroupView {
            id: self.id.clone(),
            wants_review: self.change.wants_review(),
            extent: self.extent(),
            verdicts: self.verdicts(),
            detail: text::visible(&shortened(&self.detail, LONGEST_CAUSE)),
            causes: self.causes.iter().map(|cause| text::visible(&shortened(cause, LONGEST_CAUSE))).collect(),
            parts: if of_texts {
                String::new()
            } else {
                self.parts.iter().copied().collect::<Vec<_>>().join(", ")
            },
            claims: self
                .claims
                .iter()
                .map(|(id, title, size)| ClaimView {
                    id: id.clone(),
                    title: prose::line(title),
                    count: count(*size, one, many),
                })
                .collect(),
            once,
            texts: self
                .named_texts()
                .into_iter()
                .map(|(name, text)| TextView { name: text::visible(&name), cell: CellView::text(text) })
                .collect(),
            unit: text::capital(one),
            headings: if only_text.is_some() {
                Vec::new()
            } else if of_texts {
                vec![WHAT]
            } else {
                columns.iter().map(|(column, _)| column.heading).collect()
            },
            members: shown
                .iter()
                .map(|member| MemberView {
                    row: self.row_of(member),
                    id: member.id.clone(),
                    was_id: member.was_id.clone(),
                    cells: match &member.text {
                        Some(_) if only_text.is_some() => Vec::new(),
                        Some(text) => vec![CellView::drawn(member).unwrap_or_else(|| CellView::text(text))],
                        None => columns
                            .iter()
                            .map(|(column, usual)| column.cell(member).unless(usual.as_ref()))
                            .collect(),
                    },
                })
                .collect(),
            rest_count: count(number(rest.len()), one, many),
            rest: rest.into_iter().map(|member| member.id.clone()).collect(),
            remark,
        }
    }

    /// The members that are shown with all that changed, some of each kind of change; and the others.
    fn shown(&self) -> (Vec<&Member>, Vec<&Member>) {
        let all = self.members.len() <= MEMBERS;
        let most = if all { MEMBERS } else { MEMBERS / self.turned().len().max(1) };
        let mut seen: BTreeMap<_, usize> = BTreeMap::new();
        self.members.iter().partition(|member| {
            let count = seen.entry(member.verdicts()).or_default();
            *count += 1;
            *count <= most
        })
    }

    /// What a row is called beside its claim or its paper, which stand in the head if there is only one.
    fn row_of(&self, member: &Member) -> String {
        let below = |whole: &str| member.id.strip_prefix(whole).and_then(|rest| rest.strip_prefix('/'));
        let rest = match &self.claims[..] {
            [] => None,
            _ if member.was_id.is_some() => None,
            [(claim, ..)] => below(claim),
            claims => {
                let (paper, _) = member.id.split_once('/').unwrap_or_default();
                let is_of = |(id, ..): &(String, String, u64)| {
                    id.split_once('/').is_some_and(|(other, _)| other == paper)
                };
                if claims.iter().all(is_of) { below(paper) } else { None }
            }
        };
        rest.unwrap_or(&member.id).to_owned()
    }
}

/// A thing that members show.
#[derive(Clone, Copy)]
struct Column {
    heading: &'static str,
    /// The part of the entry that it shows.
    part: &'static str,
    /// Of an entry, and the origin of its claim.
    cell: fn(&Entry, &str) -> Html,
}

const COLUMNS: [Column; 11] = [
    Column { heading: "Verdict", part: "verdict", cell: |entry, _| verdict(entry) },
    Column { heading: "Printed", part: "printed", cell: |entry, _| value(entry.printed.as_ref()) },
    Column { heading: "Recomputed", part: "recomputed", cell: |entry, _| value(entry.recomputed.as_ref()) },
    Column { heading: "Tested", part: "tested", cell: tested },
    Column { heading: "Read at", part: "source", cell: |entry, _| read_at(entry) },
    Column { heading: ORIGIN, part: "source", cell: |entry, _| origin(entry) },
    Column { heading: "Expression", part: "expression", cell: |entry, _| code(&entry.expression) },
    Column { heading: "Methods", part: "methods", cell: |entry, _| words(&entry.methods) },
    Column { heading: "Witness", part: "witness", cell: |entry, _| witness(entry) },
    Column { heading: "Standing", part: "standings", cell: |entry, _| words(&entry.standings) },
    Column { heading: "Notes", part: "notes", cell: |entry, _| words(&entry.notes) },
];

/// The heading above who says what is printed.
const ORIGIN: &str = "Origin";

impl Column {
    /// Values always have a column; other parts where they changed and are not a mere consequence, notes also where there is
    /// nothing to compare with.
    fn is_for(&self, group: &Group) -> bool {
        let one_sided = group.members.first().is_some_and(|m| m.old.is_none() || m.new.is_none());
        let entries = || group.members.iter().flat_map(|member| member.old.iter().chain(&member.new));
        match self.part {
            "verdict" => group.turned().len() > 1,
            "printed" => entries().any(|entry| entry.printed.is_some()),
            "recomputed" => entries().any(|entry| entry.recomputed.is_some()),
            "notes" if one_sided => entries().any(|entry| !entry.notes.is_empty()),
            "expression" if group.causes.iter().any(|cause| says_expression(cause)) => false,
            "source" if group.change != Change::SourceChanged => false,
            "source" => group.members.iter().any(|member| self.differs(member)),
            "methods" if !matches!(group.change, Change::MethodChanged | Change::Worse) => false,
            part => group.parts.contains(part),
        }
    }

    /// What all members say here, or what most of them say if these are sentences, with what it is called; it is said once
    /// for them. What a single member says is no news.
    fn usual(&self, cells: &[CellView]) -> Option<(String, CellView)> {
        let mut counts: BTreeMap<&str, (usize, &CellView)> = BTreeMap::new();
        for cell in cells {
            counts.entry(cell.html.as_str()).or_insert((0, cell)).0 += 1;
        }
        let (many, commonest) = *counts.values().max_by_key(|(many, _)| *many)?;
        let name = self.heading.to_lowercase();
        if cells.len() > 1 && many == cells.len() {
            return Some((format!("{name}, all"), commonest.clone()));
        }
        let is_most = many > 2 && 2 * many > cells.len();
        (is_most && commonest.words && self.part != "verdict")
            .then(|| (format!("{name}, where a row has none"), commonest.clone()))
    }

    /// Whether a value is a sentence, or as long as one.
    fn is_long(&self, entry: &Entry) -> bool {
        let shown = if self.part == "printed" { &entry.printed } else { &entry.recomputed };
        let most = |shown: &Shown| if shown.tex.is_empty() { 24 } else { 60 };
        shown.as_ref().is_some_and(|shown| shown.text.chars().count() > most(shown))
    }

    fn differs(&self, member: &Member) -> bool {
        if let ("source", Some(old), Some(new)) = (self.part, &member.old, &member.new) {
            let source = Sources::of(old, new);
            return if self.heading == ORIGIN { source.origin } else { source.file || source.text };
        }
        change::parts(member.old.as_ref(), member.new.as_ref()).contains(&self.part)
    }

    fn cell(&self, member: &Member) -> CellView {
        let side =
            |entry: &Option<Entry>, origin: &str| entry.as_ref().map(|entry| (self.cell)(entry, origin));
        let long = |entry: &Option<Entry>| entry.as_ref().is_some_and(|entry| self.is_long(entry));
        let words = !matches!(self.part, "printed" | "recomputed") || long(&member.old) || long(&member.new);
        match (side(&member.old, &member.origins.0), side(&member.new, &member.origins.1)) {
            // What looks the same and is not is shown as it is written.
            (Some(was), Some(now)) if was == now && self.differs(member) => {
                let raw = |entry: &Option<Entry>| entry.as_ref().map(|entry| raw(entry, self.part));
                let now = raw(&member.new).unwrap_or_default();
                CellView::new(self.heading, words, raw(&member.old), &now)
            }
            (Some(was), Some(now)) if was != now => CellView::new(self.heading, words, Some(was), &now),
            (was, now) => CellView::new(self.heading, words, None, &now.or(was).unwrap_or_default()),
        }
    }
}

/// Whether a cause says the expression of before and now, and is shown whole.
fn says_expression(cause: &str) -> bool {
    cause::is_expression(cause) && cause.chars().count() <= LONGEST_CAUSE
}

/// A part of an entry as the file has it.
fn raw(entry: &Entry, part: &str) -> Html {
    let parts = change::content(entry);
    code(parts.iter().find(|(name, _)| *name == part).map_or("", |(_, json)| json.as_str()))
}

fn verdict(entry: &Entry) -> Html {
    let (class, glyph) = (text::class(entry.verdict), text::glyph(entry.verdict));
    Html(format!(
        "<span class=\"v-{class}\"><span class=\"glyph\" aria-hidden=\"true\">{glyph}</span> {}</span>",
        entry.verdict
    ))
}

fn value(shown: Option<&Shown>) -> Html {
    shown.map_or_else(|| Html::text("nothing"), |shown| math::shown(shown, false))
}

/// What is claimed is told from what we ask ourselves, by the origin.
fn tested(entry: &Entry, origin: &str) -> Html {
    let words = |tested| text::tested(origin, entry.column.as_deref(), tested);
    Html::text(&entry.tested.as_ref().map_or("nothing".to_owned(), words))
}

fn read_at(entry: &Entry) -> Html {
    entry.read_at.as_ref().map_or_else(
        || Html::text("nowhere"),
        |at| Html(format!("{} {}", code(&at.text).as_str(), text::escape(&at.file))),
    )
}

/// Who says what is printed.
fn origin(entry: &Entry) -> Html {
    Html::text(entry.read_at.as_ref().map_or("none", |at| at.standing.as_str()))
}

fn witness(entry: &Entry) -> Html {
    Html::text(entry.witness.as_ref().map_or("none", |witness| witness.summary.as_str()))
}

fn words(list: &[String]) -> Html {
    Html::text(&if list.is_empty() { "none".to_owned() } else { list.join("; ") })
}

fn code(text: &str) -> Html {
    Html(format!("<code>{}</code>", text::escape(text)))
}

/// What the page of a diff shows, as ready words.
#[derive(Debug, Serialize)]
pub struct DiffView {
    pub mark: Html,
    pub lead: String,
    pub counts: String,
    pub style: Html,
    pub shared: Vec<SharedView>,
    pub changes: Vec<ChangeView>,
}

/// A cause with several groups, and where each of them is.
#[derive(Debug, Serialize)]
pub struct SharedView {
    pub cause: String,
    pub groups: Vec<LinkView>,
    /// The names of the groups, as a command takes them.
    pub names: String,
}

#[derive(Debug, Serialize)]
pub struct LinkView {
    pub id: String,
    pub words: String,
}

#[derive(Debug, Serialize)]
pub struct ChangeView {
    pub word: &'static str,
    pub class: String,
    pub meaning: String,
    pub count: String,
    pub open: bool,
    pub groups: Vec<GroupView>,
}

#[derive(Debug, Serialize)]
pub struct GroupView {
    pub id: String,
    pub wants_review: bool,
    pub extent: String,
    pub verdicts: String,
    pub detail: String,
    pub causes: Vec<String>,
    pub parts: String,
    pub claims: Vec<ClaimView>,
    /// What is the same in all members.
    pub once: Vec<TextView>,
    /// The texts that the causes speak of.
    pub texts: Vec<TextView>,
    /// What a member is.
    pub unit: String,
    pub headings: Vec<&'static str>,
    pub members: Vec<MemberView>,
    pub rest: Vec<String>,
    pub rest_count: String,
    pub remark: Option<Remark>,
}

#[derive(Debug, Serialize)]
pub struct ClaimView {
    pub id: String,
    pub title: Html,
    pub count: String,
}

/// A definition or a formula before and now; or a column of which all cells are one.
#[derive(Debug, Serialize)]
pub struct TextView {
    pub name: String,
    pub cell: CellView,
}

#[derive(Debug, Serialize)]
pub struct MemberView {
    /// What tells it from the others.
    pub row: String,
    pub id: String,
    pub was_id: Option<String>,
    pub cells: Vec<CellView>,
}

/// What a member shows in a column: now, and before if that was something else.
#[derive(Clone, Debug, Serialize)]
pub struct CellView {
    /// The heading of its column.
    pub of: &'static str,
    /// Whether these are sentences and no values.
    pub words: bool,
    pub html: Html,
}

/// The heading above texts.
const WHAT: &str = "What it says";

/// So much of a text is shown.
const LONGEST: usize = 900;

impl CellView {
    fn new(of: &'static str, words: bool, was: Option<Html>, now: &Html) -> CellView {
        let side = |word: &str, html: &Html| format!("<div><small>{word}</small> {}</div>", html.as_str());
        let html = match was {
            Some(was) => side("was", &was) + &side("now", now),
            None => format!("<div>{}</div>", now.as_str()),
        };
        CellView { of, words, html: Html(html) }
    }

    /// Whether it says that there is nothing, which an empty cell says as well.
    fn is_none(&self) -> bool {
        self.html.as_str() == "<div>none</div>"
    }

    /// The cell, or an empty one if it says what the head of its group says.
    fn unless(self, usual: Option<&CellView>) -> CellView {
        let is_usual = usual.is_some_and(|usual| usual.html == self.html);
        if is_usual { CellView { html: Html::default(), ..self } } else { self }
    }

    /// What is drawn before and now, if it is drawn otherwise.
    fn drawn(member: &Member) -> Option<CellView> {
        let (was, now) = drawn::pictures(member)?;
        if was == now {
            return None;
        }
        let words = drawn::words(member).into_iter().map(|words| format!("<p>{}</p>", text::escape(&words)));
        let mut cell = CellView::new(WHAT, true, Some(was), &now);
        cell.html = Html(words.collect::<String>() + cell.html.as_str());
        Some(cell)
    }

    /// A text before and now, with what differs marked: all between the words that they begin and end with.
    fn text(text: &Text) -> CellView {
        let side = |side: &Option<String>| {
            side.as_ref().map_or_else(|| Html::text("absent"), |text| Html::text(&shortened(text, LONGEST)))
        };
        let (was, now) = match (&text.was, &text.now) {
            (Some(was), Some(now)) => marked(was, now).unwrap_or((side(&text.was), side(&text.now))),
            _ => (side(&text.was), side(&text.now)),
        };
        CellView::new(WHAT, true, Some(was), &now)
    }
}

/// So much of what both sides begin or end with is shown beside what differs, if not all can be.
const BESIDE: usize = 200;

/// So far from what differs a word may begin or end that is marked as a whole.
const WORD: usize = 40;

/// What differs is found in the whole texts, so that it is shown however long they are. None if they begin and end with
/// different words: then all of it differs.
fn marked(was: &str, now: &str) -> Option<(Html, Html)> {
    let (a, b): (Vec<char>, Vec<char>) = (was.chars().collect(), now.chars().collect());
    let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let begun = a[..same].iter().rev().position(|c| *c == ' ').unwrap_or(same);
    let head = if begun < WORD { same - begun } else { same };
    let rest = a[head..].iter().rev().zip(b[head..].iter().rev());
    let same = rest.take_while(|(x, y)| x == y).count();
    let is_word = |text: &[char]| text[..text.len() - same].last().is_none_or(|c| *c == ' ');
    let ended = match is_word(&a) && is_word(&b) {
        true => 0,
        false => a[a.len() - same..].iter().position(|c| *c == ' ').map_or(same, |at| at + 1),
    };
    let tail = if ended < WORD { same - ended } else { same };
    let side = |text: &[char]| marked_side(text, head, tail);
    (head + tail > 0).then(|| (side(&a), side(&b)))
}

fn marked_side(text: &[char], head: usize, tail: usize) -> Html {
    let part = |chars: &[char]| chars.iter().collect::<String>();
    let (mut before, mut after) = (part(&text[..head]), part(&text[text.len() - tail..]));
    if text.len() > LONGEST {
        if head > BESIDE {
            before = format!("… {}", part(&text[head - BESIDE..head]));
        }
        if tail > BESIDE {
            after = format!("{} …", part(&text[text.len() - tail..][..BESIDE]));
        }
    }
    let middle = text::escape(&shortened(&part(&text[head..text.len() - tail]), LONGEST));
    let middle = if middle.is_empty() { middle } else { format!("<mark>{middle}</mark>") };
    Html(format!("{}{middle}{}", text::escape(&before), text::escape(&after)))
}
