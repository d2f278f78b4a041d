//! The report: pages from plain verdicts.

mod markup;
pub mod sample;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use referee::report::diff::Change;
use referee::report::{
    Sought, charts, diff, math, prose, read_verdicts, render, render_for, summary, verdicts_json,
};
use referee::verdicts::{
    Block, Chart, ChartKind, ClaimVerdicts, Entry, Listing, PaperVerdicts, Planted, ReadAt, Series,
    SeriesRole, Shown, Tested, Verdict, Witness,
};

use markup::Element;
use sample::{entry, papers, shown};

fn rendered(papers: &[PaperVerdicts]) -> BTreeMap<String, Vec<u8>> {
    render(papers).unwrap_or_else(|error| panic!("{error}"))
}

fn text<'a>(files: &'a BTreeMap<String, Vec<u8>>, name: &str) -> &'a str {
    std::str::from_utf8(&files[name]).expect("pages are UTF-8")
}

/// A paper of one claim with these entries.
fn paper_of(entries: Vec<Entry>) -> PaperVerdicts {
    let claim =
        ClaimVerdicts { id: "claim".into(), title: "Table 1".into(), entries, ..ClaimVerdicts::default() };
    PaperVerdicts {
        key: "p".into(),
        title: "Paper".into(),
        blocks: vec![Block::Claim("claim".into())],
        claims: vec![claim],
        ..PaperVerdicts::default()
    }
}

/// A paper of one table with so many entries.
pub fn large(entries: u64) -> PaperVerdicts {
    let mut paper = papers().swap_remove(1);
    let template = paper.claims[0].entries[0].clone();
    paper.claims.truncate(1);
    let column = template.column.clone();
    paper.claims[0].entries = (0..entries)
        .map(|n| Entry {
            id: format!("{}/{}/n={n}/{}", paper.key, paper.claims[0].id, column.as_deref().unwrap_or("v")),
            key: vec![("n".into(), n.to_string())],
            ..template.clone()
        })
        .collect();
    paper.contract = (1, entries);
    paper
}

#[test]
fn every_file_is_there_and_every_run_gives_the_same_bytes() {
    let files = rendered(&papers());
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "charts/snort.boards.svg",
            "charts/snort.c-1.svg",
            "charts/snort.t-against-degree.svg",
            "charts/snort.table-1-t.svg",
            "grids.errata.md",
            "grids.errata.tex",
            "grids.html",
            "grids.md",
            "index.html",
            "index.md",
            "referee.css",
            "referee.js",
            "snort.errata.md",
            "snort.errata.tex",
            "snort.html",
            "snort.md",
            "verdicts.json",
        ]
    );
    assert_eq!(files, rendered(&papers()));
    let bytes: usize = files.values().map(Vec::len).sum();
    assert!(bytes < 4_000_000, "5,000 entries take {bytes} bytes");
}

/// Elements and bytes of the page of `large(10_000)`, an entry, as `change` leaves it.
fn weight(change: impl Fn(usize, &mut Entry)) -> (f64, f64) {
    let mut paper = large(10_000);
    paper.claims[0].entries.iter_mut().enumerate().for_each(|(n, entry)| change(n, entry));
    let files = rendered(&[paper]);
    let page = text(&files, "grids.html");
    let elements = markup::elements(page).unwrap_or_else(|error| panic!("{error}"));
    (elements.len() as f64 / 1e4, page.len() as f64 / 1e4)
}

/// A page of ten thousand entries opens at once because of what an entry weighs; no clock decides a test.
#[test]
fn an_entry_of_a_large_table_is_light() {
    let (elements, bytes) = weight(|_, _| {});
    assert!(elements < 5.1 && bytes < 215.0, "{elements} elements and {bytes} bytes an entry");
    // With a line of its own to each.
    let read_at = |n: usize| {
        let [file, text, standing] = ["printed/t.tsv", "1", "typed"].map(String::from);
        Some(ReadAt { file, line: n + 2, text, standing })
    };
    let (elements, bytes) = weight(|n, entry| entry.read_at = read_at(n));
    assert!(elements < 6.1 && bytes < 240.0, "{elements} elements and {bytes} bytes an entry");
    // One that has something of its own to say can be opened.
    let (elements, bytes) = weight(|n, entry| {
        (entry.read_at, entry.notes) = (read_at(n), vec![format!("this is number {n}")]);
    });
    assert!(elements < 13.1 && bytes < 440.0, "{elements} elements and {bytes} bytes an entry");
}

#[test]
fn a_large_table_says_once_what_its_entries_have_in_common() {
    let page = |change: &dyn Fn(usize, &mut Entry)| {
        let mut paper = large(1_200);
        paper.claims[0].entries.iter_mut().enumerate().for_each(|(n, entry)| {
            entry.notes = vec!["as noted".into()];
            change(n, entry);
        });
        let files = rendered(&[paper]);
        text(&files, "grids.html").to_owned()
    };
    let counts = |page: &str| {
        ["as noted", "explain grids/grids/", "<details name=\"entry\">", "<thead>", "<td id="]
            .map(|what| page.matches(what).count())
    };
    // The table's note and command; the claim's command has no place.
    assert_eq!(counts(&page(&|_, _| {})), [1, 1, 0, 3, 1200]);
    // One that differs by its note makes all of its verdict say theirs.
    assert_eq!(
        counts(&page(&|n, entry| if n == 7 {
            entry.notes.clear()
        })),
        [1199, 1, 1199, 3, 1200]
    );
    let other = |n: usize, entry: &mut Entry| {
        if n == 7 {
            (entry.verdict, entry.notes) = (Verdict::SameValue, vec!["another form".into()]);
        }
    };
    // Of a verdict that is not `match` printed and ours are told apart: both are shown, and its note below the table.
    assert_eq!(counts(&page(&other)), [1, 1, 0, 3, 1200]);
    assert_eq!(page(&other).matches("<small>ours</small>").count(), 1);
    // Unless they are long: then it is opened to see both.
    let long = |n: usize, entry: &mut Entry| {
        other(n, entry);
        if n == 7 {
            entry.printed = Some(Shown::words("a value of more than a few letters"));
        }
    };
    assert_eq!(counts(&page(&long)), [1, 1, 1, 3, 1200]);
    assert_eq!(page(&other).matches("another form").count(), 1);
    // Who a value is from is said where it stands alone.
    let ours = |_: usize, entry: &mut Entry| (entry.verdict, entry.printed) = (Verdict::NotAttempted, None);
    assert_eq!(counts(&page(&ours)), [2, 1, 0, 3, 1200], "above, among what was not compared");
    assert!(page(&ours).contains("</span> not attempted: as noted; the values are ours</p>"));
    // A line that two rows share is no row's own: it is told where the entries are opened.
    let lines = |shared: bool| {
        page(&|n, entry| {
            let [file, text, standing] = ["printed/t.tsv", "1", "typed"].map(String::from);
            let line = if shared && n == 7 { 8 } else { n + 2 };
            entry.read_at = Some(ReadAt { file, line, text, standing });
        })
    };
    assert_eq!(counts(&lines(false)), [1, 1, 0, 3, 1200]);
    assert_eq!(lines(false).matches("<td class=\"line\">").count(), 1200);
    assert_eq!(counts(&lines(true)), [1200, 1, 1200, 3, 1200]);
    assert_eq!(lines(true).matches("<code>printed/t.tsv:").count(), 1200);
    // An id that row and column do not tell: each says its own command.
    let strange = |n: usize, entry: &mut Entry| {
        if n == 7 {
            entry.id.push_str("-again");
        }
    };
    assert_eq!(counts(&page(&strange)), [1, 1200, 1200, 3, 1200]);
    // A long value is seen when the entry is opened.
    let long = |n: usize, entry: &mut Entry| {
        if n == 7 {
            entry.printed = Some(shown(&"7".repeat(25), "", ""));
            entry.recomputed = entry.printed.clone();
        }
    };
    assert_eq!(counts(&page(&long)), [1, 1, 1, 3, 1200]);
    assert_eq!(page(&long).matches(&"7".repeat(25)).count(), 1);
}

#[test]
fn verdicts_are_read_back_as_they_were_written() {
    let papers = papers();
    let json = verdicts_json(&papers).unwrap();
    let back = read_verdicts(&json).unwrap();
    assert_eq!(back, papers);
    assert_eq!(rendered(&back), rendered(&papers));
    let ids: Vec<&str> = std::str::from_utf8(&json)
        .unwrap()
        .lines()
        .skip_while(|line| *line != "\"entries\":[")
        .filter_map(|line| line.strip_prefix("{\"id\":\"")?.split('"').next())
        .collect();
    assert_eq!(ids.len(), papers.iter().map(|p| p.entries().count()).sum::<usize>(), "one entry a line");
    assert!(ids.is_sorted());
}

#[test]
fn a_file_of_another_version_says_so() {
    let json = String::from_utf8(verdicts_json(&papers()).unwrap()).unwrap();
    let error = read_verdicts(json.replacen("\"version\":1", "\"version\":2", 1).as_bytes()).unwrap_err();
    assert_eq!(error.message, "verdicts of version 2; this program reads version 1");
    let error = read_verdicts(json.replacen("referee-verdicts", "shopping", 1).as_bytes()).unwrap_err();
    assert_eq!(error.message, "this is `shopping`, not a file of verdicts");
    assert!(read_verdicts(b"{").is_err());
    let lost = json.replace("\"of\":\"snort/case-2-slip\"", "\"of\":\"snort/lost\"");
    assert_eq!(
        read_verdicts(lost.as_bytes()).unwrap_err().message,
        "entries of `snort/lost`, which is not in the file"
    );
}

