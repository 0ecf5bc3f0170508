"""The way in: how every file is read.

What is read is a regular file of a limited size, or a pipe or terminal that was handed over by the
shell (``/dev/stdin``, ``/dev/fd/N``). A named pipe, a device, a folder or a file beyond the limit
is refused with :class:`~emu.errors.FileRefused` before a byte is read. No other module of this
project opens files by itself.
"""

import codecs
import errno
import io
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, AnyStr, BinaryIO, TextIO

from emu.errors import FileRefused
from emu.plain import plain

MB = 1 << 20
MOST = 16 * MB
"""Bytes of a file where nothing else is said: programs, states, positions, settings."""
MOST_GAMES = 256 * MB
"""Bytes of a file of games, or of tests."""
LONGEST_LINE = MB
"""Bytes of one line where lines are read one by one."""

GZIP = 16 + zlib.MAX_WBITS
_HEAD = 16
LATIN = "or-latin"
"""How bytes that are no UTF-8 are read: as Windows has Latin-1, in which games are written too."""
_MOST_DIGITS = 30
_FLAGS = os.O_RDONLY | sum(
    getattr(os, name, 0) for name in ("O_NONBLOCK", "O_CLOEXEC", "O_NOCTTY", "O_BINARY")
)
_HANDED_OVER = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")

Limit = int | Callable[[bytes], int]
"""Bytes, or what tells them from the first sixteen of a file."""


def read_bytes(path: str | Path, most: Limit = MOST) -> bytes:
    """The contents of a file of at most *most* bytes.

    Raises OSError: FileRefused when it is no regular file or larger.
    """
    with _opened(path) as file:
        return _contents(path, file, most)


def _contents(path: str | Path, file: BinaryIO, most: Limit) -> bytes:
    head = b"" if isinstance(most, int) else file.read(_HEAD)
    limit = most if isinstance(most, int) else most(head)
    _check_size(path, os.fstat(file.fileno()).st_size, limit)
    data = head + file.read(limit - len(head) + 1)
    _check_size(path, len(data), limit)
    return data


@contextmanager
def open_bytes(path: str | Path, most: Limit = MOST) -> Iterator[BinaryIO]:
    """`read_bytes`, but read where it is asked for. What is no regular file is read at once."""
    with _opened(path) as file:
        if not file.seekable():
            yield io.BytesIO(_contents(path, file, most))
            return
        limit = most if isinstance(most, int) else most(file.read(_HEAD))
        _check_size(path, os.fstat(file.fileno()).st_size, limit)
        yield file


def read_text(path: str | Path, most: int = MOST) -> str:
    """The text of a file of at most *most* bytes, see :func:`decoded`. Raises OSError."""
    return decoded(read_bytes(path, most), path)


def decoded(data: bytes, name: str | Path) -> str:
    """The text in *data*, the file *name*, as :func:`~emu.plain.plain` has it: UTF-8, other bytes
    as ``LATIN`` has them, lines ended by a newline however they end there, without the end-of-file
    character of DOS.

    Raises FileRefused for UTF-16.
    """
    _check_utf8(name, data[:2])
    text = data.decode("utf-8-sig", LATIN).rstrip("\x1a")
    return plain(text.replace("\r\n", "\n").replace("\r", "\n"))


def read_json(path: str | Path, most: int = MOST) -> Any:
    """What a JSON file of at most *most* bytes holds.

    Raises OSError, and ValueError when it is no JSON or nested too deeply.
    """
    return parse_json(read_bytes(path, most))


