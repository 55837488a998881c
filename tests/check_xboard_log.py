#!/usr/bin/env python3
"""Reads debug logs of XBoard and says what went wrong in them.

    check_xboard_log.py LOG [LOG ...]

In such a log `1234 >first : text` was sent to the first engine and `1234 <first : text`
came from it. Wrong are: a line that the protocol does not know, an `Error` or an
`Illegal move` of either side, a move out of turn, a claim that XBoard does not accept, a
`ping` that is not answered in its order, a feature that is rejected, an engine that dies.
"""

import argparse
import re
import sys

LINE = re.compile(r"^(\d+) ([<>])(first|second)\s*: (.*)$")
# What an engine may say, besides thinking lines and comments.
SPEECH = re.compile(
    r"^(feature |pong \d+$|move \S+$|Hint: |offer draw$|resign$|tellics |telluser |tellusererror |"
    r"tellics|tellall |tellothers |askuser |setup |stat01: |(1-0|0-1|1/2-1/2|\*) \{.*\}$|#|\s|$)"
)
THOUGHT = re.compile(r"^\d+[.+\-&?! ]?\s+-?\d+\s+\d+\s+\d+(\s|$)")
WRONG = re.compile(
    r"Error \(|Illegal move|illegal move|False .* claim|exited unexpectedly|"
    r"forfeits? (due to|by)|Failed|unexpectedly|Program exited"
)


def check(path, own):
    """The complaints about one log, and what was seen in it."""
    complaints, seen = [], {"moves": 0, "games": 0, "results": []}
    pings = {"first": [], "second": []}
    # Whose engine has been asked for a move and not moved yet.
    asked = {"first": False, "second": False}
    forced = {"first": True, "second": True}
    with open(path, errors="replace") as log:
        for number, text in enumerate(log, 1):
            text = text.rstrip("\n")
            match = LINE.match(text)

            def wrong(what):
                complaints.append(f"{path}:{number}: {what}: {text}")

            if not match:
                if "GameEnds" in text:
                    seen["games"] += 1
                    seen["results"].append(text)
                elif WRONG.search(text):
                    wrong("XBoard complains")
                continue
            _, way, who, said = match.groups()
            if way == ">":
                word = said.split(" ")[0]
                if word == "ping":
                    pings[who].append(said.split(" ")[1])
                elif word == "rejected" and who in own:
                    wrong("rejected")
                elif word in ("force", "result", "quit", "analyze"):
                    asked[who], forced[who] = False, True
                elif word == "new":
                    asked[who], forced[who] = False, False
                elif word in ("go", "usermove"):
                    if word == "go":
                        forced[who] = False
                    asked[who] = not forced[who]
                elif word == "playother":
                    asked[who], forced[who] = False, False
                continue
            if who not in own:
                continue
            if said.startswith("pong "):
                if not pings[who] or pings[who].pop(0) != said.split(" ")[1]:
                    wrong("a pong that was not asked for")
            elif said.startswith("move "):
                seen["moves"] += 1
                if not asked[who]:
                    wrong("a move out of turn")
                asked[who] = False
            elif WRONG.search(said):
                wrong("the engine complains")
            elif not SPEECH.match(said) and not THOUGHT.match(said):
                wrong("not in the protocol")
    return complaints, seen


def main():
    """Checks all logs; the exit status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("logs", nargs="+")
    parser.add_argument(
        "--own", default="first,second", help="engines whose lines are checked (default: both)"
    )
    arguments = parser.parse_args()
    failed = False
    for path in arguments.logs:
        complaints, seen = check(path, arguments.own.split(","))
        print(f"{path}: {seen['moves']} moves, {seen['games']} ends of games")
        for line in seen["results"]:
            print(f"  {line}")
        for complaint in complaints[:20]:
            print(complaint, file=sys.stderr)
        failed |= bool(complaints) or seen["moves"] == 0
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
