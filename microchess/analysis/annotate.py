"""A finished game with what MicroChess thinks of it: its own choice, values, candidates."""

from __future__ import annotations

from array import array
from collections.abc import Collection
from dataclasses import dataclass
from operator import attrgetter

import chess
import chess.pgn

from emu.errors import BudgetSpent
from microchess.analysis.own_marks import APART, BEST, REPLY, glyphs, remove_marks
from microchess.engine.value import KING_LOST, MATE
from microchess.errors import PositionError
from microchess.game.arbiter import legal_form
from microchess.game.centipawns import centipawns, gives_mate
from microchess.game.expected import expected_reply, expects
from microchess.game.promotion import fit, track_promotion
from microchess.machine.solver import Solver
from microchess.program.chess_move import squares_of
from microchess.program.levels import Level
from microchess.program.move_entry import play
from microchess.program.position import Position
from microchess.program.reply import TO_BEAT, Candidate
from microchess.program.request import Request
from microchess.program.squares import from_chess

_JUDGED = range(1, 7)
"""Glyphs that judge a move."""
_REMEMBERED = 16_384
"""Positions that are not asked about again."""
_VALUE = attrgetter("value")


@dataclass(frozen=True)
class Annotated:
    """How many moves were commented; for how many of them the solver's budget did not suffice."""

    moves: int = 0
    undecided: int = 0


@dataclass(frozen=True)
class Opinion:
    """What the program thinks of ``position``: ``choices`` in words, its candidates by value, best
    first, as ``moves`` (piece, and to-square in the low byte) and their ``values``.

    ``line`` is the best candidate that chess allows, and the reply expected to it; ``best`` its
    value. It is empty when the program resigns or chess allows none.
    """

    position: Position
    choices: str
    moves: array[int]
    values: bytes
    line: tuple[chess.Move, ...] = ()
    best: int = 0

    def place(self, played: chess.Move) -> tuple[int, int] | None:
        """Value and rank of a move, whatever a pawn becomes."""
        table, white = self.position.table, self.position.computer_white
        man = table.standing_on(from_chess(played.from_square, white))
        if man is None:
            return None
        move = man << 8 | from_chess(played.to_square, white)
        if move not in self.moves:
            return None
        rank = self.moves.index(move)
        return self.values[rank], rank + 1

    def of(self, san: str, place: tuple[int, int] | None) -> str:
        """``MicroChess: Nf3 $CD, d4 $CB; played Nc3: $C9, 4th of 30``; *san* has that *place*."""
        told = "not considered"
        if place:
            value, rank = place
            told = f"${value:02X}, {_ordinal(rank)} of {len(self.values)}"
        return f"{self.choices}; played {san}: {told}"


