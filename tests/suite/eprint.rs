//! E-prints: what arrives from a stand-in for arXiv, on good days and bad ones, and what the cache makes of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use referee::diagnostic::{Diagnostic, Source};
use referee::eprint::{Bundle, Cache, Id, Kind, Lock, MAX_FILES, Metadata};
use tar::EntryType;

use crate::own::{self, text};
use crate::standin::{Answer, StandIn, gzip, no_record, ok, record, record_path, status, tar, tar_of};

/// A folder of the test's own, empty, for a cache and what may lie around it.
fn folder(name: &str) -> PathBuf {
    own::folder(&format!("eprint/{name}"))
}

/// The program with an environment of the test's own.
fn referee(cache: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.args(arguments).current_dir(cache);
    command.env("REFEREE_CACHE", cache.join("cache")).env("REFEREE_MIRROR_INTERVAL", "0");
    for name in ["REFEREE_MIRROR", "REFEREE_CONTACT", "XDG_CACHE_HOME"] {
        command.env_remove(name);
    }
    command
}

fn fetch(arxiv: &StandIn, cache: &Path, arguments: &[&str]) -> Command {
    let mut command = referee(cache, &["fetch", "--mirror", arxiv.address()]);
    command.args(arguments);
    command
}

fn run(mut command: Command) -> Output {
    command.output().expect("the program runs")
}

/// What a command prints that ends with this code.
fn ends(command: Command, code: i32) -> (String, String) {
    let output = run(command);
    let (printed, told) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{printed}\n{told}");
    (printed, told)
}

/// The cache holds nothing that is damaged.
fn verifies(cache: &Path) {
    ends(referee(cache, &["cache", "verify"]), 0);
}

const PAPER: &[u8] = b"\\documentclass{article}\n\\begin{document}\nThe game is $\\pm 1$.\n\\end{document}\n";
const ID: &str = "2406.02107";

fn archive() -> Vec<u8> {
    gzip(&tar(&[("main.tex", PAPER), ("figures/board.tex", b"% a board\n"), ("anc/table.csv", b"1,2\n")]))
}

#[test]
fn an_e_print_is_fetched_kept_and_not_fetched_again() {
    let (arxiv, cache) = (StandIn::new(), folder("fetched"));
    arxiv.serves(ID, ok(archive()));
    let (printed, told) = ends(fetch(&arxiv, &cache, &["arXiv:2406.02107"]), 0);
    for line in [
        "2406.02107v1\n",
        "  title    Cold games & hot boards\n",
        "  authors  A. Author, B. Author\n",
        "  licence  http://creativecommons.org/licenses/by/4.0/\n",
        "  newest   v1\n",
        "  kind     an archive of 3 files\n",
        "  main     main.tex\n",
    ] {
        assert!(printed.contains(line), "{line:?} in\n{printed}");
    }
    assert_eq!(told, "fetching 2406.02107v1\n");
    let (again, told) = ends(fetch(&arxiv, &cache, &["https://arxiv.org/abs/2406.02107v1"]), 0);
    assert_eq!((again, told.as_str()), (printed, ""));
    assert_eq!(arxiv.paths(), ["record 2406.02107", "/src/2406.02107v1", "record 2406.02107"]);
    let (listed, _) = ends(referee(&cache, &["cache", "list"]), 0);
    assert!(listed.starts_with(&format!("2406.02107v1\t{}\t", archive().len())), "{listed}");
    verifies(&cache);
    let held = open(&cache).get(&id(ID), None).expect("a sound cache").expect("it is held");
    arxiv.answers(&record_path(ID), &[status(500)]);
    let (_, told) = ends(fetch(&arxiv, &cache, &[ID]), 2);
    assert!(told.contains("answers 500") && told.contains("2406.02107v1 is in the cache"), "{told}");
    assert_eq!((held.version, held.bytes.as_slice()), (1, archive().as_slice()));
    assert_eq!(held.bundle().expect("an archive").files["main.tex"], PAPER);
}

#[test]
fn an_audit_of_an_id_fetches_the_e_print_and_next_time_has_it() {
    let paper = b"\\documentclass{article}\n\\title{Hot games}\n\\begin{document}\n\\input{values}\n\\end{document}\n";
    let values = b"The game $\\{3 \\mid 1\\} + \\{3 \\mid 1\\} = 5$ is a number.\n";
    let (arxiv, cache) = (StandIn::new(), folder("audited"));
    arxiv.serves(ID, ok(gzip(&tar(&[("main.tex", paper), ("values.tex", values)]))));
    let audit = |id: &str| {
        let mut command = referee(&cache, &["audit", id, "--out", "audit"]);
        command.env("REFEREE_MIRROR", arxiv.address());
        command
    };
    let (printed, _) = ends(audit(ID), 1);
    assert!(printed.starts_with("Hot games\n") && printed.contains("  values.tex:1: "), "{printed}");
    assert!(cache.join("audit/index.html").is_file() && cache.join("audit/findings.json").is_file());
    let asked = arxiv.paths().len();
    let (again, _) = ends(audit("https://arxiv.org/pdf/2406.02107v1"), 1);
    assert_eq!((again, arxiv.paths().len()), (printed, asked), "what is in the cache is not asked for");
    arxiv.serves("2406.02108", ok(b"%PDF-1.5\n%%EOF\n".to_vec()));
    let (_, told) = ends(audit("2406.02108"), 2);
    assert!(told.contains("is a PDF") && told.contains("ask the authors for the source"), "{told}");
    arxiv.answers(&record_path("2406.02109"), &[no_record()]);
    let (_, told) = ends(audit("2406.02109"), 2);
    assert!(told.contains("2406.02109"), "{told}");
    verifies(&cache);
}

fn open(cache: &Path) -> Cache {
    Cache::open(Some(&cache.join("cache"))).expect("a cache")
}

fn id(text: &str) -> Id {
    Id::parse(text).expect("an id").0
}

#[test]
fn the_client_says_its_name_its_version_and_whom_to_write_to() {
    let (arxiv, cache) = (StandIn::new(), folder("name"));
    arxiv.serves(ID, ok(archive()));
    let mut command = fetch(&arxiv, &cache, &[ID]);
    command.env("REFEREE_CONTACT", "reader@university.example");
    ends(command, 0);
    for asked in arxiv.asked() {
        assert!(asked.user_agent.starts_with(concat!("referee/", env!("CARGO_PKG_VERSION"))), "{asked:?}");
        assert!(asked.user_agent.contains("reader@university.example"), "{asked:?}");
    }
}

#[test]
fn ids_from_before_2007_have_a_slash_in_the_address_and_in_the_cache() {
    let (arxiv, cache) = (StandIn::new(), folder("old"));
    arxiv.serves("math/0410026", ok(gzip(PAPER)));
    let (printed, _) = ends(fetch(&arxiv, &cache, &["math.CO/0410026"]), 0);
    assert!(printed.starts_with("math/0410026v1\n"), "{printed}");
    assert_eq!(arxiv.paths(), ["record math/0410026", "/src/math/0410026v1"]);
    verifies(&cache);
}

