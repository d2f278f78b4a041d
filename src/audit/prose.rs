//! What a sentence asserts of the equation that stands in it.
//!
//! Only what is found false is looked at so: a condition, a doubt, a quantity that is named before it, or an equality of
//! another kind make it no claim about games.

use std::ops::Range;

use super::about::without_comments;
use super::headings::{QUANTITIES, Quantity};

/// Why a sentence does not assert the equation in it, if it does not.
pub const UNASSERTED: &str = "it stands in a condition, a denial or a definition";

/// Words before a formula, in its sentence, that make it no assertion.
const BEFORE: &[&str] = &[
    "if",
    "suppose",
    "assume",
    "assuming",
    "whether",
    "unless",
    "let",
    "not",
    "cannot",
    "would",
    "never",
    "impossible",
    "wrong",
    "contradiction",
    "define",
    "denote",
    "defined",
    "when",
    "whenever",
    "were",
    "neither",
    "nor",
    "without",
    "incorrect",
    "contrary",
    "can't",
    "isn't",
    "no",
    "provided",
    "since if",
    "say",
    "misère",
    "only",
    "tempting",
    "might",
    "expect",
    "naive",
    "naively",
    "instead",
    "mistake",
    "mistaken",
    "mistakenly",
    "misprint",
    "misprinted",
    "typo",
    "erratum",
    "erroneous",
    "erroneously",
    "wrongly",
    "incorrectly",
    "mod",
    "modulo",
    "infinitesimal",
    "infinitesimals",
    "infinitesimally",
    "ignoring",
    "reduced",
    "chilled",
    "chilling",
    "cool",
    "cooled",
    "cooling",
    "heated",
    "heating",
    "warming",
    "overheating",
    "freezing",
    "frozen",
    "enriched",
    "environment",
    "thermograph",
    "approximately",
    "corrigendum",
    "corrigenda",
    "correction",
    "replace",
    "replaced",
    "returned",
    "returns",
    "disprove",
    "refute",
    "nobody",
    "tempted",
    "believe",
    "believed",
    "believes",
    "claimed",
    "claims",
    "edition",
    "false",
    "exercise",
    "contrast",
    "think",
    "though",
    "scoring",
    "orthodox",
    "ambient",
    "estimate",
    "estimated",
    "estimates",
    "rounded",
    "roughly",
    "heuristic",
    "heuristically",
    "could",
    "unlike",
    "imagine",
    "pretend",
    "hypothetical",
    "hypothetically",
    "abuse",
    "shorthand",
    "abbreviate",
    "abbreviated",
    "abbreviates",
    "identify",
    "identifying",
    "identified",
    "regard",
    "regarded",
    "regarding",
    "satisfying",
    "hardly",
    "counterexample",
    "setting",
    "rounding",
    "dropping",
    "forgetting",
    "neglecting",
    "disregarding",
    "omitting",
    "approximating",
    "approximate",
    "sense",
    "encoding",
    "encoded",
    "encodes",
    "notation",
];
/// The same, as words that stand together.
const PHRASES: &[&str] = &[
    "up to ",
    "was given",
    "is given as",
    "were given",
    "dead-ending",
    "mis `ere",
    "mis `{e}re",
    "misere",
    "rather than",
    "as opposed to",
    "such that",
    "for which",
    "we set",
    "we put",
    "may be",
    "by convention",
];
/// What says who begins: a number may then be what is reached.
const BEGINS: &[&str] = &[
    "plays first",
    "play first",
    "playing first",
    "moves first",
    "move first",
    "moving first",
    "goes first",
    "going first",
    "first player",
    "starts",
    "starting",
    "begins",
    "beginning",
    "to move",
    "to play",
];
/// Words before a formula with variables that say it of some values only.
const OF_SOME: &[&str] = &[
    "some",
    "exist",
    "exists",
    "there",
    "sufficiently",
    "large",
    "divisible",
    "multiple",
    "multiples",
    "power",
    "powers",
    "congruent",
    "prime",
    "unique",
];
/// Words behind it.
const BEHIND: &[&str] = &[
    "is false",
    "is not true",
    "does not hold",
    "is wrong",
    "fails",
    "if and only if",
    "iff",
    "only if",
    "if ",
    " when ",
    "whenever ",
    "cannot",
    "is impossible",
    "a contradiction",
    "contradict",
    "misprint",
    "typo",
    "mistake",
    "erroneous",
    "incorrect",
    "modulo",
    "infinitesimal",
    "approximately",
    "should read",
    "should be",
    "is absurd",
    " would ",
    "does not follow",
    "(sic",
    "[sic",
    "corrected",
    "$ read $",
    "up to ",
    "contradicting",
    "dead-ending",
    "misère",
    "misere",
    "mis\\`ere",
    "mis\\`{e}re",
    "(mod",
    "\\mod",
    "\\pmod",
    "\\bmod",
    " mod ",
    "is refuted",
    "translation",
    "this is wrong",
];
/// What ends in a full stop and ends no sentence.
const SHORT: &[&str] = &["e.g", "i.e", "cf", "fig", "eq", "thm", "resp", "vs", "sec", "no", "ref", "prop"];

