//! A table for four seats of the engine, in one process. Both boards run at the same time:
//! what a seat thought is charged to its clock, and the game's own time runs beside it. With
//! nodes for a measure the clocks count nodes, so that the same seed is the same game.

use std::time::{Duration, Instant};

use kralle::board::{Move, MoveKind, Silent};
use kralle::eval::chosen::EvalChoice;
use kralle::eval::team::{BesideHandle, BoardEvals, TeamEval};
use kralle::game::Playable;
use kralle::game::Verdict;
use kralle::game::pair::{Mailbox, Match, Seat, Team, Word};
use kralle::game::rules::START;
use kralle::game::single::Position;
use kralle::player::event::WaitReason;
use kralle::player::partner::{
    Appraiser, BoardEngine, BoardView, Diagonal, Patience, ProbeBudget, WaitBudget, patience, speak,
};
use kralle::search::{Clock, Engine, Limits, SearchControl};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::reference;
use crate::reference::same::{assert_same, pair, plain};

/// How the seats think.
#[derive(Clone, Copy, Debug)]
pub enum Pace {
    /// So many nodes a move. They take, in the game's time, a millisecond each, more or less.
    Nodes(u64),
    /// By the clock: base and increment.
    Clock(Duration, Duration),
}

/// What a team makes use of.
#[derive(Clone, Copy, Debug)]
pub struct Habits {
    /// Prices from the other board.
    pub prices: bool,
    /// Sitting.
    pub sits: bool,
}

impl Habits {
    pub const ALL: Self = Self { prices: true, sits: true };
}

/// How a game went.
#[derive(Debug)]
pub struct Played {
    pub verdict: Verdict,
    pub plies: usize,
    /// How often a seat sat down to wait.
    pub waits: usize,
    /// Flags that fell while their seat had a move.
    pub overstepped: usize,
}

/// A seat's plan: to play this move at that time, unless something happens before.
struct Plan {
    at: Duration,
    mv: Move,
    sits: bool,
}

pub struct Table<'a> {
    thinkers: &'a mut [Thinker],
    game: Match,
    /// The slow generator, if every move is to be checked.
    slow: Option<reference::Pair>,
    habits: [Habits; 2],
    pace: Pace,
    mailbox: Mailbox,
    plans: [Option<Plan>; 2],
    since: [Duration; 2],
    clocks: [Duration; 4],
    now: Duration,
    chance: StdRng,
    played: Played,
}

/// Moves that a clock of nodes lasts for: some games have no other end.
const MOVES_OF_NODES: u32 = 150;
/// Random plies before the game, both boards together.
const OPENING: usize = 8;
/// What a move loses on its way.
const OVERHEAD: Duration = Duration::from_millis(5);

/// One who thinks for a seat.
pub struct Thinker {
    engine: BoardEngine,
    appraiser: Appraiser,
}

/// Four who think by these rules.
pub fn thinkers(variant: &str) -> Vec<Thinker> {
    let rules = kralle::game::catalogue::BoardGame::find(variant).expect("a variant").rules;
    let thinker = || {
        let game = kralle::game::catalogue::BuiltIn::find(variant).expect("a game");
        let evals =
            BoardEvals::of(&EvalChoice::HandWritten, game, &rules).expect("no network is read");
        let alone = evals.alone.clone();
        let beside = BesideHandle::default();
        let team = TeamEval::new(evals, beside.clone(), rules.demotes);
        Thinker {
            engine: Engine::new(team, 4, 1).expect("memory"),
            appraiser: Appraiser::new(alone, beside).expect("memory"),
        }
    };
    (0..4).map(|_| thinker()).collect()
}

