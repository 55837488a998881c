#!/usr/bin/env python3
"""Four-player teams beside 4pchess, a public engine for that game (obryanlouis/4pchess, its `cli`):

    four_player_oracle.py moves KRALLE CLI [--positions N] [--fens FILE] [--seed N]
    four_player_oracle.py match KRALLE CLI [--games N] [--movetime MS] [--fens FILE] [--seed N]

`moves` compares the legal moves in positions of random games from the start or from FEN4s of a
file, and who has won where a game ends. Where a pawn may be captured en passant the two differ now
and then (docs/rules/4player-teams.md); such positions are counted apart.

`match` plays 4pchess by its own rules: one team each, every start twice with teams exchanged, so
many milliseconds a move on one thread. Who has won is Kralle's verdict."""

import argparse
import random
import subprocess
import sys
import time

OPENING = 8
LONGEST = 600


class Engine:
    """A program that reads lines and answers."""

    def __init__(self, path, *first):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([path], stdin=pipe, stdout=pipe, text=True, bufsize=1)
        self.ask("uci", "uciok")
        for line in first:
            self.tell(line)

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, *last):
        """The answer to a line, as `read` reads it."""
        self.tell(line)
        return self.read(*last)

    def read(self, *last):
        """The lines up to the one that begins with one of `last`."""
        answer = []
        while True:
            text = self.process.stdout.readline()
            if not text:
                sys.exit("an engine is gone")
            answer.append(text.strip())
            if text.startswith(last):
                return answer


def position(start, played):
    """The line that sets a position up, for both programs."""
    return f"position {start}" + (" moves " + " ".join(played) if played else "")


def legal_moves(kralle):
    """Of the position that Kralle was told."""
    lines = kralle.ask("go perft 1", "Nodes searched")
    return [line.split(":")[0] for line in lines if ": " in line and not line.startswith("Nodes")]


def verdict(kralle):
    """How the game stands by Kralle's rules."""
    return kralle.ask("verdict", "ongoing", "win", "draw")[-1]


def may_pass(kralle):
    """May the seat to move capture a pawn en passant, perhaps?"""
    fen = next(line for line in kralle.ask("d", "legal") if line.startswith("fen "))
    fields = fen.split()
    return any(fields[2] in entry.split(":")[2] for entry in fields[4].split(",") if ":" in entry)


def unknown_to(oracle, line, ours):
    """Which of these moves 4pchess does not know."""
    line += "" if " moves " in line else " moves"
    oracle.tell("\n".join(f"{line} {move}\nisready" for move in ours))
    said = ["\n".join(oracle.read("readyok")) for _ in ours]
    return [move for move, answer in zip(ours, said) if "Invalid" in answer]


def count(oracle, line):
    """Legal moves of a position by 4pchess."""
    oracle.tell(line)
    return int(oracle.ask("get_num_legal_moves", "info string n_legal")[-1].split()[-1])


def ended(oracle, line):
    """What 4pchess says of a game that is over: `RY`, `BG` or `draw`."""
    oracle.tell(line)
    said = oracle.ask("go depth 1", "bestmove", "info string Game")[-1]
    for team in ("RY", "BG"):
        if f"{team} won" in said:
            return team
    return "draw" if "Stalemate" in said else said


def compare(kralle, oracle, line):
    """`same`, or what differs."""
    ours = legal_moves(kralle)
    theirs = count(oracle, line)
    unknown = unknown_to(oracle, line, ours)
    if not unknown and theirs == len(ours):
        return "same"
    if may_pass(kralle):
        return "en passant apart"
    print(f"{line}: {len(ours)} moves here, {theirs} there, unknown there: {unknown}")
    return "different"


def compare_end(oracle, line, end):
    """The same of a game that Kralle holds to be over."""
    if end.startswith("draw") and "stalemate" not in end:
        return "drawn by count"
    expected = {"win:ry": "RY", "win:bg": "BG"}.get(end.split()[0], "draw")
    found = ended(oracle, line)
    if found == expected:
        return f"same end, {' '.join(end.split()[2:])}"
    print(f"{line}: {end} here, {found} there")
    return "different end"


