"""Inside the machine: registers, code, memory, stacks; hold it, step it, change it."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import chess
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from emu.errors import EmuError
from emu.files import reading
from emu.notation import Poke, counted
from emu.watch.labels import LabelError, find_only, near
from emu.watch.sources import Sources, read_names
from microchess.machine.labels import data, labels
from microchess.program.memory_map import TABLE
from microchess.program.squares import from_chess
from tui.screen.drawing.inside import SECOND_STACK, draw_registers, draw_stack
from tui.screen.drawing.thinking import JANUS
from tui.screen.panels.panel import Panel
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.listing import ListingView
from tui.screen.widgets.memory import MemoryView
from tui.screen.widgets.text import TextView
from tui.session.commands import (
    Back,
    BackToAccess,
    BackToHalt,
    Command,
    Continue,
    Pause,
    PokeBytes,
    RunTo,
    SetBreakpoints,
    SetWatchpoints,
    StepBack,
    StepInstruction,
    StepOut,
    StepOver,
)
from tui.session.logwords import means
from tui.session.snapshot import Activity, Snapshot

_STACK_ROWS = 8
_ROOMY = 84
_ADDRESS = "hexadecimal, e.g. 1F1F, or a label"
_NARROW, _TALL = 73, 34
"""On a panel narrower and at least as tall the memory is below the code."""


class InsidePanel(Panel):
    """A debugger for the whole board."""

    HELP = """\
