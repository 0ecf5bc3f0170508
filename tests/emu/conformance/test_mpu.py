"""The processor against an independent model written from the chip's documentation.

Registers are compared whole; of P the six real flags, as bits 4 and 5 exist only in the byte
pushed on the stack. Memory is compared by the last value left in each address written.
"""

import random
from collections.abc import Callable
from operator import methodcaller

import pytest

from emu.chips.mpu import NMOS6502
from emu.errors import UndocumentedOpcode
from tests.emu.conformance import nmos6502 as chip
from tests.emu.conformance.nmos6502 import OPCODES, ROWS, State, Step

CASES = 250

UNDOCUMENTED = sorted(set(range(256)) - set(OPCODES))
NOISE = random.Random(6502).randbytes(0x10000)


class Memory:
    """64 KiB of noise under a layer of changed bytes, with the writes kept in order."""

    def __init__(self, changed: dict[int, int]) -> None:
        self.changed = changed
        self.writes: list[tuple[int, int]] = []

    def __getitem__(self, address: int) -> int:
        assert 0 <= address <= 0xFFFF, f"read outside memory: {address:#x}"
        return self.changed.get(address, NOISE[address])

    def __setitem__(self, address: int, value: int) -> None:
        assert 0 <= address <= 0xFFFF, f"write outside memory: {address:#x}"
        assert 0 <= value <= 0xFF, f"not a byte: {value:#x}"
        self.writes.append((address, value))
        self.changed[address] = value


def our_step(before: State, memory: Memory, act: Callable[[NMOS6502], object]) -> Step:
    """What our processor does from the given state."""
    cpu = NMOS6502(memory)
    cpu.a, cpu.x, cpu.y = before.a, before.x, before.y
    # Whatever bits 4 and 5 of our P are, nothing may depend on them.
    cpu.sp, cpu.p, cpu.pc = before.sp, before.p | before.a & (chip.B | chip.BIT5), before.pc
    cpu.processorCycles = 0
    memory.writes.clear()
    act(cpu)
    after = State(cpu.a, cpu.x, cpu.y, cpu.sp, cpu.p & chip.FLAGS, cpu.pc)
    return Step(after, tuple(sorted(dict(memory.writes).items())), cpu.processorCycles)


def agree(
    before: State,
    changed: dict[int, int],
    act: Callable[[NMOS6502], object] = lambda cpu: cpu.step(),
    oracle: Callable[[State, chip.Read], Step] = chip.step,
) -> None:
    """Assert that both processors do the same."""
    expected = oracle(before, Memory(dict(changed)).__getitem__)
    expected = expected._replace(writes=tuple(sorted(dict(expected.writes).items())))
    assert our_step(before, Memory(dict(changed)), act) == expected, (before, changed)


def some_state(rng: random.Random) -> State:
    """Random registers, with the stack often about to wrap."""
    sp = rng.choice((0x00, 0x01, 0x02, 0xFD, 0xFE, 0xFF, rng.randrange(256), rng.randrange(256)))
    return State(
        a=rng.randrange(256),
        x=rng.choice((0x00, 0x01, 0xFF, rng.randrange(256), rng.randrange(256))),
        y=rng.choice((0x00, 0x01, 0xFF, rng.randrange(256), rng.randrange(256))),
        sp=sp,
        p=rng.randrange(256) & chip.FLAGS,
        pc=rng.randrange(0x10000),
    )


def some_case(opcode: int, rng: random.Random) -> tuple[State, dict[int, int]]:
    """A state about to execute the opcode, and bytes steering it to edges of pages."""
    s = some_state(rng)
    if rng.random() < 0.3:
        s = s._replace(pc=s.pc & 0xFF00 | rng.choice((0x00, 0x7F, 0x80, 0xFC, 0xFD, 0xFE, 0xFF)))
    if rng.random() < 0.05:
        s = s._replace(pc=rng.choice((0xFFFD, 0xFFFE, 0xFFFF)))
    first, second = rng.randrange(256), rng.randrange(256)
    changed: dict[int, int] = {}
    _, mode = OPCODES[opcode]
    index = getattr(s, chip.INDEXES[mode]) if mode in chip.INDEXES else 0
    # A low byte that with the index falls just short of the next page, or just into it.
    edge = (rng.choice((0xFF, 0x100)) - index) & 0xFF
    match mode:
        case "zpx" | "zpy" | "izx" | "abx" | "aby":
            first = rng.choice((first, edge))
        case "izy":
            first = rng.choice((first, 0x00, 0xFE, 0xFF))
            changed[first] = rng.choice((rng.randrange(256), edge))
        case "ind":
            first = rng.choice((first, 0xFF))
        case "rel":
            first = rng.choice((first, 0x00, 0x7F, 0x80, 0xFE, 0xFF))
    if rng.random() < 0.1:
        second = rng.choice((0x00, 0xFF))
    for offset, byte in enumerate((opcode, first, second)[: chip.LENGTHS[mode]]):
        changed[(s.pc + offset) & 0xFFFF] = byte
    return s, changed


def named(opcode: int) -> str:
    return "-".join((f"{opcode:02X}", *OPCODES.get(opcode, ())))


def test_the_model_knows_151_documented_opcodes() -> None:
    assert (len(OPCODES), len(UNDOCUMENTED)) == (151, 105)


def test_the_model_takes_the_documented_cycles_of_every_instruction() -> None:
    for code, mnemonic, mode, length, cycles in ROWS:
        base, marks = int(cycles.rstrip("*")), cycles.count("*")
        assert chip.LENGTHS[mode] == int(length), mnemonic
        rng, seen = random.Random(int(code, 16)), set()
        for _ in range(CASES):
            before, changed = some_case(int(code, 16), rng)
            seen.add(chip.step(before, Memory(changed).__getitem__).cycles)
        assert seen == set(range(base, base + marks + 1)), (mnemonic, mode)


