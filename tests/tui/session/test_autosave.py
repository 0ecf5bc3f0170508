"""The session's file: read again, or set aside."""

from pathlib import Path

import chess
import pytest

from microchess.game import session as save
from microchess.game.game import Game
from microchess.machine.player import janus
from tests.tui.listener import Stepped
from tui.session.autosave import saved_session
from tui.session.new_game import NewGame
from tui.session.play import Play


def test_a_kept_session_comes_back(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    assert saved_session(path) == (None, "")
    kept = save.KeptSession.of(Game(janus()), "ours", {})
    save.write(path, kept)
    session, fault = saved_session(path)
    assert fault == ""
    assert session is not None
    assert (session.player, session.now) == (kept.player, kept.now)


@pytest.mark.parametrize("number", ["500001", "999999999"])
def test_one_of_a_game_with_any_move_number_comes_back(tmp_path: Path, number: str) -> None:
    path = tmp_path / "session.json"
    game = Game(janus(), board=chess.Board(f"4k3/8/8/8/8/8/8/4KQ2 w - - 0 {number}"))
    game.answer()
    save.write(path, save.KeptSession.of(game, "ours", {}))
    session, fault = saved_session(path)
    assert fault == ""
    assert session is not None
    assert session.now.record.comments == game.record.comments != {}


def test_one_that_cannot_be_read_is_set_aside_and_told(tmp_path: Path) -> None:
    path = tmp_path / "session.json"
    path.write_text("{no session")
    session, fault = saved_session(path)
    assert session is None
    assert not path.exists()
    (aside,) = tmp_path.iterdir()
    assert aside.read_text() == "{no session"
    assert aside.name in fault


def test_one_that_cannot_be_saved_is_told_and_tried_again_until_it_is(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "session.json"
    path.parent.write_text("no folder")
    stepped = Stepped(NewGame(chess.BLACK), path)
    stepped.ask(Play.set_both(True))
    assert "the session cannot be saved: File exists; it is tried again" in stepped.notices
    assert stepped.patience is not None, "it does not wait for something to be asked"
    assert not stepped.session.saved
    path.parent.unlink()
    stepped.notices.clear()
    stepped.ask(None)
    assert stepped.notices == ["the session is saved again"]
    assert stepped.session.saved
    assert stepped.patience is None
    stepped.close()
    assert saved_session(path)[0] is not None


def test_what_was_taken_back_is_kept_before_the_last_reply_is_thought_out_once_more(
    tmp_path: Path,
) -> None:
    stepped = Stepped(NewGame(chess.BLACK), tmp_path / "session.json")
    stepped.ask(Play.load_pgn("1. e4 e5 2. d4 Bb4+ 3. c3 Ba5"), Play.undo())
    assert stepped.shown.game.sans == ("e4", "e5", "d4", "Bb4+")
    assert stepped.session.runner.thinks_back
    assert stepped.session.saved
    stepped.close()
