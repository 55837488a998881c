#!/usr/bin/env python3
"""Are the verdicts of `kralle annotate` right? Asks a search of a hundred times the nodes.

    kralle annotate games.bpgn --nodes 20000 --json games.jsonl --output /dev/null
    python3 scripts/verdicts.py games.jsonl --nodes 2000000

Of the moves marked `??` it counts those that the deep search would play itself. Of positions
drawn at random in which the deep search finds a mate for a seat on move, it counts those in
which the annotation had found one, too. Needs Python 3.9.
"""

import argparse
import json
import random

from calibration import Engine


def lines_of(engine, fen):
    """For each seat on move: its score, and the first move of its best line."""
    found = {}
    for words in engine.analyse(f"fen {fen}"):
        if words[:3] == ["info", "analysis", "seat"] and words[4:6] == ["line", "1"]:
            at = words.index("score")
            found[words[3]] = ((words[at + 1], int(words[at + 2])), words[words.index("pv") + 1])
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("annotations")
    parser.add_argument("--kralle", default="target/release/kralle")
    parser.add_argument("--nodes", type=int, default=2_000_000)
    parser.add_argument("--most", type=int, default=60, help="verdicts, and positions, that are asked")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    games = [json.loads(line) for line in open(arguments.annotations, encoding="utf-8")]
    chooser = random.Random(arguments.seed)
    engine = Engine(arguments.kralle, games[0]["variant"], arguments.nodes, hash_mib=64)

    blunders = [(game, index) for game in games for index, ply in enumerate(game["plies"])
                if ply["mark"] == "??"]
    chooser.shuffle(blunders)
    blunders = blunders[:arguments.most]
    wrong = 0
    for game, index in blunders:
        ply = game["plies"][index]
        seat = game["seats"][ply["seat"]]["seat"]
        found = lines_of(engine, game["positions"][index]["fen"]).get(seat)
        played = ply["uci"] if len(game["seats"]) != 4 else f"{ply['board'] + 1}{ply['uci']}"
        wrong += found is not None and found[1] == played
    print(f"{wrong} of {len(blunders)} blunders are what the deep search plays")

    places = [(game, index) for game in games for index, place in enumerate(game["positions"])
              if place["analysis"]]
    # Mates stand near the end of games.
    chooser.shuffle(places)
    mates = seen = asked = 0
    for game, index in places:
        if mates >= arguments.most or asked >= 4 * arguments.most:
            break
        asked += 1
        place = game["positions"][index]
        known = {seat["name"]: seat["score"] for seat in place["analysis"]["seats"]}
        for seat, ((kind, number), _) in lines_of(engine, place["fen"]).items():
            if kind == "mate" and number > 0:
                mates += 1
                seen += (known[seat] or {}).get("mate", 0) > 0
    print(f"{seen} of {mates} mates were found, in {asked} positions")


if __name__ == "__main__":
    main()
