//! What a seat says to its partner of its own board: pieces with which it mates or is saved,
//! pieces with which the rival mates, that the board is dead, and whether exchanges are welcome.
//! And of the match: that the partner should wait for a piece, or hurry. All are withdrawn when
//! they are void.

use super::pace::Diagonal;
use super::patience::captures;
use super::prices::PiecePrices;
use super::probes::ProbeBudget;
use super::view::{BoardEngine, BoardView, OtherBoard};
use crate::base::Score;
use crate::board::{Piece, Role};
use crate::game::pair::{Mailbox, PartnerMessage, Seat, Word};
use crate::game::rules::{Rules, Talk};
use crate::game::single::Position;
use crate::search::{Limits, SearchControl};

/// One probe is this small at its full size, in plies and nodes: six of them take two hundredths
/// of a second, and are deep enough for a mate in three.
const PROBE: (u32, u64) = (6, 2_000);
/// That the rival mates takes a ply more to see, and all replies to it.
const DANGER: (u32, u64) = (8, 6_000);
/// That a piece kills or saves is looked at once more before it is said.
const CONFIRM: (u32, u64) = (12, 10_000);
/// A proof that a piece mates may take so many nodes.
const PROOF_NODES: u64 = 1_500;
/// What exchanges of one piece of each kind must gain or cost together, in centipawns, to be
/// spoken of.
const EXCHANGES: i32 = 500;
/// Beyond this a score says who wins, and not by how much.
const CLEAR: i32 = 1_500;

/// What a seat on move has found out of its own board.
struct Threats<'a> {
    engine: &'a mut BoardEngine,
    control: &'a SearchControl,
    view: &'a BoardView,
    probes: &'a mut ProbeBudget,
    /// The part of its full size that each search has.
    share: f64,
}

impl Threats<'_> {
    fn score(&mut self, position: &Position, (depth, nodes): (u32, u64)) -> i32 {
        let nodes = Some(self.part_of(nodes));
        let limits = Limits { depth: Some(depth), nodes, ..Limits::default() };
        let decision = self.engine.probe(position, &limits, self.control);
        self.probes.spent += decision.nodes;
        decision.score.value()
    }

    fn is_mate(&mut self, position: &Position) -> bool {
        let limits = Limits { nodes: Some(self.part_of(PROOF_NODES)), ..Limits::default() };
        let spent = &mut self.probes.spent;
        self.engine.prove_mate(position, &limits, self.control, spent).is_some()
    }

    fn part_of(&self, nodes: u64) -> u64 {
        (nodes as f64 * self.share) as u64
    }

    fn words(&mut self) -> Vec<Word> {
        let mut words = Vec::new();
        let (won, lost) = (Score::LIMIT, -Score::LIMIT);
        let now = self.score(&self.view.own, PROBE);
        let us = self.view.seat.color;
        let mut exchanges = 0;
        for role in Role::DROPPABLE {
            if self.control.must_end() {
                return words;
            }
            let richer = self.view.own.receiving(Piece::new(us, role));
            let helped = self.score(&richer, PROBE);
            if now <= won && (helped > won || self.is_mate(&richer)) {
                words.push(Word::MatesHim(role));
            } else if now < lost && helped >= lost && self.score(&richer, CONFIRM) >= lost {
                words.push(Word::Need(role));
            }
            if now >= lost {
                let poorer = self.view.own.receiving(Piece::new(!us, role));
                let harmed = self.score(&poorer, DANGER);
                if harmed < lost && self.score(&poorer, CONFIRM) < lost {
                    words.push(Word::MatesMe(role));
                }
                let clear = |score: i32| score.clamp(-CLEAR, CLEAR);
                exchanges += clear(helped) + clear(harmed) - 2 * clear(now);
            }
        }
        if now < lost && words.is_empty() {
            words.push(Word::Dead);
        }
        if exchanges > EXCHANGES {
            words.push(Word::Trade);
        } else if exchanges < -EXCHANGES {
            words.push(Word::NoTrade);
        }
        words
    }
}

/// What the seat, which is on move, should say of its board, found by small searches; nothing if
/// that would cost too much.
pub fn threats(
    engine: &mut BoardEngine,
    view: &BoardView,
    probes: &mut ProbeBudget,
    control: &SearchControl,
) -> Vec<Word> {
    match probes.words_share() {
        Some(share) => Threats { engine, control, view, probes, share }.words(),
        None => Vec::new(),
    }
}