#[test]
fn the_same_id_twice_is_an_error() {
    let mut twice = papers();
    let again = twice[0].claims[0].entries[0].clone();
    twice[0].claims[1].entries.push(again);
    assert_eq!(render(&twice).unwrap_err().message, "two entries have the id `snort/table-1/n=1/form`");
    let mut twice = papers();
    twice[1].key = "snort".into();
    assert_eq!(render(&twice).unwrap_err().message, "two papers have the id `snort`");
    let mut named = papers();
    named[0].key = "../snort".into();
    assert_eq!(render(&named).unwrap_err().message, "`../snort` cannot be the key of a paper");
}

#[test]
fn readings_of_a_claim_stand_side_by_side() {
    let mut paper = paper_of(vec![entry("p/claim@as printed", Verdict::Mismatch)]);
    paper.claims[0].reading = Some("as printed".into());
    let mut second = paper.claims[0].clone();
    second.reading = Some("reread".into());
    second.entries = vec![entry("p/claim@reread", Verdict::Match)];
    paper.claims.push(second);
    paper.contract = (1, 2);
    paper.blocks.insert(0, Block::Prose("See [the claim](#claim).".into()));
    let files = rendered(&[paper]);
    let page = text(&files, "p.html");
    assert!(page.contains(">as printed</small>") && page.contains(">reread</small>"));
    assert!(page.contains("1 claim and 2 entries promised; 1 and 2 delivered"), "a reading is not a claim");
    assert!(page.contains("<a href=\"#p/claim@as_printed\">the claim</a>"), "{page}");
}

#[test]
fn a_claim_that_the_document_does_not_place_is_shown_at_the_end() {
    let mut paper = paper_of(vec![entry("p/claim/a", Verdict::Match)]);
    paper.blocks = vec![Block::Prose("Words.".into())];
    let files = rendered(&[paper.clone()]);
    assert!(text(&files, "p.html").contains("id=\"p/claim\""));
    assert!(text(&files, "p.md").contains("Table 1"));
    paper.blocks = vec![Block::Claim("lost".into())];
    assert_eq!(
        render(&[paper]).unwrap_err().message,
        "p: the document shows claim `lost`, which has no verdicts"
    );
}

#[test]
fn a_cross_reference_to_nowhere_is_an_error_with_the_near_name() {
    let mut paper = paper_of(vec![entry("p/claim/a", Verdict::Match)]);
    paper.blocks.push(Block::Prose("See [it](#clam).".into()));
    let error = render(&[paper]).unwrap_err();
    assert_eq!(error.message, "p: the prose links to `#clam`, which is no place");
    assert_eq!(error.notes, ["did you mean `#claim`?"]);
}

/// Pages are well nested, every id is given once, every internal link and label leads to an id that is there.
#[test]
fn pages_are_well_formed_and_their_links_lead_somewhere() {
    for papers in [papers(), hostile()] {
        let files = rendered(&papers);
        let pages: BTreeMap<&str, Vec<Element>> = files
            .keys()
            .filter(|name| name.ends_with(".html"))
            .map(|name| {
                (
                    name.as_str(),
                    markup::elements(text(&files, name)).unwrap_or_else(|e| panic!("{name}: {e}")),
                )
            })
            .collect();
        let mut ids: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        for (name, elements) in &pages {
            for id in elements.iter().filter_map(|e| e.attribute("id")) {
                assert!(!id.contains(char::is_whitespace), "{name}: {id}");
                assert!(ids.entry(name).or_default().insert(id.clone()), "{name} has `{id}` twice");
            }
        }
        let mut followed = 0;
        for (name, elements) in &pages {
            for element in elements {
                for link in ["href", "src"].iter().filter_map(|a| element.attribute(a)) {
                    if link.starts_with("https://") {
                        continue;
                    }
                    let (page, place) = link.split_once('#').unwrap_or((&link, ""));
                    let page = if page.is_empty() { name } else { page };
                    assert!(files.contains_key(page), "{name}: {link}");
                    assert!(
                        place.is_empty() || ids[page].contains(&markup::decoded(place)),
                        "{name}: {link}"
                    );
                    followed += 1;
                }
                for label in element.attribute("aria-labelledby").iter().flat_map(|l| l.split(' ')) {
                    assert!(ids[name].contains(label), "{name}: no element {label}");
                }
            }
        }
        assert!(followed > 30, "{followed} links");
    }
}

#[test]
fn every_entry_has_its_id_on_the_page() {
    let papers = papers();
    let files = rendered(&papers);
    for paper in &papers {
        let elements = markup::elements(text(&files, &format!("{}.html", paper.key))).unwrap();
        let ids: BTreeSet<String> = elements.iter().filter_map(|e| e.attribute("id")).collect();
        for entry in paper.entries() {
            assert!(ids.contains(&entry.id), "{}", entry.id);
        }
    }
}

#[test]
fn the_errata_sheet_of_a_paper() {
    insta::assert_snapshot!(text(&rendered(&papers()), "snort.errata.md"));
}

#[test]
fn the_errata_sheet_to_paste() {
    insta::assert_snapshot!(text(&rendered(&papers()), "snort.errata.tex"));
}

/// One printed formula that differs in twelve cases, and another cell of a table for each of six rows.
fn one_formula_and_six_cells() -> PaperVerdicts {
    let differing = |id: String, n: usize, line: usize, text: &str| Entry {
        key: vec![("n".into(), n.to_string())],
        printed: Some(shown(&format!("{{{}|1}}", 2 * n), "", "")),
        recomputed: Some(shown(&format!("{{{}|1}}", 2 * n + 1), "", "")),
        read_at: Some(ReadAt {
            file: "papers/p/paper.md".into(),
            line,
            text: text.into(),
            standing: "quoted".into(),
        }),
        methods: vec!["the engine".into(), "plain search".into()],
        witness: Some(Witness {
            summary: format!("Left moving first wins{}", if n == 6 { "" } else { "; the lines show a part" }),
            lines: Vec::new(),
        }),
        ..entry(&id, Verdict::Mismatch)
    };
    let formula = (1..=12).map(|n| differing(format!("p/formula/n={n}"), n, 7, "2n")).collect();
    let cell = |n: usize| Entry {
        column: Some("v".into()),
        ..differing(format!("p/table/n={n}/v"), n, 20 + n, "2 | 1")
    };
    let claim = |id: &str, entries| ClaimVerdicts {
        id: id.into(),
        title: format!("The {id}"),
        entries,
        ..ClaimVerdicts::default()
    };
    let claims = vec![claim("formula", formula), claim("table", (1..=6).map(cell).collect())];
    let blocks = ["formula", "table"].map(|id| Block::Claim(id.into())).into();
    PaperVerdicts { claims, blocks, ..paper_of(Vec::new()) }
}

/// One slip is one item of a list, with the number of what it did; what is printed apart stays apart.
#[test]
fn what_one_formula_gives_in_many_cases_is_one_item() {
    let paper = one_formula_and_six_cells();
    let files = rendered(std::slice::from_ref(&paper));
    let more = "9 more of the same formula, n = 4, 5, 6, 7, 8, 9, 10, 11, 12; 12 entries in all";
    for (name, link, rows) in [
        (
            "p.html",
            "<a href=\"#p/formula\">all are marked in the table</a>",
            "<tr data-v=\"mismatch\"><th scope=\"row\">",
        ),
        (
            "index.html",
            "<a href=\"p.html#p/formula\">all are marked in the table</a>",
            "<tr data-v=\"mismatch\"><th scope=\"row\">",
        ),
        ("p.md", "[all are marked in the table](<#formula>)", "| The "),
        ("index.md", "[all are marked in the table](<p.md#formula>)", "| [p](p.md) | The "),
        ("p.errata.md", "[all are marked in the table](<p.md#formula>)", "| confirmed by plain search |"),
    ] {
        let page = text(&files, name);
        assert_eq!(page.matches(&format!("and {more}: {link}")).count(), 1, "{name}: {page}");
        // Three of the formula, and each of the table.
        assert_eq!(page.matches(rows).count(), 9, "{name}: {page}");
    }
    let sheet = text(&files, "p.errata.md");
    assert!(sheet.contains("(<p.md#formula>) |  |  | each confirmed by a second method |"), "{sheet}");
    let sheet = text(&files, "p.errata.tex");
    let sentence = "  And 9 more of the same formula, $n = 4$, 5, 6, 7, 8, 9, 10, 11, 12; 12 entries in all (each confirmed by a second method).\n";
    assert!(sheet.contains(sentence), "{sheet}");
    assert_eq!(sheet.matches("recomputed").count(), 9, "{sheet}");
    assert!(sheet.starts_with("% ") && latex_problems(sheet).is_empty(), "{sheet}");
    // The table of the claim marks all of them, and the first lines of a sheet count them.
    let page = text(&files, "p.html");
    for n in 1..=12 {
        assert!(page.contains(&format!("id=\"p/formula/n={n}\"")), "{n}");
    }
    assert!(
        sheet.contains("Our recomputation differs at 18 of the 18 entries that were compared."),
        "{sheet}"
    );
    // So does a terminal.
    let told = summary(&[paper], &Sought::default(), &[], "report/index.html");
    assert!(
        told.contains("  mismatch p/formula/n=1 and 11 more of the same at papers/p/paper.md:7\n  mismatch p/table/n=1/v at"),
        "{told}"
    );
}

