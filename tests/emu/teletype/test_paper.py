"""The teleprinter's paper."""

import pytest

from emu.teletype.paper import COLUMNS, LINES, Paper, readable


def printed(data: bytes) -> tuple[tuple[str, ...], int]:
    paper = Paper()
    paper.print(data)
    return paper.lines, paper.column


@pytest.mark.parametrize(
    ("data", "lines", "column"),
    [
        (b"", ("",), 0),
        (b"\r\n\0\0\0\0\0\0KIM", ("", "KIM"), 3),
        (b"one\rT", ("Tne",), 1),
        (b"one\ntwo", ("one", "   two"), 6),
        (b"abX\x08c\x08\x08", ("abc",), 1),
        (b"\xcb\xc9\xcd\x13\x7f", ("KIM",), 3),
        (b"*" * (COLUMNS + 3) + b"!", ("*" * (COLUMNS - 1) + "!",), COLUMNS),
    ],
    ids=["nothing", "nuls", "overprinted", "line feed", "backspaces", "parity", "edge"],
)
def test_the_paper_shows_what_a_teleprinter_makes_of_characters(
    data: bytes, lines: tuple[str, ...], column: int
) -> None:
    assert printed(data) == (lines, column)


def test_old_lines_are_forgotten() -> None:
    lines, _ = printed(b"".join(b"%d\r\n" % n for n in range(LINES + 50)))
    assert (len(lines), lines[0], lines[-2]) == (LINES, "51", str(LINES + 49))


def test_fill_parity_and_reader_controls_do_not_print() -> None:
    assert readable(b"\0\x7f\x11\x13A\xc1\r\n\x07") == b"AA\r\n\x07"
