#!/usr/bin/env python3
"""Are the verdicts of `kralle annotate` right? Asks a search of a hundred times the nodes.

    kralle match --variant bughouse --nodes 3000 --plies 6 --seed 2501 --games 100 \\
        --engine name=a 'option.Skill Level=10' --engine name=b 'option.Skill Level=13' \\
        --pgn games.bpgn
    python3 scripts/verdicts.py games.bpgn --variant bughouse

Annotates the last moves of each game, where the mates are. Of the moves marked `??` it counts
those that the deep search would play itself, and those of them that lose nothing when the deep
search looks again after the move. Of positions drawn at random in which the deep search finds a
mate for a seat on move, it counts those in which the annotation had found one, too. Shares have
their 95 % interval (Wilson). Needs Python 3.9.
"""

import argparse
import json
import math
import random
import subprocess

from calibration import Engine, games_of

# A share of the points, as `??` has it.
BLUNDER = 0.25
# Centipawns beyond which a king is in check without a reply: only its partner can save it.
DECIDED = 29_000


def share_of(part, whole):
    """`3 of 60 (1.7 to 13.7 %)`"""
    if not whole:
        return "0 of 0"
    z, p = 1.96, part / whole
    middle = (p + z * z / (2 * whole)) / (1 + z * z / whole)
    half = z * math.sqrt(p * (1 - p) / whole + (z / (2 * whole)) ** 2) / (1 + z * z / whole)
    return f"{part} of {whole} ({100 * (middle - half):.1f} to {100 * (middle + half):.1f} %)"


def annotated(arguments, start, moves):
    """The annotation of a game's last moves; None of a game without moves."""
    def kralle(words, text):
        words = [arguments.kralle, *words, "-", "--variant", arguments.variant]
        return subprocess.run(words, input=text, capture_output=True, text=True, check=True).stdout
    first = max(0, len(moves) - arguments.tail)
    if first == len(moves):
        return None
    before = " moves " + " ".join(moves[:first]) if first else ""
    fen = kralle(["convert", "--to", "fen"], start + before).strip()
    text = kralle(["annotate", "--nodes", str(arguments.nodes), "--output", "/dev/null",
                   "--json", "/dev/stdout"], f"fen {fen} moves {' '.join(moves[first:])}")
    return json.loads(text)


def look(engine, fen):
    """For each seat on move: its score, and the first move of its best line; and for each seat
    its team's share of the points."""
    found, shares = {}, {}
    for words in engine.analyse(f"fen {fen}"):
        if words[:3] == ["info", "analysis", "seat"] and words[4:6] == ["line", "1"]:
            at = words.index("score")
            found[words[3]] = ((words[at + 1], int(words[at + 2])), words[words.index("pv") + 1])
        elif words[:3] == ["info", "analysis", "team"]:
            for seat in words[3].split("+"):
                shares[seat] = float(words[5]) + float(words[7]) / 2
    return found, shares


def judge_blunders(engine, games, arguments, chooser):
    blunders = [(game, index) for game in games for index, ply in enumerate(game["plies"])
                if ply["mark"] == "??"]
    chooser.shuffle(blunders)
    blunders = blunders[:arguments.blunders]
    played_too = wrong = 0
    for game, index in blunders:
        ply = game["plies"][index]
        seat = game["seats"][ply["seat"]]["seat"]
        found, before = look(engine, game["positions"][index]["fen"])
        played = ply["uci"] if len(game["seats"]) != 4 else f"{ply['board'] + 1}{ply['uci']}"
        if seat not in found or found[seat][1] != played:
            continue
        played_too += 1
        # A seat's own search does not see what its move does to the other board.
        _, after = look(engine, game["positions"][index + 1]["fen"])
        loss = before[seat] - after.get(seat, 0.0)
        wrong += loss < BLUNDER
        if arguments.misses:
            print(f"{seat} {played} was called {ply['loss']:.2f} worse, deep {found[seat][0]}, "
                  f"{loss:.2f} worse: {game['positions'][index]['fen']}", flush=True)
    print(f"the deep search plays {share_of(played_too, len(blunders))} blunders itself; "
          f"{share_of(wrong, len(blunders))} are none when it looks again after the move",
          flush=True)


def judge_mates(engine, games, arguments, chooser):
    places = [(game, index) for game in games for index, place in enumerate(game["positions"])
              if place["analysis"]]
    chooser.shuffle(places)
    mates = seen = won = asked = 0
    for game, index in places:
        if mates >= arguments.mates or asked >= arguments.positions:
            break
        asked += 1
        place = game["positions"][index]
        known = {seat["name"]: seat["score"] for seat in place["analysis"]["seats"]}
        for seat, ((kind, number), _) in look(engine, place["fen"])[0].items():
            if kind == "mate" and number > 0:
                mates += 1
                is_seen = (known[seat] or {}).get("mate", 0) > 0
                seen += is_seen
                won += (known[seat] or {}).get("cp", 0) > DECIDED
                if arguments.misses and not is_seen:
                    print(f"{seat} mate {number}, seen as {known[seat]}: {place['fen']}", flush=True)
    print(f"found {share_of(seen, mates)} mates, {won} more as won by check without a reply; "
          f"{asked} positions", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("record")
    parser.add_argument("--variant", default="bughouse")
    parser.add_argument("--kralle", default="target/release/kralle")
    parser.add_argument("--nodes", type=int, default=100_000, help="those of the annotation")
    parser.add_argument("--times", type=int, default=100, help="so many times the nodes")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--tail", type=int, default=24, help="so many last plies of each game")
    parser.add_argument("--blunders", type=int, default=60, help="so many at most")
    parser.add_argument("--mates", type=int, default=60, help="so many at most")
    parser.add_argument("--positions", type=int, default=500, help="asked for mates at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--misses", action="store_true",
                        help="print what was wrong and what was missed")
    arguments = parser.parse_args()
    read = list(games_of(arguments.kralle, arguments.record, arguments.variant))
    chooser = random.Random(arguments.seed)
    chooser.shuffle(read)
    games = []
    for start, moves, _ in read[:arguments.games]:
        games += filter(None, [annotated(arguments, start, moves)])
    print(f"{len(games)} games annotated with {arguments.nodes} nodes", flush=True)
    engine = Engine(arguments.kralle, arguments.variant, arguments.nodes * arguments.times, 64)
    judge_mates(engine, games, arguments, chooser)
    judge_blunders(engine, games, arguments, chooser)


if __name__ == "__main__":
    main()
