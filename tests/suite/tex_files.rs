//! Papers of several files: which is the main one, what it includes, and in what encoding each is written.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use referee::diagnostic::{Diagnostic, Source};
use referee::tex::{self, Document, Role, TableKind};

fn files(files: &[(&str, &str)]) -> BTreeMap<String, Vec<u8>> {
    files.iter().map(|(name, text)| (name.to_string(), text.as_bytes().to_vec())).collect()
}

fn read(project: &[(&str, &str)]) -> Result<Document, Diagnostic> {
    tex::read_project(&files(project), None, "paper")
}

fn main_of(document: &Document) -> &str {
    let main = document.files.iter().find(|file| file.role == Role::Main).expect("there is a main file");
    assert_eq!(document.source.file_at(0).0, main.name, "the main file is the first");
    &main.name
}

fn main_file(project: &[(&str, &str)]) -> String {
    main_of(&read(project).expect("it has a main file")).to_string()
}

const CLASS: &str = "\\documentclass{article}\n\\begin{document}\n\\end{document}\n";

#[test]
fn the_main_file_is_the_one_that_says_so() {
    let json = "{\"sources\": [{\"filename\": \"b.tex\", \"usage\": \"toplevel\"}, {\"filename\": \"a.tex\", \"usage\": \"include\"}]}";
    assert_eq!(main_file(&[("00README.json", json), ("a.tex", CLASS), ("b.tex", CLASS)]), "b.tex");
    let ignored = "{\"sources\": [{\"filename\": \"a.tex\", \"usage\": \"ignore\"}]}";
    assert_eq!(main_file(&[("00README.json", ignored), ("a.tex", CLASS), ("b.tex", CLASS)]), "b.tex");
    assert_eq!(
        main_file(&[("00README.XXX", "b.tex toplevelfile\n"), ("a.tex", CLASS), ("b.tex", CLASS)]),
        "b.tex"
    );
    assert_eq!(main_file(&[("00README.json", "{broken"), ("b.tex", CLASS)]), "b.tex");
    let both = "{\"sources\": [{\"filename\": \"b.tex\", \"usage\": \"toplevel\"}, {\"filename\": \"a.tex\", \"usage\": \"toplevel\"}]}";
    let document = read(&[("00README.json", both), ("a.tex", CLASS), ("b.tex", CLASS)]).expect("it is read");
    assert_eq!(main_of(&document), "b.tex");
    assert_eq!(document.problems[0].message, "reading began at `b.tex`; a document of its own, too: `a.tex`");
}

#[test]
fn the_main_file_is_the_one_with_a_class_or_a_bibliography_or_a_usual_name() {
    assert_eq!(main_file(&[("z.tex", CLASS), ("a.tex", "words % \\documentclass{article}")]), "z.tex");
    assert_eq!(main_file(&[("z.tex", "\\documentstyle[12pt]{article}"), ("a.tex", "")]), "z.tex");
    assert_eq!(main_file(&[("a.tex", CLASS), ("b.tex", CLASS), ("b.bbl", "")]), "b.tex");
    assert_eq!(main_file(&[("a.tex", CLASS), ("main.tex", CLASS)]), "main.tex");
    assert_eq!(main_file(&[("a.tex", "\\documentclass[main]{subfiles}"), ("z.tex", CLASS)]), "z.tex");
    assert_eq!(main_file(&[("old", "\\magnification=1200 words \\bye"), ("fig.png", "")]), "old");
    assert_eq!(main_file(&[("anc/a.tex", CLASS), ("b.tex", CLASS)]), "b.tex");
    assert_eq!(main_file(&[("a.tex", "%auto-ignore\n\\documentclass{article}"), ("b.tex", CLASS)]), "b.tex");
}

