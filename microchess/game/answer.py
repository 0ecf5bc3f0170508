"""What the program answers."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from emu.machine import MHZ
from microchess.machine.operator import Action

BOOK = "book"
"""What the record says of a move from the book, alone or before a comma."""


@dataclass(frozen=True)
class Answer:
    """The program's turn.

    ``display`` is what the digits showed, ``move`` the chess move (None when it resigned or did
    what chess forbids), ``value`` that of the candidate chosen (None from the book), ``cycles`` the
    time it took, ``action`` what was done to the machine, ``remark`` anything a person should know.
    """

    display: str
    move: chess.Move | None
    san: str
    value: int | None
    cycles: int
    action: Action
    remark: str = ""

    @property
    def seconds(self) -> float:
        """The time it took, on a 1 MHz KIM-1."""
        return self.cycles / MHZ


def comment_on(value: int | None, cycles: int, remark: str) -> str:
    """What the record says of a move of the program."""
    worth = BOOK
    if value is not None:
        worth = f"value ${value:02X}, {cycles / MHZ:.2f} s at 1 MHz"
    return f"{worth}, {remark}" if remark else worth
