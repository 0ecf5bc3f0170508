"""The workbench: the last reply's candidates by other weights, beside those of 1976."""

import sys
import tempfile
from collections.abc import Generator, Iterator, Mapping
from contextlib import redirect_stderr
from dataclasses import fields, replace
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from emu.files import writing
from emu.files.reading import decoded
from microchess.engine import counters as cells
from microchess.engine.formula import IN_1976, LIMIT, Formula, FormulaError
from microchess.engine.value import revalue
from microchess.machine.player import Player
from microchess.program.reply import Candidate, best_of
from tui.panels.blocks import (
    Block,
    Number,
    NumbersBlock,
    SentenceBlock,
    TableBlock,
    TableCell,
    TableColumn,
    TableRow,
    Tone,
)
from tui.panels.panel import Act, AskFile, Done, Effect, Panel, PanelWork
from tui.panels.value_parts import FEW_WORDS
from tui.session.autosave import Autosave
from tui.session.considered import Arrows
from tui.session.livegame import LiveGame
from tui.session.snapshot import Handed, Notice, Snapshot
from tui.session.thought import Thought

NAMES = tuple(one.name for one in fields(Formula))
_WHOLE = "base", "bonus"
_QUARTER, _MOST = 0.25, 0xFF
_GAMES = 20
_NONE = "no candidates yet: make a move, and let MicroChess think"
_NO_MATCH = "" if find_spec("microchess.match") else "no matches here: microchess match plays them"
_COLUMNS: tuple[TableColumn, ...] = (
    TableColumn("Move"),
    TableColumn("Now", right=True),
    TableColumn("1976", right=True),
    TableColumn("Place 1976"),
)


