//! Reads the tables of a rules file and follows each to the built-in game that it builds on.

use std::collections::BTreeMap;

use super::{Refusal, RulesFileError, boards, seats};
use crate::game::catalogue::{BuiltIn, Family, Variant};

/// A table: the game it starts from, and what it changes.
#[derive(serde::Deserialize)]
struct GameTable {
    base: String,
    #[serde(flatten)]
    knobs: toml::Table,
}

type GameTables = BTreeMap<String, GameTable>;

/// The games of a rules file, by name.
pub(super) fn read(text: &str) -> Result<Vec<Variant>, RulesFileError> {
    let tables: GameTables =
        toml::from_str(text).map_err(|error| RulesFileError::Toml(one_line(&error.to_string())))?;
    let game = |name: &String| {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
        if name.is_empty() || !name.chars().all(word) {
            return Err(Refusal::Name);
        }
        if BuiltIn::find(name).is_some() {
            return Err(Refusal::Taken);
        }
        let (base, family) = resolve(name, &tables, tables.len())?;
        Ok(Variant::custom(name, base, family))
    };
    let refused = |name: &String, reason| RulesFileError::Game { name: name.clone(), reason };
    tables.keys().map(|name| game(name).map_err(|reason| refused(name, reason))).collect()
}

/// An error of the TOML reader shows the line with a marker below; here it is one line.
fn one_line(text: &str) -> String {
    text.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The built-in game that a table builds on in the end, and the table's own shape and rules.
fn resolve(name: &str, tables: &GameTables, deepest: usize) -> Result<(BuiltIn, Family), Refusal> {
    let Some(table) = tables.get(name) else {
        let built_in = BuiltIn::find(name).ok_or_else(|| Refusal::Base(name.into()))?;
        return Ok((built_in, built_in.family()));
    };
    let deeper = deepest.checked_sub(1).ok_or(Refusal::Circle)?;
    let (built_in, base) = resolve(&table.base, tables, deeper)?;
    Ok((built_in, changed(base, &table.knobs)?))
}

/// A shape with some of its rules overridden.
fn changed(base: Family, knobs: &toml::Table) -> Result<Family, Refusal> {
    Ok(match base {
        Family::Single(rules) | Family::Pair(rules) => {
            let rules = boards::apply(&overrides(knobs)?, rules)?;
            if rules.is_one_of_two() { Family::Pair(rules) } else { Family::Single(rules) }
        }
        Family::Four(rules) => Family::Four(seats::apply_four(&overrides(knobs)?, rules)?),
        Family::Three(rules) => Family::Three(seats::apply_three(&overrides(knobs)?, rules)?),
        Family::Teams(rules) => Family::Teams(seats::apply_teams(&overrides(knobs)?, rules)?),
    })
}

fn overrides<'a, T: serde::Deserialize<'a>>(knobs: &toml::Table) -> Result<T, Refusal> {
    T::deserialize(knobs.clone()).map_err(|error| Refusal::Knob(one_line(&error.to_string())))
}
