"""Kralle: chess games in which pieces come back onto the board, their rules, a search, annotation.

Nine games: chess, crazyhouse, bughouse, doorgeefschaak, tandem, tandemordnung, superschaak,
vierschaak, drieschaak.

    >>> import kralle
    >>> game = kralle.Game("bughouse")
    >>> [game.play(move) for move in ("1e2e4", "1d7d5", "2g1f3", "1e4d5")]
    ['e4', 'd5', 'Nf3', 'exd5']
    >>> game.hand("2b")
    {'P': 1}

Moves are UCI. On two boards a move begins with its board, ``1`` or ``2``; drops are ``P@e4``. Seats
have names: ``w`` and ``b`` on one board, ``1w 1b 2w 2b`` on two, ``a b c d`` and ``a b c`` at one
board for four and three. Times are seconds, scores centipawns or moves to mate from the view of the
seat that is asked. What cannot be done raises :class:`KralleError` with one line that says why, and
nothing has changed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Optional, Sequence, Union

from . import _kralle
from ._kralle import KralleError, __version__

__all__ = [
    "Annotated", "Answer", "Engine", "Game", "KralleError", "Record", "Score", "annotate",
    "get_fen", "get_san", "get_san_moves", "game_result", "legal_moves", "read_games",
    "start_fen", "validate_fen", "variants", "__version__",
]


def variants() -> list[str]:
    """The names of the games, as ``UCI_Variant`` has them."""
    return _kralle.variants()


class Game:
    """A game under way: its rules, its position, the moves that led there.

    :param variant: one of :func:`variants`.
    :param fen: the position; on two boards two FENs, ``A | B``; without, the usual start.
    :param chess960: kings and rooks may start on any file.
    """

    def __init__(self, variant: str = "chess", fen: Optional[str] = None,
                 chess960: bool = False) -> None:
        self._game = _kralle.Game(variant, fen, chess960)

    @property
    def variant(self) -> str:
        """The name of the game."""
        return self._game.variant

    @property
    def fen(self) -> str:
        """The position; on two boards ``A | B``."""
        return self._game.fen

    @property
    def moves(self) -> list[str]:
        """The moves since the start, in UCI."""
        return self._game.moves

    @property
    def seats(self) -> list[str]:
        """The names of the seats, in order of turn."""
        return self._game.seats

    @property
    def on_move(self) -> list[str]:
        """The seats on move: one, on two boards one for each board that is being played."""
        boards = {self._game.board_of(seat) for seat in range(len(self.seats))}
        moving = (self._game.on_move(board) for board in sorted(boards))
        return [self.seats[seat] for seat in moving if seat is not None]

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves in UCI; on two boards those of both boards."""
        return self._game.legal_moves()

    @property
    def is_over(self) -> bool:
        """Is the game over?"""
        return self._game.is_over

    @property
    def result(self) -> str:
        """``1-0``, ``0-1``, ``1/2-1/2``, points in games that count them, or ``*``."""
        return self._game.result

    @property
    def verdict(self) -> str:
        """How the game stands in one line, and by which article of the rules."""
        return self._game.verdict

    def is_legal(self, move: str) -> bool:
        """Is this a legal move now?"""
        return self._game.is_legal(move)

    def play(self, move: str) -> str:
        """Plays a move in UCI; gives it in SAN."""
        return self._game.play(move)

    def play_san(self, san: str, board: int = 1) -> str:
        """Plays a move in SAN, on board 1 or 2; gives it in UCI."""
        return self._game.play_san(san, board - 1)

    def san(self, move: str) -> str:
        """A legal move in SAN."""
        return self._game.san(move)

    def undo(self) -> bool:
        """Takes the last move back; false if there is none."""
        return self._game.undo()

    def hand(self, seat: str) -> dict[str, int]:
        """The pieces in a seat's hand, by letter."""
        return dict(self._game.hand(self._seat(seat)))

    def perft(self, depth: int) -> int:
        """The number of lines of so many plies."""
        return self._game.perft(depth)

    def copy(self) -> Game:
        """Another game at the same place."""
        other = object.__new__(Game)
        other._game = self._game.copy()
        return other

    def svg(self, arrows: Sequence[str] = (), dots: Sequence[str] = (),
            flip: bool = False) -> str:
        """A picture; arrows are ``e2e4``, on two boards ``1e2e4``."""
        return self._game.svg(list(arrows), list(dots), flip)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _seat(self, name: str) -> int:
        try:
            return self.seats.index(name.lower())
        except ValueError:
            known = ", ".join(self.seats)
            raise KralleError(f"there is no seat `{name}`, only {known}") from None

    def __str__(self) -> str:
        return self.fen

    def __repr__(self) -> str:
        return f"Game({self.variant!r}, {self.fen!r})"


@dataclass(frozen=True)
class Score:
    """A score from the view of the seat that was asked: one of the two is set."""

    #: Centipawns.
    cp: Optional[int] = None
    #: Moves until mate; below zero if the seat is mated.
    mate: Optional[int] = None


@dataclass(frozen=True)
class Answer:
    """How a search ended."""

    #: The move in UCI; none if the seat has none.
    move: Optional[str]
    #: The reply that is expected.
    ponder: Optional[str]
    score: Optional[Score]
    #: Plies searched in full.
    depth: int
    nodes: int
    #: The line that is expected, in UCI.
    pv: list[str]


