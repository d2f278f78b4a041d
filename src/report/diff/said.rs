//! What a report says beside its entries: titles, sentences, definitions, charts and drawings, each as a text with a name.
//!
//! Prose is compared by its paragraphs, and without the numbers in it: they are woven from entries, which are compared
//! themselves. The same goes for the points of a chart, where values of its claim changed; and a definition or a formula
//! that a group names as its cause is told there.

use std::collections::{BTreeMap, BTreeSet};

use super::super::saved::claim_id;
use super::cause::definitions;
use super::change::without_numbers;
use super::{Text, short_hash};
use crate::report::text::count;
use crate::verdicts::{Block, Chart, ClaimVerdicts, Figure, Grid, PaperVerdicts, Planted};

/// What a text is of; texts of one paper and one kind are one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Paper,
    Claim,
    Definition,
    Chart,
    Drawing,
    Grid,
    Prose,
}

impl Kind {
    /// What a group of them is called.
    pub(super) fn words(self) -> &'static str {
        match self {
            Kind::Paper => "what is said of the paper",
            Kind::Claim => "what is said of claims",
            Kind::Definition => "definitions",
            Kind::Chart => "charts",
            Kind::Drawing => "drawings",
            Kind::Grid => "grids",
            Kind::Prose => "prose",
        }
    }
}

/// A text of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Said {
    pub kind: Kind,
    /// The claim that it is of.
    pub claim: Option<String>,
    pub text: String,
    /// What of the text counts, if not all of it.
    counts: Option<String>,
    /// The points of a chart, apart from the rest.
    points: String,
    /// What is drawn.
    pub drawn: Option<Drawn>,
    /// The names of the definitions that it rests on, if it is drawn or tabulated.
    pub uses: String,
}

/// What a report draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawn {
    Chart(Chart),
    Figure(Figure),
}

/// A text that is not the same on both sides, or on one only.
pub(super) struct Turned {
    pub id: String,
    pub kind: Kind,
    pub claim: Option<String>,
    pub was: Option<String>,
    pub now: Option<String>,
    pub drawn: (Option<Drawn>, Option<Drawn>),
    /// The names of the definitions that it rests on.
    pub uses: String,
}

impl Said {
    fn new(kind: Kind, claim: Option<&str>, text: String) -> Said {
        Said {
            kind,
            claim: claim.map(str::to_owned),
            text,
            counts: None,
            points: String::new(),
            drawn: None,
            uses: String::new(),
        }
    }

    fn counts(&self) -> &str {
        self.counts.as_ref().unwrap_or(&self.text)
    }

    /// All of it, for hashing.
    pub(super) fn whole(&self) -> String {
        if self.points.is_empty() { self.text.clone() } else { format!("{}; {}", self.text, self.points) }
    }
}

/// The texts of a run by their names, in the order of the pages.
pub(super) fn texts(papers: &[PaperVerdicts]) -> Vec<(String, Said)> {
    let mut found = Vec::new();
    for paper in papers {
        let mut add = |id: String, said: Said| {
            if !said.whole().trim().is_empty() {
                found.push((id, said));
            }
        };
        for (part, text) in of_paper(paper) {
            add(format!("{}#{part}", paper.key), Said::new(Kind::Paper, None, text));
        }
        let standing = paper.source_standing.clone();
        let counts = Some(without_numbers(&standing));
        add(format!("{}#standing", paper.key), Said { counts, ..Said::new(Kind::Paper, None, standing) });
        if let Some(planted) = &paper.planted {
            add(format!("{}#planted", paper.key), of_planted(planted));
        }
        for claim in &paper.claims {
            let id = claim_id(paper, claim);
            for (part, text) in of_claim(claim) {
                add(format!("{id}#{part}"), Said::new(Kind::Claim, Some(&id), text));
            }
            for chart in &claim.charts {
                let said = Said {
                    points: points(chart),
                    drawn: Some(Drawn::Chart(chart.clone())),
                    uses: claim.made_from.get("uses").cloned().unwrap_or_default(),
                    ..Said::new(Kind::Chart, Some(&id), of_chart(chart))
                };
                add(format!("{}/{}#chart", paper.key, chart.name), said);
            }
        }
        for (name, line) in definitions(paper) {
            let said = Said::new(Kind::Definition, None, line.trim().to_owned());
            add(definition_id(&paper.key, name), said);
        }
        for figure in &paper.figures {
            let id = format!("{}/{}#drawing", paper.key, figure.name);
            let said = Said::new(Kind::Drawing, None, of_figure(figure));
            let drawn = Some(Drawn::Figure(figure.clone()));
            add(id, Said { drawn, uses: figure.uses.join(" "), ..said });
        }
        for grid in &paper.grids {
            let said = Said { uses: grid.uses.join(" "), ..Said::new(Kind::Grid, None, of_grid(grid)) };
            add(format!("{}/{}#grid", paper.key, grid.name), said);
        }
    }
    found
}

