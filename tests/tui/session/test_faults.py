"""An error of the program itself, wherever it comes up: told, logged, and the game goes on."""

from __future__ import annotations

from pathlib import Path

import chess
import pytest

from emu.notation import Poke
from microchess.machine.library import FOLDER_VARIABLE
from microchess.program.levels import Level
from tests.tui.listener import Stepped
from tui.session import commands as c
from tui.session.snapshot import Activity

FAST = c.NewGame(chess.BLACK, Level.SUPER_BLITZ)


def broken(*_: object) -> object:
    raise KeyError("broken on purpose")


@pytest.mark.parametrize(
    ("where", "command"),
    [
        ("parse", c.PlayMove("e4")),
        ("memory", c.PlayMove("e4")),
        ("undo", c.Undo()),
        ("poke", c.PokeBytes((Poke(0x51, 0xCC),))),
    ],
)
def test_a_fault_in_a_verb_leaves_a_game_one_can_go_on_with(
    where: str, command: c.Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    live = Stepped(FAST)
    with monkeypatch.context() as patch:
        patch.setattr(live.worker.game, where, broken)
        live.ask(command, None)
        (told,) = live.notices
    log = tmp_path / "faults.log"
    assert told == f"internal error: KeyError: 'broken on purpose'; see {log}"
    assert "broken on purpose" in log.read_text()
    assert live.worker.activity is Activity.WAITING
    live.ask(c.PlayMove("e4"))
    while live.patience is not None:
        live.ask(None)
    assert live.shown.game.sans[0] == "e4"
    assert len(live.shown.game.sans) == 2
    live.close()


def test_a_fault_in_mid_thought_gives_the_thinking_up_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    live = Stepped(c.NewGame(chess.WHITE, Level.NORMAL, book=False))
    with monkeypatch.context() as patch:
        patch.setattr(live.worker.governor, "prepare", broken)
        live.ask(None)
    assert live.worker.activity is Activity.WAITING
    assert live.patience is None, "nothing goes on by itself after a fault"
    live.ask(c.SetLevel(Level.SUPER_BLITZ), c.LetItMove())
    while live.patience is not None:
        live.ask(None)
    assert len(live.shown.game.sans) == 1
    live.close()
