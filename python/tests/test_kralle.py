"""The package as people use it. `KRALLE` names the program to compare with; `KRALLE_POSITIONS` says
how many random positions are compared (900 if it does not)."""

import _thread
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time

import pytest

import kralle

PERFT = {
    "chess": (3, 8902), "crazyhouse": (3, 8902), "bughouse": (2, 1600),
    "doorgeefschaak": (2, 1600), "tandem": (2, 1600), "tandemordnung": (2, 1600),
    "vierschaak": (2, None), "drieschaak": (2, None), "superschaak": (1, None),
}
HERE = pathlib.Path(__file__).parent
BPGN = (HERE / "game.bpgn").read_text()


def test_every_game_can_be_played_to_its_end():
    for variant in kralle.variants():
        game, chooser = kralle.Game(variant), random.Random(7)
        for _ in range(600):
            if game.is_over or not game.legal_moves:
                break
            game.play(chooser.choice(game.legal_moves))
        assert kralle.Game(variant, game.fen).fen == game.fen, variant
        assert (game.result == "*") == (not game.is_over)


def test_lines_are_counted():
    assert set(PERFT) == set(kralle.variants())
    for variant, (depth, count) in PERFT.items():
        game = kralle.Game(variant)
        before = game.fen
        assert game.perft(1) == len(game.legal_moves)
        found = game.perft(depth)
        assert (count is None and found > 0) or found == count, variant
        assert game.fen == before
    assert kralle.Game("crazyhouse").perft(4) == 197281


def test_two_boards_pass_pieces_on():
    game = kralle.Game("bughouse")
    assert game.seats == ["1w", "1b", "2w", "2b"] and game.on_move == ["1w", "2w"]
    assert [game.play(move) for move in ("1e2e4", "1d7d5", "2g1f3", "1e4d5")][-1] == "exd5"
    assert game.hand("2B") == {"P": 1} and game.moves[-1] == "1e4d5"
    copy = game.copy()
    assert copy.fen == game.fen and copy.moves == game.moves
    copy.play_san("d5", board=2)
    assert copy.undo() and copy.fen == game.fen
    assert game.svg(arrows=["1e2e4"]).startswith("<svg")


def test_an_engine_finds_a_mate_and_takes_a_side():
    game = kralle.Game("crazyhouse", "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1")
    answer = kralle.Engine("crazyhouse").best_move(game, depth=4)
    assert (answer.move, answer.score, answer.pv) == ("N@f7", kralle.Score(mate=1), ["N@f7"])
    game = kralle.Game("bughouse")
    engine = kralle.Engine("bughouse")
    for seat, digit in (("1w", "1"), ("2w", "2")):
        answer = engine.best_move(game, nodes=4000, seat=seat)
        assert answer.move.startswith(digit) and answer.move in game.legal_moves
    assert engine.best_move(game, clock=(1.0, 0.0)).nodes > 0
    found = engine.analyse(game, nodes=20_000, clocks=[60, 60, 60, 60])
    assert sum(team["share"] for team in found["teams"]) == pytest.approx(1)
    assert [seat["name"] for seat in found["seats"]] == game.seats


def test_a_record_is_read_and_annotated():
    [record] = kralle.read_games(BPGN, "bughouse")
    assert record.tags["WhiteA"] == "one" and record.moves[0] == "1e2e4"
    assert record.result == "1-0" and record.broken is None
    [half] = kralle.read_games("1. e4 e9 *")
    assert half.moves == ["e2e4"] and "e9" in half.broken
    [found] = kralle.annotate(BPGN, nodes=2000)
    assert "g5" in found.record and found.html.startswith("<!")
    assert len(found.found["positions"]) == len(record.moves) + 1


def test_what_cannot_be_done_is_one_line_and_changes_nothing():
    game, engine = kralle.Game("bughouse"), kralle.Engine("chess")
    mated = kralle.Game("chess")
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        mated.play(move)
    assert mated.is_over and mated.result == "0-1" and "mate" in mated.verdict
    before = game.fen
    for wrong, word in [
        (lambda: kralle.Game("go"), "no game `go`"),
        (lambda: kralle.Game("chess", "xx"), "ranks"),
        (lambda: kralle.Game("tandem", kralle.start_fen("chess")), "both boards"),
        (lambda: game.play("e2e4"), "begins with its board"),
        (lambda: game.play("1e2e9"), "no square"),
        (lambda: game.play("1e2e5"), "e2e5"),
        (lambda: game.play("\0é"), "begins with its board"),
        (lambda: game.play_san("Qh5", 1), "no legal move"),
        (lambda: game.play_san("e4", 3), "no board"),
        (lambda: game.hand("9w"), "no seat `9w`, only 1w"),
        (lambda: game.svg(arrows=["zz"]), "zz"),
        (lambda: engine.best_move(game, nodes=3), "plays chess, not bughouse"),
        (lambda: engine.best_move(mated, nodes=3), "over"),
        (lambda: engine.best_move(kralle.Game("chess")), "limit is needed"),
        (lambda: engine.best_move(kralle.Game("chess"), time=-1.0), "seconds"),
        (lambda: engine.best_move(kralle.Game("chess"), time=float("nan")), "seconds"),
        (lambda: engine.best_move(kralle.Game("chess"), nodes=3, seat="w"), "two boards only"),
        (lambda: kralle.Engine("chess", hash=0), "hash is 1 to"),
        (lambda: kralle.Engine("chess", network="/no/such"), "cannot be read"),
    ]:
        with pytest.raises(kralle.KralleError) as error:
            print(wrong())
        assert word in str(error.value) and "\n" not in str(error.value)
    with pytest.raises((OverflowError, TypeError)):
        game.play_san("e4", 0)
    assert game.fen == before
    assert issubclass(kralle.KralleError, ValueError)


