"""One memory: its title and rules, its cells, what happened to them last."""

from __future__ import annotations

from dataclasses import replace

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.strip import Strip

from emu.notation import counted
from microchess.boards.replay import MemoryEvent
from microchess.boards.tracker import Tracked
from tui.screen.drawing.cells import CellsPicture, legend
from tui.screen.drawing.ink import Ink, line, wrapped
from tui.screen.widgets.cells import CellsView
from tui.screen.widgets.text import TextView

_LOW, _FEW, _MANY = 16, 4, 9


class RepresentationView(Vertical):
    """A lens with its head and its log."""

    DEFAULT_CSS = """
    RepresentationView { width: 1fr; height: 1fr; }
    RepresentationView .lens-head { width: 100%; }
    RepresentationView .lens-cells { height: 1fr; }
    RepresentationView .lens-events { width: 100%; }
    """

    _shown: tuple[str, Tracked, CellsPicture | None, str, Ink] | None = None

    def compose(self) -> ComposeResult:
        """Head, cells, log."""
        yield TextView(classes="lens-head")
        with VerticalScroll(classes="lens-cells", can_focus=False):
            yield CellsView()
        yield TextView(classes="lens-events")

    def show(
        self, title: str, tracked: Tracked, picture: CellsPicture | None, counter: str, ink: Ink
    ) -> None:
        """Show a memory; *picture* gets its width here."""
        self._shown = title, tracked, picture, counter, ink
        self.on_resize()

    def on_resize(self) -> None:
        """What is shown depends on the room."""
        if self._shown is None:
            return
        title, tracked, picture, counter, ink = self._shown
        view, meant = self.query_one(CellsView), ""
        width = max(20, self.size.width - 1)
        head = [line((text, ink.accent)) for text in wrapped(title, width)]
        view.display = picture is not None
        if picture is not None:
            badges = ", ".join(map(str, picture.lens.badges))
            meant = legend(picture.lens, picture.marks.values(), picture.signs)
            told = f"   {meant}" if counter else ""
            head.append(
                line((counter or badges, ink.led if counter else ink.muted), (told, ink.muted))
            )
            view.show(replace(picture, columns=width))
            if picture.now is not None:
                view.bring_into_view(picture.now)
        self.query_one(".lens-head", TextView).set_content(head)
        lines = _FEW if self.size.height < _LOW else _MANY
        events = self.query_one(".lens-events", TextView)
        events.display = not counter
        events.set_content(draw_events(tracked, ink, width, lines if picture else 20, meant))


def draw_events(
    tracked: Tracked, ink: Ink, columns: int, lines: int, meant: str = ""
) -> list[Strip]:
    """What happened last, in at most so many lines; beside it, or alone, what signs are *meant*."""
    found = [line((text, ink.warning)) for text in wrapped(tracked.remark, columns)]
    events = tracked.events if lines > _FEW else tracked.events[-1:]
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


def _phrases(event: MemoryEvent) -> list[str]:
    """``written: board e4 .->P``; what happened and the bank are named when they change."""
    phrases, bank, how = [], "", None
    for change in event.changes:
        name = "" if change.after.bank == bank else f"{change.after.bank} "
        what = "" if change.how is how else f"{change.how.value}: "
        bank, how = change.after.bank, change.how
        phrases.append(f"{what}{name}{change}")
    if event.turned:
        phrases.append(f"and turned round: {counted(len(event.turned), 'cell')}")
    return phrases
