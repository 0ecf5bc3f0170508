"""A machine that is run, and is afterwards as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from emu.machine import Machine


@contextmanager
def unchanged(machine: Machine) -> Iterator[None]:
    """Within it *machine* may be run; afterwards it is as it was, and nobody has heard of it."""
    board, here = machine.board, machine.snapshot()
    heard, board.output_listeners = board.output_listeners, []
    paper, board.terminal.paper = board.terminal.paper, bytearray()
    try:
        yield
    finally:
        board.output_listeners, board.terminal.paper = heard, paper
        board.state = here
