//! Every number and sentence of the audits that we rebuild has a claim of ours, and the number is the same or says why not.

use std::fs;
use std::path::{Path, PathBuf};

use referee::report::read_verdicts;
use referee::verdicts::{ClaimVerdicts, Entry, PaperVerdicts, Verdict, tally};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

fn papers() -> Vec<PaperVerdicts> {
    let bytes = fs::read(root().join("report/verdicts.json")).expect("the committed verdicts");
    read_verdicts(&bytes).expect("verdicts that can be read")
}

/// One line of expected.tsv.
struct Line {
    name: String,
    claim: String,
    quantity: String,
    value: String,
    reason: String,
}

fn lines(text: &str) -> Vec<Line> {
    let mut rows = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    assert_eq!(rows.next(), Some("line\tsays\tclaim\tquantity\tvalue\treason"), "the headings");
    rows.map(|row| {
        let fields: Vec<&str> = row.split('\t').collect();
        assert!(fields.len() == 6, "six fields: {row}");
        Line {
            name: fields[0].into(),
            claim: fields[2].into(),
            quantity: fields[3].into(),
            value: fields[4].into(),
            reason: fields[5].trim().into(),
        }
    })
    .collect()
}

/// The claims (a claim without a reading means all its readings), or the one entry, that a line names.
fn quantity(paper: &PaperVerdicts, line: &Line) -> Option<String> {
    let whole = format!("{}/{}", paper.key, line.claim);
    let slug = |name: &str| name.replace(' ', "-");
    let claims: Vec<&ClaimVerdicts> = paper
        .claims
        .iter()
        .filter(|claim| {
            let named = claim.reading.as_ref().map(|reading| format!("{}@{}", claim.id, slug(reading)));
            claim.id == line.claim || named.as_deref() == Some(&line.claim)
        })
        .collect();
    let entries: Vec<&Entry> = if claims.is_empty() {
        paper.entries().filter(|entry| entry.id == whole).collect()
    } else {
        claims.iter().flat_map(|claim| &claim.entries).collect()
    };
    let first = *entries.first()?;
    let counts = tally(entries.iter().copied());
    let of = |verdict| counts.get(&verdict).copied().unwrap_or(0);
    let tested = first.tested.as_ref();
    Some(match line.quantity.as_str() {
        "entries" => entries.len().to_string(),
        "agrees" => (of(Verdict::Match) + of(Verdict::SameValue)).to_string(),
        "differs" => (of(Verdict::Mismatch) + of(Verdict::Unconfirmed)).to_string(),
        "not-attempted" => of(Verdict::NotAttempted).to_string(),
        "cases" => tested?.cases.to_string(),
        "held" => tested?.held.to_string(),
        "recomputed" => first.recomputed.as_ref()?.text.clone(),
        "verdict" => first.verdict.word().to_string(),
        other => panic!("no quantity is called `{other}`"),
    })
}

/// What is wrong with a paper's lines.
fn wrong(paper: &PaperVerdicts, text: &str) -> Vec<String> {
    lines(text)
        .iter()
        .filter_map(|line| match quantity(paper, line) {
            None => Some(format!("{}: there is no `{}/{}`", line.name, paper.key, line.claim)),
            Some(ours) if ours == line.value => None,
            Some(ours) => Some(format!("{}: expected {}, and it is {ours}", line.name, line.value)),
        })
        .collect()
}

#[test]
fn every_line_of_the_audits_has_its_claim_and_its_number() {
    let mut problems = Vec::new();
    let mut judged = 0;
    for paper in papers() {
        let path = root().join("papers").join(&paper.key).join("expected.tsv");
        let text = fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} is there", path.display()));
        judged += lines(&text).len();
        problems.extend(wrong(&paper, &text));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(judged >= 78, "the lines are all there: {judged}");
}

#[test]
fn what_was_not_compared_says_why() {
    for paper in papers() {
        let path = root().join("papers").join(&paper.key).join("expected.tsv");
        for line in lines(&fs::read_to_string(path).expect("there")) {
            if line.quantity == "not-attempted" {
                assert!(!line.reason.is_empty(), "{}: not compared, and no reason", line.name);
            }
        }
    }
}

#[test]
fn a_wrong_number_and_a_lost_claim_are_noticed() {
    let papers = papers();
    let paper = &papers[0];
    let head = "line\tsays\tclaim\tquantity\tvalue\treason\n";
    let claim = &paper.claims[0].id;
    let right = format!("{head}a\tb\t{claim}\tentries\t{}\t\n", paper.claims[0].entries.len());
    assert!(wrong(paper, &right).is_empty());
    assert_eq!(wrong(paper, &format!("{head}a\tb\t{claim}\tentries\t1234567\t\n")).len(), 1);
    assert_eq!(wrong(paper, &format!("{head}a\tb\tno-such-claim\tentries\t1\t\n")).len(), 1);
}
