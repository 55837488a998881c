#!/usr/bin/env python3
"""How fast a seat of two boards is searched, against crazyhouse on the same board.

    tests/seat_speed.py target/release/kralle [NODES [ROUNDS]]

The same positions are searched as crazyhouse and as board 1 of each game on two boards, beside
a board that is known, in turns. Measured is user time, not the clock on the wall, so that other
work on the machine does little harm. Wanted is a ratio of 0.85 or more; the exit status says so.
"""
import os
import subprocess
import sys

POSITIONS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1",
    "r1bqk2r/pppp1ppp/2n2n2/4p3/1bB1P3/2N2N2/PPPP1PPP/R1BQK2R[] w KQkq - 0 1",
    "r2qk2r/ppp2ppp/2np1n2/2b1p1B1/2B1P1b1/2NP1N2/PPP2PPP/R2QK2R[Pp] w KQkq - 0 1",
    "r1b2rk1/ppp2ppp/3p4/3Np3/2BnP3/3P4/PPP2PPP/R2QK2R[BNpnq] b KQ - 0 1",
    "2kr3r/pp1b1ppp/2p2q2/3p4/3P4/2PB4/PP3PPP/R2Q1RK1[NBPnbp] w - - 0 1",
]
BESIDE = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R[] w KQkq - 0 1"
GAMES = ["crazyhouse", "bughouse", "doorgeefschaak", "tandem", "tandemordnung"]


def user_seconds(engine, game, fen, nodes):
    fen = fen if game == "crazyhouse" else f"{fen} | {BESIDE}"
    # Board 1 is what is thought about; the table is the same.
    commands = [f"setoption name UCI_Variant value {game}", f"position fen {fen}"]
    before = os.times().children_user
    if nodes:
        commands.append(f"go nodes {nodes}")
    subprocess.run([engine, *commands], stdout=subprocess.DEVNULL, check=True)
    return os.times().children_user - before


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    engine = sys.argv[1]
    nodes = int(sys.argv[2]) if len(sys.argv) > 2 else 500_000
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    times = {game: [[] for _ in POSITIONS] for game in GAMES}
    for _ in range(rounds):
        for index, fen in enumerate(POSITIONS):
            for game in GAMES:
                times[game][index].append(user_seconds(engine, game, fen, nodes))
    speed = {}
    for game in GAMES:
        # The fastest of the rounds is the one least disturbed.
        best = sum(min(rounds) for rounds in times[game])
        speed[game] = nodes * len(POSITIONS) / best
    good = True
    for game in GAMES:
        ratio = speed[game] / speed["crazyhouse"]
        print(f"{game:<16}{speed[game] / 1000:>8.0f} k nodes/s {ratio:>6.2f}")
        good &= ratio >= 0.85
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
