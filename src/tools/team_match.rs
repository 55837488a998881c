//! `kralle match` on two boards: Kralle in all four seats. The boards run at the same time:
//! each seat on move thinks for a while, and moves are made in the order in which the
//! thinking ends. The four seats share one processor, so what a seat thought is measured
//! and charged to its clock, and the game's own time runs beside it. With nodes a move the
//! clocks count nodes, so that the same seed is the same game.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::matches::{MatchError, Order, Pace, capitalised, score_text, today};
use super::view::{self, Style};
use crate::board::{Color, Move, MoveKind};
use crate::eval::chosen::{Choice, Chosen};
use crate::game::Game;
use crate::game::pair::{How, Match, Pair, PairVerdict, Seat, Team};
use crate::game::rules::START;
use crate::game::single::Position;
use crate::notation::bpgn;
use crate::notation::san::{self, Effect};
use crate::search::{Clock, Engine, Limits, Signal};

/// A finished game on two boards.
#[derive(Clone, Debug)]
pub struct TeamPlayed {
    /// How it ended, with the article.
    pub verdict: PairVerdict,
    /// The game.
    pub record: bpgn::Game,
}

/// Nodes that count as a second where nodes are the measure.
const NODES_A_SECOND: u64 = 1_000_000;
/// Moves that a clock of nodes lasts for: some games have no other end.
const MOVES_OF_NODES: u64 = 400;

fn in_nodes(nodes: u64) -> Duration {
    Duration::from_micros(nodes * 1_000_000 / NODES_A_SECOND)
}

/// What a seat has decided and when it will move, in the game's own time.
struct Thought {
    mv: Move,
    at: Duration,
    took: Duration,
    note: String,
}

/// The game as it stands.
struct Table {
    order: Order,
    game: Match,
    engines: Vec<Engine<Position, Chosen>>,
    /// What the seat on move on each board is about to do.
    thoughts: [Option<Thought>; 2],
    /// When the seat on move on each board came on move.
    since: [Duration; 2],
    clocks: [Duration; 4],
    now: Duration,
    moves: Vec<bpgn::Ply>,
    last: String,
}

/// Plays a game and shows it.
///
/// # Errors
/// If it cannot be set up or shown.
pub fn play(order: &Order, out: &mut impl Write, style: Style) -> Result<TeamPlayed, MatchError> {
    let mut table = Table::lay(order)?;
    table.play_opening();
    let mut drawn = 0;
    table.show(out, style, &mut drawn)?;
    while !table.game.verdict().is_over() && table.step() {
        table.show(out, style, &mut drawn)?;
    }
    if style == Style::Plain {
        writeln!(out, "\n{}", table.panel(Style::Plain).join("\n"))?;
    }
    out.flush()?;
    Ok(table.end())
}

impl Table {
    fn lay(order: &Order) -> Result<Self, MatchError> {
        let rules = order.variant.rules;
        let start = |error: &dyn std::fmt::Display| MatchError::Start(error.to_string());
        let setup = START.parse().map_err(|error| start(&error))?;
        let pair = Pair::new(&setup, Some(&setup), rules, false).map_err(|error| start(&error))?;
        let engine = || {
            let eval = Choice::Default.eval(order.variant.name, &rules);
            let eval = eval.map_err(|error| MatchError::Engine(error.to_string()))?;
            Engine::new(eval, order.hash_mib, 1).map_err(MatchError::Engine)
        };
        let base = match order.pace {
            Pace::Clock { base, .. } => base,
            Pace::Nodes(nodes) => in_nodes(nodes.saturating_mul(MOVES_OF_NODES)),
        };
        let mut table = Self {
            order: order.clone(),
            game: Match::new(pair),
            engines: (0..4).map(|_| engine()).collect::<Result<_, _>>()?,
            thoughts: [None, None],
            since: [Duration::ZERO; 2],
            clocks: [base; 4],
            now: Duration::ZERO,
            moves: Vec::new(),
            last: String::new(),
        };
        table.tell_clocks();
        Ok(table)
    }

