"""The tour: every chapter is gone through, and what it claims is so."""

import contextlib
import os
import re
from collections import Counter
from dataclasses import asdict, replace
from functools import cache
from pathlib import Path
from statistics import median

import pytest

from bench import pages
from emu.chips.uart import MHZ
from emu.errors import EmuError
from emu.notation import NotationError
from microchess.engine.formula import IN_1976
from microchess.engine.literal import LiteralState
from microchess.engine.state import think
from microchess.errors import MicroChessError
from microchess.machine.choose import choose
from microchess.machine.player import janus
from microchess.machine.solver import MachineSolver
from microchess.program.levels import Level
from microchess.program.memory_map import COUNTER_NAMES
from microchess.program.position import Position
from microchess.program.request import Request
from microchess.tour import questions
from microchess.tour.chapter import Claim, built_in
from microchess.tour.live import LiveMachine
from microchess.tour.walk import Kind, Walk
from tests.conftest import ORIGINAL
from tests.golden import cycles_of_positions, sound_replies

DOCS = Path(__file__).parents[3] / "docs"
CHAPTERS = built_in()


@cache
def machine() -> LiveMachine:
    return LiveMachine(janus())


def test_every_claim_of_the_essay_is_so_and_its_page_is_what_came_of_it() -> None:
    """Where only the page differs: python -m bench essay."""
    made = pages.page(machine())
    assert all(one.checks and (one.task.checks or one.task.until) for one in CHAPTERS)
    assert made == (DOCS / "essay.md").read_text(encoding="utf-8")
    shown = {one.name: one.read_text(encoding="utf-8") for one in (DOCS / "essay").iterdir()}
    assert pages.pictures() == shown


def test_every_chapter_holds_on_the_original_too() -> None:
    if not (path := os.environ.get(ORIGINAL)):
        pytest.skip(f"no copy of the 1976 program; {ORIGINAL} can name one")
    player = choose("original", images=[path]).player()
    assert player is not None
    theirs = LiveMachine(player)
    assert f"${theirs.bridge.judge:04X}" in pages.page(theirs)


def test_what_the_original_took_is_what_was_recorded() -> None:
    (one,) = (one for one in CHAPTERS if "five-seconds" in one.name)
    assert one.board is not None
    (recorded,) = (
        golden
        for golden in sound_replies()
        if golden.get("fen") == one.board.fen(en_passant="fen")
        and golden["level"] == one.level.title
    )
    there = machine()
    there.begin(one.level, one.board)
    assert questions.ask(there, "spent cycles") == f"{recorded['cycles']:,}"
    assert questions.ask(there, "spent percent check") == "94%"
    assert f"`{recorded['fen']}`" in " ".join(one.before)
    janus_takes = MachineSolver(janus()).solve(Request(there.thought_on, one.level)).cycles
    assert f"Without the display Janus needs {janus_takes:,} cycles." in one.after[-1]
    with pytest.raises(MicroChessError, match="expected one of before, candidates"):
        questions.ask(there, "spent times tea")


def test_the_table_turns_as_often_as_the_essay_says(monkeypatch: pytest.MonkeyPatch) -> None:
    (one,) = (one for one in CHAPTERS if "five-seconds" in one.name)
    assert one.board is not None
    table = Position.from_board(one.board, one.board.turn).table
    reverse, turned = LiteralState.reverse, Counter[Level]()
    for level in (Level.NORMAL, Level.BLITZ):
        monkeypatch.setattr(
            LiteralState, "reverse", lambda state, at=level: turned.update([at]) or reverse(state)
        )
        think(table, level.check, level.turn, LiteralState(level))
    said = f"it turns the table {turned[Level.NORMAL]:,} times at the normal level, and "
    assert f"{said}{turned[Level.BLITZ]} times at blitz" in " ".join(CHAPTERS[2].before)


