"""Programs as hypothesis draws them, and how a file is refused."""

import pytest
from hypothesis import strategies as st

from emu.errors import ProgramFileError
from emu.files.programs import Program, Segment, read_program

TEXTS = ("ptp", "hex", "srec", "dump")
CHECKSUMMED = ("ptp", "hex", "srec")

_PLACES = st.one_of(st.integers(0, 0xFFFF), st.sampled_from([0, 0xC0, 0x200, 0xFFF0, 0xFFFF]))


def refusal(blob: bytes, name: str) -> str:
    """What is said of a file that cannot be read."""
    with pytest.raises(ProgramFileError) as caught:
        read_program(blob, name)
    return str(caught.value)


def programs() -> st.SearchStrategy[Program]:
    """Programs of a few segments anywhere in memory, its first and last byte among the likely."""
    runs = st.lists(st.tuples(_PLACES, st.binary(min_size=1, max_size=70)), min_size=1, max_size=5)

    def assemble(drawn: list[tuple[int, bytes]]) -> Program:
        memory = {
            address + i: byte
            for address, data in drawn
            for i, byte in enumerate(data)
            if address + i <= 0xFFFF
        }
        return Program.from_bytes_map("game", memory)

    return runs.map(assemble)


def segments() -> st.SearchStrategy[Segment]:
    """One segment anywhere in memory."""
    return st.tuples(_PLACES, st.binary(min_size=1, max_size=300)).map(
        lambda drawn: Segment(drawn[0], drawn[1][: 0x10000 - drawn[0]])
    )
