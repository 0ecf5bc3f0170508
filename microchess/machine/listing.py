"""A program's published listing among somebody's files: its bytes, and the notice it carries."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from emu.files import assembly
from emu.files.assembly import Fault
from emu.files.formats.image import Program
from emu.files.formats.text import decode
from microchess.machine.manifest import Manifest, Part, PublishedListing

if TYPE_CHECKING:
    from emu.files.programs import Source

LARGEST = assembly.MOST
"""Bytes of a listing."""
_TERMS = re.compile(r"redistribut|copyright|\(c\)|©", re.I)
_DECORATION = " \t;*"


class ReadListing(NamedTuple):
    """The program in a listing, and what of it could not be assembled."""

    program: Program
    faults: tuple[Fault, ...]


def text_of(source: Source, listing: PublishedListing | None) -> str | None:
    """The text of *source* where it is a *listing*, by what it says."""
    if listing is None or source.address is not None or len(source.data) > LARGEST:
        return None
    text = decode(source.data)
    return text if text is not None and listing.edition.wrote(text) else None


def read(source: Source, listing: PublishedListing | None) -> ReadListing | None:
    """What a *listing* holds, None where *source* is none."""
    text = text_of(source, listing)
    if text is None or listing is None:
        return None
    assembled = assembly.assemble(text, listing.edition)
    note = f"assembled from its author's listing, read as that of {listing.date}"
    return ReadListing(
        Program.from_bytes_map(source.name, assembled.memory, "listing", (note,)),
        assembled.faults,
    )


def fault_of(found: ReadListing, manifest: Manifest, differ: tuple[Part, ...]) -> str:
    """The first part that is another than in *manifest*: its addresses, label and why.

    *differ* are all of them, at least one.
    """
    parts = () if manifest.listing is None else manifest.listing.edition.parts
    labels = {one.first: one.address for one in parts}
    for label, why in found.faults:
        for part in differ:
            if part.first <= labels[label] <= part.last:
                return f"{part} ({label}): {why}"
    label = next((name for name, address in labels.items() if address == differ[0].first), "")
    return f"{differ[0]} ({label}) differs" if label else f"{differ[0]} differs"


def notice(text: str) -> str:
    """What the comments of a listing say of its author's rights and its terms; empty: nothing."""
    return "\n\n".join(block for block in _comments(text) if _TERMS.search(block))


def _comments(text: str) -> Iterator[str]:
    """Each run of lines that are comments or empty, without marks and decoration."""
    lines = (line.strip() for line in text.splitlines())
    for comment, run in groupby(lines, lambda line: not line or line.startswith(";")):
        if comment:
            said = "\n".join(line.strip(_DECORATION) for line in run)
            yield re.sub(r"\n{3,}", "\n\n", said).strip()
