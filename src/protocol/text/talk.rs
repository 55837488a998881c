//! Partner talk in plain words: what people on servers and other engines tell their
//! partners becomes [`PartnerMessage`]s, and messages become words that all of them understand.
//! Pure text to types and back; what may be said is for the rules, how often for the speaker.
//!
//! Understood are the vocabularies of Fairy-Stockfish (`sit`, `go`, `move e2e4`, `fast`,
//! `slow`, `dead`, `x`, `time 500`, `otim 500`), Sunsetter (`sit (I am in trouble)`, bare
//! moves), Sjeng (`+n`, `---q`, `-trades`, `n doesn't mate me anymore`), the bughouse
//! interface UBI (`need N urgency high`, `stall`, `play_fast`), Kralle's own words, and what
//! people write (`need knight pls`, `no bishops`, `trade ok`, `q mates me`, `nvm`).
//!
//! A text is cut into clauses, and a clause is understood whole or not at all: `Ok, I sit
//! next move. Tell me when to go.` asks for nothing.

use std::time::Duration;

use crate::board::Role;
use crate::game::pair::{PartnerMessage, Word};

/// What was understood of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// A word of the partner, or its withdrawal.
    Said(PartnerMessage),
    /// Everything that was said before is void.
    NeverMind,
    /// The partner's clock.
    Clock(Duration),
    /// The clock of the partner's opponent.
    OpponentClock(Duration),
    /// What do you understand?
    Help,
    /// The partner is an engine of this name.
    Engine(String),
}

/// What Kralle says when it gets a partner: one line that engines and people can read.
pub const GREETING: &str = "partner Kralle is an engine. Ask it 'help' for what it understands.";

/// The answer to `help`, a line each.
pub const HELP: [&str; 3] = [
    "I understand: sit, go, fast, slow, dead, x (never mind all), move e2e4, \
     time/otim CENTISECONDS",
    "+n (need a knight) +++n (it mates) -q (lose no queen) ---q (it mates me) =n (never mind n)",
    "+trades, -trades; or in words: need n, no bishops, q mates me, trade ok, nvm",
];

/// What a text of the partner says; nothing if it is not understood.
pub fn hear(text: &str) -> Vec<Heard> {
    let text = text.trim().to_lowercase();
    let text = text.strip_prefix("partnermsg ").or(text.strip_prefix("teammsg ")).unwrap_or(&text);
    if let Some(rest) = text.strip_prefix("partner ") {
        let name = rest.split_whitespace().next().unwrap_or_default();
        return vec![Heard::Engine(name.into())];
    }
    if let Some(said) = whole(text) {
        return said;
    }
    text.split([',', ';', '.', '!', '?']).flat_map(clause).collect()
}

/// Sentences of other engines that mean what their words do not, and Kralle's own forms.
fn whole(text: &str) -> Option<Vec<Heard>> {
    if let Ok(message) = text.parse::<PartnerMessage>() {
        return Some(vec![Heard::Said(message)]);
    }
    let first = text.split_whitespace().next().unwrap_or_default();
    let word = if text.starts_with("i am forcedly mated") {
        Word::Dead
    } else if text.starts_with("i'll have to sit") {
        if text.contains("(dead)") { Word::Dead } else { Word::Fast }
    } else if first == "sitting" && text.contains("i am mated") {
        Word::Dead
    } else if text.starts_with("you can trade freely") {
        Word::Trade
    } else if text.starts_with("mate in ") {
        // The partner mates with it: no more pieces for the opponent.
        Word::NoTrade
    } else if text.contains("mate me anymore") {
        return Some(pieces(first).map_or(vec![Heard::NeverMind], |pieces| void(&pieces)));
    } else if SPEAKS_OF_ITSELF.contains(&first) {
        return Some(Vec::new());
    } else {
        return None;
    };
    Some(vec![say(word)])
}

