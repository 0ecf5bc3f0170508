"""The engine's options, as UCI declares them and as they are set."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from microchess.errors import MicroChessError
from microchess.machine.choose import at_hand, choose, read_formula
from microchess.machine.solver import NAMES as PLAYERS
from microchess.program.levels import Level

if TYPE_CHECKING:
    from microchess.engine.formula import Formula

AS_LOADED = "as-loaded"
STRICT, HELPFUL = "strict", "helpful"
ARBITERS = (HELPFUL, STRICT)
"""See `microchess.game.arbiter`."""
FASTEST = 10_000
LONGEST_OVERHEAD = 5_000
MOST_MOVES = 218
"""As many legal moves as a position of chess can have."""
_NUMBER = re.compile("[0-9]{1,9}")
CHESS960 = "UCI_Chess960"
OPENING_KEYS = ("french-defence", "giuoco-piano", "ruy-lopez", "queens-indian", "four-knights")


@dataclass(frozen=True)
class Settings:
    """What can be set. ``speed`` is a percentage of 1 MHz, 0 for all the host can do; ``overhead``
    the milliseconds of the clock that are lost between GUI and engine; ``board``, where there is
    one, the serial port of a real board that plays.
    """

    level: Level = Level.NORMAL
    player: str = "rom"
    own_book: bool = True
    steady_book: bool = False
    opening: str = AS_LOADED
    speed: int = 0
    arbiter: str = HELPFUL
    overhead: int = 30
    multi_pv: int = 1
    analyse: bool = False
    formula: Formula | None = None
    board: str = ""


@dataclass(frozen=True)
class Option:
    """One option: its UCI declaration, the setting it is (empty: it is the GUI's alone), the values
    it takes (a spin: from ``least`` to ``most``).
    """

    name: str
    target: str
    kind: str
    values: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def declare(self, settings: Settings) -> str:
        """The line that tells a GUI of it."""
        default = getattr(settings, self.target) if self.target else False
        if isinstance(default, Level):
            default = default.title
        if isinstance(default, bool):
            default = str(default).lower()
        if self.kind == "string":
            default = "<empty>"
        line = f"option name {self.name} type {self.kind} default {default}"
        if self.kind == "spin":
            line += f" min {self.least} max {self.most}"
        if self.kind == "combo":
            values = at_hand() if self.target == "player" else self.values
            line += "".join(f" var {value}" for value in values)
        return line

    def read(self, text: str) -> object:
        """The value that *text* stands for. Raises MicroChessError, naming what was expected, and
        ImageError for a player who is not there.
        """
        if self.kind == "spin":
            if not (_NUMBER.fullmatch(text) and self.least <= int(text) <= self.most):
                raise MicroChessError(
                    f"{self.name} {text!r}: expected a number from {self.least} to {self.most}"
                )
            return int(text)
        if self.kind == "string":
            given = "" if text == "<empty>" else text
            return given if self.target == "board" else self._read_formula(given)
        wanted = text.lower()
        if wanted not in self.values:
            raise MicroChessError(f"{self.name} {text!r}: expected {', '.join(self.values)}")
        if self.target == "player":
            choose(wanted)  # it may not be there
        if self.kind == "check":
            return wanted == "true"
        return Level.named(wanted) if self.target == "level" else wanted

    def _read_formula(self, path: str) -> Formula | None:
        try:
            return read_formula(path) if path else None
        except OSError as error:
            raise MicroChessError(f"{self.name} {path!r}: {error.strerror or error}") from None


OPTIONS = (
    Option("Level", "level", "combo", tuple(level.title for level in Level)),
    Option("Player", "player", "combo", PLAYERS),
    Option("OwnBook", "own_book", "check", ("true", "false")),
    Option("SteadyBook", "steady_book", "check", ("true", "false")),
    Option("Opening", "opening", "combo", (AS_LOADED, *OPENING_KEYS)),
    Option("Speed", "speed", "spin", most=FASTEST),
    Option("Arbiter", "arbiter", "combo", ARBITERS),
    Option("Formula", "formula", "string"),
    Option("Board", "board", "string"),
    Option("Move Overhead", "overhead", "spin", most=LONGEST_OVERHEAD),
    Option("MultiPV", "multi_pv", "spin", least=1, most=MOST_MOVES),
    Option("Ponder", "", "check", ("true", "false")),
    Option("UCI_AnalyseMode", "analyse", "check", ("true", "false")),
)


def changed(settings: Settings, name: str, value: str) -> Settings:
    """The settings with option *name* (in any case) set. Raises MicroChessError."""
    if name.lower() == CHESS960.lower() and value.lower() != "true":
        return settings
    if name.lower() == CHESS960.lower():
        raise MicroChessError(
            f"{CHESS960} is refused: the program knows one array, and castling from its book only"
        )
    for option in OPTIONS:
        if option.name.lower() == name.lower():
            read = option.read(value)
            return replace(settings, **{option.target: read} if option.target else {})  # type: ignore[arg-type]
    known = ", ".join(option.name for option in OPTIONS)
    raise MicroChessError(f"no option {name!r}; the options are {known}")
