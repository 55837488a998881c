//! XBoard's protocol as XBoard speaks it to an engine, on one board or on one of two: the
//! engine's board and clocks, hands as they change, and what its partner says. Nothing is
//! sent here; lines are made and understood.

use super::dialog::{Said, SearchSummary, SeatContext};
use super::edit::edit;
use super::fault::{EngineFault, lacks_option};
use super::spec::EngineSpec;
use super::telling::{self, BoardText};
use crate::board::Color;
use crate::game::table::{GameKind, Played};
use crate::protocol::xboard::xboard_name;

/// What is known of an engine.
#[derive(Default)]
pub struct Cecp {
    features: Vec<(String, String)>,
    /// XBoard's name of the game.
    variant: String,
    is_pair: bool,
    pings: u32,
    /// Does it move by itself when it comes on move?
    plays: bool,
    /// The hands as it knows them.
    hands: [String; 2],
    /// May it think while it is not on move?
    ponders: bool,
}

/// In seconds.
const DAY: u32 = 86_400;
/// Features that are not made use of as the engine would have it.
const REFUSED: [&str; 2] = ["san", "sigint"];

impl Cecp {
    /// Nothing is known yet.
    pub fn new(ponders: bool) -> Self {
        Self { ponders, ..Self::default() }
    }

    /// Reads its features; what is to be answered and set.
    pub fn introduced(
        &mut self,
        lines: &[String],
        spec: &EngineSpec,
        game: &GameKind,
    ) -> Result<Vec<String>, EngineFault> {
        let mut orders = Vec::new();
        let mut options = Vec::new();
        for (name, value) in
            lines.iter().filter_map(|line| line.trim().strip_prefix("feature ")).flat_map(features)
        {
            let refused = REFUSED.contains(&name.as_str()) && value != "0";
            orders.push(format!("{} {name}", if refused { "rejected" } else { "accepted" }));
            if name == "option" {
                options.push(value.split(" -").next().unwrap_or_default().trim().to_owned());
            } else if !refused {
                self.features.push((name, value));
            }
        }
        let variant = &game.variant;
        self.variant =
            if variant.is_custom() { variant.name() } else { xboard_name(variant.like()) }.into();
        self.is_pair = game.is_pair();
        let known = self.feature("variants");
        if known.is_some_and(|known| !known.split(',').any(|name| name.trim() == self.variant)) {
            return Err(EngineFault::NoVariant(game.variant.to_string()));
        }
        if spec.pace.nodes.is_some() {
            return Err(EngineFault::NoNodeLimit);
        }
        for (name, value) in &spec.options {
            let offered = options.iter().find(|option| option.eq_ignore_ascii_case(name));
            orders.push(match (name.to_ascii_lowercase().as_str(), offered) {
                (_, Some(name)) if value.is_empty() => format!("option {name}"),
                (_, Some(name)) => format!("option {name}={value}"),
                ("hash", None) if self.has("memory") => format!("memory {value}"),
                ("threads", None) if self.has("smp") => format!("cores {value}"),
                _ => {
                    lacks_option(spec, name, &options)?;
                    continue;
                }
            });
        }
        orders.extend(spec.init.iter().cloned());
        Ok(orders)
    }

    /// A position that no moves lead to from the start.
    fn position(&self, text: &BoardText) -> Result<Vec<String>, EngineFault> {
        if !self.has("setboard") {
            let pieces = edit(&text.setup, text.has_drops && !self.is_pair)?;
            // After a move of White, Black is on move; XBoard does the same.
            let first = (text.setup.turn == Color::Black).then(|| self.move_order("a2a3"));
            return Ok(first.into_iter().chain(pieces).collect());
        }
        let fen = if self.is_pair { text.plain_fen() } else { text.setup.to_string() };
        Ok(vec![format!("setboard {fen}")])
    }

