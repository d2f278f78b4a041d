//! The pages in a browser: the committed report, and invented papers that are hostile or large.
//!
//! It needs a Chromium, Node and axe-core, so that `cargo test` passes it over and says so; `.ci/run` installs them and runs it.

use std::fs;
use std::path::Path;
use std::process::Command;

use referee::report::render;
use referee::verdicts::PaperVerdicts;

use crate::own::folder;
use crate::report::{hostile, large};

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
