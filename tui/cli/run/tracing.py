"""What is written while a machine runs: the bus trace, and the log of what is done to it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from emu.bus import REGISTERS
from emu.machine import Machine
from emu.watch.log import LogRecorder
from emu.watch.trace import KINDS, BusAccess, Filter, Trace
from tui.cli.outfile import OutFile
from tui.cli.run.places import Labels

EXPECTED = "fetch, read, write, registers, program or an address range"


def parse(text: str, known: Labels) -> Filter:
    """Words with commas: :data:`EXPECTED`. Kinds add up, and so do ranges.

    Raises NotationError or LabelError.
    """
    kinds: set[str] = set()
    ranges: list[range] = []
    monitor = True
    for word in filter(None, (word.strip() for word in text.split(","))):
        if word in KINDS:
            kinds.add(word)
        elif word == "registers":
            ranges.append(REGISTERS)
        elif word == "program":
            monitor = False
        else:
            ranges.append(known.span(word))
    return Filter(tuple(ranges), frozenset(kinds or KINDS), monitor)


@contextmanager
def tracing(out: OutFile | None, wanted: Filter) -> Iterator[Trace]:
    """A tap that writes to *out* while within: JSON lines if its name ends in ``.jsonl``, else
    text; None is stdout."""
    line = BusAccess.as_json if out and out.path.suffix == ".jsonl" else str
    with out.text() if out else nullcontext(sys.stdout) as file:
        yield Trace(lambda access: print(line(access), file=file), wanted)


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
