#!/usr/bin/env python3
"""Play a match between Kralle and another UCI engine, with this script as clock and arbiter.

Needs python-chess (`pip install chess`) and an opponent such as the `fairy-stockfish` binary (on Debian in
/usr/games, which may not be on the PATH).

    tests/uci_match.py --games 100 --kralle target/release/kralle --opponent fairy-stockfish \\
        --opponent-option Hash=64 --base 2 --inc 0.02 --concurrency 2 --pgn match.pgn

Openings are random plies from a seeded generator; each is played twice, with the sides swapped.
Moves, mate, stalemate, threefold repetition (with hands), fifty moves and, in chess only,
insufficient material are judged by python-chess. Nobody resigns and no draw is agreed.
The exit status is 1 if either side made an illegal move, overstepped its time or crashed.
"""
import argparse
import asyncio
import math
import queue
import random
import sys
import threading
import time
from dataclasses import dataclass, field

import chess
import chess.engine
import chess.pgn
import chess.variant

BOARDS = {"chess": chess.Board, "crazyhouse": chess.variant.CrazyhouseBoard}
FAULTS = ("illegal move", "time loss", "crash")


class Fault(Exception):
    """An offence that loses the game; `kind` is one of FAULTS."""

    def __init__(self, kind, detail):
        super().__init__(f"{kind}: {detail}")
        self.kind = kind


class Player:
    """One engine process, restarted after a fault."""

    def __init__(self, name, command, options, base, inc):
        self.name, self.command, self.options = name, command, options
        self.base, self.inc = base, inc
        self.engine = None

    def prepare(self, board, game):
        """Start the engine if need be, announce the game, and let it load whatever it loads lazily."""
        try:
            if self.engine is None:
                self.engine = chess.engine.SimpleEngine.popen_uci(self.command, timeout=10)
                self.engine.configure(self.options)
        except (chess.engine.EngineError, asyncio.TimeoutError, OSError) as error:
            raise RuntimeError(f"cannot start {self.name} ({self.command}): {error!r}") from error
        self.move(board, chess.engine.Limit(nodes=1), game, budget=10)

    def move(self, board, limit, game, budget):
        """Return (move, seconds used); raise Fault."""
        hung = threading.Event()
        watchdog = threading.Timer(budget + 5, lambda: (hung.set(), self.engine.close()))
        watchdog.start()
        start = time.perf_counter()
        try:
            move = self.engine.play(board, limit, game=game).move
        except chess.engine.EngineTerminatedError as error:
            raise Fault(*(("time loss", "no answer") if hung.is_set() else ("crash", error))) from error
        except chess.engine.EngineError as error:
            raise Fault("illegal move", error) from error
        finally:
            used = time.perf_counter() - start
            watchdog.cancel()
        if move is None or not board.is_legal(move):
            raise Fault("illegal move", f"{move} in {board.fen()}")
        if used > budget:
            raise Fault("time loss", f"{used:.3f} s used, {budget:.3f} s left")
        return move, used

    def stop(self):
        if self.engine is not None:
            try:
                self.engine.quit()
            except (chess.engine.EngineError, asyncio.TimeoutError):
                self.engine.close()
            self.engine = None


@dataclass
class Tally:
    """The result of the match so far, from Kralle's side."""

    win: int = 0
    draw: int = 0
    loss: int = 0
    faults: dict = field(default_factory=lambda: {s: dict.fromkeys(FAULTS, 0) for s in ("kralle", "opponent")})

    def add(self, score, offender, fault):
        name = {1.0: "win", 0.5: "draw", 0.0: "loss"}[score]
        setattr(self, name, getattr(self, name) + 1)
        if fault:
            self.faults[offender][fault] += 1

    def games(self):
        return self.win + self.draw + self.loss

    def elo(self):
        """Elo difference and its 95% interval as text, from the spread of the single results."""
        n = self.games()
        mean = (self.win + self.draw / 2) / n
        variance = (self.win * (1 - mean) ** 2 + self.draw * (0.5 - mean) ** 2 + self.loss * mean**2) / n
        error = 1.96 * math.sqrt(variance / n)

        def to_elo(score):
            return math.inf * (score - 0.5) if not 0 < score < 1 else -400 * math.log10(1 / score - 1)

        low, high = to_elo(max(mean - error, 0)), to_elo(min(mean + error, 1))
        if not 0 < mean < 1:
            return f"Elo {to_elo(mean):+.0f} (one side won every game: no interval)"
        return f"Elo {to_elo(mean):+.1f} +- {(high - low) / 2:.1f} [{low:+.1f}, {high:+.1f}]"

    def line(self):
        return f"{self.win}-{self.draw}-{self.loss} (W-D-L of kralle)  {self.elo()}"


def make_openings(variant, count, plies, seed):
    """`count` different lists of `plies` random legal moves, none of which ends the game."""
    rng = random.Random(seed)
    openings = []
    for attempt in range(1000 + 100 * count):
        board = BOARDS[variant]()
        while board.ply() < plies and any(board.legal_moves):
            board.push(rng.choice(sorted(board.legal_moves, key=str)))
        # After 1000 fruitless attempts in a tiny opening space, repeats are accepted.
        if any(board.legal_moves) and (board.move_stack not in openings or attempt > 1000):
            openings.append(board.move_stack)
            if len(openings) == count:
                return openings
    raise SystemExit("no openings found")


