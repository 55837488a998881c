//! What partners say to each other: requests for pieces, refusals, and what to do. Each word
//! can be withdrawn. The rules say what may be said at all: a message that they forbid is
//! neither sent nor heard.

use std::fmt;
use std::str::FromStr;

use super::{Seat, Team};
use crate::board::{Role, Square};
use crate::game::rules::{Rules, Talk};

/// Something that one partner says to the other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Word {
    /// `need n`: capture this piece for me.
    Need(Role),
    /// `no q`: do not lose this piece.
    No(Role),
    /// `mates-me q`: if my opponent gets this piece, I am mated.
    MatesMe(Role),
    /// `mates-him n`: with this piece I mate.
    MatesHim(Role),
    /// Do not move.
    Sit,
    /// Move now.
    Go,
    /// Play faster.
    Fast,
    /// There is time; after [`Word::Fast`]: play as usual.
    Slow,
    /// I am mated unless you win.
    Dead,
    /// I am not.
    Alive,
    /// Exchanges are welcome.
    Trade,
    /// Exchanges are not.
    NoTrade,
    /// `move e2e4`: one move for the partner's board.
    Move(String),
}

/// A word, said or taken back.
///
/// # Examples
/// ```
/// use kralle::game::pair::PartnerMessage;
///
/// let message: PartnerMessage = "need n".parse()?;
/// assert_eq!(message.to_string(), "need n");
/// let error = "need x".parse::<PartnerMessage>().unwrap_err();
/// assert_eq!(error.to_string(), "`need` needs one of p n b r q");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PartnerMessage {
    /// What is said.
    pub word: Word,
    /// `never-mind ...`: it is void.
    pub withdrawn: bool,
}

/// Why a message is not understood or not let through.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum MessageError {
    #[error("`{0}` is no message to a partner")]
    Unknown(String),
    #[error("`{0}` needs one of p n b r q")]
    NoPiece(String),
    #[error("`move` needs one move like e2e4 or n@f7")]
    NoMove,
    #[error("by these rules a partner may only be asked for pieces")]
    OnlyRequests,
    #[error("by these rules no second move may be recommended before the partner has moved")]
    SecondMove,
}

impl FromStr for PartnerMessage {
    type Err = MessageError;

    fn from_str(text: &str) -> Result<Self, MessageError> {
        Self::read(text, looks_like_a_move)
    }
}

impl PartnerMessage {
    /// The word that this one replaces, if both cannot hold.
    pub const fn opposite(&self) -> Option<Word> {
        Some(match self.word {
            Word::Sit => Word::Go,
            Word::Go => Word::Sit,
            Word::Fast => Word::Slow,
            Word::Slow => Word::Fast,
            Word::Dead => Word::Alive,
            Word::Alive => Word::Dead,
            Word::Trade => Word::NoTrade,
            Word::NoTrade => Word::Trade,
            _ => return None,
        })
    }

    /// Reads a message in which `is_move` says what looks like a move.
    ///
    /// # Errors
    /// If it is none.
    pub fn read(text: &str, is_move: impl Fn(&str) -> bool) -> Result<Self, MessageError> {
        let mut words = text.split_whitespace().peekable();
        let withdrawn = words.next_if(|&word| word == "never-mind").is_some();
        let words: Vec<&str> = words.collect();
        let unknown = || MessageError::Unknown(text.into());
        let piece = |letter: &&str| {
            let mut letters = letter.chars();
            let role = letters.next().and_then(Role::from_letter);
            role.filter(|&role| letters.next().is_none() && role != Role::King)
        };
        let word = match words.as_slice() {
            [kind @ ("need" | "no" | "mates-me" | "mates-him"), rest @ ..] => {
                let role = match rest {
                    [letter] => piece(letter),
                    _ => None,
                };
                let role = role.ok_or_else(|| MessageError::NoPiece((*kind).into()))?;
                match *kind {
                    "need" => Word::Need(role),
                    "no" => Word::No(role),
                    "mates-me" => Word::MatesMe(role),
                    _ => Word::MatesHim(role),
                }
            }
            ["sit"] => Word::Sit,
            ["go"] => Word::Go,
            ["fast"] => Word::Fast,
            ["slow"] => Word::Slow,
            ["dead"] => Word::Dead,
            ["alive"] => Word::Alive,
            ["trade"] => Word::Trade,
            ["no-trade"] => Word::NoTrade,
            ["move", mv] if is_move(mv) => Word::Move((*mv).into()),
            ["move", ..] => return Err(MessageError::NoMove),
            _ => return Err(unknown()),
        };
        Ok(Self { word, withdrawn })
    }
}

