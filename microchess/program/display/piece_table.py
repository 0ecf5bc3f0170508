"""The piece table as HTML: each man's name, cell, byte and square."""

from __future__ import annotations

from collections.abc import Sequence

from microchess.program.display.markup import table
from microchess.program.squares import SquareByte, on_board, to_chess

FIRST_CELL = 0x50
_COLUMNS = ("cell", "byte", "square")
_HEAD = (
    "man",
    *(f"computer's {one}" for one in _COLUMNS),
    *(f"opponent's {one}" for one in _COLUMNS),
)


def piece_table_html(men: Sequence[str], data: bytes, problems: Sequence[str]) -> str:
    """The computer's *men* and the opponent's side by side, their bytes in *data*; *problems* are
    told above.

    A square has two names: the one it has when the computer plays White, and that for Black.
    """
    caption = "Piece table; squares when the computer has White / Black"
    return table(
        "; ".join((caption, *problems)),
        _HEAD,
        ((name, *_cells(data, man), *_cells(data, man + len(men))) for man, name in enumerate(men)),
    )


def _cells(data: bytes, man: int) -> tuple[str, str, str]:
    byte = data[man]
    square = _squares(byte) if on_board(byte) else "captured"
    return f"${FIRST_CELL + man:02X}", f"{byte:02X}", square


def _squares(byte: SquareByte) -> str:
    return " / ".join(_name(byte, computer_white) for computer_white in (True, False))


def _name(byte: SquareByte, computer_white: bool) -> str:
    """The name python-chess would give it, which is not loaded for that."""
    rank, file = divmod(to_chess(byte, computer_white), 8)
    return f"{'abcdefgh'[file]}{rank + 1}"
