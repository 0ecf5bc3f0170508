"""One memory: its title and rules, its cells, what happened to them last."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import chess
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.strip import Strip

from emu.notation import counted
from microchess.boards.lens import BankPanel
from microchess.boards.tracker import Sight, TrackedChange
from tui.screen.drawing.ink import Ink, line
from tui.screen.drawing.lens import Key, LensPicture, legend
from tui.screen.drawing.wrapping import wrapped
from tui.screen.widgets.lens import LensView
from tui.screen.widgets.text import TextView

_LOW, _FEW, _MANY = 16, 4, 9


class MemoryLens(Vertical):
    """A lens with its head and its log."""

    DEFAULT_CSS = """
    MemoryLens { width: 1fr; height: 1fr; }
    MemoryLens .lens-head { width: 100%; }
    MemoryLens .lens-cells { height: 1fr; }
    MemoryLens .lens-events { width: 100%; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._show_again: Callable[[], None] | None = None

    def compose(self) -> ComposeResult:
        """Head, cells, log."""
        yield TextView(classes="lens-head")
        with VerticalScroll(classes="lens-cells", can_focus=False):
            yield LensView()
        yield TextView(classes="lens-events")

    @property
    def view(self) -> LensView:
        """The cells."""
        return self.query_one(LensView)

    def show(
        self,
        title: str,
        sight: Sight,
        ink: Ink,
        *,
        pointed: chess.Square | None = None,
        reads: frozenset[Key] = frozenset(),
        now: Key | None = None,
        counter: str = "",
        more: Sequence[BankPanel] = (),
        signs: bool = False,
    ) -> None:
        """Show a memory."""
        self._show_again = partial(
            self.show,
            title,
            sight,
            ink,
            pointed=pointed,
            reads=reads,
            now=now,
            counter=counter,
            more=more,
            signs=signs,
        )
        view, lens, meant = self.view, sight.lens, ""
        width = max(20, self.size.width - 1)
        head = [line((text, ink.accent)) for text in wrapped(title, width)]
        view.display = lens is not None
        if lens is not None:
            badges = ", ".join(map(str, lens.badges))
            marks = {} if reads else sight.marks()
            meant = legend(lens, marks.values(), signs)
            told = f"   {meant}" if counter else ""
            head.append(
                line((counter or badges, ink.led if counter else ink.muted), (told, ink.muted))
            )
            cursor = view.cursor if view.has_focus else None
            view.show(
                LensPicture(lens, width, marks, pointed, reads, now, cursor, tuple(more), signs),
                ink,
            )
            if now is not None:
                view.bring_into_view(now)
        self.query_one(".lens-head", TextView).set_content(head)
        lines = _FEW if self.size.height < _LOW else _MANY
        events = self.query_one(".lens-events", TextView)
        events.display = not counter
        events.set_content(draw_events(sight, ink, width, 20 if lens is None else lines, meant))

    def on_resize(self) -> None:
        """What is shown depends on the room."""
        if self._show_again is not None:
            self._show_again()


def draw_events(sight: Sight, ink: Ink, columns: int, lines: int, meant: str = "") -> list[Strip]:
    """What happened last, in at most so many lines; beside it, or alone, what signs are *meant*."""
    found = [line((text, ink.warning)) for text in wrapped(sight.remark, columns)]
    events = sight.events if lines > _FEW else sight.events[-1:]
    room = max(1, (lines - len(found)) // max(1, len(events)))
    if meant and (not events or len(f"{events[-1].what}   {meant}") > columns):
        found.append(line((meant, ink.muted)))
        meant = ""
    for event in events:
        beside = f"   {meant}" if event is events[-1] else ""
        found.append(line((event.what, ink.strong), (beside, ink.muted)))
        texts = wrapped("  ".join(_phrases(event)), columns - 2)
        if len(texts) > room - 1:
            texts = [
                *texts[: max(0, room - 2)],
                f"... {counted(len(event.changes), 'cell')} in all",
            ]
        found += [line((f"  {text}", ink.muted)) for text in texts]
    return found


def _phrases(event: TrackedChange) -> list[str]:
    """``written: board e4 .->P``; what happened and the bank are named when they change."""
    phrases, bank, how = [], "", None
    for change in event.changes:
        name = "" if change.after.bank == bank else f"{change.after.bank} "
        what = "" if change.how is how else f"{change.how.value}: "
        bank, how = change.after.bank, change.how
        phrases.append(f"{what}{name}{change}")
    if event.turned:
        phrases.append(f"and turned round: {counted(event.turned, 'cell')}")
    return phrases
