"""The session's file: read again, or set aside."""

from __future__ import annotations

from pathlib import Path

from microchess.game import session as save
from microchess.game.game import Game
from microchess.game.session import Session
from microchess.machine.player import janus
from tui.session.autosave import saved_session


def test_a_kept_session_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    assert saved_session(path) == (None, "")
    kept = Session.of(Game(janus()), "ours", {})
    save.write(path, kept)
    session, fault = saved_session(path)
    assert fault == ""
    assert session is not None
    assert (session.player, session.now) == (kept.player, kept.now)


def test_one_that_cannot_be_read_is_set_aside_and_told(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_text("{no session")
    session, fault = saved_session(path)
    assert session is None
    assert not path.exists()
    (aside,) = tmp_path.iterdir()
    assert aside.read_text() == "{no session"
    assert aside.name in fault
