"""The committed images are what the sources assemble to."""

from pathlib import Path

import pytest

import rom
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.memory_map import GETKEY, KEY_PC
from microchess.program.request import Request
from microchess.program.table import INITIAL_TABLE, PieceTable
from rom.build import SOURCES, assemble


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
