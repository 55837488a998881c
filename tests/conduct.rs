//! What players do besides moving, as a program that speaks only UCI tells it: illegal moves and
//! objections, withheld pieces, resignations, agreements, talk.

mod talker;

use kralle::game::catalogue::{BuiltIn, Variant};
use kralle::game::custom;
use kralle::game::table::{Penalty, Table};
use talker::Talker;

const FREE: &str = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1";

/// The answers of the program to orders that each have one line of answer.
fn answers(game: &str, position: &str, orders: &[&str]) -> Vec<String> {
    let mut kralle = Talker::start(&[]);
    kralle.send(&format!("setoption name UCI_Variant value {game}"));
    kralle.send(&format!("position {position}"));
    let answers = orders
        .iter()
        .map(|order| {
            kralle.send(order);
            kralle.line().expect("an answer")
        })
        .collect();
    kralle.send("quit");
    kralle.ends();
    answers
}

/// The same for one order.
fn answer(game: &str, position: &str, order: &str) -> String {
    answers(game, position, &[order]).remove(0)
}

fn custom(text: &str) -> Box<dyn Table> {
    custom::read(text).expect("rules")[0].start().expect("a game")
}

#[test]
fn doorgeefschaak_8_an_illegal_move_is_taken_back_and_the_second_loses_the_board() {
    let orders = ["illegal 1e2e5", "illegal 1d2d5", "illegal 1a2a5"];
    let said = answers("doorgeefschaak", &format!("fen {START} | {START}"), &orders);
    let open = "info string illegal play-again; on move 1w; ongoing;1=ongoing;2=ongoing";
    assert_eq!(said[0], open);
    let lost = "ongoing;1=illegal-move:0-1;2=ongoing doorgeefschaak 8F";
    assert_eq!(said[1], format!("info string illegal lost; on move -; {lost}"));
    assert_eq!(said[2], "info string error: nobody is on move there");
}

#[test]
fn doorgeefschaak_8e_what_was_captured_illegally_comes_back() {
    let orders = ["illegal 1a1a8 unnoticed", "object 1w", "object 1w"];
    let said = answers("doorgeefschaak", &format!("fen {START} | {START}"), &orders);
    assert_eq!(said[0], "info string 1w played 1a1a8 unnoticed");
    assert!(said[1].starts_with("info string illegal play-again; on move 1w;"), "{}", said[1]);
    assert!(
        said[2].contains("no illegal move of 1w that could still be taken back"),
        "{}",
        said[2]
    );
    // The rook was dropped meanwhile: a rook, no pawn, is to be named.
    let orders = [
        "illegal 1a1a8 unnoticed",
        "played 2e2e3",
        "played 2R@e5",
        "object 1w",
        "object 1w e2",
        "object 1w z9",
        "object 1w e5",
    ];
    let said = answers("doorgeefschaak", &format!("fen {START} | {START}"), &orders);
    assert!(said[3].contains("one is to be named on the other board"), "{}", said[3]);
    assert!(said[4].contains("no piece of the kind"), "{}", said[4]);
    assert!(said[5].contains("`z9` is no square"), "{}", said[5]);
    assert!(said[6].starts_with("info string illegal play-again"), "{}", said[6]);
}

#[test]
fn tandem_3_4_and_tandemordnung_4_3_a_bad_drop_over_uci() {
    let fen = format!("fen 6rk/6pp/8/8/8/8/8/4K3[NP] w - - 0 1 | {FREE}");
    for game in ["tandem", "tandemordnung"] {
        let said = answers(game, &fen, &["illegal 1N@f7", "played 2N@d5", "illegal 1h7h6"]);
        let open = "ongoing;1=ongoing;2=ongoing";
        assert_eq!(said[0], format!("info string illegal piece-off; on move 1b; {open}"), "{game}");
        assert_eq!(said[1], "info string played 2N@d5", "{game}: the other team holds it");
        assert!(said[2].starts_with("info string error: `1h7h6` is a legal move"), "{}", said[2]);
    }
}

#[test]
fn house_rule_a_bad_drop_costs_only_the_move() {
    let rules = "[club]\nbase = \"tandem\"\nillegal = \"drops-cost-move\"";
    let games = custom::read(rules).expect("rules");
    let fen = format!("6rk/6pp/8/8/8/8/8/4K3[NP] w - - 0 1 | {FREE}");
    let mut table = games[0].set_up(&fen).expect("a position");
    assert_eq!(table.punish(0, "1N@f7"), Penalty::MoveForfeited);
    assert_eq!((table.hand(0).letters(), table.on_move(0)), ("NP".into(), Some(1)));
    assert!(table.hand(2).is_empty());
    // Any other illegal move loses.
    assert_eq!(table.punish(1, "1h8h1"), Penalty::Lost);
}

