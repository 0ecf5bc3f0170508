"""What the page asks, as JSON: ``{"do": VERB, "values": [...]}``.

The verbs are those of the session and of the desk. The values are checked by the signature of the
verb, and nowhere else; what is no such thing is refused with one line.
"""

import json
from typing import Any

from emu.errors import EmuError
from microchess.errors import MicroChessError
from tui.session.values import kinds_of
from tui.session.verbs import Verb


class AskError(MicroChessError):
    """Something was asked that is not understood."""


def request(text: str) -> tuple[str, list[Any]]:
    """The name of the verb in a message, and its values. Raises AskError."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise AskError("a message that is no JSON was refused") from None
    match message:
        case {"do": str(name), "values": list(values)} if len(message) == 2:
            return name, values
    raise AskError("a message that is none was refused; expected do and values")


def found(name: str, verbs: dict[str, Verb[...]]) -> Verb[...]:
    """The verb of that *name* among the *verbs*, by method. Raises AskError."""
    verb = verbs.get(name.replace(" ", "_"))
    if verb is None or kinds_of(verb.method) is None:
        raise AskError(f"{name[:40]!r} cannot be asked of the machine")
    return verb


def checked(verb: Verb[...], values: list[Any]) -> list[Any]:
    """The *values* for Python. Raises AskError with the value and what was expected."""
    wanted, name = kinds_of(verb.method) or (), verb.name.replace("_", " ")
    if len(values) != len(wanted):
        raise AskError(f"{name}: expected {len(wanted)} values")
    read = []
    for kind, value in zip(wanted, values, strict=True):
        try:
            read.append(kind.read(value))
        except (EmuError, MicroChessError) as error:
            raise AskError(str(error)) from None
        except ValueError:
            given = "" if isinstance(value, list | dict) else f"{value!r:.60}; "
            raise AskError(f"{name}: {given}expected {kind.words}") from None
    return read
