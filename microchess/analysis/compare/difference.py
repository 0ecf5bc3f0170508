"""Where two answers part, down to the term of the value."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from emu.errors import BudgetSpent
from microchess.analysis.compare.cases import CaseResult, CompareCase, Difference, Summary
from microchess.engine.value import KING_LOST, MATE, WEIGHTS, has_bonus
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.reply import Reply
from microchess.program.table import PieceTable

EXPLAINED = 0.7
"""Share of the differences in value one weight must explain to be suspected."""


def result(case: CompareCase, replies: Mapping[str, Reply | Exception]) -> CaseResult:
    """What came of a case; the first player who did not spend its budget is the reference for all
    others.
    """
    answers = {name: Summary.of(r) for name, r in replies.items() if isinstance(r, Reply)}
    spent = {name: r.cycles for name, r in replies.items() if isinstance(r, BudgetSpent)}
    return CaseResult(case, answers, _first_difference(case.request.table, replies), spent)


def _first_difference(
    table: PieceTable, replies: Mapping[str, Reply | Exception]
) -> Difference | None:
    names = [name for name, reply in replies.items() if not isinstance(reply, BudgetSpent)]
    for name in names:
        reference, other = replies[names[0]], replies[name]
        players = (names[0], next((one for one in (name, *replies) if one != names[0]), name))
        for who in dict.fromkeys((names[0], name)):
            if isinstance(error := replies[who], Exception):
                return Difference(players, "error", detail=f"{who}: {error}")
        assert isinstance(reference, Reply)
        assert isinstance(other, Reply)
        found = compare(table, reference, other)
        if found is not None:
            return replace(found, players=players)
    return None


def compare(table: PieceTable, one: Reply, other: Reply) -> Difference | None:
    """The first difference between two replies on the same table, None when there is none; with
    one whose candidates nobody saw, in the move and the table after it.
    """
    nobody = ("", "")
    seen = one.judged and other.judged
    for index, (a, b) in enumerate(zip(one.candidates, other.candidates, strict=False)):
        if a != b:
            evidence, spread = gather(table, one, other)
            return Difference(
                nobody,
                "candidate",
                index,
                (a.man, table[a.man], a.to),
                (a.value, b.value),
                {
                    name: (x, y)
                    for name, x, y in zip(COUNTER_NAMES, a.counters, b.counters, strict=True)
                    if x != y
                },
                evidence,
                spread,
                ""
                if (a.man, a.to) == (b.man, b.to)
                else f"the other judges {b.man:02X} {b.to:02X}",
            )
    if seen and len(one.candidates) != len(other.candidates):
        detail = f"{len(one.candidates)} and {len(other.candidates)} candidates"
        return Difference(nobody, "count", detail=detail)
    if one.move != other.move:
        return Difference(nobody, "reply")
    if one.after != other.after:
        return Difference(nobody, "after")
    return None


def gather(table: PieceTable, one: Reply, other: Reply) -> tuple[dict[str, tuple[int, int]], int]:
    """Evidence and spread (see :class:`Difference`); nothing where a counter differs.

    The bonus for position counts 0 or 1, the constants of the formula (``base``) always 1.
    """
    pairs = list(zip(one.candidates, other.candidates, strict=False))
    if any(a.counters != b.counters for a, b in pairs):
        return {}, 0
    plain = [(a, b) for a, b in pairs if not {a.value, b.value} & {KING_LOST, MATE}]
    deltas = [_signed(b.value - a.value) for a, b in plain]
    counted = {name: [a.counters[index] for a, _ in plain] for name, _, _, index in WEIGHTS}
    counted["bonus"] = [int(has_bonus(a.man, table[a.man], a.to)) for a, _ in plain]
    counted["base"] = [1] * len(plain)
    evidence = {}
    for name, counts in counted.items():
        square = sum(count * count for count in counts)
        product = sum(count * delta for count, delta in zip(counts, deltas, strict=True))
        if product:
            evidence[name] = (square, product)
    return evidence, sum(delta * delta for delta in deltas)


def suspects(differences: Iterable[Difference]) -> list[tuple[str, float]]:
    """The terms whose weight differs, and by how much, as far as these differences tell.

    For each term, by least squares, the one change that explains all differences of values best;
    the term that explains most is the suspect - several, where they explain the same. None, when
    no single weight explains the better part.
    """
    differences = [one for one in differences if one.evidence]
    spread = sum(one.spread for one in differences)
    squares: Counter[str] = Counter()
    products: Counter[str] = Counter()
    for difference in differences:
        for name, (square, product) in difference.evidence.items():
            squares[name] += square
            products[name] += product
    explained = {name: products[name] ** 2 / squares[name] for name in squares if squares[name]}
    most = max(explained.values(), default=0.0)
    if most < spread * EXPLAINED:
        return []
    return [
        (name, products[name] / squares[name])
        for name, share in explained.items()
        if share >= most * (1 - 1e-9) > 0
    ]


def _signed(delta: int) -> int:
    """A difference of two bytes, the short way round."""
    return (delta + 128) % 256 - 128
