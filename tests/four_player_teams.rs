//! Four-player teams, as public servers play it: what its page says, and what 4pchess counts.

use kralle::board::Silent;
use kralle::game::Playable;
use kralle::game::catalogue::{BuiltIn, Variant};
use kralle::game::multi::{FourPlayerTeams, Position, Rules, SetupError};

type Teams = Position<FourPlayerTeams>;

fn at(fen: &str) -> Teams {
    Position::from_fen(fen, Rules::default()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(position: &mut Teams, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.read_move(text).unwrap_or_else(|error| panic!("{error}"));
        position.play(mv, &mut Silent);
    }
}

fn verdict(position: &Teams) -> String {
    position.verdict().to_string()
}

/// Moves from a square, by where they lead.
fn from(position: &Teams, square: &str) -> Vec<String> {
    let moves = position.legal_moves().into_iter().map(|mv| position.write_move(mv));
    let mut targets: Vec<String> =
        moves.filter_map(|text| Some(text.strip_prefix(square)?.to_owned())).collect();
    targets.sort();
    targets
}

/// Four kings at home, and what else is told by row from the top, as in a FEN.
fn kings(rows: &[(usize, &str)], turn: char) -> String {
    let mut all: Vec<String> = (0..14)
        .map(|row| match row {
            0 => "3yK4".into(),
            6 => "13gK".into(),
            7 => "bK13".into(),
            13 => "4rK3".into(),
            1 | 2 | 11 | 12 => "8".into(),
            _ => "14".into(),
        })
        .collect();
    for &(row, text) in rows {
        all[row] = text.into();
    }
    format!("{} {turn} - - - 0 1", all.join("/"))
}

#[test]
fn the_start_and_the_turn_are_those_of_public_servers() {
    let mut position = Teams::start(Rules::default());
    let fen4 = "R-0,0,0,0-1,1,1,1-1,1,1,1-0,0,0,0-0-x,x,x,yR,yN,yB,yK,yQ,yB,yN,yR,x,x,x/\
        x,x,x,yP,yP,yP,yP,yP,yP,yP,yP,x,x,x/x,x,x,8,x,x,x/bR,bP,10,gP,gR/bN,bP,10,gP,gN/\
        bB,bP,10,gP,gB/bQ,bP,10,gP,gK/bK,bP,10,gP,gQ/bB,bP,10,gP,gB/bN,bP,10,gP,gN/\
        bR,bP,10,gP,gR/x,x,x,8,x,x,x/x,x,x,rP,rP,rP,rP,rP,rP,rP,rP,x,x,x/\
        x,x,x,rR,rN,rB,rQ,rK,rB,rN,rR,x,x,x";
    assert_eq!(at(fen4).key(), position.key());
    assert_eq!(verdict(&position), "ongoing:r:-");
    for (moves, next) in [("h2h3", 'b'), ("b7d7", 'y'), ("g13g12", 'g'), ("m8l8", 'r')] {
        play(&mut position, moves);
        assert_eq!(verdict(&position), format!("ongoing:{next}:-"));
    }
}

#[test]
fn a_pawn_is_promoted_on_its_eleventh_row_and_nowhere_else() {
    let position = at(&kings(&[(4, "5rP8")], 'r'));
    assert_eq!(from(&position, "f10"), ["f11b", "f11n", "f11q", "f11r"]);
    let position = at(&kings(&[(4, "1rP1bN10"), (3, "2bN11")], 'r'));
    // Also by capture, where the board is wide.
    assert_eq!(
        from(&position, "b10"),
        ["b11b", "b11n", "b11q", "b11r", "c11b", "c11n", "c11q", "c11r"]
    );
    let position = at(&kings(&[(4, "9bP4")], 'b'));
    assert_eq!(from(&position, "j10"), ["k10b", "k10n", "k10q", "k10r"]);
}

#[test]
fn the_first_mate_ends_the_game() {
    let mut position = Teams::start(Rules::default());
    play(&mut position, "f2f4 b11c11 g13g12 m11l11 k2k3 c11d11 h14d10 l11k11");
    play(&mut position, "k3k4 a11b11 d10d6 m10l10 g1b6");
    assert_eq!(verdict(&position), "win:ry 4player-teams mate");
    assert!(position.legal_moves().is_empty());
    // A position that is over can be written and read.
    assert_eq!(verdict(&at(&position.to_setup().to_string())), verdict(&position));
    position.undo();
    assert_eq!(verdict(&position), "ongoing:r:-");
}

#[test]
fn the_first_king_that_is_taken_ends_the_game() {
    // Yellow's knight opens the seventh rank to Red's rook; Green may help Blue, but does not.
    let start = at(&kings(&[(7, "bK1yN1rR9")], 'y'));
    let mut position = start.clone();
    play(&mut position, "c7d9 n8n9 e7a7");
    assert_eq!(verdict(&position), "win:ry 4player-teams king taken");
    assert!(position.legal_moves().is_empty());
    for _ in 0..3 {
        position.undo();
    }
    assert_eq!((position.key(), verdict(&position)), (start.key(), verdict(&start)));
}

#[test]
fn the_first_stalemate_draws() {
    let mut position = at(&kings(&[(3, "2rR11"), (6, "4rR8gK"), (8, "4rR9")], 'r'));
    play(&mut position, "c11b11");
    assert_eq!(verdict(&position), "draw:stalemate 4player-teams stalemate");
}

#[test]
fn a_seat_that_is_out_is_refused() {
    let fen = kings(&[], 'r').replace("- - - 0", "- - b# 0");
    let error = Position::<FourPlayerTeams>::from_fen(&fen, Rules::default()).err();
    assert_eq!(error, Some(SetupError::Out('b')));
}

#[test]
fn it_is_a_game_of_its_own_beside_the_nine() {
    let game = Variant::find("4player-teams").unwrap();
    assert_eq!((game.like(), game.is_custom()), (BuiltIn::FourPlayerTeams, false));
    assert!(!BuiltIn::ALL.contains(&BuiltIn::FourPlayerTeams));
    assert!(BuiltIn::names().contains(&"4player-teams"));
}
