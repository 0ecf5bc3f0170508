"""A user's images: recognised, refused, kept, run."""

import json

import pytest

from emu.errors import ProgramFileError
from emu.files.formats.papertape import write as write_paper_tape
from emu.files.programs import Program, Source
from microchess.errors import ImageError, LibraryError
from microchess.machine.library import Library
from microchess.machine.player import original
from microchess.program.levels import Level
from microchess.program.openings import DEFAULT
from tests import synthetic


def program_in(library: Library) -> Program:
    program = library.program()
    assert program is not None
    return program


def test_a_program_is_recognised_and_its_book_filled_in(library: Library) -> None:
    (entry,) = library.add([tape(synthetic.memory())])
    assert entry.recognised
    book = dict(enumerate(DEFAULT.book, 0xC0))
    assert program_in(library).memory == synthetic.memory() | book


def test_raw_binaries_with_their_addresses_make_one_program(library: Library) -> None:
    sources = [
        Source(f"{segment.address:04X}.bin", segment.data, segment.address)
        for segment in synthetic.program().segments
    ]
    (entry,) = library.add(sources)
    assert entry.recognised
    assert entry.source == " + ".join(source.name for source in sources)


def test_a_copy_for_soft6502_is_put_right_and_its_stubs_are_ignored(library: Library) -> None:
    stubs = dict.fromkeys(range(0x1F00, 0x1F90), 0x60)
    (entry,) = library.add([tape(synthetic.memory() | {0x0008: 0x6B} | stubs)])
    assert entry.recognised
    assert any("Soft6502" in note and "$0008" in note for note in entry.notes)
    assert any("stubs at $1F00-$1F8F ignored" in note for note in entry.notes)
    assert program_in(library).memory[0x0008] == 0x6A
    assert not program_in(library).covers(0x1F00, 0x1F00)
    (entry,) = library.add([tape(synthetic.memory() | {0x0201: 0x0E} | stubs)], anyway=True)
    assert not entry.recognised
    assert not program_in(library).covers(0x1F1F, 0x1F1F)
    assert "not Synthetic: $0200-$03F9 differs" in entry.notes


def test_level_and_book_may_vary(library: Library) -> None:
    own = bytes(range(28))
    changed = {0x02F2: 0x00, 0x018B: 0xFF} | dict(enumerate(own, 0xC0))
    (entry,) = library.add([tape(synthetic.memory() | changed)])
    assert entry.recognised
    assert any("saved at level super-blitz" in note for note in entry.notes)
    assert program_in(library).slice(0xC0, 0xDB) == own


def test_a_program_that_differs_is_refused_with_the_parts_that_do(library: Library) -> None:
    cells = synthetic.memory() | {0x0200: 0xEA}
    del cells[0x1780]
    with pytest.raises(ImageError, match=r"\$0200-\$03F9 differs, \$1780-\$17E5 is missing"):
        library.add([tape(cells)])
    assert library.entries() == []
    (entry,) = library.add([tape(cells)], anyway=True)
    assert not entry.recognised
    assert program_in(library).memory == cells


def test_files_that_contradict_each_other_are_refused(library: Library) -> None:
    with pytest.raises(ProgramFileError, match=r"b: \$0000 is \$02, but \$01 in a file before it"):
        library.add([Source("a", b"\x01", 0), Source("b", b"\x02", 0)])


def test_a_program_that_was_added_runs_and_its_candidates_and_cycles_are_told(
    library: Library,
) -> None:
    """Cycles of every instruction of the stand-in, added up by hand; not the reading of the key."""
    library.add([tape(synthetic.memory())])
    bridge = original(program_in(library)).boot()
    bridge.machine.press("C")
    bridge.settle()
    bridge.wait_for_key()
    reply = bridge.reply()
    assert reply.move is not None
    assert (reply.move.man, reply.move.source, reply.move.target) == (0x0F, 0x13, 0x23)
    assert [(one.man, one.to, one.value) for one in reply.candidates] == [(0x0F, 0x23, 0x50)]
    assert bridge.level is Level.NORMAL
    before = 3 + 2 + 3 + 2 + 3 + 3  # to JMP $0200
    thinking = 2 + 3 + 2 + 3 + 2 + 3 + 2 + 6 + (3 + 3 + 3 + 6)
    making = 3 + 3 + 3 + 3 + 3 + 3 + 3 + 3  # the last is JMP $0000
    around = 2 + 2 + 2 + 6 + 6 + 6  # CLD, LDX, TXS, two JSR, the display's RTS
    assert reply.cycles == before + thinking + making + around
    assert reply.instructions == 6 + 8 + 4 + 8 + 6


def test_damaged_and_lost_files_are_told(library: Library) -> None:
    library.add([tape(synthetic.memory())])
    file = library.folder / "microchess.ptp"
    file.write_bytes(file.read_bytes() + b"!")
    with pytest.raises(LibraryError, match="is damaged; add the image again"):
        library.program()
    file.unlink()
    with pytest.raises(LibraryError, match="cannot be read"):
        library.program()
    assert [library.fault(entry) for entry in library.entries()] == ["missing"]


INDEX_ENTRY = {"name": "microchess", "sha256": "0", "source": "a", "recognised": True, "notes": []}


@pytest.mark.parametrize(
    "index",
    [
        "{",
        "[" * 200_000,
        json.dumps([INDEX_ENTRY | {"name": "../victim"}]),
        json.dumps([INDEX_ENTRY | {"source": 2}]),
        json.dumps([{}]),
    ],
    ids=["cut", "deep", "name", "type", "empty"],
)
def test_a_damaged_index_is_refused_and_touches_no_other_file(library: Library, index: str) -> None:
    victim = library.folder.parent / "victim"
    victim.write_text("")
    library.folder.mkdir()
    (library.folder / "index.json").write_text(index)
    for verb in (library.entries, library.program, lambda: library.remove("microchess")):
        with pytest.raises(LibraryError, match="is damaged; delete it and add your images again"):
            verb()
    assert victim.exists()


def test_what_is_no_program_is_refused_even_anyway(library: Library) -> None:
    for source, told in (
        (Source("6530-002.bin", bytes(range(256)) * 4), "neither the 6530-002 nor the 6530-003"),
        (Source("6530-002.bin", bytes(1024)), "neither the 6530-002 nor the 6530-003"),
        (Source("rom.bin", bytes(1024), 0x1C00), r"it loads at \$1C00"),
    ):
        with pytest.raises(ImageError, match=told):
            library.add([source], anyway=True)


def test_a_larger_program_gets_expansion_memory() -> None:
    program = synthetic.program(synthetic.memory() | {0x0400: 1, 0x2FFF: 2})
    bridge = original(program).boot()
    assert (bridge.machine.peek(0x0400), bridge.machine.peek(0x2FFF)) == (1, 2)


def tape(cells: dict[int, int]) -> Source:
    return Source("mine.ptp", write_paper_tape(synthetic.program(cells)).encode())
