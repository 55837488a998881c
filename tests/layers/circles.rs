//! Which files of `src` form circles. An arrow runs from a file to the file that declares what
//! it names, through re-exports: `use super::Score` is an arrow to `score.rs` where `mod.rs`
//! only passes it on. Declaring or re-exporting a module is no arrow.

use std::collections::{BTreeMap, BTreeSet};

use crate::source::Source;

/// Files by number, and the files that each uses.
pub struct Graph {
    names: Vec<String>,
    arrows: Vec<BTreeSet<usize>>,
}

/// How modules lead to files.
struct Modules {
    files: BTreeMap<Vec<String>, usize>,
    /// By file: what it takes in under which name.
    taken: Vec<BTreeMap<String, Vec<String>>>,
}

/// Re-exports lead on at most so often.
const DEEPEST: usize = 8;

impl Modules {
    fn of(sources: &[Source]) -> Self {
        let files =
            sources.iter().enumerate().map(|(index, source)| (source.module.clone(), index));
        let mut modules =
            Self { files: files.collect(), taken: vec![BTreeMap::new(); sources.len()] };
        for (index, source) in sources.iter().enumerate() {
            for item in source.uses() {
                let Some(path) = modules.absolute(source, &item.path) else { continue };
                modules.taken[index].insert(item.name, path);
            }
        }
        modules
    }

    /// A path from the crate's root; `None` if it leads out of the crate.
    fn absolute(&self, source: &Source, path: &[String]) -> Option<Vec<String>> {
        let mut module = source.module.clone();
        let mut rest = path;
        while let Some((first, after)) = rest.split_first() {
            match first.as_str() {
                "crate" => module.clear(),
                "self" => {}
                "super" => drop(module.pop()),
                _ => break,
            }
            rest = after;
        }
        let is_own = rest.len() < path.len() || {
            let child = [&module[..], &rest[..1]].concat();
            self.files.contains_key(&child)
        };
        is_own.then(|| [&module[..], rest].concat())
    }

    /// The file that declares what a path from the root names.
    fn file(&self, path: &[String], depth: usize) -> Option<usize> {
        if depth > DEEPEST {
            return None;
        }
        let known = (0..=path.len()).rev().find(|&n| self.files.contains_key(&path[..n]))?;
        let file = self.files[&path[..known]];
        let Some(name) = path.get(known) else { return Some(file) };
        if let Some(target) = self.taken[file].get(name)
            && target.as_slice() != &path[..known + 1]
        {
            let target = [&target[..], &path[known + 1..]].concat();
            return self.file(&target, depth + 1);
        }
        Some(file)
    }
}

impl Graph {
    /// The arrows between these files.
    pub fn of(sources: &[Source]) -> Self {
        let modules = Modules::of(sources);
        let mut arrows = vec![BTreeSet::new(); sources.len()];
        for (index, source) in sources.iter().enumerate() {
            // The crate's root is the front door and the program: nobody leads back to them.
            if source.module.is_empty() {
                continue;
            }
            let own = source.uses().into_iter().filter(|item| !item.public).map(|item| item.path);
            for path in own.chain(source.inline_paths()) {
                let Some(path) = modules.absolute(source, &path) else { continue };
                if path.last().is_some_and(|last| last == "*") {
                    let module = &path[..path.len() - 1];
                    arrows[index].extend(modules.file(module, 0));
                    continue;
                }
                arrows[index].extend(modules.file(&path, 0));
            }
            arrows[index].remove(&index);
        }
        Self { names: sources.iter().map(|source| source.name.clone()).collect(), arrows }
    }

    /// How many arrows there are.
    pub fn arrows(&self) -> usize {
        self.arrows.iter().map(BTreeSet::len).sum()
    }

    /// All that can be reached from a file, along one arrow or more.
    fn reached(&self, from: usize) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        let mut open = vec![from];
        while let Some(file) = open.pop() {
            open.extend(self.arrows[file].iter().filter(|&&next| found.insert(next)));
        }
        found
    }

    /// Sets of files each of which reaches all others of its set.
    pub fn circles(&self) -> Vec<Vec<&str>> {
        let reached: Vec<_> = (0..self.names.len()).map(|file| self.reached(file)).collect();
        let mut circles: Vec<Vec<&str>> = Vec::new();
        let mut seen = BTreeSet::new();
        for file in 0..self.names.len() {
            if reached[file].contains(&file) && !seen.contains(&file) {
                let circle = reached[file].iter().copied().filter(|&n| reached[n].contains(&file));
                let circle: BTreeSet<usize> = circle.collect();
                circles.push(circle.iter().map(|&n| self.names[n].as_str()).collect());
                seen.extend(circle);
            }
        }
        circles
    }

    /// The arrows inside a circle, as lines.
    pub fn within(&self, circle: &[&str]) -> Vec<String> {
        let inside = |file: usize| circle.contains(&self.names[file].as_str());
        (0..self.names.len())
            .filter(|&file| inside(file))
            .map(|file| {
                let uses = self.arrows[file].iter().filter(|&&next| inside(next));
                let uses: Vec<&str> = uses.map(|&next| self.names[next].as_str()).collect();
                format!("{} uses {}", self.names[file], uses.join(", "))
            })
            .collect()
    }
}
