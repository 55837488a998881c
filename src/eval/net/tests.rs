//! Networks of another shape than any game has: four seats on a little board, a view for each.
//! The same accumulators, layers and files must hold them as hold those of the 8x8 games.

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::architecture::InputSet;
use super::inputs::Inputs;
use super::{Inputs8x8, NetError, Network, NetworkWeights, simd};
use crate::board::{Observer as _, OnBoard};
use crate::notation::Setup;

const SEATS: usize = 4;
const SQUARES: usize = 16;
/// A pawn, and a king, by whose place a view is mirrored.
const KINDS: usize = 2;
const KING: usize = 1;
const IN_HAND: usize = 3;
const PROMOTED: usize = SEATS * KINDS * SQUARES;
const HANDS: usize = PROMOTED + SEATS * SQUARES;

type LittlePiece = (usize, usize);

impl OnBoard for LittlePiece {
    type Square = usize;
}

/// A board of four by four squares with hands.
#[derive(Clone, Default)]
struct LittleBoard {
    squares: [Option<(LittlePiece, bool)>; SQUARES],
    hands: [u8; SEATS],
}

impl LittleBoard {
    fn king(&self, seat: usize) -> usize {
        let here = |at: &usize| self.squares[*at].is_some_and(|(piece, _)| piece == (seat, KING));
        (0..SQUARES).find(here).unwrap_or(0)
    }
}

/// Whose view, and is left right?
#[derive(Clone, Copy, PartialEq, Debug)]
struct LittleView {
    seat: usize,
    mirrored: bool,
}

impl LittleView {
    fn of(seat: usize, king: usize) -> Self {
        Self { seat, mirrored: king % 4 >= 2 }
    }

    /// Seats are counted from the one whose view it is.
    fn whose(self, seat: usize) -> usize {
        (seat + SEATS - self.seat) % SEATS
    }

    fn square(self, at: usize) -> usize {
        if self.mirrored { at ^ 3 } else { at }
    }
}

#[derive(Clone, Copy)]
struct LittleInputs;

impl Inputs for LittleInputs {
    type Board = LittleBoard;
    type Piece = LittlePiece;
    type Perspective = LittleView;
    type Threats = ();

    const SET: InputSet = InputSet {
        name: "little",
        hash: 0x1234_5678,
        rows: HANDS + SEATS * IN_HAND,
        views: SEATS,
        buckets: 3,
        most_lit: 2 * SQUARES + SEATS * IN_HAND,
        usually_lit: 10,
        threats: 0,
        most_threats: 0,
        turns: &[],
    };

    fn first_perspective(view: usize) -> LittleView {
        LittleView::of(view, 0)
    }

    fn perspective(board: &LittleBoard, view: usize) -> LittleView {
        LittleView::of(view, board.king(view))
    }

    fn after(from: LittleView, piece: LittlePiece, at: usize) -> Option<LittleView> {
        (piece == (from.seat, KING)).then(|| LittleView::of(from.seat, at))
    }

    fn rows_of_piece(
        from: LittleView,
        (seat, kind): LittlePiece,
        promoted: bool,
        at: usize,
        mut row: impl FnMut(usize),
    ) {
        let (whose, at) = (from.whose(seat), from.square(at));
        row((whose * KINDS + kind) * SQUARES + at);
        if promoted {
            row(PROMOTED + whose * SQUARES + at);
        }
    }

    fn row_in_hand(from: LittleView, (seat, _): LittlePiece, nth: u8) -> Option<usize> {
        let nth = usize::from(nth);
        (nth < IN_HAND).then(|| HANDS + from.whose(seat) * IN_HAND + nth)
    }

