"""The piece table as HTML: each man's name, cell, byte and square."""

from __future__ import annotations

from microchess.program.display.markup import table
from microchess.program.memory_map import TABLE
from microchess.program.squares import SquareByte, on_board, to_chess
from microchess.program.table import HALF, MEN, PieceTable

_COLUMNS = ("cell", "byte", "square")
_HEAD = (
    "man",
    *(f"computer's {one}" for one in _COLUMNS),
    *(f"opponent's {one}" for one in _COLUMNS),
)


def piece_table_html(men: PieceTable) -> str:
    """The computer's men and the opponent's side by side.

    A square has two names: the one it has when the computer plays White, and that for Black.
    """
    problems = "".join(f"; {one}" for one in men.problems())
    return table(
        f"Piece table; squares when the computer has White / Black{problems}",
        _HEAD,
        ((name, *_cells(men, man), *_cells(men, man + HALF)) for man, name in enumerate(MEN)),
    )


def _cells(men: PieceTable, man: int) -> tuple[str, str, str]:
    byte = men[man]
    return f"${TABLE + man:02X}", f"{byte:02X}", _squares(byte) if on_board(byte) else "captured"


def _squares(byte: SquareByte) -> str:
    return " / ".join(_name(byte, computer_white) for computer_white in (True, False))


def _name(byte: SquareByte, computer_white: bool) -> str:
    """The name python-chess would give it, which is not loaded for that."""
    rank, file = divmod(to_chess(byte, computer_white), 8)
    return f"{'abcdefgh'[file]}{rank + 1}"
