//! Whether a paper says that a line over a game makes it its negative.

use super::about::without_comments;
use super::{Told, at};
use crate::diagnostic::Source;
use crate::findings::Findings;

/// How far the word may stand from the sign, in bytes of a sentence without dollars.
const NEAR: usize = 40;

/// What is told, with `\\overline{G}` for −G, if the paper says so; a remark says where.
pub fn told(source: &Source, told: &Told, findings: &mut Findings) -> Option<Told> {
    if told.conventions.overline_is_negative {
        return None;
    }
    let place = said(&source.text)?;
    let mut told = told.clone();
    told.conventions.overline_is_negative = true;
    findings.remarks.push(format!(
        "`\\overline{{G}}` is read as the negative of G, as is said at {}.",
        at(source, place)
    ));
    Some(told)
}

/// Where a text first says that `\\overline{G}`, or what it defines as that, is the negative or the conjugate of G.
fn said(text: &str) -> Option<usize> {
    let signs = signs(text);
    let mut places: Vec<(usize, usize)> = signs
        .iter()
        .flat_map(|sign| text.match_indices(sign.as_str()).map(|(at, sign)| (at, at + sign.len())))
        .filter(|(_, end)| !text[*end..].starts_with(|c: char| c.is_ascii_alphabetic()))
        .collect();
    places.sort_unstable();
    places.into_iter().find(|(at, end)| says(text, *at, *end)).map(|(at, _)| at)
}

/// `\\overline`, and the author's commands for it.
fn signs(text: &str) -> Vec<String> {
    let mut signs = vec!["\\overline".to_string()];
    for (at, _) in text.match_indices("\\overline{#1}") {
        let line = text[..at].rfind('\n').map_or(0, |line| line + 1);
        let head = &text[line..at];
        let defined = ["\\newcommand", "\\renewcommand", "\\def"]
            .iter()
            .filter_map(|word| head.rfind(word).map(|at| &head[at + word.len()..]))
            .min_by_key(|rest| rest.len());
        let name = defined.map(|rest| rest.trim_start_matches(['{', '*', ' ', '\\'])).unwrap_or("");
        let name: String = name.chars().take_while(char::is_ascii_alphabetic).collect();
        if !name.is_empty() {
            signs.push(format!("\\{name}"));
        }
    }
    signs
}

/// Whether the sign that stands there is a letter with a line, and its sentence says of it that it is the negative.
fn says(text: &str, start: usize, end: usize) -> bool {
    let rest = text[end..].trim_start();
    let (under, behind) = match rest.strip_prefix('{') {
        Some(inside) => match inside.split_once('}') {
            Some(parts) => parts,
            None => return false,
        },
        None => rest.split_at(rest.chars().next().map_or(0, char::len_utf8)),
    };
    let letter = under.trim();
    if letter.chars().count() != 1 || !letter.starts_with(|c: char| c.is_alphabetic()) {
        return false;
    }
    let from = text[..start].char_indices().rev().nth(200).map_or(0, |(at, _)| at);
    let before = plain(&text[from..start]);
    let before = before.rsplit(". ").next().unwrap_or("");
    let to = behind.char_indices().nth(200).map_or(behind.len(), |(at, _)| at);
    let behind = plain(&behind[..to]);
    let behind = behind.split(". ").next().unwrap_or("");
    named(before, behind, letter)
}

/// "the negative of G is", or "denotes the conjugate of G", or `= -G`.
fn named(before: &str, behind: &str, letter: &str) -> bool {
    const WORDS: [&str; 3] = ["negative", "conjugate", "negation"];
    let negative = format!("-{letter}");
    let joined = |text: &str| text.replace(' ', "");
    let equals = |text: &str| {
        ["=", ":=", "\\equiv", "\\coloneqq", "for"]
            .iter()
            .any(|sign| text.starts_with(&format!("{sign}{negative}")))
    };
    if equals(&joined(behind))
        || ["=", ":=", "=:"].iter().any(|sign| joined(before).ends_with(&format!("{negative}{sign}")))
    {
        return true;
    }
    // Another sign, or another clause, between the word and the line: it is said of that.
    let clear = |between: &str| !between.contains(['-', '=', ';']) && !between.contains(" and ");
    let above = WORDS.iter().filter_map(|word| before.rfind(word).map(|at| at + word.len())).max();
    if above.is_some_and(|at| before.len() - at <= NEAR && clear(&before[at..])) {
        return true;
    }
    let verbs = ["denotes", "denote", "is", "be", "for", "means", "stands for"];
    let verb = verbs.iter().find_map(|verb| behind.trim_start().strip_prefix(verb));
    verb.is_some_and(|rest| {
        let word = WORDS.iter().filter_map(|word| rest.find(word)).min();
        rest.starts_with(' ') && word.is_some_and(|at| at <= NEAR && clear(&rest[..at]))
    })
}

/// Words and signs in lower case but for letters that stand alone, without dollars and commands of fonts.
fn plain(text: &str) -> String {
    let mut text = without_comments(text);
    for dropped in ["$", "\\emph", "\\textit", "\\textbf", "\\(", "\\)", "{", "}", "~"] {
        text = text.replace(dropped, if dropped == "~" { " " } else { "" });
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
        + if text.ends_with(char::is_whitespace) { " " } else { "" }
}
