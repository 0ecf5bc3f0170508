"""Locks between processes: who may write where two could.

The operating system holds the lock and lets go of it however its process ends, so that none is ever
left over.
"""

import contextlib
import errno
import os
import sys
from pathlib import Path

from emu.errors import FileLocked

if sys.platform == "win32":
    import msvcrt

    def _try(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _try(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


_HELD = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES)
"""What is told when another process has a lock; anything else tells that there are none."""


class FileLock:
    """The only process that works on *what*, which a file beside it, or in it, stands for; where
    the file system has no locks, perhaps not the only one.

    Raises FileLocked when another one does, OSError when there can be no such file.
    """

    def __init__(self, what: Path) -> None:
        folder = what.is_dir()
        self._path = what / ".lock" if folder else what.with_name(f".{what.name}.lock")
        while True:
            try:
                self._handle: int | None = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
            except OSError as error:
                raise OSError(error.errno, error.strerror, str(what)) from None
            try:
                _try(self._handle)
            except OSError as error:
                if error.errno in _HELD:
                    self._close_handle()
                    raise FileLocked(str(what)) from None
                return  # a file system without locks: its users see to it that one works there
            # the last holder may have taken the file away meanwhile
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(self._handle), self._path.stat()):
                    return
            self._close_handle()

    def close(self) -> None:
        """Let others work on it; again: nothing."""
        if self._handle is None:
            return
        with contextlib.suppress(OSError):
            self._path.unlink()
        self._close_handle()

    def _close_handle(self) -> None:
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
