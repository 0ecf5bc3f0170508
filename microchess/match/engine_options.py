"""What other engines declare as their options, so that python-chess takes all of them."""

import re

import chess.engine

_OPTION = re.compile(
    r"\s*option(?:\s+name(?:\s+(?P<name>\S.*?)(?:\s+type\b\s*(?P<rest>.*))?)?)?\s*", re.DOTALL
)
_PART = re.compile(r"(?:^|(?<=\s))(default|min|max|var)(?=\s|$)")
_NUMBER = re.compile(r"-?[0-9]{1,18}")


class LenientUci(chess.engine.UciProtocol):
    """An engine that may declare options as it likes."""

    def _line_received(self, line: str) -> None:
        super()._line_received(readable(line))


def readable(line: str) -> str:
    """*line* of an engine, as python-chess reads it; empty for an option without a name.

    It refuses an engine for an option of a type it does not know, a number without a default within
    its bounds, and a choice whose default is none of its own. These options become text: they can
    be set, and are left alone if they are not.
    """
    option = _OPTION.fullmatch(line)
    if option is None:
        return line
    if option["name"] is None:
        return ""
    kind, *parts = _PART.split((option["rest"] or "").strip())
    named = [(name, part.strip()) for name, part in zip(parts[::2], parts[1::2], strict=True)]
    values, choices = dict(named), [part for name, part in named if name == "var"]
    default = values.get("default", "")
    numbers = (values.get("min", default), default, values.get("max", default))
    known = {
        "check": True,
        "button": True,
        "string": True,
        "combo": default in choices,
        "spin": all(map(_NUMBER.fullmatch, numbers)) and sorted(numbers, key=int) == [*numbers],
    }
    if known.get(kind.strip()):
        return line
    return f"option name {option['name']} type string default {default}"
