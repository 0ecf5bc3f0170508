"""The profiler: cycles by routine, whatever the program does with its stack."""

from emu.watch.profile import Profile, Routine
from emu.watch.trace import tapped
from tests import lights
from tests.emu.started import started


def profiled(code: str, steps: int) -> dict[int, Routine]:
    machine = started(code)
    profile = Profile()
    start = machine.cycles
    with tapped(machine.board, profile):
        for _ in range(steps):
            machine.step()
    assert sum(r.cycles for r in profile.routines) == profile.cycles == machine.cycles - start
    assert sum(r.instructions for r in profile.routines) == steps
    return {routine.address: routine for routine in profile.routines}


def test_self_and_inclusive_cycles_of_nested_calls() -> None:
    # $0200: JSR $0210, NOP, JMP $0200; $0210: JSR $0220, JSR $0220, RTS; $0220: NOP, RTS
    code = "201002 EA 4C0002" + "00" * 9 + "202002 202002 60" + "00" * 9 + "EA 60"
    found = profiled(code, steps=10)
    nop_rts, outer = 2 + 6, 2 * 6 + 6
    assert found[0x220] == Routine(0x220, 2, 4, 2 * nop_rts, 2 * nop_rts)
    assert found[0x210] == Routine(0x210, 1, 3, outer, outer + 2 * nop_rts)
    assert found[0x200] == Routine(0x200, 1, 3, 6 + 2 + 3, 11 + outer + 2 * nop_rts)


def test_recursion_counts_its_time_once() -> None:
    # $0200: LDX #3, JSR $0210, NOP; $0210: DEX, BEQ +3, JSR $0210, RTS
    code = "A203 201002 EA" + "00" * 10 + "CA F003 201002 60"
    found = profiled(code, steps=2 + 3 * 2 + 2 + 3 + 1)
    assert found[0x210].calls == 3
    assert found[0x210].inclusive == found[0x210].cycles


def test_a_caller_skipped_by_two_pulls_is_over_with_the_return() -> None:
    # $0200: JSR $0210, NOP, NOP; $0210: JSR $0220; $0220: PLA, PLA, RTS
    code = "201002 EA EA" + "00" * 11 + "202002 60" + "00" * 12 + "68 68 60"
    found = profiled(code, steps=7)
    assert found[0x220].inclusive == found[0x220].cycles == 4 + 4 + 6
    assert found[0x210].inclusive == 6 + 14


def test_a_routine_may_work_on_a_stack_of_its_own() -> None:
    # $0200: JSR $0210, NOP; $0210: TSX, STX $10, LDX #$C0, TXS, JSR $0230, PHA, LDX $10, TXS, RTS
    code = "201002 EA" + "00" * 12 + "BA 8610 A2C0 9A 203002 48 A610 9A 60" + "00" * 18 + "EA60"
    found = profiled(code, steps=1 + 4 + 1 + 2 + 4 + 1)
    assert found[0x230].inclusive == 8
    assert found[0x210].inclusive == found[0x210].cycles + 8
    assert found[0x200].cycles == 6 + 2


def test_the_callers_of_what_runs_as_it_begins_are_one_routine_with_it() -> None:
    # $0200: JSR $0210, JSR $0220, NOP; $0210: NOP, JSR $0220, RTS; $0220: NOP, NOP, RTS
    code = "201002 202002 EA" + "00" * 9 + "EA 202002 60" + "00" * 11 + "EA EA 60"
    machine = started(code)
    for _ in range(4):
        machine.step()
    assert machine.registers.pc == 0x221
    profile = Profile()
    with tapped(machine.board, profile):
        for _ in range(2 + 1 + 1 + 3 + 1):
            machine.step()
    assert [r for r in profile.routines if r.address != 0x221] == [Routine(0x220, 1, 3, 10, 10)]
    (first,) = [r for r in profile.routines if r.address == 0x221]
    assert (first.cycles, first.inclusive) == (8 + 6 + 6 + 2, 8 + 6 + 6 + 10 + 2)


def test_an_abandoned_call_is_over_when_its_place_is_taken() -> None:
    # $0200: JSR $0210; $0210: LDX #$FF, TXS, JMP $0220; $0220: JSR $0230; $0230: NOP
    code = "201002" + "00" * 13 + "A2FF 9A 4C2002" + "00" * 10 + "203002" + "00" * 13 + "EA"
    found = profiled(code, steps=6)
    assert found[0x210].inclusive == 2 + 2 + 3 + 6
    assert found[0x230].inclusive == 2


def test_an_interrupt_is_a_call_of_its_handler() -> None:
    machine = lights.machine()
    machine.load_bytes(0x280, bytes.fromhex("E630 40"))  # INC $30, RTI
    machine.load_bytes(0x17FA, bytes.fromhex("8002"))
    profile = Profile()
    with tapped(machine.board, profile):
        for _ in range(3):
            machine.run(20_000)
            machine.stop()
        machine.run(20_000)
    found = {routine.address: routine for routine in profile.routines}
    jump_indirect = 5
    assert found[0x1C1C].calls == machine.peek(0x30) == 3
    assert found[0x1C1C].cycles == 3 * (7 + jump_indirect + 5 + 6)
    assert found[0x1C1C].inclusive == found[0x1C1C].cycles


def test_stopped_and_resumed_by_the_monitor_a_program_has_no_new_routines() -> None:
    machine = lights.machine()
    profile = Profile()
    with tapped(machine.board, profile):
        machine.run(20_000)
        before = {r.address for r in profile.routines if r.address < 0x300}
        machine.press("ST")
        machine.press("GO")
        machine.run(20_000)
    assert {r.address for r in profile.routines if r.address < 0x300} == before


def test_whoever_jumps_into_a_routine_is_in_it() -> None:
    # $0200: JSR $0220, JSR $0210, NOP; $0210: NOP, JMP $0220; $0220: INC $30, RTS
    code = "202002 201002 EA" + "00" * 9 + "EA 4C2002" + "00" * 12 + "E630 60"
    found = profiled(code, steps=9)
    assert found[0x210] == Routine(0x210, 1, 2, 5, 5 + 11)
    assert found[0x220] == Routine(0x220, 2, 4, 22, 22)


def test_reset_begins_anew() -> None:
    machine = lights.machine()
    profile = Profile()
    with tapped(machine.board, profile):
        machine.run(20_000)
        started = machine.cycles
        machine.reset()
        machine.run(20_000)
    found = {routine.address: routine for routine in profile.routines}
    assert found[0x1C22].calls == 1
    assert found[0x1C22].inclusive == machine.cycles - started
