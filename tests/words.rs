//! Two hundred positions from games in which pieces that would come decide, each proved by trying
//! all moves: with which pieces the seat mates, with which it would be mated, and whether it
//! should wait for one. The seat is to say so, or to do so, within a tenth of a second.

#[path = "common/proofs.rs"]
mod proofs;

use std::time::Duration;

use kralle::Variant;
use kralle::base::Score;
use kralle::board::{Color, Role};
use kralle::eval::chosen::EvalChoice;
use kralle::eval::team::{BesideHandle, BoardEvals, TeamEval};
use kralle::game::catalogue::BuiltIn;
use kralle::game::pair::{Pair, Seat, Word};
use kralle::game::rules::Rules;
use kralle::game::single::Position;
use kralle::game::table::AnyPosition;
use kralle::player::partner::{
    Appraiser, BoardEngine, BoardView, Diagonal, Patience, ProbeBudget, WaitBudget, patience,
    threats,
};
use kralle::search::{Engine, Limits, SearchControl};

use proofs::{MATE, captures, fatal, mates, mating, pair_of, vanishes, with};

/// What a seat searches in a tenth of a second, beside the small searches for words.
const NODES: u64 = 40_000;
/// Positions of the suite, and those that must be told rightly.
const POSITIONS: usize = 200;
const LEAST_RIGHT: usize = 180;

/// What is known of a position, for the seat on move.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Truth {
    /// With these pieces it mates, with no others in so few moves.
    Mates(Vec<Role>),
    /// With these pieces its opponent mates, whatever it plays.
    IsMated(Vec<Role>),
    /// It had better wait for this piece, which its partner can take.
    Waits(Role),
}

struct Case {
    truth: Truth,
    seat: Seat,
    fen: String,
}

fn letters(roles: &[Role]) -> String {
    roles.iter().map(|role| role.letter()).collect()
}

impl std::fmt::Display for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let (kind, roles) = match &self.truth {
            Truth::Mates(roles) => ("mates", letters(roles)),
            Truth::IsMated(roles) => ("mated", letters(roles)),
            Truth::Waits(role) => ("waits", letters(&[*role])),
        };
        write!(f, "{kind} {} {roles} {}", self.seat, self.fen)
    }
}

fn read(line: &str) -> Case {
    let words: Vec<&str> = line.splitn(4, ' ').collect();
    let [kind, seat, roles, fen] = words[..] else { panic!("four words: {line}") };
    let roles: Vec<Role> =
        roles.chars().map(|letter| Role::from_letter(letter).expect("a piece")).collect();
    let truth = match kind {
        "mates" => Truth::Mates(roles),
        "mated" => Truth::IsMated(roles),
        "waits" => Truth::Waits(roles[0]),
        other => panic!("{other}"),
    };
    let seat = *Seat::ALL.iter().find(|known| known.to_string() == seat).expect("a seat");
    Case { truth, seat, fen: fen.to_owned() }
}

/// What is true of a seat on move, of these three kinds.
fn truths(pair: &Pair, seat: Seat) -> Vec<Truth> {
    let board = |index: usize| pair.board_alone(index).ok();
    let (Some(own), Some(other)) = (board(seat.board), board(1 - seat.board)) else {
        return Vec::new();
    };
    if mates(&own, MATE) || own.legal_moves().is_empty() {
        return Vec::new();
    }
    let mut truths = Vec::new();
    let mating = mating(&own);
    if pair.is_on_move(seat.partner()) && !mates(&own, MATE + 1) {
        let waits = mating
            .iter()
            .find(|&&role| !captures(&other, role).is_empty() && vanishes(&own, seat.color, role));
        truths.extend(waits.copied().map(Truth::Waits));
    }
    // Where any piece mates, or none does, a guess would be right.
    if (1..Role::DROPPABLE.len()).contains(&mating.len()) {
        truths.push(Truth::Mates(mating));
    }
    let fatal = fatal(&own);
    if (1..Role::DROPPABLE.len()).contains(&fatal.len()) {
        truths.push(Truth::IsMated(fatal));
    }
    truths
}

/// A seat that thinks in this process.
struct Thinker {
    engine: BoardEngine,
    appraiser: Appraiser,
}

impl Thinker {
    fn new() -> Self {
        let rules = Rules::BUGHOUSE;
        let evals = BoardEvals::of(&EvalChoice::BuiltIn, BuiltIn::Bughouse, &rules).unwrap();
        let alone = evals.alone.clone();
        let beside = BesideHandle::default();
        let team = TeamEval::new(evals, beside.clone(), rules.demotes);
        let appraiser = Appraiser::new(alone, beside).unwrap();
        Self { engine: Engine::new(team, 8, 1).unwrap(), appraiser }
    }

    /// What the seat says of its board.
    fn words(&mut self, view: &BoardView) -> Vec<Word> {
        let control = SearchControl::default();
        self.engine.clear();
        self.appraiser.clear();
        let mut probes = ProbeBudget::full();
        self.appraiser.set_prices(view, &mut probes, &control);
        threats(&mut self.engine, view, &mut probes, &control)
    }

    /// Does the seat wait, if it has the time?
    fn waits(&mut self, view: &BoardView) -> bool {
        let control = SearchControl::default();
        self.words(view);
        let limits = Limits { nodes: Some(NODES), ..Limits::default() };
        let decision = self.engine.search(&view.own, &limits, &control, &mut ());
        let [own, rival] = [60, 30].map(|seconds| Some(Duration::from_secs(seconds)));
        let budget = WaitBudget::of(Diagonal { own, rival });
        let mut probes = ProbeBudget::full();
        let advice = patience(&mut self.engine, view, &decision, budget, &mut probes, &control);
        matches!(advice, Patience::Wait(..))
    }

