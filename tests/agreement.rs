//! Agreement with an independent program, shakmaty, on seeded random positions of chess and
//! crazyhouse: the same moves, and FEN that both read and write alike.

mod common;

use common::{count, position, visit_positions};
use kralle::game::Playable;
use kralle::game::single::Position;
use kralle::notation::Setup;
use kralle::notation::uci::{Castling, write};
use shakmaty::fen::Fen;
use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

/// Both programs read the same FEN, have the same moves, and write the same FEN.
fn agree<P: shakmaty::Position + shakmaty::FromSetup>(ours: &Position, mode: CastlingMode) {
    let text = ours.to_setup().to_string();
    let fen: Fen = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    let theirs: P = fen.into_position(mode).unwrap_or_else(|error| panic!("{text}: {error}"));
    let castling = match mode {
        CastlingMode::Standard => Castling::KingStep,
        CastlingMode::Chess960 => Castling::KingTakesRook,
    };
    let mut our_moves: Vec<String> =
        ours.legal_moves().iter().map(|&mv| write(mv, castling).to_string()).collect();
    let mut their_moves: Vec<String> =
        theirs.legal_moves().iter().map(|mv| mv.to_uci(mode).to_string()).collect();
    our_moves.sort();
    their_moves.sort();
    assert_eq!(our_moves, their_moves, "{text}");
    assert_eq!(ours.in_check(), theirs.is_check(), "{text}");
    let written = Fen::from_position(&theirs, EnPassantMode::Legal).to_string();
    let back: Setup = written.parse().unwrap_or_else(|error| panic!("{written}: {error}"));
    let back = Position::from_setup(&back, *ours.rules(), true).unwrap();
    assert_eq!(back.to_setup().to_string(), text, "{written}");
    assert_eq!(back.key(), ours.key(), "{written}");
}

#[test]
fn chess_agrees_with_shakmaty() {
    visit_positions("chess", count(5_000), 90, |ours, _| {
        agree::<Chess>(ours, CastlingMode::Chess960);
    });
}

#[test]
fn crazyhouse_agrees_with_shakmaty() {
    visit_positions("crazyhouse", count(5_000), 91, |ours, _| {
        agree::<Crazyhouse>(ours, CastlingMode::Chess960);
    });
}

#[test]
fn castling_in_two_steps_agrees_with_shakmaty() {
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    agree::<Chess>(&position("chess", fen, false), CastlingMode::Standard);
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R[Pp] b KQkq - 0 1";
    agree::<Crazyhouse>(&position("crazyhouse", fen, false), CastlingMode::Standard);
}
