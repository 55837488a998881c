//! Networks in play: what is kept along a line of moves is what a fresh look at the board
//! gives, on every kind of vectors, and the options choose what they say.

mod common;

#[path = "common/page.rs"]
mod page;

use common::{any_move, chance, count, starts};
use kralle::board::{Color, Piece, Role};
use kralle::eval::Eval;
use kralle::eval::chosen::EvalChoice;
use kralle::eval::net::inputs::Inputs;
use kralle::eval::net::{Inputs8x8, Network8x8, NetworkWeights, simd};
use kralle::game::Playable;
use kralle::game::catalogue::BoardGame;
use kralle::game::catalogue::BuiltIn;
use kralle::game::single::Position;
use kralle::protocol::Out;
use kralle::protocol::uci::UciSession;
use kralle::search::{Engine, Limits, SearchControl};
use page::Page;
use rand::RngExt;
use rand::rngs::SmallRng;

fn noise(game: &str, hidden: usize, seed: u64) -> NetworkWeights {
    NetworkWeights::noise(Inputs8x8::SET, game, hidden, seed)
}

fn network(weights: &NetworkWeights, has_hands: bool) -> Network8x8 {
    Network8x8::with_kernels(weights, has_hands, simd::best()).unwrap()
}

/// What was done to a position, to be undone.
enum Deed {
    Move,
    Received(Piece),
}

/// A game in which networks on all kinds of vectors listen.
struct Played {
    position: Position,
    deeds: Vec<Deed>,
    networks: Vec<Network8x8>,
    fresh: Network8x8,
    asked: u64,
}

impl Played {
    fn new(position: Position, hidden: usize, seed: u64) -> Self {
        let weights = noise("any", hidden, seed);
        let has_hands = position.rules().has_hands();
        let network = |kind| Network8x8::with_kernels(&weights, has_hands, kind).unwrap();
        let mut networks: Vec<Network8x8> = simd::all().into_iter().map(network).collect();
        for network in &mut networks {
            network.reset(&position);
        }
        let fresh = network(simd::best());
        Self { position, deeds: Vec::new(), networks, fresh, asked: 0 }
    }

    fn push(&mut self, deed: Deed, act: impl Fn(&mut Position, &mut Network8x8)) {
        let (first, others) = self.networks.split_first_mut().unwrap();
        for other in others {
            other.push();
            act(&mut self.position.clone(), other);
        }
        first.push();
        act(&mut self.position, first);
        self.deeds.push(deed);
    }

    fn pop(&mut self) {
        match self.deeds.pop() {
            Some(Deed::Move) => self.position.undo(),
            Some(Deed::Received(piece)) => self.position.unreceive(piece),
            None => return,
        }
        self.networks.iter_mut().for_each(Eval::pop);
    }

    fn ask(&mut self) {
        self.fresh.reset(&self.position);
        let expected = self.fresh.evaluate(&self.position);
        for network in &mut self.networks {
            // In a debug build this also compares every sum with that of a fresh look.
            assert_eq!(network.evaluate(&self.position), expected);
        }
        self.asked += 1;
    }

    /// Moves at random to the end of the game, often asking, now and then going back; pieces
    /// come from outside where the game is one board of two.
    fn play(&mut self, chance: &mut SmallRng) {
        for _ in 0..120 {
            if chance.random_ratio(1, 8) {
                for _ in 0..chance.random_range(1..4) {
                    self.pop();
                }
            }
            if self.position.rules().is_one_of_two() && chance.random_ratio(1, 5) {
                let color = Color::ALL[chance.random_range(0..2)];
                let piece = Piece::new(color, Role::DROPPABLE[chance.random_range(0..5)]);
                self.push(Deed::Received(piece), |position, network| {
                    position.receive(piece, network)
                });
            }
            // Half of all positions are never asked about, as in a search.
            if chance.random() {
                self.ask();
            }
            let over = self.position.verdict().is_over();
            let Some(mv) = any_move(&self.position, chance).filter(|_| !over) else { break };
            self.push(Deed::Move, |position, network| position.play(mv, network));
        }
        self.ask();
    }
}

#[test]
fn what_is_kept_along_a_thousand_games_is_what_a_fresh_look_gives() {
    let count = count(1_000) as u64;
    for (game, salt) in [("crazyhouse", 1), ("chess", 2), ("bughouse", 3), ("superschaak", 4)] {
        let starts = starts(game);
        let mut asked = 0;
        for number in 0..count {
            let mut chance = chance(salt << 16 | number);
            let start = starts[chance.random_range(0..starts.len())].clone();
            let hidden = [32, 64, 96, 160][number as usize % 4];
            let mut played = Played::new(start, hidden, number);
            played.play(&mut chance);
            asked += played.asked;
        }
        assert!(asked > 20 * count, "{game}: only {asked} positions in {count} games");
    }
}

/// In a debug build every evaluation of a search compares its sums with fresh ones.
#[test]
fn a_search_keeps_its_sums() {
    for game in ["chess", "crazyhouse", "doorgeefschaak", "tandemordnung", "superschaak"] {
        let rules = BoardGame::find(game).unwrap().rules;
        let choice = EvalChoice::from(noise(game, 64, 9));
        let mut engine =
            Engine::new(choice.eval(BuiltIn::find(game).unwrap(), &rules).unwrap(), 1, 1).unwrap();
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        for start in starts(game) {
            let decision = engine.search(&start, &limits, &SearchControl::default(), &mut ());
            assert_eq!(decision.best.is_some(), start.has_moves());
        }
    }
}

