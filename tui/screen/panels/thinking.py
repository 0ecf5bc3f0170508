"""The thinking: candidates as they are judged, any moment of it again, a value taken apart."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.strip import Strip
from textual.widgets import Button

from microchess.program.memory_map import STATE
from tui.screen.drawing.ink import line, wrapped
from tui.screen.drawing.thinking import (
    BEST,
    BEST_ASCII,
    draw_breakdown,
    draw_candidates,
    in_order,
)
from tui.screen.panels.panel import CandidatesPanel, CandidatesScroll
from tui.screen.widgets.board import BoardWidget, Squares
from tui.screen.widgets.buttonrow import ButtonRow
from tui.screen.widgets.morebelow import MoreBelow
from tui.screen.widgets.text import TextView
from tui.session.livegame import LiveGame
from tui.session.snapshot import Activity, Snapshot
from tui.session.thought import Thought
from tui.session.thought_words import (
    beside,
    best_index,
    describe_state,
    describe_time,
    mirror_verdict,
)
from tui.session.timetravel import TimeTravel

_ROOM_FOR_MEANINGS, _ROOM_FOR_TIME = 48, 16
"""Columns, and lines."""
_NOTHING = "no reply yet in this position: {}"
_NOT_KEPT = "no thinking is kept of this move: it came with the session, or a file"
_BOOK = "a move out of the opening book: not thought out"


class ThinkingPanel(CandidatesPanel):
    """Watch a candidate being judged, now or once more."""

    HELP = """\
## Thinking
Every move the program considers (a candidate), in its order while it thinks, then the best first:
piece, squares as bytes, the move, its value 0-255. Values that were better than all before are red:
these flash on the LEDs. `►` is the best. The move of the line in reverse is marked on the board.
Below it is its value, taken apart; Up, Down and Page Down choose another one, which is set beside
the best: the counters that make the difference, what costs most first. `y` (*Why?*) or a click on
them lists all parts and asks why one is what it is. *Compare* has the Python engine think of the
same, and says the first counter that differs.

