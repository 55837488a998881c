//! Which evaluation a game is played with: the hand-written one or a network. The searcher is
//! compiled for both together; which one it is, is asked at every call, and the processor
//! guesses that right.

use std::sync::Arc;

use super::classical::Classical;
use super::corrected::CorrectedEval;
use super::multi::MultiEval;
use super::net::{
    LoadedNetwork, NetError, Network, Network8x8, NetworkWeights, embedded, inputs_of,
};
use super::weights::ClassicalWeights;
use super::{Eval, Terms};
use crate::board::{Observer, OnBoard};
use crate::game::Playable;
use crate::game::catalogue::{BuiltIn, Variant};
use crate::game::multi::MultiGame;
use crate::game::rules::Rules;

/// What a game is to be played with.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub enum EvalChoice {
    /// The network that the program has for the game.
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
        Ok(self.network(game)?.map_or(0, |network| network.weights().fingerprint()))
    }

    /// The evaluation for the game that one under these rules is played like.
    ///
    /// # Errors
    /// If the program was built with a file that is no network.
    pub fn eval(&self, game: BuiltIn, rules: &Rules) -> Result<AnyEval, NetError> {
        AnyEval::of(self.network(game)?, rules)
    }

    /// The evaluation for a board of two beside the other one, where that is known.
    ///
    /// # Errors
    /// As for [`eval`](Self::eval).
    pub fn eval_beside(&self, game: BuiltIn, rules: &Rules) -> Result<AnyEval, NetError> {
        match self {
            Self::BuiltIn => AnyEval::of(Some(embedded::network_beside(game)?), rules),
            Self::HandWritten | Self::Network(_) => self.eval(game, rules),
        }
    }

    /// The evaluation for a game of more than two players.
    ///
    /// # Errors
    /// If the network is for another game, or the program was built with a file that is none.
    pub fn seats_eval<K: MultiGame>(&self) -> Result<SeatsEval<K>, NetError> {
        Ok(match self.network(BuiltIn::of_seats::<K>())? {
            Some(network) => {
                let network = Network::new(network.layers()?, false);
                SeatsEval::Network(CorrectedEval::new(network))
            }
            None => SeatsEval::Classical(MultiEval::new()),
        })
    }

    /// Can the game be played with this? A network sees one shape of board.
    pub fn fits(&self, game: BuiltIn) -> bool {
        match self {
            Self::BuiltIn | Self::HandWritten => true,
            Self::Network(network) => network.weights().inputs.name == inputs_of(game).name,
        }
    }

    fn network(&self, game: BuiltIn) -> Result<Option<&LoadedNetwork>, NetError> {
        Ok(match self {
            Self::BuiltIn => Some(embedded::network(game)?),
            Self::HandWritten => None,
            Self::Network(network) => Some(&**network),
        })
    }
}

impl From<NetworkWeights> for EvalChoice {
    /// This network, which has been checked.
    fn from(weights: NetworkWeights) -> Self {
        Self::Network(Arc::new(weights.into()))
    }
}

/// One of two evaluations of a game: the hand-written one, or a network.
#[derive(Clone)]
#[allow(missing_docs)]
pub enum ChosenEval<C, N> {
    Classical(C),
    Network(N),
}

/// An evaluation of a game on one 8x8 board.
pub type AnyEval = ChosenEval<Classical, Network8x8>;

impl AnyEval {
    fn of(network: Option<&LoadedNetwork>, rules: &Rules) -> Result<Self, NetError> {
        Ok(match network {
            Some(network) => Self::Network(Network8x8::new(network.layers()?, rules.has_hands())),
            None => Self::Classical(Classical::new(ClassicalWeights::under(rules))),
        })
    }
}

/// An evaluation of a game for more than two players.
pub type SeatsEval<K> = ChosenEval<MultiEval<K>, CorrectedEval<K>>;

/// Hands a call on to whichever it is.
macro_rules! ask {
    ($chosen:expr, $eval:ident => $answer:expr) => {
        match $chosen {
            ChosenEval::Classical($eval) => $answer,
            ChosenEval::Network($eval) => $answer,
        }
    };
}

impl<P: OnBoard, C: Observer<P>, N: Observer<P>> Observer<P> for ChosenEval<C, N> {
    #[inline]
    fn put(&mut self, piece: P, promoted: bool, square: P::Square) {
        ask!(self, eval => eval.put(piece, promoted, square));
    }

    #[inline]
    fn lift(&mut self, piece: P, promoted: bool, square: P::Square) {
        ask!(self, eval => eval.lift(piece, promoted, square));
    }

    #[inline]
    fn hold(&mut self, piece: P, from: u8, to: u8) {
        ask!(self, eval => eval.hold(piece, from, to));
    }
}

impl<G: Playable<Piece: OnBoard>, C: Eval<G>, N: Eval<G>> Eval<G> for ChosenEval<C, N> {
    fn reset(&mut self, game: &G) {
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
    fn evaluate(&mut self, game: &G) -> i32 {
        ask!(self, eval => eval.evaluate(game))
    }

    fn explain(&mut self, game: &G) -> Terms {
        ask!(self, eval => eval.explain(game))
    }
}
