//! The tutorial, followed step by step: its files are written, its commands run, and what it shows is what happens.

use std::fs;
use std::path::Path;

use crate::own::{self, run_in, text};

/// What a command of the tutorial prints, on both streams.
fn run(folder: &Path, command: &str) -> String {
    if let Some(file) = command.strip_prefix("cat ") {
        return fs::read_to_string(folder.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    let arguments =
        command.strip_prefix("referee ").unwrap_or_else(|| panic!("`{command}` is no command of ours"));
    let output = run_in(folder, &arguments.split(' ').collect::<Vec<_>>());
    assert_ne!(output.status.code(), Some(2), "{command}: {}", text(&output.stderr));
    text(&output.stdout) + &text(&output.stderr)
}

/// What README.md shows can be copied as it stands in the file: it is given to a shell, byte by byte.
#[test]
fn the_commands_of_the_readme_can_be_copied() {
    let readme = include_str!("../../README.md");
    let escaped = |line: &&str| line.split('`').skip(1).step_by(2).any(|code| code.contains("\\|"));
    assert_eq!(readme.lines().find(escaped), None, "code with an escaped bar is no command any more");
    let folder = Path::new(env!("CARGO_BIN_EXE_referee")).parent().expect("a folder").to_owned();
    let others = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([folder].into_iter().chain(std::env::split_paths(&others)));
    let path = path.expect("folders");
    let (mut lines, mut commands) = (readme.lines().peekable(), 0);
    while let Some(line) = lines.next() {
        let Some(command) = line.strip_prefix("$ ") else { continue };
        let mut shown = String::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ") && *line != "```") {
            shown += &format!("{line}\n");
        }
        let output =
            std::process::Command::new("sh").args(["-c", command]).env("PATH", &path).output().expect("sh");
        assert_eq!(text(&output.stdout), shown, "{command}: {}", text(&output.stderr));
        commands += 1;
    }
    assert_eq!(commands, 3);
}

/// A command's output and the lines that the tutorial shows of it, which must come in that order.
fn shows(said: &str, command: &str, lines: &[&str]) {
    let mut rest = said.lines();
    for line in lines {
        assert!(rest.any(|other| other.contains(line)), "`{command}` should print `{line}`:\n{said}");
    }
}

#[test]
fn the_tutorial_happens_as_it_is_written() {
    let folder = own::folder("tutorial");
    let (mut files, mut commands) = (0, 0);
    let mut lines = include_str!("../../docs/tutorial.md").lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("````").filter(|name| !name.is_empty()) {
            let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "````").collect();
            let path = folder.join(name);
            fs::create_dir_all(path.parent().expect("a file in a folder")).expect("a folder");
            fs::write(path, text.join("\n") + "\n").expect("a file");
            files += 1;
        } else if line == "```console" {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let (first, shown) = block.split_first().expect("a command");
            let command = first.strip_prefix("$ ").expect("a command after its sign");
            shows(&run(&folder, command), command, shown);
            commands += 1;
        }
    }
    assert_eq!((files, commands), (4, 9));
}
