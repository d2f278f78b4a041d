//! Claim documents: the manual's examples, what is read of them, and a picture of every bad input.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use proptest::prelude::*;
use referee::claims::{
    self, Block, Columns, Document, Field, InlineResult, TallyKeys, TallyOf, Unseen, What,
};
use referee::diagnostic::{Diagnostic, Source};
use referee::evaluate::{Effort, Texts, audit};
use referee::report::verdicts_json;
use referee::tex;
use referee::verdicts::{PaperVerdicts, Verdict};

/// A document of the manual with the transcripts that stand before it.
pub struct Example {
    pub paper: String,
    /// Paths relative to the paper's folder, and texts.
    pub files: BTreeMap<String, String>,
}

/// The examples of docs/claims.md. One without front matter gets some that promises what its fence says.
pub fn manual() -> Vec<Example> {
    let mut files = BTreeMap::new();
    let mut examples = Vec::new();
    let mut open: Option<(&str, String)> = None;
    for line in include_str!("../../docs/claims.md").lines() {
        match (&mut open, line.strip_prefix("````")) {
            (None, Some(info)) => open = Some((info, String::new())),
            (Some((_, text)), None) => {
                text.push_str(line);
                text.push('\n');
            }
            (None, None) => {}
            (Some(_), Some(_)) => {
                let Some((info, text)) = open.take() else { continue };
                let Some(promise) = info.strip_prefix("paper.md") else {
                    files.insert(info.to_string(), text);
                    continue;
                };
                let promise = promise.trim().replace('=', " = ");
                let contract = promise.replacen(" entries", ", entries", 1);
                let front = format!(
                    "+++\ntitle = 'An example'\nsource = {{ citation = 'The manual' }}\ncontract = {{ {contract} }}\n+++\n"
                );
                let paper = if promise.is_empty() { text } else { front + &text };
                examples.push(Example { paper, files: files.clone() });
            }
        }
    }
    examples
}

fn read(text: &str) -> Result<Document, Vec<Diagnostic>> {
    claims::read("example", &Source::new("papers/example/paper.md", text))
}

fn shown(problems: &[Diagnostic]) -> String {
    problems.iter().map(Diagnostic::to_string).collect::<Vec<_>>().join("\n")
}

fn document(text: &str) -> Document {
    read(text).unwrap_or_else(|problems| panic!("{}", shown(&problems)))
}

/// Front matter and one claim with this body.
fn one(body: &str) -> String {
    format!(
        "+++\ntitle = 'T'\nsource = {{ citation = 'C' }}\ncontract = {{ claims = 1, entries = 1 }}\n+++\n~~~claim it\n{body}\n~~~\n"
    )
}

#[test]
fn every_example_of_the_manual_is_read_with_its_tables() {
    let examples = manual();
    assert!(examples.len() >= 11, "{} examples", examples.len());
    for example in &examples {
        let document = document(&example.paper);
        for what in document.claims().flat_map(|claim| &claim.readings).map(|reading| &reading.what) {
            let What::Table(table) = what else { continue };
            let Some(from) = &table.from else { continue };
            let source = Source::new(from.text.clone(), example.files[&from.text].as_str());
            let read = if from.text.ends_with(".tsv") { tex::read_tsv(&source) } else { tex::read(&source) };
            assert_eq!(read.problems, []);
            assert_eq!(read.rows_without_origin(), []);
            let found = table.find(&document, &read).unwrap_or_else(|problem| panic!("{problem}"));
            assert!(found.body().count() > 0);
        }
    }
}

/// What is printed in the manual is true, but for what it prints to show a difference.
#[test]
fn every_example_of_the_manual_is_recomputed() {
    for example in manual() {
        let texts = Texts {
            key: "manual".into(),
            folder: "docs/claims.md".into(),
            document: example.paper.clone(),
            printed: example.files.clone().into_iter().collect(),
            ..Texts::default()
        };
        let effort = Effort { jobs: 2, ..Effort::default() };
        let audited = audit(&texts, &effort)
            .unwrap_or_else(|problems| panic!("{}\n{}", example.paper, shown(&problems)));
        assert_eq!(audited.warnings, []);
        for claim in &audited.verdicts.claims {
            for entry in &claim.entries {
                let unseen = ["paths/n=5", "cycles", "case-2", "figure-2", "cells/m=1", "cells/m=2,n=4"];
                let expected = match entry.verdict {
                    Verdict::Mismatch => claim.reading.as_deref() == Some("as printed"),
                    Verdict::NotAttempted => {
                        unseen.iter().any(|id| entry.id.contains(id))
                            || entry.notes.iter().any(|note| note.contains("--full"))
                    }
                    verdict => verdict.agrees(),
                };
                assert!(expected, "{entry:#?}");
            }
        }
    }
}

