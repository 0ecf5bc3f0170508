"""Why not that move: the smallest changes with which the program chooses it, found by search.

A change is one weight of the formula, one piece fewer or elsewhere, or the level. A piece's place
is one byte of the table: it keeps its slot, whatever a FEN of the changed position would give it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields, replace
from enum import Enum
from fractions import Fraction

import chess

from microchess.analysis.explain import Explanation, Judgement
from microchess.engine.formula import IN_1976, Formula, FormulaError
from microchess.engine.search import Search
from microchess.engine.state import RESIGN_BELOW
from microchess.engine.value import revalue
from microchess.errors import MicroChessError
from microchess.machine.player import Player, janus
from microchess.machine.solver import MachineSolver
from microchess.machine.weights import formula_pokes
from microchess.program.chess_move import squares_of
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.program.position import Position
from microchess.program.reply import TO_BEAT, Candidate
from microchess.program.request import Request
from microchess.program.squares import CAPTURED, on_board, to_chess
from microchess.program.table import HALF, KING, POINTS_TABLE, PieceTable, man_in_words

FURTHEST = 10
"""How far a weight is changed at most, in quarters; base and bonus in whole numbers."""
_FAULTS = chess.STATUS_OPPOSITE_CHECK | chess.STATUS_PAWNS_ON_BACKRANK
_KINGS = (KING, HALF + KING)


class Varied(Enum):
    """What is changed; the size of a change is that of the weight, the points of the piece, its way
    in king's steps; all levels are as near.
    """

    WEIGHT = "one weight of the formula"
    FEWER = "one piece fewer"
    ELSEWHERE = "one piece elsewhere"
    LEVEL = "one level"


@dataclass(frozen=True)
class SmallChange:
    """A question put otherwise; ``before`` and ``after`` are the line that differs."""

    kind: Varied
    size: Fraction
    before: str
    after: str
    table: PieceTable
    level: Level
    formula: Formula


@dataclass(frozen=True)
class ChangeSearch:
    """One kind of change: how many were ``tried``, by size, ``covers`` what they were; ``change``
    is the first that did it, None: none of them does.
    """

    kind: Varied
    covers: str
    tried: int
    change: SmallChange | None


@dataclass(frozen=True)
class WhyNot:
    """What would have it choose the move asked about, by kind of change."""

    asked: Judgement
    searches: tuple[ChangeSearch, ...]

    @property
    def changes(self) -> tuple[SmallChange, ...]:
        return tuple(one.change for one in self.searches if one.change)


def why_not(explained: Explanation, formula: Formula = IN_1976) -> WhyNot:
    """The smallest change of each kind with which the player of *formula* chooses the move that
    *explained* was asked about. In a changed position, which is sound where this one is, the pieces
    of the move stand as here, and it is legal if it is here.

    Raises MicroChessError where no move was asked about or it is the one chosen, FormulaError where
    no 8-bit sums have the weights.
    """
    asked = explained.asked
    if asked is None or asked is explained.chosen:
        raise MicroChessError("it chooses that move; expected another")
    if formula.stages is None:
        raise FormulaError("weights that are no whole quarters have no neighbours to search")
    here = _Question(explained, asked, formula)
    levels = " and ".join(one.title for one in Level if one is not explained.level)
    of_weights = f"each of the 17, by up to {FURTHEST}, in quarters"
    elsewhere = "each piece but those of the move, on each empty square"
    searches = (
        here.first(Varied.WEIGHT, of_weights, here.weights()),
        here.first(Varied.FEWER, "each piece but the kings and those of the move", here.fewer()),
        here.first(Varied.ELSEWHERE, elsewhere, here.elsewhere()),
        here.first(Varied.LEVEL, levels, here.levels()),
    )
    return WhyNot(asked, searches)


class _Question:
    def __init__(self, explained: Explanation, asked: Judgement, formula: Formula) -> None:
        self._position, self._level, self._formula = explained.position, explained.level, formula
        self._asked, self._rival = asked.candidate, explained.judgements[0].candidate
        self._table = self._position.table
        self._candidates = list(self._search(self._table, self._level).think())
        white = self._position.computer_white
        board = self._position.board()
        self._move = squares_of(self._table[self._asked.man], self._asked.to, white)
        self._legal = self._move is not None and board.is_legal(self._move)
        self._faults = board.status() & _FAULTS
        self._fixed = {self._asked.man, self._table.standing_on(self._asked.to)}

    def first(self, kind: Varied, covers: str, changes: Iterable[SmallChange]) -> ChangeSearch:
        tried = 0
        for change in changes:
            tried += 1
            chosen = self._is_best if kind is Varied.WEIGHT else self._is_chosen
            if chosen(change):
                return ChangeSearch(kind, covers, tried, change)
        return ChangeSearch(kind, covers, tried, None)

    def _change(
        self,
        kind: Varied,
        size: Fraction | int,
        before: str,
        after: str,
        table: PieceTable | None = None,
        level: Level | None = None,
        formula: Formula | None = None,
    ) -> SmallChange:
        table, level = table or self._table, level or self._level
        formula = formula or self._formula
        return SmallChange(kind, Fraction(size), before, after, table, level, formula)

    def weights(self) -> Iterator[SmallChange]:
        for quarters in range(1, 4 * FURTHEST + 1):
            size = Fraction(quarters, 4)
            for one in fields(Formula):
                if one.name in ("base", "bonus") and quarters % 4:
                    continue
                weight = getattr(self._formula, one.name)
                for new in (weight + size, weight - size):
                    try:
                        formula = replace(self._formula, **{one.name: new})
                    except FormulaError:
                        continue
                    if formula.stages is None:
                        continue
                    before, after = (f"{one.name} = {float(it):g}" for it in (weight, new))
                    yield self._change(Varied.WEIGHT, size, before, after, formula=formula)

    def fewer(self) -> Iterator[SmallChange]:
        men = [man for man in self._table.living if man not in {*self._fixed, *_KINGS}]
        for man in sorted(men, key=lambda man: POINTS_TABLE[man % HALF]):
            size = POINTS_TABLE[man % HALF]
            yield from self._poked(Varied.FEWER, size, man, CAPTURED)

    def elsewhere(self) -> Iterator[SmallChange]:
        taken = {*self._table.living.values(), self._asked.to}
        empty = [byte for byte in range(0x80) if on_board(byte) and byte not in taken]
        ways = [
            (_steps(byte, to), man, to)
            for man, byte in self._table.living.items()
            if man not in self._fixed
            for to in empty
        ]
        for size, man, to in sorted(ways):
            yield from self._poked(Varied.ELSEWHERE, size, man, to)

    def levels(self) -> Iterator[SmallChange]:
        for level in Level:
            if level is not self._level:
                yield self._change(Varied.LEVEL, 1, self._level.title, level.title, level=level)

    def _poked(self, kind: Varied, size: int, man: int, byte: int) -> Iterator[SmallChange]:
        """The table with a piece on *byte*, unless it is no position for the move."""
        table = self._table.with_man(man, byte)
        board = Position(table, self._position.computer_white).board()
        if board.status() & _FAULTS & ~self._faults:
            return
        if self._legal and self._move and not board.is_legal(self._move):
            return
        before, after = (self._byte(man, one[man]) for one in (self._table, table))
        yield self._change(kind, size, before, after, table)

    def _byte(self, man: int, byte: int) -> str:
        white = self._position.computer_white
        where = chess.square_name(to_chess(byte, white)) if on_board(byte) else "captured"
        return f"${TABLE + man:02X} = ${byte:02X}  {man_in_words(man)}: {where}"

    def _is_best(self, change: SmallChange) -> bool:
        """With other weights: the counters stay as they are."""

        def value(one: Candidate) -> int:
            return revalue(self._table.data, POINTS_TABLE, one, change.formula)

        if value(self._asked) < value(self._rival):
            return False
        return self._is_first((one, value(one)) for one in self._candidates)

    def _is_chosen(self, change: SmallChange) -> bool:
        """In another position or at another level: as a rule what is chosen here still beats it."""
        search = self._search(change.table, change.level)
        both = {(one.man, one.to) for one in (self._asked, self._rival)}
        return all(
            self._is_first((one, one.value) for one in search.think(among))
            for among in (both, None)
        )

    def _search(self, table: PieceTable, level: Level) -> Search:
        formula = self._formula
        return Search(table.data, POINTS_TABLE, level.check, level.turn, formula=formula)

    def _is_first(self, judged: Iterable[tuple[Candidate, int]]) -> bool:
        """Whether the move is the first with the most of these values, and is played."""
        found, best = False, TO_BEAT
        for one, value in judged:
            if value <= best:
                continue
            if found:
                return False
            best, found = value, (one.man, one.to) == (self._asked.man, self._asked.to)
        return found and best >= RESIGN_BELOW


def prove_changes(found: WhyNot, player: Player, monitor: bytes | None = None) -> None:
    """Poke each change into an emulated machine in which *player* runs - other weights into one
    with Janus - and have it reply.

    Raises MicroChessError when the reply is another move, FormulaError when weights take more room
    than there is.
    """
    asked, solvers = found.asked.candidate, dict[str, MachineSolver]()
    for change in found.changes:
        runs = player if change.formula == IN_1976 else janus()
        solver = solvers.get(runs.key) or solvers.setdefault(runs.key, MachineSolver(runs, monitor))
        solver.prepare(Request(change.table, change.level))
        if change.formula != IN_1976:
            for address, code in formula_pokes(change.formula).items():
                solver.bridge.machine.load_bytes(address, code)
        move = solver.bridge.reply().move
        if move is None or (move.man, move.target) != (asked.man, asked.to):
            raise MicroChessError(
                f"{change.after}: {runs.title} replies {move}, not {found.asked.san}"
            )


def _steps(one: int, other: int) -> int:
    """A king's way between two squares."""
    return max(abs((one >> 4) - (other >> 4)), abs((one & 7) - (other & 7)))
