"""A set of men walked, man by man: isolate the lowest bit, tell its number, reset it.

As the literature on piece-sets has it: ``x & -x`` isolates, the position of that bit is the man's
number, ``x &= x - 1`` resets. What a step costs is counted in operations on a word: a test whether
anybody is left, two to isolate, one to number, two to reset; one test more ends the walk. In two
words of 16 bits, a side each, the second word is walked like the first and its men are 16 higher.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from microchess.boards.geometry import Numbering
from microchess.boards.recorder import Cells
from microchess.boards.view import BankPanel, Cell

WORD, HALF_WORD = 32, 16
OPERATIONS = 6
"""For each man; the test that ends a word comes on top."""


class SetStep(NamedTuple):
    """``word`` as it was, its lowest bit alone, that bit's man, and what is left."""

    word: int
    isolated: int
    man: int
    rest: int


def walk(word: int, width: int = WORD) -> Iterator[SetStep]:
    """The steps through a set of 32 men, in words of so many bits."""
    for first in range(0, WORD, width):
        left = word >> first & (1 << width) - 1
        while left:
            isolated, rest = left & -left, left & left - 1
            yield SetStep(left, isolated, first + isolated.bit_length() - 1, rest)
            left = rest


def operations(word: int, width: int = WORD) -> int:
    """What the whole walk costs, in operations on words of so many bits."""
    return OPERATIONS * word.bit_count() + WORD // width


def walks(word: int, squares: Cells, numbering: Numbering) -> tuple[BankPanel, ...]:
    """The walk in one word and in two, a row a man, each row with its cost; *squares* are where the
    men stand. Nothing for the empty set.
    """
    return tuple(
        _panel(name, word, width, squares, numbering)
        for name, width in (("walked", WORD), ("walked in two words", HALF_WORD))
        if word
    )


def _panel(name: str, word: int, width: int, squares: Cells, numbering: Numbering) -> BankPanel:
    cells: list[Cell] = []
    for step in walk(word, width):
        square = squares[step.man]
        for title, value, text, where in (
            ("x", step.word, f"{step.word:0{width // 4}x}", None),
            ("&-x", step.isolated, f"{step.isolated:0{width // 4}x}", None),
            ("man", step.man, f"{step.man} {numbering.name(square)}", numbering.square[square]),
            ("cost", OPERATIONS, str(OPERATIONS), None),
        ):
            cells.append(Cell(name, len(cells), title, value, text, where))
    note = f"x & -x, number, x &= x - 1: {operations(word, width)} operations of {width} bits"
    return BankPanel(name, 4, tuple(cells), note)
