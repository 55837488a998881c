#!/usr/bin/env python3
"""Runs the examples of this folder, and fails if one of them does.

    pip install chess
    python3 examples/python/check.py target/release/kralle
"""

import http.server
import json
import pathlib
import subprocess
import sys
import threading

import chess
import chess.variant

HERE = pathlib.Path(__file__).parent
KRALLE = sys.argv[1]


def run(name, *arguments):
    ended = subprocess.run([sys.executable, HERE / name, *arguments], capture_output=True,
                           text=True, timeout=120)
    assert ended.returncode == 0, (name, ended.stderr)
    return ended.stdout


class Server(http.server.BaseHTTPRequestHandler):
    """Two jobs, and what came back for them."""

    jobs = [
        {"work": {"type": "analysis", "id": "a"}, "variant": "crazyhouse",
         "position": chess.variant.CrazyhouseBoard.starting_fen,
         "moves": "e2e4 d7d5 e4d5 d8d5 P@e4", "nodes": 3000, "skipPositions": [1]},
        {"work": {"type": "move", "id": "m", "level": 3}, "variant": "standard",
         "position": chess.STARTING_FEN, "moves": "f2f3 e7e5 g2g4"},
        {"work": {"type": "move", "id": "x", "level": 3}, "variant": "xiangqi",
         "position": "-", "moves": ""},
    ]
    given = list(jobs)
    results = {}

    def do_POST(self):
        said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not self.path.endswith("/acquire"):
            self.results[self.path] = said
        job = self.given.pop(0) if self.given else None
        self.send_response(202 if job else 204)
        self.end_headers()
        if job:
            self.wfile.write(json.dumps(job).encode())

    def log_message(self, *_):
        pass


game = run("best_move.py", KRALLE)
assert game.startswith("1. "), game

boards = run("two_boards.py", KRALLE)
assert "info analysis team 1w+2b win" in boards and "2w: bestmove 2" in boards, boards

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
run("fishnet_worker.py", f"http://127.0.0.1:{server.server_port}/fishnet/", "key",
    "--engine", KRALLE, "--jobs", "3")
analysis = Server.results["/fishnet/analysis/a"]["analysis"]
assert len(analysis) == 6 and analysis[1] == {"skipped": True}, analysis
assert all("score" in part for part in analysis if "skipped" not in part), analysis
move = Server.results["/fishnet/move/m"]["move"]
board = chess.Board()
for text in ["f2f3", "e7e5", "g2g4", move["bestmove"]]:
    board.push_uci(text)
assert board.fen() == move["fen"], move
assert "error" in Server.results["/fishnet/abort/x"]
print("the examples of Python: passed")