    fn tell_clocks(&mut self) {
        for seat in Seat::ALL {
            let left = self.clocks[seat.index()].as_millis() as u64;
            self.game.set_clock(seat, Some(left));
        }
    }

    /// Random plies on both boards, none of which ends anything.
    fn play_opening(&mut self) {
        let mut chance = SmallRng::seed_from_u64(self.order.seed);
        for ply in 0..2 * self.order.opening {
            let board = ply as usize % 2;
            let seat = self.game.pair().on_move(board);
            let mut moves = self.game.pair().moves_on(board).unwrap_or_default();
            while !moves.is_empty() {
                let mv = moves.swap_remove(chance.random_range(0..moves.len()));
                let mut after = self.game.clone();
                let quiet = after.play(seat, mv).is_ok()
                    && !after.verdict().is_over()
                    && after.pair().count_on(board) > 0;
                if quiet {
                    self.make(seat, mv, "book".into());
                    break;
                }
            }
        }
    }

    /// The next thing that happens: the first seat to have thought moves, or a flag falls.
    /// Says `false` where nothing can happen any more.
    fn step(&mut self) -> bool {
        for board in 0..2 {
            if self.thoughts[board].is_none() {
                self.think(board);
            }
        }
        let next_move = (0..2).filter_map(|board| Some((self.thoughts[board].as_ref()?.at, board)));
        let next_move = next_move.min();
        let next_flag = self.next_flag();
        match (next_move, next_flag) {
            (Some((at, board)), flag) if flag.is_none_or(|(fall, _)| at <= fall) => {
                let Some(thought) = self.thoughts[board].take() else { return false };
                self.now = at;
                self.carry_out(board, thought);
                true
            }
            (_, Some((fall, seat))) => {
                self.now = fall;
                self.fall(seat);
                true
            }
            _ => false,
        }
    }

    /// The seat on move on a board decides, if it can move at all.
    fn think(&mut self, board: usize) {
        let pair = self.game.pair();
        if !pair.is_running(board) || pair.count_on(board) == 0 {
            return;
        }
        let Some(position) = pair.board(board) else { return };
        let mut position = position.clone();
        position.set_takable(pair.takable(board));
        let seat = pair.on_move(board);
        let limits = self.limits(seat);
        let start = Instant::now();
        let decision =
            self.engines[seat.index()].search(&position, &limits, &Signal::default(), &mut ());
        let took = match self.order.pace {
            Pace::Clock { .. } => start.elapsed(),
            Pace::Nodes(_) => in_nodes(decision.nodes),
        };
        let Some(mv) = decision.best else { return };
        let note = format!("{:>7}  depth {:>2}", score_text(decision.score), decision.depth);
        let at = self.now + took;
        self.thoughts[board] = Some(Thought { mv: mv.on_board(board), at, took, note });
    }

    fn limits(&self, seat: Seat) -> Limits {
        let lines = 1;
        match self.order.pace {
            Pace::Nodes(nodes) => Limits { nodes: Some(nodes), lines, ..Limits::default() },
            Pace::Clock { increment, .. } => {
                let waited = self.now - self.since[seat.board];
                let remaining = self.clocks[seat.index()].saturating_sub(waited);
                let clock = Clock { remaining, increment, moves_to_go: None };
                let overhead = Duration::from_millis(5);
                Limits { clock: Some(clock), overhead, lines, ..Limits::default() }
            }
        }
    }

    /// A seat moves. If something on the other board has made the move illegal while it was
    /// thought of, the seat thinks again on the same clock.
    fn carry_out(&mut self, board: usize, thought: Thought) {
        let seat = self.game.pair().on_move(board);
        if !self.game.pair().is_legal(thought.mv) {
            return;
        }
        let increment = match self.order.pace {
            Pace::Clock { increment, .. } => increment,
            Pace::Nodes(_) => Duration::ZERO,
        };
        let spent = self.now - self.since[board];
        let clock = &mut self.clocks[seat.index()];
        *clock = clock.saturating_sub(spent) + increment;
        let note = format!("{}  {:.2}s", thought.note, thought.took.as_secs_f64());
        self.make(seat, thought.mv, note);
        self.since[board] = self.now;
        self.tell_clocks();
    }

