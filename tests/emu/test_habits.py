"""Programs with habits of the time: memory sized by probing, a clock driven
by the timer's NMI, a tune on a speaker.
"""

from itertools import pairwise

import pytest

from emu.chips.deck import TapeLoop
from emu.turbo.driver import Turbo
from emu.watch.rewind import Rewind
from emu.watch.speaker import PINS, RATE, Speaker, heard
from tests.emu.started import started

ENGINES = pytest.mark.parametrize("engine", ["py65", "wasm"])


NMI_CLOCK = (
    "A916 8DFA17 A902 8DFB17"  # NMI vector $0216
    "A9F9 8D0F17"  # 249 x 1024 cycles, with interrupt
    "E612 D0FC 4C0F02"  # the program proper counts
    "48 A9F9 8D0F17 E613 D002 E614 68 40"  # the clock: start the timer again, count
)


def test_a_clock_on_the_timers_nmi_keeps_time_and_runs_translated() -> None:
    machine = started(NMI_CLOCK, engine="wasm")
    machine.timer_wire = "NMI"
    machine.run(10_000_000)
    ticks = int.from_bytes(machine.read(0x13, 2), "little")
    assert ticks == 10_000_000 // 255_000, "249 x 1,024 cycles, and some 24 until it restarts"
    engine = machine.board.engine
    assert isinstance(engine, Turbo)
    assert engine.interpreted < machine.instructions / 20


TUNE = (
    "A901 8D0117"  # PA0 is an output
    "A9{half:02X} 8510"
    "A901 4D0017 8D0017"  # flip: EOR with the pin
    "A610 CA D0FD 4C0902"  # wait
)


@pytest.mark.parametrize(("engine", "half"), [("py65", 0xE0), ("wasm", 0x40)])
def test_the_pitch_of_a_tune_on_pa0(engine: str, half: int) -> None:
    machine = started(TUNE.format(half=half), engine=engine)
    machine.run(2_000)
    speaker = Speaker(machine.board)
    machine.run(200_000)
    wave = speaker.waveforms()["PA0"]
    spans = {after - before for before, after in pairwise(wave.edges)}
    cycles = 2 + 4 + 4 + 3 + 5 * half - 1 + 3
    assert spans == {cycles}, "exact to the cycle"
    samples = heard(wave).channels[0]
    rising = [n for n, (a, b) in enumerate(pairwise(samples)) if a < 0 <= b]
    period = (rising[-1] - rising[0]) / (len(rising) - 1)
    assert RATE / period == pytest.approx(1_000_000 / (2 * cycles), rel=1e-3)
    assert 0.1 < max(samples) < 1


TAPE = (
    "A9BF 8D4317"  # PB7 is an output
    "A9A7 8D4217 A205 CAD0FD"  # high, for five rounds
    "A927 8D4217 A205 CAD0FD"  # low
    "4C0502"
)


def test_what_writes_a_tape_runs_translated_while_a_speaker_hears_it() -> None:
    machine = started(TAPE, engine="wasm")
    machine.run(2_000)
    machine.record_tape()
    speaker = Speaker(machine.board)
    machine.run(2_000_000)
    wave = speaker.waveforms()["PB7"]
    assert len(wave.edges) == pytest.approx(4_000_000 / 67, rel=0.01)
    assert wave == machine.recorded_tape(), "the very edges that are on the tape"
    engine = machine.board.engine
    assert isinstance(engine, Turbo)
    assert engine.interpreted < machine.instructions / 30


def test_every_pin_has_its_speaker_and_a_quiet_one_is_silent() -> None:
    machine = started("A9FF 8D0117 8D0317 8D4317 A900 8D0017 8D0217 8D4217 4C1302")
    speaker = Speaker(machine.board)
    machine.run(20_000)
    waves = speaker.waveforms()
    assert set(waves) == set(PINS)
    for wave in waves.values():
        assert (len(wave.edges), wave.at(wave.length)) == (1, 0)
        assert abs(heard(wave).channels[0][-1:][0]) < 0.01


def test_the_last_sounds_are_kept_no_longer_than_asked_and_over_a_way_back() -> None:
    machine = started(TUNE.format(half=0x40))
    past, sounds = Rewind(machine), Speaker(machine.board, 30_000)
    machine.run(100_000)
    now, kept = machine.cycles, sounds.waveforms()
    assert [pin for pin in PINS if kept[pin].edges] == ["PA0"], "the other pins stood still"
    wave = kept["PA0"]
    assert wave.length == 30_000
    assert 29_000 < wave.edges[-1] - wave.edges[0] <= 30_000
    level = machine.board.riot_003.outputs_a & 1
    assert wave.at(wave.length) == level
    past.to(80_000)
    assert all(edge <= machine.cycles for edge in sounds.waveforms()["PA0"].edges)
    past.to(now)
    assert sounds.waveforms()["PA0"].edges == wave.edges


PLL = (
    "A9BF 8D4317 A907 8D4217"  # PB7 is an output, the input is not shut
    "A028"  # 40 half waves
    "AD4217 4980 8D4217 A2{delay:02X} CA D0FD 88 D0F0"  # of 16 + 5 x delay cycles
    "A93F 8D4317 AD4217 8510"  # the input once
    "4C2602"
)
ON_PA0 = (
    "A93F 8D4317 A907 8D4217 A901 8D0117"  # the input is not shut, PA0 is an output
    "A028"  # 40 half waves
    "AD0017 4901 8D0017 A2{delay:02X} CA D0FD 88 D0F0"  # of 16 + 5 x delay cycles
    "AD4217 8510"  # the input once
    "4C2602"
)


@ENGINES
@pytest.mark.parametrize(("half", "level"), [(136, 0), (161, 0), (171, 1)])
@pytest.mark.parametrize(("code", "wire"), [(PLL, True), (ON_PA0, "PA0")], ids=["PB7", "PA0"])
def test_the_output_looped_to_the_input_is_heard_as_the_pll_hears_it(
    engine: str, half: int, level: int, code: str, wire: TapeLoop
) -> None:
    machine = started(code.format(delay=(half - 16) // 5), engine=engine)
    machine.tape_loop = wire
    machine.run(3_000)
    halfway = machine.snapshot()
    for _ in range(2):
        machine.run(7_000)
        assert machine.peek(0x10) >> 7 == level
        machine.restore(halfway)
    machine.run(9_000)
    assert machine.peek(0x1742) >> 7 == 1, "a still line is no tone"
