"""PGN files: their games, each with what of it cannot be read, and games written whole."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn

from emu.files import reading
from emu.notation import counted
from microchess.errors import PgnError
from microchess.game.outcome import EVENT
from microchess.game.pgn_reader import PgnFault, PgnReader
from microchess.game.pgn_split import GameText, split
from microchess.game.pgn_tokens import escaped

_SHOWN = 20
MOST_LISTED = 200
_MOST_TOLD = 5
_RESULT = len("1/2-1/2")


@dataclass(frozen=True)
class PgnEntry:
    """Game ``number`` of a file, from 1, as far as it can be read, and its faults.

    ``whole``: its own moves are all there; what a fault in a variation cuts off is that variation.
    """

    number: int
    game: chess.pgn.Game
    faults: tuple[PgnFault, ...]
    ended: bool = True
    """By a result behind its moves."""

    @property
    def whole(self) -> bool:
        """Whether no fault is in the moves of the game itself."""
        return not any(fault.cuts for fault in self.faults)

    @property
    def is_empty(self) -> bool:
        """Whether it has no tags and no moves."""
        return not self.game.variations and self.game.headers == chess.pgn.Headers()

    def __str__(self) -> str:
        """Who played, how it ended and how long it was: ``1: You - A 1-0, 24 half-moves``."""
        return f"{self.number}: {in_short(self.game)}"

    @property
    def faults_in_words(self) -> str:
        """The faults in a line: ``game 2: line 9, move 3... Nf6: no legal move``."""
        told = [str(fault) for fault in self.faults[:_MOST_TOLD]]
        if more := len(self.faults) - len(told):
            told.append(f"and {more} more")
        return f"game {self.number}: {'; '.join(told)}"


def in_short(game: chess.pgn.Game) -> str:
    """Who played, how it ended and how long it was: ``You - A 1-0, 24 half-moves``."""
    sides = (game.headers.get(side, "?").partition(" (")[0] for side in ("White", "Black"))
    names = " - ".join(side[:_SHOWN] for side in sides)
    length = counted(len([*game.mainline_moves()]), "half-move")
    return f"{names} {game.headers.get('Result', '*')[:_RESULT]}, {length}"


def read_games(text: str) -> Iterator[PgnEntry]:
    """The games in *text*, one by one, faulty ones too."""
    return map(read_game, split(text))


def read_game(text: GameText) -> PgnEntry:
    """The game in *text*."""
    reader = PgnReader(text)
    return PgnEntry(text.number, reader.game, tuple(reader.faults), reader.ended)


class _Exporter(chess.pgn.StringExporter):
    def visit_header(self, tagname: str, tagvalue: str) -> None:
        super().visit_header(tagname, escaped(tagvalue))


class _Wrapping(_Exporter):
    def visit_comment(self, comment: str) -> None:
        """Word by word: python-chess takes a comment for one."""
        words = comment.replace("}", "").split()
        for word in ("{", *words, "}"):
            self.write_token(f"{word} ")
        self.force_movenumber = True


def written(game: chess.pgn.Game, columns: int | None = None) -> str:
    """The text of *game*, with the quotes in its tags as the standard has them; with *columns* no
    line of moves or comments is longer.
    """
    exporter = _Exporter(columns=None) if columns is None else _Wrapping(columns=columns)
    return game.accept(exporter)


def parse(text: str) -> chess.pgn.Game:
    """The first game in *text*.

    Raises PgnError when there is none, or with the first fault when its moves are not all there.
    """
    entry = next(read_games(text), None)
    if entry is None or entry.is_empty:
        raise PgnError("no game found; expected PGN, e.g. 1. e4 e5 2. Nf3")
    if not entry.whole:
        raise PgnError(f"the game cannot be read: {next(one for one in entry.faults if one.cuts)}")
    return entry.game


@dataclass(frozen=True)
class LoadedFile:
    """The good ones of the first ``MOST_LISTED`` games of a file, and what there is to say of the
    others. ``present`` is the number of the one to go on with: the first, but of games of ours the
    last, since they are the parts of one session.
    """

    entries: tuple[PgnEntry, ...]
    faults: tuple[str, ...] = ()

    @property
    def present(self) -> int:
        ours = self.entries[0].game.headers.get("Event") == EVENT
        return self.entries[-1 if ours else 0].number


def load(path: Path) -> LoadedFile:
    """The games of a file.

    Raises PgnError, naming the file, and the first fault when there is no good game.
    """
    try:
        text = reading.read_text(path, reading.MOST_GAMES)
    except OSError as error:
        raise PgnError(f"cannot read {str(path)!r}: {error.strerror}") from None
    return load_text(text, path.name)


def load_text(text: str, name: str) -> LoadedFile:
    """The games in *text*, which is the file *name*.

    Raises PgnError, naming the file, and the first fault when there is no good game.
    """
    found: list[PgnEntry] = []
    faults: list[str] = []
    for entry in read_games(text):
        if entry.number == 1 and entry.is_empty:
            break
        if entry.number > MOST_LISTED:
            faults.append(f"only the first {MOST_LISTED} games of {name} are read")
            break
        faults += [entry.faults_in_words] if entry.faults else []
        found += [entry] if entry.whole else []
    if not found:
        why = faults[0] if faults else "no game found; expected PGN, e.g. 1. e4 e5 2. Nf3"
        raise PgnError(f"{name}: {why}")
    return LoadedFile(tuple(found), tuple(faults))
