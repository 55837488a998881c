//! How a game ends: mates and stalemates added up, counts and repetitions.

use super::ending::MultiEnd;
use super::position::{Position, Snapshot};
use super::variant::{MultiGame, partner};
use super::view::MultiView;
use crate::board::multi::{MultiSeat, Seats};
use crate::game::rule_book::Ruling;
use crate::game::verdict::{Boards, MultiState, Outcome, Reason, Verdict, Victory};

/// What has become of a seat that could not move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// It plays, or will as soon as its turn comes.
    Plays,
    Mated,
    Stalemated,
}

impl<K: MultiGame> Position<K> {
    /// How the game stands.
    pub fn verdict(&self) -> Verdict {
        let (outcome, article) = match self.outcome() {
            None => (Outcome::Ongoing, None),
            Some(MultiEnd::Won { winners, victory, article }) => {
                let (winners, reason) =
                    (winners.each().map(MultiSeat::index).collect(), Reason::Mate);
                (Outcome::Won { winners, victory, reason }, Some(article))
            }
            Some(MultiEnd::Draw { reason, article }) => (Outcome::Drawn(reason), Some(article)),
        };
        let Snapshot { frozen, checked, .. } = self.state;
        let state = MultiState { shape: K::LAYOUT.shape, turn: self.turn(), frozen, checked };
        let articles = article.into_iter().collect();
        Verdict { outcome, boards: Boards::Multi(state), articles }
    }

    /// How it ended, if it has.
    pub fn outcome(&self) -> Option<MultiEnd> {
        if self.state.outcome.is_some() {
            return self.state.outcome;
        }
        let layout = K::LAYOUT;
        if usize::from(self.state.quiet_plies) >= self.draw_limit() {
            return Some(self.rest_drawn(Reason::Moves(layout.move_draw), Ruling::Moves));
        }
        if self.occurrences().nth(1).is_some() {
            return Some(self.rest_drawn(Reason::Repetition, Ruling::Repetition));
        }
        None
    }

    /// Quiet plies after which the game is drawn.
    pub(super) fn draw_limit(&self) -> usize {
        usize::from(K::LAYOUT.move_draw) * K::SEATS
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

    fn fate(&self, seat: MultiSeat) -> Fate {
        if !self.state.frozen.has(seat) {
            return Fate::Plays;
        }
        let layout = K::LAYOUT;
        let view = MultiView::new(layout, &self.board, seat, self.state.frozen, layout.seats());
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
            (Fate::Mated, Fate::Stalemated) | (Fate::Stalemated, Fate::Mated) if rivals == 0 => {
                Some(MultiEnd::Won {
                    winners: layout.enemies(seat),
                    victory: Victory::Half,
                    article: layout.book.article(Ruling::HalfWon),
                })
            }
            (Fate::Mated, Fate::Stalemated) | (Fate::Stalemated, Fate::Mated) => {
                let article = layout.book.article(Ruling::HalfWon);
                Some(MultiEnd::Draw { reason: Reason::Stalemate, article })
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

    /// All seats are frozen for good.
    pub(super) fn nobody_moves(&self) -> MultiEnd {
        self.rest_drawn(Reason::Stalemate, Ruling::NobodyMoves)
    }

    /// A draw; but half won by the team that alone has mated an enemy (art. 42).
    fn rest_drawn(&self, reason: Reason, ruling: Ruling) -> MultiEnd {
        let layout = K::LAYOUT;
        if layout.teams && !self.state.checked.is_empty() {
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
        MultiEnd::Draw { reason, article: layout.book.article(ruling) }
    }
}
