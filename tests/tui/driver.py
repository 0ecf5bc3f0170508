"""Drives the application in tests: waits for snapshots, never for time."""

import asyncio
import threading
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import Any

import chess
import pytest
from textual import events
from textual._compositor import Compositor
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Button, Input, Label

from microchess.machine.player import janus
from microchess.program.levels import Level
from tests.patience import PATIENCE
from tui.screen.app import MicroChessApp, Options
from tui.screen.drawing.header import KEYS
from tui.screen.screens.ask import AskScreen
from tui.screen.screens.main import MainScreen
from tui.screen.widgets.block import BlockView
from tui.screen.widgets.board import BoardWidget
from tui.screen.widgets.keysline import KeysLine
from tui.screen.widgets.messageline import MessageLine
from tui.screen.widgets.topline import TopLine
from tui.session.host import Host
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.session import Session
from tui.session.snapshot import Activity, Ended, Handed, Heard, Notice, Snapshot
from tui.session.words import with_controls

FRAME = 0.25
"""Seconds between two pictures nobody waits for."""
FAST = NewGame(level=Level.SUPER_BLITZ)
AT_THE_KEYS = (Activity.KEYING, Activity.BY_HAND)


class Asked:
    """What sessions were asked for and have not answered yet. Keys that are pressed for it belong
    to the answer, a reply that follows does not.
    """

    def __init__(self) -> None:
        self._open: Counter[Host] = Counter()
        self._lock = threading.Lock()

    def __bool__(self) -> bool:
        with self._lock:
            return any(number > 0 for number in self._open.values())

    def _put(self, host: Host, number: int) -> None:
        with self._lock:
            self._open[host] += number

    @contextmanager
    def followed(self) -> Iterator[None]:
        """Count the commands of all sessions that begin within."""
        put, take, live = Host.put, Host.next, Session.life
        taken: set[Host] = set()
        sessions: dict[Host, Session] = {}

        def at_the_keys(host: Host, patience: float | None) -> bool:
            return patience == 0 and sessions[host].runner.activity in AT_THE_KEYS

        def counted(host: Host, command: Any) -> None:
            self._put(host, 1)
            put(host, command)

        async def next_one(host: Host, patience: float | None) -> Any:
            if host in taken and not at_the_keys(host, patience):
                taken.remove(host)
                self._put(host, -1)
            command = await take(host, patience)
            if command is not None:
                if host in taken:
                    self._put(host, -1)
                taken.add(host)
            return command

        async def to_the_end(session: Session) -> None:
            sessions[session.host] = session
            try:
                await live(session)
            finally:
                self._put(session.host, -(1 << 30))

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Host, "put", counted)
            patch.setattr(Host, "next", next_one)
            patch.setattr(Session, "life", to_the_end)
            yield


_show = MainScreen.show


class DrivenApp(MicroChessApp):
    """The application, with an ear for what arrives."""

    def __init__(self, options: Options) -> None:
        super().__init__(options)
        self.animation_level = "none"
        self.news = asyncio.Condition()
        self.notices: list[Notice] = []
        self.asked = Asked()
        self.faults: list[BaseException] = []

    def survive(self, error: BaseException) -> None:
        self.faults.append(error)
        super().survive(error)

    async def tell_all(self) -> None:
        """Something has arrived."""
        async with self.news:
            self.news.notify_all()

    def hear(self, item: Notice | Handed | Heard | Ended) -> None:
        if isinstance(item, Notice):
            self.notices.append(replace(item, text=with_controls(item.text, KEYS)))
            self.call_later(self.tell_all)
        super().hear(item)


def _show_and_tell(main: MainScreen, fresh: deque[Snapshot]) -> None:
    _show(main, fresh)
    main.application.call_later(main.application.tell_all)


def _told(app: DrivenApp) -> str:
    """What was there instead."""
    s = app.snapshot
    if s is None:
        return "nothing"
    said = [one.text for one in app.notices[-5:]]
    return f"{s.activity}, halt {s.halt!r}, breakpoints {s.breakpoints}, said {said}, {s.game}"


