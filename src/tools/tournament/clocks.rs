//! The clocks of a game, one for each seat. The arbiter sets the time: the real
//! time since the game began, or a game's own time in which thinking is paid for in nodes.

use std::time::Duration;

use super::pace::Pace;

/// All clocks of a game.
#[derive(Clone, Debug)]
pub struct GameClocks {
    now: Duration,
    seats: Vec<SeatClock>,
}

#[derive(Clone, Copy, Debug)]
struct SeatClock {
    pace: Pace,
    /// What is left, not counting what runs; `None` for a seat without a clock.
    left: Option<Duration>,
    /// Nothing is lost so long after the flag.
    margin: Duration,
    /// Since when it runs.
    since: Option<Duration>,
    moves: u32,
}

impl GameClocks {
    /// Clocks that have not started. A seat without a time of its own gets `hidden`, a
    /// clock that it is not told of. Nothing is lost within a seat's margin after its flag.
    pub fn new(
        paces: &[Pace],
        hidden: Option<Duration>,
        margins: impl Iterator<Item = Duration>,
    ) -> Self {
        let clock = |(&pace, margin): (&Pace, Duration)| SeatClock {
            pace,
            margin,
            left: pace.control.map(|control| control.base).or(pace.move_time).or(hidden),
            since: None,
            moves: 0,
        };
        Self { now: Duration::ZERO, seats: paces.iter().zip(margins).map(clock).collect() }
    }

    /// It is this late.
    pub fn set_now(&mut self, now: Duration) {
        self.now = self.now.max(now);
    }

    /// How late it is.
    pub fn now(&self) -> Duration {
        self.now
    }

    /// A seat's pace.
    pub fn pace(&self, seat: usize) -> Pace {
        self.seats[seat].pace
    }

    /// Is this seat told what clocks show?
    pub fn shows(&self, seat: usize) -> bool {
        self.seats[seat].pace.control.is_some()
    }

    /// A seat's clock starts, if it does not run.
    pub fn start(&mut self, seat: usize) {
        let now = self.now;
        let clock = &mut self.seats[seat];
        if clock.since.is_none() {
            clock.since = Some(now);
            if clock.pace.control.is_none() && clock.pace.move_time.is_some() {
                clock.left = clock.pace.move_time;
            }
        }
    }

    /// A seat's clock stands still, whatever it shows.
    pub fn stop(&mut self, seat: usize) {
        let spent = self.running(seat);
        let clock = &mut self.seats[seat];
        clock.left = clock.left.map(|left| left.saturating_sub(spent));
        clock.since = None;
    }

    /// Does it run?
    pub fn is_running(&self, seat: usize) -> bool {
        self.seats[seat].since.is_some()
    }

    /// How long it has run for this move.
    pub fn running(&self, seat: usize) -> Duration {
        self.seats[seat].since.map_or(Duration::ZERO, |since| self.now.saturating_sub(since))
    }

    /// A seat has moved now: its clock stops and gets what is given after a move.
    pub fn punch(&mut self, seat: usize) {
        self.stop(seat);
        let clock = &mut self.seats[seat];
        clock.moves += 1;
        let (Some(control), Some(left)) = (clock.pace.control, clock.left) else { return };
        let again = control.moves.is_some_and(|moves| clock.moves.is_multiple_of(moves));
        clock.left =
            Some(left + control.increment + if again { control.base } else { Duration::ZERO });
    }

    /// What a seat has left now, if it has a clock.
    pub fn left(&self, seat: usize) -> Option<Duration> {
        self.seats[seat].left.map(|left| left.saturating_sub(self.running(seat)))
    }

    /// The same in milliseconds, for the engines; 0 without a clock.
    pub fn left_ms(&self, seat: usize) -> u128 {
        self.left(seat).unwrap_or_default().as_millis()
    }

    /// What a seat is given after each move, in milliseconds.
    pub fn increment_ms(&self, seat: usize) -> u128 {
        self.seats[seat].pace.control.map_or(0, |control| control.increment.as_millis())
    }

    /// Moves until the base is given again.
    pub fn moves_to_go(&self, seat: usize) -> Option<u32> {
        let clock = &self.seats[seat];
        let moves = clock.pace.control?.moves?;
        Some(moves - clock.moves % moves)
    }

    /// When the flag of a clock that runs will fall.
    pub fn fall(&self, seat: usize) -> Option<Duration> {
        let clock = &self.seats[seat];
        Some(clock.since? + clock.left? + clock.margin)
    }

    /// The next flag to fall, and when; of several the first seat's.
    pub fn next_fall(&self) -> Option<(Duration, usize)> {
        (0..self.seats.len()).filter_map(|seat| Some((self.fall(seat)?, seat))).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clocks(control: &str) -> GameClocks {
        let pace = Pace { control: Some(control.parse().unwrap()), ..Pace::default() };
        GameClocks::new(&[pace; 2], None, [Duration::ZERO; 2].into_iter())
    }

    #[test]
    fn a_clock_runs_is_punched_and_falls() {
        let mut clocks = clocks("1+0.1");
        clocks.start(0);
        clocks.set_now(ms(400));
        assert_eq!((clocks.left_ms(0), clocks.left_ms(1)), (600, 1000));
        clocks.punch(0);
        clocks.start(1);
        assert_eq!(clocks.left_ms(0), 700);
        assert_eq!(clocks.next_fall(), Some((ms(1400), 1)));
        clocks.set_now(ms(500));
        clocks.start(1);
        assert_eq!(clocks.left_ms(1), 900);
    }

    #[test]
    fn the_base_is_given_again() {
        let mut clocks = clocks("2/1");
        for (told, left) in [(Some(2), 900), (Some(1), 1800), (Some(2), 1700)] {
            assert_eq!(clocks.moves_to_go(0), told);
            clocks.start(0);
            clocks.set_now(clocks.now() + ms(100));
            clocks.punch(0);
            assert_eq!(clocks.left_ms(0), left);
        }
    }

    #[test]
    fn time_for_each_move_is_given_anew() {
        let pace = Pace { move_time: Some(ms(50)), ..Pace::default() };
        let mut clocks = GameClocks::new(&[pace], None, [ms(5)].into_iter());
        for start in [0, 40] {
            clocks.start(0);
            assert_eq!(clocks.fall(0), Some(ms(start + 55)));
            clocks.set_now(ms(start + 40));
            clocks.punch(0);
        }
        assert!(!clocks.shows(0));
    }
}
