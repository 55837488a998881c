//! Where finished games go: files, the tally, the progress bar.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use super::archive::{Archive, GameLine, Header, Writer};
use super::statistics::{Finding, Sprt};
use super::tally::Tally;
use super::{curve, report};
use crate::tools::progress;

/// The files that are wanted.
#[derive(Clone, Default, Debug)]
pub struct Files {
    /// PGN or BPGN.
    pub pgn: Option<PathBuf>,
    /// JSON lines.
    pub json: Option<PathBuf>,
    /// The score's curve.
    pub svg: Option<PathBuf>,
}

/// Takes games in order.
pub struct Output {
    files: Files,
    pgn: Option<File>,
    json: Option<Writer>,
    names: Vec<String>,
    sprt: Option<Sprt>,
    tally: Tally,
    /// For the curve: without records.
    games: Vec<GameLine>,
    bar: ProgressBar,
    total: u64,
}

fn failed(path: &Path) -> impl Fn(std::io::Error) -> String {
    move |error| format!("`{}` cannot be written: {error}", path.display())
}

impl Output {
    /// Opens the files. Those of a run that is resumed begin with its games.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn open(
        files: &Files,
        header: &Header,
        resumed: Option<&Archive>,
        sprt: Option<Sprt>,
        quiet: bool,
    ) -> Result<Self, String> {
        let create = |path: &PathBuf| File::create(path).map_err(failed(path));
        let json = match (&files.json, resumed) {
            (Some(path), Some(archive)) => {
                Some(Writer::resume(path, archive).map_err(failed(path))?)
            }
            (Some(path), None) => Some(Writer::create(path, header).map_err(failed(path))?),
            (None, _) => None,
        };
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(header.games) };
        bar.set_style(progress::style("{bar:24} {pos}/{len} {eta} left  {wide_msg}"));
        let mut output = Self {
            pgn: files.pgn.as_ref().map(create).transpose()?,
            json: None,
            files: files.clone(),
            names: header.contestants.clone(),
            sprt,
            tally: Tally::new(header.contestants.len()),
            games: Vec::new(),
            bar,
            total: header.games,
        };
        for game in resumed.iter().flat_map(|archive| &archive.games) {
            output.add(game.clone())?;
        }
        // What was resumed from stands in that file already.
        output.json = json;
        Ok(output)
    }

    /// A game has ended; says whether the test has, too.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn add(&mut self, mut game: GameLine) -> Result<Finding, String> {
        if let (Some(json), Some(path)) = (&mut self.json, &self.files.json) {
            json.add(&game).map_err(failed(path))?;
        }
        if let (Some(file), Some(path)) = (&mut self.pgn, &self.files.pgn) {
            writeln!(file, "{}", game.record).map_err(failed(path))?;
        }
        self.tally.add(&game);
        game.record.clear();
        game.talk.clear();
        game.notes.clear();
        if self.files.svg.is_some() {
            self.games.push(game);
        }
        self.tell();
        Ok(self.finding())
    }

    fn finding(&self) -> Finding {
        self.sprt.map_or(Finding::Open, |sprt| sprt.finding(&self.tally.counts(0)))
    }

    /// Progress: a bar on a terminal, now and then a line elsewhere.
    fn tell(&mut self) {
        let line = || report::line(&self.tally, &self.names, self.sprt.as_ref());
        let games = self.tally.games;
        if self.bar.is_hidden() {
            let step = (self.total / 50).max(1);
            if self.bar.length().is_some() && (games.is_multiple_of(step) || games == self.total) {
                let _ = writeln!(std::io::stderr(), "{games}/{}  {}", self.total, line());
            }
            return;
        }
        self.bar.set_position(games);
        self.bar.set_message(line());
    }

    /// The tables at the end; the curve is drawn.
    ///
    /// # Errors
    /// If the curve cannot be written.
    pub fn close(self) -> Result<String, String> {
        self.bar.finish();
        if let Some(path) = &self.files.svg {
            std::fs::write(path, curve::svg(&self.games, &self.names)).map_err(failed(path))?;
        }
        Ok(report::tables(&self.tally, &self.names, self.sprt.as_ref()))
    }
}
