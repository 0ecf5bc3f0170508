"""What was asked later wins over what waits: all pairs of what waits and what overtakes it."""

from __future__ import annotations

import json
from types import SimpleNamespace

import chess
import pytest

from emu.chips.waveform import Waveform
from emu.files import statefile
from emu.notation import Poke
from microchess.machine.player import janus
from microchess.program.levels import Level
from tests.tui.listener import Stepped
from tui.session.deck import LiveDeck
from tui.session.hand import Hand
from tui.session.line import LiveLine
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.session import VERBS
from tui.session.snapshot import Activity
from tui.session.verbs import Asked, Then, Verb

NEW = NewGame(chess.BLACK, Level.SUPER_BLITZ, book=False)
THINKS = NewGame(chess.WHITE, Level.NORMAL, book=False)
THE_LEVEL = "the level waits until MicroChess has moved"


STATE = statefile.parse(json.loads(statefile.text(janus().boot(None).machine.snapshot())))
VALUES: dict[Verb, tuple[object, ...]] = {  # type: ignore[type-arg]
    Play.start_game: (NEW,),
    Play.play: ("h4",),
    Play.take_back: (-1,),  # further than there is anything to take back
    Play.go_on_from: (0,),
    Play.load_pgn: ("1. d4 d5 *", ""),
    Play.load_state: ("other", STATE, None),
    Play.set_level: (Level.BLITZ,),
    Play.set_both: (True,),
    Play.poke: ((Poke(0x51, 0xCC),),),
    Play.end_set_up: (None, 1, None),
    Hand.press: ("5",),
    Hand.set_step_switch: (True,),
    LiveLine.fit_jumper: (True,),
    LiveLine.type_text: (b"x",),
}
STATES = [
    (Activity.WAITING, False, "at rest"),
    (Activity.WAITING, True, "at rest, paused"),
    (Activity.KEYING, False, "a move is keyed in"),
    (Activity.KEYING, True, "a move is keyed in, paused"),
    (Activity.BY_HAND, False, "a key is pressed"),
    (Activity.BY_HAND, True, "a key is pressed, paused"),
    (Activity.THINKING, False, "it thinks"),
    (Activity.THINKING, True, "it thinks, paused"),
    (Activity.RUNNING, False, "a program runs"),
    (Activity.RUNNING, True, "a program runs, paused"),
]
THEN = {"d": Then.DO, "w": Then.WAIT, "g": Then.GIVE_UP, "r": Then.REFUSE}
TABLE: dict[Verb, str] = {  # type: ignore[type-arg]
    Play.start_game: "ddgggggggg",
    Play.play: "dwwwwwwwdw",
    Play.let_it_move: "drwrwrrrdr",
    Hand.press: "drwrwrrrgr",
    Play.undo: "ddwrwggggg",
    Play.take_back: "ddwrwggggg",
    Play.resign: "ddwrwggggg",
    Play.load_pgn: "ddwrwggggg",
    Play.recover: "ddwrwggggg",
    Play.load_state: "ddwrwggggg",
    Play.go_on_from: "drwrwggggr",
    Play.redo: "ddwrwrwrgg",
    Play.set_level: "ddwrwrwrgg",
    Play.reset_level: "ddwrwrwrgg",
    Play.set_both: "ddwrwrwrgg",
    Play.end_set_up: "ddwrwrwrgg",
    Hand.set_step_switch: "ddwrwrwrgg",
    Play.poke: "ddwdwdwdgg",
    LiveLine.fit_jumper: "ddwdwdddgg",
    LiveLine.type_text: "ddwdwdddgg",
    LiveLine.paste: "ddwdwdddgg",
    LiveLine.send_break: "ddwdwdddgg",
    LiveLine.set_line: "ddwdwdddgg",
    LiveLine.send_program: "ddwdwdddgg",
    LiveDeck.play_tape: "ddwdwdddgg",
    LiveDeck.stop_tape: "ddwdwdddgg",
    LiveDeck.record_tape: "ddwdwdddgg",
    LiveDeck.end_recording: "ddwdwdddgg",
    LiveDeck.set_tape_loop: "ddwdwdddgg",
}
"""What becomes of each verb in each of the states; of all others: they are done."""
STOPS = "drwrwrddgr"
"""The same of the keys that stop a program."""
WHATEVER = [Asked(verb, VALUES.get(verb, ())) for verb in TABLE]
OVERTAKES: tuple[Verb, ...] = (  # type: ignore[type-arg]
    Play.start_game,
    Play.undo,
    Play.take_back,
    Play.go_on_from,
    Play.resign,
    Play.load_pgn,
    Play.load_state,
)
BUSY = (Activity.KEYING, Activity.THINKING)


