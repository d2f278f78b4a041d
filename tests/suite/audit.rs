//! The audit of a source without a ruleset: what was planted is found, and nothing else is said.

use std::fs;
use std::path::Path;

use referee::audit::{Told, audit};
use referee::diagnostic::Source;
use referee::findings::Findings;
use referee::tex;

use crate::own::{folder, run_in as referee, text};

pub fn audit_text(name: &str, text: &str) -> Findings {
    let document = tex::read(&Source::new(name, text));
    let told = Told { key: "paper".to_string(), source: name.to_string(), ..Told::default() };
    audit(&document, &told).expect("the two opinions agree")
}

fn audit_file(path: &str) -> Findings {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tex").join(path);
    audit_text(path, &fs::read_to_string(whole).expect("a file of the tests"))
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
    let text = fs::read_to_string(whole).expect("a file of the tests");
    let below = text.lines().enumerate().filter(|(_, line)| line.starts_with("% planted"));
    below.map(|(index, _)| index + 2).collect()
}

#[test]
fn every_planted_error_is_found_and_nothing_else() {
    let findings = audit_file("planted.tex");
    let found: Vec<usize> = findings.findings.iter().map(|finding| finding.at.line).collect();
    assert_eq!(found, planted("planted.tex"), "{:#?}", lines(&findings));
    insta::assert_snapshot!(lines(&findings).join("\n"));
    let [question] = &findings.questions[..] else { panic!("{:#?}", findings.questions) };
    assert!(question.asks.contains("shifted by one row"), "{}", question.asks);
}

#[test]
fn a_clean_corpus_gives_no_finding_and_no_question() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tex/clean");
    let mut names: Vec<String> = fs::read_dir(folder)
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

#[test]
fn the_clean_corpus_is_compared_and_not_passed_over() {
    let compared = |name: &str| audit_file(&format!("clean/{name}")).coverage();
    assert_eq!(compared("values.tex").compared, 70);
    assert_eq!(compared("forms.tex").equations_held, 11);
    assert_eq!(compared("surreal.tex").equations_held, 6);
    assert_eq!(compared("latin.tex").compared, 120);
}

/// A value and what stands beside it, in TeX.
const ROWS: [[&str; 7]; 6] = [
    ["\\{3 \\mid 1\\}", "2", "1", "3", "1", "L", "\\{-1 \\mid -3\\}"],
    ["\\pm 4", "0", "4", "4", "-4", "N", "\\pm 4"],
    ["\\{2 \\| 1 \\mid 0\\}", "\\frac54", "\\frac34", "2", "1", "L", "\\{0 \\mid -1 \\| -2\\}"],
    ["\\{0 \\mid -6\\}", "-3", "3", "0", "-6", "N", "\\{6 \\mid 0\\}"],
    ["\\uparrow\\ast", "0", "0", "0", "0", "N", "\\downarrow\\ast"],
    ["\\{5\\ast \\mid -1\\}", "2", "3", "5", "-1", "N", "\\{1 \\mid -5\\ast\\}"],
];

fn table_of(rows: &[[&str; 7]]) -> String {
    let mut text =
        "\\begin{tabular}{lllllll}\n Value & mean & temperature & LS & RS & outcome & $-G$ \\\\ \\hline\n"
            .to_string();
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| format!("${cell}$")).collect();
        text.push_str(&format!("{} \\\\\n", cells.join(" & ")));
    }
    text + "\\end{tabular}\nThese are games.\n"
}

