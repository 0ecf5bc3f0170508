"""The Python engine beside the emulated run: host time, as ratios within one run.

``python -m bench.engine``. Every fourth golden position at normal level; every round asks both
players each position in turn, replies are checked to be equal before anything is timed.
"""

from __future__ import annotations

import sys
import time
from statistics import median

from bench.figures import golden_positions
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver, PythonSolver, Solver
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import PieceTable

ROUNDS, EVERY = 3, 4


def seconds(solver: Solver, request: Request) -> float:
    """Processor time of one reply."""
    start = time.process_time()
    solver.solve(request)
    return time.process_time() - start


def main() -> int:
    """Print medians and ratio."""
    golden = golden_positions(Level.NORMAL)[::EVERY]
    requests = [Request(PieceTable.from_hex(one["table"]), Level.NORMAL) for one in golden]
    engine, machine, literal = PythonSolver(), MachineSolver(janus()), PythonSolver("literal")
    for request in requests:
        candidates = engine.solve(request).candidates
        assert candidates == machine.solve(request).candidates
        assert candidates == literal.solve(request).candidates
    ours: list[float] = []
    ratios: list[float] = []
    literally = [seconds(literal, one) / seconds(engine, one) for one in requests]
    for _ in range(ROUNDS):
        for request in requests:
            quick, slow = seconds(engine, request), seconds(machine, request)
            ours.append(quick)
            ratios.append(slow / quick)
    print(f"{len(requests)} positions at normal level, {ROUNDS} rounds")
    print(f"Python engine: median {1000 * median(ours):.1f} ms a reply")
    print(f"Janus in the emulator takes {two_figures(median(ratios))} times as long "
          "(median of ratios)")  # fmt: skip
    print(f"the literal engine {two_figures(median(literally))} times")
    return 0


def two_figures(number: float) -> str:
    """*number* with two significant figures: ``0.35``, ``4.2``, ``41``, ``310``."""
    return f"{float(f'{number:.1e}'):g}"


if __name__ == "__main__":
    sys.exit(main())
