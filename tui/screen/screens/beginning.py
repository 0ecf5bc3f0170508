"""New games: the form, from a position, against the other program."""

from emu.notation import counted
from microchess.errors import MicroChessError
from tui.panels.beginning import from_position
from tui.screen.screens.ask import confirm
from tui.screen.screens.setup import SetUp
from tui.screen.screens.view import MainView
from tui.session.new_game import NewGame

FORM = "beginning"
"""The panel of a new game."""


class NewGames:
    """Begins games on *view*."""

    def __init__(self, view: MainView, set_up: SetUp) -> None:
        self._view, self._set_up = view, set_up

    async def offer(self) -> None:
        """The form."""
        await self._view.show_panel(FORM)

    async def leave(self) -> None:
        """The panel from before comes up, and the board has the keys."""
        view, order = self._view, self._view.panels.order
        await self._set_up.end()
        order.remove(FORM)
        order.append(FORM)
        await view.show_panel(order[0], focus=False)
        view.focus(view.board)

    def begin_at(self, fen: str) -> None:
        """A game from that position, like the present one."""
        view = self._view
        try:
            view.ask(from_position(NewGame.like(view.shown), fen, None))
        except MicroChessError as error:
            view.say(str(error), "error")

    def play_against(self, setup: NewGame) -> None:
        """Another program, after a question where the present game would be lost; else it is
        fetched.
        """
        app, plies = self._view.application, self._view.shown.game.plies
        if app.other is None:
            self.get_original()
        elif plies and app.options.save_path is None:
            text = f"The game, {counted(plies, 'half-move')} long, is not saved.\n"
            text += "To save it, go back: Ctrl+S, or Save PGN among the commands."
            confirm(app, "New game", text, "Back", lambda: app.play_against(app.other, setup))
        else:
            app.call_later(app.play_against, app.other, setup)

    def get_original(self) -> None:
        """Fetch the program of 1976, after a question."""
        from tui.screen.screens.original import offer_original

        offer_original(self._view.application, NewGame.like(self._view.shown))
