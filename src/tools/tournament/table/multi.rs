//! One board, three or four seats: vierschaak and drieschaak.

use super::{ClockWords, Misplay, Outcome, Penalty, Played, Table};
use crate::board::Silent;
use crate::game::Playable;
use crate::game::multi::{MoveError, MultiGame, Outcome as Ended, Position, Rules, Victory};
use crate::protocol::desk::multi::{clock_words, drawing};
use crate::tools::view::Style;

/// A game of more than two players.
pub struct MultiTable<K: MultiGame> {
    position: Position<K>,
    start: Option<String>,
    moves: Vec<String>,
    over: Option<Outcome>,
}

impl<K: MultiGame> MultiTable<K> {
    /// The game at its start, or where the FEN says.
    ///
    /// # Errors
    /// If the FEN cannot be played.
    pub fn new(fen: Option<&str>) -> Result<Self, String> {
        let rules = Rules::default();
        let position = match fen {
            Some(fen) => Position::from_fen(fen, rules).map_err(|error| error.to_string())?,
            None => Position::start(rules),
        };
        let start = fen.map(|_| position.to_setup().to_string());
        Ok(Self { position, start, moves: Vec::new(), over: None })
    }

    /// The camps of those who win have so many quarter points, the others what is left.
    fn end(&mut self, winners: Option<usize>, points: u8, how: &str) {
        if self.over.is_some() {
            return;
        }
        let of = |seat| match winners {
            Some(camp) if self.camp(seat) == camp => points,
            Some(_) => 4 - points,
            None => 2,
        };
        let points: Vec<u8> = (0..K::SEATS).map(of).collect();
        self.over = Some(named(points, how, "", String::new()));
    }

    /// A seat's camp has lost; of three players the two others share what is to be had.
    fn lose(&mut self, seat: usize, how: &str) {
        if K::LAYOUT.teams {
            self.end(Some(1 - self.camp(seat)), 4, how);
        } else if self.over.is_none() {
            let points = (0..K::SEATS).map(|other| if other == seat { 0 } else { 4 }).collect();
            self.over = Some(named(points, how, "", String::new()));
        }
        if let Some(over) = &mut self.over {
            over.offender = Some(seat);
        }
    }
}

/// An outcome with its result: `1-0` if the first seat's side won, where there are two sides.
fn named(points: Vec<u8>, how: &str, article: &str, verdict: String) -> Outcome {
    let result = match (points.len(), points.as_slice()) {
        (4, [4, 0, ..]) => "1-0".into(),
        (4, [0, 4, ..]) => "0-1".into(),
        (_, all) if all.iter().all(|&p| p == 2) => "1/2-1/2".into(),
        (_, all) => all.iter().map(|&p| quarter(p)).collect::<Vec<_>>().join("-"),
    };
    let verdict = if verdict.is_empty() { format!("{how} {result}") } else { verdict };
    let endings = vec![format!("{how} {article}").trim_end().to_owned()];
    Outcome { points, result, endings, verdict, offender: None }
}

fn quarter(points: u8) -> &'static str {
    ["0", "1/4", "1/2", "3/4", "1"][usize::from(points.min(4))]
}

impl<K: MultiGame> Table for MultiTable<K> {
    fn seats(&self) -> usize {
        K::SEATS
    }

    fn seat_name(&self, seat: usize) -> String {
        let letter = K::LAYOUT.shape.letters.get(seat).copied().unwrap_or(b'?') as char;
        letter.to_ascii_uppercase().to_string()
    }

    fn camp(&self, seat: usize) -> usize {
        if K::LAYOUT.teams { seat & 1 } else { seat }
    }

    fn on_move(&self, board: usize) -> Option<usize> {
        (board == 0 && self.outcome().is_none()).then(|| self.position.turn())
    }

    fn plies(&self) -> usize {
        self.moves.len()
    }

    fn legal(&self, _: usize) -> Vec<String> {
        let moves = self.position.legal_moves();
        moves.into_iter().map(|mv| self.position.write_move(mv)).collect()
    }

    fn read_san(&self, _: usize, san: &str) -> Option<String> {
        let mv = self.position.read_record(san).or_else(|_| self.position.read_move(san)).ok()?;
        Some(self.position.write_move(mv))
    }

    fn play(&mut self, seat: usize, text: &str) -> Result<Played, Misplay> {
        let mv = self.position.read_move(text).map_err(|error| match error {
            MoveError::Unreadable(_) => Misplay::Garbage,
            _ => Misplay::Illegal,
        })?;
        let text = self.position.write_move(mv);
        let san = self.position.write_record(mv);
        let number = self.position.ply();
        self.position.play(mv, &mut Silent);
        self.moves.push(text.clone());
        Ok(Played { seat, board: 0, number, text, san, crosses: false, arrived: String::new() })
    }

    fn punish(&mut self, seat: usize, _: &str) -> Penalty {
        self.lose(seat, "illegal-move");
        Penalty::Lost
    }

    fn flag(&mut self, seat: usize) {
        self.lose(seat, "flag");
    }

    fn resign(&mut self, seat: usize) -> bool {
        self.lose(seat, "resignation");
        true
    }

    fn forfeit(&mut self, seat: usize) {
        self.lose(seat, "forfeit");
    }

    fn agree(&mut self, _: usize) {
        self.end(None, 2, "draw:agreement");
    }

    fn adjudicate(&mut self, winner: Option<usize>, why: &str) {
        self.end(winner, 4, why);
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.over.is_some() {
            return self.over.clone();
        }
        let standing = self.position.standing();
        let verdict = standing.to_string();
        Some(match standing.outcome? {
            Ended::Won { winners, victory, article } => {
                let (won, how) = match victory {
                    Victory::Full => (4, "win"),
                    Victory::Half => (3, "half-win"),
                    Victory::Incomplete => (3, "incomplete-win"),
                };
                let of = |seat| if winners.has(seat) { won } else { 4 - won };
                named((0..K::SEATS).map(of).collect(), how, article, verdict)
            }
            Ended::Draw { reason, article } => {
                named(vec![2; K::SEATS], &format!("draw:{reason}"), article, verdict)
            }
        })
    }

    fn placement(&self, _: usize, _: bool) -> String {
        super::placement(self.start(), &self.moves)
    }

    fn clock_words(&self, _: usize, _: bool) -> Vec<ClockWords> {
        let words = clock_words::<K>();
        let word =
            |seat: usize| ClockWords { seat, time: words[seat], increment: words[seat + K::SEATS] };
        (0..K::SEATS).map(word).collect()
    }

    fn fen(&self) -> String {
        self.position.to_setup().to_string()
    }

    fn start(&self) -> Option<&str> {
        self.start.as_deref()
    }

    fn panel(&self, _: Style, beside: &[String]) -> Vec<String> {
        let mut lines: Vec<String> =
            drawing(&self.position.to_setup()).lines().map(str::to_owned).collect();
        lines.push(beside.join("   "));
        lines
    }
}