class Engine:
    """An engine for one game.

    :param hash: size of the transposition table in MiB.
    :param threads: threads that search.
    :param network: a network's file; ``<none>`` for the hand-written evaluation.
    """

    def __init__(self, variant: str = "chess", hash: int = 16, threads: int = 1,
                 network: str = "<built-in>") -> None:
        self._engine = _kralle.Engine(variant, hash, threads, network)

    @property
    def variant(self) -> str:
        """The game that it plays."""
        return self._engine.variant

    def forget(self) -> None:
        """Forgets what was learnt from other games."""
        self._engine.forget()

    def best_move(self, game: Game, *, nodes: Optional[int] = None, depth: Optional[int] = None,
                  time: Optional[float] = None, clock: Optional[tuple[float, float]] = None,
                  seat: Optional[str] = None) -> Answer:
        """Thinks until a limit ends it; other threads run meanwhile, an interrupt ends it.

        :param time: so many seconds.
        :param clock: the mover's clock and its increment, in seconds.
        :param seat: on two boards the seat that thinks; without, the one on move on board 1.
        """
        place = None if seat is None else game._seat(seat)
        move, ponder, score, depth_, nodes_, pv = self._engine.best_move(
            game._game, nodes, depth, time, clock, place)
        found = Score(**json.loads(score)) if score and score != "null" else None
        return Answer(move, ponder, found, depth_, nodes_, pv)

    def analyse(self, game: Game, *, nodes: Optional[int] = None, time: Optional[float] = None,
                lines: int = 1, clocks: Sequence[Optional[float]] = ()) -> dict[str, Any]:
        """What is known of a position, for every seat.

        Gives ``teams`` (``win``, ``draw``, ``loss``, ``share``: 0 to 1) and ``seats`` (``score``,
        ``lines``; on two boards also ``pieces``: what one more of each would bring, ``sitting``,
        ``keep``, ``crossings``), as docs/page.md has it.

        :param clocks: what the clocks show in seconds, by seat.
        """
        found: dict[str, Any] = json.loads(
            self._engine.analyse(game._game, nodes, time, lines, list(clocks)))
        return found


@dataclass(frozen=True)
class Record:
    """A game that was read."""

    variant: str
    tags: dict[str, str]
    #: The start, if it is not the usual one.
    fen: Optional[str]
    moves: list[str]
    result: str
    #: Why the rest of the moves could not be read, if there is a rest.
    broken: Optional[str]


@dataclass(frozen=True)
class Annotated:
    """A game with all that was found."""

    #: BPGN or PGN with marks, comments and better lines.
    record: str
    #: Every position with its analysis, every ply with what it cost.
    found: dict[str, Any]
    #: A page for any browser.
    html: str


def read_games(text: str, variant: str = "chess") -> list[Record]:
    """The games of a text: PGN, BPGN, PGN4.

    :param variant: the game of a text that does not say.
    """
    rows = _kralle.read_games(text, variant)
    return [Record(name, dict(tags), fen, moves, result, broken)
            for name, tags, fen, moves, result, broken in rows]


def annotate(text: str, variant: str = "bughouse", *, nodes: Optional[int] = 100_000,
             time: Optional[float] = None, threads: int = 1, hash: int = 16) -> list[Annotated]:
    """Annotates the games of a text, as ``kralle annotate`` does.

    :param nodes: nodes for each position, four times as many where a move is doubtful.
    :param time: seconds for each position, in place of nodes.
    :param threads: positions analysed at once.
    """
    limit = None if time is not None else nodes
    rows = _kralle.annotate_games(text, variant, limit, time, threads, hash)
    return [Annotated(record, json.loads(found), html) for record, found, html in rows]


# The functions below have the names of pyffish, for those who come from there. On two boards
# they take and give two FENs, and moves with their board.

def _after(variant: str, fen: Optional[str], moves: Sequence[str], chess960: bool) -> Game:
    game = Game(variant, fen or None, chess960)
    for move in moves:
        game.play(move)
    return game


def start_fen(variant: str) -> str:
    """The usual start."""
    return Game(variant).fen


def legal_moves(variant: str, fen: Optional[str] = None, moves: Sequence[str] = (),
                chess960: bool = False) -> list[str]:
    """The legal moves of a position, in UCI."""
    return _after(variant, fen, moves, chess960).legal_moves


def get_fen(variant: str, fen: Optional[str] = None, moves: Sequence[str] = (),
            chess960: bool = False) -> str:
    """The position after these moves."""
    return _after(variant, fen, moves, chess960).fen


def get_san(variant: str, fen: Optional[str], move: str, chess960: bool = False) -> str:
    """A move in SAN."""
    return Game(variant, fen or None, chess960).san(move)


def get_san_moves(variant: str, fen: Optional[str], moves: Sequence[str],
                  chess960: bool = False) -> list[str]:
    """Moves in SAN."""
    game = Game(variant, fen or None, chess960)
    return [game.play(move) for move in moves]


def game_result(variant: str, fen: Optional[str] = None, moves: Sequence[str] = (),
                chess960: bool = False) -> str:
    """The result after these moves; ``*`` if the game goes on."""
    return _after(variant, fen, moves, chess960).result


def validate_fen(fen: str, variant: str = "chess", chess960: bool = False) -> Union[bool, str]:
    """True, or the line that says what is wrong."""
    try:
        Game(variant, fen, chess960)
    except KralleError as error:
        return str(error)
    return True
