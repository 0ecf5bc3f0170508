"""What the headers of our games in PGN say: who the program is, its level, how it ended."""

from collections.abc import Mapping
from enum import Enum

import chess

from microchess.program.levels import Level

_LOSERS = {"0-1": chess.WHITE, "1-0": chess.BLACK}

EVENT = "MicroChess on the KIM-1"
"""What our games are called in PGN."""


class Ending(Enum):
    """How a game ended where the rules of chess alone do not say it."""

    RESIGNED = "resigns"
    ILLEGAL = "made an illegal move"
    GIVEN_UP = "gives up"


def ending_of(found: Mapping[str, str], computer: chess.Color) -> Ending | None:
    """How a game ended that has the headers *found* and was saved by us; None where it did not, or
    as the rules of chess say.
    """
    how, loser = found.get("Termination", ""), _LOSERS.get(found.get("Result", ""))
    if loser is None or not any(one.value in how for one in Ending):
        return None
    if loser != computer:
        return Ending.GIVEN_UP
    return Ending.ILLEGAL if Ending.ILLEGAL.value in how else Ending.RESIGNED


def machine_name(title: str, level: str) -> str:
    """What a PGN calls the program *title* at a level: ``MicroChess (1976, normal)``."""
    return f"MicroChess ({title.removeprefix('MicroChess, ')}, {level})"


def level_of(found: Mapping[str, str]) -> Level | None:
    """The level in the headers *found* of a game that was saved by us; None where there is none."""
    names = " ".join(found.get(side, "") for side in ("White", "Black"))
    return next((level for level in Level if f", {level.title})" in names), None)
