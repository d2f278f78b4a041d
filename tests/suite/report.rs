//! The report: pages from plain verdicts.

mod sample;

use std::collections::BTreeMap;

use referee::report::{read_verdicts, render, verdicts_json};

fn rendered() -> BTreeMap<String, Vec<u8>> {
    render(&sample::papers()).unwrap_or_else(|error| panic!("{error}"))
}

fn text<'a>(files: &'a BTreeMap<String, Vec<u8>>, name: &str) -> &'a str {
    std::str::from_utf8(&files[name]).expect("pages are UTF-8")
}

#[test]
fn every_file_is_there_and_every_run_gives_the_same_bytes() {
    let files = rendered();
    let names: Vec<&str> = files.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "charts/snort-c-1.svg",
            "charts/snort-t-against-degree.svg",
            "charts/snort-table-1-t.svg",
            "grids.html",
            "grids.md",
            "index.html",
            "index.md",
            "referee.css",
            "referee.js",
            "snort.html",
            "snort.md",
            "verdicts.json",
        ]
    );
    assert_eq!(files, rendered());
}

#[test]
fn verdicts_are_read_back_as_they_were_written() {
    let papers = sample::papers();
    let json = verdicts_json(&papers).unwrap();
    let back = read_verdicts(&json).unwrap();
    assert_eq!(back, papers);
    assert_eq!(render(&back).unwrap(), rendered());
    let ids: Vec<String> = text(&rendered(), "verdicts.json")
        .lines()
        .skip_while(|line| *line != "\"entries\":[")
        .filter_map(|line| line.strip_prefix("{\"id\":\"")?.split('"').next().map(str::to_owned))
        .collect();
    assert_eq!(ids.len(), papers.iter().map(|p| p.entries().count()).sum::<usize>());
    assert!(ids.is_sorted());
}
