//! How a game ends: mates and stalemates added up, counts and repetitions.

use super::variant::MultiGame;
use super::view::View;
use super::{Position, State};
use crate::base::Score;
use crate::board::multi::Seats;
use crate::game::verdict::{Boards, MultiState, Outcome, Reason, Verdict, Victory};

/// Three players: what it costs whoever thinks to let a game be drawn, in centipawns. His
/// search has the others stand together, so it thinks less of his chances than they are.
const DRAW: i32 = 300;

/// Over, by mates, stalemates, count or repetition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MultiEnd {
    /// These seats have won.
    Won {
        /// Who.
        winners: Seats,
        /// How much.
        victory: Victory,
        /// The article.
        article: &'static str,
    },
    /// Nobody has won.
    Draw {
        /// Why.
        reason: Reason,
        /// The article.
        article: &'static str,
    },
}

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
                let (winners, reason) = (winners.each().collect(), Reason::Mate);
                (Outcome::Won { winners, victory, reason }, Some(article))
            }
            Some(MultiEnd::Draw { reason, article }) => (Outcome::Drawn(reason), Some(article)),
        };
        let State { frozen, checked, .. } = self.state;
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
        let teams = layout.teams;
        if usize::from(self.state.quiet_plies) >= self.plies_to_draw() {
            let article = if teams { "vierschaak 23" } else { "drieschaak 23" };
            return Some(self.rest_drawn(Reason::Moves(layout.move_draw), article));
        }
        if self.occurrences().nth(1).is_some() {
            let article = if teams { "vierschaak 22" } else { "drieschaak 23" };
            return Some(self.rest_drawn(Reason::Repetition, article));
        }
        None
    }

    fn plies_to_draw(&self) -> usize {
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
            || usize::from(self.state.quiet_plies) >= self.plies_to_draw()
    }

    /// What a draw is worth to the camp on move.
    pub(super) fn draw_score(&self) -> Score {
        match (K::LAYOUT.teams, self.turn() == self.root) {
            (true, _) => Score::ZERO,
            (false, true) => Score::cp(-DRAW),
            (false, false) => Score::cp(DRAW),
        }
    }

    /// The score of a game that is over, for the camp whose turn it would be.
    pub(super) fn final_score(&self, ply: usize) -> Score {
        let Some(MultiEnd::Won { winners, victory, .. }) = self.state.outcome else {
            return self.draw_score();
        };
        let camp = self.camp_of(self.turn());
        let won = winners.each().any(|seat| self.camp_of(seat) == camp);
        let score = match victory {
            Victory::Full => Score::mated(ply),
            Victory::Half => Score::cp(ply as i32 - HALF),
            Victory::Incomplete => Score::cp(ply as i32 - INCOMPLETE),
        };
        if won { -score } else { score }
    }

    fn fate(&self, seat: usize) -> Fate {
        if !self.state.frozen.has(seat) {
            return Fate::Plays;
        }
        let layout = K::LAYOUT;
        let view = View::new(layout, &self.board, seat, self.state.frozen, layout.seats());
        if view.has_moves(self.own_rights(seat), self.state.passed[seat]) {
            Fate::Plays
        } else if self.state.checked.has(seat) && !view.checkers.is_empty() {
            // D-34: in check on his last turn and now.
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
    pub(super) fn judge(&self, seat: usize, rivals: usize) -> Option<MultiEnd> {
        if K::LAYOUT.teams { self.judge_teams(seat, rivals) } else { self.judge_three() }
    }

    fn judge_teams(&self, seat: usize, rivals: usize) -> Option<MultiEnd> {
        let layout = K::LAYOUT;
        let partner = seat ^ 2;
        if !self.state.frozen.has(partner) {
            return None;
        }
        match (self.fate(seat), self.fate(partner)) {
            (Fate::Mated, Fate::Mated) => Some(MultiEnd::Won {
                winners: layout.enemies(seat),
                victory: if rivals == 0 { Victory::Full } else { Victory::Half },
                article: "vierschaak 42",
            }),
            (Fate::Stalemated, Fate::Stalemated) => {
                Some(self.rest_drawn(Reason::Stalemate, "vierschaak 41"))
            }
            // D-33: one mated and one stalemated is not the end.
            _ => None,
        }
    }

    fn judge_three(&self) -> Option<MultiEnd> {
        let layout = K::LAYOUT;
        let fates = [0, 1, 2].map(|seat| self.fate(seat));
        let mut playing = (0..3).filter(|&seat| fates[seat] == Fate::Plays);
        let winner = playing.next()?;
        if playing.next().is_some() {
            return None;
        }
        let alike = fates[layout.next(winner)] == fates[layout.next(layout.next(winner))];
        Some(MultiEnd::Won {
            winners: Seats::of(winner),
            victory: if alike { Victory::Full } else { Victory::Incomplete },
            article: "drieschaak 37",
        })
    }

    /// All seats are frozen for good.
    pub(super) fn nobody_moves(&self) -> MultiEnd {
        let article = if K::LAYOUT.teams { "vierschaak 23" } else { "drieschaak 23" };
        self.rest_drawn(Reason::Stalemate, article)
    }

    /// A draw; but half won by the team that alone has mated an enemy (art. 42).
    fn rest_drawn(&self, reason: Reason, article: &'static str) -> MultiEnd {
        let layout = K::LAYOUT;
        if layout.teams && !self.state.checked.is_empty() {
            let [first, second] = [layout.team(0), layout.team(1)];
            let winners = match (self.count_mated(first) > 0, self.count_mated(second) > 0) {
                (true, false) => Some(second),
                (false, true) => Some(first),
                _ => None,
            };
            if let Some(winners) = winners {
                return MultiEnd::Won { winners, victory: Victory::Half, article: "vierschaak 42" };
            }
        }
        MultiEnd::Draw { reason, article }
    }
}

/// What a half win is worth in a search: more than any evaluation, less than a win.
const HALF: i32 = 15_000;
/// What an incomplete win is worth in a search.
const INCOMPLETE: i32 = 20_000;
