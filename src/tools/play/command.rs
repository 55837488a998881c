//! The command line of `kralle play`.

use std::error::Error;
use std::io::{BufReader, IsTerminal};
use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::time::Duration;

use super::game::{PersonsGame, Seating};
use super::opponents::TableEvent;
use super::orders::HELP;
use crate::base::random::fresh_seed;
use crate::game::catalogue::{BuiltIn, Variant};
use crate::game::table::GameKind;
use crate::protocol::lines;
use crate::search::strength::FULL;
use crate::tools::dates::today;
use crate::tools::json::seat_word;
use crate::tools::records::{RecordedGame, write};
use crate::tools::tournament::pace::TimeControl;
use crate::tools::view::DrawStyle;

/// Play against Kralle in the terminal; on two boards with a Kralle as partner.
#[derive(Clone, Debug, clap::Args)]
pub struct PlayArgs {
    /// The game.
    #[arg(long, default_value = BuiltIn::Crazyhouse.name())]
    variant: String,
    /// Your seat: w or b; on two boards 1w, 1b, 2w, 2b; a to d; several with commas.
    #[arg(long, value_delimiter = ',')]
    seat: Vec<String>,
    /// How strong the Kralles are, 0 to 20.
    #[arg(long, default_value_t = FULL, value_parser = level)]
    level: f64,
    /// Clocks in seconds, 180 or 180+2; none without.
    #[arg(long)]
    tc: Option<String>,
    /// So long a Kralle thinks without a clock, in ms.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..))]
    time: u64,
    /// The position to begin with.
    #[arg(long)]
    fen: Option<String>,
    /// Chooses the mistakes of weak Kralles; another one each time without.
    #[arg(long)]
    seed: Option<u64>,
    /// The record of the game.
    #[arg(long, short)]
    output: Option<PathBuf>,
}

fn level(text: &str) -> Result<f64, String> {
    let level = text.parse::<f64>().ok().filter(|level| (0.0..=FULL).contains(level));
    level.ok_or_else(|| format!("a level is a number from 0 to {FULL}"))
}

impl PlayArgs {
    /// Plays a game.
    ///
    /// # Errors
    /// If there is no such game, seat or position, or the record cannot be written.
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        let kind = GameKind::new(Variant::find(&self.variant)?);
        let table = kind.set_up(self.fen.as_deref())?;
        let words: Vec<String> = (0..table.seats()).map(|seat| seat_word(&*table, seat)).collect();
        let mut persons = vec![false; words.len()];
        for name in &self.seat {
            let seat = words.iter().position(|word| word.eq_ignore_ascii_case(name));
            let seat = seat
                .ok_or_else(|| format!("there is no seat `{name}`, only {}", words.join(", ")))?;
            persons[seat] = true;
        }
        if self.seat.is_empty() {
            persons[0] = true;
        }
        let control = self.tc.as_deref().map(str::parse::<TimeControl>).transpose()?;
        let seating = Seating {
            persons,
            level: self.level,
            control,
            time: Duration::from_millis(self.time),
            seed: self.seed.unwrap_or_else(fresh_seed) & u64::from(u32::MAX),
        };
        let out = std::io::stdout();
        let style = if out.is_terminal() { DrawStyle::Terminal } else { DrawStyle::Plain };
        println!("{HELP}");
        let (sender, events) = channel();
        let input = sender.clone();
        lines::read(BufReader::new(std::io::stdin()), move |line| {
            let text = line.and_then(Result::ok).map(|line| match &line.item {
                Ok(text) => text.clone(),
                Err(too_long) => too_long.to_string(),
            });
            input.send(TableEvent::Line(text)).is_ok()
        })?;
        let mut tags =
            vec![("Event".to_owned(), "kralle play".to_owned()), ("Date".into(), today())];
        for (seat, &person) in seating.persons.iter().enumerate() {
            let name = if person { "You" } else { "Kralle" };
            tags.push((table.seat_name(seat), name.to_owned()));
        }
        tags.extend(self.tc.clone().map(|control| ("TimeControl".to_owned(), control)));
        let game = PersonsGame::new(kind, table, seating, sender, out, style)?;
        let record = RecordedGame { tags, ..game.run(&events)? };
        if let Some(path) = &self.output {
            std::fs::write(path, write(&record))
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }
}