#[test]
fn a_slip_in_any_cell_that_another_determines_is_found_at_its_place() {
    assert_eq!(lines(&audit_text("table.tex", &table_of(&ROWS))), Vec::<String>::new());
    for row in 0..ROWS.len() {
        for column in 0..7 {
            let slips: &[&str] = match column {
                0 => &["\\pm 9", "\\{7 \\mid 2\\}"],
                5 => &["P", "R"],
                6 => &["\\ast 2", "\\{8 \\mid -7\\}"],
                _ => &["9", "-\\frac58"],
            };
            for slip in slips {
                let mut rows = ROWS;
                rows[row][column] = slip;
                let findings = audit_text("table.tex", &table_of(&rows));
                let places: Vec<usize> = findings.findings.iter().map(|finding| finding.at.line).collect();
                assert!(!places.is_empty(), "row {row}, column {column}: {slip} is not found");
                assert!(places.iter().all(|line| *line == row + 3), "{places:?} for row {row}");
                if column > 0 {
                    assert_eq!(places.len(), 1, "{:#?}", lines(&findings));
                    let wanted = format!("table-1/row-{}/column-{}", row + 1, column + 1);
                    assert_eq!(findings.findings[0].id, wanted);
                }
            }
        }
    }
}

#[test]
fn every_finding_can_be_checked_by_what_it_says() {
    use referee::evaluate::{Datum, Evaluator, Formula};
    for finding in audit_file("planted.tex").findings {
        let formula = Formula::typed(&finding.check).expect("it can be typed");
        let truth = Evaluator::default().evaluate(&formula, &[]);
        assert!(matches!(truth, Ok(Datum::Boolean(false))), "{}: {truth:?}", finding.check);
    }
}

fn asked(text: &str) -> Vec<String> {
    let findings = audit_text("asked.tex", text);
    assert_eq!(lines(&findings), Vec::<String>::new());
    findings.questions.into_iter().map(|question| question.asks).collect()
}

#[test]
fn a_convention_that_explains_what_differs_is_asked_and_not_applied() {
    let grundy = "\\begin{tabular}{c|c|c} heap & value & outcome \\\\ \\hline 0 & 0 & P \\\\ 1 & 0 & P \\\\ 2 & 1 & N \\\\ 3 & 0 & P \\\\ \\end{tabular} of games";
    let [question] = &asked(grundy)[..] else { panic!("one question") };
    assert!(question.contains("nimbers"), "{question}");
    let table = |rows: &str| {
        format!(
            "\\begin{{tabular}}{{c|c|c}} $n$ & value & atomic weight \\\\ \\hline {rows} \\end{{tabular}} of games"
        )
    };
    let questions = asked(&table(
        "1 & $\\uparrow$ & 1 \\\\ 2 & $\\downarrow$ & $-1$ \\\\ 3 & $\\ast$ & 0 \\\\ 4 & $\\Uparrow\\ast$ & 2 \\\\",
    ));
    assert!(questions.is_empty(), "{questions:?}");
    let stops = "\\begin{tabular}{c|c|c} $n$ & value & left stop \\\\ \\hline 1 & $\\{3|1\\}$ & 1 \\\\ 2 & $\\{5|2\\}$ & 2 \\\\ \
        3 & $\\{9|4\\}$ & 4 \\\\ 4 & $\\{7|3\\}$ & 3 \\\\ \\end{tabular} of games";
    let [question] = &asked(stops)[..] else { panic!("one question") };
    assert!(question.contains("Right stop"), "{question}");
    let [question] = &asked("In these games $\\Uparrow = 2\\uparrow\\ast + \\ast$.")[..] else {
        panic!("one question")
    };
    assert!(question.contains("5·↓"), "{question}");
}

#[test]
fn the_manual_says_what_the_program_does() {
    let manual =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/audit.md")).expect("the manual");
    let block = |name: &str| {
        let begun = manual.split_once(&format!("````{name}\n")).expect("a block").1;
        begun.split_once("````").expect("its end").0.to_string()
    };
    let findings = audit_text("paper.tex", &block("paper.tex"));
    let lines: Vec<String> = findings
        .findings
        .iter()
        .map(|it| {
            format!("{}: {}: printed {}, recomputed {}", it.at, it.place, it.printed.text, it.recomputed.text)
        })
        .collect();
    assert_eq!(lines, block("finds").lines().collect::<Vec<_>>());
}

