//! Every margin of the searcher, declared once: name, value, and what it is measured in.
//! All scores are centipawns, depths plies, histories in units of [`super::history::LIMIT`].

/// Aspiration: half width of the first window.
pub const ASPIRATION: i32 = 30;
/// Reverse futility: deepest node, and margin a ply.
pub const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// See [`REVERSE_FUTILITY_DEPTH`].
pub const REVERSE_FUTILITY_MARGIN: i32 = 110;
/// Razoring: deepest node, and margins.
pub const RAZOR_DEPTH: i32 = 3;
/// See [`RAZOR_DEPTH`].
pub const RAZOR_BASE: i32 = 250;
/// See [`RAZOR_DEPTH`].
pub const RAZOR_MARGIN: i32 = 250;
/// Null move: least depth, base reduction, depth divisor, evaluation divisor.
pub const NULL_DEPTH: i32 = 3;
/// See [`NULL_DEPTH`].
pub const NULL_BASE: i32 = 3;
/// See [`NULL_DEPTH`].
pub const NULL_DEPTH_DIVISOR: i32 = 4;
/// See [`NULL_DEPTH`].
pub const NULL_EVAL_DIVISOR: i32 = 200;
/// ProbCut: least depth, margin above beta.
pub const PROBCUT_DEPTH: i32 = 5;
/// See [`PROBCUT_DEPTH`].
pub const PROBCUT_MARGIN: i32 = 220;
/// Late-move pruning: quiet moves tried at depth 0, and growth with the square of depth
/// (in halves when not improving).
pub const LATE_BASE: i32 = 10;
/// See [`LATE_BASE`].
pub const LATE_SLOPE: i32 = 3;
/// Futility of quiet moves: deepest node, base and margin a ply.
pub const FUTILITY_DEPTH: i32 = 7;
/// See [`FUTILITY_DEPTH`].
pub const FUTILITY_BASE: i32 = 130;
/// See [`FUTILITY_DEPTH`].
pub const FUTILITY_MARGIN: i32 = 110;
/// History pruning: deepest node, least history a ply.
pub const HISTORY_PRUNE_DEPTH: i32 = 5;
/// See [`HISTORY_PRUNE_DEPTH`].
pub const HISTORY_PRUNE: i32 = -3_000;
/// Exchange pruning: what a noisy move may lose a ply, a quiet one a ply.
pub const EXCHANGE_NOISY: i32 = -110;
/// See [`EXCHANGE_NOISY`].
pub const EXCHANGE_QUIET: i32 = -45;
/// Singular extension: least depth, margin a ply.
pub const SINGULAR_DEPTH: i32 = 7;
/// See [`SINGULAR_DEPTH`].
pub const SINGULAR_MARGIN: i32 = 2;
/// Late-move reduction: base and divisor of ln(depth) * ln(moves), in hundredths; history
/// that is worth one ply.
pub const REDUCTION_BASE: i32 = 60;
/// See [`REDUCTION_BASE`].
pub const REDUCTION_DIVISOR: i32 = 215;
/// See [`REDUCTION_BASE`].
pub const REDUCTION_HISTORY: i32 = 9_000;
/// Quiescence: a capture must bring the evaluation this near to alpha.
pub const QUIESCENCE_FUTILITY: i32 = 160;
/// Quiescence: evasions looked at once one of them is known not to lose by force.
pub const QUIESCENCE_EVASIONS: usize = 3;
/// A score beyond which a game is won, and only the mate is missing.
pub const WON: i32 = 1_300;
/// Prelude extension: least depth. What men are worth shows only once all are placed, so the
/// plies of a prelude cost no depth; but a first look takes them one by one.
pub const PRELUDE_DEPTH: i32 = 2;
/// Check extension: deepest node off the principal variation; above it there are too many
/// checks where every man in hand can give one.
pub const CHECK_DEPTH: i32 = 4;
