#!/usr/bin/env python3
"""Works for a server that hands out positions as fishnet does: lila's, or that of pychess.

    pip install chess
    python3 examples/python/fishnet_worker.py http://127.0.0.1:8080/fishnet/ [KEY] [--engine PROGRAM]

The server gives a job (POST acquire: 202 and the job, or 204 if there is none) and takes its
result (POST analysis/ID or move/ID), with which it may give the next one. Chess, Chess960 and
crazyhouse are played; a job of another game is given back (POST abort/ID).
Protocol: https://github.com/gbtami/fairyfishnet, doc/protocol.md.
"""

import argparse
import json
import sys
import time
import urllib.error
import urllib.request

import chess
import chess.engine
import chess.variant

BOARDS = {
    "standard": chess.Board,
    "chess960": chess.Board,
    "fromPosition": chess.Board,
    "crazyhouse": chess.variant.CrazyhouseBoard,
}
# Milliseconds for a move, and the engine's `Skill Level`, by the server's levels 1 to 8.
LEVELS = {1: (50, 0), 2: (100, 3), 3: (150, 6), 4: (200, 9), 5: (300, 12), 6: (400, 15),
          7: (500, 18), 8: (1000, 20)}


def board_of(job, moves):
    """The board after so many moves of the job."""
    kind = BOARDS[job.get("variant", "standard").replace("Chess960", "chess960")]
    is_960 = job.get("chess960", False) or job.get("variant") == "chess960"
    board = kind(job["position"], chess960=is_960)
    for move in moves:
        board.push_uci(move)
    return board


def score_of(info):
    score = info["score"].relative
    return {"mate": score.mate()} if score.is_mate() else {"cp": score.score()}


def analysis(engine, job, moves):
    """Every position of a game, as the server wants it."""
    engine.configure({"Skill Level": 20})
    parts = []
    for ply in range(len(moves) + 1):
        if ply in job.get("skipPositions", []):
            parts.append({"skipped": True})
            continue
        board = board_of(job, moves[:ply])
        if board.is_game_over():
            # A mate, or nothing to play for.
            score = {"mate": 0} if board.is_checkmate() else {"cp": 0}
            parts.append({"depth": 0, "score": score})
            continue
        info = engine.analyse(board, chess.engine.Limit(nodes=job.get("nodes") or 1_000_000))
        parts.append({
            "pv": " ".join(board.uci(move) for move in info.get("pv", [])[:1]),
            "depth": info.get("depth", 0), "seldepth": info.get("seldepth", 0), "tbhits": 0,
            "score": score_of(info), "time": int(info.get("time", 0) * 1000),
            "nodes": info.get("nodes", 0), "nps": info.get("nps", 0),
        })
    return {"analysis": parts}


def best_move(engine, job, moves):
    """A move of the strength that the job names."""
    milliseconds, skill = LEVELS[max(1, min(8, job["work"].get("level", 8)))]
    engine.configure({"Skill Level": skill})
    board = board_of(job, moves)
    move = engine.play(board, chess.engine.Limit(time=milliseconds / 1000)).move
    text = board.uci(move)
    board.push(move)
    return {"move": {"bestmove": text, "fen": board.fen()}}


def answer(engine, job):
    """The path and the result of a job."""
    moves = job["moves"].split()
    kind = job["work"]["type"]
    if job.get("variant", "standard") not in BOARDS or kind not in ("analysis", "move"):
        return f"abort/{job['work']['id']}", {"error": "this worker does not play that game"}
    work = analysis if kind == "analysis" else best_move
    return f"{kind}/{job['work']['id']}", work(engine, job, moves)


def main():
    options = argparse.ArgumentParser()
    options.add_argument("server", help="where acquire, analysis and move are")
    options.add_argument("key", nargs="?", default="")
    options.add_argument("--engine", default="kralle")
    options.add_argument("--jobs", type=int, help="end after so many jobs")
    given = options.parse_args()
    done = 0
    with chess.engine.SimpleEngine.popen_uci(given.engine) as engine:
        who = {"fishnet": {"version": "1.16.0", "python": sys.version.split()[0],
                           "apikey": given.key},
               "stockfish": {"name": engine.id["name"], "options": {"hash": "16"}}}
        path, result = "acquire", {}
        while given.jobs is None or done < given.jobs or result:
            body = json.dumps(who | result).encode()
            request = urllib.request.Request(given.server.rstrip("/") + "/" + path, body,
                                             {"Content-Type": "application/json"})
            path, result, wait = "acquire", {}, 0
            try:
                with urllib.request.urlopen(request, timeout=30) as reply:
                    if reply.status == 202:
                        done += 1
                        path, result = answer(engine, json.load(reply))
                    else:
                        wait = 1
            except urllib.error.HTTPError as error:
                print(f"the server says {error.code}: {error.read().decode()}", file=sys.stderr)
                wait = 10
            except OSError as error:
                print(f"no server: {error}", file=sys.stderr)
                wait = 10
            time.sleep(wait)


if __name__ == "__main__":
    main()
