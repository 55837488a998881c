#!/usr/bin/env python3
"""Lets Kralle run for a long time and watches its memory and its answers.

    python3 scripts/soak.py turns --minutes 360
        one process that plays all games in turn, with every kind of limit, 1 to 3 threads and
        tables of 1 to 32 MiB; each `go` must have one answer, and each move must be legal
    python3 scripts/soak.py search --minutes 60 --variant crazyhouse --hash 1024 --threads 2
        one search without an end, stopped after that time
    python3 scripts/soak.py match -- --variant bughouse --games 10000 --nodes 20 --longest 1000
        `kralle match` with these words; what ended the games, what the arbiter noted, and on two
        boards which seats lost on time though they had had a move for 10 ms

Memory is that of the process and of those that it started, in MiB, at most `--lines` times evenly
over the run. The exit status is 1 where something was wrong. Linux, Python 3.9.
"""

import argparse
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import threading
import time

GAMES = ["chess", "crazyhouse", "superschaak", "bughouse", "doorgeefschaak", "tandem",
         "tandemordnung", "vierschaak", "drieschaak"]
TWO_BOARDS = {"bughouse", "doorgeefschaak", "tandem", "tandemordnung"}
LONGEST = 160
# A seat is asked to move on a board that has ended: the other one may go on.
OVER = "info string error: seat"
# Seconds before a flag in which a piece comes too late: the default of Move Overhead.
LATE = 0.01


def memory(process):
    """Resident MiB of a process and its children."""
    total = 0
    try:
        children = open(f"/proc/{process}/task/{process}/children").read().split()
        for each in [process, *children]:
            found = re.search(r"VmRSS:\s+(\d+) kB", open(f"/proc/{each}/status").read())
            total += int(found[1]) if found else 0
    except FileNotFoundError:
        pass
    return total / 1024


