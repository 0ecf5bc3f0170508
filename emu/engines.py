"""How the processor is run: by name, from the plainest to the fastest."""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import TYPE_CHECKING, Protocol

from emu.errors import EmuError
from emu.interpreter import Interpreter

if TYPE_CHECKING:
    from emu.board import Board

ENVIRONMENT = "KIM1_ENGINE"
NAMES = ("py65", "python")


class Engine(Protocol):
    """Runs a board's processor; all engines do the same, cycle for cycle."""

    def run(self, until: int, stops: Collection[int], stop_at_keypad: bool) -> bool:
        """See `Board.run`; no interrupt is pending and SST is off."""
        ...


def engine(board: Board, name: str | None = None) -> Engine:
    """The engine *name* for *board*; by default the one the environment names, else the fastest.

    Raises EmuError for an unknown name.
    """
    wanted = name or os.environ.get(ENVIRONMENT) or NAMES[-1]
    if wanted not in NAMES:
        raise EmuError(f"there is no engine {wanted!r}; expected one of {', '.join(NAMES)}")
    if wanted == "py65":
        return Interpreter(board)
    from emu.turbo.driver import Turbo

    return Turbo(board)
