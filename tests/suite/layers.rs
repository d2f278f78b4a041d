//! The directions of the house: which room may know which, judged on every path in `src/`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A room and the rooms that it may name. What is not listed is forbidden.
const EDGES: &[(&str, &[&str])] = &[
    ("diagnostic", &[]),
    ("files", &["diagnostic"]),
    ("eprint", &["diagnostic", "files"]),
    ("notation", &[]),
    ("graphs", &[]),
    ("engine", &["notation"]),
    ("search", &["notation"]),
    ("rulesets", &["engine", "graphs", "notation", "search"]),
    ("tex", &["diagnostic", "notation"]),
    ("claims", &["diagnostic", "notation", "tex"]),
    ("verdicts", &[]),
    (
        "evaluate",
        &["claims", "diagnostic", "engine", "graphs", "notation", "rulesets", "search", "tex", "verdicts"],
    ),
    ("findings", &["verdicts"]),
    ("audit", &["diagnostic", "engine", "evaluate", "findings", "notation", "rulesets", "tex", "verdicts"]),
    ("report", &["diagnostic", "findings", "verdicts"]),
    ("review", &["diagnostic", "report"]),
    (
        "cli",
        &[
            "audit",
            "claims",
            "diagnostic",
            "engine",
            "eprint",
            "evaluate",
            "files",
            "findings",
            "graphs",
            "notation",
            "report",
            "review",
            "rulesets",
            "search",
            "tex",
            "verdicts",
        ],
    ),
];

/// The rooms that `text` names, comments and strings left out.
fn rooms_named(text: &str) -> BTreeSet<String> {
    let code = without_comments_and_strings(text);
    let rooms: BTreeSet<&str> = EDGES.iter().map(|(room, _)| *room).collect();
    let mut named = BTreeSet::new();
    for (at, prefix) in code.match_indices("crate::").chain(code.match_indices("referee::")) {
        let rest = &code[at + prefix.len()..];
        let heads: Vec<&str> = match rest.strip_prefix('{') {
            Some(group) => top_level_heads(group),
            None => vec![identifier(rest)],
        };
        named.extend(heads.into_iter().filter(|head| rooms.contains(head)).map(str::to_string));
    }
    named
}

fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(text.len());
    &text[..end]
}

/// The first names of each item of a use group: `engine::{Store, Value}, notation}` names engine and notation.
fn top_level_heads(group: &str) -> Vec<&str> {
    let mut heads = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (i, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                heads.push(identifier(group[start..i].trim_start()));
                break;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                heads.push(identifier(group[start..i].trim_start()));
                start = i + 1;
            }
            _ => {}
        }
    }
    heads
}

