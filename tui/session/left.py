"""What a session leaves to be done, in the settings that are kept with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from emu.errors import EmuError
from microchess.errors import MicroChessError
from microchess.program.levels import Level
from tui.session.values import kinds_of
from tui.session.verbs import Asked, Verb

_ASKED, _WAITS, _BOTH = "asked", "waits", "both"


@dataclass(frozen=True)
class Left:
    """Requests that are not done (``asked``); whether the program ``waits`` for key PC though it is
    to move; whether the person moves for ``both`` sides.
    """

    asked: tuple[Asked, ...] = ()
    waits: bool = False
    both: bool = False

    @property
    def settings(self) -> dict[str, Any]:
        """For a file: nothing where nothing is left."""
        asked = [[one.verb.name, *map(_plain, one.values)] for one in self.asked]
        every = {_ASKED: asked, _WAITS: self.waits, _BOTH: self.both}
        return {name: value for name, value in every.items() if value}

    @classmethod
    def taken_from(cls, settings: dict[str, Any], verbs: Mapping[str, Verb[...]]) -> Left:
        """It is in the *settings* no longer; what is none of the *verbs* is left out."""
        asked, waits, both = (settings.pop(name, None) for name in (_ASKED, _WAITS, _BOTH))
        return cls(tuple(_read(asked, verbs)), waits is True, both is True)


def _plain(value: Any) -> Any:
    if isinstance(value, Level):
        return value.title
    return value if isinstance(value, str | int | None) else ""


def _read(stored: Any, verbs: Mapping[str, Verb[...]]) -> Iterable[Asked]:
    for one in stored if isinstance(stored, list) else ():
        match one:
            case [str(name), *values] if (verb := verbs.get(name)) and verb.turn:
                kinds = kinds_of(verb.method) or ()
                try:
                    read = [kind.read(value) for kind, value in zip(kinds, values, strict=True)]
                except (ValueError, EmuError, MicroChessError):
                    continue
                yield Asked(verb, tuple(read))
