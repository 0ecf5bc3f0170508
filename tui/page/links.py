"""Links that carry a position (``#fen=...``) or the whole machine (``#state=...``).

A FEN has ``_`` for its blanks. A state is the JSON of a state file without blanks, compressed by
zlib, in base64 for addresses (``-`` and ``_``, no padding).
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib

import chess

from emu.errors import SnapshotError
from emu.files import statefile
from emu.files.statefile import Saved
from microchess.errors import MicroChessError
from microchess.program.position import read_fen

_FEN, _STATE = "fen", "state"
_LARGEST_STATE = 1 << 20
"""Bytes of JSON in a state; more is no link of ours."""


class LinkError(MicroChessError):
    """A link that cannot be followed."""


def fen_link(fen: str) -> str:
    """The fragment for a position."""
    return f"#{_FEN}={fen.replace(' ', '_')}"


def state_link(state: str) -> str:
    """The fragment for a machine, from the contents of its state file."""
    packed = json.dumps(json.loads(state), separators=(",", ":")).encode()
    return f"#{_STATE}={base64.urlsafe_b64encode(zlib.compress(packed, 9)).decode().rstrip('=')}"


def read_link(fragment: str, monitor: bytes) -> chess.Board | Saved | None:
    """What a fragment carries, for a machine with *monitor* as its ROM; None: no link of ours.

    Raises LinkError with the reason when it is damaged or fits no such machine.
    """
    name, given, value = fragment.removeprefix("#").partition("=")
    if not given or name not in (_FEN, _STATE):
        return None
    try:
        if name == _FEN:
            return read_fen(re.sub("_|%20", " ", value))
        saved = statefile.parse(json.loads(_unpacked(value)))
        saved.on(monitor)
    except (MicroChessError, SnapshotError) as error:
        raise LinkError(f"the link cannot be followed: {error}") from None
    except ValueError:
        raise LinkError("the link cannot be followed: its state is damaged") from None
    return saved


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
