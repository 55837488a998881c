//! MaxN (Luckhardt and Irani 1986) against the paranoid search of the engine, in drieschaak and at
//! equal nodes: each player is taken to want the greatest share of the game for itself. An
//! experiment, which docs/log/drieschaak.md tells of:
//!
//!     KRALLE_GAMES=60 KRALLE_NODES=1500 cargo test --release --test maxn -- --ignored --nocapture
//!
//! `KRALLE_MAXN_NODES` gives MaxN another number of nodes. What the network makes of all three
//! shares costs MaxN one node, as it costs the engine one to ask for a single share.

mod common;

use std::cmp::Ordering;
use std::collections::HashMap;

use kralle::base::Score;
use kralle::board::multi::{MultiSeat, SQUARES, squares};
use kralle::board::{Move, MoveList};
use kralle::eval::Eval;
use kralle::eval::chosen::{EvalChoice, SeatsEval};
use kralle::eval::corrected::CorrectedEval;
use kralle::game::multi::{Drieschaak, MultiEnd, Paranoid, Position, Rules, even_share};
use kralle::game::{Class, Playable, Searchable};
use kralle::search::{Engine, Limits, SearchControl};

const SEATS: usize = 3;
/// Of each player, from 0 to 1; of all together, 1.
type Shares = [f32; SEATS];

/// An end is worth this much less than it is for each ply that it lies ahead.
const PLY: f32 = 1e-4;
/// No evaluation is as sure as an end.
const DOUBT: f32 = 0.01;
/// In the order of moves, what captures that do not lose the exchange have before quiet moves.
const WINNING: i32 = 1 << 29;
/// Plies of quiescence in which a check is answered.
const EVASIONS: i32 = 3;

/// The game as one player looks at it.
struct Eye {
    game: Paranoid<Drieschaak>,
    eval: SeatsEval<Drieschaak>,
}

impl Eye {
    fn new(seat: MultiSeat, position: &Position<Drieschaak>) -> Self {
        let game = Paranoid::seen_by(seat, position.clone());
        let mut eval = EvalChoice::BuiltIn.seats_eval().expect("the network");
        eval.reset(&game);
        Self { game, eval }
    }

    fn play(&mut self, mv: Move) {
        self.eval.push();
        self.game.play(mv, &mut self.eval);
    }

    fn undo(&mut self) {
        self.game.undo();
        self.eval.pop();
    }

    /// What the network foretells that the player has of the game.
    fn share(&mut self) -> f32 {
        let value = self.eval.evaluate(&self.game);
        let is_mover = self.game.seat() == self.game.root().index();
        CorrectedEval::<Drieschaak>::share(Score::cp(if is_mover { value } else { -value }))
    }
}

/// The search is out of nodes.
struct Stopped;

/// A searcher that takes each player to look for its own share.
struct MaxN {
    /// One of each player, by seat; all see the same position.
    eyes: Vec<Eye>,
    /// The best move known of a position.
    table: HashMap<u64, Move>,
    /// How well quiet moves have done, by seat and squares.
    history: Vec<i32>,
    nodes: u64,
    most: u64,
}

impl MaxN {
    fn new() -> Self {
        let history = vec![0; SEATS * SQUARES * SQUARES];
        Self { eyes: Vec::new(), table: HashMap::new(), history, nodes: 0, most: 0 }
    }

    /// The best move within so many nodes: of the last iteration, even if it is not complete,
    /// since it begins with the move that was best before.
    fn choose(&mut self, position: &Position<Drieschaak>, nodes: u64) -> Move {
        self.eyes = MultiSeat::first(SEATS).map(|seat| Eye::new(seat, position)).collect();
        (self.nodes, self.most) = (0, nodes);
        self.history.iter_mut().for_each(|value| *value /= 2);
        self.table.clear();
        let key = self.eyes[0].game.key();
        for depth in 1..=64 {
            if self.search(depth, 0, f32::INFINITY).is_err() {
                break;
            }
        }
        self.table.get(&key).copied().unwrap_or_else(|| position.legal_moves()[0])
    }

