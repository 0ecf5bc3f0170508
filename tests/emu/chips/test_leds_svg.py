"""The six digits as SVG."""

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from emu.chips.leds import DIGITS, HEX_SEGMENTS, Readout

SVG = "{http://www.w3.org/2000/svg}"
_patterns = st.tuples(*[st.integers(0, 0x7F)] * DIGITS)


def paths(readout: Readout) -> list[tuple[set[str], set[str], float]]:
    """Of each digit the lines that are dark, those that are lit, and how bright these are."""
    root = ElementTree.fromstring(readout._repr_svg_())
    found = []
    for digit in root.iter(f"{SVG}g"):
        if digit.get("transform") is None:
            continue
        off, *on = digit.iter(f"{SVG}path")
        dark = set((off.get("d") or "").split("M")[1:])
        lit = {line for one in on for line in (one.get("d") or "").split("M")[1:]}
        bright = max((float(one.get("stroke-opacity", "1")) for one in on), default=0.0)
        found.append((dark, lit, bright))
    return found


def lines_of(segments: int) -> set[str]:
    return paths(Readout.steady((segments,) * DIGITS, (1.0,) * DIGITS))[0][1]


@given(_patterns)
def test_each_digit_lights_the_segments_it_shows(segments: tuple[int, ...]) -> None:
    digits = paths(Readout.steady(segments, (1.0,) * DIGITS))
    assert len(digits) == DIGITS
    single = [lines_of(1 << bit) for bit in range(7)]
    for pattern, (dark, lit, _) in zip(segments, digits, strict=True):
        assert lit == set().union(*(single[bit] for bit in range(7) if pattern >> bit & 1))
        assert lit | dark == set().union(*single)
        assert not lit & dark


def test_an_eight_is_made_of_seven_lines_and_a_one_of_two_uprights() -> None:
    assert len(lines_of(HEX_SEGMENTS[8])) == 7
    one = lines_of(HEX_SEGMENTS[1])
    assert len(one) == 2
    assert all("v" in line for line in one)


def test_what_is_lit_for_longer_is_brighter() -> None:
    duties = (0.0, 0.01, 0.03, 0.06, 0.1, 0.5)
    bright = [one for _, _, one in paths(Readout.steady((0x7F,) * DIGITS, duties))]
    assert bright == sorted(bright)
    assert (bright[0], bright[-1]) == (0, 1)


def test_it_can_be_read_aloud() -> None:
    root = ElementTree.fromstring(Readout.steady(HEX_SEGMENTS[10:16], (0.2,) * DIGITS)._repr_svg_())
    assert root.get("aria-label") == "ABCDEF"
