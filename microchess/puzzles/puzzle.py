"""The puzzles: values, and lines of EPD in one file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import chess

from microchess.errors import MicroChessError
from microchess.program.levels import Level
from microchess.program.position import read_fen

FILE = "puzzles.epd"


class PuzzleError(MicroChessError):
    """No puzzle of that number."""


@dataclass(frozen=True)
class Puzzle:
    """Where MicroChess at *level*, to move in the FEN *before*, plays *blunder*: then each of the
    *solutions* mates in *mate* moves, or with None takes the queen.
    """

    number: int
    before: str
    blunder: chess.Move
    level: Level
    solutions: tuple[chess.Move, ...]
    mate: int | None
    source: str

    @property
    def board(self) -> chess.Board:
        board = read_fen(self.before)
        board.push(self.blunder)
        return board

    def __str__(self) -> str:
        """What there is to do, in words."""
        board = read_fen(self.before)
        side = chess.COLOR_NAMES[not board.turn].capitalize()
        played = f"MicroChess ({self.level.title}) has just played {board.san(self.blunder)}"
        return f"puzzle {self.number}: {played}; {side} can {self.goal}"

    @property
    def goal(self) -> str:
        """What there is to do, without who does it."""
        return "take the queen" if self.mate is None else f"mate in {self.mate}"

    def epd(self) -> str:
        """The line in the file: an EPD with ``bm``, ``dm``, and the origin in ``c0`` to ``c2``."""
        fields: dict[str, Any] = {"bm": list(self.solutions)}
        if self.mate is not None:
            fields["dm"] = self.mate
        origin = f"{self.before} {self.blunder}"
        return self.board.epd(
            **fields, id=str(self.number), c0=self.level.title, c1=origin, c2=self.source
        )

    @classmethod
    def from_epd(cls, line: str) -> Puzzle:
        """The puzzle of such a line."""
        found: dict[str, Any] = chess.Board.from_epd(line)[1]
        before, _, blunder = found["c1"].rpartition(" ")
        return cls(
            int(found["id"]),
            before,
            chess.Move.from_uci(blunder),
            Level.named(found["c0"]),
            tuple(sorted(found["bm"], key=str)),
            found.get("dm"),
            found["c2"],
        )


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """The set, by number from 1."""
    return tuple(map(Puzzle.from_epd, _lines()))


@cache
def _lines() -> list[str]:
    text = Path(__file__).with_name(FILE).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


@lru_cache
def puzzle_from(fen: str) -> Puzzle | None:
    """The one that begins with this position."""
    position = f"{' '.join(fen.split()[:4])} "
    return next((Puzzle.from_epd(line) for line in _lines() if line.startswith(position)), None)


def puzzle(number: str) -> Puzzle:
    """The one of that number. Raises PuzzleError."""
    for one in puzzles():
        if str(one.number) == number.strip():
            return one
    raise PuzzleError(f"no puzzle {number!r}; expected a number from 1 to {len(puzzles())}")
