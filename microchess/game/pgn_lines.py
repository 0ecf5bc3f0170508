"""The lines of a PGN file as python-chess reads them, which leaves out comments behind ``;``: here
they stand in braces. Nothing of a comment before the headers of a game is kept. Of a word that is
no move it leaves out what it does not know: ``Sf3`` is f3 to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import TextIO, cast

import chess.pgn

from emu.plain import plain

_SIGN = re.compile(r"[{};]")
UNREAD = "\0"
"""Begins a comment that stands for a word that is no move; `plain` leaves none in a file."""
_WORD = re.compile(r"(?<!\$)(?:[^\W\d_]|[♔-♟])[\w=@-]*")
_KNOWN = re.compile(
    r"(?:[PNBRQK]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?|O-O(?:-O)?)(?:ep?)?"
    r"|[PNBRQK]?@[a-h][1-8]|Z0|[NDep]|TN|ep|ch|mate|½(?:-½)?"
)
"""Moves, and what is written beside them."""


class _Part(Enum):
    """Where in a game the next line is."""

    BEFORE = "before it"
    HEADERS = "in its headers"
    MOVES = "behind them"


class PgnLines:
    """The lines of *stream*, without control characters; *marks* words that are no moves."""

    def __init__(self, stream: TextIO, marks: bool = False) -> None:
        self._stream, self._marks = stream, marks
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
        done, at = "", 0
        for sign in _SIGN.finditer(line):
            if self._in_braces:
                self._in_braces = sign[0] != "}"
                done, at = done + line[at : sign.end()], sign.end()
            elif sign[0] != "}":
                done, at = done + self._moves(line[at : sign.start()]), sign.start()
                self._in_braces = sign[0] == "{"
                if sign[0] == ";":
                    text = line[sign.end() :].strip().replace("}", ")")
                    return f"{done} {{ {text} }}\n"
        return done + (line[at:] if self._in_braces else self._moves(line[at:]))

    def _moves(self, text: str) -> str:
        return _WORD.sub(_marked, text) if self._marks else text


def _marked(word: re.Match[str]) -> str:
    return word[0] if _KNOWN.fullmatch(word[0]) else f"{{{UNREAD}{word[0]}}}"


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
