"""State files, ``*.kim-state``: a machine between two instructions as readable JSON.

The board's ROM is not in it, its hashes are: a state goes on only where the same ROM is.

====================== ==========================================================================
``format``             ``kim-state``
``version``            1; a newer one is refused
``sha256``             of ``machine``, as JSON with sorted keys and no spaces
``pgn``                the game beside the machine, if one was being played
``machine.rom``        SHA-256 of both halves of the ROM
``machine.memory``     lines of 32 bytes by address, without lines of zeros; so ``expansions``
``machine.registers``  the processor; ``cycles`` and ``instructions`` since power-on
``machine.riot_002``   ports and timer: ``expires`` is the cycle in which it reads $FF;
                       so ``riot_003``
``machine.leds``       when each digit was lit in the last 20 ms: first cycle, length, segments
``machine.keys_down``  and on to ``deck``: keys, switches, wires, interrupts, the serial line, the
                       recorder with its tapes
====================== ==========================================================================
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from emu.board_state import BoardState
from emu.bus import BOARD_SIZE, ROM_START, Expansion, storage
from emu.errors import EmuError, SnapshotError
from emu.files import codec as state
from emu.files import reading

SUFFIX = ".kim-state"
FORMAT, VERSION = "kim-state", 1
_ROM_SIZE = BOARD_SIZE - ROM_START
_LINE = 32


@dataclass(frozen=True)
class Saved:
    """What a state file holds: ``state`` without the board's ROM, and the hashes of that."""

    state: BoardState
    rom: Mapping[str, str]
    sha256: str

    def on(self, monitor: bytes) -> BoardState:
        """The state with *monitor* (2,048 bytes) in the ROM.

        Raises SnapshotError when it is not the one the state comes from.
        """
        for half, wanted in self.rom.items():
            if (found := rom_hashes(monitor)[half]) != wanted:
                raise SnapshotError(
                    f"the state comes from a machine with another ROM: its {half} has SHA-256 "
                    f"{wanted[:16]}..., this one's {found[:16]}..."
                )
        return replace(self.state, memory=self.state.memory[:-_ROM_SIZE] + monitor)


def rom_hashes(monitor: bytes) -> dict[str, str]:
    """SHA-256 of both halves of a ROM of 2,048 bytes."""
    halves = {"6530-002": monitor[_ROM_SIZE // 2 :], "6530-003": monitor[: _ROM_SIZE // 2]}
    return {name: hashlib.sha256(half).hexdigest() for name, half in halves.items()}


def document(s: BoardState) -> dict[str, Any]:
    """*s* as a state file holds it: only what a KIM-1 has, so that equal states are equal files."""
    machine = {
        "rom": rom_hashes(s.memory[-_ROM_SIZE:]),
        **state.encode(replace(s, memory=b"", leds=replace(s.leds, round=None))),
        "memory": _lines(s),
    }
    return {"format": FORMAT, "version": VERSION, "sha256": _digest(machine), "machine": machine}


def digest(s: BoardState) -> str:
    """The SHA-256 a state file of *s* carries: equal exactly when the states are."""
    sha256: str = document(s)["sha256"]
    return sha256


def parse(data: Any) -> Saved:
    """What :func:`document` made *data* of.

    Raises SnapshotError with the reason when it is of a newer version, damaged or something else.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise SnapshotError("it is no state of a KIM-1")
    version = data.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        newer = type(version) is int and version > VERSION
        raise SnapshotError(
            f"it has version {version!r}{', which is newer' if newer else ''}; "
            f"this program reads version {VERSION}"
        )
    machine = data.get("machine")
    if not isinstance(machine, dict) or data.get("sha256") != _digest(machine):
        raise SnapshotError("it is damaged: its contents do not match their SHA-256")
    fields = {name: value for name, value in machine.items() if name not in ("rom", "memory")}
    try:
        rom, lines = dict(machine["rom"]), dict(machine["memory"])
        if set(rom) != set(rom_hashes(bytes(_ROM_SIZE))) or {*map(type, rom.values())} != {str}:
            raise ValueError(f"ROM {rom}")
        empty = state.load({**fields, "memory": state.encode(b"")})
        memory = _memory(lines, empty.expansions)
    except (KeyError, TypeError, ValueError, EmuError) as error:
        raise SnapshotError(f"it is damaged: {error}") from None
    return Saved(replace(empty, memory=memory), rom, data["sha256"])


def text(s: BoardState, **beside: str) -> str:
    """A state file's contents; what stands *beside* the machine is nothing of it."""
    return json.dumps({**document(s), **beside}, indent=1) + "\n"


def read(path: Path) -> Saved:
    """Read a state file.

    Raises OSError, and SnapshotError with the reason when it cannot be used.
    """
    try:
        return parse(reading.read_json(path))
    except ValueError:
        raise SnapshotError(f"{path}: it is no state file, or a damaged one") from None
    except SnapshotError as error:
        raise SnapshotError(f"{path}: {error}") from None


def _digest(machine: Any) -> str:
    canonical = json.dumps(machine, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _lines(s: BoardState) -> dict[str, str]:
    """The memory without the board's ROM in lines of 32 bytes by address; lines of zeros left out.

    A memory that answers at several addresses is named by the first.
    """
    lines: dict[str, str] = {}
    start = 0
    for address, size, _ in storage(s.expansions)[:-1]:
        for offset in range(0, size, _LINE):
            line = s.memory[start + offset : start + min(offset + _LINE, size)]
            if any(line):
                lines[f"{address + offset:04X}"] = line.hex().upper()
        start += size
    return dict(sorted(lines.items()))


def _memory(lines: Mapping[str, str], expansions: Iterable[Expansion]) -> bytes:
    memory = bytearray()
    left = dict(lines)
    for address, size, _ in storage(expansions)[:-1]:
        for offset in range(0, size, _LINE):
            length = min(_LINE, size - offset)
            line = bytes.fromhex(left.pop(f"{address + offset:04X}", "")) or bytes(length)
            if len(line) != length:
                raise ValueError(f"{len(line)} bytes at ${address + offset:04X}; expected {length}")
            memory += line
    if left:
        raise ValueError(f"no memory at ${min(left)}")
    return bytes(memory) + bytes(_ROM_SIZE)
