"""Many positions through one exhibit: what it generates and what its cells hold, as plain values.

A line of JSON asks, ``{"fen": ..., "line": ["e2e4", ...]}``, and one answers:
``{"moves": [...], "captures": [...] or null, "legal": [...], "cells": {...}}``, moves in UCI and in
the program's own order, cells by the program's own names.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.registry import Exhibit
from microchess.boards.representation import BoardMove
from microchess.errors import BoardError, MicroChessError, MoveError
from microchess.program.position import read_fen


class Recording:
    """A position in the memory of *exhibit*, and the moves made from it.

    Raises PositionError when the memory cannot hold it.
    """

    def __init__(self, exhibit: Exhibit, board: chess.Board) -> None:
        self.game: BoardGame = exhibit.game(board)
        self.board = board.copy(stack=False)
        self.uncaptured = [0]

    def make(self, move: chess.Move) -> None:
        """Make a legal move. Raises MoveError when it is not, or the program cannot make it."""
        if len(self.board.move_stack) % self.game.men.plies == self.game.men.plies - 1:
            self.game.settle()
        self.game.make(self.game.find(move))
        board = self.board
        counted = board.is_capture(move) or board.is_castling(move) or move.promotion is not None
        self.uncaptured.append(0 if counted else self.uncaptured[-1] + 1)
        self.board.push(move)

    def unmake(self) -> None:
        """Take back the last move made."""
        self.game.unmake()
        self.board.pop()
        self.uncaptured.pop()

    def cells(self) -> dict[str, Any]:
        """The cells by the program's own names."""
        return self.game.men.record(self.game.beside(self.board, self.uncaptured[-1]))

    def report(self) -> dict[str, Any]:
        """Moves as generated, legal moves, those of the capture generator, None if there is none,
        and the cells by the program's own names.
        """
        game = self.game
        cells = self.cells()
        moves, captures = game.pseudo_legal(), game.captures()
        before = game.men.raw()
        legal = []
        for move in game.pseudo_legal():
            if game.is_legal(move):
                legal.append(move)
            game.men.load_raw(before)
        return {
            "moves": self._names(moves),
            "captures": None if captures is None else self._names(captures),
            "legal": self._names(legal),
            "cells": cells,
        }

    def _names(self, moves: Iterable[BoardMove]) -> list[str]:
        return [self.game.chess_move(move).uci() for move in moves]


def reports(exhibit: Exhibit, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """The answer to each line that is not blank.

    A move of chess that the program cannot make ends its line: the answer names it, ``"refused"``
    says why. ``"left out"`` tells of castling rights and a capture en passant that it does not
    know. A line that asks nothing sensible has ``{"error": ...}``, with its number.
    """
    for number, text in enumerate(lines, 1):
        if not text.strip():
            continue
        try:
            yield _report(exhibit, text)
        except MicroChessError as error:
            yield {"error": f"line {number}: {error}"}


def _report(exhibit: Exhibit, text: str) -> dict[str, Any]:
    fen, line = _parsed(text)
    board = read_fen(fen)
    recording = Recording(exhibit, board)
    for uci in line:
        try:
            move = recording.board.parse_uci(uci)
        except ValueError:
            raise MoveError(f"{uci!r} is no legal move after {recording.board.fen()}") from None
        try:
            recording.make(move)
        except MoveError as error:
            return {"made": uci, "refused": str(error)}
    unknown = exhibit.left_out(board)
    return recording.report() | ({"left out": unknown} if unknown else {})


def _parsed(text: str) -> tuple[str, list[str]]:
    try:
        asked = json.loads(text)
    except ValueError:
        asked = None
    fen = asked.get("fen") if isinstance(asked, dict) else None
    if not isinstance(fen, str):
        raise BoardError('expected {"fen": "...", "line": ["e2e4", ...]}')
    line = asked.get("line")
    if line is None:
        return fen, []
    if not isinstance(line, list) or not all(isinstance(uci, str) for uci in line):
        raise BoardError(f'"line" is {json.dumps(line)}; expected a list of moves such as "e2e4"')
    return fen, line
