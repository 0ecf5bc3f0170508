"""Links that carry a position (``#fen=...``), a puzzle (``#puzzle=7``) or the whole machine
(``#state=...``).

A FEN has ``_`` for its blanks. A state is the JSON of a state file without blanks, compressed by
zlib, in base64 for addresses (``-`` and ``_``, no padding), with the moves in it. What no byte of
the machine tells follows it: ``&you=white`` where the person has White, and ``&fen=...``, the
position;
``&open=keys,table`` before that names parts of the page that are open from the start.
"""

import base64
import binascii
import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import chess

from emu.errors import SnapshotError
from emu.files import reading
from emu.files.statefile import Saved
from microchess.errors import MicroChessError
from microchess.program.position import Position, read_fen
from microchess.puzzles.puzzle import Puzzle, puzzle
from tui.session.loading import saved_in

_FEN, _PUZZLE, _STATE = "fen", "puzzle", "state"
_YOU_ARE_WHITE = "&you=white"
_LARGEST_STATE = 1 << 20
"""Bytes of JSON in a state; more is no link of ours."""


@dataclass(frozen=True)
class LinkedState:
    """The machine of a link, which side the program has in it, and the position, if known."""

    saved: Saved
    computer: chess.Color
    board: chess.Board | None = None


class LinkError(MicroChessError):
    """A link that cannot be followed."""


def fen_link(fen: str) -> str:
    """The fragment for a position."""
    return f"#{_FEN}={fen.replace(' ', '_')}"


def state_link(state: str, computer: chess.Color, fen: str = "", parts: Sequence[str] = ()) -> str:
    """The fragment for a machine, from the contents of its state file, the program's side, and the
    position; *parts* of the page are open.
    """
    packed = zlib.compress(json.dumps(json.loads(state), separators=(",", ":")).encode(), 9)
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    position = fen and f"&{fen_link(fen)[1:]}"
    opened = parts and f"&open={','.join(parts)}"
    return f"#{_STATE}={text}{'' if computer else _YOU_ARE_WHITE}{opened or ''}{position}"


def carries(fragment: str) -> bool:
    """Whether it is meant to be a link of ours."""
    name, given, _ = fragment.removeprefix("#").partition("=")
    return bool(given) and name in (_FEN, _PUZZLE, _STATE)


def read_link(fragment: str, monitor: bytes) -> chess.Board | Puzzle | LinkedState | None:
    """What a fragment carries, for a machine with *monitor* as its ROM; None: no link of ours.

    Raises LinkError with the reason when it is damaged or fits no such machine.
    """
    if not carries(fragment):
        return None
    name, _, value = fragment.removeprefix("#").partition("=")
    try:
        if name == _FEN:
            board = _board(value)
            Position.from_board(board, not board.turn)
            return board
        if name == _PUZZLE:
            return puzzle(value)
        text, *_ = value.split("&")
        _, _, fen = value.partition(f"&{_FEN}=")
        saved, game = saved_in(reading.parse_json(_unpacked(text)))
        saved.on(monitor)
        there = _board(fen) if fen else None
        if game is not None:
            there = game.end().board()
        return LinkedState(saved, _YOU_ARE_WHITE not in value, there)
    except (MicroChessError, SnapshotError) as error:
        raise LinkError(f"the link cannot be followed: {error}") from None
    except ValueError:
        raise LinkError("the link cannot be followed: its state is damaged") from None


def _board(value: str) -> chess.Board:
    return read_fen(re.sub("_|%20", " ", value))


def _unpacked(value: str) -> bytes:
    try:
        packed = base64.b64decode(value + "=" * (-len(value) % 4), altchars=b"-_", validate=True)
        unpacking = zlib.decompressobj()
        data = unpacking.decompress(packed, _LARGEST_STATE)
    except (binascii.Error, zlib.error):
        raise LinkError("it is damaged, a part of it is missing or changed") from None
    if not unpacking.eof:
        raise LinkError("it is damaged, or larger than any state of a KIM-1")
    return data
