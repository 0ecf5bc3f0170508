"""Players as values that can be sent to another process."""

from __future__ import annotations

from dataclasses import dataclass

from emu.programs import Program
from microchess.player import Player, janus, original
from microchess.solvers import MachineSolver, PythonSolver, Solver

NAMES = ("rom", "original", "python")
MACHINES = ("rom", "original")


@dataclass(frozen=True)
class PlayerSpec:
    """A player by name, with the image and the KIM-1 ROM it needs, if any."""

    name: str
    program: Program | None = None
    monitor: bytes | None = None

    def player(self) -> Player | None:
        """The program for the machine; None for the Python engine."""
        if self.name == "python":
            return None
        return janus() if self.program is None else original(self.program)

    def solver(self) -> Solver:
        """Somebody who answers."""
        player = self.player()
        return PythonSolver() if player is None else MachineSolver(player, self.monitor)
