#!/usr/bin/env python3
"""A server that two engines believe to be playing bughouse on, as partners, through an
XBoard that is not there: every message in the order in which XBoard sends it, and at the
worst moments. Their opponents move at random.

    bughouse_server.py --engine target/release/kralle --runs 1000 [--seed 1] [--jobs 2]

Each run is a game of its own kind, chosen by its number and the seed: instant or long
thinking, pondering or not, hands told late, twice and out of turn, a result in mid-search,
a partner who goes away and comes back, partner talk, little time. What must hold: no move
out of turn, no illegal move, no complaint, no claim of a mate that is none, no clock lost,
and an answer to every ping. Python's standard library is all it needs.
"""

import argparse
import concurrent.futures
import heapq
import queue
import random
import subprocess
import sys
import threading
import time

from two_boards import Board

TALK = [
    "help", "+n", "---q", "need b or n", "no trades", "trade ok", "fast", "slow", "dead", "x", "nvm",
    "hello there", "Ok, I sit next move. Tell me when to go.", "time 5000", "otim 2000",
    "partner Kralle is an engine.", "move e2e4", "play faster please :)",
]


class Failed(Exception):
    """An engine did what it must not do."""


class Seat:
    """One engine and what it has said."""

    def __init__(self, command, board, white, events, trace):
        self.board, self.white, self.trace = board, white, trace
        self.process = subprocess.Popen(
            [command, "xboard"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        self.clock, self.since = 0.0, None
        self.thread = threading.Thread(target=self.read, args=(events,), daemon=True)
        self.thread.start()

    def read(self, events):
        """Hands every line to the server."""
        for line in self.process.stdout:
            events.put((self, line.rstrip("\n")))
        events.put((self, None))

    def send(self, line):
        """Says a line, as XBoard would."""
        self.trace.append(f"{time.monotonic():.3f} {self.board} > {line}")
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failed("the engine has died") from None

    def left(self):
        """Seconds on its clock."""
        return self.clock - (time.monotonic() - self.since if self.since else 0)


class Run:
    """One game on two boards: the engines have White on board 0 and Black on board 1."""

    def __init__(self, command, seed):
        self.chance = random.Random(seed)
        self.trace = []
        self.events = queue.Queue()
        self.boards = [Board(), Board()]
        self.plan, self.order = [], 0
        self.seats = [Seat(command, b, b == 0, self.events, self.trace) for b in (0, 1)]
        self.moves = 0
        self.most = self.chance.randint(8, 40)
        self.little_time = self.chance.random() < 0.1
        self.base = 12 if self.little_time else 120
        self.others = [float(self.base)] * 2
        self.over = False

    def later(self, delay, act, *arguments):
        """Does something after some seconds."""
        self.order += 1
        heapq.heappush(self.plan, (time.monotonic() + delay, self.order, act, arguments))

    def soon(self):
        """A delay: mostly none, sometimes enough to land in mid-search."""
        return self.chance.choice([0, 0, 0.001, 0.005, 0.02, 0.06])

    def begin(self):
        """What XBoard says before a game."""
        for seat in self.seats:
            chance = self.chance
            seat.send("xboard")
            seat.send("protover 2")
            partner_first = chance.random() < 0.5
            if partner_first:
                seat.send("partner \aGuest" if chance.random() < 0.3 else "partner Guest")
            for line in ("new", "random", f"level 0 {self.base // 60}:{self.base % 60:02} 0"):
                seat.send(line)
            seat.send("post" if chance.random() < 0.5 else "nopost")
            seat.send(chance.choice(["hard", "easy"]))
            seat.send("ics freechess.org")
            if not partner_first:
                seat.send("partner Guest")
            seat.send("variant bughouse")
            if chance.random() < 0.6:
                seat.send(f"sd {chance.randint(1, 4)}")
            for line in ("computer", "name Them", "rating 2000 1900"):
                seat.send(line)
            seat.clock = float(self.base)
        for seat in self.seats:
            if seat.white:
                self.tell_clocks(seat)
                seat.send("go")
                seat.since = time.monotonic()
                if self.chance.random() < 0.5:
                    self.tell_hands(seat.board)
            else:
                self.tell_clocks(seat)
                self.later(self.soon(), self.bot_moves, seat.board)
        if self.chance.random() < 0.3:
            self.later(self.chance.uniform(0, 0.6), self.end, "1-0 {Them resigns}")

    def tell_clocks(self, seat):
        """`time` and `otim`."""
        seat.send(f"time {int(seat.left() * 100)}")
        seat.send(f"otim {int(self.others[seat.board] * 100)}")

    def tell_hands(self, board, suffix=""):
        """The lists, as they are when the line is written."""
        if not self.over:
            self.seats[board].send(self.boards[board].holding() + suffix)

    def bot_moves(self, index):
        """The opponent on a board moves at random, if he can."""
        board, seat = self.boards[index], self.seats[index]
        if self.over or board.white == seat.white:
            return
        move = board.any_move(self.chance)
        if move is None:
            if board.is_mate():
                self.end("1-0 {Them checkmated}")
            return
        self.play(index, move)
        self.tell_clocks(seat)
        seat.send(f"usermove {move}")
        seat.since = time.monotonic()
        if board.is_mate():
            seat.since = None
            self.later(0.3, self.end, "0-1 {Guest checkmated}")
        elif not board.legal():
            self.later(0.3, self.end, "* {Guest waits for a man}")
        self.nastiness(index)

    def play(self, index, move):
        """A move on a board; what it takes goes to the other one."""
        board = self.boards[index]
        white = board.white
        taken = board.play(move)
        self.moves += 1
        if taken:
            beside = self.boards[1 - index]
            beside.hand(not white)[taken] += 1
            suffix = self.chance.choice([f"{'B' if white else 'W'}{taken}", ""])
            self.later(self.soon(), self.tell_hands, 1 - index, suffix)
            if self.chance.random() < 0.5:
                self.later(self.soon(), self.tell_hands, 1 - index, suffix)
            self.later(self.soon(), self.bot_moves, 1 - index)
        # After a drop a server tells the hands of the board itself.
        if move[1] == "@":
            self.later(self.soon(), self.tell_hands, index)
        if self.moves >= self.most:
            self.later(self.soon(), self.end, "1/2-1/2 {Game drawn by mutual agreement}")

    def nastiness(self, index):
        """Something that comes when it should not."""
        seat, chance = self.seats[index], self.chance
        kind = chance.randint(0, 11)
        if kind == 0:
            self.later(self.soon(), self.tell_hands, index)
            self.later(self.soon(), self.tell_hands, index)
        elif kind == 1:
            self.later(self.soon(), self.say, seat, "partner")
            self.later(self.soon() + 0.01, self.say, seat, "partner Guest")
        elif kind == 2:
            self.later(self.soon(), self.say, seat, "ptell sit")
            if not self.little_time:
                self.later(0.2, self.say, seat, "ptell go")
        elif kind in (3, 4, 5):
            self.later(self.soon(), self.say, seat, "ptell " + chance.choice(TALK))
        elif kind == 6:
            self.later(self.soon(), self.say, seat, "?")
        elif kind == 7:
            self.later(self.soon(), self.say, seat, chance.choice(["hard", "easy", "post", "nopost"]))

    def say(self, seat, line):
        """A line, unless the game is over."""
        if not self.over:
            seat.send(line)

    def heard(self, seat, line):
        """What an engine says, judged."""
        if line is None:
            raise Failed("the engine has died")
        self.trace.append(f"{time.monotonic():.3f} {seat.board} < {line}")
        board = self.boards[seat.board]
        if line.startswith("move "):
            move = line[5:]
            if self.over:
                # It may have crossed the result on its way.
                if seat.since is None:
                    raise Failed(f"a move after the end: {move}")
                seat.since = None
                return
            if board.white != seat.white:
                raise Failed(f"a move out of turn: {move}")
            if seat.since is None or seat.left() <= 0:
                raise Failed(f"the clock is lost: {seat.left():.2f} s")
            seat.clock, seat.since = seat.left(), None
            if move not in board.legal():
                raise Failed(f"an illegal move: {move}")
            self.play(seat.board, move)
            self.later(self.soon(), self.bot_moves, seat.board)
        elif line.startswith(("Error", "Illegal", "telluser")):
            raise Failed(f"a complaint: {line}")
        elif line.startswith(("1-0", "0-1")) and not self.over and not board.is_mate():
            raise Failed(f"a wrong claim: {line}")

    def end(self, result):
        """The game is over, whatever the engines are doing."""
        if not self.over:
            self.over = True
            for seat in self.seats:
                seat.send(f"result {result}")

    def listen(self, until):
        """Acts and hears until something holds."""
        deadline = time.monotonic() + 150
        while not until():
            now = time.monotonic()
            if now > deadline:
                raise Failed("nothing happens any more")
            for seat in self.seats:
                if seat.since and not self.over and seat.left() <= 0:
                    raise Failed("the clock is lost")
            if self.plan and self.plan[0][0] <= now:
                _, _, act, arguments = heapq.heappop(self.plan)
                act(*arguments)
                continue
            wait = min(self.plan[0][0] - now if self.plan else 0.1, 0.1)
            try:
                self.heard(*self.events.get(timeout=max(wait, 0.0005)))
            except queue.Empty:
                if not self.plan and not self.over and not any(seat.since for seat in self.seats):
                    self.end("* {nobody can move}")

    def go(self):
        """Plays; raises [`Failed`] if anything is wrong."""
        try:
            self.begin()
            self.listen(lambda: self.over)
            # After the end every engine answers, moves no more, and is ready for the next game.
            pongs = set()
            heard = self.heard

            def hear(seat, line):
                if line == f"pong {4000 + seat.board}":
                    pongs.add(seat.board)
                    seat.since = None
                else:
                    heard(seat, line)

            self.heard = hear
            for seat in self.seats:
                seat.send(f"ping {4000 + seat.board}")
            self.listen(lambda: len(pongs) == 2)
            end = time.monotonic() + 0.05
            self.listen(lambda: time.monotonic() > end)
            for seat in self.seats:
                seat.send("quit")
                seat.process.wait(timeout=60)
        finally:
            for seat in self.seats:
                seat.process.kill()
                seat.process.wait()
        return self.moves


def one(command, seed):
    """A run; its moves, or what went wrong and what was said before."""
    run = Run(command, seed)
    try:
        return run.go(), None
    except Failed as failed:
        said = [line for line in run.trace if "\t" not in line]
        return run.moves, f"seed {seed}: {failed}\n  " + "\n  ".join(said[-80:])


def main():
    """Plays all runs; the exit status is 1 if one of them failed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--engine", default="target/release/kralle")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(10**6))
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    seeds = range(arguments.seed * 100_000, arguments.seed * 100_000 + arguments.runs)
    moves, failures = 0, []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for played, failure in pool.map(lambda seed: one(arguments.engine, seed), seeds):
            moves += played
            if failure:
                failures.append(failure)
                print(failure, file=sys.stderr)
    print(f"{arguments.runs} runs, {moves} moves, {len(failures)} failed (seed {arguments.seed})")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
