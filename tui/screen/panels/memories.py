"""Lenses: how other memories hold this board, cell by cell, beside the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

import chess
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widgets import Button

from microchess.boards.cells_text import describe_memory
from microchess.boards.questions import QUESTIONS
from microchess.boards.registry import EXHIBITS, FORMER_NAMES, exhibit
from microchess.boards.tracker import MACHINE, GameTracker, MachineTracker, Tracked
from microchess.errors import BoardError
from microchess.program.memory_map import TABLE
from microchess.program.table import SIZE
from tui.screen.drawing.cells import CellsPicture
from tui.screen.drawing.ink import line
from tui.screen.panels.asking import ask_all, draw_asking, watch
from tui.screen.panels.panel import PanelWidget
from tui.screen.screens.ask import PickScreen
from tui.screen.screens.dialog import ask
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.representation import RepresentationView
from tui.screen.widgets.text import TextView
from tui.session.autosave import Autosave
from tui.session.snapshot import Activity, GameView, Snapshot

SIDE_BY_SIDE, ONE_ABOVE_THE_OTHER = 98, 30
"""Columns and lines from which there is room for two."""


class MemoriesPanel(PanelWidget):
    """One or two memories that follow the game."""

    HELP = """\
## Lenses
How chess programs hold this board in memory, cell by cell. A cell marked `*` is left over from
earlier and counts no more; one marked `~` is never read; `##` is a border where no piece can stand.
Cells that the last move changed, and those that a question reads, are marked as the line below the
memory says. Reverse: written by the last move; underlined: restored by taking it back; red: not
restored. Without colours: `!` written, `-` cleared, `^` restored, `?` not restored, `>` pointed at,
`r` read.
`m` and `M` choose the memories, `z` shows one or two. A click on the board or on a cell shows what
belongs together. The buttons and `q` ask every memory; `w` is the last move, cell by cell: how a
list is shifted, a node put at its head, a line run along. Left, Right, Space, Home and End go
through the cells then, Escape ends that. With a move that is looked at the memories go back, too.
"""

    points = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "choose(0)", "Choose a memory", show=False, id="lenses.first"),
        Binding("M", "choose(1)", "Choose the second", show=False, id="lenses.second"),
        Binding("z", "both", "One or two", show=False, id="lenses.both"),
        Binding("q", "question", "Ask a question", show=False, id="memories.question"),
        Binding("w", "watch", "Watch the last move", show=False, id="lenses.watch"),
    ]

    DEFAULT_CSS = """
    MemoriesPanel #lenses-shown { height: 1fr; layout: vertical; }
    MemoriesPanel.-beside #lenses-shown { layout: horizontal; }
    MemoriesPanel.-beside RepresentationView { margin-right: 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.keys = [MACHINE, "loop"]
        self.both: bool | None = None
        self.pointed: chess.Square | None = None
        self.square: chess.Square = chess.E4
        self._followers: dict[str, GameTracker] = {}
        self._machine = MachineTracker()
        self._tracked: dict[str, Tracked] = {}
        self._seen: GameView | None = None
        self._game: tuple[str, tuple[str, ...]] = "", ()
        self._asked_at: tuple[str, tuple[str, ...]] = self._game
        self.back = 0
        """Plies of the game that the memories have been taken back."""

    def compose(self) -> ComposeResult:
        """What is shown, questions, the answer, the memories."""
        yield ButtonRow(
            ("lens-first", self.keys[0], "choose(0)"),
            ("lens-second", self.keys[1], "choose(1)"),
            ("lens-both", "One", "both"),
        )
        yield ButtonRow(
            ("ask-on", "On {}", "put('what is on SQUARE')"),
            ("ask-king", "My king", "put('where is my king')"),
            ("ask-attackers", "Attackers", "put('who attacks SQUARE')"),
            ("ask-moves", "Its moves", "put('where can SQUARE go')"),
            ("ask-more", "More", "question"),
        )
        yield TextView(id="lens-answer")
        with Container(id="lenses-shown"):
            yield RepresentationView(id="lens-0")
            yield RepresentationView(id="lens-1")

    def restore(self, settings: Mapping[str, Any]) -> None:
        """The memories that were shown."""
        names = str(settings.get("lenses", "")).split(",")
        keys = [FORMER_NAMES.get(name, name) for name in names]
        if len(keys) == 2 and set(keys) <= {one.key for one in EXHIBITS}:
            self.keys = keys
        if (both := settings.get("both lenses")) in ("yes", "no"):
            self.both = both == "yes"

    @property
    def up(self) -> list[str]:
        """The memories that are shown."""
        room = self.size.width >= SIDE_BY_SIDE or self.size.height >= ONE_ABOVE_THE_OTHER
        two = room if self.both is None else self.both
        return self.keys if two and self.keys[0] != self.keys[1] else self.keys[:1]

    # What is shown

    def refresh_content(self, snapshot: Snapshot) -> None:
        """The memories follow the game."""
        game = snapshot.game
        looking, count = self.looking, len(game.moves)
        self._game = game.start, game.moves
        self.back = 0 if looking is None else min(count, count - looking)
        if self.position != self._asked_at:
            self._asked_at, self.asking = self.position, None
        self._tracked = {key: self._look(key, snapshot) for key in self.up}
        self._draw()

    def follow(self, snapshot: Snapshot) -> None:
        """The machine's bytes are remembered, so that they can be compared with the next."""
        game = snapshot.game
        if snapshot.at_rest and game is not self._seen:
            self._seen = game
            ghost = snapshot.machine.memory[TABLE - 1] or 0
            self._machine.follow(game.start, game.moves, game.table.data, ghost, game.computer)

    def _look(self, key: str, snapshot: Snapshot) -> Tracked:
        game = snapshot.game
        if key != MACHINE:
            follower = self._followers.setdefault(key, GameTracker(exhibit(key)))
            return follower.follow(*self.position)
        if snapshot.at_rest:
            return self._machine.tracked
        memory, remark = snapshot.machine.memory, ""
        live, ghost = memory.read(TABLE, SIZE), memory[TABLE - 1] or 0
        if snapshot.activity is Activity.THINKING:
            remark = "it tries its moves on the table itself: whose move it is stands at $50"
        return Tracked(self._machine.view_of(live, ghost, game.computer), (), remark)

    @property
    def position(self) -> tuple[str, tuple[str, ...]]:
        """Where the memories are: a beginning (FEN), and the moves from it."""
        start, moves = self._game
        return start, moves[: len(moves) - self.back]

    def _draw(self) -> None:
        up, wide = self.up, self.size.width >= SIDE_BY_SIDE
        self.set_class(wide and len(up) > 1, "-beside")
        self.query_one("#lens-first", Button).label = f"Memory: {self.keys[0]}"
        self.query_one("#lens-second", Button).label = self.keys[1]
        self.query_one("#lens-second").display = len(up) > 1
        self.query_one("#lens-both", Button).label = "One" if len(up) > 1 else "Two"
        self.query_one("#ask-on", Button).label = f"On {chess.square_name(self.square)}"
        self.write("lens-answer", self._answer())
        for number, one in enumerate(self.query(RepresentationView)):
            one.display = number < len(up)
            if number < len(up) and up[number] in self._tracked:
                self._draw_memory(one, up[number])

    def _draw_memory(self, one: RepresentationView, key: str) -> None:
        asking, follower, tracked = self.asking, self._followers.get(key), self._tracked[key]
        reads, now = asking.cells(key) if asking else (frozenset(), None)
        counter = asking.counter(key, self.signs) if asking else ""
        if asking and key in asking.befores:
            tracked = replace(tracked, view=asking.lens(key, tracked.view))
        picture, title = None, exhibit(key).title
        if (lens := tracked.view) is not None:
            more, marks = follower.about(self.square) if follower else (), tracked.marks()
            title, marks = lens.title or title, {} if reads else marks
            picture = CellsPicture(
                lens, 0, marks, self.pointed, reads, now, tuple(more), self.signs
            )
        one.show(title, tracked, picture, counter, self.ink)

    def _answer(self) -> list[Any]:
        asking, ink = self.asking, self.ink
        columns = max(20, self.size.width - 3)
        if asking is None:
            if self.back:
                made = len(self.position[1])
                return [line((f"after ply {made} of {made + self.back}", ink.strong))]
            asked = f"questions are about {chess.square_name(self.square)}; click another square"
            return [line((asked, ink.muted))]
        roomy = self.size.height >= ONE_ABOVE_THE_OTHER
        return draw_asking(asking, None if roomy else self.up, columns, ink)

    def on_resize(self) -> None:
        """There may be room for two, or no longer."""
        self.call_after_refresh(self.again)

    # Pointing

    def point(self, square: chess.Square | None, firm: bool) -> None:
        """Light the cells that mention it."""
        self.pointed = square
        if firm and square is not None:
            self.square = square
        self.again()

    # Choosing

    def action_choose(self, which: int) -> None:
        """Another memory."""

        def chosen(key: str) -> None:
            if key == self.keys[1 - which]:
                self.keys[1 - which] = self.keys[which]
            self.keys[which] = key
            if which:
                self.both = True
            self._remember()

        offered = [one for one in EXHIBITS if not one.ours or one.key in self.keys]
        choices = [(one.key, f"{one.key}: {describe_memory(one)}") for one in offered]
        title = "The second memory" if which else "Which memory"
        ask(self.app, PickScreen(title, choices, self.keys[which]), chosen)

    def action_both(self) -> None:
        """One memory or two."""
        self.both = len(self.up) == 1
        self._remember()

    def _remember(self) -> None:
        both = () if self.both is None else (("both lenses", "yes" if self.both else "no"),)
        self.ask(Autosave.remember((("lenses", ",".join(self.keys)), *both)))
        self.again()

    # Questions

    def action_question(self) -> None:
        """Any question there is."""
        name = chess.square_name(self.square)
        choices = [(form, form.replace("SQUARE", name)) for form in QUESTIONS]
        ask(self.app, PickScreen("Ask every memory", choices), self.action_put)

    async def action_put(self, form: str) -> None:
        """Ask every memory; *form* is one of the questions, about the chosen square."""
        question = form.replace("SQUARE", chess.square_name(self.square))
        shown: dict[str, GameTracker | MachineTracker] = {
            key: self._machine if key == MACHINE else self._followers[key] for key in self._tracked
        }
        try:
            self.asking = ask_all(question, *self.position, shown)
        except BoardError as error:
            self.asking = None
            here = chess.square_name(self.square) in str(error)
            other = "; click another square on the board" if here else ""
            self.notify(f"{error}{other}", severity="warning")
        self.application.main.replayer.stop()
        self.again()
        if self.asking is not None:
            await self.run_action("screen.transport('play')")

    def action_watch(self) -> None:
        """The last move, from its first access on."""
        self.asking = watch({key: self._tracked[key] for key in self.up if key in self._tracked})
        if self.asking is None:
            self.notify("no move has been made or taken back in the memories shown")
        self.application.main.replayer.show_stops()
