//! Every work that is cited is in docs/references.bib.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn files_named(folder: &Path, wanted: &dyn Fn(&Path) -> bool, found: &mut Vec<PathBuf>) {
    for child in fs::read_dir(folder).expect("a folder of the project") {
        let path = child.expect("a file of the project").path();
        if path.is_dir() {
            files_named(&path, wanted, found);
        } else if wanted(&path) {
            found.push(path);
        }
    }
}

/// The keys in the order of the file: `@book{siegel2013,` gives `siegel2013`.
fn keys(bibliography: &str) -> Vec<String> {
    bibliography
        .lines()
        .filter_map(|line| line.strip_prefix('@')?.split_once('{')?.1.strip_suffix(','))
        .map(str::to_string)
        .collect()
}

/// A key is a lower-case word, perhaps with hyphens and a year: long enough not to be a variable.
fn is_key(text: &str) -> bool {
    text.len() >= 4
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
}

/// The keys between `open` and `close`, where something in brackets is neither a link nor an index.
fn cited(text: &str, open: &str, close: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices(open) {
        let inside = &text[at + open.len()..];
        let Some(end) = inside.find(close) else { continue };
        let alone = text[..at].chars().next_back().is_none_or(|c| c.is_whitespace() || "(*'\"".contains(c));
        let link = inside[end + close.len()..].starts_with(['(', '[']);
        if alone && !link && is_key(&inside[..end]) {
            found.push(inside[..end].to_string());
        }
    }
    found
}

/// Doc comments cite as `\[siegel2013\]`, so that rustdoc sees no link; articles as `[siegel2013]`.
fn all_cited() -> Vec<(PathBuf, String)> {
    let (mut rust, mut articles) = (Vec::new(), Vec::new());
    files_named(
        &root().join("src"),
        &|path| path.extension().is_some_and(|ending| ending == "rs"),
        &mut rust,
    );
    files_named(&root().join("papers"), &|path| path.ends_with("paper.md"), &mut articles);
    let mut all = Vec::new();
    for path in rust {
        for line in read(&path).lines().map(str::trim_start) {
            if line.starts_with("///") || line.starts_with("//!") {
                all.extend(cited(line, "\\[", "\\]").into_iter().map(|key| (path.clone(), key)));
            }
        }
    }
    for path in articles {
        all.extend(cited(&read(&path), "[", "]").into_iter().map(|key| (path.clone(), key)));
    }
    all
}

#[test]
fn every_cited_key_is_in_the_bibliography() {
    let known: BTreeSet<String> = keys(&read(&root().join("docs/references.bib"))).into_iter().collect();
    let cited = all_cited();
    for room in ["src", "papers"] {
        let here = root().join(room);
        assert!(cited.iter().any(|(path, _)| path.starts_with(&here)), "nothing is cited below {room}/");
    }
    let missing: BTreeSet<String> = cited
        .iter()
        .filter(|(_, key)| !known.contains(key))
        .map(|(path, key)| format!("{}: [{key}]", path.display()))
        .collect();
    assert!(missing.is_empty(), "not in docs/references.bib:\n{missing:#?}");
}

#[test]
fn the_bibliography_is_sorted_and_has_each_key_once() {
    let keys = keys(&read(&root().join("docs/references.bib")));
    assert!(keys.windows(2).all(|pair| pair[0] < pair[1]), "{keys:?}");
}

#[test]
fn a_citation_is_told_from_links_and_indices() {
    let text =
        "as in [winningways], ([sen-snort]); not [a link](docs), C[expanded], [0], snort(g, [0]) or [n]";
    assert_eq!(cited(text, "[", "]"), ["winningways", "sen-snort"]);
    assert_eq!(cited("/// Source: \\[siegel2013\\], section II.7.", "\\[", "\\]"), ["siegel2013"]);
    assert_eq!(keys("@book{conway1976,\n  title = {x},\n}\n"), ["conway1976"]);
}
