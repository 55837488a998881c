#!/usr/bin/env python3
"""Vierschaak beside 4pchess, a public engine for four-player teams (obryanlouis/4pchess, its `cli`):

    four_player_oracle.py moves KRALLE CLI [--positions N] [--fens FILE] [--seed N]
    four_player_oracle.py match KRALLE CLI [--games N] [--movetime MS] [--fens FILE] [--seed N]

`moves` compares legal moves in positions of random games, told to both as FEN4: all but castling,
promotion and taking in passing, whose rules differ. Positions in which a pawn could reach a row of
promotion of either game, or in which a king could be taken (there it may be), are not compared.

`match` plays one team each under common rules: no castling, and the first king that stands mated
loses for its team. 4pchess may take a king that stands in check when it is on move: that wins for
it, and is counted. It sees the board in a mirror, since its turn goes the other way round."""

import argparse
import random
import subprocess
import sys
import time

FILES = "abcdefghijklmn"
COLOURS = dict(zip("abcd", "ybrg"))
# Left and right change places.
MIRRORED = dict(zip("abcd", "ygrb"))
START = (
    "aRaNaBaKaQaBaNaR/aPaPaPaPaPaPaPaP/8/bRbP10dPdR/bNbP10dPdN/bBbP10dPdB/bQbP10dPdK/"
    "bKbP10dPdQ/bBbP10dPdB/bNbP10dPdN/bRbP10dPdR/8/cPcPcPcPcPcPcPcP/cRcNcBcQcKcBcNcR a - - - 0 1"
)


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

    def ask(self, line, last):
        """The lines up to the one that begins with `last`."""
        self.tell(line)
        answer = []
        while True:
            text = self.process.stdout.readline()
            if not text:
                sys.exit(f"the engine is gone after `{line}`")
            answer.append(text.strip())
            if text.startswith(last):
                return answer


class Board:
    """Men by square, from Kralle's own FEN."""

    def __init__(self, fen):
        self.men = {}
        fields = fen.split()
        for index, row in enumerate(fields[0].split("/")):
            rank = 14 - index
            file = 3 if rank < 4 or rank > 11 else 0
            while row:
                if row[0].isdigit():
                    digits = 2 if row[:2].isdigit() else 1
                    file += int(row[:digits])
                    row = row[digits:]
                else:
                    self.men[FILES[file] + str(rank)] = row[:2]
                    file += 1
                    row = row[2:]
        self.turn, self.frozen = fields[1], fields[4]

    def fen4(self, colours, mirrored=False):
        """The position without castling and taking in passing."""
        rows = []
        for rank in range(14, 0, -1):
            cells = []
            for file in reversed(FILES) if mirrored else FILES:
                man = self.men.get(file + str(rank))
                corner = file in "abclmn" and not 4 <= rank <= 11
                if corner:
                    cells.append("x")
                elif man:
                    cells.append(colours[man[0]] + man[1])
                elif cells and cells[-1].isdigit():
                    cells[-1] = str(int(cells[-1]) + 1)
                else:
                    cells.append("1")
            rows.append(",".join(cells))
        none = "0,0,0,0"
        turn = colours[self.turn].upper()
        return f"{turn}-{none}-{none}-{none}-{none}-0-{'/'.join(rows)}"


def squares(move):
    """`d13`, `d14` and `q` of `d13d14q`."""
    at = next(i for i in range(1, len(move)) if move[i].isalpha())
    to = move[at:].rstrip("qrbn") if move[-1] in "qrbn" else move[at:]
    return move[:at], to, move[at + len(to):]


def last_row(seat, square):
    """Does a pawn of this seat promote here in either game, or could it?"""
    file, rank = FILES.index(square[0]) + 1, int(square[1:])
    ahead = {"a": 15 - rank, "b": file, "c": rank, "d": 15 - file}[seat]
    return ahead >= 11 or 1 in (file, rank) or 14 in (file, rank)


def kralle_moves(kralle, fen4):
    """Legal moves in a position told as FEN4."""
    kralle.tell(f"position fen {fen4}")
    lines = kralle.ask("go perft 1", "Nodes searched")
    return [line.split(":")[0] for line in lines if ": " in line and line[0] in FILES]


def shown(kralle, position):
    """The board after a `position` line, and its legal moves."""
    kralle.tell(position)
    lines = kralle.ask("d", "legal")
    fen = next(line[4:].strip() for line in lines if line.startswith("fen "))
    moves = kralle.ask("go perft 1", "Nodes searched")
    return Board(fen), [line.split(":")[0] for line in moves if line[:1] in set(FILES) and ": " in line]


def accepts(oracle, fen4, move):
    """Does 4pchess know this move, legal or not?"""
    oracle.tell(f"position fen {fen4} moves {move}")
    return not any("Invalid" in line for line in oracle.ask("isready", "readyok"))


def compare(kralle, oracle, board):
    """`same`, or why the position is not compared; or the difference."""
    fen4 = board.fen4(COLOURS)
    ours = kralle_moves(kralle, fen4)
    if any(board.men[squares(m)[0]][1] == "P" and last_row(board.turn, squares(m)[1]) for m in ours):
        return "near promotion"
    enemies = "bd" if board.turn in "ac" else "ac"
    kings = [at for at, man in board.men.items() if man[1] == "K" and man[0] in enemies]
    own = [at for at, man in board.men.items() if man[0] == board.turn]
    if any(accepts(oracle, fen4, man + king) for man in own for king in kings):
        return "king can be taken"
    unknown = [move for move in ours if not accepts(oracle, fen4, move)]
    oracle.tell(f"position fen {fen4}")
    answer = oracle.ask("get_num_legal_moves", "info")[-1]
    count = int(answer.split()[-1])
    if unknown or count != len(ours):
        return f"{fen4}: {len(ours)} moves here, {count} there, unknown there: {unknown}"
    return "same"


