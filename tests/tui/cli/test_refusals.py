"""What a command cannot do is told in one line on stderr, with an exit code; nothing is done."""

import shlex
from array import array
from pathlib import Path

import pytest

from emu.cassette import wav
from emu.cassette.audio import Audio, sound
from emu.cassette.records import TapeRecord
from emu.cassette.signal import encode
from tests.cases import cases
from tests.commands import run

REFUSALS = cases("refusals")
"""Exit codes, command lines, and what is told."""
FILES = {
    "illegal.pgn": "1. e4 e5 2. Ke3 *",
    "empty.pgn": "",
    "set_up.pgn": '[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]\n[SetUp "1"]\n\n1. e4 *',
    "passing.pgn": "1. e4 a6 2. e5 d5 3. exd6 *",
    "game.hex": ":02020000EAEA28\n:00000001FF\n",
    "game.bin": "\0\1",
    "apart.hex": ":01020000EA13\n:01020300EA10\n:00000001FF\n",
    "damaged.hex": ":02020000EAEA29\n:00000001FF\n",
    "high.hex": ":01080000EA0D\n:00000001FF\n",
}


@pytest.fixture(scope="module")
def recordings() -> dict[str, bytes]:
    """Silence, a record, and two records that do not agree."""
    silence = Audio(8_000, (array("f", bytes(40_000)),))
    first = encode([TapeRecord(1, 0x200, b"\1")], 6, syncs=20, pause=100_000)
    other = encode([TapeRecord(2, 0x200, b"\4")], 6, syncs=20, pause=100_000)
    good, last = sound(first, 11_025), sound(other, 11_025)
    both = Audio(11_025, (good.channels[0][:] + last.channels[0][:],))
    made = {"silent.wav": silence, "good.wav": good, "differ.wav": both}
    return {name: wav.write(audio) for name, audio in made.items()}


@pytest.fixture
def folder(tmp_path: Path, recordings: dict[str, bytes]) -> Path:
    for name, text in FILES.items():
        Path(name).write_text(text)
    for name, data in recordings.items():
        Path(name).write_bytes(data)
    return tmp_path


@pytest.mark.parametrize(("code", "line", "told"), REFUSALS)
def test_what_is_wrong_is_told_in_one_line(folder: Path, code: str, line: str, told: str) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    got, out, err = run(*shlex.split(line))
    assert (got, out) == (int(code), "")
    assert err.count("\n") == 1
    assert told in err
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
