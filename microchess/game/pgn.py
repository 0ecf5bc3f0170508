"""PGN files, read for one game and written whole."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import chess.pgn

from microchess.errors import PgnError


def parse(text: str) -> chess.pgn.Game:
    """The first game in *text*.

    Raises PgnError when there is none, or at its first move that cannot be made.
    """
    game = chess.pgn.read_game(io.StringIO(text))
    if game is None or (not game.variations and len(game.headers) <= 7 and "[" not in text):
        raise PgnError("no game found; expected PGN, e.g. 1. e4 e5 2. Nf3")
    if game.errors:
        raise PgnError(f"the game cannot be read: {game.errors[0]}")
    return game


def load(path: Path) -> chess.pgn.Game:
    """The first game of a file.

    Raises PgnError, naming the file.
    """
    try:
        return parse(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise PgnError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except ValueError as error:
        raise PgnError(f"{path.name}: {error}") from None


def save(path: Path, games: Sequence[chess.pgn.Game], replace: bool = False) -> None:
    """Write games into a file, that must not exist yet unless *replace*.

    Raises PgnError, naming the file.
    """
    text = "".join(f"{game}\n\n" for game in games)
    try:
        with path.open("w" if replace else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise PgnError(f"{path} exists already; choose another name") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise PgnError(f"cannot write {str(path)!r}: {reason}") from None
