"""The machine's side of the page: a live session, reached by JSON alone."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from emu.errors import EmuError
from microchess.errors import MicroChessError
from microchess.game.session import KeptSession
from microchess.machine.library import default_folder
from tui.page import asking
from tui.page.beginning import PageStart, begin, hello
from tui.page.dropped import take
from tui.page.encode import Changes, message
from tui.page.game import PageGame
from tui.page.images import PageImages
from tui.page.later import Later, More
from tui.page.links import fen_link, state_link
from tui.page.messages import Link, PanelFocus, PanelPlay
from tui.page.panels import PagePanels
from tui.page.storage import Store, StoredFolder
from tui.panels.panel import (
    Effect,
    Focus,
    FrontEnd,
    LookBack,
    MadeFile,
    OtherProgram,
    PanelWork,
    PlayBack,
)
from tui.session import faults
from tui.session.considered import arrows_at
from tui.session.host import LoopHost
from tui.session.play import Play
from tui.session.review import advised
from tui.session.session import VERBS as SESSION_VERBS
from tui.session.session import Session
from tui.session.snapshot import Ended, Handed, Heard, Item, Notice, Snapshot
from tui.session.timetravel import TimeTravel
from tui.session.values import Count
from tui.session.verbs import Asked, control, verbs_of
from tui.session.words import EARLIER, Words, as_looked_at, bar, what_is_odd, with_controls

Told = Callable[[str], None]
"""Takes a message for the page, as JSON."""
BUTTONS = {
    "go on": "“Go on”", "let it move": "“Let it move”", "stop": "“Stop”", "now": "“Back to now”",
    "pause": "“Pause”", "step out": "“Step out”", "load": "“Load”", "reset": "“RS”, then “RUBOUT”",
    "play on": "“Go on from here”", "next puzzle": "“New game”, “Beat it from here”",
}  # fmt: skip
"""What `with_controls` calls things here."""
_SETTING_UP = "setting up a position: Done plays on from it"
_LINK = "link"
"""Name of the state that is asked for to make a link of it."""


class Desk:
    """A session for a page, on the running event loop; *tell* takes JSON for the page. *changed* is
    called when a file of the session was written, or images were added or forgotten. *more* fetches
    the modules of panels, where they are not at hand. *offers*: the images are
    those of the computer that serves the page.
    """

    def __init__(
        self,
        tell: Told,
        start: PageStart,
        changed: Callable[[], None],
        more: More | None = None,
        offers: bool = False,
    ) -> None:
        self._tell = tell
        self._changes = Changes()
        self._latest: Snapshot | None = None
        self._looking: int | None = None
        self._say(hello(start))
        self._player = start.player
        self.session = Session(
            start.player,
            start.spec.monitor,
            self._published,
            start.setup,
            start.state,
            start.path,
            start.speed,
            LoopHost(),
        )
        self.session.runner.autosave.written = changed
        later = Later(more, lambda text: self._notice(text, "error"))
        kept = start.state.settings if isinstance(start.state, KeptSession) else {}
        self._panels = PagePanels(later, self._carry_out, lambda: self._seen, self._show, kept)
        self._images = PageImages(offers, changed, self._say)
        self._game = PageGame(lambda: self._now, self.session.ask, self._say, self._show)
        owners = self, self._game, self._images, self._panels
        self._owners: dict[type, object] = {type(one): one for one in owners}

    @classmethod
    def in_browser(
        cls,
        tell: Told,
        store: Store,
        fragment: str = "",
        keeps: str = "",
        more: More | None = None,
        offers: bool = False,
    ) -> Desk:
        """A session for a page that *store* keeps its files in; *fragment* is that of its address;
        *keeps*: why the session is not kept, empty where it is.
        """
        stored = StoredFolder(default_folder(), store)
        start = begin(fragment, keeps)
        desk = cls(tell, start, stored.look, more, offers)
        stored.look()
        return desk

    def start(self) -> None:
        """Begin."""
        self.session.start()

    def hear(self, text: str) -> None:
        """The page asks for something, in JSON; what is wrong with it is told."""
        with self._asked():
            name, values = asking.request(text)
            verb = asking.found(name, VERBS)
            read = asking.checked(verb, values)
            if (owner := self._owners.get(verb.owner)) is not None:
                verb.method(owner, *read)
            elif (asked := verb(*read)).is_move and (why := self._not_now):
                self._notice(why, "warning")
            else:
                self.session.ask(asked)

    def file(self, name: str, data: bytes) -> None:
        """A file that was given to the page; what it is decides what becomes of it."""
        with self._asked():
            game = self._now.game
            if self._panels.take(name, data):
                return
            if (commands := take(name, data, game)) is None:
                self._images.add(name, data)
            for command in commands or ():
                self.session.ask(command)

    @contextmanager
    def _asked(self) -> Iterator[None]:
        try:
            yield
        except (MicroChessError, EmuError) as error:
            self._notice(str(error), "error")
        except Exception as error:  # noqa: BLE001 - whatever it is, the session goes on
            self._notice(faults.record(error), "error")

    # Outwards

    def _say(self, value: object) -> None:
        self._tell(message(value))

    def _notice(self, text: str, severity: Any = "information") -> None:
        text = with_controls(text, BUTTONS)
        self._say(Notice(text=text, severity=severity))

    def _published(self, item: Item) -> None:
        if isinstance(item, Snapshot):
            before, self._latest = self._latest, item
            if item.watching or (before and before.game.moves != item.game.moves):
                self._looking = None
            self._game.setting_up.follow(item.game)
            self._panels.follow(item)
            self._show()
        elif isinstance(item, Notice):
            self._notice(item.text, item.severity)
        elif isinstance(item, Handed) and item.name == _LINK:
            game = self._now.game
            link = state_link(item.text, game.computer, game.fen)
            self._say(Link(fragment=link))
        elif isinstance(item, Handed | Ended):
            self._say(item)
        elif isinstance(item, Heard):
            self._panels.heard(item)

    def _show(self) -> None:
        now, looking = self._now, self._looking
        placing = (what_is_odd(now.game) or _SETTING_UP) if self._sets_up else ""
        above = bar(now, BUTTONS, looking, placing)
        seen = self._seen
        now = replace(seen, game=now.game)  # its board goes back by itself
        words = Words.of(now, above)
        arrows = arrows_at(now) or self._panels.arrows(now)
        parts = {"words": words, "arrows": arrows, "looking": looking}
        self._tell(self._changes.of(now, parts, {"panels": self._panels.changes(seen)}))

    def _carry_out(self, panel: str, effect: Effect) -> None:
        match effect:
            case Notice(text, severity):
                self._notice(text, severity)
            case Handed() | MadeFile():
                self._say(effect)
            case Focus(block):
                self._say(PanelFocus(panel=panel, block=block))
            case PlayBack(block):
                self._show()
                self._say(PanelPlay(panel=panel, block=block))
            case PanelWork(begin):
                self._go_on(panel, begin(self._player))
            case LookBack(half_moves):
                self.look(half_moves)
            case FrontEnd("new game"):
                self._say(PanelFocus(panel="beginning", block=""))
            case FrontEnd("board"):
                self._say(PanelFocus(panel="game", block=""))
            case OtherProgram():
                self._say(PanelFocus(panel="files", block=""))
            case FrontEnd("undo"):
                self._to_now()
                self.session.ask(Play.undo())
            case FrontEnd("advice"):
                self._to_now()
                self._say(advised(self._now.game))
            case FrontEnd("resign"):
                self.session.ask(Play.resign())
            case Asked():
                self.session.ask(effect)

    def _to_now(self) -> None:
        self.look(None)
        if self._now.watching:
            self.session.ask(TimeTravel.watch(None))

    def _go_on(self, panel: str, work: Iterator[Effect | None]) -> None:
        def piece() -> None:
            with self._asked():
                effect = next(work, self)
                if effect is self:
                    return
                if isinstance(effect, Effect):
                    self._carry_out(panel, effect)
                self._show()
                loop.call_soon(piece)

        loop = asyncio.get_running_loop()
        loop.call_soon(piece)

    # What the session does not do itself

    @property
    def _sets_up(self) -> bool:
        return self._game.setting_up.on

    @property
    def _seen(self) -> Snapshot:
        """What is on view: the present, or what is looked at."""
        return as_looked_at(self._now, self._looking, self._sets_up)

    @property
    def _now(self) -> Snapshot:
        if self._latest is None:
            raise MicroChessError("the machine is not ready yet")
        return self._latest

    @property
    def _not_now(self) -> str:
        """Why no move is made on what is on view; empty: one can be."""
        return _SETTING_UP if self._sets_up else EARLIER if self._looking is not None else ""

    @control
    def look(self, half_moves: Count | None) -> None:
        """The board shows the game after so many half-moves, null: as it is now."""
        there = half_moves is not None and half_moves < len(self._now.game.sans)
        self._looking = half_moves if there else None
        if there and self._now.watching:
            self.session.ask(TimeTravel.watch(None))
        self._show()

    @control
    def position_link(self) -> None:
        """A link to the position."""
        self._say(Link(fragment=fen_link(self._now.game.fen)))

    @control
    def machine_link(self) -> None:
        """A link to the machine."""
        self.session.ask(Play.hand_state(_LINK))


VERBS = SESSION_VERBS | {
    name: verb
    for kind in (Desk, PageGame, PageImages, PagePanels)
    for name, verb in verbs_of(kind).items()
}
"""What can be asked of a desk, by name."""
