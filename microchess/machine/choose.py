"""Players by name, with the images that were added."""

from __future__ import annotations

from microchess.errors import ImageError
from microchess.machine.library import Library
from microchess.machine.solver import NAMES, PlayerSpec


def default_player() -> str:
    """``original`` once a copy was added, else ``rom``."""
    return "rom" if Library().program() is None else "original"


def named_spec(name: str) -> PlayerSpec:
    """The player of that name, on the KIM-1's own ROM if both halves were added.

    Raises ImageError when it is no player's name, or the original and there is no copy.
    """
    if name not in NAMES:
        raise ImageError(f"no player {name!r}; the players are {', '.join(NAMES)}")
    if name == "python":
        return PlayerSpec(name)
    library = Library()
    if name == "rom":
        return PlayerSpec(name, None, library.monitor())
    program = library.program()
    if program is None:
        raise ImageError(
            "there is no copy of the 1976 program; add yours with microchess image add FILE"
        )
    return PlayerSpec(name, program, library.monitor())
