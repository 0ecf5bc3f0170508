"""What runs in the machine's worker of the page."""

from __future__ import annotations

import pickle
from collections.abc import Callable

from microchess.machine.library import default_folder
from tui.page.remote import Begin, Post
from tui.page.storage import Store, StoredFolder
from tui.session import commands as c
from tui.session.host import LoopHost
from tui.session.snapshot import Item
from tui.session.worker import Worker


def start(post: Post, store: Store) -> Callable[[bytes], None]:
    """Wait for a session to begin; what is returned takes what comes from the screen.

    *store* is told of the files a session writes.
    """
    return MachineSide(post, StoredFolder(default_folder(), store).look).arrived


class MachineSide:
    """The session's end of the line; *post* reaches the screen, *rested* is called whenever the
    session waits for a command and has kept what it wants to keep.
    """

    def __init__(self, post: Post, rested: Callable[[], None]) -> None:
        self._post = post
        self._worker: Worker | None = None
        self._rested = rested

    def arrived(self, data: bytes) -> None:
        """Something came from the screen; a session that has ended hears nothing."""
        received: Begin | c.Command = pickle.loads(data)
        if isinstance(received, tuple):
            spec, setup, resume, path, speed = received
            player = spec.player()
            assert player is not None
            host = LoopHost(self._rested)
            begin = setup, resume, path, speed, host
            self._worker = Worker(player, spec.monitor, self._publish, *begin)
            self._worker.start()
        elif self._worker is not None:
            self._worker.ask(received)

    def _publish(self, item: Item) -> None:
        self._post(pickle.dumps(item))
