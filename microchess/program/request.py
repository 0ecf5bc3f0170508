"""Requests and their answers as JSON, with the names of the golden data."""

from __future__ import annotations

import json
from typing import NamedTuple

from microchess.errors import RequestError
from microchess.program.levels import Level
from microchess.program.reply import Reply
from microchess.program.table import PieceTable


class Request(NamedTuple):
    """A table, the computer to move, a level; the FEN it came from and what it says besides."""

    table: PieceTable
    level: Level
    fen: str | None = None
    notes: tuple[str, ...] = ()


def parse_request(text: str, level: Level) -> Request:
    """A request from a JSON object with ``table`` or ``fen``, and perhaps ``level``.

    Raises RequestError, or what a wrong table, FEN or level raises.
    """
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise RequestError(f'{text.strip()[:40]!r}; expected e.g. {{"fen": "startpos"}}')
    for name in ("table", "fen", "level"):
        if not isinstance(fields.get(name, ""), str):
            raise RequestError(f"{name} is {fields[name]!r}; expected a string")
    if "level" in fields:
        level = Level.named(fields["level"])
    if "table" in fields:
        return Request(PieceTable.from_hex(fields["table"]), level, fields.get("fen"))
    if "fen" in fields:
        return request_from_fen(fields["fen"], level)
    raise RequestError('neither "table" nor "fen" given')


def request_from_fen(fen: str, level: Level) -> Request:
    """The side to move is the computer's. Raises FenError or PositionError."""
    from microchess.program.position import Position, notes, read_fen

    board = read_fen(fen)
    position = Position.from_board(board, board.turn)
    return Request(position.table, level, fen, tuple(notes(board, board.turn)))


def reply_fields(request: Request, reply: Reply) -> dict[str, object]:
    """A request and its reply with the field names of the golden data."""
    move = reply.move
    fields: dict[str, object] = {"table": request.table.hex}
    if request.fen is not None:
        fields["fen"] = request.fen
    fields["level"] = request.level.title
    fields["reply"] = move and {"man": move.man, "from": move.source, "to": move.target}
    fields["after"] = reply.after.hex
    fields["cycles"], fields["instructions"] = reply.cycles, reply.instructions
    fields["candidates"] = [
        {"man": one.man, "to": one.to, "value": one.value, "counters": one.counters.hex()}
        for one in reply.candidates
    ]
    if request.notes:
        fields["notes"] = list(request.notes)
    return fields
