"""The program as its user met it: nine keys and six digits, without a machine beneath.

Page zero is kept as bytes where the program keeps it, because some of its ways show only there: a
book that is read from wherever the opening pointer points, and pieces beyond the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import deepcopy
from threading import get_ident

from microchess.engine import geometry
from microchess.engine.counters import SIZE
from microchess.engine.formula import IN_1976, Formula
from microchess.engine.search import Search
from microchess.errors import CellError, EngineInUse
from microchess.program import openings, table
from microchess.program.fitting import whole
from microchess.program.levels import Level
from microchess.program.memory_map import (
    BOOK,
    CHECK,
    COUNTERS,
    DIRECTIONS,
    INITIAL,
    OMOVE,
    PIECE,
    POINTS,
    SQUARE,
    TABLE,
    TURN,
)
from microchess.program.memory_map import SHOWN_FROM as FROM
from microchess.program.memory_map import SHOWN_MAN as MAN
from microchess.program.memory_map import SHOWN_TO as TO
from microchess.program.reply import TO_BEAT, Candidate, ManMove, Reply
from microchess.program.squares import CAPTURED
from microchess.program.table import INITIAL_TABLE, POINTS_TABLE, PieceTable

RESIGN_BELOW = 0x0F
NOBODY = 0xFF
_LENGTHS = range(0x101)
KEYS = frozenset((*"0123456789ABCDEF", "AD", "DA", "PC", "+", "GO"))
"""The keys that a program can read; this one heeds C, E, F, PC and 0-7."""


class EngineState:
    """MicroChess as freshly loaded: tables, book and level bytes are there, all else is zero.

    ``cycles`` and ``instructions`` of the last thought are None, unless a subclass counts them.
    """

    def __init__(self, level: Level = Level.NORMAL, formula: Formula = IN_1976) -> None:
        Level.checked(level)
        if not isinstance(formula, Formula):
            raise TypeError(f"formula {formula!r}: expected a Formula")
        self._pressing: dict[str, int] = {}
        """The thread that is at work, if any; one at a time."""
        self.formula = formula
        self.new_search: Callable[..., Search] = Search
        self.zero_page = bytearray(0x100)
        self.check, self.turn = level.check, level.turn
        self.load_bytes(INITIAL, INITIAL_TABLE)
        self.load_bytes(DIRECTIONS, geometry.DIRECTIONS)
        self.load_bytes(POINTS, POINTS_TABLE)
        self.load_bytes(BOOK, openings.DEFAULT.book)
        self._old_key = "0"
        self.candidates: list[Candidate] = []
        self.cycles: int | None = None
        self.instructions: int | None = None

    def __copy__(self) -> EngineState:
        return deepcopy(self)

    @property
    def display(self) -> str:
        """The six digits."""
        return bytes(self.zero_page[cell] for cell in (MAN, FROM, TO)).hex().upper()

    @property
    def table(self) -> PieceTable:
        """$50-$6F."""
        return PieceTable(bytes(self.zero_page[TABLE : TABLE + table.SIZE]))

    def read(self, address: int, length: int) -> bytes:
        """Read bytes of page zero, or one of the two level bytes. Raises CellError."""
        if length == 1 and address in (CHECK, TURN):
            return bytes((self.check if address == CHECK else self.turn,))
        end = whole("address", address) + whole("length", length, _LENGTHS)
        if end > len(self.zero_page):
            raise CellError(f"{length} bytes at ${address:02X}: expected to lie in page zero")
        return bytes(self.zero_page[address:end])

    def load_bytes(self, address: int, data: bytes | bytearray) -> None:
        """Store bytes in page zero. Raises CellError if they lie outside."""
        if not isinstance(data, bytes | bytearray | memoryview):
            raise TypeError(f"data {data!r}: expected bytes")
        if not 0 <= address <= len(self.zero_page) - len(data):
            where = f"{len(data)} bytes at ${address:02X}"
            raise CellError(f"{where}: expected to lie in page zero, $00-$FF")
        self.zero_page[address : address + len(data)] = data

    def poke(self, address: int, value: int) -> None:
        """Store a byte in page zero, or one of the two level bytes. Raises CellError."""
        value = whole("byte", value)
        if address == CHECK:
            self.check = value
        elif address == TURN:
            self.turn = value
        else:
            self.zero_page[whole("address", address)] = value

    def press(self, key: str) -> None:
        """Press a key and let it go; all but ``C``, ``E``, ``F``, ``PC`` and ``0`` to ``7`` do
        nothing. Raises CellError for what is no key; ST and RS need a machine.

        As loaded, key 0 counts as the last one pressed, so it is not seen the first time. Raises
        EngineInUse, with nothing done, while another thread presses one.
        """
        name = key.upper() if isinstance(key, str) else ""
        if name not in KEYS:
            raise CellError(f"key {key!r}: expected C, E, F, PC, 0-7 or a key that does nothing")
        me = get_ident()
        if self._pressing.setdefault("thread", me) != me:
            raise EngineInUse("another thread is at work on this engine; give each its own")
        try:
            if name != self._old_key:
                self._act(name)
            self.no_key()
        finally:
            self._pressing.clear()

    def no_key(self) -> None:
        """The program looks at the keypad and sees none pressed; then it sees key 0 as well."""
        self._old_key = ""

    def _act(self, key: str) -> None:
        match key:
            case "C":
                self.load_bytes(TABLE, self.zero_page[INITIAL : INITIAL + table.SIZE])
                self.zero_page[OMOVE] = 0xFF
                self._show(0xCC, 0xCC, 0xCC)
            case "E":
                self.load_bytes(TABLE, self.table.reversed().data)
                self._show(0xEE, 0xEE, 0xEE)
            case "F":
                self._move(self.zero_page[PIECE], self.zero_page[SQUARE])
                self._look_up()
            case "PC":
                for _ in self.going():
                    pass
            case _ if key in tuple("01234567"):
                window = (self.zero_page[FROM] << 8 | self.zero_page[TO]) << 4 | int(key)
                self.zero_page[FROM], self.zero_page[TO] = window >> 8 & 0xFF, window & 0xFF
                self._look_up()

    def _look_up(self) -> None:
        """Who stands on the from-square (INPUT, DISP): raw bytes, the highest piece first."""
        man = self.table.standing_on(self.zero_page[FROM])
        self.zero_page[PIECE] = self.zero_page[MAN] = NOBODY if man is None else man
        self.zero_page[SQUARE] = self.zero_page[TO]

    def _move(self, man: int, to: int) -> None:
        """MOVE, to the letter: with nobody there to take, or to move, $4F is written instead."""
        victim = self.table.standing_on(to)
        self.zero_page[TABLE + (NOBODY if victim is None else victim) & 0xFF] = CAPTURED
        self.zero_page[TABLE + man & 0xFF] = to

    def going(self) -> Iterator[Candidate | None]:
        """Key PC (GO), by the book, else by thinking: each candidate as it is judged, None when
        only time has passed.
        """
        self.candidates = []
        self.cycles = self.instructions = None
        if not self._from_book():
            yield from self._thought()
            if self.zero_page[FROM] < RESIGN_BELOW:
                self._show(0xFF, 0xFF, 0xFF)
                self.zero_page[PIECE], self.zero_page[SQUARE] = NOBODY, self.zero_page[TABLE]
                return
        man, to = self.zero_page[MAN], self.zero_page[TO]
        self.zero_page[FROM] = self.zero_page[TABLE + man & 0xFF]
        self.zero_page[PIECE], self.zero_page[SQUARE] = man, to
        self._move(man, to)

    def _from_book(self) -> bool:
        """An answer out of the book.

        When the display is not what the book expects, the pointer becomes the to-square on
        display. A square closes the book that way; $EE (after key E) or $CC leave it half open, so
        that the next time other bytes of page zero are read as if they were book.
        """
        pointer = self.zero_page[OMOVE]
        if not pointer & 0x80:
            return False
        expected, man, to = openings.group_at(self.zero_page.__getitem__, pointer)
        if self.zero_page[TO] != expected:
            self.zero_page[OMOVE] = self.zero_page[TO]
            return False
        self.zero_page[MAN], self.zero_page[TO] = man, to
        self.zero_page[OMOVE] = pointer - 3
        return True

    def judged(self, candidate: Candidate) -> None:
        """Note a candidate; the best so far is on display, of equals the first."""
        self.candidates.append(candidate)
        if candidate.value > self.zero_page[FROM]:
            self._show(candidate.man, candidate.value, candidate.to)

    def _thought(self) -> Iterator[Candidate | None]:
        zero = self.zero_page
        search = self.new_search(
            self.table.data,
            bytes(zero[POINTS : POINTS + 16]),
            self.check,
            self.turn,
            bytes(zero[DIRECTIONS : DIRECTIONS + 16]),
            self.formula,
        )
        zero[FROM] = TO_BEAT
        for candidate in search.think():
            self.judged(candidate)
            yield candidate
        self.load_bytes(COUNTERS, bytes(search.counters[:SIZE]))

    def _show(self, *digits: int) -> None:
        self.zero_page[MAN], self.zero_page[FROM], self.zero_page[TO] = digits


def think(
    position: PieceTable, check: int, turn: int, freshly_loaded: EngineState | None = None
) -> Reply:
    """The answer to key PC on a table, the book closed; *check* and *turn* are the level bytes."""
    session = freshly_loaded or EngineState()
    session.check, session.turn = check, turn
    session.load_bytes(TABLE, position.data)
    session.press("PC")
    move = ManMove.shown(bytes.fromhex(session.display))
    return Reply(
        move, session.table, tuple(session.candidates), session.cycles, session.instructions
    )
