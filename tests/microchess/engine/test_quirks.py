"""Rules that look like bugs, are the original's, and are kept.

Those of the search and of the value are in the golden replies, which no engine without them gives:
a double step is not tried when the first step is refused for check, and a line goes on behind such
a square; the queen's moves count twice; the piece presumed lost makes no continuation; an exchange
counts the piece on a shared square, whoever is taken.
"""

import pytest

from microchess.engine.counters import BMOB, SIZE
from microchess.engine.literal import LiteralState
from microchess.engine.state import EngineState, think
from microchess.engine.value import strategy
from microchess.program.levels import Level
from microchess.program.memory_map import DIRECTIONS
from microchess.program.table import PieceTable
from tests.cases import cases
from tests.sample import every_run


@pytest.mark.parametrize(("keys", "cells"), cases("keys_of_quirks"))
def test_keys(keys: str, cells: str) -> None:
    session = EngineState(Level.SUPER_BLITZ)
    for key in keys.split():
        if key.startswith("@"):
            address, byte = key[1:].split("=")
            session.poke(int(address, 16), int(byte, 16))
        else:
            session.press(key)
    for cell in cells.split():
        address, byte = cell.split("=")
        assert session.zero_page[int(address, 16)] == int(byte, 16)


def test_a_man_off_the_first_rank_may_also_come_from_beyond_the_board() -> None:
    """The bonus asks for bit 7 of from-square minus $10: $00-$0F, and $90-$FF too."""
    counters = bytearray(SIZE)
    counters[BMOB] = 1
    moved = ((3, 0x17), (3, 0x07), (3, 0x97), (0, 0x07))
    values = [strategy(counters, man, source, 0x47, 11) for man, source in moved]
    assert [value - values[0] for value in values] == [0, 2, 2, 0]


@pytest.mark.parametrize("turn", every_run([0x80, 0x00, 0xFA], 1))
def test_a_level_byte_out_of_range_searches_as_deep_as_there_is_room(turn: int) -> None:
    """In a position of many captures."""
    position = PieceTable.from_hex(
        "0322000713144325101711161215443373637077615752562067513662656453"
    )
    deepest = think(position, 0, 0xFB).candidates
    assert think(position, 0, turn).candidates == deepest
    assert think(position, 0, turn, LiteralState()).candidates == deepest


def test_where_a_direction_is_0_a_man_takes_who_shares_his_square() -> None:
    men = {0: 0x00, 4: 0x33, 8: 0x21, 16: 0x77, 17: 0x33, 24: 0x55}
    position = PieceTable(bytes(men.get(man, 0xCC) for man in range(32)))
    thoughts = []
    for engine in (EngineState(Level.SUPER_BLITZ), LiteralState(Level.SUPER_BLITZ)):
        engine.load_bytes(DIRECTIONS + 6, b"\0")
        thoughts.append(think(position, Level.NORMAL.check, Level.NORMAL.turn, engine).candidates)
    assert thoughts[0] == thoughts[1]
    assert (4, 0x33) in [(one.man, one.to) for one in thoughts[0]]
