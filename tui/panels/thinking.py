"""The thinking: candidates as they are judged, a value taken apart, and who counted what."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace

from microchess.machine.player import Player
from microchess.program.reply import Candidate, leaders
from tui.panels.blocks import (
    Block,
    OwnBlock,
    SentenceBlock,
    TableBlock,
    TableCell,
    TableColumn,
    TableRow,
    Tone,
)
from tui.panels.panel import Act, Done, Effect, Focus, Panel, PanelWork, PlayBack
from tui.panels.value_parts import FEW_WORDS, NO_COUNTERS, ValuePart, because, difference, parts_of
from tui.panels.who_counted import WAITS, counted_for, worked_out_for
from tui.session.considered import Arrows
from tui.session.livegame import LiveGame
from tui.session.snapshot import Snapshot
from tui.session.thought import Thought
from tui.session.thought_words import (
    BEST,
    RECORD,
    best_index,
    describe_moment,
    describe_time,
    mirror_verdict,
    no_candidates,
    not_watched,
)
from tui.session.timetravel import TimeTravel

_CANDIDATES = (
    TableColumn("Move"),
    TableColumn("Value", right=True),
    TableColumn(""),
    TableColumn("From, to"),
)
_PARTS = (
    TableColumn("For"),
    TableColumn("Adds", right=True),
    TableColumn("Count × weight", spare=True),
    TableColumn("Counter", spare=True),
)


class ThinkingPanel(Panel):
    """Watch a candidate being judged, now or once more, and ask why its value is what it is."""

    name = "thinking"
    help = """\
Every move the program considers (a candidate), in its order while it thinks, then the best first:
the move, its value 0-255, and its squares as bytes. `►` is the best, `◆` was the best
until then: these flash on the LEDs. The move of the line in reverse is marked on the board. Below
is why the best one was played, and the value taken apart: beside the best what makes the
difference, what makes most first. *Why?* goes there; one of the parts chosen tells which moves
changed it, and by which instruction. *Compare* has the Python engine think of the same, and says
the first counter that differs.