/// What differs by another sentence, in another column or with another verdict is another item; so are four at most.
#[test]
fn an_item_does_not_join_what_differs_otherwise() {
    let rows = |edit: &dyn Fn(usize, &mut Entry)| {
        let mut paper = one_formula_and_six_cells();
        for (at, entry) in paper.claims[0].entries.iter_mut().enumerate() {
            edit(at + 1, entry);
        }
        let files = rendered(&[paper]);
        let sheet = text(&files, "p.errata.md");
        let formula = &sheet[..sheet.find("## 2.").expect("the table")];
        let more = formula
            .lines()
            .filter_map(|line| line.strip_prefix("| and "))
            .map(|line| line.split(" of the same").next().unwrap_or_default().to_owned());
        (formula.matches("| n = ").count(), more.collect::<Vec<_>>())
    };
    let some = |counts: &[&str]| counts.iter().map(|count| format!("{count} more")).collect::<Vec<_>>();
    assert_eq!(rows(&|_, _| ()), (3, some(&["9"])));
    let other_winner = |n, entry: &mut Entry| {
        if n > 6 {
            entry.witness.as_mut().expect("a witness").summary = "Right moving first wins".into();
        }
    };
    assert_eq!(rows(&other_winner), (6, some(&["3", "3"])));
    let unconfirmed = |n, entry: &mut Entry| {
        if n > 8 {
            entry.verdict = Verdict::Unconfirmed;
        }
    };
    assert_eq!(rows(&unconfirmed), (7, some(&["5"])));
    let agreeing = |n, entry: &mut Entry| {
        if n > 4 {
            entry.verdict = Verdict::Match;
        }
    };
    assert_eq!(rows(&agreeing), (4, some(&[])));
    let other_line = |n, entry: &mut Entry| entry.read_at.as_mut().expect("a place").line = n;
    assert_eq!(rows(&other_line), (12, some(&[])));
    let unread = |_, entry: &mut Entry| entry.read_at = None;
    assert_eq!(rows(&unread), (12, some(&[])));
    // A statement that fails row by row fails as one, in how many cases ever.
    let statement = |n: usize, entry: &mut Entry| {
        entry.expression = "S(n) = 0".into();
        entry.printed = Some(shown("holds", "", ""));
        entry.recomputed = Some(shown(&format!("holds in {n} of {} cases", 7 * n), "", ""));
        entry.tested = Some(Tested { cases: 7 * n as u64, held: n as u64, ..Tested::default() });
        entry.read_at.as_mut().expect("a place").line = n;
        entry.witness.as_mut().expect("a witness").summary =
            format!("it fails at n = {n}: the left side is *{n}");
    };
    assert_eq!(rows(&statement), (3, some(&["9"])));
}

/// What plain LaTeX has no letter for is mathematics, or named; Markdown stays emphasis, and lines are one.
#[test]
fn the_sheet_to_paste_is_plain_latex() {
    let mut paper = paper_of(vec![entry("p/claim/a", Verdict::Mismatch)]);
    paper.claims[0].title = "Stars\n\nof *n* leaves".into();
    paper.claims[0].says = "For n → ∞ in ℤ, **S₂** is `x_1` & $\\pm n$, 草.".into();
    let files = rendered(&[paper]);
    let sheet = text(&files, "p.errata.tex");
    assert!(sheet.contains(r"\textbf{Stars of \emph{n} leaves.}"), "{sheet}");
    let says =
        r"For n $\to$ $\infty$ in $\mathbb{Z}$, \textbf{S$_2$} is \texttt{x\_1} \& $\pm n$, \texttt{U+8349}.";
    assert!(sheet.contains(says), "{sheet}");
}

/// What LaTeX would stumble over: braces and dollars that stay open, signs of mathematics outside of it, letters that it does
/// not know.
fn latex_problems(sheet: &str) -> Vec<String> {
    let mut problems = Vec::new();
    let lines: String =
        sheet.lines().filter(|line| !line.starts_with('%')).map(|l| format!("{l}\n")).collect();
    let (mut depth, mut in_math, mut rest) = (0_i32, false, lines.chars());
    while let Some(c) = rest.next() {
        match c {
            '\\' => {
                rest.next();
            }
            '{' => depth += 1,
            '}' => depth -= 1,
            '$' => in_math = !in_math,
            '_' | '^' | '&' if !in_math => problems.push(format!("{c} outside of mathematics")),
            '#' | '%' | '~' | '`' if in_math => problems.push(format!("{c} in mathematics")),
            '\n' if in_math => problems.push("a line ends in mathematics".to_owned()),
            c if !c.is_ascii() && (in_math || !"–—‘áéíóúäöüèàçñ".contains(c)) => {
                problems.push(format!("{c}"))
            }
            _ => {}
        }
        if depth < 0 {
            problems.push("a brace too many".to_owned());
            depth = 0;
        }
    }
    if depth != 0 || in_math {
        problems.push("something stays open".to_owned());
    }
    problems
}

/// The sheets of the committed papers, and of papers that want to break them.
#[test]
fn every_sheet_to_paste_is_latex() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let committed = std::fs::read(root.join("report/verdicts.json")).expect("the committed verdicts");
    for papers in [read_verdicts(&committed).expect("verdicts"), papers(), hostile()] {
        let files = rendered(&papers);
        for paper in &papers {
            let sheet = text(&files, &format!("{}.errata.tex", paper.key));
            assert_eq!(latex_problems(sheet), [""; 0], "{}: {sheet}", paper.key);
        }
    }
    assert_eq!(latex_problems("a_1 $b$ {").len(), 2, "it sees something");
}

/// A statement of two readings, the first of which fails.
fn statement_of_two_readings() -> PaperVerdicts {
    let reading = |name: &str, says: &str, verdict, held| ClaimVerdicts {
        id: "claim".into(),
        title: "Even blocks".into(),
        says: format!("A sum. {says}"),
        origin: "quoted by an audit [some-audit]".into(),
        stated: Some(shown("S(i) = even_2(i)", r"S(i) = i\cdot \ast", "")),
        reading: Some(name.into()),
        entries: vec![Entry {
            printed: Some(Shown::words("holds")),
            recomputed: Some(Shown::words(format!("holds in {held} of 91 cases"))),
            expression: "S(i) = even_2(i)".into(),
            methods: vec!["the engine".into(), "the expression `value_by_moves(S(i)) = even_2(i)`".into()],
            witness: (verdict == Verdict::Mismatch).then(|| Witness {
                summary: "it fails at i = 1, j = 3: the left side is ⇓, the right side 1".into(),
                lines: Vec::new(),
            }),
            tested: Some(Tested {
                cases: 91,
                held,
                domain: "i in 1..91".into(),
                claimed: Some("all i >= 1".into()),
                listed: None,
            }),
            ..entry(&format!("p/claim@{name}"), verdict)
        }],
        ..ClaimVerdicts::default()
    };
    let claims = vec![
        reading("as-printed", "For $i > 0$.", Verdict::Mismatch, 7),
        reading("reread", "For $i > 2$, as `framed`.", Verdict::Match, 91),
    ];
    PaperVerdicts { claims, blocks: vec![Block::Claim("claim".into())], ..paper_of(Vec::new()) }
}

/// Somebody who has the paper and not our program reads mathematics and words, and nothing of our language.
#[test]
fn a_statement_is_said_as_a_paper_says_it() {
    let files = rendered(&[statement_of_two_readings()]);
    let sheet = text(&files, "p.errata.tex");
    for said in [
        r"A sum. For $i > 0$.",
        r"The statement $S(i) = i\cdot \ast$ holds in 7 of 91 cases (confirmed by the values by the moves alone).",
        r"It fails at $i = 1$, $j = 3$: the left side is $\Downarrow$, the right side 1.",
        r"Origin: quoted by an audit.",
        r"Read otherwise: ``reread'' (For $i > 2$, as \texttt{framed}) agrees in 91 of 91.",
    ] {
        assert!(sheet.contains(said), "{said}: {sheet}");
    }
    for ours in ["even", "value", "some-audit"] {
        assert!(
            !sheet.replace("Even blocks", "").replace("values by the moves", "").contains(ours),
            "{ours}"
        );
    }
    let sheet = text(&files, "p.errata.md");
    assert!(sheet.contains("confirmed by the expression `value_by_moves(S(i)) = even_2(i)` |"), "{sheet}");
    assert!(
        sheet.contains("Read otherwise: “reread” (For $i \\gt 2$, as `framed`) agrees in 91 of 91."),
        "{sheet}"
    );
    assert!(!text(&files, "p.md").contains("```text\n\n"), "a witness without lines has no box");
}

/// The list of discrepancies says what differs, and how else it was read; a list of contents tells readings apart.
#[test]
fn lists_say_what_is_claimed_and_in_which_reading() {
    let files = rendered(&[statement_of_two_readings()]);
    for page in ["index.html", "p.html"] {
        let list = text(&files, page).split("<ol class=\"differences\">").nth(1).expect("a list");
        let list = list.split("</ol>").next().expect("its end");
        for said in [
            "A sum. For <math",
            "<small>printed</small> <math",
            "holds in 7 of 91 cases",
            "Read otherwise: “reread” (",
        ] {
            assert!(list.contains(said), "{page}: {said}: {list}");
        }
    }
    for page in ["index.md", "p.md"] {
        let said = r"Even blocks (as-printed): A sum. For $i \gt 0$. | $S(i) = i\cdot \ast$ | holds in 7 of 91 cases |";
        assert!(text(&files, page).contains(said), "{page}: {}", text(&files, page));
    }
    let page = text(&files, "p.html");
    assert_eq!(page.matches("<div class=\"formula scroll\" tabindex=\"0\"><math").count(), 2, "{page}");
    let contents = page.split("<nav").nth(1).expect("contents");
    assert!(contents.contains("Even blocks <small class=\"reading\">as-printed</small></a>"), "{contents}");
    assert!(contents.contains("Even blocks <small class=\"reading\">reread</small></a>"), "{contents}");
}

