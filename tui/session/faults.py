"""Errors of the program itself: a line for the person, the rest in a log."""

import contextlib
import sys
import traceback
from datetime import UTC, datetime

from emu.files import writing
from microchess.machine.library import default_folder

LOG = "faults.log"
"""Its name in the user's data folder; one that has grown begins anew."""
_MOST = 1 << 20
_SHORT = 120


def record(error: BaseException) -> str:
    """Write *error* with its traceback into the log: what is to be told of it, and where that is.

    In a browser it goes to the console.
    """
    told = " ".join(f"internal error: {type(error).__name__}: {error}".split())[:_SHORT]
    trace = "".join(traceback.format_exception(error))
    if sys.platform == "emscripten":
        print(trace, file=sys.stderr)
        return f"{told}; see the browser's console"
    path = default_folder() / LOG
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            if path.stat().st_size > _MOST:
                path.unlink()
        writing.append_text(
            path, f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC\n{trace}\n", sync=False
        )
    except OSError as fault:
        return f"{told}; its log {path} cannot be written: {fault.strerror}"
    return f"{told}; see {path}"
