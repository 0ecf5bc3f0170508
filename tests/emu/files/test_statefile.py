"""State files: what goes in comes out, and nothing that is damaged is taken."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

import rom
from emu.bus import Expansion
from emu.errors import SnapshotError
from emu.files import statefile
from emu.machine import Machine
from tests import lights
from tests.cases import cases, put


def test_a_machine_goes_on_from_its_file(tmp_path: Path) -> None:
    machine = lights.machine()
    machine.key_down("A")
    machine.tty = machine.single_step = True
    machine.type(b"0200 ")
    machine.timer_wire = "NMI"
    machine.board.nmi()
    machine.poke(0x170C, 99)
    path = tmp_path / "lights.kim-state"
    path.write_text(statefile.text(machine.snapshot()))
    other = Machine(rom.monitor(), preset=False)
    other.run(12_345)
    other.restore(statefile.read(path).on(rom.monitor()))
    assert other.snapshot() == machine.snapshot()
    assert other.board.nmi_pending
    assert (other.single_step, other.tty, other.board.keypad.down) == (True, True, frozenset("A"))
    assert machine.readout() == other.readout()
    other.run(200_000)
    machine.run(200_000)
    assert other.snapshot() == machine.snapshot()


def test_expansion_memory_is_in_the_file_and_the_roms_bytes_are_not(tmp_path: Path) -> None:
    expansions = (Expansion(0x0400, 0x100), Expansion(0xD000, 0x21, writable=False))
    machine = Machine(rom.monitor(), expansions)
    machine.load_bytes(0x04F0, b"last line")
    machine.load_bytes(0xD020, b"!")
    path = tmp_path / "expanded.kim-state"
    path.write_text(statefile.text(machine.snapshot()))
    assert statefile.read(path).on(rom.monitor()) == machine.snapshot()
    lines = json.loads(path.read_text())["machine"]["memory"]
    assert list(lines) == ["04E0", "17E0", "D020"]
    assert lines["D020"] == "21"


def test_another_rom_is_refused_by_its_half() -> None:
    saved = statefile.parse(statefile.document(Machine(rom.monitor()).snapshot()))
    changed = bytearray(rom.monitor())
    changed[0x7FF] ^= 1
    with pytest.raises(SnapshotError, match=r"another ROM: its 6530-002 has SHA-256 \w{16}\.\.\."):
        saved.on(bytes(changed))


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    """A good file's content; to be copied."""
    return statefile.document(lights.machine().snapshot())


@pytest.mark.parametrize(
    ("path", "value", "why"),
    [
        ("machine.registers.a", "1", "do not match their SHA-256"),
        ("version", "2", "version 2, which is newer; this program reads version 1"),
        ("format", '"kim-log"', "no state of a KIM-1"),
    ],
)
def test_a_changed_file_is_refused_with_the_reason(
    tmp_path: Path, document: dict[str, Any], path: str, value: str, why: str
) -> None:
    data, file = copy.deepcopy(document), tmp_path / "x.kim-state"
    put(data, path, value)
    file.write_text(json.dumps(data))
    with pytest.raises(SnapshotError, match=why) as caught:
        statefile.read(file)
    assert str(caught.value).startswith(f"{file}: ")


@pytest.mark.parametrize(("path", "value", "why"), cases("senseless_states"))
def test_contents_that_make_no_sense_are_refused_though_their_hash_is_right(
    document: dict[str, Any], path: str, value: str, why: str
) -> None:
    data = copy.deepcopy(document)
    put(data["machine"], path, value)
    data["sha256"] = statefile._digest(data["machine"])
    with pytest.raises(SnapshotError, match=why):
        statefile.parse(data)


def test_half_a_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "half.kim-state"
    path.write_text(statefile.text(Machine(rom.monitor()).snapshot())[:500])
    with pytest.raises(SnapshotError, match="no state file, or a damaged one"):
        statefile.read(path)
