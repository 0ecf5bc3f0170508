"""The way out: how every file is written.

A file is written beside its place, brought to the disk and then put there: whatever happens, there
is the old one or the new one, never half of either. What is no regular file (a device, a pipe that
somebody reads) is written to as it is. No other module of this project writes files by itself.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from emu.errors import FileRefused

PUBLIC, PRIVATE = 0o666, 0o600
"""Permissions of a new file, before the umask."""
UNFINISHED = ".new"
"""The suffix of a file that is not in its place yet; its name begins with a dot."""

_FLAGS = os.O_WRONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY")
)


def write_bytes(path: str | Path, data: bytes, *, new: bool = False, mode: int = PUBLIC) -> None:
    """Write *data* to *path*, in place of what was there, or with *new* only where nothing was.

    A file that is replaced keeps its permissions; *mode* is for one that was not there. Raises
    OSError, and what was there is still there: FileExistsError with *new*.
    """
    target = _target(path)
    there = _status(target)
    if there is not None and new:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    if there is not None and not stat.S_ISREG(there.st_mode):
        with _raw(target, 0) as file:
            _write_all(file, data)
        return
    beside = _beside(target)
    try:
        handle = os.open(beside, _FLAGS | os.O_CREAT | os.O_EXCL, mode)
        with io.BufferedWriter(_NamedFile(handle, str(path))) as file:
            if there is not None and hasattr(os, "fchmod"):
                os.fchmod(file.fileno(), stat.S_IMODE(there.st_mode) & 0o777)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        _put(beside, target, new)
    except BaseException as error:
        with contextlib.suppress(OSError):
            beside.unlink()
        if isinstance(error, OSError) and error.filename in (None, str(beside)):
            error.filename, error.filename2 = str(path), None
        raise
    _sync_folder(target.parent)


def write_text(path: str | Path, text: str, *, new: bool = False, mode: int = PUBLIC) -> None:
    """Write *text* as UTF-8 with its line ends as they are; see :func:`write_bytes`."""
    write_bytes(path, text.encode("utf-8"), new=new, mode=mode)


def append_text(path: str | Path, text: str, *, sync: bool = True) -> None:
    """Put *text* behind what is in a file, with *sync* on the disk; all of it or nothing.

    Raises OSError.
    """
    with _raw(path, os.O_APPEND | os.O_CREAT) as file:
        status = os.fstat(file.fileno())
        regular = stat.S_ISREG(status.st_mode)
        try:
            _write_all(file, text.encode("utf-8"))
            if regular and sync:
                os.fsync(file.fileno())
        except BaseException:
            if regular:
                with contextlib.suppress(OSError):
                    os.ftruncate(file.fileno(), status.st_size)
            raise


def stream(path: str | Path, *, new: bool = False) -> io.FileIO:
    """A file that grows while something goes on, unbuffered; the caller closes it.

    Its ``name`` is *path*. With *new* nothing may be there yet. Raises OSError, as do its methods.
    """
    return _raw(path, os.O_CREAT | (os.O_EXCL if new else os.O_TRUNC))


@contextmanager
def text_stream(path: str | Path) -> Iterator[TextIO]:
    """A text that grows while something goes on, in place of what was there.

    Raises OSError, as do its methods.
    """
    with (
        io.BufferedWriter(_raw(path, os.O_CREAT | os.O_TRUNC)) as buffer,
        io.TextIOWrapper(buffer, encoding="utf-8", newline="\n") as text,
    ):
        yield text


@contextmanager
def aside(path: str | Path) -> Iterator[None]:
    """Have what is at *path* beside it while a new file grows there, until that is whole; it comes
    back when the new one cannot be written.

    Raises OSError.
    """
    target = _target(path)
    there = _status(target)
    if there is None or not stat.S_ISREG(there.st_mode):
        yield
        return
    old = _beside(target)
    target.rename(old)
    try:
        yield
    except OSError as error:
        if error.filename == str(path):
            old.replace(target)
        raise
    finally:
        old.unlink(missing_ok=True)


def set_aside(path: Path) -> Path:
    """Rename a file nobody can use to ``NAME.bad``, so that nothing overwrites it; its new name.

    A number follows where that is taken. Raises OSError.
    """
    number, other = 1, path.with_name(f"{path.name}.bad")
    while os.path.lexists(other):
        number += 1
        other = path.with_name(f"{path.name}.bad-{number}")
    path.rename(other)
    return other


class _NamedFile(io.FileIO):
    """It has the name of the file, not its number, as have its errors."""

    def __init__(self, handle: int, name: str) -> None:
        super().__init__(handle, "wb")
        self.name = name

    def write(self, data: Any) -> int:
        """See io.FileIO."""
        try:
            return super().write(data) or 0
        except OSError as error:
            error.filename = self.name
            raise


def _target(path: str | Path) -> Path:
    """Where *path* leads: what a symbolic link names is replaced, not the link."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:
        raise FileRefused(errno.EINVAL, "no file can have this name", str(path)) from None


def _beside(target: Path) -> Path:
    return target.with_name(f".{target.name[:40]}.{os.urandom(6).hex()}{UNFINISHED}")


def _status(path: Path) -> os.stat_result | None:
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    return status


def _put(beside: Path, target: Path, new: bool) -> None:
    if not new:
        beside.replace(target)
        return
    try:
        os.link(beside, target)
    except FileExistsError:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target)) from None
    except OSError:
        if os.path.lexists(target):
            raise
        beside.rename(target)  # a file system without links
        return
    beside.unlink()


def _write_all(file: _NamedFile, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[file.write(view) :]


def _raw(path: str | Path, flags: int) -> _NamedFile:
    """Opened without waiting: a pipe that nobody reads is refused, a folder too."""
    try:
        handle = os.open(path, _FLAGS | flags, PUBLIC)
    except ValueError:
        raise FileRefused(errno.EINVAL, "no file can have this name", str(path)) from None
    except OSError as error:
        if error.errno != errno.ENXIO:
            raise
        raise FileRefused(errno.ENXIO, "it is a pipe that nobody reads", str(path)) from None
    if os.name != "nt":
        os.set_blocking(handle, True)
    return _NamedFile(handle, str(path))


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
