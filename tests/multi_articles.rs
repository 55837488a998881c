//! One test for each article of the rules for four and for three players (Gustavus 1848) that a
//! program can keep, and for the decisions beside them.

use kralle::board::multi::{Board, MultiSeat, Piece, Seats};
use kralle::board::{Role, Silent};
use kralle::game::Playable;
use kralle::game::catalogue::{BuiltIn, Variant};
use kralle::game::multi::{
    AllyTalkError, Drieschaak, EnPassantTerm, MateWithStalemate, MultiGame, Position, Rules,
    ThirdKing, Vierschaak,
};

/// A position with these pieces, such as `aKg14`, from which a FEN is made with these last fields.
fn set<K: MultiGame>(turn: &str, pieces: &str, rest: &str, rules: Rules) -> Position<K> {
    let shape = K::LAYOUT.shape;
    let mut setup = Position::<K>::start(rules).to_setup();
    setup.board = Board::EMPTY;
    for word in pieces.split(' ') {
        let seat = shape.letters.iter().position(|&l| l == word.as_bytes()[0]).expect("a seat");
        let seat = MultiSeat::new(seat);
        let role = Role::from_letter(word.as_bytes()[1] as char).expect("a role");
        let square = shape.parse(&word[2..]).expect("a square");
        setup.board.put(Piece::new(seat, role), square, &mut Silent);
    }
    let text = setup.to_string();
    let placement = text.split(' ').next().expect("a placement");
    Position::from_fen(&format!("{placement} {turn} {rest}"), rules).expect("a sound position")
}

fn four(turn: &str, pieces: &str, rest: &str) -> Position<Vierschaak> {
    set(turn, pieces, rest, Rules::default())
}

fn three(turn: &str, pieces: &str) -> Position<Drieschaak> {
    set(turn, pieces, "- - - 0 1", Rules::default())
}

const PLAIN: &str = "- - - 0 1";

fn play<K: MultiGame>(position: &mut Position<K>, moves: &str) {
    for text in moves.split(' ') {
        let mv = position.read_move(text).unwrap_or_else(|error| panic!("{error}"));
        position.play(mv, &mut Silent);
    }
}

fn may<K: MultiGame>(position: &Position<K>, text: &str) -> bool {
    let listed = position.legal_moves().iter().any(|&mv| position.write_move(mv) == text);
    assert_eq!(listed, position.read_move(text).is_ok(), "{text}");
    listed
}

fn from<K: MultiGame>(position: &Position<K>, square: &str) -> Vec<String> {
    let moves = position.legal_moves().into_iter().map(|mv| position.write_move(mv));
    let mut targets: Vec<String> = moves
        .filter(|text| {
            text.starts_with(square)
                && !text[square.len()..].starts_with(|c: char| c.is_ascii_digit())
        })
        .map(|text| text[square.len()..].to_owned())
        .collect();
    targets.sort();
    targets
}

fn verdict<K: MultiGame>(position: &Position<K>) -> String {
    position.verdict().to_string()
}

fn field<K: MultiGame>(position: &Position<K>, index: usize) -> String {
    let text = position.to_setup().to_string();
    text.split(' ').nth(index).unwrap_or_default().to_owned()
}

/// A is mated in its corner by two rooks of B.
const A_MATED: &str = "aKd14 bRk14 bRk13 bKa7 cKh1 dKn8";

#[test]
fn vierschaak_1_the_turn_goes_from_the_left_to_the_right_hand() {
    let mut position = Position::<Vierschaak>::start(Rules::default());
    let mut turns = vec![position.turn()];
    for text in ["g13g12", "b7d7", "h2h4", "m8k8"] {
        play(&mut position, text);
        turns.push(position.turn());
    }
    assert_eq!(turns, [0, 1, 2, 3, 0].map(MultiSeat::new));
}

#[test]
fn vierschaak_1_every_queen_stands_left_of_her_king() {
    let position = Position::<Vierschaak>::start(Rules::default());
    let shape = Vierschaak::LAYOUT.shape;
    for seat in MultiSeat::ALL {
        let king = position.board().king(seat);
        let left = shape.forward(seat).right_hand().back().from(king, 1);
        assert_eq!(position.board().at(left), Some(Piece::new(seat, Role::Queen)));
    }
}