fn of_paper(paper: &PaperVerdicts) -> Vec<(&'static str, String)> {
    let conventions: Vec<String> = paper.conventions.iter().map(|(a, b)| format!("{a} is {b}")).collect();
    vec![
        ("title", paper.title.clone()),
        ("authors", paper.authors.join(", ")),
        ("summary", paper.summary.clone()),
        ("source", format!("{} {}", paper.source, paper.address)),
        ("notices", paper.notices.join(" ")),
        ("conventions", conventions.join("; ")),
    ]
}

/// The score of the planted slips. That it is stale stands on the page and is nobody's decision; and where all were found,
/// how many there are follows from the entries.
fn of_planted(planted: &Planted) -> Said {
    let all = planted.found >= planted.planted && planted.forms_kept >= planted.forms;
    let text = format!(
        "{} of {} found; {} of {} told from an error",
        planted.found,
        count(planted.planted, "planted slip", "planted slips"),
        planted.forms_kept,
        count(planted.forms, "planted change of form", "planted changes of form"),
    );
    let counts = all.then(|| "all found".to_owned());
    Said { counts, ..Said::new(Kind::Paper, None, text) }
}

/// The texts of these names on both sides.
pub(super) fn of_names(
    old: &[PaperVerdicts],
    new: &[PaperVerdicts],
    names: &BTreeSet<String>,
) -> BTreeMap<String, Text> {
    let side = |run: &[PaperVerdicts]| -> BTreeMap<String, String> {
        let texts = texts(run).into_iter().filter(|(id, _)| names.contains(id));
        texts.map(|(id, said)| (id, said.whole())).collect()
    };
    let (mut was, mut now) = (side(old), side(new));
    names.iter().map(|id| (id.clone(), Text { was: was.remove(id), now: now.remove(id) })).collect()
}

fn of_claim(claim: &ClaimVerdicts) -> Vec<(&'static str, String)> {
    // The sentence of a statement is what its entry prints, and is compared there.
    let printed = |text: &str| {
        claim.entries.iter().filter_map(|entry| entry.printed.as_ref()).any(|shown| shown.text == text)
    };
    let says = if printed(&claim.says) { String::new() } else { claim.says.clone() };
    vec![
        ("title", claim.title.clone()),
        ("says", says),
        ("origin", claim.origin.clone()),
        ("formula", claim.formula.as_ref().map_or(String::new(), |formula| formula.text.clone())),
        ("columns", claim.columns.join(" | ")),
    ]
}

fn of_chart(chart: &Chart) -> String {
    let series: Vec<&str> = chart.series.iter().map(|series| series.name.as_str()).collect();
    format!("{}: {} {} against {}: {}", chart.title, chart.description, chart.y, chart.x, series.join(", "))
}

fn points(chart: &Chart) -> String {
    let all: Vec<String> =
        chart.series.iter().map(|series| format!("{:?} {:?}", series.role, series.points)).collect();
    let number = chart.series.iter().map(|series| series.points.len() as u64).sum();
    format!("{} ({:?} {})", count(number, "point", "points"), chart.kind, short_hash(&all.join("\n"), 4))
}

fn of_figure(figure: &Figure) -> String {
    let pictures = serde_json::to_string(&figure.pictures).unwrap_or_default();
    let number = count(figure.pictures.len() as u64, "picture", "pictures");
    format!("{}: {} {number} ({})", figure.title, figure.description, short_hash(&pictures, 4))
}