#[test]
fn a_statement_that_fails_is_confirmed_by_its_second_expression_or_contradicted() {
    let told = |second: &str| {
        let claim = format!(
            "at = {{ section = '1' }}\nholds = 'birthday(snort(path(n))) < 1'\n{second}range = 'n in 1..3'"
        );
        audit_of(&one(&claim)).map(|verdicts| verdicts.claims[0].entries[0].clone())
    };
    let alone = told("").expect("computed");
    assert_eq!(alone.verdict, Verdict::Unconfirmed, "nothing else finds birthdays: {alone:?}");
    let confirmed = told("second = 'snort(path(n)) = 0'\n").expect("computed");
    assert_eq!(confirmed.verdict, Verdict::Mismatch);
    assert!(
        confirmed.methods[1].starts_with("the expression `snort(path(n)) = 0`"),
        "{:?}",
        confirmed.methods
    );
    let problems = told("second = 'n > 0'\n").expect_err("it holds where the statement fails");
    assert!(shown(&problems).contains("two methods disagree at p/it, n = 1"), "{}", shown(&problems));
}

/// An equation that fails shows what stands on either side; any other statement only where it fails.
#[test]
fn where_an_equation_fails_both_sides_are_shown() {
    let told = |holds: &str| {
        let text = one(&format!("at = {{ section = '1' }}\nholds = '{holds}'\nrange = 'n in 1..3'"));
        let verdicts = audit_of(&text).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
        let entry = &verdicts.claims[0].entries[0];
        let listed = entry.tested.as_ref().and_then(|tested| tested.listed.clone()).expect("failures");
        let rows = listed.rows.iter().map(|row| row.iter().map(|cell| cell.text.clone()).collect::<Vec<_>>());
        let table = std::iter::once(listed.header).chain(rows).map(|row| row.join(" | ")).collect::<Vec<_>>();
        (entry.witness.as_ref().expect("it fails").summary.clone(), table)
    };
    // By hand: the paths are *, ±1 and ±2.
    let (fails, table) = told("snort(path(n)) = ±1");
    assert_eq!(fails, "it fails at n = 1: the left side is *, the right side ±1");
    assert_eq!(table, ["case | left side | right side", "n = 1 | * | ±1", "n = 3 | ±2 | ±1"]);
    let (fails, table) = told("snort(path(n)) != ±1");
    assert_eq!((fails.as_str(), table), ("it fails at n = 2", vec!["case".into(), "n = 2".into()]));
}

#[test]
fn bars_have_the_numbers_of_the_verdicts() {
    let text = one(
        "at = { section = '1' }\nholds = 'snort(path(n)) = ±1'\nrange = 'n in 1..3'\nbars = { title = 'T', of = { 'paths' = 'it' } }",
    );
    let verdicts = audit_of(&text).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    let claim = &verdicts.claims[0];
    let tested = claim.entries[0].tested.as_ref().expect("a sweep");
    // By hand: the paths are *, ±1 and ±2.
    assert_eq!((tested.held, tested.cases), (1, 3));
    assert_eq!(claim.charts[0].series[0].points, [("1".to_string(), "3".to_string())]);
    let wrong = text.replace("'paths' = 'it'", "'paths' = 'its'");
    assert!(shown(&read(&wrong).expect_err("no such claim")).contains("there is no claim `its`"));
}

#[test]
fn a_place_is_put_before_a_title_that_does_not_begin_with_it() {
    let titled = |title: &str| {
        let claim = format!("title = '{title}'\nat = {{ table = '1' }}\nholds = '1 = 1'");
        let verdicts = audit_of(&one(&claim)).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
        verdicts.claims[0].title.clone()
    };
    for own in ["Table 1", "Table 1: stars", "Table 1, left", "Table 1. Stars", "Table 1 (stars)"] {
        assert_eq!(titled(own), own);
    }
    for other in ["Table 10: stars", "Table 1a", "Table 1.2", "Table 1-3", "Stars"] {
        assert_eq!(titled(other), format!("Table 1: {other}"));
    }
}