#[test]
fn where_several_could_be_the_main_file_they_are_named() {
    let project = [("one.tex", CLASS), ("two.tex", CLASS)];
    let problem = read(&project).expect_err("it cannot know");
    assert_eq!(problem.message, "2 files of paper could be the main one");
    assert_eq!(problem.notes, ["say which by `--main`: `one.tex`, `two.tex`"]);
    let document = tex::read_project(&files(&project), Some("two"), "paper").expect("told which");
    assert_eq!(main_of(&document), "two.tex");
    let problem = tex::read_project(&files(&project), Some("three"), "paper").expect_err("not there");
    assert_eq!(problem.message, "paper has no file `three`");
    let problem = read(&[("paper.pdf", "%PDF")]).expect_err("no TeX");
    assert_eq!(problem.message, "paper has no TeX file");
    assert!(read(&[]).is_err());
}

#[test]
fn each_file_is_read_in_its_own_encoding() {
    let role = |name: &str, bytes: &[u8]| {
        let mut all = files(&[("ms.tex", CLASS)]);
        all.insert(name.to_string(), bytes.to_vec());
        let document = tex::read_project(&all, None, "paper").expect("it is read");
        let file = document.files.into_iter().find(|file| file.name == name).expect("it is listed");
        (file.encoding, file.role)
    };
    let text = |bytes: &[u8]| tex::decode(bytes).map(|(text, encoding)| format!("{encoding}: {text}"));
    assert_eq!(text("Gröbner".as_bytes()).as_deref(), Some("UTF-8: Gröbner"));
    assert_eq!(text(b"\xEF\xBB\xBFGr").as_deref(), Some("UTF-8: Gr"));
    assert_eq!(text(b"\xFF\xFEG\0\xF6\0").as_deref(), Some("UTF-16LE: Gö"));
    assert_eq!(text(b"\xFE\xFF\0G\0\xF6").as_deref(), Some("UTF-16BE: Gö"));
    assert_eq!(text(b"Gr\xF6bner \x93").as_deref(), Some("windows-1252: Gröbner “"));
    assert_eq!(
        text(b"\\usepackage[applemac]{inputenc} Gr\x9Abner").as_deref(),
        Some("macintosh: \\usepackage[applemac]{inputenc} Gröbner")
    );
    assert_eq!(text(b"a\rb").as_deref(), Some("UTF-8: a\nb"));
    assert_eq!(text(b"a\0b"), None);
    assert_eq!(role("anc/data.csv", b"1,2"), (String::new(), Role::Ancillary));
    assert_eq!(role("figure.pdf", b"%PDF"), (String::new(), Role::Other));
    assert_eq!(role("part.tex", b"\xF6"), ("windows-1252".into(), Role::Unused));
}

#[test]
fn title_and_abstract_are_known() {
    let document = read(&[(
        "ms.tex",
        "\\documentclass{article}\\title[Short]{On \\emph{Snort}}\\begin{document}\\begin{abstract}\nWe play.\n\\end{abstract}\\end{document}",
    )])
    .expect("it is read");
    assert_eq!(document.title.map(|title| title.source), Some("On \\emph{Snort}".into()));
    assert_eq!(document.summary.map(|summary| summary.source), Some("We play.".into()));
}

/// The contents of the only table of a project whose main file is the first.
fn contents(project: &[(&str, &str)]) -> (Vec<Vec<String>>, Vec<String>) {
    let document = tex::read_project(&files(project), Some(project[0].0), "paper").expect("it is read");
    let [table] = &document.tables[..] else { panic!("{} tables", document.tables.len()) };
    let rows = table.rows.iter();
    let cells = rows.map(|row| row.cells.iter().map(|cell| cell.content.clone()).collect()).collect();
    let problems = document.problems.iter().map(|problem| {
        let (place, _) = problem.place.as_ref().expect("a warning has a place");
        format!("{place}: {}", problem.message)
    });
    (cells, problems.collect())
}

/// What is read of the cells of a table in a single file, without warnings.
fn cells(preamble: &str, row: &str) -> Vec<String> {
    let text = format!(
        "{preamble}\\begin{{tabular}}{{{}}}\n{row}\n\\end{{tabular}}",
        "c".repeat(row.split(" & ").count())
    );
    let (mut rows, problems) = contents(&[("a.tex", &text)]);
    assert_eq!(problems, [] as [&str; 0], "{text}");
    rows.remove(0)
}

