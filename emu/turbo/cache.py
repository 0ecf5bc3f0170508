"""A folder for translations, private to the user.

What is read from it runs as code, so nothing is read that somebody else could have written: the
folder and every one above it must belong to this user or root and be writable by nobody else. Files
begin with their SHA-256 and are replaced as a whole, so that a full disk, a crash or two processes
at once leave a good file or none. A cache that does not work costs time, nothing else; it is said
in the log, once.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import time
from functools import cache
from pathlib import Path

import platformdirs

from emu.files import reading, writing

ENVIRONMENT = "KIM1_CACHE"
"""Names another folder; ``off`` for none."""
_DIGEST_SIZE = 32
_MOST = 64 * reading.MB
_HOUR = 3600
_warned: set[str] = set()


@cache
def translator_fingerprint() -> str:
    """Stands for everything a translation depends on besides the program and the machine."""
    digest = hashlib.sha256(f"{sys.version} {sys.implementation.cache_tag}".encode())
    here = Path(__file__).parent
    emu = here.parent
    for file in sorted((*here.glob("*.py"), *emu.glob("chips/*.py"), *emu.glob("bus.py"))):
        digest.update(file.name.encode() + b"\0" + reading.read_bytes(file))
    return digest.hexdigest()[:16]


def user_folder() -> Folder | None:
    """The user's folder, if there is one."""
    where = os.environ.get(ENVIRONMENT)
    if where == "off":
        return None
    return Folder(Path(where) if where else platformdirs.user_cache_path("kim1-microchess"))


class Folder:
    """Named blobs in *path*."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def names(self, prefix: str) -> list[str]:
        """The blobs whose names start so, newest first."""
        try:
            files = [f for f in self.path.glob(f"{prefix}*") if f.is_file()]
            return [f.name for f in sorted(files, key=lambda f: -f.stat().st_mtime)]
        except OSError as error:
            warn_once(f"cannot look into the cache {self.path}: {error}")
            return []

    def read(self, name: str) -> bytes | None:
        """A blob; None if there is none, it is damaged, or another user could have written it."""
        path = self.path / name
        try:
            _check_private(self.path)
            most = min(_MOST, path.stat().st_size)  # so much memory is asked for at once
            data = reading.read_bytes(
                path, most, admit=lambda status: _check_owner(path, status), links=False
            )
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            warn_once(f"the cache is not used: {error}")
            return None
        if hashlib.sha256(data[_DIGEST_SIZE:]).digest() != data[:_DIGEST_SIZE]:
            warn_once(f"{path} is damaged and not used")
            return None
        return data[_DIGEST_SIZE:]

    def write(self, name: str, data: bytes) -> bool:
        """Keep a blob; False if that was impossible."""
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            _check_private(self.path)
            for file in self.path.glob(f".*{writing.UNFINISHED}"):  # of killed processes
                if time.time() - file.stat().st_mtime > _HOUR:
                    file.unlink(missing_ok=True)
            whole = hashlib.sha256(data).digest() + data
            writing.write_bytes(self.path / name, whole, mode=writing.PRIVATE)
        except OSError as error:
            warn_once(f"nothing is kept in the cache: {error}")
            return False
        return True

    def remove(self, name: str) -> None:
        """Forget a blob."""
        try:
            (self.path / name).unlink(missing_ok=True)
        except OSError as error:
            warn_once(f"cannot remove from the cache: {error}")


def _check_private(folder: Path) -> None:
    """Raises PermissionError if somebody else could put files into *folder*."""
    if not hasattr(os, "geteuid"):
        return
    folder = folder.resolve()
    _check_owner(folder, folder.stat())
    for above in folder.parents:
        status = above.stat()
        if status.st_uid not in (os.geteuid(), 0):
            raise PermissionError(f"{above} belongs to another user")
        if status.st_mode & 0o022 and not status.st_mode & stat.S_ISVTX:
            raise PermissionError(f"{above} can be written by others")


def _check_owner(path: Path, status: os.stat_result) -> None:
    if not hasattr(os, "geteuid"):
        return
    if status.st_uid != os.geteuid():
        raise PermissionError(f"{path} belongs to another user")
    if status.st_mode & 0o022:
        raise PermissionError(f"{path} can be written by others")


def warn_once(message: str) -> None:
    """Log a warning, once."""
    if message not in _warned:
        _warned.add(message)
        import logging

        logging.getLogger(__name__).warning("%s", message)
