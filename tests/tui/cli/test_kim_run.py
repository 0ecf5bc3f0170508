"""``microchess kim run``, ``replay``, ``state`` and ``dis``, as a script calls them."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import rom
from emu.cassette import wav
from emu.cassette.audio import sound
from emu.cassette.records import TapeRecord
from emu.cassette.signal import encode
from tests import commands, lights
from tests.cases import cases

Run = tuple[int, str, str]
LIGHTS = "lights.bin@0200"
LABELLED = f"{LIGHTS} --labels lights.lbl --start start"
kim = partial(commands.run, "kim")


@pytest.fixture(autouse=True)
def folder() -> None:
    """A program and its labels."""
    Path("lights.bin").write_bytes(lights.CODE)
    Path("lights.lbl").write_text(lights.LABELS)


def run(line: str, *more: str) -> Run:
    """``kim run`` with the words of a line, and *more* that hold blanks."""
    return kim("run", *line.split(), *more)


def found(run: Run) -> dict[str, Any]:
    """What was told in JSON."""
    code, out, err = run
    data: dict[str, Any] = json.loads(out)
    assert (data["exit"], err) == (code, "")
    return data


def test_keys_enter_a_program_and_show_the_digits_after_each() -> None:
    code, out, err = run("--dump 0000-0003 --keys", "AD 0000 DA A9+ 02 + 69 + 03")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == ["AD        0000 00", "0         0000 00"]
    assert lines[7:9] == ["9         0000 A9", "+         0001 00"]
    assert lines[16] == "3         0003 03"
    assert lines[-1] == "0000: A9 02 69 03"


def test_a_program_that_adds_25_and_38_ends_where_it_should() -> None:
    code = "0200=D8,18,A9,25,F8,69,38,D8,85,10,00"
    data = found(run(f"--poke {code} --go 0200 --dump 10 --dump $0001 --json"))
    assert data["dump"] == {"10": "63", "$0001": "00"}
    assert data["display"]["text"] == "020C00"
    assert [step["key"] for step in data["keys"]] == ["AD", "0", "2", "0", "0", "GO"]


ENDS = cases("ends_of_runs")
"""Exit codes, lines, and what is said of the end."""


@pytest.mark.parametrize(("code", "line", "told"), ENDS)
def test_a_run_ends_and_says_where(code: str, line: str, told: str) -> None:
    got, out, err = run(line)
    assert (got, err) == (int(code), "")
    (ending,) = [one for one in out.splitlines() if "; cycle " in one]
    assert ending.startswith(told)


def test_source_lines_conditions_and_counts() -> None:
    Path("lights.dbg").write_text(
        "version\tmajor=2,minor=0\n"
        'file\tid=0,name="src/lights.s",size=1,mtime=0x1,mod=0\n'
        "line\tid=0,file=0,line=31,span=0\n"
        'seg\tid=0,name="CODE",start=0x000200,size=0x62\n'
        "span\tid=0,seg=0,start=16,size=2\n"
    )
    words = f"{LIGHTS} --labels lights.dbg --start 0200 --max-cycles 300000 --break"
    data = found(run(f"{words} lights.s:30,count=4,10<50 --dump 10 --json"))
    assert (data["text"], data["dump"]["10"]) == ("breakpoint at $0210", "03")
    seen = found(run(f"{words} 0220,SP<FE,P&10,10>=02 --trail 99 --json"))
    assert (seen["registers"]["pc"], seen["trail"][-1]["text"]) == ("0220", "JSR $0220")
    assert "lights.s:31" in {step.get("source") for step in seen["trail"]}
    told = "microchess kim run: there is no code at lights.s:32; the last with code is 31"
    assert run(f"{words} lights.s:32")[2].startswith(told)
    assert run(f"{words} 0210,count=0")[0] == 2


def test_the_trail_shows_how_it_came_there() -> None:
    words = f"{LABELLED} --break draw"
    plain, trail = run(words), run(f"{words} --trail 4")
    assert trail[1].startswith(plain[1])
    lines = [line.split() for line in trail[1][len(plain[1]) :].splitlines()]
    assert lines[0] == ["trail:"]
    assert [line[1] for line in lines[1:]] == ["021C", "021E", "021F", "0204"]
    assert lines[-1][2:5] == ["round+3", "JSR", "draw"]
    data = found(run(f"{words} --trail 1000000 --profile --json"))
    assert [step["pc"] for step in data["trail"][:3]] == ["0200", "0201", "0210"]
    assert sum(one["cycles"] for one in data["profile"]) == data["cycles"] - 40_015


def test_keys_wait_and_poke() -> None:
    go = f"{LIGHTS} --go 0200 --json --keys"
    one, two = (found(run(go, f"@0010=98,00 {time}")) for time in ("10ms", "50ms"))
    assert two["cycles"] - one["cycles"] in range(39_990, 40_010)


def test_memory_is_what_owners_set_or_junk_that_is_the_same_each_time() -> None:
    Path("filler.bin").write_bytes(bytes([0x55]) + bytes(0xF0) + b"\xff" * 0x0E)
    Path("own.bin").write_bytes(bytes.fromhex("3412 0000 0000"))
    dumps = "--dump F1 --dump 17FA-17FF --dump 0100-03FF --json"
    shown = found(run(f"filler.bin@0000 own.bin@17FA {dumps}"))["dump"]
    assert (shown["F1"], shown["17FA-17FF"]) == ("00", "34120000001C")
    one, two = (found(run(f"--bare {dumps}")) for _ in range(2))
    assert one == two
    assert len(set(bytes.fromhex(one["dump"]["0100-03FF"]))) > 200
    assert one["dump"]["17FA-17FF"] != "001C0000001C"


def test_the_trace_is_text_or_json_lines_and_filtered() -> None:
    words = f"{LIGHTS} --start 0200 --until cycles=2000 --trace"
    assert run(f"{words} bus.txt")[0] == 0
    assert Path("bus.txt").read_text().startswith("       40015 fetch $0200 D8  at $0200\n")
    run(f"{words} few.txt --only fetch,read,0201-020F")
    kinds = {line.split()[1] for line in Path("few.txt").read_text().splitlines()}
    assert kinds == {"fetch", "read"}
    run(f"{words} bus.jsonl")
    seen = [json.loads(line) for line in Path("bus.jsonl").read_text().splitlines()]
    assert seen[0] == {
        "cycle": 40015,
        "kind": "fetch",
        "address": 0x200,
        "value": 0xD8,
        "pc": 0x200,
    }


def test_the_terminal_is_typed_on_and_its_paper_kept() -> None:
    files = "--dump 0300-0301 --serial-out paper --log x.kim-log --json --serial-in"
    data = found(run(files, r"0300 \x41\x39.60."))
    assert data["dump"] == {"0300-0301": "A960"}
    assert data["printed"].replace("\0", "").endswith("\r\n0301 00 60.\r\n0302 00 ")
    assert Path("paper").read_bytes().decode("latin-1") == data["printed"]
    assert "found the same" in kim("replay", "x.kim-log")[1]
    code, out, _ = run(f"{LIGHTS} --max-cycles 800000 --serial-in", "0200 G")
    assert code == 3
    assert "a wait for a character not reached in 800,000 cycles" in out
    assert "\nKIM\n0000 00 0200 \n0200 D8 G" in out


def test_no_character_is_lost_while_the_program_computes() -> None:
    """$0200: a character by the monitor's GETCH, into memory; then 0.8 s of counting; again."""
    code = "20 5A 1E A6 10 95 20 E6 10 A0 00 A9 02 85 11 CA D0 FD 88 D0 FA C6 11 D0 F6 4C 00 02"
    pokes = f"--poke 0010=00 --poke 0200={','.join(code.split())} --dump 20-22 --json"
    data = found(run(f"{pokes} --serial-in", "0200 GKIM"))
    assert bytes.fromhex(data["dump"]["20-22"]) == b"KIM"


