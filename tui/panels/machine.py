"""The KIM-1: its keys, its speed, what its digits say, and a way back to the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from emu.chips.keypad import SST
from tui.panels.blocks import Block, ChoiceBlock, ChoiceOption, OwnBlock
from tui.panels.panel import Act, Panel
from tui.panels.recover import back_to_game
from tui.session.debugger import Debugger
from tui.session.snapshot import Snapshot
from tui.session.speeds import SPEEDS, speed_name
from tui.session.verbs import Asked
from tui.session.words import digits_say

_ALSO = {0.1: "slow slower", 1.0: "speed real", None: "fast faster quick maximum"}
"""What else people call a speed."""


LETTERS = (
    *((digit, digit) for digit in "0123456789"),
    *((letter, letter.upper()) for letter in "abcdef"),
    ("g", "GO"), ("p", "PC"), ("s", "ST"), ("r", "RS"), ("l", "AD"), ("m", "DA"), ("t", SST),
    ("-", "AD"), ("=", "DA"), ("+", "+"), (" ", "+"),
)  # fmt: skip
"""Characters that press keys, and which."""


@dataclass(frozen=True)
class KeypadState:
    """The keys that are ``down``; whether the ``step`` switch is on, and the monitor reads them;
    ``letters``: characters of a keyboard, and the keys that they press.
    """

    down: frozenset[str]
    step: bool
    monitors: bool
    letters: tuple[tuple[str, str], ...] = LETTERS


@dataclass(frozen=True)
class DigitsSay:
    """The digits, in words."""

    said: str


class MachinePanel(Panel):
    """The keypad under the digits."""

    name = "machine"
    help = """\
Click a key; or press Enter and type them: `0`-`9` `a`-`f`; `g` GO, `p` PC, `s` ST, `r` RS, `l` AD,
`m` DA, `+` or Space +, `t` the SST switch. Escape ends that.

MicroChess: **C** new game, **E** swap sides (exchange), four digits and **F** your move. The
program plays only when **PC** is pressed; a move typed in the move line has that pressed for you.
**ST** leaves it for the monitor; **PC**, **GO** come back.
"""

    def blocks(self, view: Snapshot) -> Iterator[Block]:
        """The keys first: where there is little room they have it."""
        machine = view.machine
        keypad = KeypadState(machine.keys, machine.single_step, not machine.listening)
        yield OwnBlock("keypad", "keypad", keypad)
        speeds = (
            ChoiceOption(
                _named(one), speed_name(one).removesuffix(" speed"), about, _ALSO.get(one, "")
            )
            for one, about in SPEEDS.items()
        )
        yield ChoiceBlock("speed", "Speed", tuple(speeds), _named(view.speed))
        yield OwnBlock("digits", "digits", DigitsSay(digits_say(view)))

    def actions(self, view: Snapshot) -> Iterator[Act]:
        """Back to the game."""
        return back_to_game(view)

    def clicked(self, view: Snapshot, block: str, row: str) -> Asked:
        """Another speed."""
        return Debugger.set_speed(next(one for one in SPEEDS if _named(one) == row))


def _named(speed: float | None) -> str:
    return "full" if speed is None else f"{speed:g}"