impl<'a> Table<'a> {
    /// A game from a random opening; `law` has every move checked. Habits by team.
    pub fn new(
        thinkers: &'a mut [Thinker],
        variant: &str,
        law: Option<reference::Law>,
        habits: [Habits; 2],
        pace: Pace,
        seed: u64,
    ) -> Self {
        let start = format!("{START} | {START}");
        let game = Match::new(pair(&start, variant));
        for (seat, thinker) in Seat::ALL.into_iter().zip(thinkers.iter_mut()) {
            thinker.engine.clear();
            thinker.appraiser.clear();
            thinker.appraiser.looks_at_other = habits[seat.team().index()].prices;
        }
        let base = match pace {
            Pace::Clock(base, _) => base,
            Pace::Nodes(nodes) => Duration::from_millis(nodes) * MOVES_OF_NODES,
        };
        let verdict = game.verdict();
        let mut table = Self {
            thinkers,
            game,
            slow: law.map(|law| reference::Pair::read(&start, law)),
            habits,
            pace,
            mailbox: Mailbox::default(),
            plans: [None, None],
            since: [Duration::ZERO; 2],
            clocks: [base; 4],
            now: Duration::ZERO,
            chance: StdRng::seed_from_u64(seed),
            played: Played { verdict, plies: 0, waits: 0, overstepped: 0 },
        };
        table.tell_clocks();
        table.open();
        table
    }

    fn open(&mut self) {
        for ply in 0..OPENING {
            let seat = self.game.pair().on_move(ply % 2);
            let moves = self.game.pair().moves_on(seat.board).expect("known");
            let quiet: Vec<Move> = moves
                .into_iter()
                .filter(|&mv| {
                    let mut after = self.game.pair().clone();
                    after.play(mv, &mut Silent);
                    !after.is_over() && after.count_on(seat.board) > 0
                })
                .collect();
            let mv = quiet[self.chance.random_range(0..quiet.len())];
            self.make(seat, mv);
        }
        self.played.plies = 0;
    }

    /// Plays to the end.
    pub fn play(mut self) -> Played {
        while !self.game.verdict().is_over() {
            for board in 0..2 {
                if self.plans[board].is_none() {
                    self.think(board);
                }
            }
            let moves = (0..2).filter_map(|board| Some((self.plans[board].as_ref()?.at, board)));
            let flags = Seat::ALL.into_iter().filter(|&seat| self.game.pair().is_on_move(seat));
            let flags =
                flags.map(|seat| (self.since[seat.board] + self.clocks[seat.index()], seat));
            let flag = flags.min_by_key(|(fall, _)| *fall).expect("somebody is on move");
            match moves.min() {
                Some((at, board)) if at <= flag.0 => {
                    self.now = at;
                    self.carry_out(board);
                }
                _ => self.fall(flag),
            }
        }
        if let Some(slow) = &self.slow {
            assert_same(self.game.pair(), slow, "at the end");
        }
        self.played.verdict = self.game.verdict();
        self.played
    }

    /// The seat on move on a board plans, if it can move at all.
    fn think(&mut self, board: usize) {
        let pair = self.game.pair();
        if pair.count_on(board) == 0 {
            return;
        }
        let seat = pair.on_move(board);
        let heard = self.mailbox.heard(seat);
        let scene = BoardView::new(pair, seat, heard).expect("both boards are known");
        let habits = self.habits[seat.team().index()];
        let (limits, own) = self.limits(seat);
        let rival = self.left(seat.partner().opponent());
        let control = SearchControl::default();
        let begun = Instant::now();
        let Thinker { engine, appraiser } = &mut self.thinkers[seat.index()];
        let mut probes = ProbeBudget::of(&limits);
        appraiser.set_prices(&scene, &mut probes, &control);
        let decision = engine.search(&scene.own, &limits, &control, &mut ());
        let mut advice = Patience::Move;
        if habits.sits {
            let spare = WaitBudget::of(Diagonal { own: Some(own), rival: Some(rival) });
            advice = patience(engine, &scene, &decision, spare, &mut probes, &control);
        }
        let took = match self.pace {
            Pace::Clock(..) => begun.elapsed(),
            // Moves of one length would keep all clocks level.
            Pace::Nodes(nodes) => {
                Duration::from_millis(nodes).mul_f64(self.chance.random_range(0.4..1.6))
            }
        };
        let mv = decision.best.expect("a move").on_board(board);
        let mut plan = Plan { at: self.now + took, mv, sits: false };
        let mut words = Vec::new();
        if let Patience::Wait(most, why) = advice {
            plan.at += most;
            plan.sits = true;
            self.played.waits += 1;
            if let WaitReason::Better(role) = why {
                words.push(Word::Need(role));
            }
        }
        let rules = *pair.rules();
        speak(&mut self.mailbox, &rules, seat, &words);
        self.plans[board] = Some(plan);
    }

