//! What a hostile or careless hand gives the program: it says what is wrong, and never passes over it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::own::{folder, referee};

/// The program could not, and says so in these words.
fn refuses(arguments: &[&str], words: &str) {
    let output = referee(arguments);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
    assert!(told.contains(words), "{arguments:?}: {told}");
}

const PAPER: &str = "+++
title    = 'Stars'
authors  = ['A. Author']
source   = { citation = 'Nowhere' }
contract = { claims = 2, entries = 5 }
+++

~~~claim quick
at      = { origin = 'written for this test' }
printed = '\\pm n'
equals  = 'snort(star(n))'
range   = 'n in 1..3'
~~~

~~~claim both
at      = { origin = 'written for this test' }
holds   = 'temperature(snort(star(n))) = n'
range   = { quick = 'n in 1..3', full = 'n in 1..4' }
~~~
";

/// A project with one paper, of the test's own.
fn project(name: &str, paper: &str) -> PathBuf {
    let root = folder(name);
    fs::create_dir_all(root.join("papers/small")).expect("a folder");
    fs::write(root.join("papers/small/paper.md"), paper).expect("a file");
    root
}

#[test]
fn games_with_too_many_options_reach_a_limit() {
    for game in ["{↑*4294967295|0}", "{↑*100000|0}"] {
        refuses(&["eval", game], "options of one player; the limit is 16384");
    }
    let many: Vec<String> = (0..20_000).map(|n| format!("*{n}")).collect();
    refuses(&["eval", &format!("{{{}|}}", many.join(","))], "a game has 20000 options of one player");
}

#[test]
fn a_full_range_that_is_not_there_is_refused() {
    let root = project("broken-full", PAPER);
    let root = root.to_str().expect("a path in UTF-8");
    let full = |target: &str, words: &str| {
        refuses(&["build-report", "--root", root, "--full", target], words);
    };
    full("small/bot", "did you mean `both`?");
    full("small/", "there is no claim ``");
    full("small/both/n=1", "there is no claim `both/n=1`");
    full("small/quick", "the claim `quick` has no full range");
    assert!(!Path::new(root).join("report").exists(), "nothing was written");
    let output = referee(&["build-report", "--root", root, "--full", "small/both"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(Path::new(root).join("papers/small/frozen.jsonl").exists());
}

#[test]
fn a_claim_without_entries_is_no_success() {
    let paper = PAPER.replace("'n in 1..3'\n", "'n in 3..1'\n").replace("entries = 5", "entries = 2");
    let root = project("broken-empty", &paper);
    refuses(&["build-report", "--root", root.to_str().expect("UTF-8")], "the claim has no entry");
}

#[test]
fn a_figure_of_what_cannot_be_drawn_is_refused_with_its_place() {
    for (name, figure, words) in [
        (
            "number",
            "draw = '1/2'",
            "a figure draws positions on boards, graphs and quotients, not a rational",
        ),
        ("mark", "draw = 'path(3)'\nmarks = '[[0, 3]]'", "a mark is on no place of what is drawn"),
        ("words", "draw = 'path(3)'\nmarks = '[*]'", "marks are places, or lists of places"),
        ("none", "draw = 'path(n)'\nover = 'n in 1..3 where n > 3'", "the figure draws nothing"),
        ("many", "draw = 'path(3)'\nover = 'n in 1..300'", "at most 250 pictures of 4096 places"),
    ] {
        let paper = format!("{PAPER}\n~~~figure drawn\n{figure}\n~~~\n");
        let root = project(&format!("broken-figure-{name}"), &paper);
        let root = root.to_str().expect("a path in UTF-8");
        refuses(&["build-report", "--root", root], words);
        refuses(&["build-report", "--root", root], "papers/small/paper.md:");
    }
}

/// A reader that closes the pipe changes nothing in how a command ends: a check that fails still fails.
#[test]
fn a_closed_pipe_does_not_turn_a_failed_check_into_success() {
    let root = project("broken-pipe", PAPER);
    let root = root.to_str().expect("a path in UTF-8");
    assert_eq!(referee(&["build-report", "--root", root]).status.code(), Some(0));
    fs::write(Path::new(root).join("papers/small/paper.md"), PAPER.replace("'Stars'", "'Other stars'"))
        .expect("a file");
    let mut child = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["build-report", "--check", "--root", root])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(1));
}

#[test]
fn an_empty_name_is_no_run() {
    let root = project("broken-base", PAPER);
    let root = root.to_str().expect("a path in UTF-8");
    assert_eq!(referee(&["build-report", "--root", root]).status.code(), Some(0));
    for arguments in [
        vec!["diff", "", "--root", root],
        vec!["review", "--check", "--base", "", "--root", root],
        vec!["review", "--list", "--base", " ", "--root", root],
    ] {
        refuses(&arguments, "an empty name is no run");
    }
}

/// A claim that names a transcript which is not there is a broken document; a column that is not there is told with its reason.
#[test]
fn what_cannot_be_read_is_told_with_its_reason() {
    let claim = "+++\ntitle = 'Stars'\nsource = { citation = 'Nowhere' }\ncontract = { claims = 1, entries = 3 }\n+++\n\
        ~~~claim table\nat = { table = '1', origin = 'a test' }\nfrom = 'printed/stars.tsv'\nkey = 'n is n in 1..3'\ncolumns = { 'Valeu' = 'snort(star(n))' }\n~~~\n";
    let root = project("broken-unread", claim);
    let text = root.to_str().expect("a path in UTF-8").to_string();
    refuses(&["build-report", "--root", &text], "there is no file");
    refuses(&["build-report", "--root", &text], "papers/small/paper.md:8:");
    fs::create_dir_all(root.join("papers/small/printed")).expect("a folder");
    let table = "# origin: a test\nn\tValue\n1\t+-1\n2\t+-2\n3\t+-3\n";
    fs::write(root.join("papers/small/printed/stars.tsv"), table).expect("a file");
    let output = referee(&["build-report", "--root", &text]);
    let told =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("unreadable small/table/n=1/"), "{told}");
    assert!(told.contains("and 2 more: no column is headed `Valeu`"), "{told}");
    let sheet = fs::read_to_string(root.join("report/small.errata.md")).expect("a sheet");
    assert!(sheet.contains("Nothing could be compared."), "{sheet}");
}

#[test]
fn a_domain_that_is_listed_has_an_end() {
    for (name, block) in [
        ("figure", "~~~figure drawn\ndraw = 'path(3)'\nover = 'n in 1..400000000'\n~~~\n"),
        ("ink", "~~~figure drawn\ndraw = 'complete(n)'\nover = 'n in 190..220'\n~~~\n"),
    ] {
        let root = project(&format!("broken-endless-{name}"), &format!("{PAPER}\n{block}"));
        let words = if name == "ink" { "40000 places and edges in all" } else { "1000000" };
        refuses(&["build-report", "--root", root.to_str().expect("a path in UTF-8")], words);
    }
}