#[test]
fn several_places_are_named_as_several() {
    let named = |place: &str| {
        let claim = format!("title = 'stars'\nat = {{ {place} }}\nholds = '1 = 1'");
        let verdicts = audit_of(&one(&claim)).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
        verdicts.claims[0].title.clone()
    };
    for (place, name) in [
        ("table = '5 and 6'", "Tables 5 and 6"),
        ("corollary = '2.1, 2.2 and 3'", "Corollaries 2.1, 2.2 and 3"),
        ("appendix = '1–3'", "Appendices 1–3"),
        ("section = '4', figure = '1'", "Section 4, Figure 1"),
        ("proof = 'of Theorem 3.7, cases 3 and 4'", "Proof of Theorem 3.7, cases 3 and 4"),
        ("theorem = '3.7, 2 of it'", "Theorem 3.7, 2 of it"),
        ("section = '3-1'", "Section 3-1"),
    ] {
        assert_eq!(named(place), format!("{name}: stars"));
    }
}

/// What may be a remark, the mark of a note, a range or a grouped number is not judged as what it is not.
#[test]
fn what_stands_beside_a_value_is_no_part_of_it() {
    let cells = [
        // What is printed, what is recomputed, and the verdict.
        ("3 (2)", "3", "unreadable"),
        ("3~(2)", "3", "unreadable"),
        ("$3$ (2)", "3", "unreadable"),
        (r"$\pm 3$ (2)", "±3", "unreadable"),
        (r"$\{2|0\}$ (3)", "{2|0}", "unreadable"),
        (r"$\uparrow$ (2)", "^", "unreadable"),
        (r"$\pm3$~(*)", "±3", "unreadable"),
        (r"$\frac12$ (3)", "1/2", "unreadable"),
        ("$0$ (7)", "0", "unreadable"),
        ("3 (4)", "12", "unreadable"),
        ("3(2)", "6", "match"),
        ("$3 (1+1)$", "6", "match"),
        ("3–5", "3", "unreadable"),
        ("3 – 5", "-2", "unreadable"),
        ("$3$–$5$", "3", "unreadable"),
        ("3-5", "-2", "unreadable"),
        ("–5", "-5", "match"),
        ("3-1/2", "7/2", "unreadable"),
        ("$n-1$", "18", "match"),
        ("7:2", "7", "unreadable"),
        (r"$\{1{,}000\mid 0\}$", "{1000|0}", "unreadable"),
        (r"$\{2{,}5\mid 0\}$", "{5/2|0}", "unreadable"),
        (r"$\{2{,}*\mid 0\}$", "{2,*|0}", "same value"),
        ("$1{,}000$", "1000", "unreadable"),
        ("1,000", "1000", "unreadable"),
        ("007", "7", "unreadable"),
        ("$0.07$", "7/100", "match"),
        (r"$\pm 3$*", "±3", "unreadable"),
        (r"$\pm 3$\,*", "±3", "unreadable"),
        (r"$\pm 3$*", "±3 + *", "same value"),
        (r"$\pm 3$*", "±4", "mismatch"),
        (r"$\pm 3$\rlap{*}", "±3", "unreadable"),
        (r"$\pm 3\rlap{$\ast$}$", "±3", "unreadable"),
        (r"$\pm 3$\makebox[0pt][l]{*}", "±3", "unreadable"),
        (r"$\pm 3{*}$", "±3", "mismatch"),
        (r"$\uparrow$*", "^", "unreadable"),
        (r"\(\pm 3\)*", "±3", "unreadable"),
        (r"$\pm 3$ {*}", "±3", "unreadable"),
        (r"$\pm 3$\textasteriskcentered", "±3", "unreadable"),
        (r"$\pm 3$\textasteriskcentered", "±3 + *", "same value"),
        ("$\\pm 3$∗", "±3", "unreadable"),
        (r"\llap{*}$\pm 3$", "±3", "unreadable"),
        (r"\llap{*}3", "3", "unreadable"),
        (r"\llap{*}3", "*3", "match"),
        (r"\llap{$-$}3", "-3", "match"),
        (r"$3$\,(2)", "3", "unreadable"),
        (r"$\ast$ (2)", "*", "unreadable"),
        (r"$\pm 3$ ($\dagger$)", "±3", "unreadable"),
        ("-3*", "mean({-4|-2})", "unreadable"),
        ("-3*", "mean({-6|-4})", "mismatch"),
        (r"$\pm 3^2$", "±3", "unreadable"),
        (r"$\pm 3^{\mathrm{2}}$", "±3", "unreadable"),
        (r"$-3^{2}$", "-3", "unreadable"),
        ("3*", "mean({4|2})", "unreadable"),
        ("3*", "mean({6|4})", "mismatch"),
        ("3*", "3 + *", "match"),
        ("3*", "3 + *2", "mismatch"),
        ("$3^2$", "3", "unreadable"),
        ("$3^2$", "9", "match"),
        ("$3^2$", "5", "mismatch"),
        ("$2^{10}$", "1024", "match"),
        (r"$\mathcal{N}$", "outcome(*)", "match"),
        (r"$\mathscr P$", "outcome(0)", "match"),
        (r"$\mathcal{P}$", "outcome(*)", "mismatch"),
    ];
    let rows: Vec<String> =
        cells.iter().enumerate().map(|(i, (cell, ..))| format!("{} & {cell} \\\\\n", i + 1)).collect();
    let values: Vec<&str> = cells.iter().map(|(_, value, _)| *value).collect();
    let paper = one(&format!(
        "at = {{ table = '1' }}\nfrom = 'printed/t.tex'\nkey = '$n$ is n in 1..{count}'\ncolumns = {{ 'V' = 'entry([{}], n)' }}",
        values.join(", "),
        count = cells.len(),
    ))
    .replace("entries = 1", &format!("entries = {}", cells.len()));
    let table = format!(
        "% origin: this test\n\\begin{{tabular}}{{cc}}\n$n$ & V \\\\ \\hline\n{}\\end{{tabular}}\n",
        rows.concat()
    );
    let audited = audit_with(&paper, &[("printed/t.tex", &table)])
        .unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    let verdicts: Vec<String> = audited.entries().map(|entry| entry.verdict.word().to_string()).collect();
    let wrong: Vec<_> =
        cells.iter().zip(&verdicts).filter(|((.., verdict), found)| verdict != found).collect();
    assert!(wrong.is_empty() && verdicts.len() == cells.len(), "{wrong:#?}");
}