class Driver:
    """An application that runs, and the pilot at its keys."""

    def __init__(self, app: DrivenApp, pilot: Pilot[Any]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def now(self) -> Snapshot:
        """What is shown."""
        assert self.app.snapshot is not None
        return self.app.snapshot

    async def until(self, wanted: Callable[[Snapshot], bool]) -> Snapshot:
        """The first snapshot that is as wanted."""
        app = self.app

        def there() -> bool:
            return app.snapshot is not None and wanted(app.snapshot)

        async with app.news:
            try:
                await asyncio.wait_for(app.news.wait_for(there), PATIENCE)
            except TimeoutError:
                pytest.fail(f"never came; last {_told(app)}")
        await self.pilot.pause()
        assert app.snapshot is not None
        return app.snapshot

    async def seen(self, wanted: Callable[[], bool]) -> None:
        """Wait until something is there that Textual puts on the screen in its own time."""
        async with asyncio.timeout(PATIENCE):
            while not wanted():
                await asyncio.sleep(0.01)
                await self.pilot.pause()

    async def click(self, widget: str | Widget, offset: tuple[int, int] = (0, 0)) -> None:
        """Click a widget (its middle, or *offset*) as soon as it is there and nothing covers it."""

        async def hit() -> bool:
            await self.pilot.pause()
            there = not isinstance(widget, str) or bool(self.app.screen.query(widget))
            return there and await self.pilot.click(widget, offset)

        async with asyncio.timeout(PATIENCE):
            while not await hit():
                await asyncio.sleep(0.01)
        await self.pilot.pause()

    async def press_button(self, panel: str, label: str) -> None:
        """Click the button of that label in a panel of blocks."""
        buttons = self.app.main.query_one(f"#{panel}-buttons", BlockView)

        def place() -> tuple[int, int] | None:
            places = ((s.text.find(f" {label} "), y) for y, s in enumerate(buttons.strips))
            return next(((x + 1, y) for x, y in places if x >= 0), None)

        await self.seen(lambda: place() is not None)
        await self.click(buttons, offset=place() or (0, 0))

    def drawn(self, block: str) -> list[str]:
        """The lines of a block; *block* is the names of its panel and its own with a hyphen."""
        return [strip.text for strip in self.app.main.query_one(f"#{block}", BlockView).strips]

    def cell(self, square: chess.Square) -> tuple[int, int]:
        """The middle of a square, from the board's corner."""
        picture = self.app.main.query_one(BoardWidget).picture
        for y in range(picture.scale.rows):
            for x in range(picture.scale.columns):
                if picture.square_at(x, y) == square:
                    return x + picture.scale.width // 2, y + picture.scale.height // 2
        raise AssertionError(square)

    async def click_square(self, name: str) -> None:
        """Click the middle of a square."""
        await self.click("#board", offset=self.cell(chess.parse_square(name)))

    async def drag(self, square: str, goal: tuple[int, int]) -> None:
        """Drag what stands on a square to a place, from the board's corner."""
        await self.pilot.mouse_down("#board", offset=self.cell(chess.parse_square(square)))
        await self.pilot.hover("#board", offset=goal)
        await self.pilot.mouse_up("#board", offset=goal)

    def burst(self, keys: str) -> None:
        """Keys that are all there before the first is looked at; a return is Enter."""
        names = {"\r": "enter", " ": "space", "/": "slash", "-": "minus"}
        for key in keys:
            self.app.post_message(events.Key(names.get(key, key), key))

    async def hear(self, text: str) -> None:
        """Wait until something is said."""
        app = self.app
        async with app.news:
            await asyncio.wait_for(
                app.news.wait_for(lambda: any(text in n.text for n in app.notices)), PATIENCE
            )
        await self.pilot.pause()

    @property
    def said(self) -> str:
        """What stands beside the move line."""
        return self.app.main.query_one(MessageLine).text

    @property
    def header(self) -> str:
        """The line above all."""
        return self.app.main.query_one(TopLine).strips[0].text

    @property
    def footer(self) -> str:
        """The keys that are named below."""
        return self.app.main.query_one(KeysLine).strips[0].text

    @property
    def refused(self) -> str:
        """Why the dialog in front did not take its line, which it still holds."""
        dialog = self.app.screen
        assert isinstance(dialog, AskScreen)
        assert dialog.query_one(Input).value
        told = dialog.query_one("#told", Label)
        return str(told.render()) if told.has_class("-fault") else ""

    async def answer(self, text: str) -> None:
        """Give the line that a dialog asks for, as soon as one does."""
        await self.seen(lambda: bool(self.app.screen.query("AskScreen Input")))
        self.app.screen.query_one(Input).value = text
        await self.pilot.press("enter")

    async def show_panel(self, name: str) -> None:
        """Bring a panel up, with what the session says to that."""
        before = self.app.snapshot
        await self.app.main.show_panel(name)
        await self.until(lambda s: s is not before)

    async def your_move(self, plies: int | None = None) -> Snapshot:
        """Wait until the person is to move, after so many plies."""
        return await self.until(
            lambda s: (
                s.activity is Activity.WAITING
                and s.game.players_turn
                and (plies is None or len(s.game.sans) == plies)
            )
        )

    async def begin_anew(self, setup: NewGame = FAST) -> Snapshot:
        """Another game, in which it is the person's move."""
        before = self.now.game.begun
        self.app.main.ask(Play.start_game(setup))
        await self.until(lambda s: s.game.begun != before)
        return await self.your_move()

    async def play(self, move: str, plies: int) -> Snapshot:
        """Type a move, and wait for the reply: so many plies have been made then."""
        await self.pilot.press(*move, "enter")
        return await self.your_move(plies)


async def settled(app: DrivenApp) -> None:
    """Everything there is to do is done: the session has answered all it was asked, the screens
    know the terminal's size, every task of the event loop waits for something from outside, and
    what changed is laid out and painted.
    """
    ready = asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
    while True:
        await asyncio.sleep(0)
        if ready:
            continue
        if app.asked or app._resize_timer is not None:
            await asyncio.sleep(0.001)
            continue
        app.screen._on_timer_update()
        if not ready:
            return


_paint = Compositor.render_update


def painted_if_asked(compositor: Compositor, full: bool = False, **how: Any) -> object:
    """The picture if a whole one is asked for; what has changed counts as drawn."""
    if full:
        return _paint(compositor, full, **how)
    compositor._dirty_regions.clear()
    return None


_parse, _PARSED = Stylesheet._parse_rules, dict[Any, list[RuleSet]]()


def parsed_once(sheet: Stylesheet, *source: Any, **how: Any) -> list[RuleSet]:
    """The rules in *source* with the colours of the sheet's theme."""
    key = source, *how.items(), *sheet._variables.items()
    if key not in _PARSED:
        _PARSED[key] = _parse(sheet, *source, **how)
    return _PARSED[key]


@asynccontextmanager
async def running(
    size: tuple[int, int] = (80, 24), kind: type[DrivenApp] = DrivenApp, **options: Any
) -> AsyncIterator[Driver]:
    """The application, of that *kind*, on a screen of that size, at full speed; where no session is
    kept it is the person's move.

    Where Textual's pilot waits for the processor to be idle by the clock, this one's waits until
    nothing is left to do. Nobody looks at the terminal: nothing is painted but pictures that are
    asked for and what is there at the end, style sheets are parsed once for all applications, and a
    button can be pressed again at once, not only after its 0.2 s of looking pressed.
    """
    app = kind(Options(janus(), **{"setup": FAST, "speed": None, **options}))

    async def wait(*_: object) -> bool:
        await settled(app)
        return True

    with app.asked.followed(), pytest.MonkeyPatch.context() as patch:
        patch.setattr("textual.app.wait_for_idle", wait)
        patch.setattr("textual.pilot.wait_for_idle", wait)
        patch.setattr(Pilot, "_wait_for_screen", wait)
        patch.setattr("textual.screen.UPDATE_PERIOD", FRAME)
        patch.setattr(Compositor, "render_update", painted_if_asked)
        patch.setattr(Stylesheet, "_parse_rules", parsed_once)
        patch.setattr(Button, "_start_active_affect", lambda _: None)
        patch.setattr(MainScreen, "show", _show_and_tell)
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            if "save_path" not in options:
                await driver.your_move()
            yield driver
            for fault in app.faults:
                raise fault
            if app.is_running:
                _paint(app.screen._compositor, True, screen_stack=app._background_screens)
