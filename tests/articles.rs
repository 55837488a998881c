//! One test for each article of the team games, named after it. Positions are made by hand;
//! the verdict line is compared whole, article included.

use kralle::board::{Color, Man, Move, MoveKind, Role, Silent, Square};
use kralle::game::Game;
use kralle::game::pair::{Match, MatchError, Pair, Reply, Seat, Team};
use kralle::game::rules::{self, START};
use kralle::notation::{Hidden, PairSetup};

const FREE: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
const W1: Seat = Seat::ALL[0];
const B1: Seat = Seat::ALL[1];
const W2: Seat = Seat::ALL[2];
const B2: Seat = Seat::ALL[3];

fn pair(variant: &str, fen: &str) -> Pair {
    let rules = rules::variant(variant).expect("a variant").rules;
    let setup = PairSetup::read(fen, Hidden::Allowed).expect("a FEN");
    Pair::new(&setup.first, setup.second.as_ref(), rules, false).expect("a pair")
}

fn square(name: &str) -> Square {
    Square::parse(name).expect("a square")
}

/// `1e2e4`, `2N@f3`, `1e7e8q`, `1e7e8=d1`.
fn text(mv: Move) -> String {
    let board = mv.board() + 1;
    let role = mv.role().letter();
    match mv.kind() {
        MoveKind::Drop => format!("{board}{role}@{}", mv.to()),
        MoveKind::Promotion => {
            format!("{board}{}{}{}", mv.from(), mv.to(), role.to_ascii_lowercase())
        }
        MoveKind::TakeOut => format!("{board}{}{}={}", mv.from(), mv.to(), mv.extra()),
        _ => format!("{board}{}{}", mv.from(), mv.to()),
    }
}

fn find(pair: &Pair, wanted: &str) -> Option<Move> {
    pair.legal_moves().into_iter().find(|&mv| text(mv) == wanted)
}

fn legal(pair: &Pair, wanted: &str) -> bool {
    find(pair, wanted).is_some()
}

fn play(pair: &mut Pair, wanted: &str) {
    let mv = find(pair, wanted).unwrap_or_else(|| panic!("{wanted} is not legal"));
    pair.play(mv, &mut Silent);
}

/// Moves of a board that contain a text.
fn moves_with(pair: &Pair, part: &str) -> Vec<String> {
    let mut moves: Vec<String> =
        pair.legal_moves().into_iter().map(text).filter(|mv| mv.contains(part)).collect();
    moves.sort();
    moves
}

fn verdict(variant: &str, fen: &str) -> String {
    pair(variant, fen).verdict().to_string()
}

fn held(pair: &Pair, seat: Seat, role: Role) -> u8 {
    pair.board(seat.board).expect("a board").board().hand(seat.color).count(role)
}

fn game(variant: &str, fen: &str) -> Match {
    Match::new(pair(variant, fen))
}

fn line(game: &Match) -> String {
    game.verdict().to_string()
}

// ---- section 4: what the games share

#[test]
fn captured_men_go_to_the_partner() {
    let mut pair = pair("bughouse", &format!("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1 | {FREE}"));
    play(&mut pair, "1e4d5");
    assert_eq!(held(&pair, B2, Role::Pawn), 0);
    assert_eq!(held(&pair, W2, Role::Pawn), 0);
    // White of board 1 took a black pawn: his partner plays Black on board 2.
    let mut pair = self::pair("bughouse", &format!("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1 | {FREE}"));
    let before = pair.key();
    play(&mut pair, "1e4d5");
    let hands = Color::ALL.map(|c| pair.board(1).expect("a board").board().hand(c).len());
    assert_eq!(hands, [0, 1]);
    assert_eq!(
        pair.board(1).expect("a board").to_setup().to_string(),
        "4k3/8/8/8/8/8/8/4K3[p] w - - 0 1"
    );
    pair.undo();
    assert_eq!(pair.key(), before);
    assert_eq!(W1.partner(), B2);
    assert_eq!((W1.team(), B2.team(), B1.team()), (Team::White1, Team::White1, Team::Black1));
}

#[test]
fn promoted_men_pass_as_pawns_or_as_themselves() {
    let fen = format!("4k3/8/8/3q~4/4P3/8/8/4K3[] w - - 0 1 | {FREE}");
    for (variant, role) in [
        ("bughouse", Role::Pawn),
        ("doorgeefschaak", Role::Pawn),
        ("tandem", Role::Queen),
        ("tandemordnung", Role::Queen),
    ] {
        let mut pair = pair(variant, &fen);
        play(&mut pair, "1e4d5");
        assert_eq!(held(&pair, B2, role), 1, "{variant}");
        assert_eq!(pair.board(1).expect("a board").board().hand(Color::Black).len(), 1);
    }
}

#[test]
fn an_unknown_board_takes_men_and_gives_none() {
    let mut alone = pair("tandem", "4k3/P7/8/3p4/4P3/8/8/4K3[] w - - 0 1");
    assert_eq!(moves_with(&alone, "a7"), Vec::<String>::new());
    play(&mut alone, "1e4d5");
    assert_eq!(alone.count_moves(), alone.count_on(0));
    alone.undo();
    assert!(alone.moves_on(1).is_err());
}

#[test]
fn either_board_may_move_next() {
    let pair = pair("bughouse", &format!("{START} | {START}"));
    assert_eq!(pair.count_moves(), 40);
}

