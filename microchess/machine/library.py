"""A user's own program images, kept in the user's data folder.

The folder holds ``microchess.ptp`` (paper tape), its author's notice ``microchess.notice.txt``
where it came with one, ``6530-002.bin`` and ``6530-003.bin`` as far as they were added, and
``index.json`` with what is known of each. Files are replaced atomically; no
other file is ever read, written or removed.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from emu.errors import SnapshotError
from emu.files import reading
from microchess.errors import ImageError, LibraryError

if TYPE_CHECKING:
    from emu.files.formats.image import Program
    from emu.files.programs import Source
    from microchess.machine.manifest import Manifest

FOLDER_VARIABLE = "MICROCHESS_DATA"
"""Environment variable that names another folder."""
PROGRAM = "microchess"
FILES = {
    PROGRAM: "microchess.ptp",
    "6530-002": "6530-002.bin",
    "6530-003": "6530-003.bin",
}
"""Name of an image and its file."""
INDEX, NOTICE = "index.json", "microchess.notice.txt"


class LibraryEntry(NamedTuple):
    """One image kept: its name, the hash of its file, where it came from, what is known of it."""

    name: str
    sha256: str
    source: str
    recognised: bool
    notes: tuple[str, ...] = ()


def default_folder() -> Path:
    """The user's data folder of this program."""
    if other := os.environ.get(FOLDER_VARIABLE):
        return Path(other)
    import platformdirs

    return Path(platformdirs.user_data_dir("kim1-microchess", appauthor=False))


