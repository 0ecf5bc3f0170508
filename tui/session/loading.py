"""Files that were given, as what is to be asked of the session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import chess

from emu.errors import SnapshotError
from emu.files import reading, statefile
from microchess.errors import MicroChessError
from microchess.game.record import YOU
from microchess.program.levels import Level
from tui.session import commands as c
from tui.session.snapshot import GameView

if TYPE_CHECKING:
    import chess.pgn


def state_given(name: str, data: bytes) -> c.Command:
    """Go on from the state of a machine in *data*, the contents of the file *name*.

    Raises MicroChessError when it is none.
    """
    try:
        return c.LoadState(name, statefile.parse(reading.parse_json(data)), None)
    except SnapshotError as error:
        raise MicroChessError(f"{name}: {error}") from None
    except ValueError:
        raise MicroChessError(f"{name}: it is no state of a KIM-1") from None


def seat(loaded: chess.pgn.Game, game: GameView) -> Iterator[c.Command]:
    """Sit where "You" sat when *loaded* was saved, if that is another side than now."""
    for color, header in ((chess.BLACK, "White"), (chess.WHITE, "Black")):
        if loaded.headers.get(header) == YOU and game.computer != color:
            yield c.StartGame(c.NewGame(color, game.level or Level.NORMAL))
