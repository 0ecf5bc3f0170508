"""What is put into a board's memory so that its program can be played by the monitor.

With the TTY jumper fitted the keypad is dead. So the place where the program waits for a key is
patched: it takes the three bytes on display into A, X and Y and executes BRK, and the monitor
comes. It goes on, with a key in A, at bytes that give the display back, behind its own reading of
the keypad.
"""

from dataclasses import dataclass

import rom
from emu.files.formats.image import Program
from microchess.machine.player import JANUS_ROM
from microchess.program import openings
from microchess.program.memory_map import BOOK, CHECK, TABLE, TURN

_TAKE = bytes.fromhex("A5F9 A6FA A4FB 00")  # LDA $F9  LDX $FA  LDY $FB  BRK
_GIVE = bytes.fromhex("86FA 84FB")  # STX $FA  STY $FB
_FREE, _WAIT, _GIVE_AT = 0x00B7, 0x0008, 0x000E
"""Where the original has room, where it waits for a key, and four bytes before it has read one."""


@dataclass(frozen=True)
class BoardProgram:
    """A program for the board: its bytes, where it starts first and later, the patch of its wait,
    the address that the monitor then shows, and the one at which it goes on with a key.
    """

    title: str
    program: Program
    first: int
    start: int
    patch: tuple[tuple[int, bytes], ...]
    stop: int
    resume: int
    extra: range = range(0)
    """Memory that a KIM-1 without expansion does not have."""

    @property
    def code(self) -> dict[int, int]:
        """Those of its bytes that stay as they are: no level, no book, no patch."""
        patched = {at + i for at, data in self.patch for i in range(len(data))}
        free = {CHECK, TURN, *range(BOOK, BOOK + openings.SIZE), *patched, *range(TABLE, 0x70)}
        return {at: byte for at, byte in self.program.memory.items() if at not in free}


def board_program(own: Program | None) -> BoardProgram:
    """The original in *own*, else Janus."""
    if own is not None:
        patch = (
            (_FREE, _TAKE),
            (_GIVE_AT, _GIVE),
            (_WAIT, b"\x4c" + _FREE.to_bytes(2, "little")),
        )
        return BoardProgram(own.name, own, 0, 0, patch, _FREE + len(_TAKE) + 1, _GIVE_AT)
    labels = rom.labels("janus")
    cells = dict(enumerate(rom.janus(), JANUS_ROM.address))
    wait = labels["wait"]
    give = wait + len(_TAKE) + 1
    return BoardProgram(
        "Janus",
        Program.from_bytes_map("Janus", cells),
        labels["install_entry"],
        0,
        ((give, _GIVE), (wait, _TAKE)),
        give,
        give,
        range(JANUS_ROM.address, JANUS_ROM.address + JANUS_ROM.size),
    )
