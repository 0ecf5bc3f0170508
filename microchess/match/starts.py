"""Where the games of a match start: lines of moves, FENs, or the games of a PGN."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

import chess

from emu.files import reading
from microchess.errors import FenError
from microchess.game.pgn import read_game, read_games
from microchess.game.pgn_split import GameText
from microchess.match.contestants import MatchError
from microchess.program.epd import read_epd

_POSITION = re.compile(
    r"(?:(?P<title>.*?):)??\s*(?P<fen>(?:startpos\b|[^\s/:]+(?:/[^\s/:]*){3,}).*)"
)
"""A FEN or EPD, with a name before it or not."""
Tell: TypeAlias = Callable[[str], object]


@dataclass(frozen=True)
class Start:
    """A name, the position, the moves played for both sides."""

    name: str
    fen: str
    moves: tuple[chess.Move, ...]

    def board(self) -> chess.Board:
        """The position after the moves, with their history."""
        board = chess.Board(self.fen)
        for move in self.moves:
            board.push(move)
        return board


def default_starts() -> list[Start]:
    """Twenty-four well-known openings, four moves each."""
    text = files("microchess.match").joinpath("openings.txt").read_text(encoding="utf-8")
    return read_starts("openings.txt", text)


def load_starts(path: str, tell: Tell) -> list[Start]:
    """The starts in a file; ``.pgn`` is read as PGN (``--plies`` of each game), else by lines.

    Raises OSError when it cannot be read, MatchError naming the line that makes no sense.
    """
    return read_starts(path, reading.read_text(path, reading.MOST_GAMES), tell)


def read_starts(name: str, text: str, tell: Tell = lambda _: None) -> list[Start]:
    """The starts in *text*: PGN if *name* ends so, else a FEN, with ``moves`` behind it or not,
    or a line of SAN moves on each line.

    What stands before a colon is the line's name; ``#`` begins a comment. *tell* gets what of a PGN
    is not read as it stands there. Raises MatchError.
    """
    if name.lower().endswith(".pgn"):
        starts = _from_pgn(name, text, tell)
    else:
        starts = [
            _from_line(name, number, line)
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip() and not line.strip().startswith("#")
        ]
    if not starts:
        raise MatchError(f"{name}: no opening in it")
    return starts


def _from_line(name: str, number: int, line: str) -> Start:
    if match := _POSITION.match(line):
        try:
            epd = read_epd(match["fen"])
        except FenError as error:
            raise MatchError(f"{name}, line {number}: {error}") from None
        title = (match["title"] or epd.title).strip()
        moves = tuple(epd.board.move_stack)
        return Start(title or match["fen"].strip(), epd.board.root().fen(), moves)
    title, colon, rest = line.partition(":")
    rest = (rest if colon else line).split("#")[0].strip()
    entry = read_game(GameText(1, number, rest))
    if entry.faults:
        raise MatchError(f"{name}, {entry.faults[0]}")
    moves = tuple(entry.game.mainline_moves())
    if not moves:
        raise MatchError(
            f"{name}, line {number}: no move in {line.strip()!r}; expected moves or a FEN"
        )
    return Start((title.strip() if colon else "") or rest, chess.STARTING_FEN, moves)


def _from_pgn(name: str, text: str, tell: Tell) -> list[Start]:
    starts: list[Start] = []
    for entry in read_games(text):
        game, number = entry.game, entry.number
        if not entry.whole:
            raise MatchError(f"{name}, {entry.faults_in_words}")
        if entry.faults:
            tell(f"{name}, {entry.faults_in_words}")
        moves = tuple(game.mainline_moves())
        if game.end().board().is_game_over():
            raise MatchError(f"{name}, game {number}: it is over; expected an opening")
        title = game.headers.get("Opening") or f"{Path(name).stem} {number}"
        starts.append(Start(title, game.board().fen(), moves))
    return starts
