"""What is always true of a memory, asked as a program asks it: nobody looks at cells here."""

from collections.abc import Iterator
from typing import Any, TypeAlias

import chess

from microchess.boards.representation import Representation

Facts: TypeAlias = dict[str, Any]


def live(men: Representation) -> Facts:
    """What a memory answers; it comes back when a move is unmade."""
    with men.unwatched():
        square, colors = men.numbering.square, chess.COLORS
        return {
            "men": men.standing().board_fen(),
            "lists": [sorted(square[one] for one in men.men(color)) for color in colors],
            "kings": [square[men.king(color)] for color in colors],
            "counts": [[men.count(kind, color) for kind in chess.PIECE_TYPES] for color in colors],
            "moves": [
                sorted(men.chess_move(move).uci() for move in men.moves(color, None))
                for color in colors
            ],
            "key": men.key and men.key.cell[0],
        }


def faults(men: Representation) -> list[str]:
    """What it would answer otherwise if the men, as they stand, were set up anew."""
    with men.unwatched():
        return [*_faults(men)]


def _faults(men: Representation) -> Iterator[str]:
    board = men.standing()
    for color in chess.COLORS:
        if (kings := len(board.pieces(chess.KING, color))) != 1:
            yield f"{kings} {chess.COLOR_NAMES[color]} kings"
            return
    anew = type(men)()
    anew.load(board)
    found, then = live(men), live(anew)
    yield from (
        f"{name}: {found[name]}, set up anew {then[name]}"
        for name in found.keys() - {"key", "moves"}
        if found[name] != then[name]
    )
    if men.key and (now := men.key.cell[0]) != (expected := men.key.worked_out(board)):
        yield f"{men.key.bank} is {now:016x}, worked out anew {expected:016x}"