/// So begin acknowledgements and lists of commands, in which words are named, not meant.
const SPEAKS_OF_ITSELF: &[&str] =
    &["i", "i'm", "ok", "ok,", "sorry", "sorry,", "hello", "hi", "commands", "after", "tell"];

/// Words that change nothing.
const FILLERS: &[&str] = &[
    "a", "an", "the", "please", "pls", "plz", "more", "any", "another", "some", "or", "and", "for",
    "to", "me", "my", "now", "u", "you", "asap", "just", "ur", "your", "!",
];

/// What may follow a word in UBI and says nothing more to us.
const TAILS: &[&str] = &["urgency", "duration", "reason"];

fn clause(text: &str) -> Vec<Heard> {
    let text = text.split('(').next().unwrap_or_default();
    let spoken: Vec<&str> = text.split_whitespace().collect();
    let end = spoken.iter().position(|word| TAILS.contains(word)).unwrap_or(spoken.len());
    let all = &spoken[..end];
    if let Some(heard) = about_mates(all) {
        return heard;
    }
    let kept: Vec<&str> = all.iter().copied().filter(|word| !FILLERS.contains(word)).collect();
    match kept.as_slice() {
        [] => Vec::new(),
        ["help"] | ["help", _] => vec![Heard::Help],
        ["never", "mind", rest @ ..] | ["nevermind" | "nvm" | "never-mind", rest @ ..] => {
            if rest.is_empty() {
                return vec![Heard::NeverMind];
            }
            clause(&rest.join(" ")).into_iter().map(withdraw).collect()
        }
        ["x" | "="] => vec![Heard::NeverMind],
        ["time", number] => clock(number).map(Heard::Clock).into_iter().collect(),
        ["otim", number] => clock(number).map(Heard::OpponentClock).into_iter().collect(),
        ["move" | "play", mv] => advice(mv),
        [mv] if mv.len() >= 4 && !advice(mv).is_empty() => advice(mv),
        ["dont" | "don't" | "no" | "stop", "sit" | "sitting"] => vec![say(Word::Go)],
        words if all_of(words, &["sit", "stall", "wait", "hold", "on"]) => vec![say(Word::Sit)],
        words if all_of(words, &["go", "move", "play"]) => vec![say(Word::Go)],
        words if all_of(words, &["fast", "faster", "hurry", "time", "play_fast", "up"]) => {
            vec![say(Word::Fast)]
        }
        ["slow" | "slower" | "slowly"] => vec![say(Word::Slow)],
        ["dead" | "mated"] => vec![say(Word::Dead)],
        ["alive"] => vec![say(Word::Alive)],
        words => about_pieces(words),
    }
}

fn all_of(words: &[&str], known: &[&str]) -> bool {
    // The last of the known words only follow others.
    words.iter().all(|word| known.contains(word)) && words.first().is_some_and(|w| w.len() > 1)
}

/// `n mates`, `queen mates me`: here `me` is no filler.
fn about_mates(words: &[&str]) -> Option<Vec<Heard>> {
    let (&last, before) = words.split_last()?;
    let (named, of_me) = match (last, before.split_last()) {
        ("me" | "us", Some((&("mates" | "mate"), named))) => (named, true),
        ("mates" | "mate", _) => (before, false),
        ("him", Some((&("mates" | "mate"), named))) => (named, false),
        _ => return None,
    };
    let pieces = all_pieces(named)?;
    Some(
        pieces
            .into_iter()
            .map(|role| say(if of_me { Word::MatesMe(role) } else { Word::MatesHim(role) }))
            .collect(),
    )
}

