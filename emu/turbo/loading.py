"""What makes code takes time to load: it is loaded once something is hot, beside the program."""

from __future__ import annotations

import sys
from contextlib import suppress
from functools import cache
from threading import Thread

AT_HAND = sys.platform == "emscripten"
"""In the page it is in the memory that Python starts with, and a session goes on for long."""


def loaded(seconds: float) -> bool:
    """Whether what makes code is there; wait so long for it to be loaded."""
    if AT_HAND:
        return True
    loader = _loader()
    loader.join(seconds)
    return not loader.is_alive()


@cache
def _loader() -> Thread:
    def load() -> None:
        from emu.turbo import hosts, jobs

        assert jobs
        with suppress(hosts.NoHost):
            hosts.host()

    thread = Thread(target=load, daemon=True, name="loader")
    thread.start()
    return thread


@cache
def warn_once(message: str) -> None:
    """Say so in the log, the first time."""
    import logging

    logging.getLogger(__name__).warning("%s", message)
