"""The lines of a PGN file as python-chess reads them, which leaves out comments behind ``;``: here
they stand in braces. Nothing of a comment before the headers of a game is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import TextIO, cast

import chess.pgn

from emu.plain import plain

_SIGN = re.compile(r"[{};]")


class _Part(Enum):
    """Where in a game the next line is."""

    BEFORE = "before it"
    HEADERS = "in its headers"
    MOVES = "behind them"


class PgnLines:
    """The lines of *stream*, without control characters."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._part = _Part.BEFORE
        self._in_braces = False

    def readline(self) -> str:
        """The next line; empty at the end."""
        line = plain(self._stream.readline())
        if self._in_braces:
            return self._in_moves(line)
        if line.startswith("["):
            if self._part is not _Part.MOVES:
                self._part = _Part.HEADERS
        elif line.isspace():
            behind = self._part is _Part.HEADERS
            self._part = _Part.MOVES if behind else _Part.BEFORE
        elif not line.startswith("%") and not (line[:1] == ";" and self._part is not _Part.MOVES):
            self._part = _Part.MOVES
            return self._in_moves(line)
        return line

    def _in_moves(self, line: str) -> str:
        for sign in _SIGN.finditer(line):
            if self._in_braces:
                self._in_braces = sign[0] != "}"
            elif sign[0] == "{":
                self._in_braces = True
            elif sign[0] == ";":
                text = line[sign.end() :].strip().replace("}", ")")
                return f"{line[: sign.start()]} {{ {text} }}\n"
        return line


class _Recorded:
    """Lines, and those handed out since the last game."""

    def __init__(self, stream: TextIO) -> None:
        self._lines = PgnLines(stream)
        self.taken: list[str] = []

    def readline(self) -> str:
        self.taken.append(self._lines.readline())
        return self.taken[-1]


def game_texts(stream: TextIO) -> Iterator[str]:
    """The text of each game in *stream*, with what is before it and the blank line behind it."""
    lines = _Recorded(stream)
    while chess.pgn.skip_game(cast(TextIO, lines)):
        yield "".join(lines.taken)
        lines.taken.clear()
