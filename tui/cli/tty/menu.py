"""The menu between a person's keyboard and the line."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterator
from dataclasses import dataclass

LEAVE, MENU = 0x1D, 0x14
"""Ctrl-] and Ctrl-T; both open the menu."""
_ESCAPE, _RUBOUT, _BACKSPACE, _CR, _LF = 0x1B, 0x7F, 0x08, 0x0D, 0x0A
_CHOICES = {
    "q": "quit",
    "r": "reset",
    "s": "stop",
    "b": "break",
    "u": "rubout",
    "j": "jumper",
    "l": "load",
}
_LINE = "[q leave  r RS  s ST  b BREAK  u RUBOUT  j jumper  l load  Ctrl-T itself] "


@dataclass(frozen=True)
class MenuChoice:
    """Something chosen from the menu, with the text asked for; ``send``: characters to type."""

    name: str
    text: str = ""
    data: bytes = b""


class Menu:
    """Takes typed characters apart; *say* shows text to the person."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._open = False
        self._asking = False
        self._text = ""

    def take(self, data: bytes) -> Iterator[MenuChoice]:
        """What these characters mean, in turn."""
        plain = bytearray()
        for byte in data:
            if not (self._open or self._asking) and byte not in (LEAVE, MENU):
                plain.append(byte)
                continue
            if plain:
                yield MenuChoice("send", data=bytes(plain))
                plain.clear()
            if choice := self._step(byte):
                yield choice
        if plain:
            yield MenuChoice("send", data=bytes(plain))

    def _step(self, byte: int) -> MenuChoice | None:
        if self._asking:
            return self._ask(byte)
        if not self._open:
            self._open = True
            self._say(f"\n{_LINE}")
            return None
        self._open = False
        name = "quit" if byte == LEAVE else _CHOICES.get(chr(byte).lower(), "")
        if name == "load":
            self._asking, self._text = True, ""
            self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
            self._say("\nprogram to send as paper tape: ")
            return None
        self._say("\n")
        if byte == MENU:
            return MenuChoice("send", data=bytes([MENU]))
        return MenuChoice(name) if name else None

    def _ask(self, byte: int) -> MenuChoice | None:
        """A line of text, with the rubout; Escape gives it up."""
        if byte in (_CR, _LF, _ESCAPE):
            self._asking = False
            self._say("\n")
            return None if byte == _ESCAPE else MenuChoice("load", self._text)
        if byte in (_RUBOUT, _BACKSPACE):
            if self._text:
                self._text = self._text[:-1]
                self._say("\b \b")
        elif byte >= 0x20:
            text = self._decoder.decode(bytes([byte]))
            self._text += text
            self._say(text)
        return None
