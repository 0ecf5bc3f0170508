"""How the processor is run: by name, from the plainest to the fastest."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from emu.board import Board
from emu.bus import Expansion
from emu.cpu_engine import CpuEngine
from emu.errors import EmuError
from emu.interpreter import Interpreter

if TYPE_CHECKING:
    from emu.turbo.compiler import Compiler

ENVIRONMENT = "KIM1_ENGINE"
NAMES = ("auto", "py65", "python", "native")


def board(
    expansions: Iterable[Expansion] = (), name: str | None = None, documented_only: bool = False
) -> Board:
    """A board with *expansions* that runs on the engine *name*, see :func:`engine`."""
    return Board(lambda made: engine(made, name), expansions, documented_only)


def engine(board: Board, name: str | None = None) -> CpuEngine:
    """The engine *name* for *board*; by default the one the environment names.

    ``py65`` is the reference; ``python`` recompiles to Python; ``native`` goes on to native code as
    soon as it is worth while, and waits for the compiler; ``auto`` does so in the background, where
    llvmlite is installed. Raises EmuError for an unknown name, or ``native`` without llvmlite.
    """
    wanted = check(name)
    if wanted == "py65":
        return Interpreter(board)
    from emu.turbo.driver import Turbo
    from emu.turbo.layout import Layout
    from emu.turbo.records import user_records

    layout = Layout.of(board.bus, board.cpu.documented_only)

    def compiler() -> Compiler:
        from emu.turbo.compiler import Compiler

        return Compiler(layout)

    return Turbo(
        board,
        records=user_records(layout),
        compiler=compiler if wanted != "python" and has_native() else None,
        patient=wanted == "native",
        layout=layout,
    )


def check(name: str | None = None) -> str:
    """The engine there will be. Raises EmuError if there can't be one."""
    wanted = name or os.environ.get(ENVIRONMENT) or NAMES[0]
    if wanted not in NAMES:
        raise EmuError(f"there is no engine {wanted!r}; expected one of {', '.join(NAMES)}")
    if wanted == "native" and not has_native():
        raise EmuError("the native engine needs llvmlite: pip install '.[native]'")
    return wanted


def has_native() -> bool:
    """Whether native code can be made: whether llvmlite is installed."""
    return importlib.util.find_spec("llvmlite") is not None
