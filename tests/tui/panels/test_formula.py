"""Panel Formula: its blocks, and what is asked for there, for any front end."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import chess
import pytest

from microchess.engine.formula import IN_1976, Formula, FormulaError
from microchess.program.levels import Level
from microchess.program.reply import best_of
from tests.tui.listener import Stepped, idle
from tests.tui.panels.moments import acts, done, moment, shown
from tui.panels.formula import NAMES, FormulaPanel, revalued
from tui.panels.panel import AskFile, PanelWork, effects
from tui.session.autosave import Autosave
from tui.session.livegame import LiveGame
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Handed, Snapshot


@cache
def replied() -> Snapshot:
    """The program has thought of an answer."""
    session = Stepped(NewGame(chess.BLACK, Level.SUPER_BLITZ))
    session.ask(Play.play("e2e4"))
    while len(session.shown.game.sans) < 2 or not idle(session.shown):
        session.ask(None)
    session.close()
    return session.shown


def set_to(panel: FormulaPanel, view: Snapshot, name: str, text: str) -> list[Any]:
    return list(effects(panel.changed(view, "weights", name, text)))


def weight(panel: FormulaPanel, view: Snapshot, name: str) -> tuple[float, float]:
    weights = shown(panel, view)["weights"]
    (one,) = (one for one in weights.numbers if one.name == name)
    return one.value, one.was


def test_before_a_reply_there_are_weights_but_no_candidates() -> None:
    blocks = shown(FormulaPanel(), moment())
    assert [*blocks] == ["move", "weights", "match"]
    assert blocks["move"].text.startswith("no candidates yet")
    assert [one.name for one in blocks["weights"].numbers] == [*NAMES]
    assert FormulaPanel().arrows(moment()) is None


def test_with_the_weights_of_1976_it_is_the_programs_order_and_move() -> None:
    panel, view = FormulaPanel(), replied()
    order, thought = shown(panel, view)["order"], view.thought
    assert thought is not None
    assert revalued(thought, IN_1976) == list(thought.candidates)
    values = [[cell.text for cell in row.cells[1:4]] for row in order.rows]
    assert all(now == then for now, then, _ in values)
    assert [place for *_, place in values] == [f"#{at}" for at in range(1, len(values) + 1)]
    best = best_of(thought.candidates)
    assert best is not None
    assert panel.arrows(view) == (thought.way_of(best), None, None)
    assert panel.arrows(replace(view, watching=True)) is None


def test_a_weight_changes_the_order_the_move_and_the_arrow_at_once() -> None:
    panel, view = FormulaPanel(), replied()
    panel.moved(view, "weights", 1)
    assert shown(panel, view)["order"].columns[4].head == "its moves after"
    for _ in range(9):
        (remembered,) = done(panel, view, "less")
    assert remembered == Autosave.remember((("formula", Formula(WMOB=Fraction(-2)).to_toml()),))
    blocks = shown(panel, view)
    assert weight(panel, view, "WMOB") == (-2, 0.25)
    told, thought = blocks["move"].text, view.thought
    assert thought is not None
    other, best = (best_of(revalued(thought, one)) for one in (panel._formula, IN_1976))
    assert other is not None
    assert best is not None
    assert told == (
        f"With these weights it plays {thought.name_of(other)}, not {thought.name_of(best)} "
        "as with those of 1976."
    )
    assert panel.arrows(view) == (thought.way_of(best), thought.way_of(other), None)
    panel.clicked(view, "order", "3")
    assert panel.arrows(view) == (
        thought.way_of(thought.candidates[3]), thought.way_of(other), None,
    )  # fmt: skip
    done(panel, view, "reset")
    assert panel._formula == IN_1976


def test_the_base_goes_by_whole_steps_and_what_is_no_weight_is_refused() -> None:
    panel, view = FormulaPanel(), replied()
    panel.clicked(view, "weights", "base")
    before, _ = weight(panel, view, "base")
    done(panel, view, "more")
    assert weight(panel, view, "base")[0] == before + 1
    for name, text, why in (
        ("WMOB", "much", "WMOB: 'much' is no number"),
        ("WMOB", "1000", "WMOB is 1000; expected"),
        ("WMO", "1", "no weight 'WMO'"),
    ):
        with pytest.raises(FormulaError, match=why):
            set_to(panel, view, name, text)
    assert weight(panel, view, "WMOB") == (0.25, 0.25)


def test_the_engine_plays_with_them_and_hears_of_others() -> None:
    panel, view = FormulaPanel(), replied()
    assert done(panel, view, "play_on")[0] == LiveGame.set_formula(IN_1976)
    plays = replace(view, formula=IN_1976)
    assert acts(panel, plays)["play_on"].on
    assert set_to(panel, plays, "WMOB", "-2")[1] == LiveGame.set_formula(panel._formula)
    assert done(panel, plays, "play_on")[0] == LiveGame.set_formula(None)


def test_weights_are_kept_in_a_file_and_with_the_session() -> None:
    panel, view = FormulaPanel(), replied()
    set_to(panel, view, "WMOB", "-2")
    (file,) = done(panel, view, "keep")
    assert isinstance(file, Handed)
    asks = acts(panel, view)["take"].asks
    assert isinstance(asks, AskFile)
    other = FormulaPanel()
    done(other, view, "take", asks.read(Path(file.name), file.text.encode()))
    assert other._formula == panel._formula
    with pytest.raises(FormulaError, match="WMOB is 1000"):
        asks.read(Path("bad.toml"), b"WMOB = 1000\n")
    for settings, kept in (({"formula": file.text}, panel._formula), ({}, IN_1976)):
        other.restore(settings)
        assert other._formula == kept


def test_a_match_is_work_that_ends_when_it_is_asked_for_again() -> None:
    panel, view = FormulaPanel(), replied()
    (work,) = done(panel, view, "match")
    assert isinstance(work, PanelWork)
    assert shown(panel, view)["match"].text == "the match begins"
    assert acts(panel, view)["match"].on
    assert done(panel, view, "match") == []
    assert not acts(panel, view)["match"].on
