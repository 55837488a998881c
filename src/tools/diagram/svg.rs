//! A diagram as SVG: one file, without fonts or anything else from elsewhere.

use std::fmt::Write;

use super::pieces::{colors, id, symbols};
use super::{Army, BoardDiagram, Diagram, Figure, Place};
use crate::board::Role;
use crate::tools::chart::escaped;

/// The side of a square.
const CELL: f64 = 60.0;
/// Room for the letters and numbers of files and ranks.
const MARGIN: f64 = 26.0;
/// The height of a hand.
const HAND: f64 = 50.0;
/// Between two boards.
const GAP: f64 = 40.0;

/// What a picture shows beside the position.
#[derive(Clone, Default, Debug)]
pub struct PictureOptions {
    /// Squares with a dot, by name; on two boards with their board's digit: `1e4`.
    pub dots: Vec<String>,
    /// Squares with a ring.
    pub rings: Vec<String>,
    /// Arrows between squares: `e2e4`, on two boards `1e2e4`.
    pub arrows: Vec<String>,
    /// Are the boards turned round?
    pub flip: bool,
    /// Only these squares of one board, from a corner to the opposite one: `b2f6`.
    pub crop: Option<String>,
    /// What the picture is called, for those who cannot see it.
    pub title: String,
}

/// Why a picture cannot be drawn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum PictureError {
    #[error("`{0}` is no square of this game")]
    NoSquare(String),
    #[error("`{0}` is no pair of squares of this game")]
    NoArrow(String),
}

/// The corner of a board in the picture, and which way it is turned.
struct Frame<'a> {
    board: &'a BoardDiagram,
    left: f64,
    top: f64,
    turned: bool,
    /// Columns and ranks that are shown, from and to.
    columns: (u8, u8),
    ranks: (u8, u8),
}

impl Frame<'_> {
    /// The upper left corner of a square.
    fn corner(&self, place: Place) -> (f64, f64) {
        let (column, row) = if self.turned {
            (self.columns.1 - place.column.min(self.columns.1), place.rank - self.ranks.0)
        } else {
            (place.column - self.columns.0, self.ranks.1 - place.rank.min(self.ranks.1))
        };
        (self.left + f64::from(column) * CELL, self.top + f64::from(row) * CELL)
    }

    fn center(&self, place: Place) -> (f64, f64) {
        let (x, y) = self.corner(place);
        (x + CELL / 2.0, y + CELL / 2.0)
    }

    fn shows(&self, place: Place) -> bool {
        (self.columns.0..=self.columns.1).contains(&place.column)
            && (self.ranks.0..=self.ranks.1).contains(&place.rank)
    }

    fn width(&self) -> f64 {
        f64::from(self.columns.1 - self.columns.0 + 1) * CELL
    }

    fn height(&self) -> f64 {
        f64::from(self.ranks.1 - self.ranks.0 + 1) * CELL
    }
}

/// Draws a diagram.
///
/// # Errors
/// If a square that is to be marked does not exist.
pub fn draw(diagram: &Diagram, options: &PictureOptions) -> Result<String, PictureError> {
    let mut frames = Vec::new();
    let whole = options.crop.is_none();
    let hands = whole && diagram.boards.iter().any(|board| !board.hands.is_empty());
    let above = if hands { HAND } else { MARGIN / 2.0 };
    let mut left = MARGIN;
    for board in &diagram.boards {
        let [columns, ranks] = span(board, options.crop.as_deref())?;
        let turned = board.turned != options.flip;
        let frame = Frame { board, left, top: above, turned, columns, ranks };
        left += frame.width() + GAP;
        frames.push(frame);
    }
    let width = left - GAP + MARGIN / 2.0;
    let height = frames.iter().map(Frame::height).fold(0.0, f64::max);
    let height = above + height + MARGIN + if hands { HAND - MARGIN / 2.0 } else { 0.0 };
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
            width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"sans-serif\">\n<title>{}</title>\n\
         <defs>\n{}</defs>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#faf7f0\"/>\n",
        escaped(&options.title),
        symbols(&roles(diagram))
    );
    for frame in &frames {
        text += &squares(frame);
        text += &labels(frame);
        if whole {
            text += &hands_beside(frame);
        }
    }
    for frame in &frames {
        for figure in frame.board.pieces.iter().filter(|figure| frame.shows(figure.place)) {
            text += &piece(frame, figure);
        }
    }
    text += &marks(&frames, options)?;
    text += &arrows(&frames, &options.arrows)?;
    Ok(text + "</svg>\n")
}

