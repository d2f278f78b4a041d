//! The program on whole projects: the committed one, and a small one made for the test.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use crate::own::{all_below, folder, referee, text};

const SMALL: &str = r#"+++
title    = 'A small paper'
authors  = ['A. Author']
source   = { citation = 'Nowhere' }
contract = { claims = 4, entries = 9 }
+++

Of {= all.entries =} entries, {= all.differs =} differ.

~~~define
s(m) = if even(m) then 0 else *
~~~

~~~claim stars
at      = { lemma = '1', origin = 'typed for a test' }
says    = 'The star is $\pm n$.'
printed = '\pm n'
equals  = 'snort(star(n))'
range   = { quick = 'n in 1..4', paper = 'all n' }
~~~

~~~claim table-1
at      = { table = '1', origin = 'typed for a test' }
table   = { header = '$n$' }
from    = 'printed/table.tex'
key     = '$n$ is n in 1..2'
columns = { 'value' = 'snort(path(n))' }
~~~

~~~claim how-many
at      = { origin = 'typed for a test' }
search  = 'g in trees(n)'
printed = { count = { 4 = 2, 5 = 4 } }
~~~

~~~claim cool-enough
at      = { origin = 'typed for a test' }
says    = 'No tree is hotter than its degree.'
holds   = 'temperature(snort(g)) <= degree(g)'
range   = { quick = 'n in 1..6, g in trees(n)' }
~~~
"#;

const TABLE: &str = r"% origin: typed for a test
\begin{tabular}{c|c}
$n$ & value \\ \hline
1 & $*$ \\
2 & $\pm 1$ \\
\end{tabular}
";

fn small(name: &str) -> PathBuf {
    let root = folder(name);
    let paper = root.join("papers/small");
    fs::create_dir_all(paper.join("printed")).expect("a folder");
    fs::write(paper.join("paper.md"), SMALL).expect("written");
    fs::write(paper.join("printed/table.tex"), TABLE).expect("written");
    root
}

