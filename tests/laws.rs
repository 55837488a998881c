//! Invariants of every position of every game on one 8x8 board, on seeded random playouts.

mod common;

use common::{any_move, board_games, count, visit_positions};
use kralle::board::{Color, Move, MoveKind, MoveList, Role, Silent, Square, Way};
use kralle::eval::Eval;
use kralle::eval::classical::Classical;
use kralle::eval::weights::ClassicalWeights;
use kralle::game::single::{Position, Worth};
use kralle::game::{Class, Playable, Searchable};
use kralle::notation::Setup;
use kralle::notation::uci::{Castling, read, write};
use rand::RngExt;

fn moves_of(position: &Position, class: Class) -> MoveList {
    let mut moves = MoveList::new();
    position.generate(class, &mut moves);
    moves
}

fn words(moves: &[Move]) -> Vec<u32> {
    let mut words: Vec<u32> = moves.iter().map(|mv| mv.word()).collect();
    words.sort_unstable();
    words
}

/// Everything that can be asked of a position.
fn dump(position: &Position) -> impl PartialEq + std::fmt::Debug + use<> {
    (
        position.to_setup(),
        position.board().clone(),
        (position.key(), position.part_keys()),
        position.checkers(),
        (
            position.en_passant(),
            position.rights(),
            position.halfmove_clock(),
            position.move_number(),
        ),
        (position.last_move(), position.last_captured(), position.turn()),
        (position.verdict(), position.drawn(0), position.drawn(100)),
        words(&position.legal_moves()),
    )
}

/// The other invariants are worth something only if the playouts go everywhere.
#[test]
fn playouts_meet_every_kind_of_move() {
    for (salt, game) in board_games().into_iter().enumerate() {
        let mut met = std::collections::BTreeSet::new();
        visit_positions(game, 1_500, salt as u64, |position, _| {
            met.insert(if position.in_check() { "in check" } else { "quiet" });
            for mv in position.legal_moves() {
                met.insert(match mv.kind() {
                    MoveKind::Normal => "normal",
                    MoveKind::EnPassant => "en passant",
                    MoveKind::Castle => "castle",
                    MoveKind::Promotion => "promotion",
                    MoveKind::Drop => "drop",
                    MoveKind::TakeOut => "take out",
                    MoveKind::Prelude => "prelude",
                });
            }
        });
        // Superschaak has a prelude instead.
        let drops = usize::from(game != "chess");
        // Without the other board nothing can be taken out of it, so no pawn is promoted.
        let promotions = usize::from(!game.starts_with("tandem"));
        assert_eq!(met.len(), 5 + drops + promotions, "{game}: {met:?}");
        assert!(!met.contains("take out"));
        assert_eq!(met.contains("prelude"), game == "superschaak");
    }
}

#[test]
fn undo_restores_everything() {
    for (salt, game) in board_games().into_iter().enumerate() {
        visit_positions(game, count(1_500), salt as u64, |position, chance| {
            let before = dump(position);
            let mut plies = 0;
            while plies < 4
                && let Some(mv) = any_move(position, chance)
            {
                position.play(mv, &mut Silent);
                plies += 1;
            }
            for _ in 0..plies {
                position.undo();
            }
            assert_eq!(dump(position), before);
            if position.pass() {
                position.undo();
                assert_eq!(dump(position), before);
            } else {
                // With pawns alone a pass would prove nothing.
                let (board, us) = (position.board(), position.turn());
                let pawns = board.role(Role::Pawn) | board.role(Role::King);
                let bare = board.hand(us).is_empty() && board.color(us).minus(pawns).is_empty();
                assert!(position.in_check() || position.in_prelude() || bare);
            }
        });
    }
}

