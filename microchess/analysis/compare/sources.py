"""Where positions come from: files, games, playouts, self-play, random pokes."""

import random
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import chess

from emu.files import reading
from microchess.analysis.compare.cases import CompareCase
from microchess.engine.state import think
from microchess.errors import FenError, MicroChessError, MoveError, PositionError
from microchess.game.given import GivenPosition
from microchess.game.pgn import read_games
from microchess.program.chess_move import as_chess_move
from microchess.program.epd import read_epd
from microchess.program.levels import Level
from microchess.program.move_entry import play
from microchess.program.position import Position
from microchess.program.slots import misfits
from microchess.program.squares import CAPTURED
from microchess.program.table import SIZE, PieceTable

PLAYOUT_PLIES = 80
SELFPLAY_PLIES = 60
SELFPLAY_OPENING = 4
"""Random plies at the start of a self-play game, so that no two are the same."""


class SourceError(MicroChessError, ValueError):
    """A file of positions that cannot be used."""


@dataclass(frozen=True)
class Item:
    """A table before it is given a level and a number."""

    kind: str
    table: PieceTable
    fen: str | None = None
    game: int | None = None
    ply: int | None = None


def cases(items: Iterable[Item], levels: Sequence[Level]) -> list[CompareCase]:
    """Every item at every level, numbered; a table that comes twice is taken once."""
    seen: set[bytes] = set()
    found: list[CompareCase] = []
    for item in items:
        if item.table.data in seen:
            continue
        seen.add(item.table.data)
        for level in levels:
            asked = (item.kind, level.title, item.table.hex)
            found.append(CompareCase(len(found), *asked, item.fen, item.game, item.ply))
    return found


def from_fens(path: Path) -> Iterator[Item]:
    """The positions of a FEN or EPD file, one a line; a line that begins with ``#`` is a comment.

    Raises SourceError with the line's number. Positions the table cannot hold are refused too.
    """
    for number, line in enumerate(reading.read_text(path, reading.MOST_GAMES).splitlines(), 1):
        text = line.strip()
        if not text or text.startswith("#"):
            continue
        try:
            board = read_epd(text).board
            moves = map(str, board.move_stack)
            given = GivenPosition.of_text(" ".join((board.root().fen(), "moves", *moves)))
            yield Item("fen", given.position.table, given.board.fen())
        except (FenError, MoveError, PositionError) as error:
            raise SourceError(f"{path}, line {number}: {error}") from None


def from_pgn(path: Path, left_out: Callable[[str], None] = lambda _: None) -> Iterator[Item]:
    """Every position of every game that the table can hold; pieces keep their slots in a game.

    *left_out* is told where a game has to be left, and why: one with a move that cannot be made is
    left out whole. Raises SourceError for a file without good games.
    """
    count, faults = 0, list[str]()
    for entry in read_games(reading.read_text(path, reading.MOST_GAMES)):
        if entry.faults:
            faults.append(f"{path}, {entry.faults_in_words}{'' if entry.whole else '; left out'}")
        game = entry.game
        moves = list(game.mainline_moves())
        if entry.whole and (moves or "FEN" in game.headers):
            if why := (yield from _follow("pgn", game.board(), moves, count)):
                left_out(f"{path}, game {entry.number}: {why}")
            count += 1
    if not count:
        raise SourceError(faults[0] if faults else f"{path}: no game in it")
    for fault in faults:
        left_out(fault)


def from_tables(path: Path) -> Iterator[Item]:
    """Raw tables, one a line as 64 hex digits. Raises SourceError with the line's number."""
    for number, line in enumerate(reading.read_text(path, reading.MOST_GAMES).splitlines(), 1):
        text = line.split("#", 1)[0].strip()
        if text:
            try:
                yield Item("table", PieceTable.from_hex(text))
            except MicroChessError as error:
                raise SourceError(f"{path}, line {number}: {error}") from None


def playouts(count: int, seed: int) -> Iterator[Item]:
    """*count* positions from random games."""
    random_ = random.Random(seed)
    made = game = 0
    while made < count:
        board = chess.Board()
        moves: list[chess.Move] = []
        while len(moves) < PLAYOUT_PLIES and not board.is_game_over():
            moves.append(random_.choice(list(board.legal_moves)))
            board.push(moves[-1])
        positions = list(_follow("playout", chess.Board(), moves, game))
        chosen = random_.sample(positions, min(len(positions), 12, count - made))
        yield from sorted(chosen, key=lambda item: item.ply or 0)
        made += len(chosen)
        game += 1


def selfplay(games: int, seed: int) -> Iterator[Item]:
    """Every position of *games* games of the Python engine against itself, at super blitz."""
    random_, level = random.Random(seed), Level.SUPER_BLITZ
    for game in range(games):
        board = chess.Board()
        moves: list[chess.Move] = []
        position = Position.from_board(board, board.turn)
        while len(moves) < SELFPLAY_PLIES and not board.is_game_over():
            if board.turn != position.computer:
                position = position.reversed()
            move = random_.choice(list(board.legal_moves))
            if len(moves) >= SELFPLAY_OPENING:
                shown = think(position.table, level.check, level.turn).move
                if shown is None:
                    break
                white = position.computer_white
                found = as_chess_move(board, shown.source, shown.target, white)
                if found.move is None or not found.legal:
                    break
                move = found.move
            try:
                position = play(position, board, move)
            except MicroChessError:
                break
            moves.append(move)
            board.push(move)
        yield from _follow("selfplay", chess.Board(), moves, game)


def poked(count: int, seed: int, sound: bool) -> Iterator[Item]:
    """*count* tables nobody would set up; with *sound* no two pieces share a square and every other
    byte is $CC.
    """
    random_ = random.Random(seed)
    squares = [rank << 4 | file for rank in range(8) for file in range(8)]
    for _ in range(count):
        free = random_.sample(squares, SIZE)
        lost = random_.random()
        if sound:
            data = [CAPTURED if random_.random() < lost else free.pop() for _ in range(SIZE)]
        else:
            few = random_.sample(squares, random_.randrange(4, 64))
            data = [
                random_.choice((CAPTURED, random_.choice(few), random_.randrange(256)))
                for _ in range(SIZE)
            ]
        yield Item("poked", PieceTable(bytes(data)))


def _follow(
    kind: str, board: chess.Board, moves: list[chess.Move], game: int
) -> Generator[Item, None, str]:
    """The positions of a game, each seen from the side to move, as long as the table holds them;
    returns where and why it ends early, or nothing.
    """
    if reasons := misfits(board):
        return f"left out: {'; '.join(reasons)}"
    position = Position.from_board(board, board.turn)
    for ply in range(len(moves) + 1):
        if board.turn != position.computer:
            position = position.reversed()
        yield Item(kind, position.table, board.fen(), game, ply)
        if ply == len(moves):
            return ""
        try:
            position = play(position, board, moves[ply])
        except MicroChessError as error:
            return f"left out from {board.san(moves[ply])} at ply {ply + 1} on: {error}"
        board.push(moves[ply])
    return ""
