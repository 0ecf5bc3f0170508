"""What becomes of a command while the live session does something else."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import Any, TypeAlias

from emu.chips.keypad import CONTROL_KEYS
from tui.session import commands as c
from tui.session.commands import Area
from tui.session.snapshot import Activity


class Then(Enum):
    """What becomes of a command."""

    DO = auto()
    """It is done now."""
    WAIT = auto()
    """It waits until the work is done."""
    GIVE_UP = auto()
    """The work is given up, then it is done."""
    SEIZE = auto()
    """The machine is taken out of the work as it stands, then it is done."""
    REFUSE = auto()
    """It is refused, with the reason."""


class Which(Enum):
    """Commands that are neither one verb nor one area."""

    ST_OR_RS = auto()
    ANY = auto()


_Rule: TypeAlias = c.Verb[*tuple[Any, ...]] | Area | Which
BACK_AT_REST = (c.Undo, c.TakeBack, c.GoOnFrom, c.Redo, c.Resign, c.LoadPgn, c.Recover)
"""What begins where the machine stood after the last move."""
_ELSEWHERE = (*(c.StartGame, c.LoadState, c.LoadPgn, c.Undo, c.TakeBack, c.GoOnFrom, c.Resign),)
"""After which nothing that waits would be what it was asked for."""
_OTHER_MEN = (c.PlayMove, c.PokeBytes, c.EndSetUp, c.Redo, c.Recover)
"""After which a move that waits would be another one."""
CALLED: Mapping[c.Verb[*tuple[Any, ...]], str] = {
    c.PlayMove: "{}",
    c.Undo: "Undo",
    c.TakeBack: "the way back",
    c.GoOnFrom: "the earlier position",
    c.Redo: "Redo",
    c.LetItMove: "a move of MicroChess",
    c.Resign: "giving up",
    c.LoadPgn: "the loaded game",
    c.LoadState: "the loaded state",
    c.SetLevel: "the level",
    c.SetBoth: "who moves",
    c.PokeBytes: "the change",
    c.EndSetUp: "the position set up",
    c.Recover: "the way back to the game",
}
"""What those are called that are shown while they wait; a move by itself."""
_CONTROLS: dict[_Rule, Then] = dict.fromkeys((Area.CONTROL, Area.SETTING, Area.TIME), Then.DO)
_OTHER_PARTS: dict[_Rule, Then] = dict.fromkeys((Area.LINE, Area.DECK), Then.DO)
_BREAKS_OFF: dict[_Rule, Then] = dict.fromkeys(
    (c.StartGame, c.Undo, c.TakeBack, c.GoOnFrom, c.Resign, c.LoadPgn, c.LoadState, c.Recover),
    Then.GIVE_UP,
)
_NOT_HELD: dict[_Rule, Then] = dict.fromkeys(
    (c.LetItMove, c.GoOnFrom, c.PressKey, c.PressForTape), Then.REFUSE
)
_MACHINES_OWN: dict[_Rule, Then] = {
    **_CONTROLS,
    **_OTHER_PARTS,
    c.PokeBytes: Then.DO,
    c.PlayMove: Then.WAIT,
    Which.ANY: Then.REFUSE,
}
POLICY: Mapping[tuple[Activity, bool], Mapping[_Rule, Then]] = {
    (Activity.WAITING, False): {Which.ANY: Then.DO},
    (Activity.WAITING, True): {c.PlayMove: Then.WAIT, **_NOT_HELD, Which.ANY: Then.DO},
    (Activity.KEYING, False): {**_CONTROLS, c.StartGame: Then.GIVE_UP, Which.ANY: Then.WAIT},
    (Activity.KEYING, True): {c.StartGame: Then.GIVE_UP, **_MACHINES_OWN},
    (Activity.BY_HAND, False): {**_CONTROLS, c.StartGame: Then.GIVE_UP, Which.ANY: Then.WAIT},
    (Activity.BY_HAND, True): {**_BREAKS_OFF, **_NOT_HELD, **_MACHINES_OWN},
    (Activity.THINKING, False): {
        **_CONTROLS,
        **_OTHER_PARTS,
        Which.ST_OR_RS: Then.SEIZE,
        c.PressKey: Then.REFUSE,
        c.PressForTape: Then.REFUSE,
        c.LetItMove: Then.REFUSE,
        **_BREAKS_OFF,
        Which.ANY: Then.WAIT,
    },
    (Activity.THINKING, True): {Which.ST_OR_RS: Then.SEIZE, **_BREAKS_OFF, **_MACHINES_OWN},
    (Activity.RUNNING, False): {**_CONTROLS, Which.ANY: Then.GIVE_UP},
    (Activity.RUNNING, True): {
        **_CONTROLS,
        c.PlayMove: Then.WAIT,
        **_NOT_HELD,
        Which.ANY: Then.GIVE_UP,
    },
}
"""By state, and whether the machine is held; the first rule that fits counts."""


def policy(activity: Activity, held: bool, command: c.Command) -> Then:
    """What becomes of *command* in a state, with the machine *held* or not."""
    verb = command.verb
    fits: set[_Rule] = {verb, verb.area, Which.ANY}
    if verb in (c.PressKey, c.PressForTape) and command.values[0] in CONTROL_KEYS:
        fits.add(Which.ST_OR_RS)
    return next(then for rule, then in POLICY[activity, held].items() if rule in fits)


def overtakes(command: c.Command, waiting: c.Command) -> bool:
    """Whether *waiting* is no longer done because *command* was asked after it."""
    if waiting.verb == c.PlayMove and command.verb in _OTHER_MEN:
        return True
    both_undo = command.verb == c.Undo == waiting.verb
    return command.verb in _ELSEWHERE and not both_undo


def called(command: c.Command) -> str:
    """What a *command* that waits is called where that is told."""
    return CALLED.get(command.verb, f"“{command.verb.meaning}”").format(*command.values)
