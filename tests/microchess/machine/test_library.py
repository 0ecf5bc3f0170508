"""A user's images, the published listing too: recognised, refused, kept, run."""

import json
import os
import re
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from emu.errors import ProgramFileError
from emu.files import writing
from emu.files.formats.papertape import write as write_paper_tape
from emu.files.programs import Program, Source
from microchess.errors import ImageError, LibraryError
from microchess.machine.library import Library
from microchess.machine.manifest import MICROCHESS_1976
from microchess.machine.player import original
from microchess.machine.sources import read_sources
from microchess.program.levels import Level
from microchess.program.openings import DEFAULT
from tests import synthetic
from tests.cases import cases


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


LISTING = "MICROCHESS_LISTING"
"""Environment variable: the author's listing, a file of the person who runs the tests."""
TEXT = synthetic.LISTING.read_text()
OTHER_NAME = "letter.doc"


def changed(old: str, new: str) -> Source:
    assert old in TEXT
    return Source(OTHER_NAME, TEXT.replace(old, new, 1).encode())


@pytest.mark.parametrize(
    "data",
    [
        TEXT.encode(),
        TEXT.replace("\n", "\r\n").encode(),
        TEXT.encode("utf-16"),
        TEXT.replace(" " * 16, "\t\t").encode(),
        (TEXT + "\x1a").encode(),
        re.sub(r"(?m)^( +)([A-Z]{3} .*)$", lambda m: m[0].lower(), TEXT).encode(),
        f"<html><body><pre>\n{TEXT}</pre></body></html>".encode(),
    ],
    ids=["plain", "CRLF", "UTF-16", "tabs", "end mark", "small letters", "saved as HTML"],
)
def test_a_listing_becomes_the_program(library: Library, data: bytes) -> None:
    (entry,) = library.add([Source(OTHER_NAME, data)])
    assert entry.recognised
    assert entry.source == OTHER_NAME
    assert entry.notes == (
        "assembled from its author's listing, read as that of November 2026",
        "its book is the manual's usual one",
    )
    program = library.program()
    assert program is not None
    assert program.memory == synthetic.memory() | dict(enumerate(DEFAULT.book, 0xC0))
    assert program.name == "Synthetic, 1976"


def test_its_notice_is_kept_beside_the_program_and_goes_with_it(library: Library) -> None:
    book = bytes(range(28))
    library.add([Source("book", book, 0xC0), Source(OTHER_NAME, TEXT.encode())])
    program = library.program()
    assert program is not None
    assert program.slice(0xC0, 0xDB) == book, "it may come with other files"
    told = library.notice()
    assert "Redistribution in source and binary forms is permitted under\nthese" in told
    assert "1. Every copy keeps this notice." in told
    assert "*" not in told
    assert "ask the terminal" not in told
    library.add([Source("tape", write_paper_tape(synthetic.program()).encode())])
    assert library.notice() == ""
    library.add([Source(OTHER_NAME, TEXT.encode())])
    library.remove("microchess")
    assert [path.name for path in library.folder.iterdir()] == ["index.json"]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("LDA     #$50", "LDA     #$51", r"\$0200-\$03F9 \(THINK\)"),
        ("                TXS\n", "", r"\$0000-\$004D \(BEGIN\)"),
        ("DB      $03,$04", "DB      $04,$03", r"\$0070-\$00AF \(MEN\)"),
    ],
    ids=["another operand", "a statement less", "other data"],
)
def test_a_listing_that_is_nearly_it_is_told_by_its_first_part(
    library: Library, old: str, new: str, told: str
) -> None:
    source = changed(old, new)
    told += " differs; --anyway runs it all the same"
    with pytest.raises(ImageError, match=f"letter.doc is not Synthetic: {told}"):
        library.add([source])
    assert library.entries() == []
    (entry,) = library.add([source], anyway=True)
    assert not entry.recognised
    program = library.program()
    assert program is not None
    assert program.slice(0xC0, 0xDB) == DEFAULT.book
    assert program.name == OTHER_NAME


@pytest.mark.parametrize(("old", "new", "told"), cases("not_assembled"))
def test_what_cannot_be_assembled_is_refused_with_its_line_even_anyway(
    library: Library, old: str, new: str, told: str
) -> None:
    for anyway in (False, True):
        with pytest.raises(ImageError, match=told) as refused:
            library.add([changed(old, new)], anyway)
        assert "--anyway" not in str(refused.value)
    assert library.entries() == []


@pytest.mark.parametrize("lines", [45, 90, 134])
def test_a_listing_that_is_cut_short_is_told_by_what_is_missing(
    library: Library, lines: int
) -> None:
    cut = "\n".join(TEXT.splitlines()[:lines])
    with pytest.raises(ImageError, match=r"\$\w{4}-\$\w{4} \(\w+\): the label \w+ is missing"):
        library.add([Source(OTHER_NAME, cut.encode())], anyway=True)


def test_only_a_text_with_its_labels_is_taken_for_a_listing() -> None:
    manifest = synthetic.manifest()
    assert manifest.listing is not None
    wrote = manifest.listing.edition.wrote
    assert wrote(TEXT)
    assert not wrote("0200: A9 00\n0210: A9 00\n")
    assert not wrote("The label BEGIN and the label THINK are names.\n")
    assert not wrote("BEGIN           CLD\n")
    assert not wrote(TEXT + " " * (1 << 18))
    assert read_sources([Source(OTHER_NAME, TEXT.encode())], manifest)[2]
    without = replace(manifest, listing=None)
    with pytest.raises(Exception, match="expected paper tape"):
        read_sources([Source(OTHER_NAME, TEXT.encode())], without)


def test_when_there_is_no_room_what_was_there_stays(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.add([Source("tape", write_paper_tape(synthetic.program()).encode())])
    before = {path.name: path.read_bytes() for path in library.folder.iterdir()}
    full = OSError(28, "No space left on device")
    files = mock.Mock(wraps=writing.replacing, side_effect=[mock.DEFAULT, mock.DEFAULT, full])
    monkeypatch.setattr(writing, "replacing", files)
    with pytest.raises(LibraryError, match="No space left on device"):
        library.add([Source(OTHER_NAME, TEXT.encode())])
    assert {path.name: path.read_bytes() for path in library.folder.iterdir()} == before


@pytest.mark.skipif(LISTING not in os.environ, reason=f"{LISTING} names no file")
def test_the_authors_listing_is_the_program_of_1976(tmp_path: Path) -> None:
    source = Source(OTHER_NAME, Path(os.environ[LISTING]).read_bytes())
    library = Library(tmp_path)
    (entry,) = library.add([source])
    assert entry.recognised
    assert "edistribution" in library.notice()
    program = library.program()
    assert program is not None
    book = dict(enumerate(DEFAULT.book, 0xC0))
    spans = [(part.first, part.last) for part in MICROCHESS_1976.parts]
    assert all(program.covers(*span) for span in spans)
    assert book.items() <= program.memory.items()
