"""What a person sees on the six digits, and in their SVG."""

from xml.etree import ElementTree

import pytest

import rom
from emu import engines
from emu.chips.leds import DIGITS, HEX_SEGMENTS, PERSISTENCE, Leds, Readout
from emu.machine import Machine
from tests.emu.started import started
from tests.rom.at import PADD, PBDD, SAD, SBD
from tests.rom.kit import SEGMENTS, code

# Digit after digit from left to right, 2 ms each, patterns from $0300. The next pattern stands on
# the digit before it for four cycles, as in many game programs.
SCANNER = code(
    "A9 7F 8D 41 17 A9 3F 8D 43 17  ; PADD, PBDD are outputs",
    "A2 09 A0 00                    ; $020A LDX #$09, LDY #$00",
    "B9 00 03 8D 40 17 8E 42 17     ; $020E LDA $0300,Y, STA SAD, STX SBD",
    "C6 10 D0 FC                    ;       2 ms",
    "E8 E8 C8 C0 06 D0 EC 4C 0A 02  ;       INX INX INY, six times, JMP $020A",
)
PATTERNS = [
    (0x01, 0x02, 0x04, 0x08, 0x10, 0x20),
    (0x80, 0xBF, 0x00, 0xDB, 0xFF, 0x80),
    (0x00, 0x7F, 0x00, 0x7F, 0x00, 0x7F),
]


def scanning(patterns: tuple[int, ...]) -> Machine:
    """A machine that has been showing *patterns* for a while."""
    machine = started(SCANNER)
    machine.load_bytes(0x0300, bytes(patterns))
    machine.run(50_000)
    return machine


# Through a program


@pytest.mark.parametrize("patterns", PATTERNS)
def test_a_program_shows_any_segments_on_any_digit(patterns: tuple[int, ...]) -> None:
    """No decimal point is wired; the monitor's own table has bit 7 set. What is on the wrong digit
    for a few cycles is not seen."""
    machine = scanning(patterns)
    for _ in range(20):
        machine.run(777)
        seen = machine.readout().segments
        assert seen == tuple(one & 0x7F for one in patterns), "whenever one looks"


# The wiring


@pytest.mark.parametrize("other_bits", [0x00, 0x21, 0xC0])
def test_only_pb1_to_pb4_select_a_digit(other_bits: int) -> None:
    """One game does INC $1742 and leaves bits 6 and 7 set ($CA-$D5)."""
    for decoded in range(16):
        board = engines.board()
        board.bus[PBDD], board.bus[PADD], board.bus[SAD] = 0xFF, 0x7F, 0x5A
        board.bus[SBD] = other_bits | decoded << 1
        assert board.leds.state.digit == (decoded - 4 if 4 <= decoded <= 9 else None)


def test_segments_of_a_port_that_listens_all_light_until_reset() -> None:
    board = engines.board()
    board.bus[PBDD], board.bus[SBD], board.bus[PADD] = 0x3F, 0x09, 0x00
    assert (board.leds.state.digit, board.leds.state.segments) == (0, 0x7F)
    board.reset()
    assert board.leds.state.digit is None


# The eye


@pytest.mark.parametrize(("on", "seen"), [(3, 0), (27, 0), (33, 0x40), (100, 0x40)])
def test_a_segment_shows_with_a_tenth_of_the_brightest_ones_time(on: int, seen: int) -> None:
    leds = Leds()
    for start in range(0, 20_000, 2_000):
        leds.drive(start, 0, 0x01)
        leds.drive(start + 300, 0, 0x00)
        leds.drive(start + 1_000, 2, 0x40)
        leds.drive(start + 1_000 + on, 2, 0x00)
    assert leds.read(20_000).segments == (0x01, 0, seen, 0, 0, 0)


@pytest.mark.parametrize(("on", "text"), [(40, "      "), (80, "8     ")])
def test_a_glimpse_alone_on_a_dark_display_is_not_seen(on: int, text: str) -> None:
    """Kim-Tac-Toe's squares are off for 50 ms; the key scan leaves 0.2 % of a digit."""
    leds = Leds()
    leds.drive(5_000, 0, 0x7F)
    leds.drive(5_000 + on, None, 0x7F)
    seen = leds.read(20_000)
    assert (seen.text, seen.dark) == (text, not text.strip())
    assert any(seen.steps[0]) == (not seen.dark)