#[test]
fn the_newest_version_is_fetched_and_an_older_one_on_request_with_a_word() {
    let (arxiv, cache) = (StandIn::new(), folder("versions"));
    arxiv.knows(ID, &["", "D"]);
    arxiv.answers("/src/2406.02107v1", &[ok(archive())]).answers("/src/2406.02107v2", &[ok(gzip(PAPER))]);
    let (printed, told) = ends(fetch(&arxiv, &cache, &[ID]), 0);
    assert!(printed.starts_with("2406.02107v2\n") && told == "fetching 2406.02107v2\n", "{printed}{told}");
    let (printed, told) = ends(fetch(&arxiv, &cache, &["2406.02107v1"]), 0);
    assert!(printed.starts_with("2406.02107v1\n"), "{printed}");
    assert!(told.contains("2406.02107v1 is not the newest version: there is v2"), "{told}");
    let (_, told) = ends(fetch(&arxiv, &cache, &["2406.02107v3"]), 2);
    assert!(
        told.contains("there is no version 3 of 2406.02107") && told.contains("the newest is v2"),
        "{told}"
    );
    assert_eq!(open(&cache).list().expect("an index").len(), 2);
    verifies(&cache);
}

#[test]
fn of_a_withdrawn_paper_the_last_version_that_stood_is_fetched_with_a_warning() {
    let (arxiv, cache) = (StandIn::new(), folder("withdrawn"));
    arxiv.knows(ID, &["", "I"]).answers("/src/2406.02107v1", &[ok(archive())]);
    let (printed, told) = ends(fetch(&arxiv, &cache, &[ID]), 1);
    assert!(
        printed.starts_with("2406.02107v1\n") && printed.contains("newest   v2, a withdrawal"),
        "{printed}"
    );
    assert!(told.contains("2406.02107 was withdrawn: version 2 says so, and this is v1"), "{told}");
    let (_, told) = ends(fetch(&arxiv, &cache, &["2406.02107v2"]), 2);
    assert!(told.contains("2406.02107v2 is a withdrawal: it has no files"), "{told}");
    assert!(told.contains("its authors say: 12 pages"), "{told}");
    assert!(told.contains("the newest version with files is 2406.02107v1"), "{told}");
    arxiv.knows("2406.00001", &["I"]);
    let (_, told) = ends(fetch(&arxiv, &cache, &["2406.00001"]), 2);
    assert!(told.contains("2406.00001 was withdrawn, and no version of it is left"), "{told}");
    let sources = arxiv.paths().into_iter().filter(|path| path.starts_with("/src")).count();
    assert_eq!(sources, 1, "what has no files is not asked for");
}

#[test]
fn what_arrives_is_judged_by_its_bytes_whatever_the_headers_say() {
    let pdf = b"%PDF-1.5\n1 0 obj\n<<>>\nendobj\n%%EOF\n".to_vec();
    let postscript = b"%!PS-Adobe-2.0\n%%Pages: 1\nshowpage\n".to_vec();
    let members = |content: &[u8]| {
        let (first, second) = content.split_at(content.len() / 2);
        [gzip(first), gzip(second)].concat()
    };
    let plain =
        tar(&[("main.tex", PAPER), ("figures/board.tex", b"% a board\n"), ("anc/table.csv", b"1,2\n")]);
    let several = "an archive of 3 files";
    let shapes: [(&str, Answer, &str, i32); 15] = [
        ("x-gzip", ok(archive()).with("Content-Encoding", "x-gzip"), several, 0),
        ("gzip", ok(archive()).with("Content-Encoding", "gzip"), several, 0),
        ("type", ok(archive()).with("Content-Type", "text/html"), several, 0),
        ("unpacked", ok(plain.clone()), several, 0),
        ("twice", ok(gzip(&archive())).with("Content-Encoding", "gzip"), several, 0),
        ("members", ok(members(&plain)), several, 0),
        ("padded", ok([archive(), vec![0; 700]].concat()), several, 0),
        ("single", ok(gzip(PAPER)).with("Content-Type", "application/x-eprint"), "a single file", 0),
        ("editor", ok([b"%!TEX root = main.tex\n", PAPER].concat()), "a single file", 0),
        ("single-members", ok(members(PAPER)), "a single file", 0),
        ("bare", ok(PAPER).with("Content-Type", "application/octet-stream"), "a single file", 0),
        ("pdf", ok(pdf.clone()).with("Content-Type", "application/x-eprint-tar"), "a PDF", 1),
        ("pdf-gz", ok(gzip(&pdf)), "a PDF", 1),
        ("old-postscript", ok("%!\n/x 1 def\n"), "PostScript", 1),
        ("postscript", ok(gzip(&postscript)), "PostScript", 1),
    ];
    let (arxiv, cache) = (StandIn::new(), folder("shapes"));
    for (index, (name, answer, kind, code)) in shapes.iter().enumerate() {
        let id = format!("2406.{:05}", index + 1);
        arxiv.serves(&id, answer.clone());
        let (printed, told) = ends(fetch(&arxiv, &cache, &[&id]), *code);
        assert!(printed.contains(&format!("  kind     {kind}\n")), "{name}: {printed}");
        assert_eq!(printed.contains("  main     "), *code == 0, "{name}: {printed}");
        assert_eq!(told.contains("has no source in TeX"), *code == 1, "{name}: {told}");
    }
    verifies(&cache);
    assert_eq!(open(&cache).list().expect("an index").len(), shapes.len());
}

