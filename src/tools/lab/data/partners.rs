//! Games of four seats: what is captured on one board comes to the other, and a team that wins
//! there has won here too. Each board is recorded as a game of its own, with the pieces that
//! came; so a network learns also what it is worth to feed the partner and to starve its
//! opponent.

use std::cmp::Ordering;

use rand::RngExt;
use rand::rngs::SmallRng;

use super::record::GameRecord;
use super::selfplay::{LEVEL, LONGEST, OPENING, SelfPlayGame, SelfPlayer};
use crate::base::Score;
use crate::board::{Color, Move, MoveKind, Piece, Silent};
use crate::game::Playable as _;
use crate::game::pair::{Pair, Seat};
use crate::game::verdict::Outcome;
use crate::search::SearchControl;

/// One board of a pair under way.
struct Side {
    game: SelfPlayGame,
    /// Plies so far, and how many of the first are random.
    plies: usize,
    opening: usize,
    /// Pieces that have come since the last ply.
    arrivals: Vec<Piece>,
}

impl SelfPlayer {
    /// Both boards, unless an opening ended them or left one far from level. There is no
    /// clock: which board moves next is a matter of chance, so no board keeps step with the other.
    pub(super) fn try_pair(&mut self, chance: &mut SmallRng) -> Option<[GameRecord; 2]> {
        let rules = self.rules;
        let setup = rules.start().parse().ok()?;
        let mut pair = Pair::new(&setup, Some(&setup), rules, false).ok()?;
        let mut sides = [(); 2].map(|()| Side {
            game: SelfPlayGame::new(&self.start),
            plies: 0,
            opening: chance.random_range(OPENING) as usize,
            arrivals: Vec::new(),
        });
        // A piece taken off the other board cannot be written in the record of one: they end
        // before it, and only the result is played for.
        let mut recording = true;
        while let Some(board) = next_board(&pair, chance) {
            let side = &mut sides[board];
            let mut score = None;
            let mv = if side.plies < side.opening {
                let moves = pair.moves_on(board).ok()?;
                moves[chance.random_range(0..moves.len())].on_board(0)
            } else {
                let alone = pair.board_alone(board).ok()?;
                let limits = self.limits();
                let found = self.engine.search(&alone, &limits, &SearchControl::default(), &mut ());
                if side.plies == side.opening && found.score.value().abs() > LEVEL {
                    return None;
                }
                score = Some(found.score);
                found.best?
            };
            side.plies += 1;
            let is_long = side.plies >= LONGEST;
            recording &= mv.kind() != MoveKind::TakeOut;
            if recording {
                side.write(mv, score);
            }
            pair.play(mv.on_board(board), &mut Silent);
            if let Some(piece) = pair.last_handed_on() {
                sides[1 - board].arrivals.push(piece);
            }
            if is_long {
                break;
            }
        }
        if sides.iter().any(|side| side.plies <= side.opening) {
            return None;
        }
        let verdict = pair.verdict();
        let finish = |side: Side, board| {
            let team = Seat { board, color: Color::White }.team();
            let whole = if matches!(verdict.outcome, Outcome::Scored(_)) { 4 } else { 2 };
            let halves = verdict.halves(team).unwrap_or(whole / 2);
            let result = match (2 * halves).cmp(&whole) {
                Ordering::Less => 0,
                Ordering::Equal => 1,
                Ordering::Greater => 2,
            };
            GameRecord { plies: side.game.plies, result }
        };
        let [first, second] = sides;
        Some([finish(first, 0), finish(second, 1)])
    }
}

impl Side {
    fn write(&mut self, mv: Move, score: Option<Score>) {
        for &piece in &self.arrivals {
            self.game.position.receive(piece, &mut Silent);
        }
        let arrivals = std::mem::take(&mut self.arrivals);
        self.game.record(mv, arrivals, score);
    }
}

/// A board on which the side to move has a move.
fn next_board(pair: &Pair, chance: &mut SmallRng) -> Option<usize> {
    match [0, 1].map(|board| pair.count_on(board) > 0) {
        [true, true] => Some(chance.random_range(0..2)),
        [true, false] => Some(0),
        [false, true] => Some(1),
        [false, false] => None,
    }
}
