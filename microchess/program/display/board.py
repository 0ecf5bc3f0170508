"""A board as SVG."""

from __future__ import annotations

import chess.svg

SIZE = 320
"""Pixels along an edge."""


def board_svg(board: chess.Board) -> str:
    """The board, White below."""
    return chess.svg.board(board, size=SIZE)
