//! What the tests that run the program share.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of the test's own, empty, outside of any project.
pub fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The program, run in a folder.
pub fn run_in(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .expect("the program runs")
}

/// The program, run in the committed project.
pub fn referee(arguments: &[&str]) -> Output {
    run_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments)
}

/// What a program printed.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Every file below a folder, by its place there.
pub fn all_below(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(here) = waiting.pop() {
        for child in fs::read_dir(here).expect("a folder") {
            let path = child.expect("a file").path();
            if path.is_dir() {
                waiting.push(path);
            } else {
                let bytes = fs::read(&path).expect("a file");
                files.insert(path.strip_prefix(folder).expect("below").to_path_buf(), bytes);
            }
        }
    }
    files
}
