#!/usr/bin/env python3
"""A game of crazyhouse between Kralle and itself, through python-chess.

    pip install chess
    python3 examples/python/best_move.py [PROGRAM]

PROGRAM is `kralle` if nothing is said.
"""

import sys

import chess
import chess.engine
import chess.variant

kralle = sys.argv[1] if len(sys.argv) > 1 else "kralle"
with chess.engine.SimpleEngine.popen_uci(kralle) as engine:
    # Every option has a default that can be sent back as it is.
    engine.configure({"Hash": 32, "EvalFile": engine.options["EvalFile"].default})
    board = chess.variant.CrazyhouseBoard()
    while not board.is_game_over(claim_draw=True) and board.fullmove_number <= 30:
        board.push(engine.play(board, chess.engine.Limit(nodes=5_000)).move)
    print(chess.variant.CrazyhouseBoard().variation_san(board.move_stack))
    print(board.result(claim_draw=True))