*Watch again* goes through the last reply, key by key and candidate by candidate; everything on view
is as it was then. On the board are the candidate, the best so far and the capture that costs most
after it. Escape, or a move, ends that. To see it as it happens slow the machine down (panel KIM-1).
The number at the end of the line above the moves is byte `$B5` (STATE), what is gone through now.
"""

    def __init__(self) -> None:
        self._of: tuple[int, str] | None = None
        self._forget()

    def _forget(self) -> None:
        self._chosen: int | None = None
        self._part = self._line = ""
        self._told: tuple[Block, ...] = ()
        self._about: tuple[int, bool] | None = None
        """The candidate that is told about, and whether its moment is watched."""

    def follow(self, view: Snapshot) -> None:
        """Of another reply nothing is chosen."""
        thought = view.thought
        if thought is not None and (view.game.begun, thought.fen) != self._of:
            self._of = view.game.begun, thought.fen
            self._forget()
        if self._told and self._about != (self._index(view, thought), view.watching):
            self._told = ()

    # What is seen

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """Why one was played, the moment, the candidates, and the value of one."""
        thought = view.thought
        rows: tuple[TableRow, ...] = ()
        index = self._index(view, thought)
        pair = None if thought is None or index is None else _beside(view, thought, index)
        why = because(thought, *pair) if thought and pair and not self._told else ""
        yield SentenceBlock("why", why, "strong")
        yield OwnBlock("replay", "replay")
        if thought is not None:
            legend = not view.watching and thought.shown != ""
            yield SentenceBlock("moment", describe_moment(view, thought), "muted", spare=legend)
            yield SentenceBlock("time", describe_time(thought, view.game), "muted", spare=True)
            rows = tuple(_rows(thought, _judged(view, thought)))
        if thought is not None and view.mirror:
            verdict, agrees = mirror_verdict(thought)
            told = verdict or "Python engine: from the next reply on"
            yield SentenceBlock("compared", told, "good" if agrees else "error")
        yield SentenceBlock("none", "" if rows else no_candidates(view), "muted")
        chosen = "" if index is None else str(index)
        yield TableBlock("candidates", "Moves judged", _CANDIDATES, rows, ("",), chosen, shares=3)
        if thought is not None and index is not None:
            yield from self._taken_apart(thought, thought.candidates[index], pair)

    def _taken_apart(
        self, thought: Thought, one: Candidate, pair: tuple[Candidate, Candidate] | None
    ) -> Iterator[Block]:
        if self._told:
            for told in self._told:
                yield replace(told, chosen=self._line) if isinstance(told, TableBlock) else told
            return
        title = f"{thought.name_of(one)} is worth {one.value}, the sum of"
        parts = parts_of(thought, one)
        if pair is not None and pair[0] is not one and (less := difference(thought, one, pair[0])):
            names = (f"{thought.name_of(each)} {each.value}" for each in (one, pair[0]))
            title, parts = f"{', '.join(names)}: what differs", less
        rows = tuple(map(_part_row, parts))
        yield TableBlock("parts", title, _PARTS, rows, (title,), self._part, shares=2)

    def _index(self, view: Snapshot, thought: Thought | None) -> int | None:
        """The candidate that is taken apart: the one chosen, the one judged last, the best."""
        if thought is None or not thought.candidates:
            return None
        if self._chosen is not None and not view.watching:
            return min(self._chosen, len(thought.candidates) - 1)
        if (judged := _judged(view, thought)) is not None:
            return judged - 1 if judged else None
        return best_index(thought)

    def arrows(self, view: Snapshot) -> Arrows | None:
        """The move of the candidate taken apart, if it was not made."""
        thought = view.thought
        if thought is None or (index := self._index(view, thought)) is None:
            return None
        way = thought.way_of(thought.candidates[index])
        return None if way == view.game.last else (way, None, None)

    # What is done

    def actions(self, view: Snapshot) -> Iterator[Act]:
        """What there is to do with the last reply."""
        thought = view.thought
        index = self._index(view, thought)
        off = no_candidates(view) if index is None else ""
        about = "the last reply, from its beginning"
        yield Act("again", "Watch again", PlayBack, "", about, not_watched(view))
        about = "explain the value: its parts; one of them chosen tells who counted it"
        yield Act("why", "Why?", lambda: self._why(view), "", about, off)
        if self._told:
            yield Act("parts", "All parts", self._back, "escape")
        yield Act(
            "compare", "Compare", lambda: LiveGame.set_mirror(not view.mirror), "",
            "with the Python engine, which thinks of the same: whether they agree", on=view.mirror,
        )  # fmt: skip

    def _why(self, view: Snapshot) -> Done:
        self._told = ()
        if not self._part and (parts := self._table(view, "parts")) is not None:
            self._part = parts.rows[0].key
        return Focus("parts")

    def _back(self) -> Done:
        self._told = ()
        return Focus("parts")

    def clicked(self, view: Snapshot, block: str, row: str) -> Done:
        """A candidate is taken apart; a part is explained."""
        if block == "parts":
            self._part = row
            return self._explain(view, row)
        if block == "candidates":
            return self._choose(view, int(row))
        self._line = row
        return None

    def moved(self, view: Snapshot, block: str, down: int) -> Done:
        """Choose the next one; a page is as many as there are lines."""
        table = self._table(view, block)
        keys = [row.key for row in table.rows] if table is not None else []
        if table is None or not keys:
            return None
        at = keys.index(table.chosen) + down if table.chosen in keys else 0
        key = keys[max(0, min(at, len(keys) - 1))]
        if block == "candidates":
            return self._choose(view, int(key))
        if block == "parts":
            self._part = key
        else:
            self._line = key
        return None

    def _table(self, view: Snapshot, name: str) -> TableBlock | None:
        """The one so called, if it is still there."""
        tables = (one for one in self.blocks(view) if isinstance(one, TableBlock))
        return next((one for one in tables if one.name == name), None)

    def _choose(self, view: Snapshot, index: int) -> Done:
        self._forget()
        self._chosen, thought = index, view.thought
        if view.watching and thought is not None:
            return TimeTravel.watch(thought.judged_at[index])
        return None

    def _explain(self, view: Snapshot, part: str) -> Done:
        thought = view.thought
        index = self._index(view, thought)
        if thought is None or index is None:
            return None
        one, self._about = thought.candidates[index], (index, view.watching)
        self._line = ""
        if part in NO_COUNTERS:
            self._told = worked_out_for(part, thought, one)
            return Focus("history")
        return PanelWork(lambda player: self._count(thought, one, part, player))

    def _count(
        self, thought: Thought, one: Candidate, part: str, player: Player
    ) -> Generator[Effect | None, None, None]:
        """The machine thinks once more; it is left when something else is wanted."""
        self._told = mine = (WAITS,)
        for found in counted_for(part, thought, one, player):
            if self._told is not mine:
                return
            if found:
                self._told = found
                yield Focus("history")
            else:
                yield None


def _judged(view: Snapshot, thought: Thought) -> int | None:
    """How many candidates are judged at a moment of the thinking; None when it is over."""
    return view.reached if view.watching or not thought.shown else None


def _beside(view: Snapshot, thought: Thought, index: int) -> tuple[Candidate, Candidate] | None:
    """The best candidate, and the one beside it: that of the *index* or, of itself, the second."""
    if view.watching or not thought.shown or len(thought.candidates) < 2:
        return None
    order = _in_order(thought, None)
    best = best_index(thought)
    other = index if index != best else next(one for one in order if one != best)
    return thought.candidates[best or 0], thought.candidates[other]


def _in_order(thought: Thought, judged: int | None) -> list[int]:
    """The candidates, by index: the highest value first, of equals the one judged first; in their
    turn while only so many are *judged*.
    """
    found = thought.candidates
    turns = range(len(found))
    return [*turns] if judged is not None else sorted(turns, key=lambda at: -found[at].value)


def _rows(thought: Thought, judged: int | None) -> Iterator[TableRow]:
    best = best_index(thought, judged)
    records = set(leaders(thought.candidates[:judged]))
    values = [one.value for one in thought.candidates if one.value] or [0]
    low, range_ = min(values), max(1, max(values) - min(values))
    for index in _in_order(thought, judged):
        one = thought.candidates[index]
        mark = BEST if index == best else RECORD if index in records else " "
        tone: Tone = "accent" if index == best else ""
        if judged is not None and index >= judged:
            tone = "muted"
        last = TableCell("", tone, bar=(one.value - low) / range_ if one.value else None)
        if judged is not None and index in (best, judged - 1):
            last = TableCell("best" if index == best else "judged", tone)
        cells = (
            TableCell(f"{mark} {thought.name_of(one)}", tone),
            TableCell(str(one.value), "led" if index in records else tone),
            last,
            TableCell(f"{thought.table[one.man]:02X} to {one.to:02X}", "muted"),
        )
        yield TableRow(str(index), cells)


def _part_row(part: ValuePart) -> TableRow:
    tone: Tone = "muted" if not part.adds else "good" if part.adds > 0 else "error"
    adds = "" if part.adds is None else f"{float(part.adds):+g}"
    cells = (
        TableCell(part.meaning, short=FEW_WORDS[part.name]),
        TableCell(adds, tone),
        TableCell(part.product, "muted"),
        TableCell(part.name, "muted"),
    )
    return TableRow(part.name, cells)
