//! The evaluation of the games for more than two players by hand, and what a network has learnt
//! that it misses. The network stands on the other's shoulders: it needs few games to be worth
//! something, and knows nothing of frozen kings or of draws by count.

use super::multi::{MultiEval, faded};
use super::net::{Network, SeatInputs};
use super::{Eval, Terms, net};
use crate::base::Score;
use crate::board::Observer;
use crate::board::multi::{Piece, Square};
use crate::game::Searchable as _;
use crate::game::multi::{MultiGame, Paranoid, even_share};

/// Centipawns of these games for one of the network: with so many pieces a lead that decides is
/// larger than on a small board.
const SCALE: i32 = 2;

/// The evaluation by hand and the network that corrects it.
#[derive(Clone)]
pub struct CorrectedEval<K: MultiGame> {
    by_hand: MultiEval<K>,
    network: Network<SeatInputs<K>>,
}

impl<K: MultiGame> CorrectedEval<K> {
    /// Corrects by this network; `reset` tells it the position.
    pub fn new(network: Network<SeatInputs<K>>) -> Self {
        Self { by_hand: MultiEval::new(), network }
    }

    /// Does the network, which answers for the camp to move of teams, and of three players for
    /// the one that searches, mean the camp to move?
    fn is_for_mover(game: &Paranoid<K>) -> bool {
        K::LAYOUT.teams || game.position().turn() == game.root()
    }

    /// What a network says to an even share of the game, in its centipawns: the logit. It is what
    /// a draw is worth, and a score of 0.
    fn even() -> i32 {
        let share = even_share::<K>();
        (net::architecture::SCALE as f32 * (share / (1.0 - share)).ln()).round() as i32
    }

    /// What the evaluation by hand says where the network begins: in the network's centipawns,
    /// for whom the network answers.
    pub fn base(by_hand: &mut MultiEval<K>, game: &Paranoid<K>) -> i16 {
        by_hand.reset(game);
        let value = by_hand.evaluate(game) / SCALE;
        let base = Self::even() + if Self::is_for_mover(game) { value } else { -value };
        base.clamp(i16::MIN.into(), i16::MAX.into()) as i16
    }

    /// The share of the game that a score for the camp on move means, 0 to 1, of three players
    /// for the one that searches.
    pub fn share(score: Score) -> f32 {
        let said = score.value() as f32 / SCALE as f32 + Self::even() as f32;
        1.0 / (1.0 + (-said / net::architecture::SCALE as f32).exp())
    }

    /// What the network adds for the camp to move.
    #[inline]
    fn correction(&mut self, game: &Paranoid<K>) -> i32 {
        let value = SCALE * self.network.evaluate_board(game, game.seat());
        faded(if Self::is_for_mover(game) { value } else { -value }, game)
    }
}

impl<K: MultiGame> Observer<Piece> for CorrectedEval<K> {
    #[inline]
    fn put(&mut self, piece: Piece, promoted: bool, square: Square) {
        self.by_hand.put(piece, promoted, square);
        self.network.put(piece, promoted, square);
    }

    #[inline]
    fn lift(&mut self, piece: Piece, promoted: bool, square: Square) {
        self.by_hand.lift(piece, promoted, square);
        self.network.lift(piece, promoted, square);
    }

    fn hold(&mut self, _: Piece, _: u8, _: u8) {}
}

impl<K: MultiGame> Eval<Paranoid<K>> for CorrectedEval<K> {
    fn reset(&mut self, game: &Paranoid<K>) {
        self.by_hand.reset(game);
        self.network.reset_to(game);
    }

    #[inline]
    fn push(&mut self) {
        self.by_hand.push();
        self.network.begin_move();
    }

    #[inline]
    fn pop(&mut self) {
        self.by_hand.pop();
        self.network.end_move();
    }

    fn evaluate(&mut self, game: &Paranoid<K>) -> i32 {
        self.by_hand.evaluate(game) + self.correction(game)
    }

    fn explain(&mut self, game: &Paranoid<K>) -> Terms {
        let mut terms = self.by_hand.explain(game);
        self.reset(game);
        let value = self.correction(game);
        terms.push(("what the network adds", [value.max(0), (-value).max(0)]));
        terms
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::base::random::SplitMix;
    use crate::board::multi::MultiSeat;
    use crate::eval::net::inputs::Inputs as _;
    use crate::eval::net::{LoadedNetwork, NetworkWeights};
    use crate::game::Playable as _;
    use crate::game::multi::{Drieschaak, Position, Rules, Vierschaak};

    /// Plays at random and takes back now and then; what was heard on the way must be what a
    /// fresh look sees.
    fn a_line_and_a_fresh_look_agree<K: MultiGame>() {
        let weights = NetworkWeights::noise(SeatInputs::<K>::SET, K::LAYOUT.name, 32, 7);
        let layers = LoadedNetwork::new(weights).layers().unwrap();
        let fresh = || CorrectedEval::<K>::new(Network::new(Arc::clone(&layers), false));
        for root in MultiSeat::first(K::SEATS) {
            let mut game = Paranoid::seen_by(root, Position::<K>::start(Rules::default()));
            let (mut heard, mut looked) = (fresh(), fresh());
            heard.reset(&game);
            let mut source = SplitMix(root.index() as u64);
            let mut depth = 0;
            for _ in 0..400 {
                let word;
                (word, source) = source.next();
                if depth > 0 && (word % 4 == 0 || game.position().outcome().is_some()) {
                    game.undo();
                    heard.pop();
                    depth -= 1;
                } else {
                    let moves = game.position().legal_moves();
                    heard.push();
                    game.play(moves[(word >> 8) as usize % moves.len()], &mut heard);
                    depth += 1;
                }
                looked.reset(&game);
                assert_eq!(heard.evaluate(&game), looked.evaluate(&game));
            }
        }
    }

    #[test]
    fn what_is_heard_is_what_is_seen() {
        a_line_and_a_fresh_look_agree::<Vierschaak>();
        a_line_and_a_fresh_look_agree::<Drieschaak>();
    }

    #[test]
    fn a_network_that_says_nothing_changes_nothing() {
        let set = SeatInputs::<Drieschaak>::SET;
        let mut weights = NetworkWeights::noise(set, "drieschaak", 32, 1);
        weights.output.fill(0);
        weights.output_bias.fill(0);
        let layers = LoadedNetwork::new(weights).layers().unwrap();
        let mut corrected = CorrectedEval::<Drieschaak>::new(Network::new(layers, false));
        let mut by_hand = MultiEval::new();
        for root in MultiSeat::first(3) {
            let game = Paranoid::seen_by(root, Position::start(Rules::default()));
            corrected.reset(&game);
            by_hand.reset(&game);
            assert_eq!(corrected.evaluate(&game), by_hand.evaluate(&game));
            // A score of 0 is a third of the game, for whom the network looks.
            let base = CorrectedEval::base(&mut by_hand, &game);
            let value = by_hand.evaluate(&game);
            let sign = if root == game.position().turn() { 1 } else { -1 };
            let even = CorrectedEval::<Drieschaak>::even();
            assert_eq!(i32::from(base), even + sign * (value / SCALE));
            let share = CorrectedEval::<Drieschaak>::share(Score::ZERO);
            assert!((share - 1.0 / 3.0).abs() < 0.001);
        }
    }
}
