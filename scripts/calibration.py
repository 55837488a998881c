#!/usr/bin/env python3
"""How true are the chances of `kralle analyse`? Compares them with how games ended.

    kralle match --variant bughouse --node-rate 8000 --tc 30+0.2 --games 500 --plies 6 \\
        --engine name=a --engine name=b "option.Move Overhead=30" --pgn games.bpgn
    python3 scripts/calibration.py games.bpgn --variant bughouse --svg plot.svg

Takes some positions of each game, asks for the chance of the first team, and prints for each
tenth of the chance how many positions fell there, what was foretold and what happened, with the
standard error of the latter (positions of one game end alike, so games are counted, not
positions). Each position counts for both teams. A game that is there twice counts once: two
engines that do not differ play both games of a pair alike. Needs Python 3.9.
"""

import argparse
import math
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

POINTS = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}


def games_of(kralle, path, variant):
    """The games of a record: start, moves, and the points of the first team."""
    text = subprocess.run(
        [kralle, "convert", path, "--to", "moves", "--variant", variant],
        capture_output=True, text=True, check=True,
    ).stdout.splitlines()
    results = re.findall(r'^\[Result "([^"]*)"\]', open(path, encoding="utf-8").read(), re.M)
    points = re.findall(r'^\[Points "([^"]*)"\]', open(path, encoding="utf-8").read(), re.M)
    if len(text) != len(results):
        sys.exit(f"{path}: {len(text)} games, but {len(results)} results")
    for index, (line, result) in enumerate(zip(text, results)):
        start, _, moves = line.partition(" moves ")
        known = float(points[index]) if len(points) == len(results) else POINTS.get(result)
        if known is not None:
            yield start, moves.split(), known


class Engine:
    def __init__(self, kralle, variant, nodes, hash_mib=4):
        self.process = subprocess.Popen(
            [kralle], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.nodes = nodes
        self.say(f"setoption name UCI_Variant value {variant}")
        self.say(f"setoption name Hash value {hash_mib}")

    def say(self, line):
        self.process.stdin.write(line + "\n")

    def analyse(self, position):
        """All lines of an analysis, as words; none if it is refused."""
        self.say("ucinewgame")
        self.say(f"position {position}")
        self.say(f"analyse nodes {self.nodes}")
        for line in self.process.stdout:
            words = line.split()
            if words == ["analysisok"] or words[:3] == ["info", "string", "error:"]:
                return
            yield words


def chance(engine, start, moves):
    """The first team's share of the points; None if the game is over."""
    share = None
    for words in engine.analyse(start + (" moves " + " ".join(moves) if moves else "")):
        if words[:3] == ["info", "analysis", "team"] and words[3].startswith("1w"):
            share = float(words[5]) + float(words[7]) / 2
    return share


def sample(games, each, seed):
    """Positions of games, spread over their length."""
    chooser = random.Random(seed)
    for number, (start, moves, points) in enumerate(games):
        for _ in range(each):
            ply = chooser.randrange(4, max(5, len(moves)))
            yield number, start, moves[:ply], points


def tenths(found):
    """For each tenth: positions, mean chance, mean result, standard error by games."""
    for tenth in range(10):
        own = [(game, share, points) for game, share, points in found
               if min(9, int(10 * share)) == tenth]
        if not own:
            continue
        count = len(own)
        said = sum(share for _, share, _ in own) / count
        mean = sum(points for _, _, points in own) / count
        sums = {}
        for game, _, points in own:
            sums[game] = sums.get(game, 0) + points - mean
        error = math.sqrt(sum(part * part for part in sums.values())) / count
        yield tenth, count, said, mean, error


def plot(rows, title):
    side, margin = 360, 46
    x = lambda share: margin + side * share
    y = lambda share: margin + side * (1 - share)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side + 2 * margin} '
        f'{side + 2 * margin}" font-family="sans-serif" font-size="12" fill="#222">',
        f'<rect width="{side + 2 * margin}" height="{side + 2 * margin}" fill="#fff"/>',
        f'<text x="{margin + side / 2}" y="24" text-anchor="middle" font-size="15">{title}</text>',
        f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#999" stroke-dasharray="4 4"/>',
        f'<path d="M{x(0)} {y(1)}V{y(0)}H{x(1)}" fill="none" stroke="#222"/>',
    ]
    for percent in range(0, 101, 20):
        share = percent / 100
        parts.append(f'<text x="{x(share)}" y="{y(0) + 18}" text-anchor="middle">{percent}</text>')
        parts.append(f'<text x="{x(0) - 6}" y="{y(share) + 4}" text-anchor="end">{percent}</text>')
    parts.append(f'<text x="{x(0.5)}" y="{y(0) + 36}" text-anchor="middle">foretold, percent</text>')
    parts.append(f'<text transform="translate(14 {y(0.5)}) rotate(-90)" text-anchor="middle">'
                 'happened, percent</text>')
    for _, _, said, mean, error in rows:
        low, high = max(0, mean - 1.96 * error), min(1, mean + 1.96 * error)
        parts.append(f'<path d="M{x(said):.1f} {y(low):.1f}V{y(high):.1f}" stroke="#2b6cb0"/>')
        parts.append(f'<circle cx="{x(said):.1f}" cy="{y(mean):.1f}" r="4" fill="#2b6cb0"/>')
    return "\n".join(parts) + "\n</svg>\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("records", nargs="+")
    parser.add_argument("--variant", default="bughouse")
    parser.add_argument("--kralle", default="target/release/kralle")
    parser.add_argument("--nodes", type=int, default=20_000)
    parser.add_argument("--each", type=int, default=6, help="positions of each game")
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--svg")
    arguments = parser.parse_args()
    read = [game for record in arguments.records
            for game in games_of(arguments.kralle, record, arguments.variant)]
    games = list({(start, *moves): (start, moves, points) for start, moves, points in read}.values())
    games = games[:arguments.games]
    work = list(sample(games, arguments.each, arguments.seed))

    def share_of(part):
        engine = Engine(arguments.kralle, arguments.variant, arguments.nodes)
        found = [(game, chance(engine, start, moves), points) for game, start, moves, points in part]
        engine.say("quit")
        return found

    with ThreadPoolExecutor(arguments.threads) as pool:
        parts = [work[index::arguments.threads] for index in range(arguments.threads)]
        found = [row for part in pool.map(share_of, parts) for row in part if row[1] is not None]
    print(f"{len(games)} games, {len(found)} positions, {arguments.nodes} nodes each")
    rows = list(tenths(found + [(game, 1 - share, 1 - points) for game, share, points in found]))
    print("tenth  positions  foretold  happened  error")
    for tenth, count, said, mean, error in rows:
        print(f"{tenth / 10:5.1f}  {count:9}  {100 * said:7.1f}%  {100 * mean:7.1f}%  {100 * error:4.1f}%")
    if arguments.svg:
        with open(arguments.svg, "w", encoding="utf-8") as out:
            out.write(plot(rows, arguments.variant.capitalize()))


if __name__ == "__main__":
    main()
