"""What becomes of a command while the live session does something else."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from emu.chips.keypad import CONTROL_KEYS
from tui.session import commands as c
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


class ControlKey(c.Command):
    """Stands in :data:`POLICY` for a press of ST or RS."""


_BREAKS_OFF: dict[type[c.Command], Then] = dict.fromkeys(
    (c.NewGame, c.Undo, c.TakeBack, c.GoOnFrom, c.Resign, c.LoadPgn, c.LoadState, c.Recover),
    Then.GIVE_UP,
)
_MACHINES_OWN: dict[type[c.Command], Then] = {
    c.Control: Then.DO,
    c.LineCommand: Then.DO,
    c.DeckCommand: Then.DO,
    c.PokeBytes: Then.DO,
    c.PlayMove: Then.WAIT,
    c.Command: Then.REFUSE,
}
POLICY: Mapping[tuple[Activity, bool], Mapping[type[c.Command], Then]] = {
    (Activity.WAITING, False): {c.Command: Then.DO},
    (Activity.WAITING, True): {c.PlayMove: Then.WAIT, c.Command: Then.DO},
    (Activity.KEYING, False): {
        c.Control: Then.DO,
        c.NewGame: Then.GIVE_UP,
        c.Command: Then.WAIT,
    },
    (Activity.KEYING, True): {c.NewGame: Then.GIVE_UP, **_MACHINES_OWN},
    (Activity.BY_HAND, False): {c.Control: Then.DO, c.Command: Then.WAIT},
    (Activity.BY_HAND, True): {**_BREAKS_OFF, **_MACHINES_OWN},
    (Activity.THINKING, False): {
        c.Control: Then.DO,
        c.LineCommand: Then.DO,
        c.DeckCommand: Then.DO,
        ControlKey: Then.SEIZE,
        c.PressKey: Then.REFUSE,
        **_BREAKS_OFF,
        c.Command: Then.WAIT,
    },
    (Activity.THINKING, True): {ControlKey: Then.SEIZE, **_BREAKS_OFF, **_MACHINES_OWN},
    (Activity.RUNNING, False): {c.Control: Then.DO, c.Command: Then.GIVE_UP},
    (Activity.RUNNING, True): {
        c.Control: Then.DO,
        c.PlayMove: Then.WAIT,
        c.Command: Then.GIVE_UP,
    },
}
"""By state, and whether the machine is held; the first kind of command that fits counts."""


def policy(activity: Activity, held: bool, command: c.Command) -> Then:
    """What becomes of *command* in a state, with the machine *held* or not."""
    control_key = isinstance(command, c.PressKey) and command.key in CONTROL_KEYS
    kind = ControlKey if control_key else type(command)
    return next(then for listed, then in POLICY[activity, held].items() if issubclass(kind, listed))
