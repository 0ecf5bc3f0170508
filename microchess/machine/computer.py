"""MicroChess under one's fingers: keys, pokes, and a thought that can be followed.

The display routine is left out, as it is when nobody looks at the digits; what the program does is
the same. A thought is a generator, so that whoever listens can pace it or let it go.
"""

from collections.abc import Iterator
from typing import Any, TypeAlias

from emu.machine import DEFAULT_BUDGET
from emu.watch.debug import DebugMachine
from microchess.engine.formula import IN_1976, Formula
from microchess.engine.pausing import PausingLiteral, PausingPython, PausingState
from microchess.machine.bridge import Bridge
from microchess.machine.program_cells import ProgramCells
from microchess.machine.serial_board import SerialBoard, Tell
from microchess.machine.solver import PlayerSpec
from microchess.program.memory_map import KEY_PC
from microchess.program.reply import Candidate


class EmulatedComputer:
    """A program in the machine, which pauses every now and then where it is a
    `emu.watch.debug.DebugMachine`. A thought of more than *budget* cycles raises BudgetSpent.
    """

    def __init__(self, bridge: Bridge, budget: int = DEFAULT_BUDGET) -> None:
        self._budget = budget
        self.cells = self.bridge = bridge
        bridge.take_display_away()
        self._machine = bridge.machine
        self.snapshot = self._machine.snapshot
        self.restore = self._machine.restore

    @property
    def cycles(self) -> int | None:
        """Cycles since power-on."""
        return self._machine.cycles

    def press(self, key: str) -> None:
        """Press C, E, F or a digit and let go."""
        self.bridge.give_key(int(key, 16))
        self.bridge.wait_for_key()

    def think(self) -> Iterator[Candidate | None]:
        """Press PC; each candidate as it is judged, None when only time has passed."""
        self.bridge.give_key(KEY_PC)
        yield from self.bridge.following(self._budget)


class PythonComputer:
    """A Python engine, *name* of `microchess.machine.solver.IN_PYTHON`."""

    cycles: int | None = None
    """There is no machine to count them."""

    def __init__(self, name: str = "python", formula: Formula | None = None) -> None:
        self._session: PausingState = PausingLiteral()
        if name == "python":
            self._session = PausingPython(formula=formula or IN_1976)
        self._session.no_key()
        self.cells = ProgramCells(self._session)

    def press(self, key: str) -> None:
        """Press C, E, F or a digit and let go."""
        self._session.press(key)

    def think(self) -> Iterator[Candidate | None]:
        """Press PC; each candidate as it is judged, None when only time has passed."""
        return self._session.going()

    def snapshot(self) -> Any:
        return bytes(self._session.zero_page), self._session.check, self._session.turn

    def restore(self, state: Any) -> None:
        zero_page, self._session.check, self._session.turn = state
        self._session.zero_page[:] = zero_page


ChessComputer: TypeAlias = EmulatedComputer | PythonComputer | SerialBoard
"""A running MicroChess that waits for a key."""


def switch_on(
    spec: PlayerSpec, budget: int = DEFAULT_BUDGET, tell: Tell | None = None
) -> ChessComputer:
    """A player, freshly loaded, who waits for a key; in the machine he thinks for at most *budget*
    cycles. *tell* is told what happens to a board.
    """
    if spec.port is not None:
        from microchess.machine.serial_player import board_at

        return board_at(spec.port, spec.program, tell=tell)
    player = spec.player()
    if player is None:
        return PythonComputer(spec.name, spec.formula)
    return EmulatedComputer(player.boot(spec.monitor, DebugMachine), budget)
