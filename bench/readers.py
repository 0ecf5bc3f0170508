"""Does each reader take time in proportion to what it reads?

``python -m bench.readers`` reads a piece of each kind 1, 10 and 100 times as long and shows seconds
and how much longer the longest took than the middle one, byte for byte: about 1 is in proportion.
It ends with 1 where that is more than `MOST`.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from emu.cassette import wav
from emu.cassette.audio import sound
from emu.cassette.decode import decode
from emu.cassette.records import TapeRecord
from emu.cassette.signal import encode
from emu.conformance.cases import read_cases
from emu.errors import EmuError
from emu.files import reading
from emu.files.programs import read_program
from emu.machine import Machine
from emu.watch import labels, log, sources
from emu.watch.log import LogRecorder
from microchess.errors import MicroChessError
from microchess.game.pgn import read_games
from microchess.game.pgn_file import PgnFile
from microchess.game.pgn_split import split
from microchess.tour import chapter
from rom import monitor

SIZES = (1, 10, 100)
MOST = 3.0
"""How much longer a byte may take: allocation and caches cost something, squares ten times."""
_GAME = '[Event "?"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 {a move} Nc6 (2... d6 3. d4) 3. Bb5 *\n\n'
_STATE = {"pc": 1, "s": 2, "a": 3, "x": 4, "y": 5, "p": 6, "ram": [[1, 234]]}
_CASE = {"name": "n", "initial": _STATE, "final": _STATE, "cycles": [[1, 234, "read"]]}


def _wav(size: int) -> bytes:
    return wav.write(sound(encode([TapeRecord(1, 0x200, b"\1")], 6, syncs=100 * size), 22_050))


def _log(size: int) -> bytes:
    machine, stream = Machine(monitor()), io.StringIO()
    recorder = LogRecorder(machine, stream)
    for at in range(100 * size):
        machine.poke(at % 0x100, 1)
    recorder.close()
    return stream.getvalue().encode()


def _pgn_file(path: Path) -> object:
    file = PgnFile(path)
    file.close()
    return file.texts


def _text(piece: str, times: int = 1000) -> Callable[[int], bytes]:
    return lambda size: (piece * times * size).encode()


def _json(piece: object, times: int = 10_000) -> Callable[[int], bytes]:
    return lambda size: json.dumps([piece] * times * size).encode()


READERS: dict[str, tuple[Callable[[int], bytes], Callable[[bytes, Path], object]]] = {
    "newlines": (_text("\n", 20_000), lambda data, _: read_program(data, "n")),
    "short lines": (_text("x\n", 2_000), lambda data, _: read_program(data, "n")),
    "one line": (_text("A", 100_000), lambda data, _: read_program(data, "n")),
    "hex dump": (_text("0200: 00 00\n"), lambda data, _: read_program(data, "n")),
    "hex dump *": (_text("0200: 00\n*\n0202: 00\n"), lambda data, _: read_program(data, "n")),
    "paper tape": (_text(";0102000000030000010001\n"), lambda data, _: read_program(data, "n")),
    "Intel HEX": (_text(":0102000000FD\n"), lambda data, _: read_program(data, "n")),
    "S-records": (_text("S104020000F9\n"), lambda data, _: read_program(data, "n")),
    "labels": (_text("name = $0200\n"), lambda data, _: labels.parse(data.decode(), "n")),
    "one field": (_text("a"), lambda data, _: sources.parse(f"file\t{data.decode()}", "n")),
    "games": (_text(_GAME, 20), lambda data, _: list(read_games(data.decode()))),
    "one game": (
        lambda size: ("1. Nf3 Nf6 2. Ng1 Ng8 " * 10 * size + "*").encode(),
        lambda data, _: list(read_games(data.decode())),
    ),
    "one comment": (
        lambda size: ("1. e4 {" + "word " * 50_000 * size + "} *").encode(),
        lambda data, _: list(read_games(data.decode())),
    ),
    "game texts": (_text(_GAME, 100), lambda data, _: list(split(data.decode()))),
    "kept games": (_text(_GAME, 100), lambda _, path: _pgn_file(path)),
    "JSON": (_json([1]), lambda data, _: reading.parse_json(data)),
    "cases": (_json(_CASE, 100), lambda data, _: read_cases(data, "n")),
    "log": (_log, lambda _, path: log.read(path)),
    "chapter": (_text("title: One\n", 20), lambda _, path: chapter.read(path)),
    "tape": (_wav, lambda data, _: decode(wav.read(data, "n"))),
}
"""What is read: made of a size, and read from its bytes or from a file."""


def seconds(name: str, size: int) -> tuple[float, int]:
    """The time for one of *size*, the best of three, and its bytes."""
    make, read = READERS[name]
    data = make(size)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        path.write_bytes(data)
        taken = []
        for _ in range(3 if size < SIZES[-1] else 1):
            begun = time.process_time()
            with suppress(EmuError, MicroChessError):
                read(data, path)
            taken.append(time.process_time() - begun)
    return min(taken), len(data)


def main() -> int:
    """Measure all, or those that are named."""
    worst = 0.0
    print(f"{'':<12}" + "".join(f"{size:>10}" for size in SIZES) + "   longer a byte")
    for name in sys.argv[1:] or READERS:
        found = [seconds(name, size) for size in SIZES]
        (middle, few), (last, many) = found[1:]
        longer = (last / many) / (middle / few)
        worst = max(worst, longer)
        print(f"{name:<12}" + "".join(f"{one:>10.4f}" for one, _ in found) + f"{longer:>10.1f}")
    return int(worst > MOST)


if __name__ == "__main__":
    sys.exit(main())