/// Every answer that is none, with what the user is told.
#[test]
fn every_bad_answer_has_its_picture() {
    let links = [
        ("a.tex", EntryType::Symlink, b"/etc/passwd".as_slice()),
        ("b.tex", EntryType::Link, b"a.tex"),
        ("pipe", EntryType::Fifo, b""),
    ];
    let regular = |name: &'static str| gzip(&tar_of(&[(name, EntryType::Regular, b"x")]));
    let many: Vec<(String, EntryType, &[u8])> =
        (0..=MAX_FILES).map(|n| (format!("{n}.tex"), EntryType::Regular, b"".as_slice())).collect();
    let many: Vec<(&str, EntryType, &[u8])> =
        many.iter().map(|(n, kind, x)| (n.as_str(), *kind, *x)).collect();
    let thousand: Vec<(String, EntryType, &[u8])> =
        (0..1000).map(|n| (format!("{n}.tex"), EntryType::Symlink, b"x".as_slice())).collect();
    let bomb = gzip(&vec![b' '; 40 << 20]);
    let cut = |mut bytes: Vec<u8>, at: usize| {
        bytes.truncate(at);
        bytes
    };
    let mut damaged = archive();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    let mut wrapped = archive();
    for _ in 0..3 {
        wrapped = gzip(&wrapped);
    }
    let head = |kind: u8| [&[0x1f, 0x8b, kind], [0; 30].as_slice()].concat();
    let withdrawn = b"%auto-ignore\nThis paper has been withdrawn by the authors.\n";
    let bad: Vec<(&str, Vec<Answer>)> = vec![
        ("an empty answer", vec![ok("")]),
        ("nothing in gzip", vec![ok(gzip(b""))]),
        ("an empty archive", vec![ok(gzip(&[0; 1024]))]),
        ("a page with status 200", vec![status(200).page("Paper is being generated &mdash; \u{202e}retry")]),
        ("a page in gzip", vec![ok(gzip(b"\n<!doctype HTML><title>403 user agent</title>"))]),
        ("a truncated gzip", vec![ok(cut(archive(), archive().len() / 2))]),
        ("a gzip of its header alone", vec![ok(cut(archive(), 5))]),
        ("a damaged gzip", vec![ok(damaged)]),
        ("no gzip behind its mark", vec![ok(head(9))]),
        ("text after gzip", vec![ok([archive(), b"text".to_vec()].concat())]),
        ("a truncated archive", vec![ok(gzip(&cut(tar(&[("main.tex", &[b'x'; 3000])]), 2000)))]),
        ("gzip four times", vec![ok(wrapped)]),
        ("a zip", vec![ok(b"PK\x03\x04............".to_vec())]),
        ("bzip2", vec![ok(b"BZh91AY&SY............".to_vec())]),
        ("xz in gzip", vec![ok(gzip(b"\xfd7zXZ............"))]),
        ("zstd", vec![ok(b"\x28\xb5\x2f\xfd............".to_vec())]),
        ("compress", vec![ok(b"\x1f\x9d\x90............".to_vec())]),
        ("7z", vec![ok(b"7z\xbc\xaf\x27\x1c............".to_vec())]),
        ("RAR", vec![ok(b"Rar!\x1a\x07............".to_vec())]),
        ("a word with status 200", vec![ok("Rate exceeded.\n\u{202e}Try later")]),
        ("JSON with status 200", vec![ok("{\"error\": \"busy\"}")]),
        ("bytes of no kind", vec![ok(b"\x7fELF\0\0\0\0".to_vec())]),
        ("links and a pipe alone", vec![ok(gzip(&tar_of(&links)))]),
        ("a path with ..", vec![ok(regular("../evil.tex"))]),
        ("a path with .. within", vec![ok(regular("figures/../../evil.tex"))]),
        ("an absolute path", vec![ok(regular("/tmp/evil.tex"))]),
        ("a path of another system", vec![ok(regular("C:\\evil.tex"))]),
        ("a path of another system, relative", vec![ok(regular("figures\\..\\..\\evil.tex"))]),
        ("a name that steers", vec![ok(regular("\u{202e}xet.\u{1b}[31mniam"))]),
        ("no name", vec![ok(regular("./."))]),
        ("a thousand links", vec![ok(gzip(&tar_of(&thousand)))]),
        ("too many files", vec![ok(gzip(&tar_of(&many)))]),
        ("a bomb", vec![ok(bomb)]),
        ("a notice of withdrawal", vec![ok(gzip(withdrawn))]),
        ("an archive with a notice of withdrawal", vec![ok(gzip(&tar(&[("withdrawn.txt", b"gone")])))]),
        ("less than it says", vec![ok(archive()).stating(100_000)]),
        ("more than is taken", vec![ok("x").stating(200 << 20)]),
        ("404", vec![status(404).page("Not found")]),
        ("403", vec![status(403).page("Access Denied")]),
        ("429 without a time", vec![status(429)]),
        ("429 with an hour", vec![status(429).with("Retry-After", "3600")]),
        ("503", vec![status(503).page("Backend fetch failed")]),
        ("418", vec![status(418)]),
        ("a redirect to itself", vec![status(302).with("Location", "2406.02107v1")]),
        ("a redirect to another host", vec![status(301).with("Location", "http://mirror.example/x")]),
        ("a redirect to a file", vec![status(301).with("Location", "file:///etc/passwd")]),
        ("a redirect to another port", vec![status(302).with("Location", "http://127.0.0.1:22/")]),
        ("a redirect to nowhere", vec![status(301).with("Location", "http://[")]),
        ("a redirect without an address", vec![status(301)]),
    ];
    let mut pictures = String::new();
    let cache = folder("bad");
    for (name, answers) in bad {
        let arxiv = StandIn::new();
        arxiv.knows(ID, &[""]).answers("/src/2406.02107v1", &answers);
        let (printed, told) = ends(fetch(&arxiv, &cache, &[ID]), 2);
        assert_eq!(printed, "", "{name}");
        let told = told.replace(arxiv.address(), "http://stand-in");
        // A pause is asked for once: the next case begins afresh.
        let _ = fs::remove_dir_all(cache.join("cache/pace"));
        pictures.push_str(&format!("-- {name}\n{told}\n"));
        assert!(open(&cache).list().expect("an index").is_empty(), "{name}: nothing is kept");
        verifies(&cache);
    }
    insta::with_settings!({omit_expression => true}, {
        insta::assert_snapshot!("bad_answers", pictures);
    });
    let around: Vec<PathBuf> =
        fs::read_dir(&cache).expect("a folder").map(|e| e.expect("an entry").path()).collect();
    assert_eq!(around, [cache.join("cache")], "nothing is written outside of the cache");
    let objects = cache.join("cache/objects");
    assert!(!objects.exists() || fs::read_dir(objects).expect("a folder").next().is_none());
}

/// Every answer about an e-print that is none.
#[test]
fn every_bad_record_has_its_picture() {
    let bad: Vec<(&str, Answer)> = vec![
        ("unknown", no_record()),
        ("404", status(404)),
        ("a page", status(200).page("Down for maintenance")),
        ("nothing", ok("")),
        ("no XML", ok("<OAI-PMH><GetRecord>")),
        ("another error", ok("<OAI-PMH><error code='badVerb'>Not a verb.</error></OAI-PMH>")),
        ("no record", ok("<OAI-PMH><GetRecord/></OAI-PMH>")),
        ("no versions", ok("<OAI-PMH><arXivRaw><id>2406.02107</id></arXivRaw></OAI-PMH>")),
        ("a version without a number", ok("<arXivRaw><id>2406.02107</id><version version='x'/></arXivRaw>")),
        ("about another e-print", ok(record("2406.02108", &[""]))),
        ("not UTF-8", ok(b"<arXivRaw>\xff</arXivRaw>".to_vec())),
        ("entities that grow", ok("<!DOCTYPE x [<!ENTITY a 'aaaa'><!ENTITY b '&a;&a;'>]><x>&b;</x>")),
        ("HTML, written so", ok(record(ID, &["H"]))),
        ("a source that is kept secret", ok(record(ID, &["SD"]))),
    ];
    let mut pictures = String::new();
    let cache = folder("bad-records");
    for (name, answer) in bad {
        let arxiv = StandIn::new();
        arxiv.answers(&record_path(ID), &[answer]);
        let (_, told) = ends(fetch(&arxiv, &cache, &[ID]), 2);
        pictures.push_str(&format!("-- {name}\n{}\n", told.replace(arxiv.address(), "http://stand-in")));
        assert_eq!(arxiv.asked().len(), 1, "{name}: a source is not asked for");
    }
    insta::with_settings!({omit_expression => true}, {
        insta::assert_snapshot!("bad_records", pictures);
    });
}

