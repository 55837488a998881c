//! One board, three or four seats: vierschaak, drieschaak and four-player teams.

use super::play::{AnyPosition, Path, Penalty, PlayError, Played, Table, TableError, TalkError};
use crate::board::multi::MultiSeat;
use crate::board::{Hand, Move, Silent};
use crate::game::Playable;
use crate::game::multi::{Drieschaak, FourPlayerTeams, MultiGame, Position, Rules, Vierschaak};
use crate::game::verdict::{Outcome, Reason, Verdict, Victory};

/// A game of more than two players whose position is one of any game.
pub trait MultiShape: MultiGame {
    /// The position as one of any game.
    fn any(position: &Position<Self>) -> AnyPosition<'_>;
}

impl MultiShape for Vierschaak {
    fn any(position: &Position<Self>) -> AnyPosition<'_> {
        AnyPosition::Four(position)
    }
}

impl MultiShape for Drieschaak {
    fn any(position: &Position<Self>) -> AnyPosition<'_> {
        AnyPosition::Three(position)
    }
}

impl MultiShape for FourPlayerTeams {
    fn any(position: &Position<Self>) -> AnyPosition<'_> {
        AnyPosition::Teams(position)
    }
}

/// A game of more than two players.
#[derive(Clone)]
pub struct MultiTable<K: MultiGame> {
    position: Position<K>,
    start: Option<String>,
    moves: Vec<String>,
    /// An end that the position does not show.
    over: Option<(Outcome, &'static str)>,
    offender: Option<usize>,
}

impl<K: MultiShape> MultiTable<K> {
    /// The game at its start, or where the FEN says.
    ///
    /// # Errors
    /// If the FEN cannot be played.
    pub fn new(fen: Option<&str>, rules: Rules) -> Result<Self, TableError> {
        let position = match fen {
            Some(fen) => Position::from_fen(fen, rules)?,
            None => Position::start(rules),
        };
        let start = fen.map(|_| position.to_setup().to_string());
        Ok(Self { position, start, moves: Vec::new(), over: None, offender: None })
    }

    /// The seats of these teams win.
    fn won_by(&self, wins: impl Fn(usize) -> bool, reason: Reason) -> Outcome {
        let winners = (0..K::SEATS).filter(|&seat| wins(seat)).collect();
        Outcome::Won { winners, victory: Victory::Full, reason }
    }

    /// A seat's team has lost; of three players the two others share what is to be had.
    fn lose(&mut self, seat: usize, reason: Reason) {
        if self.over.is_none() {
            let outcome = self.won_by(|other| self.team(other) != self.team(seat), reason);
            self.over = Some((outcome, ""));
        }
        self.offender = Some(seat);
    }
}

impl<K: MultiShape> Table for MultiTable<K> {
    fn copy(&self) -> Box<dyn Table> {
        Box::new(self.clone())
    }

    fn seats(&self) -> usize {
        K::SEATS
    }

    fn seat_name(&self, seat: usize) -> String {
        let letter = K::LAYOUT.shape.letter(MultiSeat::new(seat));
        letter.to_ascii_uppercase().to_string()
    }

    fn team(&self, seat: usize) -> usize {
        if K::LAYOUT.teams { seat & 1 } else { seat }
    }

    fn listener(&self, seat: usize) -> Option<usize> {
        self.position.ally(MultiSeat::new(seat)).map(MultiSeat::index)
    }

    fn on_move(&self, board: usize) -> Option<usize> {
        (board == 0 && !self.verdict().is_over()).then(|| self.position.turn().index())
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn hand(&self, _: usize) -> Hand {
        Hand::EMPTY
    }

    fn position(&self) -> AnyPosition<'_> {
        K::any(&self.position)
    }

    fn verdict(&self) -> Verdict {
        let verdict = self.position.verdict();
        match self.over {
            Some((outcome, article)) => {
                let articles = Some(article).filter(|article| !article.is_empty());
                Verdict { outcome, articles: articles.into_iter().collect(), ..verdict }
            }
            None => verdict,
        }
    }

    fn offender(&self) -> Option<usize> {
        self.offender
    }

    fn fen(&self) -> String {
        self.position.to_setup().to_string()
    }

    fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    fn path(&self) -> Path<'_> {
        Path { fen: self.start(), moves: &self.moves }
    }

    fn legal(&self, _: usize) -> Vec<String> {
        let moves = self.position.legal_moves();
        moves.into_iter().map(|mv| self.position.write_move(mv)).collect()
    }

    fn read_san(&self, _: usize, san: &str) -> Option<String> {
        let mv = self.position.read_record(san).or_else(|_| self.position.read_move(san)).ok()?;
        Some(self.position.write_move(mv))
    }

    fn read(&self, _: usize, text: &str) -> Result<Move, PlayError> {
        Ok(self.position.read_move(text)?)
    }

    fn write(&self, mv: Move) -> String {
        self.position.write_move(mv)
    }

    fn san(&self, mv: Move) -> String {
        self.position.write_record(mv)
    }

    fn push(&mut self, mv: Move) -> Played {
        let (seat, number) = (self.position.turn().index(), self.position.ply());
        let text = self.position.write_move(mv).to_string();
        self.position.play(mv, &mut Silent);
        self.moves.push(text.clone());
        let (san, arrived) = (String::new(), String::new());
        Played { seat, board: 0, number, text, san, crosses: false, arrived }
    }

    fn undo(&mut self) -> bool {
        let can = self.over.is_none() && self.moves.pop().is_some();
        if can {
            self.position.undo();
        }
        can
    }

    fn punish(&mut self, seat: usize, _: &str) -> Penalty {
        self.lose(seat, Reason::IllegalMove);
        Penalty::Lost
    }

    fn tell(&mut self, seat: usize, text: &str) -> Result<(), TalkError> {
        self.position.hear(MultiSeat::new(seat), text)?;
        Ok(())
    }

    fn flag(&mut self, seat: usize) {
        self.lose(seat, Reason::Flag);
    }

    fn resign(&mut self, seat: usize) -> bool {
        self.lose(seat, Reason::Resignation);
        true
    }

    fn forfeit(&mut self, seat: usize) {
        self.lose(seat, Reason::Forfeit);
    }

    fn agree(&mut self, _: usize) {
        let end = self.position.agreed();
        self.over.get_or_insert((end.outcome(), end.article()));
    }

    fn adjudicate(&mut self, winner: Option<usize>, why: &'static str) {
        let reason = Reason::Adjudication(why);
        let outcome = match winner {
            Some(team) => self.won_by(|seat| self.team(seat) == team, reason),
            None => Outcome::Drawn(reason),
        };
        self.over.get_or_insert((outcome, ""));
    }
}
