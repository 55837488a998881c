//! Reading PGN, and PGN4 with its rounds of `1. d2-d4 .. b4-d4 ..`: tags and the moves of the
//! main line with what stands behind them. Variations are skipped. Whether a move is legal is
//! not checked here.

/// A game as a record tells it; its moves may not be legal.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Read {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The moves in SAN.
    pub moves: Vec<String>,
    /// What stands behind each of them: comments, and marks as `$4`.
    pub comments: Vec<Vec<String>>,
    /// `1-0`, `0-1`, `1/2-1/2`, `*` or what the tag `Result` says; empty if it is not told.
    pub result: String,
}

/// Where a record cannot be read, and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct PgnError {
    /// From 1.
    pub line: usize,
    /// In letters, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: PgnProblem,
}

/// Why a record cannot be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PgnProblem {
    #[error("a tag is a name and a quoted value in brackets, [Name \"value\"]")]
    Tag,
    #[error("a comment or a variation that begins here has no end")]
    Open,
    #[error("`{0}` closes what was not opened")]
    Stray(char),
}

impl Read {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// Keeps what stands behind the last move.
    fn remark(&mut self, text: String) {
        if let Some(last) = self.comments.last_mut().filter(|_| !text.is_empty()) {
            last.push(text);
        }
    }

    fn is_empty(&self) -> bool {
        self.tags.is_empty() && self.moves.is_empty() && self.result.is_empty()
    }
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// All games of a text. None is no error.
///
/// # Errors
/// The first thing that is no PGN, and its line.
///
/// # Examples
/// ```
/// use kralle::notation::pgn::read;
///
/// let games = read("[White \"Ann\"]\n\n1. e4 {best} e5 2. Nf3 *")?;
/// assert_eq!(games[0].tag("White"), Some("Ann"));
/// assert_eq!(games[0].moves, ["e4", "e5", "Nf3"]);
/// let error = read("1. e4\n{no end").unwrap_err();
/// assert_eq!((error.line, error.column), (2, 1));
/// # Ok::<(), kralle::notation::pgn::PgnError>(())
/// ```
pub fn read(text: &str) -> Result<Vec<Read>, PgnError> {
    let mut games = Vec::new();
    let mut game = Read::default();
    let mut rest = text;
    let error = |rest: &str, problem| {
        let before = &text[..text.len() - rest.len()];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or(before).chars().count() + 1;
        PgnError { line, column, problem }
    };
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else { break };
        let fail = |problem| error(rest, problem);
        match first {
            '[' => {
                if !game.moves.is_empty() || !game.result.is_empty() {
                    games.push(std::mem::take(&mut game));
                }
                let (tag, after) = read_tag(rest).ok_or_else(|| fail(PgnProblem::Tag))?;
                game.tags.push(tag);
                rest = after;
            }
            '{' => {
                let (inside, after) =
                    rest[1..].split_once('}').ok_or_else(|| fail(PgnProblem::Open))?;
                game.remark(inside.split_whitespace().collect::<Vec<_>>().join(" "));
                rest = after;
            }
            '(' => rest = skip_variation(rest).ok_or_else(|| fail(PgnProblem::Open))?,
            ';' | '%' => rest = rest.split_once('\n').map_or("", |(_, after)| after),
            ')' | '}' | ']' => return Err(fail(PgnProblem::Stray(first))),
            _ => {
                let ends = |c: char| c.is_whitespace() || "{}()[];".contains(c);
                let end = rest.find(ends).unwrap_or(rest.len());
                read_word(&rest[..end], &mut game);
                rest = &rest[end..];
                if !game.result.is_empty() {
                    games.push(std::mem::take(&mut game));
                }
            }
        }
    }
    if !game.is_empty() {
        games.push(game);
    }
    Ok(games)
}

/// A number, a mark, a result or a move, possibly with its number before it.
fn read_word(word: &str, game: &mut Read) {
    // Games of several players have results of their own, told twice.
    if RESULTS.contains(&word) || game.tag("Result") == Some(word) {
        game.result = word.into();
        return;
    }
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    // `12.e4` and `12...e5` have their number before them; `0-0` has none.
    let san = if digits.starts_with('.') { digits.trim_start_matches('.') } else { word };
    // `0000` is no number either, but a move that changes nothing.
    let is_number = san != "0000" && san.chars().all(|letter| letter.is_ascii_digit());
    let is_mark = san.starts_with('$') || san.chars().all(|letter| "!?".contains(letter));
    if is_mark && !san.is_empty() {
        game.remark(san.into());
    } else if !is_number {
        game.moves.push(san.into());
        game.comments.push(Vec::new());
    }
}

/// `[Name "value"]`, with backslashes before quotes and backslashes.
fn read_tag(text: &str) -> Option<((String, String), &str)> {
    let (name, rest) = text.strip_prefix('[')?.trim_start().split_once(char::is_whitespace)?;
    let rest = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut letters = rest.char_indices();
    let end = loop {
        match letters.next()? {
            (_, '\\') => value.push(letters.next()?.1),
            (end, '"') => break end,
            (_, '\n') => return None,
            (_, letter) => value.push(letter),
        }
    };
    let rest = rest[end + 1..].trim_start().strip_prefix(']')?;
    Some(((name.into(), value), rest))
}

/// What follows a variation, inside which others and comments may stand.
pub(in crate::notation) fn skip_variation(text: &str) -> Option<&str> {
    let mut depth = 0;
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            '{' => while letters.next()?.1 != '}' {},
            _ => {}
        }
        if depth == 0 {
            return Some(&text[at + 1..]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_read_without_what_surrounds_their_moves() {
        let text = "[Event \"a \\\"b\\\"\"]\n[FEN \"x y\"]\n\n1. e4 {best} e5 2.Nf3 $1 (2. f4 \
                    {x ) y} exf4 (2... d5)) Nc6!\n; a line\n3... a6 1-0\n\n[Event \"2\"]\n\n\
                    1. P@e4 0-0 1... 0000 *\n1. d4";
        let games = read(text).unwrap();
        assert_eq!(games.len(), 3);
        assert_eq!(games[0].tag("Event"), Some("a \"b\""));
        assert_eq!(games[0].moves, ["e4", "e5", "Nf3", "Nc6!", "a6"]);
        assert_eq!(games[0].result, "1-0");
        assert_eq!(games[1].moves, ["P@e4", "0-0", "0000"]);
        assert_eq!((games[2].moves.len(), games[2].result.as_str()), (1, ""));
        assert_eq!(read(" \n"), Ok(Vec::new()));
    }

    #[test]
    fn rounds_of_several_players_are_read() {
        let text =
            "[Result \"1-0-0\"]\n\n1. d2-d4 {a} .. Nb4-d5 .. O-O\n2. d4-d5+ .. {no move} 1-0-0";
        let games = read(text).unwrap();
        assert_eq!(games[0].moves, ["d2-d4", "Nb4-d5", "O-O", "d4-d5+"]);
        assert_eq!((games.len(), games[0].result.as_str()), (1, "1-0-0"));
    }

    #[test]
    fn what_is_broken_is_refused_with_its_line() {
        for (text, line, column, problem) in [
            ("[Event x]", 1, 1, PgnProblem::Tag),
            ("\n[Event \"x\"", 2, 1, PgnProblem::Tag),
            ("e4 {no end", 1, 4, PgnProblem::Open),
            ("e4\n(e5", 2, 1, PgnProblem::Open),
            ("e4 }", 1, 4, PgnProblem::Stray('}')),
        ] {
            assert_eq!(read(text), Err(PgnError { line, column, problem }), "{text}");
        }
    }
}