/// Requests, refusals and trades.
fn about_pieces(words: &[&str]) -> Vec<Heard> {
    const TRADES: [&str; 5] = ["trade", "trades", "trading", "exchange", "exchanges"];
    let good = |word: &&str| matches!(*word, "ok" | "good" | "fine" | "all" | "freely" | "yes");
    match words {
        [trade] if TRADES.contains(trade) => vec![say(Word::Trade)],
        [trade, how] if TRADES.contains(trade) && good(how) => vec![say(Word::Trade)],
        [trade, "bad" | "no"] if TRADES.contains(trade) => vec![say(Word::NoTrade)],
        ["no" | "dont" | "don't" | "stop" | "avoid", trade] if TRADES.contains(trade) => {
            vec![say(Word::NoTrade)]
        }
        ["need" | "want" | "give" | "get" | "send" | "gimme" | "take", named @ ..] => {
            all_pieces(named).map_or(Vec::new(), |pieces| each(pieces, Word::Need))
        }
        ["no", named @ ..]
        | ["dont" | "don't" | "never", "lose" | "give" | "drop", named @ ..]
        | ["avoid" | "keep", named @ ..] => {
            all_pieces(named).map_or(Vec::new(), |pieces| each(pieces, Word::No))
        }
        [signs, ..] if signs.starts_with(['+', '-', '=']) => by_signs(words),
        [named @ .., last] if good(last) && !named.is_empty() => {
            all_pieces(named).map_or(Vec::new(), |pieces| void(&pieces))
        }
        named => all_pieces(named).map_or(Vec::new(), |pieces| each(pieces, Word::Need)),
    }
}

/// `+n`, `++ nb`, `---q`, `=r`, `-trades`, `---`.
fn by_signs(words: &[&str]) -> Vec<Heard> {
    let first = words.first().copied().unwrap_or_default();
    let sign = first.chars().next().unwrap_or_default();
    let bare = first.trim_start_matches(sign);
    let strength = first.len() - bare.len();
    let named: Vec<&str> =
        std::iter::once(bare).chain(words[1..].iter().copied()).filter(|w| !w.is_empty()).collect();
    if named.is_empty() || named.iter().all(|word| word.starts_with("trad")) {
        return match sign {
            '+' => vec![say(Word::Trade)],
            '-' => vec![say(Word::NoTrade)],
            _ => vec![Heard::NeverMind],
        };
    }
    let Some(pieces) = all_pieces(&named) else { return Vec::new() };
    match (sign, strength) {
        ('+', 3..) => each(pieces, Word::MatesHim),
        ('+', _) => each(pieces, Word::Need),
        ('-', 3..) => each(pieces, Word::MatesMe),
        ('-', _) => each(pieces, Word::No),
        _ => void(&pieces),
    }
}

/// The pieces that all these words name, or nothing if one of them names none.
fn all_pieces(words: &[&str]) -> Option<Vec<Role>> {
    let mut all = Vec::new();
    for word in words.iter().filter(|word| !FILLERS.contains(word)) {
        all.extend(
            pieces(word)?.into_iter().filter(|role| !all.contains(role)).collect::<Vec<_>>(),
        );
    }
    (!all.is_empty()).then_some(all)
}

/// The pieces that a word names: `n`, `knights`, `nb`, `heavy`.
fn pieces(word: &str) -> Option<Vec<Role>> {
    use Role::{Bishop, Knight, Pawn, Queen, Rook};
    Some(match word.strip_suffix('s').filter(|one| one.len() > 1).unwrap_or(word) {
        "pawn" => vec![Pawn],
        "knight" | "horse" | "knite" => vec![Knight],
        "bishop" => vec![Bishop],
        "rook" => vec![Rook],
        "queen" => vec![Queen],
        "diag" | "diagonal" => vec![Pawn, Bishop, Queen],
        "heavy" | "major" | "heavie" => vec![Rook, Queen],
        "minor" => vec![Knight, Bishop],
        "piece" => vec![Knight, Bishop, Rook, Queen],
        "anything" | "men" | "man" => Role::DROPPABLE.to_vec(),
        letters => {
            let mut all = Vec::new();
            for letter in letters.chars() {
                match letter {
                    'p' => all.push(Pawn),
                    'n' => all.push(Knight),
                    'b' => all.push(Bishop),
                    'r' => all.push(Rook),
                    'q' => all.push(Queen),
                    'd' => all.extend([Pawn, Bishop, Queen]),
                    'h' => all.extend([Rook, Queen]),
                    _ => return None,
                }
            }
            all
        }
    })
}

