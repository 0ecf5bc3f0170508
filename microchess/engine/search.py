"""How MicroChess thinks: every candidate, its replies and their exchanges, the continuation.

The squares are always those of the computer's frame; where the original turns the table round for
the opponent's moves (REVERSE), the opponent's directions are negated here.
"""

from collections.abc import Container, Iterator
from typing import TypeAlias

from microchess.engine import geometry
from microchess.engine.counters import (
    BCAP0,
    BCAP2,
    BEFORE,
    BMAXP,
    CANDIDATE,
    CC,
    CONTINUATION,
    MAXC,
    MAXP,
    MOB,
    REPLY,
    SIZE,
    WCAP0,
    WMAXP,
)
from microchess.engine.formula import IN_1976, Formula
from microchess.engine.value import strategy
from microchess.program.reply import Candidate
from microchess.program.squares import on_board

COMPUTER, OPPONENT = 0, 1
NOBODY = -1
Move: TypeAlias = tuple[int, int, int]
"""Piece 0-31, to-square and victim, or NOBODY."""
_MEN = (0x0000FFFF, 0xFFFF0000)
_PIECES = (0x000000FE, 0x00FE0000)
_PAWNS = (0x0000FF00, 0xFF000000)
_DEAD = (0xCC, 0xAB)
"""The byte of a piece captured by the computer and by the opponent, seen from the computer."""


