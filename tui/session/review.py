"""A game gone through by the Python engine: what it would have played, move by move."""

from __future__ import annotations

import re
from dataclasses import dataclass

import chess
import chess.pgn

from microchess.analysis.annotate import annotate
from microchess.engine.state import think
from microchess.game.answer import BOOK
from microchess.machine.solver import PythonSolver
from microchess.program.chess_move import as_chess_move
from microchess.program.levels import Level
from tui.session.snapshot import GameView

_TOP = 2
_VALUE = re.compile(r"\$([0-9A-F]{2})")


@dataclass(frozen=True)
class Reviewed:
    """A half-move: what is said of it, and the value 0-255 of the move MicroChess prefers there."""

    comment: str
    value: int | None


def review(view: GameView) -> tuple[Reviewed, ...]:
    """One entry for each move of the game."""
    game = chess.pgn.Game()
    game.setup(chess.Board(view.start))
    game.add_line([chess.Move.from_uci(uci) for uci in view.moves])
    annotate(game, PythonSolver(), view.level or Level.NORMAL, chess.COLORS, _TOP)
    nodes = zip(game.mainline(), view.sans, view.comments, strict=True)
    return tuple(_reviewed(node.comment, san, said) for node, san, said in nodes)


def _reviewed(comment: str, san: str, said: str) -> Reviewed:
    """*said* is what the record says of the move."""
    if said.split(",")[0] == BOOK:
        comment = comment.replace("MicroChess", "from its book; had it thought", 1)
        comment = comment.replace(f"; played {san}:", f"; {san}:", 1)
    found = _VALUE.search(comment)
    decimal = _VALUE.sub(lambda value: str(int(value[1], 16)), comment)
    return Reviewed(decimal, int(found[1], 16) if found else None)


@dataclass(frozen=True)
class Advice:
    """From- and to-square of a move, the move in SAN, and its value 0-255."""

    squares: tuple[chess.Square, chess.Square]
    text: str
    value: int


def hint(view: GameView) -> Advice | None:
    """What MicroChess would play for the person, were it its turn; None if nothing is worth it."""
    return _advice(view, not view.computer)


def threat(view: GameView) -> Advice | None:
    """The capture MicroChess would make if it were its turn now; None if it would not capture."""
    found = _advice(view, view.computer)
    return found if found and view.men[found.squares[1]] != "." else None


def _advice(view: GameView, side: chess.Color) -> Advice | None:
    table = view.table if side == view.computer else view.table.reversed()
    reply = think(table, *view.level_bytes)
    if reply.move is None:
        return None
    board = chess.Board(view.fen)
    board.turn, board.ep_square = side, board.ep_square if board.turn == side else None
    found = as_chess_move(board, reply.move.source, reply.move.target, side)
    if found.move is None or not found.allowed:
        return None
    value = max(one.value for one in reply.candidates)
    return Advice((found.move.from_square, found.move.to_square), found.san, value)
