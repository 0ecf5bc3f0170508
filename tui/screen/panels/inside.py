"""Inside the machine: registers, code, memory, stacks; hold it, step it, change it."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

import chess
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button

from emu.files import reading
from emu.notation import Poke, counted
from emu.watch.sources import Sources, read_names
from microchess.program.memory_map import TABLE
from microchess.program.squares import from_chess
from tui.screen.drawing.ink import strips
from tui.screen.drawing.windows import draw_stacks
from tui.screen.panels.panel import PanelWidget
from tui.screen.screens.ask import AskScreen
from tui.screen.screens.dialog import ask
from tui.screen.screens.paths import open_file
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.listing import ListingView
from tui.screen.widgets.memory import MemoryView
from tui.screen.widgets.text import TextView
from tui.session.debugger import Debugger
from tui.session.halting import toggled
from tui.session.logwords import means
from tui.session.play import Play
from tui.session.snapshot import Snapshot
from tui.session.timetravel import TimeTravel

STEPS = {
    "on": Debugger.step(),
    "back": TimeTravel.step_back(),
    "over": Debugger.step_over(),
    "out": Debugger.step_out(),
}
_STACK_ROWS = 8
_ROOMY = 84
_ADDRESS = "hexadecimal, e.g. 1F1F, or a label"
_NARROW = 73
"""On a panel narrower the memory is below the code."""


class InsidePanel(PanelWidget):
    """A debugger for the whole board."""

    HELP = """\
