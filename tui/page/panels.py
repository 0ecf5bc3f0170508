"""The panels of the page: what has changed in those that are open, and what happens in them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any

from tui.page.encode import encode, others, part
from tui.page.later import Later
from tui.panels.blocks import Block, TableRow
from tui.panels.missed import Missed
from tui.panels.panel import Act, AskFile, AskLine, Done, Effect, Panel, Pick, effects
from tui.panels.registry import FILES, NAMES, load
from tui.session.considered import Arrows
from tui.session.snapshot import Heard, Snapshot
from tui.session.values import Count, Name, Pasted, Square, Way, one_of, text, whole
from tui.session.verbs import control

PanelName = Annotated[str, one_of(*NAMES)]
Step = Annotated[int, whole(-16, 16)]
Answer = Annotated[str, text(128)]
TypedText = Annotated[str, text(256)]
_KEYS = {"full_stop": ".", "escape": "Escape", "delete,backspace": "Delete"}
"""What a browser calls keys."""
_IN_PARTS = ("rows", "lines", "numbers", "fields", "cells")
"""Fields of blocks of which only those items travel that are others."""


@dataclass(frozen=True, kw_only=True)
class ActView:
    """A button: `tui.panels.panel.Act`; what it asks is a ``file`` whose name has a ``suffix``, a
    line with that ``hint``, or one of ``options``, of which ``now`` is in use.
    """

    name: str
    label: str
    key: str
    about: str
    off: str
    on: bool | None
    file: bool
    suffix: str
    title: str
    hint: str
    options: tuple[tuple[str, str], ...]
    now: str
    at: str

    @classmethod
    def of(cls, act: Act) -> ActView:
        """The button of an action."""
        asks = act.asks
        return cls(
            name=act.name,
            label=act.label,
            key=_KEYS.get(act.key, act.key),
            about=act.about,
            off=act.off,
            on=act.on,
            file=isinstance(asks, AskFile),
            suffix=asks.suffix if isinstance(asks, AskFile) else "",
            title=asks.title if asks else "",
            hint=asks.hint if isinstance(asks, AskLine) else "",
            options=asks.options if isinstance(asks, Pick) else (),
            now=asks.now if isinstance(asks, Pick | AskLine) else "",
            at=act.at,
        )


class OpenPanel:
    """A panel that is looked at, and what the page has been told of it."""

    def __init__(self) -> None:
        self._blocks: dict[str, Block] = {}
        self._rows: dict[str, dict[str, TableRow]] = {}
        self._acts: list[ActView] = []

    def changes(self, panel: Panel, view: Snapshot) -> dict[str, Any]:
        """What is another since the last time, as JSON."""
        told: dict[str, Any] = {}
        shown, offered = panel.shown(view)
        before, self._blocks = self._blocks, {one.name: one for one in shown}
        if list(before) != list(self._blocks):
            told["order"] = list(self._blocks)
        blocks = (
            changed(before.get(name), one, self._rows.setdefault(name, {}))
            for name, one in self._blocks.items()
        )
        if found := [one for one in blocks if one is not None]:
            told["blocks"] = found
        acts = [ActView.of(one) for one in offered]
        if acts != self._acts:
            told["acts"], self._acts = encode(acts), acts
        return told


def changed(before: Block | None, now: Block, known: dict[str, TableRow]) -> dict[str, Any] | None:
    """What of a block is another, as JSON, None: nothing; so of its ``data``. Of a field
    in parts ``rows_at`` are those by their places that are others, ``rows_from`` a place and all
    from there on; where most are others it is there whole. Of a row that is *known*, since it was
    there before, only the key travels, and the cells that are others now.
    """

    def row(one: Any) -> Any:
        if not isinstance(one, TableRow):
            return encode(one)
        before, known[one.key] = known.get(one.key), one
        if before is None or len(before.cells) != len(one.cells):
            return encode(one)
        cells = {at: encode(cell) for at, cell in enumerate(one.cells) if cell != before.cells[at]}
        return [one.key, cells] if cells else one.key

    if before == now:
        return None
    if type(before) is not type(now):
        known.clear()
        known.update((row.key, row) for row in getattr(now, "rows", ()))
        return {"kind": type(now).__name__.removesuffix("Block"), **encode(now)}
    told: dict[str, Any] = {"name": now.name}
    for name in (one.name for one in fields(now)):
        value, old = getattr(now, name), getattr(before, name)
        if value == old:
            continue
        if name not in _IN_PARTS:
            told[name] = others(value, old) if is_dataclass(value) else encode(value)
            continue
        new = [at for at, pair in enumerate(zip(value, old, strict=False)) if pair[0] != pair[1]]
        if len(value) != len(old):
            same = new[0] if new else min(len(value), len(old))
            told[f"{name}_from"] = [same, [row(one) for one in value[same:]]]
        elif name == "rows" and 2 * len(new) > len(value):
            told[name] = [row(one) for one in value]
        elif name == "rows":
            told["rows_at"] = {at: row(value[at]) for at in new}
        else:
            told[f"{name}_at"] = {at: part(value[at], old[at]) for at in new}
    return told


class PagePanels:
    """All of them; *later* brings their modules, *carry_out* does what the one so called wants,
    *seen* is what is on view, and *show* has it seen. They begin as the *settings* of the session
    were left.
    """

    def __init__(
        self,
        later: Later,
        carry_out: Callable[[str, Effect], None],
        seen: Callable[[], Snapshot],
        show: Callable[[], None],
        settings: Mapping[str, Any],
    ) -> None:
        self._later, self._carry_out, self._seen, self._show = later, carry_out, seen, show
        self._settings = settings
        self._missed = Missed()
        self._file: tuple[str, AskFile, Callable[..., Done]] | None = None
        self._all: dict[str, Panel] = {}
        self._open: dict[str, OpenPanel] = {}

    @control
    def open_panel(self, panel: PanelName) -> None:
        """A panel is looked at."""
        self._open[panel] = OpenPanel()
        self._with(panel, self._show)

    @control
    def close_panel(self, panel: PanelName) -> None:
        """A panel is no longer looked at."""
        self._open.pop(panel, None)
        self._show()

    @control
    def act(self, panel: PanelName, act: Name) -> None:
        """An action of a panel; one that asks for a file has the next that is given."""
        self._act(self._seen(), panel, act)

    @control
    def answer(self, panel: PanelName, act: Name, value: Answer) -> None:
        """An action of a panel that asks for one of several, or for a line."""
        self._act(self._seen(), panel, act, value)

    @control
    def choose(self, panel: PanelName, block: Name, row: Name) -> None:
        """A row of a block is chosen."""
        self._happened(panel, "clicked", block, row)

    @control
    def point(self, square: Square) -> None:
        """A square of the board is chosen, for panels that are about one."""
        for name in self._open:
            if name in self._all and self._all[name].square is not None:
                self._happened(name, "pointed", square)

    @control
    def type_in(self, panel: PanelName, block: Name, value: TypedText) -> None:
        """Characters are typed in a block."""
        self._happened(panel, "typed", block, value)

    @control
    def paste_in(self, panel: PanelName, block: Name, value: Pasted) -> None:
        """A text is pasted into a block."""
        self._happened(panel, "pasted", block, value)

    @control
    def move(self, panel: PanelName, block: Name, down: Step) -> None:
        """So many rows of a block down, or bytes on."""
        self._happened(panel, "moved", block, down)

    @control
    def turn(self, panel: PanelName, block: Name, pages: Way) -> None:
        """Another part of a block."""
        self._happened(panel, "turned", block, pages)

    @control
    def change(self, panel: PanelName, block: Name, row: Name, value: Name) -> None:
        """The cell of a row that can be typed into."""
        self._happened(panel, "changed", block, row, value)

    @control
    def fit(self, panel: PanelName, block: Name, columns: Count, rows: Count) -> None:
        """There is so much room for a block."""
        if panel in self._all:
            self._all[panel].fitted(block, columns, rows)
            self._show()

    def _happened(self, name: str, what: str, *values: Any) -> None:
        """Something in a block: a method of `Panel`, and its values."""
        if name in self._all:
            self._do(name, getattr(self._all[name], what)(self._seen(), *values))

    def _with(self, name: str, do: Callable[[], None]) -> None:
        """Once the panel is here."""

        def came() -> None:
            if name not in self._all:
                self._all[name] = load(name)
                self._all[name].restore(self._settings)
                self._missed.tell(self._all[name])
            do()

        if f"tui.panels.{name}" in sys.modules:
            came()
        else:
            self._later.do(came)

    def _act(self, view: Snapshot, name: str, which: str, *answer: str) -> None:
        """Do the action *which*, unless it is gone since then; one that asks for a file waits for
        that.
        """
        acts = self._all[name].actions(view) if name in self._all else ()
        for one in acts:
            if one.name == which and not one.off:
                if isinstance(one.asks, AskFile):
                    self._file = name, one.asks, one.do
                else:
                    self._do(name, one.do(*answer))

    def take(self, name: str, data: bytes) -> bool:
        """A file; whether an action asked for it, or there is one for any that is called so.

        Raises MicroChessError or EmuError.
        """
        panel, act = FILES.get(Path(name).suffix.lower(), ("", ""))

        def give() -> None:
            if self._file is None and self._missed.last is not None:
                self._act(self._missed.last, panel, act)
            self._given(name, data)

        if self._file is None and not panel:
            return False
        self._with(panel if self._file is None else self._file[0], give)
        return True

    def _given(self, name: str, data: bytes) -> None:
        if self._file is not None:
            (panel, asks, do), self._file = self._file, None
            self._do(panel, do(asks.read(Path(name), data)))

    def _do(self, name: str, done: Done) -> None:
        for one in effects(done):
            self._carry_out(name, one)
        self._show()

    def follow(self, view: Snapshot) -> None:
        """A moment of the session."""
        self._missed.follow(view)
        for one in self._all.values():
            one.follow(view)

    def heard(self, came: Heard) -> None:
        """What output pins did, for the panel that asked."""
        if (view := self._missed.last) is not None:
            for name, one in list(self._all.items()):
                self._do(name, one.heard(view, came))

    def arrows(self, view: Snapshot) -> Arrows | None:
        """What is marked on the board by the one opened last that marks something."""
        here = (self._all[name] for name in reversed(self._open) if name in self._all)
        marked = (one.arrows(view) for one in here)
        return next((one for one in marked if one is not None), None)

    def changes(self, view: Snapshot) -> Mapping[str, Any]:
        """What is another in those that are open, and here."""
        told = {
            name: one.changes(self._all[name], view)
            for name, one in self._open.items()
            if name in self._all
        }
        return {name: one for name, one in told.items() if one}