    fn feature(&self, name: &str) -> Option<&str> {
        // What was said last holds.
        self.features.iter().rev().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn has(&self, name: &str) -> bool {
        self.feature(name) == Some("1")
    }

    /// Can it say that it is ready?
    pub fn has_ping(&self) -> bool {
        self.has("ping")
    }

    /// The number of the next `ping`, if it answers them.
    pub fn ping(&mut self) -> Option<u32> {
        self.pings += 1;
        self.has_ping().then_some(self.pings)
    }

    /// A new game at this place.
    ///
    /// # Errors
    /// If the engine cannot be told where it begins.
    pub fn begin(
        &mut self,
        place: &SeatContext,
        names: &[String],
    ) -> Result<Vec<String>, EngineFault> {
        let SeatContext { seat, table, .. } = *place;
        let mut orders = self.fresh(place);
        let ponder = if self.ponders { "hard" } else { "easy" };
        orders.extend([ponder.to_owned(), "post".to_owned(), "computer".to_owned()]);
        let name = |seat: usize| names.get(seat).map_or("?", String::as_str);
        if self.has("name") {
            orders.push(format!("name {}", name(seat ^ 1)));
        }
        if let Some(partner) = table.partner(seat) {
            orders.push(format!("partner {}", name(partner)));
        }
        // A new game stands before White's first move, and the engine has Black.
        self.plays = seat % 2 == 1;
        let text = telling::board_text(table, table.board_of(seat));
        if text.is_some_and(|text| text.moves.is_none_or(|moves| !moves.is_empty())) {
            orders.extend(self.place(place)?);
        }
        Ok(orders)
    }

    /// The start of this game, and the engine's pace.
    fn fresh(&mut self, place: &SeatContext) -> Vec<String> {
        let pace = place.clocks.pace(place.seat);
        let mut orders = vec!["new".to_owned()];
        if self.variant != "normal" {
            orders.push(format!("variant {}", self.variant));
        }
        if let Some(control) = pace.control {
            let seconds = control.base.as_secs();
            let moves = control.moves.unwrap_or(0);
            let increment = control.increment.as_secs_f64();
            orders.push(format!("level {moves} {}:{:02} {increment}", seconds / 60, seconds % 60));
        }
        if let Some(time) = pace.move_time {
            orders.push(format!("st {}", time.as_secs_f64()));
        }
        if let Some(depth) = pace.depth {
            orders.push(format!("sd {depth}"));
        }
        if pace.is_endless() {
            // The protocol has no word for it: a day for each move.
            orders.push(format!("st {DAY}"));
        }
        self.hands = Default::default();
        orders
    }

    /// The board as it stands, in whatever state the engine is.
    ///
    /// # Errors
    /// If the engine cannot be told.
    pub fn set_board(&mut self, place: &SeatContext) -> Result<Vec<String>, EngineFault> {
        let mut orders = vec!["force".to_owned()];
        orders.extend(self.fresh(place));
        orders.extend(self.place(place)?);
        Ok(orders)
    }

    /// The board as it stands, for an engine at the start of the game.
    fn place(&mut self, place: &SeatContext) -> Result<Vec<String>, EngineFault> {
        let board = place.table.board_of(place.seat);
        let Some(text) = telling::board_text(place.table, board) else { return Ok(Vec::new()) };
        self.plays = false;
        let mut orders = vec!["force".to_owned()];
        match &text.moves {
            // Some engines know no hands in a position: moves they all know.
            Some(moves) => {
                for (text, hands) in moves {
                    if self.is_pair && text.contains('@') {
                        orders.push(self.holding(hands, None));
                    }
                    orders.push(self.move_order(text));
                }
            }
            None => orders.extend(self.position(&text)?),
        }
        if self.is_pair && (text.moves.is_none() || self.hands != text.hands) {
            orders.push(self.holding(&text.hands, None));
        }
        Ok(orders)
    }

    fn move_order(&self, text: &str) -> String {
        if self.has("usermove") { format!("usermove {text}") } else { text.to_owned() }
    }

    fn holding(&mut self, hands: &[String; 2], won: Option<(usize, char)>) -> String {
        self.hands = hands.clone();
        let suffix = won.map(|(color, piece)| format!("{}{piece}", ['W', 'B'][color & 1]));
        format!("holding [{}] [{}] {}", hands[0], hands[1], suffix.unwrap_or_default())
    }

    fn clocks(&self, place: &SeatContext) -> Vec<String> {
        if !place.clocks.shows(place.seat) || self.feature("time") == Some("0") {
            return Vec::new();
        }
        let centis = |seat: usize| place.clocks.left_ms(seat) / 10;
        vec![format!("time {}", centis(place.seat)), format!("otim {}", centis(place.seat ^ 1))]
    }

    /// It is on move; it knows so already unless it was kept from playing.
    pub fn think(&mut self, place: &SeatContext) -> Vec<String> {
        if std::mem::replace(&mut self.plays, true) {
            return Vec::new();
        }
        let mut orders = self.clocks(place);
        orders.push("go".into());
        orders
    }

    /// A move was played.
    pub fn saw(&mut self, place: &SeatContext, played: &Played) -> Vec<String> {
        let board = place.table.board_of(place.seat);
        let Some(text) = telling::board_text(place.table, board) else { return Vec::new() };
        if played.board != board {
            let won = gained(&self.hands, &text.hands);
            return if self.hands == text.hands {
                Vec::new()
            } else {
                vec![self.holding(&text.hands, won)]
            };
        }
        // Drops are seen as moves.
        self.hands = text.hands;
        if played.seat == place.seat {
            return Vec::new();
        }
        let mut orders = self.clocks(place);
        orders.push(self.move_order(&played.text));
        orders
    }

    /// What its partner says.
    pub fn hear(&self, text: &str) -> String {
        format!("ptell {text}")
    }

    /// The game is over.
    pub fn end(&mut self, result: &str) -> Vec<String> {
        self.plays = false;
        vec![format!("result {result} {{the game is over}}"), "force".into()]
    }

    /// What a line means.
    pub fn understand(&self, line: &str, thought: &mut SearchSummary) -> Said {
        let line = line.trim();
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (first, rest) {
            ("move", text) => Said::Move(text.trim().to_owned()),
            ("resign", _) | ("tellics", "resign") => Said::Resign,
            ("offer", "draw") => Said::OfferDraw,
            ("1-0" | "0-1" | "1/2-1/2", _) => Said::Remark(format!("claims {line}")),
            ("tellics", said) => match said.strip_prefix("ptell ") {
                Some(text) => Said::Tell(text.trim().to_owned()),
                None => Said::Remark(said.to_owned()),
            },
            ("Illegal" | "Error", _) => Said::Remark(line.to_owned()),
            _ => {
                read_thought(line, thought);
                Said::Nothing
            }
        }
    }
}

/// `ply score time nodes pv`
fn read_thought(line: &str, thought: &mut SearchSummary) {
    let mut words = line.split_whitespace();
    let [Some(ply), Some(score), Some(time), Some(nodes)] = std::array::from_fn(|_| words.next())
    else {
        return;
    };
    let ply = ply.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let (Ok(depth), Ok(cp), Ok(centis), Ok(nodes)) =
        (ply.parse(), score.parse::<i32>(), time.parse::<i64>(), nodes.parse())
    else {
        return;
    };
    // Beyond this engines of this protocol count moves to mate, each in its own way.
    let mate = (cp.abs() >= 100_000).then(|| cp.signum() * (cp.abs() - 100_000).max(1));
    let millis = Some(10 * centis.unsigned_abs());
    *thought =
        SearchSummary { depth, nodes, cp: Some(cp), mate, millis, ..SearchSummary::default() };
    thought.set_pv(words);
}

/// The one piece that these hands have more than those, if there is but one.
fn gained(before: &[String; 2], after: &[String; 2]) -> Option<(usize, char)> {
    let mut gains = (0..2).flat_map(|color| {
        "PNBRQ".chars().flat_map(move |piece| {
            let count = |hand: &String| hand.matches(piece).count();
            let more = count(&after[color]).saturating_sub(count(&before[color]));
            std::iter::repeat_n((color, piece), more)
        })
    });
    gains.next().filter(|_| gains.next().is_none())
}

/// `ping=1 setboard=1 variants="normal,bughouse" done=1`
fn features(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(' ').unwrap_or((after, "")),
        };
        found.push((name.trim().to_owned(), value.to_owned()));
        rest = next.trim_start();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_taken_apart() {
        let found = features("setboard=1 myname=\"A = B\" option=\"Hash -spin 16 1 64\" done=1");
        let names: Vec<&str> = found.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["setboard", "myname", "option", "done"]);
        assert_eq!(found[1].1, "A = B");
        assert_eq!(found[2].1, "Hash -spin 16 1 64");
    }

    #[test]
    fn the_piece_just_won_is_named_if_there_is_one() {
        let hands = |white: &str, black: &str| [white.to_owned(), black.to_owned()];
        let before = hands("QP", "N");
        assert_eq!(gained(&before, &hands("QPP", "N")), Some((0, 'P')));
        assert_eq!(gained(&before, &hands("QP", "NR")), Some((1, 'R')));
        assert_eq!(gained(&before, &hands("QPP", "NR")), None);
        assert_eq!(gained(&before, &hands("P", "N")), None);
    }

    #[test]
    fn lines_are_understood() {
        let (cecp, mut thought) = (Cecp::default(), SearchSummary::default());
        let mut says = |line: &str| cecp.understand(line, &mut thought);
        assert_eq!(says("move P@e4"), Said::Move("P@e4".into()));
        assert_eq!(says("tellics ptell go fast "), Said::Tell("go fast".into()));
        assert_eq!(says("resign"), Said::Resign);
        assert_eq!(says("offer draw"), Said::OfferDraw);
        assert!(matches!(says("0-1 {Black mates}"), Said::Remark(_)));
        assert_eq!(says("  7     -35    12    40250  e2e4 e7e5"), Said::Nothing);
        let expected = SearchSummary {
            depth: 7,
            nodes: 40_250,
            cp: Some(-35),
            pv: "e2e4 e7e5".into(),
            millis: Some(120),
            ..SearchSummary::default()
        };
        assert_eq!(thought, expected);
    }
}