## Inside
`p` and Space pause the machine and let it go on, Right is one instruction, `.` steps over a
subroutine, `u` up and out of the present one: to behind the RTS (RTI) that returns to an address
above SP. Left takes the last instruction back, Home all since the last key or move of the game; the
machine is paused there. In the middle of the thinking a decision can be watched again; to go back
beyond a move, undo it (`u` on another panel).
`j` shows code and memory at an address. `k` sets or clears a breakpoint on the line chosen in the
code, else at the program counter; `t` runs to that line, `w` watches a byte. Enter in the memory
begins to poke: while the machine is paused too.
`G` goes back to the last breakpoint or change of a watched byte, `x` lists them: there they get
conditions.
"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("full_stop", "step('over')", "Over", id="inside.over", key_display="."),
        Binding("u", "step('out')", "Out", id="inside.out"),
        Binding("G", "back_to_halt", "Back to the last halt", show=False, id="inside.reverse"),
        Binding("k", "toggle_break", "Breakpoint", show=False, id="listing.break"),
        Binding("t", "run_to", "Run to", show=False, id="listing.runto"),
        Binding("x", "screen.halts", "List of breakpoints", show=False, id="inside.halts"),
        Binding("w", "watch", "Watch byte", show=False, id="memory.watch"),
        Binding("L", "labels", "Labels, source lines", show=False, id="inside.labels"),
        Binding("j", "jump", "Jump to address", show=False, id="inside.jump"),
        Binding("W", "ask_who(True)", "Who wrote it last", show=False, id="memory.written"),
        Binding("U", "ask_who(False)", "Who used it last", show=False, id="memory.read"),
        Binding("escape", "follow", "Follow PC", show=False, id="listing.follow"),
    ]

    DEFAULT_CSS = """
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
    InsidePanel.-stacked.-short #inside-left { padding: 0; }
    InsidePanel.-stacked.-short #stacks { display: none; }
    InsidePanel.-stacked #inside-right { width: 100%; height: 1fr; }
    InsidePanel #stacks { height: auto; margin-top: 1; }
    InsidePanel #stacks TextView { width: auto; margin-right: 3; }
    InsidePanel.-short #inside-body { margin-top: 0; }
    InsidePanel.-short #stacks { margin-top: 0; }
    """

    def compose(self) -> ComposeResult:
        """Buttons, registers, code left, memory and stacks right."""
        yield ButtonRow(
            ("do-hold", "Pause", "screen.pause"),
            ("do-over", "Over", "step('over')"),
            ("do-run-to", "Run to", "run_to"),
            ("do-break", "Break", "toggle_break"),
            ("do-watch", "Watch", "watch"),
            id="inside-buttons",
        )
        yield TextView(id="registers")
        with Horizontal(id="inside-body"):
            with Vertical(id="inside-left"):
                yield ListingView(id="listing")
            with Vertical(id="inside-right"):
                yield MemoryView(id="memory")
                with Horizontal(id="stacks"):
                    yield TextView(id="stack-one")
                    yield TextView(id="stack-two")

    @property
    def code(self) -> ListingView:
        """What is executed."""
        return self.query_one(ListingView)

    @property
    def memory(self) -> MemoryView:
        """The bytes."""
        return self.query_one(MemoryView)

    def on_resize(self) -> None:
        """Another shape."""
        self.set_class(self.size.height < 26, "-short")
        self.set_class(self.size.width >= _ROOMY, "-roomy")
        self.set_class(self.size.width < _NARROW, "-stacked")

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Everything, from one moment."""
        ink = self.ink
        self.query_one("#do-hold", Button).label = "Go on" if self.held else "Pause"
        code = self.code.window
        code.look_at(snapshot)
        self.code.update_code()
        self.write("registers", strips(code.draw_state(snapshot, self.size.width - 2), ink))
        self.memory.show_memory(snapshot.machine.memory, snapshot.watchpoints)
        rows = _STACK_ROWS if self.size.height >= 20 else 4
        one, two = draw_stacks(snapshot, rows, self.ascii_only)
        self.write("stack-one", strips(one, ink))
        self.write("stack-two", strips(two, ink))
        self.query_one("#stack-two").display = bool(two)

    def point(self, square: chess.Square | None, firm: bool) -> None:
        """While bytes are poked a click on a man of the board chooses his."""
        if square is None or not firm:
            return
        game = self.shown.game
        byte = from_chess(square, game.computer)
        man = game.table.standing_on(byte)
        if man is not None:
            self.memory.cursor = TABLE + man
        else:
            self.notify(f"{chess.square_name(square)} is empty; as a byte it is {byte:02X}")

    def action_step(self, how: str) -> None:
        """One instruction, or so; the code follows the program counter again."""
        self.code.action_follow()
        self.ask(STEPS[how])

    def action_back_to_halt(self) -> None:
        """Back to where a breakpoint or watchpoint was met last."""
        self.ask(TimeTravel.back_to_halt())

    def action_watch(self) -> None:
        """Watch the byte under the cursor of the memory, or no longer."""
        address = self.memory.cursor
        points = toggled(self.shown.watchpoints, address, None)
        self.ask(Debugger.set_watchpoints(points))
        does = "pauses" if address in points else "no longer pauses"
        self.notify(f"the machine {does} when ${address:04X} changes; w changes that")

    def action_toggle_break(self) -> None:
        """Breakpoint on the line chosen in the code, else at the program counter; or none there."""
        code = self.code
        address = code.window.pc if code.cursor is None else code.cursor
        points = toggled(self.shown.breakpoints, address, "")
        self.ask(Debugger.set_breakpoints(points))
        done = "; k removes it" if address in points else " removed"
        self.notify(f"breakpoint at ${address:04X}{done}")

    def action_run_to(self) -> None:
        """Run to the line chosen in the code, else to an address that is asked for."""
        if (line := self.code.cursor) is not None:
            self._run_to(line)
        else:
            ask(
                self.app,
                AskScreen("Run to an address", _ADDRESS, self.code.window.find),
                self._run_to,
            )

    def action_jump(self) -> None:
        """Ask for an address; code and memory are shown there."""

        def go(address: int) -> None:
            self.code.show_address(address)
            self.memory.action_jump(address)
            self.notify(f"code and memory at ${address:04X}; Esc: the code follows PC again")

        title = "Show code and memory at an address"
        ask(self.app, AskScreen(title, _ADDRESS, self.code.window.find), go)

    def action_poke(self, address: int) -> None:
        """Two hex digits change the byte there."""
        self.memory.cursor = address
        self.memory.action_engage()

    def action_follow(self) -> None:
        """The code follows the program counter again."""
        self.code.action_follow()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape is others' while the program counter is followed; some keys are the memory's."""
        if action == "follow":
            return self.code.cursor is not None
        if action == "ask_who":
            return self.memory.has_focus
        return super().check_action(action, parameters)

    def action_labels(self) -> None:
        """Ask for a file of labels, or of ca65's debug information."""

        def read(path: Path) -> tuple[Sources, str]:
            return read_names(reading.read_text(path), path.name, path.parent), path.name

        title = "Labels, or what ld65 --dbgfile wrote"
        open_file(self, title, read, lambda found: self._use(*found))

    def _use(self, sources: Sources, name: str) -> None:
        self.code.window.use(sources)
        self.again()
        self.action_follow()
        count, lines = len(sources.labels), len(set(sources.lines.values()))
        told = f"{name}: {counted(count, 'label')}, {counted(lines, 'source line')}"
        self.notify("; ".join((told, *sources.notes)))

    def _run_to(self, address: int) -> None:
        self.ask(Debugger.run_to(address))
        self.notify(f"on to ${address:04X}; it is paused there")

    def action_ask_who(self, written: bool) -> None:
        """Go back to where the byte under the cursor was last written, or read."""
        self.ask(TimeTravel.back_to_access(self.memory.cursor, written))

    def on_memory_view_edited(self, event: MemoryView.Edited) -> None:
        """Poke."""
        poke = Poke(event.address, event.value)
        self.ask(Play.poke((poke,)))
        if meaning := means(poke, self.shown.game.computer):
            self.notify(f"{event.value:02X}: {meaning}")
