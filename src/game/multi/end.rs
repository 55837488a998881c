//! How a game ends: mates and stalemates added up, counts and repetitions.

use super::ending::MultiEnd;
use super::position::{Position, Snapshot};
use super::rules::{MateWithStalemate, Rules};
use super::variant::{MultiGame, partner};
use super::view::MultiView;
use crate::board::multi::{MultiSeat, Seats};
use crate::game::rule_book::{HOUSE_RULE, Ruling};
use crate::game::verdict::{Boards, MultiState, Outcome, Reason, Verdict, Victory};

/// What has become of a seat that could not move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It plays, or will as soon as its turn comes.
    Plays,
    Mated,
    Stalemated,
}

impl<K: MultiGame> Position<K> {
    /// How the game stands.
    pub fn verdict(&self) -> Verdict {
        let (outcome, articles) = match self.outcome() {
            None => (Outcome::Ongoing, Vec::new()),
            Some(end) => (end.outcome(), vec![end.article()]),
        };
        let Snapshot { frozen, checked, .. } = self.state;
        let state = MultiState { shape: K::LAYOUT.shape, turn: self.turn(), frozen, checked };
        Verdict { outcome, boards: Boards::Multi(state), articles }
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<MultiEnd> {
        if self.state.outcome.is_some() {
            return self.state.outcome;
        }
        if usize::from(self.state.quiet_plies) >= self.draw_limit() {
            return Some(self.rest_drawn(Reason::Moves(self.move_draw()), Ruling::Moves));
        }
        if self.occurrences().nth(1).is_some() {
            return Some(self.rest_drawn(Reason::Repetition, Ruling::Repetition));
        }
        None
    }

    /// Moves of each player without a capture or pawn move that end the game; 0 for never.
    pub fn move_draw(&self) -> u16 {
        self.rules.move_draw.unwrap_or(K::LAYOUT.move_draw)
    }

    /// Quiet plies after which the game is drawn.
    pub(super) fn draw_limit(&self) -> usize {
        match usize::from(self.move_draw()) {
            0 => usize::MAX,
            moves => moves * K::SEATS,
        }
    }

    /// The article that settles a matter, or `house rule` where these rules are a club's own.
    fn article(&self, ruling: Ruling) -> &'static str {
        let own = match ruling {
            Ruling::Moves => self.move_draw() != K::LAYOUT.move_draw,
            Ruling::MateWithStalemate => {
                self.rules.mate_with_stalemate != Rules::DEFAULT.mate_with_stalemate
            }
            _ => false,
        };
        if own { HOUSE_RULE } else { K::LAYOUT.book.article(ruling) }
    }

    /// Plies back to each earlier occurrence of this position. Nothing before the last
    /// capture or pawn move can return.
    fn occurrences(&self) -> impl Iterator<Item = usize> {
        let key = self.state.key;
        let reversible = usize::from(self.state.quiet_plies);
        self.past
            .iter()
            .rev()
            .take(reversible)
            .enumerate()
            .filter(move |(_, state)| state.key == key)
            .map(|(back, _)| back + 1)
    }

    /// What the searcher believes: a repetition inside the tree will be repeated again.
    pub(super) fn is_drawn(&self, ply: usize) -> bool {
        if let Some(outcome) = self.state.outcome {
            return matches!(outcome, MultiEnd::Draw { .. });
        }
        let mut before = self.occurrences();
        before.next().is_some_and(|back| back < ply || before.next().is_some())
            || usize::from(self.state.quiet_plies) >= self.draw_limit()
    }

    pub(super) fn fate(&self, seat: MultiSeat) -> Fate {
        if !self.state.frozen.has(seat) {
            return Fate::Plays;
        }
        let layout = K::LAYOUT;
        let (frozen, third) = (self.state.frozen, self.rules.third_king);
        let view = MultiView::new(layout, &self.board, seat, frozen, layout.seats(), third);
        if view.has_moves(self.own_rights(seat), self.state.en_passant[seat]) {
            Fate::Plays
        } else if self.state.checked.has(seat) && !view.checkers.is_empty() {
            // D-34: in check on its last turn and now.
            Fate::Mated
        } else {
            Fate::Stalemated
        }
    }

    /// How many of these seats stand mated now.
    pub(super) fn count_mated(&self, seats: Seats) -> usize {
        let checked = seats.and(self.state.checked);
        checked.each().filter(|&seat| self.fate(seat) == Fate::Mated).count()
    }

