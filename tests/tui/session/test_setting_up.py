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
    stepped = Stepped(NewGame(chess.BLACK, Level.NORMAL, book=False))
    while not idle(stepped.shown):
        stepped.ask(None)
    stepped.ask(Play.play("e4"))
    while stepped.shown.activity is not Activity.THINKING:
        stepped.ask(None)
    stepped.ask(Play.play("d4"))
    assert stepped.shown.waits
    return stepped


def test_no_move_is_made_on_a_board_that_is_set_up_and_cancel_leads_back_to_the_thinking() -> None:
    stepped, state = thinking(), SettingUp()
    stepped.ask(*state.begin(stepped.shown))
    state.follow(stepped.shown.game)
    assert (stepped.shown.activity, stepped.shown.waits) == (Activity.WAITING, "")
    stepped.ask(Play.poke((Poke(TABLE + 1, CAPTURED),)))
    state.changed = True
    stepped.ask(*state.cancel())
    while idle(stepped.shown):
        stepped.ask(None)
    while not idle(stepped.shown):
        stepped.ask(None)
    assert stepped.shown.game.sans[0] == "e4"
    assert len(stepped.shown.game.sans) == 2
    assert stepped.shown.game.men.count(".") == 32
    stepped.close()


def test_a_position_that_was_not_changed_is_thought_of_again_and_a_changed_one_is_played_on() -> (
    None
):
    stepped, state = thinking(), SettingUp()
    stepped.ask(*state.begin(stepped.shown))
    stepped.ask(*state.end(None, None))
    assert stepped.shown.activity is Activity.THINKING
    stepped.ask(*state.begin(stepped.shown))
    stepped.ask(Play.poke((Poke(TABLE + 1, CAPTURED),)))
    state.changed = True
    stepped.ask(*state.end(chess.WHITE, None))
    assert (stepped.shown.activity, stepped.shown.game.turn) == (Activity.WAITING, chess.WHITE)
    assert any(one.startswith("set up: ") for one in stepped.notices)
    assert list(state.end(chess.WHITE, None)) == list(state.cancel()) == []
    stepped.close()
