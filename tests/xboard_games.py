#!/usr/bin/env python3
"""Lets XBoard itself play matches with Kralle on a screen that nobody sees, and checks the
debug logs.

    xboard_games.py --kralle target/release/kralle [--games 2] [--level 0:20] [--out logs]
        [--variants normal,crazyhouse,bughouse,super]
        [--opponents self,sjeng,fairy-stockfish,sjaakii]

Needs `xboard` and `Xvfb`; `--shot` needs `xdotool` and `import` too. One log and one game file for each match stay in the folder
`--out`; `check_xboard_log.py` says what is wrong in a log. XBoard gives the men that are
taken on a single bughouse board to nobody, so bughouse is played without drops here: it is
the protocol that is tested. XBoard calls flags: sjeng sits where it is lost, for ever if nobody
does. An opponent that does not play a game is left out: of these
Sjaak II alone plays `super`, for which XBoard draws lots where the superpieces stand.
"""

import argparse
import contextlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
SIZE = "1000x900x24"


def find(name):
    """A program, also where games live."""
    found = shutil.which(name) or shutil.which(name, path="/usr/games")
    if not found:
        sys.exit(f"`{name}` is not installed")
    return found


# Who plays what; whoever is not named here plays everything.
GAMES = {
    "sjeng": {"normal", "crazyhouse", "bughouse"},
    "fairy-stockfish": {"normal", "crazyhouse", "bughouse"},
    "sjaakii": {"normal", "crazyhouse", "super"},
}


def engine(name, kralle):
    """The command that starts an engine, or None if it is not there."""
    if name == "self":
        return f"{kralle} xboard"
    return shutil.which(name) or shutil.which(name, path="/usr/games")


class Screen:
    """A screen of its own."""

    def __enter__(self):
        read, write = os.pipe()
        self.process = subprocess.Popen(
            [find("Xvfb"), "-displayfd", str(write), "-screen", "0", SIZE],
            pass_fds=[write],
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            self.name = ":" + pipe.readline().strip()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def play(screen, first, second, variant, arguments, stem):
    """One match; whether XBoard ended by itself in time."""
    log, games = f"{stem}.debug", f"{stem}.pgn"
    for old in (log, games):
        pathlib.Path(old).unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as home:
        command = [
            find("xboard"), "-fcp", first, "-scp", second, "-fd", home, "-sd", home,
            "-variant", variant, "-mg", str(arguments.games), "-mm",
            "-tc", arguments.level, "-inc", "0", "-autoCallFlag", "true", "-debug", "-nameOfDebugFile", log,
            "-sgf", games, "-boardSize", "medium", "-popupExitMessage", "false",
        ]
        environment = dict(os.environ, DISPLAY=screen.name, HOME=home)
        with open(f"{stem}.stderr", "w", encoding="utf-8") as said:
            process = subprocess.Popen(
                command, env=environment, stdout=subprocess.DEVNULL, stderr=said,
                start_new_session=True,
            )
        try:
            if arguments.shot:
                time.sleep(arguments.shot_after)
                # Without a window manager the window has no height of its own.
                subprocess.run(
                    [find("xdotool"), "search", "--onlyvisible", "--class", "xboard",
                     "windowsize", "530", "460"],
                    env=environment, check=True,
                )
                time.sleep(15)
                subprocess.run(
                    [find("import"), "-window", "root", "-trim", "+repage", arguments.shot],
                    env=environment, check=True,
                )
            process.wait(timeout=arguments.patience)
            return True
        except subprocess.TimeoutExpired:
            return False
        finally:
            # Its engines too: one that thinks does not notice that nobody listens.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def main():
    """Plays every match and checks every log."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kralle", default="target/release/kralle")
    parser.add_argument("--variants", default="normal,crazyhouse,bughouse,super")
    parser.add_argument("--opponents", default="self,sjeng,fairy-stockfish,sjaakii")
    parser.add_argument("--games", type=int, default=2, help="games of each match")
    parser.add_argument("--level", default="0:20", help="time for 40 moves, as XBoard's -tc has it")
    parser.add_argument("--out", default="xboard-logs")
    parser.add_argument("--patience", type=float, default=900, help="seconds for a match")
    parser.add_argument("--shot", help="a picture of the screen goes into this file")
    parser.add_argument("--shot-after", type=float, default=15, help="seconds into the first match")
    arguments = parser.parse_args()
    kralle = str(pathlib.Path(arguments.kralle).resolve())
    pathlib.Path(arguments.out).mkdir(parents=True, exist_ok=True)
    failed = []
    with Screen() as screen:
        for variant in arguments.variants.split(","):
            for opponent in arguments.opponents.split(","):
                if variant not in GAMES.get(opponent, {variant}):
                    continue
                command = engine(opponent, kralle)
                if not command:
                    print(f"{opponent} is not installed: left out")
                    continue
                stem = str(pathlib.Path(arguments.out).resolve() / f"{variant}-{opponent}")
                ended = play(screen, f"{kralle} xboard", command, variant, arguments, stem)
                own = "first,second" if opponent == "self" else "first"
                checked = subprocess.run(
                    [sys.executable, HERE / "check_xboard_log.py", "--own", own, f"{stem}.debug"],
                    check=False,
                )
                if not ended:
                    print(f"{variant} against {opponent}: no end in {arguments.patience} s")
                if not ended or checked.returncode:
                    failed.append(f"{variant} against {opponent}")
    print("failed: " + ", ".join(failed) if failed else "all matches are in order")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
