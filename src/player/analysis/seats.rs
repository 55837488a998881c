//! Analysis of one board: two seats, or three or four.

use super::chance::{of_three, of_two};
use super::lines::LinesFound;
use super::{Findings, Round, SeatAnalysis};
use crate::base::Score;
use crate::board::multi::MultiSeat;
use crate::board::{Color, Silent};
use crate::eval::chosen::{AnyEval, SeatsEval};
use crate::game::Playable;
use crate::game::multi::{MultiGame, Paranoid, Position as MultiPosition};
use crate::game::single::Position;
use crate::player::engine::{SharedEngine, lock};

/// One board of two seats.
pub(super) fn two(
    engine: SharedEngine<Position, AnyEval>,
    position: Position,
) -> impl FnMut(&Round<'_>) -> Findings {
    move |round| {
        let LinesFound { decision, lines, score } =
            round.lines(&mut lock(&engine), &position, 0, Vec::new(), round.nodes);
        let turn = position.turn();
        let of = |color: Color| if color == turn { score } else { -score };
        let mut seats = Color::ALL.map(|color| SeatAnalysis::new(color.index(), 0));
        for color in Color::ALL {
            seats[color.index()].score = Some(of(color));
        }
        seats[turn.index()].lines = lines;
        let outlooks = of_two(round.order.chances, of(Color::White), [vec![0], vec![1]]);
        Findings { outlooks, seats: seats.into(), nodes: decision.nodes }
    }
}

/// The share of a round that goes to the seat on move; the rest goes to the others.
const OWN_SHARE: u64 = 3;

/// Three or four seats: lines for the seat on move, a score for everyone.
pub(super) fn many<K: MultiGame>(
    engine: SharedEngine<Paranoid<K>, SeatsEval<K>>,
    position: MultiPosition<K>,
) -> impl FnMut(&Round<'_>) -> Findings {
    move |round| {
        let mut engine = lock(&engine);
        let turn = position.turn();
        let mut seats: Vec<SeatAnalysis> =
            (0..K::SEATS).map(|seat| SeatAnalysis::new(seat, 0)).collect();
        // Each seat is asked when it comes to move, after the best moves of those before it.
        let mut after = position.clone();
        let mut spent = 0;
        for ply in 0..K::SEATS {
            let seat = after.turn();
            if seats[seat.index()].score.is_some() || after.verdict().is_over() {
                break;
            }
            let nodes = if ply == 0 {
                round.nodes * OWN_SHARE / (OWN_SHARE + 1)
            } else {
                round.nodes / (OWN_SHARE + 1) / (K::SEATS as u64 - 1)
            };
            let LinesFound { decision, lines, score } =
                round.lines(&mut engine, &Paranoid::new(after.clone()), 0, Vec::new(), nodes);
            spent += decision.nodes;
            seats[seat.index()].score = Some(score);
            if seat == turn {
                seats[seat.index()].lines = lines;
            }
            let Some(best) = decision.best else { break };
            after.play(best, &mut Silent);
        }
        let outlooks =
            if K::LAYOUT.teams { teams(round, &seats, turn) } else { shares(round, &seats) };
        Findings { outlooks, seats, nodes: spent }
    }
}

/// The score of the team of the seat on move is that of its search.
fn teams(round: &Round<'_>, seats: &[SeatAnalysis], turn: MultiSeat) -> Vec<super::Outlook> {
    let score = seats[turn.index()].score.unwrap_or_default();
    let first = if turn.index().is_multiple_of(2) { score } else { -score };
    of_two(round.order.chances, first, [vec![0, 2], vec![1, 3]])
}

fn shares(round: &Round<'_>, seats: &[SeatAnalysis]) -> Vec<super::Outlook> {
    let win = |seat: usize| {
        let score = seats.get(seat).and_then(|seat| seat.score).unwrap_or(Score::mated(0));
        f64::from(round.order.chances.wdl(score)[0]) / 1000.0
    };
    of_three([win(0), win(1), win(2)])
}
