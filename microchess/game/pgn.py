"""PGN files: their games, each with what of it cannot be read, and games written whole.

python-chess reads on behind a move that is none as if the text went on there, and loses its place
among the variations. Here nothing behind such a move is read until its line of moves ends.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, cast

import chess
import chess.pgn

from emu.files import reading
from emu.notation import counted
from microchess.errors import PgnError
from microchess.game.outcome import EVENT
from microchess.game.pgn_lines import UNREAD, PgnLines

_OPEN, _CUT, _SKIPPED = range(3)
"""A variation that is read, one that is cut off by a fault, one that is inside of such a one."""
_SHOWN = 20
MOST_LISTED = 200
_RESULT = len("1/2-1/2")
_TAG = re.compile(r'^\s*\[\w+\s+"', re.MULTILINE)


@dataclass(frozen=True)
class PgnFault:
    """What cannot be read: in which move, why, and whether that is in the game or in a variation.

    ``move`` is like ``3... Nf6``, or empty where the headers are at fault.
    """

    move: str
    why: str
    in_variation: bool = False

    def __str__(self) -> str:
        where = f"move {self.move}" if self.move else "its headers"
        return f"{where}{', in a variation' if self.in_variation else ''}: {self.why}"


@dataclass(frozen=True)
class PgnEntry:
    """Game ``number`` of a file, from 1, as far as it can be read, and its faults.

    ``whole``: its own moves are all there; what a fault in a variation cuts off is that variation.
    """

    number: int
    game: chess.pgn.Game
    faults: tuple[PgnFault, ...]

    @property
    def whole(self) -> bool:
        """Whether no fault is in the game itself."""
        return all(fault.in_variation for fault in self.faults)

    def __str__(self) -> str:
        """Who played, how it ended and how long it was: ``1: You - A 1-0, 24 half-moves``."""
        return f"{self.number}: {in_short(self.game)}"

    @property
    def faults_in_words(self) -> str:
        """The faults in a line: ``game 2: move 3... Nf6: no legal move``."""
        return f"game {self.number}: {'; '.join(map(str, self.faults))}"


def in_short(game: chess.pgn.Game) -> str:
    """Who played, how it ended and how long it was: ``You - A 1-0, 24 half-moves``."""
    sides = (game.headers.get(side, "?").partition(" (")[0] for side in ("White", "Black"))
    names = " - ".join(side[:_SHOWN] for side in sides)
    length = counted(len([*game.mainline_moves()]), "half-move")
    return f"{names} {game.headers.get('Result', '*')[:_RESULT]}, {length}"


def read_games(stream: TextIO, before: int = 0) -> Iterator[PgnEntry]:
    """The games in *stream*, one by one, faulty ones too, without control characters; numbered on
    from the *before* that are not in it.

    Raises PgnError where the rest of the text can be no PGN.
    """
    number, text = before, cast(TextIO, PgnLines(stream, marks=True))
    while True:
        try:
            game = chess.pgn.read_game(text, Visitor=_Builder)
        except (ValueError, AssertionError, IndexError, RecursionError) as error:
            raise PgnError(f"game {number + 1}: no PGN ({error})") from None
        if game is None:
            return
        number += 1
        yield PgnEntry(number, game, tuple(game.faults))


def parse(text: str) -> chess.pgn.Game:
    """The first game in *text*.

    Raises PgnError when there is none, or with its first move that cannot be made.
    """
    entry = next(read_games(io.StringIO(text)), None)
    if entry is None or _is_empty(entry, text):
        raise PgnError("no game found; expected PGN, e.g. 1. e4 e5 2. Nf3")
    if entry.faults:
        raise PgnError(f"the game cannot be read: {entry.faults[0]}")
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
        """Its number."""
        ours = self.entries[0].game.headers.get("Event") == EVENT
        return self.entries[-1 if ours else 0].number


def load(path: Path) -> LoadedFile:
    """The games of a file.

    Raises PgnError, naming the file, and the first fault when there is no good game.
    """
    try:
        text = reading.read_text(path, reading.MOST_GAMES, errors="strict")
    except OSError as error:
        raise PgnError(f"cannot read {str(path)!r}: {error.strerror}") from None
    except UnicodeError:
        raise PgnError(f"{path.name}: it is no text in UTF-8, expected PGN") from None
    except ValueError as error:
        raise PgnError(f"{path.name}: {error}") from None
    return load_text(text, path.name)


def load_text(text: str, name: str) -> LoadedFile:
    """The games in *text*, which is the file *name*.

    Raises PgnError, naming the file, and the first fault when there is no good game.
    """
    found: list[PgnEntry] = []
    faults: list[str] = []
    try:
        for entry in read_games(io.StringIO(text)):
            if entry.number == 1 and _is_empty(entry, text):
                break
            if entry.number > MOST_LISTED:
                faults.append(f"only the first {MOST_LISTED} games of {name} are read")
                break
            faults += [entry.faults_in_words] if entry.faults else []
            found += [entry] if entry.whole else []
    except PgnError as error:
        faults.append(str(error))
    if not found:
        why = faults[0] if faults else "no game found; expected PGN, e.g. 1. e4 e5 2. Nf3"
        raise PgnError(f"{name}: {why}")
    return LoadedFile(tuple(found), tuple(faults))


def _is_empty(entry: PgnEntry, text: str) -> bool:
    game = entry.game
    return text.lstrip().startswith("<") or not (
        entry.faults or game.variations or _TAG.search(text)
    )


class _ReadGame(chess.pgn.Game):
    """A game and what of it cannot be read."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[PgnFault] = []