/// `e2e4`, `a7a8q`, `n@f7`, `e7e8=d1`: whether it is legal is for the board to say.
fn looks_like_a_move(text: &str) -> bool {
    let square = |from: usize| text.get(from..from + 2).and_then(Square::parse).is_some();
    let drop = text.len() == 4 && text.get(1..2) == Some("@") && square(2);
    drop || (text.len() <= 7 && square(0) && square(2))
}

impl fmt::Display for PartnerMessage {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.withdrawn {
            f.write_str("never-mind ")?;
        }
        let piece = |role: &Role| role.letter().to_ascii_lowercase();
        match &self.word {
            Word::Need(role) => write!(f, "need {}", piece(role)),
            Word::No(role) => write!(f, "no {}", piece(role)),
            Word::MatesMe(role) => write!(f, "mates-me {}", piece(role)),
            Word::MatesHim(role) => write!(f, "mates-him {}", piece(role)),
            Word::Sit => f.write_str("sit"),
            Word::Go => f.write_str("go"),
            Word::Fast => f.write_str("fast"),
            Word::Slow => f.write_str("slow"),
            Word::Dead => f.write_str("dead"),
            Word::Alive => f.write_str("alive"),
            Word::Trade => f.write_str("trade"),
            Word::NoTrade => f.write_str("no-trade"),
            Word::Move(mv) => write!(f, "move {mv}"),
        }
    }
}

/// What has been said and holds, from each seat to its partner.
#[derive(Clone, Default, Debug)]
pub struct Mailbox {
    said: [Vec<Word>; 4],
    /// A move was recommended and the partner has not moved since.
    recommended: [bool; 4],
}

impl Mailbox {
    /// A seat says something to its partner. What it said before about the same thing is
    /// replaced: `go` ends `sit`. Withdrawing what was never said does nothing.
    ///
    /// # Errors
    /// If the rules do not let it be said; nothing is heard then.
    pub fn say(
        &mut self,
        rules: &Rules,
        from: Seat,
        message: &PartnerMessage,
    ) -> Result<(), MessageError> {
        let recommends = matches!(message.word, Word::Move(_));
        match rules.talk {
            Talk::Free => {}
            // Withdrawing a request is still about requests.
            Talk::Requests if !matches!(message.word, Word::Need(_)) => {
                return Err(MessageError::OnlyRequests);
            }
            Talk::Requests => {}
            Talk::OneMove => {
                let again = recommends && self.recommended[from.index()] && !message.withdrawn;
                if again && !self.said[from.index()].contains(&message.word) {
                    return Err(MessageError::SecondMove);
                }
            }
        }
        let said = &mut self.said[from.index()];
        if message.withdrawn {
            said.retain(|word| *word != message.word);
            return Ok(());
        }
        // `go` ends `sit`, and a second move to play the first one.
        let opposite = message.opposite();
        let was_fast = said.contains(&Word::Fast);
        said.retain(|word| {
            *word != message.word
                && Some(word) != opposite.as_ref()
                && !(recommends && matches!(word, Word::Move(_)))
        });
        // Who is no longer to be fast plays at its usual pace.
        if message.word != Word::Slow || !was_fast {
            said.push(message.word.clone());
        }
        if recommends {
            self.recommended[from.index()] = true;
        }
        Ok(())
    }

    /// What holds of what this seat's partner said.
    pub fn heard(&self, seat: Seat) -> &[Word] {
        &self.said[seat.partner().index()]
    }

    /// A seat has moved: a recommendation that it got, or that it should move, is void.
    pub fn moved(&mut self, seat: Seat) {
        let partner = seat.partner().index();
        self.recommended[partner] = false;
        self.said[partner].retain(|word| !matches!(word, Word::Move(_) | Word::Go));
    }