/// What may be named right before a formula with "of", so that the formula is asserted all the same.
const ASSERTED_OF: &[&str] = &[
    "because",
    "view",
    "light",
    "virtue",
    "means",
    "instance",
    "example",
    "proof",
    "case",
    "validity",
    "use",
    "form",
    "identity",
    "consequence",
    "equality",
    "equation",
    "generalization",
    "generalisation",
    "account",
    "instead",
    "course",
    "formula",
    "verification",
    "version",
    "analogue",
];
/// What is said of a game, and is a number: near before a formula, the formula may be of that.
const MEASURES: &[&str] = &[
    "mean",
    "mast",
    "average",
    "expected",
    "score",
    "scores",
    "scored",
    "temperature",
    "temperatures",
    "stop",
    "stops",
    "stopped",
    "weight",
    "weights",
    "uppitiness",
    "birthday",
    "birthdays",
    "komi",
    "frozen",
    "freezing",
    "count",
    "counts",
    "counting",
    "miai",
    "deiri",
    "gote",
    "sente",
    "territory",
];
/// What is counted behind a formula.
const COUNTED_BEHIND: &[&str] =
    &["times", "positions", "boards", "point", "points", "occurrences", "cases", "entries"];
/// How many words before a formula are near.
const NEAR: usize = 5;
/// What stands before "value of" where the value is a game.
const VALUES: &[&str] = &["the", "game", "canonical", "exact", "combinatorial", "a"];
/// What players do.
const MOVES: &[&str] = &[
    "move", "moves", "moved", "moving", "playing", "plays", "play", "option", "options", "reply", "replies",
    "respond", "responds", "response", "answers", "chooses",
];
/// What is counted, or measured.
const COUNTED: &[&str] = &[
    "number of",
    "numbers of",
    "frequency",
    "frequencies",
    "probability",
    "percentage",
    "proportion",
    "occurrences",
    "how many",
    "how often",
    "count of",
    "counts of",
    "positions",
    "boards",
];

/// Why a count is no equality.
const COUNTS: &str = "it says how often something occurs";

/// Why the sentence around a formula does not assert it as an equality of games; `open` says that it has variables, and
/// `numeric` that one of its sides is a number.
pub fn unasserted(text: &str, span: Range<usize>, open: bool, numeric: bool) -> Option<&'static str> {
    let before = said_before(text, span.start);
    let words: Vec<&str> =
        before.split(|c: char| !(c.is_alphabetic() || c == '\'')).filter(|word| !word.is_empty()).collect();
    let said = |list: &[&str]| list.iter().any(|word| words.contains(word));
    if said(BEFORE) || open && said(OF_SOME) || PHRASES.iter().any(|words| before.contains(words)) {
        return Some(UNASSERTED);
    }
    let after = text.get(span.end..).unwrap_or("");
    let end = after.char_indices().nth(200).map_or(after.len(), |(at, _)| at);
    let after = without_comments(&after[..end]).to_lowercase();
    let closed = after.trim_start_matches(['$', '\\', ']', ')', ' ', '}', '.', '*', '!']);
    let ends = [". ", ".\n", "? ", "?\n", "\n\n"];
    let (sentence, asks) = ends
        .iter()
        .filter_map(|end| Some((after.find(end)?, end.starts_with('?'))))
        .min()
        .unwrap_or((after.len(), after.trim_end().ends_with('?')));
    if asks || closed.starts_with('?') {
        return Some("it stands in a question");
    }
    let near = after[..sentence].char_indices().nth(80).map_or(sentence, |(at, _)| at);
    if BEHIND.iter().any(|words| after[..near].contains(words)) || retracted(&after[sentence..]) {
        return Some(UNASSERTED);
    }
    // `1$ish`: with an infinitesimal that is not named.
    if closed.starts_with("ish") && closed[3..].starts_with(|c: char| !c.is_alphanumeric()) {
        return Some("it holds up to an infinitesimal");
    }
    let next = closed.trim_start_matches("such ").split(|c: char| !c.is_alphabetic()).next().unwrap_or("");
    if numeric && COUNTED_BEHIND.contains(&next) {
        return Some(COUNTS);
    }
    if numeric && words.iter().rev().take(NEAR).any(|word| MEASURES.contains(word)) {
        return Some("a quantity of games is named near before it, and it may be of that");
    }
    let begun = |text: &str| BEGINS.iter().any(|words| text.contains(words));
    let moved = words.contains(&"after") && words.iter().any(|word| MOVES.contains(word));
    if numeric && (begun(&before) || begun(&after[..near]) || moved) {
        return Some("it says what is reached when one of the players begins");
    }
    if of_another_kind(closed) {
        return Some("what stands behind it says that it is no equality of games");
    }
    let start = text.get(..span.start).unwrap_or("");
    let item = start.trim_end_matches(['$', ' ', '(', '\\']).ends_with("\\item[");
    if item || mentioned(&before, &words, next) {
        return Some("what stands before it names it, and does not assert it");
    }
    let own = text.get(span).unwrap_or("");
    if ["\\pmod", "\\bmod", "\\mod"].iter().any(|sign| own.contains(sign)) {
        return Some("it is a congruence");
    }
    named_before(&before, &words, numeric)
}