    /// Who would overstep first if nobody moved, and when.
    fn next_flag(&self) -> Option<(Duration, Seat)> {
        let running = (0..2).filter(|&board| self.game.pair().is_running(board));
        running
            .map(|board| {
                let seat = self.game.pair().on_move(board);
                (self.since[board] + self.clocks[seat.index()], seat)
            })
            .min_by_key(|(fall, _)| *fall)
    }

    fn fall(&mut self, seat: Seat) {
        self.clocks[seat.index()] = Duration::ZERO;
        self.tell_clocks();
        self.game.flag_falls(seat);
        // Who may note it has no reason not to.
        let _ = self.game.note_flags(seat.opponent());
        self.last = format!("the flag of {} falls", name(seat));
    }

    fn make(&mut self, seat: Seat, mv: Move, note: String) {
        let pair = self.game.pair();
        let Some(position) = pair.board(seat.board) else { return };
        let before = position.board().clone();
        let number = position.move_number();
        let legal = pair.moves_on(seat.board).unwrap_or_default();
        if self.game.play(seat, mv).is_err() {
            return;
        }
        let after = self.game.pair();
        let mated = after.board_end(seat.board).is_some_and(|end| end.how == How::Mate);
        let in_check = after.board(seat.board).is_some_and(Game::in_check);
        let effect = match (mated, in_check) {
            (true, _) => Effect::Mate,
            (_, true) => Effect::Check,
            _ => Effect::Quiet,
        };
        // What the other seat was about to do may be illegal now, or no longer the best: men
        // have come or gone. He looks again from here.
        let captured = after.board(seat.board).and_then(Position::last_captured);
        if captured.is_some() || mv.kind() == MoveKind::TakeOut {
            self.thoughts[1 - seat.board] = None;
        }
        let san = san::write(&before, &legal, mv, effect);
        let left = self.clocks[seat.index()].as_millis() as i64;
        let clock = Some(bpgn::Clock::Left(left));
        let ply = bpgn::Ply {
            board: seat.board,
            color: seat.color,
            number,
            san,
            clock,
            comments: Vec::new(),
        };
        self.last = format!("{:<5} {:<9} {note}", ply.label(), ply.san);
        self.moves.push(ply);
    }