def busy(activity: Activity) -> Stepped:
    """A move is keyed in, or a reply is thought out."""
    stepped = Stepped(THINKS if activity is Activity.THINKING else NEW)
    if activity is Activity.KEYING:
        stepped.ask(Play.play("e4"))
    assert stepped.session.runner.activity is activity
    return stepped


def seen(stepped: Stepped) -> tuple[object, ...]:
    """What there is, and what is still to be done: all that follows comes of it."""
    runner, game = stepped.session.runner, stepped.shown.game
    return (
        [*runner.queue.waiting],
        runner.activity,
        game.sans,
        game.men,
        game.level,
        game.both,
        game.over,
    )


def becomes(one: Asked, activity: Activity, held: bool) -> Then:
    """What becomes of it in a session in which something was done, and no program listens."""
    runner = SimpleNamespace(
        governor=SimpleNamespace(held=held),
        game=SimpleNamespace(history=SimpleNamespace(past=[1])),
        look_ahead=lambda: False,
    )
    owner = SimpleNamespace(runner=runner, hand=SimpleNamespace(away=False, replies=False))
    return one.verb.becomes(owner, activity, held, one.values)


def waiting(activity: Activity) -> list[Asked]:
    return [one for one in WHATEVER if becomes(one, activity, False) is Then.WAIT]


@pytest.mark.parametrize(("activity", "held", "state"), STATES)
def test_what_becomes_of_each_verb(activity: Activity, held: bool, state: str) -> None:
    column = STATES.index((activity, held, state))
    for verb in VERBS.values():
        asked = Asked(verb, VALUES.get(verb, ()))
        expected = THEN[TABLE.get(verb, "d" * len(STATES))[column]]
        assert becomes(asked, activity, held) is expected, (verb, state)
    assert becomes(Hand.press("ST"), activity, held) is THEN[STOPS[column]], state


def test_a_move_waits_for_a_program_that_is_about_to_read_the_keypad() -> None:
    stepped = Stepped(NEW)
    stepped.ask(Hand.press("5"), None, Play.play("e4"))
    assert stepped.session.runner.queue.waiting == [Play.play("e4")]
    stepped.close()


def looping() -> Stepped:
    """A session whose machine runs in a circle."""
    stepped = Stepped(NEW)
    loop = (0x0300, 0x4C), (0x0301, 0x00), (0x0302, 0x03)
    stepped.ask(Play.poke(tuple(Poke(at, byte) for at, byte in loop)))
    for key in ("RS", "AD", *"0300", "GO"):
        stepped.ask(Hand.press(key))
        while stepped.shown.activity is Activity.BY_HAND:
            stepped.ask(None)
    stepped.notices.clear()
    return stepped


def test_to_cancel_ends_a_tape_that_runs_and_no_program() -> None:
    stepped = looping()
    stepped.ask(LiveDeck.play_tape(Waveform(0, (1000, 2000), 3_000_000), False), Play.cancel())
    stepped.ask(LiveDeck.record_tape(False), Play.cancel(), None)
    assert [told.partition(",")[0].partition(" at ")[0] for told in stepped.notices] == [
        "the tape is stopped",
        "nothing was recorded: no program wrote to the tape",
    ]
    assert stepped.shown.activity is Activity.RUNNING
    stepped.close()


@pytest.mark.parametrize("asked", [Play.play("e4"), Play.let_it_move()], ids=str)
def test_a_move_that_nobody_would_read_is_refused_and_what_runs_goes_on(asked: Asked) -> None:
    stepped = looping()
    stepped.ask(asked, None)
    assert [told.partition(",")[0] for told in stepped.notices] == [
        "another program has the keypad: go back to the game"
    ]
    assert stepped.shown.activity is Activity.RUNNING
    stepped.close()