#[test]
fn vierschaak_14_castling_is_seen_from_the_seat() {
    let pieces = "aKg14 aRk14 aRd14 bKa7 bRa11 bRa4 cKh1 cRd1 cRk1 dKn8 dRn4 dRn11";
    let all = "aLaSbLbScLcSdLdS - - 0 1";
    for (turn, king, long, short) in [
        ("a", "g14", "i14", "e14"),
        ("b", "a7", "a9", "a5"),
        ("c", "h1", "f1", "j1"),
        ("d", "n8", "n6", "n10"),
    ] {
        let position = four(turn, pieces, all);
        for (to, rook_to) in [(long, 1), (short, 1)] {
            assert!(may(&position, &format!("{king}{to}")), "{turn} {to}");
            let mut after = position.clone();
            play(&mut after, &format!("{king}{to}"));
            let shape = Vierschaak::LAYOUT.shape;
            assert_eq!(shape.name(after.board().king(position.turn())), *to);
            assert_eq!(after.board().pieces(position.turn(), Role::Rook).len(), 1 + rook_to);
            assert!(!field(&after, 2).contains(turn));
            after.undo();
            assert_eq!(after.to_setup().to_string(), position.to_setup().to_string());
        }
    }
}

#[test]
fn vierschaak_15_no_castling_out_of_through_or_into_check_nor_over_a_piece() {
    let pieces = "aKg14 bKa7 cKh1 cRd1 cRk1 dKn8 ";
    let rights = "cLcS - - 0 1";
    let through = four("c", &(pieces.to_owned() + "bRg9"), rights);
    assert!(!may(&through, "h1f1") && may(&through, "h1j1"));
    let into = four("c", &(pieces.to_owned() + "bRj9"), rights);
    assert!(may(&into, "h1f1") && !may(&into, "h1j1"));
    let out = four("c", &(pieces.to_owned() + "bRh9"), rights);
    assert!(!may(&out, "h1f1") && !may(&out, "h1j1"));
    let over = four("c", &(pieces.to_owned() + "aNe1"), rights);
    assert!(!may(&over, "h1f1") && may(&over, "h1j1"));
    let rook_only = four("c", &(pieces.to_owned() + "bRe9"), rights);
    assert!(may(&rook_only, "h1f1"));
    let moved = four("c", pieces.trim_end(), "cS - - 0 1");
    assert!(!may(&moved, "h1f1") && may(&moved, "h1j1"));
}

#[test]
fn vierschaak_22_perpetual_check_is_seen_as_a_threefold_repetition() {
    let mut position = four("c", "aKg14 bKa7 cKh1 cRf8 dKn7", PLAIN);
    let lap = "f8f7 n7n8 g14g13 a7a6";
    let back = "f7f8 n8n7 g13g14 a6a7";
    play(&mut position, lap);
    play(&mut position, back);
    play(&mut position, lap);
    assert!(verdict(&position).starts_with("ongoing"));
    play(&mut position, back);
    assert_eq!(verdict(&position), "draw:repetition vierschaak 22");
    assert!(position.count_moves() > 0, "a draw by repetition does not shorten a move list");
}

#[test]
fn vierschaak_23_thirty_moves_each_draw() {
    let mut position = four("a", "aKg14 bKa7 cKh1 cPd5 dKn8", "- - - 118 200");
    play(&mut position, "g14g13");
    assert_eq!(verdict(&position), "ongoing:b:-");
    let mut other = position.clone();
    play(&mut position, "a7b7");
    assert_eq!(verdict(&position), "draw:30-moves vierschaak 23");
    assert!(position.count_moves() > 0);
    // With one enemy mated at that moment it is a half win.
    let mut half = four("b", A_MATED, "- - a# 119 200");
    play(&mut half, "a7a8");
    assert_eq!(verdict(&half), "half:bd vierschaak 42");
    // A pawn move begins the count anew.
    play(&mut other, "a7b7");
    other.undo();
    assert_eq!(other.quiet_count(), 119);
}

