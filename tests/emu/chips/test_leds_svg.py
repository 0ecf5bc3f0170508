"""The six digits as SVG."""

from xml.etree import ElementTree

from emu.chips.leds import DIGITS, HEX_SEGMENTS, Readout

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