/// What a formula may be called that is written down and not asserted: "the label $\{2|0\} = 2$".
const MENTIONED: &[&str] = &[
    "label",
    "labels",
    "labelled",
    "labeled",
    "marked",
    "tagged",
    "entry",
    "entries",
    "headed",
    "row",
    "rows",
    "column",
    "line",
    "lines",
    "cell",
    "bracket",
    "brackets",
    "brace",
    "braces",
    "caption",
    "heading",
    "annotation",
    "node",
    "vertex",
    "edge",
    "leaf",
    "branch",
    "arrow",
    "condition",
    "hypothesis",
    "assumption",
    "requirement",
    "constraint",
    "question",
    "possibility",
    "alternative",
    "symbol",
    "symbols",
    "reads",
    "prints",
    "printed",
];
/// What it may be called that is asserted: "the game $\{2|0\} = 2$ is hot".
const GAMES: &[&str] = &[
    "game",
    "games",
    "value",
    "values",
    "sum",
    "sums",
    "difference",
    "position",
    "positions",
    "subposition",
    "component",
    "components",
    "switch",
    "switches",
    "number",
    "numbers",
    "infinitesimal",
    "star",
    "nimber",
    "form",
    "option",
    "follower",
    "identity",
    "equality",
    "inequality",
    "equation",
    "formula",
    "relation",
    "fact",
    "result",
    "board",
    "strip",
    "square",
    "rectangle",
    "region",
    "corner",
    "path",
    "cycle",
    "graph",
    "tree",
    "stalk",
    "flower",
    "snake",
    "heap",
    "pile",
    "string",
    "zugzwang",
];

/// Whether the word before a formula only names it: a word for what is written down, or any other than a game as the subject of
/// what goes on behind it ("the tag $\{2|0\} = 2$ is new").
fn mentioned(before: &str, words: &[&str], next: &str) -> bool {
    let Some((last, others)) = words.split_last().filter(|_| adjoins(before)) else { return false };
    let previous = others.last().copied().unwrap_or("");
    let the = ["the", "a", "an", "each", "every", "its", "our"].contains(&previous);
    let goes_on =
        ["is", "are", "was", "were", "has", "had", "denotes", "becomes", "appears", "stands"].contains(&next);
    MENTIONED.contains(last)
        || the && *last == "case"
        || the && goes_on && !GAMES.contains(last) && !MEASURES.contains(last)
}

/// Whether a text ends in a word, dollars and brackets left out: what follows belongs to it.
fn adjoins(before: &str) -> bool {
    before.trim_end_matches(['$', '(', ' ', '\n', '~', '[', '{']).ends_with(|c: char| c.is_alphabetic())
}

/// Whether the next sentence takes back what was said: "Contradiction.", "This is false."
fn retracted(rest: &str) -> bool {
    const WORDS: &[&str] = &[
        "contradiction",
        "a contradiction",
        "contradicting",
        "absurd",
        "impossible",
        "this contradicts",
        "this is false",
        "this is not ",
        "this is absurd",
        "this is impossible",
        "this is a contradiction",
        "this cannot",
        "this fails",
        "this is wrong",
        "but this",
        "however, this",
        "which is absurd",
        "which is impossible",
        "which contradicts",
    ];
    let mut rest = rest;
    loop {
        let closed = rest.trim_start_matches(|c: char| c.is_whitespace() || "$\\])}.,!".contains(c));
        // `\end{equation}`
        match closed.strip_prefix("end{").and_then(|inside| inside.split_once('}')) {
            Some((_, behind)) => rest = behind,
            None => return WORDS.iter().any(|words| closed.starts_with(words)),
        }
    }
}

