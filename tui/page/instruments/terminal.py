"""The terminal on the serial line."""

from __future__ import annotations

from dataclasses import dataclass

from emu.files.programs import read_program
from emu.notation import counted
from tui.page.instruments.instrument import DeskSide, Instrument
from tui.session.line import LiveLine
from tui.session.snapshot import Handed, Snapshot
from tui.session.values import Address, Name
from tui.session.verbs import control


@dataclass(frozen=True, kw_only=True)
class TerminalView:
    """The terminal on the serial line; the carriage is at ``column`` of the last line."""

    fitted: bool
    baud: float
    stop_bits: int
    state: str
    lines: list[str]
    column: int


class TerminalInstrument(Instrument):
    """Paper, and programs that are sent as paper tape."""

    def __init__(self, desk: DeskSide) -> None:
        super().__init__(desk)
        self.wants = False
        self._at: int | None = None

    @control
    def open(self) -> None:
        """Show it."""

    @control
    def paper_tape(self, address: Address | None) -> None:
        """The next file is for the line; plain bytes belong at *address*."""
        self.wants, self._at = True, address

    def take(self, name: str, data: bytes) -> None:
        """Send a program. Raises EmuError where it is none."""
        self.wants = False
        self.desk.ask(LiveLine.send_program(read_program(data, name, self._at)))

    @control
    def save_paper(self, name: Name) -> None:
        """Hand over what was printed."""
        text = "\n".join(self.desk.now().line.lines) + "\n"
        self.desk.say(Handed(name=name, text=text))

    def part(self, snapshot: Snapshot) -> TerminalView:
        """Jumper, speed, paper."""
        view = snapshot.line
        state = "TTY jumper out: nothing reads this terminal"
        if view.fitted and view.pending:
            state = f"TTY jumper in; {counted(view.pending, 'character')} to send"
        elif view.fitted and snapshot.machine.listening:
            program = snapshot.game.program
            state = f"TTY jumper in; {program} reads the keypad, not this: RS stops it"
        elif view.fitted:
            state = "TTY jumper in; the button Back to the game, under Keys, ends this"
        return TerminalView(
            fitted=view.fitted,
            baud=view.baud,
            stop_bits=view.stop_bits,
            state=state,
            lines=list(view.lines),
            column=view.column,
        )