#[test]
fn vierschaak_31_promotion_across_the_board_or_by_capture_at_the_side() {
    let kings = "aKg14 bKa9 cKh1 dKn8 ";
    let across = four("c", &(kings.to_owned() + "cPd13"), PLAIN);
    assert_eq!(from(&across, "d13"), ["d14b", "d14n", "d14q", "d14r"]);
    let side = four("c", &(kings.to_owned() + "cPb6 bNa7"), PLAIN);
    assert_eq!(from(&side, "b6"), ["a7b", "a7n", "a7q", "a7r", "b7"]);
    // Any piece counts, of any owner.
    let other = four("c", &(kings.to_owned() + "cPb6 dNa7"), PLAIN);
    assert_eq!(from(&other, "b6"), ["a7b", "a7n", "a7q", "a7r", "b7"]);
    let right = four("b", &(kings.to_owned() + "bPf2 aNg1"), PLAIN);
    assert_eq!(from(&right, "f2"), ["g1b", "g1n", "g1q", "g1r", "g2"]);
    // D-19: elsewhere a pawn at an edge just stops.
    let stops = four("c", &(kings.to_owned() + "cPb11"), PLAIN);
    assert!(from(&stops, "b11").is_empty());
    let mut promoted = four("c", &(kings.to_owned() + "cPb6 bNa7"), PLAIN);
    play(&mut promoted, "b6a7r");
    let shape = Vierschaak::LAYOUT.shape;
    let square = shape.parse("a7").expect("a square");
    assert_eq!(promoted.board().at(square), Some(Piece::new(MultiSeat::new(2), Role::Rook)));
}

#[test]
fn vierschaak_d18_en_passant_across_a_right_angle_until_that_enemy_has_moved() {
    let pieces = "aKg14 bKa7 bPd4 cKh1 cPe2 dKn8 dPf4";
    let mut position = four("c", pieces, PLAIN);
    play(&mut position, "e2e4");
    assert_eq!(field(&position, 3), "e3:e4:bd");
    assert!(may(&position, "f4e3"));
    // D moves another way: D's right is past, B's is not.
    play(&mut position, "n8n9 g14g13");
    assert_eq!(field(&position, 3), "e3:e4:b");
    assert!(may(&position, "d4e3"));
    let mut taken = position.clone();
    play(&mut taken, "d4e3");
    let shape = Vierschaak::LAYOUT.shape;
    assert_eq!(taken.board().at(shape.parse("e4").expect("a square")), None);
    taken.undo();
    assert_eq!(taken.to_setup().to_string(), position.to_setup().to_string());
    play(&mut position, "a7a8");
    assert_eq!(field(&position, 3), "-");
}

#[test]
fn house_rule_d18_en_passant_with_the_next_move_only() {
    let pieces = "aKg14 bKa7 bPd4 cKh1 cPe2 dKn8 dPf4";
    let rules = Rules { en_passant: EnPassantTerm::NextMove, ..Rules::DEFAULT };
    let mut position = set::<Vierschaak>("c", pieces, PLAIN, rules);
    play(&mut position, "e2e4");
    assert_eq!(field(&position, 3), "e3:e4:d");
    assert!(may(&position, "f4e3"));
    play(&mut position, "n8n9");
    assert_eq!(field(&position, 3), "-");
    play(&mut position, "g14g13");
    assert!(!may(&position, "d4e3"), "B has let the next move pass");
    // A skipped player is no next player: B moves next where D is frozen.
    let mut position = set::<Vierschaak>("c", pieces, "- - d# 0 1", rules);
    play(&mut position, "e2e4");
    assert!(field(&position, 3).ends_with(Vierschaak::LAYOUT.shape.letter(position.turn())));
}

#[test]
fn vierschaak_d18_the_passed_square_must_be_free() {
    let pieces = "aKg14 bKa7 bPd4 cKh1 cPe2 dKn8 dNf5";
    let mut position = four("c", pieces, PLAIN);
    play(&mut position, "e2e4 f5e3 g14g13");
    assert!(!may(&position, "d4e3"));
}

#[test]
fn vierschaak_32_the_king_must_leave_check_whatever_the_ally_could_do() {
    // B checks C; D moves next, then A could take the rook, but C's turn comes first.
    let position = four("c", "aKg14 aRd9 bKa7 bRh9 cKh1 cRa4 dKn8", PLAIN);
    assert!(position.in_check());
    assert!(!may(&position, "a4a5") && may(&position, "h1g1"));
}

#[test]
fn vierschaak_35_a_move_may_expose_the_ally() {
    let mut position = four("a", "aKg14 aRh5 bKa7 bRh9 cKh1 dKn8", PLAIN);
    assert!(may(&position, "h5g5"));
    play(&mut position, "h5g5 a7a8");
    assert!(position.in_check(), "C is in check now");
}