#[test]
fn a_record_that_cannot_be_read_does_not_hide_a_version_that_is_asked_for() {
    let (arxiv, cache) = (StandIn::new(), folder("record-unread"));
    arxiv.answers(&record_path(ID), &[ok("<changed/>")]).answers("/src/2406.02107v1", &[ok(archive())]);
    let (printed, told) = ends(fetch(&arxiv, &cache, &["2406.02107v1"]), 0);
    assert!(
        printed.contains("  title    unknown\n") && printed.contains("  newest   unknown\n"),
        "{printed}"
    );
    assert!(told.contains("its title and licence stay unknown"), "{told}");
}

#[test]
fn wrong_ids_are_explained_before_anything_is_asked() {
    let (arxiv, cache) = (StandIn::new(), folder("wrong-ids"));
    let mut pictures = String::new();
    for written in [
        "",
        "240602107",
        "2406.2107",
        "2413.00001",
        "0905.12345",
        "0905.01234",
        "0410026",
        "maths/0410026",
        "math/041002",
        "math/0413026",
        "math.COMBI/0410026",
        "0603.1234",
        "2406.02107v0",
        "2406.02107v",
        "2406.021O7",
        "snort",
        "https://example.org/abs/2406.02107",
        "ftp://arxiv.org/abs/2406.02107",
        "https://doi.org/10.1000/182",
    ] {
        let (_, told) = ends(fetch(&arxiv, &cache, &["--", written]), 2);
        pictures.push_str(&format!("-- {written:?}\n{told}\n"));
    }
    insta::with_settings!({omit_expression => true}, {
        insta::assert_snapshot!("wrong_ids", pictures);
    });
    let (_, told) = ends(fetch(&arxiv, &cache, &[ID, "2406.2107"]), 2);
    assert!(told.contains("did you mean `2406.02107`?"), "{told}");
    assert!(arxiv.asked().is_empty());
}

#[test]
fn a_mirror_that_is_no_address_is_refused() {
    let cache = folder("mirror");
    for mirror in ["ftp://arxiv.org", "arxiv.org", "http://", ""] {
        let (_, told) = ends(referee(&cache, &["fetch", "--mirror", mirror, ID]), 2);
        assert!(told.contains("is no address of a mirror"), "{mirror}: {told}");
    }
    let mut command = referee(&cache, &["fetch", ID]);
    command.env("REFEREE_MIRROR", "http://127.0.0.1:9").env("REFEREE_MIRROR_INTERVAL", "soon");
    let (_, told) = ends(command, 2);
    assert!(told.contains("REFEREE_MIRROR_INTERVAL is `soon`, and no number of milliseconds"), "{told}");
}

#[test]
fn a_server_that_is_not_there_is_asked_a_few_times() {
    let cache = folder("nobody");
    let address = StandIn::new().address().to_string();
    let (_, told) = ends(referee(&cache, &["fetch", "--mirror", &address, ID]), 2);
    assert!(told.contains("cannot be had") && told.contains("asked 4 times"), "{told}");
    verifies(&cache);
}

#[test]
fn a_busy_server_is_asked_again_no_sooner_than_it_says() {
    let (arxiv, cache) = (StandIn::new(), folder("busy"));
    let busy = [status(503), status(429).with("Retry-After", "1"), ok(archive())];
    arxiv.knows(ID, &[""]).answers("/src/2406.02107v1", &busy);
    let (_, told) = ends(fetch(&arxiv, &cache, &[ID]), 0);
    assert!(told.contains("answers 503 (unavailable); asking again"), "{told}");
    assert!(told.contains("answers 429 (too many requests); asking again in 1 s"), "{told}");
    let asked = arxiv.asked();
    assert_eq!(asked.len(), 4);
    assert!(asked[3].at - asked[2].at >= Duration::from_secs(1), "{asked:?}");
}

#[test]
fn a_broken_answer_is_asked_for_again() {
    let (arxiv, cache) = (StandIn::new(), folder("broken-off"));
    let broken = [ok(archive()).stating(100_000), ok(archive())];
    arxiv.knows(ID, &[""]).answers("/src/2406.02107v1", &broken);
    let (_, told) = ends(fetch(&arxiv, &cache, &[ID]), 0);
    assert!(told.contains("the answer broke off after"), "{told}");
    verifies(&cache);
}

#[test]
fn a_server_that_wants_to_be_left_alone_for_long_is_left_alone() {
    let (arxiv, cache) = (StandIn::new(), folder("patience"));
    arxiv.answers(&record_path(ID), &[status(503).with("Retry-After", "3600")]);
    for _ in 0..2 {
        let (_, told) = ends(fetch(&arxiv, &cache, &[ID]), 2);
        assert!(told.contains("the server asks to be left alone for 60 minutes"), "{told}");
    }
    assert_eq!(arxiv.asked().len(), 1, "the second time it is not even asked");
}

#[test]
fn whatever_time_a_server_asks_for_it_is_left_alone_for_two_days_at_most() {
    for time in ["200000", "1000000000000000000", "18446744073709551615", "99999999999999999999999"] {
        let (arxiv, cache) = (StandIn::new(), folder("patience-without-end"));
        arxiv.answers(&record_path(ID), &[status(429).with("Retry-After", time)]);
        for _ in 0..2 {
            let (_, told) = ends(fetch(&arxiv, &cache, &[ID]), 2);
            assert!(told.contains("the server asks to be left alone for 2880 minutes"), "{time}: {told}");
        }
        assert_eq!(arxiv.asked().len(), 1, "{time}: the second time it is not even asked");
    }
}

#[test]
fn the_password_of_a_mirror_is_not_told() {
    let (arxiv, cache) = (StandIn::new(), folder("password"));
    arxiv.knows(ID, &[""]).answers("/src/2406.02107v1", &[status(418)]);
    for answer in [status(418), status(403), status(301).with("Location", "ftp://x/")] {
        arxiv.answers("/src/2406.02107v1", &[answer]);
        let mirror = arxiv.address().replace("http://", "http://me:secret@");
        let (_, told) = ends(referee(&cache, &["fetch", "--mirror", &mirror, ID]), 2);
        assert!(told.contains("http://127.0.0.1") && !told.contains("secret"), "{told}");
    }
    let (_, told) = ends(referee(&cache, &["fetch", "--mirror", "ftp://me:secret@host", ID]), 2);
    assert!(told.contains("`ftp://host` is no address of a mirror"), "{told}");
}

#[test]
fn after_a_403_nothing_more_is_asked() {
    let (arxiv, cache) = (StandIn::new(), folder("forbidden"));
    arxiv.answers(&record_path(ID), &[status(403).page("Access Denied")]).serves("2406.00002", ok(archive()));
    let (_, told) = ends(fetch(&arxiv, &cache, &[ID, "2406.00002"]), 2);
    assert!(told.contains("403") && told.contains("1 more were not asked for"), "{told}");
    assert_eq!(arxiv.asked().len(), 1);
}

