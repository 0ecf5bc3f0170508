"""A board as a picture with the digits of 1976 at its edges, and the same in words."""

from collections.abc import Collection, Iterator

import chess
import chess.svg

from microchess.game.description import men

CELL, EDGE, SIZE = 45, 24, 340
"""Units of a square, the size of a piece of python-chess, and of an edge; pixels of the picture."""
LIGHT, DARK, LIT, INK, DIGIT = "#efe9dc", "#c3b59b", "#f2c14e", "#3b3b3b", "#a3000b"
WHOLE = 8 * CELL + 2 * EDGE


def picture(board: chess.BaseBoard, computer_white: bool, marked: Collection[chess.Square]) -> str:
    """The board as SVG, seen by the player; squares that are *marked* stand out."""
    squares = chess.svg.board(
        board,
        orientation=not computer_white,
        size=8 * CELL,
        coordinates=False,
        colors={"square light": LIGHT, "square dark": DARK},
        fill=dict.fromkeys(marked, LIT),
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WHOLE} {WHOLE}" width="{SIZE}" '
        f'height="{SIZE}" font-family="Helvetica, Arial, sans-serif" font-size="14" '
        f'text-anchor="middle">\n<title>{words(board)}</title>\n'
        f'<rect width="{WHOLE}" height="{WHOLE}" fill="#ffffff"/>\n'
        + squares.replace("<svg", f'<svg x="{EDGE}" y="{EDGE}"', 1)
        + "\n".join(["", *_edges(computer_white)])
        + "\n</svg>\n"
    )


def words(board: chess.BaseBoard) -> str:
    """Where the pieces stand, side by side."""
    if board.board_fen() == chess.STARTING_BOARD_FEN:
        return "The initial position"
    return "; ".join(men(board, color).capitalize() for color in (chess.WHITE, chess.BLACK))


def _edges(computer_white: bool) -> Iterator[str]:
    """Ranks and files left and below, the digits of 1976 right and above."""
    for at in range(8):
        middle, name = EDGE + at * CELL + CELL // 2, 7 - at if computer_white else at
        rank = at + 1 if computer_white else 8 - at
        yield _text(12, middle + 5, rank, INK)
        yield _text(WHOLE - 12, middle + 5, at, DIGIT)
        yield _text(middle, 17, at, DIGIT)
        yield _text(middle, WHOLE - 7, chess.FILE_NAMES[name], INK)


def _text(x: int, y: int, words: object, fill: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{fill}">{words}</text>'
