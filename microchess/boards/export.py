"""What an exhibit generates and what its cells hold, as plain values for other programs' authors.

A document for each exhibit has the same positions and lines, so two documents, or one and another
program's, are compared row by row. ``facts.schema.json`` beside this module is its JSON Schema. No
clock, no path and no order of a set is in them: the same release writes the same bytes. Other
positions are asked for line by line.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from importlib.resources import files
from typing import Any

import chess

from microchess.boards.board_game import BoardGame
from microchess.boards.moves import BoardMove
from microchess.boards.registry import Exhibit
from microchess.boards.rules import Beside
from microchess.errors import BoardError, MicroChessError, MoveError, PositionError
from microchess.program.position import read_fen

SCHEMA = "facts.schema.json"
LICENSE = (
    "Facts worked out by kim1-microchess, which is GPL-3.0-or-later; they hold no code of it nor of"
    " the program named, whose rights are its author's. Compare, copy and publish them freely."
)
_POSITIONS = """\
start | rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | e2e4 d7d5 e4d5 d8d5
kiwipete | r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 | e1g1 e8c8 e5f7
rook-ending | 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1 | e2e4 h5g5 b4b1 g5g2
promotions | r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1 | c4c5 b2a1q d1a1 a3a1
capture-and-promote | rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8 | d7c8r d8c8 e1g1
middle-game | r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10 | c4f7 f8f7
order-of-lists | r3k3/8/8/1R6/8/8/8/4K2R w - - 0 1 | b5b8 a8b8
en-passant | 4k3/2p5/8/3P4/8/8/8/4K3 b - - 0 1 | c7c5 d5c6
steps-to-promotion | 4k3/P7/8/8/8/8/p7/4K3 w - - 0 1 | a7a8n a2a1r e1e2
rights-lost-by-capture | r3k2r/8/1N6/8/8/6n1/8/R3K2R w KQkq - 0 1 | b6a8 g3h1 e1c1
in-check | 4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1 | e1e2
capture-on-the-last-rank | 1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1 | a7b8q
fourteen-queens | 4k3/8/8/8/8/8/QQQQQQQ1/QQQQKQQQ b - - 0 1 |
"""
POSITIONS = tuple(
    (name, fen, tuple(line.split()))
    for name, fen, line in (map(str.strip, row.split("|")) for row in _POSITIONS.splitlines())
)
"""Name, FEN, and a line of moves in UCI."""


def schema() -> str:
    """The JSON Schema of a document."""
    return files(__package__).joinpath(SCHEMA).read_text(encoding="utf-8")


def document(exhibit: Exhibit, version: str) -> str:
    """All facts of an exhibit, as JSON; *version* is that of the program that writes them."""
    memory = exhibit.memory
    told = {
        "$schema": SCHEMA,
        "schema": 1,
        "version": version,
        "license": LICENSE,
        "system": {
            "key": exhibit.key,
            "title": exhibit.title,
            "year": memory.year,
            "source": memory.source,
            "ours": exhibit.ours,
            "rules": [asdict(badge) for badge in exhibit.rules.badges()],
        },
        "positions": [_facts(exhibit, *position) for position in POSITIONS],
    }
    return json.dumps(told, indent=1) + "\n"


def _facts(exhibit: Exhibit, name: str, fen: str, line: tuple[str, ...]) -> dict[str, Any]:
    """What the exhibit does with a position; why not, where its memory cannot hold it."""
    facts: dict[str, Any] = {"name": name, "fen": fen}
    try:
        recording = Recording(exhibit, chess.Board(fen))
    except PositionError as error:
        return facts | {"refused": error.reasons}
    facts |= recording.report()
    made: list[dict[str, Any]] = []
    for uci in line:
        try:
            recording.make(chess.Move.from_uci(uci))
        except MoveError as error:
            made.append({"made": uci, "refused": str(error)})
            break
        made.append({"made": uci, "cells": recording.cells()})
    unmade = []
    for step in reversed(made):
        if "cells" in step:
            recording.unmake()
            unmade.append({"unmade": step["made"], "cells": recording.cells()})
    return facts | {"line": made + unmade}


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
        game, board = self.game, self.board
        counted = board.halfmove_clock, board.fullmove_number, len(board.move_stack)
        beside = Beside(game.turn, game.rights, game.ep_number, *counted, self.uncaptured[-1])
        return game.men.record(beside)

    def report(self) -> dict[str, Any]:
        """Moves as generated, legal moves, those of the capture generator, None if there is none,
        and the cells by the program's own names.
        """
        game = self.game
        cells = self.cells()
        moves, captures = game.pseudo_legal(), game.captures()
        before = game.men.raw()
        legal = []
        for move in moves:
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
    """The answer to each line of JSON that is not blank, ``{"fen": ..., "line": ["e2e4", ...]}``:
    ``{"moves": [...], "captures": [...] or null, "legal": [...], "cells": {...}}``, moves in UCI
    and in the program's own order, cells by the program's own names.

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
    except (ValueError, RecursionError):
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
