"""Any panel that is made of blocks: its actions are keys, buttons and entries of the palette."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding, BindingsMap

from emu.errors import EmuError
from microchess.errors import MicroChessError
from tui.panels.blocks import Block
from tui.panels.panel import Act, Done, Effect, Focus, Panel, effects
from tui.screen.drawing.blocks import ButtonsBlock
from tui.screen.panels.panel import PanelWidget
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.morebelow import MoreBelow
from tui.session.snapshot import Notice, Snapshot
from tui.session.verbs import Asked


class BlocksWidget(PanelWidget):
    """Shows the blocks of *panel*, each in a widget that stays while its name does."""

    DEFAULT_CSS = """
    BlocksWidget > .blocks { height: 1fr; border-bottom: blank; }
    """

    def __init__(self, panel: Panel) -> None:
        super().__init__(id=panel.name)
        self.panel = panel
        self.HELP = panel.help  # type: ignore[misc]
        self._acts: dict[str, Act] = {}
        self._keys: tuple[tuple[str, str, str], ...] = ()
        self._views: dict[str, BlockView] = {}
        self._buttons = BlockView(ButtonsBlock("buttons", ()), self, f"{panel.name}-buttons")

    def compose(self) -> ComposeResult:
        """Buttons; the blocks that are there from the beginning."""
        yield self._buttons
        with MoreBelow(classes="blocks"):
            if self.snapshot is not None:
                yield from map(self._built, self.panel.blocks(self.snapshot))

    def _built(self, block: Block) -> BlockView:
        view = self._views[block.name] = BlockView(block, self, f"{self.id}-{block.name}")
        return view

    def follow(self, snapshot: Snapshot) -> None:
        """Seen or not."""
        self.panel.follow(snapshot)

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Every block as it is now."""
        acts = list(self.panel.actions(snapshot))
        self._acts = {one.name: one for one in acts}
        self._bind(acts)
        self._buttons.show(ButtonsBlock.of(acts))
        self._arrange(list(self.panel.blocks(snapshot)))

    def _bind(self, acts: Sequence[Act]) -> None:
        keys = tuple((one.key, one.name, one.about or one.label) for one in acts if one.key)
        if keys != self._keys:
            self._keys = keys
            self._bindings = BindingsMap(
                Binding(key, f"act({name!r})", about, show=False, id=f"{self.id}.{name}")
                for key, name, about in keys
            )
            self.refresh_bindings()

    def _arrange(self, blocks: Sequence[Block]) -> None:
        """Widgets are kept by name: what was mounted or removed a moment ago is not yet, or still,
        among the children.
        """
        where = self.query_one(".blocks")
        names = {block.name for block in blocks}
        for name in [name for name in self._views if name not in names]:
            self._views.pop(name).remove()
        before: BlockView | None = None
        for block in blocks:
            if (view := self._views.get(block.name)) is not None:
                view.show(block)
            else:
                view = self._built(block)
                if before is None:
                    where.mount(view, before=0 if where.children else None)
                else:
                    where.mount(view, after=before)
            before = view

    # What is done

    def heard(self, what: str, block: str, *values: Any) -> None:
        """Something happened in a block."""
        self._do(lambda: getattr(self.panel, what)(self.shown, block, *values))

    def act(self, name: str) -> None:
        """Do something, or say why not."""
        act = self._acts[name]
        if act.off:
            self.notify(act.off, severity="warning")
        else:
            self._do(act.do)

    action_act = act

    def _do(self, what: Callable[[], Done]) -> None:
        if self.snapshot is None:
            return
        self.application.main.view.said.acted()
        try:
            for one in effects(what()):
                self._carry_out(one)
        except (MicroChessError, EmuError) as error:
            self.notify(str(error), severity="warning")
        self.again()

    def _carry_out(self, one: Effect) -> None:
        match one:
            case Asked():
                self.ask(one)
            case Notice(text, severity):
                self.notify(text, severity=severity)
            case Focus(block, engaged):
                view = self._views[block]
                if engaged and view.has_mode:
                    view.action_engage()
                else:
                    view.focus()
