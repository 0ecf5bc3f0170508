"""Files that commands write. One that is there already is asked about on a terminal; a script needs
``--force``. A command settles this once it has read what it needs, before it goes to work.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import TextIO

from emu.errors import ProgramFileError
from emu.files import writing


@dataclass(frozen=True)
class OutFile:
    """A file that may be written; ``replace``: in place of the one that is there."""

    path: Path
    replace: bool = False

    def write(self, contents: str | bytes) -> None:
        """Write all of it, or leave what was there. Raises OSError."""
        data = contents.encode("utf-8") if isinstance(contents, str) else contents
        writing.write_bytes(self.path, data, new=not self.replace)

    def stream(self) -> FileIO:
        """Bytes that grow while something goes on; see :meth:`aside`."""
        return writing.stream(self.path, new=not self.replace)

    @contextmanager
    def growing(self) -> Iterator[TextIO]:
        """A text that grows while something goes on; what was there comes back if that fails.

        Raises OSError, as do its methods.
        """
        with self.aside(), writing.text_stream(self.path) as stream:
            yield stream

    def aside(self) -> AbstractContextManager[None]:
        """Until its end something else writes the file; what was there comes back if that fails."""
        return writing.aside(self.path)


def add_force(parser: argparse._ActionsContainer) -> None:
    """``--force``."""
    parser.add_argument("--force", action="store_true", help="replace a file that exists")


def confirmed(question: str) -> bool | None:
    """Ask whoever sits at the terminal; None where nobody does."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def settle(path: str | Path, force: bool) -> OutFile:
    """The file at *path*, if it may be written.

    Raises ProgramFileError for one that is to stay, and for "-".
    """
    if str(path) == "-":
        raise ProgramFileError("'-' is no place for this; expected the name of a file")
    file = Path(path)
    if file.is_file() and not force and not (answer := confirmed(f"{path} exists; replace it?")):
        stays = "exists; --force replaces it" if answer is None else "stays as it was"
        raise ProgramFileError(f"{path} {stays}")
    return OutFile(file, replace=force or file.exists())


def write_folder(folder: Path, pages: Mapping[str, Callable[[], str]], force: bool) -> None:
    """Write a file for each of *pages*, the text by its name, if all of them may be written.

    Raises ProgramFileError for one that is to stay and for "-", and OSError.
    """
    if str(folder) == "-":
        raise ProgramFileError("'-' is no folder; expected the name of one")
    places = [settle(folder / name, force) for name in pages]
    folder.mkdir(parents=True, exist_ok=True)
    for place, text in zip(places, pages.values(), strict=True):
        place.write(text())