    /// Is the game over now that this seat has been found without a move? `rivals`: how many
    /// of its enemies stood mated just before.
    pub(super) fn judge(&self, seat: MultiSeat, rivals: usize) -> Option<MultiEnd> {
        if K::LAYOUT.teams { self.judge_teams(seat, rivals) } else { self.judge_three() }
    }

    /// Public rules: this seat is mated, which ends the game, or stalemated, which draws it.
    pub(super) fn first_without_move(&self, seat: MultiSeat) -> MultiEnd {
        if self.state.checked.has(seat) {
            self.won_by(K::LAYOUT.enemies(seat), Ruling::Mate)
        } else {
            self.rest_drawn(Reason::Stalemate, Ruling::Stalemate)
        }
    }

    /// The game is won, in full.
    pub(super) fn won_by(&self, winners: Seats, ruling: Ruling) -> MultiEnd {
        let article = self.article(ruling);
        MultiEnd::Won { winners, victory: Victory::Full, article }
    }

    fn judge_teams(&self, seat: MultiSeat, rivals: usize) -> Option<MultiEnd> {
        let layout = K::LAYOUT;
        let partner = partner(seat);
        if !self.state.frozen.has(partner) {
            return None;
        }
        match (self.fate(seat), self.fate(partner)) {
            (Fate::Mated, Fate::Mated) => Some(MultiEnd::Won {
                winners: layout.enemies(seat),
                victory: if rivals == 0 { Victory::Full } else { Victory::Half },
                article: layout.book.article(Ruling::BothMated),
            }),
            (Fate::Stalemated, Fate::Stalemated) => {
                Some(self.rest_drawn(Reason::Stalemate, Ruling::Stalemate))
            }
            // D-33: both armies are done, one lost and one drawn. A king of the winners that was
            // mated before evens that out.
            (Fate::Mated, Fate::Stalemated) | (Fate::Stalemated, Fate::Mated) => {
                let article = self.article(Ruling::MateWithStalemate);
                let half = self.rules.mate_with_stalemate == MateWithStalemate::HalfWin;
                Some(if half && rivals == 0 {
                    let (winners, victory) = (layout.enemies(seat), Victory::Half);
                    MultiEnd::Won { winners, victory, article }
                } else {
                    MultiEnd::Draw { reason: Reason::Stalemate, article }
                })
            }
            (Fate::Plays, _) | (_, Fate::Plays) => None,
        }
    }

    fn judge_three(&self) -> Option<MultiEnd> {
        let layout = K::LAYOUT;
        let fates = MultiSeat::ALL.map(|seat| self.fate(seat));
        let mut playing = MultiSeat::first(3).filter(|&seat| fates[seat] == Fate::Plays);
        let winner = playing.next()?;
        if playing.next().is_some() {
            return None;
        }
        let alike = fates[layout.next(winner)] == fates[layout.next(layout.next(winner))];
        Some(MultiEnd::Won {
            winners: Seats::of(winner),
            victory: if alike { Victory::Full } else { Victory::Incomplete },
            article: layout.book.article(Ruling::LastToMove),
        })
    }

    /// The players agree that nobody can mate any more: a draw, or half won (art. 42).
    pub fn agreed(&self) -> MultiEnd {
        self.rest_drawn(Reason::Agreement, Ruling::Agreed)
    }

    /// All seats are frozen for good.
    pub(super) fn nobody_moves(&self) -> MultiEnd {
        self.rest_drawn(Reason::Stalemate, Ruling::NobodyMoves)
    }

    /// A draw; but half won by the team that alone has mated an enemy (art. 42).
    fn rest_drawn(&self, reason: Reason, ruling: Ruling) -> MultiEnd {
        let layout = K::LAYOUT;
        if layout.teams && !layout.first_king_ends && !self.state.checked.is_empty() {
            let [first, second] = [0, 1].map(|seat| layout.team(MultiSeat::new(seat)));
            let winners = match (self.count_mated(first) > 0, self.count_mated(second) > 0) {
                (true, false) => Some(second),
                (false, true) => Some(first),
                _ => None,
            };
            if let Some(winners) = winners {
                let article = layout.book.article(Ruling::HalfWon);
                return MultiEnd::Won { winners, victory: Victory::Half, article };
            }
        }
        MultiEnd::Draw { reason, article: self.article(ruling) }
    }
}
