//! What a rules file may change in a game on 8x8 boards, and which changes make no game.

use super::{Refusal, read_moves};
use crate::game::rules::{
    Captures, DropMate, Flags, Illegal, MatchEnd, MateModel, PawnDrops, Promotion, Resets,
    Resigning, Rules, Stalemate, Talk,
};

/// What a table says about a game on 8x8 boards.
#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct BoardOverrides {
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
    may_withhold: Option<bool>,
}

/// What a promoted piece becomes when captured.
#[derive(Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CapturedPromoted {
    Pawn,
    Itself,
}

/// The base with some rules overridden.
///
/// # Errors
/// Why no game can be played so.
pub(super) fn apply(overrides: &BoardOverrides, base: Rules) -> Result<Rules, Refusal> {
    let rules = changed(overrides, base)?;
    check(overrides, &rules)?;
    Ok(rules)
}

fn changed(overrides: &BoardOverrides, base: Rules) -> Result<Rules, Refusal> {
    let mate = overrides.mate.unwrap_or(base.mate);
    let drop_check = overrides.drop_check.unwrap_or(base.drop_check);
    let model = overrides.drop_mate_model.unwrap_or(match base.drop_mate {
        DropMate::Forbidden(model) if overrides.mate.is_none() => model,
        _ => mate,
    });
    // Where no drop may give check, none may mate, whatever the base says.
    let may_mate = overrides.drop_mate.unwrap_or(drop_check && base.drop_mate == DropMate::Allowed);
    let pawn_drops = match &overrides.pawn_drops {
        None => base.pawn_drops,
        Some(text) => read_ranks(text).ok_or_else(|| Refusal::PawnDrops(text.clone()))?,
    };
    let move_draw = match overrides.move_draw {
        None => base.move_draw,
        Some(moves) => read_moves(moves).map(|moves| Some(moves).filter(|&moves| moves > 0))?,
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
        may_withhold: overrides.may_withhold.unwrap_or(base.may_withhold),
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
fn check(overrides: &BoardOverrides, rules: &Rules) -> Result<(), Refusal> {
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
            (rules.promotion.takes_out(), "promotion by taking out"),
            (rules.mate != MateModel::Hand, "a mate model other than \"hand\""),
            (rules.stalemate == Stalemate::Wait, "stalemate = \"wait\""),
            (rules.match_end == MatchEnd::BothBoards, "match-end = \"both-boards\""),
            (rules.take_out_averts, "take-out-averts"),
            (overrides.flags.is_some(), "flags"),
            (overrides.talk.is_some(), "talk"),
            (rules.may_withhold, "may-withhold"),
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
    refuse_if(rules.promotion.takes_out() && rules.demotes, Refusal::RealPieceAsPawn)?;
    refuse_if(
        overrides.captured_promoted.is_some() && !rules.has_hands(),
        Refusal::NothingComesBack,
    )?;
    refuse_if(
        rules.mate == MateModel::Pending && rules.match_end == MatchEnd::BothBoards,
        Refusal::PendingScoresApart,
    )?;
    let can_take_out = rules.promotion.takes_out() && rules.mate == MateModel::Potential;
    refuse_if(rules.take_out_averts && !can_take_out, Refusal::NothingToTakeOut)?;
    refuse_if(
        overrides.resets == Some(Resets::EveryDrop) && rules.move_draw.is_none(),
        Refusal::ResetsNothing,
    )
}
