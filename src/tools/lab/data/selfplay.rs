//! Games on 8x8 boards against itself.
//!
//! A game on one board of two has no partner here: pieces arrive from outside by chance, now
//! for one side, now for the other, now for both, so that the games also show what it is
//! worth to hold more than the rival. With both boards played they come as in life: see
//! [`super::partners`].

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::error::DataError;
use super::record::{DatagenRecipe, GameRecord, PlyRecord, Skipped, ordered, start};
use crate::base::Score;
use crate::base::random::mix;
use crate::board::{Color, Move, MoveList, Piece, Silent};
use crate::eval::chosen::{AnyEval, EvalChoice};
use crate::game::single::Position;
use crate::game::table::arrivals::{ARRIVAL, PATIENCE, next_role};
use crate::game::verdict::{BoardEnd, BoardState};
use crate::game::{Playable as _, Searchable as _};
use crate::search::{Decision, Engine, Limits, SearchControl};

/// Random plies at the start, after a prelude: from so many to so many, so that both sides begin.
pub(super) const OPENING: std::ops::RangeInclusive<u32> = 6..=11;
/// An opening that is further from level, in centipawns, is thrown away.
pub(super) const LEVEL: i32 = 350;
/// Longer games are drawn.
pub(super) const LONGEST: usize = 400;
pub(super) const HASH_MIB: usize = 4;
/// A search may take so many times less where nothing is learnt from what it finds.
const GLANCE: u64 = 4;

/// Makes games, each by its number alone.
pub(super) trait GameMaker {
    /// The game of this number. Numbers grow from call to call.
    ///
    /// # Errors
    /// If it is taken from a file that cannot be read.
    fn make(&mut self, number: u64) -> Result<GameRecord, DataError>;
}

impl<P: SelfPlay> GameMaker for P {
    fn make(&mut self, number: u64) -> Result<GameRecord, DataError> {
        Ok(self.play(number))
    }
}

/// Plays games, each by its number alone.
pub(super) trait SelfPlay {
    fn recipe(&self) -> &DatagenRecipe;
    /// Forgets what earlier games have taught.
    fn clear(&mut self);
    /// A game, unless its opening ended it or left it far from level.
    fn try_game(&mut self, chance: &mut SmallRng) -> Option<GameRecord>;

    /// The game of this number, always the same.
    fn play(&mut self, number: u64) -> GameRecord {
        let mut chance = SmallRng::seed_from_u64(mix(self.recipe().seed ^ mix(number)));
        loop {
            self.clear();
            if let Some(game) = self.try_game(&mut chance) {
                return game;
            }
        }
    }
}

impl DatagenRecipe {
    /// What a search may cost.
    pub(super) fn limits(&self) -> Limits {
        Limits { nodes: Some(self.nodes), ..Limits::default() }
    }
}

/// One thread's engine and starting position.
pub(super) struct SelfPlayer {
    recipe: DatagenRecipe,
    start: Position,
    engine: Engine<Position, AnyEval>,
}

impl SelfPlayer {
    pub(super) fn new(recipe: DatagenRecipe, eval: &EvalChoice) -> Result<Self, DataError> {
        let variant = recipe.board_game()?;
        let start = start(&variant)?;
        let eval = eval
            .eval(variant.game, start.rules())
            .map_err(|error| DataError::Engine(error.to_string()))?;
        let engine =
            Engine::new(eval, HASH_MIB, 1).map_err(|error| DataError::Engine(error.to_string()))?;
        Ok(Self { recipe, start, engine })
    }

    /// The score of a position for its mover.
    pub(super) fn judge(&mut self, position: &Position) -> Score {
        let limits = self.recipe.limits();
        self.engine.search(position, &limits, &SearchControl::default(), &mut ()).score
    }

    /// The move to play. More than half of the positions are not learnt from: a glance tells
    /// most of these, and its move is good enough to go on with.
    fn search(&mut self, position: &Position) -> Decision {
        let DatagenRecipe { nodes, .. } = self.recipe;
        let mut search = |nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            self.engine.search(position, &limits, &SearchControl::default(), &mut ())
        };
        let found = search(nodes / GLANCE);
        let is_learnt = |mv| Skipped::of(position, mv, found.score).is_none();
        if found.best.is_some_and(is_learnt) {
            search(nodes.saturating_sub(found.nodes))
        } else {
            found
        }
    }
}

impl SelfPlay for SelfPlayer {
    fn recipe(&self) -> &DatagenRecipe {
        &self.recipe
    }

    fn clear(&mut self) {
        self.engine.clear();
    }

