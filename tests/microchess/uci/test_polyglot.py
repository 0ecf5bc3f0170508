"""An independent GUI side: polyglot drives the engine and speaks XBoard's protocol for it."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
from pathlib import Path

import chess
import pytest

from tests.sample import every_run

POLYGLOT = shutil.which("polyglot") or shutil.which("polyglot", path="/usr/games")


@pytest.mark.polyglot
@pytest.mark.skipif(POLYGLOT is None, reason="needs Debian's polyglot")
@pytest.mark.parametrize("computer", every_run(chess.COLORS, 1))
def test_a_game_in_xboards_protocol(tmp_path: Path, computer: chess.Color) -> None:
    assert POLYGLOT is not None
    wrapper = tmp_path / "engine"
    wrapper.write_text(f"#!/bin/sh\nexec {sys.executable} -m microchess.uci.main\n")
    wrapper.chmod(0o755)
    dice, board = random.Random(computer), chess.Board()
    with subprocess.Popen(
        [POLYGLOT, "-noini", "-ec", str(wrapper)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
        bufsize=1,
    ) as adapter:
        assert adapter.stdin is not None
        assert adapter.stdout is not None
        print("xboard\nprotover 2\nnew\nlevel 0 5 0\nforce", file=adapter.stdin)
        started = False
        while not board.is_game_over(claim_draw=True) and board.ply() < 60:
            if board.turn == computer:
                if not started:
                    print("go", file=adapter.stdin)
                    started = True
                said = next(line for line in adapter.stdout if line.startswith("move "))
                move = chess.Move.from_uci(said.split()[1])
                assert board.is_legal(move)
            else:
                move = dice.choice(list(board.legal_moves))
                print(f"usermove {move}", file=adapter.stdin)
            board.push(move)
        print("quit", file=adapter.stdin)
    assert board.ply() > 10
