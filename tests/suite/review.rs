//! What changed, told by its cause, and the decisions on it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use referee::diagnostic::Source;
use referee::report::diff::{Change, Diff, Group, Member, Remark, content_hash};
use referee::report::{diff, read_verdicts, verdicts_json};
use referee::review::{Decision, Reviews, Ruling, Standing};
use referee::verdicts::{Block, ClaimVerdicts, Entry, PaperVerdicts, ReadAt, Shown, Tested, Verdict};

use crate::own::{folder, referee, text};

/// An entry of row `n` and column `v`.
fn cell(claim: &str, n: &str, verdict: Verdict, printed: &str, recomputed: &str) -> Entry {
    let json = format!(
        r#"{{"id":"{claim}/n={n}/v","key":[["n","{n}"]],"column":"v","verdict":"match","expression":"S(n)"}}"#
    );
    let mut entry: Entry = serde_json::from_str(&json).expect("an entry");
    entry.verdict = verdict;
    entry.printed = Some(Shown::words(printed));
    entry.recomputed = Some(Shown::words(recomputed));
    entry.methods = vec!["the engine".to_owned()];
    entry
}

fn claim(id: &str, entries: Vec<Entry>) -> ClaimVerdicts {
    let part = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let made_from = [
        ("claim", "c0"),
        ("conventions", "n0"),
        ("definitions", "d0"),
        ("uses", "S T"),
        ("revisions", "engine 1, search 1"),
    ];
    ClaimVerdicts {
        id: id.to_owned(),
        title: format!("Title of {id}"),
        made_from: made_from.map(part).into(),
        entries,
        ..ClaimVerdicts::default()
    }
}

fn paper(key: &str, claims: Vec<ClaimVerdicts>) -> PaperVerdicts {
    PaperVerdicts {
        key: key.to_owned(),
        blocks: vec![Block::Definitions("S(n) = snort(star(n))\nT(n) = S(n+1)".to_owned())],
        claims,
        ..PaperVerdicts::default()
    }
}

/// Two papers with two claims of twenty rows each, all matches.
fn run() -> Vec<PaperVerdicts> {
    ["p", "q"].map(|key| paper(key, ["a", "b"].map(|id| matches(key, id)).into())).into()
}

fn matches(paper: &str, id: &str) -> ClaimVerdicts {
    let name = format!("{paper}/{id}");
    let row = |n: usize| cell(&name, &n.to_string(), Verdict::Match, &format!("±{n}"), &format!("±{n}"));
    claim(id, (0..20).map(row).collect())
}

fn each_claim(run: &mut [PaperVerdicts], change: impl Fn(&mut ClaimVerdicts)) {
    run.iter_mut().flat_map(|paper| &mut paper.claims).for_each(change);
}

fn only(diff: &Diff) -> &Group {
    let groups: Vec<&Group> = diff.to_review().collect();
    assert_eq!(groups.len(), 1, "{}", diff.summary());
    groups[0]
}

#[test]
fn one_change_of_the_engine_is_one_group_across_claims_and_papers() {
    let old = run();
    let mut new = run();
    each_claim(&mut new, |claim| {
        claim.made_from.insert("revisions".to_owned(), "engine 2, search 1".to_owned());
        for (n, entry) in claim.entries.iter_mut().enumerate().skip(1) {
            entry.verdict = Verdict::Unconfirmed;
            entry.recomputed = Some(Shown::words(format!("±{}", n + 1)));
            entry.notes = vec![format!("the search stopped after {n} positions")];
        }
    });
    let compared = diff(&old, &new);
    let group = only(&compared);
    assert_eq!((group.change, group.members.len()), (Change::New, 76));
    assert_eq!(group.causes, ["the revision of engine, 1 → 2"]);
    let claims: Vec<&str> = group.claims.iter().map(|(id, ..)| id.as_str()).collect();
    assert_eq!(claims, ["p/a", "p/b", "q/a", "q/b"]);
    assert_eq!(group.parts.iter().copied().collect::<Vec<_>>(), ["notes", "recomputed", "verdict"]);
    assert_eq!(compared.unchanged, 4);
    assert_eq!(
        compared.summary(),
        "76 new; 4 unchanged\n  new: p/a/n=1/v and 75 more (match → unconfirmed); \
         what is recomputed changed; the revision of engine, 1 → 2\n"
    );
    // Without a raised revision the program itself is named.
    each_claim(&mut new, |claim| claim.made_from = matches("p", "a").made_from);
    let compared = diff(&old, &new);
    assert_eq!(only(&compared).causes, ["the program: no text and no revision that it is made from changed"]);
}

#[test]
fn a_new_paper_and_a_new_value_are_one_group_each_whatever_the_verdicts() {
    let mut new = run();
    let mut third = paper("r", vec![matches("r", "a"), matches("r", "b")]);
    third.claims[0].entries[0].verdict = Verdict::SameValue;
    third.claims[1].entries[0].verdict = Verdict::Mismatch;
    third.claims[1].entries[1].verdict = Verdict::Unconfirmed;
    new.push(third);
    let compared = diff(&run(), &new);
    let told: Vec<String> = compared.groups.iter().map(Group::verdicts).collect();
    assert_eq!(told, ["absent → 1 mismatch, 1 unconfirmed", "absent → 37 match, 1 same value"]);
    let gone = diff(&new, &run());
    assert_eq!(only(&gone).verdicts(), "37 match, 1 same value, 1 mismatch, 1 unconfirmed → absent");
    // Values under their verdicts: one group, and each row says its verdict.
    let mut other = new.clone();
    for entry in other.iter_mut().flat_map(|paper| &mut paper.claims).flat_map(|claim| &mut claim.entries) {
        entry.recomputed = Some(Shown::words("7"));
    }
    let compared = diff(&new, &other);
    let group = only(&compared);
    assert_eq!((group.change, group.members.len()), (Change::ValueChanged, 120));
    assert_eq!(group.verdicts(), "117 match, 1 same value, 1 mismatch, 1 unconfirmed");
    assert!(compared.html("", &|_| None).unwrap().contains("</span> match</span>"));
    // What only is written otherwise is shown as it is written.
    let mut written = run();
    written[0].claims[0].entries[1].recomputed.as_mut().expect("a value").speech =
        "plus-minus one".to_owned();
    let page = diff(&run(), &written).html("", &|_| None).unwrap();
    assert!(page.contains("plus-minus one") && page.contains("<small>was</small>"));
}

#[test]
fn changes_for_different_causes_are_different_groups() {
    let old = run();
    let mut new = run();
    let value = |entry: &mut Entry| entry.recomputed = Some(Shown::words("7"));
    // A definition of p, which both of its claims use; the text of one claim of q.
    new[0].blocks = vec![Block::Definitions("S(n) = snort(path(n))\nT(n) = S(n+1)".to_owned())];
    for claim in &mut new[0].claims {
        claim.made_from.insert("definitions".to_owned(), "d1".to_owned());
        claim.entries[..3].iter_mut().for_each(value);
    }
    new[1].claims[0].made_from.insert("claim".to_owned(), "c1".to_owned());
    new[1].claims[0].entries[..5].iter_mut().for_each(value);
    let compared = diff(&old, &new);
    let told: Vec<(usize, String)> = compared.groups.iter().map(|g| (g.members.len(), g.cause())).collect();
    assert_eq!(told, [(6, "the definition S of p".to_owned()), (5, "the text of the claim q/a".to_owned())]);
    // A definition that the claim does not use is no cause of its change.
    new[0].blocks = vec![Block::Definitions("S(n) = snort(star(n))\nT(n) = S(n+2)".to_owned())];
    for claim in &mut new[0].claims {
        claim.made_from.insert("uses".to_owned(), "S".to_owned());
        claim.made_from.insert("definitions".to_owned(), "d0".to_owned());
    }
    let compared = diff(&old, &new);
    assert_eq!(
        compared.groups[0].causes,
        ["the program: no text and no revision that it is made from changed"]
    );
}

/// The words of a claim are its own: what they give is not put down to the program.
#[test]
fn a_reason_that_a_claim_gives_in_other_words_is_caused_by_the_claim() {
    let unseen = |reasons: &[(usize, &str)]| {
        let mut all = run();
        for (index, claim) in all.iter_mut().flat_map(|paper| &mut paper.claims).enumerate() {
            let said = reasons.iter().find(|(at, _)| *at == index).map_or("not seen", |(_, reason)| reason);
            claim.made_from.insert("claim".to_owned(), said.to_owned());
            for entry in &mut claim.entries {
                entry.verdict = Verdict::NotAttempted;
                entry.printed = None;
                entry.notes = vec![said.to_owned()];
            }
        }
        all
    };
    let old = unseen(&[]);
    let compared = diff(&old, &unseen(&[(0, "the figure is a picture")]));
    let group = only(&compared);
    assert_eq!((group.change, group.members.len()), (Change::Reworded, 20));
    assert_eq!(group.cause(), "the text of the claim a of p");
    assert_eq!(group.detail, "“not seen” → “the figure is a picture”");
    // The same words in two claims of a paper are one decision, other words another.
    let two = [(0, "the figure is a picture"), (1, "the figure is a picture"), (2, "it is lost")];
    let compared = diff(&old, &unseen(&two));
    let told: Vec<(usize, String)> = compared.groups.iter().map(|g| (g.members.len(), g.cause())).collect();
    let told: Vec<(usize, &str)> = told.iter().map(|(size, cause)| (*size, cause.as_str())).collect();
    assert_eq!(told, [(40, "the text of the claims a, b of p"), (20, "the text of the claim a of q")]);

    // What is said otherwise in claims that nobody touched is the program's, and so it is in one that was touched as well.
    let mut new = old.clone();
    for entry in new.iter_mut().flat_map(|paper| &mut paper.claims).flat_map(|claim| &mut claim.entries) {
        entry.notes = vec!["never seen".to_owned()];
    }
    new[1].claims[1].made_from.insert("claim".to_owned(), "c1".to_owned());
    assert_eq!(
        only(&diff(&old, &new)).cause(),
        "the program: no text and no revision that it is made from changed"
    );
    // Numbers alone do not show that it is the same rewording.
    let numbered = |of_claim: usize, of_others: usize| {
        let mut all = unseen(&[(0, "a claim")]);
        for (index, claim) in all.iter_mut().flat_map(|paper| &mut paper.claims).enumerate() {
            let number = if index == 0 { of_claim } else { of_others };
            claim.entries[0].notes = vec![format!("{number} rows are missing")];
            if index == 0 {
                claim.made_from.insert("claim".to_owned(), number.to_string());
            }
        }
        all
    };
    let causes: Vec<String> =
        diff(&numbered(3, 3), &numbered(4, 5)).groups.iter().map(Group::cause).collect();
    assert_eq!(
        causes,
        ["the text of the claim a of p", "the program: no text and no revision that it is made from changed"]
    );
}

