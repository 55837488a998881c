//! `kralle match`: Kralle against itself, one game on one board, drawn as it goes. Each
//! side has an engine of its own and thinks on its own clock, which is kept here.

use std::io::{self, Write};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use super::view::{self, Style};
use crate::board::{Color, Silent};
use crate::eval::chosen::{Choice, Chosen};
use crate::game::rules::{START, Variant};
use crate::game::single::Position;
use crate::game::{Game, Verdict};
use crate::notation::pgn::{Ply, Record};
use crate::notation::san::{self, Effect};
use crate::search::{Clock, Decision, Engine, Limits, Signal};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Order {
    /// The game; its captured men must not leave the board.
    pub variant: Variant,
    /// How long the sides may think.
    pub pace: Pace,
    /// Chooses the opening.
    pub seed: u64,
    /// Random plies at the start, so that games differ.
    pub opening: u32,
    /// Table of each side, in MiB.
    pub hash_mib: usize,
}

/// How long the sides may think.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pace {
    /// A clock for each side.
    Clock {
        /// At the start.
        base: Duration,
        /// After each move.
        increment: Duration,
    },
    /// So many nodes a move: the same game every time.
    Nodes(u64),
}

/// Why a match could not be played.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The variant needs another board.
    #[error("{0} needs two boards, a match on one cannot be played")]
    OneOfTwo(&'static str),
    /// No memory.
    #[error("{0}")]
    Engine(String),
    /// A starting position that cannot be played: a mistake in the table of games.
    #[error("{0}")]
    Start(String),
    /// Nobody reads.
    #[error("the game cannot be shown: {0}")]
    Screen(#[from] io::Error),
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct Played {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// In words, with the article.
    pub reason: String,
    /// The game.
    pub record: Record,
}

/// One side of the match.
struct Side {
    engine: Engine<Position, Chosen>,
    left: Duration,
}

/// The game as it stands.
struct Table {
    order: Order,
    position: Position,
    sides: [Side; 2],
    moves: Vec<Ply>,
    last: Thought,
}

/// What is shown of the last move.
#[derive(Clone, Default)]
struct Thought {
    /// Number and SAN.
    text: String,
    score: String,
    depth: u32,
    time: Duration,
}

/// Plays a game and shows it.
///
/// # Errors
/// If it cannot be set up or shown.
pub fn play(order: &Order, out: &mut impl Write, style: Style) -> Result<Played, MatchError> {
    let mut table = Table::lay(order)?;
    let mut screen = Screen { out, style, drawn: 0 };
    table.play_opening();
    screen.show(&table)?;
    let mut flagged = None;
    while table.position.verdict() == Verdict::Ongoing && flagged.is_none() {
        flagged = table.play_move();
        screen.show(&table)?;
    }
    screen.close(&table)?;
    Ok(table.end(flagged))
}

impl Table {
    fn lay(order: &Order) -> Result<Self, MatchError> {
        let rules = order.variant.rules;
        if rules.is_one_of_two() {
            return Err(MatchError::OneOfTwo(order.variant.name));
        }
        let setup = START.parse().map_err(|error| MatchError::Start(format!("{error}")))?;
        let position = Position::from_setup(&setup, rules, false)
            .map_err(|error| MatchError::Start(error.to_string()))?;
        let side = || {
            let eval = Choice::Default.eval(order.variant.name, &rules);
            let eval = eval.map_err(|error| MatchError::Engine(error.to_string()))?;
            let left = match order.pace {
                Pace::Clock { base, .. } => base,
                Pace::Nodes(_) => Duration::ZERO,
            };
            Engine::new(eval, order.hash_mib, 1)
                .map(|engine| Side { engine, left })
                .map_err(MatchError::Engine)
        };
        Ok(Self {
            order: order.clone(),
            position,
            sides: [side()?, side()?],
            moves: Vec::new(),
            last: Thought::default(),
        })
    }

    /// Random plies, none of which ends the game.
    fn play_opening(&mut self) {
        let mut chance = SmallRng::seed_from_u64(self.order.seed);
        for _ in 0..self.order.opening {
            let mut moves = self.position.legal_moves();
            while !moves.is_empty() {
                let mv = moves.swap_remove(chance.random_range(0..moves.len()));
                let mut after = self.position.clone();
                after.play(mv, &mut Silent);
                if after.verdict() == Verdict::Ongoing {
                    self.record(mv, Some("book".into()));
                    break;
                }
            }
        }
    }

    /// The side to move thinks and moves; answers who overstepped the time, if anybody.
    fn play_move(&mut self) -> Option<Color> {
        let turn = self.position.turn();
        let limits = self.limits(turn);
        let side = &mut self.sides[turn.index()];
        let start = Instant::now();
        let decision = side.engine.search(&self.position, &limits, &Signal::default(), &mut ());
        let time = start.elapsed();
        if let Pace::Clock { increment, .. } = self.order.pace {
            if time > side.left {
                side.left = Duration::ZERO;
                return Some(turn);
            }
            side.left = side.left - time + increment;
        }
        let Decision { best: Some(mv), score, depth, .. } = decision else { return None };
        let score = score_text(score);
        let comment = format!("{score}/{depth} {:.2}s", time.as_secs_f64());
        self.record(mv, Some(comment));
        self.last.score = score;
        self.last.depth = depth;
        self.last.time = time;
        None
    }

    fn limits(&self, turn: Color) -> Limits {
        let lines = 1;
        match self.order.pace {
            Pace::Nodes(nodes) => Limits { nodes: Some(nodes), lines, ..Limits::default() },
            Pace::Clock { increment, .. } => {
                let remaining = self.sides[turn.index()].left;
                let clock = Clock { remaining, increment, moves_to_go: None };
                // The clock stands in this process, but its threads share the machine.
                let overhead = Duration::from_millis(5);
                Limits { clock: Some(clock), overhead, lines, ..Limits::default() }
            }
        }
    }

    fn record(&mut self, mv: crate::board::Move, comment: Option<String>) {
        let legal = self.position.legal_moves();
        let before = self.position.board().clone();
        let number = self.position.move_number();
        let dots = if self.position.turn() == Color::White { "." } else { "..." };
        self.position.play(mv, &mut Silent);
        let effect = match self.position.verdict() {
            Verdict::Mate { .. } => Effect::Mate,
            _ if self.position.in_check() => Effect::Check,
            _ => Effect::Quiet,
        };
        let san = san::write(&before, &legal, mv, effect);
        self.last = Thought { text: format!("{number}{dots} {san}"), ..Thought::default() };
        self.moves.push(Ply { san, comment });
    }

    fn end(self, flagged: Option<Color>) -> Played {
        let (result, reason, termination) = match (flagged, self.position.verdict()) {
            (Some(color), _) => {
                let result = if color == Color::White { "0-1" } else { "1-0" };
                (result, format!("{color} overstepped the time"), "time forfeit")
            }
            (None, verdict) => (verdict.result(), reason(verdict), "normal"),
        };
        let control = match self.order.pace {
            Pace::Clock { base, increment } => {
                format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64())
            }
            Pace::Nodes(_) => "-".into(),
        };
        let name = format!("Kralle {}", env!("CARGO_PKG_VERSION"));
        let mut tags = vec![
            ("Event", "Kralle against itself".to_owned()),
            ("Date", today()),
            ("Round", "-".into()),
            ("White", name.clone()),
            ("Black", name),
            ("TimeControl", control),
            ("Termination", termination.into()),
        ];
        if self.order.variant.name != "chess" {
            tags.push(("Variant", capitalised(self.order.variant.name)));
        }
        let tags = tags.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Played { result, reason, record: Record { tags, start: None, moves: self.moves, result } }
    }
}

/// `+0.31`, `-M3`: as match programs write scores, from the mover's view.
pub(super) fn score_text(score: crate::base::Score) -> String {
    match score.mate_in() {
        Some(plies) if plies > 0 => format!("+M{}", (plies + 1) / 2),
        Some(plies) => format!("-M{}", -plies / 2),
        None => format!("{:+.2}", f64::from(score.value()) / 100.0),
    }
}

fn reason(verdict: Verdict) -> String {
    match verdict {
        Verdict::Mate { winner, article } => format!("{winner} mates, {article}"),
        Verdict::Draw { reason, article } => format!("draw by {reason}, {article}"),
        other => other.to_string(),
    }
}

pub(super) fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The date in UTC, as PGN writes it. Days are counted in eras of 400 years that begin in
/// March, so that the leap day is the last of its year.
pub(super) fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

fn date(days_since_1970: u64) -> String {
    let days = days_since_1970 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + later)
}