    /// What is left to a seat now.
    fn left(&self, seat: Seat) -> Duration {
        let on_move = self.game.pair().is_on_move(seat);
        let gone = if on_move { self.now - self.since[seat.board] } else { Duration::ZERO };
        self.clocks[seat.index()].saturating_sub(gone)
    }

    fn limits(&self, seat: Seat) -> (Limits, Duration) {
        let remaining = self.left(seat);
        let limits = Limits { overhead: OVERHEAD, ..Limits::default() };
        let limits = match self.pace {
            Pace::Nodes(nodes) => Limits { nodes: Some(nodes), ..limits },
            Pace::Clock(_, increment) => {
                let clock = Clock { remaining, increment, moves_to_go: None };
                Limits { clock: Some(clock), ..limits }
            }
        };
        (limits, remaining)
    }

    fn carry_out(&mut self, board: usize) {
        let Some(plan) = self.plans[board].take() else { return };
        // The other board may have made the move illegal; then the seat thinks again.
        if self.game.pair().is_legal(plan.mv) {
            let seat = self.game.pair().on_move(board);
            let increment = match self.pace {
                Pace::Clock(_, increment) => increment,
                Pace::Nodes(_) => Duration::ZERO,
            };
            self.clocks[seat.index()] = self.left(seat) + increment;
            self.make(seat, plan.mv);
            self.since[board] = self.now;
            self.tell_clocks();
        }
    }

    fn make(&mut self, seat: Seat, mv: Move) {
        if let Some(slow) = &mut self.slow {
            let ours = self.game.pair().moves_on(seat.board).expect("known");
            let mut ours: Vec<_> = ours.into_iter().map(plain).collect();
            let mut theirs = slow.moves_on(seat.board);
            ours.sort_unstable();
            theirs.sort_unstable();
            assert_eq!(ours, theirs, "{}", reference::same::fen(self.game.pair()));
            slow.play(plain(mv));
        }
        self.game.play(seat, mv).expect("a legal move");
        self.mailbox.moved(seat);
        self.played.plies += 1;
        if self.game.claim_draw(seat.board).is_ok() {
            self.has_ended(seat.board);
        }
        let captured = self.game.pair().board(seat.board).and_then(Position::last_captured);
        let crossed = captured.is_some() || mv.kind() == MoveKind::TakeOut;
        let beside = &mut self.plans[1 - seat.board];
        if beside.as_ref().is_some_and(|plan| plan.sits || crossed) {
            *beside = None;
        }
    }

    fn fall(&mut self, (at, seat): (Duration, Seat)) {
        self.now = at;
        self.played.overstepped += usize::from(self.game.pair().count_on(seat.board) > 0);
        self.clocks[seat.index()] = Duration::ZERO;
        self.tell_clocks();
        self.game.flag_falls(seat);
        self.game.note_flags(seat.opponent()).expect("a flag is down");
        self.has_ended(seat.board);
    }

    /// A board has ended by a claim or a flag, of which the slow generator knows nothing.
    fn has_ended(&mut self, board: usize) {
        if let Some(slow) = &mut self.slow {
            slow.end(board);
        }
    }

    fn tell_clocks(&mut self) {
        for seat in Seat::ALL {
            self.game.set_clock(seat, Some(self.clocks[seat.index()].as_millis() as u64));
        }
    }
}

/// A team's share of the points, 0 to 1.
pub fn share(verdict: &Verdict, team: Team) -> f64 {
    let own = f64::from(verdict.halves(team).expect("it is over"));
    let rival = f64::from(verdict.halves(team.rival()).expect("it is over"));
    own / (own + rival)
}
