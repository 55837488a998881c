//! One board, two seats: chess, crazyhouse and their kin; and one board of two by itself, to
//! which pieces come from outside.

use super::arrivals::Arrivals;
use super::play::{
    AnyPosition, MoveWithHands, Path, Penalty, PlayError, Played, Table, TableError,
};
use crate::board::{Board, Color, Hand, Move, Piece, Role, Silent};
use crate::game::Playable;
use crate::game::rule_book::Ruling;
use crate::game::rules::Rules;
use crate::game::single::Position;
use crate::game::verdict::{BoardEnd, BoardState, Reason, Verdict};
use crate::notation::Setup;
use crate::notation::san::{self, Effect};
use crate::notation::uci::{self, Castling};

/// A game on one board.
#[derive(Clone)]
pub struct SingleTable {
    position: Position,
    /// The start, where it is not the usual one.
    start: Option<String>,
    /// The position as text, where no list of moves tells which pieces came in between.
    now: Option<String>,
    castling: Castling,
    moves: Vec<String>,
    /// The pieces that come from outside, if any do.
    stream: Option<Arrivals>,
    /// An end that the position does not show.
    over: Option<BoardEnd>,
    offender: Option<usize>,
}

const COLORS: [Color; 2] = [Color::White, Color::Black];

impl SingleTable {
    /// The game at its start, or where the FEN says.
    ///
    /// # Errors
    /// If the FEN cannot be played.
    pub fn new(fen: Option<&str>, rules: Rules, chess960: bool) -> Result<Self, TableError> {
        let setup: Setup = fen.unwrap_or(rules.start()).parse()?;
        let position = Position::from_setup(&setup, rules, chess960)?;
        let castling = if chess960 { Castling::KingTakesRook } else { Castling::KingStep };
        let start = fen.map(|_| position.to_setup().to_string());
        Ok(Self {
            position,
            start,
            now: None,
            castling,
            moves: Vec::new(),
            stream: None,
            over: None,
            offender: None,
        })
    }

    /// The same with pieces that come from outside, chosen by this number.
    pub fn with_stream(self, seed: Option<u64>) -> Self {
        let now = seed.map(|_| self.position.to_setup().to_string());
        Self { stream: seed.map(Arrivals::new), now, ..self }
    }

    /// Receives what comes from outside after a ply; returns the letters of the pieces.
    fn receive(&mut self) -> String {
        let Some(stream) = &mut self.stream else { return String::new() };
        stream.receive(&mut self.position).into_iter().map(Role::letter).collect()
    }

    fn end(&mut self, winner: Option<Color>, reason: Reason, article: &'static str) {
        if self.over.is_none() {
            self.over = Some(BoardEnd { winner, reason, article });
        }
    }

    fn lose(&mut self, seat: usize, reason: Reason, article: &'static str) {
        self.end(Some(!color(seat)), reason, article);
        self.offender = Some(seat);
    }

    fn article(&self, ruling: Ruling) -> &'static str {
        self.position.rules().article(ruling)
    }

    /// Pieces come from outside, but none that lets the side to move play on.
    fn is_left_alone(&self) -> bool {
        self.stream.is_some() && self.position.legal_moves().is_empty()
    }

    /// A bare king can never mate, in games in which nothing comes back.
    fn has_bare_king(&self, color: Color) -> bool {
        let rules = self.position.rules();
        rules.dead_material && self.position.board().color(color).len() == 1
    }
}

/// The colour that a seat plays.
const fn color(seat: usize) -> Color {
    COLORS[seat & 1]
}

/// A move's record: what it does to the enemy king is seen after it.
pub(super) fn san_of(before: &Board, legal: &[Move], mv: Move, mated: bool, check: bool) -> String {
    let effect = match (mated, check) {
        (true, _) => Effect::Mate,
        (_, true) => Effect::Check,
        _ => Effect::Quiet,
    };
    san::write(before, legal, mv, effect)
}

