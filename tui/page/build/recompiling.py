"""Run by `snapshot.mjs`: recompiles Janus, for the machine of a session in the page."""

import logging
import pickle
from pathlib import Path

import chess

from emu.turbo.layout import Layout
from microchess.game.game import Game
from microchess.machine.solver import PlayerSpec

if __name__ == "__main__":
    logging.disable()  # what is made here cannot run here
    player = PlayerSpec("rom").player()
    assert player is not None
    game = Game(player, chess.BLACK)
    for move in ("a3", "h3", "Nc3"):
        game.play(game.parse(move))
        game.answer()
    layout = Layout.of(game.bridge.machine.board.bus)
    Path("/compiled").write_bytes(pickle.dumps(layout.kept))
