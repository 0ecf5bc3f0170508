"""The signals that end a process, taken as the wish to leave."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from threading import Timer

GRACE = 2.0
"""Seconds for leaving in order; a terminal that is gone may never take the last of the output."""
_SIGNALS = ("SIGTERM", "SIGHUP")


def leave_on_signals(leave: Callable[[int], None]) -> None:
    """Have *leave* called with the exit code that stands for SIGTERM, or for a terminal that is
    gone (SIGHUP); Windows has neither.
    """
    loop = asyncio.get_running_loop()
    for name in _SIGNALS:
        if (number := getattr(signal, name, None)) is not None:
            with suppress(NotImplementedError, RuntimeError):
                loop.add_signal_handler(number, leave, 128 + number)


def end_anyway(code: int) -> None:
    """End the process with *code* after :data:`GRACE`, if it is still there then."""
    timer = Timer(GRACE, os._exit, (code,))
    timer.daemon = True
    timer.start()
