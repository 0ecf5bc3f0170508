"""Any panel that is made of blocks: its actions are keys, buttons and entries of the palette."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from textual.app import ComposeResult
from textual.binding import Binding, BindingsMap
from textual.containers import VerticalScroll
from textual.widget import Widget

from emu.errors import EmuError
from emu.files.reading import read_bytes
from microchess.errors import MicroChessError
from tui.panels.blocks import Block, PaperBlock
from tui.panels.panel import (
    Act,
    AskFile,
    AskLine,
    Done,
    Effect,
    Focus,
    Panel,
    Pick,
    effects,
)
from tui.screen.drawing.blocks import ButtonsBlock
from tui.screen.panels.panel import PanelWidget
from tui.screen.screens.ask import AskScreen, PickScreen
from tui.screen.screens.dialog import ask
from tui.screen.screens.paths import open_file, save_file
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.morebelow import MoreBelow
from tui.session.snapshot import Handed, Notice, Snapshot
from tui.session.verbs import Asked


class BlocksWidget(PanelWidget):
    """Shows the blocks of *panel*, each in a widget that stays while its name does."""

    DEFAULT_CSS = """
    BlocksWidget > .blocks { height: 1fr; border-bottom: blank; }
    BlocksWidget .paper { height: 1fr; min-height: 4; margin-top: 1; background: $panel; }
    BlocksWidget .paper:focus-within { background: $boost; }
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

    def _built(self, block: Block) -> Widget:
        """Its widget; paper is in one that scrolls, and stays at its end until one scrolls back."""
        view = self._views[block.name] = BlockView(block, self, f"{self.id}-{block.name}")
        if not isinstance(block, PaperBlock):
            return view
        around = VerticalScroll(view, classes="paper", can_focus=False)
        around.anchor()
        return around

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
                Binding(
                    key,
                    f"act({name!r})",
                    about,
                    show=False,
                    id=f"{self.panel.title.lower()}.{name}",
                )
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
        for at, block in enumerate(blocks):
            if (view := self._views.get(block.name)) is not None:
                view.show(block)
            else:
                there = len(where.children)
                where.mount(self._built(block), before=at if at < there else None)

    # What is done

    def heard(self, what: str, block: str, *values: Any) -> None:
        """Something happened in a block."""
        self._do(lambda: getattr(self.panel, what)(self.shown, block, *values))

    def act(self, name: str) -> None:
        """Do something, or say why not."""
        act = self._acts[name]
        if act.off:
            self.notify(act.off, severity="warning")
            return

        def do(*answer: Any) -> None:
            self._do(lambda: act.do(*answer))

        match act.asks:
            case None:
                do()
            case Pick(title, options, now):
                ask(self.app, PickScreen(title, options, now), do)
            case AskLine(title, hint):
                ask(self.app, AskScreen(title, hint, str), do)
            case AskFile(title, read):
                open_file(self, title, lambda path: read(path.name, read_bytes(path)), do)

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
            case Handed(name, text):
                save_file(self, f"Save {name}", name, lambda: text)
            case Focus(block, engaged):
                view = self._views[block]
                if engaged and view.has_mode:
                    view.action_engage()
                else:
                    view.focus()
