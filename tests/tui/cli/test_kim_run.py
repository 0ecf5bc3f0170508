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

Run = tuple[int, str, str]
kim = partial(commands.run, "kim")


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The program's file and its labels, in the current folder."""
    monkeypatch.chdir(tmp_path)
    Path("lights.bin").write_bytes(lights.CODE)
    Path("lights.lbl").write_text(lights.LABELS)
    return "lights.bin@0200"


def found(run: Run) -> dict[str, Any]:
    code, out, err = run
    data: dict[str, Any] = json.loads(out)
    assert (data["exit"], err) == (code, "")
    return data


def test_keys_enter_a_program_and_show_the_digits_after_each() -> None:
    code, out, err = kim("run", "--keys", "AD 0000 DA A9+ 02 + 69 + 03", "--dump", "0000-0003")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[:2] == ["AD        0000 00", "0         0000 00"]
    assert lines[7:9] == ["9         0000 A9", "+         0001 00"]
    assert lines[16] == "3         0003 03"
    assert lines[-1] == "0000: A9 02 69 03"


def test_the_sum_program_ends_where_it_should() -> None:
    """LDA #2, SED, ADC #$19 in decimal, STA INH, JMP $1C4F: the monitor shows the sum's address."""
    code = "0200=D8,18,A9,25,F8,69,38,D8,85,10,00"
    data = found(
        kim("run", "--poke", code, "--go", "0200", "--dump", "10", "--dump", "$0001", "--json")
    )
    assert data["dump"] == {"10": "63", "$0001": "00"}
    assert data["display"]["text"] == "020C00"
    assert [step["key"] for step in data["keys"]] == ["AD", "0", "2", "0", "0", "GO"]


def test_until_names_where_a_run_ends(program: str) -> None:
    at = ("--labels", "lights.lbl", "--start", "start", "--json")
    data = found(kim("run", program, *at, "--until", "pc=listen"))
    assert (data["reason"], data["registers"]["pc"]) == ("until", "0253")
    data = found(kim("run", program, *at, "--until", "cycles=12_345"))
    assert data["reason"] == "until"
    assert found(kim("run", "--until", "waiting", "--json"))["display"]["text"] == "000000"
    typed = ("--serial-in", "0200", "--until", "printed=0000 00 0")
    assert found(kim("run", *typed, "--json"))["reason"] == "until"
    data = found(kim("run", "--keys", "1 2 3", "--until", "text=0.2300", "--json"))
    assert data["display"]["text"] == "012300"


def test_the_budget_ends_a_run_with_3(program: str) -> None:
    run = kim("run", program, "--start", "0200", "--until", "pc=0300", "--max-cycles", "10000")
    assert run[0] == 3
    assert run[1].startswith("pc at $0300 not reached in 10,000 cycles; cycle 50,0")
    for goal in ("text=FFFFFF", "waiting", "cycles=10001", "printed=KIM"):
        assert (
            kim("run", program, "--start", "0200", "--until", goal, "--max-cycles", "9999")[0] == 3
        )


def test_a_breakpoint_with_conditions_ends_a_run_with_4(program: str) -> None:
    at = ("--labels", "lights.lbl", "--go", "start", "--dump", "10", "--json")
    data = found(kim("run", program, *at, "--break", "draw,10=07,SP=FD", "--break", "0400"))
    assert (data["exit"], data["reason"], data["dump"]) == (4, "breakpoint", {"10": "07"})
    assert data["text"] == "breakpoint at $0220 draw"
    code, out, _ = kim("run", program, "--start", "0200", "--break", "0220", "--until", "pc=0253")
    assert (code, out.splitlines()[0][:24]) == (4, "breakpoint at $0220; cyc")
    code, out, _ = kim("run", program, "--start", "0200", "--break", "$0200")
    assert (code, out.splitlines()[0][:21]) == (4, "breakpoint at $0200; ")
    code, out, _ = kim("run", program, "--start", "0200", "--break", "0300", "--max-cycles", "999")
    assert (code, out.split(";")[0]) == (3, "a breakpoint or watchpoint not reached in 999 cycles")


