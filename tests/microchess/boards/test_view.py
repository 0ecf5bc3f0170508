"""What the panels show."""

from dataclasses import FrozenInstanceError

import chess
import pytest

from microchess.boards.registry import Exhibit, exhibit
from microchess.boards.replay import LineReplay
from microchess.boards.representations.glaurung import Glaurung
from microchess.boards.representations.gnuchess import GnuChess
from microchess.boards.representations.listed import IndexedLists
from microchess.boards.representations.microchess import MicroChess
from microchess.boards.view import CellState, How
from tests.microchess.boards.checks import MEMORIES

LEAVING = (IndexedLists, Glaurung, GnuChess, MicroChess)
"""Memories of which not all cells come back."""
EVERY = pytest.mark.parametrize("one", MEMORIES, ids=lambda one: one.key)


@EVERY
def test_a_lens_shows_every_cell_names_every_man_and_stays_as_it_is(one: Exhibit) -> None:
    """Hovering a man finds him; bitboards alone have no cell of his own."""
    game = one.game(chess.Board())
    view = one.view(game)
    cells = sum(len(bank) for bank in game.men.raw().values())
    assert len(list(view.cells())) == cells + len(game.panel().cells)
    with pytest.raises(FrozenInstanceError):
        view.key = ""  # type: ignore[misc]
    for square in chess.SquareSet(chess.Board().occupied):
        assert bool(view.mentioning(square)) != (one.key == "rustic-without-list")
    before = list(view.cells())
    game.play(game.legal()[0])
    assert list(view.cells()) == before


@EVERY
def test_what_is_made_is_unmade(one: Exhibit) -> None:
    board = chess.Board("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    replay = LineReplay(one, board)
    start = replay.view
    made = []
    for uci in ("e4d5", "d8d5", "b1c3", "d5a5"):
        step = replay.make(chess.Move.from_uci(uci))
        made.append(step)
        assert step.changes
        assert step.writes
        assert CellState.GUARD not in {change.after.state for change in step.changes}
        assert CellState.CONSTANT not in {cell.state for cell in replay.view.cells()}
    back = [replay.unmake() for _ in made]
    left = {(c.after.bank, c.after.index) for c in back[-1].changes if c.how is How.LEFT}
    kept = {(c.bank, c.index): c.value for c in replay.view.cells()}
    differ = {(c.bank, c.index) for c in start.cells() if kept[c.bank, c.index] != c.value}
    assert left == differ
    assert bool(left) == issubclass(one.memory, LEAVING)


def test_microchess_sees_the_move_apart_from_the_reversal() -> None:
    step = LineReplay(exhibit("microchess"), chess.Board()).make(chess.Move.from_uci("e2e4"))
    table = [change for change in step.changes if change.after.bank == "table"]
    assert [str(change) for change in table] == ["$5F KP 13->33", "$4F 00->CC"]
    assert [change.how for change in table] == [How.WRITTEN, How.GHOST]
    assert len([change for change in step.turned if change.after.bank == "table"]) == 32


def test_constant_tables_lead_where_there_is_no_board() -> None:
    tscp = exhibit("tscp").game(chess.Board())
    (mailbox,) = tscp.men.about(tscp.men.numbering.of[chess.H1])
    assert {cell.text for cell in mailbox.cells if cell.state is CellState.GUARD} == {"-1"}
    bell = exhibit("bell").game(chess.Board())
    (captures,) = bell.men.about(chess.A2)
    assert [cell.text for cell in captures.cells] == ["65", "b3"]
    gnu = exhibit("gnuchess").game(chess.Board())
    nextpos, path, nextdir, _ = gnu.men.about(chess.E2)
    steps = {cell.text: cell.square for cell in path.cells if cell.state is CellState.CONSTANT}
    assert steps == {"o": chess.E2, "1": chess.E3, "2": chess.E4}
    assert [cell.text for cell in nextpos.cells] == ["e3", "e4", "e2"]
    assert [cell.text for cell in nextdir.cells] == ["d3", "f3", "e2"]
    assert not gnu.men.about(chess.E4)


def test_a_word_and_a_list_are_taken_apart() -> None:
    sets = exhibit("knightcap").game(chess.Board())
    word, one, two = sets.men.about(sets.men.numbering.of[chess.F3])
    assert [f"{cell.name} {cell.text}" for cell in word.cells] == ["6N g1", "12P e2", "14P g2"]
    for walked, operations in ((one, "19 operations of 32"), (two, "20 operations of 16")):
        assert [cell.text for cell in walked.cells if cell.name == "man"] == [
            "6 g1",
            "12 e2",
            "14 g2",
        ]
        assert operations in walked.note
    rows = [[cell.value for cell in one.cells[first : first + 2]] for first in (0, 4, 8)]
    assert rows == [[0x5040, 0x0040], [0x5000, 0x1000], [0x4000, 0x4000]]
    battery = exhibit("knightcap").game(chess.Board("3k4/8/8/8/8/4R3/4Q3/4K3 w - - 0 1"))
    attacked, x_rayed, _, halves = battery.men.about(battery.men.numbering.of[chess.E7])
    assert [f"{cell.name} {cell.text}" for cell in attacked.cells] == ["2R e3", "16k d8"]
    assert [f"{cell.name} {cell.text}" for cell in x_rayed.cells] == ["1Q e2"]
    assert [cell.text for cell in halves.cells][::4] == ["0004", "0001"]
    assert not battery.men.about(battery.men.numbering.of[chess.A5])
    linked = exhibit("scorpio").game(chess.Board())
    (chain,) = linked.men.about(linked.men.numbering.of[chess.H8])
    assert [cell.text for cell in chain.cells] == ["h8", "a8"]


def test_rules_are_badges() -> None:
    badges = {str(badge) for badge in exhibit("microchess").rules.badges()}
    assert badges == {"no castling", "no en passant", "no promotion"}
    assert not exhibit("firstchess-completed").rules.limits()
    firstchess = [str(badge) for badge in exhibit("firstchess").rules.limits()]
    assert firstchess[2].startswith("promotion by steps only")
