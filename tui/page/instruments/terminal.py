"""The terminal on the serial line."""

from __future__ import annotations

from emu.files.programs import read_program
from emu.notation import counted
from tui.page import wire
from tui.page.instruments.instrument import DeskSide, Instrument
from tui.session.line import LiveLine
from tui.session.snapshot import Snapshot
from tui.session.values import Address, Name
from tui.session.verbs import control


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
        self.desk.say(wire.HandedJson(type="handed", name=name, text=text))

    def part(self, snapshot: Snapshot) -> wire.TerminalJson:
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
        return wire.TerminalJson(
            fitted=view.fitted,
            baud=view.baud,
            stop_bits=view.stop_bits,
            state=state,
            lines=list(view.lines),
            column=view.column,
        )