def test_a_watchpoint_ends_a_run_with_4(program: str) -> None:
    data = found(kim("run", program, "--start", "0200", "--watch", "0010=09", "--json"))
    assert (data["exit"], data["text"]) == (4, "$0010 changed from 08 to 09")
    data = found(kim("run", program, "--start", "0200", "--watch", "10", "--json"))
    assert data["text"] == "$0010 changed from 00 to 01"


def test_what_the_processor_cannot_or_must_not_do_ends_a_run_with_5() -> None:
    code, out, _ = kim("run", "--poke", "0200=EA,02", "--start", "0200")
    assert (code, out[:52]) == (5, "undocumented opcode $02 at $0201: JAM, until RS; cyc")
    words = ("run", "--poke", "0200=A7,10,4C,02,02", "--poke", "0010=5A", "--start", "0200")
    assert found(kim(*words, "--until", "pc=0202", "--json"))["registers"]["x"] == "5A"
    code, out, _ = kim(*words, "--documented-only")
    assert (code, out[:35]) == (5, "undocumented opcode $A7 at $0200; c")


def test_source_lines_conditions_counts_and_the_last_writer(program: str) -> None:
    Path("lights.dbg").write_text(
        "version\tmajor=2,minor=0\n"
        'file\tid=0,name="src/lights.s",size=1,mtime=0x1,mod=0\n'
        "line\tid=0,file=0,line=31,span=0\n"
        'seg\tid=0,name="CODE",start=0x000200,size=0x62\n'
        "span\tid=0,seg=0,start=16,size=2\n"
    )
    words = ("run", program, "--labels", "lights.dbg", "--start", "0200", "--max-cycles", "300000",
             "--break")  # fmt: skip
    last = ("--last", "write=0010", "--last", "write=0300")
    code, out, _ = kim(*words, "lights.s:30,count=4,10<50", *last)
    assert (code, out.splitlines()[0][:20]) == (4, "breakpoint at $0210;")
    assert "last write to $0010: wrote 03 (was 02) by $0216 STA $10" in out
    assert "last write to $0300: not since cycle " in out
    code, out, _ = kim(*words, "0220,SP<FE,P&10,10>=02", "--trail", "99", "--json")
    seen = json.loads(out)
    assert (seen["registers"]["pc"], seen["trail"][-1]["text"]) == ("0220", "JSR $0220")
    assert "lights.s:31" in {step.get("source") for step in seen["trail"]}
    assert kim(*words, "lights.s:32")[2].startswith(
        "microchess kim run: there is no code at lights.s:32; the last with code is 31"
    )
    assert kim(*words, "0210,count=0")[0] == kim(*words, "0210,A")[0] == 2


def test_the_trail_shows_how_it_came_there(program: str) -> None:
    words = ("run", program, "--labels", "lights.lbl", "--start", "start", "--break", "draw")
    plain, trail = kim(*words), kim(*words, "--trail", "4")
    assert plain[0] == trail[0] == 4
    assert trail[1].startswith(plain[1])
    lines = [line.split() for line in trail[1][len(plain[1]) :].splitlines()]
    assert lines[0] == ["trail:"]
    assert [line[1] for line in lines[1:]] == ["021C", "021E", "021F", "0204"]
    assert lines[-1][2:5] == ["round+3", "JSR", "draw"]
    steps = found(kim(*words, "--trail", "1000000", "--json"))["trail"]
    assert [step["pc"] for step in steps[:3]] == ["0200", "0201", "0210"]
    assert steps[-1]["text"] == "JSR draw"


def test_keys_wait_poke_and_switch(program: str) -> None:
    one = found(kim("run", program, "--go", "0200", "--keys", "@0010=98,00 10ms", "--json"))
    two = found(kim("run", program, "--go", "0200", "--keys", "@0010=98,00 50ms", "--json"))
    assert two["cycles"] - one["cycles"] in range(39_990, 40_010)
    steps = found(kim("run", program, "--keys", "SST=on AD 0200 GO GO GO SST=off", "--json"))[
        "keys"
    ]
    assert [step["text"] for step in steps[-4:]] == ["020120", "0210F8", "021118", "021118"]


