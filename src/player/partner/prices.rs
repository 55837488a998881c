//! Prices: what it is worth to a team that a piece comes to one board, and what it costs that
//! it comes to the opponent there. They are found by small searches of that board with one
//! more piece in a hand, and raised by what the partner says.

use std::collections::VecDeque;

use super::probes::ProbeBudget;
use crate::base::Score;
use crate::board::{Color, Piece, Role};
use crate::eval::chosen::AnyEval;
use crate::game::Playable;
use crate::game::pair::Word;
use crate::game::single::Position;
use crate::search::{Engine, Limits, MemoryError, SearchControl};

/// Ten prices in centipawns, by role.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PiecePrices {
    /// What it is worth that the partner gets such a piece.
    pub need: [i32; Role::CHESS.len()],
    /// What it costs that the partner's opponent does.
    pub fear: [i32; Role::CHESS.len()],
}

/// Added to a piece that the partner asks for, or asks us not to lose.
const ASKED: i32 = 200;
/// On all enemy pieces where exchanges are welcome, on all own pieces where they are not.
const TRADE: i32 = 40;

impl PiecePrices {
    /// No price is higher: a piece with which the partner mates, or is mated.
    pub const MATES: i32 = 1_500;

    /// Does the partner mate with such a piece?
    pub const fn lets_mate(&self, role: Role) -> bool {
        self.need[role.index()] >= Self::MATES
    }

    /// Only what decides: what else a piece is worth the evaluation of the other board says.
    #[must_use]
    pub fn mates_alone(mut self) -> Self {
        for price in self.need.iter_mut().chain(&mut self.fear) {
            if *price < Self::MATES {
                *price = 0;
            }
        }
        self
    }

    /// Raises prices by what the partner has said.
    pub fn heed(&mut self, heard: &[Word]) {
        if heard.contains(&Word::Dead) {
            // What comes to a lost board is of no use there, and what is lost does no harm.
            *self = Self::default();
        }
        for role in Role::DROPPABLE {
            let (need, fear) = (&mut self.need[role.index()], &mut self.fear[role.index()]);
            for word in heard {
                match *word {
                    Word::Need(piece) if piece == role => *need = (*need).max(0) + ASKED,
                    Word::No(piece) if piece == role => *fear = (*fear).max(0) + ASKED,
                    Word::MatesHim(piece) if piece == role => *need = Self::MATES,
                    Word::MatesMe(piece) if piece == role => *fear = Self::MATES,
                    Word::Trade => *need += TRADE,
                    Word::NoTrade => *fear += TRADE,
                    _ => {}
                }
            }
            *need = (*need).min(Self::MATES);
            *fear = (*fear).min(Self::MATES);
        }
    }
}

/// Searches a board for what pieces are worth on it.
pub(super) struct PriceProbe {
    engine: Engine<Position, AnyEval>,
    /// What was found lately, by position and side.
    found: VecDeque<(u64, Color, PiecePrices)>,
}

/// How many findings are kept.
const KEPT: usize = 8;
/// The table of these searches, in MiB.
const HASH_MIB: usize = 1;
/// So deep is a board searched for its prices.
const DEPTH: u32 = 3;
/// Prices are multiples of this, so that not every move makes new ones.
const STEP: i32 = 20;

impl PriceProbe {
    /// With an evaluation that knows no prices.
    ///
    /// # Errors
    /// If there is no memory for its small table.
    pub fn new(eval: AnyEval) -> Result<Self, MemoryError> {
        Ok(Self { engine: Engine::new(eval, HASH_MIB, 1)?, found: VecDeque::new() })
    }

    /// Another evaluation.
    pub fn set_eval(&mut self, eval: &AnyEval) {
        self.engine.set_eval(eval);
        self.found.clear();
    }

    /// A new game.
    pub fn clear(&mut self) {
        self.engine.clear();
        self.found.clear();
    }