/// The kinds of piece in sight, in a fixed order.
fn roles(diagram: &Diagram) -> Vec<Role> {
    let seen = |role: Role| {
        diagram.boards.iter().any(|board| {
            board.pieces.iter().any(|figure| figure.role == role)
                || board.hands.iter().any(|(_, _, hand)| hand.has(role))
        })
    };
    Role::ALL.into_iter().filter(|&role| seen(role)).collect()
}

/// The columns and ranks to be shown.
fn span(board: &BoardDiagram, crop: Option<&str>) -> Result<[(u8, u8); 2], PictureError> {
    let Some(crop) = crop else {
        return Ok([(0, board.files.len() as u8 - 1), (0, board.ranks - 1)]);
    };
    let [a, b] = ends(board, crop).ok_or_else(|| PictureError::NoArrow(crop.into()))?;
    let columns = (a.column.min(b.column), a.column.max(b.column));
    Ok([columns, (a.rank.min(b.rank), a.rank.max(b.rank))])
}

/// The two squares whose names are written without a gap.
fn ends(board: &BoardDiagram, text: &str) -> Option<[Place; 2]> {
    let cut = text.char_indices().skip(1).find(|(_, letter)| letter.is_ascii_lowercase())?.0;
    let (from, to) = text.split_at(cut);
    Some([board.find(from)?, board.find(to)?])
}

fn squares(frame: &Frame) -> String {
    let mut text = String::new();
    for &place in frame.board.squares.iter().filter(|&&place| frame.shows(place)) {
        let (x, y) = frame.corner(place);
        let fill = match (frame.board.touched.contains(&place), place.is_dark()) {
            (false, false) => "#efe2c8",
            (false, true) => "#b58d63",
            (true, false) => "#e9dd7c",
            (true, true) => "#c9ae45",
        };
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\"/>"
        );
    }
    for &place in frame.board.checked.iter().filter(|&&place| frame.shows(place)) {
        let (x, y) = frame.center(place);
        let _ = writeln!(
            text,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"27\" fill=\"#d6382c\" fill-opacity=\"0.55\"/>"
        );
    }
    text
}

/// The letters below and the numbers at the left.
fn labels(frame: &Frame) -> String {
    let mut text = "<g font-size=\"15\" fill=\"#6b5a45\" text-anchor=\"middle\">\n".to_owned();
    let bottom = frame.top + frame.height() + 18.0;
    for column in frame.columns.0..=frame.columns.1 {
        let (x, _) = frame.center(Place { column, rank: frame.ranks.0 });
        let letter = char::from(frame.board.files[usize::from(column)]);
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{bottom}\">{letter}</text>");
    }
    for rank in frame.ranks.0..=frame.ranks.1 {
        let (_, y) = frame.center(Place { column: frame.columns.0, rank });
        let (x, y) = (frame.left - 13.0, y + 5.0);
        let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\">{}</text>", rank + 1);
    }
    text + "</g>\n"
}

/// The hands above and below, each kind once with its count, and a mark at the seat on move.
fn hands_beside(frame: &Frame) -> String {
    let mut text = String::new();
    for &(seat, army, hand) in &frame.board.hands {
        let below = (army == Army::White) != frame.turned;
        let top = if below { frame.top + frame.height() + MARGIN - 2.0 } else { 5.0 };
        let mut x = frame.left;
        if frame.board.on_move == Some(seat) {
            let (cx, cy) = (frame.left - 13.0, top + 20.0);
            let _ = writeln!(
                text,
                "<circle cx=\"{cx}\" cy=\"{cy}\" r=\"6\" \
                fill=\"#3f8f4f\"/>"
            );
        }
        let mut held: Vec<Role> = hand.roles().collect();
        held.sort_by_key(|&role| std::cmp::Reverse(role));
        for role in held {
            text += &placed(role, army, (x, top), 40.0, 1.0);
            let count = hand.count(role);
            x += 40.0;
            if count > 1 {
                let _ = writeln!(
                    text,
                    "<text x=\"{x}\" y=\"{}\" font-size=\"18\" fill=\"#3b332a\">{count}</text>",
                    top + 27.0
                );
                x += 14.0;
            }
            x += 6.0;
        }
    }
    text
}

