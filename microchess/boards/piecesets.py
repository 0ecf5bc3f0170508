"""A set of pieces walked, piece by piece: isolate the lowest bit, tell its number, reset it.

As the literature on piece-sets has it: ``x & -x`` isolates, the position of that bit is the piece's
number, ``x &= x - 1`` resets. What a step costs is counted in operations on a word: a test whether
anybody is left, two to isolate, one to number, two to reset; one test more ends the walk. In two
words of 16 bits, a side each, the second word is walked like the first and its pieces are 16
higher.
"""

from microchess.boards.geometry import Numbering
from microchess.boards.recorder import Cells
from microchess.boards.view import BankPanel, Cell

WORD, HALF_WORD = 32, 16
OPERATIONS = 6
"""For each piece; the test that ends a word comes on top."""


def walks(word: int, squares: Cells, numbering: Numbering) -> tuple[BankPanel, ...]:
    """The walk in one word and in two, a row a piece, each row with its cost; *squares* are where
    the pieces stand. Nothing for the empty set.
    """
    return tuple(
        _walk(name, word, width, squares, numbering)
        for name, width in (("walked", WORD), ("walked in two words", HALF_WORD))
        if word
    )


def _walk(name: str, word: int, width: int, squares: Cells, numbering: Numbering) -> BankPanel:
    cells: list[Cell] = []
    for first in range(0, WORD, width):
        left = word >> first & (1 << width) - 1
        while left:
            isolated = left & -left
            man = first + isolated.bit_length() - 1
            square = squares[man]
            for title, value, text, where in (
                ("x", left, f"{left:0{width // 4}x}", None),
                ("&-x", isolated, f"{isolated:0{width // 4}x}", None),
                ("man", man, f"{man} {numbering.name(square)}", numbering.square[square]),
                ("cost", OPERATIONS, str(OPERATIONS), None),
            ):
                cells.append(Cell(name, len(cells), title, value, text, where))
            left &= left - 1
    operations = OPERATIONS * word.bit_count() + WORD // width
    note = f"x & -x, number, x &= x - 1: {operations} operations of {width} bits"
    return BankPanel(name, 4, tuple(cells), note)
