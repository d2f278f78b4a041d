//! How an e-print enters the line of a paper: what is read of it, what it changes, and what is said when it does not fit.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use referee::diagnostic::Diagnostic;
use referee::evaluate::{
    EXTRACT, Effort, Extract, Full, Pinned, Texts, audit, plant, prepare, seek, write_frozen,
};
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
    Pinned { id: "2406.99999".into(), version: 1, sha256: "5eed".repeat(16), newest: 1, withdrawn: false }
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
    tex::read_project(&files(change), None, "arXiv:2406.99999v1")
        .unwrap_or_else(|problem| panic!("{problem}"))
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
    assert!(
        read_at(unseen).starts_with("arXiv:2406.99999v1/sections/caterpillars.tex:"),
        "{}",
        read_at(unseen)
    );
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

/// Nothing is computed here: whether the paper of the project would find its table and formulas in such an e-print.
#[test]
fn the_first_paper_of_the_project_is_ready_for_an_eprint_of_its_kind() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("papers/snort-degrees");
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("a file of the paper");
    let transcript = "printed/table-1.tex";
    let texts = Texts {
        key: "snort-degrees".into(),
        folder: "papers/snort-degrees".into(),
        document: read("paper.md"),
        printed: [(transcript.into(), read(transcript))].into(),
        ..Texts::default()
    };
    let (extract, _) =
        seek(&texts, &pinned(), &eprint(None)).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    let found: Vec<&str> = extract.lines.iter().map(|line| line.entry.as_str()).collect();
    for entry in [
        "table-1/n=1/canonical-form",
        "table-1-unseen/n=3/canonical-form",
        "table-1-unseen/n=3/temperature",
        "table-1-unseen/n=3/excess",
        "theorem-3-7",
        "corollary-temperature",
        "lemma-3-2",
        "lemma-3-3",
    ] {
        assert!(found.contains(&entry), "{entry} is not among {found:?}");
    }
    assert!(!found.iter().any(|entry| entry.starts_with("case-2-branches")), "{found:?}");
}

#[test]
fn what_the_author_commented_out_is_read_on_request_and_marked() {
    let mut texts = paper();
    let attested = "attested = 'somebody says";
    texts.document = texts.document.replace(attested, &format!("commented = true\n{attested}"));
    let (texts, warnings) = fetched(texts, &eprint(None));
    assert_eq!(warnings.len(), 1, "{}", shown(&warnings));
    let paper = judged(&texts);
    let hidden = entry(&paper, "table-1-unseen/n=4/temperature");
    assert_eq!(hidden.verdict, Verdict::Match);
    assert_eq!(hidden.standings, ["commented out in the source, not printed"]);
    assert!(entry(&paper, "table-1-unseen/n=3/temperature").standings.is_empty());
}

#[test]
fn two_headings_are_not_enough_to_know_a_table_by() {
    let mut texts = paper();
    texts.document = texts.document.replace("label = 'tab:caterpillar', header = '$n$'", "");
    let (texts, warnings) = fetched(texts, &eprint(None));
    insta::assert_snapshot!("which_table", warnings.first().map(Diagnostic::to_string).unwrap_or_default());
    assert!(read_at(entry(&judged(&texts), "table-1/n=1/canonical-form")).contains("table-1.tex"));
}

#[test]
fn a_reading_that_the_eprint_has_is_enough() {
    let mut texts = paper();
    let printed = "printed = 'n + 2'";
    let readings =
        "readings = [{ name = 'as printed', printed = '\\pm n' }, { name = 'as meant', printed = 'n + 2' }]";
    let promised = ("entries = 38", "entries = 42");
    texts.document = texts.document.replace(printed, readings).replace(promised.0, promised.1);
    let (texts, warnings) = fetched(texts, &eprint(None));
    assert!(!shown(&warnings).contains("formula"), "{}", shown(&warnings));
    let prepared = prepare(&texts, 2, &|_| ());
    let mut prepared = prepared.unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    let all = prepared.all_entries().unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    let find =
        |id: &str| all.iter().find(|(_, entry)| entry.id.ends_with(id)).map(|(_, entry)| entry).expect(id);
    assert!(read_at(find("elsewhere@as-printed/n=1")).ends_with(", e-print"));
    assert_eq!(find("elsewhere@as-meant/n=1").standings, ["typed, not found in the e-print"]);
}