    fn try_game(&mut self, chance: &mut SmallRng) -> Option<GameRecord> {
        let mut game = SelfPlayGame::new(&self.start);
        let mut left = chance.random_range(OPENING);
        while left > 0 {
            // A prelude is played by chance and does not count: if it did, games would begin with
            // the same few set-ups, and many would be the same.
            left -= u32::from(game.position.is_settled());
            let arrivals = game.arrivals(chance);
            let count = game.legal_moves();
            if count == 0 {
                return None;
            }
            let mv = game.moves[chance.random_range(0..count)];
            game.record(mv, arrivals, None);
        }
        let opening = game.plies.len();
        let result = loop {
            let mut arrivals = game.arrivals(chance);
            let mut patience = PATIENCE;
            while game.legal_moves() == 0 && game.position.verdict().waits() && patience > 0 {
                arrivals.extend(game.receive(chance));
                patience -= 1;
            }
            if let Some(result) = game.result() {
                break result;
            }
            let Decision { best, score, .. } = self.search(&game.position);
            if game.plies.len() == opening && score.value().abs() > LEVEL {
                return None;
            }
            let Some(mv) = best else { break 1 };
            let mover = game.position.turn();
            game.record(mv, arrivals, Some(score));
            if let Some(plies) = score.mate_in() {
                // What the search has proved need not be played out.
                break result_for(if plies > 0 { mover } else { !mover });
            }
        };
        Some(GameRecord { plies: game.plies, result })
    }
}

/// A game under way.
struct SelfPlayGame {
    position: Position,
    plies: Vec<PlyRecord>,
    moves: MoveList,
}

impl SelfPlayGame {
    fn new(start: &Position) -> Self {
        Self { position: start.clone(), plies: Vec::new(), moves: MoveList::new() }
    }

    /// Fills the list of legal moves and counts it.
    fn legal_moves(&mut self) -> usize {
        ordered(&self.position, &mut self.moves);
        self.moves.len()
    }

    /// Pieces that arrive before this ply, if any.
    fn arrivals(&mut self, chance: &mut SmallRng) -> Vec<Piece> {
        let from_outside = self.position.rules().is_one_of_two();
        if from_outside && chance.random_ratio(1, ARRIVAL) {
            self.receive(chance)
        } else {
            Vec::new()
        }
    }

    /// A piece for one side or the same for both.
    fn receive(&mut self, chance: &mut SmallRng) -> Vec<Piece> {
        let arriving = next_role(chance);
        let lucky = [&Color::ALL[..1], &Color::ALL[1..], &Color::ALL];
        let lucky = lucky[chance.random_range(0..lucky.len())];
        let pieces: Vec<Piece> = lucky.iter().map(|&color| Piece::new(color, arriving)).collect();
        for &piece in &pieces {
            self.position.receive(piece, &mut Silent);
        }
        pieces
    }

    /// The result for White, if the game is over.
    fn result(&self) -> Option<u8> {
        match self.position.board_state() {
            BoardState::Over(BoardEnd { winner: Some(winner), .. }) => Some(result_for(winner)),
            BoardState::StuckCheck | BoardState::Pending => Some(result_for(!self.position.turn())),
            BoardState::Over(_) | BoardState::Stuck => Some(1),
            BoardState::Ongoing => (self.plies.len() >= LONGEST).then_some(1),
        }
    }

    fn record(&mut self, mv: Move, arrivals: Vec<Piece>, score: Option<Score>) {
        self.legal_moves();
        let place = self.moves.iter().position(|&other| other == mv).unwrap_or_default();
        self.plies.push(PlyRecord { arrivals, place, score: score.map(centipawns) });
        self.position.play(mv, &mut Silent);
    }
}

/// A score as records have it.
pub(super) const fn centipawns(score: Score) -> i16 {
    // Scores stay within 32 000 by their type.
    score.value() as i16
}

const fn result_for(winner: Color) -> u8 {
    match winner {
        Color::White => 2,
        Color::Black => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::catalogue::BuiltIn;

    #[test]
    fn little_is_searched_where_nothing_is_learnt() {
        let (game, both_boards) = (BuiltIn::Crazyhouse, false);
        let recipe = DatagenRecipe { game, both_boards, nodes: 2_000, seed: 1, network: 0 };
        let mut player = SelfPlayer::new(recipe, &EvalChoice::HandWritten).unwrap();
        let mut nodes = |fen: &str| {
            let rules = *player.start.rules();
            let position = Position::from_setup(&fen.parse().unwrap(), rules, false).unwrap();
            player.clear();
            player.search(&position).nodes
        };
        let quiet = nodes("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1");
        let takes = nodes("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR[P] b KQkq - 0 2");
        let in_check = nodes("rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR[] b KQkq - 1 2");
        assert!((1_400..=1_600).contains(&quiet), "{quiet}");
        assert!(takes <= 600 && in_check <= 600, "{takes} {in_check}");
    }
}
