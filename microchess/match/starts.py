"""Where the games of a match start: lines of moves, FENs, or the games of a PGN."""

from __future__ import annotations

import io
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import chess

from emu.files import reading
from microchess.errors import PgnError
from microchess.game.pgn import read_games
from microchess.match.contestants import MatchError


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


def load_starts(path: str) -> list[Start]:
    """The starts in a file; ``.pgn`` is read as PGN (``--plies`` of each game), else by lines.

    Raises OSError when it cannot be read, MatchError naming the line that makes no sense.
    """
    return read_starts(path, reading.read_text(path, reading.MOST_GAMES))


def read_starts(name: str, text: str) -> list[Start]:
    """The starts in *text*: PGN if *name* ends so, else a FEN or a line of SAN moves on each line.

    What stands before a colon is the line's name; ``#`` begins a comment. Raises MatchError.
    """
    if name.lower().endswith(".pgn"):
        starts = _from_pgn(name, text)
    else:
        starts = [
            _from_line(f"{name}, line {number}", line)
            for number, line in enumerate(text.splitlines(), 1)
            if line.strip() and not line.strip().startswith("#")
        ]
    if not starts:
        raise MatchError(f"{name}: no opening in it")
    return starts


def _from_line(where: str, line: str) -> Start:
    title, colon, rest = line.partition(":")
    rest = (rest if colon else line).split("#")[0].strip()
    title = title.strip() if colon else rest
    if rest.count("/") == 7:
        fields = " ".join(rest.split(";")[0].split()[:4])
        board = chess.Board(None)
        try:
            board.set_epd(fields)
        except ValueError as error:
            raise MatchError(f"{where}: no FEN: {error}") from None
        return Start(title, board.fen(), ())
    board = chess.Board()
    for word in rest.split():
        san = word.rsplit(".", 1)[-1]
        if not san:
            continue
        try:
            board.push_san(san)
        except ValueError as error:
            raise MatchError(f"{where}: {error}") from None
    return Start(title, chess.STARTING_FEN, tuple(board.move_stack))


def _from_pgn(name: str, text: str) -> list[Start]:
    starts: list[Start] = []
    try:
        entries = list(read_games(io.StringIO(text)))
    except PgnError as error:
        raise MatchError(f"{name}, {error}") from None
    for entry in entries:
        game, number = entry.game, entry.number
        if not entry.whole:
            raise MatchError(f"{name}, {entry.faults_in_words}")
        moves = tuple(game.mainline_moves())
        if game.end().board().is_game_over():
            raise MatchError(f"{name}, game {number}: it is over; expected an opening")
        title = game.headers.get("Opening") or f"{Path(name).stem} {number}"
        starts.append(Start(title, game.board().fen(), moves))
    return starts
