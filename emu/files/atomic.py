"""Files that are the old one or the new one, never half of either."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path


def replace(path: Path, text: str) -> None:
    """Write *text* to *path*, in place of what was there.

    Raises OSError, and what was there is still there.
    """
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise
