//! Games of a rules file: what a club or a server plays, in TOML. Each table is a game under
//! its own name; it starts from another game and overrides some of its rules. Combinations
//! that no game could be played by are refused with the reason.

#[cfg(feature = "rules-files")]
mod boards;
#[cfg(feature = "rules-files")]
mod file;
#[cfg(feature = "rules-files")]
mod seats;

use super::catalogue::Variant;

/// Why a rules file is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum RulesFileError {
    #[error("the rules file cannot be read: {0}")]
    Toml(String),
    #[error("[{name}]: {reason}")]
    Game { name: String, reason: Refusal },
}

/// Why a game is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs)]
pub enum Refusal {
    #[error("a game's name is one word of letters, digits, - and _")]
    Name,
    #[error("the name is taken by a game that is built in")]
    Taken,
    #[error("base = \"{0}\" is no game, built in or in this file")]
    Base(String),
    #[error("base leads back to the game itself")]
    Circle,
    #[error("pawn-drops = \"{0}\" is no pair of ranks like 2-7, from 1 to 7")]
    PawnDrops(String),
    #[error("move-draw = {0} is no number of moves from 0 (none) to 500")]
    MoveDraw(i64),
    #[error("{0}")]
    Knob(String),
    #[error("{0} belongs to {1}")]
    OtherGame(&'static str, &'static str),
    #[error("{0} means nothing where no piece is ever dropped")]
    NoDrops(&'static str),
    #[error("{0} needs two boards: captures = \"partner\"")]
    NeedsTwoBoards(&'static str),
    #[error("a drop that mates gives check: drop-mate = true contradicts drop-check = false")]
    MateWithoutCheck,
    #[error("drop-mate-model says by what model drops mate, but here all may mate")]
    ModelOfNothing,
    #[error("promotion = \"pool\" and captures = \"own-pool\" need each other")]
    HalfAPool,
    #[error("what looks like a pawn is a pawn when captured: captured-promoted must be \"pawn\"")]
    ShapeWithoutPawn,
    #[error(
        "a piece taken off the other board is a real one: captured-promoted must be \"itself\""
    )]
    RealPieceAsPawn,
    #[error(
        "pieces would be lost for ever: captured-promoted needs a game in which pieces come back"
    )]
    NothingComesBack,
    #[error("mate = \"pending\" decides the whole match and needs match-end = \"first-board\"")]
    PendingScoresApart,
    #[error("take-out-averts needs promotion by taking out and mate = \"potential\"")]
    NothingToTakeOut,
    #[error("superpieces come back only out of a pool: superschaak needs captures = \"own-pool\"")]
    SuperWithoutPool,
    #[error("resets = \"every-drop\" means nothing without a move-draw")]
    ResetsNothing,
}

/// The games of a rules file, by name.
///
/// # Errors
/// The first thing that is wrong with it.
///
/// # Examples
/// ```
/// # #[cfg(feature = "rules-files")] {
/// use kralle::game::custom::read;
///
/// let games = read("[club]\nbase = \"crazyhouse\"\npawn-drops = \"2-6\"")?;
/// assert_eq!(games[0].name(), "club");
/// let error = read("[club]\nbase = \"chess\"\npawn-drops = \"2-6\"").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "[club]: pawn-drops means nothing where no piece is ever dropped"
/// );
/// # }
/// # Ok::<(), kralle::game::custom::RulesFileError>(())
/// ```
#[cfg(feature = "rules-files")]
pub fn read(text: &str) -> Result<Vec<Variant>, RulesFileError> {
    file::read(text)
}

/// Without the feature `rules-files` there is no reader of TOML.
///
/// # Errors
/// Always.
#[cfg(not(feature = "rules-files"))]
pub fn read(_: &str) -> Result<Vec<Variant>, RulesFileError> {
    Err(RulesFileError::Toml("this build of Kralle reads no rules files".into()))
}

