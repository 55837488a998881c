//! SAN, the notation of books: `Nbd2`, `exd5`, `O-O`, `N@f7+`, `e8=Q#`, and for a piece taken
//! off the other board `e8=Qd1`. The steps of a prelude are written as in UCI. SAN is written in
//! its shortest form and read in all forms in use, by comparing with the legal moves, which the
//! caller brings.

use super::uci::{self, Becomes, Castling, MoveError, MoveText, split_board};
use crate::board::{Board, Move, MoveKind, PreludeStep, Role, Set, Square};

/// What a move does to the enemy king.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    Quiet,
    /// The king is in check.
    Check,
    /// The king is mated.
    Mate,
}

impl Effect {
    fn mark(self) -> &'static str {
        match self {
            Self::Quiet => "",
            Self::Check => "+",
            Self::Mate => "#",
        }
    }
}

/// A move as SAN writes it, among the legal moves of its board (those of another board of
/// a pair may be in the list).
pub fn write(board: &Board, legal: &[Move], mv: Move, effect: Effect) -> String {
    let to = mv.to();
    let mut text = match mv.kind() {
        MoveKind::Castle if to.file() > mv.from().file() => "O-O".into(),
        MoveKind::Castle => "O-O-O".into(),
        MoveKind::Prelude => uci::write(mv, Castling::KingStep).to_string(),
        MoveKind::Drop => format!("{}@{to}", mv.role().letter()),
        _ => {
            let takes = mv.kind() == MoveKind::EnPassant || board.at(to).is_some();
            let cross = if takes { "x" } else { "" };
            match mv.mover() {
                Role::Pawn if takes => format!("{}x{to}", file_letter(mv.from())),
                Role::Pawn => to.to_string(),
                role => format!("{}{}{cross}{to}", role.letter(), origin(legal, mv)),
            }
        }
    };
    match mv.kind() {
        MoveKind::Promotion => text += &format!("={}", mv.role().letter()),
        MoveKind::TakeOut => text += &format!("={}{}", mv.role().letter(), mv.extra()),
        _ => {}
    }
    text + effect.mark()
}

/// The same with the board's digit before it, as on a pair of boards.
pub fn write_pair(board: &Board, legal: &[Move], mv: Move, effect: Effect) -> String {
    format!("{}{}", mv.board() + 1, write(board, legal, mv, effect))
}

fn file_letter(square: Square) -> char {
    (b'a' + square.file()) as char
}

/// What tells the moving piece from others of its kind: nothing, its file, its rank, or both.
fn origin(legal: &[Move], mv: Move) -> String {
    let from = mv.from();
    let others = legal
        .iter()
        .filter(|other| {
            (other.kind(), other.mover(), other.to(), other.board())
                == (MoveKind::Normal, mv.mover(), mv.to(), mv.board())
                && other.from() != from
        })
        .fold(Set::EMPTY, |others, other| others | Set::of(other.from()));
    let same_file = others & Set::file(from.file());
    let same_rank = others & Set::rank(from.rank());
    if others.is_empty() {
        String::new()
    } else if same_file.is_empty() {
        file_letter(from).into()
    } else if same_rank.is_empty() {
        (from.rank() + 1).to_string()
    } else {
        from.to_string()
    }
}

/// The legal move that a text in SAN names. Read are also: pawn drops without a letter,
/// needless or long origins (`Nb1c3`, `e2e4`), zeros in castling, promotions without `=`,
/// captures by a pawn without its file (`xe6`), and any of `+ # ! ?` at the end. Whether the
/// move checks is not compared, and whether it captures only for pawns.
///
/// # Errors
/// If the text is no SAN, no such move is legal, or several are.
///
/// # Examples
/// ```
/// use kralle::board::{Role, Square};
/// use kralle::game::rules::Rules;
/// use kralle::game::single::Position;
/// use kralle::notation::san::{Effect, read, write};
///
/// let fen = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1";
/// let position = Position::from_setup(&fen.parse()?, Rules::CRAZYHOUSE, false)?;
/// let legal = position.legal_moves();
/// let mv = read("N@f7", &legal)?;
/// assert_eq!((mv.role(), mv.to()), (Role::Knight, Square::new(5, 6)));
/// assert_eq!(write(position.board(), &legal, mv, Effect::Mate), "N@f7#");
/// assert!(read("Nf7", &legal).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read(text: &str, legal: &[Move]) -> Result<Move, MoveError> {
    look_up(text, &parse(text, text)?, legal.iter().copied())
}