#[test]
fn keys_and_fens_are_those_of_a_fresh_position() {
    for (salt, game) in board_games().into_iter().enumerate() {
        visit_positions(game, count(3_000), 10 + salt as u64, |position, _| {
            let text = position.to_setup().to_string();
            let setup: Setup = text.parse().unwrap();
            let fresh = Position::from_setup(&setup, *position.rules(), true).unwrap();
            assert_eq!(fresh.board(), position.board(), "{text}");
            assert_eq!(fresh.key(), position.key(), "{text}");
            assert_eq!(fresh.part_keys(), position.part_keys(), "{text}");
            assert_eq!(fresh.to_setup(), position.to_setup());
            assert_eq!(fresh.to_setup().to_string(), text);
        });
    }
}

#[test]
fn sums_kept_by_listening_are_those_of_a_fresh_start() {
    for (salt, game) in board_games().into_iter().enumerate() {
        visit_positions(game, count(1_000), 20 + salt as u64, |position, chance| {
            let mut eval = Classical::new(ClassicalWeights::under(position.rules()));
            let mut fresh = eval.clone();
            eval.reset(position);
            let before = eval.evaluate(position);
            let mut plies = 0;
            while plies < 5
                && let Some(mv) = any_move(position, chance)
            {
                eval.push();
                position.play(mv, &mut eval);
                plies += 1;
                fresh.reset(position);
                assert_eq!(eval.evaluate(position), fresh.evaluate(position));
            }
            for _ in 0..plies {
                position.undo();
                eval.pop();
            }
            assert_eq!(eval.evaluate(position), before);
        });
    }
}

#[test]
fn the_classes_are_disjoint_and_together_all() {
    for (salt, game) in board_games().into_iter().enumerate() {
        visit_positions(game, count(4_000), 30 + salt as u64, |position, _| {
            let all = words(&position.legal_moves());
            let [noisy, quiet, drops] =
                [Class::Noisy, Class::Quiet, Class::Drops].map(|class| moves_of(position, class));
            let parts: MoveList = [&noisy[..], &quiet[..], &drops[..]].concat();
            assert_eq!(words(&parts), all);
            let mut unique = all.clone();
            unique.dedup();
            assert_eq!(unique, all, "a move twice");
            assert!(noisy.iter().all(|&mv| position.is_noisy(mv) && !mv.is_drop()));
            assert!(quiet.iter().all(|&mv| !position.is_noisy(mv) && !mv.is_drop()));
            assert!(drops.iter().all(|&mv| mv.is_drop() && !position.is_noisy(mv)));
            let [forcing, quiet_drops] =
                [Class::ForcingDrops, Class::QuietDrops].map(|class| moves_of(position, class));
            assert_eq!(words(&[&forcing[..], &quiet_drops[..]].concat()), words(&drops));
            assert!(
                quiet_drops.iter().all(|&mv| !position.gives_check(mv) && !position.in_check())
            );
            assert_eq!(position.count_moves(), all.len() as u64);
            assert_eq!(position.has_moves(), !all.is_empty());
        });
    }
}

#[test]
fn gives_check_agrees_with_playing() {
    for (salt, game) in board_games().into_iter().enumerate() {
        visit_positions(game, count(1_500), 40 + salt as u64, |position, _| {
            let mut checking_drops = MoveList::new();
            for mv in position.legal_moves() {
                let announced = position.gives_check(mv);
                position.play(mv, &mut Silent);
                assert_eq!(position.in_check(), announced, "{mv:?}");
                position.undo();
                if mv.is_drop() && announced {
                    checking_drops.push(mv);
                }
            }
            assert_eq!(words(&moves_of(position, Class::CheckingDrops)), words(&checking_drops));
        });
    }
}