fn of_grid(grid: &Grid) -> String {
    let cells =
        serde_json::to_string(&(&grid.corner, &grid.head, &grid.side, &grid.rows)).unwrap_or_default();
    let number = count(grid.rows.iter().map(|row| row.len() as u64).sum(), "value", "values");
    format!("{}: {} {number} ({})", grid.title, grid.description, short_hash(&cells, 4))
}

/// The texts that changed; those of papers and claims that are on both sides. `moved` are the claims of which values changed,
/// `told` the texts that the causes of changed entries name.
pub(super) fn turned(
    old: &[PaperVerdicts],
    new: &[PaperVerdicts],
    moved: &BTreeSet<String>,
    told: &BTreeSet<String>,
) -> Vec<Turned> {
    let (before, after) = (texts(old), texts(new));
    let both: BTreeSet<String> = names(old).intersection(&names(new)).cloned().collect();
    let is_of_both = |id: &str, said: &Said| {
        let paper = id.split(['/', '#']).next().unwrap_or(id);
        both.contains(paper) && said.claim.as_ref().is_none_or(|claim| both.contains(claim))
    };
    let was: BTreeMap<&str, &Said> = before.iter().map(|(id, said)| (id.as_str(), said)).collect();
    let is: BTreeSet<&str> = after.iter().map(|(id, _)| id.as_str()).collect();
    let derived = |said: &Said| said.claim.as_ref().is_some_and(|claim| moved.contains(claim));
    let mut found = Vec::new();
    let (came_along, went_along) = (used_by_lone_claims(new, &both), used_by_lone_claims(old, &both));
    for (id, said) in after.iter().filter(|(id, said)| is_of_both(id, said) && !told.contains(id)) {
        let before = was.get(id.as_str());
        let same = before.is_some_and(|before| {
            before.counts() == said.counts() && (before.points == said.points || derived(said))
        });
        if !same && (before.is_some() || !came_along.contains(id)) {
            found.push(turn(id, before.copied(), Some(said)));
        }
    }
    for (id, said) in before.iter().filter(|(id, said)| is_of_both(id, said) && !told.contains(id)) {
        if is.contains(id.as_str()) || went_along.contains(id) {
            continue;
        }
        found.push(turn(id, Some(said), None));
    }
    for paper in new {
        if let Some(before) = old.iter().find(|before| before.key == paper.key) {
            found.extend(prose(before, paper));
        }
    }
    found
}

/// Origins that changed as the origin of another claim of the paper did, which is told with its entries: each with that one.
pub(super) fn alike(
    old: &[PaperVerdicts],
    new: &[PaperVerdicts],
    told: &BTreeSet<String>,
    turned: &[Turned],
) -> BTreeMap<String, String> {
    let is_origin = |id: &&String| id.ends_with("#origin");
    let told = of_names(old, new, &told.iter().filter(is_origin).cloned().collect());
    let paper = |id: &str| id.split('/').next().map(str::to_owned);
    let partner = |text: &Turned| {
        let same = |(id, other): &(&String, &Text)| {
            paper(id) == paper(&text.id) && other.was == text.was && other.now == text.now
        };
        let (id, _) = told.iter().filter(|_| is_origin(&&text.id)).find(same)?;
        Some((text.id.clone(), id.clone()))
    };
    turned.iter().filter_map(partner).collect()
}

/// The definitions that the claims use which the other side lacks: they come and go with these.
fn used_by_lone_claims(papers: &[PaperVerdicts], both: &BTreeSet<String>) -> BTreeSet<String> {
    let claims = papers.iter().flat_map(|paper| paper.claims.iter().map(move |claim| (paper, claim)));
    let lone = claims.filter(|(paper, claim)| !both.contains(&claim_id(paper, claim)));
    lone.flat_map(|(paper, claim)| {
        let uses = claim.made_from.get("uses").map_or("", String::as_str);
        uses.split_whitespace().map(|name| definition_id(&paper.key, name))
    })
    .collect()
}