def test_a_state_goes_on_and_a_log_replays() -> None:
    go, kept = f"{LIGHTS} --go 0200 --json", "--state-out two.kim-state --log two.kim-log"
    first = found(run(f"{go} {kept} --keys 12"))
    on = found(run("--state-in two.kim-state --keys 3 --json"))
    whole = found(run(f"{go} --keys 123"))
    assert {**on, "keys": []} == {**whole, "keys": []}
    code, out, err = kim("replay", "two.kim-log", "--state-out", "again.kim-state")
    assert (code, err) == (0, "")
    assert f"18 of 18 events, 1 state found the same; cycle {first['cycles']:,}\n" in out
    assert Path("again.kim-state").read_bytes() == Path("two.kim-state").read_bytes()
    out = kim("replay", "two.kim-log", "--to", "300000")[1]
    assert out.startswith("9 of 18 events, 0 states found the same; cycle 300,000\n")
    lines = Path("two.kim-log").read_text().splitlines(keepends=True)
    Path("broken.kim-log").write_text("".join(lines[:-1]))
    code, _, err = kim("replay", "broken.kim-log")
    assert (code, err) == (0, "broken.kim-log: the log has no end; it was broken off\n")


@pytest.mark.parametrize(
    ("options", "set_up"),
    [
        ("--loop", "SST on, timer wired to NMI, cassette output wired to the input"),
        ("--loop PA0", "SST on, timer wired to NMI, PA0 wired to the input"),
    ],
)
def test_state_info_says_what_is_in_it(options: str, set_up: str) -> None:
    run(
        f"{LIGHTS} --ram 0400:4K --go 0200 --timer-wire NMI --keys SST=on "
        f"--state-out x.kim-state --log x.kim-log {options}"
    )
    code, out, _ = kim("state", "info", "x.kim-state")
    assert code == 0
    assert "ROM         ours\n" in out
    assert "expansion   4096 bytes of RAM at $0400\n" in out
    assert f"set up      {set_up}\n" in out
    data = json.loads(kim("state", "info", "x.kim-state", "--json")[1])
    assert data["expansions"] == [
        {"address": 0x400, "size": 0x1000, "writable": True, "repeats": False}
    ]
    assert "found the same" in kim("replay", "x.kim-log")[1]