/// Where the game is shown: redrawn in place on a terminal, line by line elsewhere.
struct Screen<'a, W> {
    out: &'a mut W,
    style: Style,
    /// Lines that the next drawing goes over.
    drawn: usize,
}

impl<W: Write> Screen<'_, W> {
    fn show(&mut self, table: &Table) -> io::Result<()> {
        match self.style {
            Style::Terminal => self.redraw(table)?,
            Style::Plain => self.line(table)?,
        }
        self.out.flush()
    }

    fn redraw(&mut self, table: &Table) -> io::Result<()> {
        let marked = view::touched(table.position.last_move());
        let panel = view::panel(table.position.board(), marked, Style::Terminal);
        if self.drawn > 0 {
            write!(self.out, "\x1b[{}A", self.drawn)?;
        }
        let last = panel.len() - 1;
        for (index, line) in panel.iter().enumerate() {
            let beside = match index {
                0 => table.clock_line(Color::Black),
                4 => table.last.text.clone(),
                5 if table.last.depth > 0 => {
                    format!("{} at depth {}", table.last.score, table.last.depth)
                }
                _ if index == last => table.clock_line(Color::White),
                _ => String::new(),
            };
            // What stood here before goes, but nothing below is touched.
            writeln!(self.out, "{line}  {beside}\x1b[K")?;
        }
        self.drawn = panel.len();
        Ok(())
    }

    /// Where nothing was drawn so far, the last position is.
    fn close(&mut self, table: &Table) -> io::Result<()> {
        if self.style == Style::Plain {
            let marked = view::touched(table.position.last_move());
            let panel = view::panel(table.position.board(), marked, Style::Plain);
            writeln!(self.out, "\n{}", panel.join("\n"))?;
        }
        self.out.flush()
    }

    fn line(&mut self, table: &Table) -> io::Result<()> {
        let Thought { text, score, depth, time } = &table.last;
        if *depth == 0 {
            let opening: Vec<&str> = table.moves.iter().map(|ply| ply.san.as_str()).collect();
            return writeln!(self.out, "opening: {}", opening.join(" "));
        }
        writeln!(self.out, "{text:<16} {score:>7}  depth {depth:>2}  {:.2}s", time.as_secs_f64())
    }
}

