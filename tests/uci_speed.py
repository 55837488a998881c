#!/usr/bin/env python3
"""Compare the nodes per second of two UCI engines, or measure how fast an engine answers.

Needs nothing but Python 3 and the engines.

    tests/uci_speed.py target/release/kralle fairy-stockfish           # nodes/s, interleaved
    tests/uci_speed.py --latency target/release/kralle                 # start and stop times

Nodes per second: each position is searched for --movetime ms by the first engine, then the second, --rounds
times over, so that both see the same state of the machine; what is printed is the median per position and
the median of the ratios first/second. Nodes are as each engine counts them, the time is measured here.
Latency: from process start to `uciok`, and from `stop` to `bestmove` in `go infinite`.
"""
import argparse
import pathlib
import queue
import statistics
import subprocess
import sys
import threading
import time

POSITIONS = pathlib.Path(__file__).parent / "data" / "crazyhouse-middlegames.epd"


class Engine:
    """A UCI process whose lines arrive with the time at which they were read."""

    def __init__(self, command, options, variant):
        self.command = command
        self.born = time.perf_counter()
        self.process = subprocess.Popen([command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.send("uci")
        _, answered = self.wait("uciok")
        self.start_time = answered - self.born
        for name, value in [("UCI_Variant", variant), *options]:
            self.send(f"setoption name {name} value {value}")
        self.sync()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put((line.rstrip("\n"), time.perf_counter()))
        self.lines.put((None, time.perf_counter()))

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def wait(self, word, timeout=30):
        """Lines up to the one that begins with `word`, and the time that one came."""
        seen = []
        while True:
            try:
                line, stamp = self.lines.get(timeout=timeout)
            except queue.Empty:
                sys.exit(f"{self.command}: no {word} within {timeout} s")
            if line is None:
                sys.exit(f"{self.command}: ended before {word}")
            seen.append(line)
            if line.split()[:1] == [word]:
                return seen, stamp

    def sync(self):
        self.send("isready")
        self.wait("readyok")

    def position(self, fen):
        self.send("ucinewgame")
        self.send(f"position fen {fen}")
        self.sync()

    def nodes_per_second(self, fen, movetime):
        """Nodes of the last `info` line that has them, over the time from `go` to `bestmove`."""
        self.position(fen)
        start = time.perf_counter()
        self.send(f"go movetime {movetime}")
        lines, end = self.wait("bestmove", timeout=30 + movetime / 1000)
        counts = [int(words[words.index("nodes") + 1]) for words in map(str.split, lines)
                  if words[:1] == ["info"] and "nodes" in words]
        if not counts:
            sys.exit(f"{self.command}: no node count for {fen}")
        return counts[-1] / (end - start)

    def stop_latency(self, fen, think):
        self.position(fen)
        self.send("go infinite")
        time.sleep(think)
        start = time.perf_counter()
        self.send("stop")
        _, end = self.wait("bestmove")
        return end - start

    def quit(self):
        self.send("quit")
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()


def compare(first, second, fens, rounds, movetime):
    ratios = []
    print(f"{'first':>12} {'second':>12} {'ratio':>7}  position")
    for fen in fens:
        pairs = [(first.nodes_per_second(fen, movetime), second.nodes_per_second(fen, movetime)) for _ in range(rounds)]
        ratio = statistics.median(a / b for a, b in pairs)
        ratios.append(ratio)
        a, b = (statistics.median(column) for column in zip(*pairs))
        print(f"{a:12,.0f} {b:12,.0f} {ratio:7.3f}  {fen}", flush=True)
    print(f"median ratio {statistics.median(ratios):.3f} (lowest {min(ratios):.3f}, highest {max(ratios):.3f})")


def latency(command, options, variant, fens, rounds):
    starts, stops = [], []
    for number in range(rounds):
        engine = Engine(command, options, variant)
        starts.append(engine.start_time * 1000)
        stops += [engine.stop_latency(fen, 0.05 + 0.05 * number) * 1000 for fen in fens]
        engine.quit()
    for name, times in (("start to uciok", starts), ("stop to bestmove", stops)):
        print(f"{name:17} median {statistics.median(times):.2f} ms, worst {max(times):.2f} ms, {len(times)} times")


def option(text):
    name, separator, value = text.partition("=")
    if not separator:
        raise argparse.ArgumentTypeError(f"{text!r} is not Name=Value")
    return name, value


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engines", nargs="+", help="one binary with --latency, else two")
    parser.add_argument("--latency", action="store_true", help="measure answer times instead of nodes/s")
    parser.add_argument("--movetime", type=int, default=500, help="ms a search")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--variant", default="crazyhouse")
    parser.add_argument("--positions", default=POSITIONS, help="file with one FEN a line")
    parser.add_argument("--option", type=option, action="append", default=[], metavar="Name=Value",
                        help="for the first engine (and with --latency for each)")
    parser.add_argument("--second-option", type=option, action="append", default=[], metavar="Name=Value")
    args = parser.parse_args()
    with open(args.positions, encoding="utf-8") as file:
        fens = [line.strip() for line in file if line.strip() and not line.startswith("#")]
    if args.latency:
        for command in args.engines:
            print(command)
            latency(command, args.option, args.variant, fens, args.rounds)
    elif len(args.engines) == 2:
        first, second = (Engine(command, options, args.variant)
                         for command, options in zip(args.engines, (args.option, args.second_option)))
        compare(first, second, fens, args.rounds, args.movetime)
        first.quit()
        second.quit()
    else:
        parser.error("two engines are needed to compare speeds")


if __name__ == "__main__":
    main()
