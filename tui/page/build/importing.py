"""Run by `snapshot.mjs`: imports what a session in the page may come to need."""

import gc
import pickle
from functools import partial
from importlib import import_module
from pathlib import Path

import rom
from emu.machine import Machine
from emu.turbo.layout import Layout
from microchess.machine.solver import PlayerSpec
from microchess.puzzles.puzzle import puzzles

_NEEDED = (
    *("tui.page.desk", "tui.panels.game", "tui.panels.machine", "microchess.game.pgn"),
    *("emu.turbo.code", "emu.turbo.driver", "emu.turbo.jobs", "py65.assembler", "tomllib"),
    *("encodings.latin_1", "encodings.utf_8_sig", "encodings.utf_16", "traceback"),
)
"""Listings, files in TOML and texts in other codes may be dropped."""

if __name__ == "__main__":
    for name in _NEEDED:
        import_module(name)
    # the files they are read from do not come along
    images = {file.name: file.read_bytes() for file in Path(rom.__file__).parent.glob("*.[bl]*")}
    setattr(rom, "image", images.__getitem__)  # noqa: B010
    puzzles()
    player = PlayerSpec("rom").player()
    assert player is not None
    # a picture of Python's memory has nothing that runs compiled code
    bridge = player.boot(build=partial(Machine, engine="py65"))
    layout = Layout.of(bridge.machine.board.bus)
    with Path("/trees").open("rb") as file:
        layout.keep(pickle.load(file))
    del player, bridge, layout, file
    gc.collect()
