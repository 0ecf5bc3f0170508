"""Answers to positions, as the published golden data has them."""

from __future__ import annotations

import json
from dataclasses import dataclass

from emu.machine import DEFAULT_BUDGET
from microchess.bridge import BOOK_CLOSED, Reply
from microchess.errors import MicroChessError
from microchess.levels import Level
from microchess.player import Player
from microchess.position import Position, not_held, read_fen
from microchess.table import PieceTable


class RequestError(MicroChessError, ValueError):
    """A line of a batch that asks for nothing."""


@dataclass(frozen=True)
class Request:
    """A table, the computer to move, a level; the FEN it came from and what it says besides."""

    table: PieceTable
    level: Level
    fen: str | None = None
    notes: tuple[str, ...] = ()


class Solver:
    """Answers requests, each from the same fresh machine."""

    def __init__(self, player: Player, monitor: bytes | None = None) -> None:
        self._bridge = player.boot(monitor)
        self._fresh = self._bridge.machine.snapshot()

    def solve(self, request: Request, budget: int = DEFAULT_BUDGET) -> Reply:
        """The reply with the book closed.

        Raises BudgetSpent when it takes more than *budget* cycles.
        """
        bridge = self._bridge
        bridge.machine.restore(self._fresh)
        bridge.table = request.table
        bridge.level = request.level
        bridge.omove = BOOK_CLOSED
        return bridge.reply(budget)


def parse_request(text: str, level: Level) -> Request:
    """A request from a JSON object with ``table`` or ``fen``, and perhaps ``level``.

    Raises RequestError, or what a wrong table, FEN or level raises.
    """
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RequestError(f"no JSON ({error})") from None
    if not isinstance(fields, dict):
        raise RequestError(f"{text.strip()[:40]} is no JSON object")
    for name in ("table", "fen", "level"):
        if not isinstance(fields.get(name, ""), str):
            raise RequestError(f"{name} is {fields[name]!r}; expected a string")
    if "level" in fields:
        level = Level.named(fields["level"])
    if "table" in fields:
        return Request(PieceTable.from_hex(fields["table"]), level, fields.get("fen"))
    if "fen" in fields:
        board = read_fen(fields["fen"])
        position = Position.from_board(board, board.turn)
        return Request(position.table, level, fields["fen"], tuple(not_held(board)))
    raise RequestError('neither "table" nor "fen" given')


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
        fields["not_held"] = list(request.notes)
    return fields
