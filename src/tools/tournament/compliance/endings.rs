//! Steps about `stop`, pondering, and the end of a program.

use std::time::Duration;

use super::super::link::LinkError;
use super::super::spec::Launch;
use super::examiner::{Examiner, PROMPT};
use super::searches::MATE_IN_ONE;

/// A search without a limit goes on this long at least.
const WHILE: Duration = Duration::from_millis(400);
/// How long a program may take to answer `ponderhit`.
const PONDERED: Duration = Duration::from_secs(3);
/// So often a search is stopped as soon as it has begun.
const BREATHS: usize = 5;

/// Searches without a limit, and their ends.
pub fn stops(examiner: &mut Examiner) {
    let _ = examiner.is_ready();
    examiner.send(&["position startpos", "go infinite"]);
    let kept = examiner.stays(WHILE);
    examiner.step("`go infinite` goes on", kept);
    examiner.send(&["isready"]);
    let ready = examiner.hear("readyok", PROMPT);
    let is_late = ready.is_err();
    examiner.step("answers `isready` while it searches", ready.map(drop));
    examiner.send(&["xyzzy", "stop"]);
    let stopped = examiner.hear("bestmove", PROMPT);
    examiner.step("`stop` ends it within a second", stopped.map(drop));
    if is_late {
        let _ = examiner.hear("readyok", PROMPT);
    }
    examiner.send(&["stop", "ponderhit"]);
    let quiet = examiner.is_ready().and_then(|lines| {
        let moves = lines.iter().any(|line| line.starts_with("bestmove"));
        if moves { Err("it answers with a move".to_owned()) } else { Ok(()) }
    });
    examiner.step("passes over `stop` and `ponderhit` where nothing is searched", quiet);
    let mut found = Ok(());
    for _ in 0..BREATHS {
        examiner.send(&["go infinite", "stop"]);
        found = found.and(examiner.hear("bestmove", PROMPT).map(drop));
    }
    examiner.step("`go infinite` and `stop` in one breath, five times", found);
    examiner.send(&[MATE_IN_ONE, "go infinite"]);
    let kept = examiner.stays(WHILE);
    examiner.send(&["stop"]);
    let stopped = if kept.is_ok() { examiner.hear("bestmove", PROMPT).map(drop) } else { kept };
    examiner.step("`go infinite` waits for `stop` where a mate is found, too", stopped);
}

/// Thinking on the opponent's time, where it can.
pub fn ponders(examiner: &mut Examiner) {
    if examiner.option("Ponder").is_none() {
        return;
    }
    let _ = examiner.is_ready();
    let position = "position startpos moves e2e4 e7e5";
    let go = "go ponder wtime 900 btime 900";
    examiner.send(&["setoption name Ponder value true", position, go]);
    let kept = examiner.stays(WHILE);
    examiner.step("`go ponder` waits", kept);
    examiner.send(&["ponderhit"]);
    let moved = examiner.hear("bestmove", PONDERED);
    examiner.step("`ponderhit` makes it move", moved.map(drop));
    examiner.send(&[position, go]);
    let kept = examiner.stays(WHILE / 4);
    examiner.send(&["stop"]);
    let moved = if kept.is_ok() { examiner.hear("bestmove", PROMPT).map(drop) } else { kept };
    examiner.step("`stop` ends pondering", moved);
    examiner.send(&["setoption name Ponder value false"]);
}

/// The end of the program, in three ways.
pub fn quits(examiner: &mut Examiner, launch: &Launch) -> Result<(), LinkError> {
    examiner.send(&["position startpos", "go infinite", "quit"]);
    let gone = examiner.ends(PROMPT);
    examiner.step("`quit` ends it within a second, while it searches too", gone);
    examiner.open_again(launch)?;
    examiner.send(&["quit"]);
    let gone = examiner.ends(PROMPT);
    examiner.step("`quit` ends it within a second where nothing is searched", gone);
    examiner.open_again(launch)?;
    examiner.end_input();
    let gone = examiner.ends(PROMPT);
    examiner.step("it ends when its input does", gone);
    Ok(())
}