/// Every word that `Move` can hold is legal exactly if the generator gives it.
#[test]
fn is_legal_agrees_with_the_generator_over_all_words() {
    for (salt, game) in board_games().into_iter().enumerate() {
        visit_positions(game, count(800), 50 + salt as u64, |position, chance| {
            let legal = words(&position.legal_moves());
            // All squares would take too long at every position: one in forty, and of a
            // prelude, where every question makes a list, none.
            if chance.random_range(0..40) == 0 && !position.in_prelude() {
                let mut found = Vec::new();
                for high in 0..=255_u32 {
                    for squares in 0..64 * 64_u32 {
                        let word = high << 24 | ((squares / 64) << 8) | (squares % 64);
                        if Move::from_word(word).is_some_and(|mv| position.is_legal(mv)) {
                            found.push(word);
                        }
                    }
                }
                assert_eq!(found, legal);
            }
            // Noise in every bit, also around legal moves.
            for _ in 0..200 {
                let noise: u32 = chance.random();
                let near = legal.get(noise as usize % legal.len().max(1)).copied().unwrap_or(0);
                for word in [noise, near ^ 1 << (noise >> 8 & 31), near & noise, near | noise] {
                    let known = Move::from_word(word).is_some_and(|mv| position.is_legal(mv));
                    assert_eq!(known, legal.binary_search(&word).is_ok(), "{word:08x}");
                }
            }
        });
    }
}

#[test]
fn moves_are_read_as_they_are_written() {
    for (salt, game) in board_games().into_iter().enumerate() {
        visit_positions(game, count(2_000), 60 + salt as u64, |position, _| {
            let legal = position.legal_moves();
            for &mv in &legal {
                for castling in [Castling::KingStep, Castling::KingTakesRook] {
                    let text = write(mv, castling).to_string();
                    assert_eq!(read(&text, &legal), Ok(mv), "{text}");
                }
            }
        });
    }
}

/// The position with colours exchanged and the board turned over.
fn mirrored(position: &Position) -> Position {
    let text = position.to_setup().to_string();
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let turned = |text: &str| -> String {
        let swap = |letter: char| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        text.chars().map(swap).collect()
    };
    let (ranks, hands) = fields[0].split_once('[').unwrap_or((&fields[0], ""));
    let ranks: Vec<String> = ranks.split('/').rev().map(turned).collect();
    let hands = if hands.is_empty() { String::new() } else { format!("[{}", turned(hands)) };
    fields[0] = ranks.join("/") + &hands;
    fields[1] = if fields[1] == "w" { "b".into() } else { "w".into() };
    fields[2] = turned(&fields[2]);
    fields[3] = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let setup: Setup = fields.join(" ").parse().unwrap();
    Position::from_setup(&setup, *position.rules(), true).unwrap()
}

#[test]
fn a_mirrored_position_is_worth_the_same() {
    for (salt, game) in board_games().into_iter().enumerate() {
        visit_positions(game, count(3_000), 70 + salt as u64, |position, _| {
            // In a prelude White and Black have different things to do.
            if position.in_prelude() {
                return;
            }
            let mirror = mirrored(position);
            assert_eq!(mirror.count_moves(), position.count_moves());
            let value = |position: &Position| {
                let mut eval = Classical::new(ClassicalWeights::under(position.rules()));
                eval.reset(position);
                eval.evaluate(position)
            };
            assert_eq!(value(&mirror), value(position), "{}", position.to_setup());
        });
    }
}

/// A board without bitboards, for the slow swap-off.
struct Slow {
    pieces: [Option<(Color, Role, i32)>; 64],
}

impl Slow {
    fn of(position: &Position) -> Self {
        let board = position.board();
        let pieces = std::array::from_fn(|index| {
            let square = Square(index as u8);
            let piece = board.at(square)?;
            let demoted = board.promoted().has(square) && position.rules().demotes;
            let role = if demoted { Role::Pawn } else { piece.role() };
            Some((piece.color(), piece.role(), position.worth().of(role)))
        });
        Self { pieces }
    }

    /// Does a Magician freeze the piece on `here`?
    fn is_frozen(&self, here: usize, color: Color) -> bool {
        let square = |index: usize| Square(index as u8);
        (0..64).any(|near| {
            let magician = self.pieces[near]
                .is_some_and(|(owner, role, _)| owner != color && role == Role::Magician);
            magician && square(near).distance(square(here)) == 1
        })
    }

