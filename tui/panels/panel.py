"""A panel beside the board."""

from __future__ import annotations

from dataclasses import dataclass

from textual.containers import Vertical
from textual.message import Message

from tui.drawing.ink import Ink
from tui.live.commands import Command
from tui.live.snapshot import Snapshot


@dataclass
class Ask(Message):
    """A panel wants something of the live session."""

    command: Command


class Panel(Vertical):
    """Shows snapshots while it is the one on top."""

    DEFAULT_CSS = "Panel { height: 1fr; padding: 0 1; }"

    def __init__(self, ascii_only: bool = False) -> None:
        super().__init__()
        self.ascii_only = ascii_only
        self.snapshot: Snapshot | None = None

    @property
    def ink(self) -> Ink:
        """Styles of the present theme."""
        return Ink.of(self.app.current_theme)

    def show(self, snapshot: Snapshot) -> None:
        """Show a moment of the session."""
        self.snapshot = snapshot
        if self.is_mounted:
            self.refresh_content(snapshot)

    def refresh_content(self, snapshot: Snapshot) -> None:
        """Bring the widgets up to date."""

    def on_mount(self) -> None:
        """Catch up."""
        if self.snapshot is not None:
            self.refresh_content(self.snapshot)

    def ask(self, command: Command) -> None:
        """Ask the live session for something."""
        self.post_message(Ask(command))
