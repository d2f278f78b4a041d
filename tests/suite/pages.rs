//! The pages in a browser: the committed report, and invented papers that are hostile or large.
//!
//! It needs a Chromium, Node and axe-core, so that `cargo test` passes it over and says so; `.ci/run` installs them and runs it.

use std::fs;
use std::path::Path;
use std::process::Command;

use referee::report::{diff, render};
use referee::verdicts::PaperVerdicts;

use crate::own::{folder, referee};
use crate::report::{hostile, large};
use crate::review::versions;

fn checked(report: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new("node").arg(root.join("tests/pages/check.mjs")).arg(report).output();
    let output = output.expect("node runs");
    let (said, wrong) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    println!("{said}");
    assert!(output.status.success(), "{said}{wrong}");
}

fn written(name: &str, papers: &[PaperVerdicts]) -> std::path::PathBuf {
    let folder = folder(name);
    fs::create_dir_all(folder.join("charts")).expect("a folder");
    for (file, bytes) in render(papers).unwrap_or_else(|error| panic!("{error}")) {
        fs::write(folder.join(file), bytes).expect("a file");
    }
    folder
}

#[test]
#[ignore = "needs a browser: see tests/pages/README.md"]
fn the_report_in_a_browser() {
    checked(&Path::new(env!("CARGO_MANIFEST_DIR")).join("report"));
}

#[test]
#[ignore = "needs a browser: see tests/pages/README.md"]
fn hostile_papers_in_a_browser() {
    checked(&written("pages-hostile", &hostile()));
}

#[test]
#[ignore = "needs a browser: see tests/pages/README.md"]
fn ten_thousand_entries_in_a_browser() {
    checked(&written("pages-large", &[large(10_000)]));
}

#[test]
#[ignore = "needs a browser: see tests/pages/README.md"]
fn the_page_of_what_changed_in_a_browser() {
    let root = versions("pages-versions");
    let folder = folder("pages-diff");
    fs::create_dir_all(&folder).expect("a folder");
    let page = |name: &str| folder.join(name).to_str().expect("a plain path").to_owned();
    let root = root.to_str().expect("a plain path");
    let between = referee(&[
        "diff",
        "--root",
        root,
        "--papers",
        "paths-v1",
        "paths-v2",
        "--html",
        &page("versions.html"),
    ]);
    assert_eq!(between.status.code(), Some(1), "{}", String::from_utf8_lossy(&between.stderr));
    // What is hostile is on the page of a diff as on a paper's; and a page of thousands of entries.
    let nothing = |_: &_| None;
    let hostile = diff(&[], &hostile()).html("<b>lead</b>", &nothing).expect("a page");
    fs::write(page("hostile.html"), hostile).expect("a file");
    let mut changed = large(10_000);
    for entry in changed.claims.iter_mut().flat_map(|claim| &mut claim.entries) {
        entry.notes.push("told otherwise".to_owned());
    }
    let many = diff(&[large(10_000)], &[changed]).html("many", &nothing).expect("a page");
    fs::write(page("many.html"), many).expect("a file");
    checked(&folder);
}
