//! What a rules file may change in the games for three and four.

use super::{Refusal, read_moves};
use crate::game::catalogue::BuiltIn;
use crate::game::multi::{EnPassantTerm, MateWithStalemate, Rules, ThirdKing};

/// What a table says about a game of more than two players.
#[derive(serde::Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(super) struct SeatOverrides {
    art_33: Option<JointMates>,
    art_41: Option<ThirdKing>,
    en_passant: Option<EnPassantTerm>,
    move_draw: Option<i64>,
    mate_with_stalemate: Option<MateWithStalemate>,
}

/// May two players mate the third together?
#[derive(Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
enum JointMates {
    Forbid,
    Ignore,
}

/// The rules of four players with some overridden.
///
/// # Errors
/// If one means nothing in that game.
pub(super) fn apply_four(overrides: &SeatOverrides, base: Rules) -> Result<Rules, Refusal> {
    let of_three = [(overrides.art_33.is_some(), "art-33"), (overrides.art_41.is_some(), "art-41")];
    refuse(&of_three, BuiltIn::Drieschaak)?;
    changed(overrides, base)
}

/// The rules of four-player teams with some overridden.
///
/// # Errors
/// If one means nothing in that game.
pub(super) fn apply_teams(overrides: &SeatOverrides, base: Rules) -> Result<Rules, Refusal> {
    let half_won = (overrides.mate_with_stalemate.is_some(), "mate-with-stalemate");
    refuse(&[half_won], BuiltIn::Vierschaak)?;
    apply_four(overrides, base)
}

/// The rules of three players with some overridden.
///
/// # Errors
/// If one means nothing in that game.
pub(super) fn apply_three(overrides: &SeatOverrides, base: Rules) -> Result<Rules, Refusal> {
    refuse(
        &[(overrides.mate_with_stalemate.is_some(), "mate-with-stalemate")],
        BuiltIn::Vierschaak,
    )?;
    changed(overrides, base)
}

fn refuse(knobs: &[(bool, &'static str)], game: BuiltIn) -> Result<(), Refusal> {
    match knobs.iter().find(|(is_set, _)| *is_set) {
        Some(&(_, knob)) => Err(Refusal::OtherGame(knob, game.name())),
        None => Ok(()),
    }
}

fn changed(overrides: &SeatOverrides, base: Rules) -> Result<Rules, Refusal> {
    Ok(Rules {
        forbid_joint_mates: overrides
            .art_33
            .map_or(base.forbid_joint_mates, |value| value == JointMates::Forbid),
        third_king: overrides.art_41.unwrap_or(base.third_king),
        en_passant: overrides.en_passant.unwrap_or(base.en_passant),
        move_draw: match overrides.move_draw {
            None => base.move_draw,
            Some(moves) => Some(read_moves(moves)?),
        },
        mate_with_stalemate: overrides.mate_with_stalemate.unwrap_or(base.mate_with_stalemate),
    })
}
