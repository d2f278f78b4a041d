//! How an e-print enters the line of a paper: what is read of it, what it changes, and what is said when it does not fit.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use referee::diagnostic::{Diagnostic, Source};
use referee::evaluate::{EXTRACT, Effort, Extract, Pinned, Texts, audit, plant, prepare, seek};
use referee::tex;
use referee::verdicts::{Entry, PaperVerdicts, Verdict};

fn data(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/eprint").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(data(name)).expect("a file of the tests")
}

fn shown(problems: &[Diagnostic]) -> String {
    problems.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")
}

/// The paper of the tests, never fetched.
fn paper() -> Texts {
    let transcript = "printed/table-1.tex";
    Texts {
        key: "caterpillars".into(),
        folder: "papers/caterpillars".into(),
        document: text("papers/caterpillars/paper.md"),
        printed: [(transcript.into(), text(&format!("papers/caterpillars/{transcript}")))].into(),
        ..Texts::default()
    }
}

fn pinned() -> Pinned {
    Pinned { id: "2406.99999".into(), version: 1, sha256: "5eed".repeat(16), ..Pinned::default() }
}

/// The files of the e-print, with a change of one text to another where that is given.
fn files(change: Option<(&str, &str)>) -> BTreeMap<String, Vec<u8>> {
    ["main.tex", "macros.tex", "sections/caterpillars.tex"]
        .into_iter()
        .map(|file| {
            let text = text(&format!("caterpillars/{file}"));
            let text = change.map_or(text.clone(), |(from, to)| text.replace(from, to));
            (file.to_string(), text.into_bytes())
        })
        .collect()
}

fn eprint(change: Option<(&str, &str)>) -> tex::Document {
    let files = files(change);
    let text = |file: &str| String::from_utf8_lossy(&files[file]).into_owned();
    let main = ["macros", "sections/caterpillars"].into_iter().fold(text("main.tex"), |main, input| {
        main.replace(&format!("\\input{{{input}}}"), &text(&format!("{input}.tex")))
    });
    tex::read(&Source::new("main.tex", main))
}

/// The paper with the extract of an e-print, and what was said when it was read.
fn fetched(texts: Texts, eprint: &tex::Document) -> (Texts, Vec<Diagnostic>) {
    let mut texts = Texts { pinned: Some(pinned()), ..texts };
    let (extract, warnings) =
        seek(&texts, &pinned(), eprint).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    texts.printed.insert(EXTRACT.into(), extract.write());
    (texts, warnings)
}

fn judged(texts: &Texts) -> PaperVerdicts {
    let effort = Effort { jobs: 2, ..Effort::default() };
    audit(texts, &effort).unwrap_or_else(|problems| panic!("{}", shown(&problems))).verdicts
}

fn refused(texts: &Texts) -> String {
    match audit(texts, &Effort { jobs: 2, ..Effort::default() }) {
        Ok(_) => panic!("the run went through"),
        Err(problems) => shown(&problems),
    }
}

fn entry<'a>(paper: &'a PaperVerdicts, id: &str) -> &'a Entry {
    let id = format!("caterpillars/{id}");
    paper.entries().find(|entry| entry.id == id).unwrap_or_else(|| panic!("no entry {id}"))
}

fn read_at(entry: &Entry) -> String {
    entry.read_at.as_ref().map_or("nowhere".into(), |at| format!("{}:{}, {}", at.file, at.line, at.standing))
}

#[test]
fn a_paper_never_fetched_says_so_and_keeps_to_its_transcripts() {
    let paper = judged(&paper());
    assert_eq!(
        paper.source_standing,
        "The e-print has not been read here; every printed entry names who quotes it."
    );
    assert!(paper.notices.is_empty());
    let first = entry(&paper, "table-1/n=1/canonical-form");
    assert_eq!(first.verdict, Verdict::Match);
    assert_eq!(read_at(first), "papers/caterpillars/printed/table-1.tex:6, Table 1, typed for this test");
    let unseen = entry(&paper, "table-1-unseen/n=1/temperature");
    assert_eq!((unseen.verdict, &unseen.printed), (Verdict::NotAttempted, &None));
    let star = entry(&paper, "stars/n=1/value");
    assert_eq!(star.verdict, Verdict::NotAttempted);
    assert_eq!(star.notes, ["the e-print has not been read here"]);
    assert!(paper.entries().all(|entry| entry.standings.is_empty()));
}

