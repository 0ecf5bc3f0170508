"""What a slice costs: ``run(N)`` within the census, in microseconds of processor time."""

from __future__ import annotations

import time
from dataclasses import dataclass

from bench.turbo.workloads import census

SIZES = (100, 1_000, 20_000, 1_000_000)
FRAME = 16_667
"""Cycles of a sixtieth of a second at 1 MHz."""
_TOTAL, _MOST = 8_000_000, 1_000
_INTO_IT = 1_000_000
_WARMED = 7
"""Rounds; the last is measured. In the first thousands of small slices trees are still made."""


@dataclass(frozen=True)
class Slices:
    """Microseconds by number of cycles, and the part of a core that 1 MHz takes."""

    engine: str
    microseconds: dict[int, float]
    share: float


def measure() -> list[Slices]:
    """Each engine."""
    return [_slices(engine) for engine in ("py65", "wasm")]


def _slices(engine: str) -> Slices:
    work = census(engine)
    machine = work.machine
    if engine != "py65":
        for _ in range(3):
            work.seconds(work.starts[0])

    def microseconds(cycles: int) -> float:
        budget = _TOTAL // 8 if engine == "py65" else _TOTAL
        number = max(1, min(_MOST, budget // cycles))
        for _ in range(1 if engine == "py65" else _WARMED):
            machine.restore(work.starts[0])
            machine.run(_INTO_IT if engine != "py65" else cycles)
            began = time.process_time()
            for _ in range(number):
                machine.run(cycles)
            spent = time.process_time() - began
        return 1e6 * spent / number

    found = {cycles: microseconds(cycles) for cycles in SIZES}
    return Slices(engine, found, microseconds(FRAME) / FRAME)


def line(slices: Slices) -> str:
    """What is printed of it."""
    each = ", ".join(f"{cycles:,}: {us:,.0f}" for cycles, us in slices.microseconds.items())
    return f"slices     {slices.engine:<8} {each} us; at 1 MHz {slices.share:.1%} of a core"
