"""Whoever sits at the machine's terminal: what is typed goes over the line when it can be heard.

The KIM-1 has no buffer: a character that comes while the program computes or prints is lost. On a
real line people wait, and uploaders pause after every character and line. Here the next character
goes as soon as the machine looks at the line all the time, or, with a gap, without looking.
"""

from collections import deque
from collections.abc import Callable, Collection

from emu.errors import EmuError
from emu.files.formats.papertape import write as write_paper_tape
from emu.files.programs import Program
from emu.machine import MHZ, POLLING, Machine, Steps

RUBOUT = 0x7F
BREAK = MHZ // 4
"""Cycles for which a person holds the BREAK key."""
SILENCE = MHZ // 5
"""Cycles without a sign from the machine after which it seems to listen."""
PATIENT = 10 * MHZ
"""As many as `SILENCE` where nobody at the terminal sees what becomes of a character."""
_SHORTEST, _LONGEST = 300, 50_000
_BATCH = 64
_LISTENING = POLLING // 16
"""Looks at the line in POLLING instructions: a program that waits for a start bit has no time for
much else.
"""
LOADS_WITH = (
    range(0x00F6, 0x00FF),
    range(0x01F8, 0x0200),
    range(0x17F2, 0x17F5),
)
"""Where the monitor keeps checksum, pointer, character, stack and bit time as it loads."""


class UploadError(EmuError):
    """A program cannot be sent over the line, or did not arrive."""


def in_the_way(program: Program) -> int | None:
    """The first byte of *program* that is where the monitor works while it loads a tape."""
    taken = (address for address in program.memory if any(address in one for one in LOADS_WITH))
    return next(taken, None)


class EmulatedLine:
    """The line of *machine*.

    A character that nobody seems to wait for goes after *silence* cycles in which nothing was
    printed; with *hurry*, after the time of so many characters even while the machine prints.
    """

    def __init__(self, machine: Machine, silence: int = SILENCE, hurry: int | None = None) -> None:
        self.machine = machine
        self._silence, self._hurry = silence, hurry
        self._queue: deque[tuple[int, int | None]] = deque()
        self._printed = bytearray()
        self._sent: Program | None = None
        self._since = self._sign = machine.cycles
        self.wants_tape = False
        """Whether the machine, when it was last looked at, did nothing but look at its tape."""

    def connect(self, rubout: bool = True) -> None:
        """Fit the TTY jumper and press RS."""
        self.machine.tty = True
        self.reset(rubout)

    def reset(self, rubout: bool = True) -> None:
        """Press RS; with the jumper fitted a RUBOUT tells the monitor how fast the line is."""
        self.clear()
        self.machine.reset()
        if rubout and self.machine.tty:
            self.send(bytes([RUBOUT]))

    def send(self, data: bytes, gap: int | None = None, line_gap: int = 0) -> None:
        """Type *data* behind what waits; each character when it can be heard.

        With *gap* they go blindly, that many cycles apart and *line_gap* more behind a line's end.
        """
        self._since = self.machine.cycles if not self._queue else self._since
        for byte in data:
            rest = None if gap is None else gap + (line_gap if byte == ord("\n") else 0)
            self._queue.append((byte, rest))

    def send_program(self, program: Program, gaps: tuple[int, int] | None = None) -> None:
        """Type L and send the program as a paper tape; :meth:`arrived` tells what came of it.

        *gaps* are rests between characters and behind lines, see ``send``; None: as soon as the
        machine listens. Raises UploadError when the tape would overwrite what the monitor loads it
        with.
        """
        if (address := in_the_way(program)) is not None:
            raise UploadError(
                f"{program.name} has a byte for ${address:04X}, where the monitor works while "
                "it loads a tape; put it into memory directly"
            )
        self.send(b"L")
        self.send("\r\n".join(write_paper_tape(program).split()).encode("ascii"), *(gaps or ()))
        self._sent = program

    def arrived(self) -> Program | None:
        """The program sent, once the machine waits again; None where none was.

        Raises UploadError with the first byte that is not in memory.
        """
        program, self._sent = self._sent, None
        if program is None:
            return None
        for address, byte in program.memory.items():
            if (found := self.machine.peek(address)) != byte:
                raise UploadError(
                    f"{program.name}: ${address:04X} holds ${found:02X} instead of ${byte:02X}; "
                    "the monitor lost characters or was not asked"
                )
        return program

    def send_break(self) -> None:
        """Hold the BREAK key for a quarter of a second; what waits is forgotten."""
        self.clear()
        self.machine.send_break(BREAK)
        self._sign = self.machine.cycles + BREAK

    def clear(self) -> None:
        """Forget what has not gone over the line yet."""
        self._queue.clear()

    @property
    def pending(self) -> int:
        """Characters that wait for their turn."""
        return len(self._queue)

    @property
    def silent(self) -> int:
        """Cycles since something was typed, printed, played or recorded."""
        now = self.machine.cycles
        return max(0, now - max(self._sign, self.machine.board.deck.busy_until(now)))

    def printed(self) -> bytes:
        """What was printed since the last call, all eight bits of each character."""
        self._collect()
        done = bytes(self._printed)
        self._printed.clear()
        return done

    def running_until_waiting(
        self, stops: Collection[int] = (), enough: Callable[[], bool] = lambda: False
    ) -> Steps[int | None]:
        """Run until everything is sent and the program waits for a character, however long.

        Returns the address when it stands at one of *stops*. *enough* is asked now and then while
        nothing is on the line; it may end the run too.
        """
        machine = self.machine
        while True:
            length = min(max(_SHORTEST, self.silent // 4), _LONGEST)
            if not machine.typing:
                quiet = machine.board.terminal.quiet(machine.cycles)
                waits = quiet and self._is_heard()
                if machine.registers.pc in stops:
                    return machine.registers.pc
                self._collect()
                if self._queue and (waits or self._may_go(quiet)):
                    self._type()
                elif quiet and not self._queue and (waits or enough()):
                    return None
            if machine.typing:
                length = machine.board.terminal.free - machine.cycles
            stopped = yield from machine.running_for(length, stops)
            self._collect()
            if stopped is not None:
                return stopped

    def _is_heard(self) -> bool:
        """Whether the machine looks at its line all the time, or goes round doing nothing."""
        board = self.machine.board
        before, at_tape = board.terminal.looks, board.deck.looks
        looped = self.machine.loop() is not None
        self.wants_tape = board.deck.looks - at_tape >= _LISTENING
        at_line = board.terminal.looks - before >= _LISTENING
        return at_line or (looped and not self.wants_tape)

    def _may_go(self, quiet: bool) -> bool:
        """Whether the next character goes though the machine does not wait for it."""
        blind = self._queue[0][1] is not None
        waited = self.machine.cycles - self._since
        character = self.machine.board.terminal.framing.character
        hurried = self._hurry is not None and waited >= self._hurry * character
        return blind or hurried or (quiet and min(waited, self.silent) >= self._silence)

    def _type(self) -> None:
        """Put the next character on the line, blind ones together."""
        for _ in range(_BATCH):
            byte, gap = self._queue.popleft()
            self.machine.type(bytes([byte]), gap or 0)
            if gap is None or not self._queue or self._queue[0][1] is None:
                break
        self._since = self._sign = self.machine.board.terminal.free

    def _collect(self) -> None:
        if new := self.machine.printed():
            self._printed += new
            self._sign = max(self._sign, self.machine.cycles)
