"""Run by `snapshot.mjs`: recompiles Janus, for the machine of a session in the page."""

import pickle
from pathlib import Path

import chess

from emu.turbo.layout import Layout
from microchess.game.game import Game
from microchess.machine.player import JANUS_ROM
from microchess.machine.solver import PlayerSpec

if __name__ == "__main__":
    player = PlayerSpec("rom").player()
    assert player is not None
    game = Game(player, chess.BLACK)
    for move in ("a3", "h3", "Nc3"):
        game.play(game.parse(move))
        game.answer()
    layout = Layout.of(game.bridge.machine.board.bus)
    ours = [head for head in layout.kept[0].heads if head >= JANUS_ROM.address]
    assert len(ours) > 100, f"the program is not hot: {len(ours)} trees"
    Path("/compiled").write_bytes(pickle.dumps(layout.kept[0]))
