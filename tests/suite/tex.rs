//! The TeX reader: tables as papers write them, and what public readers got wrong.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use referee::diagnostic::Source;
use referee::tex::{self, Cell, Document, Table, Wanted};

fn read(text: &str) -> Document {
    let document = tex::read(&Source::new("test.tex", text));
    for cell in document.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.cells) {
        assert_eq!(cell.source, text[cell.span.clone()], "a cell's place holds its source");
    }
    document
}

fn only(text: &str) -> Table {
    let document = read(text);
    assert_eq!(document.problems, [], "no warning");
    let tables: Vec<&Table> = document.tables.iter().filter(|table| !table.nested).collect();
    let [table] = tables[..] else { panic!("{} tables", tables.len()) };
    table.clone()
}

fn warned(text: &str) -> (Table, Vec<String>) {
    let document = read(text);
    let shown = document.problems.iter().map(|problem| {
        let (place, _) = problem.place.as_ref().expect("a warning has a place");
        format!("{}: {}", place, problem.message)
    });
    (document.tables[0].clone(), shown.collect())
}

fn contents(table: &Table) -> Vec<Vec<&str>> {
    table.rows.iter().map(|row| row.cells.iter().map(|cell| cell.content.as_str()).collect()).collect()
}

fn cell(table: &Table, row: usize, column: usize) -> &Cell {
    table.cell(row, column).expect("there is a cell")
}

#[test]
fn a_table_of_values_with_caption_and_label() {
    let table = only(
        r"\begin{table}[ht]\centering
\begin{tabular}{|c||c|c|}
\hline
$n$ & Canonical form & $t$ \\ \hline
1 & $\pm \{3*, \{\{5 \mid 4\} \mid *\}\}$ & 3 \\[2pt]
2 & \(\pm\{5,\{\{8|6*\}|0\}\}\) & 5 \\ \hline
\end{tabular}
\caption[short]{Caterpillars and their \emph{temperatures}.\label{tab:caterpillar}}
\end{table}",
    );
    assert_eq!(
        contents(&table),
        [
            ["n", "Canonical form", "t"],
            ["1", r"\pm \{3*, \{\{5 \mid 4\} \mid *\}\}", "3"],
            ["2", r"\pm\{5,\{\{8|6*\}|0\}\}", "5"],
        ]
    );
    assert!(cell(&table, 1, 1).math && !cell(&table, 1, 2).math);
    assert_eq!(table.label.as_ref().map(|label| label.source.as_str()), Some("tab:caterpillar"));
    assert_eq!(
        table.caption.as_ref().map(|caption| caption.expanded.as_str()),
        Some(r"Caterpillars and their \emph{temperatures}.")
    );
    assert_eq!((table.headings, table.columns.len()), (1, 3));
    assert_eq!(table.columns_headed("$n$"), [0]);
    assert_eq!(table.columns_headed("Canonical  form"), [1]);
    assert_eq!(table.columns_headed("N"), [] as [usize; 0]);
}

#[test]
fn empty_cells_stay() {
    let table = only("\\begin{tabular}{ccc}\na & & c \\\\\n & & \\\\\n & b & \\\\\n\\end{tabular}");
    assert_eq!(contents(&table), [["a", "", "c"], ["", "", ""], ["", "b", ""]]);
}

#[test]
fn spans_keep_their_text_and_their_place_in_the_grid() {
    let table = only(
        r"\begin{tabular}{lccc}
\toprule
\multirow{2}{*}{$n$} & \multicolumn{2}{c}{Left} & \multicolumn{1}{|c|}{\multirow[t]{2}{1cm}{Right}} \\
\cmidrule(lr){2-3}
 & a & b & \\
\midrule
1 & 2 & 3 & 4 \\
\bottomrule
\end{tabular}",
    );
    assert_eq!(table.headings, 2);
    assert_eq!(table.heading(0), "n");
    assert_eq!(table.heading(1), "Left a");
    assert_eq!(table.heading(2), "Left b");
    assert_eq!(table.heading(3), "Right");
    assert_eq!(table.columns_headed("b"), [2]);
    assert_eq!(table.columns_headed("Left"), [1, 2]);
    assert_eq!((cell(&table, 0, 2).column, cell(&table, 0, 2).columns), (1, 2));
    assert_eq!(cell(&table, 2, 3).content, "4");
}