    fn lit(from: LittleView, board: &LittleBoard, mut row: impl FnMut(usize)) {
        for (at, found) in board.squares.iter().enumerate() {
            if let &Some((piece, promoted)) = found {
                Self::rows_of_piece(from, piece, promoted, at, &mut row);
            }
        }
        for (seat, &count) in board.hands.iter().enumerate() {
            (0..count).filter_map(|nth| Self::row_in_hand(from, (seat, 0), nth)).for_each(&mut row);
        }
    }

    fn threats(_: &LittleBoard, _: &InputSet) {}

    fn rows_of_threats(_: LittleView, (): &()) -> [&[u16]; 2] {
        [&[]; 2]
    }

    fn view(mover: usize, nth: usize) -> usize {
        (mover + nth) % SEATS
    }

    fn bucket(board: &LittleBoard, _: bool) -> usize {
        board.hands.iter().map(|&count| usize::from(count)).sum::<usize>().min(2)
    }
}

type LittleNetwork = Network<LittleInputs>;

fn weights(hidden: usize, seed: u64) -> NetworkWeights {
    NetworkWeights::noise(LittleInputs::SET, "little", hidden, seed)
}

/// A board with a line of moves behind it, and networks on all vectors that listen.
struct LittleLine {
    boards: Vec<LittleBoard>,
    networks: Vec<LittleNetwork>,
}

impl LittleLine {
    /// A random change: a piece goes to another square, or into a hand, or out of one.
    fn play(&mut self, chance: &mut SmallRng) {
        let mut board = self.boards[self.boards.len() - 1].clone();
        let [from, to] = [(); 2].map(|()| chance.random_range(0..SQUARES));
        let seat = chance.random_range(0..SEATS);
        self.networks.iter_mut().for_each(|network| network.accumulators.push());
        let hear = &mut self.networks;
        let mut hold = |board: &mut LittleBoard, to: u8| {
            let from = std::mem::replace(&mut board.hands[seat], to);
            hear.iter_mut().for_each(|network| network.hold((seat, 0), from, to));
        };
        match chance.random_range(0..8) {
            0 => hold(&mut board, 0),
            1 => {
                let more = board.hands[seat] + 1;
                hold(&mut board, more);
            }
            _ => {
                let Some((piece, promoted)) = board.squares[from].take() else {
                    self.boards.push(board);
                    return;
                };
                let taken = board.squares[to].take_if(|((_, kind), _)| *kind != KING);
                let to = if board.squares[to].is_none() { to } else { from };
                let promotes = chance.random_ratio(1, 3) && piece.1 != KING;
                board.squares[to] = Some((piece, promotes));
                for network in hear {
                    network.lift(piece, promoted, from);
                    if let Some((taken, promoted)) = taken {
                        network.lift(taken, promoted, to);
                    }
                    network.put(piece, promotes, to);
                }
            }
        }
        self.boards.push(board);
    }
}

#[test]
fn four_views_follow_a_line_of_play_on_every_kind_of_vectors() {
    for seed in 0..40 {
        let mut chance = SmallRng::seed_from_u64(seed);
        let weights = weights([32, 64, 96][seed as usize % 3], seed);
        let mut board = LittleBoard::default();
        for at in 0..SQUARES {
            let piece = (at % SEATS, if at < SEATS { KING } else { 0 });
            board.squares[at] = chance.random_ratio(3, 4).then_some((piece, false));
        }
        let network = |kind| LittleNetwork::with_kernels(&weights, false, kind).unwrap();
        let mut line = LittleLine {
            boards: vec![board],
            networks: simd::all().into_iter().map(network).collect(),
        };
        line.networks.iter_mut().for_each(|network| network.reset_to(&line.boards[0]));
        let fresh = network(simd::best());
        let mut values = std::collections::HashSet::new();
        for _ in 0..200 {
            if line.boards.len() > 1 && chance.random_ratio(1, 4) {
                line.boards.pop();
                line.networks.iter_mut().for_each(|network| network.accumulators.pop());
            } else {
                line.play(&mut chance);
            }
            let board = line.boards.last().unwrap();
            let mover = chance.random_range(0..SEATS);
            let expected = fresh.judge(board, mover, LittleInputs::bucket(board, false));
            values.insert(expected);
            for network in &mut line.networks {
                assert_eq!(network.evaluate_board(board, mover), expected, "seed {seed}");
            }
        }
        assert!(values.len() > 50, "only {} values", values.len());
    }
}

