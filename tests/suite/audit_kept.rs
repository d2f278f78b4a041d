//! What an audit leaves out, it says; what stands beside it is tried all the same.

use std::fs;
use std::path::{Path, PathBuf};

use referee::findings::{Findings, Standing, TableFound};

use crate::audit::{audit_text, held, tabular};
use crate::own::{folder, run_in as referee, text};

/// Rows of values with their temperatures and means, by the definition of ±n and {a|b}; in the third the temperature is 5, not 7.
fn masked(cell: &str) -> String {
    let last = format!("6 & $\\{{7\\mid 1\\}}$ & {cell} & 4");
    tabular(
        "c|ccc",
        &[
            "$n$ & Value & Temperature & Mean \\\\ \\hline 1 & $\\{2\\mid 0\\}$ & 1 & 1",
            "2 & $\\{4\\mid -1\\}$ & $\\frac52$ & $\\frac32$",
            "3 & $\\pm 5$ & 7 & 0",
            "4 & $\\uparrow$ & 0 & 0",
            "5 & $\\{3\\| 2\\mid 1\\}$ & $\\frac34$ & $\\frac94$",
            &last,
        ],
    )
}

#[test]
fn one_odd_cell_does_not_switch_off_its_column() {
    for odd in [
        "3*",
        "1*",
        "$\\pm3$",
        "$\\uparrow$",
        "3\\rlap{*}",
        "$3$*",
        "$3^2$",
        "3²",
        "$3^{\\text{2}}$",
        "$3^{(2)}$",
        "$3\\,^2$",
        "$3^{\\,2}$",
    ] {
        let findings = audit_text("masked.tex", &masked(odd));
        let found: Vec<&str> = findings.findings.iter().map(|it| it.recomputed.text.as_str()).collect();
        assert_eq!(found, ["5"], "{odd}");
        let [unread] = &findings.tables[0].unread[..] else {
            panic!("{odd}: {:?}", findings.tables[0].unread)
        };
        assert!(unread.text == odd && unread.why.contains("mark of a note"), "{unread:?}");
        assert!(findings.questions.is_empty(), "{odd}: {:?}", findings.questions);
    }
    // A letter names a quantity less surely, and four numbers of five are enough.
    let letter = masked("3*").replace("Temperature", "$t$");
    assert_eq!(held(&letter), (vec!["5".to_string()], 0));
}

/// The weights of n·↑ are n; and one word in three cells leaves the other two to be held.
#[test]
fn one_odd_cell_of_few_or_of_weights_is_left_out_alone() {
    let rows = |third: &str, last: &str| {
        let third = format!("3 & $3\\cdot\\uparrow$ & {third}");
        let last = format!("4 & $4\\cdot\\uparrow$ & {last}");
        let first = "$n$ & Value & Atomic weight \\\\ \\hline 1 & $\\uparrow$ & 1";
        tabular("ccc", &[first, "2 & $\\Uparrow$ & 2", &third, &last])
    };
    assert_eq!(held(&rows("3*", "5")), (vec!["4".to_string()], 0));
    let rows = [
        "Value & Mean \\\\ \\hline $\\pm1$ & 0",
        "$\\{3|1\\}$ & 2",
        "$\\{5|1\\}$ & high",
        "$\\{6|1\\}$ & higher",
        "$\\{7|1\\}$ & highest",
        "$\\{9|1\\}$ & 4",
    ];
    let findings = audit_text("few.tex", &tabular("cc", &rows));
    assert_eq!(findings.tables[0].unread.len(), 3);
    let found: Vec<&str> = findings.findings.iter().map(|it| it.recomputed.text.as_str()).collect();
    assert_eq!(found, ["5"]);
}