class Annotator:
    """Comments games with what *solver* would have played at *level*: at most *top* candidates a
    move and, with *marks*, evaluations, glyphs and variations. What is there stays, but for what
    an earlier annotation has put there.
    """

    def __init__(self, solver: Solver, level: Level, top: int, marks: bool = True) -> None:
        self.solver, self.level, self.top, self.marks = solver, level, top, marks
        self._known: dict[object, Opinion] = {}

    def annotate(self, game: chess.pgn.Game, sides: Collection[chess.Color]) -> Annotated:
        """Comment every move of *sides* in the main line.

        Every piece keeps its slot from the start of the game on. A position the table cannot hold
        is said to be one, and so is one that was not answered within the solver's budget.
        """
        board = game.board()
        remove_marks(game)
        try:
            seats = {color: fit(board, color) for color in sides}
        except PositionError as error:
            game.comment = _joined(game.comment, str(error))
            seats = {}
        commented = undecided = 0
        seen_as_they_are = not any(notes for _, notes in seats.values())
        for node in game.mainline():
            assert isinstance(node, chess.pgn.ChildNode)
            if board.turn in seats:
                position, notes = seats[board.turn]
                opinion = place = None
                try:
                    opinion = self.opinion(board, position)
                    place = opinion.place(node.move)
                    text = opinion.of(board.san(node.move), place)
                except BudgetSpent as spent:
                    text = f"MicroChess: no reply after {spent.cycles:,} cycles"
                    undecided += 1
                node.comment = _joined(node.comment, "; ".join((*notes, text)))
                if opinion and self.marks:
                    _mark(node, board, opinion, place)
                    _add_line(node, opinion)
                commented += 1
            seen_as_they_are &= not node.move.promotion
            for color in seats:
                if seen_as_they_are:
                    seats[color] = play(seats[color][0], board, node.move), ()
                    continue
                position, notes = track_promotion(seats[color][0], board, node.move)
                told = () if color == board.turn else seats[color][1]
                seats[color] = (position, (*told, *notes))
            board.push(node.move)
        return Annotated(commented, undecided)

    def opinion(self, board: chess.Board, position: Position) -> Opinion:
        """What the program thinks of *board*, for which it has *position*.

        Raises BudgetSpent.
        """
        key = position.table.data, position.computer_white, board._transposition_key()
        known = self._known.get(key)
        if known is None:
            known = self._ask(board, position)
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = known
        return known

    def _ask(self, board: chess.Board, position: Position) -> Opinion:
        reply = self.solver.solve(Request(position.table, self.level))
        ranked = sorted(reply.candidates, key=_VALUE, reverse=True)
        names: list[str] = []
        line: tuple[chess.Move, ...] = ()
        best = 0
        for rank, one in enumerate(ranked, 1):
            if rank > self.top and (line or one.value <= TO_BEAT):
                break
            move = squares_of(position.table[one.man], one.to, position.computer_white)
            legal = (
                move
                if move and board.is_legal(move)
                else legal_form(board, position, one.man, one.to)[0]
            )
            if rank <= self.top:
                digits = f"{position.table[one.man]:02X}-{one.to:02X} (illegal)"
                told = board.san(legal) if legal else digits
                names.append(f"{told} ${one.value:02X}")
            if legal and not line and one.value > TO_BEAT:
                line = (legal, *self._expected(board, position, one, legal))
                best = one.value
        choice = "MicroChess resigns" if reply.move is None else "MicroChess"
        choices = f"{choice}: {', '.join(names)}" if names else choice
        packed = array("H", [one.man << 8 | one.to for one in ranked])
        return Opinion(position, choices, packed, bytes(map(_VALUE, ranked)), line, best)

    def _expected(
        self, board: chess.Board, position: Position, candidate: Candidate, move: chess.Move
    ) -> list[chess.Move]:
        """The reply that is expected to a candidate, the legal *move*, if any."""
        if not (self.marks and expects(candidate)):
            return []
        board.push(move)
        reply = expected_reply(position, self.level, candidate, board)
        board.pop()
        return [reply] if reply else []


def _add_line(node: chess.pgn.ChildNode, opinion: Opinion) -> None:
    """What the program thinks of, beside the move played."""
    at: chess.pgn.GameNode = node.parent
    for move, comment in zip(opinion.line, (BEST, REPLY), strict=False):
        if at is node and not node.variations:
            return  # the game ends here
        there = next((one for one in at.variations if one.move == move), None)
        at = there or at.add_variation(move, comment=comment)


def _mark(
    node: chess.pgn.ChildNode,
    board: chess.Board,
    opinion: Opinion,
    place: tuple[int, int] | None,
) -> None:
    """Evaluation and glyph of the move played, *board* before it, by its *place*."""
    if place is None or (node.is_end() and gives_mate(board, node.move)):
        return
    value = place[0]
    if value not in (KING_LOST, MATE) and "[%eval" not in node.comment:
        pawns = centipawns(value) / (100 if board.turn else -100)
        node.comment += f" [%eval {pawns or 0.0:.2f}]"
    if not node.nags.intersection(_JUDGED):
        node.nags.update(glyphs(opinion.best, value))


def _ordinal(number: int) -> str:
    if number % 100 in (11, 12, 13):
        return f"{number}th"
    return str(number) + {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def _joined(old: str, new: str) -> str:
    """Both comments, *new* but once."""
    if new in old.split(APART):
        return old
    return f"{old}{APART}{new}" if old else new
