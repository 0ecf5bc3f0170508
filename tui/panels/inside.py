"""Inside the machine: registers, code, memory, stacks; hold it, step it, change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import chess

from emu.files.reading import decoded
from emu.notation import NotationError, Poke, counted, parse_byte
from emu.watch.sources import Sources, read_names
from microchess.program.memory_map import TABLE
from microchess.program.squares import from_chess
from tui.panels import inside_blocks
from tui.panels.blocks import Block, SentenceBlock
from tui.panels.panel import Act, AskFile, AskLine, Done, Effect, Focus, Panel
from tui.panels.windows import CodeWindow, MemoryWindow
from tui.session.debugger import Debugger
from tui.session.halting import (
    BREAK,
    BREAK_LIKE,
    WATCH,
    WATCH_LIKE,
    listed,
    set_break,
    set_watch,
    toggled,
)
from tui.session.logwords import means
from tui.session.play import Play
from tui.session.snapshot import Activity, Notice, Snapshot
from tui.session.timetravel import TimeTravel

_PER_ROW, _ADDRESS, _BYTE, _MOST_ROWS = (16, 8, 4, 2), 5, 3, 64
_STACK_ROWS, _FEW_ROWS, _ROOMY = 8, 4, 15
"""Rows of the stacks, and where there are fewer lines of code than that."""
_PAST_WHEEL = 3
"""Instructions for a notch of the wheel."""
_WHERE = "1F1F, or a label\nHexadecimal."
_BACK_A_TENTH = 100_000


class InsidePanel(Panel):
    """A debugger for the whole board."""

    name = "inside"
    help = """\
*Pause* (`p`) holds the machine and lets it go on, Right is one instruction, `.` steps over a
subroutine, `l` up and out of the present one: to behind the RTS (RTI) that returns to an address
above SP. Left takes the last instruction back, Home all since the last key or move of the game; the
machine is paused there. To go back beyond a move, undo it on another panel.

`j` shows code and memory at an address. `k` sets or clears a breakpoint on the line chosen in the
code, else at the program counter; `T` runs to that line, `M` watches a byte: the machine pauses
when it changes. `x` and `X` do the same with what must hold. Those that are set are listed; emptied
they are removed. `G` goes back to the last of them that was met.

In the memory a click chooses a byte; Enter and two hex digits change it, also while the machine is
paused, and a digit begins that after a click. A byte that has just changed stands out, ROM is dim
and cannot be changed. `W` goes back to what wrote the byte last, `U` to what read it; the same
again to the one before.

