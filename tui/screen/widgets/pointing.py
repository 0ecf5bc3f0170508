"""Pointing at a square, on the board or at a cell that mentions it."""

from __future__ import annotations

from dataclasses import dataclass

import chess
from textual.message import Message


@dataclass
class Pointed(Message):
    """The mouse or the cursor is at ``square`` (None: at none); ``firm``: it was chosen."""

    square: chess.Square | None
    firm: bool = False
