//! What the rule texts call what they decide. A verdict quotes the article; where a
//! knob has been turned away from the text, it says so instead.

use super::rules::Rules;

/// A rule text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Law {
    /// FIDE Laws of Chess.
    Fide,
    /// Bughouse as FICS plays it.
    Fics,
    /// Nederlands Doorgeefschaakreglement, edition 1988.
    Doorgeefschaak,
    /// The German Tandemordnung.
    Tandemordnung,
    /// The newer German tandem rules.
    Tandem,
    /// The Superschaak rules of the Max Euwe Centrum, 2014.
    Superschaak,
}

/// A question that an article answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Matter {
    Mate,
    /// In check without a reply, but not mated: he waits.
    CheckAverted,
    /// In check without a reply; the partner's move decides.
    CheckPending,
    /// A check that could be blocked, but no man can come any more.
    NoManCanCome,
    BothMated,
    Stalemate,
    AllWait,
    Repetition,
    Moves,
    Material,
    Flag,
    BothFlags,
    FlagWithoutMate,
    Resigned,
    Agreed,
    IllegalMove,
    /// A seat's illegal moves, once too often.
    IllegalAgain,
    BadDrop,
    /// A player has stopped playing.
    Forfeit,
    /// Both boards are over: the sum is the score.
    Score,
}

/// The row from which a law's games start.
fn row(law: Law) -> Rules {
    match law {
        Law::Fide => Rules::CHESS,
        Law::Fics => Rules::BUGHOUSE,
        Law::Doorgeefschaak => Rules::DOORGEEFSCHAAK,
        Law::Tandemordnung => Rules::TANDEMORDNUNG,
        Law::Tandem => Rules::TANDEM,
        Law::Superschaak => Rules::SUPERSCHAAK,
    }
}

impl Rules {
    /// The article that settles this matter, or `house rule` where these rules differ
    /// from the text in it.
    pub fn article(&self, matter: Matter) -> &'static str {
        use Matter as M;
        let text = row(self.law);
        let same = match matter {
            M::Mate | M::CheckAverted | M::CheckPending | M::NoManCanCome | M::BothMated => {
                (self.mate, self.take_out_averts) == (text.mate, text.take_out_averts)
            }
            M::Stalemate => self.stalemate == text.stalemate,
            M::Moves => (self.move_draw, self.resets) == (text.move_draw, text.resets),
            M::Repetition => self.repetition == text.repetition,
            M::Material => self.dead_material == text.dead_material,
            M::Flag | M::BothFlags | M::FlagWithoutMate => self.flags == text.flags,
            M::Resigned => self.resigning == text.resigning,
            M::IllegalMove | M::IllegalAgain | M::BadDrop => self.illegal == text.illegal,
            M::Score => self.match_end == text.match_end,
            M::AllWait | M::Agreed | M::Forfeit => true,
        };
        if same { self.law.article(matter) } else { "house rule" }
    }
}

impl Law {
    fn article(self, matter: Matter) -> &'static str {
        match matter {
            // No text thinks of these.
            Matter::AllWait => return "decision D-3",
            Matter::Forfeit => return "the arbiter",
            _ => {}
        }
        match self {
            Self::Fide => fide(matter),
            Self::Fics => fics(matter),
            Self::Doorgeefschaak => doorgeefschaak(matter),
            Self::Tandemordnung => tandemordnung(matter),
            Self::Tandem => tandem(matter),
            Self::Superschaak => superschaak(matter),
        }
    }
}

fn fide(matter: Matter) -> &'static str {
    match matter {
        Matter::Mate => "FIDE 5.1.1",
        Matter::Stalemate => "FIDE 5.2.1",
        Matter::Repetition => "FIDE 9.2",
        Matter::Moves => "FIDE 9.3",
        Matter::Material => "FIDE 5.2.2",
        Matter::Flag | Matter::BothFlags | Matter::FlagWithoutMate => "FIDE 6.9",
        Matter::Resigned => "FIDE 5.1.2",
        Matter::Agreed => "FIDE 5.2.3",
        Matter::IllegalMove | Matter::IllegalAgain | Matter::BadDrop => "FIDE 7.5",
        _ => "FIDE",
    }
}

