"""The cassette line: what is played into PB7, what PB7 records."""

import tracemalloc

import pytest

from emu import engines
from emu.board import Board
from emu.chips.waveform import Waveform
from tests.rom.at import PBDD, SBD


@pytest.fixture
def board() -> Board:
    """A board that listens."""
    board = engines.board()
    board.bus[SBD], board.bus[PBDD] = 0x07, 0x3F
    return board


def test_pb7_follows_the_tape_and_is_high_without_one(board: Board) -> None:
    def pb7(time: int) -> int:
        board.cpu.processorCycles = time
        return board.bus[SBD] >> 7

    assert pb7(100) == 1
    board.deck.play(Waveform(0, (100, 150), 300), 1_000)
    assert [pb7(t) for t in (1_000, 1_099, 1_100, 1_149, 1_150, 1_299, 1_300)] == [
        *(0, 0, 1, 1, 0, 0),
        1,
    ]
    board.deck.play(Waveform(0, (), 100), 2_000)
    assert pb7(2_050) == 0
    board.bus[SBD] = 0x27
    assert pb7(2_050) == 1, "PB5 shuts the tape off"
    board.bus[SBD] = 0x07
    board.deck.stop()
    assert pb7(2_051) == 1


def test_what_the_program_writes_to_pb7_is_recorded(board: Board) -> None:
    board.bus[SBD], board.bus[PBDD] = 0x27, 0xBF
    board.deck.record(board.cycles)
    for time, value in ((10, 0xA7), (20, 0xA7), (30, 0x27), (75, 0xA7)):
        board.cpu.processorCycles = time
        board.bus[SBD] = value
    assert board.deck.recorded(100) == Waveform(0, (10, 30, 75), 100)
    assert board.deck.state.recorded is None


def test_a_tape_goes_on_from_a_snapshot(board: Board) -> None:
    board.deck.play(Waveform(0, (100, 150), 300), 0)
    board.deck.record(0)
    board.cpu.processorCycles = 120
    before = board.state
    board.deck.stop()
    board.deck.recorded(130)
    board.state = before
    assert board.state == before
    assert board.deck.remaining(120) == 180
    assert board.deck.state.recorded is not None


def test_a_long_recording_takes_little_memory_however_often_its_state_is_kept(board: Board) -> None:
    deck = board.deck
    deck.record(0)
    tracemalloc.start()
    states = []
    for edge in range(1, 30_001):
        deck.drive(140 * edge, edge & 1 ^ 1)
        if edge % 1_000 == 0:
            states.append(deck.state)
    assert tracemalloc.get_traced_memory()[1] < 1_250_000
    tracemalloc.stop()
    deck.state = states[10]
    deck.drive(99, 0)
    deck.drive(2_000_000, 1)
    assert deck.state.recorded is not None
    assert list(deck.state.recorded)[-2:] == [99, 2_000_000]
    assert states[11].recorded is not None
    assert (len(states[11].recorded), states[11].recorded[-1]) == (12_000, 140 * 12_000)
    deck.state = states[-1]
    assert deck.recorded(1).edges[-1] == 140 * 30_000