impl Table for SingleTable {
    fn copy(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn seats(&self) -> usize {
        2
    }

    fn seat_name(&self, seat: usize) -> String {
        COLORS[seat & 1].to_string()
    }

    fn team(&self, seat: usize) -> usize {
        seat
    }

    fn on_move(&self, board: usize) -> Option<usize> {
        (board == 0 && !self.verdict().is_over()).then(|| self.position.turn().index())
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn legal(&self, _: usize) -> Vec<String> {
        let moves = self.position.legal_moves();
        moves.into_iter().map(|mv| self.write(mv)).collect()
    }

    fn read_san(&self, _: usize, san: &str) -> Option<String> {
        let mv = san::read(san, &self.position.legal_moves()).ok()?;
        Some(self.write(mv))
    }

    fn read(&self, _: usize, text: &str) -> Result<Move, PlayError> {
        Ok(uci::read(text, &self.position.legal_moves())?)
    }

    fn write(&self, mv: Move) -> String {
        uci::write(mv, self.castling).to_string()
    }

    fn san(&self, mv: Move) -> String {
        let mut after = self.position.clone();
        after.play(mv, &mut Silent);
        let legal = self.position.legal_moves();
        san_of(self.position.board(), &legal, mv, after.verdict().is_mate(), after.in_check())
    }

    fn push(&mut self, mv: Move) -> Played {
        let (seat, number) = (self.position.turn().index(), self.position.move_number());
        self.position.play(mv, &mut Silent);
        let text = self.write(mv);
        self.moves.push(text.clone());
        let arrived = self.receive();
        self.now = self.stream.is_some().then(|| self.fen());
        let san = String::new();
        Played { seat, board: 0, number, text, san, crosses: false, arrived }
    }

    fn undo(&mut self) -> bool {
        let can = self.stream.is_none() && self.over.is_none() && self.moves.pop().is_some();
        if can {
            self.position.undo();
        }
        can
    }

    fn set_hand(&mut self, seat: usize, hand: Hand) -> Result<(), TableError> {
        if !self.position.rules().has_hands() {
            return Err(TableError::NoHands);
        }
        for role in Role::DROPPABLE {
            self.position.set_hand(Piece::new(color(seat), role), hand.count(role));
        }
        // What is told begins here: no list of moves leads to these hands.
        self.start = Some(self.fen());
        self.moves.clear();
        Ok(())
    }

    fn punish(&mut self, seat: usize, _: &str) -> Penalty {
        self.lose(seat, Reason::IllegalMove, self.article(Ruling::IllegalMove));
        Penalty::Lost
    }

    fn flag(&mut self, seat: usize) {
        if self.has_bare_king(!color(seat)) {
            self.end(None, Reason::NoMatePossible, self.article(Ruling::FlagWithoutMate));
        } else {
            self.lose(seat, Reason::Flag, self.article(Ruling::Flag));
        }
    }

    fn resign(&mut self, seat: usize) -> bool {
        self.lose(seat, Reason::Resignation, self.article(Ruling::Resigned));
        true
    }

    fn forfeit(&mut self, seat: usize) {
        self.lose(seat, Reason::Forfeit, "");
    }

    fn agree(&mut self, _: usize) {
        self.end(None, Reason::Agreement, self.article(Ruling::Agreed));
    }

    fn adjudicate(&mut self, winner: Option<usize>, why: &'static str) {
        self.end(winner.map(color), Reason::Adjudication(why), "");
    }

    fn verdict(&self) -> Verdict {
        if let Some(end) = self.over {
            return Verdict::of_board(BoardState::Over(end));
        }
        let over = |winner, reason| BoardState::Over(BoardEnd { winner, reason, article: "" });
        Verdict::of_board(match self.position.board_state() {
            // No piece came that could have helped.
            BoardState::Stuck if self.is_left_alone() => over(None, Reason::AllWait),
            BoardState::StuckCheck | BoardState::Pending if self.is_left_alone() => {
                over(Some(!self.position.turn()), Reason::Mate)
            }
            state => state,
        })
    }

    fn offender(&self) -> Option<usize> {
        self.offender
    }

    fn hand(&self, seat: usize) -> Hand {
        self.position.board().hand(color(seat))
    }

    fn position(&self) -> AnyPosition<'_> {
        AnyPosition::Single(&self.position)
    }

    fn path(&self) -> Path<'_> {
        match &self.now {
            Some(now) => Path { fen: Some(now), moves: &[] },
            None => Path { fen: self.start(), moves: &self.moves },
        }
    }