    /// The shares that the players come to. Shallow pruning (Korf 1991): once the mover has
    /// `enough`, so little is left to the player before that it will not come here.
    fn search(&mut self, depth: i32, ply: usize, enough: f32) -> Result<Shares, Stopped> {
        if let Some(shares) = self.ended(ply) {
            return Ok(shares);
        }
        let game = &self.eyes[0].game;
        let (mover, key, in_check) = (game.seat(), game.key(), game.in_check());
        let is_quiescence = depth <= 0;
        let mut best = None;
        if is_quiescence && (!in_check || depth <= -EVASIONS) {
            best = Some(self.shares());
        }
        let class = if best.is_some() { Class::Noisy } else { Class::All };
        for (nth, mv) in self.ordered(class, key).into_iter().enumerate() {
            let least = best.map_or(f32::NEG_INFINITY, |shares: Shares| shares[mover]);
            if least >= enough {
                break;
            }
            let game = &self.eyes[mover].game;
            let is_quiet = !game.is_noisy(mv);
            let is_calm = is_quiet && !in_check;
            let is_idle = if is_quiescence {
                !in_check && !game.exchange(mv, 1)
            } else {
                ply > 0 && is_calm && is_late(depth, nth)
            };
            if is_idle {
                continue;
            }
            let less = if is_calm { reduction(depth, nth) } else { 0 };
            let mut found = self.after(mv, depth - 1 - less, ply, mover, least)?;
            if less > 0 && found[mover] > least {
                found = self.after(mv, depth - 1, ply, mover, least)?;
            }
            if found[mover] > least {
                best = Some(found);
                if !is_quiescence {
                    self.table.insert(key, mv);
                    self.history[slot(mover, mv)] += if is_quiet { depth * depth } else { 0 };
                }
            }
        }
        Ok(best.expect("a move or a look"))
    }

    /// The shares after a move of a player that has at least so much without it.
    fn after(
        &mut self,
        mv: Move,
        depth: i32,
        ply: usize,
        mover: usize,
        least: f32,
    ) -> Result<Shares, Stopped> {
        if self.nodes >= self.most {
            return Err(Stopped);
        }
        self.nodes += 1;
        self.eyes.iter_mut().for_each(|eye| eye.play(mv));
        // Where the others are frozen the player moves again, and has no reason to stay away.
        let moves_again = self.eyes[0].game.seat() == mover;
        let enough = if moves_again { f32::INFINITY } else { 1.0 - least };
        let found = self.search(depth, ply + 1, enough);
        self.eyes.iter_mut().for_each(Eye::undo);
        found
    }

    /// The shares where the game is over. A position that comes back will come back again.
    fn ended(&self, ply: usize) -> Option<Shares> {
        let game = &self.eyes[0].game;
        let even = even_share::<Drieschaak>();
        if ply > 0 && game.drawn(ply) {
            return Some([even; SEATS]);
        }
        let end = game.position().outcome()?;
        let doubt = PLY * ply as f32;
        Some(each_seat(|seat| end.share::<Drieschaak>(seat)).map(|share| blur(share, doubt)))
    }

    /// What the network makes of the position, made to add up to one.
    fn shares(&mut self) -> Shares {
        let shares = each_seat(|seat| self.eyes[seat.index()].share());
        let sum: f32 = shares.iter().sum();
        shares.map(|share| blur(share / sum, DOUBT))
    }

    /// The move of the table, captures by what they win, quiet moves by their history, captures
    /// that lose the exchange.
    fn ordered(&self, class: Class, key: u64) -> MoveList {
        let game = &self.eyes[self.eyes[0].game.seat()].game;
        let known = self.table.get(&key);
        let mut moves = MoveList::new();
        game.generate(class, &mut moves);
        moves.sort_by_cached_key(|mv| {
            -if known == Some(mv) {
                i32::MAX
            } else if !game.is_noisy(*mv) {
                self.history[slot(game.seat(), *mv)]
            } else if game.exchange(*mv, 0) {
                WINNING + 16 * game.gain(*mv) - mv.mover().index() as i32
            } else {
                -WINNING
            }
        });
        moves
    }
}

/// Late-move pruning, as the engine has it: is the rest of the quiet moves not looked at?
fn is_late(depth: i32, nth: usize) -> bool {
    depth <= 3 && nth as i32 > 10 + 3 * depth * depth
}

/// Late-move reductions: plies less for a quiet move, at first.
fn reduction(depth: i32, nth: usize) -> i32 {
    match nth {
        _ if depth < 2 => 0,
        0..3 => 0,
        3..12 => 1,
        _ => 2,
    }
}

