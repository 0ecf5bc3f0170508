"""What a reply would have taken the program of 1976: the user's own copy is asked the same."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import chess

from emu.errors import BudgetSpent, EmuError
from emu.files.formats.image import Program
from emu.machine import MHZ
from emu.watch.debug import DebugMachine
from microchess.errors import MicroChessError
from microchess.machine.library import Library
from microchess.machine.operator import Operator
from microchess.machine.player import original
from microchess.program.memory_map import BOOK_CLOSED, POINTS
from microchess.program.table import PieceTable

MOST = 400 * MHZ
"""Cycles after which the copy is asked no longer."""


@dataclass(frozen=True)
class CopyQuestion:
    """What was in memory when key PC was pressed: table, values of the men, the level's bytes."""

    table: PieceTable
    points: bytes
    level_bytes: tuple[int, int]


@dataclass(frozen=True)
class CopyTime:
    """The cycles of 1976, with the display; None where they are not known, and why."""

    cycles: int | None = None
    why: str = ""


def ask_copy(
    question: CopyQuestion,
    monitor: bytes | None,
    tell: Callable[[CopyTime], None],
    going: Callable[[], bool],
) -> None:
    """Ask the copy in the user's library, on *monitor* (None: ours), and *tell* what comes of it;
    nothing where there is none, or once *going*, asked between slices, is false.
    """
    try:
        program = Library().program()
        if program is None:
            return
        tell(CopyTime(why="is measured on your copy"))
        cycles = reply_cycles(program, monitor, question, going)
    except BudgetSpent:
        tell(CopyTime(why=f"more than {MOST // MHZ} s"))
    except (MicroChessError, EmuError) as error:
        tell(CopyTime(why=f"your copy gives no reply: {error}"))
    else:
        if cycles is not None:
            tell(CopyTime(cycles))


def reply_cycles(
    program: Program,
    monitor: bytes | None,
    question: CopyQuestion,
    going: Callable[[], bool],
    budget: int = MOST,
) -> int | None:
    """The cycles from key PC to the reply, the book closed; None when *going* ended it.

    Raises BudgetSpent after *budget* cycles, and ImageError and EmuError where it cannot run.
    """
    bridge = original(program).boot(monitor, DebugMachine)
    bridge.table, bridge.level_bytes = question.table, question.level_bytes
    bridge.machine.load_bytes(POINTS, question.points)
    bridge.omove = BOOK_CLOSED
    asking = Operator(bridge, chess.WHITE).asking(budget)
    while going():
        try:
            next(asking)
        except StopIteration as done:
            cycles: int = done.value
            return cycles
    asking.close()
    return None
