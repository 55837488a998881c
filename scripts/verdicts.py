#!/usr/bin/env python3
"""Are the verdicts of `kralle annotate` right? Asks a search of a hundred times the nodes.

    kralle annotate games.bpgn --nodes 20000 --json games.jsonl --output /dev/null
    python3 scripts/verdicts.py games.jsonl --nodes 2000000

Of the moves marked `??` it counts those that the deep search would play itself, and those of
them that lose nothing when the deep search looks again after the move. Of positions drawn at
random in which the deep search finds a mate for a seat on move, it counts those in which the
annotation had found one, too. Needs Python 3.9.
"""

import argparse
import json
import random

from calibration import Engine

# A share of the points, as `??` has it.
BLUNDER = 0.25


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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("annotations")
    parser.add_argument("--kralle", default="target/release/kralle")
    parser.add_argument("--nodes", type=int, default=2_000_000)
    parser.add_argument("--blunders", type=int, default=60, help="so many at most")
    parser.add_argument("--mates", type=int, default=60, help="so many at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tail", type=int, default=0,
                        help="look for mates in so many last positions of each game only")
    parser.add_argument("--misses", action="store_true", help="print what was wrong and what was missed")
    arguments = parser.parse_args()
    games = [json.loads(line) for line in open(arguments.annotations, encoding="utf-8")]
    chooser = random.Random(arguments.seed)
    engine = Engine(arguments.kralle, games[0]["variant"], arguments.nodes, hash_mib=64)

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
    print(f"{played_too} of {len(blunders)} blunders are what the deep search plays; "
          f"{wrong} of them are none when it looks again after the move")

    places = [(game, index) for game in games
              for index, place in list(enumerate(game["positions"]))[-arguments.tail:]
              if place["analysis"]]
    # Mates stand near the end of games.
    chooser.shuffle(places)
    mates = seen = asked = 0
    for game, index in places:
        if mates >= arguments.mates or asked >= 8 * arguments.mates:
            break
        asked += 1
        place = game["positions"][index]
        known = {seat["name"]: seat["score"] for seat in place["analysis"]["seats"]}
        for seat, ((kind, number), _) in look(engine, place["fen"])[0].items():
            if kind == "mate" and number > 0:
                mates += 1
                is_seen = (known[seat] or {}).get("mate", 0) > 0
                seen += is_seen
                if arguments.misses and not is_seen:
                    print(f"{seat} mate {number}, seen as {known[seat]}: {place['fen']}", flush=True)
    print(f"{seen} of {mates} mates were found, in {asked} positions")


if __name__ == "__main__":
    main()
