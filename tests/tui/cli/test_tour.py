"""``microchess tour`` over lines of text."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from microchess.tour.chapter import built_in
from tui.cli.main import main


def test_a_reader_is_led_from_chapter_to_chapter(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("0F1333\n\npeek zz\n@51=CC\nquit\nnot read\n"))
    assert main(["tour", "--player", "rom"]) == 0
    out, err = capsys.readouterr()
    assert "1 of 12: What the six digits say" in out
    assert "0F1333. Right." in out
    assert "2, keys> peek zz\n'peek zz'; expected peek ADDR" in out
    assert "There are 31 men left" in out
    assert "not read" not in out
    assert err == ""
    assert main(["tour", "--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[0] for line in lines] == ["*", "*", *" " * 10]
    assert all(one.title in line for one, line in zip(built_in(), lines, strict=True))


def test_what_is_wrong_is_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("hello")
    for arguments, what in (
        (["13"], "no chapter '13'; expected 1 to 12"),
        (["--chapter", str(file)], f"{file}: 0 things to do"),
        (["--chapter", str(tmp_path / "none")], "No such file"),
    ):
        assert main(["tour", *arguments]) == 1
        out, err = capsys.readouterr()
        assert what in err
        assert err.count("\n") == 1
        assert out == ""