#[test]
fn a_cell_may_cover_the_rows_above_it() {
    let table = only(
        "\\begin{tabular}{cc}\nn & v \\\\ \\hline\n & 2 \\\\\n & 3 \\\\\n\\multirow{-3}{*}{1} & 4 \\\\\n\\multirow{-9}{*}{5} & 6 \\\\\n\\end{tabular}",
    );
    let first: Vec<&str> = (1..5).map(|row| cell(&table, row, 0).content.as_str()).collect();
    assert_eq!(first, ["1", "1", "1", "5"]);
}

#[test]
fn the_authors_macros_are_expanded_and_cells_keep_their_place() {
    let text = r"\newcommand{\game}[2]{\{#1 \mid #2\}}
\newcommand\up[1][1]{#1\cdot\uparrow}
\def\z{*} \let\star\z
\DeclareMathOperator{\mex}{mex}
\newcommand{\row}[2]{#1 & $#2$ \\}
\begin{tabular}{cc}
$n$ & value \\ \hline
\row{1}{\game{3\star}{0}}
2 & $\up$ \\
3 & $\up[2]\z$ \\
4 & $\mex(1)$ \\
\end{tabular}";
    let table = only(text);
    let column: Vec<&str> = table.body().map(|(row, _)| cell(&table, row, 1).content.as_str()).collect();
    assert_eq!(column, [r"\{3* \mid 0\}", r"1\cdot\uparrow", r"2\cdot\uparrow*", r"\operatorname{mex}(1)"]);
    let second = cell(&table, 2, 1);
    assert_eq!((second.source.as_str(), second.expanded.as_str()), (r"$\up$", r"$1\cdot\uparrow$"));
    // What a macro made stands for its call; what was written stands for itself.
    assert_eq!(&text[cell(&table, 1, 0).span.clone()], "1");
    let third = cell(&table, 3, 1);
    assert_eq!(&text[third.place(0..1)], "2");
    assert_eq!(&text[third.place(1..6)], r"\up[2]");
}

#[test]
fn column_specifications_of_every_kind() {
    let spec = |spec: &str, cells: usize| {
        let row = vec!["1"; cells].join(" & ");
        only(&format!(
            "\\newcolumntype{{C}}{{>{{$}}c<{{$}}}}\n\\begin{{tabular}}{{{spec}}}\n{row} \\\\\n\\end{{tabular}}"
        ))
    };
    for (text, columns) in [
        ("|l|c||r|", 3),
        ("*{3}{c|}r", 4),
        ("*{2}{*{2}{c}l}", 6),
        ("@{}l@{ : }r!{\\vrule}c@{}", 3),
        ("p{2cm}m{1 cm}b{\\textwidth}", 3),
        (">{\\bfseries}l<{.}c", 2),
        (">{$}r<{$}C", 2),
        ("S[table-format=3.2]D{.}{.}{-1}", 2),
        ("l<{%\n}c", 2),
    ] {
        let table = spec(text, columns);
        assert_eq!(table.columns.len(), columns, "{text}");
        assert_eq!(contents(&table), [vec!["1"; columns]], "{text}");
    }
    let math: Vec<bool> = spec(">{$}r<{$}lC", 3).columns.iter().map(|column| column.math).collect();
    assert_eq!(math, [true, false, true]);
    assert!(only("\\begin{array}{c} 1 \\end{array}").rows[0].cells[0].math);
    assert_eq!(only("\\begin{tabular*}{\\textwidth}[t]{lr} a & b \\end{tabular*}").width(), 2);
    assert_eq!(only("\\begin{tabularx}{5cm}{lX} a & b \\\\ \\end{tabularx}").width(), 2);
}

/// What `tabularray` prints for these, by its manual: keys in front, covered cells written and empty.
/// As LaTeX prints each cell of these columns; fonts, space and rules are no part of it.
#[test]
fn what_a_specification_prints_around_cells_is_theirs() {
    let read = |specification: &str| {
        let text = format!(
            "\\newcolumntype{{P}}{{>{{$\\pm}}c<{{$}}}}\n\\begin{{tabular}}{{{specification}}}\n$n$ & V \\\\ \\hline\n1 & 3 \\\\\n2 & \\multicolumn{{1}}{{c}}{{4}}\n\\end{{tabular}}"
        );
        let table = only(&text);
        assert_eq!(contents(&table)[0], ["n", "V"], "{specification}");
        assert_eq!(cell(&table, 2, 1).content, "4", "{specification}");
        cell(&table, 1, 1).content.replace(' ', "")
    };
    for (specification, printed) in [
        (r"c>{$\pm}c<{$}", r"\pm3"),
        ("cP", r"\pm3"),
        (r"*{2}{>{$-}c<{$}}", "-3"),
        (r"c>{$}c<{\ast$}", r"3\ast"),
        (r"cc@{\,$\ast$}", r"3\,\ast"),
        (r"c@{=}c", "3"),
        (r"c>{\bfseries\raggedright\arraybackslash}p{2cm}<{\hspace{1em}}", "3"),
        (r"c@{\hskip 2pt plus 1fil}>{$}c<{$}@{\extracolsep{\fill}}", "3"),
        (r"c!{\color{red}\vrule width 2pt}>{\columncolor[gray]{0.9}}c", "3"),
    ] {
        assert_eq!(read(specification), printed, "{specification}");
    }
    for between in [r"c@{ $\pm$}c", r"c!{$-$}c", "r@{.}l"] {
        assert!(read(between).contains("printedbetweencolumns"), "{between}");
    }
}

#[test]
fn tables_of_tabularray() {
    let table = only(
        r"\begin{longtblr}[caption={Long {, odd} values}, label={tab:long}]{colspec={|c|*{2}{Q[c,$]}X[2,l]}, hline{1,2,Z}={solid}, row{1}={font=\bfseries}}
$n$ & G & mean & note\TblrNote{a} \\
1 & \{2 \mid 0\} & 1 & \\
2 & \SetCell[c=2]{c} \pm5 && {two \\ lines} \\
\SetRow{gray9} 3 & \SetCell[r=2]{m} 7 & 7 & \\*
4 & & 7 & \\
\end{longtblr}",
    );
    let words = |passage: &Option<tex::Passage>| passage.as_ref().map(|passage| passage.source.clone());
    assert_eq!(words(&table.caption).as_deref(), Some("Long {, odd} values"));
    assert_eq!(words(&table.label).as_deref(), Some("tab:long"));
    let math: Vec<bool> = table.columns.iter().map(|column| column.math).collect();
    assert_eq!(math, [false, true, true, false]);
    assert_eq!((table.headings, table.headings_known), (1, true));
    assert_eq!(contents(&table)[1], ["1", r"\{2 \mid 0\}", "1", ""]);
    assert_eq!(contents(&table)[2][..2], ["2", r"\pm5"]);
    assert_eq!((cell(&table, 2, 2).content.as_str(), cell(&table, 2, 3).column), (r"\pm5", 3));
    assert_eq!(cell(&table, 4, 1).content, "7");

    let table = only(
        r"\begin{tblr}{cells={mode=math}, rowhead=2, cell{3}{1}={r=2,c=2}{c}} a & b \\ c & d \\ 1 & \\ & \\ \end{tblr}",
    );
    assert_eq!((table.headings, table.headings_known), (2, true));
    assert!(table.rows[0].cells[0].math);
    assert_eq!(cell(&table, 3, 1).content, "1");
    assert_eq!(only(r"\begin{tblr}{lcr} a & b & c \\ \end{tblr}").columns.len(), 3);
    assert_eq!(only(r"\begin{tblr}{} a & b \\ \end{tblr}").width(), 2);
    let (table, warnings) = warned(r"\begin{tblr}{cc} a & b & c \\ \end{tblr}");
    assert_eq!((table.width(), warnings.len()), (3, 1), "{warnings:?}");
}

#[test]
fn tables_that_are_not_read_are_named() {
    for (text, name) in [
        (r"\begin{tabbing} a \= b \\ \end{tabbing}", "`tabbing`"),
        (r"\ctable{cc}{}{a & b \\}", r"`\ctable`"),
        (r"$\matrix{1 & 2 \cr}$", r"`\matrix`"),
    ] {
        let problems = read(text).problems;
        assert!(problems.iter().any(|problem| problem.message.contains(name)), "{text}: {problems:?}");
    }
    assert_eq!(read(r"\begin{tikzpicture}\matrix (m) [matrix] {1 & 2 \\}; \end{tikzpicture}").problems, []);
}

/// Marks of notes are no part of a value; what may be a mark or an exponent is neither.
#[test]
fn marks_of_notes() {
    let table = only(
        r"\begin{tabular}{c} 3$^a$ \\ $3$\textsuperscript{b} \\ $\{4|2\}^\dagger$ \\ .5\rlap{$^c$} \\ \llap{$-$}1 \\ \underline{4} \\ $2^2$ \\ 2$^2$ \\ 2$^n$ \\ 2$^*$ \\ $x^a$ \end{tabular}",
    );
    let read: Vec<&str> = table.rows.iter().map(|row| row.cells[0].content.as_str()).collect();
    let marked = r"2\textsuperscript{2}";
    assert_eq!(
        read,
        ["3", "3", r"\{4|2\}", ".5", "{-}1", "4", "2^2", marked, r"2\textsuperscript{n}", "2^*", "x^a"]
    );
}

/// Rows that number themselves; a counter that something else may change stays as it is written.
#[test]
fn counters_of_the_author() {
    let cells = |before: &str, cells: &str| {
        let table = only(&format!(r"\newcounter{{r}}{before}\begin{{tabular}}{{c}} {cells} \end{{tabular}}"));
        table.rows.iter().map(|row| row.cells[0].content.clone()).collect::<Vec<_>>()
    };
    let row = r"\newcommand{\row}{\stepcounter{r}\arabic{r}}";
    assert_eq!(cells(row, "\\row \\\\ {\\row} \\\\\n% \\row \\\\\n $\\ast\\row$ \\\\"), ["1", "2", r"\ast3"]);
    assert_eq!(cells(r"\setcounter{r}{9}\addtocounter{r}{-11}", r"\ther \\ $\value{r}$"), ["-2", "-2"]);
    assert_eq!(cells(r"\setcounter{r}{2}", r"\alph{r} \\ \Alph{r} \\ \roman{r}"), ["b", "B", r"\roman{r}"]);
    assert_eq!(cells(r"\newcounter{s}\setcounter{s}{4}\setcounter{r}{\value{s}}", r"\ther"), ["4"]);
    assert_eq!(cells(r"\numberwithin{r}{section}", r"\arabic{r}"), [r"\arabic{r}"]);
    assert_eq!(cells("", r"\arabic{page} \\ \thepage"), [r"\arabic{page}", r"\thepage"]);
    let table =
        only(r"\newcounter{r}\begin{tabular}{>{\stepcounter{r}\ther}cc} & \ther \\ & 1 \end{tabular}");
    assert_eq!(cell(&table, 0, 1).content, r"\ther");
}

#[test]
fn row_ends_of_every_kind() {
    let table = only(
        "\\begin{tabular}{cc}\na & b \\\\*[1ex]\nc & d \\tabularnewline\ne & f \\cr\n[0,1] & g \\\\\n[x] & h \\\\ [-2.5 pt]\ni & j\n\\end{tabular}",
    );
    assert_eq!(
        contents(&table),
        [["a", "b"], ["c", "d"], ["e", "f"], ["[0,1]", "g"], ["[x]", "h"], ["i", "j"]]
    );
}

#[test]
fn what_looks_like_structure_inside_braces_or_environments_is_text() {
    let table = only(
        r"\begin{tabular}{cc}
\{L|R\} & $\{\{a \mid b\} \mid c\}$ \\
\shortstack{a & \\ b} & \begin{tabular}{@{}cc@{}}x & \\ y & z\end{tabular} \\
R \& D \% $\cup [0,\infty)$ & \verb|&\\| \\
\end{tabular}",
    );
    assert_eq!(table.rows.len(), 3);
    assert_eq!(cell(&table, 0, 0).content, r"\{L|R\}");
    assert_eq!(cell(&table, 0, 1).content, r"\{\{a \mid b\} \mid c\}");
    assert_eq!(cell(&table, 2, 0).content, r"R \& D \% \cup [0,\infty)");
    assert_eq!(cell(&table, 2, 1).content, r"\verb|&\\|");
}

#[test]
fn looks_are_not_content() {
    let table = only(
        r"\begin{tabular}{cccc}
\rowcolor{gray} \cellcolor[gray]{0.9} $\mathbf{3}$ & \textcolor{red}{$\displaystyle 1/2$} & {\bfseries x~y} & \textbf{$7*$}\footnote{Not $8*$.} \\
\end{tabular}",
    );
    assert_eq!(contents(&table), [["3", "1/2", "x y", "7*"]]);
}

#[test]
fn comments_are_not_printed() {
    let table = only(
        "% \\begin{verbatim}\n\\begin{tabular}{cc}\na & b % a remark & nothing\n\\\\\n% 1 & 2 \\\\\nc%\n & 50\\% \\\\\n\\iffalse x & y \\\\ \\fi\n\\begin{comment}\nq & r \\\\\n\\end{comment}\nd & e \\\\\n\\end{tabular}",
    );
    assert_eq!(contents(&table), [["a", "b"], ["c", r"50\%"], ["d", "e"]]);
}

#[test]
fn commented_out_columns_and_rows_are_given_on_request_and_marked() {
    let text = r"\newcommand{\half}{1/2}
\begin{tabular}{c|ccc}
$n$ & 1 & 2 & 3 %& 4 & 5
\\ \hline
$P_n$ & 0 & 1 & 2 \\ % & 3/2 & 1 \\
% a remark on what follows
% $Q_n$ & 7 & 8 & 9 \\
$R_n$ & 0 &  & %
  -1 \\ %& \half
\end{tabular}";
    let table = only(text);
    assert_eq!(contents(&table), [["n", "1", "2", "3"], ["P_n", "0", "1", "2"], ["R_n", "0", "", "-1"]]);
    let all = table.with_commented();
    assert_eq!(
        contents(&all),
        [
            vec!["n", "1", "2", "3", "4", "5"],
            vec!["P_n", "0", "1", "2", "3/2", "1"],
            vec!["Q_n", "7", "8", "9", "", ""],
            vec!["R_n", "0", "", "-1", "1/2", ""],
        ]
    );
    assert_eq!(all.headings, 1);
    assert!(all.rows[2].commented && !all.rows[1].commented);
    assert!(cell(&all, 1, 4).commented && !cell(&all, 1, 3).commented);
    assert_eq!(&text[cell(&all, 1, 4).span.clone()], "3/2");
    assert_eq!(&text[cell(&all, 3, 4).span.clone()], r"\half");
    // Columns that are commented out in the middle of a row stand in the middle.
    let middle = only("\\begin{tabular}{cc}\na %& x\n& b \\\\\nc & d \\\\\n\\end{tabular}").with_commented();
    assert_eq!(contents(&middle), [["a", "x", "b"], ["c", "", "d"]]);
    // A cell over several columns covers those that are commented out between them.
    let spanning =
        only("\\begin{tabular}{cc}\na %& x\n& b \\\\\n\\multicolumn{2}{c}{c} \\\\\n\\end{tabular}");
    let row = &spanning.with_commented().rows[1];
    assert_eq!((row.cells.len(), row.cells[0].columns), (1, 3));
}

#[test]
fn a_row_of_another_width_is_a_warning_with_its_place() {
    let (table, warnings) =
        warned("\\begin{tabular}{cc}\na & b \\\\\nc & d & e \\\\\nf \\\\\n\\end{tabular}");
    assert_eq!(table.rows.len(), 3);
    assert_eq!(
        warnings,
        [
            "test.tex:3:1: the row has 3 columns, its table 2 columns",
            "test.tex:4:1: the row has 1 column, its table 2 columns"
        ]
    );
}

#[test]
fn what_is_not_ended_does_not_take_the_rest() {
    let (_, warnings) = warned("\\begin{tabular}{c}\na { b \\\\\nc\n\\end{tabular}\nafter");
    assert_eq!(warnings, ["test.tex:2:3: the brace is not closed in its table"]);
    let (table, warnings) = warned("\\begin{tabular}{c}\na \\\\\n\\begin{center} b \\end{tabular} after");
    assert_eq!((table.rows.len(), warnings.len()), (2, 0));
    let (_, warnings) = warned("x\n\\begin{tabular}{c}\na \\\\");
    assert_eq!(warnings, ["test.tex:2:1: `tabular` is not ended"]);
    let (_, warnings) = warned("\\begin{tabular}{c} a \\end{tabularx}");
    assert_eq!(warnings, ["test.tex:1:22: `tabular` is ended by `tabularx`"]);
}

#[test]
fn a_macro_that_does_not_end_is_left_as_it_is_written() {
    for text in [
        "\\def\\a{\\a\\a}\\begin{tabular}{c}\\a\\end{tabular}",
        "\\def\\a{x\\b}\\def\\b{\\a}\\begin{tabular}{c}\\a\\end{tabular}",
        "\\def\\a{\\b\\b\\b\\b\\b\\b\\b\\b}\\def\\b{\\c\\c\\c\\c\\c\\c\\c\\c}\\def\\c{\\d\\d\\d\\d\\d\\d\\d\\d}\\def\\d{\\e\\e\\e\\e\\e\\e\\e\\e}\\def\\e{\\f\\f\\f\\f\\f\\f\\f\\f}\\def\\f{xxxxxxxx}\\begin{tabular}{c}\\a\\end{tabular}",
    ] {
        let (_, warnings) = warned(text);
        assert!(warnings[0].contains("does not come to an end when expanded"), "{warnings:?}");
    }
    // A delimited argument is matched, or the call is left and said to be.
    let table = only("\\def\\v#1.{(#1)}\\begin{tabular}{c}\\v 1.\\end{tabular}");
    assert_eq!(contents(&table), [["(1)"]]);
    let (table, warnings) = warned("\\def\\v#1.{(#1)}\\begin{tabular}{c}\\v 1\\end{tabular}\n\nNo. ");
    assert_eq!(warnings, ["test.tex:1:34: `\\v` is not followed by what its definition asks for"]);
    assert_eq!(contents(&table), [["\\v 1"]]);
}

#[test]
fn a_float_ties_captions_to_its_tables_one_by_one() {
    let document = read(
        r"\begin{table}
\begin{subtable}{1cm}\begin{tabular}{c}a\end{tabular}\caption{A}\label{a}\end{subtable}
\begin{subtable}{1cm}\begin{tabular}{c}b\end{tabular}\caption{B}\label{b}\end{subtable}
\caption{Both}
\end{table}
\begin{tabular}{c}free\end{tabular}
\begin{longtable}{c}\caption{Long}\label{long}\\ x \\ \endhead y \\ \end{longtable}
\begin{table}\caption{Two}\begin{tabular}{c}c\end{tabular}\begin{tabular}{c}d\end{tabular}\end{table}",
    );
    let captions: Vec<Option<&str>> = document
        .tables
        .iter()
        .map(|table| table.caption.as_ref().map(|caption| caption.source.as_str()))
        .collect();
    assert_eq!(captions, [Some("A"), Some("B"), None, Some("Long"), Some("Two"), Some("Two")]);
    assert_eq!(document.tables[3].label.as_ref().map(|label| label.source.as_str()), Some("long"));
}

#[test]
fn a_table_is_found_by_label_caption_or_headings_and_the_nearest_are_named() {
    let document = read(
        r"\begin{table}\caption{Temperatures of paths}\label{tab:paths}
\begin{tabular}{cc}$n$ & $P_n$ \\ \hline 1 & 0 \\ \end{tabular}\end{table}
\begin{table}\caption{Caterpillars}\label{tab:cat}
\begin{tabular}{cc}$n$ & $t$ \\ \hline 1 & 3 \\ \end{tabular}\end{table}",
    );
    let found = |wanted: Wanted<'_>| tex::find(&document.source, tex::tables(&document), &wanted);
    let label = |label| Wanted { label: Some(label), ..Wanted::default() };
    let label_of = |table: &Table| table.label.as_ref().map(|label| label.source.clone()).unwrap_or_default();
    assert_eq!(found(label("tab:cat")).map(label_of), Ok("tab:cat".into()));
    let by_caption = Wanted { caption: Some("temperatures of"), ..Wanted::default() };
    assert_eq!(found(by_caption).map(label_of), Ok("tab:paths".into()));
    let by_heading = Wanted { headings: &["n", "$t$"], ..Wanted::default() };
    assert_eq!(found(by_heading).map(label_of), Ok("tab:cat".into()));
    let none = found(Wanted { headings: &["n", "t", "deg"], ..Wanted::default() }).unwrap_err();
    assert_eq!(none.message, "no table of test.tex fits");
    assert_eq!(
        none.candidates,
        [
            "line 4: label `tab:cat`, caption “Caterpillars”, headings n | t",
            "line 2: label `tab:paths`, caption “Temperatures of paths”, headings n | P_n",
        ]
    );
    let several = found(Wanted { headings: &["n"], ..Wanted::default() }).unwrap_err();
    assert_eq!(several.message, "2 tables of test.tex fit");
}

#[test]
fn a_table_can_be_turned() {
    let table = only(
        "\\begin{tabular}{c|cc}\n$n$ & 1 & 2 \\\\ \\hline\n$P_n$ & 0 & 1 \\\\\n$Q_n$ & 3 & 4 \\\\\n\\end{tabular}",
    );
    let turned = table.transposed();
    assert_eq!(contents(&turned), [["n", "P_n", "Q_n"], ["1", "0", "3"], ["2", "1", "4"]]);
    assert_eq!((turned.headings, turned.heading(2)), (1, "Q_n".to_string()));
    assert_eq!(contents(&turned.transposed()), contents(&table));
}

#[test]
fn a_table_printed_in_turns_is_unwrapped() {
    let table = only(
        r"\begin{tabular}{ccp{1em}cc||cc}
$k$ & $n_0$ & & k & $n_0$ & $k$ & $n_0$ \\ \hline
1 & 5 & & 3 & 7 & 5 & \\
2 & 6 & & 4 & \multicolumn{1}{r}{8} & & \\
\end{tabular}",
    );
    assert_eq!((table.rows.len(), table.width()), (3, 7));
    let long = table.unwrapped();
    assert_eq!(contents(&long), [["k", "n_0"], ["1", "5"], ["2", "6"], ["3", "7"], ["4", "8"], ["5", ""]]);
    assert_eq!((long.headings, long.columns_headed("$n_0$")), (1, vec![1]));
    // Without turns there is nothing to unwrap, nor where a cell stands in two of them.
    for text in [
        "\\begin{tabular}{ccc}\n$n$ & a & b \\\\ \\hline\n1 & 2 & 3 \\\\\n\\end{tabular}",
        "\\begin{tabular}{cc}\nk & k \\\\ \\hline\n\\multicolumn{2}{c}{1} \\\\\n\\end{tabular}",
    ] {
        assert_eq!(only(text).unwrapped(), only(text));
    }
}

#[test]
fn a_long_table_has_its_head_once() {
    let long = only(
        r"\begin{longtable}{cc}
$n$ & value \\ \hline \endfirsthead
$n$ & value (continued) \\ \hline \endhead
\multicolumn{2}{r}{next page} \\ \endfoot
\hline \multicolumn{2}{r}{end} \\ \endlastfoot
1 & $*$ \\
2 & $0$ \\
\end{longtable}",
    );
    assert_eq!(contents(&long), [vec!["n", "value"], vec!["1", "*"], vec!["2", "0"], vec!["end"]]);
    assert_eq!((long.headings, long.headings_known), (1, true));
    let several = only(
        r"\tablehead{\hline $n$ & \multicolumn{1}{c|}{value} \\ \hline}\tabletail{\hline}
\begin{supertabular}{|c|c|}
1 & $*$ \\
2 & $0$ \\
\end{supertabular}",
    );
    assert_eq!(contents(&several), [["n", "value"], ["1", "*"], ["2", "0"]]);
    assert_eq!((several.headings, several.heading(1)), (1, "value".to_string()));
}

#[test]
fn transcripts_name_the_origin_of_every_row() {
    let text = "% origin: quoted by an audit\n\\begin{tabular}{cc}\n$n$ & $t$ \\\\ \\hline\n1 & 3 \\\\\n% origin: Table 1\n2 & 5 \\\\\n\\end{tabular}";
    let table = only(text);
    let origins: Vec<Option<&str>> = table.rows.iter().map(|row| row.origin.as_deref()).collect();
    assert_eq!(origins, [Some("quoted by an audit"), Some("quoted by an audit"), Some("Table 1")]);
    let bare = read("\\begin{tabular}{c}\nn \\\\\n1 \\\\\n% origin: x\n2 \\\\\n\\end{tabular}");
    assert_eq!(bare.rows_without_origin().len(), 1);

    let tsv = "# origin: a survey\n# caption: Paths\n# label: paths\nn\tP_n\torigin\n1\t 0\t\n2\t\tanother\n";
    let document = tex::read_tsv(&Source::new("test.tsv", tsv));
    assert_eq!((&document.problems[..], document.rows_without_origin().len()), (&[][..], 0));
    let table = &document.tables[0];
    assert_eq!(contents(table), [["n", "P_n"], ["1", "0"], ["2", ""]]);
    assert_eq!(table.rows[1].origin.as_deref(), Some("a survey"));
    assert_eq!(table.rows[2].origin.as_deref(), Some("another"));
    assert_eq!(&tsv[cell(table, 1, 1).span.clone()], "0");
    assert_eq!(table.caption.as_ref().map(|caption| &tsv[caption.span.clone()]), Some("Paths"));
    let bare = tex::read_tsv(&Source::new("test.tsv", "n\tt\n1\t2\n"));
    assert_eq!(bare.rows_without_origin().len(), 1);
}

#[test]
fn a_megabyte_is_read() {
    let row = "3 & $\\pm\\{3*, \\{\\{5 \\mid 4\\} \\mid *\\}\\}$ & \\game{1}{\\game{2}{3}} & 7/2 \\\\\n";
    let mut text = String::from("\\newcommand{\\game}[2]{\\{#1\\mid #2\\}}\n");
    while text.len() < 1_000_000 {
        text.push_str("\\begin{tabular}{cccc}\n");
        (0..50).for_each(|_| text.push_str(row));
        text.push_str("\\end{tabular}\nSome words between tables, with $x_1$ and a \\% sign.\n\n");
    }
    let document = tex::read(&Source::new("test.tex", text));
    assert_eq!(document.problems, []);
    assert!(document.tables.len() > 200 && document.tables.iter().all(|table| table.rows.len() == 50));
}

#[test]
fn hostile_texts_end() {
    for text in [
        "{".repeat(100_000),
        "\\begin{tabular}".repeat(20_000),
        "\\begin{tabular}{c}".repeat(5_000),
        "\\newcommand{\\a}[9]{".repeat(20_000),
        "\\def\\a#1{\\a{#1#1}}\\a{x}".repeat(50),
        "\\multicolumn{2}{c}{".repeat(5_000),
        format!("\\begin{{tabular}}{{{}}}", "*{999}{".repeat(50)),
        "[".repeat(50_000),
        format!("\\begin{{tabular}}{{c}}{}", "\\cellcolor[".repeat(20_000)),
    ] {
        let start = Instant::now();
        read(&text);
        assert!(start.elapsed() < Duration::from_secs(20), "{:?} for {}…", start.elapsed(), &text[..20]);
    }
}

/// Words that matter to the reader, in any order.
fn tex_soup() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "\\begin{tabular}{cc}",
        "\\begin{array}{*{2}{c}}",
        "\\end{tabular}",
        "\\end{array}",
        "\\begin{table}",
        "\\end{table}",
        "\\caption{",
        "\\label{x}",
        "&",
        "\\\\",
        "\\\\[2pt]",
        "\\hline",
        "\\cline{1-2}",
        "\\multicolumn{2}{c}{",
        "\\multirow{2}{*}{",
        "{",
        "}",
        "$",
        "%",
        "% a & b \\\\\n",
        "%& c\n",
        "\n",
        "\n\n",
        " ",
        "\\newcommand{\\a}[1]{",
        "\\a",
        "\\def\\b#1{",
        "\\b",
        "\\let\\a\\b",
        "#1",
        "[",
        "]",
        "\\",
        "\\verb|",
        "|",
        "\\iffalse",
        "\\fi",
        "é",
        "±",
        "7",
        "*",
        "\\newcolumntype{c}{c}",
        "\\textbf",
        "\\cellcolor",
        "\\rowcolor",
        "\\iftrue",
        "\\else",
        "\\ifnum1<2 ",
        "\\newif\\ifx",
        "\\input{test}",
        "\\endinput",
        "\\begin{pmatrix}",
        "\\end{pmatrix}",
        "\\newenvironment{e}{",
        "\\begin{e}",
        "\\end{e}",
        "\\def\\c#1.#2{",
        "\\c",
        "\\edef\\a{",
        "\\expandafter",
        "\\csname",
        "\\endcsname",
        "\\catcode`\\|=13",
        "\\MakeShortVerb{\\|}",
        "\\DeclarePairedDelimiter{\\a}{(}{)}",
        "\\NewDocumentCommand{\\a}{s o m}{",
        "##1",
        "\\endhead",
        "\\tablehead{",
        "\\begin{deluxetable}{c}",
        "\\left(",
        "\\documentclass{x}",
        "\\begin{document}",
        "\\makecell{",
    ]);
    prop::collection::vec(words, 0..60).prop_map(|words| words.concat())
}