def test_segments_that_share_their_digits_time_are_all_seen() -> None:
    """One of three segments at a visit, as Kim-Tac-Toe does; the next pattern comes too early."""
    leds = Leds()
    for visit, start in enumerate(range(0, 20_000, 700)):
        leds.drive(start, visit % 6, (0x01, 0x08, 0x40)[visit // 6 % 3])
        leds.drive(start + 680, visit % 6, 0x36)
    assert leds.read(20_000).segments == (0x49,) * 6


def test_a_digit_left_on_does_not_outshine_the_others() -> None:
    leds = Leds()
    for digit in range(6):
        leds.drive(digit * 400, digit, 0x06)
    assert leds.read(20_000).segments == (0x06,) * 6


def test_brightness_is_the_share_of_the_brightest_and_is_drawn_in_steps() -> None:
    seen = Readout.steady((0x01,) * 6, (0.16, 0.08, 0.04, 0.02, 0.01, 0.0))
    assert [digit[0] for digit in seen.brightness] == pytest.approx(
        [1, 0.5, 0.25, 0.125, 0.0625, 0]
    )
    assert [digit[0] for digit in seen.steps] == [1, 1, 0.6, 0.3, 0, 0]


def test_the_eye_keeps_a_digit_for_20_milliseconds() -> None:
    leds = Leds()
    leds.drive(0, 4, 0x06)
    assert leds.read(300).duty[4] == pytest.approx(300 / PERSISTENCE), "what is on counts"
    leds.drive(700, None, 0x00)
    assert PERSISTENCE == 20_000
    assert leds.read(700 + 19_900).segments[4] == 0x06
    assert leds.read(700 + 20_000).dark


def test_hex_digits_are_read_as_text_dark_ones_as_spaces_others_as_question_marks() -> None:
    for character, segments in zip("0123456789ABCDEF", SEGMENTS, strict=True):
        assert Readout.steady((segments,) * 6, (0.1,) * 6).text == character * 6
    seen = Readout.steady((0x00, 0x40, 0x3F, 0x00, 0x76, 0x00), (0.1,) * 6)
    assert seen.text == " ?0 ? "
    assert not seen.dark


def test_a_program_that_waits_is_read_at_once_whatever_was_shown_before() -> None:
    machine = Machine(rom.monitor())
    machine.run_until_waiting()
    machine.poke(0xFA, 0x12)
    machine.run_until_waiting()
    assert machine.readout().text[:4] == "0012"


SVG = "{http://www.w3.org/2000/svg}"


def lit(segments: tuple[int, ...], duty: float = 1.0) -> list[tuple[set[str], float]]:
    """Of each digit the lines that are lit, and how bright they are."""
    root = ElementTree.fromstring(Readout.steady(segments, (duty,) * DIGITS)._repr_svg_())
    found = []
    for digit in root.iter(f"{SVG}g"):
        if digit.get("transform") is not None:
            _, *on = digit.iter(f"{SVG}path")
            lines = {line for one in on for line in (one.get("d") or "").split("M")[1:]}
            bright = max((float(one.get("stroke-opacity", "1")) for one in on), default=0.0)
            found.append((lines, bright))
    return found


def test_each_digit_lights_the_segments_it_shows() -> None:
    single = [lit((1 << bit,) * DIGITS)[0][0] for bit in range(7)]
    assert len(set().union(*single)) == 7
    patterns = (*HEX_SEGMENTS[:5], 0x00)
    for pattern, (lines, _) in zip(patterns, lit(patterns), strict=True):
        assert lines == set().union(*(single[bit] for bit in range(7) if pattern >> bit & 1))


def test_what_is_lit_for_longer_is_brighter_and_can_be_read_aloud() -> None:
    bright = [lit((0x7F,) * DIGITS, duty)[0][1] for duty in (0.0, 0.01, 0.03, 0.06, 0.1)]
    assert bright == sorted(bright)
    root = ElementTree.fromstring(Readout.steady(HEX_SEGMENTS[10:16], (0.2,) * DIGITS)._repr_svg_())
    assert root.get("aria-label") == "ABCDEF"