@pytest.mark.parametrize(
    ("mnemonic", "a", "m", "carry", "result", "carry_after"),
    [
        ("ADC", 0x12, 0x34, 0, 0x46, 0),
        ("ADC", 0x15, 0x26, 0, 0x41, 0),
        ("ADC", 0x81, 0x92, 0, 0x73, 1),
        ("ADC", 0x58, 0x46, 1, 0x05, 1),
        ("SBC", 0x46, 0x12, 1, 0x34, 1),
        ("SBC", 0x40, 0x13, 1, 0x27, 1),
        ("SBC", 0x32, 0x02, 0, 0x29, 1),
        ("SBC", 0x12, 0x21, 1, 0x91, 0),
        ("SBC", 0x21, 0x34, 1, 0x87, 0),
    ],
)
def test_the_model_gets_the_decimal_examples_of_bruce_clark_right(
    mnemonic: str, a: int, m: int, carry: int, result: int, carry_after: int
) -> None:
    operation = chip.add if mnemonic == "ADC" else chip.subtract
    after, p = operation(a, m, chip.D | carry)
    assert (after, p & chip.C) == (result, carry_after)


@pytest.mark.parametrize("carry", [0, 1])
def test_the_model_does_decimal_arithmetic_on_all_decimal_numbers(carry: int) -> None:
    bcd = [int(str(n), 16) for n in range(100)]
    for n, a in enumerate(bcd):
        for k, m in enumerate(bcd):
            total, difference = n + k + carry, n - k - (1 - carry)
            after, p = chip.add(a, m, chip.D | carry)
            assert (after, p & chip.C) == (bcd[total % 100], total > 99)
            after, p = chip.subtract(a, m, chip.D | carry)
            assert (after, p & chip.C) == (bcd[difference % 100], difference >= 0)


@pytest.mark.parametrize("opcode", sorted(OPCODES), ids=named)
def test_a_documented_instruction_does_what_the_chip_does(opcode: int) -> None:
    rng = random.Random(opcode)
    for _ in range(CASES):
        agree(*some_case(opcode, rng))


@pytest.mark.parametrize("decimal", [0, chip.D], ids=["binary", "decimal"])
@pytest.mark.parametrize("opcode", [0x69, 0xE9], ids=named)
def test_adding_and_subtracting_agree_for_all_operands(opcode: int, decimal: int) -> None:
    operation = chip.add if opcode == 0x69 else chip.subtract
    memory = [0] * 0x10000
    memory[0x0200] = opcode
    cpu = NMOS6502(memory)
    wrong: list[tuple[int, int, int, int, int, int, int]] = []
    for m in range(256):
        memory[0x0201] = m
        for a in range(256):
            for carry in (0, chip.C):
                # The flags about to be replaced start out set and clear in turn.
                p = decimal | carry | (chip.N | chip.V | chip.Z if (a ^ m) & 1 else 0)
                cpu.a, cpu.p, cpu.pc = a, p, 0x0200
                cpu.step()
                expected = operation(a, m, p)
                if (cpu.a, cpu.p & chip.FLAGS) != expected:
                    wrong.append((a, m, p, *expected, cpu.a, cpu.p & chip.FLAGS))
    assert not wrong, f"{len(wrong)} of 131072 differ, first (a, m, p, expected, ours): {wrong[0]}"


def test_an_undocumented_opcode_is_refused_on_request_and_changes_nothing() -> None:
    rng = random.Random("undocumented")
    for opcode in UNDOCUMENTED:
        before = some_state(rng)
        cpu = NMOS6502(Memory({before.pc: opcode}), before.pc, documented_only=True)
        registers = cpu.registers
        with pytest.raises(UndocumentedOpcode):
            cpu.step()
        assert (cpu.registers, cpu.processorCycles) == (registers, 0)


@pytest.mark.parametrize(
    ("before", "changed", "after"),
    [
        pytest.param(
            State(a=0, x=0, y=0, sp=0x7D, p=0, pc=0x017B),
            {0x017B: 0x20, 0x017C: 0x55, 0x017D: 0x13},
            State(a=0, x=0, y=0, sp=0x7B, p=0, pc=0x0155),
            id="JSR reads the high byte of its target after pushing",
        ),
        pytest.param(
            State(a=0, x=0, y=0, sp=0xFF, p=0, pc=0x0200),
            {0x0200: 0x6C, 0x0201: 0xFF, 0x0202: 0x10, 0x10FF: 0x34, 0x1000: 0x12, 0x1100: 0x99},
            State(a=0, x=0, y=0, sp=0xFF, p=0, pc=0x1234),
            id="JMP takes its high byte from the same page",
        ),
        pytest.param(
            State(a=0, x=0, y=0, sp=0x01, p=chip.D | chip.C, pc=0x12FE),
            {0x12FE: 0x00, 0xFFFE: 0x22, 0xFFFF: 0x1C},
            State(a=0, x=0, y=0, sp=0xFE, p=chip.D | chip.C | chip.I, pc=0x1C22),
            id="BRK skips a byte and leaves decimal mode on",
        ),
    ],
)
def test_the_model_knows_what_is_easily_missed(
    before: State, changed: dict[int, int], after: State
) -> None:
    assert chip.step(before, Memory(dict(changed)).__getitem__).state == after
    agree(before, changed)


@pytest.mark.parametrize("line", ["nmi", "irq"])
def test_an_interrupt_does_what_the_chip_does(line: str) -> None:
    rng = random.Random(line)
    for _ in range(CASES):
        agree(some_state(rng), {}, methodcaller(line), getattr(chip, line))
