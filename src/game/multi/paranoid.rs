//! A game for more than two as one seat's search sees it: all other camps stand together
//! (Sturtevant and Korf 2000). Two teams are two camps anyway; of three players the one that
//! searches is one camp and the other two are the other.

use super::ending::MultiEnd;
use super::exchange;
use super::position::Position;
use super::variant::MultiGame;
use crate::base::Score;
use crate::base::random::mix;
use crate::board::multi::{MultiSeat, Piece, SQUARES, Seats, Set, keys, squares};
use crate::board::{Move, MoveKind, MoveList, Observer, Role};
use crate::game::verdict::Victory;
use crate::game::{Breadth, Camp, Class, Playable, Searchable};

/// What a half win is worth in a search: more than any evaluation, less than a win.
const HALF: i32 = 15_000;
/// What an incomplete win is worth in a search.
const INCOMPLETE: i32 = 20_000;

/// A position and the seat for which it is searched or evaluated.
#[derive(Clone)]
pub struct Paranoid<K: MultiGame> {
    position: Position<K>,
    root: MultiSeat,
}

impl<K: MultiGame> Paranoid<K> {
    /// For the seat to move.
    pub fn new(position: Position<K>) -> Self {
        let root = position.turn();
        Self::seen_by(root, position)
    }

    /// For this seat.
    pub fn seen_by(root: MultiSeat, position: Position<K>) -> Self {
        Self { position, root }
    }

    /// The position itself.
    #[inline]
    pub fn position(&self) -> &Position<K> {
        &self.position
    }

    /// The seat that searches.
    #[inline]
    pub fn root(&self) -> MultiSeat {
        self.root
    }

    /// The camp of a seat: its team, or whether it is the one that searches.
    #[inline]
    pub fn camp_of(&self, seat: MultiSeat) -> Camp {
        let second = if K::LAYOUT.teams { seat.index() & 1 != 0 } else { seat != self.root };
        if second { Camp::Second } else { Camp::First }
    }

    /// The seats of a camp.
    pub fn seats_of(&self, camp: Camp) -> Seats {
        let all = K::LAYOUT.seats().each();
        all.filter(|&seat| self.camp_of(seat) == camp).fold(Seats::NONE, Seats::with)
    }

    /// The seats of the camp to move.
    #[inline]
    pub fn allies(&self) -> Seats {
        let us = self.position.turn();
        if K::LAYOUT.teams || us == self.root {
            K::LAYOUT.team(us)
        } else {
            K::LAYOUT.seats().without(self.root)
        }
    }

    /// What keeps searches for different seats apart in one table.
    #[inline]
    fn salt(&self) -> u64 {
        if K::LAYOUT.teams { 0 } else { keys::root(self.root) }
    }
}

impl<K: MultiGame> Playable for Paranoid<K> {
    type Piece = Piece;

    #[inline]
    fn key(&self) -> u64 {
        self.position.key() ^ self.salt()
    }

    #[inline]
    fn generate(&self, class: Class, moves: &mut MoveList) {
        self.position.generate(class, moves);
    }

    fn count_moves(&self) -> u64 {
        self.position.count_moves()
    }

    #[inline]
    fn is_legal(&self, mv: Move) -> bool {
        self.position.is_legal(mv)
    }

    #[inline]
    fn play(&mut self, mv: Move, observer: &mut impl Observer<Piece>) {
        self.position.play(mv, observer);
    }

    #[inline]
    fn undo(&mut self) {
        self.position.undo();
    }
}

impl<K: MultiGame> Searchable for Paranoid<K> {
    type Danger = ();

    const SEATS: usize = K::SEATS;
    const SQUARES: usize = SQUARES;
    const MATE_ENDS_GAME: bool = false;
    const LENGTH: f64 = K::LENGTH;

    fn key_after(&self, mv: Move) -> u64 {
        self.position.guess_key(mv) ^ self.salt()
    }

    #[inline]
    fn breadth(&self) -> Breadth {
        K::BREADTH
    }

    #[inline]
    fn danger(&self) {}

    fn part_keys(&self) -> [u64; 4] {
        let fold = |set: Set| set.0.into_iter().fold(0, |key, word| mix(key ^ word));
        let board = &self.position.board;
        let of_camp = |camp: Camp| {
            let seats = self.seats_of(camp).each();
            seats.fold(camp.index() as u64, |key, seat| {
                mix(key ^ fold(board.seat(seat).minus(board.role(Role::Pawn))))
            })
        };
        let pawns = MultiSeat::first(K::SEATS)
            .fold(0, |key, seat| mix(key ^ fold(board.pieces(seat, Role::Pawn))));
        let kings = fold(board.role(Role::King))
            ^ keys::frozen(self.position.frozen(), self.position.checked());
        [pawns, of_camp(Camp::First), of_camp(Camp::Second), kings]
    }

    #[inline]
    fn seat(&self) -> usize {
        self.position.turn().index()
    }

    #[inline]
    fn camp(&self) -> Camp {
        self.camp_of(self.position.turn())
    }

    fn plies_to_draw(&self) -> Option<usize> {
        let quiet = usize::from(self.position.quiet_count());
        Some(self.position.draw_limit().saturating_sub(quiet))
    }

    fn pass(&mut self) -> bool {
        let us = self.position.turn();
        self.camp_of(K::LAYOUT.next(us)) != self.camp_of(us) && self.position.make_pass()
    }

    #[inline]
    fn in_check(&self) -> bool {
        // A game that is over has nothing to stand pat on: the searcher must ask `stuck`.
        !self.position.state.checkers.is_empty() || self.position.state.outcome.is_some()
    }

    fn gives_check(&self, mv: Move) -> bool {
        self.position.checks(mv)
    }

    #[inline]
    fn is_noisy(&self, mv: Move) -> bool {
        match mv.kind() {
            MoveKind::Normal => self.position.board.at(squares(mv).1).is_some(),
            MoveKind::EnPassant | MoveKind::Promotion => true,
            _ => false,
        }
    }

    fn gain(&self, mv: Move) -> i32 {
        exchange::gain(&self.position, self.allies(), mv)
    }

    fn victim(&self, mv: Move) -> Option<Role> {
        self.position.target(mv).map(|(piece, _)| piece.role())
    }

    fn exchange(&self, mv: Move, least: i32) -> bool {
        exchange::at_least(&self.position, self.allies(), mv, least)
    }

    fn mate_at_once(&self, _: u32) -> Option<Move> {
        self.position.takes_king()
    }

    fn drawn(&self, ply: usize) -> bool {
        self.position.is_drawn(ply)
    }

    fn stuck(&self, ply: usize, _: Score) -> Score {
        let Some(MultiEnd::Won { winners, victory, .. }) = self.position.state.outcome else {
            return Score::ZERO;
        };
        let won = !winners.and(self.allies()).is_empty();
        let score = match victory {
            Victory::Full => Score::mated(ply),
            Victory::Half => Score::cp(ply as i32 - HALF),
            Victory::Incomplete => Score::cp(ply as i32 - INCOMPLETE),
        };
        if won { -score } else { score }
    }
}
