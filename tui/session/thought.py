"""What the program thinks of its reply, as a front end sees it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

import chess

from emu.chips.leds import SETTLING
from microchess.program.chess_move import as_chess_move, squares_of
from microchess.program.levels import Level
from microchess.program.reply import Candidate
from microchess.program.table import PieceTable


@dataclass(frozen=True)
class Thought:
    """The program's last thinking, growing while it lasts; ``table`` and ``men`` from before it.

    It began at cycle ``began`` and took ``cycles``; ``judged_at`` are the cycles of the candidates.
    ``mirror`` are the candidates of the Python engine on the same memory, None without it;
    ``shown`` the display that followed; ``keys`` what was pressed for it, from the player's move
    on, each with its cycle; ``level_bytes`` those it thought at; ``spent`` are routines by
    address and their cycles in its last second, most cycles first, once they were counted;
    ``reweighed``: the values are by other weights than those of 1976.
    """

    SENT: ClassVar = ("began", "end", "shown", "judged")

    table: PieceTable
    points: bytes
    fen: str
    computer: chess.Color
    candidates: tuple[Candidate, ...] = ()
    mirror: tuple[Candidate, ...] | None = None
    mirror_shown: str = ""
    shown: str = ""
    cycles: int = 0
    began: int = 0
    judged_at: tuple[int, ...] = ()
    keys: tuple[tuple[int, str], ...] = ()
    level_bytes: tuple[int, int] = (Level.NORMAL.check, Level.NORMAL.turn)
    spent: tuple[tuple[int, int], ...] = ()
    reweighed: bool = False

    @property
    def end(self) -> int:
        """The cycle from which on the digits show nothing but the answer, if there is one."""
        return self.began + self.cycles + SETTLING

    def name_of(self, one: Candidate) -> str:
        """A candidate in algebraic notation, as squares."""
        return _name(self.fen, self.table[one.man], one.to, self.computer)

    def way_of(self, one: Candidate) -> tuple[chess.Square, chess.Square] | None:
        """From which square to which a candidate goes; None beside the board."""
        return self.way(self.table[one.man], one.to)

    def way(self, source: int, to: int) -> tuple[chess.Square, chess.Square] | None:
        """The same of two bytes."""
        move = squares_of(source, to, self.computer)
        return (move.from_square, move.to_square) if move is not None else None

    @property
    def judged(self) -> int:
        """How many candidates there are."""
        return len(self.candidates)

    @property
    def marks(self) -> tuple[int, ...]:
        """Cycles at which something is to be seen: keys, candidates."""
        return tuple(sorted({*(cycle for cycle, _ in self.keys), *self.judged_at}))


@lru_cache(maxsize=1024)
def _name(fen: str, source: int, to: int, computer: chess.Color) -> str:
    found = as_chess_move(chess.Board(fen), source, to, computer)
    return found.san if found.allowed or found.move is None else f"{found.san}?"
