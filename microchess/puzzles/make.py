"""Finds puzzles in recorded games: by the exact engine and by search, then a UCI engine agrees."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import chess
import chess.engine
import chess.pgn

from microchess.program.levels import Level
from microchess.puzzles.puzzle import Puzzle
from microchess.puzzles.truth import could_do_better, mates, reply, winning_moves

_COST, _MATE = 300, 10_000
"""Centipawns that a blunder costs at least, and those of a mate."""
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
        if level is None or reply(before, level) != move:
            continue
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


def confirmed(puzzle: Puzzle, engine: chess.engine.SimpleEngine, limit: chess.engine.Limit) -> bool:
    """Whether a UCI engine finds a solution best, the mate as near, and the blunder one."""
    board, before = puzzle.board, chess.Board(puzzle.before)
    told = engine.analyse(board, limit, game=object())
    score = told["score"].pov(board.turn)
    nearest = score.mate() == puzzle.mate if puzzle.mate else score.mate() not in (1, 2)
    if not nearest or told.get("pv", [None])[0] not in puzzle.solutions:
        return False
    earlier = engine.analyse(before, limit, game=object())["score"].pov(board.turn)
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
