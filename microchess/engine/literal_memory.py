"""The memory of the literal engine: 32 bytes, a move made in them, the table turned round."""

from microchess.engine.state import NOBODY, EngineState
from microchess.program.levels import Level
from microchess.program.memory_map import PIECE, SQUARE, TABLE
from microchess.program.squares import CAPTURED, REVERSAL

OTHERS, END = TABLE + 16, TABLE + 32


class LiteralMemory(EngineState):
    """Page zero as loaded, and the moves made on it."""

    def __init__(self, level: Level = Level.NORMAL) -> None:
        super().__init__(level)
        self.stack: list[tuple[int, int, int, int]] = []

    def clear(self, first: int, last: int) -> None:
        """Zero the cells from *first* to *last*."""
        self.load_bytes(first, bytes(last + 1 - first))

    def reverse(self) -> None:
        """Turn the table round (REVERSE): the halves change places, each byte becomes $77 minus
        itself. Now the other side's pieces are 0-15 and walk up the board, so one generator does
        for both; and a captured piece's $CC is $AB until the table is turned back.
        """
        turned = self.zero_page[OTHERS:END] + self.zero_page[TABLE:OTHERS]
        self.load_bytes(TABLE, bytes(REVERSAL - byte & 0xFF for byte in turned))

    def make(self) -> None:
        """Make the move PIECE to SQUARE (MOVE), and note on a stack of its own how it was.

        Whoever stands there is written off as captured, with $CC. With nobody there the victim's
        number is $FF, and his $CC is written to $50 + $FF, which is $4F.
        """
        zero = self.zero_page
        man, to = zero[PIECE], zero[SQUARE]
        found = zero.rfind(to, TABLE, END)
        victim = found if found >= 0 else TABLE + NOBODY & 0xFF
        mover = TABLE + man & 0xFF
        self.stack.append((man, zero[mover], to, victim))
        zero[victim] = CAPTURED
        zero[mover] = to

    def unmake(self) -> None:
        """Take the last move back (UMOVE)."""
        zero = self.zero_page
        zero[PIECE], source, zero[SQUARE], victim = self.stack.pop()
        zero[TABLE + zero[PIECE] & 0xFF] = source
        zero[victim] = zero[SQUARE]
