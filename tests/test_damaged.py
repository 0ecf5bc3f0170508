"""Every reader of what comes from outside, fed with damaged input.

Each round takes a good input and changes, cuts, doubles bytes of it, or splices it with another
one. A reader may return something or raise one of our own errors. ``make fuzz SEED=1`` takes other
rounds, and more of them.
"""

import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import rom
from emu.cassette import wav
from emu.conformance.cases import read_cases
from emu.errors import EmuError
from emu.files import statefile
from emu.files.programs import FORMATS, Program, Segment, read_program, write_program
from emu.machine import Machine
from emu.notation import parse_pokes
from emu.watch import labels, log
from microchess.analysis.compare.sources import from_tables
from microchess.errors import MicroChessError
from microchess.game import pgn, session
from microchess.game.game import Game
from microchess.machine import script
from microchess.machine.player import janus
from microchess.match.starts import read_starts
from microchess.program.levels import Level
from microchess.program.position import Position, read_fen
from microchess.program.request import parse_request
from microchess.uci import protocol
from tests import lights
from tui.screen.keymap import read_keymap

SEED, ROUNDS = os.environ.get("SEED", "0"), 20
_PROGRAM = Program("game", (Segment(0x200, bytes(range(200))), Segment(0x300, b"\xa9\x01")), "")
_ONE = Program("game", (Segment(0x200, bytes(range(100))),), "")
_FENS = (
    "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
    "8/P7/8/8/8/8/7k/K7 w - - 0 1",
)
_PGN = (Path(__file__).parent / "data" / "pgn" / "two.pgn").read_bytes()
_NONSENSE = (
    *b'99999999999999999999 -1 null {} [] "" \0 \xff 1e400 NaN'.split(),
    *(b"(" * 200, b"[" * 5000, "\u0663".encode()),
)

Reader = Callable[[bytes], object]


def readers(folder: Path) -> dict[str, tuple[list[bytes], Reader]]:
    """By name: good inputs, and what reads them; files are written in *folder*."""

    def from_file(read: Callable[[Path], object], name: str) -> Reader:
        def reader(blob: bytes) -> object:
            path = folder / name
            path.write_bytes(blob)
            return read(path)

        return reader

    def from_text(read: Callable[[str], object]) -> Reader:
        return lambda blob: read(blob.decode("utf-8", "replace"))

    files = [
        write_program(_ONE if key in ("raw", "kim1") else _PROGRAM, key)
        for key in sorted(FORMATS.keys() - {"wav"})
    ]
    state = json.dumps(statefile.document(Machine(rom.monitor()).snapshot())).encode()
    saved = folder / "good.json"
    session.write(saved, session.KeptSession.of(Game(janus()), "ours", {"speed": 1.0}))
    table = Position.from_fen("startpos").table.hex
    moves = b"position startpos moves e2e4 e7e5 g1f3"
    go = b"go wtime 300000 btime 300000 winc 2 movestogo 40 searchmoves e2e4"
    return {
        "program file": (files, lambda blob: read_program(blob, "game", 0x200)),
        "recording": ([write_program(_ONE, "wav")[:60_000]], lambda blob: wav.read(blob, "tape")),
        "state": ([state], from_text(lambda text: statefile.parse(_json(text)))),
        "log": ([_log()], from_file(log.read, "fuzz.kim-log")),
        "labels": ([lights.LABELS.encode()], from_text(lambda text: labels.parse(text, "x"))),
        "SingleStepTests": ([_CASE], lambda blob: read_cases(blob, "case.json")),
        "poke": ([b"0051=CC,01,02"], from_text(parse_pokes)),
        "key script": ([b"C PC 6343 F @0051=CC"], from_text(lambda text: script.parse([text]))),
        "saved session": ([saved.read_bytes()], from_file(session.read, "fuzz.json")),
        "saved session, hash right": (
            [saved.read_bytes()],
            lambda blob: from_file(session.read, "fuzz.json")(_rehashed(blob)),
        ),
        "PGN": ([_PGN], from_text(pgn.parse)),
        "FEN": ([fen.encode() for fen in _FENS], from_text(read_fen)),
        "request": (
            [json.dumps(one).encode() for one in ({"fen": _FENS[0]}, {"table": table})],
            from_text(lambda text: parse_request(text, Level.NORMAL)),
        ),
        "tables": (
            [f"{table}\n{table}\n".encode()],
            from_file(lambda path: list(from_tables(path)), "tables.txt"),
        ),
        "match openings": (
            [_PGN, b"e4 e5\nd4 d5\n", "\n".join(_FENS).encode()],
            from_text(lambda text: read_starts("openings", text)),
        ),
        "keys": ([b'{"main.undo": "u", "game.new": "n"}'], from_file(read_keymap, "keys.json")),
        "UCI": ([moves, go, b"setoption name Level value blitz"], from_text(_uci)),
    }


def _rehashed(blob: bytes) -> bytes:
    """A saved session whose hash is right again, so that what it says is looked at."""
    data = _json(blob.decode("utf-8", "replace"))
    if not isinstance(data, dict):
        return blob
    data.pop("sha256", None)
    return json.dumps({"sha256": session.digest(data), **data}).encode()


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _uci(text: str) -> object:
    words = text.split()
    return protocol.read_go(words), protocol.read_position(words), protocol.read_option(words)


def _log() -> bytes:
    machine = lights.machine()
    stream = io.StringIO()
    recorder = log.LogRecorder(machine, stream)
    machine.press("5")
    recorder.close()
    return stream.getvalue().encode()


_CASE = b"""[{"name": "e8", "cycles": [[512, 232, "read"], [513, 0, "read"]],
"initial": {"pc": 512, "s": 255, "a": 0, "x": 0, "y": 0, "p": 36, "ram": [[512, 232]]},
"final": {"pc": 513, "s": 255, "a": 0, "x": 1, "y": 0, "p": 36, "ram": [[512, 232]]}}]"""


def damaged(rng: Random, blob: bytes, other: bytes) -> bytes:
    """*blob* with a few things wrong."""
    data = bytearray(blob)
    for _ in range(rng.choice((1, 1, 2, 4, 16))):
        first = rng.randrange(len(data) + 1)
        last = min(len(data), first + rng.choice((0, 1, 1, 2, 8, 64)))
        match rng.randrange(6):
            case 0:
                data[first:last] = rng.randbytes(last - first)
            case 1:
                del data[first:last]
            case 2:
                data[first:first] = data[first:last] * rng.choice((1, 2, 50))
            case 3:
                at = rng.randrange(len(other) + 1)
                data[first:last] = other[at : at + rng.choice((1, 4, 32))]
            case 4:
                data[first:last] = rng.choice(_NONSENSE)
            case _:
                if data:
                    data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    return bytes(data)


def test_what_is_damaged_is_read_or_refused_with_an_error_of_ours(
    tmp_path: Path, slow: bool
) -> None:
    known = readers(tmp_path)
    everything = [blob for corpus, _ in known.values() for blob in corpus]
    for name, (corpus, read) in known.items():
        rng = Random(f"{SEED} {name}")
        for _ in range(20 * ROUNDS if slow else ROUNDS):
            blob = damaged(rng, rng.choice(corpus), rng.choice(everything))
            try:
                read(blob)
            except (EmuError, MicroChessError):
                continue
            except Exception as error:
                raise AssertionError(f"{name}: {blob[:1000]!r}") from error