def test_bare_memory_is_junk_and_the_same_each_time() -> None:
    words = ("run", "--bare", "--dump", "0000-03FF", "--dump", "17FA-17FF", "--json")
    one, two = found(kim(*words)), found(kim(*words))
    assert one == two
    assert len(set(bytes.fromhex(one["dump"]["0000-03FF"]))) > 200
    assert one["dump"]["17FA-17FF"] != "001C0000001C"


def test_vectors_and_status_are_what_owners_set_unless_a_program_brings_its_own(
    tmp_path: Path,
) -> None:
    filler = tmp_path / "filler.bin"
    filler.write_bytes(bytes([0x55]) + bytes(0xF0) + b"\xff" * 0x0E)
    own = tmp_path / "own.bin"
    own.write_bytes(bytes.fromhex("3412 0000 0000"))
    dumps = ("--dump", "F1", "--dump", "17FA-17FF", "--json")
    shown = found(kim("run", f"{filler}@0000", f"{own}@17FA", *dumps))
    assert shown["dump"] == {"F1": "00", "17FA-17FF": "34120000001C"}


def test_the_trace_is_text_or_json_lines_and_filtered(program: str) -> None:
    words = ("run", program, "--start", "0200", "--until", "cycles=2000", "--trace")
    assert kim(*words, "bus.txt")[0] == 0
    lines = Path("bus.txt").read_text().splitlines()
    assert lines[0] == "       40015 fetch $0200 D8  at $0200"
    assert kim(*words, "bus.jsonl", "--only", "write,registers,program")[0] == 0
    last = [json.loads(line) for line in Path("bus.jsonl").read_text().splitlines()]
    assert [(a["kind"], a["address"]) for a in last[-2:]] == [("write", 0x1742), ("write", 0x1740)]
    kim(*words, "few.txt", "--only", "fetch,read,0201-020F")
    kinds = {line.split()[1] for line in Path("few.txt").read_text().splitlines()}
    assert kinds == {"fetch", "read"}


def test_the_profile_names_routines(program: str) -> None:
    at = ("--labels", "lights.lbl", "--start", "start", "--until", "cycles=90000")
    words = ("run", program, *at)
    data = found(kim(*words, "--profile", "--json"))
    by_label = {one["label"]: one for one in data["profile"]}
    assert data["profile"][0]["label"] == "light"
    assert sum(one["cycles"] for one in data["profile"]) == data["cycles"] - 40_015
    assert by_label["listen"]["inclusive"] == sum(
        by_label[name]["cycles"] for name in ("listen", "KEYIN")
    )
    assert "  KEYIN\n" in kim(*words, "--profile")[1].replace("$1F40 KEYIN", "  KEYIN")


def test_the_terminal_is_typed_on_and_its_paper_kept(program: str) -> None:
    words = ("--serial-in", r"0300 \x41\x39.60.", "--dump", "0300-0301")
    data = found(kim("run", *words, "--serial-out", "paper", "--log", "x.kim-log", "--json"))
    assert data["dump"] == {"0300-0301": "A960"}
    assert data["printed"].replace("\0", "").endswith("\r\n0301 00 60.\r\n0302 00 ")
    assert Path("paper").read_bytes().decode("latin-1") == data["printed"]
    assert "found the same" in kim("replay", "x.kim-log")[1]
    run = kim("run", program, "--serial-in", "0200 G", "--max-cycles", "800000")
    assert run[0] == 3
    assert "a wait for a character not reached in 800,000 cycles" in run[1]
    assert "\nKIM\n0000 00 0200 \n0200 D8 G" in run[1]
    run = kim("run", "--serial-in", "A" * 5000, "--max-cycles", "1000000", "--json")
    assert run[0] == 3
    assert 0 < found(run)["printed"].count("A") < 1000