class Memory(threading.Thread):
    """Asks every second how much memory a process has."""

    def __init__(self, process):
        super().__init__(daemon=True)
        self.process, self.begun, self.seen = process, time.time(), []
        self.start()

    def run(self):
        while (now := memory(self.process)) > 0:
            self.seen.append((time.time() - self.begun, now))
            time.sleep(1)

    def report(self, lines):
        step = max(1, len(self.seen) // lines)
        for when, mib in self.seen[::step]:
            print(f"{when / 60:8.1f} min {mib:8.0f} MiB")
        if self.seen:
            print(f"at most {max(mib for _, mib in self.seen):.0f} MiB")


class Engine:
    """A process that is spoken to in UCI."""

    def __init__(self, command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def until(self, start):
        """The lines up to one that begins so."""
        lines = []
        for line in self.process.stdout:
            lines.append(line.rstrip())
            if line.startswith(start):
                return lines
        sys.exit(f"the program ended before `{start}`, exit status {self.process.wait()}")

    def go(self, order):
        """The move that is chosen, and how long it took after `stop`."""
        self.say(order)
        if order.startswith(("go infinite", "go ponder")):
            time.sleep(random.uniform(0, 0.02))
            self.say("stop")
        begun = time.time()
        said = self.until(("bestmove", OVER))
        took = time.time() - begun
        if said[-1].startswith(OVER):
            return "(none)", took
        self.say("isready")
        said += self.until("readyok")
        answers = [line for line in said if line.startswith("bestmove")]
        if len(answers) != 1 or any("error" in line for line in said):
            sys.exit(f"{order}: " + "\n".join(said))
        return answers[0].split()[1], took


def order(game):
    """One of the ways to ask for a move."""
    usual = ["go nodes 300", "go movetime 5", "go depth 2", "go infinite", "go ponder nodes 5"]
    clocks = ["go wtime 300 btime 300", "go mate 2 nodes 300"]
    return random.choice(usual + clocks * (game in GAMES[:3]))


def play(engine, game):
    """One game of the engine against itself: how many moves, and the slowest `stop`."""
    for line in (f"UCI_Variant value {game}", f"Threads value {random.randint(1, 3)}",
                 f"Hash value {random.choice([1, 2, 8, 32])}"):
        engine.say("setoption name " + line)
    engine.say("ucinewgame")
    boards = 2 if game in TWO_BOARDS else 1
    moves, played, board, waiting, slowest = [], [0, 0], 0, 0, 0.0
    while len(moves) < LONGEST and waiting < boards:
        if boards == 2:
            engine.say(f"setoption name Seat value {board + 1}{'wb'[played[board] % 2]}")
        engine.say("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        asked = order(game)
        chosen, took = engine.go(asked)
        if "infinite" in asked:
            slowest = max(slowest, took)
        waiting = waiting + 1 if chosen in ("(none)", "0000") and game != "superschaak" else 0
        if chosen == "(none)":
            waiting = max(waiting, 1) if boards == 2 else boards
        if not waiting:
            moves.append(chosen)
            played[board] += 1
        board = (board + 1) % boards
    return len(moves), slowest


def turns(options):
    engine = Engine([options.kralle])
    watch = Memory(engine.process.pid)
    games, moves, slowest = 0, 0, 0.0
    while time.time() - watch.begun < options.minutes * 60:
        made, took = play(engine, GAMES[games % len(GAMES)])
        games, moves, slowest = games + 1, moves + made, max(slowest, took)
    engine.say("quit")
    status = engine.process.wait()
    watch.report(options.lines)
    print(f"{games} games, {moves} moves, slowest answer to `stop` {slowest * 1000:.0f} ms, "
          f"exit status {status}")
    return status


def search(options):
    engine = Engine([options.kralle])
    for name, value in (("UCI_Variant", options.variant), ("Hash", options.hash),
                        ("Threads", options.threads)):
        engine.say(f"setoption name {name} value {value}")
    engine.say("isready")
    engine.until("readyok")
    watch = Memory(engine.process.pid)
    engine.say("go infinite")
    threading.Timer(options.minutes * 60, engine.say, ["stop"]).start()
    said = engine.until("bestmove")
    engine.say("quit")
    status = engine.process.wait()
    watch.report(options.lines)
    print(next(line for line in reversed(said) if " depth " in line)[:160])
    print(f"{said[-1]}, exit status {status}")
    return status


def in_time(record, board):
    """Of each ply in a record of two boards: does a seat that lost on time on this board know it?
    A piece that comes in its last moments cannot be answered any more."""
    base, increment = map(float, re.search(r'TimeControl "([\d.]+)\+([\d.]+)"', record).groups())
    clocks = collections.defaultdict(lambda: base)
    elapsed, plies = collections.Counter(), []
    text = " ".join(record[record.rindex("]\n"):].split())
    for seat, clock in re.findall(r"\d+([ABab])\. \S+ {([\d.]+|C: book)}", text):
        if clock != "C: book":
            elapsed[seat.upper()] += clocks[seat] + increment - float(clock)
            clocks[seat] = float(clock)
        plies.append((seat, elapsed[seat.upper()]))
    own = [(seat, at) for seat, at in plies if seat.upper() == board]
    moved, last = own[-1] if own else (board.lower(), 0.0)
    known = max(last, last + clocks[moved.swapcase()] - LATE)
    return [seat.upper() == board or at <= known for seat, at in plies]


def flags(options, variant, games):
    """How many flags fell, and how many of them while the seat had a move."""
    engine = Engine([options.kralle])
    engine.say(f"setoption name UCI_Variant value {variant}")
    fallen = with_move = 0
    for game in games:
        for board in re.findall(r"(\d)=flag:", game["verdict"]):
            fallen += 1
            record = game["record"]
            moves = subprocess.run([options.kralle, "convert", "--to", "moves", "-"], input=record,
                                   stdout=subprocess.PIPE, text=True, check=True).stdout.split()
            known = in_time(record, "AB"[int(board) - 1])
            start, moves = moves[:-len(known)], moves[-len(known):]
            moves = [move for move, is_known in zip(moves, known) if is_known]
            side = "wb"[sum(move.startswith(board) for move in moves) % 2]
            engine.say(f"setoption name Seat value {board}{side}")
            engine.say(f"position {' '.join(start + moves)}")
            if engine.go("go nodes 1")[0] not in ("(none)", "0000"):
                with_move += 1
                print(f"flag of {board}{side} with a move: {game['position']}\n{record}")
    engine.say("quit")
    engine.process.wait()
    return fallen, with_move


def match(options):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "games.jsonl")
        words = [word for word in options.words if word != "--"]
        process = subprocess.Popen([options.kralle, "match", *words, "--json", path],
                                   stdout=subprocess.DEVNULL)
        watch = Memory(process.pid)
        status = process.wait()
        games = [json.loads(line) for line in open(path, encoding="utf-8")][1:]
    watch.report(options.lines)
    endings = collections.Counter(end.split()[0] for game in games for end in game["endings"])
    notes = collections.Counter(
        note["text"].split(":")[0] for game in games for note in game.get("notes", []))
    hours = (time.time() - watch.begun) / 3600
    print(f"{len(games)} games in {hours * 60:.1f} min, exit status {status}")
    print(f"endings {dict(endings)}")
    print(f"notes {dict(notes)}")
    late = 0
    variant = next((value for name, value in zip(words, words[1:]) if name == "--variant"), "")
    if variant in TWO_BOARDS:
        fallen, late = flags(options, variant, games)
        print(f"{fallen} flags, {late} of them while the seat had a move")
    return status or late or any(end in endings for end in ("illegal-move", "forfeit"))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kralle", default="target/release/kralle")
    parser.add_argument("--lines", type=int, default=12)
    kinds = parser.add_subparsers(required=True)
    kind = kinds.add_parser("turns")
    kind.set_defaults(run=turns)
    kind.add_argument("--minutes", type=float, default=360)
    kind = kinds.add_parser("search")
    kind.set_defaults(run=search)
    kind.add_argument("--minutes", type=float, default=60)
    kind.add_argument("--variant", default="crazyhouse")
    kind.add_argument("--hash", type=int, default=1024)
    kind.add_argument("--threads", type=int, default=2)
    kind = kinds.add_parser("match")
    kind.set_defaults(run=match)
    kind.add_argument("words", nargs="*")
    options = parser.parse_args()
    sys.exit(options.run(options))


if __name__ == "__main__":
    main()
