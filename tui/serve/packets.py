"""What server and child say to each other: a letter, four bytes of length (big-endian), contents.

The server sends ``B``, a pickled `SessionBeginning`, first; ``A`` for a page that has come anew,
with the fragment of its address; ``T``, JSON for the session; ``F``, a file: its name, a zero, its
bytes. The child answers ``A`` with an empty one, after which everything is for that page; it sends
``T``, JSON for the page.
"""

from __future__ import annotations

from dataclasses import dataclass

from microchess.machine.solver import PlayerSpec
from tui.session.commands import NewGame

HEAD = 5
"""Bytes before the contents."""


@dataclass(frozen=True)
class SessionBeginning:
    """The game of each session that begins, against whom; whether sessions are kept."""

    spec: PlayerSpec
    setup: NewGame
    keeps: bool


def packet(kind: bytes, contents: bytes) -> bytes:
    """The bytes of a packet."""
    return kind + len(contents).to_bytes(4, "big") + contents


def head(data: bytes) -> tuple[bytes, int]:
    """Kind and length of what follows."""
    return data[:1], int.from_bytes(data[1:], "big")
