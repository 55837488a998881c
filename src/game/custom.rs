//! Games of a rules file: what a club or a server plays, in TOML. Each table is a game under
//! its own name; it starts from another game and overrides some of its rules. Combinations
//! that no game could be played by are refused with the reason.

// Without the feature nothing makes a table of rules, but all that judges one is still compiled.
#![cfg_attr(not(feature = "rules-files"), allow(dead_code))]

use std::collections::BTreeMap;

use super::catalogue::{BuiltIn, Variant};
use super::rules::{
    Captures, DropMate, Flags, Illegal, MatchEnd, MateModel, PawnDrops, Promotion, Resets,
    Resigning, Rules, Stalemate, Talk,
};

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
    #[error("base = \"{0}\" is no game on 8x8 boards, built in or in this file")]
    Base(String),
    #[error("base leads back to the game itself")]
    Circle,
    #[error("pawn-drops = \"{0}\" is no pair of ranks like 2-7, from 1 to 7")]
    PawnDrops(String),
    #[error("move-draw = {0} is no number of moves from 0 (none) to 500")]
    MoveDraw(i64),
    #[error("art-33 belongs to drieschaak, which is no game on 8x8 boards")]
    Article33,
    #[error("{0} means nothing where no piece is ever dropped")]
    NoDrops(&'static str),
    #[error("{0} needs two boards: captures = \"partner\"")]
    NeedsTwoBoards(&'static str),
    #[error("a drop that mates gives check: drop-mate = true contradicts drop-check = false")]
    MateWithoutCheck,
    #[error("drop-mate-model says by what model drops mate, but drop-mate allows them all")]
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
    #[error("take-out-averts needs promotion = \"take-out\" and mate = \"potential\"")]
    NothingToTakeOut,
    #[error("superpieces come back only out of a pool: superschaak needs captures = \"own-pool\"")]
    SuperWithoutPool,
    #[error("resets = \"every-drop\" means nothing without a move-draw")]
    ResetsNothing,
}

/// The overrides of one table, all but the base optional.
#[derive(Clone)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case", deny_unknown_fields))]
struct RuleOverrides {
    base: String,
    captures: Option<Captures>,
    promotion: Option<Promotion>,
    captured_promoted: Option<CapturedPromoted>,
    drop_check: Option<bool>,
    drop_mate: Option<bool>,
    drop_mate_model: Option<MateModel>,
    pawn_drops: Option<String>,
    dropped_rook_castles: Option<bool>,
    mate: Option<MateModel>,
    take_out_averts: Option<bool>,
    stalemate: Option<Stalemate>,
    match_end: Option<MatchEnd>,
    move_draw: Option<i64>,
    resets: Option<Resets>,
    repetition: Option<bool>,
    dead_material: Option<bool>,
    resigning: Option<Resigning>,
    flags: Option<Flags>,
    illegal: Option<Illegal>,
    talk: Option<Talk>,
    art_33: Option<AnyValue>,
}

/// A value that is refused whatever it is.
#[cfg(feature = "rules-files")]
type AnyValue = serde::de::IgnoredAny;
#[cfg(not(feature = "rules-files"))]
type AnyValue = ();

/// What a promoted piece becomes when captured.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "rules-files", derive(serde::Deserialize))]
#[cfg_attr(feature = "rules-files", serde(rename_all = "kebab-case"))]
enum CapturedPromoted {
    Pawn,
    Itself,
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
pub fn read(text: &str) -> Result<Vec<Variant>, RulesFileError> {
    let tables = tables(text)?;
    tables
        .keys()
        .map(|name| {
            let refused = |reason| RulesFileError::Game { name: name.clone(), reason };
            let word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            if name.is_empty() || !name.chars().all(word) {
                return Err(refused(Refusal::Name));
            }
            if BuiltIn::find(name).is_some() {
                return Err(refused(Refusal::Taken));
            }
            let (base, rules) = resolve(name, &tables, tables.len()).map_err(refused)?;
            Ok(Variant::custom(name, base, rules))
        })
        .collect()
}

/// The tables of a rules file, as they stand there.
#[cfg(feature = "rules-files")]
fn tables(text: &str) -> Result<BTreeMap<String, RuleOverrides>, RulesFileError> {
    toml::from_str(text).map_err(|error| RulesFileError::Toml(one_line(&error.to_string())))
}

/// Without the feature `rules-files` there is no reader of TOML.
#[cfg(not(feature = "rules-files"))]
fn tables(_: &str) -> Result<BTreeMap<String, RuleOverrides>, RulesFileError> {
    Err(RulesFileError::Toml("this build of Kralle reads no rules files".into()))
}

/// An error of the TOML reader shows the line with a marker below; here it is one line.
#[cfg(feature = "rules-files")]
fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The built-in game that a table builds on in the end, and the table's rules.
fn resolve(
    name: &str,
    tables: &BTreeMap<String, RuleOverrides>,
    deepest: usize,
) -> Result<(BuiltIn, Rules), Refusal> {
    let Some(overrides) = tables.get(name) else {
        let built_in = BuiltIn::find(name);
        let rules = built_in.and_then(|game| game.family().board_rules().copied());
        return built_in.zip(rules).ok_or_else(|| Refusal::Base(name.into()));
    };
    let deeper = deepest.checked_sub(1).ok_or(Refusal::Circle)?;
    let (built_in, base) = resolve(&overrides.base, tables, deeper)?;
    let rules = apply(overrides, base)?;
    check(overrides, &rules)?;
    Ok((built_in, rules))
}

/// The base with some rules overridden.
fn apply(overrides: &RuleOverrides, base: Rules) -> Result<Rules, Refusal> {
    if overrides.art_33.is_some() {
        return Err(Refusal::Article33);
    }
    let mate = overrides.mate.unwrap_or(base.mate);
    let drop_check = overrides.drop_check.unwrap_or(base.drop_check);
    let model = overrides.drop_mate_model.unwrap_or(match base.drop_mate {
        DropMate::Forbidden(model) if overrides.mate.is_none() => model,
        _ => mate,
    });
    // Where no drop may give check, none may mate, whatever the base says.
    let may_mate = overrides.drop_mate.unwrap_or(
        drop_check && base.drop_mate == DropMate::Allowed && overrides.drop_mate_model.is_none(),
    );
    let pawn_drops = match &overrides.pawn_drops {
        None => base.pawn_drops,
        Some(text) => read_ranks(text).ok_or_else(|| Refusal::PawnDrops(text.clone()))?,
    };
    let move_draw = match overrides.move_draw {
        None => base.move_draw,
        Some(0) => None,
        Some(moves @ 1..=500) => Some(moves as u16),
        Some(moves) => return Err(Refusal::MoveDraw(moves)),
    };
    Ok(Rules {
        rule_book: base.rule_book,
        captures: overrides.captures.unwrap_or(base.captures),
        promotion: overrides.promotion.unwrap_or(base.promotion),
        superpieces: base.superpieces,
        demotes: overrides
            .captured_promoted
            .map_or(base.demotes, |is| is == CapturedPromoted::Pawn),
        drop_check,
        drop_mate: if may_mate { DropMate::Allowed } else { DropMate::Forbidden(model) },
        pawn_drops,
        dropped_rook_castles: overrides.dropped_rook_castles.unwrap_or(base.dropped_rook_castles),
        mate,
        take_out_averts: overrides.take_out_averts.unwrap_or(base.take_out_averts),
        stalemate: overrides.stalemate.unwrap_or(base.stalemate),
        match_end: overrides.match_end.unwrap_or(base.match_end),
        move_draw,
        resets: overrides.resets.unwrap_or(base.resets),
        repetition: overrides.repetition.unwrap_or(base.repetition),
        dead_material: overrides.dead_material.unwrap_or(base.dead_material),
        resigning: overrides.resigning.unwrap_or(base.resigning),
        flags: overrides.flags.unwrap_or(base.flags),
        illegal: overrides.illegal.unwrap_or(base.illegal),
        talk: overrides.talk.unwrap_or(base.talk),
        first_team_black: base.first_team_black,
    })
}

/// `2-7`.
fn read_ranks(text: &str) -> Option<PawnDrops> {
    let (first, last) = text.split_once('-')?;
    let rank = |word: &str| match word.trim().as_bytes() {
        [digit @ b'1'..=b'7'] => Some(digit - b'0'),
        _ => None,
    };
    let (first, last) = (rank(first)?, rank(last)?);
    (first <= last).then_some(PawnDrops { first, last })
}

/// Can a game be played by these rules, and does each override mean something?
fn check(overrides: &RuleOverrides, rules: &Rules) -> Result<(), Refusal> {
    let refuse_if = |wrong: bool, reason: Refusal| if wrong { Err(reason) } else { Ok(()) };
    if !rules.has_hands() {
        let pointless = [
            (overrides.drop_check.is_some(), "drop-check"),
            (overrides.drop_mate.is_some(), "drop-mate"),
            (overrides.drop_mate_model.is_some(), "drop-mate-model"),
            (overrides.pawn_drops.is_some(), "pawn-drops"),
            (rules.dropped_rook_castles, "dropped-rook-castles"),
            (rules.resets == Resets::EveryDrop, "resets"),
        ];
        for (wrong, rule) in pointless {
            refuse_if(wrong, Refusal::NoDrops(rule))?;
        }
    }
    if !rules.is_one_of_two() {
        let needs = [
            (rules.promotion == Promotion::PawnShaped, "promotion = \"pawn-shaped\""),
            (rules.promotion == Promotion::TakeOut, "promotion = \"take-out\""),
            (rules.mate != MateModel::Hand, "a mate model other than \"hand\""),
            (rules.stalemate == Stalemate::Wait, "stalemate = \"wait\""),
            (rules.match_end == MatchEnd::BothBoards, "match-end = \"both-boards\""),
            (rules.take_out_averts, "take-out-averts"),
            (overrides.flags.is_some(), "flags"),
            (overrides.talk.is_some(), "talk"),
        ];
        for (wrong, rule) in needs {
            refuse_if(wrong, Refusal::NeedsTwoBoards(rule))?;
        }
    }
    refuse_if(
        !rules.drop_check && rules.drop_mate == DropMate::Allowed,
        Refusal::MateWithoutCheck,
    )?;
    refuse_if(
        overrides.drop_mate_model.is_some() && rules.drop_mate == DropMate::Allowed,
        Refusal::ModelOfNothing,
    )?;
    let pool = (rules.promotion == Promotion::Pool, rules.captures == Captures::OwnPool);
    refuse_if(pool.0 != pool.1, Refusal::HalfAPool)?;
    refuse_if(rules.superpieces && !pool.1, Refusal::SuperWithoutPool)?;
    refuse_if(
        rules.promotion == Promotion::PawnShaped && !rules.demotes,
        Refusal::ShapeWithoutPawn,
    )?;
    refuse_if(rules.promotion == Promotion::TakeOut && rules.demotes, Refusal::RealPieceAsPawn)?;
    refuse_if(
        overrides.captured_promoted.is_some() && !rules.has_hands(),
        Refusal::NothingComesBack,
    )?;
    refuse_if(
        rules.mate == MateModel::Pending && rules.match_end == MatchEnd::BothBoards,
        Refusal::PendingScoresApart,
    )?;
    let can_take_out = rules.promotion == Promotion::TakeOut && rules.mate == MateModel::Potential;
    refuse_if(rules.take_out_averts && !can_take_out, Refusal::NothingToTakeOut)?;
    refuse_if(
        overrides.resets == Some(Resets::EveryDrop) && rules.move_draw.is_none(),
        Refusal::ResetsNothing,
    )
}

#[cfg(all(test, feature = "rules-files"))]
mod tests {
    use super::*;

    fn one(text: &str) -> Result<Rules, String> {
        let games = read(text).map_err(|error| error.to_string())?;
        games.first().and_then(|game| game.board_rules().copied()).ok_or_else(|| "no game".into())
    }

    fn with_overrides(base: &str, overrides: &str) -> Result<Rules, String> {
        one(&format!("[x]\nbase = \"{base}\"\n{overrides}"))
    }

    #[test]
    fn the_example_is_read() {
        let games = read(include_str!("../../rules/example.toml")).unwrap();
        let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
        assert_eq!(names, ["chesscom", "fics", "no-drop-mate"]);
        let rules = |index: usize| *games[index].board_rules().unwrap();
        assert_eq!((rules(0), rules(1)), (Rules::BUGHOUSE, Rules::BUGHOUSE));
        let club = rules(2);
        assert_eq!(club.drop_mate, DropMate::Forbidden(MateModel::Hand));
        assert_eq!(club.pawn_drops, PawnDrops { first: 2, last: 6 });
        assert!(!club.repetition);
    }

    #[test]
    fn every_built_in_game_is_its_own_base() {
        for game in BuiltIn::ALL {
            let rules = game.family().board_rules().copied();
            assert_eq!(with_overrides(game.name(), "").ok(), rules, "{}", game.name());
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
    fn impossible_combinations_are_refused_with_the_reason() {
        let cases = [
            ("chess", "stalemate = \"wait\"", "needs two boards"),
            ("crazyhouse", "mate = \"potential\"", "needs two boards"),
            ("crazyhouse", "promotion = \"take-out\"", "needs two boards"),
            ("chess", "pawn-drops = \"2-7\"", "no piece is ever dropped"),
            ("doorgeefschaak", "drop-mate = true", "contradicts drop-check = false"),
            ("bughouse", "drop-mate = true\ndrop-mate-model = \"hand\"", "allows them all"),
            ("chess", "promotion = \"pool\"", "need each other"),
            ("doorgeefschaak", "captured-promoted = \"itself\"", "must be \"pawn\""),
            ("tandem", "captured-promoted = \"pawn\"", "a real one"),
            ("tandem", "match-end = \"both-boards\"", "decides the whole match"),
            ("bughouse", "take-out-averts = true", "take-out"),
            ("bughouse", "pawn-drops = \"0-9\"", "no pair of ranks"),
            ("bughouse", "pawn-drops = \"5-3\"", "no pair of ranks"),
            ("bughouse", "move-draw = -1", "no number of moves"),
            ("bughouse", "art-33 = true", "drieschaak"),
            ("bughouse", "colour = \"red\"", "unknown field"),
            ("bughouse", "mate = \"never\"", "unknown variant"),
            ("vierschaak", "", "no game on 8x8 boards"),
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
