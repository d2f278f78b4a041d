//! Charts and drawings before and now: in words what is not the same, and as pictures.

use super::{Drawn, Member, number};
use crate::report::text::{Html, count, escape, grouped};
use crate::report::{charts, drawings};
use crate::verdicts::{Chart, Figure, Picture, Shown};

/// So many pictures or points are told of.
const MOST: usize = 6;

/// What differs of what is drawn, a phrase each; none if it is drawn on one side only, or nothing is.
pub(super) fn words(member: &Member) -> Vec<String> {
    match &member.drawn {
        (Some(Drawn::Figure(was)), Some(Drawn::Figure(now))) => of_figures(was, now),
        (Some(Drawn::Chart(was)), Some(Drawn::Chart(now))) => of_charts(was, now),
        _ => Vec::new(),
    }
}

/// The texts beside what is drawn that are not the same.
fn of_texts(texts: &[(&str, &str, &str)]) -> Vec<String> {
    let differ = texts.iter().filter(|(_, was, now)| was != now);
    differ.map(|(of, was, now)| format!("{of} “{was}” → “{now}”")).collect()
}

/// The pictures that differ, each by its number from 1, at most [`MOST`]; and how many there are.
fn differing(was: &Figure, now: &Figure) -> Vec<usize> {
    let all = 0..was.pictures.len().max(now.pictures.len());
    all.filter(|at| was.pictures.get(*at) != now.pictures.get(*at)).collect()
}

fn of_figures(was: &Figure, now: &Figure) -> Vec<String> {
    let mut words =
        of_texts(&[("title", &was.title, &now.title), ("description", &was.description, &now.description)]);
    if was.pictures.len() != now.pictures.len() {
        let (old, new) = (was.pictures.len(), now.pictures.len());
        words.push(format!("{old} → {}", count(number(new), "picture", "pictures")));
    }
    let differ = differing(was, now);
    let pairs = differ.iter().filter_map(|at| Some((at, was.pictures.get(*at)?, now.pictures.get(*at)?)));
    let of_both = pairs.map(|(at, old, new)| format!("picture {}: {}", at + 1, of_pictures(old, new)));
    let of_both: Vec<String> = of_both.collect();
    cut(of_both, "pictures", &mut words);
    words
}

/// `11 → 12 places, 10 → 11 edges, label 3 → 4`
fn of_pictures(was: &Picture, now: &Picture) -> String {
    let mut words = Vec::new();
    let places = |picture: &Picture| picture.places.chars().count();
    let label = |picture: &Picture| {
        picture.label.as_ref().map_or("none".to_owned(), |label: &Shown| label.text.clone())
    };
    for (part, old, new) in
        [("places", places(was), places(now)), ("edges", was.edges.len(), now.edges.len())]
    {
        if old != new {
            words.push(format!("{old} → {new} {part}"));
        }
    }
    if places(was) == places(now) && was.places != now.places {
        words.push("another position".to_owned());
    }
    if was.edges.len() == now.edges.len() && was.edges != now.edges {
        words.push("other edges".to_owned());
    }
    if was.marks != now.marks {
        words.push("other marks".to_owned());
    }
    if was.label != now.label {
        words.push(format!("label {} → {}", label(was), label(now)));
    }
    if words.is_empty() { "laid out otherwise".to_owned() } else { words.join(", ") }
}

fn of_charts(was: &Chart, now: &Chart) -> Vec<String> {
    let names =
        |chart: &Chart| chart.series.iter().map(|series| series.name.clone()).collect::<Vec<_>>().join(", ");
    let mut words = of_texts(&[
        ("title", &was.title, &now.title),
        ("description", &was.description, &now.description),
        ("x axis", &was.x, &now.x),
        ("y axis", &was.y, &now.y),
        ("drawn are", &names(was), &names(now)),
    ]);
    if was.kind != now.kind {
        words.push(format!("{:?} → {:?}", was.kind, now.kind).to_lowercase());
    }
    for series in &now.series {
        let same = |other: &&crate::verdicts::Series| other.name == series.name && other.role == series.role;
        let Some(before) = was.series.iter().find(same) else { continue };
        if before.points == series.points {
            continue;
        }
        let size = |points: &[(String, String)]| grouped(number(points.len()));
        if before.points.len() != series.points.len() {
            let (old, new) = (size(&before.points), size(&series.points));
            words.push(format!("{}: {old} → {new} points", series.name));
        }
        let pairs = before.points.iter().zip(&series.points).filter(|(old, new)| old != new);
        let moved = |((x, y), (u, v)): (&(String, String), &(String, String))| {
            format!("{}: ({x}, {y}) → ({u}, {v})", series.name)
        };
        cut(pairs.map(moved).collect(), "points", &mut words);
    }
    words
}

/// The first of them, and how many more there are.
fn cut(found: Vec<String>, what: &str, words: &mut Vec<String>) {
    let more = found.len().saturating_sub(MOST);
    words.extend(found.into_iter().take(MOST));
    if more > 0 {
        words.push(format!("and {} more {what}", grouped(number(more))));
    }
}

/// What is drawn before and now, of a drawing the pictures that differ. None if nothing is drawn, or it cannot be.
pub(super) fn pictures(member: &Member) -> Option<(Html, Html)> {
    let paper = member.id.split(['/', '#']).next().unwrap_or(&member.id);
    let absent = || Html::text("absent");
    let chart = |side: &Option<Drawn>, word: &str| match side {
        // Two on one page: each has names of its own for what speaks of it.
        Some(Drawn::Chart(chart)) => Some(charts::view(&format!("{word}/{paper}"), chart).ok()?.svg),
        _ => Some(absent()),
    };
    match &member.drawn {
        (None, None) => None,
        (Some(Drawn::Figure(was)), Some(Drawn::Figure(now))) => {
            let differ = differing(was, now);
            Some((figure(paper, was, &differ)?, figure(paper, now, &differ)?))
        }
        (Some(Drawn::Figure(only)), _) => Some((figure(paper, only, &first(only))?, absent())),
        (_, Some(Drawn::Figure(only))) => Some((absent(), figure(paper, only, &first(only))?)),
        (was, now) => Some((chart(was, "was")?, chart(now, "now")?)),
    }
}

fn first(figure: &Figure) -> Vec<usize> {
    (0..figure.pictures.len()).collect()
}

fn figure(paper: &str, figure: &Figure, which: &[usize]) -> Option<Html> {
    let view = drawings::view(paper, figure, 1).ok()?;
    let mut out = String::new();
    for picture in which.iter().take(MOST).filter_map(|at| view.pictures.get(*at)) {
        let label = picture.label.as_ref().map_or("", Html::as_str);
        out.push_str(&format!("<figure>{}<figcaption>{label}</figcaption></figure>", picture.svg.as_str()));
    }
    if which.len() > MOST {
        out.push_str(&escape(&format!("and {} more", grouped(number(which.len() - MOST)))));
    }
    Some(Html(if out.is_empty() { escape("the same pictures") } else { out }))
}
