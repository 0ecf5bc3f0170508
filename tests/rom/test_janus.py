"""The images are what their sources assemble to; Janus on tables nobody would set up."""

import random
from pathlib import Path

import pytest

import rom
from emu.chips.registers import Registers
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.memory_map import GETKEY, KEY_PC
from microchess.program.request import Request
from microchess.program.table import INITIAL_TABLE, PieceTable
from rom.build import SOURCES, assemble
from tests.golden import is_of_sound_table, replies, transcripts
from tests.sample import every_run

OWN = {
    *range(0x00FF + 1),
    *range(0x0190, 0x0200),  # the stack, above the level byte at $018B
    *range(0x0200, 0x0220),
    *range(0x0300, 0x0400),
}
DOCUMENTED = {*range(0x0003), *range(0x0070, 0x00B0), *range(0x00C0, 0x00DC), 0x4E}
"""Jump, tables and book: read, never written."""
BUDGET = 60_000_000


def any_table(random_: random.Random) -> PieceTable:
    """32 bytes: nonsense, squares only, or many men on few squares."""
    kind = random_.randrange(3)
    if kind == 0:
        return PieceTable(bytes(random_.randrange(256) for _ in range(32)))
    squares = [rank << 4 | file for rank in range(8) for file in range(8)]
    few = random_.sample(squares, 6) if kind == 2 else squares
    return PieceTable(bytes(random_.choice([*few, 0xCC]) for _ in range(32)))


@pytest.mark.parametrize("seed", every_run(range(8), 2))
def test_any_32_bytes_get_an_answer_and_nothing_else_is_written(seed: int) -> None:
    random_ = random.Random(seed)
    bridge = janus().boot()
    machine = bridge.machine
    fresh = machine.snapshot()
    rom_and_tables = [
        a for a in (*range(0x400), *range(0x1780, 0x1800)) if a not in OWN or a in DOCUMENTED
    ]
    for level in Level:
        machine.restore(fresh)
        bridge.table = any_table(random_)
        bridge.level = level
        before = {a: machine.peek(a) for a in rom_and_tables}
        reply = bridge.reply(BUDGET)
        assert machine.registers.pc == GETKEY
        assert {a: machine.peek(a) for a in rom_and_tables} == before
        assert machine.read(0x2000, 0x800) == rom.janus()
        assert reply.move is None or reply.move.man < 16


def test_level_bytes_out_of_range_do_not_overrun_the_stack() -> None:
    bridge = janus().boot()
    fresh = bridge.machine.snapshot()
    golden = max((g for g in replies() if is_of_sound_table(g)), key=lambda g: g["cycles"])
    for turn in (0x00, 0x80, 0xFA, 0xFB):
        bridge.machine.restore(fresh)
        bridge.table = PieceTable.from_hex(golden["table"])
        bridge.machine.poke(0x018B, turn)
        bridge.reply(BUDGET)
        assert bridge.machine.peek(0x018B) == turn
        assert bridge.machine.registers.pc == GETKEY


def test_unsound_tables_of_the_golden_data_survive() -> None:
    solver = MachineSolver(janus(), budget=BUDGET)
    unsound = [g for g in replies() if not is_of_sound_table(g) and g["level"] != "normal"]
    for golden in unsound[::12]:
        request = Request(PieceTable.from_hex(golden["table"]), Level.named(golden["level"]))
        solver.solve(request)


def test_moving_directions_about_moves_the_men_about() -> None:
    """The tables in RAM are used, not copies of them: with rook lines gone, rooks stay at home."""
    bridge = janus().boot()
    bridge.table = PieceTable.from_hex("03" + "cc" * 2 + "00" + "cc" * 12 + "73" + "cc" * 15)
    fresh = bridge.machine.snapshot()
    rook_moves = [c for c in bridge.reply(BUDGET).candidates if c.man == 3]
    assert rook_moves
    bridge.machine.restore(fresh)
    for address in range(0x90, 0x94):
        bridge.machine.poke(address, 0x88)
    assert not [c for c in bridge.reply(BUDGET).candidates if c.man == 3]


def test_st_and_go_at_the_prompt_come_back_into_the_game() -> None:
    bridge = janus().boot()
    for key in ("C", "ST"):
        bridge.machine.press(key)
    assert bridge.machine.settled_readout().text[:4] in _rom_addresses()
    for key in ("PC", "GO", "PC"):
        bridge.machine.press(key)
        bridge.settle()
    assert bridge.table.hex == _table_after_key_pc()


def test_the_install_entry_works_from_the_keypad() -> None:
    bridge = janus().boot()
    machine = bridge.machine
    machine.reset()
    machine.registers = Registers(machine.registers.pc, 0, 0, 0, 0xFF, 0x30)
    machine.load_bytes(0x0000, bytes(0x100))
    machine.run(20_000)
    machine.go(rom.labels("janus")["install_entry"])
    machine.press("C")
    assert machine.settled_readout().text == "CCCCCC"


def _rom_addresses() -> set[str]:
    return {f"{a:04X}" for a in (*range(0x1C00, 0x2000), *range(0x2000, 0x2800))}


def _table_after_key_pc() -> str:
    session = next(s for s in transcripts() if s["name"] == "giuoco-white")
    table: str = session["steps"][1]["table"]
    return table


@pytest.mark.cc65
@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_source_assembles_to_the_committed_images_and_labels(source: Path, tmp_path: Path) -> None:
    built = assemble(source, SOURCES[source], tmp_path)
    assert len(built) == 2 * len(SOURCES[source])
    for file in built:
        assert file.read_bytes() == rom.image(file.name)


def test_no_instruction_is_executed_where_the_labels_say_is_data() -> None:
    data = rom.data("janus") | rom.data("kim1-002") | rom.data("kim1-003")
    assert {0x1FE7, 0x1FFA, rom.labels("janus")["key_codes"]} <= data
    solver = MachineSolver(janus())
    solver.prepare(Request(PieceTable(INITIAL_TABLE), Level.SUPER_BLITZ))
    machine = solver.bridge.machine
    machine.leave_subroutine(a=KEY_PC)
    executed = set()
    while (pc := machine.registers.pc) != GETKEY:
        executed.add(pc)
        machine.step()
    assert rom.labels("janus")["judge"] in executed
    assert not data & executed
