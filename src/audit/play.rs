//! Which kind of play a paper is on.

use super::about::{argument, between, without_comments};

/// What names another kind of play than normal play.
const OTHERWISE: &[&str] = &[
    "misère",
    "misere",
    "mis\\`ere",
    "mis\\`{e}re",
    "scoring game",
    "scoring play",
    "scoring universe",
    "dead-ending",
    "entailing",
    "absolute cgt",
];
/// Remarks that are needed before a paper is taken to be on another kind of play, and how many of a text's bytes there may be
/// to one of them.
const LEAST: usize = 5;
const BYTES_EACH: usize = 3_000;

/// Where a paper first speaks of another kind of play than normal play, and by which word, if it is on such: in its title, or
/// often, and more often than of normal play, what stands in related work and in the bibliography not counted. Papers on
/// misère play, scoring games and the like mean other things by the same signs.
pub fn otherwise(text: &str) -> Option<(usize, &'static str)> {
    let lower = text.to_ascii_lowercase();
    let aside = asides(&lower);
    let found = |words: &[&'static str]| {
        let mut found: Vec<(usize, &'static str)> = words
            .iter()
            .flat_map(|word| lower.match_indices(*word).map(move |(at, _)| (at, *word)))
            .filter(|(at, _)| !aside.iter().any(|range| range.contains(at)))
            .collect();
        found.sort_unstable();
        found
    };
    let remarks = found(OTHERWISE);
    let first = *remarks.first()?;
    let plain = without_comments(&lower);
    let says = |part: &str| OTHERWISE.iter().any(|word| part.contains(word));
    let title = argument(&plain, "\\title").is_some_and(|title| says(&title));
    let summary = between(&plain, "\\begin{abstract}", "\\end{abstract}").is_some_and(says);
    let normal = found(&["normal play", "normal-play"]).len();
    let often = remarks.len() >= LEAST
        && remarks.len() * BYTES_EACH >= text.len()
        && (remarks.len() >= 3 * normal || summary && remarks.len() > normal);
    (title && remarks.len() > normal || often).then_some(first)
}

/// The parts of a text that tell of other papers: sections on related work, the bibliography, comments.
fn asides(lower: &str) -> Vec<std::ops::Range<usize>> {
    let mut asides = Vec::new();
    for (at, _) in lower.match_indices("\\section") {
        let heading = argument(&lower[at..], "\\section").unwrap_or_default();
        if ["related", "previous work", "prior work", "history", "background", "further work", "future"]
            .iter()
            .any(|words| heading.contains(words))
        {
            let rest = &lower[at + "\\section".len()..];
            let end = rest.find("\\section").map_or(lower.len(), |end| at + "\\section".len() + end);
            asides.push(at..end);
        }
    }
    let bibliography = lower.find("\\begin{thebibliography}");
    asides.extend(bibliography.map(|at| at..lower.len()));
    let mut line_start = 0;
    for line in lower.split_inclusive('\n') {
        if line.trim_start().starts_with('%') {
            asides.push(line_start..line_start + line.len());
        }
        line_start += line.len();
    }
    asides
}
