//! The Kralles at the table: each has a player of its own and thinks on a thread of its own.

use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use crate::board::Move;
use crate::eval::chosen::EvalChoice;
use crate::game::catalogue::Variant;
use crate::game::pair::PartnerMessage;
use crate::game::table::Table;
use crate::player::event::WaitReason;
use crate::player::{AnyPlayer, EngineSettings, PlayerError, SearchEvent};
use crate::search::SearchControl;
use crate::search::strength::FULL;
use crate::tools::seat::SeatRequest;

/// What reaches the table.
#[derive(Debug)]
pub enum TableEvent {
    /// A person typed a line; none at the end of input.
    Line(Option<String>),
    /// A Kralle says something, in answer to the question of this number.
    Said(usize, u64, OpponentWord),
    /// What Kralle would play for a person.
    Hint(String),
}

/// What a Kralle says.
#[derive(Debug)]
pub enum OpponentWord {
    /// A move; none if it has none.
    Plays(Option<Move>),
    /// To its partner.
    Tells(PartnerMessage),
    /// It waits, for this piece if for one.
    Sits(Option<char>),
}

/// The memory of each table, in MiB.
const HASH_MIB: usize = 16;
/// Nobody answers faster: people want to see what happened.
const LEAST_THOUGHT: Duration = Duration::from_millis(300);
/// A beginner thinks so much longer than a master, at least.
const BEGINNER: Duration = Duration::from_millis(1_300);
/// But no more than this part of its clock.
const PART_OF_CLOCK: u32 = 40;

/// A Kralle on a seat.
pub struct Opponent {
    player: AnyPlayer,
    question: Option<Question>,
    asked: u64,
}

/// What it thinks about.
struct Question {
    control: Arc<SearchControl>,
    /// What the thought rests on.
    state: (u64, u64, u64),
}

impl Opponent {
    /// A Kralle that knows this game.
    ///
    /// # Errors
    /// If there is no memory.
    pub fn new(variant: &Variant) -> Result<Self, PlayerError> {
        let settings = EngineSettings { hash_mib: HASH_MIB, threads: 1 };
        let player = AnyPlayer::new(variant, &EvalChoice::BuiltIn, settings)?;
        Ok(Self { player, question: None, asked: 0 })
    }

    /// Is this its answer to the last question?
    pub fn is_current(&self, number: u64) -> bool {
        self.question.is_some() && self.asked == number
    }

    /// Does it think about this?
    pub fn thinks_about(&self, state: (u64, u64, u64)) -> bool {
        self.question.as_ref().is_some_and(|question| question.state == state)
    }

    /// What it thinks about is void.
    pub fn forget_question(&mut self) {
        if let Some(question) = self.question.take() {
            question.control.stop();
        }
    }

    /// It has answered.
    pub fn answered(&mut self) {
        self.question = None;
    }

    /// Asks for a move; what it says comes to `events`.
    ///
    /// # Errors
    /// If the position cannot be searched.
    pub fn ask(
        &mut self,
        table: &dyn Table,
        request: &SeatRequest,
        state: (u64, u64, u64),
        events: &Sender<TableEvent>,
    ) -> Result<(), PlayerError> {
        self.forget_question();
        self.asked += 1;
        let (seat, number, events) = (request.seat, self.asked, events.clone());
        let search = request.search(&self.player, table.position())?;
        let control = Arc::<SearchControl>::default();
        self.question = Some(Question { control: Arc::clone(&control), state });
        let least = least_thought(request);
        let board = table.board_of(seat);
        std::thread::spawn(move || {
            let begun = Instant::now();
            let say = |word| drop(events.send(TableEvent::Said(seat, number, word)));
            search(&control, &mut |event| match event {
                SearchEvent::Tell(_, message) => say(OpponentWord::Tells(message)),
                SearchEvent::Sits(_, reason) => say(OpponentWord::Sits(match reason {
                    WaitReason::Better(role) => Some(role.letter()),
                    WaitReason::Asked | WaitReason::Lost | WaitReason::Mates => None,
                })),
                SearchEvent::Answer(answer) => {
                    // Weak players take a human time.
                    std::thread::sleep(least.saturating_sub(begun.elapsed()));
                    say(OpponentWord::Plays(answer.best.map(|mv| mv.on_board(board))));
                }
                SearchEvent::Info(_) | SearchEvent::Total { .. } | SearchEvent::Restart => {}
            });
        });
        Ok(())
    }
}

/// The least time of an answer.
fn least_thought(request: &SeatRequest) -> Duration {
    let weakness = ((FULL - request.level) / FULL).clamp(0.0, 1.0);
    let wanted = LEAST_THOUGHT + BEGINNER.mul_f64(weakness);
    let left = request.clocks.get(request.seat).copied();
    left.map_or(wanted, |left| wanted.min(left / PART_OF_CLOCK))
}
