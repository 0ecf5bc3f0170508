"""What is done in a panel: its effects are carried out, and what it asks is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from emu.errors import EmuError
from emu.files.reading import read_bytes
from microchess.errors import MicroChessError
from tui.panels.panel import (
    Act,
    AskFile,
    AskLine,
    Done,
    Effect,
    Focus,
    FrontEnd,
    LookBack,
    MadeFile,
    OtherProgram,
    PanelWork,
    Pick,
    PlayBack,
    effects,
)
from tui.screen.screens.ask import AskScreen, PickScreen
from tui.screen.screens.dialog import ask
from tui.screen.screens.paths import open_file, save_file
from tui.session.snapshot import Handed, Notice
from tui.session.verbs import Asked
from tui.session.words import with_controls


class Doing:
    """Carries out on the main screen what happens in a *panel*, a `BlocksWidget`."""

    def __init__(self, panel: Any) -> None:
        self._panel = panel

    @property
    def _app(self) -> Any:
        """`tui.screen.app.MicroChessApp`."""
        return self._panel.app

    def act(self, act: Act) -> None:
        """Do something, or say why not."""
        panel = self._panel
        if act.off:
            panel.notify(act.off, severity="warning")
            return

        def do(*answer: Any) -> None:
            self.do(lambda: act.do(*answer))

        match act.asks:
            case None:
                do()
            case Pick(title, options, now):
                ask(self._app, PickScreen(title, options, now), do)
            case AskLine():
                self.ask_line(act.asks, act.do)
            case AskFile(title, read, suffix, most):
                open_file(
                    panel,
                    title,
                    lambda path: list(effects(act.do(read(path, read_bytes(path, most))))),
                    lambda found: self.do(lambda: found),
                    suffix,
                )

    def ask_line(self, asks: AskLine, do: Callable[[str], Done]) -> None:
        """The dialog stays where what is typed is refused."""
        title, hint, now = asks
        screen = AskScreen(title, hint, lambda text: list(effects(do(text))), now)
        ask(self._app, screen, lambda found: self.do(lambda: found))

    def do(self, what: Callable[[], Done]) -> None:
        """Carry it out; the panel is shown again."""
        panel, main = self._panel, self._app.main
        if panel.snapshot is None:
            return
        main.view.said.acted()
        try:
            for one in effects(what()):
                self._carry_out(one)
        except (MicroChessError, EmuError) as error:
            panel.notify(str(error), severity="warning")
        panel.again()
        main.replayer.mark(main.view.shown)

    def _carry_out(self, one: Effect) -> None:
        panel, main = self._panel, self._app.main
        match one:
            case PanelWork(begin):
                self._app.beside(lambda: self._go_on(begin(self._app.options.player)))
            case PlayBack(""):
                panel.call_later(main.replayer.watch_reply)
            case PlayBack():
                main.replayer.stop()
                panel.call_later(main.replayer.press, "play")
            case LookBack(half_moves):
                main.study.look_at(half_moves)
            case FrontEnd(what):
                panel.call_later(main.do, what.replace(" ", "_"))
            case OtherProgram(setup):
                main.games.play_against(setup)
            case Asked():
                main.view.ask(one)
            case Notice(text, severity):
                panel.notify(with_controls(text, main.view.keys), severity=severity)
            case Handed(name, data) | MadeFile(name, data):
                save_file(panel, f"Save {name}", name, lambda: data)
            case Focus(block, engaged):
                panel.take_keys(block, engaged)

    def _go_on(self, work: Iterator[Effect | None]) -> None:
        """In a thread of its own, until it ends or the screen does."""
        panel = self._panel

        def piece() -> bool:
            try:
                effect = next(work)
            except StopIteration:
                return False
            except (MicroChessError, EmuError) as error:
                effect = Notice(str(error), "warning")
            attached: bool = panel.is_attached
            if attached and effect is None:
                self._app.call_from_thread(panel.again)
            elif attached:
                self._app.call_from_thread(self.do, lambda: effect)
            return attached

        while piece():
            pass
