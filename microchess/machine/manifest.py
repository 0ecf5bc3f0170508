"""Recognising the 1976 program and the KIM-1's ROMs by the hashes of their parts.

The originals belong to their authors and are not part of this project; a user brings a copy.
"""

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from emu.files import assembly
from emu.files.assembly import Edition
from emu.files.formats.image import Program
from microchess.program import levels, memory_map, openings

STUBS = range(0x1F00, 0x2000)
"""Where a copy prepared for the Soft6502 simulator has stand-ins for the monitor's routines."""


@dataclass(frozen=True)
class Part:
    """The bytes *first* to *last* of a program and their SHA-256."""

    first: int
    last: int
    sha256: str

    def __str__(self) -> str:
        return f"${self.first:04X}-${self.last:04X}"


@dataclass(frozen=True)
class PublishedListing:
    """A text of a program, by its *date*, of which *edition* makes that program."""

    date: str
    edition: Edition


@dataclass(frozen=True)
class Manifest:
    """What a known program is made of, and the *name* by which it plays.

    ``repairs`` maps an address to (byte of a known variant, right byte); ``optional`` are bytes
    that may vary, with what to put there when a file has none.
    """

    title: str
    name: str
    parts: tuple[Part, ...]
    repairs: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    optional: Mapping[int, bytes] = field(default_factory=dict)
    listing: PublishedListing | None = None


LISTING = PublishedListing(
    "August 2005",
    Edition(
        (
            assembly.Section("CHESS", "JANUS", 0x0000),
            assembly.Section("JANUS", "GNMZ", 0x0100),
            assembly.Section("GNMZ", "STRATGY", 0x0200),
            assembly.Section("STRATGY", "POUT", 0x1780),
            assembly.Section("MOVEX", "OPNING", 0x008F),
            assembly.Section("SETW", "MOVEX", 0x0070),
            assembly.Section("OPNING", None, 0x00DC, kept=False),
        ),
        operands={
            "OUT+0": "$1F1F",
            "OUT+1": "$1F6A",
            "OUT+5": "#$0C",
            "NOSET+0": "#$0E",
            "NOREV+0": "#$14",
            "NOGO+0": "#$0F",
            "RETP+1": "$1F1F",
        },
        words={"GO+1": "BPL"},
        added=frozenset(("WHSET+4", "NOSET+3", "NOSET+4", "NOSET+5", "NOSET+6", "NOMV+0", "NOMV+1"))
        | {"DONE+0", "END+0", "RETP+0"},
        restored=re.compile(r";(?=\s{10,}[A-Z]{3}\s)"),
    ),
)
"""The author's listing, an edition for a serial terminal: labels and the numbers of statements
where it is another than that of 1976, which calls the monitor's SCANDS and GETKEY and has the keys
C, E, PC and F. Of its book, which is read through `memory_map.OMOVE`, the label alone counts.
"""

MICROCHESS_1976 = Manifest(
    "MicroChess (Peter Jennings, 1976)",
    "MicroChess, 1976",
    (
        Part(0x0000, 0x004D, "d2b126c1103f2511bdc6b4763e0d17584d80672cf2bd325f6563c0fd1f354a98"),
        Part(0x0070, 0x00AF, "2746520219d24247df1d91f6ad5470e8f4beb3a54b56dd03257866544eb883f1"),
        Part(0x0100, 0x01AE, "0cda6d2540eb745bd0b17912ef5251ab5ca59e5a81e13b4743080883da714214"),
        Part(0x0200, 0x03F9, "2c8727442ebf94001d58f005b598892feb0de62925b5dd8ef639a0aaa451f1c4"),
        Part(0x1780, 0x17E5, "3bea281c7cb6ceffba399740d9193d4e53ed3b5dce62d502aac6e5b3a820dfe7"),
    ),
    repairs={0x000C: (0x6B, 0x6A)},
    optional={memory_map.BOOK: openings.DEFAULT.book},
    listing=LISTING,
)

