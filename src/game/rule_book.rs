//! The rule texts and their articles: a verdict quotes the article that decided.

/// A rule text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleBook {
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
    /// Chess for four in the booklet of Gustavus, 1848.
    Vierschaak,
    /// Chess for three in the same booklet.
    Drieschaak,
    /// Chess for four in teams as public servers play it; they have no numbered text.
    FourPlayerTeams,
}

/// A question that an article answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Ruling {
    Mate,
    /// In check without a reply, but not mated: the player waits.
    CheckAverted,
    /// In check without a reply; the partner's move decides.
    CheckPending,
    /// A check that could be blocked, but no piece can come any more.
    NoPieceCanCome,
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
    /// More than two players: nobody can move any more.
    NobodyMoves,
    /// Two teams: one enemy is mated and the rest is drawn.
    HalfWon,
    /// Two teams: one enemy is mated and the other stalemated.
    MateWithStalemate,
    /// Three players: one of them can still move.
    LastToMove,
    /// Two teams: which colour the one named first has on board 1.
    Seating,
    /// A king was taken.
    KingTaken,
    /// Who may speak about the game.
    Talk,
}

/// Quoted where the rules that are played differ from the text.
pub const HOUSE_RULE: &str = "house rule";

impl RuleBook {
    /// The article that settles this matter.
    pub fn article(self, matter: Ruling) -> &'static str {
        match matter {
            // No text has an article on these.
            Ruling::AllWait => return "decision D-3",
            Ruling::Forfeit => return "the arbiter",
            _ => {}
        }
        match self {
            Self::Fide => fide(matter),
            Self::Fics => fics(matter),
            Self::Doorgeefschaak => doorgeefschaak(matter),
            Self::Tandemordnung => tandemordnung(matter),
            Self::Tandem => tandem(matter),
            Self::Superschaak => superschaak(matter),
            Self::Vierschaak => vierschaak(matter),
            Self::Drieschaak => drieschaak(matter),
            Self::FourPlayerTeams => four_player_teams(matter),
        }
    }
}

fn fide(matter: Ruling) -> &'static str {
    match matter {
        Ruling::Mate => "FIDE 5.1.1",
        Ruling::Stalemate => "FIDE 5.2.1",
        Ruling::Repetition => "FIDE 9.2",
        Ruling::Moves => "FIDE 9.3",
        Ruling::Material => "FIDE 5.2.2",
        Ruling::Flag | Ruling::BothFlags | Ruling::FlagWithoutMate => "FIDE 6.9",
        Ruling::Resigned => "FIDE 5.1.2",
        Ruling::Agreed => "FIDE 5.2.3",
        Ruling::IllegalMove | Ruling::IllegalAgain | Ruling::BadDrop => "FIDE 7.5",
        _ => "FIDE",
    }
}

fn fics(matter: Ruling) -> &'static str {
    match matter {
        Ruling::Mate | Ruling::BothMated => "FICS bughouse: mate",
        Ruling::CheckAverted | Ruling::CheckPending => "FICS bughouse: a piece may come",
        Ruling::NoPieceCanCome => "decision D-25",
        Ruling::Stalemate => "FICS bughouse: stalemate waits",
        Ruling::Repetition => "FICS bughouse: repetition",
        Ruling::Flag | Ruling::BothFlags | Ruling::FlagWithoutMate => "FICS bughouse: flag",
        Ruling::Resigned => "FICS bughouse: resigning",
        Ruling::Agreed => "FICS bughouse: agreement",
        Ruling::IllegalMove | Ruling::IllegalAgain | Ruling::BadDrop => {
            "FICS bughouse: illegal move"
        }
        _ => "FICS bughouse",
    }
}

fn doorgeefschaak(matter: Ruling) -> &'static str {
    match matter {
        Ruling::Mate | Ruling::BothMated => "doorgeefschaak 11A1",
        Ruling::CheckAverted | Ruling::CheckPending => "decision D-5",
        Ruling::NoPieceCanCome => "doorgeefschaak 11A1, decision D-25",
        Ruling::Stalemate => "decision D-2",
        Ruling::Moves => "doorgeefschaak 11F",
        Ruling::Flag => "doorgeefschaak 11A2",
        Ruling::BothFlags => "doorgeefschaak 11D",
        Ruling::FlagWithoutMate => "doorgeefschaak 11E",
        Ruling::Resigned => "doorgeefschaak 11A4",
        Ruling::Agreed => "doorgeefschaak 11C",
        // One illegal move is taken back (8C): a board is lost by repeating the offence.
        Ruling::IllegalMove | Ruling::BadDrop | Ruling::IllegalAgain => "doorgeefschaak 8F",
        Ruling::Score => "doorgeefschaak 11G",
        _ => "doorgeefschaak",
    }
}

