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
NAMES = ("auto", "py65", "python", "native")


class Engine(Protocol):
    """Runs a board's processor; all engines do the same, cycle for cycle."""

    def run(self, until: int, stops: Collection[int], stop_at_keypad: bool) -> bool:
        """See `Board.run`; no interrupt is pending and SST is off."""
        ...


def engine(board: Board, name: str | None = None) -> Engine:
    """The engine *name* for *board*; by default the one the environment names.

    ``py65`` is the reference; ``python`` recompiles to Python; ``native`` goes on to native code as
    soon as it is worth while, and waits for the compiler; ``auto`` does so in the background, where
    llvmlite is installed. Raises EmuError for an unknown name, or ``native`` without llvmlite.
    """
    wanted = name or os.environ.get(ENVIRONMENT) or NAMES[0]
    if wanted not in NAMES:
        raise EmuError(f"there is no engine {wanted!r}; expected one of {', '.join(NAMES)}")
    if wanted == "py65":
        return Interpreter(board)
    from emu.turbo import compiler
    from emu.turbo.driver import Turbo
    from emu.turbo.layout import Layout
    from emu.turbo.records import user_records

    if wanted == "native" and not compiler.available():
        raise EmuError("the native engine needs llvmlite: pip install 'kim1-microchess[native]'")
    layout = Layout.of(board.bus)
    made_native = wanted != "python" and compiler.available()
    return Turbo(
        board,
        records=user_records(layout),
        compiler=compiler.Compiler(layout) if made_native else None,
        patient=wanted == "native",
    )
