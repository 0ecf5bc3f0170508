"""What the teleprinter's characters look like: text for a terminal, or lines of paper.

A teleprinter prints nothing for NUL and RUBOUT, which are fill, and DC1 to DC4, which start and
stop its tape reader and punch. It knows seven bits; the eighth is parity.
"""

from collections import deque

_CODES = 0x7F
_UNPRINTED = bytes((0x00, 0x11, 0x12, 0x13, 0x14, 0x7F))
LINES, COLUMNS = 400, 72
"""Lines kept, and the width of a Teletype model 33's paper."""


def readable(data: bytes) -> bytes:
    """The characters that print or move the carriage, without parity."""
    return bytes(byte & _CODES for byte in data).translate(None, _UNPRINTED)


class Paper:
    """The last lines printed; overprinting replaces, and the carriage stops at the right edge."""

    def __init__(self) -> None:
        self._done: deque[str] = deque(maxlen=LINES - 1)
        self._line: list[str] = []
        self.column = 0
        """Where the carriage is."""

    def print(self, data: bytes) -> None:
        """Print characters as they came over the line."""
        for byte in readable(data):
            match byte:
                case 0x0D:
                    self.column = 0
                case 0x0A:
                    self._done.append("".join(self._line).rstrip())
                    self._line = []
                case 0x08:
                    self.column = max(0, self.column - 1)
                case _ if byte >= 0x20:
                    self._strike(chr(byte))

    def _strike(self, character: str) -> None:
        column = min(self.column, COLUMNS - 1)
        self._line += " " * (column + 1 - len(self._line))
        self._line[column] = character
        self.column = column + 1

    @property
    def lines(self) -> tuple[str, ...]:
        """From the oldest to the one the carriage is on."""
        return (*self._done, "".join(self._line))
