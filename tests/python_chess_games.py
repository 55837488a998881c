#!/usr/bin/env python3
"""Plays games through python-chess, once with its UCI driver and once with its XBoard
driver on either side, and lets python-chess judge every move and result.

    python_chess_games.py --kralle target/release/kralle [--games 2] [--time 0.05]

Needs the Python package `chess`.
"""

import argparse
import asyncio
import sys

import chess
import chess.engine
import chess.variant

BOARDS = {
    "chess": chess.Board,
    "crazyhouse": chess.variant.CrazyhouseBoard,
}


async def play(kralle, variant, first, time):
    """One game; `first` says which driver has White. Gives the board at its end."""
    drivers = {
        "uci": await chess.engine.popen_uci(kralle),
        "xboard": await chess.engine.popen_xboard([kralle, "xboard"]),
    }
    second = "xboard" if first == "uci" else "uci"
    board = BOARDS[variant]()
    players = {chess.WHITE: drivers[first][1], chess.BLACK: drivers[second][1]}
    limit = chess.engine.Limit(time=time)
    game = object()
    try:
        while not board.is_game_over(claim_draw=True) and len(board.move_stack) < 400:
            engine = players[board.turn]
            ponders = bool(len(board.move_stack) % 4)
            # A copy: python-chess takes the board it was given for the one it may ponder on,
            # and one that moves on would turn the next analysis into a ponder hit.
            result = await asyncio.wait_for(
                engine.play(board.copy(), limit, game=game, ponder=ponders, info=chess.engine.INFO_ALL), 60
            )
            if result.resigned or result.move is None:
                raise AssertionError(f"no move in {board.fen()}")
            if result.move not in board.legal_moves:
                raise AssertionError(f"illegal {result.move} in {board.fen()}")
            board.push(result.move)
        # An analysis must be heard too, before and after a move.
        for engine in players.values():
            fresh = BOARDS[variant]()
            info = await asyncio.wait_for(
                engine.analyse(fresh, chess.engine.Limit(depth=4), game=object()), 60
            )
            if not info.get("pv") or "score" not in info:
                raise AssertionError(f"no analysis: {info}")
    finally:
        for _, engine in drivers.values():
            await asyncio.wait_for(engine.quit(), 60)
    return board


def main():
    """Plays all games; the exit status is 1 if one of them went wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kralle", default="target/release/kralle")
    parser.add_argument("--games", type=int, default=2, help="games of each variant")
    parser.add_argument("--time", type=float, default=0.05, help="seconds a move")
    arguments = parser.parse_args()
    for variant in BOARDS:
        for number in range(arguments.games):
            first = "uci" if number % 2 == 0 else "xboard"
            try:
                board = asyncio.run(play(arguments.kralle, variant, first, arguments.time))
            except (AssertionError, chess.engine.EngineError, asyncio.TimeoutError) as error:
                sys.exit(f"{variant}, {first} has White: {type(error).__name__} {error}")
            result = board.result(claim_draw=True)
            print(f"{variant}, {first} has White: {result} after {len(board.move_stack)} plies")


if __name__ == "__main__":
    main()