#[test]
fn vierschaak_an_ally_is_neither_captured_nor_in_check() {
    let position = four("a", "aKg14 aRh5 bKa7 cKh1 cNh8 dKn8", PLAIN);
    assert!(!may(&position, "h5h1") && !may(&position, "h5h8") && may(&position, "h5h7"));
    let ally = four("c", "aKg14 aRh5 bKa7 cKh1 dKn8", PLAIN);
    assert!(!ally.in_check());
}

#[test]
fn vierschaak_36_mate_exists_only_on_ones_own_turn() {
    let mut position = four("d", "aKd14 bRk13 bKa7 cKh1 cRa4 dRk10 dKn8", PLAIN);
    play(&mut position, "n8n9");
    assert_eq!(verdict(&position), "ongoing:a:-");
    // Stuck in check on its turn, the army freezes and is skipped.
    let mated = four("a", A_MATED, PLAIN);
    assert_eq!(verdict(&mated), "ongoing:b:a#");
    assert_eq!(field(&mated, 4), "a#");
}

#[test]
fn vierschaak_36_nobody_takes_from_a_mated_army() {
    let position = four("b", &(A_MATED.to_owned() + " aPf5 bRf8"), "- - a# 0 1");
    assert!(may(&position, "f8f6") && !may(&position, "f8f5"));
    let free = four("b", "aKg14 aPf5 bRf8 bKa7 cKh1 dKn8", PLAIN);
    assert!(may(&free, "f8f5"));
}

#[test]
fn vierschaak_37_frozen_pieces_bar_enemy_kings_and_nothing_else() {
    let pieces = "aKd14 aRc8 bRk14 bRk13 bKa7 cKh1 dKn8 dNj8";
    let mut position = four("b", pieces, "- - a# 0 1");
    play(&mut position, "a7a6 h1h2");
    // D's knight may leave the line; the king in it is not in check; it may not step into it.
    assert!(!position.in_check() && may(&position, "j8i10"));
    play(&mut position, "j8i10");
    assert_eq!(verdict(&position), "ongoing:b:a#");
    play(&mut position, "a6a5 h2h1");
    assert!(!position.in_check());
    assert!(!may(&position, "n8m8") && may(&position, "n8m9"));
    // Nor castle onto or across such a square.
    let castle = four("b", "aKd14 aRc5 bRk14 bRk13 bKa7 bRa4 cKh1 dKn8", "bS - a# 0 1");
    assert!(!may(&castle, "a7a5"));
}

#[test]
fn vierschaak_38_39_40_a_lifted_army_plays_again_and_can_be_taken_after_its_move() {
    let pieces = "aKd14 aPf5 bRk14 bRk13 bKa7 cKh1 cRk5 dKn8 dRf9";
    let mut position = four("a", pieces, PLAIN);
    assert_eq!(verdict(&position), "ongoing:b:a#");
    // 39: the mating rook may be relieved by another, by a regular move.
    play(&mut position, "a7a8");
    // 38: the ally plays on and lifts the mate.
    play(&mut position, "k5k13");
    // 40: A could move now, but A's pieces are safe until A has moved.
    assert_eq!(verdict(&position), "ongoing:d:a#");
    assert!(!may(&position, "f9f5"));
    play(&mut position, "n8n9");
    assert_eq!(verdict(&position), "ongoing:a:-");
    play(&mut position, "d14d13 a8a7 h1h2");
    assert!(may(&position, "f9f5"));
}

#[test]
fn vierschaak_41_two_stalemated_allies_draw() {
    let pieces = "aKd14 bQe12 bKa7 cKd1 dQe3 dKn8";
    let mut position = four("a", pieces, PLAIN);
    assert_eq!(verdict(&position), "ongoing:b:a=");
    play(&mut position, "a7a8");
    assert_eq!(verdict(&position), "draw:stalemate vierschaak 41");
    assert_eq!(position.count_moves(), 0);
}

#[test]
fn vierschaak_41_a_lifted_stalemate_plays_again() {
    let mut position = four("a", "aKd14 bQe12 bKa7 cKh1 dKn8", PLAIN);
    play(&mut position, "e12e10 h1h2 n8n9");
    assert_eq!(verdict(&position), "ongoing:a:-");
}

