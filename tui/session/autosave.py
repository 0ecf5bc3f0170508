"""Keeps the session in its file."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from emu.errors import FileLocked
from emu.files import writing
from emu.files.locks import FileLock
from microchess.errors import SaveError
from microchess.game import session as save
from microchess.game.game import Game
from microchess.game.session import KeptSession
from microchess.machine.library import default_folder
from microchess.machine.solver import PlayerSpec
from tui.session.snapshot import Tell
from tui.session.verbs import setting

ORIGINAL = "original"
_AGAIN = 10.0


def saved_session(path: Path) -> tuple[KeptSession | None, str]:
    """The session kept at *path*, None without one; of one that cannot be read, which is set aside,
    what is wrong with it.
    """
    try:
        return save.read(path), ""
    except SaveError as error:
        try:
            aside = f"it is kept as {writing.set_aside(path).name}"
        except OSError as fault:
            aside = f"it cannot be set aside: {fault.strerror}"
        return None, f"{error}; {aside}"


def save_path(spec: PlayerSpec) -> Path:
    """Where a session with this player on this monitor is kept."""
    monitor, name = "ours" if spec.monitor is None else "kim", re.sub(r"\W+", "-", spec.name)
    return default_folder() / f"session-{name}-{monitor}.json"


class Autosave:
    """Saves at *path* (None: nowhere) what is ``dirty``, with *settings* beside it.

    *monitor* is the KIM-1's ROM, None for ours; *tell* hears of a file that cannot be written, or
    is another process's.
    """

    def __init__(
        self,
        path: Path | None,
        monitor: bytes | None,
        settings: Mapping[str, Any],
        tell: Tell,
    ) -> None:
        self._path = path
        self._monitor = "ours" if monitor is None else "kim"
        self._settings = dict(settings)
        self._tell = tell
        self._lock: FileLock | None = None
        self.dirty = False
        self.fault = ""
        """Why it could not be written when that was last tried."""
        self.written: Callable[[], None] = lambda: None
        """Called when the file was written."""

    @setting
    def remember(self, settings: tuple[tuple[str, str], ...]) -> None:
        """Save settings of the front end with the session."""
        self._settings.update(settings)

    @property
    def saved(self) -> bool:
        """Whether the file holds the session as it is now."""
        return self._lock is not None and self._path is not None and not self.dirty

    def save(self, game: Game, settings: Mapping[str, Any]) -> None:
        """Write the file if anything has changed; *settings* are those of the machine."""
        self.claim()
        if self._path is None or self._lock is None or not self.dirty:
            return
        try:
            session = KeptSession.of(game, self._monitor, {**self._settings, **settings})
            save.write(self._path, session)
        except OSError as error:
            self._cannot(error)
            return
        self.dirty = False
        if self.fault:
            self._tell("the session is saved again", "information")
        self.fault = ""
        self.written()

    def claim(self) -> None:
        """Let no other process keep its session there."""
        if self._path is None or self._lock is not None:
            return
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = FileLock(self._path)
        except OSError as error:
            self._cannot(error)
        except FileLocked:
            self._tell(
                "another MicroChess is open, and keeps its game; this one is not kept", "warning"
            )
            self._path = None

    def _cannot(self, error: OSError) -> None:
        self.fault = error.strerror or str(error)
        self._tell(f"the session cannot be saved: {self.fault}; it is tried again", "error")

    @property
    def patience(self) -> float | None:
        """Seconds until it is to be tried again; None: it is not."""
        return _AGAIN if self._path is not None and self.fault else None

    def close(self) -> None:
        """Let another process keep its session there."""
        if self._lock is not None:
            self._lock.close()