    /// What a search of [`DEEP`] nodes says.
    fn deep(&mut self, position: &Position) -> Score {
        self.engine.clear();
        let limits = Limits { nodes: Some(DEEP), ..Limits::default() };
        self.engine.search(position, &limits, &SearchControl::default(), &mut ()).score
    }

    /// Does the side on move mate, by a deep search or by a proof?
    fn mates(&mut self, position: &Position) -> bool {
        let control = SearchControl::default();
        let limits = Limits { nodes: Some(DEEP), ..Limits::default() };
        self.deep(position).mates_in().is_some()
            || self.engine.prove_mate(position, &limits, &control, &mut 0).is_some()
    }

    fn is_mated(&mut self, position: &Position) -> bool {
        (-self.deep(position)).mates_in().is_some()
    }

    fn tells(&mut self, case: &Case) -> bool {
        let view = BoardView::new(&pair_of(&case.fen), case.seat, &[]).unwrap();
        match &case.truth {
            Truth::Mates(roles) => {
                let said = self.words(&view);
                roles.iter().all(|&role| said.contains(&Word::MatesHim(role)))
            }
            Truth::IsMated(roles) => {
                let said = self.words(&view);
                roles.iter().all(|&role| said.contains(&Word::MatesMe(role)))
            }
            Truth::Waits(_) => self.waits(&view),
        }
    }
}

#[test]
fn two_hundred_proved_positions_are_told_rightly() {
    let text = include_str!("data/words-suite.txt");
    let cases: Vec<Case> = text.lines().filter(|line| !line.starts_with('#')).map(read).collect();
    assert_eq!(cases.len(), POSITIONS);
    let mut thinker = Thinker::new();
    let mut right = 0;
    for case in &cases {
        let truths = truths(&pair_of(&case.fen), case.seat);
        assert!(truths.contains(&case.truth), "{case}: {truths:?}");
        if thinker.tells(case) {
            right += 1;
        } else {
            println!("not told: {case}");
        }
    }
    println!("{right} of {} told rightly", cases.len());
    assert!(right >= LEAST_RIGHT, "{right} of {}", cases.len());
}

/// Positions of the games in a file in BPGN, with those on move.
fn in_games(mut visit: impl FnMut(usize, &Pair, Seat, &str)) {
    let path = std::env::var("KRALLE_GAMES").expect("KRALLE_GAMES names a file");
    let text = std::fs::read_to_string(path).expect("it can be read");
    let bughouse = Variant::find("bughouse").unwrap();
    let games = kralle::tools::records::read(&text, &bughouse).unwrap();
    for (number, game) in games.into_iter().enumerate() {
        let mut table = game.start().unwrap();
        for ply in &game.plies {
            table.play(ply.played.seat, &ply.played.text).unwrap();
            if table.verdict().is_over() {
                break;
            }
            let AnyPosition::Pair(pair) = table.position() else { unreachable!() };
            for seat in Seat::ALL.into_iter().filter(|&seat| pair.is_on_move(seat)) {
                visit(number, pair, seat, &table.fen());
            }
        }
    }
}

/// Positions of a game with at most one of each kind for the suite.
const APART: usize = 100;

/// Prints positions for the suite from games.
#[test]
#[ignore = "looks for positions: set KRALLE_GAMES to a file in BPGN"]
fn look_for_positions() {
    let mut seen = std::collections::HashSet::new();
    let mut number = 0;
    in_games(|game, pair, seat, fen| {
        number += 1;
        for truth in truths(pair, seat) {
            if seen.insert((game, number / APART, std::mem::discriminant(&truth))) {
                println!("{}", Case { truth, seat, fen: fen.to_owned() });
            }
        }
    });
}

/// Nodes of the search that says whether a word was right.
const DEEP: u64 = 400_000;

/// Of the words said in games, how many a deep search of the board agrees with.
#[test]
#[ignore = "takes minutes: set KRALLE_GAMES to a file in BPGN"]
fn how_often_words_are_right() {
    let (mut thinker, mut judge) = (Thinker::new(), Thinker::new());
    let (mut said, mut right) = ([0; 3], [0; 3]);
    let mut number = 0;
    in_games(|_, pair, seat, _| {
        number += 1;
        if number % 40 != 0 {
            return;
        }
        let view = BoardView::new(pair, seat, &[]).unwrap();
        let us = seat.color;
        let richer = |color: Color, role: Role| with(&view.own, color, role);
        for word in thinker.words(&view) {
            let (kind, holds) = match word {
                Word::MatesHim(role) => (0, judge.mates(&richer(us, role))),
                Word::MatesMe(role) => (1, judge.is_mated(&richer(!us, role))),
                Word::Need(role) => (2, !judge.is_mated(&richer(us, role))),
                _ => continue,
            };
            said[kind] += 1;
            right[kind] += usize::from(holds);
        }
    });
    for (kind, name) in ["mates-him", "mates-me", "need"].into_iter().enumerate() {
        println!("{name}: {} of {} right", right[kind], said[kind]);
    }
    let (right, said) = (right.iter().sum::<usize>(), said.iter().sum::<usize>());
    assert!(10 * right >= 9 * said, "{right} of {said}");
}
