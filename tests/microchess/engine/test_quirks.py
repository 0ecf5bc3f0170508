"""Rules that look like bugs and are the original's: each is here by name, and kept."""

import pytest

from microchess.engine.counters import BCC, BMAXC, BMOB, SIZE
from microchess.engine.literal import LiteralState
from microchess.engine.search import COMPUTER, OPPONENT, Search
from microchess.engine.state import EngineState, think
from microchess.engine.value import MATE, strategy
from microchess.program.levels import Level
from microchess.program.memory_map import DIRECTIONS
from microchess.program.table import POINTS_TABLE, PieceTable
from tests.sample import every_run

NORMAL = (Level.NORMAL.check, Level.NORMAL.turn)
BLITZ = (Level.BLITZ.check, Level.BLITZ.turn)


def table(computer: dict[int, int], opponent: dict[int, int]) -> PieceTable:
    """A table of men by number, all others captured."""
    data = bytearray([0xCC] * 32)
    for half, men in ((0, computer), (16, opponent)):
        for man, byte in men.items():
            data[half + man] = byte
    return PieceTable(bytes(data))


def search(position: PieceTable, level: tuple[int, int] = NORMAL) -> Search:
    return Search(position.data, POINTS_TABLE, *level)


@pytest.mark.parametrize(
    ("keys", "cells"),
    [
        ("@F9=12 0", {0xFB: 0x00, 0xFA: 0x00, 0xF9: 0x12}),
        ("@F9=12 0 0", {0xFA: 0x01, 0xF9: 0x20}),
        ("C E PC", {0xDC: 0xEE}),
        ("C @DC=80 @F9=FF PC", {0xDC: 0xFF}),
        ("C 6 3 4 3 F F", {0x6F: 0xCC, 0x4F: 0x43}),
        ("C 4 4 3 3 F", {0x4F: 0x33}),
    ],
    ids=[
        "as loaded the cell of the last key is zero: the first press of key 0 is not seen",
        "the second press of key 0 is seen",
        "key E leaves the book half open: the to-square on display, whose bit 7 says open",
        "the book reopens after a resignation",
        "F pressed twice takes the man just moved",
        "nobody's move is written to $4F",
    ],
)
def test_keys(keys: str, cells: dict[int, int]) -> None:
    session = EngineState(Level.SUPER_BLITZ)
    for key in keys.split():
        if key.startswith("@"):
            address, byte = key[1:].split("=")
            session.poke(int(address, 16), int(byte, 16))
        else:
            session.press(key)
    assert {address: session.zero_page[address] for address in cells} == cells


@pytest.mark.parametrize(
    ("computer", "opponent", "level", "man", "reached"),
    [
        ({0: 0x30, 8: 0x12}, {0: 0x77, 2: 0x37}, NORMAL, 8, []),
        ({0: 0x30, 8: 0x12}, {0: 0x77, 2: 0x37}, BLITZ, 8, [0x22, 0x32]),
        ({0: 0x00, 4: 0x21}, {0: 0x77, 2: 0x70}, NORMAL, 4, [0x10, 0x30]),
    ],
    ids=[
        "the double step, which would block, is not tried when the first is refused for check",
        "where check is not looked at it is",
        "a line goes on behind a square refused for check",
    ],
)
def test_where_a_man_goes(
    computer: dict[int, int],
    opponent: dict[int, int],
    level: tuple[int, int],
    man: int,
    reached: list[int],
) -> None:
    moves = search(table(computer, opponent), level).moves(COMPUTER, 4)
    assert [to for one, to, _ in moves if one == man] == reached


def test_stalemate_is_taken_for_mate() -> None:
    """No reply, and WMAXP 0: the king's number, left there too when nothing can be taken."""
    position = table({0: 0x00, 1: 0x12}, {0: 0x70})
    queen = [c for c in think(position, *NORMAL).candidates if c.man == 1]
    assert {c.to for c in queen if c.value == MATE} == {0x62}
    assert all((c.value == MATE) == (c.counters[BMOB] == 0) for c in queen)


def test_a_difference_below_zero_is_cut_only_after_the_first_chain() -> None:
    counters = bytearray(SIZE)
    counters[BMOB] = 0xFF
    low = strategy(counters, 0, 0x40, 0x41, 11)
    counters[BMAXC], counters[BCC] = 0x0A, 0x60
    assert strategy(counters, 0, 0x40, 0x41, 11) > low


def test_a_man_off_the_first_rank_may_also_come_from_beyond_the_board() -> None:
    """The bonus asks for bit 7 of from-square minus $10: $00-$0F, and $90-$FF too."""
    counters = bytearray(SIZE)
    counters[BMOB] = 1
    moved = ((3, 0x17), (3, 0x07), (3, 0x97), (0, 0x07))
    values = [strategy(counters, man, source, 0x47, 11) for man, source in moved]
    assert [value - values[0] for value in values] == [0, 2, 2, 0]


def test_the_man_presumed_lost_is_left_out_of_the_continuation() -> None:
    looking = search(table({0: 0x00, 1: 0x33}, {0: 0x77, 2: 0x37}))
    all_moves = {man for man, _, _ in looking.moves(COMPUTER, 8)}
    looking.counters[9] = 1
    assert all_moves - {man for man, _, _ in looking.moves(COMPUTER, 8)} == {1}


def test_the_queens_moves_count_twice() -> None:
    looking = search(table({0: 0x00, 1: 0x33}, {0: 0x77}))
    men = [man for man, _, _ in looking.moves(COMPUTER, 12)]
    assert next(looking.think()).counters[18] == len(men) + men.count(1)


def test_an_exchange_counts_the_piece_on_a_shared_square_whoever_is_taken() -> None:
    """A pawn and a queen of the computer on one square: the pawn is taken, the queen counted."""
    looking = search(table({0: 0x00, 1: 0x33, 8: 0x33}, {0: 0x77, 2: 0x37}), BLITZ)
    looking._exchange(OPPONENT, 0, 18, 0x33, 8)
    assert looking.counters[5] == POINTS_TABLE[1]


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
    position = table({0: 0x00, 4: 0x33, 8: 0x21}, {0: 0x77, 1: 0x33, 8: 0x55})
    thoughts = []
    for engine in (EngineState(Level.SUPER_BLITZ), LiteralState(Level.SUPER_BLITZ)):
        engine.load_bytes(DIRECTIONS + 6, b"\0")
        thoughts.append(think(position, *NORMAL, engine).candidates)
    assert thoughts[0] == thoughts[1]
    assert (4, 0x33) in [(one.man, one.to) for one in thoughts[0]]