/// Who claims a range is told by the origin of the claim.
#[test]
fn what_we_ask_ourselves_is_no_claim_of_the_paper() {
    let line = |origin: &str| {
        let mut paper = statement_of_two_readings();
        paper.claims.iter_mut().for_each(|claim| claim.origin = origin.into());
        let files = rendered(&[paper]);
        ["; asked for all i ≥ 1", "; claimed for all i ≥ 1"]
            .map(|words| ["p.html", "p.md"].map(|page| text(&files, page).matches(words).count()))
    };
    assert_eq!(line("our own check"), [[2, 2], [0, 0]]);
    assert_eq!(line("Theorem 3.7"), [[0, 0], [2, 2]]);
}

#[test]
fn a_report_says_where_what_is_printed_was_read() {
    let read = |standings: &[Option<&str>]| {
        let entries = standings.iter().enumerate().map(|(n, standing)| Entry {
            read_at: standing.map(|standing| ReadAt {
                file: "paper.md".into(),
                line: 1,
                text: "1".into(),
                standing: standing.into(),
            }),
            ..entry(&format!("p/claim/n={n}"), Verdict::Match)
        });
        let files = rendered(&[paper_of(entries.collect())]);
        let said = |page: &str, after: &str| {
            let page = text(&files, page).split(after).nth(1).expect("it is there").to_owned();
            page.split('<').next().expect("its end").to_owned()
        };
        let own = said("p.html", "<dt>Where it was read</dt><dd>");
        assert!(text(&files, "index.html").contains(&own) && text(&files, "p.md").contains(&own), "{own}");
        own
    };
    assert_eq!(
        read(&[Some("typed"), Some("quoted by an audit"), Some("our own check"), None]),
        "Nothing was read in the paper’s own source: 1 typed from the paper, 1 at second hand, as others quote it, 1 asked by ourselves, 1 recorded without having been seen in print."
    );
    assert_eq!(read(&[Some("e-print"), Some("e-print")]), "2 entries read in the paper’s own source.");
}

/// In a folder of a user's own there is nothing that cargo could run.
#[test]
fn commands_call_the_program_as_it_is_called_there() {
    let papers = papers();
    let own = render_for(&papers, "referee").expect("a report");
    for (name, bytes) in &own {
        assert!(!String::from_utf8_lossy(bytes).contains("cargo run"), "{name}");
    }
    let checkout = rendered(&papers);
    for name in ["snort.html", "snort.md", "snort.errata.md"] {
        let commands = text(&own, name).matches("referee explain").count();
        assert_eq!(commands, text(&checkout, name).matches("cargo run -- explain").count(), "{name}");
        assert!(commands > 0, "{name}");
    }
}

#[test]
fn a_long_sentence_is_cut_between_words_and_outside_of_mathematics() {
    let mut paper = statement_of_two_readings();
    paper.claims[0].says = format!("{} $a + b + c$ more.", "word ".repeat(46).trim());
    let files = rendered(&[paper]);
    let list = text(&files, "p.html").split("<ol class=\"differences\">").nth(1).expect("a list");
    assert!(list.contains("word word …</p>") && !list.contains("$a"), "{list}");
}

/// Statements by their numbers, then equations, figures, tables; what has no number comes last, as it stands in the document.
#[test]
fn an_errata_sheet_is_in_the_order_of_the_paper() {
    let places = [
        ("table", "2"),
        ("theorem", "10.2"),
        ("figure", "1"),
        ("", ""),
        ("lemma", "3.7"),
        ("equation", "(12)"),
        ("", ""),
    ];
    let claims = places.iter().enumerate().map(|(index, (kind, number))| ClaimVerdicts {
        id: format!("claim-{index}"),
        title: format!("{kind}-{number}-{index}"),
        printed_in: if kind.is_empty() { vec![] } else { vec![(kind.to_string(), number.to_string())] },
        entries: vec![entry(&format!("p/claim-{index}"), Verdict::Mismatch)],
        ..ClaimVerdicts::default()
    });
    let paper = PaperVerdicts { claims: claims.collect(), blocks: Vec::new(), ..paper_of(Vec::new()) };
    let files = rendered(&[paper]);
    let sheet = text(&files, "p.errata.md");
    let titles: Vec<&str> = sheet.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let expected =
        ["lemma-3.7-4", "theorem-10.2-1", "equation-(12)-5", "figure-1-2", "table-2-0", "--3", "--6"];
    for (index, (title, expected)) in titles.iter().zip(expected).enumerate() {
        assert_eq!(title.replace('\\', ""), format!("{}. {expected}", index + 1));
    }
    assert_eq!(titles.len(), expected.len());
}

/// A statement agrees in cases; a count of 0 among 70 agrees once, and not in 0 of 70.
#[test]
fn another_reading_is_told_by_what_it_agrees_in() {
    let reading = |name: &str, entries: Vec<Entry>| ClaimVerdicts {
        id: "claim".into(),
        reading: Some(name.into()),
        entries,
        ..ClaimVerdicts::default()
    };
    let tested = |held| Some(Tested { cases: 70, held, domain: "n in 1..70".into(), ..Tested::default() });
    let printed = entry("p/claim@printed", Verdict::Mismatch);
    let count = Entry {
        column: Some("count".into()),
        tested: tested(0),
        ..entry("p/claim@counted/count", Verdict::Match)
    };
    let differs = Entry { tested: None, ..entry("p/claim@other", Verdict::Mismatch) };
    let statement = Entry {
        expression: "n = n".into(),
        column: None,
        tested: tested(69),
        ..entry("p/claim@said", Verdict::Mismatch)
    };
    let claims = vec![
        reading("printed", vec![printed]),
        reading("counted", vec![count]),
        reading("other", vec![differs]),
        reading("said", vec![statement]),
    ];
    let files = rendered(&[PaperVerdicts { claims, blocks: Vec::new(), ..paper_of(Vec::new()) }]);
    for name in ["p.errata.md", "p.errata.tex"] {
        let sheet = text(&files, name);
        for words in ["counted” agrees;", "other” does not agree;", "said” agrees in 69 of 70."] {
            assert!(sheet.replace("''", "”").contains(words), "{name}: {words}: {sheet}");
        }
    }
}

#[test]
fn a_paper_without_discrepancies_has_a_sheet_that_says_so() {
    let files = rendered(&[paper_of(vec![entry("p/claim/a", Verdict::Match)])]);
    for name in ["p.errata.md", "p.errata.tex"] {
        assert!(text(&files, name).contains("differs nowhere in the 1 entry that was compared"), "{name}");
    }
}

/// What a paper prints cannot become a command of whoever pastes the sheet: mathematics has known commands only.
#[test]
fn hostile_text_is_no_tex() {
    for tex in
        [r"1\input{secret}", r"1$\input{secret}$", "1%", r"1}\immediate", "1\n\n2", r"\catcode`\$=12", "{1"]
    {
        let mut papers = hostile();
        let claim =
            papers[0].claims.iter_mut().find(|claim| claim.entries.iter().any(|e| e.verdict.differs()));
        let entry =
            claim.expect("a discrepancy").entries.iter_mut().find(|e| e.verdict.differs()).expect("one");
        entry.printed = Some(Shown { tex: tex.into(), ..Shown::words(tex) });
        let files = rendered(&papers);
        let sheet = text(&files, "snort.errata.tex");
        let commands = [r"\input", r"\immediate", r"\catcode", r"\write", "\u{202e}", "1%"];
        for command in commands {
            assert!(!sheet.contains(command), "{command}: {sheet}");
        }
        let plain = sheet.lines().filter(|line| !line.starts_with('%')).collect::<Vec<_>>().join("\n");
        let bare = plain.replace(r"\{", "").replace(r"\}", "").replace(r"\$", "");
        assert_eq!(bare.matches('{').count(), bare.matches('}').count(), "{sheet}");
        assert_eq!(bare.matches('$').count() % 2, 0, "{sheet}");
    }
}

#[test]
fn positions_are_drawn_for_the_eye_and_in_words() {
    let files = rendered(&papers());
    let (page, file) = (text(&files, "snort.html"), text(&files, "charts/snort.boards.svg"));
    let words = [
        "Left, Right, empty; cross, nothing, Left; marked: 0 to 1, 5",
        "vertices 0 for Left, 1 empty, 2 for Right, 3 nothing, 4 empty; edges 0-1 0-2 0-3 3-4; marked: 1",
        "vertices 0 Left, 1 Right, 2 Left, 3 Right; edges 0-1 1-2 2-3 0-3",
    ];
    for words in words {
        assert!(page.contains(&format!("aria-label=\"{words}\"")), "{words}");
    }
    for drawn in [page, file] {
        let count = |part: &str| drawn.matches(part).count();
        // Five squares in the first picture, stones in the first and the last, a letter for each tint.
        assert_eq!(count("<path class=\"d-square\""), 1);
        assert_eq!((count("d-left\" cx"), count("d-right\" cx"), count("d-cross\" d")), (4, 3, 1));
        assert_eq!((count(">L</text>"), count(">R</text>"), count("class=\"d-mark\"")), (1, 1, 2));
        assert_eq!((count("class=\"d-head\""), count("class=\"d-edge\"")), (1, 2));
    }
    // A square of joined vertices is drawn as a square: all sides of one length.
    let square = file.rsplit("d-edge\" d=\"").next().and_then(|rest| rest.split('"').next()).expect("edges");
    let numbers: Vec<f64> = square
        .split(['M', 'L', ' '])
        .filter(|number| !number.is_empty())
        .map(|number| number.parse().expect("a number"))
        .collect();
    for side in numbers.chunks(4) {
        let (dx, dy) = (side[0] - side[2], side[1] - side[3]);
        assert!(((dx * dx + dy * dy).sqrt() - 34.0).abs() < 4.0, "{numbers:?}");
    }
    assert!(
        page.contains("id=\"snort/boards\"")
            && text(&files, "snort.md").contains("(charts/snort.boards.svg)")
    );
}

