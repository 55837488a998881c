//! The games for four and three players against the slow reference: perft from the start, and
//! every move and every position behind it of random positions, frozen armies among them.

mod common;
mod multi_reference;

use kralle::base::random::SplitMix;
use kralle::board::Silent;
use kralle::board::multi::MultiSeat;
use kralle::game::multi::{Drieschaak, MultiGame, Paranoid, Position, Rules, Vierschaak};
use kralle::game::{Playable, Searchable, perft};
use multi_reference::Table;

const FREE: Rules = Rules { forbid_joint_mates: false, ..Rules::DEFAULT };

#[test]
fn perft_from_the_start() {
    let mut four = Position::<Vierschaak>::start(Rules::default());
    let mut three = Position::<Drieschaak>::start(FREE);
    let counts = |depth| perft::perft(&mut four, depth);
    assert_eq!([1, 2, 3, 4].map(counts), [20, 395, 7_800, 152_050]);
    let counts = |depth| perft::perft(&mut three, depth);
    assert_eq!([1, 2, 3].map(counts), [22, 451, 9_240]);
}

/// A stream of numbers.
struct Dice(SplitMix);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        let (word, next) = self.0.next();
        self.0 = next;
        (word >> 32) as usize % limit
    }
}

fn texts<K: MultiGame>(position: &Position<K>) -> Vec<String> {
    let mut moves: Vec<String> =
        position.legal_moves().into_iter().map(|mv| position.write_move(mv)).collect();
    moves.sort();
    moves
}

fn ending<K: MultiGame>(position: &Position<K>) -> Option<String> {
    // Draws by count do not shorten a move list, and the reference does not know them.
    let line = position.verdict().to_string();
    let word = line.split(' ').next().unwrap_or_default();
    let counted = word.starts_with("draw:repetition") || word.contains("-moves");
    (!word.starts_with("ongoing") && !counted && texts(position).is_empty()).then(|| word.into())
}

/// Two plies: the same moves, the same positions behind them, the same ends.
fn compare<K: MultiGame>(fen: &str, rules: Rules) {
    let three = K::SEATS == 3;
    let mut position = Position::<K>::from_fen(fen, rules).expect(fen);
    let table = Table::read(three, rules.forbid_joint_mates, fen);
    assert_eq!(position.to_setup().to_string(), table.write(), "{fen}");
    assert_eq!(ending(&position), table.over, "{fen}");
    let moves = texts(&position);
    assert_eq!(moves, table.moves(), "{fen}");
    for text in moves {
        let mv = position.read_move(&text).expect(&text);
        position.play(mv, &mut Silent);
        let after = table.after(&text);
        assert_eq!(position.to_setup().to_string(), after.write(), "{fen} {text}");
        assert_eq!(ending(&position), after.over, "{fen} {text}");
        assert_eq!(texts(&position), after.moves(), "{fen} {text}");
        assert_eq!(position.count_moves(), texts(&position).len() as u64);
        position.undo();
    }
    assert_eq!(position.to_setup().to_string(), table.write(), "{fen}");
}

/// A position some way into a game of random moves.
fn from_play<K: MultiGame>(dice: &mut Dice, rules: Rules) -> String {
    let mut position = Position::<K>::start(rules);
    let plies = dice.below(260);
    for _ in 0..plies {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        position.play(moves[dice.below(moves.len())], &mut Silent);
    }
    position.to_setup().to_string()
}

/// A few pieces thrown on the board, kings near each other, with some armies called frozen.
fn thrown<K: MultiGame>(dice: &mut Dice) -> String {
    let shape = K::LAYOUT.shape;
    let mut setup = Position::<K>::start(FREE).to_setup();
    setup.board = kralle::board::multi::Board::EMPTY;
    setup.rights = 0;
    let squares: Vec<_> = shape.squares.into_iter().collect();
    for seat in MultiSeat::first(K::SEATS) {
        let count = 1 + dice.below(6);
        for index in 0..count {
            use kralle::board::Role;
            let role = if index == 0 { Role::King } else { Role::CHESS[dice.below(5)] };
            let square = squares[dice.below(squares.len())];
            if setup.board.at(square).is_none() {
                setup.board.put(kralle::board::multi::Piece::new(seat, role), square, &mut Silent);
            } else if index == 0 {
                return thrown::<K>(dice);
            }
        }
        if dice.below(3) == 0 {
            setup.frozen = setup.frozen.with(seat);
            if dice.below(2) == 0 {
                setup.checked = setup.checked.with(seat);
            }
        }
    }
    setup.turn = MultiSeat::new(dice.below(K::SEATS));
    setup.to_string()
}

/// `KRALLE_POSITIONS=2000` makes the campaign longer.
fn campaign<K: MultiGame>(seed: u64) {
    let count = common::setting("KRALLE_POSITIONS", 60);
    let mut dice = Dice(SplitMix(seed));
    let mut frozen = 0;
    for round in 0..count {
        let rules = Rules { forbid_joint_mates: round % 4 < 2, ..Rules::DEFAULT };
        let fen =
            if round % 2 == 0 { from_play::<K>(&mut dice, rules) } else { thrown::<K>(&mut dice) };
        frozen += usize::from(fen.contains(['#', '=']));
        compare::<K>(&fen, rules);
    }
    assert!(frozen * 5 > count, "too few frozen armies: {frozen} of {count}");
}

#[test]
fn vierschaak_agrees_with_the_reference() {
    campaign::<Vierschaak>(48);
}

#[test]
fn drieschaak_agrees_with_the_reference() {
    campaign::<Drieschaak>(1848);
}

