#!/usr/bin/env python3
"""A UCI engine that knows both boards and does what a script says, deaf to all else.

    scripted.py SEAT=STEP;STEP;... ...

Each `go` carries out the steps of its seat (1w 1b 2w 2b, or a b c d) up to the next `play MOVE`,
and what follows it before another: `say TEXT` (an info string), `wait MS`, `play MOVE`. When the
steps are used up it says that it has no move. It never stops early. What it hears beginning with
`partner` it repeats as `info string error: heard ...`, so that the match runner notes it. At one
board it sits where it is first on move: who is mated is passed over, so that a count of moves
tells no later turn. Standard library only.
"""
import sys
import time

scripts = {}
for argument in sys.argv[1:]:
    name, _, steps = argument.partition("=")
    scripts[name] = [step.strip() for step in steps.split(";") if step.strip()]


def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def carry_out_one(step):
    word, _, rest = step.partition(" ")
    if word == "say":
        say("info string " + rest)
    elif word == "wait":
        time.sleep(int(rest) / 1000)


def carry_out(steps):
    while steps:
        word, _, rest = steps[0].partition(" ")
        carry_out_one(steps.pop(0))
        if word == "play":
            say("info depth 1 score cp 0 nodes 100 pv " + rest)
            say("bestmove " + rest)
            while steps and not steps[0].startswith("play "):
                carry_out_one(steps.pop(0))
            return
    say("bestmove (none)")


def main():
    seat, turn, steps = "auto", None, {}
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "uci":
            say("id name scripted")
            say("option name Seat type combo default auto var auto var 1w var 1b var 2w var 2b")
            say("option name UCI_Variant type combo default bughouse var bughouse "
                "var doorgeefschaak var tandem var tandemordnung var vierschaak")
            say("uciok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "setoption" and words[2] == "Seat":
            seat = words[4]
        elif words[0] == "ucinewgame":
            turn, steps = None, {name: list(script) for name, script in scripts.items()}
        elif words[0] == "position" and words[1] == "fen" and words[3] in tuple("abcd"):
            played = len(words) - words.index("moves") - 1 if "moves" in words else 0
            turn = turn or "abcd"[("abcd".index(words[3]) + played) % 4]
        elif words[0] == "go":
            name = seat if seat in steps else turn
            carry_out(steps.get(name, []))
        elif words[0] == "partner":
            say("info string error: heard " + " ".join(words[1:]))
        elif words[0] == "quit":
            return


if __name__ == "__main__":
    main()
