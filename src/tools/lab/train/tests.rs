//! What the trainer's parts promise each other, on positions made up for it.

use std::path::PathBuf;

use rand::rngs::SmallRng;
use rand::seq::index;
use rand::{RngExt, SeedableRng};

use super::chunk::{CHUNK, Chunk};
use super::lane::{LANES, Lane};
use super::network::TrainedNetwork;
use super::samples::{SampleBlock, SampleLabel, SampleSet, sigmoid};
use super::trainer::Trainer;
use super::*;
use crate::eval::net::Network8x8;
use crate::eval::net::architecture::{InputSet, SCALE};
use crate::eval::net::simd;
use crate::game::rules::Rules;
use crate::game::single::Position;
use crate::tools::lab::data::Sample;

/// Rows of the made-up positions: few, so that all are seen often. The last of them are threats.
const USED: usize = 60;
const USED_THREATS: usize = 10;
/// Inputs of another shape: fewer rows and buckets, four views.
const FOUR_VIEWS: InputSet = InputSet {
    name: "four-views",
    hash: 4,
    rows: 70,
    views: 4,
    buckets: 3,
    most_lit: 12,
    threats: USED_THREATS,
    most_threats: 6,
    // As many as on an 8x8 board, so that hardly a neuron is clipped: a slope has corners there.
    usually_lit: 34,
    turns: &[],
};

/// The rows of the made-up positions.
fn used(inputs: &InputSet) -> Vec<usize> {
    (0..USED - USED_THREATS).chain(inputs.rows..inputs.rows + USED_THREATS).collect()
}

/// What a lit row is worth to the mover, centipawns.
fn worth(row: usize) -> i16 {
    100 * (row % 7) as i16 - 300
}

/// Positions with rows lit by chance. The mover gains what the first view lights, and loses
/// what the others do; buckets differ in how far the mover is ahead from the start.
fn made_up_for(inputs: InputSet, count: usize, seed: u64) -> SampleSet {
    let mut chance = SmallRng::seed_from_u64(seed);
    let mut samples = SampleSet::new(inputs);
    let used = used(&inputs);
    for _ in 0..count.div_ceil(1_000) {
        let mut block = SampleBlock::new(inputs);
        for _ in 0..1_000 {
            let mut view = || index::sample(&mut chance, USED, 6).into_iter().map(|at| used[at]);
            let views: Vec<Vec<usize>> = (0..inputs.views).map(|_| view().collect()).collect();
            let mut worths = views.iter().map(|rows| rows.iter().copied().map(worth).sum::<i16>());
            let own = worths.next().unwrap();
            let others: i16 = worths.sum();
            let bucket = chance.random_range(0..inputs.buckets as u8);
            let score = own - others + 50 * i16::from(bucket);
            let result = if score > 0 { 12 } else { 0 };
            block.push(&views, SampleLabel { score, result, bucket, base: 0 });
        }
        samples.push(block);
    }
    samples
}

/// The same for an 8x8 board.
fn made_up(count: usize, seed: u64) -> SampleSet {
    made_up_for(Inputs8x8::SET, count, seed)
}

fn chunks(samples: &SampleSet, count: usize, result_weight: f64) -> Vec<Chunk> {
    let places = samples.places();
    let chunk = |places| {
        let mut chunk = Chunk::default();
        chunk.fill(samples, places, result_weight);
        chunk
    };
    places[..count].chunks(CHUNK).map(chunk).collect()
}

fn recipe() -> TrainRecipe {
    TrainRecipe {
        hidden: 32,
        epochs: 4,
        batch: 250,
        rate: 0.02,
        last_rate: 0.0001,
        result_weight: 0.0,
        ..TrainRecipe::default()
    }
}

