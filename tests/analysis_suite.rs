//! Sixty positions from games, in which what is right was proved by trying all moves: twenty
//! where sitting is right, twenty where one piece decides, twenty where a capture would feed the
//! rival's mate. The analysis is to say so within the nodes of a second.
//!
//! A proof knows nothing of the searcher: it tries every check and every reply.

#[path = "common/proofs.rs"]
mod proofs;

use std::sync::Arc;

use kralle::board::{Piece, Role, Silent};
use kralle::eval::chances::Chances;
use kralle::game::Playable;
use kralle::game::pair::{Pair, Seat};
use kralle::game::single::Position;
use kralle::game::table::AnyPosition;
use kralle::player::analysis::{Analysis, AnalysisOrder};
use kralle::{Engine, EngineSettings, EvalChoice, Variant};

use proofs::{MATE, captures, mates, pair_of, vanishes, with};

/// What two threads search in a second on the machine of this suite, with every check on.
const NODES: u64 = 150_000;
/// Right answers that are asked of the sixty.
const LEAST_RIGHT: usize = 54;

/// The kinds of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// The seat on move waits for a piece that its partner can take, and mates with it; after any
    /// move of its own it no longer would.
    Sit,
    /// One kind of piece lets the seat mate, no other does.
    Piece,
    /// The seat must not lose that piece: the rival would mate with it.
    Feed,
}

struct Case {
    kind: Kind,
    seat: Seat,
    role: Role,
    fen: String,
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let kind = match self.kind {
            Kind::Sit => "sit",
            Kind::Piece => "piece",
            Kind::Feed => "feed",
        };
        write!(f, "{kind} {} {} {}", self.seat, self.role.letter(), self.fen)
    }
}

fn read(line: &str) -> Case {
    let mut words = line.splitn(4, ' ');
    let mut word = || words.next().expect("four words");
    let kind = match word() {
        "sit" => Kind::Sit,
        "piece" => Kind::Piece,
        "feed" => Kind::Feed,
        other => panic!("{other}"),
    };
    let seat = word();
    let seat = *Seat::ALL.iter().find(|known| known.to_string() == seat).expect("a seat");
    let role = Role::from_name(word()).expect("a piece");
    Case { kind, seat, role, fen: word().to_owned() }
}

/// Can a piece of this kind be taken back after a capture with it?
fn is_retaken(position: &Position, role: Role) -> bool {
    position.legal_moves().into_iter().any(|mv| {
        let takes = kralle::game::Searchable::victim(position, mv).is_some();
        let mover = position.board().at(mv.from()).map(Piece::role);
        if !takes || mover != Some(role) || mv.is_drop() {
            return false;
        }
        let mut after = position.clone();
        after.play(mv, &mut Silent);
        captures(&after, role).into_iter().any(|back| back.to() == mv.to())
    })
}

/// Is this so, by trying all moves?
fn is_proved(pair: &Pair, kind: Kind, seat: Seat, role: Role) -> bool {
    let board = |index: usize| pair.board_alone(index).ok();
    let (Some(own), Some(other)) = (board(seat.board), board(1 - seat.board)) else {
        return false;
    };
    if !pair.is_on_move(seat) {
        return false;
    }
    let partner = seat.partner();
    match kind {
        Kind::Sit => {
            pair.is_on_move(partner)
                && !captures(&other, role).is_empty()
                && !mates(&own, MATE + 1)
                && mates(&with(&own, seat.color, role), MATE)
                && vanishes(&own, seat.color, role)
        }
        Kind::Piece => {
            !mates(&own, MATE)
                && Role::DROPPABLE
                    .into_iter()
                    .all(|piece| mates(&with(&own, seat.color, piece), MATE) == (piece == role))
        }
        Kind::Feed => {
            let rival = partner.opponent();
            pair.is_on_move(rival)
                && is_retaken(&own, role)
                && !mates(&other, MATE)
                && mates(&with(&other, rival.color, role), MATE)
        }
    }
}

fn analyse(engine: &Engine, game: &Variant, fen: &str) -> Analysis {
    let order = AnalysisOrder {
        nodes: Some(NODES),
        time: None,
        depth: None,
        lines: 1,
        clocks: [None; 4],
        chances: Chances::of(game.like()),
        mates: None,
    };
    let table = game.set_up(fen).unwrap();
    let mut last = None;
    engine.forget();
    engine.analyse(&*table, order).unwrap()(&Arc::default(), &mut |found| last = Some(found));
    last.expect("a round")
}

/// Does the analysis say what is right?
fn is_told(found: &Analysis, case: &Case) -> bool {
    let seat = &found.seats[case.seat.index()];
    let is_mate = |score: kralle::base::Score| score.mate_in().is_some_and(|plies| plies > 0);
    match case.kind {
        Kind::Sit => seat.sitting.is_some_and(|it| it.sits && is_mate(it.waiting)),
        Kind::Piece => seat.pieces.iter().any(|it| it.role == case.role && is_mate(it.with)),
        Kind::Feed => seat.keep.contains(&case.role),
    }
}

#[test]
fn sixty_proved_positions_are_told_rightly() {
    let text = include_str!("data/analysis-suite.txt");
    let cases: Vec<Case> = text.lines().filter(|line| !line.starts_with('#')).map(read).collect();
    for kind in [Kind::Sit, Kind::Piece, Kind::Feed] {
        assert_eq!(cases.iter().filter(|case| case.kind == kind).count(), 20, "{kind:?}");
    }
    let game = Variant::find("bughouse").unwrap();
    let settings = EngineSettings { hash_mib: 8, threads: 1 };
    let engine = Engine::new(&game, &EvalChoice::BuiltIn, settings).unwrap();
    let mut right = 0;
    for case in &cases {
        assert!(is_proved(&pair_of(&case.fen), case.kind, case.seat, case.role), "{case}");
        if is_told(&analyse(&engine, &game, &case.fen), case) {
            right += 1;
        } else {
            println!("not told: {case}");
        }
    }
    println!("{right} of {} told rightly", cases.len());
    assert!(right >= LEAST_RIGHT, "{right} of {}", cases.len());
}

/// Prints positions for the suite from games: at most one of each kind a game.
#[test]
#[ignore = "looks for positions: set KRALLE_GAMES to a file in BPGN"]
fn look_for_positions() {
    let path = std::env::var("KRALLE_GAMES").expect("KRALLE_GAMES names a file");
    let text = std::fs::read_to_string(path).expect("it can be read");
    let bughouse = Variant::find("bughouse").unwrap();
    for game in kralle::tools::records::read(&text, &bughouse).unwrap() {
        let mut table = game.start().unwrap();
        let mut seen = Vec::new();
        for ply in &game.plies {
            table.play(ply.played.seat, &ply.played.text).unwrap();
            let AnyPosition::Pair(pair) = table.position() else { unreachable!() };
            if table.verdict().is_over() {
                break;
            }
            for kind in [Kind::Sit, Kind::Piece, Kind::Feed] {
                if seen.contains(&kind) {
                    continue;
                }
                let seats = Seat::ALL.into_iter();
                let cases = seats.flat_map(|seat| Role::DROPPABLE.map(|role| (seat, role)));
                let mut proved = cases.filter(|&(seat, role)| is_proved(pair, kind, seat, role));
                if let Some((seat, role)) = proved.next() {
                    seen.push(kind);
                    println!("{}", Case { kind, seat, role, fen: table.fen() });
                }
            }
        }
    }
}