#[test]
fn vierschaak_42_both_enemies_mated_wins() {
    let mut position = four("a", "aKd14 bRk14 bRk13 bKa7 cKd1 dRk1 dRk2 dKn8", PLAIN);
    play(&mut position, "a7a8");
    assert_eq!(verdict(&position), "win:bd vierschaak 42");
    assert_eq!(position.legal_moves(), []);
}

#[test]
fn vierschaak_42_d26_half_if_an_own_king_is_mated_too() {
    let pieces = "aKd14 dRk14 dRk13 bKa4 cRa11 cRb11 cKd1 dRj2 dQk8 dKn8";
    let mut position = four("d", pieces, "- - a#b# 0 1");
    play(&mut position, "k8k1");
    assert_eq!(verdict(&position), "half:bd vierschaak 42");
}

#[test]
fn decision_d33_one_mated_and_one_stalemated_is_a_half_win_at_once() {
    let pieces = "aKd14 bRk14 bRk13 bKa7 cKd1 dQe3 dRk5 dKn8";
    let mut position = four("a", pieces, PLAIN);
    play(&mut position, "a7a8");
    assert_eq!(verdict(&position), "half:bd vierschaak 42");
    assert_eq!(position.legal_moves(), []);
}

#[test]
fn house_rule_d33_one_mated_and_one_stalemated_is_a_draw() {
    let rules = Rules { mate_with_stalemate: MateWithStalemate::Draw, ..Rules::DEFAULT };
    let pieces = "aKd14 bRk14 bRk13 bKa7 cKd1 dQe3 dRk5 dKn8";
    let mut position = set::<Vierschaak>("a", pieces, PLAIN, rules);
    play(&mut position, "a7a8");
    assert_eq!(verdict(&position), "draw:stalemate house rule");
}

#[test]
fn house_rule_d20_another_number_of_moves_or_none() {
    let five = Rules { move_draw: Some(5), ..Rules::DEFAULT };
    let pieces = "aKg14 bKa7 cKh1 cPd5 dKn8";
    let mut position = set::<Vierschaak>("a", pieces, "- - - 19 200", five);
    play(&mut position, "g14g13");
    assert_eq!(verdict(&position), "draw:5-moves house rule");
    let never = Rules { move_draw: Some(0), ..Rules::DEFAULT };
    let mut position = set::<Vierschaak>("a", pieces, "- - - 119 200", never);
    play(&mut position, "g14g13");
    assert_eq!(verdict(&position), "ongoing:b:-");
}

#[test]
fn vierschaak_38_a_mated_player_may_advise_the_ally() {
    let mut mated = four("a", A_MATED, PLAIN);
    assert_eq!(verdict(&mated), "ongoing:b:a#");
    let [a, b, c] = [0, 1, 2].map(MultiSeat::new);
    for text in ["move h1h2", "never-mind move h1h2", "fast", "slow", "trade", "no-trade"] {
        assert_eq!(mated.hear(a, text).map(|said| said.to_string()).as_deref(), Ok(text));
    }
    for seat in [b, c] {
        assert_eq!(mated.hear(seat, "fast"), Err(AllyTalkError::NotMated));
    }
    for text in ["need n", "sit", "dead"] {
        assert_eq!(mated.hear(a, text), Err(AllyTalkError::Meaningless(text.into())));
    }
    assert_eq!(mated.hear(a, "move h1o2"), Err(AllyTalkError::NoMove));
    // Freed, the player is silent again.
    play(&mut mated, "k13k5");
    assert_eq!(mated.hear(a, "fast"), Err(AllyTalkError::NotMated));
}

#[test]
fn drieschaak_39_nobody_speaks() {
    let position = three("b", "rKm3 bRm10 bRl9 bKf2 wKa6");
    for seat in [0, 1, 2].map(MultiSeat::new) {
        assert_eq!(position.hear(seat, "fast"), Err(AllyTalkError::Silent("drieschaak 39")));
    }
}

#[test]
fn vierschaak_42_an_agreed_draw_with_one_enemy_mated_is_a_half_win() {
    let agreed = |fen: &str| {
        let mut table = Variant::from(BuiltIn::Vierschaak).set_up(fen).expect("a position");
        table.agree(0);
        table.verdict().to_string()
    };
    let mated = four("b", A_MATED, "- - a# 0 1").to_setup().to_string();
    assert_eq!(agreed(&mated), "half:bd vierschaak 42");
    let free = four("a", "aKg14 bKa7 cKh1 dKn8", PLAIN).to_setup().to_string();
    assert_eq!(agreed(&free), "draw:agreement vierschaak 23");
}

