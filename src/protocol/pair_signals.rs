//! What the engine says to its partner and hears from him. A request goes out when one
//! more man in the own hand would mate, a refusal when one more man in the enemy's hand
//! would mate us; both are withdrawn when they are void. What is heard becomes prices.

use super::pair::Thinker;
use crate::base::Score;
use crate::board::{Man, Role, Silent};
use crate::eval::priced::Prices;
use crate::game::pair::{Mailbox, Seat, Signal, Word};
use crate::game::rules::Rules;
use crate::game::single::Position;
use crate::search::{self, Limits};

/// Added to a man that the partner asks for, or that he asks us not to lose.
const ASKED: i32 = 200;
/// The same where a mate hangs on him.
const MATES: i32 = 1_500;

/// One probe is this small: eleven of them take a few hundredths of a second.
const PROBE_NODES: u64 = 2_000;
/// Deep enough for a mate in three.
const PROBE_DEPTH: u32 = 6;

/// Turns what the seat's partner has said into prices of men on the seat's board. Says
/// whether any has changed.
pub(super) fn listen(mailbox: &Mailbox, seat: Seat, prices: &Prices) -> bool {
    let before = prices.now();
    for role in Role::DROPPABLE {
        let (mut wanted, mut feared) = (0, 0);
        for word in mailbox.heard(seat) {
            match *word {
                Word::Need(man) if man == role => wanted = wanted.max(ASKED),
                Word::MatesHim(man) if man == role => wanted = wanted.max(MATES),
                Word::No(man) if man == role => feared = feared.max(ASKED),
                Word::MatesMe(man) if man == role => feared = feared.max(MATES),
                _ => {}
            }
        }
        // An enemy's man that we take goes to the partner; one of ours goes to his opponent.
        prices.set(Man::new(!seat.color, role), wanted);
        prices.set(Man::new(seat.color, role), feared);
    }
    prices.now() != before
}

/// What the seat on move should say of mates, found by small searches.
pub(super) fn probe(
    engine: &mut Thinker,
    position: &Position,
    orders: &search::Signal,
) -> Vec<Word> {
    let mut words = Vec::new();
    let limits = Limits {
        depth: Some(PROBE_DEPTH),
        nodes: Some(PROBE_NODES),
        lines: 1,
        ..Limits::default()
    };
    let mut ask = |position: &Position| engine.search(position, &limits, orders, &mut ()).score;
    let mates = |score: Score| score.mate_in().is_some_and(|plies| plies > 0);
    let mated = |score: Score| score.mate_in().is_some_and(|plies| plies <= 0);
    let now = ask(position);
    let us = position.turn();
    for role in Role::DROPPABLE {
        if orders.stopped() {
            break;
        }
        let with = |man: Man| {
            let mut richer = position.clone();
            richer.receive(man, &mut Silent);
            richer
        };
        if !mates(now) && mates(ask(&with(Man::new(us, role)))) {
            words.push(Word::Need(role));
        }
        if !mated(now) && mated(ask(&with(Man::new(!us, role)))) {
            words.push(Word::No(role));
        }
    }
    words
}

/// Says what is new and withdraws what is void, as far as the rules let it be said; the
/// lines to be sent.
pub(super) fn speak(
    mailbox: &mut Mailbox,
    rules: &Rules,
    seat: Seat,
    words: &[Word],
) -> Vec<String> {
    let kind = |word: &Word| matches!(word, Word::Need(_) | Word::No(_));
    let old =
        mailbox.heard(seat.partner()).iter().filter(|word| kind(word) && !words.contains(word));
    let void: Vec<Word> = old.cloned().collect();
    let fresh = words.iter().filter(|word| !mailbox.heard(seat.partner()).contains(word));
    let fresh: Vec<Word> = fresh.cloned().collect();
    let withdrawn = void.into_iter().map(|word| Signal { word, withdrawn: true });
    let said = fresh.into_iter().map(|word| Signal { word, withdrawn: false });
    withdrawn
        .chain(said)
        .filter(|signal| mailbox.say(rules, seat, signal).is_ok())
        .map(|signal| format!("info string tell {} {signal}", seat.partner()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::chosen::Choice;
    use crate::eval::priced::Priced;
    use crate::search::Engine;

    fn said(rules: Rules, fen: &str) -> Vec<Word> {
        let eval = Choice::HandWritten.eval("bughouse", &rules).unwrap();
        let eval = Priced::new(eval, Prices::default(), false);
        let mut engine = Engine::new(eval, 1, 1).unwrap();
        let position = Position::from_setup(&fen.parse().unwrap(), rules, false).unwrap();
        probe(&mut engine, &position, &search::Signal::default())
    }

    /// Black's king is smothered: a knight on f7 would mate.
    const SMOTHERED: &str = "6rk/6pp/8/8/8/8/8/4K3[] w - - 0 1";

    #[test]
    fn a_man_that_mates_is_asked_for_and_one_that_mates_us_refused() {
        assert!(said(Rules::BUGHOUSE, SMOTHERED).contains(&Word::Need(Role::Knight)));
        // Where drops may not mate or check, a knight is no mate at once.
        assert!(!said(Rules::DOORGEEFSCHAAK, SMOTHERED).contains(&Word::Need(Role::Knight)));
        let threatened = "4k3/8/8/8/8/8/P5PP/6RK[] w - - 0 1";
        assert!(
            said(Rules::BUGHOUSE, threatened).iter().all(|word| *word != Word::Need(Role::Pawn))
        );
    }

    #[test]
    fn what_is_void_is_withdrawn_and_nothing_said_twice() {
        let mut mailbox = Mailbox::default();
        let (rules, seat) = (Rules::BUGHOUSE, Seat::ALL[0]);
        let need = [Word::Need(Role::Knight), Word::No(Role::Queen)];
        let mut lines = |words: &[Word]| speak(&mut mailbox, &rules, seat, words);
        assert_eq!(lines(&need), ["info string tell 2b need n", "info string tell 2b no q"]);
        assert!(lines(&need).is_empty());
        assert_eq!(lines(&need[..1]), ["info string tell 2b never-mind no q"]);
        let mut strict = Mailbox::default();
        let lines = speak(&mut strict, &Rules::DOORGEEFSCHAAK, seat, &need);
        assert_eq!(lines, ["info string tell 2b need n"]);
    }

    #[test]
    fn what_is_heard_becomes_prices() {
        let mut mailbox = Mailbox::default();
        let (rules, seat) = (Rules::BUGHOUSE, Seat::ALL[0]);
        let prices = Prices::default();
        for text in ["need n", "mates-me q"] {
            mailbox.say(&rules, seat.partner(), &text.parse().unwrap()).unwrap();
        }
        assert!(listen(&mailbox, seat, &prices));
        assert!(!listen(&mailbox, seat, &prices));
        let now = prices.now();
        assert_eq!(now[1][Role::Knight.index()], ASKED);
        assert_eq!(now[0][Role::Queen.index()], MATES);
        mailbox.say(&rules, seat.partner(), &"never-mind need n".parse().unwrap()).unwrap();
        assert!(listen(&mailbox, seat, &prices));
        assert_eq!(prices.now()[1][Role::Knight.index()], 0);
    }
}