ROM_HALF = 0x400
KIM_ROMS = {
    "79c6dbd54aa3911f53c1068c4310aabceb7a6ce9714d1c402b73af76ea109237": "6530-002",
    "e9e5245854603cdbc0208235310db1bf6e6a75904960385baaddd38fe60ef750": "6530-002",
    "80f5c6393e0bbcfc8a5b68fd73858da34e6d6a415f32d4820f21edb52fecafec": "6530-003",
    "f112a707188a82b87de5be78b7ffa014e18240aa08825055c90d2e6626092fd7": "6530-003",
}
"""SHA-256 of the two ROM halves, unused bytes $FF or $00."""


def sha256(data: bytes) -> str:
    """The hash, as 64 hex digits."""
    return hashlib.sha256(data).hexdigest()


def program_hash(program: Program) -> str:
    """The hash of a program's bytes and where they are, as 64 hex digits."""
    from emu.files.formats.papertape import write

    return sha256(write(program).encode())


def recognise_rom(data: bytes) -> str | None:
    """``6530-002`` or ``6530-003`` when *data* is that ROM half."""
    return KIM_ROMS.get(sha256(data))


def recognise(
    program: Program, manifest: Manifest = MICROCHESS_1976
) -> tuple[Program, tuple[str, ...], tuple[Part, ...]]:
    """The program without anything else, notes about it, and the parts that differ from those of
    the manifest: none when it is that program, which has its name then. Known variants are put
    right and told in the notes.
    """
    memory = program.memory
    notes = list(program.notes)
    for address, (variant, right) in manifest.repairs.items():
        if memory.get(address) == variant:
            memory[address] = right
            notes.append(
                f"prepared for the Soft6502 simulator: ${address:04X} put right, "
                f"${variant:02X} to ${right:02X}"
            )
    notes += _level(memory, manifest)
    differences = [
        part
        for part in manifest.parts
        if (data := _slice(memory, part)) is None or sha256(data) != part.sha256
    ]
    for address, default in manifest.optional.items():
        if any(address + i not in memory for i in range(len(default))):
            notes.append(f"no opening bytes at ${address:04X}; the usual ones are put there")
            memory.update({address + i: byte for i, byte in enumerate(default)})
    if not differences:
        notes += _strip(memory, manifest)
    name = program.name if differences else manifest.name
    found = Program.from_bytes_map(name, memory, format=program.format, start=program.start)
    return found, tuple(notes), tuple(differences)


def without_stubs(program: Program) -> tuple[Program, tuple[str, ...]]:
    """The program without stand-ins for monitor routines, and a note if there were any."""
    stubs = [address for address in program.memory if address in STUBS]
    if not stubs:
        return program, ()
    memory = {address: byte for address, byte in program.memory.items() if address not in STUBS}
    without = Program.from_bytes_map(program.name, memory, format=program.format)
    return without, (_stubs_ignored(stubs),)


def _stubs_ignored(stubs: Sequence[int]) -> str:
    return f"stubs at ${stubs[0]:04X}-${stubs[-1]:04X} ignored: the monitor ROM is there"


def _slice(memory: Mapping[int, int], part: Part) -> bytes | None:
    addresses = range(part.first, part.last + 1)
    if any(address not in memory for address in addresses):
        return None
    return bytes(memory[address] for address in addresses)


def _level(memory: dict[int, int], manifest: Manifest) -> Iterable[str]:
    """A copy saved at another level is the same program: its level bytes are set to normal."""
    normal = levels.Level.NORMAL
    where = (memory_map.CHECK, memory_map.TURN)
    inside = all(any(p.first <= a <= p.last for p in manifest.parts) for a in where)
    if not inside or any(a not in memory for a in where):
        return
    level = levels.Level.of_bytes(*(memory[a] for a in where))
    if level not in (None, normal):
        memory.update(zip(where, (normal.check, normal.turn), strict=True))
        yield f"saved at level {level.title}; kept at level normal"


def _strip(memory: dict[int, int], manifest: Manifest) -> Iterable[str]:
    wanted = {a for part in manifest.parts for a in range(part.first, part.last + 1)}
    wanted |= {a + i for a, data in manifest.optional.items() for i in range(len(data))}
    other = sorted(set(memory) - wanted)
    stubs = [a for a in other if a in STUBS]
    for address in other:
        del memory[address]
    if stubs:
        yield _stubs_ignored(stubs)
    if len(other) > len(stubs):
        yield f"{len(other) - len(stubs)} bytes that are no part of the program ignored"
