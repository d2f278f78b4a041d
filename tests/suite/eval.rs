//! `referee eval` and `referee functions` as a person runs them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value as Json;

fn run(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("referee starts");
    // A child that has read enough may be gone already.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("referee ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is UTF-8")
}

/// What is printed, which must be all that happens.
fn printed(arguments: &[&str]) -> String {
    let output = run(arguments, "");
    assert_eq!(text(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    text(&output.stdout).trim_end_matches('\n').to_string()
}

#[test]
fn values_are_printed_in_every_notation() {
    assert_eq!(printed(&["eval", "±{3*,{{5|4}|*}}"]), "±{3*,{5|4||*}}");
    assert_eq!(printed(&["eval", "--format", "ascii", "±{3*,{{5|4}|*}}"]), "+-{3*,{5|4||*}}");
    assert_eq!(printed(&["eval", "--format", "speech", "↑*"]), "up star");
    assert_eq!(printed(&["eval", "↑ + ↑ + * = {0|↑}"]), "true");
    assert_eq!(printed(&["eval", "--format", "ascii", "-13/4"]), "-13/4");
    assert_eq!(printed(&["eval", "temperature({6|3||-3|-6})"]), "9/2");
    assert_eq!(printed(&["eval", "graph6(path(4))"]), "Ch");
    assert_eq!(printed(&["eval", "--tex", r"\pm\{1, 1*\}"]), printed(&["eval", "±{1,1*}"]));
    let tex = printed(&["eval", "--format", "tex", "{1/2|↓*}"]);
    assert!(tex.contains("\\mid") && tex.contains("\\downarrow"), "{tex}");
}

#[test]
fn json_has_the_properties_of_a_game() {
    let json: Json = serde_json::from_str(&printed(&["eval", "--format", "json", "{6|3||-3|-6}"])).unwrap();
    for (field, expected) in [
        ("type", "game"),
        ("form", "+-{6|3}"),
        ("outcome", "N"),
        ("left_stop", "3"),
        ("right_stop", "-3"),
        ("mean", "0"),
        ("temperature", "9/2"),
    ] {
        assert_eq!(json[field], expected, "{field}");
    }
    assert_eq!(json["atomic_weight"], Json::Null);
    assert!(json["birthday"].is_u64() && json["followers"].is_u64());
    let json: Json = serde_json::from_str(&printed(&["eval", "--format", "json", "v3*"])).unwrap();
    assert_eq!(json["atomic_weight"], "-3");
}

#[test]
fn a_batch_goes_on_after_a_bad_line() {
    let input = "↑*\n1 +\n1/3\ntemprature(1)\n\n↑ + ↑ + * = {0|↑}\n[1, *]\n2 ^ 200\nnone\n-1\n";
    let output = run(&["eval", "--batch"], input);
    assert_eq!(text(&output.stderr), "");
    assert_eq!(output.status.code(), Some(2), "a line could not be evaluated");
    let lines: Vec<Json> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is JSON"))
        .collect();
    assert_eq!(lines.len(), 10, "an object a line");
    assert_eq!((&lines[0]["form"], &lines[0]["outcome"]), (&Json::from("^*"), &Json::from("N")));
    assert!(lines[1]["error"].is_string() && lines[1]["place"]["line"] == 2, "{}", lines[1]);
    assert_eq!((&lines[2]["type"], &lines[2]["value"]), (&Json::from("rational"), &Json::from("1/3")));
    assert_eq!(lines[3]["error"], "no function is called `temprature`");
    assert_eq!(
        (&lines[3]["place"]["start"], &lines[3]["place"]["end"], &lines[3]["place"]["column"]),
        (&Json::from(0), &Json::from(10), &Json::from(1))
    );
    assert!(lines[4]["error"].is_string(), "an empty line is no expression");
    assert_eq!((&lines[5]["type"], &lines[5]["value"]), (&Json::from("boolean"), &Json::from(true)));
    assert_eq!((&lines[6]["type"], &lines[6]["value"]), (&Json::from("list"), &serde_json::json!([1, "*"])));
    assert!(lines[7]["undecided"].is_string(), "{}", lines[7]);
    assert_eq!((&lines[8]["type"], &lines[8]["value"]), (&Json::from("none"), &Json::Null));
    assert_eq!((&lines[9]["value"], &lines[9]["birthday"]), (&Json::from(-1), &Json::from(1)));
    let good = run(&["eval", "--batch"], "1\n*\n");
    assert_eq!(good.status.code(), Some(0));
}

#[test]
fn problems_are_shown_under_the_expression() {
    let output = run(&["eval", "1 + temprature({3|1})"], "");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""));
    let shown = text(&output.stderr);
    assert!(
        shown.contains("1 + temprature({3|1})") && shown.contains("did you mean `temperature`?"),
        "{shown}"
    );
    let output = run(&["eval", "{1|"], "");
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""));
    assert!(text(&output.stderr).contains("{1|"), "{}", text(&output.stderr));
    let output = run(&["eval"], "");
    assert_eq!(output.status.code(), Some(2), "an expression is needed");
}

#[test]
fn definitions_come_from_files() {
    let folder = std::env::temp_dir().join(format!("referee-eval-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (good, bad, picture) =
        (folder.join("good.txt"), folder.join("bad.txt"), folder.join("thermograph.svg"));
    std::fs::write(&good, "s(m) = if even(m) then 0 else *\nd(n) = s(n) + s(n + 1)\n").unwrap();
    std::fs::write(&bad, "s(m) = s(m)\n").unwrap();
    let (good, bad, picture) = (good.to_str().unwrap(), bad.to_str().unwrap(), picture.to_str().unwrap());
    assert_eq!(printed(&["eval", "--define", good, "d(4)"]), "*");
    let output = run(&["eval", "--define", bad, "s(4)"], "");
    assert_eq!(output.status.code(), Some(2));
    let shown = text(&output.stderr);
    assert!(shown.contains("bad.txt:1") && shown.contains("reaches itself"), "{shown}");
    assert_eq!(printed(&["eval", "--thermograph", picture, "{5||2|1}"]), "{5||2|1}");
    let svg = std::fs::read_to_string(picture).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("</svg>"), "{svg}");
    let output = run(&["eval", "--thermograph", picture, "true"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("a boolean has no thermograph"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["eval", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("referee starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("piped");
    for _ in 0..100_000 {
        if input.write_all(b"*\n").is_err() {
            break;
        }
    }
    drop(input);
    let output = child.wait_with_output().expect("referee ends");
    assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), ""));
}

#[test]
fn functions_are_listed_and_explained() {
    let all = printed(&["functions"]);
    for name in ["temperature", "caterpillar", "nim_sum", "snort", "connected_graphs", "atomic_weight"] {
        assert!(all.contains(&format!("  {name}(")), "{name} is not listed");
    }
    let one = printed(&["functions", "atomic_weight"]);
    assert!(one.contains("game or none") && one.contains("atomic_weight(3·↑ + *) is 3"), "{one}");
    let output = run(&["functions", "temprature"], "");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("did you mean `temperature`?"));
}
