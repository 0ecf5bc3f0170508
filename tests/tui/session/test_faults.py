"""An error of the program itself, wherever it comes up: told, logged, and the game goes on."""

from pathlib import Path

import chess
import pytest

from emu.notation import Poke
from microchess.machine.library import FOLDER_VARIABLE
from microchess.program.levels import Level
from tests.tui.listener import Stepped
from tui.session.new_game import NewGame
from tui.session.play import Play
from tui.session.snapshot import Activity
from tui.session.verbs import Asked

FAST = NewGame(chess.BLACK, Level.SUPER_BLITZ)


def broken(*_: object) -> object:
    raise KeyError("broken on purpose")


@pytest.mark.parametrize(
    ("where", "command"),
    [
        ("parse", Play.play("e4")),
        ("playing", Play.play("e4")),
        ("undo", Play.undo()),
        ("poke", Play.poke((Poke(0x51, 0xCC),))),
    ],
)
def test_a_fault_in_a_verb_leaves_a_game_one_can_go_on_with(
    where: str, command: Asked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    stepped = Stepped(FAST)
    with monkeypatch.context() as patch:
        patch.setattr(stepped.session.runner.game, where, broken)
        stepped.ask(command, None)
        (told,) = stepped.notices
    log = tmp_path / "faults.log"
    assert told == f"internal error: KeyError: 'broken on purpose'; see {log}"
    assert "broken on purpose" in log.read_text()
    assert stepped.session.runner.activity is Activity.WAITING
    stepped.ask(Play.play("e4"))
    while stepped.patience is not None:
        stepped.ask(None)
    assert stepped.shown.game.sans[0] == "e4"
    assert len(stepped.shown.game.sans) == 2
    stepped.close()


def test_a_fault_in_mid_thought_gives_the_thinking_up_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    stepped = Stepped(NewGame(chess.WHITE, Level.NORMAL, book=False))
    with monkeypatch.context() as patch:
        patch.setattr(stepped.session.runner.governor, "prepare", broken)
        stepped.ask(None)
    assert stepped.session.runner.activity is Activity.WAITING
    assert stepped.patience is None, "nothing goes on by itself after a fault"
    stepped.ask(Play.set_level(Level.SUPER_BLITZ), Play.let_it_move())
    while stepped.patience is not None:
        stepped.ask(None)
    assert len(stepped.shown.game.sans) == 1
    stepped.close()
