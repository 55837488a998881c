//! `kralle picture`: a position as SVG.

use std::error::Error;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::Diagram;
use super::svg::{PictureOptions, draw};
use crate::game::catalogue::{BuiltIn, Variant};
use crate::game::table::{AnyPosition, Table};

/// Draw a position of any game as SVG.
#[derive(Clone, Debug, clap::Args)]
pub struct PictureArgs {
    /// The game.
    #[arg(long, default_value = BuiltIn::Bughouse.name())]
    variant: String,
    /// The position, if not the start; on two boards `A | B`.
    #[arg(long)]
    fen: Option<String>,
    /// Moves from there, in UCI.
    #[arg(long, num_args = 1.., value_name = "MOVE")]
    moves: Vec<String>,
    /// Squares with a dot: e4, on two boards 1e4.
    #[arg(long, num_args = 1.., value_name = "SQUARE")]
    dots: Vec<String>,
    /// Dots wherever the piece on a square may go; `1d4` on two boards.
    #[arg(long, value_name = "SQUARE")]
    reach: Option<String>,
    /// Squares with a ring.
    #[arg(long, num_args = 1.., value_name = "SQUARE")]
    rings: Vec<String>,
    /// Arrows: e2e4, on two boards 1e2e4.
    #[arg(long, num_args = 1.., value_name = "FROMTO")]
    arrows: Vec<String>,
    /// Turn the boards round.
    #[arg(long)]
    flip: bool,
    /// Only the squares from one corner to another: b2f6.
    #[arg(long, value_name = "FROMTO")]
    crop: Option<String>,
    /// What the picture is called, for those who cannot see it.
    #[arg(long, default_value = "")]
    title: String,
    /// The file to write; standard output without.
    #[arg(long, short)]
    output: Option<PathBuf>,
    /// Draw all pictures of a list instead: a line each, `FILE: OPTIONS`, as for one picture.
    #[arg(long, value_name = "FILE", exclusive = true)]
    list: Option<PathBuf>,
}

impl PictureArgs {
    /// Draws and writes the picture, or those of the list.
    ///
    /// # Errors
    /// If the position, a mark or a file is at fault.
    pub fn run(&self) -> Result<(), Box<dyn Error>> {
        let Some(list) = &self.list else {
            let svg = self.picture()?;
            match &self.output {
                Some(path) => write(path, &svg)?,
                None => std::io::stdout().write_all(svg.as_bytes())?,
            }
            return Ok(());
        };
        let folder = list.parent().unwrap_or(Path::new("."));
        for (name, svg) in read_list(&text_of(list)?)? {
            write(&folder.join(name), &svg)?;
        }
        Ok(())
    }

    /// The picture as text.
    ///
    /// # Errors
    /// If the position or a mark is at fault.
    pub fn picture(&self) -> Result<String, Box<dyn Error>> {
        let game = Variant::find(&self.variant)?;
        let mut table = match &self.fen {
            Some(fen) => game.set_up(fen)?,
            None => game.start()?,
        };
        for text in &self.moves {
            let board = usize::from(text.starts_with('2'));
            let seat = table.on_move(board).ok_or_else(|| format!("{text}: nobody is on move"))?;
            table.play(seat, text).map_err(|error| format!("{text}: {error}"))?;
        }
        let mut dots = self.dots.clone();
        if let Some(square) = &self.reach {
            dots.extend(reach(&*table, square));
        }
        let options = PictureOptions {
            dots,
            rings: self.rings.clone(),
            arrows: self.arrows.clone(),
            flip: self.flip,
            crop: self.crop.clone(),
            title: if self.title.is_empty() { self.variant.clone() } else { self.title.clone() },
        };
        Ok(draw(&Diagram::of(&*table), &options)?)
    }
}

/// Where the piece on a square may go, by the legal moves of its board.
fn reach(table: &dyn Table, square: &str) -> Vec<String> {
    let is_pair = matches!(table.position(), AnyPosition::Pair(_));
    let (digit, from) =
        if is_pair { square.split_at_checked(1).unwrap_or(("", square)) } else { ("", square) };
    let moves = table.legal(usize::from(digit == "2"));
    let mut squares: Vec<String> = moves
        .iter()
        .filter_map(|text| text.strip_prefix(from))
        // A square with two digits is no square with one and a digit more.
        .filter(|rest| rest.starts_with(|letter: char| letter.is_ascii_lowercase()))
        .map(|rest| {
            let end = rest.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit());
            format!("{digit}{}", &rest[..end.map_or(rest.len(), |(at, _)| at)])
        })
        .collect();
    squares.sort();
    squares.dedup();
    squares
}

/// A line of a list is the command line of a picture.
#[derive(clap::Parser)]
struct ListLine {
    #[command(flatten)]
    picture: PictureArgs,
}

/// The pictures of a list, each with the name of its file. Words may stand in quotes; a line
/// that begins with `#`, and an empty one, means nothing.
///
/// # Errors
/// The first line that is at fault.
pub fn read_list(text: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let mut pictures = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let at = |error: &dyn std::fmt::Display| format!("line {}: {error}", number + 1);
        let (name, words) = line.split_once(':').ok_or_else(|| at(&"`FILE: OPTIONS` is needed"))?;
        let words = std::iter::once("picture".to_owned()).chain(split(words));
        let parsed = <ListLine as clap::Parser>::try_parse_from(words);
        let parsed = parsed.map_err(|error| at(&error.to_string().lines().next().unwrap_or("")))?;
        let svg = parsed.picture.picture().map_err(|error| at(&error))?;
        pictures.push((name.trim().to_owned(), svg));
    }
    Ok(pictures)
}

/// Words between blanks, or between quotes.
fn split(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (index, part) in line.split('"').enumerate() {
        if index % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn text_of(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}
