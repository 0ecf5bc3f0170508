"""Who answers a request: a program in the machine, or a Python engine."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from emu.units import DEFAULT_BUDGET
from microchess.errors import ImageError
from microchess.program.levels import Level
from microchess.program.memory_map import BOOK_CLOSED
from microchess.program.squares import on_board
from microchess.spares import Spares

if TYPE_CHECKING:
    from emu.files.formats.image import Program
    from microchess.engine.formula import Formula
    from microchess.engine.state import EngineState
    from microchess.machine.bridge import Bridge
    from microchess.machine.player import Player
    from microchess.machine.serial_player import SerialSolver
    from microchess.program.reply import Reply
    from microchess.program.request import Request
    from microchess.program.table import PieceTable

IN_PYTHON = {"python": "Python", "literal": "Python, literal"}
"""Players without a machine, the fast one and the one that does all as in 1976; their titles."""
NAMES = ("rom", "original", *IN_PYTHON)
ON_BOARD = "serial:"
"""In front of the port of a real board, which is a player too."""


def is_player(name: str) -> bool:
    """Whether a player can have this name."""
    return name in NAMES or is_board(name)


def is_board(name: str) -> bool:
    """Whether it is that of a real board at a serial port."""
    return name.startswith(ON_BOARD) and name != ON_BOARD


def is_sound(table: PieceTable) -> bool:
    """Whether no two pieces share a square and every piece off the board has $CC or $AB: only there
    does Janus promise the original's candidates, counters and reply.
    """
    living = list(table.living.values())
    dead = [byte for byte in table if not on_board(byte)]
    return len(set(living)) == len(living) and all(byte in (0xCC, 0xAB) for byte in dead)


class MachineSolver:
    """A program in the emulated KIM-1; at most *budget* cycles a reply, else BudgetSpent."""

    seconds: float | None = None
    """How long the last answer took a real board."""

    def __init__(
        self, player: Player, monitor: bytes | None = None, budget: int = DEFAULT_BUDGET
    ) -> None:
        self.title = player.title
        self.bridge = player.boot(monitor)
        self.bridge.take_display_away()
        self.bridge.give_no_key()
        self.bridge.omove, self.bridge.level = BOOK_CLOSED, Level.NORMAL
        self._fresh = {Level.NORMAL: self.bridge.machine.snapshot()}
        self._budget = budget

    def prepare(self, request: Request) -> None:
        """A fresh machine with the request's table and level, standing at GETKEY."""
        machine, level = self.bridge.machine, request.level
        if level not in self._fresh:
            machine.restore(self._fresh[Level.NORMAL])
            self.bridge.level = level
            self._fresh[level] = machine.snapshot()
        machine.restore(self._fresh[level])
        self.bridge.table = request.table

    def solve(self, request: Request) -> Reply:
        """The reply with the book closed."""
        self.prepare(request)
        return self.bridge.reply_at_once(self._budget)


def engine_state(name: str, formula: Formula | None = None) -> EngineState:
    """The player *name* of `IN_PYTHON`, freshly loaded; *formula* values moves for ``python``."""
    if name == "literal":
        from microchess.engine.cycle_costs import ClockedState

        return ClockedState()
    from microchess.engine.state import EngineState

    return EngineState() if formula is None else EngineState(formula=formula)


class PythonSolver:
    """A Python engine: *name* is one of `IN_PYTHON`; *formula*, else that of 1976, is for
    ``python``.
    """

    seconds: float | None = None

    def __init__(self, name: str = "python", formula: Formula | None = None) -> None:
        self.title = IN_PYTHON[name]
        self._name, self._formula = name, formula

    def solve(self, request: Request) -> Reply:
        """The reply with the book closed."""
        from microchess.engine.state import think

        level = request.level
        return think(
            request.table, level.check, level.turn, engine_state(self._name, self._formula)
        )


Solver: TypeAlias = "MachineSolver | PythonSolver | SerialSolver"
"""Answers one request after another, each as if it were the first."""


class PlayerSpec(NamedTuple):
    """A player by name, with the image and the KIM-1 ROM it needs (None: ours), and what a person
    should know of the image; fit for another process. ``formula`` (None: that of 1976) is for the
    player ``python`` alone. A board at a serial port is ``serial:PORT``; *program* is what it runs,
    None: Janus.
    """

    name: str
    program: Program | None = None
    monitor: bytes | None = None
    notes: tuple[str, ...] = ()
    formula: Formula | None = None

    @property
    def port(self) -> str | None:
        """The serial port of a real board."""
        return self.name.removeprefix(ON_BOARD) if self.name.startswith(ON_BOARD) else None

    def player(self) -> Player | None:
        """The program for the machine, of a board what runs there and beside it; None for a Python
        engine.
        """
        if self.name in IN_PYTHON:
            return None
        from microchess.machine.player import janus, original

        player = janus() if self.program is None else original(self.program)
        if self.port is None:
            return player
        from microchess.machine.twin import TwinPlayer

        return TwinPlayer.of(player, self.port, self.program)

    def boot(self) -> Bridge:
        """A fresh machine in which the program runs and waits for its first key.

        Raises ImageError for a Python engine, which needs none.
        """
        player = self.player()
        if player is None:
            raise ImageError(
                f"the player {self.name} has no KIM-1 to boot; EngineState() takes keys without one"
            )
        return player.boot(self.monitor)

    def solver(self, budget: int = DEFAULT_BUDGET) -> Solver:
        """Somebody who answers; a program in the machine within *budget* cycles a reply."""
        if self.port is not None:
            from microchess.machine.serial_player import SerialSolver, board_at

            return SerialSolver(board_at(self.port, self.program))
        player = self.player()
        if player is None:
            return PythonSolver(self.name, self.formula)
        return MachineSolver(player, self.monitor, budget)


solvers = Spares(PlayerSpec.solver)
"""Those of this process, by player and budget."""
