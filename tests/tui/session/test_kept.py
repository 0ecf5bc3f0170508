"""The session's file: saved by itself, gone on with, set aside; the games left for others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import chess
import pytest

from microchess.game import session as save
from microchess.game.game import Game
from microchess.machine.player import janus
from microchess.program.levels import Level
from microchess.puzzles.puzzle import puzzle
from tests.tui.listener import BLACK, Start, Stepped, hold_in_thought, idle, played, your_move
from tui.session.autosave import Autosave, saved_session
from tui.session.debugger import Debugger
from tui.session.hand import Hand
from tui.session.left import Left
from tui.session.line import LiveLine
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.session import VERBS
from tui.session.snapshot import Activity, Snapshot
from tui.session.verbs import Asked
from tui.session.words import digits_say


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "session.json"


def kept(path: Path) -> save.KeptSession:
    session = save.read(path)
    assert session is not None
    return session


def test_a_session_is_saved_by_itself_and_goes_on(start: Start, path: Path) -> None:
    live = start(path=path)
    live.ask(
        Debugger.set_speed(10.0),
        Debugger.set_breakpoints({0x1234: ""}),
        Debugger.set_watchpoints({0x0E: 0x06, 0x0F: None}),
        Autosave.remember((("theme", "nord"),)),
        Play.play("e5"),
    )
    before = live.wait(played(3))
    live.stop()
    session = kept(path)
    assert session.settings == {
        "speed": 10.0,
        "theme": "nord",
        "breakpoints": [[0x1234, ""]],
        "watchpoints": [[0x0E, 0x06], [0x0F, None]],
        "steady_book": False,
        "log": list(before.game.log),
    }
    live = start(path=path, resume=session, wait=False)
    after = live.wait(played(3))
    assert after.game.log == before.game.log
    assert after.machine.memory == before.machine.memory
    assert (after.speed, after.breakpoints) == (10.0, {0x1234: ""})
    assert after.watchpoints == {0x0E: 0x06, 0x0F: None}
    live.after(Play.undo(), until=played(1))
    live.ask(Play.redo())
    again = live.wait(lambda s: s.game.log[-1:] == ("done again: Nf3",) and s.thought is not None)
    assert again.thought == before.thought
    live.stop()
    odd = replace(session, settings={"log": ["fine", 5, "\x1b]0;not so\x07"]})
    assert start(resume=odd).wait(your_move).game.log == ("fine",)


def test_a_move_is_kept_while_the_program_thinks_about_it(start: Start, path: Path) -> None:
    live = start(path=path)
    before = live.wait(your_move).game.sans
    hold_in_thought(live, "a6")
    again = start(resume=kept(path), wait=False)
    first = again.wait(lambda _: True).game.sans
    assert first == (*before, "a6")
    again.ask(Debugger.set_breakpoints({}), Debugger.go_on())
    assert again.wait(your_move).game.sans[: len(first)] == first


@pytest.mark.parametrize(
    "asked",
    [
        (Play.play("e4"), Play.undo(), Play.set_level(Level.BLITZ)),
        (Play.set_both(True), Play.play("d4"), Play.play("d5")),
        (Play.load_pgn("1. e4 e5 2. d4 Bb4+ 3. c3 Ba5"), Play.go_on_from(1)),
    ],
    ids=["a move and more", "a move for each side", "an earlier position"],
)
def test_what_was_being_done_when_it_ended_is_done_the_next_time(
    path: Path, asked: tuple[Asked, ...]
) -> None:
    def ended() -> Snapshot:
        while stepped.session.runner.work or stepped.session.runner.queue.waiting:
            stepped.ask(None)
        stepped.close()
        return stepped.shown

    stepped = Stepped(BLACK)
    stepped.ask(*asked)
    at_once = ended()
    stepped = Stepped(BLACK, path)
    stepped.ask(*asked)
    stepped.close()
    assert "asked" in kept(path).settings
    stepped = Stepped(BLACK, path)
    later = ended()
    assert later.machine.memory == at_once.machine.memory
    assert (later.game.sans, later.game.both) == (at_once.game.sans, at_once.game.both)
    assert "asked" not in kept(path).settings


def test_what_was_keyed_in_by_hand_waits_for_key_pc_as_it_did(path: Path) -> None:
    def press(keys: str) -> None:
        for key in keys:
            stepped.ask(Hand.press(key))
            while stepped.session.runner.work:
                stepped.ask(None)

    stepped = Stepped(NewGame(chess.BLACK, book=False), path)
    press("6343F12")
    before = stepped.shown
    stepped.close()
    stepped = Stepped(BLACK, path)
    stepped.ask(None)
    assert (stepped.shown.activity, stepped.shown.game.turn) == (Activity.WAITING, chess.BLACK)
    assert stepped.shown.machine.readout.text == before.machine.readout.text
    stepped.ask(Hand.press("3"))
    stepped.close()
    stepped = Stepped(BLACK, path)
    assert stepped.shown.machine.readout.text[-3:] == "123"
    stepped.ask(Hand.press("PC"))
    while not stepped.shown.thinks:
        stepped.ask(None)
    stepped.close()
    stepped = Stepped(BLACK, path)
    stepped.ask(None)
    assert stepped.shown.activity is Activity.THINKING
    stepped.close()


def test_what_no_session_leaves_is_not_asked() -> None:
    asked = [["play"], ["play", 7], ["end"], ["no verb"], ["undo", 1], 5, ["set_level", "slow"]]
    settings = {"asked": asked, "waits": 1, "theme": "nord"}
    assert Left.taken_from(settings, VERBS) == Left()
    assert settings == {"theme": "nord"}


def test_a_steady_book_stays_so(start: Start, path: Path) -> None:
    live = start(NewGame(level=Level.SUPER_BLITZ, steady=True), path=path)
    after = live.after(Play.play("d6"), until=played(3))
    assert after.game.sans[2] == "Nf3"
    assert any("poked $D8 = 54" in line for line in after.game.log)
    live.stop()
    live = start(path=path, resume=kept(path))
    live.after(Play.start_game(NewGame(level=Level.SUPER_BLITZ)), until=played(1))
    assert live.after(Play.play("c5"), until=played(3)).game.sans[2] == "Nf3"


def test_of_two_sessions_at_one_place_the_first_is_kept(start: Start, path: Path) -> None:
    told = "another MicroChess is open, and keeps its game; this one is not kept"
    first = start(path=path)
    start(path=path, wait=False).hear(told)
    first.after(Play.play("e5"), until=played(3))
    start(path=path, wait=False, resume=save.read(path)).hear(told)
    first.stop()
    assert kept(path).now.record.plies == 3
    assert [file.name for file in path.parent.iterdir()] == ["session.json"]


def test_a_session_kept_at_the_terminal_comes_back_with_its_digits_and_undo(
    start: Start, path: Path
) -> None:
    live = start(BLACK, path, wait=False)
    for half_moves, move in ((2, "e4"), (4, "Nf3")):
        last = live.after(Play.play(move), until=played(half_moves))
    rubout = LiveLine.fit_jumper(True), Hand.press("RS"), LiveLine.type_text(b"\x7f")
    away = live.after(
        *rubout, until=lambda s: idle(s) and s.line.fitted and not s.machine.listening
    )
    assert digits_say(away) == "dark: the monitor uses the terminal."
    live.stop()
    again = start(resume=kept(path), path=path, wait=False)
    back = again.after(Play.recover(), until=lambda s: your_move(s) and s.machine.listening)
    assert back.game.sans == last.game.sans
    assert back.machine.readout.text == last.machine.readout.text
    undone = again.after(Play.undo(), until=lambda s: s.game.can_redo)
    assert undone.game.sans == last.game.sans[:2]


# The file


@pytest.mark.parametrize("number", ["1", "999999999"])
def test_a_kept_session_comes_back_whatever_its_move_number(path: Path, number: str) -> None:
    assert saved_session(path) == (None, "")
    game = Game(janus(), board=chess.Board(f"4k3/8/8/8/8/8/8/4KQ2 w - - 0 {number}"))
    game.answer()
    written = save.KeptSession.of(game, "ours", {})
    save.write(path, written)
    session, fault = saved_session(path)
    assert session is not None
    assert (fault, session.player, session.now) == ("", written.player, written.now)
    assert session.now.record.comments == game.record.comments != {}


def test_one_that_cannot_be_read_is_set_aside_and_told(path: Path) -> None:
    path.write_text("{no session")
    session, fault = saved_session(path)
    assert session is None
    assert not path.exists()
    (aside,) = path.parent.iterdir()
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
    path: Path,
) -> None:
    stepped = Stepped(NewGame(chess.BLACK), path)
    stepped.ask(Play.load_pgn("1. e4 e5 2. d4 Bb4+ 3. c3 Ba5"), Play.undo())
    assert stepped.shown.game.sans == ("e4", "e5", "d4", "Bb4+")
    assert stepped.session.runner.thinks_back
    assert stepped.session.saved
    stepped.close()


# Games left for others


@pytest.mark.parametrize(
    "beginning",
    [BLACK, NewGame(), NewGame.of_puzzle(puzzle("7"))],
    ids=["other", "same", "puzzle"],
)
def test_a_game_left_for_another_one_comes_back_with_an_undo_at_its_beginning(
    start: Start, beginning: NewGame
) -> None:
    live = start()
    left = live.after(Play.play("a6"), until=played(3))
    live.hear(
        "the game before is kept: Undo at the beginning of this one brings it back",
        after=Play.start_game(beginning),
    )

    def after(before: Snapshot) -> Callable[[Snapshot], bool]:
        return lambda s: your_move(s) and s.game.begun > before.game.begun

    begun = live.wait(after(left))
    again = live.after(Play.start_game(beginning), until=after(begun))
    assert again.game.sans == begun.game.sans
    if beginning is BLACK:
        live.after(Play.play("e4"), until=played(2))
        live.after(Play.undo(), until=played(0))
    back = live.after(Play.undo(), until=lambda s: s.game.sans == left.game.sans)
    assert back.game.computer == chess.WHITE
    assert back.machine.memory == left.machine.memory
    assert live.after(Play.play("h6"), until=played(5)).game.sans[:3] == left.game.sans
    live.after(Play.undo(), until=played(3))
    live.after(Play.undo(), until=played(1))


def test_of_a_kept_session_the_game_before_comes_back_too(start: Start, path: Path) -> None:
    live = start(path=path)
    live.after(Play.play("a6"), until=played(3))
    live.after(Play.start_game(BLACK), until=played(0))
    live.after(Play.play("e4"), until=played(2))
    live.stop()
    again = start(path=path, resume=kept(path))
    again.after(Play.undo(), until=played(0))
    again.hear("the game before is back", after=Play.undo())
    assert again.wait(played(3)).game.sans[1] == "a6"
    mates = NewGame.of_puzzle(puzzle("7"))
    again.after(Play.start_game(mates), until=lambda s: s.game.fen == mates.fen)
    again.after(Play.start_game(BLACK), until=played(0))
    again.after(Play.play("d4"), until=played(2))
    again.after(Play.undo(), until=played(0))
    again.after(Play.undo(), until=lambda s: s.game.fen == mates.fen)
    again.after(Play.undo(), until=played(3))
