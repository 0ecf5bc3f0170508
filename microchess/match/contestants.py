"""Who plays a match: MicroChess by level and player, or a UCI engine by its command."""

import shlex
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

import chess.engine

from emu.files.writing import encoded
from emu.notation import NotationError, parse_number
from microchess.errors import MicroChessError
from microchess.machine.choose import choose, read_formula
from microchess.machine.solver import ON_BOARD
from microchess.match.time_control import TimeControl
from microchess.program.levels import Level

_LIMITS = ("movetime", "nodes", "depth")
_MOST = 10**12


class MatchError(MicroChessError, ValueError):
    """A match that cannot be played as asked for, or gone on with."""


@dataclass(frozen=True)
class Contestant:
    """An engine: its name, how to start it, its options, what limits a move (movetime in
    milliseconds, nodes, depth), and its time for a game.
    """

    name: str
    command: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    limits: tuple[tuple[str, int], ...] = ()
    is_microchess: bool = False
    control: TimeControl | None = None

    @property
    def on_board(self) -> bool:
        """Whether it is a real board, which plays one game at a time."""
        return any(name == "Board" for name, _ in self.options)

    @property
    def movetime(self) -> int | None:
        """Milliseconds for a move, if that is what limits it."""
        return dict(self.limits).get("movetime")

    @property
    def limit(self) -> chess.engine.Limit:
        """What limits a move, as python-chess has it."""
        given = dict(self.limits)
        limit = chess.engine.Limit(nodes=given.get("nodes"), depth=given.get("depth"))
        if self.movetime is not None:
            limit.time = self.movetime / 1000
        return limit

    @property
    def repeats_itself(self) -> bool:
        """Whether it is known to play the same move in the same position every time: MicroChess
        without its book and a clock.
        """
        timed = self.control is not None or any(name == "movetime" for name, _ in self.limits)
        return self.is_microchess and not timed and ("OwnBook", "false") in self.options


def contestant(text: str, default: Sequence[str] = ()) -> Contestant:
    """``LEVEL[:PLAYER][,OPTION=VALUE...]`` or ``COMMAND[,OPTION=VALUE...]``.

    Without PLAYER it is the one that every command takes (`microchess.machine.choose`).
    ``movetime``, ``nodes`` and ``depth`` limit a move, ``tc`` a game, as *default* does where none
    is given; ``name`` is its name; all else are options of the engine. Raises MatchError, and
    ImageError when the player cannot be had.
    """
    who, *settings = text.split(",")
    if not any(one.partition("=")[0].strip() in (*_LIMITS, "tc") for one in settings):
        settings += default
    given = _given(text, settings)
    control = given.pop("tc", None)
    try:
        timed = None if control is None else TimeControl.read(control)
        limits = tuple(
            (key, parse_number(given.pop(key), 1, _MOST, name=f"{key} is "))
            for key in list(given)
            if key in _LIMITS
        )
    except (MicroChessError, NotationError) as error:
        raise MatchError(f"{text}: {error}") from None
    level, _, player = who.strip().partition(":")
    if level.lower() in (one.title for one in Level):
        return _ours(level.lower(), player, given, limits, timed)
    name = given.pop("name", "") or " ".join((who.strip(), *settings))
    command = _command(who)
    if not limits and timed is None:
        raise MatchError(
            f"{name} has no limit and would think for ever; give it one, as in "
            f"{who.strip()},movetime=100 (or nodes, depth, tc)"
        )
    return Contestant(name, command, tuple(given.items()), limits, control=timed)


def _given(text: str, settings: Sequence[str]) -> dict[str, str]:
    """The settings of *text* by name. Raises MatchError for one that is none."""
    given = {}
    for setting in settings:
        key, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not key:
            raise MatchError(f"{text}: {setting!r} is no setting; expected NAME=VALUE")
        given[key] = value
    return given


def _ours(
    level: str,
    player: str,
    given: dict[str, str],
    limits: tuple[tuple[str, int], ...],
    control: TimeControl | None,
) -> Contestant:
    """MicroChess, its book closed unless that is asked for. Raises ImageError."""
    name, formula = given.pop("name", ""), given.get("Formula")
    chosen = player or (None if formula is None else "python")
    player = choose(chosen, formula=None if formula is None else read_formula(formula)).name
    options = tuple(given.items())
    port = player.removeprefix(ON_BOARD)
    kind = ("Player", player) if port == player else ("Board", port)
    limited = (*limits, *([("tc", control)] if control else ()))
    extra = "".join(f" {key}={value}" for key, value in (*options, *limited))
    own_book = () if "OwnBook" in given else (("OwnBook", "false"),)
    return Contestant(
        name or f"MicroChess {level} ({player}{extra})",
        (sys.executable, "-P", "-m", "microchess.uci.main"),
        (("Level", level), kind, *own_book, *options),
        limits,
        is_microchess=True,
        control=control,
    )


def contestants(texts: Sequence[str], default: Sequence[str] = ()) -> tuple[Contestant, ...]:
    """Several, each with a name of its own. Raises what `contestant` does."""
    found: list[Contestant] = []
    for text in texts:
        one = contestant(text, default)
        taken = {other.name for other in found}
        name = encoded(one.name).decode()
        names = (name, *(f"{name} #{number}" for number in range(2, len(texts) + 2)))
        found.append(replace(one, name=next(its for its in names if its not in taken)))
    return tuple(found)


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
