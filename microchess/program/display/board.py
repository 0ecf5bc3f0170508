"""A position as an SVG board."""

from __future__ import annotations

import chess.svg

from microchess.program.position import Position

SIZE = 320
"""Pixels along an edge."""


def board_svg(position: Position) -> str:
    """The board, White below; of several men on a square the one the program sees."""
    return chess.svg.board(position.board(), size=SIZE)
