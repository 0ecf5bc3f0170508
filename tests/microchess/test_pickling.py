"""What goes from process to process arrives whole: every error with its data, every value."""

import importlib
import inspect
import pickle
import pkgutil
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from typing import Any

import chess
import pytest

import emu
import microchess
import tui
from emu.chips.registers import Registers
from microchess import Level
from microchess.errors import PositionError
from microchess.machine.choose import choose
from microchess.match.contestants import contestant
from microchess.match.rating import Estimate, Score
from microchess.match.starts import default_starts
from microchess.program.request import Request
from microchess.puzzles.puzzle import puzzles

VALUES: dict[str, Any] = {
    "str": "some text",
    "int": 7,
    "float": 2.5,
    "bytes": b"\x01",
    "Registers": Registers(1, 2, 3, 4, 5, 6),
    "Sequence[str]": ("one", "two"),
    "Sequence[int]": (1, 2),
}
"""A value for each type of a parameter."""


def errors() -> list[type[Exception]]:
    """Every class of error that a module of ours defines."""
    found = set[type[Exception]]()
    for package in (emu, microchess, tui):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if not module.name.endswith("__main__"):
                for one in vars(importlib.import_module(module.name)).values():
                    if isinstance(one, type) and issubclass(one, Exception):
                        found.add(one)
    ours = ("emu", "microchess", "tui")
    return sorted((one for one in found if one.__module__.split(".")[0] in ours), key=repr)


def made(kind: type[Exception]) -> Exception:
    if issubclass(kind, OSError):
        return kind(2, "not there", "file")
    if not inspect.isfunction(kind.__init__):
        return kind("some text")
    parameters = inspect.signature(kind).parameters.values()
    wanted = [p for p in parameters if p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD]
    types = [inspect.formatannotation(one.annotation).strip("'") for one in wanted]
    return kind(*(VALUES[one.removeprefix("collections.abc.").split(" | ")[0]] for one in types))


def test_every_error_arrives_with_its_data() -> None:
    for kind, protocol in product(errors(), range(2, pickle.HIGHEST_PROTOCOL + 1)):
        sent = made(kind)
        came = pickle.loads(pickle.dumps(sent, protocol))
        assert type(came) is kind
        assert (str(came), came.args, vars(came)) == (str(sent), sent.args, vars(sent))
        if isinstance(sent, OSError) and isinstance(came, OSError):
            assert (came.filename, came.strerror) == (sent.filename, sent.strerror)


def values() -> Iterator[tuple[str, Callable[[], object]]]:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3")
    position = microchess.Position.from_board(board, chess.BLACK)
    blitz = Level.SUPER_BLITZ
    yield "level", lambda: blitz
    yield "position", lambda: position
    yield "table", lambda: position.table
    yield "request", lambda: Request(position.table, blitz)
    yield "player", lambda: choose("rom")
    yield "reply", lambda: microchess.ask(board, blitz, "rom")
    yield "rows", lambda: microchess.candidate_rows(board, microchess.ask(board, blitz, "python"))
    yield "comparison", lambda: microchess.compare_players("rom", "python", [board], blitz)
    yield "snapshot", lambda: microchess.boot_kim1().snapshot()
    yield "answer", lambda: microchess.new_game("rom", level=blitz).answer()
    yield "contestant", lambda: contestant("blitz:python,tc=40/60+1")
    yield "start", lambda: default_starts()[0]
    yield "score", lambda: Score(1, 2, 3, (1, 1, 1, 0, 0))
    yield "estimate", lambda: Estimate.of((1, 2, 3, 4, 5))
    yield "puzzle", lambda: next(iter(puzzles()))


@pytest.mark.parametrize("value", [pytest.param(make, id=name) for name, make in values()])
def test_a_value_arrives_as_it_was(value: Callable[[], object]) -> None:
    sent = value()
    assert pickle.loads(pickle.dumps(sent)) == sent


def refuse() -> None:
    raise PositionError("8/8/8/8/8/8/8/8 w - - 0 1", ["no king"], "the table")


def test_an_error_of_another_process_is_that_error() -> None:
    """Not a broken pool."""
    with ProcessPoolExecutor(1) as pool, pytest.raises(PositionError) as raised:
        pool.submit(refuse).result()
    assert raised.value.reasons == ("no king",)
