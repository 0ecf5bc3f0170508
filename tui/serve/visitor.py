"""Who a page says it is, and what it says; nothing of it is trusted."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any

from tui.serve import limits

_BROWSER = re.compile(r"[0-9a-f]{32}")
_UNPRINTABLE = re.compile(r"[^\w .+@()-]")
_LONGEST_NAME = 80


class Malformed(Exception):
    """What a page of ours would not say."""


@dataclass(frozen=True)
class Visitor:
    """A browser by the id it drew, and which of its tabs, None: a new one."""

    browser: str
    tab: int | None

    @classmethod
    def of(cls, query: Mapping[str, str]) -> Visitor:
        """The visitor a query names.

        Raises Malformed.
        """
        browser, tab = query.get("browser", ""), query.get("tab", "")
        if not _BROWSER.fullmatch(browser):
            raise Malformed("the address does not say which browser this is")
        if not tab:
            return cls(_hidden(browser), None)
        return cls(_hidden(browser), small_number(tab))


def _hidden(browser: str) -> str:
    """A name for files, from which the id cannot be told."""
    return hashlib.sha256(browser.encode()).hexdigest()[:32]


def small_number(text: object) -> int:
    """A number of at most four digits, as text or not.

    Raises Malformed.
    """
    if not re.fullmatch(r"[0-9]{1,4}", str(text), re.ASCII):
        raise Malformed(f"{str(text)[:20]!r} is not a number of at most four digits")
    return int(str(text))


def terminal_size(given: Mapping[str, Any]) -> tuple[int, int]:
    """Columns and lines of ``width`` and ``height``, clamped.

    Raises Malformed.
    """
    width, height = small_number(given.get("width")), small_number(given.get("height"))
    (narrowest, widest), (lowest, highest) = limits.COLUMNS, limits.LINES
    return max(narrowest, min(widest, width)), max(lowest, min(highest, height))


def message(text: str) -> tuple[str, Any]:
    """Kind and contents of what the page says.

    Raises Malformed.
    """
    try:
        envelope = json.loads(text)
    except (ValueError, RecursionError):
        raise Malformed("the page sent something that cannot be read") from None
    match envelope:
        case [str(kind), *rest] if len(rest) <= 1:
            return kind, rest[0] if rest else None
    raise Malformed("the page sent no message of this program")


def file_name(given: str) -> str:
    """A name without any folder and odd characters, for people to read."""
    name = PureWindowsPath(PurePosixPath(given).name).name
    return _UNPRINTABLE.sub("_", name)[-_LONGEST_NAME:].lstrip(".") or "file"
