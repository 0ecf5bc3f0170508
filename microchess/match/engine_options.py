"""What other engines declare as their options, so that python-chess takes all of them."""

from __future__ import annotations

import re

import chess.engine

_OPTION = re.compile(r"\s*option\s+name\s+(?P<name>.*?)\s+type\b\s*(?P<rest>.*)", re.DOTALL)
_PART = re.compile(r"(?:^|(?<=\s))(default|min|max|var)(?=\s|$)")
_NUMBER = re.compile(r"-?[0-9]{1,18}")


class LenientUci(chess.engine.UciProtocol):
    """An engine that may declare options as it likes."""

    def _line_received(self, line: str) -> None:
        super()._line_received(readable(line))


def readable(line: str) -> str:
    """*line* of an engine, as python-chess reads it.

    It refuses an engine for an option of a type it does not know, a number without a default, and a
    choice whose default is none of its own. These options become text: they can be set, and are
    left alone if they are not.
    """
    option = _OPTION.match(line)
    if option is None:
        return line
    kind, *parts = _PART.split(option["rest"].strip())
    named = [(name, part.strip()) for name, part in zip(parts[::2], parts[1::2], strict=True)]
    values, choices = dict(named), [part for name, part in named if name == "var"]
    default = values.get("default", "")
    bounds = (values.get(name, default) for name in ("min", "max"))
    known = {
        "check": True,
        "button": True,
        "string": True,
        "combo": default in choices,
        "spin": all(map(_NUMBER.fullmatch, (default, *bounds))),
    }
    if known.get(kind.strip()):
        return line
    return f"option name {option['name']} type string default {default}"
