"""The signals that end a process, taken as the wish to leave."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from contextlib import suppress

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
