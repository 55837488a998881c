//! Speeds: perft beside shakmaty's in the same run, the searcher in nodes, the evaluation.
//! `cargo bench perft`, `cargo bench search`, `cargo bench eval`, `cargo bench net`.

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use kralle::eval::classical::Classical;
use kralle::eval::net::inputs::Inputs;
use kralle::eval::weights::ClassicalWeights;
use kralle::eval::{Eval, net};
use kralle::game::Playable;
use kralle::game::perft::perft;
use kralle::game::rules::{Rules, START};
use kralle::game::single::Position;
use kralle::search::{Engine, Limits, SearchControl};
use shakmaty::CastlingMode;
use shakmaty::fen::Fen;
use shakmaty::variant::Crazyhouse;

const FULL_HANDS: &str = "r1b2rk1/ppp2ppp/2n2n2/8/8/2N2N2/PPP2PPP/R1B2RK1[QBPPqbpp] w - - 0 1";
const MIDDLEGAME: &str =
    "r2q1rk1/ppp2pp1/2np1n1p/2b1p3/2B1P1b1/2NP1N2/PPP2PPP/R1BQ1RK1[Pn] w - - 0 8";

fn crazyhouse(fen: &str) -> Position {
    let setup = fen.parse().expect("a FEN of this file");
    Position::from_setup(&setup, Rules::CRAZYHOUSE, false).expect("a position of this file")
}

fn patient<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = criterion.benchmark_group(name);
    group.sample_size(10).warm_up_time(Duration::from_millis(500));
    group.measurement_time(Duration::from_secs(10));
    group
}

/// Crazyhouse, one thread, bulk counting, both programs.
fn perft_speed(criterion: &mut Criterion) {
    for (name, fen, depth, nodes) in [
        ("perft/start-5", START, 5, 4_888_832),
        ("perft/start-6", START, 6, 120_812_942),
        ("perft/full-hands-4", FULL_HANDS, 4, 276_962_313),
    ] {
        let mut group = patient(criterion, name);
        group.throughput(Throughput::Elements(nodes));
        let mut ours = crazyhouse(fen);
        group.bench_function("kralle", |bench| {
            bench.iter(|| assert_eq!(perft(black_box(&mut ours), depth), nodes));
        });
        let theirs: Fen = fen.parse().expect("a FEN of this file");
        let theirs: Crazyhouse =
            theirs.into_position(CastlingMode::Standard).expect("a position of this file");
        group.bench_function("shakmaty", |bench| {
            bench.iter(|| assert_eq!(shakmaty::perft(black_box(&theirs), depth), nodes));
        });
        group.finish();
    }
}

/// Nodes of the searcher: what one search of 200 000 nodes takes.
fn search_speed(criterion: &mut Criterion) {
    const NODES: u64 = 200_000;
    let mut group = patient(criterion, "search");
    group.throughput(Throughput::Elements(NODES));
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    for (name, fen) in [("start", START), ("middlegame", MIDDLEGAME), ("full-hands", FULL_HANDS)] {
        let position = crazyhouse(fen);
        let eval = Classical::new(ClassicalWeights::under(&Rules::CRAZYHOUSE));
        let mut engine = Engine::new(eval, 16, 1).expect("16 MiB");
        group.bench_function(name, |bench| {
            bench.iter_custom(|rounds| {
                let mut time = Duration::ZERO;
                for _ in 0..rounds {
                    engine.clear();
                    let start = Instant::now();
                    black_box(engine.search(
                        &position,
                        &limits,
                        &SearchControl::default(),
                        &mut (),
                    ));
                    time += start.elapsed();
                }
                time
            });
        });
    }
    group.finish();
}

/// One evaluation, its sums being kept.
fn eval_speed(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("eval");
    for (name, fen) in [("start", START), ("middlegame", MIDDLEGAME), ("full-hands", FULL_HANDS)] {
        let position = crazyhouse(fen);
        let mut eval = Classical::new(ClassicalWeights::under(&Rules::CRAZYHOUSE));
        eval.reset(&position);
        group.bench_function(name, |bench| bench.iter(|| eval.evaluate(black_box(&position))));
    }
    group.finish();
}

/// A move played, the position after it judged by a network of noise, the move taken back.
fn net_speed(criterion: &mut Criterion) {
    let mut position = crazyhouse(MIDDLEGAME);
    let moves = position.legal_moves();
    for hidden in [128, 256, 512] {
        let mut group = criterion.benchmark_group(format!("net-{hidden}"));
        group.throughput(Throughput::Elements(moves.len() as u64));
        let weights = net::NetworkWeights::noise(net::Inputs8x8::SET, "crazyhouse", hidden, 1);
        for kind in net::simd::all() {
            let mut network = net::Network8x8::with_kernels(&weights, true, kind).unwrap();
            network.reset(&position);
            network.evaluate(&position);
            group.bench_function(kind.name, |bench| {
                bench.iter(|| {
                    for &mv in &moves {
                        network.push();
                        position.play(mv, &mut network);
                        black_box(network.evaluate(&position));
                        position.undo();
                        network.pop();
                    }
                });
            });
        }
        group.finish();
    }
}

criterion_group!(speeds, perft_speed, search_speed, eval_speed, net_speed);
criterion_main!(speeds);