    /// Does the piece on `from` attack `to` here, square by square?
    fn attacks(&self, from: usize, to: usize) -> bool {
        let Some((color, role, _)) = self.pieces[from] else { return false };
        if self.is_frozen(from, color) {
            return false;
        }
        let (files, ranks) = (to as i32 % 8 - from as i32 % 8, to as i32 / 8 - from as i32 / 8);
        let (width, height) = (files.abs(), ranks.abs());
        let forward = if color == Color::White { 1 } else { -1 };
        let straight = (width == 0) != (height == 0);
        let diagonal = width == height && width != 0;
        let leap = width.min(height) == 1 && width.max(height) == 2;
        if leap {
            return role.attacks(Way::Leap);
        }
        let fits = match role {
            Role::Pawn => width == 1 && ranks == forward,
            Role::King | Role::Veteran => width.max(height) == 1,
            Role::Bishop | Role::Princess => diagonal,
            Role::Rook | Role::Empress => straight,
            Role::Queen | Role::Amazon => straight || diagonal,
            Role::Knight | Role::Magician => false,
        };
        let step = files.signum() + 8 * ranks.signum();
        fits && ((1..width.max(height))
            .all(|steps| self.pieces[(from as i32 + steps * step) as usize].is_none()))
    }

    fn attackers(&self, color: Color, to: usize) -> Vec<usize> {
        let own = |from: &usize| self.pieces[*from].is_some_and(|(owner, _, _)| owner == color);
        (0..64).filter(own).filter(|&from| from != to && self.attacks(from, to)).collect()
    }

    /// What `color` wins by taking the piece on `to`, or not taking it.
    fn swap(&mut self, color: Color, to: usize, worth: &Worth) -> i32 {
        let attackers = self.attackers(color, to);
        let rank = |role: Role| worth.order().iter().position(|&other| other == role);
        let cheapest = attackers
            .into_iter()
            .min_by_key(|&from| (self.pieces[from].map(|(_, role, _)| rank(role)), from));
        let Some(from) = cheapest else { return 0 };
        let is_king = self.pieces[from].is_some_and(|(_, role, _)| role == Role::King);
        if is_king && !self.attackers(!color, to).is_empty() {
            return 0;
        }
        let taken = self.pieces[to].map_or(0, |(_, _, price)| price);
        self.pieces[to] = self.pieces[from].take();
        (taken - self.swap(!color, to, worth)).max(0)
    }
}

/// What a move wins when both sides then take on its square as long as it pays.
fn slow_exchange(position: &Position, mv: Move) -> i32 {
    let us = position.turn();
    let worth = position.worth();
    let mut slow = Slow::of(position);
    let (from, to) = (mv.from().index(), mv.to().index());
    let mut won = slow.pieces[to].map_or(0, |(_, _, price)| price);
    match mv.kind() {
        MoveKind::Castle | MoveKind::Prelude => return 0,
        MoveKind::Drop => slow.pieces[to] = Some((us, mv.role(), worth.of(mv.role()))),
        MoveKind::Promotion => {
            won += worth.of(mv.role()) - worth.of(Role::Pawn);
            slow.pieces[from] = None;
            slow.pieces[to] = Some((us, mv.role(), worth.of(mv.role())));
        }
        MoveKind::EnPassant => {
            won = worth.of(Role::Pawn);
            slow.pieces[mv.to().forward(!us).index()] = None;
            slow.pieces[to] = slow.pieces[from].take();
        }
        _ => slow.pieces[to] = slow.pieces[from].take(),
    }
    won - slow.swap(!us, to, worth)
}

#[test]
fn exchanges_agree_with_a_slow_swap_off() {
    for (salt, game) in board_games().into_iter().enumerate() {
        visit_positions(game, count(1_000), 80 + salt as u64, |position, _| {
            for mv in position.legal_moves() {
                let value = slow_exchange(position, mv);
                let fen = position.to_setup();
                for least in [value - 1, value, value + 1, -100, 0, 1, 100] {
                    let expected = value >= least;
                    assert_eq!(
                        position.exchange(mv, least),
                        expected,
                        "{fen} {mv:?} {least} {value}"
                    );
                }
            }
        });
    }
}
