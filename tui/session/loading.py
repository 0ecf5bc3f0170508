"""Files that were given, as what is to be asked of the session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import chess

from emu.errors import SnapshotError
from emu.files import reading, statefile
from emu.files.statefile import Saved
from microchess.errors import MicroChessError, PgnError
from microchess.game.outcome import level_of
from microchess.game.record import YOU
from microchess.program.levels import Level
from tui.session.new_game import NewGame
from tui.session.play import PGN, Play
from tui.session.snapshot import GameView
from tui.session.verbs import Asked

if TYPE_CHECKING:
    import chess.pgn


def saved_in(contents: Any) -> tuple[Saved, chess.pgn.Game | None]:
    """The machine in the *contents* of a state's file, and the game beside it.

    Raises SnapshotError or PgnError when it is none.
    """
    from microchess.game import pgn

    saved = statefile.parse(contents)
    return saved, pgn.parse(str(contents[PGN])) if PGN in contents else None


def state_given(name: str, data: bytes, game: GameView) -> tuple[Asked, ...]:
    """Go on from the state of a machine in *data*, the contents of the file *name*, and from the
    moves beside it; "You" sits where he sat.

    Raises MicroChessError when it is none.
    """
    try:
        saved, loaded = saved_in(reading.parse_json(data))
    except (SnapshotError, PgnError) as error:
        raise MicroChessError(f"{name}: {error}") from None
    except ValueError:
        raise MicroChessError(f"{name}: it is no state of a KIM-1") from None
    if loaded is None:
        return (Play.load_state(name, saved, None),)
    return (*_seat(loaded, game, game.level), Play.load_state(name, saved, loaded.end().board()))


def go_on_from(loaded: chess.pgn.Game, game: GameView, faults: Sequence[str]) -> Iterator[Asked]:
    """From the end of *loaded*, at its level, where "You" sat when it was saved; *faults* are what
    of its file cannot be had.
    """
    from microchess.game.pgn import written

    level = level_of(loaded.headers) or game.level or Level.NORMAL
    yield from _seat(loaded, game, level)
    more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
    yield Play.load_pgn(written(loaded), f"{faults[0]}{more}" if faults else "")
    if level != game.level:
        yield Play.set_level(level)


def _seat(loaded: chess.pgn.Game, game: GameView, level: Level | None) -> Iterator[Asked]:
    """Sit where "You" sat when *loaded* was saved, if that is another side than now."""
    for color, header in ((chess.BLACK, "White"), (chess.WHITE, "Black")):
        if loaded.headers.get(header) == YOU and game.computer != color:
            yield Play.start_game(NewGame(color, level or Level.NORMAL))