#[test]
fn an_extract_holds_what_the_claims_ask_for_and_nothing_else() {
    let (texts, warnings) = fetched(paper(), &eprint(None));
    insta::assert_snapshot!("extract", texts.printed[EXTRACT]);
    insta::assert_snapshot!("extract_warnings", shown(&warnings));
    // Written twice it is the same, and an extract of before has no say.
    assert_eq!(fetched(texts.clone(), &eprint(None)).0.printed, texts.printed);
}

#[test]
fn what_the_eprint_has_is_read_there() {
    let (texts, _) = fetched(paper(), &eprint(None));
    let paper = judged(&texts);
    let unseen = entry(&paper, "table-1-unseen/n=2/temperature");
    assert_eq!(unseen.verdict, Verdict::Match);
    assert!(read_at(unseen).starts_with("arXiv:2406.99999v1/main.tex:"), "{}", read_at(unseen));
    assert_eq!(unseen.read_at.as_ref().map(|at| at.standing.as_str()), Some("e-print"));
    let form = entry(&paper, "table-1/n=2/canonical-form");
    assert_eq!(form.verdict, Verdict::Match);
    assert_eq!(
        form.read_at.as_ref().map(|at| at.text.as_str()),
        Some(r"$\pm\{5, \game{\game{8}{6\st}}{0}\}$")
    );
    assert_eq!(entry(&paper, "stars/n=3/value").verdict, Verdict::Match);
    // The fourth row is commented out, and the claim does not ask for such.
    assert_eq!(entry(&paper, "table-1-unseen/n=4/temperature").verdict, Verdict::NotAttempted);
    insta::assert_snapshot!("standing", paper.source_standing);
}

#[test]
fn a_misprint_in_the_eprint_is_a_mismatch_with_its_place() {
    let (texts, _) = fetched(paper(), &eprint(Some(("& 5 & 4 & 1", "& 6 & 4 & 1"))));
    let paper = judged(&texts);
    let slip = entry(&paper, "table-1-unseen/n=2/temperature");
    assert_eq!(slip.verdict, Verdict::Mismatch);
    assert!(read_at(slip).ends_with(", e-print"));
    assert_eq!(paper.entries().filter(|entry| entry.verdict.differs()).count(), 1);
}

#[test]
fn a_typed_formula_is_found_in_the_eprint_or_said_not_to_be() {
    let (texts, _) = fetched(paper(), &eprint(None));
    let paper = judged(&texts);
    let theorem = entry(&paper, "theorem/n=3");
    assert_eq!(theorem.verdict, Verdict::Match);
    assert!(read_at(theorem).ends_with(", e-print"), "{}", read_at(theorem));
    assert!(theorem.standings.is_empty());
    assert!(read_at(entry(&paper, "lemma-2/k=1")).ends_with(", e-print"));
    // The e-print has no such formula.
    let elsewhere = entry(&paper, "elsewhere/n=1");
    assert_eq!(elsewhere.verdict, Verdict::Match);
    assert_eq!(elsewhere.standings, ["typed, not found in the e-print"]);
    assert!(read_at(elsewhere).ends_with("typed for this test"), "{}", read_at(elsewhere));
    // A statement is not looked for.
    assert!(entry(&paper, "statement").standings.is_empty());
}

#[test]
fn a_formula_that_is_not_found_is_said_with_the_nearest() {
    let (_, warnings) = fetched(paper(), &eprint(Some(("{3n+2}", "{3n+3}"))));
    insta::assert_snapshot!("formula_not_found", shown(&warnings));
}

#[test]
fn a_transcript_that_differs_from_the_eprint_fails_the_run_at_both_places() {
    let mut texts = paper();
    let transcript = texts.printed.get_mut("printed/table-1.tex").expect("it is there");
    *transcript = transcript.replace("6*", "6");
    insta::assert_snapshot!("transcript_differs", refused(&fetched(texts, &eprint(None)).0));
}

#[test]
fn a_table_that_is_not_there_is_said_with_the_nearest() {
    let (texts, warnings) =
        fetched(paper(), &eprint(Some(("\\label{tab:caterpillar}", "\\label{tab:caterpillars}"))));
    insta::assert_snapshot!("table_not_found", shown(&warnings));
    let paper = judged(&texts);
    let first = entry(&paper, "table-1/n=1/canonical-form");
    assert_eq!(first.verdict, Verdict::Match);
    assert_eq!(first.standings, ["transcribed, not found in the e-print"]);
    assert!(read_at(first).contains("printed/table-1.tex"));
}

