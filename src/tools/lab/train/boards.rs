//! What is learnt from games on 8x8 boards.
//!
//! Where both boards of a match are played and it is won on either, what the boards are worth adds
//! up, as logits: so [`TeamEval`](crate::eval::team::TeamEval) has it. A network learns what its
//! board adds to what is known of the other one. Where each board scores by itself, a network
//! learns what its own board brings; how that of the other one goes on says nothing of it.

use std::path::Path;

use super::error::TrainError;
use super::samples::{AddSample, SampleLabel, centipawns, twelfths};
use crate::board::Color;
use crate::eval::chosen::{AnyEval, EvalChoice};
use crate::eval::net::Inputs8x8;
use crate::eval::net::architecture::{InputSet, SCALE};
use crate::eval::net::inputs::Inputs;
use crate::eval::team::value_beside;
use crate::game::rules::MatchEnd;
use crate::tools::lab::data::{DECIDED, DatagenRecipe, GameRecord, Sample};

/// The positions of a game on an 8x8 board, or of both boards of a pair.
pub fn look_at_board(
    record: &GameRecord,
    recipe: &DatagenRecipe,
    teacher: &mut BoardTeacher,
    rows: &mut [Vec<usize>],
    add: &mut AddSample<'_>,
) -> Result<(), &'static str> {
    let variant = recipe.board_game().map_err(|_| "the game has no 8x8 board")?;
    let has_hands = variant.rules.has_hands();
    // What each search expected, and what is kept of the position.
    let (mut searches, mut kept) = (Vec::new(), Vec::new());
    // What White, or the team of White of the first board, has of each board in the end.
    let mut ends = [None; 2];
    record.replay(recipe, |sample| {
        let base = teacher.beside(&sample);
        let result = f64::from(sample.result);
        let white = if sample.is_white { result } else { 1.0 - result };
        ends[0] = (!teacher.each_scores).then_some(white);
        let expected = sample.score.map(|score| share(score.saturating_add(base)));
        let plays_white = sample.position.turn() == Color::White;
        let board = usize::from(teacher.each_scores && sample.is_white != plays_white);
        searches.push(Expectation { board, is_white: sample.is_white, expected });
        kept.push(sample.skipped.is_none().then(|| {
            let label = SampleLabel { base, ..look(&sample, has_hands, &teacher.inputs, rows) };
            (rows.to_vec(), label)
        }));
    })?;
    let expected = expected(ends, &searches, teacher.lambda);
    for (kept, expected) in kept.into_iter().zip(expected) {
        let Some((rows, label)) = kept else { continue };
        let own = label.score.saturating_add(label.base);
        let score = if teacher.lambda > 0.0 { centipawns(expected) } else { own };
        add(&rows, SampleLabel { score, ..label });
    }
    Ok(())
}

/// What a search expected.
struct Expectation {
    /// Of which board, 0 or 1; of the first where a match is one game.
    board: usize,
    /// For White, or for the team of White of the first board?
    is_white: bool,
    /// The share of the game that it expected; none if the move was random.
    expected: Option<f64>,
}

/// For each search, the share of the game that it and those of its board behind it expected for
/// its side, as in TD(lambda) (Sutton 1988): each search weighs `lambda` times what the one
/// before did, and how the board ended has the rest. Where that is not known the last search
/// stands for it.
fn expected(mut later: [Option<f64>; 2], searches: &[Expectation], lambda: f64) -> Vec<f64> {
    let mut found: Vec<f64> = (searches.iter().rev())
        .map(|search| {
            let turned = |share: f64| if search.is_white { share } else { 1.0 - share };
            let later = &mut later[search.board];
            if let Some(now) = search.expected.map(turned) {
                *later = Some(later.map_or(now, |later| now + lambda * (later - now)));
            }
            turned(later.unwrap_or(0.5))
        })
        .collect();
    found.reverse();
    found
}

/// Says what positions are worth, as far as the network that learns does not.
#[derive(Clone)]
pub struct BoardTeacher {
    /// What the network sees.
    pub inputs: InputSet,
    /// See [`TrainRecipe::lambda`](super::recipe::TrainRecipe::lambda).
    pub lambda: f64,
    /// Does each board of a match score by itself?
    each_scores: bool,
    /// Evaluates the board beside, where a match is won on either.
    eval: Option<AnyEval>,
}

impl BoardTeacher {
    /// For games made by this recipe. The other board is evaluated by the network that the
    /// training begins with.
    ///
    /// # Errors
    /// If that cannot be read.
    pub fn new(
        recipe: &DatagenRecipe,
        inputs: InputSet,
        start: Option<&Path>,
        lambda: f64,
    ) -> Result<Self, TrainError> {
        let (mut each_scores, mut eval) = (false, None);
        if let Ok(variant) = recipe.board_game()
            && recipe.both_boards
        {
            // Where each board counts for itself, nothing can be added up.
            each_scores = variant.rules.match_end == MatchEnd::BothBoards;
            if !each_scores {
                let choice = match start {
                    Some(path) => EvalChoice::read(&path.to_string_lossy())?,
                    None => EvalChoice::HandWritten,
                };
                eval = Some(choice.eval(variant.game, &variant.rules)?);
            }
        }
        Ok(Self { inputs, lambda, each_scores, eval })
    }

