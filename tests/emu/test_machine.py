"""The verbs of the machine: load, press, run, run until, look, save, restore."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

import rom
from emu.bus import Expansion
from emu.chips.registers import Registers
from emu.errors import (
    AddressError,
    BudgetSpent,
    EmuError,
    KeyNameError,
    SnapshotError,
    UndocumentedOpcode,
)
from emu.files.programs import Program
from emu.kim1 import IRQ_RAM_VECTOR, NMI_RAM_VECTOR
from emu.machine import HOLD, Machine
from tests.emu.started import started
from tests.rom.kit import SHORT, code

NOPS = b"\xea" * 0x40 + code("4C 00 02  ; JMP $0200")
COUNT_WITHOUT_LOOKING = code("E6 10     ; $0200 INC $10", "4C 00 02  ;       JMP $0200")
# A 16-bit count in $10 that looks at the keypad every time round: row 0, JSR INIT1 before.
COUNT_AND_LOOK = code(
    "20 8C 1E A9 01 8D 42 17",
    "E6 10 D0 02 E6 11   ; $0208 the count",
    "AD 40 17            ; $020E LDA SAD",
    "4C 08 02            ;       JMP $0208",
)
# Thinks for 65,536 rounds, then waits for a key with GETKEY and stores it.
THINK_THEN_WAIT = code(
    "20 8C 1E            ; $0200 JSR INIT1",
    "E6 10 D0 FC E6 11 D0 F8",
    "20 6A 1F            ; $020B JSR GETKEY",
    "C9 15 F0 F9 85 12   ;       a key: STA $12",
    "4C 0B 02            ;       JMP $020B",
)
LOOK_AND_READ_THE_TIMER = code("20 8C 1E AD 04 17", "20 6A 1F  ; JSR GETKEY", "4C 03 02")


@pytest.fixture
def machine() -> Machine:
    return Machine(rom.monitor())


# Switched on


def test_a_new_machine_has_empty_ram_vectors_to_the_monitor_and_dark_digits(
    machine: Machine,
) -> None:
    expected = bytearray(0x80)
    expected[0x7A:0x7C] = expected[0x7E:0x80] = b"\x00\x1c"
    assert machine.read(0x0000, 0x400) == bytes(0x400)
    assert machine.read(0x1780, 0x80) == bytes(expected)
    assert machine.readout().dark
    assert machine.instructions == 0
    assert machine.read(0x1800, 0x800) == rom.monitor()
    assert machine.registers.pc == 0x1C22


@pytest.mark.parametrize("size", [0, 0x801])
def test_a_monitor_of_another_size_is_refused(size: int) -> None:
    with pytest.raises(EmuError, match=f"{size} bytes"):
        Machine(bytes(size))


# Memory


def test_a_program_is_put_where_it_belongs_and_into_expansion_memory() -> None:
    machine = Machine(rom.monitor(), [Expansion(0x0400, 0x400), Expansion(0x2000, 0x800)])
    cells = {0x0000: 1, 0x0400: 2, 0x07FF: 3, 0x1780: 4, 0x27FF: 5}
    machine.load(Program.from_bytes_map("p", cells))
    assert {address: machine.peek(address) for address in cells} == cells
    machine = Machine(rom.monitor())
    machine.poke(0x2300, 0x5A)
    assert machine.peek(0x0300) == machine.peek(0xE300) == 0x5A, "at all its addresses"
    assert machine.read(0x02FF, 3) == b"\x00\x5a\x00"


@pytest.mark.parametrize("address", [0x13FF, 0x1740, 0x2400])
def test_a_program_without_memory_for_it_is_refused_whole(machine: Machine, address: int) -> None:
    before = machine.snapshot()
    with pytest.raises(AddressError, match=rf"game.*\${address:04X}"):
        machine.load(Program.from_bytes_map("game", {0x0200: 1, address: 2}))
    assert machine.snapshot() == before


@pytest.mark.parametrize(
    ("address", "value", "said"),
    [
        (0x1800, 0x00, r"\$1800.*ROM"),
        (0xFFFC, 0x00, r"\$FFFC.*ROM"),
        (0x2400, 0x00, r"\$2400.*nothing"),
        (-1, 0x00, "-001"),
        (0x10000, 0x00, r"\$10000"),
        (0x0200, 0x100, r"\$100 at"),
    ],
)
def test_what_cannot_be_poked_is_refused_and_changes_nothing(
    machine: Machine, address: int, value: int, said: str
) -> None:
    before = machine.snapshot()
    with pytest.raises(AddressError, match=said):
        machine.poke(address, value)
    assert machine.snapshot() == before


# Keys


def test_a_key_is_held_and_then_left_alone(machine: Machine) -> None:
    machine.run(20_000)
    start = machine.cycles
    machine.press("5")
    assert 2 * HOLD <= machine.cycles - start < 2 * HOLD + 20
    assert machine.peek(0x00FA) == 0x05
    assert not machine.board.keypad.down
    before = machine.snapshot()
    for verb in (machine.press, machine.key_down, machine.key_up):
        with pytest.raises(KeyNameError, match="'X'"):
            verb("X")
    assert machine.snapshot() == before


# Registers


def test_registers_can_be_set_and_read(machine: Machine) -> None:
    machine.jump(0x0300)
    assert machine.registers == Registers(0x0300, 0, 0, 0, 0xFF, 0x30)
    machine.registers = Registers(0x0234, 1, 2, 3, 4, 0xC3)
    assert machine.registers == Registers(0x0234, 1, 2, 3, 4, 0xF3)
    text = str(machine.registers)
    assert text == "PC=$0234 A=$01 X=$02 Y=$03 SP=$04 P=$F3 (NV-B..ZC)"


@pytest.mark.parametrize(("sp", "a"), [(0xFF, None), (0x00, 0x13), (0x01, None)])
def test_leaving_a_subroutine_goes_on_behind_its_call(
    machine: Machine, sp: int, a: int | None
) -> None:
    machine.load_bytes(0x0200, code("20 00 03  ; JSR $0300"))
    machine.registers = Registers(0x0200, 0x77, 2, 3, sp, 0x31)
    machine.step()
    assert machine.registers.pc == 0x0300
    assert machine.return_address == 0x0203
    before = machine.cycles
    machine.leave_subroutine(a)
    expected = Registers(0x0203, 0x77 if a is None else a, 2, 3, sp, 0x31)
    assert (machine.registers, machine.cycles) == (expected, before)


# Running


def test_a_run_of_no_cycles_does_nothing_one_to_the_present_address_goes_round_once() -> None:
    machine = started(NOPS)
    start = machine.cycles
    machine.run(-5)
    assert machine.cycles == start
    assert machine.run_until({0x0200}) == 0x0200
    assert machine.cycles - start == 0x40 * 2 + 3


@pytest.mark.parametrize(("target", "budget"), [(0x020A, 20), (0x0200, 131)])
def test_an_address_reached_at_the_very_end_of_the_budget_is_reached(
    target: int, budget: int
) -> None:
    assert started(NOPS).run_until({target}, budget=budget) == target


def test_a_spent_budget_names_the_last_instructions_and_the_registers() -> None:
    machine = started(NOPS)
    start = machine.cycles
    with pytest.raises(BudgetSpent) as caught:
        machine.run_until({0x0300}, budget=1000)
    error, here = caught.value, machine.registers.pc
    assert 1000 <= machine.cycles - start < 1008
    assert (error.cycles, error.registers) == (1000, machine.registers)
    assert error.trail == tuple(range(here - 12, here)), "the NOPs before this one, oldest first"
    path = " ".join(f"${a:04X}" for a in error.trail)
    for told in ("1,000 cycles", path, str(machine.registers)):
        assert told in str(error)


# Until it waits


def test_a_program_waits_after_it_has_thought_and_again_after_a_key() -> None:
    machine = started(THINK_THEN_WAIT)
    met = machine.finish(machine.running_until_waiting(stops={0x0207}))
    assert met == machine.registers.pc == 0x0207
    machine.run_until_waiting(budget=2_000_000)
    assert machine.read(0x10, 2) == b"\x00\x00"
    assert machine.cycles > 256 * 256 * 8
    machine.press("C", SHORT, 0)
    machine.run_until_waiting(budget=100_000)
    assert machine.peek(0x12) == 0x0C


@pytest.mark.parametrize(
    "program",
    [COUNT_WITHOUT_LOOKING, LOOK_AND_READ_THE_TIMER],
    ids=["never looks", "reads a timer"],
)
def test_a_program_that_does_more_than_look_does_not_wait(program: bytes) -> None:
    machine = started(program)
    with pytest.raises(BudgetSpent, match="waiting for a key"):
        machine.run_until_waiting(budget=50_000)


def test_a_program_does_not_wait_while_a_key_is_down_or_characters_are_on_their_way(
    machine: Machine,
) -> None:
    machine.run_until_waiting(budget=100_000)
    machine.key_down("AD")
    with pytest.raises(BudgetSpent):
        machine.run_until_waiting(budget=100_000)
    machine.key_up("AD")
    machine.type(b"AB")
    machine.run_until_waiting()
    assert not machine.typing


def test_a_program_does_not_wait_before_the_timer_has_interrupted_it(machine: Machine) -> None:
    """The handler counts in $10, the program looks at the keypad; the line stays low behind NMI."""
    machine.load_bytes(0x0300, bytes.fromhex("E610 40"))
    for vector in (NMI_RAM_VECTOR, IRQ_RAM_VECTOR):
        machine.load_bytes(vector, bytes.fromhex("0003"))
    machine.run_until_waiting()
    machine.timer_wire = "NMI"
    machine.poke(0x170F, 200)
    machine.run_until_waiting()
    assert machine.peek(0x10) == 1
    machine.timer_wire = "IRQ"
    machine.registers = machine.registers._replace(p=machine.registers.p | 0x04)
    machine.run_until_waiting(budget=100_000)
    assert machine.peek(0x10) == 1, "I is set: what pulls IRQ brings nothing"


def test_the_trail_of_a_spent_wait_leaves_no_instruction_out() -> None:
    machine = started(COUNT_AND_LOOK)
    with pytest.raises(BudgetSpent, match="waiting for a key") as caught:
        machine.run_until_waiting(budget=50_000)
    assert machine.peek(0x11) > 5
    trail = caught.value.trail
    for here, following in pairwise(trail):
        if here == 0x020E:
            assert following == 0x0211, "the JMP behind the reading of the keypad"
    assert 0x020E in trail


# Undocumented opcodes


@pytest.mark.parametrize(
    "verb",
    [
        lambda m: m.run(100),
        lambda m: m.run_until({0x0300}, 1000),
        lambda m: m.run_until_waiting(1000),
        lambda m: [m.step() for _ in range(3)],
    ],
    ids=["run", "run_until", "run_until_waiting", "step"],
)
def test_an_opcode_that_jams_is_raised_with_its_place_until_it_is_replaced(
    verb: Callable[[Machine], object],
) -> None:
    machine = started("A942 EA 02 EA")
    start = machine.cycles
    for _ in range(2):
        with pytest.raises(UndocumentedOpcode, match=r"\$02 at \$0203") as caught:
            verb(machine)
        assert (caught.value.opcode, caught.value.address) == (0x02, 0x0203)
        assert machine.registers == Registers(0x0203, 0x42, 0, 0, 0xFF, 0x30)
        assert (machine.instructions, machine.cycles - start) == (2, 4), "it does not count"
    machine.poke(0x0203, 0xEA)
    machine.step()
    assert machine.registers.pc == 0x0204


# Snapshots


@pytest.mark.parametrize(
    "expansions",
    [
        [],
        [Expansion(0x2400, 0x400)],
        [Expansion(0x2000, 0x800)],
        [Expansion(0x2000, 0x400, writable=False)],
        [Expansion(0x2000, 0x400), Expansion(0x3000, 0x400)],
    ],
)
def test_a_snapshot_of_a_machine_with_other_memory_is_refused(expansions: list[Expansion]) -> None:
    saved = Machine(rom.monitor(), [Expansion(0x2000, 0x400)]).snapshot()
    other = Machine(rom.monitor(), expansions)
    before = other.snapshot()
    with pytest.raises(SnapshotError):
        other.restore(saved)
    assert other.snapshot() == before
