"""Finds puzzles in recorded games: by the exact engine and by search, then a UCI engine agrees."""

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial

import chess
import chess.engine
import chess.pgn

from microchess.engine.state import think
from microchess.errors import PositionError
from microchess.game.arbiter import legal_form
from microchess.program.levels import Level
from microchess.program.position import Position
from microchess.puzzles.puzzle import Puzzle

_COST, _MATE = 300, 10_000
"""Centipawns that a blunder costs at least, and those of a mate."""
PIECES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9}
WON = 5
"""How much better off, in pawns, whoever has taken the queen is after the reply."""
_NAME = re.compile(r"MicroChess (super-blitz|blitz|normal)\b")


def candidates(game: chess.pgn.Game, source: str) -> Iterator[Puzzle]:
    """The puzzles in a game of MicroChess's, by what the exact engine and a search say, numbered 0;
    players are known by names such as ``MicroChess blitz (rom)``. Mates in two begin with a check.
    """
    players = {
        color: Level.named(found[1])
        for color in chess.COLORS
        if (found := _NAME.match(game.headers.get(chess.COLOR_NAMES[color].capitalize(), "")))
    }
    board = game.board()
    for move in game.mainline_moves():
        level, before = players.get(board.turn), board.copy(stack=False)
        board.push(move)
        if level is not None and reply(before, level) == move:
            yield from _behind(before, move, level, source)


def in_position(board: chess.Board, position: Position, source: str) -> Iterator[Puzzle]:
    """The puzzles behind what MicroChess, to move on *board*, plays at each level."""
    for level in Level:
        if (move := reply(board, level, position)) is not None:
            yield from _behind(board, move, level, source)


def _behind(before: chess.Board, move: chess.Move, level: Level, source: str) -> Iterator[Puzzle]:
    """The puzzle behind a legal *move*, if it is a blunder."""
    board = before.copy(stack=False)
    board.push(move)
    mate, won = _won(board)
    if won and could_do_better(before, mate):
        yield Puzzle(0, before.fen(), move, level, won, mate, source)


def _won(board: chess.Board) -> tuple[int | None, tuple[chess.Move, ...]]:
    """In how many moves there is mate, None: the queen is lost; and the moves, if any."""
    for mate in (1, 2, None):
        checks = [one for one in [*board.legal_moves] if board.gives_check(one)]
        if mate == 2 and not any(mates(board, one, 2) for one in checks):
            continue
        if won := winning_moves(board, mate):
            return mate, won
    return None, ()


def confirmed(puzzle: Puzzle, analyse: Callable[[chess.Board], chess.engine.InfoDict]) -> bool:
    """Whether a UCI engine finds a solution best, the mate as near, and the blunder one; *analyse*
    tells what it thinks of a position, score included.
    """
    board, before = puzzle.board, chess.Board(puzzle.before)
    told = analyse(board)
    score = told["score"].pov(board.turn)
    nearest = score.mate() == puzzle.mate if puzzle.mate else score.mate() not in (1, 2)
    if not nearest or told.get("pv", [None])[0] not in puzzle.solutions:
        return False
    earlier = analyse(before)["score"].pov(board.turn)
    cost = score.score(mate_score=_MATE) - earlier.score(mate_score=_MATE)
    return (earlier.mate() or 0) <= 0 and cost >= _COST


def chosen(
    found: Iterable[Puzzle], number: int, agrees: Callable[[Puzzle], bool]
) -> Iterator[Puzzle]:
    """At most *number* of the puzzles *found* with which *agrees* does, numbered: in turn of each
    kind and level while there are some, one of a game, each position once.
    """
    piles: dict[tuple[int | None, Level], list[Puzzle]] = {}
    for one in found:
        piles.setdefault((one.mate, one.level), []).append(one)
    used, count = set[str](), 0
    turns = deque(iter(pile) for pile in piles.values())
    while turns and count < number:
        pile = turns.popleft()
        fresh = (one for one in pile if not used & {one.source, one.board.epd()})
        taken = next((one for one in fresh if agrees(one)), None)
        if taken is not None:
            turns.append(pile)
            used |= {taken.source, taken.board.epd()}
            count += 1
            yield replace(taken, number=count)


def reply(board: chess.Board, level: Level, position: Position | None = None) -> chess.Move | None:
    """What MicroChess plays on *board*, its book closed, the pieces in the slots of *position*,
    else the usual ones; None where it makes no legal move.
    """
    try:
        position = position or Position.from_board(board, board.turn)
    except PositionError:
        return None
    shown = think(position.table, level.check, level.turn).move
    return None if shown is None else legal_form(board, position, shown.man, shown.target)[0]


def winning_moves(board: chess.Board, mate: int | None) -> tuple[chess.Move, ...]:
    """All moves that mate in *mate* moves, this one included, whatever the defence; with None all
    that take the queen and leave the side `WON` pawns better off after any reply.
    """
    won = _takes_queen if mate is None else partial(mates, moves=mate)
    return tuple(sorted((m for m in [*board.legal_moves] if won(board, m)), key=str))


def could_do_better(before: chess.Board, mate: int | None) -> bool:
    """Whether the side to move has a move after which there are no `winning_moves`."""
    return any(not _then(before, move, mate) for move in [*before.legal_moves])


def _then(board: chess.Board, move: chess.Move, mate: int | None) -> bool:
    """Whether the other side wins like that after *move*."""
    won = _takes_queen if mate is None else partial(mates, moves=mate)
    board.push(move)
    found = any(won(board, answer) for answer in [*board.legal_moves])
    board.pop()
    return found


def mates(board: chess.Board, move: chess.Move, moves: int) -> bool:
    """Whether *move* mates in at most so many moves, this one included, whatever the defence."""
    if moves == 1 and not board.gives_check(move):
        return False
    board.push(move)
    defences = [*board.legal_moves]
    mated = board.is_checkmate() or (
        moves > 1
        and bool(defences)
        and all(_then(board, defence, moves - 1) for defence in defences)
    )
    board.pop()
    return mated


def _takes_queen(board: chess.Board, move: chess.Move) -> bool:
    if board.piece_type_at(move.to_square) != chess.QUEEN:
        return False
    board.push(move)
    taken = (board.piece_type_at(answer.to_square) for answer in board.legal_moves)
    lost = max((PIECES.get(kind or chess.KING, 0) for kind in taken), default=0)
    board.pop()
    return PIECES[chess.QUEEN] - lost >= WON