/// The same on a pair of boards, the board's digit first.
///
/// # Errors
/// As [`read`], or if the digit is missing.
pub fn read_pair(text: &str, legal: &[Move]) -> Result<Move, MoveError> {
    let (board, rest) = split_board(text)?;
    let on_board = legal.iter().copied().filter(|mv| mv.board() == board);
    look_up(text, &parse(text, rest)?, on_board)
}

/// What a text in SAN says.
#[derive(Clone, PartialEq, Eq, Debug)]
enum San {
    Castle {
        kings_side: bool,
    },
    Drop {
        role: Role,
        to: Square,
    },
    /// A text as in UCI.
    Plain(MoveText),
    Step {
        role: Option<Role>,
        file: Option<u8>,
        rank: Option<u8>,
        takes: bool,
        to: Square,
        becomes: SanPromotion,
    },
}

/// What a pawn becomes, as far as the text says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct SanPromotion {
    role: Option<Role>,
    taken: Option<Square>,
}

/// Can this be a move in SAN, in some position of some game? Its pieces may be unknown here.
pub(super) fn is_form(text: &str) -> bool {
    let piece = text.chars().next().filter(|letter| letter.is_ascii_uppercase() && *letter != 'O');
    let known = format!("N{}", &text[usize::from(piece.is_some())..]);
    let parsed = parse(text, if piece.is_some() { &known } else { text });
    parsed.is_ok_and(|san| !matches!(san, San::Plain(_)))
}