def test_a_state_of_another_rom_is_refused() -> None:
    monitor = bytearray(rom.monitor())
    monitor[0x7F0] ^= 1
    Path("6530-003.bin").write_bytes(monitor[:0x400])
    Path("6530-002.bin").write_bytes(monitor[0x400:])
    assert run("--monitor . --state-out x.kim-state")[0] == 0
    code, _, err = run("--state-in x.kim-state")
    assert (code, "another ROM: its 6530-002 has SHA-256" in err) == (1, True)
    assert run("--monitor . --state-in x.kim-state")[0] == 0
    assert "6530-002 SHA-256" in kim("state", "info", "x.kim-state")[1]


def test_a_state_and_the_monitor_are_disassembled() -> None:
    run("--poke 0200=EA,20 --poke 0300=A7,10 --state-out x.kim-state")
    dis = ("dis", "--state", "x.kim-state", "--range")
    lines = kim(*dis, "0200-0201", "--json")[1].splitlines()
    assert [json.loads(line)["text"] for line in lines] == ["NOP", ".byte $20"]
    assert ".byte $A7" in kim(*dis, "0300-0301")[1]
    assert "LAX $10" in kim(*dis, "0300-0301", "--undocumented")[1]
    assert kim("dis", "--range", "KEYIN")[1].startswith("KEYIN:\n  1F40  ")


def test_a_recording_is_made_and_one_is_played_to_the_loader() -> None:
    save = f"{LIGHTS} --poke SAL=00,02,02,02,2A --go 1800 --record a.wav --until text=0000.."
    assert run(f"{save} --max-cycles 600000")[0] == 3
    begun = wav.read(Path("a.wav").read_bytes(), "a.wav")
    assert 0.5 < len(begun.channels[0]) / begun.rate < 1.2
    assert max(begun.channels[0]) > 0.3
    quick = encode([TapeRecord(0x2A, 0x0200, lights.CODE[:2])], 6, syncs=20)
    Path("a.wav").write_bytes(wav.write(sound(quick, 44_100)))
    load = "--poke ID=2A --go 1873 --play a.wav --until text=0000.. --dump 0200-0201"
    code, out, _ = run(load)
    assert (code, out.splitlines()[-1]) == (0, "0200: " + lights.CODE[:2].hex(" ").upper())


def test_what_repeats_and_what_is_plugged_in() -> None:
    Path("rom.bin").write_bytes(b"\x4c\x00\xe0")
    told = run("rom.bin@E000")[2]
    assert told.startswith("rom.bin: $E000 is $0000 over again; --ram and --rom plug in")
    plugged = "--rom rom.bin@E000 --ram 2000-DFFF --poke DFFF=5A --dump E000 --dump DFFF"
    code, out, err = run(f"{plugged} --dump F000 --start E000")
    assert (code, err) == (0, "")
    assert [line.split()[-1] for line in out.splitlines()[-3:]] == ["4C", "5A", "F0"]
    assert run(f"{plugged} --repeat --dump F800")[1] != run(f"{plugged} --dump F800")[1]


def test_a_speaker_is_recorded() -> None:
    flip = "0200=A9,01,8D,01,17,4D,00,17,8D,00,17,D0,F8,F0,F6"
    words = f"--poke {flip} --start 0200 --until cycles=100000 --sound"
    assert run(f"{words} a.wav")[::2] == (0, "")
    audio = wav.read(Path("a.wav").read_bytes(), "a.wav")
    assert audio.rate == 44_100
    assert audio.seconds == pytest.approx(0.1, abs=0.001)
    told = "nothing was recorded; b.wav not written\n"
    assert run(f"{words} b.wav --speaker PB7")[2] == told


def test_the_past_of_a_run_is_asked() -> None:
    asked = f"{LABELLED} --until pc=draw --last write=0010 --last write=70 --last read=10"
    code, out, _ = run(asked)
    written, never, read = out.splitlines()[-3:]
    assert code == 0
    assert written.startswith("last write to $0010: wrote 01 (was 00) by $0216 STA $10 in count+6")
    assert never.startswith("last write to $0070: not since cycle ")
    assert read.startswith("last read of $0010: read 00 by $0212 LDA $10 in count+2")
    last = f"{LIGHTS} --start 0200 --until cycles=90000 --log x.kim-log --json --last"
    (there,) = found(run(f"{last} pc=0229,X=02"))["past"]
    assert there["found"]["pc"] == "0229"
    out = kim("replay", "x.kim-log", "--to", str(there["found"]["cycle"]))[1]
    assert "PC=$0229 A=" in out
    assert " X=$02 " in out
    (written,) = found(run(f"{last} write=0010=01 --force"))["past"]
    assert written["found"]["value"] == "01"
    assert found(run(f"{last} write=0010=FF --force"))["past"][0]["found"] is None
