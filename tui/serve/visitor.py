"""Who a page says it is; nothing of it is trusted."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass

_BROWSER = re.compile(r"[0-9a-f]{32}")
_TAB = re.compile(r"[0-9]{1,4}", re.ASCII)


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
        if tab and not _TAB.fullmatch(tab):
            raise Malformed(f"{tab[:20]!r} is not a number of at most four digits")
        return cls(_hidden(browser), int(tab) if tab else None)


def _hidden(browser: str) -> str:
    """A name for files, from which the id cannot be told."""
    return hashlib.sha256(browser.encode()).hexdigest()[:32]
