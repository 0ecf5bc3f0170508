"""The value of a candidate: what its sums make, and the same taken apart."""

from collections.abc import Iterator

from microchess.engine.counters import BMOB, PMOB, SIZE, WMAXP, WMOB
from microchess.engine.state import think
from microchess.engine.value import BASE, breakdown, strategy, worked_out
from microchess.program.levels import Level
from microchess.program.reply import Candidate
from microchess.program.table import POINTS_TABLE, PieceTable
from tests.golden import replies

KINGS = {0: 0x61, 16: 0x07}
"""The computer's king in the open, the other in a corner."""


def judged() -> Iterator[tuple[bytes, Candidate]]:
    """Every candidate of some golden tables."""
    for golden in [one for one in replies() if one["level"] == "blitz"][::24]:
        table = PieceTable.from_hex(golden["table"])
        for candidate in think(table, Level.BLITZ.check, Level.BLITZ.turn).candidates:
            yield table.data, candidate


def test_all_counters_at_zero_sum_up_to_d0() -> None:
    """WMAXP is in no sum: a number there says that it is no mate."""
    counters = bytearray(SIZE)
    counters[WMAXP] = 1
    assert strategy(counters, 0, 0x40, 0x41, POINTS_TABLE[0]) == BASE == 0xD0


def test_a_move_that_changes_nothing_is_worth_less() -> None:
    """As many moves after it as before, nobody to take: the replies count against it."""
    table = PieceTable(bytes(KINGS.get(man, 0xCC) for man in range(32)))
    candidates = think(table, Level.NORMAL.check, Level.NORMAL.turn).candidates
    quiet = [one for one in candidates if one.counters[WMOB] == one.counters[PMOB]]
    assert quiet
    for one in quiet:
        assert one.counters[BMOB] == 3
        assert one.value < BASE


def test_the_terms_of_a_value_and_its_steps_end_with_it() -> None:
    for table, candidate in judged():
        parts = breakdown(table, POINTS_TABLE, candidate)
        assert parts.value == candidate.value
        if not parts.exception:
            assert parts.total == candidate.value
            assert abs(parts.terms[-1].contribution) < 8 or candidate.value < 64
            source = table[candidate.man]
            steps = worked_out(candidate.counters, candidate.man, source, candidate.to)
            assert int(steps[-1].split()[-1]) == candidate.value


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