    fn end(self) -> TeamPlayed {
        let verdict = self.game.verdict();
        let outcome = match (verdict.halves(Team::White1), verdict.halves(Team::Black1)) {
            (Some(white), Some(black)) if white > black => bpgn::Outcome::WhiteA,
            (Some(white), Some(black)) if white < black => bpgn::Outcome::BlackA,
            (Some(_), Some(_)) => bpgn::Outcome::Draw,
            _ => bpgn::Outcome::Unknown,
        };
        let control = match self.order.pace {
            Pace::Clock { base, increment } => {
                format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            Pace::Nodes(_) => "-".into(),
        };
        let mut tags = vec![
            ("Event".to_owned(), "Kralle against itself".to_owned()),
            ("Date".to_owned(), today()),
        ];
        tags.extend(Seat::ALL.map(|seat| (name(seat), "Kralle".to_owned())));
        tags.push(("TimeControl".into(), control));
        tags.push(("Variant".into(), capitalised(self.order.variant.name)));
        let ending = Some(verdict.to_string());
        let record = bpgn::Game { tags, intro: Vec::new(), moves: self.moves, ending, outcome };
        TeamPlayed { verdict, record }
    }

    /// Both boards side by side; the second is turned so that partners sit side by side.
    fn panel(&self, style: Style) -> Vec<String> {
        let boards = [0, 1].map(|board| {
            let Some(position) = self.game.pair().board(board) else { return Vec::new() };
            view::panel(position.board(), view::touched(position.last_move()), style)
        });
        let [left, right] = boards;
        let last = left.len().saturating_sub(1);
        let beside = |index: usize, board: usize| {
            let color = match index {
                0 => Color::Black,
                _ if index == last => Color::White,
                _ => return String::new(),
            };
            self.clock_line(Seat { board, color })
        };
        left.iter()
            .zip(&right)
            .enumerate()
            .map(|(index, (left, right))| {
                let (one, two) = (beside(index, 0), beside(index, 1));
                format!("{} {one:<18}{right} {two}", pad(left))
            })
            .collect()
    }

    fn clock_line(&self, seat: Seat) -> String {
        let mark = if self.game.pair().is_on_move(seat) { '>' } else { ' ' };
        let spent = if mark == '>' { self.now - self.since[seat.board] } else { Duration::ZERO };
        let left = self.clocks[seat.index()].saturating_sub(spent).as_secs_f64();
        format!("{mark} {} {left:>6.2}s", name(seat))
    }

    fn show(&self, out: &mut impl Write, style: Style, drawn: &mut usize) -> io::Result<()> {
        match style {
            Style::Plain => writeln!(out, "{}", self.last)?,
            Style::Terminal => {
                if *drawn > 0 {
                    write!(out, "\x1b[{drawn}A")?;
                }
                let panel = self.panel(style);
                for line in &panel {
                    writeln!(out, "{line}\x1b[K")?;
                }
                writeln!(out, "{}\x1b[K", self.last)?;
                *drawn = panel.len() + 1;
            }
        }
        out.flush()
    }
}

/// `WhiteA`, as records name the seats.
fn name(seat: Seat) -> String {
    format!("{}{}", seat.color, if seat.board == 0 { 'A' } else { 'B' })
}

/// A line of a board, as wide as the widest; escapes take no room on the screen.
fn pad(line: &str) -> String {
    let mut width = 0;
    let mut escaped = false;
    for letter in line.chars() {
        match letter {
            '\x1b' => escaped = true,
            'm' if escaped => escaped = false,
            _ if !escaped => width += 1,
            _ => {}
        }
    }
    format!("{line}{}", " ".repeat(30_usize.saturating_sub(width)))
}

/// The end of the game as text: verdict, the way to see this opening again, BPGN.
pub fn epilogue(played: &TeamPlayed, seed: u64) -> String {
    format!("\n{}  (--seed {seed})\n\n{}", played.verdict, played.record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::variant;

    #[test]
    fn four_seats_play_to_an_article_and_the_same_again() {
        for game in ["bughouse", "doorgeefschaak", "tandem", "tandemordnung"] {
            let order = Order {
                variant: variant(game).unwrap(),
                pace: Pace::Nodes(300),
                seed: 5,
                opening: 2,
                hash_mib: 1,
            };
            let played = play(&order, &mut Vec::new(), Style::Plain).unwrap();
            assert!(played.verdict.is_over(), "{game}: {}", played.verdict);
            assert!(!played.verdict.articles.is_empty(), "{game}: {}", played.verdict);
            let again = play(&order, &mut Vec::new(), Style::Terminal).unwrap();
            assert_eq!(again.record.moves, played.record.moves, "{game}");
            let text = played.record.to_string();
            let read = bpgn::read(&text).unwrap();
            assert_eq!(read[0].moves.len(), played.record.moves.len(), "{game}");
        }
    }

    #[test]
    fn a_flag_ends_it() {
        let pace = Pace::Clock { base: Duration::ZERO, increment: Duration::ZERO };
        let order =
            Order { variant: variant("bughouse").unwrap(), pace, seed: 1, opening: 0, hash_mib: 1 };
        let played = play(&order, &mut Vec::new(), Style::Plain).unwrap();
        assert!(played.verdict.to_string().contains("flag"), "{}", played.verdict);
    }
}
