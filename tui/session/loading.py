"""Files that were given, as what is to be asked of the session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import chess

from microchess.game.outcome import level_of
from microchess.game.record import YOU
from microchess.program.levels import Level
from tui.session import commands as c
from tui.session.snapshot import GameView

if TYPE_CHECKING:
    import chess.pgn


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
