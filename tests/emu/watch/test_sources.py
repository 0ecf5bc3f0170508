"""Source lines from the debug information of ca65 and ld65."""

from pathlib import Path

import pytest

from emu.watch.labels import LabelError
from emu.watch.sources import SourceLine, parse, read_names

FOLDER = Path(__file__).parents[2] / "data" / "debug"
BLINK = (FOLDER / "blink.s").read_text()
DEBUG = (FOLDER / "blink.dbg").read_text()
"""As ld65 2.19 writes it for a macro of two instructions on line 2."""


def test_every_address_of_the_code_has_its_line() -> None:
    sources = parse(DEBUG, "blink.dbg")
    assert [sources.lines[a].number for a in range(0x200, 0x209)] == [1, 1, 2, 2, 2, 3, 3, 4, 4]
    assert sources.labels == {0x200: "start", 0x202: "loop"}


def test_a_span_with_a_type_is_data() -> None:
    assert parse(DEBUG, "blink.dbg").data == frozenset()
    typed = DEBUG.replace("start=7,size=2", "start=7,size=2,type=0")
    assert parse(typed, "blink.dbg").data == {0x207, 0x208}
    beyond = parse(DEBUG.replace("start=7,size=2", "start=7,size=70000,type=0"), "blink.dbg")
    assert beyond.data == frozenset()


def test_the_text_is_there_where_the_source_is() -> None:
    line = parse(DEBUG, "blink.dbg", FOLDER).lines[0x203]
    assert line == SourceLine("blink.s", 2, "loop:   bump $10")
    assert str(line) == "blink.s:2"
    assert parse(DEBUG, "blink.dbg").lines[0x203].text == ""


def test_a_line_without_code_stands_for_the_next_that_has_some() -> None:
    sources = parse(DEBUG.replace("line=3,span=4", "line=7,span=4"), "blink.dbg")
    assert [sources.find("blink.s", n) for n in (1, 2, 4, 5)] == [0x200, 0x202, 0x207, 0x205]
    with pytest.raises(LabelError, match=r"no code at blink.s:8; the last with code is 7"):
        sources.find("blink.s", 8)
    with pytest.raises(LabelError, match=r"no code at other.s:1$"):
        sources.find("other.s", 1)


@pytest.mark.parametrize(
    "damaged", ["version\tmajor=2\nrubbish", DEBUG.replace("file=0,line=4", "file=9,line=4"),
                DEBUG.replace("span=5", "span=77"), DEBUG.replace("start=0x000200", "start=x")]
)  # fmt: skip
def test_damaged_debug_information_is_refused(damaged: str) -> None:
    with pytest.raises(LabelError, match=r"^blink.dbg: "):
        parse(damaged, "blink.dbg")


def test_labels_beyond_the_last_address_are_left_out_and_told() -> None:
    found = read_names("al 010000 .far\nal 000200 .go\nal C:123456 .further\n", "x.lbl")
    assert found.labels == {0x200: "go"}
    assert found.notes == ("x.lbl: far ($010000) and 1 more beyond $FFFF: left out",)
    text = 'version\tmajor=2,minor=0\nsym\tid=0,name="far",val=0x10000,type=lab\n'
    assert read_names(text, "x.dbg").notes == ("x.dbg: far ($010000) beyond $FFFF: left out",)


@pytest.mark.parametrize("kind", ["", ",type=0"])
def test_spans_that_overlap_without_end_are_refused(kind: str) -> None:
    span = f"span\tid={{}},seg=0,start=0,size=60000{kind}"
    lines = "".join(f"line\tid={n},file=0,line={n},span=9\n" for n in range(9, 40))
    spans = "\n".join(span.format(n) for n in range(9, 40))
    with pytest.raises(LabelError, match=r"^blink.dbg: .*overlap"):
        parse(f"{DEBUG}{spans}\n{lines if not kind else ''}", "blink.dbg")
