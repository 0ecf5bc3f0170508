"""The kilobyte of RAM: what each byte is for, and which have just changed."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from microchess.machine.kilobyte import PARTS, RAM, part_of
from tui.panels.blocks import Block, OwnBlock, SentenceBlock
from tui.panels.panel import Panel
from tui.session.snapshot import Snapshot
from tui.session.thought_words import JANUS

_FREE = "free"
_JANUS = (
    "These are the parts of the program of 1976. Janus has pieces, move, counters and digits in "
    "the same places, and uses the rest in its own way."
)
NAMES = (*PARTS, _FREE)
RUNS = tuple(
    (NAMES.index(name), len(list(run)))
    for name, run in groupby(part_of(address) or _FREE for address in range(RAM))
)


@dataclass(frozen=True)
class KilobyteMap:
    """The RAM from $0000 on: runs of bytes, each the part's place in ``names`` and how many; the
    addresses of those that have just ``changed``, and how many of each part, in words.
    """

    names: tuple[str, ...]
    runs: tuple[tuple[int, int], ...]
    changed: tuple[int, ...]
    said: str


class KilobytePanel(Panel):
    """Compares each moment with the one shown before."""

    name = "kilobyte"
    help = """\
Every byte of the kilobyte by what it is for; those that have just changed light up.
"""

    def __init__(self) -> None:
        self._before = b""
        self._changed: tuple[int, ...] = ()

    def look(self, view: Snapshot) -> None:
        """Find what has changed since the last moment that was another."""
        now = bytes(view.machine.memory.read(0, RAM))
        if now != self._before:
            before, self._before = self._before or now, now
            self._changed = tuple(one for one in range(RAM) if before[one] != now[one])

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """The map, where a front end has one."""
        counted = Counter(part_of(one) or _FREE for one in self._changed)
        said = ", ".join(f"{name} {counted[name]}" for name in NAMES if counted[name])
        yield OwnBlock("map", "kilobyte", KilobyteMap(NAMES, RUNS, self._changed, said))
        yield SentenceBlock("remark", _JANUS if view.game.program == JANUS else "")