#[test]
fn a_grid_is_a_table_with_headings_that_the_keyboard_can_scroll() {
    let files = rendered(&papers());
    let page = text(&files, "snort.html");
    let grid = page
        .split("id=\"snort/sums\"")
        .nth(1)
        .and_then(|rest| rest.split("</table>").next())
        .expect("a grid");
    assert!(grid.starts_with(" tabindex=\"0\" role=\"group\" aria-label=\"Sums of *switches*\""), "{grid}");
    assert!(
        grid.contains(
            "<caption><span class=\"said\"><b>Grid 1.</b> Sums of <em>switches</em>. Zeros are marked."
        ),
        "{grid}"
    );
    let count = |what: &str| grid.matches(what).count();
    assert_eq!(
        [count("scope=\"col\""), count("scope=\"row\""), count("<td>"), count("<mark>")],
        [3, 2, 4, 2]
    );
    let markdown = text(&files, "snort.md");
    assert!(
        markdown.contains("Grid 1. Sums of *switches*. Zeros are marked.\n\n| + | $\\pm 1$ |"),
        "{markdown}"
    );
    assert!(markdown.contains("| $\\pm 1$ | **$0$** | $\\pm 1"), "{markdown}");
}

#[test]
fn a_grid_whose_rows_do_not_fit_is_an_error() {
    for spoil in [
        |grid: &mut referee::verdicts::Grid| _ = grid.rows[0].pop(),
        |grid: &mut referee::verdicts::Grid| _ = grid.head.pop(),
        |grid: &mut referee::verdicts::Grid| _ = grid.side.pop(),
    ] {
        let mut papers = papers();
        spoil(&mut papers[0].grids[0]);
        let error = render(&papers).expect_err("no table").to_string();
        assert!(error.contains("grid `sums`: its rows and headings do not fit together"), "{error}");
    }
}

#[test]
fn a_drawing_of_places_that_are_not_there_is_an_error() {
    for spoil in [
        |picture: &mut referee::verdicts::Picture| picture.edges.push((0, 99)),
        |picture: &mut referee::verdicts::Picture| picture.marks.push(vec![99]),
        |picture: &mut referee::verdicts::Picture| picture.columns = Some(0),
    ] {
        let mut papers = papers();
        spoil(&mut papers[0].figures[0].pictures[0]);
        let error = render(&papers).expect_err("a picture that cannot be drawn").to_string();
        assert!(
            error.contains("figure `boards`: a picture speaks of places that it does not have"),
            "{error}"
        );
    }
}

#[test]
fn the_score_of_the_planted_slips_says_what_was_planted_and_whether_it_is_stale() {
    let score = |forms, stale| {
        let mut paper = paper_of(vec![entry("p/claim/a", Verdict::Match)]);
        paper.planted = Some(Planted { planted: 312, found: 311, forms, forms_kept: forms, stale });
        let files = rendered(&[paper]);
        let page = text(&files, "index.html");
        let line = page.split("<p class=\"planted").nth(1).unwrap();
        line.split("<span").nth(1).unwrap().split(['>', '<']).nth(1).unwrap().to_owned()
    };
    assert_eq!(score(0, false), "311 of 312 small errors planted on purpose were found");
    assert_eq!(
        score(1, true),
        "311 of 312 small errors planted on purpose were found; 1 of 1 rewriting of a value was seen to be the same value; stale: the claims have changed since"
    );
}

#[test]
fn a_long_table_is_folded_only_if_everything_agrees() {
    let run = |verdicts: &[Verdict]| {
        let of = |(n, verdict): (usize, &Verdict)| Entry {
            key: vec![("n".into(), n.to_string())],
            ..entry(&format!("p/claim/n={n}"), *verdict)
        };
        let files = rendered(&[paper_of(verdicts.iter().enumerate().map(of).collect())]);
        text(&files, "p.html")
            .contains("<details class=\"all\"><summary>The 20 entries, one by one</summary>")
    };
    let mut verdicts = [Verdict::Match; 20];
    assert!(run(&verdicts));
    verdicts[7] = Verdict::NotAttempted;
    assert!(!run(&verdicts));
}

#[test]
fn discrepancies_of_a_claim_stand_together_under_the_papers_own_headings() {
    let files = rendered(&papers());
    for page in [text(&files, "snort.html"), text(&files, "index.html")] {
        let list = page.split("<ol class=\"differences\">").nth(1).unwrap().split("</ol>").next().unwrap();
        assert_eq!(list.matches("<li><p><a ").count(), 2, "Table 1 and the proof");
        assert_eq!(list.matches("<th scope=\"row\">").count(), 3);
    }
    let mut paper = paper_of(vec![entry("p/claim/n=1/t", Verdict::Mismatch)]);
    paper.claims[0].columns = vec!["n".into(), "Temperature".into()];
    paper.claims[0].entries[0].key = vec![("n".into(), "1".into())];
    paper.claims[0].entries[0].column = Some("t".into());
    let page = text(&rendered(&[paper.clone()]), "p.html").to_owned();
    assert!(page.contains(">n = 1</a>"), "the only column needs no name: {page}");
    paper.claims[0].columns.push("Degree".into());
    let mut other = paper.claims[0].entries[0].clone();
    (other.id, other.column) = ("p/claim/n=1/d".into(), Some("d".into()));
    paper.claims[0].entries.push(other);
    let page = text(&rendered(&[paper]), "p.html").to_owned();
    assert!(page.contains(">n = 1, column Temperature</a>"), "{page}");
}

#[test]
fn tables_are_real_tables() {
    let files = rendered(&papers());
    let elements = markup::elements(text(&files, "snort.html")).unwrap();
    let heads: Vec<&Element> = elements.iter().filter(|e| e.name == "th").collect();
    assert!(!heads.is_empty() && heads.iter().all(|e| e.attribute("scope").is_some()));
    let page = text(&files, "snort.html");
    for verdict in Verdict::ALL {
        assert!(
            page.contains(&format!("{}</span>", verdict.word()))
                || page.contains(&format!("</span> {}", verdict.word())),
            "{verdict} is said in words"
        );
    }
}

const EVIL: &str = "</script><script>alert(1)</script><img src=x onerror=\"alert(1)\">'\"&\u{202E}\u{7} {{ 7 * 7 }} [x](javascript:alert(1)) |`*_$x<$";

/// The sample with hostile text wherever a paper's or a person's words stand.
pub fn hostile() -> Vec<PaperVerdicts> {
    let evil = |text: &mut String| text.push_str(EVIL);
    let bad = |thing: &mut Shown| {
        thing.text.push_str(EVIL);
        thing
            .tex
            .push_str(r"</math></annotation><script>alert(1)</script>\text{<img src=x onerror=alert(1)>}");
        thing.speech.push_str(EVIL);
    };
    let mut papers = papers();
    papers[1].claims[0].entries.truncate(400);
    for paper in &mut papers {
        for text in [&mut paper.title, &mut paper.source, &mut paper.address, &mut paper.source_standing] {
            evil(text);
        }
        paper.notices.push(EVIL.into());
        paper.authors.push(EVIL.into());
        paper.conventions.push((EVIL.into(), EVIL.into()));
        paper.blocks.push(Block::Prose(format!(
            "{EVIL}\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>\n\n# {EVIL}\n\n\
             [x](javascript:alert(1)) [y](data:text/html,x) ![z](https://example.org/z.png) <https://example.org/\">\n\n[^{EVIL}]: x\n\n| {EVIL} |\n|---|\n| <b onclick=x> |\n"
        )));
        paper.blocks.push(Block::Definitions(EVIL.into()));
        for place in paper.places.values_mut() {
            evil(place);
        }
        for grid in &mut paper.grids {
            for text in [&mut grid.title, &mut grid.description, &mut grid.corner] {
                evil(text);
            }
            grid.head.iter_mut().chain(&mut grid.side).for_each(bad);
            grid.rows.iter_mut().flatten().for_each(|cell| bad(&mut cell.shown));
        }
        for claim in &mut paper.claims {
            for text in [&mut claim.title, &mut claim.says, &mut claim.origin, &mut claim.range] {
                evil(text);
            }
            claim.columns.iter_mut().for_each(evil);
            claim.formula.iter_mut().for_each(bad);
            for entry in &mut claim.entries {
                entry.id.push_str(EVIL);
                entry.key.iter_mut().for_each(|(name, value)| {
                    evil(name);
                    evil(value);
                });
                entry.column.iter_mut().for_each(evil);
                entry.printed.iter_mut().for_each(bad);
                entry.recomputed.iter_mut().for_each(bad);
                evil(&mut entry.expression);
                entry.notes.push(EVIL.into());
                entry.methods.push(EVIL.into());
                entry.standings.push(EVIL.into());
                if let Some(at) = &mut entry.read_at {
                    for text in [&mut at.file, &mut at.text, &mut at.standing] {
                        evil(text);
                    }
                }
                if let Some(witness) = &mut entry.witness {
                    evil(&mut witness.summary);
                    witness.lines.push(EVIL.into());
                }
                if let Some(tested) = &mut entry.tested {
                    evil(&mut tested.domain);
                    if let Some(listed) = &mut tested.listed {
                        evil(&mut listed.caption);
                        listed.header.iter_mut().for_each(evil);
                        listed.rows.iter_mut().flatten().for_each(bad);
                    }
                }
            }
            for chart in &mut claim.charts {
                for text in [&mut chart.title, &mut chart.description, &mut chart.x, &mut chart.y] {
                    evil(text);
                }
                chart.series.iter_mut().for_each(|series| evil(&mut series.name));
            }
        }
    }
    papers
}