def moves(args, kralle, oracle, starts):
    """Random games, position by position."""
    tally = {}
    while sum(tally.values()) < args.positions:
        line, played = random.choice(starts), []
        while sum(tally.values()) < args.positions and len(played) < 200:
            position = line + (" moves " + " ".join(played) if played else "")
            board, legal = shown(kralle, position)
            if not legal or board.frozen != "-":
                break
            found = compare(kralle, oracle, board)
            if found not in ("same", "near promotion", "king can be taken"):
                print(found)
                found = "different"
            tally[found] = tally.get(found, 0) + 1
            played.append(random.choice(legal))
    print(", ".join(f"{count} {what}" for what, count in sorted(tally.items())))
    return 1 if tally.get("different") else 0


def mirrored(move):
    """A move of the mirror board on ours, or of ours on the mirror board."""
    start, to, promotion = squares(move)
    flip = lambda square: FILES[13 - FILES.index(square[0])] + square[1:]
    return flip(start) + flip(to) + promotion


def best(engine, milliseconds):
    """The move that an engine chooses."""
    answer = engine.ask(f"go movetime {milliseconds}", "bestmove")[-1]
    return answer.split()[1]


def best_of_oracle(oracle, milliseconds):
    """What 4pchess chooses. Out of time in its first iteration it says nothing, so that one it
    is given; `None` if it takes the game to be over."""
    oracle.tell(f"go movetime {milliseconds}")
    time.sleep(milliseconds / 1000)
    for line in oracle.ask("stop\nisready", "readyok"):
        if line.startswith("bestmove"):
            return line.split()[1]
    last = oracle.ask("go depth 1", ("bestmove", "info string Game", "info Game"))[-1]
    return last.split()[1] if last.startswith("bestmove") else None


def play(args, kralle, oracle, start, team):
    """One game: what the team that Kralle plays has of it, and how it ended."""
    for engine in (kralle, oracle):
        engine.ask("ucinewgame\nisready", "readyok")
    played = []
    while len(played) < 600:
        position = start + (" moves " + " ".join(played) if played else "")
        board, legal = shown(kralle, position)
        if board.frozen != "-":
            mated = board.frozen.partition("#")[0][-1] if "#" in board.frozen else None
            if mated is None:
                return 0.5, "stalemate"
            return (0 if mated in team else 1), "mate"
        verdict = kralle.ask("verdict\nisready", "readyok")[0]
        if verdict.startswith("draw") or not legal:
            return 0.5, verdict.split()[0]
        if board.turn in team:
            played.append(best(kralle, args.movetime))
            continue
        oracle.tell(f"position fen {board.fen4(MIRRORED, True)}")
        move = best_of_oracle(oracle, args.movetime)
        if move is None:
            return 0.5, "4pchess sees an end"
        move = mirrored(move.lower().rstrip("+#").replace("=", "").replace("-", ""))
        here, to, _ = squares(move)
        if board.men.get(to, "  ")[1] == "K":
            return 0, "king taken"
        if move not in legal:
            # Its promotion rows are not ours: the same step without it.
            move = next((m for m in legal if squares(m)[:2] == (here, to)), None)
            if move is None:
                return 0.5, "a move that only 4pchess knows"
        played.append(move)
    return 0.5, "too long"


def match(args, kralle, oracle, starts):
    """Each start twice, teams exchanged."""
    score, ends = 0, {}
    for game in range(args.games):
        start = starts[game // 2 % len(starts)]
        points, how = play(args, kralle, oracle, start, "ac" if game % 2 == 0 else "bd")
        score += points
        key = f"{'won' if points == 1 else 'lost' if points == 0 else 'drawn'}, {how}"
        ends[key] = ends.get(key, 0) + 1
        print(f"game {game + 1}: {points} {how}; {score} of {game + 1}", flush=True)
    print(f"Kralle {score} of {args.games}: {ends}")
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("what", choices=["moves", "match"])
    parser.add_argument("kralle")
    parser.add_argument("oracle")
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--movetime", type=int, default=200)
    parser.add_argument("--fens", help="a file of FEN4, one a line")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    random.seed(args.seed)
    kralle = Engine(args.kralle, "setoption name UCI_Variant value vierschaak")
    oracle = Engine(args.oracle)
    starts = [f"position fen {START}"]
    if args.fens:
        with open(args.fens) as file:
            boards = [shown(kralle, f"position fen {line.strip()}")[0] for line in file if line.strip()]
        random.shuffle(boards)
        starts = []
        for board in boards:
            # Without castling, and in our own form, so that both go on alike.
            lines = f"position fen {board.fen4(COLOURS)}"
            kralle.tell(lines)
            starts.append(lines)
    result = (moves if args.what == "moves" else match)(args, kralle, oracle, starts)
    kralle.process.kill()
    oracle.process.kill()
    sys.exit(result)


main()
