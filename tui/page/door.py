"""The one door for what the board page asks: verbs and values are checked here, and nowhere else.

A message is ``{"do": VERB, "values": [...]}``. What is no such thing is refused with one line.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import chess

from emu.chips.keypad import key_name
from emu.errors import EmuError
from emu.notation import Poke
from microchess.errors import MicroChessError
from microchess.program.levels import Level
from microchess.program.openings import named
from tui.session import commands as c
from tui.session.line import SPEEDS

_LONGEST = {
    "number": 4,
    "move": 16,
    "name": 64,
    "fen": 128,
    "typed": 256,
    "weights": 4096,
    "pasted": 1 << 16,
    "pgn": 1 << 20,
}
"""Characters of a text by its kind."""
_MOST_NAMED = 24
"""More choices than that are squares."""
_SLOWEST, _FASTEST = 0.01, 100.0
_MOST_CYCLES = 1 << 53


class DoorError(MicroChessError):
    """Something was asked that is not understood."""


@dataclass(frozen=True)
class ValueKind:
    """A kind of value: what JSON Schema calls it, in words, and what reads it."""

    schema: Mapping[str, Any]
    words: str
    read: Callable[[Any], Any]


def _text(name: str, read: Callable[[str], Any] = str, empty: bool = False) -> ValueKind:
    longest = _LONGEST[name]

    def taken(value: Any) -> Any:
        if not isinstance(value, str) or len(value) > longest or not (value or empty):
            raise ValueError
        return read(value)

    schema = {"type": "string", "maxLength": longest, "minLength": 0 if empty else 1}
    return ValueKind(schema, f"a text of at most {longest} characters", taken)


def _number(low: int, high: int) -> ValueKind:
    def taken(value: Any) -> int:
        if type(value) is not int or not low <= value <= high:
            raise ValueError
        return value

    schema = {"type": "integer", "minimum": low, "maximum": high}
    return ValueKind(schema, f"a whole number from {low} to {high}", taken)


def _one_of(*choices: str | int, read: Callable[[Any], Any] = lambda one: one) -> ValueKind:
    def taken(value: Any) -> Any:
        if not any(value == one and type(value) is type(one) for one in choices):
            raise ValueError
        return read(value)

    named = [str(one).lower() or "nothing" for one in choices]
    words = f"one of {', '.join(named)}" if len(named) <= _MOST_NAMED else "a square"
    return ValueKind({"enum": list(choices)}, words, taken)


def _or_none(kind: ValueKind) -> ValueKind:
    schema = {**kind.schema, "type": [kind.schema["type"], "null"]}
    return ValueKind(
        schema, f"{kind.words}, or null", lambda one: None if one is None else kind.read(one)
    )


def _decimal(low: float, high: float) -> ValueKind:
    def taken(value: Any) -> float:
        if type(value) not in (int, float) or not low <= value <= high:
            raise ValueError
        return float(value)

    schema = {"type": "number", "minimum": low, "maximum": high}
    return ValueKind(schema, f"a number from {low:g} to {high:g}", taken)


def _square(text: str) -> chess.Square | str:
    return chess.parse_square(text) if text in chess.SQUARE_NAMES else text


MOVE = _text("move")
OFF_OR_SQUARE = _one_of("", *chess.SQUARE_NAMES, read=lambda one: _square(one) if one else None)
SQUARE_OR_LETTER = _one_of(*chess.SQUARE_NAMES, *"PNBRQKpnbrqk", read=lambda one: _square(one))
SQUARE = _one_of(*chess.SQUARE_NAMES, read=chess.parse_square)
COLOR = _one_of("white", "black", read=lambda one: one == "white")
COLOR_OR_NONE = _one_of("white", "black", "", read=lambda one: one == "white" if one else None)
LEVEL = _one_of(*(one.title for one in Level), read=Level.named)
SWITCH = _one_of(True, False)
ADDRESS, BYTE = _number(0, 0xFFFF), _number(0, 0xFF)
KEY = _text("move", key_name)
CYCLE = _number(0, _MOST_CYCLES)
SPEED = _or_none(_decimal(_SLOWEST, _FASTEST))
WEIGHT = _decimal(-0xFF, 0xFF)


@dataclass(frozen=True)
class DoorVerb:
    """What makes a command of the values of these kinds."""

    kinds: tuple[ValueKind, ...]
    make: Callable[..., c.Command]


def new_game(yours: chess.Color, level: Level, opening: str) -> c.Command:
    """A game in which a person has the men of one colour; empty: no such wish for an *opening*."""
    book = named(opening, not yours) if opening else None
    return c.StartGame(c.NewGame(not yours, level, book))


VERBS: Mapping[str, DoorVerb] = {
    "play": DoorVerb((MOVE,), c.PlayMove),
    "new": DoorVerb((COLOR, LEVEL, _text("name", empty=True)), new_game),
    "move now": DoorVerb((), c.LetItMove),
    "undo": DoorVerb((), c.Undo),
    "redo": DoorVerb((), c.Redo),
    "go on from": DoorVerb((_number(0, 10_000),), c.GoOnFrom),
    "resign": DoorVerb((), c.Resign),
    "level": DoorVerb((LEVEL,), c.SetLevel),
    "both": DoorVerb((SWITCH,), c.SetBoth),
    "poke": DoorVerb((ADDRESS, BYTE), lambda address, byte: c.PokeBytes((Poke(address, byte),))),
    "take back": DoorVerb((_number(0, 10_000),), c.TakeBack),
    "end set-up": DoorVerb((COLOR_OR_NONE, _number(0, 10_000), COLOR_OR_NONE), c.EndSetUp),
    "key": DoorVerb((KEY,), c.PressKey),
    "step switch": DoorVerb((SWITCH,), c.SetStepSwitch),
    "recover": DoorVerb((), c.Recover),
    "pgn": DoorVerb((_text("pgn"),), lambda text: c.LoadPgn(text, "")),
    "speed": DoorVerb((SPEED,), c.SetSpeed),
    "pause": DoorVerb((), c.Pause),
    "continue": DoorVerb((), c.Continue),
    "watch": DoorVerb((CYCLE,), c.Watch),
    "watch step": DoorVerb((_number(-1, 1),), lambda by: c.WatchStep(by, False)),
    "end watch": DoorVerb((), lambda: c.Watch(None)),
    "cancel": DoorVerb((), c.Cancel),
    "state": DoorVerb((_text("name"),), c.HandState),
    "compare": DoorVerb((SWITCH,), c.SetMirror),
    "step": DoorVerb((), c.StepInstruction),
    "step over": DoorVerb((), c.StepOver),
    "step out": DoorVerb((), c.StepOut),
    "step back": DoorVerb((), c.StepBack),
    "back": DoorVerb((_or_none(CYCLE),), c.Back),
    "back to halt": DoorVerb((), c.BackToHalt),
    "back to access": DoorVerb((ADDRESS, SWITCH), c.BackToAccess),
    "run to": DoorVerb((ADDRESS,), c.RunTo),
    "jumper": DoorVerb((SWITCH,), c.FitJumper),
    "type": DoorVerb((_text("typed", lambda one: one.encode("ascii", "ignore")),), c.TypeText),
    "paste": DoorVerb((_text("pasted"),), c.PasteText),
    "break key": DoorVerb((), c.SendBreak),
    "line": DoorVerb((_one_of(*SPEEDS), _one_of(1, 2)), c.SetLine),
}
"""What goes to the session as it is."""
LOCAL: Mapping[str, tuple[ValueKind, ...]] = {
    "put": (SQUARE_OR_LETTER, OFF_OR_SQUARE),
    "position": (_text("fen"), COLOR_OR_NONE),
    "clear board": (),
    "full board": (),
    "value": (_number(0, 255),),
    "advise": (),
    "review": (),
    "puzzle": (_text("number"),),
    "save pgn": (_text("name"),),
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
    "": {"close": (_one_of(*INSTRUMENTS),)},
    "inside": {
        "inside": (_number(20, 200), _number(4, 64), _one_of(8, 16)),
        "code": (_one_of("follow", "up", "down", "page up", "page down"),),
        "code at": (ADDRESS,),
        "find": (_text("name"),),
        "byte": (ADDRESS,),
        "memory page": (_number(-1, 1),),
        "breakpoint": (ADDRESS,),
        "watch byte": (ADDRESS,),
        "halt": (_one_of("break", "watch"), _or_none(ADDRESS), _text("name", empty=True)),
    },
    "lenses": {
        "lenses": (_text("name", empty=True), SQUARE, _text("name", empty=True)),
    },
    "kilobyte": {"kilobyte": ()},
    "terminal": {
        "terminal": (),
        "paper tape": (_or_none(ADDRESS),),
        "save paper": (_text("name"),),
    },
    "deck": {
        "deck": (),
        "play tape": (),
        "record tape": (),
        "load tape": (),
        "write tape": (_text("name"),),
        "loop tape": (SWITCH,),
        "hear tape": (SWITCH,),
        "hear speaker": (SWITCH,),
    },
    "formula": {
        "formula": (),
        "weight": (_text("name"), WEIGHT),
        "weights of 1976": (),
        "load weights": (_text("weights"),),
        "save weights": (_text("name"),),
        "play with weights": (SWITCH,),
    },
}
"""What instruments do; the first one of each opens it."""
OWNERS = {verb: name for name, verbs in OF_INSTRUMENTS.items() for verb in verbs}
"""Whose a verb is."""
KINDS: Mapping[str, tuple[ValueKind, ...]] = {
    **{name: verb.kinds for name, verb in VERBS.items()},
    **LOCAL,
    **{verb: kinds for verbs in OF_INSTRUMENTS.values() for verb, kinds in verbs.items()},
}
"""The kinds of values that each verb takes."""


def read(message: Any) -> tuple[str, list[Any]]:
    """The verb of a *message* and its values.

    Raises DoorError with the reason.
    """
    if not isinstance(message, dict) or set(message) != {"do", "values"}:
        raise DoorError("a message that is none was refused; expected do and values")
    verb, values = message["do"], message["values"]
    if not isinstance(verb, str) or verb not in KINDS:
        raise DoorError(f"{str(verb)[:40]!r} cannot be asked of the machine")
    wanted = KINDS[verb]
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
            for verb, wanted in KINDS.items()
        ]
    }


def _items(kinds: tuple[ValueKind, ...]) -> dict[str, Any]:
    """JSON Schema wants at least one of them where any are named."""
    return {"prefixItems": [dict(kind.schema) for kind in kinds]} if kinds else {}