/// The only script is ours, no attribute is a handler, no link runs anything, nothing turns the direction of text.
#[test]
fn hostile_text_cannot_inject() {
    let files = rendered(&hostile());
    let pages = files.keys().filter(|name| name.ends_with(".html") || name.ends_with(".svg"));
    for name in pages {
        let page = text(&files, name);
        let elements = markup::elements(page).unwrap_or_else(|error| panic!("{name}: {error}"));
        for element in &elements {
            assert!(markup::KNOWN.contains(&element.name.as_str()), "{name}: <{}>", element.name);
            if element.name == "script" {
                assert_eq!(element.attribute("src").as_deref(), Some("referee.js"));
            }
            for (attribute, value) in &element.attributes {
                assert!(!attribute.starts_with("on") && attribute != "style", "{name}: {attribute}");
                if attribute == "href" {
                    let safe = value.starts_with("https://") || !value.contains(':') || value.contains('#');
                    assert!(safe, "{name}: {value}");
                }
            }
        }
        assert!(!page.contains('\u{202E}') && !page.contains('\u{7}'), "{name}");
        assert!(!page.contains("49 "), "{name}: a template ran what a paper printed");
    }
    let page = diff(&hostile(), &[]).html("", &|_| None).unwrap();
    assert!(!page.contains("<script") && !page.contains("<img") && !page.contains('\u{202E}'));
}

#[test]
fn hostile_prose_cannot_inject_into_markdown() {
    let files = rendered(&hostile());
    for name in files.keys().filter(|name| name.ends_with(".md")) {
        // What a forge would make of it, by the same reader.
        let options = pulldown_cmark::Options::all();
        for event in pulldown_cmark::Parser::new_ext(text(&files, name), options) {
            if let pulldown_cmark::Event::Html(html) | pulldown_cmark::Event::InlineHtml(html) = event {
                let ours = html.starts_with("<a id=\"") || html.trim() == "</a>";
                assert!(ours, "{name}: {html}");
            }
        }
        assert!(!text(&files, name).contains('\u{202E}'));
    }
}

#[test]
fn markdown_tables_have_as_many_cells_in_every_row() {
    let files = rendered(&papers());
    for name in ["index.md", "snort.md", "grids.md"] {
        let mut cells = None;
        for line in text(&files, name).lines() {
            if !line.starts_with('|') {
                cells = None;
                continue;
            }
            let here = line.replace(r"\|", "").matches('|').count();
            assert_eq!(*cells.get_or_insert(here), here, "{name}: {line}");
        }
    }
}

#[test]
fn the_markdown_of_a_paper() {
    insta::assert_snapshot!(text(&rendered(&papers()), "snort.md"));
}

#[test]
fn tex_in_markdown_survives_a_forge() {
    for (tex, spelled) in [
        (r"\{3*\mid\{1|2\}\}", r"\lbrace3\ast\mid\lbrace1\vert2\rbrace\rbrace"),
        (r"\|x", r"\Vert x"),
        (r"a \\ b", r"a \cr  b"),
        (r"a \\[2pt] b", r"a \\[2pt] b"),
        (r"a<b", r"a\lt b"),
        (r"a\,b\!c", r"a\thinspace bc"),
    ] {
        assert_eq!(prose::tex_in_markdown(tex), spelled);
    }
}

#[test]
fn the_glyphs_of_the_field_are_set_as_mathematics() {
    for (tex, glyphs) in [
        (r"\uparrow*", vec!["↑", "∗"]),
        (r"\Uparrow*", vec!["⇑", "∗"]),
        (r"\Uuparrow", vec!["⤊"]),
        (r"\Downarrow*2", vec!["⇓", "∗", "2"]),
        (r"3\cdot\uparrow", vec!["3", "↑"]),
        (r"\uparrow^{[2]}", vec!["↑", "2"]),
        (r"\pm\{1 \mid \tfrac{13}{4}\}", vec!["±", "∣", "13", "4"]),
        (r"\{0\|*\}", vec!["‖", "∗"]),
        (r"\left\{ a \middle| b \right\}", vec!["|"]),
        (r"⧾_{2}", vec!["⧾"]),
        (r"\hbox{tiny}", vec!["tiny"]),
        (r"\ensuremath{\uparrow}", vec!["↑"]),
        (r"\rotatebox{90}{x}", vec!["x"]),
        (r"1\shortmid 2", vec!["∣"]),
    ] {
        let html = math::formula(tex, false);
        assert!(html.as_str().starts_with("<math>"), "{tex}: {}", html.as_str());
        for glyph in glyphs {
            assert!(html.as_str().contains(&format!(">{glyph}</")), "{tex} shows {glyph}: {}", html.as_str());
        }
        let kept = tex.replace('&', "&amp;").replace('<', "&lt;");
        assert!(html.as_str().contains(&format!(">{kept}</annotation>")), "{tex} is kept");
    }
}

#[test]
fn what_cannot_be_set_is_shown_as_its_tex() {
    for tex in [r"\includegraphics{x}", r"\frac{1}", "}", r"\label{x}", "\u{202E}x", &"{".repeat(4_000), ""] {
        let html = math::formula(tex, false);
        assert!(html.as_str().starts_with("<code class=\"tex\">"), "{tex}: {}", html.as_str());
        assert!(!html.as_str().contains('\u{202E}'));
    }
    // Nested as deep as a formula may be long, on the small stack of a test.
    let deep = format!("{}x{}", "{".repeat(3_900), "}".repeat(3_900));
    math::formula(&deep, true);
    math::formula(&r"\sqrt".repeat(1_500), true);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]
    /// Any TeX gives one well-formed element, and no panic.
    #[test]
    fn any_tex_is_shown(tokens in prop::collection::vec(
        prop::sample::select(vec![
            "{", "}", "\\{", "\\}", "^", "_", "&", "\\\\", "|", "\\mid", "\\|", "*", "'", "\\left", "\\right",
            "\\middle", "\\frac", "\\tfrac", "\\text", "\\uparrow", "\\Uparrow", "\\begin{array}{c|c}",
            "\\end{array}", "\\begin{cases}", "\\end{cases}", "\\operatorname", "\\hbox", "\\hline", "\\sqrt",
            "\\color", "\\limits", "\\over", "\\big", "#1", "~", "$", "%", "\\", "1", "x", " ", "<", "\"", "é",
            "\\pmod", "\\not", "\\mathbb", "\\overline", "\\multicolumn", "[", "]", "\\tag", "\\ref",
        ]), 0..14)) {
        let tex: String = tokens.concat();
        let html = math::formula(&tex, true);
        let elements = markup::elements(html.as_str()).map_err(|e| TestCaseError::fail(format!("{tex}: {e}")))?;
        prop_assert!(elements[0].name == "math" || elements[0].name == "code");
        prop_assert!(elements.iter().all(|e| markup::KNOWN.contains(&e.name.as_str())), "{}", html.as_str());
    }

    /// Any words give well-formed markup of a page's own elements, and no panic.
    #[test]
    fn any_prose_is_shown(markdown in "[a-z<>&\"'`*_$|#\\[\\](){}!^:\\\\\n -]{0,60}") {
        let mut places = prose::Places::default();
        let headings = prose::headings(&markdown, &mut places);
        for html in [prose::html(&markdown, &headings, &mut places), prose::line(&markdown), prose::words(&markdown)] {
            let elements = markup::elements(html.as_str())
                .map_err(|e| TestCaseError::fail(format!("{markdown:?}: {e}: {}", html.as_str())))?;
            prop_assert!(elements.iter().all(|e| markup::KNOWN.contains(&e.name.as_str())), "{}", html.as_str());
        }
        prose::markdown(&markdown);
    }
}

#[test]
fn what_differs_is_marked_on_both_sides() {
    let (printed, ours) =
        math::side_by_side(&shown("", r"\{2n \mid 1\}", ""), &shown("", r"\{2n+1 \mid 1\}", ""));
    assert_eq!(printed.as_str().matches("class=\"differs\"").count(), 0);
    let marked: Vec<&str> = ours
        .as_str()
        .split("class=\"differs\"")
        .skip(1)
        .filter_map(|rest| rest.split(['>', '<']).nth(1))
        .collect();
    assert_eq!(marked, ["+", "1"]);
    let (same, again) = math::side_by_side(&shown("", "x", ""), &shown("", "x", ""));
    assert!(!same.as_str().contains("differs") && same == again);
}

/// Marks above and below would hide the bar of a fraction.
#[test]
fn a_fraction_that_differs_is_marked_as_a_whole() {
    let (printed, ours) =
        math::side_by_side(&shown("9/2", r"\tfrac92 + 1", ""), &shown("13/4", r"\tfrac{17}{4} + 1", ""));
    for side in [printed, ours] {
        assert_eq!(side.as_str().matches(" class=\"differs\"").count(), 1, "{}", side.as_str());
        assert!(side.as_str().contains("<mfrac class=\"differs\""), "{}", side.as_str());
    }
}