/// A number of moves after which a game is drawn; 0 for never.
#[cfg(feature = "rules-files")]
fn read_moves(moves: i64) -> Result<u16, Refusal> {
    match moves {
        0..=500 => Ok(moves as u16),
        _ => Err(Refusal::MoveDraw(moves)),
    }
}

#[cfg(all(test, feature = "rules-files"))]
mod tests {
    use super::*;
    use crate::game::catalogue::{BuiltIn, Family};
    use crate::game::multi::{self, EnPassantTerm, MateWithStalemate, ThirdKing};
    use crate::game::rules::{DropMate, Illegal, MateModel, PawnDrops, Promotion, Rules};

    fn one(text: &str) -> Result<Rules, String> {
        let games = read(text).map_err(|error| error.to_string())?;
        games.first().and_then(|game| game.board_rules().copied()).ok_or_else(|| "no game".into())
    }

    fn with_overrides(base: &str, overrides: &str) -> Result<Rules, String> {
        one(&format!("[x]\nbase = \"{base}\"\n{overrides}"))
    }

    #[test]
    fn the_example_is_read() {
        let games = read(include_str!("../../../rules/example.toml")).unwrap();
        let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
        let expected = ["chesscom", "fics", "free-for-three", "no-drop-mate", "tandem-choice"];
        assert_eq!(names, expected);
        let rules = |name: &str| {
            *games.iter().find(|game| game.name() == name).unwrap().board_rules().unwrap()
        };
        assert_eq!((rules("chesscom"), rules("fics")), (Rules::BUGHOUSE, Rules::BUGHOUSE));
        let club = rules("no-drop-mate");
        assert_eq!(club.drop_mate, DropMate::Forbidden(MateModel::Hand));
        assert_eq!(club.pawn_drops, PawnDrops { first: 2, last: 6 });
        assert!(!club.repetition);
        assert_eq!(rules("tandem-choice").promotion, Promotion::PieceOrTakeOut);
        assert_eq!(rules("tandem-choice").illegal, Illegal::DropsCostMove);
    }

    #[test]
    fn every_built_in_game_is_its_own_base() {
        for game in BuiltIn::every() {
            let games = read(&format!("[x]\nbase = \"{}\"", game.name())).unwrap();
            assert_eq!(*games[0].family(), game.family(), "{}", game.name());
            assert_eq!((games[0].like(), games[0].is_custom()), (game, true));
        }
    }

    #[test]
    fn a_table_may_build_on_another() {
        let text = "[a]\nbase = \"b\"\nrepetition = false\n[b]\nbase = \"tandem\"\nmate = \"hand\"";
        let games = read(text).unwrap();
        let rules = games[0].board_rules().unwrap();
        assert_eq!((rules.mate, rules.repetition), (MateModel::Hand, false));
        assert_eq!(one("[a]\nbase = \"a\""), Err("[a]: base leads back to the game itself".into()));
    }

    #[test]
    fn rules_are_overridden() {
        let rules =
            with_overrides("crazyhouse", "drop-check = false\npawn-drops = \"1-7\"").unwrap();
        assert_eq!(rules.drop_mate, DropMate::Forbidden(MateModel::Hand));
        assert_eq!(rules.pawn_drop_squares(crate::board::Color::White).len(), 56);
        let rules = with_overrides("tandem", "mate = \"potential\"").unwrap();
        assert_eq!(rules.drop_mate, DropMate::Forbidden(MateModel::Potential));
        assert_eq!(with_overrides("chess", "move-draw = 0").unwrap().move_draw, None);
        let pool = "promotion = \"pool\"\ncaptures = \"own-pool\"";
        assert_eq!(with_overrides("chess", pool).unwrap().promotion, Promotion::Pool);
    }

