"""Opens the full-screen interface."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import chess

from emu import engines
from microchess.machine.library import default_folder
from microchess.program.levels import Level
from microchess.program.openings import Opening
from tui.cli.options import Seat
from tui.screen.keymap import default_path, read_keymap
from tui.session.commands import NewGame

ORIGINAL = "original"


def is_terminal() -> bool:
    """Whether a full screen can be drawn: on a terminal, or through textual-serve."""
    if "TEXTUAL_DRIVER" in os.environ:
        return True
    return sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"


def save_path(seat: Seat) -> Path:
    """Where a session with this player on this monitor is kept."""
    monitor = "ours" if seat.monitor is None else "kim"
    return default_folder() / f"session-{seat.player.key}-{monitor}.json"


def open_interface(
    seat: Seat,
    computer: chess.Color,
    level: Level,
    opening: Opening | None,
    board: chess.Board | None,
    *,
    flipped: bool = False,
    ascii_only: bool = False,
    keep: bool = True,
    steady: bool = False,
    notes: tuple[str, ...] = (),
) -> int:
    """Run the application; its exit code. The original starts at full speed, it takes its time."""
    from tui.screen.app import MicroChessApp, Options

    engines.check()
    setup = NewGame(computer, level, opening, steady=steady)
    if board is not None:
        setup = replace(setup, fen=board.fen())
    app = MicroChessApp(
        Options(
            seat.player,
            seat.monitor,
            setup,
            save_path(seat) if keep else None,
            ascii_only,
            flipped,
            None if seat.player.key == ORIGINAL else 1.0,
            read_keymap(default_path()),
            (*seat.notes, *notes),
        )
    )
    app.run()
    return app.return_code or 0
