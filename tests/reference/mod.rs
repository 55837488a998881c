//! A slow, obvious generator for two boards, written from the rule texts and sharing no
//! code with the engine: arrays of letters, every move tried on a copy, every attack found
//! by walking from the king. What it and the engine agree on is probably right.
#![allow(dead_code)]

pub mod same;

/// Which of the four rule sets.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Law {
    Bughouse,
    Doorgeefschaak,
    Tandem,
    Tandemordnung,
}

/// A move in plain numbers: board, from (64 for a drop), to, letter of what is promoted to
/// or dropped (0 for neither), square on the other board (64 for none).
pub type Plain = (usize, usize, usize, u8, usize);

/// Letters as in FEN, `.` for nothing.
#[derive(Clone, PartialEq, Debug)]
pub struct Board {
    pub at: [u8; 64],
    pub promoted: [bool; 64],
    /// White's and Black's pieces by P N B R Q.
    pub hand: [[u8; 5]; 2],
    pub white: bool,
    /// K Q k q
    pub castle: [bool; 4],
    pub passed: usize,
    /// Plies since a capture, drop or pawn move.
    pub over: bool,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Pair {
    pub law: Law,
    pub boards: [Board; 2],
}

const KINDS: &[u8; 5] = b"PNBRQ";
const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn is_white(letter: u8) -> bool {
    letter.is_ascii_uppercase()
}

fn colored(kind: u8, white: bool) -> u8 {
    if white { kind.to_ascii_uppercase() } else { kind.to_ascii_lowercase() }
}

fn step(square: usize, by: (i32, i32)) -> Option<usize> {
    let file = (square % 8) as i32 + by.0;
    let rank = (square / 8) as i32 + by.1;
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((rank * 8 + file) as usize)
}

fn kind_index(letter: u8) -> usize {
    KINDS.iter().position(|&kind| kind == letter.to_ascii_uppercase()).expect("a kind")
}

impl Board {
    pub fn read(fen: &str) -> Self {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let (placement, hand) = fields[0].split_once('[').unwrap_or((fields[0], "]"));
        let mut board = Self {
            at: [b'.'; 64],
            promoted: [false; 64],
            hand: [[0; 5]; 2],
            white: fields[1] == "w",
            castle: [b'K', b'Q', b'k', b'q'].map(|right| fields[2].bytes().any(|b| b == right)),
            passed: 64,
            over: false,
        };
        for (index, rank) in placement.split('/').enumerate() {
            let mut square = 8 * (7 - index);
            for letter in rank.bytes() {
                match letter {
                    b'1'..=b'8' => square += usize::from(letter - b'0'),
                    b'~' => board.promoted[square - 1] = true,
                    _ => {
                        board.at[square] = letter;
                        square += 1;
                    }
                }
            }
        }
        for letter in hand.trim_end_matches(']').bytes() {
            board.hand[usize::from(!is_white(letter))][kind_index(letter)] += 1;
        }
        if let [file @ b'a'..=b'h', rank @ b'1'..=b'8'] = fields[3].as_bytes() {
            board.passed = usize::from(rank - b'1') * 8 + usize::from(file - b'a');
        }
        board
    }

    pub fn king(&self, white: bool) -> usize {
        self.at.iter().position(|&m| m == colored(b'K', white)).expect("a king")
    }

    /// Squares of `white`'s pieces that attack a square.
    pub fn attackers(&self, square: usize, white: bool) -> Vec<usize> {
        let mut found = Vec::new();
        let mut look = |from: Option<usize>, kinds: &[u8]| {
            if let Some(from) = from
                && kinds.iter().any(|&kind| self.at[from] == colored(kind, white))
            {
                found.push(from);
            }
        };
        for by in KNIGHT {
            look(step(square, by), b"N");
        }
        for by in ROOK.into_iter().chain(BISHOP) {
            look(step(square, by), b"K");
        }
        // A pawn attacks forward: it stands one rank behind, seen from its own side.
        let back = if white { -1 } else { 1 };
        look(step(square, (-1, back)), b"P");
        look(step(square, (1, back)), b"P");
        for (steps, kinds) in [(ROOK, b"RQ"), (BISHOP, b"BQ")] {
            for by in steps {
                let mut here = step(square, by);
                while let Some(next) = here
                    && self.at[next] == b'.'
                {
                    here = step(next, by);
                }
                look(here, kinds);
            }
        }
        found
    }

    pub fn in_check(&self, white: bool) -> bool {
        !self.attackers(self.king(white), !white).is_empty()
    }

    /// Could a piece dropped somewhere block the check of the side to move?
    pub fn can_be_blocked(&self) -> bool {
        (0..64).any(|square| {
            self.at[square] == b'.' && {
                let mut wall = self.clone();
                wall.at[square] = colored(b'P', self.white);
                !wall.in_check(self.white)
            }
        })
    }
}

impl Pair {
    pub fn read(fen: &str, law: Law) -> Self {
        let (first, second) = fen.split_once('|').expect("two boards");
        let mut pair = Self { law, boards: [Board::read(first), Board::read(second)] };
        pair.settle();
        pair
    }

