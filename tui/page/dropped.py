"""A file given to the board page: a game, a state of the machine, or somebody's own program."""

from emu.files import reading, statefile
from microchess.errors import MicroChessError
from tui.session.loading import go_on_from, state_given
from tui.session.snapshot import GameView
from tui.session.verbs import Asked

LARGEST = 4 * 1024 * 1024
"""Bytes of a file."""
_PGN = ".pgn"


def take(name: str, data: bytes, game: GameView) -> tuple[Asked, ...] | None:
    """What is to be asked of the session for a file; None: it must be somebody's program or ROM.

    Raises MicroChessError or EmuError with the reason when it cannot be read.
    """
    if len(data) > LARGEST:
        raise MicroChessError(f"{name}: {len(data):,} bytes; expected at most {LARGEST:,}")
    if name.lower().endswith(_PGN):
        return _game(name, reading.decoded(data, name), game)
    if name.lower().endswith(statefile.SUFFIX):
        return state_given(name, data, game)
    return None


def _game(name: str, text: str, game: GameView) -> tuple[Asked, ...]:
    """The game the file is at; "You" sits where he sat when it was saved."""
    from microchess.game import pgn

    file = pgn.load_text(text, name)
    count = len(file.entries)
    loaded = next(one.game for one in file.entries if one.number == file.present)
    told = (f"it is game {file.present} of the {count} in {name}",) if count > 1 else ()
    return (*go_on_from(loaded, game, (*told, *file.faults)),)
