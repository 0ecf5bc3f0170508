"""What chess players do beside playing: step through the moves, ask for advice, review."""

from __future__ import annotations

from microchess.errors import MicroChessError
from tui.screen.screens.view import MainView
from tui.session.play import Play
from tui.session.timetravel import TimeTravel


class Study:
    """Looking at the game on *view*."""

    def __init__(self, view: MainView) -> None:
        self._view = view

    def look_at(self, half_moves: int | None) -> None:
        """Show the board after so many half-moves (see `GameView.way_to`); None, or the last one:
        as it is now.
        """
        view = self._view
        if view.board.setup:
            view.say("the pieces are being set up: Done or Cancel first", "warning")
            return
        game = view.shown.game
        count = len(game.sans)
        wanted = count if half_moves is None else max(-game.before, half_moves)
        self._view.looking = wanted if wanted < count else None
        view.again()
        view.say("")
        if self._view.looking is not None and view.shown.watching:
            view.ask(TimeTravel.watch(None))

    def go_on_from_here(self) -> None:
        """Play on from the position that is looked at; the moves before it stay."""
        wanted = self._view.looking
        if wanted is not None:
            self.look_at(None)
            self._view.ask(Play.go_on_from(wanted))

    def advise(self) -> None:
        """What MicroChess would play for you, and what it would take from you."""
        from tui.session.review import advised

        view = self._view
        if view.looking is not None:
            self.look_at(None)
        if view.shown.watching:
            view.ask(TimeTravel.watch(None))
        try:
            found = advised(view.shown.game)
        except MicroChessError as error:
            view.say(str(error), "warning")
            return
        view.board.advice = (found.hint, found.threat)
        view.say(found.text)

    def captions(self) -> None:
        """What one wonders about at first; or away with it."""
        view = self._view
        if view.snapshot is not None:
            view.captions.show_snapshot(view.snapshot)
        view.show_captions(not view.captions.display)
        view.captions.redraw()
        view.arrange_keys()
