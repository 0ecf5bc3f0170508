"""``microchess openings``."""

from pathlib import Path

import pytest

from emu.files.programs import read_program
from microchess.program.openings import DEFAULT, OPENINGS
from tests.commands import run


def test_the_list_has_all_ten_with_their_misprints() -> None:
    code, out, _ = run("openings")
    assert code == 0
    assert out.count(" --side ") == 10
    for opening in OPENINGS:
        for slip in opening.slips:
            assert str(slip) in out


def test_a_pgn_line_becomes_the_book_the_manual_has(tmp_path: Path) -> None:
    pgn, tape = tmp_path / "mine.pgn", tmp_path / "mine.ptp"
    pgn.write_text(f"{DEFAULT.moves} *")
    assert run("openings", pgn, "--as", "ptp", "--out", tape)[0] == 0
    assert read_program(tape.read_bytes(), "mine").segments[0].data == DEFAULT.book
    assert run("openings", pgn)[1] == (
        "00C0: 99 25 0B 25 01 00 33 25 07 36 34 0D 34 34 0E 52\n"
        "00D0: 25 0D 45 35 04 55 22 06 43 33 0F CC\n"
    )


@pytest.mark.parametrize(
    ("pgn", "complaint"),
    [
        ("1. e4 e5 2. Ke3 *", "move 2. Ke3: no legal move"),
        ("", "no game with a move in it"),
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 *', "set-up position"),
        ("1. e4 a6 2. e5 d5 3. exd6 *", "3.exd6 is en passant"),
    ],
)
def test_a_line_that_cannot_be_told_is_refused_in_one_line(
    tmp_path: Path, pgn: str, complaint: str
) -> None:
    path = tmp_path / "line.pgn"
    path.write_text(pgn)
    code, _, error = run("openings", path)
    assert (code, error.count("\n")) == (1, 1)
    assert complaint in error