#[test]
fn one_that_fails_does_not_keep_the_others() {
    let (arxiv, cache) = (StandIn::new(), folder("others"));
    arxiv.answers(&record_path("2406.00001"), &[no_record()]).serves(ID, ok(archive()));
    let (printed, told) = ends(fetch(&arxiv, &cache, &["2406.00001", ID]), 2);
    assert!(printed.starts_with("2406.02107v1\n"), "{printed}");
    assert!(told.contains("there is no e-print 2406.00001"), "{told}");
}

#[test]
fn redirects_are_followed_and_each_counts_as_a_request() {
    let (arxiv, cache) = (StandIn::new(), folder("redirects"));
    arxiv.knows(ID, &[""]);
    arxiv.answers("/src/2406.02107v1", &[status(301).with("Location", "/e-print/2406.02107v1")]);
    let second = format!("{}/files/1", arxiv.address());
    arxiv.answers("/e-print/2406.02107v1", &[status(307).with("Location", second)]);
    arxiv.answers("/files/1", &[ok(archive())]);
    ends(fetch(&arxiv, &cache, &[ID]), 0);
    assert_eq!(
        arxiv.paths(),
        ["record 2406.02107", "/src/2406.02107v1", "/e-print/2406.02107v1", "/files/1"]
    );
}

#[test]
fn other_contents_of_the_same_version_are_an_alarm_and_another_wrapping_is_none() {
    let (arxiv, cache) = (StandIn::new(), folder("changed"));
    let other = gzip(&tar(&[("main.tex", b"\\documentclass{article} other")]));
    let wrapped = gzip(&archive());
    arxiv.knows(ID, &[""]).answers("/src/2406.02107v1", &[ok(archive()), ok(other), ok(wrapped.clone())]);
    ends(fetch(&arxiv, &cache, &[ID]), 0);
    let before = open(&cache).get(&id(ID), Some(1)).expect("sound").expect("held");
    let (_, told) = ends(fetch(&arxiv, &cache, &["--again", ID]), 2);
    assert!(told.contains("2406.02107v1 is not what it was"), "{told}");
    assert!(told.contains(&before.sha256), "{told}");
    assert_eq!(open(&cache).get(&id(ID), Some(1)).expect("sound"), Some(before.clone()));
    ends(fetch(&arxiv, &cache, &["--again", ID]), 0);
    let after = open(&cache).get(&id(ID), Some(1)).expect("sound").expect("held");
    assert_eq!(after.bytes, wrapped);
    assert_ne!(after.sha256, before.sha256);
    let lock = Lock::of(&before).expect("a lock");
    let notices = lock.compare(&after).expect("an archive");
    assert!(notices.len() == 1 && notices[0].message.contains("in another wrapping"), "{notices:?}");
    // The object that nothing refers to any more is no damage.
    verifies(&cache);
}

/// A fetch that is killed when `when` says so, and what it left behind.
fn killed(arxiv: &StandIn, cache: &Path, when: impl Fn() -> bool) {
    let mut child = start(fetch(arxiv, cache, &[ID]));
    let began = Instant::now();
    while !when() && child.try_wait().expect("a child").is_none() {
        assert!(began.elapsed() < Duration::from_secs(60), "it never came so far");
        std::thread::sleep(Duration::from_millis(1));
    }
    let _ = child.kill();
    let _ = child.wait();
    verifies(cache);
}

