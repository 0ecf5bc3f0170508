"""Panel Inside: its blocks, and what is asked for there, for any front end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import chess
import pytest

from emu.errors import EmuError
from emu.notation import NotationError, Poke
from tests.emu.watch.test_sources import BLINK, DEBUG
from tests.tui.panels.moments import acts, changed, done, moment, shown
from tui.panels.blocks import (
    SentenceBlock,
)
from tui.panels.inside import InsidePanel
from tui.panels.panel import AskFile, Focus, effects
from tui.session.debugger import Debugger
from tui.session.play import Play
from tui.session.snapshot import Activity, Notice, Snapshot
from tui.session.timetravel import TimeTravel

SCANDS = 0x1F1F


def at(pc: int = SCANDS, **also: Any) -> Snapshot:
    """A moment at which the processor is there."""
    machine = moment().machine
    registers = machine.registers._replace(pc=pc, sp=0xFB, p=0x81)
    return replace(moment(), machine=replace(machine, registers=registers), **also)


def code(panel: InsidePanel, view: Snapshot) -> list[str]:
    listing = shown(panel, view)["code"]
    return [" ".join(cell.text.strip() for cell in row.cells).strip() for row in listing.rows]


def test_registers_flags_and_the_place_in_the_code_are_shown() -> None:
    blocks = shown(InsidePanel(), at(activity=Activity.HELD, halt="breakpoint at $1F1F"))
    registers = blocks["registers"]
    assert registers.fields[0] == ("PC", "1F1F", "led")
    texts = [one.text for one in registers.fields]
    assert registers.fields[-1] == ("at label", "SCANDS", "warning")
    assert "".join(texts[5:13]) == "Nv-bdizC"
    assert "paused" in texts
    assert blocks["halt"] == SentenceBlock("halt", "breakpoint at $1F1F")


def test_the_code_follows_the_program_counter_until_another_line_is_chosen() -> None:
    panel = InsidePanel()
    panel.fitted("code", 60, 12)
    assert len(code(panel, at())) == 12
    assert "> 1F1F 4C 1F 1F" not in code(panel, at())
    (here,) = (one for one in code(panel, at(breakpoints={SCANDS: ""})) if one[1] == ">")
    assert here.startswith("*> 1F1F")
    assert "follow" not in [one.name for one in panel.actions(at())]
    panel.moved(at(), "code", 1)
    chosen = shown(panel, at())["code"].chosen
    assert int(chosen) > SCANDS
    assert shown(panel, at(0x1DA4))["code"].chosen == chosen
    for turn in (panel.turned, panel.scrolled):
        first = code(panel, at())[0]
        turn(at(), "code", 1)
        assert code(panel, at())[0] > first
    panel.clicked(at(), "code", "7968")
    assert shown(panel, at())["code"].chosen == "7968"
    assert done(panel, at(), "break")[0] == Debugger.set_breakpoints({0x1F20: ""})
    assert done(panel, at(), "runto")[0] == Debugger.run_to(0x1F20)
    done(panel, at(), "follow")
    assert shown(panel, at())["code"].chosen == ""


@pytest.mark.parametrize(("columns", "per_row"), [(60, 16), (53, 16), (52, 8), (28, 4), (10, 2)])
def test_as_many_bytes_stand_in_a_row_as_there_is_room_for(columns: int, per_row: int) -> None:
    panel = InsidePanel()
    panel.fitted("memory", columns, 70)
    memory = shown(panel, at())["memory"]
    assert {len(row.cells) for row in memory.rows} == {per_row}
    assert len(memory.rows) == 64


def test_bytes_that_changed_are_watched_or_are_rom_stand_out() -> None:
    panel, view = InsidePanel(), at(watchpoints={0x51: None, 0x53: 3})

    def tones(view: Snapshot) -> list[str]:
        return [cell.tone for cell in shown(panel, view)["memory"].rows[0].cells][:4]

    assert tones(view) == ["", "watched", "", "muted watched"]
    ram = view.machine.memory.regions[0]
    data = bytes(byte ^ (0x50 <= place < 0x52) for place, byte in enumerate(ram.data))
    regions = (replace(ram, data=data), *view.machine.memory.regions[1:])
    memory = replace(view.machine.memory, regions=regions)
    view = replace(view, machine=replace(view.machine, memory=memory))
    assert tones(view) == ["led", "led watched", "", "muted watched"]
    assert tones(view) == ["led", "led watched", "", "muted watched"]
    panel.clicked(view, "memory", str(0x1F00))
    assert {*tones(view)} == {"muted"}
    panel.clicked(view, "memory", str(0x1000))
    assert shown(panel, view)["memory"].rows[0].cells[0].text == "--"


def test_two_hex_digits_poke_the_chosen_byte_and_the_next_one_is_chosen() -> None:
    panel, view = InsidePanel(), at()
    assert panel.clicked(view, "memory", "82") == Focus("memory")
    assert shown(panel, view)["memory"].told == "$0052 computer's king's rook"
    assert panel.typed(view, "memory", "5") is None
    assert shown(panel, view)["memory"].rows[0].cells[2].text == "5_"
    panel.left(view, "memory")
    assert shown(panel, view)["memory"].rows[0].cells[2].text == "07"
    with pytest.raises(NotationError, match="z: expected a hex digit"):
        panel.typed(view, "memory", "z")
    panel.typed(view, "memory", "5")
    poke, told = effects(panel.typed(view, "memory", "5"))
    assert poke == Play.poke((Poke(0x52, 0x55),))
    assert "rook to" in getattr(told, "text", "")
    assert shown(panel, view)["memory"].chosen == "83"
    panel.moved(view, "memory", -1)
    assert done(panel, view, "poke", "$CC")[0] == Play.poke((Poke(0x52, 0xCC),))
    assert done(panel, view, "read") == [TimeTravel.back_to_access(0x52, False)]
    assert done(panel, view, "watch")[0] == Debugger.set_watchpoints({0x52: None})
    panel.scrolled(view, "memory", 1)
    assert shown(panel, view)["memory"].chosen == str(0x52 + 8)


def test_a_man_on_the_board_is_chosen_as_the_byte_he_is() -> None:
    panel, view = InsidePanel(), changed(moment(), computer=chess.BLACK)
    assert panel.pointed(view, chess.E4) == Notice("e4 is empty; as a byte it is 44")
    assert panel.pointed(view, chess.E8) is None
    assert shown(panel, view)["memory"].told == "$0050 computer's king"


def test_both_stacks_are_shown_and_a_byte_of_one_leads_to_the_memory() -> None:
    panel, view = InsidePanel(), at()
    stacks = shown(panel, view)["stacks"]
    assert stacks.parts == ("6502 stack",)
    assert [row.cells[0].text for row in stacks.rows][3:5] == [" 01FC", ">01FB"]
    both = shown(panel, changed(view, program="MicroChess"))["stacks"]
    assert both.parts == ("6502 stack", "moves to take back")
    assert both.rows[8].key == str(0x1C8)
    panel.fitted("code", 50, 5)
    assert len(shown(panel, view)["stacks"].rows) == 4
    assert panel.clicked(view, "stacks", str(0x1FC)) == Focus("memory")
    panel.moved(view, "stacks", 1)
    assert shown(panel, view)["stacks"].chosen == str(0x1FB)


def test_an_address_or_a_label_is_shown_and_another_refused() -> None:
    panel = InsidePanel()
    shown(panel, at(0x1DA4))
    (told,) = done(panel, at(), "jump", "SCANDS")
    assert told.text.startswith("code and memory at $1F1F")
    blocks = shown(panel, at())
    assert (blocks["code"].chosen, blocks["memory"].chosen) == (str(SCANDS), str(SCANDS))
    with pytest.raises(EmuError, match="nowhere"):
        done(panel, at(), "jump", "nowhere")
    done(panel, at(), "follow")
    assert done(panel, at(), "runto", "0300")[0] == Debugger.run_to(0x300)


HALTS: list[tuple[str, str, object]] = [
    (
        "halt",
        "0300 if A=5,count=2",
        Debugger.set_breakpoints({SCANDS: "", 0x300: "A=5,count=2"}, 0x300),
    ),
    ("becomes", "$00F9=$3C", Debugger.set_watchpoints({0xF9: 0x3C})),
]


@pytest.mark.parametrize(("name", "text", "asked"), HALTS)
def test_what_must_hold_is_typed_after_the_address(name: str, text: str, asked: object) -> None:
    panel, view = InsidePanel(), at(breakpoints={SCANDS: ""})
    assert acts(panel, view)[name].asks.hint.startswith("e.g. ")
    assert done(panel, view, name, text)[:-1] == [asked]


def test_those_that_are_set_are_listed_changed_and_emptied_removed() -> None:
    panel, view = InsidePanel(), at(breakpoints={SCANDS: "A=5"}, watchpoints={0xF9: 0x3C})
    halts = shown(panel, view)["halts"]
    assert [[cell.text for cell in row.cells] for row in halts.rows] == [
        ["breakpoint $1F1F if A=5", "1F1F,A=5"],
        ["when $00F9 becomes 3C", "00F9=3C"],
    ]
    panel.moved(view, "halts", 1)
    panel.moved(view, "halts", 1)
    assert shown(panel, view)["halts"].chosen == halts.rows[1].key

    def change(row: int, text: str) -> list[Any]:
        return list(effects(panel.changed(view, "halts", halts.rows[row].key, text)))

    assert change(0, "1F1F,X=2")[:-1] == [Debugger.set_breakpoints({SCANDS: "X=2"}, SCANDS)]
    assert change(1, " ") == [
        Debugger.set_watchpoints({}),
        Notice("the machine no longer pauses when $00F9 changes"),
    ]
    with pytest.raises(EmuError, match="expected a register"):
        change(0, "1F1F,Q=5")
    assert "halts" not in shown(panel, at())


def test_one_steps_both_ways_and_the_code_follows() -> None:
    panel, held = InsidePanel(), at(activity=Activity.HELD)
    steps: dict[str, Callable[[], object]] = {
        "hold": Debugger.go_on, "step": Debugger.step, "over": Debugger.step_over,
        "out": Debugger.step_out, "back": TimeTravel.step_back,
        "reverse": TimeTravel.back_to_halt,
    }  # fmt: skip
    for name, asked in steps.items():
        assert done(panel, held, name) == [asked()]
    assert done(panel, at(), "hold") == [Debugger.pause()]
    panel.moved(held, "code", 1)
    done(panel, held, "step")
    assert shown(panel, held)["code"].chosen == ""


def test_source_lines_stand_beside_the_code_once_each(tmp_path: Path) -> None:
    (tmp_path / "blink.s").write_text(BLINK)
    panel, view = InsidePanel(), at(0x200)
    labels = acts(panel, view)["labels"].asks
    assert isinstance(labels, AskFile)
    (told,) = done(panel, view, "labels", labels.read(tmp_path / "blink.dbg", DEBUG.encode()))
    assert told.text == "blink.dbg: 2 labels, 4 source lines"
    shown(panel, view)
    done(panel, view, "jump", "blink.s:3")
    shown_code = [one.replace("> ", "", 1) for one in code(panel, view)]
    assert any(one.startswith("0200") and one.endswith("1 start: lda #$05") for one in shown_code)
    assert shown(panel, view)["code"].chosen == str(0x205)
