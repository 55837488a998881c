//! Two boards, four seats: bughouse, doorgeefschaak, tandem, tandemordnung. The rules are
//! [`Match`]'s; here they are put to work, and each board is told as its engines know it.

use std::sync::OnceLock;

use super::play::{
    AnyPosition, MOST_SEATS, MoveWithHands, Path, Penalty, PlayError, Played, Table, TableError,
    TalkError,
};
use super::single::san_of;
use crate::board::{Color, Hand, Move, MoveKind, MoveList, Role, Silent, Square};
use crate::game::Playable;
use crate::game::pair::{Mailbox, Match, Pair, PairError, PartnerMessage, Reply, Seat, Team};
use crate::game::rules::{Promotion, Rules, START, Talk};
use crate::game::single::Position;
use crate::game::verdict::{Outcome, Reason, Verdict, Victory};
use crate::notation::uci::{self, Castling, MoveText};
use crate::notation::{Hidden, MoveError, PairSetup, Setup, san};

/// A match of two boards.
#[derive(Clone)]
pub struct PairTable {
    game: Match,
    castling: Castling,
    /// The start, where it is not the usual one.
    start: Option<String>,
    /// From where both boards are told to those who know both, and what was played since.
    base: Option<String>,
    moves: Vec<String>,
    /// Each board's moves from the usual start, with the hands before them, for engines that
    /// know positions by their moves only.
    lists: Option<[Vec<MoveWithHands>; 2]>,
    /// The same of each board alone: anew whenever something comes from the other one.
    alone: [Alone; 2],
    plies: usize,
    mailbox: Mailbox,
    over: Option<Outcome>,
    offender: Option<usize>,
    fen_clocks: [Option<u64>; MOST_SEATS],
}

/// A board as an engine knows it that sees no other. Something comes from the other board every
/// few moves and few ask for the text, so the FEN is written for who asks.
#[derive(Clone)]
struct Alone {
    /// None where nothing is known of the board.
    base: Option<Setup>,
    fen: OnceLock<String>,
    moves: Vec<String>,
}

impl Alone {
    fn of(pair: &Pair, board: usize) -> Self {
        let base = pair.board(board).map(Position::to_setup);
        Self { base, fen: OnceLock::new(), moves: Vec::new() }
    }

    fn fen(&self) -> &str {
        let write = || self.base.as_ref().map(Setup::to_string).unwrap_or_default();
        self.fen.get_or_init(write)
    }
}

const NAMES: [&str; 4] = ["WhiteA", "BlackA", "WhiteB", "BlackB"];

fn seat_of(seat: usize) -> Seat {
    Seat::ALL[seat & 3]
}

impl PairTable {
    /// Both boards at their start, or where the FEN says; of a board that the FEN does not name
    /// nothing is known.
    ///
    /// # Errors
    /// If the FEN cannot be played.
    pub fn new(fen: Option<&str>, rules: Rules, chess960: bool) -> Result<Self, TableError> {
        let both = format!("{START} | {START}");
        // The players of the other board need not know what a pawn has become.
        let hidden = match rules.promotion {
            Promotion::PawnShaped => Hidden::Allowed,
            _ => Hidden::Refused,
        };
        let setup = PairSetup::read(fen.unwrap_or(&both), hidden)?;
        let pair = Pair::new(&setup.first, setup.second.as_ref(), rules, chess960)?;
        let [[a, b], [c, d]] = setup.clocks;
        let castling = if chess960 { Castling::KingTakesRook } else { Castling::KingStep };
        let start = fen.map(|_| fen_of(&pair));
        let alone = [0, 1].map(|board| Alone::of(&pair, board));
        Ok(Self {
            game: Match::new(pair),
            castling,
            base: start.clone(),
            lists: start.is_none().then(Default::default),
            start,
            moves: Vec::new(),
            alone,
            plies: 0,
            mailbox: Mailbox::default(),
            over: None,
            offender: None,
            fen_clocks: [a, b, c, d],
        })
    }

    fn pair(&self) -> &Pair {
        self.game.pair()
    }

    fn hands(&self, board: usize) -> [Hand; 2] {
        let position = self.pair().board(board);
        Color::ALL.map(|color| position.map_or(Hand::EMPTY, |p| p.board().hand(color)))
    }

