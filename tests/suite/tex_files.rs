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