fn start(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

#[test]
fn a_fetch_killed_at_any_moment_leaves_a_sound_cache_and_can_be_had_again() {
    let noise: Vec<u8> = (0..200_000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let large = gzip(&tar(&[("main.tex", PAPER), ("noise.png", &noise)]));
    let slow = ok(large.clone()).slowly(large.len() / 20 + 1, Duration::from_millis(5));
    let record_length = record(ID, &[""]).len();
    for part in 0..=10 {
        let (arxiv, cache) = (StandIn::new(), folder(&format!("killed-{part}")));
        arxiv.serves(ID, slow.clone());
        // From before the first answer until all is sent, and while it is written.
        let sent = (record_length + large.len()) * part / 10;
        killed(&arxiv, &cache, || arxiv.sent() >= sent);
        ends(fetch(&arxiv, &cache, &[ID]), 0);
        verifies(&cache);
        assert_eq!(open(&cache).get(&id(ID), None).expect("sound").expect("held").bytes, large);
    }
}

#[test]
fn what_a_killed_process_leaves_is_no_damage_and_prune_removes_it() {
    let (arxiv, cache) = (StandIn::new(), folder("leftovers"));
    arxiv.serves(ID, ok(archive()));
    ends(fetch(&arxiv, &cache, &[ID]), 0);
    let inner = cache.join("cache");
    // A file half written, an object that no index knows, a time half written.
    fs::write(inner.join("index/.2406.02107.json.77.tmp"), "{ \"id\"").expect("a file");
    fs::create_dir_all(inner.join("objects/00")).expect("a folder");
    fs::write(inner.join("objects/00/00"), "?").expect("a file");
    for pace in fs::read_dir(inner.join("pace")).expect("a folder") {
        fs::write(pace.expect("a file").path(), "17").expect("a file");
    }
    let (printed, told) = ends(referee(&cache, &["cache", "verify"]), 0);
    assert!(
        printed.contains("1 sound, 0 damaged") && told.contains("2 files belong to nothing"),
        "{printed}{told}"
    );
    let (printed, _) = ends(referee(&cache, &["cache", "prune"]), 0);
    assert_eq!(printed, "removed index/.2406.02107.json.77.tmp\nremoved objects/00/00\n");
    let (_, told) = ends(referee(&cache, &["cache", "verify"]), 0);
    assert_eq!(told, "");
    ends(fetch(&arxiv, &cache, &[ID]), 0);
}

#[test]
fn two_fetches_at_once_keep_the_interval_and_do_not_collide() {
    let (arxiv, cache) = (StandIn::new(), folder("two"));
    let interval = Duration::from_millis(150);
    arxiv
        .serves(ID, ok(archive()).slowly(100, Duration::from_millis(2)))
        .serves("2406.00002", ok(gzip(PAPER)));
    let children: Vec<Child> = [&[ID, "2406.00002"], &["2406.00002", ID], &[ID, "2406.00002"]]
        .into_iter()
        .map(|ids| {
            let mut command = fetch(&arxiv, &cache, ids);
            command.env("REFEREE_MIRROR_INTERVAL", interval.as_millis().to_string());
            start(command)
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().expect("a child");
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    verifies(&cache);
    assert_eq!(open(&cache).list().expect("an index").len(), 2);
    let asked = arxiv.asked();
    assert!(asked.len() >= 8, "six records and two sources at least: {:?}", arxiv.paths());
    for pair in asked.windows(2) {
        assert!(pair[1].at - pair[0].at >= interval, "{:?} after {:?}", pair[1], pair[0]);
    }
}

#[test]
fn damage_in_the_cache_is_found_told_and_mended() {
    let (arxiv, cache) = (StandIn::new(), folder("damage"));
    arxiv.serves(ID, ok(archive())).serves("2406.00002", ok(gzip(PAPER)));
    ends(fetch(&arxiv, &cache, &[ID, "2406.00002"]), 0);
    let held = open(&cache).get(&id(ID), None).expect("sound").expect("held");
    let object = cache.join("cache/objects").join(&held.sha256[..2]).join(&held.sha256[2..]);
    let mut bytes = held.bytes;
    bytes[20] ^= 1;
    fs::write(&object, &bytes).expect("a file");
    let (printed, _) = ends(referee(&cache, &["cache", "verify"]), 1);
    assert!(printed.contains("1 sound, 1 damaged") && printed.contains("has other bytes"), "{printed}");
    let problem = open(&cache).get(&id(ID), None).expect_err("it is damaged");
    assert!(problem.message.contains("2406.02107v1 is damaged in the cache"), "{problem:?}");
    ends(fetch(&arxiv, &cache, &[ID]), 0);
    verifies(&cache);
    fs::remove_file(&object).expect("it is there");
    fs::write(cache.join("cache/index/2406.00002.json"), "{}").expect("a file");
    let (printed, _) = ends(referee(&cache, &["cache", "verify"]), 1);
    assert!(printed.contains("0 sound, 2 damaged") && printed.contains("is missing"), "{printed}");
    ends(referee(&cache, &["cache", "list"]), 2);
    let (printed, _) = ends(referee(&cache, &["cache", "prune"]), 0);
    assert!(printed.contains("removed 2406.02107v1\n"), "{printed}");
    assert!(printed.contains("removed index/2406.00002.json\n"), "{printed}");
    verifies(&cache);
    assert_eq!(open(&cache).list().expect("an index"), []);
}

#[test]
fn an_entry_that_no_program_of_ours_writes_is_damage() {
    let (arxiv, cache) = (StandIn::new(), folder("entries"));
    arxiv.serves(ID, ok(archive()));
    ends(fetch(&arxiv, &cache, &[ID]), 0);
    let path = cache.join("cache/index/2406.02107.json");
    let good = fs::read_to_string(&path).expect("an entry");
    let object = &good[good.find("\"held\": [").expect("it is held") + 9..good.rfind(']').expect("a list")];
    let object = object.trim();
    for (name, from, to) in [
        ("a version of nothing", "\"version\": 1".to_string(), "\"version\": 0".to_string()),
        ("a version twice", object.to_string(), format!("{object}, {object}")),
        ("a version that is known twice", "\"number\": 1,".to_string(), "\"number\": 0,".to_string()),
        ("another id", "\"id\": \"2406.02107\"".to_string(), "\"id\": \"\\u001b[31m\"".to_string()),
    ] {
        assert!(good.contains(&from), "{name}");
        fs::write(&path, good.replace(&from, &to)).expect("a file");
        let (printed, _) = ends(referee(&cache, &["cache", "verify"]), 1);
        assert!(printed.contains("0 sound, 1 damaged") && !printed.contains('\u{1b}'), "{name}: {printed}");
    }
    fs::remove_file(&path).expect("it is there");
    fs::create_dir_all(cache.join("cache/index/no")).expect("a folder");
    fs::write(cache.join("cache/index/no/id.json"), good.replace(ID, "no/id")).expect("a file");
    let (printed, _) = ends(referee(&cache, &["cache", "verify"]), 1);
    assert!(printed.contains("it is named by no id of an e-print"), "{printed}");
    ends(referee(&cache, &["cache", "prune"]), 0);
    verifies(&cache);
}

#[test]
fn a_cache_of_another_format_is_left_as_it_is() {
    let (arxiv, cache) = (StandIn::new(), folder("format"));
    arxiv.serves(ID, ok(archive()));
    ends(fetch(&arxiv, &cache, &[ID]), 0);
    let format = cache.join("cache/format");
    assert_eq!(fs::read_to_string(&format).expect("a format"), "1\n");
    fs::write(&format, "2\n").expect("a file");
    for arguments in [["cache", "list"], ["cache", "verify"], ["cache", "prune"], ["fetch", ID]] {
        let (_, told) = ends(referee(&cache, &arguments), 2);
        assert!(told.contains("is a cache of another version of `referee`"), "{told}");
    }
    fs::write(&format, "1\n").expect("a file");
    assert_eq!(open(&cache).list().expect("an index").len(), 1, "nothing was removed");
}

#[test]
fn verifying_makes_nothing_and_pruning_follows_no_link() {
    let (arxiv, cache) = (StandIn::new(), folder("aside"));
    let (printed, _) = ends(referee(&cache, &["cache", "verify", "--cache", "nowhere"]), 0);
    assert!(printed.contains("nowhere: 0 sound, 0 damaged"), "{printed}");
    assert!(!cache.join("nowhere").exists());
    fs::write(cache.join("file"), "x").expect("a file");
    for what in ["list", "verify", "prune"] {
        let (_, told) = ends(referee(&cache, &["cache", what, "--cache", "file"]), 2);
        assert!(told.contains("file is no folder"), "{told}");
    }
    arxiv.serves(ID, ok(archive()));
    ends(fetch(&arxiv, &cache, &[ID]), 0);
    #[cfg(unix)]
    {
        let sha256 = open(&cache).list().expect("an index")[0].sha256.clone();
        let shelf = cache.join("cache/objects").join(&sha256[..2]);
        fs::rename(&shelf, cache.join("elsewhere")).expect("a folder");
        std::os::unix::fs::symlink(cache.join("elsewhere"), &shelf).expect("a link");
        let (printed, _) = ends(referee(&cache, &["cache", "prune"]), 0);
        assert_eq!(printed, "");
    }
    verifies(&cache);
    assert_eq!(open(&cache).list().expect("an index").len(), 1);
}

#[test]
fn an_e_print_can_be_let_go_by_name() {
    let (arxiv, cache) = (StandIn::new(), folder("forget"));
    arxiv.knows(ID, &["", ""]);
    // Two versions with the same bytes share an object.
    arxiv.answers("/src/2406.02107v1", &[ok(archive())]).answers("/src/2406.02107v2", &[ok(archive())]);
    ends(fetch(&arxiv, &cache, &["2406.02107v1", "2406.02107v2"]), 0);
    ends(referee(&cache, &["cache", "prune", "2406.02107v1"]), 0);
    verifies(&cache);
    let versions: Vec<u32> = open(&cache).list().expect("an index").iter().map(|held| held.version).collect();
    assert_eq!(versions, [2]);
    ends(referee(&cache, &["cache", "prune", ID]), 0);
    let (_, told) = ends(referee(&cache, &["cache", "prune", ID]), 2);
    assert!(told.contains("2406.02107 is not in the cache"), "{told}");
    let (listed, _) = ends(referee(&cache, &["cache", "list"]), 0);
    assert_eq!(listed, "");
}

#[test]
fn the_cache_follows_xdg_unless_it_is_told_otherwise() {
    let (arxiv, cache) = (StandIn::new(), folder("xdg"));
    arxiv.serves(ID, ok(archive()));
    let (home, xdg) = (cache.join("home"), cache.join("caches"));
    let fetched = |environment: &[(&str, &Path)], arguments: &[&str], place: &str| {
        let mut command = fetch(&arxiv, &cache, &[&[ID], arguments].concat());
        command.env_remove("REFEREE_CACHE").envs(environment.iter().copied());
        ends(command, 0);
        assert!(cache.join(place).join("index/2406.02107.json").exists(), "{place}");
    };
    fetched(&[("HOME", &home)], &[], "home/.cache/referee");
    fetched(&[("XDG_CACHE_HOME", &xdg)], &[], "caches/referee");
    fetched(&[("XDG_CACHE_HOME", Path::new("relative")), ("HOME", &xdg)], &[], "caches/.cache/referee");
    let nothing = Path::new("");
    let empty = [("HOME", xdg.as_path()), ("REFEREE_CACHE", nothing), ("XDG_CACHE_HOME", nothing)];
    fetched(&empty, &[], "caches/.cache/referee");
    fetched(&[], &["--cache", "told"], "told");
    let mut command = referee(&cache, &["cache", "list"]);
    command.env_remove("REFEREE_CACHE").env_remove("HOME");
    let (_, told) = ends(command, 2);
    assert!(told.contains("there is no place for a cache"), "{told}");
}

/// What is held of an e-print with these versions.
fn held(name: &str, versions: &[&str], bytes: Vec<u8>) -> referee::eprint::Held {
    let metadata =
        Metadata::read(record(ID, versions).as_bytes(), &id(ID)).expect("a record").expect("it is known");
    open(&folder(name)).put(&id(ID), 1, &metadata, bytes).expect("a cache")
}

#[test]
fn the_lock_says_what_was_read_and_notices_what_became_of_it() {
    let first = held("lock", &[""], archive());
    let lock = Lock::of(&first).expect("an archive");
    let path = folder("lock-file").join("papers/cold/source.lock");
    assert_eq!(Lock::read(&path).expect("no file"), None);
    assert!(lock.write(&path).expect("written"));
    assert!(!lock.write(&path).expect("written already"));
    assert_eq!(Lock::read(&path).expect("a lock"), Some(lock.clone()));
    let text = lock.text().expect("a text");
    let hashless: Vec<&str> =
        text.lines().filter(|line| !line.starts_with("sha256") && !line.starts_with("contents")).collect();
    insta::with_settings!({omit_expression => true}, {
        insta::assert_snapshot!("lock", hashless.join("\n"));
    });
    let says = |held: &referee::eprint::Held| -> Vec<String> {
        let found = lock.compare(held).expect("an archive");
        found.iter().map(|problem| format!("{:?}: {}", problem.severity, problem.message)).collect()
    };
    assert_eq!(says(&first), Vec::<String>::new());
    let newer = held("lock", &["", ""], archive());
    assert_eq!(says(&newer), ["Warning: 2406.02107v1 is not the newest version: there is v2"]);
    let withdrawn = held("lock", &["", "", "I"], archive());
    assert_eq!(says(&withdrawn), ["Warning: 2406.02107 was withdrawn: version 3 says so, and this is v1"]);
    let changed = held("lock", &[""], gzip(&tar(&[("main.tex", b"other")])));
    assert_eq!(
        says(&changed),
        ["Error: 2406.02107v1 is not what it was: the same version has other contents"]
    );
    let other = referee::eprint::Held { version: 2, ..first };
    assert_eq!(says(&other), ["Error: the paper was read from 2406.02107v1, and this is 2406.02107v2"]);
}

#[test]
fn every_bad_lock_has_its_picture() {
    let good = Lock::of(&held("bad-lock", &[""], archive())).expect("an archive").text().expect("a text");
    let change = |from: &str, to: &str| {
        assert!(good.contains(from), "{from} in {good}");
        good.replace(from, to)
    };
    let bad = [
        ("no TOML", change("id = ", "id ")),
        ("another field", change("id = ", "ID = ")),
        ("no number", change("version = 1", "version = 'one'")),
        ("no version", change("version = 1", "version = 0")),
        ("no id", change("2406.02107", "2406.2107")),
        ("a hash typed by hand", change("sha256 = \"", "sha256 = \"x")),
        ("older than itself", change("newest = 1", "newest = 0")),
        ("lines of another system", change("version = 1", "version = 0").replace('\n', "\r\n")),
        ("empty", String::new()),
    ];
    let mut pictures = String::new();
    for (name, text) in bad {
        let problem = Lock::parse(&Source::new("source.lock", text)).expect_err(name);
        let picture = problem.render(false);
        // The hash is that of a compressor, which may change.
        let picture: Vec<&str> = picture.lines().filter(|line| !line.contains("sha256 = ")).collect();
        pictures.push_str(&format!("-- {name}\n{}\n\n", picture.join("\n")));
    }
    insta::with_settings!({omit_expression => true}, {
        insta::assert_snapshot!("bad_locks", pictures);
    });
}

#[test]
fn what_a_user_has_on_disk_is_read_likewise() {
    let place = folder("local");
    fs::create_dir_all(place.join("paper/figures")).expect("a folder");
    fs::create_dir_all(place.join("paper/.git")).expect("a folder");
    fs::create_dir_all(place.join("empty")).expect("a folder");
    for (name, content) in [
        ("paper/main.tex", PAPER),
        ("paper/figures/board.tex", b"% a board\n"),
        ("paper/.git/config", b"secret"),
        ("alone.tex", PAPER),
        ("page.tex", b"<html><title>Sign in</title></html>"),
    ] {
        fs::write(place.join(name), content).expect("a file");
    }
    for (name, content) in [("a.tar.gz", archive()), ("b.tgz", archive()), ("2406.02107v1.gz", gzip(PAPER))] {
        fs::write(place.join(name), content).expect("a file");
    }
    let read = |name: &str| Bundle::from_path(&place.join(name));
    let names = |bundle: Bundle| -> (Kind, Vec<String>) { (bundle.kind, bundle.files.into_keys().collect()) };
    let of = |name: &str| names(read(name).expect("it is read"));
    let strings = |names: &[&str]| names.iter().map(|name| name.to_string()).collect::<Vec<_>>();
    assert_eq!(of("paper"), (Kind::Several, strings(&["figures/board.tex", "main.tex"])));
    let packed = strings(&["anc/table.csv", "figures/board.tex", "main.tex"]);
    assert_eq!(of("a.tar.gz"), (Kind::Several, packed.clone()));
    assert_eq!(of("b.tgz"), (Kind::Several, packed));
    assert_eq!(of("alone.tex"), (Kind::Single, strings(&["alone.tex"])));
    assert_eq!(of("2406.02107v1.gz"), (Kind::Single, strings(&["2406.02107v1.tex"])));
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(place.join("empty"), place.join("paper/linked")).expect("a link");
        assert_eq!(read("paper").expect("it is read").left_out, ["linked: no regular file"]);
    }
    let told = |name: &str| read(name).expect_err("it is none").message;
    assert!(told("page.tex").contains("it is a web page, titled \"Sign in\""));
    assert!(told("empty").contains("there is no file in"));
    assert!(told("nowhere").contains("cannot read"));
}

#[test]
fn of_an_archive_links_are_left_and_said_and_the_files_are_the_same_in_any_order() {
    let files: [(&str, EntryType, &[u8]); 5] = [
        ("./main.tex", EntryType::Regular, PAPER),
        ("figures", EntryType::Directory, b""),
        ("figures//a.tex", EntryType::Regular, b"a"),
        ("link.tex", EntryType::Symlink, b"main.tex"),
        ("main.tex", EntryType::Regular, b"again"),
    ];
    let bundle = Bundle::from_bytes("x", &tar_of(&files)).expect("an archive");
    assert_eq!(
        bundle.left_out,
        ["link.tex: a link", "main.tex: stands in the archive again later, which counts"]
    );
    let expected = BTreeMap::from([
        ("figures/a.tex".to_string(), b"a".to_vec()),
        ("main.tex".to_string(), b"again".to_vec()),
    ]);
    assert_eq!(bundle.files, expected);
    let one = Bundle::from_bytes("x", &tar(&[("a.tex", b"1"), ("b.tex", b"2")])).expect("an archive");
    let two = Bundle::from_bytes("x", &gzip(&tar(&[("b.tex", b"2"), ("a.tex", b"1")]))).expect("an archive");
    let other = Bundle::from_bytes("x", &tar(&[("a.tex", b"12"), ("b.tex", b"")])).expect("an archive");
    assert_eq!(one.contents_sha256(), two.contents_sha256());
    assert_ne!(one.contents_sha256(), other.contents_sha256());
}

#[test]
fn names_in_an_archive_are_read_as_other_systems_and_other_times_wrote_them() {
    let entries: [(&[u8], EntryType, &[u8]); 8] = [
        (b"pax_global_header", EntryType::XGlobalHeader, b""),
        (b"figures/", EntryType::Regular, b""),
        (b"figures\\a.tex", EntryType::Regular, b"a"),
        (b"fig:1.tex", EntryType::Regular, b"1"),
        (b"\xe9.tex", EntryType::Regular, b"2"),
        (b"\xe8.tex", EntryType::Regular, b"3"),
        (b"\x1b[31m.tex", EntryType::Regular, b"4"),
        (b"GNUSparseFile.0/b.tex", EntryType::Regular, b"5"),
    ];
    let bundle = Bundle::from_bytes("x", &tar_of(&entries)).expect("an archive");
    let names: Vec<&str> = bundle.files.keys().map(String::as_str).collect();
    assert_eq!(names, ["fig:1.tex", "figures/a.tex", "\u{e8}.tex", "\u{e9}.tex"]);
    assert_eq!(
        bundle.left_out,
        ["[31m.tex: a name with characters that steer a terminal", "GNUSparseFile.0/b.tex: no regular file"]
    );
}

#[test]
fn an_archive_that_ends_too_early_or_goes_on_is_said_to() {
    let whole = tar(&[("a.tex", b"a"), ("b.tex", b"b")]);
    let left_out = |bytes: &[u8]| Bundle::from_bytes("x", bytes).expect("an archive").left_out;
    assert_eq!(left_out(&whole), [""; 0]);
    assert_eq!(left_out(&[whole.clone(), vec![0; 9000]].concat()), [""; 0]);
    // Cut between two files, where nothing else tells.
    assert_eq!(left_out(&whole[..1024]), ["what may have followed: the archive has no mark at its end"]);
    let on = [whole.as_slice(), &tar(&[("c.tex", b"c")])].concat();
    assert_eq!(left_out(&on), ["2560 bytes after the end of the archive"]);
}

#[test]
fn what_is_missing_in_an_archive_is_told_by_every_command_that_reads_it() {
    let (arxiv, cache) = (StandIn::new(), folder("missing"));
    let cut = tar(&[("main.tex", PAPER)])[..1024].to_vec();
    fs::write(cache.join("cut.tar"), &cut).expect("a file");
    arxiv.serves(ID, ok(cut));
    let told = "was not unpacked whole";
    assert!(ends(fetch(&arxiv, &cache, &[ID]), 0).1.contains(told));
    for source in ["cut.tar", "2406.02107v1"] {
        let (_, said) = ends(referee(&cache, &["audit", source]), 0);
        assert!(said.contains(told), "{source}: {said}");
    }
}

#[test]
fn a_single_file_is_tex_whatever_it_was_called_before_it_was_packed() {
    for (name, called) in [("ms", "ms.tex"), ("paper.zip", "paper.zip.tex"), ("A.TEX", "A.TEX")] {
        let mut writer = flate2::GzBuilder::new().filename(name).write(Vec::new(), Default::default());
        std::io::Write::write_all(&mut writer, PAPER).expect("memory");
        let bytes = writer.finish().expect("memory");
        let bundle = Bundle::from_bytes(ID, &bytes).expect("a file");
        assert_eq!(bundle.files.into_keys().collect::<Vec<_>>(), [called]);
    }
}

#[test]
fn an_archive_older_than_ustar_is_known_by_its_sum() {
    let mut header = tar::Header::new_old();
    header.set_path("paper.tex").expect("a name");
    header.set_mode(0o644);
    header.set_size(PAPER.len() as u64);
    header.set_cksum();
    let mut archive = tar::Builder::new(Vec::new());
    archive.append(&header, PAPER).expect("memory");
    let bytes = archive.into_inner().expect("memory");
    let bundle = Bundle::from_bytes("old", &gzip(&bytes)).expect("an archive");
    assert_eq!((bundle.kind, bundle.files["paper.tex"].as_slice()), (Kind::Several, PAPER));
}

proptest::proptest! {
    #[test]
    fn bytes_of_any_kind_are_unpacked_or_refused(
        bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..1500),
        mark in 0..5_usize,
        at in 0..2000_usize,
        flip in proptest::num::u8::ANY,
    ) {
        let marks: [&[u8]; 5] = [b"", b"\x1f\x8b\x08\x00", b"%PDF", b"<html>", b"\x1f\x8b\x08\x08"];
        let hostile = [marks[mark], &bytes].concat();
        let _ = Bundle::from_bytes("x", &hostile);
        let _ = Bundle::from_bytes("x", &gzip(&hostile));
        // A whole archive with one byte changed.
        let mut changed = tar(&[("a.tex", &bytes), ("b/c.tex", b"c")]);
        let at = at % changed.len();
        changed[at] ^= flip;
        for packed in [changed.clone(), gzip(&changed)] {
            if let Ok(bundle) = Bundle::from_bytes("x", &packed) {
                for name in bundle.files.keys() {
                    proptest::prop_assert!(!name.starts_with('/') && !name.split('/').any(|part| part == ".."));
                }
            }
        }
        let mut packed = gzip(&tar(&[("a.tex", &bytes)]));
        let at = at % packed.len();
        packed[at] ^= flip;
        let _ = Bundle::from_bytes("x", &packed);
        let _ = Metadata::read(&hostile, &id(ID));
        let _: Result<_, Diagnostic> = Id::parse(&String::from_utf8_lossy(&hostile));
    }
}
