"""The engines beside each other on each workload: ratios of processor time within one run.

A round times the same pieces on every engine in turn. Before that every engine must end each piece
with the registers, memory, cycles and instructions of py65, the C interpreter with its registers,
RAM, cycles and instructions; the pieces not seen before are compared with C alone, afterwards.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from bench.cinterpreter import CInterpreter
from bench.turbo.workloads import Maker, Work
from emu.board import BoardState
from emu.engines import has_native

REFERENCE, PYTHON, NATIVE, C = "py65", "python", "native", "C interpreter"
WARMED = 4
"""Times each piece runs before it is timed."""
ROUNDS, REPEATED = 3, 3
"""Times a piece runs in a round, but on py65."""


@dataclass(frozen=True)
class Speed:
    """What was measured of one workload. ``ratios``: times as fast as py65, by engine;
    ``over_c`` and ``cold_over_c``: native over C, for pieces replayed and for pieces never seen,
    but for those that took ``compiling`` seconds with the compiler;
    ``left`` instructions a piece that an engine left to py65.
    """

    workload: str
    ratios: dict[str, float]
    left: dict[str, float]
    over_c: float | None = None
    cold_over_c: float | None = None
    compiling: float = 0.0


class CWork:
    """The same pieces for the C interpreter, each checked when it is first run."""

    def __init__(self, interpreter: CInterpreter, work: Work) -> None:
        self._interpreter, self._work, self.seen = interpreter, work, work.seen

    def seconds(self, start: BoardState, ended: BoardState | None = None) -> float:
        """Processor time of one piece, which must end as *ended* if that is given."""
        self._work.machine.restore(start)
        bus = self._work.machine.board.bus
        cells = (0 if bus.is_register(a) else bus.peek(a) for a in range(0x10000))
        memory = bytearray(cells)
        began = time.process_time()
        after, cycles, instructions = self._interpreter.run(
            memory, start.registers, self._work.stop
        )
        spent = time.process_time() - began
        if ended is not None:
            assert after == ended.registers
            assert bytes(memory[:0x400]) == ended.memory[:0x400]
            assert cycles == ended.cycles - start.cycles
            assert instructions == ended.instructions - start.instructions
        return spent


def measure(name: str, make: Maker, interpreter: CInterpreter | None) -> Speed:
    """One workload on every engine there is."""
    engines = [REFERENCE, PYTHON, *([NATIVE] if has_native() else [])]
    works = {engine: make(engine) for engine in engines}
    _check(name, works)
    fastest = works[engines[-1]]
    in_c = CWork(interpreter, fastest) if interpreter else None
    if in_c:
        for start in fastest.seen:
            fastest.seconds(start)
            in_c.seconds(start, fastest.machine.snapshot())
    before = {engine: work.interpreted for engine, work in works.items()}
    spent = _rounds({**works, **({C: in_c} if in_c else {})})
    times = ROUNDS * REPEATED
    left = {engine: (work.interpreted - before[engine]) / times for engine, work in works.items()}
    ratios = {engine: _ratio(spent[REFERENCE], spent[engine]) for engine in spent}
    over_c = _ratio(spent[C], spent[NATIVE]) if C in spent and NATIVE in spent else None
    cold = _cold(fastest, in_c) if over_c and in_c and fastest.unseen else (None, 0.0)
    return Speed(name, ratios, left, over_c, *cold)


def _check(name: str, works: dict[str, Work]) -> None:
    """Run every piece on every engine until all is translated; all must end alike."""
    for index in range(len(works[REFERENCE].seen)):
        ends = {}
        for engine, work in works.items():
            for _ in range(1 if engine == REFERENCE else WARMED):
                work.seconds(work.seen[index])
            ends[engine] = work.machine.snapshot()
        for engine, end in ends.items():
            assert end == ends[REFERENCE], f"{name}: {engine} differs on piece {index}"


def _rounds(works: dict[str, Work | CWork]) -> dict[str, list[float]]:
    """Seconds of each round by engine; a round takes one piece."""
    seconds: dict[str, list[float]] = {engine: [] for engine in works}
    for number in range(ROUNDS):
        for engine, work in works.items():
            start = work.seen[number % len(work.seen)]
            times = range(1 if engine == REFERENCE else REPEATED)
            seconds[engine].append(median(work.seconds(start) for _ in times))
    return seconds


def _cold(work: Work, in_c: CWork) -> tuple[float | None, float]:
    """Native over C on pieces that have never run, straight after each other, what came out
    compared; but for those in which more code was compiled, whose seconds by the clock come second.
    """
    native, compiling, ends = 0.0, 0.0, []
    for start in work.unseen:
        code, began = work.native, time.perf_counter()
        spent = work.seconds(start)
        if work.native == code:
            native += spent
            ends.append((start, work.machine.snapshot()))
        else:
            compiling += time.perf_counter() - began
    slow = sum(in_c.seconds(*piece) for piece in ends)
    return slow / native if native else None, compiling


def _ratio(slow: Sequence[float], fast: Sequence[float]) -> float:
    return median(a / b for a, b in zip(slow, fast, strict=True))


def lines(speed: Speed) -> Iterator[str]:
    """What is printed of it."""
    for engine, ratio in speed.ratios.items():
        if engine == REFERENCE:
            continue
        left = f"{speed.left[engine]:.1f} instructions left to py65" if engine in speed.left else ""
        yield f"{speed.workload:<10} {engine:<14} {ratio:>8,.0f} x py65   {left}".rstrip()
    if speed.over_c:
        yield f"{speed.workload:<10} {NATIVE:<14} {speed.over_c:>8,.1f} x C, replayed"
    if speed.cold_over_c:
        told = f"x C, never seen before; {speed.compiling:.2f} s more to compile"
        yield f"{speed.workload:<10} {NATIVE:<14} {speed.cold_over_c:>8,.1f} {told}"
