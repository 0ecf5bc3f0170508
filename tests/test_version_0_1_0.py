"""What version 0.1.0 left behind: it is opened, and what was half done is finished."""

import shutil
from pathlib import Path

import pytest

from microchess.game.game import Game
from microchess.machine.library import Library
from microchess.machine.player import janus
from microchess.program.levels import Level
from tests.commands import run
from tui.session.autosave import saved_session

LEFT = Path(__file__).parent / "data" / "version-0.1.0"


@pytest.fixture
def left(tmp_path: Path) -> Path:
    """A copy of what it left."""
    return Path(shutil.copytree(LEFT, tmp_path / "left"))


def test_a_kept_session_opens_with_its_past_and_its_future(left: Path) -> None:
    session, fault = saved_session(left / "data" / "session-rom-ours.json")
    assert session is not None, fault
    game = Game(janus())
    session.put_into(game)
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert (game.board.fen(), game.bridge.level) == (fen, Level.SUPER_BLITZ)
    game.redo()
    assert [str(move) for move in game.board.move_stack][:3] == ["e2e4", "e7e5", "d2d4"]
    game.undo()
    game.undo()
    assert game.board.move_stack == []


def test_an_image_that_was_added_plays(left: Path) -> None:
    library = Library(left / "data")
    (entry,) = library.entries()
    assert (entry.source, entry.recognised, library.fault(entry)) == ("mine.ptp", False, "")
    program = library.program()
    assert program is not None
    assert len(program.memory) > 900


def test_a_comparison_half_done_goes_on(left: Path) -> None:
    folder = left / "compared"
    before = (folder / "results.jsonl").read_text()
    command = "compare --random 4 --levels super-blitz --players rom,python --out"
    code, out, err = run(*command.split(), folder)
    assert (code, err, out.splitlines()[-2].split()) == (0, "", ["all", "4", "4", "0", "0"])
    after = (folder / "results.jsonl").read_text()
    assert after.startswith(before)
    assert len(after.splitlines()) == 4


def test_a_match_half_played_goes_on(left: Path) -> None:
    pgn = left / "match.pgn"
    before = pgn.read_text()
    command = "match super-blitz:python super-blitz:literal --games 4 --max-moves 6 --pgn"
    code, out, err = run(*command.split(), pgn)
    assert (code, err, "4 of 4 games" in out) == (0, "", True)
    assert pgn.read_text().startswith(before)
    assert pgn.read_text().count("[Event ") == 4
