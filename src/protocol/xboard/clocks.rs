//! The two clocks as CECP tells of them: the engine's and the opponent's, never White's and
//! Black's, so that none can get the wrong owner when sides change.

use std::time::Duration;

use crate::base::time::Instant;
use crate::board::Color;
use crate::protocol::uci::go::Go;

/// Whose clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// The engine's.
    Engine,
    /// The opponent's.
    Opponent,
}

/// The time control and what is left.
#[derive(Clone, Debug)]
pub struct TwoClocks {
    /// Moves until `base` is added again; 0 for the whole game.
    moves: u32,
    base: Duration,
    increment: Duration,
    /// So long for each move, instead of all that.
    fixed: Option<Duration>,
    depth: Option<u32>,
    /// By owner.
    left: [Duration; 2],
    running: Option<(Owner, Instant)>,
    /// Moves the engine has made.
    made: u32,
}

impl TwoClocks {
    /// Five minutes for forty moves, as XBoard has it when nothing is said.
    pub fn new() -> Self {
        let base = Duration::from_secs(300);
        Self {
            moves: 40,
            base,
            increment: Duration::ZERO,
            fixed: None,
            depth: None,
            left: [base; 2],
            running: None,
            made: 0,
        }
    }

    /// A new game under the same control, without a limit of depth.
    pub fn renew(&mut self) {
        (self.left, self.running, self.made, self.depth) = ([self.base; 2], None, 0, None);
    }

    /// Another control; both clocks begin anew.
    pub fn set_level(&mut self, moves: u32, base: Duration, increment: Duration) {
        (self.moves, self.base, self.increment, self.fixed) = (moves, base, increment, None);
        self.left = [base; 2];
    }

    /// So long for each move.
    pub fn set_fixed(&mut self, time: Duration) {
        self.fixed = Some(time);
    }

    /// No deeper than this.
    pub fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth.max(1));
    }

    /// What a clock shows now.
    pub fn set(&mut self, owner: Owner, time: Duration) {
        self.left[owner as usize] = time;
        if let Some((who, since)) = &mut self.running
            && *who == owner
        {
            *since = Instant::now();
        }
    }

    /// What is left on a clock.
    pub fn left(&self, owner: Owner) -> Duration {
        let left = self.left[owner as usize];
        match self.running {
            Some((who, since)) if who == owner => left.saturating_sub(since.elapsed()),
            _ => left,
        }
    }

    /// This clock runs now, and the other does not.
    pub fn start(&mut self, owner: Owner) {
        if self.running.is_none_or(|(who, _)| who != owner) {
            self.stop();
            self.running = Some((owner, Instant::now()));
        }
    }

    /// No clock runs.
    pub fn stop(&mut self) {
        if let Some((owner, _)) = self.running {
            self.left[owner as usize] = self.left(owner);
            self.running = None;
        }
    }

    /// The engine has moved.
    pub fn moved(&mut self) {
        self.stop();
        self.made += 1;
        let own = &mut self.left[Owner::Engine as usize];
        *own += self.increment;
        if self.moves > 0 && self.made.is_multiple_of(self.moves) {
            *own += self.base;
        }
    }

    /// An order to think for a side by the engine's clock.
    pub fn order(&self, side: Color) -> Go {
        let mut go =
            Go { depth: self.depth, standing_depth: true, move_time: self.fixed, ..Go::default() };
        if self.fixed.is_none() {
            let (time, increment) = match side {
                Color::White => ("wtime", "winc"),
                Color::Black => ("btime", "binc"),
            };
            let left = self.left(Owner::Engine);
            go.clocks = vec![(time, left), (increment, self.increment)];
            go.moves_to_go = (self.moves > 0).then(|| self.moves - self.made % self.moves);
        }
        go
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_keep_their_owners() {
        let mut clocks = TwoClocks::new();
        clocks.set(Owner::Engine, Duration::from_secs(7));
        clocks.set(Owner::Opponent, Duration::from_secs(9));
        for side in [Color::White, Color::Black] {
            let go = clocks.order(side);
            let word = if side == Color::White { "wtime" } else { "btime" };
            assert_eq!(go.clock(word), Some(Duration::from_secs(7)));
            assert_eq!(go.clocks.len(), 2);
        }
        assert_eq!(clocks.left(Owner::Opponent), Duration::from_secs(9));
    }

    #[test]
    fn time_is_added_after_so_many_moves() {
        let mut clocks = TwoClocks::new();
        clocks.set_level(2, Duration::from_secs(60), Duration::from_secs(1));
        assert_eq!(clocks.order(Color::White).moves_to_go, Some(2));
        clocks.moved();
        assert_eq!(clocks.order(Color::White).moves_to_go, Some(1));
        clocks.moved();
        assert_eq!(clocks.left(Owner::Engine), Duration::from_secs(122));
        clocks.renew();
        assert_eq!(clocks.left(Owner::Engine), Duration::from_secs(60));
    }
}
