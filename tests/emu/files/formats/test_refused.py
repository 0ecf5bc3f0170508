"""Files that are refused: the line to blame, and what is wrong with it."""

import pytest

from emu.errors import ProgramFileError
from emu.files.programs import read_program
from tests.cases import cases
from tests.emu.files.formats.drawn import HEX, SREC

AROUND = {
    "dump": "0200 A9 00 85\n\n{}\n0210 00\n",
    "Intel HEX": f"{HEX.data}\n\n{{}}\n{HEX.end}",
    "S-records": f"{SREC.data}\n\n{{}}\n{SREC.end}",
}


def refusal(blob: bytes) -> str:
    """What is said of a file that cannot be read."""
    with pytest.raises(ProgramFileError) as caught:
        read_program(blob, "game")
    return str(caught.value)


@pytest.mark.parametrize(("around", "bad", "message"), cases("bad_lines_of_files"))
def test_a_bad_line_is_named(around: str, bad: str, message: str) -> None:
    place = " " if message.startswith("(") else ": "
    assert refusal(AROUND[around].format(bad).encode()) == f"game, line 3{place}{message}"


@pytest.mark.parametrize(("text", "message"), cases("bad_texts_of_files"))
def test_a_bad_text_is_refused(text: str, message: str) -> None:
    """Its format is known by a damaged line alone; a dump needs an address."""
    assert refusal(text.encode()).startswith(f"game{message}")


@pytest.mark.parametrize(("blob", "message"), cases("bad_tapes_and_images"))
def test_a_bad_tape_or_image_is_refused(blob: str, message: str) -> None:
    assert refusal(blob.encode("latin-1")).startswith(f"game{message}")
