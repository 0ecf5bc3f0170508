"""The visits of a search as they happen, in the machine or in the engine; and where two part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import rom
from microchess.analysis.compare.cases import CompareCase
from microchess.engine.literal import BMOB, LiteralState
from microchess.engine.observer import ObservedSearch, Visit
from microchess.engine.state import think
from microchess.machine.solver import MachineSolver, PlayerSpec
from microchess.program import memory_map
from microchess.program.memory_map import PIECE, TABLE
from microchess.program.request import Request
from microchess.program.squares import reverse
from microchess.program.table import HALF, POINTS_TABLE

_SIDE, _FROM, _VICTIM = 0x20, 0x23, 0x24
_MOBILITY = {0xE3 + state: state for state in (0, 4, 8, 12)}


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
    """The visits in states 12, 4, 0 and 8, in order; who was captured is left out."""
    if spec.name == "literal":
        return _literal_visits(request)
    if spec.name == "python":
        return _engine_visits(request)
    solver = spec.solver()
    assert isinstance(solver, MachineSolver)
    solver.prepare(request)
    solver.bridge.machine.leave_subroutine(a=memory_map.NO_KEY)
    solver.bridge.wait_for_key()
    solver.bridge.machine.leave_subroutine(a=memory_map.KEY_PC)
    return _janus_visits(solver) if spec.name == "rom" else _original_visits(solver)


def _engine_visits(request: Request) -> Iterator[Visit]:
    found: list[Visit] = []
    search = ObservedSearch(
        request.table.data,
        POINTS_TABLE,
        request.level.check,
        request.level.turn,
        on_visit=found.append,
    )
    for _ in search.think():
        yield from map(_without_victim, filter(_counts, found))
        found.clear()
    yield from map(_without_victim, filter(_counts, found))


class _Told(LiteralState):
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


def _literal_visits(request: Request) -> Iterator[Visit]:
    told = _Told()
    think(request.table, request.level.check, request.level.turn, told)
    return iter(told.visits)


def _counts(visit: Visit) -> bool:
    return visit.state >= 0


def _without_victim(visit: Visit) -> Visit:
    return Visit(visit.state, visit.man, visit.source, visit.target, None)


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
        yield Visit(state, man, machine.peek(_FROM), target, None)


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
                yield _original_visit(solver, _MOBILITY[cell], man)


def _original_visit(solver: MachineSolver, state: int, man: int) -> Visit:
    """PIECE, its byte and SQUARE; turned round for the opponent's moves, as the table is then."""
    machine = solver.bridge.machine
    source, target = machine.peek(TABLE + man), machine.peek(memory_map.SQUARE)
    return _in_the_computers_frame(state, man, source, target)


def _in_the_computers_frame(state: int, man: int, source: int, target: int) -> Visit:
    if state == 0:
        return Visit(state, man + HALF, reverse(source), reverse(target), None)
    return Visit(state, man, source, target, None)