    /// Everything a team has said, withdrawn.
    pub fn clear(&mut self, team: Team) {
        for seat in Seat::ALL.into_iter().filter(|seat| seat.team() == team) {
            self.said[seat.index()].clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const W1: Seat = Seat::ALL[0];

    fn say(mailbox: &mut Mailbox, rules: Rules, text: &str) -> Result<(), MessageError> {
        mailbox.say(&rules, W1, &text.parse()?)
    }

    #[test]
    fn every_word_survives_the_round_trip() {
        for text in [
            "need n",
            "no q",
            "mates-me q",
            "mates-him p",
            "sit",
            "go",
            "fast",
            "slow",
            "dead",
            "alive",
            "trade",
            "no-trade",
            "move n@f7",
            "move e7e8=d1",
            "never-mind need n",
        ] {
            let message: PartnerMessage = text.parse().unwrap();
            assert_eq!(message.to_string(), text);
        }
        for text in ["", "need", "need k", "need nn", "move", "move x", "never-mind", "hello"] {
            assert!(text.parse::<PartnerMessage>().is_err(), "{text}");
        }
    }

    #[test]
    fn words_give_way_and_are_withdrawn() {
        let mut mailbox = Mailbox::default();
        let partner = W1.partner();
        for text in ["sit", "need n", "go", "need n", "no q"] {
            say(&mut mailbox, Rules::BUGHOUSE, text).unwrap();
        }
        let heard = mailbox.heard(partner).to_vec();
        assert_eq!(heard, [Word::Go, Word::Need(Role::Knight), Word::No(Role::Queen)]);
        say(&mut mailbox, Rules::BUGHOUSE, "never-mind need n").unwrap();
        assert_eq!(mailbox.heard(partner).len(), 2);
        mailbox.moved(partner);
        assert_eq!(mailbox.heard(partner), [Word::No(Role::Queen)], "it has gone");
        say(&mut mailbox, Rules::BUGHOUSE, "fast").unwrap();
        say(&mut mailbox, Rules::BUGHOUSE, "slow").unwrap();
        assert_eq!(mailbox.heard(partner), [Word::No(Role::Queen)], "the usual pace");
        say(&mut mailbox, Rules::BUGHOUSE, "slow").unwrap();
        assert_eq!(mailbox.heard(partner), [Word::No(Role::Queen), Word::Slow]);
        mailbox.clear(Team::White1);
        assert!(mailbox.heard(partner).is_empty());
    }

    #[test]
    fn doorgeefschaak_14_only_requests() {
        let mut mailbox = Mailbox::default();
        assert_eq!(say(&mut mailbox, Rules::DOORGEEFSCHAAK, "need n"), Ok(()));
        assert_eq!(say(&mut mailbox, Rules::DOORGEEFSCHAAK, "never-mind need n"), Ok(()));
        for text in ["no q", "sit", "mates-him n", "move e2e4", "trade"] {
            let refused = say(&mut mailbox, Rules::DOORGEEFSCHAAK, text);
            assert_eq!(refused, Err(MessageError::OnlyRequests), "{text}");
        }
        assert!(mailbox.heard(W1.partner()).is_empty());
    }

    #[test]
    fn tandem_7_2_and_tandemordnung_9_1_no_two_successive_moves() {
        for rules in [Rules::TANDEM, Rules::TANDEMORDNUNG] {
            let mut mailbox = Mailbox::default();
            assert_eq!(say(&mut mailbox, rules, "move e2e4"), Ok(()));
            assert_eq!(say(&mut mailbox, rules, "move d2d4"), Err(MessageError::SecondMove));
            // Nor by taking the first one back: two have been heard then.
            assert_eq!(say(&mut mailbox, rules, "never-mind move e2e4"), Ok(()));
            assert_eq!(say(&mut mailbox, rules, "move d2d4"), Err(MessageError::SecondMove));
            mailbox.moved(W1.partner());
            assert_eq!(say(&mut mailbox, rules, "move d2d4"), Ok(()));
        }
        let mut mailbox = Mailbox::default();
        assert_eq!(say(&mut mailbox, Rules::BUGHOUSE, "move e2e4"), Ok(()));
        assert_eq!(say(&mut mailbox, Rules::BUGHOUSE, "move d2d4"), Ok(()));
    }
}
