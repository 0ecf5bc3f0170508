"""The parts of a value, and why a counter is what it is: a second machine answers."""

from __future__ import annotations

from typing import Any

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.visual import VisualType
from textual.widgets import OptionList, Static

from emu.errors import EmuError
from microchess.engine.value import BASE, POSITION_BONUS, WEIGHTS, breakdown, worked_out
from microchess.errors import MicroChessError
from microchess.machine.explain_counter import counter_named, explain_counter
from microchess.machine.player import Player
from microchess.program.levels import Level
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.position import Position
from microchess.program.reply import Candidate
from tui.screen.screens.ask import PickScreen
from tui.screen.screens.dialog import Dialog
from tui.session.thought import Thought

MEANINGS = {name: meaning for name, meaning, _, _ in WEIGHTS} | {
    "WMAXP": "number of the piece WMAXC would take",
    "BMAXP": "number of the piece BMAXC would take",
    "PMAXP": "number of the piece PMAXC would take",
}
"""What each counter counts."""
_PARTS = {
    "base": f"{BASE} for every move: $80 / 4 + $40 / 2 + $90, the constants of the formula",
    "bonus": f"{POSITION_BONUS} for a move to $33, $34, $22 or $25, and for one from the first "
    "rank by any piece but the king",
    "rounding": "what the 8-bit sums change: a halving drops a half, a carry adds 1, what falls "
    "below 0 becomes 0 or wraps at 256",
    "exception": "where the king could be taken the value is 0, whatever the parts say; where "
    "there is no reply and WMAXP is 0 (mate, and some stalemates) it is 255",
}
"""The parts of a value that are no counters."""
_NOTES = (
    (("WMOB", "WMAXC", "WCC", "PMOB", "PMAXC", "PCC"), "of moves that are not tested for check"),
    (
        ("WMOB", "WMAXC", "WCC"),
        "without those of piece BMAXP, which the opponent's best capture takes: it is presumed "
        "lost, unless it is the king",
    ),
)
"""What else is to know of counters."""
_BEFORE_MEANING = 20


class CounterScreen(Dialog[None]):
    """Each move that changed counter *name* of *candidate*, and the instruction that did; for a
    part that is no counter, the formula worked out.
    """

    ESCAPE = "Esc: back to the list"

    DEFAULT_CSS = """
    CounterScreen > .box { width: 76; max-width: 90%; height: auto; padding: 0 1; }
    CounterScreen VerticalScroll { height: auto; max-height: 80vh; scrollbar-size-vertical: 1; }
    CounterScreen Static { width: 100%; }
    """

    def __init__(
        self, name: str, candidate: Candidate, thought: Thought, level: Level, player: Player
    ) -> None:
        heading = f"What is {name}?"
        if name not in _PARTS:
            value = candidate.counters[counter_named(name.upper())]
            heading = f"Why is {name.upper()} {value}?"
        super().__init__(heading)
        self._counter, self._candidate = name, candidate
        self._position = Position(thought.table, bool(thought.computer))
        self._level, self._player = level, player

    def compose(self) -> ComposeResult:
        """The lines."""
        with Vertical(classes="box"), VerticalScroll():
            yield Static(id="counter-text", markup=False)

    def on_mount(self) -> None:
        """The steps of the formula, or a search for who changed the counter."""
        if (told := _PARTS.get(self._counter)) is not None:
            one = self._candidate
            source = self._position.table[one.man]
            steps = worked_out(one.counters, one.man, source, one.to)
            self._show([told, "", "step by step, as it is worked out:", *steps])
        else:
            self._show(["the machine thinks once more ..."])
            application: Any = self.app
            application.beside(self._explain)

    def _explain(self) -> None:
        try:
            history = explain_counter(
                self._position, self._level, self._candidate, self._counter, self._player
            )
            meaning = MEANINGS.get(self._counter.upper(), "a work cell")
            where = f"the byte at ${history.address:02X}, in {history.player}"
            notes = [note for names, note in _NOTES if self._counter.upper() in names]
            lines = [meaning, *notes, where, *history.lines()]
        except (MicroChessError, EmuError) as error:
            lines = [str(error)]
        if self.is_attached:
            self.app.call_from_thread(self._show, lines)

    def _show(self, lines: list[str]) -> None:
        if self.is_attached:
            self.query_one("#counter-text", Static).update("\n".join(lines))


class PartsScreen(PickScreen):
    """All parts of a candidate's value; the one chosen is explained, then the list is back."""

    ESCAPE = "W: MicroChess, B: you, of any colour; Esc closes"

    def __init__(
        self, candidate: Candidate, thought: Thought, level: Level, player: Player
    ) -> None:
        self._about = candidate, thought, level, player
        name = thought.name_of(candidate)
        title = f"{name} = {candidate.value}, the sum of these; Enter: why?"
        parts: list[tuple[str, VisualType]] = []
        for part, label in parts_of(thought, candidate):
            row = Table.grid()  # the meaning is folded in a column of its own
            row.add_column(width=_BEFORE_MEANING)
            row.add_column()
            row.add_row(Text(label[:_BEFORE_MEANING]), Text(label[_BEFORE_MEANING:]))
            parts.append((part, row))
        super().__init__(title, parts)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """That one."""
        event.prevent_default()
        assert event.option_id is not None
        self.app.push_screen(CounterScreen(event.option_id, *self._about))


def parts_of(thought: Thought, candidate: Candidate) -> list[tuple[str, str]]:
    """All parts by name, each with what it adds, its counter and meaning. They add up to the value;
    then what else is counted.
    """
    parts = breakdown(thought.table.data, thought.points, candidate)
    rows = []
    for one in parts.terms:
        count = one.count if one.name in COUNTER_NAMES else ""
        rows.append(
            (one.name, f"{float(one.contribution):+6g} {one.name:<8} {count:3} {one.meaning}")
        )
    rest = float(parts.value - parts.total)
    if parts.exception:
        rows.append(("exception", f"{rest:+6g} {parts.exception}"))
    return rows + [
        (name, f"{'':7}{name:<8} {value:3} {MEANINGS[name]}")
        for name, value in zip(COUNTER_NAMES, candidate.counters, strict=True)
        if name in ("BMAXP", "WMAXP", "PMAXP")
    ]
