"""Run by `snapshot.mjs`: imports what a session in the page may come to need."""

from __future__ import annotations

import encodings.latin_1
import encodings.utf_8_sig
import encodings.utf_16
import gc
import pickle
import tomllib
import traceback
from functools import partial
from importlib import import_module
from pathlib import Path

import chess

import emu.turbo.code
import emu.turbo.driver
import emu.turbo.jobs
import microchess.game.pgn
import rom
import tui.page.desk
import tui.panels.game
import tui.panels.machine
from emu.machine import Machine
from emu.turbo.layout import Layout
from microchess.machine.solver import PlayerSpec
from microchess.puzzles.puzzle import puzzles

__all__ = ["chess", "emu", "encodings", "microchess", "tomllib", "traceback", "tui"]

if __name__ == "__main__":
    # the files they are read from do not come along
    images = {file.name: file.read_bytes() for file in Path(rom.__file__).parent.glob("*.[bl]*")}
    setattr(rom, "image", images.__getitem__)  # noqa: B010
    puzzles()
    import_module("py65.assembler")  # somebody may bring a listing
    player = PlayerSpec("rom").player()
    assert player is not None
    # a picture of Python's memory has nothing that runs compiled code
    bridge = player.boot(build=partial(Machine, engine="py65"))
    layout = Layout.of(bridge.machine.board.bus)
    with Path("/trees").open("rb") as file:
        layout.keep(pickle.load(file))
    del player, bridge, layout, file
    gc.collect()
