#!/usr/bin/env python3
"""Which numbers make scores foretell results best? Fits those of src/eval/chances.rs to games.

    kralle match --variant drieschaak --games 60 --plies 6 --seed 77 --nodes 600 --pgn games.pgn \\
        --engine name=a --engine name=b "option.Move Overhead=30"
    python3 scripts/chances.py games.pgn --variant drieschaak

A score of cp centipawns wins with the chance 1 / (1 + exp((win - cp) / spread)) and loses with
1 / (1 + exp((cp - loss) / spread)); the rest is drawn. The three numbers printed are those that
make the results of the games most likely, over all moves with a score that is no mate. A half or
incomplete win counts as a win. Of two sides or teams both have the same numbers, so loss is minus
win; of three players two lose. Needs Python 3.9.
"""

import argparse
import math
import re
import subprocess
import sys
from collections import Counter

from soak import Engine

SEATS = {"drieschaak": "brw", "vierschaak": "abcd", "4player-teams": "rbyg"}
MATE = 190  # Scores from here on, in pawns, are mates.


def games_of(record):
    """Each game with its tags and its moves."""
    return re.split(r"\n\n(?=\[Event )", open(record, encoding="utf-8").read().strip())


def outcomes(result, seats):
    """By seat: 1 for a win, 0 for a draw, -1 for a loss; none if the game has no result."""
    points = result.split("-")
    if result == "*" or len(points) < 2:
        return None
    if len(points) == 2 and len(seats) == 4:
        points = points * 2
    if len(set(points)) == 1:
        return [0] * len(seats)
    shares = [share_of(text) for text in points]
    return [1 if share == max(shares) else -1 for share in shares]


def share_of(text):
    """The number of a result such as 1, 0 or 3/4."""
    above, _, below = text.partition("/")
    return float(above) / float(below or 1)


def scored_moves(kralle, record, variant):
    """Each score in centipawns, rounded to ten, with what became of who said it."""
    seats = SEATS.get(variant, "wb")
    moves_of = subprocess.run(
        [kralle, "convert", record, "--to", "moves", "--variant", variant],
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()
    games = games_of(record)
    if len(games) != len(moves_of):
        sys.exit(f"{record}: {len(moves_of)} games, but {len(games)} records")
    engine = Engine([kralle])
    engine.say(f"setoption name UCI_Variant value {variant}")
    left_out = 0
    for line, game in zip(moves_of, games):
        start, _, moves = line.partition(" moves ")
        moves = moves.split()
        ends = outcomes(re.search(r'\[Result "([^"]*)"\]', game).group(1), seats)
        comments = re.findall(r"\{([^}]*)\}", game.partition("\n\n")[2])[:len(moves)]
        if ends is None or len(comments) != len(moves):
            left_out += 1
            continue
        for ply, comment in enumerate(comments):
            score = re.match(r"([+-]\d+\.\d+)/", comment)
            if score and abs(float(score.group(1))) < MATE:
                played = ["moves", *moves[:ply]] if ply else []
                engine.say(f"position {' '.join([start, *played])}")
                engine.say("d")
                said = engine.until("fen ")
                if said[0].startswith("info string"):
                    sys.exit(f"{said[0]}: {start} after {ply} moves")
                turn = said[-1].split()[2]
                yield round(10 * float(score.group(1))) * 10, ends[seats.index(turn)]
    if left_out:
        print(f"{left_out} of {len(games)} games left out: no result, or moves without comments",
              file=sys.stderr)


def unlikelihood(counts, win, loss, spread):
    """The mean negative logarithm of the chances of what happened."""
    def chance(above):
        return 1 / (1 + math.exp(-max(-700, min(700, above / spread))))
    total = 0
    for (cp, end), count in counts.items():
        wins, loses = chance(cp - win), chance(loss - cp)
        part = wins if end > 0 else loses if end < 0 else 1 - wins - loses
        total -= count * math.log(max(part, 1e-6))
    return total / sum(counts.values())


def fit(counts, is_level):
    """Goes downhill in ever smaller steps."""
    best = [300.0, 300.0 if is_level else -300.0, 500.0]
    cost = lambda at: unlikelihood(counts, at[0], -at[0] if is_level else at[1], at[2])
    least, step = cost(best), 400.0
    while step > 4:
        tries = []
        for place in (0, 2) if is_level else (0, 1, 2):
            for sign in (-1, 1):
                at = list(best)
                at[place] += sign * step
                # Winning and losing together are no more than certain.
                if at[2] >= 20 and at[0] >= (0 if is_level else at[1]):
                    tries.append((cost(at), at))
        lower, at = min(tries)
        if lower < least:
            least, best = lower, at
        else:
            step /= 2
    return best[0], -best[0] if is_level else best[1], best[2], least


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("record", help="PGN with scores, from kralle match")
    parser.add_argument("--variant", required=True, help="one board, or more than two seats")
    parser.add_argument("--kralle", default="target/release/kralle")
    args = parser.parse_args()
    counts = Counter(scored_moves(args.kralle, args.record, args.variant))
    if not counts:
        sys.exit(f"{args.record}: no moves with scores")
    win, loss, spread, least = fit(counts, args.variant != "drieschaak")
    print(f"{sum(counts.values())} moves: win {win:.0f}, loss {loss:.0f}, spread {spread:.0f}, "
          f"mean log loss {least:.4f}")


if __name__ == "__main__":
    main()
