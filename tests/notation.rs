//! Text forms on real positions: what is written is read back, and other programs agree.

use kralle::board::{Color, Move, MoveKind, Role, Square};
use kralle::game::Playable;
use kralle::game::catalogue::BoardGame;
use kralle::game::pair::Pair;
use kralle::game::rules::START;
use kralle::game::single::Position;
use kralle::notation::pgn::{PgnMove, Record};
use kralle::notation::san::{self, Effect};
use kralle::notation::uci::{self, Castling};
use kralle::notation::{MoveError, PairSetup, Setup};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use shakmaty::san::{San, SanPlus};
use shakmaty::uci::UciMove;
use shakmaty::variant::Crazyhouse;
use shakmaty::{CastlingMode, Chess};

fn position(name: &str, fen: &str, chess960: bool) -> Position {
    let rules = BoardGame::find(name).unwrap().rules;
    Position::from_setup(&fen.parse().unwrap(), rules, chess960).unwrap()
}

fn effect(position: &Position, mv: Move) -> Effect {
    let mut after = position.clone();
    after.play(mv, &mut kralle::board::Silent);
    match () {
        () if after.verdict().is_mate() => Effect::Mate,
        () if after.in_check() => Effect::Check,
        () => Effect::Quiet,
    }
}

/// Every legal move of many positions: written in both forms, read back, compared with
/// what shakmaty writes for the same UCI move.
fn compare_with<P: shakmaty::Position + Clone + Default>(name: &str, games: u64) {
    let mut compared = 0;
    for seed in 0..games {
        let mut random = SmallRng::seed_from_u64(seed);
        let mut ours = position(name, START, false);
        let mut theirs = P::default();
        for _ in 0..120 {
            let legal = ours.legal_moves();
            if legal.is_empty() {
                break;
            }
            for &mv in &legal {
                let text = uci::write(mv, Castling::KingStep).to_string();
                assert_eq!(uci::read(&text, &legal), Ok(mv), "{text}");
                let rook = uci::write(mv, Castling::KingTakesRook).to_string();
                assert_eq!(uci::read(&rook, &legal), Ok(mv), "{rook}");
                let written = san::write(ours.board(), &legal, mv, effect(&ours, mv));
                assert_eq!(san::read(&written, &legal), Ok(mv), "{written}");
                let their_move = text.parse::<UciMove>().unwrap().to_move(&theirs).unwrap();
                let their_san = SanPlus::from_move(theirs.clone(), their_move).to_string();
                assert_eq!(written.trim_start_matches('P'), their_san.trim_start_matches('P'));
                compared += 1;
            }
            let mv = legal[random.random_range(0..legal.len())];
            let text = uci::write(mv, Castling::KingStep).to_string();
            theirs.play_unchecked(text.parse::<UciMove>().unwrap().to_move(&theirs).unwrap());
            ours.play(mv, &mut kralle::board::Silent);
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn san_and_uci_agree_with_shakmaty_in_chess() {
    compare_with::<Chess>("chess", 20);
}

#[test]
fn san_and_uci_agree_with_shakmaty_in_crazyhouse() {
    compare_with::<Crazyhouse>("crazyhouse", 12);
}

#[test]
fn chess960_castling_is_found_in_both_styles() {
    let fen = "1r2k1r1/pppppppp/8/8/8/8/PPPPPPPP/1R2K1R1 w KQkq - 0 1";
    let here = position("chess", fen, true);
    let legal = here.legal_moves();
    let castles: Vec<Move> =
        legal.iter().copied().filter(|mv| mv.kind() == MoveKind::Castle).collect();
    assert_eq!(castles.len(), 2);
    for &mv in &castles {
        let theirs: Chess = shakmaty::fen::Fen::from_ascii(fen.as_bytes())
            .unwrap()
            .into_position(CastlingMode::Chess960)
            .unwrap();
        let text = uci::write(mv, Castling::KingTakesRook).to_string();
        let their_move = text.parse::<UciMove>().unwrap().to_move(&theirs).unwrap();
        assert_eq!(their_move.to_uci(CastlingMode::Chess960).to_string(), text);
        let san = san::write(here.board(), &legal, mv, Effect::Quiet);
        assert_eq!(San::from_move(&theirs, their_move).to_string(), san);
        for style in [Castling::KingStep, Castling::KingTakesRook] {
            let text = uci::write(mv, style).to_string();
            assert_eq!(uci::read(&text, &legal), Ok(mv), "{text}");
        }
    }
}

#[test]
fn san_is_read_in_every_form_in_use() {
    let fen = "r3k2r/P2n1ppp/8/3pP3/2N5/6N1/PPPP1PPP/R3K2R[PNq] w KQkq d6 0 1";
    let here = position("crazyhouse", fen, false);
    let legal = here.legal_moves();
    let uci_of = |text: &str| {
        san::read(text, &legal).map(|mv| uci::write(mv, Castling::KingStep).to_string())
    };
    for (text, meant) in [
        ("P@e4", "P@e4"),
        ("@e4", "P@e4"),
        ("p@e4", "P@e4"),
        ("N@f5+!?", "N@f5"),
        ("O-O", "e1g1"),
        ("0-0!", "e1g1"),
        ("O-O-O+", "e1c1"),
        ("0-0-0", "e1c1"),
        ("e1g1", "e1g1"),
        ("d4", "d2d4"),
        ("d2d4", "d2d4"),
        ("d2-d4", "d2d4"),
        ("Pd4", "d2d4"),
        ("Ne3", "c4e3"),
        ("Nce3", "c4e3"),
        ("Nc4e3", "c4e3"),
        ("Ng3-e4", "g3e4"),
        ("N3e4", "g3e4"),
        ("g3e4", "g3e4"),
        ("exd6", "e5d6"),
        ("ed6", "e5d6"),
        ("xd6", "e5d6"),
        ("e5xd6 e.p.", "e5d6"),
        ("e5:d6", "e5d6"),
        ("Rb1", "a1b1"),
        ("Rab1", "a1b1"),
    ] {
        assert_eq!(uci_of(text), Ok(meant.into()), "{text}");
    }
    for (text, error) in [
        ("d6", MoveError::Illegal("d6".into())),
        ("axb8=Q", MoveError::Illegal("axb8=Q".into())),
        ("Kd5", MoveError::Illegal("Kd5".into())),
        ("", MoveError::Empty),
        ("+", MoveError::San("+".into())),
        ("Nx", MoveError::San("Nx".into())),
        ("Ni9", MoveError::San("Ni9".into())),
        ("d4=", MoveError::San("d4=".into())),
        ("--", MoveError::Null("--".into())),
        ("é4", MoveError::San("é4".into())),
    ] {
        assert_eq!(san::read(text, &legal), Err(error), "{text}");
    }
    let two = position("chess", "4k3/8/8/8/8/8/8/R3K2R w - - 0 1", false).legal_moves();
    assert_eq!(san::read("Rd1", &two).map(Move::from), Ok(Square::parse("a1").unwrap()));
    let two = position("chess", "R6R/8/8/8/4k3/8/8/4K3 w - - 0 1", false).legal_moves();
    assert_eq!(san::read("Rd8", &two), Err(MoveError::Ambiguous("Rd8".into())));
}

#[test]
fn promotions_are_read_in_every_form_and_never_guessed() {
    let here = position("chess", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", false);
    let legal = here.legal_moves();
    let queen = Move::promotion(Role::Queen, Square(48), Square(56));
    for text in ["a8=Q", "a8Q", "a8q", "a8(Q)", "a8/Q", "a7a8=Q", "a8=q+", "a7-a8Q!"] {
        assert_eq!(san::read(text, &legal), Ok(queen), "{text}");
    }
    let takes = Move::promotion(Role::Bishop, Square(48), Square(57));
    assert_eq!(san::read("axb8=B", &legal), Ok(takes));
    assert_eq!(san::read("a8", &legal), Err(MoveError::NoPromotion("a8".into())));
    assert_eq!(san::read("a8=K", &legal), Err(MoveError::Illegal("a8=K".into())));
    assert_eq!(san::read("a8=d1", &legal), Err(MoveError::Illegal("a8=d1".into())));
}

#[test]
fn pieces_taken_off_the_other_board_have_their_square_in_san() {
    let at = |name: &str| Square::parse(name).unwrap();
    let here = position("chess", "3n4/4P3/7k/8/8/8/8/4K3 w - - 0 1", false);
    let taken = |role, to, from| Move::take_out(role, at("e7"), at(to), at(from)).on_board(1);
    let legal = [
        taken(Role::Queen, "d8", "d1"),
        taken(Role::Rook, "d8", "a1"),
        taken(Role::Rook, "d8", "h1"),
        taken(Role::Bishop, "e8", "b1"),
    ];
    for (mv, text) in legal.into_iter().zip(["2exd8=Qd1", "2exd8=Ra1", "2exd8=Rh1", "2e8=Bb1"]) {
        assert_eq!(san::write_pair(here.board(), &legal, mv, Effect::Quiet), text);
        assert_eq!(san::read_pair(text, &legal), Ok(mv));
        assert_eq!(san::read(&text[1..], &legal), Ok(mv));
    }
    for text in ["exd8=Q", "exd8=d1", "exd8Qd1", "e7×d8/Qd1†"] {
        assert_eq!(san::read(text, &legal), Ok(legal[0]), "{text}");
    }
    assert_eq!(san::read("exd8=Rh1", &legal), Ok(legal[2]));
    assert_eq!(san::read("e8=Bb1+", &legal), Ok(legal[3]));
    assert_eq!(san::read("exd8=R", &legal), Err(MoveError::Ambiguous("exd8=R".into())));
    assert_eq!(san::read("e8=Rb1", &legal), Err(MoveError::Illegal("e8=Rb1".into())));
    assert_eq!(san::read_pair("1e8=b1", &legal), Err(MoveError::Illegal("1e8=b1".into())));
    assert_eq!(san::read_pair("e8=b1", &legal), Err(MoveError::NoBoard("e8=b1".into())));
}

/// Both boards of every team game: each move in both forms, each position as text.
#[test]
fn pairs_of_boards_survive_a_round_trip() {
    for name in ["bughouse", "doorgeefschaak", "tandem", "tandemordnung"] {
        let rules = BoardGame::find(name).unwrap().rules;
        let (mut moves, mut taken_out) = (0, 0);
        for seed in 0..6 {
            let mut random = SmallRng::seed_from_u64(seed);
            // Pawns close to the goal, so that pieces are taken off the other board.
            let fen = "r2qk2r/pPp3Pp/8/8/8/8/PPP3pP/R2QK2R[Pn] w KQkq - 0 1";
            let (one, two) = if seed < 2 { (START, START) } else { (fen, START) };
            let (one, two): (Setup, Setup) = (one.parse().unwrap(), two.parse().unwrap());
            let mut pair = Pair::new(&one, Some(&two), rules, false).unwrap();
            for _ in 0..80 {
                let legal = pair.legal_moves();
                let Some(&first) = legal.first() else { break };
                for &mv in &legal {
                    let text = uci::write_pair(mv, Castling::KingStep).to_string();
                    assert_eq!(uci::read_pair(&text, &legal), Ok(mv), "{text}");
                    let board = pair.board(mv.board()).unwrap().board();
                    let text = san::write_pair(board, &legal, mv, Effect::Quiet);
                    assert_eq!(san::read_pair(&text, &legal), Ok(mv), "{text}");
                    taken_out += usize::from(mv.kind() == MoveKind::TakeOut);
                }
                moves += legal.len();
                let setups = PairSetup {
                    first: pair.board(0).unwrap().to_setup(),
                    second: pair.board(1).map(Position::to_setup),
                    clocks: [[Some(1), None], [Some(random.random_range(0..999_999)), Some(0)]],
                };
                assert_eq!(setups.to_string().parse(), Ok(setups));
                let mv = legal.get(random.random_range(0..legal.len())).copied().unwrap_or(first);
                pair.play(mv, &mut kralle::board::Silent);
            }
        }
        assert!(moves > 5_000, "{name}: {moves}");
        assert_eq!(taken_out > 20, name.starts_with("tandem"), "{name}: {taken_out}");
    }
}

#[test]
fn noise_in_san_is_refused_without_panic() {
    let mut random = SmallRng::seed_from_u64(5);
    let letters: Vec<char> = "aabcefh1122334488PNBqk@=+-x(0é/ O#".chars().collect();
    let legal = position("crazyhouse", START, false).legal_moves();
    let mut understood = 0;
    for _ in 0..300_000 {
        let text: String = (0..random.random_range(0..7))
            .map(|_| letters[random.random_range(0..letters.len())])
            .collect();
        if let Ok(mv) = san::read(&text, &legal) {
            assert!(legal.contains(&mv));
            understood += 1;
        }
    }
    assert!(understood > 10, "{understood}");
}

fn random_record(name: &str, seed: u64) -> Record {
    let mut random = SmallRng::seed_from_u64(seed);
    let start: Option<Setup> = (seed % 3 == 1).then(|| {
        let fen = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R[QNn] b KQkq - 3 7";
        let fen = if name == "chess" { fen.replace("[QNn]", "") } else { fen.into() };
        Setup { brackets: name != "chess", ..fen.parse().unwrap() }
    });
    let fen = start.as_ref().map_or(START.into(), Setup::to_string);
    let mut here = position(name, &fen, false);
    let mut moves = Vec::new();
    while moves.len() < 160 && !here.verdict().is_over() {
        let legal = here.legal_moves();
        let mv = legal[random.random_range(0..legal.len())];
        let san = san::write(here.board(), &legal, mv, effect(&here, mv));
        let comment =
            random.random_bool(0.2).then(|| format!("[%clk 0:00:{:02}] }} {{", seed % 60));
        let comments = comment.into_iter().collect();
        moves.push(PgnMove { comments, ..PgnMove::plain(here.turn(), &san) });
        here.play(mv, &mut kralle::board::Silent);
    }
    let tag = |name: &str, value: &str| (name.to_string(), value.to_string());
    let mut tags = vec![tag("White", "A \"quoted\" \\ name"), tag("Black", "Kralle")];
    if name != "chess" {
        tags.push(tag("Variant", "Crazyhouse"));
    }
    Record { tags, start, moves, result: here.verdict().result() }
}

#[test]
fn moves_are_numbered_by_who_made_them() {
    let ply = |(color, san): (Color, &str)| PgnMove::plain(color, san);
    let moves = [
        (Color::White, "N@f1"),
        (Color::Black, "a"),
        // The prelude to superschaak ends with two steps of Black's.
        (Color::Black, "swap"),
        (Color::White, "e4"),
        (Color::Black, "e5"),
    ];
    let moves = moves.into_iter().map(ply).collect();
    let text = Record { tags: Vec::new(), start: None, moves, result: "*" }.to_string();
    assert!(text.ends_with("\n\n1. N@f1 a 1... swap 2. e4 e5 *\n"), "{text}");
}

#[test]
fn marks_comments_and_a_better_line_stand_behind_their_move() {
    let mut moves: Vec<PgnMove> =
        [(Color::White, "f3"), (Color::Black, "e5"), (Color::White, "g4")]
            .map(|(color, san)| PgnMove::plain(color, san))
            .into();
    moves[1].variation = vec!["d5".into(), "e3".into(), "e5".into()];
    moves[2].nags = vec![4];
    moves[2].comments = vec!["[%eval #-1]".into(), "mated".into()];
    moves[2].variation = vec!["e3".into()];
    let text = Record { tags: Vec::new(), start: None, moves, result: "*" }.to_string();
    let body = "1. f3 e5 (1... d5 2. e3 e5) 2. g4 $4 {[%eval #-1]} {mated} (2. e3) *";
    assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").ends_with(body), "{text}");
    let read = &kralle::notation::pgn::read(&text).unwrap()[0];
    assert_eq!(read.moves, ["f3", "e5", "g4"]);
    assert_eq!(read.comments[2], ["$4", "[%eval #-1]", "mated"]);
}

#[test]
fn a_record_has_its_tags_and_short_lines() {
    let text = random_record("crazyhouse", 1).to_string();
    let head = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                [White \"A \\\"quoted\\\" \\\\ name\"]\n[Black \"Kralle\"]\n[Result \"";
    assert!(text.starts_with(head), "{text}");
    assert!(text.contains("\n[Variant \"Crazyhouse\"]\n[SetUp \"1\"]\n[FEN \"r3k2r/"));
    assert!(text.contains("\n\n7... "), "{text}");
    let body = text.split("\n\n").nth(1).unwrap();
    assert!(body.lines().all(|line| line.len() <= 80) && body.lines().count() > 5, "{body}");
}

/// For `python-chess`, which reads them: see the module `chess.pgn`.
#[test]
#[ignore = "writes files: set KRALLE_PGN_DIR"]
fn write_records_for_other_readers() {
    let folder = std::env::var("KRALLE_PGN_DIR").expect("KRALLE_PGN_DIR names a folder");
    for seed in 0..40 {
        let name = if seed % 2 == 0 { "chess" } else { "crazyhouse" };
        let record = random_record(name, seed);
        let path = format!("{folder}/{seed}.pgn");
        std::fs::write(path, record.to_string()).expect("the folder can be written to");
    }
}