#[test]
fn a_file_says_what_shape_its_network_has() {
    let known = [Inputs8x8::SET, LittleInputs::SET];
    let little = weights(64, 1);
    let bytes = little.write();
    assert_eq!(NetworkWeights::read_for(&bytes, &known), Ok(little.clone()));
    let read = |bytes: &[u8]| NetworkWeights::read_for(bytes, &known).unwrap_err();
    let unknown = NetError::UnknownInputs { name: "little".into(), hash: 0x1234_5678 };
    assert_eq!(NetworkWeights::read(&bytes), Err(unknown));
    let forged = |at: usize, byte: u8| {
        let mut bytes = bytes.clone();
        bytes[at] ^= byte;
        bytes
    };
    assert!(matches!(read(&forged(12, 1)), NetError::UnknownInputs { .. }), "the name");
    assert!(matches!(read(&forged(28, 1)), NetError::UnknownInputs { .. }), "the hash");
    assert_eq!(read(&forged(48, 1)), NetError::Layers("3 layers".into()));
    for (at, what) in [(52, "first kind"), (60, "its buckets"), (64, "last kind"), (68, "neurons")]
    {
        assert!(matches!(read(&forged(at, 7)), NetError::Layers(_)), "{what}");
    }
    let most = LittleInputs::SET.most_hidden();
    assert_eq!(read(&forged(56, 1)), NetError::Hidden { hidden: 65, most });
    assert_eq!(read(&forged(72, 4)), NetError::Buckets { found: 7, expected: 3 });
    assert_eq!(read(&forged(32, 0x80)), NetError::Game);
    assert_eq!(read(&forged(5_000, 1)), NetError::Checksum);
    assert_eq!(read(&bytes[..60]), NetError::Short(60));
    assert_eq!(read(&bytes[..80]), NetError::Numbers { hidden: 64 });
    // Four views of 512 neurons are as many as two of 1024.
    assert_eq!((most, Inputs8x8::SET.most_hidden()), (512, 1024));
    let (found, expected) = ("little", "mirrored-8x8");
    let other = super::Network8x8::with_kernels(&little, true, simd::best());
    assert_eq!(other.err(), Some(NetError::OtherInputs { found, expected }));
}

#[test]
fn rows_of_no_weight_change_no_verdict() {
    const FENS: [&str; 3] = [
        "r1b1k3/ppQ~p4/8/8/4N3/8/PPP5/1K6[QNPPnbr] w - - 0 1",
        "r4rk1/1bq1bppp/p2ppn2/1p6/3NPP2/1BN1B3/PPP3PP/R2Q1RK1[] b - - 0 14",
        "8/4k3/n7/P5p1/4P3/5K2/7P/8[] w - - 0 1",
    ];
    for &inputs in Inputs8x8::NARROWER {
        let narrow = NetworkWeights::noise(inputs, "crazyhouse", 64, 11);
        let wide = narrow.clone().extended_to(Inputs8x8::SET).unwrap();
        let [narrow, wide] = [narrow, wide]
            .map(|weights| super::Network8x8::with_kernels(&weights, true, simd::best()).unwrap());
        for fen in FENS {
            let board = fen.parse::<Setup>().unwrap().board;
            for (mover, bucket) in [(0, 0), (1, 0), (0, 7), (1, 7)] {
                let said = [&narrow, &wide].map(|network| network.judge(&board, mover, bucket));
                assert_eq!(said[0], said[1], "{fen}");
                assert_ne!(said[0], 0, "{fen}");
            }
        }
    }
}
