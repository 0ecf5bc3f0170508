"""The panel of a new game: what is chosen in it, and the games that begin."""

import chess
import pytest

from microchess.errors import FenError, PositionError
from microchess.program.levels import Level
from microchess.puzzles.puzzle import puzzles
from tests.tui.panels.moments import acts, changed, done, moment, shown
from tui.panels.beginning import BeginningPanel
from tui.panels.panel import FrontEnd, OtherProgram
from tui.session.new_game import NewGame
from tui.session.snapshot import Snapshot
from tui.session.thought_words import JANUS, describe_level

FEN = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"


def begins(panel: BeginningPanel, view: Snapshot, name: str, *answer: str) -> NewGame:
    """The game that an action begins, after which the board has the keys."""
    asked, then = done(panel, view, name, *answer)
    assert then == FrontEnd("board")
    (setup,) = asked.values
    assert isinstance(setup, NewGame)
    return setup


def about(panel: BeginningPanel, view: Snapshot, block: str) -> str:
    """What the chosen option of a block is about."""
    found = shown(panel, view)[block]
    return {one.value: str(one.about) for one in found.options}[found.chosen]


def test_a_game_begins_like_the_present_one_but_for_what_is_chosen() -> None:
    panel, view = BeginningPanel(), moment()
    panel.look(view)
    assert begins(panel, view, "start") == NewGame(chess.BLACK, Level.SUPER_BLITZ)
    for block, row in (("side", "black"), ("level", "blitz"), ("opening", "french-defence")):
        panel.clicked(view, block, row)
    panel.clicked(view, "player", "python")
    setup = begins(panel, view, "start")
    assert (setup.computer, setup.level, setup.both) == (chess.WHITE, Level.BLITZ, False)
    assert setup.opening is not None
    assert setup.opening.key == "french-defence"
    assert setup.formula is not None
    panel.clicked(view, "side", "both")
    panel.clicked(view, "opening", "none")
    setup = begins(panel, view, "start")
    assert (setup.both, setup.opening, setup.book) == (True, None, False)
    panel.look(changed(view, begun=view.game.begun + 1))
    assert begins(panel, view, "start") == NewGame(chess.BLACK, Level.SUPER_BLITZ)
    panel.clicked(view, "level", "blitz")
    assert done(panel, view, "end") == [FrontEnd("board")]
    assert shown(panel, view)["level"].chosen == "super-blitz"


def test_levels_and_books_are_told_of_and_a_book_is_one_for_the_side_of_the_program() -> None:
    panel, view = BeginningPanel(), moment()
    assert about(panel, view, "level") == describe_level(Level.SUPER_BLITZ, JANUS)
    assert about(panel, view, "opening").startswith("a book for White")
    panel.clicked(view, "opening", "french-defence")
    assert about(panel, view, "opening").startswith("1. e4 e6")
    panel.clicked(view, "side", "black")
    assert shown(panel, view)["opening"].chosen == "french-defence"
    panel.clicked(view, "opening", "default")
    assert about(panel, view, "opening").startswith("1. e4 e5 2. Nf3 Nc6 3. Bc4")


def test_positions_and_puzzles_are_begun_from() -> None:
    panel, view = BeginningPanel(), moment()
    setup = begins(panel, view, "position", FEN)
    assert (setup.fen, setup.computer) == (FEN, chess.WHITE)
    assert setup.about == "a game from that position: you have Black"
    panel.clicked(view, "side", "white")
    assert begins(panel, view, "position", FEN).computer == chess.BLACK
    setup = begins(panel, view, "change_sides")
    assert (setup.fen, setup.computer) == (view.game.fen, chess.WHITE)
    for fen, why in (
        ("8/8", "8/8"),
        ("4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "could take the king of Black"),
        ("QQ6/8/8/8/7k/8/8/4K3 w - - 0 1", "2 queens"),
        ("rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "pppppppp/9"),
    ):
        with pytest.raises((FenError, PositionError), match=why):
            done(panel, view, "position", fen)
    seventh = puzzles()[6]
    assert begins(panel, view, "puzzle", "7").fen == seventh.board.fen()
    solving = changed(view, start=seventh.board.fen())
    asks = acts(panel, solving)["puzzle"].asks
    assert (asks.options[0][0], asks.options[-1][0]) == ("8", "7")


def test_another_program_is_to_play_the_game_that_is_chosen() -> None:
    panel, view = BeginningPanel(), moment()
    panel.clicked(view, "side", "black")
    assert done(panel, view, "other") == [OtherProgram(NewGame(level=Level.SUPER_BLITZ))]
