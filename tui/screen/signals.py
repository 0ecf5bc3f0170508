"""The signals that end a process, and the end of its terminal, taken as the wish to leave."""

import asyncio
import os
import select
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Timer

GRACE = 2.0
"""Seconds for leaving in order; a terminal that is gone may never take the last of the output."""
_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
_LOOK = 1.0
"""Seconds between two looks for the terminal."""


def leave_on_signals(leave: Callable[[int], None]) -> None:
    """Have *leave* called with the exit code that stands for SIGINT, SIGTERM, or for a terminal
    that is gone (SIGHUP, which not everybody who started this passes on); not on Windows.
    """
    loop = asyncio.get_running_loop()
    for name in _SIGNALS:
        if (number := getattr(signal, name, None)) is not None:
            with suppress(NotImplementedError, RuntimeError):
                loop.add_signal_handler(number, leave, 128 + number)
    if hasattr(select, "poll") and sys.__stdin__ is not None and sys.__stdin__.isatty():
        _leave_without(sys.__stdin__.fileno(), leave, loop)


def _leave_without(
    terminal: int, leave: Callable[[int], None], loop: asyncio.AbstractEventLoop
) -> None:
    look = select.poll()
    look.register(terminal, 0)
    if any(happened & select.POLLHUP for _, happened in look.poll(0)):
        leave(128 + signal.SIGHUP)
    else:
        loop.call_later(_LOOK, _leave_without, terminal, leave, loop)


def end_anyway(code: int) -> None:
    """End the process with *code* after :data:`GRACE`, if it is still there then."""
    timer = Timer(GRACE, os._exit, (code,))
    timer.daemon = True
    timer.start()
