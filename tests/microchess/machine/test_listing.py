"""The published listing among a user's files: made into the program, or refused with its part."""

import os
import re
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest

from emu.files import writing
from emu.files.formats.papertape import write as write_paper_tape
from emu.files.programs import Source
from microchess.errors import ImageError, LibraryError
from microchess.machine.library import Library
from microchess.machine.manifest import MICROCHESS_1976
from microchess.machine.sources import read_sources
from microchess.program.openings import DEFAULT
from tests import synthetic
from tests.cases import cases

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