def test_a_state_goes_on_and_a_log_replays(program: str) -> None:
    first = found(
        kim(
            *("run", program, "--go", "0200", "--keys", "1 2", "--json"),
            *("--state-out", "two.kim-state", "--log", "two.kim-log"),
        )
    )
    on = found(kim("run", "--state-in", "two.kim-state", "--keys", "3", "--json"))
    whole = found(kim("run", program, "--go", "0200", "--keys", "1 2 3", "--json"))
    assert {**on, "keys": []} == {**whole, "keys": []}
    code, out, err = kim("replay", "two.kim-log", "--state-out", "again.kim-state")
    assert (code, err) == (0, "")
    assert f"18 of 18 events, 1 state found the same; cycle {first['cycles']:,}\n" in out
    assert Path("again.kim-state").read_bytes() == Path("two.kim-state").read_bytes()
    code, out, _ = kim("replay", "two.kim-log", "--to", "300000")
    assert (
        out.splitlines(keepends=True)[0]
        == "9 of 18 events, 0 states found the same; cycle 300,000\n"
    )
    lines = Path("two.kim-log").read_text().splitlines(keepends=True)
    Path("broken.kim-log").write_text("".join(lines[:-1]))
    code, _, err = kim("replay", "broken.kim-log")
    assert (code, err) == (0, "broken.kim-log: the log has no end; it was broken off\n")


def test_state_info_says_what_is_in_it(program: str) -> None:
    kim(
        *("run", program, "--ram", "0400:4K", "--go", "0200", "--timer-wire", "NMI", "--loop"),
        *("--keys", "SST=on", "--state-out", "x.kim-state"),
    )
    code, out, _ = kim("state", "info", "x.kim-state")
    assert code == 0
    assert "ROM         ours\n" in out
    assert "expansion   4096 bytes of RAM at $0400\n" in out
    wires = "SST on, timer wired to NMI, cassette output wired to the input"
    assert f"set up      {wires}\n" in out
    data = json.loads(kim("state", "info", "x.kim-state", "--json")[1])
    assert data["expansions"] == [
        {"address": 0x400, "size": 0x1000, "writable": True, "repeats": False}
    ]


def test_a_wire_from_pa0_is_in_states_and_logs(program: str) -> None:
    kept = ("--log", "x.kim-log", "--state-out", "x.kim-state")
    assert kim("run", program, "--loop", "PA0", "--go", "0200", *kept)[0] == 0
    assert "set up      PA0 wired to the input\n" in kim("state", "info", "x.kim-state")[1]
    assert '"loop tape"' in Path("x.kim-log").read_text()
    assert "found the same" in kim("replay", "x.kim-log")[1]


def test_a_state_of_another_rom_is_refused(tmp_path: Path) -> None:
    monitor = bytearray(rom.monitor())
    monitor[0x7F0] ^= 1
    (tmp_path / "6530-003.bin").write_bytes(monitor[:0x400])
    (tmp_path / "6530-002.bin").write_bytes(monitor[0x400:])
    state = str(tmp_path / "x.kim-state")
    assert kim("run", "--monitor", str(tmp_path), "--state-out", state)[0] == 0
    code, _, err = kim("run", "--state-in", state)
    assert code == 1
    assert "another ROM: its 6530-002 has SHA-256" in err
    assert kim("run", "--monitor", str(tmp_path), "--state-in", state)[0] == 0
    assert "6530-002 SHA-256" in kim("state", "info", state)[1]