#[test]
fn the_command_works_outside_of_a_project_and_its_exit_code_says_what_was_found() {
    let folder = folder("audit-command");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tex");
    fs::copy(data.join("planted.tex"), folder.join("planted.tex")).expect("copied");
    fs::create_dir(folder.join("paper")).expect("a folder");
    fs::write(folder.join("paper/main.tex"), "\\documentclass{article}\\input{rows}").expect("written");
    let slip = table_of(&ROWS).replace("$\\frac34$", "$\\frac14$");
    fs::write(folder.join("paper/rows.tex"), table_of(&ROWS) + &slip).expect("written");

    let found = referee(&folder, &["audit", "planted.tex", "--format", "json"]);
    assert_eq!(found.status.code(), Some(1), "{}", text(&found.stderr));
    let findings: Findings = serde_json::from_slice(&found.stdout).expect("findings");
    assert_eq!(findings.findings, audit_file_as("planted.tex", "planted.tex").findings);
    let page = fs::read_to_string(folder.join("referee-audit/planted/index.html")).expect("a page");
    assert!(findings.findings.iter().all(|finding| page.contains(&finding.at.to_string())));
    let kept = fs::read(folder.join("referee-audit/planted/findings.json")).expect("the machine's copy");
    assert_eq!(kept, found.stdout);

    let found = referee(&folder, &["audit", "paper", "--out", "here"]);
    assert_eq!(found.status.code(), Some(1), "{}", text(&found.stderr));
    let place = Path::new("paper").join("rows.tex").display().to_string();
    assert!(text(&found.stdout).contains(&format!("{place}:15: Table 2")), "{}", text(&found.stdout));
    assert!(folder.join("here/index.html").is_file());

    fs::write(folder.join("clean.tex"), table_of(&ROWS)).expect("written");
    let clean = referee(&folder, &["audit", "clean.tex"]);
    assert_eq!(clean.status.code(), Some(0), "{}", text(&clean.stderr));
    assert!(text(&clean.stdout).contains("Nothing that was compared differs"), "{}", text(&clean.stdout));
}

/// The findings of a file of the tests, as if it had another name.
fn audit_file_as(path: &str, name: &str) -> Findings {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tex").join(path);
    audit_text(name, &fs::read_to_string(whole).expect("a file of the tests"))
}

