"""Opens the full-screen interface."""

import gc
import os
import sys

from emu import engines
from microchess.errors import ImageError
from microchess.machine.solver import PlayerSpec
from tui.screen.keymap import default_path, read_keymap
from tui.session.autosave import ORIGINAL, save_path
from tui.session.new_game import NewGame

BESIDE = (
    "Digits, pieces, moves and keys are the board's. Candidates, cells, cycles and the debugger "
    "are those of the emulator beside it: nobody can look into a board that thinks."
)


def is_terminal() -> bool:
    """Whether a full screen can be drawn."""
    return sys.stdout.isatty() and sys.stdin.isatty() and os.environ.get("TERM") != "dumb"


def open_interface(
    spec: PlayerSpec,
    setup: NewGame,
    *,
    ascii_only: bool,
    keep: bool,
    asked: bool,
    notes: tuple[str, ...],
) -> int:
    """Run the application; its exit code, 2 where nothing can be drawn, 1 where the session could
    not be kept. The original starts at full speed, it takes its time. A kept session is gone on
    with unless another game is *asked* for.
    """
    from tui.screen.app import MicroChessApp, Options

    if not sys.stderr.isatty():
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
            None if spec.name == ORIGINAL or spec.port else 1.0,
            read_keymap(default_path()),
            (*spec.notes, *notes, *((BESIDE,) if spec.port else ())),
            asked,
        )
    )
    gc.freeze()  # what is loaded by now stays: nobody need look through it for garbage again
    app.run()
    if app.session is not None and not app.return_code:
        if app.session.saved:
            print("Your game is kept; the same command goes on with it.", file=sys.stderr)
        elif fault := app.session.runner.autosave.fault:
            print(f"Your game could not be saved: {fault}", file=sys.stderr)
            return 1
    return app.return_code or 0
