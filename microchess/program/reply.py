"""Requests and their answers as values, and as JSON with the names of the golden data."""

from __future__ import annotations

from dataclasses import dataclass

from microchess.program.table import PieceTable

TO_BEAT = 0x0C
"""A candidate must be worth more than this to be considered."""


@dataclass(frozen=True)
class Candidate:
    """A move the program judged: man 0-15 to square byte *to*, its value, the bytes $DD-$F2."""

    man: int
    to: int
    value: int
    counters: bytes


@dataclass(frozen=True)
class ManMove:
    """The program's answer: man, from- and to-square as on the display."""

    man: int
    source: int
    target: int


@dataclass(frozen=True)
class Reply:
    """All that came of key PC. ``move`` is None when the program resigned.

    ``cycles`` and ``instructions`` count from the key's being read to the next reading of the
    keypad, the display routine as a bare RTS; None for a player without a machine.
    """

    move: ManMove | None
    after: PieceTable
    candidates: tuple[Candidate, ...]
    cycles: int | None
    instructions: int | None
