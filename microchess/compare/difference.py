"""Where two answers part, down to the term of the value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from microchess.compare.cases import Case, Difference, Result, Summary
from microchess.engine.value import KING_LOST, MATE, WEIGHTS
from microchess.replies import COUNTER_NAMES, Candidate, Reply
from microchess.table import PieceTable


def summarise(reply: Reply) -> Summary:
    """An answer in short."""
    move = reply.move
    best = max((one.value for one in reply.candidates), default=None)
    return Summary(
        None if move is None else (move.man, move.source, move.target),
        best,
        len(reply.candidates),
        reply.cycles,
    )


def result(case: Case, replies: Mapping[str, Reply | Exception]) -> Result:
    """What came of a case; the first player is the reference for all others."""
    answers = {name: summarise(r) for name, r in replies.items() if isinstance(r, Reply)}
    (first, reference), *others = replies.items()
    for name, other in others:
        for who, answer in ((first, reference), (name, other)):
            if isinstance(answer, Exception):
                detail = f"{who}: {answer}"
                return Result(case, answers, Difference((first, name), "error", detail=detail))
        assert isinstance(reference, Reply)
        assert isinstance(other, Reply)
        found = compare(case.request.table, reference, other)
        if found is not None:
            return Result(case, answers, replace(found, players=(first, name)))
    return Result(case, answers)


def compare(table: PieceTable, one: Reply, other: Reply) -> Difference | None:
    """The first difference between two replies on the same table; None when there is none."""
    nobody = ("", "")
    for index, (a, b) in enumerate(zip(one.candidates, other.candidates, strict=False)):
        if a != b:
            term, change = suspect(one, other)
            return Difference(
                nobody,
                "candidate",
                index,
                (a.man, table[a.man], a.to),
                (a.value, b.value),
                _counters(a, b),
                term,
                change,
                ""
                if (a.man, a.to) == (b.man, b.to)
                else f"the other judges {b.man:02X} {b.to:02X}",
            )
    if len(one.candidates) != len(other.candidates):
        detail = f"{len(one.candidates)} and {len(other.candidates)} candidates"
        return Difference(nobody, "count", detail=detail)
    if one.move != other.move:
        return Difference(nobody, "reply")
    if one.after != other.after:
        return Difference(nobody, "after")
    return None


def suspect(one: Reply, other: Reply) -> tuple[str | None, float | None]:
    """The term of the value whose weight differs, and by how much.

    Told only when all counters agree and values do not: the term whose counts best explain the
    differences of all the candidates' values (least squares, one term).
    """
    pairs = list(zip(one.candidates, other.candidates, strict=False))
    if any(a.counters != b.counters for a, b in pairs):
        return None, None
    plain = [(a, b) for a, b in pairs if not {a.value, b.value} & {KING_LOST, MATE}]
    deltas = [_signed(b.value - a.value) for a, b in plain]
    if not any(deltas):
        return None, None
    best: tuple[float, str, float] | None = None
    for name, _, _, index in WEIGHTS:
        counts = [a.counters[index] for a, _ in plain]
        square = sum(count * count for count in counts)
        if not square:
            continue
        change = sum(c * d for c, d in zip(counts, deltas, strict=True)) / square
        error = sum((d - change * c) ** 2 for c, d in zip(counts, deltas, strict=True))
        if best is None or error < best[0]:
            best = (error, name, change)
    return (None, None) if best is None else (best[1], round(best[2], 2))


def _signed(delta: int) -> int:
    """A difference of two bytes, the short way round."""
    return (delta + 128) % 256 - 128


def _counters(a: Candidate, b: Candidate) -> dict[str, tuple[int, int]]:
    return {
        name: (x, y)
        for name, x, y in zip(COUNTER_NAMES, a.counters, b.counters, strict=True)
        if x != y
    }