#[test]
fn columns_that_no_claim_asks_about_are_said() {
    let notes = |claims: &[&str]| {
        let blocks: Vec<String> = claims
            .iter()
            .map(|column| {
                format!(
                    "~~~claim {column}\nat = {{ table = '1' }}\nfrom = 'printed/t.tsv'\nkey = 'n is n in 1..2'\ncolumns = {{ '{column}' = 'n' }}\n~~~\n"
                )
            })
            .collect();
        let contract = format!("claims = {}, entries = {}", claims.len(), 2 * claims.len());
        let paper = format!(
            "+++\ntitle = 'T'\nsource = {{ citation = 'C' }}\ncontract = {{ {contract} }}\n+++\n{}",
            blocks.concat()
        );
        let table = "# origin: this test\nrow\tn\tv\tw\tx\n1\t1\t1\t1\t\n3\t2\t2\t2\t\n";
        let audited = audit_with(&paper, &[("printed/t.tsv", table)])
            .unwrap_or_else(|problems| panic!("{}", shown(&problems)));
        let notes = audited.entries().flat_map(|entry| &entry.notes).cloned();
        notes.filter(|note| note.contains("not asked about")).collect::<Vec<_>>()
    };
    assert_eq!(notes(&["v"]), ["columns not asked about: w"]);
    assert_eq!(notes(&["w"]), ["columns not asked about: v"]);
    // What nothing is printed under needs no question, nor what numbers the rows.
    assert_eq!(notes(&["v", "w"]), Vec::<String>::new());
}

/// Entries, pages and files call a reading by one name, whatever it is made of.
#[test]
fn a_reading_has_one_name_in_ids_and_files() {
    let text = one(
        "at = { section = '1' }\nholds = 'n = n'\nrange = 'n in 1..3'\nreadings = [{ name = 'n > 1, too' }, { name = 'as printed' }]",
    );
    let text = text.replace("entries = 1", "entries = 2");
    let verdicts = audit_of(&text).unwrap_or_else(|problems| panic!("{}", shown(&problems)));
    let ids: Vec<String> = verdicts.entries().map(|entry| entry.id.clone()).collect();
    assert_eq!(ids, ["p/it@n-1-too", "p/it@as-printed"]);
    let file = verdicts_json(&[verdicts]).expect("verdicts");
    let file: serde_json::Value = serde_json::from_slice(&file).expect("JSON");
    for entry in file["entries"].as_array().expect("entries") {
        assert_eq!(entry["of"], entry["id"], "the entry of a statement has the name of its reading");
    }
}