fn placed(role: Role, army: Army, (x, y): (f64, f64), side: f64, opacity: f64) -> String {
    let [fill, line, inner] = colors(army);
    let faded = if opacity < 1.0 { format!(" opacity=\"{opacity}\"") } else { String::new() };
    format!(
        "<use href=\"#{}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" \
            fill=\"{fill}\" \
         stroke=\"{line}\" color=\"{inner}\"{faded}/>\n",
        id(role)
    )
}

fn piece(frame: &Frame, figure: &Figure) -> String {
    let (x, y) = frame.corner(figure.place);
    let opacity = if figure.frozen { 0.45 } else { 1.0 };
    let inset = 2.0;
    let mut text =
        placed(figure.role, figure.army, (x + inset, y + inset), CELL - 2.0 * inset, opacity);
    if figure.promoted {
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" font-size=\"22\" font-weight=\"bold\" \
                fill=\"#b3261e\">~</text>",
            x + 46.0,
            y + 18.0
        );
    }
    text
}

/// The board of a text with or without its digit, and the rest.
fn board_of<'a, 'b>(frames: &'b [Frame<'a>], text: &'b str) -> Option<(&'b Frame<'a>, &'b str)> {
    if frames.len() == 1 {
        return Some((&frames[0], text));
    }
    let (digit, rest) = text.split_at_checked(1)?;
    let index = digit.parse::<usize>().ok()?.checked_sub(1)?;
    Some((frames.get(index)?, rest))
}

fn marks(frames: &[Frame], options: &PictureOptions) -> Result<String, PictureError> {
    let mut text = String::new();
    let lists = [(&options.dots, true), (&options.rings, false)];
    for (name, filled) in lists.into_iter().flat_map(|(list, f)| list.iter().map(move |n| (n, f))) {
        let found =
            board_of(frames, name).and_then(|(frame, rest)| Some((frame, frame.board.find(rest)?)));
        let (frame, place) = found.ok_or_else(|| PictureError::NoSquare(name.clone()))?;
        let (x, y) = frame.center(place);
        let look = if filled {
            "r=\"11\" fill=\"#2f7d4f\" fill-opacity=\"0.8\""
        } else {
            "r=\"26\" fill=\"none\" stroke=\"#c0392b\" stroke-width=\"4\""
        };
        let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" {look}/>");
    }
    Ok(text)
}

fn arrows(frames: &[Frame], list: &[String]) -> Result<String, PictureError> {
    let mut text = String::new();
    for name in list {
        let found = board_of(frames, name)
            .and_then(|(frame, rest)| Some((frame, ends(frame.board, rest)?)));
        let (frame, [from, to]) = found.ok_or_else(|| PictureError::NoArrow(name.clone()))?;
        let ((x0, y0), (x1, y1)) = (frame.center(from), frame.center(to));
        let length = (x1 - x0).hypot(y1 - y0).max(1.0);
        let (dx, dy) = ((x1 - x0) / length, (y1 - y0) / length);
        // The head ends at the centre, the shaft before it.
        let (bx, by) = (x1 - 20.0 * dx, y1 - 20.0 * dy);
        let [left, right] = [-11.0, 11.0].map(|side| (bx - side * dy, by + side * dx));
        let _ = writeln!(
            text,
            "<g fill=\"#2f7d4f\" stroke=\"#2f7d4f\" opacity=\"0.8\"><path \
                d=\"M{x0:.1} {y0:.1}L{bx:.1} \
             {by:.1}\" stroke-width=\"8\" stroke-linecap=\"round\"/><path \
             d=\"M{x1:.1} {y1:.1}L{:.1} \
             {:.1}L{:.1} {:.1}z\" stroke=\"none\"/></g>",
            left.0, left.1, right.0, right.1
        );
    }
    Ok(text)
}
