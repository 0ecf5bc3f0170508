"""New games: the form, from a position, with the other men, out of a puzzle, against 1976."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

from textual import events

from microchess.program.levels import Level
from microchess.puzzles.puzzle import puzzle, puzzle_from, puzzles
from tui.screen.screens.ask import PickScreen
from tui.screen.screens.dialog import ask
from tui.screen.screens.setup import SetUp
from tui.screen.screens.view import MainView
from tui.screen.widgets.moveinput import is_fen
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.thought_words import JANUS

OnKnight = Callable[[events.Key], Awaitable[None]]
"""Hears the key behind an n that was the beginning of a move."""


class NewGames:
    """Begins games on *view*."""

    def __init__(self, view: MainView, set_up: SetUp) -> None:
        self._view, self._set_up = view, set_up

    def offer_like_this(self, on_knight: OnKnight | None = None) -> None:
        """Like the present one."""
        self.offer(self._like_this, on_knight)

    def paste_fen(self) -> None:
        """From the position that was copied here last, else from the present one."""
        copied = self._view.application.clipboard
        self.offer_fen(copied if is_fen(copied) else self._view.shown.game.fen)

    def offer_fen(self, fen: str) -> None:
        """From that position."""
        self.offer(replace(self._like_this, fen=fen))

    def change_sides(self) -> None:
        """From this position with the other men."""
        like = self._like_this
        fen = self._view.shown.game.fen
        self.offer(replace(like, fen=fen, computer=not like.computer))

    def choose_puzzle(self) -> None:
        """Ask which, then start a game from there."""
        view = self._view

        def chosen(number: str) -> None:
            view.screen.call_later(self._set_up.end)
            view.ask(Play.start_game(NewGame.of_puzzle(puzzle(number))))

        choices = [(str(one.number), str(one)) for one in puzzles()]
        now = puzzle_from(view.shown.game.start)
        up = str(now.number % len(choices) + 1 if now else 1)
        ask(view.application, PickScreen("Beat it from here", choices, up), chosen)

    def get_original(self) -> None:
        """Fetch the program of 1976, after a question."""
        from tui.screen.screens.original import offer_original

        offer_original(self._view.application, self._like_this)

    @property
    def _like_this(self) -> NewGame:
        """A game with the sides and the level of the present one."""
        game, formula = self._view.shown.game, self._view.shown.formula
        return NewGame(game.computer, game.level or Level.NORMAL, both=game.both, formula=formula)

    def offer(self, like: NewGame, on_knight: OnKnight | None = None) -> None:
        """The form, filled in as *like*; *on_knight* as in `NewGameScreen`."""
        from tui.screen.screens.new_game import NewGameScreen

        view = self._view
        program = view.snapshot.game.program if view.snapshot else JANUS
        app = view.application
        other, kept = app.other, app.options.save_path is not None
        name = "" if other is None else other.program.name if other.program else JANUS
        form = NewGameScreen(like, program, view.shown.game.plies, on_knight, name, kept)

        async def start(setup: NewGame) -> None:
            if form.against_other:
                app.call_later(app.play_against, other, setup)
                return
            await self._set_up.end()
            view.ask(Play.start_game(setup))
            view.board.focus()

        ask(app, form, start)