#[test]
fn files_include_one_another_and_every_cell_knows_its_own() {
    let project = [
        (
            "ms.tex",
            "\\documentclass{article}\n\\usepackage{amsmath,own}\n\\begin{document}\n\\include{parts/one}\n\\end{document}\nNot read: \\input{nowhere}\n",
        ),
        (
            "own.sty",
            "\\newcommand{\\up@}{\\uparrow}\\newcommand{\\half}{1/2}\\newcommand{\\arrow}{\\up@}Noise & noise",
        ),
        (
            "parts/one.tex",
            "\\begin{tabular}{cc}\n$n$ & value \\\\ \\hline\n\\input two\n\\input{parts/three.tex}\\import{parts/}{four}\n\\InputIfFileExists{five}{}{9 & \\half \\\\}\n\\end{tabular}\n",
        ),
        ("parts/two.tex", "1 & $\\half$ \\\\\n\\endinput\n7 & 7 \\\\\n"),
        ("parts/three.tex", "2 & $\\arrow$ \\\\"),
        ("parts/four.tex", "3 & \\input{six} \\\\\n"),
        ("parts/six.tex", "six"),
    ];
    let (rows, problems) = contents(&project);
    assert_eq!(problems, [] as [&str; 0]);
    let wanted = [["n", "value"], ["1", "1/2"], ["2", "\\uparrow"], ["3", "six"], ["9", "1/2"]];
    assert_eq!(rows, wanted.map(|row| row.map(String::from)));
    let document = read(&project).expect("it is read");
    let place = |row: usize| document.source.file_line(document.tables[0].rows[row].cells[0].span.start);
    assert_eq!(
        [place(0), place(1), place(2), place(4)],
        [("parts/one.tex", 2), ("parts/two.tex", 1), ("parts/three.tex", 1), ("parts/one.tex", 5)]
    );
    assert!(document.files.iter().all(|file| matches!(file.role, Role::Main | Role::Included)));
}

#[test]
fn a_document_within_another_ends_without_it() {
    let part = "\\documentclass[ms]{subfiles}\n\\begin{document}\n1 \\\\\n\\end{document}\nnothing";
    let main = "\\documentclass{article}\\begin{document}\\begin{tabular}{c}\\subfile{part}2\\end{tabular}\\end{document}";
    let (rows, problems) = contents(&[("ms.tex", main), ("part.tex", part)]);
    assert_eq!(problems, [] as [&str; 0]);
    assert_eq!(rows, [["1"], ["2"]]);
}

#[test]
fn files_that_are_missing_or_include_themselves_are_warnings() {
    let (rows, problems) = contents(&[
        ("ms.tex", "\\usepackage{nowhere}\n\\begin{tabular}{c}\n\\input{a}\n\\input{b}\n\\end{tabular}"),
        ("a.tex", "1 \\\\ \\input{a}"),
    ]);
    assert_eq!(
        problems,
        ["ms.tex:4:1: the file `b` is not there", "a.tex:1:6: `a` includes itself and is not read again"]
    );
    assert_eq!(rows, [["1"]]);
    // However many times files include one another, it ends.
    let many = "\\input{b}\n".repeat(2000);
    let twice: Vec<(&str, String)> =
        vec![("ms.tex", many.clone()), ("b.tex", many.replace('b', "c")), ("c.tex", many.replace('b', "d"))];
    let all: Vec<(&str, &str)> = twice.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let document = tex::read_project(&files(&all), Some("ms.tex"), "paper").expect("it is read");
    assert!(document.problems.iter().any(|problem| problem.message.starts_with("too many files")));
}

