"""The visits of a search as they happen, in the machine or in the engine; and where two part."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import rom
from microchess.analysis.compare.cases import CompareCase
from microchess.engine.counters import CANDIDATE
from microchess.engine.literal import BMOB, LiteralState
from microchess.engine.search import Move, Search
from microchess.engine.state import think
from microchess.machine.solver import MachineSolver, PlayerSpec
from microchess.program import memory_map
from microchess.program.memory_map import PIECE, TABLE
from microchess.program.reply import Candidate
from microchess.program.request import Request
from microchess.program.squares import reverse
from microchess.program.table import HALF, POINTS_TABLE

_SIDE, _FROM = 0x20, 0x23
"""Cells of Janus: 16 for the opponent's pieces, and the from-square."""
_MOBILITY = {0xE3 + state: state for state in (0, 4, 8, 12)}


@dataclass(frozen=True)
class Visit:
    """A move that was counted (JANUS): STATE (12, 4, 0 or 8), the piece 0-31, and from- and
    to-square in the computer's frame.
    """

    state: int
    man: int
    source: int
    target: int


@dataclass(frozen=True)
class Parting:
    """The first visit at which two searches part: its number, from 0, and what each visits there
    (None: nothing more).
    """

    index: int
    visits: tuple[Visit | None, Visit | None]


def first_parting(one: PlayerSpec, other: PlayerSpec, case: CompareCase) -> Parting | None:
    """Where two players' searches part, counting states only; None when nowhere.

    Exchanges are left out: Janus cuts them off where they cannot matter.
    """
    left, right = visits(one, case.request), visits(other, case.request)
    index = 0
    while True:
        a, b = next(left, None), next(right, None)
        if a != b:
            return Parting(index, (a, b))
        if a is None:
            return None
        index += 1


def visits(spec: PlayerSpec, request: Request) -> Iterator[Visit]:
    """The visits in states 12, 4, 0 and 8, in order."""
    if spec.name == "python":
        level = request.level
        search = _VisitedSearch(request.table.data, POINTS_TABLE, level.check, level.turn)
        for _ in search.think():
            pass
        return iter(search.visits)
    if spec.name == "literal":
        literal = _VisitedLiteral()
        think(request.table, request.level.check, request.level.turn, literal)
        return iter(literal.visits)
    solver = spec.solver()
    assert isinstance(solver, MachineSolver)
    solver.prepare(request)
    solver.bridge.give_key(memory_map.KEY_PC)
    return _janus_visits(solver) if spec.name == "rom" else _original_visits(solver)


class _VisitedSearch(Search):
    """Notes every move that is counted: those of exchanges it goes through by themselves."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.visits: list[Visit] = []

    def moves(self, side: int, state: int) -> list[Move]:
        found = super().moves(side, state)
        if state != CANDIDATE:
            self.visits += (Visit(state, man, self.where[man], to) for man, to, _ in found)
        return found

    def _candidate(self, man: int, to: int, victim: int) -> Candidate:
        self.visits.append(Visit(CANDIDATE, man, self.where[man], to))
        return super()._candidate(man, to, victim)


class _VisitedLiteral(LiteralState):
    """Notes every move that is counted."""

    def __init__(self) -> None:
        super().__init__()
        self.visits: list[Visit] = []

    def count(self, capture: bool) -> None:
        """Count, and note it: in the continuation not all are."""
        zero = self.zero_page
        state, man, to = (zero[cell] for cell in (memory_map.STATE, PIECE, memory_map.SQUARE))
        counted = zero[BMOB + state]
        super().count(capture)
        if zero[BMOB + state] != counted:
            self.visits.append(_in_the_computers_frame(state, man, zero[TABLE + man], to))


def _janus_visits(solver: MachineSolver) -> Iterator[Visit]:
    """Janus passes a label at each visit."""
    labels = rom.labels("janus")
    quick = {labels[f"visit_{name}"] for name in ("line", "step", "pawn")}
    slow = {labels[f"visit_{name}"] for name in ("quiet", "capture")}
    machine = solver.bridge.machine
    stops = frozenset({*quick, *slow, memory_map.GETKEY})
    while (pc := machine.run_until(stops)) != memory_map.GETKEY:
        state = machine.peek(memory_map.STATE)
        if state & 0x80:
            continue
        target = machine.registers.y if pc in quick else machine.peek(memory_map.SQUARE)
        man = machine.peek(PIECE) | machine.peek(_SIDE)
        yield Visit(state, man, machine.peek(_FROM), target)


def _original_visits(solver: MachineSolver) -> Iterator[Visit]:
    """The original counts each visit in a documented cell; the queen's twice."""
    machine = solver.bridge.machine
    before = {cell: machine.peek(cell) for cell in _MOBILITY}
    twice = False
    while machine.registers.pc != memory_map.GETKEY:
        machine.step()
        for cell, old in before.items():
            now = machine.peek(cell)
            if now == old:
                continue
            before[cell] = now
            if now != old + 1 & 0xFF:
                continue
            man = machine.peek(PIECE)
            twice = man == 1 and not twice
            if twice or man != 1:
                source, target = machine.peek(TABLE + man), machine.peek(memory_map.SQUARE)
                yield _in_the_computers_frame(_MOBILITY[cell], man, source, target)


def _in_the_computers_frame(state: int, man: int, source: int, target: int) -> Visit:
    """A visit as the cells have it, where the table is turned round for the opponent's moves."""
    if state == 0:
        return Visit(state, man + HALF, reverse(source), reverse(target))
    return Visit(state, man, source, target)
