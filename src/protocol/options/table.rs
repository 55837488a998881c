//! Every option as one slice of data, and that slice for people: the table in the manual and
//! the lines of `help`. To add an option, add a field to [`Settings`](super::Settings) and an
//! entry here.

use std::fmt::Write;
use std::time::Duration;

use super::spec::{Kind, OptionEffect, Spec};
use crate::search::strength::{FULL, LEAST_RATING, MOST_RATING};

/// Every option, in the order in which `uci` names them.
pub const OPTIONS: &[Spec] = &[
    Spec {
        name: "Hash",
        kind: Kind::Spin {
            default: 16,
            least: 1,
            most: 262_144,
            set: |settings, value| settings.hash_mib = value as usize,
        },
        help: "size of the table of positions, in MiB",
        effect: OptionEffect::Configure,
    },
    Spec {
        name: "Clear Hash",
        kind: Kind::Button,
        help: "empties the table",
        effect: OptionEffect::Forget,
    },
    Spec {
        name: "Threads",
        kind: Kind::Spin {
            default: 1,
            least: 1,
            most: 256,
            set: |settings, value| settings.threads = value as usize,
        },
        help: "threads that search",
        effect: OptionEffect::Configure,
    },
    Spec {
        name: "MultiPV",
        kind: Kind::Spin {
            default: 1,
            least: 1,
            most: 500,
            set: |settings, value| settings.lines = value as usize,
        },
        help: "how many of the best lines are reported",
        effect: OptionEffect::Stored,
    },
    Spec {
        name: "Skill Level",
        kind: Kind::Spin {
            default: FULL as i64,
            least: 0,
            most: FULL as i64,
            set: |settings, value| settings.level = value,
        },
        help: "how strong to play: 0 is a beginner, 20 all it can",
        effect: OptionEffect::Stored,
    },
    Spec {
        name: "UCI_LimitStrength",
        kind: Kind::Check {
            default: false,
            set: |settings, value| settings.limit_strength = value,
        },
        help: "play at the strength of UCI_Elo instead of Skill Level",
        effect: OptionEffect::Stored,
    },
    Spec {
        name: "UCI_Elo",
        kind: Kind::Spin {
            default: MOST_RATING as i64,
            least: LEAST_RATING as i64,
            most: MOST_RATING as i64,
            set: |settings, value| settings.rating = value,
        },
        help: "the rating to play at, in chess on the scale of Stockfish's option of that name",
        effect: OptionEffect::Stored,
    },
    Spec {
        name: "Mistakes",
        kind: Kind::Spin {
            default: 0,
            least: 0,
            most: 1_000_000_000,
            set: |settings, value| settings.mistakes = value.unsigned_abs(),
        },
        help: "chooses the mistakes of a weak player; 0 makes others each time",
        effect: OptionEffect::Stored,
    },
    Spec {
        name: "Ponder",
        kind: Kind::Remark { default: false },
        help: "tells that the program may send `go ponder`; changes nothing here",
        effect: OptionEffect::Stored,
    },
    Spec {
        name: "Move Overhead",
        kind: Kind::Spin {
            default: 10,
            least: 0,
            most: 5_000,
            set: |settings, value| {
                settings.overhead = Duration::from_millis(value.unsigned_abs());
            },
        },
        help: "milliseconds that a move loses on its way, kept back from the clock, with a \
               reserve of eight times as much and at most 80 ms",
        effect: OptionEffect::Stored,
    },
    Spec {
        name: "nodestime",
        kind: Kind::Spin {
            default: 0,
            least: 0,
            most: 1_000_000,
            set: |settings, value| settings.node_time = value.unsigned_abs(),
        },
        help: "nodes that count as a millisecond, so that a game can be played again; \
               0 is real time",
        effect: OptionEffect::Stored,
    },
    Spec {
        name: "UCI_Variant",
        kind: Kind::Variant,
        help: "the game; a new one begins at its starting position",
        effect: OptionEffect::NewDesk,
    },
    Spec {
        name: "RulesFile",
        kind: Kind::Rules,
        help: "a file of house rules (TOML); its games can then be named as UCI_Variant",
        effect: OptionEffect::Stored,
    },
    Spec {
        name: "EvalFile",
        kind: Kind::Network,
        help: "a network; `<built-in>` is the one that the program has for the game, `<none>` the \
               hand-written evaluation",
        effect: OptionEffect::Configure,
    },
    Spec {
        name: "Use NNUE",
        kind: Kind::Check { default: true, set: |settings, value| settings.use_networks = value },
        help: "false: the hand-written evaluation, whatever EvalFile says",
        effect: OptionEffect::Configure,
    },
    Spec {
        name: "Seat",
        kind: Kind::Combo {
            default: "auto",
            choices: || vec!["auto", "1w", "1b", "2w", "2b"],
            set: |settings, value| settings.seat = value,
        },
        help: "for whom to play on two boards: board and colour; auto is the seat on move",
        effect: OptionEffect::Configure,
    },
    Spec {
        name: "Resign",
        kind: Kind::Spin {
            default: 0,
            least: 0,
            most: 20_000,
            set: |settings, value| settings.resign = value as i32,
        },
        help: "in XBoard's language: gives up when so many centipawns behind for four moves; \
               0 never",
        effect: OptionEffect::Stored,
    },
    Spec {
        name: "Prices",
        kind: Kind::Check { default: true, set: |settings, value| settings.prices = value },
        help: "two boards: count what captured pieces do on the other board",
        effect: OptionEffect::Configure,
    },
    Spec {
        name: "UCI_Chess960",
        kind: Kind::Check { default: false, set: |settings, value| settings.chess960 = value },
        help: "king and rooks may begin anywhere; castling is written king takes rook",
        effect: OptionEffect::Configure,
    },
    Spec {
        name: "UCI_AnalyseMode",
        kind: Kind::Remark { default: false },
        help: "tells that nobody plays; changes nothing here, every search is honest",
        effect: OptionEffect::Stored,
    },
    Spec {
        name: "UCI_ShowWDL",
        kind: Kind::Check { default: false, set: |settings, value| settings.show_wdl = value },
        help: "adds win, draw and loss in thousandths to the score",
        effect: OptionEffect::Stored,
    },
    Spec {
        name: "Art33",
        kind: Kind::Combo {
            default: "forbid",
            choices: || vec!["forbid", "ignore"],
            set: |settings, value| settings.art33 = value == "forbid",
        },
        help: "drieschaak: may two players not mate the third together?",
        effect: OptionEffect::NewDesk,
    },
];

/// The table of options as the manual has it, in Markdown.
pub fn manual_table() -> String {
    let mut table = String::from("| option | default | values | what for |\n|---|---|---|---|\n");
    for spec in OPTIONS {
        let (default, values) = spec.range();
        let _ = writeln!(table, "| `{}` | {default} | {values} | {} |", spec.name, spec.help);
    }
    table
}

/// The options as `help` shows them.
pub fn help_lines() -> String {
    let mut text = String::new();
    for spec in OPTIONS {
        let (default, values) = spec.range();
        let _ = writeln!(text, "  {:<16} {} ({values}; {default})", spec.name, spec.help);
    }
    text
}
