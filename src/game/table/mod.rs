//! A game whose moves are text. A [`Table`] is set up from a FEN, says who is on move and
//! what is legal, reads and plays moves, and knows what the rules make of flags,
//! resignations, offences and talk. There is one implementation for each shape of game; all
//! that plays, shows or records games stands on this trait. Clocks and engines are not known
//! here.

pub mod arrivals;
mod kind;
mod multi;
mod pair;
mod play;
mod single;

pub use kind::GameKind;
pub use multi::MultiTable;
pub use pair::PairTable;
pub use play::{
    AnyPosition, MOST_SEATS, Misplay, MoveWithHands, Path, Penalty, PlayError, Played, Table,
    TableError, TalkError,
};
pub use single::SingleTable;

#[cfg(test)]
mod tests {
    use super::GameKind;
    use crate::game::catalogue::BuiltIn;

    #[test]
    fn what_is_taken_back_is_as_it_was_in_every_game() {
        for game in BuiltIn::ALL {
            let kind = GameKind::new(game.into());
            let boards = if kind.is_pair() { 2 } else { 1 };
            let mut table = kind.set_up(None).unwrap();
            assert!(!table.undo(), "{game:?}: nothing was played");
            let mut before = Vec::new();
            for ply in 0..24 {
                let board = ply % boards;
                let legal = table.legal(board);
                let Some(text) = legal.get(ply * 7 % legal.len().max(1)) else { break };
                before.push((table.fen(), table.path().moves.to_vec(), table.plies()));
                let seat = table.on_move(board).unwrap();
                table.play(seat, text).unwrap();
            }
            assert!(before.len() > 10, "{game:?}");
            for expected in before.into_iter().rev() {
                assert!(table.undo(), "{game:?}");
                let now = (table.fen(), table.path().moves.to_vec(), table.plies());
                assert_eq!(now, expected, "{game:?}");
            }
        }
    }
}