#[test]
fn a_draft_runs_as_it_is_and_is_never_written_over_another() {
    let folder = folder("audit-draft");
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tex");
    for name in ["planted.tex", "clean/forms.tex", "clean/prose.tex"] {
        let from = data.join(name).display().to_string();
        let drafted = referee(&folder, &["audit", &from, "--draft"]);
        assert_ne!(drafted.status.code(), Some(2), "{name}: {}", text(&drafted.stderr));
    }
    let built = referee(&folder, &["build-report"]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    let verdicts = fs::read_to_string(folder.join("report/verdicts.json")).expect("verdicts");
    let all = verdicts.matches("\"verdict\":").count();
    assert!(all > 100, "{all} entries");
    assert_eq!(verdicts.matches("\"verdict\":\"not-attempted\"").count(), all);
    let again = referee(&folder, &["audit", &data.join("planted.tex").display().to_string(), "--draft"]);
    assert_eq!(again.status.code(), Some(2));
    assert!(text(&again.stderr).contains("is there already"), "{}", text(&again.stderr));
}

#[test]
fn what_cannot_be_audited_is_explained() {
    let folder = folder("audit-refused");
    fs::write(folder.join("paper.pdf"), "%PDF-1.5 and so on").expect("written");
    let refused = |arguments: &[&str], words: &str| {
        let output = referee(&folder, arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(words), "{arguments:?}: {}", text(&output.stderr));
    };
    refused(&["audit", "paper.pdf"], "an audit reads TeX");
    refused(&["audit", "paper.tex"], "there is no file or folder paper.tex");
    fs::write(folder.join("paper.tex"), "\\documentclass{article}").expect("written");
    refused(&["audit", "paper.tex", "--define", "s(m) = "], "--define");
    refused(&["audit", "paper.tex", "--notation", "n*"], "PRINTED = MEANING");
    refused(&["audit", "paper.tex", "--notation", "n* = 7"], "--notation");
}

#[test]
fn hostile_captions_and_cells_are_shown_and_not_obeyed() {
    let hostile = "\\title{<script>alert(1)</script>}\\begin{table}\\caption{<img src=x onerror=alert(2)> $\\href{javascript:x}{y}$}\\label{\"><script>}\
        \\begin{tabular}{c|c} value & temperature \\\\ \\hline $\\{3|1\\}$ & 1 \\\\ $\\{4|\\operatorname{<b onclick=x>}$ & <script> \\\\ \
        $\\pm 4$ & 5 \\\\ $\\pm 2$ & 2 \\\\ \\end{tabular}\\end{table} The games $\\{<script>|1\\} = \\{0|<b>\\}$.";
    let findings = audit_text("<script>.tex", hostile);
    assert_eq!(findings.findings.len(), 1, "{:#?}", lines(&findings));
    let files = referee::report::audit_page(&findings).expect("a page");
    let page = text(&files["index.html"]);
    assert!(
        !page.contains("<script>")
            && !page.contains("<img")
            && !page.contains("<b ")
            && !page.contains("<b>a")
    );
    assert!(!page.contains("href=\"javascript"));
}

/// A text on a game is on games, whatever it calls them; of a text on nothing that is known, the page says that nothing was held.
#[test]
fn columns_are_held_against_each_other_if_the_text_is_on_a_game() {
    let table = "\\begin{tabular}{c|cc} $n$ & Value & Temperature \\\\ \\hline 1 & $\\pm 1$ & 1 \\\\ 2 & $\\pm 2$ & 2 \\\\ \
                 3 & $\\pm 3$ & 4 \\\\ 4 & $\\pm 5$ & 5 \\\\ \\end{tabular}";
    let on = |title: &str| {
        audit_text("paper.tex", &format!("\\title{{{title}}}\\begin{{document}}{table}\\end{{document}}"))
    };
    let [finding] = &on("Snort on stars").findings[..] else { panic!("one finding") };
    assert_eq!((finding.printed.text.as_str(), finding.recomputed.text.as_str()), ("4", "3"));
    let silent = on("Stars");
    assert!(silent.findings.is_empty());
    assert!(silent.tables[0].notes.iter().any(|note| note.contains("were not held against each other")));
}

/// A table of a game paper, by its column specification and its rows.
pub fn tabular(columns: &str, rows: &[&str]) -> String {
    format!("Values of games. \\begin{{tabular}}{{{columns}}} {} \\end{{tabular}}", rows.join(" \\\\ "))
}

/// `recomputed` of each finding and the number of questions.
pub fn held(text: &str) -> (Vec<String>, usize) {
    let findings = audit_text("held.tex", text);
    let found = findings.findings.iter().map(|finding| finding.recomputed.text.clone());
    (found.collect(), findings.questions.len())
}

/// The temperature of ±n is n; m, and a and b, only number the games.
#[test]
fn a_letter_before_the_values_is_a_parameter() {
    let rows = ["$m$ & Value \\\\ \\hline 0 & 0", "1 & 1", "2 & 2", "4 & 4", "3 & $\\pm 1$", "6 & 6"];
    assert_eq!(held(&tabular("cc", &rows)), (vec![], 0));
    let rows = [
        "$a$ & $b$ & Value \\\\ \\hline 1 & 2 & $\\pm1$",
        "2 & 3 & $\\pm2$",
        "3 & 4 & $\\pm3$",
        "4 & 7 & $\\pm4$",
    ];
    assert_eq!(held(&tabular("ccc", &rows)), (vec![], 0));
    let rows = ["$t(G)$ & $G$ \\\\ \\hline 1 & $\\pm1$", "2 & $\\pm2$", "3 & $\\pm3$", "7 & $\\pm4$"];
    assert_eq!(held(&tabular("cc", &rows)), (vec!["4".to_string()], 0));
}

#[test]
fn a_table_that_goes_on_at_its_right_or_lies_on_its_side_is_held_together() {
    let rows = [
        "Value & $t$ & Value & $t$ \\\\ \\hline $\\pm1$ & 1 & $\\pm5$ & 5",
        "$\\pm2$ & 2 & $\\pm6$ & 7",
        "$\\pm3$ & 3 & &",
        "$\\pm4$ & 4 & &",
    ];
    assert_eq!(held(&tabular("cc|cc", &rows)), (vec!["6".to_string()], 0));
    let rows =
        ["$n$ & 1 & 2 & 3 & 4", "$G_n$ & $\\pm1$ & $\\ast2$ & $\\pm3$ & $\\pm2$", "$t(G_n)$ & 1 & 0 & 2 & 2"];
    assert_eq!(held(&tabular("c|cccc", &rows)), (vec!["3".to_string()], 0));
    // The name of its first row is the corner.
    let rows = ["Value & $\\pm 1$ & $\\{3|1\\}$ & $\\pm 4$", "Temperature & 1 & 2 & 4", "Mean & 0 & 2 & 0"];
    let text = tabular("l|ccc", &rows);
    assert_eq!(held(&text), (vec!["1".to_string()], 0));
    assert!(audit_text("corner.tex", &text).tables[0].unread.is_empty());
}

/// What is text is not taken for arithmetic, and said with its line.
#[test]
fn what_is_no_value_is_said_and_not_compared() {
    let odd = [
        ("--1", "two dashes"),
        ("2--4", "a range"),
        ("2-4", "a range"),
        ("2$^2$", "the mark of a note"),
        ("3 (3)", "a remark"),
        ("3 (*)", "a remark"),
        (r"$3$ ($\dagger$)", "a remark"),
        (r"$\ast$ (2)", "a remark"),
        ("3 (new)", "a remark"),
        ("``''", "a ditto mark"),
        ("same as above", "a ditto mark"),
        ("not known", "words"),
    ];
    let mut rows = vec!["$n$ & Value & Temperature".to_string()];
    rows.extend((1..=10).map(|n| format!("{n} & $\\pm{n}$ & {n}")));
    rows.extend(odd.iter().map(|(cell, _)| format!("11 & $\\pm11$ & {cell}")));
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let text = tabular("ccc", &rows);
    let findings = audit_text("odd.tex", &text);
    assert_eq!(lines(&findings), Vec::<String>::new());
    let unread = &findings.tables[0].unread;
    assert_eq!(unread.len(), odd.len(), "{unread:?}");
    for (unread, (cell, why)) in unread.iter().zip(odd) {
        assert!(unread.text == cell && unread.why.contains(why), "{unread:?}");
    }
    // Also where most of a column is so, if its heading says what it should hold.
    let rows = ["$n$ & Value & Temperature", "1 & $\\pm1$ & low", "2 & $\\pm2$ & higher"];
    assert_eq!(audit_text("words.tex", &tabular("ccc", &rows)).tables[0].unread.len(), 2);
    let rows = [
        "$n$ & Value & Outcome",
        "1 & $\\pm1$ & next",
        "2 & 1 & left",
        "3 & $\\ast$ & $\\mathcal N$-position",
        "4 & 2 & Right",
    ];
    assert_eq!(held(&tabular("ccc", &rows)), (vec!["L".to_string()], 0));
}

/// None of these is asserted, and each would be false of all values that are tried.
#[test]
fn what_a_sentence_does_not_assert_of_values_is_no_finding() {
    for sentence in [
        r"It is tempting to believe that $\{1|0\}+\{1|0\} = \{2|0\}$.",
        r"One might expect $\{1|0\} = \frac12$.",
        r"The value printed there is a misprint: $\{1|0\} = \ast$.",
        r"Up to infinitesimals, $\{1|\ast\} = \{1|0\}$.",
        r"Then $\{1\ast|\ast\} = \{1|0\}$ modulo infinitesimals.",
        r"If, e.g. after a move, $\{1|0\} = \ast$, Left wins.",
        r"For $n \in \{10,11\}$ one has $\{n|0\} = \{11|0\} - 0\cdot n$.",
        r"For $n \equiv 0 \pmod{16}$ we have $\{n|0\} = \{16|0\} + 0n$.",
        r"For sufficiently large $n$ we have $\{n|0\} = \{16|0\} + 0n$.",
        r"Here $\sim\{1|0\} = 4$.",
        r"It is clear that $\{1|-1\} \not\le 0$ and $\uparrow \ne 0$.",
    ] {
        assert_eq!(held(&format!("On games. {sentence}")), (vec![], 0), "{sentence}");
    }
    // Said plainly, they are found; a sign of negation before denies only its own side.
    assert_eq!(held(r"On games. Clearly $\{1|0\} = \ast$.").0.len(), 1);
    assert_eq!(held(r"On games. As $\uparrow \not= 0$, we get $\{1|0\} = \ast$.").0.len(), 1);
    assert_eq!(held(r"On games. We have $\{0|\ast\} \ne \uparrow$.").0.len(), 1);
    assert_eq!(held(r"On games. We have $\uparrow \not\ge 0$.").0.len(), 1);
}

/// What a convention explains is asked, also of one row, and of a column that is the negative of another.
#[test]
fn one_row_that_a_convention_explains_is_asked_about() {
    let rows = [
        "$n$ & $G$ & Mean & $-G$ & $G+G$",
        "1 & $\\pm1$ & 0 & $\\pm1$ & 0",
        "2 & $\\ast$ & 0 & $\\ast$ & 0",
        "3 & $\\uparrow$ & 0 & $\\downarrow$ & $\\Uparrow$",
        "4 & $3\\uparrow$ & 0 & $3\\downarrow$ & $6\\uparrow$",
    ];
    assert_eq!(held(&tabular("ccccc", &rows)), (vec![], 3));
}

/// The powers of up, 0 < +_n < ↑ and ↑ > *n (n > 1) are of Winning Ways; the order of games does not limit n for the others.
#[test]
fn inequalities_of_games_are_claims_and_no_conditions() {
    let text = "On games: $-n < \\{n|-n\\}$ for all $n$. We have $0 < +_n < \\uparrow$ and $-_n < 0$ for $n \\ge 1$, $\\uparrow^n > 0$.\n\
        \\begin{thm} For $n \\ge 2$, $\\{0|n\\} = 1$. \\end{thm}\n\\begin{thm} For $n < 1$, $\\{n+1|n\\} = n+\\{1|0\\}$. \\end{thm}";
    let findings = audit_text("order.tex", text);
    let tried = |part: &str| {
        let found =
            findings.equations.iter().find(|equation| equation.text.contains(part)).expect("it is listed");
        (found.tried, found.held)
    };
    assert_eq!(tried("+_n <"), (16, 16));
    assert_eq!(tried("-_n < 0"), (8, 8));
    assert_eq!(tried("\\{0|n\\}"), (7, 7));
    assert_eq!(tried("\\{n+1|n\\}"), (1, 1));
}

#[test]
fn two_conventions_may_be_needed_at_once() {
    let [question] = &asked("In these games $\\uparrow^3 = 3\\uparrow$.")[..] else { panic!("one question") };
    assert!(question.contains("--notation '5↓ = 5·↓' --notation '↑^n = n·↑'"), "{question}");
}
