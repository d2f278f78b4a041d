//! What an audit reads in the papers of the field, and the sentences that assert nothing.

use std::fs;
use std::path::Path;

use referee::findings::{Findings, TableFound};

use crate::audit::{audit_text, tabular};

fn paper(path: &str) -> Findings {
    let whole = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tex").join(path);
    audit_text("paper.tex", &fs::read_to_string(whole).expect("a file of the tests"))
}

fn table_of(columns: &str, rows: &[&str]) -> (TableFound, Vec<String>) {
    let findings = audit_text("table.tex", &tabular(columns, rows));
    let found = findings.findings.iter().map(|it| it.id.clone()).collect();
    (findings.tables.into_iter().next().expect("a table"), found)
}

#[test]
fn the_slips_of_a_paper_of_the_field_are_found_and_nothing_else() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tex/slips.tex"))
        .expect("a file of the tests");
    let below = text.lines().enumerate().filter(|(_, line)| *line == "% planted");
    let planted: Vec<usize> = below.map(|(index, _)| index + 2).collect();
    let findings = paper("slips.tex");
    let found: Vec<usize> = findings.findings.iter().map(|it| it.at.line).collect();
    assert_eq!((planted.len(), found), (13, planted));
    assert!(findings.questions.is_empty(), "{:?}", findings.questions);
}

/// What is held in the correct papers, so that they are not correct by being passed over.
#[test]
fn correct_papers_of_the_field_are_compared_and_not_passed_over() {
    for (name, cells, equations) in [
        ("domineering", 42, 10),
        ("toads", 29, 15),
        ("octal", 21, 5),
        ("hackenbush", 55, 13),
        ("amazons", 55, 4),
        ("col", 30, 9),
        ("quantities", 75, 0),
        ("endgames", 12, 4),
        ("shapes", 69, 9),
    ] {
        let coverage = paper(&format!("clean/{name}.tex")).coverage();
        assert_eq!((coverage.compared, coverage.equations_held), (cells, equations), "{name}");
    }
}

/// {2|0} has the mean 1 and the temperature 1, {6|0} the mean 3 and the temperature 3.
#[test]
fn a_ditto_mark_repeats_the_cell_above_and_accuses_nobody() {
    for mark in ["''", "\"", "\\textquotedbl", "{\"}", "\\hfill''\\hfill", "--''--", "\\ditto", "〃"] {
        let last = format!("4 & {mark} & {mark} & {mark}");
        let below = format!("3 & $\\{{2|0\\}}$ & {mark} & {mark}");
        let rows = [
            "$n$ & Value & Mean & Temperature \\\\ \\hline 1 & $\\{6|0\\}$ & 3 & 3",
            "2 & $\\{2|0\\}$ & 1 & 1",
            &below,
            &last,
        ];
        let (table, found) = table_of("cccc", &rows);
        assert!(found.is_empty() && table.unread.is_empty(), "{mark}: {table:?}");
        assert_eq!(
            table.columns.iter().map(|column| column.compared).collect::<Vec<_>>(),
            [0, 4, 4, 4],
            "{mark}"
        );
    }
    // As the cell above it would be wrong here: it may repeat the cell at its left.
    let rows = [
        "Value & Canonical form & Mean \\\\ \\hline $\\{6|0\\}$ & $\\{6|0\\}$ & 3",
        "$\\{2|0\\}$ & '' & 1",
        "$\\{4|0\\}$ & $\\{4|0\\}$ & 2",
        "$\\pm1$ & $\\pm1$ & 0",
    ];
    let (table, found) = table_of("ccc", &rows);
    assert!(found.is_empty(), "{found:?}");
    assert!(
        table.uncompared.iter().any(|it| it.text == "''" && it.why.starts_with("a ditto mark")),
        "{table:?}"
    );
    // Nothing stands above it.
    let rows = ["Value & Mean \\\\ \\hline $\\{6|0\\}$ & ''", "$\\{2|0\\}$ & 1", "$\\{4|0\\}$ & 2"];
    let (table, found) = table_of("cc", &rows);
    assert!(found.is_empty() && table.unread.len() == 1, "{table:?}");
}

