"""Python translations kept from run to run."""

from __future__ import annotations

import atexit
import logging
import marshal
from types import CodeType

from emu.turbo.cache import Folder, translator, user_folder
from emu.turbo.layout import Layout
from emu.turbo.tree import Footprint

MOST = 2_000
"""Records kept; the oldest go first."""
_BATCH = 50
"""New records after which they are written, if it is not done at the end."""
_log = logging.getLogger(__name__)

Record = tuple[Footprint, CodeType]


class Records:
    """Translations for machines with one memory layout, from a file in *folder*.

    They are looked up by head; whether one is right for the memory at hand its footprint tells.
    """

    def __init__(self, folder: Folder, layout: Layout) -> None:
        self._folder = folder
        self._name = f"python-{translator()}-{layout.fingerprint}"
        self._records: dict[int, list[Record]] = {}
        self._new: list[Record] = []
        for record in self._load():
            self._records.setdefault(record[0].head, []).append(record)
        atexit.register(self.save)

    def at(self, head: int) -> list[Record]:
        """What is known for *head*."""
        return self._records.get(head, [])

    def add(self, footprint: Footprint, code: CodeType) -> None:
        """Remember a translation."""
        record = footprint, code
        self._records.setdefault(footprint.head, []).append(record)
        self._new.append(record)
        if len(self._new) >= _BATCH:
            self.save()

    def save(self) -> None:
        """Write what is new, beside what other processes have written meanwhile."""
        if not self._new:
            return
        known = {footprint.packed(): code for footprint, code in (*self._load(), *self._new)}
        kept = list(known.items())[-MOST:]
        self._new = []
        self._folder.write(self._name, marshal.dumps(kept))

    def _load(self) -> list[Record]:
        data = self._folder.read(self._name)
        if data is None:
            return []
        try:
            return [(Footprint.unpacked(packed), code) for packed, code in marshal.loads(data)]
        except (ValueError, TypeError, EOFError) as error:
            _log.warning("the cache of translations is not used: %s", error)
            return []


_shared: dict[tuple[str, str], Records] = {}


def user_records(layout: Layout) -> Records | None:
    """The user's records for *layout*, one object for all machines of a process."""
    folder = user_folder()
    if folder is None:
        return None
    key = str(folder.path), layout.fingerprint
    if key not in _shared:
        _shared[key] = Records(folder, layout)
    return _shared[key]
