"""MicroChess on a real board, played by the monitor at the other end of its serial line."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from emu.chips.keypad import MATRIX_KEYS
from emu.files.formats.image import Program
from emu.kim1 import IRQ_RAM_VECTOR, NMI_RAM_VECTOR, SAVE_ENTRY
from emu.machine import SAVED_STATUS
from emu.teletype import probe
from emu.teletype.monitor import MonitorClient, Progress
from emu.teletype.serial_port import Interrupted, LineLost, SerialError
from emu.teletype.talk import BAUDS
from emu.teletype.upload import upload
from microchess.machine.board_cells import SAVED_A, BoardCells
from microchess.machine.board_program import BoardProgram
from microchess.machine.program_cells import ProgramCells
from microchess.program.memory_map import KEY_PC

_SLICE = 0.25
_SOON = 5.0
KNOCK = 20.0
"""Seconds without a word from the board after which it is asked whether it is there."""
REPLUG = 600.0
_AGAIN = 3
Ask = Callable[[str], bool]
Tell = Callable[[str], object]


class BoardReset(Interrupted):
    """The board stopped somewhere else than where its program waits for a key."""


class SerialBoard:
    """The program *what* on the board behind *client*, standing where it waits for a key; the
    cells of its memory as `ProgramCells` wants them.

    *ask* is asked before a program is loaded, *tell* told of what takes time or went wrong.
    """

    def __init__(
        self,
        client: MonitorClient,
        what: BoardProgram,
        ask: Ask,
        tell: Tell,
        progress: Progress | None = None,
    ) -> None:
        self.what = what
        self.client = client
        self.cells = ProgramCells(self)
        self.cycles: int | None = None
        """A board counts none."""
        self.seconds = 0.0
        """How long the last key took it."""
        self.tell = tell
        self.patience = REPLUG
        """Seconds for which a line that was lost is waited for."""
        self._ask, self._progress = ask, progress
        self._memory = BoardCells(client)
        self.busy = False
        """Whether it computes."""
        self._base: bytes | None = None
        self._since: list[Callable[[], None]] = []
        """What was done since the cells were as in ``_base``."""

    # Coming and going

    def join(self, baud: int | None = None) -> None:
        """Find the board, load the program if it is not there and that is wanted, and bring it to
        where it waits for a key. A game on the board stays as it is.

        Raises SerialError.
        """
        if not (baud and self._joins_thought(baud)):
            self.client.connect((baud,) if baud else BAUDS)
        self._bring_to_stop()
        self._note_base()

    def _bring_to_stop(self) -> None:
        """The monitor has answered: load, patch and start the program as far as that is needed."""
        stands, start = self.client.cell, self.what.start
        if not self._is_there():
            self._load()
            start, stands = self.what.first, None
        if not all(self.client.read(at, len(data)) == data for at, data in self.what.patch):
            stands = None
            for at, data in self.what.patch:
                self.client.write(at, data)
        if stands is None or stands[0] != self.what.stop:
            self._start(start)

    def _joins_thought(self, baud: int) -> bool:
        """Whether the board was computing, and has come to the monitor."""
        self.client.line.baud = baud
        if self.client.knock() is not False:
            return False
        self.tell("the board computes; waiting until it is done")
        return self.client.waits(self.patience)

    def _is_there(self) -> bool:
        """Whether the program's code is in the board's memory."""
        code = self.what.code
        stretches = Program.from_bytes_map("code", code).segments
        for one in sorted(stretches, key=lambda each: len(each.data)):
            if self.client.read(one.address, len(one.data), self._progress) != one.data:
                return False
        away = self.what.extra
        jump = b"\x4c" + away.start.to_bytes(2, "little")
        return not away or self.client.read(self.what.start, 3) == jump

    def _load(self) -> None:
        what, port = self.what, self.client.line.port
        size = len(what.program.memory)
        if not self._ask(f"{what.title} is not in the board's memory; load its {size} bytes?"):
            raise SerialError(
                f"{port}: {what.title} is not in the board's memory, and was not to be loaded; "
                f"microchess kim serial {port} --microchess does so"
            )
        if what.extra and not probe.has_ram(self.client, what.extra):
            raise SerialError(
                f"{port}: {what.title} needs RAM at ${what.extra.start:04X}-"
                f"${what.extra.stop - 1:04X}, which this board has not; the 1976 program fits into "
                "1 KB: microchess image add FILE"
            )
        upload(self.client, what.program, self._progress)

    def _start(self, address: int) -> None:
        """Run from *address* to where the program waits for a key."""
        for vector in (IRQ_RAM_VECTOR, NMI_RAM_VECTOR):
            entry = SAVE_ENTRY.to_bytes(2, "little")
            if self.client.read(vector, 2) != entry:
                self.client.write(vector, entry)
        self.client.write(SAVED_STATUS, b"\0")
        self.client.go(address)
        self._memory.forget()
        self._await(_SOON)

    def close(self) -> None:
        """Take the patch out of a board that was joined, unless it computes, and leave the line."""
        if not self.busy and self._base is not None:
            own = self.what.program.memory
            with suppress(SerialError):
                for at, data in reversed(self.what.patch):
                    if all(at + i in own for i in range(len(data))):
                        self.client.write(at, bytes(own[at + i] for i in range(len(data))))
        self.client.close()

    # Memory

    def read(self, address: int, length: int) -> bytes:
        """Bytes of the board's memory; $F9-$FB are what the program has on display."""
        self.finish()
        try:
            return self._memory.read(address, length)
        except Interrupted as error:
            self._rejoin(error)
            return self._memory.read(address, length)

    def poke(self, address: int, value: int) -> None:
        """Store a byte."""
        self.load_bytes(address, bytes((value,)))

    def load_bytes(self, address: int, data: bytes) -> None:
        """Store bytes, those alone that differ."""
        self.finish()
        self._do(lambda: self._memory.store(address, data))

    def snapshot(self) -> Any:
        """The cells that make a game."""
        self.finish()
        return self._memory.game()

    def restore(self, cells: Any) -> None:
        """Bring back the cells of a snapshot."""
        self.finish()
        self._do(lambda: self._memory.store_game(cells))

    # Keys

    def press(self, key: str) -> None:
        """Press a key of the matrix, and wait until the program has done with it."""
        code = MATRIX_KEYS.index(key)
        self._do(lambda: self._press(code))

    def think(self) -> Iterator[None]:
        """Press PC; None now and then while the board thinks. It cannot be stopped: who lets go
        of the thought waits for its end with the next thing done.
        """
        self._note_base()
        for attempt in range(_AGAIN):
            try:
                self._send(KEY_PC)
                yield from self._awaiting()
                break
            except Interrupted as error:
                if attempt == _AGAIN - 1:
                    raise
                self._rejoin(error)
        self._note_base()

    def finish(self) -> None:
        """Wait until the board has done with what it computes."""
        for _ in self.finishing():
            pass

    def finishing(self) -> Iterator[None]:
        """Wait as `finish`; None now and then."""
        if self.busy:
            yield from self._awaiting()

    def _press(self, code: int) -> None:
        self.finish()
        self._send(code)
        self.finish()

    def _send(self, code: int) -> None:
        """Have the program go on with a key."""
        (shown,) = self.client.read(SAVED_A, 1)
        self.client.write_unchecked(SAVED_A, bytes((code,)))
        self.client.go(self.what.resume, f"{shown:02X}00")
        self.busy = True
        self._begun = self.client.line.now()
        self._memory.forget(code)

    def _await(self, seconds: float) -> None:
        """Wait for the prompt that says the program waits for a key."""
        if not self.client.waits(seconds) and not self.client.knock():
            raise SerialError(
                f"{self.client.line.port}: {self.what.title} does not come to where it waits for a "
                "key; press RS and try again"
            )
        self._expect_stop()

    def _expect_stop(self) -> None:
        self.busy = False
        cell = self.client.cell
        if cell is None or cell[0] != self.what.stop:
            where = "nowhere" if cell is None else f"at ${cell[0]:04X}"
            raise BoardReset(
                f"{self.client.line.port}: the board was reset, or stopped {where}, and not where "
                f"{self.what.title} waits for a key; the same again goes on"
            )

    def _awaiting(self) -> Iterator[None]:
        """Wait for the prompt, however long a thought takes, over a line that may be lost."""
        line, asked = self.client.line, self.client.line.now()
        while True:
            try:
                if self.client.waits(_SLICE):
                    break
                if line.now() - asked >= KNOCK:
                    asked = line.now()
                    answer = self.client.knock()
                    if answer is None:
                        answer = self.client.knock()
                    if answer is None:
                        raise SerialError(
                            f"{line.port}: the board has become silent; is it on, and the cable in?"
                        )
                    if answer:
                        break
            except LineLost as error:
                self._replug(error)
                asked = float("-inf")
            yield None
        self.seconds = line.now() - self._begun
        self._expect_stop()

    # What goes wrong

    def _note_base(self) -> None:
        self._base, self._since = self.snapshot(), []

    def _do(self, work: Callable[[], None]) -> None:
        """Do *work*, over again from ``_base`` when the line is lost or the board is reset."""
        self._since.append(work)
        try:
            work()
        except Interrupted as error:
            self._rejoin(error)

    def _rejoin(self, error: SerialError) -> None:
        """After *error*: as it was before the last key or poke was begun, and that done again."""
        if self._base is None:
            raise error
        for _ in range(_AGAIN):
            try:
                if isinstance(error, LineLost):
                    self._replug(error)
                else:
                    self.tell(str(error))
                self._again_at_stop()
                self._memory.store_game(self._base)
                for work in self._since:
                    work()
                return
            except Interrupted as again:
                error = again
        raise error

    def _again_at_stop(self) -> None:
        self._memory.forget()
        self.busy = False
        answer = self.client.knock()
        if answer is False and not self.client.waits(self.patience):
            answer = None
        if answer is None:
            self.client.connect()
        if self.client.cell is None or self.client.cell[0] != self.what.stop:
            self._bring_to_stop()

    def _replug(self, error: LineLost) -> None:
        """Wait until the line can be opened again."""
        line = self.client.line
        self.tell(f"{error}; waiting for it, the board goes on by itself")
        end = line.now() + self.patience
        while True:
            try:
                line.plug_in()
                self.tell(f"{line.port}: the line is back")
                return
            except SerialError:
                if line.now() >= end:
                    raise error from None
                line.rest(1.0)