#[test]
fn digits_in_groups_are_read_where_they_can_be_nothing_else() {
    let held = |cells: [&str; 5], heading: &str| {
        let rows = cells.map(|cell| format!("{cell} & 1 & {cell}"));
        let head = format!("{heading} & $Q$ & {heading} \\\\ \\hline {}", rows[0]);
        let rows: Vec<&str> =
            std::iter::once(head.as_str()).chain(rows[1..].iter().map(String::as_str)).collect();
        let (table, found) = table_of("ccc", &rows);
        assert!(found.is_empty(), "{found:?}");
        table.columns[0].read
    };
    assert_eq!(held(["1,204", "980", "23,456", "7", "1,234,567"], "positions"), 5);
    assert_eq!(held(["1{,}204", "980", "3", "7", "8"], "positions"), 5);
    assert_eq!(held(["1\\,204", "980", "3", "7", "8"], "positions"), 5);
    // Lists, a list perhaps, decimal fractions, and what may be one.
    assert_eq!(held(["1,204", "1,2", "3,456", "7", "8"], "size"), 2);
    assert_eq!(held(["1,204", "1,236", "3,456", "7", "8"], "moves"), 2);
    assert_eq!(held(["1,204", "980", "3", "7", "8"], "size"), 4);
    assert_eq!(held(["1{,}125", "0{,}5", "3", "7", "8"], "size"), 3);
    assert_eq!(held(["1{,}125", "2{,}250", "3", "7", "8"], "Temperature"), 3);
    // Options are never joined.
    let findings = audit_text(
        "options.tex",
        "On games: $\\{1,000|0\\} = \\{1000|0\\}$ and $\\{1{,}000|0\\}=\\{1000|0\\}$.",
    );
    assert!(findings.findings.is_empty() && findings.equations.iter().all(|it| it.held == 0), "{findings:?}");
}

/// -{2|0} = {0|-2}.
#[test]
fn a_line_over_a_game_is_its_negative_where_the_paper_says_so() {
    let audited = |said: &str| {
        let text = format!("On games. {said} We have $\\overline{{\\{{2|0\\}}}} = \\{{2|0\\}}$.");
        audit_text("line.tex", &text)
    };
    for said in [
        "The negative of $G$ is $\\overline{G}$.",
        "Let $\\overline{G}$ denote the negative of $G$.",
        "Here $\\overline{G}$ is the \\emph{conjugate} of $G$.",
        "The \\emph{conjugate} of a game $G$, written $\\overline{G}$, exchanges the players.",
        "We write $\\overline{X}$ for $-X$.",
        "As usual $\\overline{G} = -G$.",
        "\\newcommand{\\conj}[1]{\\overline{#1}}\nThe negative of $G$ is $\\conj{G}$.",
    ] {
        let findings = audited(said);
        assert_eq!(findings.findings.len(), 1, "{said}");
        assert!(findings.remarks[0].contains("read as the negative of G"), "{:?}", findings.remarks);
    }
    for said in [
        "",
        "The negative of $G$ is $-G$, and $\\overline{G}$ is its closure.",
        "The closure of $G$ is $\\overline{G}$.",
        "The negative of $G$ is $-G$. Let $\\overline{G}$ be the thermographic mean.",
        "Negative games are rare and $\\overline{G}$ is not.",
    ] {
        let findings = audited(said);
        assert!(findings.findings.is_empty() && findings.remarks.is_empty(), "{said}");
        assert!(findings.equations.iter().any(|it| it.note.contains("a line over something")), "{said}");
    }
    // Digits that repeat are none, whatever the line over a game is.
    let findings = audited(
        "The negative of $G$ is $\\overline{G}$. In period $\\{1\\overline{3}|0\\} = \\{12|0\\}$ and $\\overline{12} = \\{2|0\\}$.",
    );
    assert_eq!(findings.findings.len(), 1, "{:?}", findings.findings);
}

/// Of negatives no quantity is reported that another column is headed with, where the values stand beside them.
#[test]
fn quantities_are_of_the_values_and_not_of_their_negatives() {
    let rows = [
        "$G$ & $-G$ & Outcome \\\\ \\hline $\\{2|0\\}$ & $\\{0|-2\\}$ & N",
        "$X_1$ & $\\downarrow$ & L",
        "$X_2$ & $\\{5|4\\}$ & R",
        "$*2$ & $*2$ & N",
        "$\\uparrow$ & $\\downarrow$ & L",
        "$X_3$ & $*$ & N",
        "$X_4$ & $\\pm1$ & N",
        "$\\{1|1\\}$ & $-1*$ & L",
    ];
    assert_eq!(table_of("ccc", &rows).1, Vec::<String>::new());
}

fn finds(sentence: &str) -> usize {
    audit_text("said.tex", &format!("On games.\n\n{sentence}")).findings.len()
}