    /// The legal moves of a board as those of a board on its own.
    fn plain_moves(&self, board: usize) -> Result<MoveList, PairError> {
        let moves = self.pair().moves_on(board)?;
        Ok(moves.into_iter().map(|mv| mv.on_board(0)).collect())
    }

    /// A move as its board's UCI has it, without the board's digit.
    fn write_plain(&self, mv: Move) -> String {
        uci::write(mv.on_board(0), self.castling).to_string()
    }

    /// Something other than a move happened: what is told begins here.
    fn begin_anew(&mut self) {
        self.lists = None;
        self.base = Some(fen_of(self.pair()));
        self.moves.clear();
        for board in 0..2 {
            self.begin_board_anew(board);
        }
    }

    fn begin_board_anew(&mut self, board: usize) {
        self.alone[board] = Alone::of(self.pair(), board);
    }

    /// A text without its board's digit, if that is this seat's board.
    fn without_digit(seat: Seat, text: &str) -> Result<&str, PlayError> {
        match uci::split_board(text) {
            Ok((board, rest)) if board == seat.board => Ok(rest),
            Ok(_) => Err(MoveError::Illegal(text.into()).into()),
            Err(_) => Ok(text),
        }
    }

    /// What an illegal move of a seat has led to.
    fn penalty(&mut self, seat: usize, reply: Reply) -> Penalty {
        match reply {
            Reply::PlayAgain => Penalty::PlayAgain,
            Reply::PieceForfeited => Penalty::PieceForfeited,
            Reply::MoveForfeited => Penalty::MoveForfeited,
            Reply::Lost => {
                self.offender = Some(seat);
                Penalty::Lost
            }
        }
    }

    /// An illegal move as the word that the rules ask about.
    fn illegal_move(&self, seat: Seat, text: &str) -> Option<Move> {
        let text = Self::without_digit(seat, text).ok()?;
        let mv = match text.parse().ok()? {
            MoveText::Drop { role, to } => Move::drop(role, to),
            MoveText::Step { from, to, .. } => {
                let board = self.pair().board(seat.board)?.board();
                let role = board.at(from).map_or(Role::Pawn, |piece| piece.role());
                Move::normal(role, from, to)
            }
            // No game on two boards has a prelude.
            MoveText::Choose(_) | MoveText::Pass => return None,
        };
        Some(mv.on_board(seat.board))
    }
}

fn board_fen(pair: &Pair, board: usize) -> String {
    pair.board(board).map(|position| position.to_setup().to_string()).unwrap_or_default()
}

fn fen_of(pair: &Pair) -> String {
    let first = board_fen(pair, 0);
    if pair.is_known(1) { format!("{first} | {}", board_fen(pair, 1)) } else { first }
}

