//! The desk of the games for four and for three players.

use std::fmt::Write;

use super::count;
use super::host::{Desk, DeskError, DeskSearch, Job};
use crate::board::Silent;
use crate::board::multi::{Seats, Set};
use crate::eval::Eval;
use crate::eval::multi::MultiEval;
use crate::game::Playable;
use crate::game::multi::{MultiGame, Paranoid, Position, Rules};
use crate::notation::MultiSetup;
use crate::player::EngineHandle;
use crate::protocol::options::Settings;
use crate::protocol::text::explain::explanation;
use crate::protocol::uci::command::{Placement, UciCommandError};
use crate::protocol::uci::go::Go;
use crate::search::{Clock, Limits};

/// One position and the engine that thinks about it.
pub struct MultiDesk<K: MultiGame> {
    rules: Rules,
    position: Position<K>,
    engine: EngineHandle<Paranoid<K>, MultiEval<K>>,
}

/// The words of `go` with a clock for each seat, in order of turn.
const FOUR_CLOCKS: &[&str] = &["atime", "btime", "ctime", "dtime", "ainc", "binc", "cinc", "dinc"];
const THREE_CLOCKS: &[&str] = &["btime", "rtime", "wtime", "binc", "rinc", "winc"];

/// The words of `go` for the clocks of this game: times, then increments.
pub fn clock_words<K: MultiGame>() -> &'static [&'static str] {
    if K::SEATS == 4 { FOUR_CLOCKS } else { THREE_CLOCKS }
}

impl<K: MultiGame> MultiDesk<K> {
    /// The desk for this game, at its starting position.
    ///
    /// # Errors
    /// If there is no memory for its table.
    pub fn open(settings: &Settings) -> Result<Self, DeskError> {
        let rules = Rules { forbid_joint_mates: settings.art33 };
        Ok(Self {
            rules,
            position: read(K::LAYOUT.start, rules)?,
            engine: EngineHandle::new(MultiEval::new(), settings.engine())?,
        })
    }

    fn limits(&self, go: &Go, settings: &Settings) -> Result<Limits, DeskError> {
        let read = |text: &String| {
            self.position.read_move(text).map_err(|error| DeskError::SearchMove(error.into()))
        };
        let moves = go.search_moves.iter().map(read).collect::<Result<_, _>>()?;
        Ok(go.limits(moves, self.clock(go)?, settings))
    }

    /// The clock of the seat to move. Others' clocks alone are an error, not a guess.
    fn clock(&self, go: &Go) -> Result<Option<Clock>, UciCommandError> {
        let words = self.clock_words();
        let seat = self.position.turn().index();
        let (time, increment) = (words[seat], words[seat + K::SEATS]);
        go.own_clock(time, increment)
    }
}

/// A position from a FEN.
fn read<K: MultiGame>(fen: &str, rules: Rules) -> Result<Position<K>, DeskError> {
    Position::from_fen(fen, rules).map_err(|error| DeskError::Position(error.into()))
}

impl<K: MultiGame> Desk for MultiDesk<K> {
    fn configure(&mut self, settings: &Settings) -> Result<(), DeskError> {
        Ok(self.engine.configure(settings.engine())?)
    }

    fn forget(&mut self) {
        self.engine.forget();
    }

    fn place(&mut self, placement: &Placement) -> Result<(), DeskError> {
        let fen = placement.fen.as_deref().unwrap_or(K::LAYOUT.start);
        let mut position = read::<K>(fen, self.rules)?;
        for (index, text) in placement.moves.iter().enumerate() {
            let mv = position
                .read_move(text)
                .map_err(|error| DeskError::Move { number: index + 1, cause: error.into() })?;
            position.play(mv, &mut Silent);
        }
        self.position = position;
        Ok(())
    }

    fn clock_words(&self) -> &'static [&'static str] {
        clock_words::<K>()
    }

    fn think(&self, go: &Go, settings: &Settings) -> Result<DeskSearch, DeskError> {
        let limits = self.limits(go, settings)?;
        let search = self.engine.search(Paranoid::new(self.position.clone()), limits);
        let position = self.position.clone();
        Ok(DeskSearch::new(search, move |mv| position.write_move(mv).to_string()))
    }

    fn divide(&self, depth: u32, settings: &Settings) -> Job {
        let position = self.position.clone();
        let write_move = move |mv| position.write_move(mv).to_string();
        count::divide(self.position.clone(), depth, settings.threads, write_move)
    }

    fn perft(&self, depth: u32, settings: &Settings) -> Job {
        count::perft(self.position.clone(), depth, settings.threads)
    }

    fn display(&self) -> String {
        let position = &self.position;
        let mut text = drawing(&position.to_setup());
        let shape = K::LAYOUT.shape;
        let checkers: Vec<String> =
            position.checkers().into_iter().map(|square| shape.name(square)).collect();
        let checkers = if checkers.is_empty() { "-".into() } else { checkers.join(" ") };
        let _ = writeln!(text, "\nfen      {}", position.to_setup());
        let _ = writeln!(text, "key      {:016x}", position.key());
        let _ = writeln!(text, "checkers {checkers}");
        let _ = write!(text, "legal    {}", position.count_moves());
        text
    }

    fn explain(&self) -> String {
        let mut eval = MultiEval::<K>::new();
        let game = Paranoid::new(self.position.clone());
        let columns = eval.explain(&game);
        let first = game.allies();
        let names = [first, K::LAYOUT.seats().minus(first)].map(|seats| letters::<K>(seats));
        let value = eval.evaluate(&game);
        explanation(&columns, [&names[0], &names[1]], value)
    }

    fn verdict(&self) -> String {
        self.position.verdict().to_string()
    }
}

fn letters<K: MultiGame>(seats: Seats) -> String {
    seats.each().map(|seat| K::LAYOUT.shape.letter(seat)).collect()
}

/// The board as the cross or the T that it is, with the seat to move below it.
pub fn drawing(setup: &MultiSetup) -> String {
    let shape = setup.shape;
    let mut text = String::new();
    let on_rank =
        |wanted: u8| -> Set { shape.squares.into_iter().filter(|&s| s.rank() == wanted).collect() };
    for index in (0..shape.ranks).rev() {
        let _ = write!(text, " {:>2} ", index + 1);
        let mut column = 0;
        for square in on_rank(index) {
            while column < square.file() {
                text += "   ";
                column += 1;
            }
            match setup.board.at(square) {
                Some(piece) => {
                    let seat = shape.letter(piece.seat());
                    let _ = write!(text, " {seat}{}", piece.role().letter());
                }
                None => text += "  .",
            }
            column += 1;
        }
        text += "\n";
    }
    text += "    ";
    for &letter in shape.grid.files() {
        let _ = write!(text, "  {}", letter as char);
    }
    let seat = shape.letter(setup.turn);
    let _ = write!(text, "\n    to move: {seat}");
    if !setup.frozen.is_empty() {
        let frozen = crate::notation::Frozen { shape, seats: setup.frozen, checked: setup.checked };
        let _ = write!(text, ", frozen: {frozen}");
    }
    text += "\n";
    text
}