fn tandemordnung(matter: Ruling) -> &'static str {
    match matter {
        Ruling::Mate | Ruling::CheckAverted | Ruling::CheckPending => "tandemordnung 7.1d",
        Ruling::NoPieceCanCome => "decision D-25",
        Ruling::BothMated => "tandemordnung 8.3",
        Ruling::Stalemate => "tandemordnung 8.2",
        Ruling::Flag | Ruling::FlagWithoutMate => "tandemordnung 7.1c",
        Ruling::BothFlags => "tandemordnung 8.4",
        Ruling::Resigned => "tandemordnung 7.1a",
        Ruling::Agreed => "tandemordnung 8.1",
        Ruling::IllegalMove | Ruling::IllegalAgain => "tandemordnung 7.1b",
        Ruling::BadDrop => "tandemordnung 4.3",
        Ruling::Seating => "tandemordnung 10.2",
        _ => "tandemordnung",
    }
}

fn tandem(matter: Ruling) -> &'static str {
    match matter {
        Ruling::Mate => "tandem 5.3",
        Ruling::CheckAverted | Ruling::CheckPending => "tandem 5.3.1",
        Ruling::NoPieceCanCome => "decision D-25",
        Ruling::BothMated => "tandem 6.3",
        Ruling::Stalemate => "tandem 6.2",
        Ruling::Flag | Ruling::FlagWithoutMate => "tandem 5.2",
        Ruling::BothFlags => "tandem 6.4",
        Ruling::Resigned => "tandem 5.1",
        Ruling::Agreed => "tandem 6.1",
        Ruling::IllegalMove | Ruling::IllegalAgain => "decision D-7",
        Ruling::BadDrop => "tandem 3.4",
        Ruling::Seating => "tandem 8.2",
        _ => "tandem",
    }
}

/// Art. 5 leaves all but moves and promotion to FIDE.
fn superschaak(matter: Ruling) -> &'static str {
    match matter {
        Ruling::Mate => "superschaak 5, FIDE 5.1.1",
        Ruling::Stalemate => "superschaak 5, FIDE 5.2.1",
        Ruling::Repetition => "superschaak 5, FIDE 9.2",
        Ruling::Moves => "superschaak 5, FIDE 9.3",
        Ruling::Material => "superschaak 5, FIDE 5.2.2",
        Ruling::Flag | Ruling::BothFlags | Ruling::FlagWithoutMate => "superschaak 5, FIDE 6.9",
        Ruling::Resigned => "superschaak 5, FIDE 5.1.2",
        Ruling::Agreed => "superschaak 5, FIDE 5.2.3",
        Ruling::IllegalMove | Ruling::IllegalAgain | Ruling::BadDrop => "superschaak 5, FIDE 7.5",
        _ => "superschaak 5",
    }
}

fn vierschaak(matter: Ruling) -> &'static str {
    match matter {
        Ruling::Repetition => "vierschaak 22",
        Ruling::Moves | Ruling::NobodyMoves => "vierschaak 23",
        Ruling::Stalemate => "vierschaak 41",
        Ruling::Agreed => "vierschaak 23",
        Ruling::BothMated | Ruling::HalfWon | Ruling::MateWithStalemate => "vierschaak 42",
        _ => "vierschaak",
    }
}

fn drieschaak(matter: Ruling) -> &'static str {
    match matter {
        Ruling::Repetition | Ruling::Moves | Ruling::NobodyMoves | Ruling::Agreed => {
            "drieschaak 23"
        }
        Ruling::LastToMove => "drieschaak 37",
        Ruling::Talk => "drieschaak 39",
        _ => "drieschaak",
    }
}

fn four_player_teams(matter: Ruling) -> &'static str {
    match matter {
        Ruling::Mate => "4player-teams mate",
        Ruling::KingTaken => "4player-teams king taken",
        Ruling::Stalemate => "4player-teams stalemate",
        Ruling::Repetition => "4player-teams repetition",
        Ruling::Moves => "4player-teams moves",
        _ => "4player-teams",
    }
}