fn fics(matter: Matter) -> &'static str {
    match matter {
        Matter::Mate | Matter::BothMated => "FICS bughouse: mate",
        Matter::CheckAverted | Matter::CheckPending => "FICS bughouse: a man may come",
        Matter::NoManCanCome => "decision D-25",
        Matter::Stalemate => "FICS bughouse: stalemate waits",
        Matter::Repetition => "FICS bughouse: repetition",
        Matter::Flag | Matter::BothFlags | Matter::FlagWithoutMate => "FICS bughouse: flag",
        Matter::Resigned => "FICS bughouse: resigning",
        Matter::Agreed => "FICS bughouse: agreement",
        Matter::IllegalMove | Matter::IllegalAgain | Matter::BadDrop => {
            "FICS bughouse: illegal move"
        }
        _ => "FICS bughouse",
    }
}

fn doorgeefschaak(matter: Matter) -> &'static str {
    match matter {
        Matter::Mate | Matter::BothMated => "doorgeefschaak 11A1",
        Matter::CheckAverted | Matter::CheckPending => "decision D-5",
        Matter::NoManCanCome => "doorgeefschaak 11A1, decision D-25",
        Matter::Stalemate => "decision D-2",
        Matter::Moves => "doorgeefschaak 11F",
        Matter::Flag => "doorgeefschaak 11A2",
        Matter::BothFlags => "doorgeefschaak 11D",
        Matter::FlagWithoutMate => "doorgeefschaak 11E",
        Matter::Resigned => "doorgeefschaak 11A4",
        Matter::Agreed => "doorgeefschaak 11C",
        Matter::IllegalMove | Matter::BadDrop => "doorgeefschaak 8C",
        Matter::IllegalAgain => "doorgeefschaak 8F",
        Matter::Score => "doorgeefschaak 11G",
        _ => "doorgeefschaak",
    }
}

fn tandemordnung(matter: Matter) -> &'static str {
    match matter {
        Matter::Mate | Matter::CheckAverted | Matter::CheckPending => "tandemordnung 7.1d",
        Matter::NoManCanCome => "decision D-25",
        Matter::BothMated => "tandemordnung 8.3",
        Matter::Stalemate => "tandemordnung 8.2",
        Matter::Flag | Matter::FlagWithoutMate => "tandemordnung 7.1c",
        Matter::BothFlags => "tandemordnung 8.4",
        Matter::Resigned => "tandemordnung 7.1a",
        Matter::Agreed => "tandemordnung 8.1",
        Matter::IllegalMove | Matter::IllegalAgain => "tandemordnung 7.1b",
        Matter::BadDrop => "tandemordnung 4.3",
        _ => "tandemordnung",
    }
}

fn tandem(matter: Matter) -> &'static str {
    match matter {
        Matter::Mate => "tandem 5.3",
        Matter::CheckAverted | Matter::CheckPending => "tandem 5.3.1",
        Matter::NoManCanCome => "decision D-25",
        Matter::BothMated => "tandem 6.3",
        Matter::Stalemate => "tandem 6.2",
        Matter::Flag | Matter::FlagWithoutMate => "tandem 5.2",
        Matter::BothFlags => "tandem 6.4",
        Matter::Resigned => "tandem 5.1",
        Matter::Agreed => "tandem 6.1",
        Matter::IllegalMove | Matter::IllegalAgain => "decision D-7",
        Matter::BadDrop => "tandem 3.4",
        _ => "tandem",
    }
}

/// Art. 5 leaves all but moves and promotion to FIDE.
fn superschaak(matter: Matter) -> &'static str {
    match matter {
        Matter::Mate => "superschaak 5, FIDE 5.1.1",
        Matter::Stalemate => "superschaak 5, FIDE 5.2.1",
        Matter::Repetition => "superschaak 5, FIDE 9.2",
        Matter::Moves => "superschaak 5, FIDE 9.3",
        Matter::Flag | Matter::BothFlags | Matter::FlagWithoutMate => "superschaak 5, FIDE 6.9",
        Matter::Resigned => "superschaak 5, FIDE 5.1.2",
        Matter::Agreed => "superschaak 5, FIDE 5.2.3",
        Matter::IllegalMove | Matter::IllegalAgain | Matter::BadDrop => "superschaak 5, FIDE 7.5",
        _ => "superschaak 5",
    }
}