/// The name of a definition as a text.
pub(super) fn definition_id(paper: &str, name: &str) -> String {
    format!("{paper}#define-{name}")
}

/// The name of a claim's printed formula as a text.
pub(super) fn formula_id(claim: &str) -> String {
    format!("{claim}#formula")
}

/// The name of a claim's origin as a text.
pub(super) fn origin_id(claim: &str) -> String {
    format!("{claim}#origin")
}

fn turn(id: &str, was: Option<&Said>, now: Option<&Said>) -> Turned {
    let either = now.or(was);
    let drawn = |side: Option<&Said>| side.and_then(|said| said.drawn.clone());
    Turned {
        id: id.to_owned(),
        kind: either.map_or(Kind::Prose, |said| said.kind),
        claim: either.and_then(|said| said.claim.clone()),
        was: was.map(Said::whole),
        now: now.map(Said::whole),
        drawn: (drawn(was), drawn(now)),
        uses: either.map_or(String::new(), |said| said.uses.clone()),
    }
}

/// The keys of papers and the ids of claims.
fn names(papers: &[PaperVerdicts]) -> BTreeSet<String> {
    let claims = papers.iter().flat_map(|paper| paper.claims.iter().map(|claim| claim_id(paper, claim)));
    papers.iter().map(|paper| paper.key.clone()).chain(claims).collect()
}

/// Paragraphs that are on one side only, or oftener there; what went and what came behind the same paragraph stand side by side.
fn prose(old: &PaperVerdicts, new: &PaperVerdicts) -> Vec<Turned> {
    let (before, after) = (paragraphs(old), paragraphs(new));
    let (mut gone, came) = (lone(&before, &after), lone(&after, &before));
    let mut pairs: Vec<(Option<&str>, Option<&str>)> = Vec::new();
    for (behind, came) in came {
        let gone = gone.iter().position(|(other, _)| *other == behind).map(|at| gone.remove(at).1);
        let gone = gone.unwrap_or_default();
        for at in 0..gone.len().max(came.len()) {
            pairs.push((gone.get(at).copied(), came.get(at).copied()));
        }
    }
    pairs.extend(gone.into_iter().flat_map(|(_, gone)| gone).map(|text| (Some(text), None)));
    let turned = |(at, (was, now)): (usize, (Option<&str>, Option<&str>))| Turned {
        id: format!("{}#paragraph-{}", new.key, at + 1),
        kind: Kind::Prose,
        claim: None,
        was: was.map(str::to_owned),
        now: now.map(str::to_owned),
        drawn: (None, None),
        uses: String::new(),
    };
    pairs.into_iter().enumerate().map(turned).collect()
}

/// A paragraph, with its shape.
type Paragraph<'a> = (String, &'a str);

/// The paragraphs that the other side lacks, by the one that both have and that they stand behind; in their order.
fn lone<'a>(side: &'a [Paragraph<'a>], other: &[Paragraph]) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut known: BTreeMap<&str, usize> = BTreeMap::new();
    for (shape, _) in other {
        *known.entry(shape).or_default() += 1;
    }
    let (mut behind, mut gaps): (&str, Vec<(&str, Vec<&str>)>) = ("", Vec::new());
    for (shape, text) in side {
        if let Some(left) = known.get_mut(shape.as_str()).filter(|left| **left > 0) {
            *left -= 1;
            behind = shape;
            continue;
        }
        match gaps.last_mut() {
            Some((last, texts)) if *last == behind => texts.push(text),
            _ => gaps.push((behind, vec![text])),
        }
    }
    gaps
}

/// Each paragraph of the prose, with its shape: all of it but its numbers.
fn paragraphs(paper: &PaperVerdicts) -> Vec<Paragraph<'_>> {
    let mut found = Vec::new();
    for block in &paper.blocks {
        if let Block::Prose(text) = block {
            // The shape is taken of the whole, since a block of code may have empty lines.
            let shape = without_numbers(text);
            for (text, shape) in text.split("\n\n").zip(shape.split("\n\n")) {
                found.push((shape.trim().to_owned(), text.trim()));
            }
        }
    }
    found.retain(|(_, text)| !text.is_empty());
    found
}
