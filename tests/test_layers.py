"""Folders are layers: tui -> microchess -> emu -> py65."""

from __future__ import annotations

import subprocess
import sys

import pytest


def test_import_contracts_hold() -> None:
    from importlinter.cli import lint_imports

    assert lint_imports() == 0


@pytest.mark.parametrize(
    ("module", "absent"),
    [
        ("emu.machine", {"chess", "microchess", "tui"}),
        ("emu.files.programs", {"chess", "microchess", "tui"}),
        ("rom", {"py65", "emu", "microchess", "tui"}),
        ("microchess.game.game", {"tui", "rich"}),
        ("microchess.boards.replay", {"tui", "rich", "py65"}),
        ("microchess.program.reply", {"tui", "rich", "chess.pgn"}),
    ],
)
def test_a_layer_loads_nothing_from_above(module: str, absent: set[str]) -> None:
    code = f"import sys, {module}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not absent & set(done.stdout.split())
