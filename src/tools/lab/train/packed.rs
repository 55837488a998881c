//! The lit rows of a position in few bytes: hundreds of millions of positions are to stand in
//! memory. A list is its length and the steps from each row to the next, in order; a view that
//! follows from the first one is only the number of the table by which it follows. A position
//! of crazyhouse takes some 36 bytes.

use crate::eval::net::architecture::InputSet;

/// A step of this or more begins with a byte of it.
const LONG: usize = u8::MAX as usize;

/// Appends the rows of all views of a position.
///
/// # Panics
/// If a view or a row does not exist, or lights more rows than a byte counts.
pub fn pack(inputs: &InputSet, views: &[Vec<usize>], bytes: &mut Vec<u8>) {
    assert_eq!(views.len(), inputs.views);
    let first = in_order(views[0].iter().copied());
    pack_list(inputs, &first, bytes);
    for view in &views[1..] {
        let rows = in_order(view.iter().copied());
        let follows =
            |turn: &&[u16]| in_order(first.iter().map(|&row| usize::from(turn[row]))) == rows;
        let how = inputs.turns.iter().position(follows);
        bytes.push(how.unwrap_or(inputs.turns.len()) as u8);
        if how.is_none() {
            pack_list(inputs, &rows, bytes);
        }
    }
}

fn in_order(rows: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut rows: Vec<_> = rows.collect();
    rows.sort_unstable();
    rows
}

fn pack_list(inputs: &InputSet, rows: &[usize], bytes: &mut Vec<u8>) {
    bytes.push(u8::try_from(rows.len()).expect("no view lights so many rows"));
    let mut last = 0;
    for &row in rows {
        assert!(row < inputs.all_rows(), "row {row} of {}", inputs.all_rows());
        let step = row - last;
        bytes.extend(std::iter::repeat_n(LONG as u8, step / LONG));
        bytes.push((step % LONG) as u8);
        last = row;
    }
}

/// Appends the rows of all views of the position in these bytes, and where each view ends.
pub fn unpack(inputs: &InputSet, bytes: &[u8], rows: &mut Vec<u16>, ends: &mut Vec<u32>) {
    let mut bytes = bytes.iter().map(|&byte| usize::from(byte));
    let begin = rows.len();
    unpack_list(&mut bytes, rows);
    let first = begin..rows.len();
    ends.push(rows.len() as u32);
    for _ in 1..inputs.views {
        match bytes.next().and_then(|how| inputs.turns.get(how)) {
            Some(turn) => first.clone().for_each(|at| rows.push(turn[usize::from(rows[at])])),
            None => unpack_list(&mut bytes, rows),
        }
        ends.push(rows.len() as u32);
    }
}

fn unpack_list(bytes: &mut impl Iterator<Item = usize>, rows: &mut Vec<u16>) {
    let mut row = 0;
    for _ in 0..bytes.next().unwrap_or(0) {
        let mut step = bytes.next();
        while step == Some(LONG) {
            row += LONG;
            step = bytes.next();
        }
        row += step.unwrap_or(0);
        rows.push(row as u16);
    }
}

#[cfg(test)]
mod tests {
    use super::super::boards::look;
    use super::*;
    use crate::board::Silent;
    use crate::eval::net::Inputs8x8;
    use crate::eval::net::inputs::Inputs;
    use crate::game::Playable as _;
    use crate::game::rules::{Rules, START};
    use crate::game::single::Position;
    use crate::tools::lab::data::Sample;

    const SET: InputSet = Inputs8x8::SET;

    fn packed(inputs: &InputSet, views: &[Vec<usize>]) -> Vec<u8> {
        let mut bytes = Vec::new();
        pack(inputs, views, &mut bytes);
        let (mut rows, mut ends) = (Vec::new(), Vec::new());
        unpack(inputs, &bytes, &mut rows, &mut ends);
        let mut begin = 0;
        for (view, end) in views.iter().zip(ends) {
            let read = in_order(rows[begin..end as usize].iter().map(|&row| usize::from(row)));
            assert_eq!(read, in_order(view.iter().copied()));
            begin = end as usize;
        }
        assert_eq!(begin, rows.len());
        bytes
    }

    #[test]
    fn every_list_is_read_as_it_was_written() {
        packed(&SET, &[vec![], vec![]]);
        packed(&SET, &[vec![0], vec![SET.all_rows() - 1]]);
        packed(&SET, &[vec![254, 0, 509], vec![255, 1_020, 765, 510]]);
        packed(&SET, &[(0..255).collect(), vec![]]);
    }

    #[test]
    fn the_other_side_of_a_board_takes_one_byte_and_a_row_one_or_two() {
        let start = START.parse().unwrap();
        let mut position = Position::from_setup(&start, Rules::CRAZYHOUSE, false).unwrap();
        let mut views = vec![Vec::new(); SET.views];
        for ply in 0..200 {
            look(&Sample::of(&position), true, &SET, &mut views);
            let bytes = packed(&SET, &views).len();
            assert!(bytes <= views[0].len() + 8, "{bytes} bytes for {} rows", views[0].len());
            let moves = position.legal_moves();
            let Some(&mv) = moves.get(ply * ply % moves.len().max(1)) else { break };
            position.play(mv, &mut Silent);
        }
    }
}
