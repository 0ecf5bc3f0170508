"""Addresses on the command line: ``0200``, ``$0200``, a label, a range, a byte at an address."""

import sys
from pathlib import Path

from emu.errors import EmuError
from emu.files import reading
from emu.notation import parse_number
from emu.plain import plain_line
from emu.watch import kim1_symbols, labels
from emu.watch.sources import SourceLine, Sources, read_names

USAGE = 2
"""Exit code."""


class Labels(dict[int, str]):
    """Names by address, and the sources of the code where they are known; ``sources.data``: all
    that is known to be no code.
    """

    def __init__(self) -> None:
        super().__init__()
        self.sources = Sources()

    def address(self, text: str) -> int:
        """An address, by number, by name, or as ``FILE:LINE`` of the sources."""
        file, colon, line = text.strip().rpartition(":")
        if colon and line.isdecimal():
            return self.sources.find(file, parse_number(line))
        return labels.find(text.strip(), self)

    def span(self, text: str) -> range:
        """``FIRST-LAST``, both included, or one address."""
        first, dash, last = text.partition("-")
        start = self.address(first)
        end = self.address(last) if dash else start
        if end < start:
            raise UsageError(f"the range {text} ends before it begins")
        return range(start, end + 1)

    def named(self, place: int) -> str:
        """``$0200``, with its label if it has one."""
        return f"${place:04X} {self.get(place, '')}".rstrip()


class UsageError(EmuError, ValueError):
    """Something on the command line cannot be understood."""


def refused(command: str, error: EmuError) -> int:
    """Say in a line what is wrong with the command line; the exit code."""
    reason = plain_line(str(error))
    print(f"microchess {command}: {reason}; see microchess {command} --help", file=sys.stderr)
    return USAGE


def known_labels(monitor: bytes, files: list[Path]) -> Labels:
    """The labels in *files*, earlier files first, then those of the KIM-1 with *monitor*.

    Raises OSError and LabelError.
    """
    known = Labels()
    lines: dict[int, SourceLine] = {}
    data = kim1_symbols.data_of_board(monitor)
    for path in files:
        found = read_names(reading.read_text(path), str(path), path.parent)
        lines, data = found.lines | lines, found.data | data
        for note in found.notes:
            print(plain_line(note), file=sys.stderr)
        for address, label in found.labels.items():
            known.setdefault(address, label)
    for address, label in kim1_symbols.of_board(monitor).items():
        known.setdefault(address, label)
    known.sources = Sources(lines, data=data)
    return known