def test_other_threads_run_while_it_searches():
    ticks, done = [], threading.Event()

    def count():
        while not done.is_set():
            ticks.append(1)
            time.sleep(0.005)

    thread = threading.Thread(target=count)
    thread.start()
    kralle.Engine("chess").best_move(kralle.Game("chess"), time=0.5)
    done.set()
    thread.join()
    assert len(ticks) > 20


@pytest.mark.parametrize("work", [
    lambda: kralle.Engine("chess").best_move(kralle.Game("chess"), time=60),
    lambda: kralle.Engine("bughouse").analyse(kralle.Game("bughouse"), time=60),
    lambda: kralle.Game("chess").perft(12),
])
def test_an_interrupt_ends_a_search(work):
    # A shell that starts this in the background has interrupts ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    threading.Timer(0.3, _thread.interrupt_main).start()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    assert time.monotonic() - start < 5


def test_functions_with_the_names_of_pyffish():
    fen = kralle.start_fen("crazyhouse")
    assert fen == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    assert len(kralle.legal_moves("crazyhouse", fen, ["e2e4"])) == 20
    assert kralle.get_fen("crazyhouse", fen, ["e2e4", "d7d5", "e4d5"]).split()[0].endswith("[P]")
    assert kralle.get_san("chess", None, "g1f3") == "Nf3"
    assert kralle.get_san_moves("chess", None, ["e2e4", "e7e5"]) == ["e4", "e5"]
    assert kralle.game_result("chess", None, ["f2f3", "e7e5", "g2g4", "d8h4"]) == "0-1"
    assert kralle.validate_fen(fen, "crazyhouse") is True
    assert "ranks" in kralle.validate_fen("8/8 w - - 0 1")


def test_random_positions_agree_with_the_program():
    program = os.environ.get("KRALLE") or shutil.which("kralle")
    if not program:
        pytest.skip("there is no program to compare with: KRALLE names it")
    total = int(os.environ.get("KRALLE_POSITIONS", "900"))
    engine = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(line, end):
        print(line, file=engine.stdin, flush=True)
        answers = []
        for answer in engine.stdout:
            answers.append(answer.strip())
            if answer.startswith(end):
                return answers
        raise AssertionError(answers)

    chooser, compared = random.Random(11), 0
    for variant in kralle.variants():
        ask(f"setoption name UCI_Variant value {variant}\nisready", "readyok")
        game, goal = kralle.Game(variant), -(-total // len(kralle.variants()))
        for _ in range(goal):
            if game.is_over or not game.legal_moves or len(game.moves) > 150:
                game = kralle.Game(variant)
            game.play(chooser.choice(game.legal_moves or ["-"]))
            lines = ask(f"position startpos moves {' '.join(game.moves)}\ngo perft 1", "Nodes searched")
            theirs = {line.split(":")[0] for line in lines if ": " in line and not line.startswith("Nodes")}
            assert theirs == set(game.legal_moves), (variant, game.moves)
            verdict = ask("verdict\nisready", "readyok")[-2]
            assert verdict == game.verdict, (variant, game.moves)
            compared += 1
    engine.stdin.close()
    assert compared >= total


def test_the_examples_of_the_readme_are_true():
    readme = HERE.parent / "README.md"
    if not readme.exists():
        pytest.skip("only the source has a README")
    text = readme.read_text()
    examples = re.findall(r"    \$ python -c '(.*?)'\n((?:    (?!\$)[^\n]*\n)*)", text, re.DOTALL)
    assert len(examples) == 4
    for code, shown in examples:
        lines = [line[4:] if line.startswith("    ") else line for line in code.split("\n")]
        said = subprocess.run([sys.executable, "-c", "\n".join(lines)], cwd=HERE.parent, text=True,
                              capture_output=True, check=True).stdout
        for line in shown.split("\n"):
            assert line.strip() in ("", "...") or line.strip() in said, (code, said)
