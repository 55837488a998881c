#!/usr/bin/env python3
"""A UCI engine that plays the moves it is given and then does something wrong.

    faulty.py FAULT AFTER [MOVE ...]

FAULT is what it does instead of its move number AFTER: crash, hang, garbage (a bestmove that
is no move), noise (endless lines and no move), illegal, late (answers after its flag), close
(closes its output and lives on), deaf (neither moves nor stops when told), twice (a move, and the
same move again), unread (reads no more, and nothing else), stubborn (says that it has no move, and
lives on after `quit` and the end of its input). `mute` never says uciok, `start` ends before it,
`none` does nothing wrong. When its moves are used up it says that it has none.
Standard library only.
"""
import os
import sys
import time

fault, after, moves = sys.argv[1], int(sys.argv[2]), sys.argv[3:]


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def misbehave(clock, first):
    if fault == "twice":
        # At once, so that no next `go` comes between them.
        say(f"bestmove {first}\nbestmove {first}")
    if fault == "stubborn":
        say("bestmove (none)")
    if fault == "crash":
        os._exit(3)
    if fault in ("hang", "deaf", "unread"):
        time.sleep(3600)
    if fault == "garbage":
        say("bestmove what?")
    if fault == "noise":
        while True:
            say("\x00\xff noise " * 5)
    if fault == "illegal":
        say("bestmove e2e5")
    if fault == "late":
        time.sleep(clock / 1000 + 0.3)
        say("bestmove e2e4")
    if fault == "close":
        sys.stdout.flush()
        os.close(1)
        time.sleep(3600)


def main():
    turn, first = 0, "e2e4"
    if fault == "start":
        os._exit(4)
    while True:
        line = sys.stdin.readline()
        if not line and fault == "stubborn":
            time.sleep(3600)
        if not line:
            return
        words = line.split()
        if not words:
            continue
        if words[0] == "uci":
            if fault == "mute":
                continue
            say("id name faulty")
            say("option name UCI_Variant type combo default chess var chess var crazyhouse var bughouse "
                "var doorgeefschaak var tandem")
            say("uciok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "ucinewgame":
            turn = 0
        elif words[0] == "position":
            # A first move for whichever side it has.
            played = len(words) - words.index("moves") - 1 if "moves" in words else 0
            side = words[3] if words[1] == "fen" else "w"
            first = "e2e4" if (side == "w") == (played % 2 == 0) else "e7e5"
        elif words[0] == "go":
            turn += 1
            clock = int(words[words.index("wtime") + 1]) if "wtime" in words else 100
            if turn == after and fault != "none":
                misbehave(clock, first)
            else:
                move = moves[turn - 1] if turn <= len(moves) else "(none)"
                say(f"info depth 1 score cp 0 nodes 1000 pv {move}")
                say("bestmove " + move)
        elif words[0] == "stop":
            say("bestmove 0000")
        elif words[0] == "quit" and fault != "stubborn":
            return


if __name__ == "__main__":
    main()
