"""Files that were given, as what is to be asked of the session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import chess

from emu.errors import SnapshotError
from emu.files import reading, statefile
from microchess.errors import MicroChessError
from microchess.game.outcome import level_of
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


def go_on_from(
    loaded: chess.pgn.Game, game: GameView, faults: Sequence[str] = ()
) -> Iterator[c.Command]:
    """From the end of *loaded*, at its level, where "You" sat when it was saved; *faults* are what
    of its file cannot be had.
    """
    level = level_of(loaded.headers) or game.level or Level.NORMAL
    for color, header in ((chess.BLACK, "White"), (chess.WHITE, "Black")):
        if loaded.headers.get(header) == YOU and game.computer != color:
            yield c.StartGame(c.NewGame(color, level))
    if level != game.level:
        yield c.SetLevel(level)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    yield c.LoadPgn(str(loaded), f"{faults[0]}{more}" if faults else "")
