"""The three levels of play: two bytes in the program."""

from __future__ import annotations

from enum import Enum

from microchess.errors import LevelError
from microchess.program.fitting import as_text


class Level(Enum):
    """A level: its name, the bytes at $02F2 and $018B, the advertised seconds a move at 1 MHz."""

    SUPER_BLITZ = ("super-blitz", 0x00, 0xFF, 3)
    BLITZ = ("blitz", 0x00, 0xFB, 10)
    NORMAL = ("normal", 0x08, 0xFB, 100)

    def __init__(self, title: str, check: int, turn: int, seconds: int) -> None:
        self.title = title
        self.check = check
        self.turn = turn
        self.seconds = seconds

    @classmethod
    def named(cls, name: str) -> Level:
        """The level of that name, in any case, ``_`` or a space for the hyphen.

        Raises LevelError, naming the levels there are.
        """
        wanted = as_text("level", name, "blitz").strip().lower().replace("_", "-").replace(" ", "-")
        for level in cls:
            if wanted in (level.title, level.title.replace("-", "")):
                return level
        names = ", ".join(level.title for level in cls)
        raise LevelError(f"no level {name!r}; the levels are {names}")

    @classmethod
    def checked(cls, level: object) -> Level:
        """*level*, if it is one. Raises TypeError."""
        if not isinstance(level, cls):
            raise TypeError(f"level {level!r}: expected a Level, such as Level.NORMAL")
        return level

    @classmethod
    def of_bytes(cls, check: int, turn: int) -> Level | None:
        """The level that has these bytes, if any does."""
        return next((one for one in cls if (one.check, one.turn) == (check, turn)), None)
