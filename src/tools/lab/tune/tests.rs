//! That the tuner sees the evaluation as it is, and that its slopes are slopes.

use indicatif::ProgressBar;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::eval::{FitRecipe, fit, flat};
use super::positions::{TracedPositions, count, read, serials};
use crate::board::{Color, Silent};
use crate::eval::Eval;
use crate::eval::chosen::EvalChoice;
use crate::eval::classical::Classical;
use crate::eval::weights::ClassicalWeights;
use crate::game::Playable as _;
use crate::game::catalogue::{BoardGame, BuiltIn};
use crate::game::rules::START;
use crate::game::single::Position;
use crate::tools::lab::data;

/// Positions of random games.
fn positions(variant: &BoardGame, mut visit: impl FnMut(&Position)) {
    let mut chance = SmallRng::seed_from_u64(3);
    for _ in 0..12 {
        let setup = START.parse().unwrap();
        let mut position = Position::from_setup(&setup, variant.rules, false).unwrap();
        for _ in 0..80 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            visit(&position);
            position.play(moves[chance.random_range(0..moves.len())], &mut Silent);
        }
    }
}

#[test]
fn every_number_has_a_serial_of_its_own() {
    for variant in BoardGame::all() {
        let weights = ClassicalWeights::under(&variant.rules);
        let numbers = flat(&serials(weights));
        let expected: Vec<f32> = (0..count(weights)).map(|serial| serial as f32).collect();
        assert_eq!(numbers, expected);
    }
}

#[test]
fn counts_times_weights_are_the_evaluation() {
    for variant in BoardGame::all() {
        let weights = ClassicalWeights::under(&variant.rules);
        let (numbers, serials) = (flat(weights), serials(weights));
        let mut eval = Classical::new(weights);
        let mut seen = 0;
        positions(&variant, |position| {
            eval.reset(position);
            let value = eval.evaluate(position);
            let for_white = if position.turn() == Color::White { value } else { -value };
            let counted = TracedPositions::of(position, &serials).at(0).value(&numbers);
            // Whole numbers are rounded three times on the way.
            let off = (counted - for_white as f32).abs();
            assert!(off <= 3.0, "{}: {counted} for {for_white}", position.to_setup());
            seen += 1;
        });
        assert!(seen > 100);
    }
}

#[test]
fn slopes_are_those_of_small_changes() {
    let variant = BoardGame::all().find(|variant| variant.name() == "crazyhouse").unwrap();
    let weights = ClassicalWeights::under(&variant.rules);
    let (numbers, serials) = (flat(weights), serials(weights));
    let (mut steep, mut corners) = (0, 0);
    positions(&variant, |position| {
        let positions = TracedPositions::of(position, &serials);
        let view = positions.at(0);
        let mut slopes = vec![0.0; numbers.len()];
        view.spread(&numbers, 1.0, &mut slopes);
        for serial in (0..numbers.len()).step_by(7) {
            let at = |change: f32| {
                let mut changed = numbers.clone();
                changed[serial] += change;
                view.value(&changed)
            };
            let slope = (at(0.5) - at(-0.5)) / 1.0;
            // Where danger begins the curve has a corner.
            let off = (slope - slopes[serial]).abs();
            let fits = off <= 0.02 + 0.02 * slope.abs();
            assert!(fits || slope == 0.0, "{serial}: {slope}");
            corners += u32::from(!fits);
            steep += u32::from(slope != 0.0);
        }
    });
    assert!(steep > 1_000 && corners * 20 < steep, "{corners} corners, {steep} slopes");
}

#[test]
fn fitting_lessens_the_loss_on_games_that_it_has_not_seen() {
    let folder = std::env::temp_dir().join(format!("kralle-tune-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("games");
    let recipe = data::DatagenRecipe {
        game: BuiltIn::Crazyhouse,
        both_boards: false,
        nodes: 60,
        seed: 7,
        network: 0,
    };
    let output = path.clone();
    let eval = EvalChoice::HandWritten;
    let order = data::DatagenOrder { recipe, eval, relabel: None, games: 200, threads: 2, output };
    data::generate(&order, &ProgressBar::hidden()).unwrap();
    let lessons = read(&[path], 200, &ProgressBar::hidden()).unwrap();
    std::fs::remove_dir_all(folder).unwrap();
    // Weights that are no good to begin with.
    let mut start = ClassicalWeights::under(&lessons.variant.rules).clone();
    start.hand = [[20; 3]; 6];
    start.board = [[20, 0]; 6];
    let recipe = FitRecipe { epochs: 20, batch: 1_024, rate: 4.0, result: 0.0, hold: 0.0 };
    let parts = [&lessons.training, &lessons.validation];
    let fitted = fit(parts, &start, &recipe, &ProgressBar::hidden());
    assert!(fitted.after < 0.97 * fitted.before, "{} {}", fitted.before, fitted.after);
    let [pawn, queen] = [0, 4].map(|role| fitted.weights.board[role][0]);
    assert!(queen > pawn);
    assert_eq!(fit(parts, &start, &recipe, &ProgressBar::hidden()), fitted);
}
