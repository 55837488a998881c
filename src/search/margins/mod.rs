//! Every margin of the searcher, declared once: name, value, range. Scores are centipawns,
//! depths plies, histories parts of 16 384, the most that they can be.
//!
//! [`Margins`] is a record of them. A search takes those of its game ([`Margins::of`]); a tuner
//! lets two records play each other. Built with the feature `tune` each margin is an option of UCI.

mod games;

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
    /// A bound in the table is a guess at the evaluation from this depth on; bounds of quiescence
    /// lie below 1.
    guess_depth = -1 in -1..=6;
    /// Does the table keep the evaluation of a node that ends by it? 1, or 0.
    keep_eval = 0 in 0..=1;
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
    /// Clock: at most so many milliseconds are never planned with, since a busy machine may keep a
    /// thread waiting for so long.
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