fn probe(document: &Document) {
    for table in &document.tables {
        for table in [
            table.clone(),
            table.with_commented(),
            table.transposed(),
            table.with_commented().transposed(),
            table.unwrapped(),
        ] {
            for row in 0..table.rows.len() {
                for column in 0..table.width() {
                    if let Some(cell) = table.cell(row, column) {
                        let place = cell.place(0..cell.content.len());
                        assert!(place.end <= document.source.text.len());
                    }
                }
                let mut next = 0;
                for cell in &table.rows[row].cells {
                    assert!(cell.column >= next && cell.columns > 0, "cells do not overlap");
                    next = cell.column + cell.columns;
                }
            }
            table.heading(0);
        }
    }
    for problem in document.problems.iter().chain(&document.rows_without_origin()) {
        problem.render(false);
    }
}

proptest! {
    #[test]
    fn any_text_is_read(text in any::<String>()) {
        probe(&read(&text));
        probe(&tex::read_tsv(&Source::new("test.tsv", text)));
    }

    #[test]
    fn any_soup_of_commands_is_read(text in tex_soup()) {
        probe(&read(&text));
    }

    #[test]
    fn any_lines_and_tabs_are_read(text in "[ab#\t\n\r ]{0,60}") {
        probe(&tex::read_tsv(&Source::new("test.tsv", text)));
    }

    #[test]
    fn what_was_laid_out_is_read(cells in prop::collection::vec(prop::collection::vec("[a-z0-9]{0,3}", 3), 1..6)) {
        // A row of which nothing is written is no row.
        let rows: Vec<String> = cells.iter().map(|row| row.join(" & ") + " \\\\\n").collect();
        let table = only(&format!("\\begin{{tabular}}{{|*{{3}}{{c|}}}}\n{}\\end{{tabular}}", rows.concat()));
        prop_assert_eq!(contents(&table), cells);
    }
}
