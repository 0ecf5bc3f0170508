"""The live session at breakpoints and steps while the program only waits for a key."""

from __future__ import annotations

import chess
import pytest

from emu.watch.debug import JSR
from microchess.program.levels import Level
from tests.tui.listener import Listener, Start, idle, your_move
from tui.session import commands as c
from tui.session.snapshot import Activity, Snapshot
from tui.session.worker import Worker

YOURS = c.NewGame(chess.BLACK, Level.SUPER_BLITZ)
SCANDS = 0x1F1F


def held(s: Snapshot) -> bool:
    return s.activity is Activity.HELD


def hold(worker: Worker, seen: Listener) -> Snapshot:
    """Pause a session in which the person is to move."""
    seen.wait(your_move)
    worker.ask(c.Pause())
    return seen.wait(held)


def test_going_on_from_a_breakpoint_halts_at_the_next_visit(start: Start) -> None:
    worker, seen = start(YOURS)
    here = hold(worker, seen).machine
    worker.ask(c.SetBreakpoints(frozenset({here.registers.pc})))
    for _ in range(6):
        worker.ask(c.Continue())
        cycles = here.cycles
        met = seen.wait(lambda s, cycles=cycles: held(s) and s.machine.cycles > cycles)  # type: ignore[misc]
        assert met.machine.registers.pc == here.registers.pc
        assert met.halt == f"breakpoint at ${here.registers.pc:04X}"
        here = met.machine
    worker.ask(c.StepInstruction())
    stepped = seen.wait(lambda s: s.machine.instructions == here.instructions + 1)
    assert held(stepped)
    worker.ask(c.SetBreakpoints(frozenset()))
    worker.ask(c.Continue())
    assert seen.wait(your_move).machine.listening
    worker.ask(c.PlayMove("e4"))
    assert seen.wait(lambda s: your_move(s) and len(s.game.sans) == 2)


def test_a_breakpoint_nobody_comes_by_leaves_the_program_waiting(start: Start) -> None:
    worker, seen = start(YOURS)
    hold(worker, seen)
    worker.ask(c.SetBreakpoints(frozenset({0x0300, SCANDS})))
    worker.ask(c.SetCondition(SCANDS, "A=12,X=34,Y=56"))
    worker.ask(c.Continue())
    assert seen.wait(idle).machine.listening


def test_a_key_pressed_at_a_breakpoint_in_the_waiting_loop_is_read(start: Start) -> None:
    worker, seen = start(YOURS)
    seen.wait(your_move)
    worker.ask(c.PressKey("ST"))
    seen.wait(lambda s: idle(s) and not s.machine.listening)
    worker.ask(c.SetBreakpoints(frozenset({SCANDS})))
    worker.ask(c.PressKey("AD"))
    assert seen.wait(held).machine.registers.pc == SCANDS


def test_a_move_broken_off_at_a_breakpoint_is_not_made(start: Start) -> None:
    worker, seen = start(YOURS)
    seen.wait(your_move)
    worker.ask(c.SetBreakpoints(frozenset({SCANDS})))
    worker.ask(c.PlayMove("e4"))
    seen.wait(held)
    worker.ask(c.Cancel())
    seen.hear("your move is not made")
    assert seen.wait(your_move).game.sans == ()


@pytest.mark.parametrize("count", [1, 3])
def test_a_step_over_a_call_of_the_waiting_loop_halts_behind_it(start: Start, count: int) -> None:
    worker, seen = start(YOURS)
    shown = hold(worker, seen)
    for _ in range(count):
        while shown.machine.memory[shown.machine.registers.pc] != JSR:
            before = shown.machine.instructions
            worker.ask(c.StepInstruction())
            shown = seen.wait(lambda s, n=before: s.machine.instructions > n)  # type: ignore[misc]
        behind = shown.machine.registers.pc + 3
        before = shown.machine.instructions
        worker.ask(c.StepOver())
        shown = seen.wait(lambda s, n=before: held(s) and s.machine.instructions > n)  # type: ignore[misc]
        assert shown.machine.registers.pc == behind


def test_a_step_out_of_a_subroutine_of_the_waiting_loop_halts_behind_its_call(start: Start) -> None:
    worker, seen = start(YOURS)
    hold(worker, seen)
    worker.ask(c.SetBreakpoints(frozenset({SCANDS})))
    worker.ask(c.Continue())
    inside = seen.wait(lambda s: s.halt.startswith("breakpoint")).machine
    worker.ask(c.SetBreakpoints(frozenset()))
    worker.ask(c.StepOut())
    out = seen.wait(lambda s: held(s) and s.machine.cycles > inside.cycles).machine
    stack = 0x0100 + inside.registers.sp
    low, high = (inside.memory[stack + at] or 0 for at in (1, 2))
    assert out.registers.pc == (low | high << 8) + 1
    assert out.registers.sp == inside.registers.sp + 2
    assert out.memory[out.registers.pc - 3] == JSR


def test_a_halt_is_told_as_long_as_it_is_true(start: Start) -> None:
    worker, seen = start(YOURS)
    pc = hold(worker, seen).machine.registers.pc
    worker.ask(c.SetBreakpoints(frozenset({pc})))
    worker.ask(c.SetCondition(pc, "Y>=0"))
    worker.ask(c.Continue())
    assert seen.wait(lambda s: bool(s.halt)).halt == f"breakpoint at ${pc:04X} if Y>=0"
    worker.ask(c.SetCondition(pc, "Y=77"))
    still = seen.wait(lambda s: dict(s.conditions) == {pc: "Y=77"})
    assert still.halt == f"breakpoint at ${pc:04X} if Y>=0"
    worker.ask(c.SetBreakpoints(frozenset()))
    gone = seen.wait(lambda s: not s.breakpoints)
    assert (held(gone), gone.halt) == (True, f"at ${pc:04X}, its breakpoint removed")