/// What a listener can sum: which pieces stand where.
#[derive(Clone, Default)]
struct Sum(u64);

impl kralle::board::Observer<kralle::board::multi::Piece> for Sum {
    fn put(
        &mut self,
        piece: kralle::board::multi::Piece,
        _: bool,
        square: kralle::board::multi::Square,
    ) {
        self.0 = self.0.wrapping_add(kralle::board::multi::keys::piece(piece, square));
    }
    fn lift(
        &mut self,
        piece: kralle::board::multi::Piece,
        _: bool,
        square: kralle::board::multi::Square,
    ) {
        self.0 = self.0.wrapping_sub(kralle::board::multi::keys::piece(piece, square));
    }
    fn hold(&mut self, _: kralle::board::multi::Piece, _: u8, _: u8) {}
}

/// The invariants that every game must keep, on random games.
fn keep_invariants<K: MultiGame>(seed: u64, games: usize) {
    use kralle::board::{Move, MoveList};
    use kralle::game::Class;
    let mut dice = Dice(SplitMix(seed));
    for game in 0..games {
        let rules = Rules { forbid_joint_mates: game % 2 == 0, ..Rules::DEFAULT };
        let mut position = Position::<K>::start(rules);
        let mut sum = Sum::default();
        position.board().announce(&mut sum);
        for ply in 0..200 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let fen = position.to_setup().to_string();
            let fresh = Position::<K>::from_fen(&fen, rules).expect(&fen);
            let [one, other] = [&fresh, &position].map(|position| {
                assert_ne!(Paranoid::new(position.clone()).key() == position.key(), K::SEATS == 3);
                position.key()
            });
            assert_eq!(one, other, "{fen}");
            let mut game = Paranoid::new(position.clone());
            assert_eq!(fresh.to_setup().to_string(), fen);
            let mut heard = Sum::default();
            position.board().announce(&mut heard);
            assert_eq!(heard.0, sum.0);
            let mut classes = MoveList::new();
            position.generate(Class::Noisy, &mut classes);
            assert!(classes.iter().all(|&mv| game.is_noisy(mv)));
            let noisy = classes.len();
            position.generate(Class::Quiet, &mut classes);
            assert!(classes[noisy..].iter().all(|&mv| !game.is_noisy(mv)));
            position.generate(Class::Drops, &mut classes);
            let mut sorted: Vec<u32> = classes.iter().map(|mv| mv.word()).collect();
            let mut all: Vec<u32> = moves.iter().map(|mv| mv.word()).collect();
            sorted.sort();
            all.sort();
            assert_eq!(sorted, all, "{fen}");
            assert_eq!(position.count_moves(), all.len() as u64);
            if ply % 40 == 17 {
                let grid = (K::LAYOUT.shape.grid as u32) << 22;
                for ends in 0..1 << 16 {
                    for above in 0..1u32 << 7 {
                        let Some(mv) = Move::from_word(grid | ends | above << 24) else { continue };
                        let member = all.binary_search(&mv.word()).is_ok();
                        assert_eq!(position.is_legal(mv), member, "{fen} {mv:?}");
                    }
                }
            }
            for &mv in &moves {
                assert!(position.is_legal(mv), "{fen} {mv:?}");
                assert_eq!(position.read_move(&position.write_move(mv)), Ok(mv), "{fen}");
                assert!(game.exchange(mv, -100_000) && !game.exchange(mv, 100_000), "{fen} {mv:?}");
                assert!(!game.exchange(mv, 0) || game.exchange(mv, -1), "{fen} {mv:?}");
                let is_noisy = game.is_noisy(mv);
                assert_eq!(game.gain(mv) > 0, is_noisy, "{fen} {mv:?}");
                assert!(is_noisy || game.victim(mv).is_none(), "{fen} {mv:?}");
                let said = game.gives_check(mv);
                position.play(mv, &mut Silent);
                let enemies = K::LAYOUT.enemies(fresh.turn()).minus(fresh.frozen());
                let board = position.board();
                let team = K::LAYOUT.team(fresh.turn()).minus(fresh.frozen());
                let checked = enemies.each().any(|seat| {
                    let attackers =
                        board.attackers(K::LAYOUT.shape, team, board.king(seat), board.occupied());
                    !attackers.is_empty()
                });
                // Checks that stood before count only after the move.
                let stood = fresh_checks(&fresh);
                assert!(!said || checked, "{fen} {mv:?}");
                assert!(said || !checked || stood, "{fen} {mv:?}");
                position.undo();
            }
            assert_eq!(position.to_setup().to_string(), fen);
            let camp = game.camp();
            if game.pass() {
                assert_ne!(game.camp(), camp);
                game.undo();
                assert_eq!(game.position().to_setup().to_string(), fen);
            }
            position.play(moves[dice.below(moves.len())], &mut sum);
        }
    }
}

/// Does the team of the seat to move check somebody already?
fn fresh_checks<K: MultiGame>(position: &Position<K>) -> bool {
    let us = position.turn();
    let team = K::LAYOUT.team(us).minus(position.frozen());
    let board = position.board();
    let enemies = K::LAYOUT.enemies(us).minus(position.frozen());
    enemies.each().any(|seat| {
        !board.attackers(K::LAYOUT.shape, team, board.king(seat), board.occupied()).is_empty()
    })
}

#[test]
fn vierschaak_keeps_the_invariants() {
    keep_invariants::<Vierschaak>(7, 6);
}

#[test]
fn drieschaak_keeps_the_invariants() {
    keep_invariants::<Drieschaak>(9, 6);
}