/// What the seat, which is on move, should say of the match: wait, where it can take a piece with
/// which the partner, who is on move, mates; hurry, where the partner is behind on the clock.
pub fn orders(view: &BoardView, prices: &PiecePrices, partner: Diagonal) -> Vec<Word> {
    let mut words = Vec::new();
    if let OtherBoard::Known(board) = &view.other
        && board.turn() == view.seat.partner().color
        && takes_a_mating_piece(&view.own, prices)
    {
        words.push(Word::Sit);
    } else if partner.is_behind() {
        words.push(Word::Fast);
    }
    words
}

fn takes_a_mating_piece(own: &Position, prices: &PiecePrices) -> bool {
    captures(own).any(|(_, role)| prices.lets_mate(role))
}

/// Says what is new and withdraws what is void, as far as the rules let it be said; what
/// the partner is to be told.
pub fn speak(
    mailbox: &mut Mailbox,
    rules: &Rules,
    seat: Seat,
    words: &[Word],
) -> Vec<PartnerMessage> {
    let words: Vec<Word> = words.iter().map(|word| allowed(rules, word)).collect();
    let said = mailbox.heard(seat.partner());
    let lasts = |word: &&Word| matches!(word, Word::Move(_));
    let void = said.iter().filter(|word| !lasts(word) && !words.contains(word));
    let fresh = words.iter().filter(|word| !said.contains(word));
    let message = |withdrawn| move |word: &Word| PartnerMessage { word: word.clone(), withdrawn };
    let mut messages: Vec<PartnerMessage> =
        void.map(message(true)).chain(fresh.map(message(false))).collect();
    messages.retain(|message| mailbox.say(rules, seat, message).is_ok());
    messages
}

