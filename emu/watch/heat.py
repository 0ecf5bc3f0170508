"""A heat map of memory: how often each byte was executed, read and written."""

from collections import Counter
from collections.abc import Iterator

from emu.units import Address
from emu.watch.trace import FETCHED, KINDS, BusAccess, Trace

ROW = 64
"""Bytes of a row of the map."""
_TITLES = {FETCHED: "executed", "read": "read", "write": "written"}


class Heat:
    """Counts accesses; ``tap`` is what to put in the line."""

    def __init__(self) -> None:
        self.counts: dict[str, Counter[Address]] = {kind: Counter() for kind in KINDS}
        self.tap = Trace(self._heard)

    def _heard(self, access: BusAccess) -> None:
        self.counts[access.kind][access.address] += 1

    def lines(self) -> Iterator[str]:
        """A map for each kind: ``.`` never, else the number of digits of the count (1: up to 9
        times, 2: up to 99, ...). Rows in which nothing was touched are left out.
        """
        for kind, counts in self.counts.items():
            yield f"{_TITLES[kind]}: {counts.total():,} times, {len(counts):,} bytes"
            for row in sorted({address // ROW * ROW for address in counts}):
                cells = (counts[address] for address in range(row, row + ROW))
                digits = (str(len(str(count))) if count else "." for count in cells)
                yield f"${row:04X} {''.join(digits)}"

    def as_json(self) -> dict[str, dict[str, int]]:
        """Counts by kind and address (four hexadecimal digits)."""
        return {
            _TITLES[kind]: {f"{address:04X}": counts[address] for address in sorted(counts)}
            for kind, counts in self.counts.items()
        }
