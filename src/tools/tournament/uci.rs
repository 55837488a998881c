//! UCI as the arbiter speaks it: to an engine of one board, and to one that knows both
//! (`Seat`, digits before moves, four clocks, `played`, `partner`). Nothing is sent here;
//! lines are made and understood.

use super::dialog::{Said, SearchSummary, SeatContext};
use super::fault::{EngineFault, lacks_option};
use super::spec::EngineSpec;
use super::telling;
use crate::board::Role;
use crate::game::catalogue::BuiltIn;
use crate::game::table::{GameKind, Played};

/// What is known of an engine.
pub struct Uci {
    /// Is it told of both boards and of words, if it has the option `Seat`?
    may_see_both: bool,
    /// It is.
    both: bool,
    /// Names of its options.
    options: Vec<String>,
    seat: usize,
    /// May it think while it is not on move?
    ponders: bool,
}

/// Options that must be set before the game can be named.
const FIRST: [&str; 2] = ["rulesfile", "variantpath"];

impl Uci {
    /// Nothing is known yet.
    pub fn new(may_see_both: bool) -> Self {
        Self { may_see_both, both: false, options: Vec::new(), seat: 0, ponders: false }
    }

    /// Reads what it answers to `uci`; the options to be set.
    pub fn introduced(
        &mut self,
        lines: &[String],
        spec: &EngineSpec,
        game: &GameKind,
        node_rate: Option<u64>,
    ) -> Result<Vec<String>, EngineFault> {
        let options = lines.iter().filter_map(|line| line.trim().strip_prefix("option name "));
        let mut variants = None;
        for option in options {
            let (name, rest) = option.split_once(" type ").unwrap_or((option, ""));
            if name.eq_ignore_ascii_case("UCI_Variant") {
                let known = rest.split(" var ").skip(1).map(|word| word.trim().to_owned());
                variants = Some(known.collect::<Vec<_>>());
            }
            if name == "Seat" && rest.contains(" var 2b") {
                self.both = self.may_see_both;
            }
            self.options.push(name.to_owned());
        }
        let has = |name: &str| self.options.iter().any(|known| known.eq_ignore_ascii_case(name));
        let (mut orders, mut later) = (Vec::new(), Vec::new());
        for (name, value) in &spec.options {
            if !has(name) {
                lacks_option(spec, name, &self.options)?;
                continue;
            }
            let first = FIRST.contains(&name.to_ascii_lowercase().as_str());
            let list = if first { &mut orders } else { &mut later };
            list.push(match value.as_str() {
                "" => format!("setoption name {name}"),
                value => format!("setoption name {name} value {value}"),
            });
        }
        let own_variant =
            spec.options.iter().any(|(name, _)| name.eq_ignore_ascii_case("UCI_Variant"));
        match variants {
            _ if own_variant => {}
            // Custom games are not in the list, and their file may name any game.
            Some(known) if known.iter().any(|v| v == game.variant.name()) || !orders.is_empty() => {
                orders.push(format!("setoption name UCI_Variant value {}", game.variant));
            }
            None if game.variant.is(BuiltIn::Chess) => {}
            _ => return Err(EngineFault::NoVariant(game.variant.to_string())),
        }
        if game.chess960 {
            orders.push("setoption name UCI_Chess960 value true".into());
        }
        if spec.ponder {
            if !has("Ponder") {
                lacks_option(spec, "Ponder", &self.options)?;
            }
            self.ponders = has("Ponder");
            later.extend(self.ponders.then(|| "setoption name Ponder value true".to_owned()));
        }
        if let Some(rate) = node_rate {
            if has("nodestime") {
                later.push(format!("setoption name nodestime value {}", (rate / 1000).max(1)));
            } else if spec.pace.nodes.is_none() && spec.pace.depth.is_none() {
                return Err(EngineFault::NoNodeClock);
            }
        }
        orders.extend(later);
        orders.extend(spec.init.iter().cloned());
        Ok(orders)
    }

    /// A new game at this place.
    pub fn begin(&mut self, place: &SeatContext) -> Vec<String> {
        self.seat = place.seat;
        let mut orders = vec!["ucinewgame".to_owned()];
        if let Some(word) = telling::seat_word(place.table, place.seat).filter(|_| self.both) {
            orders.push(format!("setoption name Seat value {word}"));
        }
        orders
    }

    /// The position and the order to think about it.
    pub fn think(&self, place: &SeatContext) -> Vec<String> {
        let SeatContext { seat, table, .. } = *place;
        let mut orders = vec![telling::placement(table, seat, self.both)];
        if self.both {
            orders.extend(
                (0..2)
                    .filter_map(|b| telling::board_over(table, b))
                    .map(|over| format!("over {over}")),
            );
        }
        orders.push(self.go("go", place));
        orders
    }

    /// The orders to think about the position after a reply of the opponent that it expects,
    /// if it may, and if there could be one.
    pub fn ponder(&self, place: &SeatContext, reply: &str) -> Option<Vec<String>> {
        let SeatContext { seat, table, .. } = *place;
        let legal = self.ponders && table.legal(0).iter().any(|legal| legal == reply);
        if !legal || table.verdict().is_over() {
            return None;
        }
        let mut position = telling::placement(table, seat, self.both);
        if !position.contains(" moves ") {
            position += " moves";
        }
        Some(vec![format!("{position} {reply}"), self.go("go ponder", place)])
    }