impl Table {
    fn clock_line(&self, color: Color) -> String {
        let moves = if self.position.turn() == color { '>' } else { ' ' };
        match self.order.pace {
            Pace::Clock { .. } => {
                let left = self.sides[color.index()].left.as_secs_f64();
                format!("{moves} {color:<6} {left:>6.2}s")
            }
            Pace::Nodes(_) => format!("{moves} {color}"),
        }
    }
}

/// The end of the game as text: result, reason, the way to see this opening again, PGN.
pub fn epilogue(played: &Played, seed: u64) -> String {
    let Played { result, reason, record } = played;
    format!("\n{result}  {reason}  (--seed {seed})\n\n{record}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::variant;

    fn order(name: &str, seed: u64) -> Order {
        Order {
            variant: variant(name).unwrap(),
            pace: Pace::Nodes(200),
            seed,
            opening: 4,
            hash_mib: 1,
        }
    }

    #[test]
    fn a_game_is_played_to_its_end_and_the_same_again() {
        for name in ["crazyhouse", "chess"] {
            let mut shown = Vec::new();
            let played = play(&order(name, 3), &mut shown, Style::Plain).unwrap();
            assert!(["1-0", "0-1", "1/2-1/2"].contains(&played.result), "{}", played.reason);
            let lines = String::from_utf8(shown).unwrap();
            let told = lines.lines().take_while(|line| !line.is_empty()).count();
            assert_eq!(told, 1 + played.record.moves.len() - 4);
            assert_eq!(lines.lines().count(), told + 1 + 11);
            let again = play(&order(name, 3), &mut Vec::new(), Style::Plain).unwrap();
            let sans = |played: &Played| -> Vec<String> {
                played.record.moves.iter().map(|ply| ply.san.clone()).collect()
            };
            assert_eq!(sans(&again), sans(&played));
            let other = play(&order(name, 4), &mut Vec::new(), Style::Terminal).unwrap();
            assert_ne!(sans(&other), sans(&played));
        }
    }

    #[test]
    fn a_flag_loses() {
        let pace = Pace::Clock { base: Duration::ZERO, increment: Duration::ZERO };
        let played =
            play(&Order { pace, ..order("chess", 1) }, &mut Vec::new(), Style::Plain).unwrap();
        assert_eq!((played.result, played.reason.as_str()), ("0-1", "White overstepped the time"));
    }

    #[test]
    fn one_board_of_two_is_refused() {
        let refused = play(&order("bughouse", 1), &mut Vec::new(), Style::Plain);
        assert!(matches!(refused, Err(MatchError::OneOfTwo("bughouse"))));
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        let cases =
            [(0, "1970.01.01"), (59, "1970.03.01"), (19_782, "2024.02.29"), (20_778, "2026.11.21")];
        for (days, text) in cases {
            assert_eq!(date(days), text);
        }
    }
}