/// Where only requests are allowed, a piece that mates is asked for.
fn allowed(rules: &Rules, word: &Word) -> Word {
    match *word {
        Word::MatesHim(role) if rules.talk == Talk::Requests => Word::Need(role),
        _ => word.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::chosen::EvalChoice;
    use crate::eval::team::{BesideHandle, BoardEvals, TeamEval};
    use crate::game::catalogue::BuiltIn;
    use crate::game::pair::Pair;
    use crate::player::partner::prices::PiecePrices;
    use crate::search::Engine;

    fn said(rules: Rules, fen: &str) -> Vec<Word> {
        let evals = BoardEvals::of(&EvalChoice::HandWritten, BuiltIn::Bughouse, &rules).unwrap();
        let mut engine =
            Engine::new(TeamEval::new(evals, BesideHandle::default(), true), 1, 1).unwrap();
        let pair = Pair::new(&fen.parse().unwrap(), None, rules, false).unwrap();
        let view = BoardView::new(&pair, pair.on_move(0), &[]).unwrap();
        threats(&mut engine, &view, &mut ProbeBudget::full(), &SearchControl::default())
    }

    /// Black's king is smothered: a knight on f7 would mate.
    const SMOTHERED: &str = "6rk/6pp/8/8/8/8/8/4K3[] w - - 0 1";

    #[test]
    fn a_piece_that_mates_is_asked_for_and_one_that_mates_us_refused() {
        assert!(said(Rules::BUGHOUSE, SMOTHERED).contains(&Word::MatesHim(Role::Knight)));
        // Where drops may not mate or check, a knight is no mate at once.
        assert!(!said(Rules::DOORGEEFSCHAAK, SMOTHERED).contains(&Word::MatesHim(Role::Knight)));
        let threatened = "4k3/8/8/8/8/8/P5PP/6RK[] w - - 0 1";
        let words = said(Rules::BUGHOUSE, threatened);
        assert!(!words.contains(&Word::MatesMe(Role::Pawn)) && !words.contains(&Word::Dead));
    }

    #[test]
    fn a_lost_seat_asks_for_what_saves_it_and_says_when_nothing_does() {
        // A check that only a piece between could stop, and one that nothing stops.
        let words = said(Rules::BUGHOUSE, "R5k1/5ppp/8/8/8/8/8/4K3[] b - - 0 1");
        assert!(words.contains(&Word::Need(Role::Knight)) && !words.contains(&Word::Dead));
        assert!(!words.contains(&Word::Need(Role::Pawn)), "{words:?}");
        let dead = said(Rules::BUGHOUSE, "7k/6p1/4P1N1/8/8/8/8/K6R[] b - - 0 1");
        assert_eq!(dead, [Word::Dead]);
    }

    #[test]
    fn what_is_void_is_withdrawn_and_nothing_said_twice() {
        let mut mailbox = Mailbox::default();
        let (rules, seat) = (Rules::BUGHOUSE, Seat::ALL[0]);
        let need = [Word::MatesHim(Role::Knight), Word::No(Role::Queen)];
        let mut lines = |words: &[Word]| -> Vec<String> {
            speak(&mut mailbox, &rules, seat, words).iter().map(PartnerMessage::to_string).collect()
        };
        assert_eq!(lines(&need), ["mates-him n", "no q"]);
        assert!(lines(&need).is_empty());
        assert_eq!(lines(&need[..1]), ["never-mind no q"]);
        let mut strict = Mailbox::default();
        let lines = speak(&mut strict, &Rules::DOORGEEFSCHAAK, seat, &need);
        assert_eq!(lines, ["need n".parse::<PartnerMessage>().unwrap()]);
    }

    #[test]
    fn a_partner_is_told_to_wait_for_a_mating_piece_and_to_hurry_when_behind() {
        let second = std::time::Duration::from_secs(1);
        let [even, behind] =
            [9, 10].map(|rival| Diagonal { own: Some(9 * second), rival: Some(rival * second) });
        let mut prices = PiecePrices::default();
        let mut ordered = |fen: &str, need: i32, partner: Diagonal| {
            prices.need[Role::Knight.index()] = need;
            let setup: crate::notation::PairSetup = fen.parse().unwrap();
            let rules = Rules::BUGHOUSE;
            let pair = Pair::new(&setup.first, setup.second.as_ref(), rules, false).unwrap();
            let view = BoardView::new(&pair, pair.on_move(0), &[]).unwrap();
            orders(&view, &prices, partner)
        };
        let takes = "4k3/8/8/3n4/4P3/8/8/4K3[] w - - 0 1";
        let quiet = "4k3/8/3n4/8/4P3/8/8/4K3[] w - - 0 1";
        let [black, white] =
            ["b", "w"].map(|turn| format!("6RK/6PP/8/8/8/8/8/4k3[] {turn} - - 0 1"));
        let mates = PiecePrices::MATES;
        assert_eq!(ordered(&format!("{takes} | {black}"), mates, even), [Word::Sit]);
        // It is worth something, but does not mate; the partner is not on move; there is none.
        assert_eq!(ordered(&format!("{takes} | {black}"), 300, even), []);
        assert_eq!(ordered(&format!("{takes} | {white}"), mates, even), []);
        assert_eq!(ordered(&format!("{quiet} | {black}"), mates, even), []);
        assert_eq!(ordered(&format!("{quiet} | {black}"), mates, behind), [Word::Fast]);
    }

    #[test]
    fn what_is_heard_becomes_prices() {
        let mut mailbox = Mailbox::default();
        let (rules, seat) = (Rules::BUGHOUSE, Seat::ALL[0]);
        let mut hear = |text: &str| -> PiecePrices {
            mailbox.say(&rules, seat.partner(), &text.parse().unwrap()).unwrap();
            let mut prices =
                PiecePrices { need: [100; Role::CHESS.len()], fear: [100; Role::CHESS.len()] };
            prices.heed(mailbox.heard(seat));
            prices
        };
        let (knight, queen) = (Role::Knight.index(), Role::Queen.index());
        assert_eq!(hear("need n").need[knight], 300);
        assert_eq!(hear("mates-me q").fear[queen], 1_500);
        assert_eq!(hear("never-mind need n").need[knight], 100);
        assert_eq!(hear("trade").need[knight], 140);
        let against = hear("no-trade");
        assert_eq!((against.need[knight], against.fear[knight]), (100, 140));
        let dead = hear("dead");
        assert_eq!((dead.need[knight], dead.fear[queen]), (0, 1_500));
        assert_eq!(hear("alive").need[knight], 100);
    }
}
