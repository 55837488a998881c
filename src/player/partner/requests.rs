//! What a seat says to its partner. A request goes out when one more piece in the own hand
//! would mate, or would save a lost board; a refusal when one more piece in the enemy's hand
//! would mate; that the board is dead when nothing can save it. All are withdrawn when they
//! are void.

use super::view::{BoardEngine, BoardView};
use crate::base::Score;
use crate::board::{Piece, Role, Silent};
use crate::game::pair::{Mailbox, PartnerMessage, Seat, Word};
use crate::game::rules::Rules;
use crate::game::single::Position;
use crate::search::{Limits, SearchControl};

/// One probe is this small: eleven of them take a few hundredths of a second.
const PROBE_NODES: u64 = 2_000;
/// Deep enough for a mate in three.
const PROBE_DEPTH: u32 = 6;

/// What the seat, which is on move, should say of pieces, found by small searches.
pub fn threats(engine: &mut BoardEngine, view: &BoardView, control: &SearchControl) -> Vec<Word> {
    let mut words = Vec::new();
    let limits = Limits { depth: Some(PROBE_DEPTH), nodes: Some(PROBE_NODES), ..Limits::default() };
    let mut ask =
        |position: &Position| engine.search(position, &limits, control, &mut ()).score.value();
    let (won, lost) = (Score::LIMIT, -Score::LIMIT);
    let now = ask(&view.own);
    let us = view.seat.color;
    for role in Role::DROPPABLE {
        if control.must_end() {
            return words;
        }
        let with = |piece: Piece| {
            let mut richer = view.own.clone();
            richer.receive(piece, &mut Silent);
            richer
        };
        let helped = ask(&with(Piece::new(us, role)));
        if (now <= won && helped > won) || (now < lost && helped >= lost) {
            words.push(Word::Need(role));
        }
        if now >= lost && ask(&with(Piece::new(!us, role))) < lost {
            words.push(Word::No(role));
        }
    }
    if now < lost && words.is_empty() {
        words.push(Word::Dead);
    }
    words
}

/// Says what is new and withdraws what is void, as far as the rules let it be said; what
/// the partner is to be told.
pub fn speak(
    mailbox: &mut Mailbox,
    rules: &Rules,
    seat: Seat,
    words: &[Word],
) -> Vec<PartnerMessage> {
    let said = mailbox.heard(seat.partner());
    let kind = |word: &&Word| matches!(word, Word::Need(_) | Word::No(_) | Word::Dead);
    let void = said.iter().filter(kind).filter(|word| !words.contains(word));
    let fresh = words.iter().filter(|word| !said.contains(word));
    let message = |withdrawn| move |word: &Word| PartnerMessage { word: word.clone(), withdrawn };
    let mut messages: Vec<PartnerMessage> =
        void.map(message(true)).chain(fresh.map(message(false))).collect();
    messages.retain(|message| mailbox.say(rules, seat, message).is_ok());
    messages
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::chosen::EvalChoice;
    use crate::eval::priced::{Priced, Prices};
    use crate::game::catalogue::BuiltIn;
    use crate::game::pair::Pair;
    use crate::player::partner::prices::PiecePrices;
    use crate::search::Engine;

    fn said(rules: Rules, fen: &str) -> Vec<Word> {
        let plain = EvalChoice::HandWritten.eval(BuiltIn::Bughouse, &rules).unwrap();
        let mut engine = Engine::new(Priced::new(plain, Prices::default(), true), 1, 1).unwrap();
        let pair = Pair::new(&fen.parse().unwrap(), None, rules, false).unwrap();
        let view = BoardView::new(&pair, pair.on_move(0), &[]).unwrap();
        threats(&mut engine, &view, &SearchControl::default())
    }

    /// Black's king is smothered: a knight on f7 would mate.
    const SMOTHERED: &str = "6rk/6pp/8/8/8/8/8/4K3[] w - - 0 1";

    #[test]
    fn a_piece_that_mates_is_asked_for_and_one_that_mates_us_refused() {
        assert!(said(Rules::BUGHOUSE, SMOTHERED).contains(&Word::Need(Role::Knight)));
        // Where drops may not mate or check, a knight is no mate at once.
        assert!(!said(Rules::DOORGEEFSCHAAK, SMOTHERED).contains(&Word::Need(Role::Knight)));
        let threatened = "4k3/8/8/8/8/8/P5PP/6RK[] w - - 0 1";
        let words = said(Rules::BUGHOUSE, threatened);
        assert!(!words.contains(&Word::Need(Role::Pawn)) && !words.contains(&Word::Dead));
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
        let need = [Word::Need(Role::Knight), Word::No(Role::Queen)];
        let mut lines = |words: &[Word]| -> Vec<String> {
            speak(&mut mailbox, &rules, seat, words).iter().map(PartnerMessage::to_string).collect()
        };
        assert_eq!(lines(&need), ["need n", "no q"]);
        assert!(lines(&need).is_empty());
        assert_eq!(lines(&need[..1]), ["never-mind no q"]);
        let mut strict = Mailbox::default();
        let lines = speak(&mut strict, &Rules::DOORGEEFSCHAAK, seat, &need);
        assert_eq!(lines, ["need n".parse::<PartnerMessage>().unwrap()]);
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