#[test]
fn conditionals_are_decided_where_they_can_be() {
    assert_eq!(cells("\\newif\\ifdraft", "\\ifdraft a\\else b\\fi & \\ifdraft a\\fi c \\\\"), ["b", "c"]);
    assert_eq!(
        cells("\\newif\\ifdraft\\drafttrue", "\\ifdraft a\\else b\\fi & \\ifdraft a\\fi c \\\\"),
        ["a", "ac"]
    );
    let nested = "\\iffalse a \\iff b \\ifx x\\else y\\fi \\newif\\ifnew \\else c\\fi & \\iftrue d\\iffalse e\\fi\\else f\\fi \\\\";
    assert_eq!(cells("", nested), ["c", "d"]);
    assert_eq!(
        cells(
            "",
            "\\ifnum 2<10 a\\else b\\fi & \\ifcase2 a\\or b\\or c\\else d\\fi & \\ifcase7 a\\else d\\fi \\\\"
        ),
        ["a", "c", "d"]
    );
    let arguments = "\\newcommand{\\v}[2][]{\\ifthenelse{\\equal{#1}{}}{#2}{#1\\cdot #2}}";
    assert_eq!(
        cells(arguments, "$\\v{\\uparrow}$ & $\\v[3]{\\uparrow}$ \\\\"),
        ["\\uparrow", "3\\cdot \\uparrow"]
    );
    let next = "\\makeatletter\\def\\v{\\@ifstar{-\\w}{\\w}}\\def\\w{\\@ifnextchar[{\\x}{\\x[1]}}\\def\\x[#1]#2{#1\\cdot#2}\\makeatother";
    assert_eq!(cells(next, "$\\v*{y}$ & $\\v[2]{y}$ \\\\"), ["-1\\cdot y", "2\\cdot y"]);
    let empty = "\\def\\v#1{\\if\\relax\\detokenize{#1}\\relax 0\\else#1\\fi}\\def\\w#1{\\ifx\\\\#1\\\\0\\else#1\\fi}";
    assert_eq!(cells(empty, "\\v{} & \\v{2} & \\w{} & \\w{\\up3} \\\\"), ["0", "2", "0", "\\up3"]);
    // What belongs to a false branch is not defined, and in math there is no second dollar.
    assert_eq!(
        cells(
            "\\def\\x{1}\\iffalse\\def\\x{2}\\fi\\def\\y{\\ifmmode 3\\else $4$\\fi}",
            "\\x & $\\y$ & \\y \\\\"
        ),
        ["1", "3", "4"]
    );
}

#[test]
fn definitions_hold_within_their_group() {
    assert_eq!(cells("\\def\\x{1}{\\def\\x{2}}", "\\x & {\\def\\x{3}\\x} & \\x \\\\"), ["1", "3", "1"]);
    assert_eq!(
        cells(
            "\\def\\x{1}{\\gdef\\x{2}}\\begin{center}\\renewcommand{\\x}{3}\\end{center}",
            "\\x & \\x \\\\"
        ),
        ["2", "2"]
    );
    assert_eq!(
        cells("\\let\\old\\mid\\renewcommand{\\mid}{\\old\\old}", "$\\mid$ & \\old \\\\"),
        ["\\mid\\mid", "\\mid"]
    );
    assert_eq!(cells("\\def\\x{1}\\edef\\y{\\x}\\edef\\y{\\y\\y}\\def\\x{2}", "\\y & \\x \\\\"), ["11", "2"]);
    assert_eq!(
        cells(
            "\\expandafter\\def\\csname v3\\endcsname{5}",
            "\\csname v3\\endcsname & \\csname v4\\endcsname \\\\"
        ),
        ["5", "\\v4"]
    );
}

#[test]
fn arguments_of_every_kind() {
    let paired = "\\DeclarePairedDelimiter{\\set}{\\{}{\\}}\\DeclarePairedDelimiterX{\\game}[2]{\\{}{\\}}{#1\\,\\delimsize\\vert\\,#2}";
    assert_eq!(
        cells(paired, "$\\set{0}$ & $\\set*{0}$ & $\\set[\\big]{0}$ & $\\game*{1}{0}$ \\\\"),
        ["\\{0\\}", "\\{0\\}", "\\{0\\}", "\\{1\\,\\vert\\,0\\}"]
    );
    let document =
        "\\NewDocumentCommand{\\v}{s O{1} m o}{\\IfBooleanTF{#1}{-}{}#2\\cdot#3\\IfNoValueF{#4}{^{#4}}}";
    assert_eq!(cells(document, "$\\v{x}$ & $\\v*[2]{y}[3]$ \\\\"), ["1\\cdot x", "-2\\cdot y^{3}"]);
    let nested = "\\newcommand{\\make}[2]{\\newcommand#1[1]{#2##1}}\\make{\\twice}{2\\cdot}";
    assert_eq!(cells(nested, "$\\twice{x}$ & \\twice y \\\\"), ["2\\cdot x", "2\\cdot y"]);
    let environment = "\\newenvironment{pair}[1][c]{\\begin{tabular}{#1#1}}{\\end{tabular}}";
    let text = format!("{environment}\\begin{{pair}}[l]\n1 & 2 \\\\\n\\end{{pair}}");
    assert_eq!(contents(&[("a.tex", &text)]), (vec![vec!["1".to_string(), "2".to_string()]], Vec::new()));
}

