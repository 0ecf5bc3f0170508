"""Inside the machine: registers, code, memory, stacks, and where it halts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Literal

from emu.errors import EmuError
from tui.page.instruments.instrument import DeskSide, Instrument
from tui.screen.drawing.lines import Line
from tui.screen.drawing.windows import CodeWindow, MemoryWindow, draw_stacks
from tui.session.debugger import Debugger
from tui.session.halting import listed, set_break, set_watch, toggled
from tui.session.snapshot import Snapshot
from tui.session.values import Address, Name, NameOrNone, Way, one_of, whole
from tui.session.verbs import control

_STACK_ROWS = 8
Columns = Annotated[int, whole(20, 200)]
Rows = Annotated[int, whole(4, 64)]
PerRow = Annotated[int, one_of(8, 16)]
How = Annotated[str, one_of("follow", "up", "down", "page up", "page down")]
Halt = Annotated[str, one_of("break", "watch")]
_STEPS = {"up": (-1, "go"), "down": (1, "go"), "page up": (-1, "page"), "page down": (1, "page")}


@dataclass(frozen=True, kw_only=True)
class HaltView:
    """Where the machine halts: a breakpoint or a watched byte, in words and as it is typed."""

    kind: Literal["break", "watch"]
    at: int
    words: str
    typed: str


@dataclass(frozen=True, kw_only=True)
class InsideView:
    """Inside the machine, in lines of words: a word is its text and the names of its styles.

    ``addresses`` are those of the lines of code; ``line`` is the one chosen, or the program
    counter's. In a line of the memory the address is a word, each byte one, and what is between
    them. ``byte`` is the address chosen, ``named`` what is there, ``value`` in hex or empty.
    """

    state: list[list[list[str]]]
    halt: str
    code: list[list[list[str]]]
    addresses: list[int]
    line: int
    follows: bool
    memory: list[list[list[str]]]
    start: int
    byte: int
    named: str
    value: str
    stacks: list[list[list[list[str]]]]
    halts: list[HaltView]


class InsideInstrument(Instrument):
    """Looks where it is told."""

    def __init__(self, desk: DeskSide) -> None:
        super().__init__(desk)
        self._code, self._memory = CodeWindow(), MemoryWindow()
        self._columns = 0

    @control
    def open(self, columns: Columns, rows: Rows, per_row: PerRow) -> None:
        """Columns and rows of the code; bytes in a row of the memory."""
        self._columns, self._code.rows = columns, rows
        self._memory.take(16 if per_row == 16 else 24, per_row)
        self._look()

    def _look(self) -> None:
        self._code.look_at(self.desk.now())

    @control
    def code(self, how: How) -> None:
        """Move the cursor of the code, or follow the program counter."""
        if how == "follow":
            self._code.follow()
        else:
            by, what = _STEPS[how]
            getattr(self._code, what)(by)

    @control
    def code_at(self, address: Address) -> None:
        """Choose that line of the code."""
        if any(one.address == address for one in self._code.code):
            self._code.cursor = address
        else:
            self._code.show(address)

    @control
    def find(self, text: Name) -> None:
        """Show code and memory at an address or a label."""
        self._look()
        address = self._code.find(text)
        self._code.show(address)
        self._memory.jump(address)

    @control
    def byte(self, address: Address) -> None:
        """Choose a byte."""
        self._memory.go(address)

    @control
    def memory_page(self, by: Way) -> None:
        """Turn pages of the memory."""
        self._memory.page(by)

    @control
    def breakpoint(self, address: Address) -> None:
        """Set a breakpoint, or clear it."""
        points = toggled(self.desk.now().breakpoints, address, "")
        self.desk.ask(Debugger.set_breakpoints(points))
        self.desk.notice(f"breakpoint at ${address:04X}{' removed' * (address not in points)}")

    @control
    def watch_byte(self, address: Address) -> None:
        """Watch a byte, or no longer."""
        points = toggled(self.desk.now().watchpoints, address, None)
        self.desk.ask(Debugger.set_watchpoints(points))
        does = "pauses" if address in points else "no longer pauses"
        self.desk.notice(f"the machine {does} when ${address:04X} changes")

    @control
    def halt(self, kind: Halt, old: Address | None, text: NameOrNone) -> None:
        """Set a breakpoint or watch a byte as *text* says, in place of an *old* one."""
        if not text and old is None:
            raise EmuError("an address or a label is wanted")
        setting = set_break if kind == "break" else set_watch
        self._look()
        self.desk.notice(setting(self.desk.now(), old, self.desk.ask, self._code.find, text))

    def part(self, snapshot: Snapshot) -> InsideView:
        """Everything, from one moment."""
        code, memory = self._code, self._memory
        code.look_at(snapshot)
        memory.watched = snapshot.watchpoints
        memory.update(snapshot.machine.memory)
        (heading, *rows), at = memory.draw(), memory.cursor
        value = snapshot.machine.memory[at]
        return InsideView(
            state=lines_json(code.draw_state(snapshot, self._columns)),
            halt=snapshot.halt,
            code=lines_json(code.draw(self._columns)),
            addresses=[one.address for one in code.code],
            line=code.pc if code.cursor is None else code.cursor,
            follows=code.cursor is None,
            memory=lines_json(rows),
            start=memory.start,
            byte=at,
            named=heading[0][0],
            value="" if value is None else f"{value:02X}",
            stacks=[lines_json(one) for one in draw_stacks(snapshot, _STACK_ROWS) if one],
            halts=[
                HaltView(
                    kind="break" if name[0] == "b" else "watch",
                    at=int(name[1:]),
                    words=words,
                    typed=typed,
                )
                for name, words, typed in listed(snapshot)
            ],
        )


def lines_json(lines: Iterable[Line]) -> list[list[list[str]]]:
    """Lines of words, each its text and what it means."""
    return [[list(word) for word in one] for one in lines]