#[test]
fn decision_d2_stalemate_waits_for_a_man() {
    // Black of board 1 is stalemated; his partner takes a pawn, which he may drop.
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";
    let mut pair = pair("bughouse", &format!("{stalemate} | 4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1"));
    assert_eq!(
        pair.verdict().to_string(),
        "ongoing;1=stuck;2=ongoing FICS bughouse: stalemate waits"
    );
    play(&mut pair, "2e4d5");
    assert_eq!(pair.verdict().to_string(), "ongoing;1=ongoing;2=ongoing");
    assert!(legal(&pair, "1P@a7"));
    for (variant, article) in [
        ("doorgeefschaak", "decision D-2"),
        ("tandemordnung", "tandemordnung 8.2"),
        ("tandem", "tandem 6.2"),
    ] {
        let line = verdict(variant, &format!("{stalemate} | {FREE}"));
        assert_eq!(line, format!("ongoing;1=stuck;2=ongoing {article}"));
    }
}

#[test]
fn decision_d3_all_wait_is_a_draw() {
    let white = "8/8/8/8/8/6k1/5q2/7K[] w - - 0 1";
    let black = "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";
    let both = format!("{black} | {white}");
    assert_eq!(verdict("tandem", &both), "draw:all-wait;1=stuck;2=stuck decision D-3");
    assert_eq!(
        verdict("doorgeefschaak", &both),
        "score:1-1;1=draw:all-wait;2=draw:all-wait decision D-3, doorgeefschaak 11G"
    );
    // If a clock runs, the flag decides first.
    let mut game = game("tandem", &both);
    game.set_clock(B1, Some(1_000));
    assert_eq!(line(&game), "ongoing;1=stuck;2=stuck tandem 6.2");
    game.flag_falls(B1);
    game.note_flags(W1).expect("a flag is down");
    assert!(line(&game).starts_with("win:White-1;1=flag:1-0;"), "{}", line(&game));
}

// ---- 4.1: the mate models

/// Back-rank check with an empty rank between: a man could be dropped on it.
const DISTANT: &str = "R5k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1";
/// A queen beside the king, guarded.
const CONTACT: &str = "6k1/6Q1/6K1/8/8/8/8/8[] b - - 0 1";
/// A smothered king, knight check.
const SMOTHERED: &str = "6rk/5Npp/8/8/8/8/8/4K3[] b - - 0 1";
/// Two checks: rook on the rank, bishop on the diagonal.
const DOUBLE: &str = "R4rk1/5p1p/8/8/8/8/1B6/4K1R1[] b - - 0 1";

#[test]
fn model_potential_a_distant_check_waits_a_near_one_mates() {
    assert_eq!(
        verdict("bughouse", &format!("{DISTANT} | {FREE}")),
        "ongoing;1=stuck-check;2=ongoing FICS bughouse: a man may come"
    );
    for fen in [CONTACT, SMOTHERED] {
        assert_eq!(
            verdict("bughouse", &format!("{fen} | {FREE}")),
            "win:White-1;1=mate;2=ongoing FICS bughouse: mate"
        );
    }
    assert_eq!(
        verdict("tandemordnung", &format!("{DISTANT} | {FREE}")),
        "ongoing;1=stuck-check;2=ongoing tandemordnung 7.1d"
    );
    assert_eq!(
        verdict("doorgeefschaak", &format!("{DISTANT} | {FREE}")),
        "ongoing;1=stuck-check;2=ongoing decision D-5"
    );
}

#[test]
fn model_potential_a_double_check_mates() {
    // Rook h1 and bishop b2 check together; nothing can stop both.
    let fen = "6rk/6pp/8/8/8/8/8/4K3[] b - - 0 1";
    assert!(verdict("bughouse", &format!("{fen} | {FREE}")).starts_with("ongoing"));
    let double = "6rk/8/5N1p/8/7R/8/1B6/4K3[] b - - 0 1";
    let _ = (double, DOUBLE);
    let fen = "3k4/2pRp3/8/6B1/8/8/8/3RK3[] b - - 0 1";
    let _ = fen;
    // King h8, own men g8 and g7 gone: rook h4 along the file, bishop b2 along the diagonal.
    let fen = "6rk/6r1/8/8/7R/8/1B6/4K3[] b - - 0 1";
    let pair = pair("bughouse", &format!("{fen} | {FREE}"));
    assert_eq!(pair.board(0).expect("a board").checkers().len(), 1, "g7 blocks the bishop");
    let fen = "5brk/6n1/4B3/8/7R/8/8/4K3[] b - - 0 1";
    let line = verdict("bughouse", &format!("{fen} | {FREE}"));
    assert!(line.starts_with("ongoing"), "{line}");
    let fen = "5rrk/4p3/8/8/7R/8/1B6/4K3[] b - - 0 1";
    let line = verdict("bughouse", &format!("{fen} | {FREE}"));
    assert_eq!(line, "win:White-1;1=mate;2=ongoing FICS bughouse: mate");
}

#[test]
fn a_present_hand_answers_the_check() {
    let fen = "R5k1/5ppp/8/8/8/8/8/4K3[n] b - - 0 1";
    for variant in ["bughouse", "doorgeefschaak", "tandem", "tandemordnung"] {
        let line = verdict(variant, &format!("{fen} | {FREE}"));
        assert_eq!(line, "ongoing;1=ongoing;2=ongoing", "{variant}");
    }
}
