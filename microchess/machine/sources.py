"""The program that files hold together, recognised or not."""

from collections.abc import Iterator, Sequence

from emu.errors import ProgramFileError
from emu.files.formats.image import Program
from emu.files.programs import Source, read_program
from microchess.errors import ImageError
from microchess.machine import listing
from microchess.machine.manifest import (
    MICROCHESS_1976,
    Manifest,
    Part,
    recognise,
    recognise_rom,
    without_stubs,
)
from microchess.machine.player import expansions_for

ANYWAY = "; --anyway runs it all the same"
"""The end of an error, for the command line."""


def read_sources(
    sources: Sequence[Source], manifest: Manifest = MICROCHESS_1976, anyway: bool = False
) -> tuple[Program, tuple[str, ...], bool]:
    """The program that *sources* hold together, notes about it, and whether it is recognised.

    Raises ImageError when it is not the manifest's program and *anyway* is not set, or it is a
    listing that cannot be assembled, and ProgramFileError when a file cannot be read.
    """
    name = " + ".join(source.name for source in sources)
    memory: dict[int, int] = {}
    notes: list[str] = []
    found: listing.ReadListing | None = None
    for source in sources:
        if half := recognise_rom(source.data):
            raise ImageError(
                f"{source.name} is the KIM-1's ROM {half}, no program; "
                "microchess image add keeps it for the machine"
            )
        here = listing.read(source, manifest.listing)
        found = found or here
        program = here.program if here else read_program(source.data, source.name, source.address)
        for address, byte in program.memory.items():
            if memory.setdefault(address, byte) != byte:
                raise ProgramFileError(
                    f"{source.name}: ${address:04X} is ${byte:02X}, "
                    f"but ${memory[address]:02X} in a file before it"
                )
        notes += program.notes
    if found is not None:
        notes += _complete(memory, manifest)
    merged = Program.from_bytes_map(name, memory, format="merged", notes=tuple(notes))
    program, told, differ = recognise(merged, manifest)
    if not differ:
        return program, told, True
    why = f"not {manifest.title}: {_differences(merged, found, manifest, differ)}"
    if found is not None and found.faults:
        raise ImageError(f"{name} is {why}")
    if anyway:
        notes.append(why)
        program, more = without_stubs(merged)
        expansions_for(program)
        return program, (*notes, *more), False
    raise ImageError(f"{name} is {why}{ANYWAY}")


def _complete(memory: dict[int, int], manifest: Manifest) -> Iterator[str]:
    """Give the program of a listing what may vary, where no other file has brought it."""
    for address, default in manifest.optional.items():
        if address not in memory:
            memory.update(enumerate(default, address))
            yield "its book is the manual's usual one"


def _differences(
    program: Program,
    found: listing.ReadListing | None,
    manifest: Manifest,
    differ: tuple[Part, ...],
) -> str:
    """All of them by address, of a listing the first one with its label."""
    if found is not None:
        return listing.fault_of(found, manifest, differ)
    missing = (program.slice(part.first, part.last) is None for part in differ)
    words = ("is missing" if gone else "differs" for gone in missing)
    return ", ".join(f"{part} {how}" for part, how in zip(differ, words, strict=True))
