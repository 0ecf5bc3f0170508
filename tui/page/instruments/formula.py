"""The workbench: the last reply's candidates by other weights, beside those of 1976."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

import chess

from microchess.engine.formula import IN_1976, LIMIT, Formula, FormulaError
from microchess.engine.value import WEIGHTS
from microchess.program.reply import Candidate, best_of
from tui.page.instruments.instrument import DeskSide, Instrument
from tui.screen.drawing.formula import draw_order, revalued
from tui.session.livegame import LiveGame
from tui.session.snapshot import Handed, Snapshot
from tui.session.thought import Thought
from tui.session.values import Name, number, text
from tui.session.verbs import control

_COLUMNS = 76
_MEANINGS = {name: meaning for name, meaning, *_ in WEIGHTS}
_WHOLE = {"base": "all counters at zero", "bonus": "to the centre, or from the first rank"}
NAMES = (*_MEANINGS, *_WHOLE)
Weight = Annotated[float, number(-0xFF, 0xFF)]
Toml = Annotated[str, text(4096)]


@dataclass(frozen=True, kw_only=True)
class WeightView:
    """A weight, what its counter counts, what it was in 1976, and the ends of a slider for it."""

    name: str
    meaning: str
    value: float
    was: float
    low: int
    high: int


@dataclass(frozen=True, kw_only=True)
class FormulaView:
    """Other weights, the order of the last candidates by them in lines of words, the move they
    would choose, the one that was chosen; whether the Python engine plays by them.
    """

    weights: list[WeightView]
    order: list[list[list[str]]]
    move: str
    was: str
    arrow: tuple[chess.Square, chess.Square] | None
    plays: bool


class FormulaInstrument(Instrument):
    """Weights, the order of the candidates that they make, and the engine that plays by them."""

    def __init__(self, desk: DeskSide) -> None:
        super().__init__(desk)
        self._formula = IN_1976
        self._shown: tuple[Thought | None, Formula, bool] | None = None
        self._part: FormulaView

    @control
    def open(self) -> None:
        """Show it."""

    @control
    def weight(self, name: Name, value: Weight) -> None:
        """Another weight. Raises FormulaError."""
        if name not in NAMES:
            raise FormulaError(f"no weight {name!r}; the weights are {', '.join(NAMES)}")
        self._use(replace(self._formula, **{name: Fraction(value)}))

    @control
    def reset(self) -> None:
        """All as they were."""
        self._use(IN_1976)

    @control
    def load(self, toml: Toml) -> None:
        """Those of a TOML file. Raises FormulaError."""
        self._use(Formula.from_toml(toml))

    @control
    def save(self, name: Name) -> None:
        """A TOML file of them."""
        toml = self._formula.to_toml()
        self.desk.say(Handed(name=name, text=toml))

    @control
    def play(self, on: bool) -> None:
        """The Python engine replies with them, or the program itself again."""
        self.desk.ask(LiveGame.set_formula(self._formula if on else None))

    def _use(self, formula: Formula) -> None:
        self._formula = formula
        if self.desk.now().formula is not None:
            self.desk.ask(LiveGame.set_formula(formula))

    def part(self, snapshot: Snapshot) -> FormulaView:
        """The weights, and what they make of the last reply; anew when something is another."""
        shown = snapshot.thought, self._formula, snapshot.formula is not None
        if shown != self._shown:
            self._shown, self._part = shown, self._drawn(*shown)
        return self._part

    def _drawn(self, thought: Thought | None, formula: Formula, plays: bool) -> FormulaView:
        now = then = None
        if thought is not None:
            now, then = (best_of(revalued(thought, one)) for one in (formula, IN_1976))
        return FormulaView(
            weights=[
                WeightView(
                    name=name,
                    meaning=_MEANINGS.get(name, _WHOLE.get(name, "")).partition(";")[0],
                    value=float(getattr(formula, name)),
                    was=float(getattr(IN_1976, name)),
                    low=0 if name == "base" else -LIMIT // 10,
                    high=0xFF if name == "base" else LIMIT // 10,
                )
                for name in NAMES
            ],
            order=[
                [list(word) for word in line] for line in draw_order(thought, formula, _COLUMNS)
            ],
            move=_name(thought, now),
            was=_name(thought, then),
            arrow=thought.way_of(now) if thought and now else None,
            plays=plays,
        )


def _name(thought: Thought | None, one: Candidate | None) -> str:
    return thought.name_of(one) if thought is not None and one is not None else ""
