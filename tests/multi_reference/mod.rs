//! A slow and obvious second opinion on the rules for four and for three players: a grid of
//! pieces, every ray walked, every move tried on a copy. It shares nothing with the engine but
//! the text of positions and moves.

use std::collections::{BTreeMap, BTreeSet};

type Place = (i32, i32);

/// Everything about a position, in the plainest form.
#[derive(Clone)]
pub struct Table {
    three: bool,
    joint_forbidden: bool,
    pieces: BTreeMap<Place, (usize, char)>,
    turn: usize,
    rights: BTreeSet<(usize, char)>,
    passing: Vec<(Place, Place, BTreeSet<usize>)>,
    frozen: BTreeMap<usize, char>,
    quiet: u32,
    ply: u32,
    /// How it ended by mate or stalemate, without the article.
    pub over: Option<String>,
}

#[derive(Clone)]
struct Step {
    from: Place,
    to: Place,
    becomes: Option<char>,
    takes: Option<Place>,
    rook: Option<(Place, Place)>,
}

impl Table {
    fn seats(&self) -> usize {
        if self.three { 3 } else { 4 }
    }

    fn letters(&self) -> &'static str {
        if self.three { "brw" } else { "abcd" }
    }

    fn files(&self) -> &'static str {
        if self.three { "abcdefghiklm" } else { "abcdefghijklmn" }
    }

    fn exists(&self, (file, rank): Place) -> bool {
        if self.three {
            (0..10).contains(&rank) && if rank < 2 { 2..10 } else { 0..12 }.contains(&file)
        } else {
            let middle = |n: i32| (3..11).contains(&n);
            (0..14).contains(&file) && (0..14).contains(&rank) && (middle(file) || middle(rank))
        }
    }

    fn forward(&self, seat: usize) -> Place {
        if self.three {
            [(0, 1), (-1, 0), (1, 0)][seat]
        } else {
            [(0, -1), (1, 0), (0, 1), (-1, 0)][seat]
        }
    }

    fn enemies(&self, seat: usize) -> Vec<usize> {
        (0..self.seats())
            .filter(|&other| other != seat && (self.three || other % 2 != seat % 2))
            .collect()
    }

    fn next(&self, seat: usize) -> usize {
        (seat + 1) % self.seats()
    }

    fn name(&self, (file, rank): Place) -> String {
        format!("{}{}", self.files().as_bytes()[file as usize] as char, rank + 1)
    }

    fn place(&self, name: &str) -> Place {
        let file = self.files().find(&name[..1]).expect("a file") as i32;
        (file, name[1..].parse::<i32>().expect("a rank") - 1)
    }

    /// Reads a FEN that is known to be sound, and settles whose turn it is.
    pub fn read(three: bool, joint_forbidden: bool, fen: &str) -> Self {
        let mut table = Self {
            three,
            joint_forbidden,
            pieces: BTreeMap::new(),
            turn: 0,
            rights: BTreeSet::new(),
            passing: Vec::new(),
            frozen: BTreeMap::new(),
            quiet: 0,
            ply: 1,
            over: None,
        };
        let words: Vec<&str> = fen.split(' ').collect();
        let ranks = if three { 10 } else { 14 };
        for (index, text) in words[0].split('/').enumerate() {
            let rank = ranks - 1 - index as i32;
            let mut places = (0..14).map(|file| (file, rank)).filter(|&place| table.exists(place));
            let mut places: Vec<Place> = places.by_ref().collect();
            places.reverse();
            let mut rest = text;
            while !rest.is_empty() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                if digits > 0 {
                    for _ in 0..rest[..digits].parse::<usize>().expect("a number") {
                        places.pop();
                    }
                    rest = &rest[digits..];
                } else {
                    let seat = table.letters().find(&rest[..1]).expect("a seat");
                    let role = rest.as_bytes()[1] as char;
                    table.pieces.insert(places.pop().expect("room"), (seat, role));
                    rest = &rest[2..];
                }
            }
        }
        let seat = |letter: char| table.letters().find(letter).expect("a seat");
        let turn = seat(words[1].chars().next().expect("a seat"));
        let rights: Vec<char> = words[2].chars().collect();
        let rights = rights.chunks(2).filter(|pair| pair.len() == 2);
        let rights: BTreeSet<_> = rights.map(|pair| (seat(pair[0]), pair[1])).collect();
        let mut passing = Vec::new();
        for entry in words[3].split(',').filter(|entry| *entry != "-") {
            let parts: Vec<&str> = entry.split(':').collect();
            let takers = parts[2].chars().map(seat).collect();
            passing.push((table.place(parts[0]), table.place(parts[1]), takers));
        }
        let frozen: Vec<char> = words[4].chars().collect();
        let frozen = frozen.chunks(2).filter(|pair| pair.len() == 2);
        let frozen: BTreeMap<_, _> = frozen.map(|pair| (seat(pair[0]), pair[1])).collect();
        table.rights = rights;
        table.passing = passing;
        table.frozen = frozen;
        table.quiet = words[5].parse().expect("a count");
        table.ply = words[6].parse().expect("a number");
        table.settle(turn);
        table
    }

    fn king(&self, seat: usize) -> Place {
        *self.pieces.iter().find(|(_, piece)| **piece == (seat, 'K')).expect("a king").0
    }

    /// Everything the piece here attacks.
    fn attacks(&self, from: Place) -> Vec<Place> {
        let (seat, role) = self.pieces[&from];
        let straight = [(1, 0), (0, 1), (-1, 0), (0, -1)];
        let diagonal = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
        let all: Vec<Place> = straight.iter().chain(&diagonal).copied().collect();
        let (steps, far): (Vec<Place>, bool) = match role {
            'P' => {
                let (x, y) = self.forward(seat);
                (vec![(x + y, y + x), (x - y, y - x)], false)
            }
            'N' => {
                let jumps =
                    [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];
                (jumps.to_vec(), false)
            }
            'B' => (diagonal.to_vec(), true),
            'R' => (straight.to_vec(), true),
            'Q' => (all, true),
            _ => (all, false),
        };
        let mut reached = Vec::new();
        for (x, y) in steps {
            let mut place = (from.0 + x, from.1 + y);
            while self.exists(place) {
                reached.push(place);
                if !far || self.pieces.contains_key(&place) {
                    break;
                }
                place = (place.0 + x, place.1 + y);
            }
        }
        reached
    }

    fn is_attacked(&self, target: Place, by: &[usize]) -> bool {
        self.pieces
            .iter()
            .filter(|(_, (seat, _))| by.contains(seat))
            .any(|(&from, _)| self.attacks(from).contains(&target))
    }

    fn live(&self, seats: &[usize]) -> Vec<usize> {
        seats.iter().copied().filter(|seat| !self.frozen.contains_key(seat)).collect()
    }

    fn is_home(&self, seat: usize, (file, rank): Place) -> bool {
        match (self.three, seat) {
            (false, 0) => rank == 12,
            (false, 1) => file == 1,
            (false, 2) => rank == 1,
            (false, _) => file == 12,
            (true, 0) => rank == 1,
            (true, 1) => file == 10,
            (true, _) => file == 1,
        }
    }

    fn promotes(&self, seat: usize, (file, rank): Place, captures: bool) -> bool {
        match (self.three, seat) {
            (false, 0) => rank == 0 || captures && (file == 0 || file == 13),
            (false, 1) => file == 13 || captures && (rank == 0 || rank == 13),
            (false, 2) => rank == 13 || captures && (file == 0 || file == 13),
            (false, _) => file == 0 || captures && (rank == 0 || rank == 13),
            (true, 0) => rank == 9 && (2..10).contains(&file),
            (true, 1) => file == 0,
            (true, _) => file == 11,
        }
    }

    fn may_be_taken(&self, by: usize, place: Place) -> bool {
        self.pieces.get(&place).is_some_and(|&(seat, role)| {
            role != 'K' && self.enemies(by).contains(&seat) && !self.frozen.contains_key(&seat)
        })
    }

    /// Moves by the way pieces go, kings in check or not.
    fn steps(&self, seat: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        let plain = |from, to| Step { from, to, becomes: None, takes: None, rook: None };
        for (&from, &(owner, role)) in &self.pieces {
            if owner != seat {
                continue;
            }
            if role != 'P' {
                for to in self.attacks(from) {
                    if !self.pieces.contains_key(&to) {
                        steps.push(plain(from, to));
                    } else if self.may_be_taken(seat, to) {
                        steps.push(Step { takes: Some(to), ..plain(from, to) });
                    }
                }
                continue;
            }
            let (x, y) = self.forward(seat);
            let free = |place| self.exists(place) && !self.pieces.contains_key(&place);
            let (one, two) = ((from.0 + x, from.1 + y), (from.0 + 2 * x, from.1 + 2 * y));
            let mut found = Vec::new();
            if free(one) {
                found.push(plain(from, one));
                if self.is_home(seat, from) && free(two) {
                    found.push(plain(from, two));
                }
            }
            for to in self.attacks(from) {
                if self.may_be_taken(seat, to) {
                    found.push(Step { takes: Some(to), ..plain(from, to) });
                }
                for (passed, pawn, takers) in &self.passing {
                    if *passed == to
                        && takers.contains(&seat)
                        && free(to)
                        && self.may_be_taken(seat, *pawn)
                    {
                        steps.push(Step { takes: Some(*pawn), ..plain(from, to) });
                    }
                }
            }
            for step in found {
                if self.promotes(seat, step.to, step.takes.is_some()) {
                    for role in ['Q', 'R', 'B', 'N'] {
                        steps.push(Step { becomes: Some(role), ..step.clone() });
                    }
                } else {
                    steps.push(step);
                }
            }
        }
        steps
    }

    fn castlings(&self, seat: usize, counted: &[usize]) -> Vec<Step> {
        let homes =
            [("g14", "k14", "d14"), ("a7", "a11", "a4"), ("h1", "d1", "k1"), ("n8", "n4", "n11")];
        let mut steps = Vec::new();
        for &(_, side) in self.rights.iter().filter(|(owner, _)| *owner == seat) {
            let (king, long, short) = homes[seat];
            let (king, rook) =
                (self.place(king), self.place(if side == 'L' { long } else { short }));
            let at_home = self.pieces.get(&king) == Some(&(seat, 'K'))
                && self.pieces.get(&rook) == Some(&(seat, 'R'));
            if !at_home {
                continue;
            }
            let step = ((rook.0 - king.0).signum(), (rook.1 - king.1).signum());
            let along = |n: i32| (king.0 + n * step.0, king.1 + n * step.1);
            let clear = (1..)
                .map(along)
                .take_while(|&place| place != rook)
                .all(|place| !self.pieces.contains_key(&place));
            let mut without_king = self.clone();
            without_king.pieces.remove(&king);
            let safe = !self.is_attacked(king, &self.live(counted))
                && [1, 2].iter().all(|&n| !without_king.is_attacked(along(n), counted));
            if clear && safe {
                let rook = Some((rook, along(1)));
                steps.push(Step { from: king, to: along(2), becomes: None, takes: None, rook });
            }
        }
        steps
    }

    /// The pieces after a step, nothing else changed.
    fn shifted(&self, step: &Step) -> Self {
        let mut after = self.clone();
        if let Some(place) = step.takes {
            after.pieces.remove(&place);
        }
        let (seat, role) = after.pieces.remove(&step.from).expect("a piece");
        after.pieces.insert(step.to, (seat, step.becomes.unwrap_or(role)));
        if let Some((from, to)) = step.rook {
            let rook = after.pieces.remove(&from).expect("a rook");
            after.pieces.insert(to, rook);
        }
        after
    }

    /// Legal but for art. 33, if only these enemies' attacks counted. Squares that frozen
    /// enemies bar to kings are barred whoever counts (D-22).
    fn legal_against(&self, seat: usize, counted: &[usize]) -> Vec<Step> {
        let frozen = |enemy: &usize| self.frozen.contains_key(enemy);
        let idle = self.enemies(seat).into_iter().filter(frozen);
        let counted: Vec<usize> = counted.iter().copied().chain(idle).collect();
        let counted = &counted[..];
        let mut steps = self.steps(seat);
        steps.retain(|step| {
            let after = self.shifted(step);
            let is_king = self.pieces[&step.from].1 == 'K';
            let feared = if is_king { counted.to_vec() } else { self.live(counted) };
            if after.is_attacked(after.king(seat), &feared) {
                return false;
            }
            if self.three {
                let (next, third) = (self.next(seat), self.next(self.next(seat)));
                let next = self.live(&[next]);
                let before = self.is_attacked(self.king(third), &next);
                return before || !after.is_attacked(after.king(third), &next);
            }
            true
        });
        if !self.three {
            steps.extend(self.castlings(seat, counted));
        }
        steps
    }

    fn can_move(&self, seat: usize) -> bool {
        !self.legal_against(seat, &self.enemies(seat)).is_empty()
    }

    fn legal(&self) -> Vec<Step> {
        let us = self.turn;
        let steps = self.legal_against(us, &self.enemies(us));
        let next = self.next(us);
        if !self.three || !self.joint_forbidden || self.frozen.contains_key(&next) {
            return steps;
        }
        let allowed: Vec<Step> = steps
            .iter()
            .filter(|step| {
                let mut after = self.shifted(step);
                after.note_passing(us, step);
                let third = after.next(next);
                let stuck = |counted: &[usize]| after.legal_against(next, counted).is_empty();
                !(stuck(&[us, third]) && !stuck(&[third]) && !stuck(&[us]))
            })
            .cloned()
            .collect();
        if allowed.is_empty() { steps } else { allowed }
    }

    fn note_passing(&mut self, us: usize, step: &Step) {
        for (_, _, takers) in &mut self.passing {
            takers.remove(&us);
        }
        let way = (step.to.0 - step.from.0, step.to.1 - step.from.1);
        let (x, y) = self.forward(us);
        if self.pieces[&step.to] == (us, 'P') && way == (2 * x, 2 * y) {
            let passed = (step.from.0 + x, step.from.1 + y);
            self.passing.retain(|entry| entry.0 != passed);
            let takers = self.enemies(us).into_iter().collect();
            self.passing.push((passed, step.to, takers));
        }
        let now = self.clone();
        self.passing.retain(|(passed, pawn, _)| {
            let Some(&(owner, role)) = now.pieces.get(pawn) else { return false };
            let (x, y) = now.forward(owner);
            role == 'P' && *pawn == (passed.0 + x, passed.1 + y)
        });
    }

    fn write_step(&self, step: &Step) -> String {
        let suffix = step.becomes.map(|role| role.to_ascii_lowercase().to_string());
        format!("{}{}{}", self.name(step.from), self.name(step.to), suffix.unwrap_or_default())
    }

    /// The legal moves as text, in order of the alphabet.
    pub fn moves(&self) -> Vec<String> {
        if self.over.is_some() {
            return Vec::new();
        }
        let mut moves: Vec<String> =
            self.legal().iter().map(|step| self.write_step(step)).collect();
        moves.sort();
        moves
    }

    /// The position after a legal move.
    pub fn after(&self, text: &str) -> Self {
        let legal = self.legal();
        let step = legal.iter().find(|step| self.write_step(step) == text).expect("a legal move");
        let us = self.turn;
        let pawn = self.pieces[&step.from].1 == 'P';
        let mut after = self.shifted(step);
        after.note_passing(us, step);
        let homes: [(usize, &str, &str); 12] = [
            (0, "g14", "LS"),
            (0, "k14", "L"),
            (0, "d14", "S"),
            (1, "a7", "LS"),
            (1, "a11", "L"),
            (1, "a4", "S"),
            (2, "h1", "LS"),
            (2, "d1", "L"),
            (2, "k1", "S"),
            (3, "n8", "LS"),
            (3, "n4", "L"),
            (3, "n11", "S"),
        ];
        if !self.three {
            for (seat, home, sides) in homes {
                let touched = self.place(home);
                if step.from == touched || step.to == touched {
                    for side in sides.chars() {
                        after.rights.remove(&(seat, side));
                    }
                }
            }
        }
        after.quiet = if pawn || step.takes.is_some() { 0 } else { self.quiet + 1 };
        after.ply += 1;
        after.settle(self.next(us));
        after
    }

    fn fate(&self, seat: usize) -> Option<char> {
        let mark = *self.frozen.get(&seat)?;
        if self.can_move(seat) {
            return None;
        }
        let enemies = self.live(&self.enemies(seat));
        let mated = mark == '#' && self.is_attacked(self.king(seat), &enemies);
        Some(if mated { '#' } else { '=' })
    }

    /// Whose turn it is: who cannot move is frozen and skipped.
    fn settle(&mut self, first: usize) {
        self.turn = first;
        let mut skipped_in_vain = 0;
        loop {
            let seat = self.turn;
            if self.can_move(seat) {
                self.frozen.remove(&seat);
                return;
            }
            let mated_rivals =
                self.enemies(seat).iter().filter(|&&rival| self.fate(rival) == Some('#')).count();
            let enemies = self.live(&self.enemies(seat));
            let mark = if self.is_attacked(self.king(seat), &enemies) { '#' } else { '=' };
            let news = self.frozen.insert(seat, mark).is_none();
            skipped_in_vain = if news { 0 } else { skipped_in_vain + 1 };
            self.over = self.judge(seat, mated_rivals);
            if self.over.is_none() && skipped_in_vain >= self.seats() {
                self.over = Some(self.drawn());
            }
            if self.over.is_some() {
                return;
            }
            self.turn = self.next(seat);
        }
    }

    fn judge(&self, seat: usize, mated_rivals: usize) -> Option<String> {
        if self.three {
            let fates: Vec<Option<char>> = (0..3).map(|seat| self.fate(seat)).collect();
            let playing: Vec<usize> = (0..3).filter(|&seat| fates[seat].is_none()).collect();
            let [winner] = playing[..] else { return None };
            let (one, other) = (fates[(winner + 1) % 3], fates[(winner + 2) % 3]);
            let how = if one == other { "win" } else { "incomplete" };
            return Some(format!("{how}:{}", &self.letters()[winner..=winner]));
        }
        match (self.fate(seat), self.fate((seat + 2) % 4)) {
            (Some('#'), Some('#')) => {
                let how = if mated_rivals == 0 { "win" } else { "half" };
                Some(format!("{how}:{}", if seat.is_multiple_of(2) { "bd" } else { "ac" }))
            }
            (Some('='), Some('=')) => Some(self.drawn()),
            (Some(_), Some(_)) if mated_rivals > 0 => Some("draw:stalemate".into()),
            (Some(_), Some(_)) => {
                Some(format!("half:{}", if seat.is_multiple_of(2) { "bd" } else { "ac" }))
            }
            _ => None,
        }
    }

    fn drawn(&self) -> String {
        let mated = |seats: [usize; 2]| seats.iter().any(|&seat| self.fate(seat) == Some('#'));
        match (self.three, mated([0, 2]), mated([1, 3])) {
            (false, true, false) => "half:bd".into(),
            (false, false, true) => "half:ac".into(),
            _ => "draw:stalemate".into(),
        }
    }

    /// The canonical FEN.
    pub fn write(&self) -> String {
        let mut ranks = Vec::new();
        for rank in (0..if self.three { 10 } else { 14 }).rev() {
            let (mut text, mut empty) = (String::new(), 0);
            for place in (0..14).map(|file| (file, rank)).filter(|&place| self.exists(place)) {
                match self.pieces.get(&place) {
                    None => empty += 1,
                    Some(&(seat, role)) => {
                        if empty > 0 {
                            text += &empty.to_string();
                            empty = 0;
                        }
                        text.push(self.letters().as_bytes()[seat] as char);
                        text.push(role);
                    }
                }
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            ranks.push(text);
        }
        let letter = |seat: usize| self.letters().as_bytes()[seat] as char;
        let dash = |text: String| if text.is_empty() { "-".into() } else { text };
        let rights: String =
            self.rights.iter().flat_map(|&(seat, side)| [letter(seat), side]).collect();
        let mut passing: Vec<(usize, Place, String)> = Vec::new();
        for (passed, pawn, takers) in &self.passing {
            let attacks = |taker: &usize| {
                self.pieces.iter().any(|(&from, &piece)| {
                    piece == (*taker, 'P') && self.attacks(from).contains(passed)
                })
            };
            let takers: String =
                takers.iter().filter(|taker| attacks(taker)).map(|&t| letter(t)).collect();
            if !takers.is_empty() {
                let text = format!("{}:{}:{takers}", self.name(*passed), self.name(*pawn));
                passing.push((self.pieces[pawn].0, *passed, text));
            }
        }
        passing.sort();
        let passing: Vec<String> = passing.into_iter().map(|entry| entry.2).collect();
        let frozen: String =
            self.frozen.iter().flat_map(|(&seat, &mark)| [letter(seat), mark]).collect();
        format!(
            "{} {} {} {} {} {} {}",
            ranks.join("/"),
            letter(self.turn),
            dash(rights),
            dash(passing.join(",")),
            dash(frozen),
            self.quiet,
            self.ply
        )
    }
}