class FormulaPanel(Panel):
    """Weights to change, and what it would have played with them."""

    name = "formula"
    help = """\
The value of a candidate is a sum of counters, each with a weight. Choose a weight; `,` makes it
less by a quarter, `.` more (the base and the bonus by 1). The candidates of the last reply are in
their order by these weights at once, with value and place by those of 1976, and all counters that
are not zero. On the board the move it would play now is beside the one of 1976. *Save* and *Load*
keep weights in a TOML file, as `--formula` takes them; *Play on* has the Python engine reply with
them, keyed in on the keypad, until it is pressed again; *Match* lets 20 games be played against the
weights of 1976.
"""

    def __init__(self) -> None:
        self._formula, self._chosen = IN_1976, NAMES[0]
        self._thought: Thought | None = None
        self._candidate: int | None = None
        self._order: tuple[object, ...] = ()
        self._rows: tuple[TableRow, ...] = ()
        self._columns = _COLUMNS
        self._best: tuple[Candidate | None, Candidate | None] = None, None
        self._match: object | None = None
        self._score = ""

    def restore(self, settings: Mapping[str, Any]) -> None:
        """The weights as they were left."""
        text = str(settings.get("formula", ""))
        try:
            self._formula = Formula.from_toml(text) if text else IN_1976
        except FormulaError:
            self._formula = IN_1976

    def look(self, view: Snapshot) -> None:
        """Value the candidates, when there are others, or other weights."""
        order = view.thought, self._formula, self._chosen
        if not self._order or any(a is not b for a, b in zip(order, self._order, strict=True)):
            self._weigh(view.thought)
        self._order = order

    def _weigh(self, thought: Thought | None) -> None:
        if thought is not self._thought:
            self._thought, self._candidate = thought, None
        self._rows, self._best = (), (None, None)
        if thought is None or not thought.candidates:
            return
        found, in_1976 = revalued(thought, self._formula), revalued(thought, IN_1976)
        self._best = best_of(found), best_of(in_1976)
        old = sorted(range(len(found)), key=lambda at: -in_1976[at].value)
        new = sorted(range(len(found)), key=lambda at: -found[at].value)
        names = [name for name in NAMES if hasattr(cells, name)]
        names.sort(key=lambda name: name != self._chosen)
        used = [
            name
            for name in names
            if any(one.counters[getattr(cells, name)] for one in thought.candidates)
        ]
        heads = (TableColumn(FEW_WORDS[name], right=True, spare=True) for name in used)
        self._columns = *_COLUMNS, *heads
        self._rows = tuple(
            _row(thought, at, found[at], in_1976[at], place, old.index(at), used)
            for place, at in enumerate(new)
        )

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """The weights, and what they make of the last reply."""
        thought, (now, then) = self._thought, self._best
        told = _NONE
        if thought is not None and now is not None and then is not None:
            name, old = thought.name_of(now), thought.name_of(then)
            than = "" if name == old else f"not {old} "
            told = f"With these weights it plays {name}, {than}as with those of 1976."
        numbers = tuple(self._number(name) for name in NAMES)
        yield SentenceBlock("move", told, "" if self._rows else "muted")
        yield NumbersBlock("weights", "Weights", numbers, self._chosen)
        yield SentenceBlock("match", self._score, "good")
        if self._rows:
            chosen = "" if self._candidate is None else str(self._candidate)
            title = "Candidates in their order by these weights"
            yield TableBlock("order", title, self._columns, self._rows, ("",), chosen, shares=1)

    def _number(self, name: str) -> Number:
        value, was = (float(getattr(one, name)) for one in (self._formula, IN_1976))
        low, high = (0, _MOST) if name == "base" else (-LIMIT // 10, LIMIT // 10)
        step = 1 if name in _WHOLE else _QUARTER
        return Number(name, FEW_WORDS[name], value, was, low, high, step)

    def actions(self, view: Snapshot) -> Iterator[Act]:
        """Change the chosen weight; play with them; keep them."""
        for name, label, by, key in (
            ("less", "Less", -1, "comma"),
            ("more", "More", 1, "full_stop"),
        ):
            about = "the chosen weight"
            yield Act(name, label, lambda by=by: self._change(view, by), key, about)
        about = "all weights put back; the program itself replies"
        yield Act("reset", "As 1976", lambda: self._reset(view), "", about)
        on = view.formula is not None
        about = "the Python engine replies with these weights, or no longer"
        yield Act("play_on", "Play on", lambda: self._play_on(not on), "", about, on=on)
        plays = self._match is not None
        about = f"{_GAMES} games against the weights of 1976, beside this one"
        yield Act("match", "Match", self._meet, "", about, _NO_MATCH, on=plays)
        about = "the weights into a TOML file"
        yield Act(
            "keep", "Save", lambda: Handed("formula.toml", self._formula.to_toml()), "", about
        )
        asks, about = AskFile("Load weights (TOML)", _read), "weights from a TOML file"
        yield Act("take", "Load", lambda found: self._use(view, found), "", about, asks=asks)

    def arrows(self, view: Snapshot) -> Arrows | None:
        """The move of 1976, or the candidate that is chosen; the one it would play now."""
        self.look(view)
        thought, (now, then) = view.thought, self._best
        if thought is None or not thought.shown or view.watching or now is None or then is None:
            return None
        other = (now.man, now.to) != (then.man, then.to)
        shown = then if self._candidate is None else thought.candidates[self._candidate]
        return thought.way_of(shown), thought.way_of(now) if other else None, None

    def clicked(self, view: Snapshot, block: str, row: str) -> None:
        """A weight, or a candidate, is chosen."""
        if block == "weights":
            self._chosen = row
        else:
            self._candidate = None if row == str(self._candidate) else int(row)

    def moved(self, view: Snapshot, block: str, down: int) -> None:
        """The next weight, or the next candidate in their order."""
        if block == "weights":
            self._chosen = NAMES[(NAMES.index(self._chosen) + down) % len(NAMES)]
            return
        keys = [row.key for row in self._rows]
        at = keys.index(str(self._candidate)) + down if self._candidate is not None else 0
        self._candidate = int(keys[at % len(keys)])

    def changed(self, view: Snapshot, block: str, row: str, text: str) -> Done:
        """A weight is another."""
        if row not in NAMES:
            raise FormulaError(f"no weight {row!r}; the weights are {', '.join(NAMES)}")
        try:
            value = Fraction(text)
        except (ValueError, ZeroDivisionError):
            raise FormulaError(f"{row}: {text!r} is no number") from None
        self._chosen = row
        return self._use(view, replace(self._formula, **{row: value}))

    def _change(self, view: Snapshot, by: int) -> Done:
        step = by if self._chosen in _WHOLE else Fraction(by, 4)
        value = getattr(self._formula, self._chosen) + step
        return self._use(view, replace(self._formula, **{self._chosen: value}))

    def _use(self, view: Snapshot, formula: Formula) -> Iterator[Effect]:
        if self._match is None and formula != self._formula:
            self._score = ""  # of others
        self._formula = formula
        yield Autosave.remember((("formula", formula.to_toml()),))
        if view.formula is not None:
            yield LiveGame.set_formula(formula)

    def _reset(self, view: Snapshot) -> Iterator[Effect]:
        yield from self._use(view, IN_1976)
        yield LiveGame.set_formula(None)
        yield Notice(f"the weights of 1976; the replies are {view.game.program}'s")

    def _play_on(self, on: bool) -> Iterator[Effect]:
        yield LiveGame.set_formula(self._formula if on else None)
        whose = "the Python engine's, with these weights" if on else "the program's own again"
        yield Notice(f"the replies are {whose}")

    def _meet(self) -> Done:
        if self._match is not None:
            self._match = None
            return None
        self._match, self._score = object(), "the match begins"
        return PanelWork(self._games)

    def _games(self, _: Player) -> Generator[Effect | None, None, None]:
        from microchess.match.contestants import contestant
        from microchess.match.runner import games
        from microchess.match.schedule import Match
        from microchess.match.starts import default_starts
        from microchess.match.tally import Tally

        mine = self._match
        with tempfile.TemporaryDirectory() as folder, redirect_stderr(sys.__stderr__):
            path = Path(folder) / "formula.toml"
            writing.write_text(path, self._formula.to_toml())
            new, old = f"super-blitz,Formula={path},name=yours", "super-blitz:python,name=1976"
            match = Match((contestant(new), contestant(old)), tuple(default_starts()), _GAMES)
            tally = Tally(match)
            try:
                for played in games(match, match.numbers, 1):
                    if self._match is not mine:
                        return
                    tally.add(played)
                    score = tally.score
                    self._score = (
                        f"match against 1976: {score.won} won, {score.drawn} drawn, "
                        f"{score.lost} lost; {score.games} of {_GAMES}"
                    )
                    yield None
            finally:
                if self._match is mine:
                    self._match = None
        yield None


def revalued(thought: Thought, formula: Formula) -> list[Candidate]:
    """The candidates in the program's order, by other weights than those it thought with."""
    table, points = thought.table.data, thought.points
    return [one._replace(value=revalue(table, points, one, formula)) for one in thought.candidates]


def _row(
    thought: Thought, at: int, now: Candidate, then: Candidate, place: int, rank: int,
    used: list[str],
) -> TableRow:  # fmt: skip
    tone: Tone = "accent" if place == 0 else "warning" if rank == 0 else "strong"
    counted = (str(now.counters[getattr(cells, name)]) for name in used)
    values = TableCell(thought.name_of(now), tone), TableCell(str(now.value), tone)
    before = TableCell(str(then.value)), TableCell(f"#{rank + 1}")
    return TableRow(str(at), (*values, *before, *(TableCell(one, "muted") for one in counted)))


def _read(path: Path, data: bytes) -> Formula:
    return Formula.from_toml(decoded(data, path))
