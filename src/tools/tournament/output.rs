//! Where finished games go: files, the results, the progress bar.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;

use indicatif::ProgressBar;

use super::archive::{Archive, ArchiveWriter, GameLine, RunHeader};
use super::error::TournamentError;
use super::results::Results;
use super::sprt::{Sprt, SprtState};
use super::{cutechess, report, score_chart};
use crate::tools::progress;

/// The files that are wanted, and what is told meanwhile.
#[derive(Clone, Default, Debug)]
pub struct Files {
    /// PGN or BPGN.
    pub pgn: Option<PathBuf>,
    /// JSON lines.
    pub json: Option<PathBuf>,
    /// Last positions.
    pub epd: Option<PathBuf>,
    /// The chart of the score.
    pub svg: Option<PathBuf>,
    /// Are PGN and last positions added to what is there?
    pub append: bool,
    /// What is printed.
    pub form: OutputForm,
    /// The score is told after so many games; without, where there is no bar, ten times.
    pub interval: Option<u64>,
}

/// What is printed of a run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, clap::ValueEnum)]
pub enum OutputForm {
    /// A line now and then, and tables at the end.
    #[default]
    Kralle,
    /// The lines of cutechess-cli: for rating tools and test frameworks.
    Cutechess,
}

/// Lines of progress in a run, where there is no bar.
const LINES: u64 = 10;

/// Takes finished games in order.
pub struct Output {
    files: Files,
    pgn: Option<File>,
    epd: Option<File>,
    json: Option<ArchiveWriter>,
    names: Vec<String>,
    sprt: Option<Sprt>,
    results: Results,
    /// For the score chart: without records.
    games: Vec<GameLine>,
    bar: ProgressBar,
    total: u64,
}

impl Output {
    /// Opens the files. Those of a run that is resumed begin with its games.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn open(
        files: &Files,
        header: &RunHeader,
        resumed: Option<&Archive>,
        sprt: Option<Sprt>,
        quiet: bool,
    ) -> Result<Self, TournamentError> {
        let mut options = OpenOptions::new();
        options.create(true).write(true).truncate(!files.append).append(files.append);
        let open = |path: &PathBuf| options.open(path).map_err(TournamentError::write(path));
        let json = match (&files.json, resumed) {
            (Some(path), Some(archive)) => {
                Some(ArchiveWriter::resume(path, archive).map_err(TournamentError::write(path))?)
            }
            (Some(path), None) => {
                // A run of hours must not be lost because `--resume` was forgotten.
                if path.metadata().is_ok_and(|file| file.is_file() && file.len() > 0) {
                    return Err(TournamentError::WouldWipe(path.display().to_string()));
                }
                Some(ArchiveWriter::create(path, header).map_err(TournamentError::write(path))?)
            }
            (None, _) => None,
        };
        let quiet = quiet || files.form == OutputForm::Cutechess;
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new(header.games) };
        bar.set_style(progress::style("{bar:24} {pos}/{len} {eta} left  {wide_msg}"));
        let mut output = Self {
            pgn: files.pgn.as_ref().map(open).transpose()?,
            epd: files.epd.as_ref().map(open).transpose()?,
            json: None,
            files: files.clone(),
            names: header.contestants.clone(),
            sprt,
            results: Results::new(header.contestants.len()),
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
    pub fn add(&mut self, mut game: GameLine) -> Result<SprtState, TournamentError> {
        if let (Some(json), Some(path)) = (&mut self.json, &self.files.json) {
            json.add(&game).map_err(TournamentError::write(path))?;
        }
        if let (Some(file), Some(path)) = (&mut self.pgn, &self.files.pgn) {
            writeln!(file, "{}", game.record).map_err(TournamentError::write(path))?;
        }
        if let (Some(file), Some(path)) = (&mut self.epd, &self.files.epd) {
            writeln!(file, "{}", game.position).map_err(TournamentError::write(path))?;
        }
        self.results.add(&game);
        if self.files.form == OutputForm::Cutechess {
            self.tell_as_cutechess(&game);
        } else {
            self.tell();
        }
        game.record.clear();
        game.talk.clear();
        game.notes.clear();
        if self.files.svg.is_some() {
            self.games.push(game);
        }
        Ok(self.finding())
    }

    fn finding(&self) -> SprtState {
        self.sprt.map_or(SprtState::Open, |sprt| sprt.finding(&self.results.sample(&sprt)))
    }

    /// Progress: a bar on a terminal, now and then a line elsewhere.
    fn tell(&mut self) {
        let line = || report::line(&self.results, &self.names, self.sprt.as_ref());
        let games = self.results.games;
        if self.bar.is_hidden() {
            let step = self.files.interval.unwrap_or(self.total.div_ceil(LINES).max(1));
            if self.bar.length().is_some() && (games.is_multiple_of(step) || games == self.total) {
                let _ = writeln!(std::io::stderr(), "{games}/{}  {}", self.total, line());
            }
            return;
        }
        self.bar.set_position(games);
        self.bar.set_message(line());
        if self.files.interval.is_some_and(|step| games.is_multiple_of(step)) {
            self.bar.println(format!("{games}/{}  {}", self.total, line()));
        }
    }

    /// A reader that has gone is no error.
    fn tell_as_cutechess(&self, game: &GameLine) {
        let mut out = std::io::stdout();
        let _ = writeln!(out, "{}", cutechess::finished(game, &self.results, &self.names));
        let step = self.files.interval.unwrap_or(LINES);
        if self.results.games.is_multiple_of(step) && self.results.games < self.total {
            let _ = writeln!(out, "{}", self.standing());
        }
        let _ = out.flush();
    }

    /// How it stands, as cutechess-cli tells it.
    fn standing(&self) -> String {
        match self.names.len() {
            2 => cutechess::standing(&self.results, self.sprt.as_ref()),
            _ => cutechess::ranking(&self.results, &self.names),
        }
    }

    /// The results so far.
    pub fn results(&self) -> &Results {
        &self.results
    }

    /// The tables at the end; the score chart is drawn.
    ///
    /// # Errors
    /// If the chart cannot be written.
    pub fn close(self) -> Result<String, TournamentError> {
        self.bar.finish();
        if let Some(path) = &self.files.svg {
            std::fs::write(path, score_chart::svg(&self.games, &self.names))
                .map_err(TournamentError::write(path))?;
        }
        Ok(match self.files.form {
            OutputForm::Kralle => report::tables(&self.results, &self.names, self.sprt.as_ref()),
            OutputForm::Cutechess => format!("{}\nFinished match", self.standing()),
        })
    }
}
