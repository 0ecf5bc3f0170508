"""A board as a picture with the digits of 1976 at its edges, and the same in words."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import chess
import chess.svg

CELL, EDGE, SIZE = 45, 24, 340
"""Units of a square, the size of a piece of python-chess, and of an edge; pixels of the picture."""
LIGHT, DARK, LIT, INK, DIGIT = "#efe9dc", "#c3b59b", "#f2c14e", "#3b3b3b", "#a3000b"
WHOLE = 8 * CELL + 2 * EDGE


def picture(board: chess.BaseBoard, computer_white: bool, marked: Collection[chess.Square]) -> str:
    """The board as SVG, seen by the player; squares that are *marked* stand out."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WHOLE} {WHOLE}" width="{SIZE}" '
        f'height="{SIZE}" font-family="Helvetica, Arial, sans-serif" font-size="14" '
        f'text-anchor="middle">\n<title>{words(board)}</title>\n'
        f'<rect width="{WHOLE}" height="{WHOLE}" fill="#ffffff"/>\n'
        + "\n".join([*_squares(board, computer_white, marked), *_edges(computer_white)])
        + "\n</svg>\n"
    )


def words(board: chess.BaseBoard) -> str:
    """Where the pieces stand, side by side."""
    if board.board_fen() == chess.STARTING_BOARD_FEN:
        return "The initial position"
    return "; ".join(
        f"{name}: " + ", ".join(_named(board, colour))
        for name, colour in (("White", chess.WHITE), ("Black", chess.BLACK))
    )


def _named(board: chess.BaseBoard, colour: chess.Color) -> Iterator[str]:
    for kind in reversed(chess.PIECE_TYPES):
        squares = sorted(board.pieces(kind, colour))
        names = " ".join(chess.square_name(square) for square in squares)
        if squares:
            yield f"{chess.piece_name(kind)}{'s' * (len(squares) > 1)} {names}"


def _place(square: chess.Square, computer_white: bool) -> tuple[int, int]:
    """The corner of a square; the computer's first rank is above."""
    file, rank = chess.square_file(square), chess.square_rank(square)
    column, row = (7 - file, rank) if computer_white else (file, 7 - rank)
    return EDGE + column * CELL, EDGE + row * CELL


def _squares(
    board: chess.BaseBoard, computer_white: bool, marked: Collection[chess.Square]
) -> Iterator[str]:
    paths: dict[str, list[str]] = {LIGHT: [], DARK: [], LIT: []}
    for square in chess.SQUARES:
        x, y = _place(square, computer_white)
        plain = LIGHT if square in chess.SquareSet(chess.BB_LIGHT_SQUARES) else DARK
        paths[LIT if square in marked else plain].append(f"M{x} {y}h{CELL}v{CELL}h-{CELL}z")
    for fill, path in paths.items():
        yield f'<path fill="{fill}" d="{"".join(path)}"/>'
    for square, piece in board.piece_map().items():
        x, y = _place(square, computer_white)
        yield f'<g transform="translate({x},{y})">{chess.svg.PIECES[piece.symbol()]}</g>'


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