/// What came of one cause is one decision; without a known cause, what came of it tells one from another.
#[test]
fn one_cause_is_one_group_whatever_verdicts_came_of_it() {
    let changed = |revisions: &str| {
        let mut new = run();
        each_claim(&mut new, |claim| {
            claim.made_from.insert("revisions".to_owned(), revisions.to_owned());
            for (n, entry) in claim.entries.iter_mut().enumerate() {
                entry.recomputed = Some(Shown::words("7"));
                entry.verdict = if n % 4 == 0 { Verdict::Unconfirmed } else { Verdict::Mismatch };
                if n == 1 {
                    entry.printed = Some(Shown::words("8"));
                }
            }
        });
        new
    };
    let compared = diff(&run(), &changed("engine 2, search 1"));
    let group = only(&compared);
    assert_eq!((group.change, group.members.len()), (Change::New, 80));
    assert_eq!(group.verdicts(), "60 match → mismatch, 20 match → unconfirmed");
    assert_eq!(
        group.detail,
        "what is printed and what is recomputed changed: 4 of 80; what is recomputed changed: 76 of 80"
    );
    let kinds: Vec<Verdict> = group.members.iter().filter_map(|m| Some(m.new.as_ref()?.verdict)).collect();
    assert!(kinds.is_sorted(), "the kinds of change stand together");
    // Some of each kind are shown with all that changed, and all are named.
    let page = compared.html("", &|_| None).expect("a page");
    assert!(page.contains("45 of 80 entries of 4 claims in 2 papers"), "{page}");
    let shown = |verdict: &str| page.matches(&format!("</span> {verdict}</span></div></td>")).count();
    assert_eq!((shown("mismatch"), shown("unconfirmed")), (25, 20), "{page}");
    for entry in new_ids(&compared) {
        assert!(page.contains(&entry), "{entry}");
    }
    let json: serde_json::Value = serde_json::from_str(&compared.json().expect("JSON")).expect("JSON");
    assert_eq!(json["version"], 2);
    assert_eq!(
        json["groups"][0]["turned"],
        serde_json::json!([
            {"from": "match", "to": "mismatch", "members": 60},
            {"from": "match", "to": "unconfirmed", "members": 20},
        ])
    );

    // A decision is on each entry, so one that was made with another group holds.
    let mut reviews = Reviews::default();
    let (unconfirmed, confirmed): (Vec<&Member>, Vec<&Member>) =
        group.members.iter().partition(|m| m.new.as_ref().is_some_and(|e| e.verdict == Verdict::Unconfirmed));
    for (members, cause) in [(&unconfirmed, "cause-0000000001"), (&confirmed, "cause-0000000002")] {
        assert!(!reviews.judge(&compared)[0].passes());
        let cause = cause.to_owned();
        let decision = Decision { ruling: Ruling::Accept, cause, reason: "the engine was wrong".to_owned() };
        reviews.decide(members.iter().copied(), &decision);
    }
    let reread = Reviews::read(&Source::new("reviews.tsv", reviews.write())).expect("decisions");
    assert!(reread.judge(&compared)[0].passes());

    // By the program there may be several causes.
    let compared = diff(&run(), &changed("engine 1, search 1"));
    let told: Vec<String> =
        compared.groups.iter().map(|g| format!("{} {}", g.size(), g.verdicts())).collect();
    assert_eq!(told, ["20 match → unconfirmed", "4 match → mismatch", "56 match → mismatch"]);
}

fn new_ids(compared: &Diff) -> Vec<String> {
    compared.groups.iter().flat_map(|group| &group.members).map(|member| member.id.clone()).collect()
}

/// What we ask ourselves is not told as a claim of the paper, here as on the pages.
#[test]
fn a_question_of_our_own_is_none_of_the_paper() {
    let tried = |origin: &str, cases: u64| {
        let mut all = run();
        all[0].claims[0].origin = origin.to_owned();
        let entry = &mut all[0].claims[0].entries[0];
        entry.column = None;
        let claimed = Some("all n >= 1".to_owned());
        entry.tested =
            Some(Tested { cases, held: cases, domain: "stars".to_owned(), claimed, ..Tested::default() });
        all
    };
    let page =
        |origin: &str| diff(&tried(origin, 20), &tried(origin, 30)).html("", &|_| None).expect("a page");
    let ours = page("our own question");
    assert!(ours.contains("in 30 of 30 cases (stars); asked for all n ≥ 1; not a proof"), "{ours}");
    assert!(!ours.contains("claimed for"));
    assert!(page("Theorem 2").contains("in 20 of 20 cases (stars); claimed for all n ≥ 1; not a proof"));
    // Who asked changed: each side says who did.
    let both =
        diff(&tried("Theorem 2", 20), &tried("our own question", 30)).html("", &|_| None).expect("a page");
    assert!(both.contains("20 cases (stars); claimed for") && both.contains("30 cases (stars); asked for"));
}

/// Who says what is printed is one thing, told once: not as another printed text, and not once more for each claim.
#[test]
fn another_origin_is_told_as_that_and_once() {
    let said = |origin: &str, file: &str| {
        let mut all = run();
        each_claim(&mut all, |claim| {
            claim.origin = origin.to_owned();
            claim.made_from.insert("claim".to_owned(), origin.to_owned());
            for (n, entry) in claim.entries.iter_mut().enumerate() {
                let (file, text) = (file.to_owned(), format!("${n}$"));
                entry.read_at = Some(ReadAt { file, line: 7, text, standing: origin.to_owned() });
            }
        });
        all
    };
    let (file, old) = ("papers/p/paper.md", "quoted by the audit of Snort");
    let compared = diff(&said(old, file), &said("the preprint of Snort", file));
    let group = only(&compared);
    assert_eq!((group.change, group.members.len()), (Change::SourceChanged, 80));
    assert_eq!(group.detail, "another origin is given");
    assert_eq!(group.cause(), "the origin given in papers/p/paper.md");
    let told: Vec<(String, Vec<String>)> =
        group.named_texts().into_iter().map(|(name, text)| (name, text.lines())).collect();
    let lines = [format!("was  {old}"), "now  the preprint of Snort".to_owned()];
    assert_eq!(told, [("origin of p/a, p/b, q/a, q/b".to_owned(), lines.to_vec())]);
    let page = compared.html("", &|_| None).expect("a page");
    assert!(page.contains("<dt>origin, all</dt>") && !page.contains(">Read at</th>"), "{page}");

    // What of the paper says the same of another claim is told with it.
    let mut more = [said(old, file), said("the preprint of Snort", file)];
    for (run, origin) in more.iter_mut().zip([old, "the preprint of Snort"]) {
        for (paper, id) in [(0, "unseen"), (1, "lost")] {
            let mut unseen = matches("p", id);
            unseen.origin = origin.to_owned();
            unseen.entries.truncate(1);
            unseen.entries[0].id = format!("{}/{id}", run[paper].key);
            run[paper].claims.push(unseen);
        }
    }
    let compared = diff(&more[0], &more[1]);
    let names: Vec<String> = only(&compared).named_texts().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["origin of p/a, p/b, p/unseen, q/a, q/b, q/lost"]);
    more[1][0].claims[2].origin = "lost".to_owned();
    let groups: Vec<u64> = diff(&more[0], &more[1]).groups.iter().map(Group::size).collect();
    assert_eq!(groups, [80, 1], "what says something else is told by itself");

    // Of which nothing is printed, the origin is a text.
    let unprinted = |origin: &str| {
        let mut all = said(origin, file);
        each_claim(&mut all, |claim| claim.entries.iter_mut().for_each(|entry| entry.read_at = None));
        all
    };
    let compared = diff(&unprinted(old), &unprinted("the preprint of Snort"));
    assert_eq!(new_ids(&compared), ["p/a#origin", "p/b#origin", "q/a#origin", "q/b#origin"]);
    let page = compared.html("", &|_| None).expect("a page");
    assert_eq!(page.matches("<dt>what it says, all</dt>").count(), 2, "{page}");
    // Another file, and the same file under another name of the origin, are told apart.
    let moved = diff(&said(old, file), &said(old, "papers/p/printed/a.tsv"));
    assert_eq!(only(&moved).detail, "read in another file");
}

#[test]
fn less_behind_the_same_verdict_is_worse() {
    let change = |alter: fn(&mut Entry), after: fn(&mut Entry)| {
        let mut before = cell("p/a", "1", Verdict::Mismatch, "1", "2");
        before.methods.push("plain search".to_owned());
        alter(&mut before);
        let mut now = before.clone();
        after(&mut now);
        let run = |entry| [paper("p", vec![claim("a", vec![entry])])];
        let compared = diff(&run(before), &run(now));
        let group = compared.groups.first().expect("something changed");
        (group.change, group.detail.clone())
    };
    fn statement(entry: &mut Entry, held: u64, cases: u64) {
        entry.column = None;
        entry.tested = Some(Tested { cases, held, domain: "trees".to_owned(), ..Tested::default() });
    }
    let worse = |words: &str| (Change::Worse, words.to_owned());
    assert_eq!(
        change(|_| (), |e| e.verdict = Verdict::Unconfirmed),
        worse("no second method confirms it any more")
    );
    assert_eq!(change(|_| (), |e| e.methods.truncate(1)), worse("fewer methods reach it"));
    assert_eq!(change(|_| (), |e| e.standings.push("stale".to_owned())), worse("the kept result is stale"));
    assert_eq!(
        change(|e| e.verdict = Verdict::NotAttempted, |e| e.recomputed = None),
        worse("there is no value any more")
    );
    assert_eq!(change(|e| statement(e, 9, 10), |e| statement(e, 8, 10)), worse("it fails in more cases"));
    assert_eq!(change(|e| statement(e, 9, 10), |e| statement(e, 8, 9)), worse("it was tried on fewer cases"));
    assert_eq!(
        change(|e| statement(e, 9, 10), |e| e.tested = None),
        worse("it is not tried on a range any more")
    );
    // Fewer of what is counted, in as many cases, is another value; more cases are no loss.
    let (found, _) = change(
        |e| {
            statement(e, 9, 10);
            e.column = Some("count".to_owned());
        },
        |e| {
            statement(e, 8, 10);
            e.column = Some("count".to_owned());
        },
    );
    assert_eq!(found, Change::ValueChanged);
    assert_eq!(change(|e| statement(e, 9, 10), |e| statement(e, 19, 20)).0, Change::ValueChanged);
}