/// The verdicts on a paper without transcripts.
fn audit_of(text: &str) -> Result<PaperVerdicts, Vec<Diagnostic>> {
    audit_with(text, &[])
}

/// The verdicts on a paper with these transcripts.
fn audit_with(text: &str, printed: &[(&str, &str)]) -> Result<PaperVerdicts, Vec<Diagnostic>> {
    let printed = printed.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
    let texts = Texts {
        key: "p".into(),
        folder: "papers/p".into(),
        document: text.into(),
        printed,
        ..Texts::default()
    };
    audit(&texts, &Effort { jobs: 2, ..Effort::default() }).map(|audited| audited.verdicts)
}

#[test]
fn a_document_in_full() {
    let text = &manual()[0].paper;
    let document = document(text);
    assert_eq!(document.front.title.text, "Snort on stars");
    assert_eq!(document.front.authors.len(), 2);
    assert_eq!((document.front.contract.claims.value, document.front.contract.entries.value), (2, 26));
    let kinds: Vec<&str> = document
        .blocks
        .iter()
        .map(|block| match block {
            Block::Prose(_) => "prose",
            Block::Definitions(_) => "definitions",
            Block::Claim(claim) => claim.id.text.as_str(),
            Block::Figure(figure) => figure.id.text.as_str(),
            Block::Grid(grid) => grid.id.text.as_str(),
        })
        .collect();
    assert_eq!(kinds, ["prose", "definitions", "stars", "prose", "theorem-1"]);
    let Block::Prose(prose) = &document.blocks[0] else { panic!() };
    let inlines: Vec<&str> = prose.inlines.iter().map(|inline| &text[inline.span.clone()]).collect();
    assert_eq!(inlines, ["`{= stars.entries =}`", "`{= stars.differs =}`", "`{= temperature(S(7)) =}`"]);
    assert_eq!(
        prose.inlines[1].result,
        InlineResult::Tally { claim: Some("stars".into()), reading: None, field: Field::Differs }
    );
    let InlineResult::Expression(expression) = &prose.inlines[2].result else { panic!() };
    assert_eq!(&text[expression.span.clone()], "temperature(S(7))");

    let What::Table(table) = &document.claims().next().expect("a claim").readings[0].what else { panic!() };
    let Columns::Named(columns) = &table.columns else { panic!() };
    let names: Vec<(&str, &str)> =
        columns.iter().map(|column| (column.name.as_str(), &text[column.equals.span.clone()])).collect();
    assert_eq!(names, [("value", "S(n)"), ("t", "temperature(S(n))")]);
    assert_eq!(&text[table.keys[0].header.span.clone()], "$n$");
    assert_eq!(&text[table.keys[0].variable.span.clone()], "n");

    let theorem = document.claim("theorem-1").expect("a claim");
    let What::Formula(formula) = &theorem.readings[0].what else { panic!() };
    assert_eq!(&text[formula.printed.as_ref().expect("printed").span.clone()], r"\pm n");
    let ranges = formula.ranges.as_ref().expect("ranges");
    assert_eq!(ranges.quick.as_ref().map(|quick| &text[quick.span.clone()]), Some("n in 1..20"));
    assert_eq!(ranges.paper.as_ref().map(|paper| paper.text.as_str()), Some("n >= 1"));
    assert_eq!(theorem.at.as_ref().map(claims::At::to_string).as_deref(), Some("Theorem 1"));
    assert_eq!(&text[theorem.span.clone()][..12], "~~~claim the");
    assert!(text[theorem.span.clone()].ends_with("~~~\n"));
}

#[test]
fn the_printed_numbers_of_a_search() {
    let document = document(&one(
        "at = { table = 2 }\nsearch = 'g in trees(n)'\nmax = 'degree(g)'\nprinted = { count = { '1..6' = 0, 7 = 2 }, max = { 7 = '13/4' }, full = { 9 = 159 } }",
    ));
    let What::Search(search) = &document.claims().next().expect("a claim").readings[0].what else { panic!() };
    let printed: Vec<String> = search
        .printed
        .iter()
        .map(|tally| {
            let keys = |keys: &TallyKeys| match keys {
                TallyKeys::All => "all".to_string(),
                TallyKeys::Between { low, high, .. } => format!("{low}..{high}"),
            };
            let of = match &tally.of {
                TallyOf::Count(of) => format!("count {}", keys(of)),
                TallyOf::Max(of) => format!("max {}", keys(of)),
                TallyOf::First(of) => format!("first {}", of.text),
            };
            format!("{of} = {}{}", tally.value.text, if tally.full { " (full)" } else { "" })
        })
        .collect();
    assert_eq!(printed, ["count 1..6 = 0", "count 7..7 = 2", "max 7..7 = 13/4", "count 9..9 = 159 (full)"]);
}

