//! What a move cost, and why.

use super::PositionView;
use crate::base::Score;
use crate::board::Role;
use crate::tools::records::RecordedGame;

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

/// What there is to say of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Remark {
    /// A mate in so many moves was on the board.
    MissedMate(i32),
    /// The opponent mates in so many moves now.
    AllowsMate(i32),
    /// A capture would have let the partner mate.
    MissedCrossing {
        /// In SAN.
        capture: String,
        /// What it would have given.
        piece: Role,
        /// Moves until mate.
        mate: i32,
    },
    /// The opponent can take a piece with which its partner mates.
    FedMate {
        /// In SAN.
        capture: String,
        /// What it takes.
        piece: Role,
        /// Moves until mate.
        mate: i32,
    },
    /// Waiting for a piece was better, and the clocks let it.
    ShouldHaveSat {
        /// What the partner could have sent.
        piece: Option<Role>,
        /// For moving at once.
        moving: Score,
        /// For waiting first.
        waiting: Score,
        /// How far ahead the seat was, in ms.
        lead: i64,
    },
}

/// What was found of a move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Judgement {
    /// What it cost its team: a share of the points, 0 to 1.
    pub loss: f64,
    /// How bad it was.
    pub mark: Option<Mark>,
    /// Why.
    pub remarks: Vec<Remark>,
    /// What was better, in SAN; empty if nothing was.
    pub better: Vec<String>,
}

/// Lost shares of the points from which a move is marked.
const LOSSES: [(f64, Mark); 3] =
    [(0.25, Mark::Blunder), (0.15, Mark::Mistake), (0.08, Mark::Inaccuracy)];
/// Mates that are nearer than so many moves should not be missed, however much else wins.
const NEAR_MATE: i32 = 3;
/// Who is ahead by less has no time to wait, in ms.
const LEAST_LEAD: i64 = 2_000;
/// Waiting is worth a word from so many centipawns ...
const WORTH_WAITING: i32 = 150;
/// ... and where it still saves something.
const HOPELESS: i32 = -1_000;

impl Mark {
    /// `?!`
    pub const fn text(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Its number in PGN.
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// In a word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "inaccuracy",
            Self::Mistake => "mistake",
            Self::Blunder => "blunder",
        }
    }

    fn of_loss(loss: f64) -> Option<Self> {
        LOSSES.iter().find(|(least, _)| loss >= *least).map(|&(_, mark)| mark)
    }
}

/// Judges all moves of a game from the views of its positions.
pub fn all(game: &RecordedGame, positions: &[PositionView]) -> Vec<Judgement> {
    let moves = positions.windows(2).enumerate();
    moves.map(|(ply, pair)| Case { game, ply, before: &pair[0], after: &pair[1] }.judge()).collect()
}

/// A move with the positions around it.
struct Case<'a> {
    game: &'a RecordedGame,
    ply: usize,
    before: &'a PositionView,
    after: &'a PositionView,
}

/// Moves until a mate that this seat gives.
fn mates(score: Option<Score>) -> Option<i32> {
    score?.mates_in().map(|plies| (plies + 1) / 2)
}