In the code, instructions that were executed or have labels are certain; what is before the first of
them is guessed. `L` takes labels, or the source lines of ca65's `.dbg`. Without them labels are
those of our own monitor and of Janus; the 1976 program is its author's and has none here.
"""
    beside = ("code",), ("memory", "stacks", "halts")

    def __init__(self) -> None:
        self._code, self._memory = CodeWindow(), MemoryWindow()
        self._code.rows = self._memory.rows
        self._digit = self._halt = ""
        self._seen: Snapshot | None = None

    def look(self, view: Snapshot) -> None:
        """Decode what is executed, and find what has changed."""
        if view is not self._seen:
            self._seen = view
            self._code.look_at(view)
            self._memory.update(view.machine.memory)

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """All of it, from one moment."""
        rows = _STACK_ROWS if self._code.rows >= _ROOMY else _FEW_ROWS
        yield inside_blocks.registers(view, self._code.labels)
        yield SentenceBlock("halt", view.halt)
        yield inside_blocks.code(self._code, view)
        yield inside_blocks.memory(self._memory, view, self._digit)
        yield inside_blocks.stacks(view, rows, self._memory.cursor)
        yield from inside_blocks.halts(view, self._halt)

    # What can be done

    def actions(self, view: Snapshot) -> Iterator[Act]:
        """Hold, step, halt, change."""
        yield from self._time(view)
        code, byte = self._code, self._memory.cursor
        line = view.machine.registers.pc if code.cursor is None else code.cursor
        where = AskLine("Run to an address", _WHERE) if code.cursor is None else None
        yield Act(
            "runto", "Run to", partial(self._run_to, line), "T", "pause at the line chosen",
            asks=where, at="code",
        )  # fmt: skip
        about = "a breakpoint on the line chosen, or none"
        yield Act(
            "break",
            "Breakpoint",
            lambda: _toggle_break(view, line),
            "k",
            about,
            at="code",
            also="breakpoint stop",
        )
        jump = AskLine("Address or label", _WHERE)
        about = "code and memory at an address"
        yield Act(
            "jump",
            "Show",
            self._jump,
            "j",
            about,
            quiet=True,
            asks=jump,
            at="code",
            also="go address",
        )
        if code.cursor is not None:
            about = "the code follows the program counter"
            yield Act(
                "follow", "Follow program", code.follow, "escape", about, quiet=True, at="code"
            )  # fmt: skip
        about = "the machine pauses when the byte changes, or no longer"
        yield Act("watch", "Watch byte", lambda: _toggle_watch(view, byte), "M", about, at="memory")
        poke = AskLine("Byte", "00 to FF")
        do = partial(self._poke, view)
        yield Act("poke", "Poke", do, "", "change the byte", quiet=True, asks=poke, at="memory")
        for name, label, key, how in (
            ("written", "Who wrote it?", "W", "written"),
            ("read", "Who read it?", "U", "read"),
        ):
            went = TimeTravel.back_to_access(byte, name == "written")
            about = f"back to when the byte was last {how}"
            back = partial(self._step, went)
            also = f"wrote {how} changed access byte"
            yield Act(name, label, back, key, about, quiet=True, at="memory", also=also)
        yield from self._halts(view)
        labels = AskFile("Labels, or what ld65 --dbgfile wrote", _labels)
        about = "label files, ca65's .dbg"
        yield Act("labels", "Labels", self._use, "L", about, quiet=True, asks=labels)

    def _time(self, view: Snapshot) -> Iterator[Act]:
        held = view.activity is Activity.HELD
        hold = Debugger.go_on() if held else Debugger.pause()
        yield Act("hold", "Go on" if held else "Pause", lambda: hold, "", "the machine")
        for name, label, key, what, about in (
            ("step", "Step", "", Debugger.step(), "one instruction"),
            ("over", "Step over", "full_stop", Debugger.step_over(), "a subroutine as a whole"),
            ("out", "Step out", "l", Debugger.step_out(), "to the end of the subroutine"),
            ("back", "Step back", "", TimeTravel.step_back(), "one instruction back"),
            ("tenth", "Back 0.1 s", "", TimeTravel.back(_BACK_A_TENTH), "of the machine's time"),
            (
                "all",
                "Back to last move",
                "",
                TimeTravel.back(None),
                "to the last key or move of the game",
            ),
        ):
            yield Act(name, label, partial(self._step, what), key, about, quiet=name != "over")
        back, about = TimeTravel.back_to_halt(), "to the last breakpoint or change that was met"
        yield Act(
            "reverse", "Back to breakpoint", partial(self._step, back), "G", about, quiet=True
        )

    def _halts(self, view: Snapshot) -> Iterator[Act]:
        like, becomes = f"{BREAK_LIKE}\n{BREAK}", f"{WATCH_LIKE}\n{WATCH}"
        for name, label, key, setting, title, hint, at, also in (
            ("halt", "Breakpoint if", "x", set_break, "Breakpoint", like, "code", "breakpoint"),
            (
                "becomes",
                "Watch for",
                "X",
                set_watch,
                "Watched byte",
                becomes,
                "memory",
                "watchpoint",
            ),
        ):
            do, asks = partial(self._set, view, setting, None), AskLine(title, f"e.g. {hint}")
            about, also = f"a {title.lower()}, with what must hold", f"{also} halt condition"
            yield Act(name, label, do, key, about, quiet=True, asks=asks, at=at, also=also)

    def fitted(self, block: str, columns: int, rows: int) -> None:
        """More instructions, or bytes in a row."""
        if block == "code":
            self._code.rows = rows
            if self._code.cursor is None:
                self._code.code = []
            self._code.update()
        elif block == "memory":
            fitting = (one for one in _PER_ROW if columns >= _ADDRESS + _BYTE * one)
            self._memory.take(min(rows, _MOST_ROWS), next(fitting, _PER_ROW[-1]))

    def clicked(self, view: Snapshot, block: str, row: str) -> Done:
        """A line is chosen, or a byte."""
        if block == "halts":
            self._halt = row
            return None
        if block == "code":
            self._code.cursor = int(row)
            return None
        self._go(int(row))
        return Focus("memory")

    def moved(self, view: Snapshot, block: str, down: int) -> None:
        """Another line, another byte."""
        if block == "code":
            self._code.go(down)
        elif block == "halts":
            names = [name for name, *_ in listed(view)]
            at = names.index(self._halt) + down if self._halt in names else 0
            self._halt = names[at % len(names)]
        else:
            self._go(self._memory.cursor + (-down if block == "stacks" else down))

    def turned(self, view: Snapshot, block: str, pages: int) -> None:
        """The cursor is where one goes on reading."""
        if block == "code":
            self._code.page(pages)
        else:
            self._memory.page(pages)
            self._digit = ""

    def scrolled(self, view: Snapshot, block: str, notches: int) -> None:
        """Some instructions, or a row of bytes."""
        if block == "code":
            self._code.scroll(_PAST_WHEEL * notches)
        else:
            self._go(self._memory.cursor + notches * self._memory.per_row)

    def typed(self, view: Snapshot, block: str, text: str) -> Done:
        """Two hex digits are a byte."""
        if text not in "0123456789abcdefABCDEF":
            raise NotationError(f"{text}: expected a hex digit, 0 to F")
        self._digit += text.upper()
        if len(self._digit) < 2:
            return None
        done = list(self._poke(view, self._digit))
        self._go(self._memory.cursor + 1)
        return done

    def left(self, view: Snapshot, block: str) -> None:
        """One digit is no byte."""
        self._digit = ""

    def changed(self, view: Snapshot, block: str, row: str, text: str) -> Done:
        """Something else must hold at a breakpoint, or of a watched byte; or it is removed."""
        return self._set(view, set_break if row[0] == "b" else set_watch, int(row[1:]), text)

    def pointed(self, view: Snapshot, square: chess.Square) -> Done:
        """While bytes are poked a man on the board is chosen as the byte he is."""
        byte = from_chess(square, view.game.computer)
        if (man := view.game.table.standing_on(byte)) is None:
            return Notice(f"{chess.square_name(square)} is empty; as a byte it is {byte:02X}")
        self._go(TABLE + man)
        return None

    def _go(self, address: int) -> None:
        self._digit = ""
        self._memory.go(address)

    def _step(self, what: Effect) -> Done:
        self._code.follow()
        return what

    def _poke(self, view: Snapshot, text: str) -> Iterator[Effect]:
        poke = Poke(self._memory.cursor, parse_byte(text))
        yield Play.poke((poke,))
        if told := means(poke, view.game.computer):
            yield Notice(f"{poke.value:02X}: {told}")

    def _run_to(self, line: int, text: str = "") -> Iterator[Effect]:
        address = self._code.find(text) if text else line
        yield Debugger.run_to(address)
        yield Notice(f"on to ${address:04X}; it is paused there")

    def _jump(self, text: str) -> Done:
        address = self._code.find(text)
        self._code.show(address)
        self._memory.jump(address)
        return Notice(f"code and memory at ${address:04X}; Follow program: the code follows again")

    def _set(
        self, view: Snapshot, setting: Callable[..., str], old: int | None, text: str
    ) -> list[Effect]:
        asked: list[Effect] = []
        told = setting(view, old, asked.append, self._code.find, text.strip())
        return [*asked, Notice(told)]

    def _use(self, found: tuple[Sources, str]) -> Done:
        sources, name = found
        self._code.use(sources)
        self._seen = None
        self._code.follow()
        count, lines = len(sources.labels), len(set(sources.lines.values()))
        told = f"{name}: {counted(count, 'label')}, {counted(lines, 'source line')}"
        return Notice("; ".join((told, *sources.notes)))


def _labels(path: Path, data: bytes) -> tuple[Sources, str]:
    return read_names(decoded(data, path), path.name, path.parent), path.name


def _toggle_break(view: Snapshot, address: int) -> Iterator[Effect]:
    points = toggled(view.breakpoints, address, "")
    yield Debugger.set_breakpoints(points)
    yield Notice(f"breakpoint at ${address:04X}{'' if address in points else ' removed'}")


def _toggle_watch(view: Snapshot, address: int) -> Iterator[Effect]:
    points = toggled(view.watchpoints, address, None)
    yield Debugger.set_watchpoints(points)
    does = "pauses" if address in points else "no longer pauses"
    yield Notice(f"the machine {does} when ${address:04X} changes")
