"""A user's own program images, kept in the user's data folder.

The folder holds ``microchess.ptp`` (paper tape), ``6530-002.bin`` and ``6530-003.bin`` as far as
they were added, and ``index.json`` with what is known of each. Files are replaced atomically.
"""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import platformdirs

from emu.errors import ProgramFileError
from emu.programs import Program, read_program, write_paper_tape
from microchess.errors import ImageError, LibraryError
from microchess.recognition import (
    MICROCHESS_1976,
    ROM_HALF,
    Manifest,
    recognise,
    recognise_rom,
    sha256,
)

FOLDER_VARIABLE = "MICROCHESS_DATA"
"""Environment variable that names another folder."""
PROGRAM_FILE = "microchess.ptp"
ROM_FILES = {"6530-002": "6530-002.bin", "6530-003": "6530-003.bin"}
_INDEX = "index.json"


@dataclass(frozen=True)
class Entry:
    """One image kept: its name, file, the hash of the file, where it came from, what is known."""

    name: str
    file: str
    sha256: str
    source: str
    recognised: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Source:
    """A file a user brings: its name, bytes, and the address a raw binary loads at."""

    name: str
    data: bytes
    address: int | None = None


def default_folder() -> Path:
    """The user's data folder of this program."""
    if other := os.environ.get(FOLDER_VARIABLE):
        return Path(other)
    return Path(platformdirs.user_data_dir("kim1-microchess", appauthor=False))


def read_sources(
    sources: Sequence[Source], manifest: Manifest = MICROCHESS_1976, anyway: bool = False
) -> tuple[Program, tuple[str, ...], bool]:
    """The program that *sources* hold together, notes about it, and whether it is recognised.

    Raises ImageError when it is not the manifest's program and *anyway* is not set, and
    ProgramFileError when a file cannot be read.
    """
    name = " + ".join(source.name for source in sources)
    memory: dict[int, int] = {}
    notes: list[str] = []
    for source in sources:
        program = read_program(source.data, source.name, source.address)
        for address, byte in program.memory.items():
            if memory.setdefault(address, byte) != byte:
                raise ProgramFileError(
                    f"{source.name}: ${address:04X} is ${byte:02X}, "
                    f"but ${memory[address]:02X} in a file before it"
                )
        notes += program.notes
    merged = Program.from_bytes_map(name, memory, format="merged", notes=tuple(notes))
    found = recognise(merged, manifest)
    if found.recognised:
        return found.program, found.notes, True
    if anyway:
        notes.append(f"not {manifest.title}: {', '.join(found.differences)}")
        return merged, tuple(notes), False
    raise ImageError(
        f"{name} is not {manifest.title}: {', '.join(found.differences)}; "
        "--anyway runs it all the same"
    )


class Library:
    """The images in *folder*; programs are recognised by *manifest*."""

    def __init__(self, folder: Path | None = None, manifest: Manifest = MICROCHESS_1976) -> None:
        self.folder = folder or default_folder()
        self.manifest = manifest

    def entries(self) -> list[Entry]:
        """What there is, sorted by name.

        Raises LibraryError when the index cannot be read.
        """
        path = self.folder / _INDEX
        try:
            raw = json.loads(path.read_text(encoding="utf-8"))
            entries = [Entry(**{**item, "notes": tuple(item["notes"])}) for item in raw]
        except FileNotFoundError:
            return []
        except (OSError, ValueError, TypeError, KeyError) as error:
            raise LibraryError(f"{path} cannot be read: {error}") from None
        return sorted(entries, key=lambda entry: entry.name)

    def add(self, sources: Sequence[Source], anyway: bool = False) -> list[Entry]:
        """Keep ROM halves, and all other files together as one program.

        Raises ImageError, ProgramFileError or LibraryError; then nothing is kept.
        """
        made: list[tuple[Entry, bytes]] = []
        programs = []
        for source in sources:
            halves = [source.data[i : i + ROM_HALF] for i in range(0, len(source.data), ROM_HALF)]
            names = [recognise_rom(half) for half in halves]
            if halves and all(names):
                for name, half in zip(names, halves, strict=True):
                    assert name is not None
                    made.append((self._entry(name, ROM_FILES[name], half, source.name, True), half))
            else:
                programs.append(source)
        if programs:
            program, notes, recognised = read_sources(programs, self.manifest, anyway)
            tape = write_paper_tape(program).encode("ascii")
            entry = self._entry("microchess", PROGRAM_FILE, tape, program.name, recognised, notes)
            made.append((entry, tape))
        self._keep(made)
        return [entry for entry, _ in made]

    def remove(self, name: str) -> None:
        """Forget an image.

        Raises ImageError when there is none of that name.
        """
        entries = self.entries()
        gone = [entry for entry in entries if entry.name == name]
        if not gone:
            there = ", ".join(entry.name for entry in entries) or "none"
            raise ImageError(f"no image {name!r}; there are: {there}")
        self._write_index([entry for entry in entries if entry.name != name])
        (self.folder / gone[0].file).unlink(missing_ok=True)

    def program(self) -> Program | None:
        """The user's MicroChess, or None.

        Raises LibraryError when its file is missing or damaged.
        """
        found = self._read("microchess")
        if found is None:
            return None
        entry, data = found
        return read_program(data, entry.source)

    def monitor(self) -> bytes | None:
        """The KIM-1's own ROM, 2,048 bytes, when both halves were added."""
        high, low = self._read("6530-002"), self._read("6530-003")
        return None if high is None or low is None else low[1] + high[1]

    def _read(self, name: str) -> tuple[Entry, bytes] | None:
        entry = next((one for one in self.entries() if one.name == name), None)
        if entry is None:
            return None
        path = self.folder / entry.file
        try:
            data = path.read_bytes()
        except OSError as error:
            raise LibraryError(f"{path} cannot be read: {error.strerror}") from None
        if sha256(data) != entry.sha256:
            raise LibraryError(f"{path} is damaged; add the image again")
        return entry, data

    @staticmethod
    def _entry(
        name: str,
        file: str,
        data: bytes,
        source: str,
        recognised: bool,
        notes: Iterable[str] = (),
    ) -> Entry:
        return Entry(name, file, sha256(data), source, recognised, tuple(notes))

    def _keep(self, made: Sequence[tuple[Entry, bytes]]) -> None:
        new = {entry.name for entry, _ in made}
        entries = [entry for entry in self.entries() if entry.name not in new]
        for entry, data in made:
            self._write(entry.file, data)
        self._write_index([*entries, *(entry for entry, _ in made)])

    def _write_index(self, entries: Sequence[Entry]) -> None:
        text = json.dumps([asdict(entry) for entry in entries], indent=1)
        self._write(_INDEX, text.encode("utf-8"))

    def _write(self, file: str, data: bytes) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            handle, temporary = tempfile.mkstemp(dir=self.folder, prefix=file)
            with os.fdopen(handle, "wb") as out:
                out.write(data)
            Path(temporary).replace(self.folder / file)
        except OSError as error:
            raise LibraryError(f"cannot write {self.folder / file}: {error.strerror}") from None
