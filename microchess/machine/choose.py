"""Who plays: the program, the image and the ROM that a name, files and wishes stand for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from emu.files import reading
from microchess.errors import ImageError
from microchess.machine.library import Library
from microchess.machine.published import FETCH
from microchess.machine.solver import IN_PYTHON, NAMES, ON_BOARD, PlayerSpec, is_player

if TYPE_CHECKING:
    from microchess.engine.formula import Formula

MACHINE_PLAYERS = ("rom", "original")
MOST_OF_FORMULA = 1 << 16
"""Bytes of its file."""


def choose(
    name: str | None = None,
    monitor: str | None = None,
    images: Sequence[str] = (),
    anyway: bool = False,
    formula: Formula | None = None,
) -> PlayerSpec:
    """The player *name*; by default ``original`` where there is one, else ``rom``. On a board,
    ``serial:PORT``, the same program runs.

    *images* are ``FILE`` or ``FILE@ADDR``, a copy to run without adding it, *anyway* even if it is
    not recognised; *monitor* is ``ours`` or ``kim``, by default the KIM-1's own ROM once both
    halves were added; *formula* is for the player ``python``. Raises ImageError when there is no
    such player, image or ROM, and what reading files raises.
    """
    if not isinstance(name, str | None):
        raise TypeError(f"player {name!r}: expected a name, such as 'rom' or 'python'")
    if name is not None and not is_player(name):
        raise ImageError(f"no player {name!r}; the players are {', '.join(NAMES)}, serial:PORT")
    if images and name in ("rom", *IN_PYTHON):
        raise ImageError(f"--image runs the original, not --player {name}")
    if formula is not None and name != "python":
        raise ImageError(f"a formula is for the player python, not for {name or 'another'}")
    if name in IN_PYTHON:
        return PlayerSpec(name, formula=formula)
    library = Library()
    rom = own_monitor(monitor, library)
    kind = "original" if name is None or not name.startswith(ON_BOARD) else name
    if images:
        from emu.files.programs import read_source
        from microchess.machine.sources import read_sources

        sources = [read_source(text) for text in images]
        program, notes, _ = read_sources(sources, library.manifest, anyway)
        return PlayerSpec(kind, program, rom, notes)
    own = None if name == "rom" else library.program()
    if own is None and name == "original":
        raise ImageError(
            f"there is no copy of the program of 1976 yet; {FETCH} gets it, "
            "microchess image add FILE takes yours"
        )
    return PlayerSpec("rom" if own is None and kind == "original" else kind, own, rom)


def at_hand() -> tuple[str, ...]:
    """The names of the players there are: ``original`` only once a copy was added."""
    first = choose().name
    return tuple(name for name in NAMES if name != "original" or name == first)


def read_formula(path: str) -> Formula:
    """The formula in a TOML file, see `microchess.engine.formula`.

    Raises FormulaError naming the file, and what reading files raises.
    """
    from microchess.engine.formula import Formula, FormulaError

    text = reading.read_text(path, MOST_OF_FORMULA)
    try:
        return Formula.from_toml(text)
    except FormulaError as error:
        raise FormulaError(f"{path}: {error}") from None


def own_monitor(wanted: str | None, library: Library) -> bytes | None:
    """The KIM-1's own ROM if it is *wanted* or there, None for ours.

    Raises ImageError when it is wanted and was not added.
    """
    monitor = None if wanted == "ours" else library.monitor()
    if monitor is None and wanted == "kim":
        raise ImageError("both halves of the KIM-1's ROM are needed; see microchess image list")
    return monitor