#[test]
fn decision_d34_mated_is_who_was_in_check_on_the_last_turn_and_is_now() {
    let pieces = "aKd14 bRk14 bRk13 bKa7 cKd1 dRk1 dRk2 dKn8";
    for (frozen, expected) in [("a#", "win:bd vierschaak 42"), ("a=", "half:bd vierschaak 42")] {
        let mut position = four("b", pieces, &format!("- - {frozen} 0 1"));
        play(&mut position, "a7a8");
        assert_eq!(verdict(&position), expected);
    }
}

#[test]
fn vierschaak_44_allies_mate_together() {
    let position = four("a", "aKd14 bRk14 dRk13 bKa7 cKh1 dKn8", PLAIN);
    assert_eq!(verdict(&position), "ongoing:b:a#");
}

#[test]
fn drieschaak_12_only_the_row_opposite_promotes() {
    let kings = "bKf1 rKm6 wKa6 ";
    let black = three("b", &(kings.to_owned() + "bPc9 bPl9 bPa9"));
    assert_eq!(from(&black, "c9"), ["c10b", "c10n", "c10q", "c10r"]);
    assert_eq!((from(&black, "l9"), from(&black, "a9")), (vec!["l10".into()], vec!["a10".into()]));
    let corner = three("b", &(kings.to_owned() + "bPa10 bPc5"));
    assert!(from(&corner, "a10").is_empty());
    let red = three("r", &(kings.to_owned() + "rPb3"));
    assert_eq!(from(&red, "b3"), ["a3b", "a3n", "a3q", "a3r"]);
    let white = three("w", &(kings.to_owned() + "wPl3"));
    assert_eq!(from(&white, "l3"), ["m3b", "m3n", "m3q", "m3r"]);
}

#[test]
fn drieschaak_23_fifty_moves_each_and_repetition_draw() {
    let pieces = "bKf1 rKm6 wKa6 wRd4";
    let mut position = set::<Drieschaak>("b", pieces, "- - - 149 300", Rules::default());
    play(&mut position, "f1g1");
    assert_eq!(verdict(&position), "draw:50-moves drieschaak 23");
    let mut position = three("b", pieces);
    for _ in 0..2 {
        play(&mut position, "f1g1 m6m7 a6a7 g1f1 m7m6 a7a6");
    }
    assert_eq!(verdict(&position), "draw:repetition drieschaak 23");
}

/// Red's king in its corner, mated by two black rooks.
const RED_MATED: &str = "rKm3 bRm10 bRl9 bKf2";

#[test]
fn drieschaak_25_37_stalemate_counts_as_mate() {
    let win = three("r", &(RED_MATED.to_owned() + " wKa3 bRa9 bRb8"));
    assert_eq!(verdict(&win), "win:b drieschaak 37");
    let stalemates = three("r", "rKm3 bQl5 bKf2 wKa3 bQb5");
    assert_eq!(verdict(&stalemates), "win:b drieschaak 37");
    let mixed = three("r", &(RED_MATED.to_owned() + " wKa3 bQb5"));
    assert_eq!(verdict(&mixed), "incomplete:b drieschaak 37");
}

#[test]
fn drieschaak_32_35_36_frozen_on_ones_turn_and_lifted_again() {
    let pieces = RED_MATED.to_owned() + " rPh5 wKa6 wRh8 wRe10";
    let mut position = three("r", &pieces);
    assert_eq!(verdict(&position), "ongoing:w:r#");
    assert!(!may(&position, "h8h5") && may(&position, "h8h6"));
    // White takes the checking rook: Red plays again on Red's turn.
    play(&mut position, "e10m10");
    assert_eq!(verdict(&position), "ongoing:b:r#");
    play(&mut position, "l9k9");
    assert_eq!(verdict(&position), "ongoing:r:-");
}