    fn moves_with_hands(&self, _: usize) -> Option<Vec<MoveWithHands>> {
        (self.start.is_none() && self.stream.is_none()).then(|| {
            // Where hands are the mover's own every engine keeps count of them.
            self.moves.iter().map(|text| (text.clone(), <[String; 2]>::default())).collect()
        })
    }

    fn fen(&self) -> String {
        self.position.to_setup().to_string()
    }

    fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one_board(fen: Option<&str>, seed: u64) -> SingleTable {
        SingleTable::new(fen, Rules::BUGHOUSE, false).unwrap().with_stream(Some(seed))
    }

    /// Plays the first legal move so many times; returns the arrivals, ply by ply.
    fn arrivals(mut table: SingleTable, plies: usize) -> Vec<String> {
        let play = |ply: usize| {
            let text = table.legal(0).first()?.clone();
            let arrived = table.play(ply % 2, &text).unwrap().arrived;
            let [white, black] = COLORS.map(|color| table.position.board().hand(color));
            assert!(arrived.is_empty() || !(white.is_empty() || black.is_empty()));
            Some(arrived)
        };
        (0..plies).map_while(play).collect()
    }

    #[test]
    fn the_same_pieces_come_for_both_and_by_the_same_number() {
        let pieces: Vec<_> = (0..40).map(|seed| arrivals(one_board(None, seed), 16)).collect();
        assert_eq!(pieces[5], arrivals(one_board(None, 5), 16));
        assert_ne!(pieces[5], pieces[6]);
        for side in 0..2 {
            let after: usize = pieces
                .iter()
                .flat_map(|pieces| pieces.iter().skip(side).step_by(2))
                .map(String::len)
                .sum();
            assert!((50..=110).contains(&after), "{after} pieces after 320 moves of one side");
        }
        assert!(SingleTable::new(None, Rules::BUGHOUSE, false).unwrap().stream.is_none());
    }

    #[test]
    fn engines_are_told_the_hands_and_not_the_moves() {
        let mut table = one_board(None, 1);
        while table.position.board().hand(Color::White).is_empty() {
            let text = table.legal(0)[0].clone();
            table.play(table.on_move(0).unwrap(), &text).unwrap();
        }
        let Path { fen, moves } = table.path();
        assert!(moves.is_empty() && fen.is_some_and(|fen| !fen.contains("[]")), "{fen:?}");
    }

    #[test]
    fn whoever_is_mated_beyond_help_has_lost_and_others_get_pieces() {
        // A rook's check from afar: a piece dropped between is an answer, so one comes.
        let far = "6k1/5ppp/8/8/8/8/8/K3R3[] w - - 0 1";
        let mut table = one_board(Some(far), 3);
        let played = table.play(0, "e1e8").unwrap();
        assert!(!played.arrived.is_empty() && !table.verdict().is_over());
        // Beside the king nothing can come between.
        let mut table = one_board(Some("7k/1Q6/6K1/8/8/8/8/8[] w - - 0 1"), 3);
        assert_eq!(table.play(0, "b7g7").unwrap().arrived, "");
        let verdict = table.verdict();
        assert_eq!((verdict.result(), verdict.is_mate()), ("1-0", true));
        // No stream of pieces ever brings the one who could move: the wait has an end.
        let mut stuck = one_board(Some("7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1"), 3);
        stuck.stream = None;
        assert!(!stuck.verdict().is_over());
        stuck.stream = Some(Arrivals::new(1));
        let verdict = stuck.verdict();
        assert_eq!(
            (verdict.to_string(), verdict.endings()),
            ("draw:all-wait".to_owned(), vec!["draw:all-wait".to_owned()])
        );
    }
}
