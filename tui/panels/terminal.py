"""The terminal on the KIM-1's serial line."""

import time
from collections.abc import Iterator
from pathlib import Path

from emu.files.programs import Program, read_program
from emu.notation import counted, parse_address
from tui.panels.blocks import Block, Mode, PaperBlock, SentenceBlock
from tui.panels.panel import Act, AskFile, AskLine, Done, Effect, Focus, Panel, Pick
from tui.panels.recover import back_to_game
from tui.session.hand import Hand
from tui.session.line import LiveLine
from tui.session.machine_view import LineView
from tui.session.snapshot import Handed, Notice, Snapshot
from tui.session.values import BAUD_RATES

_RUBOUT, _FEED = b"\x7f", b"\n"
_TYPE = Focus("paper", engaged=True)
_LINES = tuple(
    (f"{baud}/{stop}", f"{baud} baud, {counted(stop, 'stop bit')}")
    for stop in (2, 1)
    for baud in BAUD_RATES
)
_MODE = Mode("TERMINAL", "what you type goes over the serial line", "keys go to the terminal")


class TerminalPanel(Panel):
    """Paper and keys; the jumper that makes the monitor use them."""

    name = "terminal"
    help = """\
A click on the paper, Enter, or *Connect* begins to type; Escape ends that. What you type goes over
the serial line; the KIM-1's hardware echoes it. An address and Space open a cell, two digits and
`.` store, Enter is the next cell, *Line feed* (Ctrl+J) the one before, `G` runs, `L` loads and `Q`
punches a paper tape. Backspace is RUBOUT: begin again.

The monitor looks at the terminal while the **TTY jumper** is in. MicroChess does not, and GETKEY,
which reads the keypad, shuts the line for a moment each time: what is typed then is echoed in
pieces, as by the real KIM-1. **RS** takes the machine from it, measures the speed with a RUBOUT and
prints the monitor's greeting. *Back to the game* is the way back.
"""

    def __init__(self) -> None:
        self._at: int | None = None
        self._wanted: bool | None = None
        """Where the jumper is to be and is not yet."""

    def follow(self, view: Snapshot) -> None:
        """The jumper is where it was wanted."""
        if self._wanted == view.line.fitted:
            self._wanted = None

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """Where the jumper is and who reads the terminal; what was printed."""
        line = view.line
        if not line.fitted:
            state = "Nothing reads this terminal. Connect fits the TTY jumper, a wire it needs."
        elif line.pending:
            state = f"Connected; {counted(line.pending, 'character')} to send"
        elif view.machine.listening:
            program = view.game.program
            state = f"Connected; but {program} reads the keypad. RS stops it, for the monitor."
        else:
            state = "The monitor reads this terminal. Back to the game ends that."
        yield SentenceBlock("state", state, "good" if line.fitted else "muted")
        yield PaperBlock("paper", "Paper", line.lines, line.column, _MODE)

    def actions(self, view: Snapshot) -> Iterator[Act]:
        """The line's switches and keys."""
        line = view.line
        frame = f"{line.baud:g}/{line.stop_bits}"
        place = "Bytes at ..." if self._at is None else f"Bytes at {self._at:04X}"
        tape = AskFile("Send as paper tape, after an L", self._read)
        where = AskLine("Address of plain bytes", "0000 to FFFF")
        yield from back_to_game(view)
        yield Act(
            "jumper", "Connect", lambda: self._fit(view), "ctrl+t",
            "fit the TTY jumper or take it out", on=line.fitted, also="jumper tty",
        )  # fmt: skip
        yield Act(
            "reset", "RS", lambda: self._reset(view), "ctrl+r",
            "key RS; with the jumper in a RUBOUT measures the speed of the line", also="reset",
        )  # fmt: skip
        yield Act("rubout", "RUBOUT", lambda: _typed(_RUBOUT), "", "the monitor begins again")
        yield Act("feed", "Line feed", lambda: _typed(_FEED), "", "the cell before", quiet=True)
        yield Act(
            "break", "BREAK", lambda: (LiveLine.send_break(), _TYPE), "ctrl+b",
            "hold the line for a quarter of a second",
        )  # fmt: skip
        yield Act(
            "line", f"{line.baud:g} baud", _set_line, "ctrl+n", "speed and stop bits",
            asks=Pick("The line", _LINES, frame),
        )  # fmt: skip
        yield Act("load", "Send tape", _send, "ctrl+l", "a program as a paper tape", asks=tape)
        yield Act(
            "place", place, self._place, "", "where plain bytes belong that are sent", quiet=True,
            asks=where,
        )  # fmt: skip
        yield Act("save", "Save", lambda: _paper(line), "ctrl+k", "what was printed, as text")

    def typed(self, view: Snapshot, block: str, text: str) -> Done:
        """Over the line."""
        return LiveLine.type_text(text.encode("ascii", "ignore"))

    def pasted(self, view: Snapshot, block: str, text: str) -> Done:
        """Over the line, too."""
        return LiveLine.paste(text)

    def _fitted(self, view: Snapshot) -> bool:
        return view.line.fitted if self._wanted is None else self._wanted

    def _fit(self, view: Snapshot) -> Iterator[Effect]:
        self._wanted = on = not self._fitted(view)
        yield LiveLine.fit_jumper(on)
        if on:
            yield _TYPE
            if view.machine.listening:
                yield Notice(
                    f"{view.game.program} plays on with keypad and digits. RS stops it and starts "
                    "the monitor here; Back to the game undoes that."
                )

    def _reset(self, view: Snapshot) -> Iterator[Effect]:
        yield Hand.press("RS")
        if self._fitted(view):
            yield LiveLine.type_text(_RUBOUT)
        yield _TYPE

    def _read(self, path: Path, data: bytes) -> Program:
        return read_program(data, path.name, self._at)

    def _place(self, text: str) -> None:
        self._at = parse_address(text)


def _typed(data: bytes) -> Done:
    return LiveLine.type_text(data), _TYPE


def _set_line(chosen: str) -> Iterator[Effect]:
    baud, stop = chosen.split("/")
    yield LiveLine.set_line(float(baud), int(stop))
    yield Notice("RS, then RUBOUT, tells the monitor of it")


def _send(program: Program) -> Done:
    return LiveLine.send_program(program), _TYPE


def _paper(line: LineView) -> Done:
    return Handed(time.strftime("kim1-%Y%m%d-%H%M.txt"), "\n".join(line.lines) + "\n")
