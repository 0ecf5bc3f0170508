"""The menu between keyboard and line."""

import pytest

from tui.cli.tty.serial_console import Menu


@pytest.mark.parametrize(
    ("typed", "choices", "shown"),
    [
        ([b"0200 \r\n\x03\x7f"], [b"0200 \r\n\x03\x7f"], ""),
        (
            [b"ab\x1dbcd", b"\x14", b"R", b"\x1d\x1b", b"e"],
            [b"ab", "break", b"cd", "reset", b"e"],
            "b BREAK",
        ),
        ([b"\x1d\x1d"], ["quit"], "q leave"),
        ([b"\x14q"], ["quit"], "q leave"),
        ([b"\x14\x14"], [b"\x14"], "Ctrl-T itself"),
    ],
    ids=["no menu key", "between characters", "leave", "q", "itself"],
)
def test_what_is_typed_goes_over_the_line_or_is_chosen(
    typed: list[bytes], choices: list[bytes | str], shown: str
) -> None:
    said: list[str] = []
    menu = Menu(said.append)
    assert [choice for data in typed for choice in menu.take(data)] == choices
    assert shown in "".join(said)
