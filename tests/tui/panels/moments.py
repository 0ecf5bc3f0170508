"""Moments of a session for the tests of panels, which change nothing in it."""

from dataclasses import replace
from functools import cache
from typing import Any

import chess

from microchess.program.levels import Level
from tests.tui.listener import Stepped, idle
from tui.panels.panel import Panel, effects
from tui.session.new_game import NewGame
from tui.session.snapshot import Snapshot


@cache
def moment() -> Snapshot:
    """A new game in which the person has White and is to move."""
    session = Stepped(NewGame(chess.BLACK, Level.SUPER_BLITZ))
    session.ask(None)
    while not idle(session.shown):
        session.ask(None)
    session.close()
    return session.shown


def changed(view: Snapshot, **game: Any) -> Snapshot:
    """The same moment with another game."""
    return replace(view, game=replace(view.game, **game))


def shown(panel: Panel, view: Snapshot) -> dict[str, Any]:
    """The blocks by name."""
    return {one.name: one for one in panel.shown(view)[0]}


def acts(panel: Panel, view: Snapshot) -> dict[str, Any]:
    """The actions by name."""
    return {one.name: one for one in panel.actions(view)}


def done(panel: Panel, view: Snapshot, name: str, *answer: object) -> list[Any]:
    """What comes of an action, which can be done."""
    act = acts(panel, view)[name]
    assert not act.off, act.off
    return list(effects(act.do(*answer)))
