//! Source files as the structure tests read them: code without comments and texts, the paths
//! that it names, the types and functions that it declares.

use std::path::{Path, PathBuf};

/// A file of `src`.
pub struct Source {
    /// Its path below `src`, with forward slashes.
    pub name: String,
    /// Its module: `["game", "single"]` for `game/single/mod.rs`.
    pub module: Vec<String>,
    /// All of it.
    pub text: String,
    /// The same without comments, texts and unit tests; lines are where they were.
    pub code: String,
    /// The texts in the code, outside of unit tests.
    pub literals: Vec<String>,
}

/// All files of `src`, in the order of their names.
pub fn all() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    paths.sort();
    paths.iter().map(|path| Source::read(&root, path)).collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

impl Source {
    fn read(root: &Path, path: &Path) -> Self {
        let inside = path.strip_prefix(root).unwrap();
        let name = inside.to_str().unwrap().replace('\\', "/");
        Self::of(&name, std::fs::read_to_string(path).unwrap())
    }

    /// A file of this name and text.
    pub fn of(name: &str, text: String) -> Self {
        let stem = name.trim_end_matches(".rs").trim_end_matches("mod").trim_end_matches('/');
        let module: Vec<String> = match stem {
            "lib" | "main" => Vec::new(),
            _ => stem.split('/').map(str::to_owned).collect(),
        };
        let (mut code, mut literals) = strip(&text);
        // Unit tests stand at the end of a file, and a file of tests alone is one module more.
        let tests = code.find("\nmod tests {");
        if let Some(tests) = tests.or_else(|| name.ends_with("/tests.rs").then_some(0)) {
            let (_, in_tests) = strip(&text[tests..]);
            literals.truncate(literals.len() - in_tests.len());
            code.truncate(tests);
        }
        Self { name: name.to_owned(), module, text, code, literals }
    }

    /// The floor: the first folder; what stands beside the floors has none.
    pub fn floor(&self) -> Option<&str> {
        self.name.split_once('/').map(|(floor, _)| floor)
    }

    /// The paths of its `use` declarations, each with the name that it gets here and whether
    /// others can take it from here.
    pub fn uses(&self) -> Vec<Use> {
        let mut found = Vec::new();
        let mut rest = self.code.as_str();
        while let Some(at) = find_word(rest, "use") {
            let before = rest[..at].trim_end();
            let public = before.ends_with("pub") || before.ends_with(')');
            let Some(length) = rest[at..].find(';') else { break };
            let tree = &rest[at + "use".len()..at + length];
            expand(tree, &mut Vec::new(), public, &mut found);
            rest = &rest[at + length..];
        }
        found
    }

    /// The paths from `crate`, `super` or `self` that stand in the code outside of `use`.
    pub fn inline_paths(&self) -> Vec<Vec<String>> {
        let mut found = Vec::new();
        for root in ["crate", "super", "self"] {
            let mut from = 0;
            while let Some(at) = find_word(&self.code[from..], root).map(|at| from + at) {
                from = at + root.len();
                if self.code[from..].starts_with("::") && !self.code[..at].ends_with("::") {
                    found.push(segments(&self.code[at..]));
                }
            }
        }
        found
    }

    /// The types that it declares, public or not; not those that a trait asks for.
    pub fn types(&self) -> Vec<String> {
        let mut found = Vec::new();
        for line in self.code.lines() {
            let inner = line.starts_with(' ');
            let line = line.trim_start();
            let rest = match line.strip_prefix("pub") {
                Some(rest) if rest.starts_with('(') => rest.split_once(')').map_or("", |r| r.1),
                Some(rest) => rest,
                None => line,
            };
            let mut words = rest.split_whitespace();
            let declares = match words.next() {
                Some("struct" | "enum" | "trait" | "union") => true,
                Some("type") => !inner,
                _ => false,
            };
            if declares && let Some(name) = words.next() {
                found.extend(segments(name).into_iter().next());
            }
        }
        found
    }

    /// Its functions with the lines that each takes from `fn` to its last brace.
    pub fn functions(&self) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(at) = find_word(&self.code[from..], "fn").map(|at| from + at) {
            from = at + "fn".len();
            let name = self.code[from..].trim_start();
            let name: String = name.chars().take_while(|c| is_word(*c)).collect();
            let Some(end) = body_end(&self.code[from..]) else { continue };
            if !name.is_empty() {
                let lines = self.code[from..from + end].matches('\n').count() + 1;
                found.push((name, lines));
            }
        }
        found
    }
}

