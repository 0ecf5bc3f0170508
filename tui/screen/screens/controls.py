"""Small things: speed, level, pause, who moves, the bell, the way the board lies."""

from __future__ import annotations

from functools import partial

from tui.screen.screens.ask import confirm
from tui.screen.screens.setup import SetUp
from tui.screen.screens.view import MainView
from tui.session.autosave import Autosave
from tui.session.debugger import Debugger
from tui.session.play import Play
from tui.session.snapshot import Activity, GameView


class Controls:
    """What can be done to the session of *view* without more being asked."""

    def __init__(self, view: MainView, set_up: SetUp) -> None:
        self._view, self._set_up = view, set_up
        self.bell_on = False
        self.suspend = partial(view.say, "u takes back; Ctrl+Q leaves", "warning")
        self.type = partial(view.focus, view.move_line)

    def change_pace(self) -> None:
        """The pace of 1976, or full speed."""
        full = self._view.shown.speed == 1.0
        self._view.ask(Debugger.set_speed(None if full else 1.0))

    def pause(self) -> None:
        """Hold the machine, or let it go on."""
        held = self._view.shown.activity is Activity.HELD
        self._view.ask(Debugger.go_on() if held else Debugger.pause())

    def resign(self) -> None:
        """Give up, after a question."""
        view = self._view
        resign = partial(view.ask, Play.resign())
        confirm(view.application, "Resign", "Give this game up?", "Play on", resign)

    def change_bell(self) -> None:
        """A bell when MicroChess has moved, or none."""
        self.bell_on = not self.bell_on
        self._view.ask(Autosave.remember((("bell", "yes" if self.bell_on else "no"),)))
        self._view.say("the bell rings when MicroChess has moved" if self.bell_on else "no bell")

    def ring(self, before: GameView, after: GameView) -> None:
        """Ring if the program has just moved."""
        moved = len(after.sans) > len(before.sans) and after.players_turn and not after.both
        if self.bell_on and moved:
            self._view.application.bell()

    def flip(self) -> None:
        """Turn the board."""
        view = self._view
        view.board.flipped = not view.board.flipped
        view.ask(Autosave.remember((("flipped", "yes" if view.board.flipped else "no"),)))
        self._set_up.show_off_board(view.shown.game)

    async def ask_why(self) -> None:
        """Why the last move was made; once that is seen, where a counter has its value from."""
        if "thinking" in self._view.panels.up:
            await self._view.panels["thinking"].run_action("act('why')")
        else:
            await self._view.show_panel("thinking")

    async def do_in_panel(self, name: str, action: str) -> None:
        """An action of a panel, which comes up."""
        await self._view.show_panel(name)
        await self._view.panels[name].run_action(action)

    def turn_page(self, by: int) -> None:
        """Scroll the first panel that is seen and has more, else the moves or their review."""
        panels = self._view.panels
        any(panels[name].page(by) for name in (*panels.up, "game"))

    def help(self) -> None:
        """Explanations, and every key."""
        from tui.screen.screens.help import HelpScreen

        view, screen = self._view, self._view.screen
        around = (view.focused or screen).ancestors_with_self
        helps = (getattr(node, "HELP", None) for node in around)
        texts = [text for text in helps if isinstance(text, str)]
        about = getattr(view.panels.top, "HELP", "")
        if about and about not in texts:
            texts.insert(len(texts) if view.entry.name == "game" else 0, about)
        view.application.push_screen(HelpScreen(texts, screen.active_bindings.values()))