#[test]
fn characters_are_what_their_categories_say() {
    assert_eq!(
        cells("\\def\\a{1}\\makeatletter\\def\\a@b{2}\\def\\x{\\a@b}\\makeatother", "\\a@b & \\x \\\\"),
        ["1@b", "2"]
    );
    assert_eq!(cells("\\catcode`\\@=11\\def\\a@{2}\\def\\x{\\a@}\\catcode64=12", "\\x & @ \\\\"), ["2", "@"]);
    assert_eq!(cells("\\catcode`\\|=\\active\\def|{\\mid}", "$|$ & \\| \\\\"), ["\\mid", "\\|"]);
    assert_eq!(cells("\\MakeShortVerb{\\|}", "|a{| & \\verb+}%+ \\\\ % |"), ["|a{|", "\\verb+}%+"]);
    assert_eq!(
        cells(
            "\\lstnewenvironment{code}{}{}\\begin{code}\n\\begin{tabular}{\n\\end{code}\n",
            "\\lstinline[x]!{! & \\url{a%b} \\\\"
        ),
        ["\\lstinline[x]!{!", "\\url{a%b}"]
    );
}

/// The tables as their contents, each with what surrounds it.
fn shown(document: &Document) -> String {
    let mut shown = String::new();
    for table in &document.tables {
        let (_, line) = document.source.file_line(table.span.start);
        let letters: Vec<String> = table
            .columns
            .iter()
            .map(|column| format!("{}{}", column.letter, if column.math { "$" } else { "" }))
            .collect();
        shown.push_str(&format!("line {line}: {} {}", table.environment, letters.join(" ")));
        if table.kind == TableKind::Matrix {
            shown.push_str(", a matrix");
        }
        if table.nested {
            shown.push_str(", in a cell");
        }
        for (name, passage) in [("caption", &table.caption), ("label", &table.label)] {
            if let Some(passage) = passage {
                shown.push_str(&format!(", {name} `{}`", passage.expanded));
            }
        }
        shown.push('\n');
        for (index, row) in table.rows.iter().enumerate() {
            let heading = index < table.headings;
            shown.push_str(match (heading, table.headings_known) {
                (true, true) => "  = ",
                (true, false) => "  ? ",
                (false, _) => "  - ",
            });
            let cells = row.cells.iter().map(|cell| {
                let span = match (cell.columns, cell.rows) {
                    (1, 1) => String::new(),
                    (columns, rows) => format!(" ({columns}x{rows})"),
                };
                format!("{}{span}", cell.content)
            });
            shown.push_str(&cells.collect::<Vec<_>>().join(" | "));
            shown.push('\n');
        }
    }
    for problem in &document.problems {
        let (place, _) = problem.place.as_ref().expect("a warning has a place");
        shown.push_str(&format!("{place}: {}\n", problem.message));
    }
    shown
}

/// What other readers got wrong, each in a file of our own.
#[test]
fn what_others_could_not_read_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tex/hard");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".tex"))
        .collect();
    names.sort();
    assert!(names.len() >= 20, "{} files", names.len());
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for name in names {
            let text = fs::read_to_string(folder.join(&name)).expect("a text");
            insta::assert_snapshot!(name.clone(), shown(&tex::read(&Source::new(name, text))));
        }
    });
}