/// One name that a `use` brings in.
pub struct Use {
    /// `["super", "link", "Event"]`; the last is `*` where everything is taken.
    pub path: Vec<String>,
    /// What it is called here.
    pub name: String,
    /// Can others take it from here?
    pub public: bool,
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// Where a word stands by itself.
fn find_word(text: &str, word: &str) -> Option<usize> {
    text.match_indices(word)
        .map(|(at, _)| at)
        .find(|&at| !text[..at].ends_with(is_word) && !text[at + word.len()..].starts_with(is_word))
}

/// The words of a path at the start of a text.
fn segments(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = text;
    loop {
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        if end > 0 {
            found.push(rest[..end].to_owned());
        }
        match rest[end..].strip_prefix("::") {
            Some(next) if next.starts_with(is_word) => rest = next,
            _ => return found,
        }
    }
}

/// The tree of a `use` as single paths.
fn expand(tree: &str, before: &mut Vec<String>, public: bool, found: &mut Vec<Use>) {
    let tree = tree.trim();
    let depth = before.len();
    if let Some(at) = tree.find('{') {
        let prefix = tree[..at].trim().trim_end_matches("::");
        before
            .extend(prefix.split("::").map(str::trim).filter(|s| !s.is_empty()).map(str::to_owned));
        let inner = tree[at + 1..].trim_end().strip_suffix('}').unwrap_or_default();
        for part in parts(inner) {
            expand(part, before, public, found);
        }
    } else if !tree.is_empty() {
        let (path, alias) = match tree.split_once(" as ") {
            Some((path, alias)) => (path, Some(alias.trim().to_owned())),
            None => (tree, None),
        };
        before.extend(path.split("::").map(|s| s.trim().to_owned()).filter(|s| !s.is_empty()));
        if before.last().is_some_and(|last| last == "self") && before.len() > 1 {
            before.pop();
        }
        let name = alias.or_else(|| before.last().cloned()).unwrap_or_default();
        found.push(Use { path: before.clone(), name, public });
    }
    before.truncate(depth);
}

/// The parts of a group, divided by its own commas.
fn parts(group: &str) -> Vec<&str> {
    let (mut found, mut depth, mut from) = (Vec::new(), 0, 0);
    for (at, letter) in group.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.push(&group[from..at]);
                from = at + 1;
            }
            _ => {}
        }
    }
    found.push(&group[from..]);
    found
}

/// Where the body of a function ends; `None` if it has none.
fn body_end(code: &str) -> Option<usize> {
    let (mut braces, mut others) = (0, 0_i32);
    for (at, letter) in code.char_indices() {
        match letter {
            '(' | '[' => others += 1,
            ')' | ']' => others -= 1,
            ';' if braces == 0 && others == 0 => return None,
            '{' => braces += 1,
            '}' => {
                braces -= 1;
                if braces == 0 {
                    return Some(at);
                }
                if braces < 0 {
                    return None;
                }
            }
            _ => {}
        }
    }
    None
}

/// Code with blanks for comments and texts, and the texts.
fn strip(text: &str) -> (String, Vec<String>) {
    let letters: Vec<char> = text.chars().collect();
    let (mut code, mut literals) = (String::with_capacity(text.len()), Vec::new());
    let mut at = 0;
    while at < letters.len() {
        let end = match (letters[at], letters.get(at + 1)) {
            ('/', Some('/')) => line_end(&letters, at),
            ('/', Some('*')) => comment_end(&letters, at),
            ('"', _) => {
                let end = text_end(&letters, at);
                literals.push(letters[at + 1..end.max(at + 2) - 1].iter().collect());
                end
            }
            ('r', Some('"' | '#')) if !code.ends_with(is_word) => raw_end(&letters, at),
            ('\'', _) => letter_end(&letters, at),
            _ => at,
        };
        if end == at {
            code.push(letters[at]);
            at += 1;
        } else {
            // Byte for byte, so that a place in the code is one in the text.
            for letter in &letters[at..end] {
                let blanks = letter.len_utf8();
                if *letter == '\n' {
                    code.push('\n');
                } else {
                    code.extend(std::iter::repeat_n(' ', blanks));
                }
            }
            at = end;
        }
    }
    (code, literals)
}

fn line_end(letters: &[char], at: usize) -> usize {
    (at..letters.len()).find(|&i| letters[i] == '\n').unwrap_or(letters.len())
}

fn comment_end(letters: &[char], at: usize) -> usize {
    let ends = |i: usize| letters[i] == '*' && letters.get(i + 1) == Some(&'/');
    (at + 2..letters.len()).find(|&i| ends(i)).map_or(letters.len(), |i| i + 2)
}

fn text_end(letters: &[char], at: usize) -> usize {
    let mut i = at + 1;
    while i < letters.len() && letters[i] != '"' {
        i += if letters[i] == '\\' { 2 } else { 1 };
    }
    (i + 1).min(letters.len())
}

/// The end of `r"..."` or `r#"..."#`; its start if it is a raw name.
fn raw_end(letters: &[char], at: usize) -> usize {
    let hashes = letters[at + 1..].iter().take_while(|&&c| c == '#').count();
    if letters.get(at + 1 + hashes) != Some(&'"') {
        return at;
    }
    let ends = |i: usize| {
        letters[i] == '"' && (1..=hashes).all(|more| letters.get(i + more) == Some(&'#'))
    };
    (at + 2 + hashes..letters.len()).find(|&i| ends(i)).map_or(letters.len(), |i| i + 1 + hashes)
}

/// The end of `'x'`; its start if it is a lifetime.
fn letter_end(letters: &[char], at: usize) -> usize {
    match (letters.get(at + 1), letters.get(at + 2)) {
        (Some('\\'), _) => {
            let close = (at + 3..letters.len()).find(|&i| letters[i] == '\'');
            close.map_or(letters.len(), |i| i + 1)
        }
        (Some(_), Some('\'')) => at + 3,
        _ => at,
    }
}
