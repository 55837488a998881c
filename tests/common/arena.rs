//! What tests of `kralle match` from outside share.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The program.
pub const KRALLE: &str = env!("CARGO_BIN_EXE_kralle");

/// A folder of its own for each test.
pub fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arena").join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

/// `kralle match` with these words.
pub fn kralle(arguments: &[&str]) -> Output {
    Command::new(KRALLE).arg("match").args(arguments).output().unwrap()
}

/// Is there a Python 3 for the faulty engines?
pub fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        eprintln!("left out: there is no python3");
    }
    found
}
