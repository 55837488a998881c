//! What a person types.

/// A line of a person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    /// A move, in SAN or UCI.
    Move(String),
    /// What would Kralle play?
    Hint,
    /// The own last move is taken back, and all after it.
    Undo,
    /// Gives up.
    Resign,
    /// To the partner.
    Say(String),
    /// The board again.
    Board,
    /// The position as a FEN.
    Fen,
    /// The legal moves.
    Moves,
    /// What can be typed.
    Help,
    /// Leaves.
    Quit,
}

/// What can be typed.
pub const HELP: &str = "\
  e4, Nxf3, N@f7, e2e4   a move, in SAN or UCI; on two boards 1e4 if you play on both
  hint                   what Kralle would play
  undo                   take your last move back
  say need n             to your partner: need p/n/b/r/q, sit, go, fast, trade, no-trade, dead
  board, fen, moves      the position, its FEN, the legal moves
  resign, quit";

impl Order {
    /// Reads a line; none if it is empty.
    pub fn read(line: &str) -> Option<Self> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        Some(match (word, rest.trim()) {
            ("", _) => return None,
            ("hint", "") => Self::Hint,
            ("undo" | "takeback", "") => Self::Undo,
            ("resign", "") => Self::Resign,
            ("say", words) => Self::Say(words.to_owned()),
            ("board" | "d", "") => Self::Board,
            ("fen", "") => Self::Fen,
            ("moves", "") => Self::Moves,
            ("help" | "?", "") => Self::Help,
            ("quit" | "exit", "") => Self::Quit,
            _ => Self::Move(line.to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_moves_unless_they_are_words() {
        assert_eq!(Order::read("  "), None);
        assert_eq!(Order::read(" N@f7 "), Some(Order::Move("N@f7".into())));
        assert_eq!(Order::read("say need n"), Some(Order::Say("need n".into())));
        assert_eq!(Order::read("hint"), Some(Order::Hint));
        assert_eq!(Order::read("hint now"), Some(Order::Move("hint now".into())));
    }
}
