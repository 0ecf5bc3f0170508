"""``microchess tour`` over lines of text."""

from microchess.tour.chapter import built_in
from tests.commands import run


def test_a_reader_is_led_from_chapter_to_chapter() -> None:
    typed = "0F1333\n\npeek zz\n@51=CC\nquit\nnot read\n"
    code, out, err = run("tour", "--player", "rom", typed=typed)
    assert (code, err) == (0, "")
    assert "1 of 13: A kilobyte, six digits, 23 keys" in out
    assert "0F1333. Right." in out
    assert "2, keys> peek zz\n'peek zz'; expected peek ADDR" in out
    assert "There are 31 pieces left" in out
    assert "not read" not in out
    lines = run("tour", "--list")[1].splitlines()
    assert all(one.title in line for one, line in zip(built_in(), lines, strict=True))


def test_a_chapter_that_is_not_there_is_one_line() -> None:
    code, out, err = run("tour", "14")
    assert (code, out, err) == (1, "", "microchess: '14'; expected a chapter, 1 to 13\n")
