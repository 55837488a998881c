#!/usr/bin/env python3
"""What to play on both boards of a bughouse match, and what each piece would bring.

    python3 examples/python/two_boards.py [PROGRAM]

python-chess knows one board, so this speaks UCI by itself; protocol.md has every line of it.
"""

import subprocess
import sys

kralle = sys.argv[1] if len(sys.argv) > 1 else "kralle"
engine = subprocess.Popen([kralle], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(*lines, until):
    """Sends lines; gives the answers up to the one that begins with `until`."""
    print(*lines, sep="\n", file=engine.stdin, flush=True)
    answers = []
    for answer in engine.stdout:
        answers.append(answer.rstrip())
        if answer.startswith(("info string error", until)):
            break
    return answers


ask("uci", until="uciok")
ask("setoption name UCI_Variant value bughouse", "isready", until="readyok")
# Board 1, then board 2: pieces in hand stand in brackets. Black on board 1 has nothing yet.
position = (
    "position fen r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R[P] w KQkq - 0 5"
    " | rnbqkbnr/ppp2ppp/8/3pp3/4P3/5N2/PPPP1PPP/RNBQKB1R[] w KQkq - 0 3"
)
for line in ask(position, "analyse nodes 40000", until="analysisok"):
    print(line)
for seat in ("1w", "2w"):
    answers = ask(f"setoption name Seat value {seat}", "go nodes 20000", until="bestmove")
    print(f"{seat}: {answers[-1]}")
print("quit", file=engine.stdin, flush=True)
sys.exit(engine.wait())
