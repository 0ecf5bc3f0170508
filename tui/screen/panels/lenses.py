"""Lenses: how other memories hold this board, cell by cell, beside the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from textwrap import shorten
from typing import Any, ClassVar

import chess
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.widgets import Button

from microchess.boards.questions import QUESTIONS
from microchess.boards.registry import EXHIBITS, FORMER_NAMES, Exhibit, exhibit
from microchess.boards.tracker import MACHINE, GameTracker, MachineTracker, Sight
from microchess.errors import BoardError
from microchess.program.memory_map import TABLE
from microchess.program.table import SIZE
from tui.screen.drawing.ink import line
from tui.screen.panels.asking import Asking, ask_all, draw_asking, watch
from tui.screen.panels.panel import Panel
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.memorylens import MemoryLens
from tui.screen.widgets.text import TextView
from tui.session.commands import Remember
from tui.session.snapshot import Activity, GameView, Snapshot

SIDE_BY_SIDE, ONE_ABOVE_THE_OTHER = 98, 30
"""Columns and lines from which there is room for two."""
_ABOUT = 110
"""Letters in which a memory is described."""
_TICK = 1 / 15
_ASKED: tuple[tuple[str, str, str], ...] = (
    ("ask-on", "On {}", "what is on SQUARE"),
    ("ask-king", "My king", "where is my king"),
    ("ask-attackers", "Attackers", "who attacks SQUARE"),
    ("ask-moves", "Its moves", "where can SQUARE go"),
)
_KEYS = frozenset(one.key for one in EXHIBITS)


class LensesPanel(Panel):
    """One or two memories that follow the game."""

    HELP = """\