#[test]
fn another_evaluation_begins_anew() {
    let start = &starts("crazyhouse")[6];
    let eval = |seed| {
        let choice = EvalChoice::from(noise("crazyhouse", 32, seed));
        choice.eval(BuiltIn::Crazyhouse, start.rules()).unwrap()
    };
    let search = |engine: &mut Engine<_, _>| {
        let limits = Limits { depth: Some(5), ..Limits::default() };
        engine.search(start, &limits, &SearchControl::default(), &mut ())
    };
    let mut changed = Engine::new(eval(1), 1, 1).unwrap();
    let before = search(&mut changed);
    changed.set_eval(&eval(2));
    let after = search(&mut changed);
    assert_ne!(before, after);
    assert_eq!(after, search(&mut Engine::new(eval(2), 1, 1).unwrap()));
}

/// What a piece is said to be worth is the difference that taking it away makes.
#[test]
fn the_network_is_taken_apart_truly() {
    let with = common::position("crazyhouse", "4k3/8/2n5/8/8/5Q2/8/4K3[NNp] b - - 0 1", false);
    let network = network(&noise("crazyhouse", 128, 3), true);
    let value = |position: &Position| network.inspect(position).value;
    let seen = network.inspect(&with);
    assert_eq!((seen.value, seen.bucket), (seen.buckets[1], 1));
    assert_eq!(seen.buckets.len(), Inputs8x8::SET.buckets);
    assert_eq!((seen.pieces.len(), seen.held.len()), (2, 2));
    for (fen, color, worth) in [
        ("4k3/8/2n5/8/8/8/8/4K3[NNp] b - - 0 1", Color::White, seen.pieces[0].2),
        ("4k3/8/8/8/8/5Q2/8/4K3[NNp] b - - 0 1", Color::Black, seen.pieces[1].2),
        ("4k3/8/2n5/8/8/5Q2/8/4K3[Np] b - - 0 1", Color::White, seen.held[0].2),
        ("4k3/8/2n5/8/8/5Q2/8/4K3[NN] b - - 0 1", Color::Black, seen.held[1].2),
    ] {
        let lost = seen.value - value(&common::position("crazyhouse", fen, false));
        assert_eq!(if color == Color::Black { lost } else { -lost }, worth, "{fen}");
    }
    let mut listening = network.clone();
    listening.reset(&with);
    assert_eq!(listening.evaluate(&with), seen.value);
}

/// The nearer the draw by count, the less is an advantage.
#[test]
fn what_nobody_uses_fades() {
    let mut network = network(&noise("chess", 64, 5), false);
    let mut at = |quiet: u32| {
        let fen = format!("4k3/8/8/8/8/8/3R4/4K3 w - - {quiet} 90");
        let position = common::position("chess", &fen, false);
        network.reset(&position);
        network.evaluate(&position)
    };
    let (fresh, later) = (at(0), at(100));
    assert!(fresh != 0);
    assert_eq!(later, fresh - fresh / 2);
}

/// What a session answers to some lines.
fn told(lines: &[&str]) -> String {
    let page = Page::default();
    UciSession::new(Out::new(page.clone())).unwrap().run_all(lines);
    let bytes = page.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn the_options_choose_the_evaluation() {
    let path = std::env::temp_dir().join(format!("kralle-net-{}.nnue", std::process::id()));
    std::fs::write(&path, noise("crazyhouse", 32, 1).write()).unwrap();
    let file = format!("setoption name EvalFile value {}", path.display());
    let missing = "setoption name EvalFile value no/such.nnue";
    let game = "setoption name UCI_Variant value crazyhouse";
    let by_hand = told(&[game, "setoption name EvalFile value <none>", "eval"]);
    assert!(
        by_hand.contains("hanging and frozen pieces") && !by_hand.contains("bucket"),
        "{by_hand}"
    );
    let network = told(&[game, &file, "eval"]);
    assert!(network.contains("buckets") && !network.contains("hanging"), "{network}");
    // The order of the two does not matter, and a file that is refused changes nothing.
    assert_eq!(told(&[&file, game, "eval"]), network);
    let refused = told(&[game, &file, missing, "eval"]);
    assert_eq!(refused.lines().skip(1).collect::<Vec<_>>(), network.lines().collect::<Vec<_>>());
    assert!(refused.starts_with("info string error: the network file `no/such.nnue` cannot be"));
    let off = "setoption name Use NNUE value false";
    assert_eq!(told(&[game, &file, off, "eval"]), by_hand);
    assert_eq!(told(&[game, off, &file, "eval"]), by_hand);
    let on = "setoption name Use NNUE value true";
    assert_eq!(told(&[game, off, &file, on, "eval"]), network);
    assert_eq!(told(&[&file, "setoption name EvalFile value", game, "eval"]), by_hand);
    // Two boards, and the search itself; a network of another game is used, and named.
    let pair = "setoption name UCI_Variant value bughouse";
    let two = told(&[pair, &file, "eval", "go nodes 500"]);
    assert_eq!(two.matches("output buckets").count(), 2, "{two}");
    let remark = "info string the network was trained for crazyhouse, not for bughouse";
    assert!(two.lines().any(|line| line == remark), "{two}");
    let searched = told(&[game, &file, "go nodes 500"]);
    assert!(!searched.contains("info string") && searched.contains("bestmove"), "{searched}");
    let score =
        |text: &str| text.split("score ").nth(1).unwrap().split(" nodes").next().map(str::to_owned);
    assert_ne!(score(&searched), score(&told(&[game, &file, off, "go nodes 500"])));
    let mut damaged = std::fs::read(&path).unwrap();
    damaged[400] ^= 1;
    std::fs::write(&path, damaged).unwrap();
    let complaint = told(&[&file]);
    assert!(complaint.ends_with("nnue`: the checksum is wrong: the file was damaged\n"));
    std::fs::remove_file(&path).unwrap();
}
