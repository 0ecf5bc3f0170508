"""What runs in the machine's worker of the page."""

from __future__ import annotations

from collections.abc import Callable

from microchess.machine.library import default_folder
from tui.page.kept import Keep, KeptFolder
from tui.page.remote import MachineSide, Post


def start(post: Post, keep: Keep) -> Callable[[bytes], None]:
    """Wait for a session to begin; what is returned takes what comes from the screen.

    *keep* is told of the files a session writes.
    """
    kept = KeptFolder(default_folder(), keep)
    return MachineSide(post, kept.look).arrived
