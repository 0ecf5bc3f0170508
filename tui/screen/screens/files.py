"""Games and machine states into files and out of them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import chess

from emu.files import reading, statefile
from microchess.errors import PgnError
from tui.screen.panels.panel import Asks
from tui.screen.panels.stack import PanelStack
from tui.screen.screens.ask import PickScreen
from tui.screen.screens.dialog import ButtonKeys, ask
from tui.screen.screens.paths import open_file, save_file
from tui.session.loading import go_on_from, state_given
from tui.session.play import Play
from tui.session.snapshot import Handed
from tui.session.verbs import Asked

if TYPE_CHECKING:
    import chess.pgn

    from microchess.game import pgn

_PGN = ".pgn"
_WITHOUT_GAME = frozenset(("help", "panel", "type", "captions", "ask_image"))
"""What can be done before there is one."""


class FileActions(ButtonKeys[None], Asks):
    """What comes from files and goes into them."""

    say: Callable[..., None]
    look_at: Callable[[int | None], None]
    end_set_up: Callable[[], Awaitable[None]]
    panels: PanelStack
    show_panel: Callable[..., Awaitable[None]]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is a game to do that to, if it needs one."""
        there = self.snapshot is not None or action in _WITHOUT_GAME
        return there and super().check_action(action, parameters)

    def action_save_pgn(self) -> None:
        """Ask for a file, then write."""
        name = time.strftime(f"microchess-%Y%m%d-%H%M{_PGN}")

        def told() -> str:
            return self.shown.game.record.as_games

        save_file(self, "Save the game as PGN", name, lambda: f"{self.shown.game.pgn}\n", told)

    def action_load_pgn(self) -> None:
        """Ask for a file, then go on from its end."""
        from microchess.game import pgn

        title = "Load a game from PGN"
        open_file(self, title, pgn.load, self._choose_game, _PGN)

    def take_pgn(self, name: str, text: str) -> None:
        """Go on from the end of a game in *text*, which is called *name*."""
        from microchess.game import pgn

        try:
            loaded = pgn.load_text(text, name)
        except PgnError as error:
            self.notify(str(error), severity="error")
        else:
            self._choose_game(loaded)

    def _choose_game(self, file: pgn.LoadedFile) -> None:
        """Ask which where there are several."""
        games = {str(one.number): one for one in file.entries}

        def chosen(number: str) -> None:
            self._go_on_from(games[number].game, file.faults)

        if len(games) == 1:
            chosen(*games)
        else:
            choices = [(number, str(one)) for number, one in games.items()]
            ask(self.app, PickScreen("Which game?", choices, str(file.present)), chosen)

    def _go_on_from(self, game: chess.pgn.Game, faults: Sequence[str]) -> None:
        """*faults* are what of its file cannot be had."""
        self.look_at(None)
        self.call_later(self.end_set_up)
        for command in go_on_from(game, self.shown.game, faults):
            self.ask(command)

    def action_save_state(self) -> None:
        """Have the machine handed over as it is now: `take_handed`."""
        self.ask(Play.hand_state(time.strftime(f"kim-1-%Y%m%d-%H%M{statefile.SUFFIX}")))

    def take_handed(self, came: Handed) -> None:
        """Keep a file that the session has made."""
        save_file(self, "Save the machine's state", came.name, lambda: came.text)

    def action_load_state(self) -> None:
        """Ask for a file, then go on from it."""

        def read(path: Path) -> tuple[Asked, ...]:
            return state_given(path.name, reading.read_bytes(path), self.shown.game)

        def given(commands: tuple[Asked, ...]) -> None:
            for command in commands:
                self.ask(command)

        title = "Load a machine's state"
        open_file(self, title, read, given, statefile.SUFFIX)

    @property
    def deck(self) -> Any:
        """The cassette deck, once panel KIM-1 has been shown."""
        return self.query_one("#deck")
