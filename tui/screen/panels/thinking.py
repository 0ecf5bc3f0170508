"""The program's thinking: candidates as they come, a value taken apart, Python beside it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Button

from microchess.program.memory_map import STATE
from tui.screen.drawing.ink import line
from tui.screen.drawing.thinking import (
    best_index,
    describe_state,
    draw_breakdown,
    draw_candidates,
    mirror_verdict,
)
from tui.screen.panels.panel import Panel
from tui.screen.widgets.text import FocusableTextView, TextView
from tui.session.commands import SetMirror
from tui.session.snapshot import Activity, Snapshot

_ROOM_FOR_MEANINGS = 48


class CandidatesView(FocusableTextView):
    """Candidates; can be given keys."""

    HELP = """\
## Thinking
Every move the program considers, in its order: man, squares as bytes, the move, its value 0-255.
Values that were better than all before are red: these flash on the LEDs. Choose a candidate to see
its value taken apart. **Python beside** lets the Python engine think on a copy of the same memory
and marks every difference.
"""


class ThinkingPanel(Panel):
    """Watch a candidate being judged."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "go(-1)", "Up", show=False, id="thinking.up"),
        Binding("down", "go(1)", "Down", show=False, id="thinking.down"),
        Binding("enter", "best", "The best", show=False, id="thinking.best"),
    ]

    DEFAULT_CSS = """
    ThinkingPanel #thinking-top { height: 1; }
    ThinkingPanel Button { min-width: 0; width: auto; margin-right: 2; }
    ThinkingPanel #state { width: 1fr; }
    ThinkingPanel #candidates-scroll { height: 3fr; }
    ThinkingPanel #parts-scroll { height: 2fr; border-top: solid $surface-lighten-2; }
    ThinkingPanel.-short #parts-scroll { height: 1fr; }
    ThinkingPanel.-short #candidates-scroll { height: 1fr; }
    """

    def __init__(self, ascii_only: bool = False) -> None:
        super().__init__(ascii_only)
        self.chosen: int | None = None
        self._fen = ""

    def compose(self) -> ComposeResult:
        """State, candidates, terms."""
        with Horizontal(id="thinking-top"):
            yield Button("Python beside", id="do-mirror", compact=True)
            yield TextView(id="state")
        yield TextView(id="mirror")
        with VerticalScroll(id="candidates-scroll", can_focus=False):
            yield CandidatesView(id="candidates")
        with VerticalScroll(id="parts-scroll", can_focus=False):
            yield TextView(id="parts")

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Candidates so far."""
        ink, thought = self.ink, snapshot.thought
        self.set_class(self.size.height < 20, "-short")
        thinking = snapshot.activity in (Activity.THINKING, Activity.RUNNING, Activity.HELD)
        state = describe_state(snapshot.machine.memory[STATE] or 0)
        words = state if thinking and thought and not thought.shown else "not thinking"
        self.query_one("#state", TextView).set_content([line((words, ink.muted))])
        self.query_one("#do-mirror", Button).variant = "primary" if snapshot.mirror else "default"
        if thought is None:
            self._empty("nothing thought yet")
            return
        if thought.fen != self._fen:
            self._fen, self.chosen = thought.fen, None
        if not thought.candidates:
            self._empty("out of the opening book" if thought.shown else "thinking ...")
            return
        text, same = mirror_verdict(thought)
        self.query_one("#mirror", TextView).set_content(
            [line((text, ink.good if same else ink.error))] if text else []
        )
        candidates = self.query_one("#candidates", CandidatesView)
        drawn = draw_candidates(thought, self.chosen, ink, self.ascii_only)
        grown = len(drawn) > len(candidates.strips)
        candidates.set_content(drawn)
        if grown and not thought.shown and isinstance(candidates.parent, VerticalScroll):
            candidates.parent.scroll_end(animate=False)
        index = self.chosen if self.chosen is not None else best_index(thought)
        if index is not None and index < len(thought.candidates):
            parts = draw_breakdown(
                thought,
                thought.candidates[index],
                ink,
                self.ascii_only,
                meanings=self.size.width >= _ROOM_FOR_MEANINGS,
            )
            self.query_one("#parts", TextView).set_content(parts)

    def _empty(self, why: str) -> None:
        self.query_one("#candidates", TextView).set_content([line((why, self.ink.muted))])
        self.query_one("#parts", TextView).set_content([])
        self.query_one("#mirror", TextView).set_content([])

    def _choose(self, index: int | None) -> None:
        thought = self.snapshot.thought if self.snapshot else None
        if self.snapshot is None or thought is None or not thought.candidates:
            return
        if index is not None:
            index = max(0, min(index, len(thought.candidates) - 1))
        self.chosen = index
        self.refresh_content(self.snapshot)

    def action_go(self, by: int) -> None:
        """Choose the next candidate."""
        thought = self.snapshot.thought if self.snapshot else None
        if thought is not None:
            at = self.chosen if self.chosen is not None else best_index(thought) or 0
            self._choose(at + by)

    def action_best(self) -> None:
        """Back to the best."""
        self._choose(None)

    def on_text_view_clicked(self, event: TextView.Clicked) -> None:
        """Choose the clicked one."""
        if event.view.id == "candidates" and event.y > 0:
            self._choose(event.y - 1)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The switch."""
        event.stop()
        self.ask(SetMirror(not (self.snapshot and self.snapshot.mirror)))
