"""What was done to the machine of a game, a line for each move."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

FOR_TAPE = "for the tape"
_MOST, _LONGEST = 400, 120
"""Lines that are kept, and characters of one out of a file."""


class GameLog(deque[str]):
    """The last lines."""

    def __init__(self, lines: Iterable[str] = ()) -> None:
        super().__init__(lines, _MOST)

    @classmethod
    def kept(cls, stored: Any) -> GameLog:
        """The log out of a session's file, as far as it is one."""
        lines = stored if isinstance(stored, list) else ()
        return cls(one[:_LONGEST] for one in lines if isinstance(one, str) and one.isprintable())

    def press(self, how: str, key: str) -> None:
        """A key was pressed; those for a tape are one line."""
        if how == FOR_TAPE and self and self[-1].startswith(f"{how}: "):
            self[-1] += f" {key}"
        else:
            self.append(f"{how}: {key}")
