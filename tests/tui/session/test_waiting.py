"""What was asked later wins over what waits: all pairs of what waits and what overtakes it."""

from __future__ import annotations

import json

import chess
import pytest

from emu.chips.waveform import Waveform
from emu.files import statefile
from emu.notation import Poke
from microchess.machine.player import janus
from microchess.program.levels import Level
from tests.tui.listener import Stepped
from tui.session import commands as c
from tui.session.policy import Then, called, policy
from tui.session.snapshot import Activity

NEW = c.NewGame(chess.BLACK, Level.SUPER_BLITZ, book=False)
THINKS = c.NewGame(chess.WHITE, Level.NORMAL, book=False)
THE_LEVEL = "the level waits until MicroChess has moved"


STATE = statefile.parse(json.loads(statefile.text(janus().boot(None).machine.snapshot())))
VALUES: dict[c.Verb, tuple[object, ...]] = {  # type: ignore[type-arg]
    c.StartGame: (NEW,),
    c.PlayMove: ("h4",),
    c.TakeBack: (-1,),  # further than there is anything to take back
    c.GoOnFrom: (0,),
    c.LoadPgn: ("1. d4 d5 *", ""),
    c.LoadState: ("other", STATE, None),
    c.SetLevel: (Level.BLITZ,),
    c.SetBoth: (True,),
    c.PokeBytes: ((Poke(0x51, 0xCC),),),
    c.EndSetUp: (None, 1, None),
    c.PressKey: ("5",),
    c.PressForTape: ("5",),
    c.SetStepSwitch: (True,),
    c.FitJumper: (True,),
    c.TypeText: (b"x",),
}
IN_TURN = (c.Area.GAME, c.Area.LINE, c.Area.DECK)
WHATEVER = [
    c.Command(verb, VALUES.get(verb, ()))
    for verb in vars(c).values()
    if isinstance(verb, c.Verb) and verb.area in IN_TURN
]
OVERTAKES = (c.StartGame, c.Undo, c.TakeBack, c.GoOnFrom, c.Resign, c.LoadPgn, c.LoadState)
BUSY = (Activity.KEYING, Activity.THINKING)


def busy(activity: Activity) -> Stepped:
    """A move is keyed in, or a reply is thought out."""
    stepped = Stepped(THINKS if activity is Activity.THINKING else NEW)
    if activity is Activity.KEYING:
        stepped.ask(c.PlayMove("e4"))
    assert stepped.worker.activity is activity
    return stepped


def seen(stepped: Stepped) -> tuple[object, ...]:
    """What there is, and what is still to be done: all that follows comes of it."""
    worker, game = stepped.worker, stepped.shown.game
    return [*worker.waiting], worker.activity, game.sans, game.men, game.level, game.both, game.over


def waiting(activity: Activity) -> list[c.Command]:
    return [one for one in WHATEVER if policy(activity, False, one) is Then.WAIT]


@pytest.mark.parametrize("activity", BUSY)
def test_what_waits_is_dropped_and_told_by_what_overtakes_it(activity: Activity) -> None:
    for verb in OVERTAKES:
        later = c.Command(verb, VALUES.get(verb, ()))
        stepped = busy(activity)
        stepped.ask(later)
        alone = seen(stepped)
        for waits in waiting(activity):
            if waits.verb == later.verb == c.Undo:
                continue
            stepped.ask(c.Cancel())
            if alone[0] != [later]:  # it does not wait: the work was given up for it
                stepped.close()
                stepped = busy(activity)
            stepped.notices.clear()
            stepped.ask(waits)
            assert waits in stepped.worker.waiting
            stepped.ask(later)
            assert f"{called(waits)} is forgotten" in stepped.notices
            assert seen(stepped) == alone, (waits, later)
        stepped.close()


@pytest.mark.parametrize("activity", BUSY)
def test_cancel_forgets_what_waits_then_breaks_off(activity: Activity) -> None:
    stepped = busy(activity)
    for waits in waiting(activity):
        stepped.ask(waits, c.Cancel())
        assert f"{called(waits)} is forgotten" in stepped.notices
        assert (stepped.worker.waiting, stepped.worker.activity) == ([], activity)
    stepped.ask(c.Cancel())
    assert stepped.worker.activity is Activity.WAITING
    stepped.close()


def test_what_is_on_its_way_to_the_terminal_or_the_tape_is_told_when_a_game_begins() -> None:
    stepped = busy(Activity.THINKING)
    stepped.ask(c.FitJumper(True), c.TypeText(b"xyz"), c.StartGame(NEW))
    assert "3 characters not typed yet are forgotten" in stepped.notices
    stepped.ask(c.PlayTape(Waveform(0, (1000, 2000), 3_000_000), False))
    stepped.ask(c.StartGame(NEW))
    assert "the tape is taken out: the game begins in another machine" in stepped.notices
    stepped.close()


@pytest.mark.parametrize("activity", BUSY)
def test_a_set_up_given_up_in_which_all_was_still_to_be_done_breaks_nothing_off(
    activity: Activity,
) -> None:
    stepped = busy(activity)
    stepped.ask(c.PokeBytes((Poke(0x51, 0xCC),)), c.TakeBack(stepped.shown.game.steps))
    assert stepped.notices[-1] == "the change is forgotten"
    assert (stepped.worker.waiting, stepped.worker.activity) == ([], activity)
    stepped.close()


def test_what_waits_is_done_in_its_order_a_move_last_and_two_undos_are_two() -> None:
    stepped = busy(Activity.THINKING)
    level, poke = c.SetLevel(Level.BLITZ), c.PokeBytes((Poke(0x51, 0xCC),))
    stepped.ask(c.PlayMove("h5"), level, c.PlayMove("h6"), poke, c.PlayMove("h6"))
    assert stepped.worker.waiting == [level, poke, c.PlayMove("h6")]
    assert stepped.shown.waits == "the level, the change, h6"
    assert stepped.notices[:2] == ["h5 waits until MicroChess has moved", THE_LEVEL]
    stepped.ask(c.PressKey("RS"))
    assert stepped.worker.waiting == []
    stepped.close()
    stepped = busy(Activity.KEYING)
    stepped.ask(c.Undo(), c.Undo())
    assert stepped.worker.waiting == [c.Undo(), c.Undo()]
    stepped.close()
