//! An analysis as lines of UCI: `info analysis ...`, one thing a line.

use crate::base::Score;
use crate::board::{Move, Role};
use crate::player::analysis::{Analysis, SeatAnalysis};
use crate::player::partner::JointMate;

/// How seats and moves are called.
pub struct AnalysisWords {
    /// By seat: `1w`, `w`, `c`.
    pub seats: Vec<String>,
    /// Writes a move of each board.
    pub moves: Vec<Box<dyn Fn(Move) -> String + Send + Sync>>,
}

/// The lines of one round.
pub fn lines(analysis: &Analysis, words: &AnalysisWords) -> Vec<String> {
    let mut lines = Vec::new();
    for outlook in &analysis.outlooks {
        let seats: Vec<&str> = outlook.seats.iter().map(|&seat| words.seat(seat)).collect();
        lines.push(format!(
            "info analysis team {} win {:.3} draw {:.3} loss {:.3}",
            seats.join("+"),
            outlook.win,
            outlook.draw,
            outlook.loss
        ));
    }
    for seat in &analysis.seats {
        lines.extend(of_seat(seat, words));
    }
    let time = analysis.time.as_millis();
    lines.push(format!("info analysis round nodes {} time {time}", analysis.nodes));
    lines
}

impl AnalysisWords {
    fn seat(&self, seat: usize) -> &str {
        self.seats.get(seat).map_or("?", String::as_str)
    }

    fn write(&self, board: usize, mv: Move) -> String {
        self.moves.get(board).map(|write| write(mv)).unwrap_or_default()
    }
}

fn of_seat(seat: &SeatAnalysis, words: &AnalysisWords) -> Vec<String> {
    let name = words.seat(seat.seat);
    let mut lines = Vec::new();
    let mut say = |text: String| lines.push(format!("info analysis seat {name} {text}"));
    if let Some(score) = seat.score {
        say(format!("score {score}"));
    }
    for (index, line) in seat.lines.iter().enumerate() {
        let moves: Vec<String> = line.moves.iter().map(|&mv| words.write(seat.board, mv)).collect();
        let (depth, score) = (line.depth, line.score);
        say(format!("line {} depth {depth} score {score} pv {}", index + 1, moves.join(" ")));
    }
    for effect in &seat.pieces {
        let (role, with, against) = (letter(effect.role), effect.with, effect.against);
        say(format!("piece {role} with {with} against {against}"));
    }
    if let Some(sitting) = seat.sitting {
        let piece = sitting.piece.map_or("-".into(), letter);
        let lead = sitting.lead.map_or("-".into(), |lead| lead.to_string());
        let advice = if sitting.sits { "sit" } else { "move" };
        let (moving, waiting) = (sitting.moving, sitting.waiting);
        say(format!(
            "sitting moving {moving} waiting {waiting} piece {piece} lead {lead} advice {advice}"
        ));
    }
    if let Some(JointMate { first, moves }) = seat.joint_mate {
        let first = first.own_move().map_or("wait".into(), |mv| words.write(seat.board, mv));
        say(format!("joint {first} mate {moves}"));
    }
    if !seat.keep.is_empty() {
        let roles: Vec<String> = seat.keep.iter().map(|&role| letter(role)).collect();
        say(format!("keep {}", roles.join(" ")));
    }
    for crossing in &seat.crossings {
        let (capture, piece) = (words.write(seat.board, crossing.capture), letter(crossing.piece));
        let mate = Score::mating(usize::try_from(crossing.mate).unwrap_or_default());
        say(format!("crossing {capture} piece {piece} {mate}"));
    }
    lines
}

fn letter(role: Role) -> String {
    role.letter().to_ascii_lowercase().to_string()
}
