"""The serial line: characters as levels in cycles, both ways, with the hardware's echo."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from emu import engines
from emu.board import Board
from emu.chips.terminal import Terminal
from emu.chips.uart import Framing, Receiver, TerminalError
from tests.rom.at import PADD, PBDD, SAD, SBD

OPEN, SHUT = 0x07, 0x27
SPEEDS = (50, 75, 110, 150, 300, 600, 1200, 1800, 2400, 4800, 9600)


def receive(edges: list[tuple[int, int]], end: int, framing: Framing) -> bytes:
    """What a receiver makes of a line at mark with these edges."""
    receiver, heard, level = Receiver(), b"", 1
    for time, new in edges:
        heard += receiver.feed(time, level, framing)
        level = new
    return heard + receiver.feed(end, level, framing)


def board(sbd: int = OPEN) -> Board:
    """A board with its ports as the monitor sets them."""
    board = engines.board()
    for register, value in ((SBD, sbd), (PBDD, 0x3F), (PADD, 0x00)):
        board.bus[register] = value
    return board


@pytest.mark.parametrize(("baud", "stop_bits"), [(50, 2), (110, 1), (9600, 1)])
def test_characters_in_a_row_arrive_at_every_speed(baud: int, stop_bits: int) -> None:
    framing = Framing(baud, stop_bits)
    text = bytes(range(0, 256, 3))
    edges = [e for n, c in enumerate(text) for e in framing.edges(c, 99 + n * framing.character)]
    assert receive(edges, 99 + 257 * framing.character, framing) == text


@given(
    st.binary(max_size=20),
    st.sampled_from(SPEEDS),
    st.floats(0.96, 1.04),
    st.lists(st.integers(0, 5_000), min_size=20, max_size=20),
)
def test_a_speed_up_to_four_percent_off_is_understood(
    text: bytes, baud: int, error: float, gaps: list[int]
) -> None:
    sender, edges, start = Framing(min(max(baud * error, 50), 9600)), [], 1_000
    for byte, gap in zip(text, gaps, strict=False):
        edges += sender.edges(byte, start)
        start += sender.character + gap
    assert receive(edges, start + 50_000, Framing(baud)) == text


def test_a_glitch_is_no_character_and_a_break_is_one_zero() -> None:
    framing = Framing(1200)
    glitch = [(1_000, 0), (1_006, 1)]
    held = [(20_000, 0), (200_000, 1)]
    after = framing.edges(0x41, 210_000)
    assert receive(glitch + held + after, 300_000, framing) == b"\0A"


@given(st.lists(st.integers(1, 4_000), min_size=1, max_size=40))
def test_a_receiver_does_not_care_how_often_it_is_asked(steps: list[int]) -> None:
    framing, often, once = Framing(2400), Receiver(), Receiver()
    time, heard, expected = 0, b"", b""
    for level, span in enumerate(steps):
        for _ in range(7):
            time += span
            heard += often.feed(time, level & 1, framing)
        expected += once.feed(time, level & 1, framing)
    assert heard == expected
    assert often.state == once.state


def test_the_board_sees_the_terminals_levels_on_pa7() -> None:
    one = board()
    one.terminal.set_line(1000)
    one.terminal.send(b"\x55", 0)
    seen = []
    for bit in range(11):
        one.cpu.processorCycles = bit * 1000 + 500
        seen.append(one.bus[SAD] >> 7)
    assert seen == [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1]
    assert [one.terminal.busy(time) for time in (10_999, 11_000)] == [True, False]
    assert one.terminal.printed(one.cycles) == b"\x55", "the hardware echoes"


@pytest.mark.parametrize("shut_by", [SBD, PBDD])
def test_pb5_shuts_the_input_and_with_it_the_echo(shut_by: int) -> None:
    one = board()
    one.bus[shut_by] = SHUT if shut_by == SBD else 0x1F
    one.terminal.send(b"\0", 0)
    one.cpu.processorCycles = 3_000
    assert one.bus[SAD] & 0x80
    one.cpu.processorCycles = 30_000
    assert one.terminal.printed(one.cycles) == b""


def test_without_echo_only_what_pb0_says_is_printed() -> None:
    one = board()
    framing = Framing(300)
    one.terminal.set_line(300)
    one.terminal.echo = False
    one.terminal.send(b"X", 0)
    for time, level in framing.edges(0xC1, 5_000):
        one.cpu.processorCycles = time
        one.bus[SBD] = OPEN & ~1 | level
    assert one.terminal.printed(5_000 + framing.character) == b"\xc1"
    assert one.terminal.printed(90_000) == b"", "once"


@pytest.mark.parametrize(("baud", "stop_bits"), [(49, 2), (14400, 2), (300, 3)])
def test_other_lines_are_refused(baud: float, stop_bits: int) -> None:
    terminal = Terminal()
    with pytest.raises(TerminalError, match="expected"):
        terminal.set_line(baud, stop_bits)
