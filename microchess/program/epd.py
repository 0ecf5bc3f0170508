"""Lines of FEN or EPD, as files of positions have them."""

from __future__ import annotations

import re
from dataclasses import dataclass

import chess

from microchess.program.position import read_fen

_WORD = re.compile(r'"[^"]*"?|;|[^\s;"]+')
_COUNTERS = re.compile(r"[-\d]\d*\Z")


@dataclass(frozen=True)
class EpdLine:
    """The position, and what the operation ``id`` calls it, or nothing."""

    board: chess.Board
    title: str = ""


def read_epd(line: str) -> EpdLine:
    """The position of a *line*, with the counters of a FEN or of the operations ``hmvc`` and
    ``fmvn``; other operations are left out, whatever they say.

    Raises FenError.
    """
    fields = line.split(None, 4)
    words = _WORD.findall(fields.pop()) if len(fields) > 4 else []
    counters: list[str] = []
    while words and len(counters) < 2 and _COUNTERS.match(words[0]):
        counters.append(words.pop(0))
    operations: dict[str, str] = {}
    name = ""
    for word in words:
        if word == ";":
            name = ""
        elif name:
            operations.setdefault(name, word.strip('"'))
        else:
            name = word
    if not counters and ("hmvc" in operations or "fmvn" in operations):
        counters = [operations.get("hmvc", "0"), operations.get("fmvn", "1")]
    return EpdLine(read_fen(" ".join((*fields, *counters))), operations.get("id", ""))