#[test]
fn house_rule_taking_out_is_a_choice() {
    let rules = "[club]\nbase = \"tandem\"\npromotion = \"piece-or-take-out\"";
    let games = custom::read(rules).expect("rules");
    let fen = "4k3/P7/8/8/8/8/8/4K3[] w - - 0 1 | 4k3/8/8/8/8/8/8/R3K3[] w - - 0 1";
    let mut table = games[0].set_up(fen).expect("a position");
    let mut promotions = table.legal(0);
    promotions.retain(|text| text.starts_with("a7"));
    promotions.sort();
    assert_eq!(promotions, ["a7a8=a1", "a7a8b", "a7a8n", "a7a8q", "a7a8r"]);
    assert_eq!(table.read_san(0, "a8=Q").as_deref(), Some("a7a8q"));
    let by_taking = table.legal(0).iter().filter(|text| text.contains('=')).count();
    assert_eq!(by_taking, 1);
    table.play(0, "a7a8q").expect("legal");
    assert!(table.hand(3).is_empty(), "no pawn has gone over");
    assert!(table.undo());
    table.play(0, "a7a8=a1").expect("legal");
    assert_eq!(table.hand(2).letters(), "P");
}

#[test]
fn doorgeefschaak_3_a_captured_piece_may_be_withheld_and_handed_over_later() {
    let mut table = Variant::from(BuiltIn::Doorgeefschaak).start().expect("a game");
    let refused = table.withhold(0).expect_err("nothing was captured").to_string();
    assert_eq!(refused, "1w has captured nothing that could still be kept back");
    for (seat, text) in [(0, "e2e4"), (1, "d7d5"), (0, "e4d5")] {
        table.play(seat, text).expect("legal");
    }
    assert_eq!(table.hand(3).letters(), "P");
    assert_eq!(table.withhold(0), Ok('P'));
    assert!(table.hand(3).is_empty());
    assert!(table.withhold(0).is_err(), "only once");
    table.play(2, "g1f3").expect("legal");
    assert!(table.play(3, "P@e5").is_err());
    let pawn = kralle::board::Role::Pawn;
    assert_eq!(table.hand_over(0, pawn), Ok(()));
    assert_eq!(
        table.hand_over(0, pawn).map_err(|error| error.to_string()),
        Err("1w keeps no such piece back".into())
    );
    table.play(3, "P@e5").expect("handed over");
    // Too late: the partner has used it.
    for (seat, text) in [(1, "d8d5"), (0, "b1c3"), (2, "f3e5"), (0, "c3d5")] {
        let _ = table.play(seat, text);
    }
    let mut tandem = Variant::from(BuiltIn::Tandem).start().expect("a game");
    let refused = tandem.withhold(0).expect_err("no right there").to_string();
    assert_eq!(refused, "by these rules a captured piece is always handed on");
}

#[test]
fn house_rule_others_may_withhold_too() {
    let mut table = custom("[club]\nbase = \"bughouse\"\nmay-withhold = true");
    for (seat, text) in [(0, "e2e4"), (1, "d7d5"), (0, "e4d5")] {
        table.play(seat, text).expect("legal");
    }
    assert_eq!(table.withhold(0), Ok('P'));
    assert_eq!(table.fen().matches('p').count(), 7 + 8, "{}", table.fen());
}

#[test]
fn one_board_games_end_by_resignation_flag_and_agreement() {
    for (game, order, expected) in [
        ("chess", "over w resignation", "resignation:0-1 FIDE 5.1.2"),
        ("chess", "over draw agreement", "draw:agreement FIDE 5.2.3"),
        ("crazyhouse", "over b flag", "flag:1-0 FIDE 6.9"),
        ("superschaak", "over b resignation", "resignation:1-0 superschaak 5, FIDE 5.1.2"),
        ("vierschaak", "over a resignation", "win:bd resignation"),
        ("vierschaak", "over d flag", "win:ac flag"),
        ("vierschaak", "over draw agreement", "draw:agreement vierschaak 23"),
        ("drieschaak", "over b resignation", "win:rw resignation"),
        ("drieschaak", "over draw agreement", "draw:agreement drieschaak 23"),
        ("vierschaak", "over e flag", "error: `e` is no seat; the seats are a b c d"),
        (
            "vierschaak",
            "over a mate",
            "error: `over` needs a seat and resignation or flag, or draw agreement",
        ),
        ("vierschaak", "illegal d13d10", "illegal lost; on move -; win:bd illegal-move"),
        ("chess", "illegal e2e5", "illegal lost; on move -; illegal-move:0-1 FIDE 7.5"),
        ("chess", "illegal e2e4", "error: `e2e4` is a legal move"),
        ("chess", "illegal hello", "error: `hello` is no move: `he` is no square"),
        ("chess", "object w", "error: unknown command `object`; `help` lists all"),
    ] {
        assert_eq!(answer(game, "startpos", order), format!("info string {expected}"), "{order}");
    }
}