/// The temperature of {6|0} is 3, and that of {6|0} + * as well, but its atomic weight and canonical form are others.
#[test]
fn a_star_behind_a_formula_may_be_the_mark_of_a_note() {
    for marked in [
        "$\\{6\\mid 0\\}$\\rlap{*}",
        "$\\{6\\mid 0\\}$*",
        "$\\{6\\mid 0\\}$\\rlap{$^*$}",
        "$\\{6\\mid 0\\}$\\,*",
        "$\\{6\\mid 0\\}$~*",
        "$\\{6\\mid 0\\}$\\makebox[0pt]{*}",
        "$\\{6\\mid 0\\}$\\textasteriskcentered",
        "$\\{6\\mid 0\\}$∗",
        "\\(\\{6\\mid 0\\}\\)*",
        "$\\{6\\mid 0\\}\\mathrlap{*}$",
        "$\\{6\\mid 0\\}\\makebox[0pt][l]{*}$",
        "$\\{6\\mid 0\\}$\\clap{*}",
        "\\llap{*}$\\{6\\mid 0\\}$",
        "$\\{6\\mid 0\\}\\rlap{\\textasteriskcentered}$",
    ] {
        let row = format!("4 & $\\{{6\\mid 0\\}}$ & {marked}");
        let rows = [
            "$n$ & Value & Canonical form \\\\ \\hline 1 & $\\pm1$ & $\\pm1$",
            "2 & $\\pm2$ & $\\pm2$",
            "3 & $\\pm3$ & $\\pm3$",
            &row,
            "5 & $\\pm4$ & $\\pm5$",
        ];
        let findings = audit_text("marked.tex", &tabular("ccc", &rows));
        let printed: Vec<&str> = findings.findings.iter().map(|it| it.printed.text.as_str()).collect();
        assert_eq!(printed, ["±5"], "{marked}");
        assert!(findings.tables[0].unread.iter().any(|unread| unread.text == marked), "{marked}");
    }
}

/// The mean of {a|b} is half of a + b: of {0|-2} it is -1, of {0|-4} it is -2.
#[test]
fn a_sign_that_takes_no_room_is_that_of_its_number() {
    let rows = [
        "Value & Mean \\\\ \\hline $\\{0|-2\\}$ & \\llap{$-$}1",
        "$\\{0|-4\\}$ & \\llap{$-$}3",
        "$\\pm 1$ & 0",
        "$\\pm 2$ & 0",
    ];
    assert_eq!(held(&tabular("cc", &rows)), (vec!["-2".to_string()], 0));
}

#[test]
fn ranges_are_no_differences() {
    for range in ["$3$–$4$", "$3$--$4$", "$3$-$4$", "3--4", "$\\frac12$--$1$", "$-1$--$0$"] {
        let findings = audit_text("range.tex", &masked(range));
        assert_eq!(findings.findings.len(), 1, "{range}: {:?}", findings.findings);
        let unread = &findings.tables[0].unread;
        assert!(unread.len() == 1 && unread[0].why == "a range of numbers", "{range}: {unread:?}");
    }
}

/// `{↑|↓}` is * and born on day 1, and as it is written a day after ↑ = {0|*}: on day 3. `{0|0}` is born on day 1.
#[test]
fn a_birthday_may_be_that_of_the_form_as_it_is_printed() {
    let rows = [
        "$n$ & Value & Birthday \\\\ \\hline 1 & $\\{\\uparrow|\\downarrow\\}$ & 3",
        "2 & $\\ast$ & 1",
        "3 & $\\uparrow$ & 2",
        "4 & $\\{\\uparrow|\\downarrow\\}$ & 2",
        "5 & $\\pm 1$ & 2",
        "6 & $\\{\\uparrow|\\downarrow\\}$ & 1",
    ];
    let findings = audit_text("born.tex", &tabular("ccc", &rows));
    let ids: Vec<&str> = findings.findings.iter().map(|it| it.id.as_str()).collect();
    assert_eq!(ids, ["table-1/row-4/column-3"]);
}

/// Every filled cell is in one of the four lists.
fn adds_up(table: &TableFound) -> bool {
    let cells: usize = table.columns.iter().map(|column| column.cells).sum();
    let compared: usize = table.columns.iter().map(|column| column.compared + column.empty).sum();
    let uncompared: usize = table.uncompared.iter().map(|cells| cells.cells).sum();
    cells == compared + uncompared + table.unread.len()
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for child in fs::read_dir(folder).expect("a folder") {
        let path = child.expect("a file").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "tex") {
            found.push(path);
        }
    }
}

