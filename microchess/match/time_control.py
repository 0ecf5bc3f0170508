"""Time controls as cutechess and PGN write them, and the clock of one player."""

from __future__ import annotations

import re
from dataclasses import dataclass

from microchess.errors import MicroChessError

_CONTROL = re.compile(r"(?:(N)/)?(?:(N):)?(N(?:\.N)?)(?:\+(N(?:\.N)?))?".replace("N", "[0-9]{1,9}"))


@dataclass(frozen=True)
class TimeControl:
    """``seconds`` for ``moves`` moves (None: for all), and ``increment`` seconds a move."""

    seconds: float
    moves: int | None = None
    increment: float = 0.0

    @classmethod
    def read(cls, text: str) -> TimeControl:
        """``[MOVES/][MINUTES:]SECONDS[+INCREMENT]``. Raises MicroChessError for anything else."""
        found = _CONTROL.fullmatch(text)
        moves, minutes, seconds, increment = found.groups() if found else (None,) * 4
        total = 60 * int(minutes or 0) + float(seconds or 0)
        if not total or moves == "0":
            raise MicroChessError(
                f"tc is {text!r}; expected [MOVES/][MINUTES:]SECONDS[+INCREMENT], as in 40/60+0.5"
            )
        return cls(total, int(moves) if moves else None, float(increment or 0))

    def __str__(self) -> str:
        moves = f"{self.moves}/" if self.moves else ""
        return f"{moves}{self.seconds:g}{f'+{self.increment:g}' if self.increment else ''}"


class PlayerClock:
    """What is ``left`` of a player's time, in seconds, for so many ``moves`` (None: all)."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.left, self.moves = control.seconds, control.moves

    def move(self, seconds: float) -> bool:
        """Take the time of a move off; whether there was enough."""
        if seconds > self.left:
            self.left = 0.0
            return False
        self.left += self.control.increment - seconds
        if self.moves is not None:
            self.moves -= 1
            if not self.moves:
                self.left, self.moves = self.left + self.control.seconds, self.control.moves
        return True
