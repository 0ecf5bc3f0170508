"""Any panel that is made of blocks: its actions are keys, buttons and entries of the palette."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import chess
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingsMap
from textual.containers import Container, Vertical, VerticalScroll
from textual.widget import Widget

from tui.panels.blocks import (
    Block,
    CellsBlock,
    OwnBlock,
    PaperBlock,
    ProgressBlock,
    TableBlock,
)
from tui.panels.panel import Act, AskLine, Panel
from tui.panels.registry import words_of
from tui.screen.drawing.blocks import ButtonsBlock, DrawnBlock
from tui.screen.panels.doing import Doing
from tui.screen.panels.here import OWN_WIDGETS, drawn, offered
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.keypad import KeypadWidget
from tui.screen.widgets.mode import ModeWidget
from tui.screen.widgets.morebelow import MoreBelow
from tui.session.snapshot import Heard, Snapshot

_BESIDE = 73
"""Columns with less of which blocks stand one below the other."""
_LOW = 26
"""Rows with less of which these have no room for what is spare."""
_NAMED = "less", "more", "start"
"""Acts that the last line names beside those of chess: their keys are no letters."""


class BlocksWidget(Vertical):
    """Shows the blocks of *panel* at the moment ``snapshot``, each in a widget that stays while its
    name does; what is gone through, its ``progress``, is on the screen's line.
    """

    DEFAULT_CSS = """
    BlocksWidget { height: 1fr; padding: 0 1; }
    BlocksWidget > .blocks { height: 1fr; border-bottom: blank; }
    BlocksWidget .paper { height: 1fr; min-height: 4; margin-top: 1; background: $panel; }
    BlocksWidget .paper:focus-within { background: $boost; }
    BlocksWidget .shares { min-height: 3; }
    BlocksWidget .-gone { display: none; }
    BlocksWidget .beside { layout: horizontal; height: 1fr; margin-top: 1; }
    BlocksWidget .column { width: 1fr; height: 100%; }
    BlocksWidget .-first { width: 57%; min-width: 43; max-width: 55; padding-right: 1; }
    BlocksWidget .column .-spare { margin-top: 1; }
    BlocksWidget.-stacked .beside { layout: vertical; }
    BlocksWidget.-stacked .column { width: 100%; max-width: 100%; height: 1fr; padding: 0; }
    BlocksWidget.-low .beside { margin-top: 0; }
    BlocksWidget.-stacked.-low .-spare { display: none; }
    BlocksWidget.-long .beside, BlocksWidget.-long .column { height: auto; }
    """

    def __init__(self, panel: Panel) -> None:
        super().__init__(id=panel.name)
        self.panel = panel
        self.snapshot: Snapshot | None = None
        self.progress: ProgressBlock | None = None
        self._doing = Doing(self)
        self.HELP = f"## {words_of(panel.name).title}\n{panel.help}"  # type: ignore[misc]
        self._acts: dict[str, Act] = {}
        self._keys: tuple[tuple[str, str, str], ...] = ()
        self._views: dict[str, BlockView | KeypadWidget] = {}
        self._around: dict[str, Widget] = {}
        self._buttons = BlockView(ButtonsBlock("buttons", ()), self, f"{panel.name}-buttons")
        self._columns: list[Container] = []

    def compose(self) -> ComposeResult:
        """Buttons; the blocks that are there from the beginning."""
        yield self._buttons
        blocks = [] if self.snapshot is None else list(drawn(self._shown(self.snapshot)[0]))
        beside = {*chain.from_iterable(self.panel.beside)}
        with MoreBelow(classes="blocks"):
            yield from (self._built(one) for one in blocks if one.name not in beside)
            if beside:
                with Container(classes="beside"):
                    for at, names in enumerate(self.panel.beside):
                        inside = (self._built(one) for one in blocks if one.name in names)
                        column = Container(*inside, classes="column" if at else "column -first")
                        self._columns.append(column)
                        yield column

    def _shown(self, snapshot: Snapshot) -> tuple[list[Block], list[Act]]:
        """What is gone through has the screen's line."""
        blocks, acts = self.panel.shown(snapshot)
        self.progress = next((one for one in blocks if isinstance(one, ProgressBlock)), None)
        return blocks, acts

    def on_resize(self, event: events.Resize) -> None:
        """Another shape."""
        self.set_class(event.size.height < _LOW, "-low")
        self.set_class(event.size.width < _BESIDE, "-stacked")
        self._lengthen()

    def _lengthen(self) -> None:
        """In little room cells are shown in their whole length, and all scrolls."""
        small = self.has_class("-low") and self.has_class("-stacked")
        cells = [n for n, one in self._views.items() if isinstance(one.block, CellsBlock)]
        self.set_class(small and bool(cells), "-long")
        for name in cells:
            self._around[name].styles.height = "auto" if small else "1fr"

    def _built(self, block: DrawnBlock) -> Widget:
        """Its widget; paper is in one that scrolls, and stays at its end until one scrolls back."""
        around: Widget
        view: BlockView | KeypadWidget
        name = f"{self.id}-{block.name}"
        if isinstance(block, OwnBlock) and block.widget in OWN_WIDGETS:
            view = OWN_WIDGETS[block.widget](block, name)
        else:
            view = BlockView(block, self, name)
        around = self._views[block.name] = view
        if isinstance(block, PaperBlock):
            around = VerticalScroll(view, classes="paper", can_focus=False)
            around.anchor()
        elif shares := _shares(block):
            around = MoreBelow(view, classes="shares")
            around.styles.height = f"{shares}fr"
        self._around[block.name] = around
        return around

    @property
    def shown(self) -> Snapshot:
        """The same; before the first one nothing can be done to the game."""
        assert self.snapshot is not None
        return self.snapshot

    @property
    def top(self) -> bool:
        """Whether it is the first of those seen."""
        application: Any = self.app
        return application.main.view.panels.top is self

    @property
    def ends(self) -> str:
        """What it has to leave; empty: nothing."""
        return self._acts["end"].label if "end" in self._acts else ""

    @property
    def labels(self) -> Mapping[str, str]:
        """What actions are called that the last line names."""
        return {f"act({name!r})": self._acts[name].label for name in _NAMED if name in self._acts}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is a game to do that to."""
        return self.snapshot is not None and super().check_action(action, parameters)

    def show(self, snapshot: Snapshot) -> None:
        """Show a moment of the session."""
        self.snapshot = snapshot
        self.again()

    def again(self) -> None:
        """Show that moment again: something else has changed."""
        if self.snapshot is not None and self.is_mounted:
            self.refresh_content(self.snapshot)

    on_mount = again

    def go_to(self, step: int) -> None:
        """A step of its ``progress``."""
        if self.progress is not None:
            self.heard("clicked", self.progress.name, str(step))

    def take_heard(self, came: Heard) -> None:
        """What output pins did."""
        self._doing.do(lambda: self.panel.heard(self.shown, came))

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Every block as it is now."""
        blocks, acts = self._shown(snapshot)
        acts = offered(blocks, acts)
        self._acts = {one.name: one for one in acts}
        self._bind(acts)
        buttons = ButtonsBlock.of(acts)
        self._buttons.set_class(not buttons.buttons, "-gone")
        self._buttons.show(buttons)
        self._arrange(list(drawn(blocks)))

    def _bind(self, acts: Sequence[Act]) -> None:
        """The last line is about chess: of these it names few beside what Escape does."""
        keys = tuple(
            (
                one.key,
                one.name,
                one.label if one.key in ("escape", "enter") else one.about or one.label,
            )
            for one in acts
            if one.key
        )
        if keys != self._keys:
            self._keys = keys
            self._bindings = BindingsMap(
                Binding(key, f"act({name!r})", does, name in _NAMED, id=f"{self.panel.name}.{name}")
                for key, name, does in keys
            )
            self.refresh_bindings()
            self.post_message(ModeWidget.Changed())

    def _arrange(self, blocks: Sequence[DrawnBlock]) -> None:
        """Widgets are kept by name, and hidden while there is no such block."""
        names = {block.name for block in blocks}
        for name, around in self._around.items():
            around.set_class(name not in names, "-gone")
        for column, here in zip(self._columns, self.panel.beside, strict=True):
            column.set_class(names.isdisjoint(here), "-gone")
        before: dict[Widget, Widget] = {}
        for block in blocks:
            where = self._place_of(block.name)
            if (view := self._views.get(block.name)) is not None:
                view.show(block)
            elif where in before:
                where.mount(self._built(block), after=before[where])
            else:
                where.mount(self._built(block), before=0 if where.children else None)
            before[where] = self._around[block.name]
        self._lengthen()

    def page(self, by: int) -> bool:
        """In a table that scrolls, another row is chosen, a page away; else what scrolls does."""
        tables = {
            name: view
            for name, view in self._views.items()
            if not self._around[name].has_class("-gone")
            and isinstance(view.block, TableBlock)
            and view.block.shares
        }
        if not tables or not (self.top or self.has_focus_within):
            return any(more.page(by) for more in self.query(MoreBelow) if more.display)
        name = next((name for name, one in tables.items() if one.has_focus), next(iter(tables)))
        self.heard("moved", name, by * max(1, self._around[name].size.height - 1))
        return True

    def _place_of(self, block: str) -> Widget:
        for names, column in zip(self.panel.beside, self._columns, strict=True):
            if block in names:
                return column
        return self.query_one(".blocks")

    # What is done

    def fitted(self, block: str, columns: int, rows: int) -> None:
        """There is so much room for a block of which only a part is shown."""
        self.panel.fitted(block, columns, rows)
        self.again()

    def point(self, square: chess.Square) -> None:
        """A square of the board was chosen."""
        self._doing.do(lambda: self.panel.pointed(self.shown, square))

    def edit(self, block: TableBlock) -> None:
        """Ask what the cell of the chosen row is to be that can be typed into."""
        at = next(at for at, one in enumerate(block.columns) if one.typed)
        row = next(one for one in block.rows if one.key == block.chosen)
        asks = AskLine(row.cells[0].text, block.columns[at].typed, row.cells[at].text)
        self._doing.ask_line(
            asks, lambda text: self.panel.changed(self.shown, block.name, row.key, text)
        )

    def heard(self, what: str, block: str, *values: Any) -> None:
        """Something happened in a block."""
        self._doing.do(lambda: getattr(self.panel, what)(self.shown, block, *values))

    def act(self, name: str) -> None:
        """Do something, or say why not."""
        self._doing.act(self._acts[name])

    action_act = act

    def action_choose(self, block: str, option: str) -> None:
        """One of a few."""
        self.heard("clicked", block, option)

    def take_keys(self, block: str, engaged: bool) -> None:
        """The block has the keys; *engaged*: its mode begins."""
        self.again()
        view = self._views[block]
        if engaged and view.has_mode:
            view.action_engage()
        else:
            view.focus()


def _shares(block: DrawnBlock) -> int:
    """Whether it scrolls by itself; its part of the lines that others leave."""
    if isinstance(block, TableBlock):
        return block.shares
    return int(isinstance(block, CellsBlock))
