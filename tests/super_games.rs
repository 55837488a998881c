//! Whole games of superschaak, from the first choice on. The campaigns are ignored: run them
//! with `cargo test --release --test super_games -- --ignored`; `KRALLE_GAMES` changes how
//! many games each plays.

mod common;

use std::sync::atomic::{AtomicUsize, Ordering};

use common::any_move;
use kralle::board::{Move, Silent};
use kralle::eval::chosen::{AnyEval, EvalChoice};
use kralle::game::catalogue::BuiltIn;
use kralle::game::rules::Rules;
use kralle::game::single::Position;
use kralle::game::{Playable, Verdict};
use kralle::search::{Engine, Limits, SearchControl};
use rand::SeedableRng;
use rand::rngs::SmallRng;

/// Games that have not ended by then are a draw that no rule knows.
const MOST_PLIES: usize = 1_200;

fn asked(usual: usize) -> usize {
    common::setting("KRALLE_GAMES", usual)
}

/// How one player finds its moves.
#[derive(Clone, Copy)]
struct Player {
    nodes: u64,
    /// Takes the steps of the prelude at random.
    random_prelude: bool,
}

struct Side {
    player: Player,
    engine: Engine<Position, AnyEval>,
}

impl Side {
    fn new(player: Player) -> Self {
        let eval =
            EvalChoice::BuiltIn.eval(BuiltIn::Superschaak, &Rules::SUPERSCHAAK).expect("a network");
        Self { player, engine: Engine::new(eval, 2, 1).expect("memory") }
    }

    fn choose(&mut self, position: &Position, chance: &mut SmallRng) -> Move {
        if position.in_prelude() && self.player.random_prelude {
            return any_move(position, chance).expect("a step");
        }
        let limits = Limits { nodes: Some(self.player.nodes), ..Limits::default() };
        let decision = self.engine.search(position, &limits, &SearchControl::default(), &mut ());
        decision.best.expect("a move")
    }
}

/// A game after some random steps; how it ended and how many plies it took.
fn play(players: [Player; 2], random_plies: usize, seed: u64) -> (Verdict, usize) {
    let mut chance = SmallRng::seed_from_u64(seed);
    let setup = Rules::SUPERSCHAAK.start().parse().unwrap();
    let mut position = Position::from_setup(&setup, Rules::SUPERSCHAAK, false).unwrap();
    let mut sides = players.map(Side::new);
    for plies in 0..MOST_PLIES {
        let verdict = position.verdict();
        if verdict.is_over() {
            return (verdict, plies);
        }
        let mv = if plies < random_plies {
            any_move(&position, &mut chance).unwrap()
        } else {
            sides[position.turn().index()].choose(&position, &mut chance)
        };
        assert!(position.legal_moves().contains(&mv), "{mv:?}");
        position.play(mv, &mut Silent);
    }
    panic!("seed {seed}: no end after {MOST_PLIES} plies: {}", position.to_setup());
}

/// Runs so many games on all processors.
fn run(games: usize, one: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    if game >= games {
                        return;
                    }
                    one(game);
                }
            });
        }
    });
}

/// What the first player scores in percent, each opening played from both sides.
fn match_of(games: usize, first: Player, second: Player, random_plies: usize) -> f64 {
    let tally = [const { AtomicUsize::new(0) }; 3];
    run(games, |game| {
        let as_white = game % 2 == 0;
        let players = if as_white { [first, second] } else { [second, first] };
        let (verdict, _) = play(players, random_plies, game as u64 / 2);
        // Quarter points: 4 for a win.
        let result = usize::from(verdict.points(usize::from(!as_white)) / 2);
        tally[result].fetch_add(1, Ordering::Relaxed);
    });
    let [lost, drawn, won] = tally.map(AtomicUsize::into_inner);
    eprintln!("{won} won, {drawn} drawn, {lost} lost");
    (2 * won + drawn) as f64 * 50.0 / games as f64
}

fn player(nodes: u64) -> Player {
    Player { nodes, random_prelude: false }
}

/// Games with their prelude, some of it random so that they differ, end by the rules.
fn end_legally(games: usize, nodes: u64) {
    let mates = AtomicUsize::new(0);
    let draws = AtomicUsize::new(0);
    run(games, |game| {
        let (verdict, plies) = play([player(nodes); 2], game % 12, game as u64);
        assert!(plies > 9, "the prelude alone takes nine plies");
        let counter = if verdict.is_mate() { &mates } else { &draws };
        counter.fetch_add(1, Ordering::Relaxed);
    });
    eprintln!("{} mates, {} draws", mates.into_inner(), draws.into_inner());
}

#[test]
fn some_games_end_legally() {
    end_legally(4, 60);
}

#[test]
#[ignore = "takes minutes"]
fn a_thousand_games_end_legally() {
    end_legally(asked(1_000), 400);
}

#[test]
#[ignore = "takes minutes"]
fn full_strength_beats_a_tenth() {
    let score = match_of(asked(200), player(10_000), player(1_000), 11);
    assert!(score >= 75.0, "{score} %");
}

/// This is the aim, and not reached: measured were 52 % of 400, and 48.5 % with the network, since
/// set-ups are as good as level (docs/search.md).
#[test]
#[ignore = "takes minutes"]
fn a_searched_prelude_beats_a_random_one() {
    let random = Player { random_prelude: true, ..player(10_000) };
    let score = match_of(asked(400), player(10_000), random, 0);
    assert!(score >= 55.0, "{score} %");
}