#[test]
fn what_a_sentence_names_or_says_of_something_else_is_no_finding() {
    for sentence in [
        r"The bracket $\{2|0\} = 2$ is the Left option of the root.",
        r"The tag $\{4|0\}=2$ is a reminder.",
        r"The rightmost leaf $\{4|0\} = 2$ is coloured red.",
        r"In the column headed $\{4|0\} = 2$ one finds the followers.",
        r"The vertex labelled $\{4|0\} = 2$ has three neighbours.",
        r"The case $\{4|0\} = 2$ comes first.",
        r"Its orthodox value is $\{4|2\} = 3$.",
        r"We have $\{2|0\} = 1$ at temperature $1$.",
        r"We see that $\{10|2||0\}=2$ in mean.",
        r"Then $\{10|3\|2\} = 3$ for the mast.",
        r"So $\{3|1\} = 2$ after cooling by $1$.",
        r"We have $\{4|0\} = 2$ as a mean.",
        r"With Left to move, $\{4|0\}=4$.",
        r"Left, moving first, achieves $\{4|0\}=4$.",
        r"After Left's move, $\{4|0\}=4$.",
        r"We get $\{4|0\}=0$ for Right moving first.",
        r"Right replies $\{4|0\}=0$.",
        r"Rounding up, $\{4|0\} = 2$.",
        r"Forgetting stars, $\{4\ast|0\}=\{4|0\}$.",
        r"Up to stars, $\{4\ast|0\}=\{4|0\}$.",
        r"In the tropical sense $\{4|0\} = 4$.",
        r"Rather than $\{4|0\} = 4$ one finds a hot game.",
        r"By abuse of notation, $\{4|0\} = 4$.",
        r"Then $\{5|3\} = 4*$ when $t=1$.",
        r"White's sente: $\{10|1\|0\}=1$ point.",
        r"Deiri counting gives $\{5|1\}=4$.",
        r"\begin{itemize} \item[$\{2|0\}=1$] a mean. \end{itemize}",
        r"Assume $G=H$. Then $\{2|0\} = 2$. Contradiction.",
        r"Claim: $\{2|0\}=2$. This is false.",
        r"We get the following. \[ \{2|0\} = 2. \] This contradicts Lemma 2.",
        r"Then \begin{equation} \{2|0\} = 2. \end{equation} But this is no number.",
        r"In braces or not, $\{4|0\} = 4||0$.",
    ] {
        assert_eq!(finds(sentence), 0, "{sentence}");
    }
    for sentence in [
        r"The game $\{2|0\} = 2$ is hot.",
        r"The position $\{2|0\} = 2$ is hot.",
        r"The identity $\{2|0\} = 2$ is clear.",
        r"The board has the value $\{2|0\} = 2$ in both cases.",
        r"In this case $\{2|0\} = 2$.",
        r"We find that $\{2|0\} = 2$ and the temperature is low.",
        r"This shows $\{2|0\} = 2$ is a number.",
        r"We have $\{2|0\} = 2$. This is clear.",
        r"We have $\{2|0\} = 2$. Now, this contradicts nothing.",
    ] {
        assert_eq!(finds(sentence), 1, "{sentence}");
    }
}

/// Temperatures of what each player has left, and the greatest of several, are none of the value.
#[test]
fn a_quantity_of_something_else_is_not_held_against_the_value() {
    for heading in ["Left's temperature", "Maximal temperature", "Average temperature"] {
        let head = format!("Value & {heading} \\\\ \\hline $\\pm1$ & 1");
        let rows = [head.as_str(), "$\\pm2$ & 2", "$\\pm3$ & 3", "$\\pm4$ & 5"];
        assert_eq!(table_of("cc", &rows).1, Vec::<String>::new(), "{heading}");
    }
    let rows =
        ["Value & Temperature of $G$ \\\\ \\hline $\\pm1$ & 1", "$\\pm2$ & 2", "$\\pm3$ & 3", "$\\pm4$ & 5"];
    assert_eq!(table_of("cc", &rows).1, ["table-1/row-4/column-2"]);
}

/// Capital letters, with what they are of, and words for outcomes: {8|2} has the mean 5, the temperature 3 and the stops 8 and 2.
#[test]
fn quantities_and_outcomes_as_papers_write_them_are_compared() {
    let rows = [
        "$G$ & $T(G)$ & $M(G)$ & $L(G)$ & $R(G)$ & Outcome \\\\ \\hline $\\{8|2\\}$ & 3 & 5 & 8 & 2 & Left wins",
        "$\\{8|0\\}$ & 4 & 4 & 8 & 0 & first player",
        "$\\{2|-8\\}$ & 5 & -3 & 2 & -8 & 1st player wins",
        "$\\{3|-3\\}$ & 3 & 0 & 3 & -3 & 2nd player",
        "$\\{-1|-3\\}$ & 1 & -1 & -1 & -4 & Right",
    ];
    let (table, found) = table_of("cccccc", &rows);
    assert_eq!(found, ["table-1/row-5/column-3", "table-1/row-5/column-5", "table-1/row-4/column-6"]);
    assert!(table.unread.is_empty() && table.columns.iter().all(|column| column.compared == 5), "{table:?}");
    let rows = ["Heap & nim-value \\\\ \\hline $h_1$ & $*3$", "$h_2$ & $*2$", "$h_3$ & 0"];
    assert!(table_of("cc", &rows).0.unread.is_empty());
}

/// An array of lines is a formula and no table.
#[test]
fn a_formula_on_several_lines_is_no_table() {
    let array = "On games. \\[ \\begin{array}{rcl} \\{3|1\\} &=& 2\\pm1\\\\ &=& 2+\\{1|-1\\} \\\\ &>& 0 \\end{array}\\]";
    let findings = audit_text("lines.tex", array);
    assert!(findings.tables.is_empty());
    assert_eq!(findings.equations.len(), 1, "{:?}", findings.equations);
}