#[test]
fn after_a_declared_end_nothing_is_searched_and_a_new_position_is_a_new_game() {
    let orders = ["over a flag", "over a flag", "go depth 1"];
    let said = answers("vierschaak", "startpos", &orders);
    assert_eq!(said[1], "info string error: the game is over");
    assert!(said[2].starts_with("bestmove (none)"), "{}", said[2]);
    let mut kralle = Talker::start(&[]);
    kralle.send_all(&["over w flag", "position startpos", "go depth 1"]);
    let lines = kralle.until("bestmove");
    assert!(!lines.last().expect("an answer").contains("(none)"), "{lines:?}");
    // While the engine thinks the game cannot be ended behind it.
    kralle.send_all(&["go infinite", "over w flag", "illegal e2e5"]);
    let said = kralle.until("info string error");
    assert!(said.last().expect("an error").contains("over"), "{said:?}");
    kralle.send("quit");
    kralle.ends();
}

#[test]
fn vierschaak_38_a_mated_ally_is_heard_over_uci() {
    let mated = mated_fen();
    let orders = ["partner a move h1h2", "partner b fast", "partner a need n", "partner a"];
    let said = answers("vierschaak", &format!("fen {mated}"), &orders);
    assert_eq!(said[0], "info string a says move h1h2");
    assert!(said[1].contains("only a player who is mated"), "{}", said[1]);
    assert!(said[2].contains("means nothing in a game of one board"), "{}", said[2]);
    assert!(said[3].starts_with("info string error"), "{}", said[3]);
    assert_eq!(
        answer("drieschaak", "startpos", "partner b fast"),
        "info string error: nobody speaks about the game (drieschaak 39)"
    );
}

#[test]
fn vierschaak_38_fast_makes_the_ally_hurry() {
    let nodes = |word: &str, clock: u32| -> u64 {
        let mut kralle = Talker::start(&[]);
        kralle.send_all(&[
            "setoption name UCI_Variant value vierschaak",
            "setoption name nodestime value 20",
        ]);
        kralle.send(&format!("position fen {}", mated_fen().replace(" b - ", " c - ")));
        if !word.is_empty() {
            kralle.send(&format!("partner a {word}"));
        }
        kralle.send(&format!("go ctime {clock}"));
        let lines = kralle.until("bestmove");
        kralle.send("quit");
        kralle.ends();
        let infos = lines.iter().filter_map(|line| line.split(" nodes ").nth(1));
        let nodes = infos.filter_map(|rest| rest.split(' ').next()?.parse().ok());
        nodes.max().expect("a search")
    };
    // A search ends between two iterations, so one clock may show no difference.
    let all = |word: &str| -> u64 {
        [100_000, 150_000, 225_000, 340_000, 500_000].map(|clock| nodes(word, clock)).iter().sum()
    };
    let (usual, fast) = (all(""), all("fast"));
    assert!(fast * 3 < usual * 2, "{fast} of {usual}");
}

/// A stands mated by B, and B is on move.
fn mated_fen() -> String {
    use kralle::board::multi::{Board, MultiSeat, Piece};
    use kralle::board::{Role, Silent};
    use kralle::game::multi::{MultiGame, Position, Rules, Vierschaak};
    let shape = Vierschaak::LAYOUT.shape;
    let mut setup = Position::<Vierschaak>::start(Rules::DEFAULT).to_setup();
    setup.board = Board::EMPTY;
    for word in ["aKd14", "bRk14", "bRk13", "bKa7", "cKh1", "cQh5", "dKn8", "dQn5"] {
        let seat = shape.letters.iter().position(|&l| l == word.as_bytes()[0]).expect("a seat");
        let role = Role::from_letter(word.as_bytes()[1] as char).expect("a role");
        let square = shape.parse(&word[2..]).expect("a square");
        setup.board.put(Piece::new(MultiSeat::new(seat), role), square, &mut Silent);
    }
    let text = setup.to_string();
    let placement = text.split(' ').next().expect("a placement");
    format!("{placement} b - - a# 0 1")
}
