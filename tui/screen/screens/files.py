"""Games and machine states into files and out of them, and the clipboard."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import chess

from emu.files import reading, statefile
from microchess.errors import PgnError
from tui.screen.screens.ask import PickScreen
from tui.screen.screens.dialog import ask
from tui.screen.screens.paths import open_file, save_file
from tui.screen.screens.setup import SetUp
from tui.screen.screens.study import Study
from tui.screen.screens.view import MainView
from tui.screen.widgets.moveinput import is_pgn
from tui.session.loading import go_on_from, state_given
from tui.session.looking import looked_at
from tui.session.play import Play
from tui.session.snapshot import Handed
from tui.session.verbs import Asked

if TYPE_CHECKING:
    import chess.pgn

    from microchess.game import pgn

_PGN = ".pgn"


class Files:
    """Loads and saves the game of *view*."""

    def __init__(self, view: MainView, study: Study, set_up: SetUp) -> None:
        self._view, self._study, self._set_up = view, study, set_up

    def save_pgn(self) -> None:
        """Ask for a file, then write."""
        view = self._view
        name = time.strftime(f"microchess-%Y%m%d-%H%M{_PGN}")

        def told() -> str:
            return view.shown.game.record.as_games

        save_file(
            view.screen, "Save the game as PGN", name, lambda: f"{view.shown.game.pgn}\n", told
        )

    def load_pgn(self) -> None:
        """Ask for a file, then go on from its end."""
        from microchess.game import pgn

        open_file(self._view.screen, "Load a game from PGN", pgn.load, self._choose_game, _PGN)

    def paste_pgn(self) -> None:
        """Go on from the end of a game that was copied here."""
        copied = self._view.application.clipboard
        if is_pgn(copied):
            self.take_pgn("clipboard", copied)
        else:
            self._view.say("no game was copied here; paste another one on the board", "warning")

    def take_pgn(self, name: str, text: str) -> None:
        """Go on from the end of a game in *text*, which is called *name*."""
        from microchess.game import pgn

        try:
            loaded = pgn.load_text(text, name)
        except PgnError as error:
            self._view.screen.notify(str(error), severity="error")
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
            ask(
                self._view.application,
                PickScreen("Which game?", choices, str(file.present)),
                chosen,
            )

    def _go_on_from(self, game: chess.pgn.Game, faults: Sequence[str]) -> None:
        """*faults* are what of its file cannot be had."""
        view = self._view
        self._study.look_at(None)
        view.screen.call_later(self._set_up.end)
        for command in go_on_from(game, view.shown.game, faults):
            view.ask(command)

    def save_state(self) -> None:
        """Have the machine handed over as it is now: `take_handed`."""
        self._view.ask(Play.hand_state(time.strftime(f"kim-1-%Y%m%d-%H%M{statefile.SUFFIX}")))

    def take_handed(self, came: Handed) -> None:
        """Keep a file that the session has made."""
        save_file(self._view.screen, "Save the machine's state", came.name, lambda: came.text)

    def load_state(self) -> None:
        """Ask for a file, then go on from it."""
        view = self._view

        def read(path: Path) -> tuple[Asked, ...]:
            return state_given(path.name, reading.read_bytes(path), view.shown.game)

        def given(commands: tuple[Asked, ...]) -> None:
            for command in commands:
                view.ask(command)

        open_file(view.screen, "Load a machine's state", read, given, statefile.SUFFIX)

    def save_position(self) -> None:
        """The position as a picture (SVG)."""
        import chess.svg

        game = looked_at(self._view.shown.game, self._view.looking)
        drawn = chess.svg.board(
            chess.Board(game.fen),
            orientation=self._view.board.picture.white_below,
            lastmove=chess.Move(*game.last) if game.last else None,
            check=game.check,
        )
        name = time.strftime("microchess-position-%Y%m%d-%H%M%S.svg")
        save_file(self._view.screen, "Save the position as a picture", name, lambda: str(drawn))

    def copy_fen(self) -> None:
        """The position into the clipboard."""
        fen = self._view.shown.game.fen
        self._view.application.copy_to_clipboard(fen)
        self._view.screen.notify(fen, title="FEN copied")

    def copy_pgn(self) -> None:
        """The game into the clipboard."""
        game = self._view.shown.game
        self._view.application.copy_to_clipboard(game.pgn)
        told = f"the game is in the clipboard{game.record.as_games}"
        self._view.screen.notify(told, title="PGN copied")
