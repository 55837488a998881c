//! Superschaak, slow and obvious: a board of letters, every move tried and looked at. Written
//! from the rules alone, to be compared with the engine's generator.

/// A piece: its FEN letter, upper case for White; `.` for nobody.
type Letter = u8;

/// A position between moves.
#[derive(Clone, Debug)]
pub struct Game {
    at: [Letter; 64],
    /// Pieces that came back by promotion.
    came_back: [bool; 64],
    /// Pieces beside the board, letters as on it.
    pool: Vec<Letter>,
    white: bool,
    /// K, Q, k, q.
    castle: [bool; 4],
    passed: Option<usize>,
    /// While the prelude is played: what has been chosen.
    chosen: Option<Vec<Letter>>,
}

const HOME: &[u8; 8] = b"RNBQKBNR";
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const LEAPS: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn is_white(piece: Letter) -> bool {
    piece.is_ascii_uppercase()
}

fn of(white: bool, kind: Letter) -> Letter {
    if white { kind.to_ascii_uppercase() } else { kind.to_ascii_lowercase() }
}

fn step(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (from as i32 % 8 + files, from as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

fn name(square: usize) -> String {
    format!("{}{}", (b'a' + square as u8 % 8) as char, square / 8 + 1)
}

fn square(text: &str) -> usize {
    let text = text.as_bytes();
    usize::from(text[1] - b'1') * 8 + usize::from(text[0] - b'a')
}

fn neighbours(square: usize) -> impl Iterator<Item = usize> {
    STRAIGHT.into_iter().chain(DIAGONAL).filter_map(move |by| step(square, by))
}

impl Game {
    /// Reads a FEN with all fields.
    pub fn read(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split(' ').collect();
        let (ranks, pool) = fields[0].split_once('[').expect("brackets");
        let mut at = [b'.'; 64];
        let mut came_back = [false; 64];
        for (index, text) in ranks.split('/').enumerate() {
            let mut here = (7 - index) * 8;
            for letter in text.bytes() {
                match letter {
                    b'1'..=b'8' => here += usize::from(letter - b'0'),
                    b'~' => came_back[here - 1] = true,
                    piece => {
                        at[here] = piece;
                        here += 1;
                    }
                }
            }
        }
        Self {
            at,
            came_back,
            pool: pool.trim_end_matches(']').bytes().collect(),
            white: fields[1] == "w",
            castle: ['K', 'Q', 'k', 'q'].map(|right| fields[2].contains(right)),
            passed: (fields[3] != "-").then(|| square(fields[3])),
            chosen: fields
                .get(6)
                .map(|field| field.trim_start_matches("prelude=").bytes().collect()),
        }
    }

    /// Everything but the passed square, which a FEN may leave out, in one text.
    pub fn text(&self) -> String {
        let pieces: Vec<u8> = (0..64)
            .flat_map(|here| [self.at[here], if self.came_back[here] { b'~' } else { b' ' }])
            .collect();
        let mut pool = self.pool.clone();
        pool.sort_unstable();
        let (pieces, pool) = (String::from_utf8_lossy(&pieces), String::from_utf8_lossy(&pool));
        format!("{pieces}[{pool}]{}{:?}{:?}", self.white, self.castle, self.chosen)
    }

    fn own(&self, square: usize) -> bool {
        self.at[square] != b'.' && is_white(self.at[square]) == self.white
    }

    fn is_frozen(&self, square: usize) -> bool {
        let enemy = of(!is_white(self.at[square]), b'M');
        neighbours(square).any(|near| self.at[near] == enemy)
    }

    fn slide(&self, from: usize, by: (i32, i32), found: &mut Vec<usize>) {
        let mut here = step(from, by);
        while let Some(to) = here {
            found.push(to);
            here = if self.at[to] == b'.' { step(to, by) } else { None };
        }
    }

    /// The squares that the piece here attacks, if it is not frozen.
    fn attacks(&self, from: usize) -> Vec<usize> {
        let mut found = Vec::new();
        if self.is_frozen(from) {
            return found;
        }
        let piece = self.at[from];
        let kind = piece.to_ascii_uppercase();
        if kind == b'P' {
            let ahead = if is_white(piece) { 1 } else { -1 };
            found.extend([-1, 1].into_iter().filter_map(|side| step(from, (side, ahead))));
        }
        if b"RQEA".contains(&kind) {
            STRAIGHT.into_iter().for_each(|by| self.slide(from, by, &mut found));
        }
        if b"BQSA".contains(&kind) {
            DIAGONAL.into_iter().for_each(|by| self.slide(from, by, &mut found));
        }
        if b"NESVA".contains(&kind) {
            found.extend(LEAPS.into_iter().filter_map(|by| step(from, by)));
        }
        if b"KV".contains(&kind) {
            found.extend(neighbours(from));
        }
        found
    }

    fn is_attacked(&self, target: usize, by_white: bool) -> bool {
        (0..64).any(|from| {
            self.at[from] != b'.'
                && is_white(self.at[from]) == by_white
                && self.attacks(from).contains(&target)
        })
    }

    fn in_check(&self, white: bool) -> bool {
        let king = self.at.iter().position(|&piece| piece == of(white, b'K')).expect("a king");
        self.is_attacked(king, !white)
    }

    /// Where the Magician here can go.
    fn magician(&self, from: usize) -> Vec<usize> {
        let empty = |by: (i32, i32)| step(from, by).is_some_and(|to| self.at[to] == b'.');
        let mut found = Vec::new();
        for files in -2_i32..=2 {
            for ranks in -2_i32..=2 {
                let (near_file, near_rank) = (files.signum(), ranks.signum());
                let way = match (files.abs(), ranks.abs()) {
                    (0, 0) => continue,
                    (2, 1) => vec![(near_file, 0), (near_file, near_rank)],
                    (1, 2) => vec![(0, near_rank), (near_file, near_rank)],
                    (2, _) | (_, 2) => vec![(near_file, near_rank)],
                    _ => vec![],
                };
                if empty((files, ranks)) && way.into_iter().all(empty) {
                    found.extend(step(from, (files, ranks)));
                }
            }
        }
        found
    }

    /// Every legal move as UCI writes it, sorted.
    pub fn moves(&self) -> Vec<String> {
        let mut moves = match &self.chosen {
            Some(chosen) => self.steps(chosen),
            None => {
                let mut moves = self.tries();
                moves.retain(|text| !self.after(text).in_check(self.white));
                moves.extend(self.castlings());
                moves
            }
        };
        moves.sort_unstable();
        moves
    }

    /// Moves that may leave the own king in check.
    fn tries(&self) -> Vec<String> {
        let mut moves = Vec::new();
        for from in (0..64).filter(|&from| self.own(from) && !self.is_frozen(from)) {
            match self.at[from].to_ascii_uppercase() {
                b'P' => self.pawn(from, &mut moves),
                b'M' => {
                    moves.extend(self.magician(from).into_iter().map(|to| name(from) + &name(to)))
                }
                _ => {
                    let goals = self.attacks(from).into_iter().filter(|&to| !self.own(to));
                    moves.extend(goals.map(|to| name(from) + &name(to)));
                }
            }
        }
        moves
    }

    fn pawn(&self, from: usize, moves: &mut Vec<String>) {
        let ahead = if self.white { 1 } else { -1 };
        let mut goals = Vec::new();
        if let Some(once) = step(from, (0, ahead)).filter(|&to| self.at[to] == b'.') {
            goals.push(once);
            let home = if self.white { 1 } else { 6 };
            let twice =
                step(once, (0, ahead)).filter(|&to| from / 8 == home && self.at[to] == b'.');
            goals.extend(twice);
        }
        goals.extend(
            self.attacks(from)
                .into_iter()
                .filter(|&to| (self.at[to] != b'.' && !self.own(to)) || Some(to) == self.passed),
        );
        for to in goals {
            let text = name(from) + &name(to);
            if to / 8 != 0 && to / 8 != 7 {
                moves.push(text);
                continue;
            }
            for kind in *b"QRBNESVM" {
                if self.pool.contains(&of(self.white, kind)) {
                    moves.push(format!("{text}{}", kind.to_ascii_lowercase() as char));
                }
            }
        }
    }

    fn castlings(&self) -> Vec<String> {
        let home = if self.white { 0 } else { 56 };
        let first = if self.white { 0 } else { 2 };
        let free = |file: usize| self.at[home + file] == b'.';
        let safe = |file: usize| !self.is_attacked(home + file, !self.white);
        let awake = |file: usize| !self.is_frozen(home + file);
        let mut moves = Vec::new();
        let mut castle = |rook: usize, to: usize, crossed: usize, between: &[usize]| {
            if between.iter().all(|&file| free(file))
                && [4, crossed, to].into_iter().all(safe)
                && [4, rook].into_iter().all(awake)
            {
                moves.push(name(home + 4) + &name(home + to));
            }
        };
        if self.castle[first] {
            castle(7, 6, 5, &[5, 6]);
        }
        if self.castle[first + 1] {
            castle(0, 2, 3, &[1, 2, 3]);
        }
        moves
    }

    /// Superpieces on a side's first rank.
    fn placed(&self, white: bool) -> Vec<usize> {
        let home = if white { 0 } else { 56 };
        (home..home + 8).filter(|&here| b"AESVM".contains(&of(true, self.at[here]))).collect()
    }

    fn steps(&self, chosen: &[Letter]) -> Vec<String> {
        if chosen.len() < 4 {
            let open = b"AESVM".iter().filter(|kind| !chosen.contains(kind));
            return open.map(|&kind| format!("+{}", kind as char)).collect();
        }
        let placed = self.placed(self.white);
        let mut moves = Vec::new();
        if placed.len() == 4 {
            moves.push("0000".into());
            for &one in &placed {
                let others = placed.iter().filter(|&&other| other > one);
                moves.extend(others.map(|&other| name(one) + &name(other)));
            }
            return moves;
        }
        let squares = if self.white { 5..8 } else { 56..60 };
        for &kind in chosen {
            if self.at.contains(&of(self.white, kind)) {
                continue;
            }
            for to in squares.clone().filter(|to| !placed.contains(to)) {
                moves.push(format!("{}@{}", kind as char, name(to)));
            }
        }
        moves
    }

    /// The position after a legal move.
    pub fn after(&self, text: &str) -> Self {
        let mut after = self.clone();
        if self.chosen.is_some() {
            after.take(text);
        } else {
            after.play(text);
        }
        after
    }

    fn take(&mut self, text: &str) {
        let Some(chosen) = &mut self.chosen else { return };
        if let Some(kind) = text.strip_prefix('+') {
            chosen.extend(kind.bytes());
            self.white = !self.white;
        } else if let Some((kind, place)) = text.split_once('@') {
            let to = square(place);
            for (here, white) in [(to % 8, true), (56 + to % 8, false)] {
                self.pool.push(of(white, HOME[to % 8]));
                self.at[here] = of(white, kind.as_bytes()[0]);
                for (corner, right) in [(7, 0), (0, 1), (63, 2), (56, 3)] {
                    self.castle[right] &= here != corner;
                }
            }
            // Black takes the last step and may then swap.
            self.white = !self.white && self.placed(true).len() < 4;
        } else {
            if text != "0000" {
                let (one, other) = (square(&text[..2]) % 8, square(&text[2..]) % 8);
                self.at.swap(one, other);
                self.at.swap(56 + one, 56 + other);
            }
            self.chosen = None;
            self.white = true;
        }
    }

    fn play(&mut self, text: &str) {
        let (from, to) = (square(&text[..2]), square(&text[2..4]));
        let kind = self.at[from].to_ascii_uppercase();
        let mut taken = to;
        if kind == b'P' && Some(to) == self.passed {
            taken = if self.white { to - 8 } else { to + 8 };
        }
        let victim = self.at[taken];
        if !b".Pp".contains(&victim) && !self.came_back[taken] {
            self.pool.push(victim);
        }
        self.at[taken] = b'.';
        self.came_back[taken] = false;
        self.at[to] = self.at[from];
        self.came_back[to] = self.came_back[from];
        self.at[from] = b'.';
        self.came_back[from] = false;
        if let Some(&letter) = text.as_bytes().get(4) {
            let piece = of(self.white, letter);
            let place = self.pool.iter().position(|&held| held == piece).expect("in the pool");
            self.pool.swap_remove(place);
            self.at[to] = piece;
            self.came_back[to] = true;
        }
        if kind == b'K' && from.abs_diff(to) == 2 {
            let (rook, beside) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
            self.at.swap(rook, beside);
        }
        self.passed = (kind == b'P' && from.abs_diff(to) == 16).then_some((from + to) / 2);
        for square in [from, to] {
            let lost: &[usize] = match square {
                7 => &[0],
                0 => &[1],
                4 => &[0, 1],
                63 => &[2],
                56 => &[3],
                60 => &[2, 3],
                _ => &[],
            };
            lost.iter().for_each(|&right| self.castle[right] = false);
        }
        self.white = !self.white;
    }
}