    /// What the other board adds for the team of the side to move, in centipawns.
    fn beside(&mut self, sample: &Sample) -> i16 {
        let (Some(eval), Some(board)) = (&mut self.eval, sample.beside) else { return 0 };
        let value = value_beside(eval, board, sample.position.turn());
        value.clamp(-i32::from(DECIDED), DECIDED.into()) as i16
    }
}

/// The rows of these inputs that a position on an 8x8 board lights in all views, the mover's
/// first, and its label.
pub fn look(
    sample: &Sample,
    has_hands: bool,
    inputs: &InputSet,
    rows: &mut [Vec<usize>],
) -> SampleLabel {
    let board = sample.position.board();
    let mover = sample.position.turn().index();
    let threats = (inputs.threats > 0).then(|| Inputs8x8::threats(board, inputs));
    for (nth, rows) in rows.iter_mut().enumerate() {
        rows.clear();
        let from = Inputs8x8::perspective(board, Inputs8x8::view(mover, nth));
        Inputs8x8::lit(from, board, |row| rows.push(row));
        let halves = threats.iter().flat_map(|threats| Inputs8x8::rows_of_threats(from, threats));
        for (half, lit) in halves.enumerate() {
            let first = inputs.rows + half * inputs.threats / 2;
            rows.extend(lit.iter().map(|&row| first + usize::from(row)));
        }
    }
    SampleLabel {
        score: sample.score.unwrap_or_default(),
        result: twelfths(sample.result),
        bucket: Inputs8x8::bucket(board, has_hands) as u8,
        base: 0,
    }
}

/// The share of the game that a search with this score expects.
fn share(score: i16) -> f64 {
    1.0 / (1.0 + (-f64::from(score) / f64::from(SCALE)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Silent;
    use crate::game::Playable as _;
    use crate::game::catalogue::BuiltIn;
    use crate::game::pair::Pair;
    use crate::notation::uci::read_pair;
    use crate::tools::lab::data::PlyRecord;

    #[test]
    fn later_searches_of_a_board_count_by_their_distance() {
        let search = |board, is_white, expected| Expectation { board, is_white, expected };
        let near = |ends: [Option<f64>; 2], searches: &[Expectation], lambda, want: &[f64]| {
            let found = expected(ends, searches, lambda);
            let off = found.iter().zip(want).map(|(found, want)| (found - want).abs());
            assert!(off.fold(0.0, f64::max) < 1e-9, "{found:?}");
        };
        let one = [search(0, true, None), search(0, true, Some(0.4)), search(0, false, Some(0.1))];
        // Each search alone; the result alone; and both.
        let won = [Some(1.0), None];
        near(won, &one, 0.0, &[0.4, 0.4, 0.1]);
        near(won, &one, 1.0, &[1.0, 1.0, 0.0]);
        near(won, &one, 0.5, &[0.675, 0.675, 0.05]);
        // Without a result the last search stands for it, on each of two boards.
        let two = [
            search(0, true, Some(0.4)),
            search(1, true, None),
            search(0, true, Some(0.8)),
            search(1, false, Some(0.1)),
            search(1, false, None),
        ];
        near([None; 2], &two, 0.5, &[0.6, 0.9, 0.8, 0.1, 0.5]);
    }

    fn teacher(game: BuiltIn) -> (BoardTeacher, DatagenRecipe) {
        let recipe = DatagenRecipe { game, both_boards: true, nodes: 60, seed: 7, network: 0 };
        (BoardTeacher::new(&recipe, Inputs8x8::SET, None, 0.0).unwrap(), recipe)
    }

    #[test]
    fn what_the_other_board_is_worth_is_known_without_the_network() {
        // 1. e4 d5 2. exd5 on the first board; then White of the second moves, whose rival has
        // a pawn more.
        let (_, recipe) = teacher(BuiltIn::Bughouse);
        let rules = recipe.board_game().unwrap().rules;
        let setup = rules.start().parse().unwrap();
        let mut pair = Pair::new(&setup, Some(&setup), rules, false).unwrap();
        let mut plies = Vec::new();
        for uci in ["1e2e4", "1d7d5", "1e4d5", "2b1c3"] {
            let mut moves = pair.legal_moves();
            moves.sort_unstable_by_key(|mv| mv.word());
            let mv = read_pair(uci, &moves).unwrap();
            let place = moves.iter().position(|&other| other == mv).unwrap();
            plies.push(PlyRecord { place, score: Some(10), ..PlyRecord::default() });
            pair.play(mv, &mut Silent);
        }
        let record = GameRecord { plies, result: 4 };
        let labels = |game| {
            let (mut teacher, recipe) = teacher(game);
            let mut labels = Vec::new();
            let mut rows = vec![Vec::new(); 2];
            let add = &mut |_: &[Vec<usize>], label| labels.push(label);
            look_at_board(&record, &recipe, &mut teacher, &mut rows, add).unwrap();
            labels
        };
        let found = labels(BuiltIn::Bughouse);
        // The capture is not quiet. White of the first board has won, White of the second lost.
        assert_eq!(found.iter().map(|label| label.result).collect::<Vec<_>>(), [12, 0, 0]);
        let bases: Vec<i16> = found.iter().map(|label| label.base).collect();
        assert_eq!(bases[0], -bases[1], "the other board is the same, seen by either side");
        assert!(bases[2] < bases[0].min(bases[1]) - 50, "{bases:?}");
        assert!(found.iter().all(|label| label.score == 10 + label.base));
        // Where each board counts for itself, the other one says nothing.
        assert!(labels(BuiltIn::Doorgeefschaak).iter().all(|label| label.base == 0));
    }
}
