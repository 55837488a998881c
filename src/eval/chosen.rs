//! Which evaluation a game on an 8x8 board is played with: the hand-written one or a
//! network. The searcher is compiled for both together; which one it is, is asked at every
//! call, and the processor guesses that right.

use std::sync::Arc;

use super::classical::Classical;
use super::net::{LoadedNetwork, NetError, Network8x8, NetworkWeights, embedded};
use super::weights::ClassicalWeights;
use super::{Eval, Terms};
use crate::board::{Observer, Piece, Square};
use crate::game::catalogue::{BuiltIn, Variant};
use crate::game::rules::Rules;
use crate::game::single::Position;

/// What a game is to be played with.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum EvalChoice {
    /// The network that the program has for the game, or the hand-written evaluation.
    #[default]
    BuiltIn,
    /// The hand-written evaluation.
    HandWritten,
    /// This network, whatever the game.
    Network(Arc<LoadedNetwork>),
}

impl EvalChoice {
    /// The choice that a text names: a network's file, `<built-in>`, or, for the hand-written
    /// evaluation, `<none>`, `<empty>` or nothing.
    ///
    /// # Errors
    /// If there is no such file, or why it is no network.
    ///
    /// # Examples
    /// ```
    /// use kralle::eval::chosen::EvalChoice;
    /// use kralle::game::catalogue::BuiltIn;
    ///
    /// assert_ne!(EvalChoice::read("<built-in>")?.fingerprint(BuiltIn::Crazyhouse)?, 0);
    /// assert_eq!(EvalChoice::read("<none>")?, EvalChoice::HandWritten);
    /// assert!(EvalChoice::read("no/such/file.nnue").is_err());
    /// # Ok::<(), kralle::eval::net::NetError>(())
    /// ```
    pub fn read(text: &str) -> Result<Self, NetError> {
        Ok(match text {
            "<built-in>" => Self::BuiltIn,
            "" | "<none>" | "<empty>" => Self::HandWritten,
            path => NetworkWeights::load(path)?.into(),
        })
    }

    /// What there is to say about this choice for a game, if anything: that the network was
    /// trained for another one.
    pub fn remark(&self, game: &Variant) -> Option<String> {
        match self {
            Self::Network(network) if network.weights().game != game.like().name() => {
                let trained = &network.weights().game;
                Some(format!("the network was trained for {trained}, not for {game}"))
            }
            _ => None,
        }
    }

    /// A number that tells networks apart; 0 for the hand-written evaluation.
    ///
    /// # Errors
    /// If the program was built with a file that is no network.
    pub fn fingerprint(&self, game: BuiltIn) -> Result<u64, NetError> {
        Ok(match self {
            Self::BuiltIn => embedded::network(game)?.map_or(0, |own| own.weights().fingerprint()),
            Self::HandWritten => 0,
            Self::Network(network) => network.weights().fingerprint(),
        })
    }

    /// The evaluation for the game that one under these rules is played like.
    ///
    /// # Errors
    /// If the program was built with a file that is no network.
    pub fn eval(&self, game: BuiltIn, rules: &Rules) -> Result<AnyEval, NetError> {
        let network = match self {
            Self::BuiltIn => embedded::network(game)?,
            Self::HandWritten => None,
            Self::Network(network) => Some(&**network),
        };
        Ok(match network {
            Some(network) => {
                AnyEval::Network(Network8x8::new(network.layers()?, rules.has_hands()))
            }
            None => AnyEval::Classical(Classical::new(ClassicalWeights::under(rules))),
        })
    }
}

impl From<NetworkWeights> for EvalChoice {
    /// This network, which has been checked.
    fn from(weights: NetworkWeights) -> Self {
        Self::Network(Arc::new(weights.into()))
    }
}

/// An evaluation of a game on one 8x8 board.
#[derive(Clone)]
#[allow(missing_docs)]
pub enum AnyEval {
    Classical(Classical),
    Network(Network8x8),
}

/// Hands a call on to whichever it is.
macro_rules! ask {
    ($chosen:expr, $eval:ident => $answer:expr) => {
        match $chosen {
            AnyEval::Classical($eval) => $answer,
            AnyEval::Network($eval) => $answer,
        }
    };
}

impl Observer for AnyEval {
    #[inline]
    fn put(&mut self, piece: Piece, promoted: bool, square: Square) {
        ask!(self, eval => eval.put(piece, promoted, square));
    }

    #[inline]
    fn lift(&mut self, piece: Piece, promoted: bool, square: Square) {
        ask!(self, eval => eval.lift(piece, promoted, square));
    }

    #[inline]
    fn hold(&mut self, piece: Piece, from: u8, to: u8) {
        ask!(self, eval => eval.hold(piece, from, to));
    }
}

impl Eval<Position> for AnyEval {
    fn reset(&mut self, game: &Position) {
        ask!(self, eval => eval.reset(game));
    }

    #[inline]
    fn push(&mut self) {
        ask!(self, eval => eval.push());
    }

    #[inline]
    fn pop(&mut self) {
        ask!(self, eval => eval.pop());
    }

    #[inline]
    fn evaluate(&mut self, game: &Position) -> i32 {
        ask!(self, eval => eval.evaluate(game))
    }

    fn explain(&mut self, game: &Position) -> Terms {
        ask!(self, eval => eval.explain(game))
    }
}
