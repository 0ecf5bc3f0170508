"""Rules that look like bugs and are the original's: each is here by name, and kept."""

import pytest

from microchess.engine.counters import SIZE, WMOB
from microchess.engine.formula import IN_1976
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


def pressed(*keys: str, level: Level = Level.NORMAL) -> EngineState:
    session = EngineState(level)
    for key in keys:
        session.press(key)
    return session


def test_the_first_press_of_key_0_is_not_seen() -> None:
    """As loaded, the cell of the last key is zero."""
    session = EngineState()
    session.zero_page[0xF9] = 0x12
    session.press("0")
    assert session.display == "000012"
    session.press("0")
    assert session.display.endswith("0120")


def test_the_book_is_left_half_open_by_key_e() -> None:
    """The pointer becomes the to-square on display: $EE, whose bit 7 still says open."""
    assert pressed("C", "E", "PC", level=Level.SUPER_BLITZ).zero_page[0xDC] == 0xEE


def test_the_book_reopens_after_a_resignation() -> None:
    session = pressed("C", level=Level.SUPER_BLITZ)
    session.zero_page[0xDC] = 0x80
    session.zero_page[0xF9] = 0xFF
    session.press("PC")
    assert session.zero_page[0xDC] == 0xFF


def test_the_double_step_is_not_tried_when_the_first_is_refused_for_check() -> None:
    """The pawn could block the rook's line with its second step, but never gets there."""
    blocked = table({0: 0x30, 8: 0x12}, {0: 0x77, 2: 0x37})
    pawn = [m for m in search(blocked).moves(COMPUTER, 4) if m[0] == 8]
    assert pawn == []
    assert [m[1] for m in search(blocked, BLITZ).moves(COMPUTER, 4) if m[0] == 8] == [0x22, 0x32]


def test_a_line_goes_on_behind_a_square_refused_for_check() -> None:
    """The bishop may not stop before the king's line, and may on it."""
    position = table({0: 0x00, 4: 0x21}, {0: 0x77, 2: 0x70})
    reached = [to for man, to, _ in search(position).moves(COMPUTER, 4) if man == 4]
    assert reached == [0x10, 0x30]


def test_stalemate_is_taken_for_mate() -> None:
    """No reply, and WMAXP 0: the king's number, left there too when nothing can be taken."""
    position = table({0: 0x00, 1: 0x12}, {0: 0x70})
    queen = [c for c in think(position, *NORMAL).candidates if c.man == 1]
    assert {c.to for c in queen if c.value == MATE} == {0x62}
    assert all((c.value == MATE) == (c.counters[6] == 0) for c in queen)


def test_carries_run_through_the_sums_of_the_value() -> None:
    """$80 + $90 passes 255, and the term behind it is one more."""
    counters = bytearray(SIZE)
    counters[WMOB] = 0x90
    (gain, _), *_ = IN_1976.stages or ()
    assert gain.apply(0x80, counters) == (0x11, False)


def test_a_difference_below_zero_is_cut_only_after_the_first_chain() -> None:
    counters = bytearray(SIZE)
    counters[6] = 0xFF
    low = strategy(counters, 0, 0x40, 0x41, 11)
    counters[7] = 0x0A
    counters[8] = 0x60
    wrapped = strategy(counters, 0, 0x40, 0x41, 11)
    assert wrapped > low


def test_a_man_off_the_first_rank_may_also_come_from_beyond_the_board() -> None:
    """The bonus asks for bit 7 of from-square minus $10: $00-$0F, and $90-$FF too."""
    counters = bytearray(SIZE)
    counters[6] = 1
    on_rank_1 = strategy(counters, 3, 0x17, 0x47, 11)
    assert strategy(counters, 3, 0x07, 0x47, 11) == on_rank_1 + 2
    assert strategy(counters, 3, 0x97, 0x47, 11) == on_rank_1 + 2
    assert strategy(counters, 0, 0x07, 0x47, 11) == on_rank_1


def test_the_man_presumed_lost_is_left_out_of_the_continuation() -> None:
    position = table({0: 0x00, 1: 0x33}, {0: 0x77, 2: 0x37})
    looking = search(position)
    all_moves = {man for man, _, _ in looking.moves(COMPUTER, 8)}
    looking.counters[9] = 1
    assert all_moves - {man for man, _, _ in looking.moves(COMPUTER, 8)} == {1}


def test_the_queens_moves_count_twice() -> None:
    queen = table({0: 0x00, 1: 0x33}, {0: 0x77})
    rook = table({0: 0x00, 2: 0x33}, {0: 0x77})
    queen_moves = sum(1 for man, _, _ in search(queen).moves(COMPUTER, 12) if man == 1)
    king_moves = sum(1 for man, _, _ in search(rook).moves(COMPUTER, 12) if man == 0)
    first = next(search(queen).think())
    assert first.counters[18] == 2 * queen_moves + king_moves


def test_f_pressed_twice_takes_the_man_just_moved() -> None:
    session = pressed("C", *"6343", "F", "F")
    assert session.table[0x1F] == 0xCC
    assert session.zero_page[0x4F] == 0x43


def test_nobodys_move_is_written_to_4f() -> None:
    session = pressed("C", *"4433", "F")
    assert session.zero_page[0x4F] == 0x33
    assert session.table.problems() == []


def test_a_digit_finds_a_captured_man_by_his_raw_byte() -> None:
    session = pressed("C")
    session.poke(0x60, 0xCC)
    session.poke(0xF9, 0x0C)
    for key in ("0", "C", "5"):
        session.press(key)
    assert session.zero_page[0xB0] in (0x10, 0xFF)


def test_an_exchange_counts_the_piece_on_a_shared_square_whoever_is_taken() -> None:
    """A pawn and a queen of the computer on one square: the pawn is taken, the queen counted."""
    position = table({0: 0x00, 1: 0x33, 8: 0x33}, {0: 0x77, 2: 0x37})
    looking = search(position, BLITZ)
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
