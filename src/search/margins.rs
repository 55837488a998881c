//! Every margin of the searcher, declared once: name, value, range. Scores are centipawns,
//! depths plies, histories parts of 16 384, the most that they can be.
//!
//! [`Margins`] is a record of them. A search takes those of its game ([`Margins::of`]); a tuner
//! lets two records play each other. Built with the feature `tune` each margin is an option of UCI.

use crate::game::{Breadth, Searchable};

macro_rules! margins {
    ($(
        $(#[doc = $text:literal])+
        $name:ident = $value:literal in $least:literal..=$most:literal;
    )+) => {
        /// A value for each margin.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Margins {
            $($(#[doc = $text])+ pub $name: i32,)+
        }

        /// How many there are.
        pub const COUNT: usize = MARGINS.len();

        /// All margins as data, in the order of their declaration.
        pub const MARGINS: &[Margin] = &[
            $(Margin { name: stringify!($name), least: $least, most: $most },)+
        ];

        impl Margins {
            /// What games have that have no margins of their own.
            pub const COMMON: Self = Self { $($name: $value,)+ };

            /// The values, in the order of [`MARGINS`].
            pub const fn values(&self) -> [i32; COUNT] {
                [$(self.$name,)+]
            }

            /// The other way round.
            pub const fn from_values(values: [i32; COUNT]) -> Self {
                let [$($name,)+] = values;
                Self { $($name,)+ }
            }
        }
    };
}

margins! {
    /// Aspiration: half width of the first window.
    aspiration = 30 in 8..=100;
    /// Aspiration: least depth.
    aspiration_depth = 4 in 2..=8;
    /// Aspiration: score that widens the first window by one centipawn.
    aspiration_score_divisor = 40 in 10..=200;
    /// Aspiration: beyond this half width the window is opened in full.
    aspiration_most = 800 in 200..=3_000;
    /// Aspiration: plies that the root is searched shallower after its score was above the window.
    aspiration_fail_high = 1 in 0..=3;
    /// Reverse futility: deepest node.
    reverse_futility_depth = 8 in 4..=14;
    /// Reverse futility: margin a ply.
    reverse_futility_margin = 110 in 40..=250;
    /// Reverse futility: what is taken off the margin where the rival's evaluation has fallen.
    reverse_futility_worsening = 30 in 0..=150;
    /// Razoring: deepest node.
    razor_depth = 3 in 1..=8;
    /// Razoring: margin at depth 0.
    razor_base = 250 in 50..=600;
    /// Razoring: margin a ply.
    razor_margin = 250 in 50..=600;
    /// Null move: least depth.
    null_depth = 3 in 1..=6;
    /// Null move: how far above beta the static evaluation must be.
    null_margin = -100 in -600..=600;
    /// Null move: plies taken off at depth 0.
    null_base = 3 in 1..=6;
    /// Null move: depth that takes off one more ply.
    null_depth_divisor = 4 in 2..=8;
    /// Null move: evaluation above beta that takes off one more ply.
    null_eval_divisor = 200 in 60..=500;
    /// Null move: plies taken off at most for the evaluation.
    null_eval_most = 3 in 1..=6;
    /// ProbCut: least depth.
    probcut_depth = 5 in 3..=9;
    /// ProbCut: margin above beta.
    probcut_margin = 220 in 80..=500;
    /// ProbCut: plies taken off.
    probcut_reduction = 4 in 2..=6;
    /// Near a draw by count, in plies to it: there equal positions are not worth the same, and
    /// the table's scores are not believed.
    count_draw_near = 15 in 2..=50;
    /// Internal iterative reduction: least depth.
    iterative_depth = 4 in 2..=10;
    /// Late-move pruning: quiet moves at depth 0 (half when not improving).
    late_base = 10 in 1..=30;
    /// Late-move pruning: growth with the square of depth (half when not improving).
    late_slope = 3 in 1..=10;
    /// Futility of captures: deepest node.
    capture_futility_depth = 6 in 0..=12;
    /// Futility of captures: margin at depth 0.
    capture_futility_base = 200 in 30..=600;
    /// Futility of captures: margin a ply.
    capture_futility_margin = 150 in 30..=400;
    /// Futility of quiet moves: deepest node.
    futility_depth = 7 in 3..=14;
    /// Futility of quiet moves: margin at depth 0.
    futility_base = 130 in 30..=400;
    /// Futility of quiet moves: margin a ply.
    futility_margin = 110 in 30..=300;
    /// History pruning: deepest node.
    history_prune_depth = 5 in 1..=10;
    /// History pruning: least history a ply.
    history_prune = -3_000 in -9_000..=-500;
    /// Exchange pruning: deepest node.
    exchange_depth = 9 in 4..=14;
    /// Exchange pruning: what a noisy move may lose a ply.
    exchange_noisy = -110 in -300..=-30;
    /// Exchange pruning: what a quiet move may lose, times the square of depth.
    exchange_quiet = -45 in -150..=-10;
    /// Singular extension: least depth.
    singular_depth = 7 in 4..=12;
    /// Singular extension: how many plies shallower the table's entry may be.
    singular_entry = 3 in 1..=6;
    /// Singular extension: margin a ply, in sixteenths of a centipawn.
    singular_margin = 32 in 4..=128;
    /// Singular extension: plies taken off a move that is not singular though it refutes.
    singular_negative = 1 in 0..=3;
    /// Singular extension: how much worse the others must be for two plies.
    singular_double = 30 in 5..=120;
    /// Singular extension: plies taken off a move that is not singular where some move should
    /// refute.
    singular_cut = 0 in 0..=3;
    /// After a move that raised alpha: deepest node at which the others are searched shallower.
    alpha_raise_depth = 12 in 2..=20;
    /// After a move that raised alpha: by how many plies.
    alpha_raise = 0 in 0..=2;
    /// Extensions: none beyond so many times the depth of the iteration.
    extension_most = 2 in 1..=4;
    /// Late-move reduction: least depth.
    reduction_depth = 3 in 2..=6;
    /// Late-move reduction: moves at the root that are not reduced.
    reduction_root = 3 in 1..=8;
    /// Late-move reduction of the first move at depth 1, in hundredths of a ply.
    reduction_base = 60 in 0..=200;
    /// Late-move reduction: divisor of ln(depth) * ln(moves), in hundredths.
    reduction_divisor = 215 in 120..=400;
    /// Late-move reduction, in 1024ths of a ply: more at a node where some move should refute.
    reduction_cut_node = 2_048 in 0..=4_096;
    /// The same where the evaluation does not improve.
    reduction_worse = 1_024 in 0..=3_072;
    /// The same where the table's move is a capture.
    reduction_tt_noisy = 768 in 0..=3_072;
    /// The same where many moves of the node before were refuted.
    reduction_refuted = 768 in 0..=3_072;
    /// Less for each centipawn by which the evaluation is corrected.
    reduction_corrected = 0 in 0..=32;
    /// So many moves are many.
    reduction_refuted_many = 3 in 1..=8;
    /// Less on the principal variation.
    reduction_pv = 1_024 in 0..=3_072;
    /// Less where the position was once on it.
    reduction_was_pv = 1_024 in 0..=3_072;
    /// Less for a move that checks.
    reduction_check = 1_024 in 0..=3_072;
    /// A reduced move so far above the best is searched a ply deeper than it would be.
    research_deeper = 60 in 10..=1_000;
    /// One no further above the best than this is searched a ply shallower.
    research_shallower = 8 in -1..=60;
    /// Late-move reduction that is taken back by a ply where the rival does not worsen.
    hindsight_reduction = 3 in 1..=8;
    /// Sum of both evaluations that takes a ply off a node that was reduced.
    hindsight_sum = 200 in 50..=1_000;
    /// Late-move reduction: history that is worth one ply.
    reduction_history = 9_000 in 3_000..=20_000;
    /// Quiescence: a capture must bring the evaluation this near to alpha.
    quiescence_futility = 160 in 30..=500;
    /// Quiescence: so many plies on, a king in check is believed to get out of it.
    quiescence_chain = 12 in 4..=40;
    /// Quiescence: evasions looked at once one of them is known not to lose by force.
    quiescence_evasions = 3 in 1..=12;
    /// Quiescence: nodes after which a position is worth what the evaluation says. With full
    /// hands checks and pieces dropped between fill a hundred thousand.
    quiescence_nodes = 600 in 50..=1_000_000;
    /// A score beyond which a game is won, and only the mate is missing.
    won = 2_500 in 500..=6_000;
    /// Prelude extension: least depth. What pieces are worth shows only once all are placed, so
    /// the plies of a prelude cost no depth; but a first look takes them one by one.
    prelude_depth = 2 in 1..=9;
    /// Check extension: deepest node off the principal variation; above it there are too
    /// many checks where every piece in hand can give one.
    check_depth = 4 in 0..=16;
    /// Beside an unknown board: what it is worth that a pawn, if it came, would mate at once, in
    /// centipawns. Pawns come soon, queens seldom.
    mate_to_come_pawn = 700 in 100..=1_200;
    /// The same for a knight.
    mate_to_come_knight = 500 in 100..=1_200;
    /// The same for a bishop.
    mate_to_come_bishop = 500 in 100..=1_200;
    /// The same for a rook.
    mate_to_come_rook = 300 in 100..=1_200;
    /// The same for a queen.
    mate_to_come_queen = 300 in 100..=1_200;
    /// What it is worth to have no move until the partner sends a piece, in centipawns: it costs
    /// the clock and the initiative, not the game.
    waiting = -300 in -1_000..=0;
    /// Histories: what a refutation earns a ply of depth.
    history_bonus_slope = 170 in 50..=400;
    /// Histories: taken off that.
    history_bonus_offset = 60 in 0..=300;
    /// Histories: the most that a refutation earns.
    history_bonus_most = 1_800 in 500..=4_000;
    /// Histories: hundredths of a bonus that moves lose that came before the one that refuted.
    history_malus = 100 in 30..=250;
    /// Histories: hundredths of a bonus that a rival's move earns by which all moves failed.
    history_prior = 60 in 0..=200;
    /// Histories: what a quiet move earns for each centipawn that the evaluation rose by it.
    history_eval = 6 in 0..=20;
    /// Histories: the most that it earns so.
    history_eval_most = 1_000 in 100..=3_000;
    /// Histories: a TT move that cuts without search earns so many hundredths of a bonus.
    history_tt_cut = 50 in 0..=200;
    /// Move ordering: hundredths of the history after the move four plies before.
    history_four = 50 in 0..=150;
    /// Corrections of the evaluation: no table corrects by more centipawns.
    correction_limit = 32 in 8..=128;
    /// Corrections of the evaluation: a step is at most this part of the limit.
    correction_step = 4 in 1..=16;
    /// Corrections of the evaluation: depth that learns what is missed in one step.
    correction_divisor = 3 in 1..=12;
    /// Move ordering: history that a knight's move to a square loses which a pawn attacks.
    danger = 4_000 in 0..=16_000;
    /// Move ordering: a capture's rank for each centipawn that it wins.
    capture_gain = 16 in 4..=32;
    /// Move ordering: history that is worth one rank to a capture.
    capture_history = 8 in 2..=64;
    /// Clock: moves that a game is still expected to take.
    clock_moves_left = 24 in 10..=60;
    /// Clock: hundredths of those moves that are planned with where no increment makes up for
    /// what a move loses on its way.
    clock_last_moves = 200 in 100..=400;
    /// Clock: hundredths of the time left that the reserve is there at most.
    clock_last_reserve = 75 in 0..=90;
    /// Clock: hundredths of the increment that are spent at once.
    clock_increment = 60 in 0..=100;
    /// Clock: hundredths of the time left that one move takes at most.
    clock_most = 30 in 5..=80;
    /// Clock: the same for the last move before time is added.
    clock_last_move = 90 in 50..=100;
    /// Clock: milliseconds that are never planned with, since a busy machine may keep a thread
    /// waiting for so long.
    clock_reserve = 80 in 0..=500;
    /// Clock: that reserve is at most so many hundredths of the time left.
    clock_reserve_share = 30 in 0..=60;
    /// Clock: hundredths of the plan that a difficult move may take.
    clock_stretch = 400 in 100..=1_000;
    /// Clock: from this iteration on, an only move is played at once.
    clock_forced_depth = 4 in 1..=12;
    /// Need of time: hundredths for a best move that has just changed.
    need_unstable = 135 in 110..=250;
    /// Need of time: hundredths less for each iteration that the best move has stood.
    need_stable = 8 in 0..=10;
    /// Need of time: iterations that count for that.
    need_stable_most = 8 in 1..=10;
    /// Need of time: hundredths for a best move that took no nodes.
    need_effort = 160 in 110..=250;
    /// Need of time: hundredths less for a best move that took all nodes.
    need_effort_share = 100 in 0..=105;
    /// Need of time: a fall of the score by so many centipawns doubles it.
    need_fall = 250 in 50..=1_000;
    /// Need of time: no greater fall counts.
    need_fall_most = 150 in 0..=500;
}

/// A margin as data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margin {
    /// Its name, also that of the option.
    pub name: &'static str,
    /// The smallest value that makes sense.
    pub least: i32,
    /// The largest that makes sense.
    pub most: i32,
}

impl Margins {
    /// Games with drops, tuned by crazyhouse.
    const DROPS: Self = Self {
        aspiration: 32,
        aspiration_score_divisor: 35,
        aspiration_most: 900,
        reverse_futility_margin: 105,
        reverse_futility_worsening: 25,
        razor_base: 257,
        razor_margin: 247,
        null_margin: -128,
        null_eval_divisor: 208,
        null_eval_most: 4,
        probcut_margin: 258,
        capture_futility_depth: 7,
        capture_futility_base: 236,
        capture_futility_margin: 174,
        futility_base: 131,
        futility_margin: 100,
        history_prune: -4_305,
        exchange_noisy: -113,
        exchange_quiet: -39,
        singular_margin: 38,
        singular_double: 29,
        reduction_base: 61,
        reduction_divisor: 188,
        reduction_cut_node: 2_085,
        reduction_worse: 1_028,
        reduction_tt_noisy: 908,
        reduction_refuted: 650,
        reduction_corrected: 6,
        reduction_pv: 891,
        reduction_was_pv: 822,
        reduction_check: 1_201,
        research_deeper: 62,
        research_shallower: 10,
        hindsight_sum: 196,
        reduction_history: 8_300,
        quiescence_futility: 128,
        check_depth: 5,
        history_bonus_slope: 187,
        history_bonus_offset: 59,
        history_bonus_most: 1_876,
        history_malus: 104,
        history_prior: 79,
        history_eval: 5,
        history_eval_most: 883,
        history_tt_cut: 55,
        history_four: 41,
        correction_limit: 29,
        capture_gain: 18,
        capture_history: 3,
        ..Self::COMMON
    };

    /// Chess, which has fewer moves: begun with those of crazyhouse, then tuned by its own games.
    const CHESS: Self = Self {
        aspiration: 28,
        aspiration_score_divisor: 46,
        aspiration_most: 946,
        reverse_futility_margin: 91,
        reverse_futility_worsening: 21,
        razor_base: 270,
        razor_margin: 250,
        null_margin: -166,
        null_eval_divisor: 221,
        probcut_margin: 250,
        late_base: 5,
        late_slope: 2,
        capture_futility_depth: 8,
        capture_futility_base: 246,
        capture_futility_margin: 171,
        futility_base: 166,
        futility_margin: 109,
        history_prune: -3_800,
        exchange_noisy: -125,
        exchange_quiet: -35,
        singular_margin: 40,
        singular_double: 28,
        singular_cut: 1,
        alpha_raise: 1,
        reduction_divisor: 193,
        reduction_cut_node: 2_225,
        reduction_worse: 1_089,
        reduction_tt_noisy: 932,
        reduction_refuted: 572,
        reduction_pv: 900,
        reduction_was_pv: 903,
        reduction_check: 1_190,
        research_deeper: 41,
        research_shallower: 7,
        hindsight_sum: 189,
        reduction_history: 8_290,
        quiescence_futility: 118,
        check_depth: 6,
        history_bonus_slope: 221,
        history_bonus_offset: 62,
        history_bonus_most: 2_012,
        history_malus: 107,
        history_prior: 80,
        history_eval: 4,
        history_eval_most: 822,
        history_tt_cut: 59,
        history_four: 34,
        correction_limit: 33,
        danger: 4_449,
        capture_gain: 17,
        capture_history: 2,
        ..Self::DROPS
    };

    /// One board of two beside one of which nothing is known: begun with those of crazyhouse, then
    /// tuned by one board of bughouse.
    const ARRIVALS: Self = Self {
        aspiration: 31,
        aspiration_score_divisor: 26,
        aspiration_most: 1_147,
        reverse_futility_margin: 96,
        reverse_futility_worsening: 37,
        razor_base: 280,
        razor_margin: 264,
        null_margin: -88,
        null_eval_divisor: 210,
        probcut_margin: 264,
        capture_futility_depth: 6,
        capture_futility_base: 187,
        capture_futility_margin: 181,
        futility_base: 145,
        futility_margin: 114,
        history_prune: -3_885,
        exchange_noisy: -135,
        exchange_quiet: -48,
        singular_margin: 33,
        singular_double: 27,
        reduction_base: 67,
        reduction_divisor: 186,
        reduction_cut_node: 2_200,
        reduction_worse: 1_204,
        reduction_tt_noisy: 1_024,
        reduction_refuted: 484,
        reduction_corrected: 7,
        reduction_pv: 1_084,
        reduction_was_pv: 805,
        reduction_check: 1_193,
        research_deeper: 30,
        research_shallower: 11,
        hindsight_sum: 200,
        reduction_history: 8_514,
        quiescence_futility: 157,
        quiescence_evasions: 2,
        mate_to_come_pawn: 637,
        mate_to_come_knight: 451,
        mate_to_come_bishop: 451,
        mate_to_come_rook: 313,
        mate_to_come_queen: 142,
        history_bonus_slope: 207,
        history_bonus_most: 1_694,
        history_malus: 106,
        history_prior: 69,
        history_eval: 7,
        history_eval_most: 793,
        history_tt_cut: 45,
        history_four: 32,
        correction_limit: 34,
        correction_step: 2,
        danger: 4_756,
        capture_history: 4,
        ..Self::DROPS
    };

    /// Vierschaak, tuned by its own games.
    const VIERSCHAAK: Self = Self {
        aspiration: 40,
        aspiration_depth: 3,
        aspiration_score_divisor: 46,
        aspiration_most: 901,
        reverse_futility_depth: 7,
        reverse_futility_margin: 117,
        reverse_futility_worsening: 23,
        razor_base: 238,
        razor_margin: 253,
        null_margin: -71,
        null_eval_divisor: 240,
        null_eval_most: 2,
        probcut_margin: 209,
        iterative_depth: 5,
        late_base: 5,
        late_slope: 2,
        capture_futility_depth: 7,
        capture_futility_base: 233,
        capture_futility_margin: 138,
        futility_depth: 6,
        futility_base: 37,
        futility_margin: 161,
        history_prune_depth: 4,
        history_prune: -2_748,
        exchange_depth: 10,
        exchange_noisy: -173,
        exchange_quiet: -43,
        singular_margin: 30,
        singular_double: 27,
        reduction_root: 4,
        reduction_base: 56,
        reduction_divisor: 205,
        reduction_cut_node: 1_871,
        reduction_worse: 1_185,
        reduction_tt_noisy: 834,
        reduction_refuted: 856,
        reduction_corrected: 2,
        reduction_pv: 1_183,
        reduction_was_pv: 673,
        reduction_check: 1_305,
        research_deeper: 164,
        research_shallower: 5,
        hindsight_reduction: 4,
        hindsight_sum: 129,
        reduction_history: 7_083,
        quiescence_futility: 178,
        check_depth: 3,
        history_bonus_slope: 157,
        history_bonus_offset: 37,
        history_bonus_most: 1_869,
        history_malus: 109,
        history_prior: 59,
        history_eval: 7,
        history_eval_most: 1_090,
        history_tt_cut: 32,
        history_four: 44,
        correction_limit: 53,
        capture_gain: 15,
        capture_history: 7,
        ..Self::COMMON
    };

    /// Four-player teams, tuned by its own games.
    const FOUR_PLAYER_TEAMS: Self = Self {
        aspiration: 32,
        aspiration_score_divisor: 33,
        aspiration_most: 921,
        reverse_futility_depth: 9,
        reverse_futility_margin: 103,
        reverse_futility_worsening: 25,
        razor_depth: 4,
        razor_base: 265,
        razor_margin: 262,
        null_margin: 18,
        null_eval_divisor: 219,
        probcut_margin: 255,
        late_base: 11,
        late_slope: 1,
        capture_futility_depth: 5,
        capture_futility_base: 253,
        capture_futility_margin: 149,
        futility_depth: 6,
        futility_base: 117,
        futility_margin: 123,
        history_prune: -1_987,
        exchange_depth: 8,
        exchange_noisy: -168,
        exchange_quiet: -31,
        singular_margin: 30,
        singular_double: 38,
        reduction_base: 39,
        reduction_divisor: 230,
        reduction_cut_node: 1_201,
        reduction_worse: 1_184,
        reduction_tt_noisy: 993,
        reduction_refuted: 789,
        reduction_pv: 907,
        reduction_was_pv: 1_029,
        reduction_check: 1_074,
        research_deeper: 122,
        research_shallower: 5,
        hindsight_reduction: 2,
        hindsight_sum: 252,
        reduction_history: 10_108,
        quiescence_futility: 161,
        check_depth: 3,
        history_bonus_slope: 220,
        history_bonus_offset: 42,
        history_bonus_most: 1_721,
        history_malus: 138,
        history_prior: 69,
        history_eval_most: 1_369,
        history_tt_cut: 89,
        history_four: 40,
        correction_limit: 37,
        correction_step: 6,
        correction_divisor: 2,
        capture_gain: 14,
        capture_history: 12,
        ..Self::COMMON
    };

    /// Those of a game.
    pub fn of<G: Searchable>(game: &G) -> Self {
        let margins = match game.breadth() {
            Breadth::Chess => Self::CHESS,
            Breadth::Drops => Self::DROPS,
            Breadth::Arrivals => Self::ARRIVALS,
            Breadth::Vierschaak => Self::VIERSCHAAK,
            Breadth::FourPlayerTeams => Self::FOUR_PLAYER_TEAMS,
            Breadth::Superpieces | Breadth::Drieschaak => Self::COMMON,
        };
        #[cfg(feature = "tune")]
        let margins = options::put_on(margins);
        margins
    }
}

/// Margins that were set as options, for the whole process.
#[cfg(feature = "tune")]
pub mod options {
    use std::sync::atomic::{AtomicI32, Ordering};

    use super::{COUNT, Margins};

    /// In the order of [`super::MARGINS`]; `UNSET` leaves what the game has.
    static SET: [AtomicI32; COUNT] = [const { AtomicI32::new(UNSET) }; COUNT];
    const UNSET: i32 = i32::MIN;

    /// Searches that begin from now on have this value of a margin.
    pub fn set(index: usize, value: i32) {
        SET[index].store(value, Ordering::Relaxed);
    }

    pub(super) fn put_on(margins: Margins) -> Margins {
        let mut values = margins.values();
        for (value, set) in values.iter_mut().zip(&SET) {
            let set = set.load(Ordering::Relaxed);
            if set != UNSET {
                *value = set;
            }
        }
        Margins::from_values(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_margin_lies_in_its_range() {
        for margins in [
            Margins::COMMON,
            Margins::CHESS,
            Margins::DROPS,
            Margins::ARRIVALS,
            Margins::VIERSCHAAK,
            Margins::FOUR_PLAYER_TEAMS,
        ] {
            for (margin, value) in MARGINS.iter().zip(margins.values()) {
                assert!((margin.least..=margin.most).contains(&value), "{}", margin.name);
            }
            assert_eq!(Margins::from_values(margins.values()), margins);
        }
    }
}