def verdict(board, variant):
    """(score of White, reason) if the game is over by the rules, else None."""
    if board.is_checkmate():
        return (0.0 if board.turn == chess.WHITE else 1.0), "mate"
    if board.is_stalemate():
        return 0.5, "stalemate"
    if board.is_repetition(3):
        return 0.5, "threefold repetition"
    if board.halfmove_clock >= 100:
        return 0.5, "fifty moves"
    if variant == "chess" and board.is_insufficient_material():
        return 0.5, "insufficient material"
    return None


def play_game(players, opening, args):
    """Play one game, players[0] having White. Return (White's score, reason, offender, fault, board)."""
    board = BOARDS[args.variant]()
    for move in opening:
        board.push(move)
    game = object()
    clocks = [player.base for player in players]
    mover = None
    try:
        for mover in players:
            mover.prepare(board, game)
        while (end := verdict(board, args.variant)) is None:
            side = 0 if board.turn == chess.WHITE else 1
            mover = players[side]
            if args.nodes:
                limit, budget = chess.engine.Limit(nodes=args.nodes), 600
            else:
                limit = chess.engine.Limit(white_clock=clocks[0], black_clock=clocks[1],
                                           white_inc=players[0].inc, black_inc=players[1].inc)
                budget = clocks[side] + args.margin
            move, used = mover.move(board, limit, game, budget)
            clocks[side] = max(clocks[side] - used, 0.001) + mover.inc
            board.push(move)
        return *end, None, None, board
    except Fault as fault:
        if mover.engine is not None:
            mover.engine.close()
            mover.engine = None
        return (0.0 if mover is players[0] else 1.0), f"{mover.name}: {fault}", mover.name, fault.kind, board


def worker(jobs, report, args):
    """Play games off the queue with one pair of engine processes."""
    odds = args.opponent_odds
    kralle = Player("kralle", args.kralle, dict(args.kralle_option), args.base, args.inc)
    other = Player("opponent", args.opponent, dict(args.opponent_option), args.base * odds, args.inc * odds)
    try:
        while True:
            number, opening = jobs.get_nowait()
            players = (kralle, other) if number % 2 == 0 else (other, kralle)
            report(number, players, *play_game(players, opening, args))
    except queue.Empty:
        pass
    except RuntimeError as error:
        print(error, file=sys.stderr)
    finally:
        kralle.stop()
        other.stop()


def to_pgn(number, players, score, reason, board):
    game = chess.pgn.Game.from_board(board)
    game.headers.update(Event="uci_match", Round=str(number + 1), White=players[0].name, Black=players[1].name,
                        Result={1.0: "1-0", 0.5: "1/2-1/2", 0.0: "0-1"}[score], Termination=reason)
    return str(game)


def option(text):
    name, separator, value = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"{text!r} is not Name=Value")
    return name, value


def parse_args():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kralle", default="target/release/kralle")
    parser.add_argument("--opponent", default="fairy-stockfish")
    parser.add_argument("--variant", choices=BOARDS, default="crazyhouse")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--base", type=float, default=2.0, help="seconds a side has for the game")
    parser.add_argument("--inc", type=float, default=0.02, help="seconds added after each move")
    parser.add_argument("--opponent-odds", type=float, default=1.0, help="factor on the opponent's clock")
    parser.add_argument("--nodes", type=int, help="fixed nodes a move instead of clocks")
    parser.add_argument("--margin", type=float, default=0.01, help="seconds forgiven for the pipe on each move")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--plies", type=int, default=6, help="length of the random openings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kralle-option", type=option, action="append", default=[], metavar="Name=Value")
    parser.add_argument("--opponent-option", type=option, action="append", default=[], metavar="Name=Value")
    parser.add_argument("--pgn", help="file the games are written to")
    return parser.parse_args()


def main():
    args = parse_args()
    openings = make_openings(args.variant, (args.games + 1) // 2, args.plies, args.seed)
    jobs = queue.Queue()
    for number in range(args.games):
        jobs.put((number, openings[number // 2]))
    tally, pgns, lock = Tally(), {}, threading.Lock()

    def report(number, players, white_score, reason, offender, fault, board):
        with lock:
            tally.add(white_score if players[0].name == "kralle" else 1 - white_score, offender, fault)
            pgns[number] = to_pgn(number, players, white_score, reason, board)
            print(f"game {number + 1}: {players[0].name} {white_score:g}-{1 - white_score:g} {players[1].name}, "
                  f"{board.ply()} plies, {reason} | {tally.line()}", flush=True)

    threads = [threading.Thread(target=worker, args=(jobs, report, args)) for _ in range(args.concurrency)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    if args.pgn:
        with open(args.pgn, "w", encoding="utf-8") as file:
            file.write("\n\n".join(pgns[number] for number in sorted(pgns)) + "\n")
    if tally.games():
        print(tally.line())
    faulty = tally.games() < args.games
    for side, counts in tally.faults.items():
        print(f"{side}: " + ", ".join(f"{count} {kind}" for kind, count in counts.items()))
        faulty |= any(counts.values())
    if tally.games() < args.games:
        print(f"only {tally.games()} of {args.games} games were played")
    return 1 if faulty else 0


if __name__ == "__main__":
    sys.exit(main())