#[test]
fn every_filled_cell_is_accounted_for() {
    let mut paths = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tex"), &mut paths);
    assert!(paths.len() >= 10, "{paths:?}");
    let mut cells = 0;
    for path in paths {
        let findings = audit_text("paper.tex", &fs::read_to_string(&path).expect("a file of the tests"));
        for table in &findings.tables {
            assert!(adds_up(table), "{}: {table:#?}", path.display());
            cells += table.columns.iter().map(|column| column.cells).sum::<usize>();
        }
    }
    assert!(cells > 500, "{cells} cells");

    let odd = ["$0$ or $*$", "N/P", "tiny-2", "$\\{6\\mid 0\\}=3\\pm3$"];
    let empty = ["n/a", "N/A", "?", "---", "$\\vdots$", "$-$"];
    let mut rows = vec!["$n$ & Value & Temperature".to_string()];
    rows.extend((1..=9).map(|n| format!("{n} & $\\pm{n}$ & {n}")));
    rows.extend(odd.iter().map(|cell| format!("11 & {cell} & 1")));
    rows.extend(empty.iter().map(|cell| format!("12 & {cell} & {cell}")));
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let findings = audit_text("odd.tex", &tabular("ccc", &rows));
    assert!(findings.findings.is_empty(), "{:?}", findings.findings);
    let [table] = &findings.tables[..] else { panic!("one table") };
    assert!(adds_up(table), "{table:#?}");
    assert_eq!(table.columns.iter().map(|column| column.empty).sum::<usize>(), 2 * empty.len());
    for cell in odd {
        let said = table.unread.iter().map(|it| &it.text).chain(table.uncompared.iter().map(|it| &it.text));
        assert_eq!(said.filter(|text| *text == cell).count(), 1, "{cell}: {table:#?}");
    }
}

/// The standing and the note of the only equation, and what its findings recompute.
fn chain(formula: &str) -> (Standing, String, Vec<String>) {
    let findings = audit_text("chain.tex", &format!("On games: \\[ {formula} \\]"));
    let [found] = &findings.equations[..] else { panic!("{formula}: {:?}", findings.equations) };
    let recomputed = findings.findings.iter().map(|finding| finding.recomputed.text.clone()).collect();
    (found.standing, found.note.clone(), recomputed)
}

/// {5|3} = 4 ± 1, and 4 ± 2 = {6|2}, by adding a number to a switch.
#[test]
fn sides_of_a_chain_are_held_against_each_other_past_what_is_not_read() {
    let differs = |formula: &str, recomputed: &str| {
        let (standing, note, found) = chain(formula);
        assert_eq!((standing, found), (Standing::Differs, vec![recomputed.to_string()]), "{formula}: {note}");
    };
    differs("\\{5|3\\} = 4\\pm1 = 4+\\pm2", "{5|3} and {6|2}");
    differs("\\{5|3\\} = 4\\pm 1 = \\text{hot} = 4\\pm 2", "{5|3} and {6|2}");
    differs("\\{0|0\\} = \\ast = \\ldots = 5", "* and 5");
    let (standing, note, found) = chain("\\{2|0\\} = 1\\pm1 = \\overline{7}");
    assert_eq!((standing, found.len()), (Standing::HoldsInPart, 0));
    assert!(note.contains("\\overline{7}$ was not tried: "), "{note}");
    // One slip is one finding: 2 is not greater than {4|2}, and what stands before it needs not be.
    differs("1 > \\uparrow > \\cdots > 2 > \\{4|2\\}", "2 and {4|2}");
    // All sides are tried, or explain a name.
    assert_eq!(chain("\\{5|3\\} = 4\\pm1 = 3+\\{2|0\\}").0, Standing::Holds);
    assert_eq!(chain("G = \\{5|3\\} = 4\\pm1").0, Standing::Holds);
    // Two statements in one formula say nothing of each other.
    for parted in ["\\text{ and }", "\\quad", ",", "\\qquad\\text{while}\\quad"] {
        let two = format!("\\[ \\{{2|0\\}} = 1\\pm1 {parted} \\{{5|3\\}} = 4\\pm1 \\]");
        assert_eq!(held(&format!("On games: {two}")), (vec![], 0), "{parted}");
    }
}

