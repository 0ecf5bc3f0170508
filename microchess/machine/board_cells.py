"""The cells of a program on a real board, read when wanted and written where they differ."""

from emu.files.formats.image import Program
from emu.teletype.monitor import MonitorClient
from microchess.program import openings
from microchess.program.memory_map import BOOK, CHECK, DIGITS, OMOVE, PIECE, TABLE, TURN

SAVED_A = 0x00F3
"""Where the monitor keeps A, Y and X of a program that it has interrupted."""
_BLOCKS = (range(TABLE, 0x80), range(PIECE, 0xE0))
"""Cells that are read together, whole records of Q."""
_SHOWN = range(DIGITS, DIGITS + 3)
_BY_ANY_KEY = {*range(PIECE, PIECE + 7), *_SHOWN}
_BY_A_MOVE = {*_BY_ANY_KEY, *range(TABLE, 0x70), *range(OMOVE, 0xF3)}
GAME = ((TABLE, 0x20), (PIECE, 2), (BOOK, openings.SIZE + 1), (CHECK, 1), (TURN, 1), (DIGITS, 3))
"""Address and length of the cells that make a game."""


class BoardCells:
    """Memory of the board behind *client*, as far as it was read and no key has changed it."""

    def __init__(self, client: MonitorClient) -> None:
        self._client = client
        self._known: dict[int, int] = {}

    def read(self, address: int, length: int) -> bytes:
        """Bytes of the board's memory; $F9-$FB are what the program has on display."""
        wanted = range(address, address + length)
        while missing := [at for at in wanted if at not in self._known]:
            at = missing[0]
            if at in _SHOWN:
                a, y, x = self._client.read(SAVED_A, 3)
                self._know(DIGITS, bytes((a, x, y)))
                continue
            block = next((one for one in _BLOCKS if at in one), range(at, missing[-1] + 1))
            self._know(block.start, self._client.read(block.start, len(block)))
        return bytes(self._known[at] for at in wanted)

    def _know(self, address: int, data: bytes) -> None:
        self._known.update(enumerate(data, address))

    def store(self, address: int, data: bytes) -> None:
        """Write those of the bytes that differ."""
        before = self.read(address, len(data))
        pairs = enumerate(zip(before, data, strict=True), address)
        changed = {at: new for at, (old, new) in pairs if old != new}
        self._known.update(changed)
        if [changed.pop(at) for at in _SHOWN if at in changed]:
            to, from_, man = self.read(DIGITS, 3)
            self._client.write(SAVED_A, bytes((to, man, from_)))
        for run in Program.from_bytes_map("", changed).segments:
            self._client.write(run.address, run.data)

    def forget(self, code: int | None = None) -> None:
        """The key *code* is pressed; None: anything may be another."""
        if code is None:
            self._known.clear()
        for at in _BY_ANY_KEY if code is not None and code < 8 else _BY_A_MOVE:
            self._known.pop(at, None)

    def game(self) -> bytes:
        """The cells that make a game."""
        return b"".join(self.read(at, size) for at, size in GAME)

    def store_game(self, cells: bytes) -> None:
        for at, size in GAME:
            self.store(at, cells[:size])
            cells = cells[size:]
