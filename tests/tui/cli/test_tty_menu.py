"""The menu between keyboard and line."""

from __future__ import annotations

from tui.cli.tty.menu import Menu, MenuChoice


def chosen(*typed: bytes) -> tuple[list[MenuChoice], str]:
    said: list[str] = []
    menu = Menu(said.append)
    return [choice for data in typed for choice in menu.take(data)], "".join(said)


def test_what_is_no_menu_key_goes_over_the_line() -> None:
    assert chosen(b"0200 \r\n\x03\x7f")[0] == [MenuChoice("send", data=b"0200 \r\n\x03\x7f")]


def test_the_menu_opens_between_characters_and_shuts_again() -> None:
    choices, said = chosen(b"ab\x1dbcd", b"\x14", b"R", b"\x1d\x1b", b"e")
    assert choices == [
        MenuChoice("send", data=b"ab"),
        MenuChoice("break"),
        MenuChoice("send", data=b"cd"),
        MenuChoice("reset"),
        MenuChoice("send", data=b"e"),
    ]
    assert "b BREAK" in said


def test_the_menus_own_keys_leave_or_go_over_the_line() -> None:
    assert chosen(b"\x1d\x1d")[0] == [MenuChoice("quit")]
    assert chosen(b"\x14q")[0] == [MenuChoice("quit")]
    assert chosen(b"\x14\x14")[0] == [MenuChoice("send", data=b"\x14")]


def test_a_file_is_asked_for_on_one_line() -> None:
    choices, said = chosen(b"\x1dlgane\x7f\x7fme.ptp\rX", b"\x1dcx\x1bY")
    assert choices == [
        MenuChoice("load", "game.ptp"),
        MenuChoice("send", data=b"X"),
        MenuChoice("send", data=b"Y"),
    ]
    assert "gane\b \b\b \bme.ptp" in said


def test_names_of_files_may_have_any_letters() -> None:
    assert chosen(b"\x1dl", *(bytes([byte]) for byte in "läufer.ptp\r".encode()))[0] == [
        MenuChoice("load", "läufer.ptp")
    ]
