"""Lines of FEN or EPD, as files of positions have them."""

import re
from dataclasses import dataclass

import chess

from microchess.errors import FenError
from microchess.program.position import read_fen

_WORD = re.compile(r'"[^"]*"?|;|[^\s;"]+')
_FIELDS = re.compile(r"(?:[^\s;]+\s*){0,4}")
_COUNTERS = re.compile(r"[-\d]\d*\Z")
_MOVES = re.compile(r"(startpos|[^\s/]+/[^\s\";]+(?:\s+[^\s\";]+){0,5}?)\s+moves\s+(.*?)(?:\s#.*)?")
_NUMBER = re.compile(r"[0-9]+\.+")


@dataclass(frozen=True)
class EpdLine:
    """The position, with the moves that led to it, and what the operation ``id`` calls it."""

    board: chess.Board
    title: str = ""


def read_epd(line: str) -> EpdLine:
    """The position of a *line*, with the counters of a FEN or of the operations ``hmvc`` and
    ``fmvn``; other operations are left out, whatever they say. Behind a FEN or ``startpos`` may be
    ``moves`` and moves, in SAN or UCI, and a comment behind ``#``.

    Raises FenError.
    """
    line = line.strip()
    if with_moves := _MOVES.fullmatch(line):
        return EpdLine(played(read_fen(with_moves[1]), with_moves[2]))
    found = _FIELDS.match(line)
    assert found is not None
    fields, words = found[0].split(), _WORD.findall(line, found.end())
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


def played(board: chess.Board, moves: str) -> chess.Board:
    """*board* with *moves* in SAN or UCI, perhaps numbered. Raises FenError at one that is none."""
    for word in moves.split():
        if text := _NUMBER.sub("", word):
            try:
                move = board.parse_san(text)
            except ValueError:
                move = chess.Move.null()
            if not move and text.lower() in map(str, board.legal_moves):
                move = chess.Move.from_uci(text.lower())
            if not move:
                raise FenError(f"{text} is no legal move in {board.fen()}")
            board.push(move)
    return board