fn without_comments_and_strings(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if rest.starts_with("//") {
            rest = &rest[rest.find('\n').unwrap_or(rest.len())..];
        } else if rest.starts_with("/*") {
            rest = &rest[rest.find("*/").map_or(rest.len(), |end| end + 2)..];
        } else if let Some((hashes, length)) = raw_string(rest) {
            let close = format!("\"{}", "#".repeat(hashes));
            let body = &rest[length..];
            rest = &body[body.find(&close).map_or(body.len(), |end| end + close.len())..];
        } else if c == '"' {
            let mut end = 1;
            let bytes = rest.as_bytes();
            while end < bytes.len() && bytes[end] != b'"' {
                end += if bytes[end] == b'\\' { 2 } else { 1 };
            }
            rest = &rest[(end + 1).min(rest.len())..];
        } else if let Some(after) = rest.strip_prefix("'\"'").or_else(|| rest.strip_prefix("'\\\"'")) {
            rest = after;
        } else {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// The number of hashes and the length of the opening of a raw string, if one starts here.
fn raw_string(text: &str) -> Option<(usize, usize)> {
    let after = text.strip_prefix('r')?;
    let hashes = after.bytes().take_while(|b| *b == b'#').count();
    after[hashes..].starts_with('"').then_some((hashes, hashes + 2))
}

fn room_of(path: &Path) -> String {
    let relative = path.strip_prefix(source()).expect("a file below src/");
    let first = relative.components().next().expect("a name").as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_string()
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for child in fs::read_dir(folder).expect("a folder of the project") {
        let path = child.expect("a file of the project").path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

fn files() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    rust_files(&source(), &mut found);
    found.sort();
    found.into_iter().map(|path| (path.clone(), fs::read_to_string(path).expect("text"))).collect()
}

/// The forbidden edges of a file: the room it lies in, and each room that it names without leave.
fn forbidden(room: &str, text: &str) -> Vec<String> {
    let Some((_, permitted)) = EDGES.iter().find(|(name, _)| *name == room) else {
        return vec![format!("`{room}` is not in the table of rooms")];
    };
    rooms_named(text)
        .into_iter()
        .filter(|named| named != room && !permitted.contains(&named.as_str()))
        .map(|named| format!("{room} -> {named}"))
        .collect()
}

#[test]
fn every_room_knows_only_the_rooms_that_it_may() {
    let mut broken = Vec::new();
    for (path, text) in files() {
        let room = room_of(&path);
        if room == "lib" || room == "main" {
            continue;
        }
        broken.extend(forbidden(&room, &text).into_iter().map(|edge| format!("{}: {edge}", path.display())));
    }
    assert!(broken.is_empty(), "forbidden edges:\n{}", broken.join("\n"));
}

#[test]
fn a_planted_edge_is_caught() {
    assert_eq!(forbidden("engine", "use crate::rulesets::snort;"), ["engine -> rulesets"]);
    assert_eq!(
        forbidden("search", "use crate::{notation::Form, engine::{Store, Value}};"),
        ["search -> engine"]
    );
    assert_eq!(forbidden("report", "fn f() -> crate::engine::Value { todo!() }"), ["report -> engine"]);
    assert!(forbidden("engine", "// use crate::rulesets::snort;\nlet s = \"crate::rulesets\";").is_empty());
    assert!(
        forbidden("engine", "let c = '\"'; use crate::notation::Form; let r = r#\"crate::search\"#;")
            .is_empty()
    );
    assert_eq!(forbidden("cellar", ""), ["`cellar` is not in the table of rooms"]);
}

#[test]
fn files_are_opened_in_one_place_and_floats_are_drawn_in_one() {
    let mut broken = Vec::new();
    for (path, text) in files() {
        let code = without_comments_and_strings(&text);
        let relative = path.strip_prefix(source()).expect("below src/").to_string_lossy().replace('\\', "/");
        let has_word = |word: &str| {
            code.match_indices(word).any(|(at, _)| {
                let before = code[..at].chars().next_back();
                let after = code[at + word.len()..].chars().next();
                let part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
                !part(before) && !part(after)
            })
        };
        if relative != "files.rs" && (code.contains("std::fs") || code.contains("fs::File")) {
            broken.push(format!("{relative} opens files"));
        }
        let drawn = relative.starts_with("report/charts") || relative.starts_with("report/drawings");
        if !drawn && (has_word("f64") || has_word("f32")) {
            broken.push(format!("{relative} uses floats"));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn no_paper_is_named_in_the_source() {
    let papers = Path::new(env!("CARGO_MANIFEST_DIR")).join("papers");
    let keys: Vec<String> = fs::read_dir(papers)
        .into_iter()
        .flatten()
        .filter_map(|child| child.ok().filter(|child| child.path().is_dir()))
        .map(|child| child.file_name().to_string_lossy().into_owned())
        // A paper on a whole ruleset may be called as the ruleset.
        .filter(|key| !Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rulesets").join(key).exists())
        .collect();
    let mut named = Vec::new();
    for (path, text) in files() {
        named.extend(
            keys.iter().filter(|key| text.contains(*key)).map(|key| format!("{}: {key}", path.display())),
        );
    }
    assert!(named.is_empty(), "{}", named.join("\n"));
}
