"""The lines that a search found, and the proof of each: played on the keypad of a machine."""

from collections.abc import Iterator
from functools import cache

import chess

from microchess.errors import MicroChessError
from microchess.game.game import Game
from microchess.game.outcome import Ending
from microchess.machine.choose import choose
from microchess.machine.solver import IN_PYTHON
from microchess.program.memory_map import BOOK_CLOSED
from microchess.program.position import read_fen
from microchess.solve.search import Solved
from microchess.solve.states import BY_USER, End, Quest
from microchess.solve.store import ROOT, SolveTable

Line = tuple[chess.Move, ...]
"""The moves of both sides from the start, without what ends the game if the program does."""


def number_of_lines(store: SolveTable, solved: Solved) -> int:
    """How many different games end as sought in the least number of moves."""

    @cache
    def ways(node: int) -> int:
        return 1 if node == ROOT else sum(ways(parent) for parent, _ in store.parents(node))

    return sum(ways(node) for node, _ in _last(store, solved))


def lines(store: SolveTable, solved: Solved) -> Iterator[Line]:
    for node, move in _last(store, solved):
        ending = _moves(store, node, move)
        for line in _to(store, node):
            yield (*line, *ending)


def _last(store: SolveTable, solved: Solved) -> list[tuple[int, str]]:
    if solved.moves is None:
        return []
    return store.ends(solved.end, solved.moves - (solved.end in BY_USER))


def _to(store: SolveTable, node: int) -> Iterator[Line]:
    """The games that lead to the position of *node*."""
    if node == ROOT:
        yield ()
        return
    for parent, move in store.parents(node):
        here = _moves(store, parent, move)
        for line in _to(store, parent):
            yield (*line, *here)


def _moves(store: SolveTable, node: int, move: str) -> Line:
    """The reply at *node*, and the user's *move* behind it."""
    reply = store.reply(node)
    made = "" if reply in {end.value for end in End} else reply
    return tuple(chess.Move.from_uci(one) for one in (made, move) if one)


def san(task: Quest, line: Line) -> str:
    """A line in SAN, with move numbers."""
    return read_fen(task.fen).variation_san(line)


def prove(task: Quest, line: Line, end: End) -> None:
    """Play *line* on the keypad of the emulated machine, Janus's if the task's player is in Python.

    Raises MicroChessError where the machine goes on or ends otherwise.
    """
    spec = task.spec if task.spec.name not in IN_PYTHON else choose("rom")
    player, board = spec.player(), read_fen(task.fen)
    assert player is not None
    start = None if board == chess.Board() else board
    game = Game(
        player, task.computer, task.level, task.opening, start, spec.monitor, table=task.table
    )
    if task.opening is None:
        game.bridge.omove = BOOK_CLOSED
    for number, move in enumerate(line):
        if not game.computers_turn:
            game.play(move)
        elif (played := game.answer().move) != move:
            raise MicroChessError(
                f"{san(task, line)}: on the machine {played} is played, not {move} "
                f"(half-move {number + 1})"
            )
    if end not in BY_USER:
        game.answer()
    if not _ended(game, end):
        why = game.verdict() or "it goes on"
        raise MicroChessError(f"{san(task, line)}: on the machine {why}; expected {end.value}")


def _ended(game: Game, end: End) -> bool:
    match end:
        case End.MATE:
            return game.board.is_checkmate()
        case End.STALEMATE:
            return game.board.is_stalemate()
        case End.RESIGNS:
            return game.record.ending is Ending.RESIGNED
        case _:
            return game.record.ending is Ending.ILLEGAL
