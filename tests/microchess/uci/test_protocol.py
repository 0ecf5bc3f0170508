"""A scripted GUI against the engine: the corners of the protocol, and the real process's end."""

import contextlib
import random
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import chess
import pytest

from microchess.machine.computer import ChessComputer, switch_on
from microchess.machine.solver import PlayerSpec
from microchess.uci import thinker
from microchess.uci.protocol import Limits, read_go
from tests.commands import ended
from tests.gui import COMMAND, Gui, talking, talking_here
from tests.patience import PATIENCE

SLOW = "setoption name Speed value 1"
"""At one hundredth of the speed of 1976 no thought ends within a test; a move of the book does."""


@pytest.fixture
def gui() -> Iterator[Gui]:
    with talking_here() as gui:
        yield gui


@pytest.fixture
def process() -> Iterator[Gui]:
    """A GUI with an engine in a process of its own."""
    with talking() as gui:
        yield gui


def test_it_introduces_itself_and_answers_every_go_at_quit(process: Gui) -> None:
    process.send("uci")
    process.expect("uciok")
    told = [line for line in process.heard if line.startswith("option")]
    options = {line.removeprefix("option name ").partition(" type ")[0] for line in told}
    combos = {"Level", "Player", "OwnBook", "SteadyBook", "Opening", "Arbiter"}
    others = {"Speed", "Move Overhead", "Formula", "Board", "MultiPV", "Ponder"}
    assert options == combos | others | {"UCI_AnalyseMode"}
    assert process.heard[0].startswith("id name")
    process.send(SLOW, "go infinite", "position startpos moves e2e4", "go", "go ponder", "quit")
    for _ in range(3):
        assert process.expect("bestmove") != "bestmove 0000"
    assert process.ended() == (0, "")


def test_it_is_ready_once_the_machine_is_there(gui: Gui, monkeypatch: pytest.MonkeyPatch) -> None:
    switched_on = []

    def noted(spec: PlayerSpec, *more: Any) -> ChessComputer:
        switched_on.append(spec.name)
        return switch_on(spec, *more)

    monkeypatch.setattr(thinker, "switch_on", noted)
    gui.send("isready")
    assert gui.hear() == "readyok"
    assert switched_on == ["rom"]
    gui.ask("go")
    gui.send("isready", "setoption name Player value python", "isready")
    gui.expect("readyok")
    gui.expect("readyok")
    assert switched_on == ["rom", "python"]


def test_a_number_of_thousands_of_digits_and_a_byte_order_mark_are_no_trouble(gui: Gui) -> None:
    many = "9" * 5000
    gui.send("\ufeffsetoption name MultiPV value " + many)
    assert "expected a number from 1 to 218" in gui.expect("info string MultiPV")
    gui.send(f"position fen k7/8/K7/8/8/8/8/7Q w - - {many} {many}")
    assert "the half-move clock is" in gui.expect("info string position refused")
    gui.send("position startpos", f"go movetime {many}")
    assert gui.expect("bestmove") != "bestmove 0000"


@pytest.mark.parametrize("arbiter", ["helpful", "strict"])
def test_moves_that_cannot_be_searched_are_told(gui: Gui, arbiter: str) -> None:
    gui.send("setoption name OwnBook value false", f"setoption name Arbiter value {arbiter}")
    assert gui.ask("go searchmoves A2A3 e7e5 h2h4") in ("a2a3", "h2h4")
    assert gui.heard[0] == "info string searchmoves e7e5: not legal here; they are left out"
    gui.heard.clear()
    assert gui.ask("go searchmoves e7e5") == gui.ask("go")
    assert gui.heard[0] == "info string searchmoves e7e5: not legal here; all moves count"


