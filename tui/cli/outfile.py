"""Files that commands write. One that is there already is asked about on a terminal; a script needs
``--force``. A command settles this once it has read what it needs, before it goes to work.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import BinaryIO, NamedTuple, TextIO

from emu.errors import ProgramFileError
from emu.files import writing


class OutFile(NamedTuple):
    """A file that may be written; ``replace``: in place of the one that is there."""

    path: Path
    replace: bool = False

    def write(self, contents: str | bytes) -> None:
        """Write all of it, or leave what was there. Raises OSError."""
        data = writing.encoded(contents) if isinstance(contents, str) else contents
        writing.write_bytes(self.path, data, new=not self.replace)

    def growing(self) -> AbstractContextManager[BinaryIO]:
        """Bytes that come while something goes on, in place of what was there at its end, however
        it ends: they are those that came until then. Raises OSError, as do its methods.
        """
        return writing.replacing(self.path, new=not self.replace, grows=True)

    @contextmanager
    def text(self) -> Iterator[TextIO]:
        """`growing`, for text in UTF-8."""
        with (
            self.growing() as file,
            TextIOWrapper(file, encoding="utf-8", errors="replace", newline="\n") as text,
        ):
            yield text


def add_force(parser: argparse._ActionsContainer) -> None:
    """``--force``."""
    parser.add_argument("--force", action="store_true", help="replace a file that exists")


def confirmed(question: str) -> bool | None:
    """Ask whoever sits at the terminal; None where nobody does."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def refuse_input(path: str | Path, read: Iterable[str | Path]) -> None:
    """Raises ProgramFileError if *path* is one of the files that are *read*, ``FILE``,
    ``FILE@ADDR`` or ``-``, by whatever name.
    """
    for one in ("/dev/stdin" if name == "-" else name for name in map(str, read)):
        for name in (one, one.rpartition("@")[0]):
            with suppress(OSError, ValueError):
                if Path(name).samefile(path):
                    raise ProgramFileError(f"{path} is read as well; expected another file")


def settle(path: str | Path, force: bool, read: Iterable[str | Path] = ()) -> OutFile:
    """The file at *path*, if it may be written and is none of those *read*.

    Raises ProgramFileError for one that is to stay, and for "-"; OSError where there can be none.
    """
    if str(path) == "-":
        raise ProgramFileError("'-' is no place for this; expected the name of a file")
    refuse_input(path, read)
    there = writing.check(path)
    if there and not force and not (answer := confirmed(f"{path} exists; replace it?")):
        stays = "exists; --force replaces it" if answer is None else "stays as it was"
        raise ProgramFileError(f"{path} {stays}")
    return OutFile(Path(path), replace=force or Path(path).exists())


def settle_all(
    paths: Mapping[str, str | Path | None], force: bool, read: Iterable[str | Path]
) -> dict[str, OutFile]:
    """Each of *paths* that is given, by the name of its option; :func:`settle`.

    Raises ProgramFileError for one that two options name.
    """
    wanted = {name: path for name, path in paths.items() if path is not None}
    places: dict[str, str] = {}
    for name, path in wanted.items():
        if Path(path).exists() and not Path(path).is_file():
            continue  # a device takes any number
        if (other := places.setdefault(os.path.realpath(path), name)) != name:
            raise ProgramFileError(f"--{other} and --{name} both want {path}")
    return {name: settle(path, force, read) for name, path in wanted.items()}


def write_folder(folder: Path, pages: Mapping[str, Callable[[], str]], force: bool) -> None:
    """Write a file for each of *pages*, the text by its name, if all of them may be written.

    Raises ProgramFileError for one that is to stay and for "-", and OSError.
    """
    if str(folder) == "-":
        raise ProgramFileError("'-' is no folder; expected the name of one")
    folder.mkdir(parents=True, exist_ok=True)
    places = [settle(folder / name, force) for name in pages]
    for place, text in zip(places, pages.values(), strict=True):
        place.write(text())
