"""What is fetched when it is first wanted."""

import asyncio
from collections.abc import Awaitable, Callable

from emu.errors import EmuError
from microchess.errors import MicroChessError

More = Callable[[], Awaitable[None]]
"""Fetches the modules that a game does not need. Raises Exception where it cannot."""


class Later:
    """Does what needs modules that *more* fetches, None: they are at hand; *fault* is told what is
    wrong.
    """

    def __init__(self, more: More | None, fault: Callable[[str], None]) -> None:
        self._more, self._fault = more, fault
        self._coming: asyncio.Future[None] | None = None

    def do(self, what: Callable[[], None]) -> None:
        """Now, or when they are here."""
        if self._more is None:
            what()
            return
        if self._coming is None:
            self._coming = asyncio.ensure_future(self._more())
        self._coming.add_done_callback(lambda came: self._after(came, what))

    def _after(self, came: asyncio.Future[None], what: Callable[[], None]) -> None:
        if (error := came.exception()) is not None:
            self._coming = None
            why = str(error).strip().rpartition("\n")[2]
            self._fault(
                f"this cannot be opened: {why}. There is no network, or the page has become "
                "another one: then load it again"
            )
            return
        self._more = None
        try:
            what()
        except (MicroChessError, EmuError) as told:
            self._fault(str(told))
