"""Delays between the session and what shows it: ``--shake`` puts them into every test.

A test that reads a state it did not wait for is right only while these are quick.
"""

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tui.session.host import Host
from tui.session.session import Session

LONGEST = 0.05
"""Seconds."""
SLICES = 16
"""One in so many slices of the session's work is delayed; a command and a message always are."""


@contextmanager
def shaken(seed: int) -> Iterator[None]:
    """Every command reaches a session, and all it publishes leaves it, up to `LONGEST` late; the
    order stays."""
    dice = random.Random(seed)
    take, begin = Host.next, Session.__init__

    async def take_late(host: Host, patience: float | None) -> Any:
        command = await take(host, patience)
        if command is not None or not dice.randrange(SLICES):
            await asyncio.sleep(dice.uniform(0, LONGEST))
        return command

    def begin_late(
        session: Session, player: Any, monitor: Any, publish: Any, *more: Any, **named: Any
    ) -> None:
        def publish_late(item: Any) -> None:
            time.sleep(dice.uniform(0, LONGEST))
            publish(item)

        begin(session, player, monitor, publish_late, *more, **named)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Host, "next", take_late)
        patch.setattr(Session, "__init__", begin_late)
        yield