fn say(word: Word) -> Heard {
    Heard::Said(PartnerMessage { word, withdrawn: false })
}

fn each(pieces: Vec<Role>, word: impl Fn(Role) -> Word) -> Vec<Heard> {
    pieces.into_iter().map(|role| say(word(role))).collect()
}

/// Everything that can have been said of these pieces, withdrawn.
fn void(pieces: &[Role]) -> Vec<Heard> {
    let words = [Word::Need, Word::No, Word::MatesMe, Word::MatesHim];
    let all = pieces.iter().flat_map(|&role| words.iter().map(move |word| word(role)));
    all.map(|word| Heard::Said(PartnerMessage { word, withdrawn: true })).collect()
}

fn withdraw(heard: Heard) -> Heard {
    match heard {
        Heard::Said(message) => Heard::Said(PartnerMessage { withdrawn: true, ..message }),
        other => other,
    }
}

fn clock(centiseconds: &str) -> Option<Duration> {
    let number: u64 = centiseconds.parse().ok()?;
    Some(Duration::from_millis(number.saturating_mul(10)))
}

/// A recommended move; nothing if it does not look like one.
fn advice(mv: &str) -> Vec<Heard> {
    let message = format!("move {mv}").parse::<PartnerMessage>();
    message.map_or(Vec::new(), |message| vec![Heard::Said(message)])
}