#[test]
fn each_kind_of_change_is_found_by_what_changed() {
    let found = |after: fn(&mut Entry)| {
        let mut before = cell("p/a", "1", Verdict::Match, "1", "1");
        let at = |line| ReadAt { file: "f".into(), line, text: "1".into(), standing: "typed".into() };
        before.read_at = Some(at(3));
        let mut now = before.clone();
        after(&mut now);
        let run = |entry| [paper("p", vec![claim("a", vec![entry])])];
        diff(&run(before), &run(now)).groups.first().map(|group| group.change)
    };
    assert_eq!(found(|_| ()), None);
    assert_eq!(found(|e| e.read_at.as_mut().unwrap().line = 4), Some(Change::Moved));
    assert_eq!(found(|e| e.read_at.as_mut().unwrap().text = "01".into()), Some(Change::SourceChanged));
    assert_eq!(found(|e| e.read_at.as_mut().unwrap().file = "g".into()), Some(Change::SourceChanged));
    assert_eq!(
        found(|e| e.read_at.as_mut().unwrap().standing = "e-print".into()),
        Some(Change::SourceChanged)
    );
    assert_eq!(found(|e| e.methods.push("search".into())), Some(Change::MethodChanged));
    assert_eq!(found(|e| e.expression = "T(n)".into()), Some(Change::MethodChanged));
    assert_eq!(found(|e| e.notes.push("by hand".into())), Some(Change::Reworded));
    assert_eq!(found(|e| e.verdict = Verdict::SameValue), Some(Change::VerdictChanged));
    assert_eq!(found(|e| e.verdict = Verdict::Undecided), Some(Change::NoLongerChecked));
    assert_eq!(found(|e| e.verdict = Verdict::Unconfirmed), Some(Change::New));
}

#[test]
fn renamed_claims_rows_and_columns_are_found_and_only_where_that_is_sure() {
    let rename = |from: &str, to: &str| {
        let bytes = String::from_utf8(verdicts_json(&run()).unwrap()).unwrap();
        read_verdicts(bytes.replace(from, to).as_bytes()).unwrap()
    };
    let renamed = |new: &[PaperVerdicts]| {
        let compared = diff(&run(), new);
        (compared.count(Change::Renamed), compared.unchanged)
    };
    // A claim; both claims of p and q say the same, so the one that is gone is the one that came.
    let mut new = run();
    new[0].claims[1] = matches("p", "theorem-3");
    assert_eq!(renamed(&new), (20, 60));
    let compared = diff(&run(), &new);
    assert_eq!(only(&compared).causes, ["p/b is called p/theorem-3 now"]);
    assert_eq!(only(&compared).members[0].was_id.as_deref(), Some("p/b/n=0/v"));
    // Two at once that say the same could be either.
    new[0].claims[0] = matches("p", "theorem-2");
    assert_eq!(renamed(&new), (0, 40));
    // A renamed claim of which a value changed is found by what it asks and prints.
    let mut new = run();
    new[0].claims[1] = matches("p", "theorem-3");
    new[0].claims[1].entries[4].verdict = Verdict::Mismatch;
    let compared = diff(&run(), &new);
    assert_eq!((compared.count(Change::Renamed), compared.count(Change::New)), (19, 1));
    // The value of a key; its name in all rows; a column.
    assert_eq!(renamed(&rename_key(run(), "7", "seven")), (1, 79));
    let all = rename("\"n\",", "\"m\",");
    let all: Vec<PaperVerdicts> = all
        .into_iter()
        .map(|mut paper| {
            for entry in paper.claims.iter_mut().flat_map(|claim| &mut claim.entries) {
                entry.id = entry.id.replace("/n=", "/m=");
            }
            paper
        })
        .collect();
    assert_eq!(renamed(&all), (80, 0));
    let mut columns = run();
    each_claim(&mut columns, |claim| {
        for entry in &mut claim.entries {
            entry.id = entry.id.replace("/v", "/value");
            entry.column = Some("value".to_owned());
        }
    });
    assert_eq!(renamed(&columns), (80, 0));
    // A row that went here and one that came elsewhere are two things, whatever they print.
    let mut moved = rename_key(run(), "7", "seven");
    let row = moved[0].claims[0].entries.remove(7);
    moved[0].claims[0].entries.push(row);
    let compared = diff(&run(), &moved);
    assert_eq!(compared.count(Change::Renamed), 0);
    assert_eq!((compared.count(Change::NoLongerChecked), compared.count(Change::NewlyChecked)), (1, 1));
}

/// The first claim of the first paper, with another value of the key in one row.
fn rename_key(mut run: Vec<PaperVerdicts>, from: &str, to: &str) -> Vec<PaperVerdicts> {
    for entry in &mut run[0].claims[0].entries {
        if entry.key[0].1 == from {
            entry.key[0].1 = to.to_owned();
            entry.id = format!("p/a/n={to}/v");
        }
    }
    run
}

/// The one member of the change of an entry from one value to another.
fn step(from: Option<&str>, to: Option<&str>) -> Diff {
    let run = |value: Option<&str>| {
        let entries = value.map(|value| cell("p/a", "1", Verdict::Match, "1", value)).into_iter().collect();
        [paper("p", vec![claim("a", entries)])]
    };
    diff(&run(from), &run(to))
}

fn decision(ruling: Ruling, reason: &str) -> Decision {
    Decision { ruling, cause: "cause-0000000000".to_owned(), reason: reason.to_owned() }
}

fn standing(reviews: &Reviews, from: Option<&str>, to: Option<&str>) -> Standing {
    reviews.standing(&only(&step(from, to)).members[0])
}

#[test]
fn decisions_hold_for_their_content_add_up_and_lapse() {
    let mut reviews = Reviews::default();
    let mut decide = |from, to, ruling, reason| {
        reviews.decide(&only(&step(from, to)).members, &decision(ruling, reason));
        reviews.clone()
    };
    let first = decide(Some("1"), Some("2"), Ruling::Accept, "first");
    assert_eq!(standing(&first, Some("1"), Some("2")), Standing::Accepted("first".into()));
    let lapsed = vec![decision(Ruling::Accept, "first")];
    assert_eq!(standing(&first, Some("1"), Some("3")), Standing::Unreviewed(lapsed));
    assert_eq!(standing(&first, Some("2"), Some("1")), Standing::Unreviewed(Vec::new()));
    assert_eq!(standing(&first, None, Some("2")), Standing::Unreviewed(Vec::new()));
    let both = decide(Some("2"), Some("3"), Ruling::Accept, "second");
    assert_eq!(standing(&both, Some("1"), Some("3")), Standing::Accepted("first; then: second".into()));
    let away = decide(Some("3"), None, Ruling::Reject, "it must stay");
    assert_eq!(standing(&away, Some("3"), None), Standing::Rejected("it must stay".into()));
    assert_eq!(standing(&away, Some("1"), None), Standing::Rejected("it must stay".into()));
    // What is written is read again, and says the same.
    let read = Reviews::read(&Source::new("reviews.tsv", away.write())).unwrap();
    assert_eq!(read.write(), away.write());
    assert_eq!(standing(&read, Some("1"), Some("3")), Standing::Accepted("first; then: second".into()));
    // A circle of decisions ends.
    let mut circle = both.clone();
    circle.decide(&only(&step(Some("3"), Some("1"))).members, &decision(Ruling::Accept, "back"));
    assert!(
        matches!(standing(&circle, Some("1"), Some("4")), Standing::Unreviewed(lapsed) if lapsed.len() == 3)
    );
    // The later decision on one change gives way to no other one.
    let mut turned = first.clone();
    let former = turned.decide(&only(&step(Some("1"), Some("2"))).members, &decision(Ruling::Reject, "no"));
    assert_eq!(former, [decision(Ruling::Accept, "first")]);
    assert_eq!(standing(&turned, Some("1"), Some("2")), Standing::Rejected("no".into()));
    // What the base holds is settled.
    let mut pruned = both.clone();
    assert_eq!(pruned.prune(&base(Some("2"))), 1);
    assert_eq!(standing(&pruned, Some("2"), Some("3")), Standing::Accepted("second".into()));
}

/// What a base says of the entry of [`step`].
fn base(value: Option<&str>) -> BTreeMap<String, String> {
    let entry = value.map(|value| cell("p/a", "1", Verdict::Match, "1", value));
    entry.iter().map(|entry| (entry.id.clone(), content_hash(entry))).collect()
}

/// Decisions on steps of the one entry.
fn decided(steps: &[(Option<&str>, Option<&str>, Ruling)]) -> Reviews {
    let mut reviews = Reviews::default();
    for &(from, to, ruling) in steps {
        reviews.decide(&only(&step(from, to)).members, &decision(ruling, ruling.word()));
    }
    reviews
}

#[test]
fn the_decision_on_the_step_itself_comes_before_any_chain() {
    let (a, b, c) = (Some("1"), Some("2"), Some("3"));
    use Ruling::{Accept, Reject};
    let reviews = decided(&[(a, b, Accept), (b, c, Accept), (a, c, Reject)]);
    assert_eq!(standing(&reviews, a, c), Standing::Rejected("reject".into()));
    assert_eq!(standing(&reviews, b, c), Standing::Accepted("accept".into()), "it has its own decision");
    let reviews = decided(&[(a, b, Reject), (b, c, Reject), (a, c, Accept)]);
    assert_eq!(standing(&reviews, a, c), Standing::Accepted("accept".into()));
}

