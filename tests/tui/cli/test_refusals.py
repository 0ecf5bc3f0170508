"""What a command cannot do is told in one line on stderr, with an exit code; nothing is done."""

import shlex
from array import array
from pathlib import Path

import pytest

from emu.cassette import wav
from emu.cassette.audio import Audio, sound
from emu.cassette.records import TapeRecord
from emu.cassette.signal import encode
from tests.commands import run

FAILED = {
    "keys C X": "no key 'X' on the KIM-1",
    "keys ''": "no keys given",
    "reply --fen nonsense": "no FEN: 'nonsense'",
    "reply --fen '4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1'": "White has 2 queens",
    "reply --table 00": "a piece table has 32 bytes, not 1",
    "reply --fen startpos --player original": "microchess image add FILE",
    "play --opening sicilian": "no opening 'sicilian'",
    "play --opening ''": "no opening ''",
    "play --fen ''": "no FEN: ''",
    "play --puzzle 0": "no puzzle '0'; expected a number from 1 to 100",
    "tour 14": "'14'; expected a chapter, 1 to 13",
    "image add no/such/file": "no/such/file: No such file",
    "image remove x": "no image 'x'; there are: none",
    "boards nope": "no board 'nope'; the boards are microchess, ",
    "boards tscp --line Ke2": "'Ke2' is no legal move after rnbqkbnr",
    "boards --square z9": "'z9' is no square",
    "boards --question ''": "no question ''; ask: ",
    "boards bell --fen '8/8/8/8/8/8/8/K7 w - - 0 1'": "no black king",
    "boards prinz --fen '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1' --line exd6": "needs a rule that Prinz",
    "boards tscp bell --batch -": "--batch takes the name of one board",
    "boards tscp --batch none": "none: No such file or directo",
    "perft 2 --hash 2 --board loop": "loop keeps no key for --hash",
    "perft --board chess 2": "no board 'chess'",
    "perft --divide 0": "depth 0 has no first move",
    "explain --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --move O-O": "knows no castling",
    "explain --fen '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'": "nothing to explain",
    "explain --fen startpos --move e5": "e5 is not legal",
    "explain --fen startpos --counter mobility": "no counter 'mobility'; the counters are WCAP0",
    "openings illegal.pgn": "move 2. Ke3: no legal move",
    "openings empty.pgn": "no game with a move in it",
    "openings set_up.pgn": "set-up position",
    "openings passing.pgn": "3.exd6 is en passant",
    "kim conform none.json": "none.json: No such file",
    "kim conform .": ". is a folder without .json or .jsonl files",
    "kim conform game.hex --start 0300": "game.hex has no byte at its start, $0300",
    "kim conform game.bin@FFFF": "game.bin: data at $FFFF-",
    "kim info game.bin": "give the address",
    "kim convert game.hex game.txt": "no format has the suffix '.txt'",
    "kim convert game.hex -": "- has no suffix; give --format ptp, hex,",
    "kim convert game.hex x.ptp --only 300-3FF": "has no bytes at $0300-$03FF",
    "kim convert apart.hex apart.bin": "apart.hex has 2 segments",
    "kim convert damaged.hex x.ptp": "damaged.hex, line 1 ($0200): checksum is $28, ",
    "kim tty --monitor /nowhere": "expected ours, kim or a folder",
    "kim tty --monitor kim": "both halves of the KIM-1's ROM are needed",
    "kim tty --load none.ptp": "none.ptp: No such file",
    "kim tty high.hex": "$0800",
    "kim tty --pty --link /nowhere/x": "--link /nowhere/x: No such file",
    "kim run --until waiting --log same --state-out ./same": "--state-out and --log both want same",
    "kim run --keys 1 --log none/log": "none/log: No such file or directory",
    "tape info game.hex": "game.hex is no WAV file",
    "tape load silent.wav": "no tape record found",
    "tape load good.wav --id 77": "no record with the ID $77",
    "tape load good.wav -o x.xyz": "suffix '.xyz'",
    "tape load differ.wav": "has $04 at $0200, a record before it $01",
    "tape save game.hex x.wav --id 00": "$01-$FE, not $00",
    "tape save game.hex x.wav --rate 8000 --speed 6": "11025",
}
"""Exit code 1."""
USAGE = {
    "frob": "invalid choice: 'frob'",
    "keys": "the following arguments are required: KEY",
    "keys C --level hard": "no level 'hard'; the levels are super-blitz",
    "reply": "one of the arguments --fen --table --batch is required",
    "reply --fen startpos --jobs 0": "'0'; expected 1 to 1024",
    "play --side green": "invalid choice: 'green'",
    "kim convert game.hex x.ptp --only 3-2": "'3-2' ends before it begins",
    "kim convert game.hex x.ptp --fill 100": "'100' is no byte; expected",
    "kim convert game.hex x.ptp --at $FFFFF": "'$FFFFF' is no address; expected",
    "kim tty --ram 0400": "'0400'; expected ADDR:SIZE",
    "kim tty --ram 0000:4K": "expected to lie within $0400-$13FF",
    "kim tty --baud 14400": "'14400'; expected 50 to 9600",
    "kim run --until foo": "--until 'foo'; expected pc=ADDR, text=SIX",
    "kim run --until text=12345": "text='12345'; expected six characters",
    "kim run --keys 0ms": "'0ms' is no time to wait",
    "kim run --keys Q": "no key 'Q' on the KIM-1",
    "kim run --poke 0200": "'0200' is no poke; expected ADDR=BYTE",
    "kim run --dump 0300-0200": "the range 0300-0200 ends before it begins",
    "kim run --break nowhere": "'nowhere' is no address",
    "kim run --break 0200,A": "condition 'A'; expected A=3C",
    "kim run --trace - --json": "--trace has no effect on stdout beside --json",
    "kim run --loop pa1": "invalid choice: 'pa1' (choose from 'pb7', 'pa0')",
    "kim run --reverse-until noon": "'noon'; expected pc=ADDR[,COND...], write=ADDR",
    "kim run --reverse-until write=0010=1FF": "'1FF' is no byte",
    "kim run --last write=nowhere": "'nowhere' is no address",
    "kim dis": "expected a FILE or --range",
    "kim dis game.hex --state y": "--state has no effect with FILE[@ADDR]",
    "kim state": "required",
}
"""Exit code 2."""
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
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, recordings: dict[str, bytes]) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text)
    for name, data in recordings.items():
        Path(name).write_bytes(data)
    return tmp_path


@pytest.mark.parametrize(
    ("line", "code", "told"),
    [
        *((line, 1, told) for line, told in FAILED.items()),
        *((line, 2, told) for line, told in USAGE.items()),
    ],
)
def test_what_is_wrong_is_told_in_one_line(folder: Path, line: str, code: int, told: str) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    got, out, err = run(*shlex.split(line))
    assert (got, out) == (code, "")
    assert err.count("\n") == 1
    assert told in err
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
