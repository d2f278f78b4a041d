//! What a paper is called, and which game it seems to be about.

use crate::diagnostic::Source;
use crate::findings::{About, Findings};
use crate::rulesets::{self, Ruleset, Visitor};

/// Games that papers are about and whose rules may not be known here, in lower case.
const OTHERS: &[&str] = &[
    "domineering",
    "clobber",
    "amazons",
    "hackenbush",
    "toads and frogs",
    "konane",
    "col",
    "snort",
    "nim",
    "kayles",
    "chomp",
    "dots and boxes",
    "cutcake",
    "maundy cake",
    "partizan subtraction",
    "go",
    "hex",
    "fox and hounds",
    "cherries",
    "elephants and rhinos",
    "ski jumps",
    "shove",
    "push",
    "cram",
    "wythoff",
    "euclid",
    "node kayles",
    "arc kayles",
    "robin hood",
    "blue hackenbush",
    "yashima",
    "hnefatafl",
    "tak",
    "teetering towers",
    "impartial chess",
];

/// Fills in title, authors and what the paper is about.
pub fn about(source: &Source, findings: &mut Findings) {
    let text = without_comments(&source.text);
    findings.title = argument(&text, "\\title").map(plain).unwrap_or_default();
    findings.authors = authors(&text);
    findings.about = game(&text, &findings.title);
}

/// Whether a text is on games at all, by its words or since it stands out that it is about one: else its braces, bars and
/// arrows mean other things.
pub fn is_of_games(text: &str, about: &About) -> bool {
    let text = without_comments(text).to_lowercase();
    let words = ["game", "surreal number", "nimber", "canonical form"];
    about.game.is_some() || words.iter().any(|word| text.contains(word))
}

struct Names(Vec<&'static str>);

impl Visitor for Names {
    fn visit<R: Ruleset>(&mut self) {
        self.0.push(R::NAME);
    }
}

/// The game that stands out: in the title, or in the abstract or headings, or often.
fn game(text: &str, title: &str) -> About {
    let mut names = Names(Vec::new());
    rulesets::visit_all(&mut names);
    let known: Vec<String> = names.0.iter().map(|name| name.to_lowercase()).collect();
    let title = title.to_lowercase();
    let abstracted = between(text, "\\begin{abstract}", "\\end{abstract}").unwrap_or("").to_lowercase();
    let mut headings = String::new();
    for command in ["\\section", "\\subsection", "\\chapter", "\\caption"] {
        for (at, _) in text.match_indices(command) {
            headings.push_str(&argument(&text[at..], command).unwrap_or_default().to_lowercase());
            headings.push(' ');
        }
    }
    let body = text.to_lowercase();
    let mut best: Option<(usize, String)> = None;
    let others = OTHERS.iter().map(|name| name.to_string()).filter(|name| !known.contains(name));
    for name in known.iter().cloned().chain(others) {
        // Short names are words of other meanings as well: they must be written as a name.
        let everywhere = if name.len() <= 4 { named(text, &name) } else { occurrences(&body, &name) };
        let score = 40 * occurrences(&title, &name).min(1)
            + 8 * occurrences(&abstracted, &name).min(3)
            + 4 * occurrences(&headings, &name).min(5)
            + everywhere.min(30);
        let enough = score >= 12 && everywhere > 0;
        if enough && best.as_ref().is_none_or(|(most, _)| score > *most) {
            best = Some((score, name));
        }
    }
    match best.map(|(_, name)| (capital(&name), known.contains(&name))) {
        Some((name, true)) => About {
            sentence: format!(
                "It seems to be about {name}, whose rules are known here; an audit only compares what is printed with what is printed, and a paper.md recomputes it from the rules."
            ),
            game: Some(name),
            known: true,
        },
        Some((name, false)) => About {
            sentence: format!(
                "It seems to be about {name}, whose rules are not known here: only what it says twice was compared."
            ),
            game: Some(name),
            known: false,
        },
        None => About {
            game: None,
            known: false,
            sentence: "No ruleset here: only values, and what is said twice, were checked.".to_string(),
        },
    }
}

fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// How often a name stands in a text as whole words, both in lower case.
fn occurrences(text: &str, name: &str) -> usize {
    text.match_indices(name)
        .filter(|(at, _)| {
            let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphabetic() || c == '\\');
            !letter(text[..*at].chars().next_back()) && !letter(text[at + name.len()..].chars().next())
        })
        .count()
}

/// How often it stands there with a capital, or in capitals, as names of games do.
fn named(text: &str, name: &str) -> usize {
    let small_capitals = occurrences(text, &format!("{{{name}}}"));
    occurrences(text, &capital(name)) + occurrences(text, &name.to_uppercase()) + small_capitals
}

fn authors(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("\\author") {
        let Some(inside) = argument(&text[at..], "\\author") else { continue };
        for name in inside.replace("\\and", "\n").split(['\n', ';']) {
            let name = plain(name.to_string());
            let words = name.split_whitespace().count();
            let letters = name.chars().all(|c| c.is_alphabetic() || " .-'’".contains(c));
            if (2..=5).contains(&words) && letters && !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found
}

/// The braces after a command, past `[…]`.
pub fn argument(text: &str, command: &str) -> Option<String> {
    let at = text.find(command)? + command.len();
    let mut rest = text[at..].trim_start();
    if let Some(after) = rest.strip_prefix('*') {
        rest = after.trim_start();
    }
    if rest.starts_with('[') {
        rest = rest[rest.find(']')? + 1..].trim_start();
    }
    let inside = rest.strip_prefix('{')?;
    let mut depth = 0_usize;
    let mut escaped = false;
    for (at, c) in inside.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '{' => depth += 1,
            '}' if depth == 0 => return Some(inside[..at].to_string()),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

pub fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<&'t str> {
    let start = text.find(from)? + from.len();
    Some(&text[start..start + text[start..].find(to)?])
}

/// A text without comments.
pub fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let mut escaped = false;
        let end = line.char_indices().find(|(_, c)| {
            let comment = *c == '%' && !escaped;
            escaped = *c == '\\' && !escaped;
            comment
        });
        match end {
            Some((end, _)) => {
                out.push_str(&line[..end]);
                out.push('\n');
            }
            None => out.push_str(line),
        }
    }
    out
}

/// Words without commands: `\textsc{Snort}\thanks{…}` as `Snort`.
fn plain(text: String) -> String {
    let mut text = text;
    for dropped in ["\\thanks", "\\footnote", "\\inst", "\\orcidID", "\\vspace", "\\hspace"] {
        while let Some(at) = text.find(dropped) {
            let length = argument(&text[at..], dropped).map_or(0, |inside| inside.len() + 2);
            let end = (at + dropped.len() + length).min(text.len());
            if !text.is_char_boundary(end) {
                break;
            }
            text.replace_range(at..end, " ");
        }
    }
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
                if end == 0 {
                    // An accent or `\\`: the letter below it stays.
                    let first = rest.chars().next();
                    rest = &rest[first.map_or(0, char::len_utf8)..];
                    if first == Some('\\') {
                        out.push(' ');
                    }
                } else {
                    rest = rest[end..].trim_start();
                }
            }
            '{' | '}' | '$' => {}
            '~' => out.push(' '),
            c => out.push(c),
        }
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