def test_a_gui_that_no_longer_listens_is_left() -> None:
    with ended(
        subprocess.Popen(
            COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        assert engine.stderr is not None
        engine.stdin.write(b"isready\n")
        engine.stdin.flush()
        assert engine.stdout.readline() == b"readyok\n"
        engine.stdout.close()
        engine.stdin.write(b"isready\ngo\nisready\n" * 3)
        with contextlib.suppress(BrokenPipeError):
            engine.stdin.flush()
        assert engine.wait(PATIENCE) == 0
        assert engine.stderr.read() == b""
        with contextlib.suppress(BrokenPipeError):
            engine.stdin.close()


@pytest.mark.parametrize("player", ["rom", "python", "literal"])
def test_commands_at_random_moments_are_acted_on_in_order(gui: Gui, player: str) -> None:
    chance = random.Random(37)
    gui.send(f"setoption name Player value {player}", "setoption name Level value super-blitz")
    board, asked = chess.Board(), list[chess.Board]()
    for _ in range(8):
        board.push(chance.choice(list(board.legal_moves)))
        asked.append(board.copy())
        moves = " ".join(map(str, board.move_stack))
        go = chance.choice(["go infinite", "go ponder", "go", "go movetime 5"])
        gui.send(f"position startpos moves {moves}", go)
        time.sleep(chance.choice([0, 0.002, 0.02]))
        gui.send(*([] if go == "go" else ["ponderhit" if "ponder" in go else "stop"]))
    gui.send("isready", "stop")
    for told in asked:
        assert told.is_legal(chess.Move.from_uci(gui.expect("bestmove").split()[1]))


def test_a_formula_changes_the_choice_of_the_python_player_alone(gui: Gui, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("BMOB = -3\n")
    ordinary = ("setoption name OwnBook value false", "setoption name Player value python")
    asked = ("position startpos moves d2d4", "go")
    first = gui.ask(*ordinary, *asked)
    assert gui.ask(f"setoption name Formula value {tmp_path / 'mine.toml'}", *asked) != first
    assert gui.ask("setoption name Formula value <empty>", *asked) == first
    gui.send(f"setoption name Formula value {tmp_path / 'none.toml'}")
    assert "No such file" in gui.expect("info string Formula")


@pytest.mark.parametrize("player", ["rom", "python"])
def test_a_steady_book_goes_on_after_a_novel_reply(gui: Gui, player: str) -> None:
    gui.send(f"setoption name Player value {player}", "setoption name SteadyBook value true")
    gui.ask("position startpos moves e2e4 d7d6", "go")
    assert "info string book" in gui.heard[-2]
    grown = gui.ask("position startpos moves e2e4 d7d6 g1f3 b8c6", "go")
    assert gui.ask("ucinewgame", "go") == grown == "f1c4", "told at once"
    gui.send("setoption name SteadyBook value false")
    gui.ask("position startpos moves e2e4 d7d6", "go")
    assert "value" in gui.heard[-2]


def test_numbers_that_are_none_are_skipped() -> None:
    for limits in ("depth --1", "depth " + "9" * 5000, "movetime \u0663", "nodes -"):
        assert read_go(limits.split()) == Limits()
    assert read_go(["mate", "--"]) == Limits(mate=True)
    assert read_go(["wtime", "-5", "btime", "x"]) == Limits(clock=(0, None))


def test_it_reads_on_while_it_thinks_and_stop_gives_the_best_candidate_so_far(gui: Gui) -> None:
    last = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"
    slow = "setoption name Speed value 5"  # the first candidate comes in less than a second
    gui.send("setoption name OwnBook value false", slow, "go", "isready", "uci", "isready")
    gui.expect("readyok")
    gui.expect("uciok")
    gui.expect("readyok")
    assert not any(line.startswith("bestmove") for line in gui.heard)
    gui.send(f"position fen {last}")
    gui.expect("info depth")
    move = gui.ask("stop")
    best = next(line for line in reversed(gui.heard) if line.startswith("info depth"))
    assert best.split(" pv ")[1].split()[0] == move
    assert chess.Board().is_legal(chess.Move.from_uci(move))
    assert "stopped after" in gui.heard[-2]
    gui.send("setoption name Speed value 0")
    assert chess.Board(last).is_legal(chess.Move.from_uci(gui.ask("go"))), "told meanwhile"


def test_an_infinite_search_waits_for_stop_and_a_pondering_one_for_the_move(gui: Gui) -> None:
    gui.send("go infinite")
    gui.expect("info string book")
    gui.send("isready")
    assert gui.hear() == "readyok"
    assert gui.ask("stop") == "e2e4"
    gui.send("position startpos moves e2e4 a7a6", "go ponder wtime 1 btime 1")
    assert "stopped" not in gui.expect("info string value")
    gui.send("isready")
    assert gui.hear() == "readyok"
    assert gui.ask("ponderhit") != "0000"


def test_movetime_depth_nodes_and_searchmoves_are_honoured(gui: Gui) -> None:
    gui.ask("position startpos moves e2e4", "go depth 1")
    assert all(" depth 1 " in line for line in gui.heard if line.startswith("info depth"))
    gui.heard.clear()
    gui.ask("position startpos moves e2e4", "go depth 30")
    assert all(" depth 3 " in line for line in gui.heard if line.startswith("info depth"))
    assert gui.ask("go searchmoves a7a6 h7h6") in ("a7a6", "h7h6")
    gui.ask("go nodes 1")
    assert "stopped after" in gui.heard[-2]
    assert gui.ask(SLOW, "position startpos moves e2e4 a7a6", "go movetime 50") != "0000"
    assert "stopped after" in gui.heard[-2]


def test_the_book_is_closed_for_analysis_and_for_other_moves_asked_for(gui: Gui) -> None:
    gui.ask("setoption name UCI_AnalyseMode value true", "go")
    assert any(line.startswith("info depth") for line in gui.heard)
    gui.ask("setoption name UCI_AnalyseMode value false", "go")
    assert gui.heard[-2].startswith("info string book")
    assert gui.ask("go searchmoves a2a3 h2h4") in ("a2a3", "h2h4")
    assert "arbiter: the book is closed: e2e4 is not among the moves asked for" in gui.heard[-2]


def test_garbage_is_skipped(gui: Gui) -> None:
    gui.send("", "   ", "xyzzy", "\x00\xff", "go" + "x" * 5000, "setoption", "position", "isready")
    assert gui.hear() == "readyok"
    gui.send("joho isready")
    assert gui.hear() == "readyok"
    assert gui.ask("position startpos moves e2e4\r", "go movetime xyz nonsense 3\r") != "0000"
    fen = "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    assert gui.ask(f"position fen {fen} moves a7a8Q", "go") != "0000", "a capital promotes"
    assert not any("refused" in line for line in gui.heard)


def test_a_wrong_option_or_position_is_refused_and_what_was_there_stays(gui: Gui) -> None:
    gui.send("setoption name Level value hard")
    assert "expected super-blitz, blitz, normal" in gui.expect("info string")
    gui.send("setoption name UCI_Chess960 value false", "setoption name Move Overhead value 100")
    gui.send("stop", "isready")
    assert gui.hear() == "readyok"
    gui.send("position startpos", "position fen")
    assert gui.ask("setoption name Player value original", "go") == "e2e4", "the position before"
    assert any("microchess image add" in line for line in gui.heard)
    assert "cycles" in gui.heard[-2], "Janus has stayed"
    assert gui.ask("position startpos moves e2e4 e7e4", "go") == "0000"
    assert "position refused: e7e4 is not legal" in gui.heard[-3]
    assert gui.ask("position startpos moves e2e4 e7e5", "go") != "0000"


@pytest.mark.parametrize(
    "go", ["position startpos moves e2e4\ngo", "go infinite", "position startpos\ngo ponder"]
)
def test_the_end_of_input_ends_every_search_with_a_move(gui: Gui, go: str) -> None:
    gui.send(SLOW, go)
    assert gui.leave() == (0, "")
    assert gui.expect("bestmove") != "bestmove 0000"