#[test]
fn readings_share_keys_and_override_them() {
    let examples = manual();
    let slip = examples.iter().find(|example| example.paper.contains("~~~claim slip")).expect("an example");
    let document = document(&slip.paper);
    let readings = &document.claims().next().expect("a claim").readings;
    let printed: Vec<(&str, &str, &str)> = readings
        .iter()
        .map(|reading| {
            let What::Formula(formula) = &reading.what else { panic!() };
            let printed = formula.printed.as_ref().expect("printed");
            (
                reading.name.as_ref().expect("a name").text.as_str(),
                printed.text.as_str(),
                formula.equals.text.as_str(),
            )
        })
        .collect();
    assert_eq!(
        printed,
        [
            ("as printed", r"\{n \mid 1 - n\}", "snort(star(n)) + 1"),
            ("reread", r"\{n + 1 \mid 1 - n\}", "snort(star(n)) + 1")
        ]
    );
}

#[test]
fn what_is_not_compared_says_why() {
    let document = document(&one("at = { figure = '2' }\nreason = 'not seen'"));
    let reading = &document.claims().next().expect("a claim").readings[0];
    assert_eq!(reading.what, What::NotAttempted);
    assert!(matches!(&reading.unseen, Some(Unseen::Reason(reason)) if reason.text == "not seen"));
}

#[test]
fn a_claim_knows_the_definitions_it_rests_on() {
    let text = "+++\ntitle = 'T'\nsource = { citation = 'C' }\ncontract = { claims = 2, entries = 2 }\n+++
~~~define
s(m) = if even(m) then 0 else *
unused = 3
C(n) = n + s(n)
m = 4
~~~
~~~claim a
at = { section = '1' }
printed = '2n + s(n)'
equals = 'count m in 1..3 such that m > n'
range = 'n in 1..3'
~~~
~~~claim b
at = { section = '1' }
printed = '1'
equals = 'C(1)'
~~~
";
    let document = document(text);
    let used = |id: &str| document.definitions_used(&document.claim(id).expect("a claim").readings[0]);
    assert_eq!(used("a"), ["s(m) = if even(m) then 0 else *"]);
    assert_eq!(used("b"), ["s(m) = if even(m) then 0 else *", "C(n) = n + s(n)"]);
}

#[test]
fn code_that_is_not_ours_is_prose() {
    let text = one("at = { section = '1' }\nprinted = '1'\nequals = '1'")
        + "```\n~~~claim not-a-claim\n`{= nothing.here =}`\n```\n~~~text\n{= nothing.here =}\n~~~\n`` `{= x.y =}` ``\nbut {= it.entries =} is\n";
    let document = document(&text);
    assert_eq!(document.claims().count(), 1);
    let Some(Block::Prose(prose)) = document.blocks.last() else { panic!() };
    let inlines: Vec<&str> = prose.inlines.iter().map(|inline| &text[inline.span.clone()]).collect();
    assert_eq!(inlines, ["{= it.entries =}"]);
}

#[test]
fn a_deep_expression_is_read_or_refused() {
    for (depth, most) in [(1_500, 0), (100_000, 1)] {
        let game = format!("{}0{}", "{".repeat(depth), "|}".repeat(depth));
        let text = one(&format!("at = {{ section = '1' }}\nprinted = '1'\nequals = '{game}'"));
        match read(&text) {
            Ok(document) => {
                let used = document.claims().map(|claim| document.definitions_used(&claim.readings[0]).len());
                assert_eq!(used.sum::<usize>(), 0);
            }
            Err(problems) => assert!(problems.len() <= most, "{}", shown(&problems)),
        }
    }
}

