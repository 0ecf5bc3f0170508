"""The profiler: cycles by routine, whatever the program does with its stack."""

from emu.watch.profile import Profile, Routine
from emu.watch.trace import tapped
from tests import lights
from tests.emu.started import started


def profiled(code: str, steps: int) -> dict[int, Routine]:
    machine = started(code)
    profile = Profile(machine.board)
    start = machine.cycles
    with tapped(machine.board, profile.tap):
        for _ in range(steps):
            machine.step()
    assert sum(r.cycles for r in profile.routines) == machine.cycles - start
    return {routine.address: routine for routine in profile.routines}


def test_nested_calls() -> None:
    # $0200: JSR $0210, NOP, JMP $0200; $0210: JSR $0220, JSR $0220, RTS; $0220: NOP, RTS
    code = "201002 EA 4C0002" + "00" * 9 + "202002 202002 60" + "00" * 9 + "EA 60"
    found = profiled(code, steps=10)
    assert found[0x220] == Routine(0x220, 2, 2 * (2 + 6))
    assert found[0x210] == Routine(0x210, 1, 2 * 6 + 6)
    assert found[0x200] == Routine(0x200, 1, 6 + 2 + 3)


def test_a_caller_skipped_by_two_pulls_is_over_with_the_return() -> None:
    # $0200: JSR $0210, NOP, NOP; $0210: JSR $0220; $0220: PLA, PLA, RTS
    code = "201002 EA EA" + "00" * 11 + "202002 60" + "00" * 12 + "68 68 60"
    found = profiled(code, steps=7)
    assert (found[0x220].cycles, found[0x210].cycles) == (4 + 4 + 6, 6)
    assert found[0x200].cycles == 6 + 2 + 2


def test_a_routine_may_work_on_a_stack_of_its_own() -> None:
    # $0200: JSR $0210, NOP; $0210: TSX, STX $10, LDX #$C0, TXS, JSR $0230, PHA, LDX $10, TXS, RTS
    code = "201002 EA" + "00" * 12 + "BA 8610 A2C0 9A 203002 48 A610 9A 60" + "00" * 18 + "EA60"
    found = profiled(code, steps=1 + 4 + 1 + 2 + 4 + 1)
    assert found[0x230].cycles == 8
    assert found[0x200].cycles == 6 + 2


def test_an_interrupt_is_a_call_of_its_handler() -> None:
    machine = lights.machine()
    machine.load_bytes(0x280, bytes.fromhex("E630 40"))  # INC $30, RTI
    machine.load_bytes(0x17FA, bytes.fromhex("8002"))
    profile = Profile(machine.board)
    with tapped(machine.board, profile.tap):
        for _ in range(3):
            machine.run(20_000)
            machine.stop()
        machine.run(20_000)
    found = {routine.address: routine for routine in profile.routines}
    jump_indirect = 5
    assert found[0x1C1C].calls == machine.peek(0x30) == 3
    assert found[0x1C1C].cycles == 3 * (7 + jump_indirect + 5 + 6)


def test_stopped_and_resumed_by_the_monitor_a_program_has_no_new_routines() -> None:
    machine = lights.machine()
    profile = Profile(machine.board)
    with tapped(machine.board, profile.tap):
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
    assert found[0x210] == Routine(0x210, 1, 5)
    assert found[0x220] == Routine(0x220, 2, 22)
