"""``from microchess import ...``: lazily, with types, and beside the modules it names."""

import pkgutil
import subprocess
import sys
from typing import assert_type

import chess
import pytest

import microchess
from microchess import Game, PieceTable, Position, Reply, ask, new_game, players

HEAVY = {"emu.board", "chess", "py65", "rom", "platformdirs"}


def test_every_name_is_there_and_listed() -> None:
    for name in microchess.__all__:
        assert getattr(microchess, name) is not None, name
        assert name in dir(microchess)
    modules = {one.name for one in pkgutil.iter_modules(microchess.__path__)}
    assert not modules & set(microchess.__all__), "no name hides a module"
    with pytest.raises(AttributeError, match="'microchess' has no attribute 'Chess960'"):
        _ = microchess.Chess960  # type: ignore[attr-defined]
    with pytest.raises(ImportError, match="Chess960"):
        exec("from microchess import Chess960")


def test_no_more_is_loaded_than_is_used() -> None:
    code = (
        "from microchess import EngineState, Level, PieceTable, Reply, Candidate, MicroChessError"
    )
    told = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert not HEAVY & set(told.stdout.split())


def test_type_checkers_see_the_types() -> None:
    assert_type(players(), tuple[str, ...])
    assert_type(ask("startpos", player="python"), Reply)
    game = new_game(computer=chess.BLACK)
    assert_type(game, Game)
    assert_type(game.position, Position)
    assert_type(game.bridge.table, PieceTable)