def test_a_move_waits_for_a_reply_to_key_pc() -> None:
    stepped = Stepped(NEW)
    stepped.ask(Hand.press("PC"))
    while not stepped.shown.thinks or stepped.shown.activity is Activity.BY_HAND:
        stepped.ask(None)
    stepped.ask(Play.let_it_move(), Play.play("e4"))
    assert stepped.notices[-2].startswith("MicroChess is thinking and reads no keys")
    assert (stepped.shown.activity, stepped.shown.waits) == (Activity.RUNNING, "e4")
    stepped.close()


@pytest.mark.parametrize("activity", BUSY)
def test_what_waits_is_dropped_and_told_by_what_overtakes_it(
    activity: Activity, slow: bool
) -> None:
    """All pairs if slow tests run; else each verb has a few of those that wait."""
    every = 1 if slow else len(OVERTAKES)
    for number, verb in enumerate(OVERTAKES):
        later = Asked(verb, VALUES.get(verb, ()))
        stepped = busy(activity)
        stepped.ask(later)
        alone = seen(stepped)
        for waits in waiting(activity)[number % every :: every]:
            if waits.verb == later.verb == Play.undo:
                continue
            stepped.session.runner.queue.dropped()
            if alone[0] != [later]:  # it does not wait: the work was given up for it
                stepped.close()
                stepped = busy(activity)
            stepped.notices.clear()
            stepped.ask(waits)
            assert waits in stepped.session.runner.queue.waiting
            stepped.ask(later)
            assert f"{waits} is forgotten" in stepped.notices
            assert seen(stepped) == alone, (waits, later)
        stepped.close()


@pytest.mark.parametrize("activity", BUSY)
def test_cancel_once_breaks_off_and_tells_what_waited(activity: Activity) -> None:
    stepped = busy(activity)
    waits = waiting(activity)[0]
    stepped.ask(waits, Play.cancel())
    assert stepped.notices[-1].startswith("broken off; ")
    assert stepped.notices[-1].endswith(f"; {waits} is forgotten")
    runner = stepped.session.runner
    assert (runner.queue.waiting, runner.activity) == ([], Activity.WAITING)
    stepped.close()


def test_what_is_on_its_way_to_the_terminal_or_the_tape_is_told_when_a_game_begins() -> None:
    stepped = busy(Activity.THINKING)
    stepped.ask(LiveLine.fit_jumper(True), LiveLine.type_text(b"xyz"), Play.start_game(NEW))
    assert "3 characters not typed yet are forgotten" in stepped.notices
    stepped.ask(LiveDeck.play_tape(Waveform(0, (1000, 2000), 3_000_000), False))
    stepped.ask(Play.start_game(NEW))
    assert "the tape is taken out: the game begins in another machine" in stepped.notices
    stepped.close()


@pytest.mark.parametrize("activity", BUSY)
def test_a_set_up_given_up_in_which_all_was_still_to_be_done_breaks_nothing_off(
    activity: Activity,
) -> None:
    stepped = busy(activity)
    stepped.ask(Play.poke((Poke(0x51, 0xCC),)), Play.take_back(stepped.shown.game.steps))
    assert stepped.notices[-1] == "the change is forgotten"
    assert (stepped.session.runner.queue.waiting, stepped.session.runner.activity) == ([], activity)
    stepped.close()


def test_what_waits_is_done_in_its_order_a_move_last_and_two_undos_are_two() -> None:
    stepped = busy(Activity.THINKING)
    level, poke = Play.set_level(Level.BLITZ), Play.poke((Poke(0x51, 0xCC),))
    stepped.ask(Play.play("h5"), level, Play.play("h6"), poke, Play.play("h6"))
    assert stepped.session.runner.queue.waiting == [level, poke, Play.play("h6")]
    assert stepped.shown.waits == "the level, the change, h6"
    assert stepped.notices[:2] == ["h5 waits until MicroChess has moved", THE_LEVEL]
    stepped.ask(Hand.press("RS"))
    assert stepped.session.runner.queue.waiting == []
    stepped.close()
    stepped = busy(Activity.KEYING)
    stepped.ask(Play.undo(), Play.undo())
    assert stepped.session.runner.queue.waiting == [Play.undo(), Play.undo()]
    stepped.close()