/// One bad input, one message: the picture of every problem of every file in tests/data/bad.
#[test]
fn every_bad_input_has_its_picture() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bad");
    let mut names: Vec<String> = fs::read_dir(&folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.ends_with(".snap"))
        .collect();
    names.sort();
    assert!(names.len() > 50, "{} bad inputs", names.len());
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for name in names {
            let text = fs::read_to_string(folder.join(&name)).expect("a text");
            let picture = bad(&name, &text);
            assert_ne!(picture, "", "{name} has no problem");
            insta::assert_snapshot!(name, picture);
        }
    });
}

/// All that is wrong with a file: a document, or a transcript with `% claim:` and the keys of a table claim.
fn bad(name: &str, text: &str) -> String {
    let source = Source::new(name, text);
    if name.ends_with(".md") {
        return read_named(name, text).map_or_else(|problems| shown(&problems), |_| String::new());
    }
    let read = if name.ends_with(".tsv") { tex::read_tsv(&source) } else { tex::read(&source) };
    let mut problems = read.problems.clone();
    problems.extend(read.rows_without_origin());
    let wanted =
        text.lines().find_map(|line| line.trim_start_matches(['%', '#', ' ']).strip_prefix("wanted:"));
    if let Some(wanted) = wanted {
        let paper = one(&format!(
            "from = 'printed/{name}'\nkey = '$n$ is n in 1..2'\ncolumns = {{ 't' = 'n' }}\ntable = {wanted}"
        ));
        let document = document(&paper);
        let What::Table(table) = &document.claims().next().expect("a claim").readings[0].what else {
            panic!()
        };
        match table.find(&document, &read) {
            Ok(found) => problems.extend(table.locate(&document, &read, &found).err().into_iter().flatten()),
            Err(problem) => problems.push(problem),
        }
    }
    shown(&problems)
}

fn read_named(name: &str, text: &str) -> Result<Document, Vec<Diagnostic>> {
    claims::read("example", &Source::new(name, text))
}

/// Lines that matter to the reader, in any order.
fn soup() -> impl Strategy<Value = String> {
    let lines = prop::sample::select(vec![
        "+++",
        "title = 'T'",
        "source = { citation = 'C' }",
        "contract = { claims = 1, entries = 1 }",
        "~~~",
        "~~~claim a",
        "~~~claim B c",
        "~~~define",
        "~~~defin",
        "f(x) = x",
        "f(x = x",
        "```",
        "~~~~",
        "`{= a.entries =}`",
        "{= 1 + =}",
        "{= a",
        "`",
        "``",
        "printed = '1'",
        "equals = 'n'",
        "range = 'n in 1..2'",
        "range = { quick = 'n' }",
        "columns = { 't' = 'n' }",
        "columns = 3",
        "across = 'n in 1..'",
        "from = '../x.tex'",
        "key = 'n is n in 1..2'",
        "key = ['n', 'n is']",
        "search = 'g in trees(n)'",
        "holds = 'true'",
        "such = '('",
        "cases = { full = -1 }",
        "readings = [{ name = 'x' }, { name = 'y', printed = '2' }]",
        "readings = 1",
        "at = { theorem = '1' }",
        "at = {}",
        "chart = { x = 'n', y = ['t'] }",
        "show = [1]",
        "reason = '…'",
        "attested = \"\\u00e9\"",
        "[printed]",
        "7 = 2",
        "printed = { count = { 7 = 2 }, full = 3 }",
        "x = \"\"\"",
        "é = 1979-05-27",
        "'a' = 1.5",
        "\r",
    ]);
    prop::collection::vec(lines, 0..25).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn any_text_gives_a_document_or_problems_with_places(text in any::<String>()) {
        probe(&text);
        probe(&one(&text));
    }

    #[test]
    fn any_soup_of_lines_gives_a_document_or_problems_with_places(text in soup()) {
        probe(&text);
        probe(&one(&text));
        probe(&format!("+++\ntitle = 'T'\nsource = {{ citation = 'C' }}\ncontract = {{ claims = 1, entries = 1 }}\n+++\n{text}"));
    }
}

fn probe(text: &str) {
    match read(text) {
        Ok(document) => {
            for claim in document.claims() {
                assert_eq!(claim.id.text, text[claim.id.span.clone()]);
                for reading in &claim.readings {
                    document.definitions_used(reading);
                }
            }
        }
        Err(problems) => {
            assert!(!problems.is_empty());
            for problem in problems {
                let (place, _) = problem.place.as_ref().expect("a problem has a place");
                assert!(place.span.end <= text.len(), "{problem}");
                problem.render(false);
            }
        }
    }
}
