"""How a game stands or ended, and the headers of its PGN."""

from __future__ import annotations

from collections.abc import Mapping

import chess

from microchess.game.history import Ending
from microchess.game.record import YOU, Record
from microchess.program.levels import Level

_LOSERS = {"0-1": chess.WHITE, "1-0": chess.BLACK}

EVENT = "MicroChess on the KIM-1"
"""What our games are called in PGN."""


def result(board: chess.Board, ending: Ending | None, computer: chess.Color) -> str:
    """``1-0``, ``0-1``, ``1/2-1/2``, or ``*`` while the game goes on."""
    loser = _loser(board, ending, computer)
    if loser is not None:
        return "0-1" if loser == chess.WHITE else "1-0"
    outcome = board.outcome()
    return outcome.result() if outcome else "*"


def verdict(board: chess.Board, ending: Ending | None, computer: chess.Color) -> str:
    """How it ended, in words; empty while it goes on."""

    def who(color: chess.Color) -> str:
        name = chess.COLOR_NAMES[color].capitalize()
        return f"{name} ({'MicroChess' if color == computer else 'you'})"

    if (loser := _loser(board, ending, computer)) is not None:
        how = ending.value if ending else "has neither king nor move"
        return f"{who(loser)} {how}; {who(not loser)} wins"
    outcome = board.outcome()
    if outcome is None:
        return ""
    reason = outcome.termination.name.replace("_", " ").lower()
    if outcome.winner is None:
        return f"draw: {reason}"
    return f"{reason}; {who(outcome.winner)} wins"


def _loser(board: chess.Board, ending: Ending | None, computer: chess.Color) -> chess.Color | None:
    """Whoever has lost without mate; so has he who is to move, if he has no king and no move, and
    the other has his: no stalemate.
    """
    if ending is not None:
        return not computer if ending is Ending.GIVEN_UP else computer
    kings = board.king(board.turn), board.king(not board.turn)
    stuck = kings[0] is None and kings[1] is not None and not any(board.legal_moves)
    return board.turn if stuck else None


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


def headers(
    machine: str, computer: chess.Color, record: Record, date: str, termination: str = ""
) -> dict[str, str]:
    """The headers of *record*, the person's game against *machine*; *computer* is the colour it has
    now. Who has moved for both sides has both names, a side that both have moved has two.
    """
    found = {"Event": EVENT, "Date": date}
    for header, color in (("White", chess.WHITE), ("Black", chess.BLACK)):
        movers = record.movers(color) or {color == computer}
        names = (name for mover, name in ((False, YOU), (True, machine)) if mover in movers)
        found[header] = " and ".join(names)
    if termination:
        found["Termination"] = termination
    return found
