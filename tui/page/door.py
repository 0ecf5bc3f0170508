"""The one door for what the board page asks: verbs and values are checked here, and nowhere else.

A message is ``{"do": VERB, "values": [...]}``. What is no such thing is refused with one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import chess

from emu.errors import EmuError
from microchess.errors import MicroChessError
from microchess.program.levels import Level
from tui.session import session
from tui.session.values import ValueKind, kinds_of, number, one_of, or_none, text, whole


class DoorError(MicroChessError):
    """Something was asked that is not understood."""


def _square(text: str) -> chess.Square | str:
    return chess.parse_square(text) if text in chess.SQUARE_NAMES else text


OFF_OR_SQUARE = one_of("", *chess.SQUARE_NAMES, read=lambda one: _square(one) if one else None)
SQUARE_OR_LETTER = one_of(*chess.SQUARE_NAMES, *"PNBRQKpnbrqk", read=_square)
SQUARE = one_of(*chess.SQUARE_NAMES, read=chess.parse_square)
COLOR = one_of("white", "black", read=lambda one: one == "white")
COLOR_OR_NONE = one_of("white", "black", "", read=lambda one: one == "white" if one else None)
LEVEL = one_of(*(one.title for one in Level), read=Level.named)
SWITCH = one_of(True, False)
ADDRESS = whole(0, 0xFFFF)
NAME, NAME_OR_NONE = text(64), text(64, shortest=0)

VERBS = {name.replace("_", " "): verb for name, verb in session.VERBS.items()}
"""What goes to the session as it is, if JSON has its values and it is nothing of the page's own."""
LOCAL: Mapping[str, tuple[ValueKind, ...]] = {
    "new": (COLOR, LEVEL, NAME_OR_NONE),
    "put": (SQUARE_OR_LETTER, OFF_OR_SQUARE),
    "position": (text(128), COLOR_OR_NONE),
    "clear board": (),
    "full board": (),
    "value": (whole(0, 255),),
    "advise": (),
    "review": (),
    "puzzle": (text(4),),
    "save pgn": (NAME,),
    "position link": (),
    "machine link": (),
    "forget images": (),
}
"""What `tui.page.desk` does itself."""
INSTRUMENTS: Mapping[str, str] = {
    "inside": "InsideInstrument",
    "lenses": "LensesInstrument",
    "kilobyte": "KilobyteInstrument",
    "terminal": "TerminalInstrument",
    "deck": "DeckInstrument",
    "formula": "FormulaInstrument",
}
"""The instruments, and their classes in the modules of `tui.page.instruments` so called."""
OF_INSTRUMENTS: Mapping[str, Mapping[str, tuple[ValueKind, ...]]] = {
    "": {"close": (one_of(*INSTRUMENTS),)},
    "inside": {
        "inside": (whole(20, 200), whole(4, 64), one_of(8, 16)),
        "code": (one_of("follow", "up", "down", "page up", "page down"),),
        "code at": (ADDRESS,),
        "find": (NAME,),
        "byte": (ADDRESS,),
        "memory page": (whole(-1, 1),),
        "breakpoint": (ADDRESS,),
        "watch byte": (ADDRESS,),
        "halt": (one_of("break", "watch"), or_none(ADDRESS), NAME_OR_NONE),
    },
    "lenses": {
        "lenses": (NAME_OR_NONE, SQUARE, NAME_OR_NONE),
    },
    "kilobyte": {"kilobyte": ()},
    "terminal": {
        "terminal": (),
        "paper tape": (or_none(ADDRESS),),
        "save paper": (NAME,),
    },
    "deck": {
        "deck": (),
        "play tape": (),
        "record tape": (),
        "load tape": (),
        "write tape": (NAME,),
        "loop tape": (SWITCH,),
        "hear tape": (SWITCH,),
        "hear speaker": (SWITCH,),
    },
    "formula": {
        "formula": (),
        "weight": (NAME, number(-0xFF, 0xFF)),
        "weights of 1976": (),
        "load weights": (text(4096),),
        "save weights": (NAME,),
        "play with weights": (SWITCH,),
    },
}
"""What instruments do; the first one of each opens it."""
OWNERS = {verb: name for name, verbs in OF_INSTRUMENTS.items() for verb in verbs}
"""Whose a verb is."""
OWN: Mapping[str, tuple[ValueKind, ...]] = {
    **LOCAL,
    **{verb: kinds for verbs in OF_INSTRUMENTS.values() for verb, kinds in verbs.items()},
}


def kinds(verb: str) -> tuple[ValueKind, ...] | None:
    """The kinds of values that a *verb* takes; None: it cannot be asked."""
    if verb in OWN:
        return OWN[verb]
    return kinds_of(VERBS[verb].method) if verb in VERBS else None


def all_kinds() -> dict[str, tuple[ValueKind, ...]]:
    """Those of each verb that can be asked."""
    found = {verb: kinds(verb) for verb in (*VERBS, *OWN)}
    return {verb: wanted for verb, wanted in found.items() if wanted is not None}


def read(message: Any) -> tuple[str, list[Any]]:
    """The verb of a *message* and its values.

    Raises DoorError with the reason.
    """
    if not isinstance(message, dict) or set(message) != {"do", "values"}:
        raise DoorError("a message that is none was refused; expected do and values")
    verb, values = message["do"], message["values"]
    wanted = kinds(verb) if isinstance(verb, str) else None
    if wanted is None:
        raise DoorError(f"{str(verb)[:40]!r} cannot be asked of the machine")
    if not isinstance(values, list) or len(values) != len(wanted):
        raise DoorError(f"{verb}: expected {len(wanted)} values")
    found = []
    for kind, value in zip(wanted, values, strict=True):
        try:
            found.append(kind.read(value))
        except (ValueError, EmuError, MicroChessError) as error:
            told = str(error) if isinstance(error, EmuError | MicroChessError) else ""
            given = "" if isinstance(value, list | dict) else f"{value!r:.60}; "
            raise DoorError(told or f"{verb}: {given}expected {kind.words}") from None
    return verb, found


def schema() -> dict[str, Any]:
    """The JSON Schema of what may be asked."""
    return {
        "oneOf": [
            {
                "type": "object",
                "properties": {
                    "do": {"const": verb},
                    "values": {
                        "type": "array",
                        **_items(wanted),
                        "items": False,
                        "minItems": len(wanted),
                    },
                },
                "required": ["do", "values"],
                "additionalProperties": False,
            }
            for verb, wanted in all_kinds().items()
        ]
    }


def _items(wanted: tuple[ValueKind, ...]) -> dict[str, Any]:
    """JSON Schema wants at least one of them where any are named."""
    return {"prefixItems": [dict(kind.schema) for kind in wanted]} if wanted else {}