#[test]
fn a_small_project_from_tex_to_html() {
    let root = small("small-project");
    let at = root.to_str().expect("a plain path");
    let built = referee(&["build-report", "--root", at]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    assert!(text(&built.stdout).lines().count() <= 15, "{}", text(&built.stdout));
    let verdicts = fs::read_to_string(root.join("report/verdicts.json")).expect("verdicts");
    // Five trees have 4 or 5 vertices: 2 and 3, so the 4 is a slip, and it is confirmed by the other enumerator.
    let planted = verdicts.lines().find(|line| line.contains("small/how-many/n=5/count")).expect("the entry");
    assert!(planted.contains("\"verdict\":\"mismatch\""), "{planted}");
    assert_eq!(verdicts.matches("\"verdict\":\"mismatch\"").count(), 1);
    assert_eq!(verdicts.matches("\"verdict\":\"match\"").count(), 8);
    let page = fs::read_to_string(root.join("report/small.html")).expect("a page");
    assert!(page.contains("small/how-many/n=5/count"));
    let checked = referee(&["build-report", "--root", at, "--check"]);
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stdout));

    // A changed byte and an added page are noticed.
    let path = root.join("report/small.md");
    let kept = fs::read(&path).expect("the page");
    fs::write(&path, [&kept[..], b" "].concat()).expect("written");
    let checked = referee(&["build-report", "--root", at, "--check"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(text(&checked.stdout).contains("small.md"));
    fs::write(&path, kept).expect("written");
    fs::write(root.join("report/extra.html"), "x").expect("written");
    let checked = referee(&["build-report", "--root", at, "--check"]);
    assert_eq!(checked.status.code(), Some(1));
    assert!(text(&checked.stdout).contains("extra.html"));

    // The printed slip is explained and replayed by id.
    let id = "small/how-many/n=5/count";
    let explained = text(&referee(&["explain", id, "--root", at]).stdout);
    assert!(explained.contains("paper.md") && explained.contains("mismatch"), "{explained}");
    let replayed = referee(&["replay", "small/table-1/n=2/value", "--root", at]);
    assert_eq!(replayed.status.code(), Some(0), "{}{}", text(&replayed.stdout), text(&replayed.stderr));
    let wrong = referee(&["explain", "small/how-many/n=6/count", "--root", at]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("did you mean"), "{}", text(&wrong.stderr));
}

#[test]
fn the_same_bytes_for_any_number_of_jobs() {
    let root = small("jobs-project");
    let at = root.to_str().expect("a plain path");
    let mut seen: Option<BTreeMap<PathBuf, Vec<u8>>> = None;
    for jobs in ["1", "2", "7"] {
        let out = folder(&format!("jobs-{jobs}"));
        let built =
            referee(&["build-report", "--root", at, "--jobs", jobs, "--out", out.to_str().expect("plain")]);
        assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
        let files = all_below(&out);
        match &seen {
            None => seen = Some(files),
            Some(first) => assert!(*first == files, "jobs {jobs} gives other bytes"),
        }
    }
}

/// A report is written whole or not at all: when one of its files cannot be written, and when the program is killed in the middle
/// (here by the limit of a file's size, which is what a full disk is to it). What was left over is taken away the next time.
#[test]
fn a_report_is_written_whole_or_not_at_all() {
    let root = small("whole-project");
    let (at, out) = (root.to_str().expect("a plain path"), root.join("report"));
    let build = || referee(&["build-report", "--root", at]);
    assert_eq!(build().status.code(), Some(0));
    let first = all_below(&out);
    let path = root.join("papers/small/paper.md");
    fs::write(&path, SMALL.replace("A small paper", "A little paper")).expect("written");

    let page = out.join("small.md");
    let text_before = fs::read(&page).expect("a page");
    fs::remove_file(&page).expect("removed");
    fs::create_dir(&page).expect("a folder in its place");
    let built = build();
    assert_eq!(built.status.code(), Some(2));
    assert!(
        text(&built.stderr).contains("small.md: a folder stands in its place"),
        "{}",
        text(&built.stderr)
    );
    fs::remove_dir(&page).expect("removed");
    fs::write(&page, text_before).expect("written");
    assert!(all_below(&out) == first, "something was written");

    if cfg!(unix) {
        let killed = std::process::Command::new("sh")
            .args([
                "-c",
                "ulimit -f 8; exec \"$0\" build-report --root \"$1\"",
                env!("CARGO_BIN_EXE_referee"),
                at,
            ])
            .output()
            .expect("a shell");
        assert!(!killed.status.success());
        let mut left = all_below(&out);
        left.retain(|name, _| !name.starts_with(".referee-next"));
        assert!(left == first, "something was written");
    }

    fs::write(out.join("gone.errata.tex"), "of a paper that is gone").expect("written");
    assert_eq!(build().status.code(), Some(0));
    let second = all_below(&out);
    assert!(second.keys().eq(first.keys()), "{:?}", second.keys());
    assert!(second != first);
    assert_eq!(referee(&["build-report", "--check", "--root", at]).status.code(), Some(0));
}

#[test]
fn a_broken_contract_and_a_foreign_folder_stop_the_run() {
    let root = small("contract-project");
    let at = root.to_str().expect("a plain path");
    let path = root.join("papers/small/paper.md");
    fs::write(&path, SMALL.replace("entries = 9", "entries = 10")).expect("written");
    let built = referee(&["build-report", "--root", at]);
    assert_eq!(built.status.code(), Some(2));
    assert!(text(&built.stderr).contains("promises 10 entries"), "{}", text(&built.stderr));
    assert!(!root.join("report").exists(), "nothing is half written");

    fs::write(&path, SMALL).expect("written");
    let foreign = folder("foreign");
    fs::write(foreign.join("thesis.md"), "mine").expect("written");
    let out = foreign.to_str().expect("plain");
    let built = referee(&["build-report", "--root", at, "--out", out]);
    assert_eq!(built.status.code(), Some(2));
    assert_eq!(fs::read_to_string(foreign.join("thesis.md")).expect("still there"), "mine");
}

#[test]
fn planted_slips_are_found_where_they_are() {
    let root = small("plant-project");
    let at = root.to_str().expect("a plain path");
    let planted = referee(&["plant", "small", "--root", at]);
    assert_eq!(planted.status.code(), Some(0), "{}{}", text(&planted.stdout), text(&planted.stderr));
    let score: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(root.join("papers/small/planted.json")).expect("a score"))
            .expect("json");
    assert!(score["planted"].as_u64() >= Some(7), "{score}");
    assert_eq!(score["planted"], score["found"]);
}

#[test]
fn the_committed_report_is_what_this_tree_computes() {
    let checked = referee(&["build-report", "--check"]);
    assert_eq!(checked.status.code(), Some(0), "{}{}", text(&checked.stdout), text(&checked.stderr));
}
