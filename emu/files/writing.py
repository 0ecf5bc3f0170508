"""The way out: how every file is written.

What is written grows in a file beside its place, ``.NAME.HEX.new``, is brought to the disk and then
renamed: whatever happens, there is the old file or the new one, never half of either. What is no
regular file (a device, a pipe that somebody reads, a stream handed over as ``/dev/stdout``) is
written to as it is. No other module of this project writes files by itself.
"""

import contextlib
import errno
import io
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from emu.errors import FileRefused

PUBLIC, PRIVATE = 0o666, 0o600
"""Permissions of a new file, before the umask."""
UNFINISHED = ".new"
"""The suffix of a file that is not in its place yet; its name begins with a dot."""

_FLAGS = os.O_WRONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY")
)
_STREAMS = {"stdin": 0, "stdout": 1, "stderr": 2}
_HANDED_OVER = re.compile(rf"/dev/({'|'.join(_STREAMS)})|/(?:dev|proc/self)/fd/([0-9]{{1,9}})")


@contextmanager
def replacing(
    path: str | Path, *, new: bool = False, mode: int = PUBLIC, grows: bool = False
) -> Iterator[BinaryIO]:
    """What is written within the block takes the place of the file at *path* at its end; with *new*
    only where nothing was.

    An exception in the block leaves what was there. With *grows* it does so only if the writing
    failed: a recording that is broken off holds what came until then. A file that is replaced keeps
    its permissions; *mode* is for one that was not there. Raises OSError: FileExistsError with
    *new*, and what was there is still there.
    """
    raw = _open(path, new, mode)
    with io.BufferedWriter(raw) as file:
        try:
            yield file
        except BaseException:
            if raw.failed or not grows:
                raw.failed = True
                raw.close()
            raise


def write_bytes(path: str | Path, data: bytes, *, new: bool = False, mode: int = PUBLIC) -> None:
    """Write *data* to *path*, in place of what was there; see :func:`replacing`."""
    with replacing(path, new=new, mode=mode) as file:
        file.write(data)


def write_text(path: str | Path, text: str, *, mode: int = PUBLIC) -> None:
    """Write *text*, :func:`encoded`, with its line ends as they are; see :func:`replacing`."""
    write_bytes(path, encoded(text), mode=mode)


def is_left_of(target: str, name: str) -> bool:
    """Whether a file called *name* is what a killed process left of one to be called *target*."""
    return name.startswith(_begun(target)) and name.endswith(UNFINISHED)


def _begun(target: str) -> str:
    return f".{target[:40]}."


def encoded(text: str) -> bytes:
    """*text* as UTF-8, with ``?`` for what UTF-8 cannot hold: bytes of names that are no text."""
    return text.encode("utf-8", "replace")


def write_together(files: Mapping[Path, bytes], *, mode: int = PUBLIC) -> None:
    """Write several files, which take their places one after the other once all are written; where
    one cannot be written, none does. See :func:`replacing`.
    """
    with contextlib.ExitStack() as stack:
        for path, data in reversed(list(files.items())):
            file = stack.enter_context(replacing(path, mode=mode))
            file.write(data)
            file.flush()


def append_text(path: str | Path, text: str, *, sync: bool = True) -> None:
    """Put *text* behind what is in a file, with *sync* on the disk; all of it or nothing.

    Raises OSError.
    """
    with _Raw(_opened(path, os.O_APPEND | os.O_CREAT), path) as file:
        status = os.fstat(file.fileno())
        regular = stat.S_ISREG(status.st_mode)
        try:
            view = memoryview(encoded(text))
            while view:
                view = view[file.write(view) :]
            if regular and sync:
                os.fsync(file.fileno())
        except BaseException:
            if regular:
                with contextlib.suppress(OSError):
                    os.ftruncate(file.fileno(), status.st_size)
            raise


def part_of(path: Path) -> Path:
    """The file beside *path* in which a long piece of work grows until `put` renames it."""
    target = _target(path) if path.is_symlink() else path
    return target.with_name(f"{target.name}.part")


