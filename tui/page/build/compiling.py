"""Run by `snapshot.mjs`: recompiles Janus for the machine of a session in the page, and compiles
the page's Python, whose bytecode the page's own Python alone knows.
"""

import compileall
import pickle
import shutil
import sys
import zipfile
from pathlib import Path
from py_compile import PycInvalidationMode

import chess

from emu.turbo.layout import Layout
from microchess.game.game import Game
from microchess.machine.player import JANUS_ROM
from microchess.machine.solver import PlayerSpec

_UNUSED = (
    *("README.md", "LICENSE", "Makefile", "pyproject.toml", ".ci", "tui/cli", "tui/screen"),
    *("tui/serve", "tui/page/build", "tui/page/front", "emu/conformance", "microchess/match"),
    *("microchess/solve", "microchess/tour", "microchess/uci", "microchess/analysis/compare"),
    *("rom/census", "rom/janus", "rom/monitor"),
)
"""Sources that the page does not run."""

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
    Path("/trees").write_bytes(pickle.dumps(layout.kept[0]))
    library, app = Path("/library"), Path("/app")
    zipfile.ZipFile(next(path for path in sys.path if path.endswith(".zip"))).extractall(library)
    shutil.copy(library / "wave.py", app)  # only panels import it
    for unused in map(app.joinpath, _UNUSED):
        shutil.rmtree(unused) if unused.is_dir() else unused.unlink()
    for folder in (library, app):
        never = PycInvalidationMode.UNCHECKED_HASH
        compileall.compile_dir(
            folder, maxlevels=99, quiet=1, legacy=True, optimize=2, invalidation_mode=never
        )
        for source in folder.rglob("*.py"):
            source.unlink()
        shutil.make_archive(str(folder), "zip", folder)
