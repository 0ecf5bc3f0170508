"""The Python engine beside the emulated run: host time, as ratios within one run.

``python -m bench.engine [--rounds N] [--every N]``. Golden positions at normal level; every round
asks both players each position in turn, replies are checked to be equal before anything is timed.
"""

from __future__ import annotations

import argparse
import sys
import time
from statistics import median

from bench.golden import sound_replies
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver, PythonSolver, Solver
from microchess.program.levels import Level
from microchess.program.request import Request
from microchess.program.table import PieceTable


def seconds(solver: Solver, request: Request) -> float:
    """Processor time of one reply."""
    start = time.process_time()
    solver.solve(request)
    return time.process_time() - start


def main(arguments: list[str]) -> int:
    """Print medians and ratio."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--every", type=int, default=4, help="take every Nth golden position")
    options = parser.parse_args(arguments)
    requests = [
        Request(PieceTable.from_hex(golden["table"]), Level.NORMAL)
        for golden in sound_replies()
        if golden["level"] == "normal" and golden["kind"] == "position"
    ][:: options.every]
    engine, machine, literal = PythonSolver(), MachineSolver(janus()), PythonSolver("literal")
    for request in requests:
        candidates = engine.solve(request).candidates
        assert candidates == machine.solve(request).candidates
        assert candidates == literal.solve(request).candidates
    ours: list[float] = []
    ratios: list[float] = []
    literally = [seconds(literal, one) / seconds(engine, one) for one in requests]
    for _ in range(options.rounds):
        for request in requests:
            quick, slow = seconds(engine, request), seconds(machine, request)
            ours.append(quick)
            ratios.append(slow / quick)
    print(f"{len(requests)} positions at normal level, {options.rounds} rounds")
    print(f"Python engine: median {1000 * median(ours):.1f} ms a reply")
    print(f"Janus in the emulator takes {median(ratios):.2g} times as long (median of ratios)")
    print(f"the literal engine {median(literally):.0f} times")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