## Lenses
How chess programs hold this board in memory, cell by cell. A cell marked `*` is left over from
earlier and counts no more; one marked `~` is never read; `##` is a border that no man can stand on.
Cells that the last move changed, and those that a question reads, are marked as the line below the
memory says. `m` chooses the memory, `z` shows two, `q` asks a question; a click on the board or on
a cell shows what belongs together. `w` goes through the last move access by access: `.` on, `,`
back, End to its end; `[` and `]` go back and on through the game.
"""

    points = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "choose(0)", "Choose a memory", show=False, id="lenses.first"),
        Binding("M", "choose(1)", "Choose the second", show=False, id="lenses.second"),
        Binding("z", "both", "One or two", show=False, id="lenses.both"),
        Binding("q", "question", "Ask a question", show=False, id="lenses.question"),
        Binding("space", "hold", "Stop, go on", show=False, id="lenses.hold"),
        Binding("full_stop", "one_more", "One cell more", show=False, id="lenses.more"),
        Binding("comma", "one_less", "One cell back", show=False, id="lenses.less"),
        Binding("end", "all", "All cells", show=False, priority=True, id="lenses.all"),
        Binding("w", "watch", "Watch the last move", show=False, id="lenses.watch"),
        Binding("left_square_bracket", "ply(-1)", "A ply back", show=False, id="lenses.back"),
        Binding("right_square_bracket", "ply(1)", "A ply on", show=False, id="lenses.on"),
    ]

    DEFAULT_CSS = """
    LensesPanel #lens-answer { width: 100%; }
    LensesPanel #lenses-shown { height: 1fr; layout: vertical; }
    LensesPanel.-beside #lenses-shown { layout: horizontal; }
    LensesPanel.-beside MemoryLens { margin-right: 2; }
    """

    def __init__(self, ascii_only: bool = False) -> None:
        super().__init__(ascii_only)
        self.keys = [MACHINE, "loop"]
        self.both: bool | None = None
        self.pointed: chess.Square | None = None
        self.square: chess.Square = chess.E4
        self.asking: Asking | None = None
        self._followers: dict[str, GameTracker] = {}
        self._machine = MachineTracker()
        self._sights: dict[str, Sight] = {}
        self._replaying = False
        self._seen: GameView | None = None
        self._position: tuple[str, tuple[str, ...]] | None = None
        self._game: tuple[str, tuple[str, ...]] | None = None
        self.back = 0
        """Plies of the game that the memories have been taken back."""

    def compose(self) -> ComposeResult:
        """What is shown, questions, the answer, the memories."""
        with ButtonRow():
            yield Button(self.keys[0], id="lens-first", compact=True)
            yield Button(self.keys[1], id="lens-second", compact=True)
            yield Button("One", id="lens-both", compact=True)
        with ButtonRow():
            for name, label, _ in _ASKED:
                yield Button(label, id=name, compact=True)
            yield Button("More", id="ask-more", compact=True)
        yield TextView(id="lens-answer")
        with Container(id="lenses-shown"):
            yield MemoryLens(id="lens-0")
            yield MemoryLens(id="lens-1")

    def on_mount(self) -> None:
        """The clock of the replay."""
        self._clock = self.set_interval(_TICK, self._tick, pause=True)
        super().on_mount()

    def restore(self, settings: Mapping[str, Any]) -> None:
        """The memories that were shown."""
        names = str(settings.get("lenses", "")).split(",")
        keys = [FORMER_NAMES.get(name, name) for name in names]
        if len(keys) == 2 and set(keys) <= _KEYS:
            self.keys = keys
        if (both := settings.get("both lenses")) in ("yes", "no"):
            self.both = both == "yes"

    @property
    def shown(self) -> list[str]:
        """The memories that are shown."""
        return self.keys if self._two and self.keys[0] != self.keys[1] else self.keys[:1]

    @property
    def _two(self) -> bool:
        if self.both is not None:
            return self.both
        return self.size.width >= SIDE_BY_SIDE or self.size.height >= ONE_ABOVE_THE_OTHER

    # What is shown

    def refresh_content(self, snapshot: Snapshot) -> None:
        """The memories follow the game."""
        game = snapshot.game
        if (game.start, game.moves) != self._game:
            self._game, self.back = (game.start, game.moves), 0
        at = game.start, self._moves(game)
        if at != self._position:
            self._position = at
            self._forget_question()
        self._sights = {key: self._look(key, snapshot) for key in self.shown}
        self._draw()

    def follow(self, snapshot: Snapshot) -> None:
        """The machine's bytes are remembered, so that they can be compared with the next."""
        game = snapshot.game
        if snapshot.at_rest and game is not self._seen:
            self._seen = game
            ghost = snapshot.machine.memory[TABLE - 1] or 0
            self._machine.follow(game.start, game.moves, game.table.data, ghost, game.computer)

    def _look(self, key: str, snapshot: Snapshot) -> Sight:
        game = snapshot.game
        if key != MACHINE:
            follower = self._followers.setdefault(key, GameTracker(exhibit(key)))
            return follower.follow(game.start, self._moves(game))
        memory = snapshot.machine.memory
        ghost = memory[TABLE - 1] or 0
        if snapshot.at_rest:
            self.follow(snapshot)
            return self._machine.sight
        live = memory.read(TABLE, SIZE)
        remark = ""
        if snapshot.activity is Activity.THINKING:
            remark = "it tries its moves on the table itself: whose move it is stands at $50"
        return Sight(self._machine.lens_of(live, ghost, game.computer), (), remark)

    def _moves(self, game: GameView) -> tuple[str, ...]:
        return game.moves[: len(game.moves) - self.back]

    def _draw(self) -> None:
        shown, wide = self.shown, self.size.width >= SIDE_BY_SIDE
        self.set_class(wide and len(shown) > 1, "-beside")
        for name, key in zip(("first", "second"), self.keys, strict=True):
            title = "Memory: " if name == "first" else ""
            self.query_one(f"#lens-{name}", Button).label = title + key
        self.query_one("#lens-second").display = len(shown) > 1
        self.query_one("#lens-both", Button).label = "One" if len(shown) > 1 else "Two"
        name = chess.square_name(self.square)
        self.query_one("#ask-on", Button).label = f"On {name}"
        self.query_one("#lens-answer", TextView).set_content(self._answer())
        for number in (0, 1):
            one = self.query_one(f"#lens-{number}", MemoryLens)
            one.display = number < len(shown)
            if number < len(shown) and shown[number] in self._sights:
                self._draw_memory(one, shown[number])

    def _draw_memory(self, one: MemoryLens, key: str) -> None:
        asking, follower = self.asking, self._followers.get(key)
        reads, now = asking.cells(key) if asking else (frozenset(), None)
        counter = ""
        if asking and key in asking.answers:
            answer = asking.answers[key]
            sign = " (r, R the last)" if self.signs else ""
            counter = f"{asking.reads(key)} of {answer.reads} read{sign}"
            counter += f", {answer.writes} written" if answer.writes else ""
        more = follower.about(self.square) if follower else ()
        sight = self._sights[key]
        if asking and key in asking.befores:
            sight = replace(sight, lens=asking.lens(key, sight.lens))
        one.show(
            sight.lens.title if sight.lens else exhibit(key).title,
            sight,
            self.ink,
            pointed=self.pointed,
            reads=reads,
            now=now,
            counter=counter,
            more=more,
            signs=self.signs,
        )

    @property
    def signs(self) -> bool:
        """Whether colours do not say it alone."""
        return self.ascii_only or self.app.no_color

    def _answer(self) -> list[Any]:
        asking, ink = self.asking, self.ink
        columns = max(20, self.size.width - 3)
        if asking is None:
            asked = f"questions are about {chess.square_name(self.square)}; click another square"
            said = self._ply_text() if self.back else asked
            return [line((said, ink.strong if self.back else ink.muted))]
        roomy = self.size.height >= ONE_ABOVE_THE_OTHER
        return draw_asking(asking, None if roomy else self.shown, columns, ink)

    def _ply_text(self) -> str:
        """Which position the memories show, when not the game's."""
        made = len(self._position[1]) if self._position else 0
        return f"after ply {made} of {made + self.back}"

    def _again(self) -> None:
        if self.snapshot is not None and self.is_mounted:
            self.refresh_content(self.snapshot)

    def on_resize(self) -> None:
        """There may be room for two, or no longer."""
        self.call_after_refresh(self._again)

    # Pointing

    def point(self, square: chess.Square | None, firm: bool) -> None:
        """Light the cells that mention it."""
        self.pointed = square
        if firm and square is not None:
            self.square = square
        self._again()

    # Choosing

    def action_choose(self, which: int) -> None:
        """Another memory."""
        from tui.screen.screens.ask import PickScreen

        def chosen(key: str | None) -> None:
            if key is None:
                return
            if key == self.keys[1 - which]:
                self.keys[1 - which] = self.keys[which]
            self.keys[which] = key
            if which:
                self.both = True
            self._remember()

        choices = [(one.key, f"{one.key}: {_about(one)}") for one in EXHIBITS]
        title = "The second memory" if which else "Which memory"
        self.app.push_screen(PickScreen(title, choices, self.keys[which]), chosen)

    def action_both(self) -> None:
        """One memory or two."""
        self.both = len(self.shown) == 1
        self._remember()

    def _remember(self) -> None:
        both = () if self.both is None else (("both lenses", "yes" if self.both else "no"),)
        self.ask(Remember((("lenses", ",".join(self.keys)), *both)))
        self._again()

    # Questions

    def action_question(self) -> None:
        """Any question there is."""
        from tui.screen.screens.ask import PickScreen

        name = chess.square_name(self.square)
        choices = [(form, form.replace("SQUARE", name)) for form in QUESTIONS]

        def chosen(form: str | None) -> None:
            if form is not None:
                self.put(form)

        self.app.push_screen(PickScreen("Ask every memory", choices), chosen)

    def put(self, form: str) -> None:
        """Ask every memory; *form* is one of the questions, about the chosen square."""
        if self._position is None:
            return
        question = form.replace("SQUARE", chess.square_name(self.square))
        shown: dict[str, GameTracker | MachineTracker] = {
            key: self._machine if key == MACHINE else self._followers[key] for key in self._sights
        }
        try:
            self.asking = ask_all(question, *self._position, shown)
        except BoardError as error:
            self.asking = None
            here = chess.square_name(self.square) in str(error)
            other = "; click another square on the board" if here else ""
            self.notify(f"{error}{other}", severity="warning")
            self._again()
            return
        self._run(True)
        self._again()

    def _run(self, on: bool) -> None:
        self._replaying = on
        if on:
            self._clock.resume()
        else:
            self._clock.pause()

    def _forget_question(self) -> None:
        self.asking = None
        self._run(False)

    def _tick(self) -> None:
        if self.asking is not None:
            self.asking.go_on()
            if self.asking.done:
                self._run(False)
            self._draw()

    def action_hold(self) -> None:
        """Stop the replay, or let it go on; from the start when it has ended."""
        if self.asking is None:
            return
        if self.asking.done:
            self.asking.step = 0
        self._run(not self._replaying or self.asking.step == 0)
        self._draw()

    def action_one_more(self) -> None:
        """One cell more."""
        if self.asking is not None:
            self._run(False)
            self.asking.step = min(self.asking.longest, self.asking.step + 1)
            self._draw()

    def action_one_less(self) -> None:
        """One cell back."""
        if self.asking is not None:
            self._run(False)
            self.asking.step = max(0, self.asking.step - 1)
            self._draw()

    def action_watch(self) -> None:
        """The last move, from its first access on."""
        self.asking = watch({key: self._sights[key] for key in self.shown if key in self._sights})
        if self.asking is None:
            self.notify("no move has been made or taken back in the memories shown")
        self._run(False)
        self._again()

    def action_ply(self, by: int) -> None:
        """The memories a ply back in the game, or on: the game itself stays where it is."""
        if self._game is not None:
            self.back = min(max(0, self.back - by), len(self._game[1]))
            self._again()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """End goes to the end of the cells, as ever, unless a question is being answered."""
        if action == "all":
            return self.asking is not None
        return super().check_action(action, parameters)

    def action_all(self) -> None:
        """Everything at once."""
        if self.asking is not None:
            self._run(False)
            self.asking.step = self.asking.longest
            self._draw()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The same by mouse."""
        event.stop()
        match event.button.id:
            case "lens-first":
                self.action_choose(0)
            case "lens-second":
                self.action_choose(1)
            case "lens-both":
                self.action_both()
            case "ask-more":
                self.action_question()
            case name:
                self.put(next(form for one, _, form in _ASKED if one == name))


def _about(one: Exhibit) -> str:
    """Whose memory it is, and how this one differs from another of the same program."""
    limits = ", ".join(str(badge).partition(" (")[0] for badge in one.rules.limits())
    variant = ": ".join(filter(None, (one.variant, limits)))
    about = shorten(one.about, _ABOUT - len(variant), placeholder=" ...")
    return f"{about}; {variant}" if variant else about