    /// What pieces are worth on this board to the team that plays `side` there; nothing if that
    /// would cost too much.
    pub fn prices(
        &mut self,
        board: &Position,
        side: Color,
        probes: &mut ProbeBudget,
        control: &SearchControl,
    ) -> PiecePrices {
        let key = board.key();
        let known = self.found.iter().find(|known| (known.0, known.1) == (key, side));
        if let Some((_, _, prices)) = known {
            return *prices;
        }
        let mut prices = PiecePrices::default();
        // What the board is worth to `side`, decided games cut to what a mate is worth here.
        let mut value = |board: &Position| {
            let nodes = Some(probes.price_nodes()?);
            let limits = Limits { depth: Some(DEPTH), nodes, ..Limits::default() };
            let decision = self.engine.search(board, &limits, control, &mut ());
            probes.spent += decision.nodes;
            Some(worth(if board.turn() == side { decision.score } else { -decision.score }))
        };
        let Some(now) = value(board) else { return prices };
        for role in Role::DROPPABLE {
            let mut with = |color| value(&board.receiving(Piece::new(color, role))).unwrap_or(now);
            prices.need[role.index()] = price(with(side) - now);
            prices.fear[role.index()] = price(now - with(!side));
        }
        if control.must_end() {
            // Cut short: better than nothing, but not to be kept.
            return prices;
        }
        self.found.truncate(KEPT - 1);
        self.found.push_front((key, side, prices));
        prices
    }
}

/// A mate is worth so much here, whichever board it is on.
fn worth(score: Score) -> i32 {
    score.value().clamp(-4 * PiecePrices::MATES, 4 * PiecePrices::MATES)
}

/// A difference as a price: a part of it, for when the piece comes the board is another one.
fn price(difference: i32) -> i32 {
    (difference / 2 / STEP * STEP).clamp(0, PiecePrices::MATES)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::chosen::EvalChoice;
    use crate::game::catalogue::BuiltIn;
    use crate::game::pair::{Pair, Seat};
    use crate::game::rules::Rules;
    use crate::notation::{Hidden, PairSetup};

    fn prices(rules: Rules, fen: &str, seat: Seat) -> PiecePrices {
        let setup = PairSetup::read(fen, Hidden::Allowed).unwrap();
        let pair = Pair::new(&setup.first, setup.second.as_ref(), rules, false).unwrap();
        let board = pair.board_beside(seat).unwrap();
        let mut probe =
            PriceProbe::new(EvalChoice::HandWritten.eval(BuiltIn::Bughouse, &rules).unwrap());
        let probe = probe.as_mut().unwrap();
        let control = SearchControl::default();
        let mut budget = ProbeBudget::full();
        let mut prices = || probe.prices(&board, seat.partner().color, &mut budget, &control);
        let found = prices();
        assert_eq!(prices(), found, "kept by position");
        found
    }

    const MATES: i32 = PiecePrices::MATES;
    const FREE: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
    const W1: Seat = Seat::ALL[0];
    const B1: Seat = Seat::ALL[1];

    #[test]
    fn a_piece_that_mates_beside_is_worth_a_mate_here() {
        // On board 2 a knight in White's hand mates; White is the partner of Black here.
        let smothered = "6rk/6pp/8/8/8/8/8/4K3[] w - - 0 1";
        let fen = format!("{FREE} | {smothered}");
        let ours = prices(Rules::BUGHOUSE, &fen, B1);
        let (pawn, knight) = (Role::Pawn.index(), Role::Knight.index());
        assert_eq!(ours.need[knight], MATES);
        assert!(ours.need[pawn] < MATES / 4, "{ours:?}");
        // To White of board 1, whose partner is mated by it, it is to be feared.
        let theirs = prices(Rules::BUGHOUSE, &fen, W1);
        assert_eq!(theirs.fear[knight], MATES);
        assert!(theirs.need[knight] < MATES / 2, "{theirs:?}");
        // Where no drop may check, a knight is only a knight.
        let mild = prices(Rules::DOORGEEFSCHAAK, &fen, B1);
        assert!((1..MATES / 2).contains(&mild.need[knight]), "{mild:?}");
    }

    #[test]
    fn hidden_promotions_do_not_stand_in_the_way() {
        let fen = format!("{FREE} | P~3k3/8/8/8/8/8/5p~2/K7[] w - - 0 1");
        for seat in [W1, B1] {
            let prices = prices(Rules::DOORGEEFSCHAAK, &fen, seat);
            assert!(prices.need[Role::Queen.index()] > 0, "{prices:?}");
        }
    }
}