#[test]
fn a_rename_wants_a_decision_that_is_bound_to_the_name_before() {
    let renamed = |from: &str, to: &str, value: &str| {
        let run = |id: &str| {
            let entry = cell(&format!("p/{id}"), "1", Verdict::Match, "1", value);
            [paper("p", vec![claim(id, vec![entry])])]
        };
        diff(&run(from), &run(to))
    };
    let compared = renamed("a", "b", "1");
    let group = only(&compared);
    assert_eq!((group.change, group.members.len()), (Change::Renamed, 1));
    let member = &group.members[0];
    let mut reviews = Reviews::default();
    assert_eq!(reviews.standing(member), Standing::Unreviewed(Vec::new()));
    reviews.decide([member], &decision(Ruling::Reject, "keep the name"));
    assert_eq!(reviews.standing(member), Standing::Rejected("keep the name".into()));
    reviews.decide([member], &decision(Ruling::Accept, "as printed"));
    assert_eq!(reviews.standing(member), Standing::Accepted("as printed".into()));
    // From another name, or with other content, it is another step.
    for other in [renamed("c", "b", "1"), renamed("a", "b", "2")] {
        assert_eq!(reviews.standing(&only(&other).members[0]), Standing::Unreviewed(Vec::new()));
    }
    // What comes after a rename adds up with it.
    let run = |id: &str, value: &str| {
        let entry = cell(&format!("p/{id}"), "1", Verdict::Match, "1", value);
        [paper("p", vec![claim(id, vec![entry])])]
    };
    reviews.decide(
        &only(&diff(&run("b", "1"), &run("b", "2"))).members,
        &decision(Ruling::Accept, "another value"),
    );
    let both = diff(&run("a", "1"), &run("b", "2"));
    let both = &only(&both).members[0];
    assert_eq!(both.was_id.as_deref(), Some("p/a/n=1/v"));
    assert_eq!(reviews.standing(both), Standing::Accepted("as printed; then: another value".into()));
    // The base that has the new name settles it.
    assert_eq!(reviews.prune(&BTreeMap::from([(member.id.clone(), member.now.clone())])), 1);
}

#[test]
fn decisions_are_dropped_when_no_comparison_with_the_base_can_use_them() {
    let (a, b, c, gone) = (Some("1"), Some("2"), Some("3"), None);
    use Ruling::{Accept, Reject};
    let left = |steps: &[(Option<&str>, Option<&str>, Ruling)], at| {
        let mut reviews = decided(steps);
        let dropped = reviews.prune(&base(at));
        let lines = reviews.write().lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(lines + dropped, steps.len());
        lines
    };
    // A removal that the base has, and the chain that led to it.
    assert_eq!(left(&[(a, gone, Accept)], gone), 0);
    assert_eq!(left(&[(a, gone, Accept)], a), 1);
    assert_eq!(left(&[(a, b, Accept), (b, gone, Accept)], gone), 0);
    assert_eq!(left(&[(a, b, Accept), (b, c, Accept)], c), 0);
    assert_eq!(left(&[(a, b, Accept), (b, c, Accept)], b), 1);
    assert_eq!(left(&[(a, b, Accept), (b, c, Accept)], a), 2);
    // A rejection holds whatever its content is compared with, and breaks a chain.
    assert_eq!(left(&[(a, b, Reject), (b, c, Accept)], c), 1);
    assert_eq!(left(&[(a, b, Accept), (b, c, Reject)], c), 1);
    // A circle comes back to where the base is, and leads on from it.
    assert_eq!(left(&[(a, b, Accept), (b, c, Accept), (c, a, Accept)], c), 2);
}

fn line(ruling: &str, was: &str, reason: &str) -> String {
    format!("{ruling}\tp/a/n=1/v\t{was}\t0123456789abcdef\tcause-0000000000\t{reason}\n")
}

#[test]
fn merged_files_are_read_whatever_their_order_and_written_sorted() {
    let (a, b) = (line("accept", "-", "as it should be"), line("accept", "00000000000000ff", "another way"));
    let merged = format!("{b}# a remark\n\n{a}{b}");
    let reviews = Reviews::read(&Source::new("reviews.tsv", merged.as_str())).unwrap();
    assert_eq!(reviews.write(), format!("# a remark\n{a}{b}"));
    // Two people with two reasons: both stand.
    let two = format!("{a}{}", line("accept", "-", "so says the erratum"));
    let reviews = Reviews::read(&Source::new("reviews.tsv", two.as_str())).unwrap();
    assert_eq!(reviews.write(), format!("{}{two}", Reviews::default().write()));
    let windows = a.replace('\n', "\r\n");
    let read = Reviews::read(&Source::new("reviews.tsv", windows)).unwrap();
    assert!(read.write().ends_with(&a));
}

#[test]
fn broken_files_of_decisions_are_refused_at_the_place() {
    let told = |text: &str| {
        let problems = Reviews::read(&Source::new("reviews.tsv", text)).expect_err("it is broken");
        problems.iter().map(|problem| problem.render(false)).collect::<Vec<_>>().join("\n")
    };
    let good = line("accept", "-", "why");
    let broken = [
        "<<<<<<< HEAD\n".to_owned(),
        "accept\tp/a\n".to_owned(),
        good.replace("accept", "acept"),
        good.replace("\t-\t", "\t0123\t"),
        good.replace("why", " "),
        good.replace("p/a/n=1/v", ""),
        line("reject", "-", "why not"),
    ];
    insta::assert_snapshot!("broken_reviews", told(&format!("{good}{}", broken.concat())));
}

/// A project of the two versions of a paper, built.
/// A project with two versions of a paper, and its report.
pub fn versions(name: &str) -> PathBuf {
    let root = folder(name);
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/versions/papers");
    for key in ["paths-v1", "paths-v2"] {
        fs::create_dir_all(root.join("papers").join(key).join("printed")).expect("a folder");
        for file in ["paper.md", "printed/table-1.tex"] {
            let to = root.join("papers").join(key).join(file);
            fs::copy(data.join(key).join(file), to).expect("copied");
        }
    }
    build(&root);
    root
}

fn build(root: &Path) -> Output {
    let built = referee(&["build-report", "--root", root.to_str().expect("a plain path")]);
    assert_eq!(built.status.code(), Some(0), "{}", text(&built.stderr));
    built
}