fn run(trainer: &mut Trainer) {
    while trainer.epoch < trainer.recipe.epochs {
        trainer.run_epoch(&mut |_, _| ());
    }
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kralle-{}-{name}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

#[test]
fn targets_mix_score_and_result() {
    let label = SampleLabel { score: 400, result: 0, bucket: 0, base: 0 };
    assert!((label.target(0.0) - 0.731_06).abs() < 1e-5);
    assert!((label.target(0.5) - 0.365_53).abs() < 1e-5);
    assert_eq!(label.target(1.0), 0.0);
    assert_eq!(SampleLabel { score: 0, result: 6, bucket: 0, base: 0 }.target(0.3), 0.5);
}

#[test]
fn a_chunk_turned_round_says_the_same() {
    let samples = made_up(1_000, 1);
    let chunks = chunks(&samples, 700, 0.0);
    assert_eq!(chunks.iter().map(Chunk::len).collect::<Vec<_>>(), [512, 188]);
    for chunk in &chunks {
        let mut lit = 0;
        for row in 0..Inputs8x8::SET.all_rows() {
            assert!(chunk.views(row).is_sorted());
            for &view in chunk.views(row) {
                assert!(chunk.rows(usize::from(view)).contains(&(row as u16)));
                lit += 1;
            }
        }
        assert_eq!(lit, 2 * 6 * chunk.len());
    }
    let (mut rows, mut ends) = (Vec::new(), Vec::new());
    samples.rows(samples.places()[CHUNK + 3], &mut rows, &mut ends);
    let [first, second] = [6, 7].map(|view| chunks[1].rows(view));
    assert_eq!((rows, ends), ([first, second].concat(), vec![6, 12]));
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    gradient_is_slope(Inputs8x8::SET);
    gradient_is_slope(FOUR_VIEWS);
}

fn gradient_is_slope(inputs: InputSet) {
    let samples = made_up_for(inputs, 1_000, 2);
    let chunks = chunks(&samples, 600, 0.3);
    let mut network = TrainedNetwork::random(inputs, 2 * LANES, 3, &vec![2_000; inputs.all_rows()]);
    let slopes = network.gradient_of(&chunks);
    let bias_slopes = slopes.0;
    // A step large enough for single precision.
    const STEP: f32 = 0.004;
    let mut slope = |change: &dyn Fn(&mut TrainedNetwork, f32)| {
        let mut loss = |by| {
            change(&mut network, by);
            let loss = network.loss(&chunks) / 600.0;
            change(&mut network, -by);
            loss
        };
        ((loss(STEP) - loss(-STEP)) / f64::from(2.0 * STEP)) as f32
    };
    let mut moved = 0;
    for slice in 0..2 {
        // Every row that is used and reaches the slice, the bias, and what the buckets share and
        // have for themselves.
        let parameters = slopes.1[slice].len();
        let rows = inputs.rows_of(slice * LANES);
        let used = used(&inputs).into_iter().filter(|&row| row < rows);
        for parameter in used.chain(rows..parameters) {
            let lane = (parameter * 5 + slice) % LANES;
            let measured =
                slope(&|network, by| network.slices[slice].parameters[parameter].0[lane] += by);
            let said = slopes.1[slice][parameter].0[lane];
            assert!(
                (measured - said).abs() < 2e-6 + 0.03 * said.abs(),
                "parameter {parameter} of slice {slice}: {said}, measured {measured}"
            );
            moved += usize::from(said.abs() > 1e-5);
        }
    }
    assert!(moved > 100, "only {moved} parameters matter");
    for bias in 0..=inputs.buckets {
        let measured = slope(&|network, by| network.bias.0[bias] += by);
        assert!((measured - bias_slopes.0[bias]).abs() < 1e-5 && measured != 0.0);
    }
}

#[test]
fn it_learns_to_count() {
    let mut trainer =
        Trainer::new(TrainRecipe { epochs: 12, ..recipe() }, made_up(20_000, 4), made_up(2_000, 5));
    run(&mut trainer);
    let (first, last) = (trainer.curve.training[0].1, trainer.curve.training.last().unwrap().1);
    assert!(first > 0.01 && last < 0.0002, "the loss went from {first} to {last}");
    assert_eq!(trainer.curve.training.len(), 12 * 20);
    let apart = trainer.curve.validation.last().unwrap();
    assert!(apart.0 == 12.0 && apart.1 < 0.0004, "kept apart: {apart:?}");
    // What it says of one position, in centipawns.
    let samples = made_up(1_000, 6);
    let places = samples.places();
    let outputs = trainer.outputs(&samples, &places);
    for (&place, output) in places.iter().zip(outputs) {
        let score = f32::from(samples.label(place).score) / SCALE as f32;
        assert!((sigmoid(output) - sigmoid(score)).abs() < 0.15, "{output} for {score}");
    }
}

#[test]
fn a_wider_network_says_the_same_and_learns_more() {
    let samples = made_up(2_000, 7);
    let chunks = chunks(&samples, 1_000, 0.0);
    let lit = samples.lit();
    let mut network = TrainedNetwork::random(Inputs8x8::SET, LANES, 8, &lit);
    let before = network.outputs(&chunks);
    network.widen(3 * LANES, 9, &lit);
    assert_eq!((network.hidden(), network.outputs(&chunks)), (3 * LANES, before));
    let (_, slopes) = network.gradient_of(&chunks);
    let moves =
        |slopes: &Vec<Lane>| slopes.iter().flat_map(|lane| lane.0).any(|slope| slope != 0.0);
    assert!(slopes.iter().all(moves));
}

#[test]
fn a_training_depends_on_its_seed_and_not_on_threads() {
    let trained = |seed, threads| {
        let recipe = TrainRecipe { seed, hidden: 96, epochs: 1, ..recipe() };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let mut trainer = Trainer::new(recipe, made_up(3_000, 7), SampleSet::new(Inputs8x8::SET));
        pool.install(|| run(&mut trainer));
        export::quantise(&trainer.network, "chess")
    };
    assert_eq!(trained(1, 1), trained(1, 3));
    assert_ne!(trained(1, 1), trained(2, 1));
}

#[test]
fn a_training_that_was_interrupted_ends_the_same() {
    let folder = folder("checkpoint");
    let path = folder.join("state");
    let trainer = |recipe| {
        let mut trainer = Trainer::new(recipe, made_up(3_000, 8), made_up(1_000, 9));
        trainer.network.rest_here();
        trainer
    };
    let mut whole = trainer(recipe());
    run(&mut whole);
    let mut first = trainer(recipe());
    first.run_epoch(&mut |_, _| ());
    first.run_epoch(&mut |_, _| ());
    checkpoint::save(&mut first, &path).unwrap();
    // Where it rests is in the file, too.
    let mut second = Trainer::new(recipe(), made_up(3_000, 8), made_up(1_000, 9));
    checkpoint::load(&mut second, &path).unwrap();
    assert_eq!(second.epoch, 2);
    run(&mut second);
    for (a, b) in whole.network.slices.iter().zip(&second.network.slices) {
        assert!(a.parameters == b.parameters && a.mean == b.mean && a.spread == b.spread);
    }
    assert_eq!(whole.network.bias, second.network.bias);
    assert_eq!(whole.curve, second.curve);

    let mut other = trainer(TrainRecipe { rate: 0.5, ..recipe() });
    let error = checkpoint::load(&mut other, &path).unwrap_err();
    assert!(error.to_string().ends_with("a checkpoint of a training with rate 0.02"), "{error}");
    let mut other = Trainer::new(recipe(), made_up(3_000, 10), made_up(1_000, 9));
    let error = checkpoint::load(&mut other, &path).unwrap_err();
    assert!(matches!(error, TrainError::OtherPositions(_)), "{error}");
    let bytes = fs::read(&path).unwrap();
    for length in [7, 13, 200, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&path, &bytes[..length]).unwrap();
        let error = checkpoint::load(&mut second, &path).unwrap_err();
        assert!(matches!(error, TrainError::Foreign(_) | TrainError::Damaged(_)), "{error}");
    }
    assert!(checkpoint::load(&mut second, &folder.join("none")).is_err());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn whole_numbers_say_nearly_the_same() {
    let mut trainer = Trainer::new(recipe(), made_up(10_000, 11), SampleSet::new(Inputs8x8::SET));
    run(&mut trainer);
    let weights = export::quantise(&trainer.network, "crazyhouse");
    weights.check().unwrap();
    assert_eq!(NetworkWeights::read(&weights.write()).as_ref(), Ok(&weights));
    let rounding = rounding(&mut trainer, &weights);
    assert_eq!(rounding.count, COMPARED);
    assert!(rounding.mean > 0.0 && rounding.mean < 15.0, "{rounding:?}");
    // There and back changes nothing more.
    let restored = export::restore(&weights);
    assert_eq!(export::quantise(&restored, "crazyhouse"), weights);
}

#[test]
fn the_engine_makes_the_same_of_a_file() {
    let weights = NetworkWeights::noise(Inputs8x8::SET, "crazyhouse", 96, 12);
    let engine = Network8x8::with_kernels(&weights, true, simd::best()).unwrap();
    let mut samples = SampleSet::new(Inputs8x8::SET);
    let mut values = Vec::new();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
        "r1b1k3/ppQ~p4/8/8/4N3/8/PPP5/1K6[QNPPnbr] b - - 0 1",
        "6k1/5ppp/8/3n4/8/8/4Pq~PP/3K1B1R[qnppNBRPPPPPP] w - - 0 1",
    ] {
        let setup = fen.parse().unwrap();
        let position = Position::from_setup(&setup, Rules::CRAZYHOUSE, false).unwrap();
        let mut rows = vec![Vec::new(); Inputs8x8::SET.views];
        let label = boards::look(&Sample::of(&position), true, &Inputs8x8::SET, &mut rows);
        let mut block = SampleBlock::new(Inputs8x8::SET);
        block.push(&rows, label);
        samples.push(block);
        values.push(engine.inspect(&position).value as f32 / SCALE as f32);
    }
    let off = export::compare(&weights, &samples, &samples.places(), &values);
    assert!(off.count == 3 && off.most < 0.01, "{off:?}");
    assert!(values[1] != values[2]);
}

/// From made-up positions of four views to a file of another shape and back.
#[test]
fn a_network_of_four_views_is_trained_rounded_and_read_again() {
    let made_up = |count, seed| made_up_for(FOUR_VIEWS, count, seed);
    let mut trainer = Trainer::new(
        TrainRecipe { epochs: 12, ..recipe() },
        made_up(20_000, 14),
        made_up(2_000, 15),
    );
    run(&mut trainer);
    let (first, last) = (trainer.curve.training[0].1, trainer.curve.training.last().unwrap().1);
    assert!(first > 0.01 && last < 0.001, "the loss went from {first} to {last}");
    let weights = export::quantise(&trainer.network, "a-game");
    weights.check().unwrap();
    let bytes = weights.write();
    assert_eq!(NetworkWeights::read_for(&bytes, &[FOUR_VIEWS]).as_ref(), Ok(&weights));
    let rounding = rounding(&mut trainer, &weights);
    assert!(rounding.mean > 0.0 && rounding.mean < 15.0, "{rounding:?}");
    assert_eq!(export::quantise(&export::restore(&weights), "a-game"), weights);
}
