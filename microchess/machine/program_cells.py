"""The documented cells of the program, as values, wherever its memory is."""

from typing import Protocol

from microchess.errors import CellError
from microchess.program import openings, table
from microchess.program.fitting import exactly, whole
from microchess.program.levels import Level
from microchess.program.memory_map import BOOK, CHECK, DIGITS, OMOVE, TABLE, TURN
from microchess.program.reply import ManMove
from microchess.program.table import PieceTable


class Memory(Protocol):
    """Where a program keeps its cells: a machine's memory, or a Python engine's."""

    def read(self, address: int, length: int) -> bytes: ...
    def poke(self, address: int, value: int) -> None: ...
    def load_bytes(self, address: int, data: bytes) -> None: ...


class ProgramCells:
    """MicroChess's documented cells in *memory*.

    What does not fit into them is refused, CellError or TypeError saying what was expected, and
    nothing is changed.
    """

    def __init__(self, memory: Memory) -> None:
        self.memory = memory

    @property
    def table(self) -> PieceTable:
        """$50-$6F."""
        return PieceTable(self.memory.read(TABLE, table.SIZE))

    @table.setter
    def table(self, value: PieceTable) -> None:
        if not isinstance(value, PieceTable):
            raise TypeError(f"table {value!r}: expected a PieceTable")
        self.memory.load_bytes(TABLE, value.data)

    @property
    def level_bytes(self) -> tuple[int, int]:
        """The bytes at $02F2 and $018B."""
        return self.memory.read(CHECK, 1)[0], self.memory.read(TURN, 1)[0]

    @level_bytes.setter
    def level_bytes(self, value: tuple[int, int]) -> None:
        if not isinstance(value, tuple | list) or len(value) != 2:
            raise CellError(f"level_bytes {value!r}: expected two bytes, at $02F2 and $018B")
        check, turn = (whole("level byte", one) for one in value)
        self.memory.poke(CHECK, check)
        self.memory.poke(TURN, turn)

    @property
    def level(self) -> Level | None:
        """The level the two bytes stand for, None for any other pair."""
        return Level.of_bytes(*self.level_bytes)

    @level.setter
    def level(self, level: Level) -> None:
        level = Level.checked(level)
        self.level_bytes = (level.check, level.turn)

    @property
    def book(self) -> bytes:
        """The opening book, $C0-$DB."""
        return self.memory.read(BOOK, openings.SIZE)

    @book.setter
    def book(self, book: bytes) -> None:
        self.memory.load_bytes(BOOK, exactly(openings.SIZE, "book", book))

    @property
    def omove(self) -> int:
        """The opening pointer; bit 7 clear: the book is closed."""
        return self.memory.read(OMOVE, 1)[0]

    @omove.setter
    def omove(self, value: int) -> None:
        self.memory.poke(OMOVE, whole("omove", value))

    def book_group(self) -> tuple[int, int, int] | None:
        """The book's next group: the square it expects on display, the piece and to-square it
        answers with; None once it is closed.
        """
        pointer = self.omove
        if not pointer & 0x80:
            return None
        return openings.group_at(lambda cell: self.memory.read(cell, 1)[0], pointer)

    @property
    def digits(self) -> bytes:
        """The three bytes on display, left to right ($FB $FA $F9)."""
        return self.memory.read(DIGITS, 3)[::-1]

    def shown_move(self) -> ManMove | None:
        """The move on display after a reply; None when the program resigned."""
        return ManMove.shown(self.digits)
