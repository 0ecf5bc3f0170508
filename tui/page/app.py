"""The application in the page: its session in another worker, links, a user's own images."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from emu.errors import EmuError
from emu.files.programs import Source
from emu.files.statefile import Saved
from microchess.errors import MicroChessError
from microchess.game.session import Session
from microchess.machine.library import Library, default_folder
from microchess.machine.solver import PlayerSpec
from tui.page.beginning import begin
from tui.page.driver import Tell
from tui.page.links import fen_link, state_link
from tui.page.remote import Post, RemoteWorker
from tui.page.storage import StoredFolder
from tui.screen.app import MicroChessApp, Options
from tui.screen.browser import Uploaded
from tui.screen.commands import Everything
from tui.screen.palette import Entry
from tui.session import commands as c
from tui.session.snapshot import Handed, Heard, Notice
from tui.session.worker import Live

_LINK = "link"
"""Name of the state that is asked for to make a link of it."""
_PAINTED = 0.1
"""Seconds after which the screen has been drawn."""
_IMAGES = ".ptp,.hex,.s19,.srec,.bin,.rom,.txt,.wav"

_ENTRIES: tuple[Entry, ...] = (
    ("Link to the position", "an address that opens this page at it", "app.link_position"),
    ("Link to the machine", "an address with all of the KIM-1 in it", "app.link_machine"),
    ("Add your MicroChess or ROM", "your own copy; it stays in this browser", "app.ask_image"),
    ("Forget your images", "MicroChess and ROMs added in this browser", "app.forget_images"),
)


@dataclass(frozen=True)
class Page:
    """What the screen knows of the page: how to tell it something, how to reach the machine's
    worker, its address without a fragment, the fragment it was opened with, and whether it keeps
    the session.
    """

    tell: Tell
    post: Post
    address: str = ""
    fragment: str = ""
    keeps: bool = True


class PageCommands(Everything):
    """What only a page can do."""

    def _entries(self) -> list[Entry]:
        return list(_ENTRIES)


class PageApp(MicroChessApp):
    """The full screen in *page*."""

    COMMANDS: ClassVar[set[Any]] = {Everything, PageCommands}

    def __init__(self, page: Page, spec: PlayerSpec, options: Options, link: Saved | None) -> None:
        super().__init__(replace(options, live=self._remote))
        self.page, self._spec = page, spec
        self.remote: RemoteWorker | None = None
        self._link = link
        self._stored = StoredFolder(
            default_folder(),
            lambda name, data: page.tell({"type": "keep", "name": name, "data": data}),
        )

    def _remote(self, *what: Any) -> Live:
        _, _, publish, setup, resume, path, speed = what
        begin = self._spec, setup, resume, path, speed
        self.remote = RemoteWorker(self.page.post, publish, begin)
        return self.remote

    def _offer(self, session: Session) -> None:
        """A page that is loaded again goes on with its session and asks nothing."""

    def _start(self, resume: Session | None) -> None:
        super()._start(resume)
        if self._link is not None and self.worker is not None:
            self.worker.ask(c.LoadState("the link", self._link))
            self._link = None

    def on_mount(self) -> None:
        """A session that could not be read was set aside."""
        self.call_later(self._stored.look)

    def _own_copy(self) -> str:
        return "; the original plays if you drop your copy here"

    # Links

    def action_link_position(self) -> None:
        """A link to the position."""
        if self.snapshot is not None:
            self._show_link(fen_link(self.snapshot.game.fen))

    def action_link_machine(self) -> None:
        """A link to the machine as it stands."""
        if self.worker is not None:
            self.worker.ask(c.HandState(_LINK))

    def _show_link(self, fragment: str) -> None:
        self.page.tell({"type": "link", "what": self.page.address + fragment})

    def hear(self, item: Notice | Handed | Heard) -> None:
        """As ever; but a state that was asked for as a link is one."""
        if isinstance(item, Handed) and item.name == _LINK:
            computer = self.snapshot is None or self.snapshot.game.computer
            self._show_link(state_link(item.text, computer))
        else:
            super().hear(item)

    # What needs a thread, which the page's Python has not

    def call_from_thread(self, callback: Any, *arguments: Any, **named: Any) -> Any:
        """Work for a thread is done at once, in this one; what it asks for follows in its turn."""
        self.call_later(callback, *arguments, **named)

    def action_tour(self) -> None:
        """The tour has a machine of its own."""
        self.notify("the tour does not run in a page; installed: microchess tour")

    def compare(self, *_: object) -> None:
        """The program of 1976 is not asked beside a game: that is a thread of its own."""

    def beside(self, business: Callable[[], None]) -> None:
        """There is no thread: the screen waits for it."""
        self.set_timer(_PAINTED, business)

    # A user's own images

    async def on_uploaded(self, event: Uploaded) -> None:
        """A dropped file may be the program of 1976, or a ROM of the KIM-1."""
        if (
            not event.ticket
            and event.data is not None
            and self._add(event.name, event.data) is None
        ):
            event.prevent_default()

    def action_ask_image(self) -> None:
        """Ask for the program of 1976, or a ROM."""
        if self.browser is not None:
            self.browser.take("Your copy of MicroChess, or a ROM of the KIM-1", _IMAGES, self._take)

    def _take(self, name: str, data: bytes) -> None:
        if fault := self._add(name, data):
            self.notify(fault, severity="error")

    def _add(self, name: str, data: bytes) -> str | None:
        """Keep an image; what speaks against it."""
        try:
            Library().add([Source(name, data)])
        except (MicroChessError, EmuError) as error:
            return str(error)
        self._begin_again()
        return None

    def action_forget_images(self) -> None:
        """Go back to our own program and ROM."""
        library = Library()
        try:
            for entry in library.entries():
                library.remove(entry.name)
        except MicroChessError as error:
            self.notify(str(error), severity="error")
        else:
            self._begin_again()

    def _begin_again(self) -> None:
        self._stored.look()
        self.page.tell({"type": "again"})


def application(page: Page) -> PageApp:
    """The application for a page, as its link and the images kept in the browser have it."""
    start = begin(page.fragment, page.keeps)
    options = Options(
        start.player,
        start.spec.monitor,
        start.setup,
        start.path,
        speed=start.speed,
        notes=start.notes,
    )
    return PageApp(page, start.spec, options, start.state)
