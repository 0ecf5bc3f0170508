"""Where the machine halts: what comes out of a session's file."""

from __future__ import annotations

import rom
from emu.machine import Machine
from emu.watch.debug import DebugMachine
from tui.session.governor import Governor


def test_conditions_that_make_no_sense_are_left_out() -> None:
    governor = Governor()
    pairs = [[0x200, "A=3C"], [[0x300], "A=1"], [0x10000, "A=1"], [0x300], "A=1", [0x300, 5], None]
    values = [[0x10, 0x3C], [0x11, 0x100], [0x12, 1.0], 0x13]
    governor.restore({"breakpoints": [*pairs, 0x400], "watchpoints": values})
    assert governor.settings["breakpoints"] == [[0x200, "A=3C"], [0x400, ""]]
    assert governor.settings["watchpoints"] == [[0x10, 0x3C], [0x13, None]]


def test_conditions_and_wanted_bytes_of_an_older_file_are_taken_over() -> None:
    governor = Governor()
    apart = {"conditions": [[0x200, "A=3C"]], "watched_values": [[0x10, 0x3C], [0x12, 1]]}
    governor.restore({"breakpoints": [0x200, 0x400], "watchpoints": [0x10, 0x13], **apart})
    assert governor.settings["breakpoints"] == [[0x200, "A=3C"], [0x400, ""]]
    assert governor.settings["watchpoints"] == [[0x10, 0x3C], [0x13, None]]


def test_keys_are_pressed_at_1_mhz_at_least() -> None:
    machine = Machine(rom.monitor())
    lengths = {}
    for speed in (0.01, 10.0, None):
        governor = Governor(speed)
        for governor.keying in (False, True):
            lengths[speed, governor.keying] = governor.begin_slice(machine)
        assert governor.speed == speed
    assert lengths[0.01, True] == 100 * lengths[0.01, False]
    assert lengths[10.0, True] == lengths[10.0, False]
    assert lengths[None, True] == lengths[None, False]


RTS, RTI = 0x60, 0x40
CALLS = {
    0x0200: "A9 03 85 40 20 10 02 00 EA 4C 07 02",  # $40 = 3, JSR recurse; BRK, for ever
    0x0210: "20 30 02 C6 40 F0 06 48 20 10 02 68 EA 20 50 02 60",  # leaf; itself; dispatch
    0x0230: "48 A2 04 CA D0 FD 68 60",  # PHA, a loop, PLA, RTS
    0x0250: "A9 02 48 A9 5F 48 60",  # RTS as a jump to $0260
    0x0260: "EA 60",
    0x0280: "48 20 30 02 68 40",  # the interrupt: calls the leaf, RTI
}


def calling() -> DebugMachine:
    """Nested and recursive calls, a return that is a jump, an interrupt; at their beginning."""
    machine = DebugMachine(rom.monitor())
    for start, code in {**CALLS, 0x17FE: "80 02"}.items():
        for address, byte in enumerate(bytes.fromhex(code), start):
            machine.poke(address, byte)
    machine.registers = machine.registers._replace(pc=0x0200, sp=0xFF)
    return machine


def left(machine: DebugMachine, stack: int) -> bool:
    """Step, instruction by instruction, until a return takes its address from above *stack*."""
    for _ in range(300):
        opcode = machine.peek(machine.registers.pc)
        machine.run(1)
        if opcode in (RTS, RTI) and machine.registers.sp - 1 > stack:
            return True
    return False


def test_a_step_out_ends_behind_the_return_of_the_present_subroutine() -> None:
    machine, stepped, ended = calling(), calling(), set()
    for _ in range(250):
        state = machine.snapshot()
        stepped.restore(state)
        governor, stack = Governor(), machine.registers.sp
        if left(machine, stack):
            governor.step_out(stack)
            governor.prepare(stepped)
            for _ in stepped.running(100_000):
                governor.look(stepped)
                if governor.held:
                    break
                governor.prepare(stepped)
            assert (governor.held, stepped.registers) == (True, machine.registers)
            assert stepped.cycles == machine.cycles
            ended.add((stack, stepped.registers.pc))
        machine.restore(state)
        machine.run(1)
    assert {pc for _, pc in ended} >= {0x0207, 0x0213, 0x021B, 0x0220, 0x0260, 0x0284, 0x0209}


def test_a_count_begins_again_where_a_breakpoint_is_set_again_and_nowhere_else() -> None:
    machine, governor = DebugMachine(rom.monitor()), Governor()
    machine.load_bytes(0x0300, bytes.fromhex("EA EA 4C 00 03"))
    machine.jump(0x0300)

    def rounds() -> int:
        """How often it goes round, in seven cycles, until it is held."""
        begun = machine.cycles
        governor.go_on()
        governor.prepare(machine)
        for _ in machine.running(1_000):
            governor.look(machine)
            if governor.held:
                break
            governor.prepare(machine)
        return round((machine.cycles - begun) / 7)

    third = {0x0301: "count=3"}
    governor.set_breakpoints(third)
    assert rounds() == 2
    governor.set_breakpoints({**third, 0x0400: ""})
    assert rounds() == 1
    governor.set_breakpoints(third, anew=0x0301)
    assert rounds() == 3
