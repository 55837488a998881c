//! The voice that speaks to the partner: no faster than people can read, what matters first,
//! and nothing that was void before it was said.

use std::collections::VecDeque;
use std::time::Duration;

use crate::base::time::Instant;
use crate::game::pair::PartnerMessage;
use crate::protocol::text::talk;

/// Between two lines.
const PAUSE: Duration = Duration::from_millis(1_500);
/// More than this waits for nobody.
const MOST: usize = 8;

/// Something to be said.
#[derive(Clone, PartialEq, Eq, Debug)]
enum VoiceLine {
    Message(PartnerMessage),
    Text(String),
}

/// What is still to be said, and when it may be.
#[derive(Debug)]
pub struct Voice {
    waiting: VecDeque<VoiceLine>,
    /// Not before this moment.
    free: Instant,
}

impl Default for Voice {
    fn default() -> Self {
        Self { waiting: VecDeque::new(), free: Instant::now() }
    }
}

impl Voice {
    /// A message is to be said. If its opposite is still waiting, both are done with.
    pub fn message(&mut self, message: &PartnerMessage) {
        let opposite = PartnerMessage { word: message.word.clone(), withdrawn: !message.withdrawn };
        let before = self.waiting.len();
        self.waiting.retain(|line| *line != VoiceLine::Message(opposite.clone()));
        if self.waiting.len() == before {
            self.push(VoiceLine::Message(message.clone()));
        }
    }

    /// A plain text is to be said.
    pub fn text(&mut self, text: &str) {
        self.push(VoiceLine::Text(text.to_owned()));
    }

    fn push(&mut self, line: VoiceLine) {
        if !self.waiting.contains(&line) && self.waiting.len() < MOST {
            self.waiting.push_back(line);
        }
    }

    /// Nobody listens any more.
    pub fn hush(&mut self) {
        self.waiting.clear();
    }

    /// When the next line may be said, if there is one.
    pub fn due(&self) -> Option<Instant> {
        (!self.waiting.is_empty()).then_some(self.free)
    }

    /// The next line, if it is time for it.
    pub fn next_line(&mut self) -> Option<String> {
        let now = Instant::now();
        let line = self.due().filter(|&due| due <= now).and_then(|_| self.waiting.pop_front())?;
        self.free = now + PAUSE;
        Some(match line {
            VoiceLine::Message(message) => talk::utter(&message),
            VoiceLine::Text(text) => text,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_paced_and_the_void_is_not_said() {
        let mut voice = Voice::default();
        assert_eq!((voice.next_line(), voice.due()), (None, None));
        for text in ["need n", "no q", "no q", "never-mind need n"] {
            voice.message(&text.parse().unwrap());
        }
        assert_eq!(voice.next_line().unwrap(), "-q");
        voice.text("hello");
        assert_eq!(voice.next_line(), None);
        assert!(voice.due().unwrap() > Instant::now());
        voice.free = Instant::now();
        assert_eq!(voice.next_line().unwrap(), "hello");
        (0..99).for_each(|number| voice.text(&number.to_string()));
        assert_eq!(voice.waiting.len(), MOST);
        voice.hush();
        assert_eq!(voice.due(), None);
    }
}
