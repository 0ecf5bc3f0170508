"""A panel beside the board."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import chess
from textual.containers import Vertical
from textual.strip import Strip

from tui.panels.blocks import ProgressBlock
from tui.screen.widgets.morebelow import MoreBelow
from tui.screen.widgets.strips import Looks
from tui.screen.widgets.text import TextView
from tui.session.considered import Arrows
from tui.session.snapshot import Activity, Snapshot


class Asks(Looks):
    """Shows moments of the live session."""

    snapshot: Snapshot | None = None
    """The moment that is shown."""

    @property
    def shown(self) -> Snapshot:
        """The same; before the first one nothing can be done to the game."""
        assert self.snapshot is not None
        return self.snapshot

    @property
    def looking(self) -> int | None:
        """After how many half-moves the board is shown; None: as it is now."""
        looking: int | None = self.application.main.view.looking
        return looking


class PanelWidget(Vertical, Asks):
    """Shows snapshots while it is the one on top; ``progress``: what is gone through here alone."""

    alone: bool = False
    """Whether it has all lines there are now."""
    progress: ProgressBlock | None = None

    DEFAULT_CSS = "PanelWidget { height: 1fr; padding: 0 1; }"

    @property
    def square(self) -> chess.Square | None:
        """The square of the board that it is about, if it is about one."""
        return None

    def go_to(self, step: int | None) -> None:
        """A step of its ``progress``; None: it is over."""

    @property
    def held(self) -> bool:
        """Whether the machine is paused."""
        return self.shown.activity is Activity.HELD

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether there is a game to do that to."""
        return self.snapshot is not None and super().check_action(action, parameters)

    def show(self, snapshot: Snapshot) -> None:
        """Show a moment of the session."""
        self.snapshot = snapshot
        self.again()

    def again(self) -> None:
        """Show that moment again: something else has changed."""
        if self.snapshot is not None and self.is_mounted:
            self.refresh_content(self.snapshot)

    def write(self, name: str, lines: list[Strip]) -> None:
        """Show *lines* in the text of that name."""
        self.query_one(f"#{name}", TextView).set_content(lines)

    def follow(self, snapshot: Snapshot) -> None:
        """Called with every snapshot, on top or not; to be quick about."""

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Bring the widgets up to date."""

    def arrows(self, snapshot: Snapshot) -> Arrows | None:
        """Moves to be marked on the board while it is seen; None: it marks none."""
        return None

    def point(self, square: chess.Square) -> None:
        """A square of the board was chosen."""

    def page(self, by: int) -> bool:
        """Scroll by pages; False: there is nothing to scroll."""
        return any(more.page(by) for more in self.query(MoreBelow))

    def restore(self, settings: Mapping[str, Any]) -> None:
        """Look as it did when the session was left."""

    def on_mount(self) -> None:
        """Catch up."""
        if self.snapshot is not None:
            self.refresh_content(self.snapshot)
