"""The machine of the tour: what was pressed, what was thought, whose board it is."""

from collections.abc import Iterable

import chess

from emu.notation import Poke
from microchess.machine.bridge import Bridge
from microchess.machine.operator import Operator
from microchess.machine.player import Player
from microchess.program.levels import Level
from microchess.program.memory_map import BOOK_CLOSED
from microchess.program.position import Position
from microchess.program.reply import Candidate
from microchess.program.table import PieceTable

BUDGET = 200_000_000
"""Cycles one key may take; the longest known reply of 1976 took 143 million."""


class LiveMachine:
    """MicroChess in a KIM-1 of its own. ``candidates`` and ``cycles`` are of the last thought,
    ``thought_on`` the table it was about. *monitor* is a KIM-1 ROM; ours without.
    """

    def __init__(self, player: Player, monitor: bytes | None = None) -> None:
        self.player = player
        self.bridge: Bridge = player.boot(monitor)
        self._fresh = self.bridge.machine.snapshot()
        self.begin(Level.NORMAL)

    def begin(self, level: Level, board: chess.Board | None = None) -> None:
        """Freshly loaded; on *board* the program has the side to move, and its book is closed."""
        self.bridge.machine.restore(self._fresh)
        self.bridge.level = level
        self.computer_white = True
        self.candidates: tuple[Candidate, ...] = ()
        self.cycles = 0
        if board is not None:
            position = Position.from_board(board, board.turn)
            self.bridge.table, self.bridge.omove = position.table, BOOK_CLOSED
            self.computer_white = position.computer_white
        self.thought_on: PieceTable = self.bridge.table

    @property
    def position(self) -> Position:
        """The table, and who has White."""
        return Position(self.bridge.table, self.computer_white)

    @property
    def digits(self) -> str:
        """The six digits as they are lit."""
        return self.bridge.machine.settled_readout().text

    def do(self, steps: Iterable[str | Poke]) -> None:
        """Press keys and store bytes, and wait each time until the program waits for a key.

        Raises EmuError: BudgetSpent when it does not come back.
        """
        for step in steps:
            if isinstance(step, Poke):
                self.bridge.machine.poke(step.address, step.value)
            else:
                self._press(step)

    def _press(self, key: str) -> None:
        bridge, listening = self.bridge, self.bridge.listening()
        if key == "PC" and listening:
            self.thought_on, found = bridge.table, list[Candidate | None]()
            asked = Operator(bridge).asking(BUDGET)
            self.cycles = bridge.machine.finish(asked, found.append)
            self.candidates = tuple(filter(None, found))
            return
        bridge.machine.press(key)
        bridge.machine.finish(bridge.settling(BUDGET))
        if listening and key in "CE":
            self.computer_white = key == "C" or not self.computer_white
