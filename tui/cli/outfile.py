"""Files that commands write."""

from __future__ import annotations

from pathlib import Path

from emu.errors import ProgramFileError


def write_new(path: str, contents: bytes, force: bool) -> None:
    """Write a file; one that is there already only with ``force``.

    Raises ProgramFileError then, and for "-"; OSError when it cannot be written.
    """
    if path == "-":
        raise ProgramFileError("'-' is no place for this; expected the name of a file")
    try:
        with Path(path).open("wb" if force else "xb") as file:
            file.write(contents)
    except FileExistsError:
        raise ProgramFileError(f"{path} exists; --force replaces it") from None
