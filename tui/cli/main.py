"""The ``microchess`` command, and what ends it from outside."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import current_thread, main_thread
from types import FrameType

INTERRUPTED = 130
_ASKED = "_ARGCOMPLETE", "COMP_POINT"
"""Environment variables: numbers when a shell asks how the line goes on."""
_ENDING = ("SIGTERM", "SIGHUP")
BETWEEN_COLLECTIONS = 50_000
"""New objects after which garbage is looked for; Python's 700 costs a tenth of a short command."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; return its exit code. Ctrl-C is quiet, even while modules are loaded; SIGTERM
    and SIGHUP end it in order too, with 128 and their number.
    """
    gc.set_threshold(BETWEEN_COLLECTIONS)
    atexit.register(gc.freeze)  # what goes with the process need not be looked through before
    with _ended_in_order():
        return _run(argv)


def _run(argv: Sequence[str] | None) -> int:
    try:
        if all(os.environ.get(name, "").isdecimal() for name in _ASKED):
            from tui.cli.completion import answer

            answer()
        from tui.cli.parser import run

        return run(argv)
    except (KeyboardInterrupt, RuntimeError) as error:
        cause = error.__cause__ or error  # Python 3.11 hides what ends the making of a class
        if isinstance(cause, SystemExit):
            raise cause from None
        if not isinstance(cause, KeyboardInterrupt):
            raise
        print(file=sys.stderr)
        return INTERRUPTED


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """What is open is closed, and what grows is put in its place, before a signal ends the process;
    a second one ends it at once. A signal that is ignored, as under nohup, stays so.
    """

    def leave(number: int, _: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in _ENDING if hasattr(signal, name)]
    ours = [one for one in numbers if signal.getsignal(one) is signal.SIG_DFL]
    if current_thread() is not main_thread():
        ours = []
    for one in ours:
        signal.signal(one, leave)
    try:
        yield
    finally:
        for one in ours:
            signal.signal(one, signal.SIG_DFL)


if __name__ == "__main__":
    sys.exit(main())