#[test]
fn a_row_and_a_heading_that_are_not_there_are_said() {
    let (texts, warnings) = fetched(paper(), &eprint(Some(("& Value & Temperature", "& Value & Heat"))));
    insta::assert_snapshot!("heading_not_found", shown(&warnings));
    let paper = judged(&texts);
    let lost = entry(&paper, "stars/n=1/temperature");
    assert_eq!(lost.verdict, Verdict::Unreadable);
    assert_eq!(entry(&paper, "stars/n=1/value").verdict, Verdict::Match);
}

#[test]
fn a_claim_that_has_changed_since_takes_nothing_from_the_extract() {
    let (mut texts, _) = fetched(paper(), &eprint(None));
    texts.document = texts.document.replace("'Temperature' =", "'$t$' =");
    let effort = Effort { jobs: 2, ..Effort::default() };
    let audited = audit(&texts, &effort).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    insta::assert_snapshot!("claim_changed", shown(&audited.warnings));
    assert_eq!(entry(&audited.verdicts, "stars/n=1/value").verdict, Verdict::NotAttempted);
    assert_eq!(audited.verdicts.notices.len(), 1);
}

#[test]
fn an_extract_of_another_eprint_is_refused() {
    let (texts, _) = fetched(paper(), &eprint(None));
    let other = Texts { pinned: Some(Pinned { version: 2, ..pinned() }), ..texts.clone() };
    insta::assert_snapshot!("extract_of_another_version", refused(&other));
    let other = Texts { pinned: Some(Pinned { sha256: "0".repeat(64), ..pinned() }), ..texts.clone() };
    insta::assert_snapshot!("extract_of_other_bytes", refused(&other));
    insta::assert_snapshot!("extract_without_lock", refused(&Texts { pinned: None, ..texts }));
}

#[test]
fn a_broken_extract_is_refused_line_by_line() {
    let (mut texts, _) = fetched(paper(), &eprint(None));
    let extract = texts.printed.get_mut(EXTRACT).expect("it is there");
    let line = extract.lines().last().expect("a line").to_string();
    *extract =
        format!("{extract}{line}\nshort\nx\t1\t1\tmain.tex\tseven\tprinted\ny\t1\t1\tmain.tex\t7\tperhaps\n");
    insta::assert_snapshot!("extract_broken", refused(&texts));
    texts.printed.insert(EXTRACT.into(), "entry\twritten\n".into());
    insta::assert_snapshot!("extract_without_head", refused(&texts));
}

#[test]
fn versions_withdrawals_and_pdfs_are_said() {
    let (texts, _) = fetched(paper(), &eprint(None));
    let known = Pinned { newer: Some(3), withdrawn: true, ..pinned() };
    let paper = judged(&Texts { pinned: Some(known), ..texts.clone() });
    assert_eq!(
        paper.notices,
        [
            "arXiv:2406.99999 has been withdrawn by its authors or by arXiv.",
            "A newer version is known, v3; this page is about arXiv:2406.99999v1."
        ]
    );
    let mut only = texts;
    only.printed.remove(EXTRACT);
    let fetched_not_read = judged(&only).source_standing;
    assert!(fetched_not_read.contains("fetched and not read yet"), "{fetched_not_read}");
    let of = Some((pinned().name(), pinned().sha256));
    let pdf = Extract { of, not_read: Some("it is only a PDF".into()), ..Extract::default() };
    only.printed.insert(EXTRACT.into(), pdf.write());
    let paper = judged(&only);
    insta::assert_snapshot!("standing_pdf", paper.source_standing);
    assert_eq!(entry(&paper, "table-1/n=1/canonical-form").verdict, Verdict::Match);
}

#[test]
fn slips_are_planted_in_the_extract_and_found() {
    let (texts, _) = fetched(paper(), &eprint(None));
    let planted = |texts: &Texts| {
        let mut prepared =
            prepare(texts, 2, &|_| ()).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
        plant::plant(texts, &mut prepared).unwrap_or_else(|problems| panic!("{}", shown(&problems)))
    };
    let (with, without) = (planted(&texts), planted(&paper()));
    assert_eq!(with.missed, Vec::<String>::new());
    assert_eq!((with.planted, with.forms), (with.found, with.forms_kept));
    assert!(with.planted > without.planted + 15, "{} and {}", with.planted, without.planted);
    // The score is bound to what was read.
    assert_ne!(with.hash, without.hash);
}