class Search:
    """One turn of thinking on a table of 32 bytes.

    ``check`` and ``turn`` are the level bytes, ``points`` the 16 bytes at $A0.
    """

    def __init__(
        self,
        table: bytes,
        points: bytes,
        check: int,
        turn: int,
        directions: bytes = geometry.DIRECTIONS,
        formula: Formula = IN_1976,
    ) -> None:
        self.where = list(table)
        self.standing = [0] * 256
        for man, byte in enumerate(table):
            self.standing[byte] |= 1 << man
        self.points, self.formula = points, formula
        self._by_worth = sorted(range(1, 8), key=points.__getitem__, reverse=True)
        self._most = [0xFF, 0xFF]
        self.tested = {state for state in (0, 4, 8, 12) if state - check & 0x80}
        self.last_state = (turn if turn >= 0xFB else 0xFB) - 0x100
        self.counters = bytearray(SIZE)
        self._sides = [geometry.side(directions, bool(side)) for side in (0, 1)]

    def think(self, among: Container[tuple[int, int]] | None = None) -> Iterator[Candidate]:
        """The candidates in the program's order, each judged (GO); of them, those *among* these
        pieces and to-squares. What one is worth does not hang on the others.
        """
        self.counters[BCAP2:] = bytes(SIZE - BCAP2)
        self._count(BEFORE, self.moves(COMPUTER, BEFORE))
        for man, to, victim in self.moves(COMPUTER, CANDIDATE):
            if among is None or (man, to) in among:
                yield self._candidate(man, to, victim)

    def _candidate(self, man: int, to: int, victim: int) -> Candidate:
        counters = self.counters
        counters[WCAP0] = self.points[victim & 15] if victim != NOBODY else 0
        counters[BCAP2 : WMAXP + 1] = bytes(WMAXP + 1 - BCAP2)
        source = self.where[man]
        undo = self._make(COMPUTER, man, to, victim)
        self._most = [self._most_worth(side) for side in (COMPUTER, OPPONENT)]
        replies = self.moves(OPPONENT, REPLY)
        self._count(REPLY, replies)
        for reply in replies:
            if reply[2] != NOBODY:
                self._exchange(OPPONENT, REPLY, *reply)
        self._count(CONTINUATION, self.moves(COMPUTER, CONTINUATION))
        self._unmake(undo)
        value = strategy(counters, man, source, to, self.points[0], self.formula)
        return Candidate(man, to, value, bytes(counters))

    def expected(self, candidate: Candidate) -> tuple[int, int] | None:
        """From- and to-square of the capture behind a judged candidate's BMAXP: the opponent's last
        of that piece, as of equals the last is noted; None when it cannot take it.
        """
        to, victim = candidate.to, candidate.counters[BMAXP]
        taken = (self.standing[to] & _MEN[OPPONENT]).bit_length() - 1
        undo = self._make(COMPUTER, candidate.man, to, taken)
        at, tested = self.where[victim], REPLY in self.tested
        seen = (self.standing[at] & _MEN[COMPUTER]).bit_length() - 1 == victim
        capture = None
        for man in self._takers(OPPONENT, at) if seen else ():
            if not (tested and self._exposes(OPPONENT, man, at, victim)):
                capture = self.where[man], at
                break
        self._unmake(undo)
        return capture

    def _count(self, state: int, moves: list[Move]) -> None:
        """Mobility, the queen's twice, and captures (COUNTS)."""
        counters, mobility = self.counters, len(moves)
        for man, _, victim in moves:
            if man & 15 == 1:
                mobility += 1
            if victim != NOBODY:
                points = self.points[victim & 15]
                if points >= counters[MAXC + state]:
                    counters[MAXC + state] = points
                    counters[MAXP + state] = victim & 15
                counters[CC + state] = counters[CC + state] + points & 0xFF
        counters[MOB + state] = counters[MOB + state] + mobility & 0xFF

    def _exchange(self, side: int, state: int, man: int, to: int, victim: int) -> None:
        """Follow captures of pieces, the most of each depth noted (TREE).

        Pawns and kings do not count. Where several pieces share the square, the piece with the
        highest number is counted, whoever is taken. What can raise nothing that is noted is not
        followed.
        """
        pieces = self.standing[to] & _PIECES[1 - side]
        if not pieces:
            return
        piece = pieces.bit_length() - 1 & 15
        depth = BCAP0 + state
        if self.points[piece] >= self.counters[depth]:
            self.counters[depth] = self.points[piece]
        state, other = state - 1, 1 - side
        if not self._can_raise(other, state):
            return
        undo = self._make(side, man, to, victim)
        if state - 1 == self.last_state:
            self._note_last(other, BCAP0 + state)
        else:
            for deeper in self._captures(other):
                self._exchange(other, state, *deeper)
        self._unmake(undo)

    def _most_worth(self, side: int) -> int:
        """What the best piece of a side is worth that is not captured yet."""
        where, own = self.where, 16 * side
        living = (one for one in self._by_worth if where[own + one] not in _DEAD)
        return max((self.points[one] for one in living), default=0)

    def _can_raise(self, side: int, state: int) -> bool:
        """Whether a capture of a side, or one after it, may be worth more than what is noted."""
        counters, most = self.counters, self._most
        for depth in range(BCAP0 + state, BCAP0 + self.last_state, -1):
            side = 1 - side
            if counters[depth] < most[side]:
                return True
        return False

    def _note_last(self, side: int, depth: int) -> None:
        """Note the best capture of a side, after which no other is looked at."""
        counters, own, pieces = self.counters, 16 * (1 - side), _PIECES[1 - side]
        for piece in self._by_worth:
            worth = self.points[piece]
            if worth <= counters[depth]:
                return
            square = self.where[own + piece]
            seen = (self.standing[square] & pieces).bit_length() - 1 == own + piece
            if seen and self._attacked(square, side):
                counters[depth] = worth
                return

    def moves(self, side: int, state: int) -> list[Move]:
        """Every move of a side, in the program's order (GNM)."""
        found: list[Move] = []
        where, standing, enemies = self.where, self.standing, _MEN[1 - side]
        lines, own = self._sides[side].lines, 16 * side
        careful = self._may_expose(side) if state in self.tested else 0
        for index in range(15, -1, -1):
            if state == CONTINUATION and index and index == self.counters[BMAXP]:
                continue
            man = own + index
            byte = where[man]
            test = careful >> man & 1
            if index >= 8:
                found += self._pawn_moves(side, man, test)
                continue
            for line in lines[index][byte]:
                for to in line:
                    there = standing[to]
                    if not there:
                        if not (test and self._exposes(side, man, to, NOBODY)):
                            found.append((man, to, NOBODY))
                        continue
                    if there & enemies:
                        victim = (there & enemies).bit_length() - 1
                        if not (test and self._exposes(side, man, to, victim)):
                            found.append((man, to, victim))
                    break
        return found

    def _pawn_moves(self, side: int, man: int, test: int) -> list[Move]:
        found: list[Move] = []
        standing, enemies, geometry_ = self.standing, _MEN[1 - side], self._sides[side]
        byte = self.where[man]
        for to in geometry_.captures[byte]:
            if there := standing[to] & enemies:
                victim = there.bit_length() - 1
                if not (test and self._exposes(side, man, to, victim)):
                    found.append((man, to, victim))
        for to in geometry_.ahead[byte]:
            if standing[to] or (test and self._exposes(side, man, to, NOBODY)):
                break
            found.append((man, to, NOBODY))
        return found

    def _takers(self, side: int, at: int) -> Iterator[int]:
        """A side's pieces whose captures among `moves` are on *at*, the last of them first."""
        where, standing, geometry_ = self.where, self.standing, self._sides[side]
        own = 16 * side
        for man in range(own, own + 8):
            for between in geometry_.between[man - own][where[man]].get(at, ()):
                if not any(standing[to] for to in between):
                    yield man
        for man in range(own + 8, own + 16):
            if at in geometry_.captures[where[man]]:
                yield man

    def _captures(self, side: int) -> Iterator[Move]:
        """Only the captures of pieces among a side's moves, as in an exchange, where check is not
        tested.
        """
        where, standing, enemies = self.where, self.standing, _MEN[1 - side]
        pieces = _PIECES[1 - side]
        geometry_, own = self._sides[side], 16 * side
        lines, pawn = geometry_.lines, geometry_.captures
        for index in range(15, 7, -1):
            for to in pawn[where[own + index]]:
                if standing[to] & pieces:
                    yield own + index, to, (standing[to] & enemies).bit_length() - 1
        for index in range(7, -1, -1):
            for line in lines[index][where[own + index]]:
                for to in line:
                    if there := standing[to]:
                        if there & pieces:
                            yield own + index, to, (there & enemies).bit_length() - 1
                        break

    def _make(self, side: int, man: int, to: int, victim: int) -> tuple[int, int, int, int]:
        """Make a move (MOVE); the token takes it back."""
        where, standing = self.where, self.standing
        source = where[man]
        standing[source] ^= 1 << man
        if victim != NOBODY:
            standing[to] ^= 1 << victim
            where[victim] = dead = _DEAD[side]
            standing[dead] ^= 1 << victim
        where[man] = to
        standing[to] ^= 1 << man
        return man, source, to, victim

    def _unmake(self, token: tuple[int, int, int, int]) -> None:
        """Take a move back (UMOVE)."""
        man, source, to, victim = token
        where, standing = self.where, self.standing
        standing[to] ^= 1 << man
        where[man] = source
        if victim != NOBODY:
            standing[where[victim]] ^= 1 << victim
            where[victim] = to
            standing[to] ^= 1 << victim
        standing[source] ^= 1 << man

    def _exposes(self, side: int, man: int, to: int, victim: int) -> bool:
        """Whether a move leaves its own king to be taken (CHKCHK)."""
        undo = self._make(side, man, to, victim)
        exposed = self._attacked(self.where[16 * side], 1 - side)
        self._unmake(undo)
        return exposed

    def _attacked(self, byte: int, by: int) -> bool:
        """Whether a piece of side *by* can take on *byte*."""
        if not on_board(byte):
            return False
        standing, side, pawns = self.standing, self._sides[by], _PAWNS[by]
        for square in side.takers[byte]:
            if standing[square] & pawns:
                return True
        for reached, at in zip(side.between, self.where[16 * by : 16 * by + 8], strict=True):
            for between in reached[at].get(byte, ()):
                for square in between:
                    if standing[square]:
                        break
                else:
                    return True
        return False

    def _may_expose(self, side: int) -> int:
        """The pieces whose moves can leave the king attacked: itself, all when it is attacked now,
        else those that alone stand between it and a piece that moves along lines.
        """
        own, by = 16 * side, 1 - side
        byte, careful = self.where[own], 1 << own
        if not on_board(byte):
            return careful
        if self._attacked(byte, by):
            return _MEN[side]
        standing, sliders = self.standing, self.where[16 * by + 1 : 16 * by + 6]
        for reached, at in zip(self._sides[by].between[1:6], sliders, strict=True):
            for between in reached[at].get(byte, ()):
                blockers = [standing[square] for square in between if standing[square]]
                if len(blockers) == 1:
                    careful |= blockers[0] & _MEN[side]
        return careful
