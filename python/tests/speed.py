#!/usr/bin/env python3
"""Nodes a second of the package beside those of the program: the same searches in turn.

    python python/tests/speed.py PROGRAM [--rounds 5] [--nodes 300000]

The program must be built for the same processor as the package: `RUSTFLAGS="" cargo build --release` where the
package came as a wheel or an sdist, which are for every processor.
"""
import argparse
import statistics
import subprocess
import time

import kralle


class Program:
    def __init__(self, path):
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([path], text=True, **pipes)

    def ask(self, line, end):
        print(line, file=self.process.stdin, flush=True)
        for answer in self.process.stdout:
            if answer.startswith(end):
                return answer
        raise EOFError(line)

    def speed(self, variant, nodes):
        self.ask(f"setoption name UCI_Variant value {variant}\nucinewgame\nposition startpos\nisready", "readyok")
        begun = time.perf_counter()
        self.ask(f"go nodes {nodes}", "bestmove")
        return nodes / (time.perf_counter() - begun)


def package_speed(variant, nodes):
    game, engine = kralle.Game(variant), kralle.Engine(variant)
    begun = time.perf_counter()
    engine.best_move(game, nodes=nodes)
    return nodes / (time.perf_counter() - begun)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=300_000)
    arguments = parser.parse_args()
    program = Program(arguments.program)
    ratios = []
    for variant in kralle.variants():
        theirs, ours = [], []
        for _ in range(arguments.rounds):
            theirs.append(program.speed(variant, arguments.nodes))
            ours.append(package_speed(variant, arguments.nodes))
        theirs, ours = statistics.median(theirs), statistics.median(ours)
        ratios.append(ours / theirs)
        print(f"{variant:<15} program {theirs / 1000:6.0f} k, Python {ours / 1000:6.0f} k nodes/s: {ratios[-1]:.2f}")
    print(f"median of the ratios {statistics.median(ratios):.2f}")


if __name__ == "__main__":
    main()
