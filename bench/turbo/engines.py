"""The engines beside each other on each workload: ratios of processor time within one run.

A round times the same pieces on every engine in turn. Before that every engine must end each piece
with the registers, memory, cycles and instructions of py65.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from bench.turbo.workloads import Maker, Work

REFERENCE, COMPILED = "py65", "wasm"
WARMED = 4
"""Times each piece runs before it is timed."""
ROUNDS, REPEATED = 3, 3
"""Times a piece runs in a round, but on py65."""


@dataclass(frozen=True)
class Speed:
    """What was measured of one workload: times as fast as py65, and the instructions a piece that
    an engine left to py65, both by engine.
    """

    workload: str
    ratios: dict[str, float]
    left: dict[str, float]


def measure(name: str, make: Maker) -> Speed:
    """One workload on every engine there is."""
    works = {engine: make(engine) for engine in (REFERENCE, COMPILED)}
    _check(name, works)
    before = {engine: work.interpreted for engine, work in works.items()}
    spent = _rounds(works)
    times = ROUNDS * REPEATED
    reference = spent.pop(REFERENCE)
    return Speed(
        name,
        {engine: _ratio(reference, seconds) for engine, seconds in spent.items()},
        {engine: (works[engine].interpreted - before[engine]) / times for engine in spent},
    )


def _check(name: str, works: dict[str, Work]) -> None:
    """Run every piece on every engine until all is translated; all must end alike."""
    for index in range(len(works[REFERENCE].starts)):
        ends = {}
        for engine, work in works.items():
            for _ in range(1 if engine == REFERENCE else WARMED):
                work.seconds(work.starts[index])
            ends[engine] = work.machine.snapshot()
        for engine, end in ends.items():
            assert end == ends[REFERENCE], f"{name}: {engine} differs on piece {index}"


def _rounds(works: dict[str, Work]) -> dict[str, list[float]]:
    """Seconds of each round by engine; a round takes one piece."""
    seconds: dict[str, list[float]] = {engine: [] for engine in works}
    for number in range(ROUNDS):
        for engine, work in works.items():
            start = work.starts[number % len(work.starts)]
            times = range(1 if engine == REFERENCE else REPEATED)
            seconds[engine].append(median(work.seconds(start) for _ in times))
    return seconds


def _ratio(slow: Sequence[float], fast: Sequence[float]) -> float:
    return median(a / b for a, b in zip(slow, fast, strict=True))


def line(speed: Speed) -> str:
    """What is printed of it."""
    each = (
        f"{engine} {ratio:,.0f} x py65 ({speed.left[engine]:.1f} instructions left to it)"
        for engine, ratio in speed.ratios.items()
    )
    return f"{speed.workload:<10} {', '.join(each)}"