class Library:
    """The images in *folder*; programs are recognised by *manifest*, None: that of MicroChess."""

    def __init__(self, folder: Path | None = None, manifest: Manifest | None = None) -> None:
        self.folder = folder or default_folder()
        if manifest is not None:
            self.manifest = manifest

    @cached_property
    def manifest(self) -> Manifest:
        from microchess.machine.manifest import MICROCHESS_1976

        return MICROCHESS_1976

    def entries(self) -> list[LibraryEntry]:
        """What there is, sorted by name. Raises LibraryError when the index cannot be read."""
        path = self.folder / INDEX
        try:
            kept = reading.read_json(path)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise LibraryError(f"{path} cannot be read: {error.strerror}") from None
        except ValueError:
            kept = None
        from emu.files.codec import decode

        try:
            entries = decode(kept, tuple[LibraryEntry, ...], "index")
        except (ValueError, SnapshotError):
            entries = None
        if entries is None or not all(entry.name in FILES for entry in entries):
            raise LibraryError(f"{path} is damaged; delete it and add your images again")
        return sorted(entries, key=lambda entry: entry.name)

    def fault(self, entry: LibraryEntry) -> str:
        """What is wrong with an image's file: ``missing``, ``damaged``, or nothing (empty)."""
        from microchess.machine.manifest import sha256

        try:
            data = reading.read_bytes(self.folder / FILES[entry.name])
        except OSError:
            return "missing"
        return "" if sha256(data) == entry.sha256 else "damaged"

    def add(self, sources: Sequence[Source], anyway: bool = False) -> list[LibraryEntry]:
        """Keep ROM halves, and all other files together as one program.

        Raises ImageError, ProgramFileError or LibraryError; then nothing is kept.
        """
        from emu.files import writing
        from emu.files.locks import FileLock
        from microchess.machine.manifest import ROM_HALF, recognise_rom, sha256
        from microchess.machine.sources import read_sources

        made: list[tuple[LibraryEntry, bytes]] = []
        programs = []
        for source in sources:
            halves = [source.data[i : i + ROM_HALF] for i in range(0, len(source.data), ROM_HALF)]
            names = [recognise_rom(half) for half in halves]
            if halves and all(names):
                for name, half in zip(names, halves, strict=True):
                    made.append((LibraryEntry(name or "", sha256(half), source.name, True), half))
                continue
            as_long = source.address is None and len(source.data) in (ROM_HALF, 2 * ROM_HALF)
            if as_long and not (source.data.isascii() and source.data.strip(b"\0")):
                raise ImageError(
                    f"{source.name} is as long as a ROM of the KIM-1 but neither the 6530-002 nor "
                    "the 6530-003; if it is a program, give the address it loads at (FILE@0200)"
                )
            programs.append(source)
        if programs:
            program, notes, recognised = read_sources(programs, self.manifest, anyway)
            from emu.files.formats.papertape import write as write_paper_tape

            tape = write_paper_tape(program).encode("ascii")
            name = " + ".join(source.name for source in programs)
            made.append((LibraryEntry(PROGRAM, sha256(tape), name, recognised, notes), tape))
        files = {FILES[entry.name]: data for entry, data in made}
        if notice := self._notice_in(programs):
            files[NOTICE] = notice
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with closing(FileLock(self.folder)):
                new = {entry.name: entry for entry, _ in made}
                kept = [entry for entry in self.entries() if entry.name not in new]
                files[INDEX] = _index_of([*kept, *new.values()])
                paths = {self.folder / file: data for file, data in files.items()}
                writing.write_together(paths, mode=writing.PRIVATE)
                if programs and not notice:
                    (self.folder / NOTICE).unlink(missing_ok=True)
        except OSError as error:
            raise LibraryError(f"cannot write {self.folder}: {error.strerror}") from None
        return [entry for entry, _ in made]

    def _notice_in(self, sources: Sequence[Source]) -> bytes:
        """What the author says of his rights and terms, where a source is his listing."""
        from microchess.machine import listing

        texts = (listing.text_of(source, self.manifest.listing) for source in sources)
        said = [listing.notice(text) for text in texts if text is not None]
        return "\n\n".join(filter(None, said)).encode("utf-8")

    def notice(self) -> str:
        """What the author of the user's MicroChess says of his rights and terms, as far as it came
        with it. Raises LibraryError.
        """
        path = self.folder / NOTICE
        try:
            return reading.read_text(path)
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise LibraryError(f"{path} cannot be read: {error.strerror}") from None

    def remove(self, name: str) -> None:
        """Forget an image. Raises ImageError when there is none of that name."""
        from emu.files import writing

        entries = self.entries()
        gone = [entry for entry in entries if entry.name == name]
        if not gone:
            there = ", ".join(entry.name for entry in entries) or "none"
            raise ImageError(f"no image {name!r}; there are: {there}")
        try:
            index = _index_of([entry for entry in entries if entry.name != name])
            writing.write_bytes(self.folder / INDEX, index, mode=writing.PRIVATE)
            for file in (FILES[name], *([NOTICE] if name == PROGRAM else [])):
                (self.folder / file).unlink(missing_ok=True)
        except OSError as error:
            raise LibraryError(f"cannot write {self.folder}: {error.strerror}") from None

    def program(self) -> Program | None:
        """The user's MicroChess, or None; it has its own name where it is recognised.

        Raises LibraryError when its file is missing or damaged.
        """
        found = self._read(PROGRAM)
        if found is None:
            return None
        entry, data = found
        from emu.files.programs import read_program

        return read_program(data, self.manifest.name if entry.recognised else entry.source)

    def monitor(self) -> bytes | None:
        """The KIM-1's own ROM, 2,048 bytes, when both halves were added."""
        high, low = self._read("6530-002"), self._read("6530-003")
        return None if high is None or low is None else low[1] + high[1]

    def _read(self, name: str) -> tuple[LibraryEntry, bytes] | None:
        entry = next((one for one in self.entries() if one.name == name), None)
        if entry is None:
            return None
        from microchess.machine.manifest import sha256

        path = self.folder / FILES[name]
        try:
            data = reading.read_bytes(path)
        except OSError as error:
            raise LibraryError(f"{path} cannot be read: {error.strerror}") from None
        if sha256(data) != entry.sha256:
            raise LibraryError(f"{path} is damaged; add the image again")
        return entry, data


def _index_of(entries: Sequence[LibraryEntry]) -> bytes:
    return json.dumps([entry._asdict() for entry in entries], indent=1).encode("utf-8")
