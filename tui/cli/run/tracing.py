"""What is written while a machine runs: the bus trace, and the log of what is done to it."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from emu.bus import REGISTERS
from emu.machine import Machine
from emu.notation import parse_number
from emu.watch.log import LogRecorder
from emu.watch.trace import KINDS, BusAccess, Filter, Trace
from tui.cli.outfile import OutFile
from tui.cli.run.places import Labels

_MOST_LAST = 10_000_000
EXPECTED = "fetch, read, write, registers, program, last=N or an address range"


@dataclass(frozen=True)
class TraceOptions:
    """What the trace is to hold; ``last``: only so many accesses before the end."""

    filter: Filter
    last: int | None = None


def parse(text: str, known: Labels) -> TraceOptions:
    """Words with commas: :data:`EXPECTED`. Kinds add up, and so do ranges.

    Raises NotationError or LabelError.
    """
    kinds: set[str] = set()
    ranges: list[range] = []
    monitor, last = True, None
    for word in filter(None, (word.strip() for word in text.split(","))):
        if word in KINDS:
            kinds.add(word)
        elif word == "registers":
            ranges.append(REGISTERS)
        elif word == "program":
            monitor = False
        elif word.startswith("last="):
            expected = f"last=N with a number from 1 to {_MOST_LAST:,}"
            last = parse_number(word[5:], 1, _MOST_LAST, expected, "last=")
        else:
            ranges.append(known.span(word))
    return TraceOptions(Filter(tuple(ranges), frozenset(kinds or KINDS), monitor), last)


@contextmanager
def tracing(out: OutFile | None, wanted: TraceOptions) -> Iterator[Trace]:
    """A tap that writes to *out* while within: JSON lines if its name ends in ``.jsonl``, else
    text; None is stdout."""
    line = BusAccess.as_json if out and out.path.suffix == ".jsonl" else str
    latest: deque[BusAccess] = deque(maxlen=wanted.last)
    with out.text() if out else nullcontext(sys.stdout) as file:

        def write(access: BusAccess) -> None:
            file.write(line(access) + "\n")

        try:
            yield Trace(write if wanted.last is None else latest.append, wanted.filter)
        finally:
            for access in latest:
                write(access)


@contextmanager
def logging(machine: Machine, out: OutFile | None) -> Iterator[None]:
    """Within it a log is written to *out*, if there is one; it gets its end in any case.

    Raises OSError.
    """
    if out is None:
        yield
        return
    with out.text() as stream:
        recorder = LogRecorder(machine, stream)
        try:
            yield
        finally:
            recorder.close()
