"""A position is set up while the program thinks, or has a move that waits."""

import chess

from emu.notation import Poke
from microchess.program.levels import Level
from microchess.program.memory_map import TABLE
from microchess.program.squares import CAPTURED
from tests.tui.listener import Stepped, idle
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.setting_up import SettingUp
from tui.session.snapshot import Activity


def thinking() -> Stepped:
    """The program thinks of its reply to e4, and the person's next move waits."""
    live = Stepped(NewGame(chess.BLACK, Level.NORMAL, book=False))
    while not idle(live.shown):
        live.ask(None)
    live.ask(Play.play("e4"))
    while live.shown.activity is not Activity.THINKING:
        live.ask(None)
    live.ask(Play.play("d4"))
    assert live.shown.waits
    return live


def test_no_move_is_made_on_a_board_that_is_set_up_and_cancel_leads_back_to_the_thinking() -> None:
    live, state = thinking(), SettingUp()
    live.ask(*state.begin(live.shown))
    state.follow(live.shown.game)
    assert (live.shown.activity, live.shown.waits) == (Activity.WAITING, "")
    live.ask(Play.poke((Poke(TABLE + 1, CAPTURED),)))
    state.changed = True
    live.ask(*state.cancel())
    while idle(live.shown):
        live.ask(None)
    while not idle(live.shown):
        live.ask(None)
    assert live.shown.game.sans[0] == "e4"
    assert len(live.shown.game.sans) == 2
    assert live.shown.game.men.count(".") == 32
    live.close()


def test_a_position_that_was_not_changed_is_thought_of_again_and_a_changed_one_is_played_on() -> (
    None
):
    live, state = thinking(), SettingUp()
    live.ask(*state.begin(live.shown))
    live.ask(*state.end(None, None))
    assert live.shown.activity is Activity.THINKING
    live.ask(*state.begin(live.shown))
    live.ask(Play.poke((Poke(TABLE + 1, CAPTURED),)))
    state.changed = True
    live.ask(*state.end(chess.WHITE, None))
    assert (live.shown.activity, live.shown.game.turn) == (Activity.WAITING, chess.WHITE)
    assert any(one.startswith("set up: ") for one in live.notices)
    assert list(state.end(chess.WHITE, None)) == list(state.cancel()) == []
    live.close()
