"""A process of Python that is given one request, and is not relied upon.

It imports nothing from the working directory and nothing before the standard library, whatever
lies there under the name of a module. Request and complaints go through files: a pipe would have
its other end wait.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

_PACKAGES = Path(__file__).parents[2]
_BEGIN = "import sys; sys.path += sys.argv[1:]; from {module} import main; main()"
_SHOWN = 200


def command(module: str) -> list[str]:
    """What starts ``main`` of *module* with the modules this process has."""
    try:
        here = Path.cwd()
    except FileNotFoundError:
        here = None
    others = (path for path in sys.path if Path(path).is_absolute() and Path(path) != here)
    paths = dict.fromkeys((str(_PACKAGES), *others))
    return [sys.executable, "-I", "-S", "-c", _BEGIN.format(module=module), *paths]


class ChildError(Exception):
    """It has died with *status*, hangs, or could not be started; the message says which."""

    def __init__(self, message: str, status: int = 0) -> None:
        super().__init__(message)
        self.status = status


class Child:
    """Runs *words* with *request* as its input, for *patience* seconds at most. It ends with this
    process, unless it *outlives* it: then it must see to its end itself.

    Raises ChildError when it cannot be started.
    """

    def __init__(
        self, words: Sequence[str], request: bytes, patience: float, outlives: bool = False
    ) -> None:
        self._patience = patience
        self._done = False
        self._end = time.monotonic() + patience
        try:
            self._complaints = tempfile.TemporaryFile()  # noqa: SIM115 - as long as it
            with tempfile.TemporaryFile() as source:
                source.write(request)
                source.seek(0)
                self._process = subprocess.Popen(
                    words,
                    stdin=source,
                    stdout=subprocess.DEVNULL,
                    stderr=self._complaints,
                    cwd=Path(sys.executable).anchor or os.sep,
                    start_new_session=outlives,
                )
        except OSError as error:
            raise ChildError(f"cannot be started: {error.strerror}") from None
        if not outlives:
            atexit.register(self._process.kill)

    def ended(self, wait: bool = False) -> bool:
        """Whether it has done its work.

        Raises ChildError when it has failed, or has had its time, which ends it.
        """
        if self._done:
            return True
        left = self._end - time.monotonic()
        try:
            status = self._process.wait(max(0.0, left)) if wait else self._process.poll()
        except subprocess.TimeoutExpired:
            status, left = None, 0.0
        if status is None and left > 0:
            return False
        self._process.kill()
        self._process.wait()
        atexit.unregister(self._process.kill)
        with self._complaints as file:
            file.seek(0)
            lines = file.read().decode("utf-8", "replace").split("\n")
        last = next((f": {line.strip()[:_SHOWN]}" for line in lines[::-1] if line.strip()), "")
        if status is None:
            raise ChildError(f"has not answered within {self._patience:g} seconds")
        if status:
            raise ChildError(f"ended with status {status}{last}", status)
        self._done = True
        return True