def test_the_formula_of_the_essay_is_that_of_the_engine() -> None:
    _, whole, terms, *_ = CHAPTERS[6].before
    (exchanges,) = re.findall(r"E is for the exchanges: `(.*?)`", terms)
    (before,) = re.findall(r"P is `(.*?)`", terms)
    (bonus,) = re.findall(r"The bonus, (\d), is for a move to", terms)
    formula = whole.strip("`").removeprefix("value = ").replace("E - P + bonus", "{} - {}")
    product = re.sub(r"(\d) (?=[A-Z(])", r"\1 * ", formula.format(f"({exchanges})", f"({before})"))
    none = dict.fromkeys(COUNTER_NAMES, 0)
    base = eval(product, none.copy())
    told = {name: eval(product, none | {name: 1}) - base for name in COUNTER_NAMES}
    given = {name: float(weight) for name, weight in told.items() if weight}
    fixed = {"base": float(base), "bonus": float(bonus)}
    assert given | fixed == {name: float(weight) for name, weight in asdict(IN_1976).items()}


def test_a_prediction_is_answered_by_the_machine() -> None:
    session = Walk(CHAPTERS, machine())
    session.go_to(2)
    assert session.say("7C")[0].kind is Kind.WRONG
    session.say("again")
    session.say("keys E E E")
    verdict, *_ = session.say("$3")
    assert verdict.kind is Kind.RIGHT, "whatever was tried before, it begins anew"
    assert "03" in verdict.text
    assert session.say("")[0].text.startswith("4 of")


@pytest.mark.parametrize(
    ("given", "answer", "right"),
    [
        ("$3", "03", True), ("0f 13 33.", "0F1333", True), ("4897", "4,897", True),
        ("94", "94%", True), ("1.5", "1.50", True), ("1,50 s", "1.50", True), ("2.5", "+2.5", True),
        ("15.0", "1.50", False), ("15", "1.50", False), ("150", "1.50", False),
        ("-2.5", "+2.5", False), ("", "1.50", False), ("", "0", True), ("3", "30", False),
    ],
)  # fmt: skip
def test_an_answer_is_right_as_it_is_written_but_not_ten_times_too_much(
    given: str, answer: str, right: bool
) -> None:
    assert questions.same(given, answer) is right


def test_something_is_done_when_the_machine_says_so() -> None:
    session = Walk(CHAPTERS, machine())
    session.go_to(2)
    assert session.say("source")[0].text.startswith("def reverse(self) -> None:")
    session.go_to(10)
    for line in ("poke 18B=FD", "keys C PC", "time", "spent seconds"):
        assert session.say(line), "the time is told at bytes of no level"
    session.go_to(1)
    assert session.say("@52=CC")[-1].text == "Not yet."
    assert session.say("poke 51=CC")[0].kind is Kind.RIGHT
    assert session.say("peek 51")[0].text == "CC"
    assert "CC" in session.say("table")[0].text
    assert "Thirty-two" in session.say("list")[0].text
    with pytest.raises(MicroChessError, match="no thought yet"):
        session.say("candidates")
    assert session.say("candidates 6")[0].text == "0"
    with pytest.raises(NotationError, match="'14'; expected go 1 to go 13"):
        session.say("go 14")
    session.go_to(0)
    assert session.say("source")[0].text == "no source here"
    for line in ("keys ST 0 0 +", "keys RS", "keys PC", "@B5=4C", "value F-33"):
        with contextlib.suppress(MicroChessError, EmuError):
            session.say(line)
    session.say("again")
    assert session.say("0F1333")[0].kind is Kind.RIGHT, "nothing leaves one without a machine"


def test_what_it_says_of_1976_is_measured() -> None:
    (text,) = (one for one in CHAPTERS if "minutes" in one.name)
    seconds = {level: [cycles / MHZ for cycles in cycles_of_positions(level)] for level in Level}
    said = " ".join(text.before)
    assert "a reply of 1976 took 25 seconds as a rule, and more than a minute for some" in said
    assert round(median(seconds[Level.NORMAL])) == 25
    assert max(seconds[Level.NORMAL]) > 60
    assert "Blitz, 00 and FB, took two seconds" in said
    assert round(median(seconds[Level.BLITZ])) == 2


def test_a_chapter_that_says_what_is_not_so_is_refused() -> None:
    (one,) = (one for one in CHAPTERS if "thirty-two" in one.name)
    wrong = replace(one, checks=(Claim("men", "30"),))
    with pytest.raises(ValueError, match="men is 32; the chapter says 30"):
        pages.page(machine(), (wrong,))