#[test]
fn two_versions_of_a_paper_show_what_the_authors_changed() {
    let root = versions("versions");
    let at = root.to_str().expect("a plain path");
    let page = root.join("what-changed.html");
    let arguments = ["diff", "--root", at, "--papers", "paths-v1", "paths-v2"];
    let found = referee(&[&arguments[..], &["--html", page.to_str().expect("plain")]].concat());
    assert_eq!(found.status.code(), Some(1), "{}", text(&found.stderr));
    assert_eq!(
        text(&found.stdout),
        "\
paths-v1 against paths-v2: 2 entries are printed otherwise
1 new, 1 fixed, 1 newly checked, 4 renamed, 2 text changed, 1 still, 1 moved, 1 prose changed; 2 unchanged
  new: paths-v2/table-1/n=4/value (match → mismatch); what is printed changed; the text printed in papers/paths-v2/printed/table-1.tex
  fixed: paths-v2/table-1/n=3/value (mismatch → match); what is printed changed; the text printed in papers/paths-v2/printed/table-1.tex
  newly checked: paths-v2/table-1/n=5/value (absent → match); entries of paths-v2/table-1 are new
  renamed: paths-v2/lemma-2/n=1 and 3 more (match); paths-v2/lemma-1 is called paths-v2/lemma-2 now
  text changed: paths-v2#title (what is said of the paper); papers/paths-v2/paper.md, or how it is told
  text changed: paths-v2/trees#title (what is said of claims); papers/paths-v2/paper.md, or how it is told
  still: paths-v2/trees/n=5/count (mismatch)
  moved: paths-v2/trees/n=4/count (match); lines of papers/paths-v2/paper.md
  prose changed: paths-v2#paragraph-1 (prose); papers/paths-v2/paper.md, or how it is told
"
    );
    let page = fs::read_to_string(page).expect("a page");
    assert!(page.contains("paths-v1 against paths-v2") && page.contains("<small>was</small>"));

    let json = referee(&[&arguments[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).expect("JSON");
    assert_eq!((json["format"].as_str(), json["version"].as_u64()), (Some("referee-diff"), Some(2)));
    assert_eq!((json["counts"]["fixed"].as_u64(), json["unchanged"].as_u64()), (Some(1), Some(2)));
    let renamed = json["groups"].as_array().expect("groups").iter().find(|g| g["change"] == "renamed");
    let member = &renamed.expect("the renamed lemma")["members"][0];
    assert_eq!(member["was_id"], "paths-v2/lemma-1/n=1");
    assert_ne!(member["was"], member["now"], "the name that it had belongs to what it said");
    let of = |side: &str| {
        let entry: Entry = serde_json::from_value(member[side].clone()).expect("an entry");
        content_hash(&entry)
    };
    assert_eq!(of("old"), of("new"));

    let wrong = referee(&["diff", "--root", at, "--papers", "paths-v1", "paths-v3"]);
    assert_eq!(wrong.status.code(), Some(2));
    assert!(text(&wrong.stderr).contains("did you mean"), "{}", text(&wrong.stderr));
}

/// The first group that is listed.
fn first_cause(listed: &str) -> String {
    let at = listed.find("cause-").expect("a group");
    listed[at..at + "cause-0123456789".len()].to_owned()
}

#[test]
fn changes_are_listed_accepted_rejected_and_checked() {
    let root = versions("reviewed");
    let at = root.to_str().expect("a plain path");
    let base = root.join("base");
    fs::create_dir_all(&base).expect("a folder");
    fs::copy(root.join("report/verdicts.json"), base.join("verdicts.json")).expect("copied");
    let base = base.to_str().expect("plain");
    let review =
        |arguments: &[&str]| referee(&[&["review", "--root", at, "--base", base], arguments].concat());
    let code = |output: &Output| output.status.code();

    let nothing = review(&["--check"]);
    assert_eq!(code(&nothing), Some(0));
    assert_eq!(
        text(&nothing.stdout),
        format!("against the report {base}: 0 changes in 0 groups; 0 accepted, 0 rejected, 0 not reviewed\n")
    );

    // A slip in a transcript, and one in a claim.
    let table = root.join("papers/paths-v1/printed/table-1.tex");
    let kept = fs::read_to_string(&table).expect("a table");
    fs::write(&table, kept.replace("1 & $*$", "1 & $0$").replace("2 & $\\pm 1$", "2 & $\\pm 5$"))
        .expect("written");
    let built = build(&root);
    assert!(text(&built.stderr).contains("2 of these changes are not accepted"), "{}", text(&built.stderr));
    let listed = text(&review(&[]).stdout);
    let cause = first_cause(&listed);
    assert!(listed.contains("2 changes in 1 group; 0 accepted, 0 rejected, 2 not reviewed"), "{listed}");
    assert!(listed.contains("  not reviewed\n"), "{listed}");
    assert_eq!(code(&review(&["--check"])), Some(1));
    let members = text(&review(&["--list", &cause]).stdout);
    let name = "paths-v1/table-1/n=2/value@";
    let at_name = members.find(name).expect("the entry with a hash");
    let bound = members[at_name..at_name + name.len() + 8].to_owned();
    assert!(
        members.contains(&format!("{bound} (not reviewed)\n  printed ±1 → ±5\n  recomputed ±1\n")),
        "{members}"
    );

    // One entry is rejected, the group accepted, the entry rejected again: the last word on it stands.
    let one = "paths-v1/table-1/n=2/value";
    let rejected = review(&["--reject", one, "--reason", "a slip of the transcript"]);
    assert_eq!(code(&rejected), Some(0), "{}", text(&rejected.stderr));
    let failing = review(&["--check"]);
    assert_eq!(code(&failing), Some(1));
    assert!(
        text(&failing.stdout).contains("1 of 2 rejected: a slip of the transcript"),
        "{}",
        text(&failing.stdout)
    );
    let accepted = review(&["--accept", &cause, "--reason", "as the first printing has it"]);
    assert!(
        text(&accepted.stdout).contains("replaces: rejected: a slip of the transcript"),
        "{}",
        text(&accepted.stdout)
    );
    let passing = review(&["--check"]);
    assert_eq!(code(&passing), Some(0));
    let listed = text(&review(&["--list"]).stdout);
    assert!(listed.contains("(match → mismatch)\n    accepted: as the first printing has it"), "{listed}");
    let file = fs::read_to_string(root.join("reviews.tsv")).expect("the decisions");
    let lines: Vec<&str> = file.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(lines.len(), 2, "{file}");
    assert!(lines[0].starts_with("accept\tpaths-v1/table-1/n=1/value\t") && lines.is_sorted(), "{file}");
    let page = fs::read_to_string(root.join("target/referee/diff.html")).expect("a page");
    assert!(page.contains(&format!("id=\"{cause}\"")), "the page calls the group as the list does");

    // As it was listed it can be decided on, too.
    let again = review(&["--reject", &bound, "--reason", "a slip of the transcript"]);
    assert!(text(&again.stdout).contains("rejected 1 change in"), "{}", text(&again.stderr));
    review(&["--accept", &bound, "--reason", "as the first printing has it"]);
    let file = fs::read_to_string(root.join("reviews.tsv")).expect("the decisions");

    // The content changes: the decision lapses, says so, and is kept.
    fs::write(&table, kept.replace("1 & $*$", "1 & $1$").replace("2 & $\\pm 1$", "2 & $\\pm 5$"))
        .expect("written");
    build(&root);
    let lapsed = review(&["--check"]);
    assert_eq!(code(&lapsed), Some(1));
    let said = text(&lapsed.stdout);
    assert!(said.contains("not reviewed: 1 of 2"), "{said}");
    assert!(
        said.contains("lapsed, since the content changed: accept: as the first printing has it"),
        "{said}"
    );
    let gone = review(&["--accept", &cause, "--reason", "again"]);
    assert_eq!(code(&gone), Some(2), "a group of other content is another group");
    assert!(text(&gone.stderr).contains("no change has the id"), "{}", text(&gone.stderr));
    fs::write(&table, kept.replace("1 & $*$", "1 & $1$").replace("2 & $\\pm 1$", "2 & $\\pm 6$"))
        .expect("written");
    build(&root);
    let stale = review(&["--accept", &bound, "--reason", "again"]);
    assert_eq!(code(&stale), Some(2), "{}", text(&stale.stdout));
    assert!(text(&stale.stderr).contains("says something else by now"), "{}", text(&stale.stderr));
    assert_eq!(fs::read_to_string(root.join("reviews.tsv")).expect("still there"), file);

    // What is no decision is refused, and nothing written.
    for (arguments, words) in [
        (vec!["--accept", "paths-v1/table-1/n=9/value", "--reason", "x"], "did you mean"),
        (vec!["--accept", "paths-v1/trees/n=5/count", "--reason", "x"], "wants no decision"),
        (vec!["--accept", one], "--reason"),
        (vec!["--accept", one, "--reason", " "], "needs a reason"),
        (vec!["--accept", one, "--reason", "two\nlines"], "a reason is one line"),
        (vec!["--reason", "x"], "is for `--accept"),
        (vec!["--accept", one, "--reject", one, "--reason", "x"], "cannot be used with"),
        (vec!["--list", "nothing"], "no change has the id"),
    ] {
        let refused = review(&arguments);
        assert_eq!(code(&refused), Some(2), "{arguments:?}");
        assert!(text(&refused.stderr).contains(words), "{arguments:?}: {}", text(&refused.stderr));
    }
    fs::write(root.join("reviews.tsv"), format!("{file}=======\n")).expect("written");
    let broken = review(&["--accept", one, "--reason", "x"]);
    assert_eq!(code(&broken), Some(2));
    assert!(text(&broken.stderr).contains("a merge was left unfinished here"), "{}", text(&broken.stderr));
    assert_eq!(fs::read_to_string(root.join("reviews.tsv")).expect("as it was"), format!("{file}=======\n"));
}

/// What of a value is not as the schema says; for the part of JSON Schema that our schema uses, and no other word.
fn faults(
    schema: &serde_json::Value,
    root: &serde_json::Value,
    value: &serde_json::Value,
    at: &str,
) -> Vec<String> {
    use serde_json::Value;
    let mut faults = Vec::new();
    let mut fault = |why: String| faults.push(format!("{at}: {why}"));
    let is = |name: &str| match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "boolean" => value.is_boolean(),
        other => panic!("the schema has the type {other}"),
    };
    let size = match value {
        Value::Array(items) => items.len() as u64,
        Value::Object(fields) => fields.len() as u64,
        _ => 0,
    };
    let mut inner = Vec::new();
    let none = serde_json::Map::new();
    let fields = value.as_object().unwrap_or(&none);
    for (word, rule) in schema.as_object().expect("a schema is an object") {
        match word.as_str() {
            "$schema" | "title" | "description" | "$defs" => {}
            "$ref" => {
                let name = rule.as_str().and_then(|r| r.strip_prefix("#/$defs/")).expect("a reference");
                inner.extend(faults_of(&root["$defs"][name], root, value, at));
            }
            "type" if is(rule.as_str().expect("a type")) => {}
            "const" if rule == value => {}
            "enum" if rule.as_array().expect("a list").contains(value) => {}
            "type" | "const" | "enum" => fault(format!("{value} is not {rule}")),
            "minItems" | "minProperties" if size >= rule.as_u64().expect("a number") => {}
            "maxItems" | "maxProperties" if size <= rule.as_u64().expect("a number") => {}
            "minItems" | "minProperties" | "maxItems" | "maxProperties" => {
                fault(format!("{size} are not {word}"))
            }
            "required" => {
                for name in rule.as_array().expect("a list").iter().filter_map(Value::as_str) {
                    if !fields.contains_key(name) {
                        fault(format!("`{name}` is missing"));
                    }
                }
            }
            "properties" => {
                for (name, rule) in rule.as_object().expect("fields") {
                    if let Some(value) = fields.get(name) {
                        inner.extend(faults_of(rule, root, value, &format!("{at}.{name}")));
                    }
                }
            }
            "additionalProperties" => {
                let known = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
                for (name, value) in fields.iter().filter(|(name, _)| !known.contains_key(*name)) {
                    match rule {
                        Value::Bool(false) => fault(format!("`{name}` is not in the schema")),
                        rule => inner.extend(faults_of(rule, root, value, &format!("{at}.{name}"))),
                    }
                }
            }
            "items" => {
                for (index, value) in value.as_array().into_iter().flatten().enumerate() {
                    inner.extend(faults_of(rule, root, value, &format!("{at}[{index}]")));
                }
            }
            other => panic!("the schema says {other}"),
        }
    }
    faults.extend(inner);
    faults
}

fn faults_of(
    schema: &serde_json::Value,
    root: &serde_json::Value,
    value: &serde_json::Value,
    at: &str,
) -> Vec<String> {
    assert!(schema.is_object(), "{at}: the schema refers to what is not there");
    faults(schema, root, value, at)
}

#[test]
fn the_committed_verdicts_are_as_the_schema_says() {
    let read = |path: &str| fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file");
    let json = |bytes: &[u8]| serde_json::from_slice::<serde_json::Value>(bytes).expect("JSON");
    let schema = json(&read("docs/verdicts.schema.json"));
    let check = |value: &serde_json::Value| faults(&schema, &schema, value, "$");
    let committed = json(&read("report/verdicts.json"));
    assert_eq!(check(&committed), Vec::<String>::new());
    assert!(committed["entries"].as_array().is_some_and(|entries| entries.len() > 4000));
    // A run with every field that there is.
    let sample = json(&verdicts_json(&crate::report::sample::papers()).expect("verdicts"));
    assert_eq!(check(&sample), Vec::<String>::new());
    // The checker can fail.
    let mut broken = sample.clone();
    broken["version"] = 2.into();
    broken["entries"][0]["verdict"] = "right".into();
    broken["entries"][1].as_object_mut().expect("an entry").remove("of");
    broken["claims"][0]["colour"] = "red".into();
    broken["papers"][0]["contract"] = serde_json::json!([1]);
    let mut found = check(&broken);
    found.sort();
    assert_eq!(
        found,
        [
            "$.claims[0]: `colour` is not in the schema",
            "$.entries[0].verdict: \"right\" is not [\"match\",\"same-value\",\"mismatch\",\"unconfirmed\",\"unreadable\",\"undefined\",\"undecided\",\"not-attempted\"]",
            "$.entries[1]: `of` is missing",
            "$.papers[0].contract: 1 are not minItems",
            "$.version: 2 is not 1",
        ]
    );
}

fn git(root: &Path, arguments: &[&str]) {
    let identity =
        ["-c", "user.name=A. Author", "-c", "user.email=author@example.org", "-c", "commit.gpgsign=false"];
    let output =
        Command::new("git").arg("-C").arg(root).args(identity).args(arguments).output().expect("git");
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
}

#[test]
fn the_base_is_a_revision_and_decisions_outlive_the_commits() {
    let root = versions("in-git");
    let at = root.to_str().expect("a plain path");
    let review = |arguments: &[&str]| referee(&[&["review", "--root", at], arguments].concat());
    let commit = |message: &str| {
        git(&root, &["add", "papers", "report"]);
        if root.join("reviews.tsv").exists() {
            git(&root, &["add", "reviews.tsv"]);
        }
        git(&root, &["commit", "-q", "-m", message]);
    };
    git(&root, &["init", "-q", "-b", "main"]);
    git(&root, &["add", "papers"]);
    git(&root, &["commit", "-q", "-m", "the papers"]);
    // A revision without a report has nothing, so everything is newly checked, or differs as never before.
    let listed = text(&review(&[]).stdout);
    assert!(listed.contains("21 changes in 4 groups"), "{listed}");
    commit("their report");
    assert_eq!(review(&["--check"]).status.code(), Some(0));

    let table = root.join("papers/paths-v1/printed/table-1.tex");
    let kept = fs::read_to_string(&table).expect("a table");
    for (slip, message) in [("1 & $0$", "a slip"), ("1 & $2$", "another")] {
        fs::write(&table, kept.replace("1 & $*$", slip)).expect("written");
        build(&root);
        assert_eq!(review(&["--check"]).status.code(), Some(1), "{message}: not reviewed");
        let cause = first_cause(&text(&review(&[]).stdout));
        assert_eq!(review(&["--accept", &cause, "--reason", message]).status.code(), Some(0));
        assert_eq!(review(&["--check"]).status.code(), Some(0), "{message}");
        commit(message);
    }
    // Against the base of both, the two steps add up.
    let whole = review(&["--base", "HEAD~2"]);
    assert!(text(&whole.stdout).contains("accepted: a slip; then: another"), "{}", text(&whole.stdout));
    assert_eq!(review(&["--check", "--base", "HEAD~2"]).status.code(), Some(0));
    assert_eq!(referee(&["diff", "--root", at, "HEAD~1", "HEAD"]).status.code(), Some(1));
    // What the base holds is dropped, what is to come is kept.
    let pruned = review(&["--prune", "--base", "HEAD~1"]);
    assert!(text(&pruned.stdout).starts_with("dropped 1 decision"), "{}", text(&pruned.stdout));
    assert_eq!(review(&["--check", "--base", "HEAD~1"]).status.code(), Some(0));
    assert_eq!(review(&["--check", "--base", "HEAD~2"]).status.code(), Some(1));
    for wrong in ["no-such-revision", "--output=x"] {
        let refused = review(&[&format!("--base={wrong}")]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(text(&refused.stderr).contains("no git revision"), "{}", text(&refused.stderr));
    }
    assert_eq!(review(&["--prune"]).status.code(), Some(2), "what to keep must be said");
}

#[test]
fn hostile_names_and_reasons_cannot_act_on_a_page_or_a_terminal() {
    let hostile = "<script>\u{1b}[31m</code>&\u{202E}";
    let mut new = run();
    new[0].claims[0].entries[0].id = format!("p/a/{hostile}");
    new[0].claims[0].entries[1].expression = hostile.to_owned();
    new[0].claims[0].entries[2].notes = vec![hostile.to_owned()];
    new[0].claims[0].title = hostile.to_owned();
    let compared = diff(&run(), &new);
    let remark =
        |_: &Group| Some(Remark { word: "review".to_owned(), lines: vec![format!("accepted: {hostile}")] });
    let page = compared.html(hostile, &remark).unwrap();
    assert!(!page.contains("<script") && !page.contains('\u{1b}') && !page.contains('\u{202E}'));
    let said = compared.summary();
    assert!(!said.contains('\u{1b}') && !said.contains('\u{202E}'), "{said}");
}

/// What a report says beside its entries is compared, too; what follows from entries is not said twice.
#[test]
fn texts_that_changed_are_groups_of_their_own() {
    use referee::verdicts::{Chart, ChartKind, Figure, Planted, Series, SeriesRole};
    let chart = |y: &str| Chart {
        name: "a-1".to_owned(),
        title: "Values".to_owned(),
        description: "All of them.".to_owned(),
        x: "n".to_owned(),
        y: "v".to_owned(),
        kind: ChartKind::Lines,
        series: vec![Series {
            name: "v".to_owned(),
            role: SeriesRole::Recomputed,
            points: vec![("1".to_owned(), y.to_owned())],
        }],
    };
    let figure = |title: &str| Figure {
        name: "board".to_owned(),
        title: title.to_owned(),
        description: String::new(),
        pictures: Vec::new(),
        uses: Vec::new(),
    };
    let mut old = run();
    old[0].authors = vec!["A".to_owned()];
    old[0].blocks.push(Block::Prose("Twenty of 20 agree.\n\nNothing else is known.".to_owned()));
    old[0].figures = vec![figure("A board")];
    old[0].claims[0].charts = vec![chart("1")];
    old[0].claims[1].says = "Stars are switches.".to_owned();
    let of = |new: &[PaperVerdicts]| {
        let compared = diff(&old, new);
        let groups = compared.groups.iter().map(|group| {
            let ids: Vec<&str> = group.members.iter().map(|member| member.id.as_str()).collect();
            format!("{}: {} ({})", group.change.word(), ids.join(" "), group.verdicts())
        });
        groups.collect::<Vec<_>>()
    };
    assert_eq!(of(&old), Vec::<String>::new());

    // Each part has its name.
    let with = |edit: &dyn Fn(&mut Vec<PaperVerdicts>)| {
        let mut new = old.clone();
        edit(&mut new);
        of(&new)
    };
    let said = |what: &str| vec![format!("text changed: {what}")];
    assert_eq!(with(&|new| new[0].authors.push("B".into())), said("p#authors (what is said of the paper)"));
    assert_eq!(with(&|new| new[0].claims[0].title = "T".into()), said("p/a#title (what is said of claims)"));
    assert_eq!(with(&|new| new[0].claims[1].says = "No.".into()), said("p/b#says (what is said of claims)"));
    assert_eq!(with(&|new| new[0].claims[1].says.clear()), said("p/b#says (what is said of claims)"));
    assert_eq!(with(&|new| new[0].figures[0].title = "Another".into()), said("p/board#drawing (drawings)"));
    assert_eq!(with(&|new| new[0].figures.clear()), said("p/board#drawing (drawings)"));
    assert_eq!(with(&|new| new[0].claims[0].charts = vec![chart("2")]), said("p/a-1#chart (charts)"));
    assert_eq!(with(&|new| new[0].claims[0].charts.clear()), said("p/a-1#chart (charts)"));
    let grid = |title: &str| {
        let json = format!(r#"{{"name":"values","title":"{title}","rows":[]}}"#);
        serde_json::from_str(&json).expect("a grid")
    };
    assert_eq!(with(&|new| new[0].grids.push(grid("G"))), said("p/values#grid (grids)"));
    let other = || Block::Definitions("S(n) = snort(star(n))\nT(n) = S(n+2)".to_owned());
    assert_eq!(with(&|new| new[0].blocks[0] = other()), said("p#define-T (definitions)"));
    let planted = Some(Planted { planted: 9, found: 9, ..Planted::default() });
    assert_eq!(with(&|new| new[0].planted = planted.clone()), said("p#planted (what is said of the paper)"));

    // Numbers in prose are woven from entries; its words want no decision.
    let prose = |text: &str| Block::Prose(text.to_owned());
    let numbers = with(&|new| new[0].blocks[1] = prose("Twenty of 21 agree.\n\nNothing else is known."));
    assert_eq!(numbers, Vec::<String>::new());
    let words = with(&|new| new[0].blocks[1] = prose("Twenty of 20 agree.\n\nAll is known."));
    assert_eq!(words, ["prose changed: p#paragraph-1 (prose)"]);

    // All else in prose counts: what stands in code, however it is fenced, and how often a paragraph stands there.
    let proses = |was: &str, now: &str| {
        let run = |text: &str| [PaperVerdicts { blocks: vec![prose(text)], ..paper("p", Vec::new()) }];
        diff(&run(was), &run(now)).count(Change::ProseChanged)
    };
    assert_eq!(proses("Of 998 and 7 all agree.", "Of 1,002 and 12,345,678 all agree."), 0);
    assert_eq!(proses("All 3, 4 agree.", "All 3 4 agree."), 1);
    assert_eq!(proses("See ``S(n)`` for 7.", "See ``T(n)`` for 8."), 1);
    assert_eq!(proses("See ``S(1)`` for 7.", "See ``S(2)`` for 7."), 1);
    assert_eq!(proses("A `tick of 7.", "A `tick of 8."), 0, "a tick alone begins no code");
    assert_eq!(proses("``a`b 1`` is 2", "``a`b 1`` is 3"), 0);
    let fenced = "Look:\n\n```\nsnort 1\n\nsnort 2\n```\n\nSo 5 it is.";
    assert_eq!(proses(fenced, &fenced.replace("5", "6")), 0);
    assert_eq!(proses(fenced, &fenced.replace("snort 2", "snort 3")), 1);
    assert_eq!(proses("Again.\n\nAgain.\n\nEnd.", "Again.\n\nEnd."), 1);
    assert_eq!(proses("Again.\n\nEnd.", "Again.\n\nAgain.\n\nEnd."), 1);

    // The points of a chart follow from its entries, and so does a changed definition that they use.
    let entry =
        |new: &mut Vec<PaperVerdicts>| new[0].claims[0].entries[0].recomputed = Some(Shown::words("2"));
    let derived = with(&|new| {
        entry(new);
        new[0].claims[0].charts = vec![chart("2")];
        new[0].blocks[0] = other();
        new[0].claims[0].made_from.insert("definitions".into(), "d1".into());
    });
    assert_eq!(derived, ["value changed: p/a/n=0/v (match)"]);
    // A paper or a claim that is new is one thing, and all that is said of it comes with it.
    let new_claim =
        with(&|new| new[0].claims.push(claim("c", vec![cell("p/c", "1", Verdict::Match, "1", "1")])));
    assert_eq!(
        new_claim,
        ["newly checked: p/c/n=1/v (match → absent)".replace("match → absent", "absent → match")]
    );

    // They are reviewed as entries are: bound to what they say.
    let mut new = old.clone();
    new[0].claims[1].says = "Stars are hot.".to_owned();
    let compared = diff(&old, &new);
    let member = &only(&compared).members[0];
    assert_eq!(member.lines(), ["was  Stars are switches.", "now  Stars are hot."]);
    let mut reviews = Reviews::default();
    assert_eq!(reviews.standing(member), Standing::Unreviewed(Vec::new()));
    reviews
        .decide([member], &Decision { ruling: Ruling::Accept, cause: "c".into(), reason: "so it is".into() });
    assert_eq!(reviews.standing(member), Standing::Accepted("so it is".into()));
    new[0].claims[1].says = "Stars are cold.".to_owned();
    let later = diff(&old, &new);
    assert!(matches!(reviews.standing(&only(&later).members[0]), Standing::Unreviewed(_)));
    let page = compared.html("lead", &|_| None).expect("a page");
    assert!(
        page.contains("Stars are <mark>switches.</mark>") && page.contains("Stars are <mark>hot.</mark>")
    );
}

/// Only what the cause of a group names is left out beside it.
#[test]
fn a_definition_or_a_formula_is_left_out_only_where_a_cause_names_it() {
    let mut old = run();
    old[0].claims[0].formula = Some(Shown::words("S(n) is a switch"));
    let told = |edit: &dyn Fn(&mut PaperVerdicts)| {
        let mut new = old.clone();
        new[0].blocks[0] = Block::Definitions("S(n) = snort(path(n))\nT(n) = S(n+1)".to_owned());
        new[0].claims[0].formula = Some(Shown::words("S(n) is a star"));
        edit(&mut new[0]);
        let compared = diff(&old, &new);
        let texts = compared.groups.iter().filter(|group| group.change == Change::TextChanged);
        let members = texts.flat_map(|group| &group.members);
        members.map(|member| member.id.clone()).collect::<Vec<_>>()
    };
    let value = |paper: &mut PaperVerdicts| {
        paper.claims[0].entries[0].recomputed = Some(Shown::words("7"));
    };
    let made = |paper: &mut PaperVerdicts, part: &str| {
        paper.claims[0].made_from.insert(part.to_owned(), "1".to_owned());
    };
    let both = ["p/a#formula", "p#define-S"];
    assert_eq!(told(&|_| ()), both);
    assert_eq!(told(&|paper| (value(paper), made(paper, "definitions")).0), ["p/a#formula"]);
    assert_eq!(told(&|paper| (value(paper), made(paper, "claim")).0), ["p#define-S"]);
    let all = |paper: &mut PaperVerdicts| {
        value(paper);
        made(paper, "claim");
        made(paper, "definitions");
    };
    assert_eq!(told(&all), Vec::<String>::new());
    // The entry changed for another reason: a row is new or gone, the source, the engine, its name.
    assert_eq!(told(&|paper| drop(paper.claims[0].entries.pop())), both);
    assert_eq!(
        told(&|paper| paper.claims[0].entries.push(cell("p/a", "20", Verdict::Match, "1", "1"))),
        both
    );
    assert_eq!(told(&|paper| paper.claims[0].entries[0].printed = Some(Shown::words("0"))), both);
    let engine = |paper: &mut PaperVerdicts| {
        value(paper);
        made(paper, "revisions");
    };
    assert_eq!(told(&engine), both);
    // A claim that is called otherwise has another formula, which comes with it.
    let renamed = |paper: &mut PaperVerdicts| {
        paper.claims[0] = ClaimVerdicts { formula: paper.claims[0].formula.clone(), ..matches("p", "c") };
        made(paper, "definitions");
    };
    assert_eq!(told(&renamed), ["p#define-S"]);

    // A definition that came or went is told, unless it did so with a claim that uses it or a cause names it.
    let turned = |old: &[PaperVerdicts], new: &[PaperVerdicts]| {
        let compared = diff(old, new);
        compared.groups.iter().map(|group| group.members[0].id.clone()).collect::<Vec<_>>()
    };
    let mut more = run();
    more[0].blocks[0] = Block::Definitions("S(n) = snort(star(n))\nT(n) = S(n+1)\nU(n) = 7".to_owned());
    assert_eq!(turned(&run(), &more), ["p#define-U"]);
    assert_eq!(turned(&more, &run()), ["p#define-U"]);
    let mut used = more.clone();
    used[0].claims.push(claim("c", vec![cell("p/c", "1", Verdict::Match, "1", "1")]));
    used[0].claims[2].made_from.insert("uses".to_owned(), "U".to_owned());
    assert_eq!(turned(&run(), &used), ["p/c/n=1/v"]);
    assert_eq!(turned(&used, &run()), ["p/c/n=1/v"]);

    // Points of a chart follow from values, not from notes.
    use referee::verdicts::{Chart, ChartKind};
    let chart = |title: &str| Chart {
        name: "a-1".to_owned(),
        title: "Values".to_owned(),
        description: String::new(),
        x: "n".to_owned(),
        y: "v".to_owned(),
        kind: ChartKind::Lines,
        series: vec![referee::verdicts::Series {
            name: "v".to_owned(),
            role: referee::verdicts::SeriesRole::Recomputed,
            points: vec![("1".to_owned(), title.to_owned())],
        }],
    };
    let charted = |points: &str, note: &str| {
        let mut all = run();
        all[0].claims[0].charts = vec![chart(points)];
        all[0].claims[0].entries[0].notes = vec![note.to_owned()];
        all
    };
    assert_eq!(turned(&charted("1", "a"), &charted("2", "b")), ["p/a/n=0/v", "p/a-1#chart"]);
}

/// That a score is stale is shown on the page; a decision is wanted where slips are missed.
#[test]
fn a_score_of_planted_slips_changes_where_what_it_found_does() {
    use referee::verdicts::Planted;
    let with = |planted, found, forms_kept, stale| {
        let mut all = run();
        all[0].planted = Some(Planted { planted, found, forms: 4, forms_kept, stale });
        all
    };
    let said = |old: &[PaperVerdicts], new: &[PaperVerdicts]| {
        let compared = diff(old, new);
        let members = compared.groups.iter().flat_map(|group| &group.members);
        members.flat_map(|member| member.lines()).collect::<Vec<_>>()
    };
    let all_found = with(9, 9, 4, false);
    assert_eq!(said(&all_found, &with(9, 9, 4, true)), Vec::<String>::new());
    assert_eq!(said(&all_found, &with(12, 12, 4, false)), Vec::<String>::new());
    let missed = with(9, 8, 4, false);
    let words = |found| {
        format!("{found} of 9 planted slips found; 4 of 4 planted changes of form told from an error")
    };
    assert_eq!(said(&all_found, &missed), [format!("was  {}", words("9")), format!("now  {}", words("8"))]);
    assert_eq!(said(&missed, &with(9, 8, 4, true)), Vec::<String>::new());
    assert_eq!(said(&missed, &with(9, 7, 4, false)).len(), 2);
    assert_eq!(said(&all_found, &with(9, 9, 3, false)).len(), 2);
}

/// One printed formula, changed: its entries are one group, which shows the formula, and nothing else asks for a decision.
#[test]
fn a_changed_formula_is_told_with_the_entries_that_it_prints() {
    let with = |formula: &str, verdict| {
        let mut all = run();
        all[0].claims[0].formula = Some(Shown::words(formula));
        all[0].claims[0].made_from.insert("claim".to_owned(), formula.to_owned());
        for entry in &mut all[0].claims[0].entries {
            entry.verdict = verdict;
            entry.printed = Some(Shown::words(format!("{formula} of {}", entry.id)));
            entry.read_at = Some(ReadAt {
                file: "papers/p/paper.md".into(),
                line: 7,
                text: formula.into(),
                standing: "quoted".into(),
            });
        }
        all
    };
    let compared = diff(&with("2n+1", Verdict::Match), &with("2n+3", Verdict::Mismatch));
    let group = only(&compared);
    assert_eq!(group.causes, ["the printed formula of p/a"]);
    let told: Vec<(String, Vec<String>)> =
        group.named_texts().into_iter().map(|(name, text)| (name, text.lines())).collect();
    assert_eq!(told, [("printed formula".to_owned(), vec!["was  2n+1".to_owned(), "now  2n+3".to_owned()])]);
    // Another formula that changes nothing of what it prints is still told.
    let mut reworded = with("2n+1", Verdict::Match);
    reworded[0].claims[0].formula = Some(Shown::words("1+2n"));
    assert_eq!(only(&diff(&with("2n+1", Verdict::Match), &reworded)).members[0].id, "p/a#formula");
}

/// A definition that is a cause is shown, before and now; and it is the cause of what is drawn by it.
#[test]
fn a_changed_definition_is_shown_with_what_rests_on_it() {
    let with = |definition: &str, value: &str, edges: &[(usize, usize)]| {
        let mut all = run();
        all[0].blocks = vec![Block::Definitions(format!("{definition}\nT(n) = S(n+1)"))];
        for claim in &mut all[0].claims {
            claim.made_from.insert("definitions".to_owned(), definition.to_owned());
        }
        all[0].claims[0].entries[0].recomputed = Some(Shown::words(value));
        let mut drawing = crate::report::sample::drawing();
        drawing.pictures[1].edges = edges.to_vec();
        drawing.uses = vec!["S".to_owned()];
        all[0].figures = vec![drawing];
        all
    };
    let star = [(0, 1), (0, 2), (0, 3), (0, 4)];
    let path = [(0, 1), (1, 2), (2, 3), (3, 4)];
    let old = with("S(n) = snort(star(n))", "1", &star);
    let compared = diff(&old, &with("S(n) = snort(path(n))", "2", &path));
    let told: Vec<(&str, String)> =
        compared.groups.iter().map(|group| (group.members[0].id.as_str(), group.cause())).collect();
    let cause = || "the definition S of p".to_owned();
    assert_eq!(told, [("p/a/n=0/v", cause()), ("p/boards#drawing", cause())]);
    for group in &compared.groups {
        let told: Vec<(String, Vec<String>)> =
            group.named_texts().into_iter().map(|(name, text)| (name, text.lines())).collect();
        let lines = ["was  S(n) = snort(star(n))", "now  S(n) = snort(path(n))"].map(str::to_owned);
        assert_eq!(told, [("definition S".to_owned(), lines.into())]);
    }
    assert_eq!(compared.groups[1].members[0].lines(), ["picture 2: other edges"]);
    let mut titled = with("S(n) = snort(star(n))", "1", &path);
    titled[0].figures[0].title = "Boards".to_owned();
    titled[0].figures[0].pictures.pop();
    assert_eq!(
        only(&diff(&old, &titled)).members[0].lines(),
        ["title “Three positions of value $*$” → “Boards”", "3 → 2 pictures", "picture 2: other edges"]
    );
    let page = compared.html("", &|_| None).expect("a page");
    assert!(page.contains("snort(<mark>") || page.contains("<mark>snort(star(n))"), "{page}");
    assert_eq!(page.matches("<svg class=\"drawing\"").count(), 2, "the picture before and now");
    // Only the drawing rests on it: the definition is told there, and is no group of its own.
    let mut alone = with("S(n) = snort(path(n))", "1", &path);
    for claim in &mut alone[0].claims {
        claim.made_from.insert("definitions".to_owned(), "S(n) = snort(star(n))".to_owned());
    }
    assert_eq!(only(&diff(&old, &alone)).members[0].id, "p/boards#drawing");
    // A drawing that does not rest on it changed for another reason.
    let mut other = alone.clone();
    other[0].figures[0].uses.clear();
    let compared = diff(&old, &other);
    let causes: Vec<String> = compared.groups.iter().map(Group::cause).collect();
    assert_eq!(causes, vec!["papers/p/paper.md, or how it is told"; 2]);
}

#[test]
fn claims_that_are_gone_are_named() {
    let mut new = run();
    new[0].claims.remove(1);
    assert_eq!(only(&diff(&run(), &new)).causes, ["the claim b of p is gone"]);
    assert_eq!(only(&diff(&new, &run())).causes, ["the claim b of p is new"]);
    let mut many = run();
    many[0].claims.extend((0..12).map(|n| {
        let id = format!("c{n}");
        claim(&id, vec![cell(&format!("p/{id}"), "1", Verdict::Match, &id, &id)])
    }));
    let compared = diff(&many, &run());
    assert_eq!(
        only(&compared).causes,
        ["the claims c0, c1, c2, c3, c4, c5, c6, c7 and 4 more of p are gone"]
    );
}

/// What is the same in all rows of a group stands in its head.
#[test]
fn a_column_of_one_content_is_said_once() {
    let mut new = run();
    for entry in &mut new[0].claims[0].entries {
        entry.verdict = Verdict::Unconfirmed;
        entry.recomputed = Some(Shown::words("7"));
        entry.notes = vec!["the search stopped".to_owned()];
    }
    let page = |new: &[PaperVerdicts]| diff(&run(), new).html("", &|_| None).expect("a page");
    let shown = page(&new);
    assert_eq!(shown.matches("the search stopped").count(), 1, "{shown}");
    assert!(shown.contains("<dt>notes, all</dt>") && !shown.contains(">Notes</th>"));
    assert!(shown.contains("<code title=\"p/a/n=3/v\">n=3/v</code>"), "{shown}");
    new[0].claims[0].entries[3].notes = vec!["it gave up".to_owned()];
    let shown = page(&new);
    assert_eq!(shown.matches("the search stopped").count(), 1);
    assert!(shown.contains("<dt>notes, where a row has none</dt>") && shown.contains(">Notes</th>"));
    assert_eq!(shown.matches("it gave up").count(), 1);
}

/// In a folder of its own, without git, there is nothing to review against but what the user kept.
#[test]
fn without_git_a_review_is_not_offered_as_if_it_worked() {
    let root = versions("without-git");
    let outside = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_referee"))
            .args(arguments)
            .current_dir(&root)
            .env("GIT_CEILING_DIRECTORIES", root.parent().expect("a folder"))
            .output()
            .expect("it runs")
    };
    fs::copy(root.join("report/verdicts.json"), root.join("before.json")).expect("copied");
    let table = root.join("papers/paths-v1/printed/table-1.tex");
    let kept = fs::read_to_string(&table).expect("a table");
    fs::write(&table, kept.replace("1 & $*$", "1 & $0$")).expect("written");
    let built = text(&outside(&["build-report"]).stderr);
    assert!(built.contains("1 new") && !built.contains("not accepted"), "{built}");
    assert!(built.contains("reviewing needs the verdicts of before: a git repository"), "{built}");
    let refused = outside(&["review"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("there is no commit to compare with"));
    assert!(text(&refused.stderr).contains("a verdicts.json that you kept"));
    let reviewed = text(&outside(&["review", "--base", "before.json"]).stdout);
    assert!(reviewed.contains("1 change in 1 group"), "{reviewed}");
}

/// The end of a run names what is new before what was known.
#[test]
fn the_terminal_names_new_discrepancies_first() {
    let root = versions("new-first");
    let table = root.join("papers/paths-v2/printed/table-1.tex");
    let kept = fs::read_to_string(&table).expect("a table");
    fs::write(&table, kept.replace("1 & $*$", "1 & $0$")).expect("written");
    let arguments = ["build-report", "paths-v2", "--root", root.to_str().expect("a plain path")];
    let built = text(&referee(&arguments).stdout);
    let lines: Vec<&str> = built.lines().collect();
    assert!(lines[0].starts_with("paths-v2: "), "{built}");
    assert_eq!(
        &lines[1..4],
        [
            "  new mismatch paths-v2/table-1/n=1/value at papers/paths-v2/printed/table-1.tex:4",
            "  mismatch paths-v2/table-1/n=4/value at papers/paths-v2/printed/table-1.tex:7",
            "  mismatch paths-v2/trees/n=5/count at papers/paths-v2/paper.md:30",
        ],
        "{built}"
    );
    assert!(built.contains("\n1 other paper as it was: 10 entries, 2 discrepancies\n"), "{built}");
}

/// Whoever asks what the checks are does not start them, nor does a slip of the keyboard.
#[test]
fn the_checks_say_what_they_do_and_refuse_what_they_do_not_know() {
    let run = |arguments: &[&str]| {
        Command::new("bash")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/run"))
            .args(arguments)
            .output()
            .expect("bash")
    };
    let help = run(&["--help"]);
    assert_eq!(help.status.code(), Some(0));
    assert!(text(&help.stdout).starts_with("usage: .ci/run") && !text(&help.stdout).contains("== "));
    let wrong = run(&["--halp"]);
    assert_eq!((wrong.status.code(), text(&wrong.stdout)), (Some(2), String::new()));
    assert!(text(&wrong.stderr).starts_with(".ci/run: unknown argument: --halp\n"));
}

/// Texts are compared whole, and what differs is shown however much stands around it.
#[test]
fn what_differs_in_a_long_text_is_shown_on_the_page() {
    let page = |was: &str, now: &str| {
        let run = |text: &str| {
            let mut all = run();
            all[0].claims[0].says = text.to_owned();
            all
        };
        diff(&run(was), &run(now)).html("", &|_| None).expect("a page")
    };
    let many = |word: &str, number: usize| vec![word; number].join(" ");
    let around = |middle: &str| format!("{} {middle} {}", many("before", 300), many("after", 300));
    let marks = |page: &str, words: &[&str]| {
        for word in words {
            assert!(page.contains(&format!("<mark>{word}</mark>")), "{word} is not in {page}");
        }
        assert!(page.matches("before").count() < 100, "the common parts are shortened");
    };
    marks(&page(&around("hot"), &around("cold")), &["hot ", "cold "]);
    marks(&page(&around("hot"), &around("").replace("  ", " ")), &["hot "]);
    // In the middle of a word without end, too.
    let word = |middle: &str| format!("{}{middle}{}", "x".repeat(2_000), "y".repeat(2_000));
    marks(&page(&word("1"), &word("2")), &["1", "2"]);
    // What differs is long itself: both of its ends are shown.
    let long = |word: &str| around(&format!("{word}-a {} {word}-z", many("same", 400)));
    let shown = page(&long("hot"), &long("cold"));
    for word in ["<mark>hot-a ", "<mark>cold-a ", "hot-z </mark>", "cold-z </mark>"] {
        assert!(shown.contains(word), "{word} is not in {shown}");
    }
    assert!(shown.matches("same").count() < 600 && shown.contains(" … "));
    // Short texts stand as they are, and nothing is marked where all differs.
    assert!(page("a b c", "a x c").contains("a <mark>x </mark>c"));
    assert!(!page("one", "two").contains("<mark>"));
    assert!(page("a b", "a b c").contains("a <mark>b c</mark>"));

    // An expression of which the middle is cut off in the cause has a column of its own.
    let asked = |middle: &str| {
        let mut all = run();
        all[0].claims[0].entries[0].expression =
            format!("{}+{middle}+{}", many("S(1)", 80), many("S(2)", 80));
        all
    };
    let shown = diff(&asked("S(77)"), &asked("S(78)")).html("", &|_| None).expect("a page");
    assert!(shown.contains("+S(77)+") && shown.contains("+S(78)+"), "{shown}");
}

/// What a name is taken for is said, and what it could be both is refused.
#[test]
fn a_run_is_a_path_or_a_revision_and_never_a_guess() {
    let root = versions("names");
    git(&root, &["init", "-q", "-b", "main"]);
    git(&root, &["add", "papers", "report"]);
    git(&root, &["commit", "-q", "-m", "a report"]);
    git(&root, &["branch", "old"]);
    let run = |arguments: &[&str]| {
        Command::new(env!("CARGO_BIN_EXE_referee"))
            .current_dir(&root)
            .args(arguments)
            .output()
            .expect("it runs")
    };
    let taken = run(&["diff", "old"]);
    assert_eq!(taken.status.code(), Some(0), "{}", text(&taken.stderr));
    assert!(text(&taken.stderr).starts_with("the revision old ("), "{}", text(&taken.stderr));
    assert!(
        text(&taken.stderr).trim_end().ends_with(") against the report report"),
        "{}",
        text(&taken.stderr)
    );

    fs::create_dir_all(root.join("old")).expect("a folder");
    assert!(
        text(&run(&["diff", "old"]).stderr).contains("the revision old"),
        "a folder without a report is none"
    );
    fs::copy(root.join("report/verdicts.json"), root.join("old/verdicts.json")).expect("copied");
    let both = run(&["diff", "old"]);
    assert_eq!(both.status.code(), Some(2));
    assert!(text(&both.stderr).contains("`old` is a report and a git revision"), "{}", text(&both.stderr));
    assert!(text(&run(&["review", "--base", "old"]).stderr).contains("write `./old`"));
    assert!(text(&run(&["diff", "./old"]).stderr).starts_with("the report ./old against"));
    assert!(text(&run(&["diff", "refs/heads/old"]).stderr).starts_with("the revision refs/heads/old ("));
    assert!(
        text(&run(&["diff", "old/verdicts.json"]).stderr).starts_with("the file old/verdicts.json against")
    );

    // A file that names an entry twice is no run.
    let verdicts = fs::read_to_string(root.join("old/verdicts.json")).expect("verdicts");
    let line = verdicts
        .lines()
        .find(|line| line.starts_with("{\"id\":\"paths-v1/table-1/n=1/value\""))
        .expect("a line");
    fs::write(root.join("old/verdicts.json"), verdicts.replace(line, &format!("{line}\n{line}")))
        .expect("written");
    let twice = run(&["diff", "./old"]);
    assert_eq!(twice.status.code(), Some(2), "{}", text(&twice.stdout));
    assert!(text(&twice.stderr).contains("two entries have the id `paths-v1/table-1/n=1/value`"));

    // A page is written over a page of its kind, and over nothing else.
    let page = |arguments: &[&str]| run(&[&["diff", "HEAD", "--html", "page.html"], arguments].concat());
    fs::write(root.join("page.html"), "<title>My thesis</title>").expect("written");
    let refused = page(&[]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("is no page of what changed"), "{}", text(&refused.stderr));
    assert_eq!(fs::read_to_string(root.join("page.html")).expect("kept"), "<title>My thesis</title>");
    assert_eq!(page(&["--force"]).status.code(), Some(0));
    assert_eq!(page(&[]).status.code(), Some(0), "over its own");
}
