"""The value of a candidate: what its sums make, and the same taken apart."""

from collections.abc import Iterator

from microchess.engine.counters import BMOB, SIZE, WMOB
from microchess.engine.state import think
from microchess.engine.value import breakdown, worked_out
from microchess.program.levels import Level
from microchess.program.reply import Candidate
from microchess.program.table import POINTS_TABLE, PieceTable
from tests.golden import replies


def judged() -> Iterator[tuple[bytes, Candidate]]:
    """Every candidate of some golden tables."""
    for golden in [one for one in replies() if one["level"] == "blitz"][::24]:
        table = PieceTable.from_hex(golden["table"])
        for candidate in think(table, Level.BLITZ.check, Level.BLITZ.turn).candidates:
            yield table.data, candidate


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