#[test]
fn an_equation_by_cases_is_listed_and_is_no_table() {
    let array = "On games. \\[ f(n) = \\left\\{ \\begin{array}{ll} 0 & n = 1 \\\\ \\ast & n = 2 \\end{array} \\right. \\]";
    let findings = audit_text("array.tex", array);
    assert!(findings.tables.is_empty());
    assert_eq!(findings.equations.len(), 1, "{:?}", findings.equations);
    let body =
        "\\[ n\\cdot\\ast = \\begin{cases} 0 & n \\text{ odd}\\\\ \\ast & n\\text{ even}\\end{cases}\\]";
    let findings = audit_text("cases.tex", &format!("On games. {body}"));
    assert!(findings.tables.is_empty());
    let [found] = &findings.equations[..] else { panic!("{:?}", findings.equations) };
    assert_eq!((found.standing, found.note.as_str()), (Standing::NoClaim, "by cases, which are not tried"));
}

fn note_of(sentence: &str) -> (usize, String) {
    let findings = audit_text("said.tex", &format!("On games.\n\n{sentence}"));
    let notes = findings.equations.iter().map(|found| found.note.clone()).filter(|note| !note.is_empty());
    (findings.findings.len(), notes.collect::<Vec<_>>().join("; "))
}

/// Each would be false as an equality of games.
#[test]
fn an_equality_of_another_kind_is_no_finding_and_is_listed_with_the_reason() {
    for sentence in [
        r"The Left option of $\{2|0\} = 2$.",
        r"The number of positions with value $\{2|0\} = 17$.",
        r"The frequency of $\{1|0\}=0.25$.",
        r"It occurs $\{2|0\}=3$ times.",
        r"We have $\{3|1\} = \pm1$ (mod numbers).",
        r"We have $\{3|1\} = \pm 1 \pmod{\mathrm{Num}}$.",
        r"We have $\{1|1*\} = 1$ (mod Inf).",
        r"To within an infinitesimal, we have $\{1|1*\}=1$.",
        r"We know $\{1|1*\} = 1$ish.",
        r"After cooling we obtain $\{2|0\} = 1$.",
        r"In an enriched environment, $\{2|0\} = 1$.",
        r"The published value $\{2|0\}=2$ should read $\{2|0\} = 1\pm1$.",
        r"Corrigendum: replace $\{2|0\}=2$ by $\{2|0\} = 1\pm1$.",
        r"An old program returned $\{2|0\}=2$.",
        r"Prove or disprove: $\{2|0\} = 2$.",
        r"Nobody believes $\{1|0\}=\frac12$.",
        r"One is tempted to write $\{1|0\} = \frac12$.",
        r"Can it be that we have, as one reads, $\{2|0\} = 2$ in all such sums?",
        r"A student claims that $\{1|0\}=\frac12$.",
        r"The games of mean $\{2|0\} = 1$ are hot.",
        r"We find mean $\{2|0\} = 1$ and temperature $\{4|0\}=2$.",
        r"On average $\{2|0\} = 1$.",
        r"At temperature $1$, $\{2|0\} = 1$.",
        r"There are $\{2|0\} = 12$ such positions.",
        r"We have $\{3|1\} = \pm 1$ (up to a number).",
        r"Here $\{2|0\} = 2$ (sic).",
        r"In [4], the entry $\{2|0\} = 2$ has been corrected.",
        r"For $\{2|0\} = 2$ read $\{2|0\} = 1\pm1$.",
        r"Under mis\`ere play, $\{2|0\} = 2$.",
        r"Compare with $\{2|0\} = 2$ in the dead-ending universe.",
        r"Left moves from $\{2|0\} = 2$ to a number.",
    ] {
        let (found, notes) = note_of(sentence);
        assert_eq!(found, 0, "{sentence}");
        assert!(!notes.is_empty(), "{sentence}");
    }
    // The value of a game is the game.
    for sentence in [
        r"The value of $\{2|0\} = 2$.",
        r"This means $\{2|0\} = 2$.",
        r"Because of $\{2|0\} = 2$ Left wins.",
        r"In view of $\{2|0\} = 2$ Left wins.",
        r"The mean value of the game is 1. We have $\{2|0\} = 1$.",
        r"The number of moves is even, and $\{2|0\} = 2$.",
        r"It follows from $\{2|0\} = 2$ that Left wins. Is it true?",
        r"Is it so? Then $\{2|0\} = 2$.",
    ] {
        assert_eq!(note_of(sentence).0, 1, "{sentence}");
    }
}