/// `whole` is quoted in errors, `text` is what is read.
fn parse(whole: &str, text: &str) -> Result<San, MoveError> {
    let wrong = || MoveError::San(whole.into());
    let text = text.trim_end_matches(['+', '#', '!', '?', '†', '‡']);
    let text = text.strip_suffix("e.p.").unwrap_or(text).trim_end();
    match text {
        "" if whole.is_empty() => return Err(MoveError::Empty),
        "--" | "Z0" | "0000" => return Ok(San::Plain(MoveText::Pass)),
        "O-O" | "0-0" | "o-o" => return Ok(San::Castle { kings_side: true }),
        "O-O-O" | "0-0-0" | "o-o-o" => return Ok(San::Castle { kings_side: false }),
        _ => {}
    }
    if let Some((piece, place)) = text.split_once('@') {
        let role = if piece.is_empty() { Some(Role::Pawn) } else { Role::from_name(piece) };
        let (role, to) = role.zip(Square::parse(place)).ok_or_else(wrong)?;
        return Ok(San::Drop { role, to });
    }
    if text.starts_with('+') {
        return text.parse().map(San::Plain);
    }
    let (piece, rest) = split_piece(text);
    let (body, becomes) = split_promotion(rest).ok_or_else(wrong)?;
    let takes = body.contains(['x', ':', '×']);
    let body = body.replace(['x', ':', '×', '-'], "");
    let (origin, place) = body.split_at_checked(body.len().wrapping_sub(2)).ok_or_else(wrong)?;
    let to = Square::parse(place).ok_or_else(wrong)?;
    let (file, rank) = match origin.as_bytes() {
        [] => (None, None),
        [file @ b'a'..=b'h'] => (Some(file - b'a'), None),
        [rank @ b'1'..=b'8'] => (None, Some(rank - b'1')),
        [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => (Some(file - b'a'), Some(rank - b'1')),
        _ => return Err(wrong()),
    };
    Ok(San::Step { role: piece, file, rank, takes, to, becomes })
}

/// The piece that a text begins with, if any, by one letter or two, and the rest.
fn split_piece(text: &str) -> (Option<Role>, &str) {
    let named = [2, 1].into_iter().find_map(|length| {
        let (name, rest) = text.split_at_checked(length)?;
        let role = Role::from_name(name).filter(|_| name.starts_with(char::is_uppercase))?;
        Some((Some(role), rest))
    });
    named.unwrap_or((None, text))
}

/// Squares, and behind them `=Q`, `(Q)`, `/Q`, `Q`, `=d1`, `=Qd1` or `Qd1`, or nothing.
fn split_promotion(text: &str) -> Option<(&str, SanPromotion)> {
    let (squares, tail) = match text.find(['=', '(', '/']) {
        Some(mark) => {
            let tail = &text[mark + 1..];
            let closed = tail.strip_suffix(')').unwrap_or(tail);
            (&text[..mark], if text[mark..].starts_with('(') { closed } else { tail })
        }
        // A capital, or a last letter, which does not stand before a rank's digit.
        None => {
            match (text.find(|c: char| c.is_ascii_uppercase()), text.char_indices().next_back()) {
                (Some(place), _) => text.split_at(place),
                (None, Some((place, 'a'..='z'))) => text.split_at(place),
                _ => return Some((text, SanPromotion::default())),
            }
        }
    };
    if let Some(role) = Role::from_name(tail) {
        return Some((squares, SanPromotion { role: Some(role), taken: None }));
    }
    let role = Role::from_name(tail.get(..1)?);
    let becomes = match tail.len() {
        2 => SanPromotion { role: None, taken: Some(Square::parse(tail)?) },
        3 => SanPromotion { role: Some(role?), taken: Some(Square::parse(tail.get(1..)?)?) },
        _ => return None,
    };
    Some((squares, becomes))
}

fn look_up(
    text: &str,
    san: &San,
    legal: impl Iterator<Item = Move> + Clone,
) -> Result<Move, MoveError> {
    if let San::Plain(meant) = *san {
        return uci::look_up(text, meant, legal);
    }
    let mut found = legal.clone().filter(|&mv| names(san, mv));
    match (found.next(), found.next()) {
        (Some(mv), None) => return Ok(mv),
        (Some(_), Some(_)) => return Err(MoveError::Ambiguous(text.into())),
        _ => {}
    }
    let San::Step { role, file, rank, to, becomes, .. } = *san else {
        return Err(MoveError::Illegal(text.into()));
    };
    // Two squares and no piece may be coordinates, of castling too.
    if let (None, Some(file), Some(rank)) = (role, file, rank)
        && becomes == SanPromotion::default()
    {
        let from = Square::new(file, rank);
        let coordinates = MoveText::Step { from, to, becomes: Becomes::Nothing };
        if let Some(mv) = coordinates.find(legal.clone()) {
            return Ok(mv);
        }
    }
    let half_said = |mv: Move| {
        let promotes = matches!(mv.kind(), MoveKind::Promotion | MoveKind::TakeOut);
        promotes && starts_like(san, mv)
    };
    if becomes == SanPromotion::default() && legal.clone().any(half_said) {
        Err(MoveError::NoPromotion(text.into()))
    } else {
        Err(MoveError::Illegal(text.into()))
    }
}

/// Is this the move?
fn names(san: &San, mv: Move) -> bool {
    match (san, mv.kind()) {
        (San::Castle { kings_side }, MoveKind::Castle) => {
            *kings_side == (mv.to().file() > mv.from().file())
        }
        (San::Drop { role, to }, MoveKind::Drop) => (*role, *to) == (mv.role(), mv.to()),
        (San::Drop { role, to }, MoveKind::Prelude) => {
            mv.step() == Some(PreludeStep::Replace(*role, *to))
        }
        (San::Plain(_), _) | (_, MoveKind::Prelude) => false,
        (San::Step { .. }, MoveKind::Castle | MoveKind::Drop) => false,
        (San::Step { becomes, .. }, kind) => {
            let same = |role: Role| role == mv.role();
            let fits = match kind {
                MoveKind::Promotion => becomes.taken.is_none() && becomes.role.is_some_and(same),
                MoveKind::TakeOut => {
                    *becomes != SanPromotion::default()
                        && becomes.role.is_none_or(same)
                        && becomes.taken.is_none_or(|square| square == mv.extra())
                }
                _ => *becomes == SanPromotion::default(),
            };
            fits && starts_like(san, mv)
        }
        _ => false,
    }
}

/// Do piece and squares fit, whatever a pawn becomes? A pawn that says nothing of where it
/// comes from goes straight on, unless it says that it takes (`xe6`).
fn starts_like(san: &San, mv: Move) -> bool {
    let San::Step { role, file, rank, takes, to, .. } = *san else { return false };
    let from = mv.from();
    let straight = from.file() == to.file();
    (mv.mover(), mv.to()) == (role.unwrap_or(Role::Pawn), to)
        && (mv.mover() != Role::Pawn || file.is_some() || takes != straight)
        && file.is_none_or(|file| file == from.file())
        && rank.is_none_or(|rank| rank == from.rank())
}
