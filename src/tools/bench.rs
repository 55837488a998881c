//! The bench: fixed positions, searched to a fixed depth by one thread with a fresh
//! engine. The count of nodes is the engine's fingerprint, one number for each game.

use std::fmt::Write;

use crate::base::random::SplitMix;
use crate::base::time::Instant;
use crate::board::Silent;
use crate::eval::Eval;
use crate::eval::chosen::EvalChoice;
use crate::eval::net::error::NetError;
use crate::game::catalogue::{BuiltIn, Family};
use crate::game::multi::{self, Drieschaak, FourPlayerTeams, MultiGame, Vierschaak};
use crate::game::rules::{Rules, START};
use crate::game::single::Position;
use crate::game::{Playable, Searchable};
use crate::notation::Setup;
use crate::player::event::per_second;
use crate::search::{Engine, Limits, MemoryError, SearchControl};

/// Why a bench has no result.
#[derive(Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum BenchError {
    #[error("the bench was stopped before its end")]
    Stopped,
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Network(#[from] NetError),
    #[error("{fen}: {reason}")]
    Position { fen: &'static str, reason: Box<dyn std::error::Error + Send + Sync> },
}

/// The games whose nodes make the fingerprint, in this order.
pub const GAMES: [BuiltIn; 6] = [
    BuiltIn::Chess,
    BuiltIn::Crazyhouse,
    BuiltIn::Bughouse,
    BuiltIn::Superschaak,
    BuiltIn::Vierschaak,
    BuiltIn::Drieschaak,
];

/// The depth if none is asked for.
pub const DEPTH: u32 = 9;

/// Table of the bench, in MiB: part of the fingerprint.
const HASH: usize = 16;

/// Searches everything, games whose board the evaluation chosen fits with that one, and says how
/// many nodes each game took.
///
/// # Errors
/// If there is no memory, or the control stopped it.
pub fn run(
    depth: u32,
    choice: &EvalChoice,
    control: &SearchControl,
    say: &mut dyn FnMut(&str),
) -> Result<String, BenchError> {
    let start = Instant::now();
    let mut total = 0;
    for game in GAMES {
        let choice = if choice.fits(game) { choice } else { &EvalChoice::BuiltIn };
        let nodes = nodes(game, depth, choice, control)?;
        if control.stopped() {
            return Err(BenchError::Stopped);
        }
        let mut line = String::new();
        let _ = write!(line, "{:<12} {nodes:>12} nodes", game.name());
        say(&line);
        total += nodes;
    }
    Ok(format!("{total} nodes {} nps", per_second(total, start.elapsed())))
}

/// The bench as the command `bench` runs it: [`run`], to the usual depth if none is given.
///
/// # Errors
/// As [`run`].
pub fn command(
    depth: Option<u32>,
    choice: &EvalChoice,
    control: &SearchControl,
    say: &mut dyn FnMut(&str),
) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    Ok(run(depth.unwrap_or(DEPTH), choice, control, say)?)
}

/// Nodes that an engine takes for these positions.
pub fn count<G: Searchable, E: Eval<G>>(
    mut engine: Engine<G, E>,
    positions: impl IntoIterator<Item = G>,
    depth: u32,
    control: &SearchControl,
) -> u64 {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut search = |game: G| {
        engine.clear();
        engine.search(&game, &limits, control, &mut ()).nodes
    };
    positions.into_iter().map_while(|game| (!control.stopped()).then(|| search(game))).sum()
}

/// Nodes that a game's bench positions take.
///
/// # Errors
/// If there is no memory.
pub fn nodes(
    game: BuiltIn,
    depth: u32,
    choice: &EvalChoice,
    control: &SearchControl,
) -> Result<u64, BenchError> {
    match game.family() {
        Family::Single(rules) | Family::Pair(rules) => single(game, rules, depth, choice, control),
        Family::Four(_) => many::<Vierschaak>(depth, choice, control),
        Family::Three(_) => many::<Drieschaak>(depth, choice, control),
        Family::Teams(_) => many::<FourPlayerTeams>(depth, choice, control),
    }
}

