"""Python translations kept from run to run."""

from __future__ import annotations

import atexit
import marshal
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import CodeType

from emu.turbo.cache import Folder, translator_fingerprint, user_folder, warn_once
from emu.turbo.layout import Layout
from emu.turbo.translations import Dependencies
from emu.units import Address

MAX_RECORDS = 2_000
"""Records kept; the oldest go first."""
_BATCH = 50
"""New records after which they are written, if it is not done at the end."""

Packed = tuple[int, bytes, bytes]
"""Head, dependencies and code object, both by `marshal`; no code where nothing can be translated.
"""


class Records:
    """Translations for machines with one memory layout, from a file in *folder*.

    They are looked up by head; whether one is right for the memory at hand its dependencies tell.
    """

    def __init__(self, folder: Folder, layout: Layout) -> None:
        self._folder = folder
        self._name = f"python-{translator_fingerprint()}-{layout.fingerprint}"
        self._records: dict[int, list[Packed]] = {}
        self._new: list[Packed] = []
        for record in self._load():
            self._records.setdefault(record[0], []).append(record)
        atexit.register(self.save)

    def at(self, head: Address) -> Iterator[tuple[Dependencies, CodeType | None]]:
        """What is known for *head*; no code where nothing can be translated."""
        for _, dependencies, code in self._records.get(head, []):
            yield Dependencies(*marshal.loads(dependencies)), marshal.loads(code) if code else None

    def add(self, dependencies: Dependencies, code: CodeType | None) -> None:
        """Remember a translation, or that there is none."""
        packed = marshal.dumps(tuple(dependencies))
        record = dependencies.head, packed, marshal.dumps(code) if code else b""
        self._records.setdefault(dependencies.head, []).append(record)
        self._new.append(record)
        if len(self._new) >= _BATCH:
            self.save()

    def save(self) -> None:
        """Write what is new, beside what other processes have written meanwhile."""
        if not self._new:
            return
        known = {record[:2]: record for record in (*self._load(), *self._new)}
        kept = list(known.values())[-MAX_RECORDS:]
        self._new = []
        self._folder.write(self._name, marshal.dumps(kept))

    def _load(self) -> list[Packed]:
        data = self._folder.read(self._name)
        try:
            return list(marshal.loads(data)) if data else []
        except (ValueError, TypeError, EOFError) as error:
            warn_once(f"the cache of translations is not used: {error}")
            return []


def user_records(layout: Layout) -> Records | None:
    """The user's records for *layout*, one object for all machines of a process."""
    folder = user_folder()
    return None if folder is None else _records(folder.path, layout)


@cache
def _records(path: Path, layout: Layout) -> Records:
    return Records(Folder(path), layout)