def put(part: Path, path: Path) -> None:
    """Rename *part*, which is whole and on the disk, to *path*, in place of what was there.

    Raises OSError.
    """
    target = _target(path)
    if (there := _status(target)) is not None:
        _take_after(there, part)
    _put(target, False, part)


def check(path: str | Path) -> bool:
    """Whether a file is there that would be replaced.

    Raises OSError where none can be written: in no folder, in place of a folder or of a file that
    is protected.
    """
    if _is_handed_over(path):
        return False
    target = _target(path)
    there = _status(target)
    if there is None and not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    return there is not None and stat.S_ISREG(there.st_mode)


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


class _Raw(io.FileIO):
    """An open file whose errors have the name *path*. One *beside* its place is *put* there when it
    is closed, or removed if it has ``failed``.
    """

    def __init__(
        self,
        handle: int,
        path: str | Path,
        beside: Path | None = None,
        put: Callable[[Path], object] = bool,
    ) -> None:
        super().__init__(handle, "wb")
        self.name = str(path)
        self.failed = False
        self._beside, self._put = beside, put

    def write(self, data: Any) -> int:
        with self._watched():
            return super().write(data) or 0

    def close(self) -> None:
        """See io.FileIO. Raises OSError when the file cannot be put in its place."""
        beside, self._beside = self._beside, None
        if beside is None:
            super().close()
            return
        try:
            with self._watched():
                if not self.failed:
                    os.fsync(self.fileno())
                super().close()
                if not self.failed:
                    self._put(beside)
        finally:
            super().close()
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)

    @contextmanager
    def _watched(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.failed = True
            error.filename, error.filename2 = self.name, None
            raise


def _open(path: str | Path, new: bool, mode: int) -> _Raw:
    """What is written instead of *path* until it is closed."""
    target = _target(path)
    there = None if _is_handed_over(path) else _status(target)
    if _is_handed_over(path) or (there is not None and not stat.S_ISREG(there.st_mode)):
        return _Raw(_opened(path, 0), path)
    if there is not None and new:
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    beside = target.with_name(f"{_begun(target.name)}{os.urandom(6).hex()}{UNFINISHED}")
    try:
        handle = os.open(beside, _FLAGS | os.O_CREAT | os.O_EXCL, mode)
    except OSError as error:
        error.filename = str(path)
        raise
    if there is not None:
        _take_after(there, handle)
    return _Raw(handle, path, beside, partial(_put, target, new))


def _take_after(old: os.stat_result, file: int | Path) -> None:
    """Give *file* the permissions of another one, and its owner as far as that is allowed."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        os.chown(file, old.st_uid, old.st_gid)
    os.chmod(file, stat.S_IMODE(old.st_mode) & 0o777)  # noqa: PTH101 - a handle, too


def _is_handed_over(path: str | Path) -> bool:
    """Whether *path* names a stream that the shell has opened already, whatever it leads to."""
    return _HANDED_OVER.fullmatch(str(path)) is not None


def _target(path: str | Path) -> Path:
    """Where *path* leads: what a symbolic link names is replaced, not the link."""
    try:
        return Path(os.path.realpath(path))
    except ValueError:
        raise FileRefused(errno.EINVAL, "no file can have this name", str(path)) from None


def _status(path: Path) -> os.stat_result | None:
    """Of what may be written to, None for what is not there."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if stat.S_ISREG(status.st_mode) and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    return status


def _put(target: Path, new: bool, beside: Path) -> None:
    """Rename *beside*; with *new* it stays, to be removed, as another name of the file."""
    try:
        if new:
            os.link(beside, target)
    except FileExistsError:
        raise
    except OSError:
        if os.path.lexists(target):
            raise
        new = False  # a file system without links
    if not new:
        beside.replace(target)
    _sync_folder(target.parent)


def _opened(path: str | Path, flags: int) -> int:
    """Opened without waiting: a pipe that nobody reads is refused, a folder too. A stream that was
    handed over is the same one again, with what was written to it so far.
    """
    if found := _HANDED_OVER.fullmatch(str(path)):
        for one in filter(None, (sys.stdout, sys.stderr)):
            one.flush()
        return os.dup(int(found[2]) if found[2] else _STREAMS[found[1]])
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
    return handle


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
