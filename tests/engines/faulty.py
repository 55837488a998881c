#!/usr/bin/env python3
"""A UCI engine that plays the moves it is given and then does something wrong.

    faulty.py FAULT AFTER [MOVE ...]

FAULT is what it does instead of its move number AFTER: crash, hang, garbage (a bestmove that
is no move), noise (endless lines and no move), illegal, late (answers after its flag), close
(closes its output and lives on), deaf (neither moves nor stops when told). `mute` never says
uciok, `none` does nothing wrong. When its moves are used up it says that it has none.
Standard library only.
"""
import os
import sys
import time

fault, after, moves = sys.argv[1], int(sys.argv[2]), sys.argv[3:]


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def misbehave(clock):
    if fault == "crash":
        os._exit(3)
    if fault in ("hang", "deaf"):
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
    turn = 0
    while True:
        line = sys.stdin.readline()
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
        elif words[0] == "go":
            turn += 1
            clock = int(words[words.index("wtime") + 1]) if "wtime" in words else 100
            if turn == after and fault != "none":
                misbehave(clock)
            else:
                move = moves[turn - 1] if turn <= len(moves) else "(none)"
                say(f"info depth 1 score cp 0 nodes 1000 pv {move}")
                say("bestmove " + move)
        elif words[0] == "stop":
            say("bestmove 0000")
        elif words[0] == "quit":
            return


if __name__ == "__main__":
    main()