#[test]
fn what_is_spoken_stands_beside_the_mathematics() {
    let html = math::shown(&shown("↑*", r"\uparrow*", "up \"star\""), false);
    assert!(html.as_str().starts_with("<math aria-label=\"up &quot;star&quot;\">"), "{}", html.as_str());
    let html = math::shown(&shown("↑*", r"\nonsense", "up star"), false);
    assert_eq!(html.as_str(), "<span class=\"value\" role=\"img\" aria-label=\"up star\">↑*</span>");
}

fn chart(kind: ChartKind, series: Vec<Series>) -> Chart {
    Chart {
        name: "c".into(),
        title: "A title".into(),
        description: "What it shows.".into(),
        x: "$n$".into(),
        y: "t".into(),
        kind,
        series,
    }
}

fn series(role: SeriesRole, points: &[(&str, &str)]) -> Series {
    let points = points.iter().map(|(x, y)| ((*x).to_owned(), (*y).to_owned())).collect();
    Series { name: "a series".into(), role, points }
}

/// A table of one value for each of several keys is laid out as papers print it, the last key across; one with gaps is not.
#[test]
fn the_last_of_several_keys_runs_across_a_large_table() {
    let cells = |most: [u64; 3]| {
        let mut paper = large(1);
        let template = paper.claims[0].entries[0].clone();
        let of = |i: u64, m: u64| i % m + 1;
        let all = (0..most.iter().product()).map(|at: u64| {
            let (k, m, n) = (of(at / most[2] / most[1], most[0]), of(at / most[2], most[1]), of(at, most[2]));
            let key = [("k", k), ("m", m), ("n", n)];
            Entry {
                id: format!("{}/{}/k={k},m={m},n={n}/value", paper.key, paper.claims[0].id),
                key: key.map(|(name, value)| (name.to_string(), value.to_string())).into(),
                column: Some("value".into()),
                read_at: None,
                ..template.clone()
            }
        });
        let all: Vec<Entry> = all.collect();
        paper.contract = (1, all.len() as u64);
        paper.claims[0].columns = vec!["k".into(), "m".into(), "n".into(), "value".into()];
        paper.claims[0].entries = all;
        paper
    };
    let rows = |paper: PaperVerdicts| {
        let name = format!("{}.html", paper.key);
        let files = rendered(&[paper]);
        let page = text(&files, &name).to_owned();
        let table =
            page.split("<table class=\"entries").nth(1).expect("a table").split("</table>").next().unwrap();
        let heads: Vec<String> = table
            .split("<th scope=\"col\"")
            .skip(1)
            .map(|head| head[head.find('>').unwrap() + 1..].split("</th>").next().unwrap().to_owned())
            .collect();
        (heads, table.matches("<tr>").count() - 1, table.matches("class=\"entry").count())
    };
    let (heads, body, entries) = rows(cells([5, 4, 6]));
    assert_eq!(heads.len(), 2 + 6, "{heads:?}");
    assert!(heads[2].contains("n = 1") && heads[7].contains("n = 6"), "{heads:?}");
    assert_eq!((body, entries), (20, 120));
    // Too many side by side, and one cell that is missing.
    let (heads, body, entries) = rows(cells([3, 3, 17]));
    assert_eq!((heads.len(), body, entries), (4, 153, 153));
    let mut gap = cells([5, 4, 6]);
    gap.claims[0].entries.remove(7);
    gap.contract = (1, 119);
    let (heads, body, entries) = rows(gap);
    assert_eq!((heads.len(), body, entries), (4, 119, 119));
}

/// Keys and names are joined by what neither can have, so that `a` and `b-c` are not `a-b` and `c`.
#[test]
fn no_two_papers_share_a_drawing() {
    let with_chart = |key: &str, name: &str| {
        let points = vec![series(SeriesRole::Recomputed, &[("1", "3"), ("2", "4")])];
        let mut paper = paper_of(Vec::new());
        paper.key = key.into();
        paper.claims[0].charts = vec![Chart { name: name.into(), ..chart(ChartKind::Lines, points) }];
        paper
    };
    let files = rendered(&[with_chart("a", "b-c"), with_chart("a-b", "c")]);
    assert_eq!(files.keys().filter(|file| file.starts_with("charts/")).count(), 2);
}

/// Circles of the drawing (not of its legend) of a class: where, and how large.
fn circles(svg: &str) -> Vec<(i32, i32, i32)> {
    let drawing = svg.split("<g class=\"legend\">").next().unwrap();
    let elements = markup::elements(svg).unwrap();
    let number = |e: &Element, name: &str| e.attribute(name).unwrap().parse().unwrap();
    let all = elements.iter().filter(|e| e.name == "circle");
    all.map(|e| (number(e, "cx"), number(e, "cy"), number(e, "r")))
        .take(drawing.matches("<circle").count())
        .collect()
}

#[test]
fn charts_say_what_they_show_and_take_their_colours_from_classes() {
    let lines = chart(
        ChartKind::Lines,
        vec![
            series(SeriesRole::Recomputed, &[("1", "3"), ("2", "13/4")]),
            series(SeriesRole::Printed, &[("1", "3"), ("2", "3")]),
            series(SeriesRole::Differs, &[("2", "3")]),
            series(SeriesRole::Reference, &[("1", "1"), ("2", "2")]),
        ],
    );
    let view = charts::view("p", &lines).unwrap();
    assert_eq!(view.file, "charts/p.c.svg");
    for svg in [view.svg.as_str(), &view.file_svg] {
        assert!(
            svg.contains("role=\"img\"")
                && svg.contains(">A title</title>")
                && svg.contains(">What it shows.</desc>")
        );
        assert!(!svg.contains('#') || svg == view.file_svg, "no colour is written out in a page");
        assert!(!svg.contains("#0102"), "every mark has become a class");
        for class in ["s-r0", "f-r0", "s-printed", "s-differs", "s-reference", "s-grid", "f-ink"] {
            assert!(svg.contains(&format!("class=\"{class}\"")), "{class}");
        }
    }
    assert!(view.file_svg.contains("prefers-color-scheme: dark"));
}

#[test]
fn a_thermograph_has_positive_values_on_the_left_and_temperature_upwards() {
    let walls = chart(
        ChartKind::Thermograph,
        vec![series(SeriesRole::Recomputed, &[("3", "0"), ("-3", "0"), ("0", "3")])],
    );
    let view = charts::view("p", &walls).unwrap();
    let mut at = circles(view.svg.as_str());
    at.sort_unstable();
    let [(left, low, _), (middle, high, _), (right, also_low, _)] = at[..] else { panic!("{at:?}") };
    assert!(left < middle && middle < right && high < low && low == also_low);
    let labels: Vec<&str> = view.svg.as_str().lines().filter(|l| ["3", "0", "−3"].contains(l)).collect();
    assert_eq!(
        labels.iter().filter(|l| **l != "0").count(),
        3,
        "3 and −3 on one axis, 3 on the other: {labels:?}"
    );
}

#[test]
fn a_line_runs_from_left_to_right_in_whatever_order_its_points_come() {
    let drawn = |points: &[(&str, &str)]| {
        charts::view("p", &chart(ChartKind::Lines, vec![series(SeriesRole::Reference, points)])).unwrap()
    };
    let sorted = drawn(&[("1", "1"), ("2", "4"), ("10", "3")]);
    assert_eq!(drawn(&[("1", "1"), ("10", "3"), ("2", "4")]).svg, sorted.svg);
}

#[test]
fn coinciding_points_are_larger() {
    let points = [("1", "1"), ("2/1", "2"), ("2", "4/2"), ("2", "2")];
    let view =
        charts::view("p", &chart(ChartKind::Scatter, vec![series(SeriesRole::Recomputed, &points)])).unwrap();
    let mut sizes: Vec<i32> = circles(view.svg.as_str()).into_iter().map(|(_, _, r)| r).collect();
    sizes.sort_unstable();
    assert_eq!(sizes.len(), 2, "two places");
    assert!(sizes[0] < sizes[1]);
}

#[test]
fn a_chart_of_nothing_and_of_huge_numbers_is_drawn() {
    let huge = "170141183460469231731687303715884105727";
    for points in [vec![], vec![("1", "1")], vec![("0", huge), ("1", "-1/3")]] {
        for kind in [ChartKind::Lines, ChartKind::Scatter, ChartKind::Thermograph] {
            charts::view("p", &chart(kind, vec![series(SeriesRole::Recomputed, &points)])).unwrap();
        }
    }
}

