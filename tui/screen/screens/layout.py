"""What has which place on the main screen."""

from __future__ import annotations

from tui.screen.arrangement import TRANSPORT, arrangement
from tui.screen.screens.view import MainView


class ScreenLayout:
    """Gives everything on *view* its place."""

    def __init__(self, view: MainView) -> None:
        self._view = view
        self._spare, self._cramped = 0, False

    async def arrange(self) -> None:
        """Make the best of the room; the digits always have a place."""
        view = self._view
        taken = view.captions.size.height if view.captions.display else 0
        width, height = view.screen.size
        places = arrangement(view.entry, width, height, taken)
        view.screen.set_class(places.portrait, "-portrait")
        await view.panels.tile(places)
        left = view.screen.query_one("#left")
        left.set_class(places.hides_board, "-hidden")
        left.styles.width = places.scale.columns
        view.board.scale = places.scale
        below = places.spare >= TRANSPORT and not places.hides_board
        view.timelines[0].display, view.timelines[1].display = below, not below
        self._spare = places.spare
        self.arrange_line()
        if places.cramped != self._cramped:
            self._cramped = places.cramped
            view.say("small window: 80x24 shows all" if places.cramped else "", "warning")
        view.digits.digit_size = places.digits

    def arrange_line(self) -> None:
        """What is said stands under the buttons of set-up where there is a line for it. The men
        below the board give way to it, the transport does not.
        """
        view, sets_up = self._view, self._view.board.setup
        under = sets_up and self._spare > 0
        shown = view.timelines[0].display and not sets_up
        if view.said.is_attached:
            view.said.have_room(self._spare + 1 - under - TRANSPORT * shown)
            view.screen.query_one("#line").set_class(under, "-under")
