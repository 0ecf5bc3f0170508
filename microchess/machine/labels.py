"""Labels for a disassembly of the machine while MicroChess runs in it."""

from __future__ import annotations

import rom
from microchess.program.memory_map import GETKEY, NAMES, SCANDS


def labels(janus: bool) -> dict[int, str]:
    """Names of cells and of code: our monitor's, and with *janus* our chess program's."""
    names = dict(NAMES)
    for image in ("kim1-002", "kim1-003", *(("janus",) if janus else ())):
        names.update({address: name for name, address in rom.labels(image).items()})
    return {**names, SCANDS: "SCANDS", GETKEY: "GETKEY"}