def moves(args, kralle, oracle, starts):
    """Random games, position by position. Kings are taken where they can be, now and then."""
    tally = {}
    while sum(tally.values()) < args.positions:
        start, played = random.choice(starts), []
        while sum(tally.values()) < args.positions:
            line = position(start, played)
            kralle.tell(line)
            end = verdict(kralle)
            over = not end.startswith("ongoing")
            found = compare_end(oracle, line, end) if over else compare(kralle, oracle, line)
            tally[found] = tally.get(found, 0) + 1
            if over:
                break
            played.append(random.choice(legal_moves(kralle)))
    print(", ".join(f"{number} {what}" for what, number in sorted(tally.items())))
    return 1 if any(what.startswith("different") for what in tally) else 0


def best(engine, milliseconds):
    """The move that Kralle chooses."""
    return engine.ask(f"go movetime {milliseconds}", "bestmove")[-1].split()[1]


def best_of_oracle(oracle, milliseconds):
    """What 4pchess chooses. Out of time in its first iteration it says nothing, so that one it
    is given; `None` if it takes the game to be over."""
    oracle.tell(f"go movetime {milliseconds}")
    time.sleep(milliseconds / 1000)
    for line in oracle.ask("stop\nisready", "readyok"):
        if line.startswith("bestmove"):
            return line.split()[1]
    last = oracle.ask("go depth 1", "bestmove", "info string Game")[-1]
    return last.split()[1] if last.startswith("bestmove") else None


def play(args, kralle, oracle, start, played, team):
    """One game: what the team that Kralle plays has of it, and how it ended."""
    for engine in (kralle, oracle):
        engine.ask("ucinewgame\nisready", "readyok")
    played = list(played)
    while len(played) < LONGEST:
        line = position(start, played)
        kralle.tell(line)
        end = verdict(kralle)
        if not end.startswith("ongoing"):
            won = end.startswith("win:") and end.split()[0][4:] == team
            points = 0.5 if end.startswith("draw") else 1 if won else 0
            return points, " ".join(end.split()[1:])
        if end.split(":")[1] in team:
            played.append(best(kralle, args.movetime))
            continue
        oracle.tell(line)
        move = best_of_oracle(oracle, args.movetime)
        if move is None:
            return 0.5, "4pchess sees an end that Kralle does not"
        move = move.lower().replace("=", "").replace("-", "")
        if move not in legal_moves(kralle):
            return 1, f"an illegal move of 4pchess: {move}"
        played.append(move)
    return 0.5, "too long"


def match(args, kralle, oracle, starts):
    """Each start twice, teams exchanged. From the usual start the first moves are random."""
    score, ends = 0, {}
    for game in range(args.games):
        start = starts[game // 2 % len(starts)]
        if game % 2 == 0:
            opening = []
            while start == "startpos" and len(opening) < OPENING:
                kralle.tell(position(start, opening))
                opening.append(random.choice(legal_moves(kralle)))
        points, how = play(args, kralle, oracle, start, opening, "ry" if game % 2 == 0 else "bg")
        score += points
        key = f"{'won' if points == 1 else 'lost' if points == 0 else 'drawn'}, {how}"
        ends[key] = ends.get(key, 0) + 1
        print(f"game {game + 1}: {points} {how}; {score} of {game + 1}", flush=True)
    print(f"Kralle {score} of {args.games}: {ends}")
    return 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("what", choices=["moves", "match"])
    parser.add_argument("kralle")
    parser.add_argument("oracle")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--movetime", type=int, default=200)
    parser.add_argument("--fens", help="a file of FEN4, one a line")
    parser.add_argument("--eval-file", default="<built-in>", help="Kralle's EvalFile")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    random.seed(args.seed)
    options = {"UCI_Variant": "4player-teams", "EvalFile": args.eval_file, "Hash": 100}
    told = [f"setoption name {name} value {value}" for name, value in options.items()]
    kralle = Engine(args.kralle, *told)
    oracle = Engine(args.oracle)
    starts = ["startpos"]
    if args.fens:
        with open(args.fens) as file:
            starts = [f"fen {line.strip()}" for line in file if line.strip()]
        random.shuffle(starts)
    result = (moves if args.what == "moves" else match)(args, kralle, oracle, starts)
    kralle.process.kill()
    oracle.process.kill()
    sys.exit(result)


main()
