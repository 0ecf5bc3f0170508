"""The application: it starts the live session, hands its snapshots to the screen, and ends it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import chess
from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.widgets import Input
from textual.worker import WorkerFailed

from microchess.errors import MicroChessError
from microchess.game.session import KeptSession
from microchess.machine.library import Library
from microchess.machine.player import Player
from microchess.machine.solver import PlayerSpec
from microchess.machine.twin import TwinPlayer
from tui.screen.drawing.colors import KIM, MONO, THEMES
from tui.screen.heap import give_back
from tui.screen.patches import NoControls, patch
from tui.screen.screens.ask import ChooseScreen, PickScreen
from tui.screen.screens.dialog import Dialog, ask
from tui.screen.screens.look import APP_LOOK
from tui.screen.screens.main import MainScreen
from tui.screen.signals import end_anyway, leave_on_signals
from tui.session import faults
from tui.session.autosave import ORIGINAL, Autosave, save_path, saved_session
from tui.session.host import Host
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.session import Session
from tui.session.snapshot import Ended, Handed, Heard, Item, Notice, Snapshot
from tui.session.thought_words import JANUS
from tui.session.words import with_controls

_GLANCE, _PATIENCE = 0.005, 60
"""Seconds between two looks for the first snapshot, and how many looks there are."""


@dataclass(frozen=True)
class Options:
    """How the application starts. ``save_path`` None: nothing is kept; ``asked``: a game like
    ``setup`` begins in a kept session too.
    """

    player: Player
    monitor: bytes | None = None
    setup: NewGame = field(default_factory=NewGame)
    save_path: Path | None = None
    ascii_only: bool = False
    speed: float | None = 1.0
    keymap: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    asked: bool = False


class MicroChessApp(App[None]):
    """The machine, the game and the screen together."""

    TITLE = "MicroChess on the KIM-1"
    CSS = APP_LOOK
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "command_palette", "Commands", id="app.commands", priority=True),
        Binding("ctrl+q", "quit", "Quit", id="app.quit", priority=True),
    ]

    def __init__(self, options: Options) -> None:
        super().__init__()
        self.options = options
        self.session: Session | None = None
        self._fresh: deque[Snapshot] = deque(maxlen=1)
        """The one to be shown next; a still newer one takes its place."""
        give_back()
        patch()
        for theme in THEMES:
            self.register_theme(theme)
        self.set_reactive(App.theme, (MONO if self.no_color else KIM).name)
        self.stylesheet.set_variables(self.get_css_variables())

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Textual's own, and one more."""
        return (*super().get_line_filters(), NoControls())

    def on_mount(self) -> None:
        """Show the board, then offer the last session."""
        if not self.is_headless:
            leave_on_signals(self._leave)
            # of 256 colours those that are dimmed become others, not darker ones
            self.set_class(self.console.color_system != "truecolor", "-few-colors")
        self.set_class(self.options.ascii_only, "-ascii")
        if self.options.keymap:
            self.set_keymap(self.options.keymap)
        self.push_screen(self._board())
        for note in self.options.notes:
            super().notify(note, markup=False)
        self._begin()

    def _board(self) -> MainScreen:
        self.main = MainScreen(self._show_first)
        return self.main

    def _begin(self) -> None:
        """Go on with the session that is kept, else begin one."""
        path = self.options.save_path
        if path is not None and not path.exists():
            self.main.call_after_refresh(self.main.study.captions)
        session = self._saved(path) if path else None
        if session is not None:
            record = session.now.record
            done = record.plies or session.past or session.settings.get("asked")
            if not (done or record.board.fen() != chess.STARTING_FEN):
                session = None  # nothing was done in it
        self._start(session)
        if session is not None and self.options.asked and self.session is not None:
            self.session.ask(Play.start_game(self.options.setup))
        elif session is not None:
            self._offer(session)

    @property
    def other(self) -> PlayerSpec | None:
        """The program that could play in place of this one: a copy of 1976, or Janus."""
        title, monitor = self.options.player.title, self.options.monitor
        if isinstance(self.options.player, TwinPlayer):
            return None
        if title != JANUS:
            return PlayerSpec("rom", monitor=monitor)
        try:
            program = Library().program()
        except MicroChessError as error:
            self.notify(str(error), severity="error")
            return None
        return PlayerSpec(ORIGINAL, program, monitor) if program else None

    async def play_against(self, other: PlayerSpec, setup: NewGame) -> None:
        """Keep this session, and have that of another program in its place."""
        if self.session is not None:
            self.session.stop()
        player, path = other.player(), save_path(other) if self.options.save_path else None
        assert player is not None
        speed = None if other.name == ORIGINAL else 1.0
        self.options = replace(
            self.options, player=player, setup=setup, save_path=path, speed=speed
        )
        await self.switch_screen(self._board())
        self._begin()

    def action_change_theme(self) -> None:
        """Let one be chosen."""
        themes = sorted(self.available_themes.items())
        choices = [(name, name if one.dark else f"{name} (light)") for name, one in themes]
        ask(self, PickScreen("Theme", choices, self.theme), partial(setattr, self, "theme"))

    def beside(self, business: Callable[[], None]) -> None:
        """Do what takes a second while the screen goes on."""
        self.run_worker(business, thread=True, group="beside")

    def _saved(self, path: Path) -> KeptSession | None:
        session, fault = saved_session(path)
        if fault:
            how: dict[str, Any] = {"severity": "error", "timeout": 20, "markup": False}
            super().notify(fault, title="The last session is lost", **how)
        return session

    def _offer(self, session: KeptSession) -> None:
        """Go on with it, or begin another game; behind the question it is there already."""
        now = session.now.record
        mine = chess.COLOR_NAMES[not now.computer].capitalize()
        ended, move = now.verdict(), now.board.fullmove_number
        how = f". The game is over: {ended}." if ended else f"; move {move}."

        async def chosen(answer: str) -> None:
            if answer == "new":
                await self.main.games.offer()

        choices = (("resume", "Look at it" if ended else "Go on"), ("new", "New game"))
        text = f"You have {mine}{how}"
        ask(self, ChooseScreen("Your last session", text, choices, "resume"), chosen)

    def _start(self, resume: KeptSession | None) -> None:
        if resume is not None:
            theme = resume.settings.get("theme")
            if isinstance(theme, str) and theme in self.available_themes and not self.no_color:
                self.theme = theme
            turned = {"flipped": "no"} if self.options.asked else {}
            self.main.restore({**resume.settings, **turned})
        what = self.options
        self.session = Session(
            what.player,
            what.monitor,
            self.publish,
            what.setup,
            resume,
            what.save_path,
            what.speed,
            Host(self.main.view.asked),
        )
        self.session.start()

    def publish(self, item: Item) -> None:
        """Called in the worker's thread: shows *item* soon. Of snapshots only the newest is shown,
        but none before what was said earlier.
        """
        if isinstance(item, Snapshot):
            self._fresh.append(item)
            self.call_later(self.main.show, self._fresh)
        else:
            self._fresh = deque(maxlen=1)
            self.call_later(self.hear, item)

    @property
    def snapshot(self) -> Snapshot | None:
        """What is shown."""
        return self.main.view.snapshot if hasattr(self, "main") else None

    async def _show_first(self) -> None:
        """Show the first snapshot with the first picture, if it comes soon."""
        for _ in range(_PATIENCE):
            if not self._fresh and self.snapshot is None:
                await asyncio.sleep(_GLANCE)
        if self.snapshot is None:
            self.main.show(self._fresh)

    async def on_event(self, event: events.Event) -> None:
        """What is typed on the main screen is taken in the order of the keys, before the next one
        is looked at.
        """
        key = event if isinstance(event, events.Key) and not event.is_forwarded else None
        typing = key is not None and self.screen_stack and self.screen is self.main
        if not (key is not None and typing and await self.main.typing.hear_key(key)):
            await super().on_event(event)

    def notify(self, message: str, **how: Any) -> None:
        """Beside the move line; as a toast where another screen is in its place."""
        main: MainScreen | None = getattr(self, "main", None)
        if main is not None and (self.screen is main or self.screen.is_modal):
            title = how.get("title")
            main.view.say(f"{title}: {message}" if title else message, how.get("severity", ""))
        else:
            super().notify(message, **how | {"markup": False})

    def _handle_exception(self, error: Exception) -> None:
        """Once there is a game it goes on; Textual would end the program."""
        if self.snapshot is None:
            super()._handle_exception(error)
        else:
            self.survive(error.error if isinstance(error, WorkerFailed) else error)

    def survive(self, error: BaseException) -> None:
        """It is logged, and told where that is."""
        told = faults.record(error)
        if self.is_running:
            self.call_later(partial(self.notify, told, severity="error"))

    def action_help_quit(self) -> None:
        """Ctrl+C leaves other programs."""
        self.notify("Ctrl+Q leaves MicroChess")

    def hear(self, item: Notice | Handed | Heard | Ended) -> None:
        """Say it; keep a file; take a recording."""
        if isinstance(item, Notice):
            self.main.view.say(with_controls(item.text, self.main.view.keys), item.severity)
            if item.severity != "information":
                self.main.typing.refused()
        elif isinstance(item, Ended):
            self.main.view.say(f"the machine has stopped: {item.why}", "error")
        elif isinstance(item, Heard):
            self.main.view.panels.take_heard(item)
        else:
            self.main.files.take_handed(item)

    def watch_theme(self) -> None:
        """Colours of what is drawn change with the theme."""
        if self.snapshot is not None:
            self.main.recolor()
        if self.session is not None:
            self.session.ask(Autosave.remember((("theme", self.theme),)))

    async def action_command_palette(self) -> None:  # type: ignore[override]
        """Everything by name; the next key is heard when there is a line to type it into."""
        from tui.screen.commands import CommandsScreen, offered
        from tui.screen.palette import entries

        if not isinstance(self.screen, CommandsScreen):
            try:
                every = offered(self.main)
            except Exception as error:  # noqa: BLE001 - what asks no panel is offered then
                self.survive(error)
                every = list(entries())
            palette = CommandsScreen(every)
            await ask(self, palette, self._chosen)
            palette.query_one(Input).focus()

    async def _chosen(self, action: str) -> None:
        """Do what the palette names: what was asked before it is withdrawn, as by Escape."""
        while isinstance(self.screen, Dialog):
            self.screen.action_leave()
        await self.main.do(action)

    async def action_quit(self) -> None:
        """Leave; what is to become of a position that is half set up is asked first, once."""
        if self.screen is self.main:
            await self.main.set_up.leave(super().action_quit)
        else:
            self.main.set_up.take_back()
            await super().action_quit()

    def _leave(self, code: int) -> None:
        """Keep the session first: the terminal may be gone already."""
        self.main.set_up.take_back()
        if self.session is not None:
            self.session.stop()
        end_anyway(code)
        self.exit(return_code=code)

    def on_unmount(self) -> None:
        """Nothing is left running."""
        if self.session is not None:
            self.session.stop()
