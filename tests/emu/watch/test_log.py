"""Logs: a replay does exactly what was done."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

import rom
from emu.board_state import BoardState
from emu.bus import Expansion
from emu.chips.waveform import Waveform
from emu.errors import Diverged, LogError
from emu.machine import Machine
from emu.watch import log
from emu.watch.log import LogRecorder, LogReplay
from tests import lights
from tests.cases import cases

EXPANSIONS = (Expansion(0x400, 0x400),)


@pytest.fixture(autouse=True)
def checked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "CHECK_EVERY", 5)


def recorded(
    tmp_path: Path, act: Callable[[Machine], None], machine: Machine | None = None
) -> tuple[Path, BoardState]:
    """A log of what *act* does to *machine*, and the state in the end."""
    machine = machine or Machine(rom.monitor(), EXPANSIONS)
    path = tmp_path / "acts.kim-log"
    with path.open("w") as stream:
        recorder = LogRecorder(machine, stream)
        act(machine)
        recorder.close()
    return path, machine.snapshot()


def replayed(path: Path, engine: str = "py65", to: int | None = None) -> BoardState:
    machine = Machine(rom.monitor(), EXPANSIONS, engine=engine)
    LogReplay(log.read(path), machine, rom.monitor()).run(to)
    return machine.snapshot()


def everything(machine: Machine) -> None:
    """Each verb that there is."""
    start = machine.snapshot()
    machine.load_bytes(lights.START, lights.CODE)
    machine.go(lights.START)
    machine.press("RS")
    machine.press("ST")
    machine.poke(0x1704, 77)
    machine.poke(0x0010, 0x99)
    machine.single_step = True
    machine.press("GO")
    machine.single_step = False
    machine.record_tape()
    machine.tty = True
    machine.set_line(1200, 1)
    machine.reset()
    machine.run(1_000)
    machine.type(b"\x7f", gap=100)
    machine.type(b"0200 ")
    machine.send_break(20_000)
    machine.run(50_000)
    machine.timer_wire = "NMI"
    machine.play_tape(Waveform(1, (10, 500, 900), 1_000))
    machine.run(500)
    machine.stop_tape()
    machine.recorded_tape()
    machine.jump(lights.START)
    machine.leave_subroutine(a=4)
    machine.jump(lights.START)
    machine.run(3_333)
    machine.restore(start)
    machine.run(7_777)
    machine.load_bytes(lights.START, lights.CODE)
    machine.tty = False
    machine.go(lights.START)
    machine.poke(0x170F, 3)
    machine.timer_wire = "IRQ"
    machine.run(44_444)


def test_everything_done_is_done_again_on_any_engine(tmp_path: Path) -> None:
    path, end = recorded(tmp_path, everything)
    assert replayed(path, "py65") == replayed(path, "wasm") == end
    assert rom.monitor()[:32].hex() not in path.read_text().lower()


def test_a_log_may_begin_in_the_middle(tmp_path: Path) -> None:
    machine = lights.machine()
    path = tmp_path / "middle.kim-log"
    with path.open("w") as stream:
        recorder = LogRecorder(machine, stream)
        machine.press("7")
        recorder.close()
    machine.press("8")
    again = Machine(rom.monitor())
    replay = LogReplay(log.read(path), again, rom.monitor())
    replay.run()
    assert (replay.events, replay.checks) == (2, 1)
    again.press("8")
    assert again.snapshot() == machine.snapshot()


def test_a_replay_ends_at_the_cycle_wished(tmp_path: Path) -> None:
    path, _ = recorded(tmp_path, lambda machine: machine.press("AD"))
    other = Machine(rom.monitor(), EXPANSIONS)
    other.key_down("AD")
    other.run(555)
    assert replayed(path, to=other.cycles - 1) == other.snapshot()


def entry(path: Path, number: int, **changes: object) -> None:
    lines = path.read_text().splitlines()
    lines[number - 1] = json.dumps({**json.loads(lines[number - 1]), **changes})
    path.write_text("\n".join(lines))


def test_a_divergence_is_reported_with_its_cycle(tmp_path: Path) -> None:
    def act(machine: Machine) -> None:
        machine.load_bytes(0x300, b"\1")
        machine.run(1_000)

    path, end = recorded(tmp_path, act)
    entry(path, 2, value={"address": 0x300, "data": "02"})
    with pytest.raises(Diverged, match="the state has SHA-256") as caught:
        replayed(path)
    assert caught.value.cycle == end.cycles
    entry(path, 3, cycle=end.cycles - 1)
    with pytest.raises(Diverged, match=f"no instruction ends at cycle {end.cycles - 1:,}"):
        replayed(path)


@pytest.mark.parametrize(("number", "line", "why"), cases("damaged_logs"))
def test_a_damaged_log_is_refused_with_its_line(
    tmp_path: Path, number: str, line: str, why: str
) -> None:
    path, _ = recorded(tmp_path, lambda machine: machine.go(0x0200))
    lines = path.read_text().splitlines()
    lines[int(number) - 1] = line
    path.write_text("\n".join(lines))
    with pytest.raises(LogError, match=why):
        log.read(path)


@pytest.mark.parametrize(("do", "value", "why"), cases("refused_events"))
def test_an_event_that_cannot_be_done_is_an_error(
    tmp_path: Path, do: str, value: str, why: str
) -> None:
    path, _ = recorded(tmp_path, lambda machine: machine.go(0x0200))
    entry(path, 2, cycle=7, do=do, value=json.loads(value))
    with pytest.raises(LogError, match=why):
        replayed(path)