impl Table for PairTable {
    fn copy(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn seats(&self) -> usize {
        4
    }

    fn seat_name(&self, seat: usize) -> String {
        NAMES[seat & 3].into()
    }

    fn board_of(&self, seat: usize) -> usize {
        seat_of(seat).board
    }

    fn partner(&self, seat: usize) -> Option<usize> {
        Some(seat_of(seat).partner().index())
    }

    fn team(&self, seat: usize) -> usize {
        seat_of(seat).team().index()
    }

    fn on_move(&self, board: usize) -> Option<usize> {
        let runs = self.over.is_none() && self.pair().is_running(board);
        (runs && !self.game.verdict().is_over()).then(|| self.pair().on_move(board).index())
    }

    fn can_move(&self, board: usize) -> bool {
        self.on_move(board).is_some() && self.pair().count_on(board) > 0
    }

    fn state(&self, board: usize) -> u64 {
        self.pair().board_alone(board).map(|position| position.key()).unwrap_or_default()
    }

    fn state_beside(&self, board: usize) -> u64 {
        let takes_out = self.pair().rules().promotion.takes_out();
        let beside = self.pair().board(1 - (board & 1)).filter(|_| takes_out);
        beside.map(|position| position.key()).unwrap_or_default()
    }

    fn plies(&self) -> usize {
        self.plies
    }

    fn legal(&self, board: usize) -> Vec<String> {
        let moves = self.plain_moves(board).unwrap_or_default();
        moves.into_iter().map(|mv| self.write_plain(mv)).collect()
    }

    fn read_san(&self, board: usize, san: &str) -> Option<String> {
        let mv = san::read(san, &self.plain_moves(board).ok()?).ok()?;
        Some(self.write_plain(mv))
    }

    fn read(&self, board: usize, text: &str) -> Result<Move, PlayError> {
        if text.starts_with(['1', '2']) {
            return Ok(uci::read_pair(text, &self.pair().moves_on(board)?)?);
        }
        Ok(uci::read(text, &self.plain_moves(board)?)?.on_board(board))
    }

    fn write(&self, mv: Move) -> String {
        uci::write_pair(mv, self.castling).to_string()
    }

    fn san(&self, mv: Move) -> String {
        let board = mv.board();
        let Some(position) = self.pair().board(board) else { return String::new() };
        let plain = self.plain_moves(board).unwrap_or_default();
        let mut after = self.pair().clone();
        after.play(mv, &mut Silent);
        let mated = after.board_end(board).is_some_and(|end| end.reason == Reason::Mate);
        let check = after.board(board).is_some_and(Position::in_check);
        san_of(position.board(), &plain, mv.on_board(0), mated, check)
    }

    fn push(&mut self, mv: Move) -> Played {
        let board = mv.board();
        let mover = self.pair().on_move(board);
        let number = self.pair().board(board).map_or(0, Position::move_number);
        let hands = self.hands(1 - board);
        let own_hands = self.lists.is_some().then(|| self.hands(board).map(Hand::letters));
        self.game.push(mv);
        self.mailbox.moved(mover);
        let text = self.write_plain(mv);
        let crosses = mv.kind() == MoveKind::TakeOut || self.hands(1 - board) != hands;
        self.moves.push(format!("{}{text}", board + 1));
        self.alone[board].moves.push(text.clone());
        if let Some((lists, own_hands)) = self.lists.as_mut().zip(own_hands) {
            lists[board].push((text.clone(), own_hands));
        }
        if mv.kind() == MoveKind::TakeOut {
            // A reader of one board only has never heard of such a promotion.
            self.begin_board_anew(board);
            self.lists = None;
        }
        if crosses {
            self.begin_board_anew(1 - board);
        }
        self.plies += 1;
        let (san, arrived) = (String::new(), String::new());
        Played { seat: mover.index(), board, number, text, san, crosses, arrived }
    }

    fn play(&mut self, seat: usize, text: &str) -> Result<Played, PlayError> {
        let place = seat_of(seat);
        let mv = self.read(place.board, Self::without_digit(place, text)?)?;
        self.game.check(place, mv)?;
        let san = self.san(mv);
        Ok(Played { san, ..self.push(mv) })
    }

    fn undo(&mut self) -> bool {
        if self.moves.is_empty() || self.over.is_some() || self.pair().is_over() {
            return false;
        }
        let (rules, moves) = (*self.pair().rules(), &self.moves[..self.moves.len() - 1]);
        let chess960 = self.castling == Castling::KingTakesRook;
        // What was played is played again, so that every list of moves is as it was.
        let Ok(mut before) = Self::new(self.base.as_deref(), rules, chess960) else { return false };
        for text in moves {
            let board = usize::from(text.starts_with('2'));
            let Ok(mv) = before.read(board, text) else { return false };
            before.push(mv);
        }
        before.plies = self.plies - 1;
        before.start = self.start.take();
        before.mailbox = std::mem::take(&mut self.mailbox);
        before.offender = self.offender;
        before.fen_clocks = self.fen_clocks;
        *self = before;
        true
    }

    fn set_hand(&mut self, seat: usize, hand: Hand) -> Result<(), TableError> {
        self.game.set_hand(seat_of(seat), hand)?;
        self.begin_anew();
        Ok(())
    }

    fn end_board(
        &mut self,
        board: usize,
        winner: Option<Color>,
        reason: Reason,
    ) -> Result<(), TableError> {
        Ok(self.game.end_board(board, winner, reason)?)
    }

    fn fen_clocks(&self) -> [Option<u64>; MOST_SEATS] {
        self.fen_clocks
    }

    fn punish(&mut self, seat: usize, text: &str) -> Penalty {
        let place = seat_of(seat);
        let mv = self.illegal_move(place, text);
        // A text that cannot even be understood as a move of this board is as bad as a pass.
        match mv.and_then(|mv| self.game.play_illegal(place, mv).ok()) {
            Some(reply) => {
                if matches!(reply, Reply::PieceForfeited | Reply::MoveForfeited) {
                    self.plies += 1;
                    self.begin_anew();
                }
                self.penalty(seat, reply)
            }
            None => {
                self.forfeit(seat);
                Penalty::Lost
            }
        }
    }

    fn play_unnoticed(&mut self, seat: usize, text: &str) -> Result<(), TableError> {
        let place = seat_of(seat);
        let unreadable = || TableError::NoMove(text.into());
        let mv = self.illegal_move(place, text).ok_or_else(unreadable)?;
        self.game.play_unnoticed(place, mv)?;
        self.plies += 1;
        self.begin_anew();
        Ok(())
    }

    fn object(&mut self, offender: usize, instead: Option<&str>) -> Result<Penalty, TableError> {
        let square =
            |text: &str| Square::parse(text).ok_or_else(|| TableError::NoSquare(text.into()));
        let instead = instead.map(square).transpose()?;
        let reply = self.game.object(seat_of(offender), instead)?;
        self.begin_anew();
        Ok(self.penalty(offender, reply))
    }

    fn withhold(&mut self, seat: usize) -> Result<char, TableError> {
        let piece = self.game.withhold(seat_of(seat))?;
        self.begin_anew();
        Ok(piece.role().letter())
    }

    fn hand_over(&mut self, seat: usize, role: Role) -> Result<(), TableError> {
        self.game.hand_over(seat_of(seat), role)?;
        self.begin_anew();
        Ok(())
    }

    fn flag(&mut self, seat: usize) {
        let place = seat_of(seat);
        self.game.flag_falls(place);
        // A seat that may note a flag always does.
        if self.game.note_flags(place.opponent()).is_ok() {
            self.offender = Some(seat);
        }
    }

    fn resign(&mut self, seat: usize) -> bool {
        let done = self.game.resign(seat_of(seat)).is_ok();
        if done {
            self.offender = Some(seat);
        }
        done
    }

    fn forfeit(&mut self, seat: usize) {
        if self.game.forfeit(seat_of(seat)).is_ok() {
            self.offender = Some(seat);
        }
    }

    fn agree(&mut self, seat: usize) {
        // A board that is over needs no agreement.
        let _ = self.game.agree(seat_of(seat).board);
    }

    fn adjudicate(&mut self, winner: Option<usize>, why: &'static str) {
        let reason = Reason::Adjudication(why);
        let team = |team: usize| if team == 0 { Team::White1 } else { Team::Black1 };
        let outcome = match winner.map(team) {
            Some(team) => Outcome::Won { winners: team.seats(), victory: Victory::Full, reason },
            None => Outcome::Drawn(reason),
        };
        self.over.get_or_insert(outcome);
    }

    fn claim(&mut self) {
        for board in 0..2 {
            // There is nothing to claim on most boards.
            let _ = self.game.claim_draw(board);
        }
    }

    fn set_clocks(&mut self, left: &[Option<u64>]) {
        for (seat, &left) in Seat::ALL.into_iter().zip(left) {
            self.game.set_clock(seat, left);
        }
    }

    fn verdict(&self) -> Verdict {
        let verdict = self.game.verdict();
        match self.over {
            Some(outcome) => Verdict { outcome, articles: Vec::new(), ..verdict },
            None => verdict,
        }
    }

    fn offender(&self) -> Option<usize> {
        self.offender
    }

    fn hand(&self, seat: usize) -> Hand {
        let Seat { board, color } = seat_of(seat);
        self.hands(board)[color.index()]
    }

    fn position(&self) -> AnyPosition<'_> {
        AnyPosition::Pair(self.pair())
    }

    fn path(&self) -> Path<'_> {
        Path { fen: self.base.as_deref(), moves: &self.moves }
    }

    fn board_path(&self, board: usize) -> Path<'_> {
        let alone = &self.alone[board & 1];
        Path { fen: Some(alone.fen()), moves: &alone.moves }
    }

    fn moves_with_hands(&self, board: usize) -> Option<Vec<MoveWithHands>> {
        self.lists.as_ref().map(|lists| lists[board & 1].clone())
    }

    fn tell(&mut self, seat: usize, text: &str) -> Result<(), TalkError> {
        let rules = *self.pair().rules();
        match text.parse::<PartnerMessage>() {
            Ok(message) => Ok(self.mailbox.say(&rules, seat_of(seat), &message)?),
            // Words that mean nothing to the rules are free where talk is.
            Err(_) if rules.talk == Talk::Free => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    fn fen(&self) -> String {
        fen_of(self.pair())
    }

    fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }
}
