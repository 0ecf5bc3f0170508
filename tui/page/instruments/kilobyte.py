"""The kilobyte of RAM: what each byte is for, and which have just changed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from microchess.machine.kilobyte import PARTS, RAM, part_of
from tui.page.instruments.instrument import DeskSide, Instrument
from tui.session.snapshot import Snapshot
from tui.session.thought_words import JANUS
from tui.session.verbs import control

_FREE = "free"
_JANUS = (
    "These are the parts of the program of 1976. Janus has pieces, move, counters and digits in "
    "the same places, and uses the rest in its own way."
)
_NAMES = (*PARTS, _FREE)


@dataclass(frozen=True, kw_only=True)
class KilobyteView:
    """The RAM: for each byte from $0000 on the digit of its part among ``names``; the addresses of
    bytes that have just changed, and how many of each part, in words.
    """

    names: list[str]
    parts: str
    changed: list[int]
    said: str
    remark: str


class KilobyteInstrument(Instrument):
    """Compares each moment with the one shown before."""

    def __init__(self, desk: DeskSide) -> None:
        super().__init__(desk)
        self._before = b""
        remark = _JANUS if desk.now().game.program == JANUS else ""
        self._part = KilobyteView(
            names=list(_NAMES), parts=_parts(), changed=[], said="", remark=remark
        )

    @control
    def open(self) -> None:
        """Show it."""

    def part(self, snapshot: Snapshot) -> KilobyteView:
        """What has changed since the last moment that was another."""
        now = bytes(snapshot.machine.memory.read(0, RAM))
        if now != self._before:
            before, self._before = self._before or now, now
            changed = [one for one in range(RAM) if before[one] != now[one]]
            counted = Counter(part_of(one) or _FREE for one in changed)
            said = ", ".join(f"{name} {counted[name]}" for name in _NAMES if counted[name])
            self._part = replace(self._part, changed=changed, said=said)
        return self._part


def _parts() -> str:
    """For each byte the number of its part among the names, a digit each."""
    return "".join(str(_NAMES.index(part_of(address) or _FREE)) for address in range(RAM))
