"""Who plays a match: MicroChess by level and player, or a UCI engine by its command."""

from __future__ import annotations

import shlex
import shutil
import sys
from dataclasses import dataclass

import chess.engine

from microchess.errors import MicroChessError
from microchess.machine.choose import choose, read_formula
from microchess.program.levels import Level

_LIMITS = ("movetime", "nodes", "depth")


class MatchError(MicroChessError, ValueError):
    """A match that cannot be played as asked for, or gone on with."""


@dataclass(frozen=True)
class Contestant:
    """An engine: its name, how to start it, its options, and what limits a move (movetime in
    milliseconds, nodes, depth).
    """

    name: str
    command: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    limits: tuple[tuple[str, int], ...] = ()
    is_microchess: bool = False

    @property
    def repeats_itself(self) -> bool:
        """Whether it is known to play the same move in the same position every time: MicroChess
        without its book and a clock.
        """
        timed = any(name == "movetime" for name, _ in self.limits)
        return self.is_microchess and not timed and ("OwnBook", "false") in self.options

    @property
    def limit(self) -> chess.engine.Limit:
        """As python-chess has it."""
        given = dict(self.limits)
        ms = given.get("movetime")
        return chess.engine.Limit(
            time=None if ms is None else ms / 1000,
            nodes=given.get("nodes"),
            depth=given.get("depth"),
        )


def contestant(text: str) -> Contestant:
    """``LEVEL[:PLAYER][,OPTION=VALUE...]`` or ``COMMAND[,OPTION=VALUE...]``.

    Without PLAYER it is the one that every command takes (`microchess.machine.choose`).
    ``movetime``, ``nodes`` and ``depth`` limit a move, ``name`` is its name; all else are options
    of the engine. Raises MatchError, and ImageError when the player cannot be had.
    """
    who, *settings = text.split(",")
    options, limits, name = [], [], ""
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not key:
            raise MatchError(f"{text}: {setting!r} is no setting; expected NAME=VALUE")
        if key == "name":
            name = value
        elif key in _LIMITS:
            if not value.isdecimal() or not int(value):
                raise MatchError(f"{text}: {key} is {value!r}; expected a number, 1 or more")
            limits.append((key, int(value)))
        else:
            options.append((key, value))
    level, _, player = who.strip().partition(":")
    if (level := level.lower()) not in (one.title for one in Level):
        label = name or " ".join((who.strip(), *settings))
        return Contestant(label, _command(who), tuple(options), tuple(limits))
    formula = dict(options).get("Formula")
    chosen = player or (None if formula is None else "python")
    player = choose(chosen, formula=None if formula is None else read_formula(formula)).name
    own_book = () if any(key == "OwnBook" for key, _ in options) else (("OwnBook", "false"),)
    extra = "".join(f" {key}={value}" for key, value in (*options, *limits))
    return Contestant(
        name or f"MicroChess {level} ({player}{extra})",
        (sys.executable, "-m", "microchess.uci.main"),
        (("Level", level), ("Player", player), *own_book, *options),
        tuple(limits),
        is_microchess=True,
    )


def _command(text: str) -> tuple[str, ...]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise MatchError(f"{text!r} is no command: {error}") from None
    if not words:
        raise MatchError("no contestant named; expected a level or the command of a UCI engine")
    program = shutil.which(words[0]) or shutil.which(words[0], path="/usr/games:/usr/local/games")
    if program is None:
        levels = ", ".join(level.title for level in Level)
        raise MatchError(f"{words[0]!r} is neither a level ({levels}) nor a program that is there")
    return (program, *words[1:])