#[test]
fn a_frozen_entry_stands_and_learns_where_it_is_printed() {
    let mut texts = paper();
    texts.document = texts
        .document
        .replace("range   = 'k in 1..6'", "range   = { quick = 'k in 1..6', full = 'k in 1..8' }")
        .replace("entries = 38", "entries = 40");
    let full = Effort { jobs: 2, full: Full::All, ..Effort::default() };
    let audited = audit(&texts, &full).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    texts.frozen = write_frozen(&audited.frozen).expect("frozen");
    assert!(read_at(entry(&audited.verdicts, "lemma-2/k=8")).contains("paper.md"));
    let (texts, _) = fetched(texts, &eprint(None));
    let paper = judged(&texts);
    let kept = entry(&paper, "lemma-2/k=8");
    assert_eq!((kept.verdict, &kept.standings[..]), (Verdict::Match, &["frozen".to_string()][..]));
    assert_eq!(read_at(kept), "arXiv:2406.99999v1/main.tex:21, e-print");
    // Of another e-print, which prints it otherwise.
    let (texts, _) = fetched(texts, &eprint(Some(("{s(k+1)}", "{s(k)}"))));
    let paper = judged(&texts);
    assert_eq!(entry(&paper, "lemma-2/k=8").standings, ["typed, not found in the e-print", "frozen"]);
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
    assert_eq!(read_at(theorem), "arXiv:2406.99999v1/sections/caterpillars.tex:5, e-print");
    assert!(theorem.standings.is_empty());
    assert_eq!(read_at(entry(&paper, "lemma-2/k=1")), "arXiv:2406.99999v1/main.tex:21, e-print");
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
    let mut other = Texts { pinned: Some(Pinned { version: 2, newest: 2, ..pinned() }), ..texts.clone() };
    insta::assert_snapshot!("lock_of_another_version", refused(&other));
    other.document = other.document.replace("version = 1", "version = 2");
    insta::assert_snapshot!("extract_of_another_version", refused(&other));
    other.document =
        other.document.replace("{ arxiv = '2406.99999', version = 2 }", "{ citation = 'Somewhere' }");
    other.document =
        other.document.replace("table   = { caption = 'Stars and their temperatures' }", "attested = 'x'");
    insta::assert_snapshot!("lock_without_eprint", refused(&other));
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
    let notices = |withdrawn: bool| {
        let known = Pinned { newest: 3, withdrawn, ..pinned() };
        judged(&Texts { pinned: Some(known), ..texts.clone() }).notices
    };
    assert_eq!(notices(false), ["arXiv:2406.99999v1 is not the newest version: there is v3."]);
    assert_eq!(
        notices(true),
        ["arXiv:2406.99999 was withdrawn: version 3 says so, and this page is about v1."]
    );
    let mut only = texts.clone();
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

/// The program on a project with the paper, its e-print at a stand-in for arXiv.
#[cfg(feature = "net")]
mod program {
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use super::{data, files};
    use crate::standin::{Answer, StandIn, gzip, ok, record, record_path, status, tar};

    const ID: &str = "2406.99999";

    struct Project {
        root: PathBuf,
        arxiv: StandIn,
    }

    fn archive(change: Option<(&str, &str)>) -> Vec<u8> {
        let files = files(change);
        let members: Vec<(&str, &[u8])> =
            files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
        gzip(&tar(&members))
    }

    /// A project of the test's own, and what the stand-in answers to the first version.
    fn project(name: &str, source: Answer) -> Project {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sources").join(name);
        let _ = fs::remove_dir_all(&root);
        let paper = root.join("project/papers/caterpillars");
        fs::create_dir_all(paper.join("printed")).expect("a folder");
        for file in ["paper.md", "printed/table-1.tex"] {
            fs::copy(data("papers/caterpillars").join(file), paper.join(file)).expect("a file");
        }
        let arxiv = StandIn::new();
        arxiv.serves(ID, source);
        Project { root, arxiv }
    }

    fn fetched(name: &str) -> Project {
        let project = project(name, ok(archive(None)));
        project.ends(&["--fetch"], 0);
        project
    }

    impl Project {
        fn paper(&self, file: &str) -> PathBuf {
            self.root.join("project/papers/caterpillars").join(file)
        }

        fn read(&self, file: &str) -> String {
            fs::read_to_string(self.paper(file)).expect("a file of the paper")
        }

        fn page(&self) -> String {
            fs::read_to_string(self.root.join("project/report/caterpillars.md")).expect("a page")
        }

        /// What `build-report` says and tells that ends with this code.
        fn ends(&self, arguments: &[&str], code: i32) -> (String, String) {
            let output = Command::new(env!("CARGO_BIN_EXE_referee"))
                .args([
                    "build-report",
                    "--root",
                    "project",
                    "--cache",
                    "cache",
                    "--mirror",
                    self.arxiv.address(),
                ])
                .args(arguments)
                .current_dir(&self.root)
                .env("REFEREE_MIRROR_INTERVAL", "0")
                .env_remove("REFEREE_CONTACT")
                .output()
                .expect("the program runs");
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let (said, told) = (text(&output.stdout), text(&output.stderr));
            assert_eq!(output.status.code(), Some(code), "{said}\n{told}");
            let address = self.arxiv.address().to_string();
            (said, told.replace(&address, "http://arxiv.example"))
        }

        fn forget_cache(&self) {
            fs::remove_dir_all(self.root.join("cache")).expect("there is a cache");
        }

        /// The report, file by file.
        fn report(&self) -> BTreeMap<PathBuf, Vec<u8>> {
            crate::own::all_below(&self.root.join("project/report"))
        }
    }

    #[test]
    fn without_fetch_nobody_is_asked() {
        let project = project("never", ok(archive(None)));
        project.ends(&[], 0);
        assert!(project.arxiv.asked().is_empty());
        assert!(!project.paper("source.lock").exists() && !project.paper("printed/eprint.tsv").exists());
        assert!(project.page().contains("The e-print has not been read here"));
    }

    #[test]
    fn what_is_fetched_is_pinned_read_and_the_same_without_the_cache() {
        let project = fetched("fetched");
        assert_eq!(project.arxiv.paths(), [format!("record {ID}"), format!("/src/{ID}v1")]);
        assert!(project.read("source.lock").contains("sha256 = "));
        let extract = project.read("printed/eprint.tsv");
        assert!(extract.contains("\nstars/n=3/value\t$\\pm 3$\t\\pm 3\t"), "{extract}");
        let page = project.page();
        assert!(page.contains("Read from the e-print arXiv:2406.99999v1 (sha256 "), "{page}");
        // With the cache and without it, the report is the same to the byte, and nobody is asked again.
        let report = project.report();
        project.ends(&["--check"], 0);
        project.forget_cache();
        project.ends(&["--check"], 0);
        project.ends(&[], 0);
        assert!(project.report() == report);
        assert_eq!(project.arxiv.asked().len(), 2);
        // Fetched again, nothing changes.
        project.ends(&["--fetch"], 0);
        assert_eq!(project.read("printed/eprint.tsv"), extract);
        assert!(project.report() == report);
    }

    #[test]
    fn an_extract_that_the_cache_does_not_give_fails_the_run() {
        let project = fetched("typed-by-hand");
        let path = project.paper("printed/eprint.tsv");
        let extract = project.read("printed/eprint.tsv");
        let typed = extract.replace("stars/n=2/temperature\t2\t2\t", "stars/n=2/temperature\t2\t3\t");
        assert_ne!(typed, extract);
        fs::write(&path, &typed).expect("written");
        insta::assert_snapshot!("extract_typed_by_hand", project.ends(&[], 2).1);
        // Without the cache nobody can know; the entry is compared as it stands there.
        let cache = project.root.join("cache");
        fs::rename(&cache, project.root.join("aside")).expect("moved");
        assert!(
            project
                .ends(&[], 0)
                .0
                .contains("mismatch caterpillars/stars/n=2/temperature at arXiv:2406.99999v1/")
        );
        fs::rename(project.root.join("aside"), &cache).expect("moved");
        let lines: Vec<&str> = extract.lines().collect();
        fs::write(&path, lines[..lines.len() - 1].join("\n") + "\n").expect("written");
        insta::assert_snapshot!("extract_cut_short", project.ends(&[], 2).1);
        fs::remove_file(&path).expect("removed");
        insta::assert_snapshot!("extract_removed", project.ends(&[], 2).1);
        project.ends(&["--fetch"], 0);
        assert_eq!(project.read("printed/eprint.tsv"), extract);
    }

    #[test]
    fn a_version_with_other_contents_is_an_alarm() {
        let project = fetched("other-contents");
        let before = (project.read("source.lock"), project.read("printed/eprint.tsv"));
        project.forget_cache();
        project.arxiv.serves(ID, ok(archive(Some(("& 5 & 4 & 1", "& 6 & 4 & 1")))));
        let told = project.ends(&["--fetch"], 2).1;
        let (_, alarm) = told.split_once("error: ").expect("an error");
        let alarm: Vec<&str> = alarm.lines().filter(|line| !line.contains(" bytes)")).collect();
        insta::assert_snapshot!("other_contents", alarm.join("\n"));
        assert_eq!((project.read("source.lock"), project.read("printed/eprint.tsv")), before);
        // It is in the cache now, and an alarm in every run until somebody has looked.
        project.ends(&[], 2);
    }

    #[test]
    fn the_same_files_in_another_wrapping_change_nothing() {
        let project = fetched("other-wrapping");
        let before = (project.read("source.lock"), project.read("printed/eprint.tsv"));
        project.forget_cache();
        project.arxiv.serves(ID, ok(gzip(&archive(None))));
        project.ends(&["--fetch"], 0);
        assert_eq!((project.read("source.lock"), project.read("printed/eprint.tsv")), before);
    }

    #[test]
    fn a_truncated_object_in_the_cache_is_said_and_the_report_stands() {
        let project = fetched("truncated");
        let report = project.report();
        let objects = project.root.join("cache/objects");
        let mut waiting = vec![objects];
        let mut cut = 0;
        while let Some(here) = waiting.pop() {
            for child in fs::read_dir(here).expect("a folder") {
                let path = child.expect("a file").path();
                if path.is_dir() {
                    waiting.push(path);
                } else {
                    let bytes = fs::read(&path).expect("an object");
                    fs::write(&path, &bytes[..bytes.len() / 2]).expect("cut");
                    cut += 1;
                }
            }
        }
        assert_eq!(cut, 1);
        let told = project.ends(&[], 0).1;
        let (_, warning) = told.split_once("warning: ").expect("a warning");
        insta::assert_snapshot!("truncated_object", warning.split("\n\n").next().unwrap_or(""));
        assert!(project.report() == report);
        // What is damaged is fetched again.
        project.ends(&["--fetch"], 0);
        assert!(!project.ends(&[], 0).1.contains("damaged"));
    }

    #[test]
    fn a_pdf_leaves_the_paper_to_its_transcripts() {
        let project = project("pdf", ok(b"%PDF-1.5\nnothing to read\n%%EOF\n".to_vec()));
        let told = project.ends(&["--fetch"], 0).1;
        let (_, warning) = told.split_once("warning: ").expect("a warning");
        insta::assert_snapshot!("only_a_pdf", warning);
        let page = project.page();
        assert!(
            page.contains("> **The e-print arXiv:2406.99999v1 could not be read: it is a PDF.**"),
            "{page}"
        );
        project.ends(&["--check"], 0);
        project.forget_cache();
        project.ends(&["--check"], 0);
    }

    #[test]
    fn newer_versions_and_withdrawals_are_noticed() {
        let project = fetched("newer");
        project.arxiv.answers(&record_path(ID), &[ok(record(ID, &["", ""]))]);
        let said = project.ends(&["--fetch"], 0).0;
        let notice = "arXiv:2406.99999v1 is not the newest version: there is v2.";
        assert!(said.contains(&format!("  notice: caterpillars: {notice}\n")), "{said}");
        assert!(project.page().contains(&format!("> **{notice}**")), "{}", project.page());
        project.arxiv.answers(&record_path(ID), &[ok(record(ID, &["", "", "I"]))]);
        project.ends(&["--fetch"], 0);
        assert!(
            project.page().contains("> **arXiv:2406.99999 was withdrawn: version 3 says so"),
            "{}",
            project.page()
        );
        // The notices are pinned, too.
        project.forget_cache();
        project.ends(&["--check"], 0);
    }

    #[test]
    fn what_cannot_be_had_is_said_and_the_report_goes_on() {
        let project = project("unreachable", status(404).page("Not found"));
        let (said, told) = project.ends(&["--fetch"], 0);
        assert!(said.contains("  notice: caterpillars: 2406.99999v1 could not be had ("), "{said}");
        assert!(told.contains("warning: "), "{told}");
        assert!(!project.paper("source.lock").exists());
        assert!(project.page().contains("The e-print has not been read here"));
        // What is in the cache will do.
        project.arxiv.serves(ID, ok(archive(None)));
        project.ends(&["--fetch"], 0);
        let extract = project.read("printed/eprint.tsv");
        project.arxiv.answers(&record_path(ID), &[status(403).page("Access Denied")]);
        fs::remove_file(project.paper("printed/eprint.tsv")).expect("removed");
        let said = project.ends(&["--fetch"], 0).0;
        assert!(said.contains("2406.99999v1 is read as it is in the cache ("), "{said}");
        assert_eq!(project.read("printed/eprint.tsv"), extract);
    }

    #[test]
    fn of_several_main_files_paper_md_names_one() {
        let main = files(None).remove("main.tex").expect("it is there");
        let files = files(None);
        let (macros, section) = ("macros.tex", "sections/caterpillars.tex");
        let archive = gzip(&tar(&[
            ("one.tex", &main),
            ("two.tex", &main),
            (macros, &files[macros]),
            (section, &files[section]),
        ]));
        let project = project("two-mains", ok(archive));
        let told = project.ends(&["--fetch"], 0).1;
        let (_, warning) = told.split_once("warning: ").expect("a warning");
        insta::assert_snapshot!("two_main_files", warning);
        let paper = project.read("paper.md").replace("version = 1 }", "version = 1, main = 'two.tex' }");
        fs::write(project.paper("paper.md"), paper).expect("written");
        project.ends(&["--fetch"], 0);
        assert!(project.read("printed/eprint.tsv").contains("\ttwo.tex\t"));
    }
}
