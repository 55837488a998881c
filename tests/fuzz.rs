//! The fuzz targets over their corpus, each file as it is and changed at random in the same
//! way every time. `KRALLE_FUZZ` says how many changed inputs a target gets; how to run them
//! under libFuzzer stands in `docs/testing.md`.

mod common;

#[path = "../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

/// Bytes that mean something to one reader or another.
const MEANINGFUL: &[u8] = b" \n|/[]{}()@=+-#~:;,.\"0123456789abcdefghKQRBNPkqrbnpw";

fn corpus(target: &str) -> Vec<Vec<u8>> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{folder:?} is empty");
    paths.into_iter().map(|path| fs::read(path).unwrap()).collect()
}

/// A seed with some bytes changed, cut out, doubled, or a piece of another seed put in.
fn changed(seeds: &[Vec<u8>], chance: &mut SmallRng) -> Vec<u8> {
    let mut bytes = seeds[chance.random_range(0..seeds.len())].clone();
    for _ in 0..chance.random_range(1..6) {
        let at = chance.random_range(0..=bytes.len());
        let end = (at + chance.random_range(0..8)).min(bytes.len());
        match chance.random_range(0..6) {
            0 if at < bytes.len() => bytes[at] = chance.random(),
            1 if at < bytes.len() => {
                bytes[at] = MEANINGFUL[chance.random_range(0..MEANINGFUL.len())];
            }
            2 => drop(bytes.drain(at..end)),
            3 => bytes.insert(at, MEANINGFUL[chance.random_range(0..MEANINGFUL.len())]),
            4 => {
                let copied = bytes[at..end].to_vec();
                bytes.splice(at..at, copied);
            }
            _ => {
                let other = &seeds[chance.random_range(0..seeds.len())];
                let from = chance.random_range(0..=other.len());
                let to = (from + chance.random_range(0..40)).min(other.len());
                bytes.splice(at..end, other[from..to].iter().copied());
            }
        }
    }
    bytes
}

/// Sessions and games cost more than a FEN does.
fn is_slow(target: &str) -> bool {
    matches!(target, "uci" | "cecp" | "records" | "request")
}

#[test]
fn every_target_holds_over_its_corpus() {
    let inputs: usize = common::setting("KRALLE_FUZZ", 2_000);
    for &(name, target) in targets::TARGETS {
        let begun = Instant::now();
        let seeds = corpus(name);
        for seed in &seeds {
            target(seed);
        }
        let mut chance = SmallRng::seed_from_u64(name.len() as u64);
        let inputs = if is_slow(name) { inputs / 40 } else { inputs };
        for _ in 0..inputs {
            let bytes = changed(&seeds, &mut chance);
            if std::panic::catch_unwind(|| target(&bytes)).is_err() {
                panic!("{name} fails on {:?}", String::from_utf8_lossy(&bytes));
            }
        }
        println!("{name}: {} seeds, {inputs} inputs, {:?}", seeds.len(), begun.elapsed());
    }
}

#[test]
fn every_target_has_a_corpus_and_a_program_for_libfuzzer() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    for (name, _) in targets::TARGETS {
        let program = fs::read_to_string(root.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(program.contains(&format!("\"{name}\"")), "{program}");
        assert!(manifest.contains(&format!("name = \"{name}\"")), "{name} is no program");
    }
}