Left and right go through the last reply, key by key and candidate by candidate, Space plays it in
about ten seconds, `-` and `+` slower and faster; everything on the screen is as it was then: LEDs,
board, table, Inside. On the board are the candidate, the best so far and the capture that costs
most after it. Click or drag on the line of marks (`╷` a key, `┼` a candidate, `x` a capture,
`◆` a new best, `█` here) to go to any moment. Escape, or a move, ends that. To see it as it happens
slow the machine down (panel KIM-1). STATE (`$B5`) is what is generated now.
"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", "Choose", id="thinking.up", key_display="Up Down"),
        Binding("down", "go(1)", "Down", show=False, id="thinking.down"),
    ]

    DEFAULT_CSS = """
    ThinkingPanel #candidates-scroll { height: 3fr; }
    ThinkingPanel #parts-scroll { height: 2fr; border-top: solid $surface-lighten-2; }
    ThinkingPanel.-short #parts-scroll { height: 1fr; }
    ThinkingPanel.-short #candidates-scroll { height: 1fr; }
    """

    chosen: int | None = None
    _of, _anew = (0, ""), False
    _apart: tuple[str, int | None] = "", None

    def compose(self) -> ComposeResult:
        """Buttons, moment, candidates, terms."""
        yield ButtonRow(
            ("do-again", "Watch again", "screen.watch_reply"),
            ("do-why", "Why?", "why"),
            ("do-compare", "Compare", "compare"),
        )
        yield TextView(id="moment")
        yield TextView(id="time")
        with CandidatesScroll(id="candidates-scroll"):
            yield TextView(id="candidates")
        with MoreBelow(id="parts-scroll") as parts:
            parts.words = "more below: scroll, or y"
            yield TextView(id="parts")

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Candidates so far, or all with the one reached."""
        ink, thought = self.ink, snapshot.thought
        if thought is not None and (snapshot.game.begun, thought.fen) != self._of:
            self._of, self.chosen, self._anew = (snapshot.game.begun, thought.fen), None, True
        index = self._index
        if self.application.main.view.entry.name != "formula":
            self.screen.query_one(BoardWidget).candidate = self._squares(snapshot, index)
        self.set_class(self.size.height < 20, "-short")
        self.query_one("#do-why", Button).disabled = index is None
        self.query_one("#do-again", Button).disabled = not (thought and thought.shown)
        compare = self.query_one("#do-compare", Button)
        compare.variant = "primary" if snapshot.mirror else "default"
        if thought is None:
            self._empty("moment", "time")
            return
        self._show_moment(snapshot, thought)
        if not thought.candidates:
            self._empty()
            return
        self._show_candidates(snapshot, thought, index)
        parts: list[Strip] = []
        if index is not None:
            one, meanings = thought.candidates[index], self.size.width >= _ROOM_FOR_MEANINGS
            best = beside(thought, index, snapshot.watching)
            parts = draw_breakdown(thought, one, ink, self.ascii_only, meanings, best)
        if (shown := (thought.fen, index)) != self._apart:
            self._apart = shown
            self.query_one(MoreBelow).scroll_home(animate=False)
        self.write("parts", parts)

    def _show_moment(self, snapshot: Snapshot, thought: Thought) -> None:
        ink, machine, width = self.ink, snapshot.machine, max(20, self.size.width - 2)
        live = snapshot.activity in (Activity.THINKING, Activity.HELD, Activity.RUNNING)
        best, record = BEST_ASCII if self.ascii_only else BEST
        words = [f"{best} best; {record}, red: best until then" if thought.candidates else ""]
        if snapshot.watching or (live and not thought.shown):
            state = machine.memory[STATE] or 0
            words = [describe_state(state, width)]
        self.write("moment", [line((one, ink.muted)) for one in words])
        low = self.size.height < _ROOM_FOR_TIME
        texts = [] if low else describe_time(thought, snapshot.game, width)
        lines = [line((text, ink.muted)) for text in texts]
        if snapshot.mirror:
            verdict, agrees = mirror_verdict(thought)
            told = wrapped(verdict or "Python engine: from the next reply on", width)
            lines += [line((text, ink.good if agrees else ink.error)) for text in told]
        self.write("time", lines)

    @property
    def _index(self) -> int | None:
        """The candidate that is taken apart: the one chosen, the one judged last, the best."""
        snapshot, thought = self.shown, self.shown.thought
        if thought is None or not thought.candidates:
            return None
        if self.chosen is not None and not snapshot.watching:
            return min(self.chosen, len(thought.candidates) - 1)
        if (judged := _judged(snapshot, thought)) is not None:
            return judged - 1 if judged else None
        return best_index(thought)

    def _squares(self, snapshot: Snapshot, index: int | None) -> Squares | None:
        """What is marked on the board: the move of the candidate taken apart, if not yet made."""
        thought = snapshot.thought
        if thought is None or index is None or self.looking is not None:
            return None
        squares = thought.way_of(thought.candidates[index])
        return squares if squares != snapshot.game.last else None

    def _show_candidates(self, snapshot: Snapshot, thought: Thought, index: int | None) -> None:
        view, judged = self.query_one("#candidates", TextView), _judged(snapshot, thought)
        drawn = draw_candidates(thought, index, self.ink, self.ascii_only, judged)
        grown = len(drawn) > len(view.strips)
        view.set_content(drawn)
        scroll = view.parent
        assert isinstance(scroll, VerticalScroll)
        if not thought.shown and self.chosen is None:
            if grown:
                scroll.scroll_end(animate=False)
            return
        last = scroll.size.height - 1
        if index is None or last < 0:
            return
        row = in_order(thought, judged).index(index) + 1
        if self._anew or not 0 <= row - scroll.scroll_y < last:
            scroll.scroll_to(y=0 if row < last else row - last // 2, animate=False)
        self._anew = False

    def _empty(self, *names: str) -> None:
        """Say why there are no candidates; nothing stands in their parts, nor in *names*."""
        lines = [line((text, self.ink.muted)) for text in wrapped(self._none, self.size.width - 2)]
        self.write("candidates", lines)
        for name in ("parts", *names):
            self.write(name, [])

    @property
    def _none(self) -> str:
        """Why there are no candidates."""
        game = self.shown.game
        if (thought := self.shown.thought) is None:
            yours = game.turn != game.computer
            if game.sans and yours:
                return _NOT_KEPT
            if game.over:
                return "no reply in this position: the game is over"
            return _NOTHING.format("make a move" if yours else "Ctrl+G lets MicroChess think")
        return _BOOK if thought.shown and not thought.candidates else "no move judged yet"

    def _choose(self, place: int, by: int = 0) -> None:
        """The candidate at *place* of the list; with *by* so many places from the present one."""
        thought = self.shown.thought
        if thought is not None and thought.candidates:
            order, now = in_order(thought, _judged(self.shown, thought)), self._index
            if by:
                place = by + (0 if now is None else order.index(now))
            self.chosen = index = order[max(0, min(place, len(order) - 1))]
            if self.shown.watching:
                self.ask(TimeTravel.watch(thought.judged_at[index]))
            self.again()

    def action_go(self, by: int) -> None:
        """Choose the next candidate."""
        self._choose(0, by)

    def page(self, by: int) -> bool:
        """Choose one a page away; beside the panel on top: scroll what is taken apart."""
        if self.application.main.view.entry.name != "thinking":
            return super().page(by)
        self._choose(0, by * max(1, self.query_one("#candidates-scroll").size.height - 1))
        return self._index is not None

    def action_compare(self) -> None:
        """Let the Python engine think beside the program, or no longer."""
        self.ask(LiveGame.set_mirror(not self.shown.mirror))

    def action_why(self) -> None:
        """Ask where a counter of the candidate taken apart has its value from."""
        from tui.screen.screens.counter import PartsScreen

        thought, level = self.shown.thought, self.shown.game.level
        index = self._index
        if thought is None or index is None:
            self.notify(self._none, severity="warning")
        elif level is None:
            self.notify("the level bytes are none of the three levels", severity="warning")
        else:
            player = self.application.options.player
            self.app.push_screen(PartsScreen(thought.candidates[index], thought, level, player))

    def on_text_view_clicked(self, event: TextView.Clicked) -> None:
        """Choose the clicked one; a click on its parts asks why."""
        if event.view.id == "candidates" and event.y > 0:
            self._choose(event.y - 1)
        elif event.view.id == "parts":
            self.action_why()


def _judged(snapshot: Snapshot, thought: Thought) -> int | None:
    """How many candidates are judged at a moment of the thinking; None when it is over."""
    return snapshot.reached if snapshot.watching or not thought.shown else None
