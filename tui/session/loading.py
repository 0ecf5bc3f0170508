"""Files that were given, as what is to be asked of the session."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import chess

from emu.errors import SnapshotError
from emu.files import reading, statefile
from microchess.errors import MicroChessError, PgnError
from microchess.game.record import YOU
from microchess.program.levels import Level
from tui.session import commands as c
from tui.session.snapshot import GameView

if TYPE_CHECKING:
    import chess.pgn

PGN = "pgn"
"""Where in a state's file the game stands."""


def state_given(name: str, data: bytes, game: GameView) -> tuple[c.Command, ...]:
    """Go on from the state of a machine in *data*, the contents of the file *name*, and from the
    moves beside it; "You" sits where he sat.

    Raises MicroChessError when it is none.
    """
    from microchess.game import pgn

    try:
        contents = reading.parse_json(data)
        saved = statefile.parse(contents)
        loaded = pgn.parse(str(contents[PGN])) if PGN in contents else None
    except (SnapshotError, PgnError) as error:
        raise MicroChessError(f"{name}: {error}") from None
    except ValueError:
        raise MicroChessError(f"{name}: it is no state of a KIM-1") from None
    if loaded is None:
        return (c.LoadState(name, saved, None),)
    return (*seat(loaded, game), c.LoadState(name, saved, loaded.end().board()))


def seat(loaded: chess.pgn.Game, game: GameView) -> Iterator[c.Command]:
    """Sit where "You" sat when *loaded* was saved, if that is another side than now."""
    for color, header in ((chess.BLACK, "White"), (chess.WHITE, "Black")):
        if loaded.headers.get(header) == YOU and game.computer != color:
            yield c.StartGame(c.NewGame(color, game.level or Level.NORMAL))
