"""Lines of FEN and EPD."""

import pytest

from microchess.errors import FenError
from microchess.program.epd import EpdLine, read_epd

AFTER_NF3 = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"
MEN = "4k3/8/8/8/8/8/4P3/4K3"


@pytest.mark.parametrize(
    ("line", "fen", "title"),
    [
        (f"{MEN} w - - 99 60", f"{MEN} w - - 99 60", ""),
        (f"{MEN} w - -", f"{MEN} w - - 0 1", ""),
        (f"{MEN} w - - - -", f"{MEN} w - - 0 1", ""),
        (MEN, f"{MEN} w - - 0 1", ""),
        (f'{MEN} w - - c0 "1/2-1/2";', f"{MEN} w - - 0 1", ""),
        (f'{MEN} b - - bm Kd7; id "T: 1/8; # a";', f"{MEN} b - - 0 1", "T: 1/8; # a"),
        (f'{MEN} w - - bm Qa9; am "x', f"{MEN} w - - 0 1", ""),
        (f"{MEN} w - - hmvc 12; fmvn 40;", f"{MEN} w - - 12 40", ""),
        (f'{MEN} w - - 3 9 id "both"; hmvc 5;', f"{MEN} w - - 3 9", "both"),
        (f'{MEN} w - -; id "at once";', f"{MEN} w - - 0 1", "at once"),
        (f"{MEN} w - -;D1 20 ;D2 400", f"{MEN} w - - 0 1", ""),
        (f"{MEN} w - - 0 1 moves 1. e4 Kd7 2.e4e5", "8/3k4/8/4P3/8/8/8/4K3 b - - 0 2", ""),
        (f"{MEN} w - - moves e2e4 # c", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", ""),
        (" startpos moves g1f3", AFTER_NF3, ""),
    ],
)
def test_positions_have_their_counters_and_titles(line: str, fen: str, title: str) -> None:
    found = read_epd(line)
    assert found == EpdLine(found.board, title)
    assert found.board.fen() == fen


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("4k3/8/8/8/8/8/4K3 w - -", "7 ranks, not 8"),
        (f"{MEN} w - - hmvc x;", "the half-move clock is 'x'"),
        (
            f"{MEN} w - - 0 1000000000",
            "the move number is '1000000000', not a number of at most nine",
        ),
        (f"{MEN} w - - 0 {'9' * 5000}", "the move number is"),
        ("", "0 ranks, not 8"),
        (f"{MEN} w - - moves e2e4 e7e5", "e7e5 is no legal move in 4k3/8"),
        ("startpos moves --", "-- is no legal move"),
    ],
)
def test_what_is_no_position_is_said(line: str, why: str) -> None:
    with pytest.raises(FenError, match=why):
        read_epd(line)