def parse_json(text: str | bytes) -> Any:
    """What JSON *text* holds. Raises ValueError when it is none, is nested too deeply, or has a
    number of more than thirty digits.
    """
    import json

    try:
        return json.loads(text, parse_int=_whole, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _whole(digits: str) -> int:
    if len(digits) > _MOST_DIGITS:
        raise ValueError(f"{digits[:_MOST_DIGITS]}... has {len(digits)} digits")
    return int(digits)


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no number")


@contextmanager
def open_text(path: str | Path) -> Iterator[TextIO]:
    """A file of text to be read piece by piece. Raises OSError: FileRefused as
    :func:`read_bytes`, but for its size.
    """
    with _opened(path) as file:
        _check_utf8(path, file.peek(2)[:2])
        with io.TextIOWrapper(file, encoding="utf-8-sig", errors=LATIN) as text:
            yield text


def lines(stream: TextIO, name: str, longest: int = LONGEST_LINE) -> Iterator[str]:
    """The lines of *stream*, called *name* in errors, one by one, as :func:`~emu.plain.plain`
    has them. Raises FileRefused as :func:`raw_lines`.
    """
    return map(plain, raw_lines(stream, name, longest))


def raw_lines(stream: IO[AnyStr], name: str, longest: int = LONGEST_LINE) -> Iterator[AnyStr]:
    """The lines of *stream* as they are, text or bytes.

    Raises FileRefused for a line of more than *longest* characters.
    """
    number = 0
    while line := stream.readline(longest + 1):
        number += 1
        if len(line) > longest:
            raise _refused(name, f"line {number} has more than {longest:,} characters")
        yield line


def _or_latin(error: UnicodeError) -> tuple[str, int]:
    """Stands for the bytes that cannot be decoded."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    data = error.object[error.start : error.end]
    return data.decode("cp1252", "replace"), error.end


codecs.register_error(LATIN, _or_latin)


def inflate(data: bytes, most: int, window: int = zlib.MAX_WBITS) -> bytes:
    """What zlib packed into *data*, or with *window* GZIP gzip, if it is at most *most* bytes.

    Raises ValueError when it is damaged, has something behind it, or holds more.
    """
    unpacking = zlib.decompressobj(window)
    try:
        found = unpacking.decompress(data, most + 1)
    except zlib.error as error:
        raise ValueError(f"packed data are damaged ({error})") from None
    if len(found) > most:
        raise ValueError(f"packed data hold more than {most:,} bytes")
    if not unpacking.eof or unpacking.unused_data:
        raise ValueError("packed data are cut short or have something behind them")
    return found


@contextmanager
def _opened(path: str | Path) -> Iterator[io.BufferedReader]:
    """A file known to be one that may be read; nothing is waited for, no device touched."""
    try:
        _check_kind(path, Path(path).stat())
        handle = os.open(path, _FLAGS)
    except ValueError:
        raise _refused(path, "no file can have this name") from None
    with os.fdopen(handle, "rb") as file:
        _check_kind(path, os.fstat(handle))
        if hasattr(os, "set_blocking") and os.name != "nt":
            os.set_blocking(handle, True)
        yield file


def _check_kind(path: str | Path, status: os.stat_result) -> None:
    mode = status.st_mode
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise FileRefused(errno.EISDIR, "it is a folder; expected a file", str(path))
    if str(path).startswith(_HANDED_OVER) and not stat.S_ISBLK(mode):
        return
    kind = "a named pipe" if stat.S_ISFIFO(mode) else "no file but a device or socket"
    raise _refused(path, f"it is {kind}; expected a regular file")


def _check_size(path: str | Path, size: int, most: int) -> None:
    if size > most:
        raise FileRefused(
            errno.EFBIG, f"it has {size:,} bytes or more; expected {most:,} at most", str(path)
        )


def _check_utf8(path: str | Path, head: bytes) -> None:
    """Refuse UTF-16 and UTF-32: they begin with a mark, or have one zero byte in the first sign."""
    marked = head in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    if marked or (len(head) == 2 and head.count(0) == 1):
        raise _refused(path, "it is text in UTF-16 or UTF-32; expected UTF-8")


def _refused(path: str | Path, why: str) -> FileRefused:
    return FileRefused(errno.EINVAL, why, str(path))