    /// `go` with clocks and limits.
    fn go(&self, word: &str, place: &SeatContext) -> String {
        let SeatContext { seat, table, clocks } = *place;
        let mut go = String::from(word);
        if clocks.shows(seat) {
            let words = telling::clock_words(table, seat, self.both);
            for word in &words {
                go += &format!(" {} {}", word.time, clocks.left_ms(word.seat));
            }
            for word in &words {
                go += &format!(" {} {}", word.increment, clocks.increment_ms(word.seat));
            }
            if let Some(moves) = clocks.moves_to_go(seat) {
                go += &format!(" movestogo {moves}");
            }
        }
        let pace = clocks.pace(seat);
        if let Some(time) = pace.move_time {
            go += &format!(" movetime {}", time.as_millis());
        }
        if let Some(nodes) = pace.nodes {
            go += &format!(" nodes {nodes}");
        }
        if let Some(depth) = pace.depth {
            go += &format!(" depth {depth}");
        }
        if pace.is_endless() {
            go += " infinite";
        }
        go
    }

    /// Does this move of somebody else make void what it thinks about?
    pub fn is_void_after(&self, place: &SeatContext, played: &Played) -> bool {
        !self.both && played.crosses && played.board != place.table.board_of(place.seat)
    }

    /// What it is told of a move while it thinks.
    pub fn saw(&self, place: &SeatContext, played: &Played) -> Option<String> {
        let elsewhere = played.board != place.table.board_of(place.seat);
        (self.both && elsewhere).then(|| format!("played {}{}", played.board + 1, played.text))
    }

    /// What its partner says. An ally at the same board is named; an engine that `rests` is told
    /// the position first, by which it judges whether that ally may speak.
    pub fn hear(&self, place: &SeatContext, from: usize, text: &str, rests: bool) -> Vec<String> {
        if !self.both {
            return Vec::new();
        }
        if place.table.partner(place.seat) == Some(from) {
            return vec![format!("partner {text}")];
        }
        let name = place.table.seat_name(from).to_lowercase();
        let position = rests.then(|| telling::placement(place.table, place.seat, self.both));
        position.into_iter().chain([format!("partner {name} {text}")]).collect()
    }

    /// What a line means.
    pub fn understand(&self, line: &str, thought: &mut SearchSummary) -> Said {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("bestmove") => match words.next() {
                Some("(none)" | "none") => Said::Pass,
                Some(text) => {
                    thought.reply = match (words.next(), words.next()) {
                        (Some("ponder"), Some(reply)) => Some(reply.into()),
                        _ => None,
                    };
                    Said::Move(text.into())
                }
                None => Said::Move(String::new()),
            },
            Some("info") => self.read_info(line, thought),
            _ => Said::Nothing,
        }
    }

    fn read_info(&self, line: &str, thought: &mut SearchSummary) -> Said {
        let mut words = line.split_whitespace().skip(1);
        while let Some(word) = words.next() {
            let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
            match word {
                "string" => return self.read_string(line, thought),
                "depth" => {
                    thought.depth = number().and_then(|n| u32::try_from(n).ok()).unwrap_or(0)
                }
                "seldepth" => {
                    thought.seldepth = number().and_then(|n| u32::try_from(n).ok()).unwrap_or(0)
                }
                "nodes" => thought.nodes = number().map_or(0, i64::unsigned_abs),
                "time" => thought.millis = number().map(i64::unsigned_abs),
                "hashfull" => thought.hashfull = number().map(i64::unsigned_abs),
                "tbhits" => thought.tbhits = number().map(i64::unsigned_abs),
                "cp" => {
                    thought.cp = number().and_then(|n| i32::try_from(n).ok());
                    thought.mate = None;
                }
                "mate" => thought.mate = number().and_then(|n| i32::try_from(n).ok()),
                // Of several lines only the best counts.
                "multipv" if number() != Some(1) => return Said::Nothing,
                "pv" => {
                    thought.set_pv(words);
                    break;
                }
                _ => {}
            }
        }
        Said::Nothing
    }

    /// `info string tell 2b need n`, `info string sits as n may come; moves in 900 ms at the
    /// latest`
    fn read_string(&self, line: &str, thought: &mut SearchSummary) -> Said {
        let Some((_, said)) = line.split_once(" string ") else { return Said::Nothing };
        if let Some(complaint) = said.strip_prefix("error: ") {
            return Said::Remark(complaint.into());
        }
        if let Some((_, most)) =
            said.strip_prefix("sits ").and_then(|rest| rest.split_once("moves in "))
        {
            thought.sits = most.split(' ').next().and_then(|ms| ms.parse().ok()).unwrap_or(0);
            return Said::Nothing;
        }
        if said == "withhold" && self.both {
            return Said::Withhold;
        }
        if let Some(letter) = said.strip_prefix("hand-over ").filter(|_| self.both) {
            let role = Role::DROPPABLE.into_iter().find(|role| {
                letter.len() == 1 && letter.starts_with(role.letter().to_ascii_lowercase())
            });
            return role.map_or_else(|| Said::Remark(said.into()), Said::HandOver);
        }
        match said.strip_prefix("tell ").and_then(|rest| rest.split_once(' ')) {
            Some((_, text)) if self.both => Said::Tell(text.into()),
            _ => Said::Nothing,
        }
    }
}
