//! The audit of a source without a ruleset: what was planted is found, and nothing else is said.

use std::path::Path;

use referee::audit::{Told, audit};
use referee::diagnostic::Source;
use referee::findings::Findings;
use referee::tex;

fn audit_text(name: &str, text: &str) -> Findings {
    let document = tex::read(&Source::new(name, text));
    let told = Told { key: "paper".to_string(), source: name.to_string(), ..Told::default() };
    audit(&document, &told).expect("the two opinions agree")
}

fn audit_file(path: &str) -> Findings {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tex").join(path);
    audit_text(path, &std::fs::read_to_string(whole).expect("a file of the tests"))
}

/// What was found, a line each: kind, line, printed, recomputed.
fn lines(findings: &Findings) -> Vec<String> {
    let line = |finding: &referee::findings::Finding| {
        format!(
            "{:?} at line {}: printed {}, recomputed {}",
            finding.kind, finding.at.line, finding.printed.text, finding.recomputed.text
        )
    };
    findings.findings.iter().map(line).collect()
}

/// The lines of a file below a comment `% planted: …`.
fn planted(path: &str) -> Vec<usize> {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tex").join(path);
    let text = std::fs::read_to_string(whole).expect("a file of the tests");
    let below = text.lines().enumerate().filter(|(_, line)| line.starts_with("% planted"));
    below.map(|(index, _)| index + 2).collect()
}

#[test]
fn every_planted_error_is_found_and_nothing_else() {
    let findings = audit_file("planted.tex");
    let found: Vec<usize> = findings.findings.iter().map(|finding| finding.at.line).collect();
    assert_eq!(found, planted("planted.tex"), "{:#?}", lines(&findings));
    insta::assert_snapshot!(lines(&findings).join("\n"));
}

#[test]
fn a_clean_corpus_gives_no_finding_and_no_question() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tex/clean");
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .expect("the clean corpus")
        .map(|child| child.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    for name in names {
        let findings = audit_file(&format!("clean/{name}"));
        assert!(lines(&findings).is_empty(), "{name}: {:#?}", lines(&findings));
        assert!(findings.questions.is_empty(), "{name}: {:#?}", findings.questions);
    }
}
