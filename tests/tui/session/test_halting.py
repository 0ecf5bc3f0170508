"""The live session at breakpoints and steps while the program only waits for a key."""

from emu.watch.debug import JSR
from microchess.machine.player import janus
from tests.tui.listener import BLACK, LiveSession, Start, idle, played, your_move
from tui.session.debugger import Debugger
from tui.session.hand import Hand
from tui.session.play import Play
from tui.session.snapshot import Activity, Snapshot
from tui.session.timetravel import TimeTravel

SCANDS = 0x1F1F


def held(s: Snapshot) -> bool:
    return s.activity is Activity.HELD


def hold(live: LiveSession) -> Snapshot:
    """Pause a session in which the person is to move."""
    live.ask(Debugger.pause())
    return live.wait(held)


def test_going_on_from_a_breakpoint_halts_at_the_next_visit(start: Start) -> None:
    live = start(BLACK)
    here = hold(live).machine
    live.ask(Debugger.set_breakpoints({here.registers.pc: ""}))
    for _ in range(3):
        live.ask(Debugger.go_on())
        cycles = here.cycles
        met = live.wait(lambda s, cycles=cycles: held(s) and s.machine.cycles > cycles)  # type: ignore[misc]
        assert met.machine.registers.pc == here.registers.pc
        assert met.halt == f"breakpoint at ${here.registers.pc:04X}"
        here = met.machine
    live.ask(Debugger.step())
    stepped = live.wait(lambda s: s.machine.instructions == here.instructions + 1)
    assert held(stepped)
    live.ask(Debugger.set_breakpoints({}), Debugger.go_on())
    assert live.wait(your_move).machine.listening
    live.ask(Play.play("e4"))
    assert live.wait(played(2))


def test_a_breakpoint_nobody_comes_by_leaves_the_program_waiting(start: Start) -> None:
    live = start(BLACK)
    hold(live)
    live.ask(
        Debugger.set_breakpoints({0x0300: "", SCANDS: "A=12,X=34,Y=56"}),
        Debugger.go_on(),
    )
    assert live.wait(idle).machine.listening


def test_a_key_pressed_at_a_breakpoint_in_the_waiting_loop_is_read(start: Start) -> None:
    live = start(BLACK)
    live.after(Hand.press("ST"), until=lambda s: idle(s) and not s.machine.listening)
    live.ask(Debugger.set_breakpoints({SCANDS: ""}), Hand.press("AD"))
    assert live.wait(held).machine.registers.pc == SCANDS


def test_a_move_broken_off_at_a_breakpoint_is_not_made(start: Start) -> None:
    live = start(BLACK)
    live.after(Debugger.set_breakpoints({SCANDS: ""}), Play.play("e4"), until=held)
    live.hear("your move is not made", after=Play.cancel())
    assert live.wait(your_move).game.sans == ()


def test_a_step_over_a_call_of_the_waiting_loop_halts_behind_it(start: Start) -> None:
    live = start(BLACK)
    shown = hold(live)
    for _ in range(3):
        while shown.machine.memory[shown.machine.registers.pc] != JSR:
            before = shown.machine.instructions
            live.ask(Debugger.step())
            shown = live.wait(lambda s, n=before: s.machine.instructions > n)  # type: ignore[misc]
        behind = shown.machine.registers.pc + 3
        before = shown.machine.instructions
        live.ask(Debugger.step_over())
        shown = live.wait(lambda s, n=before: held(s) and s.machine.instructions > n)  # type: ignore[misc]
        assert shown.machine.registers.pc == behind


def test_a_step_out_of_a_subroutine_of_the_waiting_loop_halts_behind_its_call(start: Start) -> None:
    live = start(BLACK)
    hold(live)
    live.ask(Debugger.set_breakpoints({SCANDS: ""}), Debugger.go_on())
    inside = live.wait(lambda s: s.halt.startswith("breakpoint")).machine
    live.ask(Debugger.set_breakpoints({}), Debugger.step_out())
    out = live.wait(lambda s: held(s) and s.machine.cycles > inside.cycles).machine
    stack = 0x0100 + inside.registers.sp
    low, high = (inside.memory[stack + at] or 0 for at in (1, 2))
    assert out.registers.pc == (low | high << 8) + 1
    assert out.registers.sp == inside.registers.sp + 2
    assert out.memory[out.registers.pc - 3] == JSR


def test_a_halt_is_told_as_long_as_it_is_true(start: Start) -> None:
    live = start(BLACK)
    pc = hold(live).machine.registers.pc
    live.ask(Debugger.set_breakpoints({pc: "Y>=0"}), Debugger.go_on())
    assert live.wait(lambda s: bool(s.halt)).halt == f"breakpoint at ${pc:04X} if Y>=0"
    live.ask(Debugger.set_breakpoints({pc: "Y=77"}))
    still = live.wait(lambda s: s.breakpoints == {pc: "Y=77"})
    assert still.halt == f"breakpoint at ${pc:04X} if Y>=0"
    gone = live.after(Debugger.set_breakpoints({}), until=lambda s: not s.breakpoints)
    assert (held(gone), gone.halt) == (True, f"at ${pc:04X}, its breakpoint removed")


def test_breakpoints_and_watched_bytes_halt_when_their_conditions_hold(start: Start) -> None:
    live = start(BLACK)
    judge = janus().judge
    live.ask(Debugger.set_breakpoints({judge: "B0=07"}))
    live.hear("condition 'B0'; expected A=3C", after=Debugger.set_breakpoints({judge: "B0"}))
    live.ask(Play.play("a3"))
    halted = live.wait(lambda s: held(s) and bool(s.halt))
    assert halted.machine.memory[0xB0] == 0x07, "the queen's knight, not the men before it"
    assert halted.halt == f"breakpoint at ${judge:04X} if B0=07"
    assert halted.breakpoints == {judge: "B0=07"}
    live.ask(Debugger.set_breakpoints({}), Debugger.set_watchpoints({0xB0: 0x06}), Debugger.go_on())
    live.wait(lambda s: "$00B0 changed" in s.halt and s.machine.memory[0xB0] == 0x06)
    live.after(TimeTravel.back_to_halt(), until=lambda s: not s.halt)
    live.after(Debugger.step(), until=lambda s: s.machine.memory[0xB0] == 0x06)