class _Builder(chess.pgn.GameBuilder[_ReadGame]):
    """Builds a game of the moves that can be made, and notes the faults."""

    def __init__(self) -> None:
        super().__init__(Game=_ReadGame)
        self._lines = [_OPEN]
        self._move = chess.Move.null()
        self._headed = False

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        self._headed = True
        super().visit_header(tagname, tagvalue)

    def end_headers(self) -> chess.pgn.SkipType | None:
        headers = self.game.headers
        try:
            variant = headers.variant()
        except ValueError:
            variant = None
        if variant is chess.Board and not _is_chess960(headers):
            return None
        name = headers.get("Variant", "Chess960")[:_SHOWN]
        self._note("", f"the variant {name!r} is not played here")
        return chess.pgn.SKIP

    def begin_variation(self) -> chess.pgn.SkipType | None:  # type: ignore[override]
        if self._lines[-1] != _OPEN:
            self._lines.append(_SKIPPED)
            return chess.pgn.SKIP
        self._lines.append(_OPEN)
        super().begin_variation()
        return None

    def end_variation(self) -> None:
        if self._lines.pop() != _SKIPPED:
            super().end_variation()

    def begin_parse_san(self, board: chess.Board, san: str) -> chess.pgn.SkipType | None:
        if self._lines[-1] != _OPEN:
            return chess.pgn.SKIP
        try:
            self._move = board.parse_san(san)
            if not self._move:
                raise chess.InvalidMoveError
        except ValueError as error:
            self._cut(board, san, _reason(error))
            return chess.pgn.SKIP
        return None

    def _cut(self, board: chess.Board, san: str, why: str) -> None:
        dots = "." if board.turn == chess.WHITE else "..."
        self._note(f"{board.fullmove_number}{dots} {san[:_SHOWN]}", why)
        self._lines[-1] = _CUT

    def parse_san(self, board: chess.Board, san: str) -> chess.Move:
        return self._move

    def visit_comment(self, comment: str) -> None:
        if self._lines[-1] != _OPEN:
            return
        if not comment.startswith(UNREAD):
            super().visit_comment(comment)
        elif self._headed or self.game.variations:
            self._cut(self.variation_stack[-1].board(), comment.removeprefix(UNREAD), "no move")

    def visit_nag(self, nag: int) -> None:
        if self._lines[-1] == _OPEN:
            super().visit_nag(nag)

    def handle_error(self, error: Exception) -> None:
        """Only headers are left to be at fault."""
        self._note("", str(error))

    def _note(self, move: str, why: str) -> None:
        self.game.faults.append(PgnFault(move, why, len(self._lines) > 1))


def _is_chess960(headers: chess.pgn.Headers) -> bool:
    """Whether they say so, or have a FEN in which a rook castles from where it does in no other."""
    try:
        board = chess.Board(headers.get("FEN", chess.STARTING_FEN))
    except ValueError:
        return False
    return headers.is_chess960() or board.has_chess960_castling_rights()


def _reason(error: ValueError) -> str:
    if isinstance(error, chess.AmbiguousMoveError):
        return "two men can move there"
    if isinstance(error, chess.IllegalMoveError):
        return "no legal move"
    return "no move"