/// The words for a message: short, and understood by the engines that understand anything.
pub fn utter(message: &PartnerMessage) -> String {
    let letter = |role: &Role| role.letter().to_ascii_lowercase();
    match (&message.word, message.withdrawn) {
        (Word::Need(role), false) => format!("+{}", letter(role)),
        (Word::No(role), false) => format!("-{}", letter(role)),
        (Word::MatesHim(role), false) => format!("+++{}", letter(role)),
        (Word::MatesMe(role), false) => format!("---{}", letter(role)),
        (Word::Need(role) | Word::No(role) | Word::MatesHim(role) | Word::MatesMe(role), true) => {
            format!("={}", letter(role))
        }
        (Word::Sit, false) | (Word::Go, true) => "sit".into(),
        (Word::Go, false) | (Word::Sit, true) => "go".into(),
        (Word::Fast, false) | (Word::Slow, true) => "fast".into(),
        (Word::Slow, false) | (Word::Fast, true) => "slow".into(),
        (Word::Dead, false) | (Word::Alive, true) => "dead".into(),
        (Word::Alive, false) | (Word::Dead, true) => "x".into(),
        (Word::Trade, false) | (Word::NoTrade, true) => "+trades".into(),
        (Word::NoTrade, false) | (Word::Trade, true) => "-trades".into(),
        (Word::Move(mv), false) => format!("move {mv}"),
        (Word::Move(mv), true) => format!("never mind move {mv}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is heard, as the messages' own text.
    fn heard(text: &str) -> String {
        let written = |heard: &Heard| match heard {
            Heard::Said(message) => message.to_string(),
            other => format!("{other:?}"),
        };
        hear(text).iter().map(written).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn every_vocabulary_is_understood() {
        for (text, meant) in [
            // Fairy-Stockfish
            ("sit", "sit"),
            ("go", "go"),
            ("move", "go"),
            ("move e2e4", "move e2e4"),
            ("fast", "fast"),
            ("slow", "slow"),
            ("dead", "dead"),
            ("x", "NeverMind"),
            ("time 1234", "Clock(12.34s)"),
            ("otim 500", "OpponentClock(5s)"),
            ("help", "Help"),
            ("help sit", "Help"),
            ("partner Fairy-Stockfish is an engine.", "Engine(\"fairy-stockfish\")"),
            // Sunsetter
            ("sit (I am in trouble)", "sit"),
            ("sitting (I am mated)", "dead"),
            ("go (I am ok)", "go"),
            ("go (watch our time)", "go"),
            ("N@f7", "move n@f7"),
            ("e7e8q", "move e7e8q"),
            // Sjeng
            ("+n", "need n"),
            ("++ nb", "need n, need b"),
            ("+++q", "mates-him q"),
            ("-q", "no q"),
            ("---q", "mates-me q"),
            ("--h", "no r, no q"),
            ("+d", "need p, need b, need q"),
            ("+trades", "trade"),
            ("---trades", "no-trade"),
            ("-", "no-trade"),
            (
                "n doesn't mate me anymore",
                "never-mind need n, never-mind no n, never-mind mates-me n, never-mind mates-him n",
            ),
            ("I am forcedly mated (dead). Tell me 'go' to start moving into it.", "dead"),
            ("I'll have to sit...(dead)", "dead"),
            ("You can trade freely.", "trade"),
            ("Mate in 3, give him no more pieces.", "no-trade"),
            ("=", "NeverMind"),
            (
                "=r",
                "never-mind need r, never-mind no r, never-mind mates-me r, never-mind mates-him r",
            ),
            // UBI
            ("partnermsg need N urgency high", "need n"),
            ("stall duration 5000", "sit"),
            ("play_fast reason time", "fast"),
            // Kralle's own
            ("mates-him n", "mates-him n"),
            ("never-mind need n", "never-mind need n"),
            // people
            ("Need a knight please!", "need n"),
            ("need n or b", "need n, need b"),
            ("knights", "need n"),
            ("no bishops", "no b"),
            ("no more queens pls", "no q"),
            ("don't lose a rook", "no r"),
            ("trade ok", "trade"),
            ("no trades", "no-trade"),
            ("don't trade", "no-trade"),
            ("q mates me", "mates-me q"),
            ("knight mates", "mates-him n"),
            ("n mates him", "mates-him n"),
            ("need n, no q, sit!", "need n, no q, sit"),
            ("nvm", "NeverMind"),
            ("never mind", "NeverMind"),
            ("never mind need n", "never-mind need n"),
            ("GO GO GO", "go"),
            ("don't sit", "go"),
            ("hurry up", "fast"),
        ] {
            assert_eq!(heard(text), meant, "{text}");
        }
    }

    #[test]
    fn what_engines_say_of_themselves_asks_for_nothing() {
        for text in [
            "Ok, I sit next move. Tell me when to go.",
            "Ok, I'm moving.",
            "Ok, Knight is good (ptell me 'x' to play normal again)",
            "Ok, Queen mates you (ptell me 'x' when it no longer mates you)",
            "I sit, tell me 'go' to continue",
            "I play fast, tell me 'slow' to play normally again",
            "I play normally again",
            "sorry, not possible",
            "Hello! I am Sjeng and hope you enjoy playing with me.",
            "For help on some commands that I understand, ptell me 'help'",
            "Sorry, but I don't understand that command.",
            "sitting (e2e4 with mate)",
            "I listen to the commands help, sit",
            "material 250",
            "threat high",
            "nice",
            "no",
            "i need you to think",
            "Commands that I understand are : sit, go, fast, slow",
            "",
            "(",
            "+\u{1F43B}",
            "---xyzzy",
        ] {
            assert_eq!(heard(text), "", "{text}");
        }
    }

    #[test]
    fn what_is_uttered_is_understood_again() {
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
            "trade",
            "no-trade",
            "move n@f7",
            "never-mind move e2e4",
        ] {
            let message: PartnerMessage = text.parse().unwrap();
            assert_eq!(hear(&utter(&message)), [Heard::Said(message)], "{text}");
        }
        let void: PartnerMessage = "never-mind need n".parse().unwrap();
        assert!(hear(&utter(&void)).contains(&Heard::Said(void)));
        for line in HELP.iter().chain([&GREETING]) {
            assert!(line.len() < 120, "{line}");
        }
    }
}
