"""Programs and ROMs that are given to the page."""

from __future__ import annotations

from collections.abc import Callable

from emu.errors import ProgramFileError
from emu.files.programs import Source
from microchess.errors import ImageError, MicroChessError
from microchess.machine.library import Library
from microchess.machine.sources import ANYWAY
from tui.page.messages import Again
from tui.session.verbs import control

_TAKEN = (
    "games (.pgn), saved machines (.kim-state), tapes (.wav), MicroChess (its author's listing, "
    "hex dump, paper tape, Intel HEX, S-records), KIM-1 ROMs"
)
"""Files for the page."""


class PageImages:
    """Adds and forgets them; *changed* is called then, and the page is told, by *say*, to begin
    again. *offers*: they are those of the computer that serves the page.
    """

    def __init__(
        self, offers: bool, changed: Callable[[], None], say: Callable[[object], None]
    ) -> None:
        self._offers, self._changed, self._say = offers, changed, say

    def add(self, name: str, data: bytes) -> None:
        self._check_changes(name)
        try:
            Library().add([Source(name, data)])
        except (ImageError, ProgramFileError) as error:
            if isinstance(error, ImageError) and data.isascii():
                raise MicroChessError(str(error).removesuffix(ANYWAY)) from None
            why = error if data.isascii() else f"nothing here can use {name}"
            raise MicroChessError(f"{why}; the page takes {_TAKEN}") from None
        self._changed()
        self._say(Again())

    @control
    def forget_images(self) -> None:
        """Forget programs and ROMs."""
        self._check_changes("images")
        library = Library()
        for entry in library.entries():
            library.remove(entry.name)
        self._changed()
        self._say(Again())

    def _check_changes(self, what: str) -> None:
        if self._offers:
            raise MicroChessError(
                f"{what}: programs and ROMs are those of the computer that serves this page, where "
                "microchess image fetches, adds and removes them"
            )
