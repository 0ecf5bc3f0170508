"""Watching the search does not change it, and tells all of it."""

from __future__ import annotations

from functools import cache

import pytest

from microchess.engine.counters import BMOB, SIZE, WMOB
from microchess.engine.observer import ObservedSearch, Visit, breakdown
from microchess.engine.search import Search
from microchess.engine.working import worked_out
from microchess.program.levels import Level
from microchess.program.reply import Candidate
from microchess.program.table import POINTS_TABLE
from tests.golden import replies

SAMPLE = [g for g in replies() if g["level"] == "blitz"][::24]
ARGUMENTS = (Level.BLITZ.check, Level.BLITZ.turn)


@cache
def observed(table: bytes) -> tuple[ObservedSearch, list[Candidate], list[Visit]]:
    """A search that is over, its candidates, and the visits it told of."""
    visits: list[Visit] = []
    search = ObservedSearch(table, POINTS_TABLE, *ARGUMENTS, on_visit=visits.append)
    return search, list(search.think()), visits


@pytest.mark.parametrize("golden", SAMPLE, ids=lambda g: g["table"][:16])
def test_an_observed_search_judges_the_same_candidates(golden: dict[str, str]) -> None:
    table = bytes.fromhex(golden["table"])
    search, candidates, visits = observed(table)
    assert candidates == list(Search(table, POINTS_TABLE, *ARGUMENTS).think())
    assert [visit for _, visit in search.tree.walk()] == visits


@pytest.mark.parametrize("golden", SAMPLE, ids=lambda g: g["table"][:16])
def test_the_tree_holds_what_the_counters_counted(golden: dict[str, str]) -> None:
    table = bytes.fromhex(golden["table"])
    search, candidates, _ = observed(table)
    assert len(search.candidate_nodes()) == len(candidates)
    for node, candidate in zip(search.candidate_nodes(), candidates, strict=True):
        assert node.visit is not None
        assert (node.visit.man, node.visit.target) == (candidate.man, candidate.to)
        replies_ = [n.visit for n in node.children if n.visit and n.visit.state == 0]
        mobility = sum(2 if visit.man == 17 else 1 for visit in replies_)
        assert mobility & 0xFF == candidate.counters[6]
        deepest = min(visit.state for _, visit in node.walk())
        assert deepest >= -4


@pytest.mark.parametrize("golden", SAMPLE, ids=lambda g: g["table"][:16])
def test_the_terms_of_a_value_add_up_to_it(golden: dict[str, str]) -> None:
    table = bytes.fromhex(golden["table"])
    for candidate in observed(table)[1]:
        parts = breakdown(table, POINTS_TABLE, candidate)
        assert parts.value == candidate.value
        if not parts.exception:
            assert parts.total == candidate.value
            assert abs(parts.terms[-1].contribution) < 8 or candidate.value < 64


@pytest.mark.parametrize("golden", SAMPLE, ids=lambda g: g["table"][:16])
def test_the_steps_of_a_value_end_with_it(golden: dict[str, str]) -> None:
    table = bytes.fromhex(golden["table"])
    for one in observed(table)[1]:
        steps = worked_out(one.counters, one.man, table[one.man], one.to)
        if not breakdown(table, POINTS_TABLE, one).exception:
            assert int(steps[-1].split()[-1]) == one.value


def test_steps_of_a_value_name_what_a_byte_cannot_hold() -> None:
    counters = bytearray(SIZE)
    counters[WMOB] = 0x90
    carried, halved, *_ = worked_out(counters, 0, 0x40, 0x41)
    assert carried == "128 + WMOB 144 = 272; as a byte, with the carries, 17"
    assert halved == "17 / 2 = 8, a half is dropped"
    counters[BMOB] = 0x12
    assert "it fell below 0: 0 instead of the half" in worked_out(counters, 0, 0x40, 0x41)
    counters[BMOB] = 0x01
    assert "16 / 2 = 8" in worked_out(counters, 0, 0x40, 0x41)
