//! What can be learnt from a recorded game for more than two players.

use super::record::{DatagenRecipe, GameRecord, Skipped};
use crate::base::Score;
use crate::board::multi::{MOST_SEATS, MultiSeat, Seats};
use crate::board::{Move, Silent};
use crate::eval::chances::Chances;
use crate::eval::corrected::CorrectedEval;
use crate::game::multi::{MultiEnd, MultiGame, Paranoid, Position, Rules, even_share};
use crate::game::verdict::{Reason, Victory};
use crate::game::{Playable as _, Searchable as _};

/// Scores beyond this are not learnt: with so many pieces on the board a lead may be large.
const SURE: i16 = 6_000;

/// The legal moves in the order of the records.
pub(super) fn ordered<K: MultiGame>(position: &Position<K>) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_unstable_by_key(|mv| mv.word());
    moves
}

/// The byte of an end.
pub(super) fn written(end: MultiEnd) -> u8 {
    match end {
        MultiEnd::Draw { .. } => 0,
        MultiEnd::Won { winners, victory, .. } => (victory as u8 + 1) << 4 | winners.0,
    }
}

/// The end of a byte, if it is one in this game.
pub(super) fn end<K: MultiGame>(byte: u8) -> Option<MultiEnd> {
    let victory = match byte >> 4 {
        0 if byte == 0 => {
            return Some(MultiEnd::Draw { reason: Reason::Agreement, article: "" });
        }
        1 => Victory::Full,
        2 => Victory::Half,
        3 => Victory::Incomplete,
        _ => return None,
    };
    let winners = Seats(byte & 15);
    let all = K::LAYOUT.seats();
    let whole = !winners.is_empty() && winners.minus(all).is_empty() && winners != all;
    whole.then_some(MultiEnd::Won { winners, victory, article: "" })
}

/// What the scores of a file mean.
#[derive(Clone, Copy, Debug)]
pub enum ScoreScale {
    /// Those of the evaluation by hand, by what was seen to follow from them.
    ByHand(Chances),
    /// Those of a network: each is a share of the game.
    Network,
}

impl ScoreScale {
    /// That of games made by this recipe.
    pub fn of(recipe: &DatagenRecipe) -> Self {
        match recipe.network {
            0 => Self::ByHand(Chances::by_hand(recipe.game)),
            _ => Self::Network,
        }
    }

    /// The share of the game that a score foretells.
    fn share<K: MultiGame>(self, score: Score) -> f32 {
        match self {
            Self::ByHand(chances) => chances.share(score, even_share::<K>()),
            Self::Network => CorrectedEval::<K>::share(score),
        }
    }
}

/// A position to learn from.
pub struct SeatsSample<'a, K: MultiGame> {
    /// The position.
    pub position: &'a Position<K>,
    /// The search's score for the mover, in centipawns.
    pub score: i16,
    /// By seat: the share of the game that it had in the end.
    pub result: [f32; MOST_SEATS],
    /// By seat: the share that searches expected from here on.
    pub expected: [f32; MOST_SEATS],
}

impl GameRecord {
    /// Replays a game for more than two players and shows what can be learnt from, and why the
    /// rest is left out. What searches expected is a mean, as in TD(lambda) (Sutton 1988): each
    /// search weighs `lambda` times what the one before did, and the result has the rest.
    ///
    /// # Errors
    /// If a move is not there to be played, or the result is none.
    pub fn replay_seats<K: MultiGame>(
        &self,
        scale: ScoreScale,
        lambda: f32,
        mut visit: impl FnMut(Result<SeatsSample<K>, Skipped>),
    ) -> Result<(), &'static str> {
        let end = end::<K>(self.result).ok_or("the result is none")?;
        let start = || Paranoid::new(Position::<K>::start(Rules::default()));
        let mut game = start();
        let mut moves = Vec::with_capacity(self.plies.len());
        for ply in &self.plies {
            let &mv = ordered(game.position()).get(ply.place).ok_or("there is no such move")?;
            moves.push((mv, game.position().turn()));
            game.play(mv, &mut Silent);
        }
        let result = MultiSeat::ALL.map(|seat| end.share::<K>(seat));
        let mut shares = result;
        let mut expected = vec![result; moves.len()];
        for ((ply, &(_, turn)), expected) in self.plies.iter().zip(&moves).zip(&mut expected).rev()
        {
            if let Some(score) = ply.score {
                let share = scale.share::<K>(Score::cp(score.into()));
                for seat in K::LAYOUT.seats().each() {
                    let now = match K::LAYOUT.team(turn).has(seat) {
                        true => share,
                        false if K::LAYOUT.teams => 1.0 - share,
                        // A search by one of three says nothing of the others.
                        false => continue,
                    };
                    shares[seat] = now + lambda * (shares[seat] - now);
                }
            }
            *expected = shares;
        }
        let mut game = start();
        for ((ply, (mv, _)), expected) in self.plies.iter().zip(moves).zip(expected) {
            visit(match ply.score {
                None => Err(Skipped::Opening),
                Some(_) if game.in_check() => Err(Skipped::InCheck),
                Some(_) if game.is_noisy(mv) => Err(Skipped::Sharp),
                Some(score) if score.saturating_abs() > SURE => Err(Skipped::Decided),
                Some(score) => {
                    Ok(SeatsSample { position: game.position(), score, result, expected })
                }
            });
            game.play(mv, &mut Silent);
        }
        Ok(())
    }
}