/// Whether what follows a formula says of what it holds: "in mean", "for the mast", "at temperature 1", "after cooling".
fn of_another_kind(after: &str) -> bool {
    const LEADS: &[&str] = &["in", "for", "at", "on", "by", "when", "after", "under", "upon"];
    const PLAY: &[&str] = &[
        "cooling",
        "cooled",
        "chilling",
        "chilled",
        "heating",
        "heated",
        "warming",
        "tax",
        "thermograph",
        "thermographs",
        "environment",
        "limit",
    ];
    let clause = after.split([',', ';', '.', ':', '$', '\\', '(']).next().unwrap_or("");
    let clause = clause.split(" and ").next().unwrap_or("");
    let words: Vec<&str> =
        clause.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    let Some((first, rest)) = words.split_first() else { return false };
    let such = |word: &&str| MEASURES.contains(word) || PLAY.contains(word);
    LEADS.contains(first) && rest.iter().take(4).any(such)
        || *first == "as" && rest.iter().take(2).any(|word| ["mean", "mast", "average"].contains(word))
}

/// The sentence up to a formula, in lower case, without comments and the names of commands.
fn said_before(text: &str, formula: usize) -> String {
    let before = text.get(..formula).unwrap_or("");
    let start = before.char_indices().rev().nth(200).map_or(0, |(at, _)| at);
    // From the beginning of a line, so that a comment is seen as one.
    let start = before[..start].rfind('\n').map_or(0, |at| at + 1);
    let before = without_comments(&before[start..]);
    let mut said = without_commands(&before[sentence(&before)..]).to_lowercase();
    // What a command at its end is given is no word: `\begin{equation}\label{eq:mean}`.
    while said.trim_end().ends_with('}')
        && let Some(opened) = said.rfind('{')
    {
        said.truncate(opened);
    }
    said
}

/// The quantity that is named right before a formula, as in "the mean value of $\{2|0\} = 1$".
pub fn quantity(text: &str, formula: usize) -> Option<&'static Quantity> {
    let before = said_before(text, formula);
    let words: Vec<&str> =
        before.trim_end_matches(['$', '(', '[', ' ', '\n', '~']).split_whitespace().collect();
    let ends: [&[&str]; 3] = [&["of"], &["of", "the", "game"], &["of", "the", "position"]];
    let words = ends.iter().find_map(|end| words.strip_suffix(*end))?;
    let before = words.join(" ");
    let ends = |word: &str| {
        let rest = before.strip_suffix(word);
        rest.is_some_and(|rest| !rest.ends_with(|c: char| c.is_alphanumeric() || c == '-'))
    };
    let longest = |quantity: &Quantity| {
        let words = quantity.words.iter().filter(|word| ends(word));
        words.map(|word| word.len()).max()
    };
    QUANTITIES.iter().filter(|quantity| longest(quantity).is_some()).max_by_key(|quantity| longest(quantity))
}

/// Whether a quantity of the left side is named right before it, or how often it occurs, or a move from it.
fn named_before(before: &str, words: &[&str], numeric: bool) -> Option<&'static str> {
    // A formula between the words and this one parts them.
    let (last, others) = words.split_last().filter(|_| adjoins(before))?;
    let previous = others.last().copied().unwrap_or("");
    let value = previous == "value" && others.iter().rev().nth(1).is_none_or(|word| VALUES.contains(word));
    if *last == "of" && !value && !ASSERTED_OF.contains(&previous) {
        return Some("what is named before it is said of its left side, and the equation is of that");
    }
    let moved = others.iter().chain([last]).any(|word| MOVES.contains(word));
    let leads =
        ["from", "to", "gives", "yields", "gets", "with", "leaving", "reaching", "replies", "answers"];
    if *last == "playing" || moved && leads.contains(last) {
        return Some("it says what a move leads to");
    }
    let counted = COUNTED.iter().any(|words| before.contains(words));
    if numeric && counted && ["with", "value", "values"].contains(last) {
        return Some(COUNTS);
    }
    None
}

/// Where the last sentence of a text begins.
fn sentence(text: &str) -> usize {
    let short = |end: usize| {
        let word = text[..end].rsplit(|c: char| c.is_whitespace() || "(~".contains(c)).next().unwrap_or("");
        SHORT.contains(&word.to_lowercase().as_str())
    };
    let mut ends = text.rmatch_indices(". ").map(|(end, _)| end).filter(|end| !short(*end));
    let lines = [".\n", "\n\n", "? ", "?\n"].into_iter().filter_map(|end| text.rfind(end));
    ends.next().into_iter().chain(lines).max().map_or(0, |end| end + 2)
}

/// A text without the names of its commands: the word of `\not` denies nothing but its own sign.
fn without_commands(text: &str) -> String {
    let mut parts = text.split('\\');
    let first = parts.next().unwrap_or("").to_string();
    parts.fold(first, |kept, part| kept + " " + part.trim_start_matches(|c: char| c.is_ascii_alphabetic()))
}
