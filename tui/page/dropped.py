"""A file given to the board page: a game, a state of the machine, or somebody's own program."""

from __future__ import annotations

import chess

from emu.errors import SnapshotError
from emu.files import reading, statefile
from emu.files.programs import Source
from microchess.errors import MicroChessError
from microchess.game.record import YOU
from microchess.machine.library import Library
from microchess.program.levels import Level
from tui.session import commands as c
from tui.session.snapshot import GameView

LARGEST = 4 * 1024 * 1024
"""Bytes of a file."""
_PGN = ".pgn"


def take(name: str, data: bytes, game: GameView) -> tuple[c.Command, ...] | None:
    """What is to be asked of the session for a file; None: it was added to the library of images.

    Raises MicroChessError or EmuError with the reason when it is nothing of ours.
    """
    if len(data) > LARGEST:
        raise MicroChessError(f"{name}: {len(data):,} bytes; expected at most {LARGEST:,}")
    if name.lower().endswith(_PGN):
        return _game(name, data.decode("utf-8-sig", "replace"), game)
    if name.lower().endswith(statefile.SUFFIX):
        return (_state(name, data),)
    Library().add([Source(name, data)])
    return None


def _state(name: str, data: bytes) -> c.Command:
    try:
        return c.LoadState(name, statefile.parse(reading.parse_json(data)))
    except SnapshotError as error:
        raise MicroChessError(f"{name}: {error}") from None
    except ValueError:
        raise MicroChessError(f"{name}: it is no state of a KIM-1") from None


def _game(name: str, text: str, game: GameView) -> tuple[c.Command, ...]:
    """The game the file is at; "You" sits where he sat when it was saved."""
    from microchess.game import pgn

    file = pgn.load_text(text, name)
    loaded = next(one.game for one in file.entries if one.number == file.present)
    found: list[c.Command] = []
    for color, header in ((chess.BLACK, "White"), (chess.WHITE, "Black")):
        if loaded.headers.get(header) == YOU and game.computer != color:
            found.append(c.StartGame(c.NewGame(color, game.level or Level.NORMAL)))
    return (*found, c.LoadPgn(str(loaded)))
