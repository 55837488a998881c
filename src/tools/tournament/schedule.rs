//! The pairings: which engines play, in which seats and from which opening. The same two play
//! every opening twice and change seats; statistics count pairs of games.

use crate::game::table::GameKind;

/// One engine, or two who share a team on two boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// As tables name it.
    pub name: String,
    /// Engines by board, as indices.
    pub engines: [usize; 2],
}

/// Which engines meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tournament {
    /// Everyone against everyone.
    RoundRobin,
    /// The first so many against all others.
    Gauntlet(usize),
    /// Each against all that were named before it, in their order.
    Pyramid,
}

/// Who sits where in the two games of a pairing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, clap::ValueEnum)]
pub enum Sides {
    /// The one named first begins; in the second game of an opening they change seats.
    #[default]
    Swap,
    /// The same, but the one named last begins.
    Reverse,
    /// They keep their seats: each opening is played once.
    Keep,
}

impl Tournament {
    /// Who meets whom, among so many.
    pub fn pairings(self, count: usize) -> Vec<[usize; 2]> {
        match self {
            Self::RoundRobin => {
                (0..count).flat_map(|a| (a + 1..count).map(move |b| [a, b])).collect()
            }
            Self::Gauntlet(first) => {
                (0..first).flat_map(|a| (first..count).map(move |b| [a, b])).collect()
            }
            Self::Pyramid => (1..count).flat_map(|b| (0..b).map(move |a| [b, a])).collect(),
        }
    }
}

/// A game to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GamePlan {
    /// Its place in the run, from 0.
    pub index: u64,
    /// The number of its opening.
    pub opening: u64,
    /// The two contestants, as indices.
    pub pair: [usize; 2],
    /// Is it the second game of its pair?
    pub second: bool,
    /// By seat: which of the two sits there.
    pub sides: Vec<usize>,
    /// By seat: the engine, as an index.
    pub engines: Vec<usize>,
}

impl GamePlan {
    /// The seats of the first or the second contestant of the pair.
    pub fn seats_of(&self, side: usize) -> Vec<usize> {
        (0..self.sides.len()).filter(|&seat| self.sides[seat] == side).collect()
    }
}

/// All games of a run.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    contestants: Vec<Contestant>,
    seats: usize,
    is_pair: bool,
    first_team_black: bool,
    first_opening: u64,
    /// The number of the first game, in a run of several schedules.
    first_game: u64,
    games: u64,
    sides: Sides,
}

impl Schedule {
    /// So many games, from this opening on: of more than two contestants whole rounds, so that
    /// no pairing is left out.
    pub fn new(
        game: &GameKind,
        contestants: Vec<Contestant>,
        pairings: Vec<[usize; 2]>,
        first_opening: u64,
        games: u64,
    ) -> Self {
        let (seats, is_pair) = (game.seats(), game.is_pair());
        let first_team_black = game.first_team_black();
        let games = whole_rounds(&pairings, games);
        Self {
            pairings,
            contestants,
            seats,
            is_pair,
            first_team_black,
            first_opening,
            first_game: 0,
            games,
            sides: Sides::default(),
        }
    }

    /// The same with these sides.
    #[must_use]
    pub fn with_sides(self, sides: Sides) -> Self {
        Self { sides, ..self }
    }

    /// How many openings a round has.
    fn openings_a_round(&self) -> u64 {
        if self.sides == Sides::Keep { 2 } else { 1 }
    }

    /// The schedule that follows this one: so many games of other pairings, from the next
    /// opening on.
    #[must_use]
    pub fn followed_by(&self, pairings: Vec<[usize; 2]>, games: u64) -> Self {
        let rounds = self.games.div_ceil(Self::games_a_round(self.pairings.len()));
        Self {
            games: whole_rounds(&pairings, games),
            pairings,
            first_opening: self.first_opening.wrapping_add(rounds * self.openings_a_round()),
            first_game: self.first_game + self.games,
            ..self.clone()
        }
    }