def test_a_state_and_the_monitor_are_disassembled(program: str) -> None:
    kim("run", program, "--poke", "0200=EA", "--state-out", "x.kim-state")
    _, out, _ = kim("dis", "--state", "x.kim-state", "--range", "0200-0201", "--json")
    assert [json.loads(line)["text"] for line in out.splitlines()] == ["NOP", ".byte $20"]
    assert kim("dis", "--range", "KEYIN")[1].startswith("KEYIN:\n  1F40  ")
    kim("run", "--poke", "0200=A7,10", "--state-out", "lax.kim-state")
    of_lax = ("dis", "--state", "lax.kim-state", "--range", "0200-0201")
    assert ".byte $A7" in kim(*of_lax)[1]
    assert "LAX $10" in kim(*of_lax, "--undocumented")[1]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("run", "--until", "foo"), "--until 'foo'; expected pc=ADDR, text=SIX"),
        (("run", "--until", "text=12345"), "text='12345'; expected six characters"),
        (("run", "--until", "cycles=x"), "cycles='x'; expected a number of cycles"),
        (("run", "--go", "0200", "--start", "0200"), "--start has no effect with --go"),
        (("run", "--keys", "Q"), "no key 'Q' on the KIM-1"),
        (("run", "--keys", "0ms"), "'0ms' is no time to wait"),
        (("run", "--poke", "0200"), "'0200' is no poke; expected ADDR=BYTE"),
        (("run", "--poke", "0200=1FF"), "'1FF' is no byte; expected hexadecimal 0 to FF"),
        (("run", "--dump", "0300-0200"), "the range 0300-0200 ends before it begins"),
        (("run", "--break", "nowhere"), "'nowhere' is no address"),
        (("run", "--break", "0200,A"), "condition 'A'; expected A=3C"),
        (("run", "--only", "read"), "--only has no effect without --trace"),
        (("run", "--trace", "-", "--json"), "--trace has no effect on stdout beside --json"),
        (("run", "--play", "t.wav", "--loop"), "--loop has no effect with --play"),
        (("run", "--loop", "pa1"), "invalid choice: 'pa1' (choose from 'pb7', 'pa0')"),
        (("run", "--state-in", "x", "--bare"), "--bare has no effect with --state-in"),
        (("run", "--ram", "0400"), "'0400'; expected ADDR:SIZE"),
        (("run", "--reverse-until", "noon"), "'noon'; expected pc=ADDR[,COND...], write=ADDR"),
        (("run", "--reverse-until", "write=0010=1FF"), "'1FF' is no byte"),
        (("run", "--last", "write=nowhere"), "'nowhere' is no address"),
        (("dis",), "expected a FILE or --range"),
        (("dis", "x", "--state", "y"), "--state has no effect with FILE[@ADDR]"),
        (("replay", "x", "--to", "-1"), "expected"),
        (("state",), "required"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_wrong_usage_is_one_line_and_2(words: tuple[str, ...], why: str) -> None:
    code, out, err = kim(*words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert why in err


def test_a_recording_is_made_and_one_is_played_to_the_loader(program: str) -> None:
    parameters = "SAL=00,02,02,02,2A"
    save = ("run", program, "--poke", parameters, "--go", "1800", "--record", "a.wav")
    assert kim(*save, "--until", "text=0000..", "--max-cycles", "600000")[0] == 3
    begun = wav.read(Path("a.wav").read_bytes(), "a.wav")
    assert 0.5 < len(begun.channels[0]) / begun.rate < 1.2
    assert max(begun.channels[0]) > 0.3
    quick = encode([TapeRecord(0x2A, 0x0200, lights.CODE[:2])], 6, syncs=20)
    Path("a.wav").write_bytes(wav.write(sound(quick, 44_100)))
    load = ("run", "--poke", "ID=2A", "--go", "1873", "--play", "a.wav")
    code, out, _ = kim(*load, "--until", "text=0000..", "--dump", "0200-0201")
    assert code == 0
    assert out.splitlines()[-1] == "0200: " + lights.CODE[:2].hex(" ").upper()


@pytest.mark.usefixtures("program")
def test_what_repeats_and_what_is_plugged_in() -> None:
    Path("rom.bin").write_bytes(b"\x4c\x00\xe0")
    again = kim("run", "rom.bin@E000")
    assert again[2].startswith("rom.bin: $E000 is $0000 over again; --ram and --rom plug in")
    plugged = ("run", "--rom", "rom.bin@E000", "--ram", "2000-DFFF", "--poke", "DFFF=5A")
    dumps = ("--dump", "E000", "--dump", "DFFF", "--dump", "F000")
    code, out, err = kim(*plugged, *dumps, "--start", "E000")
    assert (code, err) == (0, "")
    assert [line.split()[-1] for line in out.splitlines()[-3:]] == ["4C", "5A", "F0"]
    assert kim(*plugged, "--repeat", "--dump", "F800")[1] != kim(*plugged, "--dump", "F800")[1]


@pytest.mark.usefixtures("program")
def test_a_speaker_is_recorded() -> None:
    flip = "0200=A9,01,8D,01,17,4D,00,17,8D,00,17,D0,F8,F0,F6"
    words = ("run", "--poke", flip, "--start", "0200", "--until", "cycles=100000", "--sound")
    assert kim(*words, "a.wav")[::2] == (0, "")
    audio = wav.read(Path("a.wav").read_bytes(), "a.wav")
    assert audio.rate == 44_100
    assert audio.seconds == pytest.approx(0.1, abs=0.001)
    assert (
        kim(*words, "b.wav", "--speaker", "PB7")[2] == "nothing was recorded; b.wav not written\n"
    )


def test_the_past_of_a_run_is_asked(program: str) -> None:
    words = ("run", program, "--labels", "lights.lbl", "--start", "start", "--until", "pc=draw")
    code, out, _ = kim(*words, "--last", "write=0010", "--last", "write=70", "--last", "read=10")
    assert code == 0
    lines = out.splitlines()
    assert lines[-3].startswith(
        "last write to $0010: wrote 01 (was 00) by $0216 STA $10 in count+6"
    )
    assert lines[-2].startswith("last write to $0070: not since cycle ")
    assert lines[-1].startswith("last read of $0010: read 00 by $0212 LDA $10 in count+2")


def test_a_run_goes_back_to_where_something_last_was(program: str) -> None:
    words = ("run", program, "--start", "0200", "--until", "cycles=90000", "--json")
    back = found(kim(*words, "--reverse-until", "pc=0229,X=02", "--last", "write=0015"))
    assert (back["registers"]["pc"], back["registers"]["x"]) == ("0229", "02")
    there, written = back["past"]
    assert there["found"]["pc"] == "0229"
    assert written["found"]["pc"] == "0229"
    assert written["found"]["cycle"] < there["found"]["cycle"] == back["cycles"]
    changed = found(kim(*words, "--reverse-until", "write=0010=01"))
    assert changed["past"][0]["found"]["value"] == "01"
    code, out, _ = kim(*words[:-1], "--reverse-until", "write=0010=FF")
    assert (code, out.splitlines()[0].split(";")[0]) == (
        3,
        "last write of FF to $0010: not since cycle 40,015",
    )


def test_the_heat_map_counts_what_a_trace_holds(program: str) -> None:
    words = ("run", program, "--start", "0200", "--until", "pc=022F", "--heat")
    map_ = found(kim(*words, "--json", "--trace", "bus.jsonl"))["heat"]
    seen = [json.loads(line) for line in Path("bus.jsonl").read_text().splitlines()]
    for kind, title in (("fetch", "executed"), ("read", "read"), ("write", "written")):
        touched = [f"{one['address']:04X}" for one in seen if one["kind"] == kind]
        assert map_[title] == {address: touched.count(address) for address in sorted(set(touched))}
    lines = kim(*words)[1].splitlines()
    rows = [line for line in lines if line.startswith("$0000 ")]
    assert rows[-1][6:][0x10:0x18] == "11111111"
    assert rows[-1][6:][:0x10] == "." * 16


def test_no_character_is_lost_while_the_program_computes() -> None:
    """$0200: a character by the monitor's GETCH, into memory; then 0.8 s of counting; again."""
    code = "20 5A 1E A6 10 95 20 E6 10 A0 00 A9 02 85 11 CA D0 FD 88 D0 FA C6 11 D0 F6 4C 00 02"
    pokes = ("--poke", "0010=00", "--poke", f"0200={','.join(code.split())}")
    peek = ("--dump", "20-24", "--json")
    data = found(kim("run", *pokes, "--serial-in", "0200 GKIM-1", *peek))
    assert bytes.fromhex(data["dump"]["20-24"]) == b"KIM-1"
