"""How the processor is run: by name, from the plainest to the fastest."""

from __future__ import annotations

import os
from collections.abc import Iterable

from emu.board import Board
from emu.bus import Expansion
from emu.cpu_engine import CpuEngine
from emu.errors import EmuError
from emu.interpreter import Interpreter

ENVIRONMENT = "KIM1_ENGINE"
NAMES = ("auto", "py65", "wasm")


def board(
    expansions: Iterable[Expansion] = (), name: str | None = None, documented_only: bool = False
) -> Board:
    """A board with *expansions* that runs on the engine *name*, see :func:`engine`."""
    return Board(lambda made: engine(made, name), expansions, documented_only)


def engine(board: Board, name: str | None = None) -> CpuEngine:
    """The engine *name* for *board*; by default the one the environment names.

    ``py65`` is the reference; ``wasm`` compiles what is hot to WebAssembly, and waits for it;
    ``auto`` does so beside the program, and is py65 where no engine for WebAssembly can be had.
    Raises EmuError for an unknown name, or ``wasm`` without such an engine.
    """
    wanted = check(name)
    if wanted == "py65":
        return Interpreter(board)
    from emu.turbo.driver import Turbo

    return Turbo(board, patient=wanted == "wasm")


def check(name: str | None = None) -> str:
    """The engine there will be. Raises EmuError if there can't be one."""
    wanted = name or os.environ.get(ENVIRONMENT) or NAMES[0]
    if wanted not in NAMES:
        raise EmuError(f"there is no engine {wanted!r}; expected one of {', '.join(NAMES)}")
    if wanted == "wasm":
        from emu.turbo.hosts import host

        host()
    return wanted