#[test]
fn drieschaak_33_two_colours_may_not_mate_together() {
    let pieces = "rKm3 wRl9 bRd10 bKf2 wKa6 rPh4 wPg4";
    let forbid = set::<Drieschaak>("b", pieces, PLAIN, Rules::default());
    let rules = Rules { forbid_joint_mates: false, ..Rules::DEFAULT };
    let ignore = set::<Drieschaak>("b", pieces, PLAIN, rules);
    // Red's pawn cannot help: it is not where the check is.
    assert!(!may(&forbid, "d10m10") && may(&ignore, "d10m10"));
    assert_eq!(forbid.count_moves() + 1, ignore.count_moves());
    // Black alone may mate.
    let alone = three("b", "rKm3 bRl9 bRd10 bKf2 wKa6");
    assert!(may(&alone, "d10m10"));
    // Not if the player is frozen already.
    let frozen = set::<Drieschaak>("b", pieces, "- - r= 0 1", Rules::default());
    assert!(may(&frozen, "d10m10"));
}

#[test]
fn decision_d22_a_mate_beside_a_frozen_player_is_the_movers_own() {
    let fen = "9rN2/2bP1rN7/6rPrP4/5wP5wK/2rQ1rR7/bKbBwN5wN3/1wQbR9/rK3wQ7/8/8 w - - r# 147 1";
    for mv in ["c5b3", "c5b7"] {
        let mut position =
            Position::<Drieschaak>::from_fen(fen, Rules::default()).expect("a position");
        assert!(may(&position, mv), "{mv}");
        play(&mut position, mv);
        assert_eq!(verdict(&position), "win:w drieschaak 37", "{mv}");
    }
}

#[test]
fn drieschaak_37_freezing_a_player_frees_whom_he_mated() {
    let pieces = "rKm3 wRm10 wRl9 wKa3 bRa8 bRb7 bKf2";
    let with_knight =
        set::<Drieschaak>("w", &(pieces.to_owned() + " rNe5"), "- - r# 0 1", Rules::default());
    assert_eq!(verdict(&with_knight), "ongoing:b:r#w#");
    let without = set::<Drieschaak>("w", pieces, "- - r# 0 1", Rules::default());
    assert_eq!(verdict(&without), "incomplete:b drieschaak 37");
}

#[test]
fn drieschaak_38_black_begins_then_red_then_white() {
    let mut position = Position::<Drieschaak>::start(Rules::default());
    let mut turns = String::new();
    for text in ["c2c4", "l3i3", "b3d3", "f2f4"] {
        turns.push(Drieschaak::LAYOUT.shape.letter(position.turn()));
        play(&mut position, text);
    }
    assert_eq!(turns, "brwb");
}

#[test]
fn drieschaak_40_nobody_castles() {
    let position =
        set::<Drieschaak>("b", "bKg1 bRk1 bRc1 rKm6 wKa6", "bLbS - - 0 1", Rules::default());
    assert!(!may(&position, "g1i1") && !may(&position, "g1e1"));
    assert_eq!(field(&position, 2), "-");
}

#[test]
fn drieschaak_41_its_own_example() {
    let mut position = three("b", "bKf2 bQk1 rKl4 rNg3 wKb5 wQh4");
    play(&mut position, "k1f1");
    assert!(position.in_check());
    let mut moves: Vec<String> =
        position.legal_moves().into_iter().map(|mv| position.write_move(mv)).collect();
    moves.sort();
    assert_eq!(moves, ["l4k3", "l4l3", "l4l5", "l4m3", "l4m5"]);
    assert!(!may(&position, "g3i4") && !may(&position, "g3f1"));
}

#[test]
fn house_rule_d23_only_a_piece_that_comes_between_is_bound_or_none() {
    let of = |third_king| Rules { third_king, ..Rules::DEFAULT };
    let example = "bKf2 bQf1 rKl4 rNg3 wKb5 wQh4";
    for (rules, allowed) in [(ThirdKing::Interposing, false), (ThirdKing::Ignore, true)] {
        // In check the knight may not come between; it could capture what checks.
        let position = set::<Drieschaak>("r", example, PLAIN, of(rules));
        assert!(position.in_check());
        assert_eq!(may(&position, "g3i4"), allowed, "{rules:?}");
        // Without a check every move may open the third king.
        let quiet = set::<Drieschaak>("b", "bKf2 bNe6 rKm3 rRi6 wKa6", PLAIN, of(rules));
        assert!(!from(&quiet, "e6").is_empty(), "{rules:?}");
    }
}

