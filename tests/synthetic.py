"""A stand-in for the 1976 program: our own few bytes at its addresses, and their manifest.

Key C copies the table at $70, key PC always moves the king's pawn one step, judging that candidate
at $038F with the value $50.
"""

import re
from dataclasses import replace
from itertools import chain
from pathlib import Path

from emu.files.assembly import Edition, Section
from emu.files.formats.papertape import write as write_paper_tape
from emu.files.programs import Program, Source
from microchess.machine.library import Library
from microchess.machine.manifest import MICROCHESS_1976, Manifest, Part, PublishedListing, sha256
from tests.golden import transcripts

CODE = {
    0x0000: "D8 A2 FF 9A"  # CLD, stack
    " 20 1F 1F 20 6A 1F"  # $0004: SCANDS, GETKEY
    " C5 F3 F0 F6 85 F3"  # the same key as before?
    " C9 14 F0 12 C9 0C D0 EC"  # PC, C
    " A2 00 B5 70 95 50 E8 E0 20 D0 F7 A9 CC 4C 40 00"  # $0018: the initial table, CC CC CC
    " 4C 00 02",  # $0028
    0x0040: "85 FB 85 FA 85 F9 4C 00 00",
    0x0200: "A9 0F 85 B0 18 A5 5F 69 10 85 B1 A9 50 20 8F 03"  # man $0F one step on, value $50
    " A5 5F 85 FA A5 B1 85 F9 85 5F A5 B0 85 FB 4C 00 00",
    0x038F: "85 FA A5 B0 85 FB 60",
}

LISTING = Path(__file__).parent / "data" / "listing.txt"
"""The same program as the listing of an edition for a terminal."""
EDITION = Edition(
    (
        Section("BEGIN", "FREE", 0x0000),
        Section("FREE", "THINK", 0x0100),
        Section("THINK", "SPARE", 0x0200),
        Section("SPARE", "SHOW", 0x1780),
        Section("LATE", "BOOK", 0x0090),
        Section("MEN", "LATE", 0x0070),
        Section("BOOK", None, 0x00DC, kept=False),
    ),
    operands={"WAIT+0": "$1F1F", "WAIT+1": "$1F6A", "HELD+1": "#$14", "HELD+4": "#$0C"},
    words={"TURN+0": "BNE"},
    added=frozenset({"HELD+3"}),
    restored=re.compile(r";(?=\s{10,}[A-Z]{3}\s)"),
)


def memory() -> dict[int, int]:
    """Every byte of the parts the 1976 program has: the code above, the initial table, zeros."""
    cells = dict.fromkeys(
        chain.from_iterable(range(p.first, p.last + 1) for p in MICROCHESS_1976.parts), 0
    )
    for address, text in CODE.items():
        cells.update(enumerate(bytes.fromhex(text), address))
    cells[0x0013] = 0x28 - 0x14
    initial = bytes.fromhex(transcripts()[0]["steps"][0]["table"])
    cells.update(enumerate(initial, 0x70))
    cells.update({0x018B: 0xFB, 0x02F2: 0x08})
    return cells


def program(cells: dict[int, int] | None = None) -> Program:
    """The stand-in as a program file would give it."""
    return Program.from_bytes_map("synthetic.ptp", cells or memory(), format="paper tape")


def manifest() -> Manifest:
    """Hashes of the stand-in's parts; the address of its GETKEY call is what Soft6502 changes."""
    cells = memory()
    parts = tuple(
        Part(p.first, p.last, sha256(bytes(cells[a] for a in range(p.first, p.last + 1))))
        for p in MICROCHESS_1976.parts
    )
    return replace(
        MICROCHESS_1976,
        parts=parts,
        repairs={0x0008: (0x6B, 0x6A)},
        title="Synthetic",
        name="Synthetic, 1976",
        listing=PublishedListing("November 2026", EDITION),
    )


def keep(cells: dict[int, int] | None = None) -> None:
    """Have it in the library, as somebody's own copy that is not recognised."""
    tape = write_paper_tape(program(cells)).encode()
    Library().add([Source("mine", tape)], anyway=True)
