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
    """Wait for a session to begin; what is returned takes what comes from the screen, which *post*
    reaches. A session that has ended hears nothing.

    *store* is told of the files a session writes, whenever it waits for a command and has kept what
    it wants to keep.
    """
    rested = StoredFolder(default_folder(), store).look
    worker: Worker | None = None

    def publish(item: Item) -> None:
        post(pickle.dumps(item))

    def arrived(data: bytes) -> None:
        nonlocal worker
        received: Begin | c.Command = pickle.loads(data)
        if isinstance(received, tuple):
            spec, setup, resume, path, speed = received
            player = spec.player()
            assert player is not None
            begin = setup, resume, path, speed, LoopHost(rested)
            worker = Worker(player, spec.monitor, publish, *begin)
            worker.start()
        elif worker is not None:
            worker.ask(received)

    return arrived
