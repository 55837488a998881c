//! Lines of input, read on a thread of their own, so that a session can wait for other
//! things meanwhile.

use std::io::{BufRead, Read};
use std::sync::Arc;

use crate::base::backlog::{Backlog, Held};

/// A line, or why it is refused unread. It counts as read ahead until it is dropped.
pub type InputLine = Held<Result<String, LineTooLong>>;

/// Longer lines are refused whole: a game of ten thousand moves fits in.
pub const LONGEST: u64 = 1 << 20;

/// A line is too long to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the line is longer than {LONGEST} bytes")]
pub struct LineTooLong;

/// Reads lines and hands each over, until the input ends or nobody takes them any more. It reads
/// no further ahead than some MiB.
/// `take` gets `None` at the end, and an error once, as the last thing.
///
/// # Errors
/// If no thread can be started.
pub fn read(
    mut input: impl BufRead + Send + 'static,
    mut take: impl FnMut(Option<std::io::Result<InputLine>>) -> bool + Send + 'static,
) -> std::io::Result<()> {
    let backlog = Arc::<Backlog>::default();
    std::thread::Builder::new().spawn(move || {
        loop {
            backlog.wait_for_room();
            let line = next(&mut input).transpose();
            let line = line.map(|line| line.map(|line| hold(&backlog, line)));
            let last = !matches!(line, Some(Ok(_)));
            if !take(line) || last {
                return;
            }
        }
    })?;
    Ok(())
}

fn hold(backlog: &Arc<Backlog>, line: Result<String, LineTooLong>) -> InputLine {
    let bytes = line.as_ref().map_or(0, String::len);
    backlog.hold(line, bytes)
}

/// The next line, or `None` at the end of input.
fn next(input: &mut impl BufRead) -> std::io::Result<Option<Result<String, LineTooLong>>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 == LONGEST && line.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Err(LineTooLong)));
    }
    Ok(Some(Ok(String::from_utf8_lossy(&line).into_owned())))
}

/// A complaint that quotes its cause must not be as long as the cause.
const LONGEST_COMPLAINT: usize = 240;

/// A text as one line that can be shown, whatever the input had in it.
pub fn tame(text: &str) -> String {
    let tamed = text.chars().map(|letter| if letter.is_control() { '?' } else { letter });
    tamed.take(LONGEST_COMPLAINT).collect()
}
