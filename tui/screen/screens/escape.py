"""What key Escape leaves or ends."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import isawaitable

from tui.screen.screens.setup import SetUp
from tui.screen.screens.study import Study
from tui.screen.screens.transport import Replayer
from tui.screen.screens.view import MainView
from tui.session.play import Play
from tui.session.snapshot import Activity
from tui.session.timetravel import TimeTravel
from tui.session.words import tape


class Escape:
    """Leaves a view of *view*, or ends what is under way there."""

    def __init__(self, view: MainView, study: Study, set_up: SetUp, replayer: Replayer) -> None:
        self._view, self._study = view, study
        self._set_up, self._replayer = set_up, replayer

    @property
    def _leaves(self) -> tuple[str, Callable[[], object]] | None:
        """The view that Escape leaves before anything else, by name, and how."""
        view = self._view
        typing = view.focused is view.move_line
        if view.captions.display:
            return "Close", self._study.captions
        if self._replayer.progress is not None and not typing:
            return self._panel_ends
        if view.looking is not None:
            return "Back to now", partial(self._study.look_at, None)
        busy = view.snapshot is not None and view.snapshot.busy
        return None if busy or view.board.setup else self._panel_ends

    @property
    def _panel_ends(self) -> tuple[str, Callable[[], object]] | None:
        """What the first panel that is seen and has something to leave calls that, and how."""
        panels = (self._view.panels[name] for name in self._view.panels.up)
        return next(((one.ends, partial(one.act, "end")) for one in panels if one.ends), None)

    @property
    def _ends(self) -> tuple[str, Callable[[], object]]:
        """What Escape ends where there is no view to leave; nothing: the keys go back to where they
        belong.
        """
        view, shown = self._view, self._view.snapshot
        if view.board.setup:
            return "", self._set_up.leave
        if view.focused is view.move_line or view.move_line.value:
            return "Clear", view.clear_line
        if shown is not None and (shown.watching or shown.searched is not None):
            return "Back to now", partial(view.ask, TimeTravel.watch(None))
        if shown is not None and (shown.waits or shown.can_break_off or self._busy):
            forget = f"Forget {shown.waits}" if shown.waits else ""
            does = "Break off" if shown.can_break_off else forget
            return does, partial(view.ask, Play.cancel())
        if shown is not None and tape(shown):
            does = "Stop" if shown.deck.recorded is None else "End"
            return f"{does} the tape", partial(view.ask, Play.cancel())
        return "", partial(view.focus, view.board)

    @property
    def _busy(self) -> bool:
        """Whether something is under way, and not paused: a pause is ended by its own key."""
        shown = self._view.snapshot
        return shown is not None and shown.busy and shown.activity is not Activity.HELD

    @property
    def does(self) -> str:
        """What Escape does now, beside giving the keys back to the board; empty: nothing."""
        return (self._leaves or self._ends)[0]

    async def press(self) -> None:
        """Do that."""
        view = self._view
        self._replayer.stop()
        if leaves := self._leaves:
            leaves[1]()
            self._replayer.show_stops()
            return
        view.say("")
        view.board.advice = (None, None)
        if isawaitable(ending := self._ends[1]()):
            await ending
