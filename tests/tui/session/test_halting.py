"""The live session at breakpoints and steps while the program only waits for a key."""

from __future__ import annotations

import chess

from emu.watch.debug import JSR
from microchess.program.levels import Level
from tests.tui.listener import LiveSession, Start, idle, played, your_move
from tui.session import commands as c
from tui.session.snapshot import Activity, Snapshot

YOURS = c.NewGame(chess.BLACK, Level.SUPER_BLITZ)
SCANDS = 0x1F1F


def held(s: Snapshot) -> bool:
    return s.activity is Activity.HELD


def hold(live: LiveSession) -> Snapshot:
    """Pause a session in which the person is to move."""
    live.ask(c.Pause())
    return live.wait(held)


def test_going_on_from_a_breakpoint_halts_at_the_next_visit(start: Start) -> None:
    live = start(YOURS)
    here = hold(live).machine
    live.ask(c.SetBreakpoints({here.registers.pc: ""}))
    for _ in range(6):
        live.ask(c.Continue())
        cycles = here.cycles
        met = live.wait(lambda s, cycles=cycles: held(s) and s.machine.cycles > cycles)  # type: ignore[misc]
        assert met.machine.registers.pc == here.registers.pc
        assert met.halt == f"breakpoint at ${here.registers.pc:04X}"
        here = met.machine
    live.ask(c.StepInstruction())
    stepped = live.wait(lambda s: s.machine.instructions == here.instructions + 1)
    assert held(stepped)
    live.ask(c.SetBreakpoints({}), c.Continue())
    assert live.wait(your_move).machine.listening
    live.ask(c.PlayMove("e4"))
    assert live.wait(played(2))


def test_a_breakpoint_nobody_comes_by_leaves_the_program_waiting(start: Start) -> None:
    live = start(YOURS)
    hold(live)
    live.ask(
        c.SetBreakpoints({0x0300: "", SCANDS: "A=12,X=34,Y=56"}),
        c.Continue(),
    )
    assert live.wait(idle).machine.listening


def test_a_key_pressed_at_a_breakpoint_in_the_waiting_loop_is_read(start: Start) -> None:
    live = start(YOURS)
    live.after(c.PressKey("ST"), until=lambda s: idle(s) and not s.machine.listening)
    live.ask(c.SetBreakpoints({SCANDS: ""}), c.PressKey("AD"))
    assert live.wait(held).machine.registers.pc == SCANDS


def test_a_move_broken_off_at_a_breakpoint_is_not_made(start: Start) -> None:
    live = start(YOURS)
    live.after(c.SetBreakpoints({SCANDS: ""}), c.PlayMove("e4"), until=held)
    live.hear("your move is not made", after=c.Cancel())
    assert live.wait(your_move).game.sans == ()


def test_a_step_over_a_call_of_the_waiting_loop_halts_behind_it(start: Start) -> None:
    live = start(YOURS)
    shown = hold(live)
    for _ in range(3):
        while shown.machine.memory[shown.machine.registers.pc] != JSR:
            before = shown.machine.instructions
            live.ask(c.StepInstruction())
            shown = live.wait(lambda s, n=before: s.machine.instructions > n)  # type: ignore[misc]
        behind = shown.machine.registers.pc + 3
        before = shown.machine.instructions
        live.ask(c.StepOver())
        shown = live.wait(lambda s, n=before: held(s) and s.machine.instructions > n)  # type: ignore[misc]
        assert shown.machine.registers.pc == behind


def test_a_step_out_of_a_subroutine_of_the_waiting_loop_halts_behind_its_call(start: Start) -> None:
    live = start(YOURS)
    hold(live)
    live.ask(c.SetBreakpoints({SCANDS: ""}), c.Continue())
    inside = live.wait(lambda s: s.halt.startswith("breakpoint")).machine
    live.ask(c.SetBreakpoints({}), c.StepOut())
    out = live.wait(lambda s: held(s) and s.machine.cycles > inside.cycles).machine
    stack = 0x0100 + inside.registers.sp
    low, high = (inside.memory[stack + at] or 0 for at in (1, 2))
    assert out.registers.pc == (low | high << 8) + 1
    assert out.registers.sp == inside.registers.sp + 2
    assert out.memory[out.registers.pc - 3] == JSR


def test_a_halt_is_told_as_long_as_it_is_true(start: Start) -> None:
    live = start(YOURS)
    pc = hold(live).machine.registers.pc
    live.ask(c.SetBreakpoints({pc: "Y>=0"}), c.Continue())
    assert live.wait(lambda s: bool(s.halt)).halt == f"breakpoint at ${pc:04X} if Y>=0"
    live.ask(c.SetBreakpoints({pc: "Y=77"}))
    still = live.wait(lambda s: s.breakpoints == {pc: "Y=77"})
    assert still.halt == f"breakpoint at ${pc:04X} if Y>=0"
    gone = live.after(c.SetBreakpoints({}), until=lambda s: not s.breakpoints)
    assert (held(gone), gone.halt) == (True, f"at ${pc:04X}, its breakpoint removed")