    /// How many games one round has: two of each pairing.
    pub fn games_a_round(pairings: usize) -> u64 {
        2 * pairings as u64
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many games there are, with those of schedules before.
    pub fn last_game(&self) -> u64 {
        self.first_game + self.games
    }

    /// A game by its index. All pairings play an opening before the next one.
    pub fn plan(&self, index: u64) -> GamePlan {
        let a_round = Self::games_a_round(self.pairings.len());
        let round = index / a_round;
        let pair = self.pairings[(index % a_round / 2) as usize];
        let second = index % 2 == 1;
        let (opening, changed) = match self.sides {
            Sides::Swap => (round, second),
            Sides::Reverse => (round, !second),
            Sides::Keep => (2 * round + u64::from(second), false),
        };
        let sides = self.seated(round, changed);
        let board = |seat: usize| if self.is_pair { seat / 2 } else { 0 };
        let engines = (0..self.seats)
            .map(|seat| self.contestants[pair[sides[seat]]].engines[board(seat)])
            .collect();
        GamePlan {
            index: self.first_game + index,
            opening: self.first_opening.wrapping_add(opening),
            pair,
            second,
            sides,
            engines,
        }
    }

    /// Which of the two sits where; changed, everyone sits where the other would.
    fn seated(&self, round: u64, changed: bool) -> Vec<usize> {
        let first: Vec<usize> = match (self.seats, self.is_pair) {
            // Partners sit at different boards, with different colours.
            (4, true) if self.first_team_black => vec![1, 0, 0, 1],
            (4, true) => vec![0, 1, 1, 0],
            (4, false) => vec![0, 1, 0, 1],
            // Of three seats each has one alone in turn.
            (3, _) => (0..3).map(|seat| usize::from(seat as u64 == round % 3)).collect(),
            _ => vec![0, 1],
        };
        first.into_iter().map(|side| if changed { 1 - side } else { side }).collect()
    }
}

/// So many games; of several pairings whole rounds.
fn whole_rounds(pairings: &[[usize; 2]], games: u64) -> u64 {
    let a_round = if pairings.len() == 1 { 1 } else { Schedule::games_a_round(pairings.len()) };
    games.div_ceil(a_round.max(1)) * a_round
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::catalogue::Variant;

    fn game(name: &str) -> GameKind {
        GameKind { variant: Variant::find(name).unwrap(), chess960: false, stream: None }
    }

    fn contestants(count: usize) -> Vec<Contestant> {
        (0..count).map(|n| Contestant { name: n.to_string(), engines: [n, n] }).collect()
    }

    #[test]
    fn every_opening_is_played_from_both_sides() {
        for name in ["chess", "bughouse", "vierschaak", "drieschaak"] {
            let game = game(name);
            let schedule = Schedule::new(&game, contestants(2), vec![[0, 1]], 7, 12);
            for index in (0..12).step_by(2) {
                let (one, two) = (schedule.plan(index), schedule.plan(index + 1));
                assert_eq!(one.opening, 7 + index / 2, "{name}");
                assert_eq!((one.opening, one.pair), (two.opening, two.pair));
                assert!(!one.second && two.second);
                assert!((0..game.seats()).all(|s| one.engines[s] != two.engines[s]), "{name}");
                assert!(one.seats_of(0) == two.seats_of(1) && !one.seats_of(0).is_empty());
            }
        }
    }

    #[test]
    fn all_meet_all_and_a_gauntlet_meets_one() {
        let pairs = |tournament| {
            let schedule = {
                let pairings = Tournament::pairings(tournament, 3);
                Schedule::new(&game("chess"), contestants(3), pairings, 1, 6)
            };
            let mut pairs: Vec<_> = (0..6).map(|index| schedule.plan(index).pair).collect();
            pairs.dedup();
            pairs
        };
        assert_eq!(pairs(Tournament::RoundRobin), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(pairs(Tournament::Gauntlet(1)), [[0, 1], [0, 2], [0, 1]]);
        assert_eq!(pairs(Tournament::Pyramid), [[1, 0], [2, 0], [2, 1]]);
        assert_eq!(Tournament::Gauntlet(2).pairings(4), [[0, 2], [0, 3], [1, 2], [1, 3]]);
        let pyramid = [[1, 0], [2, 0], [2, 1], [3, 0], [3, 1], [3, 2]];
        assert_eq!(Tournament::Pyramid.pairings(4), pyramid);
        let games = |count, games| {
            let pairings = Tournament::RoundRobin.pairings(count);
            Schedule::new(&game("chess"), contestants(count), pairings, 1, games).games()
        };
        assert_eq!((games(2, 7), games(3, 1), games(3, 7)), (7, 6, 12));
    }

    #[test]
    fn sides_can_be_reversed_or_kept() {
        let plans = |sides| {
            let schedule = Schedule::new(&game("chess"), contestants(2), vec![[0, 1]], 7, 4);
            let schedule = schedule.with_sides(sides);
            let next = schedule.followed_by(vec![[0, 1]], 2).plan(0).opening;
            (
                [0, 1, 2, 3]
                    .map(|index| (schedule.plan(index).opening, schedule.plan(index).engines[0])),
                next,
            )
        };
        assert_eq!(plans(Sides::Swap), ([(7, 0), (7, 1), (8, 0), (8, 1)], 9));
        assert_eq!(plans(Sides::Reverse), ([(7, 1), (7, 0), (8, 1), (8, 0)], 9));
        assert_eq!(plans(Sides::Keep), ([(7, 0), (8, 0), (9, 0), (10, 0)], 11));
    }

    #[test]
    fn a_team_has_an_engine_for_each_board() {
        let teams = vec![
            Contestant { name: "x".into(), engines: [4, 5] },
            Contestant { name: "y".into(), engines: [6, 7] },
        ];
        let engines = |name| {
            let teams = teams.clone();
            let schedule = Schedule::new(&game(name), teams, vec![[0, 1]], 1, 2);
            [0, 1].map(|index| schedule.plan(index).engines)
        };
        // WhiteA, BlackA, WhiteB, BlackB.
        assert_eq!(engines("bughouse"), [[4, 6, 7, 5], [6, 4, 5, 7]]);
    }

    #[test]
    fn tandem_8_2_and_tandemordnung_10_2_the_first_named_team_has_black_on_board_1() {
        for name in ["bughouse", "doorgeefschaak", "tandem", "tandemordnung"] {
            let schedule = Schedule::new(&game(name), contestants(2), vec![[0, 1]], 1, 2);
            let black = usize::from(name.starts_with("tandem"));
            assert_eq!(schedule.plan(0).sides[black], 0, "{name}");
            assert_eq!(schedule.plan(1).sides[1 - black], 0, "{name}");
            assert_eq!(game(name).seating().is_some(), black == 1, "{name}");
        }
    }
}