fn slot(seat: usize, mv: Move) -> usize {
    let (from, to) = squares(mv);
    (seat * SQUARES + from.index()) * SQUARES + to.index()
}

fn each_seat(mut share: impl FnMut(MultiSeat) -> f32) -> Shares {
    [0, 1, 2].map(|seat| share(MultiSeat::new(seat)))
}

/// A share so much nearer to an even one.
fn blur(share: f32, by: f32) -> f32 {
    share + by * (even_share::<Drieschaak>() - share)
}

/// The engine as it plays, its own network in it.
type Thinker = Engine<Paranoid<Drieschaak>, SeatsEval<Drieschaak>>;

/// Who thinks for a seat.
enum Player {
    MaxN(MaxN),
    Paranoid(Box<Thinker>),
}

impl Player {
    fn choose(&mut self, position: &Position<Drieschaak>, nodes: u64) -> Move {
        match self {
            Self::MaxN(searcher) => searcher.choose(position, maxn_nodes(nodes)),
            Self::Paranoid(engine) => {
                let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                let game = Paranoid::new(position.clone());
                engine.search(&game, &limits, &SearchControl::default(), &mut ()).best.expect("one")
            }
        }
    }

    fn new(is_maxn: bool) -> Self {
        if is_maxn {
            return Self::MaxN(MaxN::new());
        }
        let eval = EvalChoice::BuiltIn.seats_eval().expect("the network");
        Self::Paranoid(Box::new(Engine::new(eval, 8, 1).expect("memory")))
    }
}

fn maxn_nodes(nodes: u64) -> u64 {
    common::setting("KRALLE_MAXN_NODES", nodes)
}

/// How a game ends after six random plies.
fn play(players: &mut [Player], nodes: u64, seed: u64) -> MultiEnd {
    let mut position = Position::start(Rules::default());
    common::random_plies(&mut position, 2 * SEATS, seed);
    loop {
        if let Some(end) = position.outcome() {
            return end;
        }
        let mv = players[position.turn().index()].choose(&position, nodes);
        position.try_play(mv).expect("a legal move");
    }
}

/// What one seat has of a game against two: a half from each that has less, a quarter from each
/// that has as much.
fn points(end: MultiEnd, alone: usize) -> f64 {
    let shares = each_seat(|seat| end.share::<Drieschaak>(seat));
    let from = |other: usize| match shares[alone].total_cmp(&shares[other]) {
        Ordering::Greater => 0.5,
        Ordering::Equal => 0.25,
        Ordering::Less => 0.0,
    };
    (0..SEATS).filter(|&seat| seat != alone).map(from).sum()
}

/// One MaxN against two paranoid, or the other way round; each opening three times, since the
/// seats take turns at being alone. After each game a line says how it stands.
fn one_against_two(is_maxn_alone: bool) {
    let games = common::setting("KRALLE_GAMES", 60);
    let nodes = common::setting("KRALLE_NODES", 1_500);
    let mut results = Vec::new();
    for game in 0..games {
        let alone = game % SEATS;
        let player = |seat| Player::new((seat == alone) == is_maxn_alone);
        let mut players: Vec<Player> = (0..SEATS).map(player).collect();
        let end = play(&mut players, nodes, (game / SEATS) as u64);
        results.push(points(end, alone));
        println!("{} alone: {}", if is_maxn_alone { "MaxN" } else { "paranoid" }, tell(&results));
    }
}

/// Games won, drawn and lost, and the score with its 95 % interval.
fn tell(results: &[f64]) -> String {
    let games = results.len() as f64;
    let [won, drawn, lost] =
        [1.0, 0.5, 0.25].map(|points| results.iter().filter(|&&result| result == points).count());
    let mean = results.iter().sum::<f64>() / games;
    let variance = results.iter().map(|result| (result - mean).powi(2)).sum::<f64>() / games;
    let interval = 1.96 * (variance / games).sqrt();
    format!("{won} {drawn} {lost}, {:.1} % ±{:.1}", 100.0 * mean, 100.0 * interval)
}

#[test]
#[ignore = "an experiment"]
fn maxn_against_two_paranoid() {
    one_against_two(true);
}

#[test]
#[ignore = "an experiment"]
fn paranoid_against_two_maxn() {
    one_against_two(false);
}
