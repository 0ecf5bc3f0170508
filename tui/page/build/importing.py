"""Run by `snapshot.mjs`: imports what a session in the page may come to need."""

from __future__ import annotations

import encodings.latin_1
import encodings.utf_8_sig
import encodings.utf_16
import gc
import traceback
from importlib import import_module
from pathlib import Path

import chess

import microchess.game.pgn
import rom
import tui.page.desk
from microchess.game.game import Game
from microchess.machine.solver import PlayerSpec
from microchess.puzzles.puzzle import puzzles

__all__ = ["chess", "encodings", "microchess", "traceback", "tui"]

# the files they are read from do not come along
images = {file.name: file.read_bytes() for file in Path(rom.__file__).parent.glob("*.[bl]*")}
setattr(rom, "image", images.__getitem__)  # noqa: B010
puzzles()
import_module("py65.assembler")  # somebody may bring a listing
player = PlayerSpec("rom").player()
assert player is not None
game = Game(player, chess.BLACK)
for move in ("a3", "h3", "Nc3"):  # its 6502 code is compiled, and stays so
    game.play(game.parse(move))
    game.answer()
del player, game
gc.collect()
