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

/// What is a place beforehand is one on the page, too.
#[test]
fn prose_links_to_all_places_of_the_page_and_to_no_others() {
    let paper = |name: &str| {
        format!(
            "+++\ntitle = 'T'\nsource = {{ citation = 'C' }}\ncontract = {{ claims = 1, entries = 2 }}\n+++\n\
             ## Stars {{#stars}}\n\nSee [it](#{name}).\n\n\
             ~~~claim it\nat = {{ section = '1' }}\nholds = 'n = n'\nrange = 'n in 1..3'\n\
             readings = [{{ name = 'as printed' }}, {{ name = 'reread' }}]\n~~~\n\n\
             ~~~figure path\ntitle = 'A path'\ndraw = 'path(3)'\n~~~\n\n\
             ~~~grid values\ntitle = 'Values'\nrows = '[[1, 2]]'\n~~~\n"
        )
    };
    for name in ["it", "small/it@reread", "path", "small/path", "values", "small/values", "stars"] {
        let root = project("broken-links", &paper(name));
        let output = referee(&["build-report", "--root", root.to_str().expect("UTF-8")]);
        assert_eq!(output.status.code(), Some(0), "{name}: {}", String::from_utf8_lossy(&output.stderr));
        let page = fs::read_to_string(root.join("report/small.html")).expect("a page");
        let link =
            page.split("See <a href=\"#").nth(1).expect("the link").split('"').next().expect("its end");
        assert!(page.contains(&format!("id=\"{link}\"")), "{name} leads to {link}, which is not there");
        assert!(
            page.contains("referee explain small/it") && !page.contains("cargo run"),
            "no checkout: {page}"
        );
    }
    for name in ["small/it", "it@reread", "small/stars", "small"] {
        let root = project("broken-links-nowhere", &paper(name));
        let problem = format!("the prose links to `#{name}`, which is no place");
        refuses(&["build-report", "--root", root.to_str().expect("UTF-8")], &problem);
        assert!(!root.join("report").exists(), "it is told before anything is computed");
    }
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

#[test]
fn a_grid_that_is_no_table_is_refused_with_its_place() {
    for (name, grid, words) in [
        ("number", "rows = '1/2'", "the rows of a grid are a list of lists, not a rational"),
        ("flat", "rows = '[1, 2]'", "row 1 of the grid is an integer, not a list"),
        ("ragged", "rows = '[[1, 2], [3]]'", "row 1 of the grid has 2 cells and row 2 has 1"),
        ("empty", "rows = '[]'", "the grid has no cells"),
        ("head", "rows = '[[1, 2]]'\nhead = '[1]'", "headings for columns of the grid: 2 are needed, not 1"),
        ("side", "rows = '[[1, 2]]'\nside = '[1, 2]'", "headings for rows of the grid: 1 are needed, not 2"),
        ("heads", "rows = '[[1, 2]]'\nhead = '1'", "the headings of a grid are a list, not an integer"),
        (
            "marks",
            "rows = '[[1, 2]]'\nmarks = '1'",
            "the marks of a grid are a list of values, not an integer",
        ),
        ("wide", "rows = '[for n in 1..101 : n]'", "a grid has at most 100 columns and 4000 cells"),
        (
            "long",
            "rows = 'for m in 1..50 : for n in 1..90 : n'",
            "a grid has at most 100 columns and 4000 cells",
        ),
    ] {
        let paper = format!("{PAPER}\n~~~grid rows\n{grid}\n~~~\n");
        let root = project(&format!("broken-grid-{name}"), &paper);
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

/// A paper with one claim, `chart`, and this below it.
fn with_more(name: &str, more: &str) -> String {
    let claim = "~~~claim chart\nat = { theorem = '1' }\nprinted = '\\pm n'\nequals = 'snort(star(n))'\nrange = 'n in 1..3'\n\
        chart = { x = 'n', y = { 't' = 'temperature(snort(star(n)))' } }\n~~~\n";
    let front = "+++\ntitle = 'Stars'\nsource = { citation = 'Nowhere' }\ncontract = { claims = 1, entries = 3 }\n+++\n\n";
    let root = project(&format!("broken-place-{name}"), &format!("{front}{claim}\n{more}\n"));
    root.to_str().expect("a path in UTF-8").to_string()
}

/// Whatever stops a run names its place in paper.md and draws the line.
#[test]
fn what_is_wrong_with_prose_and_drawings_is_told_with_its_place() {
    for (name, more, words, place, line) in [
        ("link", "See [there](#chrat).", "links to `#chrat`", "15:5", "See [there](#chrat)."),
        ("near", "See [there](#chrat).", "did you mean `#chart`?", "15:5", "See [there]"),
        (
            "clash",
            "~~~figure chart-1\ndraw = 'path(3)'\n~~~",
            "two drawings are called `chart-1`",
            "15:11",
            "~~~figure chart-1",
        ),
        (
            "over",
            "~~~figure f\ndraw = 'path(3)'\nover = 'n in 1..2000000'\n~~~",
            "run through fewer cases",
            "17:9",
            "over = ",
        ),
        (
            "label",
            "~~~figure f\ndraw = 'path(3)'\nlabel = 'snort(grid(7, 7))'\nbudget = { positions = 100 }\n~~~",
            "give the figure a `budget`",
            "17:10",
            "label = 'snort(grid(7, 7))'",
        ),
        (
            "inline",
            "There are `{= length([1..200000]) =}`.",
            "a list would have more than",
            "15:11",
            "There are",
        ),
    ] {
        let root = with_more(name, more);
        for words in [words, &format!("papers/small/paper.md:{place}"), line] {
            refuses(&["build-report", "--root", &root], words);
        }
    }
}

/// The anchors of a page's own parts are no names that an author must know.
#[test]
fn a_figure_may_be_called_as_a_part_of_the_page() {
    let figures = ["main", "discrepancies", "tools", "section-1"];
    let blocks = figures.map(|name| format!("~~~figure {name}\ndraw = 'path(3)'\n~~~\n")).join("\n");
    let root = with_more(
        "anchors",
        &format!("# A heading {{#verdicts}}\n\n{blocks}\nSee [it](#main), [that](#verdicts)."),
    );
    let built = referee(&["build-report", "--root", &root]);
    assert_eq!(built.status.code(), Some(0), "{}", String::from_utf8_lossy(&built.stderr));
    let page = fs::read_to_string(Path::new(&root).join("report/small.html")).expect("a page");
    assert!(page.contains("id=\"main\"") && page.contains("id=\"small/main\""));
    assert!(page.contains("href=\"#small/main\"") && page.contains("href=\"#section-1\""));
}

/// Whatever can be seen before anything is computed is said then, and all at once.
#[test]
fn what_is_broken_is_told_before_anything_is_computed() {
    let root = with_more("before", "See [there](#nowhere).");
    let path = Path::new(&root);
    fs::write(path.join("reviews.tsv"), "nonsense\n").expect("a file");
    fs::write(path.join("papers/small/planted.json"), "{}").expect("a file");
    fs::create_dir_all(path.join("elsewhere")).expect("a folder");
    fs::write(path.join("elsewhere/notes.txt"), "mine").expect("a file");
    let out = path.join("elsewhere");
    let output = referee(&["build-report", "--root", &root, "--out", out.to_str().expect("UTF-8")]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{told}");
    for words in [
        "this line is no decision",
        "reviews.tsv:1:1",
        "holds files and no report",
        "no score of planted slips",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    assert!(!told.contains("recomputing"), "{told}");
    fs::remove_file(path.join("papers/small/planted.json")).expect("removed");
    refuses(&["build-report", "--root", &root], "links to `#nowhere`");
    let file = path.join("reviews.tsv");
    refuses(&["build-report", "--root", &root, "--out", file.to_str().expect("UTF-8")], "is no folder");
}

/// An id is looked for before its paper is computed.
#[test]
fn an_id_of_no_claim_is_refused_at_once() {
    let root = project("broken-id", &PAPER.replace("n in 1..3", "n in 1..3000000"));
    let root = root.to_str().expect("a path in UTF-8");
    for command in ["explain", "replay"] {
        refuses(&[command, "small/bot/n=1", "--root", root], "did you mean `small/both`?");
        refuses(&[command, "small", "--root", "nowhere"], "there is no paper");
    }
}

/// A byte order mark and the line ends of another system are no part of a text: nothing that is made from it differs.
#[test]
fn a_byte_order_mark_and_other_line_ends_change_nothing() {
    let (plain, other) = (project("broken-plain", PAPER), project("broken-other-ends", PAPER));
    let windows = format!("\u{FEFF}{}", PAPER.replace('\n', "\r\n"));
    fs::write(other.join("papers/small/paper.md"), windows).expect("a file");
    let [first, second] = [&plain, &other].map(|root| {
        let built = referee(&["build-report", "--root", root.to_str().expect("UTF-8")]);
        assert_eq!(built.status.code(), Some(0), "{}", String::from_utf8_lossy(&built.stderr));
        ["verdicts.json", "small.html", "small.md"]
            .map(|name| fs::read(root.join("report").join(name)).expect("a file"))
    });
    assert!(first == second, "the two reports differ");
    let page = String::from_utf8(first[1].clone()).expect("a page");
    // A paper that names no e-print is not said to have one.
    assert!(page.contains("No e-print is named;") && !page.contains("has not been read"));
}
