"""Choices to learn from: the moves of games, each among MicroChess's candidates there."""

from collections.abc import Iterator
from dataclasses import dataclass

import chess
import chess.pgn

from microchess.engine.counters import BMAXC, BMOB, WMAXP
from microchess.engine.formula import Formula
from microchess.engine.state import RESIGN_BELOW
from microchess.engine.value import has_bonus
from microchess.errors import PositionError
from microchess.game.pgn import read_game
from microchess.game.pgn_split import GameText
from microchess.game.promotion import fit, track_promotion
from microchess.machine.solver import PythonSolver
from microchess.program.chess_move import squares_of
from microchess.program.levels import Level
from microchess.program.position import Position
from microchess.program.reply import Reply
from microchess.program.request import Request
from microchess.program.table import POINTS_TABLE


@dataclass(frozen=True)
class MoveChoice:
    """The candidates whose value the weights decide, in the program's order: their counters and
    whether each has the bonus; ``played`` is the index of the one that was played.
    """

    counters: tuple[bytes, ...]
    bonuses: tuple[bool, ...]
    played: int

    def agrees(self, formula: Formula) -> bool:
        """Whether these weights choose what was played."""
        values = [formula.apply(*one) for one in zip(self.counters, self.bonuses, strict=True)]
        best = max(values)
        return best >= RESIGN_BELOW and values.index(best) == self.played


@dataclass(frozen=True)
class GameChoices:
    """Game *number* of a file: its choices, how many moves it has of those asked for, and what of
    it cannot be read.
    """

    number: int
    choices: tuple[MoveChoice, ...] = ()
    moves: int = 0
    faults: str = ""


@dataclass(frozen=True)
class ChoiceReader:
    """Reads the choices at *level* of the players with *whose* in their names."""

    level: Level
    whose: str = ""

    def __call__(self, text: GameText) -> GameChoices:
        """Those of a game; none of a game that is not whole."""
        entry = read_game(text)
        told = entry.faults_in_words if entry.faults else ""
        if not entry.whole:
            return GameChoices(text.number, faults=f"{told}; left out")
        try:
            found = list(self._choices(entry.game))
        except PositionError as error:
            return GameChoices(text.number, faults=f"game {text.number}: {error}; left out")
        choices = tuple(one for one in found if one is not None)
        return GameChoices(text.number, choices, len(found), told)

    def _choices(self, game: chess.pgn.Game) -> Iterator[MoveChoice | None]:
        """One for each move asked for, None where weights decide nothing."""
        board, solver = game.board(), PythonSolver()
        names = {
            chess.WHITE: game.headers.get("White", ""),
            chess.BLACK: game.headers.get("Black", ""),
        }
        seats = {
            color: fit(board, color)[0]
            for color, name in names.items()
            if self.whose.lower() in name.lower()
        }
        for move in game.mainline_moves():
            if board.turn in seats:
                position = seats[board.turn]
                reply = solver.solve(Request(position.table, self.level))
                yield _choice(position, reply, move)
            for color, position in seats.items():
                seats[color], _ = track_promotion(position, board, move)
            board.push(move)


def _choice(position: Position, reply: Reply, move: chess.Move) -> MoveChoice | None:
    """None when the move is no candidate, the only one, or a candidate has a value of its own: a
    mate, or the king left to be taken.
    """
    counters: list[bytes] = []
    bonuses: list[bool] = []
    played = None
    for one in reply.candidates:
        if one.counters[BMAXC] == POINTS_TABLE[0]:
            continue
        if one.counters[BMOB] == one.counters[WMAXP] == 0:
            return None
        source = position.table[one.man]
        way = squares_of(source, one.to, position.computer_white)
        if way and (way.from_square, way.to_square) == (move.from_square, move.to_square):
            played = len(counters)
        counters.append(one.counters)
        bonuses.append(has_bonus(one.man, source, one.to))
    if played is None or len(counters) < 2:
        return None
    return MoveChoice(tuple(counters), tuple(bonuses), played)