#[test]
fn a_bar_is_as_long_as_its_share_and_says_both_numbers() {
    let bars = |points: &[(&str, &str)]| {
        let series = points.iter().map(|&point| series(SeriesRole::Recomputed, &[point])).collect();
        charts::view("p", &chart(ChartKind::Bars, series)).unwrap().svg.as_str().to_owned()
    };
    let svg = bars(&[("91", "188"), ("91", "91"), ("0", "0")]);
    let elements = markup::elements(&svg).unwrap();
    let width = |class: &str| -> Vec<f64> {
        let all =
            elements.iter().filter(|e| e.name == "rect" && e.attribute("class").as_deref() == Some(class));
        all.map(|e| e.attribute("width").unwrap().parse().unwrap()).collect()
    };
    let (held, whole) = (width("f-r0"), width("s-axis"));
    assert_eq!((held[1], held[2]), (whole[1], 0.0), "all of 91, and nothing of nothing");
    assert!((held[0] / whole[0] - 91.0 / 188.0).abs() < 0.01);
    assert!(svg.contains(">91 of 188<") && svg.contains(">0 of 0<"));
    let height = |svg: &str| -> u32 {
        svg.split("viewBox=\"0 0 520 ").nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    assert!(height(&bars(&[("1", "2"); 20])) > 20 * 30, "there is room for each");
}

#[test]
fn a_coordinate_that_is_no_rational_is_an_error_that_names_the_chart() {
    let wrong = chart(ChartKind::Lines, vec![series(SeriesRole::Printed, &[("1", "1/0")])]);
    assert_eq!(
        charts::view("p", &wrong).unwrap_err().message,
        "p: chart `c`: `1/0` is not a rational number"
    );
    let named = Chart { name: "../c".into(), ..wrong };
    assert_eq!(charts::view("p", &named).unwrap_err().message, "p: `../c` cannot be the name of a chart");
}

#[test]
fn a_run_is_compared_with_another_by_id() {
    use Verdict::{Match, Mismatch, NotAttempted, SameValue, Undecided};
    let old = [
        ("p/claim/broken", Match),
        ("p/claim/fixed", Mismatch),
        ("p/claim/still", Mismatch),
        ("p/claim/form", Match),
        ("p/claim/checked", Undecided),
        ("p/claim/lost", Match),
        ("p/claim/gone", Match),
        ("p/claim/same", Match),
    ];
    let new = [
        ("p/claim/same", Match),
        ("p/claim/broken", Mismatch),
        ("p/claim/fixed", SameValue),
        ("p/claim/still", Mismatch),
        ("p/claim/form", SameValue),
        ("p/claim/checked", Match),
        ("p/claim/lost", NotAttempted),
        ("p/claim/seen", Match),
        ("p/claim/listed", NotAttempted),
        ("p/claim/worse", Mismatch),
    ];
    let run = |entries: &[(&str, Verdict)]| {
        vec![paper_of(entries.iter().map(|(id, verdict)| entry(id, *verdict)).collect())]
    };
    let compared = diff(&run(&old), &run(&new));
    let found: BTreeMap<&str, Change> = compared
        .groups
        .iter()
        .flat_map(|group| group.members.iter().map(|member| (&member.id["p/claim/".len()..], group.change)))
        .collect();
    let expected = [
        ("broken", Change::New),
        ("checked", Change::NewlyChecked),
        ("fixed", Change::Fixed),
        ("form", Change::VerdictChanged),
        ("gone", Change::NoLongerChecked),
        ("listed", Change::Appeared),
        ("lost", Change::NoLongerChecked),
        ("seen", Change::NewlyChecked),
        ("still", Change::Still),
        ("worse", Change::New),
    ];
    assert_eq!(found, BTreeMap::from(expected));
    assert_eq!(compared.unchanged, 1);
    assert_eq!(
        compared.summary(),
        "\
2 new, 2 no longer checked, 1 verdict changed, 1 fixed, 2 newly checked, 1 appeared, 1 still; 1 unchanged
  new: p/claim/broken (match → mismatch); not known: one of the two runs does not say what it was made from
  new: p/claim/worse (absent → mismatch); entries of p/claim are new
  no longer checked: p/claim/lost (match → not attempted); not known: one of the two runs does not say what it was made from
  no longer checked: p/claim/gone (match → absent); entries of p/claim are gone
  verdict changed: p/claim/form (match → same value); not known: one of the two runs does not say what it was made from
  fixed: p/claim/fixed (mismatch → same value); not known: one of the two runs does not say what it was made from
  newly checked: p/claim/checked (undecided → match); not known: one of the two runs does not say what it was made from
  newly checked: p/claim/seen (absent → match); entries of p/claim are new
  appeared: p/claim/listed (absent → not attempted); entries of p/claim are new
  still: p/claim/still (mismatch)
"
    );
    assert!(diff(&run(&new), &run(&new)).is_empty());
    markup::elements(&compared.html("", &|_| None).unwrap()).unwrap();
}

#[test]
fn another_value_under_the_same_verdict_is_a_change() {
    let mut mismatch = entry("p/claim/a", Verdict::Mismatch);
    mismatch.recomputed = Some(shown("7", "7", ""));
    let mut other = mismatch.clone();
    other.recomputed = Some(shown("8", "8", ""));
    let compared = diff(&[paper_of(vec![mismatch])], &[paper_of(vec![other])]);
    assert_eq!(compared.count(Change::ValueChanged), 1);
}

#[test]
fn one_cause_is_one_group() {
    let run = |verdict| vec![paper_of((0..400).map(|n| entry(&format!("p/claim/n={n}"), verdict)).collect())];
    let compared = diff(&run(Verdict::Match), &run(Verdict::SameValue));
    assert_eq!(compared.groups.len(), 1);
    assert_eq!(compared.groups[0].members.len(), 400);
    assert_eq!(
        compared.summary(),
        "400 verdict changed; 0 unchanged\n  verdict changed: p/claim/n=0 and 399 more (match → same value); \
         not known: one of the two runs does not say what it was made from\n"
    );
    let page = compared.html("", &|_| None).unwrap();
    assert!(page.contains("and 350 entries more of the same kind"));
    // Those that are shown by what they are beside their claim.
    let named = ["<code title=\"p/claim/n=", "<code>p/claim/n="].map(|code| page.matches(code).count());
    assert_eq!(named, [50, 350], "every member is named");
}

#[test]
fn a_summary_fits_a_screen_and_drops_nothing_silently() {
    let mut many = Vec::new();
    for p in 0..30 {
        let mut paper = paper_of(Vec::new());
        paper.key = format!("p{p}");
        let verdict = |n: i32| if n < 4 { Verdict::Mismatch } else { Verdict::NotAttempted };
        paper.claims[0].entries = (0..6).map(|n| entry(&format!("p{p}/claim/n={n}"), verdict(n))).collect();
        many.push(paper);
    }
    for papers in [&many[..], &many[..3], &many[..1], &[]] {
        let said = summary(papers, &Sought::default(), &[], "report/index.html");
        assert!(said.lines().count() <= 15, "{said}");
        assert!(said.ends_with("report: report/index.html\n"));
    }
    // What is new comes first, of whatever paper; of papers that were not computed, their size.
    let new = BTreeSet::from(["p3/claim/n=2".to_owned()]);
    let said = summary(&many, &Sought { paper: Some("p7".into()), new }, &[], "report/index.html");
    assert_eq!(
        said,
        "\
p7: 4 mismatch, 2 not attempted
  new mismatch p3/claim/n=2
  mismatch p7/claim/n=0
  mismatch p7/claim/n=1
  mismatch p7/claim/n=2
  mismatch p7/claim/n=3
29 other papers as they were: 174 entries, 116 discrepancies
not checked: 2 entries (2 not attempted), the first p7/claim/n=4
report: report/index.html
"
    );
    let new = (0..20).map(|p| format!("p{p}/claim/n=2")).collect();
    let said = summary(&many, &Sought { paper: Some("p7".into()), new }, &[], "report/index.html");
    assert!(said.contains("  and 13 more discrepancies, 10 of them new\n"), "{said}");
    let said = summary(&many, &Sought::default(), &[], "report/index.html");
    assert!(said.contains("more papers") && said.contains("more discrepancies"), "{said}");
    assert!(said.contains("not checked: 60 entries (60 not attempted), the first p0/claim/n=4"), "{said}");
    assert_eq!(
        summary(&papers(), &Sought::default(), &[], "report/index.html"),
        "\
snort: 24 match, 1 same value, 2 mismatch, 1 unconfirmed, 1 unreadable, 1 undefined, 1 undecided, 17 not attempted
grids: 4,995 match, 5 mismatch
  unreadable snort/table-1/n=6/deg: `8 |` ends in a bar without braces.
  notice: snort: A newer version is known, v2; this page is about arXiv:2406.02107v1.
  mismatch snort/table-1/n=3/t at papers/snort/paper.md:12
  unconfirmed snort/table-1/n=5/t at papers/snort/paper.md:12
  mismatch snort/case-2-slip at papers/snort/paper.md:88
  mismatch grids/grids/n=5/t
  mismatch grids/grids/n=312/t
  mismatch grids/grids/n=619/t
  mismatch grids/grids/n=926/t
  mismatch grids/grids/n=1233/t
not checked: 19 entries (1 unreadable, 1 undecided, 17 not attempted), the first snort/table-1/n=2/form
report: report/index.html
"
    );
}

#[test]
fn what_agrees_to_the_letter_is_shown_once_and_a_case_without_a_name_is_not_listed() {
    let mut same = entry("p/claim", Verdict::Match);
    (same.printed, same.recomputed) = (Some(Shown::words("twelve")), Some(Shown::words("twelve")));
    let page = text(&rendered(&[paper_of(vec![same.clone()])]), "p.html").to_owned();
    assert!(page.contains("<h4>printed and recomputed</h4>") && !page.contains("<h4>recomputed</h4>"));
    assert!(page.contains("1 entry in 1 claim; 1 compared, and none differs"), "{page}");
    same.verdict = Verdict::Mismatch;
    same.recomputed = Some(Shown::words("eleven"));
    let nameless = Listing {
        caption: "Where it fails".into(),
        header: vec!["case".into()],
        rows: vec![vec![Shown::default()]],
    };
    same.tested = Some(Tested { cases: 1, listed: Some(nameless), ..Tested::default() });
    let page = text(&rendered(&[paper_of(vec![same])]), "p.html").to_owned();
    assert!(page.contains("<h4>printed</h4>") && page.contains("<h4>recomputed</h4>"));
    assert!(page.contains("1 compared, and 1 of them differs") && !page.contains("Where it fails"));
}