impl Case<'_> {
    fn seat(&self) -> usize {
        self.game.plies[self.ply].played.seat
    }

    fn judge(&self) -> Judgement {
        let seat = self.seat();
        let best = self.before.line(seat);
        let is_best = best.first() == Some(&self.game.plies[self.ply].played.san);
        let share = |view: &PositionView| view.shares.get(seat).copied().unwrap_or(0.5);
        let loss = if is_best { 0.0 } else { (share(self.before) - share(self.after)).max(0.0) };
        let mut remarks: Vec<Remark> = if is_best {
            Vec::new()
        } else {
            [self.missed_mate(), self.missed_crossing(), self.allows_mate(), self.fed_mate(loss)]
                .into_iter()
                .flatten()
                .collect()
        };
        remarks.extend(self.should_have_sat());
        let near = |remark: &Remark| {
            matches!(remark, Remark::MissedMate(moves) if *moves <= NEAR_MATE)
                || matches!(remark, Remark::ShouldHaveSat { .. })
        };
        let least = remarks.iter().any(near).then_some(Mark::Inaccuracy);
        let mark = Mark::of_loss(loss).max(least);
        // Without a mark, mates far away are nothing to talk about.
        if mark.is_none() {
            remarks.clear();
        }
        let better = if mark.is_some() && !is_best { best.to_vec() } else { Vec::new() };
        Judgement { loss, mark, remarks, better }
    }

    fn missed_mate(&self) -> Option<Remark> {
        let moves = mates(self.before.score(self.seat()))?;
        let after = mates(self.after.score(self.seat()));
        let won = self.after.analysis.is_none();
        (after.is_none() && !won).then_some(Remark::MissedMate(moves))
    }

    fn allows_mate(&self) -> Option<Remark> {
        let mated = |view: &PositionView| mates(view.score(self.seat()).map(|score| -score));
        let moves = mated(self.after)?;
        mated(self.before).is_none().then_some(Remark::AllowsMate(moves))
    }

    /// Before the move a capture of this seat would have let its partner mate; after it the
    /// partner does not mate.
    fn missed_crossing(&self) -> Option<Remark> {
        let seat = self.seat();
        let crossing = self.before.seat(seat)?.crossings.first()?;
        let (_, capture) = self.before.crossings.iter().find(|(owner, _)| *owner == seat)?;
        let partner = (0..4).find(|&other| {
            other != seat && self.before.shares.get(other) == self.before.shares.get(seat)
        })?;
        let has_come = mates(self.after.score(partner)).is_some() || self.after.analysis.is_none();
        let mate = (crossing.mate + 1) / 2;
        (!has_come && self.game.kind.is_pair()).then(|| Remark::MissedCrossing {
            capture: capture.clone(),
            piece: crossing.piece,
            mate,
        })
    }

    /// After the move the opponent has a capture that lets its partner mate.
    fn fed_mate(&self, loss: f64) -> Option<Remark> {
        let opponent = self.seat() ^ 1;
        let crossing = self.after.seat(opponent)?.crossings.first()?;
        let (_, capture) = self.after.crossings.iter().find(|(owner, _)| *owner == opponent)?;
        Mark::of_loss(loss)?;
        self.game.kind.is_pair().then(|| Remark::FedMate {
            capture: capture.clone(),
            piece: crossing.piece,
            mate: (crossing.mate + 1) / 2,
        })
    }

    /// Waiting was worth more than the move, and this seat was still ahead when it moved.
    fn should_have_sat(&self) -> Option<Remark> {
        let seat = self.seat();
        let known = self.before.seat(seat)?;
        let sitting = known.sitting.filter(|sitting| sitting.sits)?;
        let lead = self.lead_when_moving(sitting.lead?)?;
        let gain = sitting.waiting.value() - sitting.moving.value();
        let saves = gain >= WORTH_WAITING && sitting.waiting.value() > HOPELESS;
        (lead >= LEAST_LEAD && saves).then_some(Remark::ShouldHaveSat {
            piece: sitting.piece,
            moving: sitting.moving,
            waiting: sitting.waiting,
            lead,
        })
    }

    /// How far ahead of its partner's opponent the seat was when it moved, in ms. While both
    /// are on move, both clocks run.
    fn lead_when_moving(&self, lead: i64) -> Option<i64> {
        let seat = self.seat();
        let left = self.game.plies[self.ply].clock?;
        let had = self.game.clocks_before(self.ply)[seat]?;
        // White on one board and White on the other one are partner's opponents.
        let rival = seat ^ 2;
        let runs = self.before.lines.iter().any(|(owner, _)| *owner == rival);
        Some(if runs { lead } else { lead - (had - left).max(0) })
    }
}