#[test]
fn drieschaak_41_d23_every_move_that_opens_the_third_king_is_illegal() {
    // Black's knight shields White's king from Red's rook.
    let pieces = "bKf2 bNe6 rKm3 rRi6 wKa6";
    let position = three("b", pieces);
    assert!(from(&position, "e6").is_empty());
    // Not if Red attacks that king anyway, nor against the mover's own attack.
    let attacked = three("b", &(pieces.to_owned() + " rRa9"));
    assert!(!from(&attacked, "e6").is_empty());
    let own = three("b", "bKf2 bNe6 bRi6 rKm3 wKa6");
    assert!(!from(&own, "e6").is_empty());
    // It holds for a frozen king too; a frozen next player attacks nobody.
    let frozen = set::<Drieschaak>("b", pieces, "- - w= 0 1", Rules::default());
    assert!(from(&frozen, "e6").is_empty());
    let harmless = set::<Drieschaak>("b", pieces, "- - r= 0 1", Rules::default());
    assert!(!from(&harmless, "e6").is_empty());
    // X may expose Y.
    let expose = three("b", "bKf2 bNh3 rKm3 wRc3 wKa6");
    assert!(!from(&expose, "h3").is_empty());
}

#[test]
fn drieschaak_two_pawns_pass_one_square() {
    let pieces = "bKg1 bPc2 rKm6 rPd4 wKa8 wPb3";
    let mut position = three("w", pieces);
    play(&mut position, "b3d3 c2c4");
    assert_eq!(field(&position, 3), "c3:c4:r");
    assert!(may(&position, "d4c3"));
}

#[test]
fn bad_positions_and_moves_are_refused_in_a_sentence() {
    let start = Vierschaak::LAYOUT.start;
    let broken = [
        ("", "the FEN is empty"),
        ("8/8 a", "the FEN has 2 ranks instead of 14"),
        (&start.replacen("aRaN", "aR1", 1).replacen("aRaNaB", "aRaN1", 1), ""),
        (&start.replacen("aK", "aQ", 1), "seat a has 0 kings instead of one"),
        (
            &start.replacen(" a ", " x ", 1),
            "the seat to move is `x`, which is no seat of this game",
        ),
        (&start.replacen("aLaS", "aLa", 1), "the castling field"),
        (&start.replacen("- - 0", "z9 - 0", 1), "the en passant field"),
        (&start.replacen("- - 0", "- a? 0", 1), "the frozen field"),
        (
            &start.replacen("aR", "xR", 1),
            "rank 14 has `x` where a seat's letter or a number should be",
        ),
        (&start.replacen("aR", "aé", 1), "rank 14 has `é`, which is no piece"),
        (&start.replacen("/8/", "/7/", 1), "rank 12 has 7 squares instead of 8"),
        (&(start.to_owned() + " x"), "the FEN goes on after the ply number: `x`"),
    ];
    for (fen, reason) in broken {
        match Position::<Vierschaak>::from_fen(fen, Rules::default()) {
            Ok(_) => assert!(reason.is_empty(), "{fen}"),
            Err(error) => assert!(error.to_string().starts_with(reason), "{fen}: {error}"),
        }
    }
    let position = Position::<Vierschaak>::start(Rules::default());
    for text in ["", "x", "g13", "g13g", "g13g99", "g13g12x", "é1é2", "h2h3", "a1a2", "g13g10"] {
        assert!(position.read_move(text).is_err(), "{text}");
    }
    assert_eq!(position.frozen(), Seats::NONE);
}

/// A and C stand stalemated only since D can move again. That is found on A's turn, in play and
/// in a position that is set up alike.
#[test]
fn vierschaak_36_who_stands_frozen_is_judged_on_the_own_turn() {
    let fen = "7aB/bQ7/4dN3/14/5aQ8/3dK10/2bR11/14/14/3bQcK9/dR12bQ/4dQ1bP1/6dB1/5aKbK1 \
               c - - a=b=d= 0 1";
    let position = Position::<Vierschaak>::from_fen(fen, Rules::DEFAULT).expect("a position");
    assert!(position.verdict().to_string().starts_with("ongoing:d:"), "{}", position.verdict());
    let again = position.to_setup().to_string();
    let again = Position::<Vierschaak>::from_fen(&again, Rules::DEFAULT).expect("its own FEN");
    assert_eq!(again.verdict(), position.verdict());
}