    #[test]
    fn rules_of_three_and_four_players_are_overridden() {
        let family = |base: &str, knobs: &str| {
            let games = read(&format!("[x]\nbase = \"{base}\"\n{knobs}")).unwrap();
            *games[0].family()
        };
        let base = multi::Rules::DEFAULT;
        let rules = multi::Rules {
            forbid_joint_mates: false,
            third_king: ThirdKing::Interposing,
            en_passant: EnPassantTerm::NextMove,
            move_draw: Some(0),
            ..base
        };
        let knobs = "art-33 = \"ignore\"\nart-41 = \"interposing\"\nmove-draw = 0\n\
                     en-passant = \"next-move\"";
        assert_eq!(family("drieschaak", knobs), Family::Three(rules));
        let rules = multi::Rules { mate_with_stalemate: MateWithStalemate::Draw, ..base };
        assert_eq!(family("vierschaak", "mate-with-stalemate = \"draw\""), Family::Four(rules));
    }

    #[test]
    fn what_clubs_play_can_be_said() {
        let rules = with_overrides("tandem", "promotion = \"piece-or-take-out\"").unwrap();
        assert_eq!(rules.promotion, Promotion::PieceOrTakeOut);
        let rules = with_overrides("tandem", "illegal = \"drops-cost-move\"").unwrap();
        assert_eq!(rules.illegal, Illegal::DropsCostMove);
    }

    #[test]
    fn impossible_combinations_are_refused_with_the_reason() {
        let cases = [
            ("chess", "stalemate = \"wait\"", "needs two boards"),
            ("crazyhouse", "mate = \"potential\"", "needs two boards"),
            ("crazyhouse", "promotion = \"take-out\"", "needs two boards"),
            ("chess", "pawn-drops = \"2-7\"", "no piece is ever dropped"),
            ("doorgeefschaak", "drop-mate = true", "contradicts drop-check = false"),
            ("bughouse", "drop-mate = true\ndrop-mate-model = \"hand\"", "all may mate"),
            ("bughouse", "drop-mate-model = \"hand\"", "all may mate"),
            ("chess", "promotion = \"pool\"", "need each other"),
            ("doorgeefschaak", "captured-promoted = \"itself\"", "must be \"pawn\""),
            ("tandem", "captured-promoted = \"pawn\"", "a real one"),
            ("tandem", "match-end = \"both-boards\"", "decides the whole match"),
            ("bughouse", "take-out-averts = true", "take-out"),
            ("bughouse", "pawn-drops = \"0-9\"", "no pair of ranks"),
            ("bughouse", "pawn-drops = \"5-3\"", "no pair of ranks"),
            ("bughouse", "move-draw = -1", "no number of moves"),
            ("bughouse", "art-33 = \"forbid\"", "unknown field `art-33`"),
            ("drieschaak", "captures = \"partner\"", "unknown field `captures`"),
            ("drieschaak", "art-33 = true", "expected"),
            ("drieschaak", "mate-with-stalemate = \"draw\"", "belongs to vierschaak"),
            ("4player-teams", "mate-with-stalemate = \"draw\"", "belongs to vierschaak"),
            ("vierschaak", "art-41 = \"ignore\"", "belongs to drieschaak"),
            ("vierschaak", "move-draw = 501", "no number of moves"),
            ("bughouse", "colour = \"red\"", "unknown field"),
            ("bughouse", "mate = \"never\"", "unknown variant"),
            ("go", "", "no game, built in"),
            ("bughouse", "resets = \"every-drop\"", "without a move-draw"),
            ("superschaak", "captures = \"nowhere\"\npromotion = \"piece\"", "out of a pool"),
        ];
        for (base, overrides, reason) in cases {
            let error = with_overrides(base, overrides).unwrap_err();
            assert!(error.contains(reason), "{base} {overrides}: {error}");
            assert!(!error.contains('\n'), "{error}");
        }
        assert!(one("[chess]\nbase = \"chess\"").unwrap_err().contains("built in"));
        assert!(one("[a b").unwrap_err().contains("cannot be read"));
    }
}