## Inside
`p` pauses the machine and lets it go on, `space` is one instruction, `.` steps over a subroutine,
`u` up and out of the present one: to behind the RTS (RTI) that returns to an address above SP.
Backspace takes the last instruction back, `r` 1/10 s, `<` a second, `l` all since the last key or
move of the game; the machine is paused there. In the middle of the thinking a decision can be
watched again; to go back beyond a move, take it back with Ctrl+Z.
`j` shows code and memory at an address. `k` sets or clears a breakpoint on the line chosen in the
code, else at the program counter; `t` runs to that line, `w` watches a byte. Enter in the memory
begins to poke: while the machine is paused too.
`G` goes back to the last breakpoint or change of a watched byte, `x` lists them: there they get
conditions.
"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "step", "Step", id="inside.step"),
        Binding("full_stop", "over", "Over", id="inside.over", key_display="."),
        Binding("u", "out", "Out", id="inside.out"),
        Binding("backspace", "back", "Back", id="inside.back", key_display="Bksp"),
        Binding("r", "rewind(100000)", "Back 1/10 s", show=False, id="inside.tenth"),
        Binding("less_than_sign", "rewind(1000000)", "Back 1 s", show=False, id="inside.second"),
        Binding("G", "reverse", "Back to the last halt", show=False, id="inside.reverse"),
        Binding("l", "rewind", "Back to the last key or move", show=False, id="inside.last"),
        Binding("k", "toggle_break", "Breakpoint", show=False, id="listing.break"),
        Binding("t", "run_to", "Run to", show=False, id="listing.runto"),
        Binding("x", "halts", "List of breakpoints", show=False, id="inside.halts"),
        Binding("w", "watch", "Watch byte", show=False, id="memory.watch"),
        Binding("L", "labels", "Labels, source lines", show=False, id="inside.labels"),
        Binding("j", "jump", "Jump to address", show=False, id="inside.jump"),
        Binding("escape", "follow", "Follow PC", show=False, id="listing.follow"),
    ]

    DEFAULT_CSS = """
    InsidePanel #inside-buttons { margin-bottom: 1; }
    InsidePanel #registers, InsidePanel MemoryView { width: 100%; }
    InsidePanel #inside-body { height: 1fr; margin-top: 1; }
    InsidePanel #inside-left { width: 43; padding-right: 1; }
    InsidePanel #inside-right { width: 1fr; }
    InsidePanel ListingView { width: 100%; height: 100%; min-height: 4; }
    InsidePanel MemoryView { height: 1fr; min-height: 5; }
    InsidePanel.-roomy #inside-left { width: 54; padding-right: 2; }
    InsidePanel ListingView:focus, InsidePanel MemoryView:focus { background: $boost; }
    InsidePanel.-stacked #inside-body { layout: vertical; }
    InsidePanel.-stacked #inside-left { width: 100%; height: 1fr; padding: 0 0 1 0; }
    InsidePanel.-stacked #inside-right { width: 100%; height: 1fr; }
    InsidePanel #stacks { height: auto; margin-top: 1; }
    InsidePanel #stacks TextView { width: auto; margin-right: 3; }
    InsidePanel.-short #inside-buttons { margin-bottom: 0; }
    InsidePanel.-short #inside-body { margin-top: 0; }
    InsidePanel.-short #stacks { margin-top: 0; }
    """

    def __init__(self, ascii_only: bool = False) -> None:
        super().__init__(ascii_only)
        self.sources = Sources()

    def compose(self) -> ComposeResult:
        """Buttons, registers, code left, memory and stacks right."""
        with ButtonRow(id="inside-buttons"):
            yield Button("Pause", id="do-hold", compact=True)
            yield Button("Back", id="do-back", compact=True)
            yield Button("Step", id="do-step", compact=True)
            yield Button("Over", id="do-over", compact=True)
            yield Button("Run to", id="do-run-to", compact=True)
            yield Button("Break", id="do-break", compact=True)
            yield Button("Watch", id="do-watch", compact=True)
        yield TextView(id="registers")
        with Horizontal(id="inside-body"):
            with Vertical(id="inside-left"):
                yield ListingView(id="listing")
            with Vertical(id="inside-right"):
                yield MemoryView(id="memory")
                with Horizontal(id="stacks"):
                    yield TextView(id="stack-one")
                    yield TextView(id="stack-two")

    def on_resize(self) -> None:
        """Another shape."""
        self.set_class(self.size.height < 26, "-short")
        self.set_class(self.size.width >= _ROOMY, "-roomy")
        self.set_class(self.size.width < _NARROW and self.size.height >= _TALL, "-stacked")

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Everything, from one moment."""
        ink, machine = self.ink, snapshot.machine
        held = snapshot.activity is Activity.HELD
        halt = "last reply" if snapshot.watching else snapshot.activity.value
        halt = "paused" if held else halt
        state = (halt, ink.error if held else ink.muted)
        self.query_one("#do-hold", Button).label = "Go on" if held else "Pause"
        code = self.query_one(ListingView)
        code.ink = ink
        if not code.labels:
            janus = snapshot.game.program == JANUS
            code.labels = labels(machine.memory, janus) | self.sources.labels
            code.data = data(machine.memory, janus) | self.sources.data
        code.memory, code.pc = machine.memory, machine.registers.pc
        code.breakpoints = snapshot.breakpoints
        code.update_code()
        self.query_one("#registers", TextView).set_content(
            draw_registers(
                machine.registers,
                machine.cycles,
                machine.instructions,
                state,
                near(machine.registers.pc, code.labels),
                ink,
            )
        )
        cells = self.query_one(MemoryView)
        cells.ink, cells.watched, cells.memory = ink, snapshot.watchpoints, machine.memory
        rows = _STACK_ROWS if self.size.height >= 20 else 4
        pointer = machine.registers.sp
        second = pointer <= SECOND_STACK
        top = 0xFF if not second else SECOND_STACK
        lowest = max(rows, min(top, pointer + rows - 1))
        self.query_one("#stack-one", TextView).set_content(
            draw_stack(machine.memory, lowest, pointer, rows, "6502 stack", ink, self.ascii_only)
        )
        moves = self.query_one("#stack-two", TextView)
        moves.display = snapshot.game.program != JANUS
        moves.set_content(
            draw_stack(machine.memory, SECOND_STACK, None, rows, "moves to take back", ink)
        )

    def point(self, square: chess.Square | None, firm: bool) -> None:
        """While bytes are poked a click on a man of the board chooses his."""
        if square is None or not firm or self.snapshot is None:
            return
        game = self.snapshot.game
        byte = from_chess(square, game.computer)
        man = game.table.standing_on(byte)
        if man is not None:
            self.query_one(MemoryView).cursor = TABLE + man
        else:
            self.notify(f"{chess.square_name(square)} is empty; as a byte it is {byte:02X}")

    def action_hold(self) -> None:
        """Hold, or go on."""
        held = self.snapshot is not None and self.snapshot.activity is Activity.HELD
        self.ask(Continue() if held else Pause())

    def action_step(self) -> None:
        """One instruction."""
        self._step(StepInstruction())

    def action_over(self) -> None:
        """One instruction, a subroutine counting as one."""
        self._step(StepOver())

    def action_out(self) -> None:
        """On until the present subroutine has returned."""
        self._step(StepOut())

    def _step(self, command: Command) -> None:
        """The code follows the program counter again."""
        self.action_follow()
        self.ask(command)

    def action_back(self) -> None:
        """One instruction back."""
        self._step(StepBack())

    def action_watch(self) -> None:
        """Watch the byte under the cursor of the memory, or no longer."""
        self.query_one(MemoryView).action_watch()

    def action_rewind(self, cycles: int | None = None) -> None:
        """So many cycles back, or to the last key or move."""
        self.ask(Back(cycles))

    def action_reverse(self) -> None:
        """Back to the last breakpoint, or change of a watched byte."""
        self.ask(BackToHalt())

    def action_toggle_break(self) -> None:
        """Breakpoint on the line chosen in the code, else at the program counter."""
        self.query_one(ListingView).action_toggle_break()

    def action_run_to(self) -> None:
        """Run to the line chosen in the code, else to an address that is asked for."""
        from tui.screen.screens.ask import AskScreen, ask

        if (line := self.query_one(ListingView).cursor) is not None:
            self._run_to(line)
        else:
            ask(self.app, AskScreen("Run to an address", _ADDRESS, self.find), self._run_to)

    def action_halts(self) -> None:
        """The list of breakpoints and watched bytes."""
        self.screen.action_halts()  # type: ignore[attr-defined]

    def find(self, text: str) -> int:
        """An address, by number, by label, or as FILE:LINE of the sources.

        Raises EmuError.
        """
        file, colon, number = text.strip().rpartition(":")
        if colon and number.isdecimal():
            return self.sources.find(file, int(number))
        return find_only(text.strip(), self.sources.labels, self.query_one(ListingView).labels)

    def action_jump(self) -> None:
        """Ask for an address; code and memory are shown there."""
        from tui.screen.screens.ask import AskScreen, ask

        def go(address: int) -> None:
            self.query_one(ListingView).show_address(address)
            self.query_one(MemoryView).action_jump(address)
            self.notify(f"code and memory at ${address:04X}; Esc: the code follows PC again")

        title = "Show code and memory at an address"
        ask(self.app, AskScreen(title, _ADDRESS, self.find), go)

    def action_follow(self) -> None:
        """The code follows the program counter again."""
        self.query_one(ListingView).action_follow()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape is others' while the program counter is followed."""
        if action == "follow":
            return self.query_one(ListingView).cursor is not None
        return super().check_action(action, parameters)

    def action_labels(self) -> None:
        """Ask for a file of labels, or of ca65's debug information."""
        from tui.screen.screens.ask import ask_for_path
        from tui.screen.screens.files import browser_of

        title = "Labels, or what ld65 --dbgfile wrote"
        if (browser := browser_of(self.screen)) is not None:
            browser.take(title, "", self._take_labels)
            return

        def read(path: Path) -> tuple[Sources, str]:
            try:
                return read_names(reading.read_text(path), path.name, path.parent), path.name
            except UnicodeError:
                raise LabelError(f"{path}: it is no text") from None

        ask_for_path(self.app, title, read, lambda found: self._use(*found))

    def _take_labels(self, name: str, text: bytes) -> None:
        try:
            self._use(read_names(text.decode("latin-1"), name), name)
        except EmuError as error:
            self.notify(str(error), severity="error")

    def _use(self, sources: Sources, name: str) -> None:
        self.sources = sources
        code = self.query_one(ListingView)
        code.sources, code.labels = self.sources.lines, {}
        if self.snapshot is not None:
            self.refresh_content(self.snapshot)
        self.action_follow()
        count, lines = len(self.sources.labels), len(set(self.sources.lines.values()))
        self.notify(f"{name}: {counted(count, 'label')}, {counted(lines, 'source line')}")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The same by mouse."""
        event.stop()
        match event.button.id:
            case "do-hold":
                self.action_hold()
            case "do-back":
                self.action_back()
            case "do-step":
                self.action_step()
            case "do-over":
                self.action_over()
            case "do-run-to":
                self.action_run_to()
            case "do-break":
                self.action_toggle_break()
            case "do-watch":
                self.action_watch()

    def on_listing_view_break_toggled(self, event: ListingView.BreakToggled) -> None:
        """Set or clear a breakpoint."""
        if self.snapshot is not None:
            points = self.snapshot.breakpoints ^ {event.address}
            self.ask(SetBreakpoints(points))
            done, undone = "breakpoint", "; k removes it"
            if event.address not in points:
                done, undone = "no breakpoint", " any more"
            self.notify(f"{done} at ${event.address:04X}{undone}")

    def _run_to(self, address: int) -> None:
        self.ask(RunTo(address))
        self.notify(f"on to ${address:04X}; it is paused there")

    def on_memory_view_watch_toggled(self, event: MemoryView.WatchToggled) -> None:
        """Watch a byte or no longer."""
        if self.snapshot is not None:
            points = self.snapshot.watchpoints ^ {event.address}
            self.ask(SetWatchpoints(points))
            does = "pauses" if event.address in points else "no longer pauses"
            self.notify(f"the machine {does} when ${event.address:04X} changes; w changes that")

    def on_memory_view_asked(self, event: MemoryView.Asked) -> None:
        """Go back to where a byte was last written, or read."""
        self.ask(BackToAccess(event.address, event.written))

    def action_ask(self, written: bool) -> None:
        """The same for the byte under the cursor."""
        self.query_one(MemoryView).action_ask(written)

    def on_memory_view_edited(self, event: MemoryView.Edited) -> None:
        """Poke."""
        poke = Poke(event.address, event.value)
        self.ask(PokeBytes((poke,)))
        if self.snapshot is not None and (meaning := means(poke, self.snapshot.game.computer)):
            self.notify(f"{event.value:02X}: {meaning}")
