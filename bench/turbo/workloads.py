"""Pieces of work for the engines: states to start from, and the address at which each is done.

Replies run from key read to key read with the display as a bare RTS.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import rom
from bench.figures import golden_positions
from bench.turbo.synthetic import EXPANSIONS, ORIGIN, Program, recursion, spread
from emu.board_state import BoardState
from emu.engines import ENVIRONMENT
from emu.machine import Machine
from emu.turbo.driver import Turbo
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.memory_map import GETKEY, KEY_PC, NO_KEY
from microchess.program.request import Request
from microchess.program.table import PieceTable

_EVERY = 20
"""One in so many golden positions."""


@dataclass(frozen=True)
class Work:
    """A machine, and what it is measured on."""

    machine: Machine
    starts: tuple[BoardState, ...]
    stop: int

    def seconds(self, start: BoardState) -> float:
        """Processor time of one piece."""
        self.machine.restore(start)
        began = time.process_time()
        self.machine.run_until({self.stop})
        return time.process_time() - began

    @property
    def interpreted(self) -> int:
        """Instructions left to py65 so far."""
        engine = self.machine.board.engine
        return engine.interpreted if isinstance(engine, Turbo) else 0


Maker = Callable[[str], Work]
"""Makes a workload for the engine named."""


def census(engine: str) -> Work:
    """A list of men, searched; it has but one start."""
    machine = Machine(rom.monitor(), engine=engine)
    labels = rom.labels("census")
    machine.load_bytes(ORIGIN, rom.census())
    machine.jump(labels["start"])
    return Work(machine, (machine.snapshot(),), labels["done"])


def synthetic(program: Program, number: int, engine: str) -> Work:
    """*program* from *number* starts."""
    machine = Machine(rom.monitor(), EXPANSIONS, engine=engine)
    for address, data in program.parts.items():
        machine.load_bytes(address, data)
    machine.jump(ORIGIN)
    starts = []
    for one in range(number):
        for cell, byte in program.data(one):
            machine.poke(cell, byte)
        starts.append(machine.snapshot())
    return Work(machine, tuple(starts), program.done)


def replies(engine: str) -> Work:
    """Replies of Janus at normal level to some golden positions."""
    os.environ[ENVIRONMENT] = engine
    solver = MachineSolver(janus())
    machine = solver.bridge.machine

    def start(table: str) -> BoardState:
        solver.prepare(Request(PieceTable.from_hex(table), Level.NORMAL))
        machine.leave_subroutine(a=NO_KEY)
        machine.run_until({GETKEY})
        machine.leave_subroutine(a=KEY_PC)
        return machine.snapshot()

    tables = [golden["table"] for golden in golden_positions(Level.NORMAL)[::_EVERY]]
    return Work(machine, tuple(map(start, tables)), GETKEY)


MAKERS: dict[str, Maker] = {
    "census": census,
    "spread": partial(synthetic, spread(), 4),
    "recursion": partial(synthetic, recursion(), 4),
    "Janus": replies,
}
"""All workloads by name."""
