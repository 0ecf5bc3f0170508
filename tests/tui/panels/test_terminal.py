"""Panel TTY: its blocks, and what is asked for there, for any front end."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from emu.errors import ProgramFileError
from emu.notation import NotationError
from tests.tui.panels.moments import acts, done, moment
from tui.panels.blocks import PaperBlock, SentenceBlock
from tui.panels.panel import AskFile, Focus, Pick
from tui.panels.registry import load
from tui.panels.terminal import TerminalPanel
from tui.session.hand import Hand
from tui.session.line import LiveLine
from tui.session.snapshot import Handed, Notice, Snapshot

TYPE = Focus("paper", engaged=True)


def at(fitted: bool = True, pending: int = 0, listening: bool = False) -> Snapshot:
    view = moment()
    line = replace(view.line, fitted=fitted, pending=pending, lines=("KIM", "0300 A"), column=6)
    return replace(view, line=line, machine=replace(view.machine, listening=listening))


@pytest.mark.parametrize("name", ["machine", "deck", "terminal"])
def test_where_one_comes_to_the_monitor_there_is_the_way_back_from_it(name: str) -> None:
    for listening in (True, False):
        offered = [one.label for one in load(name).actions(at(listening=listening))]
        assert ("Back to the game" in offered) is not listening


@pytest.mark.parametrize(
    ("view", "state"),
    [
        (
            at(fitted=False),
            "Nothing reads this terminal. Connect fits the TTY jumper, a wire it needs.",
        ),
        (at(pending=2), "Connected; 2 characters to send"),
        (
            at(listening=True),
            "Connected; but Janus reads the keypad. RS stops it, for the monitor.",
        ),
        (at(), "The monitor reads this terminal. Back to the game ends that."),
    ],
)
def test_it_says_who_reads_it_and_shows_what_was_printed(view: Snapshot, state: str) -> None:
    said, paper = TerminalPanel().blocks(view)
    assert isinstance(said, SentenceBlock)
    assert said.text == state
    assert isinstance(paper, PaperBlock)
    assert paper.mode is not None
    assert (paper.lines, paper.column, paper.mode.name) == (("KIM", "0300 A"), 6, "TERMINAL")


def test_what_is_typed_or_pasted_goes_over_the_line_as_ascii() -> None:
    panel, view = TerminalPanel(), at()
    assert panel.typed(view, "paper", "Aé\r") == LiveLine.type_text(b"A\r")
    assert panel.pasted(view, "paper", "0200 A9.\n") == LiveLine.paste("0200 A9.\n")
    assert panel.left(view, "paper") is None


def test_the_jumper_is_a_switch_and_tells_that_a_program_still_reads_the_keypad() -> None:
    assert acts(TerminalPanel(), at())["jumper"].on
    assert done(TerminalPanel(), at(), "jumper") == [LiveLine.fit_jumper(False)]
    assert done(TerminalPanel(), at(fitted=False), "jumper") == [LiveLine.fit_jumper(True), TYPE]
    *_, told = done(TerminalPanel(), at(fitted=False, listening=True), "jumper")
    assert isinstance(told, Notice)
    assert told.text.startswith("Janus plays on with keypad and digits")


def test_keys_and_speed_of_the_line() -> None:
    view = at()
    rubout = LiveLine.type_text(b"\x7f")
    assert done(TerminalPanel(), view, "reset") == [Hand.press("RS"), rubout, TYPE]
    assert done(TerminalPanel(), at(fitted=False), "reset") == [Hand.press("RS"), TYPE]
    panel = TerminalPanel()
    for name in ("jumper", "reset"):
        told = done(panel, at(fitted=False), name)
    assert told == [Hand.press("RS"), rubout, TYPE], "the jumper is asked for and not in yet"
    panel.follow(at())
    panel.follow(at(fitted=False))
    assert done(panel, at(fitted=False), "reset") == [Hand.press("RS"), TYPE]
    assert done(TerminalPanel(), view, "rubout") == [rubout, TYPE]
    assert done(TerminalPanel(), view, "feed") == [LiveLine.type_text(b"\n"), TYPE]
    assert done(TerminalPanel(), view, "break") == [LiveLine.send_break(), TYPE]
    line = acts(TerminalPanel(), view)["line"].asks
    assert isinstance(line, Pick)
    assert line.now == "1200/2"
    assert line.now in dict(line.options)
    asked, told = done(TerminalPanel(), view, "line", "300/1")
    assert (asked, told.text) == (
        LiveLine.set_line(300.0, 1),
        "RS, then RUBOUT, tells the monitor of it",
    )


def test_a_program_is_sent_plain_bytes_where_they_are_said_to_belong_and_paper_is_kept() -> None:
    panel, view = TerminalPanel(), at()
    tape = acts(panel, view)["load"].asks
    assert isinstance(tape, AskFile)
    program = tape.read(Path("t.hex"), b":0103000041BB\n:00000001FF\n")
    assert program.segments[0].address == 0x0300
    assert done(TerminalPanel(), view, "load", program) == [LiveLine.send_program(program), TYPE]
    with pytest.raises(ProgramFileError):
        tape.read(Path("plain"), bytes(range(16)))
    with pytest.raises(NotationError):
        done(panel, view, "place", "nowhere")
    done(panel, view, "place", "0340")
    assert tape.read(Path("plain"), bytes(range(16))).segments[0].address == 0x0340
    (paper,) = done(TerminalPanel(), view, "save")
    assert isinstance(paper, Handed)
    assert paper.text == "KIM\n0300 A\n"
