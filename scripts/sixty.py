#!/usr/bin/env python3
"""The sixty positions of tests/analysis_suite.rs by the clock: how many does `analyse` tell
rightly within a second?

    python3 scripts/sixty.py --time 1000

Prints what was not told, and how many of each kind were. Needs Python 3.9.
"""

import argparse
import collections
import pathlib
import subprocess

SUITE = pathlib.Path(__file__).parent.parent / "tests" / "data" / "analysis-suite.txt"


def is_mate(words, name):
    """Does a score with this name say that the seat mates?"""
    at = words.index(name) + 1
    return words[at] == "mate" and int(words[at + 1]) > 0


def is_told(lines, kind, piece):
    """Do the lines of a seat say what is right?"""
    for words in lines:
        if kind == "sit" and words[0] == "sitting" and words[-1] == "sit":
            return is_mate(words, "waiting")
        if kind == "piece" and words[:2] == ["piece", piece]:
            return is_mate(words, "with")
        if kind == "feed" and words[0] == "keep":
            return piece in words
    return False


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kralle", default="target/release/kralle")
    parser.add_argument("--time", type=int, default=1000, help="ms for each position")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    process = subprocess.Popen(
        [arguments.kralle], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(line):
        process.stdin.write(line + "\n")

    say("setoption name UCI_Variant value bughouse")
    say(f"setoption name Threads value {arguments.threads}")
    right, asked = collections.Counter(), collections.Counter()
    cases = [line for line in SUITE.read_text().splitlines() if not line.startswith("#")]
    for case in cases:
        kind, seat, piece, fen = case.split(" ", 3)
        say("ucinewgame")
        say(f"position fen {fen}")
        say(f"analyse movetime {arguments.time}")
        found, last_round = [], []
        for line in process.stdout:
            words = line.split()
            if words == ["analysisok"]:
                break
            if words[:4] == ["info", "analysis", "seat", seat]:
                last_round.append(words[4:])
            elif words[:3] == ["info", "analysis", "round"]:
                found, last_round = last_round, []
        asked[kind] += 1
        if is_told(found, kind, piece.lower()):
            right[kind] += 1
        else:
            print(f"not told: {case}", flush=True)
    for kind, number in asked.items():
        print(f"{kind}: {right[kind]} of {number}")
    print(f"{sum(right.values())} of {sum(asked.values())} in {arguments.time} ms each")


if __name__ == "__main__":
    main()
