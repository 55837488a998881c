//! One test for each article of the team games, named after it. Positions are made by hand;
//! the verdict line is compared whole, article included.

use kralle::board::{Color, Move, MoveKind, Role, Silent, Square};
use kralle::game::Playable;
use kralle::game::pair::{Match, MatchError, Pair, Reply, Seat, Team};
use kralle::game::rules::START;
use kralle::notation::{Hidden, PairSetup};

const FREE: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
const W1: Seat = Seat::ALL[0];
const B1: Seat = Seat::ALL[1];
const W2: Seat = Seat::ALL[2];
const B2: Seat = Seat::ALL[3];

fn pair(variant: &str, fen: &str) -> Pair {
    let rules = kralle::game::catalogue::BoardGame::find(variant).expect("a variant").rules;
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
fn captured_pieces_go_to_the_partner() {
    // White of board 1 takes a black pawn: the partner plays Black on board 2.
    let mut pair = pair("bughouse", &format!("4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1 | {FREE}"));
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
fn promoted_pieces_pass_as_pawns_or_as_themselves() {
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
fn an_unknown_board_takes_pieces_and_gives_none() {
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
fn decision_d2_stalemate_waits_for_a_piece() {
    // Black of board 1 is stalemated; the partner takes a pawn, which Black may drop.
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

/// Back-rank check with an empty rank between: a piece could be dropped on it.
const DISTANT: &str = "R5k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1";
/// A queen beside the king, guarded.
const CONTACT: &str = "6k1/6Q1/6K1/8/8/8/8/8[] b - - 0 1";
/// A smothered king, knight check.
const SMOTHERED: &str = "6rk/5Npp/8/8/8/8/8/4K3[] b - - 0 1";
/// Rook on the file and bishop on the diagonal check together, both from afar.
const DOUBLE: &str = "5rrk/4p3/8/8/7R/8/1B6/4K3[] b - - 0 1";

#[test]
fn model_potential_a_distant_check_waits_a_near_one_mates() {
    assert_eq!(
        verdict("bughouse", &format!("{DISTANT} | {FREE}")),
        "ongoing;1=stuck-check;2=ongoing FICS bughouse: a piece may come"
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
    assert_eq!(
        verdict("bughouse", &format!("{DOUBLE} | {FREE}")),
        "win:White-1;1=mate;2=ongoing FICS bughouse: mate"
    );
}

#[test]
fn a_present_hand_answers_the_check() {
    let fen = "R5k1/5ppp/8/8/8/8/8/4K3[n] b - - 0 1";
    for variant in ["bughouse", "doorgeefschaak", "tandem", "tandemordnung"] {
        let line = verdict(variant, &format!("{fen} | {FREE}"));
        assert_eq!(line, "ongoing;1=ongoing;2=ongoing", "{variant}");
    }
}

#[test]
fn model_hand_stuck_in_check_is_mate() {
    let rules =
        kralle::game::custom::read("[x]\nbase = \"bughouse\"\nmate = \"hand\"").expect("rules");
    let setup: PairSetup = format!("{DISTANT} | {FREE}").parse().expect("a FEN");
    let pair = Pair::new(
        &setup.first,
        setup.second.as_ref(),
        *rules[0].board_rules().expect("rules"),
        false,
    );
    let line = pair.expect("a pair").verdict().to_string();
    assert_eq!(line, "win:White-1;1=mate;2=ongoing house rule");
}

#[test]
fn decision_d6_bughouse_repetition_of_a_board_with_its_hands() {
    let mut pair = pair("bughouse", &format!("{START} | {START}"));
    let shuffle = ["1g1f3", "1g8f6", "1f3g1", "1f6g8"];
    for mv in shuffle.iter().chain(&shuffle[..3]) {
        play(&mut pair, mv);
        assert_eq!(pair.verdict().to_string(), "ongoing;1=ongoing;2=ongoing");
    }
    // What happens on the other board does not matter, unless it sends a piece.
    play(&mut pair, "2e2e4");
    play(&mut pair, "1f6g8");
    assert_eq!(
        pair.verdict().to_string(),
        "draw:repetition;1=draw:repetition;2=ongoing FICS bughouse: repetition"
    );
    assert!(pair.count_moves() > 0, "a draw by repetition shortens no move list");
    pair.undo();
    pair.undo();
    for mv in ["2e2e4", "2d7d5", "2e4d5"] {
        play(&mut pair, mv);
    }
    play(&mut pair, "1f6g8");
    assert_eq!(pair.verdict().to_string(), "ongoing;1=ongoing;2=ongoing");
}

#[test]
fn bughouse_drops_may_check_and_mate() {
    let pair = pair("bughouse", &format!("6k1/5ppp/8/8/8/8/8/4K3[RP] w - - 0 1 | {FREE}"));
    assert!(legal(&pair, "1R@a8"));
    assert!(moves_with(&pair, "1P@").iter().all(|mv| !mv.ends_with('1') && !mv.ends_with('8')));
    assert_eq!(moves_with(&pair, "1P@").len(), 45);
}

// ---- doorgeefschaak

#[test]
fn doorgeefschaak_5a_no_drop_gives_check() {
    let pair = pair("doorgeefschaak", &format!("4r1k1/8/8/8/8/8/8/4K3[N] w - - 0 1 | {FREE}"));
    let drops = moves_with(&pair, "1N@");
    assert_eq!(drops, ["1N@e2", "1N@e3", "1N@e4", "1N@e5", "1N@e6"]);
}

#[test]
fn doorgeefschaak_5b_no_pawn_on_the_first_or_last_rank() {
    let pair = pair("doorgeefschaak", &format!("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1 | {FREE}"));
    let drops = moves_with(&pair, "1P@");
    // Ranks 2 to 7, less d7 and f7, where a pawn checks.
    assert_eq!(drops.len(), 46);
    assert!(!legal(&pair, "1P@d7") && !legal(&pair, "1P@f7") && legal(&pair, "1P@e7"));
}

#[test]
fn doorgeefschaak_6a_the_promoted_pawn_keeps_its_shape() {
    let mut pair = pair("doorgeefschaak", &format!("4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | {FREE}"));
    assert_eq!(moves_with(&pair, "1a7"), ["1a7a8b", "1a7a8n", "1a7a8q", "1a7a8r"]);
    play(&mut pair, "1a7a8r");
    let truth = pair.board(0).expect("a board").to_setup();
    assert!(truth.to_string().starts_with("R~3k3/"));
    assert!(truth.hiding_promotions().to_string().starts_with("P~3k3/"));
}

#[test]
fn doorgeefschaak_6_the_moves_of_a_board_with_a_hidden_promotion_are_refused() {
    let pair = pair("doorgeefschaak", &format!("{START} | 4k3/8/8/3p~4/8/8/8/4K3[] w - - 0 1"));
    assert_eq!(pair.moves_on(0).expect("board 1 is all there").len(), 20);
    let reason = pair.moves_on(1).expect_err("board 2 has a hidden promotion").to_string();
    assert!(reason.contains("board 2") && reason.contains("d5"), "{reason}");
}

#[test]
fn decision_d8_a_hidden_promotion_is_judged_as_the_worst_case() {
    let beside = |fen: &str, seat: Seat| {
        let pair = pair("doorgeefschaak", &format!("{START} | {fen}"));
        let seen = pair.board_beside(seat).map(|board| board.to_setup().to_string());
        seen.map(|fen| fen.split('[').next().unwrap_or_default().to_owned())
    };
    // To White of board 1, whose partner is Black there, White's piece may be a queen and
    // Black's is worth a pawn; to Black of board 1 it is the other way round.
    let both = "4k3/8/8/P~7/8/7p~/8/4K3[] w - - 0 1";
    assert_eq!(beside(both, W1).as_deref(), Some("4k3/8/8/Q~7/8/7p~/8/4K3"));
    assert_eq!(beside(both, B1).as_deref(), Some("4k3/8/8/P~7/8/7q~/8/4K3"));
    // White is to move: a queen or a rook would already check the king, a bishop may stand.
    let near = "4k3/8/8/4P~3/8/8/8/K7[] w - - 0 1";
    assert_eq!(beside(near, W1).as_deref(), Some("4k3/8/8/4B~3/8/8/8/K7"));
    // The players of that board know what they have; a board without such pieces is as it is.
    assert_eq!(
        beside("3Q~k3/8/8/8/8/8/8/K7[] b - - 0 1", B1).as_deref(),
        Some("3Q~k3/8/8/8/8/8/8/K7")
    );
}

#[test]
fn doorgeefschaak_11a_and_11g_each_board_scores_and_the_other_plays_on() {
    let mut pair = pair(
        "doorgeefschaak",
        "6k1/8/6KQ/8/8/8/8/8[] w - - 0 1 | 4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1",
    );
    play(&mut pair, "1h6g7");
    assert_eq!(pair.verdict().to_string(), "ongoing;1=mate;2=ongoing doorgeefschaak 11A1");
    assert_eq!(pair.count_on(0), 0);
    assert!(pair.count_on(1) > 0);
    // The board is over: nothing passes to it any more.
    play(&mut pair, "2e4d5");
    assert!(pair.board(0).expect("a board").board().hand(Color::Black).is_empty());
    pair.undo();
    pair.undo();
    assert_eq!(pair.verdict().to_string(), "ongoing;1=ongoing;2=ongoing");
}

#[test]
fn doorgeefschaak_11g_the_piece_taken_by_the_last_move_still_passes() {
    let mut pair = pair("doorgeefschaak", &format!("6k1/6p1/6KQ/8/8/8/8/8[] w - - 0 1 | {FREE}"));
    play(&mut pair, "1h6g7");
    assert!(pair.board_end(0).is_some());
    assert_eq!(pair.board(1).expect("a board").board().hand(Color::Black).count(Role::Pawn), 1);
}

#[test]
fn doorgeefschaak_11g_both_over_is_a_score() {
    let mut game = game("doorgeefschaak", &format!("{CONTACT} | {FREE}"));
    assert_eq!(line(&game), "ongoing;1=mate;2=ongoing doorgeefschaak 11A1");
    game.agree(1).expect("board 2 is played");
    assert_eq!(
        line(&game),
        "score:1.5-0.5;1=mate;2=draw:agreement doorgeefschaak 11A1, doorgeefschaak 11C, doorgeefschaak 11G"
    );
    let both = format!("{CONTACT} | {CONTACT}");
    assert!(verdict("doorgeefschaak", &both).starts_with("score:1-1;1=mate;2=mate "));
}

#[test]
fn decision_d25_no_piece_can_come_when_the_other_board_is_over() {
    let mut game = game("doorgeefschaak", &format!("{DISTANT} | {FREE}"));
    assert_eq!(line(&game), "ongoing;1=stuck-check;2=ongoing decision D-5");
    game.agree(1).expect("board 2 is played");
    assert!(line(&game).starts_with("score:1.5-0.5;1=mate;2=draw:agreement"), "{}", line(&game));
    assert!(verdict("doorgeefschaak", &format!("{DISTANT} | {CONTACT}")).starts_with("score:1-1"));
}

#[test]
fn decision_d3_a_stalemate_beside_a_finished_board_is_drawn() {
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";
    let line = verdict("doorgeefschaak", &format!("{CONTACT} | {stalemate}"));
    assert!(line.starts_with("score:1.5-0.5;1=mate;2=draw:all-wait"), "{line}");
}

#[test]
fn doorgeefschaak_11b_resigning_only_on_the_own_move() {
    let mut game = game("doorgeefschaak", &format!("{FREE} | {FREE}"));
    assert_eq!(game.resign(B1), Err(MatchError::ResignOffMove));
    game.resign(W1).expect("White of board 1 is on move");
    assert_eq!(line(&game), "ongoing;1=resignation:0-1;2=ongoing doorgeefschaak 11A4");
    for variant in ["bughouse", "tandem", "tandemordnung"] {
        let mut game = self::game(variant, &format!("{FREE} | {FREE}"));
        game.resign(B1).expect("any time");
        assert!(line(&game).starts_with("win:White-1;1=resignation:1-0;"));
    }
}

#[test]
fn doorgeefschaak_11c_agreement_ends_the_board_only() {
    let mut game = game("doorgeefschaak", &format!("{FREE} | {FREE}"));
    game.agree(0).expect("played");
    assert_eq!(line(&game), "ongoing;1=draw:agreement;2=ongoing doorgeefschaak 11C");
    assert_eq!(game.agree(0), Err(MatchError::NotPlayed(1)));
    let mut game = self::game("tandem", &format!("{FREE} | {FREE}"));
    game.agree(0).expect("played");
    assert_eq!(line(&game), "draw:agreement;1=draw:agreement;2=ongoing tandem 6.1");
}

#[test]
fn doorgeefschaak_11a2_11d_flags_of_a_board() {
    let mut game = game("doorgeefschaak", &format!("{START} | {START}"));
    assert_eq!(game.note_flags(W1), Err(MatchError::NoFlag(W1)));
    game.flag_falls(B1);
    // Only the direct opponent may note it.
    assert_eq!(game.note_flags(W2), Err(MatchError::NoFlag(W2)));
    let mut both = game.clone();
    game.note_flags(W1).expect("Black's flag is down");
    assert_eq!(line(&game), "ongoing;1=flag:1-0;2=ongoing doorgeefschaak 11A2");
    both.flag_falls(W1);
    both.note_flags(W1).expect("both flags are down");
    assert_eq!(line(&both), "ongoing;1=draw:flag;2=ongoing doorgeefschaak 11D");
}

#[test]
fn doorgeefschaak_11e_no_loss_to_one_who_could_never_mate() {
    let knight = "4k3/8/8/8/8/8/8/4KN2[] b - - 0 1";
    let mut game = game("doorgeefschaak", &format!("{knight} | {CONTACT}"));
    game.flag_falls(B1);
    let mut running = self::game("doorgeefschaak", &format!("{knight} | {FREE}"));
    running.flag_falls(B1);
    game.note_flags(W1).expect("a flag is down");
    assert!(line(&game).contains(";1=draw:no-mate-possible;"), "{}", line(&game));
    assert!(line(&game).contains("doorgeefschaak 11E"));
    // While the partner plays on, anything may still come.
    running.note_flags(W1).expect("a flag is down");
    assert!(line(&running).starts_with("ongoing;1=flag:1-0;"));
}

#[test]
fn doorgeefschaak_11f_thirty_moves() {
    let board = |plies: u32| format!("4k3/8/8/8/8/8/8/R3K3[P] w - - {plies} 40 | {FREE}");
    let mut pair = pair("doorgeefschaak", &board(59));
    assert_eq!(pair.verdict().to_string(), "ongoing;1=ongoing;2=ongoing");
    play(&mut pair, "1a1a2");
    assert_eq!(pair.verdict().to_string(), "ongoing;1=draw:30-moves;2=ongoing doorgeefschaak 11F");
    pair.undo();
    // Any drop starts the count anew.
    play(&mut pair, "1P@h3");
    assert_eq!(pair.board(0).expect("a board").halfmove_clock(), 0);
    let mut game = game("doorgeefschaak", &board(59));
    assert_eq!(game.claim_draw(0), Err(MatchError::NothingToClaim(1)));
    let mv = find(game.pair(), "1a1a2").expect("legal");
    game.play(W1, mv).expect("legal");
    game.claim_draw(0).expect("sixty plies");
    assert_eq!(line(&game), "ongoing;1=draw:30-moves;2=ongoing doorgeefschaak 11F");
    // No other rule set knows it.
    for variant in ["bughouse", "tandem", "tandemordnung"] {
        assert_eq!(verdict(variant, &board(120)), "ongoing;1=ongoing;2=ongoing");
    }
}

#[test]
fn doorgeefschaak_11f_what_counts_as_a_pawn_move() {
    let fen = format!("4k3/8/8/8/8/P7/8/R~3K3[N] w - - 20 40 | {FREE}");
    for (mv, clock) in [("1a1b1", 21), ("1a3a4", 0), ("1N@h1", 0), ("1e1e2", 21)] {
        let mut pair = pair("doorgeefschaak", &fen);
        play(&mut pair, mv);
        assert_eq!(pair.board(0).expect("a board").halfmove_clock(), clock, "{mv}");
    }
}

#[test]
fn doorgeefschaak_8c_8f_an_illegal_move_is_replaced_and_the_second_loses() {
    let mut game = game("doorgeefschaak", &format!("{START} | {START}"));
    let illegal = Move::normal(Role::Rook, square("a1"), square("a5"));
    let before = game.pair().key();
    assert_eq!(game.play_illegal(W1, illegal), Ok(Reply::PlayAgain));
    assert_eq!((game.pair().key(), game.offences(W1)), (before, 1));
    assert_eq!(game.play_illegal(W1, illegal), Ok(Reply::Lost));
    assert_eq!(line(&game), "ongoing;1=illegal-move:0-1;2=ongoing doorgeefschaak 8F");
    let legal = find(game.pair(), "2e2e4").expect("legal");
    assert_eq!(game.play_illegal(W2, legal), Err(MatchError::Legal));
}

/// The knight on e4 is pinned; it takes the queen on d6 all the same.
const PINNED: &str = "4r1k1/8/3q4/8/4N3/8/8/4K3[] w - - 0 1";

#[test]
fn doorgeefschaak_8e_a_passed_piece_comes_back_from_the_hand() {
    let mut game = game("doorgeefschaak", &format!("{PINNED} | {START}"));
    let illegal = Move::normal(Role::Knight, square("e4"), square("d6"));
    game.play_unnoticed(W1, illegal).expect("nobody saw it");
    assert_eq!(held(game.pair(), B2, Role::Queen), 1);
    let e4 = find(game.pair(), "2e2e4").expect("legal");
    game.play(W2, e4).expect("legal");
    assert_eq!(game.object(W1, None), Ok(Reply::PlayAgain));
    assert_eq!(held(game.pair(), B2, Role::Queen), 0);
    let board = game.pair().board(0).expect("a board").to_setup().to_string();
    assert_eq!(board, PINNED);
    assert_eq!(game.offences(W1), 1);
    assert_eq!(game.object(W1, None), Err(MatchError::NothingToTakeBack(W1)));
}

#[test]
fn doorgeefschaak_8e_else_one_is_taken_off_the_board_of_the_offenders_partner() {
    let beside = "3qk3/8/8/8/8/8/8/4K3[] b - - 0 1";
    let mut game = game("doorgeefschaak", &format!("{PINNED} | {beside}"));
    let illegal = Move::normal(Role::Knight, square("e4"), square("d6"));
    game.play_unnoticed(W1, illegal).expect("nobody saw it");
    let drop = find(game.pair(), "2Q@h8").expect("legal");
    game.play(B2, drop).expect("legal");
    assert_eq!(game.object(W1, None), Err(MatchError::PieceNotNamed));
    assert_eq!(game.object(W1, Some(square("e1"))), Err(MatchError::WrongPiece(square("e1"))));
    assert_eq!(game.object(W1, Some(square("d8"))), Ok(Reply::PlayAgain));
    let boards = [0, 1].map(|i| game.pair().board(i).expect("a board").to_setup().to_string());
    assert_eq!(boards[0], PINNED);
    assert!(boards[1].starts_with("4k2q/8/8/8/8/8/8/4K3[] w"), "{}", boards[1]);
}

#[test]
fn doorgeefschaak_8c_the_right_is_gone_once_the_opponent_has_moved() {
    let mut game = game("doorgeefschaak", &format!("{START} | {START}"));
    let illegal = Move::normal(Role::Rook, square("a1"), square("a5"));
    game.play_unnoticed(W1, illegal).expect("nobody saw it");
    let reply = find(game.pair(), "1e7e5").expect("legal");
    game.play(B1, reply).expect("legal");
    assert_eq!(game.object(W1, None), Err(MatchError::NothingToTakeBack(W1)));
}

// ---- tandem and tandemordnung

/// White promotes on board 1; the removal test of the rules stands on board 2.
const REMOVAL: &str = "3kr3/8/8/8/3NR3/8/8/3RK2B[] w - - 0 1";
const PROMOTING: &str = "7k/P7/8/8/8/8/8/K7[] w - - 0 1";

#[test]
fn tandem_4_1_promotion_takes_a_piece_of_the_own_colour_off_the_other_board() {
    for variant in ["tandem", "tandemordnung"] {
        let mut pair = pair(variant, &format!("{PROMOTING} | 3qk3/8/8/8/8/8/8/3RKN2[] b - - 0 1"));
        let before = (pair.key(), pair.board(1).expect("a board").to_setup());
        assert_eq!(moves_with(&pair, "1a7"), ["1a7a8=d1", "1a7a8=f1"]);
        play(&mut pair, "1a7a8=f1");
        let boards = [0, 1].map(|i| pair.board(i).expect("a board").to_setup().to_string());
        assert!(boards[0].starts_with("N6k/8/"), "{}", boards[0]);
        // The knight's owner on board 2 has the pawn.
        assert!(boards[1].starts_with("3qk3/8/8/8/8/8/8/3RK3[P] b"), "{}", boards[1]);
        pair.undo();
        assert_eq!((pair.key(), pair.board(1).expect("a board").to_setup()), before);
    }
}

#[test]
fn tandem_4_2_removal_uncovers_no_king() {
    let pair = pair("tandem", &format!("{PROMOTING} | {REMOVAL}"));
    assert_eq!(moves_with(&pair, "1a7"), ["1a7a8=d1", "1a7a8=h1"]);
}

#[test]
fn tandemordnung_5_2_removal_uncovers_no_king() {
    let pair = pair("tandemordnung", &format!("{PROMOTING} | {REMOVAL}"));
    assert_eq!(moves_with(&pair, "1a7"), ["1a7a8=d1", "1a7a8=h1"]);
}

#[test]
fn decision_d29_a_king_in_check_gets_no_new_attacker_either() {
    // Black's king stands in check from e4; the knight on b5 blocks the bishop on a4.
    let beside = "3rk3/8/8/1N6/B3R3/8/8/4K3[] b - - 0 1";
    let pair = pair("tandem", &format!("{PROMOTING} | {beside}"));
    assert_eq!(moves_with(&pair, "1a7"), ["1a7a8=a4", "1a7a8=e4"]);
}

#[test]
fn tandem_4_1_removal_ends_the_castling_right() {
    let beside = "4k3/8/8/8/8/8/8/R3K2R[] w KQ - 0 1";
    let mut pair = pair("tandem", &format!("{PROMOTING} | {beside}"));
    play(&mut pair, "1a7a8=h1");
    let board = pair.board(1).expect("a board").to_setup().to_string();
    assert_eq!(board, "4k3/8/8/8/8/8/8/R3K3[P] w Q - 0 1");
}

#[test]
fn decision_d11_without_a_piece_the_pawn_cannot_promote_d31_but_attacks() {
    let here = "2k5/P7/8/8/8/8/8/K7[] w - - 0 1";
    let held_only = "4k3/8/8/8/8/8/8/4K3[QRBNqrbn] w - - 0 1";
    let mut pair = pair("tandem", &format!("{here} | {held_only}"));
    assert_eq!(moves_with(&pair, "1a7"), Vec::<String>::new());
    play(&mut pair, "1a1a2");
    assert!(!legal(&pair, "1c8b8"), "the pawn on a7 attacks b8");
    assert!(legal(&pair, "1c8b7"));
}

#[test]
fn decision_d13_a_capturing_promotion_passes_the_captured_piece_too() {
    let here = "1r5k/P7/8/8/8/8/8/K7[] w - - 0 1";
    let mut pair = pair("tandem", &format!("{here} | 3qk3/8/8/8/8/8/8/3RK3[] b - - 0 1"));
    play(&mut pair, "1a7b8=d1");
    let board = pair.board(1).expect("a board").to_setup().to_string();
    assert!(board.starts_with("3qk3/8/8/8/8/8/8/4K3[Pr] b"), "{board}");
}

#[test]
fn tandem_4_3_a_promoted_piece_may_mate() {
    let here = "7k/P5pp/8/8/8/8/8/K7[] w - - 0 1";
    let beside = "4k3/8/8/8/8/8/8/3RK3[] b - - 0 1";
    let mut pair = pair("tandem", &format!("{here} | {beside}"));
    play(&mut pair, "1a7a8=d1");
    // Black's partner, White on board 2, is not on move: mate at once.
    assert_eq!(pair.verdict().to_string(), "win:White-1;1=mate;2=ongoing tandem 5.3");
}

#[test]
fn tandem_3_2_a_drop_may_check_but_not_mate() {
    let fen = |hand: &str| format!("6k1/5ppp/8/8/8/8/8/4K3[{hand}] w - - 0 1 | {FREE}");
    // Nothing in Black's hand could block: mate by today's hand, forbidden.
    let pair = self::pair("tandem", &fen("R"));
    assert!(!legal(&pair, "1R@a8") && legal(&pair, "1R@a7"));
    // With a piece in hand it is no mate.
    assert!(legal(&self::pair("tandem", &fen("Rn")), "1R@a8"));
    // A pawn in hand cannot go to the last rank.
    assert!(!legal(&self::pair("tandem", &fen("Rp")), "1R@a8"));
}

#[test]
fn decision_d4_a_drop_is_no_mate_if_a_promotion_answers_it() {
    let beside = "3rk3/8/8/8/8/8/8/4K3[] w - - 0 1";
    let taken = "4K3/8/8/8/8/8/k1p5/2Q5[Q] w - - 0 1";
    let blocked = "8/8/8/8/8/1K6/p1p5/k7[R] w - - 0 1";
    for (variant, here, drop, reply) in [
        ("tandem", taken, "1Q@b1", "1c2b1=d8"),
        ("tandemordnung", taken, "1Q@b1", "1c2b1=d8"),
        ("tandem", blocked, "1R@h1", "1c2c1=d8"),
    ] {
        let mut pair = pair(variant, &format!("{here} | {beside}"));
        assert!(legal(&pair, drop), "{variant} {drop}");
        assert!(pair.is_legal(find(&pair, drop).expect("a drop")), "{variant} {drop}");
        let seen = pair.board_alone(0).expect("known").legal_moves();
        assert!(seen.iter().any(|&mv| text(mv) == drop), "{variant} {drop} to the search");
        let mut game = Match::new(pair.clone());
        let mv = find(&pair, drop).expect("a drop");
        assert!(game.play_illegal(W1, mv).is_err(), "the arbiter has nothing to punish");
        play(&mut pair, drop);
        assert!(legal(&pair, reply), "{variant} {reply}");
        // Without a piece to promote to it is mate: the drop costs the piece and the move.
        let bare = self::pair(variant, &format!("{here} | {FREE}"));
        assert!(!legal(&bare, drop), "{variant} {drop}");
        let mut game = Match::new(bare);
        assert_eq!(game.play_illegal(W1, mv), Ok(Reply::PieceForfeited), "{variant} {drop}");
    }
}

#[test]
fn tandemordnung_4_2_a_distant_check_is_no_mate_a_near_one_is() {
    let pair = pair("tandemordnung", &format!("6k1/5ppp/8/8/8/8/8/4K3[R] w - - 0 1 | {FREE}"));
    assert!(legal(&pair, "1R@a8"), "a piece that came could block it");
    let smothered = "6rk/6pp/8/8/8/8/8/4K3[N] w - - 0 1";
    let pair = self::pair("tandemordnung", &format!("{smothered} | {FREE}"));
    assert!(!legal(&pair, "1N@f7"));
    assert!(legal(&self::pair("bughouse", &format!("{smothered} | {FREE}")), "1N@f7"));
}

#[test]
fn tandem_3_4_and_tandemordnung_4_3_a_bad_drop_costs_the_piece_and_the_move() {
    for variant in ["tandem", "tandemordnung"] {
        let fen = format!("6rk/6pp/8/8/8/8/8/4K3[NP] w - - 0 1 | {FREE}");
        for mv in [Move::drop(Role::Knight, square("f7")), Move::drop(Role::Pawn, square("a8"))] {
            let mut game = game(variant, &fen);
            assert_eq!(game.play_illegal(W1, mv), Ok(Reply::PieceForfeited), "{variant} {mv:?}");
            // The opponent is on move, and the opponent's partner, White on board 2, has the piece.
            assert_eq!(held(game.pair(), W1, mv.role()), 0);
            assert_eq!(held(game.pair(), W2, mv.role()), 1);
            assert!(game.pair().is_on_move(B1));
        }
        // On an occupied square it is simply illegal.
        let mut game = game(variant, &fen);
        let onto = Move::drop(Role::Knight, square("h7"));
        assert_eq!(game.play_illegal(W1, onto), Ok(Reply::Lost));
        assert!(line(&game).starts_with("win:Black-1;1=illegal-move:0-1;2=ongoing"));
    }
}

#[test]
fn tandemordnung_7_1b_and_decision_d7_an_illegal_move_loses() {
    let illegal = Move::normal(Role::Rook, square("a1"), square("a5"));
    for (variant, article) in [
        ("tandemordnung", "tandemordnung 7.1b"),
        ("tandem", "decision D-7"),
        ("bughouse", "FICS bughouse: illegal move"),
    ] {
        let mut game = game(variant, &format!("{START} | {START}"));
        assert_eq!(game.play_illegal(W1, illegal), Ok(Reply::Lost));
        let expected = format!("win:Black-1;1=illegal-move:0-1;2=ongoing {article}");
        assert_eq!(line(&game), expected);
        let again = game.play_illegal(W1, illegal);
        assert_eq!(again, Err(MatchError::Over));
    }
}

#[test]
fn tandem_5_3_1_the_partners_next_move_may_save() {
    let beside = "4k3/8/8/3r4/4P3/8/8/4K3[] w - - 0 1";
    let mut pair = pair("tandem", &format!("{DISTANT} | {beside}"));
    assert_eq!(pair.verdict().to_string(), "ongoing;1=pending;2=ongoing tandem 5.3.1");
    // A rook comes: saved.
    play(&mut pair, "2e4d5");
    assert_eq!(pair.verdict().to_string(), "ongoing;1=ongoing;2=ongoing");
    pair.undo();
    // Any other move: lost.
    play(&mut pair, "2e1e2");
    assert_eq!(pair.verdict().to_string(), "win:White-1;1=mate;2=ongoing tandem 5.3");
    assert_eq!(pair.count_moves(), 0);
    pair.undo();
    // A pawn does not help on the last rank.
    let beside = "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1";
    let mut pair = self::pair("tandem", &format!("{DISTANT} | {beside}"));
    play(&mut pair, "2e4d5");
    assert_eq!(pair.verdict().to_string(), "win:White-1;1=mate;2=ongoing tandem 5.3");
}

#[test]
fn tandem_5_3_a_mate_is_final_if_the_partner_is_not_on_move_or_cannot_move() {
    let waiting = "4k3/8/8/8/8/8/8/4K3[] b - - 0 1";
    let expected = "win:White-1;1=mate;2=ongoing tandem 5.3";
    assert_eq!(verdict("tandem", &format!("{DISTANT} | {waiting}")), expected);
    // White of board 2 is on move and stalemated.
    let stalemated = "8/8/8/8/8/6k1/5q2/7K[] w - - 0 1";
    let expected = "win:White-1;1=mate;2=ongoing tandem 5.3";
    assert_eq!(verdict("tandem", &format!("{DISTANT} | {stalemated}")), expected);
}

#[test]
fn tandem_5_3_2_the_partner_may_take_the_mating_piece_out() {
    let beside = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1";
    let mut pair = pair("tandem", &format!("{CONTACT} | {beside}"));
    assert_eq!(pair.verdict().to_string(), "ongoing;1=pending;2=ongoing tandem 5.3.1");
    play(&mut pair, "2a7a8=g7");
    assert_eq!(pair.verdict().to_string(), "ongoing;1=ongoing;2=ongoing");
    assert_eq!(held(&pair, W1, Role::Pawn), 1);
}

#[test]
fn tandemordnung_7_1d_the_partner_may_take_the_checking_piece_out_with_this_move() {
    let beside = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1";
    let mut pair = pair("tandemordnung", &format!("{CONTACT} | {beside}"));
    assert_eq!(pair.verdict().to_string(), "ongoing;1=stuck-check;2=ongoing tandemordnung 7.1d");
    play(&mut pair, "2a7a8=g7");
    assert_eq!(pair.verdict().to_string(), "ongoing;1=ongoing;2=ongoing");
    pair.undo();
    play(&mut pair, "2e1e2");
    assert_eq!(pair.verdict().to_string(), "win:White-1;1=mate;2=ongoing tandemordnung 7.1d");
    // Not on move: mate at once. A capture that sends a piece does not help against a near check.
    let beside = "4k3/P7/8/8/8/8/8/4K3[] b - - 0 1";
    let line = verdict("tandemordnung", &format!("{CONTACT} | {beside}"));
    assert_eq!(line, "win:White-1;1=mate;2=ongoing tandemordnung 7.1d");
    let line =
        verdict("tandemordnung", &format!("{CONTACT} | 4k3/8/8/3q4/4P3/8/8/4K3[] w - - 0 1"));
    assert_eq!(line, "win:White-1;1=mate;2=ongoing tandemordnung 7.1d");
    // Guarded by a rook behind: the queen gone, the rook would check. Taking it is forbidden.
    let guarded = "6k1/6Q1/5K2/8/8/8/8/6R1[] b - - 0 1";
    let beside = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1";
    let line = verdict("tandemordnung", &format!("{guarded} | {beside}"));
    assert_eq!(line, "win:White-1;1=mate;2=ongoing tandemordnung 7.1d");
}

#[test]
fn tandem_6_2_a_stalemate_is_lifted_by_taking_out_the_stalemating_piece() {
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1";
    let mut pair = pair("tandem", &format!("{stalemate} | 4k3/P7/8/8/8/8/8/4K3[] w - - 0 1"));
    assert_eq!(pair.verdict().to_string(), "ongoing;1=stuck;2=ongoing tandem 6.2");
    play(&mut pair, "2a7a8=f7");
    assert!(legal(&pair, "1h8g8"));
}

#[test]
fn tandem_6_3_both_teams_mated_at_once_is_a_draw() {
    let mut pair = pair("tandem", &format!("{DISTANT} | 6k1/5ppp/8/8/8/8/8/R3K3[] w - - 0 1"));
    play(&mut pair, "2a1a8");
    assert_eq!(pair.verdict().to_string(), "draw:both-mated;1=mate;2=mate tandem 6.3, tandem 5.3");
}

#[test]
fn tandemordnung_8_3_both_teams_mated_at_once_is_a_draw() {
    let beside = "6rk/P5pp/8/4N3/8/8/8/4K3[] w - - 0 1";
    let mut pair = pair("tandemordnung", &format!("{CONTACT} | {beside}"));
    assert!(pair.verdict().to_string().starts_with("ongoing;1=stuck-check"));
    play(&mut pair, "2e5f7");
    assert_eq!(
        pair.verdict().to_string(),
        "draw:both-mated;1=mate;2=mate tandemordnung 8.3, tandemordnung 7.1d"
    );
}

#[test]
fn tandem_6_4_and_tandemordnung_8_4_flags_of_both_teams_draw() {
    for (variant, article) in [("tandem", "tandem 6.4"), ("tandemordnung", "tandemordnung 8.4")] {
        let mut game = game(variant, &format!("{START} | {START}"));
        game.flag_falls(W1);
        assert_eq!(game.note_flags(B2), Err(MatchError::NoFlag(B2)));
        game.flag_falls(W2);
        game.note_flags(B1).expect("flags of both teams are down");
        assert_eq!(line(&game), format!("draw:flag;1=draw:flag;2=ongoing {article}"));
    }
    let mut game = game("bughouse", &format!("{START} | {START}"));
    game.flag_falls(W1);
    game.note_flags(W2).expect("a rival's flag is down");
    assert_eq!(line(&game), "win:Black-1;1=flag:0-1;2=ongoing FICS bughouse: flag");
}

#[test]
fn tandem_6_1_and_tandemordnung_8_1_nothing_can_be_claimed() {
    for variant in ["tandem", "tandemordnung"] {
        let mut game = game(variant, &format!("{START} | {START}"));
        for mv in ["1g1f3", "1g8f6", "1f3g1", "1f6g8"].repeat(3) {
            let seat = game.pair().on_move(0);
            let mv = find(game.pair(), mv).expect("legal");
            game.play(seat, mv).expect("legal");
        }
        assert_eq!(line(&game), "ongoing;1=ongoing;2=ongoing");
        assert_eq!(game.claim_draw(0), Err(MatchError::NothingToClaim(1)));
    }
}

#[test]
fn first_board_ends_the_match() {
    for variant in ["bughouse", "tandem", "tandemordnung"] {
        let waiting = "4k3/8/8/8/8/8/8/4K3[] b - - 0 1";
        let pair = pair(variant, &format!("{SMOTHERED} | {waiting}"));
        assert_eq!(pair.count_moves(), 0, "{variant}");
        assert!(pair.verdict().to_string().starts_with("win:White-1;1=mate;2=ongoing"));
    }
    // A check that a piece could have blocked, against the team that has just won, is no mate
    // because the match is over.
    for variant in ["bughouse", "tandemordnung"] {
        let line = verdict(variant, &format!("{SMOTHERED} | {DISTANT}"));
        assert!(line.starts_with("win:White-1;1=mate;2=ongoing "), "{line}");
    }
}

#[test]
fn en_passant_survives_while_the_board_waits_and_dies_with_the_move() {
    let fen = format!("4k3/8/8/8/3p4/8/4P3/4K3[P] w - - 0 1 | {FREE}");
    let mut pair = pair("bughouse", &fen);
    play(&mut pair, "1e2e4");
    play(&mut pair, "2e1e2");
    assert!(legal(&pair, "1d4e3"));
    play(&mut pair, "1e8e7");
    assert!(!legal(&pair, "1d4e3"));
    // A pawn dropped on its second rank may advance two squares and be taken in passing.
    let mut pair = self::pair("bughouse", &format!("4k3/8/8/8/5p2/8/8/4K3[P] w - - 0 1 | {FREE}"));
    for mv in ["1P@g2", "1e8e7", "1g2g4"] {
        play(&mut pair, mv);
    }
    assert!(legal(&pair, "1f4g3"));
}
