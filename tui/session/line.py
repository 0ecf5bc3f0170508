"""The terminal in the live session: a serial line, and the paper it prints on."""

from collections.abc import Callable, Collection

from emu.errors import EmuError
from emu.files.formats.image import Program
from emu.machine import MHZ, Machine, Steps
from emu.notation import counted
from emu.teletype.emulated_line import EmulatedLine
from emu.teletype.paper import Paper
from tui.session.machine_view import LineView
from tui.session.snapshot import Tell
from tui.session.values import Baud, Pasted, StopBits, Typed
from tui.session.verbs import part

_HURRY = 80
_FIRST_LOOK = MHZ // 10


class LiveLine:
    """The terminal on the machine given to :meth:`attach`; *tell* hears what a person should know.

    *listens* tells whether the game's program has the keypad.
    """

    def __init__(self, tell: Tell, listens: Callable[[], bool]) -> None:
        self._tell, self._listens = tell, listens
        self._paper = Paper()
        self._port: EmulatedLine | None = None
        self._look_at = _FIRST_LOOK
        self.at_keypad = False
        """Whether the last run ended because the game's program waits for a key."""

    def attach(self, machine: Machine) -> None:
        """Plug the terminal into another machine; speed and stop bits stay as they are."""
        if self._port is not None:
            self._drop()
            framing = self._machine.board.terminal.framing
            machine.set_line(framing.baud, framing.stop_bits)
        self._port = EmulatedLine(machine, hurry=_HURRY)

    def taken_to_another_time(self) -> None:
        """The machine was taken back, or into another state: what waited to be typed is gone."""
        self.collect()
        self._drop()
        self._port = EmulatedLine(self._machine, hurry=_HURRY)

    def _drop(self) -> None:
        """What was not typed yet is told, and never will be."""
        if left := self.port.pending:
            are = "is" if left == 1 else "are"
            self._tell(f"{counted(left, 'character')} not typed yet {are} forgotten")

    @property
    def port(self) -> EmulatedLine:
        """The line."""
        assert self._port is not None
        return self._port

    @property
    def _machine(self) -> Machine:
        return self.port.machine

    def running(self, stops: Collection[int]) -> Steps[int | None]:
        """Run until the monitor or a program waits for a character, or the game's program for a
        key, with everything sent; or to one of *stops*, which is returned.
        """
        self._look_at, self.at_keypad = _FIRST_LOOK, False
        stopped = yield from self.port.running_until_waiting(stops, self._program_has_keypad)
        if stopped is None:
            self._look_at_tape()
        return stopped

    def _program_has_keypad(self) -> bool:
        """Asked while the line is silent, and more and more rarely: it costs a look ahead."""
        if self.port.silent < self._look_at:
            return False
        self._look_at = 2 * self.port.silent
        self.at_keypad = self._listens()
        return self.at_keypad

    @part
    def fit_jumper(self, on: bool) -> None:
        """TTY jumper: the monitor talks to the terminal, not the keypad."""
        self._machine.tty = on
        if not on:
            self.port.clear()

    @part
    def type_text(self, data: Typed) -> None:
        """Type characters."""
        if self._heard():
            self.port.send(data)

    @part
    def paste(self, text: Pasted) -> None:
        """Type a text, its line ends as the Enter key does; what no teletype has is told."""
        typed = "\r".join(text.splitlines()) + "\r" * text.endswith(("\r", "\n"))
        data = typed.encode("ascii", "ignore")
        if len(data) < len(typed):
            odd = counted(len(typed) - len(data), "character")
            self._tell(f"{odd} that no teletype has is left out", "warning")
        self.type_text(data)

    @part
    def send_break(self) -> None:
        """Hold the BREAK key."""
        self.port.send_break()

    @part
    def set_line(self, baud: Baud, stop_bits: StopBits) -> None:
        """Speed of the line in baud, and stop bits."""
        self._machine.set_line(baud, stop_bits)

    @part
    def send_program(self, program: Program) -> None:
        """Type L and send a program as paper tape; raises EmuError."""
        if self._heard():
            self.port.send_program(program)

    def _heard(self) -> bool:
        """Whether the machine reads the terminal; says so when it does not."""
        if not self._machine.tty:
            self._tell("the TTY jumper is out: nobody reads the terminal", "warning")
        return self._machine.tty

    def _look_at_tape(self) -> None:
        try:
            program = self.port.arrived()
        except EmuError as error:
            self._tell(f"{error}: <reset> first", "error")
        else:
            if program is not None:
                self._tell(f"{program.name} has arrived")

    def collect(self) -> None:
        """Bring what was printed to paper."""
        self._paper.print(self.port.printed())

    def view(self) -> LineView:
        """The terminal as it stands."""
        self.collect()
        framing = self._machine.board.terminal.framing
        return LineView(
            self._machine.tty,
            framing.baud,
            framing.stop_bits,
            self.port.pending,
            self._paper.lines,
            self._paper.column,
        )