/// Of {a|b} with a > b the mean is (a+b)/2, the temperature (a-b)/2 and the Left stop a; {0|↑} = ⇑* has the atomic weight 2.
#[test]
fn a_quantity_named_before_an_equation_is_compared() {
    for (quantity, right, wrong) in [
        ("mean value of $\\{2|0\\}", "1", "2"),
        ("left stop of $\\{2|0\\}", "2", "0"),
        ("right stop of the game $\\{2|0\\}", "0", "2"),
        ("atomic weight of $\\{0|\\uparrow\\}", "2", "1"),
        ("temperature of $\\pm 5", "5", "4"),
        ("temperature of $\\{9|-1\\}", "5", "4"),
        ("mean of \\[ \\{2|0\\}", "1. \\] It is $1", "2. \\] It is $1"),
        (
            "mean of\n\\begin{equation}\\label{eq:m}\n\\{2|0\\}",
            "1 \\end{equation} It is $1",
            "2 \\end{equation} It is $1",
        ),
    ] {
        let audited = |value: &str| audit_text("said.tex", &format!("On games. The {quantity} = {value}$."));
        let holds = audited(right);
        assert!(holds.findings.is_empty() && holds.questions.is_empty(), "{quantity}: {:?}", holds.questions);
        let found = &holds.equations[0];
        assert!(found.standing == Standing::Holds && found.note.starts_with("as said of the "), "{found:?}");
        let asked = audited(wrong);
        assert!(asked.findings.is_empty(), "{quantity}");
        let [question] = &asked.questions[..] else { panic!("{quantity}: {:?}", asked.questions) };
        let number = right.split(['.', ' ']).next().expect("a number");
        assert!(question.asks.ends_with(&format!("That is {number}.")), "{}", question.asks);
    }
}

fn on(title: &str, remarks: &str) -> Findings {
    let body = "As $\\uparrow = \\{0 | \\ast\\}$ and $\\{1 | 0\\} = \\ast$. ".to_string() + remarks;
    audit_text(
        "play.tex",
        &format!("\\title{{{title}}}\n\\begin{{document}}\nOn games.\n{body}\n\\end{{document}}"),
    )
}

#[test]
fn remarks_on_other_play_do_not_switch_off_an_audit_and_a_paper_on_it_says_so() {
    let remarks = "Compare the dead-ending universe. In guaranteed scoring games, it fails. For scoring games it fails. \
                   Under mis\\`ere play, it fails.";
    assert_eq!(on("Games", remarks).findings.len(), 1);
    let often = "Under misère play, it fails. ".repeat(8);
    assert_eq!(on("Games", &format!("\\section{{Related work}} {often}")).findings.len(), 1);
    assert_eq!(on("Games", &(often.clone() + &"It is so under normal play. ".repeat(4))).findings.len(), 1);
    for (title, remarks) in [("Games", often.as_str()), ("On misère games", "We play misère.")] {
        let findings = on(title, remarks);
        assert!(findings.findings.is_empty(), "{title}");
        let [remark] = &findings.remarks[..] else { panic!("{:?}", findings.remarks) };
        assert!(
            remark.starts_with("2 equations were not tried") && remark.contains("first at play.tex:"),
            "{remark}"
        );
    }
    // A terminal says so.
    let folder = folder("audit-otherwise");
    fs::write(folder.join("paper.tex"), "\\title{Misère games}\n$\\{1|0\\} = \\ast$ in these games.")
        .expect("written");
    let output = referee(&folder, &["audit", "paper.tex"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let said = text(&output.stdout);
    assert!(said.contains("1 equation was not tried") && said.contains("first at paper.tex:1"), "{said}");
}
