"""Opens the full-screen interface."""

from __future__ import annotations

import contextlib
import gc
import os
import re
import sys
from pathlib import Path

from emu import engines
from microchess.errors import ImageError
from microchess.machine.library import default_folder
from microchess.machine.solver import PlayerSpec
from tui.screen.keymap import default_path, read_keymap
from tui.session.commands import NewGame

ORIGINAL = "original"
BESIDE = (
    "Digits, men, moves and keys are the board's. Candidates, cells, cycles and the debugger are "
    "those of the emulator beside it: nobody can look into a board that thinks."
)
VISITOR_VARIABLE = "MICROCHESS_VISITOR"
"""Environment variable of a served interface: whose session it is, as a part of a file's name."""
VISITORS = "visitors"
"""Folder of the sessions of those who play in a browser."""
VISITORS_KEPT = 100
"""How many of them are kept."""


def is_terminal() -> bool:
    """Whether a full screen can be drawn: on a terminal, or through textual-serve."""
    if "TEXTUAL_DRIVER" in os.environ:
        return True
    return sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"


def save_path(spec: PlayerSpec) -> Path:
    """Where a session with this player on this monitor is kept; a visitor's apart from ours."""
    monitor, name = "ours" if spec.monitor is None else "kim", re.sub(r"\W+", "-", spec.name)
    if visitor := os.environ.get(VISITOR_VARIABLE):
        return default_folder() / VISITORS / f"{name}-{monitor}-{visitor}.json"
    return default_folder() / f"session-{name}-{monitor}.json"


def forget_old_visitors(most: int = VISITORS_KEPT) -> None:
    """Remove the sessions of visitors but for the *most* recent ones."""
    with contextlib.suppress(OSError):
        kept = sorted(
            (default_folder() / VISITORS).glob("*.json"), key=lambda path: path.stat().st_mtime
        )
        for path in kept[: max(0, len(kept) - most)]:
            path.unlink()


def open_interface(
    spec: PlayerSpec,
    setup: NewGame,
    *,
    flipped: bool = False,
    ascii_only: bool = False,
    keep: bool = True,
    notes: tuple[str, ...] = (),
) -> int:
    """Run the application; its exit code, 2 where nothing can be drawn. The original starts at full
    speed, it takes its time.
    """
    from tui.screen.app import MicroChessApp, Options
    from tui.session.worker import Worker

    if "TEXTUAL_DRIVER" not in os.environ and not sys.stderr.isatty():
        print(
            "The full screen is drawn on standard error, which is no terminal here: leave out 2>,"
        )
        print("or add --lines to play line by line.")
        return 2
    engines.check()
    player = spec.player()
    if player is None:
        raise ImageError(f"the player {spec.name} runs in no machine; choose rom or original")
    app = MicroChessApp(
        Options(
            player,
            spec.monitor,
            setup,
            save_path(spec) if keep else None,
            ascii_only,
            flipped,
            None if spec.name == ORIGINAL or spec.port else 1.0,
            read_keymap(default_path()),
            (*spec.notes, *notes, *((BESIDE,) if spec.port else ())),
        )
    )
    gc.freeze()  # what is loaded by now stays: nobody need look through it for garbage again
    app.run()
    kept = isinstance(app.worker, Worker) and app.worker.saved
    if kept and not app.return_code and sys.stderr.isatty():
        print("Your game is kept; the same command goes on with it.", file=sys.stderr)
    return app.return_code or 0
