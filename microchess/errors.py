"""What can go wrong around the board: one base class, narrow subclasses that carry their data."""

import copyreg
from collections.abc import Sequence
from typing import Any


class MicroChessError(Exception):
    """Base of every error raised by :mod:`microchess`."""

    def __reduce__(self) -> tuple[Any, ...]:
        """With its data, without calling ``__init__``: it goes from process to process."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class TableError(MicroChessError, ValueError):
    """Bytes that are no piece table."""


class CellError(MicroChessError, ValueError):
    """A value that does not fit into the program's memory."""


class PositionError(MicroChessError, ValueError):
    """A chess position that *holder* cannot hold; ``reasons`` says why, one phrase each."""

    def __init__(self, fen: str, reasons: Sequence[str], holder: str = "the piece table") -> None:
        self.fen = fen
        self.reasons = tuple(reasons)
        super().__init__(f"{holder} cannot hold {fen}: {'; '.join(self.reasons)}")


class FenError(MicroChessError, ValueError):
    """Text that is no FEN."""


class MoveError(MicroChessError, ValueError):
    """A move that cannot be played; the message says what was entered and why not."""


class EngineInUse(MicroChessError):
    """A Python engine that another thread is at work on."""


class LevelError(MicroChessError, ValueError):
    """No level has this name."""


class OpeningError(MicroChessError, ValueError):
    """No opening has this name, or a book cannot be used."""


class RequestError(MicroChessError, ValueError):
    """A line of a batch that asks for nothing."""


class ScriptError(MicroChessError, ValueError):
    """A word that is neither a key nor a poke."""


class ImageError(MicroChessError):
    """A program image is not what was expected."""


class LibraryError(MicroChessError):
    """The folder of program images cannot be used."""


class FetchError(MicroChessError):
    """A file could not be fetched from the web."""


class BoardError(MicroChessError, ValueError):
    """No board representation has this name, or a question about one makes no sense."""


class PgnError(MicroChessError, ValueError):
    """Text that holds no game."""


class SaveError(MicroChessError):
    """A saved session cannot be used; the message says why."""
