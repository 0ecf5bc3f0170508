"""Other weights for the value: those whose choice agrees best with the moves of games.

A move is taken to be chosen with a likelihood that grows with its value (softmax); the weights make
the moves of the games most likely. That problem is convex, so there is one answer.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from importlib.util import find_spec
from typing import Any

from microchess.analysis.choices import GameChoices, MoveChoice
from microchess.engine import counters as cells
from microchess.engine.formula import IN_1976, LIMIT, Formula
from microchess.engine.state import RESIGN_BELOW
from microchess.errors import MicroChessError

_BEFORE = {"PMOB": "WMOB", "PMAXC": "WMAXC", "PCC": "WCC"}
"""Counters of before the move, the same for all its candidates, and those of after it: what adds
for these takes off for those, so that the values of all positions are much alike.
"""
_COUNTERS = tuple(
    one.name for one in fields(Formula) if one.name not in (*_BEFORE, "base", "bonus")
)
_TOP = 0xFE
"""The highest value below that of mate."""
_RARE = 0.001
"""Of positions, those whose best value may be cut, above and below."""
_RIDGE = 1e-4
"""What a weight of one deviation costs; it decides where the games do not."""


@dataclass(frozen=True)
class Agreement:
    """Of how many moves the formula, that of 1976, and chance (on average) choose what was played:
    moves, and three shares, 0 to 1.
    """

    moves: int
    tuned: float
    in_1976: float
    by_chance: float


@dataclass(frozen=True)
class Tuned:
    """Weights, and how they agree with the games they were made of and with those held out."""

    formula: Formula
    made_of: Agreement
    held_out: Agreement
    games_held_out: int


def see_lab() -> None:
    """Raise MicroChessError where numpy and scipy are not installed."""
    if not all(map(find_spec, ("numpy", "scipy"))):
        raise MicroChessError("tune needs numpy and scipy: pip install '.[lab]'")


def tune(games: Sequence[GameChoices], seed: int = 0) -> Tuned:
    """Weights for the choices of *games*, a fifth of which, drawn by *seed*, is held out. The same
    arguments give the same weights.

    Raises MicroChessError without numpy and scipy, with games too few to hold one out, or when
    their moves leave all weights open.
    """
    used = sorted((one for one in games if one.choices), key=lambda one: one.number)
    if len(used) < 2:
        raise MicroChessError(
            f"{len(used)} of {len(games)} games with moves to learn from; expected 2 or more"
        )
    random.Random(seed).shuffle(used)
    aside = min(len(used) - 1, max(1, round(len(used) / 5)))
    rest, fitted = (
        [c for one in part for c in one.choices] for part in (used[:aside], used[aside:])
    )
    formula = _fit(fitted)
    return Tuned(formula, agreement(fitted, formula), agreement(rest, formula), aside)


def agreement(choices: Sequence[MoveChoice], formula: Formula) -> Agreement:
    """How *formula* agrees with choices, one at least."""
    counts = [sum(one.agrees(each) for one in choices) for each in (formula, IN_1976)]
    chance = sum(1 / len(one.counters) for one in choices)
    return Agreement(len(choices), *(count / len(choices) for count in (*counts, chance)))


def _fit(choices: Sequence[MoveChoice]) -> Formula:
    see_lab()
    import numpy as np
    from scipy.optimize import minimize

    columns = [getattr(cells, name) for name in _COUNTERS]
    counts = np.array([list(one) for choice in choices for one in choice.counters], dtype=float)
    bonus = [one for choice in choices for one in choice.bonuses]
    features = np.column_stack([counts[:, columns], np.array(bonus, dtype=float)])
    sizes = np.array([len(choice.counters) for choice in choices])
    starts = np.cumsum(sizes) - sizes
    played = starts + [choice.played for choice in choices]
    within = features - np.repeat(np.add.reduceat(features, starts) / sizes[:, None], sizes, axis=0)
    deviation = within.std(axis=0)
    scaled = within / np.where(deviation > 0, deviation, 1)

    def loss(weights: Any) -> tuple[float, Any]:
        """Of a move: less its log-likelihood, and the slope."""
        values = scaled @ weights
        values -= np.repeat(np.maximum.reduceat(values, starts), sizes)
        odds = np.exp(values)
        total = np.add.reduceat(odds, starts)
        likely = odds / np.repeat(total, sizes)
        mean = (np.log(total).sum() - values[played].sum()) / len(sizes)
        slope = (likely @ scaled - scaled[played].sum(axis=0)) / len(sizes)
        return mean + _RIDGE * weights @ weights, slope + 2 * _RIDGE * weights

    found = minimize(
        loss,
        np.zeros(len(deviation)),
        jac=True,
        method="L-BFGS-B",
        options={"maxiter": 1000},
    )
    weights = found.x / np.where(deviation > 0, deviation, 1)
    if not np.any(weights):
        raise MicroChessError("the moves of these games leave all weights open")
    before = {name: -weights[_COUNTERS.index(after)] for name, after in _BEFORE.items()}
    values = features @ weights
    for name, weight in before.items():
        values += weight * counts[:, getattr(cells, name)]
    low, high = np.quantile(np.maximum.reduceat(values, starts), (_RARE, 1 - _RARE))
    scale = LIMIT / np.abs(weights).max()
    for room, span in ((_TOP - RESIGN_BELOW, high - low), (_TOP, high)):
        if span > 0:
            scale = min(scale, room / span)
    named = dict(zip((*_COUNTERS, "bonus"), weights, strict=True)) | before
    exact = {name: Fraction(float(scale * one)) for name, one in named.items()}
    return Formula(base=Fraction(float(min(0xFF, max(0, _TOP - scale * high)))), **exact)
