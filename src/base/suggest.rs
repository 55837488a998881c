//! What was meant by a word that nobody knows.

/// So many letters may be wrong in a word that is corrected: at most a third of it.
fn most_wrong(word: &str) -> usize {
    (word.chars().count() / 3).clamp(1, 3)
}

/// The known word that is nearest to this one, if it is near; letters may be put in, left out,
/// changed, swapped with their neighbours, or in the other case.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let meant = word.to_lowercase();
    let distance = |name: &str| strsim::osa_distance(&meant, &name.to_lowercase());
    let near = known.into_iter().map(|name| (distance(name), name));
    near.filter(|&(wrong, _)| wrong <= most_wrong(&meant))
        .min_by_key(|&(wrong, _)| wrong)
        .map(|(_, name)| name)
}

/// The end of a sentence about an unknown word: what was meant, or else this.
pub fn did_you_mean<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    otherwise: &str,
) -> String {
    match nearest(word, known) {
        Some(name) => format!("did you mean `{name}`?"),
        None => otherwise.into(),
    }
}

/// The same where all are few enough to be named.
pub fn one_of(word: &str, known: &[&str]) -> String {
    did_you_mean(word, known.iter().copied(), &format!("there are {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found() {
        let names = ["match", "Hash", "UCI_Variant"];
        assert_eq!(nearest("mathc", names), Some("match"));
        assert_eq!(nearest("hsah", names), Some("Hash"));
        assert_eq!(nearest("uci_varient", names), Some("UCI_Variant"));
        for word in ["", "x", "verdict", "hh"] {
            assert_eq!(nearest(word, names), None, "{word}");
        }
        assert_eq!(did_you_mean("zzz", names, "`uci` lists all"), "`uci` lists all");
    }
}