/// The bench positions of a game on 8x8 boards; those of more players are made by play.
const fn fens(game: BuiltIn) -> &'static [&'static str] {
    match game {
        BuiltIn::Chess => CHESS,
        BuiltIn::Crazyhouse => CRAZYHOUSE,
        BuiltIn::Bughouse | BuiltIn::Doorgeefschaak | BuiltIn::Tandem | BuiltIn::Tandemordnung => {
            BUGHOUSE
        }
        BuiltIn::Superschaak => SUPERSCHAAK,
        BuiltIn::Vierschaak | BuiltIn::Drieschaak | BuiltIn::FourPlayerTeams => &[],
    }
}

fn single(
    game: BuiltIn,
    rules: Rules,
    depth: u32,
    choice: &EvalChoice,
    control: &SearchControl,
) -> Result<u64, BenchError> {
    let mut positions = Vec::new();
    for fen in fens(game) {
        let setup: Setup = fen.parse().map_err(|error| refused(fen, error))?;
        let read = Position::from_setup(&setup, rules, false);
        positions.push(read.map_err(|error| refused(fen, error))?);
    }
    let eval = choice.eval(game, &rules)?;
    let engine = Engine::new(eval, HASH, 1)?;
    Ok(count(engine, positions, depth, control))
}

fn refused(
    fen: &'static str,
    reason: impl std::error::Error + Send + Sync + 'static,
) -> BenchError {
    BenchError::Position { fen, reason: reason.into() }
}

/// The start, and positions some plies into a game of random moves.
fn many<K: MultiGame>(
    depth: u32,
    choice: &EvalChoice,
    control: &SearchControl,
) -> Result<u64, BenchError> {
    let start = multi::Position::<K>::start(multi::Rules::default());
    let mut positions = vec![start.clone()];
    for plies in [24, 60] {
        let mut game = start.clone();
        let mut source = SplitMix(plies);
        for _ in 0..plies {
            let word;
            (word, source) = source.next();
            let moves = game.legal_moves();
            // The same move whatever the size of an index.
            let index = word % moves.len().max(1) as u64;
            let Some(&mv) = moves.get(index as usize) else { break };
            game.play(mv, &mut Silent);
        }
        positions.push(game);
    }
    let positions = positions.into_iter().map(multi::Paranoid::new);
    let engine = Engine::new(choice.seats_eval()?, HASH, 1)?;
    // A lap of four is as long as two moves of chess.
    Ok(count(engine, positions, depth.saturating_sub(2).max(1), control))
}

const CHESS: &[&str] = &[
    START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 2 6",
    "8/5pk1/4p1p1/3pP2p/1p1P1P1P/1P1K2P1/8/8 w - - 0 40",
];

const CRAZYHOUSE: &[&str] = &[
    START,
    "r1bq1rk1/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQ1RK1[] w - - 6 6",
    "r1b2rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R1B2RK1[QBPPqbpp] w - - 0 1",
    "r2q1rk1/ppp2pp1/2np1n1p/2b1p3/2B1P1b1/2NP1N2/PPP2PPP/R1BQ1RK1[Pn] w - - 0 8",
    "2kr3r/ppp2ppp/2n1b3/4q3/4P3/2P2N2/P1P1BPPP/R2Q1RK1[NBPnbp] b - - 0 14",
    "r4rk1/1pp1qppp/p1np4/4p1B1/2B1P1n1/2PP1N1P/PP3PP1/R2Q1RK1[BPpn] b - - 0 12",
];

const BUGHOUSE: &[&str] = &[
    START,
    "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R[NPbp] w KQkq - 0 6",
    "r2qk2r/ppp2p1p/2np1np1/4p3/2B1P1b1/2NP1N2/PPP2PPP/R1BQ1RK1[QRnpp] b kq - 0 8",
];

const SUPERSCHAAK: &[&str] = &[
    "rvbakbme/pppppppp/8/8/8/8/PPPPPPPP/RVBAKBME[QRNNqrnn] b Qq - 0 1 prelude=EAMV",
    "rmbakb1e/ppMp1ppp/7v/2p1p3/2P5/5V2/PP1PPPPP/R1BAKB1E[QRNNqrnn] b Qq - 1 5",
    "4k3/1P1P3P/2m1M3/8/3M2m1/8/p2p2p1/4K3[QEMam] w - - 0 1",
];
