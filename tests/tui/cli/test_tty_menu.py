"""The menu between keyboard and line."""

import pytest

from tui.cli.tty.serial_console import Menu, MenuChoice


def sent(data: bytes) -> MenuChoice:
    return MenuChoice("send", data=data)


@pytest.mark.parametrize(
    ("typed", "choices", "shown"),
    [
        ([b"0200 \r\n\x03\x7f"], [sent(b"0200 \r\n\x03\x7f")], ""),
        (
            [b"ab\x1dbcd", b"\x14", b"R", b"\x1d\x1b", b"e"],
            [sent(b"ab"), MenuChoice("break"), sent(b"cd"), MenuChoice("reset"), sent(b"e")],
            "b BREAK",
        ),
        ([b"\x1d\x1d"], [MenuChoice("quit")], "q leave"),
        ([b"\x14q"], [MenuChoice("quit")], "q leave"),
        ([b"\x14\x14"], [sent(b"\x14")], "Ctrl-T itself"),
        (
            [b"\x1dlgane\x7f\x7fme.ptp\rX", b"\x1dlx\x1bY"],
            [MenuChoice("load", "game.ptp"), sent(b"X"), sent(b"Y")],
            "gane\b \b\b \bme.ptp",
        ),
        ([b"\x1dll\xc3", b"\xa4ufer.ptp\r"], [MenuChoice("load", "läufer.ptp")], "läufer"),
    ],
    ids=["no menu key", "between characters", "leave", "q", "itself", "a file", "any letters"],
)
def test_what_is_typed_goes_over_the_line_or_is_chosen(
    typed: list[bytes], choices: list[MenuChoice], shown: str
) -> None:
    said: list[str] = []
    menu = Menu(said.append)
    assert [choice for data in typed for choice in menu.take(data)] == choices
    assert shown in "".join(said)
