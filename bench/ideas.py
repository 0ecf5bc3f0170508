"""Which idea of Janus saves how many cycles of a reply of 1976: both sums, split by the same
purposes and questions (`microchess.engine.timing`), and the difference by what makes it.

In 1976 every event is counted; of Janus every instruction is, run in the emulator: by STATE and by
the routine it stands in, for what and for which question. Each cycle counts once in either program.
"""

from bisect import bisect_right
from collections import Counter
from typing import NamedTuple

import rom
from emu.machine import Machine
from microchess.engine.cycle_costs import CAPTURES, COUNTING, EDGE, MOVES, ONCE, VALUE, WAY, WHO
from microchess.engine.timing import purpose_of, thinking_time
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.memory_map import GETKEY, KEY_PC, STATE
from microchess.program.request import Request

CELLS = 0x0300
"""Where Janus has its second board; an instruction with this address asks who stands there."""
ROUTINES = {
    ONCE: ("entry", "set_up", "install"),
    MOVES: ("make", "needs_test"),
    VALUE: ("candidate", "value"),
    COUNTING: (
        *("clear_counters", "visit_line", "line_look", "step_empty", "visit_pawn", "pawn_look"),
        *("add_visits", "quiet"),
    ),
    CAPTURES: ("exchange", "capture"),
    WAY: ("generate", "line_next", "line_end", "step_end", "pawn_again", "pawn_take", "attacked"),
    WHO: ("line_met",),
}
"""The question that the code from these labels on belongs to, up to the next that is named."""
CHECK_TEST = ("needs_test", "value")
"""The labels between which a move is tested for check."""


class Idea(NamedTuple):
    """What Janus does otherwise, and the cycles of what it concerns: in 1976, and Janus's."""

    what: str
    theirs: int
    ours: int


class Routines:
    """Janus's code, by the question that each routine belongs to."""

    def __init__(self) -> None:
        labels = rom.labels("janus")
        found = sorted((labels[name], q) for q, names in ROUTINES.items() for name in names)
        self._starts, self._questions = zip(*found, strict=True)
        self._end = max(labels.values())
        self._test = range(*(labels[name] for name in CHECK_TEST))

    def part(self, machine: Machine, pc: int) -> tuple[str, str] | None:
        """Purpose and question of the instruction at *pc*; None outside Janus, in the display."""
        if not self._starts[0] <= pc <= self._end:
            return None
        question = self._questions[bisect_right(self._starts, pc) - 1]
        if question == ONCE:
            return "before", ONCE
        if question == WAY and machine.peek(pc + 1) | machine.peek(pc + 2) << 8 == CELLS:
            question = WHO
        return "check" if pc in self._test else purpose_of(machine.peek(STATE)), question


def spent_by_janus(asked: Request) -> Counter[tuple[str, str]]:
    """The cycles of Janus's reply by purpose and question."""
    solver, routines = MachineSolver(janus()), Routines()
    solver.prepare(asked)
    machine = solver.bridge.machine
    machine.leave_subroutine(a=KEY_PC)
    part, spent = ("before", ONCE), Counter[tuple[str, str]]()
    while (pc := machine.registers.pc) != GETKEY:
        part = routines.part(machine, pc) or part
        before = machine.cycles
        machine.step()
        spent[part] += machine.cycles - before
    return spent


def ideas(asked: Request) -> list[Idea]:
    """All that Janus does otherwise. What two ideas save counts for the first of them. Of a step
    in 1976 it is not known what it costs beside the test for the edge, so they are one.
    """
    theirs = thinking_time(asked.table, asked.level.check, asked.level.turn).parts
    ours = spent_by_janus(asked)
    left = set(theirs) | set(ours)
    found = []
    for what, purposes, questions in (
        ("a check is looked for from the king, where there may be one", {"check"}, ()),
        ("captures that can raise no counter are not followed", {"exchanges"}, ()),
        ("who stands on a square is read on a second board", (), {WHO, EDGE, WAY, COUNTING}),
        ("the table is never turned round", (), {MOVES, VALUE}),
        ("all else", (), {CAPTURES, ONCE}),
    ):
        parts = {part for part in left if part[0] in purposes or part[1] in questions}
        left -= parts
        found.append(Idea(what, *(sum(of[part] for part in parts) for of in (theirs, ours))))
    assert not left
    return found
