//! A game for people who watch: redrawn in place on a terminal, line by line elsewhere.

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use super::arbiter::Spectator;
use super::clocks::GameClocks;
use super::transcript::MoveRecord;
use crate::game::table::Table;
use crate::tools::view::{self, DrawStyle};

/// Draws a game as it goes.
pub struct GameScreen<'a, W> {
    out: W,
    style: DrawStyle,
    /// Lines that the next drawing goes over.
    drawn: usize,
    stop: &'a AtomicBool,
}

impl<'a, W: Write> GameScreen<'a, W> {
    /// A screen that ends the game when told.
    pub fn new(out: W, style: DrawStyle, stop: &'a AtomicBool) -> Self {
        Self { out, style, drawn: 0, stop }
    }

    fn draw(
        &mut self,
        table: &dyn Table,
        clocks: &GameClocks,
        last: Option<&MoveRecord>,
    ) -> std::io::Result<()> {
        let panel = view::table(table, self.style, &beside(table, clocks));
        let words = last.map_or_else(String::new, |ply| words(table, ply));
        match self.style {
            DrawStyle::Terminal => {
                if self.drawn > 0 {
                    write!(self.out, "\x1b[{}A", self.drawn)?;
                }
                // What stood here before goes, but nothing below is touched.
                for line in panel.iter().chain([&words]) {
                    writeln!(self.out, "{line}\x1b[K")?;
                }
                self.drawn = panel.len() + 1;
            }
            DrawStyle::Plain if table.verdict().is_over() => {
                writeln!(self.out, "{words}\n\n{}", panel.join("\n"))?;
            }
            DrawStyle::Plain => writeln!(self.out, "{words}")?,
        }
        self.out.flush()
    }
}

/// Seat, clock, and a mark for the seat on move.
fn beside(table: &dyn Table, clocks: &GameClocks) -> Vec<String> {
    let on_move = |seat: usize| table.on_move(table.board_of(seat)) == Some(seat);
    (0..table.seats())
        .map(|seat| {
            let mark = if on_move(seat) { '>' } else { ' ' };
            let left = clocks.left(seat).map(|left| format!("{:>7.2}s", left.as_secs_f64()));
            format!("{mark} {:<6}{}", table.seat_name(seat), left.unwrap_or_default())
        })
        .collect()
}

/// The last move and what its player thought.
fn words(table: &dyn Table, ply: &MoveRecord) -> String {
    let played = &ply.played;
    let label = format!("{}. {}", played.number, table.seat_name(played.seat));
    match &ply.thought {
        None => format!("{label:<12} {:<9} book", played.san),
        Some(thought) => format!(
            "{label:<12} {:<9} {:>7}  depth {:>2}  {:.2}s",
            played.san,
            thought.score(),
            thought.depth,
            ply.micros as f64 / 1e6
        ),
    }
}

impl<W: Write> Spectator for GameScreen<'_, W> {
    fn see(&mut self, table: &dyn Table, clocks: &GameClocks, last: Option<&MoveRecord>) {
        if self.draw(table, clocks, last).is_err() {
            // No reader is left: the game need not go on.
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}
