"""What the values of options and arguments can be, as far as it is known beforehand."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Iterator

import chess

from emu.files.naming import completions
from microchess.errors import MicroChessError

Completer = Callable[..., Iterable[str]]
"""Called by argcomplete with ``prefix``, what is typed so far, and more; gives whole words."""
_FILE = re.compile(r"FILE|FOLDER|PATH|LOG|IN\b|OUT")


def completer(action: argparse.Action) -> Completer:
    """What completes a value of *action*; it gives nothing where only the person can know."""
    shown = action.metavar if isinstance(action.metavar, str) else ""
    if shown in _SHOWN:
        return _SHOWN[shown]
    if _FILE.search(shown):
        return files
    written = action.option_strings[-1] if action.option_strings else action.dest
    return _WRITTEN.get(written, nothing)


def nothing(**_: object) -> Iterable[str]:
    """No words."""
    return ()


def files(prefix: str, **_: object) -> Iterator[str]:
    """Files and folders."""
    return (path for path, _ in completions(prefix))


def _folders(prefix: str, **_: object) -> Iterator[str]:
    return (path for path, is_folder in completions(prefix) if is_folder)


def _fixed(*words: str) -> Completer:
    return lambda **_: words


def _any_of(*completers: Completer) -> Completer:
    return lambda **given: [word for one in completers for word in one(**given)]


def _listed(words: Completer) -> Completer:
    """Several of *words* with commas between, each once."""

    def complete(prefix: str, **given: object) -> Iterator[str]:
        head, comma, last = prefix.rpartition(",")
        taken = head.split(",")
        return (f"{head}{comma}{word}" for word in words(prefix=last, **given) if word not in taken)

    return complete


def _levels(**_: object) -> Iterable[str]:
    from tui.cli.options import LEVELS

    return LEVELS


def _players(**_: object) -> Iterable[str]:
    from tui.cli.options import SOLVERS

    return SOLVERS


def _contestants(**_: object) -> Iterable[str]:
    return [*_levels(), *(f"{level}:{player}" for level in _levels() for player in _players())]


def _openings(**_: object) -> Iterable[str]:
    from microchess.program.openings import OPENINGS

    return [one.key for one in OPENINGS]


def _boards(**_: object) -> Iterable[str]:
    from microchess.boards.registry import EXHIBITS

    return [one.key for one in EXHIBITS]


def _images(**_: object) -> Iterable[str]:
    from microchess.machine.library import Library

    try:
        return [entry.name for entry in Library().entries()]
    except MicroChessError:
        return ()


def _counters(**_: object) -> Iterable[str]:
    from microchess.program.memory_map import COUNTER_NAMES

    return [name for name in COUNTER_NAMES if not name.startswith("X")]


def _keys(**_: object) -> Iterable[str]:
    from emu.chips.keypad import KEYS

    return KEYS


def _accesses(**_: object) -> Iterable[str]:
    from emu.watch.trace import KINDS

    return [*KINDS, "registers", "program", "last="]


_SHOWN: dict[str, Completer] = {
    "LEVEL": _levels,
    "LEVEL,...": _listed(_levels),
    "A,B[,C]": _listed(_players),
    "WHAT,...": _listed(_accesses),
    "COUNTER": _counters,
    "WHAT": _fixed("pc=", "write=", "read="),
    "GOAL": _fixed("pc=", "text=", "cycles=", "waiting", "printed="),
    "KEY": _keys,
    "ONE": _contestants,
    "TWO": _contestants,
    "SQUARE": _fixed(*chess.SQUARE_NAMES),
    "ours|kim|DIR": _any_of(_fixed("ours", "kim"), _folders),
    "NAME|FILE.pgn": _any_of(_openings, files),
}
"""By how the help shows the value."""
_WRITTEN: dict[str, Completer] = {
    "--opening": _openings,
    "--board": _boards,
    "boards": _any_of(_boards, _fixed("all")),
    "name": _images,
    "--fen": _fixed("startpos"),
    "--dask": _fixed("local"),
}
"""By the option, or the name of the argument."""