    /// Every legal move, sorted.
    pub fn moves(&self) -> Vec<Plain> {
        let over = self.boards.iter().filter(|board| board.over).count();
        if over == 2 || (over == 1 && self.law != Law::Doorgeefschaak) {
            return Vec::new();
        }
        let mut moves = self.moves_on(0);
        moves.extend(self.moves_on(1));
        moves.sort_unstable();
        moves
    }

    /// May the piece on this square of board `b` be taken off it?
    fn may_be_taken(&self, b: usize, square: usize, white: bool) -> bool {
        let board = &self.boards[b];
        let piece = board.at[square];
        if !b"QRBN".iter().any(|&kind| colored(kind, white) == piece) {
            return false;
        }
        let mut without = board.clone();
        without.at[square] = b'.';
        [true, false].into_iter().all(|king| {
            let at = board.king(king);
            let before = board.attackers(at, !king);
            without.attackers(at, !king).iter().all(|attacker| before.contains(attacker))
        })
    }

    /// Legal moves of a board.
    pub fn moves_on(&self, b: usize) -> Vec<Plain> {
        let board = &self.boards[b];
        if board.over {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for from in 0..64 {
            let piece = board.at[from];
            if piece != b'.' && is_white(piece) == board.white {
                self.moves_of(b, from, &mut moves);
            }
        }
        self.castling(b, &mut moves);
        for to in 0..64 {
            for kind in *KINDS {
                let rank = to / 8;
                let forbidden = kind == b'P' && (rank == 0 || rank == 7);
                let held = board.hand[usize::from(!board.white)][kind_index(kind)];
                if board.at[to] == b'.' && held > 0 && !forbidden {
                    moves.push((b, 64, to, kind, 64));
                }
            }
        }
        moves.retain(|&mv| {
            let mut after = self.clone();
            after.apply(mv);
            !after.boards[b].in_check(board.white) && (mv.1 != 64 || self.may_drop(&after, b))
        });
        moves
    }

    /// What the rule set says about drops with check and mate.
    fn may_drop(&self, after: &Self, b: usize) -> bool {
        let board = &after.boards[b];
        let check = board.in_check(board.white);
        let helpless = || after.moves_on(b).is_empty();
        match self.law {
            Law::Bughouse => true,
            Law::Doorgeefschaak => !check,
            Law::Tandem => !check || !helpless(),
            Law::Tandemordnung => !check || board.can_be_blocked() || !helpless(),
        }
    }

    fn moves_of(&self, b: usize, from: usize, moves: &mut Vec<Plain>) {
        let board = &self.boards[b];
        let piece = board.at[from];
        let white = board.white;
        let free = |to: usize| board.at[to] == b'.';
        let enemy = |to: usize| !free(to) && is_white(board.at[to]) != white;
        match piece.to_ascii_uppercase() {
            b'P' => {
                let ahead = if white { 1 } else { -1 };
                let mut targets = Vec::new();
                if let Some(once) = step(from, (0, ahead)).filter(|&to| free(to)) {
                    targets.push(once);
                    let home = if white { 1 } else { 6 };
                    if from / 8 == home {
                        targets.extend(step(once, (0, ahead)).filter(|&to| free(to)));
                    }
                }
                for side in [-1, 1] {
                    let to = step(from, (side, ahead));
                    targets.extend(to.filter(|&to| enemy(to) || to == board.passed));
                }
                for to in targets {
                    if to / 8 == 0 || to / 8 == 7 {
                        self.promotions(b, from, to, moves);
                    } else {
                        moves.push((b, from, to, 0, 64));
                    }
                }
            }
            b'N' => {
                for by in KNIGHT {
                    let to = step(from, by).filter(|&to| free(to) || enemy(to));
                    moves.extend(to.map(|to| (b, from, to, 0, 64)));
                }
            }
            kind => {
                let mut steps = Vec::new();
                if kind != b'B' {
                    steps.extend(ROOK);
                }
                if kind != b'R' {
                    steps.extend(BISHOP);
                }
                for by in steps {
                    let mut here = step(from, by);
                    while let Some(to) = here {
                        if free(to) || enemy(to) {
                            moves.push((b, from, to, 0, 64));
                        }
                        if !free(to) || kind == b'K' {
                            break;
                        }
                        here = step(to, by);
                    }
                }
            }
        }
    }

    fn promotions(&self, b: usize, from: usize, to: usize, moves: &mut Vec<Plain>) {
        if matches!(self.law, Law::Bughouse | Law::Doorgeefschaak) {
            moves.extend(b"QRBN".iter().map(|&kind| (b, from, to, kind, 64)));
            return;
        }
        for taken in 0..64 {
            if self.may_be_taken(1 - b, taken, self.boards[b].white) {
                let kind = self.boards[1 - b].at[taken].to_ascii_uppercase();
                moves.push((b, from, to, kind, taken));
            }
        }
    }

    fn castling(&self, b: usize, moves: &mut Vec<Plain>) {
        let board = &self.boards[b];
        let home = if board.white { 0 } else { 56 };
        let first = if board.white { 0 } else { 2 };
        let safe = |file: usize| board.attackers(home + file, !board.white).is_empty();
        let empty = |file: usize| board.at[home + file] == b'.';
        if board.castle[first] && empty(5) && empty(6) && safe(4) && safe(5) && safe(6) {
            moves.push((b, home + 4, home + 6, 0, 64));
        }
        let clear = empty(1) && empty(2) && empty(3);
        if board.castle[first + 1] && clear && safe(4) && safe(3) && safe(2) {
            moves.push((b, home + 4, home + 2, 0, 64));
        }
    }

    /// Plays a move without asking whether it is legal or ends anything.
    fn apply(&mut self, (b, from, to, letter, taken): Plain) {
        let passing = !self.boards[1 - b].over;
        let real = matches!(self.law, Law::Tandem | Law::Tandemordnung);
        let (here, beside) = {
            let (first, second) = self.boards.split_at_mut(1);
            if b == 0 { (&mut first[0], &mut second[0]) } else { (&mut second[0], &mut first[0]) }
        };
        let white = here.white;
        let passed = std::mem::replace(&mut here.passed, 64);
        here.white = !white;
        if from == 64 {
            here.hand[usize::from(!white)][kind_index(letter)] -= 1;
            here.at[to] = colored(letter, white);
            here.promoted[to] = false;
            return;
        }
        let piece = here.at[from];
        let pawn = piece.eq_ignore_ascii_case(&b'P');
        let mut captured_on = to;
        if pawn && to == passed {
            captured_on = if white { to - 8 } else { to + 8 };
        }
        if here.at[captured_on] != b'.' {
            let was_promoted = here.promoted[captured_on];
            let piece = here.at[captured_on];
            let kind = if was_promoted && !real { b'P' } else { piece.to_ascii_uppercase() };
            // The piece keeps its colour: the partner plays the other one.
            if passing && kind != b'K' {
                beside.hand[usize::from(!is_white(piece))][kind_index(kind)] += 1;
            }
            here.at[captured_on] = b'.';
            here.promoted[captured_on] = false;
        }
        here.at[to] = piece;
        here.promoted[to] = here.promoted[from];
        here.at[from] = b'.';
        here.promoted[from] = false;
        if letter != 0 {
            here.at[to] = colored(letter, white);
            here.promoted[to] = !real;
        }
        if taken != 64 {
            beside.at[taken] = b'.';
            beside.hand[usize::from(!white)][0] += 1;
            lose_rights(beside, taken);
        }
        if piece.eq_ignore_ascii_case(&b'K') && from.abs_diff(to) == 2 && from % 8 == 4 {
            let (rook_from, rook_to) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
            here.at[rook_to] = here.at[rook_from];
            here.at[rook_from] = b'.';
        }
        if pawn && from.abs_diff(to) == 16 {
            here.passed = (from + to) / 2;
        }
        lose_rights(here, from);
        lose_rights(here, to);
    }

    /// Plays a move and sees what it ends.
    pub fn play(&mut self, mv: Plain) {
        self.apply(mv);
        self.settle();
    }

    /// A board has ended otherwise than by mate; that may mate on the other one, where no
    /// piece can come any more.
    pub fn end(&mut self, b: usize) {
        self.boards[b].over = true;
        self.settle();
    }

    fn settle(&mut self) {
        loop {
            let mated = [self.is_mated(0), self.is_mated(1)];
            let mut changed = false;
            for (board, mated) in self.boards.iter_mut().zip(mated) {
                changed |= mated && !board.over;
                board.over |= mated;
            }
            if !changed || self.law != Law::Doorgeefschaak {
                return;
            }
        }
    }

    /// Is the side to move on this board mated?
    fn is_mated(&self, b: usize) -> bool {
        let board = &self.boards[b];
        if board.over || !board.in_check(board.white) || !self.moves_on(b).is_empty() {
            return false;
        }
        let other = &self.boards[1 - b];
        let partner_on_move = other.white != board.white && !other.over;
        let blockable = board.can_be_blocked();
        match self.law {
            Law::Bughouse => !blockable,
            Law::Doorgeefschaak => other.over || !blockable,
            Law::Tandem => !partner_on_move || self.moves_on(1 - b).is_empty(),
            Law::Tandemordnung => {
                let checkers = board.attackers(board.king(board.white), !board.white);
                let saves = |&mv: &Plain| {
                    checkers.contains(&mv.4) && {
                        let mut after = self.clone();
                        after.apply(mv);
                        !after.is_mated(b)
                    }
                };
                let saved = partner_on_move && self.moves_on(1 - b).iter().any(saves);
                !blockable && !saved
            }
        }
    }
}

fn lose_rights(board: &mut Board, square: usize) {
    let lost: &[usize] = match square {
        0 => &[1],
        4 => &[0, 1],
        7 => &[0],
        56 => &[3],
        60 => &[2, 3],
        63 => &[2],
        _ => &[],
    };
    for &right in lost {
        board.castle[right] = false;
    }
}
