"""Files that commands write."""

from __future__ import annotations

from emu.errors import ProgramFileError
from emu.files import writing


def write_new(path: str, contents: bytes, force: bool) -> None:
    """Write a file; one that is there already only with ``force``.

    Raises ProgramFileError then, and for "-"; OSError when it cannot be written.
    """
    if path == "-":
        raise ProgramFileError("'-' is no place for this; expected the name of a file")
    try:
        writing.write_bytes(path, contents, new=not force)
    except FileExistsError:
        raise ProgramFileError(f"{path} exists; --force replaces it") from None
