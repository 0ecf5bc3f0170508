"""Games and states that are loaded: what the machine shows then is theirs."""

import chess

from microchess.machine.player import janus
from tests.tui.listener import Start, idle, played, your_move
from tui.session.livegame import LiveGame
from tui.session.loading import state_given
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Snapshot
from tui.session.words import digits_say

KNIGHT = "Nf3: piece 06, the computer's king's knight; 01 (g1) to 22 (f3)."
PAWN = "e4: piece 0F, the computer's king's pawn; 13 (e2) to 33 (e4)."


def shown(snapshot: Snapshot) -> tuple[str, str]:
    """What is lit, and what is said of it."""
    return snapshot.machine.readout.text, digits_say(snapshot)


def test_the_digits_are_those_of_the_game_that_was_loaded_last(start: Start) -> None:
    live = start(NewGame(chess.WHITE))
    assert shown(live.wait(your_move)) == ("0F1333", PAWN)
    live.after(Play.load_pgn("1. Nf3 *", ""), until=lambda s: s.game.sans == ("Nf3",))
    loaded = live.wait(idle)
    assert shown(loaded) == ("060122", KNIGHT)
    live.ask(Play.hand_state("knight"))
    live.after(Play.start_game(NewGame(chess.WHITE)), until=played(1))
    assert shown(live.wait(lambda s: s.game.sans == ("e4",) and idle(s))) == ("0F1333", PAWN)
    (handed,) = live.handed
    game = live.after(Play.start_game(NewGame(chess.BLACK)), until=played(0)).game
    for command in state_given("knight.json", handed.text.encode(), game):
        live.ask(command)
    back = live.wait(lambda s: your_move(s) and s.game.men == loaded.game.men)
    assert shown(back) == ("060122", KNIGHT)
    assert (back.game.sans, back.game.headers["Black"]) == (("Nf3",), "You")
    live.hear("no move since the game was begun or loaded", after=Play.undo())


def test_the_way_back_is_noted_without_touching_a_machine_in_the_monitor() -> None:
    live = LiveGame(janus(), None, lambda *_: None)
    live.new_game(NewGame(chess.BLACK))
    live.game.play(live.move("e4"))
    live.machine.press("ST")
    assert not live.game.bridge.listening()
    before, past = live.machine.snapshot(), live.game.history.past[:]
    *earlier, now = live.leaving()
    assert (earlier, now.record.board.peek().uci()) == (past, "e2e4")
    assert live.machine.snapshot() == before
    assert live.game.history.past == past
